"""Contract of ``bound.pyx``: what counts as a move, and a lower bound on the moves of a win."""

from libc.stdint cimport uint8_t, uint64_t

from freecell._core cimport State
from freecell._rules.position cimport Position, Ruleset
from freecell._search.packed cimport PACKED_BYTES, PackedPosition


cdef enum:
    FAR = 1 << 20  # longer than any win


cdef struct Costs:
    # What counts as a move under a measure.
    Ruleset ruleset  # the rules; supermoves are off where a run costs a move per card
    int policy  # the autoplay policy whose moves cost nothing
    bint home_costs  # whether every card that goes home costs a move
    bint home_apart  # whether these moves are left out of all lengths, because every win has as many of them
    bint run_is_one  # whether a run costs one move


cdef struct Known:
    # Cache entry: what is known of the blocked cards of a position.
    uint8_t[PACKED_BYTES] bytes  # the blocked cards and what each lies on, packed; zeros in an empty slot
    uint8_t least  # lower bound on the moves that unblock them
    uint8_t is_exact  # whether `least` moves are enough
    uint64_t useful  # the cards that the first of these moves may take, a bit each; 0 if not known


cdef struct Bound:
    # A lower bound with its cache. Of two entries that fall into one slot, the later stays.
    Costs costs
    Known *cache
    uint64_t slots  # slots of the cache, a power of two


cdef int costs_init(Costs *costs, State start, measure) except -1  # from a Measure
cdef int moves_home(const Costs *costs, const Position *position) noexcept nogil  # the moves home left out of lengths
cdef int least_moves(const Costs *costs, const Position *position, int most) noexcept nogil  # without a cache
cdef bint bound_begin(Bound *bound, const Costs *costs) noexcept nogil  # False without memory
cdef void bound_free(Bound *bound) noexcept nogil
cdef uint64_t bound_memory(const Bound *bound) noexcept nogil  # bytes
cdef void bound_make_room(Bound *bound, uint64_t positions, uint64_t left) noexcept nogil  # may grow the cache
cdef int bound_least(const Bound *bound, const PackedPosition *at, int most) noexcept nogil
cdef uint64_t bound_useful(const Bound *bound, const PackedPosition *at, int least) noexcept nogil  # cards, a bit each
