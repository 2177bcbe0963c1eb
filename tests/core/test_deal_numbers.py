"""Deal numbers: how each deals the cards, and the number found again from the cards."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.deals import BORDERS, LAST, dealt, in_dealing_order, numbers
from helpers.settings import untimed
from hypothesis import given
from hypothesis import strategies as st

from freecell import CARDS, Deal, FreeCellError, Rules

HUGE = [pytest.param(10**5000, id="huge"), pytest.param(-(10**5000), id="minus huge")]  # more digits than Python prints


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
def test_what_is_not_a_number_is_refused(number: Any) -> None:
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
