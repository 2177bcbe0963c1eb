# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Allocate, clear and grow the visited set. See ``hash_set.pxd``."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset


cdef bint hash_set_new(HashSet *visited, uint64_t slots) noexcept nogil:
    visited.slot = <uint32_t *>malloc(slots * sizeof(uint32_t))
    visited.mask = <uint32_t>(slots - 1)
    return visited.slot != NULL


cdef void hash_set_free(HashSet *visited) noexcept nogil:
    free(visited.slot)


cdef void hash_set_clear(HashSet *visited) noexcept nogil:
    memset(visited.slot, 0, hash_set_memory(visited))
    visited.count = 0


cdef bint hash_set_grow(HashSet *visited) noexcept nogil:
    cdef HashSet larger
    cdef uint32_t number, fingerprint
    if not hash_set_new(&larger, 2 * (<uint64_t>visited.mask + 1)):
        return False
    hash_set_clear(&larger)
    larger.count = visited.count
    for number in range(visited.mask + 1):
        fingerprint = visited.slot[number]
        if fingerprint:
            larger.slot[find_slot(&larger, fingerprint)] = fingerprint
    hash_set_free(visited)
    visited[0] = larger
    return True


cdef uint64_t hash_set_memory(const HashSet *visited) noexcept nogil:
    return (<uint64_t>visited.mask + 1) * sizeof(uint32_t)
