"""Contract of ``exact_set.pyx``: a set of positions without collisions, in the order they were met."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from freecell._search.packed cimport Packed


cdef enum Meeting:
    IS_NEW
    WAS_MET
    NO_ROOM


cdef struct Predecessor:
    # How a position was met: the position before it, and which card went onto what.
    uint32_t parent  # number of the position before, in the order they were met; NO_PARENT for a start
    uint8_t level  # a number of the search's own: the parent's level, or a lower bound
    uint8_t card  # the card that moved, with those that lie on it
    uint8_t onto  # the card, FLOOR, CELL or HOME it went onto
    uint8_t home  # flags of the search's own about moves home


cdef struct ExactSet:
    uint8_t *packed  # the positions, PACKED_BYTES each; NULL once they are forgotten
    Predecessor *predecessors  # by position
    uint32_t *table  # hash table of the positions' numbers, counted from 1; 0 in an empty slot
    uint32_t *old  # the table before it last grew, while entries are still to be taken over from it; else NULL
    uint32_t count  # positions
    uint32_t room  # positions that fit into the arrays
    uint64_t slots  # slots of the table, a power of two
    uint64_t old_slots  # slots of the old table
    uint64_t taken_over  # slots of the old table whose entries are taken over
    uint64_t memory  # bytes allocated


cdef bint exact_set_begin(ExactSet *positions, const Packed *start, Predecessor predecessor) noexcept nogil
cdef bint exact_set_has(const ExactSet *positions, const Packed *packed) noexcept nogil
cdef Meeting exact_set_add(
    ExactSet *positions, const Packed *packed, Predecessor predecessor, uint64_t left
) noexcept nogil
cdef void exact_set_forget(ExactSet *positions) noexcept nogil  # keep only the predecessors
cdef void exact_set_free(ExactSet *positions) noexcept nogil
