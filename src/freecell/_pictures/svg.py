"""Cards on a table as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from html import escape
from zlib import crc32

from freecell._pictures.faces import card_face, named
from freecell._pictures.pen import Pen, number
from freecell._pictures.style import Theme, style_sheet
from freecell._pictures.table import CARD_HEIGHT, CARD_WIDTH, FAN, PileBox, Table, piles_of
from freecell.cards import Card, Suit
from freecell.layouts import Board
from freecell.notation import COLUMN_NAMES
from freecell.rules import Rules

__all__ = ["Arrow", "empty_boxes", "svg"]


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move to show.

    Attributes:
        cards: The cards that move, deepest first.
        target: The name of the pile that they go to, with the suit for a foundation.
        notation: The move as it is written.
    """

    cards: tuple[Card, ...]
    target: str
    notation: str


def svg(
    board: Board,
    rules: Rules,
    *,
    arrow: Arrow | None = None,
    cards: AbstractSet[Card] = frozenset(),
    piles: AbstractSet[str] = frozenset(),
    theme: Theme = "auto",
    paths: bool = False,
    order: Sequence[Suit] = tuple(Suit),
) -> str:
    """Return a picture of a board.

    Args:
        board: The cards in their places.
        rules: The rules of the game.
        arrow: The move to show. Its cards are marked.
        cards: The cards to mark.
        piles: The names of the piles to mark, at their last cards or as empty places.
        theme: The theme.
        paths: Whether to draw with paths alone, without text and references.
        order: The suits of the foundations, from left to right or from top to bottom.
    """
    shown = piles_of(board, rules)
    marked = {*cards, *(arrow.cards if arrow else ())}
    table = Table.lay(rules, _lengths(board, arrow), order)
    title, description = _about(board, rules, arrow, order)
    prefix = f"fc{crc32(f'{(title, description)}{sorted(marked)}{sorted(piles)}{theme}{paths}'.encode()):08x}"
    pen = Pen(prefix, theme, paths)

    ring = f'<rect {pen.look("ring")} x="1.5" y="1.5" width="{CARD_WIDTH - 3}" height="{CARD_HEIGHT - 3}" rx="8"/>'
    drawn = [empty_boxes(table, pen)]
    for box, pile in zip(table.boxes, shown, strict=True):
        if box.name in piles and pile:
            marked.add(pile[-1])
        elif box.name in piles:
            drawn.append(f'<g transform="{_at(box.x, box.y)}">{ring}</g>')
    for box, pile in zip(table.boxes, shown, strict=True):
        for card, y in zip(pile, box.spread(len(pile)), strict=True):
            face = card_face(card, pen, whole=card is pile[-1]) + (ring if card in marked else "")
            names = f'data-card="{card}" data-pile="{box.name}"'
            drawn.append(f'<g class="card" {names} transform="{_at(box.x, y)}">{face}</g>')
    if arrow is not None:
        drawn.append(_drawn_arrow(table, shown, arrow, pen))
    sheet = style_sheet(f"#{prefix} ", theme)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{prefix}" viewBox="0 0 {number(table.width)} '
        f'{number(table.height)}" role="img" aria-labelledby="{prefix}-title {prefix}-desc"{pen.font()}>'
        f'<title id="{prefix}-title">{escape(title)}</title><desc id="{prefix}-desc">{escape(description)}</desc>'
        f"{f'<style>{sheet}</style>' if sheet else ''}{pen.definitions()}"
        f'<rect {pen.look("table")} width="{number(table.width)}" height="{number(table.height)}" rx="14"/>'
        f"{''.join(drawn)}</svg>"
    )


def empty_boxes(table: Table, pen: Pen) -> str:
    """Return the empty places of all piles, with their names."""
    drawn: list[str] = []
    for box in table.boxes:
        outline = f'<rect {pen.look("slot")} width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="9"/>'
        if box.name.startswith("h"):
            outline += pen.sign(Suit.parse(box.name[1]), 50, 72, 0.55, "sign")
        if box.label:
            outline += pen.text(box.name[0], 50, -8, 17, lines="name-lines", kind="name")
        drawn.append(f'<g data-pile="{box.name}" transform="{_at(box.x, box.y)}">{outline}</g>')
    return "".join(drawn)


def _at(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


def _lengths(board: Board, arrow: Arrow | None) -> list[int]:
    """Return the lengths of the columns, with room for the cards that the arrow leads there."""
    lengths = list(map(len, board.columns))
    if arrow is not None and arrow.target in COLUMN_NAMES:
        lengths[COLUMN_NAMES.index(arrow.target)] += len(arrow.cards)
    return lengths


def _about(board: Board, rules: Rules, arrow: Arrow | None, order: Sequence[Suit]) -> tuple[str, str]:
    """Return a title and a description, for readers who do not see the picture."""
    foundations = piles_of(board, rules)[-len(Suit) :]
    title = f"{rules.title()}: {sum(map(len, foundations))} of {4 * rules.ranks} cards home"
    if arrow is not None:
        title += f", move {arrow.notation}"
    said = [
        f"Column {place}: {' '.join(map(named, cards)) or 'empty'}." for place, cards in enumerate(board.columns, 1)
    ]
    if board.cells:
        said.append("Cells: " + ", ".join("empty" if card is None else named(card) for card in board.cells) + ".")
    tops = [named(foundations[suit][-1]) if foundations[suit] else f"no {suit.name.lower()}" for suit in order]
    said.append(f"Home: {', '.join(tops)}.")
    return title, " ".join(said)


def _drawn_arrow(table: Table, piles: list[tuple[Card, ...]], arrow: Arrow, pen: Pen) -> str:
    """Return an arrow from the cards that move to the place where the first of them lands."""
    x0, y0, x1, y1, land_y, target = _arrow_ends(table, piles, arrow)
    length = max(1.0, math.hypot(x1 - x0, y1 - y0))
    bend = min(90.0, length * 0.18)
    bent_x = (x0 + x1) / 2 + (bend if abs(x1 - x0) < 1 else 0)
    bent_y = max(10.0, (y0 + y1) / 2 - bend)
    angle = math.atan2(y1 - bent_y, x1 - bent_x)
    barbs = [(x1 - 30 * math.cos(angle + turn), y1 - 30 * math.sin(angle + turn)) for turn in (-0.5, 0.5)]
    (ax, ay), (bx, by) = barbs
    path = (
        f"M{number(x0)},{number(y0)}Q{number(bent_x)},{number(bent_y)} {number(x1)},{number(y1)}"
        f"M{number(ax)},{number(ay)}L{number(x1)},{number(y1)}L{number(bx)},{number(by)}"
    )
    at = f'x="{number(target.x)}" y="{number(land_y)}"'
    landing = f'<rect {pen.look("landing")} {at} width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="9"/>'
    return f'{landing}<path {pen.look("arrow-edge")} d="{path}"/><path {pen.look("arrow")} d="{path}"/>'


def _arrow_ends(
    table: Table, piles: list[tuple[Card, ...]], arrow: Arrow
) -> tuple[float, float, float, float, float, PileBox]:
    """Return the start and the end of an arrow, the upper edge of the card that lands, and the box where it does."""
    first, count = arrow.cards[0], len(arrow.cards)
    source, lying = next((box, pile) for box, pile in zip(table.boxes, piles, strict=True) if first in pile)
    target, below = next((box, pile) for box, pile in zip(table.boxes, piles, strict=True) if box.name == arrow.target)
    start_y = source.spread(len(lying))[lying.index(first)]
    under = len(below) if arrow.target in COLUMN_NAMES else 0
    land_y = target.spread(under + count)[under]
    x0, y0 = source.x + CARD_WIDTH / 2, start_y + CARD_HEIGHT / 2
    x1, y1 = target.x + CARD_WIDTH / 2, land_y + CARD_HEIGHT / 2
    if count > 1:  # from the edge, so that the cards can still be read
        x0, y0 = (source.x if x1 < x0 else source.x + CARD_WIDTH), start_y + FAN / 2
    return x0, y0, x1, y1, land_y, target
