"""Contract of ``best_first.pyx``: a fast search for any win, which proves nothing."""

from libc.stdint cimport uint32_t, uint64_t

from freecell._rules.position cimport Position, Step
from freecell._search.evaluation cimport Evaluated, Evaluator
from freecell._search.frontier cimport Frontier
from freecell._search.hash_set cimport HashSet
from freecell._search.outcome cimport Outcome
from freecell._search.retrace cimport Retrace


cdef struct Node:
    # A position that was expanded, with its evaluation and the move that led to it.
    Evaluated evaluated
    uint32_t parent  # number of a node, or NO_PARENT
    uint32_t depth  # number of moves from the start, automatic moves not counted
    Step step  # the move from the parent


cdef struct BestFirst:
    const Evaluator *evaluator
    Node *nodes  # in order of expansion, the start first
    HashSet visited  # the positions of all nodes
    Frontier frontier
    uint32_t node_count  # number of nodes in `nodes`
    uint32_t node_room  # capacity of `nodes`
    uint32_t most_children  # upper bound on the children of a node
    uint32_t furthest  # number of the node with the most cards home
    int best_home  # number of cards home in that node, 0 to 52


cdef BestFirst *best_first_new() noexcept nogil  # NULL if an allocation fails
cdef void best_first_free(BestFirst *search) noexcept nogil
cdef void best_first_begin(BestFirst *search, const Evaluator *evaluator, const Position *start) noexcept nogil
cdef Outcome best_first_run(BestFirst *search, uint64_t until, uint64_t limit) noexcept nogil
cdef bint best_first_has_grown(const BestFirst *search) noexcept nogil  # beyond the first buffers
cdef uint64_t best_first_memory(const BestFirst *search) noexcept nogil  # in bytes
cdef Retrace best_first_retrace(const BestFirst *search, uint32_t number)  # from a node back to the start
