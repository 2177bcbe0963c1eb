"""Contract of ``bfida.pyx``: a search for a shortest win."""

from libc.stdint cimport uint32_t, uint64_t

from freecell._rules.position cimport Position
from freecell._search.bound cimport Bound, Costs
from freecell._search.exact_set cimport ExactSet, Predecessor
from freecell._search.outcome cimport Outcome


cdef struct Bfida:
    Bound bound  # the lower bound, and what counts as a move
    Position start  # after the automatic moves before the first move
    ExactSet positions  # the positions of this iteration, level by level
    int home  # moves home that all lengths below leave out
    int proven  # length that every win has at least
    int longest  # length of the longest win that this iteration looks for
    int next_longest  # the same for the next iteration: the least length among the wins that were out of reach
    int made  # moves from the start to the current level
    uint32_t level_end  # number of the first position after the current level
    uint32_t closed  # positions whose moves home have been made, where these stay on the level
    uint32_t done  # positions of this iteration that are expanded
    uint64_t expanded  # positions, in all iterations
    bint won
    Predecessor last  # the move to the win


cdef bint bfida_begin(Bfida *search, const Costs *costs, const Position *start, bint automatic_first) noexcept nogil
cdef void bfida_free(Bfida *search) noexcept nogil
cdef uint64_t bfida_memory(const Bfida *search) noexcept nogil  # bytes
cdef Outcome bfida_run(Bfida *search, uint64_t until, int shorter, uint64_t limit) noexcept nogil
