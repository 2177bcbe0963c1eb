"""The three styles of play: deal numbers, autoplay, cells, share codes, and Oyna's wins."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.games import moves_of

from freecell import AutoPlay, Basis, Deal, FreeCellError, IllegalMoveError, Move, ParseError, Rules, Verdict
from freecell.play import Game, Options

MISSED = (9, 70, 86, 194, 336, 400, 559, 567, 585, 658, 693, 738, 853, 879, 900, 917, 921, 944, 978)
"""Deals that the published program of the style OYNA does not win with its own solver."""


def numbered(options: Options) -> Iterator[Any]:
    yield Game(options.deal(1), options=options)
    yield Game(options.deal(options.last_accepted), options=options)


@pytest.mark.parametrize(
    ("options", "last", "drawn"),
    [(Options.OYNA, 10**9, 10**6), (Options.CLASSIC, 10**6, 32_000), (Options.OPEN, 2**33 - 1, 10**6)],
)
def test_numbers_accepted_and_drawn(options: Options, last: int, drawn: int) -> None:
    assert [game.deal.number for game in numbered(options)] == [1, last]
    for number in (0, -1, last + 1, 3.7, "5"):
        with pytest.raises(FreeCellError, match="deal number must be"):
            options.deal(number)  # type: ignore[arg-type]
    if last < 2**33 - 1:
        with pytest.raises(FreeCellError, match=f"from 1 to {last}"):
            Game(Deal(last + 1), options=options)

    class Highest(random.Random):
        def randint(self, a: int, b: int) -> int:
            assert (a, b) == (1, drawn)
            return b

    assert options.draw(Highest()).number == drawn
    numbers = [options.draw(random.Random(seed)).number or 0 for seed in range(200)]
    assert min(numbers) >= 1
    assert max(numbers) > drawn // 2


def test_take_back() -> None:
    for options in (Options.OYNA, Options.CLASSIC):
        game = Game(Deal(1, Rules.FREECELL.replace(foundation_takeback=True)), options=options)
        game.play("6a")
        game.play("6b")
        assert game.state.foundations == (2, 0, 0, 1)
        assert not game.rules.foundation_takeback
        assert game.why_not("hc") == "in this game cards stay on the foundations"
        with pytest.raises(IllegalMoveError):
            game.play("hcc")
    game = Game(Deal(1), options=Options.OPEN)
    for move in ("6a", "6b", "6h"):
        game.play(move)
    assert game.state.foundations == (1, 0, 0, 0)
    game.play("hcc")
    assert game.state.foundations == (0, 0, 0, 0)
    assert Game(Deal(1, Rules.FREECELL), options=Options()).rules == Rules.FREECELL


def test_autoplay_of_the_styles() -> None:
    assert Game(Deal(1), options=Options.OYNA).autoplay is AutoPlay.CAUTIOUS
    assert Game(Deal(1), options=Options.CLASSIC).autoplay is AutoPlay.HORNE
    assert Game(Deal(1), options=Options.OPEN).autoplay is AutoPlay.NONE
    assert Game(Deal(1, Rules.FAN)).autoplay is Rules.FAN.usual_autoplay
    game = Game(Deal(1), options=Options.OPEN)
    game.play("6a")
    assert game.play("6b").automatic == ()


def test_cells_of_the_styles() -> None:
    for cells in (4, 2, 1):
        assert Game(Deal(1), Rules.FREECELL.replace(cells=cells), Options.OPEN).rules.cells == cells
    with pytest.raises(FreeCellError, match="4 or 2 or 1 cells, not 3"):
        Game(Deal(1), Rules.FREECELL.replace(cells=3), Options.OPEN)
    with pytest.raises(FreeCellError, match="4 cells, not 2"):
        Game(Deal(1), Rules.FREECELL.replace(cells=2), Options.CLASSIC)
    assert Game(Deal(1), Rules.FREECELL.replace(cells=3)).rules.cells == 3


def test_share_codes() -> None:
    game = Game.from_code(" fc1-c2-aaaa akh ", Options.OPEN)
    assert (game.deal.number, game.rules.cells) == (327, 2)
    assert game.rules.foundation_takeback
    assert game.code() == "FC1-C2-AAAAAKH"
    assert Game(Deal(327), options=Options.OPEN).code() == "FC1-C4-AAAAAKH"
    for bad in ("FC1-C4-AAAAAK", "FC1-C4-AAAAA1H", "FC2-C4-AAAAAKH", "", "FC1-C4"):
        with pytest.raises(ParseError):
            Game.from_code(bad, Options.OPEN)
    with pytest.raises(FreeCellError, match="cells"):
        Game.from_code("FC1-C3-AAAAAKH", Options.OPEN)
    with pytest.raises(FreeCellError, match="share code"):
        Game(Deal(1, Rules.BAKERS_GAME)).code()


def test_oyna_counts_eight_moves_and_wins_in_83_more() -> None:
    game = Game(Deal(1), options=Options.OYNA)
    for number, touched in enumerate(("3D", "2C", "QC")):
        assert str(game.state.columns[5][-1]) == touched
        turn = game.play(Move("6", "abc"[number]))
    assert turn.automatic == ()
    assert game.play("56").move == Move("5", "6")
    assert game.play("52").move == Move("5", "2")
    assert [str(column[-1]) for column in game.state.columns][1] == "8H"
    assert game.move_count() == 8
    plan = game.auto_solve()
    assert plan.verdict is Verdict.SOLVED
    assert plan.length() <= 40
    for move in moves_of(plan):
        game.play(move)
    assert game.is_won()
    assert game.player_moves() == 5 + plan.length()
    assert game.move_count() == 8 + sum(len(turn.all_moves()) for turn in plan.turns())


@pytest.mark.parametrize("number", MISSED)
def test_oyna_wins_the_deals_that_the_published_program_misses(number: int) -> None:
    game = Game(Deal(number), options=Options.OYNA)
    hint = game.hint()
    assert hint is not None
    assert hint.basis is Basis.SOLUTION
    assert game.auto_solve().verdict is Verdict.SOLVED


def test_oyna_has_a_hint_of_a_win_at_the_start_of_182() -> None:
    hint = Game(Deal(182), options=Options.OYNA).hint()
    assert hint is not None
    assert (hint.basis, hint.verdict) == (Basis.SOLUTION, Verdict.SOLVED)


@pytest.mark.slow
def test_oyna_wins_deals_1_to_1000_within_both_budgets() -> None:
    for number in range(1, 1001):
        game = Game(Deal(number), options=Options.OYNA)
        hint = game.hint()
        assert hint is not None
        assert hint.basis is Basis.SOLUTION
        plan = Game(Deal(number), options=Options.OYNA).auto_solve()
        assert plan.verdict is Verdict.SOLVED
        for move in moves_of(plan):
            game.play(move)
        assert game.is_won()
