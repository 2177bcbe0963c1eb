"""The face of a card as SVG: its outline, the rank and suit in the corners, pips and courts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from freecell._pictures.table import CARD_HEIGHT, CARD_WIDTH
from freecell.cards import RANKS, Card, Suit

__all__ = ["card_face", "named", "number", "suit_symbols"]

_SUIT_PATHS = {
    Suit.CLUBS: (
        "M-20,-24a20,20 0 1,1 40,0a20,20 0 1,1 -40,0ZM-43,10a20,20 0 1,1 40,0a20,20 0 1,1 -40,0Z"
        "M3,10a20,20 0 1,1 40,0a20,20 0 1,1 -40,0ZM-8,-10L8,-10L8,4C5,26 9,38 17,44L-17,44C-9,38 -5,26 -8,4Z"
    ),
    Suit.DIAMONDS: "M0,-47C8,-29 20,-13 35,0C20,13 8,29 0,47C-8,29 -20,13 -35,0C-20,-13 -8,-29 0,-47Z",
    Suit.HEARTS: (
        "M0,44C-12,26 -43,6 -43,-17C-43,-33 -32,-42 -21,-42C-11,-42 -3,-36 0,-27"
        "C3,-36 11,-42 21,-42C32,-42 43,-33 43,-17C43,6 12,26 0,44Z"
    ),
    Suit.SPADES: (
        "M0,-45C10,-28 43,-9 43,15C43,28 33,35 23,35C15,35 8,31 5,25C6,35 10,41 17,45L-17,45"
        "C-10,41 -6,35 -5,25C-8,31 -15,35 -23,35C-33,35 -43,28 -43,15C-43,-9 -10,-28 0,-45Z"
    ),
}
"""Suit symbols as SVG paths, about 90 units high and centred on 0, 0."""

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


def number(value: float) -> str:
    """Return a coordinate as the shortest text, rounded to hundredths."""
    return f"{round(value, 2):g}"


def _rank_text(card: Card) -> str:
    """Return the rank as it is printed on cards: a ten is 10."""
    return "10" if card.rank == 10 else RANKS[card.rank - 1]


def named(card: Card) -> str:
    """Return the card as it is printed: 10♥."""
    return _rank_text(card) + card.suit.symbol


def suit_symbols(prefix: str) -> str:
    """Return the definitions of the four suit symbols, whose ids begin with `prefix`."""
    return "".join(f'<path id="{prefix}{suit.letter.lower()}" d="{path}"/>' for suit, path in _SUIT_PATHS.items())


def card_face(card: Card, prefix: str, whole: bool = True) -> str:
    """Return a card with its upper left corner at 0, 0.

    Args:
        card: The card.
        prefix: The prefix of the ids of the suit symbols.
        whole: Whether to draw all of it, or only the strip that the next card of a column leaves visible.
    """
    outline = f'<rect class="face" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="9"/>'
    colour = "red" if card.is_red else "black"
    drawn = _corner(card, prefix)
    if whole:
        turned = f'<g transform="rotate(180 {CARD_WIDTH / 2:g} {CARD_HEIGHT / 2:g})">{drawn}</g>'
        inside = _court(card, prefix) if card.rank > 10 else _pip_field(card, prefix)
        drawn += turned + inside
    return f'{outline}<g class="{colour}">{drawn}</g>'


def _use(card: Card, prefix: str, x: float, y: float, size: float, turned: bool = False) -> str:
    scale = size / 90
    if turned:
        scale = -scale
    place = f"translate({number(x)} {number(y)}) scale({scale:.3g})"
    return f'<use href="#{prefix}{card.suit.letter.lower()}" transform="{place}"/>'


def _corner(card: Card, prefix: str) -> str:
    rank = _rank_text(card)
    fitted = ' textLength="32" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    middle = 24 if fitted else 19
    text = f'<text x="{middle}" y="27" font-size="28"{fitted}>{rank}</text>'
    return text + _use(card, prefix, middle + (29 if fitted else 25), 17.5, 21)


def _pip_field(card: Card, prefix: str) -> str:
    size = 54 if card.rank == 1 else _PIP if card.rank < 9 else _PIP - 3
    return "".join(_use(card, prefix, x, y, size, y > CARD_HEIGHT / 2 + 1) for x, y in _PIPS[card.rank - 1])


def _court(card: Card, prefix: str) -> str:
    colour = "red" if card.is_red else "black"
    left, top = 20, 37
    width, height = CARD_WIDTH - 2 * left, CARD_HEIGHT - 2 * top
    return (
        f'<rect class="{colour}-court" x="{left}" y="{top}" width="{width}" height="{height}" rx="4"/>'
        f'<path d="{_CROWNS[card.rank]}" transform="translate(50 58) scale(.66)"/>'
        f'<text x="50" y="95" font-size="38" class="court">{_rank_text(card)}</text>'
        + _use(card, prefix, left + 10, top + height - 11, 13, True)
        + _use(card, prefix, left + width - 10, top + 11, 13)
    )
