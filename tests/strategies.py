"""What Hypothesis draws for the tests: rules, positions, and moves that may be nonsense.

Positions are drawn as the twin's (``reference.Position``), from all there are, but such that ordered runs,
empty columns and empty cells are common: without these there are no supermoves.
"""

from __future__ import annotations

import random

from hypothesis import strategies as st
from reference import CELLS, COLUMNS, FOUNDATIONS, Move, Position, counted, fits
from reference import Card as PlainCard

import freecell
from freecell import AutoPlay, Build, Card, EmptyColumns, Layout, Rules, State, Suit, Supermoves

POLICIES = (AutoPlay.NONE, AutoPlay.CAUTIOUS, AutoPlay.HORNE, AutoPlay.RAYMOND, AutoPlay.ALL, AutoPlay.SURE)

CELLS_NEEDED = {Layout.FORECELL: 4, Layout.EIGHT_OFF: 7, Layout.SEAHAVEN_TOWERS: 3}
"""How many cells a layout must have; the others need none."""

COLUMNS_NEEDED = {Layout.FAN: 2}
"""How many columns a layout must have; the others need one."""


def core_card(card: PlainCard) -> Card:
    return Card(card[0], Suit(card[1]))


def core_state(position: Position) -> State:
    """The twin's position as the core's state, built from nothing."""
    return State(
        [[core_card(card) for card in column] for column in position.columns],
        [core_card(card) if card else None for card in position.cells],
        position.home,
        position.rules,
    )


def twin_of(state: State) -> Position:
    """The core's state as the twin's position."""
    return Position(
        tuple(tuple((card.rank, int(card.suit)) for card in column) for column in state.columns),
        tuple((card.rank, int(card.suit)) if card else None for card in state.cells),
        state.foundations,
        state.rules,
    )


def plain(move: freecell.Move) -> Move:
    """The core's move as the twin's."""
    return str(move.source), str(move.target), move.count


def usual_rules() -> st.SearchStrategy[Rules]:
    """The games everybody plays, with 0 to 8 cells, take-back on and off, sometimes with a small deck."""
    return st.builds(
        Rules.replace,
        st.sampled_from([Rules.FREECELL, Rules.FREECELL, Rules.RELAXED_FREECELL, Rules.BAKERS_GAME]),
        cells=st.integers(0, 8) | st.just(4),
        foundation_takeback=st.booleans(),
        ranks=st.integers(1, 13) | st.just(13),
        columns=st.integers(1, 8) | st.just(8),
    )


@st.composite
def family_rules(draw: st.DrawFn) -> Rules:
    """The named games, as they are or with a small deck and another base."""
    game = draw(st.sampled_from(list(Rules.named().values())))
    ranks = draw(st.integers(1, 13) | st.just(13))
    lowest = 0 if game.layout is Layout.PENGUIN else 1
    return game.replace(ranks=ranks, base=draw(st.just(lowest) | st.integers(lowest, ranks)))


@st.composite
def all_rules(draw: st.DrawFn) -> Rules:
    """Everything that rules may say."""
    layout = draw(st.just(Layout.ROWS) | st.sampled_from(Layout))
    ranks = draw(st.integers(1, 13))
    lowest = 0 if layout is Layout.PENGUIN else 1
    return Rules(
        cells=draw(st.integers(CELLS_NEEDED.get(layout, 0), 10)),
        columns=draw(st.integers(COLUMNS_NEEDED.get(layout, 1), 18)),
        build=draw(st.sampled_from(Build)),
        empty_columns=draw(st.sampled_from(EmptyColumns)),
        supermoves=draw(st.sampled_from(Supermoves)),
        foundation_takeback=draw(st.booleans()),
        ranks=ranks,
        base=draw(st.just(lowest) | st.integers(lowest, ranks)),
        wrap=draw(st.booleans()),
        layout=layout,
    )


def rules() -> st.SearchStrategy[Rules]:
    return usual_rules() | family_rules() | all_rules()


def deal_numbers() -> st.SearchStrategy[int]:
    borders = [1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]
    return st.integers(1, 32_000) | st.integers(1, 2**33 - 1) | st.sampled_from(borders)


@st.composite
def played(draw: st.DrawFn, games: st.SearchStrategy[Rules]) -> Position:
    """A position that comes up in play: some legal moves after a numbered deal."""
    position = Position.deal(draw(deal_numbers()), draw(games))
    policy = draw(st.sampled_from(POLICIES))
    for pick in draw(st.lists(st.integers(0, 1000), max_size=25)):
        moves = position.distinct_moves()
        # Every move to a cell fills the table; those that do not are tried first.
        moves = tuple(move for move in moves if move[1] not in CELLS) or moves if pick % 3 else moves
        if not moves:
            break
        position = position.turn(moves[pick % len(moves)], policy)
    return position


@st.composite
def laid(draw: st.DrawFn, games: st.SearchStrategy[Rules], filled_columns: int = 18) -> Position:
    """Any way for a deck to lie; ``order`` is how often a card is followed by one that fits onto it."""
    game = draw(games)
    game = game.replace(base=game.base or draw(st.integers(1, game.ranks)))

    def last_home(card: PlainCard) -> int:
        return counted(card[0], game)

    order = draw(st.sampled_from([0, 0.5, 0.9, 1]))
    filled = draw(st.integers(1, min(game.columns, filled_columns)))
    cells_used = draw(st.integers(0, game.cells) | st.just(0))
    home_level = draw(st.integers(0, game.ranks) | st.just(0))
    # A seed and not Hypothesis' own randomness: fifty choices for fifty cards would be most of the time.
    rng = random.Random(draw(st.integers(0, 2**32)))
    at_home = [min(game.ranks, max(0, home_level + rng.randint(-2, 2))) if home_level else 0 for _ in range(4)]
    deck = [(rank, suit) for rank in range(1, game.ranks + 1) for suit in range(4)]
    left = [card for card in deck if counted(card[0], game) > at_home[card[1]]]
    home = tuple(
        max((card for card in deck if card[1] == suit and card not in left), key=last_home, default=(0,))[0]
        for suit in range(4)
    )
    rng.shuffle(left)

    cells: list[PlainCard | None] = [left.pop() for _ in range(min(cells_used, len(left)))]
    cells += [None] * (game.cells - len(cells))
    rng.shuffle(cells)

    columns: list[list[PlainCard]] = [[] for _ in range(game.columns)]
    used = rng.sample(columns, filled)
    while left:
        column = rng.choice(used)
        card = max(rng.choice(left), rng.choice(left), key=last_home)
        while True:
            left.remove(card)
            column.append(card)
            fitting = [card for card in left if fits(card, column[-1], game)]
            if not fitting or rng.random() >= order:
                break
            card = rng.choice(fitting)
    # What is taken off a run and laid elsewhere may go back.
    for _ in range(draw(st.integers(0, 3))):
        source, target = rng.choice(columns), rng.choice(used)
        first = rng.randint(0, len(source))
        if source is not target:
            target += source[first:]
            del source[first:]
    return Position(tuple(map(tuple, columns)), tuple(cells), home, game)


def positions(games: st.SearchStrategy[Rules] | None = None) -> st.SearchStrategy[Position]:
    """Positions of every kind: dealt, played, and laid any way at all."""
    games = games or rules()
    return st.one_of(played(games), laid(games), laid(games, filled_columns=4))


def moves() -> st.SearchStrategy[Move]:
    """Any source, target and count, of which few make a move and fewer a legal one."""
    names = (*COLUMNS, *CELLS, *FOUNDATIONS, "h")
    near = (*COLUMNS[:8], *CELLS[:4], "h")
    pile = st.sampled_from(near) | st.sampled_from(names)
    return st.tuples(pile, pile, st.just(1) | st.integers(1, 13))


def move_texts() -> st.SearchStrategy[str]:
    """Text that may be read as a move, with rubbish among it."""
    letters = st.sampled_from([*COLUMNS, *CELLS, "h", "v", "s", "c", " ", "A", "H", "♠", "i", "-"])
    return st.one_of(
        st.builds("{}{}".format, letters, letters),
        st.builds("{}{}v{}".format, letters, letters, st.sampled_from("0123456789abcdeDf")),
        st.lists(letters, max_size=5).map("".join),
        st.text(alphabet="1a26hHvV.,\\\"'\n\t\0\u00a0\u200bé½²♥🂡", max_size=6),
    )
