"""Checking whether a board is the start of a game: one that some deal lays by the :class:`Layout` of the rules."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise, zip_longest

from freecell.cards import CARDS, Card
from freecell.layouts import ACES_HOME, KINGS_DOWN, Board, lay
from freecell.notation import CELL_NAMES
from freecell.rules import Layout, Rules

__all__ = ["not_dealt"]


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
    home = len(range(4)[ACES_HOME.get(rules.layout, slice(0))])
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
    if rules.layout in KINGS_DOWN:
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
    """Whether aces at home can be put back after the other aces so that all kings come to lie at the bottom."""
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
    cards that went home were dealt last. The last of them to go home are then the top cards of the foundations, in any
    order. The board is possible if each successor of a top card was dealt before a different one of these.
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
