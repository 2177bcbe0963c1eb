"""Scores: the points that moves earn, and the score of a game after each turn."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from freecell._arguments import whole_number
from freecell._core import Move, State
from freecell.cards import Card
from freecell.play.saves import Reader

__all__ = ["Score", "Scoring"]

_MOST_POINTS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points that moves earn, for each kind of move; negative points are costs.

    A card earns the points of each kind once in a game, and pays a cost every time. A card that is home at the start
    has earned nothing, and earns nothing for going home again. A move that leads back to an
    earlier position of the game sets the score back to what it was there, as undo does. The score never falls below
    zero. So a score is bounded, and no cycle of moves adds to it.

    >>> Scoring(takeback=-10)
    Scoring(home=10, cell_to_column=5, column_to_column=0, to_cell=0, takeback=-10)

    Args:
        home: Points for each card that goes home, automatic moves included.
        cell_to_column: Points for each card that goes from a cell to a column.
        column_to_column: Points for each card that goes from a column to another.
        to_cell: Points for each card that goes from a column into a cell.
        takeback: Points for each card that is taken back from its foundation, wherever it goes.

    Raises:
        FreeCellError: If a field is not a whole number from -1,000,000 to 1,000,000.
    """

    home: int = 10
    cell_to_column: int = 5
    column_to_column: int = 0
    to_cell: int = 0
    takeback: int = 0

    def __post_init__(self) -> None:
        for name in _KINDS:
            object.__setattr__(self, name, whole_number(getattr(self, name), name, -_MOST_POINTS, _MOST_POINTS))

    def points(self, move: Move) -> int:
        """Return the points of each card of a move, if it has not yet earned them."""
        points: int = getattr(self, _kind(move))
        return points

    @classmethod
    def _from(cls, saved: Reader) -> Scoring:
        """Return the scoring that JSON holds."""
        saved.has_only(_KINDS)
        return cls(**{name: saved[name].whole(-_MOST_POINTS, _MOST_POINTS) for name in _KINDS})


_KINDS: Final = tuple(field.name for field in dataclasses.fields(Scoring))
"""The kinds of moves: the fields of a Scoring."""


def _kind(move: Move) -> str:
    """Return the kind of a move."""
    if move.source.is_home:
        return "takeback"
    if move.target.is_home:
        return "home"
    if move.target.is_cell:
        return "to_cell"
    return "cell_to_column" if move.source.is_cell else "column_to_column"


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a game after a turn; immutable.

    Attributes:
        points: The points, 0 or more.
        earned: The cards that earn no more points by a kind of move, each with that kind.
    """

    points: int = 0
    earned: frozenset[tuple[Card, str]] = frozenset()

    @classmethod
    def at_start(cls, state: State) -> Score:
        """Return the score of a game that starts from a position: no card that is home there earns points for it."""
        home = (card for pile, cards in state.piles().items() if pile.is_home for card in cards)
        return cls(0, frozenset((card, "home") for card in home))

    def after(self, scoring: Scoring, state: State, moves: Iterable[Move]) -> Score:
        """Return the score after moves from a position, which is new to the game.

        Args:
            scoring: The points that moves earn.
            state: The position before the moves.
            moves: The moves, in order, automatic moves included.
        """
        points, earned = self.points, set(self.earned)
        for move in moves:
            each = scoring.points(move)
            cards = {(card, _kind(move)) for card in state.moved_cards(move)}
            if each > 0:
                cards -= earned
                earned |= cards
            points = max(0, points + each * len(cards))
            state = state.play(move)
        return Score(points, frozenset(earned))
