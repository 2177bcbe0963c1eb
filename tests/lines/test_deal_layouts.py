"""Layouts of many deals at once."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.deals import LAST, dealt, in_dealing_order
from helpers.settings import untimed
from hypothesis import given
from hypothesis import strategies as st

from freecell import Deal, FreeCellError, deal_layouts


def rows_of(first: int, last: int) -> list[list[int]]:
    view = deal_layouts(first, last)
    assert view.format == "B"
    assert view.shape == (last - first + 1, 52)
    assert view.itemsize == 1
    assert view.c_contiguous
    return [list(bytes(view)[52 * row : 52 * (row + 1)]) for row in range(view.shape[0])]


@pytest.mark.parametrize(
    ("first", "last"), [(1, 300), (LAST - 2, LAST), (617, 617), (2**31 - 3, 2**31 + 3), (2**32 - 3, 2**32 + 3)]
)
def test_layouts_in_bulk(first: int, last: int) -> None:
    rows = rows_of(first, last)
    assert len(rows) == last - first + 1
    for number, row in zip(range(first, last + 1), rows, strict=True):
        assert row == dealt(number)
        assert row == in_dealing_order(Deal(number).columns)


@given(st.integers(1, LAST), st.integers(0, 60))
@untimed
def test_layouts_in_bulk_anywhere(first: int, more: int) -> None:
    last = min(first + more, LAST)
    assert rows_of(first, last) == [dealt(number) for number in range(first, last + 1)]


def test_layouts_outlive_and_cannot_spoil_others() -> None:
    one = deal_layouts(1, 2)
    two = deal_layouts(1, 2)
    before = bytes(two)
    if not one.readonly:
        one.cast("B")[0] = 99
    assert bytes(two) == before == bytes(deal_layouts(1, 2))


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (0, 5),
        (-1, 5),
        (1, LAST + 1),
        (LAST + 1, LAST + 1),
        (5, 4),
        (1, 0),
        (1, LAST),
        pytest.param(1, 10**5000, id="huge"),
    ],
)
def test_layouts_out_of_range(first: int, last: int) -> None:
    with pytest.raises(FreeCellError) as caught:
        deal_layouts(first, last)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("first", "last", "count"), [(1, 10_000_001, 10_000_001), (1, LAST, LAST), (5, 2**32 + 5, 2**32 + 1)]
)
def test_too_many_layouts_at_once(first: int, last: int, count: int) -> None:
    """The last number is a good one; it is only that they would not fit into memory, and that is said."""
    with pytest.raises(FreeCellError) as caught:
        deal_layouts(first, last)
    assert str(caught.value) == f"{count:,} layouts are too many at once: ask for 10,000,000 at the most"


@pytest.mark.parametrize(("first", "last"), [(1, LAST + 1), (5, 4)])
def test_last_number_out_of_range_and_too_many_are_different_errors(first: int, last: int) -> None:
    with pytest.raises(FreeCellError) as caught:
        deal_layouts(first, last)
    assert str(caught.value) == f"last deal number must be from {first} to {LAST}, not {last}"


@pytest.mark.parametrize("value", [3.7, 3.0, "3", None, b"3", [1]])
def test_layouts_of_no_number(value: Any) -> None:
    with pytest.raises(FreeCellError, match="whole number"):
        deal_layouts(value, 5)
    with pytest.raises(FreeCellError, match="whole number"):
        deal_layouts(1, value)
