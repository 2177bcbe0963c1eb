"""`solve_many`: order, threads, limits, bad input, and stopping early."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count as numbers_from
from itertools import islice, pairwise
from typing import Any

import pytest
from helpers.solving import HARD, answer, cells

from freecell import Deal, FreeCellError, Rules, Solver, State, Verdict

MANY: list[Deal | State] = [
    *map(Deal, range(1, 41)),
    Deal(11_982),
    Deal(24).state().play("1a"),
    Deal(1, cells(2)),
    State([[]] * 8, (), (13,) * 4),
    *(Deal(number, Rules.BAKERS_GAME) for number in range(1, 15)),
]


def test_many_are_solved_in_order_by_any_number_of_threads() -> None:
    alone = [answer(Solver().solve(start)) for start in MANY]
    assert {verdict for _, verdict, *_ in alone} == {Verdict.SOLVED, Verdict.UNSOLVABLE}
    for jobs in (1, 2, 4, None):
        assert [answer(solution) for solution in Solver().solve_many(MANY, jobs)] == alone
        assert [answer(solution) for solution in Solver().solve_many(iter(MANY), jobs=jobs)] == alone
    assert [answer(solution) for solution in Solver().solve_many(MANY)] == alone


def test_limits_apply_to_each_of_many() -> None:
    solver = Solver(max_nodes=100)
    alone = [answer(solver.solve(start)) for start in MANY]
    assert Verdict.UNKNOWN in {verdict for _, verdict, *_ in alone}
    for jobs in (1, 3):
        solutions = list(solver.solve_many(MANY, jobs))
        assert [answer(solution) for solution in solutions] == alone


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_of_many(jobs: int) -> None:
    told: list[tuple[int, int]] = []
    solutions = list(
        Solver().solve_many(map(Deal, range(1, 401)), jobs, on_progress=lambda *facts: told.append(facts), every=0)
    )
    assert [solution.start for solution in solutions] == [Deal(number).state() for number in range(1, 401)]
    assert told == sorted(told)
    assert told[-1] == (400, sum(solution.nodes for solution in solutions))


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_of_many_at_an_interval(jobs: int) -> None:
    told: list[float] = []
    solver = Solver(max_seconds=0.5)
    list(solver.solve_many([HARD], jobs, on_progress=lambda *_: told.append(time.perf_counter()), every=0.1))
    assert 2 <= len(told) <= 6
    assert all(later - earlier >= 0.1 for earlier, later in pairwise(told[:-1])), "the last comes at the end"


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_are_cancelled(jobs: int) -> None:
    cancel = threading.Event()
    before = threading.active_count()
    threading.Timer(0.2, cancel.set).start()
    began = time.perf_counter()
    starts = [Deal(24), HARD, Deal(617)]
    assert [solution.start for solution in Solver().solve_many(starts, jobs, cancel=cancel)] == [Deal(24).state()]
    assert 0.15 < time.perf_counter() - began < 5
    assert list(Solver().solve_many(starts, jobs, cancel=cancel)) == [], "the event is still set"
    assert threading.active_count() <= before + 1


def test_errors_in_progress_of_many_are_raised() -> None:
    def fail(*_: int) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        list(Solver().solve_many([HARD], 2, on_progress=fail, every=0))


@pytest.mark.parametrize("bad", [{"on_progress": 5}, {"cancel": 5}, {"every": -1}, {"every": "1"}], ids=str)
def test_bad_arguments_of_many_are_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(FreeCellError):
        Solver().solve_many([Deal(1)], **bad)


def test_a_program_ends_though_many_are_still_to_be_solved() -> None:
    code = (
        "from freecell import Deal, Solver\n"
        "solutions = Solver().solve_many([Deal(1)] + [Deal(219837216)] * 20, jobs=2)\n"
        "print(next(solutions).verdict)\n"
        "raise SystemExit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "solved\n")


@pytest.mark.parametrize("jobs", [1, 2])
def test_solutions_before_an_iterable_fails_are_yielded(jobs: int) -> None:
    def starts() -> Iterator[Deal]:
        yield from map(Deal, range(1, 41))
        raise LookupError

    solutions = Solver().solve_many(starts(), jobs)
    for number in range(1, 41):
        assert next(solutions).start == Deal(number).state()
    with pytest.raises(LookupError):
        next(solutions)


def test_callbacks_and_cancel_are_checked_before_solving() -> None:
    with pytest.raises(FreeCellError, match="cancel must be"):
        Solver().solve(Deal(1), cancel=5)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match="on_progress must be"):
        Solver().solve(Deal(1), on_progress=5)  # type: ignore[arg-type]


def test_a_hard_deal_does_not_delay_those_before_it() -> None:
    solutions = Solver(max_seconds=60).solve_many([Deal(1), HARD, HARD], 2)
    began = time.monotonic()
    assert next(solutions).verdict is Verdict.SOLVED
    assert time.monotonic() - began < 30
    solutions.close()


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_starts_may_be_endless(jobs: int) -> None:
    taken = 0

    def starts() -> Iterator[Deal]:
        nonlocal taken
        for number in numbers_from(1):
            taken = number
            yield Deal(number)

    solutions = Solver().solve_many(starts(), jobs)
    assert taken == 0
    found = [answer(solution) for solution in islice(solutions, 100)]
    assert taken < 100 + 16 * (2 * jobs + 2)
    assert found == [answer(Solver().solve(Deal(number))) for number in range(1, 101)]


@pytest.mark.parametrize("jobs", [1, 2, 4, 1024])
def test_starts_may_be_empty(jobs: int) -> None:
    assert list(Solver().solve_many([], jobs)) == []
    assert len(list(Solver().solve_many([Deal(24)], jobs))) == 1


@pytest.mark.parametrize("jobs", [0, -1, 1_025, 10**5000, 1.5, "2", [], object()], ids=range(8))
def test_bad_numbers_of_threads(jobs: Any) -> None:
    with pytest.raises(FreeCellError, match="jobs"):
        Solver().solve_many([Deal(24)], jobs)


@pytest.mark.parametrize("starts", [None, 24, Deal(24), Deal(24).state()], ids=range(4))
def test_starts_must_be_an_iterable(starts: Any) -> None:
    with pytest.raises(FreeCellError, match="starts"):
        Solver().solve_many(starts)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("place", [0, 5, 40, 199])
def test_a_bad_start_among_many_is_named(jobs: int, place: int) -> None:
    starts: list[Any] = [Deal(number) for number in range(1, 201)]
    starts[place] = "617"
    before = threading.active_count()
    with pytest.raises(FreeCellError, match="'617'"):
        list(Solver().solve_many(starts, jobs))
    assert threading.active_count() == before


@pytest.mark.parametrize("jobs", [1, 2])
def test_solutions_before_a_bad_start_are_yielded(jobs: int) -> None:
    starts: list[Any] = [Deal(1), Deal(2), None, Deal(3)]
    found: list[object] = []
    with pytest.raises(FreeCellError):
        found.extend(answer(solution) for solution in Solver().solve_many(starts, jobs))
    assert found == [answer(Solver().solve(Deal(number))) for number in (1, 2)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_of_the_iterable_are_raised(jobs: int) -> None:
    def starts() -> Iterator[Deal]:
        yield Deal(1)
        raise LookupError("no more")

    before = threading.active_count()
    with pytest.raises(LookupError, match="no more"):
        list(Solver().solve_many(starts(), jobs))
    assert threading.active_count() == before


def test_closing_the_iterator_stops_the_searches() -> None:
    before = threading.active_count()
    hard: list[Deal] = [Deal(24), *[HARD] * 200]
    solutions = Solver(max_nodes=10**7).solve_many([*[Deal(24)] * 16, *hard], 2)
    assert next(solutions).verdict is Verdict.SOLVED
    assert threading.active_count() > before
    began = time.perf_counter()
    del solutions
    assert threading.active_count() == before
    assert time.perf_counter() - began < 5


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("jobs", [None, 1, 2])
def test_ctrl_c_interrupts_soon(jobs: int | None) -> None:
    sent = []

    def interrupt() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    before = threading.active_count()
    timer = threading.Timer(0.3, interrupt)
    timer.start()
    solutions = Solver().solve_many([HARD] * 8, jobs) if jobs is not None else map(Solver().solve, [HARD])
    with pytest.raises(KeyboardInterrupt):
        list(solutions)
    assert time.perf_counter() - sent[0] < 2  # some hundredths of a second, on a machine with nothing else to do
    timer.join()
    assert threading.active_count() == before
