"""A search under way: it runs in pieces, says how far it is, and can be cancelled from another thread."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from time import perf_counter, sleep
from typing import Final, Literal, Never, Protocol, Self

from freecell._arguments import NO_LIMIT, limit_from, seconds_from
from freecell._core import Move, State
from freecell._search.shortest import Outcome
from freecell.errors import FreeCellError, WrongTypeError
from freecell.measure import Measure
from freecell.solution import Limit, Solution, Verdict

__all__ = ["Pause", "Search"]

Pause = Literal["done", "win", "paused", "nodes", "seconds", "memory", "cancel"]
"""Why a search paused: it is done or has a new win, or the nodes or seconds of the call or a limit are used up."""

_FIRST_SLICE: Final = 1000
"""Nodes expanded before the clock and Ctrl-C are first checked, if there is no time limit."""

_FIRST_TIMED_SLICE: Final = 50
"""Nodes expanded before the clock and Ctrl-C are first checked, if there is a time limit."""

_SLICE_SECONDS: Final = 0.02
"""Seconds from one check to the next, if the time limit is far away."""

_SLICE_SHARE: Final = 10
"""Slices that should fit into the time left, so that a search may slow down tenfold and still end in time."""

_LEAST_SLICE_SECONDS: Final = 0.0003
"""Minimum seconds from one check to the next."""

_GIVE_WAY_SECONDS: Final = 0.0005
"""Seconds that a running search leaves to other threads that want to look at it."""


class Engine(Protocol):
    """What a search runs: the portfolio for any win, or the search for short wins."""

    max_memory: int | None

    @property
    def nodes(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def best_home(self) -> int: ...
    @property
    def wins(self) -> int: ...
    @property
    def lower_bound(self) -> int: ...
    def run(self, nodes: int) -> Outcome: ...
    def line(self) -> tuple[Move, ...]: ...


class Search:
    """A search under way, as :meth:`Solver.start` returns it.

    It runs when told to, for as long as told to, and keeps all that it has learned in between:

    >>> from freecell import Deal, Solver
    >>> with Solver().start(Deal(11982)) as search:
    ...     while search.run(nodes=50_000) == "paused":
    ...         print(search.nodes, search.solution.verdict)
    50000 unknown
    100000 unknown
    >>> search.solution.verdict
    Verdict.UNSOLVABLE

    All of it may be used from several threads, though only one of them can :meth:`run` it at a time. The memory is
    freed by :meth:`close`, or at the end of a ``with`` statement; what was found out stays.
    """

    __slots__ = (
        "_asking",
        "_best_home",
        "_cancelled",
        "_engine",
        "_lock",
        "_lower_bound",
        "_measure",
        "_memory",
        "_most_nodes",
        "_most_seconds",
        "_nodes",
        "_pause",
        "_runner",
        "_seconds",
        "_slice",
        "_slice_seconds",
        "_solution",
        "_start",
        "_verdict",
        "_wins",
    )

    def __init__(
        self, engine: Engine, start: State, measure: Measure, max_nodes: int | None, max_seconds: float | None
    ) -> None:
        self._engine: Engine | None = engine
        self._start = start
        self._measure = measure
        self.max_nodes = max_nodes
        self.max_seconds = max_seconds
        self._seconds = 0.0
        self._pause: Pause = "paused"
        self._verdict = Verdict.UNKNOWN
        self._cancelled = False
        self._nodes = self._memory = self._best_home = self._wins = self._lower_bound = 0
        self._solution: Solution | None = None
        self._slice = 0  # nodes of the last slice
        self._slice_seconds = 0.0  # the time that it took
        self._lock = RLock()  # held during a slice, or to use the engine between slices
        self._asking: list[None] = []  # an item for each thread that wants to use the engine between slices
        self._runner: object = None  # stands for the call of run under way
        self._look(engine)

    @property
    def start(self) -> State:
        """The position to win from."""
        return self._start

    @property
    def measure(self) -> Measure:
        """What counts as a move of the win."""
        return self._measure

    @property
    def nodes(self) -> int:
        """The number of nodes expanded so far."""
        return self._nodes

    @property
    def seconds(self) -> float:
        """The time spent in :meth:`run` so far."""
        return self._seconds

    @property
    def memory(self) -> int:
        """The memory in use, in bytes; 0 once the search is closed."""
        return self._memory

    @property
    def best_home(self) -> int:
        """The most cards home in any position generated so far."""
        return self._best_home

    @property
    def wins(self) -> int:
        """The number of wins found so far, each shorter than the one before."""
        return self._wins

    @property
    def lower_bound(self) -> int:
        """A proven lower bound on the length of every win, if the goal is a short one; else 0."""
        return self._lower_bound

    @property
    def max_nodes(self) -> int | None:
        """The maximum number of nodes, all runs together; None for no limit. It may be changed."""
        return None if self._most_nodes == NO_LIMIT else self._most_nodes

    @max_nodes.setter
    def max_nodes(self, limit: int | None) -> None:
        self._most_nodes = limit_from(limit, "max_nodes")

    @property
    def max_seconds(self) -> float | None:
        """The maximum number of seconds, all runs together; None for no limit. It may be changed."""
        return None if self._most_seconds == math.inf else self._most_seconds

    @max_seconds.setter
    def max_seconds(self, limit: float | None) -> None:
        self._most_seconds = math.inf if limit is None else seconds_from(limit, "max_seconds")

    @property
    def max_memory(self) -> int | None:
        """The memory limit in bytes; None for no limit. It may be changed: a search stopped by it can then go on.

        A search that had less memory for a while may find another win than one that had all of it from the start.
        """
        with self._between_slices() as engine:
            return engine.max_memory

    @max_memory.setter
    def max_memory(self, limit: int | None) -> None:
        with self._between_slices() as engine:
            engine.max_memory = limit

    @property
    def solution(self) -> Solution:
        """What is known now: the verdict, with the win or else the best line so far.

        While the search runs in another thread, this waits for the end of a slice, about 20 ms.
        """
        solution = self._solution
        if solution is None:
            with self._between_slices() as engine:
                solution = self._solution = self._known(engine)
        return solution

    def run(self, nodes: int | None = None, seconds: float | None = None, *, until_win: bool = False) -> Pause:
        """Run the search until it is done or a limit is reached.

        Other threads run meanwhile, as the search releases the GIL. Ctrl-C raises KeyboardInterrupt within about 20 ms,
        and the search can go on after it.

        Args:
            nodes: Maximum number of nodes to expand in this call; None for no limit but that of the solver.
            seconds: Maximum number of seconds of this call; None for no limit but that of the solver.
            until_win: Whether to pause at each win found, each shorter than the one before.

        Returns:
            ``"done"`` if there is a win (by a goal of short wins: a shortest one), or the proof that there is none.
            ``"win"`` if there is a new win and `until_win` is true. ``"paused"`` if the nodes or seconds of this call
            are used up. ``"nodes"``, ``"seconds"`` or ``"memory"`` if a limit of the solver is reached. ``"cancel"``
            after :meth:`cancel`. The last win may come together with the end of the search.

        Raises:
            FreeCellError: If a limit is negative or not a number, the search is running in another thread, or it is
                closed.
        """
        until = self._nodes + limit_from(nodes, "nodes")
        most = math.inf if seconds is None else seconds_from(seconds, "seconds")
        me = object()
        try:  # Ctrl-C may come at any moment: whatever is taken here is given back
            with self._between_slices():
                self._runner = self._runner or me
            if self._runner is not me:
                raise FreeCellError("this search is running in another thread")
            if self._pause != "done":
                self._run(until, most, until_win)
        finally:
            if self._runner is me:
                self._runner = None
        return self._pause

    def _run(self, until: int, most_seconds: float, until_win: bool) -> None:
        """Run slices until there is a reason to pause, and note it."""
        end, wins = self._seconds + most_seconds, self._wins
        paused = False
        while not paused:
            if self._asking:
                sleep(_GIVE_WAY_SECONDS)
            with self._lock:
                if self._engine is None:
                    return
                outcome = self._run_slice(self._engine, until, end)
                self._solution = None
                pause: Pause | None = None
                if outcome in ("won", "exhausted"):
                    self._verdict = Verdict.SOLVED if outcome == "won" else Verdict.UNSOLVABLE
                    pause = "done"
                elif self._cancelled:
                    pause = "cancel"
                elif outcome == "full":
                    pause = "memory"
                elif self._nodes >= self._most_nodes:
                    pause = "nodes"
                elif self._seconds >= self._most_seconds:
                    pause = "seconds"
                elif until_win and self._wins > wins:
                    pause = "win"
                elif self._nodes >= until or self._seconds >= end:
                    pause = "paused"
                self._pause = pause or "paused"
                paused = pause is not None

    def _run_slice(self, engine: Engine, until: int, end: float) -> Outcome:
        """Run one slice, at most to `until` nodes, and note how far the engine is.

        Args:
            engine: The engine.
            until: The nodes of all runs to stop at.
            end: The seconds of all runs to stop at.
        """
        left = min(end, self._most_seconds) - self._seconds
        nodes = 0 if self._cancelled else max(0, min(until, self._most_nodes) - self._nodes)
        size = min(nodes, _next_slice(self._slice, self._slice_seconds, left))
        target = self._nodes + size
        began = perf_counter()
        try:
            outcome = engine.run(size)
        finally:  # Ctrl-C comes after the nodes are expanded
            took = perf_counter() - began
            self._seconds += took
            self._look(engine)
        if size and self._nodes == target:  # it did not pause early, at a win
            self._slice, self._slice_seconds = size, took
        return outcome

    def cancel(self) -> None:
        """End the search: :meth:`run` returns ``"cancel"`` within about 20 ms, now and ever after."""
        self._cancelled = True

    def close(self) -> None:
        """End the search and free its memory. What was found out stays in :attr:`solution`."""
        self._cancelled = True
        if self._engine is not None:
            with self._between_slices() as engine:
                self._solution = self._solution or self._known(engine)
                self._engine = None
                self._memory = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _between_slices(self) -> Iterator[Engine]:
        """Give the engine to the caller; a search that runs in another thread waits."""
        self._asking.append(None)
        try:
            with self._lock:
                if self._engine is None:
                    raise FreeCellError("this search is closed")
                yield self._engine
        finally:
            self._asking.pop()

    def _look(self, engine: Engine) -> None:
        """Note how far the engine is, for threads that ask during the next slice."""
        self._nodes, self._memory, self._best_home = engine.nodes, engine.memory, engine.best_home
        self._wins, self._lower_bound = engine.wins, engine.lower_bound

    def _known(self, engine: Engine) -> Solution:
        verdict = Verdict.SOLVED if self._wins else self._verdict
        limit: Limit | None = None if self._pause in ("done", "win", "paused") else self._pause  # type: ignore[assignment]
        moves = () if verdict is Verdict.UNSOLVABLE else engine.line()
        return Solution(
            self._start, verdict, moves, self._nodes, self._seconds, self._measure, limit, self._lower_bound
        )

    def __reduce__(self) -> Never:
        raise WrongTypeError("a search cannot be copied or pickled; its solution can")

    def __repr__(self) -> str:
        return f"<Search: {self.solution}>"


def _next_slice(size: int, took: float, left: float) -> int:
    """Return the nodes of the next slice.

    Args:
        size: The nodes of the last slice; 0 before the first.
        took: The seconds that it took.
        left: The seconds until the time limit.
    """
    if not size:
        return _FIRST_SLICE if left == math.inf else _FIRST_TIMED_SLICE
    wanted = max(_LEAST_SLICE_SECONDS, min(_SLICE_SECONDS, left / _SLICE_SHARE))
    return 2 * size if took < wanted / 2 else max(1, int(size * wanted / took))
