"""Games under any rules and options, and a clock that is set by hand."""

from __future__ import annotations

import random

from hypothesis import strategies as st
from strategies import all_rules, usual_rules

from freecell import AutoPlay, Deal, Move, Solution, State, Supermoves
from freecell.play import Game, Options, Place, Scoring


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def play_some(game: Game, seed: int, count: int) -> None:
    """Play, take back and redo at random."""
    rng = random.Random(seed)
    for _ in range(count):
        step = rng.random()
        if step < 0.2 and game.can_undo():
            game.undo()
        elif step < 0.3 and game.can_redo():
            game.redo()
        elif moves := game.state.legal_moves():
            game.play(rng.choice(moves))


def scorings() -> st.SearchStrategy[Scoring]:
    """Every kind of move may earn points, or cost some."""
    points = st.integers(-20, 20)
    return st.builds(Scoring, points, points, points, points, points)


@st.composite
def all_options(draw: st.DrawFn) -> Options:
    return Options(
        autoplay=draw(st.none() | st.sampled_from(AutoPlay)),
        on_deal=draw(st.booleans()),
        undo_limit=draw(st.none() | st.integers(0, 10)),
        takeback=draw(st.none() | st.booleans()),
        tap_order=tuple(draw(st.permutations(list(Place))))[: draw(st.integers(0, 4))],
        double_click_order=tuple(draw(st.permutations(list(Place))))[: draw(st.integers(0, 4))],
        scoring=draw(st.none() | scorings()),
        automatic_counts=draw(st.booleans()),
        hint_nodes=200,
        solve_nodes=200,
    )


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game from a deal or a position, under any rules and options, with some of it undone."""
    start: Deal | State = Deal(draw(st.integers(1, 10**6)), draw(usual_rules() | all_rules()))
    match draw(st.sampled_from(["number", "cards", "position"])):
        case "cards" if start.cards is not None:
            start = Deal.from_cards(start.cards, start.rules)
        case "position":
            before = Game(start, options=draw(all_options()))
            play_some(before, draw(st.integers(0, 2**32)), draw(st.integers(0, 40)))
            start = before.state
    rules = draw(st.sampled_from([None, start.rules, start.rules.replace(supermoves=Supermoves.OFF)]))
    game = Game(start, rules, draw(all_options()))
    play_some(game, draw(st.integers(0, 2**32)), draw(st.integers(0, 40)))
    return game


def moves_of(solution: Solution) -> list[Move]:
    """The moves of a player who wins by a solution."""
    return [turn.move for turn in solution.turns()]
