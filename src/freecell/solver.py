"""The solver: which search is run, and within which limits."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import perf_counter
from typing import Final, Literal

from freecell import deals
from freecell._arguments import NO_LIMIT, instance_of, seconds_from, shortened, whole_number
from freecell._core import State
from freecell._search.portfolio import Portfolio
from freecell._search.shortest import ShortSearch
from freecell.deals import Deal, state_from
from freecell.errors import FreeCellError, WrongTypeError
from freecell.hint import Hint, hint_from
from freecell.measure import USUAL, Measure
from freecell.search import Search
from freecell.solution import Solution

__all__ = ["Progress", "Solver"]

_WATCH_SECONDS: Final = 0.02
"""Seconds between two looks at what was asked of a search with callbacks or an event."""

_AHEAD: Final = 32
"""Starts per thread that are taken from the iterable before their solutions are asked for."""

Progress = Callable[[int, int, int], object]
"""A function called from time to time with the nodes expanded, the most cards home, and the bytes used."""


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
        measure: What counts as a move of a short win; None for :meth:`Measure.player`. The verdict is about wins under
            the autoplay of the measure: ALL spoils some games.
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
    max_nodes: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = 2**30

    def __post_init__(self) -> None:
        for name in ("max_nodes", "max_memory"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, whole_number(getattr(self, name), name, 0, NO_LIMIT))
        if self.max_seconds is not None:
            object.__setattr__(self, "max_seconds", seconds_from(self.max_seconds, "max_seconds"))
        if self.goal not in ("any", "short", "optimal"):
            raise FreeCellError(f"the goal must be 'any', 'short' or 'optimal', not {shortened(self.goal)}")
        if self.measure is not None:
            instance_of(Measure, self.measure, "the measure", "a Measure, such as Measure.CARDS")
        if self.goal == "any" and self.measure is not None:
            raise FreeCellError(
                "a measure applies only to the goals 'short' and 'optimal', but the goal is 'any'; to count the moves "
                "of a solution in another way, pass the measure to Solution.length"
            )

    def start(self, start: Deal | State) -> Search:
        """Return a search for a win, which has not run yet.

        Its limits, for all its runs together, are those of this solver.

        Args:
            start: The deal or position.

        Raises:
            FreeCellError: If it is neither.
        """
        state = state_from(start)
        measure = (self.measure or USUAL).under(state.rules)
        engine: Portfolio | ShortSearch
        if self.goal == "any":
            engine = Portfolio(state, self.max_memory)
        else:
            engine = ShortSearch(state, measure, self.goal == "optimal", self.max_memory, self.max_nodes)
        return Search(engine, state, measure, self.max_nodes, self.max_seconds)

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
            on_solution: A function called with each win found, each shorter than the one before.
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
        every = seconds_from(every, "every")
        _check_event(cancel)
        with self.start(start) as search:
            if on_progress is None and on_solution is None and cancel is None:
                search.run()
            else:
                _watch(search, on_progress, on_solution, every, cancel)
            return search.solution

    def solve_many(
        self,
        starts: Iterable[Deal | State],
        jobs: int | None = None,
        *,
        on_progress: Callable[[int, int], object] | None = None,
        every: float = 0.5,
        cancel: Event | None = None,
    ) -> Iterator[Solution]:
        """Solve many starts in threads, and yield their solutions in order.

        The iterable may be endless: at most 32 starts per thread are taken ahead, and none with a single job.
        The limits apply to each start, so `jobs` searches may each use `max_memory` bytes at the same time. If the
        iteration is stopped, the remaining work is cancelled.

        Args:
            starts: Deals and positions.
            jobs: Number of threads, 1 to 1024; None for one per processor. It does not change the solutions.
            on_progress: A function called from time to time while the next solution is waited for, and at the end, with
                the number of starts that have been searched and the nodes expanded for them.
            every: Minimum time between two calls of `on_progress`, in seconds.
            cancel: An event that, once it is set, ends the iteration. Solutions that were not yielded yet are dropped.

        Raises:
            FreeCellError: If a start is neither a deal nor a state, or another argument is out of range or of the wrong
                type.
        """
        jobs = whole_number(jobs if jobs is not None else os.cpu_count() or 1, "jobs", 1, 1024)
        if not isinstance(starts, Iterable):
            raise WrongTypeError(f"starts must be a sequence of deals and states, not {shortened(starts)}")
        if not (on_progress is None or callable(on_progress)):
            raise WrongTypeError(f"on_progress must be a function, not {shortened(on_progress)}")
        every = seconds_from(every, "every")
        _check_event(cancel)
        if jobs == 1 and on_progress is None and cancel is None:
            return map(self.solve, starts)
        return _in_order(self, iter(starts), jobs, on_progress, every, cancel)

    def hint(self, state: Deal | State, *, cancel: Event | None = None) -> Hint | None:
        """Return the next move to make, found within the limits of this solver.

        Args:
            state: The position, or a deal for its start.
            cancel: An event that ends the search when another thread sets it. The hint then uses what is known so far.

        Returns:
            The move and the reason for it; None if the position is won or has no legal move. If autoplay also runs on
            the deal by the measure, the automatic moves in the position come first.

        Raises:
            FreeCellError: If the position is neither a deal nor a state, or `cancel` is not an Event.
        """
        start = state_from(state)
        _check_event(cancel)
        return None if start.is_won() or start.is_stuck() else hint_from(self.solve(start, cancel=cancel))


def _check_event(cancel: object) -> None:
    if not (cancel is None or isinstance(cancel, Event)):
        raise WrongTypeError(f"cancel must be a threading.Event, not {shortened(cancel)}")


def _watch(
    search: Search,
    on_progress: Progress | None,
    on_solution: Callable[[Solution], object] | None,
    every: float,
    cancel: Event | None,
) -> None:
    """Run a search to its end, and call the functions on the way; the arguments are those of :meth:`Solver.solve`."""
    wins, told = 0, perf_counter()
    while True:
        if cancel is not None and cancel.is_set():
            search.cancel()
        pause = search.run(seconds=_WATCH_SECONDS, until_win=on_solution is not None)
        if on_solution is not None and search.wins > wins:
            wins = search.wins
            on_solution(search.solution)
        if pause not in ("paused", "win"):
            return
        if on_progress is not None and perf_counter() >= told + every:
            on_progress(search.nodes, search.best_home, search.memory)
            told = perf_counter()


def _in_order(
    solver: Solver,
    starts: Iterator[Deal | State],
    jobs: int,
    on_progress: Callable[[int, int], object] | None,
    every: float,
    cancel: Event | None,
) -> Iterator[Solution]:
    """Yield the solutions of starts in order; the arguments are those of :meth:`Solver.solve_many`."""
    stop = Event()
    todo: SimpleQueue[tuple[int, Deal | State] | None] = SimpleQueue()
    done: SimpleQueue[tuple[int, Solution | BaseException]] = SimpleQueue()

    def work() -> None:
        while (task := todo.get()) is not None:
            number, start = task
            try:
                done.put((number, solver.solve(start, cancel=stop)))
            except BaseException as error:
                done.put((number, error))

    threads: list[Thread] = []
    ready: dict[int, Solution | BaseException] = {}
    taken = given = searched = nodes = 0
    ahead = 1 if jobs == 1 else _AHEAD * jobs
    patience = None if on_progress is None and cancel is None else _WATCH_SECONDS
    more = True
    told = perf_counter()
    try:
        for _ in range(jobs):
            thread = Thread(target=work, daemon=True)
            thread.start()
            threads.append(thread)
        while more or given < taken:
            if cancel is not None and cancel.is_set():
                return
            if on_progress is not None and perf_counter() >= told + every:
                on_progress(searched, nodes)
                told = perf_counter()
            if given in ready:
                result = ready.pop(given)
                given += 1
                if isinstance(result, BaseException):
                    raise result
                yield result
            elif more and taken - given < ahead:
                try:
                    todo.put((taken, next(starts)))
                except StopIteration:
                    more = False
                    continue
                except BaseException as error:  # raised once the solutions before it are yielded
                    ready[taken] = error
                    more = False
                taken += 1
            else:
                try:
                    number, result = done.get(timeout=patience)
                except Empty:
                    continue
                ready[number] = result
                searched += 1
                nodes += 0 if isinstance(result, BaseException) else result.nodes
        if on_progress is not None:
            on_progress(searched, nodes)
    finally:
        stop.set()
        while not todo.empty():
            todo.get()
        for _ in threads:
            todo.put(None)
        for thread in threads:
            thread.join()


def _is_winnable(start: State) -> bool:
    return Portfolio(start).run(100_000) == "won"


deals.is_winnable = _is_winnable
