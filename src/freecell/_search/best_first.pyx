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
from freecell._search.evaluation cimport Evaluator, is_right, evaluate, make_evaluated, send_home
from freecell._rules.moves cimport MAX_MOVES
from freecell._rules.position cimport Position, Ruleset, cards_home, is_won
from freecell._search.hash_set cimport hash_set_add, hash_set_clear, hash_set_free, hash_set_grow, hash_set_is_full, hash_set_new


cdef enum:
    # What a search has room for before it grows.
    ROOM_FOR_NODES = 512
    ROOM_FOR_CHILDREN = 4 * MAX_MOVES
    SLOTS = 4 * ROOM_FOR_NODES


cdef void weigh_moves(BestFirst *quick, uint32_t number) noexcept nogil:
    cdef const Node *node = quick.nodes + number
    cdef int paid = quick.evaluator.moves * <int>min(node.made + 1, BUCKETS) // 8
    expand(quick.evaluator, &node.evaluated, number, paid, &quick.children, True, False)


cdef bint best_first_has_grown(const BestFirst *quick) noexcept nogil:
    return (
        quick.node_room != ROOM_FOR_NODES or quick.children.room != ROOM_FOR_CHILDREN or quick.seen.mask != SLOTS - 1)


cdef uint64_t best_first_memory(const BestFirst *quick) noexcept nogil:
    # The bytes it takes.
    return (
        sizeof(BestFirst) + quick.node_room * sizeof(Node) + quick.children.room * sizeof(Child)
        + (<uint64_t>quick.seen.mask + 1) * sizeof(uint32_t))


cdef bint make_room(BestFirst *quick, uint64_t limit) noexcept nogil:
    # Have room for what one expansion may add; False when the limit or the machine does not allow it.
    cdef void *larger
    if 2 * best_first_memory(quick) > limit and (
            quick.node_count == quick.node_room or quick.children.count + quick.most > quick.children.room
            or hash_set_is_full(&quick.seen)):
        return False
    if quick.node_count == quick.node_room:
        larger = realloc(quick.nodes, 2 * <uint64_t>quick.node_room * sizeof(Node))
        if larger == NULL:
            return False
        quick.nodes = <Node *>larger
        quick.node_room *= 2
    if quick.children.count + quick.most > quick.children.room and not children_grow(&quick.children):
        return False
    return not hash_set_is_full(&quick.seen) or hash_set_grow(&quick.seen)


cdef BestFirst *best_first_new() noexcept nogil:
    # Make room for a search; NULL when there is no memory. quick_free gives it back.
    cdef bint has_children, has_seen
    cdef BestFirst *quick = <BestFirst *>malloc(sizeof(BestFirst))
    if quick == NULL:
        return NULL
    quick.node_room = ROOM_FOR_NODES
    quick.nodes = <Node *>malloc(quick.node_room * sizeof(Node))
    has_children = children_new(&quick.children, ROOM_FOR_CHILDREN)
    has_seen = hash_set_new(&quick.seen, SLOTS)
    if not (has_children and has_seen) or quick.nodes == NULL:
        best_first_free(quick)
        return NULL
    return quick


cdef void best_first_free(BestFirst *quick) noexcept nogil:
    free(quick.nodes)
    children_free(&quick.children)
    hash_set_free(&quick.seen)
    free(quick)


cdef void best_first_begin(BestFirst *quick, const Evaluator *evaluator, const Position *start) noexcept nogil:
    # Begin a search in the room of a new one or of one that is over. The judge has to outlive it.
    cdef const Ruleset *ruleset = &evaluator.ruleset
    hash_set_clear(&quick.seen)
    children_clear(&quick.children)
    quick.evaluator = evaluator
    quick.most = most_children(ruleset)
    quick.furthest = 0
    quick.node_count = 1
    quick.nodes[0].evaluated.position = start[0]
    quick.nodes[0].parent = NO_NODE
    quick.nodes[0].made = 0
    evaluate(quick.evaluator, &quick.nodes[0].evaluated)
    while send_home(quick.evaluator, &quick.nodes[0].evaluated):
        pass
    quick.best_home = cards_home(&quick.nodes[0].evaluated.position)
    hash_set_add(&quick.seen, quick.nodes[0].evaluated.position.hash)
    if not is_won(ruleset, &quick.nodes[0].evaluated.position):
        weigh_moves(quick, 0)


cdef Outcome best_first_run(BestFirst *quick, uint64_t until, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all.
    cdef const Ruleset *ruleset = &quick.evaluator.ruleset
    cdef const Child *child
    cdef const Node *parent
    cdef Node *node
    if is_won(ruleset, &quick.nodes[quick.node_count - 1].evaluated.position):
        return WON
    while quick.node_count < until:
        if not children_left(&quick.children):
            return EXHAUSTED
        if not make_room(quick, limit):
            return FULL
        child = children_take(&quick.children)
        parent = quick.nodes + child.parent
        node = quick.nodes + quick.node_count
        node.evaluated = parent.evaluated
        node.parent = child.parent
        node.made = parent.made + 1
        node.step = child.step
        make_evaluated(quick.evaluator, &node.evaluated, child.step)
        while send_home(quick.evaluator, &node.evaluated):
            pass
        if not hash_set_add(&quick.seen, node.evaluated.position.hash):
            continue
        assert is_right(quick.evaluator, &node.evaluated)
        if cards_home(&node.evaluated.position) > quick.best_home:
            quick.best_home = cards_home(&node.evaluated.position)
            quick.furthest = quick.node_count
        quick.node_count += 1
        if is_won(ruleset, &node.evaluated.position):
            return WON
        weigh_moves(quick, quick.node_count - 1)
    return RUNNING
