"""Measures, checks and exhaustive answers that the tests of short wins share."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from hypothesis import strategies as st
from reference import Position
from strategies import laid, played

from freecell import (
    CARDS,
    AutoPlay,
    Build,
    Deal,
    EmptyColumns,
    Measure,
    Move,
    Rules,
    Solution,
    Solver,
    State,
    Supermoves,
    Turn,
    Verdict,
    replay,
)
from helpers.paths import DATA

FREECELL = Rules.FREECELL

MEASURES: list[Measure] = [
    *(Measure.player(policy, on_deal) for policy, on_deal in product(AutoPlay, (False, True))),
    Measure.RUNS,
    Measure.CARDS,
]
measures = st.sampled_from(MEASURES)


def solver(goal: str, measure: Measure, **limits: Any) -> Solver:
    return Solver(goal=goal, measure=measure, **limits)  # type: ignore[arg-type]


def later(measure: Measure) -> Measure:
    """The measure of what is left once the game has begun."""
    return replace(measure, on_deal=False)


def checked(solution: Solution) -> Solution:
    """Hold a win against what it says of itself: it replays, is as long as it says, and is not too short to be true."""
    assert solution.verdict is Verdict.SOLVED
    start, length, measure = solution.start, solution.length(), solution.measure
    states = solution.states()
    assert states == tuple(every_position(start, solution.moves))
    assert states[-1].is_won()
    assert solution.lower_bound <= length
    assert solution.optimal == (solution.lower_bound == length)
    assert not solution.optimal or solution.limit is None
    if measure.autoplay is not None:
        for style in ("standard", "extended"):
            text = solution.notation(style)  # type: ignore[arg-type]
            assert replay(start, text, autoplay=measure.autoplay, on_deal=measure.on_deal).won
        assert length == len(text.split())
    else:
        assert replay(start, solution.notation("extended", AutoPlay.NONE), AutoPlay.NONE).won
        single = measure == Measure.CARDS and start.rules.supermoves is not Supermoves.UNLIMITED
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


class TooManyError(Exception):
    """More positions than are worth the time."""


class Graph:
    """All positions that come up, one of each kind, what a move leads to, and how far each is from a win."""

    def __init__(
        self,
        start: Any,
        measure: Measure,
        most: int,
        moves: Callable[[Any], Any],
        key: Callable[[Any], Any],
    ) -> None:
        policy = measure.autoplay or AutoPlay.NONE
        first = start.autoplay(policy) if measure.on_deal else start
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
                after = position.turn(move, policy)
                after = after.state if isinstance(after, Turn) else after
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


def core_graph(state: State, measure: Measure, most: int) -> Graph:
    """By the core's rules, which the twin is held against elsewhere; faster."""
    single = measure == Measure.CARDS and state.rules.supermoves is not Supermoves.UNLIMITED

    def moves(here: State) -> list[Move]:
        return [move for move in here.distinct_moves() if not single or move.count == 1]

    return Graph(state, measure, most, moves, State.key)


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


def near_the_end(number: int, cards: int, rules: Rules = FREECELL) -> State:
    """A position on the way to a win, with at most `cards` cards off the foundations."""
    solution = Solver().solve(Deal(number, rules))
    return next(state for state in solution.states() if 4 * rules.ranks - state.cards_home() <= cards)


def published() -> dict[int, int]:
    lines = (DATA / "optimal_single_card_1-50.csv").read_text(encoding="utf-8").split()[1:]
    return {int(number): int(length) for number, length in (line.split(",") for line in lines)}


def answer(solution: Solution) -> tuple[object, ...]:
    return solution.start, solution.verdict, solution.moves, solution.nodes, solution.lower_bound, solution.limit
