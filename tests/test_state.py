"""Positions as values: made, written, compared, carried elsewhere; and what each method says of small ones."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import freecell
from freecell import CARDS, AutoPlay, Build, Card, EmptyColumns, Layout, Move, Pile, Rules, State, Supermoves, replay
from freecell.errors import AmbiguousMoveError, FreeCellError, IllegalMoveError, InvalidStateError, ParseError

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
LONG = 10**5000
"""A number of more digits than Python will print."""

DEAL_1 = """\
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C
9H 9S 9D TS 4S 8D 2H
JC 5S QD QH TH QS 6H
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC"""

SMALL = Rules(ranks=4, columns=5, cells=2)
BACK = SMALL.replace(foundation_takeback=True)
BOARD = """\
Foundations: H-A C-0 D-0 S-0
Freecells: 2H -
4C 3H 2S
4S 2D 3D
:
4H 3S AD
4D 3C AC AS 2C"""
"""Cell b and column 3 are empty; column 1 is a run of three."""
BOARD_MOVES = "12v1 13v1 13v2 1b 23v1 2b 4h 41v1 43v1 45v1 4b 52v1 53v1 5b ah a3"
"""Its legal moves in their order."""

RANDOMS = st.integers(0, 2**32 - 1).map(random.Random)

COLUMNS = "1234567890nopqrstu"
CELLS = "abcdefgklm"
FOUNDATIONS = ("hc", "hd", "hh", "hs")
EVERY_MOVE = [Move(source, "h") for source in COLUMNS + CELLS]
EVERY_MOVE += [Move(source, target) for source in (*COLUMNS, *FOUNDATIONS) for target in CELLS]
EVERY_MOVE += [Move(source, target) for source in (*CELLS, *FOUNDATIONS) for target in COLUMNS]
EVERY_MOVE += [Move(a, b, count) for a in COLUMNS for b in COLUMNS if a != b for count in range(1, 14)]

GAMES = [
    Rules.FREECELL,
    Rules.FREECELL.replace(cells=0, foundation_takeback=True),
    Rules.BAKERS_GAME.replace(cells=2),
    Rules.RELAXED_FREECELL.replace(columns=10),
    Rules(ranks=5, columns=18, cells=10, build=Build.ANY_SUIT, foundation_takeback=True),
    Rules(ranks=1, columns=1, cells=1),
    Rules(ranks=6, columns=5, cells=1, empty_columns=EmptyColumns.KINGS_ONLY, supermoves=Supermoves.CELLS_ONLY),
    Rules(ranks=6, columns=7, cells=3, empty_columns=EmptyColumns.NOTHING, supermoves=Supermoves.OFF),
    Rules(ranks=6, columns=6, cells=2, build=Build.SAME_SUIT, base=4, wrap=True, foundation_takeback=True),
    Rules(ranks=13, columns=12, cells=1, empty_columns=EmptyColumns.KINGS_ONLY, base=13),
    Rules.PENGUIN.replace(base=9),
    SMALL,
    BACK,
]


def small(text: str = BOARD, rules: Rules = SMALL) -> State:
    return State.parse(text, rules)


def scattered(rng: random.Random, rules: Rules) -> State:
    """Any position of a game: every card somewhere, now and then a run, often an empty column."""
    at_home = [rng.choice((0, 0, rng.randint(0, rules.ranks))) for _ in range(4)]
    home = [count and (rules.base + count - 2) % rules.ranks + 1 for count in at_home]
    deck = CARDS[: 4 * rules.ranks]
    left = [card for card in deck if (card.rank - rules.base) % rules.ranks >= at_home[card.suit]]
    left.sort(key=lambda card: card.rank * rng.choice((1, 1, 0.3)) + rng.random(), reverse=True)
    cells: list[Card | None] = [None] * rules.cells
    for place in range(rules.cells):
        if left and rng.random() < 0.4:
            cells[place] = left.pop(rng.randrange(len(left)))
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    used = columns[: rng.randint(1, rules.columns)]
    for card in left:
        fitting = [column for column in used if column and _fits(card, column[-1], rules)]
        rng.choice(fitting if fitting and rng.random() < 0.8 else used).append(card)
    rng.shuffle(columns)
    return State(columns, cells, home, rules)


def _fits(card: Card, on: Card, rules: Rules) -> bool:
    suits = {
        Build.SAME_SUIT: card.suit == on.suit,
        Build.ANY_SUIT: True,
        Build.ALTERNATE_COLOURS: card.is_red != on.is_red,
    }
    last = (rules.base - 2) % rules.ranks + 1
    follows = on.rank == card.rank % rules.ranks + 1 and (rules.wrap or card.rank != last)
    return follows and suits[rules.build]


@st.composite
def states(draw: st.DrawFn, games: list[Rules] | None = None) -> State:
    return scattered(draw(RANDOMS), draw(st.sampled_from(games or GAMES)))


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
        ({0: "4C 3H 2S 2D"}, ["2D lies in column 1 and in column 2"]),
        ({0: "4C 3H 2H"}, ["2H lies in cell a and in column 1", "2S is missing"]),
        ({0: "4C 3H AH 2S"}, ["AH lies home and in column 1"]),
        ({0: "4C 3H 2S 5H"}, ["5H lies in column 1, but a deck of 4 ranks has no such card"]),
        ({0: "4C 3H 2S 2S 2S 2S"}, ["2S lies in column 1 and in column 1 and in column 1 and 1 times more"]),
    ],
)
def test_cards_that_cannot_lie_so_are_named_with_their_places(changes: dict[int, str], reasons: list[str]) -> None:
    columns: list[Any] = list(small().columns)
    for place, column in changes.items():
        columns[place] = column.split()
    with pytest.raises(InvalidStateError) as caught:
        State(columns, small().cells, small().foundations, SMALL)
    assert list(caught.value.reasons) == reasons


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(InvalidStateError) as caught:
        State([["3H", "3H"]], [None, "2H", None], (0, 0, 3, 4), SMALL)
    assert caught.value.reasons == (
        "there are 1 columns, the game has 5",
        "there are 3 cells, the game has 2",
        "2H lies home under the 3 and in cell b",
        "3H lies home and in column 1 and in column 1",
        "9 cards are missing: AC, AD, 2C, 2D, 3C, 3D, 4C, 4D, 4H",
    )


def test_faults_of_a_text_are_told_with_line_and_column() -> None:
    with pytest.raises(InvalidStateError) as caught:
        small(BOARD.replace("4C 3H 2S", "4C 3H 2D"))
    twice = "2D lies in column 1 (line 3, column 7) and in column 2 (line 4, column 4)"
    assert caught.value.reasons == (twice, "2S is missing")
    with pytest.raises(InvalidStateError) as caught:
        small(BOARD.replace("2H -", "2H - -").replace("4H 3S AD", "\n4H 3S AD"))
    first, second = caught.value.reasons
    assert first == "there are 6 columns, the game has 5: number 6 stands in line 8 (a blank line is an empty column)"
    assert second == "there are 3 cells, the game has 2 (line 2)"
    with pytest.raises(InvalidStateError) as caught:
        small(BOARD.replace("\n:", ""))
    few = "there are 4 columns, the game has 5: a line is a column, and an empty one a line with a colon"
    assert caught.value.reasons == (few,)


@pytest.mark.parametrize("columns", [18, 19, 52])
def test_far_too_many_columns_are_the_only_fault_told(columns: int) -> None:
    """As where each card stands in a line of its own: what is missing then is beside the point."""
    lines = [str(card) for card in CARDS[:columns]]
    lines[1] = lines[0]
    with pytest.raises(InvalidStateError) as caught:
        State.parse("\n".join(lines))
    reasons = caught.value.reasons
    where = "number 9 stands in line 9 (a blank line is an empty column)"
    assert reasons[0] == f"there are {columns} columns, the game has 8: {where}"
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
def test_what_is_no_position_is_an_error_of_ours(columns: Any, cells: Any, foundations: Any) -> None:
    with pytest.raises(FreeCellError) as caught:
        State(columns, cells, foundations)
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("rules", [None, "freecell", 4, Rules])
def test_rules_are_rules(rules: Any) -> None:
    with pytest.raises(FreeCellError, match="rules must be Rules"):
        State([], rules=rules)
    with pytest.raises(FreeCellError, match="rules must be Rules"):
        State.parse(DEAL_1, rules)


@pytest.mark.parametrize("text", [None, 4, b"2C", 3.7, [DEAL_1], pytest.param(LONG, id="long")])
def test_boards_are_read_from_text_only(text: Any) -> None:
    with pytest.raises(ParseError, match="a board is read from text"):
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


def test_the_way_there_makes_no_difference() -> None:
    state = State.parse(DEAL_1)
    one, other = state.play("1a").play("2b"), state.play("2b").play("1a")
    assert one == other
    assert hash(one) == hash(other)
    around = small().play("13v2").play("31")
    assert around == small()
    assert hash(around) == hash(small())


def test_a_state_is_no_text_and_has_no_order() -> None:
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
        "import pickle, sys\n"
        "for state in pickle.load(sys.stdin.buffer):\n"
        "    print(hash(state), state.key().hex(), state.to_bytes().hex(), repr(state))"
    )
    here = [f"{hash(state)} {state.key().hex()} {state.to_bytes().hex()} {state!r}" for state in many]
    for seed in ("0", "12345"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"}
        command = [sys.executable, "-c", code]
        run = subprocess.run(command, input=pickle.dumps(many), env=environment, capture_output=True, check=True)
        assert run.stdout.decode().splitlines() == here


def test_bytes_and_keys_are_the_same_in_every_version() -> None:
    state = small()
    rules, new, home, cells = "02050000000004", "010000", "00000100", "0a00"
    columns = "100e0b00 13090d00 00 120f0500 110c04070800".replace(" ", "")
    assert state.to_bytes().hex() == f"02{rules}{new}{home}{cells}{columns}"
    lies_on = {"floor": 0, "cell": 1, "home": 2, "absent": 3} | {str(card): card.index + 4 for card in CARDS}
    places = {"AC": "3C", "AD": "3S", "AH": "home", "AS": "AC", "2C": "AS", "2D": "4S", "2H": "cell", "2S": "3H"}
    places |= {"3C": "4D", "3D": "2D", "3H": "4C", "3S": "4H"} | dict.fromkeys(("4C", "4D", "4H", "4S"), "floor")
    packed = sum(lies_on[places.get(str(card), "absent")] << 6 * card.index for card in CARDS)
    assert state.key() == packed.to_bytes(39, "little")


# Bytes


@given(states())
def test_bytes_are_read_back(state: State) -> None:
    data = state.to_bytes()
    assert type(data) is bytes
    twin = State.from_bytes(data)
    assert (twin, twin.rules, twin.to_bytes()) == (state, state.rules, data)


def as_version_1(state: State) -> bytes:
    """The bytes of a state as they were before rules had a base, ranks that go round and a layout."""
    data = state.to_bytes()
    return b"\1" + data[1:8] + data[11:]


def test_bytes_of_version_1_are_still_read() -> None:
    rules, home, cells = "02050000000004", "00000100", "0a00"
    columns = "100e0b00 13090d00 00 120f0500 110c04070800".replace(" ", "")
    assert State.from_bytes(bytes.fromhex(f"01{rules}{home}{cells}{columns}")) == small()


@given(states([rules for rules in GAMES if rules == rules.replace(base=1, wrap=False, layout=Layout.ROWS)]), st.data())
def test_bytes_of_version_1_are_whole_or_refused(state: State, data: st.DataObject) -> None:
    old = as_version_1(state)
    assert State.from_bytes(old) == state
    for wrong in (
        old[: data.draw(st.integers(0, len(old) - 1))],
        old + data.draw(st.binary(min_size=1, max_size=3)),
        b"\2" + old[1:],
        b"\1" + state.to_bytes()[1:],
    ):
        with pytest.raises(FreeCellError):
            State.from_bytes(wrong)


@given(states(), st.data())
def test_changed_bytes_are_another_state_or_refused(state: State, data: st.DataObject) -> None:
    changed = bytearray(state.to_bytes())
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.integers(0, len(changed) - 1))
        changed[place] = data.draw(st.integers(0, 60) | st.integers(0, 255))
    assume(bytes(changed) != state.to_bytes())
    try:
        other = State.from_bytes(bytes(changed))
    except FreeCellError:
        return
    assert other.to_bytes() == bytes(changed)
    assert other != state


def test_any_other_byte_anywhere_is_another_state_or_refused() -> None:
    for state in (small(), State([["2C"], []], ["AC"], (0, 2, 2, 2), Rules(ranks=2, columns=2, cells=2))):
        whole = state.to_bytes()
        for place, right in enumerate(whole):
            for wrong in set(range(256)) - {right}:
                data = whole[:place] + bytes([wrong]) + whole[place + 1 :]
                try:
                    other = State.from_bytes(data)
                except FreeCellError:
                    continue
                assert other.to_bytes() == data
                assert other != state


@given(states(), st.data())
def test_bytes_cut_or_continued_are_refused(state: State, data: st.DataObject) -> None:
    whole = state.to_bytes()
    with pytest.raises(FreeCellError):
        State.from_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(FreeCellError):
        State.from_bytes(whole + data.draw(st.binary(min_size=1, max_size=3)))


@given(st.binary(max_size=80))
def test_noise_is_no_state(data: bytes) -> None:
    with pytest.raises(FreeCellError):
        State.from_bytes(data)
    with pytest.raises(FreeCellError):
        State.from_bytes(b"\1" + data)
    with pytest.raises(FreeCellError):
        State.from_bytes(b"\2" + data)


@pytest.mark.parametrize("data", [None, "x", 5, [1, 2], BOARD, pytest.param(LONG, id="long")])
def test_a_state_is_read_from_bytes_only(data: Any) -> None:
    with pytest.raises(FreeCellError, match="from bytes"):
        State.from_bytes(data)


# Keys


@given(states(), RANDOMS)
def test_the_order_of_columns_and_cells_is_not_in_the_key(state: State, rng: random.Random) -> None:
    columns, cells = list(state.columns), list(state.cells)
    rng.shuffle(columns)
    rng.shuffle(cells)
    twin = State(columns, cells, state.foundations, state.rules)
    assert twin.key() == state.key()
    assert twin.canonical() == state.canonical() == state.canonical().canonical()
    assert state.canonical().key() == state.key()
    assert (sorted(state.canonical().columns), set(state.canonical().cells)) == (sorted(columns), set(cells))
    assert (type(state.key()), len(state.key())) == (bytes, 39)


@given(st.sampled_from(GAMES), RANDOMS)
def test_positions_that_differ_otherwise_have_other_keys(rules: Rules, rng: random.Random) -> None:
    state = scattered(rng, rules)
    for move in state.legal_moves():
        after = state.play(move)
        same = sorted(state.columns) == sorted(after.columns) and set(state.cells) == set(after.cells)
        assert (after.key() == state.key()) is same
        assert (after.canonical() == state.canonical()) is same


def test_the_key_is_of_the_cards_only() -> None:
    other = State.parse(DEAL_1, Rules.BAKERS_GAME)
    assert other.key() == State.parse(DEAL_1).key()
    assert other.canonical() != State.parse(DEAL_1).canonical()


# Legal moves


def test_the_legal_moves_of_a_small_board_in_their_order() -> None:
    assert " ".join(map(str, small().legal_moves())) == BOARD_MOVES
    assert " ".join(map(str, small(rules=BACK).legal_moves())) == BOARD_MOVES + " hh1 hh3 hh5 hhb"
    assert type(small().legal_moves()) is tuple


@given(states())
def test_legal_moves_are_in_the_order_that_is_promised(state: State) -> None:
    def rank(pile: Pile) -> tuple[int, int]:
        return (pile.is_cell + 2 * pile.is_home, pile.index)

    def place(move: Move) -> tuple[Any, ...]:
        return (*rank(move.source), not move.target.is_home, *rank(move.target), move.count)

    moves = state.legal_moves()
    assert list(moves) == sorted(moves, key=place)
    assert len(set(moves)) == len(moves)


@given(states())
def test_distinct_moves_fill_the_first_empty_place_only(state: State) -> None:
    empty_columns = [Pile.column(place) for place, column in enumerate(state.columns) if not column]
    empty_cells = [Pile.cell(place) for place, card in enumerate(state.cells) if card is None]
    later = {*empty_columns[1:], *empty_cells[1:]}
    assert state.distinct_moves() == tuple(move for move in state.legal_moves() if move.target not in later)


def test_distinct_moves_of_a_board_with_many_empty_places() -> None:
    state = small("Founds: C-4 D-4 H-4 S-A\nFC: - -\n:\n4S 3S\n:\n2S\n:")
    assert " ".join(map(str, state.legal_moves())) == "21v1 23v1 25v1 2a 2b 4h 41v1 43v1 45v1 4a 4b"
    assert " ".join(map(str, state.distinct_moves())) == "21v1 2a 4h 41v1 4a"


@settings(max_examples=10)
@given(states(games=[SMALL, BACK, GAMES[5], GAMES[6]]))
def test_every_move_is_legal_or_refused_with_the_same_reason_everywhere(state: State) -> None:
    legal = set(state.legal_moves())
    for move in EVERY_MOVE:
        reason = state.why_illegal(move)
        assert state.is_legal(move) is (move in legal) is (reason is None)
        assert state.is_legal(str(move)) is (move in legal)
        if reason is None:
            continue
        assert state.why_illegal(str(move)) == reason
        with pytest.raises(IllegalMoveError) as caught:
            state.play(move)
        assert (caught.value.move, caught.value.reason, caught.value.number) == (move, reason, None)
        assert caught.value.state == state


def test_the_other_methods_refuse_an_illegal_move_too() -> None:
    for method in (small().format_move, small().moved_cards, small().expand, small().parse_move):
        with pytest.raises(IllegalMoveError) as caught:
            method("21v1")
        assert (str(caught.value.move), caught.value.state) == ("21v1", small())
        assert caught.value.reason == small().why_illegal("21v1")


@pytest.mark.parametrize("move", [None, 5, 3.7, b"1b", ("1", "b"), Pile("1"), pytest.param(LONG, id="long")])
def test_what_is_neither_a_move_nor_text_is_refused(move: Any) -> None:
    state = small()
    for method in (state.play, state.is_legal, state.why_illegal, state.format_move, state.moved_cards, state.expand):
        with pytest.raises(FreeCellError):
            method(move)
    with pytest.raises(FreeCellError):
        state.parse_move(move)
    with pytest.raises(FreeCellError):
        state.play_all([move])


@pytest.mark.parametrize("move", [None, 5, 3.7, b"1b", ("1", "b"), Pile("1"), pytest.param(LONG, id="long")])
def test_asking_about_what_is_no_move_fails_as_playing_it_does(move: Any) -> None:
    state = small()
    with pytest.raises(FreeCellError, match="a move is a Move or its text, not ") as played:
        state.play(move)
    for ask in (state.is_legal, state.why_illegal):
        with pytest.raises(FreeCellError) as caught:
            ask(move)
        assert (type(caught.value), str(caught.value)) == (FreeCellError, str(played.value))


# Why a move is illegal


@pytest.mark.parametrize(
    ("move", "changes", "sentence"),
    [
        ("61v1", {}, "there is no column 6: the game has 5 columns"),
        ("16v1", {}, "there is no column 6: the game has 5 columns"),
        ("uh", {}, "there is no column u: the game has 5 columns"),
        ("1c", {}, "there is no cell c: the game has 2 cells"),
        ("mh", {}, "there is no cell m: the game has 2 cells"),
        ("31v1", {}, "column 3 is empty"),
        ("3h", {}, "column 3 is empty"),
        ("b1", {}, "cell b is empty"),
        ("bh", {}, "cell b is empty"),
        ("1a", {}, "cell a holds 2H"),
        ("1h", {}, "2S cannot go home before AS"),
        ("2h", {}, "3D cannot go home before AD"),
        ("14v2", {}, "3H does not lie on AD: it lies on 4C or 4S"),
        ("21v1", {}, "3D does not lie on 2S: it lies on 4C or 4S"),
        ("21v1", {"build": Build.SAME_SUIT}, "3D does not lie on 2S: it lies on 4D"),
        ("21v1", {"build": Build.ANY_SUIT}, "3D does not lie on 2S: it lies on 4C or 4D or 4H or 4S"),
        ("a1", {}, "2H does not lie on 2S: it lies on 3C or 3S"),
        ("23v2", {}, "the last 2 cards of column 2 do not lie in order"),
        ("13v3", {"build": Build.SAME_SUIT}, "the last 3 cards of column 1 do not lie in order"),
        ("23v4", {}, "column 2 has no 4 cards: it has 3"),
        ("13vd", {}, "column 1 has no 13 cards: it has 3"),
        ("13v3", {}, "3 cards cannot go at once: there is space for 2"),
        ("13v2", {"supermoves": Supermoves.OFF}, "2 cards cannot go at once: there is space for 1"),
        ("23v1", {"empty_columns": EmptyColumns.NOTHING}, "nothing may be put into an empty column"),
        ("hh2", {}, "in this game no card comes back from home"),
        ("hsb", {}, "in this game no card comes back from home"),
        ("hh2", {"foundation_takeback": True}, "AH does not lie on 3D: it lies on 2C or 2S"),
        ("hha", {"foundation_takeback": True}, "cell a holds 2H"),
        ("hs1", {"foundation_takeback": True}, "none of the spades is home"),
    ],
)
def test_a_refusal_names_the_cards_and_places(move: str, changes: dict[str, Any], sentence: str) -> None:
    state = small(rules=SMALL.replace(**changes))
    assert state.why_illegal(move) == state.why_illegal(Move.parse(move)) == sentence
    with pytest.raises(IllegalMoveError) as caught:
        state.play(move)
    assert str(caught.value) == f"{move}: {sentence}"


@pytest.mark.parametrize("text", ["h2", "H2", "hb"])
def test_a_card_taken_back_where_none_comes_back_is_named_as_it_was_written(text: str) -> None:
    """Which foundation is meant the text does not say, so that the error must not either."""
    for ask in (small().play, small().parse_move, small().expand):
        with pytest.raises(IllegalMoveError) as caught:
            ask(text)
        assert (caught.value.move, caught.value.state) == (text, small())
        assert str(caught.value) == f"{text}: in this game no card comes back from home"
    assert small().why_illegal(text) == "in this game no card comes back from home"
    with pytest.raises(IllegalMoveError) as caught:
        small().play_all(["4h", text])
    assert (caught.value.move, str(caught.value)) == (text, f"move 2, {text}: {caught.value.reason}")


def test_a_refusal_in_other_games() -> None:
    text = "Founds: H-2\n4C 3H 2S\n4S 2D 3D\n:\n4H 3S AD\n4D 3C AC AS 2C"
    no_cells = small(text, SMALL.replace(cells=0))
    assert no_cells.why_illegal("1a") == "there is no cell a: the game has no cells"
    assert no_cells.why_illegal("ah") == "there is no cell a: the game has no cells"
    kings = State.parse("Founds: C-K D-K H-K S-J\nKS QS" + "\n:" * 7, Rules(empty_columns=EmptyColumns.KINGS_ONLY))
    assert kings.why_illegal("12") == "only a king may be put into an empty column"
    top = State.parse("Founds: C-Q D-K H-K S-J\nKS QS\nKC" + "\n:" * 6)
    assert top.why_illegal("21") == "KC does not lie on QS: it lies on no card"


@pytest.mark.parametrize(
    ("move", "place"), [("22", "column 2"), ("ab", "cell"), ("aa", "cell a"), ("1bv2", "cell b"), ("1hv2", "home")]
)
def test_text_of_what_no_game_allows_is_illegal_with_a_reason(move: str, place: str) -> None:
    reason = small().why_illegal(move)
    assert reason is not None
    assert place in reason
    assert not small().is_legal(move)
    with pytest.raises(IllegalMoveError) as caught:
        small().play_all(["1b", move])
    assert (caught.value.number, caught.value.move) == (2, move)
    assert caught.value.state == small().play("1b")


# Playing


def test_playing_moves_the_cards_and_nothing_else() -> None:
    after = {
        "12": "Foundations: H-A C-0 D-0 S-0\nFreecells: 2H -\n4C 3H\n4S 2D 3D 2S\n:\n4H 3S AD\n4D 3C AC AS 2C",
        "13": "Foundations: H-A C-0 D-0 S-0\nFreecells: 2H -\n4C\n4S 2D 3D\n3H 2S\n4H 3S AD\n4D 3C AC AS 2C",
        "13v1": "Foundations: H-A C-0 D-0 S-0\nFreecells: 2H -\n4C 3H\n4S 2D 3D\n2S\n4H 3S AD\n4D 3C AC AS 2C",
        "1b": "Foundations: H-A C-0 D-0 S-0\nFreecells: 2H 2S\n4C 3H\n4S 2D 3D\n:\n4H 3S AD\n4D 3C AC AS 2C",
        "4h": "Foundations: H-A C-0 D-A S-0\nFreecells: 2H -\n4C 3H 2S\n4S 2D 3D\n:\n4H 3S\n4D 3C AC AS 2C",
        "ah": "Foundations: H-2 C-0 D-0 S-0\n4C 3H 2S\n4S 2D 3D\n:\n4H 3S AD\n4D 3C AC AS 2C",
        "a3": "Foundations: H-A C-0 D-0 S-0\n4C 3H 2S\n4S 2D 3D\n2H\n4H 3S AD\n4D 3C AC AS 2C",
    }
    for move, text in after.items():
        assert str(small().play(move)) == text
        assert small().play(small().parse_move(move)) == small(text)


@given(states())
def test_a_played_state_is_the_state_of_its_cards(state: State) -> None:
    for move in state.legal_moves():
        after = state.play(move)
        twin = State(after.columns, after.cells, after.foundations, state.rules)
        assert after == twin
        assert (hash(after), after.key(), after.to_bytes()) == (hash(twin), twin.key(), twin.to_bytes())
        assert after != state


@given(states())
def test_the_moved_cards_leave_the_source_and_end_on_the_target(state: State) -> None:
    for move in state.legal_moves():
        cards = state.moved_cards(move)
        after = state.play(move)
        assert len(cards) == move.count
        if move.source.is_column:
            assert state.columns[move.source.index] == after.columns[move.source.index] + cards
        elif move.source.is_cell:
            assert (state.cells[move.source.index], after.cells[move.source.index]) == (cards[0], None)
        else:
            assert (state.foundations[cards[0].suit], move.source.suit) == (cards[0].rank, cards[0].suit)
            top = (cards[0].rank - 2) % state.rules.ranks + 1
            assert after.foundations[cards[0].suit] == (0 if cards[0].rank == state.rules.base else top)
        if move.target.is_column:
            assert after.columns[move.target.index] == state.columns[move.target.index] + cards
        elif move.target.is_cell:
            assert (state.cells[move.target.index], after.cells[move.target.index]) == (None, cards[0])
        else:
            assert after.foundations[cards[0].suit] == cards[0].rank


def test_the_moved_cards_are_deepest_first() -> None:
    assert small().moved_cards("13") == (Card.parse("3H"), Card.parse("2S"))
    assert small().moved_cards(Move("a", "h")) == (Card.parse("2H"),)
    assert small(rules=BACK).moved_cards("hb") == (Card.parse("AH"),)


def test_moves_are_played_one_after_the_other() -> None:
    expected = small().play("4h").play("13v2").play("ah")
    sequences: list[Any] = ["4h 13 ah", " 4H\n13v2\tAH ", ["4h", Move("1", "3", 2), "ah"], iter(["4h", "13", "ah"])]
    for moves in sequences:
        assert small().play_all(moves) == expected
    nothing: list[Any] = ["", " \n", [], ()]
    for moves in nothing:
        assert small().play_all(moves) == small()


def test_autoplay_runs_after_each_move_and_not_before_the_first() -> None:
    assert small().play_all("", AutoPlay.ALL) == small()
    once = small().play_all("1b", AutoPlay.HORNE)
    assert str(once) == "Foundations: H-2 C-0 D-A S-0\nFreecells: - 2S\n4C 3H\n4S 2D 3D\n:\n4H 3S\n4D 3C AC AS 2C"
    assert small().play_all(["1b", "23"], AutoPlay.HORNE) == once.play_all("23", autoplay=AutoPlay.HORNE)
    assert small().play_all("1b", AutoPlay.NONE) == small().play_all("1b") == small().play("1b")


def test_a_sequence_stops_at_the_first_illegal_move() -> None:
    before = small().play_all("1b 23", AutoPlay.HORNE)
    assert str(before) == "Foundations: H-2 C-0 D-2 S-0\nFreecells: - 2S\n4C 3H\n4S\n3D\n4H 3S\n4D 3C AC AS 2C"
    sequences: list[Any] = ["1b 23 14 4h", ["1b", Move("2", "3"), Move("1", "4"), "no move"]]
    for moves in sequences:
        with pytest.raises(IllegalMoveError) as caught:
            small().play_all(moves, AutoPlay.HORNE)
        error = caught.value
        assert (error.number, error.move, error.state) == (3, Move("1", "4"), before)
        assert str(error) == "move 3, 14v1: 3H does not lie on 3S: it lies on 4C or 4S"


def test_a_sequence_names_the_number_of_what_cannot_be_read() -> None:
    with pytest.raises(ParseError, match="move 2: 'x9' is no move") as caught:
        small().play_all("1b x9")
    assert caught.value.text == "x9"
    assert (caught.value.number, caught.value.line, caught.value.column) == (2, 1, 4)
    with pytest.raises(AmbiguousMoveError) as ambiguous:
        small(BOARD.replace("S-0", "S-A").replace("AS ", ""), BACK).play_all("4h h1")
    assert ambiguous.value.text == "h1"
    assert ambiguous.value.moves == (Move("hd", "1"), Move("hh", "1"))


@pytest.mark.parametrize(
    ("text", "number", "line", "column"),
    [
        ("x9", 1, 1, 1),
        ("  x9 1b", 1, 1, 3),
        ("1b x9", 2, 1, 4),
        ("1b\n x9", 2, 2, 2),
        ("\r\n1b\t4h\r\n\r\nx9\r\n", 3, 4, 1),
        ("4h  1b\n13\u3000x9", 4, 2, 4),
        ("1b\u2028x9\n4h", 2, 2, 1),
        ("1b 4h\nx9 x9", 3, 2, 1),
    ],
)
def test_what_cannot_be_read_in_a_text_of_moves_is_named_with_its_place_in_it(
    text: str, number: int, line: int, column: int
) -> None:
    with pytest.raises(ParseError) as caught:
        small().play_all(text)
    replayed = replay(small(), text, AutoPlay.NONE).error
    assert isinstance(replayed, ParseError)
    for error in (caught.value, replayed):
        assert (error.number, error.line, error.column, error.text) == (number, line, column, "x9")
        assert error.reason.startswith(f"move {number}: 'x9' is no move: ")
        assert str(error) == f"line {line}, column {column}: {error.reason}"


@pytest.mark.parametrize("moves", [None, 5, 3.7, b"1b", object()])
def test_a_sequence_is_of_moves(moves: Any) -> None:
    with pytest.raises((FreeCellError, TypeError)):
        small().play_all(moves)


@pytest.mark.parametrize("policy", [None, 2, "horne", Build.SAME_SUIT])
def test_a_policy_is_an_autoplay(policy: Any) -> None:
    for ask in (small().automoves, small().autoplay, lambda policy: small().play_all("1b", policy)):
        with pytest.raises(FreeCellError, match="autoplay must be an AutoPlay"):
            ask(policy)


# Move text in its position


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("12", Move("1", "2", 1)),
        ("13", Move("1", "3", 2)),
        ("13v1", Move("1", "3", 1)),
        ("13V2", Move("1", "3", 2)),
        ("23", Move("2", "3")),
        ("1B", Move("1", "b")),
        (" 1b\n", Move("1", "b")),
        ("1bv1", Move("1", "b")),
        ("Ah", Move("a", "h")),
        ("a3", Move("a", "3")),
        ("h1", Move("hh", "1")),
        ("hb", Move("hh", "b")),
        ("hh5", Move("hh", "5")),
        ("h♥3", Move("hh", "3")),
    ],
)
def test_text_is_read_in_its_position(text: str, move: Move) -> None:
    state = small(rules=BACK)
    assert state.parse_move(text) == move
    assert state.is_legal(text)
    assert state.why_illegal(text) is None
    assert state.play(text) == state.play(move)


LONG_RUN = "Founds: H-A\nFC: 3C\n4C 3H 2S AD\n2H 4S\n4H\n4D 3S\nAS AC 2D 3D 2C"
"""A run of three that fits onto column 2."""


def test_onto_a_card_the_count_that_fits_is_meant() -> None:
    state = small(LONG_RUN, SMALL.replace(cells=3))
    assert state.parse_move("12") == Move("1", "2", 3)
    assert state.parse_move("43") == Move("4", "3", 1)
    for text in ("12v2", "12v1", "12v4"):
        with pytest.raises(IllegalMoveError):
            state.parse_move(text)


def test_the_reason_is_of_the_count_that_is_meant() -> None:
    state = small(LONG_RUN)
    assert state.why_illegal("12") == "3 cards cannot go at once: there is space for 2"
    assert state.why_illegal("12v2") == "2S does not lie on 4S: it lies on 3D or 3H"
    assert state.why_illegal("13") == "AD does not lie on 4H: it lies on 2C or 2S"


def test_text_that_may_mean_two_moves_is_refused_with_both() -> None:
    state = small(BOARD.replace("D-0", "D-A").replace(" AD", ""), BACK)
    for text, target in (("h1", "1"), ("hb", "b"), ("H3", "3")):
        for ask in (state.parse_move, state.play, state.is_legal, state.why_illegal):
            with pytest.raises(AmbiguousMoveError) as caught:
                ask(text)
            assert (caught.value.text, caught.value.moves) == (text, (Move("hd", target), Move("hh", target)))
    assert state.parse_move("hd1") == Move("hd", "1")
    with pytest.raises(IllegalMoveError) as illegal:
        state.parse_move("h4")
    assert (illegal.value.move, illegal.value.state) == ("h4", state)


@pytest.mark.parametrize("text", ["", "1", "1 3", "13v", "13v0", "13ve", "x1", "131", "hh", "１３", "1\u212a"])
def test_text_that_is_no_move_is_a_parse_error(text: str) -> None:
    for ask in (small().parse_move, small().play, small().is_legal, small().why_illegal, small().expand):
        with pytest.raises(ParseError, match="is no move"):
            ask(text)


@given(states())
def test_every_legal_move_is_written_and_read_back(state: State) -> None:
    for move in state.legal_moves():
        extended, standard = state.format_move(move, "extended"), state.format_move(move, style="standard")
        assert state.parse_move(extended) == move
        assert state.format_move(move) == extended
        assert state.format_move(extended) == extended
        assert standard == move.source.name[0] + move.target.name
        if move.source.is_home:
            assert extended == str(move)
        elif state.parse_move(standard) == move:
            assert extended == standard
        else:
            assert extended == str(move)


def test_the_count_is_written_where_it_is_not_the_one_meant() -> None:
    moves = small(rules=BACK).legal_moves()
    written = [small(rules=BACK).format_move(move) for move in moves]
    assert " ".join(written) == "12 13v1 13 1b 23 2b 4h 41 43 45 4b 52 53 5b ah a3 hh1 hh3 hh5 hhb"
    standard = [small(rules=BACK).format_move(move, "standard") for move in moves]
    assert " ".join(standard) == "12 13 13 1b 23 2b 4h 41 43 45 4b 52 53 5b ah a3 h1 h3 h5 hb"


@pytest.mark.parametrize("style", [None, "", "long", "Standard", 1, [], pytest.param(LONG, id="long")])
def test_there_are_two_styles(style: Any) -> None:
    with pytest.raises(FreeCellError, match="style must be 'standard' or 'extended'"):
        small().format_move("12", style)


# Going home


def _one_open_five(clubs: int, diamonds: int, spades: int) -> State:
    """The 5H lies open, hearts stand at 4; all the rest lies under a king that cannot go."""
    home = (clubs, diamonds, 4, spades)
    rest = sorted(card for card in CARDS if card.rank > home[card.suit] and card != Card.parse("5H"))
    return State([["5H"], rest, *[[]] * 6], (), home)


@pytest.mark.parametrize(
    ("clubs", "diamonds", "spades", "policies"),
    [
        (4, 3, 4, {"CAUTIOUS", "HORNE", "RAYMOND", "SURE", "ALL"}),
        (4, 2, 4, {"HORNE", "RAYMOND", "SURE", "ALL"}),
        (4, 0, 5, {"HORNE", "RAYMOND", "SURE", "ALL"}),
        (3, 2, 4, {"RAYMOND", "SURE", "ALL"}),
        (4, 2, 3, {"RAYMOND", "SURE", "ALL"}),
        (3, 1, 3, {"ALL"}),
        (2, 9, 9, {"ALL"}),
        (9, 9, 2, {"ALL"}),
        (3, 9, 3, {"RAYMOND", "SURE", "ALL"}),
    ],
)
def test_when_a_five_goes_by_itself(clubs: int, diamonds: int, spades: int, policies: set[str]) -> None:
    state = _one_open_five(clubs, diamonds, spades)
    assert {policy.name for policy in AutoPlay if state.automoves(policy)} == policies
    for policy in AutoPlay:
        goes = policy.name in policies
        assert state.automoves(policy) == ((Move("1", "h"),) if goes else ())
        assert state.autoplay(policy) == (state.play("1h") if goes else state)


def test_aces_and_twos_always_go_but_under_none() -> None:
    for policy in AutoPlay:
        chain = small().automoves(policy)
        assert " ".join(map(str, chain)) == ("" if policy is AutoPlay.NONE else "4h ah")


def test_the_first_open_card_goes_first_again_and_again() -> None:
    state = small("Founds: C-2 D-2 H-2 S-2\nFC: 3S 4S\n4D\n4H 3D\n:\n4C 3C\n3H")
    assert " ".join(map(str, state.automoves(AutoPlay.ALL))) == "2h 1h 4h 4h 5h 2h ah bh"
    assert " ".join(map(str, state.automoves(AutoPlay.HORNE))) == "2h 4h 5h 4h ah 1h 2h bh"
    assert state.autoplay(AutoPlay.ALL).is_won()


@given(states(), st.sampled_from(AutoPlay))
def test_autoplay_is_its_moves_and_leaves_none(state: State, policy: AutoPlay) -> None:
    moves = state.automoves(policy)
    after = state.play_all(moves)
    assert all(move.target == Pile("h") for move in moves)
    assert state.autoplay(policy) == after
    assert after.automoves(policy) == ()
    assert type(moves) is tuple


# Won, stuck, sorted


WON = "Founds: C-4 D-4 H-4 S-4\n:\n:\n:\n:\n:"


def test_won_is_every_card_home() -> None:
    assert small(WON).is_won()
    assert not small().is_won()
    almost = small("Founds: C-4 D-4 H-4 S-3\nFC: - 4S\n:\n:\n:\n:\n:")
    assert not almost.is_won()
    assert almost.play("bh").is_won()
    assert State.parse("Founds: C-K D-K H-K S-K" + "\n:" * 8).is_won()


def test_stuck_is_no_legal_move_at_all() -> None:
    text = "AC 3C 4C 2C\nAD 3D 4D 2D\nAH 3H 2H\nAS 3S 2S\n4S 4H"
    stuck = small(text, SMALL.replace(cells=0))
    assert stuck.is_stuck()
    assert stuck.legal_moves() == stuck.distinct_moves() == ()
    assert not small(text).is_stuck()
    assert small(WON).is_stuck()
    assert not small(WON, BACK).is_stuck()


def test_sorted_is_nothing_buried() -> None:
    assert small(WON).is_sorted()
    for rules in (SMALL, SMALL.replace(cells=0)):
        assert small("4C 3C 2C AC\n4D 3H 2S AS\n4H 3D 2D AD\n4S 3S 2H AH\n:", rules).is_sorted()
    assert not small("4C 3C 2C AC\n4D 3H 2S AS\n4H 3D 2D AD\n4S 3S AH 2H\n:").is_sorted()
    crossed = small("4C 3C 2C AC\n4D 2H 3S AS\n4H 3D 2D AD\n4S 2S 3H AH\n:")
    assert not crossed.is_sorted()  # the 2H lies under the 3S, the 2S under the 3H
    assert crossed.play("2h").play("2a").is_sorted()


@given(states())
def test_sorted_is_that_going_home_wins(state: State) -> None:
    assert state.is_sorted() is state.autoplay(AutoPlay.ALL).is_won()
    assert state.is_stuck() is (state.legal_moves() == ())
    assert state.is_won() is (state.foundations == (state.rules.ranks,) * 4)


# Capacity, expansion, counts


@pytest.mark.parametrize("cells", range(5))
@pytest.mark.parametrize("empty", range(4))
def test_capacity_by_rule(cells: int, empty: int) -> None:
    deck = [str(card) for card in CARDS]
    filled = 4 - cells
    in_cells = deck[:filled]
    columns = [deck[filled + place :: 8 - empty] for place in range(8 - empty)] + [[]] * empty
    expected = {
        Supermoves.STANDARD: ((cells + 1) * 2**empty, (cells + 1) * 2 ** (empty - 1) if empty else 0),
        Supermoves.CELLS_ONLY: (cells + 1, cells + 1 if empty else 0),
        Supermoves.UNLIMITED: (13, 13 if empty else 0),
        Supermoves.OFF: (1, 1 if empty else 0),
    }
    for supermoves, (onto_card, onto_empty) in expected.items():
        state = State(columns, in_cells, rules=Rules(supermoves=supermoves))
        assert (state.capacity(), state.capacity(False)) == (onto_card, onto_card)
        assert (state.capacity(True), state.capacity(to_empty=True)) == (onto_empty, onto_empty)


def test_a_run_is_expanded_into_single_cards() -> None:
    assert small().expand("13") == (Move("1", "b"), Move("1", "3"), Move("b", "3"))
    for move in ("12", "1b", "4h", "ah", "a3", "13v1"):
        assert small().expand(move) == (small().parse_move(move),)
    assert small(rules=BACK).expand("hb") == (Move("hh", "b"),)


@given(states())
def test_an_expansion_is_legal_card_by_card_and_ends_the_same(state: State) -> None:
    for move in state.legal_moves():
        steps = state.expand(move)
        assert state.play_all(steps) == state.play(move)
        if state.rules.supermoves is not Supermoves.UNLIMITED or len(steps) > 1:
            assert all(step.count == 1 for step in steps)
        assert len(steps) >= move.count or steps == (move,)


def test_perft_counts_sequences_of_moves() -> None:
    assert [State.parse(DEAL_1).perft(depth) for depth in range(4)] == [1, 32, 792, 14004]
    assert small().perft(1) == len(small().legal_moves())
    assert small().perft(3) == sum(small().play(move).perft(2) for move in small().legal_moves())
    assert small(WON).perft(1) == small(WON).perft(7) == 0


@pytest.mark.parametrize("depth", [-1, 65, 2**70, 1.0, 1.9, "1", None, pytest.param(LONG, id="long")])
def test_a_depth_is_a_whole_number(depth: Any) -> None:
    with pytest.raises(FreeCellError, match=r"depth must be .*from 0 to 64"):
        small().perft(depth)


# Taking back


TAKEN = "Founds: C-2 D-A H-0 S-2\nFC: - 4D\n3D\n4S 3H\n:\n4H 3S AH 2H\n4C 3C 2D"


def test_cards_come_back_only_where_the_rules_say_so() -> None:
    state = small(TAKEN)
    assert not any(move.source.is_home for move in state.legal_moves())
    for name in FOUNDATIONS:
        for target in "12345a":
            assert state.why_illegal(Move(name, target)) == "in this game no card comes back from home"


def test_cards_come_back_onto_columns_where_they_fit_and_into_cells() -> None:
    state = small(TAKEN, BACK)
    back = [str(move) for move in state.legal_moves() if move.source.is_home]
    assert " ".join(back) == "hc1 hc2 hc3 hca hd3 hda hs1 hs2 hs3 hsa"
    assert [str(move) for move in state.legal_moves()][-len(back) :] == back
    assert state.play("hc2").columns[1] == (Card.parse("4S"), Card.parse("3H"), Card.parse("2C"))
    assert state.play("hsa").cells == (Card.parse("2S"), Card.parse("4D"))
    assert state.play("hd3").foundations == (2, 0, 0, 2)


def test_a_card_taken_back_may_go_home_again() -> None:
    state = small(TAKEN, BACK)
    for move in state.legal_moves():
        if move.source.is_home:
            taken = state.play(move)
            assert taken != state
            assert taken.play(Move(move.target, "h")) == state


def test_taking_back_keeps_to_the_rule_of_empty_columns() -> None:
    for empty_columns in (EmptyColumns.NOTHING, EmptyColumns.KINGS_ONLY):
        state = small(TAKEN, BACK.replace(empty_columns=empty_columns))
        back = [str(move) for move in state.legal_moves() if move.source.is_home]
        assert " ".join(back) == "hc1 hc2 hca hda hs1 hs2 hsa"
    king = small("Founds: C-4 D-4 H-4 S-4" + "\n:" * 5, BACK.replace(empty_columns=EmptyColumns.KINGS_ONLY))
    assert king.is_legal("hs3")


def test_a_won_game_may_go_on_where_cards_come_back() -> None:
    won = small(WON, BACK)
    assert len(won.legal_moves()) == 4 * (5 + 2)
    assert len(won.distinct_moves()) == 4 * 2
    assert not won.play("hs1").is_won()
