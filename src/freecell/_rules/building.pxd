"""Contract of ``building.pyx``: convert rules, cards and positions between the public API and the C data."""

from freecell._rules.position cimport Position, Ruleset

# Read Rules as C data, or raise FreeCellError.
cdef int read_rules(object rules, Ruleset *ruleset) except -1

# The Card that has the number `card` in a Position; None for 0.
cdef object card_of(const Ruleset *ruleset, int card)

# The top rank of a foundation with `count` cards, as a Card counts it; 0 for none.
cdef int top_rank(const Ruleset *ruleset, int count) noexcept

# The cards of a column, deepest first.
cdef tuple column_cards(const Ruleset *ruleset, const Position *position, int column)

# The cards of a foundation, deepest first.
cdef tuple foundation_cards(const Ruleset *ruleset, const Position *position, int suit)

# Set up a position from the arguments of the State constructor. Return the rules, with their base fixed.
cdef object build(
    object columns, object cells, object foundations, object rules, Ruleset *ruleset, Position *position)

# Set up a position from board text. Return the rules, with their base fixed.
cdef object build_from_text(object text, object rules, object by, Ruleset *ruleset, Position *position)

# Set up the first position of a numbered deal whose cards are all dealt to the columns, row by row.
cdef int build_deal(object number, object rules, Ruleset *ruleset, Position *position) except -1

# The bytes of State.to_bytes.
cdef bytes write_bytes(object rules, const Ruleset *ruleset, const Position *position)

# Set up a position from the bytes of State.to_bytes. Return its rules.
cdef object read_bytes(object data, Ruleset *ruleset, Position *position)
