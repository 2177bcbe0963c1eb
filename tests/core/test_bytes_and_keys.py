"""The bytes and the key of a position."""

from __future__ import annotations

import random
from typing import Any

import pytest
from helpers.states import BOARD, DEAL_1, GAMES, LONG, RANDOMS, scattered, small, states
from hypothesis import assume, given
from hypothesis import strategies as st

from freecell import Layout, Rules, State
from freecell.errors import FreeCellError

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
def test_random_bytes_are_not_a_state(data: bytes) -> None:
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
