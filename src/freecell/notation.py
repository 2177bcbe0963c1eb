"""Board text and move text, to and from plain values. This room knows no rules.

Board text is that of fc-solve: a line for each column, deepest card first, after optional lines ``Foundations:`` and
``Freecells:``. A move is written as the names of its source and target.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from freecell._arguments import piece, shortened, text_from
from freecell._text import small
from freecell.cards import RANKS, Card, Suit
from freecell.errors import FreeCellError, ParseError

__all__ = [
    "CELL_NAMES",
    "COLUMN_NAMES",
    "BoardText",
    "MoveText",
    "Style",
    "checked_style",
    "read_board",
    "read_cards",
    "read_move",
    "write_board",
]

COLUMN_NAMES: Final = "1234567890nopqrstu"
"""The names of columns 1 to 18: nine digits, 0 for the tenth, then letters that name nothing else."""

CELL_NAMES: Final = "abcdefgklm"
"""The names of cells 1 to 10: letters without h (home) and its neighbours i and j."""

Style = Literal["standard", "extended", "fc-solve"]
"""How a move of a run into an empty column is written: never with its count; always, if more than one card may go; or
with the count of more than one card, so that no count means one."""

_MOST_TEXT = 100_000
"""The most characters that board text may have. A board needs about 200; the others may be white space."""

_FOUNDATION_ORDER = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
_TOKEN = re.compile(r"\S+")
_HEADER = re.compile(r"\s*(foundations|founds|freecells|fc)\s*:")
_SLOT = 4
"""The characters that fc-solve prints for a cell: blanks, and the card at their end."""
_SLOTS = re.compile(r"(?: {4}| {2}\S{2}| \S{3})*")
_FOUNDATION = re.compile(r"([cdhs♣♦♥♠]\ufe0f?)-(10|[0-9atjqk])")
_MOVE = re.compile(r"(h[cdhs♣♦♥♠]\ufe0f?(?=.)|.)(.)(?:v([1-9a-d]))?")


@dataclass(frozen=True, slots=True)
class BoardText:
    """The content of board text, with places for error messages.

    Attributes:
        columns: The cards of each column, deepest first.
        cells: The card in each cell that the text has, None for an empty one.
        foundations: The top rank of each foundation, clubs first; 0 if it is empty.
        by: What a line of cards is in the text.
        column_lines: The line of the text in which each column begins, from 1.
        cells_line: The line of the cells; 0 if there is none.
        places: The cards of the cells and of each column, each with its line and column in the text.
    """

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, int, int, int]
    by: Literal["columns", "rows"]
    column_lines: tuple[int, ...]
    cells_line: int
    places: tuple[_Place, ...]


_Place = tuple[Card, int, int]
"""A card with its line and column in a text, from 1."""


class _Line(NamedTuple):
    """A line of cards in board text."""

    number: int
    places: tuple[_Place, ...]
    text: str


@dataclass(frozen=True, slots=True)
class MoveText:
    """The content of a move's text.

    Attributes:
        source: The name of the source, in lower case: a column, a cell, ``h`` or a foundation such as ``hs``.
        target: The name of the target: a column, a cell or ``h``.
        count: The number of cards, 1 to 13; None if the text does not say.
    """

    source: str
    target: str
    count: int | None


def checked_style(style: object) -> None:
    """Raise an error if a caller's style is not one of :data:`Style`."""
    if style not in ("standard", "extended", "fc-solve"):
        raise FreeCellError(f"the style must be 'standard', 'extended' or 'fc-solve', not {shortened(style)}")


def read_board(text: str, by: Literal["columns", "rows"] = "columns") -> BoardText:
    """Parse board text.

    A lone ``:`` is an empty column. Blank lines before the first column and after the last one mean nothing.

    Args:
        text: The board.
        by: What a line of cards is: a column, or a row with the next card of each column. A row may be shorter than
            the one above, and then leaves out the columns on the right.

    Raises:
        ParseError: If something in it is not a card, foundation or cell, if a line of foundations or cells is
            repeated or stands after a column, if a blank line stands between two lines of cards, or if a row is
            longer than the one above or has a gap.
        WrongTypeError: If it is not text.
        FreeCellError: If `by` is neither ``"columns"`` nor ``"rows"``.
    """
    if by not in ("columns", "rows"):
        raise FreeCellError(f"by must be 'columns' or 'rows', not {shortened(by)}")
    if len(text_from(text, "a board")) > _MOST_TEXT:
        raise ParseError(
            f"a board does not have {len(text)} characters: this text starts with {shortened(text)}", piece(text)
        )
    lines: list[_Line] = []
    cells: tuple[_Place | None, ...] = ()
    foundations = (0, 0, 0, 0)
    header_lines: dict[str, int] = {}
    blank = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            blank = blank or (number if lines else 0)
            continue
        header = _HEADER.match(small(line))
        if header is None:
            if blank:
                how = "write : for an empty column" if by == "columns" else "leave it out"
                raise ParseError(f"a blank line inside the board: {how}", "", blank)
            start = len(line) - len(line.lstrip())
            start += by == "columns" and line.startswith(":", start)
            lines.append(_Line(number, tuple(_read_cards(line, number, start)), line))
            continue
        kind = "Foundations" if header[1] in ("foundations", "founds") else "Freecells"
        if kind in header_lines:
            raise ParseError(f"a second line of {kind}", piece(line.strip()), number, header.start(1) + 1)
        if lines:
            raise ParseError(f"{kind} must stand before the {by}", piece(line.strip()), number, header.start(1) + 1)
        header_lines[kind] = number
        if kind == "Foundations":
            foundations = _read_foundations(line, number, header.end())
        else:
            cells = tuple(_read_cells(line, number, header.end()))
    columns = lines if by == "columns" else _columns_of_rows(lines)
    places = tuple(place for place in itertools.chain(cells, *(line.places for line in columns)) if place is not None)
    if not places and not header_lines:
        raise ParseError("the text contains no board", piece(text))
    return BoardText(
        columns=tuple(tuple(card for card, _, _ in line.places) for line in columns),
        cells=tuple(None if place is None else place[0] for place in cells),
        foundations=foundations,
        by=by,
        column_lines=tuple(line.number for line in columns),
        cells_line=header_lines.get("Freecells", 0),
        places=places,
    )


def write_board(
    columns: Iterable[Iterable[Card]], cells: Sequence[Card | None] = (), foundations: Sequence[int] = (0, 0, 0, 0)
) -> str:
    """Return board text: foundations and cells if any is filled, then a line per column, ``:`` for an empty one."""
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
    """Parse cards with white space between them.

    Raises:
        ParseError: If one is not a card.
        WrongTypeError: If it is not text.
    """
    if len(text_from(text, "cards")) > _MOST_TEXT:
        raise ParseError(f"cards must be text of the length of a deck, not {shortened(text)}", piece(text))
    return tuple(
        card for number, line in enumerate(text.splitlines(), 1) for card, _, _ in _read_cards(line, number, 0)
    )


def read_move(text: str) -> MoveText:
    """Parse a move, in upper or lower case: source, target, and optionally ``v`` and the count (one hexadecimal digit).

    Raises:
        ParseError: If the text is not a move.
        WrongTypeError: If it is not text.
    """
    found = _MOVE.fullmatch(small(text_from(text, "a move").strip()))
    source, target = (found[1], found[2]) if found else ("?", "?")
    if source.startswith("h") and len(source) > 1:
        source = "h" + Suit.parse(source[1:]).letter.lower()
    known = COLUMN_NAMES + CELL_NAMES + "h"
    if not found or source[0] not in known or target not in known or source[0] == target == "h":
        how = "write its source and its target, such as 26, 2a, a6 or 6h"
        if "v" in small(text)[2:]:
            how += "; after v, one digit from 1 to 9 or a to d"
        raise ParseError(f"{shortened(text)} is not a move: {how}", piece(text))
    return MoveText(source, target, None if found[3] is None else int(found[3], 16))


def _read_cards(line: str, number: int, start: int) -> Iterator[_Place]:
    for token in _TOKEN.finditer(line, start):
        try:
            card = Card.parse(token[0])
        except ParseError as error:
            raise ParseError(error.reason, error.text, number, token.start() + 1) from None
        yield card, number, token.start() + 1


def _read_cells(line: str, number: int, start: int) -> Iterator[_Place | None]:
    """Read cells: fc-solve's slots, in which an empty cell is blank, or cards and ``-`` in order."""
    written = line[start:].rstrip()
    if _SLOTS.fullmatch(written):
        for slot in range(start, start + len(written), _SLOT):
            yield next(_read_cards(line[: slot + _SLOT], number, slot), None)
        return
    end = start
    for token in _TOKEN.finditer(line, start):
        gap, end = line[end : token.start()], token.end()
        if token[0] == "-":
            yield None
            continue
        (place,) = _read_cards(line[:end], number, token.start())
        if "-" not in written and (len(gap) >= _SLOT or gap.count("\t") > 1):
            reason = f"the spacing does not tell which cell {place[0]} is in: write - for every empty cell before it"
            raise ParseError(reason, piece(token[0]), number, place[2])
        yield place


def _columns_of_rows(rows: Sequence[_Line]) -> list[_Line]:
    """Return the columns of a board whose lines are rows. The text of a column is that of the first row."""
    if not rows:
        return []
    width = len(rows[0].places)
    full = [_gaps(row.text) for row in rows if len(row.places) == width]
    for above, row in itertools.pairwise(rows):
        if len(row.places) > len(above.places):
            card, _, column = row.places[len(above.places)]
            raise ParseError(f"{card} is below no card: the row above is shorter", str(card), row.number, column)
        # A 10 above makes a gap one wider. One that is wider still leaves a column out.
        if len(row.places) < width and any(
            gap > max(others) + 1 for gap, others in zip(_gaps(row.text), zip(*full, strict=True), strict=True)
        ):
            raise ParseError(
                "a gap in a row that leaves columns out: only columns on the right can be left out",
                piece(row.text.strip()),
                row.number,
                row.places[0][2],
            )
    return [
        _Line(rows[0].number, tuple(row.places[place] for row in rows if place < len(row.places)), rows[0].text)
        for place in range(width)
    ]


def _gaps(line: str) -> tuple[int, int]:
    """Return the width of the white space before the first card of a row, and the greatest between two cards."""
    line = line.expandtabs().rstrip()
    before = len(line) - len(line.lstrip())
    return before, max(map(len, re.findall(r"\s+", line[before:])), default=0)


def _read_foundations(line: str, number: int, start: int) -> tuple[int, int, int, int]:
    ranks: dict[Suit, int] = {}
    for token in _TOKEN.finditer(line, start):
        found = _FOUNDATION.fullmatch(small(token[0]))
        if found is None:
            raise ParseError(
                f"{shortened(token[0])} is not a foundation: write a suit, - and its top rank, such as H-0 or C-T",
                piece(token[0]),
                number,
                token.start() + 1,
            )
        suit = Suit.parse(found[1])
        if suit in ranks:
            raise ParseError(
                f"the foundation of {suit.name.lower()} appears twice", token[0], number, token.start() + 1
            )
        ranks[suit] = 0 if found[2] == "0" else Card.parse(found[2] + "c").rank
    return ranks.get(Suit.CLUBS, 0), ranks.get(Suit.DIAMONDS, 0), ranks.get(Suit.HEARTS, 0), ranks.get(Suit.SPADES, 0)
