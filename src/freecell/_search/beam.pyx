# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Short wins: level by level, a level for each move that counts, keeping the best positions of every level.

A beam has so many positions to expand, and spreads them over the levels that a win is likely to take. Where it takes
more, they grow fewer from level to level, so that a beam comes to an end wherever it goes.

Where every card that goes home counts as a move, every win has as many of these. So they are left out of the levels: a
move home leads to a position of the same level.

The first level with a won position ends it. A larger beam finds shorter wins. Positions that were met
before, on whichever level, are not kept again; a level is forgotten but for how its positions were met.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from freecell._search.expansion cimport (
    Child, bucket_of, children_clear, children_free, children_grow, children_left, children_new, children_take, expand,
    most_children,
)
from freecell._search.evaluation cimport Evaluator, Evaluated, evaluate, make_evaluated, send_home, way_home
from freecell._rules.moves cimport MAX_MOVES
from freecell._rules.position cimport Position, Step, cards_home, hash_after, is_won, next_home
from freecell._search.outcome cimport EXHAUSTED, FULL, RUNNING, WON, Outcome
from freecell._search.hash_set cimport hash_set_add, hash_set_clear, hash_set_free, hash_set_grow, hash_set_has, hash_set_is_full, hash_set_new


cdef extern from *:
    int __builtin_ctzll(unsigned long long) nogil


cdef enum:
    # What a beam has room for before it grows.
    ROOM_FOR_NODES = 256
    ROOM_FOR_CHILDREN = 4 * MAX_MOVES
    ROOM_FOR_LINKS = 8192
    SLOTS = 16384
    LEVELS_LEFT = 8  # as many are always reckoned with before a win


cdef bint beam_new(Beam *beam) noexcept nogil:
    # Make room for a beam; False when there is no memory. beam_free gives back what there is.
    cdef bint has_children, has_seen
    memset(beam, 0, sizeof(Beam))
    beam.room = ROOM_FOR_NODES
    beam.link_room = ROOM_FOR_LINKS
    beam.now = <Evaluated *>malloc(beam.room * sizeof(Evaluated))
    beam.then = <Evaluated *>malloc(beam.room * sizeof(Evaluated))
    beam.link = <Link *>malloc(beam.link_room * sizeof(Link))
    has_children = children_new(&beam.children, ROOM_FOR_CHILDREN)
    has_seen = hash_set_new(&beam.seen, SLOTS)
    return has_children and has_seen and beam.now != NULL and beam.then != NULL and beam.link != NULL


cdef void beam_free(Beam *beam) noexcept nogil:
    free(beam.now)
    free(beam.then)
    free(beam.link)
    children_free(&beam.children)
    hash_set_free(&beam.seen)


cdef uint64_t beam_memory(const Beam *beam) noexcept nogil:
    # The bytes it takes.
    return (
        sizeof(Beam) + 2 * <uint64_t>beam.room * sizeof(Evaluated) + beam.link_room * sizeof(Link)
        + <uint64_t>beam.children.room * sizeof(Child) + (<uint64_t>beam.seen.mask + 1) * sizeof(uint32_t))


cdef void beam_begin(
    Beam *beam, const Evaluator *evaluator, const Position *start, bint on_start, bint free_home, uint64_t nodes, int likely,
    int levels
) noexcept nogil:
    # Begin anew, with so many positions to expand, for a win that is likely to take so many levels and may take so many
    # at the most; `on_start` is whether cards go home by themselves before the first move. The judge has to outlive it.
    beam.evaluator = evaluator
    beam.free_home = free_home
    beam.planned = beam.expanded + nodes
    beam.likely = likely
    beam.levels = levels
    beam.most = most_children(&evaluator.ruleset)
    beam.level = beam.done = 0
    beam.dropped = False
    beam.count = 1
    beam.link_count = 1
    beam.first = 0
    children_clear(&beam.children)
    hash_set_clear(&beam.seen)
    beam.now[0].position = start[0]
    evaluate(evaluator, &beam.now[0])
    while on_start and send_home(evaluator, &beam.now[0]):
        pass
    hash_set_add(&beam.seen, beam.now[0].position.hash)


cdef bint make_room(Beam *beam, uint32_t count, uint64_t limit) noexcept nogil:
    # Have room for the children of one more node, and for one more node on a level of so many; False when the limit or
    # the machine does not allow it.
    cdef void *larger
    if beam.children.count + beam.most > beam.children.room:
        if beam_memory(beam) + beam.children.room * sizeof(Child) > limit or not children_grow(&beam.children):
            return False
    if count == beam.room:
        if beam_memory(beam) + 2 * <uint64_t>beam.room * sizeof(Evaluated) > limit:
            return False
        larger = realloc(beam.now, 2 * <uint64_t>beam.room * sizeof(Evaluated))
        if larger == NULL:
            return False
        beam.now = <Evaluated *>larger
        larger = realloc(beam.then, 2 * <uint64_t>beam.room * sizeof(Evaluated))
        if larger == NULL:
            return False
        beam.then = <Evaluated *>larger
        beam.room *= 2
    if beam.link_count == beam.link_room:
        if beam_memory(beam) + beam.link_room * sizeof(Link) > limit:
            return False
        larger = realloc(beam.link, 2 * beam.link_room * sizeof(Link))
        if larger == NULL:
            return False
        beam.link = <Link *>larger
        beam.link_room *= 2
    if hash_set_is_full(&beam.seen):
        if beam_memory(beam) + 2 * (<uint64_t>beam.seen.mask + 1) * sizeof(uint32_t) > limit:
            return False
        return hash_set_grow(&beam.seen)
    return True


cdef bint keep(Beam *beam, Evaluated *node, uint32_t parent, Step step) noexcept nogil:
    # Make a move from one of this level in a copy of it; give whether it leads to where none did before. Half of them
    # do not, which is mostly seen before anything is copied.
    if hash_set_has(&beam.seen, hash_after(&beam.now[parent].position, step)):
        return False
    node[0] = beam.now[parent]
    make_evaluated(beam.evaluator, node, step)
    while send_home(beam.evaluator, node):
        pass
    if not hash_set_add(&beam.seen, node.position.hash):
        return False
    beam.link[beam.link_count].parent = beam.first + parent
    beam.link[beam.link_count].step = step
    beam.link_count += 1
    beam.best_home = max(beam.best_home, cards_home(&node.position))
    return True


cdef Outcome next_level(Beam *beam, uint64_t limit) noexcept nogil:
    # Make the best of the children, and go on to them.
    cdef const Child *child
    cdef Evaluated *node
    cdef uint32_t count = 0
    cdef uint64_t width, first = beam.link_count
    if beam.expanded >= beam.planned:
        beam.dropped = True
        return EXHAUSTED
    width = 1 + (beam.planned - beam.expanded) // max(beam.likely - beam.level, LEVELS_LEFT)
    while count < width and children_left(&beam.children):
        if not make_room(beam, count, limit):
            return FULL
        child = children_take(&beam.children)
        node = beam.then + count
        if not keep(beam, node, child.parent, child.step):
            continue
        # Where nothing goes home before the first move, what goes after it may be more than what it uncovers; and where
        # ranks go round, the cards of a run may bury each other, which is not looked at beforehand.
        assert beam.level == 0 or beam.evaluator.ruleset.wraps or beam.children.best == bucket_of(beam.evaluator, node)
        count += 1
        if is_won(&beam.evaluator.ruleset, &node.position):
            beam.level += 1
            return WON
    beam.dropped = beam.dropped or children_left(&beam.children)
    children_clear(&beam.children)
    beam.now, beam.then = beam.then, beam.now
    beam.level += 1
    beam.first = first
    beam.count = count
    beam.done = 0
    return RUNNING if count > 0 else EXHAUSTED


cdef Outcome send_more_home(Beam *beam, uint64_t limit) noexcept nogil:
    # Have the positions join this level to which those moves home lead that cards do not make by themselves.
    cdef uint32_t place = 0
    cdef uint64_t cards
    cdef Step step
    while place < beam.count:
        cards = next_home(&beam.now[place].position)
        while cards:
            if way_home(beam.evaluator, beam.now + place, __builtin_ctzll(cards), &step):
                if not make_room(beam, beam.count, limit):
                    return FULL
                if keep(beam, beam.now + beam.count, place, step):
                    beam.count += 1
                    if is_won(&beam.evaluator.ruleset, &beam.now[beam.count - 1].position):
                        return WON
            cards &= cards - 1
        place += 1
    return RUNNING


cdef Outcome beam_run(Beam *beam, uint64_t until, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all; WON when the last link is that of a won position, EXHAUSTED
    # when there is none. After these, and when it is FULL, the next one has to begin.
    cdef Outcome outcome
    if beam.levels < 0:
        return EXHAUSTED
    if beam.level == 0 and is_won(&beam.evaluator.ruleset, &beam.now[0].position):
        return WON
    while beam.expanded < until:
        if beam.done == beam.count:
            outcome = next_level(beam, limit)
            if outcome != RUNNING:
                return outcome
            continue
        if beam.done == 0 and beam.free_home:
            outcome = send_more_home(beam, limit)
            if outcome != RUNNING:
                return outcome
        if beam.level >= beam.levels:
            return EXHAUSTED
        if not make_room(beam, beam.count, limit):
            return FULL
        expand(
            beam.evaluator, beam.now + beam.done, beam.done, 0, &beam.children, not beam.free_home, True)
        beam.done += 1
        beam.expanded += 1
    return RUNNING
