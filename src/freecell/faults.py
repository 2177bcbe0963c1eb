"""What can be wrong with a position: kinds of faults, and the error that reports all faults at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from freecell._enums import NamedEnum
from freecell.errors import FreeCellError

if TYPE_CHECKING:
    from freecell._core import Pile
    from freecell.cards import Card

__all__ = ["Fault", "FaultKind", "InvalidStateError", "Spot"]

_MOST_SENTENCES = 4
"""The number of missing or unknown cards up to which an error has a sentence for each."""


class FaultKind(NamedEnum):
    """The kinds of faults of a position.

    From ``COLUMN_LENGTH`` on, they are the faults of a valid position that no deal starts with; only
    :meth:`Deal.parse <freecell.Deal.parse>` reports them. There, *aces* and *kings* are the ranks that foundations
    begin and end with.
    """

    TOO_FEW_COLUMNS = 0
    """There are fewer columns than the game has."""
    TOO_MANY_COLUMNS = 1
    """There are more columns than the game has. Its spots are the columns that are too many. If there are more than
    any game has, faults of cards are not looked for."""
    TOO_MANY_CELLS = 2
    """There are more cells than the game has. Its spots are the cells that are too many. If there are more than any
    game has, faults of cards are not looked for."""
    TOO_MANY_CARDS = 3
    """A column or a deal has more than 52 cards. Other faults are not looked for."""
    NOT_A_CARD = 4
    """A text in a column, a cell or a deal is not a card. Only faults of this kind are looked for then. The text of a
    board or of a deck is different: it raises a :class:`ParseError` with line and column."""
    ROWS = 5
    """The lines of a text are rows: as columns they are not a position, as rows they are. It is the only fault then."""
    FOUNDATION_RANK = 6
    """The top rank of a foundation is not a rank of the deck. Only faults of this kind are looked for then."""
    NOT_IN_DECK = 7
    """A card is on the board, but not in the deck of the game."""
    HOME_AND_ELSEWHERE = 8
    """A card is on its foundation, and also in a column or a cell. Its first spot is on the foundation."""
    DUPLICATE = 9
    """A card is in columns and cells more than once."""
    MISSING = 10
    """A card of the deck is nowhere."""
    COLUMN_LENGTH = 11
    """A column does not have the number of cards that it has at the start."""
    CELL_FULL = 12
    """A cell has a card, but is empty at the start."""
    CELL_EMPTY = 13
    """A cell is empty, but has a card at the start."""
    ACE_HOME = 14
    """An ace is home, but no card is home at the start."""
    ACE_NOT_HOME = 15
    """An ace is not home, but all aces are home at the start."""
    ACES_HOME = 16
    """The number of aces that are home is not the number at the start. Its spots are the aces that are home."""
    BEAK = 17
    """The deepest card of the first column is not the beak of Penguin: the ace that is not home."""
    KING_ON_CARD = 18
    """A king lies on a card that is not a king, but the layout puts kings at the bottom."""
    PASSED_HOME = 19
    """A card is in a column, but the layout laid it home: its foundation was ready for it when it was dealt."""


@final
@dataclass(frozen=True, slots=True)
class Spot:
    """Where a fault is: a pile or one of its cards, and its place in the text if the position was read from text.

    Attributes:
        pile: The column, the cell, or the single foundation.
        index: The index of the card in the pile, from 0 for the deepest card, as in
            :meth:`State.piles <freecell.State.piles>`; None for the whole pile.
        line: The line of the text, from 1; None if there is no text, or the spot is not in it.
        column: The column of the card's first character in the text, from 1; None as for `line`, and for a pile.
    """

    pile: Pile
    index: int | None = None
    line: int | None = None
    column: int | None = None


@final
@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a position; immutable.

    Attributes:
        kind: The kind of the fault.
        reason: What is wrong, as a sentence with the names of cards and places.
        card: The card that is wrong; None if the fault is that of a pile or a number.
        spots: The places of the fault, such as those of a card that is there twice; empty for a missing card.
    """

    kind: FaultKind
    reason: str
    card: Card | None = None
    spots: tuple[Spot, ...] = ()


class InvalidStateError(FreeCellError):
    """A position that cannot exist, or that no deal starts with.

    Attributes:
        faults: All faults, except that a few kinds hide others, as :class:`FaultKind` says. The text of the error has
            their reasons; of more than four missing cards, a list, and of more than four texts that are not cards, the
            number.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        unknown = [fault.reason for fault in self.faults if fault.kind is FaultKind.NOT_A_CARD]
        if len(unknown) > _MOST_SENTENCES:
            return "; ".join([*unknown[:_MOST_SENTENCES], f"{len(unknown) - _MOST_SENTENCES} more are not cards"])
        missing = [str(fault.card) for fault in self.faults if fault.kind is FaultKind.MISSING]
        if len(missing) <= _MOST_SENTENCES:
            return "; ".join(fault.reason for fault in self.faults)
        others = [fault.reason for fault in self.faults if fault.kind is not FaultKind.MISSING]
        return "; ".join([*others, f"{len(missing)} cards are missing: {', '.join(missing)}"])
