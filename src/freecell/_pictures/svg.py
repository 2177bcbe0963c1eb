"""A position as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape
from typing import Literal
from zlib import crc32

from freecell._arguments import shortened
from freecell._core import Move, Pile, State
from freecell._pictures.faces import COLOURS, FONT, card_face, named, number, suit_symbols
from freecell._pictures.table import CARD_HEIGHT, CARD_WIDTH, FAN, Place, Table, piles_of, state_to_draw
from freecell.cards import Card, Suit
from freecell.deals import Deal
from freecell.errors import FreeCellError, ParseError
from freecell.play.game import Game

__all__ = ["checked_theme", "empty_places", "rules_of_style", "svg"]

Theme = Literal["auto", "light", "dark"]


def svg(
    state: State | Deal | Game,
    *,
    move: Move | str | None = None,
    highlight: Iterable[Card | Pile | str] | Card | Pile | str = (),
    theme: Theme = "auto",
) -> str:
    """Draw a position as SVG, as large as the place it is put into.

    Every card is a group with the attributes ``data-card`` (such as ``TH``) and ``data-pile`` (such as ``3``, ``a`` or
    ``hs``), and every empty place has ``data-pile``, for whoever wants to make them react. Several pictures may stand
    on one page.

    >>> from freecell import Deal
    >>> picture = freecell.draw.svg(Deal(617), move="83", highlight=["AS", "a"])
    >>> picture.count("data-card"), picture.count('class="ring"')
    (52, 3)

    Args:
        state: the position, or a deal, or a game as it stands.
        move: a legal move to show: its cards are marked, and an arrow leads to where they go.
        highlight: cards and piles to mark, as objects or text. A pile is marked at its last card, or as an empty place;
            ``h`` is all foundations.
        theme: ``"light"``, ``"dark"``, or ``"auto"``: as the reader's system is.

    Raises:
        FreeCellError: the state is none, a highlight is no card or pile of this game, or there is no such theme.
        IllegalMoveError: the move is not legal.
    """
    state = state_to_draw(state)
    checked_theme(theme)
    marked_cards, marked_piles = _marks(state, highlight)
    piles = piles_of(state)
    lengths = list(map(len, state.columns))
    if isinstance(move, str):
        move = state.parse_move(move)
    if move is not None:
        state.play(move)  # refuses what is no legal move
        marked_cards |= set(state.moved_cards(move))
        if move.target.is_column:
            lengths[move.target.index] += move.count
    table = Table.lay(state.rules, lengths)
    about = _about(state, move)
    prefix = f"fc{crc32(f'{about}{sorted(marked_cards)}{sorted(marked_piles)}{theme}'.encode()):08x}"

    drawn: list[str] = [empty_places(table, prefix)]
    for place, cards in zip(table.places, piles, strict=True):
        if place.name in marked_piles:
            if cards:
                marked_cards.add(cards[-1])
            else:
                drawn.append(f'<g transform="{_at(place.x, place.y)}">{_RING}</g>')
    for place, cards in zip(table.places, piles, strict=True):
        for card, y in zip(cards, place.spread(len(cards)), strict=True):
            ring = _RING if card in marked_cards else ""
            face = card_face(card, prefix, whole=card is cards[-1])
            drawn.append(
                f'<g class="card" data-card="{card}" data-pile="{place.name}" transform="{_at(place.x, y)}">'
                f"{face}{ring}</g>"
            )
    if move is not None:
        drawn.append(_arrow(table, piles, state, move))
    title, description = about
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{prefix}" viewBox="0 0 {number(table.width)} '
        f'{number(table.height)}" role="img" aria-labelledby="{prefix}-title {prefix}-desc">'
        f'<title id="{prefix}-title">{escape(title)}</title><desc id="{prefix}-desc">{escape(description)}</desc>'
        f"<style>{rules_of_style(f'#{prefix} ', theme)}</style><defs>{suit_symbols(prefix)}</defs>"
        f'<rect class="table" width="{number(table.width)}" height="{number(table.height)}" rx="14"/>'
        f"{''.join(drawn)}</svg>"
    )


_RING = f'<rect class="ring" x="1.5" y="1.5" width="{CARD_WIDTH - 3}" height="{CARD_HEIGHT - 3}" rx="8"/>'

_STYLE = """
@.table{fill:$table}
@.slot{fill:$slot;stroke:$rim;stroke-width:1.5}
@.sign{fill:$rim;opacity:.55}
@.name{fill:$name;font:600 17px $font;text-anchor:middle}
@.face{fill:$face;stroke:$edge;stroke-width:1.2}
@.red{fill:$red}
@.black{fill:$black}
@.red text,@.black text{font-family:$font;font-weight:700;text-anchor:middle}
@.red text.court,@.black text.court{font-family:Georgia,'Times New Roman','DejaVu Serif',serif}
@.red-court{fill:$red-tint;stroke:$red;stroke-width:1.5}
@.black-court{fill:$black-tint;stroke:$black;stroke-width:1.5}
@.ring{fill:none;stroke:$mark;stroke-width:6}
@.landing{fill:none;stroke:$mark;stroke-width:4;stroke-dasharray:9 7}
@.arrow-edge{fill:none;stroke:$mark-edge;stroke-width:15;stroke-linecap:round;stroke-linejoin:round}
@.arrow{fill:none;stroke:$mark;stroke-width:9;stroke-linecap:round;stroke-linejoin:round}
"""


def checked_theme(theme: str) -> None:
    """Refuse what is no theme.

    Raises:
        FreeCellError: it is none.
    """
    if not isinstance(theme, str) or theme not in ("auto", "light", "dark"):
        raise FreeCellError(f"the theme must be 'auto', 'light' or 'dark', not {shortened(theme)}")


def rules_of_style(scope: str, theme: str) -> str:
    """Give the style of tables and cards.

    Args:
        scope: what goes before each selector.
        theme: a theme; ``auto`` has both, and lets the reader's system choose.
    """

    def coloured(name: str, rules: str) -> str:
        rules = rules.replace("@", scope).replace("$font", FONT)
        for what, colour in sorted(COLOURS[name].items(), reverse=True):  # red-tint before red
            rules = rules.replace(f"${what}", colour)
        return "".join(rules.split("\n"))

    if theme != "auto":
        return coloured(theme, _STYLE)
    changing = "\n".join(line for line in _STYLE.split("\n") if "$" in line.replace("$font", ""))
    return f"{coloured('light', _STYLE)}@media (prefers-color-scheme:dark){{{coloured('dark', changing)}}}"


def empty_places(table: Table, prefix: str) -> str:
    """Draw the places of the piles, with their names."""
    drawn: list[str] = []
    for place in table.places:
        outline = f'<rect class="slot" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="9"/>'
        if place.name.startswith("h"):
            letter = place.name[1]
            sign = f'<use class="sign" href="#{prefix}{letter}" transform="translate(50 72) scale(.55)"/>'
            outline += sign
        if place.label:
            outline += f'<text class="name" x="50" y="-8">{place.name[0]}</text>'
        drawn.append(f'<g data-pile="{place.name}" transform="{_at(place.x, place.y)}">{outline}</g>')
    return "".join(drawn)


def _at(x: float, y: float) -> str:
    return f"translate({number(x)} {number(y)})"


def _marks(state: State, highlight: Iterable[Card | Pile | str] | Card | Pile | str) -> tuple[set[Card], set[str]]:
    """Give the cards to mark, and the names of the piles to mark."""
    if isinstance(highlight, Card | Pile | str):
        highlight = highlight.split() if isinstance(highlight, str) else (highlight,)
    if not isinstance(highlight, Iterable):
        raise FreeCellError(f"highlight must be cards and piles, not {shortened(highlight)}")
    cards: set[Card] = set()
    piles: set[str] = set()
    for given in highlight:
        thing = _card_or_pile(given)
        if isinstance(thing, Card):
            if thing.rank > state.rules.ranks:
                raise FreeCellError(f"{thing} cannot be marked: the deck has only {state.rules.ranks} ranks")
            cards.add(thing)
        elif thing.is_home:
            piles.update(f"h{suit.letter.lower()}" for suit in ((thing.suit,) if thing.suit is not None else Suit))
        else:
            there = state.rules.columns if thing.is_column else state.rules.cells
            if thing.index >= there:
                kind = "columns" if thing.is_column else "cells"
                raise FreeCellError(f"pile {thing} cannot be marked: there are {there} {kind}")
            piles.add(thing.name)
    return cards, piles


def _card_or_pile(given: Card | Pile | str) -> Card | Pile:
    if isinstance(given, Card | Pile):
        return given
    if isinstance(given, str):
        for kind in (Card.parse, Pile):
            try:
                return kind(given)
            except ParseError:
                continue
    raise FreeCellError(f"{shortened(given)} cannot be marked: write a card such as TH, or a pile such as 3, a or h")


def _about(state: State, move: Move | None) -> tuple[str, str]:
    """Give a title and a description for whoever does not see the picture."""
    home = sum(map(len, piles_of(state)[-4:]))
    title = f"{state.rules.title()}: {home} of {4 * state.rules.ranks} cards home"
    if move is not None:
        title += f", move {state.format_move(move)}"
    said = [
        f"Column {place}: {' '.join(map(named, cards)) or 'empty'}." for place, cards in enumerate(state.columns, 1)
    ]
    if state.cells:
        said.append("Cells: " + ", ".join("empty" if card is None else named(card) for card in state.cells) + ".")
    tops = [(suit, cards[-1] if cards else None) for suit, cards in zip(Suit, piles_of(state)[-4:], strict=True)]
    said.append("Home: " + ", ".join(named(top) if top else f"no {suit.name.lower()}" for suit, top in tops) + ".")
    return title, " ".join(said)


def _arrow(table: Table, piles: list[tuple[Card, ...]], state: State, move: Move) -> str:
    """Draw where the moved cards land, and an arrow from them to there."""
    cards = state.moved_cards(move)
    source = next(place for place, pile in zip(table.places, piles, strict=True) if cards[0] in pile)
    target_name = f"h{cards[0].suit.letter.lower()}" if move.target.is_home else move.target.name
    target = next(place for place in table.places if place.name == target_name)
    lying = piles[table.places.index(source)]
    start_y = source.spread(len(lying))[lying.index(cards[0])]
    land_y = _landing(target, len(piles[table.places.index(target)]) if move.target.is_column else 0, len(cards))
    x0, y0 = source.x + CARD_WIDTH / 2, start_y + CARD_HEIGHT / 2
    x1, y1 = target.x + CARD_WIDTH / 2, land_y + CARD_HEIGHT / 2
    if len(cards) > 1:  # from the edge, so that the cards can still be read
        x0, y0 = (source.x if x1 < x0 else source.x + CARD_WIDTH), start_y + FAN / 2
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
    box = f'<rect class="landing" {at} width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="9"/>'
    return f'{box}<path class="arrow-edge" d="{path}"/><path class="arrow" d="{path}"/>'


def _landing(target: Place, lying: int, coming: int) -> float:
    return target.spread(lying + coming)[lying]
