"""A page that replays a game, in one file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files

from freecell._arguments import shortened
from freecell._core import Move, State
from freecell._pictures.faces import card_face, number, suit_symbols
from freecell._pictures.story import entries, story
from freecell._pictures.svg import Theme, checked_theme, empty_places, rules_of_style
from freecell._pictures.table import CARD_HEIGHT, FAN, Table, piles_of
from freecell.cards import CARDS
from freecell.deals import Deal
from freecell.errors import FreeCellError
from freecell.play.game import Game
from freecell.rules import AutoPlay
from freecell.solution import Solution

__all__ = ["html"]


def html(
    start: Solution | Game | Deal | State,
    moves: Iterable[Move | str] | str | None = None,
    autoplay: AutoPlay | None = None,
    on_deal: bool = False,
    *,
    title: str | None = None,
    theme: Theme = "auto",
) -> str:
    """Make a page that replays a solution, a game as it was played, or any moves from a start, card by card.

    The page is one file that needs nothing else: no network, no library. Save it, open it, send it.

    >>> from freecell import Deal
    >>> page = freecell.draw.html(Deal(617), "83 53 6a 6b 6c 56 c5 a5 b6 4a 45")
    >>> page[:15], "<title>FreeCell deal 617</title>" in page
    ('<!DOCTYPE html>', True)

    Args:
        start: a solution or a game, which has its moves with it; or the deal or position that moves are given for.
        moves: the moves, or text with white space between them; none for a solution or a game.
        autoplay: what goes home by itself after each move, as in :func:`~freecell.replay`: None for
            :attr:`Rules.usual_autoplay`, as published moves need it; explicit ones need NONE. A solution is replayed
            just as it is; what autoplay would send home is then shown as the end of the move before. A game knows what
            went home by itself, on the deal too.
        on_deal: whether autoplay also runs before the first move.
        title: what stands above the table; the game, and the number of the deal where it is known, when None. A
            solution does not know the deal that it is of: give it ``deal.title()``.
        theme: ``"light"``, ``"dark"``, or ``"auto"``: as the reader's system is.

    Raises:
        FreeCellError: a move cannot be made (the error has its number), moves are missing or given twice, or another
            argument is none of those it may be.
    """
    checked_theme(theme)
    if title is not None and not (isinstance(title, str) and _can_be_written(title)):
        raise FreeCellError(f"the title must be text, not {shortened(title)}")
    if not isinstance(autoplay, AutoPlay | None):
        raise FreeCellError(f"autoplay must be an AutoPlay, such as AutoPlay.HORNE, not {shortened(autoplay)}")
    if not isinstance(on_deal, bool):
        raise FreeCellError(f"on_deal must be True or False, not {shortened(on_deal)}")
    told = story(start, moves, autoplay, on_deal)
    heading = told.name if title is None else title
    rules = told.start.rules

    longest = list(map(len, told.start.columns))
    for state, move, _ in told.line:
        for single in state.expand(move):
            state = state.play(single)
            longest = [max(pair) for pair in zip(longest, map(len, state.columns), strict=True)]
    table = Table.lay(rules, longest)
    data = {
        "fan": FAN,
        "card": CARD_HEIGHT,
        "places": [[place.x, place.y, place.room] for place in table.places],
        "columns": rules.columns,
        "start": [[card.index for card in cards] for cards in piles_of(told.start)],
        "moves": list(entries(told.line)),
        "cards": [str(card) for card in CARDS],
        "deck": 4 * rules.ranks,
    }
    deck = "".join(
        f'<g class="card" id="card{card.index}" data-card="{card}">{card_face(card, "suit-")}</g>'
        for card in CARDS[: 4 * rules.ranks]
    )
    board = (
        f'<svg id="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(table.width)} '
        f'{number(table.height)}" role="img" aria-label="The table"><defs>{suit_symbols("suit-")}</defs>'
        f'{empty_places(table, "suit-")}<g id="cards">{deck}</g></svg>'
    )
    room = files("freecell._pictures")
    parts = {
        "TITLE": escape(heading),
        "ABOUT": escape(told.about),
        "THEME": theme,
        "STYLE": rules_of_style("#board ", theme) + room.joinpath("page.css").read_text("utf-8"),
        "BOARD": board,
        "DATA": _as_script(data),
        "SCRIPT": room.joinpath("page.js").read_text("utf-8"),
    }
    return re.sub("@@([A-Z]+)@@", lambda found: parts[found[1]], room.joinpath("page.html").read_text("utf-8"))


def _can_be_written(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _as_script(data: object) -> str:
    """Write JSON so that nothing in it can end the script it stands in."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
