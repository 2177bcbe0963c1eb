"""Positions to draw, and what is read back from their pictures."""

from freecell import CARDS, Card, Deal, Rules, State
from freecell._pictures.table import piles_of
from freecell.storyboard import board_of

GAMES = sorted(Rules.named())
MIDDLE = Deal(617).state().play_all("83 53 6a 6b 6c 56 c5 a5 b6 4a 45")
ODD = {
    "one column, ten cells": State([["KS"]], ["QS", *[None] * 9], (13, 13, 13, 11), Rules(columns=1, cells=10)),
    "no cells, one column": State([["KS", "KH", "QS"]], (), (13, 13, 12, 11), Rules(columns=1, cells=0)),
    "everything in one column": State([list(CARDS), []], (), rules=Rules(columns=2, cells=0)),
    "eighteen columns, ten cells": Deal(5, Rules(columns=18, cells=10)).state(),
    "base 5": State([["4H"], *[[]] * 7], foundations=(4, 4, 3, 4), rules=Rules(base=5)),
    "three ranks": Deal(9, Rules(columns=3, cells=1, ranks=3)).state(),
    "won": State([[]] * 8, foundations=(13, 13, 13, 13)),
}


def piles_drawn(state: State) -> list[tuple[Card, ...]]:
    """Return the cards of every pile of a position, in the order in which they are drawn."""
    return piles_of(board_of(state), state.rules)
