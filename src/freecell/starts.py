"""Checking whether a board is the start of a game: one that some deal lays by the :class:`Layout` of the rules."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise, zip_longest

from freecell._core import Pile
from freecell.cards import CARDS, Card
from freecell.faults import Fault, FaultKind, Spot
from freecell.layouts import ACES_HOME, KINGS_DOWN, Board, lay
from freecell.rules import Layout, Rules

__all__ = ["not_dealt"]


def not_dealt(board: Board, rules: Rules) -> list[Fault]:
    """Return the faults because of which no deal lays a board; none if one does.

    Args:
        board: The board, with a whole deck.
        rules: The rules, with their base.
    """
    faults = _columns(board, rules) + _cells(board, rules)
    return faults + (_foundations(board, rules) or ([] if faults else _misplaced(board, rules)))


def _columns(board: Board, rules: Rules) -> list[Fault]:
    """Return the faults of the lengths of columns."""
    shape = lay(CARDS[: 4 * rules.ranks], rules)
    faults = []
    for place, (column, dealt) in enumerate(zip(board.columns, shape.columns, strict=True)):
        if rules.layout is not Layout.CITADEL:
            wrong, limit = len(column) != len(dealt), f"{len(dealt)}"
        else:
            most = _places(place, rules)
            wrong, limit = len(column) > most, f"at most {most}"
        if wrong:
            reason = f"column {place + 1} has {len(column)} cards, at the start it has {limit}"
            faults.append(Fault(FaultKind.COLUMN_LENGTH, reason, spots=(Spot(Pile.column(place)),)))
    return faults


def _cells(board: Board, rules: Rules) -> list[Fault]:
    """Return the faults of full and empty cells."""
    faults = []
    for place, card in enumerate(board.cells):
        cell = Pile.cell(place)
        if card is None and place in rules.layout.cells:
            reason = f"cell {cell} is empty, at the start it is not"
            faults.append(Fault(FaultKind.CELL_EMPTY, reason, spots=(Spot(cell),)))
        elif card is not None and place not in rules.layout.cells:
            reason = f"cell {cell} is full, at the start it is not"
            faults.append(Fault(FaultKind.CELL_FULL, reason, card, (Spot(cell, 0),)))
    return faults


def _foundations(board: Board, rules: Rules) -> list[Fault]:
    """Return the faults of the foundations."""
    aces = [card for card in CARDS if card.rank == rules.base]
    home = len(range(4)[ACES_HOME.get(rules.layout, slice(0))])
    begun = {ace: Spot(Pile.foundation(ace.suit), 0) for ace in aces if board.foundations[ace.suit]}
    if home == 4:
        return [
            Fault(FaultKind.ACE_NOT_HOME, f"{ace} is not home, at the start it is", ace, (_spot(board, ace),))
            for ace in aces
            if ace not in begun
        ]
    if len(begun) == home:
        return []
    if not home:
        return [
            Fault(FaultKind.ACE_HOME, f"{ace} is home, at the start it is not", ace, (spot,))
            for ace, spot in begun.items()
        ]
    reason = f"of {', '.join(map(str, aces))} {home} are home at the start, not {len(begun)}"
    return [Fault(FaultKind.ACES_HOME, reason, spots=tuple(begun.values()))]


def _misplaced(board: Board, rules: Rules) -> list[Fault]:
    """Return the faults of single cards, given that every pile has the right number of cards."""
    if rules.layout in KINGS_DOWN:
        return _kings_up(board, rules)
    if rules.layout is Layout.CITADEL:
        return _passed_by(board, rules)
    if rules.layout is Layout.PENGUIN:
        beak = next(card for card in CARDS if card.rank == rules.base and not board.foundations[card.suit])
        first = board.columns[0][0]
        if first != beak:
            reason = f"{first} is the deepest card of column 1, at the start it is {beak}"
            return [Fault(FaultKind.BEAK, reason, first, (Spot(Pile.column(0), 0),))]
    return []


def _kings_up(board: Board, rules: Rules) -> list[Fault]:
    """Return a fault for each king on a card that is not a king, unless aces laid home may have moved it there."""
    king = rules.previous_rank(rules.base)
    faults = [
        Fault(
            FaultKind.KING_ON_CARD,
            f"{card} lies on {below} in column {place + 1}, at the start it lies under it",
            card,
            (Spot(Pile.column(place), index),),
        )
        for place, column in enumerate(board.columns)
        for index, (below, card) in enumerate(pairwise(column), 1)
        if card.rank == king and below.rank != king
    ]
    if faults and rules.layout is Layout.GOOD_MEASURE and _were_down(board, rules, king):
        return []
    return faults


def _were_down(board: Board, rules: Rules, king: int) -> bool:
    """Whether the aces at home can be dealt after the others so that every king lies at the bottom or on a king."""
    cards = [card for row in zip_longest(*board.columns) for card in row if card is not None]
    kings = [place for place, card in enumerate(cards) if card.rank == king]
    after = max(place for place, card in enumerate(cards) if card.rank == rules.base) + 1
    for first, second in combinations_with_replacement(range(after, len(cards) + 1), 2):
        places = {place + (place >= first) + (place >= second) for place in kings}
        if all(place < rules.columns or place - rules.columns in places for place in places):
            return True
    return False


def _passed_by(board: Board, rules: Rules) -> list[Fault]:
    """Return a fault for a card that is in a column but must have gone home when it was dealt.

    A card goes home when it is dealt if its predecessor in the suit is home by then. The board shows how many cards of
    each column went home, but neither which ones nor when. So the most favourable case decides: in every column, the
    cards that went home were dealt last, and the top cards of the foundations are the last of all. The board is
    possible if they can be put in an order in which each was dealt after its successor in the suit.
    """
    came = {
        card: row * rules.columns + place
        for place, column in enumerate(board.columns)
        for row, card in enumerate(column)
    }
    went = sorted(
        row * rules.columns + place
        for place, column in enumerate(board.columns)
        for row in range(len(column), _places(place, rules))
    )
    following = [card for card in came if card.rank == rules.next_rank(board.foundations[card.suit])]
    following.sort(key=came.__getitem__, reverse=True)
    turns = iter(reversed(went))
    for card in following:
        top = board.foundations[card.suit]
        if top == rules.base or came[card] > next(turns):
            spot = _spot(board, card)
            before = Card(top, card.suit)
            reason = f"{card} is in column {spot.pile}, but follows {before}, which was home before it was dealt"
            return [Fault(FaultKind.PASSED_HOME, reason, card, (spot,))]
    return []


def _places(column: int, rules: Rules) -> int:
    """Return the number of cards dealt to a column after the aces are home, those that go home at once included."""
    return len(range(column, 4 * rules.ranks - 4, rules.columns))


def _spot(board: Board, card: Card) -> Spot:
    """Return where a card is that is in a column or a cell."""
    for place, column in enumerate(board.columns):
        if card in column:
            return Spot(Pile.column(place), column.index(card))
    return Spot(Pile.cell(board.cells.index(card)), 0)
