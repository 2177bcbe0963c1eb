"""The solver: what it wins replays, what it calls unsolvable is, and at a limit it says neither."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import FrozenInstanceError
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from freecell import (
    CARDS,
    AutoPlay,
    Build,
    Deal,
    EmptyColumns,
    FreeCellError,
    Move,
    Rules,
    Solution,
    Solver,
    State,
    Supermoves,
    Verdict,
    replay,
)
from freecell._search import Search, count_positions

untimed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
DATA = Path(__file__).parent / "data"
SAFE = (AutoPlay.NONE, AutoPlay.CAUTIOUS, AutoPlay.HORNE, AutoPlay.RAYMOND)

FREECELL = Rules.FREECELL
HARD = Deal(9, FREECELL.replace(cells=2))
"""Neither won nor proven lost within some seconds."""


def cells(count: int) -> Rules:
    return FREECELL.replace(cells=count)


def solved(start: Deal | State, solver: Solver | None = None) -> Solution:
    """Solve and check that the win is one, in every way it may be written."""
    solution = (solver or Solver()).solve(start)
    state = start.state() if isinstance(start, Deal) else start
    assert solution.verdict is Verdict.SOLVED
    assert solution.start == state
    assert solution.nodes >= 0
    assert solution.seconds >= 0
    # Explicit: every move is legal in turn and nothing goes home by itself.
    states = solution.states()
    assert states[0] == state
    assert len(states) == len(solution.moves) + 1
    for before, move, after in zip(states, solution.moves, states[1:], strict=False):
        assert before.is_legal(move)
        assert before.play(move) == after
    assert states[-1].is_won()
    assert not any(before.is_won() for before in states[:-1])
    assert state.play_all(solution.moves) == states[-1]
    # Written, it replays by the rule it was written for; that is refused only where autoplay may spoil a win.
    rules = state.rules
    for policy in SAFE:
        harmless = policy is AutoPlay.NONE or (
            rules.build is not Build.ANY_SUIT and (policy is AutoPlay.CAUTIOUS or not rules.foundation_takeback)
        )
        try:
            text = solution.notation("extended", policy)
        except FreeCellError:
            assert not harmless
        else:
            assert replay(state, text, policy).won
            if policy is AutoPlay.HORNE:
                assert replay(state, solution.notation()).won
    return solution


def unsolvable(start: Deal | State) -> Solution:
    solution = Solver().solve(start)
    assert solution.verdict is Verdict.UNSOLVABLE
    assert solution.moves == ()
    assert solution.states() == (solution.start,)
    assert solution.notation() == ""
    return solution


# Deals

SPREAD = [1, 2, 5, 24, 164, 617, 1941, 10_913, 31_465, 98_714, 2**31 - 1, 2**31, 2**32, 2**33 - 1]


@pytest.mark.parametrize("number", SPREAD)
def test_a_deal_is_won(number: int) -> None:
    solution = solved(Deal(number))
    # A win has each card go home once, by a written move.
    assert sum(move.target.is_home for move in solution.moves) == 52


def test_the_first_deals_are_won() -> None:
    for number in range(1, 101):
        solution = Solver().solve(Deal(number))
        assert solution.verdict is Verdict.SOLVED
        assert replay(Deal(number), solution.notation()).won


@pytest.mark.slow
def test_deals_1_to_1000_are_won() -> None:
    for number in range(1, 1001):
        solved(Deal(number))


def test_11982_cannot_be_won() -> None:
    unsolvable(Deal(11_982))


@pytest.mark.slow
@pytest.mark.parametrize("number", [146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948])
def test_the_other_deals_of_the_first_million_that_cannot_be_won(number: int) -> None:
    unsolvable(Deal(number))


def test_a_deal_and_its_state_are_solved_alike() -> None:
    assert Solver().solve(Deal(24)).moves == Solver().solve(Deal(24).state()).moves


# Which deals can be won with other rules was found by exhausting them with two other programs.
WON = [
    *((number, cells(0)) for number in (164, 892, 1012, 1081)),
    *((number, cells(1)) for number in (2, 5, 7, 8, 11, 26)),
    *((number, cells(3)) for number in (1, 2, 3, 4, 5, 6)),
    *((number, cells(count)) for number in (1, 11_982) for count in (5, 6, 7, 8)),
    *((number, Rules.BAKERS_GAME) for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13)),
    *((number, Rules.RELAXED_FREECELL) for number in (1, 2, 3, 617)),
    *((number, FREECELL.replace(foundation_takeback=True)) for number in (1, 2, 3, 24)),
    *(
        (number, FREECELL.replace(supermoves=rule))
        for number in (1, 24)
        for rule in (Supermoves.OFF, Supermoves.CELLS_ONLY)
    ),
]
LOST = [
    *((number, cells(0)) for number in (1, 2, 3, 4, 163, 165)),
    *((number, cells(1)) for number in (1, 3, 4, 6, 9, 10)),
    *((number, cells(3)) for number in (169, 178)),
    *((number, Rules.BAKERS_GAME) for number in (10, 14)),
    (11_982, FREECELL.replace(foundation_takeback=True)),
    (11_982, FREECELL.replace(supermoves=Supermoves.OFF)),
]


@pytest.mark.parametrize(("number", "rules"), WON, ids=str)
def test_a_deal_is_won_under_other_rules(number: int, rules: Rules) -> None:
    solved(Deal(number, rules))
    assert Solver().solve(Deal(number).state(rules)).verdict is Verdict.SOLVED


@pytest.mark.parametrize(("number", "rules"), LOST, ids=str)
def test_a_deal_cannot_be_won_under_other_rules(number: int, rules: Rules) -> None:
    unsolvable(Deal(number, rules))


# Other starts


def midgame_boards() -> list[str]:
    text = (DATA / "midgame_boards.txt").read_text(encoding="utf-8")
    return [block.partition("\n")[2] for block in re.split(r"^=== ", text, flags=re.MULTILINE)[1:]]


@pytest.mark.parametrize("board", midgame_boards(), ids=range(20))
def test_a_position_in_the_middle_is_won(board: str) -> None:
    solved(State.parse(board))


def test_every_position_on_the_way_is_won() -> None:
    solution = Solver().solve(Deal(24))
    for state in solution.states():
        solved(state)


def test_a_position_that_is_won() -> None:
    won = solved(Deal(24)).states()[-1]
    for state in (won, State([[]] * 8, (), (13, 13, 13, 13)), State([[]], (), (1, 1, 1, 1), Rules(columns=1, ranks=1))):
        for solver in (Solver(), Solver(max_nodes=0), Solver(max_seconds=0)):
            solution = solver.solve(state)
            assert (solution.verdict, solution.moves, solution.nodes) == (Verdict.SOLVED, (), 0)
            assert solution.notation() == ""
            assert solution.states() == (state,)


def test_one_move_from_won() -> None:
    state = State([["KS"], *[[]] * 7], (), (13, 13, 13, 12))
    solution = solved(state)
    assert solution.moves == (Move("1", "h"),)


def test_a_stuck_position() -> None:
    state = State([["AC", "2C"], ["AD", "AH", "AS", "2D", "2H", "2S"]], rules=Rules(cells=0, columns=2, ranks=2))
    assert state.is_stuck()
    unsolvable(state)
    # A whole deck: without cells, no card of deal 1 can go anywhere.
    start = Deal(1, cells(0)).state()
    assert start.is_stuck()
    assert unsolvable(start).nodes <= 1


def test_full_cells_and_nothing_fits() -> None:
    rules = Rules(cells=1, columns=2, ranks=2)
    state = State([["AC", "2C"], ["AD", "AH", "AS", "2D", "2H"]], ["2S"], rules=rules)
    assert state.is_stuck()
    assert unsolvable(state).nodes <= 1


# Small games against an exhaustive search


def exhaust(start: State, policy: AutoPlay, most: int) -> tuple[int, bool] | None:
    """Every position that can be reached, one of each key: how many, and whether one is won. None if there are more."""
    first = start.autoplay(policy)
    met = {first.key()}
    waiting = [first]
    won = first.is_won()
    while waiting:
        state = waiting.pop()
        for move in state.distinct_moves():
            after = state.play(move).autoplay(policy)
            if after.key() not in met:
                if len(met) == most:
                    return None
                met.add(after.key())
                won = won or after.is_won()
                waiting.append(after)
    return len(met), won


SMALL = [
    Rules(ranks=ranks, columns=columns, cells=count, build=build, empty_columns=empty, foundation_takeback=takeback)
    for (ranks, columns, count), build, empty, takeback in product(
        [(2, 2, 0), (3, 2, 1), (3, 3, 0), (4, 3, 0), (5, 4, 0)], Build, EmptyColumns, (False, True)
    )
]


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_a_small_game_is_decided_as_an_exhaustive_search_does(rules: Rules) -> None:
    for number in range(1, 9):
        start = Deal(number, rules).state()
        found = exhaust(start, AutoPlay.NONE, 1_500)
        if found is None:
            continue
        count, won = found
        if won:
            solved(start)
        else:
            unsolvable(start)
        assert count_positions(start, AutoPlay.NONE) == count


def test_the_small_games_are_of_both_kinds() -> None:
    verdicts = [Solver().solve(Deal(number, rules)).verdict for rules in SMALL for number in range(1, 9)]
    assert verdicts.count(Verdict.SOLVED) > 100
    assert verdicts.count(Verdict.UNSOLVABLE) > 100
    assert Verdict.UNKNOWN not in verdicts


@st.composite
def small_positions(draw: st.DrawFn) -> State:
    """Positions of small decks, under any rules; a foundation may hold some, as in the middle of a game."""
    ranks = draw(st.integers(1, 5))
    rules = Rules(
        cells=draw(st.integers(0, 3)),
        columns=draw(st.integers(1, 4)),
        build=draw(st.sampled_from(Build)),
        empty_columns=draw(st.sampled_from(EmptyColumns)),
        supermoves=draw(st.sampled_from(Supermoves)),
        foundation_takeback=draw(st.booleans()),
        ranks=ranks,
    )
    home = [draw(st.integers(0, ranks)) for _ in range(4)]
    cards = draw(st.permutations([card for card in CARDS[: 4 * ranks] if card.rank > home[card.suit]]))
    in_cells = draw(st.integers(0, min(rules.cells, len(cards))))
    columns: list[list[Any]] = [[] for _ in range(rules.columns)]
    for card in cards[in_cells:]:
        columns[draw(st.integers(0, rules.columns - 1))].append(card)
    return State(columns, cards[:in_cells], home, rules)


@st.composite
def late_positions(draw: st.DrawFn) -> State:
    """Positions in which some suits are far ahead of another: where cards that seem done with may still be needed."""
    ranks = draw(st.integers(3, 6))
    rules = Rules(
        cells=draw(st.integers(0, 1)),
        columns=draw(st.integers(2, 4)),
        build=draw(st.sampled_from([Build.ALTERNATE_COLOURS, Build.ALTERNATE_COLOURS, Build.SAME_SUIT])),
        empty_columns=draw(st.sampled_from(EmptyColumns)),
        supermoves=draw(st.sampled_from(Supermoves)),
        foundation_takeback=draw(st.booleans()),
        ranks=ranks,
    )
    ahead = draw(st.integers(2, ranks - 1))
    home = [ahead] * 4
    for suit in draw(st.lists(st.integers(0, 3), min_size=1, max_size=2)):
        home[suit] = draw(st.integers(0, ahead))
    cards = draw(st.permutations([card for card in CARDS[: 4 * ranks] if card.rank > home[card.suit]]))
    in_cells = draw(st.integers(0, min(rules.cells, len(cards))))
    columns: list[list[Any]] = [[] for _ in range(rules.columns)]
    for card in cards[in_cells:]:
        columns[draw(st.integers(0, rules.columns - 1))].append(card)
    return State(columns, cards[:in_cells], home, rules)


@given(small_positions() | late_positions())
@settings(untimed, max_examples=200)
def test_a_small_position_is_decided_as_an_exhaustive_search_does(start: State) -> None:
    found = exhaust(start, AutoPlay.NONE, 800)
    assume(found is not None)
    assert found is not None
    count, won = found
    if won:
        solved(start)
    else:
        unsolvable(start)
    assert count_positions(start, AutoPlay.NONE) == count


@given(late_positions())
@settings(untimed, max_examples=100)
def test_safe_autoplay_spoils_no_win(start: State) -> None:
    found = exhaust(start, AutoPlay.NONE, 800)
    assume(found is not None and found[1])
    policies = [AutoPlay.CAUTIOUS, AutoPlay.HORNE, AutoPlay.RAYMOND]
    for policy in policies[:1] if start.rules.foundation_takeback else policies:
        under_policy = exhaust(start, policy, 800)
        assert under_policy is None or under_policy[1]


# Won, but by taking a red card back onto a black one that HORNE and RAYMOND send home, or the other way round.
TAKE_BACKS = [
    ("Foundations: H-3 C-3 D-0 S-3\n4D 4C 4S 4H\n3D AD 2D", Rules(cells=0, columns=2, ranks=4)),
    ("Foundations: H-0 C-4 D-4 S-4\n4H 5S 5D\n2H 5C AH 3H 5H", Rules(cells=1, columns=2, ranks=5)),
    (
        "Foundations: H-4 C-A D-4 S-4\n5C 5D 5S 5H\n4C 2C 3C",
        Rules(cells=0, columns=2, ranks=5, empty_columns=EmptyColumns.KINGS_ONLY),
    ),
    (
        "Foundations: H-4 C-0 D-4 S-4\nFreecells: 5C\nAC 2C 4C\n5H 5S\n5D 3C\n:",
        Rules(cells=1, columns=4, ranks=5, empty_columns=EmptyColumns.NOTHING),
    ),
]


@pytest.mark.parametrize(("board", "rules"), TAKE_BACKS, ids=range(4))
def test_a_card_at_home_may_be_needed_again(board: str, rules: Rules) -> None:
    start = State.parse(board, rules.replace(foundation_takeback=True))
    solution = solved(start)
    assert any(move.source.is_home for move in solution.moves)
    found = exhaust(start, AutoPlay.RAYMOND, 2_000)
    assert found is not None
    assert not found[1]


@given(small_positions(), st.sampled_from([AutoPlay.CAUTIOUS, AutoPlay.HORNE, AutoPlay.RAYMOND, AutoPlay.ALL]))
@settings(untimed, max_examples=60)
def test_positions_are_counted_under_autoplay(start: State, policy: AutoPlay) -> None:
    found = exhaust(start, policy, 600)
    assume(found is not None)
    assert found is not None
    assert count_positions(start, policy) == found[0]


@pytest.mark.parametrize(("number", "count", "positions"), [(11_982, 4, 83_239), (1, 1, 107), (1, 2, 152_846)])
def test_positions_of_a_deal(number: int, count: int, positions: int) -> None:
    """Counted by another program, too: every move, no autoplay, the order of columns and cells aside."""
    assert count_positions(Deal(number, cells(count)).state(), AutoPlay.NONE) == positions


def test_positions_that_do_not_fit() -> None:
    with pytest.raises(FreeCellError):
        count_positions(Deal(1).state(), AutoPlay.NONE, 1_000_000)


# Limits


@pytest.mark.parametrize("most", [0, 1, 2, 10, 999, 1_000, 1_001, 5_000, 50_000])
def test_a_limit_of_nodes_is_unknown(most: int) -> None:
    solution = Solver(max_nodes=most).solve(Deal(11_982))
    assert solution.verdict is Verdict.UNKNOWN
    assert solution.nodes == most
    assert solution.moves == ()
    assert solution.states() == (Deal(11_982).state(),)


def test_the_limit_of_nodes_is_exact() -> None:
    whole = Solver().solve(Deal(11_982)).nodes
    assert Solver(max_nodes=whole - 1).solve(Deal(11_982)).verdict is Verdict.UNKNOWN
    assert Solver(max_nodes=whole + 1).solve(Deal(11_982)).verdict is Verdict.UNSOLVABLE
    solution = Solver().solve(Deal(24))
    assert Solver(max_nodes=solution.nodes).solve(Deal(24)).moves == solution.moves
    assert Solver(max_nodes=solution.nodes - 1).solve(Deal(24)).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("most", [0, 1, 1_000, 100_000, 1_000_000, 2_000_000])
def test_a_limit_of_memory_is_unknown(most: int) -> None:
    solution = Solver(max_memory=most).solve(Deal(11_982))
    assert solution.verdict is Verdict.UNKNOWN
    assert solution.moves == ()
    assert solution.nodes < 61_000


@given(st.integers(0, 8_000_000), st.integers(0, 90_000))
@settings(untimed, max_examples=25)
def test_at_no_limit_is_a_lost_deal_won_or_a_won_one_lost(memory: int, nodes: int) -> None:
    solver = Solver(max_memory=memory, max_nodes=nodes)
    lost = solver.solve(Deal(11_982))
    assert lost.verdict in (Verdict.UNKNOWN, Verdict.UNSOLVABLE)
    assert lost.nodes <= nodes
    hard = solver.solve(Deal(617))
    assert hard.verdict in (Verdict.UNKNOWN, Verdict.SOLVED)
    assert (hard.verdict is Verdict.SOLVED) == bool(hard.moves)


def test_a_limit_of_time_is_unknown() -> None:
    for most in (0, 0.0, 0.01):
        solution = Solver(max_seconds=most).solve(HARD)
        assert solution.verdict is Verdict.UNKNOWN
        assert solution.moves == ()


def test_limits_that_are_far_away() -> None:
    solver = Solver(max_nodes=10**9, max_seconds=10.0**6, max_memory=10**10)
    assert solver.solve(Deal(24)).moves == Solver().solve(Deal(24)).moves
    assert Solver(max_nodes=None, max_seconds=None, max_memory=None).solve(Deal(24)).verdict is Verdict.SOLVED
    assert Solver(max_seconds=float("inf")).solve(Deal(24)).verdict is Verdict.SOLVED


BAD = [-1, -(10**5000), 3.7, 3.0, "3", b"3", [], {}, object(), 1j]


@pytest.mark.parametrize("value", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("name", ["max_nodes", "max_memory"])
def test_bad_limits(name: str, value: Any) -> None:
    with pytest.raises(FreeCellError, match=name):
        Solver(**{name: value})


BAD_SECONDS = [-1, -0.1, float("nan"), float("-inf"), "3", b"3", [], {}, object(), 1j, -(10**5000), 10**5000]


@pytest.mark.parametrize("value", BAD_SECONDS, ids=range(len(BAD_SECONDS)))
def test_bad_limits_of_time(value: Any) -> None:
    with pytest.raises(FreeCellError, match="max_seconds"):
        Solver(max_seconds=value)


def test_limits_are_named() -> None:
    with pytest.raises(TypeError):
        Solver(1000)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Solver(max_node=1000)  # type: ignore[call-arg]
    solver = Solver(max_nodes=1, max_seconds=2.5, max_memory=3)
    assert (solver.max_nodes, solver.max_seconds, solver.max_memory) == (1, 2.5, 3)


def test_a_solver_is_a_value() -> None:
    solver = Solver(max_nodes=1, max_seconds=2.5, max_memory=3)
    assert repr(solver) == "Solver(max_nodes=1, max_seconds=2.5, max_memory=3)"
    assert repr(Solver()) == f"Solver(max_nodes=None, max_seconds=None, max_memory={2**30})"
    assert eval(repr(solver)) == solver
    for twin in (Solver(max_nodes=1, max_seconds=2.5, max_memory=3), pickle.loads(pickle.dumps(solver))):
        assert twin == solver
        assert hash(twin) == hash(solver)
    others = [Solver(), Solver(max_nodes=1), Solver(max_nodes=1, max_seconds=2.5), Solver(max_memory=3)]
    assert len({solver, *others}) == 5
    assert solver != (1, 2.5, 3)
    for name in ("max_nodes", "max_seconds", "max_memory", "max_moves"):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(solver, name, 5)
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            delattr(solver, name)
    assert repr(solver) == "Solver(max_nodes=1, max_seconds=2.5, max_memory=3)"


def test_limits_are_kept_as_plain_numbers() -> None:
    solver = Solver(max_nodes=True, max_seconds=2, max_memory=AutoPlay.ALL)
    assert repr(solver) == "Solver(max_nodes=1, max_seconds=2.0, max_memory=4)"


@pytest.mark.parametrize("start", [617, "617", None, Deal, str(Deal(617)), [Deal(617)]], ids=range(6))
def test_a_start_that_is_none(start: Any) -> None:
    with pytest.raises(FreeCellError):
        Solver().solve(start)


# Solutions


def test_a_solution_is_a_value() -> None:
    solution = Solver().solve(Deal(24))
    with pytest.raises(FrozenInstanceError):
        solution.nodes = 0  # type: ignore[misc]
    thawed = pickle.loads(pickle.dumps(solution))
    assert thawed == solution
    assert hash(thawed) == hash(solution)
    assert isinstance(solution.moves, tuple)
    assert Solver().solve(Deal(25)) != solution


def test_a_solution_is_told_in_a_line() -> None:
    state = Deal(24).state()
    moves = (Move("1", "a"),) * 55
    assert str(Solution(state, Verdict.SOLVED, moves, 64_548, 0.288)) == "solved in 55 moves (64,548 positions, 0.29 s)"
    assert str(Solution(state, Verdict.UNSOLVABLE, (), 1_234_567, 12)) == "unsolvable (1,234,567 positions, 12.00 s)"
    assert str(Solution(state, Verdict.UNKNOWN, (), 100, 0.004)) == "unknown (100 positions, 0.00 s)"
    solution = Solver().solve(Deal(24))
    assert str(solution).startswith(f"solved in {len(solution.moves)} moves ({solution.nodes:,} position")
    assert f"{solution}" == str(solution)


def test_a_replay_is_compared_without_its_error() -> None:
    """Two errors are never equal; where the moves fail is in the other fields."""
    one, other = replay(Deal(24), "1a 2b xx"), replay(Deal(24), "1a 2b xx")
    assert one.error is not None
    assert one.error is not other.error
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert len({one, other, replay(Deal(24), "1a 2b"), replay(Deal(24), "1a 2b 3c"), replay(Deal(24), "1a xx")}) == 4


def test_a_bad_style_is_refused() -> None:
    solution = Solver().solve(Deal(24))
    for style in ("", "short", None, 1):
        with pytest.raises(FreeCellError):
            solution.notation(style)  # type: ignore[arg-type]
    for policy in ("horne", 2, None):
        with pytest.raises(FreeCellError):
            solution.notation("standard", policy)  # type: ignore[arg-type]


def test_standard_notation_is_two_characters_a_move() -> None:
    for number in range(1, 101):
        words = Solver().solve(Deal(number)).notation().split()
        assert all(re.fullmatch("[1-8a-d][1-8a-dh]", word) for word in words)


def test_autoplay_that_goes_too_far_is_said_to_spoil_the_win() -> None:
    """ALL sends home what the win still needs in some deals: then there is an error and no wrong text."""
    refused = 0
    for number in range(1, 101):
        solution = Solver().solve(Deal(number))
        try:
            text = solution.notation("extended", AutoPlay.ALL)
        except FreeCellError:
            refused += 1
        else:
            assert replay(Deal(number), text, AutoPlay.ALL).won
    assert 0 < refused < 100


def test_the_verdicts() -> None:
    assert [verdict.name for verdict in Verdict] == ["SOLVED", "UNSOLVABLE", "UNKNOWN"]
    for verdict in Verdict:
        assert pickle.loads(pickle.dumps(verdict)) is verdict
        assert [str(verdict), f"{verdict:>12}"] == [verdict.value, verdict.value.rjust(12)]


# The same every time


def answers() -> str:
    solutions = [Solver(max_nodes=2_000).solve(Deal(number)) for number in (1, 617, 11_982)]
    return "\n".join(f"{solution.verdict} {solution.nodes} {solution.notation()}" for solution in solutions)


def test_the_same_answer_every_time() -> None:
    assert answers() == answers()
    solver = Solver()
    first = solver.solve(Deal(24))
    solver.solve(Deal(11_982))
    again = solver.solve(Deal(24))
    assert (again.moves, again.nodes) == (first.moves, first.nodes)


def python(code: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_the_same_answer_in_another_process() -> None:
    code = (
        "from freecell import *\n"
        "for number in (1, 617, 11982):\n"
        "    solution = Solver(max_nodes=2000).solve(Deal(number))\n"
        "    print(solution.verdict, solution.nodes, solution.notation())\n"
    )
    for seed in ("0", "1"):
        with python(code, PYTHONHASHSEED=seed) as process:
            output, errors = process.communicate(timeout=60)
        assert errors == ""
        assert output == answers() + "\n"


# Ctrl-C and other threads


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize(
    "call",
    [
        "Solver().solve(Deal(9, Rules(cells=2)))",
        "count_positions(Deal(1).state(), AutoPlay.NONE, 2**30)",
        "Deal(1).state().perft(20)",
    ],
)
def test_ctrl_c_ends_a_long_search(call: str) -> None:
    code = (
        "from freecell import *\nfrom freecell._search import count_positions\n"
        f"print('ready', flush=True)\n{call}\nprint('done')"
    )
    with python(code) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        try:
            output, errors = process.communicate(timeout=10)
        finally:
            process.kill()
    assert "KeyboardInterrupt" in errors
    assert output == "", "it was interrupted, not finished"
    assert process.returncode != 0


def test_other_threads_run_meanwhile() -> None:
    """One call into the search keeps no lock: the main thread goes on while it lasts."""
    search = Search(HARD.state())
    done: list[str] = []
    thread = threading.Thread(target=lambda: done.append(search.run(300_000)))
    thread.start()
    ticks = 0
    while not done:
        time.sleep(0.001)
        ticks += 1
    thread.join()
    assert done == ["running"]
    assert ticks > 20


def test_several_threads_solve_at_once() -> None:
    numbers = [1, 2, 3, 24, 617, 11_982]
    alone = {number: Solver().solve(Deal(number)) for number in numbers}
    together: dict[int, Solution] = {}
    solver = Solver()

    def solve(number: int) -> None:
        together[number] = solver.solve(Deal(number))

    threads = [threading.Thread(target=solve, args=(number,)) for number in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in numbers:
        assert together[number].verdict == alone[number].verdict
        assert together[number].moves == alone[number].moves
        assert together[number].nodes == alone[number].nodes
