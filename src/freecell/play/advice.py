"""Advice: hints that lead to a win, whole wins, and proofs that there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Event
from typing import Final

from freecell._core import Move, State, Turn
from freecell._enums import NamedEnum
from freecell._text import counted
from freecell.errors import FreeCellError
from freecell.line import Measure, read_by
from freecell.rules import AutoPlay
from freecell.solution import Solution, Verdict
from freecell.solver import Progress, Solver

__all__ = ["Advice", "Adviser", "Basis", "Plan", "only_reversible_moves"]

_LONGEST: Final = 1000
"""Most turns of a win. Wins that autoplay spoils one after the other may lead in a circle."""

_SHORTEN: Final = 150_000
"""Most nodes expanded to shorten a plan; twice as many hardly shorten it further."""


class Basis(NamedEnum):
    """The reason for a hint."""

    SOLUTION = 1
    """The move is the next one of a win."""
    HOME = 2
    """No win was found. The move sends a card home."""
    LEGAL = 3
    """No win was found, and no card can go home. The move is legal."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint, as :meth:`Game.hint` returns it.

    Attributes:
        move: The move to make.
        basis: The reason for it.
        verdict: What is known of the position: SOLVED, UNSOLVABLE (proven lost) or UNKNOWN.
        left: Number of moves of the player to the win, this one included; None if no win is known.
    """

    move: Move
    basis: Basis
    verdict: Verdict
    left: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Plan:
    """A win from the current position of a game, as :meth:`Game.auto_solve` returns it.

    Attributes:
        start: The position that it starts from.
        verdict: SOLVED; UNSOLVABLE (proven lost); or UNKNOWN, if the search reached its budget or was cancelled.
        turns: The win as the game plays it: each move of the player with the automatic moves after it. Empty
            if the verdict is not SOLVED, or the game is won already.
        nodes: Number of nodes expanded.
    """

    start: State
    verdict: Verdict
    turns: tuple[Turn, ...] = ()
    nodes: int = 0

    def __repr__(self) -> str:
        length = f" in {counted(len(self.turns), 'move')}" if self.verdict is Verdict.SOLVED else ""
        return f"<Plan: {self.verdict}{length}>"

    def player_moves(self) -> tuple[Move, ...]:
        """Return the moves of the player, which win when :meth:`Game.play` plays them one by one."""
        return tuple(turn.move for turn in self.turns)

    def length(self) -> int:
        """Return the number of moves, a run counted as one, automatic moves included."""
        return sum(len(turn.all_moves()) for turn in self.turns)


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
        self._hint_nodes = hint_nodes
        self._solve_nodes = solve_nodes
        self._rests: dict[State, tuple[Turn, ...]] = {}  # the rest of the last win, by position
        self._lost: set[bytes] = set()
        self._unsure: tuple[State, tuple[Move, ...]] | None = None  # last position without a win, best line

    def hint(self, state: State, seen: Iterable[State], cancel: Event | None) -> Advice | None:
        """Return the next move to make. Only a move of a win may lead to a position in `seen`."""
        if state.is_won() or state.is_stuck():
            return None
        verdict, turns, line = self._look(state, cancel)
        if verdict is Verdict.SOLVED:
            return Advice(turns[0].move, Basis.SOLUTION, verdict, len(turns))
        keys = {before.key() for before in seen}
        moves = [move for move in state.distinct_moves() if state.turn(move, self._autoplay).state.key() not in keys]
        moves.sort(key=lambda move: (not move.target.is_home, move not in line[:1]))
        if not moves:
            return None
        return Advice(moves[0], Basis.HOME if moves[0].target.is_home else Basis.LEGAL, verdict)

    def is_lost(self, state: State, cancel: Event | None) -> bool:
        """Whether it is proven, or can be proven with `hint_nodes`, that the position cannot be won."""
        return not state.is_won() and self._look(state, cancel)[0] is Verdict.UNSOLVABLE

    def plan(self, state: State, on_progress: Progress | None, every: float, cancel: Event | None) -> Plan:
        """Search for a win, and for a shorter one with the nodes that are left."""
        if state.key() in self._lost:
            return Plan(state, Verdict.UNSOLVABLE)
        known = self._rests.get(state)
        solver = Solver(max_nodes=self._solve_nodes)
        solution = solver.solve(state, on_progress=on_progress, every=every, cancel=cancel)
        self._note(solution)
        wins = [known]
        if solution.verdict is Verdict.SOLVED:
            turns, left = self._as_played(solution, self._solve_nodes - solution.nodes, cancel)
            wins += [turns, self._shorter(solution, left, cancel)]
        plans = [Plan(state, Verdict.SOLVED, win, solution.nodes) for win in wins if win is not None]
        if not plans:
            verdict = Verdict.UNKNOWN if solution.verdict is Verdict.SOLVED else solution.verdict
            return Plan(state, verdict, (), solution.nodes)
        best = min(plans, key=Plan.length)
        if best.turns is not known:
            self._keep(state, best.turns)
        return best

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
        rests = {}
        for place, turn in enumerate(turns):
            # If a position occurs twice, the moves between lead nowhere, and the later place counts.
            rests[state] = turns[place:]
            state = turn.state
        self._rests = rests

    def _written(self, state: State, moves: tuple[Move, ...]) -> tuple[Turn, ...] | None:
        """Return a win as it is played with autoplay; None if autoplay spoils it."""
        try:
            return tuple(turn for _, turn in read_by(state, moves, self._autoplay, on_deal=False))
        except FreeCellError:
            return None

    def _shorter(self, solution: Solution, left: int, cancel: Event | None) -> tuple[Turn, ...] | None:
        """Return a short win as it is played with autoplay; None if none was found with `left` nodes."""
        if not solution.moves or (cancel is not None and cancel.is_set()):
            return None
        nodes = min(left, _SHORTEN)
        if self._written(solution.start, solution.moves) is not None:
            solver = Solver(goal="short", measure=Measure.RUNS, max_nodes=nodes)
        else:  # autoplay spoils this win: look only for wins that survive it
            solver = Solver(goal="short", measure=Measure.PLAYER, autoplay=self._autoplay, max_nodes=nodes)
        found = solver.solve(solution.start, cancel=cancel)
        return self._written(solution.start, found.moves) if found.verdict is Verdict.SOLVED else None

    def _as_played(self, solution: Solution, left: int, cancel: Event | None) -> tuple[tuple[Turn, ...] | None, int]:
        """Return a win as it is played with autoplay, and the nodes that are left.

        If autoplay spoils the win, it is played as far as it goes, and another is searched for from there.
        """
        written = self._written(solution.start, solution.moves)
        if written is not None:
            return written, left
        turns: list[Turn] = []
        state = solution.start
        while solution.verdict is Verdict.SOLVED and len(turns) < _LONGEST:
            for move in solution.moves:
                if state.is_legal(move):
                    turns.append(state.turn(move, self._autoplay))
                    state = turns[-1].state
                elif not move.target.is_home:
                    break
            if state.is_won():
                return tuple(turns), left
            solution = Solver(max_nodes=left).solve(state, cancel=cancel)
            left -= solution.nodes
        return None, left


def only_reversible_moves(state: State, autoplay: AutoPlay) -> bool:
    """Whether there are legal moves, and each of them can be reversed by the next one, autoplay included."""
    moves = state.distinct_moves()
    return not state.is_won() and bool(moves) and all(_is_reversible(state, move, autoplay) for move in moves)


def _is_reversible(state: State, move: Move, autoplay: AutoPlay) -> bool:
    if move.target.is_home:  # progress, whether or not the card may come back
        return False
    key = state.key()
    after = state.turn(move, autoplay).state
    return after.key() == key or any(after.play(back).key() == key for back in after.distinct_moves())
