"""A measure as a value: what counts as a move."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import freecell
from freecell import AutoPlay, FreeCellError, Measure, ParseError, Rules, WrongTypeError

MEASURES = [
    Measure.CARDS,
    Measure.RUNS,
    *(Measure.player(policy, on_deal) for policy, on_deal in product([None, *AutoPlay], (False, True))),
]


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_a_measure_is_a_value(measure: Measure) -> None:
    assert Measure.parse(str(measure)) == measure == Measure.parse(f" {str(measure).upper()} ")
    assert eval(repr(measure), vars(freecell).copy()) == measure
    for twin in (pickle.loads(pickle.dumps(measure)), copy.copy(measure), copy.deepcopy(measure)):
        assert twin == measure
        assert hash(twin) == hash(measure)
    assert f"{measure:>40}" == str(measure).rjust(40)
    with pytest.raises(AttributeError):
        measure.on_deal = True  # type: ignore[misc]


def test_measures_differ() -> None:
    assert len(set(MEASURES)) == len(set(map(str, MEASURES))) == len(set(map(repr, MEASURES))) == len(MEASURES)


def test_measures_as_they_are_written() -> None:
    assert str(Measure.CARDS) == "cards"
    assert repr(Measure.CARDS) == "Measure.CARDS"
    assert str(Measure.player()) == "player"
    assert repr(Measure.player()) == "Measure.player()"
    assert str(Measure.player(AutoPlay.ALL, on_deal=True)) == "player,autoplay=all,on_deal=true"
    assert repr(Measure.player(on_deal=True)) == "Measure.player(on_deal=True)"
    assert Measure.parse("player, autoplay = horne, on_deal = false") == Measure.player(AutoPlay.HORNE)


def test_the_usual_autoplay_is_filled_in() -> None:
    assert Measure.player().under(Rules.FREECELL) == Measure.player(AutoPlay.HORNE)
    assert Measure.player(on_deal=True).under(Rules.FREECELL) == Measure.player(AutoPlay.HORNE, on_deal=True)
    wrapped = Rules.FREECELL.replace(wrap=True)
    assert Measure.player().under(wrapped) == Measure.player(AutoPlay.SURE)
    for measure in (Measure.CARDS, Measure.RUNS, Measure.player(AutoPlay.ALL)):
        assert measure.under(Rules.FREECELL) is measure
    for bad in (None, "freecell", 5):
        with pytest.raises(TypeError, match="Rules"):
            Measure.player().under(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "players",
        "cards,autoplay=all",
        "runs,on_deal=true",
        "player,",
        "player,autoplay",
        "player,autoplay=",
        "player,autoplay=most",
        "player,on_deal=yes",
        "player,cells=3",
        "player,autoplay=all,autoplay=none",
    ],
)
def test_what_is_not_a_measure_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="is not a measure: "):
        Measure.parse(text)


@pytest.mark.parametrize("value", [None, 2, Measure.CARDS])
def test_measures_are_parsed_from_text_only(value: Any) -> None:
    with pytest.raises(WrongTypeError, match="a measure must be text, not "):
        Measure.parse(value)


@given(st.text() | st.from_regex(r"(cards|runs|player)(,\w*=?\w*)*", fullmatch=True))
def test_parsing_raises_only_errors_of_ours(text: str) -> None:
    try:
        measure = Measure.parse(text)
    except ParseError:
        return
    assert Measure.parse(str(measure)) == measure


@pytest.mark.parametrize("value", ["all", 4, True])
def test_bad_arguments_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r"AutoPlay\.ALL"):
        Measure.player(value)
    with pytest.raises(TypeError, match="True or False"):
        Measure.player(AutoPlay.ALL, on_deal=value if value is not True else 1)
    with pytest.raises(FreeCellError, match="'player', 'runs' or 'cards'"):
        Measure(value)
    with pytest.raises(FreeCellError, match=r"apply only to Measure\.player, not to cards"):
        Measure("cards", AutoPlay.ALL)
