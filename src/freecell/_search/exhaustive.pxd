"""Contract of ``exhaustive.pyx``: a search of every position."""

from libc.stdint cimport uint32_t, uint64_t

from freecell._rules.position cimport Position, Ruleset
from freecell._search.exact_set cimport ExactSet, Predecessor
from freecell._search.outcome cimport Outcome
from freecell._search.retrace cimport Retrace


cdef enum:
    LEVELS = 128  # more than the number of cards home plus breaks resolved, which is at most 104


cdef struct Exhaustive:
    Position start  # after the automatic moves
    ExactSet level[LEVELS]  # the positions of each level
    uint64_t memory  # bytes used by all levels
    uint64_t met  # number of positions reached, each counted once
    uint64_t expanded  # number of positions expanded
    uint32_t done  # number of positions of the current level that are expanded
    int current  # number of the current level
    int breaks  # number of breaks at the start: cards that lie on a card they do not fit
    int policy  # autoplay policy
    bint to_win  # whether the search ends with the first win
    bint won
    Predecessor last  # the move to the win


cdef bint exhaustive_begin(
    Exhaustive *search, const Ruleset *ruleset, const Position *start, int policy, bint to_win
) noexcept nogil  # False if an allocation fails
cdef Outcome exhaustive_run(Exhaustive *search, const Ruleset *ruleset, uint64_t until, uint64_t limit) noexcept nogil
cdef Retrace exhaustive_retrace(const Exhaustive *search)
cdef void exhaustive_free(Exhaustive *search) noexcept nogil
