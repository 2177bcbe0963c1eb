"""What a click on a card means, in any position.

The `depth` of a card is the number of cards that lie on it.
"""

from __future__ import annotations

from typing import Final

from freecell._arguments import whole_number
from freecell._core import Move, Pile, State
from freecell.cards import Card
from freecell.errors import FreeCellError
from freecell.play.options import Place

__all__ = ["double_click", "tap", "targets", "why_no_tap", "why_not"]

_LONGEST: Final = 13


def targets(state: State, pile: Pile | str, depth: int, order: tuple[Place, ...]) -> dict[Pile, Move]:
    """Return the piles that the card at `depth` can go to, the best first, and the move to each."""
    source, cards = _touched(state, pile, depth)
    moves = (
        [move for move in state.legal_moves() if move.source == source and move.count == len(cards)] if cards else []
    )
    ranks = {place: rank for rank, place in enumerate([*order, *(place for place in Place if place not in order)])}
    moves.sort(key=lambda move: (_is_idle(state, move), ranks[_place(state, move)], move.target.index))
    return {Pile.foundation(cards[0].suit) if move.target.is_home else move.target: move for move in moves}


def tap(state: State, pile: Pile | str, depth: int, order: tuple[Place, ...]) -> Move | None:
    """Return the best move of the card at `depth` to a kind of place in `order`; None if there is none."""
    for move in targets(state, pile, depth, order).values():
        if _place(state, move) in order and not _is_idle(state, move):
            return move
    return None


def why_no_tap(state: State, pile: Pile | str, depth: int, order: tuple[Place, ...]) -> str | None:
    """Return why a tap plays nothing, as a sentence; None if it plays a move."""
    if tap(state, pile, depth, order) is not None:
        return None
    nowhere = why_not(state, pile, depth, None)
    if nowhere is not None:
        return nowhere
    if order == (Place.HOME,):  # its reason says more than "nowhere that a tap looks"
        return why_not(state, pile, depth, Pile.HOME)
    _, cards = _touched(state, pile, depth)
    what = str(cards[0]) if len(cards) == 1 else f"the run from {cards[0]}"
    return f"{what} can go somewhere, but nowhere that a tap looks: choose where"


def double_click(state: State, pile: Pile | str, depth: int) -> Move | None:
    """Return the move home of a card, or the move of a column's last card into the leftmost empty cell."""
    source, _ = _touched(state, pile, depth)
    return tap(state, source, depth, (Place.HOME, Place.CELL) if source.is_column else (Place.HOME,))


def why_not(state: State, pile: Pile | str, depth: int, target: Pile | str | None) -> str | None:
    """Return why the card at `depth` cannot go to `target`, or to any pile if `target` is None; None if it can."""
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
