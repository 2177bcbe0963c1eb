"""Random deals."""

from __future__ import annotations

import random
from typing import Any

import pytest
from helpers.deals import LAST

from freecell import Deal, FreeCellError, Rules, Solver, Verdict


def test_random_is_the_same_for_the_same_seed() -> None:
    one = [Deal.random(rng).number for rng in [random.Random(5)] for _ in range(20)]
    two = [Deal.random(rng).number for rng in [random.Random(5)] for _ in range(20)]
    other = [Deal.random(rng).number for rng in [random.Random(6)] for _ in range(20)]
    assert one == two
    assert one != other
    assert all(number is not None and 1 <= number <= 1_000_000 for number in one)
    assert len(set(one)) > 15


def test_random_needs_a_random_generator() -> None:
    with pytest.raises(FreeCellError, match=r"rng must be a random.Random, not 5"):
        Deal.random(5)  # type: ignore[arg-type]


def test_random_without_a_generator() -> None:
    drawn = {Deal.random().number for _ in range(30)}
    assert len(drawn) > 25
    assert all(number is not None and 1 <= number <= 1_000_000 for number in drawn)


def test_random_reaches_both_ends_of_its_range() -> None:
    rng = random.Random(1)
    assert {Deal.random(rng, first=7, last=9).number for _ in range(200)} == {7, 8, 9}
    assert Deal.random(rng, first=LAST, last=LAST) == Deal(LAST)
    assert Deal.random(rng, first=1, last=1).number == 1


def test_random_is_the_deal_of_its_number() -> None:
    rng = random.Random(2)
    rules = Rules.FREECELL.replace(cells=3)
    deal = Deal.random(rng, rules=rules)
    assert deal.number is not None
    assert deal == Deal(deal.number, rules)


def test_random_winnable() -> None:
    # Of these numbers only 11982 cannot be won, and must never be drawn.
    rng = random.Random(3)
    drawn = [Deal.random(rng, first=11_981, last=11_983, winnable=True).number for _ in range(12)]
    assert set(drawn) == {11_981, 11_983}


def test_random_winnable_under_harder_rules() -> None:
    rng = random.Random(4)
    rules = Rules.FREECELL.replace(cells=2)
    for _ in range(3):
        deal = Deal.random(rng, winnable=True, rules=rules)
        assert deal.rules == rules
        assert Solver().solve(deal).verdict is Verdict.SOLVED


@pytest.mark.parametrize(("first", "last"), [(0, 5), (5, 4), (1, LAST + 1), (-3, -1), (2.5, 4), (1, "9"), (None, 5)])
def test_random_out_of_range(first: Any, last: Any) -> None:
    with pytest.raises(FreeCellError):
        Deal.random(random.Random(1), first=first, last=last)
