"""The goals short and optimal: what is proven is true by looking at every position; wins are as short as they say."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from reference import Position
from strategies import core_state, laid, played

from freecell import (
    CARDS,
    AutoPlay,
    Build,
    Deal,
    EmptyColumns,
    FreeCellError,
    Hint,
    Layout,
    Measure,
    Move,
    Rules,
    Solution,
    Solver,
    State,
    Supermoves,
    Verdict,
    replay,
)
from freecell._short import BeamSearch, OptimalSearch, lower_bound
from freecell.shortest import Aim, ShortSearch

untimed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
ROOT = Path(__file__).resolve().parent.parent
DATA = Path(__file__).parent / "data"
FREECELL = Rules.FREECELL

Count = tuple[Measure, AutoPlay, bool]
"""What counts: the measure, what goes home by itself, and whether it also does on the deal."""

COUNTS: list[Count] = [
    *((Measure.PLAYER, policy, on_deal) for policy, on_deal in product(AutoPlay, (False, True))),
    (Measure.RUNS, AutoPlay.NONE, False),
    (Measure.CARDS, AutoPlay.NONE, False),
]
BY_CARDS = COUNTS[-1]
counts = st.sampled_from(COUNTS)


def solver(goal: str, count: Count, **limits: Any) -> Solver:
    measure, policy, on_deal = count
    if measure is Measure.PLAYER:
        limits = {"autoplay": policy, "on_deal": on_deal, **limits}
    return Solver(goal=goal, measure=measure, **limits)  # type: ignore[arg-type]


def bound_of(state: State, count: Count) -> int:
    measure, policy, on_deal = count
    return lower_bound(state, measure.value, policy, on_deal)


def checked(solution: Solution) -> Solution:
    """Hold a win against what it says of itself: it replays, is as long as it says, and is not too short to be true."""
    assert solution.verdict is Verdict.SOLVED
    start, length, measure = solution.start, solution.length(), solution.measure
    states = solution.states()
    assert states == tuple(every_position(start, solution.moves))
    assert states[-1].is_won()
    assert solution.lower_bound <= length
    assert solution.optimal == (solution.limit is None) == (solution.lower_bound == length)
    if measure is Measure.PLAYER:
        assert solution.autoplay is not None
        for style in ("standard", "extended"):
            text = solution.notation(style)  # type: ignore[arg-type]
            assert replay(start, text, autoplay=solution.autoplay, on_deal=solution.on_deal).won
        assert length == len(text.split())
    else:
        assert (solution.autoplay, solution.on_deal) == (None, False)
        assert replay(start, solution.notation("extended", AutoPlay.NONE), AutoPlay.NONE).won
        single = measure is Measure.CARDS and start.rules.supermoves is not Supermoves.UNLIMITED
        steps = [state.expand(move) if single else (move,) for state, move in zip(states, solution.moves, strict=False)]
        assert length == sum(map(len, steps))
        if single and solution.optimal:
            assert start.play_all(move for singles in steps for move in singles).is_won()
    return solution


def every_position(state: State, moves: tuple[Move, ...]) -> Iterator[State]:
    """Every position on the way, each move legal."""
    yield state
    for move in moves:
        assert state.is_legal(move)
        state = state.play(move)
        yield state


# Every position of a small game


class TooManyError(Exception):
    """More positions than are worth the time."""


class Graph:
    """All positions that come up, one of each kind, what a move leads to, and how far each is from a win."""

    def __init__(
        self,
        start: Any,
        count: Count,
        most: int,
        moves: Callable[[Any], Any],
        key: Callable[[Any], Any],
    ) -> None:
        _, policy, on_deal = count
        first = start.autoplay(policy) if on_deal else start
        self.first = key(first)
        self.met = {self.first: first}
        self.edges: dict[Any, list[Any]] = {}
        before: dict[Any, list[Any]] = {}
        waiting = deque([self.first])
        while waiting:
            place = waiting.popleft()
            position = self.met[place]
            self.edges[place] = []
            for move in moves(position):
                after = position.play(move).autoplay(policy)
                there = key(after)
                if there not in self.met:
                    if len(self.met) == most:
                        raise TooManyError
                    self.met[there] = after
                    waiting.append(there)
                self.edges[place].append(there)
                before.setdefault(there, []).append(place)
        self.distance = {place: 0 for place, position in self.met.items() if position.is_won()}
        waiting = deque(self.distance)
        while waiting:
            place = waiting.popleft()
            for earlier in before.get(place, ()):
                if earlier not in self.distance:
                    self.distance[earlier] = self.distance[place] + 1
                    waiting.append(earlier)


def twin_graph(position: Position, count: Count, most: int) -> Graph:
    """By the slow twin, which shares nothing with the core."""
    single = count[0] is Measure.CARDS and position.rules.supermoves is not Supermoves.UNLIMITED

    def moves(here: Position) -> list[tuple[str, str, int]]:
        return [move for move in here.distinct_moves() if not single or move[2] == 1]

    def key(here: Position) -> object:
        return frozenset(here.columns), tuple(sorted(filter(None, here.cells))), here.home

    return Graph(position, count, most, moves, key)


def core_graph(state: State, count: Count, most: int) -> Graph:
    """By the core's rules, which the twin is held against elsewhere; faster."""
    single = count[0] is Measure.CARDS and state.rules.supermoves is not Supermoves.UNLIMITED

    def moves(here: State) -> list[Move]:
        return [move for move in here.distinct_moves() if not single or move.count == 1]

    return Graph(state, count, most, moves, State.key)


def hold_against(graph: Graph, start: State, count: Count) -> bool:
    """Check both goals and the bound against all positions; give whether there is a win."""
    length = graph.distance.get(graph.first)
    for goal in ("optimal", "short"):
        solution = solver(goal, count).solve(start)
        assert solution.limit is None
        if length is None:
            assert (solution.verdict, solution.moves, solution.optimal) == (Verdict.UNSOLVABLE, (), False)
        else:
            checked(solution)
            assert (solution.length(), solution.lower_bound, solution.optimal) == (length, length, True)
    hold_parts(start, count, length)
    hold_bound(graph, count)
    return length is not None


def hold_parts(start: State, count: Count, length: int | None) -> None:
    """The search that proves does so alone, whatever others found; a beam with room for all finds a shortest win."""
    measure, policy, on_deal = count
    exact = OptimalSearch(start, measure.value, policy, on_deal)
    beam = BeamSearch(start, measure.value, policy, on_deal)
    beam.begin(2**40, 100, 2**20, 0)
    assert exact.run(10**9, 2**20, 2**40) == beam.run(10**9, 2**40) == ("exhausted" if length is None else "won")
    assert beam.is_complete
    if length is not None:
        assert exact.length() == beam.length() == length
        for moves in (exact.moves(), beam.moves()):
            assert start.play_all(moves).is_won()


@pytest.mark.parametrize(
    ("board", "rules", "count", "length"),
    [
        (
            "Foundations: H-0 C-A D-2 S-2\nAH 3H 4S 4D\n3D 3C 2H 3S\n2C 4C 4H",
            Rules(cells=0, columns=3, foundation_takeback=True, ranks=4),
            BY_CARDS,
            18,
        ),
        (
            "Foundations: H-A C-3 D-2 S-4\n5S 4C\n2H 5H\n5C 3D 4D 5D 3H\n4H",
            Rules(cells=0, columns=4, empty_columns=EmptyColumns.KINGS_ONLY, foundation_takeback=True, ranks=5),
            COUNTS[-2],
            14,
        ),
    ],
)
def test_a_card_that_comes_back_goes_home_more_than_once(board: str, rules: Rules, count: Count, length: int) -> None:
    start = State.parse(board, rules)
    hold_parts(start, count, length)
    assert solver("optimal", count).solve(start).length() == length


def hold_bound(graph: Graph, count: Count) -> None:
    """The bound is never above what is left, and no move lets it fall by more than that move counts."""
    now = (*count[:2], False)
    bounds = {}
    for place, position in graph.met.items():
        state = position if isinstance(position, State) else core_state(position)
        bounds[place] = bound_of(state, now)
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
def test_small_games_are_proven_as_the_twin_finds(rules: Rules) -> None:
    held = 0
    for number, count in product(range(1, 4), COUNTS):
        try:
            graph = twin_graph(Position.deal(number, rules), count, 60)
        except TooManyError:
            continue
        hold_against(graph, Deal(number, rules).state(), count)
        held += 1
    assert held >= 14


@st.composite
def small_rules(draw: st.DrawFn, most_ranks: int = 5) -> Rules:
    ranks = draw(st.integers(1, most_ranks))
    return Rules(
        cells=draw(st.integers(0, 4)),
        columns=draw(st.integers(1, 5)),
        build=draw(st.sampled_from(Build)),
        empty_columns=draw(st.sampled_from(EmptyColumns)),
        supermoves=draw(st.sampled_from(Supermoves)),
        foundation_takeback=draw(st.booleans()),
        ranks=ranks,
        base=draw(st.just(1) | st.integers(1, ranks)),
        wrap=draw(st.sampled_from([False, False, True])),
    )


def small_positions() -> st.SearchStrategy[Position]:
    return laid(small_rules()) | laid(small_rules(), filled_columns=3) | played(small_rules(3))


@given(small_positions(), counts)
@settings(untimed, max_examples=60)
def test_a_small_position_is_proven_as_the_twin_finds(position: Position, count: Count) -> None:
    try:
        graph = twin_graph(position, count, 120)
    except TooManyError:
        assume(False)
    hold_against(graph, core_state(position), count)


@given(small_positions(), st.sampled_from(AutoPlay), st.booleans())
@settings(untimed, max_examples=150)
def test_what_never_spoils_changes_no_verdict(position: Position, policy: AutoPlay, on_deal: bool) -> None:
    start = core_state(position)
    assume(start.rules.never_spoiled_by(policy))
    anyhow = Solver(max_nodes=20_000).solve(start)
    solution = solver("optimal", (Measure.PLAYER, policy, on_deal), max_nodes=20_000).solve(start)
    assume(Verdict.UNKNOWN not in (anyhow.verdict, solution.verdict))
    assert solution.verdict is anyhow.verdict


def hold_in_pieces(graph: Graph, start: State, count: Count, rng: random.Random) -> None:
    """Whatever length is to be beaten from one piece to the next, and whatever the memory, nothing false is said."""
    measure, policy, on_deal = count
    length = graph.distance.get(graph.first, 2**29)  # beyond all that is asked for where there is no win
    exact = OptimalSearch(start, measure.value, policy, on_deal)
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


@given(small_positions(), counts, st.randoms())
@settings(untimed, max_examples=60)
def test_a_proof_in_pieces_says_nothing_false(position: Position, count: Count, rng: random.Random) -> None:
    start = core_state(position)
    try:
        graph = core_graph(start, count, 400)
    except TooManyError:
        assume(False)
    hold_in_pieces(graph, start, count, rng)


def any_position(rng: random.Random) -> State:
    """A small deck any way at all, a part of it home, its columns sometimes nearly in order; most rules, any mix."""
    ranks = rng.randint(1, 5)
    rules = Rules(
        cells=rng.randint(0, 4),
        columns=rng.randint(1, 4),
        build=rng.choice([Build.ALTERNATE_COLOURS, *Build]),
        empty_columns=rng.choice([EmptyColumns.ANY_CARD, *EmptyColumns]),
        supermoves=rng.choice(list(Supermoves)),
        foundation_takeback=rng.random() < 0.3,
        ranks=ranks,
        base=rng.choice([1, rng.randint(1, ranks)]),
        wrap=rng.random() < 0.25,
    )
    ahead = rng.choice([0, rng.randint(0, ranks)])
    home = [rng.choice([ahead, rng.randint(0, ahead)]) for _ in range(4)]
    tops = [number and (rules.base + number - 2) % ranks + 1 for number in home]
    left = [card for card in CARDS[: 4 * ranks] if (card.rank - rules.base) % ranks >= home[card.suit]]
    rng.shuffle(left)
    if rng.random() < 0.4:
        mixed = rng.choice([1, 3])
        left.sort(key=lambda card: rng.random() * mixed - (card.rank - rules.base) % ranks)
    in_cells = [left.pop(rng.randrange(len(left))) for _ in range(rng.randint(0, min(rules.cells, len(left))))]
    columns: list[list[Any]] = [[] for _ in range(rules.columns)]
    for card in left:
        rng.choice(columns).append(card)
    return State(columns, in_cells, tops, rules)


def hold_many(seed: int, number: int, most: int) -> tuple[int, int]:
    """Check that many positions drawn by chance; give how many are won, and how many positions were met."""
    rng = random.Random(seed)
    held = won = met = 0
    while held < number:
        state, count = any_position(rng), rng.choice([*COUNTS, *COUNTS[-2:] * 4])
        try:
            graph = core_graph(state, count, most)
        except TooManyError:
            continue
        won += hold_against(graph, state, count)
        met += len(graph.met)
        held += 1
    return won, met


@pytest.mark.parametrize("seed", range(4))
def test_positions_of_every_kind_are_proven_as_looking_at_all_of_them_finds(seed: int) -> None:
    won, met = hold_many(seed, 150, 500)
    assert 50 < won < 140, "of both kinds"
    assert met > 5_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_many_positions_are_proven_as_looking_at_all_of_them_finds(seed: int) -> None:
    won, met = hold_many(seed, 500, 4_000)
    assert 150 < won < 470
    assert met > 50_000


def near_the_end(number: int, cards: int, rules: Rules = FREECELL) -> State:
    """A position on the way to a win, with no more than so many cards left."""
    solution = Solver().solve(Deal(number, rules))
    return next(state for state in solution.states() if 4 * rules.ranks - state.cards_home() <= cards)


def hold_ends(numbers: range, cards: int, most: int, rules: Rules = FREECELL) -> int:
    held = 0
    for number, count in zip(numbers, COUNTS * len(numbers), strict=False):
        try:
            start = near_the_end(number, cards, rules)
            graph = core_graph(start, count, most)
        except (StopIteration, TooManyError):
            continue
        held += hold_against(graph, start, count)
    return held


def test_the_ends_of_deals_are_proven_as_looking_at_all_positions_finds() -> None:
    assert hold_ends(range(1, 43), 6, 500, FREECELL.replace(cells=2)) >= 20
    assert hold_ends(range(15, 29), 6, 500, FREECELL.replace(cells=3, foundation_takeback=True)) >= 3
    assert hold_ends(range(1, 29), 5, 1_000) >= 10


@pytest.mark.slow
def test_more_ends_of_deals_are_proven_as_looking_at_all_positions_finds() -> None:
    assert hold_ends(range(1, 141), 9, 20_000, FREECELL.replace(cells=2)) >= 50


# The bound


def rests(solution: Solution) -> Iterator[tuple[State, int]]:
    """The positions on the way to a win, each with how many of its moves are left."""
    if solution.measure is not Measure.PLAYER:
        for made, state in enumerate(solution.states()):
            yield state, solution.length() - made
        return
    assert solution.autoplay is not None
    again = replay(solution.start, solution.notation("extended"), solution.autoplay, solution.on_deal)
    for made, state in enumerate(again.states):
        yield state, solution.length() - made


def hold_on_the_way(solution: Solution, count: Count) -> int:
    assert solution.optimal
    for place, (state, rest) in enumerate(rests(checked(solution))):
        assert bound_of(state, (*count[:2], False)) <= rest, f"{solution.start!r} after {place}"
    return place + 1


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_the_bound_holds_on_the_way_to_a_shortest_win(count: Count) -> None:
    positions = 0
    for number in range(1, 6):
        start = Deal(number, FREECELL.replace(ranks=7, columns=7, cells=3))
        positions += hold_on_the_way(solver("optimal", count).solve(start), count)
    assert positions > 30


@pytest.mark.slow
def test_the_bound_holds_at_ten_thousand_positions_on_the_way_to_shortest_wins() -> None:
    positions = sum(
        hold_on_the_way(solution, BY_CARDS) for solution in map(solver("optimal", BY_CARDS).solve, map(Deal, (2, 3, 7)))
    )
    for number in range(1, 10**6):
        rules = FREECELL.replace(ranks=7 + number % 2, columns=7, cells=3 + number % 2)
        count = COUNTS[number % len(COUNTS)] if number % 2 else COUNTS[-1 - number // 2 % 2]
        solution = solver("optimal", count, max_nodes=20_000).solve(Deal(number, rules))
        if solution.optimal:
            positions += hold_on_the_way(solution, count)
        if positions > 10_000:
            break


@pytest.mark.parametrize("name", [*Rules.named(), "takeback", "no supermoves", "no cells"])
def test_no_move_lets_the_bound_fall_by_more_than_it_counts(name: str) -> None:
    others = {
        "takeback": FREECELL.replace(foundation_takeback=True),
        "no supermoves": FREECELL.replace(supermoves=Supermoves.OFF),
        "no cells": FREECELL.replace(cells=0, columns=11),
    }
    rules = others[name] if name in others else Rules.parse(name)
    rng = random.Random(name)
    checks = 0
    for number, count in enumerate(COUNTS * 2, 1):
        measure, policy, _ = count
        now = (measure, policy, False)
        state = Deal(number, rules).state()
        for _ in range(40):
            moves = state.distinct_moves()
            before = bound_of(state, now)
            for move in moves:
                if measure is Measure.CARDS and rules.supermoves is not Supermoves.UNLIMITED and move.count > 1:
                    continue
                assert before - bound_of(state.play(move).autoplay(policy), now) <= 1, (state, move, count)
                checks += 1
            home = [move for move in moves if move.target.is_home]
            if not moves:
                break
            state = state.play(rng.choice(home if home and rng.random() < 0.5 else moves)).autoplay(policy)
    assert checks > 30


@given(laid(st.just(FREECELL)) | laid(st.sampled_from([*Rules.named().values()])), counts, st.randoms())
@settings(untimed, max_examples=100)
def test_no_move_anywhere_lets_the_bound_fall_by_more(position: Position, count: Count, rng: random.Random) -> None:
    state = core_state(position)
    measure, policy, _ = count
    before = bound_of(state, (measure, policy, False))
    single = measure is Measure.CARDS and state.rules.supermoves is not Supermoves.UNLIMITED
    moves = [move for move in state.distinct_moves() if not single or move.count == 1]
    for move in rng.sample(moves, min(len(moves), 12)):
        assert before - bound_of(state.play(move).autoplay(policy), (measure, policy, False)) <= 1


def positions_within(start: State, count: Count, bound: int) -> int:
    """How many positions a win of that length may go through, for all that the bound tells."""
    measure, policy, on_deal = count
    free_home = measure is not Measure.PLAYER or policy is AutoPlay.NONE
    sent = AutoPlay.SURE if free_home else policy
    waiting = deque([start.autoplay(sent) if on_deal or free_home else start])
    made = {waiting[0].key(): 0}
    while waiting:
        state = waiting.popleft()
        for move in state.distinct_moves():
            then = state.play(move).autoplay(sent)
            free = free_home and move.target.is_home
            length = made[state.key()] + (not free)
            if length >= made.get(then.key(), bound + 1) or (measure is Measure.CARDS and move.count > 1):
                continue
            home = then.cards_home() - start.cards_home() if free_home else 0
            if length + home + bound_of(then, (measure, policy, False)) <= bound:
                made[then.key()] = length
                (waiting.appendleft if free else waiting.append)(then)
    return len(made)


@pytest.mark.parametrize("count", [BY_CARDS, COUNTS[-2], COUNTS[0], (Measure.PLAYER, AutoPlay.ALL, True)], ids=str)
def test_a_proof_looks_at_all_positions_within_its_bound_and_at_no_others(count: Count) -> None:
    measure, policy, on_deal = count
    held = 0
    for number, more in product(range(1, 9), range(4)):
        start = Deal(number).state()
        least = bound_of(start, count)
        exact = OptimalSearch(start, measure.value, policy, on_deal)
        # It takes the least bound, and then the last at once, as it is near.
        if exact.run(6000, least + 1 + more, 2**40) == "exhausted":
            bounds = {least, least + more}
            assert exact.nodes == sum(positions_within(start, count, bound) for bound in bounds)
            held += 1
    assert held > 12


def test_the_lengths_in_the_documentation_are_what_is_proven() -> None:
    lines = (ROOT / "docs" / "shortest_by_cards.csv").read_text(encoding="utf-8").split()
    assert lines[0] == "deal,length,at_least"
    told = {deal: (length, least) for deal, length, least in (map(int, line.split(",")) for line in lines[1:])}
    assert list(told) == list(range(1, len(told) + 1))
    known = (DATA / "optimal_single_card_1-50.csv").read_text(encoding="utf-8").split()[1:]
    for deal, length in (map(int, line.split(",")) for line in known):
        assert told[deal] == (length, length)
    for deal, (length, least) in told.items():
        assert bound_of(Deal(deal).state(), BY_CARDS) <= least <= length
    for deal in (65, 69):
        assert solver("optimal", BY_CARDS).solve(Deal(deal)).length() == told[deal][0]


def test_the_bound_by_hand() -> None:
    two = Rules(ranks=2, columns=2, cells=1)
    lies = State([["2C", "AC", "2D", "AD"], ["2H", "AH", "2S", "AS"]], rules=two)
    assert [bound_of(lies, (measure, AutoPlay.NONE, False)) for measure in Measure] == [8, 8, 8]
    assert bound_of(lies, (Measure.PLAYER, AutoPlay.ALL, False)) == 0
    buried = State([["AC", "2C"], ["2D", "AD", "2H", "AH", "2S", "AS"]], rules=two)
    assert [bound_of(buried, (measure, AutoPlay.NONE, False)) for measure in Measure] == [9, 9, 9]
    assert bound_of(buried, (Measure.PLAYER, AutoPlay.ALL, True)) == 1
    circle = State([["AC", "2D"], ["AD", "2C"], ["2H", "AH"], ["2S", "AS"]], rules=two.replace(columns=4))
    assert bound_of(circle, BY_CARDS) == 9
    three = State([["AC", "3C", "2D"], ["3D", "2C"], []], (), (0, 1, 3, 3), two.replace(ranks=3, columns=3))
    assert bound_of(three, BY_CARDS) == 5 + 1, "3C lies on AC"
    won = State([[]] * 8, (), (13,) * 4)
    assert [bound_of(won, count) for count in COUNTS] == [0] * len(COUNTS)


def test_a_run_that_moves_at_once_counts_once() -> None:
    rules = Rules(ranks=4, columns=4, cells=2)
    board = "Foundations: H-4 C-0 D-A S-4\nAC 2D 4C 3D 2C\n3C 4D\n:\n:"
    start = State.parse(board, rules)
    assert bound_of(start, BY_CARDS) == 7 + 3, "4C and 2C lie on AC, 3D on 2D"
    assert bound_of(start, (Measure.RUNS, AutoPlay.NONE, False)) == 7 + 1


# Published


def published() -> dict[int, int]:
    lines = (DATA / "optimal_single_card_1-50.csv").read_text(encoding="utf-8").split()[1:]
    return {int(number): int(length) for number, length in (line.split(",") for line in lines)}


def hold_published(number: int) -> None:
    solution = checked(solver("optimal", BY_CARDS).solve(Deal(number)))
    assert (solution.length(), solution.optimal) == (published()[number], True)


@pytest.mark.parametrize("number", [2, 3, 6, 7, 8])
def test_deals_whose_shortest_wins_are_known(number: int) -> None:
    hold_published(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", [13, 15, 17, 18, 20, 26, 28, 33, 46, 47, 50])
def test_more_deals_whose_shortest_wins_are_known(number: int) -> None:
    hold_published(number)


def test_nothing_is_shorter_than_what_is_known_to_be_the_shortest() -> None:
    assert len(published()) == 50
    for number, length in published().items():
        start = Deal(number).state()
        solution = checked(solver("short", BY_CARDS, max_nodes=20_000).solve(start))
        assert bound_of(start, BY_CARDS) <= solution.lower_bound <= length <= solution.length()


def test_a_win_that_makes_a_move_before_cards_go_home() -> None:
    """A search that sends home what it can on the start finds none."""
    rules = Rules(cells=0, columns=3, build=Build.SAME_SUIT, ranks=3, base=3, wrap=True)
    start = State.parse("2D 3H AC 3C\n3D AD AS 2S\n2C AH 2H 3S", rules)
    for goal in ("short", "optimal"):
        assert checked(solver(goal, (Measure.PLAYER, AutoPlay.CAUTIOUS, False)).solve(start)).length() == 6
        lost = solver(goal, (Measure.PLAYER, AutoPlay.CAUTIOUS, True)).solve(start)
        assert lost.verdict is Verdict.UNSOLVABLE


# Short wins

MANY_RULES = [
    *((1, rules) for rules in Rules.named().values()),
    (24, FREECELL.replace(foundation_takeback=True)),
    (24, FREECELL.replace(supermoves=Supermoves.OFF)),
    (24, FREECELL.replace(supermoves=Supermoves.CELLS_ONLY)),
    (7, FREECELL.replace(cells=1)),
    (164, FREECELL.replace(cells=0)),
]


@pytest.mark.parametrize("count", [COUNTS[0], COUNTS[5], COUNTS[8], *COUNTS[-2:]], ids=str)
@pytest.mark.parametrize(("number", "rules"), MANY_RULES, ids=str)
def test_a_short_win_is_what_it_says(number: int, rules: Rules, count: Count) -> None:
    told: list[Solution] = []
    start = Deal(number, rules).state()
    solution = solver("short", count, max_nodes=20_000).solve(start, on_solution=told.append)
    assert solution.nodes <= 20_000
    if solution.verdict is Verdict.SOLVED:
        checked(solution)
        lengths = [each.length() for each in told]
        assert all(longer > shorter for longer, shorter in pairwise(lengths))
        assert not lengths or solution.length() <= lengths[-1]
        for each in told:
            assert each.states()[-1].is_won()
            assert (each.start, each.verdict, each.measure) == (start, Verdict.SOLVED, count[0])
            assert each.length() >= solution.length() >= each.lower_bound
    elif solution.verdict is Verdict.UNKNOWN:
        at_a_limit(solution)
    else:
        assert Solver().solve(start).verdict is Verdict.UNSOLVABLE or count[1] not in (AutoPlay.NONE, AutoPlay.SURE)


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


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_first_deals_are_won_in_few_moves(count: Count) -> None:
    shorter = 0
    for number in (1, 2, 3, 5, 24):
        solution = checked(solver("short", count, max_nodes=50_000).solve(Deal(number)))
        measure, policy, on_deal = count
        any_win = Solver().solve(Deal(number))
        try:
            assert solution.length() <= any_win.length(measure, policy, on_deal)
            shorter += solution.length() < any_win.length(measure, policy, on_deal)
        except FreeCellError:
            assert policy is AutoPlay.ALL
            shorter += 1
    assert shorter >= 4


def test_positions_on_the_way_are_won_in_few_moves() -> None:
    states = Solver().solve(Deal(24)).states()
    for count in COUNTS:
        for state in states[5::20]:
            solution = solver("short", count, max_nodes=50_000).solve(state)
            if count[1] is not AutoPlay.ALL or solution.verdict is Verdict.SOLVED:
                checked(solution)


def test_a_solution_is_no_longer_with_more_positions() -> None:
    for number, count in ((1, COUNTS[8]), (5, COUNTS[5]), (7, COUNTS[-1])):
        solution = solver("short", count, max_nodes=0).solve(Deal(number))
        length = 10**6
        for more in (1, 10, 300, 999, 5_000, 20_000, 60_000):
            before = solution
            solution = solution.resume(more)
            assert before.nodes < solution.nodes <= before.nodes + more
            assert solution.lower_bound >= before.lower_bound
            if solution.verdict is Verdict.SOLVED:
                checked(solution)
                assert solution.length() <= length
                length = solution.length()
            else:
                assert length == 10**6
        assert length < 10**6


def answer(solution: Solution) -> tuple[object, ...]:
    return solution.start, solution.verdict, solution.moves, solution.nodes, solution.lower_bound, solution.limit


def test_the_same_again_and_in_slices() -> None:
    for number, count, goal in product((1, 2), (COUNTS[5], *COUNTS[-2:]), ("short", "optimal")):
        aim = Aim(goal == "optimal", *count)
        once = solver(goal, count, max_nodes=30_000).solve(Deal(number))
        assert solver(goal, count, max_nodes=30_000).solve(Deal(number)) == once
        for size in (1, 7, 1_000, 30_000):
            search = ShortSearch(Deal(number).state(), aim, 2**30, 30_000)
            left = 30_000 if size > 1 else 3_000
            while left and search.run(min(size, left)) == "running":
                left -= min(size, left)
            if size > 1:
                assert (search.moves(), search.nodes, search.lower_bound) == answer(once)[2:5]


def test_the_same_by_any_number_of_threads() -> None:
    starts = [*map(Deal, (1, 2, 3, 11_982)), Deal(10, Rules.BAKERS_GAME), State([[]] * 8, (), (13,) * 4)]
    for count in (COUNTS[5], BY_CARDS):
        some = solver("short", count, max_nodes=10_000)
        alone = [answer(some.solve(start)) for start in starts]
        for jobs in (1, 2, 4):
            assert [answer(solution) for solution in some.solve_many(starts, jobs)] == alone


@pytest.mark.parametrize("most", [0, 1, 2, 3, 63, 64, 65, 1_000, 1_001])
@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_a_limit_of_positions(goal: str, most: int) -> None:
    for start, count in product((Deal(11_982), Deal(1)), (COUNTS[5], *COUNTS[-2:])):
        solution = solver(goal, count, max_nodes=most).solve(start)
        assert (solution.nodes, solution.limit) == (most, "nodes")
        assert solution.lower_bound >= bound_of(solution.start, count)
        if solution.verdict is Verdict.SOLVED:
            checked(solution)
        else:
            at_a_limit(solution)


@pytest.mark.parametrize("memory", [0, 1, 1_000, 100_000, 500_000, 1_000_000, 3_000_000])
@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_a_limit_of_memory(goal: str, memory: int) -> None:
    for start, count in ((Deal(1), COUNTS[5]), (Deal(11_982), COUNTS[8]), (Deal(5), BY_CARDS)):
        solution = solver(goal, count, max_memory=memory).solve(start)
        if solution.verdict is Verdict.UNSOLVABLE:
            assert (start, memory) == (Deal(11_982), 3_000_000), "with less memory it is not proven"
            continue
        assert solution.limit == "memory"
        assert answer(solution.resume()) == answer(solution), "the limit holds until there is another"
        more = solution.resume(30_000, max_memory=2**30)
        assert more.nodes == solution.nodes + 30_000
        if solution.verdict is Verdict.SOLVED:
            assert checked(solution).length() >= checked(more).length()
        else:
            at_a_limit(solution)
            assert start != Deal(11_982) or more.verdict is not Verdict.SOLVED
            assert start == Deal(11_982) or checked(more), "with more memory, beams are tried again"


@given(small_positions(), counts, st.integers(0, 300), st.integers(0, 2_000_000), st.sampled_from(["short", "optimal"]))
@settings(untimed, max_examples=60)
def test_a_limit_never_makes_a_proof_wrong(start: Position, count: Count, nodes: int, memory: int, goal: str) -> None:
    try:
        graph = core_graph(core_state(start), count, 600)
    except TooManyError:
        assume(False)
    length = graph.distance.get(graph.first)
    solution = solver(goal, count, max_nodes=nodes, max_memory=memory).solve(core_state(start))
    for _ in range(3):
        assert length is None or solution.lower_bound <= length
        if solution.verdict is Verdict.UNSOLVABLE:
            assert length is None
        elif solution.verdict is Verdict.UNKNOWN:
            at_a_limit(solution)
        else:
            assert length is not None
            checked(solution)
            assert length <= solution.length()
        solution = solution.resume(nodes // 2)
    last = solution.resume(max_memory=2**30)
    assert (last.verdict is Verdict.UNSOLVABLE) == (length is None)
    assert length is None or checked(last).length() == length == last.lower_bound


@pytest.mark.parametrize(("goal", "count"), [("short", COUNTS[5]), ("optimal", BY_CARDS)], ids=str)
def test_a_deal_that_cannot_be_won(goal: str, count: Count) -> None:
    solution = solver(goal, count).solve(Deal(11_982))
    assert (solution.verdict, solution.moves, solution.limit) == (Verdict.UNSOLVABLE, (), None)
    assert not solution.optimal
    assert solution.notation() == ""
    for rules in (Rules(cells=0), Rules(cells=1)):
        assert solver(goal, count).solve(Deal(1, rules)).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("number", [1941, 98_714])
def test_deals_that_are_lost_only_where_all_goes_home(number: int) -> None:
    lost = solver("short", (Measure.PLAYER, AutoPlay.ALL, False), max_nodes=150_000).solve(Deal(number))
    assert lost.verdict in (Verdict.UNSOLVABLE, Verdict.UNKNOWN)
    for policy in (AutoPlay.HORNE, AutoPlay.NONE):
        checked(solver("short", (Measure.PLAYER, policy, False), max_nodes=150_000).solve(Deal(number)))


def test_a_win_without_this_autoplay_is_none() -> None:
    """Lost where all goes home, won where not: a red two has to wait for a black ace."""
    spoilt = 0
    rng = random.Random(7)
    for _ in range(8_000):
        state = any_position(rng)
        if state.rules.wrap or state.rules.build is not Build.ALTERNATE_COLOURS:
            continue
        try:
            graph = core_graph(state, (Measure.PLAYER, AutoPlay.ALL, False), 200)
            whole = core_graph(state, (Measure.PLAYER, AutoPlay.NONE, False), 600)
        except TooManyError:
            continue
        if graph.first not in graph.distance and whole.first in whole.distance:
            spoilt += 1
            for goal in ("short", "optimal"):
                solution = solver(goal, (Measure.PLAYER, AutoPlay.ALL, False)).solve(state)
                assert (solution.verdict, solution.moves) == (Verdict.UNSOLVABLE, ())
    assert spoilt >= 3


# The least of starts


@pytest.mark.parametrize("goal", ["short", "optimal"])
@pytest.mark.parametrize("limits", [{}, {"max_nodes": 0}, {"max_nodes": 500}, {"max_seconds": 0}], ids=str)
def test_what_is_won_already(goal: str, limits: dict[str, int]) -> None:
    tiny = State([[]], (), (1, 1, 1, 1), Rules(columns=1, ranks=1))
    for state, count in product((State([[]] * 8, (), (13,) * 4), tiny), COUNTS):
        solution = checked(solver(goal, count, **limits).solve(state))
        assert (solution.moves, solution.length(), solution.optimal, solution.nodes) == ((), 0, True, 0)
        assert solution.notation() == ""


@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_one_move_from_won(goal: str) -> None:
    state = State([["KS"], *[[]] * 7], (), (13, 13, 13, 12))
    for count in COUNTS:
        solution = checked(solver(goal, count).solve(state))
        measure, policy, on_deal = count
        assert solution.moves == (Move("1", "h"),)
        assert solution.length() == solution.lower_bound == int(not on_deal or policy is AutoPlay.NONE)
        assert solution.optimal
        assert solution.notation() == ("1h" if solution.length() else "")
        assert measure is solution.measure


@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_a_stuck_position(goal: str) -> None:
    state = State([["AC", "2C"], ["AD", "AH", "AS", "2D", "2H", "2S"]], rules=Rules(cells=0, columns=2, ranks=2))
    for count in COUNTS:
        for start in (state, Deal(1, FREECELL.replace(cells=0)).state()):
            solution = solver(goal, count).solve(start)
            assert (solution.verdict, solution.moves) == (Verdict.UNSOLVABLE, ())


# Cancelling, Ctrl-C, threads


@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_cancel(goal: str) -> None:
    cancel = threading.Event()
    cancel.set()
    solution = solver(goal, COUNTS[5]).solve(Deal(1), cancel=cancel)
    assert solution.limit == "cancel"
    assert 0 < solution.nodes <= 10_000
    assert checked(solution.resume(30_000)).nodes == solution.nodes + 30_000
    assert solution.resume(cancel=cancel).nodes <= solution.nodes + 40_000


def test_cancel_from_another_thread_and_a_limit_of_time() -> None:
    cancel = threading.Event()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    began = time.perf_counter()
    assert checked(solver("optimal", COUNTS[5]).solve(Deal(1), cancel=cancel)).limit == "cancel"
    assert 0.15 < time.perf_counter() - began < 5
    timer.join()
    began = time.perf_counter()
    assert checked(solver("short", COUNTS[5], max_seconds=0.3).solve(Deal(1))).limit == "seconds"
    assert 0.3 <= time.perf_counter() - began < 5


def test_cancel_from_on_solution_and_progress() -> None:
    cancel = threading.Event()
    told: list[Solution] = []
    shown: list[tuple[int, int, int]] = []

    def look(solution: Solution) -> None:
        told.append(solution)
        cancel.set()

    solution = solver("short", BY_CARDS).solve(
        Deal(1), on_solution=look, on_progress=lambda *facts: shown.append(facts), every=0, cancel=cancel
    )
    assert solution.limit == "cancel"
    assert [each.length() for each in told] == [checked(solution).length()]
    assert 0 < shown[-1][0] <= solution.nodes
    assert 0 <= shown[-1][1] <= 52
    assert 0 < shown[-1][2] <= 2**30


def test_what_goes_wrong_in_telling_is_seen() -> None:
    def fail(_: Solution) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        solver("short", BY_CARDS).solve(Deal(1), on_solution=fail)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("goal", ["short", "optimal"])
def test_ctrl_c_is_heeded_and_the_search_goes_on_after_it(goal: str) -> None:
    solution = solver(goal, COUNTS[5], max_nodes=5_000).solve(Deal(1))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    began = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            solution.resume()
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.perf_counter() - began < 3
    timer.join()
    again = checked(solution.resume(5_000))
    assert again.nodes > solution.nodes + 5_000
    assert again.length() <= checked(solution).length()
    assert again.lower_bound >= solution.lower_bound


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_a_program() -> None:
    code = (
        "from freecell import *\n"
        "print('ready', flush=True)\nSolver(goal='optimal', autoplay=AutoPlay.NONE).solve(Deal(1))\nprint('done')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        try:
            output, errors = process.communicate(timeout=10)
        finally:
            process.kill()
    assert "KeyboardInterrupt" in errors
    assert (output, process.returncode != 0) == ("", True)


def test_a_search_runs_in_one_thread_at_a_time() -> None:
    solution = solver("short", COUNTS[5], max_nodes=100).solve(Deal(1))
    caught: list[Exception] = []
    running = threading.Event()
    stop = threading.Event()

    def go_on() -> None:
        running.set()
        solution.resume(cancel=stop)

    thread = threading.Thread(target=go_on)
    thread.start()
    running.wait()
    time.sleep(0.05)
    for limits in ({}, {"max_memory": 2**30}):
        for _ in range(50):  # between two looks at the clock it is nobody's turn
            try:
                solution.resume(1, **limits)
            except Exception as error:
                caught.append(error)
    stop.set()
    thread.join()
    assert caught
    assert {type(error) for error in caught} == {FreeCellError}
    assert all("another thread" in str(error) for error in caught)
    checked(solution.resume(30_000))


def test_several_threads_solve_at_once() -> None:
    alone = {number: solver("short", BY_CARDS, max_nodes=20_000).solve(Deal(number)) for number in range(1, 7)}
    together: dict[int, Solution] = {}

    def solve(number: int) -> None:
        together[number] = solver("short", BY_CARDS, max_nodes=20_000).solve(Deal(number))

    threads = [threading.Thread(target=solve, args=(number,)) for number in alone]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together == alone


# The parts by themselves


@pytest.mark.parametrize("nodes", [1, 2, 30, 3_000, 2**22, 2**62])
def test_a_beam_of_any_size(nodes: int) -> None:
    for number, count in ((1, COUNTS[5]), (2, BY_CARDS)):
        search = BeamSearch(Deal(number).state(), count[0].value, count[1], False)
        search.begin(nodes, 80, 2**30, 0)
        outcome = search.run(20_000, 2**28)
        assert search.nodes <= 20_000
        assert search.nodes < 1.1 * nodes + 100
        assert search.memory <= 2**28
        if outcome == "won":
            assert Deal(number).state().play_all(search.moves()).is_won()
        assert not (outcome == "exhausted" and search.is_complete)
        search.begin(nodes, 0, 0, 0)
        assert search.run(10, 2**28) == "exhausted"


def test_a_beam_of_fewer_moves_than_there_are_cards_left_finds_nothing() -> None:
    start = State.parse("Foundations: H-2 C-2 D-0 S-2\nFreecells: AD 2D 3H 3D\n3S\n:\n3C", Rules(columns=3, ranks=3))
    beam = BeamSearch(start, "cards", AutoPlay.NONE, False)
    for longest, outcome in ((0, "exhausted"), (5, "exhausted"), (6, "won")):
        beam.begin(1, 6, longest, 0)
        assert beam.run(10, 2**40) == outcome


def test_a_beam_that_is_full_is_not_complete() -> None:
    beam = BeamSearch(Deal(1).state(), "cards", AutoPlay.NONE, False)
    beam.begin(2**20, 90, 2**20, 0)
    assert beam.run(10**6, 10**6) == "full"
    assert not beam.is_complete


@pytest.mark.parametrize("memory", [300_000, 1_000_000, 3_000_000])
@pytest.mark.parametrize("planned", [8_000, None])
def test_pieces_are_as_one_where_memory_is_short(memory: int, planned: int | None) -> None:
    hard = State.parse(
        """
        QH 6S JH 5H QS KH 5D
        5C 3S QC 4D TC QD 2H
        3D TD 6H AS 4H KS 3C
        6C JC 2C KD 4S 7H AH
        JS 8S 3H 8D 7S 9C
        6D 7D KC JD 7C TH
        AC 2D 8H 9H 9S AD
        9D TS 8C 2S 5S 4C
        """,
        Rules.BAKERS_GAME.replace(
            cells=7, supermoves=Supermoves.OFF, empty_columns=EmptyColumns.KINGS_ONLY, foundation_takeback=True
        ),
    )
    raymond = (Measure.PLAYER, AutoPlay.RAYMOND, False)
    for start, count, proven in product((hard, Deal(11_982).state()), (raymond, BY_CARDS), (False, True)):
        whole, parts = (ShortSearch(start, Aim(proven, *count), memory, planned) for _ in range(2))
        whole.run(8_000)
        while parts.nodes < whole.nodes and parts.run(min(30, whole.nodes - parts.nodes)) == "running":
            pass
        assert (parts.nodes, parts.moves(), parts.lower_bound) == (whole.nodes, whole.moves(), whole.lower_bound)


@pytest.mark.parametrize("number", [3, 11_982])
def test_going_on_with_the_same_memory_is_as_going_on(number: int) -> None:
    def in_pieces(**more: int) -> Solution:
        solution = solver("optimal", BY_CARDS, max_nodes=1_000).solve(Deal(number))
        while solution.limit is not None:
            assert solution.nodes < 300_000
            solution = solution.resume(1_000, **more)
        return solution

    assert answer(in_pieces(max_memory=2**30)) == answer(in_pieces())
    assert in_pieces(max_memory=2**31).verdict is in_pieces().verdict


def test_a_beam_finds_nothing_longer_than_it_may() -> None:
    start = Deal(1).state()
    search = BeamSearch(start, "cards", AutoPlay.NONE, False)
    search.begin(20_000, 95, 2**20, 0)
    assert search.run(10**6, 2**30) == "won"
    length = search.length()
    for most in (length, length - 1, length - 5):
        search.begin(20_000, 95, most, 0)
        outcome = search.run(10**6, 2**30)
        assert (outcome == "exhausted") or search.length() <= most
    search.begin(20_000, 95, length, 0)
    assert search.run(10**6, 2**30) == "won"


def test_weights_that_differ_lead_to_other_wins() -> None:
    search = BeamSearch(Deal(1).state(), "cards", AutoPlay.NONE, False)
    wins = []
    for weights in range(5):
        search.begin(20_000, 95, 2**20, weights)
        assert search.run(10**6, 2**30) == "won"
        assert search.length() == len(search.moves())
        wins.append(search.moves())
    assert len(set(wins)) == 4
    assert wins[4] == wins[0], "there are four"


@pytest.mark.parametrize("number", [617, 657, 1_000_322])
def test_a_deal_that_beams_miss_is_won_all_the_same(number: int) -> None:
    checked(solver("short", (Measure.PLAYER, AutoPlay.ALL, True), max_nodes=5_200).solve(Deal(number)))


@pytest.mark.parametrize("number", [518, 585, 598])
def test_beams_that_fail_leave_enough_of_the_plan_for_one_that_wins(number: int) -> None:
    short = checked(solver("short", BY_CARDS, max_nodes=48_000).solve(Deal(number)))
    assert short.length() < 0.8 * Solver().solve(Deal(number)).length(Measure.CARDS)


@pytest.mark.parametrize("call", ["size", "likely", "longest", "weights", "nodes", "max_memory", "shorter"])
def test_bad_numbers_for_the_parts(call: str) -> None:
    beam, exact = (kind(Deal(1).state(), "cards", 0, False) for kind in (BeamSearch, OptimalSearch))
    for value in (-1, 2**70, "1", None, 1.5):
        numbers = ("size", "likely", "longest", "weights", "nodes", "max_memory", "shorter")
        good: dict[str, Any] = {**dict.fromkeys(numbers, 1), call: value}

        def use(number: dict[str, Any] = good) -> None:
            beam.begin(number["size"], number["likely"], number["longest"], number["weights"])
            beam.run(number["nodes"], number["max_memory"])
            exact.run(number["nodes"], number["shorter"], number["max_memory"])

        with pytest.raises(FreeCellError, match=call):
            use()


def test_only_what_is_shorter_is_looked_for() -> None:
    length = published()[3]
    exact = OptimalSearch(Deal(3).state(), "cards", AutoPlay.NONE, False)
    assert exact.run(10**6, length, 2**30) == "exhausted"
    exact = OptimalSearch(Deal(3).state(), "cards", AutoPlay.NONE, False)
    assert exact.run(10**6, length + 1, 2**30) == "won"
    assert exact.length() == length == len(exact.moves())
    assert exact.run(10**6, length + 1, 2**30) == "won"


# The solver and the solution as values


def test_a_solution_with_a_measure_is_a_value() -> None:
    short = solver("short", (Measure.PLAYER, AutoPlay.CAUTIOUS, True), max_nodes=5_000).solve(Deal(1))
    cards = solver("optimal", BY_CARDS).solve(Deal(3))
    unknown = solver("short", BY_CARDS, max_nodes=10).solve(Deal(3))
    lost = solver("short", BY_CARDS).solve(Deal(11_982))
    anything = Solver().solve(Deal(3))
    for solution in (short, cards, unknown, lost, anything):
        for twin in (pickle.loads(pickle.dumps(solution)), eval(repr(solution))):
            assert twin == solution
            assert hash(twin) == hash(solution)
            assert (twin.optimal, twin.length()) == (solution.optimal, solution.length())
    assert len({short, cards, unknown, lost, anything}) == 5
    assert (short.measure, short.autoplay, short.on_deal) == (Measure.PLAYER, AutoPlay.CAUTIOUS, True)
    assert (anything.measure, anything.autoplay, anything.on_deal, anything.lower_bound) == (None, None, False, 0)
    thawed = pickle.loads(pickle.dumps(short))
    with pytest.raises(FreeCellError, match="gone"):
        thawed.resume()
    assert cards.resume() is cards


def test_what_on_solution_gets_cannot_go_on() -> None:
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


def test_a_solution_is_told_in_a_line() -> None:
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


def test_a_length_is_by_the_measure_that_was_wanted() -> None:
    for number, count in product((1, 2), COUNTS):
        measure, policy, on_deal = count
        solution = solver("short", count, max_nodes=5_000).solve(Deal(number))
        assert solution.length() == solution.length(measure)
        if measure is Measure.PLAYER:
            assert solution.length() == solution.length(measure, policy, on_deal) == solution.length(None, policy)
            assert solution.length() == len(solution.notation("extended", policy, on_deal).split())
        assert solution.length(Measure.RUNS) == len(solution.moves)


def test_the_usual_is_what_a_player_counts() -> None:
    solution = Solver(goal="short", max_nodes=3_000).solve(Deal(1))
    assert (solution.measure, solution.autoplay, solution.on_deal) == (Measure.PLAYER, FREECELL.usual_autoplay, False)
    as_said = Solver(goal="short", measure=Measure.PLAYER, autoplay=AutoPlay.HORNE, max_nodes=3_000).solve(Deal(1))
    assert as_said == solution


def test_what_goes_home_on_the_deal_is_left_out() -> None:
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
    ({"measure": Measure.CARDS}, "'short' or 'optimal'"),
    ({"autoplay": AutoPlay.ALL}, "'short' or 'optimal'"),
    ({"on_deal": True}, "'short' or 'optimal'"),
    ({"goal": "short", "measure": Measure.CARDS, "autoplay": AutoPlay.ALL}, r"Measure\.PLAYER"),
    ({"goal": "optimal", "measure": Measure.RUNS, "on_deal": True}, r"Measure\.PLAYER"),
]


@pytest.mark.parametrize(("fields", "right"), REFUSED, ids=str)
def test_what_a_solver_refuses(fields: dict[str, Any], right: str) -> None:
    with pytest.raises(FreeCellError, match=right):
        Solver(**fields)


@pytest.mark.parametrize("value", [5, "print", []], ids=str)
def test_on_solution_must_be_a_function(value: Any) -> None:
    with pytest.raises(FreeCellError, match="on_solution must be a function"):
        Solver(goal="short").solve(Deal(1), on_solution=value)


def test_a_goal_never_tells_of_wins_that_are_not_to_be_short() -> None:
    told: list[Solution] = []
    Solver().solve(Deal(1), on_solution=told.append)
    assert told == []
