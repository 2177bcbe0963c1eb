"""Solutions as values: their lengths, their notation, their verdicts."""

from __future__ import annotations

import pickle
import re
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from helpers.paths import DATA
from helpers.solving import HARD, cells

from freecell import (
    AutoPlay,
    Build,
    Deal,
    FreeCellError,
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


def test_seconds_do_not_tell_solutions_apart() -> None:
    assert Solver().solve(Deal(1)) == Solver().solve(Deal(1)) != Solver().solve(Deal(2))
    assert hash(Solver().solve(Deal(1))) == hash(Solver().solve(Deal(1)))


@pytest.mark.parametrize("number", range(1, 200))
def test_every_win_can_be_written_whatever_the_game(number: int) -> None:
    """HORNE spoils wins of games built in any suit: their moves are written for a policy that does not."""
    start = Deal(number, Rules(build=Build.ANY_SUIT, ranks=5, columns=5, cells=1)).state()
    solution = Solver(max_nodes=100_000).solve(start)
    if solution.verdict is Verdict.SOLVED:
        assert solution.length() <= len(solution.moves)
        assert replay(start, solution.notation()).won
        assert replay(start, solution.notation("extended")).won


def test_a_solution_is_a_value() -> None:
    solution = Solver().solve(Deal(24))
    with pytest.raises(FrozenInstanceError):
        solution.nodes = 0  # type: ignore[misc]
    thawed = pickle.loads(pickle.dumps(solution))
    assert thawed == solution
    assert hash(thawed) == hash(solution)
    assert isinstance(solution.moves, tuple)
    assert Solver().solve(Deal(25)) != solution


def test_str_of_a_solution_is_one_line() -> None:
    state = Deal(617).state()
    moves = Solver().solve(state).moves
    assert str(Solution(state, Verdict.SOLVED, moves, 64_548, 0.288)) == "solved in 55 moves (64,548 positions, 0.29 s)"
    assert str(Solution(state, Verdict.UNSOLVABLE, (), 1_234_567, 12)) == "unsolvable (1,234,567 positions, 12.00 s)"
    assert str(Solution(state, Verdict.UNKNOWN, (), 100, 0.004)) == "unknown (100 positions, 0.00 s)"
    solution = Solver().solve(Deal(24))
    assert str(solution).startswith(f"solved in {solution.length()} moves ({solution.nodes:,} position")
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
        assert solution.length(Measure.player(policy)) == len(again.moves) == len(text.split()) <= len(moves)
    assert solution.length() == solution.length(Measure.player()) == solution.length(Measure.player(AutoPlay.HORNE))
    assert solution.length(Measure.player(AutoPlay.NONE)) == len(moves)


def test_lengths() -> None:
    for number in range(1, 61):
        solution = Solver().solve(Deal(number))
        counted(solution)
        assert solution.length(Measure.CARDS) >= 52
    for number, rules in ((1, Rules.RELAXED_FREECELL), (1, Rules.BAKERS_GAME), (2, cells(1))):
        counted(Solver().solve(Deal(number, rules)))
    counted(Solver(max_nodes=5_000).solve(HARD))
    won = Solver().solve(State([[]] * 8, (), (13,) * 4))
    assert [won.length(measure) for measure in (Measure.player(), Measure.RUNS, Measure.CARDS)] == [0, 0, 0]


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
                solution.length(Measure.player(AutoPlay.ALL))
            spoilt += 1
        else:
            assert solution.length(Measure.player(AutoPlay.ALL)) == len(words)
    assert spoilt > 0


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


def test_autoplay_that_spoils_the_win_is_refused() -> None:
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
        assert [str(verdict), f"{verdict:>12}"] == [verdict.name.lower(), verdict.name.lower().rjust(12)]
