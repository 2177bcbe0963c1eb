"""Move text and the names of piles, read without a position."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from helpers.bad_values import NOT_TEXT
from hypothesis import given
from hypothesis import strategies as st

from freecell.cards import Suit
from freecell.errors import ParseError, WrongTypeError
from freecell.notation import CELL_NAMES, COLUMN_NAMES, MoveText, read_cards, read_move


def test_the_names_of_piles() -> None:
    assert (COLUMN_NAMES, CELL_NAMES) == ("1234567890nopqrstu", "abcdefgklm")
    assert len({*COLUMN_NAMES, *CELL_NAMES, "h", "v"}) == 18 + 10 + 2


@pytest.mark.parametrize("case", [str.lower, str.upper])
def test_every_pair_of_names_except_home_to_home_is_a_move(case: Any) -> None:
    names = COLUMN_NAMES + CELL_NAMES + "h"
    for source, target in itertools.product(names, repeat=2):
        if source == target == "h":
            continue
        assert read_move(case(source + target)) == MoveText(source, target, None)
        for count in range(1, 14):
            assert read_move(case(f"{source}{target}v{count:x}")) == MoveText(source, target, count)
    for suit, target in itertools.product(Suit, COLUMN_NAMES + CELL_NAMES):
        for sign in (suit.letter, suit.symbol):
            source = f"h{suit.letter.lower()}"
            assert read_move(case(f"h{sign}{target}")) == MoveText(source, target, None)
            assert read_move(case(f"h{sign}{target}va")) == MoveText(source, target, 10)


def test_columns_cells_and_suits_share_letters_but_no_reading() -> None:
    assert read_move("hs") == MoveText("h", "s", None)
    assert read_move("hsv1") == MoveText("h", "s", 1)
    assert read_move("hss") == MoveText("hs", "s", None)
    assert read_move("hcd") == MoveText("hc", "d", None)
    assert read_move("hhs") == MoveText("hh", "s", None)
    assert read_move("ssvd") == MoveText("s", "s", 13)


@pytest.mark.parametrize("text", [" 26", "26\n", "\t26 \r\n", "\u300026\xa0"])
def test_white_space_around_a_move_is_nothing(text: str) -> None:
    assert read_move(text) == MoveText("2", "6", None)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "2",
            "h",
            "v",
            "2 6",
            "2\n6",
            "266",
            "hh",
            "hsh",
            "hhh",
            "hsv",
            "2h6",
            "26v",
            "26v0",
            "26ve",
            "26v-1",
        ),
        *("26v11", "26v 3", "26 v3", "v3", "2v3", "iv", "2i", "j2", "2v", "2z", "z2", "h♡3", "♥3", "hhh3", "hv"),
        *("26,", "2-6", "♥♥", "1\u212a", "\u212a1", "hſ3", "2ſ", "İ2", "2İ", "ı2", "２６", "2６", "26v１", "26V\u0661"),
        *("2\u03006", "h\u0073\u03073"),
    ],
)
def test_what_is_not_a_move_is_named(text: str) -> None:
    with pytest.raises(ParseError, match="is not a move") as caught:
        read_move(text)
    assert caught.value.text == text
    assert (caught.value.line, caught.value.column) == (1, 1)


@pytest.mark.parametrize("text", ["26v", "26v0", "26ve", "26v11", "26v-1"])
def test_what_is_not_a_count_is_refused_with_what_one_is(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_move(text)
    assert caught.value.reason == (
        f"{text!r} is not a move: write its source and its target, such as 26, 2a, a6 or 6h; "
        "after v, one digit from 1 to 9 or a to d"
    )
    with pytest.raises(ParseError, match=r"or 6h$"):
        read_move(text.partition("v")[0] + "6")


@pytest.mark.parametrize("value", NOT_TEXT)
def test_moves_are_read_from_text_only(value: Any) -> None:
    with pytest.raises(WrongTypeError, match="a move must be text"):
        read_move(value)


def test_a_long_text_is_cut_in_the_error() -> None:
    for read in (read_move, read_cards):
        with pytest.raises(ParseError) as caught:
            read("x" * 10_000_000)
        assert len(str(caught.value)) < 200
        assert len(caught.value.text) <= 40


@given(st.text(max_size=6) | st.text(alphabet="123hscdv♥ abLNTv0", max_size=6))
def test_any_text_is_a_move_or_a_parse_error(text: str) -> None:
    try:
        move = read_move(text)
    except ParseError:
        return
    written = move.source + move.target + ("" if move.count is None else f"v{move.count:x}")
    assert read_move(written) == move
    assert len(written) <= len(text)
    assert text.strip().isascii() or any(sign in text for sign in "♣♦♥♠")
