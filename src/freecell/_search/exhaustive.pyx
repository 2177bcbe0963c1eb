# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Exhaustive search by the sweep-line method, which frees a level once it is done.

The method (Christensen, Kristensen and Mailund, "A Sweep-Line Method for State Space Exploration", 2001) is a relative
of frontier search (Korf, Zhang, Thayer and Hohwald 2005). It needs a measure of progress that no move lowers. Here that
is the number of cards home plus the number of breaks resolved. A break is a card that lies on a card it does not fit.
The number of cards home never falls. No move creates a break, so all breaks were dealt, and a resolved break stays
resolved. Positions are searched level by level. When a level is done, only its predecessors are kept, to retrace a win.

If cards may be moved back from the foundations, all positions are on one level.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from freecell._core cimport State, policy_of
from freecell._rules.autoplay cimport is_pointless, next_automove, taken_back
from freecell._rules.moves cimport MAX_MOVES, changes_nothing, legal_steps
from freecell._rules.position cimport Position, Ruleset, Step, cards_home, is_won, make
from freecell._search.exact_set cimport (
    IS_NEW, NO_ROOM, ExactSet, Meeting, Predecessor, exact_set_add, exact_set_begin, exact_set_forget, exact_set_free,
)
from freecell._search.outcome cimport EXHAUSTED, FULL, RUNNING, WON, Outcome, outcome_name
from freecell._search.packed cimport PACKED_BYTES, PackedPosition, make_packed, pack_position, unpack_position
from freecell._search.retrace cimport NO_PARENT, Retrace

from freecell._arguments import NO_LIMIT, limit_from, whole_number
from freecell.deals import Deal, state_from
from freecell.errors import FreeCellError
from freecell.rules import AutoPlay

__all__ = ["ExhaustiveSearch", "count_positions"]


cdef bint exhaustive_begin(
    Exhaustive *search, const Ruleset *ruleset, const Position *start, int policy, bint to_win
) noexcept nogil:
    cdef Step step
    cdef PackedPosition at
    memset(search, 0, sizeof(Exhaustive))
    search.start = start[0]
    search.policy = policy
    search.to_win = to_win
    while next_automove(ruleset, &search.start, policy, 0, &step):
        make(&search.start, step)
    at.position = search.start
    pack_position(ruleset, &at)
    search.breaks = at.breaks
    search.last.parent = NO_PARENT
    search.won = is_won(ruleset, &search.start)
    search.current = level_of(search, ruleset, &at)
    if not exact_set_begin(&search.level[search.current], &at.packed, search.last):
        return False
    search.memory = search.level[search.current].memory
    search.met = 1
    return True


cdef void exhaustive_free(Exhaustive *search) noexcept nogil:
    cdef int number
    for number in range(LEVELS):
        exact_set_free(&search.level[number])


cdef inline int level_of(const Exhaustive *search, const Ruleset *ruleset, const PackedPosition *at) noexcept nogil:
    return 0 if ruleset.takeback else cards_home(&at.position) + search.breaks - at.breaks


cdef bint add(
    Exhaustive *search, int number, const PackedPosition *at, Predecessor predecessor, uint64_t limit
) noexcept nogil:
    # Add a position to level `number` unless it was visited before. False if there is no room for it.
    cdef ExactSet *level = &search.level[number]
    cdef uint64_t before = level.memory, left = limit - search.memory if limit > search.memory else 0
    cdef Meeting meeting = exact_set_add(level, &at.packed, predecessor, left)
    search.memory += level.memory - before
    search.met += meeting == IS_NEW
    return meeting != NO_ROOM


cdef bint next_level(Exhaustive *search) noexcept nogil:
    # Free the current level, and move on to the next one that has positions. False if there is none.
    cdef ExactSet *level = &search.level[search.current]
    cdef uint64_t before = level.memory
    exact_set_forget(level)
    search.memory -= before - level.memory
    while search.current < LEVELS - 1 and search.done == search.level[search.current].count:
        search.current += 1
        search.done = 0
    return search.current < LEVELS - 1


cdef Outcome expand_next(Exhaustive *search, const Ruleset *ruleset, uint64_t limit) noexcept nogil:
    # Expand the next position of the current level.
    cdef Step steps[MAX_MOVES]
    cdef Step automatic
    cdef PackedPosition at, after
    cdef Predecessor predecessor = Predecessor(search.done, <uint8_t>search.current, 0, 0, 0)
    cdef int found, place, left_alone
    unpack_position(
        ruleset, &search.start, search.level[search.current].packed + <uint64_t>search.done * PACKED_BYTES, &at)
    found = legal_steps(ruleset, &at.position, True, steps)
    for place in range(found):
        if changes_nothing(&at.position, steps[place]):
            continue
        if search.to_win and is_pointless(ruleset, &at.position, steps[place], search.policy):
            continue
        after = at
        predecessor.card = <uint8_t>make_packed(ruleset, &after, steps[place])
        predecessor.onto = after.position.below[predecessor.card]
        left_alone = taken_back(&after.position, steps[place])
        while next_automove(ruleset, &after.position, search.policy, left_alone, &automatic):
            make_packed(ruleset, &after, automatic)
        if search.to_win and is_won(ruleset, &after.position):
            search.won = True
            search.last = predecessor
            return WON
        if not add(search, level_of(search, ruleset, &after), &after, predecessor, limit):
            return FULL
    search.done += 1
    search.expanded += 1
    return RUNNING


cdef Outcome exhaustive_run(Exhaustive *search, const Ruleset *ruleset, uint64_t until, uint64_t limit) noexcept nogil:
    # Run until `until` positions are expanded in total. The levels may use at most `limit` bytes.
    cdef Outcome outcome
    if search.won and search.to_win:
        return WON
    while search.expanded < until:
        if search.done == search.level[search.current].count:
            if not next_level(search):
                return EXHAUSTED
            continue
        outcome = expand_next(search, ruleset, limit)
        if outcome != RUNNING:
            return outcome
    return RUNNING


cdef Retrace exhaustive_retrace(const Exhaustive *search):
    # Retrace the win back to the start.
    cdef Retrace retrace = Retrace()
    cdef Predecessor predecessor = search.last
    while predecessor.parent != NO_PARENT:
        retrace.card_back(predecessor.card, predecessor.onto)
        predecessor = search.level[predecessor.tag].predecessors[predecessor.parent]
    return retrace


@cython.final
cdef class ExhaustiveSearch:
    """ExhaustiveSearch(start, autoplay)\n--\n
    A search of every position that can be reached, which does not stop at a win. It runs in slices.

    Args:
        start: The position to start from, or a deal for its start.
        autoplay: The policy of the automatic moves after every move, and at the start.

    Raises:
        FreeCellError: If `autoplay` is not an AutoPlay.
        MemoryError: If the first buffers cannot be allocated.
    """

    cdef State start
    cdef Exhaustive search

    def __cinit__(self, State start not None, autoplay):
        self.start = start
        if not exhaustive_begin(
                &self.search, &start.ruleset, &start.position, policy_of(&start.ruleset, autoplay), False):
            raise MemoryError

    def __dealloc__(self):
        exhaustive_free(&self.search)

    @property
    def nodes(self) -> int:
        """The number of positions expanded."""
        return self.search.expanded

    @property
    def positions(self) -> int:
        """The number of positions reached, each counted once."""
        return self.search.met

    @property
    def memory(self) -> int:
        """The memory in use, in bytes."""
        return sizeof(Exhaustive) + self.search.memory

    def run(self, nodes: int, max_memory: int) -> str:
        """Expand at most `nodes` more positions.

        Args:
            nodes: The number of positions.
            max_memory: The memory limit in bytes.

        Returns:
            ``"exhausted"`` (all positions are reached), ``"full"`` (more memory is needed) or ``"running"``.
        """
        cdef uint64_t until = self.search.expanded + <uint64_t>whole_number(nodes, "nodes", 0, 2**62)
        cdef uint64_t limit = whole_number(max_memory, "max_memory", 0, NO_LIMIT), own = sizeof(Exhaustive)
        cdef Outcome outcome
        with nogil:
            outcome = exhaustive_run(&self.search, &self.start.ruleset, until, limit - min(limit, own))
        PyErr_CheckSignals()
        return outcome_name(outcome)


def count_positions(start: Deal | State, autoplay: AutoPlay = AutoPlay.NONE, max_memory: int | None = 2**30) -> int:
    """Count the positions that can be reached.

    Positions that differ only in the order of columns and of cells count once. The start counts too.

    Args:
        start: The position to start from, or a deal for its start.
        autoplay: The policy of the automatic moves after every move, and at the start.
        max_memory: The memory limit in bytes; None for no limit.

    Raises:
        FreeCellError: If the positions do not fit into `max_memory`.
    """
    limit = limit_from(max_memory, "max_memory")
    search = ExhaustiveSearch(state_from(start), autoplay)
    while (outcome := search.run(2_000, limit)) == "running":
        pass
    if outcome == "full":
        raise FreeCellError(f"there are more than {search.positions} positions: no more fit into the memory limit")
    return search.positions
