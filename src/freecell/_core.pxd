"""What the compiled core shares with the searches."""

from freecell._rules.position cimport Position, Ruleset, Step


cdef class Pile:
    cdef int code


cdef class Move:
    cdef readonly Pile source
    """Where the cards come from."""
    cdef readonly Pile target
    """Where they go."""
    cdef Step step


cdef class State:
    cdef Position position
    cdef Ruleset ruleset
    cdef readonly object rules
    """The game that is played."""


cdef Move move_of(Step step)
cdef int policy_of(const Ruleset *ruleset, object autoplay) except -1
