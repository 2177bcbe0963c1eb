"""Every enumeration of the library but Suit is a NamedEnum: written, and parsed, by names in lower case."""

from __future__ import annotations

import copy
import pickle
from enum import Enum
from typing import Any

import pytest
from helpers.process import prints_everywhere

from freecell import (
    AutoPlay,
    Basis,
    Build,
    EmptyColumns,
    FaultKind,
    Layout,
    ParseError,
    Supermoves,
    Verdict,
    WrongTypeError,
)
from freecell._enums import NamedEnum
from freecell.play import Place

KINDS = (AutoPlay, Basis, Build, EmptyColumns, FaultKind, Layout, Place, Supermoves, Verdict)


def _kinds(kind: type[Enum]) -> set[type[Enum]]:
    return {kind}.union(*(_kinds(each) for each in kind.__subclasses__()))


def test_these_are_all_there_are() -> None:
    assert {kind for kind in _kinds(NamedEnum) if kind.__module__.startswith("freecell")} == {NamedEnum, *KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_members_are_written_and_parsed_by_name(kind: type[NamedEnum]) -> None:
    for name, member in kind.__members__.items():
        assert kind.parse(name) is kind.parse(name.lower()) is kind.parse(name.title()) is kind.parse(str(member))
        assert kind.parse(name) is member
        assert [str(member), f"{member}", f"{member:>20}"] == [
            member.name.lower(),
            member.name.lower(),
            member.name.lower().rjust(20),
        ]
        assert repr(member) == f"{kind.__name__}.{member.name}"


@pytest.mark.parametrize("kind", KINDS)
def test_members_have_numbers_in_order_but_are_not_numbers(kind: type[NamedEnum]) -> None:
    first = next(iter(kind)).value
    assert [member.value for member in kind] == list(range(first, first + len(kind)))
    for member in kind:
        assert kind(member.value) is member
        assert not isinstance(member, int)
        assert member != member.value
        assert member, "no member is false"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_members_are_the_same_objects_after_pickle_and_copy(kind: type[NamedEnum], protocol: int) -> None:
    for member in kind:
        assert pickle.loads(pickle.dumps(member, protocol)) is copy.copy(member) is copy.deepcopy(member) is member


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", ["", " ", "no_such", "_member_map_", "mro", "\u017fure", "cell "])
def test_other_text_is_refused_with_the_names(kind: type[NamedEnum], text: str) -> None:
    with pytest.raises(ParseError) as caught:
        kind.parse(text)
    assert caught.value.reason == f"{text!r} is none of {', '.join(kind.__members__).lower()}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [None, 0, b"NONE"])
def test_members_are_parsed_from_text_only(kind: type[NamedEnum], value: Any) -> None:
    with pytest.raises(WrongTypeError, match=f"^the name of a member of {kind.__name__} must be text, not {value!r}$"):
        kind.parse(value)


def test_members_of_different_kinds_are_different() -> None:
    members = [member for kind in KINDS for member in kind]
    assert len(set(members)) == len(members)


def test_hashes_are_the_same_in_every_process() -> None:
    code = "from freecell import *; print([hash(each) for each in (*Verdict, *Basis, *AutoPlay, *Layout)])"
    prints_everywhere(code, str([hash(each) for each in (*Verdict, *Basis, *AutoPlay, *Layout)]))
