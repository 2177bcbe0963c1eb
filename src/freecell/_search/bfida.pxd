"""The search for the shortest win as the searches share it; what it does is told in the ``.pyx``."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from freecell._search.memo cimport Memo
from freecell._rules.position cimport Position, Ruleset
from freecell._search.best_first cimport Outcome
from freecell._search.exact_set cimport ExactSet, Predecessor


cdef enum:
    # What counts; the numbers of Measure.
    MEASURE_PLAYER
    MEASURE_RUNS
    MEASURE_CARDS


cdef struct Count:
    # What counts as a move.
    Ruleset ruleset  # the rules of a move
    int free  # the policy of what goes home by itself after it
    bint pays_home  # whether every card that goes home counts
    bint free_home  # whether that is left out of the count
    bint runs  # whether a run counts as one


cdef struct Bfida:
    Count count
    Position start  # after what went home on the deal
    ExactSet store  # the positions met under this bound, level by level
    Memo memo  # of the bound
    int home  # how many moves home are left out of what follows
    int proven  # none is shorter
    int bound  # how long a win may be that is looked for
    int next_bound  # what no longer win can be shorter than
    int made  # how many moves led to this level
    uint32_t level_end  # where the next level begins
    uint32_t closed  # of how many positions those are met to which moves home lead
    uint32_t done  # how many are expanded
    uint64_t expanded  # under all bounds
    bint won
    Predecessor last  # the step to the win


cdef void count_begin(Count *count, const Ruleset *ruleset, int measure, int policy) noexcept nogil
cdef bint bfida_begin(Bfida *optimal, const Count *count, const Position *start, bint on_start) noexcept nogil
cdef void bfida_end(Bfida *optimal) noexcept nogil
cdef Outcome bfida_run(Bfida *optimal, uint64_t until, int shorter, uint64_t limit) noexcept nogil
cdef uint64_t bfida_memory(const Bfida *optimal) noexcept nogil
cdef int moves_home(const Count *count, const Position *position) noexcept nogil
cdef int least_moves(const Count *count, const Position *position, int most) noexcept nogil
