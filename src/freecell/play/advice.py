"""Advice for one game: hints that lead to a win, whole wins, and proofs that there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from threading import Event
from typing import Final

from freecell._core import Move, State, Turn
from freecell._reading import read_turns
from freecell.errors import FreeCellError
from freecell.hint import Basis, Hint, hint_without_win
from freecell.measure import Measure
from freecell.rules import AutoPlay
from freecell.solution import Solution, Verdict
from freecell.solver import Progress, Solver

__all__ = ["Adviser"]

_LONGEST: Final = 1000
"""Most turns of a win. Wins that autoplay spoils one after the other may lead in a circle."""

_SHORTEN: Final = 150_000
"""Most nodes expanded to shorten a plan; twice as many hardly shorten it further."""


class Adviser:
    """The adviser of one game.

    It remembers the last win found and follows it as long as the game does. So no hint leads back: the win is only
    replaced by a shorter one, or after the game has left it.

    One thread may search for a plan while another asks for hints, as what is remembered is replaced as a whole.

    Args:
        autoplay: The policy of automatic moves after each move.
        hint_nodes: Most nodes expanded for a hint.
        solve_nodes: Most nodes expanded for a plan.
    """

    def __init__(self, autoplay: AutoPlay, hint_nodes: int, solve_nodes: int) -> None:
        self._autoplay = autoplay
        self._measure = Measure.player(autoplay)
        self._hint_nodes = hint_nodes
        self._solve_nodes = solve_nodes
        self._rests: dict[State, tuple[Turn, ...]] = {}  # the rest of the last win, by position
        self._lost: set[bytes] = set()
        self._unsure: tuple[State, tuple[Move, ...]] | None = None  # last position without a win, best line

    def hint(self, state: State, seen: Iterable[State], cancel: Event | None) -> Hint | None:
        """Return the next move to make. Only a move of a win leads to a position in `seen`, unless all moves do."""
        if state.is_won() or state.is_stuck():
            return None
        verdict, turns, line = self._look(state, cancel)
        if verdict is Verdict.SOLVED:
            return Hint(turns[0].move, Basis.SOLUTION, verdict, len(turns))
        return hint_without_win(state, self._autoplay, verdict, line, seen)

    def is_lost(self, state: State, cancel: Event | None) -> bool:
        """Whether it is proven, or can be proven with `hint_nodes`, that the position cannot be won."""
        return not state.is_won() and self._look(state, cancel)[0] is Verdict.UNSOLVABLE

    def plan(self, state: State, on_progress: Progress | None, every: float, cancel: Event | None) -> Solution:
        """Search for a win, and for a shorter one with the nodes that are left."""
        if state.key() in self._lost:
            return Solution(state, Verdict.UNSOLVABLE, (), 0, 0.0, self._measure)
        known = self._rests.get(state)
        solver = Solver(max_nodes=self._solve_nodes)
        solution = solver.solve(state, on_progress=on_progress, every=every, cancel=cancel)
        self._note(solution)
        wins = [known]
        if solution.verdict is Verdict.SOLVED:
            turns, left = self._as_played(solution, self._solve_nodes - solution.nodes, cancel)
            wins += [turns, self._shorter(solution, left, cancel)]
        solution = replace(solution, measure=self._measure)
        best = min((win for win in wins if win is not None), key=len, default=None)
        if best is not None:
            if best is not known:
                self._keep(state, best)
            moves = tuple(chain.from_iterable(turn.all_moves() for turn in best))
            return replace(solution, verdict=Verdict.SOLVED, moves=moves, limit=None)
        if solution.verdict is Verdict.SOLVED:  # autoplay spoils the wins that were found
            cancelled = cancel is not None and cancel.is_set()
            return replace(solution, verdict=Verdict.UNKNOWN, moves=(), limit="cancel" if cancelled else "nodes")
        return solution

    def _look(self, state: State, cancel: Event | None) -> tuple[Verdict, tuple[Turn, ...], tuple[Move, ...]]:
        """Return the verdict with a win, or else with the best line, after a search if nothing is known."""
        if state in (rests := self._rests):
            return Verdict.SOLVED, rests[state], ()
        if state.key() in self._lost or state.is_stuck():
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
        if cancel is None or not cancel.is_set():  # after a cancelled search, the next one may tell more
            self._unsure = state, solution.moves
        return Verdict.UNKNOWN, (), solution.moves

    def _note(self, solution: Solution) -> None:
        if solution.verdict is Verdict.UNSOLVABLE:
            self._lost.add(solution.start.key())

    def _keep(self, state: State, turns: tuple[Turn, ...]) -> None:
        starts = (state, *(turn.state for turn in turns))
        self._rests = {start: turns[place:] for place, start in enumerate(starts[:-1])}

    def _written(self, state: State, moves: tuple[Move, ...]) -> tuple[Turn, ...] | None:
        """Return a win as it is played with autoplay; None if autoplay spoils it."""
        try:
            return without_loops(state, read_turns(state, moves, self._autoplay, on_deal=False))
        except FreeCellError:
            return None

    def _shorter(self, solution: Solution, left: int, cancel: Event | None) -> tuple[Turn, ...] | None:
        """Return a short win as it is played with autoplay; None if none was found with `left` nodes."""
        if not solution.moves or (cancel is not None and cancel.is_set()):
            return None
        solver = Solver(goal="short", measure=self._measure, max_nodes=min(left, _SHORTEN))
        found = solver.solve(solution.start, cancel=cancel)
        return self._written(found.start, found.moves) if found.verdict is Verdict.SOLVED else None

    def _as_played(self, solution: Solution, left: int, cancel: Event | None) -> tuple[tuple[Turn, ...] | None, int]:
        """Return a win as it is played with autoplay, and the nodes that are left.

        If autoplay spoils the win, it is played as far as it goes, and another is searched for from there.
        """
        written = self._written(solution.start, solution.moves)
        if written is not None:
            return written, left
        turns: list[Turn] = []
        start = state = solution.start
        while solution.verdict is Verdict.SOLVED and len(turns) < _LONGEST:
            for move in solution.moves:
                if state.is_legal(move):
                    turns.append(state.turn(move, self._autoplay))
                    state = turns[-1].state
                elif not move.target.is_home:
                    break
            if state.is_won():
                return without_loops(start, tuple(turns)), left
            solution = Solver(max_nodes=left).solve(state, cancel=cancel)
            left -= solution.nodes
        return None, left


def without_loops(start: State, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return turns without those between two visits of the same position."""
    states = [start, *(turn.state for turn in turns)]
    last = {state: place for place, state in enumerate(states)}
    kept = []
    place = last[start]
    while place < len(turns):
        kept.append(turns[place])
        place = last[turns[place].state]
    return tuple(kept)
