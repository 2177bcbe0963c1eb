"""Header with code: pack a position into 20 bytes without loss, given the start of the search.

Three bits per card encode where it is: home, in a cell, on the floor of a column, on one of the four cards of the next
rank (if it fits there), or still on the card it was dealt on. The order of columns and of cells is not stored, so
positions that differ only in that order have the same bytes.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from freecell._rules.position cimport (
    ABSENT, CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, HOME, Position, Ruleset, Step, fits, holder, make, mixed,
    nth_card, open_card, rank_of, suit_of,
)


cdef enum:
    PACKED_BYTES = 20
    CARDS_PER_WORD = 21

    # Where a card is, in three bits.
    CODE_HOME = 0
    CODE_CELL = 1
    CODE_FLOOR = 2
    CODE_FITS = 3  # on a club that it fits; codes 4 to 6 are for a card of suit 1 to 3
    CODE_DEALT = 7  # on the card it was dealt on, which it does not fit


cdef struct Packed:
    uint64_t word[3]  # 21 cards each; the last word holds 10 cards in 30 bits


cdef struct PackedPosition:
    # A position together with its packed form.
    Position position
    Packed packed
    int breaks  # number of cards that lie on a card they do not fit


cdef inline int code_of(const Ruleset *ruleset, int card, int below) noexcept nogil:
    if below >= FIRST_CARD:
        return CODE_FITS + suit_of(below) if fits(ruleset, card, below) else CODE_DEALT
    if below == CELL:
        return CODE_CELL
    return CODE_FLOOR if below == FLOOR else CODE_HOME


cdef inline void set_code(Packed *packed, int card, uint64_t code) noexcept nogil:
    cdef int place = card - FIRST_CARD, word = place // CARDS_PER_WORD, shift = 3 * (place % CARDS_PER_WORD)
    packed.word[word] = packed.word[word] & ~(<uint64_t>7 << shift) | code << shift


cdef inline void write_packed(const Packed *packed, uint8_t *bytes) noexcept nogil:
    cdef uint32_t last = <uint32_t>packed.word[2]
    memcpy(bytes, packed.word, 16)
    memcpy(bytes + 16, &last, 4)


cdef inline void read_packed(const uint8_t *bytes, Packed *packed) noexcept nogil:
    cdef uint32_t last
    memcpy(packed.word, bytes, 16)
    memcpy(&last, bytes + 16, 4)
    packed.word[2] = last


cdef inline uint64_t packed_hash(const Packed *packed) noexcept nogil:
    return mixed(packed.word[0] + mixed(packed.word[1] + mixed(packed.word[2] + 1)))


cdef inline void pack_position(const Ruleset *ruleset, PackedPosition *at) noexcept nogil:
    # Compute `packed` and `breaks` from `position`.
    cdef int card, code
    memset(&at.packed, 0, sizeof(Packed))
    at.breaks = 0
    for card in range(FIRST_CARD, END_CARD):
        code = code_of(ruleset, card, at.position.below[card])
        at.breaks += code == CODE_DEALT
        set_code(&at.packed, card, code)


cdef inline void unpack_position(
    const Ruleset *ruleset, const Position *start, const uint8_t *bytes, PackedPosition *at
) noexcept nogil:
    # Restore a position from its bytes and the start of the search. Columns and cells come in the order of their open
    # cards.
    cdef Position *position = &at.position
    cdef int card, code, below, column = 0, place = 0
    cdef uint64_t covered = 0, word = 0
    read_packed(bytes, &at.packed)
    at.breaks = 0
    memset(position, 0, sizeof(Position))
    for card in range(FIRST_CARD, END_CARD):
        if (card - FIRST_CARD) % CARDS_PER_WORD == 0:
            word = at.packed.word[(card - FIRST_CARD) // CARDS_PER_WORD]
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
            at.breaks += 1
        else:
            below = holder(ruleset, card) + code - CODE_FITS
        position.below[card] = <uint8_t>below
        covered |= <uint64_t>1 << below
    for card in range(FIRST_CARD, END_CARD):
        if position.below[card] != HOME and position.below[card] != CELL and position.below[card] != ABSENT and (
                not covered >> card & 1):
            position.top[column] = <uint8_t>card
            column += 1


cdef inline int make_packed(const Ruleset *ruleset, PackedPosition *at, Step step) noexcept nogil:
    # Make a legal move. Return the deepest card that it takes.
    cdef Position *position = &at.position
    cdef int card = open_card(position, step.source)
    if step.source < CELL_PILE:
        card = nth_card(position, step.source, step.count)
    at.breaks -= code_of(ruleset, card, position.below[card]) == CODE_DEALT
    make(position, step)
    set_code(&at.packed, card, code_of(ruleset, card, position.below[card]))
    return card
