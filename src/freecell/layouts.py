"""Laying the cards of a deal, by the :class:`Layout` of the rules, and checking boards against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise, zip_longest
from typing import Final

from freecell.cards import CARDS, Card
from freecell.notation import CELL_NAMES
from freecell.rules import Layout, Rules

__all__ = ["KNOWN_ORDER", "Board", "gather", "lay", "not_dealt"]

_KINGS_DOWN: Final = (Layout.BAKERS_DOZEN, Layout.GOOD_MEASURE)

_ACES_HOME: Final = {
    Layout.BELEAGUERED_CASTLE: slice(None),
    Layout.CITADEL: slice(None),
    Layout.GOOD_MEASURE: slice(2, None),
    Layout.PENGUIN: slice(3),
}
"""The aces, of the four in dealing order, that are laid home before the other cards are dealt."""

KNOWN_ORDER: Final = (Layout.ROWS, Layout.FORECELL, Layout.EIGHT_OFF, Layout.SEAHAVEN_TOWERS, Layout.FAN)
"""The layouts from which the dealing order can be recovered."""


@dataclass(frozen=True, slots=True)
class Board:
    """Cards in their places.

    Attributes:
        columns: The cards of each column, deepest first.
        cells: The card in each cell, None if it is empty.
        foundations: The top rank of each foundation, clubs first; 0 if it is empty.
    """

    columns: tuple[tuple[Card, ...], ...]
    cells: tuple[Card | None, ...]
    foundations: tuple[int, ...]


def lay(cards: Sequence[Card], rules: Rules) -> Board:
    """Return the board on which a whole deck, given in dealing order, is laid."""
    layout = rules.layout
    ace = rules.base or cards[0].rank
    king = rules.previous_rank(ace)
    left = list(cards)
    if layout in _KINGS_DOWN:
        left.reverse()
        _kings_down(left, rules.columns, king)
    foundations = [0, 0, 0, 0]
    aces = [card for card in left if card.rank == ace]
    for card in aces[_ACES_HOME.get(layout, slice(0))]:
        left.remove(card)
        foundations[card.suit] = ace
    if layout is Layout.PENGUIN:
        left.remove(aces[-1])
        left.insert(0, aces[-1])
    cells: list[Card | None] = [None] * rules.cells
    for cell in reversed(layout.cells):
        cells[cell] = left.pop()
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    width = _width(rules)
    for place, card in enumerate(left):
        top = foundations[card.suit]
        if layout is Layout.CITADEL and card.rank == rules.next_rank(top):
            foundations[card.suit] = card.rank
        else:
            last = layout is Layout.FAN and place == len(left) - 1
            columns[-1 if last else place % width].append(card)
    return Board(tuple(map(tuple, columns)), tuple(cells), tuple(foundations))


def gather(board: Board, rules: Rules) -> tuple[Card, ...] | None:
    """Return the cards in dealing order; None if the layout hides it, or could not have laid the board."""
    if rules.layout not in KNOWN_ORDER:
        return None
    width = _width(rules)
    rows = zip_longest(*board.columns[:width])
    cards = [card for row in rows for card in row if card is not None]
    for column in board.columns[width:]:
        cards.extend(column)
    cards.extend(card for cell in rules.layout.cells if (card := board.cells[cell]) is not None)
    return tuple(cards) if len(cards) == 4 * rules.ranks and lay(cards, rules) == board else None


def not_dealt(board: Board, rules: Rules) -> list[str]:
    """Return the reasons, as sentences, why no deal lays a board; none if one does.

    Args:
        board: The board, with a whole deck.
        rules: The rules, with their base.
    """
    shape = lay(CARDS[: 4 * rules.ranks], rules)
    reasons = []
    for place, (column, dealt) in enumerate(zip(board.columns, shape.columns, strict=True)):
        if rules.layout is not Layout.CITADEL:
            if len(column) != len(dealt):
                reasons.append(f"column {place + 1} has {len(column)} cards, at the start it has {len(dealt)}")
        elif len(column) > (most := _places(place, rules)):
            reasons.append(f"column {place + 1} has {len(column)} cards, at the start it has at most {most}")
    for name, card, dealt_card in zip(CELL_NAMES, board.cells, shape.cells, strict=False):
        if (card is None) != (dealt_card is None):
            reasons.append(f"cell {name} is {'empty' if card is None else 'full'}, at the start it is not")
    return reasons + (_not_laid_home(board, rules) or ([] if reasons else _misplaced(board, rules)))


def _not_laid_home(board: Board, rules: Rules) -> list[str]:
    """Return the reasons that concern the foundations."""
    aces = [card for card in CARDS if card.rank == rules.base]
    home = len(range(4)[_ACES_HOME.get(rules.layout, slice(0))])
    begun = [ace for ace in aces if board.foundations[ace.suit]]
    if home == 4:
        return [f"{ace} is not home, at the start it is" for ace in aces if ace not in begun]
    if len(begun) == home:
        return []
    if not home:
        return [f"{ace} is home, at the start it is not" for ace in begun]
    return [f"of {', '.join(map(str, aces))} {home} are home at the start, not {len(begun)}"]


def _misplaced(board: Board, rules: Rules) -> list[str]:
    """Return the reasons that concern single cards, given that every pile has the right number of cards."""
    if rules.layout in _KINGS_DOWN:
        return _kings_up(board, rules)
    if rules.layout is Layout.CITADEL:
        return _passed_by(board, rules)
    if rules.layout is Layout.PENGUIN:
        beak = next(card for card in CARDS if card.rank == rules.base and not board.foundations[card.suit])
        if board.columns[0][0] != beak:
            return [f"{board.columns[0][0]} is the deepest card of column 1, at the start it is {beak}"]
    return []


def _kings_up(board: Board, rules: Rules) -> list[str]:
    """Return a reason for each king on a card that is not a king, unless aces laid home may have moved it there."""
    king = rules.previous_rank(rules.base)
    reasons = [
        f"{card} lies on {below} in column {place}, at the start it lies under it"
        for place, column in enumerate(board.columns, 1)
        for below, card in pairwise(column)
        if card.rank == king and below.rank != king
    ]
    if reasons and rules.layout is Layout.GOOD_MEASURE and _were_down(board, rules, king):
        return []
    return reasons


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


def _passed_by(board: Board, rules: Rules) -> list[str]:
    """Return a reason for a card that lies in a column but must have gone home when it was dealt.

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
            place = next(place for place, column in enumerate(board.columns, 1) if card in column)
            before = Card(top, card.suit)
            return [f"{card} is in column {place}, but follows {before}, which was home before it was dealt"]
    return []


def _places(column: int, rules: Rules) -> int:
    """Return the number of cards dealt to a column after the aces are home, those that go home at once included."""
    return len(range(column, 4 * rules.ranks - 4, rules.columns))


def _width(rules: Rules) -> int:
    """Return the number of columns that the rows are dealt to."""
    return rules.columns - 1 if rules.layout is Layout.FAN else rules.columns


def _kings_down(cards: list[Card], columns: int, king: int) -> None:
    """Exchange each king, in dealing order, with the deepest card of its column that is not a king."""
    for place in [place for place, card in enumerate(cards) if card.rank == king]:
        for deeper in range(place % columns, place, columns):
            if cards[deeper].rank != king:
                cards[place], cards[deeper] = cards[deeper], cards[place]
                break
