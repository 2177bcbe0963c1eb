"""A search under way: in pieces it gives the same answer as at once, and other threads may look at it and cancel it."""

from __future__ import annotations

import copy
import pickle
import random
import signal
import threading
import time
from typing import Any, Literal

import pytest
from helpers.settings import untimed
from helpers.solving import HARD, answer, cells
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell import Deal, FreeCellError, Measure, Rules, Search, Solver, Verdict

STARTS = [
    Deal(24),
    Deal(617),
    Deal(11_982),
    Deal(1, cells(2)),
    Deal(9, cells(2)),
    Deal(10, Rules.BAKERS_GAME),
    Deal(2, cells(1)),
]

SOLVERS = [Solver(), Solver(goal="short", measure=Measure.CARDS), Solver(goal="optimal")]


# In pieces


@given(st.sampled_from(STARTS), st.lists(st.integers(0, 5_000), max_size=8))
@settings(untimed, max_examples=60)
def test_a_search_in_pieces_equals_one_without_a_pause(start: Deal, stages: list[int]) -> None:
    whole = Solver().solve(start)
    with Solver().start(start) as search:
        nodes, seconds = 0, 0.0
        for more in stages:
            pause = search.run(nodes=more)
            nodes += more
            assert search.nodes == min(nodes, whole.nodes)
            assert search.seconds >= seconds
            seconds = search.seconds
            if pause == "done":
                assert answer(search.solution) == answer(whole)
            else:
                assert pause == "paused"
                assert search.solution.limit is None
                limited = Solver(max_nodes=nodes).solve(start)
                assert answer(search.solution)[:-1] == answer(limited)[:-1]
        assert search.run() == "done"
        assert answer(search.solution) == answer(whole)


@pytest.mark.parametrize("solver", SOLVERS, ids=str)
def test_a_search_that_has_not_run_knows_nothing(solver: Solver) -> None:
    with solver.start(Deal(5)) as search:
        assert (search.start, search.nodes, search.wins, search.seconds) == (Deal(5).state(), 0, 0, 0.0)
        assert (search.solution.verdict, search.solution.moves, search.solution.limit) == (Verdict.UNKNOWN, (), None)
        assert search.lower_bound == search.solution.lower_bound == (0 if solver.goal == "any" else search.lower_bound)
        assert search.measure == search.solution.measure


def test_a_search_that_is_done_stays_so() -> None:
    for number in (24, 11_982):
        with Solver().start(Deal(number)) as search:
            assert search.run() == "done"
            solution = search.solution
            assert search.run() == search.run(nodes=5) == search.run(seconds=0) == "done"
            assert search.solution is solution


@pytest.mark.parametrize("solver", SOLVERS, ids=str)
def test_why_a_search_paused(solver: Solver) -> None:
    with solver.start(HARD) as search:
        assert search.run(nodes=100) == "paused"
        assert search.nodes == 100
        began = time.perf_counter()
        assert search.run(seconds=0.05) == "paused"
        assert 0.05 <= time.perf_counter() - began < 5
        search.max_nodes = search.nodes + 10
        assert search.run(nodes=10) == search.run() == "nodes"
        assert search.solution.limit == "nodes"
        search.max_nodes, search.max_seconds = None, search.seconds + 0.05
        assert search.run(seconds=60) == search.run() == "seconds"
        assert search.solution.limit == "seconds"
        search.max_seconds, search.max_memory = None, 0
        assert search.run(nodes=10**7) == "memory"
        search.max_memory = 2**30
        assert search.run(nodes=7) == "paused"
        assert search.solution.limit is None
        search.cancel()
        assert search.run() == "cancel"


def test_limits_of_the_solver_hold_for_all_runs_together() -> None:
    with Solver(max_nodes=1_000, max_seconds=100).start(HARD) as search:
        pauses = [search.run(nodes=300) for _ in range(5)]
        assert pauses == ["paused", "paused", "paused", "nodes", "nodes"]
        assert search.nodes == 1_000
        assert (search.max_nodes, search.max_seconds, search.max_memory) == (1_000, 100.0, 2**30)
    with Solver(max_memory=None).start(HARD) as search:
        assert (search.max_nodes, search.max_seconds, search.max_memory) == (None, None, None)


def test_a_search_goes_on_once_it_has_memory() -> None:
    for start in (Deal(11_982), Deal(1, cells(2))):
        with Solver(max_memory=500_000).start(start) as search:
            assert search.run() == search.run() == "memory"
            search.max_memory = 2**30
            assert search.run() == "done"
            assert search.solution.verdict is Verdict.UNSOLVABLE
    for number in range(1, 21):
        with Solver(max_memory=0).start(Deal(number)) as search:
            search.run()
            search.max_memory = 2**30
            assert search.run() == "done"
            assert answer(search.solution) == answer(Solver().solve(Deal(number)))


@pytest.mark.parametrize("value", [-1, 1.5, "1"])
def test_bad_limits_of_a_search(value: Any) -> None:
    with Solver().start(HARD) as search:
        for limits in ({"nodes": value}, {"seconds": "1"}, {"seconds": -1}, {"seconds": float("nan")}):
            with pytest.raises(FreeCellError):
                search.run(**limits)
        for name in ("max_nodes", "max_memory"):
            with pytest.raises(FreeCellError, match=name):
                setattr(search, name, value)
        with pytest.raises(FreeCellError, match="max_seconds"):
            search.max_seconds = -1
        assert search.run(nodes=20) == "paused"
        assert search.nodes == 20


# The end of a search


@pytest.mark.parametrize("solver", SOLVERS, ids=str)
def test_a_closed_search_keeps_what_was_found(solver: Solver) -> None:
    search = solver.start(Deal(5))
    with search:
        search.run(nodes=20_000)
        assert search.memory > 0
        solution = search.solution
    assert search.memory == 0
    assert (search.solution, search.nodes) == (solution, solution.nodes)
    with pytest.raises(FreeCellError, match="closed"):
        search.max_memory = 5
    if solution.verdict is Verdict.UNKNOWN or solver.goal != "any":
        with pytest.raises(FreeCellError, match="closed"):
            search.run()
    search.close()


def test_a_search_that_was_not_looked_at_keeps_its_solution() -> None:
    with Solver().start(Deal(617)) as search:
        search.run()
    assert answer(search.solution) == answer(Solver().solve(Deal(617)))


# Other threads


@pytest.mark.parametrize("solver", SOLVERS, ids=str)
def test_cancel_from_another_thread(solver: Solver) -> None:
    search = solver.start(HARD)
    pauses: list[str] = []
    thread = threading.Thread(target=lambda: pauses.append(search.run()))
    thread.start()
    time.sleep(0.1)
    search.cancel()
    thread.join(timeout=10)
    assert pauses == ["cancel"]
    assert search.solution.limit == "cancel"
    nodes = search.nodes
    assert nodes > 0
    assert search.run(nodes=100) == "cancel"
    assert search.nodes == nodes


def test_a_search_cancelled_before_it_runs_expands_nothing() -> None:
    search = Solver().start(HARD)
    search.cancel()
    assert (search.run(), search.nodes) == ("cancel", 0)


@pytest.mark.parametrize("solver", SOLVERS, ids=str)
def test_a_search_is_looked_at_while_it_runs(solver: Solver) -> None:
    search = solver.start(HARD)
    thread = threading.Thread(target=search.run)
    thread.start()
    try:
        seen = []
        for _ in range(10):
            began = time.perf_counter()
            seen.append(search.solution)
            assert time.perf_counter() - began < 2, "a running search lets others in between two slices"
            assert search.memory > 0
            time.sleep(0.01)
        nodes = [solution.nodes for solution in seen]
        assert nodes == sorted(nodes)
        assert nodes[0] < nodes[-1]
        bounds = [solution.lower_bound for solution in seen]
        assert bounds == sorted(bounds)
        for solution in seen:
            assert len(solution.states()) == len(solution.moves) + 1
        with pytest.raises(FreeCellError, match="another thread"):
            search.run(nodes=1)
        search.max_memory = 2**31
        assert search.max_memory == 2**31
    finally:
        search.close()
        thread.join(timeout=10)
    assert not thread.is_alive()


def test_a_search_is_no_value() -> None:
    with Solver().start(HARD) as search:
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="its solution can"):
                copied(search)
        with pytest.raises(AttributeError):
            search.max_node = 5  # type: ignore[attr-defined]


def test_repr_of_a_search() -> None:
    with Solver(max_nodes=10).start(HARD) as search:
        search.run()
        assert repr(search) == f"<Search: {search.solution}>"


@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_a_search_pauses_at_each_win(goal: Literal["short", "optimal"]) -> None:
    with Solver(goal=goal, measure=Measure.CARDS, max_nodes=100_000).start(Deal(5)) as search:
        lengths = []
        while search.run(until_win=True) == "win":
            lengths.append(search.solution.length())
            assert search.wins == len(lengths)
        assert search.solution.limit == "nodes"
    assert len(lengths) > 1
    assert lengths == sorted(set(lengths), reverse=True)
    told: list[int] = []
    solver = Solver(goal=goal, measure=Measure.CARDS, max_nodes=100_000)
    last = solver.solve(Deal(5), on_solution=lambda solution: told.append(solution.length()))
    assert told == lengths
    assert last == search.solution == solver.solve(Deal(5))


# What a breaker found


def test_a_search_told_to_run_after_closing_keeps_its_solution() -> None:
    search = Solver().start(Deal(11_982))
    search.run(nodes=1_000)
    search.close()
    solution = search.solution
    with pytest.raises(FreeCellError, match="closed"):
        search.run(nodes=10)
    assert search.solution == solution
    assert repr(search) == f"<Search: {solution}>"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers that send signals")
@pytest.mark.parametrize("solver", SOLVERS, ids=str)
def test_a_signal_handler_may_look_at_a_search(solver: Solver) -> None:
    search = solver.start(HARD)
    seen = []

    def look(*_: object) -> None:
        seen.append(search.solution)
        with pytest.raises(FreeCellError, match="another thread"):
            search.run(nodes=1)

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        assert search.run(seconds=0.3) == "paused"
    finally:
        signal.signal(signal.SIGALRM, before)
    assert len(seen) == 1
    assert seen[0].nodes <= search.nodes
    search.close()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers that send signals")
def test_interrupts_at_any_moment_leave_a_search_usable() -> None:
    rng = random.Random(3)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    search = Solver().start(Deal(219_837_216))
    try:
        for _ in range(150):
            with pytest.raises(KeyboardInterrupt):
                interrupted(search, rng.uniform(0.0005, 0.003))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    nodes = search.nodes
    assert nodes > 0
    assert search.run(nodes=10) == "paused"
    assert search.nodes == nodes + 10
    search.close()


def interrupted(search: Search, seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)
    while True:
        search.run(nodes=5)


@pytest.mark.parametrize("goal", ["any", "short", "optimal"])
@pytest.mark.parametrize("limit", [-1, 1.5, "x", True, 2**70])
def test_limits_of_memory_are_checked_for_every_goal(goal: Literal["any", "short", "optimal"], limit: Any) -> None:
    with Solver(goal=goal).start(Deal(1)) as search:
        with pytest.raises(FreeCellError, match="max_memory must be"):
            search.max_memory = limit
        assert search.max_memory == 2**30
        search.run(nodes=100)
