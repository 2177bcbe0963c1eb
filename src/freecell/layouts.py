"""Laying the cards of a deal, by the :class:`Layout` of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from freecell.cards import Card
from freecell.rules import Layout, Rules

__all__ = ["ACES_HOME", "KINGS_DOWN", "KNOWN_ORDER", "Board", "gather", "lay"]

KINGS_DOWN: Final = (Layout.BAKERS_DOZEN, Layout.GOOD_MEASURE)
"""The layouts that put kings at the bottom of the columns."""

ACES_HOME: Final = {
    Layout.BELEAGUERED_CASTLE: slice(None),
    Layout.CITADEL: slice(None),
    Layout.GOOD_MEASURE: slice(2, None),
    Layout.PENGUIN: slice(3),
}
"""By layout: which of the four aces, in the order of laying, go home before the other cards are laid."""

KNOWN_ORDER: Final = (Layout.ROWS, Layout.FORECELL, Layout.EIGHT_OFF, Layout.SEAHAVEN_TOWERS, Layout.FAN)
"""The layouts from which the dealing order can be recovered."""


@dataclass(frozen=True, slots=True)
class Board:
    """Cards in their places.

    Attributes:
        columns: The cards of each column, deepest first.
        cells: The card in each cell, None if it is empty.
        foundations: The top rank of each foundation, clubs first; 0 if it is empty.
    """

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, ...]


def lay(cards: Sequence[Card], rules: Rules) -> Board:
    """Return the board on which a whole deck, given in dealing order, is laid."""
    layout = rules.layout
    ace = rules.base or cards[0].rank
    king = rules.previous_rank(ace)
    left = list(cards)
    if layout in KINGS_DOWN:
        left.reverse()
        _kings_down(left, rules.columns, king)
    foundations = [0, 0, 0, 0]
    aces = [card for card in left if card.rank == ace]
    for card in aces[ACES_HOME.get(layout, slice(0))]:
        left.remove(card)
        foundations[card.suit] = ace
    if layout is Layout.PENGUIN:
        left.remove(aces[-1])
        left.insert(0, aces[-1])
    cells: list[Card | None] = [None] * rules.cells
    for cell in reversed(layout.cells):
        cells[cell] = left.pop()
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    width = _width(rules)
    for place, card in enumerate(left):
        top = foundations[card.suit]
        if layout is Layout.CITADEL and card.rank == rules.next_rank(top):
            foundations[card.suit] = card.rank
        else:
            last = layout is Layout.FAN and place == len(left) - 1
            columns[-1 if last else place % width].append(card)
    return Board(tuple(map(tuple, columns)), tuple(cells), tuple(foundations))


def gather(board: Board, rules: Rules) -> tuple[Card, ...] | None:
    """Return the cards in dealing order; None if the layout hides it, or could not have laid the board."""
    if rules.layout not in KNOWN_ORDER:
        return None
    width = _width(rules)
    rows = zip_longest(*board.columns[:width])
    cards = [card for row in rows for card in row if card is not None]
    for column in board.columns[width:]:
        cards.extend(column)
    cards.extend(card for cell in rules.layout.cells if (card := board.cells[cell]) is not None)
    return tuple(cards) if len(cards) == 4 * rules.ranks and lay(cards, rules) == board else None


def _width(rules: Rules) -> int:
    """Return the number of columns that the rows are dealt to."""
    return rules.columns - 1 if rules.layout is Layout.FAN else rules.columns


def _kings_down(cards: list[Card], columns: int, king: int) -> None:
    """Exchange each king, in the order of `cards`, with the deepest card below it that is not a king."""
    for place in [place for place, card in enumerate(cards) if card.rank == king]:
        for deeper in range(place % columns, place, columns):
            if cards[deeper].rank != king:
                cards[place], cards[deeper] = cards[deeper], cards[place]
                break
