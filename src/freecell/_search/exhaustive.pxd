"""The exhaustive search as the searches share it; what it does is told in the ``.pyx``."""

from libc.stdint cimport uint32_t, uint64_t

from freecell._rules.position cimport Position, Ruleset
from freecell._search.best_first cimport Outcome
from freecell._search.exact_set cimport ExactSet, Predecessor


cdef enum:
    LEVELS = 128


cdef struct Exhaustive:
    Position start  # after what goes home by itself
    ExactSet level[LEVELS]  # the positions of each
    uint64_t memory  # the bytes all levels take
    uint64_t met
    uint64_t expanded
    uint32_t done  # how many positions of the current level are expanded
    int current
    int breaks  # at the start: how many cards lie on one they do not fit
    int policy
    bint to_win
    bint won
    Predecessor last  # the step to the win


cdef bint exhaustive_begin(Exhaustive *prover, const Ruleset *ruleset, const Position *start, int policy, bint to_win) noexcept nogil
cdef Outcome exhaustive_run(Exhaustive *prover, const Ruleset *ruleset, uint64_t until, uint64_t limit) noexcept nogil
cdef void exhaustive_end(Exhaustive *prover) noexcept nogil
