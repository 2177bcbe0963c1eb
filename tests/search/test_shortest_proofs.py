"""The fewest moves of small games and of endings, held against every position there is."""

from __future__ import annotations

import random
from itertools import product

import pytest
from helpers.settings import untimed
from helpers.short_wins import (
    FREECELL,
    MEASURES,
    Graph,
    TooManyError,
    any_position,
    checked,
    core_graph,
    later,
    measures,
    near_the_end,
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
    EmptyColumns,
    Layout,
    Measure,
    Rules,
    Solver,
    State,
    Supermoves,
    Verdict,
    lower_bound,
)
from freecell._search.beam import BeamSearch
from freecell._search.bfida import OptimalSearch


def twin_graph(position: Position, measure: Measure, most: int) -> Graph:
    """By the slow twin, which shares nothing with the core."""
    single = measure == Measure.CARDS and position.rules.supermoves is not Supermoves.UNLIMITED

    def moves(here: Position) -> list[tuple[str, str, int]]:
        return [move for move in here.distinct_moves() if not single or move[2] == 1]

    def key(here: Position) -> object:
        return frozenset(here.columns), tuple(sorted(filter(None, here.cells))), here.home

    return Graph(position, measure, most, moves, key)


def hold_against(graph: Graph, start: State, measure: Measure) -> bool:
    """Check both goals and the bound against all positions; give whether there is a win."""
    length = graph.distance.get(graph.first)
    for goal in ("optimal", "short"):
        solution = solver(goal, measure).solve(start)
        assert solution.limit is None
        if length is None:
            assert (solution.verdict, solution.moves, solution.optimal) == (Verdict.UNSOLVABLE, (), False)
        else:
            checked(solution)
            assert (solution.length(), solution.lower_bound, solution.optimal) == (length, length, True)
    hold_parts(start, measure, length)
    hold_bound(graph, measure)
    return length is not None


def hold_parts(start: State, measure: Measure, length: int | None) -> None:
    """The search that proves does so alone, whatever others found; a beam with room for all finds a shortest win."""
    exact = OptimalSearch(start, measure)
    beam = BeamSearch(start, measure)
    beam.begin(2**40, 100, 2**20, 0)
    assert exact.run(10**9, 2**20, 2**40) == beam.run(10**9, 2**40) == ("exhausted" if length is None else "won")
    assert beam.is_complete
    if length is not None:
        assert exact.length() == beam.length() == length
        for moves in (exact.moves(), beam.moves()):
            assert start.play_all(moves).is_won()


@pytest.mark.parametrize(
    ("board", "rules", "measure", "length"),
    [
        (
            "Foundations: H-0 C-A D-2 S-2\nAH 3H 4S 4D\n3D 3C 2H 3S\n2C 4C 4H",
            Rules(cells=0, columns=3, foundation_takeback=True, ranks=4),
            Measure.CARDS,
            18,
        ),
        (
            "Foundations: H-A C-3 D-2 S-4\n5S 4C\n2H 5H\n5C 3D 4D 5D 3H\n4H",
            Rules(cells=0, columns=4, empty_columns=EmptyColumns.KINGS_ONLY, foundation_takeback=True, ranks=5),
            MEASURES[-2],
            14,
        ),
    ],
)
def test_a_card_that_comes_back_goes_home_more_than_once(
    board: str, rules: Rules, measure: Measure, length: int
) -> None:
    start = State.parse(board, rules)
    hold_parts(start, measure, length)
    assert solver("optimal", measure).solve(start).length() == length


def hold_bound(graph: Graph, measure: Measure) -> None:
    """The bound is never above what is left, and no move lets it fall by more than that move counts."""
    now = later(measure)
    bounds = {}
    for place, position in graph.met.items():
        state = position if isinstance(position, State) else core_state(position)
        bounds[place] = lower_bound(state, now)
        assert 0 <= bounds[place] <= graph.distance.get(place, 10**6), state
    for place, others in graph.edges.items():
        for other in others:
            assert bounds[place] - bounds[other] <= 1, graph.met[place]


SMALL = [
    FREECELL.replace(ranks=2, columns=2, cells=0),
    FREECELL.replace(ranks=2, columns=2, cells=1),
    FREECELL.replace(ranks=2, columns=1, cells=3),
    FREECELL.replace(ranks=3, columns=3, cells=0),
    FREECELL.replace(ranks=3, columns=2, cells=1),
    FREECELL.replace(ranks=4, columns=4, cells=0, supermoves=Supermoves.UNLIMITED),
    FREECELL.replace(ranks=3, columns=3, cells=1, empty_columns=EmptyColumns.KINGS_ONLY),
    FREECELL.replace(ranks=3, columns=3, cells=1, empty_columns=EmptyColumns.NOTHING, build=Build.SAME_SUIT),
    FREECELL.replace(ranks=3, columns=3, cells=0, foundation_takeback=True),
    FREECELL.replace(ranks=3, columns=2, cells=1, supermoves=Supermoves.OFF, build=Build.ANY_SUIT),
    FREECELL.replace(ranks=3, columns=3, cells=0, base=2, wrap=True),
    FREECELL.replace(ranks=3, columns=3, cells=0, base=3, wrap=True, build=Build.SAME_SUIT),
    FREECELL.replace(ranks=3, columns=4, cells=0, layout=Layout.BAKERS_DOZEN, build=Build.ANY_SUIT),
    FREECELL.replace(ranks=3, columns=3, cells=1, base=0, wrap=True, layout=Layout.PENGUIN),
]


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_small_games_are_proven_as_the_twin_does(rules: Rules) -> None:
    held = 0
    for number, measure in product(range(1, 4), MEASURES):
        try:
            graph = twin_graph(Position.deal(number, rules), measure, 60)
        except TooManyError:
            continue
        hold_against(graph, Deal(number, rules).state(), measure)
        held += 1
    assert held >= 14


@given(small_positions(), measures)
@settings(untimed, max_examples=60)
def test_a_small_position_is_proven_as_the_twin_does(position: Position, measure: Measure) -> None:
    try:
        graph = twin_graph(position, measure, 120)
    except TooManyError:
        assume(False)
    hold_against(graph, core_state(position), measure)


@given(small_positions(), st.sampled_from(AutoPlay), st.booleans())
@settings(untimed, max_examples=150)
def test_safe_autoplay_changes_no_verdict(position: Position, policy: AutoPlay, on_deal: bool) -> None:
    start = core_state(position)
    assume(start.rules.never_spoiled_by(policy))
    anyhow = Solver(max_nodes=20_000).solve(start)
    solution = solver("optimal", Measure.player(policy, on_deal=on_deal), max_nodes=20_000).solve(start)
    assume(Verdict.UNKNOWN not in (anyhow.verdict, solution.verdict))
    assert solution.verdict is anyhow.verdict


def hold_in_pieces(graph: Graph, start: State, measure: Measure, rng: random.Random) -> None:
    """Whatever length is to be beaten from one piece to the next, and whatever the memory, nothing false is said."""
    length = graph.distance.get(graph.first, 2**29)  # beyond all that is asked for where there is no win
    exact = OptimalSearch(start, measure)
    shorter, memory, proven = rng.choice([2**20, min(60, length) + rng.randint(0, 6)]), 60_000, 0
    for _ in range(200):
        outcome = exact.run(rng.choice([0, 1, 2, rng.randint(0, 20), rng.randint(0, 500)]), shorter, memory)
        assert proven <= exact.lower_bound <= length
        proven = exact.lower_bound
        if outcome == "won":
            assert exact.length() == length < shorter
            assert start.play_all(exact.moves()).is_won()
        elif outcome == "exhausted":
            assert shorter <= length
        elif outcome == "full":
            memory *= 2
        shorter = rng.choice(
            [shorter, shorter, max(0, shorter - rng.randint(1, 4)), shorter + rng.randint(1, 6), 2**20]
        )


@given(small_positions(), measures, st.randoms())
@settings(untimed, max_examples=60)
def test_a_proof_in_slices_is_never_wrong(position: Position, measure: Measure, rng: random.Random) -> None:
    start = core_state(position)
    try:
        graph = core_graph(start, measure, 400)
    except TooManyError:
        assume(False)
    hold_in_pieces(graph, start, measure, rng)


def hold_many(seed: int, number: int, most: int) -> tuple[int, int]:
    """Check that many positions drawn by chance; give how many are won, and how many positions were met."""
    rng = random.Random(seed)
    held = won = met = 0
    while held < number:
        state, measure = any_position(rng), rng.choice([*MEASURES, *MEASURES[-2:] * 4])
        try:
            graph = core_graph(state, measure, most)
        except TooManyError:
            continue
        won += hold_against(graph, state, measure)
        met += len(graph.met)
        held += 1
    return won, met


@pytest.mark.parametrize("seed", range(4))
def test_positions_of_every_kind_are_proven_as_an_exhaustive_search_does(seed: int) -> None:
    won, met = hold_many(seed, 150, 500)
    assert 50 < won < 140, "of both kinds"
    assert met > 5_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_many_positions_are_proven_as_an_exhaustive_search_does(seed: int) -> None:
    won, met = hold_many(seed, 500, 4_000)
    assert 150 < won < 470
    assert met > 50_000


def hold_ends(numbers: range, cards: int, most: int, rules: Rules = FREECELL) -> int:
    held = 0
    for number, measure in zip(numbers, MEASURES * len(numbers), strict=False):
        try:
            start = near_the_end(number, cards, rules)
            graph = core_graph(start, measure, most)
        except (StopIteration, TooManyError):
            continue
        held += hold_against(graph, start, measure)
    return held


def test_endings_are_proven_as_an_exhaustive_search_does() -> None:
    assert hold_ends(range(1, 43), 6, 500, FREECELL.replace(cells=2)) >= 20
    small = FREECELL.replace(cells=1, columns=4, ranks=3, foundation_takeback=True)
    assert hold_ends(range(1, 43), 9, 2_000, small) >= 20
    assert hold_ends(range(1, 29), 5, 1_000) >= 10


@pytest.mark.slow
def test_more_endings_are_proven_as_an_exhaustive_search_does() -> None:
    assert hold_ends(range(1, 141), 9, 20_000, FREECELL.replace(cells=2)) >= 50
