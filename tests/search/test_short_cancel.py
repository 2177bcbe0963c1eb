"""Searches for short wins are cancelled by an event, a time limit, Ctrl-C, and run in one thread at a time."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest
from helpers.short_wins import BY_CARDS, COUNTS, checked, solver

from freecell import Deal, FreeCellError, Solution


@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_cancel(goal: str) -> None:
    cancel = threading.Event()
    cancel.set()
    solution = solver(goal, COUNTS[5]).solve(Deal(1), cancel=cancel)
    assert solution.limit == "cancel"
    assert 0 < solution.nodes <= 10_000
    assert checked(solution.resume(30_000)).nodes == solution.nodes + 30_000
    assert solution.resume(cancel=cancel).nodes <= solution.nodes + 40_000


def test_cancel_from_another_thread_and_a_limit_of_time() -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    began = time.perf_counter()
    assert checked(solver("optimal", COUNTS[5]).solve(Deal(1), cancel=cancel)).limit == "cancel"
    assert 0.15 < time.perf_counter() - began < 5
    timer.join()
    began = time.perf_counter()
    assert checked(solver("short", COUNTS[5], max_seconds=0.3).solve(Deal(1))).limit == "seconds"
    assert 0.3 <= time.perf_counter() - began < 5


def test_cancel_from_on_solution_and_progress() -> None:
    cancel = threading.Event()
    told: list[Solution] = []
    shown: list[tuple[int, int, int]] = []

    def look(solution: Solution) -> None:
        told.append(solution)
        cancel.set()

    solution = solver("short", BY_CARDS).solve(
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
        solver("short", BY_CARDS).solve(Deal(1), on_solution=fail)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_ctrl_c_interrupts_and_the_search_can_go_on(goal: str) -> None:
    solution = solver(goal, COUNTS[5], max_nodes=5_000).solve(Deal(1))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    began = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            solution.resume()
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - began < 3
    timer.join()
    again = checked(solution.resume(5_000))
    assert again.nodes > solution.nodes + 5_000
    assert again.length() <= checked(solution).length()
    assert again.lower_bound >= solution.lower_bound


def test_a_search_runs_in_one_thread_at_a_time() -> None:
    solution = solver("short", COUNTS[5], max_nodes=100).solve(Deal(1))
    caught: list[Exception] = []
    running = threading.Event()
    stop = threading.Event()

    def go_on() -> None:
        running.set()
        solution.resume(cancel=stop)

    thread = threading.Thread(target=go_on)
    thread.start()
    running.wait()
    time.sleep(0.05)
    for limits in ({}, {"max_memory": 2**30}):
        for _ in range(50):  # between two looks at the clock it is nobody's turn
            try:
                solution.resume(1, **limits)
            except Exception as error:
                caught.append(error)
    stop.set()
    thread.join()
    assert caught
    assert {type(error) for error in caught} == {FreeCellError}
    assert all("another thread" in str(error) for error in caught)
    checked(solution.resume(30_000))


def test_several_threads_solve_at_once() -> None:
    alone = {number: solver("short", BY_CARDS, max_nodes=20_000).solve(Deal(number)) for number in range(1, 7)}
    together: dict[int, Solution] = {}

    def solve(number: int) -> None:
        together[number] = solver("short", BY_CARDS, max_nodes=20_000).solve(Deal(number))

    threads = [threading.Thread(target=solve, args=(number,)) for number in alone]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone
