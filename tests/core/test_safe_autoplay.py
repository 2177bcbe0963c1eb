"""Safe autoplay spoils no win: shown on small decks, by looking at every position there is.

The sample would show a rule that is too lax: what spoils a win somewhere in it is listed too.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest

from freecell import CARDS, AutoPlay, Build, Card, Deal, EmptyColumns, Rules, Solver, State, Supermoves, Verdict

SHAPES = [(3, 2, 0), (3, 2, 1), (3, 2, 2), (3, 3, 0), (3, 3, 1), (3, 4, 0)]
SHAPES += [(4, 2, 0), (4, 2, 1), (4, 2, 2), (4, 3, 0), (4, 3, 1), (4, 4, 0)]
STARTS = dict(zip(SHAPES, [40, 40, 15, 40, 20, 20, 500, 40, 10, 40, 10, 20], strict=True))
"""How many starts are looked at, by ranks, columns and cells: some are deals, in most some cards are home."""

MOST = 1_500
"""How many positions a start may lead to; one that leads to more is left out."""

GAMES = [
    Rules(build=build, empty_columns=empty, wrap=wrap, foundation_takeback=back)
    for build, empty, wrap, back in product(Build, EmptyColumns, (False, True), (False, True))
]


class Node(NamedTuple):
    """A position, and those one move away, by their keys."""

    state: State
    after: list[bytes]


class Whole(NamedTuple):
    """Every position that a start leads to, by its key, and which of them can be won."""

    start: State
    nodes: dict[bytes, Node]
    winning: set[bytes]


def all_positions(start: State) -> dict[bytes, Node] | None:
    nodes = {start.key(): Node(start, [])}
    waiting = [nodes[start.key()]]
    while waiting:
        state, keys = waiting.pop()
        for move in state.distinct_moves():
            after = state.play(move)
            key = after.key()
            keys.append(key)
            if key not in nodes:
                if len(nodes) == MOST:
                    return None
                nodes[key] = Node(after, [])
                waiting.append(nodes[key])
    return nodes


def those_that_can_be_won(nodes: dict[bytes, Node], policy: AutoPlay) -> set[bytes]:
    """The won ones, those one move before them, and so on; automatic moves follow each move."""
    before: dict[bytes, list[bytes]] = {key: [] for key in nodes}
    then = {key: node.state.autoplay(policy).key() for key, node in nodes.items()}
    for key, node in nodes.items():
        for after in node.after:
            before[then[after]].append(key)
    waiting = [key for key, node in nodes.items() if node.state.is_won()]
    winning = set(waiting)
    while waiting:
        for key in before[waiting.pop()]:
            if key not in winning:
                winning.add(key)
                waiting.append(key)
    return winning


def some_home(rng: random.Random, rules: Rules) -> State:
    """Some suits are ahead of others, and the other cards lie anyhow."""
    behind = rng.choice((0.4, 1))
    counts = [rng.randint(0, rules.ranks - 1) if rng.random() < behind else rules.ranks - 1 for _ in range(4)]
    tops = [count and (rules.base + count - 2) % rules.ranks + 1 for count in counts]
    deck = CARDS[: 4 * rules.ranks]
    left = [card for card in deck if (card.rank - rules.base) % rules.ranks >= counts[card.suit]]
    rng.shuffle(left)
    cells = [left.pop() for _ in range(rng.randint(0, min(rules.cells, len(left))))]
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    for card in left:
        rng.choice(columns).append(card)
    return State(columns, cells, tops, rules)


@cache
def wholes(game: Rules) -> list[Whole]:
    rng = random.Random(str(game))
    found = []
    for (ranks, columns, cells), count in STARTS.items():
        for number in range(count):
            moves = rng.choice(list(Supermoves))
            rules = game.replace(
                ranks=ranks, columns=columns, cells=cells, base=rng.randint(1, ranks), supermoves=moves
            )
            start = some_home(rng, rules) if number % 5 else Deal(rng.randint(1, 32_000), rules).state()
            nodes = all_positions(start)
            if nodes is not None:
                found.append(Whole(start, nodes, those_that_can_be_won(nodes, AutoPlay.NONE)))
    return found


def spoiled(whole: Whole, policy: AutoPlay) -> list[State]:
    """The positions that can be won, but not when automatic moves are made."""
    return [whole.nodes[key].state for key in whole.winning - those_that_can_be_won(whole.nodes, policy)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_sure_autoplay_spoils_no_win(game: Rules) -> None:
    for whole in wholes(game):
        assert spoiled(whole, AutoPlay.SURE) == []


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_solver_says_what_looking_at_every_position_says(game: Rules) -> None:
    for whole in wholes(game):
        can_be_won = whole.start.key() in whole.winning
        solution = Solver().solve(whole.start)
        assert solution.verdict is (Verdict.SOLVED if can_be_won else Verdict.UNSOLVABLE)
        assert solution.states()[-1].is_won() is can_be_won
        # With less memory than the quick searches begin with, the one that looks at every position is alone.
        alone = Solver(max_memory=250_000).solve(whole.start)
        assert alone.verdict in (solution.verdict, Verdict.UNKNOWN)


@pytest.mark.parametrize(
    ("build", "wrap", "policies"),
    [
        (Build.ALTERNATE_COLOURS, False, [AutoPlay.ALL]),
        (Build.ALTERNATE_COLOURS, True, [AutoPlay.CAUTIOUS, AutoPlay.HORNE, AutoPlay.RAYMOND, AutoPlay.ALL]),
        (Build.SAME_SUIT, False, []),
        (Build.SAME_SUIT, True, [AutoPlay.CAUTIOUS, AutoPlay.HORNE, AutoPlay.RAYMOND, AutoPlay.ALL]),
        (Build.ANY_SUIT, False, [AutoPlay.HORNE, AutoPlay.RAYMOND, AutoPlay.ALL]),
        (Build.ANY_SUIT, True, [AutoPlay.CAUTIOUS, AutoPlay.HORNE, AutoPlay.RAYMOND, AutoPlay.ALL]),
    ],
)
def test_the_sample_shows_what_does_spoil_wins(build: Build, wrap: bool, policies: list[AutoPlay]) -> None:
    looked_at = [whole for game in GAMES if (game.build, game.wrap) == (build, wrap) for whole in wholes(game)]
    assert len(looked_at) > 2_000
    found = [policy for policy in AutoPlay if any(spoiled(whole, policy) for whole in looked_at)]
    assert found == policies


def test_where_cards_come_back_only_cautious_spoils_nothing() -> None:
    """The five of hearts is taken back, to carry the four of clubs and that the three of diamonds.

    As both black fours are home before, HORNE would send it home again at once; CAUTIOUS waits for the three.
    """
    game = Rules.parse("freecell,cells=0,columns=3,empty_columns=kings_only,foundation_takeback=true,ranks=6")
    board = "Foundations: H-2 C-A D-0 S-4\n3D 6S 5H 4C 3H 2C AD\n4D 6H 6C\n5D 2D 5C 6D 5S 4H 3C"
    start = State.parse(board, game)
    nodes = all_positions(start)
    assert nodes is not None
    assert start.key() in those_that_can_be_won(nodes, AutoPlay.NONE)
    whole = Whole(start, nodes, those_that_can_be_won(nodes, AutoPlay.NONE))
    assert [policy for policy in AutoPlay if spoiled(whole, policy)] == [AutoPlay.HORNE, AutoPlay.RAYMOND, AutoPlay.ALL]
