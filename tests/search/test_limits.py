"""Limits of nodes, memory and time: what they end is unknown, and never called unsolvable."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import pytest
from helpers.settings import untimed
from helpers.solving import HARD, at_a_limit
from hypothesis import given, settings
from hypothesis import strategies as st

from freecell import Deal, FreeCellError, Solver, Verdict


@pytest.mark.parametrize("most", [0, 1, 2, 10, 999, 1_000, 1_001, 5_000, 50_000])
def test_a_limit_of_nodes_is_unknown(most: int) -> None:
    solution = at_a_limit(Solver(max_nodes=most).solve(Deal(11_982)))
    assert solution.nodes == most
    assert solution.start == Deal(11_982).state()


def test_the_limit_of_nodes_is_exact() -> None:
    whole = Solver().solve(Deal(11_982)).nodes
    assert Solver(max_nodes=whole - 1).solve(Deal(11_982)).verdict is Verdict.UNKNOWN
    assert Solver(max_nodes=whole + 1).solve(Deal(11_982)).verdict is Verdict.UNSOLVABLE
    solution = Solver().solve(Deal(24))
    assert Solver(max_nodes=solution.nodes).solve(Deal(24)).moves == solution.moves
    assert Solver(max_nodes=solution.nodes - 1).solve(Deal(24)).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("most", [0, 1, 1_000, 100_000, 300_000, 700_000])
def test_a_limit_of_memory_is_unknown(most: int) -> None:
    solution = at_a_limit(Solver(max_memory=most).solve(Deal(11_982)))
    assert solution.nodes < 61_000


@given(st.integers(0, 8_000_000), st.integers(0, 90_000))
@settings(untimed, max_examples=25)
def test_limits_never_turn_a_loss_into_a_win_or_back(memory: int, nodes: int) -> None:
    solver = Solver(max_memory=memory, max_nodes=nodes)
    lost = solver.solve(Deal(11_982))
    assert lost.verdict in (Verdict.UNKNOWN, Verdict.UNSOLVABLE)
    assert lost.nodes <= nodes
    hard = solver.solve(Deal(617))
    assert hard.verdict in (Verdict.UNKNOWN, Verdict.SOLVED)
    assert (hard.verdict is Verdict.SOLVED) == hard.states()[-1].is_won()


def test_a_limit_of_time_is_unknown() -> None:
    for most in (0, 0.0, 0.01):
        at_a_limit(Solver(max_seconds=most).solve(HARD))


def test_very_large_limits_change_nothing() -> None:
    solver = Solver(max_nodes=10**9, max_seconds=10.0**6, max_memory=10**10)
    assert solver.solve(Deal(24)).moves == Solver().solve(Deal(24)).moves
    assert Solver(max_nodes=None, max_seconds=None, max_memory=None).solve(Deal(24)).verdict is Verdict.SOLVED
    assert Solver(max_seconds=float("inf")).solve(Deal(24)).verdict is Verdict.SOLVED


BAD = [-1, -(10**5000), 3.7, 3.0, "3", b"3", [], {}, object(), 1j]


@pytest.mark.parametrize("value", BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("name", ["max_nodes", "max_memory"])
def test_bad_limits(name: str, value: Any) -> None:
    with pytest.raises(FreeCellError, match=name):
        Solver(**{name: value})


BAD_SECONDS = [-1, -0.1, float("nan"), float("-inf"), "3", b"3", [], {}, object(), 1j, -(10**5000), 10**5000]


@pytest.mark.parametrize("value", BAD_SECONDS, ids=range(len(BAD_SECONDS)))
def test_bad_limits_of_time(value: Any) -> None:
    with pytest.raises(FreeCellError, match="max_seconds"):
        Solver(max_seconds=value)


@pytest.mark.parametrize("limit", ["nodes", "seconds", "memory", "cancel"])
def test_an_unknown_solution_names_the_limit_that_ended_it(limit: str) -> None:
    cancel = threading.Event()
    if limit == "cancel":
        cancel.set()
    solver = {
        "nodes": Solver(max_nodes=2_000),
        "seconds": Solver(max_seconds=0.01),
        "memory": Solver(max_memory=300_000),
        "cancel": Solver(),
    }[limit]
    solution = solver.solve(HARD, cancel=cancel)
    assert solution.verdict is Verdict.UNKNOWN
    assert solution.limit == limit
    assert f"stopped by {limit}" in str(solution)
    assert Solver().solve(Deal(1)).limit is None
    assert pickle.loads(pickle.dumps(solution)).limit == limit
