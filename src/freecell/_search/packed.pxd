"""A position in 20 bytes, exact: what each card lies on, told relative to the start of a search.

Three bits for each card tell whether it is home, in a cell, on a floor, on which of the four cards of the next rank if
it fits there, or still where it was dealt. The order of columns and cells is left out.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from freecell._rules.position cimport (
    ABSENT, CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, FOUNDATION_PILE, HOME, HOME_PILE, Position, Ruleset, Step,
    fits, holder, make, mixed, nth_card, open_card, rank_of, suit_of,
)


cdef enum:
    PACKED_BYTES = 20
    # What a card lies on, in three bits; CODE_FITS and the next three are the suits of the card it fits on.
    CODE_HOME = 0
    CODE_CELL = 1
    CODE_FLOOR = 2
    CODE_FITS = 3
    CODE_DEALT = 7
    PER_WORD = 21  # cards


cdef struct Packed:
    uint64_t word[3]  # the last of 30 bits


cdef struct PackedPosition:
    # A position with its key.
    Position position
    Packed key
    int breaks  # how many cards lie on one they do not fit


cdef inline int code_of(const Ruleset *ruleset, int card, int below) noexcept nogil:
    if below >= FIRST_CARD:
        return CODE_FITS + suit_of(below) if fits(ruleset, card, below) else CODE_DEALT
    if below == CELL:
        return CODE_CELL
    return CODE_FLOOR if below == FLOOR else CODE_HOME


cdef inline void set_code(Packed *key, int card, uint64_t code) noexcept nogil:
    cdef int place = card - FIRST_CARD, shift = 3 * (place % PER_WORD)
    key.word[place // PER_WORD] = key.word[place // PER_WORD] & ~(<uint64_t>7 << shift) | code << shift


cdef inline void write_packed(const Packed *key, uint8_t *bytes) noexcept nogil:
    cdef uint32_t last = <uint32_t>key.word[2]
    memcpy(bytes, key.word, 16)
    memcpy(bytes + 16, &last, 4)


cdef inline void read_packed(const uint8_t *bytes, Packed *key) noexcept nogil:
    cdef uint32_t last
    memcpy(key.word, bytes, 16)
    memcpy(&last, bytes + 16, 4)
    key.word[2] = last


cdef inline uint64_t packed_hash(const Packed *key) noexcept nogil:
    return mixed(key.word[0] + mixed(key.word[1] + mixed(key.word[2] + 1)))


cdef inline void pack_position(const Ruleset *ruleset, PackedPosition *keyed) noexcept nogil:
    # Find the key of the position.
    cdef int card, code
    memset(&keyed.key, 0, sizeof(Packed))
    keyed.breaks = 0
    for card in range(FIRST_CARD, END_CARD):
        code = code_of(ruleset, card, keyed.position.below[card])
        keyed.breaks += code == CODE_DEALT
        set_code(&keyed.key, card, code)


cdef inline void unpack_position(
    const Ruleset *ruleset, const Position *start, const uint8_t *bytes, PackedPosition *keyed
) noexcept nogil:
    # Make a position again, its columns and cells in the order of their open cards.
    cdef Position *position = &keyed.position
    cdef int card, code, below, column = 0, place = 0
    cdef uint64_t covered = 0, word = 0
    read_packed(bytes, &keyed.key)
    keyed.breaks = 0
    memset(position, 0, sizeof(Position))
    for card in range(FIRST_CARD, END_CARD):
        if (card - FIRST_CARD) % PER_WORD == 0:
            word = keyed.key.word[(card - FIRST_CARD) // PER_WORD]
        code = word & 7
        word >>= 3
        if code == CODE_HOME:
            if rank_of(card) <= ruleset.ranks:
                below = HOME
                position.home[suit_of(card)] = <uint8_t>rank_of(card)
            else:
                below = ABSENT
        elif code == CODE_CELL:
            below = CELL
            position.cell[place] = <uint8_t>card
            place += 1
        elif code == CODE_FLOOR:
            below = FLOOR
        elif code == CODE_DEALT:
            below = start.below[card]
            keyed.breaks += 1
        else:
            below = holder(ruleset, card) + code - CODE_FITS
        position.below[card] = <uint8_t>below
        covered |= <uint64_t>1 << below
    for card in range(FIRST_CARD, END_CARD):
        if position.below[card] != HOME and position.below[card] != CELL and position.below[card] != ABSENT and (
                not covered >> card & 1):
            position.top[column] = <uint8_t>card
            column += 1


cdef inline int make_packed(const Ruleset *ruleset, PackedPosition *keyed, Step step) noexcept nogil:
    # Make a legal move; give the card that it takes, with those on it.
    cdef Position *position = &keyed.position
    cdef int card = open_card(position, step.source)
    if step.source < CELL_PILE:
        card = nth_card(position, step.source, step.count)
    keyed.breaks -= code_of(ruleset, card, position.below[card]) == CODE_DEALT
    make(position, step)
    set_code(&keyed.key, card, code_of(ruleset, card, position.below[card]))
    return card


cdef inline Step step_of(const Ruleset *ruleset, const Position *position, int moved, int onto) noexcept nogil:
    # The move that takes a card, with those on it, onto another, into the first empty cell or column, or home.
    cdef int pile, card, count
    cdef Step step = Step(0, HOME_PILE, 1)
    if position.below[moved] == HOME:
        step.source = <uint8_t>(FOUNDATION_PILE + suit_of(moved))
    for pile in range(CELL_PILE + ruleset.cells):
        card = open_card(position, pile)
        count = 1
        while card != moved and card >= FIRST_CARD and pile < CELL_PILE:
            card = position.below[card]
            count += 1
        if card == moved:
            step.source = <uint8_t>pile
            step.count = <uint8_t>count
            break
    if onto == HOME:
        return step
    for pile in range(CELL_PILE + ruleset.cells):
        if (pile >= CELL_PILE) == (onto == CELL) and open_card(position, pile) == (0 if onto == CELL else onto):
            step.target = <uint8_t>pile
            break
    return step
