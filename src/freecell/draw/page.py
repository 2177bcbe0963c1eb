"""A page that replays a game, in one file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from itertools import chain
from typing import Any

from freecell._core import Move, Pile, State
from freecell.cards import CARDS
from freecell.deals import Deal
from freecell.draw.faces import card_face, named, number, suit_symbols
from freecell.draw.picture import Theme, checked_theme, empty_places, game_name, rules_of_style
from freecell.draw.table import CARD_HEIGHT, FAN, Table, piles_of
from freecell.errors import FreeCellError, shortened
from freecell.game import Game
from freecell.rules import AutoPlay
from freecell.solution import Solution, Verdict, replay, state_from
from freecell.turns import Turn

__all__ = ["html"]

_Line = Iterator[tuple[State, Move, bool]]


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
        title: what stands above the table; the game, and the number of the deal where it is known, when None.
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
    first, line, name, about = _told(start, moves, autoplay, on_deal)
    heading = name if title is None else title

    longest = list(map(len, first.columns))
    for state, move, _ in line:
        for single in state.expand(move):
            state = state.play(single)
            longest = [max(pair) for pair in zip(longest, map(len, state.columns), strict=True)]
    table = Table.lay(first.rules, longest)
    data = {
        "fan": FAN,
        "card": CARD_HEIGHT,
        "places": [[place.x, place.y, place.room] for place in table.places],
        "columns": first.rules.columns,
        "start": [[card.index for card in cards] for cards in piles_of(first)],
        "moves": list(_entries(line)),
        "cards": [str(card) for card in CARDS],
        "deck": 4 * first.rules.ranks,
    }
    deck = "".join(
        f'<g class="card" id="card{card.index}" data-card="{card}">{card_face(card, "suit-")}</g>'
        for card in CARDS[: 4 * first.rules.ranks]
    )
    board = (
        f'<svg id="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(table.width)} '
        f'{number(table.height)}" role="img" aria-label="The table"><defs>{suit_symbols("suit-")}</defs>'
        f'{empty_places(table, "suit-")}<g id="cards">{deck}</g></svg>'
    )
    room = files("freecell.draw")
    parts = {
        "TITLE": escape(heading),
        "ABOUT": escape(about),
        "THEME": theme,
        "STYLE": rules_of_style("#board ", theme) + room.joinpath("page.css").read_text("utf-8"),
        "BOARD": board,
        "DATA": _as_script(data),
        "SCRIPT": room.joinpath("page.js").read_text("utf-8"),
    }
    return re.sub("@@([A-Z]+)@@", lambda found: parts[found[1]], room.joinpath("page.html").read_text("utf-8"))


def _told(
    start: Solution | Game | Deal | State,
    moves: Iterable[Move | str] | str | None,
    autoplay: AutoPlay | None,
    on_deal: bool,
) -> tuple[State, list[tuple[State, Move, bool]], str, str]:
    """Give the first position, the moves from there, what is replayed, and what is to be said about it."""
    if isinstance(start, Solution):
        if moves is not None:
            raise FreeCellError("a solution has its moves with it: give none, or give solution.start and moves")
        first = start.start
        line = _solved(start, first.rules.usual_autoplay if autoplay is None else autoplay)
        return first, list(line), game_name(first.rules), _verdict(start)
    if isinstance(start, Game):
        if moves is not None or autoplay is not None or on_deal:
            raise FreeCellError("a game has its moves and autoplay with it: give none, or give game.start and moves")
        first, dealt, turns = start.start, start.dealt, start.moves
    else:
        if moves is None:
            raise FreeCellError("moves must be given with a deal or state: a Solution or a Game has them with it")
        played = replay(start, moves, autoplay, on_deal)
        if played.error is not None:
            raise played.error
        first = state_from(start)
        autoplay = first.rules.usual_autoplay if autoplay is None else autoplay
        dealt = first.automoves(autoplay) if on_deal else ()
        made = zip(played.states, played.moves, strict=False)
        turns = tuple(Turn(move, state.play(move).automoves(autoplay)) for state, move in made)
    deal = start.deal if isinstance(start, Game) else start
    name = game_name(first.rules, deal.number if isinstance(deal, Deal) else None)
    return first, list(_with_states(first, dealt, turns)), name, ""


def _as_script(data: object) -> str:
    """Write JSON so that nothing in it can end the script it stands in."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _verdict(solution: Solution) -> str:
    if solution.verdict is Verdict.SOLVED:
        return "Solved"
    if solution.verdict is Verdict.UNSOLVABLE:
        return "Proven: it cannot be won"
    return "Not decided: the best line found"


def _solved(solution: Solution, autoplay: AutoPlay) -> _Line:
    state = solution.start
    for place, move in enumerate(solution.moves):
        yield state, move, place > 0 and move in state.automoves(autoplay)
        state = state.play(move)


def _with_states(state: State, dealt: Iterable[Move], turns: Iterable[Turn]) -> _Line:
    moves = ((move, place > 0) for turn in turns for place, move in enumerate(turn.moves()))
    for move, automatic in chain(((home, True) for home in dealt), moves):
        yield state, move, automatic
        state = state.play(move)


def _can_be_written(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _entries(line: Iterable[tuple[State, Move, bool]]) -> Iterator[dict[str, Any]]:
    """Give what the page has to know of each move; what goes home by itself belongs to the move before."""
    entry: dict[str, Any] | None = None
    for state, move, automatic in line:
        steps = list(_steps(state, move))
        if automatic and entry is not None:
            entry["tail"] = f"{entry['tail']} {state.format_move(move)}".strip()
            entry["steps"] += steps
            continue
        if entry is not None:
            yield entry
        if automatic:
            entry = {"text": "", "says": "home by themselves", "tail": state.format_move(move), "steps": steps}
        else:
            entry = {"text": state.format_move(move), "says": _said(state, move), "tail": "", "steps": steps}
    if entry is not None:
        yield entry


def _steps(state: State, move: Move) -> Iterator[tuple[int, int, int]]:
    for single in state.expand(move):
        suit = state.moved_cards(single)[0].suit
        yield _place(state, single.source, suit), _place(state, single.target, suit), single.count
        state = state.play(single)


def _place(state: State, pile: Pile, suit: int) -> int:
    if pile.is_column:
        return pile.index
    rules = state.rules
    return rules.columns + (pile.index if pile.is_cell else rules.cells + suit)


def _said(state: State, move: Move) -> str:
    cards = state.moved_cards(move)
    moved = named(cards[0]) if len(cards) == 1 else f"{named(cards[0])}…{named(cards[-1])}"
    if move.target.is_home:
        where = "home"
    elif move.target.is_cell:
        where = f"cell {move.target}"
    else:
        column = state.columns[move.target.index]
        where = named(column[-1]) if column else f"column {move.target}"
    return f"{moved} → {where}"
