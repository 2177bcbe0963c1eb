"""Header with code: the rules as data, a position as links between cards, and making a move.

A link joins a card to what it lies on. A move of any length changes one link, and the links are also the identity of a
position: they do not depend on the order of columns or cells. Functions trust their arguments; checks belong to the
callers.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef enum:
    # What a card may lie on besides another card. FLOOR is also what `top` holds for an empty column.
    FLOOR = 0
    CELL = 1
    HOME = 2
    ABSENT = 3  # not in the deck

    # A card is 4 * rank + suit, ranks counted from 1.
    FIRST_CARD = 4
    END_CARD = 56

    MAX_COLUMNS = 18
    MAX_CELLS = 10

    # Pile numbers: columns, then cells, the four foundations, and home (the foundation that a card fits).
    CELL_PILE = 18
    FOUNDATION_PILE = 28
    HOME_PILE = 32
    PILES = 33

    KEY_BYTES = 39  # size of a key


cdef enum:
    SUPERMOVES_STANDARD = 0
    SUPERMOVES_CELLS_ONLY = 1
    SUPERMOVES_UNLIMITED = 2
    SUPERMOVES_OFF = 3


cdef struct Ruleset:
    # The rules as data; see freecell.Rules.
    uint8_t cells  # number of cells, 0 to 10
    uint8_t columns  # number of columns, 1 to 18
    uint8_t ranks  # ranks in each suit, 1 to 13
    uint8_t supermoves  # number of a freecell.Supermoves
    uint8_t takeback  # whether cards may leave the foundations
    uint8_t empty_columns  # number of a freecell.EmptyColumns
    uint8_t base  # rank that foundations begin with, counted as rank 1 in a Position
    uint8_t wraps  # whether the highest rank may lie on the lowest
    uint8_t layout  # number of a freecell.Layout; only compared and hashed, since no move depends on it
    uint8_t to_floor  # lowest rank that may be put into an empty column; 14 if none may
    uint8_t lies_on[4]  # by suit: the suits that its cards may lie on, one bit each


cdef struct Position:
    uint64_t hash  # hash of all links, the same for every order of columns and cells
    uint8_t below[END_CARD]  # by card: what it lies on
    uint8_t top[MAX_COLUMNS]  # last card of each column, FLOOR if it is empty
    uint8_t cell[MAX_CELLS]  # card in each cell, 0 if it is empty
    uint8_t home[4]  # by suit: top rank of its foundation, 0 if it is empty


cdef struct Step:
    # A move.
    uint8_t source  # pile number
    uint8_t target  # pile number: a column, a cell or HOME_PILE
    uint8_t count  # number of cards, 1 to 13


# --- cards --------------------------------------------------------------------------------------------------------

cdef inline int rank_of(int card) noexcept nogil:
    return card >> 2


cdef inline int suit_of(int card) noexcept nogil:
    return card & 3


cdef inline int holder(const Ruleset *ruleset, int card) noexcept nogil:
    # The club of the rank that the card may lie on, even if the deck has no such rank.
    return FIRST_CARD if ruleset.wraps and rank_of(card) == ruleset.ranks else (card | 3) + 1


cdef inline bint fits(const Ruleset *ruleset, int card, int below) noexcept nogil:
    # Whether `card` may lie on the card `below`.
    return (below & ~3) == holder(ruleset, card) and ruleset.lies_on[suit_of(card)] >> suit_of(below) & 1


cdef inline bint fits_top(const Ruleset *ruleset, int card, int top) noexcept nogil:
    # Whether `card` may be put into a column whose last card is `top`. FLOOR stands for an empty column.
    return rank_of(card) >= ruleset.to_floor if top == FLOOR else fits(ruleset, card, top)


# --- hashes and links ---------------------------------------------------------------------------------------------

cdef inline uint64_t mixed(uint64_t value) noexcept nogil:
    # The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every bit of the value affects half of the result.
    value = (value ^ (value >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    value = (value ^ (value >> 27)) * <uint64_t>0x94D049BB133111EB
    return value ^ (value >> 31)


cdef inline uint64_t link_hash(int card, int below) noexcept nogil:
    # The word of a link in Zobrist hashing (Zobrist 1970), computed rather than looked up.
    cdef uint64_t value = (<uint64_t>(card << 6 | below) + 1) * <uint64_t>0x9E3779B97F4A7C15
    value = (value ^ (value >> 29)) * <uint64_t>0xBF58476D1CE4E5B9
    return value ^ (value >> 32)


cdef inline void link(Position *position, int card, int below) noexcept nogil:
    # Lay `card` on something else.
    position.hash ^= link_hash(card, position.below[card]) ^ link_hash(card, below)
    position.below[card] = <uint8_t>below


cdef inline void pack(const Position *position, uint8_t *key) noexcept nogil:
    # Write the key of the position, KEY_BYTES bytes: six bits for what each card lies on.
    cdef int card
    cdef uint32_t four
    for card in range(FIRST_CARD, END_CARD, 4):
        four = (
            position.below[card] | <uint32_t>position.below[card + 1] << 6
            | <uint32_t>position.below[card + 2] << 12 | <uint32_t>position.below[card + 3] << 18)
        key[0] = four & 0xFF
        key[1] = four >> 8 & 0xFF
        key[2] = four >> 16
        key += 3


# --- what lies where ----------------------------------------------------------------------------------------------

cdef inline int nth_card(const Position *position, int column, int count) noexcept nogil:
    # The deepest of the last `count` cards of a column; FLOOR if it has fewer.
    cdef int card = position.top[column]
    while card != FLOOR and count > 1:
        card = position.below[card]
        count -= 1
    return card


cdef inline int open_card(const Position *position, int pile) noexcept nogil:
    # The card of a column, cell or foundation that may be moved alone; 0 if the pile is empty.
    if pile < CELL_PILE:
        return position.top[pile]
    if pile < FOUNDATION_PILE:
        return position.cell[pile - CELL_PILE]
    if position.home[pile - FOUNDATION_PILE] == 0:
        return 0
    return 4 * position.home[pile - FOUNDATION_PILE] + pile - FOUNDATION_PILE


cdef inline int empty_cells(const Ruleset *ruleset, const Position *position) noexcept nogil:
    cdef int place, empty = 0
    for place in range(ruleset.cells):
        empty += position.cell[place] == 0
    return empty


cdef inline int empty_columns(const Ruleset *ruleset, const Position *position) noexcept nogil:
    cdef int column, empty = 0
    for column in range(ruleset.columns):
        empty += position.top[column] == FLOOR
    return empty


# --- foundations --------------------------------------------------------------------------------------------------

cdef inline bint goes_home(const Position *position, int card) noexcept nogil:
    # Whether the card is the next one for its foundation.
    return position.home[suit_of(card)] + 1 == rank_of(card)


cdef inline uint64_t next_home(const Position *position) noexcept nogil:
    # The next card for each foundation, one bit each. A full foundation sets the bit of a card not in the deck.
    cdef int suit
    cdef uint64_t cards = 0
    for suit in range(4):
        cards |= <uint64_t>1 << (4 * position.home[suit] + FIRST_CARD + suit)
    return cards


cdef inline int cards_home(const Position *position) noexcept nogil:
    # The number of cards on the foundations.
    return position.home[0] + position.home[1] + position.home[2] + position.home[3]


cdef inline bint is_won(const Ruleset *ruleset, const Position *position) noexcept nogil:
    return cards_home(position) == 4 * ruleset.ranks


# --- making a move ------------------------------------------------------------------------------------------------

cdef inline void make(Position *position, Step step) noexcept nogil:
    # Make a legal move. Of a run, only the deepest card comes to lie on something else.
    cdef int source = step.source, target = step.target
    cdef int top = open_card(position, source), card = top
    assert card != 0
    if source < CELL_PILE:
        card = nth_card(position, source, step.count)
        assert card != FLOOR
        position.top[source] = position.below[card]
    elif source < FOUNDATION_PILE:
        position.cell[source - CELL_PILE] = 0
    else:
        position.home[source - FOUNDATION_PILE] -= 1
    if target < CELL_PILE:
        link(position, card, position.top[target])
        position.top[target] = <uint8_t>top
    elif target < FOUNDATION_PILE:
        link(position, card, CELL)
        position.cell[target - CELL_PILE] = <uint8_t>card
    else:
        link(position, card, HOME)
        position.home[suit_of(card)] += 1


cdef inline uint64_t hash_after(const Position *position, Step step) noexcept nogil:
    # The hash of the position after a legal move.
    cdef int source = step.source, target = step.target
    cdef int card = nth_card(position, source, step.count) if source < CELL_PILE else open_card(position, source)
    cdef int onto = position.top[target] if target < CELL_PILE else CELL if target < FOUNDATION_PILE else HOME
    return position.hash ^ link_hash(card, position.below[card]) ^ link_hash(card, onto)
