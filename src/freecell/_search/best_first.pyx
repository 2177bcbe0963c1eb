# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Winning fast: best first, by weights, with children that are made only when it is their turn.

Whether a position was met before is asked when its turn comes, and of half of its hash alone: a collision may make the
search miss a position, never invent a win, and it proves nothing.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

from freecell._search.expansion cimport (
    BUCKETS, NO_NODE, Child, children_clear, children_free, children_grow, children_left, children_new, children_take,
    expand, most_children,
)
from freecell._search.evaluation cimport Judge, is_right, judge_whole, make_judged, send_home
from freecell._rules.position cimport MAX_MOVES, Game, Position, cards_home, is_won
from freecell._search.hash_set cimport seen_add, seen_clear, seen_free, seen_grow, seen_is_full, seen_new


cdef enum:
    # What a search has room for before it grows.
    ROOM_FOR_NODES = 512
    ROOM_FOR_CHILDREN = 4 * MAX_MOVES
    SLOTS = 4 * ROOM_FOR_NODES


cdef void weigh_moves(Quick *quick, uint32_t number) noexcept nogil:
    cdef const Node *node = quick.nodes + number
    cdef int paid = quick.judge.moves * <int>min(node.made + 1, BUCKETS) // 8
    expand(quick.judge, &node.judged, number, paid, &quick.children, True, False)


cdef bint quick_has_grown(const Quick *quick) noexcept nogil:
    return (
        quick.node_room != ROOM_FOR_NODES or quick.children.room != ROOM_FOR_CHILDREN or quick.seen.mask != SLOTS - 1)


cdef uint64_t quick_memory(const Quick *quick) noexcept nogil:
    # The bytes it takes.
    return (
        sizeof(Quick) + quick.node_room * sizeof(Node) + quick.children.room * sizeof(Child)
        + (<uint64_t>quick.seen.mask + 1) * sizeof(uint32_t))


cdef bint make_room(Quick *quick, uint64_t limit) noexcept nogil:
    # Have room for what one expansion may add; False when the limit or the machine does not allow it.
    cdef void *larger
    if 2 * quick_memory(quick) > limit and (
            quick.node_count == quick.node_room or quick.children.count + quick.most > quick.children.room
            or seen_is_full(&quick.seen)):
        return False
    if quick.node_count == quick.node_room:
        larger = realloc(quick.nodes, 2 * <uint64_t>quick.node_room * sizeof(Node))
        if larger == NULL:
            return False
        quick.nodes = <Node *>larger
        quick.node_room *= 2
    if quick.children.count + quick.most > quick.children.room and not children_grow(&quick.children):
        return False
    return not seen_is_full(&quick.seen) or seen_grow(&quick.seen)


cdef Quick *quick_new() noexcept nogil:
    # Make room for a search; NULL when there is no memory. quick_free gives it back.
    cdef bint has_children, has_seen
    cdef Quick *quick = <Quick *>malloc(sizeof(Quick))
    if quick == NULL:
        return NULL
    quick.node_room = ROOM_FOR_NODES
    quick.nodes = <Node *>malloc(quick.node_room * sizeof(Node))
    has_children = children_new(&quick.children, ROOM_FOR_CHILDREN)
    has_seen = seen_new(&quick.seen, SLOTS)
    if not (has_children and has_seen) or quick.nodes == NULL:
        quick_free(quick)
        return NULL
    return quick


cdef void quick_free(Quick *quick) noexcept nogil:
    free(quick.nodes)
    children_free(&quick.children)
    seen_free(&quick.seen)
    free(quick)


cdef void quick_begin(Quick *quick, const Judge *judge, const Position *start) noexcept nogil:
    # Begin a search in the room of a new one or of one that is over. The judge has to outlive it.
    cdef const Game *game = &judge.game
    seen_clear(&quick.seen)
    children_clear(&quick.children)
    quick.judge = judge
    quick.most = most_children(game)
    quick.furthest = 0
    quick.node_count = 1
    quick.nodes[0].judged.position = start[0]
    quick.nodes[0].parent = NO_NODE
    quick.nodes[0].made = 0
    judge_whole(quick.judge, &quick.nodes[0].judged)
    while send_home(quick.judge, &quick.nodes[0].judged):
        pass
    quick.best_home = cards_home(&quick.nodes[0].judged.position)
    seen_add(&quick.seen, quick.nodes[0].judged.position.hash)
    if not is_won(game, &quick.nodes[0].judged.position):
        weigh_moves(quick, 0)


cdef Outcome quick_run(Quick *quick, uint64_t until, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all.
    cdef const Game *game = &quick.judge.game
    cdef const Child *child
    cdef const Node *parent
    cdef Node *node
    if is_won(game, &quick.nodes[quick.node_count - 1].judged.position):
        return WON
    while quick.node_count < until:
        if not children_left(&quick.children):
            return EXHAUSTED
        if not make_room(quick, limit):
            return FULL
        child = children_take(&quick.children)
        parent = quick.nodes + child.parent
        node = quick.nodes + quick.node_count
        node.judged = parent.judged
        node.parent = child.parent
        node.made = parent.made + 1
        node.step = child.step
        make_judged(quick.judge, &node.judged, child.step)
        while send_home(quick.judge, &node.judged):
            pass
        if not seen_add(&quick.seen, node.judged.position.hash):
            continue
        assert is_right(quick.judge, &node.judged)
        if cards_home(&node.judged.position) > quick.best_home:
            quick.best_home = cards_home(&node.judged.position)
            quick.furthest = quick.node_count
        quick.node_count += 1
        if is_won(game, &node.judged.position):
            return WON
        weigh_moves(quick, quick.node_count - 1)
    return RUNNING
