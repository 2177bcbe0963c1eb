"""What cannot be used is refused by an error of the library that names it, and nothing is changed by it."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from helpers.bad_values import DEAL_24, HUGE, JUNK, MEGABYTES, MIDDLE, board, refused
from helpers.settings import untimed
from hypothesis import given
from hypothesis import strategies as st

from freecell import (
    CARDS,
    AmbiguousMoveError,
    AutoPlay,
    Build,
    Card,
    Deal,
    EmptyColumns,
    FreeCellError,
    IllegalMoveError,
    InvalidStateError,
    Measure,
    Move,
    ParseError,
    Pile,
    Rules,
    Solver,
    State,
    Suit,
    Supermoves,
    WrongTypeError,
    deal_layouts,
    lower_bound,
    replay,
)

LAST = 2**33 - 1
junk = pytest.mark.parametrize("value", JUNK.values(), ids=JUNK)


def unread(call: Callable[[], object], value: object) -> None:
    """Check that a call refuses text that it cannot parse, and what is not text, by different errors."""
    error = refused(call, ParseError if isinstance(value, str) else WrongTypeError)
    assert isinstance(error, TypeError) is not isinstance(value, str)
    assert hasattr(error, "line") is isinstance(value, str)


# Deal numbers


@pytest.mark.parametrize("number", [0, -1, 2**33, pytest.param(HUGE, id="huge"), pytest.param(-HUGE, id="minus huge")])
def test_deal_numbers_out_of_range(number: int) -> None:
    refused(lambda: Deal(number), FreeCellError, f"1 to {LAST}")
    if abs(number) < HUGE:
        refused(lambda: Deal(number), FreeCellError, str(number))


@pytest.mark.parametrize("number", [3.7, "abc", None])
def test_what_is_not_a_deal_number_is_refused(number: Any) -> None:
    refused(lambda: Deal(number), FreeCellError, repr(number))


# Boards


NOISE: dict[str, Callable[[], str]] = {
    "bytes": lambda: random.Random(2).randbytes(MEGABYTES).decode("latin-1"),
    "letters": lambda: "".join(random.Random(2).choices("23456789TJQKACDHS", k=1_000)) * (MEGABYTES // 1_000),
    "cards": lambda: "AC 2H " * (MEGABYTES // 6),
    "cards, one a line": lambda: "AC\n" * (MEGABYTES // 3),
    "lines": lambda: "\n" * MEGABYTES,
    "colons": lambda: ":\n" * (MEGABYTES // 2),
    "one word": lambda: "x" * MEGABYTES,
    "spaces": lambda: " " * MEGABYTES,
    "empty cells": lambda: "Freecells: " + "- " * (MEGABYTES // 2),
    "foundations": lambda: "Foundations: " + "H-0 " * (MEGABYTES // 4),
    "headers": lambda: "Freecells:\n" * (MEGABYTES // 11),
    "moves": lambda: "26 " * (MEGABYTES // 3),
    "digits": lambda: "1" * MEGABYTES,
    "commas": lambda: "freecell" + "," * MEGABYTES,
    "equals": lambda: "=" * MEGABYTES,
    "a board with a tail": lambda: DEAL_24 + "\n" * MEGABYTES + "x",
}
READERS: dict[str, Callable[[str], object]] = {
    "State.parse": State.parse,
    "Deal.parse": Deal.parse,
    "Deal.from_cards": Deal.from_cards,
    "Deal.from_code": Deal.from_code,
    "State.parse_move": Deal(24).state().parse_move,
    "State.play_all": Deal(24).state().play_all,
    "Move.parse": Move.parse,
    "Pile": Pile,
    "Card.parse": Card.parse,
    "Suit.parse": Suit.parse,
    "AutoPlay.parse": AutoPlay.parse,
    "Rules.parse": Rules.parse,
    "State.from_bytes": lambda text: State.from_bytes(text.encode()),
    "Deal": lambda text: Deal(text),  # type: ignore[arg-type]
}


@pytest.fixture(scope="module", params=NOISE)
def noise(request: pytest.FixtureRequest) -> str:
    return NOISE[request.param]()


@pytest.mark.parametrize("reader", READERS)
def test_noise(noise: str, reader: str) -> None:
    """Whatever ten megabytes of it are given to, the answer is an error that can be read, and no crash."""
    if reader == "State.play_all" and not noise.strip():
        assert Deal(24).state().play_all(noise) == Deal(24).state()
        return
    refused(lambda: READERS[reader](noise))


@pytest.mark.parametrize("name", ["bytes", "moves", "one word"])
def test_noise_is_replayed_to_its_first_move(name: str) -> None:
    found = replay(Deal(24), NOISE[name]())
    assert not found.won
    assert isinstance(found.error, FreeCellError)
    assert found.failed_at == len(found.states)
    assert len(str(found.error)) < 1_000


# Wrong types everywhere


@junk
def test_junk_for_cards(value: Any) -> None:
    unread(lambda: Card.parse(value), value)
    unread(lambda: Suit.parse(value), value)
    refused(lambda: Card(value, Suit.CLUBS))
    refused(lambda: Card(1, value))
    unread(lambda: Pile(value), value)
    refused(lambda: Pile.column(value))
    refused(lambda: Pile.cell(value))


@junk
def test_junk_for_moves(value: Any) -> None:
    state = Deal(24).state()
    unread(lambda: Move.parse(value), value)
    unread(lambda: state.parse_move(value), value)
    unread(lambda: Move(value, "1"), value)
    unread(lambda: Move("1", value), value)
    refused(lambda: Move("1", "2", value))
    for call in (
        state.play,
        state.parse_move,
        state.is_legal,
        state.why_illegal,
        state.expand,
        state.moved_cards,
        state.format_move,
    ):
        refused(lambda call=call: call(value), FreeCellError)  # type: ignore[misc]
    refused(lambda: state.play_all([value]))
    refused(lambda: state.play_all("1a", value))
    refused(lambda: state.format_move("1a", value))
    if value not in ([], {}, ""):
        refused(lambda: state.play_all(value))
    assert state == Deal(24).state()


@junk
def test_junk_for_states(value: Any) -> None:
    columns = Deal(24).columns
    refused(lambda: State(value))
    refused(lambda: State([*columns[:7], value]))
    refused(lambda: State([*columns[:7], [*columns[7][:5], value]]))
    refused(lambda: State(columns, [value]) if value is not None else State(columns, 5))  # type: ignore[arg-type]
    if value not in ([], {}):
        refused(lambda: State(columns, value))
    refused(lambda: State(columns, (), value))
    refused(lambda: State(columns, (), (0, 0, 0, value)))
    refused(lambda: State(columns, (), (0, 0, 0, 0), value))
    unread(lambda: State.parse(value), value)
    refused(lambda: State.parse(DEAL_24, value))
    refused(lambda: State.from_bytes(value))


@junk
def test_junk_for_methods(value: Any) -> None:
    state = Deal(24).state()
    refused(lambda: state.perft(value))
    refused(lambda: state.autoplay(value))
    refused(lambda: state.automoves(value))
    assert state == Deal(24).state()


@junk
def test_junk_for_deals(value: Any) -> None:
    refused(lambda: Deal(value))
    refused(lambda: Deal(617, value))
    unread(lambda: Deal.parse(value), value)
    refused(lambda: Deal.parse(DEAL_24, value))
    refused(lambda: Deal.from_cards(value))
    refused(lambda: Deal.from_cards([*CARDS[:51], value]))
    refused(lambda: Deal.from_cards(CARDS, value))
    unread(lambda: Deal.from_code(value), value)
    refused(lambda: deal_layouts(value, 5))
    refused(lambda: deal_layouts(1, value))
    refused(lambda: Deal.random(random.Random(1), first=value))
    refused(lambda: Deal.random(random.Random(1), last=value))
    refused(lambda: Deal.random(random.Random(1), rules=value))
    if value is not None:
        refused(lambda: Deal(617).state(value))
        refused(lambda: Deal(617).code(value))


@junk
def test_junk_for_rules(value: Any) -> None:
    for name in ("cells", "columns", "build", "empty_columns", "supermoves", "foundation_takeback", "ranks"):
        refused(lambda name=name: Rules(**{name: value}), FreeCellError, name)  # type: ignore[misc]
        refused(lambda name=name: Rules.FREECELL.replace(**{name: value}), FreeCellError, name)  # type: ignore[misc]
    unread(lambda: Rules.parse(value), value)
    unread(lambda: Measure.parse(value), value)
    for kind in (AutoPlay, Build, EmptyColumns, Supermoves):
        unread(lambda kind=kind: kind.parse(value), value)  # type: ignore[misc]


@junk
def test_junk_for_the_solver(value: Any) -> None:
    refused(lambda: Solver().solve(value))
    refused(lambda: Solver().start(value))
    refused(lambda: Solver().hint(value))
    refused(lambda: lower_bound(value, Measure.CARDS))
    refused(lambda: lower_bound(Deal(24).state(), value))
    refused(lambda: Solver(goal="short").solve(value))
    refused(lambda: Solver(goal=value), FreeCellError, "'any', 'short' or 'optimal'")
    refused(lambda: Measure.player(on_deal=value), FreeCellError, "True or False")
    if value is not None:
        refused(lambda: Solver(goal="short", measure=value), FreeCellError, "Measure.CARDS")
        refused(lambda: Measure.player(value), FreeCellError, "AutoPlay.ALL")
        refused(lambda: Solver().start(Deal(24)).run(value), FreeCellError, "nodes")
        refused(lambda: Solver(max_nodes=0).solve(Deal(24)).length(value), FreeCellError, "Measure.CARDS")
    refused(lambda: replay(value, "1a"))
    if value is not None:  # which stands for the usual policy
        refused(lambda: replay(Deal(24), "1a", value))


@pytest.mark.parametrize(
    "fields", [{"cells": 11}, {"cells": -1}, {"columns": 0}, {"columns": 19}, {"ranks": 0}, {"ranks": 14}]
)
def test_rules_out_of_range(fields: dict[str, Any]) -> None:
    name, value = next(iter(fields.items()))
    refused(lambda: Rules(**fields), FreeCellError, name, str(value))
    refused(lambda: Rules.parse(f"{name}={value}"), FreeCellError, name, str(value))


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "freecell,",
        "cells",
        "cells=",
        "cells=x",
        "=4",
        "rows=4",
        "cells=4=4",
        "cells=1_0",
        "cells=\u0664",
        "cells=1e0",
    ],
)
def test_rules_that_cannot_be_read(text: str) -> None:
    refused(lambda: Rules.parse(text), ParseError)


def test_rules_of_an_unknown_field() -> None:
    refused(lambda: Rules.FREECELL.replace(rows=4), FreeCellError, "rows")


# Cards that lie where they cannot


def test_impossible_states_are_refused() -> None:
    columns = [list(column) for column in Deal(24).columns]
    nine = columns[7].pop()
    refused(lambda: State(columns), InvalidStateError, "9D")
    refused(lambda: State(columns, [nine, nine]), InvalidStateError, "9D")
    refused(lambda: State(columns, [None, None, None, None, nine]), InvalidStateError, "5 cells")
    refused(lambda: State(columns, [nine], (0, 9, 0, 0)), InvalidStateError, "9D", "AD")
    refused(lambda: State(columns, [nine], (14, 0, 0, 0)), FreeCellError, "14")
    refused(lambda: State(columns, [nine], (-1, 0, 0, 0)), FreeCellError, "-1")
    refused(lambda: State(columns, [nine], (0, 0, 0)), FreeCellError)
    refused(lambda: State(columns, [nine], (0, 0, 0, 0, 0)), FreeCellError)
    refused(lambda: State([*columns, []], [nine]), InvalidStateError, "9 columns")
    refused(lambda: State(columns[:7], [nine]), InvalidStateError, "7 columns")
    refused(lambda: State(columns, [nine], rules=Rules(ranks=12)), InvalidStateError, "KC")
    refused(lambda: State(columns, [nine], rules=Rules(cells=0)), InvalidStateError, "1 cell")
    refused(lambda: State([], rules=Rules(ranks=1)), InvalidStateError, "AC")
    assert State(columns, [nine]) == State(columns, ["9d"]) != Deal(24).state()


def test_endless_cards() -> None:
    def endless(value: Any) -> Iterator[Any]:
        yield from itertools.repeat(value, 100_000)
        raise AssertionError("it was read on and on")

    columns = Deal(24).columns
    refused(lambda: State([endless(CARDS[0])]))
    refused(lambda: State(endless([])))
    refused(lambda: State(columns, endless(None)))
    refused(lambda: State(columns, (), endless(0)))
    refused(lambda: Deal.from_cards(endless(CARDS[0])))


class SurpriseError(Exception):
    """Raised by what is given to the library: it comes through as it is."""


def test_iterators_that_raise() -> None:
    def raising(*values: Any) -> Iterator[Any]:
        yield from values
        raise SurpriseError

    columns = Deal(24).columns
    state = Deal(24).state()
    before = state.to_bytes()
    calls: list[Callable[[], object]] = [
        lambda: State(raising()),
        lambda: State(raising(*columns)),
        lambda: State([*columns[:7], raising(*columns[7])]),
        lambda: State(columns, raising()),
        lambda: State(columns, (), raising(0, 0, 0)),
        lambda: state.play_all(raising("1a", "2b")),
        lambda: Deal.from_cards(raising(*CARDS[:30])),
        lambda: replay(state, raising("1a")),
    ]
    for call in calls:
        with pytest.raises(SurpriseError):
            call()
    assert state.to_bytes() == before


def test_an_index_that_raises() -> None:
    class Raising:
        def __index__(self) -> int:
            raise SurpriseError

    value: Any = Raising()
    for call in (
        lambda: Deal(value),
        lambda: Move("1", "2", value),
        lambda: Rules(cells=value),
        lambda: Card(value, Suit.CLUBS),
        lambda: Deal(24).state().perft(value),
    ):
        with pytest.raises(SurpriseError):
            call()


# Pickles


def test_errors_are_pickled_with_what_they_hold() -> None:
    errors = [
        refused(lambda: Deal(0)),
        refused(lambda: State.parse(board(line_1="XX"))),
        refused(lambda: State.parse(board(line_1="4C"))),
        refused(lambda: MIDDLE.play_all(["1c", "12"])),
    ]
    assert {type(error) for error in errors} == {FreeCellError, ParseError, InvalidStateError, IllegalMoveError}
    for error in errors:
        thawed = pickle.loads(pickle.dumps(error))
        assert type(thawed) is type(error)
        assert str(thawed) == str(error)
        assert vars(thawed) == vars(error)


def test_every_error_is_a_value_error() -> None:
    for kind in (ParseError, InvalidStateError, IllegalMoveError, AmbiguousMoveError):
        assert issubclass(kind, FreeCellError)
    assert issubclass(FreeCellError, ValueError)


@given(st.integers())
@untimed
def test_any_number_of_a_deal(number: int) -> None:
    if 1 <= number <= LAST:
        assert Deal(number).number == number
    else:
        refused(lambda: Deal(number), FreeCellError, f"1 to {LAST}")
