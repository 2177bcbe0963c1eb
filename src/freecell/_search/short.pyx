# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""The searches for short wins and for shortest ones, as they can be run a piece at a time."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t

from freecell._search.beam cimport Beam, beam_begin, beam_free, beam_memory, beam_new, beam_run
from freecell._core cimport State
from freecell._search.evaluation cimport Evaluator, evaluator_init
from freecell._search.bound cimport Costs, costs_init, moves_home
from freecell._search.outcome cimport FULL, Outcome, outcome_name
from freecell._search.retrace cimport Retrace
from freecell._search.weights cimport BEAM_CARDS, BEAM_PLAYER, BEAM_PLAYER_ALL, BEAM_RUNS, BEAM_WEIGHTS, BEAMS
from freecell._rules.autoplay cimport POLICY_ALL

from freecell._arguments import whole_number

__all__ = ["BeamSearch"]


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
    cdef Costs costs
    cdef Evaluator evaluator
    cdef Beam beam
    cdef bint on_deal
    cdef int kind

    def __cinit__(self, State start not None, measure, autoplay, bint on_deal):
        costs_init(&self.costs, start, measure, autoplay)
        self.start = start
        self.on_deal = on_deal or self.costs.home_apart
        if self.costs.home_costs:
            self.kind = BEAM_RUNS if self.costs.run_is_one else BEAM_CARDS
        else:
            self.kind = BEAM_PLAYER_ALL if self.costs.policy == POLICY_ALL else BEAM_PLAYER
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
        cdef int home = moves_home(&self.costs, &self.start.position)
        cdef int usual = whole_number(likely, "likely", 0, 2**30)
        cdef int levels = whole_number(longest, "longest", 0, 2**30)
        cdef int kind = (self.kind + whole_number(weights, "weights", 0, 2**30)) % BEAMS
        evaluator_init(&self.evaluator, &self.costs.ruleset, self.costs.policy, &BEAM_WEIGHTS[kind])
        beam_begin(
            &self.beam, &self.evaluator, &self.start.position, self.on_deal, self.costs.home_apart, positions,
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
        return outcome_name(outcome)

    def length(self) -> int:
        """Give how long the win is that was found."""
        return moves_home(&self.costs, &self.start.position) + self.beam.level

    def moves(self) -> tuple:
        """Give the moves of the win that was found, with every move home."""
        cdef Retrace retrace = Retrace()
        cdef uint64_t number = self.beam.link_count - 1
        while number:
            retrace.step_back(self.beam.link[number].step)
            number = self.beam.link[number].parent
        return retrace.moves(self.start, self.costs.policy, self.on_deal)
