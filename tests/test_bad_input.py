"""What cannot be read, laid or played is refused by one of our errors that names it, and nothing is changed by it."""

from __future__ import annotations

import itertools
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from freecell import (
    CARDS,
    AmbiguousMoveError,
    AutoPlay,
    Build,
    Card,
    Deal,
    EmptyColumns,
    FreeCellError,
    IllegalMoveError,
    InvalidStateError,
    Move,
    ParseError,
    Pile,
    Rules,
    Solver,
    State,
    Suit,
    Supermoves,
    deal_layouts,
    replay,
)

untimed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
LAST = 2**33 - 1
HUGE = 10**5000
"""More digits than Python turns into text."""

DEAL_24 = str(Deal(24))
LINES = DEAL_24.splitlines()


class Broken:
    """A value that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


def nested() -> list[Any]:
    """A list too deep for its repr."""
    inner: list[Any] = []
    for _ in range(100_000):
        inner = [inner]
    return inner


def cyclic() -> list[Any]:
    ring: list[Any] = []
    ring.append(ring)
    return ring


T = TypeVar("T")

JUNK: dict[str, Any] = {
    "None": None,
    "float": 3.7,
    "whole float": 3.0,
    "nan": float("nan"),
    "complex": 1j,
    "bytes": b"2a",
    "huge": HUGE,
    "minus huge": -HUGE,
    "object": object(),
    "type": State,
    "function": len,
    "list": [],
    "dict": {},
    "NUL": "\0",
    "surrogate": "\ud800",
    "broken": Broken(),
    "nested": nested(),
    "cyclic": cyclic(),
    "empty text": "",
}
junk = pytest.mark.parametrize("value", JUNK.values(), ids=JUNK)


def refused(call: Callable[[], object], kind: type[FreeCellError] = FreeCellError, *names: str) -> FreeCellError:
    """Check that a call is refused by an error of that kind whose short message has the names in it."""
    with pytest.raises(FreeCellError) as caught:
        call()
    assert isinstance(caught.value, kind)
    message = str(caught.value)
    assert message
    assert len(message) < 4_000, "a message is to be read"
    for name in names:
        assert name in message
    return caught.value


def attempt(call: Callable[[], T]) -> T | None:
    """Give what a call gives, or None where it is refused by one of our errors with a short message."""
    try:
        return call()
    except FreeCellError as error:
        if len(str(error)) >= 4_000:
            raise
        return None


# Deal numbers


@pytest.mark.parametrize("number", [0, -1, 2**33, pytest.param(HUGE, id="huge"), pytest.param(-HUGE, id="minus huge")])
def test_deal_numbers_out_of_range(number: int) -> None:
    refused(lambda: Deal(number), FreeCellError, f"1 to {LAST}")
    if abs(number) < HUGE:
        refused(lambda: Deal(number), FreeCellError, str(number))


@pytest.mark.parametrize("number", [3.7, "abc", None])
def test_deal_numbers_that_are_none(number: Any) -> None:
    refused(lambda: Deal(number), FreeCellError, repr(number))


# Boards


def board(**changes: str) -> str:
    """Deal 24 with some lines put in place of others: ``line_1`` to ``line_8``."""
    lines = list(LINES)
    for name, line in changes.items():
        lines[int(name.removeprefix("line_")) - 1] = line
    return "\n".join(lines)


BAD_BOARDS: dict[str, tuple[str, type[FreeCellError], tuple[str, ...]]] = {
    "a missing card": (board(line_1="4C 2C 9C 8C QS 4S"), InvalidStateError, ("2H",)),
    "two missing cards": (board(line_1="4C 2C 9C 8C QS", line_8="7S 6C 7D 4D 8S 9D"), InvalidStateError, ("4S", "2H")),
    "a double card": (
        board(line_8="7S 6C 7D 4D 8S 9D 9D"),
        InvalidStateError,
        ("9D", "line 8", "column 16", "column 19"),
    ),
    "a card for another": (
        board(line_1="4C 2C 9C 8C QS 4S AS"),
        InvalidStateError,
        ("AS", "line 1, column 19", "line 4, column 19", "2H"),
    ),
    "an unknown card": (board(line_3="QC 9S 6H 9H 3S KS 3X"), ParseError, ("3X", "line 3, column 19")),
    "rank 0": (board(line_3="QC 9S 6H 9H 3S KS 0D"), ParseError, ("0D", "line 3, column 19")),
    "rank 11": (board(line_3="QC 9S 6H 9H 3S KS 11D"), ParseError, ("11D", "line 3, column 19")),
    "cards run together": (board(line_2="5HQH3CAC3H4HQD"), ParseError, ("5HQH3CAC3H4HQD", "line 2, column 1")),
    "a comma": (board(line_2="5H,QH 3C AC 3H 4H QD"), ParseError, ("5H,QH", "line 2, column 1")),
    "a card's halves exchanged": (board(line_2="H5 QH 3C AC 3H 4H QD"), ParseError, ("H5", "line 2, column 1")),
    "an en dash for an empty cell": ("Freecells: – – – –\n" + DEAL_24, ParseError, ("–", "line 1, column 12")),
    "51 cards": (board(line_8="7S 6C 7D 4D 8S"), InvalidStateError, ("9D",)),
    "53 cards": (board(line_5="2D KD TH TC TD 8D AC"), InvalidStateError, ("AC", "line 5", "line 2")),
    "seven columns": ("\n".join(LINES[:7]), InvalidStateError, ("7 columns", "8")),
    "seven columns, all cards": (
        "\n".join([f"{LINES[7]} {LINES[0]}", *LINES[1:7]]),
        InvalidStateError,
        ("7 columns", "8"),
    ),
    "nine columns": (DEAL_24.replace("\n7S 6C", "\n7S\n6C"), InvalidStateError, ("9 columns", "8", "line 9")),
    "nine columns, one of them empty": (DEAL_24 + "\n:", InvalidStateError, ("9 columns", "line 9")),
    "five cells": (
        "Freecells: 9D - - - -\n" + DEAL_24.removesuffix(" 9D"),
        InvalidStateError,
        ("5 cells", "4", "line 1"),
    ),
    "a card in a cell and a column": ("Freecells: 9D\n" + DEAL_24, InvalidStateError, ("9D", "line 1", "line 9")),
    "a card twice in cells": (
        "Freecells: 9D - 9D\n" + DEAL_24.removesuffix(" 9D"),
        InvalidStateError,
        ("9D", "column 12", "column 17"),
    ),
    "a foundation that contradicts the columns": (
        "Foundations: H-2\n" + DEAL_24,
        InvalidStateError,
        ("AH", "2H", "line 2"),
    ),
    "a foundation that contradicts a cell": (
        "Foundations: D-9\nFreecells: 9D\n" + DEAL_24.removesuffix(" 9D"),
        InvalidStateError,
        ("9D", "line 2", "AD"),
    ),
    "a foundation too low": (
        str(Deal(6893).state().autoplay(AutoPlay.HORNE)).partition("\n")[2],
        InvalidStateError,
        ("A",),
    ),
    "a foundation of no suit": ("Foundations: X-2\n" + DEAL_24, ParseError, ("X-2", "line 1, column 14")),
    "a foundation of no rank": ("Foundations: H-0 C-14\n" + DEAL_24, ParseError, ("C-14", "line 1, column 18")),
    "a foundation without a rank": ("Foundations: H- C-0\n" + DEAL_24, ParseError, ("H-", "line 1, column 14")),
    "a foundation twice": ("Foundations: H-0 H-0\n" + DEAL_24, ParseError, ("hearts", "line 1, column 18")),
    "a second line of foundations": ("Foundations: H-0\nFounds: H-0\n" + DEAL_24, ParseError, ("oundations", "line 2")),
    "a second line of cells": ("Freecells: -\nFC: -\n" + DEAL_24, ParseError, ("Freecells", "line 2")),
    "cells below the columns": (DEAL_24 + "\nFreecells: -", ParseError, ("Freecells", "line 9")),
    "foundations among the columns": (board(line_4="Foundations: H-0"), ParseError, ("oundations", "line 4")),
    "an unknown header": ("Talon: 9D\n" + DEAL_24.removesuffix(" 9D"), ParseError, ("Talon:", "line 1, column 1")),
    "a blank line within": ("\n".join([*LINES[:3], "", *LINES[3:]]), InvalidStateError, ("9 columns", "blank")),
    "one of two blank lines too many": (
        "\n".join(["", f"{LINES[7]} {LINES[0]}", *LINES[1:7], "", ""]),
        InvalidStateError,
        ("9 columns", "blank"),
    ),
    "blank lines only": ("\n" * 8, ParseError, ("no board",)),
    "colons only": (":\n" * 8, FreeCellError, ()),
    "two colons": (board(line_2=":: 5H QH 3C AC 3H 4H QD"), ParseError, ("line 2",)),
    "a colon behind": (board(line_2="5H QH 3C AC 3H 4H QD:"), ParseError, ("QD:", "line 2, column 19")),
    "a NUL within": (board(line_2="5H QH 3C AC 3H 4H Q\0D"), ParseError, ("line 2, column 19",)),
    "a NUL behind": (DEAL_24 + "\0", ParseError, ("line 8, column 16",)),
    "a byte order mark": ("\ufeff" + DEAL_24, ParseError, ("line 1, column 1",)),
    "a zero-width space": (board(line_2="5H\u200b QH 3C AC 3H 4H QD"), ParseError, ("line 2, column 1",)),
    "full-width digits": (board(line_2="5H QH 3C AC 3H \uff14H QD"), ParseError, ("line 2, column 16",)),
    "digits of another script": (board(line_2="5H QH 3C AC 3H \u0664H QD"), ParseError, ("line 2, column 16",)),
    "a superscript": (board(line_2="5H QH 3C AC 3H \u2074H QD"), ParseError, ("line 2, column 16",)),
    "a long s for spades": (board(line_8="7\u017f 6C 7D 4D 8S 9D"), ParseError, ("line 8, column 1",)),
    "a Kelvin sign for a king": (board(line_5="2D \u212aD TH TC TD 8D"), ParseError, ("line 5, column 4",)),
    "a Cyrillic ace": (board(line_2="5H QH 3C \u0410C 3H 4H QD"), ParseError, ("line 2, column 10",)),
    "a playing card character": (board(line_2="5H QH 3C \U0001f0d1 3H 4H QD"), ParseError, ("line 2, column 10",)),
    "white suit signs": (board(line_2="5\u2661 QH 3C AC 3H 4H QD"), ParseError, ("line 2, column 1",)),
    "a variation selector alone": (board(line_2="5H \ufe0f QH 3C AC 3H 4H QD"), ParseError, ("line 2, column 4",)),
    "a lone surrogate": (board(line_2="5\ud800 QH 3C AC 3H 4H QD"), ParseError, ("line 2, column 1",)),
}


@pytest.mark.parametrize("name", BAD_BOARDS)
@pytest.mark.parametrize("reader", [State.parse, Deal.parse], ids=["State", "Deal"])
def test_bad_board(name: str, reader: Callable[[str], object]) -> None:
    text, kind, names = BAD_BOARDS[name]
    refused(lambda: reader(text), kind, *names)


def test_the_kind_of_a_board_error_is_exact() -> None:
    for text, kind, _ in BAD_BOARDS.values():
        if kind is not FreeCellError:
            with pytest.raises(FreeCellError) as caught:
                State.parse(text)
            assert type(caught.value) is kind


def test_all_faults_are_named_at_once() -> None:
    error = refused(
        lambda: State.parse(board(line_1="4C 2C 9C 8C QS 4S 4S", line_8="7S 6C 7D 4D 8S 8S")), InvalidStateError
    )
    assert isinstance(error, InvalidStateError)
    assert len(error.reasons) == 4
    for card in ("4S", "8S", "2H", "9D"):
        assert any(reason.startswith(card) for reason in error.reasons)


SEPARATORS = "\t\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u2003\u2009\u2028\u2029\u202f\u205f\u3000"


@pytest.mark.parametrize("separator", SEPARATORS, ids=[f"U+{ord(character):04X}" for character in SEPARATORS])
def test_unusual_white_space_never_shifts_a_column(separator: str) -> None:
    """Some of these end a line for Python; then the columns are too many, and never others than were written."""
    for text in (
        DEAL_24.replace(" ", separator),
        separator + DEAL_24,
        DEAL_24 + separator,
        DEAL_24.replace("\n", separator + "\n"),
    ):
        assert attempt(lambda text=text: State.parse(text)) in (None, Deal(24).state())  # type: ignore[misc]
    assert State.parse(DEAL_24.replace("\n", "\r\n")) == State.parse(DEAL_24.replace("\n", "\r")) == Deal(24).state()


@given(st.text())
@untimed
def test_any_text_is_read_or_refused(text: str) -> None:
    for reader in (
        State.parse,
        Deal.parse,
        Deal.from_code,
        Deal.from_cards,
        Move.parse,
        Card.parse,
        Suit.parse,
        Rules.parse,
        Pile,
    ):
        value = attempt(lambda reader=reader: reader(text))  # type: ignore[misc]
        if value is not None and reader is not Deal.from_cards and reader is not Deal.from_code:
            assert reader(str(value)) == value


PIECES = [*map(str, CARDS), ":", "-", "\n", " ", "Foundations: H-A", "Freecells:", "H-0", "X", "\t", "10S", ""]


@given(st.lists(st.sampled_from(PIECES), max_size=80))
@untimed
def test_any_pieces_of_a_board_are_read_or_refused(pieces: list[str]) -> None:
    text = " ".join(pieces)
    state = attempt(lambda: State.parse(text))
    assert state is None or State.parse(str(state)) == state


@given(st.integers(0, len(DEAL_24) - 1), st.characters() | st.sampled_from("23456789TJQKACDHS :\n-"))
@untimed
def test_any_one_character_changed(place: int, character: str) -> None:
    text = DEAL_24[:place] + character + DEAL_24[place + 1 :]
    # What can still be read is the same deal but for a colon, white space or case.
    assert attempt(lambda: State.parse(text)) in (None, Deal(24).state())


@pytest.mark.parametrize("length", range(len(DEAL_24)))
def test_a_board_cut_off(length: int) -> None:
    refused(lambda: State.parse(DEAL_24[:length]))


# 10 MB of noise

MEGABYTES = 10_000_000


NOISE: dict[str, Callable[[], str]] = {
    "bytes": lambda: random.Random(2).randbytes(MEGABYTES).decode("latin-1"),
    "letters": lambda: "".join(random.Random(2).choices("23456789TJQKACDHS", k=1_000)) * (MEGABYTES // 1_000),
    "cards": lambda: "AC 2H " * (MEGABYTES // 6),
    "cards, one a line": lambda: "AC\n" * (MEGABYTES // 3),
    "lines": lambda: "\n" * MEGABYTES,
    "colons": lambda: ":\n" * (MEGABYTES // 2),
    "one word": lambda: "x" * MEGABYTES,
    "spaces": lambda: " " * MEGABYTES,
    "empty cells": lambda: "Freecells: " + "- " * (MEGABYTES // 2),
    "foundations": lambda: "Foundations: " + "H-0 " * (MEGABYTES // 4),
    "headers": lambda: "Freecells:\n" * (MEGABYTES // 11),
    "moves": lambda: "26 " * (MEGABYTES // 3),
    "digits": lambda: "1" * MEGABYTES,
    "commas": lambda: "freecell" + "," * MEGABYTES,
    "equals": lambda: "=" * MEGABYTES,
    "a board with a tail": lambda: DEAL_24 + "\n" * MEGABYTES + "x",
}
READERS: dict[str, Callable[[str], object]] = {
    "State.parse": State.parse,
    "Deal.parse": Deal.parse,
    "Deal.from_cards": Deal.from_cards,
    "Deal.from_code": Deal.from_code,
    "State.parse_move": Deal(24).state().parse_move,
    "State.play_all": Deal(24).state().play_all,
    "Move.parse": Move.parse,
    "Pile": Pile,
    "Card.parse": Card.parse,
    "Suit.parse": Suit.parse,
    "AutoPlay.parse": AutoPlay.parse,
    "Rules.parse": Rules.parse,
    "State.from_bytes": lambda text: State.from_bytes(text.encode()),
    "Deal": lambda text: Deal(text),  # type: ignore[arg-type]
}


@pytest.fixture(scope="module", params=NOISE)
def noise(request: pytest.FixtureRequest) -> str:
    return NOISE[request.param]()


@pytest.mark.parametrize("reader", READERS)
def test_noise(noise: str, reader: str) -> None:
    """Whatever ten megabytes of it are given to, the answer is an error that can be read, and no crash."""
    if reader == "State.play_all" and not noise.strip():
        assert Deal(24).state().play_all(noise) == Deal(24).state()
        return
    refused(lambda: READERS[reader](noise))


@pytest.mark.parametrize("name", ["bytes", "moves", "one word"])
def test_noise_is_replayed_to_its_first_move(name: str) -> None:
    found = replay(Deal(24), NOISE[name]())
    assert not found.won
    assert isinstance(found.error, FreeCellError)
    assert found.failed_at == len(found.states)
    assert len(str(found.error)) < 1_000


# Moves

EMPTY_AND_FULL = State.parse(
    "Freecells: QC 9S 6H 9H\n:\n4C 2C 9C 8C QS 4S 2H\n5H QH 3C AC 3H 4H QD\n3S KS 3D\n5D 2S JC 5C JH 6D AS\n"
    "2D KD TH TC TD 8D 7S 6C 7D 4D 8S 9D\n7H JS KH TS KC 7C\nAH 5S 6S AD 8H JD"
)
"""Column 1 is empty and the cells are full: nothing can go to a cell."""

MIDDLE = Deal(24).state().play_all("1a 2b")
"""Cells a and b are filled, c and d are not."""

BAD_MOVES: dict[str, tuple[State, str, type[FreeCellError], tuple[str, ...]]] = {
    "from an empty column": (EMPTY_AND_FULL, "12", IllegalMoveError, ("column 1",)),
    "from an empty column home": (EMPTY_AND_FULL, "1h", IllegalMoveError, ("column 1",)),
    "from an empty column to a cell": (EMPTY_AND_FULL, "1a", IllegalMoveError, ("column 1",)),
    "from an empty cell": (MIDDLE, "c1", IllegalMoveError, ("cell c",)),
    "from an empty cell home": (MIDDLE, "dh", IllegalMoveError, ("cell d",)),
    "to a full cell": (EMPTY_AND_FULL, "2a", IllegalMoveError, ("cell a", "QC")),
    "to another full cell": (MIDDLE, "1b", IllegalMoveError, ("cell b", "QD")),
    "from a ninth column": (MIDDLE, "91", IllegalMoveError, ("column 9", "8")),
    "to a ninth column": (MIDDLE, "19", IllegalMoveError, ("column 9", "8")),
    "to a tenth column": (MIDDLE, "10", IllegalMoveError, ("column 0", "8")),
    "to an eighteenth column": (MIDDLE, "1u", IllegalMoveError, ("column u", "8")),
    "from a fifth cell": (MIDDLE, "e1", IllegalMoveError, ("cell e", "4")),
    "to a fifth cell": (MIDDLE, "1e", IllegalMoveError, ("cell e", "4")),
    "to a tenth cell": (MIDDLE, "1m", IllegalMoveError, ("cell m", "4")),
    "a column onto itself": (MIDDLE, "11", FreeCellError, ("column 1",)),
    "a cell onto itself": (MIDDLE, "aa", FreeCellError, ("a",)),
    "a cell to a cell": (MIDDLE, "ac", FreeCellError, ("cell",)),
    "home onto itself": (MIDDLE, "hh", FreeCellError, ("hh",)),
    "of no card": (MIDDLE, "12v0", FreeCellError, ("v0",)),
    "of fourteen cards": (MIDDLE, "12ve", FreeCellError, ("ve",)),
    "of fourteen cards in decimal": (MIDDLE, "12v14", FreeCellError, ("v14",)),
    "of more cards than lie in order": (MIDDLE, "12v5", IllegalMoveError, ("12v5",)),
    "of more cards than lie there": (EMPTY_AND_FULL, "41vd", IllegalMoveError, ("41vd",)),
    "of two cards to a cell": (MIDDLE, "1cv2", FreeCellError, ("cell c",)),
    "of two cards from a cell": (MIDDLE, "a1v2", FreeCellError, ("cell a",)),
    "of two cards home": (MIDDLE, "1hv2", FreeCellError, ("home",)),
    "onto a card it does not fit": (MIDDLE, "13", IllegalMoveError, ("4S", "3D")),
    "from a cell onto a card it does not fit": (MIDDLE, "a3", IllegalMoveError, ("2H", "3D")),
    "home too early": (MIDDLE, "1h", IllegalMoveError, ("4S", "AS")),
    "home too early from a cell": (MIDDLE, "ah", IllegalMoveError, ("2H", "AH")),
    "back from home": (MIDDLE, "h1", IllegalMoveError, ("from home",)),
    "back from the foundation of spades": (MIDDLE, "hs1", IllegalMoveError, ("hs1", "from home")),
    "one character": (MIDDLE, "1", ParseError, ("'1'",)),
    "three characters": (MIDDLE, "12a", ParseError, ("12a",)),
    "no character": (MIDDLE, "", ParseError, ("''",)),
    "white space": (MIDDLE, " \n", ParseError, ("no move",)),
    "cut in its count": (MIDDLE, "12v", ParseError, ("12v",)),
    "a space within": (MIDDLE, "1 2", ParseError, ("1 2",)),
    "a name left out": (MIDDLE, "1h2", ParseError, ("1h2",)),
    "i": (MIDDLE, "1i", ParseError, ("1i",)),
    "a NUL": (MIDDLE, "1\0", ParseError, ("no move",)),
    "a NUL behind": (MIDDLE, "1c\0", ParseError, ("no move",)),
    "a superscript": (MIDDLE, "\u00b92", ParseError, ("no move",)),
    "digits of another script": (MIDDLE, "\u0661c", ParseError, ("no move",)),
    "full-width characters": (MIDDLE, "\uff11\uff43", ParseError, ("no move",)),
    "a count in another script": (MIDDLE, "12v\u0661", ParseError, ("no move",)),
    "a Kelvin sign for cell k": (MIDDLE, "1\u212a", ParseError, ("no move",)),
    "a long s for spades": (MIDDLE, "h\u017f1", ParseError, ("no move",)),
    "null move": (MIDDLE, "0000", ParseError, ("0000",)),
}


@pytest.mark.parametrize("name", BAD_MOVES)
def test_bad_move(name: str) -> None:
    state, text, kind, names = BAD_MOVES[name]
    before = bytes(state.to_bytes())
    copied = State.from_bytes(before)
    for call in (state.play, state.parse_move, state.moved_cards, state.expand, state.format_move):
        error = refused(lambda call=call: call(text), kind, *names)  # type: ignore[misc]
        if isinstance(error, IllegalMoveError):
            assert error.state == copied
            assert error.number is None
            assert error.reason
    # The same in a sequence, where the number of the move is told.
    error = refused(lambda: state.play_all([text]), kind, *names)
    if isinstance(error, IllegalMoveError):
        assert error.number == 1
        assert error.state == copied
        assert str(error).startswith("move 1, ")
    assert state.to_bytes() == before
    assert state == copied
    assert hash(state) == hash(copied)


@pytest.mark.parametrize("name", [name for name, bad in BAD_MOVES.items() if bad[2] is IllegalMoveError])
def test_an_illegal_move_is_told_from_no_move(name: str) -> None:
    state, text, _, _ = BAD_MOVES[name]
    reason = state.why_illegal(text)
    assert reason
    assert not state.is_legal(text)
    with pytest.raises(IllegalMoveError) as caught:
        state.play(text)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("1", "1"), ("column 1",)),
        (("a", "b"), ("cell",)),
        (("h", "h"), ("home",)),
        (("hs", "h"), ("home",)),
        (("h", "1"), ("foundation",)),
        (("1", "hs"), ("foundation",)),
        (("1", "2", 0), ("1 to 13", "0")),
        (("1", "2", 14), ("1 to 13", "14")),
        (("1", "2", -1), ("1 to 13", "-1")),
        (("1", "2", 256 + 1), ("257",)),
        (("1", "2", 2**64 + 1), ("1 to 13",)),
        (("1", "2", HUGE), ("1 to 13",)),
        (("1", "2", 3.7), ("3.7",)),
        (("1", "2", "3"), ("'3'",)),
        (("1", "2", None), ("None",)),
        (("1", "a", 2), ("cell a", "2")),
        (("a", "1", 2), ("cell a", "2")),
        (("1", "h", 2), ("home", "2")),
        (("hs", "1", 2), ("home", "2")),
        (("1", "i"), ("'i'",)),
        (("", "1"), ("''",)),
        (("1", "11"), ("'11'",)),
        (("1", "2\0"), ("no pile",)),
        ((1, 2), ("1 ",)),
        ((None, "2"), ("None",)),
        ((Move("1", "2"), "2"), ("Move",)),
    ],
)
def test_a_move_that_no_game_has(arguments: tuple[Any, ...], names: tuple[str, ...]) -> None:
    refused(lambda: Move(*arguments), FreeCellError, *names)


@pytest.mark.parametrize("text", ["26", "h3", "22v1", "26v0", "26vv", "2av2", "", "2", "26v1 ", "26v1x"])
def test_the_text_of_a_move_by_itself(text: str) -> None:
    if text.strip() == "26v1":
        assert Move.parse(text) == Move("2", "6")
    else:
        refused(lambda: Move.parse(text))


@pytest.mark.parametrize(
    ("move", "names"),
    [
        (Move("9", "1"), ("column 9", "8")),
        (Move("1", "u", 13), ("column u", "8")),
        (Move("e", "1"), ("cell e", "4")),
        (Move("1", "m"), ("cell m", "4")),
        (Move("1", "2", 2), ("12v2",)),
        (Move("1", "2", 13), ("12vd",)),
        (Move("hs", "1"), ("hs1",)),
        (Move("d", "h"), ("cell d",)),
    ],
    ids=str,
)
def test_a_move_of_another_position(move: Move, names: tuple[str, ...]) -> None:
    before = MIDDLE.to_bytes()
    for call in (MIDDLE.play, MIDDLE.moved_cards, MIDDLE.expand, MIDDLE.format_move):
        error = refused(lambda call=call: call(move), IllegalMoveError, *names)  # type: ignore[misc]
        assert isinstance(error, IllegalMoveError)
        assert error.move == move
        assert error.state == MIDDLE
    assert MIDDLE.why_illegal(move)
    assert MIDDLE.to_bytes() == before


def test_every_move_there_is_is_legal_or_refused() -> None:
    """Every pair of piles with every count, on positions with empty places and without."""
    for state in (MIDDLE, EMPTY_AND_FULL, Deal(24).state(Rules.FREECELL.replace(cells=0))):
        before = state.to_bytes()
        legal = set(state.legal_moves())
        names = "1234567890nopqrstuabcdefgklm"
        sources = [*names, "hc", "hd", "hh", "hs"]
        moves = [
            Move(source, target, count)
            for source in sources
            for target in [*names, "h"]
            for count in (range(1, 14) if source in names[:18] and target in names[:18] else (1,))
            if source != target
            and not (source in names[18:] and target in names[18:])
            and not (source[0] == "h" and target == "h")
        ]
        assert legal <= set(moves)
        for move in moves:
            assert state.is_legal(move) == (move in legal)
            if move in legal:
                state.play(move)
            else:
                with pytest.raises(IllegalMoveError) as caught:
                    state.play(move)
                assert caught.value.reason == state.why_illegal(move)
        assert state.to_bytes() == before


def test_a_take_back_that_may_mean_two_moves() -> None:
    rules = Rules.FREECELL.replace(foundation_takeback=True, build=Build.ANY_SUIT, ranks=3)
    state = State([["2C", "2D", "3C", "3D", "3S", "3H", "2H"], [], [], [], [], [], [], []], [], (1, 1, 1, 2), rules)
    for text, moves in (("h1", ["hc1", "hd1", "hh1"]), ("h2", ["hc2", "hd2", "hh2", "hs2"])):
        for call in (state.parse_move, state.play, state.expand, state.why_illegal):
            error = refused(lambda call=call, text=text: call(text), AmbiguousMoveError, *moves)  # type: ignore[misc]
            assert isinstance(error, AmbiguousMoveError)
            assert error.text == text
            assert [str(move) for move in error.moves] == moves
            assert all(state.is_legal(move) for move in error.moves)
    assert state.play("hs2").foundations == (1, 1, 1, 1)


@given(st.text(max_size=8) | st.text(alphabet="123456789abcdefgh0vd \t\n", max_size=6))
@untimed
def test_any_text_of_a_move(text: str) -> None:
    before = MIDDLE.to_bytes()
    move = attempt(lambda: MIDDLE.parse_move(text))
    if move is not None:
        assert move in MIDDLE.legal_moves()
        assert text.strip()[:2].lower() == str(move)[:2]
    assert MIDDLE.to_bytes() == before


# Notation

WIN_10913 = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b"


def test_notation_cut_in_the_middle() -> None:
    """Wherever a win is cut, it is a win not reached, and half a move is named with its number."""
    start = Deal(10913).state()
    assert replay(start, WIN_10913).won
    for length in range(len(WIN_10913)):
        text = WIN_10913[:length]
        words = text.split()
        found = replay(start, text)
        assert not found.won
        if words and len(words[-1]) == 1:
            assert found.failed_at == len(words)
            assert isinstance(found.error, ParseError)
            assert repr(words[-1]) in str(found.error)
            assert len(found.states) == len(words)
            refused(lambda text=text: start.play_all(text, AutoPlay.HORNE), ParseError, repr(words[-1]))  # type: ignore[misc]
        else:
            assert found.error is None
            assert found.failed_at is None
            assert len(found.states) == len(words) + 1


@pytest.mark.parametrize("bad", ["2", "zz", "11", "12v0", "91", "e1", "h1", "\0", "12v", "2\u00b9"])
@pytest.mark.parametrize("place", [0, 1, 7, 18, 19])
def test_a_bad_move_among_good_ones(bad: str, place: int) -> None:
    start = Deal(10913).state()
    words = WIN_10913.split()
    words.insert(place, bad)
    text = " ".join(words)
    found = replay(start, text)
    assert not found.won
    assert found.failed_at == place + 1
    assert isinstance(found.error, FreeCellError)
    assert len(found.states) == place + 1
    assert found.states == replay(start, " ".join(words[:place])).states
    error = refused(lambda: start.play_all(text, AutoPlay.HORNE), type(found.error), f"move {place + 1}")
    assert str(error) == str(found.error)
    assert error.number == place + 1
    if isinstance(error, IllegalMoveError):
        assert error.state == found.states[-1]
    if isinstance(error, ParseError):
        assert (error.line, error.column) == (1, len(" ".join(["", *words[:place]])) + 1)
        # A sequence that is no text has no lines and columns.
        alone = refused(lambda: start.play_all(words, AutoPlay.HORNE), ParseError)
        assert isinstance(alone, ParseError)
        assert (alone.reason, alone.line, alone.column) == (error.reason, 1, 1)


@pytest.mark.parametrize("moves", [[None], ["26", 3], ["26", b"76"], [[]], ["26", "76", Pile("a")]], ids=range(5))
def test_replay_of_what_is_no_move(moves: Any) -> None:
    found = replay(Deal(10913), moves)
    assert found.failed_at == len(moves)
    assert isinstance(found.error, FreeCellError)
    assert not found.won


@pytest.mark.parametrize("moves", [None, 3, 3.7, object()], ids=range(4))
def test_replay_of_no_moves(moves: Any) -> None:
    refused(lambda: replay(Deal(10913), moves))


# Wrong types everywhere


@junk
def test_junk_for_cards(value: Any) -> None:
    refused(lambda: Card.parse(value), ParseError)
    refused(lambda: Suit.parse(value), ParseError)
    refused(lambda: Card(value, Suit.CLUBS))
    refused(lambda: Card(1, value))
    refused(lambda: Pile(value), ParseError)
    refused(lambda: Pile.column(value))
    refused(lambda: Pile.cell(value))


@junk
def test_junk_for_moves(value: Any) -> None:
    state = Deal(24).state()
    refused(lambda: Move.parse(value), ParseError)
    refused(lambda: Move(value, "1"))
    refused(lambda: Move("1", value))
    refused(lambda: Move("1", "2", value))
    for call in (
        state.play,
        state.parse_move,
        state.is_legal,
        state.why_illegal,
        state.expand,
        state.moved_cards,
        state.format_move,
    ):
        refused(lambda call=call: call(value), FreeCellError)  # type: ignore[misc]
    refused(lambda: state.play_all([value]))
    refused(lambda: state.play_all("1a", value))
    refused(lambda: state.format_move("1a", value))
    if value not in ([], {}, ""):
        refused(lambda: state.play_all(value))
    assert state == Deal(24).state()


@junk
def test_junk_for_states(value: Any) -> None:
    columns = Deal(24).columns
    refused(lambda: State(value))
    refused(lambda: State([*columns[:7], value]))
    refused(lambda: State([*columns[:7], [*columns[7][:5], value]]))
    refused(lambda: State(columns, [value]) if value is not None else State(columns, 5))  # type: ignore[arg-type]
    if value not in ([], {}):
        refused(lambda: State(columns, value))
    refused(lambda: State(columns, (), value))
    refused(lambda: State(columns, (), (0, 0, 0, value)))
    refused(lambda: State(columns, (), (0, 0, 0, 0), value))
    refused(lambda: State.parse(value))
    refused(lambda: State.parse(DEAL_24, value))
    refused(lambda: State.from_bytes(value))


@junk
def test_junk_for_methods(value: Any) -> None:
    state = Deal(24).state()
    refused(lambda: state.perft(value))
    refused(lambda: state.autoplay(value))
    refused(lambda: state.automoves(value))
    assert state == Deal(24).state()


@junk
def test_junk_for_deals(value: Any) -> None:
    refused(lambda: Deal(value))
    refused(lambda: Deal(617, value))
    refused(lambda: Deal.parse(value))
    refused(lambda: Deal.parse(DEAL_24, value))
    refused(lambda: Deal.from_cards(value))
    refused(lambda: Deal.from_cards([*CARDS[:51], value]))
    refused(lambda: Deal.from_cards(CARDS, value))
    refused(lambda: Deal.from_code(value))
    refused(lambda: deal_layouts(value, 5))
    refused(lambda: deal_layouts(1, value))
    refused(lambda: Deal.random(random.Random(1), first=value))
    refused(lambda: Deal.random(random.Random(1), last=value))
    refused(lambda: Deal.random(random.Random(1), rules=value))
    if value is not None:
        refused(lambda: Deal(617).state(value))
        refused(lambda: Deal(617).code(value))


@junk
def test_junk_for_rules(value: Any) -> None:
    for name in ("cells", "columns", "build", "empty_columns", "supermoves", "foundation_takeback", "ranks"):
        refused(lambda name=name: Rules(**{name: value}), FreeCellError, name)  # type: ignore[misc]
        refused(lambda name=name: Rules.FREECELL.replace(**{name: value}), FreeCellError, name)  # type: ignore[misc]
    refused(lambda: Rules.parse(value), ParseError)
    for kind in (AutoPlay, Build, EmptyColumns, Supermoves):
        refused(lambda kind=kind: kind.parse(value), ParseError)  # type: ignore[misc]


@junk
def test_junk_for_the_solver(value: Any) -> None:
    refused(lambda: Solver().solve(value))
    refused(lambda: Solver(goal="short").solve(value))
    refused(lambda: Solver(goal=value), FreeCellError, "'any', 'short' or 'optimal'")
    refused(lambda: Solver(goal="short", on_deal=value), FreeCellError, "True or False")
    if value is not None:
        refused(lambda: Solver(goal="short", measure=value), FreeCellError, "Measure.CARDS")
        refused(lambda: Solver(goal="short", autoplay=value), FreeCellError, "AutoPlay.ALL")
        refused(lambda: Solver(max_nodes=0).solve(Deal(24)).length(value), FreeCellError, "Measure.CARDS")
    refused(lambda: replay(value, "1a"))
    if value is not None:  # which stands for the usual policy
        refused(lambda: replay(Deal(24), "1a", value))


@pytest.mark.parametrize(
    "fields", [{"cells": 11}, {"cells": -1}, {"columns": 0}, {"columns": 19}, {"ranks": 0}, {"ranks": 14}]
)
def test_rules_out_of_range(fields: dict[str, Any]) -> None:
    name, value = next(iter(fields.items()))
    refused(lambda: Rules(**fields), FreeCellError, name, str(value))
    refused(lambda: Rules.parse(f"{name}={value}"), FreeCellError, name, str(value))


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "freecell,",
        "cells",
        "cells=",
        "cells=x",
        "=4",
        "rows=4",
        "cells=4=4",
        "cells=1_0",
        "cells=\u0664",
        "cells=1e0",
    ],
)
def test_rules_that_cannot_be_read(text: str) -> None:
    refused(lambda: Rules.parse(text), ParseError)


def test_rules_of_an_unknown_field() -> None:
    refused(lambda: Rules.FREECELL.replace(rows=4), FreeCellError, "rows")


# Cards that lie where they cannot


def test_states_that_cannot_be() -> None:
    columns = [list(column) for column in Deal(24).columns]
    nine = columns[7].pop()
    refused(lambda: State(columns), InvalidStateError, "9D")
    refused(lambda: State(columns, [nine, nine]), InvalidStateError, "9D")
    refused(lambda: State(columns, [None, None, None, None, nine]), InvalidStateError, "5 cells")
    refused(lambda: State(columns, [nine], (0, 9, 0, 0)), InvalidStateError, "9D", "AD")
    refused(lambda: State(columns, [nine], (14, 0, 0, 0)), FreeCellError, "14")
    refused(lambda: State(columns, [nine], (-1, 0, 0, 0)), FreeCellError, "-1")
    refused(lambda: State(columns, [nine], (0, 0, 0)), FreeCellError)
    refused(lambda: State(columns, [nine], (0, 0, 0, 0, 0)), FreeCellError)
    refused(lambda: State([*columns, []], [nine]), InvalidStateError, "9 columns")
    refused(lambda: State(columns[:7], [nine]), InvalidStateError, "7 columns")
    refused(lambda: State(columns, [nine], rules=Rules(ranks=12)), InvalidStateError, "KC")
    refused(lambda: State(columns, [nine], rules=Rules(cells=0)), InvalidStateError, "1 cells")
    refused(lambda: State([], rules=Rules(ranks=1)), InvalidStateError, "AC")
    assert State(columns, [nine]) == State(columns, ["9d"]) != Deal(24).state()


def test_endless_cards() -> None:
    def endless(value: Any) -> Iterator[Any]:
        yield from itertools.repeat(value, 100_000)
        raise AssertionError("it was read on and on")

    columns = Deal(24).columns
    refused(lambda: State([endless(CARDS[0])]))
    refused(lambda: State(endless([])))
    refused(lambda: State(columns, endless(None)))
    refused(lambda: State(columns, (), endless(0)))
    refused(lambda: Deal.from_cards(endless(CARDS[0])))


class SurpriseError(Exception):
    """Raised by what is given to the library: it comes through as it is."""


def test_iterators_that_raise() -> None:
    def raising(*values: Any) -> Iterator[Any]:
        yield from values
        raise SurpriseError

    columns = Deal(24).columns
    state = Deal(24).state()
    before = state.to_bytes()
    calls: list[Callable[[], object]] = [
        lambda: State(raising()),
        lambda: State(raising(*columns)),
        lambda: State([*columns[:7], raising(*columns[7])]),
        lambda: State(columns, raising()),
        lambda: State(columns, (), raising(0, 0, 0)),
        lambda: state.play_all(raising("1a", "2b")),
        lambda: Deal.from_cards(raising(*CARDS[:30])),
        lambda: replay(state, raising("1a")),
    ]
    for call in calls:
        with pytest.raises(SurpriseError):
            call()
    assert state.to_bytes() == before


def test_an_index_that_raises() -> None:
    class Raising:
        def __index__(self) -> int:
            raise SurpriseError

    value: Any = Raising()
    for call in (
        lambda: Deal(value),
        lambda: Move("1", "2", value),
        lambda: Rules(cells=value),
        lambda: Card(value, Suit.CLUBS),
        lambda: Deal(24).state().perft(value),
    ):
        with pytest.raises(SurpriseError):
            call()


# Subclasses and forgeries


def forged_card(index: int) -> Any:
    class Forged(Card):  # type: ignore[misc]
        __slots__ = ()

    card = object.__new__(Forged)
    object.__setattr__(card, "index", index)
    object.__setattr__(card, "rank", index // 4 + 1)
    object.__setattr__(card, "suit", Suit(index % 4))
    return card


@pytest.mark.parametrize("index", [-1, 52, 60, 255, 256, 10**6, -(10**6), 2**70])
def test_forged_cards(index: int) -> None:
    card = forged_card(index)
    columns = [list(column) for column in Deal(24).columns]
    columns[7][-1] = card
    refused(lambda: State(columns))
    refused(lambda: State([*Deal(24).columns[:7], columns[7][:-1]], [card]))
    refused(lambda: Deal.from_cards([*CARDS[:51], card]))


def test_cards_without_their_fields() -> None:
    card: Any = object.__new__(Card)
    with pytest.raises((FreeCellError, AttributeError)):
        State([*Deal(24).columns[:7], [*Deal(24).columns[7][:-1], card]])
    with pytest.raises((FreeCellError, AttributeError)):
        Deal.from_cards([*CARDS[:51], card])


FORGE_RULES = """
import pickle, sys
from freecell import Deal, FreeCellError, Rules, State

class Unchecked(Rules):
    def __post_init__(self):
        pass

def by_subclass(name, value):
    return Unchecked(**{name: value})

def by_force(name, value):
    rules = Rules()
    object.__setattr__(rules, name, value)
    return rules

def by_pickle(name, value):
    genuine = {"cells": 7, "columns": 17, "ranks": 11}
    byte = b"K" + bytes([genuine[name]])
    frozen = pickle.dumps(Rules(**genuine), 2)
    assert frozen.count(byte) == 1
    return pickle.loads(frozen.replace(byte, b"K" + bytes([value])))

name, value = sys.argv[1], int(sys.argv[2])
for forge in (by_subclass, by_force, by_pickle)[: 3 if value < 256 else 2]:
    try:
        rules = forge(name, value)
    except FreeCellError:
        continue
    text = chr(10).join([str(Deal(24)), *[":"] * min(max(0, rules.columns - 8), 300)])
    columns = [[] for _ in range(min(rules.columns, 300))]
    for make in (
        lambda: State.parse(text, rules),
        lambda: State(columns, (), (13, 13, 13, 13), rules),
        lambda: Deal(24, rules).state(),
        lambda: Deal(24).state(rules),
    ):
        try:
            make()
        except FreeCellError:
            continue
        sys.exit(f"{forge.__name__}: a state was made of {rules!r}")
"""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cells", 11),
        ("cells", 200),
        ("columns", 19),
        ("columns", 255),
        ("columns", 10**6),
        ("ranks", 14),
        ("ranks", 60),
    ],
)
def test_forged_rules(name: str, value: int) -> None:
    """No position is made by rules that the core has no room for; in a process of its own, which may not crash."""
    done = subprocess.run(
        [sys.executable, "-c", FORGE_RULES, name, str(value)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0


def test_text_that_is_more_than_text() -> None:
    class Text(str):
        __slots__ = ()

        def upper(self) -> Any:
            return []

        def lower(self) -> Any:
            return []

        def strip(self, *_: Any) -> Any:
            return Broken()

        def splitlines(self, *_: Any) -> Any:
            return [self]

        def split(self, *_: Any) -> Any:
            return self

    state = Deal(24).state()
    before = state.to_bytes()
    calls: list[Callable[[], object]] = [
        lambda: Card.parse(Text("AC")),
        lambda: Pile(Text("1")),
        lambda: Move.parse(Text("1a")),
        lambda: state.play(Text("1a")),
        lambda: state.play_all(Text("1a")),
        lambda: State.parse(Text(DEAL_24)),
        lambda: Deal.from_code(Text("FC1-C4-AAAAAKH")),
    ]
    for call in calls:
        # Such text may be read as what it is, or fail as its own methods do; it may not hurt anything.
        with suppress(TypeError, ValueError, AttributeError, RuntimeError):
            call()
        assert state.to_bytes() == before
    assert state == Deal(24).state()


def test_no_subclass_of_the_compiled_values() -> None:
    for kind in (State, Move, Pile):
        with pytest.raises(TypeError):
            type("Sub", (kind,), {})


def test_no_state_without_its_cards() -> None:
    kinds: list[Any] = [State, Move, Pile]
    for kind in kinds:
        with pytest.raises(TypeError):
            kind.__new__(kind)
        with pytest.raises(TypeError):
            object.__new__(kind)


def test_init_changes_nothing() -> None:
    state: Any = Deal(24).state()
    move: Any = Move("1", "a")
    with suppress(TypeError):
        state.__init__(Deal(25).columns)
    with suppress(TypeError):
        move.__init__("2", "b")
    assert state == Deal(24).state()
    assert move == Move("1", "a")


@pytest.mark.parametrize("name", ["columns", "cells", "foundations", "rules", "position", "game", "colour"])
def test_a_state_cannot_be_changed(name: str) -> None:
    state = Deal(24).state()
    with pytest.raises((AttributeError, TypeError)):
        setattr(state, name, ())
    with pytest.raises((AttributeError, TypeError)):
        delattr(state, name)
    assert state == Deal(24).state()


# Bytes

SAMPLES = [
    Deal(24).state(),
    MIDDLE,
    EMPTY_AND_FULL,
    Deal(10913).state().play_all(WIN_10913, AutoPlay.HORNE),
    State(
        [["2C", "AS"], ["AC"], []], ["2S"], (0, 2, 2, 0), Rules(cells=2, columns=3, ranks=2, foundation_takeback=True)
    ),
    Deal(617, Rules.BAKERS_GAME.replace(cells=0)).state(),
    Deal(617, Rules.PENGUIN).state(),
]


def read_bytes_or_refuse(data: bytes) -> State | None:
    """Whatever is read from bytes is a state like any other, and is written as those bytes."""
    state = attempt(lambda: State.from_bytes(data))
    if state is None:
        return None
    assert state.to_bytes() == data
    assert State.parse(str(state), state.rules) == state
    assert State(state.columns, state.cells, state.foundations, state.rules) == state
    state.legal_moves()
    return state


@pytest.mark.parametrize("state", SAMPLES, ids=range(len(SAMPLES)))
def test_every_byte_changed(state: State) -> None:
    data = bytearray(state.to_bytes())
    assert State.from_bytes(bytes(data)) == state
    for place, right in enumerate(data):
        for wrong in range(256):
            if wrong != right:
                data[place] = wrong
                found = read_bytes_or_refuse(bytes(data))
                assert found is None or found != state
        data[place] = right


@pytest.mark.parametrize("state", SAMPLES, ids=range(len(SAMPLES)))
def test_bytes_cut_lengthened_and_turned(state: State) -> None:
    data = state.to_bytes()
    for length in range(len(data)):
        refused(lambda length=length: State.from_bytes(data[:length]))  # type: ignore[misc]
        if length:
            refused(lambda length=length: State.from_bytes(data[length:]))  # type: ignore[misc]
        for extra in (b"\0", b"\1", b"\xff"):
            read_bytes_or_refuse(data[:length] + extra + data[length:])
        read_bytes_or_refuse(data[:length] + data[length + 1 :])
    for byte in range(256):
        refused(lambda byte=byte: State.from_bytes(data + bytes([byte])))  # type: ignore[misc]
    refused(lambda: State.from_bytes(data + data))
    refused(lambda: State.from_bytes(data[::-1]))


def test_bytes_with_a_long_tail() -> None:
    for tail in (b"\0", b"\4", b"\xff"):
        refused(lambda tail=tail: State.from_bytes(SAMPLES[0].to_bytes() + tail * MEGABYTES))  # type: ignore[misc]


@given(st.binary(max_size=90))
@untimed
def test_any_bytes(data: bytes) -> None:
    read_bytes_or_refuse(data)
    read_bytes_or_refuse(SAMPLES[0].to_bytes()[:12] + data)


@given(st.sampled_from(SAMPLES), st.data())
@untimed
def test_two_bytes_exchanged(state: State, data: st.DataObject) -> None:
    given_bytes = bytearray(state.to_bytes())
    one, two = (data.draw(st.integers(0, len(given_bytes) - 1)) for _ in range(2))
    given_bytes[one], given_bytes[two] = given_bytes[two], given_bytes[one]
    read_bytes_or_refuse(bytes(given_bytes))


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_other_kinds_of_bytes(kind: Callable[[bytes], Any]) -> None:
    state = SAMPLES[1]
    assert State.from_bytes(kind(state.to_bytes())) == state


def test_bytes_of_another_shape() -> None:
    data = memoryview(SAMPLES[0].to_bytes())
    assert attempt(lambda: State.from_bytes(data[::2])) != SAMPLES[0]  # type: ignore[arg-type]
    refused(lambda: State.from_bytes(memoryview(b"")))  # type: ignore[arg-type]


# Pickles


def parts_of(value: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    parts = value.__reduce__()
    assert isinstance(parts, tuple)
    assert len(parts) == 2, "a value is rebuilt by a call, which checks what it is given"
    return parts


@pytest.mark.parametrize(
    "value",
    [Move("2", "6", 3), Pile("a"), Pile("hs"), Card(7, Suit.HEARTS), SAMPLES[1], Deal(617), Deal.from_cards(CARDS)],
    ids=repr,
)
def test_forged_pickles(value: Any) -> None:
    rebuild, arguments = parts_of(value)
    assert rebuild(*arguments) == value
    assert pickle.loads(pickle.dumps(value)) == value
    for place in range(len(arguments)):
        for forged in JUNK.values():
            changed = (*arguments[:place], forged, *arguments[place + 1 :])
            try:
                found = rebuild(*changed)
            except FreeCellError:
                continue
            # What is rebuilt all the same, from a default or a value that means something, is a whole value.
            assert type(found) is type(value)
            assert pickle.loads(pickle.dumps(found)) == found


def test_forged_state_pickles() -> None:
    data = pickle.dumps(SAMPLES[0])
    encoded = SAMPLES[0].to_bytes()
    assert encoded in data, "a pickle holds the bytes of to_bytes"
    rng = random.Random(4)
    for _ in range(500):
        place = rng.randrange(len(encoded))
        forged = bytearray(encoded)
        forged[place] ^= 1 << rng.randrange(8)
        try:
            state = pickle.loads(data.replace(encoded, bytes(forged)))
        except FreeCellError:
            continue
        assert state.to_bytes() == forged


def test_errors_are_pickled_with_what_they_hold() -> None:
    errors = [
        refused(lambda: Deal(0)),
        refused(lambda: State.parse(board(line_1="XX"))),
        refused(lambda: State.parse(board(line_1="4C"))),
        refused(lambda: MIDDLE.play_all(["1c", "12"])),
    ]
    assert {type(error) for error in errors} == {FreeCellError, ParseError, InvalidStateError, IllegalMoveError}
    for error in errors:
        thawed = pickle.loads(pickle.dumps(error))
        assert type(thawed) is type(error)
        assert str(thawed) == str(error)
        assert vars(thawed) == vars(error)


def test_every_error_is_a_value_error() -> None:
    for kind in (ParseError, InvalidStateError, IllegalMoveError, AmbiguousMoveError):
        assert issubclass(kind, FreeCellError)
    assert issubclass(FreeCellError, ValueError)


@given(st.integers())
@untimed
def test_any_number_of_a_deal(number: int) -> None:
    if 1 <= number <= LAST:
        assert Deal(number).number == number
    else:
        refused(lambda: Deal(number), FreeCellError, f"1 to {LAST}")
