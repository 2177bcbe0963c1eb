# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Exhausting every position, level by level.

The cards home never become fewer, and the cards that lie on one they do not fit never more: no move makes such a
pair, so each is one of the deal that has not been parted yet. So positions fall into levels by the sum of both
changes, no move leads to a lower level, and a level that is done is forgotten but for how its positions were met.
(Where cards come back from home, all positions are of one level.)
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from freecell._search.packed cimport PACKED_BYTES, Packed, PackedPosition, pack_position, make_packed, unpack_position
from freecell._rules.autoplay cimport next_automove
from freecell._rules.moves cimport MAX_MOVES, changes_nothing, legal_steps
from freecell._rules.position cimport Position, Ruleset, Step, cards_home, is_won, make
from freecell._search.best_first cimport EXHAUSTED, FULL, RUNNING, WON, Outcome
from freecell._search.exact_set cimport (
    IS_NEW, NO_ROOM, NOTHING, Meeting, ExactSet, Predecessor, exact_set_add, exact_set_forget, exact_set_free, exact_set_memory,
)


cdef bint meet(Exhaustive *prover, int number, const Packed *key, Predecessor predecessor, uint64_t limit) noexcept nogil:
    # Keep a position to be expanded, unless it was met before; False when there is no room.
    cdef ExactSet *level = &prover.level[number]
    cdef uint64_t before = exact_set_memory(level)
    cdef Meeting meeting = exact_set_add(level, key, predecessor, limit - prover.memory if limit > prover.memory else 0)
    prover.memory += exact_set_memory(level) - before
    prover.met += meeting == IS_NEW
    return meeting != NO_ROOM


cdef bint exhaustive_begin(
    Exhaustive *prover, const Ruleset *ruleset, const Position *start, int policy, bint to_win
) noexcept nogil:
    # Set up a search; False when there is no memory. prover_end frees what it took.
    cdef Step step
    cdef PackedPosition keyed
    memset(prover, 0, sizeof(Exhaustive))
    prover.start = start[0]
    prover.policy = policy
    prover.to_win = to_win
    while next_automove(ruleset, &prover.start, policy, &step):
        make(&prover.start, step)
    keyed.position = prover.start
    pack_position(ruleset, &keyed)
    prover.breaks = keyed.breaks
    prover.last.parent = NOTHING
    prover.won = is_won(ruleset, &prover.start)
    prover.current = 0 if ruleset.takeback else level_of(prover, &keyed)
    return meet(prover, prover.current, &keyed.key, prover.last, <uint64_t>-1)


cdef inline int level_of(const Exhaustive *prover, const PackedPosition *keyed) noexcept nogil:
    return cards_home(&keyed.position) + prover.breaks - keyed.breaks


cdef void exhaustive_end(Exhaustive *prover) noexcept nogil:
    cdef int number
    for number in range(LEVELS):
        exact_set_free(&prover.level[number])


cdef Outcome exhaustive_run(Exhaustive *prover, const Ruleset *ruleset, uint64_t until, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all.
    cdef Step steps[MAX_MOVES]
    cdef Step automove
    cdef PackedPosition keyed, after
    cdef Predecessor predecessor = Predecessor(0, 0, 0, 0, 0)
    cdef ExactSet *level
    cdef uint64_t before
    cdef int found, place, card
    if prover.won and prover.to_win:
        return WON
    while prover.expanded < until:
        level = &prover.level[prover.current]
        if prover.done == level.count:
            before = exact_set_memory(level)
            exact_set_forget(level)
            prover.memory -= before - exact_set_memory(level)
            while prover.current < LEVELS - 1 and prover.done == prover.level[prover.current].count:
                prover.current += 1
                prover.done = 0
            if prover.current == LEVELS - 1:
                return EXHAUSTED
            continue
        unpack_position(ruleset, &prover.start, level.keys + <uint64_t>prover.done * PACKED_BYTES, &keyed)
        found = legal_steps(ruleset, &keyed.position, True, steps)
        predecessor.parent = prover.done
        predecessor.level = <uint8_t>prover.current
        for place in range(found):
            if changes_nothing(&keyed.position, steps[place]):
                continue
            after = keyed
            card = make_packed(ruleset, &after, steps[place])
            predecessor.card = <uint8_t>card
            predecessor.onto = after.position.below[card]
            while next_automove(ruleset, &after.position, prover.policy, &automove):
                make_packed(ruleset, &after, automove)
            if is_won(ruleset, &after.position) and prover.to_win:
                prover.won = True
                prover.last = predecessor
                return WON
            if not meet(prover, 0 if ruleset.takeback else level_of(prover, &after), &after.key, predecessor, limit):
                return FULL
        prover.done += 1
        prover.expanded += 1
    return RUNNING
