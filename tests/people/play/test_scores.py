"""The score of a game: what each kind of move earns, and that no way of playing earns without end."""

from __future__ import annotations

import dataclasses
import random

import pytest
from helpers.games import games, play_some, scorings
from hypothesis import given
from hypothesis import strategies as st

from freecell import AutoPlay, Deal, Rules, State
from freecell.play import Game, Options, Scoring

SMALL = Rules(cells=2, columns=4, ranks=3, foundation_takeback=True)
"""Rules under which positions soon come again."""


def line_of(game: Game) -> list[tuple[State, int]]:
    """The positions of a game, each with the score that the game had there."""
    copy = Game.load(game.save())
    while copy.can_redo():
        copy.redo()
    line = [(copy.state, copy.score())]
    while copy.can_undo():
        copy.undo()
        line.append((copy.state, copy.score()))
    return line[::-1]


@given(games())
def test_a_score_is_never_negative_and_needs_scoring(game: Game) -> None:
    assert game.score() >= 0
    if game.options.scoring is None:
        assert game.score() == 0


def test_the_points_of_open() -> None:
    game = Game(Deal(1), options=Options.OPEN)
    scores = [game.play(move) and game.score() for move in ("6a", "6b", "6h", "6h", "bh", "6b", "56", "5c", "c2")]
    assert scores == [0, 0, 10, 20, 30, 30, 30, 30, 35]
    game.undo()
    assert game.score() == 30
    game.redo()
    assert game.score() == 35
    game.play("hcd")
    assert game.score() == 35, "a card taken back costs nothing"
    game.play("1c")
    game.play("dh")
    assert game.score() == 35, "and earns nothing more"


KINGS = State(
    [["KC"], ["QH", "JC"], ["KH", "QC"], [], [], [], [], []],
    foundations=(10, 13, 11, 13),
    rules=Rules.FREECELL.replace(foundation_takeback=True),
)
"""Two kings, two queens and a jack are left."""


@pytest.mark.parametrize(
    ("kind", "moves", "cards"),
    [
        ("home", "2h", 1),
        ("home", "2h 2h", 2),
        ("cell_to_column", "2a a4", 1),
        ("column_to_column", "21v2", 2),
        ("column_to_column", "14", 1),
        ("to_cell", "1a 3b", 2),
        ("takeback", "hsa", 1),
        ("takeback", "hs4", 1),
    ],
)
def test_each_kind_of_move_has_its_points(kind: str, moves: str, cards: int) -> None:
    nothing = Scoring(0, 0, 0, 0, 0)
    options = Options(autoplay=AutoPlay.NONE, scoring=dataclasses.replace(nothing, **{kind: 7}))
    game = Game(KINGS, options=options)
    turns = game.play_all(moves)
    assert game.score() == 7 * cards
    assert options.scoring is not None
    assert options.scoring.points(turns[-1].move) == 7
    for other in {field.name for field in dataclasses.fields(Scoring)} - {kind}:
        game = Game(KINGS, options=options.replace(scoring=dataclasses.replace(nothing, **{other: 7})))
        game.play(turns[-1].move if len(turns) == 1 else moves.split()[0])
        assert game.score() == (7 if (kind, other) == ("cell_to_column", "to_cell") else 0)


def test_a_cost_is_paid_every_time_but_never_below_zero() -> None:
    game = Game(KINGS, options=Options(autoplay=AutoPlay.NONE, scoring=Scoring(takeback=-4)))
    scores = [game.play(move) and game.score() for move in ("hsa", "2h", "ah", "1c", "hsa", "hsb", "bh")]
    assert scores == [0, 10, 10, 10, 6, 2, 6], "the last position was there two moves before"


def test_automatic_moves_on_the_deal_earn_points() -> None:
    options = Options(autoplay=AutoPlay.ALL, on_deal=True, scoring=Scoring(home=3))
    game = Game(Deal(11, Rules(columns=8, cells=4, ranks=3)), options=options)
    assert game.dealt
    assert game.score() == 3 * len(game.dealt)
    game.restart()
    assert game.score() == 3 * len(game.dealt)


def test_a_cycle_earns_nothing() -> None:
    game = Game(Deal(617), options=Options.OPEN)
    game.play("83")
    for _ in range(3):
        game.play("3a")
        game.play("a3")
        assert game.score() == 0
    game.play_all("3a 1b a3")
    assert game.score() == 5, "what leads on still earns"
    game.play_all("3a a3")
    assert game.score() == 5, "and is not lost by a cycle"
    game.play_all("3a 2c a3")
    assert game.score() == 5, "a card earns it only once"


@given(scorings(), st.integers(0, 2**32), st.integers(0, 60))
def test_no_cycle_of_moves_earns_anything(scoring: Scoring, seed: int, count: int) -> None:
    game = Game(Deal(seed % 1000 + 1, SMALL), options=Options(autoplay=AutoPlay.NONE, undo_limit=20, scoring=scoring))
    play_some(game, seed, count)
    line = line_of(game)
    first: dict[State, int] = {}
    for state, score in line:
        assert first.setdefault(state, score) == score, "at the same position, the same score"
    assert (game.state, game.score()) in line


@given(scorings(), st.integers(0, 2**32))
def test_no_way_of_playing_earns_without_end(scoring: Scoring, seed: int) -> None:
    rng = random.Random(seed)
    game = Game(Deal(seed % 1000 + 1, SMALL), options=Options(autoplay=AutoPlay.NONE, scoring=scoring))
    most = 12 * sum(max(0, points) for points in dataclasses.astuple(scoring))
    seen = {game.state}
    for _ in range(150):
        # A player who avoids earlier positions, and among the new ones takes those that pay.
        new = [move for move in game.state.legal_moves() if game.state.play(move) not in seen]
        rng.shuffle(new)
        move = max(new or game.state.legal_moves(), key=scoring.points, default=None)
        if move is None:
            break
        game.play(move)
        seen.add(game.state)
        assert game.score() <= most
