"""Where every card lies on a table of so many characters by so many lines; this room knows no terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from freecell import Card, Pile, State, Suit

__all__ = ["TWO_MARKS", "Layout", "Spot", "piles_of"]

_WIDEST: Final = 12
"""Characters from one column to the next, at the most."""
_NARROWEST: Final = 3
"""Two for a card, and one between it and the next."""
_FACE: Final = 3
"""What a card takes of a line that it shares with others."""
TWO_MARKS: Final = 4
"""Characters of a card that has room for a mark on each side of its text."""
_USUAL: Final = 12
"""Cards that columns often have; where so many have room to, each card takes two lines."""
_HOMES: Final = tuple(Pile(f"h{suit.letter.lower()}") for suit in Suit)


@dataclass(frozen=True, slots=True)
class Spot:
    """A card, or an empty place, as it is seen.

    Attributes:
        pile: the pile; of home, the foundation.
        depth: how many cards lie on it.
        card: the card; None for an empty place.
        x: its first character.
        y: its line.
        width: its characters.
        height: its lines, as far as they can be seen.
    """

    pile: Pile
    depth: int
    card: Card | None
    x: int
    y: int
    width: int
    height: int = 1


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole table.

    Attributes:
        spots: all cards and empty places.
        labels: the names of the piles, with the character and line they stand at.
        least: the width and height that are needed, the width as it is where that is enough; the rest is empty where
            there is less.
    """

    spots: tuple[Spot, ...] = ()
    labels: tuple[tuple[int, int, str], ...] = ()
    least: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, state: State, width: int, height: int) -> Layout:
        """Lay the cards so that each can be seen.

        Columns stand as wide as there is room for, and cards take two lines where that is enough. Where a column is too
        long, the line between the cells and the columns goes, and then its deepest cards share lines.

        Args:
            state: the position.
            width: how many characters there are in a line.
            height: how many lines there are.

        Returns:
            The layout; without spots where the table is too small.
        """
        columns, cells = len(state.columns), len(state.cells)
        above = cells + len(_HOMES)
        least_width = _NARROWEST * max(columns, above) + 1  # before the first card there is room for a mark too
        wide = max(width, least_width)
        pitch = min(_WIDEST, wide // columns)
        pitch_above = pitch if above <= columns else min(_WIDEST, wide // above)
        longest = max(map(len, state.columns))
        high = 2 if 5 + 2 * max(longest, _USUAL) <= height else 1
        top = 3 + high if longest + 4 <= height else 3
        room = (height - top) // high
        columns_wide, above_wide = _card_width(pitch), _card_width(pitch_above)
        shared = max(1, (columns_wide + 1) // _FACE)
        # The fewest lines for the longest column, when as many cards share as can.
        least = 3 + max(1, -(-longest // shared))
        if width < least_width or height < least:
            return cls(least=(wide, least))

        left = max(_indent_before(columns_wide), (width - pitch * columns + pitch - columns_wide) // 2)
        left_above, spread = left, pitch * columns
        if above > columns:
            left_above = (width - pitch_above * above + pitch_above - above_wide) // 2
            left_above, spread = max(_indent_before(above_wide), left_above), pitch_above * above
        right_above = left_above + spread - pitch_above * len(_HOMES)
        places = [(Pile.cell(index), left_above + index * pitch_above) for index in range(cells)]
        places += [(pile, right_above + index * pitch_above) for index, pile in enumerate(_HOMES)]
        piles = dict(piles_of(state))
        spots = [Spot(pile, 0, piles[pile][-1] if piles[pile] else None, x, 1, above_wide, high) for pile, x in places]
        labels = [(x + _indent(above_wide), 0, pile.name[0]) for pile, x in places]
        for index in range(columns):
            pile, x = Pile.column(index), left + index * pitch
            labels.append((x + _indent(columns_wide), top - 1, pile.name))
            spots.extend(_column(pile, piles[pile], (x, top), columns_wide, high, room, shared))
        return cls(tuple(spots), tuple(labels), (wide, least))

    def at(self, x: int, y: int) -> Spot | None:
        """Give what lies at a place; below a column, its last card.

        Args:
            x: the character.
            y: the line.

        Returns:
            The card or empty place; None for the table between them.
        """
        in_line = [spot for spot in self.spots if spot.x <= x < spot.x + spot.width]
        above = [spot for spot in in_line if spot.y <= y < spot.y + spot.height]
        if above:
            return above[0]
        last = max((spot for spot in in_line if spot.pile.is_column), key=lambda spot: spot.y, default=None)
        if last is None:  # beside the last card of a line that is shared
            return None
        return self._last(last.pile) if y > last.y else None

    def _last(self, pile: Pile) -> Spot:
        return next(spot for spot in self.spots if spot.pile == pile and spot.depth == 0)


def piles_of(state: State) -> Iterator[tuple[Pile, tuple[Card, ...]]]:
    """Give all piles, in reading order: the cells, the top cards of the foundations, and the columns."""
    for index, card in enumerate(state.cells):
        yield Pile.cell(index), () if card is None else (card,)
    for pile, suit, rank in zip(_HOMES, Suit, state.foundations, strict=True):
        yield pile, (Card(rank, suit),) if rank else ()
    for index, cards in enumerate(state.columns):
        yield Pile.column(index), cards


def _card_width(pitch: int) -> int:
    """Leave a gap between cards: wider where there is room."""
    return pitch - (2 if pitch >= 8 else 1)


def _indent(width: int) -> int:
    """Tell where the text of a card begins: after a mark, where there is room for two."""
    return 1 if width >= TWO_MARKS else 0


def _indent_before(width: int) -> int:
    """Tell how much must be free before the first card: a mark stands there, where the card has no room for two."""
    return 0 if width >= TWO_MARKS else 1


def _column(
    pile: Pile, cards: tuple[Card, ...], at: tuple[int, int], width: int, high: int, room: int, shared: int
) -> Iterator[Spot]:
    """Lay a column of cards; where there is no room for all of them, the deepest share lines."""
    x, y = at
    count = len(cards)
    if not cards:
        yield Spot(pile, 0, None, x, y, width, high)
    over = max(0, count - room)
    lines_shared = -(-over // (shared - 1)) if over else 0
    for place, card in enumerate(cards):
        line, across = divmod(place, shared)
        depth = count - 1 - place
        if line < lines_shared:
            last = across == shared - 1 or depth == 0
            yield Spot(pile, depth, card, x + _FACE * across, y + line, width - _FACE * across if last else _FACE)
        else:
            line = lines_shared + place - lines_shared * shared
            yield Spot(pile, depth, card, x, y + high * line, width, high)
