"""Deals: their numbers both ways, as values, as text, share codes, in bulk and at random."""

from __future__ import annotations

import base64
import copy
import pickle
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import freecell
from freecell import (
    CARDS,
    AutoPlay,
    Build,
    Card,
    Deal,
    FreeCellError,
    ParseError,
    Rules,
    Solver,
    State,
    Verdict,
    deal_layouts,
)

untimed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
LAST = 2**33 - 1
BORDERS = (1, 2, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**32 + 1, LAST - 1, LAST)
HUGE = [pytest.param(10**5000, id="huge"), pytest.param(-(10**5000), id="minus huge")]  # more digits than Python prints

numbers = st.integers(1, LAST) | st.sampled_from(BORDERS) | st.integers(1, 32_000)


def dealt(number: int, ranks: int = 13) -> list[int]:
    """The dealing rule, plainly: the index of each card in dealing order."""
    state = number % 2**32
    deck = list(range(4 * ranks))
    cards = []
    while deck:
        state = (214013 * state + 2531011) % 2**32
        if number < 2**31:
            draw = (state >> 16) & 0x7FFF
        elif number < 2**32:
            draw = (state >> 16) & 0x7FFF | 0x8000
        else:
            draw = (state >> 16) + 1
        place = draw % len(deck)
        cards.append(deck[place])
        deck[place] = deck[-1]
        deck.pop()
    return cards


def in_dealing_order(columns: Sequence[Sequence[Card]]) -> list[int]:
    depth = max(map(len, columns))
    return [column[row].index for row in range(depth) for column in columns if row < len(column)]


# Numbers


@given(numbers)
@untimed
def test_a_number_deals_by_the_rule(number: int) -> None:
    deal = Deal(number)
    assert deal.number == number
    assert in_dealing_order(deal.columns) == dealt(number)
    assert [card.index for card in deal.cards] == dealt(number)
    assert deal.columns == deal.state().columns
    assert deal.cells == (None,) * 4
    assert [len(column) for column in deal.columns] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert deal.cells == (None, None, None, None)


@given(numbers)
@untimed
def test_the_number_is_found_again(number: int) -> None:
    # No two numbers deal the same 52 cards as far as anyone knows; find_number would give the smaller one.
    assert Deal.from_cards([CARDS[index] for index in dealt(number)]).find_number() == number
    assert Deal(number).find_number() == number


@given(numbers, st.lists(st.integers(0, 51), min_size=2, max_size=2, unique=True))
@untimed
def test_no_number_deals_two_cards_exchanged(number: int, places: list[int]) -> None:
    cards = [CARDS[index] for index in dealt(number)]
    first, second = places
    cards[first], cards[second] = cards[second], cards[first]
    assert Deal.from_cards(cards).find_number() is None


@given(st.permutations(range(52)))
@untimed
def test_no_number_deals_a_shuffled_deck(order: list[int]) -> None:
    found = Deal.from_cards([CARDS[index] for index in order]).find_number()
    assert found is None or dealt(found) == order


@pytest.mark.parametrize("number", BORDERS)
def test_the_borders_of_the_numbering(number: int) -> None:
    assert in_dealing_order(Deal(number).columns) == dealt(number)
    assert Deal(number).find_number() == number


@pytest.mark.parametrize("number", [0, -1, -LAST, LAST + 1, 2**64, *HUGE])
def test_numbers_out_of_range(number: int) -> None:
    with pytest.raises(FreeCellError, match=f"1 to {LAST}") as caught:
        Deal(number)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("number", [3.7, 3.0, "3", "abc", None, b"3", [3], 1j, Deal])
def test_what_is_no_number(number: Any) -> None:
    with pytest.raises(FreeCellError, match="whole number"):
        Deal(number)


def test_a_number_may_be_anything_with_an_index() -> None:
    class Index:
        def __index__(self) -> int:
            return 617

    deal = Deal(Index())  # type: ignore[arg-type]
    assert deal == Deal(617)
    assert type(deal.number) is int


# Small decks, where one layout has many numbers and some layouts have none


def first_numbers(ranks: int, numbers: int) -> dict[tuple[int, ...], int]:
    first: dict[tuple[int, ...], int] = {}
    for number in range(1, numbers + 1):
        first.setdefault(tuple(dealt(number, ranks)), number)
    return first


@pytest.mark.parametrize(("ranks", "scanned", "layouts"), [(1, 500, 24), (2, 1_500, None), (3, 600, None)])
def test_the_smallest_of_several_numbers(ranks: int, scanned: int, layouts: int | None) -> None:
    rules = Rules.FREECELL.replace(ranks=ranks)
    first = first_numbers(ranks, scanned)
    if layouts is not None:
        assert len(first) == layouts, "every order of the four aces is dealt early"
    if ranks < 3:
        assert len(first) < scanned, "some layouts are met twice"
    for cards, number in first.items():
        deal = Deal.from_cards([CARDS[index] for index in cards], rules)
        assert deal.find_number() == number
        assert deal == Deal(number, rules)


@given(numbers, st.integers(1, 13))
@untimed
def test_a_small_deal_is_found_by_a_number_that_deals_it(number: int, ranks: int) -> None:
    rules = Rules.FREECELL.replace(ranks=ranks)
    deal = Deal(number, rules)
    assert in_dealing_order(deal.columns) == dealt(number, ranks)
    found = deal.find_number()
    assert found is not None
    assert found <= number
    assert dealt(found, ranks) == dealt(number, ranks)


def test_other_widths_are_dealt_in_turn() -> None:
    for columns in (1, 3, 10, 18):
        deal = Deal(617, Rules.FREECELL.replace(columns=columns))
        assert len(deal.columns) == columns
        assert in_dealing_order(deal.columns) == dealt(617)
        assert [card.index for card in deal.cards] == dealt(617)
        assert deal.find_number() == 617


# Values


def test_equality_is_of_layout_and_rules() -> None:
    deal = Deal(617)
    same = Deal.from_cards([CARDS[index] for index in dealt(617)])
    assert same.number is None
    assert deal == same
    assert hash(deal) == hash(same)
    assert len({deal, same, Deal(617), Deal.parse(str(deal))}) == 1
    different = [
        Deal(618),
        Deal(617 + 2**31),
        Deal(617 + 2**32),
        Deal(617, Rules.FREECELL.replace(cells=3)),
        Deal(617, Rules.BAKERS_GAME),
        Deal(617, Rules.FREECELL.replace(columns=9)),
    ]
    assert all(deal != other for other in different)
    assert len({deal, *different}) == 1 + len(different)
    assert deal != 617
    assert deal != str(deal)
    assert deal != deal.state()


@given(numbers, numbers)
@untimed
def test_different_layouts_are_different(one: int, two: int) -> None:
    assert (Deal(one) == Deal(two)) == (one == two)


def test_each_exchange_of_two_cards_is_another_deal() -> None:
    cards = [CARDS[index] for index in dealt(617)]
    deal = Deal.from_cards(cards)
    others = set()
    for place in range(51):
        cards[place], cards[place + 1] = cards[place + 1], cards[place]
        others.add(Deal.from_cards(cards))
        cards[place], cards[place + 1] = cards[place + 1], cards[place]
    assert deal not in others
    assert len(others) == 51


DEALS = [
    Deal(1),
    Deal(LAST),
    Deal(617, Rules.BAKERS_GAME),
    Deal(617, Rules.FREECELL.replace(cells=0, columns=18)),
    Deal(617, Rules.FREECELL.replace(ranks=2, columns=3)),
    Deal.from_cards(CARDS),
    Deal.from_cards(CARDS[:12], Rules.RELAXED_FREECELL.replace(ranks=3, foundation_takeback=True)),
]


@pytest.mark.parametrize("deal", DEALS, ids=repr)
def test_repr_rebuilds(deal: Deal) -> None:
    rebuilt = eval(repr(deal), vars(freecell).copy())
    assert rebuilt == deal
    assert rebuilt.number == deal.number
    assert rebuilt.rules == deal.rules


def test_a_deal_is_formatted_as_its_text() -> None:
    deal = Deal(617)
    assert f"{deal}" == f"{deal:s}" == str(deal)
    assert f"{deal:>200}" == str(deal).rjust(200)


def test_repr_of_a_numbered_deal_is_short() -> None:
    assert repr(Deal(617)) == "Deal(617)"


@pytest.mark.parametrize("deal", DEALS, ids=repr)
def test_text_is_read_back(deal: Deal) -> None:
    assert Deal.parse(str(deal), deal.rules) == deal
    assert State.parse(str(deal), deal.rules) == deal.state()


@given(numbers)
@untimed
def test_any_numbered_deal_is_read_back(number: int) -> None:
    assert Deal.parse(str(Deal(number))) == Deal(number)


@pytest.mark.parametrize("deal", DEALS, ids=repr)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(deal: Deal, protocol: int) -> None:
    thawed = pickle.loads(pickle.dumps(deal, protocol))
    assert thawed == deal
    assert hash(thawed) == hash(deal)
    assert (thawed.number, thawed.rules, thawed.columns) == (deal.number, deal.rules, deal.columns)


@pytest.mark.parametrize("deal", DEALS, ids=repr)
def test_copy(deal: Deal) -> None:
    assert copy.copy(deal) == deal
    assert copy.deepcopy(deal) == deal


@pytest.mark.parametrize("name", ["number", "cards", "columns", "cells", "rules", "colour"])
def test_a_deal_cannot_be_changed(name: str) -> None:
    deal = Deal(617)
    with pytest.raises((AttributeError, TypeError)):
        setattr(deal, name, None)
    with pytest.raises((AttributeError, TypeError)):
        delattr(deal, name)
    assert deal == Deal(617)
    assert isinstance(deal.columns, tuple)
    assert all(isinstance(column, tuple) for column in deal.columns)


# Making them


def test_cards_may_be_cards_or_text() -> None:
    cards = [CARDS[index] for index in dealt(24)]
    deal = Deal(24)
    assert Deal.from_cards(cards) == deal
    assert Deal.from_cards(iter(cards)) == deal
    assert Deal.from_cards(map(str, cards)) == deal
    assert Deal.from_cards(" ".join(map(str, cards))) == deal
    assert Deal.from_cards("\n".join(card.symbol.lower() for card in cards)) == deal


@pytest.mark.parametrize("count", [0, 1, 51, 53, 104])
def test_cards_that_are_no_deck(count: int) -> None:
    cards = (CARDS * 3)[:count]
    with pytest.raises(FreeCellError):
        Deal.from_cards(cards)


def test_cards_twice_and_missing_are_named() -> None:
    cards = [*CARDS[:-1], CARDS[0]]
    with pytest.raises(FreeCellError) as caught:
        Deal.from_cards(cards)
    assert "AC" in str(caught.value)
    assert "KS" in str(caught.value)


def test_a_position_in_the_middle_is_no_deal() -> None:
    middle = Deal(617).state().play("1a")
    with pytest.raises(FreeCellError):
        Deal.parse(str(middle))
    home = Deal(6893).state().autoplay(AutoPlay.HORNE)
    assert any(home.foundations)
    with pytest.raises(FreeCellError):
        Deal.parse(str(home))


@pytest.mark.parametrize("columns", [[6, 8, 7, 7, 6, 6, 6, 6], [6, 6, 6, 6, 7, 7, 7, 7]])
def test_columns_of_other_heights_are_no_deal(columns: list[int]) -> None:
    cards = iter(CARDS)
    text = "\n".join(" ".join(str(next(cards)) for _ in range(height)) for height in columns)
    State.parse(text)
    with pytest.raises(FreeCellError):
        Deal.parse(text)


def test_the_state_of_a_deal() -> None:
    deal = Deal(617)
    assert deal.state().columns == deal.columns
    assert deal.state().cells == (None, None, None, None)
    assert deal.state().foundations == (0, 0, 0, 0)
    assert deal.state().rules == deal.rules == Rules.FREECELL


def test_other_rules_that_the_layout_fits() -> None:
    deal = Deal(617)
    for rules in (
        Rules.BAKERS_GAME,
        Rules.RELAXED_FREECELL,
        *(Rules.FREECELL.replace(cells=cells) for cells in range(9)),
        Rules.FREECELL.replace(foundation_takeback=True, build=Build.ANY_SUIT),
    ):
        state = deal.state(rules)
        assert state.rules == rules
        assert state.columns == deal.columns
        assert state.cells == (None,) * rules.cells


@pytest.mark.parametrize(
    "rules", [Rules.FREECELL.replace(columns=7), Rules.FREECELL.replace(columns=9), Rules(ranks=12)]
)
def test_other_rules_that_the_layout_does_not_fit(rules: Rules) -> None:
    with pytest.raises(FreeCellError):
        Deal(617).state(rules)


@pytest.mark.parametrize("rules", ["freecell", 4, {"cells": 4}, Rules])
def test_what_is_no_rules(rules: Any) -> None:
    with pytest.raises(FreeCellError):
        Deal(617, rules)
    with pytest.raises(FreeCellError):
        Deal(617).state(rules)


# Share codes: RFC 4648 base 32, seven letters


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


def test_what_is_wrong_with_a_code_is_said() -> None:
    with pytest.raises(FreeCellError, match="version 2"):
        Deal.from_code("FC2-C4-AAAAAKH")
    with pytest.raises(FreeCellError, match=str(LAST)):
        Deal.from_code("FC1-C4-IAAAAAA")


@pytest.mark.parametrize("value", [None, 327, b"FC1-C4-AAAAAKH", 3.7, ["FC1-C4-AAAAAKH"]])
def test_a_code_is_text(value: Any) -> None:
    with pytest.raises(ParseError):
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


# In bulk


def rows_of(first: int, last: int) -> list[list[int]]:
    view = deal_layouts(first, last)
    assert view.format == "B"
    assert view.shape == (last - first + 1, 52)
    assert view.itemsize == 1
    assert view.c_contiguous
    return [list(bytes(view)[52 * row : 52 * (row + 1)]) for row in range(view.shape[0])]


@pytest.mark.parametrize(
    ("first", "last"), [(1, 300), (LAST - 2, LAST), (617, 617), (2**31 - 3, 2**31 + 3), (2**32 - 3, 2**32 + 3)]
)
def test_layouts_in_bulk(first: int, last: int) -> None:
    rows = rows_of(first, last)
    assert len(rows) == last - first + 1
    for number, row in zip(range(first, last + 1), rows, strict=True):
        assert row == dealt(number)
        assert row == in_dealing_order(Deal(number).columns)


@given(st.integers(1, LAST), st.integers(0, 60))
@untimed
def test_layouts_in_bulk_anywhere(first: int, more: int) -> None:
    last = min(first + more, LAST)
    assert rows_of(first, last) == [dealt(number) for number in range(first, last + 1)]


def test_layouts_outlive_and_cannot_spoil_others() -> None:
    one = deal_layouts(1, 2)
    two = deal_layouts(1, 2)
    before = bytes(two)
    if not one.readonly:
        one.cast("B")[0] = 99
    assert bytes(two) == before == bytes(deal_layouts(1, 2))


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (0, 5),
        (-1, 5),
        (1, LAST + 1),
        (LAST + 1, LAST + 1),
        (5, 4),
        (1, 0),
        (1, LAST),
        pytest.param(1, 10**5000, id="huge"),
    ],
)
def test_layouts_out_of_range(first: int, last: int) -> None:
    with pytest.raises(FreeCellError) as caught:
        deal_layouts(first, last)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("first", "last", "count"), [(1, 10_000_001, 10_000_001), (1, LAST, LAST), (5, 2**32 + 5, 2**32 + 1)]
)
def test_too_many_layouts_at_once(first: int, last: int, count: int) -> None:
    """The last number is a good one; it is only that they would not fit into memory, and that is said."""
    with pytest.raises(FreeCellError) as caught:
        deal_layouts(first, last)
    assert str(caught.value) == f"{count:,} layouts are too many at once: ask for 10,000,000 at the most"


@pytest.mark.parametrize(("first", "last"), [(1, LAST + 1), (5, 4)])
def test_a_last_number_out_of_range_is_told_from_too_many(first: int, last: int) -> None:
    with pytest.raises(FreeCellError) as caught:
        deal_layouts(first, last)
    assert str(caught.value) == f"last deal number must be from {first} to {LAST}, not {last}"


@pytest.mark.parametrize("value", [3.7, 3.0, "3", None, b"3", [1]])
def test_layouts_of_no_number(value: Any) -> None:
    with pytest.raises(FreeCellError, match="whole number"):
        deal_layouts(value, 5)
    with pytest.raises(FreeCellError, match="whole number"):
        deal_layouts(1, value)


# At random


def test_random_is_the_same_for_the_same_seed() -> None:
    one = [Deal.random(rng).number for rng in [random.Random(5)] for _ in range(20)]
    two = [Deal.random(rng).number for rng in [random.Random(5)] for _ in range(20)]
    other = [Deal.random(rng).number for rng in [random.Random(6)] for _ in range(20)]
    assert one == two
    assert one != other
    assert all(number is not None and 1 <= number <= 1_000_000 for number in one)
    assert len(set(one)) > 15


def test_random_wants_a_generator_of_its_kind() -> None:
    with pytest.raises(FreeCellError, match=r"rng must be a random.Random, not 5"):
        Deal.random(5)  # type: ignore[arg-type]


def test_random_without_a_generator() -> None:
    drawn = {Deal.random().number for _ in range(30)}
    assert len(drawn) > 25
    assert all(number is not None and 1 <= number <= 1_000_000 for number in drawn)


def test_random_reaches_both_ends_of_its_range() -> None:
    rng = random.Random(1)
    assert {Deal.random(rng, first=7, last=9).number for _ in range(200)} == {7, 8, 9}
    assert Deal.random(rng, first=LAST, last=LAST) == Deal(LAST)
    assert Deal.random(rng, first=1, last=1).number == 1


def test_random_is_the_deal_of_its_number() -> None:
    rng = random.Random(2)
    rules = Rules.FREECELL.replace(cells=3)
    deal = Deal.random(rng, rules=rules)
    assert deal.number is not None
    assert deal == Deal(deal.number, rules)


def test_random_winnable() -> None:
    # Of these numbers only 11982 cannot be won, and must never be drawn.
    rng = random.Random(3)
    drawn = [Deal.random(rng, first=11_981, last=11_983, winnable=True).number for _ in range(12)]
    assert set(drawn) == {11_981, 11_983}


def test_random_winnable_under_harder_rules() -> None:
    rng = random.Random(4)
    rules = Rules.FREECELL.replace(cells=2)
    for _ in range(3):
        deal = Deal.random(rng, winnable=True, rules=rules)
        assert deal.rules == rules
        assert Solver().solve(deal).verdict is Verdict.SOLVED


@pytest.mark.parametrize(("first", "last"), [(0, 5), (5, 4), (1, LAST + 1), (-3, -1), (2.5, 4), (1, "9"), (None, 5)])
def test_random_out_of_range(first: Any, last: Any) -> None:
    with pytest.raises(FreeCellError):
        Deal.random(random.Random(1), first=first, last=last)
