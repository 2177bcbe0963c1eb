"""Public classes and functions show the package that users import them from."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import traceback
import typing

import pytest

import freecell
import freecell.play
from freecell import Deal, IllegalMoveError, Move, Pile, State

NAMED = {
    f"{package.__name__}.{name}": value
    for package in (freecell, freecell.play)
    for name, value in ((name, getattr(package, name)) for name in package.__all__)
    if callable(value)
}
CLASSES = {name: value for name, value in NAMED.items() if inspect.isclass(value)}


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


@pytest.mark.parametrize("name", CLASSES)
def test_annotations_can_be_evaluated(name: str) -> None:
    """Libraries that read dataclasses look the names of annotations up in the module that a class shows."""
    assert all(not isinstance(hint, str) for hint in typing.get_type_hints(CLASSES[name]).values())


def test_tracebacks_name_the_public_error() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Deal(1).state().play("12")
    assert traceback.format_exception_only(caught.value) == [
        "freecell.IllegalMoveError: 12v1: 6S does not go on 9C: it goes on 7D or 7H\n"
    ]
