"""Whole lines played in a game: as turns, all or none."""

from __future__ import annotations

import copy
from collections.abc import Iterable

import pytest
from helpers.games import games, moves_of
from hypothesis import given

from freecell import AutoPlay, Deal, FreeCellError, IllegalMoveError, Move, ParseError, Solver, Verdict, replay
from freecell.play import Game, Options


def test_the_moves_of_a_solution_are_played_as_they_are() -> None:
    for number in range(1, 61):
        solution = Solver().solve(Deal(number))
        for options in (Options(), Options.OYNA, Options.CLASSIC, Options.OPEN):
            game, twin = Game(Deal(number), options=options), Game(Deal(number), options=options)
            turns = game.play_all(solution.moves)
            assert game.is_won()
            assert game.turns == turns
            for turn in turns:
                assert twin.play(turn.move) == turn
            assert twin == game
            assert twin.score() == game.score()


def test_text_is_played() -> None:
    game = Game(Deal(617))
    text = Solver().solve(Deal(617)).notation()
    assert len(game.play_all(text)) == len(text.split())
    assert game.is_won()


@given(games())
def test_a_line_that_fails_changes_nothing(game: Game) -> None:
    before = copy.copy(game)
    moves = game.state.legal_moves()[:1]
    for line in ([*moves, "zz"], "26 zz"):
        with pytest.raises(FreeCellError):
            game.play_all(line)
        assert game == before
    assert game.play_all([]) == ()
    assert game == before


def test_the_error_has_the_number_of_the_move() -> None:
    game = Game(Deal(617))
    with pytest.raises(IllegalMoveError) as illegal:
        game.play_all("83 83 11h")
    assert illegal.value.number == 2
    with pytest.raises(ParseError, match="move 2: ") as unreadable:
        game.play_all("83 ?!")
    assert (unreadable.value.line, unreadable.value.column) == (1, 4)
    with pytest.raises(TypeError):
        game.play_all(5)  # type: ignore[arg-type]


def test_undone_turns_are_dropped_and_the_undo_limit_holds() -> None:
    game = Game(Deal(617), options=Options(undo_limit=3))
    line = moves_of(Solver().solve(Deal(617)))
    game.play_all(line[:2])
    game.undo()
    game.play_all(line[1:6])
    assert game.undone == ()
    assert len(game.turns) == 6
    for _ in range(3):
        game.undo()
    assert not game.can_undo()


def play_each(game: Game, moves: Iterable[Move]) -> None:
    for move in moves:
        game.play(move)


def test_a_move_that_autoplay_has_made_says_so() -> None:
    """What everybody writes first."""
    told = 0
    for number in range(1, 41):
        game = Game(Deal(number))
        moves = Solver().solve(Deal(number)).moves
        if len(moves) == len(replay(Deal(number), moves).turns):
            continue  # autoplay makes none of them
        with pytest.raises(IllegalMoveError, match=r"autoplay has made this move already; play_all takes"):
            play_each(game, moves)
        told += 1
    assert told > 30


def test_moves_home_that_autoplay_has_not_made_say_nothing_of_it() -> None:
    game = Game(Deal(617), options=Options(autoplay=AutoPlay.NONE))
    with pytest.raises(IllegalMoveError) as caught:
        game.play(Move("1", "h"))
    assert "autoplay" not in str(caught.value)
    assert game.auto_solve().verdict is Verdict.SOLVED
