"""What a click on a card means, in any position.

The `depth` of a card is the number of cards that lie on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from freecell._arguments import instance_of, whole_number
from freecell._core import Move, Pile, State
from freecell.cards import Card
from freecell.errors import FreeCellError
from freecell.play.options import Options, Place, checked_order

__all__ = ["double_click", "tap", "targets", "why_no_tap", "why_not"]

_LONGEST: Final = 13


def targets(
    state: State, pile: Pile | str, depth: int = 0, order: Sequence[Place] = Options.USUAL.tap_order
) -> dict[Pile, Move]:
    """Return where a card, with the cards on it, can go.

    >>> from freecell import Deal
    >>> from freecell.play import targets
    >>> [str(pile) for pile in targets(Deal(617).state(), "8")]
    ['2', '3', 'a', 'b', 'c', 'd']

    Args:
        state: The position.
        pile: The column, the cell, or the foundation (``hc``, ``hd``, ``hh``, ``hs``).
        depth: Number of cards on the card that is asked about, which move with it; 0 for the last card.
        order: The kinds of places that come first, the best one first.

    Returns:
        The move to each pile that accepts the cards. First come the kinds of places in `order`, then the others, and
        last the moves of a whole column to an empty column. The key for home is the foundation of the suit, such as
        ``Pile('hs')``.

    Raises:
        ParseError: If the text is not a pile.
        WrongTypeError: If an argument has the wrong type.
        FreeCellError: If the game does not have the pile, the pile has no card at that depth, or `order` has a place
            twice.
    """
    source, cards = _touched(state, pile, depth)
    order = checked_order(order, "order")
    moves = (
        [move for move in state.legal_moves() if move.source == source and move.count == len(cards)] if cards else []
    )
    ranks = {place: rank for rank, place in enumerate([*order, *(place for place in Place if place not in order)])}
    moves.sort(key=lambda move: (_is_idle(state, move), ranks[_place(state, move)], move.target.index))
    return {Pile.foundation(cards[0].suit) if move.target.is_home else move.target: move for move in moves}


def tap(
    state: State, pile: Pile | str, depth: int = 0, order: Sequence[Place] = Options.USUAL.tap_order
) -> Move | None:
    """Return the best move of a tapped card.

    >>> from freecell import Deal
    >>> from freecell.play import tap
    >>> tap(Deal(617).state(), "8")
    Move('8', '2')

    Args:
        state: The position.
        pile: The column, the cell, or the foundation (``hc``, ``hd``, ``hh``, ``hs``).
        depth: Number of cards on the tapped one, which move with it; 0 for the last card.
        order: The kinds of places that the card may go to, the best one first.

    Returns:
        The move to the leftmost place of the first kind in `order` that accepts the card; None if none does. A whole
        column is never moved to an empty column, as that changes nothing.

    Raises:
        ParseError: If the text is not a pile.
        WrongTypeError: If an argument has the wrong type.
        FreeCellError: If the game does not have the pile, the pile has no card at that depth, or `order` has a place
            twice.
    """
    for move in targets(state, pile, depth, order).values():
        if _place(state, move) in order and not _is_idle(state, move):
            return move
    return None


def why_no_tap(
    state: State, pile: Pile | str, depth: int = 0, order: Sequence[Place] = Options.USUAL.tap_order
) -> str | None:
    """Return why :func:`tap` returns no move.

    Args:
        state: The position.
        pile: The column, the cell, or the foundation (``hc``, ``hd``, ``hh``, ``hs``).
        depth: Number of cards on the tapped one, which move with it; 0 for the last card.
        order: The kinds of places that the card may go to, the best one first.

    Returns:
        A sentence to show to the player; None if there is a move.

    Raises:
        ParseError: If the text is not a pile.
        WrongTypeError: If an argument has the wrong type.
        FreeCellError: If the game does not have the pile, the pile has no card at that depth, or `order` has a place
            twice.
    """
    if tap(state, pile, depth, order) is not None:
        return None
    nowhere = why_not(state, pile, depth)
    if nowhere is not None:
        return nowhere
    if list(order) == [Place.HOME]:  # its reason says more than "nowhere that a tap looks"
        return why_not(state, pile, depth, Pile.HOME)
    _, cards = _touched(state, pile, depth)
    what = str(cards[0]) if len(cards) == 1 else f"the run from {cards[0]}"
    return f"{what} can go somewhere, but nowhere that a tap looks: choose where"


def double_click(
    state: State, pile: Pile | str, depth: int = 0, order: Sequence[Place] = Options.USUAL.double_click_order
) -> Move | None:
    """Return the move of a double click: by default to the foundation, or else into the leftmost empty cell.

    Args:
        state: The position.
        pile: The column, the cell, or the foundation (``hc``, ``hd``, ``hh``, ``hs``).
        depth: Number of cards on the clicked one, which move with it; 0 for the last card.
        order: The kinds of places that the card may go to, the best one first. A card in a cell or on a foundation
            goes only home.

    Returns:
        The move; None if there is none.

    Raises:
        ParseError: If the text is not a pile.
        WrongTypeError: If an argument has the wrong type.
        FreeCellError: If the game does not have the pile, the pile has no card at that depth, or `order` has a place
            twice.
    """
    source, _ = _touched(state, pile, depth)
    order = checked_order(order, "order")
    if not source.is_column:
        order = tuple(place for place in order if place is Place.HOME)
    return tap(state, source, depth, order)


def why_not(state: State, pile: Pile | str, depth: int = 0, target: Pile | str | None = None) -> str | None:
    """Return why a card, with the cards on it, cannot go to a pile.

    >>> from freecell import Deal
    >>> from freecell.play import why_not
    >>> why_not(Deal(617).state(), "8", target="1")
    'QH does not go on JD: it goes on KC or KS'

    Args:
        state: The position.
        pile: The column, the cell, or the foundation (``hc``, ``hd``, ``hh``, ``hs``).
        depth: Number of cards on the card that is asked about, which move with it; 0 for the last card.
        target: The pile, with ``h`` for home; None asks about all piles.

    Returns:
        A sentence to show to the player; None if the card can go there.

    Raises:
        ParseError: If a text is not a pile.
        WrongTypeError: If an argument has the wrong type.
        FreeCellError: If the game does not have a pile, or the pile has no card at that depth.
    """
    source, cards = _touched(state, pile, depth)
    if not cards:
        return f"{_named(source)} is empty"
    if len(cards) > _LONGEST:
        return f"{len(cards)} cards cannot move at once: no run is longer than {_LONGEST}"
    if target is None:
        return _why_nowhere(state, source, cards)
    goal = target if isinstance(target, Pile) else Pile(target)
    _check(state, goal)
    if goal.is_home and goal.suit is not None and len(cards) == 1 and goal != Pile.foundation(cards[0].suit):
        return f"{cards[0]} does not go on foundation {goal}: its foundation is {Pile.foundation(cards[0].suit)}"
    try:
        move = Move(source, Pile.HOME if goal.is_home else goal, len(cards))
    except FreeCellError as error:
        return str(error)
    return state.why_illegal(move)


def _why_nowhere(state: State, source: Pile, cards: tuple[Card, ...]) -> str | None:
    if any(move.source == source and move.count == len(cards) for move in state.legal_moves()):
        return None
    if source.is_home:
        if not state.rules.foundation_takeback:
            return "in this game cards stay on the foundations"
    elif len(cards) > 1:
        others = [column for column in map(Pile.column, range(state.rules.columns)) if column != source]
        reasons = [state.why_illegal(Move(source, column, len(cards))) for column in others]
        told = [reason for reason in reasons if reason is not None and str(cards[0]) not in reason]
        if told:
            return told[0]
    what = f"{cards[0]} fits" if len(cards) == 1 else f"the run from {cards[0]} fits"
    return f"{what} onto the last card of no column, and no empty place takes it"


def _touched(state: State, pile: Pile | str, depth: int) -> tuple[Pile, tuple[Card, ...]]:
    """Return the pile, and the card at `depth` with the cards on it; no cards if the pile is empty."""
    instance_of(State, state, "state", "a State")
    if not isinstance(pile, Pile):
        pile = Pile(pile)
    _check(state, pile)
    if pile == Pile.HOME:
        raise FreeCellError("home has four piles to touch: hc, hd, hh and hs")
    cards = state.piles()[pile]
    if pile.is_home:
        cards = cards[-1:]
    depth = whole_number(depth, f"depth in {_named(pile)}", 0, max(0, len(cards) - 1))
    return pile, cards[len(cards) - 1 - depth :] if cards else ()


def _check(state: State, pile: Pile) -> None:
    """Raise an error if the game does not have the pile."""
    rules = state.rules
    if pile.index >= (rules.columns if pile.is_column else rules.cells) and not pile.is_home:
        raise FreeCellError(f"there is no {_named(pile)}: the game has {rules.columns} columns and {rules.cells} cells")


def _named(pile: Pile) -> str:
    if pile.is_home:
        return f"foundation {pile.name}"
    return f"{'column' if pile.is_column else 'cell'} {pile.name}"


def _place(state: State, move: Move) -> Place:
    if move.target.is_home:
        return Place.HOME
    if move.target.is_cell:
        return Place.CELL
    return Place.COLUMN if state.columns[move.target.index] else Place.EMPTY_COLUMN


def _is_idle(state: State, move: Move) -> bool:
    """Whether a move only exchanges places: a whole column that goes into an empty one."""
    source, target = move.source, move.target
    if not (source.is_column and target.is_column) or state.columns[target.index]:
        return False
    return len(state.columns[source.index]) == move.count
