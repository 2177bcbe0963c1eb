"""Checks of arguments from outside: what they return, and what they say."""

from __future__ import annotations

from typing import Any

import pytest

from freecell import AutoPlay, FreeCellError
from freecell._arguments import NO_LIMIT, boolean, instance_of, limit_from, piece

AN_AUTOPLAY = "an AutoPlay, such as AutoPlay.HORNE"


def test_a_value_of_the_right_type_is_returned_itself() -> None:
    assert instance_of(AutoPlay, AutoPlay.SURE, "autoplay", AN_AUTOPLAY) is AutoPlay.SURE
    values = [1, 2]
    assert instance_of((tuple, list), values, "cells", "numbers of cells") is values


@pytest.mark.parametrize("value", ["horne", 2, None, AutoPlay])
def test_a_value_of_another_type_is_named_with_what_it_must_be(value: Any) -> None:
    with pytest.raises(FreeCellError) as caught:
        instance_of(AutoPlay, value, "autoplay", AN_AUTOPLAY)
    assert str(caught.value) == f"autoplay must be an AutoPlay, such as AutoPlay.HORNE, not {value!r}"


def test_a_value_too_long_to_print_is_shortened() -> None:
    with pytest.raises(FreeCellError, match=r"^autoplay must be .*, not 'x{40}'$"):
        instance_of(AutoPlay, "x" * 10_000, "autoplay", AN_AUTOPLAY)


@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_is_returned(value: bool) -> None:
    assert boolean(value, "on_deal") is value


@pytest.mark.parametrize("value", [1, 0, None, "True", 1.0])
def test_numbers_and_texts_are_not_booleans(value: Any) -> None:
    with pytest.raises(FreeCellError) as caught:
        boolean(value, "on_deal")
    assert str(caught.value) == f"on_deal must be True or False, not {value!r}"


@pytest.mark.parametrize(("value", "limit"), [(None, NO_LIMIT), (0, 0), (5, 5), (NO_LIMIT, NO_LIMIT)])
def test_no_limit_is_a_number_that_is_never_reached(value: int | None, limit: int) -> None:
    assert limit_from(value, "max_nodes") == limit


@pytest.mark.parametrize("value", [-1, NO_LIMIT + 1])
def test_a_limit_out_of_range_is_refused(value: int) -> None:
    with pytest.raises(FreeCellError, match=f"^max_nodes must be from 0 to {NO_LIMIT}, not {value}$"):
        limit_from(value, "max_nodes")


@pytest.mark.parametrize("value", [1.5, "5", b"5"])
def test_a_limit_is_a_whole_number(value: Any) -> None:
    with pytest.raises(FreeCellError, match=r"^max_nodes must be a whole number from 0 to"):
        limit_from(value, "max_nodes")


def test_a_piece_of_text_has_at_most_40_characters() -> None:
    assert piece("26 xx") == "26 xx"
    assert piece("x" * 41) == "x" * 40
    assert piece(None) == "None"
