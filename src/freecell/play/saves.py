"""JSON of what is saved: written with a format and a version, read strictly, and every fault told with its place."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Final, NoReturn, TypeVar

from freecell._arguments import piece, shortened
from freecell.errors import FreeCellError, ParseError

__all__ = ["Reader", "read", "write"]

_VERSION: Final = 1

T = TypeVar("T")
E = TypeVar("E", bound=Enum)
_Path = tuple[str | int, ...]


def write(kind: str, data: object) -> str:
    """Give JSON that :func:`read` reads.

    Args:
        kind: what it is: ``"game"``, ``"options"`` or ``"statistics"``.
        data: what it has, in the types that JSON knows.
    """
    return json.dumps({"format": f"freecell {kind}", "version": _VERSION, kind: data}, indent=1) + "\n"


def read(kind: str, text: str) -> Reader:
    """Read JSON of this kind.

    Args:
        kind: what it should be.
        text: the JSON.

    Returns:
        Its content, still to be read field by field.

    Raises:
        ParseError: it is no JSON, or of another kind or version.
    """
    if not isinstance(text, str):
        raise ParseError(f"what is saved is read from text, not from {shortened(text)}", piece(text))
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        reason = f"this is no whole JSON text: {error.msg}"
        raise ParseError(reason, piece(text[error.pos :]), error.lineno, error.colno) from None
    except FreeCellError as error:
        raise ParseError(str(error), piece(text)) from None
    except RecursionError:
        raise ParseError("this JSON is nested too deeply", piece(text)) from None
    except ValueError:  # what is left: a number of thousands of digits
        raise ParseError("a number in this JSON is too long", piece(text)) from None
    saved = Reader(value, (), text)
    form = saved["format"]
    if form.text_of() != f"freecell {kind}":
        form.fail(f'the format must be "freecell {kind}", not {shortened(form.value)}')
    version = saved["version"]
    if not 1 <= version.whole() <= _VERSION:
        version.fail(f"version {version.value} is not known here: it must be {_VERSION}")
    saved.has_only(["format", "version", kind])
    return saved[kind]


class Reader:
    """A value in a JSON text, which knows where it stands."""

    def __init__(self, value: object, path: _Path, text: str) -> None:
        self.value = value
        self.path = path
        self.text = text

    def fail(self, reason: str) -> NoReturn:
        """Raise what is wrong with this value, and say where it stands: by its path, line and column."""
        start = _find(self.text, self.path)
        before = self.text[:start]
        line, column = before.count("\n") + 1, start - (before.rfind("\n") + 1) + 1
        path = "$" + "".join(f".{step}" if str(step).isidentifier() else f"[{shortened(step)}]" for step in self.path)
        raise ParseError(f"{path}: {reason}", piece(self.text[start:]), line, column) from None

    @contextmanager
    def place(self) -> Iterator[None]:
        """Give this place to errors that have none."""
        try:
            yield
        except ParseError:
            raise
        except FreeCellError as error:
            self.fail(str(error))

    def has_only(self, names: Iterable[str]) -> None:
        """Refuse an object that has not just these names."""
        names, found = list(names), self._object()
        for name in names:
            self[name]
        for name in found:
            if name not in names:
                Reader(found[name], (*self.path, name), self.text).fail(
                    f"{shortened(name)} is not known here: there are {', '.join(names)}"
                )

    def has(self, name: str) -> bool:
        """Tell whether the object has this name."""
        return name in self._object()

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
        """Give the items of a list."""
        if not isinstance(self.value, list):
            self.fail(f"this must be a list, not {shortened(self.value)}")
        return [Reader(item, (*self.path, index), self.text) for index, item in enumerate(self.value)]

    def truth(self) -> bool:
        """Give true or false."""
        if not isinstance(self.value, bool):
            self.fail(f"this must be true or false, not {shortened(self.value)}")
        return self.value

    def whole(self, first: int = 0, last: int = 2**63) -> int:
        """Give a whole number in a range."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not first <= self.value <= last:
            self.fail(f"this must be a whole number from {first} to {last}, not {shortened(self.value)}")
        return self.value

    def seconds(self) -> float:
        """Give a number that is not negative."""
        number = self.value
        if not isinstance(number, int | float) or isinstance(number, bool) or not 0 <= number < 2**63:
            self.fail(f"this must be a number of seconds, 0 or more, not {shortened(number)}")
        return float(number)

    def text_of(self, parse: Callable[[str], T] = str) -> T:  # type: ignore[assignment]
        """Give what a text means."""
        if not isinstance(self.value, str):
            self.fail(f"this must be a text, not {shortened(self.value)}")
        try:
            return parse(self.value)
        except ParseError as error:
            self.fail(error.reason)
        except FreeCellError as error:
            self.fail(str(error))

    def one_of(self, kind: type[E]) -> E:
        """Give a member of an enumeration by its text."""
        members = {member.value: member for member in kind}
        name: str = self.text_of()
        if name not in members:
            self.fail(f"{shortened(name)} is none of {', '.join(members)}")
        return members[name]

    def optional(self, read: Callable[[Reader], T]) -> T | None:
        """Read what may be null."""
        return None if self.value is None else read(self)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FreeCellError(f"{shortened(twice)} is there twice in one object")
    return found


def _refuse(constant: str) -> NoReturn:
    raise FreeCellError(f"{constant} is no number in JSON")


def _find(text: str, path: _Path) -> int:
    """Give where a value starts in a JSON text that is known to be right."""
    decode = json.JSONDecoder(parse_int=_nothing, parse_float=_nothing).raw_decode

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


def _nothing(_: str) -> float:
    return math.nan
