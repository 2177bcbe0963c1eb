"""The turns of a game, played and undone, with the positions between them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

from freecell._core import State, Turn

__all__ = ["History"]


@dataclass(frozen=True, slots=True)
class History:
    """A line of turns, with the positions and scores between them, and the place of the game on it; immutable.

    A change of the game replaces the whole history at once, so that copies are independent and another thread never
    sees half a turn.

    Attributes:
        first: The position before the first turn.
        scores: The score before the first turn and after each turn.
        turns: The turns, played and undone.
        played: Number of turns played; the turns after them are undone.
        kept: Number of played turns that the undo limit has put out of reach.
    """

    first: State
    scores: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    played: int = 0
    kept: int = 0

    @property
    def state(self) -> State:
        """The current position."""
        return self.turns[self.played - 1].state if self.played else self.first

    @property
    def score(self) -> int:
        """The current score."""
        return self.scores[self.played]

    def states(self) -> tuple[State, ...]:
        """Return the position before the first turn, and the position after each turn played."""
        return (self.first, *(turn.state for turn in self.turns[: self.played]))

    def extended(self, made: Sequence[tuple[Turn, int]], undo_limit: int | None) -> History:
        """Return the history with turns added, each with the score after it; undone turns are dropped."""
        now = self.played
        played = now + len(made)
        return dataclasses.replace(
            self,
            scores=(*self.scores[: now + 1], *(score for _, score in made)),
            turns=(*self.turns[:now], *(turn for turn, _ in made)),
            played=played,
            kept=self.kept if undo_limit is None else max(self.kept, played - undo_limit),
        )

    def at(self, played: int) -> History:
        """Return the same line with `played` turns played."""
        return dataclasses.replace(self, played=played)
