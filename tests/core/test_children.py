"""What bots ask for: the children of a state, and moves as small integers."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from reference import Position
from strategies import core_state, positions

from freecell import AutoPlay, Deal, FreeCellError, Move, State


@given(positions())
def test_children_are_the_distinct_moves_that_change_something(position: Position) -> None:
    state = core_state(position)
    for policy in AutoPlay:
        children = state.children(policy)
        assert [move for move, _ in children] == [
            move for move in state.distinct_moves() if state.play(move).canonical() != state.canonical()
        ]
        assert all(child == state.turn(move, policy).state for move, child in children)


def test_a_whole_column_into_an_empty_one_is_not_a_child() -> None:
    state = State.parse("Foundations: H-K C-K D-K S-J\nQS\nKS" + "\n:" * 6)
    assert "13v1" not in {str(move) for move, _ in state.children(AutoPlay.NONE)}
    assert state.is_legal("13v1")


def test_children_need_a_policy() -> None:
    with pytest.raises(FreeCellError, match="autoplay must be an AutoPlay"):
        Deal(1).state().children(1)  # type: ignore[arg-type]


@given(positions())
def test_a_move_comes_back_from_its_code(position: Position) -> None:
    for move in core_state(position).legal_moves():
        assert Move.from_code(move.code) == move
        assert 0 <= move.code <= 15_245


def test_every_code_is_one_move_or_none() -> None:
    found = {}
    for code in range(15_246):
        with suppress(FreeCellError):
            found[code] = Move.from_code(code)
    with pytest.raises(FreeCellError, match="no move has the code 0"):
        Move.from_code(0)
    assert all(move.code == code for code, move in found.items())
    assert len(set(found.values())) == len(found)
    for bad in (-1, 15_246, 1.5, "1"):
        with pytest.raises(FreeCellError, match="code must be"):
            Move.from_code(bad)  # type: ignore[arg-type]
    assert Move("2", "6", 3).code == 535, "codes are the same in every version"
