"""Searches for short wins are cancelled by an event, a time limit, Ctrl-C, and run in one thread at a time."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest
from helpers.short_wins import MEASURES, checked, solver

from freecell import Deal, Measure, Solution


@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_cancel(goal: str) -> None:
    cancel = threading.Event()
    cancel.set()
    solution = solver(goal, MEASURES[5]).solve(Deal(1), cancel=cancel)
    assert (solution.limit, solution.nodes) == ("cancel", 0)


def test_cancel_from_another_thread_and_a_limit_of_time() -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    began = time.perf_counter()
    assert checked(solver("optimal", MEASURES[5]).solve(Deal(1), cancel=cancel)).limit == "cancel"
    assert 0.15 < time.perf_counter() - began < 5
    timer.join()
    began = time.perf_counter()
    assert checked(solver("short", MEASURES[5], max_seconds=0.3).solve(Deal(1))).limit == "seconds"
    assert 0.3 <= time.perf_counter() - began < 5


def test_cancel_from_on_solution_and_progress() -> None:
    cancel = threading.Event()
    told: list[Solution] = []
    shown: list[tuple[int, int, int]] = []

    def look(solution: Solution) -> None:
        told.append(solution)
        cancel.set()

    solution = solver("short", Measure.CARDS).solve(
        Deal(1), on_solution=look, on_progress=lambda *facts: shown.append(facts), every=0, cancel=cancel
    )
    assert solution.limit == "cancel"
    assert [each.length() for each in told] == [checked(solution).length()]
    assert 0 < shown[-1][0] <= solution.nodes
    assert 0 <= shown[-1][1] <= 52
    assert 0 < shown[-1][2] <= 2**30


def test_errors_in_callbacks_are_raised() -> None:
    def fail(_: Solution) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        solver("short", Measure.CARDS).solve(Deal(1), on_solution=fail)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_ctrl_c_interrupts_and_the_search_can_go_on(goal: str) -> None:
    search = solver(goal, MEASURES[5]).start(Deal(1))
    search.run(nodes=5_000)
    solution = search.solution
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    began = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            search.run()
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - began < 3
    timer.join()
    assert search.run(nodes=5_000) == "paused"
    again = checked(search.solution)
    assert again.nodes > solution.nodes + 5_000
    assert again.length() <= checked(solution).length()
    assert again.lower_bound >= solution.lower_bound


def test_several_threads_solve_at_once() -> None:
    alone = {number: solver("short", Measure.CARDS, max_nodes=20_000).solve(Deal(number)) for number in range(1, 7)}
    together: dict[int, Solution] = {}

    def solve(number: int) -> None:
        together[number] = solver("short", Measure.CARDS, max_nodes=20_000).solve(Deal(number))

    threads = [threading.Thread(target=solve, args=(number,)) for number in alone]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone
