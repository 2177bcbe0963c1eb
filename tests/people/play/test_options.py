"""Options as values, and the options of the three styles."""

from __future__ import annotations

import dataclasses
from dataclasses import FrozenInstanceError

import pytest

from freecell import AutoPlay, Deal, FreeCellError, Rules
from freecell.play import Game, Options, Place, Scoring


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("autoplay", 2),
        ("autoplay", "horne"),
        ("on_deal", 1),
        ("undo_limit", -1),
        ("undo_limit", 1.5),
        ("takeback", "yes"),
        ("cells", ()),
        ("cells", 4),
        ("cells", (4, 4)),
        ("cells", (11,)),
        ("tap_order", "home"),
        ("tap_order", ("home",)),
        ("tap_order", (Place.HOME, Place.HOME)),
        ("double_click_order", ("home",)),
        ("double_click_order", (Place.HOME, Place.HOME)),
        ("scoring", (10, 5)),
        ("automatic_counts", None),
        ("last_accepted", 0),
        ("last_accepted", 2**33),
        ("last_drawn", 0),
        ("hint_nodes", -1),
        ("solve_nodes", None),
    ],
)
def test_impossible_options_are_refused(field: str, value: object) -> None:
    with pytest.raises(FreeCellError, match=field):
        Options().replace(**{field: value})


def test_options_are_values() -> None:
    assert Options(cells=[4, 2]) == Options(cells=(4, 2))  # type: ignore[arg-type]
    assert Options() == Options.USUAL == Game(Deal(1)).options
    assert Options() != Options.OYNA
    assert len({Options.OYNA, Options.CLASSIC, Options.OPEN, Options.OPEN.replace()}) == 3
    with pytest.raises(FrozenInstanceError):
        Options.OPEN.on_deal = True  # type: ignore[misc]
    with pytest.raises(FreeCellError, match="options have no speed: they have autoplay, on_deal"):
        Options().replace(speed=3)
    with pytest.raises(FreeCellError, match="last_drawn"):
        Options(last_accepted=100)
    assert Options.OPEN.scoring == Scoring()
    for field in dataclasses.fields(Scoring):
        for bad in (0.5, 10**7, -(10**7)):
            with pytest.raises(FreeCellError, match=f"^{field.name} must be"):
                dataclasses.replace(Scoring(), **{field.name: bad})


def test_what_the_styles_say() -> None:
    everywhere = (Place.HOME, Place.COLUMN, Place.CELL, Place.EMPTY_COLUMN)
    oyna, classic, opened = Options.OYNA, Options.CLASSIC, Options.OPEN
    assert (oyna.autoplay, oyna.on_deal, oyna.automatic_counts) == (AutoPlay.CAUTIOUS, True, True)
    assert (oyna.undo_limit, oyna.hint_nodes, oyna.solve_nodes) == (500, 60_000, 400_000)
    assert (classic.autoplay, classic.on_deal, classic.automatic_counts) == (AutoPlay.HORNE, False, False)
    assert (classic.undo_limit, classic.tap_order, classic.scoring) == (None, everywhere, None)
    assert (opened.autoplay, opened.undo_limit, opened.tap_order) == (AutoPlay.NONE, 100, (Place.HOME,))
    assert [style.double_click_order for style in (oyna, classic)] == [(Place.HOME, Place.CELL)] * 2
    assert opened.double_click_order == (Place.HOME,)
    assert [style.takeback for style in (oyna, classic, opened)] == [False, False, True]
    assert opened.draw().rules == opened.deal(5).rules == Rules.FREECELL
    assert opened.replace(cells=(2, 1)).deal(5).rules.cells == 2
    assert opened.deal(5, Rules.BAKERS_GAME) == Deal(5, Rules.BAKERS_GAME)
