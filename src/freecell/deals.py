"""Deals: how the cards lie at the start of a game."""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, final

from freecell._arguments import instance_of, piece, shortened, text_from, whole_number
from freecell._core import Pile, State, dealt_state
from freecell._rules.deal_numbers import LAST_DEAL, deal_cards, find_deal_number
from freecell._text import small
from freecell.cards import Card, cards_from
from freecell.errors import FreeCellError, ParseError, WrongTypeError
from freecell.faults import InvalidStateError, Spot
from freecell.layouts import KNOWN_ORDER, Board, gather, lay
from freecell.notation import read_cards
from freecell.rules import Layout, Rules
from freecell.starts import not_dealt

__all__ = ["Deal", "state_from"]

_CODE = re.compile(r"fc(\d{1,9})-c(0|[1-9]\d?)-([a-z2-7]+)", re.ASCII)
_CODE_LETTERS = 7
_ROWS = Layout.ROWS

is_winnable: Callable[[State], bool] = State.is_won
"""Whether a position is known to be winnable. The search wing is above this one, so ``solver`` sets a search here."""


@final
@dataclass(frozen=True, init=False, repr=False, eq=False)
class Deal:
    """The cards at the start of a game: a numbered deal, or cards in any order; immutable.

    Deals are equal if the same cards lie in the same places under the same rules, with or without a number.

    >>> print(Deal(617))
    7D TD TH KD 4C 4S JD
    AD 7S QC 5H QS TS KS
    5C QD 3H 9S 9C 2H KC
    3S AC 9D 3C 9H 5D 4H
    5S 6D 6S 8S 7C JC
    8C 8H 8D 7H 6H 6C
    2D AS 3D 4D 2C JH
    AH KH TC JS 2S QH
    >>> Deal.parse(str(Deal(617))).find_number()
    617

    Args:
        number: The deal number, 1 to 2^33 - 1: Microsoft's numbers below 2^31, FreeCell Pro's from there on.
        rules: The rules of the game.

    Attributes:
        number: The deal number; None for a deal made from cards.
        cards: The cards in dealing order; None for a board whose layout hides it.
        rules: The rules of the game.

    Raises:
        FreeCellError: If the number is out of range or not a whole number.
    """

    __slots__ = ("_board", "cards", "number", "rules")

    number: int | None
    cards: tuple[Card, ...] | None
    rules: Rules
    _board: Board | None

    def __init__(self, number: int, rules: Rules = Rules.FREECELL) -> None:
        given = whole_number(number, "deal number", 1, LAST_DEAL)
        self._fill(given, deal_cards(given, _checked(rules).ranks), rules, None)

    def _fill(self, number: int | None, cards: tuple[Card, ...] | None, rules: Rules, board: Board | None) -> None:
        object.__setattr__(self, "number", number)
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "_board", board)

    def _lay_out(self) -> Board:
        board = self._board
        if board is None:
            assert self.cards is not None
            board = lay(self.cards, self.rules)
            object.__setattr__(self, "_board", board)
        return board

    @property
    def columns(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each column, deepest first."""
        return self._lay_out().columns

    @property
    def cells(self) -> tuple[Card | None, ...]:
        """The card in each cell, None where it is empty."""
        return self._lay_out().cells

    @property
    def foundations(self) -> tuple[int, ...]:
        """The top rank of each foundation, clubs first; 0 if it is empty."""
        return self._lay_out().foundations

    @classmethod
    def from_cards(cls, cards: Iterable[Card | str] | str, rules: Rules = Rules.FREECELL) -> Deal:
        """Return the deal of a whole deck.

        Args:
            cards: The deck in dealing order, as cards or text, or one text with white space between the cards.
            rules: The rules of the game.

        Raises:
            InvalidStateError: If a card is missing, duplicated or not in the deck, or one of several texts is not a
                card. Whatever the layout, the spots of the error are those of cards dealt in rows.
            ParseError: If something in one text is not a card.
            WrongTypeError: If an argument has the wrong type.
        """
        width = _checked(rules).columns

        def place(index: int) -> tuple[str, tuple[Spot, ...]]:
            return f"card {index + 1}", (Spot(Pile.column(index % width), index // width),)

        given = read_cards(cards) if isinstance(cards, str) else cards_from(cards, "a deal", place)
        # This State only checks the cards, for any layout: it raises an error if one is missing or duplicated.
        plain = rules.replace(base=rules.base or 1, layout=Layout.ROWS)
        State([given[column :: rules.columns] for column in range(rules.columns)], rules=plain)
        deal = cls.__new__(cls)
        deal._fill(None, given, rules, None)
        return deal

    @classmethod
    def parse(cls, text: str, rules: Rules = Rules.FREECELL, *, by: Literal["columns", "rows"] = "columns") -> Deal:
        """Parse board text of a game that has just been dealt: ``Deal.parse(str(deal), deal.rules) == deal``.

        Args:
            text: The board text.
            rules: The rules of the game.
            by: What a line of cards is: a column, or a row with the next card of each column, as pictures of deals
                have them.

        Raises:
            ParseError: If something in the text is not a card.
            InvalidStateError: If no deal gives this board. Use :meth:`State.parse` for other boards.
            FreeCellError: If the rules do not fix the base, and no card on a foundation determines it.
            WrongTypeError: If an argument has the wrong type.
        """
        state = State.parse(text, rules, by=by)
        board = Board(state.columns, state.cells, state.foundations)
        faults = not_dealt(board, state.rules)
        if faults:
            raise InvalidStateError(faults)
        deal = cls.__new__(cls)
        deal._fill(None, gather(board, rules), rules, board)
        return deal

    @classmethod
    def random(
        cls,
        rng: random.Random | None = None,
        *,
        first: int = 1,
        last: int = 1_000_000,
        winnable: bool = False,
        rules: Rules = Rules.FREECELL,
    ) -> Deal:
        """Return a random numbered deal.

        Args:
            rng: The source of random numbers; None for the ``random`` module.
            first: The smallest number.
            last: The largest number.
            winnable: Whether to draw again until the deal is known to be winnable.
            rules: The rules of the game.

        Raises:
            FreeCellError: If a number is out of range, `rng` is not a random.Random, or none of a thousand deals
                was found to be winnable.
        """
        first = whole_number(first, "first deal number", 1, LAST_DEAL)
        last = whole_number(last, "last deal number", first, LAST_DEAL)
        if not (rng is None or isinstance(rng, random.Random)):
            raise WrongTypeError(f"rng must be a random.Random, not {shortened(rng)}")
        draw = (rng or random).randint
        for _ in range(1000):
            deal = cls(draw(first, last), rules)
            if not winnable or is_winnable(deal.state()):
                return deal
        raise FreeCellError(f"none of 1000 deals drawn from {first} to {last} was found to be winnable")

    def state(self, rules: Rules | None = None) -> State:
        """Return the first position of a game.

        Args:
            rules: The rules to play by, if they differ from the deal's, such as FreeCell with three cells.

        Raises:
            InvalidStateError: If the layout does not fit these rules.
        """
        rules = self.rules if rules is None else _checked(rules)
        if (
            self.number is not None
            and rules.layout is _ROWS
            and (rules is self.rules or _same_shape(rules, self.rules))
        ):
            return dealt_state(self.number, rules)
        return _under(self, rules)

    def find_number(self) -> int | None:
        """Return the smallest deal number, 1 to 2^33 - 1, of these cards in this order; None if there is none.

        Raises:
            FreeCellError: If the deal was read from a board whose layout hides the dealing order.
        """
        if self.cards is None:
            raise FreeCellError(f"a board of layout {self.rules.layout} does not show the dealing order")
        return find_deal_number(self.cards)

    def title(self) -> str:
        """Return the name of the deal as a heading: ``FreeCell deal 617``, or ``FreeCell`` without a number."""
        return self.rules.title(self.number)

    def code(self, rules: Rules | None = None) -> str:
        """Return the share code, such as ``FC1-C4-AAAAAKH``: its version, the number of cells, and the deal number.

        >>> Deal(327).code(), Deal.from_code("fc1-c4-aaaaakh")
        ('FC1-C4-AAAAAKH', Deal(327))

        Args:
            rules: The rules to share, if they differ from the deal's.

        Raises:
            FreeCellError: If the deal has no number, or the game is not FreeCell with some number of cells.
        """
        rules = self.rules if rules is None else _checked(rules)
        if rules != Rules.FREECELL.replace(cells=rules.cells):
            raise FreeCellError(f"only FreeCell with some number of cells has share codes, not {rules}")
        number = self.number or self.find_number()
        if number is None:
            raise FreeCellError("a deal without a number has no share code")
        letters = base64.b32encode((number << 5).to_bytes(5, "big")).decode()
        return f"FC1-C{rules.cells}-{letters[:_CODE_LETTERS]}"

    @classmethod
    def from_code(cls, text: str) -> Deal:
        """Parse a share code, in upper or lower case and with white space anywhere.

        Raises:
            ParseError: If `text` is not a share code, or its version is not supported.
            FreeCellError: If its number of cells or deal number is out of range.
            WrongTypeError: If it is not text.
        """
        found = _CODE.fullmatch(small("".join(text_from(text, "a share code").split())))
        if found is None or len(found[3]) != _CODE_LETTERS:
            raise ParseError(f"{shortened(text)} is not a share code such as FC1-C4-AAAAAKH", piece(text))
        version, cells, letters = found.groups()
        if version != "1":
            raise ParseError(f"share codes of version {version} are not supported: only FC1 is", piece(text))
        number = int.from_bytes(base64.b32decode(letters + "a", casefold=True), "big") >> 5
        return cls(number, Rules.FREECELL.replace(cells=int(cells)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._lay_out() == other._lay_out() and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self._lay_out(), self.rules))

    def __str__(self) -> str:
        return str(self.state())

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        if self.number is not None:
            start = f"Deal({self.number}"
        elif self.cards is not None and self.rules.layout not in KNOWN_ORDER:
            start = f"Deal.from_cards({' '.join(map(str, self.cards))!r}"
        else:
            start = f"Deal.parse({str(self)!r}"
        return start + (")" if self.rules == Rules.FREECELL else f", {self.rules!r})")

    def _repr_svg_(self) -> str:
        return self.state()._repr_svg_()

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        if self.number is not None:
            return Deal, (self.number, self.rules)
        if self.cards is not None:
            return Deal.from_cards, (self.cards, self.rules)
        return Deal.parse, (str(self), self.rules)


def state_from(start: Deal | State, rules: Rules | None = None) -> State:
    """Return the start of a deal, or the position itself.

    Args:
        start: The deal or the position.
        rules: The rules to play by, if they differ from those of `start`.

    Raises:
        FreeCellError: If an argument has the wrong type.
        InvalidStateError: If the cards do not fit these rules.
    """
    if isinstance(start, Deal):
        return start.state(rules)
    state = instance_of(State, start, "a start", "a Deal or a State")
    return state if rules is None else _under(state, _checked(rules))


def _under(table: Deal | State, rules: Rules) -> State:
    """Return the position in which the cards lie where they lie now, under other rules."""
    filled = max((place for place, card in enumerate(table.cells, 1) if card is not None), default=0)
    return State(table.columns, table.cells[:filled], table.foundations, rules)


def _same_shape(one: Rules, other: Rules) -> bool:
    """Whether both rules lay the same deck in the same way."""
    return (one.layout, one.columns, one.ranks) == (other.layout, other.columns, other.ranks)


def _checked(rules: Rules) -> Rules:
    return instance_of(Rules, rules, "rules", "Rules, such as Rules.FREECELL")
