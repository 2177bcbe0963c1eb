"""Winning a deal, or proving that it cannot be won."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from numbers import Real
from queue import SimpleQueue
from threading import Event, Thread
from time import perf_counter
from typing import Final, Literal

from freecell._arguments import shortened, whole_number
from freecell._core import Move, State
from freecell._search.portfolio import Portfolio
from freecell._search.shortest import Aim, ShortSearch
from freecell.deals import Deal
from freecell.errors import FreeCellError
from freecell.rules import AutoPlay
from freecell.solution import Measure, Solution, Verdict, state_from

__all__ = ["Hint", "Progress", "Solver"]

_SLICE: Final = 1000
"""How many positions are expanded before the first look at the clock and for Ctrl-C."""

_SLICE_SECONDS: Final = 0.02
"""How long it should be from one look to the next."""

_UNLIMITED: Final = 2**63

_AHEAD: Final = 32
"""How many starts for each thread are taken from the iterable before their solutions are wanted."""

_LIMITS: Final[dict[str, Literal["nodes", "seconds", "memory", "cancel"]]] = {
    "nodes": "nodes",
    "seconds": "seconds",
    "full": "memory",
    "cancel": "cancel",
}
"""What stopped a search, by how it ended."""

Progress = Callable[[int, int, int], object]
"""What is called now and then with the positions expanded, the most cards home, and the bytes taken."""


@dataclass(slots=True)
class _Task:
    """A search, whom to tell how far it is and how often, and how many seconds it took so far."""

    search: Portfolio | ShortSearch
    on_progress: Progress | None
    on_solution: Callable[[Solution], object] | None
    every: float
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Hint:
    """The next move that a :class:`Solver` would make.

    Attributes:
        move: the move; None when there is none to make: the position is won, or lost.
        verdict: how sure it is. SOLVED: the move is the first of a win. UNKNOWN: it is the first of the line that
            brings the most cards home of those looked at. UNSOLVABLE: no move wins any more.
        moves: how many moves there are to the win, or to the end of the line, every card that goes home counted.
    """

    move: Move | None
    verdict: Verdict
    moves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Solver:
    """Finds out whether a deal or a position can be won, and how, by any win, a short one, or a shortest.

    It needs no setting: it starts with what wins fast, and turns to looking at every position when winning
    looks unlikely. The search is complete: it ends with a win, with the proof that there is none, or at a limit. The
    same start gives the same solution after the same number of positions, on every machine.

    >>> from freecell import Deal, Measure, Solver
    >>> solution = Solver().solve(Deal(617))
    >>> solution.verdict, solution.states()[-1].is_won()
    (Verdict.SOLVED, True)
    >>> Solver().solve(Deal(11982)).verdict
    Verdict.UNSOLVABLE

    >>> short = Solver(goal="short", measure=Measure.CARDS, max_nodes=50_000).solve(Deal(3))
    >>> short.length(), short.lower_bound, short.optimal
    (73, 70, False)
    >>> Solver(goal="optimal", measure=Measure.CARDS).solve(Deal(3)).optimal
    True

    Args:
        goal: ``"any"`` takes the first win it finds. ``"short"`` goes on to ever shorter ones until a limit is reached,
            or one is proven a shortest, which may take longer and more memory than there is: so give a limit.
            ``"optimal"`` does the same, but spends most of the time on the proof.
        measure: what counts as a move, where the win is to be short; None for :attr:`Measure.PLAYER`.
        autoplay: for :attr:`Measure.PLAYER`, what goes home by itself after every move; None for
            :attr:`Rules.usual_autoplay`. The verdict is about wins with it: ALL spoils some games.
        on_deal: for :attr:`Measure.PLAYER`, whether it also does before the first move.
        max_nodes: how many positions to expand at the most; None for no limit. A search for a short win that
            knows how many there will be makes the most of them.
        max_seconds: how long to search at the most; None for no limit. Only this limit depends on the machine.
        max_memory: how many bytes the search may take at the most, beside the half a megabyte that every search takes;
            None for no limit.

    Raises:
        FreeCellError: a limit is negative or no number, there is no such goal or measure, or something is given that
            does not count for this goal.
    """

    goal: Literal["any", "short", "optimal"] = "any"
    measure: Measure | None = None
    autoplay: AutoPlay | None = None
    on_deal: bool = False
    max_nodes: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = 2**30

    def __post_init__(self) -> None:
        for name in ("max_nodes", "max_memory"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, whole_number(getattr(self, name), name, 0, _UNLIMITED))
        if self.max_seconds is not None:
            object.__setattr__(self, "max_seconds", _seconds(self.max_seconds, "max_seconds"))
        if self.goal not in ("any", "short", "optimal"):
            raise FreeCellError(f"the goal must be 'any', 'short' or 'optimal', not {shortened(self.goal)}")
        if not (self.measure is None or isinstance(self.measure, Measure)):
            raise FreeCellError(f"the measure must be a Measure, such as Measure.CARDS, not {shortened(self.measure)}")
        if not (self.autoplay is None or isinstance(self.autoplay, AutoPlay)):
            raise FreeCellError(f"autoplay must be an AutoPlay, such as AutoPlay.ALL, not {shortened(self.autoplay)}")
        if not isinstance(self.on_deal, bool):
            raise FreeCellError(f"on_deal must be True or False, not {shortened(self.on_deal)}")
        if self.goal == "any" and self.measure is not None:
            raise FreeCellError("a measure counts only with the goal 'short' or 'optimal', and the goal is 'any'")
        if (self.autoplay is not None or self.on_deal) and (
            self.goal == "any" or self.measure not in (None, Measure.PLAYER)
        ):
            raise FreeCellError(
                "autoplay and on_deal count only with the goal 'short' or 'optimal' and Measure.PLAYER; to write a "
                "solution for other autoplay, tell Solution.notation"
            )

    def _search(self, start: State) -> Portfolio | ShortSearch:
        if self.goal == "any":
            return Portfolio(start, self.max_memory)
        autoplay = start.rules.usual_autoplay if self.autoplay is None else self.autoplay
        aim = Aim(self.goal == "optimal", self.measure or Measure.PLAYER, autoplay, self.on_deal)
        return ShortSearch(start, aim, self.max_memory, self.max_nodes)

    def solve(
        self,
        start: Deal | State,
        *,
        on_progress: Progress | None = None,
        on_solution: Callable[[Solution], object] | None = None,
        every: float = 0.5,
        cancel: Event | None = None,
    ) -> Solution:
        """Search for a win from a deal's start or from any position.

        The interpreter's lock is free meanwhile, so that other threads run; Ctrl-C is heeded at once.

        Args:
            start: where to start.
            on_progress: called now and then with the positions expanded, the most cards home in one of them, and the
                bytes taken.
            on_solution: called with each shorter win as it is found, where it is to be short.
            every: how many seconds lie between its calls at the least.
            cancel: an event that ends the search when it is set, from another thread or from ``on_progress``, as a
                limit does.

        Raises:
            FreeCellError: the start is neither a deal nor a state, or ``every`` is no number of seconds.
        """
        for name, function in (("on_progress", on_progress), ("on_solution", on_solution)):
            if not (function is None or callable(function)):
                raise FreeCellError(f"{name} must be a function, not {shortened(function)}")
        seconds = _seconds(every, "every")
        task = _Task(self._search(state_from(start)), on_progress, on_solution, seconds)
        return self._go_on(task, self.max_nodes, self.max_seconds, cancel)

    def _go_on(self, task: _Task, more_nodes: int | None, more_seconds: float | None, cancel: Event | None) -> Solution:
        if not (cancel is None or isinstance(cancel, Event)):
            raise FreeCellError(f"cancel must be a threading.Event, not {shortened(cancel)}")
        search, began = task.search, perf_counter()
        left = _UNLIMITED if more_nodes is None else more_nodes
        end = math.inf if more_seconds is None else began + more_seconds
        tell = began + task.every
        size, last = _SLICE, began
        length = search.length if isinstance(search, ShortSearch) else None

        def tell_of_shorter(now: float) -> None:
            nonlocal length
            if task.on_solution is not None and isinstance(search, ShortSearch) and search.length != length:
                length = search.length
                task.on_solution(_solution(search, Verdict.SOLVED, task.seconds + now - began))

        outcome: str
        while (outcome := search.run(min(size, left))) == "running":
            left -= size
            now = perf_counter()
            size = 2 * size if now - last < _SLICE_SECONDS / 2 else max(1, int(size * _SLICE_SECONDS / (now - last)))
            last = now
            tell_of_shorter(now)
            if task.on_progress is not None and now >= tell:
                task.on_progress(search.nodes, search.best_home, search.memory)
                tell = now + task.every
            if cancel is not None and cancel.is_set():
                outcome = "cancel"
            elif left <= 0:
                outcome = "nodes"
            elif now >= end:
                outcome = "seconds"
            if outcome != "running":
                break
        tell_of_shorter(perf_counter())
        task.seconds += perf_counter() - began
        proven = isinstance(search, ShortSearch) and search.length == search.lower_bound
        if outcome == "won" or proven:
            return _solution(search, Verdict.SOLVED, task.seconds)
        if outcome == "exhausted":
            return _solution(search, Verdict.UNSOLVABLE, task.seconds)

        def resume(
            max_nodes: int | None, max_seconds: float | None, max_memory: int | None, cancel: Event | None
        ) -> Solution:
            limits = Solver(max_nodes=max_nodes, max_seconds=max_seconds, max_memory=max_memory)
            if max_memory is not None:
                search.max_memory = max_memory
            return self._go_on(task, limits.max_nodes, limits.max_seconds, cancel)

        has_win = isinstance(search, ShortSearch) and search.length is not None
        solution = _solution(search, Verdict.SOLVED if has_win else Verdict.UNKNOWN, task.seconds)
        return replace(solution, limit=_LIMITS[outcome], _resume=resume)

    def solve_many(self, starts: Iterable[Deal | State], jobs: int | None = None) -> Iterator[Solution]:
        """Solve many starts; give the solutions in their order, each as soon as it and those before it are there.

        The iterable may be endless: only some dozens of starts for each thread are taken ahead, with one job none. The
        limits hold for each start, so that as many searches as there are threads may take ``max_memory`` each at a
        time. No search is kept: the solutions cannot :meth:`~Solution.resume`.

        Args:
            starts: deals and positions.
            jobs: how many threads to use; None for one for each processor. The solutions are the same for any number.

        Raises:
            FreeCellError: a start is neither a deal nor a state, or jobs is no number from 1 to 1024.
        """
        jobs = whole_number(jobs if jobs is not None else os.cpu_count() or 1, "jobs", 1, 1024)
        if not isinstance(starts, Iterable):
            raise FreeCellError(f"starts must be a sequence of deals and states, not {shortened(starts)}")
        if jobs == 1:
            return (replace(self.solve(start), _resume=None) for start in starts)
        return self._solve_in_threads(iter(starts), jobs)

    def _solve_in_threads(self, starts: Iterator[Deal | State], jobs: int) -> Iterator[Solution]:
        cancel = Event()
        todo: SimpleQueue[tuple[int, Deal | State] | None] = SimpleQueue()
        done: SimpleQueue[tuple[int, Solution | BaseException]] = SimpleQueue()

        def work() -> None:
            while (task := todo.get()) is not None:
                number, start = task
                try:
                    done.put((number, replace(self.solve(start, cancel=cancel), _resume=None)))
                except BaseException as error:
                    done.put((number, error))

        threads = [Thread(target=work, daemon=True) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        ready: dict[int, Solution | BaseException] = {}
        taken = given = 0
        more = True
        try:
            while more or given < taken:
                while not done.empty():
                    number, result = done.get()
                    ready[number] = result
                if given in ready:
                    result = ready.pop(given)
                    given += 1
                    if isinstance(result, BaseException):
                        raise result
                    yield result
                elif more and taken - given < _AHEAD * jobs:
                    try:
                        todo.put((taken, next(starts)))
                        taken += 1
                    except StopIteration:
                        more = False
                    except BaseException as error:  # raised when what came before is given
                        ready[taken] = error
                        taken += 1
                        more = False
                else:
                    number, result = done.get()
                    ready[number] = result
        finally:
            cancel.set()
            while not todo.empty():
                todo.get()
            for _ in threads:
                todo.put(None)
            for thread in threads:
                thread.join()

    def hint(self, state: Deal | State) -> Hint:
        """Give the next move to make, found within the limits of this solver.

        Args:
            state: the position, or a deal for its start.

        Raises:
            FreeCellError: it is neither.
        """
        solution = self.solve(state)
        first = solution.moves[0] if solution.moves else None
        return Hint(first, solution.verdict, len(solution.moves))


def _solution(search: Portfolio | ShortSearch, verdict: Verdict, seconds: float) -> Solution:
    if verdict is Verdict.UNSOLVABLE:
        moves: tuple[Move, ...] = ()
    else:
        moves = search.moves() if verdict is Verdict.SOLVED else search.best_line()
    solution = Solution(search.start, verdict, moves, search.nodes, seconds)
    if isinstance(search, Portfolio):
        return solution
    aim, is_player = search.aim, search.aim.measure is Measure.PLAYER
    return replace(
        solution,
        measure=aim.measure,
        autoplay=aim.autoplay if is_player else None,
        on_deal=aim.on_deal and is_player,
        lower_bound=search.lower_bound,
    )


def _seconds(value: object, name: str) -> float:
    try:
        seconds = float(value) if isinstance(value, float | Real) else math.nan
    except OverflowError:
        seconds = math.nan
    if not seconds >= 0:
        raise FreeCellError(f"{name} must be a number of seconds, 0 or more, not {shortened(value)}")
    return seconds
