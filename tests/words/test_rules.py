"""Rules and their parts: fields, names, text, equality."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from enum import IntEnum
from typing import Any

import pytest
from helpers.process import prints_everywhere
from hypothesis import given
from hypothesis import strategies as st
from strategies import CELLS_NEEDED, COLUMNS_NEEDED, all_rules

from freecell.cards import Suit
from freecell.errors import FreeCellError, ParseError, WrongTypeError
from freecell.rules import AutoPlay, Build, EmptyColumns, Layout, Rules, Supermoves

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
KINDS = (Build, EmptyColumns, Supermoves, AutoPlay, Layout)
RANGES = {"cells": (0, 10), "columns": (1, 18), "ranks": (1, 13), "base": (0, 13)}
MEMBERS = {"build": Build, "empty_columns": EmptyColumns, "supermoves": Supermoves, "layout": Layout}
TRUTHS = ("foundation_takeback", "wrap")
FIELDS = (
    *("cells", "columns", "build", "empty_columns", "supermoves", "foundation_takeback", "ranks"),
    *("base", "wrap", "layout"),
)
RULES = all_rules()


def _are_allowed(rules: dict[str, Any]) -> bool:
    """Whether the fields do not contradict each other."""
    return (
        rules["base"] <= rules["ranks"]
        and (rules["base"] > 0 or rules["layout"] is Layout.PENGUIN)
        and rules["cells"] >= CELLS_NEEDED.get(rules["layout"], 0)
        and rules["columns"] >= COLUMNS_NEEDED.get(rules["layout"], 1)
    )


def _differ_by_one_field(rules: Rules) -> list[Rules]:
    """Every set of rules that differs from these in one field; what contradicts itself is checked to be refused."""
    values: dict[str, Any] = {name: range(first, last + 1) for name, (first, last) in RANGES.items()}
    values |= MEMBERS | dict.fromkeys(TRUTHS, (False, True))
    ours = {name: getattr(rules, name) for name in FIELDS}
    others = []
    for name in FIELDS:
        for value in values[name]:
            if value == ours[name]:
                continue
            if _are_allowed(ours | {name: value}):
                others.append(rules.replace(**{name: value}))
            else:
                with pytest.raises(FreeCellError, match=r"^(base|layout) "):
                    rules.replace(**{name: value})
    return others


# The named parts


def test_the_members_have_the_numbers_the_core_counts_on() -> None:
    assert {kind.__name__: {name: member.value for name, member in kind.__members__.items()} for kind in KINDS} == {
        "Build": {"ALTERNATE_COLOURS": 0, "SAME_SUIT": 1, "ANY_SUIT": 2},
        "EmptyColumns": {"ANY_CARD": 0, "KINGS_ONLY": 1, "NOTHING": 2},
        "Supermoves": {"STANDARD": 0, "CELLS_ONLY": 1, "UNLIMITED": 2, "OFF": 3},
        "AutoPlay": {"NONE": 0, "CAUTIOUS": 1, "HORNE": 2, "RAYMOND": 3, "ALL": 4, "SURE": 5, "SAFE": 2},
        "Layout": {
            "ROWS": 0,
            "FORECELL": 1,
            "EIGHT_OFF": 2,
            "SEAHAVEN_TOWERS": 3,
            "BELEAGUERED_CASTLE": 4,
            "CITADEL": 5,
            "FAN": 6,
            "BAKERS_DOZEN": 7,
            "GOOD_MEASURE": 8,
            "PENGUIN": 9,
        },
    }


def test_safe_is_another_name_for_horne() -> None:
    assert AutoPlay.parse("safe") is AutoPlay.parse("horne") is AutoPlay(2)
    assert repr(AutoPlay.SAFE) == "AutoPlay.HORNE"
    assert str(AutoPlay.SAFE) == "horne"


@pytest.mark.parametrize("kind", KINDS)
def test_members_are_written_and_read(kind: type[Build]) -> None:
    for name, member in kind.__members__.items():
        assert kind.parse(name) is kind.parse(name.lower()) is kind.parse(name.title()) is member
        assert kind.parse(str(member)) is member
        assert [str(member), f"{member}"] == [member.name.lower()] * 2
        assert [f"{member:>20}", f"{member:s}"] == [member.name.lower().rjust(20), member.name.lower()]
        assert repr(member) == f"{kind.__name__}.{member.name}"
        assert eval(repr(member)) is member


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_members_stay_themselves_through_pickle_and_copy(kind: type[Build], protocol: int) -> None:
    for member in kind:
        assert pickle.loads(pickle.dumps(member, protocol)) is copy.copy(member) is copy.deepcopy(member) is member


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "no_such", "none ", "_member_map_", "mro"),
        *("ſafe", "ſame_ſuit", "cautıous", "any_ſuit", "kıngs_only", "unlımıted"),
    ],
)
def test_what_names_no_member_is_refused_with_the_names(kind: type[Build], text: str) -> None:
    with pytest.raises(ParseError, match="is none of .*" + ", ".join(kind.__members__).lower()):
        kind.parse(text)


# Fields


def test_freecell_is_what_rules_are_by_default() -> None:
    rules = Rules()
    assert {name: getattr(rules, name) for name in FIELDS} == {
        "cells": 4,
        "columns": 8,
        "build": Build.ALTERNATE_COLOURS,
        "empty_columns": EmptyColumns.ANY_CARD,
        "supermoves": Supermoves.STANDARD,
        "foundation_takeback": False,
        "ranks": 13,
        "base": 1,
        "wrap": False,
        "layout": Layout.ROWS,
    }
    assert rules == Rules.FREECELL
    assert tuple(field.name for field in dataclasses.fields(Rules)) == FIELDS


NAMED = {
    "freecell": Rules(),
    "relaxed_freecell": Rules(supermoves=Supermoves.UNLIMITED),
    "forecell": Rules(empty_columns=EmptyColumns.KINGS_ONLY, layout=Layout.FORECELL),
    "bakers_game": Rules(build=Build.SAME_SUIT),
    "kings_only_bakers_game": Rules(build=Build.SAME_SUIT, empty_columns=EmptyColumns.KINGS_ONLY),
    "eight_off": Rules(cells=8, build=Build.SAME_SUIT, empty_columns=EmptyColumns.KINGS_ONLY, layout=Layout.EIGHT_OFF),
    "seahaven_towers": Rules(
        columns=10, build=Build.SAME_SUIT, empty_columns=EmptyColumns.KINGS_ONLY, layout=Layout.SEAHAVEN_TOWERS
    ),
    "relaxed_seahaven_towers": Rules(
        columns=10,
        build=Build.SAME_SUIT,
        empty_columns=EmptyColumns.KINGS_ONLY,
        supermoves=Supermoves.UNLIMITED,
        layout=Layout.SEAHAVEN_TOWERS,
    ),
    "penguin": Rules(
        cells=7,
        columns=7,
        build=Build.SAME_SUIT,
        empty_columns=EmptyColumns.KINGS_ONLY,
        supermoves=Supermoves.UNLIMITED,
        base=0,
        wrap=True,
        layout=Layout.PENGUIN,
    ),
    "bakers_dozen": Rules(
        cells=0, columns=13, build=Build.ANY_SUIT, empty_columns=EmptyColumns.NOTHING, layout=Layout.BAKERS_DOZEN
    ),
    "beleaguered_castle": Rules(cells=0, build=Build.ANY_SUIT, layout=Layout.BELEAGUERED_CASTLE),
    "streets_and_alleys": Rules(cells=0, build=Build.ANY_SUIT),
    "citadel": Rules(cells=0, build=Build.ANY_SUIT, layout=Layout.CITADEL),
    "fan": Rules(cells=0, columns=18, build=Build.SAME_SUIT, empty_columns=EmptyColumns.KINGS_ONLY, layout=Layout.FAN),
    "good_measure": Rules(
        cells=0, columns=10, build=Build.ANY_SUIT, empty_columns=EmptyColumns.NOTHING, layout=Layout.GOOD_MEASURE
    ),
    "cruel": Rules(
        cells=0, columns=12, build=Build.SAME_SUIT, empty_columns=EmptyColumns.NOTHING, layout=Layout.BELEAGUERED_CASTLE
    ),
}


def test_the_named_rules() -> None:
    assert Rules.named() == NAMED
    assert list(Rules.named()) == list(NAMED)
    for name, rules in NAMED.items():
        assert getattr(Rules, name.upper()) == Rules.parse(name) == rules
        assert str(rules) == name


def test_what_named_gives_may_be_changed_without_harm() -> None:
    Rules.named().clear()
    assert Rules.parse("bakers_game") == Rules.named()["bakers_game"]


@pytest.mark.parametrize("name", RANGES)
def test_both_ends_of_a_range_and_nothing_beyond(name: str) -> None:
    first, last = RANGES[name]
    for value in (first, last):
        assert getattr(Rules(layout=Layout.PENGUIN, **{name: value}), name) == value  # type: ignore[arg-type]
    for value in (first - 1, last + 1, -(2**70), 2**70):
        with pytest.raises(FreeCellError, match=f"{name} must be from {first} to {last}, not {value}"):
            Rules(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("value", [3.0, 3.7, "3", None, b"3", [3]])
def test_numbers_are_whole_and_not_cut(name: str, value: Any) -> None:
    with pytest.raises(FreeCellError, match=f"{name} must be a whole number"):
        Rules(**{name: value})


@pytest.mark.parametrize("name", [*MEMBERS, *TRUTHS])
@pytest.mark.parametrize("value", [0, 1, "same_suit", "standard", None, AutoPlay.NONE, 3.7])
def test_the_other_fields_take_only_their_own_kind(name: str, value: Any) -> None:
    with pytest.raises(FreeCellError, match=f"{name} must be a "):
        Rules(**{name: value})


class Rank(IntEnum):
    FOUR = 4


def test_numbers_given_otherwise_are_kept_as_plain_ints() -> None:
    rules = Rules(cells=Suit.DIAMONDS, columns=Suit.HEARTS, ranks=Rank.FOUR)
    assert repr(rules) == "Rules(cells=1, columns=2, ranks=4)"
    assert str(rules) == "freecell,cells=1,columns=2,ranks=4"
    assert (type(rules.cells), type(rules.columns), type(rules.ranks)) == (int, int, int)


def test_fields_are_named_not_counted() -> None:
    with pytest.raises(TypeError):
        Rules(4)  # type: ignore[call-arg]


# Replace


@given(RULES, RULES)
def test_replacing_every_field_gives_the_other_rules(rules: Rules, other: Rules) -> None:
    assert rules.replace(**{name: getattr(other, name) for name in FIELDS}) == other
    assert rules.replace() == rules


def test_replace_changes_one_field_of_a_copy() -> None:
    rules = Rules.BAKERS_GAME.replace(cells=3)
    assert (rules.cells, rules.build) == (3, Build.SAME_SUIT)
    assert Rules.BAKERS_GAME.cells == 4


def test_replace_names_what_it_does_not_know() -> None:
    with pytest.raises(FreeCellError, match="no decks, jokers: they have cells, columns"):
        Rules.FREECELL.replace(jokers=2, decks=2, cells=3)
    with pytest.raises(FreeCellError, match="cells must be from 0 to 10, not 11"):
        Rules.FREECELL.replace(cells=11)
    with pytest.raises(FreeCellError, match="build must be a Build"):
        Rules.FREECELL.replace(build="same_suit")


# Text


@given(RULES)
def test_rules_are_read_back_from_text_and_repr(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert Rules.parse(str(rules).upper().replace(",", " , ").replace("=", " = ")) == rules
    assert eval(repr(rules)) == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("freecell", Rules.FREECELL),
        ("FreeCell", Rules.FREECELL),
        ("bakers-game", Rules.BAKERS_GAME),
        (" Relaxed_FreeCell ", Rules.RELAXED_FREECELL),
        ("cells=3", Rules(cells=3)),
        ("bakers_game,cells=3", Rules.BAKERS_GAME.replace(cells=3)),
        ("bakers_game, build = any_suit", Rules(build=Build.ANY_SUIT)),
        ("foundation_takeback=TRUE", Rules(foundation_takeback=True)),
        ("relaxed_freecell,foundation_takeback=false", Rules.RELAXED_FREECELL),
        ("empty_columns=kings_only", Rules(empty_columns=EmptyColumns.KINGS_ONLY)),
        ("supermoves=off,empty_columns=nothing", Rules(empty_columns=EmptyColumns.NOTHING, supermoves=Supermoves.OFF)),
        ("ranks=5\n,columns=6", Rules(ranks=5, columns=6)),
        ("wrap=true,base=4", Rules(base=4, wrap=True)),
        ("Penguin,base=9", Rules.PENGUIN.replace(base=9)),
        ("layout=citadel", Rules(layout=Layout.CITADEL)),
        ("eight-off,cells=7", Rules.EIGHT_OFF.replace(cells=7)),
    ],
)
def test_readings(text: str, rules: Rules) -> None:
    assert Rules.parse(text) == rules


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (Rules(), "freecell"),
        (Rules(build=Build.SAME_SUIT), "bakers_game"),
        (Rules.BAKERS_GAME.replace(cells=3), "bakers_game,cells=3"),
        (Rules(foundation_takeback=True, cells=0), "freecell,cells=0,foundation_takeback=true"),
        (Rules(build=Build.ANY_SUIT), "freecell,build=any_suit"),
        (Rules(cells=0, build=Build.ANY_SUIT), "streets_and_alleys"),
        (Rules.PENGUIN.replace(base=9), "penguin,base=9"),
        (Rules.FORECELL.replace(columns=7), "forecell,columns=7"),
        (Rules(base=13, wrap=True), "freecell,base=13,wrap=true"),
    ],
)
def test_writings(rules: Rules, text: str) -> None:
    assert [str(rules), f"{rules}", f"{rules:<50}"] == [text, text, text.ljust(50)]


def test_the_repr_shows_what_differs_from_freecell() -> None:
    assert repr(Rules()) == "Rules()"
    assert repr(Rules(build=Build.SAME_SUIT, foundation_takeback=True)) == (
        "Rules(build=Build.SAME_SUIT, foundation_takeback=True)"
    )


@pytest.mark.parametrize(
    ("text", "piece", "column"),
    [
        ("", "", 1),
        ("no_such_game", "no_such_game", 1),
        ("cells=3,freecell", "freecell", 9),
        ("freecell,freecell", "freecell", 10),
        ("freecell,", "", 10),
        ("=3", "=3", 1),
        ("freecell,jokers=2", "jokers=2", 10),
        ("freecell=3", "freecell=3", 1),
        ("freecell;cells=3", "freecell;cells=3", 1),
    ],
)
def test_what_is_no_rule_is_named_with_its_column(text: str, piece: str, column: int) -> None:
    with pytest.raises(ParseError, match="is not a rule") as caught:
        Rules.parse(text)
    assert (caught.value.text, caught.value.line, caught.value.column) == (piece, 1, column)
    assert caught.value.reason == (
        f"{piece!r} is not a rule: the names are {', '.join(Rules.named())}; the fields are {', '.join(FIELDS)}"
    )


@pytest.mark.parametrize(
    ("text", "piece", "column", "values"),
    [
        ("cells", "cells", 1, "cells is a whole number from 0 to 10"),
        ("cells=", "cells=", 1, "cells is a whole number from 0 to 10"),
        ("cells=three", "cells=three", 1, "cells is a whole number from 0 to 10"),
        ("cells=3.7", "cells=3.7", 1, "cells is a whole number from 0 to 10"),
        ("cells=4=4", "cells=4=4", 1, "cells is a whole number from 0 to 10"),
        ("cells=3, columns=many", "columns=many", 9, "columns is a whole number from 1 to 18"),
        ("ranks=-1", "ranks=-1", 1, "ranks is a whole number from 1 to 13"),
        ("freecell,build=red", "build=red", 10, "build is alternate_colours, same_suit, any_suit"),
        ("build=0", "build=0", 1, "build is alternate_colours, same_suit, any_suit"),
        ("Empty-Columns=kings", "empty-columns=kings", 1, "empty_columns is any_card, kings_only, nothing"),
        ("supermoves", "supermoves", 1, "supermoves is standard, cells_only, unlimited, off"),
        ("foundation_takeback=1", "foundation_takeback=1", 1, "foundation_takeback is true or false"),
        ("wrap=yes", "wrap=yes", 1, "wrap is true or false"),
        ("base=king", "base=king", 1, "base is a whole number from 0 to 13"),
        ("layout=fane", "layout=fane", 1, f"layout is {', '.join(map(str, Layout))}"),
    ],
)
def test_what_a_field_cannot_be_is_refused_with_what_it_can_be(text: str, piece: str, column: int, values: str) -> None:
    with pytest.raises(ParseError) as caught:
        Rules.parse(text)
    error = caught.value
    assert error.reason.lower() == f"{piece!r} is not a rule: {values}"
    assert (error.text.strip().lower(), error.line, error.column) == (piece, 1, column)


def test_what_a_field_is_said_to_be_can_be_read() -> None:
    for name in FIELDS:
        with pytest.raises(ParseError) as caught:
            Rules.parse(name)
        values = caught.value.reason.partition(f" is not a rule: {name} is ")[2]
        found = re.fullmatch(r"a whole number from (\d+) to (\d+)", values)
        listed = list(found.groups()) if found else re.split(", | or ", values)
        others = {"base": "layout=penguin", "layout": "cells=7"}.get(name, "freecell")
        assert len({Rules.parse(f"{others},{name}={value}") for value in listed}) == len(listed) >= 2


@pytest.mark.parametrize(
    "text", ["cells=1_0", "cells=+4", "cells=٤", "cells=４", "cells=-0", "cells=0x4", "cells=" + "1" * 5000]
)
def test_numbers_are_written_in_plain_digits(text: str) -> None:
    with pytest.raises(ParseError, match="is not a rule"):
        Rules.parse(text)


@pytest.mark.parametrize("text", ["ba\u212aers_game", "build=ſame_ſuit", "\u212aings", "columnſ=3"])
def test_letters_that_only_fold_to_a_name_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="is not a rule"):
        Rules.parse(text)


def test_a_field_is_said_once() -> None:
    with pytest.raises(ParseError):
        Rules.parse("cells=3,cells=4")


def test_a_field_out_of_its_range_is_named() -> None:
    with pytest.raises(FreeCellError, match="cells must be from 0 to 10, not 11"):
        Rules.parse("cells=11")
    with pytest.raises(FreeCellError, match="columns must be from 1 to 18, not 0"):
        Rules.parse("bakers_game,columns=0")


@pytest.mark.parametrize("value", [None, 4, b"freecell", Rules.FREECELL, 3.7, pytest.param(10**5000, id="long")])
def test_rules_are_read_from_text_only(value: Any) -> None:
    with pytest.raises(WrongTypeError, match="rules must be text"):
        Rules.parse(value)


@given(st.text(max_size=12) | st.text(alphabet="freecll_,=ks34 ", max_size=20))
def test_any_text_is_rules_or_an_error_of_ours(text: str) -> None:
    try:
        rules = Rules.parse(text)
    except FreeCellError:
        return
    assert Rules.parse(str(rules)) == rules


# Values


@given(RULES)
def test_equal_rules_are_equal_in_every_way(rules: Rules) -> None:
    twin = Rules(**{name: getattr(rules, name) for name in FIELDS})
    assert twin == rules
    assert (twin != rules) is False
    assert hash(twin) == hash(rules)


@given(RULES)
def test_rules_that_differ_in_one_field_differ(rules: Rules) -> None:
    others = _differ_by_one_field(rules)
    assert len(others) >= 35  # most where nothing is contradicted
    assert all(other != rules and repr(other) != repr(rules) and str(other) != str(rules) for other in others)
    assert len({rules, *others}) == len(others) + 1
    assert len({hash(other) for other in [rules, *others]}) > len(others) // 2


def test_rules_are_no_tuple_and_no_text() -> None:
    rules = Rules()
    others: list[object] = [(4, 8, 0, 0, 0, False, 13, 1, False, 0), "freecell", None]
    assert all(rules != other for other in others)
    with pytest.raises(TypeError):
        rules < Rules(cells=3)  # type: ignore[operator]  # noqa: B015


@pytest.mark.parametrize("name", [*FIELDS, "FREECELL", "jokers"])
def test_rules_cannot_be_changed(name: str) -> None:
    rules = Rules(cells=3)
    with pytest.raises((AttributeError, TypeError)):
        setattr(rules, name, 3)
    with pytest.raises((AttributeError, TypeError)):
        delattr(rules, name)
    assert rules == Rules(cells=3)
    assert not hasattr(rules, "__dict__")


@given(RULES, st.sampled_from(PROTOCOLS))
def test_rules_survive_pickle_and_copy(rules: Rules, protocol: int) -> None:
    for twin in (pickle.loads(pickle.dumps(rules, protocol)), copy.copy(rules), copy.deepcopy(rules)):
        assert twin == rules
        assert (repr(twin), hash(twin)) == (repr(rules), hash(rules))


@pytest.mark.parametrize(
    ("rules", "never"),
    [
        (Rules.FREECELL, {"none", "sure", "cautious", "horne", "raymond"}),
        (Rules.FREECELL.replace(foundation_takeback=True), {"none", "sure", "cautious"}),
        (Rules.BAKERS_GAME, {"none", "sure", "cautious", "horne", "raymond", "all"}),
        (Rules.FREECELL.replace(build=Build.ANY_SUIT), {"none", "sure"}),
        (Rules.BAKERS_GAME.replace(wrap=True), {"none", "sure"}),
    ],
    ids=str,
)
def test_what_never_spoils_a_game(rules: Rules, never: set[str]) -> None:
    assert {str(autoplay) for autoplay in AutoPlay if rules.never_spoiled_by(autoplay)} == never
    assert rules.usual_autoplay is (AutoPlay.HORNE if "horne" in never else AutoPlay.SURE)


def test_hashes_are_the_same_in_every_process() -> None:
    code = "from freecell.rules import *; print([hash(r) for r in Rules.named().values()], hash(AutoPlay.HORNE))"
    here = f"{[hash(rules) for rules in Rules.named().values()]} {hash(AutoPlay.HORNE)}"
    prints_everywhere(code, here)
