"""Contract of ``schedule.pyx``: in which order the searches of a portfolio run, and for how many nodes."""

from libc.stdint cimport uint64_t

from freecell._search.weights cimport BEST_FIRSTS


cdef enum:
    EXHAUSTIVE = BEST_FIRSTS  # number of the exhaustive search, after those of the best-first searches
    SEARCHES = EXHAUSTIVE + 1


cdef struct Quota:
    int search  # number of the search whose turn it is
    uint64_t until  # total number of nodes that it has expanded when its turn ends


cdef Quota quota_at(int number) noexcept nogil
cdef bint has_later_quota(int search, int number) noexcept nogil
cdef bint is_over(int number, const bint *stopped) noexcept nogil
