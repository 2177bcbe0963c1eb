"""Board text and move text, to and from plain values; what may lie or move where is not known here.

Board text is fc-solve's: a line per column, the deepest card first, with ``Foundations:`` and ``Freecells:``
lines before them where there is something to say. A move is written as the names of its source and target.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from freecell._arguments import piece, shortened
from freecell.cards import RANKS, Card, Suit, small
from freecell.errors import ParseError

__all__ = [
    "CELL_NAMES",
    "COLUMN_NAMES",
    "BoardText",
    "MoveText",
    "read_board",
    "read_cards",
    "read_move",
    "write_board",
]

COLUMN_NAMES: Final = "1234567890nopqrstu"
"""The names of columns 1 to 18: nine digits, 0 for the tenth, then letters that name nothing else."""

CELL_NAMES: Final = "abcdefgklm"
"""The names of cells 1 to 10: letters without h (home) and its neighbours i and j."""

_MOST_TEXT = 100_000
"""Characters; a board has some 200, and room for white space is left."""

_FOUNDATION_ORDER = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
_TOKEN = re.compile(r"\S+")
_HEADER = re.compile(r"\s*(foundations|founds|freecells|fc)\s*:")
_FOUNDATION = re.compile(r"([cdhs♣♦♥♠]\ufe0f?)-(10|[0-9atjqk])")
_MOVE = re.compile(r"(h[cdhs♣♦♥♠]\ufe0f?(?=.)|.)(.)(?:v([1-9a-d]))?")


@dataclass(frozen=True, slots=True)
class BoardText:
    """A board as its text has it, with the place of each thing for error messages.

    Attributes:
        columns: the cards of each column, deepest first.
        cells: the card in each cell that was written, None for an empty one.
        foundations: the top rank by suit, clubs first.
        column_lines: the line of the text that each column stands in, from 1.
        cells_line: the line of the cells; 0 when there is none.
        places: where each card was read, in the order read: the card, line and column of the text.
    """

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, int, int, int]
    column_lines: tuple[int, ...]
    cells_line: int
    places: tuple[tuple[Card, int, int], ...]


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move as its text has it.

    Attributes:
        source: the name of the source, in lower case: a column, a cell, ``h`` or a foundation such as ``hs``.
        target: the name of the target: a column, a cell or ``h``.
        count: how many cards, 1 to 13; None when the text does not say.
    """

    source: str
    target: str
    count: int | None


def read_board(text: str, columns: int) -> BoardText:
    """Read board text.

    A blank line, or a lone ``:``, is an empty column. Blank lines before and after everything else are left
    out where they would make too many columns and only one reading is left.

    Args:
        text: the board.
        columns: how many columns are expected; more or fewer are given as they are.

    Raises:
        ParseError: something in it is no card, foundation or cell, or a line of its kind was there before.
    """
    if not isinstance(text, str):
        raise ParseError(f"a board is read from text, not from {shortened(text)}", piece(text))
    if len(text) > _MOST_TEXT:
        raise ParseError(f"no board has {len(text)} characters: it starts {shortened(text)}", piece(text))
    places: list[tuple[Card, int, int]] = []
    lines: list[tuple[int, tuple[Card, ...]]] = []
    cells: tuple[Card | None, ...] = ()
    foundations = (0, 0, 0, 0)
    header_lines: dict[str, int] = {}
    blank: set[int] = set()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(small(line))
        if header is None:
            start = len(line) - len(line.lstrip())
            start += line.startswith(":", start)
            if not line.strip():
                blank.add(number)
            lines.append((number, tuple(_read_cards(line, number, start, places))))
            continue
        kind = "Foundations" if header[1] in ("foundations", "founds") else "Freecells"
        if kind in header_lines:
            raise ParseError(f"a second line of {kind}", piece(line.strip()), number, header.start(1) + 1)
        if any(line_number not in blank for line_number, _ in lines):
            raise ParseError(f"{kind} stand before the columns", piece(line.strip()), number, header.start(1) + 1)
        lines.clear()
        header_lines[kind] = number
        if kind == "Foundations":
            foundations = _read_foundations(line, number, header.end())
        else:
            cells = tuple(_read_cells(line, number, header.end(), places))
    if not places and not header_lines:
        raise ParseError("there is no board in it", piece(text))
    lines = _without_margins(lines, blank, columns, bool(header_lines))
    return BoardText(
        columns=tuple(cards for _, cards in lines),
        cells=cells,
        foundations=foundations,
        column_lines=tuple(number for number, _ in lines),
        cells_line=header_lines.get("Freecells", 0),
        places=tuple(places),
    )


def write_board(
    columns: Iterable[Iterable[Card]], cells: Sequence[Card | None] = (), foundations: Sequence[int] = (0, 0, 0, 0)
) -> str:
    """Write board text: the foundations and cells where any is filled, a line per column, ``:`` for an empty one."""
    lines = []
    if any(foundations):
        lines.append(
            "Foundations: " + " ".join(f"{suit}-{('0' + RANKS)[foundations[suit]]}" for suit in _FOUNDATION_ORDER)
        )
    if any(cells):
        lines.append("Freecells: " + " ".join("-" if card is None else str(card) for card in cells))
    lines.extend(" ".join(map(str, column)) or ":" for column in columns)
    return "\n".join(lines)


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards with white space between them.

    Raises:
        ParseError: one is no card.
    """
    if not isinstance(text, str) or len(text) > _MOST_TEXT:
        raise ParseError(f"cards are read from text as long as a deck, not from {shortened(text)}", piece(text))
    return tuple(card for number, line in enumerate(text.splitlines(), 1) for card in _read_cards(line, number, 0, []))


def read_move(text: str) -> MoveText:
    """Read one move, in any case: two names, and ``v`` with the count (hexadecimal) where it is written.

    Raises:
        ParseError: it is none.
    """
    if not isinstance(text, str):
        raise ParseError(f"a move is read from text, not from {shortened(text)}", piece(text))
    found = _MOVE.fullmatch(small(text.strip()))
    source, target = (found[1], found[2]) if found else ("?", "?")
    if source.startswith("h") and len(source) > 1:
        source = "h" + Suit.parse(source[1:]).letter.lower()
    known = COLUMN_NAMES + CELL_NAMES + "h"
    if not found or source[0] not in known or target not in known or source[0] == target == "h":
        how = "write its source and its target, such as 26, 2a, a6 or 6h"
        if "v" in small(text)[2:]:
            how += "; behind v, one digit from 1 to 9 or a to d"
        raise ParseError(f"{shortened(text)} is no move: {how}", piece(text))
    return MoveText(source, target, None if found[3] is None else int(found[3], 16))


def _read_cards(line: str, number: int, start: int, places: list[tuple[Card, int, int]]) -> Iterator[Card]:
    for token in _TOKEN.finditer(line, start):
        try:
            card = Card.parse(token[0])
        except ParseError as error:
            raise ParseError(error.reason, error.text, number, token.start() + 1) from None
        places.append((card, number, token.start() + 1))
        yield card


def _read_cells(line: str, number: int, start: int, places: list[tuple[Card, int, int]]) -> Iterator[Card | None]:
    for token in _TOKEN.finditer(line, start):
        if token[0] == "-":
            yield None
        else:
            yield from _read_cards(line[: token.end()], number, token.start(), places)


def _read_foundations(line: str, number: int, start: int) -> tuple[int, int, int, int]:
    ranks: dict[Suit, int] = {}
    for token in _TOKEN.finditer(line, start):
        found = _FOUNDATION.fullmatch(small(token[0]))
        if found is None:
            raise ParseError(
                f"{shortened(token[0])} is no foundation: write a suit, - and its top rank, such as H-0 or C-T",
                piece(token[0]),
                number,
                token.start() + 1,
            )
        suit = Suit.parse(found[1])
        if suit in ranks:
            raise ParseError(f"the foundation of {suit.name.lower()} stands twice", token[0], number, token.start() + 1)
        ranks[suit] = 0 if found[2] == "0" else Card.parse(found[2] + "c").rank
    return ranks.get(Suit.CLUBS, 0), ranks.get(Suit.DIAMONDS, 0), ranks.get(Suit.HEARTS, 0), ranks.get(Suit.SPADES, 0)


def _without_margins(
    lines: list[tuple[int, tuple[Card, ...]]], blank: set[int], columns: int, has_header: bool
) -> list[tuple[int, tuple[Card, ...]]]:
    """Leave out blank lines at the ends that cannot be columns, unless that can be done in two ways."""
    filled = [place for place, (number, _) in enumerate(lines) if number not in blank]
    first, last = (filled[0], filled[-1]) if filled else (0, -1)
    if has_header:
        first = 0
    before, after = first, len(lines) - 1 - last
    surplus = max(0, len(lines) - columns)
    if before and after and surplus < before + after:
        return lines
    drop_after = min(after, surplus)
    drop_before = min(before, surplus - drop_after)
    return lines[drop_before : len(lines) - drop_after]
