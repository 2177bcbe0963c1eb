"""The 52 cards, each made once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, final, overload

from freecell._arguments import piece, shortened, text_from, whole_number
from freecell._text import small
from freecell.errors import ParseError, WrongTypeError
from freecell.faults import Fault, FaultKind, InvalidStateError, Spot

__all__ = ["CARDS", "RANKS", "Card", "Suit", "cards_from"]

RANKS: Final = "A23456789TJQK"
"""The ranks 1 to 13 as they are written."""

_RANK_OF = {text: rank for rank, text in enumerate(RANKS, 1)} | {"1": 1, "10": 10}


class Suit(IntEnum):
    """The four suits, in the order of the deck that numbered deals start from.

    Suits are ints, as they index foundations and cards; the other enumerations of the library are not.
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def is_red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
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
        """Parse a letter, a sign or a name, in any case.

        >>> Suit.parse("s"), Suit.parse("♥"), Suit.parse("clubs")
        (Suit.SPADES, Suit.HEARTS, Suit.CLUBS)

        Raises:
            ParseError: If the text is not a suit.
            WrongTypeError: If it is not text.
        """
        suit = _SUIT_OF.get(small(text_from(text, "a suit")))
        if suit is None:
            raise ParseError(f"{shortened(text)} is not a suit: write C, D, H or S", piece(text))
        return suit

    def __repr__(self) -> str:
        return f"Suit.{self.name}"

    def __str__(self) -> str:
        return self.letter

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def _signs(suit: Suit) -> tuple[str, ...]:
    """Return the ways a suit is written: its letter, its sign, and the sign shown as an emoji by U+FE0F."""
    return suit.letter, suit.symbol, suit.symbol + "\ufe0f"


_SUIT_OF = {small(name): suit for suit in Suit for name in (*_signs(suit), suit.name)}


@final
@dataclass(frozen=True, init=False, repr=False, eq=False)
class Card:
    """One of the 52 cards. The same card is always the same object.

    Cards are ordered as in the deck that numbered deals start from: by rank, then by suit.

    >>> Card(10, Suit.HEARTS), str(Card.parse("10♥")), Card.parse("th") is Card(10, Suit.HEARTS)
    (Card(10, Suit.HEARTS), 'TH', True)

    Attributes:
        rank: 1 (ace) to 13 (king).
        suit: The suit.
        index: The place in the unshuffled deck AC AD AH AS 2C … KS, 0 to 51.

    Raises:
        FreeCellError: If the rank or the suit is out of range.
    """

    __slots__ = ("index", "rank", "suit")

    rank: int
    suit: Suit
    index: int

    def __new__(cls, rank: int, suit: Suit) -> Card:  # noqa: D102
        return CARDS[4 * (whole_number(rank, "rank", 1, 13) - 1) + whole_number(suit, "suit", 0, 3)]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Parse a card: a rank (A or 1, 2 to 9, T or 10, J, Q, K) and a suit (a letter or sign), in any case.

        Raises:
            ParseError: If the text is not a card.
            WrongTypeError: If it is not text.
        """
        card = _CARD_OF.get(small(text_from(text, "a card")))
        if card is None:
            raise ParseError(
                f"{shortened(text)} is not a card: write a rank and a suit, such as TH or 10H", piece(text)
            )
        return card

    @property
    def is_red(self) -> bool:
        """Whether the suit is diamonds or hearts."""
        return self.suit.is_red

    @property
    def symbol(self) -> str:
        """The rank and the sign of the suit: T♥."""
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
"""The deck that numbered deals start from: AC AD AH AS 2C … KS."""

_DECK = frozenset(CARDS)

_CARD_OF = {
    small(rank + suit): CARDS[4 * (value - 1) + suit_value]
    for rank, value in _RANK_OF.items()
    for suit_value in Suit
    for suit in _signs(suit_value)
}


CardPlace = Callable[[int], tuple[str, tuple[Spot, ...]]]
"""How an error names the card with an index in a sequence, and the spots of the fault."""


def _place_in_deck(index: int) -> tuple[str, tuple[Spot, ...]]:
    return f"card {index + 1}", ()


@overload
def cards_from(
    cards: Iterable[Card | str], what: str, place: CardPlace = ..., faults: list[Fault] | None = ...
) -> tuple[Card, ...]: ...
@overload
def cards_from(
    cards: Iterable[Card | str | None], what: str, place: CardPlace, faults: list[Fault] | None, empty: bool
) -> tuple[Card | None, ...]: ...
def cards_from(
    cards: Iterable[Card | str | None],
    what: str,
    place: CardPlace = _place_in_deck,
    faults: list[Fault] | None = None,
    empty: bool = False,
) -> tuple[Card | None, ...]:
    """Return cards from outside, given as cards or text, as a tuple of cards.

    Args:
        cards: The cards.
        what: Their name in an error.
        place: How an error names one of them.
        faults: A list for the faults of texts that are not cards, which are then left out; None to raise them.
        empty: Whether None is allowed, for an empty place.

    Raises:
        WrongTypeError: If they are not a sequence, or one is neither a card nor text.
        InvalidStateError: If a text is not a card, or there are more than 52.
    """
    if isinstance(cards, str | bytes) or not isinstance(cards, Iterable):
        raise WrongTypeError(f"{what} must be a sequence of cards, not {shortened(cards)}")
    found: list[Card | None] = []
    unknown: list[Fault] = []
    for index, card in enumerate(cards):
        if index == len(CARDS):
            kind = FaultKind.TOO_MANY_CELLS if empty else FaultKind.TOO_MANY_CARDS
            raise InvalidStateError([Fault(kind, f"{what} can have at most the {len(CARDS)} cards of the deck")])
        if card in _DECK if isinstance(card, Card) else card is None and empty:
            found.append(card)  # type: ignore[arg-type]
            continue
        if not isinstance(card, str):
            wanted = "a Card or text" + (", or None for an empty cell" if empty else "")
            only = " (None is an empty cell, in cells only)" if card is None else ""
            raise WrongTypeError(f"{place(index)[0]}: a card must be {wanted}, not {shortened(card)}{only}")
        try:
            found.append(Card.parse(card))
        except ParseError as error:
            name, spots = place(index)
            unknown.append(Fault(FaultKind.NOT_A_CARD, f"{name}: {error.reason}", None, spots))
    if faults is not None:
        faults += unknown
    elif unknown:
        raise InvalidStateError(unknown)
    return tuple(found)
