# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Algorithm portfolio (Gomes and Selman 2001) of searches for a win, or for a proof that there is none.

Best-first searches with different weights take turns by the quotas of ``schedule.pyx``. If none of them wins for a
while, an exhaustive search joins them, with turns that grow longer and longer.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from freecell._core cimport State, policy_of
from freecell._rules.autoplay cimport next_automove, sure_policy
from freecell._rules.position cimport Position, Step, is_won, make
from freecell._search.best_first cimport (
    BestFirst, best_first_begin, best_first_free, best_first_memory, best_first_new, best_first_retrace,
    best_first_run,
)
from freecell._search.evaluation cimport Evaluator, evaluator_init
from freecell._search.exhaustive cimport (
    Exhaustive, exhaustive_begin, exhaustive_free, exhaustive_retrace, exhaustive_run,
)
from freecell._search.outcome cimport EXHAUSTED, FULL, RUNNING, WON, Outcome, outcome_name
from freecell._search.pool cimport pool_give_back, pool_take
from freecell._search.retrace cimport Retrace
from freecell._search.schedule cimport EXHAUSTIVE, SEARCHES, Quota, has_later_quota, is_over, quota_at
from freecell._search.weights cimport BEST_FIRSTS, BEST_FIRST_WEIGHTS

from freecell._arguments import NO_LIMIT, limit_from, whole_number
from freecell.errors import FreeCellError

__all__ = ["Portfolio"]

cdef enum:
    # Values of `winner` other than the number of a search.
    NO_WINNER = -1
    WON_AT_START = SEARCHES  # the automatic moves on the start win

    RESERVE = 4  # buffers that a portfolio takes from the pool
    MOST_EVALUATORS = 16  # Evaluators that are cached
    # Upper bounds on the memory of a search that has not grown, in bytes.
    BEST_FIRST_BYTES = 1 << 18
    EXHAUSTIVE_BYTES = 1 << 14


@cython.final
cdef class Evaluators:
    # The evaluators of all best-first searches, for one game and one autoplay policy.
    cdef Evaluator evaluator[BEST_FIRSTS]
    cdef object rules
    cdef int policy

    def __cinit__(self, State state not None, int policy):
        cdef int number
        self.rules = state.rules
        self.policy = policy
        for number in range(BEST_FIRSTS):
            evaluator_init(&self.evaluator[number], &state.ruleset, policy, &BEST_FIRST_WEIGHTS[number])


cdef dict _evaluators = {}  # by rules and policy
cdef Evaluators _last_evaluators = None


cdef Evaluators evaluators_of(State state, int policy):
    global _last_evaluators
    if _last_evaluators is not None and state.rules is _last_evaluators.rules and policy == _last_evaluators.policy:
        return _last_evaluators
    evaluators = _evaluators.get((state.rules, policy))
    if evaluators is None:
        evaluators = Evaluators(state, policy)
        if len(_evaluators) >= MOST_EVALUATORS:
            _evaluators.clear()
        _evaluators[state.rules, policy] = evaluators
    _last_evaluators = <Evaluators>evaluators
    return _last_evaluators


@cython.final
cdef class Portfolio:
    """Portfolio(start, max_memory=None, autoplay=None)\n--\n
    A search for a win, or for a proof that there is none. It runs in slices.

    Args:
        start: The position to win from.
        max_memory: The memory limit in bytes; None for no limit.
        autoplay: The policy of the automatic moves after every move, and on the start; None for one that never spoils
            a win.

    Raises:
        FreeCellError: If `max_memory` is out of range, or `autoplay` is not an AutoPlay.
    """

    cdef readonly State start
    cdef Evaluators evaluators
    cdef BestFirst *best_first[BEST_FIRSTS]  # NULL before a search begins and after it is retired
    cdef Exhaustive *exhaustive  # NULL before it begins
    cdef BestFirst *reserve[RESERVE]  # buffers from the pool, for the next best-first searches
    cdef int reserve_count  # number of buffers in `reserve`
    cdef uint64_t retired[BEST_FIRSTS]  # by search: nodes expanded before it was retired
    cdef Retrace kept  # the best line of the retired searches; None if there is none
    cdef int kept_home  # number of cards home at the end of that line
    cdef bint stopped[SEARCHES]  # by search: whether it has stopped
    cdef bint starved[SEARCHES]  # by search: whether it has stopped for lack of memory
    cdef uint64_t limit  # memory limit in bytes
    cdef int policy  # autoplay policy
    cdef int quota  # number of the current quota
    cdef int winner  # number of the search that has won, NO_WINNER or WON_AT_START
    cdef bint running  # whether a thread is running the search

    def __cinit__(self, State start not None, max_memory=None, autoplay=None):
        cdef Position after = start.position
        cdef Step step
        self.start = start
        self.policy = sure_policy(&start.ruleset) if autoplay is None else policy_of(&start.ruleset, autoplay)
        self.evaluators = evaluators_of(start, self.policy)
        self.limit = limit_from(max_memory, "max_memory")
        while next_automove(&start.ruleset, &after, self.policy, 0, &step):
            make(&after, step)
        self.winner = WON_AT_START if is_won(&start.ruleset, &after) else NO_WINNER
        while self.reserve_count < RESERVE:
            self.reserve[self.reserve_count] = pool_take()
            if self.reserve[self.reserve_count] == NULL:
                break
            self.reserve_count += 1

    def __dealloc__(self):
        cdef int number
        for number in range(self.reserve_count):
            pool_give_back(self.reserve[number])
        for number in range(BEST_FIRSTS):
            if self.best_first[number] != NULL:
                pool_give_back(self.best_first[number])
        if self.exhaustive != NULL:
            exhaustive_free(self.exhaustive)
            free(self.exhaustive)

    cdef int check_idle(self) except -1:
        if self.running:
            raise FreeCellError("this search is running in another thread")
        return 0

    cdef uint64_t bytes_used(self) noexcept nogil:
        cdef int number
        cdef uint64_t used = 0
        for number in range(BEST_FIRSTS):
            if self.best_first[number] != NULL:
                used += best_first_memory(self.best_first[number])
        if self.exhaustive != NULL:
            used += self.exhaustive.memory + sizeof(Exhaustive)
        return used

    cdef uint64_t expanded_by(self, int number) noexcept nogil:
        if number == EXHAUSTIVE:
            return self.exhaustive.expanded if self.exhaustive != NULL else 0
        return self.best_first[number].node_count if self.best_first[number] != NULL else self.retired[number]

    cdef bint begin(self, int number) noexcept nogil:
        # Begin a search unless it has begun. False if the memory limit or a failed allocation prevents it.
        if number == EXHAUSTIVE:
            return self.exhaustive != NULL or self.begin_exhaustive()
        return self.best_first[number] != NULL or self.begin_best_first(number)

    cdef bint begin_exhaustive(self) noexcept nogil:
        cdef Exhaustive *search
        if self.bytes_used() + EXHAUSTIVE_BYTES > self.limit:
            return False
        search = <Exhaustive *>malloc(sizeof(Exhaustive))
        if search == NULL:
            return False
        if not exhaustive_begin(search, &self.start.ruleset, &self.start.position, self.policy, True):
            exhaustive_free(search)
            free(search)
            return False
        self.exhaustive = search
        return True

    cdef bint begin_best_first(self, int number) noexcept nogil:
        cdef BestFirst *search
        if self.bytes_used() + BEST_FIRST_BYTES > self.limit:
            return False
        if self.reserve_count > 0:
            self.reserve_count -= 1
            search = self.reserve[self.reserve_count]
        else:
            search = best_first_new()
        if search == NULL:
            return False
        best_first_begin(search, &self.evaluators.evaluator[number], &self.start.position)
        self.best_first[number] = search
        return True

    cdef void stop(self, int number, bint starved) noexcept nogil:
        self.stopped[number] = True
        self.starved[number] = starved

    cdef void retire(self, int number) noexcept nogil:
        # Stop a search for good and free its buffers. Keep its best line, unless a better one is kept already.
        cdef BestFirst *search = self.best_first[number]
        self.stop(number, False)
        self.retired[number] = search.node_count
        if search.best_home > self.kept_home:
            with gil:
                self.keep_line(search)
        self.best_first[number] = NULL
        best_first_free(search)

    cdef void keep_line(self, const BestFirst *search) noexcept:
        try:
            self.kept = best_first_retrace(search, search.furthest)
            self.kept_home = search.best_home
        except MemoryError:
            pass  # keep the previous line

    cdef bint retire_all(self) noexcept nogil:
        # Retire all best-first searches, to make room for the exhaustive one. False if none was left.
        cdef int number
        cdef bint retired_any = False
        for number in range(BEST_FIRSTS):
            if self.best_first[number] != NULL:
                retired_any = True
                self.retire(number)
        return retired_any

    cdef Outcome run_search(self, int number, uint64_t until) noexcept nogil:
        # Run one search until it has expanded `until` nodes in total. The exhaustive search may use all memory that the
        # others leave; a best-first search may use at most a quarter of the limit.
        cdef uint64_t left = self.limit - self.bytes_used()
        if number == EXHAUSTIVE:
            return exhaustive_run(self.exhaustive, &self.start.ruleset, until, left + self.exhaustive.memory)
        left += best_first_memory(self.best_first[number])
        return best_first_run(self.best_first[number], until, min(self.limit // 4, left))

    cdef Outcome advance(self, uint64_t budget) noexcept nogil:
        # Expand at most `budget` nodes, each search up to its quota.
        cdef Quota quota
        cdef uint64_t before
        cdef Outcome outcome
        cdef int number
        while budget > 0:
            if is_over(self.quota, self.stopped):
                return FULL
            quota = quota_at(self.quota)
            number = quota.search
            before = self.expanded_by(number)
            if self.stopped[number] or before >= quota.until:
                self.quota += 1
                continue
            if self.bytes_used() > self.limit:  # the limit was lowered
                return FULL
            if not self.begin(number):
                self.stop(number, True)
                continue
            outcome = self.run_search(number, min(quota.until, before + budget))
            budget -= min(budget, self.expanded_by(number) - before)
            if outcome == WON:
                self.winner = number
                return WON
            if outcome == EXHAUSTED and number == EXHAUSTIVE:
                return EXHAUSTED
            self.after_run(quota, outcome)
        return RUNNING

    cdef void after_run(self, Quota quota, Outcome outcome) noexcept nogil:
        # Stop or retire a search that cannot continue, or has no later quota.
        cdef int number = quota.search
        if outcome == FULL:
            if number != EXHAUSTIVE or not self.retire_all():
                self.stop(number, True)
        elif outcome == EXHAUSTED:
            # It ran dry, or a hash collision hid a state; only the exhaustive search can tell.
            for number in range(BEST_FIRSTS):
                self.stopped[number] = True
        elif self.expanded_by(number) >= quota.until and not has_later_quota(number, self.quota):
            self.retire(number)

    @property
    def nodes(self) -> int:
        """The number of nodes expanded by all searches."""
        cdef int number
        cdef uint64_t nodes = 0
        for number in range(SEARCHES):
            nodes += self.expanded_by(number)
        return nodes

    @property
    def positions(self) -> int:
        """The number of positions that the exhaustive search has generated, each counted once."""
        return self.exhaustive.met if self.exhaustive != NULL else 0

    @property
    def best_home(self) -> int:
        """The most cards home in any position that a best-first search has generated."""
        cdef int number, best = self.kept_home
        self.check_idle()
        for number in range(BEST_FIRSTS):
            if self.best_first[number] != NULL:
                best = max(best, self.best_first[number].best_home)
        return best

    @property
    def wins(self) -> int:
        """The number of wins found: 0 or 1."""
        return self.winner != NO_WINNER

    @property
    def lower_bound(self) -> int:
        """A proven lower bound on the length of every win: 0, as this search does not look for one."""
        return 0

    @property
    def max_memory(self) -> int | None:
        """The memory limit in bytes; None for no limit."""
        return None if self.limit == <uint64_t>NO_LIMIT else self.limit

    @max_memory.setter
    def max_memory(self, limit: int | None) -> None:
        cdef int number
        cdef uint64_t before = self.limit
        self.check_idle()
        self.limit = limit_from(limit, "max_memory")
        if self.limit <= before:
            return
        for number in range(SEARCHES):
            self.stopped[number] = self.stopped[number] and not self.starved[number]
            self.starved[number] = False
        self.quota = 0  # used-up quotas are skipped, so the starved searches catch up with theirs

    @property
    def memory(self) -> int:
        """The memory in use, in bytes."""
        return self.bytes_used()

    def run(self, nodes: int) -> str:
        """Expand at most `nodes` more nodes.

        Returns:
            ``"won"``, ``"exhausted"`` (there is no win), ``"full"`` (more memory is needed) or ``"running"``.

        Raises:
            FreeCellError: If the search is running in another thread.
        """
        cdef uint64_t most = whole_number(nodes, "nodes", 0, NO_LIMIT)
        cdef Outcome outcome
        self.check_idle()
        if self.winner != NO_WINNER:
            return outcome_name(WON)
        self.running = True
        with nogil:
            outcome = self.advance(most)
        self.running = False
        PyErr_CheckSignals()
        return outcome_name(outcome)

    def line(self) -> tuple:
        """Return the moves of the win, or else of the line that brings the most cards home, with every move home."""
        self.check_idle()
        cdef Retrace retrace = self.best_line() if self.winner == NO_WINNER else self.winning_line()
        return () if retrace is None else retrace.moves(self.start, self.policy, True)

    cdef Retrace winning_line(self):
        if self.winner == WON_AT_START:
            return Retrace()
        if self.winner == EXHAUSTIVE:
            return exhaustive_retrace(self.exhaustive)
        return best_first_retrace(self.best_first[self.winner], self.best_first[self.winner].node_count - 1)

    cdef Retrace best_line(self):
        # The line to the position with the most cards home that a best-first search has generated; None before any.
        cdef int number, best = self.best_home
        for number in range(BEST_FIRSTS):
            if self.best_first[number] != NULL and self.best_first[number].best_home == best:
                return best_first_retrace(self.best_first[number], self.best_first[number].furthest)
        return self.kept
