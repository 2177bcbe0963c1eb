"""Runs that move at once: that they can be moved card by card, and that no way is shorter.

The search that decides it knows nothing of how the library does it. It moves the cards of the run, and no
others, one at a time among the source, the target, the empty cells and the empty columns, breadth first. All it
keeps of a card of the run is what it lies on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from typing import NamedTuple, TypeVar

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st
from reference import CELLS, COLUMNS, Cards, Position, fits
from reference import Move as PlainMove
from strategies import core_state, laid

from freecell import Build, EmptyColumns, Move, Rules, State, Supermoves

# What a card of the run lies on: the next deeper card of the run, a cell, the floor of an empty column (the
# target's, if the run goes into one, is no different from another), what the run lay on, or the card it goes to.
RUN, CELL, FLOOR, SOURCE, TARGET = range(5)

T = TypeVar("T")

Places = tuple[int, ...]
"""What each card of the run lies on, the deepest card first."""


class Task(NamedTuple):
    """A run to move, and where its cards may go on the way."""

    cards: int
    """How many cards the run has; they are numbered from 0, the deepest."""
    cells: int
    """How many cells are empty."""
    columns: int
    """How many columns are empty, the target among them if it is."""
    to_empty: bool
    """Whether the target is an empty column."""
    source_takes: frozenset[int]
    """The cards that may be put where the run lay, once nothing of it lies there."""
    floor_takes: frozenset[int]
    """The cards that may be put into an empty column."""


def steps_from(places: Places, task: Task) -> Iterator[Places]:
    """Yield every way for the run to lie after one more card has been moved."""
    for card, place in enumerate(places):
        if card + 1 < task.cards and places[card + 1] == RUN:
            continue  # it is covered
        ways = []
        if card > 0 and place != RUN and places[card - 1] != CELL:
            ways.append(RUN)
        if place != CELL and places.count(CELL) < task.cells:
            ways.append(CELL)
        if place != FLOOR and places.count(FLOOR) < task.columns and card in task.floor_takes:
            ways.append(FLOOR)
        if SOURCE not in places and card in task.source_takes:
            ways.append(SOURCE)
        if card == 0 and place != TARGET and not task.to_empty:
            ways.append(TARGET)
        for way in ways:
            yield (*places[:card], way, *places[card + 1 :])


def distance(start: T, end: T, steps_from: Callable[[T], Iterable[T]]) -> int | None:
    """Return the number of steps from start to another node, found breadth first; None if no steps lead there."""
    seen, newest, taken = {start}, [start], 0
    while newest:
        taken += 1
        reached = []
        for before in newest:
            for after in steps_from(before):
                if after == end:
                    return taken
                if after not in seen:
                    seen.add(after)
                    reached.append(after)
        newest = reached
    return None


@cache
def fewest_steps(task: Task) -> int | None:
    """Return the fewest single-card moves that do the task, or None if no moves do it."""
    rest = (RUN,) * (task.cards - 1)
    end = (FLOOR if task.to_empty else TARGET, *rest)
    return distance((SOURCE, *rest), end, lambda places: steps_from(places, task))


def task_of(position: Position, move: PlainMove) -> Task:
    """Say what a legal move of a run asks for."""
    source, target, count = move
    column = position.columns[COLUMNS.index(source)]
    run, below = column[-count:], column[:-count]

    def takes(card: int, on: Cards) -> bool:
        return fits(run[card], on[-1], position.rules) if on else position.may_start_column(run[card])

    return Task(
        cards=count,
        cells=position.cells.count(None),
        columns=position.columns.count(()),
        to_empty=position.columns[COLUMNS.index(target)] == (),
        source_takes=frozenset(card for card in range(count) if takes(card, below)),
        floor_takes=frozenset(card for card in range(count) if takes(card, ())),
    )


def play_singly(state: State, steps: tuple[Move, ...]) -> State:
    """Play single-card moves one after the other; each is checked to be one and to be legal."""
    for step in steps:
        assert step.count == 1
        assert step in state.legal_moves()
        state = state.play(step)
    return state


# What lies under the run: nothing, the card it was built on, a card that takes none of the run, or one that
# happens to take the last card of the run once the others are off it.
WHOLE, ORDERED, LOOSE, HELPFUL = "nothing", "the card it was built on", "a card of no use", "a card of use"


class Case(NamedTuple):
    """A run to move with a given number of cells and columns, and nothing else on the table that matters."""

    cells: int
    columns: int
    to_empty: bool
    under: str
    cards: int
    build: Build

    @property
    def capacity(self) -> int:
        return (self.cells + 1) << (self.columns - self.to_empty)

    @property
    def run(self) -> Cards:
        """The run: of spades, or of spades and hearts in turn."""
        highest = 13 if self.to_empty and self.under != ORDERED else 12
        suits = (3, 2) if self.build is Build.ALTERNATE_COLOURS else (3, 3)
        return tuple((highest - place, suits[place % 2]) for place in range(self.cards))

    def position(self, supermoves: Supermoves = Supermoves.STANDARD) -> Position:
        """Lay the run in column 1, to be moved to column 2; the columns after that are the other empty ones."""
        run = self.run
        onto = (run[0][0] + 1, 2 if self.build is Build.ALTERNATE_COLOURS else 3)
        last_but_one = run[-2:][0]
        under = {
            WHOLE: (),
            ORDERED: (onto,),
            LOOSE: ((1, 0),),
            HELPFUL: ((last_but_one[0], 3 - last_but_one[1]),),
        }[self.under]
        target = () if self.to_empty else ((onto[0], 1) if self.build is Build.ALTERNATE_COLOURS else onto,)
        others = self.columns - self.to_empty
        used = {*run, *under, *target}
        rest = [(rank, suit) for rank in range(1, 14) for suit in range(4) if (rank, suit) not in used]
        in_cells = [rest.pop() for _ in range(4 - self.cells)]
        filled = 6 - others
        return Position(
            columns=(under + run, target, *[()] * others, *(tuple(rest[first::filled]) for first in range(filled))),
            cells=(*in_cells, *[None] * self.cells),
            home=(0, 0, 0, 0),
            rules=Rules(build=self.build, supermoves=supermoves),
        )

    @property
    def move(self) -> PlainMove:
        return "1", "2", self.cards


def cases(cells: int, columns: int) -> Iterator[Case]:
    """Yield every case with `cells` empty cells and `columns` empty columns."""
    for to_empty, under, build in product(
        (False, True), (WHOLE, ORDERED, LOOSE, HELPFUL), (Build.ALTERNATE_COLOURS, Build.SAME_SUIT)
    ):
        if to_empty and columns == 0:
            continue
        if build is Build.SAME_SUIT and (under == HELPFUL or (under == ORDERED and not to_empty)):
            continue  # the card that takes another of its suit is the one of the run, and there is but one
        for count in range(1 + (under == HELPFUL), 13 if under == ORDERED or not to_empty else 14):
            yield Case(cells, columns, to_empty, under, count, build)


SPACES = list(product(range(5), range(4)))


@pytest.mark.parametrize(("cells", "columns"), SPACES)
def test_every_run_within_the_capacity(cells: int, columns: int) -> None:
    for case in cases(cells, columns):
        if case.cards <= case.capacity:
            position = case.position()
            state, move = core_state(position), Move(*case.move)
            assert state.capacity(case.to_empty) == case.capacity
            steps = state.expand(move)
            assert play_singly(state, steps) == state.play(move), case
            assert len(steps) == fewest_steps(task_of(position, case.move)), case


@pytest.mark.parametrize(("cells", "columns"), SPACES)
def test_no_run_beyond_the_capacity(cells: int, columns: int) -> None:
    """No moves of its cards take a run over that is longer than the rule allows, but for two exceptions.

    Both are of runs onto an empty column. A whole column may lend the place it lay in, and a card that was under the
    run may happen to take a card of it (see below); the rule knows of neither.
    """
    for case in cases(cells, columns):
        if case.cards > case.capacity:
            position = case.position()
            assert not core_state(position).is_legal(Move(*case.move)), case
            if not (case.to_empty and case.under in (WHOLE, HELPFUL)):
                assert fewest_steps(task_of(position, case.move)) is None, case


@pytest.mark.parametrize(("cells", "columns"), [(0, 4), (1, 3), (3, 2), (4, 2)])
@pytest.mark.parametrize("under", [WHOLE, LOOSE])
def test_no_run_beyond_the_capacity_in_a_longer_suit(cells: int, columns: int, under: str) -> None:
    """The rule would be as good with more ranks than there are."""
    most = (cells + 1) << columns
    for count, possible in (most, True), (most + 1, False):
        every = frozenset(range(count))
        task = Task(count, cells, columns, False, every if under == WHOLE else frozenset(), every)
        assert (fewest_steps(task) is not None) is possible


@pytest.mark.parametrize(
    ("cells", "columns", "most"),
    [
        *[(0, 1, 1), (1, 1, 2), (2, 1, 4), (3, 1, 5), (4, 1, 7)],
        *[(0, 2, 3), (1, 2, 6), (2, 2, 10), (3, 2, 13), (4, 2, 13)],
        *[(0, 3, 7), (1, 3, 13), (2, 3, 13), (3, 3, 13), (4, 3, 13)],
    ],
)
def test_a_whole_column_onto_an_empty_one_can_exceed_the_capacity(cells: int, columns: int, most: int) -> None:
    """Once nothing is left in it the source is one more empty column; ``most`` is what that allows (13 are all).

    With no cell and two empty columns: 6D to the first, 7C to the target, 6D onto it, 8H to the first, 6D to
    where 8H lay, … The rule limits such a move like any other: it changes nothing but places.
    """
    for count in range(1, 14):
        case = Case(cells, columns, True, WHOLE, count, Build.ALTERNATE_COLOURS)
        position = case.position()
        assert (fewest_steps(task_of(position, case.move)) is not None) is (count <= most)
        assert core_state(position).is_legal(Move(*case.move)) is (count <= case.capacity)


def test_a_card_that_was_under_the_run_can_help() -> None:
    """Without a cell: 9S 8H 7S lies on 8D, which takes 7S when 9S has gone to its column and 8H waits on another."""
    position = Case(0, 2, True, HELPFUL, 3, Build.ALTERNATE_COLOURS).position()
    assert fewest_steps(task_of(position, ("1", "2", 3))) == 7
    assert not core_state(position).is_legal("12v3")
    # And within the capacity it can save moves.
    assert fewest_steps(task_of(Case(0, 3, False, LOOSE, 8, Build.ALTERNATE_COLOURS).position(), ("1", "2", 8))) == 27
    assert fewest_steps(task_of(Case(0, 3, False, HELPFUL, 8, Build.ALTERNATE_COLOURS).position(), ("1", "2", 8))) == 25


def test_worked_example() -> None:
    """One empty cell a and one empty column 2: the run 9S 8H 7C 6D goes from column 1 onto 10H of column 3."""
    state = State.parse("""\
Freecells: - KC KD KH
2C 9S 8H 7C 6D
:
TH
AC 3C 4C 5C 6C 8C 9C TC JC QC
AD 2D 3D 4D 5D 7D 8D 9D TD JD QD
AH 2H 3H 4H 5H 6H 7H 9H JH QH
AS 2S 3S 4S 5S 6S 7S 8S
TS JS QS KS
""")
    move = state.parse_move("13")
    assert move == Move("1", "3", 4)
    steps = state.expand(move)
    assert [(str(step.source), str(step.target)) for step in steps] == [
        ("1", "a"),  # 6D to a
        ("1", "2"),  # 7C to 2
        ("a", "2"),  # 6D onto 7C
        ("1", "a"),  # 8H to a
        ("1", "3"),  # 9S onto 10H
        ("a", "3"),  # 8H onto 9S
        ("2", "a"),  # 6D to a
        ("2", "3"),  # 7C onto 8H
        ("a", "3"),  # 6D onto 7C
    ]
    assert play_singly(state, steps) == state.play(move)


@pytest.mark.parametrize(("cells", "columns"), [(0, 0), (0, 1), (1, 0), (1, 1), (2, 1), (0, 2)])
def test_unlimited(cells: int, columns: int) -> None:
    """A run too long for the space there is moves all the same, and is its own expansion."""
    for case in cases(cells, columns):
        position = case.position(Supermoves.UNLIMITED)
        state, move = core_state(position), Move(*case.move)
        fewest = fewest_steps(task_of(position, case.move))
        steps = state.expand(move)
        assert state.is_legal(move)
        if fewest is None:
            assert steps == (move,), case
        else:
            assert play_singly(state, steps) == state.play(move), case
            assert len(steps) == fewest, case


@pytest.mark.parametrize("supermoves", [Supermoves.CELLS_ONLY, Supermoves.OFF])
def test_other_limits(supermoves: Supermoves) -> None:
    for case in (*cases(0, 2), *cases(2, 1), *cases(4, 0)):
        state = core_state(case.position(supermoves))
        most = case.cells + 1 if supermoves is Supermoves.CELLS_ONLY else 1
        assert state.capacity(case.to_empty) == most
        assert state.is_legal(Move(*case.move)) is (case.cards <= most)


def positions_with_runs(cells: int = 5) -> st.SearchStrategy[Position]:
    games = st.builds(
        Rules,
        cells=st.integers(0, cells),
        columns=st.integers(3, 9),
        build=st.sampled_from(Build),
        empty_columns=st.sampled_from([EmptyColumns.ANY_CARD, *EmptyColumns]),
        supermoves=st.sampled_from([Supermoves.STANDARD, Supermoves.STANDARD, *Supermoves]),
        ranks=st.sampled_from([13, 13, 5, 8]),
        base=st.sampled_from([1, 1, 4]),
        wrap=st.booleans(),
    )
    return laid(games, filled_columns=5).filter(lambda position: any(move[2] > 1 for move in position.legal_moves()))


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.filter_too_much])
@given(positions_with_runs())
def test_every_supermove_of_a_position(position: Position) -> None:
    state = core_state(position)
    for move in state.legal_moves():
        if move.count == 1:
            assert state.expand(move) == (move,)
            continue
        steps = state.expand(move)
        if steps == (move,):
            assert position.rules.supermoves is Supermoves.UNLIMITED
            # Where ranks go round, a king may lie amid a run, and could wait in a column for kings: that is not tried.
            if not (position.rules.wrap and position.rules.empty_columns is EmptyColumns.KINGS_ONLY):
                assert fewest_steps(task_of(position, (str(move.source), str(move.target), move.count))) is None
            continue
        assert play_singly(state, steps) == state.play(move)
        # Each card but the deepest must be laid aside and come back, so nothing is shorter than this.
        if len(steps) != 2 * move.count - 1:
            event(f"{len(steps)} steps for {move.count} cards")
            assert len(steps) == fewest_steps(task_of(position, (str(move.source), str(move.target), move.count)))


def fewest_on_the_table(position: Position, move: PlainMove) -> int | None:
    """Return the same as `fewest_steps` for a move that can be made, by the rules of the twin on all its cards."""
    source, target, count = move
    run = set(position.taken(source, count))
    piles = [source, target]
    piles += [name for name, column in zip(COLUMNS, position.columns, strict=False) if not column and name != target]
    piles += [name for name, card in zip(CELLS, position.cells, strict=False) if not card]

    def steps_on_the_table(before: Position) -> Iterator[Position]:
        for step in product(piles, piles, [1]):
            if before.is_legal(step) and run.issuperset(before.taken(step[0], 1)):
                yield before.play(step)

    return distance(position, position.play(move), steps_on_the_table)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(positions_with_runs(cells=2), st.data())
def test_the_search_plays_by_the_rules(position: Position, data: st.DataObject) -> None:
    """What ``fewest_steps`` finds on what it keeps of a position is so on the whole position."""
    found = [move for move in position.legal_moves() if 1 < move[2] <= 5]
    assume(found and position.rules.supermoves is not Supermoves.UNLIMITED)
    assume(position.cells.count(None) + position.columns.count(()) <= 4)
    move = data.draw(st.sampled_from(found))
    fewest = fewest_on_the_table(position, move)
    assert fewest is not None
    assert fewest_steps(task_of(position, move)) == fewest
