"""Small words for sentences and for reading text."""

from __future__ import annotations

import string
import sys

import pytest

from freecell._text import counted, small


@pytest.mark.parametrize(
    ("number", "noun", "text"),
    [
        (0, "move", "0 moves"),
        (1, "move", "1 move"),
        (2, "card", "2 cards"),
        (-1, "point", "-1 points"),
        (1_000, "position", "1,000 positions"),
        (1_234_567, "move", "1,234,567 moves"),
    ],
)
def test_a_number_stands_with_its_noun_in_singular_or_plural(number: int, noun: str, text: str) -> None:
    assert counted(number, noun) == text


def test_only_ascii_letters_become_small() -> None:
    for character in map(chr, range(sys.maxunicode + 1)):
        expected = character.lower() if character in string.ascii_uppercase else character
        assert small(character) == expected
    assert small("KSſK") == "ksſk", "str.casefold would make an s of the long s"
    assert small("\u212a") == "\u212a", "str.lower would make a k of the Kelvin sign"
