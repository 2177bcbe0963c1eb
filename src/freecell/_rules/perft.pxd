"""Contract of ``perft.pyx``: count the sequences of moves from a position."""

from freecell._rules.position cimport Position, Ruleset


# The number of sequences of `depth` legal moves.
cdef object perft(const Ruleset *ruleset, const Position *position, int depth)
