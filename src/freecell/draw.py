"""Pictures of positions, deals, games and solutions: text, SVG, and a page that replays moves.

They have no dependencies beyond the library.

>>> from freecell import Deal, draw
>>> draw.svg(Deal(617), move="83")[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Iterable

from freecell._arguments import shortened
from freecell._core import Move, Pile, State
from freecell._pictures.style import Theme, checked_theme
from freecell._pictures.svg import Arrow
from freecell._pictures.svg import svg as draw_svg
from freecell._pictures.text import text as draw_text
from freecell.cards import Card, Suit
from freecell.deals import Deal, state_from
from freecell.errors import FreeCellError, ParseError
from freecell.line import Turn, replay
from freecell.play.game import Game
from freecell.rules import AutoPlay
from freecell.solution import Solution, solution_page
from freecell.storyboard import board_of, of_turns, replay_page

__all__ = ["html", "svg", "text"]


def text(state: State | Deal | Game, *, symbols: bool = False, colour: bool = False) -> str:
    """Draw a position as text.

    The first lines show the cells and the foundations, the lines below them the columns, each under its name. The
    result is for people to look at. ``str(state)`` is the board text that :meth:`State.parse <freecell.State.parse>`
    reads.

    >>> from freecell import Deal, draw
    >>> print(draw.text(Deal(617).state().play_all("83 53 6a")))
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
        state: A position, a deal (its start), or a game (as it stands).
        symbols: Whether to write suits as symbols, such as ♥, instead of letters.
        colour: Whether to print red cards in red, with ANSI escape codes.

    Raises:
        FreeCellError: If `state` is none of these, or another argument is not True or False.
    """
    board = board_of(_state_of(state))
    for name, value in (("symbols", symbols), ("colour", colour)):
        if not isinstance(value, bool):
            raise FreeCellError(f"{name} must be True or False, not {shortened(value)}")
    return draw_text(board, symbols=symbols, colour=colour)


def svg(
    state: State | Deal | Game,
    *,
    move: Move | str | None = None,
    highlight: Iterable[Card | Pile | str] | Card | Pile | str = (),
    theme: Theme = "auto",
) -> str:
    """Draw a position as SVG that adapts to the size of its container.

    Every card is a group with the attributes ``data-card`` (such as ``TH``) and ``data-pile`` (such as ``3``, ``a`` or
    ``hs``), and every empty place has ``data-pile``, so that a page can make them interactive. Several pictures can
    share one page.

    >>> from freecell import Deal, draw
    >>> picture = draw.svg(Deal(617), move="83", highlight=["AS", "a"])
    >>> picture.count("data-card"), picture.count('class="ring"')
    (52, 3)

    Args:
        state: A position, a deal (its start), or a game (as it stands).
        move: A legal move to show. Its cards are marked, and an arrow points to their target.
        highlight: Cards and piles to mark, as objects or text. In a pile, the last card or the empty place is marked.
            ``h`` stands for all foundations.
        theme: ``"light"``, ``"dark"``, or ``"auto"``, which follows the reader's system.

    Raises:
        FreeCellError: If `state` is none of these, a highlight is not a card or pile of this game, or the theme is
            unknown.
        IllegalMoveError: If the move is not legal.
    """
    state = _state_of(state)
    checked_theme(theme)
    cards, piles = _marks(state, highlight)
    arrow = None if move is None else _arrow(state, move)
    return draw_svg(board_of(state), state.rules, arrow=arrow, cards=cards, piles=piles, theme=theme)


def html(
    start: Solution | Game | Deal | State,
    moves: Iterable[Move | str] | str | None = None,
    autoplay: AutoPlay | None = None,
    on_deal: bool = False,
    *,
    title: str | None = None,
    theme: Theme = "auto",
) -> str:
    """Return a web page that replays a solution, a game as played, or any moves from a start, card by card.

    The page is self-contained: it needs no network connection and no other file.

    >>> from freecell import Deal, draw
    >>> page = draw.html(Deal(617), "83 53 6a 6b 6c 56 c5 a5 b6 4a 45")
    >>> page[:15], "<title>FreeCell deal 617</title>" in page
    ('<!DOCTYPE html>', True)

    Args:
        start: A solution or a game, with its moves; or the deal or position from which `moves` start.
        moves: The moves, or text with white space between them. Not allowed with a solution or a game.
        autoplay: The policy of the automatic moves, as in :func:`freecell.replay`: None for
            :attr:`Rules.usual_autoplay <freecell.Rules.usual_autoplay>`, which published moves need; NONE for explicit
            moves. The moves of a solution are shown unchanged; those that the policy would make are shown as part of
            the turn before them. Not allowed with a game, which contains its automatic moves.
        on_deal: Whether autoplay also runs before the first move.
        title: The text above the table. None stands for the name of the game, with the deal number if it is known. A
            solution does not know its deal: pass ``deal.title()``.
        theme: ``"light"``, ``"dark"``, or ``"auto"``, which follows the reader's system.

    Raises:
        FreeCellError: If a move cannot be made (the error has its number), if moves are missing or given twice, or if
            another argument has a wrong value.
    """
    checked_theme(theme)
    if title is not None and not (isinstance(title, str) and _is_encodable(title)):
        raise FreeCellError(f"the title must be text, not {shortened(title)}")
    if not isinstance(autoplay, AutoPlay | None):
        raise FreeCellError(f"autoplay must be an AutoPlay, such as AutoPlay.HORNE, not {shortened(autoplay)}")
    if not isinstance(on_deal, bool):
        raise FreeCellError(f"on_deal must be True or False, not {shortened(on_deal)}")
    if isinstance(start, Solution):
        if moves is not None:
            raise FreeCellError("a solution contains its moves: omit moves, or pass solution.start and moves")
        return solution_page(start, autoplay, title=title, theme=theme)
    if isinstance(start, Game):
        if moves is not None or autoplay is not None or on_deal:
            raise FreeCellError("a game contains its moves and autoplay: omit both, or pass game.start and moves")
        first, shots = start.start, of_turns(start.start, start.dealt, start.turns)
    else:
        if moves is None:
            raise FreeCellError("moves are required with a Deal or a State: only a Solution or a Game contains them")
        first = state_from(start)
        shots = of_turns(first, *_replayed(first, moves, autoplay, on_deal))
    name = first.rules.title() if isinstance(start, State) else start.title()
    return replay_page(first, shots, heading=name if title is None else title, theme=theme)


def _replayed(
    start: State, moves: Iterable[Move | str] | str, autoplay: AutoPlay | None, on_deal: bool
) -> tuple[tuple[Move, ...], tuple[Turn, ...]]:
    """Return the automatic moves on the deal, and `moves` as turns with their automatic moves."""
    played = replay(start, moves, autoplay, on_deal)
    if played.error is not None:
        raise played.error
    autoplay = start.rules.usual_autoplay if autoplay is None else autoplay
    made = zip(played.states, played.moves, strict=False)
    turns = tuple(Turn(move, state.play(move).automoves(autoplay)) for state, move in made)
    return start.automoves(autoplay) if on_deal else (), turns


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _state_of(state: State | Deal | Game) -> State:
    """Return the position of a game, or the start of a deal."""
    if isinstance(state, Deal):
        return state.state()
    if isinstance(state, Game):
        return state.state
    if isinstance(state, State):
        return state
    raise FreeCellError(f"only a State, a Deal or a Game can be drawn, not {shortened(state)}")


def _arrow(state: State, move: Move | str) -> Arrow:
    """Return the arrow of a legal move."""
    if isinstance(move, str):
        move = state.parse_move(move)
    notation = state.format_move(move)  # raises the error if the move is not legal
    cards = state.moved_cards(move)
    return Arrow(cards, (Pile.foundation(cards[0].suit) if move.target.is_home else move.target).name, notation)


def _marks(state: State, highlight: Iterable[Card | Pile | str] | Card | Pile | str) -> tuple[set[Card], set[str]]:
    """Return the cards to mark, and the names of the piles to mark."""
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
            piles.update(Pile.foundation(suit).name for suit in (Suit if thing.suit is None else (thing.suit,)))
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
