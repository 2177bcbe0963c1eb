"""The solver's hints: each leads on, and following them wins."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError

import pytest
from helpers.solving import HARD, cells, midgame_boards

from freecell import Deal, FreeCellError, Hint, Solver, State, Verdict


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
        hint.length = 0  # type: ignore[misc]
    for start in (None, "24", 24):
        with pytest.raises(FreeCellError):
            Solver().hint(start)  # type: ignore[arg-type]


def follow_hints(state: State) -> bool:
    """Whether following the hints wins and never repeats a position."""
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
