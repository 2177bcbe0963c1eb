"""The library's exceptions. The one for positions that cannot exist is in ``faults``, with what it is made of.

Every exception is a :class:`FreeCellError`, and therefore a :class:`ValueError`. Its subclasses distinguish arguments
of a wrong type, text that cannot be parsed, positions that cannot exist, moves that are not legal, and text that may
mean more than one move. An exception never changes the object that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from freecell._core import Move, State

__all__ = [
    "AmbiguousMoveError",
    "FreeCellError",
    "IllegalMoveError",
    "ParseError",
    "WrongTypeError",
]


class FreeCellError(ValueError):
    """A request that the library cannot fulfil; the base class of its exceptions.

    Attributes:
        number: The number of the move in a sequence that the error is about, from 1; None outside a sequence.
    """

    number: int | None = None

    def _numbered(self, number: int, moves: object) -> FreeCellError:
        """Return the error of a single move as an error of a sequence of moves.

        Args:
            number: The number of the move in the sequence, from 1.
            moves: The sequence. If it is text, a :class:`ParseError` gets the place of the move in it.
        """
        error = FreeCellError(f"move {number}: {self}")
        error.number = number
        return error


class WrongTypeError(FreeCellError, TypeError):
    """An argument of a wrong type; also a :class:`TypeError`.

    All that reads text raises it for an argument that is not text; :class:`ParseError` is for text.
    """

    def _numbered(self, number: int, moves: object) -> WrongTypeError:
        error = WrongTypeError(f"move {number}: {self}")
        error.number = number
        return error


class ParseError(FreeCellError):
    """Text that cannot be parsed.

    Attributes:
        reason: What is wrong with the text, and what would be right.
        text: The part that could not be parsed, at most 40 characters of it.
        line: The line in which it stands, from 1.
        column: The column of its first character, from 1.
    """

    def __init__(self, reason: str, text: str, line: int = 1, column: int = 1) -> None:
        super().__init__(reason, text, line, column)
        self.reason = reason
        self.text = text
        self.line = line
        self.column = column

    def _numbered(self, number: int, moves: object) -> ParseError:
        line, column = _place_of_word(moves, number) if isinstance(moves, str) else (1, 1)
        error = ParseError(f"move {number}: {self.reason}", self.text, line, column)
        error.number = number
        return error

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


class IllegalMoveError(FreeCellError):
    """A move that the rules do not allow.

    Attributes:
        move: The move, or its text if the text does not determine one move.
        state: The position in which it was tried, unchanged.
        reason: Why it is not legal, as a sentence.
    """

    def __init__(self, move: Move | str, state: State, reason: str, number: int | None = None) -> None:
        super().__init__(move, state, reason, number)
        self.move = move
        self.state = state
        self.reason = reason
        self.number = number

    def _numbered(self, number: int, moves: object) -> IllegalMoveError:
        return IllegalMoveError(self.move, self.state, self.reason, number)

    def __str__(self) -> str:
        which = "" if self.number is None else f"move {self.number}, "
        return f"{which}{self.move}: {self.reason}"


class AmbiguousMoveError(FreeCellError):
    """Text that may mean more than one legal move.

    Attributes:
        text: The text.
        moves: The moves that it may mean.
    """

    def __init__(self, text: str, moves: Sequence[Move], number: int | None = None) -> None:
        self.text = text
        self.moves = tuple(moves)
        super().__init__(text, self.moves, number)
        self.number = number

    def _numbered(self, number: int, moves: object) -> AmbiguousMoveError:
        return AmbiguousMoveError(self.text, self.moves, number)

    def __str__(self) -> str:
        which = "" if self.number is None else f"move {self.number}, "
        return f"{which}{self.text} may mean {' or '.join(map(str, self.moves))}"


def _place_of_word(text: str, number: int) -> tuple[int, int]:
    """Return line and column of a word of a text, all counted from 1."""
    start = next(islice(re.finditer(r"\S+", text), number - 1, None)).start()
    lines = text[: start + 1].splitlines()
    return len(lines), len(lines[-1])
