"""The solver with a measure and the solutions it gives, as values."""

from __future__ import annotations

import pickle
from itertools import product
from typing import Any

import pytest
from helpers.short_wins import BY_CARDS, COUNTS, FREECELL, checked, near_the_end, solver

from freecell import AutoPlay, Deal, FreeCellError, Hint, Measure, Solution, Solver, State, Verdict


def test_a_solution_with_a_measure_is_a_value() -> None:
    short = solver("short", (Measure.PLAYER, AutoPlay.CAUTIOUS, True), max_nodes=5_000).solve(Deal(1))
    cards = solver("optimal", BY_CARDS).solve(Deal(3))
    unknown = solver("short", BY_CARDS, max_nodes=10).solve(Deal(3))
    lost = solver("short", BY_CARDS).solve(Deal(11_982))
    anything = Solver().solve(Deal(3))
    for solution in (short, cards, unknown, lost, anything):
        twin = pickle.loads(pickle.dumps(solution))
        assert twin == solution
        assert hash(twin) == hash(solution)
        assert (twin.optimal, twin.length()) == (solution.optimal, solution.length())
        assert repr(solution) == f"<Solution: {solution}>"
    assert len({short, cards, unknown, lost, anything}) == 5
    assert (short.measure, short.autoplay, short.on_deal) == (Measure.PLAYER, AutoPlay.CAUTIOUS, True)
    assert (anything.measure, anything.autoplay, anything.on_deal, anything.lower_bound) == (None, None, False, 0)
    thawed = pickle.loads(pickle.dumps(short))
    with pytest.raises(FreeCellError, match="gone"):
        thawed.resume()
    assert cards.resume() is cards


def test_interim_solutions_cannot_be_resumed() -> None:
    shorter: list[Solution] = []
    solution = solver("short", COUNTS[5], max_nodes=1_000).solve(Deal(5), on_solution=shorter.append)
    assert not solution.optimal
    for one in (*shorter, *pickle.loads(pickle.dumps(shorter))):
        assert (one.limit, one.optimal) == (None, False)
        with pytest.raises(FreeCellError, match="gone"):
            one.resume(1000)
    before = len(shorter)
    last = solution.resume(200_000)
    assert last.moves == shorter[-1].moves
    assert len(shorter) > before, "it is told of what comes later, too"


def test_str_of_a_solution_is_one_line() -> None:
    def told(*fields: Any) -> str:
        return str(Solution(start, Verdict.SOLVED, moves, 2_000, 0.5, *fields))

    start = Deal(3).state()
    moves = solver("optimal", BY_CARDS).solve(Deal(3)).moves
    lost = Solver(goal="short", autoplay=AutoPlay.ALL).solve(Deal(11_982))
    assert str(lost).startswith("unsolvable with autoplay all (")
    assert str(solver("short", BY_CARDS).solve(Deal(11_982))).startswith("unsolvable (")
    assert str(Solver(goal="short").solve(Deal(11_982))).startswith("unsolvable ("), "nothing is spoiled"
    nothing = solver("short", BY_CARDS, max_nodes=10).solve(Deal(3))
    assert str(nothing).startswith("unknown, 70 or more are needed (10 positions, ")
    assert told(None, Measure.CARDS, None, False, 73) == "solved in 73 moves, the fewest (2,000 positions, 0.50 s)"
    assert told("nodes", Measure.CARDS, None, False, 70) == (
        "solved in 73 moves, 70 or more are needed (2,000 positions, 0.50 s, stopped by nodes)"
    )
    assert told() == "solved in 73 moves (2,000 positions, 0.50 s)"
    one = State([["KS"], *[[]] * 7], (), (13, 13, 13, 12))
    assert str(solver("short", BY_CARDS).solve(one)).startswith("solved in 1 move, the fewest (")


def test_a_length_is_by_the_requested_measure() -> None:
    for number, count in product((1, 2), COUNTS):
        measure, policy, on_deal = count
        solution = solver("short", count, max_nodes=5_000).solve(Deal(number))
        assert solution.length() == solution.length(measure)
        if measure is Measure.PLAYER:
            assert solution.length() == solution.length(measure, policy, on_deal) == solution.length(None, policy)
            assert solution.length() == len(solution.notation("extended", policy, on_deal).split())
        assert solution.length(Measure.RUNS) == len(solution.moves)


def test_the_default_measure_is_the_players() -> None:
    solution = Solver(goal="short", max_nodes=3_000).solve(Deal(1))
    assert (solution.measure, solution.autoplay, solution.on_deal) == (Measure.PLAYER, FREECELL.usual_autoplay, False)
    as_said = Solver(goal="short", measure=Measure.PLAYER, autoplay=AutoPlay.HORNE, max_nodes=3_000).solve(Deal(1))
    assert as_said == solution


def test_automatic_moves_on_the_deal_are_left_out() -> None:
    for number in range(1, 200):
        state = Deal(number, FREECELL.replace(ranks=4, columns=5)).state()
        if state.automoves(AutoPlay.HORNE):
            there = solver("optimal", (Measure.PLAYER, AutoPlay.HORNE, True)).solve(state)
            assert checked(there).moves[: len(state.automoves(AutoPlay.HORNE))] == state.automoves(AutoPlay.HORNE)
            after = solver("optimal", (Measure.PLAYER, AutoPlay.HORNE, False)).solve(state.autoplay(AutoPlay.HORNE))
            assert after.length() == there.length() == there.length(on_deal=True)
            return
    pytest.fail("no such deal")


def test_a_hint_of_a_shortest_win() -> None:
    state = near_the_end(1, 12)
    solution = solver("optimal", BY_CARDS).solve(state)
    assert solver("optimal", BY_CARDS).hint(state) == Hint(solution.moves[0], Verdict.SOLVED, len(solution.moves))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"goal": "shortest"}, "'any', 'short' or 'optimal'"),
    ({"goal": None}, "'any', 'short' or 'optimal'"),
    ({"goal": 1}, "'any', 'short' or 'optimal'"),
    ({"goal": ["short"]}, "'any', 'short' or 'optimal'"),
    ({"goal": "Short"}, "'any', 'short' or 'optimal'"),
    ({"goal": "short", "measure": "cards"}, r"Measure\.CARDS"),
    ({"goal": "short", "measure": 2}, r"Measure\.CARDS"),
    ({"goal": "short", "measure": Measure}, r"Measure\.CARDS"),
    ({"goal": "short", "autoplay": "horne"}, r"AutoPlay\.ALL"),
    ({"goal": "short", "autoplay": 2}, r"AutoPlay\.ALL"),
    ({"goal": "short", "on_deal": 1}, "True or False"),
    ({"goal": "short", "on_deal": None}, "True or False"),
    ({"measure": Measure.CARDS}, "'short' and 'optimal'"),
    ({"autoplay": AutoPlay.ALL}, "'short' and 'optimal'"),
    ({"on_deal": True}, "'short' and 'optimal'"),
    ({"goal": "short", "measure": Measure.CARDS, "autoplay": AutoPlay.ALL}, r"Measure\.PLAYER"),
    ({"goal": "optimal", "measure": Measure.RUNS, "on_deal": True}, r"Measure\.PLAYER"),
]


@pytest.mark.parametrize(("fields", "right"), REFUSED, ids=str)
def test_bad_arguments_of_a_solver_are_refused(fields: dict[str, Any], right: str) -> None:
    with pytest.raises(FreeCellError, match=right):
        Solver(**fields)


@pytest.mark.parametrize("value", [5, "print", []], ids=str)
def test_on_solution_must_be_a_function(value: Any) -> None:
    with pytest.raises(FreeCellError, match="on_solution must be a function"):
        Solver(goal="short").solve(Deal(1), on_solution=value)


def test_a_short_goal_reports_only_short_wins() -> None:
    told: list[Solution] = []
    Solver().solve(Deal(1), on_solution=told.append)
    assert told == []
