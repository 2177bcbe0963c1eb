"""Subclasses, forged values and forged pickles never make a value that its class would refuse."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from helpers.bad_values import DEAL_24, JUNK, SAMPLES, Broken, refused

from freecell import CARDS, Card, Deal, FreeCellError, Move, Pile, State, Suit

# Subclasses and forgeries


def forged_card(index: int) -> Any:
    class Forged(Card):  # type: ignore[misc]
        __slots__ = ()

    card = object.__new__(Forged)
    object.__setattr__(card, "index", index)
    object.__setattr__(card, "rank", index // 4 + 1)
    object.__setattr__(card, "suit", Suit(index % 4))
    return card


@pytest.mark.parametrize("index", [-1, 52, 60, 255, 256, 10**6, -(10**6), 2**70])
def test_forged_cards(index: int) -> None:
    card = forged_card(index)
    columns = [list(column) for column in Deal(24).columns]
    columns[7][-1] = card
    refused(lambda: State(columns))
    refused(lambda: State([*Deal(24).columns[:7], columns[7][:-1]], [card]))
    refused(lambda: Deal.from_cards([*CARDS[:51], card]))


def test_cards_without_their_fields_are_refused() -> None:
    card: Any = object.__new__(Card)
    with pytest.raises((FreeCellError, AttributeError)):
        State([*Deal(24).columns[:7], [*Deal(24).columns[7][:-1], card]])
    with pytest.raises((FreeCellError, AttributeError)):
        Deal.from_cards([*CARDS[:51], card])


FORGE_RULES = """
import pickle, sys
from freecell import Deal, FreeCellError, Rules, State

class Unchecked(Rules):
    def __post_init__(self):
        pass

def by_subclass(name, value):
    return Unchecked(**{name: value})

def by_force(name, value):
    rules = Rules()
    object.__setattr__(rules, name, value)
    return rules

def by_pickle(name, value):
    genuine = {"cells": 7, "columns": 17, "ranks": 11}
    byte = b"K" + bytes([genuine[name]])
    frozen = pickle.dumps(Rules(**genuine), 2)
    assert frozen.count(byte) == 1
    return pickle.loads(frozen.replace(byte, b"K" + bytes([value])))

name, value = sys.argv[1], int(sys.argv[2])
for forge in (by_subclass, by_force, by_pickle)[: 3 if value < 256 else 2]:
    try:
        rules = forge(name, value)
    except FreeCellError:
        continue
    text = chr(10).join([str(Deal(24)), *[":"] * min(max(0, rules.columns - 8), 300)])
    columns = [[] for _ in range(min(rules.columns, 300))]
    for make in (
        lambda: State.parse(text, rules),
        lambda: State(columns, (), (13, 13, 13, 13), rules),
        lambda: Deal(24, rules).state(),
        lambda: Deal(24).state(rules),
    ):
        try:
            make()
        except FreeCellError:
            continue
        sys.exit(f"{forge.__name__}: a state was made of {rules!r}")
"""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cells", 11),
        ("cells", 200),
        ("columns", 19),
        ("columns", 255),
        ("columns", 10**6),
        ("ranks", 14),
        ("ranks", 60),
    ],
)
def test_forged_rules(name: str, value: int) -> None:
    """No position is made by rules that the core has no room for; in a process of its own, which may not crash."""
    done = subprocess.run(
        [sys.executable, "-c", FORGE_RULES, name, str(value)], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0


def test_subclasses_of_str_cannot_deceive() -> None:
    class Text(str):
        __slots__ = ()

        def upper(self) -> Any:
            return []

        def lower(self) -> Any:
            return []

        def strip(self, *_: Any) -> Any:
            return Broken()

        def splitlines(self, *_: Any) -> Any:
            return [self]

        def split(self, *_: Any) -> Any:
            return self

    state = Deal(24).state()
    before = state.to_bytes()
    calls: list[Callable[[], object]] = [
        lambda: Card.parse(Text("AC")),
        lambda: Pile(Text("1")),
        lambda: Move.parse(Text("1a")),
        lambda: state.play(Text("1a")),
        lambda: state.play_all(Text("1a")),
        lambda: State.parse(Text(DEAL_24)),
        lambda: Deal.from_code(Text("FC1-C4-AAAAAKH")),
    ]
    for call in calls:
        # Such text may be read as what it is, or fail as its own methods do; it may not hurt anything.
        with suppress(TypeError, ValueError, AttributeError, RuntimeError):
            call()
        assert state.to_bytes() == before
    assert state == Deal(24).state()


def test_no_subclass_of_the_compiled_values() -> None:
    for kind in (State, Move, Pile):
        with pytest.raises(TypeError):
            type("Sub", (kind,), {})


def test_no_state_without_its_cards() -> None:
    kinds: list[Any] = [State, Move, Pile]
    for kind in kinds:
        with pytest.raises(TypeError):
            kind.__new__(kind)
        with pytest.raises(TypeError):
            object.__new__(kind)


def test_init_changes_nothing() -> None:
    state: Any = Deal(24).state()
    move: Any = Move("1", "a")
    with suppress(TypeError):
        state.__init__(Deal(25).columns)
    with suppress(TypeError):
        move.__init__("2", "b")
    assert state == Deal(24).state()
    assert move == Move("1", "a")


@pytest.mark.parametrize("name", ["columns", "cells", "foundations", "rules", "position", "game", "colour"])
def test_a_state_cannot_be_changed(name: str) -> None:
    state = Deal(24).state()
    with pytest.raises((AttributeError, TypeError)):
        setattr(state, name, ())
    with pytest.raises((AttributeError, TypeError)):
        delattr(state, name)
    assert state == Deal(24).state()


# Pickles


def parts_of(value: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    parts = value.__reduce__()
    assert isinstance(parts, tuple)
    assert len(parts) == 2, "a value is rebuilt by a call, which checks what it is given"
    return parts


@pytest.mark.parametrize(
    "value",
    [Move("2", "6", 3), Pile("a"), Pile("hs"), Card(7, Suit.HEARTS), SAMPLES[1], Deal(617), Deal.from_cards(CARDS)],
    ids=repr,
)
def test_forged_pickles(value: Any) -> None:
    rebuild, arguments = parts_of(value)
    assert rebuild(*arguments) == value
    assert pickle.loads(pickle.dumps(value)) == value
    for place in range(len(arguments)):
        for forged in JUNK.values():
            changed = (*arguments[:place], forged, *arguments[place + 1 :])
            try:
                found = rebuild(*changed)
            except FreeCellError:
                continue
            # What is rebuilt all the same, from a default or a value that means something, is a whole value.
            assert type(found) is type(value)
            assert pickle.loads(pickle.dumps(found)) == found


def test_forged_state_pickles() -> None:
    data = pickle.dumps(SAMPLES[0])
    encoded = SAMPLES[0].to_bytes()
    assert encoded in data, "a pickle holds the bytes of to_bytes"
    rng = random.Random(4)
    for _ in range(500):
        place = rng.randrange(len(encoded))
        forged = bytearray(encoded)
        forged[place] ^= 1 << rng.randrange(8)
        try:
            state = pickle.loads(data.replace(encoded, bytes(forged)))
        except FreeCellError:
            continue
        assert state.to_bytes() == forged
