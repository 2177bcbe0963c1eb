"""Public classes and functions show the package that users import them from."""

from __future__ import annotations

import contextlib
import copy
import enum
import importlib
import inspect
import pickle
import subprocess
import sys
import traceback
import typing
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

import freecell
import freecell.draw
import freecell.play
from freecell import Deal, FreeCellError, IllegalMoveError, Move, ParseError, Pile, State, Turn, WrongTypeError

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


@pytest.mark.parametrize("arguments", [(), (None,) * 20], ids=["none", "too many"])
@pytest.mark.parametrize("name", [name for name, cls in CLASSES.items() if not issubclass(cls, enum.Enum)])
def test_errors_about_arguments_name_the_class(name: str, arguments: tuple[None, ...]) -> None:
    short_name = name.rpartition(".")[2]
    with contextlib.suppress(FreeCellError):  # about the values
        try:
            CLASSES[name](*arguments)
        except TypeError as error:
            if not isinstance(error, FreeCellError) and not str(error).startswith(short_name):
                pytest.fail(str(error))


COMPILED: dict[type, tuple[str, ...]] = {Pile: ("a",), Move: ("8", "3"), State: ((),), Turn: ()}


@pytest.mark.parametrize("cls", COMPILED)
def test_errors_of_compiled_classes_name_the_class(cls: type[Any]) -> None:
    given: dict[str, Any] = {"surprise": 1}
    for construct in (cls, partial(cls.__new__, cls)):
        for arguments, named, problem in (
            (COMPILED[cls][1:], {}, "takes"),
            ((None,) * 5, {}, "takes"),
            (COMPILED[cls], given, "got an unexpected keyword argument 'surprise'|takes exactly 3"),
        ):
            with pytest.raises(TypeError, match=rf"^{cls.__name__}\(\) ({problem})") as caught:
                construct(*arguments, **named)
            assert type(caught.value) is TypeError
            assert caught.value.__context__ is None


def test_values_that_a_compiled_class_refuses_raise_their_own_errors() -> None:
    with pytest.raises(ParseError, match="is not a pile"):
        Pile("x")
    with pytest.raises(WrongTypeError, match=r"^columns must be"):
        State(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^Argument 'move' has incorrect type"):
        Turn(None, (), None)  # type: ignore[arg-type]


@pytest.mark.parametrize("wing", ["draw", "play"])
def test_a_public_module_is_loaded_when_it_is_first_used(wing: str) -> None:
    code = f"""
import sys, freecell
assert "freecell.{wing}" not in sys.modules
found = freecell.{wing}
import freecell.{wing}
assert found is freecell.{wing} is sys.modules["freecell.{wing}"]
assert found.__all__
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_unknown_names_are_attribute_errors() -> None:
    for name in ("drawing", "cli_", "__wrapped__"):
        with pytest.raises(AttributeError, match=f"^module 'freecell' has no attribute '{name}'$"):
            getattr(freecell, name)


def test_tracebacks_name_the_public_error() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Deal(1).state().play("12")
    assert traceback.format_exception_only(caught.value) == [
        "freecell.IllegalMoveError: 12v1: 6S does not go on 9C: it goes on 7D or 7H\n"
    ]
