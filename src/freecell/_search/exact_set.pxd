"""The positions an exhausting search has met, exactly, in the order it met them, and how it met each.

The table to find them by grows without a pause: it takes over the entries of the old one a few at a time.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy

from freecell._search.packed cimport PACKED_BYTES, Packed, packed_hash, read_packed, write_packed


cdef enum:
    NOTHING = 0xFFFFFFFF
    TAKEN_AT_ONCE = 16  # slots of an old table at each new position: so it is done before the next has to grow


cdef enum Meeting:
    IS_NEW
    WAS_MET
    NO_ROOM


cdef struct Predecessor:
    # How a position was met: from which, and what was moved onto what.
    uint32_t parent
    uint8_t level  # of the parent
    uint8_t card
    uint8_t onto
    uint8_t home  # what the search has to know of cards that go home after it


cdef struct ExactSet:
    uint8_t *keys  # KEY_BYTES each; NULL when the store is done
    uint32_t *table  # the numbers of positions, from 1; 0 where there is none
    uint32_t *old
    Predecessor *predecessor
    uint32_t count
    uint32_t room
    uint64_t slots
    uint64_t old_slots
    uint64_t taken_over


cdef inline uint64_t exact_set_memory(const ExactSet *store) noexcept nogil:
    # The bytes it takes.
    return (
        store.room * ((PACKED_BYTES if store.keys != NULL else 0) + sizeof(Predecessor))
        + (store.slots + store.old_slots) * sizeof(uint32_t))


cdef inline uint32_t *slot_of(const ExactSet *store, uint32_t *table, uint64_t slots, const uint8_t *bytes) noexcept nogil:
    # The slot that holds the position, or the empty one where it would be.
    cdef Packed key
    cdef uint64_t slot
    read_packed(bytes, &key)
    slot = packed_hash(&key) & (slots - 1)
    while table[slot] and memcmp(store.keys + <uint64_t>(table[slot] - 1) * PACKED_BYTES, bytes, PACKED_BYTES) != 0:
        slot = (slot + 1) & (slots - 1)
    return table + slot


cdef inline bint exact_set_has(const ExactSet *store, const Packed *key) noexcept nogil:
    # Whether a position was met before.
    cdef uint8_t bytes[PACKED_BYTES]
    write_packed(key, bytes)
    return slot_of(store, store.table, store.slots, bytes)[0] != 0 or (
        store.old != NULL and slot_of(store, store.old, store.old_slots, bytes)[0] != 0)


cdef inline void take_over(ExactSet *store, uint64_t entries) noexcept nogil:
    # Put some more entries of the old table into the new one.
    cdef uint64_t end = min(store.old_slots, store.taken_over + entries), place
    for place in range(store.taken_over, end):
        if store.old[place]:
            slot_of(store, store.table, store.slots, store.keys + <uint64_t>(store.old[place] - 1) * PACKED_BYTES)[0] = (
                store.old[place])
    store.taken_over = end
    if end == store.old_slots:
        free(store.old)
        store.old = NULL
        store.old_slots = 0


cdef inline bint exact_set_grow(ExactSet *store, uint64_t more) noexcept nogil:
    # Make room for more positions; False when it would take more than so many bytes more, or the machine has not got
    # them.
    cdef uint64_t room = 2 * <uint64_t>store.room if store.room else 64, slots = 2 * room
    cdef uint32_t *table
    cdef void *larger
    if (room - store.room) * (PACKED_BYTES + sizeof(Predecessor)) + slots * sizeof(uint32_t) > more or room >= NOTHING:
        return False
    take_over(store, store.old_slots)
    table = <uint32_t *>calloc(slots, sizeof(uint32_t))
    if table == NULL:
        return False
    larger = realloc(store.keys, room * PACKED_BYTES)
    if larger != NULL:
        store.keys = <uint8_t *>larger
        larger = realloc(store.predecessor, room * sizeof(Predecessor))
    if larger == NULL:
        free(table)
        return False
    store.predecessor = <Predecessor *>larger
    store.old = store.table
    store.old_slots = store.slots
    store.taken_over = 0
    store.table = table
    store.room = <uint32_t>room
    store.slots = slots
    return True


cdef inline Meeting exact_set_add(ExactSet *store, const Packed *key, Predecessor predecessor, uint64_t more) noexcept nogil:
    # Keep a position, unless it was met before. It may take so many bytes more.
    cdef uint8_t bytes[PACKED_BYTES]
    cdef uint32_t *slot
    if store.count == store.room and not exact_set_grow(store, more):
        return NO_ROOM
    write_packed(key, bytes)
    slot = slot_of(store, store.table, store.slots, bytes)
    if slot[0] or store.old != NULL and slot_of(store, store.old, store.old_slots, bytes)[0]:
        return WAS_MET
    memcpy(store.keys + <uint64_t>store.count * PACKED_BYTES, bytes, PACKED_BYTES)
    store.predecessor[store.count] = predecessor
    store.count += 1
    slot[0] = store.count
    if store.old != NULL:
        take_over(store, TAKEN_AT_ONCE)
    return IS_NEW


cdef inline void exact_set_forget(ExactSet *store) noexcept nogil:
    # Keep only how the positions were met.
    cdef void *smaller
    free(store.keys)
    free(store.table)
    free(store.old)
    store.keys = NULL
    store.table = store.old = NULL
    smaller = realloc(store.predecessor, <uint64_t>max(store.count, <uint32_t>1) * sizeof(Predecessor))
    if smaller != NULL:
        store.predecessor = <Predecessor *>smaller
    store.room = store.count
    store.slots = store.old_slots = 0


cdef inline void exact_set_free(ExactSet *store) noexcept nogil:
    free(store.keys)
    free(store.table)
    free(store.old)
    free(store.predecessor)
