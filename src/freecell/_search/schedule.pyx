# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""The schedule of the portfolio: in which order its searches run, and for how many nodes.

The searches take turns by quota, and each resumes where it last stopped. Which weighting suits a deal is not known in
advance, and the number of nodes to a win has a heavy tail, so switching early between searches that differ costs less
than staying with one (Gomes and Selman, "Algorithm portfolios", 2001). The quotas were chosen greedily on deals with
numbers of 3,000,000 and above; see docs/performance.md.
"""

cdef enum:
    PLANNED = 50  # number of quotas in the plan
    ROUND = 5  # number of quotas in a round


cdef Quota[PLANNED] PLAN = [
    Quota(0, 382), Quota(1, 390), Quota(0, 466), Quota(2, 140), Quota(1, 594), Quota(3, 183), Quota(0, 1034),
    Quota(4, 300), Quota(4, 379), Quota(5, 300), Quota(1, 764), Quota(4, 478), Quota(0, 1220), Quota(5, 379),
    Quota(3, 300), Quota(6, 605), Quota(4, 764), Quota(5, 478), Quota(7, 300), Quota(0, 1949), Quota(4, 966),
    Quota(0, 2462), Quota(8, 966), Quota(6, 966), Quota(9, 478), Quota(0, 3111), Quota(10, 379), Quota(1, 966),
    Quota(6, 2462), Quota(11, 300), Quota(7, 764), Quota(12, 478), Quota(6, 16000), Quota(EXHAUSTIVE, 30000),
    Quota(13, 4000), Quota(14, 4000), Quota(15, 4000), Quota(16, 4000), Quota(17, 4000), Quota(13, 24000),
    Quota(EXHAUSTIVE, 120000), Quota(21, 16000), Quota(18, 4000), Quota(19, 4000), Quota(20, 24000), Quota(14, 16000),
    Quota(15, 16000), Quota(16, 16000), Quota(17, 16000), Quota(0, 16000),
]
# Rounds follow the plan. The totals in the quotas of a round are four times those of the round before. The exhaustive
# search has the largest share, because it takes the least memory.
cdef Quota[ROUND] FIRST_ROUND = [
    Quota(EXHAUSTIVE, 400000), Quota(6, 64000), Quota(13, 64000), Quota(14, 64000), Quota(21, 64000),
]


cdef Quota quota_at(int number) noexcept nogil:
    cdef Quota quota
    if number < PLANNED:
        return PLAN[number]
    quota = FIRST_ROUND[(number - PLANNED) % ROUND]
    quota.until <<= min(40, 2 * ((number - PLANNED) // ROUND))
    return quota


cdef bint has_later_quota(int search, int number) noexcept nogil:
    # Whether `search` has a quota after quota number `number`.
    cdef int place
    for place in range(number + 1, PLANNED):
        if PLAN[place].search == search:
            return True
    for place in range(ROUND):
        if FIRST_ROUND[place].search == search:
            return True
    return False


cdef bint is_over(int number, const bint *stopped) noexcept nogil:
    # Whether the plan is done and all searches of the rounds have stopped. `stopped` is indexed by search.
    cdef int place
    for place in range(ROUND):
        if not stopped[FIRST_ROUND[place].search]:
            return False
    return number >= PLANNED
