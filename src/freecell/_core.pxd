"""What the compiled core shares with the searches."""

from freecell._rules.move cimport Move, Pile, move_of  # offered here too
from freecell._rules.position cimport Position, Ruleset


cdef class State:
    cdef Position position
    cdef Ruleset ruleset
    cdef readonly object rules
    """The rules of the game."""


cdef class Turn:
    cdef readonly Move move
    """The player's move."""
    cdef readonly tuple automatic
    """The automatic moves after it, in order."""
    cdef readonly State state
    """The position after them."""


cdef int policy_of(const Ruleset *ruleset, object autoplay) except -1
