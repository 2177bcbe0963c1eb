"""Progress of a search, and what ends it early: an event, Ctrl-C, another thread."""

from __future__ import annotations

import os
import threading
import time
from itertools import pairwise

import pytest
from helpers.process import is_interrupted
from helpers.solving import HARD, answer, at_a_limit

from freecell import Deal, Solution, Solver
from freecell._search.portfolio import Portfolio

# Progress and cancelling


def test_progress_is_reported() -> None:
    told: list[tuple[int, int, int]] = []
    solution = Solver(max_nodes=500_000).solve(HARD, on_progress=lambda *facts: told.append(facts), every=0)
    assert len(told) > 3, "looks are some milliseconds apart, however fast the machine"
    nodes, home, memory = zip(*told, strict=True)
    assert list(nodes) == sorted(set(nodes))
    assert 0 < nodes[0] < nodes[-1] <= solution.nodes
    assert list(home) == sorted(home)
    assert home[-1] <= sum(solution.states()[-1].foundations) < 52
    assert all(0 < taken <= 2**30 for taken in memory)
    assert memory[-1] > memory[0]
    assert answer(solution) == answer(Solver(max_nodes=500_000).solve(HARD)), "looking on changes nothing"


def test_progress_is_reported_at_an_interval() -> None:
    told: list[float] = []
    Solver(max_seconds=0.5).solve(HARD, on_progress=lambda *_: told.append(time.perf_counter()), every=0.1)
    assert 1 <= len(told) <= 5
    assert all(later - earlier >= 0.1 for earlier, later in pairwise(told))
    for every in (1_000, 1e300, float("inf")):
        Solver(max_nodes=20_000).solve(HARD, on_progress=lambda *_: told.clear(), every=every)
    Solver().solve(Deal(24), on_progress=lambda *_: told.clear())
    assert told


def test_errors_in_on_progress_are_raised() -> None:
    def fail(*_: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        Solver().solve(HARD, on_progress=fail, every=0)


def test_cancel_from_another_thread() -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    began = time.perf_counter()
    solution = at_a_limit(Solver().solve(HARD, cancel=cancel))
    assert 0.15 < time.perf_counter() - began < 5
    timer.join()
    assert solution.nodes > 0


def test_cancel_from_progress() -> None:
    cancel = threading.Event()
    calls = []

    def look(nodes: int, *_: int) -> None:
        calls.append(nodes)
        if len(calls) == 3:
            cancel.set()

    solution = at_a_limit(Solver().solve(HARD, on_progress=look, every=0, cancel=cancel))
    assert len(calls) == 3
    assert solution.nodes == calls[-1]


def test_cancel_that_was_set_before() -> None:
    cancel = threading.Event()
    cancel.set()
    assert at_a_limit(Solver().solve(HARD, cancel=cancel)).nodes == 0


# Ctrl-C and other threads


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize(
    "call",
    [
        "Solver().solve(Deal(1568, Rules(cells=1)))",
        "Solver().start(Deal(1568, Rules(cells=1))).run()",
        "list(Solver().solve_many([Deal(1568, Rules(cells=1))], 1))",
        "list(Solver().solve_many([Deal(1568, Rules(cells=1))] * 40, 2))",
        "count_positions(Deal(1).state(), AutoPlay.NONE, 2**30)",
        "Deal(1).state().perft(20)",
        "Solver(goal='optimal', measure=Measure.player(AutoPlay.NONE)).solve(Deal(1))",
    ],
)
def test_ctrl_c_ends_a_long_search(call: str) -> None:
    is_interrupted(call)


def test_other_threads_run_meanwhile() -> None:
    """One call into the search keeps no lock: the main thread goes on while it lasts."""
    search = Portfolio(HARD.state())
    done: list[str] = []
    thread = threading.Thread(target=lambda: done.append(search.run(300_000)))
    thread.start()
    ticks = 0
    while not done:
        time.sleep(0.001)
        ticks += 1
    thread.join()
    assert done == ["running"]
    assert ticks > 20


def test_several_threads_solve_at_once() -> None:
    numbers = [1, 2, 3, 24, 617, 11_982]
    alone = {number: Solver().solve(Deal(number)) for number in numbers}
    together: dict[int, Solution] = {}
    solver = Solver()

    def solve(number: int) -> None:
        together[number] = solver.solve(Deal(number))

    threads = [threading.Thread(target=solve, args=(number,)) for number in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in numbers:
        assert together[number].verdict == alone[number].verdict
        assert together[number].moves == alone[number].moves
        assert together[number].nodes == alone[number].nodes
