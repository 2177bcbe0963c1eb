"""The core beside its slow twin (``reference.py``): the same moves, the same refusals, the same positions."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from hypothesis import assume, event, example, given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from reference import CELLS, COLUMNS, FOUNDATIONS, Card, Position, RefusedError, candidates
from reference import Move as PlainMove
from strategies import (
    CELLS_NEEDED,
    COLUMNS_NEEDED,
    POLICIES,
    core_card,
    core_state,
    deal_numbers,
    move_texts,
    moves,
    plain,
    positions,
    rules,
    twin_of,
)

import freecell
from freecell import (
    AmbiguousMoveError,
    AutoPlay,
    Build,
    Deal,
    EmptyColumns,
    FreeCellError,
    IllegalMoveError,
    Layout,
    Move,
    ParseError,
    Rules,
    Solver,
    State,
    Supermoves,
)


def as_twin_reads(text: str) -> str:
    return text.strip().lower().replace("♠", "s")


def is_supermove(move: PlainMove) -> bool:
    return move[2] > 1


@cache
def core_candidates(columns: int, cells: int) -> tuple[tuple[PlainMove, Move], ...]:
    """Every pair of piles with every count that there is a Move for, some of piles the game does not have."""
    found = []
    for candidate in candidates(min(columns + 1, 18), min(cells + 1, 10)):
        try:
            found.append((candidate, Move(*candidate)))
        except FreeCellError:
            source, target, count = candidate
            assert source == target or (source in CELLS and target in CELLS) or source in FOUNDATIONS or count > 1
    return tuple(found)


def unordered(position: Position) -> tuple[object, ...]:
    """A position without regard to which column is which, which cell is which, and what the rules are."""
    return sorted(position.columns), sorted(card for card in position.cells if card), position.home


def compare_identity(state: State, twin: Position, other_state: State, other_twin: Position) -> None:
    """Check that states, bytes and keys tell two positions of as many columns apart exactly where they should."""
    same = twin == other_twin
    assert (state == other_state) is same
    assert (state.to_bytes() == other_state.to_bytes()) is same
    assert hash(state) == hash(other_state) or not same
    same_cards = unordered(twin) == unordered(other_twin)
    assert (state.key() == other_state.key()) is same_cards
    assert (state.canonical() == other_state.canonical()) is (same_cards and twin.rules == other_twin.rules)


class CoreBesideTwin(RuleBasedStateMachine):
    """One game played by both; after every step everything they say about the position is compared."""

    state: State
    twin: Position
    legal: tuple[PlainMove, ...]

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[State, Position]] = []

    @initialize(position=positions())
    def lay(self, position: Position) -> None:
        self.now(core_state(position), position)

    def now(self, state: State, twin: Position) -> None:
        self.state, self.twin, self.legal = state, twin, twin.legal_moves()

    def go(self, move: PlainMove) -> None:
        self.seen.append((self.state, self.twin))
        note(f"move {move}")
        self.now(self.state.play(Move(*move)), self.twin.play(move))

    @rule(pick=st.integers(0, 999), long=st.booleans())
    def play(self, pick: int, long: bool) -> None:
        found = [move for move in self.legal if long and is_supermove(move)] or self.legal
        if found:
            self.go(found[pick % len(found)])

    @rule(policy=st.sampled_from(POLICIES))
    def let_go_home(self, policy: AutoPlay) -> None:
        self.seen.append((self.state, self.twin))
        self.now(self.state.autoplay(policy), self.twin.autoplay(policy))

    @rule(move=moves())
    def try_anything(self, move: PlainMove) -> None:
        """A move is refused by both or played by both; refused, it is refused by every door."""
        try:
            core_move = Move(*move)
        except FreeCellError:
            assert not self.twin.is_legal(move)
            return
        if self.twin.is_legal(move):
            self.go(move)
            return
        assert not self.state.is_legal(core_move)
        assert self.state.why_illegal(core_move)
        for door in (self.state.play, self.state.expand, self.state.format_move, self.state.moved_cards):
            with pytest.raises(IllegalMoveError) as refusal:
                door(core_move)
            assert refusal.value.move == core_move
            assert refusal.value.state is self.state
            assert refusal.value.number is None
        with pytest.raises(IllegalMoveError) as refusal:
            self.state.play_all([core_move])
        assert (refusal.value.number, refusal.value.state) == (1, self.state)

    @rule(text=move_texts())
    def try_any_text(self, text: str) -> None:
        self.read(text)

    @rule(pick=st.integers(0, 999), suffix=st.sampled_from(["", "v1", "v2", "v3", "va", "vD"]))
    def try_another_count(self, pick: int, suffix: str) -> None:
        if self.legal:
            source, target, _ = self.legal[pick % len(self.legal)]
            self.read(source[0] + target + suffix)

    def read(self, text: str) -> None:
        """What is read as a move means the same to both, or neither knows a legal move of that name."""
        try:
            move = self.state.parse_move(text)
        except ParseError:
            return
        except FreeCellError:
            with pytest.raises(RefusedError):
                self.twin.read_move(as_twin_reads(text))
            return
        assert plain(move) == self.twin.read_move(as_twin_reads(text))
        assert self.state.play(text) == self.state.play(move)

    @invariant()
    def same_position(self) -> None:
        state, twin = self.state, self.twin
        assert twin_of(state) == twin
        assert str(state) == str(twin)
        assert state.is_won() is twin.is_won()
        assert state.is_stuck() is twin.is_stuck()
        assert state.is_sorted() is twin.is_sorted()
        assert state.capacity() == twin.capacity()
        assert state.capacity(to_empty=True) == twin.capacity(to_empty=True)

    @invariant()
    def same_moves(self) -> None:
        state, twin = self.state, self.twin
        assert tuple(map(plain, state.legal_moves())) == self.legal
        assert tuple(map(plain, state.distinct_moves())) == twin.distinct_moves()
        for candidate, move in core_candidates(twin.rules.columns, twin.rules.cells):
            assert state.is_legal(move) is (candidate in self.legal) is twin.is_legal(candidate), candidate

    @invariant()
    def same_play(self) -> None:
        state, twin = self.state, self.twin
        for move in islice(self.legal, 20):
            core_move = Move(*move)
            assert twin_of(state.play(core_move)) == twin.play(move)
            assert state.play(core_move) == core_state(twin.play(move))
            assert state.moved_cards(core_move) == tuple(map(core_card, twin.taken(move[0], move[2])))
            steps = state.expand(core_move)
            assert len(steps) % 2 == 1 if is_supermove(move) else steps == (core_move,)
            assert state.play_all(steps) == state.play(core_move)

    @invariant()
    def same_moves_home(self) -> None:
        state, twin = self.state, self.twin
        for policy in POLICIES:
            assert tuple(map(plain, state.automoves(policy))) == twin.automoves(policy)
            assert twin_of(state.autoplay(policy)) == twin.autoplay(policy)
            for move in islice(self.legal, 2):
                assert twin_of(state.play_all([Move(*move)], policy)) == twin.turn(move, policy)

    @invariant()
    def moves_are_written_and_read(self) -> None:
        state, twin = self.state, self.twin
        for move in self.legal:
            core_move = Move(*move)
            written = state.format_move(core_move)
            assert state.parse_move(written) == core_move
            assert twin.read_move(written) == move
            assert state.parse_move(f" {written.upper()}\n") == core_move
            assert state.parse_move(str(core_move)) == core_move
            assert Move.parse(str(core_move)) == core_move
            short = state.format_move(core_move, "standard")
            assert short == move[0][0] + move[1]
            try:
                means = twin.read_move(short)
            except RefusedError:
                with pytest.raises(AmbiguousMoveError) as refusal:
                    state.parse_move(short)
                assert core_move in refusal.value.moves
            else:
                assert plain(state.parse_move(short)) == means
                fills = move[0] in COLUMNS and move[1] in COLUMNS and not twin.taken(move[1], 1)
                assert ("v" in written) is (fills and means[2] > 1)

    @invariant()
    def same_from_nothing(self) -> None:
        """What play keeps up to date is what it would be if the position were laid out anew."""
        state = self.state
        for copy in (
            core_state(self.twin),
            State.parse(str(state), state.rules),
            State.from_bytes(state.to_bytes()),
            pickle.loads(pickle.dumps(state)),
            eval(repr(state), vars(freecell).copy()),
        ):
            assert copy == state
            assert hash(copy) == hash(state)
            assert copy.key() == state.key()
            assert copy.to_bytes() == state.to_bytes()
            assert copy.rules == state.rules
            assert copy.legal_moves() == state.legal_moves()
        assert Position.read(str(state), state.rules) == self.twin

    @invariant()
    def same_identity(self) -> None:
        for state, twin in self.seen:
            compare_identity(self.state, self.twin, state, twin)

    def teardown(self) -> None:
        for state, twin in self.seen:
            assert twin_of(state) == twin  # nothing that was done to it since has changed it


CoreBesideTwin.TestCase.settings = settings(deadline=None, max_examples=150, stateful_step_count=10)
TestCoreBesideTwin = CoreBesideTwin.TestCase


@settings(deadline=None, max_examples=60)
@given(positions(), st.integers(1, 3))
def test_perft(position: Position, depth: int) -> None:
    first = len(position.legal_moves())
    assume(first**depth <= 3000)
    assert core_state(position).perft(depth) == position.perft(depth)


@settings(deadline=None, max_examples=60)
@given(deal_numbers(), rules())
def test_deals(number: int, game: Rules) -> None:
    assert twin_of(Deal(number, game).state()) == Position.deal(number, game)


@settings(deadline=None, max_examples=150)
@given(positions(), st.data())
def test_the_order_of_columns_and_cells(position: Position, data: st.DataObject) -> None:
    """Keys and canonical states do not see it, states and bytes do."""
    other = replace(
        position,
        columns=tuple(data.draw(st.permutations(position.columns))),
        cells=tuple(data.draw(st.permutations(position.cells))),
    )
    state, other_state = core_state(position), core_state(other)
    event("the same order" if other == position else "another order")
    compare_identity(state, position, other_state, other)
    assert state.key() == other_state.key()
    canonical = state.canonical()
    assert canonical == other_state.canonical() == canonical.canonical()
    assert unordered(twin_of(canonical)) == unordered(position)
    assert canonical.rules == position.rules
    assert len(state.key()) <= 40


@settings(deadline=None, max_examples=150)
@given(positions(), st.data())
def test_other_positions_have_other_keys(position: Position, data: st.DataObject) -> None:
    """Positions that differ little: two cards change places, or some go from one column to another."""
    piles: list[list[Card | None]] = [[*cards] for cards in (*position.columns, position.cells)]
    places = [(pile, place) for pile in piles for place, card in enumerate(pile) if card]
    assume(len(places) > 1)
    if data.draw(st.booleans()):
        (pile, place), (other_pile, other_place) = data.draw(st.permutations(places))[:2]
        pile[place], other_pile[other_place] = other_pile[other_place], pile[place]
    else:
        source, target = data.draw(st.sampled_from(piles[:-1])), data.draw(st.sampled_from(piles[:-1]))
        first = data.draw(st.integers(0, len(source)))
        source[first:], moved = [], source[first:]
        target += moved
    columns = tuple(tuple(card for card in pile if card) for pile in piles[:-1])
    other = replace(position, columns=columns, cells=tuple(piles[-1]))
    event("the same cards" if unordered(other) == unordered(position) else "other cards")
    compare_identity(core_state(position), position, core_state(other), other)


@settings(deadline=None, max_examples=60)
@given(positions(), rules())
@example(Position.deal(1, Rules(columns=1, ranks=1)), Rules(empty_columns=EmptyColumns.KINGS_ONLY))
@example(Position.deal(1, Rules(cells=0)), Rules(wrap=True))
@example(Position.deal(1, Rules(cells=4)), Rules(layout=Layout.FORECELL))
@example(Position.deal(1, Rules(columns=1)), Rules(layout=Layout.FAN))
def test_other_rules_make_another_state(position: Position, game: Rules) -> None:
    ours = position.rules
    fits = CELLS_NEEDED.get(game.layout, 0) <= ours.cells and COLUMNS_NEEDED.get(game.layout, 1) <= ours.columns
    layout = game.layout if fits else Layout.ROWS
    game = game.replace(cells=ours.cells, columns=ours.columns, ranks=ours.ranks, base=ours.base, layout=layout)
    other = replace(position, rules=game)
    compare_identity(core_state(position), position, core_state(other), other)


def test_one_card_at_a_time_is_taken_back() -> None:
    game = Rules(columns=2, ranks=3, foundation_takeback=True)
    position = Position.read("Foundations: H-2 C-0 D-0 S-0\n3S 3H 3D 3C\nAC 2C AD 2D AS 2S", game)
    state = core_state(position)
    assert position.read_move("h1") == plain(state.parse_move("h1")) == ("hh", "1", 1)
    assert position.read_move("h1v1") == plain(state.parse_move("h1v1")) == ("hh", "1", 1)
    with pytest.raises(RefusedError):
        position.read_move("h1v2")
    with pytest.raises(IllegalMoveError):
        state.parse_move("h1v2")


@pytest.mark.parametrize("build", Build)
def test_a_whole_suit_in_order_does_not_move_onto_itself(build: Build) -> None:
    """Where ranks go round, its deepest card may lie on its last one, but not while it is under that."""
    unlimited = Supermoves.UNLIMITED
    game = Rules(cells=1, columns=3, build=build, supermoves=unlimited, ranks=4, base=3, wrap=True)
    board = "2S AS 4S 3S\n2H AC 4C 3H 2C AH 4H 3C\n2D AD 4D 3D"
    if build is Build.ALTERNATE_COLOURS:
        board = "2S AD 4S 3D\n2H AC 4D 3S 2D AS 4H 3C\n2C AH 4C 3H"
    position = Position.read(board, game)
    assert ("1", "3", 4) in position.legal_moves() or build is Build.SAME_SUIT
    state = core_state(position)
    assert tuple(map(plain, state.legal_moves())) == position.legal_moves()
    assert tuple(map(plain, state.distinct_moves())) == position.distinct_moves()
    solution = Solver(max_nodes=2_000, max_memory=250_000).solve(state)  # too little memory for the quick searches
    assert state.play_all(solution.moves) == solution.states()[-1]
