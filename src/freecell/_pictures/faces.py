"""The face of a card as SVG: its outline, the rank and suit in the corners, pips and courts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from freecell._pictures.pen import Pen
from freecell._pictures.table import CARD_HEIGHT, CARD_WIDTH
from freecell.cards import RANKS, Card

__all__ = ["card_face", "named"]

_CROWNS = {
    11: "M-17,8L-17,3C-17,-9 -4,-9 4,-15C3,-8 17,-9 17,3L17,8Z",
    12: "M-18,8L-22,-9L-10,-2L0,-14L10,-2L22,-9L18,8Z",
    13: "M-19,8L-24,-12L-12,-3L-3,-13L-3,-17L-7,-17L-7,-20L-3,-20L-3,-24L3,-24L3,-20L7,-20L7,-17L3,-17L3,-13"
    "L12,-3L24,-12L19,8Z",
}

_LEFT, _MIDDLE, _RIGHT = 29, 50, 71
_PIP = 20


def _pips() -> Iterator[Sequence[tuple[float, float]]]:
    middle = CARD_HEIGHT / 2
    top, bottom = middle - 22, middle + 22
    corners = [(x, y) for y in (top, bottom) for x in (_LEFT, _RIGHT)]
    six = [*corners, (_LEFT, middle), (_RIGHT, middle)]
    yield [(_MIDDLE, middle)]
    yield [(_MIDDLE, top), (_MIDDLE, bottom)]
    yield [(_MIDDLE, top), (_MIDDLE, middle), (_MIDDLE, bottom)]
    yield corners
    yield [*corners, (_MIDDLE, middle)]
    yield six
    top, bottom = middle - 28, middle + 28  # the pips of high ranks need more rows
    third = (bottom - top) / 3
    corners = [(x, y) for y in (top, bottom) for x in (_LEFT, _RIGHT)]
    six = [*corners, (_LEFT, middle), (_RIGHT, middle)]
    eight = [*corners, *((x, y) for y in (top + third, bottom - third) for x in (_LEFT, _RIGHT))]
    yield [*six, (_MIDDLE, (top + middle) / 2)]
    yield [*six, (_MIDDLE, (top + middle) / 2), (_MIDDLE, (bottom + middle) / 2)]
    yield [*eight, (_MIDDLE, middle)]
    yield [*eight, (_MIDDLE, top + third / 2), (_MIDDLE, bottom - third / 2)]


_PIPS = list(_pips())


def _rank_text(card: Card) -> str:
    """Return the rank as it is printed on cards: a ten is 10."""
    return "10" if card.rank == 10 else RANKS[card.rank - 1]


def named(card: Card) -> str:
    """Return the card as it is printed: 10♥."""
    return _rank_text(card) + card.suit.symbol


def card_face(card: Card, pen: Pen, whole: bool = True) -> str:
    """Return a card with its upper left corner at 0, 0.

    Args:
        card: The card.
        pen: How to draw it.
        whole: Whether to draw all of it, or only the strip that the next card of a column leaves visible.
    """
    outline = f'<rect {pen.look("face")} width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="9"/>'
    drawn = _corner(card, pen)
    if whole:
        turned = f'<g transform="rotate(180 {CARD_WIDTH / 2:g} {CARD_HEIGHT / 2:g})">{drawn}</g>'
        inside = _court(card, pen) if card.rank > 10 else _pip_field(card, pen)
        drawn += turned + inside
    return f"{outline}<g {pen.look(_colour(card))}>{drawn}</g>"


def _colour(card: Card) -> str:
    return "red" if card.is_red else "black"


def _sign(card: Card, pen: Pen, x: float, y: float, size: float, turned: bool = False) -> str:
    return pen.sign(card.suit, x, y, (-size if turned else size) / 90)


def _corner(card: Card, pen: Pen) -> str:
    rank = _rank_text(card)
    middle, width = (24, 32) if len(rank) > 1 else (19, 0)
    text = pen.text(rank, middle, 27, 28, lines=f"{_colour(card)}-lines", width=width)
    return text + _sign(card, pen, middle + (29 if width else 25), 17.5, 21)


def _pip_field(card: Card, pen: Pen) -> str:
    size = 54 if card.rank == 1 else _PIP if card.rank < 9 else _PIP - 3
    return "".join(_sign(card, pen, x, y, size, y > CARD_HEIGHT / 2 + 1) for x, y in _PIPS[card.rank - 1])


def _court(card: Card, pen: Pen) -> str:
    colour = _colour(card)
    left, top = 20, 37
    width, height = CARD_WIDTH - 2 * left, CARD_HEIGHT - 2 * top
    return (
        f'<rect {pen.look(f"{colour}-court")} x="{left}" y="{top}" width="{width}" height="{height}" rx="4"/>'
        f'<path d="{_CROWNS[card.rank]}" transform="translate(50 58) scale(.66)"/>'
        + pen.text(_rank_text(card), 50, 95, 38, lines=f"{colour}-lines", kind="court")
        + _sign(card, pen, left + 10, top + height - 11, 13, True)
        + _sign(card, pen, left + width - 10, top + 11, 13)
    )
