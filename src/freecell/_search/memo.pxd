"""What the bound found out about the blocked cards of a position: many positions have the same ones.

A table that forgets: of two that belong in one slot, the later stays.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from freecell._search.packed cimport PACKED_BYTES, Packed, packed_hash, read_packed, write_packed


cdef struct Known:
    # What is known of some blocked cards.
    uint8_t[PACKED_BYTES] bytes  # they, and what each of them lies on; all zero in an empty slot
    uint8_t least  # how many moves it takes at the least to unblock them
    uint8_t is_exact  # whether so many are enough
    uint64_t useful  # what the first of them may take; 0 when that is not known


cdef struct Memo:
    Known *known
    uint64_t slots  # a power of two


cdef inline uint64_t memo_memory(const Memo *memo) noexcept nogil:
    # The bytes it takes.
    return memo.slots * sizeof(Known)


cdef inline void memo_free(Memo *memo) noexcept nogil:
    free(memo.known)


cdef inline Known *memo_slot(const Memo *memo, const uint8_t *bytes) noexcept nogil:
    cdef Packed key
    read_packed(bytes, &key)
    return memo.known + (packed_hash(&key) & (memo.slots - 1))


cdef inline bint memo_grow(Memo *memo, uint64_t slots) noexcept nogil:
    # Have so many slots, more than before; False when there is no memory.
    cdef Known *old = memo.known
    cdef uint64_t place, old_slots = memo.slots
    cdef Known *known = <Known *>calloc(slots, sizeof(Known))
    if known == NULL:
        return False
    memo.known = known
    memo.slots = slots
    for place in range(old_slots):
        memo_slot(memo, old[place].bytes)[0] = old[place]
    free(old)
    return True


cdef inline Known *memo_find(const Memo *memo, const Packed *key) noexcept nogil:
    # What is known of these blocked cards: of others, nothing yet.
    cdef uint8_t bytes[PACKED_BYTES]
    cdef Known *known
    write_packed(key, bytes)
    known = memo_slot(memo, bytes)
    if memcmp(known.bytes, bytes, PACKED_BYTES) != 0:
        memset(known, 0, sizeof(Known))
        memcpy(known.bytes, bytes, PACKED_BYTES)
    return known
