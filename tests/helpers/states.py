"""Games, boards and random positions that the tests of the core share."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from freecell import CARDS, Build, Card, EmptyColumns, Rules, State, Supermoves

LONG = 10**5000
"""A number of more digits than Python will print."""

DEAL_1 = """\
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C
9H 9S 9D TS 4S 8D 2H
JC 5S QD QH TH QS 6H
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC"""

SMALL = Rules(ranks=4, columns=5, cells=2)
BACK = SMALL.replace(foundation_takeback=True)
BOARD = """\
Foundations: H-A C-0 D-0 S-0
Freecells: 2H -
4C 3H 2S
4S 2D 3D
:
4H 3S AD
4D 3C AC AS 2C"""
"""Cell b and column 3 are empty; column 1 is a run of three."""

RANDOMS = st.integers(0, 2**32 - 1).map(random.Random)
FOUNDATIONS = ("hc", "hd", "hh", "hs")

GAMES = [
    Rules.FREECELL,
    Rules.FREECELL.replace(cells=0, foundation_takeback=True),
    Rules.BAKERS_GAME.replace(cells=2),
    Rules.RELAXED_FREECELL.replace(columns=10),
    Rules(ranks=5, columns=18, cells=10, build=Build.ANY_SUIT, foundation_takeback=True),
    Rules(ranks=1, columns=1, cells=1),
    Rules(ranks=6, columns=5, cells=1, empty_columns=EmptyColumns.KINGS_ONLY, supermoves=Supermoves.CELLS_ONLY),
    Rules(ranks=6, columns=7, cells=3, empty_columns=EmptyColumns.NOTHING, supermoves=Supermoves.OFF),
    Rules(ranks=6, columns=6, cells=2, build=Build.SAME_SUIT, base=4, wrap=True, foundation_takeback=True),
    Rules(ranks=13, columns=12, cells=1, empty_columns=EmptyColumns.KINGS_ONLY, base=13),
    Rules.PENGUIN.replace(base=9),
    SMALL,
    BACK,
]


def small(text: str = BOARD, rules: Rules = SMALL) -> State:
    return State.parse(text, rules)


def scattered(rng: random.Random, rules: Rules) -> State:
    """Any position of a game: every card somewhere, now and then a run, often an empty column."""
    at_home = [rng.choice((0, 0, rng.randint(0, rules.ranks))) for _ in range(4)]
    home = [count and (rules.base + count - 2) % rules.ranks + 1 for count in at_home]
    deck = CARDS[: 4 * rules.ranks]
    left = [card for card in deck if (card.rank - rules.base) % rules.ranks >= at_home[card.suit]]
    left.sort(key=lambda card: card.rank * rng.choice((1, 1, 0.3)) + rng.random(), reverse=True)
    cells: list[Card | None] = [None] * rules.cells
    for place in range(rules.cells):
        if left and rng.random() < 0.4:
            cells[place] = left.pop(rng.randrange(len(left)))
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    used = columns[: rng.randint(1, rules.columns)]
    for card in left:
        fitting = [column for column in used if column and _fits(card, column[-1], rules)]
        rng.choice(fitting if fitting and rng.random() < 0.8 else used).append(card)
    rng.shuffle(columns)
    return State(columns, cells, home, rules)


def _fits(card: Card, on: Card, rules: Rules) -> bool:
    suits = {
        Build.SAME_SUIT: card.suit == on.suit,
        Build.ANY_SUIT: True,
        Build.ALTERNATE_COLOURS: card.is_red != on.is_red,
    }
    last = (rules.base - 2) % rules.ranks + 1
    follows = on.rank == card.rank % rules.ranks + 1 and (rules.wrap or card.rank != last)
    return follows and suits[rules.build]


@st.composite
def states(draw: st.DrawFn, games: list[Rules] | None = None) -> State:
    return scattered(draw(RANDOMS), draw(st.sampled_from(games or GAMES)))


WON = "Founds: C-4 D-4 H-4 S-4\n:\n:\n:\n:\n:"
