"""How the cards start."""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

from freecell._arguments import piece, shortened, whole_number
from freecell._core import State, dealt_state
from freecell._rules.deal_numbers import LAST_DEAL, deal_cards, find_deal_number
from freecell._search.portfolio import Portfolio
from freecell.cards import Card, cards_from, small
from freecell.errors import FreeCellError, InvalidStateError, ParseError
from freecell.layouts import KNOWN_ORDER, Board, gather, lay, not_dealt
from freecell.notation import read_cards
from freecell.rules import Layout, Rules

__all__ = ["Deal"]

_CODE = re.compile(r"fc(\d{1,9})-c(0|[1-9]\d?)-([a-z2-7]+)", re.ASCII)
_CODE_LETTERS = 7
_ROWS = Layout.ROWS


@final
@dataclass(frozen=True, init=False, repr=False, eq=False)
class Deal:
    """The layout a game starts from: a numbered deal, or cards laid by hand; immutable.

    Deals are equal when the same cards lie in the same places of games with the same rules; how they were
    found, by number or not, does not count.

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
        number: the deal number, 1 to 2^33 - 1: Microsoft's below 2^31, FreeCell Pro's from there on.
        rules: the game to deal for.

    Attributes:
        number: the deal number it was made from; None when it was made from cards.
        cards: all cards in the order they are dealt; None for a board whose layout does not tell it.
        rules: the game it was dealt for.

    Raises:
        FreeCellError: the number is out of range or no whole number.
    """

    __slots__ = ("_board", "cards", "number", "rules")

    number: int | None
    cards: tuple[Card, ...] | None
    rules: Rules
    _board: Board | None

    def __init__(self, number: int, rules: Rules = Rules.FREECELL) -> None:
        given = whole_number(number, "deal number", 1, LAST_DEAL)
        self._lay(given, deal_cards(given, _checked(rules).ranks), rules, None)

    def _lay(self, number: int | None, cards: tuple[Card, ...] | None, rules: Rules, board: Board | None) -> None:
        object.__setattr__(self, "number", number)
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "_board", board)

    def _laid(self) -> Board:
        board = self._board
        if board is None:
            assert self.cards is not None
            board = lay(self.cards, self.rules)
            object.__setattr__(self, "_board", board)
        return board

    @property
    def columns(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each column, deepest first."""
        return self._laid().columns

    @property
    def cells(self) -> tuple[Card | None, ...]:
        """The card in each cell, None where it is empty."""
        return self._laid().cells

    @property
    def foundations(self) -> tuple[int, ...]:
        """The top rank at home by suit, clubs first; 0 for none."""
        return self._laid().foundations

    @classmethod
    def from_cards(cls, cards: Iterable[Card | str] | str, rules: Rules = Rules.FREECELL) -> Deal:
        """Deal cards in the order given, as the layout of the rules says.

        Args:
            cards: the whole deck, as cards or text, or one text with white space between the cards.
            rules: the game to deal for.

        Raises:
            ParseError: a text is no card.
            InvalidStateError: a card is missing, twice there or not in the deck.
        """
        given = read_cards(cards) if isinstance(cards, str) else cards_from(cards, "a deal")
        # Laid in rows, whatever the layout, it says which cards are missing or twice there.
        plain = _checked(rules).replace(base=rules.base or 1, layout=Layout.ROWS)
        State([given[column :: rules.columns] for column in range(rules.columns)], rules=plain)
        deal = cls.__new__(cls)
        deal._lay(None, given, rules, None)
        return deal

    @classmethod
    def parse(cls, text: str, rules: Rules = Rules.FREECELL) -> Deal:
        """Read board text of cards that have just been dealt: ``Deal.parse(str(deal), deal.rules) == deal``.

        Raises:
            ParseError: something in it is no card.
            InvalidStateError: no order of the cards lays them so; :meth:`State.parse` reads such boards.
            FreeCellError: the rules leave the base open, and no card is home to tell it.
        """
        state = State.parse(text, rules)
        board = Board(state.columns, state.cells, state.foundations)
        reasons = not_dealt(board, state.rules)
        if reasons:
            raise InvalidStateError(reasons)
        deal = cls.__new__(cls)
        deal._lay(None, gather(board, rules), rules, board)
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
        """Draw a numbered deal.

        Args:
            rng: where chance comes from; Python's own when None.
            first: the smallest number.
            last: the largest number.
            winnable: whether to draw again until the deal is known to be winnable.
            rules: the game to deal for.

        Raises:
            FreeCellError: a number is out of range, rng is no random.Random, or no winnable deal was found in a
                thousand draws.
        """
        first = whole_number(first, "first deal number", 1, LAST_DEAL)
        last = whole_number(last, "last deal number", first, LAST_DEAL)
        if not (rng is None or isinstance(rng, random.Random)):
            raise FreeCellError(f"rng must be a random.Random, not {shortened(rng)}")
        draw = (rng or random).randint
        for _ in range(1000):
            deal = cls(draw(first, last), rules)
            if not winnable or Portfolio(deal.state()).run(100_000) == "won":
                return deal
        raise FreeCellError(f"none of 1000 deals drawn from {first} to {last} was found to be winnable")

    def state(self, rules: Rules | None = None) -> State:
        """Give the position at the start.

        Args:
            rules: the game to play, where it is not the one dealt for: FreeCell with three cells, say.

        Raises:
            InvalidStateError: the layout does not fit those rules.
        """
        rules = self.rules if rules is None else _checked(rules)
        if (
            self.number is not None
            and rules.layout is _ROWS
            and (rules is self.rules or _same_shape(rules, self.rules))
        ):
            return dealt_state(self.number, rules)
        filled = max((place for place, card in enumerate(self.cells, 1) if card is not None), default=0)
        return State(self.columns, self.cells[:filled], self.foundations, rules)

    def find_number(self) -> int | None:
        """Give the smallest number that deals these cards in this order, of all from 1 to 2^33 - 1; None if none does.

        Raises:
            FreeCellError: the order of the cards is not known, because the deal was read from a board whose layout
                does not tell it.
        """
        if self.cards is None:
            raise FreeCellError(f"a board of layout {self.rules.layout} does not tell in which order the cards came")
        return find_deal_number(self.cards)

    def title(self) -> str:
        """Give what the deal is called, as a heading: ``FreeCell deal 617``; without a number, the game alone."""
        return self.rules.title(self.number)

    def code(self, rules: Rules | None = None) -> str:
        """Give a share code, such as ``FC1-C4-AAAAAKH``: its version, the number of cells, and the deal number.

        >>> Deal(327).code(), Deal.from_code("fc1-c4-aaaaakh")
        ('FC1-C4-AAAAAKH', Deal(327))

        Args:
            rules: the game to share, where it is not the one dealt for.

        Raises:
            FreeCellError: the deal has no number, or the game is not FreeCell with some number of cells.
        """
        rules = self.rules if rules is None else _checked(rules)
        if rules != Rules.FREECELL.replace(cells=rules.cells):
            raise FreeCellError(f"a share code says only how many cells FreeCell has, not {rules}")
        number = self.number or self.find_number()
        if number is None:
            raise FreeCellError("a deal without a number has no share code")
        letters = base64.b32encode((number << 5).to_bytes(5, "big")).decode()
        return f"FC1-C{rules.cells}-{letters[:_CODE_LETTERS]}"

    @classmethod
    def from_code(cls, text: str) -> Deal:
        """Read a share code, in either case and with white space anywhere.

        Raises:
            ParseError: it is none, or of a version not known here.
            FreeCellError: the number of cells or the deal number in it is out of range.
        """
        found = _CODE.fullmatch(small("".join(text.split()))) if isinstance(text, str) else None
        if found is None or len(found[3]) != _CODE_LETTERS:
            raise ParseError(f"{shortened(text)} is no share code such as FC1-C4-AAAAAKH", piece(text))
        version, cells, letters = found.groups()
        if version != "1":
            raise ParseError(f"share codes of version {version} are not known, only FC1", piece(text))
        number = int.from_bytes(base64.b32decode(letters + "a", casefold=True), "big") >> 5
        return cls(number, Rules.FREECELL.replace(cells=int(cells)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self._laid() == other._laid() and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self._laid(), self.rules))

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


def _same_shape(one: Rules, other: Rules) -> bool:
    """Whether the same deck is laid in the same way."""
    return (one.layout, one.columns, one.ranks) == (other.layout, other.columns, other.ranks)


def _checked(rules: Rules) -> Rules:
    if not isinstance(rules, Rules):
        raise FreeCellError(f"rules must be Rules, such as Rules.FREECELL, not {shortened(rules)}")
    return rules
