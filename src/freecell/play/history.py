"""The turns of a game, played and undone, with the positions between them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from freecell._core import Move, State, Turn
from freecell.play.saves import Reader
from freecell.play.scoring import Score, Scoring
from freecell.rules import AutoPlay

__all__ = ["History", "load_turns"]


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
    scores: tuple[Score, ...]
    turns: tuple[Turn, ...] = ()
    played: int = 0
    kept: int = 0

    @property
    def state(self) -> State:
        """The current position."""
        return self.turns[self.played - 1].state if self.played else self.first

    @property
    def score(self) -> Score:
        """The current score."""
        return self.scores[self.played]

    def states(self) -> tuple[State, ...]:
        """Return the position before the first turn, and the position after each turn played."""
        return (self.first, *(turn.state for turn in self.turns[: self.played]))

    def scored(self, turns: Iterable[Turn], score: Score, scoring: Scoring) -> list[tuple[Turn, Score]]:
        """Return turns, each with the score after it, given the score before the first.

        A position that the game has had before has the score that it had then.
        """
        state = self.state
        known = dict(zip(self.states(), self.scores, strict=False))
        scored = []
        for turn in turns:
            score = known.setdefault(turn.state, score.after(scoring, state, turn.all_moves()))
            state = turn.state
            scored.append((turn, score))
        return scored

    def extended(self, made: Sequence[tuple[Turn, Score]], undo_limit: int | None) -> History:
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

    def data(self) -> dict[str, object]:
        """Return the fields of a saved game, in types that have a JSON form."""
        turns = [{"move": str(turn.move), "automatic": [str(move) for move in turn.automatic]} for turn in self.turns]
        return {"turns": turns, "played": self.played, "kept": self.kept}

    def at_saved(self, saved: Reader, undo_limit: int | None) -> History:
        """Return the same line, all of it played here, at the place of a saved game."""
        played = saved["played"].whole(self.kept, self.played)
        kept = saved["kept"].whole(self.kept, 0 if undo_limit is None else played)
        return dataclasses.replace(self, played=played, kept=kept)


def load_turns(saved: Reader, state: State, autoplay: AutoPlay) -> list[Turn]:
    """Return the turns of a saved game, played again from `state`."""
    turns: list[Turn] = []
    for saved_turn in saved.items():
        saved_turn.has_only(["move", "automatic"])
        with saved_turn["move"].located():
            turn = state.turn(saved_turn["move"].parsed(Move.parse), autoplay)
        if tuple(move.parsed(Move.parse) for move in saved_turn["automatic"].items()) != turn.automatic:
            right = " ".join(map(str, turn.automatic)) or "none"
            saved_turn["automatic"].fail(f"the automatic moves after {turn.move} are {right}")
        turns.append(turn)
        state = turn.state
    return turns
