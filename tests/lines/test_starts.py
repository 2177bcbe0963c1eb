"""Boards that are the start of a game, and boards that no deal lays."""

from __future__ import annotations

import random
import re
from itertools import permutations

import pytest

from freecell import CARDS, Card, Deal, FaultKind, InvalidStateError, Pile, Rules, Spot, State
from freecell.cards import RANKS
from freecell.layouts import Board, lay
from freecell.starts import not_dealt

GAMES = Rules.named()


def moved(state: State, source: int, target: int) -> list[list[str]]:
    """The columns with the last card of one laid onto another."""
    columns = [list(map(str, column)) for column in state.columns]
    columns[target].append(columns[source].pop())
    return columns


def written(columns: list[list[str]], cells: list[str], home: list[int]) -> str:
    lines = [" ".join(column) or ":" for column in columns]
    foundations = " ".join(f"{suit}-{('0' + RANKS)[home['CDHS'.index(suit)]]}" for suit in "HCDS")
    return "\n".join([f"Foundations: {foundations}", f"Freecells: {' '.join(cells)}", *lines])


def reasons(error: InvalidStateError) -> list[str]:
    return [fault.reason for fault in error.faults]


@pytest.mark.parametrize("game", [game for game in GAMES if game != "citadel"])
def test_columns_of_another_length_are_refused_by_number(game: str) -> None:
    state = Deal(1, GAMES[game]).state()
    cells = ["-" if card is None else str(card) for card in state.cells]
    for source, target in ((0, 1), (3, 0), (len(state.columns) - 2, len(state.columns) - 1)):
        board = written(moved(state, source, target), cells, list(state.foundations))
        assert State.parse(board, GAMES[game])
        with pytest.raises(InvalidStateError) as caught:
            Deal.parse(board, GAMES[game])
        assert {(fault.kind, fault.card, fault.spots) for fault in caught.value.faults} == {
            (FaultKind.COLUMN_LENGTH, None, (Spot(Pile.column(place)),)) for place in (source, target)
        }
        assert sorted(reasons(caught.value)) == sorted(
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
        found = [reason for reason in reasons(caught.value) if reason.startswith("cell ")]
        (fault,) = (fault for fault in caught.value.faults if fault.kind is not FaultKind.COLUMN_LENGTH)
        assert fault.kind is (FaultKind.CELL_FULL if card is None else FaultKind.CELL_EMPTY)
        assert fault.card == (state.columns[2][-1] if card is None else None)
        assert fault.spots == (Spot(Pile.cell(place), 0 if card is None else None),)
        assert found == [f"cell {'abcdefgklm'[place]} is {'full' if card is None else 'empty'}, at the start it is not"]
        assert any(reason.startswith("column 3 has ") for reason in reasons(caught.value))


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
    begun = tuple(Spot(Pile(f"h{suit}"), 0) for suit, rank in zip("cdhs", home, strict=True) if rank)
    not_home = (FaultKind.ACE_NOT_HOME, "AC", (Spot(Pile("1"), len(columns[0]) - 1),))
    fault = next(fault for fault in caught.value.faults if fault.kind is not FaultKind.COLUMN_LENGTH)
    assert (fault.kind, fault.card and str(fault.card), fault.spots) == {
        "beleaguered_castle": not_home,
        "cruel": not_home,
        "good_measure": (FaultKind.ACES_HOME, None, begun),
        "penguin": (FaultKind.ACES_HOME, None, begun),
        "citadel": not_home,
        "freecell": (FaultKind.ACE_HOME, "AH", (Spot(Pile("hh"), 0),)),
    }[game]
    assert {
        "beleaguered_castle": "AC is not home, at the start it is",
        "cruel": "AC is not home, at the start it is",
        "good_measure": "of AC, AD, AH, AS 2 are home at the start, not 1",
        "penguin": "of JC, JD, JH, JS 3 are home at the start, not 2",
        "citadel": "AC is not home, at the start it is",
        "freecell": "AH is home, at the start it is not",
    }[game] in reasons(caught.value)


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
    ("game", "changes", "kind", "reason"),
    [
        (
            "bakers_dozen",
            {"KC": "6S"},
            FaultKind.KING_ON_CARD,
            "KC lies on AH in column 4, at the start it lies under it",
        ),
        (
            "good_measure",
            {"KC": "5H"},
            FaultKind.KING_ON_CARD,
            "KC lies on 9D in column 3, at the start it lies under it",
        ),
        ("penguin", {"JH": "6H"}, FaultKind.BEAK, "6H is the deepest card of column 1, at the start it is JH"),
        (
            "citadel",
            {"H-2": "H-A", "4H\n": "4H 2H\n"},
            FaultKind.PASSED_HOME,
            "2H is in column 2, but follows AH, which was home before",
        ),
    ],
)
def test_a_card_that_no_deal_lays_there_is_named(
    game: str, changes: dict[str, str], kind: FaultKind, reason: str
) -> None:
    """Two cards change places, or one is taken back from home."""
    board = str(Deal(1, GAMES[game]))
    for one, other in changes.items():
        board = re.sub(f"{one}|{other}", lambda found, one=one, other=other: other if found[0] == one else one, board)
    assert State.parse(board, GAMES[game])
    with pytest.raises(InvalidStateError) as caught:
        Deal.parse(board, GAMES[game])
    (fault,) = caught.value.faults
    assert fault.reason.startswith(reason)
    assert fault.kind is kind
    (spot,) = fault.spots
    assert spot.index is not None
    assert State.parse(board, GAMES[game]).piles()[spot.pile][spot.index] is fault.card
    assert str(fault.card) == reason[:2]
    assert f"column {spot.pile}" in reason


def test_a_citadel_may_have_columns_of_any_length() -> None:
    played = Rules.CITADEL
    assert len({len(column) for column in Deal(1, played).columns}) > 1
    assert all(Deal.parse(str(Deal(number, played)), played) == Deal(number, played) for number in range(1, 200))


def test_an_ace_in_a_cell_is_named_with_its_cell() -> None:
    rules = Rules.CRUEL.replace(cells=3)
    board = str(Deal(1, rules)).replace("C-A", "C-0")
    with pytest.raises(InvalidStateError) as caught:
        Deal.parse(board.replace("\n", "\nFreecells: - AC -\n", 1), rules)
    assert [(fault.kind, str(fault.card), fault.spots) for fault in caught.value.faults] == [
        (FaultKind.CELL_FULL, "AC", (Spot(Pile("b"), 0),)),
        (FaultKind.ACE_NOT_HOME, "AC", (Spot(Pile("b"), 0),)),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_are_not_a_whole_deck_are_refused(game: str) -> None:
    cards = list(Deal(1, GAMES[game]).cards or ())
    for wrong in (cards[1:], [*cards, cards[0]], [cards[1], *cards[1:]], []):
        with pytest.raises(InvalidStateError):
            Deal.from_cards(wrong, GAMES[game])
