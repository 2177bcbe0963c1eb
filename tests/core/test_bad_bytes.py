"""Bytes that are changed, cut or lengthened are another state or refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from helpers.bad_values import MEGABYTES, SAMPLES, attempt, refused
from helpers.settings import untimed
from hypothesis import given
from hypothesis import strategies as st

from freecell import State


def read_bytes_or_refuse(data: bytes) -> State | None:
    """Whatever is read from bytes is a state like any other, and is written as those bytes."""
    state = attempt(lambda: State.from_bytes(data))
    if state is None:
        return None
    assert state.to_bytes() == data
    assert State.parse(str(state), state.rules) == state
    assert State(state.columns, state.cells, state.foundations, state.rules) == state
    state.legal_moves()
    return state


@pytest.mark.parametrize("state", SAMPLES, ids=range(len(SAMPLES)))
def test_every_byte_changed(state: State) -> None:
    data = bytearray(state.to_bytes())
    assert State.from_bytes(bytes(data)) == state
    for place, right in enumerate(data):
        for wrong in range(256):
            if wrong != right:
                data[place] = wrong
                found = read_bytes_or_refuse(bytes(data))
                assert found is None or found != state
        data[place] = right


@pytest.mark.parametrize("state", SAMPLES, ids=range(len(SAMPLES)))
def test_bytes_cut_lengthened_and_turned(state: State) -> None:
    data = state.to_bytes()
    for length in range(len(data)):
        refused(lambda length=length: State.from_bytes(data[:length]))  # type: ignore[misc]
        if length:
            refused(lambda length=length: State.from_bytes(data[length:]))  # type: ignore[misc]
        for extra in (b"\0", b"\1", b"\xff"):
            read_bytes_or_refuse(data[:length] + extra + data[length:])
        read_bytes_or_refuse(data[:length] + data[length + 1 :])
    for byte in range(256):
        refused(lambda byte=byte: State.from_bytes(data + bytes([byte])))  # type: ignore[misc]
    refused(lambda: State.from_bytes(data + data))
    refused(lambda: State.from_bytes(data[::-1]))


def test_bytes_with_a_long_tail() -> None:
    for tail in (b"\0", b"\4", b"\xff"):
        refused(lambda tail=tail: State.from_bytes(SAMPLES[0].to_bytes() + tail * MEGABYTES))  # type: ignore[misc]


@given(st.binary(max_size=90))
@untimed
def test_any_bytes(data: bytes) -> None:
    read_bytes_or_refuse(data)
    read_bytes_or_refuse(SAMPLES[0].to_bytes()[:12] + data)


@given(st.sampled_from(SAMPLES), st.data())
@untimed
def test_two_bytes_exchanged(state: State, data: st.DataObject) -> None:
    given_bytes = bytearray(state.to_bytes())
    one, two = (data.draw(st.integers(0, len(given_bytes) - 1)) for _ in range(2))
    given_bytes[one], given_bytes[two] = given_bytes[two], given_bytes[one]
    read_bytes_or_refuse(bytes(given_bytes))


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_other_kinds_of_bytes(kind: Callable[[bytes], Any]) -> None:
    state = SAMPLES[1]
    assert State.from_bytes(kind(state.to_bytes())) == state


def test_bytes_of_another_shape() -> None:
    data = memoryview(SAMPLES[0].to_bytes())
    assert attempt(lambda: State.from_bytes(data[::2])) != SAMPLES[0]  # type: ignore[arg-type]
    refused(lambda: State.from_bytes(memoryview(b"")))  # type: ignore[arg-type]
