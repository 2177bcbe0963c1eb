"""Header with code: the frontier of a search, as a bucket priority queue (Dial 1969).

Scores are small integers, so each has a bucket of its own, and both pushing and taking a child cost a few instructions.
Within a bucket the last child comes first. A child is only a move from a node: most children are never generated.
"""

from libc.stdint cimport uint32_t, uint64_t

from freecell._rules.position cimport Step


cdef enum:
    BUCKETS = 4096  # scores are cut to 0 … BUCKETS - 1
    NO_CHILD = 0xFFFFFFFF  # stands for the number of a child


cdef struct Child:
    # A position not yet generated.
    uint32_t parent  # number of a node
    uint32_t next  # number of the next child in the bucket, or NO_CHILD
    Step step  # the move from the parent


cdef struct Frontier:
    Child *children  # all children since the last clearing, those taken included
    uint32_t bucket[BUCKETS]  # by score: number of the first child, or NO_CHILD
    uint32_t count  # length of `children`
    uint32_t room  # children that fit into the array
    int best  # lower bound on the lowest score in the frontier


cdef bint frontier_new(Frontier *frontier, uint32_t room) noexcept nogil  # False without memory; not yet cleared
cdef void frontier_free(Frontier *frontier) noexcept nogil
cdef void frontier_clear(Frontier *frontier) noexcept nogil
cdef bint frontier_grow(Frontier *frontier) noexcept nogil  # to twice the room; False without memory
cdef uint64_t frontier_memory(const Frontier *frontier) noexcept nogil  # bytes of the array


cdef inline void frontier_push(Frontier *frontier, uint32_t parent, Step step, int score) noexcept nogil:
    # Add a child. There must be room.
    cdef Child *child = frontier.children + frontier.count
    score = max(0, min(score, BUCKETS - 1))
    child.parent = parent
    child.step = step
    child.next = frontier.bucket[score]
    frontier.bucket[score] = frontier.count
    frontier.count += 1
    frontier.best = min(frontier.best, score)


cdef inline bint frontier_has_child(Frontier *frontier) noexcept nogil:
    # Whether a child is left; then `best` is its score.
    while frontier.best < BUCKETS and frontier.bucket[frontier.best] == NO_CHILD:
        frontier.best += 1
    return frontier.best < BUCKETS


cdef inline const Child *frontier_take(Frontier *frontier) noexcept nogil:
    # Remove the child with the best (lowest) score. frontier_has_child must have found one.
    cdef const Child *child = frontier.children + frontier.bucket[frontier.best]
    frontier.bucket[frontier.best] = child.next
    return child
