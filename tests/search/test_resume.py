"""A search that is resumed gives the same answer as one without a pause."""

from __future__ import annotations

import pickle
import time
from typing import Any

import pytest
from helpers.settings import untimed
from helpers.solving import HARD, answer, at_a_limit, cells
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell import Deal, FreeCellError, Rules, Solver, Verdict

STAGES = [
    Deal(24),
    Deal(617),
    Deal(11_982),
    Deal(1, cells(2)),
    Deal(9, cells(2)),
    Deal(10, Rules.BAKERS_GAME),
    Deal(2, cells(1)),
]


@given(st.sampled_from(STAGES), st.lists(st.integers(0, 5_000), max_size=8))
@settings(untimed, max_examples=60)
def test_a_resumed_search_equals_one_without_a_pause(start: Deal, stages: list[int]) -> None:
    whole = Solver().solve(start)
    solution = Solver(max_nodes=0).solve(start)
    nodes = 0
    for more in stages:
        before = solution
        solution = solution.resume(more)
        nodes += more
        assert solution.nodes == min(nodes, whole.nodes)
        assert answer(solution) == answer(Solver(max_nodes=nodes).solve(start))
        assert solution.seconds >= before.seconds
    assert answer(solution.resume()) == answer(whole)


def test_resuming_a_finished_search_returns_the_same_solution() -> None:
    for start in (Deal(24), Deal(11_982)):
        solution = Solver().solve(start)
        assert solution.resume() is solution
        assert solution.resume(5) is solution


def test_resume_takes_its_own_limits() -> None:
    solution = Solver(max_nodes=1_000).solve(HARD)
    assert at_a_limit(solution.resume(500)).nodes == 1_500
    assert at_a_limit(solution.resume(0)).nodes == 1_500
    began = time.perf_counter()
    resumed = at_a_limit(solution.resume(max_seconds=0.1))
    assert 0.1 <= time.perf_counter() - began < 5
    assert resumed.nodes > 1_500
    full = at_a_limit(solution.resume(max_memory=0))
    assert at_a_limit(full.resume()).nodes == full.nodes, "the limit of memory holds until there is another"
    assert at_a_limit(full.resume(7, max_memory=2**40)).nodes == full.nodes + 7


def test_resume_after_the_memory_was_full() -> None:
    for start, verdict in ((Deal(11_982), Verdict.UNSOLVABLE), (Deal(1, cells(2)), Verdict.UNSOLVABLE)):
        solution = at_a_limit(Solver(max_memory=500_000).solve(start))
        assert answer(solution.resume()) == answer(solution)
        assert solution.resume(max_memory=2**30).verdict is verdict


def test_a_copied_solution_cannot_be_resumed() -> None:
    solution = Solver(max_nodes=1_000).solve(HARD)
    thawed = pickle.loads(pickle.dumps(solution))
    assert thawed == solution
    with pytest.raises(FreeCellError, match="gone"):
        thawed.resume()
    solved_one = pickle.loads(pickle.dumps(Solver().solve(Deal(24))))
    assert solved_one.resume() is solved_one


@pytest.mark.parametrize("value", [-1, 1.5, "1"])
def test_bad_limits_of_resume(value: Any) -> None:
    solution = Solver(max_nodes=10).solve(HARD)
    for limits in ({"more_nodes": value}, {"max_memory": value}, {"max_seconds": "1"}, {"max_seconds": -1}):
        with pytest.raises(FreeCellError):
            solution.resume(**limits)
    assert solution.resume(10).nodes == 20


def test_seconds_count_from_the_beginning_whichever_solution_is_resumed() -> None:
    first = Solver(max_nodes=1_000).solve(HARD)
    second = first.resume(300_000)
    third = first.resume(10)
    assert (first.nodes, second.nodes, third.nodes) == (1_000, 301_000, 301_010)
    assert first.seconds < second.seconds < third.seconds


def test_a_search_without_memory_is_complete_once_it_has_some() -> None:
    for number in range(1, 21):
        late = Solver(max_memory=0).solve(Deal(number)).resume(max_memory=2**30)
        assert (late.moves, late.nodes) == answer(Solver().solve(Deal(number)))[2:]
