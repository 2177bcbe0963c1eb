"""Contract of ``_core.pyx`` for compiled rooms: the fields of State and Turn, and the numbers of autoplay policies."""

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


# The number of a policy given by a caller.
cdef int policy_of(const Ruleset *ruleset, object autoplay) except -1

# The state of a position in the game of another state.
cdef State state_of(const Position *position, State like)

# Make the automatic moves in a position, except those of one card (0 for none), and return them.
cdef list make_automoves(const Ruleset *ruleset, int policy, int left_alone, Position *position)
