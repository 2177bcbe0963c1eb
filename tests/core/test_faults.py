"""Faults of positions: every kind, with its card and its spots, alone and with others."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from helpers.states import GAMES, RANDOMS, scattered
from hypothesis import assume, given
from hypothesis import strategies as st

import freecell
from freecell import (
    CARDS,
    Card,
    Deal,
    Fault,
    FaultKind,
    InvalidStateError,
    Pile,
    Rules,
    Spot,
    State,
    Suit,
    WrongTypeError,
)
from freecell.notation import write_board

Found = tuple[FaultKind, Card | None]


class Table:
    """A board as a program has it that lets people build positions: right at first, then with faults put in."""

    def __init__(self, state: State, rng: Random) -> None:
        self.rules = state.rules
        self.columns = [list(column) for column in state.columns]
        self.cells = list(state.cells)
        self.foundations = list(state.foundations)
        self.home = {card for pile, cards in state.piles().items() if pile.is_home for card in cards}
        self.lying = set(CARDS[: 4 * state.rules.ranks]) - self.home
        self.right = set(CARDS)
        self.rng = rng

    def state(self) -> State:
        return State(self.columns, self.cells, self.foundations, self.rules)

    def pick(self, cards: set[Card]) -> Card:
        """Choose a card that has not been chosen before."""
        assume(cards & self.right)
        card = self.rng.choice(sorted(cards & self.right))
        self.right.discard(card)
        return card

    def put(self, card: Card) -> None:
        """Insert a card anywhere."""
        free = [place for place, other in enumerate(self.cells[: self.rules.cells]) if other is None]
        if free and self.rng.random() < 0.3:
            self.cells[self.rng.choice(free)] = card
        else:
            column = self.rng.choice(self.columns)
            column.insert(self.rng.randint(0, len(column)), card)

    def spots(self, card: Card) -> tuple[Spot, ...]:
        """Where a card is."""
        rank = (card.rank - self.rules.base) % self.rules.ranks
        found = [Spot(Pile.foundation(card.suit), rank)] if card in self.home else []
        found += [Spot(Pile.cell(place), 0) for place, other in enumerate(self.cells) if other == card]
        for place, column in enumerate(self.columns):
            found += [Spot(Pile.column(place), index) for index, other in enumerate(column) if other == card]
        return tuple(found)


def more_columns(table: Table) -> None:
    table.columns += [[] for _ in range(table.rng.randint(1, 18 - len(table.columns)))]


def more_cells(table: Table) -> None:
    table.cells += [None] * table.rng.randint(1, 10 - len(table.cells))


def missing(table: Table) -> Card:
    card = table.pick(table.lying)
    table.cells = [None if other == card else other for other in table.cells]
    table.columns = [[other for other in column if other != card] for column in table.columns]
    return card


def duplicate(table: Table) -> Card:
    card = table.pick(table.lying)
    for _ in range(table.rng.choice((1, 1, 2, 5))):
        table.put(card)
    return card


def home_and_elsewhere(table: Table) -> Card:
    card = table.pick(table.home)
    for _ in range(table.rng.choice((1, 1, 2, 5))):
        table.put(card)
    return card


def not_in_deck(table: Table) -> Card:
    card = table.pick(set(CARDS[4 * table.rules.ranks :]))
    for _ in range(table.rng.choice((1, 1, 2, 5))):
        table.put(card)
    return card


INJECTIONS: dict[FaultKind, tuple[Callable[[Table], Card | None], Callable[[Rules], bool]]] = {
    FaultKind.TOO_MANY_COLUMNS: (more_columns, lambda rules: rules.columns < 18),
    FaultKind.TOO_MANY_CELLS: (more_cells, lambda rules: rules.cells < 10),
    FaultKind.NOT_IN_DECK: (not_in_deck, lambda rules: rules.ranks < 13),
    FaultKind.HOME_AND_ELSEWHERE: (home_and_elsewhere, lambda rules: True),
    FaultKind.DUPLICATE: (duplicate, lambda rules: True),
    FaultKind.MISSING: (missing, lambda rules: True),
}
"""The kinds that may come together: how each is put into a board, and which games can have it."""


def check(table: Table, injected: set[Found]) -> None:
    """The error has the faults that were put in, no others, and the cards are at its spots."""
    assume(max(map(len, table.columns)) <= 52)
    with pytest.raises(InvalidStateError) as caught:
        table.state()
    faults = caught.value.faults
    assert len(faults) == len(injected)
    assert {(fault.kind, fault.card) for fault in faults} == injected
    for fault in faults:
        if fault.card is not None:
            assert fault.spots == table.spots(fault.card)
            assert fault.reason.startswith(f"{fault.card} is ")
        elif fault.kind is FaultKind.TOO_MANY_COLUMNS:
            too_many = range(table.rules.columns, len(table.columns))
            assert fault.spots == tuple(Spot(Pile.column(place)) for place in too_many)
        else:
            too_many = range(table.rules.cells, len(table.cells))
            assert fault.spots == tuple(Spot(Pile.cell(place)) for place in too_many)
        assert fault.reason in str(caught.value) or fault.kind is FaultKind.MISSING


@pytest.mark.parametrize("kind", INJECTIONS)
@given(data=st.data(), rng=RANDOMS)
def test_one_fault_is_reported_with_its_card_and_spots(kind: FaultKind, data: st.DataObject, rng: Random) -> None:
    inject, fits = INJECTIONS[kind]
    table = Table(scattered(rng, data.draw(st.sampled_from([rules for rules in GAMES if fits(rules)]))), rng)
    assert table.state()
    check(table, {(kind, inject(table))})


@given(rng=RANDOMS, kinds=st.lists(st.sampled_from(list(INJECTIONS)), min_size=2, max_size=8))
def test_all_faults_are_reported_at_once(rng: Random, kinds: list[FaultKind]) -> None:
    table = Table(scattered(rng, rng.choice([rules for rules in GAMES if rules.columns < 18])), rng)
    injected = set()
    for kind in sorted(kinds, key=list(INJECTIONS).index):
        inject, fits = INJECTIONS[kind]
        if fits(table.rules) and (kind, None) not in injected:
            injected.add((kind, inject(table)))
    assume(injected)
    check(table, injected)


@given(rng=RANDOMS)
def test_too_few_columns_hide_no_other_fault(rng: Random) -> None:
    table = Table(scattered(rng, rng.choice(GAMES)), rng)
    gone = table.columns.pop()
    with pytest.raises(InvalidStateError) as caught:
        table.state()
    few, *others = caught.value.faults
    assert (few.kind, few.card, few.spots) == (FaultKind.TOO_FEW_COLUMNS, None, ())
    assert [(fault.kind, fault.card) for fault in others] == [(FaultKind.MISSING, card) for card in sorted(gone)]


@given(rng=RANDOMS, ranks=st.lists(st.integers(-(2**70), 2**70), min_size=4, max_size=4))
def test_foundations_out_of_range_are_the_only_faults(rng: Random, ranks: list[int]) -> None:
    table = Table(scattered(rng, rng.choice([rules for rules in GAMES if rules.columns < 18])), rng)
    table.columns.append([])
    table.foundations = [rank if rng.random() < 0.5 else rng.randint(0, table.rules.ranks) for rank in ranks]
    wrong = [suit for suit, rank in zip(Suit, table.foundations, strict=True) if not 0 <= rank <= table.rules.ranks]
    assume(wrong)
    with pytest.raises(InvalidStateError) as caught:
        table.state()
    assert [(fault.kind, fault.card, fault.spots) for fault in caught.value.faults] == [
        (FaultKind.FOUNDATION_RANK, None, (Spot(Pile.foundation(suit)),)) for suit in wrong
    ]


def test_a_foundation_out_of_range_in_a_text_is_one_fault() -> None:
    for base in (1, 3):
        with pytest.raises(InvalidStateError) as caught:
            State.parse("Foundations: C-K\n:\n:", Rules(ranks=4, columns=2, base=base))
        (fault,) = caught.value.faults
        assert fault.reason == str(caught.value) == "the foundation of clubs must be from 0 to 4, not 13"
        assert (fault.kind, fault.spots) == (FaultKind.FOUNDATION_RANK, (Spot(Pile("hc")),))


@given(rng=RANDOMS, kinds=st.sets(st.sampled_from(list(INJECTIONS)), min_size=1))
def test_spots_in_a_text_are_where_the_card_stands(rng: Random, kinds: set[FaultKind]) -> None:
    table = Table(
        scattered(rng, rng.choice([rules for rules in GAMES if rules.columns < 18 and rules.cells < 10])), rng
    )
    fitting = [kind for kind, (_, fits) in INJECTIONS.items() if kind in kinds and fits(table.rules)]
    assume(fitting)
    for kind in fitting:
        INJECTIONS[kind][0](table)
    text = write_board(table.columns, table.cells, table.foundations) + "\n"
    assume(fitting != [FaultKind.TOO_MANY_CELLS] or "Freecells" in text)
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines, 1) if not line.startswith(("Found", "Free")))
    with pytest.raises(InvalidStateError) as caught:
        State.parse(text, table.rules)
    for fault in caught.value.faults:
        for spot in fault.spots:
            if spot.pile.is_home:
                assert (spot.line, spot.column) == (None, None)
                continue
            assert spot.line == (first + spot.pile.index if spot.pile.is_column else first - 1)
            if fault.card is None:
                assert (spot.index, spot.column) == (None, None)
            else:
                assert spot.column is not None
                assert lines[spot.line - 1][spot.column - 1 :].startswith(str(fault.card))
        if fault.card is not None:
            assert tuple(Spot(spot.pile, spot.index) for spot in fault.spots) == table.spots(fault.card)


@pytest.mark.parametrize(
    ("make", "kind", "spots"),
    [
        (lambda: State([[]] * 19), FaultKind.TOO_MANY_COLUMNS, ()),
        (lambda: State.parse("AS\n" * 19), FaultKind.TOO_MANY_COLUMNS, tuple(range(8, 18))),
        (lambda: State([[], ["AC"] * 53]), FaultKind.TOO_MANY_CARDS, (Spot(Pile("2")),)),
        (lambda: Deal.from_cards(["AC"] * 53), FaultKind.TOO_MANY_CARDS, ()),
        (lambda: State([], [None] * 53), FaultKind.TOO_MANY_CELLS, ()),
        (lambda: State([["AC"]] * 8, [None] * 11), FaultKind.TOO_MANY_CELLS, tuple(map(Spot, map(Pile, "efgklm")))),
    ],
)
def test_more_than_any_game_has_is_the_only_fault(
    make: Callable[[], object], kind: FaultKind, spots: tuple[Spot | int, ...]
) -> None:
    with pytest.raises(InvalidStateError) as caught:
        make()
    (fault,) = caught.value.faults
    expected = tuple(Spot(Pile.column(spot), None, spot + 1) if isinstance(spot, int) else spot for spot in spots)
    assert (fault.kind, fault.card, fault.spots) == (kind, None, expected)


# Texts that are not cards


@given(rng=RANDOMS, count=st.integers(1, 12))
def test_texts_that_are_not_cards_are_the_only_faults_with_pile_and_index(rng: Random, count: int) -> None:
    table = Table(scattered(rng, rng.choice(GAMES)), rng)
    columns: list[list[Card | str]] = [[*column] for column in table.columns]
    cells: list[Card | str | None] = [*table.cells]
    places = [(Pile.column(place), index) for place, column in enumerate(columns) for index in range(len(column))]
    places += [(Pile.cell(place), 0) for place, card in enumerate(cells) if card is not None]
    wrong = sorted(rng.sample(places, min(count, len(places))))
    assume(wrong)
    for pile, index in wrong:
        if pile.is_cell:
            cells[pile.index] = "XX"
        else:
            columns[pile.index][index] = "XX"
    with pytest.raises(InvalidStateError) as caught:
        State(columns, cells, table.foundations, table.rules)
    names = [f"column {pile}, card {index + 1}" if pile.is_column else f"cell {pile}" for pile, index in wrong]
    assert caught.value.faults == tuple(
        Fault(
            FaultKind.NOT_A_CARD,
            f"{name}: 'XX' is not a card: write a rank and a suit, such as TH or 10H",
            None,
            (Spot(pile, index),),
        )
        for name, (pile, index) in zip(names, wrong, strict=True)
    )
    reasons = str(caught.value).split("; ")
    assert reasons[:4] == [fault.reason for fault in caught.value.faults[:4]]
    assert reasons[4:] == ([f"{len(wrong) - 4} more are not cards"] if len(wrong) > 4 else [])


def test_a_text_in_a_cell_that_no_game_has_is_not_a_card() -> None:
    with pytest.raises(InvalidStateError, match=r"^cell number 12: 'XX' is not a card") as caught:
        State([], [None] * 11 + ["XX"])
    assert [fault.spots for fault in caught.value.faults] == [()]


@pytest.mark.parametrize(
    ("columns", "cells", "message"),
    [
        (
            [[], ["AC", None]],
            [],
            "column 2, card 2: a card must be a Card or text, not None (None is an empty cell, in",
        ),
        ([[], ["AC", 3]], [], "column 2, card 2: a card must be a Card or text, not 3"),
        ([], [None, 3], "cell b: a card must be a Card or text, or None for an empty cell, not 3"),
        ([[], None], [], "column 2 must be a sequence of cards, not None"),
        ([[], "AC"], [], "column 2 must be a sequence of cards, not 'AC'"),
        ([], None, "the cells must be a sequence of cards, not None"),
    ],
)
def test_what_is_not_text_is_a_wrong_type_with_its_place(columns: Any, cells: Any, message: str) -> None:
    with pytest.raises(WrongTypeError) as caught:
        State(columns, cells)
    assert str(caught.value).startswith(message)


def test_a_text_in_a_deal_that_is_not_a_card_has_its_place_in_the_rows() -> None:
    cards: list[Any] = [*CARDS]
    cards[9] = "XX"
    with pytest.raises(InvalidStateError, match=r"^card 10: 'XX' is not a card") as caught:
        Deal.from_cards(cards)
    (fault,) = caught.value.faults
    assert (fault.kind, fault.spots) == (FaultKind.NOT_A_CARD, (Spot(Pile("2"), 1),))
    cards[9] = None
    with pytest.raises(WrongTypeError, match=r"^card 10: a card must be a Card or text, not None"):
        Deal.from_cards(cards)


# Faults as values

FAULTS = [
    Fault(FaultKind.MISSING, "3C is missing"),
    Fault(FaultKind.MISSING, "3D is missing"),
    Fault(FaultKind.NOT_IN_DECK, "3C is missing"),
    Fault(FaultKind.MISSING, "3C is missing", Card.parse("3C")),
    Fault(FaultKind.MISSING, "3C is missing", None, (Spot(Pile("a")),)),
    Fault(FaultKind.MISSING, "3C is missing", None, (Spot(Pile("b")),)),
    Fault(FaultKind.MISSING, "3C is missing", None, (Spot(Pile("b"), 0),)),
    Fault(FaultKind.MISSING, "3C is missing", None, (Spot(Pile("b"), 0, 2),)),
    Fault(FaultKind.MISSING, "3C is missing", None, (Spot(Pile("b"), 0, 2, 7),)),
]


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_survive_repr_pickle_and_copy(fault: Fault) -> None:
    names = vars(freecell).copy()
    for twin in (
        eval(repr(fault), names),
        copy.copy(fault),
        copy.deepcopy(fault),
        *(pickle.loads(pickle.dumps(fault, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)),
    ):
        assert (twin, hash(twin), repr(twin)) == (fault, hash(fault), repr(fault))


def test_different_faults_are_different() -> None:
    assert len(set(FAULTS)) == len(FAULTS)


def test_an_error_is_raised_again_with_all_its_faults() -> None:
    with pytest.raises(InvalidStateError) as caught:
        State.parse(str(Deal(617)).replace("7D", "7H"))
    for twin in (copy.copy(caught.value), copy.deepcopy(caught.value), pickle.loads(pickle.dumps(caught.value))):
        assert twin.faults == caught.value.faults
        assert str(twin) == str(caught.value)
