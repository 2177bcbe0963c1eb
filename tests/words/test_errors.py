"""The errors: what they are, what they carry, how they read."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import Card, Deal, Fault, FaultKind, Move, Pile, Spot, State, Suit
from freecell._arguments import shortened, whole_number
from freecell.errors import AmbiguousMoveError, FreeCellError, IllegalMoveError, ParseError, WrongTypeError
from freecell.faults import InvalidStateError
from freecell.rules import Rules

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
TINY = State([["AC"]], rules=Rules(ranks=1, columns=1), foundations=(0, 1, 1, 1))
MOVES = (Move("hh", "1"), Move("hs", "1"))
FAULTS = (
    Fault(FaultKind.DUPLICATE, "2C is twice", Card(2, Suit.CLUBS), (Spot(Pile("3"), 0, 1, 7), Spot(Pile("a"), 0))),
    Fault(FaultKind.MISSING, "3C is missing", Card(3, Suit.CLUBS)),
)
EXAMPLES: list[tuple[FreeCellError, dict[str, Any], str]] = [
    (FreeCellError("no such thing"), {}, "no such thing"),
    (
        ParseError("'XX' is not a card", "XX", 3, 14),
        {"reason": "'XX' is not a card", "text": "XX", "line": 3, "column": 14},
        "line 3, column 14: 'XX' is not a card",
    ),
    (
        ParseError("'XX' is not a card", "XX"),
        {"reason": "'XX' is not a card", "text": "XX", "line": 1, "column": 1},
        "line 1, column 1: 'XX' is not a card",
    ),
    (
        InvalidStateError(FAULTS),
        {"faults": FAULTS},
        "2C is twice; 3C is missing",
    ),
    (
        IllegalMoveError(Move("2", "a"), TINY, "there is no column 2"),
        {"move": Move("2", "a"), "state": TINY, "reason": "there is no column 2", "number": None},
        "2a: there is no column 2",
    ),
    (
        IllegalMoveError("26", TINY, "there is no column 2", 7),
        {"move": "26", "state": TINY, "reason": "there is no column 2", "number": 7},
        "move 7, 26: there is no column 2",
    ),
    (AmbiguousMoveError("h1", list(MOVES)), {"text": "h1", "moves": MOVES, "number": None}, "h1 may mean hh1 or hs1"),
]


@pytest.mark.parametrize("kind", [ParseError, InvalidStateError, IllegalMoveError, AmbiguousMoveError])
def test_every_error_is_a_freecell_error_and_a_value_error(kind: type[FreeCellError]) -> None:
    assert issubclass(kind, FreeCellError)
    assert issubclass(kind, ValueError)
    assert kind.__bases__ == (FreeCellError,)


@pytest.mark.parametrize(("error", "attributes", "text"), EXAMPLES)
def test_what_an_error_carries_and_says(error: FreeCellError, attributes: dict[str, Any], text: str) -> None:
    assert vars(error) == attributes
    assert str(error) == text
    with pytest.raises(type(error)):
        raise error


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("error", "attributes", "text"), EXAMPLES)
def test_errors_survive_pickle_and_copy(
    error: FreeCellError, attributes: dict[str, Any], text: str, protocol: int
) -> None:
    for twin in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert vars(twin) == attributes
        assert str(twin) == text


def test_faults_and_moves_are_kept_as_they_were() -> None:
    faults, moves = list(FAULTS), list(MOVES)
    invalid, ambiguous = InvalidStateError(faults), AmbiguousMoveError("h1", moves)
    faults.clear()
    moves.clear()
    assert invalid.faults == FAULTS
    assert ambiguous.moves == MOVES


# Numbers from outside


class _Three:
    def __index__(self) -> int:
        return 3


@pytest.mark.parametrize("value", [3, _Three(), 2 + True])
def test_whole_numbers_come_back_as_ints(value: object) -> None:
    assert whole_number(value, "size", 1, 5) == 3
    assert type(whole_number(value, "size", 1, 5)) is int


@pytest.mark.parametrize("value", [True, False])
def test_truth_is_not_a_number(value: bool) -> None:
    with pytest.raises(WrongTypeError, match=f"size must be a whole number from 0 to 5, not {value}"):
        whole_number(value, "size", 0, 5)
    with pytest.raises(TypeError, match=f"not {value}"):
        Deal(value)


@pytest.mark.parametrize("value", [1, 5])
def test_both_ends_of_the_range_are_in_it(value: int) -> None:
    assert whole_number(value, "size", 1, 5) == value


@pytest.mark.parametrize("value", [0, 6, -(2**70), 2**70])
def test_a_number_outside_the_range_is_named_with_it(value: int) -> None:
    with pytest.raises(FreeCellError) as caught:
        whole_number(value, "size", 1, 5)
    assert str(caught.value) == f"size must be from 1 to 5, not {value}"


@pytest.mark.parametrize("value", [3.0, 3.7, "3", None, b"3", float("nan"), [3], 3j, object])
def test_what_is_no_whole_number_is_named(value: object) -> None:
    with pytest.raises(FreeCellError) as caught:
        whole_number(value, "size", 1, 5)
    assert str(caught.value) == f"size must be a whole number from 1 to 5, not {value!r}"
    assert caught.value.__cause__ is None


def test_a_number_too_long_to_print_is_refused_all_the_same() -> None:
    for value in (10**5000, [10**5000]):
        with pytest.raises(FreeCellError, match=r"size must be .*a value of type"):
            whole_number(value, "size", 1, 5)


@given(st.text() | st.binary() | st.integers() | st.lists(st.integers()))
def test_shortened_is_the_repr_or_its_beginning(value: object) -> None:
    short = shortened(value)
    assert len(short) <= 60
    assert short == repr(value) or repr(value).startswith(short.removesuffix("...").rstrip("'\""))


def test_shortened_does_not_write_a_long_text_out() -> None:
    assert len(shortened("x" * 10_000_000)) <= 60
    assert len(shortened(b"x" * 10_000_000)) <= 60
