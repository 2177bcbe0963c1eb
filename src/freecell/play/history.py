"""The turns of a game, played and undone, with the positions between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from freecell._core import State
from freecell.line import Turn

__all__ = ["History"]


@dataclass(frozen=True, slots=True)
class History:
    """A line of turns, with the positions and scores between them, and the place of the game on it; immutable.

    A change of the game replaces the whole history at once, so that copies are independent and another thread never
    sees half a turn.

    Attributes:
        states: The position before the first turn and after each turn, undone turns included.
        scores: The score in each of these positions.
        turns: The turns, played and undone.
        played: Number of turns played; the turns after them are undone.
        kept: Number of played turns that the undo limit has put out of reach.
    """

    states: tuple[State, ...]
    scores: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    played: int = 0
    kept: int = 0

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[self.played]

    @property
    def score(self) -> int:
        """The current score."""
        return self.scores[self.played]

    def extended(self, made: Sequence[tuple[Turn, State, int]], undo_limit: int | None) -> History:
        """Return the history with turns added, each with the position and score after it; undone turns are dropped."""
        now = self.played
        played = now + len(made)
        return History(
            (*self.states[: now + 1], *(state for _, state, _ in made)),
            (*self.scores[: now + 1], *(score for _, _, score in made)),
            (*self.turns[:now], *(turn for turn, _, _ in made)),
            played,
            self.kept if undo_limit is None else max(self.kept, played - undo_limit),
        )

    def at(self, played: int) -> History:
        """Return the same line with `played` turns played."""
        return History(self.states, self.scores, self.turns, played, self.kept)
