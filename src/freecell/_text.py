"""Small words for sentences and for reading text."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase

__all__ = ["counted", "small"]

_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)


def small(text: str) -> str:
    """Return a text in lower case. Only ASCII letters change, so that no other letter turns into one of them."""
    return text.translate(_SMALL)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural if need be: ``1 move``, ``1,234 moves``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
