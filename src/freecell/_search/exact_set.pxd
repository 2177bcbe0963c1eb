"""The positions an exhausting search has met, exactly, in the order it met them, and how it met each.

The table to find them by grows without a pause: it takes over the entries of the old one a few at a time.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy

from freecell._search.packed cimport KEY_BYTES, Key, hash_of, read_key, write_key


cdef enum:
    NOTHING = 0xFFFFFFFF
    TAKEN_AT_ONCE = 16  # slots of an old table at each new position: so it is done before the next has to grow


cdef enum Meeting:
    IS_NEW
    WAS_MET
    NO_ROOM


cdef struct Trail:
    # How a position was met: from which, and what was moved onto what.
    uint32_t parent
    uint8_t level  # of the parent
    uint8_t card
    uint8_t onto
    uint8_t home  # what the search has to know of cards that go home after it


cdef struct Store:
    uint8_t *keys  # KEY_BYTES each; NULL when the store is done
    uint32_t *table  # the numbers of positions, from 1; 0 where there is none
    uint32_t *old
    Trail *trail
    uint32_t count
    uint32_t room
    uint64_t slots
    uint64_t old_slots
    uint64_t taken_over


cdef inline uint64_t store_memory(const Store *store) noexcept nogil:
    # The bytes it takes.
    return (
        store.room * ((KEY_BYTES if store.keys != NULL else 0) + sizeof(Trail))
        + (store.slots + store.old_slots) * sizeof(uint32_t))


cdef inline uint32_t *slot_of(const Store *store, uint32_t *table, uint64_t slots, const uint8_t *bytes) noexcept nogil:
    # The slot that holds the position, or the empty one where it would be.
    cdef Key key
    cdef uint64_t slot
    read_key(bytes, &key)
    slot = hash_of(&key) & (slots - 1)
    while table[slot] and memcmp(store.keys + <uint64_t>(table[slot] - 1) * KEY_BYTES, bytes, KEY_BYTES) != 0:
        slot = (slot + 1) & (slots - 1)
    return table + slot


cdef inline bint store_has(const Store *store, const Key *key) noexcept nogil:
    # Whether a position was met before.
    cdef uint8_t bytes[KEY_BYTES]
    write_key(key, bytes)
    return slot_of(store, store.table, store.slots, bytes)[0] != 0 or (
        store.old != NULL and slot_of(store, store.old, store.old_slots, bytes)[0] != 0)


cdef inline void take_over(Store *store, uint64_t entries) noexcept nogil:
    # Put some more entries of the old table into the new one.
    cdef uint64_t end = min(store.old_slots, store.taken_over + entries), place
    for place in range(store.taken_over, end):
        if store.old[place]:
            slot_of(store, store.table, store.slots, store.keys + <uint64_t>(store.old[place] - 1) * KEY_BYTES)[0] = (
                store.old[place])
    store.taken_over = end
    if end == store.old_slots:
        free(store.old)
        store.old = NULL
        store.old_slots = 0


cdef inline bint store_grow(Store *store, uint64_t more) noexcept nogil:
    # Make room for more positions; False when it would take more than so many bytes more, or the machine has not got
    # them.
    cdef uint64_t room = 2 * <uint64_t>store.room if store.room else 64, slots = 2 * room
    cdef uint32_t *table
    cdef void *larger
    if (room - store.room) * (KEY_BYTES + sizeof(Trail)) + slots * sizeof(uint32_t) > more or room >= NOTHING:
        return False
    take_over(store, store.old_slots)
    table = <uint32_t *>calloc(slots, sizeof(uint32_t))
    if table == NULL:
        return False
    larger = realloc(store.keys, room * KEY_BYTES)
    if larger != NULL:
        store.keys = <uint8_t *>larger
        larger = realloc(store.trail, room * sizeof(Trail))
    if larger == NULL:
        free(table)
        return False
    store.trail = <Trail *>larger
    store.old = store.table
    store.old_slots = store.slots
    store.taken_over = 0
    store.table = table
    store.room = <uint32_t>room
    store.slots = slots
    return True


cdef inline Meeting store_add(Store *store, const Key *key, Trail trail, uint64_t more) noexcept nogil:
    # Keep a position, unless it was met before. It may take so many bytes more.
    cdef uint8_t bytes[KEY_BYTES]
    cdef uint32_t *slot
    if store.count == store.room and not store_grow(store, more):
        return NO_ROOM
    write_key(key, bytes)
    slot = slot_of(store, store.table, store.slots, bytes)
    if slot[0] or store.old != NULL and slot_of(store, store.old, store.old_slots, bytes)[0]:
        return WAS_MET
    memcpy(store.keys + <uint64_t>store.count * KEY_BYTES, bytes, KEY_BYTES)
    store.trail[store.count] = trail
    store.count += 1
    slot[0] = store.count
    if store.old != NULL:
        take_over(store, TAKEN_AT_ONCE)
    return IS_NEW


cdef inline void store_forget(Store *store) noexcept nogil:
    # Keep only how the positions were met.
    cdef void *smaller
    free(store.keys)
    free(store.table)
    free(store.old)
    store.keys = NULL
    store.table = store.old = NULL
    smaller = realloc(store.trail, <uint64_t>max(store.count, <uint32_t>1) * sizeof(Trail))
    if smaller != NULL:
        store.trail = <Trail *>smaller
    store.room = store.count
    store.slots = store.old_slots = 0


cdef inline void store_free(Store *store) noexcept nogil:
    free(store.keys)
    free(store.table)
    free(store.old)
    free(store.trail)
