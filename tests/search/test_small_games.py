"""The solver's verdicts on small games, held against an exhaustive search."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from helpers.settings import untimed
from helpers.solving import at_a_limit, cells, harmless_policies, solved, unsolvable
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from freecell import (
    CARDS,
    AutoPlay,
    Build,
    Card,
    Deal,
    EmptyColumns,
    FreeCellError,
    Layout,
    Rules,
    Solver,
    State,
    Supermoves,
    Verdict,
)
from freecell._search.exhaustive import count_positions


def exhaust(start: State, policy: AutoPlay, most: int) -> tuple[int, bool] | None:
    """Every position that can be reached, one of each key: how many, and whether one is won. None if there are more."""
    first = start.autoplay(policy)
    met = {first.key()}
    waiting = [first]
    won = first.is_won()
    while waiting:
        state = waiting.pop()
        for move in state.distinct_moves():
            after = state.turn(move, policy).state
            if after.key() not in met:
                if len(met) == most:
                    return None
                met.add(after.key())
                won = won or after.is_won()
                waiting.append(after)
    return len(met), won


SMALL = [
    Rules(
        ranks=ranks,
        columns=columns,
        cells=count,
        build=build,
        empty_columns=empty,
        foundation_takeback=takeback,
        base=base,
        wrap=wrap,
        layout=layout,
    )
    for (ranks, columns, count, base, wrap, layout), build, empty, takeback in product(
        [
            *[(2, 2, 0, 1, False, Layout.ROWS), (3, 2, 1, 1, False, Layout.ROWS), (3, 3, 0, 1, False, Layout.ROWS)],
            *[(4, 3, 0, 1, False, Layout.ROWS), (5, 4, 0, 1, False, Layout.ROWS)],
            *[(3, 3, 1, 2, True, Layout.PENGUIN), (4, 3, 0, 3, True, Layout.CITADEL)],
            (4, 4, 0, 4, False, Layout.GOOD_MEASURE),
        ],
        Build,
        EmptyColumns,
        (False, True),
    )
]


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_a_small_game_is_decided_as_an_exhaustive_search_does(rules: Rules) -> None:
    for number in range(1, 9):
        start = Deal(number, rules).state()
        found = exhaust(start, AutoPlay.NONE, 1_500)
        if found is None:
            continue
        count, won = found
        if won:
            solved(start)
        else:
            unsolvable(start)
        assert count_positions(start, AutoPlay.NONE) == count


def test_the_small_games_are_of_both_kinds() -> None:
    verdicts = [Solver().solve(Deal(number, rules)).verdict for rules in SMALL for number in range(1, 9)]
    assert verdicts.count(Verdict.SOLVED) > 100
    assert verdicts.count(Verdict.UNSOLVABLE) > 100
    assert Verdict.UNKNOWN not in verdicts


def ranks_round(draw: st.DrawFn, ranks: int) -> dict[str, Any]:
    """Where ranks begin and whether they go round: mostly as usual."""
    return {"base": draw(st.just(1) | st.integers(1, ranks)), "wrap": draw(st.sampled_from([False, False, True]))}


def some_home(rules: Rules, counts: list[int]) -> tuple[list[int], list[Card]]:
    """The top ranks where `counts` cards of each suit are home, and the cards that are not home."""
    tops = [count and (rules.base + count - 2) % rules.ranks + 1 for count in counts]
    deck = CARDS[: 4 * rules.ranks]
    return tops, [card for card in deck if (card.rank - rules.base) % rules.ranks >= counts[card.suit]]


@st.composite
def small_positions(draw: st.DrawFn) -> State:
    """Positions of small decks, under any rules; a foundation may hold some, as in the middle of a game."""
    ranks = draw(st.integers(1, 5))
    rules = Rules(
        cells=draw(st.integers(0, 3)),
        columns=draw(st.integers(1, 4)),
        build=draw(st.sampled_from(Build)),
        empty_columns=draw(st.sampled_from(EmptyColumns)),
        supermoves=draw(st.sampled_from(Supermoves)),
        foundation_takeback=draw(st.booleans()),
        ranks=ranks,
        **ranks_round(draw, ranks),
    )
    home, left = some_home(rules, [draw(st.integers(0, ranks)) for _ in range(4)])
    cards = draw(st.permutations(left))
    in_cells = draw(st.integers(0, min(rules.cells, len(cards))))
    columns: list[list[Any]] = [[] for _ in range(rules.columns)]
    for card in cards[in_cells:]:
        columns[draw(st.integers(0, rules.columns - 1))].append(card)
    return State(columns, cards[:in_cells], home, rules)


@st.composite
def late_positions(draw: st.DrawFn) -> State:
    """Positions in which some suits are far ahead of another: where cards that seem done with may still be needed."""
    ranks = draw(st.integers(3, 6))
    rules = Rules(
        cells=draw(st.integers(0, 1)),
        columns=draw(st.integers(2, 4)),
        build=draw(st.sampled_from([Build.ALTERNATE_COLOURS, *Build])),
        empty_columns=draw(st.sampled_from(EmptyColumns)),
        supermoves=draw(st.sampled_from(Supermoves)),
        foundation_takeback=draw(st.booleans()),
        ranks=ranks,
        **ranks_round(draw, ranks),
    )
    ahead = draw(st.integers(2, ranks - 1))
    counts = [ahead] * 4
    for suit in draw(st.lists(st.integers(0, 3), min_size=1, max_size=2)):
        counts[suit] = draw(st.integers(0, ahead))
    home, left = some_home(rules, counts)
    cards = draw(st.permutations(left))
    in_cells = draw(st.integers(0, min(rules.cells, len(cards))))
    columns: list[list[Any]] = [[] for _ in range(rules.columns)]
    for card in cards[in_cells:]:
        columns[draw(st.integers(0, rules.columns - 1))].append(card)
    return State(columns, cards[:in_cells], home, rules)


@given(small_positions() | late_positions())
@settings(untimed, max_examples=200)
def test_a_small_position_is_decided_as_an_exhaustive_search_does(start: State) -> None:
    found = exhaust(start, AutoPlay.NONE, 800)
    assume(found is not None)
    assert found is not None
    count, won = found
    if won:
        solved(start)
    else:
        unsolvable(start)
    assert count_positions(start, AutoPlay.NONE) == count


@st.composite
def last_cards(draw: st.DrawFn) -> State:
    """FreeCell near its end: the last cards of a whole deck, any way at all in a few columns and cells."""
    rules = Rules(
        cells=draw(st.integers(0, 4)),
        columns=draw(st.integers(2, 8)),
        foundation_takeback=draw(st.booleans()),
        supermoves=draw(st.sampled_from(Supermoves)),
    )
    home = [draw(st.integers(9, 12)) for _ in range(4)]
    rng = random.Random(draw(st.integers(0, 2**32)))
    cards = [card for card in CARDS if card.rank > home[card.suit]]
    rng.shuffle(cards)
    in_cells = [cards.pop() for _ in range(min(len(cards), draw(st.integers(0, rules.cells))))]
    columns: list[list[Any]] = [[] for _ in range(rules.columns)]
    used = columns[: draw(st.integers(1, 3))]
    for card in cards:
        rng.choice(used).append(card)
    return State(columns, in_cells, home, rules)


@given(last_cards())
@settings(untimed, max_examples=150)
def test_the_end_of_a_game_is_decided_as_an_exhaustive_search_does(start: State) -> None:
    found = exhaust(start, AutoPlay.NONE, 1_500)
    assume(found is not None)
    assert found is not None
    assert Solver().solve(start).verdict is (Verdict.SOLVED if found[1] else Verdict.UNSOLVABLE)
    if found[1]:
        solved(start)


@given(small_positions() | late_positions() | last_cards(), st.integers(0, 400), st.integers(300_000, 3_000_000))
@settings(untimed, max_examples=150)
def test_a_limit_never_makes_a_verdict_wrong(start: State, nodes: int, memory: int) -> None:
    whole = Solver().solve(start)
    search = Solver(max_nodes=nodes, max_memory=memory).start(start)
    search.run()
    limited = search.solution
    assert limited.verdict in (whole.verdict, Verdict.UNKNOWN)
    assert limited.nodes <= nodes
    if limited.verdict is Verdict.UNKNOWN:
        at_a_limit(limited)
        search.max_nodes, search.max_memory = None, 2**40
        search.run()
        resumed = search.solution
        assert resumed.verdict is whole.verdict
        assert resumed.states()[-1].is_won() == (whole.verdict is Verdict.SOLVED)


def test_a_won_start_is_solved_at_every_limit() -> None:
    start = State([["KD"]], (), (13, 12, 13, 13), Rules(columns=1))
    for memory in (0, 1, 10_000):
        solution = Solver(max_memory=memory).solve(start)
        assert (solution.verdict is Verdict.SOLVED) == solution.states()[-1].is_won()


@given(late_positions())
@settings(untimed, max_examples=100)
def test_safe_autoplay_spoils_no_win(start: State) -> None:
    found = exhaust(start, AutoPlay.NONE, 800)
    assume(found is not None and found[1])
    for policy in harmless_policies(start.rules):
        under_policy = exhaust(start, policy, 800)
        assert under_policy is None or under_policy[1]


# Won, but by taking a red card back onto a black one that HORNE and RAYMOND send home, or the other way round.
TAKE_BACKS = [
    ("Foundations: H-3 C-3 D-0 S-3\n4D 4C 4S 4H\n3D AD 2D", Rules(cells=0, columns=2, ranks=4)),
    ("Foundations: H-0 C-4 D-4 S-4\n4H 5S 5D\n2H 5C AH 3H 5H", Rules(cells=1, columns=2, ranks=5)),
    (
        "Foundations: H-4 C-A D-4 S-4\n5C 5D 5S 5H\n4C 2C 3C",
        Rules(cells=0, columns=2, ranks=5, empty_columns=EmptyColumns.KINGS_ONLY),
    ),
    (
        "Foundations: H-4 C-0 D-4 S-4\nFreecells: 5C\nAC 2C 4C\n5H 5S\n5D 3C\n:",
        Rules(cells=1, columns=4, ranks=5, empty_columns=EmptyColumns.NOTHING),
    ),
]


@pytest.mark.parametrize(("board", "rules"), TAKE_BACKS, ids=range(4))
def test_a_card_at_home_may_be_needed_again(board: str, rules: Rules) -> None:
    start = State.parse(board, rules.replace(foundation_takeback=True))
    solution = solved(start)
    assert any(move.source.is_home for move in solution.moves)
    found = exhaust(start, AutoPlay.RAYMOND, 2_000)
    assert found is not None
    assert not found[1]


@given(small_positions(), st.sampled_from(AutoPlay))
@settings(untimed, max_examples=60)
def test_positions_are_counted_under_autoplay(start: State, policy: AutoPlay) -> None:
    found = exhaust(start, policy, 600)
    assume(found is not None)
    assert found is not None
    assert count_positions(start, policy) == found[0]


@pytest.mark.parametrize(("number", "count", "positions"), [(11_982, 4, 83_239), (1, 1, 107), (1, 2, 152_846)])
def test_positions_of_a_deal(number: int, count: int, positions: int) -> None:
    """Counted by another program, too: every move, no autoplay, the order of columns and cells aside."""
    assert count_positions(Deal(number, cells(count)).state(), AutoPlay.NONE) == positions


def test_positions_that_do_not_fit() -> None:
    with pytest.raises(FreeCellError):
        count_positions(Deal(1).state(), AutoPlay.NONE, 1_000_000)
