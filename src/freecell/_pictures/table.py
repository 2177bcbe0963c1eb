"""Where the piles lie on the table. The unit is a hundredth of the width of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from freecell.cards import Card, Suit
from freecell.layouts import Board
from freecell.notation import CELL_NAMES, COLUMN_NAMES
from freecell.rules import Rules

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "FAN", "PileBox", "Table", "home_cards", "piles_of"]

CARD_WIDTH = 100
CARD_HEIGHT = 144
FAN = 34
"""Height of the strip of a card that the next card of its column leaves visible, if there is room."""

_LEAST_FAN = 29
"""Minimum height of that strip at which rank and suit can be read."""
_LONG = CARD_HEIGHT + 11 * FAN
"""Length of a column beyond which its cards move closer together."""
_MARGIN = 16
_NAME = 26
"""Height of the name above a pile."""
_GAP = 14
"""Gap between columns."""
_TOP_GAP = 8
"""Gap between cells, and between foundations."""
_GROUP_GAP = 40
"""Minimum gap between the cells and the foundations."""
_MOST_IN_A_ROW = 10
"""Maximum number of columns in a row; more columns lie in two rows."""


@dataclass(frozen=True, slots=True)
class PileBox:
    """The box that a pile lies in.

    Attributes:
        name: The name of the pile, with the suit for a foundation: ``hs``.
        x: The left edge of its first card.
        y: The upper edge of its first card.
        room: The maximum height of the pile: the height of a card, except for columns.
        label: Whether there is room for the name above it.
    """

    name: str
    x: float
    y: float
    room: float
    label: bool = True

    def spread(self, count: int) -> list[float]:
        """Return the upper edges of `count` cards in this box, spread as far as the room allows."""
        fan = 0 if count < 2 else min(FAN, (self.room - CARD_HEIGHT) / (count - 1))
        return [self.y + place * fan for place in range(count)]


@dataclass(frozen=True, slots=True)
class Table:
    """The whole table.

    Attributes:
        width: Its width.
        height: Its height.
        boxes: The boxes of the columns, the cells and the foundations, in this order; those of the foundations in the
            order of :class:`Suit`, wherever they lie.
    """

    width: float
    height: float
    boxes: tuple[PileBox, ...]

    @classmethod
    def lay(cls, rules: Rules, lengths: Sequence[int], order: Sequence[Suit] = tuple(Suit)) -> Table:
        """Return the table of a game.

        The foundations lie to the right of the cells if there is room above the columns, and otherwise one below the
        other at the right edge.

        Args:
            rules: The rules of the game.
            lengths: By column, the maximum number of cards that it has to hold.
            order: The suits of the foundations, from left to right or from top to bottom.
        """
        in_row = rules.columns if rules.columns <= _MOST_IN_A_ROW else (rules.columns + 1) // 2
        columns_width = in_row * (CARD_WIDTH + _GAP) - _GAP
        pitch = CARD_WIDTH + _TOP_GAP
        cells_width = rules.cells * pitch - _TOP_GAP if rules.cells else 0
        homes_width = len(Suit) * pitch - _TOP_GAP
        gap = _GROUP_GAP if rules.cells else 0
        beside = cells_width + gap + homes_width > columns_width
        inner = max(columns_width, cells_width)
        width = inner + 2 * _MARGIN + (_GROUP_GAP + CARD_WIDTH if beside else 0)

        top: float = _MARGIN + _NAME - 8
        y: float = top
        cells_x = _MARGIN + ((inner - cells_width) / 2 if beside else 0)
        cells = [PileBox(CELL_NAMES[place], cells_x + place * pitch, top, CARD_HEIGHT) for place in range(rules.cells)]
        if cells or not beside:
            y += CARD_HEIGHT + _NAME + 6

        columns: list[PileBox] = []
        first_x = _MARGIN + (inner - columns_width) / 2
        for start in range(0, rules.columns, in_row):
            numbers = range(start, min(start + in_row, rules.columns))
            longest = max(lengths[start : start + in_row], default=1)
            room = min(CARD_HEIGHT + max(0, longest - 1) * FAN, max(_LONG, CARD_HEIGHT + (longest - 1) * _LEAST_FAN))
            columns.extend(
                PileBox(COLUMN_NAMES[place], first_x + (place - start) * (CARD_WIDTH + _GAP), y, room)
                for place in numbers
            )
            y += room + _NAME + 6
        height = y - _NAME - 6 + _MARGIN

        homes: list[PileBox] = []
        for suit in Suit:
            name = f"h{suit.letter.lower()}"
            place = order.index(suit)
            if beside:
                down = top + place * (CARD_HEIGHT + _TOP_GAP)
                homes.append(PileBox(name, width - _MARGIN - CARD_WIDTH, down, CARD_HEIGHT, place == 0))
            else:
                left = width - _MARGIN - homes_width if rules.cells else (width - homes_width) / 2
                homes.append(PileBox(name, left + place * pitch, top, CARD_HEIGHT))
        height = max(height, max(home.y for home in homes) + CARD_HEIGHT + _MARGIN)
        return cls(width, height, (*columns, *cells, *homes))


def home_cards(rules: Rules, suit: Suit, top: int) -> tuple[Card, ...]:
    """Return the cards of a foundation, the lowest first, given its top rank (0 if it is empty)."""
    return tuple(Card(rules.top_rank(count), suit) for count in range(1, rules.cards_home(top) + 1))


def piles_of(board: Board, rules: Rules) -> list[tuple[Card, ...]]:
    """Return the cards of every pile, in the order of :attr:`Table.boxes`."""
    cells = [() if card is None else (card,) for card in board.cells]
    return [*board.columns, *cells, *(home_cards(rules, suit, board.foundations[suit]) for suit in Suit)]
