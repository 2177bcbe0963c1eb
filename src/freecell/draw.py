"""Pictures of positions, deals, games and solutions: text, SVG, and a page that replays moves.

They have no dependencies beyond the library.

>>> from freecell import Deal, draw
>>> draw.svg(Deal(617), move="83")[:4]
'<svg'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from freecell._arguments import boolean, instance_of, shortened
from freecell._core import Move, Pile, State
from freecell._pictures.style import Theme, checked_theme
from freecell._pictures.svg import Arrow
from freecell._pictures.svg import svg as draw_svg
from freecell._pictures.text import text as draw_text
from freecell.cards import Card, Suit
from freecell.deals import Deal
from freecell.errors import FreeCellError, ParseError, WrongTypeError
from freecell.line import Replay, replay
from freecell.play.game import Game
from freecell.rules import AutoPlay
from freecell.solution import Solution, solution_page
from freecell.storyboard import board_of, of_turns, replay_page

__all__ = ["html", "svg", "text"]


def text(
    state: State | Deal | Game,
    *,
    symbols: bool = False,
    colour: bool = False,
    foundation_order: Sequence[Suit] | str = "CDHS",
) -> str:
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
        foundation_order: The suits of the foundations from left to right: four suits, or their letters or symbols as
            text, such as ``"HCDS"``.

    Raises:
        FreeCellError: If `state` is none of these, or another argument is not True or False.
    """
    board = board_of(_state_of(state))
    for name, value in (("symbols", symbols), ("colour", colour)):
        boolean(value, name)
    return draw_text(board, symbols=symbols, colour=colour, order=_suits(foundation_order))


def svg(
    state: State | Deal | Game,
    *,
    move: Move | str | None = None,
    highlight: Iterable[Card | Pile | str] | Card | Pile | str = (),
    theme: Theme = "auto",
    paths: bool = False,
    foundation_order: Sequence[Suit] | str = "CDHS",
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
        theme: ``"light"``, ``"dark"``, or ``"auto"``, which follows the reader's system. Programs that ignore style
            sheets show ``"auto"`` as ``"light"``.
        paths: Whether to draw ranks, suits and pile names as paths, without text and references, for programs that read
            only simple SVG, such as pygame. Such a picture is nearly twice as long.
        foundation_order: The suits of the foundations from left to right (from top to bottom if the foundations lie at
            the right edge): four suits, or their letters or symbols as text, such as ``"HCDS"``.

    Raises:
        FreeCellError: If `state` is none of these, a highlight is not a card or pile of this game, or another argument
            has a wrong value.
        IllegalMoveError: If the move is not legal.
    """
    state = _state_of(state)
    checked_theme(theme)
    boolean(paths, "paths")
    order = _suits(foundation_order)
    cards, piles = _marks(state, highlight)
    arrow = None if move is None else _arrow(state, move)
    return draw_svg(
        board_of(state), state.rules, arrow=arrow, cards=cards, piles=piles, theme=theme, paths=paths, order=order
    )


def html(
    start: Solution | Replay | Game | Deal | State,
    moves: Iterable[Move | str] | str | None = None,
    autoplay: AutoPlay | None = None,
    on_deal: bool = False,
    *,
    title: str | None = None,
    theme: Theme = "auto",
    foundation_order: Sequence[Suit] | str = "CDHS",
) -> str:
    """Return a web page that replays a solution, a replay, a game as played, or any moves, card by card.

    The page is self-contained: it needs no network connection and no other file.

    >>> from freecell import Deal, draw
    >>> page = draw.html(Deal(617), "83 53 6a 6b 6c 56 c5 a5 b6 4a 45")
    >>> page[:15], "<title>FreeCell deal 617</title>" in page
    ('<!DOCTYPE html>', True)

    Args:
        start: A solution, a replay or a game, with its moves; or the deal or position from which `moves` start.
        moves: The moves, or text with white space between them, if `start` is a deal or position.
        autoplay: The policy of the automatic moves, as in :func:`freecell.replay`: None for
            :attr:`Rules.usual_autoplay <freecell.Rules.usual_autoplay>`, which published moves need; for a solution,
            as in :meth:`Solution.turns <freecell.Solution.turns>`. Replays and games contain their automatic moves.
        on_deal: Whether autoplay also runs before the first move.
        title: The text above the table. None stands for the name of the game, with the deal number if it is known. A
            solution does not know its deal: pass ``deal.title()``.
        theme: ``"light"``, ``"dark"``, or ``"auto"``, which follows the reader's system.
        foundation_order: The suits of the foundations, as in :func:`svg`.

    Raises:
        FreeCellError: If a move cannot be made (the error has its number), if moves are missing or given twice, or if
            another argument has a wrong value.
    """
    checked_theme(theme)
    if title is not None and not (isinstance(title, str) and _is_encodable(title)):
        raise WrongTypeError(f"the title must be text, not {shortened(title)}")
    if autoplay is not None:
        instance_of(AutoPlay, autoplay, "autoplay", "an AutoPlay, such as AutoPlay.HORNE")
    boolean(on_deal, "on_deal")
    order = _suits(foundation_order)
    if isinstance(start, Solution):
        if moves is not None or on_deal:
            raise FreeCellError(
                "a solution contains its moves, and its measure says whether autoplay runs on the deal: omit both, or "
                "pass solution.start and moves"
            )
        return solution_page(start, autoplay, title=title, theme=theme, order=order)
    if isinstance(start, Game | Replay):
        if moves is not None or autoplay is not None or on_deal:
            kind = type(start).__name__.lower()
            raise FreeCellError(f"a {kind} contains its moves and autoplay: omit both, or pass {kind}.start and moves")
        line: Game | Replay = start
    else:
        if moves is None:
            raise FreeCellError("moves are required with a Deal or a State: a Solution, Replay or Game contains them")
        line = replay(start, moves, autoplay, on_deal)
        if line.error is not None:
            raise line.error
    if title is None:
        title = start.title() if isinstance(start, Deal | Game) else line.start.rules.title()
    shots = of_turns(line.start, line.dealt, line.turns)
    return replay_page(line.start, shots, len(line.turns), heading=title, theme=theme, order=order)


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _suits(order: Sequence[Suit] | str) -> tuple[Suit, ...]:
    """Return an order of the foundations as suits."""
    error = f"foundation_order must name the four suits once each, such as 'HCDS', not {shortened(order)}"
    if isinstance(order, str):
        try:
            suits = tuple(map(Suit.parse, order.replace("\ufe0f", "")[:5]))  # symbols may be shown as emoji
        except ParseError:
            raise FreeCellError(error) from None
    elif isinstance(order, Sequence) and all(isinstance(suit, Suit) for suit in order):
        suits = tuple(suit for suit in order if isinstance(suit, Suit))
    else:
        raise WrongTypeError(error)
    if sorted(suits) != list(Suit):
        raise FreeCellError(error)
    return suits


def _state_of(state: State | Deal | Game) -> State:
    """Return the position of a game, or the start of a deal."""
    if isinstance(state, Deal):
        return state.state()
    if isinstance(state, Game):
        return state.state
    if isinstance(state, State):
        return state
    raise WrongTypeError(f"only a State, a Deal or a Game can be drawn, not {shortened(state)}")


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
        raise WrongTypeError(f"highlight must be cards and piles, not {shortened(highlight)}")
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
