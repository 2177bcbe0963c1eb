"""The solver: what it wins replays, what it calls unsolvable is, and at a limit it says neither."""

from __future__ import annotations

import os
import pickle
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from itertools import count as numbers_from
from itertools import islice, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from freecell import (
    CARDS,
    AutoPlay,
    Build,
    Card,
    Deal,
    EmptyColumns,
    FreeCellError,
    Hint,
    Layout,
    Measure,
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
SAFE = (AutoPlay.NONE, AutoPlay.CAUTIOUS, AutoPlay.HORNE, AutoPlay.RAYMOND, AutoPlay.SURE)

FREECELL = Rules.FREECELL
HARD = Deal(1568, FREECELL.replace(cells=1))
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
        harmless = policy in harmless_policies(rules)
        try:
            text = solution.notation("extended", policy)
        except FreeCellError:
            assert not harmless
        else:
            assert replay(state, text, policy).won
    assert replay(state, solution.notation()).won
    return solution


def harmless_policies(rules: Rules) -> list[AutoPlay]:
    """What spoils no win, whatever the position."""
    if rules.wrap or rules.build is Build.ANY_SUIT:
        return [AutoPlay.NONE, AutoPlay.SURE]
    return [
        policy for policy in SAFE if not rules.foundation_takeback or policy not in (AutoPlay.HORNE, AutoPlay.RAYMOND)
    ]


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


@pytest.mark.slow
def test_deals_1_to_32000_are_decided() -> None:
    starts = (Deal(number) for number in range(1, 32_001))
    lost = []
    for number, solution in enumerate(Solver().solve_many(starts, 1), 1):
        if solution.verdict is Verdict.UNSOLVABLE:
            lost.append(number)
        else:
            assert solution.verdict is Verdict.SOLVED
            assert solution.start.play_all(solution.moves).is_won()
    assert lost == [11_982]


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


@pytest.mark.parametrize("takeback", [False, True], ids=["", "takeback"])
@pytest.mark.parametrize("base", [FREECELL, Rules.RELAXED_FREECELL, Rules.BAKERS_GAME], ids=str)
def test_wins_with_any_number_of_cells_replay(base: Rules, takeback: bool) -> None:
    won = 0
    for count in range(9):
        rules = base.replace(cells=count, foundation_takeback=takeback)
        for number in (1, 164, 617):
            solution = Solver(max_nodes=30_000).solve(Deal(number, rules))
            if solution.verdict is Verdict.SOLVED:
                solved(Deal(number, rules))
                won += 1
            elif solution.verdict is Verdict.UNKNOWN:
                at_a_limit(solution)
    assert won >= 12


def test_wins_found_late_replay() -> None:
    """One and two cells: those wins come from the first search and from the last."""
    nodes = []
    for count, number in product((1, 2, 3), range(1, 151)):
        solution = Solver(max_nodes=40_000).solve(Deal(number, cells(count)))
        if solution.verdict is Verdict.SOLVED:
            assert solution.start.play_all(solution.moves).is_won()
            assert replay(solution.start, solution.notation()).won
            nodes.append(solution.nodes)
        elif solution.verdict is Verdict.UNKNOWN:
            at_a_limit(solution)
    for low, high in ((0, 325), (325, 1_000), (1_000, 5_000), (5_000, 40_000)):
        assert any(low < count <= high for count in nodes)


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
    assert unsolvable(start).nodes <= 2


def test_full_cells_and_nothing_fits() -> None:
    rules = Rules(cells=1, columns=2, ranks=2)
    state = State([["AC", "2C"], ["AD", "AH", "AS", "2D", "2H"]], ["2S"], rules=rules)
    assert state.is_stuck()
    assert unsolvable(state).nodes <= 2


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
    Rules(
        ranks=ranks,
        columns=columns,
        cells=count,
        build=build,
        empty_columns=empty,
        foundation_takeback=takeback,
        base=base,
        wrap=wrap,
        layout=layout,
    )
    for (ranks, columns, count, base, wrap, layout), build, empty, takeback in product(
        [
            *[(2, 2, 0, 1, False, Layout.ROWS), (3, 2, 1, 1, False, Layout.ROWS), (3, 3, 0, 1, False, Layout.ROWS)],
            *[(4, 3, 0, 1, False, Layout.ROWS), (5, 4, 0, 1, False, Layout.ROWS)],
            *[(3, 3, 1, 2, True, Layout.PENGUIN), (4, 3, 0, 3, True, Layout.CITADEL)],
            (4, 4, 0, 4, False, Layout.GOOD_MEASURE),
        ],
        Build,
        EmptyColumns,
        (False, True),
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


def ranks_round(draw: st.DrawFn, ranks: int) -> dict[str, Any]:
    """Where ranks begin and whether they go round: mostly as usual."""
    return {"base": draw(st.just(1) | st.integers(1, ranks)), "wrap": draw(st.sampled_from([False, False, True]))}


def some_home(rules: Rules, counts: list[int]) -> tuple[list[int], list[Card]]:
    """The top ranks where so many cards of each suit are home, and the cards that are not."""
    tops = [count and (rules.base + count - 2) % rules.ranks + 1 for count in counts]
    deck = CARDS[: 4 * rules.ranks]
    return tops, [card for card in deck if (card.rank - rules.base) % rules.ranks >= counts[card.suit]]


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
        **ranks_round(draw, ranks),
    )
    home, left = some_home(rules, [draw(st.integers(0, ranks)) for _ in range(4)])
    cards = draw(st.permutations(left))
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
        build=draw(st.sampled_from([Build.ALTERNATE_COLOURS, *Build])),
        empty_columns=draw(st.sampled_from(EmptyColumns)),
        supermoves=draw(st.sampled_from(Supermoves)),
        foundation_takeback=draw(st.booleans()),
        ranks=ranks,
        **ranks_round(draw, ranks),
    )
    ahead = draw(st.integers(2, ranks - 1))
    counts = [ahead] * 4
    for suit in draw(st.lists(st.integers(0, 3), min_size=1, max_size=2)):
        counts[suit] = draw(st.integers(0, ahead))
    home, left = some_home(rules, counts)
    cards = draw(st.permutations(left))
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


@st.composite
def last_cards(draw: st.DrawFn) -> State:
    """FreeCell near its end: the last cards of a whole deck, any way at all in a few columns and cells."""
    rules = Rules(
        cells=draw(st.integers(0, 4)),
        columns=draw(st.integers(2, 8)),
        foundation_takeback=draw(st.booleans()),
        supermoves=draw(st.sampled_from(Supermoves)),
    )
    home = [draw(st.integers(9, 12)) for _ in range(4)]
    rng = random.Random(draw(st.integers(0, 2**32)))
    cards = [card for card in CARDS if card.rank > home[card.suit]]
    rng.shuffle(cards)
    in_cells = [cards.pop() for _ in range(min(len(cards), draw(st.integers(0, rules.cells))))]
    columns: list[list[Any]] = [[] for _ in range(rules.columns)]
    used = columns[: draw(st.integers(1, 3))]
    for card in cards:
        rng.choice(used).append(card)
    return State(columns, in_cells, home, rules)


@given(last_cards())
@settings(untimed, max_examples=150)
def test_the_end_of_a_game_is_decided_as_an_exhaustive_search_does(start: State) -> None:
    found = exhaust(start, AutoPlay.NONE, 1_500)
    assume(found is not None)
    assert found is not None
    assert Solver().solve(start).verdict is (Verdict.SOLVED if found[1] else Verdict.UNSOLVABLE)
    if found[1]:
        solved(start)


@given(small_positions() | late_positions() | last_cards(), st.integers(0, 400), st.integers(300_000, 3_000_000))
@settings(untimed, max_examples=150)
def test_a_limit_never_makes_a_verdict_wrong(start: State, nodes: int, memory: int) -> None:
    whole = Solver().solve(start)
    limited = Solver(max_nodes=nodes, max_memory=memory).solve(start)
    assert limited.verdict in (whole.verdict, Verdict.UNKNOWN)
    assert limited.nodes <= nodes
    if limited.verdict is Verdict.UNKNOWN:
        at_a_limit(limited)
        resumed = limited.resume(max_memory=2**40)
        assert resumed.verdict is whole.verdict
        assert resumed.states()[-1].is_won() == (whole.verdict is Verdict.SOLVED)


def test_a_win_at_the_start_is_one_whatever_the_limit() -> None:
    start = State([["KD"]], (), (13, 12, 13, 13), Rules(columns=1))
    for memory in (0, 1, 10_000):
        solution = Solver(max_memory=memory).solve(start)
        assert (solution.verdict is Verdict.SOLVED) == solution.states()[-1].is_won()


@given(late_positions())
@settings(untimed, max_examples=100)
def test_safe_autoplay_spoils_no_win(start: State) -> None:
    found = exhaust(start, AutoPlay.NONE, 800)
    assume(found is not None and found[1])
    for policy in harmless_policies(start.rules):
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


@given(small_positions(), st.sampled_from(AutoPlay))
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


def at_a_limit(solution: Solution) -> Solution:
    """Check what is unknown: its line is one, and goes on to the position with the most cards home on it."""
    assert solution.verdict is Verdict.UNKNOWN
    states = solution.states()
    assert len(states) == len(solution.moves) + 1
    home = [state.cards_home() for state in states]
    assert home[-1] == max(home)
    assert not states[-1].is_won()
    text = solution.notation("extended", AutoPlay.NONE)
    again = replay(solution.start, text, AutoPlay.NONE)
    assert (again.error, again.states[-1]) == (None, states[-1])
    return solution


@pytest.mark.parametrize("most", [0, 1, 2, 10, 999, 1_000, 1_001, 5_000, 50_000])
def test_a_limit_of_nodes_is_unknown(most: int) -> None:
    solution = at_a_limit(Solver(max_nodes=most).solve(Deal(11_982)))
    assert solution.nodes == most
    assert solution.start == Deal(11_982).state()


def test_the_limit_of_nodes_is_exact() -> None:
    whole = Solver().solve(Deal(11_982)).nodes
    assert Solver(max_nodes=whole - 1).solve(Deal(11_982)).verdict is Verdict.UNKNOWN
    assert Solver(max_nodes=whole + 1).solve(Deal(11_982)).verdict is Verdict.UNSOLVABLE
    solution = Solver().solve(Deal(24))
    assert Solver(max_nodes=solution.nodes).solve(Deal(24)).moves == solution.moves
    assert Solver(max_nodes=solution.nodes - 1).solve(Deal(24)).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("most", [0, 1, 1_000, 100_000, 300_000, 700_000])
def test_a_limit_of_memory_is_unknown(most: int) -> None:
    solution = at_a_limit(Solver(max_memory=most).solve(Deal(11_982)))
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
    assert (hard.verdict is Verdict.SOLVED) == hard.states()[-1].is_won()


def test_a_limit_of_time_is_unknown() -> None:
    for most in (0, 0.0, 0.01):
        at_a_limit(Solver(max_seconds=most).solve(HARD))


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
    usual = "goal='any', measure=None, autoplay=None, on_deal=False"
    assert repr(solver) == f"Solver({usual}, max_nodes=1, max_seconds=2.5, max_memory=3)"
    assert repr(Solver()) == f"Solver({usual}, max_nodes=None, max_seconds=None, max_memory={2**30})"
    short = Solver(goal="short", measure=Measure.PLAYER, autoplay=AutoPlay.ALL, on_deal=True)
    assert eval(repr(short)) == short == pickle.loads(pickle.dumps(short)) != Solver(goal="short", on_deal=True)
    assert eval(repr(solver)) == solver
    for twin in (Solver(max_nodes=1, max_seconds=2.5, max_memory=3), pickle.loads(pickle.dumps(solver))):
        assert twin == solver
        assert hash(twin) == hash(solver)
    others = [Solver(), Solver(max_nodes=1), Solver(max_nodes=1, max_seconds=2.5), Solver(max_memory=3), short]
    others += [Solver(goal="short"), Solver(goal="optimal"), Solver(goal="short", measure=Measure.CARDS)]
    assert len({solver, *others}) == 9
    fields: object = (1, 2.5, 3)
    assert solver != fields
    for name in ("goal", "measure", "autoplay", "on_deal", "max_nodes", "max_seconds", "max_memory", "max_moves"):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(solver, name, 5)
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            delattr(solver, name)
    assert repr(solver) == f"Solver({usual}, max_nodes=1, max_seconds=2.5, max_memory=3)"


def test_limits_are_kept_as_plain_numbers() -> None:
    solver = Solver(max_nodes=True, max_seconds=2, max_memory=AutoPlay.ALL)
    assert (solver.max_nodes, solver.max_seconds, solver.max_memory) == (1, 2.0, 4)
    assert repr(solver).endswith("max_nodes=1, max_seconds=2.0, max_memory=4)")


@pytest.mark.parametrize("start", [617, "617", None, Deal, str(Deal(617)), [Deal(617)]], ids=range(6))
def test_a_start_that_is_none(start: Any) -> None:
    with pytest.raises(FreeCellError):
        Solver().solve(start)


# Going on


def answer(solution: Solution) -> tuple[object, ...]:
    """What does not depend on the machine."""
    return solution.start, solution.verdict, solution.moves, solution.nodes


STAGES = [
    Deal(24),
    Deal(617),
    Deal(11_982),
    Deal(1, cells(2)),
    Deal(9, cells(2)),
    Deal(10, Rules.BAKERS_GAME),
    Deal(2, cells(1)),
]


@given(st.sampled_from(STAGES), st.lists(st.integers(0, 5_000), max_size=8))
@settings(untimed, max_examples=60)
def test_resumed_is_as_in_one_go(start: Deal, stages: list[int]) -> None:
    whole = Solver().solve(start)
    solution = Solver(max_nodes=0).solve(start)
    nodes = 0
    for more in stages:
        before = solution
        solution = solution.resume(more)
        nodes += more
        assert solution.nodes == min(nodes, whole.nodes)
        assert answer(solution) == answer(Solver(max_nodes=nodes).solve(start))
        assert solution.seconds >= before.seconds
    assert answer(solution.resume()) == answer(whole)


def test_resume_of_what_is_known_is_the_solution_itself() -> None:
    for start in (Deal(24), Deal(11_982)):
        solution = Solver().solve(start)
        assert solution.resume() is solution
        assert solution.resume(5) is solution


def test_resume_has_limits_of_its_own() -> None:
    solution = Solver(max_nodes=1_000).solve(HARD)
    assert at_a_limit(solution.resume(500)).nodes == 1_500
    assert at_a_limit(solution.resume(0)).nodes == 1_500
    began = time.perf_counter()
    resumed = at_a_limit(solution.resume(max_seconds=0.1))
    assert 0.1 <= time.perf_counter() - began < 5
    assert resumed.nodes > 1_500
    full = at_a_limit(solution.resume(max_memory=0))
    assert at_a_limit(full.resume()).nodes == full.nodes, "the limit of memory holds until there is another"
    assert at_a_limit(full.resume(7, max_memory=2**40)).nodes == full.nodes + 7


def test_resume_after_the_memory_was_full() -> None:
    for start, verdict in ((Deal(11_982), Verdict.UNSOLVABLE), (Deal(1, cells(2)), Verdict.UNSOLVABLE)):
        solution = at_a_limit(Solver(max_memory=500_000).solve(start))
        assert answer(solution.resume()) == answer(solution)
        assert solution.resume(max_memory=2**30).verdict is verdict


def test_a_solution_that_was_copied_does_not_go_on() -> None:
    solution = Solver(max_nodes=1_000).solve(HARD)
    thawed = pickle.loads(pickle.dumps(solution))
    assert thawed == solution
    with pytest.raises(FreeCellError, match="gone"):
        thawed.resume()
    solved_one = pickle.loads(pickle.dumps(Solver().solve(Deal(24))))
    assert solved_one.resume() is solved_one


@pytest.mark.parametrize("value", [-1, 1.5, "1"])
def test_bad_limits_of_going_on(value: Any) -> None:
    solution = Solver(max_nodes=10).solve(HARD)
    for limits in ({"more_nodes": value}, {"max_memory": value}, {"max_seconds": "1"}, {"max_seconds": -1}):
        with pytest.raises(FreeCellError):
            solution.resume(**limits)
    assert solution.resume(10).nodes == 20


# Progress and cancelling


def test_seconds_count_from_the_beginning_whichever_solution_goes_on() -> None:
    first = Solver(max_nodes=1_000).solve(HARD)
    second = first.resume(300_000)
    third = first.resume(10)
    assert (first.nodes, second.nodes, third.nodes) == (1_000, 301_000, 301_010)
    assert first.seconds < second.seconds < third.seconds


def test_progress_is_told() -> None:
    told: list[tuple[int, int, int]] = []
    solution = Solver(max_nodes=200_000).solve(HARD, on_progress=lambda *facts: told.append(facts), every=0)
    assert len(told) > 3, "looks are some milliseconds apart, however fast the machine"
    nodes, home, memory = zip(*told, strict=True)
    assert list(nodes) == sorted(set(nodes))
    assert 0 < nodes[0] < nodes[-1] <= solution.nodes
    assert list(home) == sorted(home)
    assert home[-1] <= sum(solution.states()[-1].foundations) < 52
    assert all(0 < taken <= 2**30 for taken in memory)
    assert memory[-1] > memory[0]
    assert answer(solution) == answer(Solver(max_nodes=200_000).solve(HARD)), "looking on changes nothing"
    resumed = len(told)
    solution.resume(50_000)
    assert len(told) > resumed
    assert told[resumed][0] > 200_000


def test_progress_is_told_at_an_interval() -> None:
    told: list[float] = []
    Solver(max_seconds=0.5).solve(HARD, on_progress=lambda *_: told.append(time.perf_counter()), every=0.1)
    assert 1 <= len(told) <= 5
    assert all(later - earlier >= 0.1 for earlier, later in pairwise(told))
    for every in (1_000, 1e300, float("inf")):
        Solver(max_nodes=20_000).solve(HARD, on_progress=lambda *_: told.clear(), every=every)
    Solver().solve(Deal(24), on_progress=lambda *_: told.clear())
    assert told


def test_what_goes_wrong_in_telling_progress_is_seen() -> None:
    def fail(*_: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        Solver().solve(HARD, on_progress=fail, every=0)


def test_cancel_from_another_thread() -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    began = time.perf_counter()
    solution = at_a_limit(Solver().solve(HARD, cancel=cancel))
    assert 0.15 < time.perf_counter() - began < 5
    timer.join()
    # Going on does not heed it any more, unless it is told to.
    assert 0 < solution.resume(cancel=cancel).nodes - solution.nodes <= 10_000
    assert solution.resume(50_000).nodes > solution.nodes + 50_000


def test_cancel_from_progress() -> None:
    cancel = threading.Event()
    calls = []

    def look(nodes: int, *_: int) -> None:
        calls.append(nodes)
        if len(calls) == 3:
            cancel.set()

    solution = at_a_limit(Solver().solve(HARD, on_progress=look, every=0, cancel=cancel))
    assert len(calls) == 3
    assert solution.nodes == calls[-1]


def test_cancel_that_was_set_before() -> None:
    cancel = threading.Event()
    cancel.set()
    assert at_a_limit(Solver().solve(HARD, cancel=cancel)).nodes <= 10_000


# Many deals

MANY: list[Deal | State] = [
    *map(Deal, range(1, 41)),
    Deal(11_982),
    Deal(24).state().play("1a"),
    Deal(1, cells(2)),
    State([[]] * 8, (), (13,) * 4),
    *(Deal(number, Rules.BAKERS_GAME) for number in range(1, 15)),
]


def test_many_are_solved_in_order_by_any_number_of_threads() -> None:
    alone = [answer(Solver().solve(start)) for start in MANY]
    assert {verdict for _, verdict, *_ in alone} == {Verdict.SOLVED, Verdict.UNSOLVABLE}
    for jobs in (1, 2, 4, None):
        assert [answer(solution) for solution in Solver().solve_many(MANY, jobs)] == alone
        assert [answer(solution) for solution in Solver().solve_many(iter(MANY), jobs=jobs)] == alone
    assert [answer(solution) for solution in Solver().solve_many(MANY)] == alone


def test_many_each_have_the_limits() -> None:
    solver = Solver(max_nodes=100)
    alone = [answer(solver.solve(start)) for start in MANY]
    assert Verdict.UNKNOWN in {verdict for _, verdict, *_ in alone}
    for jobs in (1, 3):
        solutions = list(solver.solve_many(MANY, jobs))
        assert [answer(solution) for solution in solutions] == alone


@pytest.mark.parametrize("jobs", [1, 2])
def test_of_many_no_search_is_kept(jobs: int) -> None:
    """Else a list of what is unknown would fill the memory."""
    (solution,) = Solver(max_nodes=100).solve_many([Deal(11_982)], jobs)
    assert solution == Solver(max_nodes=100).solve(Deal(11_982))
    with pytest.raises(FreeCellError, match="the search of this solution is gone"):
        solution.resume(100)


def test_a_program_ends_though_many_are_still_to_be_solved() -> None:
    code = (
        "from freecell import Deal, Solver\n"
        "solutions = Solver().solve_many([Deal(1)] + [Deal(219837216)] * 20, jobs=2)\n"
        "print(next(solutions).verdict)\n"
        "raise SystemExit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "solved\n")


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_came_before_an_iterable_fails_is_given(jobs: int) -> None:
    def starts() -> Iterator[Deal]:
        yield from map(Deal, range(1, 41))
        raise LookupError

    solutions = Solver().solve_many(starts(), jobs)
    for number in range(1, 41):
        assert next(solutions).start == Deal(number).state()
    with pytest.raises(LookupError):
        next(solutions)


def test_what_watches_and_cancels_is_looked_at_before() -> None:
    with pytest.raises(FreeCellError, match="cancel must be"):
        Solver().solve(Deal(1), cancel=5)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match="on_progress must be"):
        Solver().solve(Deal(1), on_progress=5)  # type: ignore[arg-type]


def test_a_search_that_had_no_memory_has_all_its_turns_when_there_is_some() -> None:
    for number in range(1, 21):
        late = Solver(max_memory=0).solve(Deal(number)).resume(max_memory=2**30)
        assert (late.moves, late.nodes) == answer(Solver().solve(Deal(number)))[2:]


def test_a_hard_one_does_not_keep_back_those_before_it() -> None:
    solutions = Solver(max_seconds=60).solve_many([Deal(1), HARD, HARD], 2)
    began = time.monotonic()
    assert next(solutions).verdict is Verdict.SOLVED
    assert time.monotonic() - began < 30
    solutions.close()


@pytest.mark.parametrize("limit", ["nodes", "seconds", "memory", "cancel"])
def test_what_is_unknown_says_which_limit_ended_it(limit: str) -> None:
    cancel = threading.Event()
    if limit == "cancel":
        cancel.set()
    solver = {
        "nodes": Solver(max_nodes=2_000),
        "seconds": Solver(max_seconds=0.01),
        "memory": Solver(max_memory=300_000),
        "cancel": Solver(),
    }[limit]
    solution = solver.solve(HARD, cancel=cancel)
    assert solution.verdict is Verdict.UNKNOWN
    assert solution.limit == limit
    assert f"stopped by {limit}" in str(solution)
    assert Solver().solve(Deal(1)).limit is None
    assert pickle.loads(pickle.dumps(solution)).limit == limit


def test_seconds_do_not_tell_solutions_apart() -> None:
    assert Solver().solve(Deal(1)) == Solver().solve(Deal(1)) != Solver().solve(Deal(2))
    assert hash(Solver().solve(Deal(1))) == hash(Solver().solve(Deal(1)))


@pytest.mark.parametrize("number", range(1, 200))
def test_every_win_can_be_written_whatever_the_game(number: int) -> None:
    """HORNE spoils wins of games built in any suit: there the moves are written for what does not."""
    start = Deal(number, Rules(build=Build.ANY_SUIT, ranks=5, columns=5, cells=1)).state()
    solution = Solver(max_nodes=100_000).solve(start)
    if solution.verdict is Verdict.SOLVED:
        assert solution.length() <= len(solution.moves)
        assert replay(start, solution.notation()).won
        assert replay(start, solution.notation("extended")).won


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_many_may_have_no_end(jobs: int) -> None:
    taken = 0

    def starts() -> Iterator[Deal]:
        nonlocal taken
        for number in numbers_from(1):
            taken = number
            yield Deal(number)

    solutions = Solver().solve_many(starts(), jobs)
    assert taken == 0
    found = [answer(solution) for solution in islice(solutions, 100)]
    assert taken < 100 + 16 * (2 * jobs + 2)
    assert found == [answer(Solver().solve(Deal(number))) for number in range(1, 101)]


@pytest.mark.parametrize("jobs", [1, 2, 4, 1024])
def test_many_may_be_none(jobs: int) -> None:
    assert list(Solver().solve_many([], jobs)) == []
    assert len(list(Solver().solve_many([Deal(24)], jobs))) == 1


@pytest.mark.parametrize("jobs", [0, -1, 1_025, 10**5000, 1.5, "2", [], object()], ids=range(8))
def test_bad_numbers_of_threads(jobs: Any) -> None:
    with pytest.raises(FreeCellError, match="jobs"):
        Solver().solve_many([Deal(24)], jobs)


@pytest.mark.parametrize("starts", [None, 24, Deal(24), Deal(24).state()], ids=range(4))
def test_many_that_are_no_sequence(starts: Any) -> None:
    with pytest.raises(FreeCellError, match="starts"):
        Solver().solve_many(starts)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("place", [0, 5, 40, 199])
def test_a_bad_start_among_many_is_said(jobs: int, place: int) -> None:
    starts: list[Any] = [Deal(number) for number in range(1, 201)]
    starts[place] = "617"
    before = threading.active_count()
    with pytest.raises(FreeCellError, match="'617'"):
        list(Solver().solve_many(starts, jobs))
    assert threading.active_count() == before


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_comes_before_a_bad_start_is_given(jobs: int) -> None:
    starts: list[Any] = [Deal(1), Deal(2), None, Deal(3)]
    found: list[object] = []
    with pytest.raises(FreeCellError):
        found.extend(answer(solution) for solution in Solver().solve_many(starts, jobs))
    assert found == [answer(Solver().solve(Deal(number))) for number in (1, 2)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_goes_wrong_in_giving_starts_is_seen(jobs: int) -> None:
    def starts() -> Iterator[Deal]:
        yield Deal(1)
        raise LookupError("no more")

    before = threading.active_count()
    with pytest.raises(LookupError, match="no more"):
        list(Solver().solve_many(starts(), jobs))
    assert threading.active_count() == before


def test_many_that_are_left_stop() -> None:
    before = threading.active_count()
    hard: list[Deal] = [Deal(24), *[HARD] * 200]
    solutions = Solver(max_nodes=10**7).solve_many([*[Deal(24)] * 16, *hard], 2)
    assert next(solutions).verdict is Verdict.SOLVED
    assert threading.active_count() > before
    began = time.perf_counter()
    del solutions
    assert threading.active_count() == before
    assert time.perf_counter() - began < 5


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("jobs", [None, 1, 2])
def test_ctrl_c_is_heeded_soon(jobs: int | None) -> None:
    sent = []

    def interrupt() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    before = threading.active_count()
    timer = threading.Timer(0.3, interrupt)
    timer.start()
    solutions = Solver().solve_many([HARD] * 8, jobs) if jobs is not None else map(Solver().solve, [HARD])
    with pytest.raises(KeyboardInterrupt):
        list(solutions)
    assert time.perf_counter() - sent[0] < 2  # some hundredths of a second, on a machine with nothing else to do
    timer.join()
    assert threading.active_count() == before


# Hints


def test_a_hint_is_the_first_move_of_the_solution() -> None:
    for number in range(1, 31):
        state = Deal(number).state()
        solution = Solver().solve(state)
        hint = Solver().hint(state)
        assert hint == Hint(solution.moves[0], Verdict.SOLVED, len(solution.moves))
        assert hint.move is not None
        assert state.is_legal(hint.move)


def test_no_hint_where_there_is_no_move_to_make() -> None:
    won = State([[]] * 8, (), (13,) * 4)
    assert Solver().hint(won) == Hint(None, Verdict.SOLVED, 0)
    assert Solver().hint(Deal(11_982).state()) == Hint(None, Verdict.UNSOLVABLE, 0)
    assert Solver().hint(Deal(1, cells(0)).state()) == Hint(None, Verdict.UNSOLVABLE, 0)
    assert Solver(max_nodes=0).hint(Deal(1).state()) == Hint(None, Verdict.UNKNOWN, 0)


def test_a_hint_within_limits() -> None:
    state = HARD.state()
    for most in (1, 10, 1_000, 20_000):
        solution = Solver(max_nodes=most).solve(state)
        hint = Solver(max_nodes=most).hint(state)
        assert hint == Hint(solution.moves[0] if solution.moves else None, Verdict.UNKNOWN, len(solution.moves))
        assert hint.move is None or state.is_legal(hint.move)


def test_a_hint_is_a_value() -> None:
    hint = Solver().hint(Deal(24).state())
    assert pickle.loads(pickle.dumps(hint)) == hint
    assert len({hint, Solver().hint(Deal(24).state())}) == 1
    with pytest.raises(FrozenInstanceError):
        hint.moves = 0  # type: ignore[misc]
    for start in (None, "24", 24):
        with pytest.raises(FreeCellError):
            Solver().hint(start)  # type: ignore[arg-type]


def follow_hints(state: State) -> bool:
    """Whether one wins by doing as one is told, and never comes back to where one was."""
    met = {state.key()}
    while not state.is_won():
        hint = Solver().hint(state)
        assert hint.verdict is Verdict.SOLVED
        assert hint.move is not None
        state = state.play(hint.move)
        if state.key() in met:
            return False
        met.add(state.key())
    return True


@pytest.mark.parametrize("board", midgame_boards(), ids=range(20))
def test_hints_from_the_middle_win(board: str) -> None:
    assert follow_hints(State.parse(board))


def test_hints_from_the_start_win() -> None:
    assert [number for number in range(1, 101) if not follow_hints(Deal(number).state())] == []


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


def counted(solution: Solution) -> None:
    """Hold the three lengths against counts of our own."""
    start, moves = solution.start, solution.moves
    assert solution.length(Measure.RUNS) == len(moves)
    cards = 0
    state = start
    for move in moves:
        singles = state.expand(move)
        assert all(single.count == 1 for single in singles) or singles == (move,)  # a run that goes at once only
        cards += 1 if start.rules.supermoves is Supermoves.UNLIMITED else len(singles)
        state = state.play(move)
    assert solution.length(Measure.CARDS) == cards >= len(moves)
    for policy in (AutoPlay.NONE, AutoPlay.HORNE):
        text = solution.notation("extended", policy)
        again = replay(start, text, policy)
        assert again.error is None
        assert solution.length(Measure.PLAYER, policy) == len(again.moves) == len(text.split()) <= len(moves)
    assert solution.length() == solution.length(Measure.PLAYER) == solution.length(Measure.PLAYER, AutoPlay.HORNE)
    assert solution.length(Measure.PLAYER, AutoPlay.NONE) == len(moves)
    assert solution.length(Measure.CARDS, AutoPlay.NONE) == cards  # what goes by itself counts there in any case


def test_lengths() -> None:
    for number in range(1, 61):
        solution = Solver().solve(Deal(number))
        counted(solution)
        assert solution.length(Measure.CARDS) >= 52
    for number, rules in ((1, Rules.RELAXED_FREECELL), (1, Rules.BAKERS_GAME), (2, cells(1))):
        counted(Solver().solve(Deal(number, rules)))
    counted(Solver(max_nodes=5_000).solve(HARD))
    won = Solver().solve(State([[]] * 8, (), (13,) * 4))
    assert [won.length(measure) for measure in Measure] == [0, 0, 0]


def published(name: str) -> dict[int, list[str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {int(row[0]): row[1].split() for row in rows if row[0].isdigit()}


def test_lengths_of_the_wins_on_record() -> None:
    explicit, standard = published("solutions_explicit.tsv"), published("solutions_standard.tsv")
    assert len(explicit) == 20
    for number, words in explicit.items():
        start = Deal(number).state()
        solution = Solution(start, Verdict.SOLVED, replay(start, words, AutoPlay.NONE).moves, 0, 0.0)
        counted(solution)
        assert solution.length(Measure.RUNS) == len(words)
        assert solution.length() <= len(standard[number]) <= len(words)
    assert len(standard) == 40
    for number, words in standard.items():
        start = Deal(number).state()
        states = [start]
        moves: list[Move] = []
        for word in words:
            made = states[-1].parse_move(word)
            states.append(states[-1].play(made))
            moves.append(made)
            for automove in states[-1].automoves(AutoPlay.HORNE):
                states.append(states[-1].play(automove))
                moves.append(automove)
        solution = Solution(start, Verdict.SOLVED, tuple(moves), 0, 0.0)
        assert solution.states()[-1].is_won()
        counted(solution)
        assert solution.length() == len(words)


def test_a_length_by_hand() -> None:
    board = "Foundations: H-T C-T D-T S-T\nKS QH JS\nKH\nQS JD\nJC\nJH KC QD\nKD QC\n:\n:"
    start = State.parse(board)
    moves = start.play_all("17v3") and (start.parse_move("17v3"),)
    line = Solution(start, Verdict.UNKNOWN, moves, 0, 0.0)
    assert (line.length(), line.length(Measure.RUNS), line.length(Measure.CARDS)) == (1, 1, 5)


@pytest.mark.parametrize("measure", ["player", "cards", 0, False, AutoPlay.NONE, Measure], ids=range(6))
def test_bad_measures_are_refused(measure: Any) -> None:
    for solution in (Solver().solve(Deal(24)), Solver(max_nodes=0).solve(HARD)):
        with pytest.raises(FreeCellError, match="measure"):
            solution.length(measure)


def test_a_length_under_autoplay_that_spoils_the_win() -> None:
    spoilt = 0
    for number in range(1, 41):
        solution = Solver().solve(Deal(number))
        try:
            words = solution.notation("extended", AutoPlay.ALL).split()
        except FreeCellError:
            with pytest.raises(FreeCellError, match="spoils"):
                solution.length(Measure.PLAYER, AutoPlay.ALL)
            spoilt += 1
        else:
            assert solution.length(Measure.PLAYER, AutoPlay.ALL) == len(words)
        assert solution.length(Measure.RUNS, AutoPlay.ALL) == len(solution.moves)
    assert spoilt > 0
    for policy in ("horne", 2, b""):
        with pytest.raises(FreeCellError, match="autoplay"):
            solution.length(Measure.PLAYER, policy)  # type: ignore[arg-type]


def test_the_measures() -> None:
    assert [str(measure) for measure in Measure] == ["player", "runs", "cards"]
    for measure in Measure:
        assert pickle.loads(pickle.dumps(measure)) is measure
        assert repr(measure) == f"Measure.{measure.name}"


def test_a_bad_style_is_refused() -> None:
    solution = Solver().solve(Deal(24))
    for style in ("", "short", None, 1):
        with pytest.raises(FreeCellError):
            solution.notation(style)  # type: ignore[arg-type]
    for policy in ("horne", 2, b""):
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
        "Solver().solve(Deal(1568, Rules(cells=1)))",
        "Solver(max_nodes=0).solve(Deal(1568, Rules(cells=1))).resume()",
        "list(Solver().solve_many([Deal(1568, Rules(cells=1))], 1))",
        "list(Solver().solve_many([Deal(1568, Rules(cells=1))] * 40, 2))",
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
