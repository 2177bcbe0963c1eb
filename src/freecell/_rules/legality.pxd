"""What legality offers: why a move is illegal, and what a move means that leaves something unsaid."""

from freecell._rules.position cimport Position, Ruleset, Step

# Why a move is illegal, in a sentence; None if it is legal.
cdef str refusal(const Ruleset *ruleset, const Position *position, Step step)

# The number of cards that a move between columns means if it does not say; 0 if none may move.
cdef int implied_count(const Ruleset *ruleset, const Position *position, int source, int target) noexcept

# The fewest single-card moves equal to a legal move, as pairs of pile numbers; None if there are no such moves.
cdef list single_card_moves(const Ruleset *ruleset, const Position *position, Step step)
