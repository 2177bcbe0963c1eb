"""A game from any position: it does all that a game of a deal does, and has no deal."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from helpers.bad_values import JUNK, MIDDLE, SAMPLES
from helpers.games import Clock, play_some
from hypothesis import given
from hypothesis import strategies as st
from strategies import core_state, positions

from freecell import AutoPlay, Deal, FreeCellError, InvalidStateError, Rules, State, Verdict, WrongTypeError, draw
from freecell.play import Game, Options, Scoring

WON = State([[]] * 8, foundations=(13, 13, 13, 13))
"""All cards are home."""

STUCK = State([["AD", "2D"], ["AH", "AS", "2C", "2S", "2H"]], (), (1, 0, 0, 0), Rules(cells=0, columns=2, ranks=2))
"""One card is home, and none of the others can move."""

LAST = State([["KS", "QS"], *[[]] * 7], ["KC"], (12, 13, 13, 11))
"""Three cards are left: two in a column and one in a cell."""


def test_it_has_no_deal_even_if_a_deal_starts_like_that() -> None:
    game = Game(Deal(617).state())
    assert game.deal is None
    assert game.title() == "FreeCell"
    assert game.start == game.state == Deal(617).state()
    assert game != Game(Deal(617))
    with pytest.raises(
        FreeCellError, match=r"^a game from a position has no share code: only a numbered deal has one$"
    ):
        game.code()


def test_its_repr() -> None:
    game = Game(LAST)
    assert repr(game) == "<Game from a position: 0 moves, 49 cards home>"


@pytest.mark.parametrize("start", SAMPLES)
def test_it_is_played_like_a_game_of_a_deal(start: State) -> None:
    game = Game(start)
    play_some(game, 1, 30)
    state = start
    for turn in game.turns:
        assert turn == state.turn(turn.move, game.autoplay)
        state = turn.state
    assert game.state == state
    game.restart()
    assert (game.state, game.turns, game.undone, game.score()) == (start, (), (), 0)


def test_undo_stops_at_the_position() -> None:
    game = Game(MIDDLE)
    turn = game.play("1c")
    assert game.undo() == turn
    assert game.state == MIDDLE
    assert not game.can_undo()
    with pytest.raises(FreeCellError, match="there is no move to undo"):
        game.undo()
    assert game.redo() == turn


def test_rules_given_with_it() -> None:
    three = Rules.FREECELL.replace(cells=3)
    game = Game(MIDDLE, three)
    assert game.rules == three
    assert game.start == State(MIDDLE.columns, MIDDLE.cells[:3], MIDDLE.foundations, three)
    assert game.title() == "FreeCell, 3 cells"
    assert Game(MIDDLE, Rules.BAKERS_GAME).title() == "Baker's Game"
    with pytest.raises(InvalidStateError, match="the board has 2 cells, but the game has 1"):
        Game(MIDDLE, Rules.FREECELL.replace(cells=1))
    with pytest.raises(InvalidStateError, match="the board has 8 columns, but the game has 9"):
        Game(MIDDLE, Rules.FREECELL.replace(columns=9))
    with pytest.raises(WrongTypeError, match="rules must be Rules"):
        Game(MIDDLE, "freecell")  # type: ignore[arg-type]


@pytest.mark.parametrize("junk", JUNK)
def test_what_is_neither_a_deal_nor_a_position(junk: str) -> None:
    with pytest.raises(WrongTypeError, match="a start must be a Deal or a State, not "):
        Game(JUNK[junk])


def test_options_apply_to_it() -> None:
    assert Game(MIDDLE, options=Options.OPEN).rules.foundation_takeback
    back = State(LAST.columns, LAST.cells, LAST.foundations, Rules(foundation_takeback=True))
    assert not Game(back, options=Options.CLASSIC).rules.foundation_takeback
    with pytest.raises(FreeCellError, match="under these options a game has 4 cells, not 3"):
        Game(MIDDLE, Rules.FREECELL.replace(cells=3), Options.CLASSIC)
    assert Game(MIDDLE, options=Options(last_accepted=1, last_drawn=1)).deal is None, "it has no number to accept"
    game = Game(LAST, options=Options(autoplay=AutoPlay.ALL, on_deal=True, automatic_counts=True, scoring=Scoring()))
    assert (len(game.dealt), game.move_count(), game.score()) == (3, 3, 30)
    assert game.is_won()


def test_cards_that_are_home_at_the_start_have_no_points() -> None:
    game = Game(LAST, options=Options.OPEN)
    assert game.score() == 0
    game.play("1h")
    assert game.score() == 10
    game.play_all("hc2 2h")
    assert game.score() == 10
    game.play_all("hc2 1b 2h")
    assert (game.score(), game.move_count()) == (10, 6), "nor if they go home again"


def test_a_position_that_is_won() -> None:
    clock = Clock()
    game = Game(WON, clock=clock)
    clock.now += 10
    assert game.is_won()
    assert not any([game.is_stuck(), game.is_lost(), game.is_dead_end()])
    assert not any([game.can_undo(), game.can_redo(), game.is_paused()])
    assert (game.hint(), game.finish(), game.tap("hc"), game.targets("1")) == (None, (), None, {})
    plan = game.auto_solve()
    assert (plan.verdict, plan.turns()) == (Verdict.SOLVED, ())
    game.pause()
    game.resume()
    clock.now += 10
    assert game.seconds() == game.score() == game.move_count() == 0
    assert Game.load(game.save()) == game
    assert draw.svg(game).count("data-card") == draw.svg(WON).count("data-card")
    assert "<title>FreeCell</title>" in draw.html(game)
    game.restart()
    assert game.is_won()


def test_a_position_that_is_stuck() -> None:
    game = Game(STUCK)
    assert game.is_stuck()
    assert game.is_lost()
    assert game.hint() is None
    assert game.auto_solve().verdict is Verdict.UNSOLVABLE
    assert game.why_not("1") is not None
    assert Game.load(game.save()) == game


def test_time_runs_from_the_first_move_to_the_win() -> None:
    clock = Clock()
    game = Game(LAST, options=Options(autoplay=AutoPlay.NONE), clock=clock)
    clock.now += 10
    assert game.seconds() == 0
    game.play("12")
    clock.now += 5
    game.undo()
    for move in game.finish():
        game.play(move)
    assert game.is_won()
    clock.now += 100
    assert game.seconds() == 5


def test_equality_and_copies() -> None:
    game = Game(MIDDLE)
    assert game == Game(MIDDLE, MIDDLE.rules)
    assert game != Game(MIDDLE, Rules.BAKERS_GAME)
    assert game != Game(Deal(24))
    assert game != Game(MIDDLE.canonical()), "places count"
    game.play("1c")
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        assert other.deal is None
        other.undo()
        assert other != game


def test_hints_and_a_plan_lead_to_a_win() -> None:
    game = Game(MIDDLE)
    plan = game.auto_solve()
    assert (plan.start, plan.verdict) == (MIDDLE, Verdict.SOLVED)
    while (advice := game.hint()) is not None:
        game.play(advice.move)
    assert game.is_won()


def test_it_is_drawn() -> None:
    game = Game(MIDDLE)
    assert draw.text(game) == draw.text(MIDDLE)
    assert draw.svg(game) == draw.svg(MIDDLE)
    assert game._repr_svg_() == MIDDLE._repr_svg_()
    game.play("1c")
    page = draw.html(game)
    assert page == draw.html(MIDDLE, "1c")
    assert "<title>FreeCell</title>" in page


def test_saves_keep_every_place() -> None:
    cards = [card for card in MIDDLE.cells if card is not None]
    state = State(MIDDLE.columns, [None, cards[1], None, cards[0]])
    game = Game(state, Rules.BAKERS_GAME)
    saved = json.loads(game.save())["game"]
    assert "deal" not in saved
    assert saved["position"] == {"rules": "freecell", "board": str(state)}
    assert saved["rules"] == "bakers_game"
    assert Game.load(game.save()).start.cells == (None, cards[1], None, cards[0])


@given(positions().map(core_state), st.booleans(), st.integers(0, 2**32))
def test_every_position_is_saved(state: State, on_deal: bool, seed: int) -> None:
    game = Game(state, options=Options(on_deal=on_deal, hint_nodes=100))
    assert game.start == state
    play_some(game, seed, 5)
    back = Game.load(game.save())
    assert (back, back.start, back.state, back.title()) == (game, state, game.state, game.title())
    game.hint()
    draw.svg(game)
    draw.html(game)
