"""Contract of ``exhaustive.pyx``: a search of every position."""

from libc.stdint cimport uint32_t, uint64_t

from freecell._rules.position cimport Position, Ruleset
from freecell._search.exact_set cimport ExactSet, Predecessor
from freecell._search.outcome cimport Outcome
from freecell._search.retrace cimport Retrace


cdef enum:
    LEVELS = 128  # the sum of cards home and pairs parted is at most 104


cdef struct Exhaustive:
    Position start  # after the automatic moves
    ExactSet level[LEVELS]  # the positions of each level
    uint64_t memory  # bytes taken by all levels
    uint64_t met  # positions
    uint64_t expanded  # positions
    uint32_t done  # positions of the current level that are expanded
    int current  # the current level
    int breaks  # cards that lie on a card they do not fit, at the start
    int policy  # of autoplay
    bint to_win  # whether the search ends with the first win
    bint won
    Predecessor last  # the move to the win


cdef bint exhaustive_begin(
    Exhaustive *search, const Ruleset *ruleset, const Position *start, int policy, bint to_win
) noexcept nogil  # False without memory
cdef Outcome exhaustive_run(Exhaustive *search, const Ruleset *ruleset, uint64_t until, uint64_t limit) noexcept nogil
cdef Retrace exhaustive_retrace(const Exhaustive *search)
cdef void exhaustive_free(Exhaustive *search) noexcept nogil
