# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""A set of positions without collisions: open addressing with linear probing, and incremental rehashing.

An array holds the positions in the order of addition, 20 bytes each without loss, and the hash table holds their
numbers. When the table grows, its entries are rehashed a few at a time, as in Redis's dictionaries, so that adding a
position never takes long. For linear probing, see Knuth, The Art of Computer Programming 3, section 6.4.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from freecell._search.arrays cimport grow_array
from freecell._search.packed cimport PACKED_BYTES, Packed, packed_hash, read_packed, write_packed


cdef enum:
    FIRST_ROOM = 64  # capacity of a new set, in positions
    NUMBER_BITS = 32  # width of a position number
    SLOTS_AT_ONCE = 16  # slots rehashed per position added: enough to finish before the table grows again


cdef void count_memory(ExactSet *positions) noexcept nogil:
    positions.memory = (
        <uint64_t>positions.room * ((PACKED_BYTES if positions.packed != NULL else 0) + sizeof(Predecessor))
        + (positions.slots + positions.old_slots) * sizeof(uint32_t))


cdef inline const uint8_t *packed_at(const ExactSet *positions, uint32_t number) noexcept nogil:
    # The bytes of the position with the number `number`, counted from 1.
    return positions.packed + <uint64_t>(number - 1) * PACKED_BYTES


cdef inline uint32_t *slot_of(
    const ExactSet *positions, uint32_t *table, uint64_t slots, const uint8_t *bytes, uint64_t value
) noexcept nogil:
    # Return the slot that holds the position, or the empty slot where it belongs. `value` is its hash.
    cdef uint64_t slot = value & (slots - 1)
    while table[slot] and memcmp(packed_at(positions, table[slot]), bytes, PACKED_BYTES) != 0:
        slot = (slot + 1) & (slots - 1)
    return table + slot


cdef inline bint is_in_old(const ExactSet *positions, const uint8_t *bytes, uint64_t value) noexcept nogil:
    return positions.old != NULL and slot_of(positions, positions.old, positions.old_slots, bytes, value)[0] != 0


cdef bint exact_set_begin(ExactSet *positions, const Packed *start, Predecessor predecessor) noexcept nogil:
    # Make a set of one position, the start of a search. False if an allocation fails.
    memset(positions, 0, sizeof(ExactSet))
    return grow(positions) and exact_set_add(positions, start, predecessor, 0) == IS_NEW


cdef bint exact_set_has(const ExactSet *positions, const Packed *packed) noexcept nogil:
    cdef uint8_t bytes[PACKED_BYTES]
    cdef uint64_t value = packed_hash(packed)
    write_packed(packed, bytes)
    return slot_of(positions, positions.table, positions.slots, bytes, value)[0] != 0 or is_in_old(
        positions, bytes, value)


cdef void rehash(ExactSet *positions, uint64_t slots) noexcept nogil:
    # Rehash the entries of the next `slots` slots of the old table into the new table.
    cdef uint64_t end = min(positions.old_slots, positions.rehashed + slots), place
    cdef const uint8_t *bytes
    cdef Packed packed
    for place in range(positions.rehashed, end):
        if positions.old[place]:
            bytes = packed_at(positions, positions.old[place])
            read_packed(bytes, &packed)
            slot_of(positions, positions.table, positions.slots, bytes, packed_hash(&packed))[0] = positions.old[place]
    positions.rehashed = end
    if end == positions.old_slots:
        free(positions.old)
        positions.old = NULL
        positions.old_slots = 0
        count_memory(positions)


cdef inline uint64_t next_room(const ExactSet *positions) noexcept nogil:
    return 2 * <uint64_t>positions.room if positions.room else FIRST_ROOM


cdef inline bint may_grow(const ExactSet *positions, uint64_t left) noexcept nogil:
    # Whether growing takes at most `left` more bytes, and every position still has a number of NUMBER_BITS bits.
    cdef uint64_t room = next_room(positions)
    return room < <uint64_t>1 << NUMBER_BITS and (
        (room - positions.room) * (PACKED_BYTES + sizeof(Predecessor)) + 2 * room * sizeof(uint32_t) <= left)


cdef bint grow(ExactSet *positions) noexcept nogil:
    # Double the capacity. False if an allocation fails.
    cdef uint64_t room = next_room(positions)
    cdef uint32_t *table
    rehash(positions, positions.old_slots)
    table = <uint32_t *>calloc(2 * room, sizeof(uint32_t))
    if table == NULL:
        return False
    if not (grow_array(<void **>&positions.packed, room, PACKED_BYTES)
            and grow_array(<void **>&positions.predecessors, room, sizeof(Predecessor))):
        free(table)
        return False
    positions.old = positions.table
    positions.old_slots = positions.slots
    positions.rehashed = 0
    positions.table = table
    positions.slots = 2 * room
    positions.room = <uint32_t>room
    count_memory(positions)
    return True


cdef Meeting exact_set_add(
    ExactSet *positions, const Packed *packed, Predecessor predecessor, uint64_t left
) noexcept nogil:
    # Add a position unless it is in the set. The set may use at most `left` more bytes for this.
    cdef uint8_t bytes[PACKED_BYTES]
    cdef uint64_t value = packed_hash(packed)
    cdef uint32_t *slot
    if positions.count == positions.room and not (may_grow(positions, left) and grow(positions)):
        return NO_ROOM
    write_packed(packed, bytes)
    slot = slot_of(positions, positions.table, positions.slots, bytes, value)
    if slot[0] or is_in_old(positions, bytes, value):
        return WAS_MET
    memcpy(positions.packed + <uint64_t>positions.count * PACKED_BYTES, bytes, PACKED_BYTES)
    positions.predecessors[positions.count] = predecessor
    positions.count += 1
    slot[0] = positions.count
    if positions.old != NULL:
        rehash(positions, SLOTS_AT_ONCE)
    return IS_NEW


cdef void exact_set_forget(ExactSet *positions) noexcept nogil:
    # Free all but the predecessors. No position can be added or looked up after this.
    free(positions.packed)
    free(positions.table)
    free(positions.old)
    positions.packed = NULL
    positions.table = positions.old = NULL
    # If shrinking fails, the array is unchanged.
    grow_array(<void **>&positions.predecessors, max(positions.count, <uint32_t>1), sizeof(Predecessor))
    positions.room = positions.count
    positions.slots = positions.old_slots = 0
    count_memory(positions)


cdef void exact_set_free(ExactSet *positions) noexcept nogil:
    free(positions.packed)
    free(positions.table)
    free(positions.old)
    free(positions.predecessors)
