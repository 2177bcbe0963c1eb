"""The quick search as the searches share it; what it does is told in the ``.pyx``."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from freecell._judged cimport Judge, Judged
from freecell._position cimport Position, Step


cdef enum:
    QUICK_BUCKETS = 4096
    NO_NODE = 0xFFFFFFFF


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


cdef struct Child:
    # A position yet to be made: a move from a node.
    uint32_t parent
    uint32_t next  # in its bucket
    Step step


cdef struct Quick:
    const Judge *judge
    Node *nodes
    Child *children
    uint32_t *seen  # a table of the hashes, in part, of the nodes
    uint32_t bucket[QUICK_BUCKETS]  # the children by score, the last met first
    uint32_t node_count
    uint32_t node_room
    uint32_t child_count
    uint32_t child_room
    uint32_t most  # how many children a node of this game can have
    uint32_t seen_count
    uint32_t seen_mask
    uint32_t furthest  # the node with the most cards home
    int32_t best_home  # how many these are
    int32_t best  # no bucket before it holds a child


cdef Quick *quick_new() noexcept nogil
cdef void quick_free(Quick *quick) noexcept nogil
cdef void quick_begin(Quick *quick, const Judge *judge, const Position *start) noexcept nogil
cdef Outcome quick_run(Quick *quick, uint64_t until, uint64_t limit) noexcept nogil
cdef bint quick_has_grown(const Quick *quick) noexcept nogil
cdef uint64_t quick_memory(const Quick *quick) noexcept nogil
