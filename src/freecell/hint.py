"""A hint: the next move to make, and what it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from freecell._core import Move, State
from freecell._enums import NamedEnum
from freecell.rules import AutoPlay
from freecell.solution import Solution, Verdict

__all__ = ["Basis", "Hint", "hint_from", "hint_without_win"]


class Basis(NamedEnum):
    """What a hint rests on."""

    SOLUTION = 1
    """The move is the next one of a win."""
    HOME = 2
    """No win is known. The move sends a card home."""
    LEGAL = 3
    """No win is known, and no card can go home. The move leads to a new position."""
    BACK = 4
    """No win is known, and every move leads back to an earlier position, as this one does."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The next move to make, as :meth:`Solver.hint` and :meth:`freecell.play.Game.hint` return it.

    Attributes:
        move: The move.
        basis: What it rests on.
        verdict: What is known of the position: SOLVED, UNSOLVABLE (proven lost) or UNKNOWN.
        remaining: Number of moves to the win, this one included: by the measure of the solver, or the player's moves in
            the game, so that automatic moves do not count. None if no win is known.
    """

    move: Move
    basis: Basis
    verdict: Verdict
    remaining: int | None = None


def hint_from(solution: Solution) -> Hint | None:
    """Return the hint that a solution gives for its start; None if that is won."""
    if solution.verdict is Verdict.SOLVED:
        moves = solution.moves
        return Hint(moves[0], Basis.SOLUTION, Verdict.SOLVED, solution.length()) if moves else None
    autoplay = solution.measure.autoplay or solution.start.rules.usual_autoplay
    return hint_without_win(solution.start, autoplay, solution.verdict, solution.moves)


def hint_without_win(
    state: State,
    autoplay: AutoPlay,
    verdict: Verdict,
    line: tuple[Move, ...] = (),
    seen: Iterable[State] = (),
) -> Hint | None:
    """Return a hint for a position without a known win; None if there is no legal move.

    Args:
        state: The position.
        autoplay: The policy of automatic moves after each move.
        verdict: What is known of the position.
        line: A line to follow if nothing better is known.
        seen: The positions before it. Moves to a new position come first.
    """
    old = {state.key(), *(before.key() for before in seen)}

    def rank(move: Move) -> tuple[bool, bool, bool]:
        leads_back = state.turn(move, autoplay).state.key() in old
        return leads_back, not move.target.is_home, move not in line[:1]

    moves = state.distinct_moves()
    if not moves:
        return None
    best = min(moves, key=rank)
    leads_back, is_no_home_move, _ = rank(best)
    basis = Basis.BACK if leads_back else Basis.LEGAL if is_no_home_move else Basis.HOME
    return Hint(best, basis, verdict)
