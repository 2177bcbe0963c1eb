"""Header with code: the frontier of a search, as a bucket priority queue (Dial 1969).

Scores are small integers, so every score has its own bucket, and pushing or taking a child costs a few instructions.
Within a bucket, children are taken last in, first out. A child is a move from a node; its position is not generated
until it is taken.
"""

from libc.stdint cimport uint32_t, uint64_t

from freecell._rules.position cimport Step


cdef enum:
    BUCKETS = 4096  # scores are clamped to 0 … BUCKETS - 1
    NO_CHILD = 0xFFFFFFFF  # in place of the number of a child: no child


cdef struct Child:
    # A move from a node to a position not yet generated.
    uint32_t parent  # number of a node
    uint32_t next  # number of the next child in the bucket, or NO_CHILD
    Step step  # the move from the parent


cdef struct Frontier:
    Child *children  # all children pushed since the last clearing, including those taken
    uint32_t bucket[BUCKETS]  # by score: number of the first child, or NO_CHILD
    uint32_t count  # length of `children`
    uint32_t room  # capacity of `children`
    int best  # lower bound on the lowest score in the frontier


# A new frontier must be cleared before use.
cdef bint frontier_new(Frontier *frontier, uint32_t room) noexcept nogil  # False if the allocation fails
cdef void frontier_free(Frontier *frontier) noexcept nogil
cdef void frontier_clear(Frontier *frontier) noexcept nogil
cdef bint frontier_grow(Frontier *frontier) noexcept nogil  # doubles the capacity; False if that fails
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
    # Whether a child is left. If so, `best` becomes the lowest score of a child.
    while frontier.best < BUCKETS and frontier.bucket[frontier.best] == NO_CHILD:
        frontier.best += 1
    return frontier.best < BUCKETS


cdef inline const Child *frontier_take(Frontier *frontier) noexcept nogil:
    # Remove the child with the best (lowest) score. frontier_has_child must have found one.
    cdef const Child *child = frontier.children + frontier.bucket[frontier.best]
    frontier.bucket[frontier.best] = child.next
    return child
