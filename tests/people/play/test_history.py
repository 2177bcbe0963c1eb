"""The history of a game: undo, redo, and their limit."""

from __future__ import annotations

import copy

import pytest
from helpers.games import Clock, all_options, games
from hypothesis import given
from hypothesis import strategies as st

from freecell import AutoPlay, Deal, FreeCellError, IllegalMoveError, Move, ParseError, Rules, Turn
from freecell.play import Game, Options


@given(games())
def test_history_replays_to_the_state(game: Game) -> None:
    state = game.start.play_all(game.dealt, AutoPlay.NONE)
    assert (game.dealt != ()) <= game.options.on_deal
    assert game.states()[0] == state
    for turn, after in zip(game.turns, game.states()[1:], strict=True):
        taken_back = turn.move.source.is_home
        state = state.play(turn.move)
        assert taken_back or turn.automatic == state.automoves(game.autoplay)
        state = state.play_all(turn.automatic, AutoPlay.NONE)
        assert state == after
    assert game.state == state


@given(games(), st.integers(0, 1000))
def test_undo_is_the_inverse_of_play_and_redo_of_undo(game: Game, pick: int) -> None:
    moves = game.state.legal_moves()
    if not moves or game.options.undo_limit == 0:
        return
    before, history, score, counts = game.state, game.turns, game.score(), (game.move_count(), game.card_moves())
    turn = game.play(moves[pick % len(moves)])
    after, points = game.state, game.score()
    assert game.turns == (*history, turn)
    assert not game.can_redo()
    assert game.undo() == turn
    assert (game.state, game.turns, game.score()) == (before, history, score)
    assert (game.move_count(), game.card_moves()) == counts
    assert game.undone == (turn,)
    assert game.redo() == turn
    assert (game.state, game.turns, game.score(), game.undone) == (after, (*history, turn), points, ())


@given(games())
def test_all_can_be_undone_and_redone_up_to_the_limit(game: Game) -> None:
    while game.can_redo():
        game.redo()
    whole = game.turns
    taken: list[Turn] = []
    while game.can_undo():
        taken.insert(0, game.undo())
    assert game.turns + tuple(taken) == whole
    if game.options.undo_limit is None:
        assert game.turns == ()
        assert game.state == game.states()[0]
    else:
        assert len(taken) <= game.options.undo_limit
    with pytest.raises(FreeCellError, match=r"be undone|to undo"):
        game.undo()
    assert game.undone == tuple(taken)


def test_undo_takes_back_automatic_moves_and_starts_none() -> None:
    game = Game(Deal(1), options=Options.CLASSIC)
    game.play("6a")
    before = game.state
    turn = game.play("6b")
    assert [str(move) for move in turn.automatic] == ["6h", "6h", "bh"]
    assert game.undo() is turn
    assert game.state == before
    assert game.undo().move == Move("6", "a")
    assert game.state == Deal(1).state()


def test_autoplay_on_the_deal_is_not_undone() -> None:
    number = next(n for n in range(1, 100) if Deal(n).state().automoves(AutoPlay.CAUTIOUS))
    game = Game(Deal(number), options=Options.OYNA)
    assert game.dealt == Deal(number).state().automoves(AutoPlay.CAUTIOUS)
    assert game.dealt
    assert game.move_count() == game.automatic_moves() == game.card_moves() == len(game.dealt)
    assert not game.can_undo()
    with pytest.raises(FreeCellError, match="no move to undo"):
        game.undo()
    assert Game(Deal(number), options=Options.CLASSIC).dealt == ()


def test_a_new_move_drops_what_was_undone() -> None:
    game = Game(Deal(1), options=Options.OPEN)
    game.play("6a")
    game.play("6b")
    game.undo()
    assert game.can_redo()
    game.play("1b")
    assert not game.can_redo()
    assert [turn.move for turn in game.turns] == [Move("6", "a"), Move("1", "b")]
    with pytest.raises(FreeCellError, match="to redo"):
        game.redo()


@pytest.mark.parametrize(("options", "limit"), [(Options.OYNA, 500), (Options.OPEN, 100), (Options.CLASSIC, None)])
def test_undo_limit(options: Options, limit: int | None) -> None:
    game = Game(Deal(7), options=options.replace(autoplay=AutoPlay.NONE, on_deal=False))
    state = game.state
    move = next(m for m in state.legal_moves() if m.target.is_column)
    back_and_forth = Move(move.target, "a"), Move("a", move.target)
    game.play(move)
    for count in range(509):
        game.play(back_and_forth[count % 2])
    undone = 0
    while game.can_undo():
        game.undo()
        undone += 1
    assert undone == (510 if limit is None else limit)
    if limit is not None:
        with pytest.raises(FreeCellError, match=f"undo limit of these options is {limit}"):
            game.undo()
        # What is out of reach stays so, whatever comes then.
        game.play(game.state.legal_moves()[0])
        game.undo()
        assert not game.can_undo()
    game.restart()
    assert (game.turns, game.undone, game.state) == ((), (), state)


def test_a_bad_move_leaves_the_game_as_it_was() -> None:
    game = Game(Deal(1), clock=Clock())
    game.play("6a")
    game.play("6b")
    game.undo()
    before, undone = copy.copy(game), game.undone
    for bad, error in (("1h", IllegalMoveError), ("28x", ParseError), (Move("a", "h"), IllegalMoveError)):
        with pytest.raises(error):
            game.play(bad)
    with pytest.raises(FreeCellError):
        game.play(3)  # type: ignore[arg-type]
    assert game == before
    assert game.undone == undone


@given(all_options(), st.integers(1, 10**6), st.lists(st.integers(0, 2**16), max_size=60))
def test_a_game_is_a_list_of_states_and_a_place_in_it(options: Options, number: int, script: list[int]) -> None:
    game = Game(Deal(number), options=options)
    turns: list[Turn] = []
    states, scores, at, floor = [game.state], [game.score()], 0, 0
    limit = 10**9 if options.undo_limit is None else options.undo_limit
    for pick in script:
        moves = states[at].legal_moves()
        if pick % 5 == 0:
            if at > floor:
                at -= 1
                assert game.undo() == turns[at]
            else:
                with pytest.raises(FreeCellError, match=r"be undone|to undo"):
                    game.undo()
        elif pick % 5 == 1:
            if at < len(turns):
                at += 1
                assert game.redo() == turns[at - 1]
            else:
                with pytest.raises(FreeCellError, match="to redo"):
                    game.redo()
        elif moves:
            turn = game.play(moves[pick // 5 % len(moves)])
            states[at + 1 :] = [states[at].play_all(turn.all_moves(), AutoPlay.NONE)]
            turns[at:] = [turn]
            scores[at + 1 :] = [game.score()]
            at += 1
            floor = max(floor, at - limit)
        assert (game.state, game.turns, game.undone) == (states[at], tuple(turns[:at]), tuple(turns[at:]))
        assert (game.states(), game.score()) == (tuple(states[: at + 1]), scores[at])
        assert (game.can_undo(), game.can_redo()) == (at > floor, at < len(turns))
        done = [move for turn in turns[:at] for move in turn.all_moves()]
        assert game.player_moves() + game.automatic_moves() == len(done) + len(game.dealt)


@pytest.mark.parametrize("policy", [policy for policy in AutoPlay if policy is not AutoPlay.NONE])
def test_a_card_taken_back_stays_until_the_next_move(policy: AutoPlay) -> None:
    game = Game(Deal(1), Rules(foundation_takeback=True), Options(autoplay=policy))
    game.play_all("6a 6b")
    home = game.state.cards_home()
    assert home > 0
    turn = game.play("hcd")
    assert turn.automatic == ()
    assert game.state.cards_home() == home - 1
    assert game.undo() == turn
    assert game.redo() == turn
    assert Game.load(game.save()) == game
