"""What is left of a game: no moves, only reversible moves, or a proven loss."""

from __future__ import annotations

from threading import Event, Thread

from helpers.games import games, moves_of, play_some
from hypothesis import given

from freecell import AutoPlay, Basis, Deal, Move, Rules, State, Verdict
from freecell.play import Game, Options

SMALL = Rules(cells=2, columns=5, ranks=4)


@given(games())
def test_what_is_left(game: Game) -> None:
    legal = game.state.legal_moves()
    assert game.is_won() == (sum(map(len, game.state.columns)) + sum(c is not None for c in game.state.cells) == 0)
    assert game.is_stuck() == (not legal and not game.is_won())
    if game.is_stuck():
        assert game.is_lost()

    def after(state: State, move: Move) -> State:
        return state.play(move).autoplay(game.autoplay)

    # Whatever is done, it brings no card home, and one legal move leads back.
    key = game.state.key()
    back = [
        not move.target.is_home
        and key in {after(game.state, move).key(), *(after(game.state, move).play(m).key() for m in again)}
        for move in legal
        for again in [after(game.state, move).legal_moves()]
    ]
    assert game.only_reversible_moves_left() == (bool(back) and all(back) and not game.is_won())


def test_only_reversible_moves_are_left_sometimes() -> None:
    found = {True: 0, False: 0}
    for number in range(1, 30):
        game = Game(Deal(number, SMALL.replace(cells=1)), options=Options(autoplay=AutoPlay.ALL))
        play_some(game, number, 60)
        found[game.only_reversible_moves_left()] += 1
    assert min(found.values()) > 0


def test_what_autoplay_undoes_at_once_is_reversible() -> None:
    rules = Rules(cells=0, columns=2, ranks=2, foundation_takeback=True)
    game = Game(Deal(5, rules), options=Options(autoplay=AutoPlay.ALL))
    game.play("1h")
    before = game.state
    game.play("hh1")
    assert game.state == before
    assert game.only_reversible_moves_left()


def test_a_foundation_move_is_not_reversible_even_with_takeback() -> None:
    game = Game(Deal(1), options=Options.OPEN)
    for move in moves_of(game.auto_solve())[:-1]:
        game.play(move)
    assert game.state.legal_moves()
    assert not game.only_reversible_moves_left()


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
