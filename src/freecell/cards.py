"""The 52 cards, each made once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from string import ascii_lowercase, ascii_uppercase
from typing import Final, final, overload

from freecell._arguments import piece, shortened, whole_number
from freecell.errors import FreeCellError, InvalidStateError, ParseError

__all__ = ["CARDS", "RANKS", "Card", "Suit", "cards_from", "small"]

RANKS: Final = "A23456789TJQK"
"""How the ranks 1 to 13 are written."""

_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)

_RANK_OF = {text: rank for rank, text in enumerate(RANKS, 1)} | {"1": 1, "10": 10}


def small(text: str) -> str:
    """Give a text in small letters, changing ASCII letters alone: no other letter is to turn into one of them."""
    return text.translate(_SMALL)


class Suit(IntEnum):
    """The four suits, in the order of deal numbers."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def is_red(self) -> bool:
        """Whether it is diamonds or hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @property
    def letter(self) -> str:
        """C, D, H or S."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a letter of either case, a sign or a name.

        >>> Suit.parse("s"), Suit.parse("♥"), Suit.parse("clubs")
        (Suit.SPADES, Suit.HEARTS, Suit.CLUBS)

        Raises:
            ParseError: it is none of them.
        """
        suit = _SUIT_OF.get(small(text)) if isinstance(text, str) else None
        if suit is None:
            raise ParseError(f"{shortened(text)} is no suit: write C, D, H, S or ♣, ♦, ♥, ♠", piece(text))
        return suit

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    def __str__(self) -> str:
        return self.letter

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def _signs(suit: Suit) -> tuple[str, ...]:
    """Give how a suit is written: its letter, its sign, and the sign as the picture that U+FE0F makes of it."""
    return suit.letter, suit.symbol, suit.symbol + "\ufe0f"


_SUIT_OF = {small(name): suit for suit in Suit for name in (*_signs(suit), suit.name)}


@final
@dataclass(frozen=True, init=False, repr=False, eq=False)
class Card:
    """One of the 52 cards; the same card is always the same object.

    Cards are ordered as the deck of the numbered deals is: by rank, then by suit.

    >>> Card(10, Suit.HEARTS), str(Card.parse("10♥")), Card.parse("th") is Card(10, Suit.HEARTS)
    (Card(10, Suit.HEARTS), 'TH', True)

    Attributes:
        rank: 1 (ace) to 13 (king).
        suit: its suit.
        index: its place in the unshuffled deck AC AD AH AS 2C … KS, 0 to 51.

    Raises:
        FreeCellError: the rank or the suit is out of range.
    """

    __slots__ = ("index", "rank", "suit")

    rank: int
    suit: Suit
    index: int

    def __new__(cls, rank: int, suit: Suit) -> Card:  # noqa: D102
        return CARDS[4 * (whole_number(rank, "rank", 1, 13) - 1) + whole_number(suit, "suit", 0, 3)]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card: a rank (A or 1, 2 to 9, T or 10, J, Q, K) and a suit (a letter or sign), in any case.

        Raises:
            ParseError: it is no card.
        """
        card = _CARD_OF.get(small(text)) if isinstance(text, str) else None
        if card is None:
            raise ParseError(f"{shortened(text)} is no card: write a rank and a suit, such as TH or 10♥", piece(text))
        return card

    @property
    def is_red(self) -> bool:
        """Whether its suit is diamonds or hearts."""
        return self.suit.is_red

    @property
    def symbol(self) -> str:
        """The rank and the sign of the suit, such as T♥."""
        return RANKS[self.rank - 1] + self.suit.symbol

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit.letter

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Card({self.rank}, {self.suit!r})"

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: Card) -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[type[Card], tuple[int, Suit]]:
        return Card, (self.rank, self.suit)


def _make(index: int) -> Card:
    card = object.__new__(Card)
    for name, value in (("index", index), ("rank", index // 4 + 1), ("suit", Suit(index % 4))):
        object.__setattr__(card, name, value)
    return card


CARDS: Final = tuple(map(_make, range(52)))
"""The deck in the order deal numbers start from: AC AD AH AS 2C … KS."""

_DECK = frozenset(CARDS)

_CARD_OF = {
    small(rank + suit): CARDS[4 * (value - 1) + suit_value]
    for rank, value in _RANK_OF.items()
    for suit_value in Suit
    for suit in _signs(suit_value)
}


@overload
def cards_from(cards: Iterable[Card | str], what: str) -> tuple[Card, ...]: ...
@overload
def cards_from(cards: Iterable[Card | str | None], what: str, empty: bool) -> tuple[Card | None, ...]: ...
def cards_from(cards: Iterable[Card | str | None], what: str, empty: bool = False) -> tuple[Card | None, ...]:
    """Give cards from outside, as cards or text, as a tuple of cards.

    Args:
        cards: the cards.
        what: what to call them in an error.
        empty: whether None stands for an empty place among them.

    Raises:
        FreeCellError: they are no sequence.
        ParseError: a text is no card.
        InvalidStateError: there are more than 52.
    """
    if isinstance(cards, str | bytes) or not isinstance(cards, Iterable):
        raise FreeCellError(f"{what} must be a sequence of cards, not {shortened(cards)}")
    found: list[Card | None] = []
    for card in cards:
        if len(found) == len(CARDS):
            raise InvalidStateError([f"{what} can have no more than the {len(CARDS)} cards there are"])
        known = card in _DECK if isinstance(card, Card) else card is None and empty
        found.append(card if known else Card.parse(card))  # type: ignore[arg-type]
    return tuple(found)
