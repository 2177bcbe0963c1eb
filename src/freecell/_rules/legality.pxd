"""Contract of ``legality.pyx``: why a move is illegal, the count that it implies, and its single-card moves."""

from freecell._rules.position cimport Position, Ruleset, Step

# Why a move is illegal, as a sentence; None if it is legal.
cdef str refusal(const Ruleset *ruleset, const Position *position, Step step)

# The number of cards that a move between columns takes if its text has no count; 0 if none may move.
cdef int implied_count(const Ruleset *ruleset, const Position *position, int source, int target) noexcept

# Whether a move is written with its count, in a style of notation.
cdef bint writes_count(const Ruleset *ruleset, const Position *position, Step step, str style) except -1

# The number of cards that a move between columns takes if its text in a style has no count; 0 if none may move.
cdef int read_count(const Ruleset *ruleset, const Position *position, int source, int target, str style) except -1

# The shortest sequence of single-card moves with the effect of a legal move, as pairs of pile numbers; None if there is
# no such sequence.
cdef list single_card_moves(const Ruleset *ruleset, const Position *position, Step step)

# The length of that sequence; 1 if there is none.
cdef int single_card_count(const Ruleset *ruleset, const Position *position, Step step) except -1
