"""Turns: a move with the automatic moves after it, as values and as they lead on."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from reference import Position
from strategies import core_state, plain, positions, twin_of

from freecell import (
    AutoPlay,
    Card,
    Deal,
    FreeCellError,
    IllegalMoveError,
    Move,
    ParseError,
    Rules,
    Solver,
    State,
    Turn,
    replay,
)

START = Deal(1).state()


def test_a_turn_has_the_automatic_moves_and_the_state_after_them() -> None:
    turn = START.play("6a").turn("6b", AutoPlay.HORNE)
    assert (str(turn.move), [str(move) for move in turn.automatic]) == ("6b", ["6h", "6h", "bh"])
    assert turn.state == START.play("6a").play_all("6b 6h 6h bh")
    assert turn.all_moves() == (turn.move, *turn.automatic)
    assert str(turn) == "6b 6h 6h bh"


@given(positions())
def test_a_turn_is_a_move_and_autoplay(position: Position) -> None:
    state = core_state(position)
    for policy in AutoPlay:
        for move in state.distinct_moves()[:5]:
            turn = state.turn(move, policy)
            after = state.play(move)
            assert turn.move == move
            assert after.play_all(turn.automatic) == turn.state
            assert twin_of(turn.state) == position.turn(plain(move), policy)
            if not move.source.is_home:
                assert (turn.automatic, turn.state) == (after.automoves(policy), after.autoplay(policy))


@pytest.mark.parametrize("policy", list(AutoPlay))
def test_a_card_taken_back_is_left_alone_until_the_next_move(policy: AutoPlay) -> None:
    state = Deal(1, Rules(foundation_takeback=True)).state().play_all("6a 6b", AutoPlay.ALL)
    assert str(state.cells[1]) == "None", "the two of clubs is home"
    turn = state.turn("hcd", policy)
    assert turn.automatic == ()
    assert [str(card) for card in turn.state.cells] == ["3D", "None", "None", "2C"]
    after = turn.state.turn("1b", policy)
    goes = Move("d", "h") in turn.state.automoves(policy)
    assert goes == (policy is not AutoPlay.NONE)
    assert (Move("d", "h") in after.automatic) == goes, "then it may go again"
    assert dict(state.children(policy))[Move("hc", "b")].cells[1] is not None
    assert state.play_all(["hcd"], policy) == turn.state
    assert replay(state, "hcd 1b", policy).states[-1] == after.state


def test_a_card_taken_back_may_be_built_on() -> None:
    """What taking back is for: it holds another card before autoplay looks again."""
    rules = Rules(cells=1, columns=3, ranks=3, foundation_takeback=True)
    state = State([["3C", "2D"], ["3S", "3D", "2H", "2S"], ["AD", "AH", "AS", "3H"]], (), (2, 0, 0, 0), rules)
    turn = state.turn("hca", AutoPlay.ALL)
    assert turn.state.cells == (Card.parse("2C"),)
    lands = state.turn("hc3", AutoPlay.ALL).state
    assert [str(card) for card in lands.columns[2]] == ["AD", "AH", "AS", "3H", "2C"]


def test_turns_are_values() -> None:
    turn = START.turn("6a", AutoPlay.NONE)
    assert turn == START.turn(Move("6", "a"), AutoPlay.HORNE)
    assert turn != START.turn("6b", AutoPlay.NONE)
    assert turn != "6a"
    assert hash(turn) == hash(START.turn("6a", AutoPlay.HORNE))
    assert copy.deepcopy(turn) is copy.copy(turn) is turn
    assert pickle.loads(pickle.dumps(turn)) == turn
    assert eval(repr(turn), {"Turn": Turn, "Move": Move, "State": State}) == turn
    with pytest.raises(AttributeError):
        turn.state = START  # type: ignore[misc]


def test_a_bad_turn_is_refused() -> None:
    with pytest.raises(IllegalMoveError):
        START.turn("12", AutoPlay.NONE)
    with pytest.raises(ParseError):
        START.turn("?", AutoPlay.NONE)
    with pytest.raises(FreeCellError, match="autoplay must be an AutoPlay"):
        START.turn("6a", "horne")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Turn(Move("6", "a"), [], START)  # type: ignore[arg-type]


def test_copies_of_immutable_values_are_the_values() -> None:
    for value in (START, Move("2", "a"), Move("2", "a").source):
        assert copy.copy(value) is copy.deepcopy(value) is value


@pytest.mark.parametrize("policy", [AutoPlay.NONE, AutoPlay.HORNE, AutoPlay.RAYMOND])
def test_the_turns_of_a_solution_win(policy: AutoPlay) -> None:
    for number in range(1, 30):
        solution = Solver().solve(Deal(number))
        state = solution.start
        turns = solution.turns(policy)
        for turn in turns:
            assert state.turn(turn.move, policy) == turn
            state = turn.state
        assert state.is_won()
        assert solution.notation("extended", policy).count(" ") + 1 == len(turns)
