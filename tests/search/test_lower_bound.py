"""The lower bound of optimal search: never too high, and consistent from move to move."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from itertools import product

import pytest
from helpers.paths import DATA, ROOT
from helpers.settings import untimed
from helpers.short_wins import BY_CARDS, COUNTS, FREECELL, Count, bound_of, checked, counts, solver
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Position
from strategies import core_state, laid

from freecell import AutoPlay, Deal, Measure, Rules, Solution, State, Supermoves, replay
from freecell._search.bfida import OptimalSearch


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
def test_bound_is_consistent_on_the_way_to_a_win(name: str) -> None:
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
def test_bound_is_consistent_in_any_position(position: Position, count: Count, rng: random.Random) -> None:
    state = core_state(position)
    measure, policy, _ = count
    before = bound_of(state, (measure, policy, False))
    single = measure is Measure.CARDS and state.rules.supermoves is not Supermoves.UNLIMITED
    moves = [move for move in state.distinct_moves() if not single or move.count == 1]
    for move in rng.sample(moves, min(len(moves), 12)):
        assert before - bound_of(state.play(move).autoplay(policy), (measure, policy, False)) <= 1


def positions_within(start: State, count: Count, bound: int) -> int:
    """The number of positions that a win of at most `bound` moves may go through, by the lower bound."""
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
def test_a_proof_expands_exactly_the_positions_within_its_bound(count: Count) -> None:
    measure, policy, on_deal = count
    held = 0
    for number, more in product(range(1, 9), range(4)):
        start = Deal(number).state()
        least = bound_of(start, count)
        exact = OptimalSearch(start, measure, policy, on_deal)
        # It takes the least bound, and then the last at once, as it is near.
        if exact.run(6000, least + 1 + more, 2**40) == "exhausted":
            bounds = {least, least + more}
            assert exact.nodes == sum(positions_within(start, count, bound) for bound in bounds)
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
