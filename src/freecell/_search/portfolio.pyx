# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""The search for a win or for the proof that there is none: which of the searches runs when.

BestFirst searches with different weights take turns, each going on from where it stopped; when none of them has won for a
while, every position is exhausted, level by level, in turns with them that grow longer.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from freecell._search.expansion cimport NO_NODE
from freecell._core cimport State, move_of
from freecell._search.evaluation cimport WEIGHTS, Evaluator, evaluator_init
from freecell._search.packed cimport step_of
from freecell._rules.autoplay cimport next_automove, sure_policy
from freecell._rules.position cimport Position, Ruleset, Step, cards_home, is_won, make
from freecell._search.exhaustive cimport Exhaustive, exhaustive_begin, exhaustive_end, exhaustive_run
from freecell._search.best_first cimport (
    EXHAUSTED, FULL, RUNNING, WON, Node, Outcome, BestFirst, best_first_begin, best_first_free,
    best_first_has_grown, best_first_memory, best_first_new, best_first_run,
)
from freecell._search.exact_set cimport Predecessor

from freecell._arguments import shortened, whole_number
from freecell.errors import FreeCellError
from freecell.rules import AutoPlay

__all__ = ["Search", "count_positions"]

cdef enum:
    QUICKS = 22
    PROVER = QUICKS  # its number among the searches that take turns
    NO_SEARCH = PROVER + 1
    PLANNED = 50
    ROUND = 5
    SPARES = 16
    HANDY = 4
    # More than a search takes before it grows.
    ROOM_FOR_QUICK = 1 << 18
    ROOM_FOR_PROVER = 1 << 14


cdef struct Turn:
    int search
    uint64_t until  # how many positions it has expanded in all when the turn ends


# The weights, and how long whose turn is, were found on deals from 3,000,000 on; see docs/performance.md, and
# judge_begin for what each weighs.
cdef int[QUICKS][WEIGHTS] QUICK_WEIGHTS = [
    [3, 91, 5, 11, 13, 17, 29, 17, 23, 9, 6, 5, 1, -2, 21, 3, -8, -2, 5, -1],
    [4, 123, 10, 3, 27, 34, 43, 34, 9, 6, 6, -2, 1, -1, 21, 2, 5, -2, -11, -5],
    [4, 89, 9, 14, 8, 18, 31, 29, 25, 0, 12, -3, -2, -1, 21, 8, -6, 3, -2, -6],
    [3, 18, 10, 22, 32, 24, 22, 43, 11, 7, 5, 0, 0, 0, 17, -1, 0, 0, -23, 0],
    [0, 120, 21, 36, 7, 24, 64, 18, 4, 18, 1, 0, 2, 0, 24, 0, 0, -1, -19, 3],
    [12, 93, 7, 13, 14, 21, 31, 25, 5, 1, 10, 5, 5, -2, 20, 3, 0, -1, 4, 2],
    [0, 93, 7, 11, 7, 20, 31, 12, 0, 1, 10, 5, 5, 0, 16, 3, -7, 0, 5, 0],
    [0, 95, 7, 20, 20, 26, 20, 28, 24, 28, 12, 0, 0, 0, 20, 0, 0, 0, 0, 0],
    [12, 114, 7, 3, 19, 17, 30, 32, 12, 3, 5, 0, 0, 0, 18, 0, 0, 0, 0, 0],
    [9, 18, 7, 9, 25, 32, 53, 63, 18, 7, 7, 15, -1, -8, 12, 15, 0, -5, -9, 7],
    [4, 36, 7, 18, 19, 20, 32, 30, 0, 25, 1, -3, 0, -2, 21, 0, 0, 0, -9, 0],
    [5, 58, 6, 26, 10, 30, 54, 6, 12, 6, 6, -2, 0, 0, 20, 1, 0, 0, 0, 0],
    [3, 92, 7, 8, 7, 24, 34, 18, 4, 7, 6, 0, 3, 1, 20, -1, 4, 4, -16, 2],
    [7, 93, 11, 1, 19, 21, 38, 14, 92, 2, 4, -2, 5, 1, 17, -1, 0, -1, -13, -2],
    [0, 134, 9, 0, 9, 22, 47, 11, 1, 4, 6, -2, 4, 0, 28, 0, 6, 0, 0, -4],
    [15, 95, 12, 26, 7, 38, 65, 11, 54, 4, 5, 0, -1, -1, 17, 2, 0, 0, 0, 0],
    [0, 93, 1, 11, 7, 8, 15, 25, 5, 1, 10, 5, 5, 0, 21, 5, -7, 0, 5, -2],
    [6, 89, 4, 14, 46, 18, 47, 56, 24, 0, 6, 4, -1, -3, 18, 0, 0, 0, 0, 0],
    [0, 36, 7, 0, 23, 26, 38, 17, 0, 28, 8, 0, 4, -2, 20, 0, 6, -4, 0, 0],
    [0, 120, 20, 36, 25, 7, 24, 26, 2, 18, 1, -2, 0, 0, 16, 0, 0, -4, -9, 0],
    [4, 18, 2, 20, 5, 12, 23, 20, 18, 7, 0, 0, -1, 0, 18, -2, -16, 0, 0, 0],
    [12, 79, 0, 18, 33, 10, 8, 19, 20, 1, 12, 12, 1, -2, 6, 2, 4, -1, 2, 0],  # for games without cells
]
cdef Turn[PLANNED] TURNS = [
    Turn(0, 382), Turn(1, 390), Turn(0, 466), Turn(2, 140), Turn(1, 594), Turn(3, 183), Turn(0, 1034), Turn(4, 300),
    Turn(4, 379), Turn(5, 300), Turn(1, 764), Turn(4, 478), Turn(0, 1220), Turn(5, 379), Turn(3, 300), Turn(6, 605),
    Turn(4, 764), Turn(5, 478), Turn(7, 300), Turn(0, 1949), Turn(4, 966), Turn(0, 2462), Turn(8, 966), Turn(6, 966),
    Turn(9, 478), Turn(0, 3111), Turn(10, 379), Turn(1, 966), Turn(6, 2462), Turn(11, 300), Turn(7, 764),
    Turn(12, 478), Turn(6, 16000), Turn(PROVER, 30000), Turn(13, 4000), Turn(14, 4000), Turn(15, 4000),
    Turn(16, 4000), Turn(17, 4000), Turn(13, 24000), Turn(PROVER, 120000), Turn(21, 16000), Turn(18, 4000),
    Turn(19, 4000), Turn(20, 24000), Turn(14, 16000), Turn(15, 16000), Turn(16, 16000), Turn(17, 16000), Turn(0, 16000),
]
# Then rounds of these, each four times as long as the one before: the prover mostly, since quick searches take memory.
cdef Turn[ROUND] ROUNDS = [
    Turn(PROVER, 400000), Turn(6, 64000), Turn(13, 64000), Turn(14, 64000), Turn(21, 64000),
]

cdef tuple _OUTCOMES = ("running", "won", "exhausted", "full")


cdef Turn turn_of(int number) noexcept nogil:
    # The turns as planned, then rounds.
    cdef Turn turn
    if number < PLANNED:
        return TURNS[number]
    turn = ROUNDS[(number - PLANNED) % ROUND]
    turn.until <<= min(40, 2 * ((number - PLANNED) // ROUND))
    return turn


cdef bint has_later_turn(int search, int number) noexcept nogil:
    # Whether the search has a turn after the one of that number.
    cdef int place
    for place in range(number + 1, PLANNED):
        if TURNS[place].search == search:
            return True
    for place in range(ROUND):
        if ROUNDS[place].search == search:
            return True
    return False


@cython.final
cdef class Evaluators:
    # What the quick searches of a game judge positions by.
    cdef Evaluator evaluator[QUICKS]
    cdef object rules
    cdef int policy

    def __cinit__(self, State state not None, int policy):
        cdef int number
        self.rules = state.rules
        self.policy = policy
        for number in range(QUICKS):
            evaluator_init(&self.evaluator[number], &state.ruleset, policy, QUICK_WEIGHTS[number])


cdef dict _evaluators = {}  # by rules and policy, the last few
cdef Evaluators _last_evaluators = None


cdef Evaluators evaluators_of(State state, int policy):
    global _last_evaluators
    if _last_evaluators is not None and state.rules is _last_evaluators.rules and policy == _last_evaluators.policy:
        return _last_evaluators
    evaluators = _evaluators.get((state.rules, policy))
    if evaluators is None:
        evaluators = Evaluators(state, policy)
        if len(_evaluators) >= 16:
            _evaluators.clear()
        _evaluators[state.rules, policy] = evaluators
    _last_evaluators = <Evaluators>evaluators
    return _last_evaluators


# Room of searches that are over, for the next: so most searches ask the machine for none. Only the lock's holder comes
# here.
cdef BestFirst *spares[SPARES]
cdef int spare_count = 0


cdef BestFirst *take_spare() noexcept:
    global spare_count
    spare_count -= 1
    return spares[spare_count]


cdef void give_back(BestFirst *quick) noexcept:
    global spare_count
    if quick == NULL:
        return
    # One that has grown is not kept: what fits into a limit of memory must not depend on the searches before.
    if spare_count < SPARES and not best_first_has_grown(quick):
        spares[spare_count] = quick
        spare_count += 1
    else:
        best_first_free(quick)


@cython.final
cdef class Search:
    """Search(start, max_memory=None, autoplay=None, to_win=True)\n--\n
    A search for a win, or for every position, which can be run a piece at a time.

    Args:
        start: the position to win from.
        max_memory: how many bytes it may take; None for as many as the machine gives.
        autoplay: what goes home by itself after every move, and on the start; None for what never spoils a win.
        to_win: whether it ends with the first win, and not with the last position there is.

    Raises:
        MemoryError: there is no memory at all.
    """

    cdef readonly State start
    cdef Evaluators evaluators
    cdef BestFirst *quick[QUICKS]
    cdef BestFirst *handy[HANDY]  # room for the next of them
    cdef int handy_count
    cdef uint64_t retired[QUICKS]  # how many positions each had expanded when its room was given back
    cdef Step *kept  # the best line of those
    cdef uint32_t kept_count
    cdef int kept_home
    cdef Exhaustive *prover
    cdef uint64_t limit
    cdef bint stopped[QUICKS + 1]  # exhausted, or starved
    cdef bint starved[QUICKS + 1]  # of memory
    cdef int policy
    cdef bint to_win
    cdef bint running
    cdef int turn
    cdef int winner  # the search that has won; -1 while none has, NO_SEARCH when there is nothing to search for

    def __cinit__(self, State start not None, max_memory=None, autoplay=None, bint to_win=True):
        cdef int number
        cdef Position after = start.position
        cdef Step step
        self.start = start
        self.to_win = to_win
        if not (autoplay is None or isinstance(autoplay, AutoPlay)):
            raise FreeCellError(f"autoplay must be an AutoPlay, such as AutoPlay.NONE, not {shortened(autoplay)}")
        self.policy = sure_policy(&start.ruleset) if autoplay is None or autoplay == AutoPlay.SURE else autoplay
        self.evaluators = evaluators_of(start, self.policy)
        self.limit = <uint64_t>-1 if max_memory is None else whole_number(max_memory, "max_memory", 0, 2**63)
        while next_automove(&start.ruleset, &after, self.policy, &step):
            make(&after, step)
        self.winner = NO_SEARCH if self.to_win and is_won(&start.ruleset, &after) else -1
        while self.to_win and self.handy_count < HANDY and spare_count > 0:
            self.handy[self.handy_count] = take_spare()
            self.handy_count += 1
        for number in range(QUICKS):
            self.stopped[number] = not self.to_win

    def __dealloc__(self):
        cdef int number
        for number in range(self.handy_count):
            give_back(self.handy[number])
        for number in range(QUICKS):
            give_back(self.quick[number])
        free(self.kept)
        if self.prover != NULL:
            exhaustive_end(self.prover)
            free(self.prover)

    cdef int check_idle(self) except -1:
        if self.running:
            raise FreeCellError("this search is running in another thread")
        return 0

    cdef uint64_t bytes_used(self) noexcept nogil:
        cdef int number
        cdef uint64_t used = 0
        for number in range(QUICKS):
            if self.quick[number] != NULL:
                used += best_first_memory(self.quick[number])
        if self.prover != NULL:
            used += self.prover.memory + sizeof(Exhaustive)
        return used

    cdef uint64_t expanded_by(self, int number) noexcept nogil:
        if number == PROVER:
            return self.prover.expanded if self.prover != NULL else 0
        return self.quick[number].node_count if self.quick[number] != NULL else self.retired[number]

    cdef bint begin(self, int number) noexcept nogil:
        # Have a search set up; False when there is no memory for it.
        cdef const Ruleset *ruleset = &self.start.ruleset
        cdef BestFirst *quick
        cdef Exhaustive *prover
        if number == PROVER:
            if self.prover == NULL:
                prover = <Exhaustive *>malloc(sizeof(Exhaustive))
                if prover == NULL:
                    return False
                if not exhaustive_begin(prover, ruleset, &self.start.position, self.policy, self.to_win):
                    exhaustive_end(prover)
                    free(prover)
                    return False
                self.prover = prover
        elif self.quick[number] == NULL:
            if self.handy_count > 0:
                self.handy_count -= 1
                quick = self.handy[self.handy_count]
            else:
                quick = best_first_new()
            if quick == NULL:
                return False
            best_first_begin(quick, &self.evaluators.evaluator[number], &self.start.position)
            self.quick[number] = quick
        return True

    cdef void retire(self, int number) noexcept nogil:
        # Give back the room of a search that goes on no more, but remember its best line if none was better.
        cdef BestFirst *quick = self.quick[number]
        cdef uint32_t node = quick.furthest, place
        cdef Step *line
        self.stopped[number] = True
        self.starved[number] = False
        self.retired[number] = quick.node_count
        if quick.best_home > self.kept_home:
            line = <Step *>malloc((quick.nodes[node].made + 1) * sizeof(Step))
            if line != NULL:
                free(self.kept)
                self.kept = line
                self.kept_home = quick.best_home
                self.kept_count = quick.nodes[node].made
                for place in range(self.kept_count, 0, -1):
                    line[place - 1] = quick.nodes[node].step
                    node = quick.nodes[node].parent
        self.quick[number] = NULL
        best_first_free(quick)

    cdef bint retire_all(self) noexcept nogil:
        # Make room for the proof; False when there is none to be made.
        cdef int number
        cdef bint any_was = False
        for number in range(QUICKS):
            if self.quick[number] != NULL:
                any_was = True
                self.retire(number)
        return any_was

    cdef Outcome advance(self, uint64_t budget) noexcept nogil:
        # Expand up to that many positions, each search in its turn.
        cdef Turn turn
        cdef uint64_t before, until, used, needed
        cdef Outcome outcome
        cdef int number, place, stopped
        while budget > 0:
            stopped = 0
            for place in range(ROUND):
                stopped += self.stopped[ROUNDS[place].search]
            if stopped == ROUND and self.turn >= PLANNED:
                return FULL
            turn = turn_of(self.turn)
            number = turn.search
            before = self.expanded_by(number)
            if self.stopped[number] or before >= turn.until:
                self.turn += 1
                continue
            used = self.bytes_used()
            if used > self.limit:  # which was lowered
                return FULL
            needed = 0 if before else ROOM_FOR_PROVER if number == PROVER else ROOM_FOR_QUICK
            if used + needed > self.limit or not self.begin(number):
                self.stopped[number] = self.starved[number] = True
                continue
            used = self.bytes_used()
            until = min(turn.until, before + budget)
            if number == PROVER:
                # What the others do not take.
                outcome = exhaustive_run(
                    self.prover, &self.start.ruleset, until, self.limit - used + self.prover.memory)
            else:
                # No more than a quarter each, and no more than there is.
                outcome = best_first_run(
                    self.quick[number], until,
                    min(self.limit // 4, self.limit - used + best_first_memory(self.quick[number])))
            budget -= min(budget, self.expanded_by(number) - before)
            if outcome == WON:
                self.winner = number
                return WON
            if outcome == FULL:
                if number == PROVER and self.retire_all():
                    continue
                self.stopped[number] = self.starved[number] = True
            elif outcome == EXHAUSTED:
                if number == PROVER:
                    return EXHAUSTED
                # It met no more positions, or took two for one: that is for the prover to say.
                for number in range(QUICKS):
                    self.stopped[number] = True
            elif self.expanded_by(number) >= turn.until and not has_later_turn(number, self.turn):
                self.retire(number)
        return RUNNING

    @property
    def nodes(self) -> int:
        """How many positions were expanded, by all searches."""
        cdef int number
        cdef uint64_t nodes = 0
        for number in range(QUICKS + 1):
            nodes += self.expanded_by(number)
        return nodes

    @property
    def positions(self) -> int:
        """How many positions the exhausting search has met."""
        return self.prover.met if self.prover != NULL else 0

    @property
    def best_home(self) -> int:
        """The most cards home in a position met by a quick search."""
        cdef int number, best = self.kept_home
        self.check_idle()
        for number in range(QUICKS):
            if self.quick[number] != NULL:
                best = max(best, self.quick[number].best_home)
        return best

    @property
    def max_memory(self) -> int:
        """How many bytes it may take."""
        return self.limit

    @max_memory.setter
    def max_memory(self, limit: int) -> None:
        cdef int number
        cdef uint64_t before = self.limit
        self.check_idle()
        self.limit = whole_number(limit, "max_memory", 0, 2**63)
        if self.limit <= before:
            return
        for number in range(QUICKS + 1):
            self.stopped[number] = self.stopped[number] and not self.starved[number]
            self.starved[number] = False
        self.turn = 0  # turns that were had are over at once; those that were starved of memory come now

    @property
    def memory(self) -> int:
        """The bytes it takes now."""
        return self.bytes_used()

    def run(self, nodes: int) -> str:
        """Expand up to that many more positions.

        Returns:
            ``"won"``, ``"exhausted"`` (there is no win), ``"full"`` (the memory is), or ``"running"``.

        Raises:
            FreeCellError: it is running already, in another thread.
        """
        cdef uint64_t most = whole_number(nodes, "nodes", 0, 2**63)
        cdef Outcome outcome
        self.check_idle()
        if self.winner >= 0:
            return "won"
        self.running = True
        with nogil:
            outcome = self.advance(most)
        self.running = False
        PyErr_CheckSignals()
        return _OUTCOMES[<int>outcome]

    def moves(self) -> tuple:
        """Give the moves of the win that was found, with every move home; none while there is no win."""
        cdef Position position = self.start.position
        cdef list moves = []
        self.check_idle()
        if self.winner < 0:
            return ()
        if self.winner == NO_SEARCH:
            append_automoves(&self.start.ruleset, &position, self.policy, moves)
            return tuple(moves)
        if self.winner == PROVER:
            return self.proven_moves()
        return self.quick_moves(self.winner, self.quick[self.winner].node_count - 1)

    def best_line(self) -> tuple:
        """Give the moves to the position with the most cards home that a quick search has met."""
        cdef int number
        cdef uint32_t place
        cdef Position position = self.start.position
        cdef list moves = []
        self.check_idle()
        for number in range(QUICKS):
            if self.quick[number] != NULL and self.quick[number].best_home == self.best_home:
                return self.quick_moves(number, self.quick[number].furthest)
        if self.kept != NULL:
            append_automoves(&self.start.ruleset, &position, self.policy, moves)
            for place in range(self.kept_count):
                append(&position, self.kept[place], moves)
                append_automoves(&self.start.ruleset, &position, self.policy, moves)
        return tuple(moves)

    cdef tuple quick_moves(self, int number, uint32_t last):
        cdef const Node *nodes = self.quick[number].nodes
        cdef const Node *node
        cdef uint32_t made = nodes[last].made, place
        cdef Position position = self.start.position
        cdef list moves = []
        cdef uint32_t *path = <uint32_t *>malloc((made + 1) * sizeof(uint32_t))
        if path == NULL:
            raise MemoryError
        try:
            for place in range(made, -1, -1):
                path[place] = last
                last = nodes[last].parent
            for place in range(made + 1):
                node = nodes + path[place]
                if place > 0:
                    append(&position, node.step, moves)
                if cards_home(&position) != cards_home(&node.evaluated.position):
                    append_automoves(&self.start.ruleset, &position, self.policy, moves)
        finally:
            free(path)
        return tuple(moves)

    cdef tuple proven_moves(self):
        cdef Position position = self.start.position
        cdef Predecessor predecessor = self.prover.last
        cdef list path = [], moves = []
        while predecessor.parent != NO_NODE:
            path.append((predecessor.card, predecessor.onto))
            predecessor = self.prover.level[predecessor.level].predecessor[predecessor.parent]
        append_automoves(&self.start.ruleset, &position, self.policy, moves)
        for card, onto in reversed(path):
            append(&position, step_of(&self.start.ruleset, &position, card, onto), moves)
            append_automoves(&self.start.ruleset, &position, self.policy, moves)
        return tuple(moves)


cdef void append(Position *position, Step step, list moves):
    make(position, step)
    moves.append(move_of(step))


cdef void append_automoves(const Ruleset *ruleset, Position *position, int policy, list moves):
    cdef Step step
    while next_automove(ruleset, position, policy, &step):
        append(position, step, moves)


def count_positions(start: State, autoplay: AutoPlay = AutoPlay.NONE, max_memory: int | None = None) -> int:
    """Count the positions that can be reached, those that differ only in the order of columns and cells once.

    Args:
        start: where to start; it counts itself.
        autoplay: what goes home by itself after every move, and at the start.
        max_memory: how many bytes it may take; None for as many as the machine gives.

    Raises:
        FreeCellError: they do not fit into the memory.
    """
    search = Search(start, max_memory, autoplay, False)
    while (outcome := search.run(2_000)) == "running":
        pass
    if outcome == "full":
        raise FreeCellError(f"there are more than {search.positions} positions, which is all that fits into the memory")
    return search.positions
