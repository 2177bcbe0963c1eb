# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Perft: count the sequences of legal moves, to check a move generator or measure its speed."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint8_t

from freecell._rules.moves cimport MAX_MOVES, legal_steps
from freecell._rules.position cimport Position, Ruleset, Step, make


cdef object perft(const Ruleset *ruleset, const Position *position, int depth):
    cdef int64_t lines = 1, ticks = 0
    space = bytearray(depth * MAX_MOVES * sizeof(Step))
    cdef uint8_t *steps = space
    if depth > 0:
        with nogil:
            lines = count_lines(ruleset, position, depth, <Step *>steps, &ticks)
    return lines


cdef int64_t count_lines(
    const Ruleset *ruleset, const Position *position, int depth, Step *steps, int64_t *ticks
) except -1 nogil:
    # The number of sequences of `depth` moves. `steps` has space for MAX_MOVES moves per depth; `ticks` counts moves
    # since the last check for Ctrl-C.
    cdef Position after
    cdef int64_t lines = 0
    cdef int number, found = legal_steps(ruleset, position, False, steps)
    if depth == 1:
        return found
    ticks[0] += found
    if ticks[0] > 1 << 20:
        ticks[0] = 0
        with gil:
            PyErr_CheckSignals()
    for number in range(found):
        after = position[0]
        make(&after, steps[number])
        lines += count_lines(ruleset, &after, depth - 1, steps + MAX_MOVES, ticks)
    return lines
