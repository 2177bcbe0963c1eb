"""Ranks are counted from the base of the rules, and after the highest comes the lowest."""

from __future__ import annotations

from itertools import product

import pytest

from freecell import Rules

GAMES = [Rules(ranks=ranks, base=base) for ranks, base in product(range(1, 14), repeat=2) if base <= ranks]


def test_next_and_previous_rank_in_a_game_of_13_ranks() -> None:
    rules = Rules.FREECELL
    assert [rules.next_rank(rank) for rank in (1, 2, 12, 13)] == [2, 3, 13, 1]
    assert [rules.previous_rank(rank) for rank in (1, 2, 12, 13)] == [13, 1, 11, 12]


def test_the_highest_rank_is_that_of_the_rules() -> None:
    rules = Rules(ranks=5)
    assert [rules.next_rank(rank) for rank in range(1, 6)] == [2, 3, 4, 5, 1]
    assert [rules.previous_rank(rank) for rank in range(1, 6)] == [5, 1, 2, 3, 4]


def test_foundations_that_begin_with_nines() -> None:
    rules = Rules.PENGUIN.replace(base=9)
    assert [rules.cards_home(top) for top in (0, 9, 13, 1, 8)] == [0, 1, 5, 6, 13]
    assert [rules.top_rank(count) for count in (0, 1, 5, 6, 13)] == [0, 9, 13, 1, 8]


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_a_foundation_goes_from_the_base_once_round(rules: Rules) -> None:
    tops = [rules.top_rank(count) for count in range(rules.ranks + 1)]
    assert tops[:2] == [0, rules.base]
    assert sorted(tops) == list(range(rules.ranks + 1))
    assert [rules.cards_home(top) for top in tops] == list(range(rules.ranks + 1))
    assert [rules.next_rank(top) for top in tops[1:]] == [*tops[2:], rules.base]
    assert [rules.previous_rank(top) for top in tops[2:]] == tops[1:-1]
