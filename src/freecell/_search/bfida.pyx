# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Breadth-first iterative-deepening A* (Zhou and Hansen, "Breadth-First Heuristic Search", 2006).

Each iteration is a breadth-first search, one level per move that counts, for a win of at most a given length. It prunes
every position from which a win would be longer, by the lower bound of ``bound.pyx``. If it finds no win, the next
iteration allows the minimum length among the pruned positions. So a win that is found is a shortest one, and an
iteration without a win proves that every win is longer. All positions of an iteration are kept, in a set without hash
collisions.

An iteration costs about twice as much as the one before. If the length to beat is near, the last iteration is run at
once.

If every win has the same number of moves home (see ``Costs``), these are not counted, and lead to positions of the same
level.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from freecell._core cimport State
from freecell._rules.autoplay cimport next_automove, taken_back
from freecell._rules.moves cimport MAX_MOVES, changes_nothing, legal_steps
from freecell._rules.position cimport (
    CELL, CELL_PILE, FLOOR, HOME, HOME_PILE, Position, Ruleset, Step, is_won, make, next_home, open_card,
)
from freecell._search.bound cimport (
    FAR, Costs, bound_begin, bound_free, bound_least, bound_make_room, bound_memory, bound_useful, costs_init,
    least_moves, moves_home,
)
from freecell._search.exact_set cimport (
    NO_ROOM, ExactSet, Predecessor, exact_set_add, exact_set_begin, exact_set_free, exact_set_has,
)
from freecell._search.outcome cimport EXHAUSTED, FULL, RUNNING, WON, Outcome, outcome_name
from freecell._search.packed cimport PACKED_BYTES, PackedPosition, make_packed, pack_position, unpack_position
from freecell._search.retrace cimport NO_PARENT, Retrace

from freecell._arguments import NO_LIMIT, whole_number

__all__ = ["OptimalSearch"]


cdef enum:
    LEAP = 2  # maximum number of lengths skipped to run the last iteration at once


cdef enum:
    # Flags in Predecessor.home.
    HAS_GONE = 1  # cards went home automatically after the move
    CAN_GO = 2  # moves home that are not counted are still to be tried


cdef uint64_t ALL_CARDS = <uint64_t>-1


cdef bint bfida_begin(Bfida *search, const Costs *costs, const Position *start, bint automatic_first) noexcept nogil:
    # Begin a search. False if an allocation fails. Either way, bfida_free frees the buffers.
    cdef Step step
    memset(search, 0, sizeof(Bfida))
    search.start = start[0]
    search.home = moves_home(costs, start)
    while (automatic_first or costs.home_apart) and next_automove(
            &costs.ruleset, &search.start, costs.policy, 0, &step):
        make(&search.start, step)
    search.last.parent = NO_PARENT
    search.won = is_won(&costs.ruleset, &search.start)
    search.next_longest = least_moves(costs, &search.start, FAR)
    return bound_begin(&search.bound, costs) and next_iteration(search, FAR)


cdef void bfida_free(Bfida *search) noexcept nogil:
    exact_set_free(&search.positions)
    bound_free(&search.bound)


cdef uint64_t bfida_memory(const Bfida *search) noexcept nogil:
    return sizeof(Bfida) + search.positions.memory + bound_memory(&search.bound)


cdef inline uint64_t bytes_left(const Bfida *search, uint64_t limit) noexcept nogil:
    cdef uint64_t used = bfida_memory(search)
    return limit - used if limit > used else 0


cdef bint more_can_go_home(const Costs *costs, const Position *position) noexcept nogil:
    # Whether there are moves home that are not counted.
    cdef uint64_t cards = next_home(position)
    cdef int pile
    if costs.home_apart:
        for pile in range(CELL_PILE + costs.ruleset.cells):
            if cards >> open_card(position, pile) & 1:
                return True
    return False


cdef bint next_iteration(Bfida *search, int shorter) noexcept nogil:
    # Begin the next iteration, or the last one if it is near. False if an allocation fails.
    cdef const Costs *costs = &search.bound.costs
    cdef PackedPosition at
    cdef Predecessor none = Predecessor(NO_PARENT, 0, 0, 0, 0)
    cdef ExactSet positions
    at.position = search.start
    pack_position(&costs.ruleset, &at)
    if more_can_go_home(costs, &search.start):
        none.home = CAN_GO
    if not exact_set_begin(&positions, &at.packed, none):
        exact_set_free(&positions)
        return False
    exact_set_free(&search.positions)
    search.positions = positions
    search.proven = search.next_longest
    search.longest = shorter - 1 if shorter - 1 <= search.next_longest + LEAP else search.next_longest
    search.next_longest = FAR
    search.made = 0
    search.done = search.closed = 0
    search.level_end = 1
    return True


cdef void note_pruned(Bfida *search, int length) noexcept nogil:
    # Note that wins of at least `length` moves were pruned, so that a later iteration looks for them.
    search.next_longest = min(search.next_longest, length)


cdef Outcome add(
    Bfida *search, PackedPosition *at, Predecessor predecessor, int left_alone, int made, int least, uint64_t limit
) noexcept nogil:
    # Make the automatic moves of a position, except those of the card `left_alone`, and add it, unless it was visited
    # before or is too far from a win. `made` is the number of moves that led to it, `least` the lower bound on the
    # moves left, or 0 if not yet computed.
    cdef const Costs *costs = &search.bound.costs
    cdef int left = search.longest - made
    cdef bint won
    cdef Step step
    predecessor.home = 0
    while next_automove(&costs.ruleset, &at.position, costs.policy, left_alone, &step):
        make_packed(&costs.ruleset, at, step)
        predecessor.home = HAS_GONE
    if exact_set_has(&search.positions, &at.packed):
        return RUNNING
    won = is_won(&costs.ruleset, &at.position)
    if won:
        least = 0
    elif least == 0:
        least = bound_least(&search.bound, at, left)
    if least > left:
        note_pruned(search, made + least)
        return RUNNING
    if more_can_go_home(costs, &at.position):
        predecessor.home |= CAN_GO
    predecessor.tag = <uint8_t>least
    if exact_set_add(&search.positions, &at.packed, predecessor, bytes_left(search, limit)) == NO_ROOM:
        return FULL
    if won:
        search.won = True
        search.last = predecessor
        search.made = search.proven = made
        return WON
    return RUNNING


cdef Outcome add_moves_home(Bfida *search, uint32_t number, uint64_t limit) noexcept nogil:
    # Add to the current level the positions that moves home lead to from its position `number`.
    cdef const Ruleset *ruleset = &search.bound.costs.ruleset
    cdef PackedPosition at, after
    cdef Predecessor predecessor = search.positions.predecessors[number]
    cdef int least = predecessor.tag, pile
    cdef Outcome outcome
    cdef uint64_t cards
    read_position(search, number, &at)
    cards = next_home(&at.position)
    predecessor.parent = number
    predecessor.onto = HOME
    for pile in range(CELL_PILE + ruleset.cells):
        if cards >> open_card(&at.position, pile) & 1:
            after = at
            predecessor.card = <uint8_t>make_packed(ruleset, &after, Step(<uint8_t>pile, HOME_PILE, 1))
            outcome = add(search, &after, predecessor, 0, search.made, least, limit)
            if outcome != RUNNING:
                return outcome
    return RUNNING


cdef Outcome close_level(Bfida *search, uint64_t limit) noexcept nogil:
    # Add to the current level all positions that moves home lead to, if these moves are not counted.
    cdef Outcome outcome
    while search.closed < search.level_end:
        if search.positions.predecessors[search.closed].home & CAN_GO:
            outcome = add_moves_home(search, search.closed, limit)
            if outcome != RUNNING:
                return outcome
        search.closed += 1
        search.level_end = search.positions.count
    return RUNNING


cdef inline void read_position(const Bfida *search, uint32_t number, PackedPosition *at) noexcept nogil:
    unpack_position(
        &search.bound.costs.ruleset, &search.start, search.positions.packed + <uint64_t>number * PACKED_BYTES, at)


cdef Outcome expand_next(Bfida *search, uint64_t limit) noexcept nogil:
    # Expand the next position of the current level, unless `longest` was lowered and the position is now too far from a
    # win.
    cdef Predecessor reached_by = search.positions.predecessors[search.done]
    cdef int least = reached_by.tag, left = search.longest - search.made
    cdef Outcome outcome = RUNNING
    if least > left:
        note_pruned(search, search.made + least)
    else:
        bound_make_room(&search.bound, search.positions.count, bytes_left(search, limit))
        outcome = expand(search, reached_by, left, limit)
        search.expanded += outcome == RUNNING
    search.done += outcome == RUNNING
    return outcome


cdef Outcome expand(Bfida *search, Predecessor reached_by, int left, uint64_t limit) noexcept nogil:
    # Add the children of the next position. `left` is the maximum number of moves from it to a win.
    cdef Step steps[MAX_MOVES]
    cdef const Costs *costs = &search.bound.costs
    cdef PackedPosition at, after
    cdef Predecessor predecessor = Predecessor(search.done, 0, 0, 0, 0)
    cdef Outcome outcome
    cdef int found, place, card, least = reached_by.tag, spent
    cdef bint is_tight, unblocks
    cdef uint64_t useful = ALL_CARDS
    read_position(search, search.done, &at)
    # If every single-card move counts, a card that moves twice in a row could have moved there directly, unless other
    # cards went home in between.
    spent = reached_by.card if not costs.run_is_one and not reached_by.home & HAS_GONE else 0
    if least == 0:
        least = bound_least(&search.bound, &at, left)
    is_tight = least == left
    if is_tight:
        useful = bound_useful(&search.bound, &at, least)
    found = legal_steps(&costs.ruleset, &at.position, True, steps)
    for place in range(found):
        if changes_nothing(&at.position, steps[place]) or (costs.home_apart and steps[place].target == HOME_PILE):
            continue
        after = at
        card = make_packed(&costs.ruleset, &after, steps[place])
        if card == spent:
            continue
        predecessor.card = <uint8_t>card
        predecessor.onto = after.position.below[card]
        if predecessor.onto != HOME and not useful >> card & 1:
            note_pruned(search, search.longest + 1)
            continue
        # A card of E that moves to a cell or an empty column no longer blocks any card, so the bound falls by one.
        unblocks = is_tight and not costs.run_is_one and (predecessor.onto == CELL or predecessor.onto == FLOOR)
        outcome = add(
            search, &after, predecessor, taken_back(&after.position, steps[place]), search.made + 1,
            left - 1 if unblocks else 0, limit)
        if outcome != RUNNING:
            return outcome
    return RUNNING


cdef Outcome advance(Bfida *search, int shorter, uint64_t limit) noexcept nogil:
    # Expand a position, or begin the next level or iteration.
    cdef Outcome outcome
    if search.done == search.level_end and search.done < search.positions.count:
        search.made += 1
        search.level_end = search.positions.count
    outcome = close_level(search, limit)
    if outcome != RUNNING:
        return outcome
    if search.done < search.level_end:
        return expand_next(search, limit)
    if search.next_longest >= min(shorter, <int>FAR):
        search.proven = min(shorter, search.next_longest)
        return EXHAUSTED
    return RUNNING if next_iteration(search, shorter) else FULL


cdef Outcome bfida_run(Bfida *search, uint64_t until, int shorter, uint64_t limit) noexcept nogil:
    # Run until `until` positions are expanded in total, within `limit` bytes. WON means that a shortest win was found
    # and has fewer than `shorter` moves; EXHAUSTED, that every win has at least `shorter` moves.
    cdef Outcome outcome = RUNNING
    shorter -= search.home
    if search.won and search.made < shorter:
        return WON
    if shorter <= search.proven:
        return EXHAUSTED
    search.longest = min(search.longest, shorter - 1)
    while outcome == RUNNING and search.expanded < until:
        outcome = advance(search, shorter, limit)
    return outcome


@cython.final
cdef class OptimalSearch:
    """OptimalSearch(start, measure)\n--\n
    A search for a shortest win, which proves that none is shorter.

    Args:
        start: The position to win from.
        measure: What counts as a move.

    Raises:
        MemoryError: If the first buffers cannot be allocated.
    """

    cdef State start
    cdef Bfida search
    cdef bint on_deal

    def __cinit__(self, State start not None, measure):
        cdef Costs costs
        costs_init(&costs, start, measure)
        self.start = start
        self.on_deal = measure.on_deal
        if not bfida_begin(&self.search, &costs, &start.position, self.on_deal):
            raise MemoryError

    def __dealloc__(self):
        bfida_free(&self.search)

    @property
    def nodes(self) -> int:
        """The number of positions expanded."""
        return self.search.expanded

    @property
    def memory(self) -> int:
        """The memory in use, in bytes."""
        return bfida_memory(&self.search)

    @property
    def lower_bound(self) -> int:
        """A proven lower bound on the length of every win."""
        return self.search.home + self.search.proven

    def run(self, nodes: int, shorter: int, max_memory: int) -> str:
        """Expand at most `nodes` more positions.

        Args:
            nodes: The number of positions.
            shorter: The length to beat. Only shorter wins are looked for.
            max_memory: The memory limit in bytes.

        Returns:
            ``"won"``, ``"exhausted"`` (no win is shorter than `shorter`), ``"full"`` (more memory is needed) or
            ``"running"``.
        """
        cdef uint64_t until = self.search.expanded + <uint64_t>whole_number(nodes, "nodes", 0, 2**62)
        cdef uint64_t limit = whole_number(max_memory, "max_memory", 0, NO_LIMIT)
        cdef int length = whole_number(shorter, "shorter", 0, 2**30)
        cdef Outcome outcome
        with nogil:
            outcome = bfida_run(&self.search, until, length, limit)
        PyErr_CheckSignals()
        return outcome_name(outcome)

    def length(self) -> int:
        """Return the length of the win that was found."""
        return self.search.home + self.search.made

    def moves(self) -> tuple:
        """Return the moves of the win that was found, automatic moves included."""
        cdef const Costs *costs = &self.search.bound.costs
        cdef Retrace retrace = Retrace()
        cdef Predecessor predecessor = self.search.last
        while predecessor.parent != NO_PARENT:
            retrace.card_back(predecessor.card, predecessor.onto)
            predecessor = self.search.positions.predecessors[predecessor.parent]
        return retrace.moves(self.start, costs.policy, self.on_deal or costs.home_apart)
