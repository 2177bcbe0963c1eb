# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Exhausting every position, level by level.

The cards home never become fewer, and the cards that lie on one they do not fit never more: no move makes such a
pair, so each is one of the deal that has not been parted yet. So positions fall into levels by the sum of both
changes, no move leads to a lower level, and a level that is done is forgotten but for how its positions were met.
(Where cards come back from home, all positions are of one level.)
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from freecell._search.packed cimport KEY_BYTES, Key, Keyed, make_key, make_keyed, read_position
from freecell._rules.position cimport (
    MAX_MOVES, Game, Position, Step, cards_home, changes_nothing, is_won, legal_steps, make, next_automove,
)
from freecell._search.best_first cimport EXHAUSTED, FULL, RUNNING, WON, Outcome
from freecell._search.exact_set cimport (
    IS_NEW, NO_ROOM, NOTHING, Meeting, Store, Trail, store_add, store_forget, store_free, store_memory,
)


cdef bint meet(Prover *prover, int number, const Key *key, Trail trail, uint64_t limit) noexcept nogil:
    # Keep a position to be expanded, unless it was met before; False when there is no room.
    cdef Store *level = &prover.level[number]
    cdef uint64_t before = store_memory(level)
    cdef Meeting meeting = store_add(level, key, trail, limit - prover.memory if limit > prover.memory else 0)
    prover.memory += store_memory(level) - before
    prover.met += meeting == IS_NEW
    return meeting != NO_ROOM


cdef bint prover_begin(
    Prover *prover, const Game *game, const Position *start, int policy, bint to_win
) noexcept nogil:
    # Set up a search; False when there is no memory. prover_end frees what it took.
    cdef Step step
    cdef Keyed keyed
    memset(prover, 0, sizeof(Prover))
    prover.start = start[0]
    prover.policy = policy
    prover.to_win = to_win
    while next_automove(game, &prover.start, policy, &step):
        make(&prover.start, step)
    keyed.position = prover.start
    make_key(game, &keyed)
    prover.breaks = keyed.breaks
    prover.last.parent = NOTHING
    prover.won = is_won(game, &prover.start)
    prover.current = 0 if game.takeback else level_of(prover, &keyed)
    return meet(prover, prover.current, &keyed.key, prover.last, <uint64_t>-1)


cdef inline int level_of(const Prover *prover, const Keyed *keyed) noexcept nogil:
    return cards_home(&keyed.position) + prover.breaks - keyed.breaks


cdef void prover_end(Prover *prover) noexcept nogil:
    cdef int number
    for number in range(LEVELS):
        store_free(&prover.level[number])


cdef Outcome prover_run(Prover *prover, const Game *game, uint64_t until, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all.
    cdef Step steps[MAX_MOVES]
    cdef Step automove
    cdef Keyed keyed, after
    cdef Trail trail = Trail(0, 0, 0, 0, 0)
    cdef Store *level
    cdef uint64_t before
    cdef int found, place, card
    if prover.won and prover.to_win:
        return WON
    while prover.expanded < until:
        level = &prover.level[prover.current]
        if prover.done == level.count:
            before = store_memory(level)
            store_forget(level)
            prover.memory -= before - store_memory(level)
            while prover.current < LEVELS - 1 and prover.done == prover.level[prover.current].count:
                prover.current += 1
                prover.done = 0
            if prover.current == LEVELS - 1:
                return EXHAUSTED
            continue
        read_position(game, &prover.start, level.keys + <uint64_t>prover.done * KEY_BYTES, &keyed)
        found = legal_steps(game, &keyed.position, True, steps)
        trail.parent = prover.done
        trail.level = <uint8_t>prover.current
        for place in range(found):
            if changes_nothing(&keyed.position, steps[place]):
                continue
            after = keyed
            card = make_keyed(game, &after, steps[place])
            trail.card = <uint8_t>card
            trail.onto = after.position.below[card]
            while next_automove(game, &after.position, prover.policy, &automove):
                make_keyed(game, &after, automove)
            if is_won(game, &after.position) and prover.to_win:
                prover.won = True
                prover.last = trail
                return WON
            if not meet(prover, 0 if game.takeback else level_of(prover, &after), &after.key, trail, limit):
                return FULL
        prover.done += 1
        prover.expanded += 1
    return RUNNING
