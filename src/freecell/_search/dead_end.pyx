# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Breadth-first search for progress: can any further card come home? It looks at few positions, and keeps each exactly.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t

from freecell._core cimport State, state_of
from freecell._rules.moves cimport MAX_MOVES, legal_steps
from freecell._rules.position cimport KEY_BYTES, Position, Step, cards_home, is_won, make, pack

from freecell._arguments import whole_number
from freecell.deals import Deal, state_from

__all__ = ["is_dead_end"]


def is_dead_end(state: Deal | State, max_positions: int = 1000) -> bool:
    """Whether it is certain that no further card can come home, whatever the moves.

    All positions that can be reached are visited, those that differ only in the order of columns and cells once. If
    none of them has more cards home than the first, the game is lost. A position without a legal move is a dead end,
    unless it is won.

    >>> from freecell import Deal, is_dead_end
    >>> is_dead_end(Deal(1).state())
    False

    Args:
        state: The position, or a deal for its start.
        max_positions: The number of positions up to which they are visited, 1 to 10,000,000. A thousand take a few
            milliseconds.

    Returns:
        True if it is a dead end; False if a card can come home, or there are more than `max_positions` positions.

    Raises:
        WrongTypeError: If an argument is of another type.
        FreeCellError: If `max_positions` is out of range.
    """
    cdef State start = state_from(state)
    cdef int most = whole_number(max_positions, "max_positions", 1, 10_000_000)
    cdef int number, found, home = cards_home(&start.position)
    cdef Step steps[MAX_MOVES]
    cdef Position after
    cdef State here
    if is_won(&start.ruleset, &start.position):
        return False
    cdef list waiting = [start]
    cdef set met = {key_of(&start.position)}
    for here in waiting:  # it grows on the way
        found = legal_steps(&start.ruleset, &here.position, True, steps)
        for number in range(found):
            after = here.position
            make(&after, steps[number])
            if cards_home(&after) > home:
                return False
            key = key_of(&after)
            if key not in met:
                if len(met) == most:
                    return False
                met.add(key)
                waiting.append(state_of(&after, start))
        PyErr_CheckSignals()
    return True


cdef bytes key_of(const Position *position):
    # The bytes of State.key.
    cdef uint8_t packed[KEY_BYTES]
    pack(position, packed)
    return packed[:KEY_BYTES]
