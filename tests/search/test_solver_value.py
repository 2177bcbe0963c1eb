"""A solver as a value, and what it refuses to solve."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import freecell
from freecell import AutoPlay, Deal, FreeCellError, Measure, Solver, Suit


def test_limits_are_named() -> None:
    with pytest.raises(TypeError):
        Solver(1000)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Solver(max_node=1000)  # type: ignore[call-arg]
    solver = Solver(max_nodes=1, max_seconds=2.5, max_memory=3)
    assert (solver.max_nodes, solver.max_seconds, solver.max_memory) == (1, 2.5, 3)


def test_a_solver_is_a_value() -> None:
    solver = Solver(max_nodes=1, max_seconds=2.5, max_memory=3)
    usual = "goal='any', measure=None"
    assert repr(solver) == f"Solver({usual}, max_nodes=1, max_seconds=2.5, max_memory=3)"
    assert repr(Solver()) == f"Solver({usual}, max_nodes=None, max_seconds=None, max_memory={2**30})"
    short = Solver(goal="short", measure=Measure.player(AutoPlay.ALL, on_deal=True))
    assert (
        eval(repr(short), vars(freecell).copy())
        == short
        == pickle.loads(pickle.dumps(short))
        != Solver(goal="short", measure=Measure.player(AutoPlay.ALL))
    )
    assert eval(repr(solver), vars(freecell).copy()) == solver
    for twin in (Solver(max_nodes=1, max_seconds=2.5, max_memory=3), pickle.loads(pickle.dumps(solver))):
        assert twin == solver
        assert hash(twin) == hash(solver)
    others = [Solver(), Solver(max_nodes=1), Solver(max_nodes=1, max_seconds=2.5), Solver(max_memory=3), short]
    others += [Solver(goal="short"), Solver(goal="optimal"), Solver(goal="short", measure=Measure.CARDS)]
    assert len({solver, *others}) == 9
    fields: object = (1, 2.5, 3)
    assert solver != fields
    for name in ("goal", "measure", "max_nodes", "max_seconds", "max_memory", "max_moves"):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(solver, name, 5)
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            delattr(solver, name)
    assert repr(solver) == f"Solver({usual}, max_nodes=1, max_seconds=2.5, max_memory=3)"


def test_limits_are_kept_as_plain_numbers() -> None:
    solver = Solver(max_nodes=Suit.DIAMONDS, max_seconds=2, max_memory=Suit.SPADES)
    assert (solver.max_nodes, solver.max_seconds, solver.max_memory) == (1, 2.0, 3)
    assert repr(solver).endswith("max_nodes=1, max_seconds=2.0, max_memory=3)")


@pytest.mark.parametrize("start", [617, "617", None, Deal, str(Deal(617)), [Deal(617)]], ids=range(6))
def test_what_is_not_a_start_is_refused(start: Any) -> None:
    with pytest.raises(FreeCellError):
        Solver().solve(start)
