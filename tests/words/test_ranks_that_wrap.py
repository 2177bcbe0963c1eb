"""Ranks that wrap around: the next rank, and the cards of a foundation that need not begin with aces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import Rules


def test_the_next_rank_after_the_highest_is_the_lowest() -> None:
    assert [Rules.FREECELL.next_rank(rank) for rank in (1, 2, 12, 13)] == [2, 3, 13, 1]
    assert [Rules(ranks=4).next_rank(rank) for rank in (1, 3, 4)] == [2, 4, 1]


@given(st.integers(1, 13), st.data())
def test_the_previous_rank_is_the_opposite_of_the_next(ranks: int, data: st.DataObject) -> None:
    rules, rank = Rules(ranks=ranks), data.draw(st.integers(1, ranks))
    assert rules.previous_rank(rules.next_rank(rank)) == rank
    assert rules.next_rank(rules.previous_rank(rank)) == rank


@pytest.mark.parametrize(("base", "tops"), [(1, [0, 1, 2, 3, 4]), (3, [0, 3, 4, 1, 2]), (4, [0, 4, 1, 2, 3])])
def test_a_foundation_counts_from_its_base(base: int, tops: list[int]) -> None:
    rules = Rules(ranks=4, base=base)
    assert [rules.top_rank(count) for count in range(5)] == tops
    assert [rules.cards_home(top) for top in tops] == [0, 1, 2, 3, 4]
