"""A position with what quick searches judge it by, kept up to date by every move.

The score is a sum over columns, cells and foundations, the higher the further from won. A move changes it by what it
changes there, so no move looks through cards that it leaves alone.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from freecell._position cimport (
    CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, FOUNDATION_PILE, HOME_PILE, MAX_COLUMNS, Game, Position, Step, fits,
    automatic, goes_home, make, nth_card, open_card, rank_of, suit_of,
)


cdef extern from *:
    int __builtin_ctzll(unsigned long long) nogil


cdef enum:
    NOWHERE = 0xFF  # not a column


cdef struct Weights:
    # What makes a position look far from won.
    int cards  # for each card not home
    int breaks  # for each card that does not fit on the one below it
    int wanted  # for each card above one that goes home next
    int moves  # for each eight moves made
    int based  # against, for each card of an ordered run that starts on the floor with the highest rank
    int cells[11]  # for that many cards in cells
    int columns[19]  # against, for that many empty columns


cdef struct Judge:
    # What stays the same for all positions of a search.
    Game game
    Weights weights
    uint64_t takes[END_CARD]  # by card: the cards that may lie on it; by FLOOR: those that may start a column
    uint64_t onto[END_CARD]  # by card: the cards it may lie on
    int policy


cdef struct Judged:
    Position position
    uint64_t automatic  # the cards that go home by themselves once they are open
    int32_t score  # without the moves made
    uint8_t cells  # how many are empty
    uint8_t columns
    uint8_t based[MAX_COLUMNS]  # how many cards lie in order from the floor on, if the first is of the highest rank
    uint8_t above[MAX_COLUMNS]  # and how many on them
    uint8_t where[4]  # by suit: the column of the card that goes home next, or NOWHERE
    uint8_t depth[4]  # and how many cards lie on it


cdef inline void judge_begin(Judge *judge, const Game *game, int policy) noexcept nogil:
    # All but the weights.
    cdef int card, below
    judge.game = game[0]
    judge.policy = policy
    memset(judge.takes, 0, sizeof(judge.takes))
    memset(judge.onto, 0, sizeof(judge.onto))
    for card in range(FIRST_CARD, 4 * game.ranks + FIRST_CARD):
        if rank_of(card) >= game.to_floor:
            judge.takes[FLOOR] |= <uint64_t>1 << card
        for below in range((card | 3) + 1, min((card | 3) + 5, 4 * game.ranks + FIRST_CARD)):
            if fits(game, card, below):
                judge.takes[below] |= <uint64_t>1 << card
                judge.onto[card] |= <uint64_t>1 << below


cdef inline void find_next_home(const Judge *judge, Judged *judged, int suit) noexcept nogil:
    # Where it lies, and what lies on it counts.
    cdef const Position *position = &judged.position
    cdef int wanted = 4 * position.home[suit] + FIRST_CARD + suit, column, card, depth
    judged.where[suit] = NOWHERE
    judged.depth[suit] = 0
    if position.home[suit] == judge.game.ranks or position.below[wanted] == CELL:
        return
    for column in range(judge.game.columns):
        card = position.top[column]
        depth = 0
        while card != FLOOR and card != wanted:
            card = position.below[card]
            depth += 1
        if card != FLOOR:
            judged.where[suit] = <uint8_t>column
            judged.depth[suit] = <uint8_t>depth
            judged.score += judge.weights.wanted * depth
            return


cdef inline void judge_whole(const Judge *judge, Judged *judged) noexcept nogil:
    # Find everything anew.
    cdef const Position *position = &judged.position
    cdef const Weights *weights = &judge.weights
    cdef int suit, column, card, below, based, height, place
    judged.score = 4 * judge.game.ranks * weights.cards
    judged.cells = judged.columns = 0
    for place in range(judge.game.cells):
        judged.cells += position.cell[place] == 0
    memset(judged.based, 0, sizeof(judged.based))
    memset(judged.above, 0, sizeof(judged.above))
    for column in range(judge.game.columns):
        card = position.top[column]
        judged.columns += card == FLOOR
        based = height = 0
        while card != FLOOR:
            below = position.below[card]
            height += 1
            based += 1
            if below == FLOOR and rank_of(card) < judge.game.ranks:
                based = 0
            elif below != FLOOR and not judge.takes[below] >> card & 1:
                based = 0
                judged.score += weights.breaks
            card = below
        judged.based[column] = <uint8_t>based
        judged.above[column] = <uint8_t>(height - based)
        judged.score -= weights.based * based
    judged.score += weights.cells[judge.game.cells - judged.cells] - weights.columns[judged.columns]
    for suit in range(4):
        judged.score -= weights.cards * position.home[suit]
        find_next_home(judge, judged, suit)
    judged.automatic = automatic(position, judge.policy)


cdef inline void make_judged(const Judge *judge, Judged *judged, Step step) noexcept nogil:
    # Make a legal move.
    cdef Position *position = &judged.position
    cdef const Weights *weights = &judge.weights
    cdef int source = step.source, target = step.target, count = step.count
    cdef int card = nth_card(position, source, count) if source < CELL_PILE else open_card(position, source)
    cdef int under = position.below[card], onto = position.top[target] if target < CELL_PILE else HOME_PILE
    cdef int suit, above, filled = judge.game.cells - judged.cells, score = judged.score
    make(position, step)
    for suit in range(4):
        if judged.where[suit] == source:
            if judged.depth[suit] >= count:
                judged.depth[suit] -= count
                score -= weights.wanted * count
            else:
                judged.where[suit] = <uint8_t>(target if target < CELL_PILE else NOWHERE)
        elif judged.where[suit] == target:
            judged.depth[suit] += count
            score += weights.wanted * count
    if source < CELL_PILE:
        above = min(count, judged.above[source])
        judged.above[source] -= above
        judged.based[source] -= count - above
        score += weights.based * (count - above)
        if under == FLOOR:
            judged.columns += 1
            score -= weights.columns[judged.columns] - weights.columns[judged.columns - 1]
        elif not judge.takes[under] >> card & 1:
            score -= weights.breaks
    elif source < FOUNDATION_PILE:
        judged.cells += 1
        score -= weights.cells[filled] - weights.cells[filled - 1]
        filled -= 1
    if target < CELL_PILE:
        if onto == FLOOR:
            score += weights.columns[judged.columns] - weights.columns[judged.columns - 1]
            judged.columns -= 1
        if judged.above[target] == 0 and (onto != FLOOR or rank_of(card) == judge.game.ranks):
            judged.based[target] += count
            score -= weights.based * count
        else:
            judged.above[target] += count
    elif target < FOUNDATION_PILE:
        judged.cells -= 1
        score += weights.cells[filled + 1] - weights.cells[filled]
    judged.score = score
    suit = suit_of(card)
    if target == HOME_PILE:
        judged.score -= weights.cards
        find_next_home(judge, judged, suit)
        judged.automatic = automatic(position, judge.policy)
    elif source >= FOUNDATION_PILE:
        judged.score += weights.cards - weights.wanted * judged.depth[suit]
        judged.where[suit] = NOWHERE
        judged.depth[suit] = 0
        judged.automatic = automatic(position, judge.policy)
    if target < CELL_PILE and source >= CELL_PILE and goes_home(position, card):
        judged.where[suit] = <uint8_t>target


cdef inline bint is_right(const Judge *judge, const Judged *judged) noexcept nogil:
    # Whether it is what looking through the whole position would find.
    cdef Judged anew
    anew.position = judged.position
    judge_whole(judge, &anew)
    return (
        anew.automatic == judged.automatic and anew.score == judged.score
        and anew.cells == judged.cells and anew.columns == judged.columns
        and memcmp(anew.based, judged.based, MAX_COLUMNS) == 0 and memcmp(anew.above, judged.above, MAX_COLUMNS) == 0
        and memcmp(anew.where, judged.where, 4) == 0 and memcmp(anew.depth, judged.depth, 4) == 0)


cdef inline bint send_home(const Judge *judge, Judged *judged) noexcept nogil:
    # Make one move home that goes by itself, if there is one.
    cdef const Position *position = &judged.position
    cdef int suit, place, card
    cdef uint64_t cards = judged.automatic
    while cards:
        card = __builtin_ctzll(cards)
        cards &= cards - 1
        suit = suit_of(card)
        if judged.where[suit] != NOWHERE:
            if judged.depth[suit] == 0:
                make_judged(judge, judged, Step(judged.where[suit], HOME_PILE, 1))
                return True
        else:
            for place in range(judge.game.cells):
                if position.cell[place] == card:
                    make_judged(judge, judged, Step(<uint8_t>(CELL_PILE + place), HOME_PILE, 1))
                    return True
    return False
