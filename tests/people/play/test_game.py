"""A game as a value: what it is made of, equality, copies, repr."""

from __future__ import annotations

import copy
import pickle

import pytest
from helpers.games import Clock

from freecell import Deal, FreeCellError, InvalidStateError, Rules, WrongTypeError
from freecell.play import Game, Options


def test_what_games_are_made_of() -> None:
    with pytest.raises(WrongTypeError, match="a Deal or a State"):
        Game(5)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match="must be Options"):
        Game(Deal(1), options=Rules.FREECELL)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match="clock"):
        Game(Deal(1), clock=3.0)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match="must be Rules"):
        Game(Deal(1), "freecell")  # type: ignore[arg-type]
    with pytest.raises(InvalidStateError):
        Game(Deal(1), Rules.FREECELL.replace(columns=9))


def test_equality() -> None:
    game = Game(Deal(1))
    assert game == Game(Deal(1), Rules.FREECELL)
    assert game != Game(Deal(2))
    assert game != Game(Deal(1), Rules.FREECELL.replace(cells=3))
    assert game != Game(Deal(1), options=Options.OYNA)
    assert game != 1
    other = Game(Deal(1))
    other.play("6a")
    assert game != other
    other.undo()
    assert game != other, "what can be redone counts"
    game.play("6a")
    game.undo()
    assert game == other
    with pytest.raises(TypeError):
        hash(game)


def test_copies_go_their_own_way() -> None:
    game = Game(Deal(1))
    game.play("6a")
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        other.play("6b")
        other.pause()
        assert other != game
    assert len(game.turns) == 1
    assert not game.is_paused()


def test_copies_are_paused() -> None:
    clock = Clock()
    game = Game(Deal(1), clock=clock)
    game.play("6a")
    clock.now += 5
    copies = [copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    clock.now += 100
    assert [(other.is_paused(), other.seconds()) for other in copies] == [(True, 5)] * 3
    assert (game.is_paused(), game.seconds()) == (False, 105)


def test_repr() -> None:
    game = Game(Deal(1), options=Options.OYNA)
    game.play("6a")
    assert repr(game) == "<Game of Deal(1): 1 move, 0 cards home>"
    game.play("6b")
    assert repr(game) == "<Game of Deal(1): 2 moves, 3 cards home>"
    penguin = Game(Deal(1, Rules.PENGUIN))
    assert repr(penguin).endswith(": 0 moves, 3 cards home>"), "foundations begin with another rank there"
