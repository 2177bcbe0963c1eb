"""Contract of ``_core.pyx`` for the searches: the fields of State, and the numbers of autoplay policies."""

from freecell._rules.move cimport Move, Pile, move_of  # re-exported
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
