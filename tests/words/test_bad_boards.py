"""Board text that is not a board is refused, with every fault and its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.bad_values import DEAL_24, LINES, attempt, board, refused
from helpers.settings import untimed
from hypothesis import given
from hypothesis import strategies as st

from freecell import (
    CARDS,
    AutoPlay,
    Card,
    Deal,
    FreeCellError,
    InvalidStateError,
    Move,
    ParseError,
    Pile,
    Rules,
    State,
    Suit,
)

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
    "a blank line within": ("\n".join([*LINES[:3], "", *LINES[3:]]), ParseError, ("blank", "line 4")),
    "a blank line for an empty column": (
        "\n".join(["", f"{LINES[7]} {LINES[0]}", *LINES[1:7], "", ""]),
        InvalidStateError,
        ("7 columns",),
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
    assert len(error.faults) == 4
    for card in ("4S", "8S", "2H", "9D"):
        assert any(fault.reason.startswith(card) for fault in error.faults)


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
