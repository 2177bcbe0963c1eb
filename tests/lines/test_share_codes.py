"""Share codes of deals."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from helpers.deals import BORDERS, LAST, dealt, numbers
from helpers.settings import untimed
from hypothesis import given
from hypothesis import strategies as st

from freecell import CARDS, Deal, FreeCellError, Rules, WrongTypeError


def code_by_hand(number: int, cells: int = 4) -> str:
    # 35 bits, high bits first, are seven letters: an eighth of five zero bits fills the last byte.
    letters = base64.b32encode((number << 5).to_bytes(5, "big")).decode()
    assert letters[7:] == "A"
    return f"FC1-C{cells}-{letters[:7]}"


def test_the_code_of_deal_327() -> None:
    assert Deal(327).code() == "FC1-C4-AAAAAKH"
    assert Deal.from_code("FC1-C4-AAAAAKH") == Deal(327)


@given(numbers, st.integers(0, 10))
@untimed
def test_code(number: int, cells: int) -> None:
    deal = Deal(number, Rules.FREECELL.replace(cells=cells))
    code = deal.code()
    assert code == code_by_hand(number, cells)
    read_back = Deal.from_code(code)
    assert read_back == deal
    assert read_back.number == number


def test_code_under_other_rules() -> None:
    assert Deal(327).code(Rules.FREECELL.replace(cells=2)) == "FC1-C2-AAAAAKH"
    assert Deal.from_code("FC1-C2-AAAAAKH") == Deal(327, Rules.FREECELL.replace(cells=2))


@pytest.mark.parametrize(
    "text", ["fc1-c4-aaaaakh", " FC1-C4-AAAAAKH\n", "FC1 - C4 - AAAAAKH", "FC1-C4-AAA AAKH", "\tFc1-c4-\r\naAaAakH"]
)
def test_code_in_lower_case_and_with_spaces(text: str) -> None:
    assert Deal.from_code(text) == Deal(327)


@pytest.mark.parametrize("number", BORDERS)
def test_code_at_the_borders(number: int) -> None:
    assert Deal.from_code(Deal(number).code()).number == number


BAD_CODES = {
    "another version": "FC2-C4-AAAAAKH",
    "no version": "FC-C4-AAAAAKH",
    "another program": "XX1-C4-AAAAAKH",
    "no cells": "FC1-AAAAAKH",
    "too many cells": "FC1-C11-AAAAAKH",
    "cells without a number": "FC1-C-AAAAAKH",
    "negative cells": "FC1-C-4-AAAAAKH",
    "digits not in base 32": "FC1-C4-AAAAA0H",
    "an eight": "FC1-C4-AAAAA8H",
    "a letter of another script": "FC1-C4-AAAAAКH",
    "a full-width letter": "FC1-C4-AAAAA\uff2bH",
    "a dotless i": "FC1-C4-AAAAA\u0131H",
    "another script's digit of cells": "FC1-C\u0664-AAAAAKH",
    "six letters": "FC1-C4-AAAAKH",
    "eight letters": "FC1-C4-AAAAAAKH",
    "padding": "FC1-C4-AAAAAKH=",
    "zero": "FC1-C4-AAAAAAA",
    "2^33": "FC1-C4-IAAAAAA",
    "the last code": "FC1-C4-7777777",
    "more behind it": "FC1-C4-AAAAAKH-X",
    "nothing": "",
    "white space": " \n",
    "a NUL": "FC1-C4-AAAAAKH\0",
    "no hyphens": "FC1C4AAAAAKH",
    "a number": "327",
}


@pytest.mark.parametrize("name", BAD_CODES)
def test_bad_code(name: str) -> None:
    with pytest.raises(FreeCellError) as caught:
        Deal.from_code(BAD_CODES[name])
    assert len(str(caught.value)) < 300


def test_errors_say_what_is_wrong_with_a_code() -> None:
    with pytest.raises(FreeCellError, match="version 2"):
        Deal.from_code("FC2-C4-AAAAAKH")
    with pytest.raises(FreeCellError, match=str(LAST)):
        Deal.from_code("FC1-C4-IAAAAAA")


@pytest.mark.parametrize("value", [None, 327, b"FC1-C4-AAAAAKH", 3.7, ["FC1-C4-AAAAAKH"]])
def test_a_code_must_be_text(value: Any) -> None:
    with pytest.raises(WrongTypeError, match="a share code must be text"):
        Deal.from_code(value)


def test_a_long_bad_code() -> None:
    with pytest.raises(FreeCellError) as caught:
        Deal.from_code("FC1-C4-" + "A" * 10_000_000)
    assert len(str(caught.value)) < 300


def test_no_code_for_a_deal_without_a_number() -> None:
    cards = [CARDS[index] for index in dealt(617)]
    cards[0], cards[1] = cards[1], cards[0]
    with pytest.raises(FreeCellError):
        Deal.from_cards(cards).code()


@pytest.mark.parametrize("rules", [Rules.BAKERS_GAME, Rules.FREECELL.replace(columns=9), Rules(ranks=3)])
def test_no_code_for_rules_it_cannot_hold(rules: Rules) -> None:
    # A code holds the number of cells and the deal, so reading this one would give another game.
    with pytest.raises(FreeCellError):
        Deal(327, rules).code()
