"""Public classes and functions show the package that users import them from."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import traceback
import typing
from collections.abc import Sequence
from typing import Any

import pytest

import freecell
import freecell.draw
import freecell.play
from freecell import Deal, IllegalMoveError, Move, Pile, State

NAMED = {
    f"{package.__name__}.{name}": value
    for package in (freecell, freecell.play)
    for name, value in ((name, getattr(package, name)) for name in package.__all__)
    if callable(value)
}
CLASSES = {name: value for name, value in NAMED.items() if inspect.isclass(value)}
TYPED = NAMED | {f"freecell.draw.{name}": getattr(freecell.draw, name) for name in freecell.draw.__all__}


@pytest.mark.parametrize("name", NAMED)
def test_the_module_is_the_public_one(name: str) -> None:
    home, _, short_name = name.rpartition(".")
    assert (NAMED[name].__module__, NAMED[name].__qualname__) == (home, short_name)
    assert getattr(importlib.import_module(home), short_name) is NAMED[name]


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_shows_its_public_name(name: str) -> None:
    assert repr(CLASSES[name]) in (f"<class '{name}'>", f"<enum '{name.rpartition('.')[2]}'>")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("name", NAMED)
def test_pickles_by_its_public_name(name: str, protocol: int) -> None:
    data = pickle.dumps(NAMED[name], protocol)
    assert pickle.loads(data) is NAMED[name]
    assert copy.deepcopy(NAMED[name]) is NAMED[name]
    assert b"freecell._" not in data


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("value", [Pile("3"), Move("2", "6", 3), Deal(1).state()], ids=["Pile", "Move", "State"])
def test_values_of_the_core_pickle_by_public_names(value: Pile | Move | State, protocol: int) -> None:
    data = pickle.dumps(value, protocol)
    assert pickle.loads(data) == copy.copy(value) == copy.deepcopy(value) == value
    assert b"freecell" in data
    assert b"_core" not in data
    assert b"_rules" not in data


def annotated(name: str) -> dict[str, Any]:
    """Return a public class or function and, by name, the constructor and the public methods of a class."""
    found = {name: TYPED[name]}
    for cls in inspect.getmro(TYPED[name]) if inspect.isclass(TYPED[name]) else ():
        for member, value in vars(cls).items() if cls.__module__.startswith("freecell") else ():
            value = getattr(value, "__func__", getattr(value, "fget", value))  # of a method or a property
            if (member == "__init__" or not member.startswith("_")) and inspect.isroutine(value):
                found[f"{name}.{member}"] = value
    return found


@pytest.mark.parametrize("name", TYPED)
def test_annotations_can_be_evaluated(name: str) -> None:
    """Libraries read the types of parameters and results; they look names up in the module that a value shows."""
    for where, value in annotated(name).items():
        hints = typing.get_type_hints(value)
        assert all(not isinstance(hint, str) for hint in hints.values()), where
        if inspect.isfunction(value) or type(value) is type(freecell.count_positions):
            assert hints.keys() == set(inspect.signature(value).parameters) - {"self", "cls"} | {"return"}, where


def test_annotations_may_name_classes_of_a_wing_above() -> None:
    assert typing.get_type_hints(freecell.IllegalMoveError.__init__)["state"] is State
    assert typing.get_type_hints(freecell.AmbiguousMoveError.__init__)["moves"] == Sequence[Move]
    assert typing.get_type_hints(freecell.Fault)["card"] == typing.get_type_hints(freecell.Fault.__init__)["card"]
    assert typing.get_type_hints(freecell.Spot)["pile"] is Pile
    assert typing.get_type_hints(freecell.count_positions)["start"] == freecell.Deal | State


def test_tracebacks_name_the_public_error() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Deal(1).state().play("12")
    assert traceback.format_exception_only(caught.value) == [
        "freecell.IllegalMoveError: 12v1: 6S does not go on 9C: it goes on 7D or 7H\n"
    ]
