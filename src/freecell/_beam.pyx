# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Short wins: level by level, a level for each move that counts, keeping the best positions of every level.

The first level with a won position ends it. A wider beam costs more and finds shorter wins. Positions that were met
before, on whichever level, are not kept again; a level is forgotten but for how its positions were met.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from freecell._children cimport (
    Child, bucket_of, children_clear, children_free, children_grow, children_left, children_new, children_take, expand,
    most_children, push_forced,
)
from freecell._judged cimport Judge, Judged, judge_whole, make_judged, send_home
from freecell._position cimport MAX_MOVES, POLICY_NONE, Position, Step, cards_home, is_won, next_automove
from freecell._quick cimport EXHAUSTED, FULL, RUNNING, WON, Outcome
from freecell._seen cimport seen_add, seen_clear, seen_free, seen_grow, seen_is_full, seen_new


cdef enum:
    # What a beam has room for before it grows.
    ROOM_FOR_NODES = 256
    ROOM_FOR_CHILDREN = 4 * MAX_MOVES
    ROOM_FOR_LINKS = 8192
    SLOTS = 16384
    MOST_LEVELS = 1024


cdef bint beam_new(Beam *beam) noexcept nogil:
    # Make room for a beam; False when there is no memory. beam_free gives back what there is.
    cdef bint has_children, has_seen
    memset(beam, 0, sizeof(Beam))
    beam.room = ROOM_FOR_NODES
    beam.link_room = ROOM_FOR_LINKS
    beam.now = <Judged *>malloc(beam.room * sizeof(Judged))
    beam.then = <Judged *>malloc(beam.room * sizeof(Judged))
    beam.link = <Link *>malloc(beam.link_room * sizeof(Link))
    beam.first = <uint64_t *>malloc((MOST_LEVELS + 2) * sizeof(uint64_t))
    has_children = children_new(&beam.children, ROOM_FOR_CHILDREN)
    has_seen = seen_new(&beam.seen, SLOTS)
    return (
        has_children and has_seen and beam.now != NULL and beam.then != NULL and beam.link != NULL
        and beam.first != NULL)


cdef void beam_free(Beam *beam) noexcept nogil:
    free(beam.now)
    free(beam.then)
    free(beam.link)
    free(beam.first)
    children_free(&beam.children)
    seen_free(&beam.seen)


cdef uint64_t beam_memory(const Beam *beam) noexcept nogil:
    # The bytes it takes.
    return (
        sizeof(Beam) + 2 * <uint64_t>beam.room * sizeof(Judged) + beam.link_room * sizeof(Link)
        + (MOST_LEVELS + 2) * sizeof(uint64_t) + <uint64_t>beam.children.room * sizeof(Child)
        + (<uint64_t>beam.seen.mask + 1) * sizeof(uint32_t))


cdef void beam_begin(
    Beam *beam, const Judge *judge, const Position *start, bint on_start, int forced, uint32_t width, uint32_t levels
) noexcept nogil:
    # Begin anew, for a win of at most so many levels; `on_start` is whether cards go home by themselves before the
    # first move. The judge has to outlive it.
    beam.judge = judge
    beam.forced = forced
    beam.width = width
    beam.levels = min(levels, <uint32_t>MOST_LEVELS)
    beam.most = most_children(&judge.game)
    beam.level = beam.done = 0
    beam.dropped = False
    beam.count = 1
    beam.link_count = 1
    beam.first[0] = 0
    children_clear(&beam.children)
    seen_clear(&beam.seen)
    beam.now[0].position = start[0]
    judge_whole(judge, &beam.now[0])
    while on_start and send_home(judge, &beam.now[0]):
        pass
    seen_add(&beam.seen, beam.now[0].position.hash)


cdef bint make_room(Beam *beam, uint64_t limit) noexcept nogil:
    # Have room for the children of one more node, and for one more node; False when the limit or the machine does not
    # allow it.
    cdef void *larger
    if beam.children.count + beam.most > beam.children.room:
        if beam_memory(beam) + beam.children.room * sizeof(Child) > limit or not children_grow(&beam.children):
            return False
    if beam.link_count - beam.first[beam.level] - beam.count == beam.room:
        if beam_memory(beam) + 2 * <uint64_t>beam.room * sizeof(Judged) > limit:
            return False
        larger = realloc(beam.now, 2 * <uint64_t>beam.room * sizeof(Judged))
        if larger == NULL:
            return False
        beam.now = <Judged *>larger
        larger = realloc(beam.then, 2 * <uint64_t>beam.room * sizeof(Judged))
        if larger == NULL:
            return False
        beam.then = <Judged *>larger
        beam.room *= 2
    if beam.link_count == beam.link_room:
        if beam_memory(beam) + beam.link_room * sizeof(Link) > limit:
            return False
        larger = realloc(beam.link, 2 * beam.link_room * sizeof(Link))
        if larger == NULL:
            return False
        beam.link = <Link *>larger
        beam.link_room *= 2
    if seen_is_full(&beam.seen):
        if beam_memory(beam) + 2 * (<uint64_t>beam.seen.mask + 1) * sizeof(uint32_t) > limit:
            return False
        return seen_grow(&beam.seen)
    return True


cdef Outcome next_level(Beam *beam, uint64_t limit) noexcept nogil:
    # Make the best of the children, and go on to them.
    cdef const Child *child
    cdef Judged *node
    cdef uint32_t count = 0
    beam.first[beam.level + 1] = beam.link_count
    while count < beam.width and children_left(&beam.children):
        if not make_room(beam, limit):
            return FULL
        child = children_take(&beam.children)
        node = beam.then + count
        node[0] = beam.now[child.parent]
        make_judged(beam.judge, node, child.step)
        while send_home(beam.judge, node):
            pass
        # Where nothing goes home before the first move, what goes after it may be more than what it uncovers; and where
        # ranks go round, the cards of a run may bury each other, which is not looked at beforehand.
        assert beam.level == 0 or beam.judge.game.wraps or beam.children.best == bucket_of(beam.judge, node)
        if not seen_add(&beam.seen, node.position.hash):
            continue
        beam.link[beam.link_count].parent = child.parent
        beam.link[beam.link_count].step = child.step
        beam.link_count += 1
        count += 1
        beam.best_home = max(beam.best_home, cards_home(&node.position))
        if is_won(&beam.judge.game, &node.position):
            beam.level += 1
            return WON
    beam.dropped = beam.dropped or children_left(&beam.children)
    children_clear(&beam.children)
    beam.now, beam.then = beam.then, beam.now
    beam.level += 1
    beam.count = count
    beam.done = 0
    return RUNNING if count > 0 else EXHAUSTED


cdef Outcome beam_run(Beam *beam, uint64_t until, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all; WON when the last link is that of a won position, EXHAUSTED
    # when there is none.
    cdef const Judge *judge = beam.judge
    cdef const Judged *node
    cdef Outcome outcome
    cdef Step step
    if beam.level == 0 and is_won(&judge.game, &beam.now[0].position):
        return WON
    while beam.expanded < until:
        if beam.done == beam.count:
            outcome = next_level(beam, limit)
            if outcome != RUNNING:
                return outcome
            continue
        if beam.level >= beam.levels:
            return EXHAUSTED
        if not make_room(beam, limit):
            return FULL
        node = beam.now + beam.done
        if beam.forced != POLICY_NONE and next_automove(&judge.game, &node.position, beam.forced, &step):
            push_forced(judge, node, beam.done, step, &beam.children, True)
        else:
            expand(judge, node, beam.done, 0, &beam.children, True)
        beam.done += 1
        beam.expanded += 1
    return RUNNING


cdef void beam_line(const Beam *beam, Step *line) noexcept nogil:
    # Write the moves to the won position, as many as its level says.
    cdef uint32_t level
    cdef uint64_t link = beam.link_count - 1
    for level in range(beam.level, 0, -1):
        line[level - 1] = beam.link[link].step
        link = beam.first[level - 1] + beam.link[link].parent
