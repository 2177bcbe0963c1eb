"""The quick search as the searches share it; what it does is told in the ``.pyx``."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from freecell._search.expansion cimport Children
from freecell._search.evaluation cimport Judge, Judged
from freecell._rules.position cimport Position, Step
from freecell._search.hash_set cimport Seen


cdef enum Outcome:
    RUNNING
    WON
    EXHAUSTED
    FULL


cdef struct Node:
    # A position that was expanded, and how it was met.
    Judged judged
    uint32_t parent
    uint32_t made  # how many moves led to it
    Step step


cdef struct Quick:
    const Judge *judge
    Node *nodes
    Seen seen
    Children children
    uint32_t node_count
    uint32_t node_room
    uint32_t most  # how many children a node of this game can have
    uint32_t furthest  # the node with the most cards home
    int32_t best_home  # how many these are


cdef Quick *quick_new() noexcept nogil
cdef void quick_free(Quick *quick) noexcept nogil
cdef void quick_begin(Quick *quick, const Judge *judge, const Position *start) noexcept nogil
cdef Outcome quick_run(Quick *quick, uint64_t until, uint64_t limit) noexcept nogil
cdef bint quick_has_grown(const Quick *quick) noexcept nogil
cdef uint64_t quick_memory(const Quick *quick) noexcept nogil
