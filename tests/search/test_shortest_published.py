"""Deals whose fewest moves are known from elsewhere."""

from __future__ import annotations

import pytest
from helpers.short_wins import checked, published, solver

from freecell import AutoPlay, Build, Deal, Measure, Rules, State, Verdict, lower_bound


def hold_published(number: int) -> None:
    solution = checked(solver("optimal", Measure.CARDS).solve(Deal(number)))
    assert (solution.length(), solution.optimal) == (published()[number], True)


@pytest.mark.parametrize("number", [2, 3, 6, 7, 8])
def test_deals_whose_shortest_wins_are_known(number: int) -> None:
    hold_published(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", [13, 15, 17, 18, 20, 26, 28, 33, 46, 47, 50])
def test_more_deals_whose_shortest_wins_are_known(number: int) -> None:
    hold_published(number)


def test_nothing_is_shorter_than_a_proven_optimum() -> None:
    assert len(published()) == 50
    for number, length in published().items():
        start = Deal(number).state()
        solution = checked(solver("short", Measure.CARDS, max_nodes=20_000).solve(start))
        assert lower_bound(start, Measure.CARDS) <= solution.lower_bound <= length <= solution.length()


def test_a_win_that_makes_a_move_before_cards_go_home() -> None:
    """A search that sends home what it can on the start finds none."""
    rules = Rules(cells=0, columns=3, build=Build.SAME_SUIT, ranks=3, base=3, wrap=True)
    start = State.parse("2D 3H AC 3C\n3D AD AS 2S\n2C AH 2H 3S", rules)
    for goal in ("short", "optimal"):
        assert checked(solver(goal, Measure.player(AutoPlay.CAUTIOUS)).solve(start)).length() == 6
        lost = solver(goal, Measure.player(AutoPlay.CAUTIOUS, on_deal=True)).solve(start)
        assert lost.verdict is Verdict.UNSOLVABLE
