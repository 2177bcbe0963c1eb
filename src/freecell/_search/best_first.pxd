"""The quick search as the searches share it; what it does is told in the ``.pyx``."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from freecell._search.expansion cimport Children
from freecell._search.evaluation cimport Evaluator, Evaluated
from freecell._rules.position cimport Position, Step
from freecell._search.hash_set cimport HashSet
from freecell._search.outcome cimport EXHAUSTED, FULL, RUNNING, WON, Outcome


cdef struct Node:
    # A position that was expanded, and how it was met.
    Evaluated evaluated
    uint32_t parent
    uint32_t made  # how many moves led to it
    Step step


cdef struct BestFirst:
    const Evaluator *evaluator
    Node *nodes
    HashSet seen
    Children children
    uint32_t node_count
    uint32_t node_room
    uint32_t most  # how many children a node of this game can have
    uint32_t furthest  # the node with the most cards home
    int32_t best_home  # how many these are


cdef BestFirst *best_first_new() noexcept nogil
cdef void best_first_free(BestFirst *quick) noexcept nogil
cdef void best_first_begin(BestFirst *quick, const Evaluator *evaluator, const Position *start) noexcept nogil
cdef Outcome best_first_run(BestFirst *quick, uint64_t until, uint64_t limit) noexcept nogil
cdef bint best_first_has_grown(const BestFirst *quick) noexcept nogil
cdef uint64_t best_first_memory(const BestFirst *quick) noexcept nogil
