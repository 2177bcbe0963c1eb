"""What to do next: hints that lead to a win, whole wins, and whether there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from threading import Event
from typing import Final

from freecell._core import Move, State
from freecell.errors import FreeCellError
from freecell.rules import AutoPlay
from freecell.shortening import shorten
from freecell.solution import Solution, Verdict
from freecell.solver import Progress, Solver
from freecell.turns import Turn, take

__all__ = ["Advice", "Adviser", "Basis", "Plan"]

_TRIES: Final = 20
"""How often to search on where autoplay has spoiled a win."""


class Basis(Enum):
    """What a hint rests on."""

    SOLUTION = "solution"
    """It is the next move of a win."""
    HOME = "home"
    """No win was found, but this card can go home."""
    LEGAL = "legal"
    """No win was found and no card can go home, but this can be done."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint: what :meth:`Game.hint` says.

    Attributes:
        move: the move to make.
        basis: what it rests on.
        verdict: what is known of the position: SOLVED, UNSOLVABLE (proven lost) or UNKNOWN.
        left: how many moves the player has to make to the win, this one counted; None where no win is known.
    """

    move: Move
    basis: Basis
    verdict: Verdict
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What :meth:`Game.auto_solve` found out.

    Attributes:
        verdict: SOLVED, UNSOLVABLE (proven lost), or UNKNOWN: it gave up at its budget, or was cancelled.
        turns: the win, as the game makes it: each move of the player with what goes home by itself after it. None
            where the verdict is another.
        nodes: how many positions the search expanded before it ended.
    """

    verdict: Verdict
    turns: tuple[Turn, ...] = ()
    nodes: int = 0

    def moves(self) -> tuple[Move, ...]:
        """Give the moves that the player has to make.

        Returns:
            What wins when :meth:`Game.play` plays it move by move.
        """
        return tuple(turn.move for turn in self.turns)

    def length(self) -> int:
        """Count all moves, a run as one and every card that goes home as one.

        Returns:
            The number of moves, those that autoplay makes too.
        """
        return sum(len(turn.moves()) for turn in self.turns)


class Adviser:
    """Gives advice in one session.

    It keeps the last win that was found, and goes on along it as long as the game does. So no hint leads back: a
    line is only changed for a shorter one, or where the game has left it.

    Args:
        autoplay: what goes home by itself after each move.
        hint_nodes: how many positions may be expanded for a hint.
        solve_nodes: how many for a plan.
    """

    def __init__(self, autoplay: AutoPlay, hint_nodes: int, solve_nodes: int) -> None:
        self._autoplay = autoplay
        self._hint_solver = Solver(max_nodes=hint_nodes)
        self._solver = Solver(max_nodes=solve_nodes)
        self._line: tuple[Turn, ...] = ()
        self._places: dict[State, int] = {}
        self._lost: set[bytes] = set()
        self._looked: tuple[State, Solution] | None = None

    def hint(self, state: State, seen: Iterable[State], cancel: Event | None) -> Advice | None:
        """Give the next move to make; none that leads to a position seen before, except on the way to a win."""
        if state.is_won() or state.is_stuck():
            return None
        verdict = self._verdict(state, cancel)
        place = self._places.get(state)
        if place is not None:
            return Advice(self._line[place].move, Basis.SOLUTION, Verdict.SOLVED, len(self._line) - place)
        keys = {before.key() for before in seen}
        moves = [move for move in state.distinct_moves() if self._after(state, move).key() not in keys]
        best = self._looked[1].moves[:1] if self._looked is not None and self._looked[0] == state else ()
        moves.sort(key=lambda move: (not move.target.is_home, move not in best))
        if not moves:
            return None
        return Advice(moves[0], Basis.HOME if moves[0].target.is_home else Basis.LEGAL, verdict)

    def is_lost(self, state: State, cancel: Event | None) -> bool:
        """Tell whether it is proven, or can be within the budget of a hint, that the position cannot be won."""
        return not state.is_won() and self._verdict(state, cancel) is Verdict.UNSOLVABLE

    def plan(self, state: State, on_progress: Progress | None, every: float, cancel: Event | None) -> Plan:
        """Search for a win within the budget, and make it shorter with what is left of that."""
        if state.key() in self._lost:
            return Plan(Verdict.UNSOLVABLE)
        known = self._rest(state)
        solution = self._solver.solve(state, on_progress=on_progress, every=every, cancel=cancel)
        self._note(solution)
        turns = None
        if solution.verdict is Verdict.SOLVED:
            assert self._solver.max_nodes is not None
            win = shorten(state, solution.moves, self._solver.max_nodes - solution.nodes, cancel)
            turns = self._as_played(Solution(state, Verdict.SOLVED, win, 0, 0.0), self._solver, cancel)
        if turns is None and known is None:
            verdict = Verdict.UNKNOWN if solution.verdict is Verdict.SOLVED else solution.verdict
            return Plan(verdict, (), solution.nodes)
        if known is None or (turns is not None and Plan(Verdict.SOLVED, turns).length() < known.length()):
            assert turns is not None
            self._keep(state, turns)
            return Plan(Verdict.SOLVED, turns, solution.nodes)
        return Plan(Verdict.SOLVED, known.turns, solution.nodes)

    def _after(self, state: State, move: Move) -> State:
        return take(state, move, self._autoplay)[1]

    def _verdict(self, state: State, cancel: Event | None) -> Verdict:
        """Say what is known, after a search if need be; a win that is found is kept."""
        if state in self._places:
            return Verdict.SOLVED
        if state.key() in self._lost or (state.is_stuck() and not state.is_won()):
            return Verdict.UNSOLVABLE
        if self._looked is not None and self._looked[0] == state:
            return Verdict.UNKNOWN
        solution = self._hint_solver.solve(state, cancel=cancel)
        self._note(solution)
        if solution.verdict is Verdict.SOLVED:
            turns = self._as_played(solution, self._hint_solver, cancel)
            if turns is not None:
                self._keep(state, turns)
                return Verdict.SOLVED
        if solution.verdict is Verdict.UNSOLVABLE:
            return Verdict.UNSOLVABLE
        if cancel is None or not cancel.is_set():  # what was cut short may be looked at again
            self._looked = state, Solution(state, Verdict.UNKNOWN, solution.moves, solution.nodes, solution.seconds)
        return Verdict.UNKNOWN

    def _note(self, solution: Solution) -> None:
        if solution.verdict is Verdict.UNSOLVABLE:
            self._lost.add(solution.start.key())

    def _keep(self, state: State, turns: tuple[Turn, ...]) -> None:
        states = accumulate((turn.move for turn in turns), self._after, initial=state)
        # Where a position comes twice, the later place counts: what is between leads nowhere.
        self._line, self._places = turns, {state: place for place, state in enumerate(states) if place < len(turns)}

    def _rest(self, state: State) -> Plan | None:
        place = self._places.get(state)
        return None if place is None else Plan(Verdict.SOLVED, self._line[place:])

    def _as_played(self, solution: Solution, solver: Solver, cancel: Event | None) -> tuple[Turn, ...] | None:
        """Give a win as it is played with autoplay; None where that spoils every win that was found."""
        turns: list[Turn] = []
        state = solution.start
        try:
            for text in solution.notation("extended", self._autoplay).split():
                turn, state = take(state, text, self._autoplay)
                turns.append(turn)
            return tuple(turns)
        except FreeCellError:  # autoplay spoils this win
            return self._around_autoplay(solution, solver, cancel)

    def _around_autoplay(self, solution: Solution, solver: Solver, cancel: Event | None) -> tuple[Turn, ...] | None:
        turns: list[Turn] = []
        state = solution.start
        for _ in range(_TRIES):
            for move in solution.moves:
                if state.is_legal(move):
                    turn, state = take(state, move, self._autoplay)
                    turns.append(turn)
                elif not move.target.is_home:
                    break
            if state.is_won():
                return tuple(turns)
            solution = solver.solve(state, cancel=cancel)
            if solution.verdict is not Verdict.SOLVED:
                return None
        return None
