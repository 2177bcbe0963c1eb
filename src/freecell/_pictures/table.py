"""Where the piles lie on the table, in units of which a card is 100 wide; the pictures and the page share it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from freecell._arguments import shortened
from freecell._core import Pile, State
from freecell.cards import Card, Suit
from freecell.deals import Deal
from freecell.errors import FreeCellError
from freecell.play.game import Game
from freecell.rules import Rules

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "FAN", "Place", "Table", "home_cards", "piles_of", "state_to_draw", "top_card"]

CARD_WIDTH = 100
CARD_HEIGHT = 144
FAN = 34
"""How much of a card the next one in its column leaves open, where there is room."""

_LEAST_FAN = 29
"""How much of it has to stay open for its rank and suit to be read."""
_LONG = CARD_HEIGHT + 11 * FAN
"""How long a column may get before its cards close up."""
_MARGIN = 16
_NAME = 26
"""The room for the name above a pile."""
_GAP = 14
"""Between columns."""
_TOP_GAP = 8
"""Between cells, and between foundations."""
_GROUP_GAP = 40
"""Between the cells and the foundations, at least."""
_MOST_IN_A_ROW = 10
"""Columns; more of them lie in two rows."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pile lies.

    Attributes:
        name: what its pile is called, with the suit for a foundation.
        x: the left edge of its first card.
        y: the upper edge of it.
        room: how long the pile may get; that of one card, except for columns.
        label: whether there is room above it for its name.
    """

    name: str
    x: float
    y: float
    room: float
    label: bool = True

    def spread(self, count: int) -> list[float]:
        """Give the upper edge of each of so many cards that lie there, as far apart as there is room for."""
        fan = 0 if count < 2 else min(FAN, (self.room - CARD_HEIGHT) / (count - 1))
        return [self.y + place * fan for place in range(count)]


@dataclass(frozen=True, slots=True)
class Table:
    """The whole table.

    Attributes:
        width: how wide it is.
        height: how high.
        places: the columns, then the cells, then the foundations, as :func:`piles_of` gives their cards.
    """

    width: float
    height: float
    places: tuple[Place, ...]

    @classmethod
    def lay(cls, rules: Rules, lengths: Sequence[int]) -> Table:
        """Lay the piles of a game.

        Foundations stand to the right of the cells where there is room above the columns, or below each other at the
        right edge.

        Args:
            rules: the game.
            lengths: for each column, the most cards that have to find room in it.
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
        cells = [
            Place(Pile.cell(place).name, cells_x + place * pitch, top, CARD_HEIGHT) for place in range(rules.cells)
        ]
        if cells or not beside:
            y += CARD_HEIGHT + _NAME + 6

        columns: list[Place] = []
        first_x = _MARGIN + (inner - columns_width) / 2
        for start in range(0, rules.columns, in_row):
            numbers = range(start, min(start + in_row, rules.columns))
            longest = max(lengths[start : start + in_row], default=1)
            room = min(CARD_HEIGHT + max(0, longest - 1) * FAN, max(_LONG, CARD_HEIGHT + (longest - 1) * _LEAST_FAN))
            columns.extend(
                Place(Pile.column(place).name, first_x + (place - start) * (CARD_WIDTH + _GAP), y, room)
                for place in numbers
            )
            y += room + _NAME + 6
        height = y - _NAME - 6 + _MARGIN

        homes: list[Place] = []
        for suit in Suit:
            name = f"h{suit.letter.lower()}"
            if beside:
                down = top + suit * (CARD_HEIGHT + _TOP_GAP)
                homes.append(Place(name, width - _MARGIN - CARD_WIDTH, down, CARD_HEIGHT, suit == 0))
            else:
                left = width - _MARGIN - homes_width if rules.cells else (width - homes_width) / 2
                homes.append(Place(name, left + suit * pitch, top, CARD_HEIGHT))
        height = max(height, homes[-1].y + CARD_HEIGHT + _MARGIN)
        return cls(width, height, (*columns, *cells, *homes))


def state_to_draw(state: State | Deal | Game) -> State:
    """Give the position that is meant: of a deal the first, of a game that now.

    Raises:
        FreeCellError: it is none of them.
    """
    if isinstance(state, Deal):
        return state.state()
    if isinstance(state, Game):
        return state.state
    if isinstance(state, State):
        return state
    raise FreeCellError(f"what is drawn is a State, a Deal or a Game, not {shortened(state)}")


def home_cards(state: State, suit: Suit) -> tuple[Card, ...]:
    """Give the cards of a suit that are home, the first to come first."""
    top, rules = state.foundations[suit], state.rules
    count = (top - rules.base) % rules.ranks + 1 if top else 0
    return tuple(Card((rules.base - 1 + place) % rules.ranks + 1, suit) for place in range(count))


def top_card(state: State, suit: Suit) -> Card | None:
    """Give the top card of a foundation."""
    top = state.foundations[suit]
    return Card(top, suit) if top else None


def piles_of(state: State) -> list[tuple[Card, ...]]:
    """Give the cards of every pile: the columns, then the cells, then the foundations."""
    cells = [() if card is None else (card,) for card in state.cells]
    return [*state.columns, *cells, *(home_cards(state, suit) for suit in Suit)]
