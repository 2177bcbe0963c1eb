"""What to do next: hints that lead to a win, whole wins, and whether there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from threading import Event
from typing import Final

from freecell._core import Move, State
from freecell.errors import FreeCellError
from freecell.line import Turn, take
from freecell.rules import AutoPlay
from freecell.solution import Measure, Solution, Verdict
from freecell.solver import Progress, Solver

__all__ = ["Advice", "Adviser", "Basis", "Plan"]

_LONGEST: Final = 1000
"""How many turns a win may have; where autoplay spoils one after the other, they may lead in a circle."""

_SHORTEN: Final = 150_000
"""How many positions may be expanded to find a shorter plan; twice as many make it hardly shorter."""


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
        turns: the win, as the game makes it: each move of the player with what goes home by itself after it. Empty
            where the verdict is another, or the game is won already.
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

    A plan may be searched for in one thread while another asks for hints: what is remembered is replaced as a whole.

    Args:
        autoplay: what goes home by itself after each move.
        hint_nodes: how many positions may be expanded for a hint.
        solve_nodes: how many for a plan.
    """

    def __init__(self, autoplay: AutoPlay, hint_nodes: int, solve_nodes: int) -> None:
        self._autoplay = autoplay
        self._hint_nodes = hint_nodes
        self._solve_nodes = solve_nodes
        self._rests: dict[State, tuple[Turn, ...]] = {}  # of the last win, what is left from each of its positions
        self._lost: set[bytes] = set()
        self._unsure: tuple[State, tuple[Move, ...]] | None = None  # where no win was found last, and the best line

    def hint(self, state: State, seen: Iterable[State], cancel: Event | None) -> Advice | None:
        """Give the next move to make; none that leads to a position seen before, except on the way to a win."""
        if state.is_won() or state.is_stuck():
            return None
        verdict, turns, line = self._look(state, cancel)
        if verdict is Verdict.SOLVED:
            return Advice(turns[0].move, Basis.SOLUTION, verdict, len(turns))
        keys = {before.key() for before in seen}
        moves = [move for move in state.distinct_moves() if take(state, move, self._autoplay)[1].key() not in keys]
        moves.sort(key=lambda move: (not move.target.is_home, move not in line[:1]))
        if not moves:
            return None
        return Advice(moves[0], Basis.HOME if moves[0].target.is_home else Basis.LEGAL, verdict)

    def is_lost(self, state: State, cancel: Event | None) -> bool:
        """Tell whether it is proven, or can be within the budget of a hint, that the position cannot be won."""
        return not state.is_won() and self._look(state, cancel)[0] is Verdict.UNSOLVABLE

    def plan(self, state: State, on_progress: Progress | None, every: float, cancel: Event | None) -> Plan:
        """Search for a win within the budget, and for a shorter one with what is left of that."""
        if state.key() in self._lost:
            return Plan(Verdict.UNSOLVABLE)
        known = self._rests.get(state)
        solver = Solver(max_nodes=self._solve_nodes)
        solution = solver.solve(state, on_progress=on_progress, every=every, cancel=cancel)
        self._note(solution)
        wins = [known]
        if solution.verdict is Verdict.SOLVED:
            turns, left = self._as_played(solution, self._solve_nodes - solution.nodes, cancel)
            wins += [turns, self._shorter(solution, left, cancel)]
        plans = [Plan(Verdict.SOLVED, win, solution.nodes) for win in wins if win is not None]
        if not plans:
            verdict = Verdict.UNKNOWN if solution.verdict is Verdict.SOLVED else solution.verdict
            return Plan(verdict, (), solution.nodes)
        best = min(plans, key=Plan.length)
        if best.turns is not known:
            self._keep(state, best.turns)
        return best

    def _look(self, state: State, cancel: Event | None) -> tuple[Verdict, tuple[Turn, ...], tuple[Move, ...]]:
        """Say what is known, after a search if need be: the verdict, the win, or else the line that looks best."""
        if state in (rests := self._rests):
            return Verdict.SOLVED, rests[state], ()
        if state.key() in self._lost or (state.is_stuck() and not state.is_won()):
            return Verdict.UNSOLVABLE, (), ()
        if (unsure := self._unsure) is not None and unsure[0] == state:
            return Verdict.UNKNOWN, (), unsure[1]
        solution = Solver(max_nodes=self._hint_nodes).solve(state, cancel=cancel)
        self._note(solution)
        if solution.verdict is Verdict.SOLVED:
            turns, _ = self._as_played(solution, self._hint_nodes - solution.nodes, cancel)
            if turns is not None:
                self._keep(state, turns)
                return Verdict.SOLVED, turns, ()
        if solution.verdict is Verdict.UNSOLVABLE:
            return Verdict.UNSOLVABLE, (), ()
        if cancel is None or not cancel.is_set():  # what was cut short may be looked at again
            self._unsure = state, solution.moves
        return Verdict.UNKNOWN, (), solution.moves

    def _note(self, solution: Solution) -> None:
        if solution.verdict is Verdict.UNSOLVABLE:
            self._lost.add(solution.start.key())

    def _keep(self, state: State, turns: tuple[Turn, ...]) -> None:
        rests = {}
        for place, turn in enumerate(turns):
            # Where a position comes twice, the later place counts: what is between leads nowhere.
            rests[state] = turns[place:]
            state = state.play_all(turn.moves(), AutoPlay.NONE)
        self._rests = rests

    def _written(self, state: State, moves: tuple[Move, ...]) -> tuple[Turn, ...] | None:
        """Give a win as it is played with autoplay; None where that spoils it."""
        turns: list[Turn] = []
        try:
            for text in Solution(state, Verdict.SOLVED, moves, 0, 0.0).notation("extended", self._autoplay).split():
                turn, state = take(state, text, self._autoplay)
                turns.append(turn)
        except FreeCellError:
            return None
        return tuple(turns)

    def _shorter(self, solution: Solution, left: int, cancel: Event | None) -> tuple[Turn, ...] | None:
        """Give another win as it is played with autoplay, shorter if need be; None where none was found in time."""
        if not solution.moves or (cancel is not None and cancel.is_set()):
            return None
        nodes = min(left, _SHORTEN)
        if self._written(solution.start, solution.moves) is not None:
            solver = Solver(goal="short", measure=Measure.RUNS, max_nodes=nodes)
        else:  # this autoplay spoils wins: look only for those that it does not
            solver = Solver(goal="short", measure=Measure.PLAYER, autoplay=self._autoplay, max_nodes=nodes)
        found = solver.solve(solution.start, cancel=cancel)
        return self._written(solution.start, found.moves) if found.verdict is Verdict.SOLVED else None

    def _as_played(self, solution: Solution, left: int, cancel: Event | None) -> tuple[tuple[Turn, ...] | None, int]:
        """Give a win as it is played with autoplay, and how many positions are left to expand.

        Where autoplay spoils it, the win is played as far as it goes, and another is searched for from there.
        """
        written = self._written(solution.start, solution.moves)
        if written is not None:
            return written, left
        turns: list[Turn] = []
        state = solution.start
        while solution.verdict is Verdict.SOLVED and len(turns) < _LONGEST:
            for move in solution.moves:
                if state.is_legal(move):
                    turn, state = take(state, move, self._autoplay)
                    turns.append(turn)
                elif not move.target.is_home:
                    break
            if state.is_won():
                return tuple(turns), left
            solution = Solver(max_nodes=left).solve(state, cancel=cancel)
            left -= solution.nodes
        return None, left
