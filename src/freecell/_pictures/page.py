"""Draw a self-contained web page that replays a line of moves."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from freecell._pictures.faces import card_face
from freecell._pictures.pen import Pen, number
from freecell._pictures.style import Theme, style_sheet
from freecell._pictures.svg import empty_boxes
from freecell._pictures.table import CARD_HEIGHT, FAN, Table, piles_of
from freecell.cards import CARDS, Suit
from freecell.layouts import Board
from freecell.rules import Rules

__all__ = ["page"]


def page(
    start: Board,
    rules: Rules,
    turns: Sequence[dict[str, Any]],
    lengths: Sequence[int],
    length: int,
    counted: str = "",
    *,
    heading: str,
    about: str = "",
    theme: Theme = "auto",
    order: Sequence[Suit] = tuple(Suit),
) -> str:
    """Return the HTML of a page that shows the start and replays the turns.

    Args:
        start: The cards at the start.
        rules: The rules of the game.
        turns: What ``page.js`` needs of each turn, as ``freecell.storyboard`` makes it.
        lengths: By column, the maximum number of cards that it holds during the replay.
        length: The number of moves that the page tells if they win.
        counted: What is counted, said after the number of moves; empty if it is the turns.
        heading: The text above the table.
        about: The text below the heading.
        theme: ``"light"``, ``"dark"``, or ``"auto"`` to follow the reader's theme.
        order: The suits of the foundations, from left to right or from top to bottom.
    """
    from importlib.resources import files  # a tenth of the time of `import freecell`, and only pages need it

    table = Table.lay(rules, lengths, order)
    deck = CARDS[: 4 * rules.ranks]
    data = {
        "fan": FAN,
        "card": CARD_HEIGHT,
        "places": [[box.x, box.y, box.room] for box in table.boxes],
        "columns": rules.columns,
        "start": [[card.index for card in cards] for cards in piles_of(start, rules)],
        "moves": list(turns),
        "length": length,
        "counted": counted,
        "cards": [str(card) for card in CARDS],
        "deck": len(deck),
    }
    pen = Pen("suit-", theme)
    faces = "".join(
        f'<g class="card" id="card{card.index}" data-card="{card}">{card_face(card, pen)}</g>' for card in deck
    )
    board = (
        f'<svg id="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(table.width)} '
        f'{number(table.height)}" role="img" aria-label="The table"{pen.font()}>'
        f'{pen.definitions()}{empty_boxes(table, pen)}<g id="cards">{faces}</g></svg>'
    )
    room = files("freecell._pictures")
    parts = {
        "TITLE": escape(heading),
        "ABOUT": escape(about),
        "THEME": theme,
        "STYLE": style_sheet("#board ", theme) + room.joinpath("page.css").read_text("utf-8"),
        "BOARD": board,
        "DATA": _as_script(data),
        "SCRIPT": room.joinpath("page.js").read_text("utf-8"),
    }
    return re.sub("@@([A-Z]+)@@", lambda found: parts[found[1]], room.joinpath("page.html").read_text("utf-8"))


def _as_script(data: object) -> str:
    """Return the data as JSON that cannot end the script element around it."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
