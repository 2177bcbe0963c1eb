"""The size of a time slice: it grows with the speed of the search, and shrinks as the time limit comes near."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import Deal, Solver
from freecell.search import _next_slice


def test_a_fast_slice_is_followed_by_one_of_twice_the_size() -> None:
    assert _next_slice(1000, 0.001, math.inf) == 2000


def test_without_a_near_limit_a_slice_takes_20_milliseconds() -> None:
    assert _next_slice(10_000, 0.02, math.inf) == 10_000
    assert _next_slice(10_000, 0.04, 100.0) == 5_000


def test_a_slice_takes_a_tenth_of_the_time_left() -> None:
    assert _next_slice(10_000, 0.02, 0.1) == 5_000
    assert _next_slice(10_000, 0.02, 0.01) == 500


@given(st.integers(1, 10**7), st.floats(1e-6, 10), st.floats(-1, 100))
def test_a_slice_is_expected_to_end_before_the_limit(size: int, took: float, left: float) -> None:
    after = _next_slice(size, took, left)
    assert 1 <= after <= 2 * size
    if after > 1:
        assert after * took / size <= max(0.0003, left / 10) * 1.001


@pytest.mark.parametrize("nodes", [1, 49, 50, 51, 149, 1000, 1001])
def test_the_limit_of_nodes_is_exact_whatever_the_slices(nodes: int) -> None:
    lost = Deal(11982)
    assert Solver(max_nodes=nodes).solve(lost).nodes == nodes
    assert Solver(max_nodes=nodes, max_seconds=1000).solve(lost).nodes == nodes
