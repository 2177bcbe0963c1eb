"""How the cards of a deal come to lie where they start, by the :class:`Layout` of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from freecell.cards import CARDS, Card
from freecell.notation import CELL_NAMES
from freecell.rules import Layout, Rules

__all__ = ["KNOWN_ORDER", "Board", "gather", "lay", "not_dealt"]

_KINGS_DOWN: Final = (Layout.BAKERS_DOZEN, Layout.GOOD_MEASURE)

_ACES_HOME: Final = {
    Layout.BELEAGUERED_CASTLE: slice(None),
    Layout.CITADEL: slice(None),
    Layout.GOOD_MEASURE: slice(2, None),
    Layout.PENGUIN: slice(3),
}
"""Which of the four aces, in the order they come, are laid home before the others are dealt."""

KNOWN_ORDER: Final = (Layout.ROWS, Layout.FORECELL, Layout.EIGHT_OFF, Layout.SEAHAVEN_TOWERS, Layout.FAN)
"""The layouts that tell in which order the cards came."""


@dataclass(frozen=True, slots=True)
class Board:
    """What lies where at the start.

    Attributes:
        columns: the cards of each column, deepest first.
        cells: the card in each cell, None where it is empty.
        foundations: the top rank by suit, clubs first; 0 for none.
    """

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, ...]


def lay(cards: Sequence[Card], rules: Rules) -> Board:
    """Lay the cards of a whole deck, given in dealing order."""
    layout, ranks = rules.layout, rules.ranks
    ace = rules.base or cards[0].rank
    king = (ace - 2) % ranks + 1
    left = list(cards)
    if layout in _KINGS_DOWN:
        left.reverse()
        _kings_down(left, rules.columns, king)
    foundations = [0, 0, 0, 0]
    aces = [card for card in left if card.rank == ace]
    for card in aces[_ACES_HOME.get(layout, slice(0))]:
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
        if layout is Layout.CITADEL and card.rank == top % ranks + 1:
            foundations[card.suit] = card.rank
        else:
            last = layout is Layout.FAN and place == len(left) - 1
            columns[-1 if last else place % width].append(card)
    return Board(tuple(map(tuple, columns)), tuple(cells), tuple(foundations))


def gather(board: Board, rules: Rules) -> tuple[Card, ...] | None:
    """Take the cards up again in dealing order; None where the layout does not tell it, or the board is none of it."""
    if rules.layout not in KNOWN_ORDER:
        return None
    width = _width(rules)
    rows = zip_longest(*board.columns[:width])
    cards = [card for row in rows for card in row if card is not None]
    for column in board.columns[width:]:
        cards.extend(column)
    cards.extend(card for cell in rules.layout.cells if (card := board.cells[cell]) is not None)
    return tuple(cards) if len(cards) == 4 * rules.ranks and lay(cards, rules) == board else None


def not_dealt(board: Board, rules: Rules) -> list[str]:
    """Say in sentences why no deal lays so many cards in these places; nothing when one may."""
    if rules.layout is Layout.CITADEL:
        return [] if all(board.foundations) else ["an ace is not home"]
    shape = lay(CARDS[: 4 * rules.ranks], rules)
    reasons = [
        f"column {place} has {len(column)} cards, at the start it has {len(dealt)}"
        for place, (column, dealt) in enumerate(zip(board.columns, shape.columns, strict=True), 1)
        if len(column) != len(dealt)
    ]
    for name, card, dealt_card in zip(CELL_NAMES, board.cells, shape.cells, strict=False):
        if (card is None) != (dealt_card is None):
            reasons.append(f"cell {name} is {'empty' if card is None else 'full'}, at the start it is not")
    if sum(map(bool, board.foundations)) != sum(map(bool, shape.foundations)):
        reasons.append(f"{sum(map(bool, shape.foundations))} foundations have begun at the start")
    return reasons


def _width(rules: Rules) -> int:
    """Give how many columns the rows go over."""
    return max(1, rules.columns - 1) if rules.layout is Layout.FAN else rules.columns


def _kings_down(cards: list[Card], columns: int, king: int) -> None:
    for place in [place for place, card in enumerate(cards) if card.rank == king]:
        for deeper in range(place % columns, place, columns):
            if cards[deeper].rank != king:
                cards[place], cards[deeper] = cards[deeper], cards[place]
                break
