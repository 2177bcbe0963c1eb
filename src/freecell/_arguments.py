"""Checks of arguments from outside, and how their values are quoted in error messages."""

from __future__ import annotations

import math
import operator
from numbers import Real
from typing import Final, TypeVar

from freecell.errors import FreeCellError, WrongTypeError

__all__ = [
    "NO_LIMIT",
    "boolean",
    "instance_of",
    "limit_from",
    "piece",
    "seconds_from",
    "shortened",
    "text_from",
    "whole_number",
]

NO_LIMIT: Final = 2**63
"""A count or a number of bytes that is never reached. It stands for no limit inside the library; outside, None does."""

T = TypeVar("T")


def whole_number(value: object, name: str, first: int, last: int) -> int:
    """Return a number from outside as an int.

    Args:
        value: The number. Anything with ``__index__`` is a whole number, except True and False; 3.7 and "3" are not.
        name: The name of the number in the error.
        first: The least number allowed.
        last: The greatest number allowed.

    Raises:
        FreeCellError: If it is not a whole number, or out of range.
    """
    try:
        if isinstance(value, bool):
            raise TypeError  # True is a number only by accident
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise WrongTypeError(f"{name} must be a whole number from {first} to {last}, not {shortened(value)}") from None
    if not first <= number <= last:
        raise FreeCellError(f"{name} must be from {first} to {last}, not {shortened(number)}")
    return number


def limit_from(value: int | None, name: str) -> int:
    """Return a limit from outside as a number: :data:`NO_LIMIT` for None.

    Args:
        value: The limit.
        name: Its name in the error.

    Raises:
        FreeCellError: If it is neither None nor a whole number from 0 to 2**63.
    """
    return NO_LIMIT if value is None else whole_number(value, name, 0, NO_LIMIT)


def seconds_from(value: object, name: str) -> float:
    """Return a number of seconds from outside as a float.

    Args:
        value: The number; it may be infinite.
        name: Its name in the error.

    Raises:
        FreeCellError: If it is negative, NaN, or not a number.
    """
    if not isinstance(value, float | Real):
        raise WrongTypeError(f"{name} must be a number of seconds, 0 or more, not {shortened(value)}")
    try:
        seconds = float(value)
    except OverflowError:
        seconds = math.nan
    if not seconds >= 0:
        raise FreeCellError(f"{name} must be a number of seconds, 0 or more, not {shortened(value)}")
    return seconds


def instance_of(kind: type[T] | tuple[type[T], ...], value: object, name: str, what: str) -> T:
    """Return a value from outside if it has the right type.

    Args:
        kind: The type, or the types.
        value: The value.
        name: The name of the value in the error.
        what: What it must be, as a noun with an example: ``"an AutoPlay, such as AutoPlay.HORNE"``.

    Raises:
        FreeCellError: If it has another type.
    """
    if not isinstance(value, kind):
        raise WrongTypeError(f"{name} must be {what}, not {shortened(value)}")
    return value


def boolean(value: object, name: str) -> bool:
    """Return a value from outside if it is True or False.

    Raises:
        FreeCellError: If it is something else.
    """
    return instance_of(bool, value, name, "True or False")


def text_from(value: object, what: str) -> str:
    """Return a value from outside if it is text. Everything that reads text begins here.

    Args:
        value: The value.
        what: What the text stands for, as a noun for the error: ``"a card"``.

    Raises:
        WrongTypeError: If it is not text.
    """
    if not isinstance(value, str):
        raise WrongTypeError(f"{what} must be text, not {shortened(value)}")
    return value


def piece(text: str) -> str:
    """Return what could not be read, as a :class:`ParseError` carries it: at most 40 characters of a text."""
    return text[:40]


def shortened(value: object) -> str:
    """Return the repr of a value, cut to the length that fits into a sentence."""
    try:
        text = repr(value[:40] if isinstance(value, str | bytes) else value)
    except Exception:  # it may have thousands of digits, be nested too deeply, or raise errors of its own
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:50]}..."
