"""A game's counters and its clock."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.games import Clock, moves_of

from freecell import Deal, FreeCellError, IllegalMoveError
from freecell.play import Game, Options

# Counters


def test_counters() -> None:
    game = Game(Deal(1), options=Options.OYNA)
    for move in ["6a", "6b", "6c", "56", "52"]:
        game.play(move)
    assert (game.player_moves(), game.automatic_moves(), game.move_count(), game.card_moves()) == (5, 3, 8, 8)
    game.play("67")
    assert (game.player_moves(), game.move_count(), game.card_moves()) == (6, 9, 11), "two cards, one by way of a cell"
    plain = Game(Deal(1), options=Options.CLASSIC)
    for move in ["6a", "6b", "6c", "56", "52"]:
        plain.play(move)
    assert (plain.automatic_moves(), plain.move_count()) == (3, 5)


# Time


def test_time() -> None:
    clock = Clock()
    game = Game(Deal(1), clock=clock)
    clock.now += 50
    assert game.seconds() == 0
    game.resume()
    game.pause()
    assert not game.is_paused()
    game.play("6a")
    clock.now += 10
    assert game.seconds() == 10
    game.undo()
    assert game.seconds() == 10, "undo does not turn it back"
    clock.now += 5
    assert game.seconds() == 15, "and does not stop it"
    game.pause()
    assert game.is_paused()
    clock.now += 100
    game.pause()
    assert game.seconds() == 15
    game.resume()
    game.resume()
    clock.now += 1
    assert game.seconds() == 16
    game.pause()
    clock.now += 100
    game.redo()
    clock.now += 2
    assert game.seconds() == 18, "what is played ends the pause"
    assert not game.is_paused()
    clock.now -= 1000
    assert game.seconds() == 16, "a clock that goes back takes nothing of what was before the pause"
    game.restart()
    clock.now += 7
    assert game.seconds() == 0


def test_a_bad_move_does_not_start_the_time() -> None:
    clock = Clock()
    game = Game(Deal(1), clock=clock)
    with pytest.raises(IllegalMoveError):
        game.play("1h")
    clock.now += 9
    assert game.seconds() == 0


@pytest.mark.parametrize("wrong", [None, "3", float("nan"), float("inf"), -float("inf"), 10**400, 2**60])
def test_a_clock_without_a_valid_time_is_refused_and_changes_nothing(wrong: Any) -> None:
    times = [5.0]
    game = Game(Deal(1), clock=lambda: times[-1])
    game.play("6a")
    game.play("6b")
    game.undo()
    saved = game.save()
    times.append(wrong)
    for act in (lambda: game.play("6b"), game.undo, game.redo, game.pause, game.resume, game.seconds, game.save):
        with pytest.raises(FreeCellError, match="the clock must return a number of seconds"):
            act()
    times.append(5.0)
    assert game.save() == saved


def test_a_clock_that_fails_changes_nothing() -> None:
    failing = False

    def clock() -> float:
        if failing:
            raise OSError("no clock")
        return 1.0

    game = Game(Deal(1), clock=clock)
    failing = True
    with pytest.raises(OSError, match="no clock"):
        game.play("6a")
    assert (game.turns, game.is_paused()) == ((), False)
    failing = False
    game.play("6a")
    failing = True
    with pytest.raises(OSError, match="no clock"):
        game.undo()
    assert len(game.turns) == 1


def test_a_clock_that_plays_leaves_a_right_game() -> None:
    plays = ["6a"]

    def clock() -> float:
        if plays:
            game.play(plays.pop())
        return 0.0

    game = Game(Deal(1), clock=clock)
    game.play("6b")
    assert [str(turn.move) for turn in game.turns] == ["6a", "6b"]
    assert game.state == game.start.play_all([move for turn in game.turns for move in turn.all_moves()])


def test_time_stops_at_the_win() -> None:
    clock = Clock()
    game = Game(Deal(1), clock=clock)
    for move in moves_of(game.auto_solve()):
        game.play(move)
        clock.now += 1
    length = len(game.turns)
    assert game.is_won()
    assert game.seconds() == length - 1
    assert not game.is_paused()
    game.resume()
    clock.now += 100
    assert game.seconds() == length - 1
    game.undo()
    clock.now += 3
    assert game.seconds() == length + 2
    game.redo()
    clock.now += 3
    assert game.seconds() == length + 2
