"""Header with code: a visited set of 32-bit fingerprints, in a table with open addressing.

A fingerprint is half of a position's hash. The set is lossy (hash compaction: Wolper and Leroy, "Reliable Hashing
without Collision Detection", 1993): positions with the same fingerprint are treated as one. So a search may miss
a position, and with it a win, but a win that it finds is real.
"""

from libc.stdint cimport uint32_t, uint64_t


cdef struct HashSet:
    uint32_t *slot  # fingerprints, 0 in an empty slot
    uint32_t count  # number of fingerprints in the set
    uint32_t mask  # number of slots, which is a power of two, minus one


# A new set must be cleared before use.
cdef bint hash_set_new(HashSet *visited, uint64_t slots) noexcept nogil  # False if the allocation fails
cdef void hash_set_free(HashSet *visited) noexcept nogil
cdef void hash_set_clear(HashSet *visited) noexcept nogil
cdef bint hash_set_grow(HashSet *visited) noexcept nogil  # doubles the slots; False if that fails
cdef uint64_t hash_set_memory(const HashSet *visited) noexcept nogil  # size of the table in bytes


cdef inline uint32_t fingerprint_of(uint64_t hash) noexcept nogil:
    return <uint32_t>(hash >> 32) | 1  # never 0


cdef inline bint hash_set_is_full(const HashSet *visited) noexcept nogil:
    # Whether the set must grow before a position is added. At most half of the slots are ever used.
    return visited.count >= visited.mask >> 1


cdef inline uint32_t find_slot(const HashSet *visited, uint32_t fingerprint) noexcept nogil:
    # The slot of a fingerprint, or the empty one where it would go.
    cdef uint32_t slot = fingerprint >> 1 & visited.mask
    while visited.slot[slot] and visited.slot[slot] != fingerprint:
        slot = (slot + 1) & visited.mask
    return slot


cdef inline bint hash_set_has(const HashSet *visited, uint64_t hash) noexcept nogil:
    # Whether a position is in the set.
    return visited.slot[find_slot(visited, fingerprint_of(hash))] != 0


cdef inline bint hash_set_add(HashSet *visited, uint64_t hash) noexcept nogil:
    # Add a position. False if it was in the set already.
    cdef uint32_t fingerprint = fingerprint_of(hash)
    cdef uint32_t slot = find_slot(visited, fingerprint)
    if visited.slot[slot]:
        return False
    visited.slot[slot] = fingerprint
    visited.count += 1
    return True
