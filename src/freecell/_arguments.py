"""Checks of arguments from outside, and how values are quoted in error messages."""

from __future__ import annotations

import operator

from freecell.errors import FreeCellError

__all__ = ["piece", "shortened", "whole_number"]


def whole_number(value: object, name: str, first: int, last: int) -> int:
    """Give a number from outside as an int, or say what it should have been.

    Args:
        value: what was given; anything with ``__index__`` is a whole number, 3.7 and "3" are not.
        name: what to call it in the error.
        first: the least it may be.
        last: the most it may be.

    Raises:
        FreeCellError: it is no whole number or lies outside the range.
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise FreeCellError(f"{name} must be a whole number from {first} to {last}, not {shortened(value)}") from None
    if not first <= number <= last:
        raise FreeCellError(f"{name} must be from {first} to {last}, not {shortened(number)}")
    return number


def piece(text: object) -> str:
    """Give what could not be read as a :class:`ParseError` carries it: text as it is, up to 40 characters of it."""
    return text[:40] if isinstance(text, str) else shortened(text)


def shortened(value: object) -> str:
    """Give the repr of a value, cut where it would drown the sentence it stands in."""
    try:
        text = repr(value[:40] if isinstance(value, str | bytes) else value)
    except Exception:  # it may have thousands of digits, be nested too deeply, or refuse to be shown
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:50]}…"
