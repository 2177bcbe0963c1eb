"""A table of the positions met, by half of their hashes alone: a collision may make a search miss a position."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset


cdef struct HashSet:
    uint32_t *slot  # 0 is an empty one
    uint32_t count
    uint32_t mask  # one less than there are slots


cdef inline bint hash_set_new(HashSet *seen, uint32_t slots) noexcept nogil:
    # Make a table of so many slots, a power of two; False when there is no memory. Then it has to be cleared.
    seen.slot = <uint32_t *>malloc(<uint64_t>slots * sizeof(uint32_t))
    seen.mask = slots - 1
    return seen.slot != NULL


cdef inline void hash_set_free(HashSet *seen) noexcept nogil:
    free(seen.slot)


cdef inline void hash_set_clear(HashSet *seen) noexcept nogil:
    memset(seen.slot, 0, (<uint64_t>seen.mask + 1) * sizeof(uint32_t))
    seen.count = 0


cdef inline bint hash_set_is_full(const HashSet *seen) noexcept nogil:
    # Whether it has to grow before another position is added.
    return seen.count >= seen.mask >> 1


cdef inline bint hash_set_has(const HashSet *seen, uint64_t hash) noexcept nogil:
    # Whether the position was met before.
    cdef uint32_t mark = <uint32_t>(hash >> 32) | 1
    cdef uint32_t slot = mark >> 1 & seen.mask
    while seen.slot[slot] and seen.slot[slot] != mark:
        slot = (slot + 1) & seen.mask
    return seen.slot[slot] == mark


cdef inline bint hash_set_add(HashSet *seen, uint64_t hash) noexcept nogil:
    # Whether the position was not met before; it is from now on.
    cdef uint32_t mark = <uint32_t>(hash >> 32) | 1
    cdef uint32_t slot = mark >> 1 & seen.mask
    while seen.slot[slot]:
        if seen.slot[slot] == mark:
            return False
        slot = (slot + 1) & seen.mask
    seen.slot[slot] = mark
    seen.count += 1
    return True


cdef inline bint hash_set_grow(HashSet *seen) noexcept nogil:
    # Make it twice as large; False when there is no memory.
    cdef uint32_t number, slot, mask = 2 * seen.mask + 1
    cdef uint32_t *larger = <uint32_t *>malloc((<uint64_t>mask + 1) * sizeof(uint32_t))
    if larger == NULL:
        return False
    memset(larger, 0, (<uint64_t>mask + 1) * sizeof(uint32_t))
    for number in range(seen.mask + 1):
        if seen.slot[number]:
            slot = seen.slot[number] >> 1 & mask
            while larger[slot]:
                slot = (slot + 1) & mask
            larger[slot] = seen.slot[number]
    hash_set_free(seen)
    seen.slot = larger
    seen.mask = mask
    return True
