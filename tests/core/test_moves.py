"""Piles and moves: names, text, order, identity; no position is needed for any of it."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from helpers.process import prints_everywhere
from hypothesis import given
from hypothesis import strategies as st

from freecell import Card, Move, Pile, Suit
from freecell.errors import FreeCellError, ParseError, WrongTypeError

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
COLUMNS = "1234567890nopqrstu"
CELLS = "abcdefgklm"
FOUNDATIONS = ("hc", "hd", "hh", "hs")
NAMES = (*COLUMNS, *CELLS, *FOUNDATIONS, "h")
PILES = tuple(map(Pile, NAMES))
LONG = 10**5000
"""A number of more digits than Python will print."""

PLAIN = [(source, "h") for source in (*COLUMNS, *CELLS)]
PLAIN += [(source, target) for source in (*COLUMNS, *FOUNDATIONS) for target in CELLS]
PLAIN += [(source, target) for source in (*CELLS, *FOUNDATIONS) for target in COLUMNS]
"""Every source and target between which one card moves."""
BETWEEN_COLUMNS = list(itertools.permutations(COLUMNS, 2))
MOVES = [Move(source, target) for source, target in PLAIN]
MOVES += [Move(source, target, count) for source, target in BETWEEN_COLUMNS for count in range(1, 14)]
"""Every move there is."""


# Piles


def test_every_pile_has_a_name_and_a_place_among_its_kind() -> None:
    for place, name in enumerate(COLUMNS):
        pile = Pile(name)
        assert (pile.name, str(pile), pile.index, pile.suit) == (name, name, place, None)
        assert (pile.is_column, pile.is_cell, pile.is_home) == (True, False, False)
        assert Pile.column(place) == pile
    for place, name in enumerate(CELLS):
        pile = Pile(name)
        assert (pile.name, str(pile), pile.index, pile.suit) == (name, name, place, None)
        assert (pile.is_column, pile.is_cell, pile.is_home) == (False, True, False)
        assert Pile.cell(place) == pile
    for suit, name in zip(Suit, FOUNDATIONS, strict=True):
        pile = Pile(name)
        assert (pile.name, str(pile), pile.index, pile.suit) == (name, name, suit, suit)
        assert (pile.is_column, pile.is_cell, pile.is_home) == (False, False, True)
        assert type(pile.suit) is Suit
        assert Pile.foundation(suit) == pile
    home = Pile.HOME
    assert home == Pile("h")
    assert (home.name, str(home), home.index, home.suit) == ("h", "h", 0, None)
    assert (home.is_column, home.is_cell, home.is_home) == (False, False, True)


@pytest.mark.parametrize("suit", [-1, 4, 3.7, "s", None, pytest.param(LONG, id="long")])
def test_a_foundation_is_that_of_a_suit(suit: Any) -> None:
    with pytest.raises(FreeCellError, match=r"^suit must be"):
        Pile.foundation(suit)


def test_home_is_the_same_for_every_pile() -> None:
    assert Pile("3").HOME is Pile.HOME
    with pytest.raises(AttributeError):
        Pile("3").HOME = Pile("4")  # type: ignore[misc]


def test_piles_and_moves_are_formatted_as_their_text() -> None:
    for value in (*PILES, *MOVES[::101]):
        text = str(value)
        assert [f"{value}", f"{value:>6}", f"{value:*<6}"] == [text, text.rjust(6), text.ljust(6, "*")]
    assert [f"{Pile('hs'):>4}", f"{Move('2', '6', 3):<6}|"] == ["  hs", "26v3  |"]


def test_piles_are_read_in_upper_case_too() -> None:
    assert [Pile(name.upper()).name for name in NAMES] == list(NAMES)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "i", "j", "v", "z", "11", "10", "hv", "hx", "1 ", " 1", "h ", "hhh", "ch", "home", "-", "♥", "h♥"),
        *("\u212a", "１", "١", "²", "hſ", "ſ", "İ", "ａ", "x" * 1000),
    ],
)
def test_what_names_no_pile_is_refused(name: str) -> None:
    with pytest.raises(ParseError, match="is not a pile") as caught:
        Pile(name)
    assert len(str(caught.value)) < 250
    with pytest.raises(ParseError, match="is not a pile"):
        Move("1", name)
    with pytest.raises(ParseError, match="is not a pile"):
        Move(name, "1")


@pytest.mark.parametrize("name", [3, 0, 3.7, None, b"3", ["3"], Suit.CLUBS, pytest.param(LONG, id="long")])
def test_what_is_no_text_is_told_that_a_name_is_text(name: Any) -> None:
    """Whoever writes Pile(3) means a column that there is: a list of all names would not help."""
    calls: list[Callable[[], object]] = [lambda: Pile(name), lambda: Move(name, "a"), lambda: Move("1", name)]
    for call in calls:
        with pytest.raises(WrongTypeError, match=r"^the name of a pile, such as '3' or 'a', must be text, not "):
            call()
    with pytest.raises(
        ParseError, match="'v' is not a pile: columns are 1234567890nopqrstu, cells abcdefgklm, home is h"
    ):
        Pile("v")


@pytest.mark.parametrize("value", [-1, 18, 2**70, 3.0, 3.7, "3", None, pytest.param(LONG, id="long")])
def test_a_column_by_a_number_it_has_not_is_refused(value: Any) -> None:
    with pytest.raises(FreeCellError, match=r"column must be .*from 0 to 17"):
        Pile.column(value)


@pytest.mark.parametrize("value", [-1, 10, 2**70, 3.0, 3.7, "3", None, pytest.param(LONG, id="long")])
def test_a_cell_by_a_number_it_has_not_is_refused(value: Any) -> None:
    with pytest.raises(FreeCellError, match=r"cell must be .*from 0 to 9"):
        Pile.cell(value)


def test_different_piles_differ_and_equal_ones_do_not() -> None:
    assert len(set(PILES)) == len({hash(pile) for pile in PILES}) == len(set(map(repr, PILES))) == 33
    for (one_place, one), (other_place, other) in itertools.product(enumerate(PILES), repeat=2):
        assert (one == other, one != other) == (one_place == other_place, one_place != other_place)
        assert (one < other, one <= other) == (one_place < other_place, one_place <= other_place)
        assert (one > other, one >= other) == (one_place > other_place, one_place >= other_place)
    for name in NAMES:
        assert Pile(name) == Pile(name.upper())
        assert hash(Pile(name)) == hash(Pile(name.upper()))


def test_a_pile_is_no_text_and_no_number() -> None:
    others: list[object] = ["3", 2, None, Move("3", "a")]
    for other in others:
        assert Pile("3") != other
    for name in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert all(getattr(Pile("3"), name)(other) is NotImplemented for other in others)


def test_the_repr_of_a_pile_rebuilds_it() -> None:
    assert repr(Pile("HS")) == "Pile('hs')"
    for pile in PILES:
        assert eval(repr(pile)) == pile


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_piles_survive_pickle_and_copy(protocol: int) -> None:
    for pile in PILES:
        for twin in (pickle.loads(pickle.dumps(pile, protocol)), copy.copy(pile), copy.deepcopy(pile)):
            assert twin == pile
            assert (twin.name, hash(twin), type(twin)) == (pile.name, hash(pile), Pile)


# Immutability of both


@pytest.mark.parametrize("value", [Pile("3"), Move("2", "6", 3)])
@pytest.mark.parametrize("name", ["name", "index", "suit", "is_home", "source", "target", "count", "code", "more"])
def test_piles_and_moves_cannot_be_changed(value: Pile | Move, name: str) -> None:
    before = (repr(value), hash(value))
    with pytest.raises(AttributeError):
        setattr(value, name, Pile("4"))
    with pytest.raises(AttributeError):
        delattr(value, name)
    value.__init__("4", "5")  # type: ignore[call-arg]
    assert (repr(value), hash(value)) == before
    assert not hasattr(value, "__dict__")


@pytest.mark.parametrize("kind", [Pile, Move])
def test_there_are_no_subclasses(kind: type) -> None:
    with pytest.raises(TypeError):
        type("Mine", (kind,), {})


def test_piles_and_moves_are_not_made_of_nothing() -> None:
    with pytest.raises(TypeError):
        Pile.__new__(Pile)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Move.__new__(Move)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Move("1")  # type: ignore[call-arg]
    for kind in (Pile, Move):
        with pytest.raises(TypeError):
            object.__new__(kind)


# Moves: what they are


def test_a_move_has_source_target_and_count() -> None:
    for move in (Move("2", "6", 3), Move(Pile("2"), Pile("6"), 3), Move(source="2", target=Pile("6"), count=3)):
        assert (move.source, move.target, move.count) == (Pile("2"), Pile("6"), 3)
    assert Move("2", "6").count == 1
    assert Move("A", "H") == Move("a", "h")


def test_there_are_so_many_moves_and_no_two_are_the_same() -> None:
    assert len(MOVES) == 28 + 22 * 10 + 14 * 18 + 18 * 17 * 13
    assert len(set(MOVES)) == len(set(map(str, MOVES))) == len(set(map(repr, MOVES))) == len(MOVES)
    assert len({hash(move) for move in MOVES}) == len(MOVES)


def test_moves_are_ordered_by_source_target_and_count() -> None:
    keys = {move: (PILES.index(move.source), PILES.index(move.target), move.count) for move in MOVES}
    assert sorted(MOVES) == sorted(MOVES, key=keys.__getitem__)
    some = MOVES[::101]
    for one, other in itertools.product(some, repeat=2):
        a, b = keys[one], keys[other]
        assert (one == other, one != other, one < other, one <= other, one > other, one >= other) == (
            *(a == b, a != b, a < b, a <= b, a > b, a >= b),
        )


def test_a_move_is_no_text_and_no_tuple() -> None:
    others: list[object] = ["26v3", ("2", "6", 3), None, Pile("2")]
    for other in others:
        assert Move("2", "6", 3) != other
    for name in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert all(getattr(Move("2", "6", 3), name)(other) is NotImplemented for other in others)


# Moves: what they cannot be


ALL_PAIRS = list(itertools.product(NAMES, repeat=2))
NO_MOVES = [pair for pair in ALL_PAIRS if pair not in set(PLAIN) | set(BETWEEN_COLUMNS)]


def test_every_other_pair_of_piles_is_no_move_in_any_game() -> None:
    assert ("a", "b") in NO_MOVES
    assert ("h", "3") in NO_MOVES
    assert ("3", "hs") in NO_MOVES
    for source, target in NO_MOVES:
        with pytest.raises(FreeCellError) as caught:
            Move(source, target)
        assert not isinstance(caught.value, ParseError)


@pytest.mark.parametrize(
    ("source", "target", "sentence"),
    [
        ("2", "2", "a card does not move from column 2 onto itself"),
        ("a", "a", "a card does not move from cell a onto itself"),
        ("a", "b", "a card in a cell does not move to another cell"),
        ("hs", "h", "a card on a foundation does not move home"),
        ("hs", "hd", "a card on a foundation does not move home"),
        ("h", "3", "a card is taken back from a single foundation: hc, hd, hh or hs"),
        ("3", "hs", "a card fits only one foundation: the target is always h"),
    ],
)
def test_the_error_says_why(source: str, target: str, sentence: str) -> None:
    with pytest.raises(FreeCellError) as caught:
        Move(source, target)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("count", [0, 14, -1, 2**70, 3.0, 3.7, "3", None, pytest.param(LONG, id="long")])
def test_a_count_is_1_to_13(count: Any) -> None:
    for source, target in (("2", "6"), ("2", "a")):
        with pytest.raises(FreeCellError, match=r"count must be .*from 1 to 13"):
            Move(source, target, count)


def test_only_from_column_to_column_goes_more_than_one_card() -> None:
    for source, target in PLAIN:
        for count in (2, 13):
            with pytest.raises(FreeCellError, match=f"only one card moves from .* to .*, not {count}"):
                Move(source, target, count)


# Moves: text


def test_between_columns_a_move_is_written_with_its_count_and_else_without() -> None:
    assert str(Move("2", "6", 3)) == f"{Move('2', '6', 3)}" == "26v3"
    assert [str(Move("2", "6", count))[-1] for count in range(1, 14)] == list("123456789abcd")
    pairs = [("2", "a"), ("a", "6"), ("6", "h"), ("hs", "3"), ("hs", "a"), ("0", "u")]
    assert [str(Move(source, target)) for source, target in pairs] == ["2a", "a6", "6h", "hs3", "hsa", "0uv1"]
    for source, target in PLAIN:
        assert str(Move(source, target)) == source + target


def test_every_move_is_read_back_from_its_text_and_repr() -> None:
    for move in MOVES:
        assert Move.parse(str(move)) == move
        assert Move.parse(f" {str(move).upper()}\n") == move
        assert eval(repr(move)) == move
    assert repr(Move("2", "6", 3)) == "Move('2', '6', 3)"
    assert repr(Move("2", "6")) == "Move('2', '6')"
    assert repr(Move("hs", "a")) == "Move('hs', 'a')"


def test_a_count_of_one_may_be_written_where_it_need_not() -> None:
    assert Move.parse("2av1") == Move("2", "a")
    assert Move.parse("h♠3") == Move.parse("HS3V1") == Move("hs", "3")


def test_a_sign_of_suit_may_be_made_a_picture() -> None:
    assert Move.parse("h♠\ufe0f3") == Move("hs", "3")


def test_text_that_needs_a_position_is_refused() -> None:
    for source, target in BETWEEN_COLUMNS:
        with pytest.raises(ParseError, match="does not say how many cards") as caught:
            Move.parse(source + target)
        assert caught.value.text == source + target
        assert "State.parse_move" in caught.value.reason
    for target in (*COLUMNS, *CELLS):
        with pytest.raises(ParseError, match="does not say from which foundation") as caught:
            Move.parse("h" + target)
        assert "State.parse_move" in caught.value.reason


@pytest.mark.parametrize("text", ["ab", "hsh", "22v1", "aa", "2av2", "hs3v2", "6hvd"])
def test_text_of_what_is_no_move_in_any_game_is_refused(text: str) -> None:
    with pytest.raises(FreeCellError):
        Move.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "2", "2 6", "26v0", "26ve", "26vv", "266", "2h6", "hh", "hhh", "2-6", "26v3 ,", "♥3"),
        *("1\u212a", "h\u212a", "hſ3", "２６v1"),
        "x" * 1000,
    ],
)
def test_what_is_no_move_is_a_parse_error(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        Move.parse(text)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("value", [None, 26, b"26v1", ["2", "6"], Card.parse("2C"), pytest.param(LONG, id="long")])
def test_moves_are_parsed_from_text_only(value: Any) -> None:
    with pytest.raises(WrongTypeError, match=r"^a move must be text, not ") as caught:
        Move.parse(value)
    assert len(str(caught.value)) < 250


@given(st.text(max_size=6) | st.text(alphabet="123hscdv♥ abLNTv0", max_size=6))
def test_any_text_is_a_move_or_an_error_of_ours(text: str) -> None:
    try:
        move = Move.parse(text)
    except FreeCellError:
        return
    assert move in MOVES
    assert Move.parse(str(move)) == move


# Moves: carried elsewhere


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_moves_survive_pickle_and_copy(protocol: int) -> None:
    for move in MOVES[:: 1 if protocol == PROTOCOLS[-1] else 37]:
        for twin in (pickle.loads(pickle.dumps(move, protocol)), copy.copy(move), copy.deepcopy(move)):
            assert twin == move
            assert (str(twin), hash(twin), type(twin)) == (str(move), hash(move), Move)


def test_hashes_are_the_same_in_every_process() -> None:
    code = "from freecell import Move, Pile; print(hash(Pile('u')), hash(Move('2', '6', 3)), hash(Move('hs', 'a')))"
    here = f"{hash(Pile('u'))} {hash(Move('2', '6', 3))} {hash(Move('hs', 'a'))}"
    prints_everywhere(code, here)
