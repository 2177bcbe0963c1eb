"""Contract of ``move.pyx``: the classes Pile and Move, and their objects for pile numbers and Steps."""

from freecell._rules.position cimport Step


cdef class Pile:
    cdef int number  # pile number


cdef class Move:
    cdef readonly Pile source
    """The pile that the cards leave."""
    cdef readonly Pile target
    """The pile that the cards move to: a column, a cell, or ``h``."""
    cdef Step step
    cdef readonly int code
    """A number for the move, 0 to 15,245, the same in every process and version; :meth:`from_code` reads it."""


# The one Pile with a pile number.
cdef Pile pile_of(int number)

# The one Move of a Step.
cdef Move move_of(Step step)

# The Moves of an array of Steps.
cdef tuple moves_of(const Step *steps, int count)

# The name of a pile: "3", "a", "hs".
cdef str pile_name(int pile)

# A pile as a sentence names it: "column 3", "cell a", "home".
cdef str pile_phrase(int pile)
