"""Arguments of a wrong type raise an error that is a TypeError, a ValueError and ours."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import freecell.draw
from freecell import AutoPlay, Deal, FreeCellError, Measure, Rules, Solver, State, WrongTypeError
from freecell.play import Game, Options

STATE: Any = Deal(1).state()
WRONG: dict[str, Callable[[], object]] = {
    "a float for a whole number": lambda: Rules(cells=3.7),  # type: ignore[arg-type]
    "text for a deal number": lambda: Deal("617"),  # type: ignore[arg-type]
    "rules": lambda: STATE.parse("", rules="freecell"),
    "columns": lambda: State(3),  # type: ignore[arg-type]
    "columns as text": lambda: State("AS"),
    "a move": lambda: STATE.play(3),
    "moves": lambda: STATE.play_all(3),
    "a policy": lambda: STATE.automoves(Measure.CARDS),
    "bytes": lambda: State.from_bytes("abc"),  # type: ignore[arg-type]
    "a start": lambda: Solver().solve(617),  # type: ignore[arg-type]
    "a measure": lambda: Solver(goal="short", measure=AutoPlay.ALL),  # type: ignore[arg-type]
    "a callback": lambda: Solver().solve(STATE, on_progress=3),  # type: ignore[arg-type]
    "options": lambda: Game(Deal(1), options=3),  # type: ignore[arg-type]
    "a place": lambda: Options(tap_order=(1,)),  # type: ignore[arg-type]
    "a picture": lambda: freecell.draw.svg(3),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG)
def test_a_wrong_type_is_a_type_error_and_ours(call: Callable[[], object]) -> None:
    with pytest.raises(WrongTypeError) as caught:
        call()
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, FreeCellError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_wrong_type_in_a_sequence_has_its_number() -> None:
    with pytest.raises(WrongTypeError, match=r"^move 2: a move must be a Move or text, not 3$") as caught:
        STATE.play_all(["6a", 3])
    assert caught.value.number == 2


def test_a_number_out_of_range_is_not_a_type_error() -> None:
    with pytest.raises(FreeCellError) as caught:
        Deal(0)
    assert not isinstance(caught.value, TypeError)
