"""Errors can be printed wherever Python runs: on a terminal whose encoding has no card symbols, too."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.bad_values import refused
from helpers.paths import ROOT

from freecell import Card, Deal, Rules, State, Suit

SOURCE = ROOT / "src" / "freecell"
DRAWN = ("_pictures", "storyboard.py")
"""What shows pictures, not errors."""

FILES = sorted(
    path
    for path in SOURCE.rglob("*.p[yx]*")
    if path.suffix in (".py", ".pyx", ".pxd") and path.relative_to(SOURCE).parts[0] not in DRAWN
)


def sentences(path: Path) -> Iterator[str]:
    """Yield the strings of a file that may be parts of messages: neither docstrings nor data without spaces."""
    kinds = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type in kinds and token.string.lstrip("rbfuRBFU")[:3] != '"""' and set(token.string) & {" ", "…"}:
            yield token.string


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_messages_are_ascii_in_the_source(path: Path) -> None:
    assert [text for text in sentences(path) if not text.isascii()] == []


def test_messages_are_found_in_the_source() -> None:
    assert any("is not a card: write" in text for text in sentences(SOURCE / "cards.py"))
    assert any("the rules do not fix the base" in text for text in sentences(SOURCE / "_rules" / "building.pyx"))


MESSAGES: dict[str, Callable[[], object]] = {
    "a card": lambda: Card.parse("XX"),
    "a suit": lambda: Suit.parse("X"),
    "a long text": lambda: Card.parse("\\" * 99),
    "a long value": lambda: Deal(list(range(99))),  # type: ignore[arg-type]
    "no base": lambda: State([], rules=Rules(base=None)),
}


@pytest.mark.parametrize("call", MESSAGES.values(), ids=MESSAGES)
def test_messages_are_ascii_when_they_are_made(call: Callable[[], object]) -> None:
    assert str(refused(call)).isascii()


def test_what_the_caller_wrote_is_quoted_as_it_is() -> None:
    assert "'X♥' is not a card" in str(refused(lambda: Card.parse("X♥")))
