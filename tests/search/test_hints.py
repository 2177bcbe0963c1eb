"""The solver's hints: each leads on, following them wins, and there is one whenever there is a move."""

from __future__ import annotations

import pickle
import threading
from dataclasses import FrozenInstanceError

import pytest
from helpers.solving import HARD, cells, midgame_boards

from freecell import (
    AutoPlay,
    Basis,
    Deal,
    EmptyColumns,
    FreeCellError,
    Hint,
    Measure,
    Move,
    Rules,
    Solver,
    State,
    Verdict,
)


def test_a_hint_is_the_first_move_of_the_solution() -> None:
    for number in range(1, 31):
        state = Deal(number).state()
        solution = Solver().solve(state)
        hint = Solver().hint(state)
        assert hint == Hint(solution.turns()[0].move, Basis.SOLUTION, Verdict.SOLVED, solution.length())
        assert state.is_legal(hint.move)


@pytest.mark.parametrize("measure", [Measure.CARDS, Measure.RUNS, Measure.player(AutoPlay.ALL, on_deal=True)], ids=str)
def test_a_hint_counts_by_the_measure_of_the_solver(measure: Measure) -> None:
    solver = Solver(goal="short", measure=measure, max_nodes=20_000)
    hint = solver.hint(Deal(24))
    assert hint is not None
    assert hint.remaining == solver.solve(Deal(24)).length()


def test_no_hint_without_a_legal_move() -> None:
    assert Solver().hint(State([[]] * 8, (), (13,) * 4)) is None
    taken_back = Rules(foundation_takeback=True)
    assert Solver().hint(State([[]] * 8, (), (13,) * 4, taken_back)) is None, "it is won"
    stuck = State([["AC", "2C"], ["AD", "AH", "AS", "2D", "2H", "2S"]], rules=Rules(cells=0, columns=2, ranks=2))
    assert Solver().hint(stuck) is None
    assert Solver().hint(Deal(1, cells(0))) is None


def test_automatic_moves_on_the_deal_come_first() -> None:
    """A hint is for the position that was asked about, not for the one after its automatic moves."""
    measure = Measure.player(AutoPlay.ALL, on_deal=True)
    solver = Solver(goal="short", measure=measure, max_nodes=5_000)
    last = State([["KS"], *[[]] * 7], (), (13, 13, 13, 12))
    assert solver.hint(last) == Hint(Move("1", "h"), Basis.SOLUTION, Verdict.SOLVED, 0)
    for number in (1, 12, 26, 49):
        state, moves = Deal(number).state(), 0
        while not state.is_won():
            hint = solver.hint(state)
            assert hint is not None
            assert hint.basis is Basis.SOLUTION
            automatic = state.automoves(AutoPlay.ALL)
            assert hint.move == automatic[0] if automatic else not hint.move.target.is_home or hint.remaining
            state, moves = state.play(hint.move), moves + 1
            assert moves < 150


def test_a_hint_is_cancelled() -> None:
    cancel = threading.Event()
    cancel.set()
    hint = Solver().hint(HARD, cancel=cancel)
    assert hint is not None
    assert hint.verdict is Verdict.UNKNOWN
    with pytest.raises(TypeError, match="Event"):
        Solver().hint(HARD, cancel=True)  # type: ignore[arg-type]


def test_a_lost_position_has_a_hint_that_says_so() -> None:
    for start in (Deal(11_982), Deal(2, cells(0))):
        hint = Solver().hint(start)
        assert hint is not None
        assert (hint.verdict, hint.remaining) == (Verdict.UNSOLVABLE, None)
        assert hint.basis in (Basis.HOME, Basis.LEGAL)
        assert start.state().is_legal(hint.move)


def test_a_hint_within_limits() -> None:
    state = HARD.state()
    for most in (0, 1, 10, 1_000, 20_000):
        line = Solver(max_nodes=most).solve(state).moves
        hint = Solver(max_nodes=most).hint(state)
        assert hint is not None
        assert (hint.verdict, hint.remaining) == (Verdict.UNKNOWN, None)
        assert state.is_legal(hint.move)
        assert hint.move.target.is_home == (hint.basis is Basis.HOME)
        assert hint.basis is Basis.HOME or not line or hint.move == line[0]


def test_a_hint_where_every_move_goes_back() -> None:
    rules = Rules(cells=0, columns=3, ranks=3, empty_columns=EmptyColumns.KINGS_ONLY)
    state = State([["3C"], [], ["AC", "AD", "AH", "AS", "2D", "2H", "2S", "3D", "3H", "3S", "2C"]], rules=rules)
    assert Solver().hint(state) == Hint(Move("1", "2"), Basis.BACK, Verdict.UNSOLVABLE)


def test_a_hint_is_a_value() -> None:
    hint = Solver().hint(Deal(24).state())
    assert pickle.loads(pickle.dumps(hint)) == hint
    assert len({hint, Solver().hint(Deal(24).state())}) == 1
    with pytest.raises(FrozenInstanceError):
        hint.remaining = 0  # type: ignore[union-attr,misc]
    for start in (None, "24", 24):
        with pytest.raises(FreeCellError):
            Solver().hint(start)  # type: ignore[arg-type]


def follow_hints(state: State) -> bool:
    """Whether following the hints wins and never repeats a position."""
    met = {state.key()}
    while not state.is_won():
        hint = Solver().hint(state)
        assert hint is not None
        assert hint.verdict is Verdict.SOLVED
        state = state.turn(hint.move, AutoPlay.HORNE).state
        if state.key() in met:
            return False
        met.add(state.key())
    return True


@pytest.mark.parametrize("board", midgame_boards(), ids=range(20))
def test_hints_from_the_middle_win(board: str) -> None:
    assert follow_hints(State.parse(board))


def test_hints_from_the_start_win() -> None:
    assert [number for number in range(1, 101) if not follow_hints(Deal(number).state())] == []
