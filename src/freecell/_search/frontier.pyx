# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Allocate, clear and grow the frontier of a search. See ``frontier.pxd``."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from freecell._search.arrays cimport grow_array


cdef bint frontier_new(Frontier *frontier, uint32_t room) noexcept nogil:
    frontier.children = <Child *>malloc(room * sizeof(Child))
    frontier.room = room
    return frontier.children != NULL


cdef void frontier_free(Frontier *frontier) noexcept nogil:
    free(frontier.children)


cdef void frontier_clear(Frontier *frontier) noexcept nogil:
    memset(frontier.bucket, 0xFF, sizeof(frontier.bucket))  # NO_CHILD
    frontier.count = 0
    frontier.best = BUCKETS


cdef bint frontier_grow(Frontier *frontier) noexcept nogil:
    if not grow_array(<void **>&frontier.children, 2 * <uint64_t>frontier.room, sizeof(Child)):
        return False
    frontier.room *= 2
    return True


cdef uint64_t frontier_memory(const Frontier *frontier) noexcept nogil:
    return <uint64_t>frontier.room * sizeof(Child)
