# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Exhausting every position, level by level.

The cards home never become fewer, and the cards that lie on one they do not fit never more: no move makes such a
pair, so each is one of the deal that has not been parted yet. So positions fall into levels by the sum of both
changes, no move leads to a lower level, and a level that is done is forgotten but for how its positions were met.
(Where cards come back from home, all positions are of one level.)

A position is kept exactly, in 20 bytes: three bits for each card tell whether it is home, in a cell, on a floor, on
which of the four cards of the next rank if it fits there, or still where it was dealt.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

from freecell._position cimport (
    ABSENT, CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, HOME, MAX_MOVES, Game, Position, Step, cards_home,
    fits, holder, is_won, legal_steps, make, mixed, next_automove, nth_card, open_card, rank_of, suit_of,
)
from freecell._quick cimport EXHAUSTED, FULL, RUNNING, WON, Outcome


cdef enum:
    NOTHING = 0xFFFFFFFF
    # What a card lies on, in three bits; CODE_FITS and the next three are the suits of the card it fits on.
    CODE_HOME = 0
    CODE_CELL = 1
    CODE_FLOOR = 2
    CODE_FITS = 3
    CODE_DEALT = 7
    PER_WORD = 21  # cards
    TAKEN_AT_ONCE = 16  # slots of an old table at each new position: so it is done before the next has to grow


cdef struct Key:
    uint64_t word[3]  # the last of 30 bits


cdef inline int code_of(const Game *game, int card, int below) noexcept nogil:
    if below >= FIRST_CARD:
        return CODE_FITS + suit_of(below) if fits(game, card, below) else CODE_DEALT
    if below == CELL:
        return CODE_CELL
    return CODE_FLOOR if below == FLOOR else CODE_HOME


cdef inline void set_code(Key *key, int card, uint64_t code) noexcept nogil:
    cdef int place = card - FIRST_CARD, shift = 3 * (place % PER_WORD)
    key.word[place // PER_WORD] = key.word[place // PER_WORD] & ~(<uint64_t>7 << shift) | code << shift


cdef inline void write_key(const Key *key, uint8_t *bytes) noexcept nogil:
    cdef uint32_t last = <uint32_t>key.word[2]
    memcpy(bytes, key.word, 16)
    memcpy(bytes + 16, &last, 4)


cdef inline void read_key(const uint8_t *bytes, Key *key) noexcept nogil:
    cdef uint32_t last
    memcpy(key.word, bytes, 16)
    memcpy(&last, bytes + 16, 4)
    key.word[2] = last


cdef inline uint64_t hash_of(const Key *key) noexcept nogil:
    return mixed(key.word[0] + mixed(key.word[1] + mixed(key.word[2] + 1)))


cdef int key_of(const Game *game, const Position *position, Key *key) noexcept nogil:
    # Make the key; give how many cards lie on one they do not fit.
    cdef int card, code, breaks = 0
    memset(key, 0, sizeof(Key))
    for card in range(FIRST_CARD, END_CARD):
        code = code_of(game, card, position.below[card])
        breaks += code == CODE_DEALT
        set_code(key, card, code)
    return breaks


cdef int position_of(const Prover *prover, const Game *game, const Key *key, Position *position) noexcept nogil:
    # Make a position again, its columns and cells in the order of their open cards; give its breaks.
    cdef int card, code, below, column = 0, place = 0, breaks = 0
    cdef uint64_t covered = 0, word = 0
    memset(position, 0, sizeof(Position))
    for card in range(FIRST_CARD, END_CARD):
        if (card - FIRST_CARD) % PER_WORD == 0:
            word = key.word[(card - FIRST_CARD) // PER_WORD]
        code = word & 7
        word >>= 3
        if code == CODE_HOME:
            if rank_of(card) <= game.ranks:
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
            below = prover.start.below[card]
            breaks += 1
        else:
            below = holder(game, card) + code - CODE_FITS
        position.below[card] = <uint8_t>below
        covered |= <uint64_t>1 << below
    for card in range(FIRST_CARD, END_CARD):
        if position.below[card] != HOME and position.below[card] != CELL and position.below[card] != ABSENT and (
                not covered >> card & 1):
            position.top[column] = <uint8_t>card
            column += 1
    return breaks


cdef uint32_t *slot_of(const Level *level, uint32_t *table, uint64_t slots, const uint8_t *bytes) noexcept nogil:
    # The slot that holds the position, or the empty one where it would be.
    cdef Key key
    cdef uint64_t slot
    read_key(bytes, &key)
    slot = hash_of(&key) & (slots - 1)
    while table[slot] and memcmp(level.keys + <uint64_t>(table[slot] - 1) * KEY_BYTES, bytes, KEY_BYTES) != 0:
        slot = (slot + 1) & (slots - 1)
    return table + slot


cdef void take_over(Prover *prover, Level *level, uint64_t entries) noexcept nogil:
    # Put some more entries of the old table into the new one.
    cdef uint64_t end = min(level.old_slots, level.taken_over + entries), place
    for place in range(level.taken_over, end):
        if level.old[place]:
            slot_of(level, level.table, level.slots, level.keys + <uint64_t>(level.old[place] - 1) * KEY_BYTES)[0] = (
                level.old[place])
    level.taken_over = end
    if end == level.old_slots:
        free(level.old)
        level.old = NULL
        prover.memory -= level.old_slots * sizeof(uint32_t)
        level.old_slots = 0


cdef bint grow(Prover *prover, Level *level, uint64_t limit) noexcept nogil:
    # Make room for more positions of a level; False when the limit or the machine does not allow it.
    cdef uint64_t room = 2 * <uint64_t>level.room if level.room else 64, slots = 2 * room
    cdef uint64_t more = (room - level.room) * (KEY_BYTES + sizeof(Trail)) + slots * sizeof(uint32_t)
    cdef uint32_t *table
    cdef void *larger
    if prover.memory + more > limit or room >= NOTHING:
        return False
    take_over(prover, level, level.old_slots)
    table = <uint32_t *>calloc(slots, sizeof(uint32_t))
    if table == NULL:
        return False
    larger = realloc(level.keys, room * KEY_BYTES)
    if larger != NULL:
        level.keys = <uint8_t *>larger
        larger = realloc(level.trail, room * sizeof(Trail))
    if larger == NULL:
        free(table)
        return False
    level.trail = <Trail *>larger
    level.old = level.table
    level.old_slots = level.slots
    level.taken_over = 0
    level.table = table
    level.room = <uint32_t>room
    level.slots = slots
    prover.memory += more
    return True


cdef bint meet(Prover *prover, int number, const Key *key, Trail trail, uint64_t limit) noexcept nogil:
    # Keep a position to be expanded, unless it was met before; False when there is no room.
    cdef Level *level = &prover.level[number]
    cdef uint8_t bytes[KEY_BYTES]
    cdef uint32_t *slot
    if level.count == level.room and not grow(prover, level, limit):
        return False
    write_key(key, bytes)
    slot = slot_of(level, level.table, level.slots, bytes)
    if slot[0] or level.old != NULL and slot_of(level, level.old, level.old_slots, bytes)[0]:
        return True
    memcpy(level.keys + <uint64_t>level.count * KEY_BYTES, bytes, KEY_BYTES)
    level.trail[level.count] = trail
    level.count += 1
    slot[0] = level.count
    prover.met += 1
    if level.old != NULL:
        take_over(prover, level, TAKEN_AT_ONCE)
    return True


cdef void forget(Prover *prover, Level *level) noexcept nogil:
    # Of a level that is done, keep only how its positions were met.
    cdef void *smaller
    free(level.keys)
    free(level.table)
    free(level.old)
    level.keys = NULL
    level.table = level.old = NULL
    smaller = realloc(level.trail, <uint64_t>max(level.count, <uint32_t>1) * sizeof(Trail))
    if smaller != NULL:
        level.trail = <Trail *>smaller
    prover.memory -= (
        <uint64_t>level.room * KEY_BYTES + (level.slots + level.old_slots) * sizeof(uint32_t)
        + <uint64_t>(level.room - level.count) * sizeof(Trail))
    level.room = level.count
    level.slots = level.old_slots = 0


cdef bint prover_begin(
    Prover *prover, const Game *game, const Position *start, int policy, bint to_win
) noexcept nogil:
    # Set up a search; False when there is no memory. prover_end frees what it took.
    cdef Step step
    cdef Key key
    memset(prover, 0, sizeof(Prover))
    prover.start = start[0]
    prover.policy = policy
    prover.to_win = to_win
    while next_automove(game, &prover.start, policy, &step):
        make(&prover.start, step)
    prover.breaks = key_of(game, &prover.start, &key)
    prover.last.parent = NOTHING
    prover.won = is_won(game, &prover.start)
    prover.current = 0 if game.takeback else level_of(prover, &prover.start, prover.breaks)
    return meet(prover, prover.current, &key, prover.last, <uint64_t>-1)


cdef inline int level_of(const Prover *prover, const Position *position, int breaks) noexcept nogil:
    return cards_home(position) + prover.breaks - breaks


cdef void prover_end(Prover *prover) noexcept nogil:
    cdef int number
    for number in range(LEVELS):
        free(prover.level[number].keys)
        free(prover.level[number].table)
        free(prover.level[number].old)
        free(prover.level[number].trail)


cdef Outcome prover_run(Prover *prover, const Game *game, uint64_t until, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all.
    cdef Step steps[MAX_MOVES]
    cdef Step automove
    cdef Position position, after
    cdef Key key, of_after
    cdef Trail trail
    cdef Level *level
    cdef int found, place, card, breaks, after_breaks
    if prover.won and prover.to_win:
        return WON
    while prover.expanded < until:
        level = &prover.level[prover.current]
        if prover.done == level.count:
            forget(prover, level)
            while prover.current < LEVELS - 1 and prover.done == prover.level[prover.current].count:
                prover.current += 1
                prover.done = 0
            if prover.current == LEVELS - 1:
                return EXHAUSTED
            continue
        read_key(level.keys + <uint64_t>prover.done * KEY_BYTES, &key)
        breaks = position_of(prover, game, &key, &position)
        found = legal_steps(game, &position, True, steps)
        trail.parent = prover.done
        trail.level = <uint8_t>prover.current
        for place in range(found):
            card = open_card(&position, steps[place].source)
            if steps[place].source < CELL_PILE:
                card = nth_card(&position, steps[place].source, steps[place].count)
                if steps[place].target < CELL_PILE and position.below[card] == position.top[steps[place].target]:
                    continue  # a whole column onto an empty one, which changes nothing
            after = position
            of_after = key
            after_breaks = breaks
            make(&after, steps[place])
            if code_of(game, card, position.below[card]) == CODE_DEALT:
                after_breaks -= 1
            set_code(&of_after, card, code_of(game, card, after.below[card]))
            trail.card = <uint8_t>card
            trail.onto = after.below[card]
            while next_automove(game, &after, prover.policy, &automove):
                card = open_card(&after, automove.source)
                if code_of(game, card, after.below[card]) == CODE_DEALT:
                    after_breaks -= 1
                set_code(&of_after, card, CODE_HOME)
                make(&after, automove)
            if is_won(game, &after) and prover.to_win:
                prover.won = True
                prover.last = trail
                return WON
            if not meet(
                prover, 0 if game.takeback else level_of(prover, &after, after_breaks), &of_after, trail, limit
            ):
                return FULL
        prover.done += 1
        prover.expanded += 1
    return RUNNING
