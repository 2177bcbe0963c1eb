"""Values of wrong kinds, and checks of how they are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from freecell import AutoPlay, Deal, FreeCellError, Rules, State

HUGE = 10**5000
"""More digits than Python turns into text."""

DEAL_24 = str(Deal(24))
LINES = DEAL_24.splitlines()


class Broken:
    """A value that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


def nested() -> list[Any]:
    """A list too deep for its repr."""
    inner: list[Any] = []
    for _ in range(100_000):
        inner = [inner]
    return inner


def cyclic() -> list[Any]:
    ring: list[Any] = []
    ring.append(ring)
    return ring


T = TypeVar("T")

JUNK: dict[str, Any] = {
    "None": None,
    "float": 3.7,
    "whole float": 3.0,
    "nan": float("nan"),
    "complex": 1j,
    "bytes": b"2a",
    "huge": HUGE,
    "minus huge": -HUGE,
    "object": object(),
    "type": State,
    "function": len,
    "list": [],
    "dict": {},
    "NUL": "\0",
    "surrogate": "\ud800",
    "broken": Broken(),
    "nested": nested(),
    "cyclic": cyclic(),
    "empty text": "",
}


def refused(call: Callable[[], object], kind: type[FreeCellError] = FreeCellError, *names: str) -> FreeCellError:
    """Check that a call is refused by an error of that kind whose short message has the names in it."""
    with pytest.raises(FreeCellError) as caught:
        call()
    assert isinstance(caught.value, kind)
    message = str(caught.value)
    assert message
    assert len(message) < 4_000, "a message is to be read"
    for name in names:
        assert name in message
    return caught.value


def attempt(call: Callable[[], T]) -> T | None:
    """Return the result of a call, or None if it is refused by an error of the library with a short message."""
    try:
        return call()
    except FreeCellError as error:
        if len(str(error)) >= 4_000:
            raise
        return None


def board(**changes: str) -> str:
    """Deal 24 with some lines put in place of others: ``line_1`` to ``line_8``."""
    lines = list(LINES)
    for name, line in changes.items():
        lines[int(name.removeprefix("line_")) - 1] = line
    return "\n".join(lines)


NOT_TEXT = [None, 0, b"2C", 3.7, ["2C"], pytest.param(10**5000, id="long")]

MEGABYTES = 10_000_000

EMPTY_AND_FULL = State.parse(
    "Freecells: QC 9S 6H 9H\n:\n4C 2C 9C 8C QS 4S 2H\n5H QH 3C AC 3H 4H QD\n3S KS 3D\n5D 2S JC 5C JH 6D AS\n"
    "2D KD TH TC TD 8D 7S 6C 7D 4D 8S 9D\n7H JS KH TS KC 7C\nAH 5S 6S AD 8H JD"
)
"""Column 1 is empty and the cells are full: nothing can go to a cell."""

MIDDLE = Deal(24).state().play_all("1a 2b")
"""Cells a and b are filled, c and d are not."""

WIN_10913 = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b"

SAMPLES = [
    Deal(24).state(),
    MIDDLE,
    EMPTY_AND_FULL,
    Deal(10913).state().play_all(WIN_10913, AutoPlay.HORNE),
    State(
        [["2C", "AS"], ["AC"], []], ["2S"], (0, 2, 2, 0), Rules(cells=2, columns=3, ranks=2, foundation_takeback=True)
    ),
    Deal(617, Rules.BAKERS_GAME.replace(cells=0)).state(),
    Deal(617, Rules.PENGUIN).state(),
]
