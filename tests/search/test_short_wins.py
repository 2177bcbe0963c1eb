"""Short wins: as short as they say, repeatable, and right at every limit."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
from helpers.settings import untimed
from helpers.short_wins import (
    FREECELL,
    MEASURES,
    TooManyError,
    answer,
    any_position,
    checked,
    core_graph,
    every_position,
    measures,
    small_positions,
    solver,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference import Position
from strategies import core_state

from freecell import (
    AutoPlay,
    Build,
    Deal,
    FreeCellError,
    Measure,
    Move,
    Rules,
    Solution,
    Solver,
    State,
    Supermoves,
    Verdict,
    lower_bound,
)
from freecell._search.shortest import ShortSearch

# Short wins


MANY_RULES = [
    *((1, rules) for rules in Rules.named().values()),
    (24, FREECELL.replace(foundation_takeback=True)),
    (24, FREECELL.replace(supermoves=Supermoves.OFF)),
    (24, FREECELL.replace(supermoves=Supermoves.CELLS_ONLY)),
    (7, FREECELL.replace(cells=1)),
    (164, FREECELL.replace(cells=0)),
]


@pytest.mark.parametrize("measure", [MEASURES[0], MEASURES[5], MEASURES[8], *MEASURES[-2:]], ids=str)
@pytest.mark.parametrize(("number", "rules"), MANY_RULES, ids=str)
def test_a_short_win_is_what_it_says(number: int, rules: Rules, measure: Measure) -> None:
    told: list[Solution] = []
    start = Deal(number, rules).state()
    solution = solver("short", measure, max_nodes=20_000).solve(start, on_solution=told.append)
    assert solution.nodes <= 20_000
    if solution.verdict is Verdict.SOLVED:
        checked(solution)
        lengths = [each.length() for each in told]
        assert all(longer > shorter for longer, shorter in pairwise(lengths))
        assert not lengths or solution.length() <= lengths[-1]
        for each in told:
            assert each.states()[-1].is_won()
            assert (each.start, each.verdict, each.measure) == (start, Verdict.SOLVED, measure)
            assert each.length() >= solution.length() >= each.lower_bound
    elif solution.verdict is Verdict.UNKNOWN:
        at_a_limit(solution)
    else:
        assert Solver().solve(start).verdict is Verdict.UNSOLVABLE or measure.autoplay not in (
            AutoPlay.NONE,
            AutoPlay.SURE,
        )


def at_a_limit(solution: Solution) -> None:
    assert solution.verdict is Verdict.UNKNOWN
    assert solution.limit is not None
    assert not solution.optimal
    states = tuple(every_position(solution.start, solution.moves))
    assert states == solution.states()
    if states[-1].is_won():  # but not with this autoplay
        with pytest.raises(FreeCellError, match="spoils"):
            solution.length()
    home = [state.cards_home() for state in states]
    assert home[-1] == max(home)


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_first_deals_are_won_in_few_moves(measure: Measure) -> None:
    shorter = 0
    for number in (1, 2, 3, 5, 24):
        solution = checked(solver("short", measure, max_nodes=50_000).solve(Deal(number)))
        policy = measure.autoplay or AutoPlay.NONE
        any_win = Solver().solve(Deal(number))
        try:
            assert solution.length() <= any_win.length(measure)
            shorter += solution.length() < any_win.length(measure)
        except FreeCellError:
            assert policy is AutoPlay.ALL
            shorter += 1
    assert shorter >= 4


def test_positions_on_the_way_are_won_in_few_moves() -> None:
    states = Solver().solve(Deal(24)).states()
    for measure in MEASURES:
        for state in states[5::20]:
            solution = solver("short", measure, max_nodes=50_000).solve(state)
            if measure.autoplay is not AutoPlay.ALL or solution.verdict is Verdict.SOLVED:
                checked(solution)


def test_a_solution_is_no_longer_with_more_positions() -> None:
    for number, measure in ((1, MEASURES[8]), (5, MEASURES[5]), (7, MEASURES[-1])):
        search = solver("short", measure).start(Deal(number))
        solution = search.solution
        length = 10**6
        for more in (1, 10, 300, 999, 5_000, 20_000, 60_000):
            before = solution
            search.run(nodes=more)
            solution = search.solution
            assert before.nodes < solution.nodes <= before.nodes + more
            assert solution.lower_bound >= before.lower_bound
            if solution.verdict is Verdict.SOLVED:
                checked(solution)
                assert solution.length() <= length
                length = solution.length()
            else:
                assert length == 10**6
        assert length < 10**6


def test_the_same_win_again_and_in_slices() -> None:
    for number, measure, goal in product((1, 2), (MEASURES[5], *MEASURES[-2:]), ("short", "optimal")):
        once = solver(goal, measure, max_nodes=30_000).solve(Deal(number))
        assert solver(goal, measure, max_nodes=30_000).solve(Deal(number)) == once
        for size in (1, 7, 1_000, 30_000):
            search = ShortSearch(Deal(number).state(), measure, goal == "optimal", 2**30, 30_000)
            most = 30_000 if size > 1 else 3_000
            while search.nodes < most and search.run(min(size, most - search.nodes)) == "running":
                pass
            if size > 1:
                assert (search.line(), search.nodes, search.lower_bound) == answer(once)[2:5]


def test_the_same_win_with_any_number_of_threads() -> None:
    starts = [*map(Deal, (1, 2, 3, 11_982)), Deal(10, Rules.BAKERS_GAME), State([[]] * 8, (), (13,) * 4)]
    for measure in (MEASURES[5], Measure.CARDS):
        some = solver("short", measure, max_nodes=10_000)
        alone = [answer(some.solve(start)) for start in starts]
        for jobs in (1, 2, 4):
            assert [answer(solution) for solution in some.solve_many(starts, jobs)] == alone


@pytest.mark.parametrize("most", [0, 1, 2, 3, 63, 64, 65, 1_000, 1_001])
@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_a_limit_of_positions(goal: str, most: int) -> None:
    for start, measure in product((Deal(11_982), Deal(1)), (MEASURES[5], *MEASURES[-2:])):
        solution = solver(goal, measure, max_nodes=most).solve(start)
        assert (solution.nodes, solution.limit) == (most, "nodes")
        assert solution.lower_bound >= lower_bound(solution.start, measure)
        if solution.verdict is Verdict.SOLVED:
            checked(solution)
        else:
            at_a_limit(solution)


@pytest.mark.parametrize("memory", [0, 1, 1_000, 100_000, 500_000, 1_000_000, 3_000_000])
@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_a_limit_of_memory(goal: str, memory: int) -> None:
    for start, measure in ((Deal(1), MEASURES[5]), (Deal(11_982), MEASURES[8]), (Deal(5), Measure.CARDS)):
        search = solver(goal, measure, max_memory=memory).start(start)
        search.run()
        solution = search.solution
        if solution.verdict is Verdict.UNSOLVABLE:
            assert (start, memory) == (Deal(11_982), 3_000_000), "with less memory it is not proven"
            continue
        assert solution.limit == "memory"
        assert search.run() == "memory"
        assert answer(search.solution) == answer(solution), "the limit holds until there is another"
        search.max_memory = 2**30
        search.run(nodes=30_000)
        more = search.solution
        assert more.nodes == solution.nodes + 30_000
        if solution.verdict is Verdict.SOLVED:
            assert checked(solution).length() >= checked(more).length()
        else:
            at_a_limit(solution)
            assert start != Deal(11_982) or more.verdict is not Verdict.SOLVED
            assert start == Deal(11_982) or checked(more), "with more memory, beams are tried again"


@given(
    small_positions(), measures, st.integers(0, 300), st.integers(0, 2_000_000), st.sampled_from(["short", "optimal"])
)
@settings(untimed, max_examples=60)
def test_a_limit_never_makes_a_proof_wrong(
    start: Position, measure: Measure, nodes: int, memory: int, goal: str
) -> None:
    try:
        graph = core_graph(core_state(start), measure, 600)
    except TooManyError:
        assume(False)
    length = graph.distance.get(graph.first)
    search = solver(goal, measure, max_nodes=nodes, max_memory=memory).start(core_state(start))
    for _ in range(3):
        search.run()
        solution = search.solution
        assert length is None or solution.lower_bound <= length
        if solution.verdict is Verdict.UNSOLVABLE:
            assert length is None
        elif solution.verdict is Verdict.UNKNOWN:
            at_a_limit(solution)
        else:
            assert length is not None
            checked(solution)
            assert length <= solution.length()
        search.max_nodes = solution.nodes + nodes // 2
    search.max_nodes, search.max_memory = None, 2**30
    search.run()
    last = search.solution
    assert (last.verdict is Verdict.UNSOLVABLE) == (length is None)
    assert length is None or checked(last).length() == length == last.lower_bound


@pytest.mark.parametrize(("goal", "measure"), [("short", MEASURES[5]), ("optimal", Measure.CARDS)], ids=str)
def test_a_deal_that_cannot_be_won(goal: str, measure: Measure) -> None:
    solution = solver(goal, measure).solve(Deal(11_982))
    assert (solution.verdict, solution.moves, solution.limit) == (Verdict.UNSOLVABLE, (), None)
    assert not solution.optimal
    assert solution.notation() == ""
    for rules in (Rules(cells=0), Rules(cells=1)):
        assert solver(goal, measure).solve(Deal(1, rules)).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("number", [1941, 98_714])
def test_deals_that_are_lost_only_under_autoplay_all(number: int) -> None:
    lost = solver("short", Measure.player(AutoPlay.ALL), max_nodes=150_000).solve(Deal(number))
    assert lost.verdict in (Verdict.UNSOLVABLE, Verdict.UNKNOWN)
    for policy in (AutoPlay.HORNE, AutoPlay.NONE):
        checked(solver("short", Measure.player(policy), max_nodes=150_000).solve(Deal(number)))


def test_a_win_must_hold_under_the_requested_autoplay() -> None:
    """Lost where all goes home, won where not: a red two has to wait for a black ace."""
    spoilt = 0
    rng = random.Random(7)
    for _ in range(8_000):
        state = any_position(rng)
        if state.rules.wrap or state.rules.build is not Build.ALTERNATE_COLOURS:
            continue
        try:
            graph = core_graph(state, Measure.player(AutoPlay.ALL), 200)
            whole = core_graph(state, Measure.player(AutoPlay.NONE), 600)
        except TooManyError:
            continue
        if graph.first not in graph.distance and whole.first in whole.distance:
            spoilt += 1
            for goal in ("short", "optimal"):
                solution = solver(goal, Measure.player(AutoPlay.ALL)).solve(state)
                assert (solution.verdict, solution.moves) == (Verdict.UNSOLVABLE, ())
    assert spoilt >= 3


# The least of starts


@pytest.mark.parametrize("goal", ["short", "optimal"])
@pytest.mark.parametrize("limits", [{}, {"max_nodes": 0}, {"max_nodes": 500}, {"max_seconds": 0}], ids=str)
def test_a_won_position_needs_no_move(goal: str, limits: dict[str, int]) -> None:
    tiny = State([[]], (), (1, 1, 1, 1), Rules(columns=1, ranks=1))
    for state, measure in product((State([[]] * 8, (), (13,) * 4), tiny), MEASURES):
        solution = checked(solver(goal, measure, **limits).solve(state))
        assert (solution.moves, solution.length(), solution.optimal, solution.nodes) == ((), 0, True, 0)
        assert solution.notation() == ""


@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_one_move_from_won(goal: str) -> None:
    state = State([["KS"], *[[]] * 7], (), (13, 13, 13, 12))
    for measure in MEASURES:
        solution = checked(solver(goal, measure).solve(state))
        policy = measure.autoplay or AutoPlay.NONE
        assert solution.moves == (Move("1", "h"),)
        assert solution.length() == solution.lower_bound == int(not measure.on_deal or policy is AutoPlay.NONE)
        assert solution.optimal
        assert solution.notation() == ("1h" if solution.length() else "")
        assert measure == solution.measure


@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_a_stuck_position(goal: str) -> None:
    state = State([["AC", "2C"], ["AD", "AH", "AS", "2D", "2H", "2S"]], rules=Rules(cells=0, columns=2, ranks=2))
    for measure in MEASURES:
        for start in (state, Deal(1, FREECELL.replace(cells=0)).state()):
            solution = solver(goal, measure).solve(start)
            assert (solution.verdict, solution.moves) == (Verdict.UNSOLVABLE, ())
