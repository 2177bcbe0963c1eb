"""Contract of ``exact_set.pyx``: a set of positions without collisions, in the order they were added."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from freecell._search.packed cimport Packed


cdef enum Meeting:
    IS_NEW
    WAS_MET  # in the set already
    NO_ROOM  # not added: the memory limit is reached, or an allocation failed


cdef struct Predecessor:
    # How a position was reached: its parent, and which card moved onto what.
    uint32_t parent  # number of the parent in the order of addition; NO_PARENT for the start
    uint8_t tag  # for the search's own use: level of the parent (exhaustive), or lower bound of the position (bfida)
    uint8_t card  # the deepest card moved
    uint8_t onto  # the card, FLOOR, CELL or HOME that it moved onto
    uint8_t home  # for the search's own use: flags about moves home (bfida)


cdef struct ExactSet:
    uint8_t *packed  # the positions in the order of addition, PACKED_BYTES each; NULL after exact_set_forget
    Predecessor *predecessors  # by position, in the same order
    uint32_t *table  # hash table of position numbers, counted from 1; 0 in an empty slot
    uint32_t *old  # the previous table, until all its entries are rehashed into `table`; then NULL
    uint32_t count  # number of positions
    uint32_t room  # capacity of `packed` and of `predecessors`
    uint64_t slots  # number of slots of `table`, a power of two
    uint64_t old_slots  # number of slots of `old`
    uint64_t rehashed  # number of slots of `old` whose entries are rehashed
    uint64_t memory  # bytes allocated


cdef bint exact_set_begin(ExactSet *positions, const Packed *start, Predecessor predecessor) noexcept nogil
cdef bint exact_set_has(const ExactSet *positions, const Packed *packed) noexcept nogil
cdef Meeting exact_set_add(
    ExactSet *positions, const Packed *packed, Predecessor predecessor, uint64_t left
) noexcept nogil
cdef void exact_set_forget(ExactSet *positions) noexcept nogil  # keep only the predecessors
cdef void exact_set_free(ExactSet *positions) noexcept nogil
