"""Deals as values, made from cards and text."""

from __future__ import annotations

import copy
import pickle
from itertools import zip_longest
from typing import Any

import pytest
from helpers.deals import LAST, dealt, numbers
from helpers.settings import untimed
from hypothesis import given

import freecell
from freecell import CARDS, AutoPlay, Build, Deal, FaultKind, FreeCellError, InvalidStateError, Rules, State

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
def test_cards_that_are_not_a_deck_are_refused(count: int) -> None:
    cards = (CARDS * 3)[:count]
    with pytest.raises(FreeCellError):
        Deal.from_cards(cards)


def test_cards_twice_and_missing_are_named() -> None:
    cards = [*CARDS[:-1], CARDS[0]]
    with pytest.raises(FreeCellError) as caught:
        Deal.from_cards(cards)
    assert "AC" in str(caught.value)
    assert "KS" in str(caught.value)


def test_a_position_in_the_middle_is_not_a_deal() -> None:
    middle = Deal(617).state().play("1a")
    with pytest.raises(FreeCellError):
        Deal.parse(str(middle))
    home = Deal(6893).state().autoplay(AutoPlay.HORNE)
    assert any(home.foundations)
    with pytest.raises(FreeCellError):
        Deal.parse(str(home))


@pytest.mark.parametrize("columns", [[6, 8, 7, 7, 6, 6, 6, 6], [6, 6, 6, 6, 7, 7, 7, 7]])
def test_columns_of_other_heights_are_not_a_deal(columns: list[int]) -> None:
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
def test_what_is_not_rules_is_refused(rules: Any) -> None:
    with pytest.raises(FreeCellError):
        Deal(617, rules)
    with pytest.raises(FreeCellError):
        Deal(617).state(rules)


# Boards by rows


def rows(deal: Deal, between: str) -> str:
    """The picture of a deal, row by row, after its lines of foundations and cells."""
    header = [line for line in str(deal).splitlines() if line.startswith(("Foundations", "Freecells"))]
    table = zip_longest(*deal.columns)
    return "\n".join([*header, *(between.join(str(card or "  ") for card in row).rstrip() for row in table)])


BY_ROWS = [rules for name, rules in Rules.named().items() if name != "citadel"]
"""The games whose columns get shorter to the right only; in Citadel, a card that goes home leaves a gap."""


@pytest.mark.parametrize("rules", BY_ROWS, ids=str)
@pytest.mark.parametrize("between", [" ", "  ", "\t"])
@given(number=numbers)
@untimed
def test_rows_are_read_back(rules: Rules, between: str, number: int) -> None:
    deal = Deal(number, rules)
    text = rows(deal, between)
    for around in ("", "\n", "\n \n\n"):
        assert Deal.parse(around + text + around, rules, by="rows") == deal
        assert State.parse(around + text + around, rules, by="rows") == deal.state()
    if rules != Rules.PENGUIN:  # seven rows of seven cards, which are columns just as well
        for read in (Deal.parse, State.parse):
            with pytest.raises(InvalidStateError) as caught:
                read(f"\n{text}\n", rules)
            (fault,) = caught.value.faults
            assert (fault.kind, fault.card, fault.spots) == (FaultKind.ROWS, None, ())
            assert str(caught.value) == fault.reason
            assert 'read them with by="rows"' in fault.reason


def test_rows_are_not_proposed_where_they_are_wrong_too() -> None:
    text = rows(Deal(617), " ")
    for wrong in (text.replace("7D", "7H"), text.removesuffix(" 4H"), "AC " + text):
        with pytest.raises(InvalidStateError, match="the board has 7 columns") as caught:
            Deal.parse(wrong)
        assert FaultKind.ROWS not in {fault.kind for fault in caught.value.faults}


def test_faults_of_rows_have_their_places() -> None:
    with pytest.raises(InvalidStateError, match=r"^7H is in column 1 \(line 2, column 1\) and in column 6 \(line 5, c"):
        State.parse("\n" + rows(Deal(617), " ").replace("7D", "7H"), by="rows")
    with pytest.raises(
        InvalidStateError, match="the board has 7 columns, but the game has 8: 7 cards in the first row"
    ):
        State.parse(str(Deal(617)), by="rows")
    with pytest.raises(InvalidStateError, match="the board has 0 columns, but the game has 8: there are no rows"):
        State.parse("Foundations: H-K C-K D-K S-K", by="rows")


@pytest.mark.parametrize("by", ["row", None, True])
def test_by_is_columns_or_rows(by: Any) -> None:
    for read in (Deal.parse, State.parse):
        with pytest.raises(FreeCellError, match=r"^by must be 'columns' or 'rows', not "):
            read(str(Deal(617)), by=by)
