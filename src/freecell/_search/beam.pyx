# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Beam search (Bisiani 1987) for short wins.

The search goes level by level, one level for each move that counts. Of each level it keeps the best positions, at
most the beam width. It ends at the first level that has a win. A wider beam usually finds a shorter win, so
``shortest`` runs wider and wider beams (complete anytime beam search: Zhang 1998).

A beam begins with a number of nodes to expand. Its width is the number left, divided by the number of levels that a win
is likely to take from there. If a win takes more levels, the width shrinks, until all nodes are used and the beam ends.

If every card that moves to a foundation counts as a move, every win has the same number of such moves. They do not
count as levels then: a move to a foundation leads to a position of the same level.

A position that was visited on any level is not kept again. Of earlier levels, only the links to their parents are kept.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from freecell._core cimport State
from freecell._rules.autoplay cimport POLICY_ALL, taken_back
from freecell._rules.bits cimport lowest_bit
from freecell._rules.moves cimport MAX_MOVES
from freecell._rules.position cimport Position, Step, cards_home, hash_after, is_won, next_home
from freecell._search.arrays cimport grow_array
from freecell._search.bound cimport Costs, costs_init, moves_home
from freecell._search.evaluation cimport (
    Evaluated, Evaluator, evaluate, evaluator_init, find_step_home, make_automatic, make_evaluated,
)
from freecell._search.expansion cimport SCORE_OFFSET, Scan, expand, most_children, scan_columns
from freecell._search.frontier cimport (
    BUCKETS, Child, Frontier, frontier_clear, frontier_free, frontier_grow, frontier_has_child, frontier_memory,
    frontier_new, frontier_take,
)
from freecell._search.hash_set cimport (
    HashSet, hash_set_add, hash_set_clear, hash_set_free, hash_set_grow, hash_set_has, hash_set_is_full,
    hash_set_memory, hash_set_new,
)
from freecell._search.outcome cimport EXHAUSTED, FULL, RUNNING, WON, Outcome, outcome_name
from freecell._search.retrace cimport Retrace
from freecell._search.weights cimport BEAM_CARDS, BEAM_PLAYER, BEAM_PLAYER_ALL, BEAM_RUNS, BEAM_WEIGHTS, BEAMS

from freecell._arguments import NO_LIMIT, whole_number

__all__ = ["BeamSearch"]


cdef enum:
    # Sizes of a new beam's buffers.
    FIRST_NODES = 256
    FIRST_CHILDREN = 4 * MAX_MOVES
    FIRST_LINKS = 8192
    FIRST_SLOTS = 16384

    LEAST_LEVELS_LEFT = 8  # minimum number of levels assumed to remain before a win
    LONGEST = 1 << 30  # upper bound on a length passed as an argument


cdef struct Link:
    # How a position was reached: its parent and the move from there.
    uint64_t parent  # number of a link
    Step step


cdef struct Beam:
    const Evaluator *evaluator
    bint home_apart  # whether moves to the foundations are left out of the levels
    uint64_t share_end  # value of `expanded` at which this beam has used up its nodes
    int likely_levels  # likely number of levels to a win
    int most_levels  # maximum number of levels to a win
    uint32_t most_children  # upper bound on the children of a node
    int level  # number of the current level
    Evaluated *nodes  # positions of the current level
    Evaluated *next_nodes  # positions of the next level
    uint32_t room  # capacity of `nodes` and of `next_nodes`
    uint32_t count  # number of positions in `nodes`
    uint32_t done  # number of positions in `nodes` that are expanded
    Link *links  # links of all levels; 0 is the start
    uint64_t link_room  # capacity of `links`
    uint64_t link_count  # number of links in `links`
    uint64_t first_link  # number of the link to the first position of the current level
    Frontier frontier  # children of the current level
    HashSet visited  # positions of all levels
    bint has_dropped  # whether this beam left out a position
    int best_home  # most cards home in a position of any beam, 0 to 52
    uint64_t expanded  # nodes expanded by all beams


# --- memory -------------------------------------------------------------------------------------------------------

cdef bint beam_new(Beam *beam) noexcept nogil:
    # Allocate the buffers. False if an allocation fails. Either way, beam_free frees them.
    cdef bint has_frontier, has_visited
    memset(beam, 0, sizeof(Beam))
    beam.room = FIRST_NODES
    beam.link_room = FIRST_LINKS
    beam.nodes = <Evaluated *>malloc(FIRST_NODES * sizeof(Evaluated))
    beam.next_nodes = <Evaluated *>malloc(FIRST_NODES * sizeof(Evaluated))
    beam.links = <Link *>malloc(FIRST_LINKS * sizeof(Link))
    has_frontier = frontier_new(&beam.frontier, FIRST_CHILDREN)
    has_visited = hash_set_new(&beam.visited, FIRST_SLOTS)
    return has_frontier and has_visited and beam.nodes != NULL and beam.next_nodes != NULL and beam.links != NULL


cdef void beam_free(Beam *beam) noexcept nogil:
    free(beam.nodes)
    free(beam.next_nodes)
    free(beam.links)
    frontier_free(&beam.frontier)
    hash_set_free(&beam.visited)


cdef uint64_t beam_memory(const Beam *beam) noexcept nogil:
    # The size of the buffers in bytes.
    return (
        sizeof(Beam) + 2 * <uint64_t>beam.room * sizeof(Evaluated) + beam.link_room * sizeof(Link)
        + frontier_memory(&beam.frontier) + hash_set_memory(&beam.visited))


cdef bint grow_nodes(Beam *beam) noexcept nogil:
    if not grow_array(<void **>&beam.nodes, 2 * <uint64_t>beam.room, sizeof(Evaluated)):
        return False
    if not grow_array(<void **>&beam.next_nodes, 2 * <uint64_t>beam.room, sizeof(Evaluated)):
        return False
    beam.room *= 2
    return True


cdef bint grow_links(Beam *beam) noexcept nogil:
    if not grow_array(<void **>&beam.links, 2 * beam.link_room, sizeof(Link)):
        return False
    beam.link_room *= 2
    return True


cdef bint make_room(Beam *beam, uint32_t count, uint64_t limit) noexcept nogil:
    # Make room for the children of one more node, and for one more position on a level of `count` positions. False if
    # that exceeds `limit`, in bytes, or an allocation fails.
    cdef uint64_t more
    if beam.frontier.count + beam.most_children > beam.frontier.room:
        more = frontier_memory(&beam.frontier)
        if beam_memory(beam) + more > limit or not frontier_grow(&beam.frontier):
            return False
    if count == beam.room:
        more = 2 * <uint64_t>beam.room * sizeof(Evaluated)
        if beam_memory(beam) + more > limit or not grow_nodes(beam):
            return False
    if beam.link_count == beam.link_room:
        more = beam.link_room * sizeof(Link)
        if beam_memory(beam) + more > limit or not grow_links(beam):
            return False
    if hash_set_is_full(&beam.visited):
        more = 2 * hash_set_memory(&beam.visited)  # both tables exist while one is copied to the other
        if beam_memory(beam) + more > limit or not hash_set_grow(&beam.visited):
            return False
    return True


# --- search -------------------------------------------------------------------------------------------------------

cdef void beam_begin(
    Beam *beam, const Evaluator *evaluator, const Position *start, bint automatic_first, bint home_apart,
    uint64_t nodes, int likely_levels, int most_levels
) noexcept nogil:
    # Begin a beam with `nodes` nodes to expand. `automatic_first` is whether automatic moves are made on the start. The
    # evaluator must outlive the beam.
    beam.evaluator = evaluator
    beam.home_apart = home_apart
    beam.share_end = beam.expanded + nodes
    beam.likely_levels = likely_levels
    beam.most_levels = most_levels
    beam.most_children = most_children(&evaluator.ruleset)
    beam.level = beam.done = 0
    beam.count = 1
    beam.link_count = 1
    beam.first_link = 0
    beam.has_dropped = False
    frontier_clear(&beam.frontier)
    hash_set_clear(&beam.visited)
    beam.nodes[0].position = start[0]
    evaluate(evaluator, &beam.nodes[0])
    if automatic_first:
        make_automatic(evaluator, &beam.nodes[0], 0)
    hash_set_add(&beam.visited, beam.nodes[0].position.hash)


cdef bint generate(Beam *beam, Evaluated *node, uint32_t parent, Step step) noexcept nogil:
    # Make a move from position `parent` of the current level, in the copy `node`. False if the new position was visited
    # before. That holds for half of the moves, most of which are recognized before copying.
    if hash_set_has(&beam.visited, hash_after(&beam.nodes[parent].position, step)):
        return False
    node[0] = beam.nodes[parent]
    make_evaluated(beam.evaluator, node, step)
    make_automatic(beam.evaluator, node, taken_back(&node.position, step))
    if not hash_set_add(&beam.visited, node.position.hash):
        return False
    beam.links[beam.link_count].parent = beam.first_link + parent
    beam.links[beam.link_count].step = step
    beam.link_count += 1
    beam.best_home = max(beam.best_home, cards_home(&node.position))
    return True


cdef inline bint was_scored_correctly(const Beam *beam, const Evaluated *node) noexcept nogil:
    # Whether the score of the child just taken agrees with the evaluation of its position `node`; for assertions. The
    # scores may differ in three cases, which are exempt. After the first move, automatic moves can be made that did not
    # depend on it, if none were made on the start. So can the move home of a card that the move before has taken back.
    # If ranks wrap, the cards of a run can bury each other in a column.
    cdef Scan scan
    cdef int score = 0
    if beam.level == 0 or beam.evaluator.ruleset.takeback or beam.evaluator.ruleset.wraps:
        return True
    if not is_won(&beam.evaluator.ruleset, &node.position):
        scan_columns(beam.evaluator, &node.position, &scan)
        score = max(0, min(SCORE_OFFSET + node.score + scan.score, BUCKETS - 1))
    return beam.frontier.best == score


cdef Outcome next_level(Beam *beam, uint64_t limit) noexcept nogil:
    # Generate the best children of the current level, at most the beam width, and make them the current level.
    cdef const Child *child
    cdef uint64_t width, first_link = beam.link_count
    cdef uint32_t count = 0
    if beam.expanded >= beam.share_end:
        beam.has_dropped = True
        return EXHAUSTED
    width = 1 + (beam.share_end - beam.expanded) // max(beam.likely_levels - beam.level, LEAST_LEVELS_LEFT)
    while count < width and frontier_has_child(&beam.frontier):
        if not make_room(beam, count, limit):
            return FULL
        child = frontier_take(&beam.frontier)
        if not generate(beam, beam.next_nodes + count, child.parent, child.step):
            continue
        assert was_scored_correctly(beam, beam.next_nodes + count)
        count += 1
        if is_won(&beam.evaluator.ruleset, &beam.next_nodes[count - 1].position):
            beam.level += 1
            return WON
    beam.has_dropped = beam.has_dropped or frontier_has_child(&beam.frontier)
    frontier_clear(&beam.frontier)
    beam.nodes, beam.next_nodes = beam.next_nodes, beam.nodes
    beam.level += 1
    beam.first_link = first_link
    beam.count = count
    beam.done = 0
    return RUNNING if count > 0 else EXHAUSTED


cdef Outcome add_moves_home(Beam *beam, uint64_t limit) noexcept nogil:
    # Add to the current level the positions that its moves to the foundations lead to, beyond the automatic moves.
    cdef uint32_t number = 0
    cdef uint64_t cards
    cdef Step step
    while number < beam.count:
        cards = next_home(&beam.nodes[number].position)
        while cards:
            if find_step_home(beam.evaluator, beam.nodes + number, lowest_bit(cards), &step):
                if not make_room(beam, beam.count, limit):
                    return FULL
                if generate(beam, beam.nodes + beam.count, number, step):
                    beam.count += 1
                    if is_won(&beam.evaluator.ruleset, &beam.nodes[beam.count - 1].position):
                        return WON
            cards &= cards - 1
        number += 1
    return RUNNING


cdef Outcome beam_run(Beam *beam, uint64_t until, uint64_t limit) noexcept nogil:
    # Run until all beams have expanded `until` nodes, within `limit` bytes. After a win, the last link leads to it.
    # Unless this returns RUNNING, the beam is finished.
    cdef Outcome outcome
    if beam.most_levels < 0:
        return EXHAUSTED
    if beam.level == 0 and is_won(&beam.evaluator.ruleset, &beam.nodes[0].position):
        return WON
    while beam.expanded < until:
        if beam.done == beam.count:
            outcome = next_level(beam, limit)
            if outcome != RUNNING:
                return outcome
            continue
        if beam.done == 0 and beam.home_apart:
            outcome = add_moves_home(beam, limit)
            if outcome != RUNNING:
                return outcome
        if beam.level >= beam.most_levels:
            return EXHAUSTED
        if not make_room(beam, beam.count, limit):
            return FULL
        expand(
            beam.evaluator, beam.nodes + beam.done, beam.done, 0, &beam.frontier, not beam.home_apart, True)
        beam.done += 1
        beam.expanded += 1
    return RUNNING


@cython.final
cdef class BeamSearch:
    """BeamSearch(start, measure)\n--\n
    A search for short wins, by a sequence of beam searches.

    Args:
        start: The position to win from.
        measure: What counts as a move.

    Raises:
        MemoryError: If the buffers cannot be allocated.
    """

    cdef State start
    cdef Costs costs  # what counts as a move
    cdef Evaluator evaluator  # of the current beam
    cdef Beam beam
    cdef bint automatic_first  # whether automatic moves are made on the start
    cdef int weighting  # index in BEAM_WEIGHTS of the weights tuned for the measure

    def __cinit__(self, State start not None, measure):
        costs_init(&self.costs, start, measure)
        self.start = start
        self.automatic_first = measure.on_deal or self.costs.home_apart
        if self.costs.home_costs:
            self.weighting = BEAM_RUNS if self.costs.run_is_one else BEAM_CARDS
        else:
            self.weighting = BEAM_PLAYER_ALL if self.costs.policy == POLICY_ALL else BEAM_PLAYER
        if not beam_new(&self.beam):
            raise MemoryError

    def __dealloc__(self):
        beam_free(&self.beam)

    @property
    def nodes(self) -> int:
        """The number of nodes expanded by all beams."""
        return self.beam.expanded

    @property
    def memory(self) -> int:
        """The size of the buffers, in bytes."""
        return beam_memory(&self.beam)

    @property
    def best_home(self) -> int:
        """The most cards home in any position generated, 0 to 52."""
        return self.beam.best_home

    @property
    def is_complete(self) -> bool:
        """Whether the current beam has kept every position so far."""
        return not self.beam.has_dropped

    def begin(self, size: int, likely: int, longest: int, weights: int) -> None:
        """Begin a beam.

        Args:
            size: The number of nodes to expand, at least 1.
            likely: The likely length of a win, over whose levels the nodes are spread.
            longest: The maximum length of a win.
            weights: 0 selects the weights tuned for the measure; other numbers select those of other measures.
        """
        cdef uint64_t nodes = whole_number(size, "size", 1, NO_LIMIT)
        cdef int home = moves_home(&self.costs, &self.start.position)
        cdef int likely_levels = whole_number(likely, "likely", 0, LONGEST) - home
        cdef int most_levels = whole_number(longest, "longest", 0, LONGEST) - home
        cdef int weighting = (self.weighting + whole_number(weights, "weights", 0, LONGEST)) % BEAMS
        evaluator_init(&self.evaluator, &self.costs.ruleset, self.costs.policy, &BEAM_WEIGHTS[weighting])
        beam_begin(
            &self.beam, &self.evaluator, &self.start.position, self.automatic_first, self.costs.home_apart, nodes,
            likely_levels, most_levels)

    def run(self, nodes: int, max_memory: int) -> str:
        """Expand at most `nodes` more nodes, in at most `max_memory` bytes.

        Returns:
            ``"won"``, ``"exhausted"`` (no win in this beam), ``"full"`` (more memory is needed) or ``"running"``.
            In all cases but the last, the beam is finished, and another one must begin before the next run.
        """
        cdef uint64_t until = self.beam.expanded + <uint64_t>whole_number(nodes, "nodes", 0, NO_LIMIT)
        cdef uint64_t limit = whole_number(max_memory, "max_memory", 0, NO_LIMIT)
        cdef Outcome outcome
        with nogil:
            outcome = beam_run(&self.beam, until, limit)
        self.beam.has_dropped |= outcome == FULL
        PyErr_CheckSignals()
        return outcome_name(outcome)

    def length(self) -> int:
        """Return the length of the win that the current beam has found."""
        return moves_home(&self.costs, &self.start.position) + self.beam.level

    def moves(self) -> tuple:
        """Return the moves of the win that the current beam has found, automatic moves included."""
        cdef Retrace retrace = Retrace()
        cdef uint64_t number = self.beam.link_count - 1
        while number:
            retrace.step_back(self.beam.links[number].step)
            number = self.beam.links[number].parent
        return retrace.moves(self.start, self.costs.policy, self.automatic_first)
