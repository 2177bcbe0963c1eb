"""What the compiled core shares with the searches."""

from freecell._position cimport Game, Position, Step


cdef class Pile:
    cdef int code


cdef class Move:
    cdef readonly Pile source
    cdef readonly Pile target
    cdef Step step


cdef class State:
    cdef Position position
    cdef Game game
    cdef readonly object rules


cdef Move move_of(Step step)
