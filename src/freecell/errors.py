"""What the library says when something cannot be done.

Every error is a :class:`FreeCellError`, and so a :class:`ValueError`; the four below it tell text that
cannot be read, cards that cannot lie so, moves that may not be made, and text that names two moves.
Whatever an error is about is untouched by it.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freecell._core import Move, State

__all__ = ["AmbiguousMoveError", "FreeCellError", "IllegalMoveError", "InvalidStateError", "ParseError"]


class FreeCellError(ValueError):
    """Something the library was asked for cannot be; the base of all its errors.

    Attributes:
        number: which move of a sequence it is about, from 1; None where it is about no sequence.
    """

    number: int | None = None


class ParseError(FreeCellError):
    """A text that cannot be read.

    Attributes:
        reason: what is wrong with it, and what would be right.
        text: the piece that could not be read.
        line: the line it stands in, from 1.
        column: the character it starts with, from 1.
    """

    def __init__(self, reason: str, text: str, line: int = 1, column: int = 1) -> None:
        super().__init__(reason, text, line, column)
        self.reason = reason
        self.text = text
        self.line = line
        self.column = column

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


class InvalidStateError(FreeCellError):
    """Cards that cannot lie as they are said to.

    Attributes:
        reasons: every fault found, a sentence each, with the cards and places by name.
    """

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__(self.reasons)

    def __str__(self) -> str:
        return "; ".join(self.reasons)


class IllegalMoveError(FreeCellError):
    """A move the rules do not allow.

    Attributes:
        move: the move, or its text where that names no single move.
        state: the position it was tried on, unchanged.
        reason: why it may not be made, in a sentence.
    """

    def __init__(self, move: Move | str, state: State, reason: str, number: int | None = None) -> None:
        super().__init__(move, state, reason, number)
        self.move = move
        self.state = state
        self.reason = reason
        self.number = number

    def __str__(self) -> str:
        which = "" if self.number is None else f"move {self.number}, "
        return f"{which}{self.move}: {self.reason}"


class AmbiguousMoveError(FreeCellError):
    """A text that names more than one legal move.

    Attributes:
        text: what was read.
        moves: the moves it may mean.
    """

    def __init__(self, text: str, moves: Sequence[Move], number: int | None = None) -> None:
        self.text = text
        self.moves = tuple(moves)
        super().__init__(text, self.moves, number)
        self.number = number

    def __str__(self) -> str:
        which = "" if self.number is None else f"move {self.number}, "
        return f"{which}{self.text} may mean {' or '.join(map(str, self.moves))}"


def in_sequence(error: FreeCellError, number: int, moves: object) -> FreeCellError:
    """Give the error of one move as that of a sequence: with its number, from 1, and its place where that is text."""
    if isinstance(error, IllegalMoveError):
        return IllegalMoveError(error.move, error.state, error.reason, number)
    if isinstance(error, AmbiguousMoveError):
        return AmbiguousMoveError(error.text, error.moves, number)
    numbered = FreeCellError(f"move {number}: {error}")
    if isinstance(error, ParseError):
        line, column = _place_of_word(moves, number) if isinstance(moves, str) else (1, 1)
        numbered = ParseError(f"move {number}: {error.reason}", error.text, line, column)
    numbered.number = number
    return numbered


def _place_of_word(text: str, number: int) -> tuple[int, int]:
    start = next(islice(re.finditer(r"\S+", text), number - 1, None)).start()
    lines = text[: start + 1].splitlines()
    return len(lines), len(lines[-1])
