# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Piles, moves, positions and deal numbers on the C data of ``_position``."""

from collections import deque
from collections.abc import Iterable
from itertools import islice

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.object cimport Py_EQ, Py_GT, Py_LE, Py_LT, Py_NE
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from freecell._rules.deal_numbers cimport deal
from freecell._rules.autoplay cimport POLICY_ALL, POLICY_SURE, next_automove, sure_policy
from freecell._rules.moves cimport MAX_MOVES, capacity, legal_steps, run_length
from freecell._rules.position cimport (
    ABSENT, CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, FOUNDATION_PILE, HOME, HOME_PILE, KEY_BYTES, MAX_CELLS,
    MAX_COLUMNS, PILES, Position, Ruleset, Step, cards_home, empty_columns, fits, fits_top, goes_home, holder, is_won,
    link_hash, make, mixed, nth_card, open_card, pack, rank_of, suit_of,
)

from freecell.cards import CARDS, RANKS, Card, Suit, cards_from, small
from freecell._arguments import piece, shortened, whole_number
from freecell.errors import (
    AmbiguousMoveError, FreeCellError, IllegalMoveError, InvalidStateError, ParseError, in_sequence,
)
from freecell._pictures.svg import svg
from freecell.layouts import Board
from freecell.notation import CELL_NAMES, COLUMN_NAMES, read_board, read_move, write_board
from freecell.rules import AutoPlay, Build, EmptyColumns, Layout, Rules, Supermoves
from freecell._rules.supermoves import single_steps

__all__ = ["Move", "Pile", "State"]


# --- cards and piles by number ------------------------------------------------------------------------------------

cdef tuple _CARD_OF = (None,) * FIRST_CARD + CARDS  # by its number in a Position
cdef tuple _PILE_NAMES = (*COLUMN_NAMES, *CELL_NAMES, *("h" + suit.letter.lower() for suit in Suit), "h")
cdef dict _PILE_CODES = {name: code for code, name in enumerate(_PILE_NAMES)}


cdef inline object card_of(const Ruleset *ruleset, int card):
    # The card of that number, which counts ranks from the base; None for 0.
    if card and ruleset.base > 1:
        card += 4 * (ruleset.base - 1)
        if rank_of(card) > ruleset.ranks:
            card -= 4 * ruleset.ranks
    return _CARD_OF[card]


cdef inline int number_of(const Ruleset *ruleset, int index) noexcept:
    # The number in a Position of the card of that index.
    cdef int number = index + FIRST_CARD - 4 * (ruleset.base - 1)
    return number if number >= FIRST_CARD else number + 4 * ruleset.ranks


cdef inline int at_home(const Ruleset *ruleset, int top) noexcept:
    # How many cards a foundation has with that top rank; 0 for none.
    if top == 0:
        return 0
    return top - ruleset.base + 1 if top >= ruleset.base else top - ruleset.base + 1 + ruleset.ranks


cdef inline int top_rank(const Ruleset *ruleset, int count) noexcept:
    # The top rank of a foundation that has so many cards.
    if count == 0:
        return 0
    count += ruleset.base - 1
    return count if count <= ruleset.ranks else count - ruleset.ranks


cdef str place_name(int pile):
    # A pile as a sentence names it.
    if pile < CELL_PILE:
        return f"column {_PILE_NAMES[pile]}"
    if pile < FOUNDATION_PILE:
        return f"cell {_PILE_NAMES[pile]}"
    return "home"


@cython.final
@cython.no_gc
cdef class Pile:
    """Pile(name, /)\n--\n
    A place where cards lie: a column, a cell, or home.

    Columns are named ``1`` to ``9``, ``0`` for the tenth and ``n`` to ``u`` beyond; cells ``a`` to ``g`` and ``k``,
    ``l``, ``m``; ``h`` is home, and ``hc``, ``hd``, ``hh``, ``hs`` are its foundations, named only where a card is
    taken back from one. Piles are equal when their names are, and ordered: columns, cells, home.

    >>> Pile("3").is_column, Pile("3").index, Pile.cell(0)
    (True, 2, Pile('a'))

    Raises:
        ParseError: there is no pile of that name.
    """

    def __cinit__(self, name, /):
        if not isinstance(name, str):
            raise ParseError(f"{shortened(name)} is no pile: write its name as text, such as '3' or 'a'", piece(name))
        code = _PILE_CODES.get(small(name))
        if code is None:
            known = f"columns are {COLUMN_NAMES}, cells {CELL_NAMES}, home is h"
            raise ParseError(f"{shortened(name)} is no pile: {known}", piece(name))
        self.code = code

    @staticmethod
    def column(index: int) -> Pile:
        """Give the column at an index from 0, at most 17.

        Raises:
            FreeCellError: there is none.
        """
        return _PILES[whole_number(index, "column", 0, MAX_COLUMNS - 1)]

    @staticmethod
    def cell(index: int) -> Pile:
        """Give the cell at an index from 0, at most 9.

        Raises:
            FreeCellError: there is none.
        """
        return _PILES[CELL_PILE + <int>whole_number(index, "cell", 0, MAX_CELLS - 1)]

    @property
    def name(self) -> str:
        """How the field writes it: ``3``, ``a``, ``h``."""
        return _PILE_NAMES[self.code]

    @property
    def index(self) -> int:
        """Its place among the piles of its kind, from 0; for a foundation, its suit's; 0 for home."""
        if self.code < CELL_PILE:
            return self.code
        if self.code < FOUNDATION_PILE:
            return self.code - CELL_PILE
        return (self.code - FOUNDATION_PILE) % 4

    @property
    def suit(self) -> Suit | None:
        """The suit of a foundation; None for every other pile and for home as a whole."""
        return Suit(self.code - FOUNDATION_PILE) if FOUNDATION_PILE <= self.code < HOME_PILE else None

    @property
    def is_column(self) -> bool:
        """Whether it is a column."""
        return self.code < CELL_PILE

    @property
    def is_cell(self) -> bool:
        """Whether it is a cell."""
        return CELL_PILE <= self.code < FOUNDATION_PILE

    @property
    def is_home(self) -> bool:
        """Whether it is home, or one of its foundations."""
        return self.code >= FOUNDATION_PILE

    def __richcmp__(self, other, int operation):
        if not isinstance(other, Pile):
            return NotImplemented
        return compared(self.code, (<Pile>other).code, operation)

    def __hash__(self):
        return self.code

    def __str__(self):
        return self.name

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        return f"Pile({self.name!r})"

    def __reduce__(self):
        return Pile, (self.name,)


cdef list _PILES = [Pile(name) for name in _PILE_NAMES]


cdef inline bint compared(int left, int right, int operation):
    if operation == Py_EQ:
        return left == right
    if operation == Py_NE:
        return left != right
    if operation == Py_LT:
        return left < right
    if operation == Py_LE:
        return left <= right
    if operation == Py_GT:
        return left > right
    return left >= right


# --- moves --------------------------------------------------------------------------------------------------------

cdef inline int step_code(Step step):
    return (step.source * PILES + step.target) * 14 + step.count


cdef list _MOVES = [None] * (PILES * PILES * 14)  # by step_code: each move is made once


cdef Move move_of(Step step):
    cdef int code = step_code(step)
    move = _MOVES[code]
    if move is None:
        move = _MOVES[code] = Move(_PILES[step.source], _PILES[step.target], step.count)
    return <Move>move


cdef object pile_from(object pile):
    return pile if isinstance(pile, Pile) else Pile(pile)


@cython.final
@cython.no_gc
cdef class Move:
    """Move(source, target, count=1)\n--\n
    From where to where how many cards are to go; whether they may depends on the :class:`State`.

    The text form needs no position: between columns it carries the count (hexadecimal, after ``v``), everywhere
    else a single card moves. Moves are equal when source, target and count are, and are ordered by them.

    >>> Move("2", "6", 3), str(Move("2", "6", 3)), str(Move("2", "a"))
    (Move('2', '6', 3), '26v3', '2a')
    >>> Move.parse("26v3") == Move("2", "6", 3)
    True

    Args:
        source: where the cards come from: a column, a cell, or a foundation such as ``hs`` (a card taken back).
        target: where they go: a column, a cell, or ``h``.
        count: how many, 1 to 13; only 1 unless source and target are columns.

    Raises:
        FreeCellError: no game has such a move.
    """

    def __cinit__(self, source, target, count=1):
        cdef Pile start = pile_from(source), end = pile_from(target)
        self.source = start
        self.target = end
        self.step = Step(<uint8_t>start.code, <uint8_t>end.code, <uint8_t>whole_number(count, "count", 1, 13))
        if start.code == end.code:
            raise FreeCellError(f"a card does not move from {place_name(start.code)} onto itself")
        if start.is_cell and end.is_cell:
            raise FreeCellError("a card in a cell does not move to another cell")
        if start.is_home and end.is_home:
            raise FreeCellError("a card at home does not move home")
        if start.code == HOME_PILE:
            raise FreeCellError("a card taken back comes from a foundation: hc, hd, hh or hs")
        if end.is_home and end.code != HOME_PILE:
            raise FreeCellError("a card finds its own foundation: the target is h")
        if count != 1 and not (start.is_column and end.is_column):
            raise FreeCellError(f"from {place_name(start.code)} to {place_name(end.code)} one card moves, not {count}")

    @staticmethod
    def parse(text: str) -> Move:
        """Read the text form; :meth:`State.parse_move` reads the shorter forms that need a position.

        Raises:
            ParseError: it is no move, or does not say how many cards go from column to column.
            FreeCellError: no game has such a move.
        """
        parts = read_move(text)
        cdef Pile source = Pile(parts.source), target = Pile(parts.target)
        if parts.count is None and source.is_column and target.is_column:
            raise ParseError(
                f"{text.strip()} does not say how many cards: write {text.strip()}v1 for one,"
                " or read it in its position with State.parse_move", text.strip()
            )
        if source.code == HOME_PILE:
            raise ParseError(
                f"{text.strip()} does not say from which foundation: write hc, hd, hh or hs for h,"
                " or read it in its position with State.parse_move", text.strip()
            )
        return Move(source, target, parts.count or 1)

    def __richcmp__(self, other, int operation):
        if not isinstance(other, Move):
            return NotImplemented
        return compared(step_code(self.step), step_code((<Move>other).step), operation)

    def __hash__(self):
        return step_code(self.step)

    def __str__(self):
        if self.step.source < CELL_PILE and self.step.target < CELL_PILE:
            return f"{self.source.name}{self.target.name}v{self.step.count:x}"
        return self.source.name + self.target.name

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        count = f", {self.step.count}" if self.step.count != 1 else ""
        return f"Move({self.source.name!r}, {self.target.name!r}{count})"

    def __reduce__(self):
        return Move, (self.source, self.target, self.step.count)

    @property
    def count(self) -> int:
        """How many cards move, 1 to 13."""
        return self.step.count


# --- positions ----------------------------------------------------------------------------------------------------

cdef object checked(object rules):
    if type(rules) is not Rules:
        raise FreeCellError(f"rules must be Rules, such as Rules.FREECELL, not {shortened(rules)}")
    return rules


cdef object _last_rules = None
cdef Ruleset _last_ruleset


cdef Ruleset ruleset_of(object rules) except *:
    global _last_rules, _last_ruleset
    cdef Ruleset ruleset
    cdef int suit
    if rules is _last_rules:
        return _last_ruleset
    checked(rules)
    # Checked again, as the core trusts them with its memory.
    ruleset.cells = whole_number(rules.cells, "cells", 0, MAX_CELLS)
    ruleset.columns = whole_number(rules.columns, "columns", 1, MAX_COLUMNS)
    ruleset.ranks = whole_number(rules.ranks, "ranks", 1, len(RANKS))
    ruleset.supermoves = rules.supermoves
    ruleset.takeback = rules.foundation_takeback
    ruleset.base = whole_number(rules.base, "base", 1, rules.ranks)
    ruleset.wraps = rules.wrap
    ruleset.layout = rules.layout
    ruleset.empty_columns = rules.empty_columns
    ruleset.to_floor = {EmptyColumns.ANY_CARD: 1, EmptyColumns.KINGS_ONLY: rules.ranks, EmptyColumns.NOTHING: 14}[
        rules.empty_columns]
    for suit in range(4):
        if rules.build == Build.ALTERNATE_COLOURS:
            ruleset.lies_on[suit] = 0b0110 if suit == 0 or suit == 3 else 0b1001
        elif rules.build == Build.SAME_SUIT:
            ruleset.lies_on[suit] = <uint8_t>(1 << suit)
        else:
            ruleset.lies_on[suit] = 0b1111
    _last_rules, _last_ruleset = rules, ruleset
    return ruleset


cdef object with_base(object rules, tuple columns, tuple cells, tuple foundations):
    # The rules, with the base that the cards tell where the rules leave it open.
    if type(rules) is not Rules or rules.base:
        return rules
    for suit, top in enumerate(foundations):
        if top:
            lying = sum(card.suit == suit for cards in (*columns, cells) for card in cards if card is not None)
            return rules.replace(base=(top - rules.ranks + lying) % rules.ranks + 1)
    raise FreeCellError("base is left open by the rules, and no card is home to tell it: say it by replace(base=…)")


cdef object _BLANK = object()  # makes a State that is filled afterwards


cdef State state_of(const Position *position, State like):
    # A state of the same game with another position.
    cdef State state = State.__new__(State, _BLANK)
    state.position = position[0]
    state.ruleset = like.ruleset
    state.rules = like.rules
    return state


cdef list pile_cards(const Ruleset *ruleset, const Position *position, int column):
    # The cards of a column, deepest first.
    cdef list cards = []
    cdef int card = position.top[column]
    while card != FLOOR:
        cards.append(card_of(ruleset, card))
        card = position.below[card]
    cards.reverse()
    return cards


cdef list faults(
    const Ruleset *ruleset, tuple columns, tuple cells, tuple foundations, object rules, object board
):
    # Why the cards cannot lie so: a sentence each, with places in the text where there is a board read from one.
    cdef list reasons = [], lying = [[] for _ in CARDS]
    cdef dict lines = {}
    if board is not None:
        for card, line, column in board.places:
            lines.setdefault(card, deque()).append(f" (line {line}, column {column})")
    if len(columns) != rules.columns:
        where = ""
        if board is not None and len(columns) > rules.columns:
            where = f": number {rules.columns + 1} stands in line {board.column_lines[rules.columns]}"
            where += " (a blank line is an empty column)"
        elif board is not None:
            where = ": a line is a column, and an empty one a line with a colon"
        reasons.append(f"there are {len(columns)} columns, the game has {rules.columns}{where}")
        if len(columns) > MAX_COLUMNS:
            return reasons
    if len(cells) > rules.cells:
        where = f" (line {board.cells_line})" if board is not None else ""
        reasons.append(f"there are {len(cells)} cells, the game has {rules.cells}{where}")
    for suit, rank in zip(Suit, foundations):
        for count in range(at_home(ruleset, rank), 0, -1):
            home = 4 * (top_rank(ruleset, count) - 1) + suit
            lying[home].append("home" if count == at_home(ruleset, rank) else f"home under the {RANKS[rank - 1]}")
    for pile, cards in (*enumerate(cells, CELL_PILE), *enumerate(columns)):
        name = place_name(min(pile, CELL_PILE - 1) if isinstance(cards, tuple) else min(pile, FOUNDATION_PILE - 1))
        for card in cards if isinstance(cards, tuple) else (cards,):
            if card is not None:
                where = lines[card].popleft() if lines else ""
                lying[card.index].append(f"in {name}{where}")
    for card, where in zip(CARDS, lying):
        if card.rank > rules.ranks and where:
            reasons.append(f"{card} lies {where[0]}, but a deck of {rules.ranks} ranks has no such card")
        elif len(where) > 1:
            more = f" and {len(where) - 3} times more" if len(where) > 3 else ""
            reasons.append(f"{card} lies {' and '.join(where[:3])}{more}")
    missing = [str(card) for card, where in zip(CARDS, lying) if not where and card.rank <= rules.ranks]
    if len(missing) > 4:
        reasons.append(f"{len(missing)} cards are missing: {', '.join(missing)}")
    else:
        reasons.extend([f"{card} is missing" for card in missing])
    return reasons


cdef void lay(State state, tuple columns, tuple cells, tuple foundations):
    # Put cards that have no faults into the position.
    cdef int column, place, card, below, suit
    cdef Position *position = &state.position
    memset(position, 0, sizeof(Position))
    for card in range(FIRST_CARD, END_CARD):
        position.below[card] = HOME if rank_of(card) <= state.ruleset.ranks else ABSENT
    for suit in range(4):
        position.home[suit] = <uint8_t>at_home(&state.ruleset, foundations[suit])
    for column, cards in enumerate(columns):
        below = FLOOR
        for lying in cards:
            card = number_of(&state.ruleset, lying.index)
            position.below[card] = <uint8_t>below
            below = card
        position.top[column] = <uint8_t>below
    for place, lying in enumerate(cells):
        if lying is not None:
            card = number_of(&state.ruleset, lying.index)
            position.below[card] = CELL
            position.cell[place] = <uint8_t>card
    hash_links(position)


cdef void hash_links(Position *position) noexcept nogil:
    cdef int card
    for card in range(FIRST_CARD, END_CARD):
        position.hash ^= link_hash(card, position.below[card])


cdef tuple columns_from(object columns):
    if isinstance(columns, str | bytes):
        raise FreeCellError("columns must be a sequence of columns; State.parse reads text")
    if not isinstance(columns, Iterable):
        raise FreeCellError(f"columns must be a sequence of columns, not {shortened(columns)}")
    found = []
    for column in columns:
        if len(found) == MAX_COLUMNS:
            raise InvalidStateError([f"there are more than {MAX_COLUMNS} columns"])
        found.append(cards_from(column, "a column"))
    return tuple(found)


cdef tuple foundations_from(object foundations, int ranks):
    given = tuple(islice(foundations, 5)) if isinstance(foundations, Iterable) else ()
    if len(given) != 4:
        raise FreeCellError(f"foundations must be four ranks, clubs first, not {shortened(foundations)}")
    return tuple(
        whole_number(rank, f"the foundation of {suit.name.lower()}", 0, ranks) for suit, rank in zip(Suit, given))


cdef bint whole(State state, tuple columns, tuple cells, tuple foundations):
    # Whether every card of the deck is there once, in as many columns and cells as the game has.
    cdef uint64_t seen = 0
    cdef int count = 0, suit, home
    if len(columns) != state.ruleset.columns or len(cells) > state.ruleset.cells:
        return False
    for cards in columns:
        for card in <tuple>cards:
            seen |= <uint64_t>1 << <int>card.index
            count += 1
    for card in cells:
        if card is not None:
            seen |= <uint64_t>1 << <int>card.index
            count += 1
    for suit in range(4):
        for home in range(at_home(&state.ruleset, foundations[suit])):
            seen |= <uint64_t>1 << (4 * (top_rank(&state.ruleset, home + 1) - 1) + suit)
            count += 1
    return count == 4 * state.ruleset.ranks and seen == ((<uint64_t>1 << count) - 1)


cdef int fill(State state, tuple columns, tuple cells, tuple foundations, object rules, object board) except -1:
    # Make a blank State that of these cards, or say why they cannot lie so.
    state.rules = with_base(rules, columns, cells, foundations)
    state.ruleset = ruleset_of(state.rules)
    if not whole(state, columns, cells, foundations):
        raise InvalidStateError(faults(&state.ruleset, columns, cells, foundations, state.rules, board))
    lay(state, columns, cells, foundations)
    return 0


# --- legality -----------------------------------------------------------------------------------------------------

cdef str refusal(State state, Step step):
    # Why a move may not be made, in a sentence; None when it may.
    cdef const Ruleset *ruleset = &state.ruleset
    cdef const Position *position = &state.position
    cdef int source = step.source, target = step.target, count = step.count, card, top, length, suit, pile
    for pile in (source, target):
        if pile < CELL_PILE and pile >= ruleset.columns:
            return f"there is no {place_name(pile)}: the game has {ruleset.columns} columns"
        if CELL_PILE <= pile < FOUNDATION_PILE and pile - CELL_PILE >= ruleset.cells:
            return f"there is no {place_name(pile)}: the game has {ruleset.cells or 'no'} cells"
    if source >= FOUNDATION_PILE and not ruleset.takeback:
        return "in this game no card comes back from home"
    card = open_card(position, source)
    if card == 0:
        if source >= FOUNDATION_PILE:
            return f"none of the {Suit(source - FOUNDATION_PILE).name.lower()} is home"
        return f"{place_name(source)} is empty"
    if count > 1:
        length = len(pile_cards(ruleset, position, source))
        if count > length:
            return f"{place_name(source)} has no {count} cards: it has {length}"
        if count > run_length(ruleset, position, source):
            return f"the last {count} cards of {place_name(source)} do not lie in order"
        card = nth_card(position, source, count)
    if target == HOME_PILE:
        if goes_home(position, card):
            return None
        before = card_of(ruleset, 4 * position.home[suit_of(card)] + FIRST_CARD + suit_of(card))
        return f"{card_of(ruleset, card)} cannot go home before {before}"
    if target >= CELL_PILE:
        top = position.cell[target - CELL_PILE]
        return None if top == 0 else f"{place_name(target)} holds {card_of(ruleset, top)}"
    top = position.top[target]
    if not fits_top(ruleset, card, top):
        if top == FLOOR:
            if ruleset.empty_columns == EmptyColumns.NOTHING:
                return "nothing may be put into an empty column"
            highest = RANKS[top_rank(ruleset, ruleset.ranks) - 1]
            return f"only a {'king' if highest == 'K' else highest} may be put into an empty column"
        holders = [
            f"{card_of(ruleset, holder(ruleset, card) + suit)}" for suit in range(4)
            if holder(ruleset, card) < FIRST_CARD + 4 * ruleset.ranks and ruleset.lies_on[suit_of(card)] >> suit & 1]
        on = " or ".join(holders) or "no card"
        return f"{card_of(ruleset, card)} does not lie on {card_of(ruleset, top)}: it lies on {on}"
    length = capacity(ruleset, position, top == FLOOR)
    return None if count <= length else f"{count} cards cannot go at once: there is space for {length}"


cdef int implied_count(State state, int source, int target):
    # How many cards a move from column to column means that does not say; 0 when none may go.
    cdef const Ruleset *ruleset = &state.ruleset
    cdef const Position *position = &state.position
    cdef int count, top, run
    if source >= ruleset.columns or target >= ruleset.columns or position.top[source] == FLOOR:
        return 0
    run = run_length(ruleset, position, source)
    top = position.top[target]
    if top != FLOOR:
        count = rank_of(top) - rank_of(position.top[source])
        if count < 1 and ruleset.wraps:
            count += ruleset.ranks
        return count if 1 <= count <= run and fits(ruleset, nth_card(position, source, count), top) else 0
    for count in range(min(run, capacity(ruleset, position, True)), 0, -1):
        if rank_of(nth_card(position, source, count)) >= ruleset.to_floor:
            return count
    return 0


cdef Move legal(State state, object move):
    # A move that was given as one or as text, if it is legal.
    if isinstance(move, str):
        return state.parse_move(move)
    if not isinstance(move, Move):
        raise FreeCellError(f"a move is a Move or its text, not {shortened(move)}")
    reason = refusal(state, (<Move>move).step)
    if reason is not None:
        raise IllegalMoveError(move, state, reason)
    return move


cpdef object moves_from(object moves):
    """Give moves from outside to go through: those of a text one by one."""
    if isinstance(moves, str):
        return moves.split()
    if not isinstance(moves, Iterable):
        raise FreeCellError(f"moves must be a sequence of moves or text, not {shortened(moves)}")
    return moves


cdef int policy_of(const Ruleset *ruleset, object autoplay) except -1:
    if not isinstance(autoplay, AutoPlay):
        raise FreeCellError(f"autoplay must be an AutoPlay, such as AutoPlay.HORNE, not {shortened(autoplay)}")
    return sure_policy(ruleset) if autoplay == POLICY_SURE else autoplay


cdef object automove_chain(State state, object policy, Position *position):
    # Make all the moves that go home by themselves; give them.
    cdef Step step
    cdef int rule = policy_of(&state.ruleset, policy)
    cdef list made = []
    while next_automove(&state.ruleset, position, rule, &step):
        make(position, step)
        made.append(move_of(step))
    return made


cdef tuple moves_of(State state, bint distinct):
    cdef Step steps[MAX_MOVES]
    cdef int number, found = legal_steps(&state.ruleset, &state.position, distinct, steps)
    return tuple([move_of(steps[number]) for number in range(found)])


cdef int64_t count_lines(
    const Ruleset *ruleset, const Position *position, int depth, Step *steps, int64_t *ticks
) except -1 nogil:
    # How many sequences of depth moves there are; steps has room for the moves of so many positions. Looks for Ctrl-C
    # now and then.
    cdef Position after
    cdef int64_t lines = 0
    cdef int number, found = legal_steps(ruleset, position, False, steps)
    if depth == 1:
        return found
    ticks[0] += found
    if ticks[0] > 1 << 20:
        ticks[0] = 0
        with gil:
            PyErr_CheckSignals()
    for number in range(found):
        after = position[0]
        make(&after, steps[number])
        lines += count_lines(ruleset, &after, depth - 1, steps + MAX_MOVES, ticks)
    return lines


def _empty_last(card):
    return card or END_CARD


cdef uint8_t _VERSION = 2  # of to_bytes
cdef tuple _FIELDS = (0, 7, 10)  # how many fields of the rules follow the version


def dealt_state(number: int, rules: Rules) -> State:
    """Give the start of a numbered deal whose cards go to the columns row by row.

    Args:
        number: a deal number, which is not checked again.
        rules: the game, of layout ROWS.

    Raises:
        FreeCellError: the rules are no Rules.
    """
    cdef State state = State.__new__(State, _BLANK)
    cdef uint8_t cards[52]
    cdef int place, card
    state.ruleset = ruleset_of(rules)
    state.rules = rules
    memset(&state.position, 0, sizeof(Position))
    deal(number, 4 * state.ruleset.ranks, cards)
    for place in range(4 * state.ruleset.ranks):
        card = number_of(&state.ruleset, cards[place])
        state.position.below[card] = state.position.top[place % state.ruleset.columns]
        state.position.top[place % state.ruleset.columns] = <uint8_t>card
    for card in range(FIRST_CARD + 4 * state.ruleset.ranks, END_CARD):
        state.position.below[card] = ABSENT
    hash_links(&state.position)
    return state


@cython.final
@cython.no_gc
cdef class State:
    """State(columns, cells=(), foundations=(0, 0, 0, 0), rules=...)\n--\n
    A position: how the cards lie, under which rules; immutable.

    Two states are equal when the same cards lie in the same places under the same rules. Equal states have
    equal hashes, in every process. :meth:`key` tells positions apart without regard to which column is which.

    >>> from freecell import Deal
    >>> state = Deal(1).state().play("6a").play("6b")
    >>> print(state)
    Freecells: 3D 2C - -
    JD KD 2S 4C 3S 6D 6S
    2D KC KS 5C TD 8S 9C
    9H 9S 9D TS 4S 8D 2H
    JC 5S QD QH TH QS 6H
    5D AD JS 4H 8H 6C
    7H QC AS AC
    7C KH AH 4D JH 8C
    5H 3H 3C 7S 7D TC
    >>> state.cells
    (Card(3, Suit.DIAMONDS), Card(2, Suit.CLUBS), None, None)

    Args:
        columns: the cards of each column, deepest first, as cards or text.
        cells: the card in each cell, None where it is empty; those left out are empty.
        foundations: the top rank at home by suit, clubs first; 0 for none.
        rules: the game.

    Raises:
        InvalidStateError: a card is missing, twice there or not in the deck, or there are too many or too few
            columns or cells.
        ParseError: a text is no card.
        FreeCellError: the rules leave the base open, and no card is home to tell it.
    """

    def __cinit__(self, columns, cells=(), foundations=(0, 0, 0, 0), rules=Rules.FREECELL):
        if columns is not _BLANK:
            fill(
                self, columns_from(columns), cards_from(cells, "the cells", True),
                foundations_from(foundations, checked(rules).ranks), rules, None)

    @staticmethod
    def parse(text: str, rules: Rules = Rules.FREECELL) -> State:
        """Read board text: a line per column, deepest card first, after lines of foundations and cells where needed.

        ``State.parse(str(state), state.rules) == state``.

        Raises:
            ParseError: something is no card, foundation or cell; with its line and column.
            InvalidStateError: the cards cannot lie so.
            FreeCellError: the rules leave the base open, and no card is home to tell it.
        """
        cdef State state = State.__new__(State, _BLANK)
        board = read_board(text, checked(rules).columns)
        fill(state, board.columns, board.cells, board.foundations, rules, board)
        return state

    @staticmethod
    def from_bytes(data: bytes) -> State:
        """Read what :meth:`to_bytes` gave.

        Raises:
            FreeCellError: it is nothing that ``to_bytes`` gives.
        """
        if not isinstance(data, bytes | bytearray | memoryview):
            raise FreeCellError(f"a state is read from bytes, not from {shortened(data)}")
        try:
            given = bytes(data)
        except ValueError as error:  # a memoryview that was released
            raise FreeCellError(f"a state is read from bytes: {error}") from None
        if not given or not 1 <= given[0] <= _VERSION:
            raise FreeCellError(f"these bytes hold no state of version 1 to {_VERSION}: {shortened(given)}")
        fields = given[1:1 + _FIELDS[given[0]]] + bytes((1, 0, 0))[_FIELDS[given[0]] - 7:]
        rest = given[1 + _FIELDS[given[0]]:]
        try:
            cells, columns, build, empty, supermoves, takeback, ranks, base, wrap, layout = fields
            rules = Rules(
                cells=cells, columns=columns, build=Build(build), empty_columns=EmptyColumns(empty),
                supermoves=Supermoves(supermoves), foundation_takeback=bool(takeback), ranks=ranks, base=base,
                wrap=bool(wrap), layout=Layout(layout))
            in_cells = tuple(_CARD_OF[card] for card in rest[4:4 + cells])
            in_columns = [
                tuple(CARDS[card - FIRST_CARD] for card in column) for column in rest[4 + cells:].split(b"\0")]
            state = State(in_columns[:-1], in_cells, rest[:4], rules)
        except (IndexError, ValueError) as error:
            raise FreeCellError(f"these bytes hold no state: {error}") from None
        if state.to_bytes()[1 + _FIELDS[_VERSION]:] != rest or state.to_bytes()[1:1 + _FIELDS[_VERSION]] != fields:
            raise FreeCellError("these bytes are not as State.to_bytes gives them")
        return state

    @property
    def columns(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each column, deepest first."""
        return tuple(tuple(pile_cards(&self.ruleset, &self.position, column)) for column in range(self.ruleset.columns))

    @property
    def cells(self) -> tuple[Card | None, ...]:
        """The card in each cell, None where it is empty."""
        return tuple(card_of(&self.ruleset, self.position.cell[place]) for place in range(self.ruleset.cells))

    @property
    def foundations(self) -> tuple[int, int, int, int]:
        """The top rank at home by suit, clubs first; 0 for none."""
        cdef int suit
        return tuple([top_rank(&self.ruleset, self.position.home[suit]) for suit in range(4)])

    # What may be done

    def legal_moves(self) -> tuple[Move, ...]:
        """Give every legal move.

        Every named pile is its own move, and every number of cards that may go into an empty column, all of the
        source's too. In order: sources are columns from the left, cells, then foundations; from each, moves
        go home, onto columns from the left (into an empty one few cards first), into cells.

        >>> from freecell import Deal
        >>> [str(move) for move in Deal(1).state().legal_moves()][:6]
        ['1a', '1b', '1c', '1d', '2a', '2b']
        """
        return moves_of(self, False)

    def distinct_moves(self) -> tuple[Move, ...]:
        """Give the legal moves without those that differ from one before only by which empty cell or column they fill.

        They are those of :meth:`legal_moves` whose target is not a second empty cell or a second empty column.
        """
        return moves_of(self, True)

    def is_legal(self, move: Move | str) -> bool:
        """Whether the move, or the text of one, is legal here.

        Raises:
            ParseError: the text is no move.
            AmbiguousMoveError: the text may mean two moves.
        """
        return self.why_illegal(move) is None

    def why_illegal(self, move: Move | str) -> str | None:
        """Say in a sentence why a move may not be made; None when it may.

        >>> from freecell import Deal
        >>> Deal(1).state().why_illegal("12")
        '6S does not lie on 9C: it lies on 7D or 7H'

        Raises:
            ParseError: the text is no move.
            AmbiguousMoveError: the text may mean two moves.
        """
        if isinstance(move, Move):
            return refusal(self, (<Move>move).step)
        try:
            legal(self, move)
        except IllegalMoveError as error:
            return error.reason
        return None

    def play(self, move: Move | str) -> State:
        """Give the position after a move; nothing goes home by itself.

        Raises:
            IllegalMoveError: the move is not legal here.
            ParseError: the text is no move.
            AmbiguousMoveError: the text may mean two moves.
        """
        cdef Step step = legal(self, move).step
        cdef State state = state_of(&self.position, self)
        make(&state.position, step)
        return state

    def play_all(self, moves: Iterable[Move | str] | str, autoplay: AutoPlay = AutoPlay.NONE) -> State:
        """Give the position after moves, with what goes home by itself after each, not before the first.

        >>> from freecell import AutoPlay, Deal
        >>> moves = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b"
        >>> Deal(10913).state().play_all(moves, AutoPlay.HORNE).is_won()
        True

        Args:
            moves: moves, or text with white space between them.
            autoplay: what goes home by itself after each move.

        Raises:
            IllegalMoveError: one is not legal; its ``number`` and ``state`` say which and where.
            ParseError: one is no move.
            AmbiguousMoveError: a text may mean two moves.
        """
        cdef State state = self
        policy_of(&self.ruleset, autoplay)
        for number, move in enumerate(moves_from(moves), 1):
            try:
                state = state.play(move)
            except FreeCellError as error:
                raise in_sequence(error, number, moves) from None
            automove_chain(state, autoplay, &state.position)
        return state

    def parse_move(self, text: str) -> Move:
        """Read a move as the field writes it; what is read is legal here.

        Without a count, as many cards are meant as fit onto the target's last card, or into an empty column
        the longest run that may go. From ``h``, the foundation is the one whose card may go there.

        >>> from freecell import Deal
        >>> Deal(1).state().parse_move("6A")
        Move('6', 'a')

        Raises:
            ParseError: the text is no move.
            IllegalMoveError: the move is not legal here.
            AmbiguousMoveError: from ``h``, more than one card may go there.
        """
        parts = read_move(text)
        cdef Pile source = Pile(parts.source), target = Pile(parts.target)
        count = parts.count
        if count is None and source.is_column and target.is_column:
            count = implied_count(self, source.code, target.code)
        sources = _PILES[FOUNDATION_PILE:HOME_PILE] if source.code == HOME_PILE else [source]
        try:
            moves = [Move(pile, target, count or 1) for pile in sources]
        except FreeCellError as error:
            raise IllegalMoveError(text, self, str(error)) from None
        if len(moves) == 1:
            return legal(self, moves[0])
        if not self.ruleset.takeback:
            raise IllegalMoveError(text, self, refusal(self, (<Move>moves[0]).step))
        fitting = [move for move in moves if refusal(self, (<Move>move).step) is None]
        if not fitting:
            raise IllegalMoveError(text, self, "no card at home may go there")
        if len(fitting) > 1:
            raise AmbiguousMoveError(text, fitting)
        return fitting[0]

    def format_move(self, move: Move | str, style: Literal["standard", "extended"] = "extended") -> str:
        """Write a legal move as the field does.

        Args:
            move: the move.
            style: ``"standard"`` for source and target alone; ``"extended"`` to add the count where
                :meth:`parse_move` would not find it by itself, so that it reads every move back.

        Raises:
            IllegalMoveError: the move is not legal here.
            FreeCellError: there is no such style.
        """
        if style not in ("standard", "extended"):
            raise FreeCellError(f"the style must be 'standard' or 'extended', not {shortened(style)}")
        cdef Step step = legal(self, move).step
        if style == "standard":
            return _PILE_NAMES[step.source][0] + _PILE_NAMES[step.target]
        text = _PILE_NAMES[step.source] + _PILE_NAMES[step.target]
        if step.source < CELL_PILE and step.target < CELL_PILE:
            if implied_count(self, step.source, step.target) != step.count:
                text += f"v{step.count:x}"
        return text

    def moved_cards(self, move: Move | str) -> tuple[Card, ...]:
        """Give the cards that a legal move takes, deepest first.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        cdef Step step = legal(self, move).step
        if step.source < CELL_PILE:
            return tuple(pile_cards(&self.ruleset, &self.position, step.source)[-step.count:])
        return (card_of(&self.ruleset, open_card(&self.position, step.source)),)

    # Supermoves and autoplay

    def expand(self, move: Move | str) -> tuple[Move, ...]:
        """Give the fewest single-card moves that do the same as a legal move.

        Each is legal in its turn, the last one leads to the very state the move leads to, and no more space is used
        than there is. A move of one card is its own expansion. Where runs of any length may move at once
        (``Supermoves.UNLIMITED``), a run that cannot be moved card by card is too; empty columns that do not take every
        card are not used for the cards between.

        Raises:
            IllegalMoveError: the move is not legal here.
        """
        cdef Move whole = legal(self, move)
        cdef Step step = whole.step
        if step.count == 1:
            return (whole,)
        column = pile_cards(&self.ruleset, &self.position, step.source)
        run = [number_of(&self.ruleset, card.index) for card in column[-step.count:]]
        cdef int under = self.position.below[<int>run[0]]
        usable = self.ruleset.to_floor == 1
        singles = single_steps(
            step.count, step.source, step.target,
            [CELL_PILE + place for place in range(self.ruleset.cells) if self.position.cell[place] == 0],
            [column for column in range(self.ruleset.columns)
             if self.position.top[column] == FLOOR and column != step.target] if usable else [],
            [place for place, card in enumerate(run) if fits_top(&self.ruleset, card, under)],
            usable and self.position.top[step.target] == FLOOR)
        if singles is None:
            return (whole,)
        return tuple([move_of(Step(<uint8_t>source, <uint8_t>target, 1)) for source, target in singles])

    def capacity(self, to_empty: bool = False) -> int:
        """Give how many cards a run may have that moves at once.

        Args:
            to_empty: whether it goes onto an empty column rather than onto a card.

        Returns:
            By the rules' :class:`Supermoves`; 0 when it is to go onto an empty column and there is none, or none may
            be filled.
        """
        if to_empty and (self.ruleset.to_floor > self.ruleset.ranks or not empty_columns(&self.ruleset, &self.position)):
            return 0
        return capacity(&self.ruleset, &self.position, bool(to_empty))

    def automoves(self, policy: AutoPlay) -> tuple[Move, ...]:
        """Give the whole chain of moves that go home by themselves here.

        Again and again the first card that may go does, looking through the columns from the left, then the cells.

        Raises:
            FreeCellError: the policy is no AutoPlay.
        """
        cdef Position position = self.position
        return tuple(automove_chain(self, policy, &position))

    def autoplay(self, policy: AutoPlay) -> State:
        """Give the position after :meth:`automoves`.

        Raises:
            FreeCellError: the policy is no AutoPlay.
        """
        cdef State state = state_of(&self.position, self)
        automove_chain(self, policy, &state.position)
        return state

    def cards_home(self) -> int:
        """Give how many cards are home."""
        return cards_home(&self.position)

    def is_won(self) -> bool:
        """Whether every card is home."""
        return is_won(&self.ruleset, &self.position)

    def is_stuck(self) -> bool:
        """Whether there is no legal move at all; a won position without take-back is stuck too."""
        cdef Step steps[MAX_MOVES]
        return legal_steps(&self.ruleset, &self.position, False, steps) == 0

    def is_sorted(self) -> bool:
        """Whether nothing is buried any more: cards that can go home lead, one after the other, to a win."""
        cdef Position position = self.position
        cdef Step step
        while next_automove(&self.ruleset, &position, POLICY_ALL, &step):
            make(&position, step)
        return is_won(&self.ruleset, &position)

    # Identity

    def canonical(self) -> State:
        """Give the state that stands for all that differ from this one only in the order of columns and of cells.

        Two states of a game have equal canonical states exactly when their :meth:`key` is the same.
        """
        cdef State state = state_of(&self.position, self)
        # The open cards tell the columns apart, and stand in for them: empty ones last.
        for place, card in enumerate(sorted(self.position.top[:self.ruleset.columns], key=_empty_last)):
            state.position.top[place] = card
        for place, card in enumerate(sorted(self.position.cell[:self.ruleset.cells], key=_empty_last)):
            state.position.cell[place] = card
        return state

    def key(self) -> bytes:
        """Give 39 bytes that tell exactly how the cards lie, whichever column and cell is which.

        Six bits for each card say what it lies on: a card, the floor of a column, a cell, or home. Positions of
        one game have the same key exactly when they differ only in the order of columns and of cells. The
        rules are not in it: where games mix, pair it with :attr:`rules`. Keys are the same in every process and
        version.
        """
        cdef uint8_t packed[KEY_BYTES]
        pack(&self.position, packed)
        return packed[:KEY_BYTES]

    def to_bytes(self) -> bytes:
        """Give bytes from which :meth:`from_bytes` makes this very state, with places and rules.

        They are a version (2), the ten fields of the rules, the four foundations, the card in each cell (0 for
        none), and each column with a 0 after it; a card is its ``index`` plus 4. Bytes of version 1, which had the
        first seven fields, can still be read.
        """
        rules = self.rules
        content = bytearray((
            _VERSION, rules.cells, rules.columns, rules.build, rules.empty_columns, rules.supermoves,
            rules.foundation_takeback, rules.ranks, rules.base, rules.wrap, rules.layout, *self.foundations))
        content.extend([0 if card is None else card.index + FIRST_CARD for card in self.cells])
        for column in range(self.ruleset.columns):
            content.extend([card.index + FIRST_CARD for card in pile_cards(&self.ruleset, &self.position, column)])
            content.append(0)
        return bytes(content)

    def perft(self, depth: int) -> int:
        """Count the sequences of legal moves of a length: a check, and a measure of speed, for move makers.

        >>> from freecell import Deal
        >>> [Deal(1).state().perft(depth) for depth in range(4)]
        [1, 32, 792, 14004]

        Raises:
            FreeCellError: the depth is no whole number from 0 to 64.
        """
        cdef int plies = whole_number(depth, "depth", 0, 64)
        cdef int64_t lines = 1, ticks = 0
        room = bytearray(plies * MAX_MOVES * sizeof(Step))
        cdef uint8_t *steps = room
        if plies > 0:
            with nogil:
                lines = count_lines(&self.ruleset, &self.position, plies, <Step *>steps, &ticks)
        return lines

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        cdef State state = <State>other
        return (
            memcmp(&self.position, &state.position, sizeof(Position)) == 0
            and memcmp(&self.ruleset, &state.ruleset, sizeof(Ruleset)) == 0)

    def __hash__(self):
        cdef uint64_t value = self.position.hash
        cdef const uint8_t *rules = <const uint8_t *>&self.ruleset
        cdef int place
        for place in range(self.ruleset.columns):
            value = mixed(value + self.position.top[place])
        for place in range(self.ruleset.cells):
            value = mixed(value + self.position.cell[place])
        for place in range(<int>sizeof(Ruleset)):
            value = mixed(value + rules[place])
        return <Py_hash_t>value

    def __str__(self):
        return write_board(self.columns, self.cells, self.foundations)

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        rules = "" if self.rules == Rules.FREECELL else f", {self.rules!r}"
        return f"State.parse({str(self)!r}{rules})"

    def _repr_svg_(self) -> str:
        return svg(Board(self.columns, self.cells, self.foundations), self.rules)

    def __reduce__(self):
        return State.from_bytes, (self.to_bytes(),)
