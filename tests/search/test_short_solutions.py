"""The solver with a measure and the solutions it gives, as values."""

from __future__ import annotations

import pickle
from itertools import product
from typing import Any

import pytest
from helpers.short_wins import FREECELL, MEASURES, checked, near_the_end, solver

from freecell import AutoPlay, Basis, Deal, FreeCellError, Hint, Measure, Solution, Solver, State, Verdict


def test_a_solution_with_a_measure_is_a_value() -> None:
    short = solver("short", Measure.player(AutoPlay.CAUTIOUS, on_deal=True), max_nodes=5_000).solve(Deal(1))
    cards = solver("optimal", Measure.CARDS).solve(Deal(3))
    unknown = solver("short", Measure.CARDS, max_nodes=10).solve(Deal(3))
    lost = solver("short", Measure.CARDS).solve(Deal(11_982))
    anything = Solver().solve(Deal(3))
    for solution in (short, cards, unknown, lost, anything):
        twin = pickle.loads(pickle.dumps(solution))
        assert twin == solution
        assert hash(twin) == hash(solution)
        assert (twin.optimal, twin.length()) == (solution.optimal, solution.length())
        assert repr(solution) == f"<Solution: {solution}>"
    assert len({short, cards, unknown, lost, anything}) == 5
    assert short.measure == Measure.player(AutoPlay.CAUTIOUS, on_deal=True)
    assert (anything.measure, anything.lower_bound, anything.optimal) == (Measure.player(AutoPlay.HORNE), 0, False)


def test_interim_solutions_have_no_limit() -> None:
    shorter: list[Solution] = []
    solution = solver("short", Measure.CARDS, max_nodes=100_000).solve(Deal(5), on_solution=shorter.append)
    assert not solution.optimal
    assert len(shorter) > 1
    for one in shorter:
        assert (one.limit, one.optimal) == (None, False)
    assert shorter[-1].moves == solution.moves


def test_str_of_a_solution_is_one_line() -> None:
    def told(*fields: Any) -> str:
        return str(Solution(start, Verdict.SOLVED, moves, 2_000, 0.5, *fields))

    start = Deal(3).state()
    moves = solver("optimal", Measure.CARDS).solve(Deal(3)).moves
    lost = Solver(goal="short", measure=Measure.player(AutoPlay.ALL)).solve(Deal(11_982))
    assert str(lost).startswith("unsolvable with autoplay all (")
    assert str(solver("short", Measure.CARDS).solve(Deal(11_982))).startswith("unsolvable (")
    assert str(Solver(goal="short").solve(Deal(11_982))).startswith("unsolvable ("), "nothing is spoiled"
    nothing = solver("short", Measure.CARDS, max_nodes=10).solve(Deal(3))
    assert str(nothing).startswith("unknown, 70 or more are needed (10 positions, ")
    assert told(Measure.CARDS, None, 73) == "solved in 73 moves, the fewest (2,000 positions, 0.50 s)"
    assert told(Measure.CARDS, "nodes", 70) == (
        "solved in 73 moves, 70 or more are needed (2,000 positions, 0.50 s, stopped by nodes)"
    )
    assert told(Measure.RUNS) == "solved in 73 moves (2,000 positions, 0.50 s)"
    one = State([["KS"], *[[]] * 7], (), (13, 13, 13, 12))
    assert str(solver("short", Measure.CARDS).solve(one)).startswith("solved in 1 move, the fewest (")


def test_a_length_is_by_the_requested_measure() -> None:
    for number, measure in product((1, 2), MEASURES):
        solution = solver("short", measure, max_nodes=5_000).solve(Deal(number))
        assert solution.length() == solution.length(measure)
        if measure.autoplay is not None:
            assert solution.length() == len(solution.turns())
            assert solution.length() == len(solution.notation("extended", measure.autoplay).split())
        assert solution.length(Measure.RUNS) == len(solution.moves)


def test_the_default_measure_is_the_players() -> None:
    solution = Solver(goal="short", max_nodes=3_000).solve(Deal(1))
    assert solution.measure == Measure.player(FREECELL.usual_autoplay)
    as_said = Solver(goal="short", measure=Measure.player(AutoPlay.HORNE), max_nodes=3_000).solve(Deal(1))
    assert as_said == solution


def test_automatic_moves_on_the_deal_are_left_out() -> None:
    for number in range(1, 200):
        state = Deal(number, FREECELL.replace(ranks=4, columns=5)).state()
        if state.automoves(AutoPlay.HORNE):
            there = solver("optimal", Measure.player(AutoPlay.HORNE, on_deal=True)).solve(state)
            assert checked(there).moves[: len(state.automoves(AutoPlay.HORNE))] == state.automoves(AutoPlay.HORNE)
            after = solver("optimal", Measure.player(AutoPlay.HORNE)).solve(state.autoplay(AutoPlay.HORNE))
            assert after.length() == there.length() < there.length(Measure.player(AutoPlay.HORNE))
            return
    pytest.fail("no such deal")


def test_a_hint_of_a_shortest_win() -> None:
    state = near_the_end(1, 12)
    solution = solver("optimal", Measure.CARDS).solve(state)
    hint = solver("optimal", Measure.CARDS).hint(state)
    assert hint == Hint(solution.turns()[0].move, Basis.SOLUTION, Verdict.SOLVED, solution.length())


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"goal": "shortest"}, "'any', 'short' or 'optimal'"),
    ({"goal": None}, "'any', 'short' or 'optimal'"),
    ({"goal": 1}, "'any', 'short' or 'optimal'"),
    ({"goal": ["short"]}, "'any', 'short' or 'optimal'"),
    ({"goal": "Short"}, "'any', 'short' or 'optimal'"),
    ({"goal": "short", "measure": "cards"}, r"Measure\.CARDS"),
    ({"goal": "short", "measure": 2}, r"Measure\.CARDS"),
    ({"goal": "short", "measure": Measure}, r"Measure\.CARDS"),
    ({"measure": Measure.CARDS}, "'short' and 'optimal'"),
    ({"measure": Measure.player()}, "'short' and 'optimal'"),
]


@pytest.mark.parametrize(("fields", "right"), REFUSED, ids=str)
def test_bad_arguments_of_a_solver_are_refused(fields: dict[str, Any], right: str) -> None:
    with pytest.raises(FreeCellError, match=right):
        Solver(**fields)


@pytest.mark.parametrize("value", [5, "print", []], ids=str)
def test_on_solution_must_be_a_function(value: Any) -> None:
    with pytest.raises(FreeCellError, match="on_solution must be a function"):
        Solver(goal="short").solve(Deal(1), on_solution=value)


def test_any_win_is_reported_once() -> None:
    told: list[Solution] = []
    solution = Solver().solve(Deal(1), on_solution=told.append)
    assert told == [solution]
