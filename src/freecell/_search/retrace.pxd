"""Contract of ``retrace.pyx``: from the links of a search back to moves."""

from libc.stdint cimport uint32_t

from freecell._core cimport State
from freecell._rules.position cimport Step


cdef enum:
    NO_PARENT = 0xFFFFFFFF  # the parent of a search's start


cdef class Retrace:
    # The moves of a line without its automatic moves, collected from the last move back to the first.
    cdef Step *steps  # the last move first
    cdef uint32_t count  # moves
    cdef uint32_t room  # moves that fit into the array

    cdef int step_back(self, Step step) except -1
    cdef int card_back(self, int card, int onto) except -1
    cdef tuple moves(self, State start, int policy, bint automatic_first)
