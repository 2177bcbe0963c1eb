"""Contract of ``bfida.pyx``: a search for a shortest win."""

from libc.stdint cimport uint32_t, uint64_t

from freecell._rules.position cimport Position
from freecell._search.bound cimport Bound, Costs
from freecell._search.exact_set cimport ExactSet, Predecessor
from freecell._search.outcome cimport Outcome


cdef struct Bfida:
    Bound bound  # the lower bound, and what counts as a move
    Position start  # after the automatic moves before the first move
    ExactSet positions  # the positions of the current iteration, level by level
    int home  # number of moves home that are left out of all lengths below
    int proven  # proven lower bound on the length of a win
    int longest  # maximum length of the wins that the current iteration looks for
    int next_longest  # `longest` of the next iteration: the minimum length of the wins pruned so far
    int made  # number of moves from the start to the current level
    uint32_t level_end  # number of the first position after the current level
    uint32_t closed  # number of positions whose uncounted moves home have been tried
    uint32_t done  # number of positions of the current iteration that are expanded
    uint64_t expanded  # number of positions expanded, in all iterations
    bint won
    Predecessor last  # the move to the win


cdef bint bfida_begin(Bfida *search, const Costs *costs, const Position *start, bint automatic_first) noexcept nogil
cdef void bfida_free(Bfida *search) noexcept nogil
cdef uint64_t bfida_memory(const Bfida *search) noexcept nogil  # in bytes
cdef Outcome bfida_run(Bfida *search, uint64_t until, int shorter, uint64_t limit) noexcept nogil
