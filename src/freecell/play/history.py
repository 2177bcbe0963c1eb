"""What was played, and what was taken back and can be played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from freecell._core import State
from freecell.line import Turn

__all__ = ["History"]


@dataclass(frozen=True, slots=True)
class History:
    """A line of turns, with the positions and scores between them, and how far along it the game is.

    It is immutable: what changes a game puts another in its place, in one go, so that copies go their own way and
    another thread never sees half a turn.

    Attributes:
        states: the position before the first turn, and after each, those that were undone too.
        scores: the points made in each of them.
        turns: the turns.
        played: how many of the turns are played; the others are undone.
        kept: how many of the played ones the undo limit has put out of reach.
    """

    states: tuple[State, ...]
    scores: tuple[int, ...]
    turns: tuple[Turn, ...] = ()
    played: int = 0
    kept: int = 0

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[self.played]

    @property
    def score(self) -> int:
        """The points now."""
        return self.scores[self.played]

    def extended(self, made: Sequence[tuple[Turn, State, int]], undo_limit: int | None) -> History:
        """Give the history with more turns, each with the position and score after it, and without what was undone."""
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
        """Give the same line with another number of turns played."""
        return History(self.states, self.scores, self.turns, played, self.kept)
