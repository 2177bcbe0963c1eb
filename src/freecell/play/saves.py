"""Read and write games, options and statistics as versioned JSON.

Reading is strict: unknown and missing keys are errors, and an error about a value names its line and column.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn, TypeVar

from freecell._arguments import piece, shortened, text_from
from freecell.errors import FreeCellError, ParseError

__all__ = ["Reader", "read", "write"]

_VERSION: Final = 1

T = TypeVar("T")
_Path = tuple[str | int, ...]


def write(kind: str, data: object) -> str:
    """Return `data` as JSON text that :func:`read` accepts.

    Args:
        kind: ``"game"``, ``"options"`` or ``"statistics"``.
        data: The content, in types that have a JSON form.
    """
    return json.dumps({"format": f"freecell {kind}", "version": _VERSION, kind: data}, indent=1) + "\n"


def read(kind: str, text: str) -> Reader:
    """Parse JSON text that :func:`write` returned.

    Args:
        kind: The expected kind.
        text: The JSON text.

    Returns:
        A reader of the content.

    Raises:
        ParseError: If `text` is not valid JSON, or has another kind or version.
        WrongTypeError: If it is not text.
    """
    text_from(text, "saved data")
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        reason = f"this is not valid JSON: {error.msg}"
        raise ParseError(reason, piece(text[error.pos :]), error.lineno, error.colno) from None
    except FreeCellError as error:
        raise ParseError(str(error), piece(text)) from None
    except RecursionError:
        raise ParseError("this JSON is nested too deeply", piece(text)) from None
    except ValueError:  # the only other cause: an integer of thousands of digits
        raise ParseError("a number in this JSON is too long", piece(text)) from None
    saved = Reader(value, (), text)
    form = saved["format"]
    if form.parsed() != f"freecell {kind}":
        form.fail(f'the format must be "freecell {kind}", not {shortened(form.value)}')
    version = saved["version"]
    if not 1 <= version.whole() <= _VERSION:
        version.fail(f"version {version.value} is not supported: it must be {_VERSION}")
    saved.has_only(["format", "version", kind])
    return saved[kind]


class Reader:
    """A value in a JSON text, with its path."""

    def __init__(self, value: object, path: _Path, text: str) -> None:
        self.value = value
        self.path = path
        self.text = text

    def fail(self, reason: str) -> NoReturn:
        """Raise a ParseError about this value, with its path, line and column."""
        start = _find(self.text, self.path)
        before = self.text[:start]
        line, column = before.count("\n") + 1, start - (before.rfind("\n") + 1) + 1
        path = "$" + "".join(f".{step}" if str(step).isidentifier() else f"[{shortened(step)}]" for step in self.path)
        raise ParseError(f"{path}: {reason}", piece(self.text[start:]), line, column) from None

    @contextmanager
    def located(self) -> Iterator[None]:
        """Raise errors that carry no position as errors about this value."""
        try:
            yield
        except ParseError:
            raise
        except FreeCellError as error:
            self.fail(str(error))

    def has_only(self, names: Iterable[str]) -> None:
        """Raise a ParseError unless the value is an object whose keys are exactly `names`."""
        names, found = list(names), self._object()
        for name in names:
            self[name]
        for name in found:
            if name not in names:
                Reader(found[name], (*self.path, name), self.text).fail(
                    f"{shortened(name)} is not a known key: the keys are {', '.join(names)}"
                )

    def has(self, name: str) -> bool:
        """Whether the object has the key `name`."""
        return name in self._object()

    def only_one_of(self, what: str, names: Iterable[str]) -> str:
        """Return the one of `names` that the object has as a key.

        Args:
            what: What the object is, as a noun for the error.
            names: The keys.
        """
        names = list(names)
        found = [name for name in names if self.has(name)]
        if len(found) != 1:
            self.fail(f"{what} has exactly one of {', '.join(names[:-1])} and {names[-1]}")
        return found[0]

    def _object(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            self.fail(f"this must be an object, not {shortened(self.value)}")
        return self.value

    def __getitem__(self, name: str) -> Reader:
        found = self._object()
        if name not in found:
            self.fail(f"{name} is missing")
        return Reader(found[name], (*self.path, name), self.text)

    def items(self) -> list[Reader]:
        """Return a reader for each item of the list."""
        if not isinstance(self.value, list):
            self.fail(f"this must be a list, not {shortened(self.value)}")
        return [Reader(item, (*self.path, index), self.text) for index, item in enumerate(self.value)]

    def truth(self) -> bool:
        """Return the value, which must be a boolean."""
        if not isinstance(self.value, bool):
            self.fail(f"this must be true or false, not {shortened(self.value)}")
        return self.value

    def whole(self, first: int = 0, last: int = 2**63) -> int:
        """Return the value, which must be a whole number from `first` to `last`, both included."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not first <= self.value <= last:
            self.fail(f"this must be a whole number from {first} to {last}, not {shortened(self.value)}")
        return self.value

    def seconds(self) -> float:
        """Return the value, which must be a number of seconds, 0 or more."""
        number = self.value
        if not isinstance(number, int | float) or isinstance(number, bool) or not 0 <= number < 2**63:
            self.fail(f"this must be a number of seconds, 0 or more, not {shortened(number)}")
        return float(number)

    def parsed(self, parse: Callable[[str], T] = str) -> T:  # type: ignore[assignment]
        """Return the result of `parse` on the value, which must be a string."""
        if not isinstance(self.value, str):
            self.fail(f"this must be a string, not {shortened(self.value)}")
        try:
            return parse(self.value)
        except ParseError as error:
            self.fail(error.reason)
        except FreeCellError as error:
            self.fail(str(error))

    def optional(self, read: Callable[[Reader], T]) -> T | None:
        """Return None if the value is null, otherwise the result of `read`."""
        return None if self.value is None else read(self)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FreeCellError(f"{shortened(twice)} appears twice in one object")
    return found


def _refuse(constant: str) -> NoReturn:
    raise FreeCellError(f"{constant} is not a number in JSON")


def _find(text: str, path: _Path) -> int:
    """Return the index in `text`, which is valid JSON, at which the value at `path` starts."""
    # The default conversion refuses integers of thousands of digits.
    decode = json.JSONDecoder(parse_int=_unconverted, parse_float=_unconverted).raw_decode

    def skip(start: int) -> int:
        while text[start] in " \t\n\r":
            start += 1
        return start

    at = skip(0)
    for step in path:
        at = skip(at + 1)
        for index in range(len(text)):
            if isinstance(step, str):
                name, end = decode(text, at)
                at = skip(skip(end) + 1)  # the colon
                if name == step:
                    break
            elif index == step:
                break
            at = skip(skip(decode(text, at)[1]) + 1)  # the comma
    return at


def _unconverted(_: str) -> float:
    return math.nan
