# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Best-first search that generates a child only when it expands it.

The next node is the child with the lowest score: its evaluation plus a penalty for the moves made, as in weighted A*
(Pohl 1970), but without a guarantee of short wins. As with deferred evaluation (Richter and Helmert, "Preferences and
Deferred Evaluation in Satisficing Planning", 2009), most children are never generated. Unlike there, each child
has a score of its own, computed from the parent's score and the move.

A child is looked up in the visited set when it is generated. The set is lossy, so the search may miss a position. An
exhausted search therefore proves nothing.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from freecell._rules.autoplay cimport taken_back
from freecell._rules.moves cimport MAX_MOVES
from freecell._rules.position cimport Position, cards_home, is_won
from freecell._search.arrays cimport grow_array
from freecell._search.evaluation cimport Evaluator, evaluate, is_up_to_date, make_automatic, make_evaluated
from freecell._search.expansion cimport expand, most_children
from freecell._search.frontier cimport (
    BUCKETS, Child, frontier_clear, frontier_free, frontier_grow, frontier_has_child, frontier_memory, frontier_new,
    frontier_take,
)
from freecell._search.hash_set cimport (
    hash_set_add, hash_set_clear, hash_set_free, hash_set_grow, hash_set_is_full, hash_set_memory, hash_set_new,
)
from freecell._search.outcome cimport EXHAUSTED, FULL, RUNNING, WON, Outcome
from freecell._search.retrace cimport NO_PARENT, Retrace


cdef enum:
    # Sizes of a new search's buffers.
    FIRST_NODES = 512
    FIRST_CHILDREN = 4 * MAX_MOVES
    FIRST_SLOTS = 4 * FIRST_NODES


cdef BestFirst *best_first_new() noexcept nogil:
    cdef bint has_frontier, has_visited
    cdef BestFirst *search = <BestFirst *>malloc(sizeof(BestFirst))
    if search == NULL:
        return NULL
    search.node_room = FIRST_NODES
    search.nodes = <Node *>malloc(FIRST_NODES * sizeof(Node))
    has_frontier = frontier_new(&search.frontier, FIRST_CHILDREN)
    has_visited = hash_set_new(&search.visited, FIRST_SLOTS)
    if not (has_frontier and has_visited) or search.nodes == NULL:
        best_first_free(search)
        return NULL
    return search


cdef void best_first_free(BestFirst *search) noexcept nogil:
    free(search.nodes)
    frontier_free(&search.frontier)
    hash_set_free(&search.visited)
    free(search)


cdef bint best_first_has_grown(const BestFirst *search) noexcept nogil:
    return (
        search.node_room != FIRST_NODES or search.frontier.room != FIRST_CHILDREN
        or search.visited.mask != FIRST_SLOTS - 1)


cdef uint64_t best_first_memory(const BestFirst *search) noexcept nogil:
    return (
        sizeof(BestFirst) + search.node_room * sizeof(Node) + frontier_memory(&search.frontier)
        + hash_set_memory(&search.visited))


cdef bint make_room(BestFirst *search, uint64_t limit) noexcept nogil:
    # Make room for one expansion. False if that exceeds `limit`, in bytes, or an allocation fails.
    cdef bint nodes_full = search.node_count == search.node_room
    cdef bint frontier_full = search.frontier.count + search.most_children > search.frontier.room
    cdef bint visited_full = hash_set_is_full(&search.visited)
    if not (nodes_full or frontier_full or visited_full):
        return True
    if 2 * best_first_memory(search) > limit:
        return False
    if nodes_full:
        if not grow_array(<void **>&search.nodes, 2 * <uint64_t>search.node_room, sizeof(Node)):
            return False
        search.node_room *= 2
    if frontier_full and not frontier_grow(&search.frontier):
        return False
    return not visited_full or hash_set_grow(&search.visited)


cdef void expand_last(BestFirst *search) noexcept nogil:
    # Score the children of the newest node and put them in the frontier.
    cdef uint32_t number = search.node_count - 1
    cdef const Node *node = search.nodes + number
    cdef int moves_score = search.evaluator.weights.moves * <int>min(node.depth + 1, BUCKETS) // 8
    expand(search.evaluator, &node.evaluated, number, moves_score, &search.frontier, True, False)


cdef void best_first_begin(BestFirst *search, const Evaluator *evaluator, const Position *start) noexcept nogil:
    # Begin a search in `search`, which is new or finished, and whose buffers are reused. `evaluator` must outlive it.
    cdef Node *node = search.nodes
    hash_set_clear(&search.visited)
    frontier_clear(&search.frontier)
    search.evaluator = evaluator
    search.most_children = most_children(&evaluator.ruleset)
    node.evaluated.position = start[0]
    node.parent = NO_PARENT
    node.depth = 0
    evaluate(evaluator, &node.evaluated)
    make_automatic(evaluator, &node.evaluated, 0)
    search.node_count = 1
    search.furthest = 0
    search.best_home = cards_home(&node.evaluated.position)
    hash_set_add(&search.visited, node.evaluated.position.hash)
    if not is_won(&evaluator.ruleset, &node.evaluated.position):
        expand_last(search)


cdef bint generate(BestFirst *search, const Child *child) noexcept nogil:
    # Make a node from a child. False if its position was visited before.
    cdef const Node *parent = search.nodes + child.parent
    cdef Node *node = search.nodes + search.node_count
    node.evaluated = parent.evaluated
    node.parent = child.parent
    node.depth = parent.depth + 1
    node.step = child.step
    make_evaluated(search.evaluator, &node.evaluated, child.step)
    make_automatic(search.evaluator, &node.evaluated, taken_back(&node.evaluated.position, child.step))
    if not hash_set_add(&search.visited, node.evaluated.position.hash):
        return False
    assert is_up_to_date(search.evaluator, &node.evaluated)
    if cards_home(&node.evaluated.position) > search.best_home:
        search.best_home = cards_home(&node.evaluated.position)
        search.furthest = search.node_count
    search.node_count += 1
    return True


cdef bint has_won(const BestFirst *search) noexcept nogil:
    return is_won(&search.evaluator.ruleset, &search.nodes[search.node_count - 1].evaluated.position)


cdef Outcome best_first_run(BestFirst *search, uint64_t until, uint64_t limit) noexcept nogil:
    # Run until `until` nodes are expanded since the start of the search, within `limit` bytes. After a win, the won
    # position is the last node.
    if has_won(search):
        return WON
    while search.node_count < until:
        if not frontier_has_child(&search.frontier):
            return EXHAUSTED
        if not make_room(search, limit):
            return FULL
        if generate(search, frontier_take(&search.frontier)):
            if has_won(search):
                return WON
            expand_last(search)
    return RUNNING


cdef Retrace best_first_retrace(const BestFirst *search, uint32_t number):
    cdef Retrace retrace = Retrace()
    while search.nodes[number].parent != NO_PARENT:
        retrace.step_back(search.nodes[number].step)
        number = search.nodes[number].parent
    return retrace
