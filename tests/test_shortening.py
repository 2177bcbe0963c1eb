"""Shorter wins: still wins, never longer, within the budget, and left alone when cancelled."""

from __future__ import annotations

from threading import Event

import pytest

from freecell import Deal, Rules, Solver
from freecell.shortening import shorten


@pytest.mark.parametrize("rules", [Rules.FREECELL, Rules.FREECELL.replace(cells=3), Rules.BAKERS_GAME], ids=str)
def test_a_shortened_win_is_a_win_and_most_become_shorter(rules: Rules) -> None:
    before = after = shorter = 0
    for number in range(1, 16):
        solution = Solver(max_nodes=100_000).solve(Deal(number, rules))
        win = shorten(solution.start, solution.moves, 100_000) if solution.moves else ()
        if solution.start.play_all(solution.moves).is_won():
            assert solution.start.play_all(win).is_won()
            assert len(win) <= len(solution.moves)
            before += len(solution.moves)
            after += len(win)
            shorter += len(win) < len(solution.moves)
    assert shorter >= 5
    assert after < 0.97 * before


def test_without_budget_or_when_cancelled_it_stays_as_it_is() -> None:
    solution = Solver().solve(Deal(1))
    assert shorten(solution.start, solution.moves, 0) == solution.moves
    cancel = Event()
    cancel.set()
    assert shorten(solution.start, solution.moves, 100_000, cancel) == solution.moves
    assert len(shorten(solution.start, solution.moves, 100_000, Event())) < len(solution.moves)


def test_a_won_position_needs_no_move() -> None:
    solution = Solver().solve(Deal(1))
    assert shorten(solution.states()[-1], (), 1000) == ()
