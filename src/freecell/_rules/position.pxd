"""The rules of play on plain C data: inline, unchecked, and shared by everything compiled.

A position is told by what each card lies on. That makes a run of any length one link to change, and the
same table is the identity of the position: it does not depend on the order of columns and cells.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef enum:
    # What a card may lie on, besides another card. FLOOR is 0 so that the top of an empty column is a floor.
    FLOOR = 0
    CELL = 1
    HOME = 2
    ABSENT = 3  # not in the deck

    # A card is 4 * rank + suit, the rank from 1.
    FIRST_CARD = 4
    END_CARD = 56

    MAX_COLUMNS = 18
    MAX_CELLS = 10

    # Piles are numbered through: columns, cells, the four foundations, and home, where a card finds its own.
    CELL_PILE = 18
    FOUNDATION_PILE = 28
    HOME_PILE = 32
    PILES = 33

    KEY = 39  # the bytes that a position's identity takes

    # More moves than any position has: at most 52 cards of runs onto 17 empty columns, and some 800 others.
    MAX_MOVES = 2048


cdef enum:
    POLICY_NONE = 0
    POLICY_CAUTIOUS = 1
    POLICY_HORNE = 2
    POLICY_RAYMOND = 3
    POLICY_ALL = 4
    POLICY_SURE = 5  # whichever of these, and of those below, never spoils a win of the game; see sure_policy
    POLICY_LEVEL = 6  # when the three other suits stand at least two below it
    POLICY_CLOSE = 7  # at least one below it
    POLICY_ROUND = 8  # always, but for the lowest rank


cdef enum:
    SUPERMOVES_STANDARD = 0
    SUPERMOVES_CELLS_ONLY = 1
    SUPERMOVES_UNLIMITED = 2
    SUPERMOVES_OFF = 3


cdef struct Ruleset:
    # The rules as data. A card of suit s may lie on the suits whose bits are set in lies_on[s].
    uint8_t cells
    uint8_t columns
    uint8_t ranks
    uint8_t supermoves
    uint8_t takeback
    uint8_t empty_columns
    uint8_t base  # the rank that is counted as 1 in here
    uint8_t wraps  # whether the highest rank lies on the lowest
    uint8_t layout  # means nothing to play, but tells rules apart
    uint8_t to_floor  # the least rank that may go into an empty column; above every rank when none may
    uint8_t lies_on[4]


cdef struct Position:
    uint64_t hash  # of what lies on what, kept up to date by every move
    uint8_t below[END_CARD]  # by card: what it lies on
    uint8_t top[MAX_COLUMNS]  # the open card of each column, FLOOR when it is empty
    uint8_t cell[MAX_CELLS]  # the card in each cell, 0 when it is empty
    uint8_t home[4]  # by suit: the top rank of its foundation


cdef struct Step:
    # A move as piles and a count.
    uint8_t source
    uint8_t target
    uint8_t count


cdef inline int rank_of(int card) noexcept nogil:
    return card >> 2


cdef inline int suit_of(int card) noexcept nogil:
    return card & 3


cdef inline uint64_t mixed(uint64_t value) noexcept nogil:
    # The finaliser of SplitMix64 (Steele, Lea and Flood 2014): every bit of the value moves half the bits.
    value = (value ^ (value >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    value = (value ^ (value >> 27)) * <uint64_t>0x94D049BB133111EB
    return value ^ (value >> 31)


cdef inline uint64_t link_hash(int card, int below) noexcept nogil:
    cdef uint64_t value = (<uint64_t>(card << 6 | below) + 1) * <uint64_t>0x9E3779B97F4A7C15
    value = (value ^ (value >> 29)) * <uint64_t>0xBF58476D1CE4E5B9
    return value ^ (value >> 32)


cdef inline void link(Position *position, int card, int below) noexcept nogil:
    position.hash ^= link_hash(card, position.below[card]) ^ link_hash(card, below)
    position.below[card] = <uint8_t>below


cdef inline int holder(const Ruleset *ruleset, int card) noexcept nogil:
    # The club of the rank that the card may lie on, be there such a card or not.
    return FIRST_CARD if ruleset.wraps and rank_of(card) == ruleset.ranks else (card | 3) + 1


cdef inline bint fits(const Ruleset *ruleset, int card, int below) noexcept nogil:
    # Whether card may lie on below, both cards.
    return (below & ~3) == holder(ruleset, card) and ruleset.lies_on[suit_of(card)] >> suit_of(below) & 1


cdef inline bint fits_top(const Ruleset *ruleset, int card, int top) noexcept nogil:
    # Whether card may be put into a column with that top.
    return rank_of(card) >= ruleset.to_floor if top == FLOOR else fits(ruleset, card, top)


cdef inline bint goes_home(const Position *position, int card) noexcept nogil:
    return position.home[suit_of(card)] + 1 == rank_of(card)


cdef inline bint goes_by_itself(const Position *position, int card, int policy) noexcept nogil:
    # Whether autoplay under the policy takes the card, if it is open; see AutoPlay for the table. Not for POLICY_SURE.
    cdef int rank = rank_of(card), suit = suit_of(card), other, same
    if not goes_home(position, card) or policy == POLICY_NONE:
        return False
    if rank <= 2:
        return rank == 2 or policy != POLICY_ROUND
    # Clubs and spades are 0 and 3, diamonds and hearts 1 and 2: the same colour is 3 - suit.
    same = position.home[3 - suit]
    other = min(position.home[suit ^ 1], position.home[3 - (suit ^ 1)])
    if policy == POLICY_RAYMOND:
        return other >= rank - 1 or (other >= rank - 2 and same >= rank - 3)
    if policy == POLICY_HORNE:
        return other >= rank - 1
    if policy == POLICY_CAUTIOUS:
        return other >= rank - 1 and same >= rank - 2
    if policy == POLICY_LEVEL:
        return min(other, same) >= rank - 2
    return policy != POLICY_CLOSE or min(other, same) >= rank - 1


cdef inline int sure_policy(const Ruleset *ruleset) noexcept nogil:
    # What may always go home without spoiling a win; AutoPlay.SURE tells why. Where cards come back from home, one may
    # be wanted there that would go under a laxer policy.
    if ruleset.wraps:
        return POLICY_ROUND if ruleset.lies_on[0] == 0b0001 and not ruleset.takeback else POLICY_NONE
    if ruleset.lies_on[0] == 0b0110:
        return POLICY_CAUTIOUS if ruleset.takeback else POLICY_RAYMOND
    if ruleset.lies_on[0] == 0b1111:
        return POLICY_CLOSE if ruleset.takeback else POLICY_LEVEL
    return POLICY_ALL


cdef inline int run_length(const Ruleset *ruleset, const Position *position, int column) noexcept nogil:
    # How many cards at the end of the column lie in order, and may move together: no more than there are ranks.
    cdef int card = position.top[column], length = 0
    if card == FLOOR:
        return 0
    length = 1
    while length < ruleset.ranks and position.below[card] != FLOOR and fits(ruleset, card, position.below[card]):
        card = position.below[card]
        length += 1
    return length


cdef inline int nth_card(const Position *position, int column, int count) noexcept nogil:
    # The deepest of the last count cards of the column; FLOOR when there are fewer.
    cdef int card = position.top[column]
    while card != FLOOR and count > 1:
        card = position.below[card]
        count -= 1
    return card


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


cdef inline int capacity_of(const Ruleset *ruleset, int cells, int columns) noexcept nogil:
    # How many cards a run may have that moves at once, so many cells and columns for the cards between being empty.
    if ruleset.supermoves == SUPERMOVES_OFF:
        return 1
    if ruleset.supermoves == SUPERMOVES_UNLIMITED:
        return ruleset.ranks
    # Where an empty column does not take every card, none can be relied on.
    if ruleset.supermoves == SUPERMOVES_CELLS_ONLY or ruleset.to_floor > 1:
        columns = 0
    return (cells + 1) << columns


cdef inline int capacity(const Ruleset *ruleset, const Position *position, bint to_empty) noexcept nogil:
    # How many cards a run may have that moves onto a card, or onto an empty column (which must be there).
    return capacity_of(ruleset, empty_cells(ruleset, position), empty_columns(ruleset, position) - to_empty)


cdef inline int open_card(const Position *position, int pile) noexcept nogil:
    # The card of a column, cell or foundation that may be moved alone; 0 when there is none.
    if pile < CELL_PILE:
        return position.top[pile]
    if pile < FOUNDATION_PILE:
        return position.cell[pile - CELL_PILE]
    if position.home[pile - FOUNDATION_PILE] == 0:
        return 0
    return 4 * position.home[pile - FOUNDATION_PILE] + pile - FOUNDATION_PILE


cdef inline void make(Position *position, Step step) noexcept nogil:
    # Make a legal move. A run goes over as it is: only its deepest card comes to lie on something else.
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
    # The hash that a legal move leads to.
    cdef int source = step.source, target = step.target
    cdef int card = nth_card(position, source, step.count) if source < CELL_PILE else open_card(position, source)
    cdef int onto = position.top[target] if target < CELL_PILE else CELL if target < FOUNDATION_PILE else HOME
    return position.hash ^ link_hash(card, position.below[card]) ^ link_hash(card, onto)


cdef inline uint64_t next_home(const Position *position) noexcept nogil:
    # The cards that go home next, a bit each; one above the deck where all are there.
    cdef int suit
    cdef uint64_t cards = 0
    for suit in range(4):
        cards |= <uint64_t>1 << (4 * position.home[suit] + FIRST_CARD + suit)
    return cards


cdef inline uint64_t automatic(const Position *position, int policy) noexcept nogil:
    # Those of them that go by themselves under the policy once they are open.
    cdef int suit, card
    cdef uint64_t cards = 0
    for suit in range(4):
        card = 4 * position.home[suit] + FIRST_CARD + suit
        cards |= <uint64_t>goes_by_itself(position, card, policy) << card
    return cards


cdef inline bint next_automove(const Ruleset *ruleset, const Position *position, int policy, Step *step) noexcept nogil:
    # Find the first card that goes home by itself: columns from the left, then cells.
    cdef int pile
    cdef uint64_t ready = automatic(position, policy)
    step.target = HOME_PILE
    step.count = 1
    for pile in range(ruleset.columns):
        if ready >> position.top[pile] & 1:
            step.source = <uint8_t>pile
            return True
    for pile in range(ruleset.cells):
        if ready >> position.cell[pile] & 1:
            step.source = <uint8_t>(CELL_PILE + pile)
            return True
    return False


cdef inline int cards_home(const Position *position) noexcept nogil:
    return position.home[0] + position.home[1] + position.home[2] + position.home[3]


cdef inline bint is_won(const Ruleset *ruleset, const Position *position) noexcept nogil:
    return cards_home(position) == 4 * ruleset.ranks


cdef struct Open:
    # What a position offers to every move: its targets, and how many cards may go there.
    uint64_t tops  # the open cards of the columns, a bit each
    uint32_t empty  # the empty columns, a bit each
    int to_card  # how long a run may be that goes onto a card
    int to_empty  # and into an empty column
    int cells  # how many are empty
    uint8_t cell[MAX_CELLS]  # the empty cells
    uint8_t column[END_CARD]  # by open card: its column


cdef inline int steps_from(
    const Ruleset *ruleset, const Position *position, int source, const Open *open, Step *steps
) noexcept nogil:
    # Write the legal moves from one pile (home, onto columns from the left, into cells); give how many there are.
    cdef int card = open_card(position, source), deepest, suit, target, count = 1, number, top, found = 0, run
    cdef uint32_t targets = open.empty if open.to_empty else 0
    # Where ranks go round, the first card of a run may fit on its own last.
    cdef uint64_t tops = open.tops & ~(<uint64_t>(source < CELL_PILE) << card), hits
    cdef uint8_t counts[MAX_COLUMNS]
    if card == 0:
        return 0
    if source < FOUNDATION_PILE and goes_home(position, card):
        steps[found] = Step(<uint8_t>source, HOME_PILE, 1)
        found += 1
    deepest = card
    while True:
        hits = tops & (<uint64_t>ruleset.lies_on[suit_of(deepest)] << holder(ruleset, deepest))
        if hits and count <= open.to_card:
            for suit in range(4):
                top = holder(ruleset, deepest) + suit
                if hits >> top & 1:
                    targets |= <uint32_t>1 << open.column[top]
                    counts[open.column[top]] = <uint8_t>count
        if source >= CELL_PILE or count == ruleset.ranks or position.below[deepest] == FLOOR:
            break
        if not fits(ruleset, deepest, position.below[deepest]):
            break
        deepest = position.below[deepest]
        count += 1
    run = count
    target = 0
    while targets:
        if targets & 1:
            if position.top[target] == FLOOR:
                deepest = card
                for number in range(1, min(run, open.to_empty) + 1):
                    if rank_of(deepest) >= ruleset.to_floor:
                        steps[found] = Step(<uint8_t>source, <uint8_t>target, <uint8_t>number)
                        found += 1
                    deepest = position.below[deepest]
            else:
                steps[found] = Step(<uint8_t>source, <uint8_t>target, counts[target])
                found += 1
        targets >>= 1
        target += 1
    if not CELL_PILE <= source < FOUNDATION_PILE:
        for number in range(open.cells):
            steps[found] = Step(<uint8_t>source, open.cell[number], 1)
            found += 1
    return found


cdef inline int legal_steps(const Ruleset *ruleset, const Position *position, bint distinct, Step *steps) noexcept nogil:
    # Write the legal moves, every one or the distinct ones; give how many there are, at most MAX_MOVES.
    cdef int source, found = 0, top
    cdef Open open
    open.tops = 0
    open.empty = 0
    open.cells = 0
    open.to_empty = 0
    for source in range(ruleset.columns):
        top = position.top[source]
        if top == FLOOR:
            if not (distinct and open.empty):
                open.empty |= <uint32_t>1 << source
        else:
            open.tops |= <uint64_t>1 << top
            open.column[top] = <uint8_t>source
    for source in range(ruleset.cells):
        if position.cell[source] == 0:
            open.cell[open.cells] = <uint8_t>(CELL_PILE + source)
            open.cells += 1
            if distinct:
                break
    open.to_card = capacity(ruleset, position, False)
    if open.empty:
        open.to_empty = capacity(ruleset, position, True)
    for source in range(ruleset.columns):
        found += steps_from(ruleset, position, source, &open, steps + found)
    for source in range(CELL_PILE, FOUNDATION_PILE + 4 if ruleset.takeback else CELL_PILE + ruleset.cells):
        found += steps_from(ruleset, position, source, &open, steps + found)
    assert found <= MAX_MOVES
    return found


cdef inline bint changes_nothing(const Position *position, Step step) noexcept nogil:
    # Whether it takes a whole column to an empty one.
    return (
        step.source < CELL_PILE and step.target < CELL_PILE and position.top[step.target] == FLOOR
        and position.below[nth_card(position, step.source, step.count)] == FLOOR)


cdef inline void pack(const Position *position, uint8_t *key) noexcept nogil:
    # Write the identity of the position into KEY bytes: six bits for what each card lies on.
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
