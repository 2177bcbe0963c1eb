# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Turn the links of a search into the moves of a line.

For each position, a search keeps only its predecessor and the move between the two, without the automatic moves.
Following these links from a win back to the start gives the line in reverse. Playing it forward from the start adds the
automatic moves. Searches on packed positions store which card moved onto what instead of a move, because packing loses
the order of columns and cells. The move is derived when the position before it is known.
"""

cimport cython
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free

from freecell._core cimport State
from freecell._rules.move cimport move_of
from freecell._rules.autoplay cimport next_automove, taken_back
from freecell._rules.position cimport (
    CELL, CELL_PILE, FIRST_CARD, FOUNDATION_PILE, HOME, HOME_PILE, Position, Ruleset, Step, make, open_card, suit_of,
)
from freecell._search.arrays cimport grow_array


cdef enum:
    TO_BE_FOUND = 0  # count of a Step whose source and target are a card and what it moved onto
    FIRST_ROOM = 128  # capacity of the first array


@cython.final
cdef class Retrace:
    def __dealloc__(self):
        free(self.steps)

    cdef int step_back(self, Step step) except -1:
        # Add the move before those collected so far.
        if self.count == self.room:
            if not grow_array(<void **>&self.steps, 2 * self.room + FIRST_ROOM, sizeof(Step)):
                raise MemoryError
            self.room = 2 * self.room + FIRST_ROOM
        self.steps[self.count] = step
        self.count += 1
        return 0

    cdef int card_back(self, int card, int onto) except -1:
        # Add the move of `card`, with the cards on it, before those collected so far.
        return self.step_back(Step(<uint8_t>card, <uint8_t>onto, TO_BE_FOUND))

    cdef tuple moves(self, State start, int policy, bint automatic_first):
        # Return the moves of the line from the start, with the automatic moves of `policy` after each of them, and also
        # before the first if `automatic_first`.
        cdef Position position = start.position
        cdef const Ruleset *ruleset = &start.ruleset
        cdef list moves = []
        cdef uint32_t number
        cdef Step step
        if automatic_first:
            play_automatic(ruleset, &position, policy, 0, moves)
        for number in range(self.count, 0, -1):
            step = self.steps[number - 1]
            if step.count == TO_BE_FOUND:
                step = step_of(ruleset, &position, step.source, step.target)
            play(&position, step, moves)
            play_automatic(ruleset, &position, policy, taken_back(&position, step), moves)
        return tuple(moves)


cdef int play(Position *position, Step step, list moves) except -1:
    make(position, step)
    moves.append(move_of(step))
    return 0


cdef int play_automatic(
    const Ruleset *ruleset, Position *position, int policy, int left_alone, list moves
) except -1:
    cdef Step step
    while next_automove(ruleset, position, policy, left_alone, &step):
        play(position, step, moves)
    return 0


cdef Step step_of(const Ruleset *ruleset, const Position *position, int moved, int onto) noexcept:
    # The move of the card `moved`, with the cards on it, to `onto`: a card, the first empty cell or column, or its
    # foundation.
    cdef Step step = Step(0, HOME_PILE, 1)
    cdef int pile
    find_source(ruleset, position, moved, &step)
    if onto == HOME:
        return step
    for pile in range(CELL_PILE + ruleset.cells):
        if (pile >= CELL_PILE) == (onto == CELL) and open_card(position, pile) == (0 if onto == CELL else onto):
            step.target = <uint8_t>pile
            break
    return step


cdef void find_source(const Ruleset *ruleset, const Position *position, int moved, Step *step) noexcept:
    # Fill in the pile that holds the card `moved`, and the number of cards from it to the end of the pile.
    cdef int pile, card, count
    if position.below[moved] == HOME:
        step.source = <uint8_t>(FOUNDATION_PILE + suit_of(moved))
        return
    for pile in range(CELL_PILE + ruleset.cells):
        card = open_card(position, pile)
        count = 1
        while card != moved and card >= FIRST_CARD and pile < CELL_PILE:
            card = position.below[card]
            count += 1
        if card == moved:
            step.source = <uint8_t>pile
            step.count = <uint8_t>count
            return
