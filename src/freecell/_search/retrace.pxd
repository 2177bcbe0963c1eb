"""Contract of ``retrace.pyx``: turn the links of a search into the moves of a line."""

from libc.stdint cimport uint32_t

from freecell._core cimport State
from freecell._rules.position cimport Step


cdef enum:
    NO_PARENT = 0xFFFFFFFF  # in place of the parent of the start


cdef class Retrace:
    # The moves of a line without its automatic moves, collected backwards from the last move.
    cdef Step *steps  # the last move first
    cdef uint32_t count  # number of moves in `steps`
    cdef uint32_t room  # capacity of `steps`

    cdef int step_back(self, Step step) except -1
    cdef int card_back(self, int card, int onto) except -1
    cdef tuple moves(self, State start, int policy, bint automatic_first)
