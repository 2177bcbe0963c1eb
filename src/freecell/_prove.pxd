"""The exhaustive search as the searches share it; what it does is told in the ``.pyx``."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from freecell._position cimport END_CARD, Game, Position, Step
from freecell._quick cimport Outcome


cdef enum:
    LEVELS = 128
    KEY_BYTES = 20


cdef struct Trail:
    # How a position was met: from which, and what was moved onto what.
    uint32_t parent
    uint8_t level  # of the parent
    uint8_t card
    uint8_t onto


cdef struct Level:
    # The positions of a level, in the order they were met, and a table to find them by. A table that has grown takes
    # over the entries of the old one a few at a time, so that no step takes long.
    uint8_t *keys  # KEY_BYTES each; freed when the level is done
    uint32_t *table  # the numbers of positions, from 1; 0 where there is none
    uint32_t *old
    Trail *trail
    uint32_t count
    uint32_t room
    uint64_t slots
    uint64_t old_slots
    uint64_t taken_over


cdef struct Prover:
    Position start  # after what goes home by itself
    Level level[LEVELS]
    uint64_t memory  # the bytes all levels take
    uint64_t met
    uint64_t expanded
    uint32_t done  # how many positions of the current level are expanded
    int current
    int breaks  # at the start: how many cards lie on one they do not fit
    int policy
    bint to_win
    bint won
    Trail last  # the step to the win


cdef bint prover_begin(Prover *prover, const Game *game, const Position *start, int policy, bint to_win) noexcept nogil
cdef Outcome prover_run(Prover *prover, const Game *game, uint64_t until, uint64_t limit) noexcept nogil
cdef void prover_end(Prover *prover) noexcept nogil
