"""Positions as values: made, written, compared, copied and pickled."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest
from helpers.process import prints_everywhere
from helpers.states import BOARD, DEAL_1, GAMES, LONG, RANDOMS, SMALL, scattered, small, states
from hypothesis import given
from hypothesis import strategies as st

import freecell
from freecell import CARDS, AutoPlay, Build, Card, EmptyColumns, Layout, Rules, State, Supermoves
from freecell.errors import FreeCellError, WrongTypeError
from freecell.faults import InvalidStateError

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


# Made of cards


def test_a_state_has_columns_cells_foundations_and_rules() -> None:
    state = small()
    assert state.columns == tuple(
        tuple(map(Card.parse, line.split())) for line in ("4C 3H 2S", "4S 2D 3D", "", "4H 3S AD", "4D 3C AC AS 2C")
    )
    assert state.cells == (Card.parse("2H"), None)
    assert state.foundations == (0, 0, 1, 0)
    assert state.rules == SMALL
    assert all(type(rank) is int for rank in state.foundations)


def test_a_deal_has_empty_cells_and_foundations() -> None:
    state = State.parse(DEAL_1)
    assert (state.cells, state.foundations, state.rules) == ((None,) * 4, (0, 0, 0, 0), Rules.FREECELL)
    assert [len(column) for column in state.columns] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert state == State([line.split() for line in DEAL_1.splitlines()])


def test_cards_are_given_as_cards_or_text_in_any_iterable() -> None:
    state = small()
    text = [["4c", "3♥", "2S"], ["4S", "2D", "3D"], [], ["4H", "3S", "1D"], ["4D", "3C", "AC", "AS", "2C"]]
    assert State(text, ["2H", None], [0, 0, 1, 0], SMALL) == state
    assert State(text, ["2H"], (0, 0, 1, 0), rules=SMALL) == state
    assert State(columns=iter(text), cells=iter(["2H"]), foundations=iter((0, 0, 1, 0)), rules=SMALL) == state
    assert State((iter(column) for column in state.columns), state.cells, state.foundations, SMALL) == state
    mixed: list[Any] = [[Card.parse("4C"), "3H", Card.parse("2S")], *state.columns[1:]]
    assert State(mixed, state.cells, state.foundations, SMALL) == state


def test_what_a_state_was_made_of_may_change_afterwards() -> None:
    state = small()
    columns, cells, foundations = [list(column) for column in state.columns], list(state.cells), list(state.foundations)
    twin = State(columns, cells, foundations, SMALL)
    columns[0].clear()
    cells[0] = None
    foundations[2] = 0
    assert twin == state


def test_cells_left_out_are_empty() -> None:
    state = State.parse("Founds: C-K D-K H-K S-J\nFC: - KS\nQS" + "\n:" * 7)
    assert state.cells == (None, Card.parse("KS"), None, None)


@pytest.mark.parametrize(
    ("changes", "reasons"),
    [
        ({0: "4C 3H"}, ["2S is missing"]),
        ({0: "4C 3H 2S 2D"}, ["2D is in column 1 and in column 2"]),
        ({0: "4C 3H 2H"}, ["2H is in cell a and in column 1", "2S is missing"]),
        ({0: "4C 3H AH 2S"}, ["AH is home and in column 1"]),
        ({0: "4C 3H 2S 5H"}, ["5H is in column 1, but a deck of 4 ranks has no such card"]),
        ({0: "4C 3H 2S 2S 2S 2S"}, ["2S is in column 1 and in column 1 and in column 1 and 1 more time"]),
    ],
)
def test_cards_that_cannot_lie_there_are_named_with_their_places(changes: dict[int, str], reasons: list[str]) -> None:
    columns: list[Any] = list(small().columns)
    for place, column in changes.items():
        columns[place] = column.split()
    with pytest.raises(InvalidStateError) as caught:
        State(columns, small().cells, small().foundations, SMALL)
    assert [fault.reason for fault in caught.value.faults] == reasons


def test_every_fault_is_reported_at_once() -> None:
    with pytest.raises(InvalidStateError) as caught:
        State([["3H", "3H"]], [None, "2H", None], (0, 0, 3, 4), SMALL)
    together = (
        "the board has 1 column, but the game has 5",
        "the board has 3 cells, but the game has 2",
        "2H is home under the 3 and in cell b",
        "3H is home and in column 1 and in column 1",
    )
    missing = "AC, AD, 2C, 2D, 3C, 3D, 4C, 4D, 4H"
    alone = [f"{card} is missing" for card in missing.split(", ")]
    assert [fault.reason for fault in caught.value.faults] == [*together, *alone]
    assert str(caught.value) == "; ".join([*together, f"9 cards are missing: {missing}"])


def test_faults_of_a_text_are_reported_with_line_and_column() -> None:
    with pytest.raises(InvalidStateError) as caught:
        small(BOARD.replace("4C 3H 2S", "4C 3H 2D"))
    twice = "2D is in column 1 (line 3, column 7) and in column 2 (line 4, column 4)"
    assert str(caught.value) == f"{twice}; 2S is missing"
    with pytest.raises(InvalidStateError) as caught:
        small(BOARD.replace("2H -", "2H - -").replace("4H 3S AD", ":\n4H 3S AD"))
    first, second = (fault.reason for fault in caught.value.faults)
    assert first == "the board has 6 columns, but the game has 5: column 6 is in line 8"
    assert second == "the board has 3 cells, but the game has 2 (line 2)"
    with pytest.raises(InvalidStateError) as caught:
        small(BOARD.replace("\n:", ""))
    few = "the board has 4 columns, but the game has 5: each line is a column, and a lone colon an empty one"
    assert str(caught.value) == few


@pytest.mark.parametrize("columns", [18, 19, 52])
def test_far_too_many_columns_are_the_only_fault_reported(columns: int) -> None:
    """As where each card stands in a line of its own: what is missing then is beside the point."""
    lines = [str(card) for card in CARDS[:columns]]
    lines[1] = lines[0]
    with pytest.raises(InvalidStateError) as caught:
        State.parse("\n".join(lines))
    reasons = str(caught.value).split("; ")
    where = "column 9 is in line 9"
    assert reasons[0] == f"the board has {columns} columns, but the game has 8: {where}"
    assert len(reasons) == (1 if columns > 18 else 3)


@pytest.mark.parametrize(
    ("columns", "cells", "foundations"),
    [
        (DEAL_1, (), (0, 0, 0, 0)),
        (DEAL_1.splitlines(), (), (0, 0, 0, 0)),
        (b"2C", (), (0, 0, 0, 0)),
        (None, (), (0, 0, 0, 0)),
        (7, (), (0, 0, 0, 0)),
        ([None], (), (0, 0, 0, 0)),
        ([[None]], (), (0, 0, 0, 0)),
        ([["2X"]], (), (0, 0, 0, 0)),
        ([[2]], (), (0, 0, 0, 0)),
        ([[LONG]], (), (0, 0, 0, 0)),
        ([], "2H", (0, 0, 0, 0)),
        ([], None, (0, 0, 0, 0)),
        ([], [""], (0, 0, 0, 0)),
        ([], (), None),
        ([], (), (0, 0, 0)),
        ([], (), (0, 0, 0, 0, 0)),
        ([], (), (0, 0, 0, 14)),
        ([], (), (0, 0, 0, -1)),
        ([], (), (0, 0, 0, 3.7)),
        ([], (), (0, 0, 0, "A")),
        ([], (), "0000"),
        ([], (), (0, 0, 0, LONG)),
        ([["2C"] * 53], (), (0, 0, 0, 0)),
        ([[]] * 19, (), (0, 0, 0, 0)),
        ([], [None] * 11, (0, 0, 0, 0)),
    ],
    ids=range(25),
)
def test_what_is_not_a_position_is_an_error_of_the_library(columns: Any, cells: Any, foundations: Any) -> None:
    with pytest.raises(FreeCellError) as caught:
        State(columns, cells, foundations)
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("rules", [None, "freecell", 4, Rules])
def test_rules_must_be_rules(rules: Any) -> None:
    with pytest.raises(FreeCellError, match="rules must be Rules"):
        State([], rules=rules)
    with pytest.raises(FreeCellError, match="rules must be Rules"):
        State.parse(DEAL_1, rules)


@pytest.mark.parametrize("text", [None, 4, b"2C", 3.7, [DEAL_1], pytest.param(LONG, id="long")])
def test_boards_are_read_from_text_only(text: Any) -> None:
    with pytest.raises(WrongTypeError, match="a board must be text"):
        State.parse(text)


# Written and read


def test_a_state_is_written_as_board_text() -> None:
    assert str(small()) == f"{small()}" == BOARD
    assert str(State.parse(DEAL_1)) == DEAL_1
    assert str(small("Founds: C-4 D-4 H-4 S-4" + "\n:" * 5)) == "Foundations: H-4 C-4 D-4 S-4" + "\n:" * 5


@given(states())
def test_a_state_is_read_back_from_its_text_and_repr(state: State) -> None:
    assert State.parse(str(state), state.rules) == state
    assert State(state.columns, state.cells, state.foundations, state.rules) == state
    twin = eval(repr(state), vars(freecell).copy())
    assert (twin, twin.rules) == (state, state.rules)


def test_the_repr_is_an_expression() -> None:
    assert repr(State.parse(DEAL_1)) == f"State.parse({DEAL_1!r})"
    assert repr(small()) == f"State.parse({BOARD!r}, {SMALL!r})"


# Equal and different


@given(states(), RANDOMS)
def test_what_lies_elsewhere_is_different(state: State, rng: random.Random) -> None:
    columns, cells = list(state.columns), list(state.cells)
    kind = rng.choice(("columns", "cells", "card", "swap"))
    if kind == "columns":
        one, other = rng.choices(range(len(columns)), k=2)
        columns[one], columns[other] = columns[other], columns[one]
    elif kind == "cells" and cells:
        one, other = rng.choices(range(len(cells)), k=2)
        cells[one], cells[other] = cells[other], cells[one]
    elif kind == "card":
        one, other = rng.choices(range(len(columns)), k=2)
        if columns[one]:
            taken = rng.randrange(len(columns[one]))
            card = columns[one][taken]
            columns[one] = columns[one][:taken] + columns[one][taken + 1 :]
            place = rng.randint(0, len(columns[other]))
            columns[other] = (*columns[other][:place], card, *columns[other][place:])
    else:
        cards = [card for column in columns for card in column]
        if cards:
            one_card, other_card = rng.choices(cards, k=2)
            names = {one_card: other_card, other_card: one_card}
            columns = [tuple(names.get(card, card) for card in column) for column in columns]
    twin = State(columns, cells, state.foundations, state.rules)
    same = (tuple(columns), tuple(cells)) == (state.columns, state.cells)
    assert (twin == state, twin != state) == (same, not same)
    assert (hash(twin) == hash(state)) is same
    assert (twin.to_bytes() == state.to_bytes()) is same
    assert (repr(twin) == repr(state)) is same


@pytest.mark.parametrize("rules", [Rules(), Rules(ranks=1), Rules(ranks=2, cells=0, build=Build.SAME_SUIT)])
def test_other_rules_make_another_state(rules: Rules) -> None:
    deck = [card for card in CARDS if card.rank <= rules.ranks]
    state = State([deck[place::8] for place in range(8)], rules=rules)
    others = [rules.replace(cells=cells) for cells in range(11)]
    others += [rules.replace(build=build) for build in Build]
    others += [rules.replace(empty_columns=empty_columns) for empty_columns in EmptyColumns]
    others += [rules.replace(supermoves=supermoves) for supermoves in Supermoves]
    others += [rules.replace(foundation_takeback=back) for back in (False, True)]
    others += [rules.replace(base=base) for base in range(1, rules.ranks + 1)]
    others += [rules.replace(wrap=wrap) for wrap in (False, True)]
    others += [rules.replace(cells=10, layout=layout) for layout in Layout]
    twins = {State(state.columns, rules=other) for other in others} | {state}
    assert len(twins) == len(set(others)) == 11 + 2 + 2 + 3 + 1 + rules.ranks - 1 + 1 + 9
    assert {twin.rules for twin in twins} == set(others)
    assert len({hash(twin) for twin in twins}) == len(twins)
    assert len({twin.to_bytes() for twin in twins}) == len(twins)


def test_the_moves_that_led_to_a_state_make_no_difference() -> None:
    state = State.parse(DEAL_1)
    one, other = state.play("1a").play("2b"), state.play("2b").play("1a")
    assert one == other
    assert hash(one) == hash(other)
    around = small().play("13v2").play("31")
    assert around == small()
    assert hash(around) == hash(small())


def test_a_state_is_not_text_and_has_no_order() -> None:
    others: list[object] = [BOARD, BOARD.encode(), small().to_bytes(), None, 0, small().columns]
    assert all(small() != other for other in others)
    for name in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(small(), name)(small()) is NotImplemented


# What cannot be done to it


@pytest.mark.parametrize("name", ["columns", "cells", "foundations", "rules", "position", "play", "more"])
def test_a_state_cannot_be_changed(name: str) -> None:
    state = small()
    with pytest.raises(AttributeError):
        setattr(state, name, ())
    with pytest.raises(AttributeError):
        delattr(state, name)
    state.__init__(())  # type: ignore[call-arg]
    assert state == small()
    assert str(state) == BOARD
    assert not hasattr(state, "__dict__")


def test_there_are_no_subclasses_and_no_states_of_nothing() -> None:
    with pytest.raises(TypeError):
        type("Mine", (State,), {})
    with pytest.raises(TypeError):
        State.__new__(State)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        object.__new__(State)


@given(states())
def test_asking_changes_nothing(state: State) -> None:
    before = (repr(state), hash(state), state.to_bytes(), state.rules)
    moves = state.legal_moves()
    for move in moves:
        state.play(move)
        state.expand(move)
        state.format_move(move)
    state.canonical()
    state.play_all(moves[:1], AutoPlay.ALL)
    for policy in AutoPlay:
        state.autoplay(policy)
    state.is_sorted()
    state.perft(2)
    with pytest.raises(FreeCellError):
        state.play("hh")
    assert (repr(state), hash(state), state.to_bytes(), state.rules) == before
    assert state.legal_moves() == moves


# Carried elsewhere


@given(states(), st.sampled_from(PROTOCOLS))
def test_states_survive_pickle_and_copy(state: State, protocol: int) -> None:
    for twin in (pickle.loads(pickle.dumps(state, protocol)), copy.copy(state), copy.deepcopy(state)):
        assert type(twin) is State
        assert twin == state
        assert (twin.rules, hash(twin), repr(twin)) == (state.rules, hash(state), repr(state))
        assert twin.legal_moves() == state.legal_moves()


def test_identity_is_the_same_in_every_process() -> None:
    rng = random.Random(11982)
    many = [scattered(rng, rules) for rules in GAMES for _ in range(3)]
    code = (
        "import pickle\n"
        "for state in pickle.loads(bytes.fromhex(input())):\n"
        "    print(hash(state), state.key().hex(), state.to_bytes().hex(), repr(state))"
    )
    here = [f"{hash(state)} {state.key().hex()} {state.to_bytes().hex()} {state!r}" for state in many]
    prints_everywhere(code, "\n".join(here), given=pickle.dumps(many).hex())


def test_bytes_and_keys_are_the_same_in_every_version() -> None:
    state = small()
    rules, new, home, cells = "02050000000004", "010000", "00000100", "0a00"
    columns = "100e0b00 13090d00 00 120f0500 110c04070800".replace(" ", "")
    assert state.to_bytes().hex() == f"01{rules}{new}{home}{cells}{columns}"
    lies_on = {"floor": 0, "cell": 1, "home": 2, "absent": 3} | {str(card): card.index + 4 for card in CARDS}
    places = {"AC": "3C", "AD": "3S", "AH": "home", "AS": "AC", "2C": "AS", "2D": "4S", "2H": "cell", "2S": "3H"}
    places |= {"3C": "4D", "3D": "2D", "3H": "4C", "3S": "4H"} | dict.fromkeys(("4C", "4D", "4H", "4S"), "floor")
    packed = sum(lies_on[places.get(str(card), "absent")] << 6 * card.index for card in CARDS)
    assert state.key() == packed.to_bytes(39, "little")
