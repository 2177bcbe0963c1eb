"""The end of a game: no moves, a dead end, or a proven loss."""

from __future__ import annotations

from threading import Event, Thread

from helpers.games import games, play_some
from hypothesis import given

from freecell import AutoPlay, Basis, Deal, Rules, Verdict, is_dead_end
from freecell.play import Game, Options

SMALL = Rules(cells=2, columns=5, ranks=4)


@given(games())
def test_what_is_left(game: Game) -> None:
    legal = game.state.legal_moves()
    assert game.is_won() == (sum(map(len, game.state.columns)) + sum(c is not None for c in game.state.cells) == 0)
    assert game.is_stuck() == (not legal and not game.is_won())
    if game.is_stuck():
        assert game.is_lost()

    if game.is_dead_end(500):
        assert not game.is_won()
        assert game.auto_solve().verdict is Verdict.UNSOLVABLE
    assert game.is_dead_end() or not game.is_stuck()
    assert game.is_dead_end(500) == is_dead_end(game.state, 500)


def test_a_dead_end_comes_up_in_play() -> None:
    found = {True: 0, False: 0}
    for number in range(1, 30):
        game = Game(Deal(number, SMALL.replace(cells=1)), options=Options(autoplay=AutoPlay.ALL))
        play_some(game, number, 60)
        found[game.is_dead_end()] += 1
    assert min(found.values()) > 0


def test_a_cancelled_question_is_not_answered_and_may_be_asked_again() -> None:
    cancelled = Event()
    cancelled.set()
    game = Game(Deal(11982), options=Options(hint_nodes=400_000))
    assert not game.is_lost(cancel=cancelled)
    hint = game.hint(cancel=cancelled)
    assert hint is not None
    assert (hint.basis, hint.verdict) == (Basis.LEGAL, Verdict.UNKNOWN)
    assert game.is_lost(cancel=Event())
    hint = game.hint(cancel=cancelled)
    assert hint is not None
    assert hint.verdict is Verdict.UNSOLVABLE, "it is known now"


def test_a_hint_is_cancelled_from_another_thread() -> None:
    cancel = Event()
    game = Game(Deal(219837216), options=Options(hint_nodes=2**40))
    found: list[bool] = []
    thread = Thread(target=lambda: found.append(game.is_lost(cancel=cancel)))
    thread.start()
    cancel.set()
    thread.join(10)
    assert found == [False]


def test_a_game_is_lost_only_if_proven() -> None:
    small = Rules(cells=1, columns=4, ranks=4)
    assert [number for number in range(1, 101) if Game(Deal(number, small)).is_lost()] == [52]
    game = Game(Deal(52, small), options=Options(hint_nodes=0))
    assert not game.is_lost()
    assert game.auto_solve().verdict is Verdict.UNSOLVABLE
    assert game.is_lost(), "it is known now"
