"""The solver: which search is run, and within which limits."""

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

from freecell import deals
from freecell._arguments import NO_LIMIT, boolean, instance_of, shortened, whole_number
from freecell._core import Move, State
from freecell._search.portfolio import Portfolio
from freecell._search.shortest import Aim, ShortSearch
from freecell.deals import Deal, state_from
from freecell.errors import FreeCellError, WrongTypeError
from freecell.line import Measure
from freecell.rules import AutoPlay
from freecell.solution import Solution, Verdict

__all__ = ["Hint", "Progress", "Solver"]

_SLICE: Final = 1000
"""Nodes expanded before the clock and Ctrl-C are first checked, if there is no time limit."""

_TIMED_SLICE: Final = 50
"""Nodes expanded before the clock and Ctrl-C are first checked, if there is a time limit."""

_SLICE_SECONDS: Final = 0.02
"""Seconds from one check to the next, if the time limit is far away."""

_SLICE_SHARE: Final = 10
"""Slices that should fit into the time left, so that a search may slow down tenfold and still end in time."""

_LEAST_SLICE_SECONDS: Final = 0.0003
"""Minimum seconds from one check to the next."""

_AHEAD: Final = 32
"""Starts per thread that are taken from the iterable before their solutions are asked for."""

_LIMITS: Final[dict[str, Literal["nodes", "seconds", "memory", "cancel"]]] = {
    "nodes": "nodes",
    "seconds": "seconds",
    "full": "memory",
    "cancel": "cancel",
}
"""The limit that stopped a search, by its outcome."""

Progress = Callable[[int, int, int], object]
"""A function called from time to time with the nodes expanded, the most cards home, and the bytes used."""


@dataclass(slots=True)
class _Task:
    """A search with its callbacks, the minimum time between calls of `on_progress`, and the seconds used so far."""

    search: Portfolio | ShortSearch
    on_progress: Progress | None
    on_solution: Callable[[Solution], object] | None
    every: float
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Hint:
    """The next move that a :class:`Solver` would make.

    Attributes:
        move: The move; None if the position is won or lost.
        verdict: SOLVED if the move is the first of a win; UNKNOWN if it is the first of the line with the most cards
            home that the search met; UNSOLVABLE if no move wins.
        length: Number of moves to the win, or to the end of the line, counting every card that goes home.
    """

    move: Move | None
    verdict: Verdict
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Solver:
    """A solver of deals and positions: it finds a win, a short win or a shortest win, or proves that there is none.

    The defaults suit every game. The solver starts with fast searches for a win and gradually turns to an exhaustive
    search. It is complete: it ends with a win, with the proof that there is none, or at a limit. It is
    deterministic: the same start gives the same solution after the same number of nodes, on every machine.

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
        goal: ``"any"`` for the first win found. ``"short"`` for shorter and shorter wins, until a limit is reached
            or a win is proven to be a shortest one; without a limit, this may take very long. ``"optimal"`` for the
            same, with most of the time spent on the proof.
        measure: What counts as a move of a short win; None for :attr:`Measure.PLAYER`.
        autoplay: For :attr:`Measure.PLAYER`, the policy of automatic moves after every move; None for
            :attr:`Rules.usual_autoplay`. The verdict is about wins under this policy: ALL spoils some games.
        on_deal: For :attr:`Measure.PLAYER`, whether autoplay also runs before the first move.
        max_nodes: Maximum number of nodes to expand; None for no limit. A search for a short win plans
            with this number.
        max_seconds: Maximum number of seconds to search; None for no limit. It is the only limit that depends
            on the machine.
        max_memory: Maximum number of bytes, beyond the half megabyte that every search needs; None for no limit.

    Raises:
        FreeCellError: If a limit is negative or not a number, the goal or the measure is unknown, or an argument does
            not apply to the goal.
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
                object.__setattr__(self, name, whole_number(getattr(self, name), name, 0, NO_LIMIT))
        if self.max_seconds is not None:
            object.__setattr__(self, "max_seconds", _seconds(self.max_seconds, "max_seconds"))
        if self.goal not in ("any", "short", "optimal"):
            raise FreeCellError(f"the goal must be 'any', 'short' or 'optimal', not {shortened(self.goal)}")
        if self.measure is not None:
            instance_of(Measure, self.measure, "the measure", "a Measure, such as Measure.CARDS")
        if self.autoplay is not None:
            instance_of(AutoPlay, self.autoplay, "autoplay", "an AutoPlay, such as AutoPlay.ALL")
        boolean(self.on_deal, "on_deal")
        if self.goal == "any" and self.measure is not None:
            raise FreeCellError("a measure applies only to the goals 'short' and 'optimal', but the goal is 'any'")
        if (self.autoplay is not None or self.on_deal) and (
            self.goal == "any" or self.measure not in (None, Measure.PLAYER)
        ):
            raise FreeCellError(
                "autoplay and on_deal apply only to the goals 'short' and 'optimal' with Measure.PLAYER; to write a "
                "solution for another autoplay, pass that autoplay to Solution.notation"
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
        """Search for a win from the start of a deal or from any position.

        Other threads run meanwhile, as the search releases the GIL. Ctrl-C raises KeyboardInterrupt within about 20 ms.

        Args:
            start: The deal or position.
            on_progress: A function called from time to time with the nodes expanded, the most cards home in one of
                them, and the bytes used.
            on_solution: A function called with each shorter win found, if the goal is not ``"any"``.
            every: Minimum time between two calls of `on_progress`, in seconds.
            cancel: An event that, once another thread or `on_progress` sets it, ends the search as a limit would.

        Returns:
            The win, the verdict that there is none, or the best line found within the limits.

        Raises:
            FreeCellError: If the start is neither a deal nor a state, or another argument is of the wrong type.
        """
        for name, function in (("on_progress", on_progress), ("on_solution", on_solution)):
            if not (function is None or callable(function)):
                raise WrongTypeError(f"{name} must be a function, not {shortened(function)}")
        seconds = _seconds(every, "every")
        task = _Task(self._search(state_from(start)), on_progress, on_solution, seconds)
        return self._go_on(task, self.max_nodes, self.max_seconds, cancel)

    def _go_on(self, task: _Task, more_nodes: int | None, more_seconds: float | None, cancel: Event | None) -> Solution:
        if not (cancel is None or isinstance(cancel, Event)):
            raise WrongTypeError(f"cancel must be a threading.Event, not {shortened(cancel)}")
        search, began = task.search, perf_counter()
        left = NO_LIMIT if more_nodes is None else more_nodes
        end = math.inf if more_seconds is None else began + more_seconds
        tell = began + task.every
        size, last = _SLICE if more_seconds is None else _TIMED_SLICE, began
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
            size = _next_size(size, now - last, end - now)
            last = now
            tell_of_shorter(now)
            if task.on_progress is not None and now >= tell:
                task.on_progress(search.nodes, search.best_home, search.memory)
                tell = perf_counter() + task.every
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
        """Solve many starts in threads, and yield their solutions in order.

        The iterable may be endless: at most 32 starts per thread are taken ahead, and none with a single job.
        The limits apply to each start, so `jobs` searches may each use `max_memory` bytes at the same time. If the
        iteration is stopped, the remaining work is cancelled. The solutions cannot be continued with
        :meth:`~Solution.resume`.

        Args:
            starts: Deals and positions.
            jobs: Number of threads, 1 to 1024; None for one per processor. It does not change the solutions.

        Raises:
            FreeCellError: If a start is neither a deal nor a state, or `jobs` is out of range.
        """
        jobs = whole_number(jobs if jobs is not None else os.cpu_count() or 1, "jobs", 1, 1024)
        if not isinstance(starts, Iterable):
            raise WrongTypeError(f"starts must be a sequence of deals and states, not {shortened(starts)}")
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
                    except BaseException as error:  # raised once the solutions before it are yielded
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
        """Return the next move to make, found within the limits of this solver.

        Args:
            state: The position, or a deal for its start.

        Raises:
            FreeCellError: If it is neither.
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


def _next_size(size: int, took: float, left: float) -> int:
    """Return the nodes of the next slice.

    Args:
        size: The nodes of the last slice.
        took: The seconds that it took.
        left: The seconds until the time limit.
    """
    wanted = max(_LEAST_SLICE_SECONDS, min(_SLICE_SECONDS, left / _SLICE_SHARE))
    return 2 * size if took < wanted / 2 else max(1, int(size * wanted / took))


def _seconds(value: object, name: str) -> float:
    try:
        seconds = float(value) if isinstance(value, float | Real) else math.nan
    except OverflowError:
        seconds = math.nan
    if not seconds >= 0:
        raise FreeCellError(f"{name} must be a number of seconds, 0 or more, not {shortened(value)}")
    return seconds


def _is_winnable(start: State) -> bool:
    return Portfolio(start).run(100_000) == "won"


deals.is_winnable = _is_winnable
