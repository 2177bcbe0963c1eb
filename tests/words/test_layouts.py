"""The games of the family: how each is laid, as text and bytes, and which boards are a start."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
from collections.abc import Iterator
from itertools import pairwise

import pytest
from helpers.paths import DATA
from hypothesis import given, settings
from reference import Position
from strategies import deal_numbers, rules, twin_of

import freecell
from freecell import Deal, FreeCellError, Layout, Rules, State
from freecell import rules as rules_module
from freecell.cards import RANKS

GAMES = Rules.named()
TOLD = (Layout.ROWS, Layout.FORECELL, Layout.EIGHT_OFF, Layout.SEAHAVEN_TOWERS, Layout.FAN)
"""The layouts in which each card goes to a place of its own, whatever cards there are."""

LAYOUTS = [
    (game, int(number), board.replace(" / ", "\n"))
    for name in ("family_layouts.tsv", "family_layouts_pysolfc.tsv")
    for game, number, board in (line.split("\t") for line in (DATA / name).read_text("ascii").splitlines()[1:])
]


# As others lay them


def test_every_game_has_layouts_on_record() -> None:
    assert {game for game, _, _ in LAYOUTS} == set(GAMES)


@pytest.mark.parametrize(("game", "number", "board"), LAYOUTS, ids=[f"{game}-{number}" for game, number, _ in LAYOUTS])
def test_a_numbered_deal_is_laid_as_players_know_it(game: str, number: int, board: str) -> None:
    deal = Deal(number, GAMES[game])
    heads = {
        name: words.split() for name, colon, words in (line.partition(":") for line in board.splitlines()) if colon
    }
    columns = [line for line in board.splitlines() if ":" not in line]
    assert [" ".join(map(str, column)) for column in deal.columns] == columns
    cells = heads.get("Freecells", [])
    cells += ["-"] * (len(deal.cells) - len(cells))
    assert ["-" if card is None else str(card) for card in deal.cells] == cells
    home = {word[0]: word[2] for word in heads.get("Foundations", [])}
    assert deal.foundations == tuple(("0" + RANKS).index(home.get(suit, "0")) for suit in "CDHS")
    assert Deal.parse(board, GAMES[game]) == deal
    assert State.parse(board, GAMES[game]) == deal.state()


@settings(max_examples=300)
@given(deal_numbers(), rules())
def test_any_deal_is_laid_as_the_twin_lays_it(number: int, game: Rules) -> None:
    deal, twin = Deal(number, game), Position.deal(number, game)
    assert twin_of(deal.state()) == twin
    assert twin_of(Deal.from_cards(deal.cards or (), game).state()) == twin
    for kind in (deal, Deal.from_cards(deal.cards or (), game), Deal.parse(str(deal), game)):
        for again in copies(kind):
            assert (again, hash(again), str(again)) == (deal, hash(deal), str(deal))
        assert all((again.number, again.cards) == (kind.number, kind.cards) for again in list(copies(kind))[1:])
    assert (deal.columns, deal.cells, deal.foundations) == (
        deal.state().columns,
        deal.state().cells,
        deal.state().foundations,
    )


# Carried elsewhere


def copies(deal: Deal) -> Iterator[Deal]:
    yield Deal.parse(str(deal), deal.rules)
    yield eval(repr(deal), vars(freecell).copy())
    yield pickle.loads(pickle.dumps(deal))
    yield copy.copy(deal)
    yield copy.deepcopy(deal)


@pytest.mark.parametrize("ranks", [13, 12, 5, 2, 1])
@pytest.mark.parametrize("game", GAMES)
def test_deals_and_states_are_read_back(game: str, ranks: int) -> None:
    played = GAMES[game].replace(ranks=ranks)
    for number in (1, 24, 617, 2**31, 2**33 - 1):
        deal = Deal(number, played)
        assert deal.cards is not None
        by_cards = Deal.from_cards(deal.cards, played)
        by_board = Deal.parse(str(deal), played)
        for kind in (deal, by_cards, by_board):
            for twin in copies(kind):
                assert twin == deal
                assert hash(twin) == hash(deal)
                assert (twin.rules, str(twin), twin.state()) == (played, str(deal), deal.state())
            for twin in list(copies(kind))[1:]:
                assert (twin.number, twin.cards) == (kind.number, kind.cards)
                assert repr(twin) == repr(kind)
        state = deal.state()
        for again in (
            State.parse(str(state), played),
            State.parse(str(state), state.rules),
            State.from_bytes(state.to_bytes()),
            eval(repr(state), vars(freecell).copy()),
            pickle.loads(pickle.dumps(state)),
        ):
            assert again == state
            assert (again.rules, again.key()) == (state.rules, state.key())


@pytest.mark.parametrize("game", GAMES)
def test_another_deal_and_another_game_are_different(game: str) -> None:
    deal = Deal(1, GAMES[game])
    assert deal != Deal(2, GAMES[game])
    assert all((Deal(1, other) == deal) is (name == game) for name, other in GAMES.items())
    assert all((Deal(1, other).state() == deal.state()) is (name == game) for name, other in GAMES.items())


# The number of a layout


@pytest.mark.parametrize("game", GAMES)
def test_the_number_is_found_where_the_board_tells_the_order(game: str) -> None:
    played = GAMES[game]
    for number in (1, 617, 31_465, 2**31, 2**33 - 1):
        deal = Deal(number, played)
        assert deal.find_number() == number
        assert Deal.from_cards(deal.cards or (), played).find_number() == number
        by_board = Deal.parse(str(deal), played)
        assert by_board.number is None
        if played.layout in TOLD:
            assert by_board.cards == deal.cards
            assert by_board.find_number() == number
        else:
            assert by_board.cards is None
            with pytest.raises(FreeCellError, match=f"layout {played.layout} does not show"):
                by_board.find_number()


def test_kings_that_have_changed_places_hide_the_order() -> None:
    """Two orders of dealing, one board: no board of this layout can tell its order."""
    played = Rules.BAKERS_DOZEN
    cards = list(Deal(1, played).cards or ())[::-1]
    king = next(place for place, card in enumerate(cards) if card.rank == 13 and place >= 13)
    other = [*cards]
    deeper = next(place for place in range(king % 13, king, 13) if cards[place].rank != 13)
    other[king], other[deeper] = other[deeper], other[king]
    assert other != cards
    assert Deal.from_cards(other[::-1], played) == Deal.from_cards(cards[::-1], played)


# Rules that contradict themselves


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cells": 11}, "cells must be from 0 to 10, not 11"),
        ({"columns": 0}, "columns must be from 1 to 18, not 0"),
        ({"columns": 19}, "columns must be from 1 to 18, not 19"),
        ({"ranks": 0}, "ranks must be from 1 to 13, not 0"),
        ({"base": 14}, "base must be from 0 to 13, not 14"),
        ({"base": 0}, "base must be given, as layout rows does not lay a card home that tells it"),
        (
            {"base": 0, "layout": Layout.CITADEL},
            "base must be given, as layout citadel does not lay a card home that tells it",
        ),
        ({"ranks": 4, "base": 5}, "base must be one of the 4 ranks, not 5"),
        ({"layout": Layout.FORECELL, "cells": 3}, "layout forecell needs 4 cells, and cells is 3"),
        ({"layout": Layout.EIGHT_OFF, "cells": 6}, "layout eight_off needs 7 cells, and cells is 6"),
        ({"layout": Layout.SEAHAVEN_TOWERS, "cells": 2}, "layout seahaven_towers needs 3 cells, and cells is 2"),
        ({"layout": Layout.FAN, "columns": 1}, "layout fan needs 2 columns, and columns is 1"),
        ({"layout": "fan"}, "layout must be a Layout, not 'fan'"),
        ({"wrap": 1}, "wrap must be a bool, not 1"),
    ],
)
def test_impossible_rules_are_refused_by_the_field(fields: dict[str, object], message: str) -> None:
    with pytest.raises(FreeCellError, match=f"^{message}$"):
        Rules(**fields)  # type: ignore[arg-type]
    with pytest.raises(FreeCellError, match=f"^{message}$"):
        Rules.FREECELL.replace(**fields)


def test_a_change_that_does_not_fit_the_game_is_refused_by_the_field() -> None:
    with pytest.raises(FreeCellError, match=r"^layout forecell needs 4 cells"):
        Rules.FORECELL.replace(cells=3)
    with pytest.raises(FreeCellError, match=r"^base must be given"):
        Rules.PENGUIN.replace(layout=Layout.ROWS)
    with pytest.raises(FreeCellError, match=r"^layout eight_off needs 7 cells"):
        Rules.parse("eight_off,cells=4")
    assert Rules.FORECELL.replace(cells=4, columns=1) == Rules.parse("forecell,columns=1")
    assert Rules.PENGUIN.replace(layout=Layout.ROWS, base=2).base == 2


def test_fields_changed_together_are_checked_together() -> None:
    """Whichever field is said first."""
    rows = Rules.EIGHT_OFF.replace(cells=2, layout=Layout.ROWS)
    assert Rules.parse("eight_off,cells=2,layout=rows") == Rules.parse("eight_off,layout=rows,cells=2") == rows
    assert Rules.parse("cells=7,layout=eight_off") == Rules.parse("layout=eight_off,cells=7")
    open_base = Rules.PENGUIN.replace(cells=4)
    assert Rules.parse("base=0,layout=penguin").base == Rules.parse("layout=penguin,base=0").base == open_base.base == 0


def docstrings(kind: type) -> dict[str, str]:
    """The text after each name in a class, as documentation shows it."""
    body = next(
        node.body
        for node in ast.parse(inspect.getsource(rules_module)).body
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__
    )
    found = {}
    for node, after in pairwise(body):
        target = getattr(node, "target", None) or getattr(node, "targets", [None])[0]
        if isinstance(target, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            found[target.id] = str(after.value.value)
    return found


def test_every_game_and_every_layout_is_described() -> None:
    games = docstrings(Rules)
    assert set(games) == {name.upper() for name in GAMES}
    assert all(isinstance(getattr(Rules, name), Rules) for name in games)
    layouts = docstrings(Layout)
    assert set(layouts) == set(Layout.__members__)
    for texts in (games, layouts):
        assert len(set(texts.values())) == len(texts)
        assert all(text.endswith(".") for text in texts.values())
