"""Where every card lies on a screen of characters. This room knows no terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from freecell import Card, Pile, State, Suit

__all__ = ["TWO_MARKS", "Geometry", "Spot", "piles_in_reading_order"]

_WIDEST: Final = 12
"""Most characters from one column to the next."""
_NARROWEST: Final = 3
"""Fewest characters from one column to the next: two for a card and one for the gap."""
_FACE: Final = 3
"""Characters of a card in a line that it shares with other cards."""
TWO_MARKS: Final = 4
"""Fewest characters of a card with room for a mark on each side of its text."""
_USUAL: Final = 12
"""Usual length of a column. If columns of this length fit with two lines for each card, cards get two lines."""
_FOUNDATIONS: Final = tuple(map(Pile.foundation, Suit))


@dataclass(frozen=True, slots=True)
class Spot:
    """A card, or an empty place, on the screen.

    Attributes:
        pile: The pile.
        depth: Number of cards on it.
        card: The card; None for an empty place.
        x: The column of its first character.
        y: Its first line.
        width: Its width in characters.
        height: Number of its lines that are visible.
    """

    pile: Pile
    depth: int
    card: Card | None
    x: int
    y: int
    width: int
    height: int = 1


@dataclass(frozen=True, slots=True)
class Geometry:
    """The places of all cards on the screen.

    Attributes:
        spots: All cards and empty places; none if the screen is too small.
        labels: The names of the piles, each with its character column and line.
        least: The width and height needed; the actual width if that is enough.
    """

    spots: tuple[Spot, ...] = ()
    labels: tuple[tuple[int, int, str], ...] = ()
    least: tuple[int, int] = (0, 0)

    @classmethod
    def of(cls, state: State, width: int, height: int) -> Geometry:
        """Return places for the cards so that each can be seen.

        Columns are as wide as the screen allows, and cards get two lines if that is possible. If a column is too long,
        the line between the cells and the columns is dropped, and then its deepest cards share lines.

        Args:
            state: The position.
            width: Number of characters in a line.
            height: Number of lines.
        """
        columns, cells = len(state.columns), len(state.cells)
        above = cells + len(_FOUNDATIONS)
        least_width = _NARROWEST * max(columns, above) + 1  # with room for a mark before the first card
        wide = max(width, least_width)
        pitch = min(_WIDEST, wide // columns)
        pitch_above = pitch if above <= columns else min(_WIDEST, wide // above)
        longest = max(map(len, state.columns))
        high = 2 if 5 + 2 * max(longest, _USUAL) <= height else 1
        top = 3 + high if longest + 4 <= height else 3
        room = (height - top) // high
        columns_wide, above_wide = _card_width(pitch), _card_width(pitch_above)
        shared = max(1, (columns_wide + 1) // _FACE)
        # The fewest lines for the longest column: as many cards as possible share lines.
        least = 3 + max(1, -(-longest // shared))
        if width < least_width or height < least:
            return cls(least=(wide, least))

        left = max(_indent_before(columns_wide), (width - pitch * columns + pitch - columns_wide) // 2)
        left_above, spread = left, pitch * columns
        if above > columns:
            left_above = (width - pitch_above * above + pitch_above - above_wide) // 2
            left_above, spread = max(_indent_before(above_wide), left_above), pitch_above * above
        right_above = left_above + spread - pitch_above * len(_FOUNDATIONS)
        places = [(Pile.cell(index), left_above + index * pitch_above) for index in range(cells)]
        places += [(pile, right_above + index * pitch_above) for index, pile in enumerate(_FOUNDATIONS)]
        piles = state.piles()
        spots = [Spot(pile, 0, piles[pile][-1] if piles[pile] else None, x, 1, above_wide, high) for pile, x in places]
        # Without take-back, a move only ever goes to "h".
        name_end = None if state.rules.foundation_takeback else 1
        labels = [(x + _indent(above_wide), 0, pile.name[:name_end]) for pile, x in places]
        for index in range(columns):
            pile, x = Pile.column(index), left + index * pitch
            labels.append((x + _indent(columns_wide), top - 1, pile.name))
            spots.extend(_column(pile, piles[pile], (x, top), columns_wide, high, room, shared))
        return cls(tuple(spots), tuple(labels), (wide, least))

    def at(self, x: int, y: int) -> Spot | None:
        """Return the card or empty place at a point; below a column, its last card; None between the piles.

        Args:
            x: The character column.
            y: The line.
        """
        in_line = [spot for spot in self.spots if spot.x <= x < spot.x + spot.width]
        above = [spot for spot in in_line if spot.y <= y < spot.y + spot.height]
        if above:
            return above[0]
        last = max((spot for spot in in_line if spot.pile.is_column), key=lambda spot: spot.y, default=None)
        if last is None:  # beside the last card of a shared line
            return None
        return self._last(last.pile) if y > last.y else None

    def _last(self, pile: Pile) -> Spot:
        return next(spot for spot in self.spots if spot.pile == pile and spot.depth == 0)


def piles_in_reading_order(state: State) -> list[Pile]:
    """Return the piles as they lie on the screen: the cells, the foundations, and the columns."""
    piles = list(state.piles())
    return [pile for pile in piles if not pile.is_column] + [pile for pile in piles if pile.is_column]


def _card_width(pitch: int) -> int:
    """Return the width of a card, which leaves a gap of one or two characters."""
    return pitch - (2 if pitch >= 8 else 1)


def _indent(width: int) -> int:
    """Return the indent of the text of a card: room for a mark, if there is room for two."""
    return 1 if width >= TWO_MARKS else 0


def _indent_before(width: int) -> int:
    """Return the room needed before the first card: that of a mark, if the card has no room for two."""
    return 0 if width >= TWO_MARKS else 1


def _column(
    pile: Pile, cards: tuple[Card, ...], at: tuple[int, int], width: int, high: int, room: int, shared: int
) -> Iterator[Spot]:
    """Yield the cards of a column. If there is no room for all of them, the deepest share lines."""
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
