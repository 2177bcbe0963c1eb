"""The beam as the searches share it; what it does is told in the ``.pyx``."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from freecell._search.expansion cimport Children
from freecell._search.evaluation cimport Evaluator, Evaluated
from freecell._rules.position cimport Position, Step
from freecell._search.outcome cimport Outcome
from freecell._search.hash_set cimport HashSet


cdef struct Link:
    # How a position was met: by a move from that of another link.
    uint64_t parent
    Step step


cdef struct Beam:
    const Evaluator *evaluator
    bint free_home  # whether moves home cost nothing, so that they lead to positions of the same level
    uint64_t planned  # how many positions all beams have expanded when this one has had its part
    int likely  # how many levels that is spread over
    int levels  # how many there may be
    Evaluated *now  # the positions of this level
    Evaluated *then  # and of the next
    uint32_t room  # for so many positions each
    uint32_t count  # of this level
    uint32_t done  # how many of them are expanded
    int level  # its number
    Link *link  # of all levels
    uint64_t link_room
    uint64_t link_count
    uint64_t first  # where the links of this level begin
    uint32_t most  # how many children a node of this game can have
    bint dropped  # whether positions had to be left out
    int best_home  # the most cards home in a position of any beam
    uint64_t expanded  # by all beams
    Children children
    HashSet seen


cdef bint beam_new(Beam *beam) noexcept nogil
cdef void beam_free(Beam *beam) noexcept nogil
cdef void beam_begin(
    Beam *beam, const Evaluator *evaluator, const Position *start, bint on_start, bint free_home, uint64_t nodes, int likely,
    int levels
) noexcept nogil
cdef Outcome beam_run(Beam *beam, uint64_t until, uint64_t limit) noexcept nogil
cdef uint64_t beam_memory(const Beam *beam) noexcept nogil
