"""Cards as text: piles side by side, as on a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from freecell.cards import Card, Suit
from freecell.layouts import Board
from freecell.notation import CELL_NAMES, COLUMN_NAMES

__all__ = ["text"]

_RED, _DIM, _PLAIN = "\x1b[31m", "\x1b[2m", "\x1b[0m"


def text(board: Board, *, symbols: bool = False, colour: bool = False, order: Sequence[Suit] = tuple(Suit)) -> str:
    """Return the piles as text, each under its name.

    The arguments are those of :func:`freecell.draw.text`, with the suits of the foundations in `order`.
    """

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
        top = board.foundations[suit]
        return shown(Card(top, suit) if top else None, f"{suit.symbol if symbols else suit.letter}-")

    cells, columns = board.cells, board.columns
    gap = " " * max(3, 3 * (len(columns) - len(cells) - len(Suit)))
    gap = gap if cells else ""
    lines = [
        names(CELL_NAMES[: len(cells)]) + gap + names("hhhh"),
        "".join(shown(card, "-") for card in cells) + gap + "".join(map(home, order)),
        "",
        names(COLUMN_NAMES[: len(columns)]),
    ]
    rows: Sequence[tuple[Card | None, ...]] = list(zip_longest(*columns))
    lines.extend("".join(shown(card, "") for card in row).rstrip() for row in rows)
    return "\n".join(lines)
