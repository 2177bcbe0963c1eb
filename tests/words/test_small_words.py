"""Small words that many rooms use: counted nouns, lower case, argument checks."""

from __future__ import annotations

import pytest

from freecell import AutoPlay, FreeCellError
from freecell._arguments import NO_LIMIT, boolean, instance_of, limit_from
from freecell._text import counted, small


@pytest.mark.parametrize(("number", "text"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves"), (1234, "1,234 moves")])
def test_a_noun_is_counted(number: int, text: str) -> None:
    assert counted(number, "move") == text


def test_only_ascii_letters_become_small() -> None:
    assert small("TH\u212a\u0130\u00c4") == "th\u212a\u0130\u00c4"


def test_no_limit_is_none_outside() -> None:
    assert limit_from(None, "max_memory") == NO_LIMIT
    assert limit_from(5, "max_memory") == 5
    with pytest.raises(FreeCellError, match="max_memory must be from 0"):
        limit_from(-1, "max_memory")


def test_a_value_of_another_type_is_refused_with_an_example() -> None:
    assert instance_of(AutoPlay, AutoPlay.ALL, "autoplay", "an AutoPlay") is AutoPlay.ALL
    with pytest.raises(FreeCellError, match=r"^autoplay must be an AutoPlay, such as AutoPlay.HORNE, not 2$"):
        instance_of(AutoPlay, 2, "autoplay", "an AutoPlay, such as AutoPlay.HORNE")
    with pytest.raises(FreeCellError, match=r"^on_deal must be True or False, not 1$"):
        boolean(1, "on_deal")
