"""The games of the family: how each is laid, as text and bytes, and which boards are a start."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
import random
import re
from collections.abc import Iterator
from itertools import pairwise, permutations

import pytest
from helpers.paths import DATA
from hypothesis import given, settings
from reference import Position
from strategies import deal_numbers, rules, twin_of

import freecell
from freecell import Deal, FreeCellError, InvalidStateError, Layout, Rules, State
from freecell import rules as rules_module
from freecell.cards import CARDS, RANKS, Card
from freecell.layouts import Board, lay, not_dealt

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


# Boards that are not a start


def moved(state: State, source: int, target: int) -> list[list[str]]:
    """The columns with the last card of one laid onto another."""
    columns = [list(map(str, column)) for column in state.columns]
    columns[target].append(columns[source].pop())
    return columns


def written(columns: list[list[str]], cells: list[str], home: list[int]) -> str:
    lines = [" ".join(column) or ":" for column in columns]
    foundations = " ".join(f"{suit}-{('0' + RANKS)[home['CDHS'.index(suit)]]}" for suit in "HCDS")
    return "\n".join([f"Foundations: {foundations}", f"Freecells: {' '.join(cells)}", *lines])


@pytest.mark.parametrize("game", [game for game in GAMES if game != "citadel"])
def test_columns_of_another_length_are_refused_by_number(game: str) -> None:
    state = Deal(1, GAMES[game]).state()
    cells = ["-" if card is None else str(card) for card in state.cells]
    for source, target in ((0, 1), (3, 0), (len(state.columns) - 2, len(state.columns) - 1)):
        board = written(moved(state, source, target), cells, list(state.foundations))
        assert State.parse(board, GAMES[game])
        with pytest.raises(InvalidStateError) as caught:
            Deal.parse(board, GAMES[game])
        assert sorted(caught.value.reasons) == sorted(
            f"column {place + 1} has {len(state.columns[place]) + more} cards,"
            f" at the start it has {len(state.columns[place])}"
            for place, more in ((source, -1), (target, 1))
        )


@pytest.mark.parametrize("game", [game for game, played in GAMES.items() if played.cells])
def test_cells_that_are_full_or_empty_are_refused_by_name(game: str) -> None:
    state = Deal(1, GAMES[game]).state()
    for place, card in enumerate(state.cells):
        cells = ["-" if other is None else str(other) for other in state.cells]
        columns = [list(map(str, column)) for column in state.columns]
        if card is None:
            cells[place] = columns[2].pop()
        else:
            columns[2].append(cells[place])
            cells[place] = "-"
        with pytest.raises(InvalidStateError) as caught:
            Deal.parse(written(columns, cells, list(state.foundations)), GAMES[game])
        found = [reason for reason in caught.value.reasons if reason.startswith("cell ")]
        assert found == [f"cell {'abcdefgklm'[place]} is {'full' if card is None else 'empty'}, at the start it is not"]
        assert any(reason.startswith("column 3 has ") for reason in caught.value.reasons)


def test_cells_that_are_exchanged_are_refused() -> None:
    board = str(Deal(1, Rules.EIGHT_OFF)).replace("6S - 9C -", "6S 9C - -")
    with pytest.raises(InvalidStateError, match=r"cell b is full.*cell c is empty"):
        Deal.parse(board, Rules.EIGHT_OFF)


@pytest.mark.parametrize("game", ["beleaguered_castle", "cruel", "good_measure", "penguin", "citadel", "freecell"])
def test_foundations_that_have_or_have_not_begun_are_refused(game: str) -> None:
    state = Deal(1, GAMES[game]).state()
    home = list(state.foundations)
    columns = [list(map(str, column)) for column in state.columns]
    cells = ["-"] * len(state.cells)
    if game == "freecell":
        home[2] = 1
        columns = [[card for card in column if card != "AH"] for column in columns]
    else:
        suit = next(suit for suit in range(4) if home[suit])
        while home[suit]:
            columns[0].append(RANKS[home[suit] - 1] + "CDHS"[suit])
            home[suit] = home[suit] - 1 if home[suit] > 1 and home[suit] != state.rules.base else 0
    with pytest.raises(InvalidStateError) as caught:
        Deal.parse(written(columns, cells, home), GAMES[game])
    assert {
        "beleaguered_castle": "AC is not home, at the start it is",
        "cruel": "AC is not home, at the start it is",
        "good_measure": "of AC, AD, AH, AS 2 are home at the start, not 1",
        "penguin": "of JC, JD, JH, JS 3 are home at the start, not 2",
        "citadel": "AC is not home, at the start it is",
        "freecell": "AH is home, at the start it is not",
    }[game] in caught.value.reasons


def laid_by_rows(cards: tuple[Card, ...], lengths: list[int], home: tuple[int, ...], cells: int) -> Board:
    columns: list[list[Card]] = [[] for _ in lengths]
    places = [place for row in range(max(lengths)) for place, length in enumerate(lengths) if row < length]
    for place, card in zip(places, cards, strict=True):
        columns[place].append(card)
    return Board(tuple(map(tuple, columns)), (None,) * cells, home)


@pytest.mark.parametrize(("columns", "base"), [(1, 1), (2, 2), (3, 1), (3, 2), (4, 1), (18, 2)])
@pytest.mark.parametrize("game", ["bakers_dozen", "good_measure", "penguin", "beleaguered_castle", "citadel"])
def test_exactly_the_boards_that_some_order_of_cards_lays_are_deals(game: str, columns: int, base: int) -> None:
    """With eight cards, every order can be laid, and every board of the same shape looked at."""
    played = GAMES[game].replace(ranks=2, columns=columns, base=base)
    dealt = {lay(cards, played) for cards in permutations(CARDS[:8])}
    rng = random.Random(columns)
    looked_at, refused = 0, 0
    for home in sorted({board.foundations for board in dealt}):
        left = [
            card
            for card in CARDS[:8]
            if (card.rank - base) % 2 >= (home[card.suit] and 1 + (home[card.suit] - base) % 2)
        ]
        lengths = next([len(column) for column in board.columns] for board in dealt if board.foundations == home)
        orders = list(permutations(left))
        for cards in rng.sample(orders, min(500, len(orders))):
            board = laid_by_rows(cards, lengths, home, played.cells)
            assert (not_dealt(board, played) == []) is (board in dealt)
            looked_at, refused = looked_at + 1, refused + (board not in dealt)
    assert all(not_dealt(board, played) == [] for board in dealt)
    assert looked_at
    assert refused or game in ("beleaguered_castle", "citadel") or columns == 18


@pytest.mark.parametrize("columns", [1, 2, 3, 5])
def test_exactly_the_boards_that_some_order_of_cards_lays_are_citadels(columns: int) -> None:
    """With twos and threes only, where aces are home: every order is laid, and any board of such a shape looked at."""
    played = Rules.CITADEL.replace(ranks=3, columns=columns)
    dealt = {lay((*CARDS[:4], *cards), played) for cards in permutations(CARDS[4:12])}
    assert all(not_dealt(board, played) == [] for board in dealt)
    rng = random.Random(columns)
    most = [len(range(place, 8, columns)) for place in range(columns)]
    refused = 0
    for _ in range(3_000):
        home = tuple(rng.choice((1, 2, 2, 2, 3)) for _ in range(4))
        left = [card for card in CARDS[4:12] if card.rank > home[card.suit]]
        lengths = [0] * columns
        for _ in left:
            lengths[rng.choice([place for place in range(columns) if lengths[place] < most[place]])] += 1
        board = laid_by_rows(tuple(rng.sample(left, len(left))), lengths, home, 0)
        assert (not_dealt(board, played) == []) is (board in dealt)
        refused += 1 not in home and board not in dealt
    assert refused > 10 or columns == 1


@pytest.mark.parametrize(
    ("game", "changes", "reason"),
    [
        ("bakers_dozen", {"KC": "6S"}, "KC lies on AH in column 4, at the start it lies under it"),
        ("good_measure", {"KC": "5H"}, "KC lies on 9D in column 3, at the start it lies under it"),
        ("penguin", {"JH": "6H"}, "6H is the deepest card of column 1, at the start it is JH"),
        ("citadel", {"H-2": "H-A", "4H\n": "4H 2H\n"}, "2H is in column 2, but follows AH, which was home before"),
    ],
)
def test_a_card_that_no_deal_lays_there_is_named(game: str, changes: dict[str, str], reason: str) -> None:
    """Two cards change places, or one is taken back from home."""
    board = str(Deal(1, GAMES[game]))
    for one, other in changes.items():
        board = re.sub(f"{one}|{other}", lambda found, one=one, other=other: other if found[0] == one else one, board)
    assert State.parse(board, GAMES[game])
    with pytest.raises(InvalidStateError) as caught:
        Deal.parse(board, GAMES[game])
    assert [found.startswith(reason) for found in caught.value.reasons] == [True]


def test_a_citadel_may_have_columns_of_any_length() -> None:
    played = Rules.CITADEL
    assert len({len(column) for column in Deal(1, played).columns}) > 1
    assert all(Deal.parse(str(Deal(number, played)), played) == Deal(number, played) for number in range(1, 200))


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_are_not_a_whole_deck_are_refused(game: str) -> None:
    cards = list(Deal(1, GAMES[game]).cards or ())
    for wrong in (cards[1:], [*cards, cards[0]], [cards[1], *cards[1:]], []):
        with pytest.raises(InvalidStateError):
            Deal.from_cards(wrong, GAMES[game])


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
