"""The 52 cards and the four suits."""

from __future__ import annotations

import copy
import itertools
import pickle

import pytest
from helpers.process import prints_everywhere
from hypothesis import assume, given
from hypothesis import strategies as st

from freecell.cards import CARDS, RANKS, Card, Suit
from freecell.errors import FreeCellError, ParseError, WrongTypeError

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
SIGNS = {"C": Suit.CLUBS, "♣": Suit.CLUBS, "D": Suit.DIAMONDS, "♦": Suit.DIAMONDS}
SIGNS |= {"H": Suit.HEARTS, "♥": Suit.HEARTS, "S": Suit.SPADES, "♠": Suit.SPADES}
RANK_TEXTS = {"A": 1, "1": 1, "10": 10, "T": 10, "J": 11, "Q": 12, "K": 13} | {str(rank): rank for rank in range(2, 10)}
NAMES = {"CLUBS": Suit.CLUBS, "DIAMONDS": Suit.DIAMONDS, "HEARTS": Suit.HEARTS, "SPADES": Suit.SPADES}
PICTURE = "\ufe0f"
"""Behind a sign of suit it asks for a coloured picture of it; phones write it unasked."""
NOT_TEXT = [None, 0, 3.7, b"TH", ["T", "H"], 10**5000, object(), Suit.HEARTS, {}]
"""Values that are not text; the number has more digits than Python will print."""


# Suits


def test_the_suits_are_in_the_order_of_deal_numbers() -> None:
    assert [(suit.name, int(suit)) for suit in Suit] == [("CLUBS", 0), ("DIAMONDS", 1), ("HEARTS", 2), ("SPADES", 3)]


def test_suits_are_written_by_letter_sign_and_name() -> None:
    assert [(str(suit), f"{suit}", suit.letter, suit.symbol, repr(suit)) for suit in Suit] == [
        ("C", "C", "C", "♣", "Suit.CLUBS"),
        ("D", "D", "D", "♦", "Suit.DIAMONDS"),
        ("H", "H", "H", "♥", "Suit.HEARTS"),
        ("S", "S", "S", "♠", "Suit.SPADES"),
    ]


def test_diamonds_and_hearts_are_red() -> None:
    assert [suit.is_red for suit in Suit] == [False, True, True, False]


def test_suits_are_formatted_as_their_text() -> None:
    assert [f"{suit:>3}" for suit in Suit] == ["  C", "  D", "  H", "  S"]
    assert format(Suit.HEARTS, "*^3") == "*H*"


def test_suits_are_read_by_letter_sign_and_name_in_any_case() -> None:
    for text, suit in (SIGNS | NAMES).items():
        assert [Suit.parse(text), Suit.parse(text.lower()), Suit.parse(text.title())] == [suit] * 3


@given(st.text(max_size=3) | st.sampled_from([*SIGNS, *NAMES]).map(lambda text: text + " "))
def test_nothing_else_is_a_suit(text: str) -> None:
    assume(PICTURE not in text)
    if text in SIGNS or (text.isascii() and text.upper() in SIGNS):
        assert Suit.parse(text) is SIGNS[text.upper()]
    else:
        with pytest.raises(ParseError, match="not a suit"):
            Suit.parse(text)


@pytest.mark.parametrize("text", ["ſ", "ſpades", "clubſ", "dıamonds", "dİamonds", "Ｃ", "♧", "♡", "♢", "♤", PICTURE])
def test_letters_that_only_look_or_fold_like_a_suit_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="not a suit"):
        Suit.parse(text)


@pytest.mark.parametrize("sign", [sign for sign in SIGNS if not sign.isascii()])
def test_a_sign_that_is_made_a_picture_is_that_suit(sign: str) -> None:
    assert Suit.parse(sign + PICTURE) is SIGNS[sign]
    for rank_text, rank in RANK_TEXTS.items():
        assert Card.parse(rank_text + sign + PICTURE) is Card(rank, SIGNS[sign])


@pytest.mark.parametrize("value", NOT_TEXT, ids=lambda value: type(value).__name__)
def test_suits_and_cards_are_read_from_text_only(value: object) -> None:
    with pytest.raises(WrongTypeError, match=r"^a suit must be text, not "):
        Suit.parse(value)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError, match=r"^a card must be text, not "):
        Card.parse(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("suit", Suit)
def test_a_suit_stays_itself_through_pickle_and_copy(suit: Suit, protocol: int) -> None:
    assert pickle.loads(pickle.dumps(suit, protocol)) is copy.copy(suit) is copy.deepcopy(suit) is suit


# Cards: what they are


def test_the_deck_is_by_rank_then_suit() -> None:
    assert " ".join(map(str, CARDS[:9])) == "AC AD AH AS 2C 2D 2H 2S 3C"
    assert " ".join(map(str, CARDS[-5:])) == "QS KC KD KH KS"
    assert len(CARDS) == 52
    for index, card in enumerate(CARDS):
        assert (card.index, card.rank, card.suit) == (index, index // 4 + 1, Suit(index % 4))
        assert type(card.suit) is Suit


def test_a_card_is_made_once() -> None:
    for card in CARDS:
        assert Card(card.rank, card.suit) is Card(rank=card.rank, suit=card.suit) is card
        assert Card.parse(str(card)) is Card.parse(card.symbol) is card


def test_cards_are_written_in_two_characters() -> None:
    assert [str(Card(rank, Suit.HEARTS)) for rank in range(1, 14)] == [rank + "H" for rank in "A23456789TJQK"]
    assert RANKS == "A23456789TJQK"
    assert (str(Card(10, Suit.SPADES)), Card(10, Suit.SPADES).symbol, f"{CARDS[0]}") == ("TS", "T♠", "AC")


def test_cards_are_formatted_as_their_text() -> None:
    ten = Card(10, Suit.SPADES)
    assert [f"{ten:>3}", f"{ten:<4}|", f"{ten:*^6}", f"{ten:s}"] == [" TS", "TS  |", "**TS**", "TS"]
    assert "".join(f"{card:>3}" for card in CARDS[:4]) == " AC AD AH AS"
    with pytest.raises(ValueError, match="format"):
        format(ten, "d")


def test_the_repr_rebuilds_the_card() -> None:
    assert repr(Card(10, Suit.HEARTS)) == "Card(10, Suit.HEARTS)"
    for card in CARDS:
        assert eval(repr(card)) is card


def test_a_card_is_as_red_as_its_suit() -> None:
    assert {card.suit for card in CARDS if card.is_red} == {Suit.DIAMONDS, Suit.HEARTS}
    assert sum(card.is_red for card in CARDS) == 26


def test_different_cards_differ_in_every_way() -> None:
    for one, other in itertools.combinations(CARDS, 2):
        assert one != other
        assert (one == other) is False
        assert hash(one) != hash(other)
        assert (str(one), repr(one), one.symbol) != (str(other), repr(other), other.symbol)
    for texts in (map(str, CARDS), map(repr, CARDS), (card.symbol for card in CARDS)):
        assert len(set(texts)) == 52


def test_a_card_is_no_number_and_no_text() -> None:
    others: list[object] = [0, "AC", (1, Suit.CLUBS), None]
    for other in others:
        assert CARDS[0] != other
    with pytest.raises(TypeError):
        CARDS[0] < 1  # type: ignore[operator]  # noqa: B015
    with pytest.raises(TypeError):
        CARDS[0] >= "AC"  # type: ignore[operator]  # noqa: B015


@given(st.sampled_from(CARDS), st.sampled_from(CARDS))
def test_cards_are_ordered_as_their_indices(one: Card, other: Card) -> None:
    assert (one < other, one <= other, one > other, one >= other) == (
        one.index < other.index,
        one.index <= other.index,
        one.index > other.index,
        one.index >= other.index,
    )


def test_sorting_gives_the_deck() -> None:
    shuffled = [CARDS[place * 7 % 52] for place in range(52)]
    assert tuple(sorted(shuffled)) == CARDS
    assert (min(CARDS), max(CARDS)) == (CARDS[0], CARDS[51])


# Cards: what they cannot be


@pytest.mark.parametrize("rank", [0, 14, -1, 2**70, pytest.param(-(10**5000), id="long")])
def test_a_rank_out_of_range_is_refused_by_name(rank: int) -> None:
    with pytest.raises(FreeCellError, match="rank must be from 1 to 13"):
        Card(rank, Suit.CLUBS)


@pytest.mark.parametrize("suit", [4, -1, 2**70])
def test_a_suit_out_of_range_is_refused_by_name(suit: int) -> None:
    with pytest.raises(FreeCellError, match="suit must be from 0 to 3"):
        Card(1, suit)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [3.7, 3.0, "3", None, b"3", [3], 3j])
def test_what_is_no_whole_number_is_refused_and_not_cut(value: object) -> None:
    with pytest.raises(FreeCellError, match="rank must be a whole number from 1 to 13"):
        Card(value, Suit.CLUBS)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match="suit must be a whole number from 0 to 3"):
        Card(3, value)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["rank", "suit", "index", "is_red", "symbol", "colour", "__class__", "__dict__"])
def test_a_card_cannot_be_changed(name: str) -> None:
    card = Card(10, Suit.HEARTS)
    with pytest.raises(AttributeError):
        setattr(card, name, 1)
    with pytest.raises(AttributeError):
        delattr(card, name)
    assert (card.rank, card.suit, card.index, str(card)) == (10, Suit.HEARTS, 38, "TH")
    assert not hasattr(card, "__dict__")


def test_initialising_a_card_again_changes_nothing() -> None:
    card = CARDS[0]
    card.__init__(13, Suit.SPADES)  # type: ignore[call-arg]
    assert (card.rank, card.suit, card.index) == (1, Suit.CLUBS, 0)


def test_a_subclass_makes_no_other_cards() -> None:
    try:
        mine: type[Card] = type("Mine", (Card,), {})
    except TypeError:
        return
    assert mine(1, Suit.CLUBS) is mine.parse("AC") is CARDS[0]


# Cards: read


@given(st.sampled_from(CARDS), st.sampled_from([str.upper, str.lower, str.swapcase]))
def test_what_is_written_is_read_back_in_any_case(card: Card, case: object) -> None:
    assert callable(case)
    assert Card.parse(case(str(card))) is Card.parse(case(card.symbol)) is card


def test_every_rank_and_suit_text_is_read() -> None:
    for (rank_text, rank), (sign, suit) in itertools.product(RANK_TEXTS.items(), SIGNS.items()):
        assert Card.parse(rank_text + sign) is Card.parse((rank_text + sign).lower()) is Card(rank, suit)


_RANK_OR_NOISE = st.sampled_from([*RANK_TEXTS, *"0BXkqtja", "11", "01", "1 0", "Ａ", "２", "\u212a", "²", ""])
_SIGN_OR_NOISE = st.sampled_from([*SIGNS, *"csXhdſ♡ＣＨ", "", " C", "C ", "CC"])


@given(st.builds(str.__add__, _RANK_OR_NOISE, _SIGN_OR_NOISE) | st.text(max_size=3))
def test_nothing_else_is_a_card(text: str) -> None:
    assume(PICTURE not in text)
    ascii_upper = "".join(character.upper() if character.isascii() else character for character in text)
    rank, suit = RANK_TEXTS.get(ascii_upper[:-1]), SIGNS.get(ascii_upper[-1:])
    if rank is not None and suit is not None:
        assert Card.parse(text) is Card(rank, suit)
    else:
        with pytest.raises(ParseError, match="not a card") as caught:
            Card.parse(text)
        assert (caught.value.text, caught.value.line, caught.value.column) == (text, 1, 1)


@pytest.mark.parametrize(
    "text", ["Tſ", "2ſ", "\u212aC", "ＴＨ", "２Ｃ", "٢C", "T♡", "2\ufe0f", "2♥\ufe0e", "2C\n", " 2C", "2C\0"]
)
def test_look_alikes_are_no_cards(text: str) -> None:
    with pytest.raises(ParseError, match="not a card"):
        Card.parse(text)


def test_a_long_text_is_cut_in_the_error() -> None:
    with pytest.raises(ParseError) as caught:
        Card.parse("A" * 10_000_000)
    assert len(str(caught.value)) < 200
    assert len(caught.value.text) <= 40


# Cards: carried elsewhere


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_card_stays_itself_through_pickle_and_copy(protocol: int) -> None:
    for card in CARDS:
        assert pickle.loads(pickle.dumps(card, protocol)) is copy.copy(card) is copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(CARDS, protocol)) == copy.deepcopy(CARDS) == CARDS


def test_hashes_are_the_same_in_every_process() -> None:
    code = "from freecell.cards import CARDS, Suit; print([hash(c) for c in CARDS], [hash(s) for s in Suit])"
    here = f"{[hash(card) for card in CARDS]} {[hash(suit) for suit in Suit]}"
    prints_everywhere(code, here)
