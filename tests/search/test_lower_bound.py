"""The lower bound of optimal search: never too high, and consistent from move to move."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from itertools import product

import pytest
from helpers.paths import DATA, ROOT
from helpers.settings import untimed
from helpers.short_wins import FREECELL, MEASURES, checked, later, measures, solver
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Position
from strategies import core_state, laid

from freecell import AutoPlay, Deal, Measure, Rules, Solution, State, Supermoves, lower_bound, replay
from freecell._search.bfida import OptimalSearch

EVERY_MOVE = (Measure.player(AutoPlay.NONE), Measure.RUNS, Measure.CARDS)
"""Measures under which moves home count."""


def rests(solution: Solution) -> Iterator[tuple[State, int]]:
    """The positions on the way to a win, each with how many of its moves are left."""
    states = solution.states()
    if solution.measure.autoplay is not None:
        states = replay(solution.start, solution.moves, solution.measure.autoplay, solution.measure.on_deal).states
    for made, state in enumerate(states):
        yield state, solution.length() - made


def hold_on_the_way(solution: Solution, measure: Measure) -> int:
    assert solution.optimal
    for place, (state, rest) in enumerate(rests(checked(solution))):
        assert lower_bound(state, later(measure)) <= rest, f"{solution.start!r} after {place}"
    return place + 1


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_the_bound_holds_on_the_way_to_a_shortest_win(measure: Measure) -> None:
    positions = 0
    for number in range(1, 6):
        start = Deal(number, FREECELL.replace(ranks=7, columns=7, cells=3))
        positions += hold_on_the_way(solver("optimal", measure).solve(start), measure)
    assert positions > 30


@pytest.mark.slow
def test_the_bound_holds_at_ten_thousand_positions_on_the_way_to_shortest_wins() -> None:
    positions = sum(
        hold_on_the_way(solution, Measure.CARDS)
        for solution in map(solver("optimal", Measure.CARDS).solve, map(Deal, (2, 3, 7)))
    )
    for number in range(1, 10**6):
        rules = FREECELL.replace(ranks=7 + number % 2, columns=7, cells=3 + number % 2)
        measure = MEASURES[number % len(MEASURES)] if number % 2 else MEASURES[-1 - number // 2 % 2]
        solution = solver("optimal", measure, max_nodes=20_000).solve(Deal(number, rules))
        if solution.optimal:
            positions += hold_on_the_way(solution, measure)
        if positions > 10_000:
            break


@pytest.mark.parametrize("name", [*Rules.named(), "takeback", "no supermoves", "no cells"])
def test_bound_is_consistent_on_the_way_to_a_win(name: str) -> None:
    others = {
        "takeback": FREECELL.replace(foundation_takeback=True),
        "no supermoves": FREECELL.replace(supermoves=Supermoves.OFF),
        "no cells": FREECELL.replace(cells=0, columns=11),
    }
    rules = others[name] if name in others else Rules.parse(name)
    rng = random.Random(name)
    checks = 0
    for number, measure in enumerate(MEASURES * 2, 1):
        policy = measure.autoplay or AutoPlay.NONE
        now = later(measure)
        state = Deal(number, rules).state()
        for _ in range(40):
            moves = state.distinct_moves()
            before = lower_bound(state, now)
            for move in moves:
                if measure == Measure.CARDS and rules.supermoves is not Supermoves.UNLIMITED and move.count > 1:
                    continue
                assert before - lower_bound(state.turn(move, policy).state, now) <= 1, (state, move, measure)
                checks += 1
            home = [move for move in moves if move.target.is_home]
            if not moves:
                break
            state = state.turn(rng.choice(home if home and rng.random() < 0.5 else moves), policy).state
    assert checks > 30


@given(laid(st.just(FREECELL)) | laid(st.sampled_from([*Rules.named().values()])), measures, st.randoms())
@settings(untimed, max_examples=100)
def test_bound_is_consistent_in_any_position(position: Position, measure: Measure, rng: random.Random) -> None:
    state = core_state(position)
    policy = measure.autoplay or AutoPlay.NONE
    before = lower_bound(state, later(measure))
    single = measure == Measure.CARDS and state.rules.supermoves is not Supermoves.UNLIMITED
    moves = [move for move in state.distinct_moves() if not single or move.count == 1]
    for move in rng.sample(moves, min(len(moves), 12)):
        assert before - lower_bound(state.turn(move, policy).state, later(measure)) <= 1


def positions_within(start: State, measure: Measure, bound: int) -> int:
    """The number of positions that a win of at most `bound` moves may go through, by the lower bound."""
    policy = measure.autoplay or AutoPlay.NONE
    free_home = policy is AutoPlay.NONE
    sent = AutoPlay.SURE if free_home else policy
    waiting = deque([start.autoplay(sent) if measure.on_deal or free_home else start])
    made = {waiting[0].key(): 0}
    while waiting:
        state = waiting.popleft()
        for move in state.distinct_moves():
            then = state.turn(move, sent).state
            free = free_home and move.target.is_home
            length = made[state.key()] + (not free)
            if length >= made.get(then.key(), bound + 1) or (measure == Measure.CARDS and move.count > 1):
                continue
            home = then.cards_home() - start.cards_home() if free_home else 0
            if length + home + lower_bound(then, later(measure)) <= bound:
                made[then.key()] = length
                (waiting.appendleft if free else waiting.append)(then)
    return len(made)


@pytest.mark.parametrize(
    "measure", [Measure.CARDS, MEASURES[-2], MEASURES[0], Measure.player(AutoPlay.ALL, on_deal=True)], ids=str
)
def test_a_proof_expands_exactly_the_positions_within_its_bound(measure: Measure) -> None:
    held = 0
    for number, more in product(range(1, 9), range(4)):
        start = Deal(number).state()
        least = lower_bound(start, measure)
        exact = OptimalSearch(start, measure)
        # It takes the least bound, and then the last at once, as it is near.
        if exact.run(6000, least + 1 + more, 2**40) == "exhausted":
            bounds = {least, least + more}
            assert exact.nodes == sum(positions_within(start, measure, bound) for bound in bounds)
            held += 1
    assert held > 12


def test_documented_lengths_are_proven() -> None:
    lines = (ROOT / "docs" / "shortest_by_cards.csv").read_text(encoding="utf-8").split()
    assert lines[0] == "deal,length,at_least"
    told = {deal: (length, least) for deal, length, least in (map(int, line.split(",")) for line in lines[1:])}
    assert list(told) == list(range(1, len(told) + 1))
    known = (DATA / "optimal_single_card_1-50.csv").read_text(encoding="utf-8").split()[1:]
    for deal, length in (map(int, line.split(",")) for line in known):
        assert told[deal] == (length, length)
    for deal, (length, least) in told.items():
        assert lower_bound(Deal(deal).state(), Measure.CARDS) <= least <= length
    for deal in (65, 69):
        assert solver("optimal", Measure.CARDS).solve(Deal(deal)).length() == told[deal][0]


def test_the_bound_by_hand() -> None:
    two = Rules(ranks=2, columns=2, cells=1)
    lies = State([["2C", "AC", "2D", "AD"], ["2H", "AH", "2S", "AS"]], rules=two)
    assert [lower_bound(lies, measure) for measure in EVERY_MOVE] == [8, 8, 8]
    assert lower_bound(lies, Measure.player(AutoPlay.ALL)) == 0
    buried = State([["AC", "2C"], ["2D", "AD", "2H", "AH", "2S", "AS"]], rules=two)
    assert [lower_bound(buried, measure) for measure in EVERY_MOVE] == [9, 9, 9]
    assert lower_bound(buried, Measure.player(AutoPlay.ALL, on_deal=True)) == 1
    circle = State([["AC", "2D"], ["AD", "2C"], ["2H", "AH"], ["2S", "AS"]], rules=two.replace(columns=4))
    assert lower_bound(circle, Measure.CARDS) == 9
    three = State([["AC", "3C", "2D"], ["3D", "2C"], []], (), (0, 1, 3, 3), two.replace(ranks=3, columns=3))
    assert lower_bound(three, Measure.CARDS) == 5 + 1, "3C lies on AC"
    won = State([[]] * 8, (), (13,) * 4)
    assert [lower_bound(won, measure) for measure in MEASURES] == [0] * len(MEASURES)


def test_a_run_that_moves_at_once_counts_once() -> None:
    rules = Rules(ranks=4, columns=4, cells=2)
    board = "Foundations: H-4 C-0 D-A S-4\nAC 2D 4C 3D 2C\n3C 4D\n:\n:"
    start = State.parse(board, rules)
    assert lower_bound(start, Measure.CARDS) == 7 + 3, "4C and 2C lie on AC, 3D on 2D"
    assert lower_bound(start, Measure.RUNS) == 7 + 1
