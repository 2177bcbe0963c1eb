"""The searches beneath the solver: pieces, memory, and the exhausting one by itself, held against the twin."""

from __future__ import annotations

import threading
import time
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference import Position
from strategies import CELLS_NEEDED, COLUMNS_NEEDED, POLICIES, core_state, laid, played, twin_of

from freecell import (
    AutoPlay,
    Build,
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
from freecell._arguments import NO_LIMIT
from freecell._search.exhaustive import ExhaustiveSearch, count_positions
from freecell._search.portfolio import Portfolio

FREECELL = Rules.FREECELL
HARD = Deal(1568, FREECELL.replace(cells=1)).state()
"""Neither won nor proven lost within some seconds."""


def cells(count: int) -> Rules:
    return FREECELL.replace(cells=count)


def run_to_the_end(search: Portfolio, piece: int = 5_000) -> str:
    while (outcome := search.run(piece)) == "running":
        pass
    return outcome


# What may be asked for


@pytest.mark.parametrize("start", [None, Deal(1), "7D", 1, [[]]], ids=range(5))
def test_a_search_starts_from_a_state(start: Any) -> None:
    with pytest.raises(TypeError):
        Portfolio(start)


@pytest.mark.parametrize("value", [-1, 2**63 + 1, 10**5000, 1.5, "1", [], object()], ids=range(7))
def test_bad_limits_of_memory(value: Any) -> None:
    with pytest.raises(FreeCellError, match="max_memory"):
        Portfolio(HARD, value)
    search = Portfolio(HARD)
    with pytest.raises(FreeCellError, match="max_memory"):
        search.max_memory = value
    with pytest.raises(FreeCellError, match="max_memory"):
        count_positions(HARD, AutoPlay.NONE, value)


@pytest.mark.parametrize("value", [-1, 2**63 + 1, 1.5, "1", None, object()], ids=range(6))
def test_bad_numbers_of_nodes(value: Any) -> None:
    search = Portfolio(HARD)
    with pytest.raises(FreeCellError, match="nodes"):
        search.run(value)
    assert search.nodes == 0


@pytest.mark.parametrize("value", [0, 2, True, "horne", AutoPlay, object()], ids=range(6))
def test_bad_policies(value: Any) -> None:
    with pytest.raises(FreeCellError, match="autoplay"):
        Portfolio(HARD, None, value)
    with pytest.raises(FreeCellError, match="autoplay"):
        count_positions(HARD, value)


def test_a_search_that_has_not_begun() -> None:
    search = Portfolio(HARD, 10**9)
    assert (search.nodes, search.positions, search.memory, search.best_home) == (0, 0, 0, 0)
    assert (search.start, search.max_memory, search.moves(), search.best_line()) == (HARD, 10**9, (), ())
    assert search.run(0) == "running"
    assert search.nodes == 0
    assert Portfolio(HARD).max_memory is None


def test_a_search_runs_in_one_thread_at_a_time() -> None:
    search = Portfolio(HARD)
    outcomes: list[str] = []
    thread = threading.Thread(target=lambda: outcomes.append(search.run(500_000)))
    thread.start()
    refusals: list[str] = []
    while not outcomes:
        for ask in (lambda: search.run(1), search.moves, search.best_line):
            try:
                ask()
            except FreeCellError as error:
                refusals.append(str(error))
        time.sleep(0.001)
    thread.join()
    assert outcomes == ["running"]
    assert set(refusals) == {"this search is running in another thread"}


# In pieces

PIECES = [
    (Deal(24).state(), 1),
    (Deal(617).state(), 7),
    (Deal(1).state(), 325),
    (Deal(11_982).state(), 333),
    (Deal(1, cells(1)).state(), 1),
    (Deal(1, cells(2)).state(), 1_000),
    (Deal(9, cells(2)).state(), 13),
    (Deal(10, Rules.BAKERS_GAME).state(), 999),
    (Deal(3, FREECELL.replace(foundation_takeback=True)).state(), 3),
]


@pytest.mark.parametrize(("start", "piece"), PIECES, ids=range(len(PIECES)))
def test_pieces_make_the_whole(start: State, piece: int) -> None:
    whole, pieces = Portfolio(start), Portfolio(start)
    assert run_to_the_end(whole, 2**62) == run_to_the_end(pieces, piece)
    assert (whole.nodes, whole.moves(), whole.best_line()) == (pieces.nodes, pieces.moves(), pieces.best_line())
    assert (whole.positions, whole.best_home, whole.memory) == (pieces.positions, pieces.best_home, pieces.memory)


def test_a_piece_is_as_long_as_was_asked_for() -> None:
    search = Portfolio(HARD)
    expanded = 0
    for piece in (0, 1, 1, 2, 300, 1_000, 4_999, 20_000, 60_000, 100_000):
        assert search.run(piece) == "running"
        expanded += piece
        assert search.nodes == expanded
    assert search.positions > 0  # both kinds of search have had their turn


def test_the_end_stays_the_end() -> None:
    for start, outcome in ((Deal(24).state(), "won"), (Deal(11_982).state(), "exhausted")):
        search = Portfolio(start)
        assert run_to_the_end(search) == outcome
        nodes, moves = search.nodes, search.moves()
        for piece in (1, 10_000):
            assert search.run(piece) == outcome
        assert (search.nodes, search.moves()) == (nodes, moves)


@pytest.mark.parametrize("most", [1, 2, 100, 5_000, 50_000])
def test_the_best_line_brings_the_most_home(most: int) -> None:
    for start in (HARD, Deal(11_982).state(), Deal(2, cells(0)).state(), Deal(10, Rules.BAKERS_GAME).state()):
        search = Portfolio(start)
        best = 0
        while search.nodes < most and search.run(min(500, most - search.nodes)) == "running":
            assert search.best_home >= best
            best = search.best_home
        end = start.play_all(search.best_line())
        assert sum(end.foundations) == search.best_home >= best


# Memory


MEMORY = [HARD, Deal(11_982).state(), Deal(219_837_216).state(), Deal(3, cells(2)).state()]


def most_taken(start: State, limit: int, nodes: int) -> int:
    search = Portfolio(start, limit)
    most = 0
    while search.nodes < nodes and search.run(1_000) == "running":
        most = max(most, search.memory)
    return max(most, search.memory)


def test_no_search_takes_more_memory_than_it_may() -> None:
    limits = [0, 1, 10_000, 100_000, 300_000, 1_000_000, 1_500_000, 2_500_000, 4_415_797, 6_856_879, 10_641_804]
    beyond = [
        (start.rules.cells, limit, taken)
        for start, limit in product(MEMORY, limits)
        if (taken := most_taken(start, limit, 200_000)) > limit
    ]
    assert beyond == []


def test_a_full_search_goes_on_with_more_memory() -> None:
    for start, outcome in ((Deal(11_982).state(), "exhausted"), (Deal(5, cells(2)).state(), "won")):
        search = Portfolio(start, 0)
        limits = 0
        while (found := run_to_the_end(search)) == "full":
            search.max_memory = search.max_memory * 5 // 4 + 100_000
            limits += 1
        assert found == outcome
        assert limits > 1
        if outcome == "won":
            assert start.play_all(search.moves()).is_won()


def test_a_count_goes_on_with_more_memory() -> None:
    search = ExhaustiveSearch(Deal(11_982).state(), AutoPlay.NONE)
    limits, memory = 0, 100_000
    while (outcome := search.run(5_000, memory)) != "exhausted":
        if outcome == "full":
            memory *= 2
            limits += 1
    assert limits > 3
    assert search.positions == 83_239


def test_levels_that_are_done_are_forgotten() -> None:
    search = ExhaustiveSearch(Deal(11_982).state(), AutoPlay.NONE)
    most = 0
    while search.run(1_000, NO_LIMIT) == "running":
        most = max(most, search.memory)
    assert search.positions == 83_239
    assert most < 20 * 83_239  # not even the keys of all would fit
    assert search.memory < 9 * 83_239  # how each was met


def test_a_search_leaves_no_trace_in_the_next() -> None:
    """The room of searches that are over is used again."""

    def answer() -> tuple[object, ...]:
        search = Portfolio(Deal(24).state(), 3_000_000)
        return search.run(2**62), search.nodes, search.memory, search.moves()

    first = answer()
    for start in (*MEMORY, Deal(1, Rules(ranks=3, columns=3)).state(), Deal(5, Rules.BAKERS_GAME).state()):
        others = [Portfolio(start, 10_000_000) for _ in range(3)]
        for other in others:
            other.run(5_000)
        del other, others
        assert answer() == first


# The exhausting search alone, against the twin


def twin_count(start: Position, policy: AutoPlay, most: int) -> int | None:
    """How many positions can be reached, the order of columns and cells aside; None if there are more."""

    def key(position: Position) -> tuple[object, ...]:
        return sorted(position.columns).__str__(), sorted(map(str, position.cells)).__str__(), position.home

    first = start.autoplay(policy)
    met = {key(first)}
    waiting = [first]
    while waiting:
        position = waiting.pop()
        for move in position.distinct_moves():
            after = position.play(move).autoplay(policy)
            if key(after) not in met:
                if len(met) == most:
                    return None
                met.add(key(after))
                waiting.append(after)
    return len(met)


def small_rules() -> st.SearchStrategy[Rules]:
    layouts = st.sampled_from([layout for layout in Layout if layout not in CELLS_NEEDED])
    return st.tuples(st.integers(1, 6), layouts).flatmap(lambda drawn: rules_of(*drawn))


def rules_of(ranks: int, layout: Layout) -> st.SearchStrategy[Rules]:
    return st.builds(
        Rules,
        cells=st.integers(0, 2),
        columns=st.integers(COLUMNS_NEEDED.get(layout, 1), 5),
        build=st.sampled_from(Build),
        empty_columns=st.sampled_from(EmptyColumns),
        supermoves=st.sampled_from(Supermoves),
        foundation_takeback=st.booleans(),
        ranks=st.just(ranks),
        base=st.just(1) | st.integers(1, ranks),
        wrap=st.booleans(),
        layout=st.just(layout),
    )


@given(laid(small_rules()) | played(small_rules()))
@settings(max_examples=200)
def test_the_twin_counts_as_many_positions(start: Position) -> None:
    counted = 0
    for policy in POLICIES:
        count = twin_count(start, policy, 120)
        if count is not None:
            assert count_positions(core_state(start), policy) == count
            counted += 1
    assume(counted > 0)


KINDS = [
    Rules(
        ranks=ranks,
        columns=columns,
        cells=count,
        build=build,
        empty_columns=empty,
        foundation_takeback=takeback,
        base=base,
        wrap=wrap,
    )
    for (ranks, columns, count, base, wrap), build, empty, takeback in product(
        [(2, 2, 0, 1, False), (3, 2, 1, 1, False), (5, 4, 0, 1, False), (3, 3, 0, 3, True)],
        Build,
        EmptyColumns,
        (False, True),
    )
]


@pytest.mark.parametrize("rules", KINDS, ids=str)
def test_the_twin_counts_as_many_positions_of_each_kind(rules: Rules) -> None:
    for number, policy in product(range(1, 4), POLICIES):
        start = Deal(number, rules).state()
        count = twin_count(twin_of(start), policy, 150)
        if count is not None:
            assert count_positions(start, policy) == count


def test_a_count_goes_on_after_a_win() -> None:
    start = Deal(1, Rules(ranks=3, columns=4, cells=1)).state()
    for policy in AutoPlay:
        assert ExhaustiveSearch(start, policy).run(10**6, NO_LIMIT) == "exhausted"
    won = State([[]] * 8, (), (13,) * 4)
    assert count_positions(won) == 1
    assert Portfolio(won).run(0) == "won"


@pytest.mark.parametrize("takeback", [False, True])
@pytest.mark.parametrize("empty_columns", EmptyColumns)
@pytest.mark.parametrize("build", Build)
def test_a_win_of_the_exhausting_search_replays(build: Build, empty_columns: EmptyColumns, takeback: bool) -> None:
    """In less memory than a quick search begins with, the exhausting one is alone."""
    # Built in any suit, there are no automatic moves, and there are many more positions.
    cells, columns, ranks = (1, 3, 3) if build is Build.ANY_SUIT else (2, 4, 4)
    rules = Rules(
        cells=cells,
        columns=columns,
        build=build,
        empty_columns=empty_columns,
        foundation_takeback=takeback,
        ranks=ranks,
    )
    wins = 0
    for number in range(1, 41):
        start = Deal(number, rules).state()
        search = Portfolio(start, 250_000)
        while (outcome := search.run(100)) == "running":
            assert search.best_home == 0, "no quick search has begun"
        if outcome == "won":
            wins += search.positions > 0
            assert start.play_all(search.moves()).is_won()
            assert Solver().solve(start).verdict is Verdict.SOLVED
        elif outcome == "exhausted":
            assert Solver().solve(start).verdict is Verdict.UNSOLVABLE
    assert wins > 0


def test_searches_that_are_over_give_their_room_back() -> None:
    """Of a score of quick searches only those are kept that go on, and the one with the best line."""
    search = Portfolio(Deal(4306977).state())
    most = 0
    while search.run(20_000) == "running" and search.nodes < 400_000:
        most = max(most, search.memory)
    assert search.nodes >= 400_000
    assert most < 50 * 2**20
    assert search.memory < 40 * 2**20
    line = search.best_line()
    assert search.start.play_all(line).cards_home() == search.best_home > 0


def test_the_proof_gets_the_room_of_the_quick_searches_when_it_needs_it() -> None:
    """With 1 MB the quick searches fill most of it, and what is left does not suffice; the best line is remembered."""
    search = Portfolio(Deal(11982).state(), 1_000_000)
    met = 0
    while search.run(500) == "running":
        met = max(met, search.best_home)
        assert search.memory <= 1_000_000
    assert search.run(1) == "exhausted"
    assert search.best_home == met > 0
    assert search.start.play_all(search.best_line()).cards_home() == met
