"""What a player does in one go: a move, and what goes home by itself after it."""

from __future__ import annotations

from dataclasses import dataclass

from freecell._core import Move, State
from freecell.rules import AutoPlay

__all__ = ["Turn", "take"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of the player, and the moves home that autoplay makes after it.

    Attributes:
        move: the player's move.
        automatic: what went home by itself, in order.
    """

    move: Move
    automatic: tuple[Move, ...] = ()

    def moves(self) -> tuple[Move, ...]:
        """Give all moves of the turn, in order.

        Returns:
            The player's, then the automatic ones.
        """
        return (self.move, *self.automatic)


def take(state: State, move: Move | str, autoplay: AutoPlay) -> tuple[Turn, State]:
    """Make a move and what goes home by itself after it.

    Raises:
        FreeCellError: the move cannot be made, or is none.
    """
    if isinstance(move, str):
        move = state.parse_move(move)
    state = state.play(move)
    automatic = state.automoves(autoplay)
    return Turn(move, automatic), state.play_all(automatic, AutoPlay.NONE)
