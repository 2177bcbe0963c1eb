"""A position as text: piles side by side, as at a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from freecell._arguments import shortened
from freecell._core import State
from freecell._pictures.table import state_to_draw, top_card
from freecell.cards import Card, Suit
from freecell.deals import Deal
from freecell.errors import FreeCellError
from freecell.notation import CELL_NAMES, COLUMN_NAMES
from freecell.play.game import Game

__all__ = ["text"]

_RED, _DIM, _PLAIN = "\x1b[31m", "\x1b[2m", "\x1b[0m"


def text(state: State | Deal | Game, *, symbols: bool = False, colour: bool = False) -> str:
    """Draw a position as text.

    Cells and foundations stand in the first lines, the columns below them, each under its name. This is for people to
    look at; board text, which :meth:`State.parse <freecell.State.parse>` reads, is ``str(state)``.

    >>> from freecell import Deal
    >>> print(freecell.draw.text(Deal(617).state().play_all("83 53 6a")))
      a  b  c  d     h  h  h  h
     6C  -  -  -    C- D- H- S-
    <BLANKLINE>
      1  2  3  4  5  6  7  8
     7D AD 5C 3S 5S 8C 2D AH
     TD 7S QD AC 6D 8H AS KH
     TH QC 3H 9D 6S 8D 3D TC
     KD 5H 9S 3C 8S 7H 4D JS
     4C QS 9C 9H 7C 6H 2C 2S
     4S TS 2H 5D       JH
     JD KS KC 4H
           QH
           JC

    Args:
        state: the position, or a deal, or a game as it stands.
        symbols: whether suits are written as signs, ``♥``, rather than letters.
        colour: whether red cards are red, by the codes that terminals read (ANSI).

    Raises:
        FreeCellError: the state is none, or another argument is neither true nor false.
    """
    state = state_to_draw(state)
    for name, value in (("symbols", symbols), ("colour", colour)):
        if not isinstance(value, bool):
            raise FreeCellError(f"{name} must be True or False, not {shortened(value)}")

    def painted(field: str, code: str) -> str:
        return f"{code}{field}{_PLAIN}" if colour and field.strip() else field

    def shown(card: Card | None, empty: str) -> str:
        if card is None:
            return painted(f"{empty:>3}", _DIM)
        field = f"{card.symbol if symbols else card!s:>3}"
        return painted(field, _RED) if card.is_red else field

    def names(piles: str) -> str:
        return "".join(painted(f"{name:>3}", _DIM) for name in piles)

    def home(suit: Suit) -> str:
        return shown(top_card(state, suit), f"{suit.symbol if symbols else suit.letter}-")

    cells, columns = state.cells, state.columns
    gap = " " * max(3, 3 * (len(columns) - len(cells) - len(Suit)))
    gap = gap if cells else ""
    lines = [
        names(CELL_NAMES[: len(cells)]) + gap + names("hhhh"),
        "".join(shown(card, "-") for card in cells) + gap + "".join(map(home, Suit)),
        "",
        names(COLUMN_NAMES[: len(columns)]),
    ]
    rows: Sequence[tuple[Card | None, ...]] = list(zip_longest(*columns))
    lines.extend("".join(shown(card, "") for card in row).rstrip() for row in rows)
    return "\n".join(lines)
