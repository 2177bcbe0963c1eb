"""The error of a single move as an error of a sequence of moves."""

from __future__ import annotations

import pickle

import pytest

from freecell import (
    AmbiguousMoveError,
    Deal,
    Fault,
    FaultKind,
    FreeCellError,
    IllegalMoveError,
    InvalidStateError,
    Move,
    ParseError,
    replay,
)

START = Deal(1).state()
MOVES = (Move("hh", "1"), Move("hs", "1"))
ERRORS = [
    FreeCellError("a move is a Move or its text, not 3"),
    ParseError("'xx' is not a move", "xx"),
    InvalidStateError([Fault(FaultKind.DUPLICATE, "2C is twice")]),
    IllegalMoveError(Move("2", "a"), START, "cell a holds 5S"),
    AmbiguousMoveError("h1", MOVES),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_the_number_is_added_to_a_copy(error: FreeCellError) -> None:
    before = str(error)
    numbered = error._numbered(7, [])
    assert numbered is not error
    assert (numbered.number, error.number, str(error)) == (7, None, before)
    assert "move 7" in str(numbered)
    assert before.removeprefix("line 1, column 1: ") in str(numbered)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_the_number_survives_pickle(error: FreeCellError) -> None:
    numbered = error._numbered(7, [])
    again = pickle.loads(pickle.dumps(numbered))
    assert (type(again), again.number, str(again)) == (type(numbered), 7, str(numbered))


def test_errors_of_moves_keep_their_type_and_attributes() -> None:
    illegal, ambiguous = ERRORS[3]._numbered(2, []), ERRORS[4]._numbered(2, [])
    assert isinstance(illegal, IllegalMoveError)
    assert (illegal.move, illegal.state, illegal.reason) == (Move("2", "a"), START, "cell a holds 5S")
    assert isinstance(ambiguous, AmbiguousMoveError)
    assert (ambiguous.text, ambiguous.moves) == ("h1", MOVES)


@pytest.mark.parametrize(
    ("moves", "number", "place"),
    [
        ("xx", 1, (1, 1)),
        ("2a xx", 2, (1, 4)),
        ("  2a\t xx", 2, (1, 7)),
        ("2a\n\n 3b xx", 3, (3, 5)),
        ("2a\r\nxx", 2, (2, 1)),
        (["2a", "xx"], 2, (1, 1)),
    ],
)
def test_text_that_is_not_a_move_is_found_in_the_text_of_the_sequence(
    moves: str | list[str], number: int, place: tuple[int, int]
) -> None:
    error = ParseError("'xx' is not a move", "xx")._numbered(number, moves)
    assert (error.line, error.column) == place
    assert (error.text, error.reason) == ("xx", f"move {number}: 'xx' is not a move")


def test_the_place_is_the_same_wherever_a_sequence_is_played() -> None:
    moves = "2a\n 3b xx"
    with pytest.raises(ParseError) as caught:
        START.play_all(moves)
    error = replay(START, moves).error
    assert isinstance(error, ParseError)
    assert vars(error) == vars(caught.value)
    assert (error.number, error.line, error.column) == (3, 2, 5)
