# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""The searches for short wins and for shortest ones, as they can be run a piece at a time."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t

from freecell._search.beam cimport Beam, Link, beam_begin, beam_free, beam_memory, beam_new, beam_run
from freecell._core cimport State, move_of
from freecell._search.evaluation cimport WEIGHTS, Evaluator, evaluator_init
from freecell._search.packed cimport step_of
from freecell._search.bfida cimport (
    Count, Bfida, count_begin, least_moves, moves_home, bfida_begin, bfida_end, bfida_memory, bfida_run,
)
from freecell._rules.autoplay cimport POLICY_ALL, POLICY_SURE, next_automove, sure_policy
from freecell._rules.position cimport Position, Ruleset, Step, make
from freecell._search.best_first cimport FULL, Outcome
from freecell._search.exact_set cimport NOTHING, Predecessor

from freecell._arguments import whole_number

__all__ = ["BeamSearch", "OptimalSearch", "lower_bound"]

cdef enum:
    # What makes a difference to what leads to a short win.
    ALL_GO = 0  # all goes home by itself that can, for nothing
    SOME_GO = 1  # only some does
    RUNS = 2  # what goes home counts, and runs as one
    CARDS = 3  # every card counts
    KINDS = 4


# What beams judge by, found on deals 1 to 500; see judge_begin for the first twenty, and Judge for the last two.
cdef int[KINDS][WEIGHTS + 2] WEIGHTS_OF = [
    [5, 91, 3, 8, 11, 16, 29, 24, 21, 0, 3, 5, 5, 1, 23, 4, -8, 0, 3, 0, 7, 1],
    [5, 91, 5, 12, 4, 14, 29, 17, 26, 10, 8, 5, 1, -3, 22, 3, -8, 1, 5, -1, 3, 1],
    [7, 0, 7, 49, -5, 0, 55, 6, -9, 5, 17, 0, 24, -1, 15, 8, -2, -3, 1, 1, 6, 6],
    [11, 0, 11, -1, -5, 5, 5, 3, -11, -3, 12, 1, 42, 3, 5, -4, 1, 2, -9, 0, 25, 3],
]

cdef tuple _OUTCOMES = ("running", "won", "exhausted", "full")
cdef tuple _MEASURES = ("player", "runs", "cards")


cdef int begin_count(Count *count, State start, measure, autoplay) except -1:
    cdef int number = _MEASURES.index(measure), policy = autoplay
    count_begin(count, &start.ruleset, number, sure_policy(&start.ruleset) if policy == POLICY_SURE else policy)
    return 0


cdef int append_step(const Ruleset *ruleset, Position *position, int policy, Step step, list moves) except -1:
    # Make a move and what goes home by itself after it.
    while True:
        moves.append(move_of(step))
        make(position, step)
        if not next_automove(ruleset, position, policy, &step):
            return 0


cdef list moves_on_deal(const Ruleset *ruleset, Position *position, int policy, bint on_deal):
    cdef Step step
    cdef list moves = []
    if on_deal and next_automove(ruleset, position, policy, &step):
        append_step(ruleset, position, policy, step, moves)
    return moves


def lower_bound(State start not None, measure, autoplay, bint on_deal):
    """Give a length that no win is shorter than.

    Args:
        start: the position to win from.
        measure: ``"player"``, ``"runs"`` or ``"cards"``.
        autoplay: what goes home by itself after every move, for the measure of players.
        on_deal: whether it also does before the first.
    """
    cdef Count count
    cdef Position position = start.position
    begin_count(&count, start, measure, autoplay)
    moves_on_deal(&count.ruleset, &position, count.free, on_deal)
    return moves_home(&count, &start.position) + least_moves(&count, &position, 1 << 20)


@cython.final
cdef class BeamSearch:
    """BeamSearch(start, measure, autoplay, on_deal)\n--\n
    The search for short wins by one beam after the other.

    Args:
        start: the position to win from.
        measure: ``"player"``, ``"runs"`` or ``"cards"``.
        autoplay: what goes home by itself after every move, for the measure of players.
        on_deal: whether it also does before the first.

    Raises:
        MemoryError: there is no memory at all.
    """

    cdef State start
    cdef Count count
    cdef Evaluator evaluator
    cdef Beam beam
    cdef bint on_deal
    cdef int kind

    def __cinit__(self, State start not None, measure, autoplay, bint on_deal):
        begin_count(&self.count, start, measure, autoplay)
        self.start = start
        self.on_deal = on_deal or self.count.free_home
        if self.count.pays_home:
            self.kind = RUNS if self.count.runs else CARDS
        else:
            self.kind = ALL_GO if self.count.free == POLICY_ALL else SOME_GO
        if not beam_new(&self.beam):
            raise MemoryError

    def __dealloc__(self):
        beam_free(&self.beam)

    @property
    def nodes(self) -> int:
        """How many positions were expanded, by all beams."""
        return self.beam.expanded

    @property
    def memory(self) -> int:
        """The bytes it takes."""
        return beam_memory(&self.beam)

    @property
    def best_home(self) -> int:
        """The most cards home in a position met."""
        return self.beam.best_home

    @property
    def is_complete(self) -> bool:
        """Whether no position had to be left out so far."""
        return not self.beam.dropped

    def begin(self, size: int, likely: int, longest: int, weights: int) -> None:
        """Begin a beam that expands so many positions in all.

        Args:
            size: how many positions.
            likely: the length of win that they are spread for.
            longest: the most that it may have.
            weights: 0 for the weights that were found for what is to be short, other numbers for others.
        """
        cdef uint64_t positions = whole_number(size, "size", 1, 2**62)
        cdef int home = moves_home(&self.count, &self.start.position)
        cdef int usual = whole_number(likely, "likely", 0, 2**30)
        cdef int levels = whole_number(longest, "longest", 0, 2**30)
        cdef int kind = (self.kind + whole_number(weights, "weights", 0, 2**30)) % KINDS
        evaluator_init(&self.evaluator, &self.count.ruleset, self.count.free, WEIGHTS_OF[kind])
        self.evaluator.burying = WEIGHTS_OF[kind][WEIGHTS]
        self.evaluator.rest = WEIGHTS_OF[kind][WEIGHTS + 1]
        beam_begin(
            &self.beam, &self.evaluator, &self.start.position, self.on_deal, self.count.free_home, positions,
            usual - home, levels - home)

    def run(self, nodes: int, max_memory: int) -> str:
        """Expand up to that many more positions, in no more than so many bytes.

        Returns:
            ``"won"``, ``"exhausted"`` (there is no win in this beam), ``"full"`` (the memory is), or ``"running"``.
            But for the last, it is over, and another has to begin.
        """
        cdef uint64_t until = self.beam.expanded + <uint64_t>whole_number(nodes, "nodes", 0, 2**62)
        cdef uint64_t limit = whole_number(max_memory, "max_memory", 0, 2**64 - 1)
        cdef Outcome outcome
        with nogil:
            outcome = beam_run(&self.beam, until, limit)
        self.beam.dropped |= outcome == FULL
        PyErr_CheckSignals()
        return _OUTCOMES[<int>outcome]

    def length(self) -> int:
        """Give how long the win is that was found."""
        return moves_home(&self.count, &self.start.position) + self.beam.level

    def moves(self) -> tuple:
        """Give the moves of the win that was found, with every move home."""
        cdef const Ruleset *ruleset = &self.count.ruleset
        cdef Position position = self.start.position
        cdef list moves = moves_on_deal(ruleset, &position, self.count.free, self.on_deal)
        cdef list path = []
        cdef uint64_t number = self.beam.link_count - 1
        cdef Link link
        while number:
            link = self.beam.link[number]
            path.append((link.step.source, link.step.target, link.step.count))
            number = link.parent
        for source, target, count in reversed(path):
            append_step(ruleset, &position, self.count.free, Step(source, target, count), moves)
        return tuple(moves)


@cython.final
cdef class OptimalSearch:
    """OptimalSearch(start, measure, autoplay, on_deal)\n--\n
    The search for a shortest win, which proves that there is none shorter.

    Args:
        start: the position to win from.
        measure: ``"player"``, ``"runs"`` or ``"cards"``.
        autoplay: what goes home by itself after every move, for the measure of players.
        on_deal: whether it also does before the first.

    Raises:
        MemoryError: there is no memory at all.
    """

    cdef State start
    cdef Bfida optimal
    cdef bint on_deal

    def __cinit__(self, State start not None, measure, autoplay, bint on_deal):
        cdef Count count
        begin_count(&count, start, measure, autoplay)
        self.start = start
        self.on_deal = on_deal
        if not bfida_begin(&self.optimal, &count, &start.position, on_deal):
            raise MemoryError

    def __dealloc__(self):
        bfida_end(&self.optimal)

    @property
    def nodes(self) -> int:
        """How many positions were expanded."""
        return self.optimal.expanded

    @property
    def memory(self) -> int:
        """The bytes it takes."""
        return bfida_memory(&self.optimal)

    @property
    def lower_bound(self) -> int:
        """The length that no win is shorter than, as far as it is proven."""
        return self.optimal.home + self.optimal.proven

    def run(self, nodes: int, shorter: int, max_memory: int) -> str:
        """Expand up to that many more positions, in no more than so many bytes.

        Args:
            nodes: how many positions.
            shorter: only a win is looked for that is shorter than this.
            max_memory: how many bytes it may take.

        Returns:
            ``"won"``, ``"exhausted"`` (there is no win so short), ``"full"`` (the memory is), or ``"running"``.
        """
        cdef uint64_t until = self.optimal.expanded + <uint64_t>whole_number(nodes, "nodes", 0, 2**62)
        cdef uint64_t limit = whole_number(max_memory, "max_memory", 0, 2**64 - 1)
        cdef int length = whole_number(shorter, "shorter", 0, 2**30)
        cdef Outcome outcome
        with nogil:
            outcome = bfida_run(&self.optimal, until, length, limit)
        PyErr_CheckSignals()
        return _OUTCOMES[<int>outcome]

    def length(self) -> int:
        """Give how long the win is that was found."""
        return self.optimal.home + self.optimal.made

    def moves(self) -> tuple:
        """Give the moves of the win that was found, with every move home."""
        cdef const Count *count = &self.optimal.count
        cdef Position position = self.start.position
        cdef list moves = moves_on_deal(&count.ruleset, &position, count.free, self.on_deal or count.free_home)
        cdef list path = []
        cdef Predecessor predecessor = self.optimal.last
        while predecessor.parent != NOTHING:
            path.append((predecessor.card, predecessor.onto))
            predecessor = self.optimal.store.predecessor[predecessor.parent]
        for card, onto in reversed(path):
            append_step(&count.ruleset, &position, count.free, step_of(&count.ruleset, &position, card, onto), moves)
        return tuple(moves)
