"""A position with what quick searches judge it by, kept up to date by every move.

The score is a sum over columns, cells and foundations, the higher the further from won. A move changes it by what it
changes there, so no move looks through cards that it leaves alone.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from freecell._rules.position cimport (
    CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, FOUNDATION_PILE, HOME, HOME_PILE, MAX_COLUMNS, Game, Position, Step,
    automatic, fits, goes_home, make, nth_card, open_card, rank_of, suit_of,
)


cdef extern from *:
    int __builtin_ctzll(unsigned long long) nogil


cdef enum:
    NOWHERE = 0xFF  # not a column


cdef enum:
    WEIGHTS = 20  # how many numbers make a judge; see judge_begin


cdef struct Judge:
    # What makes a position look far from won, and what of the rules is needed for it.
    Game game
    int policy  # of what goes home by itself
    uint64_t takes[END_CARD]  # by card: the cards that may lie on it; by FLOOR: those that may start a column
    uint64_t onto[END_CARD]  # by card: the cards it may lie on
    int16_t lies[END_CARD][END_CARD]  # for a card that lies on what it does
    int wanted  # for each card above one that goes home next
    int burying  # for each card above a lower one of its suit, where the search looks that deep
    int rest  # and for each card that the run on top of its column lies on
    int moves  # for each eight moves made
    int based  # against, for each card of an ordered run that starts on the floor with the highest rank
    int cells[11]  # for that many cards in cells
    int columns[19]  # against, for that many empty columns


cdef struct Judged:
    Position position
    uint64_t automatic  # the cards that go home by themselves once they are open
    int32_t score  # without the moves made
    uint8_t cells  # how many are empty
    uint8_t columns
    uint8_t based[MAX_COLUMNS]  # how many cards lie in order from the floor on, if the first is of the highest rank
    uint8_t above[MAX_COLUMNS]  # and how many on them
    uint8_t column[END_CARD]  # by card, while it lies in one
    uint8_t where[4]  # by suit: the column of the card that goes home next, or NOWHERE
    uint8_t depth[4]  # and how many cards lie on it


cdef inline void judge_begin(Judge *judge, const Game *game, int policy, const int *weights) noexcept nogil:
    cdef int number, card, below, rank, under, ranks = game.ranks, away = weights[10]
    cdef int16_t *lies
    memset(judge, 0, sizeof(Judge))
    judge.game = game[0]
    judge.policy = policy
    judge.wanted = weights[0]
    judge.moves = weights[1]
    judge.based = weights[2]
    for number in range(1, 11):
        judge.cells[number] = judge.cells[number - 1] + weights[2 + min(number, 4)]
    for number in range(1, 19):
        judge.columns[number] = judge.columns[number - 1] + weights[6 + min(number, 3)]
    for card in range(FIRST_CARD, 4 * ranks + FIRST_CARD):
        rank = rank_of(card)
        if rank >= game.to_floor:
            judge.takes[FLOOR] |= <uint64_t>1 << card
        lies = judge.lies[card]
        lies[CELL] = <int16_t>(away + weights[11] * rank // 8)
        lies[FLOOR] = <int16_t>(away + weights[12] * (ranks - rank) // 8)
        for below in range(FIRST_CARD, 4 * ranks + FIRST_CARD):
            under = rank_of(below)
            if fits(game, card, below):
                judge.takes[below] |= <uint64_t>1 << card
                judge.onto[card] |= <uint64_t>1 << below
                lies[below] = <int16_t>(away + weights[13] * (ranks - rank) // 8)
                continue
            lies[below] = <int16_t>(away + weights[14] + weights[15] * rank // 8 + weights[16] * (ranks - under) // 8)
            if rank > under:
                lies[below] += weights[17]
                if suit_of(card) == suit_of(below):
                    lies[below] += weights[18]
            if rank == under + 1:
                lies[below] += weights[19]


cdef inline void find_next_home(const Judge *judge, Judged *judged, int suit) noexcept nogil:
    # Where it lies, and what lies on it counts.
    cdef const Position *position = &judged.position
    cdef int wanted = 4 * position.home[suit] + FIRST_CARD + suit, column, card, depth = 0
    judged.where[suit] = NOWHERE
    judged.depth[suit] = 0
    if position.home[suit] == judge.game.ranks or position.below[wanted] == CELL:
        return
    column = judged.column[wanted]
    card = position.top[column]
    while card != wanted:
        card = position.below[card]
        depth += 1
    judged.where[suit] = <uint8_t>column
    judged.depth[suit] = <uint8_t>depth
    judged.score += judge.wanted * depth


cdef inline void judge_whole(const Judge *judge, Judged *judged) noexcept nogil:
    # Find everything anew.
    cdef const Position *position = &judged.position
    cdef int suit, column, card, below, based, height, place
    judged.score = 0
    for card in range(FIRST_CARD, 4 * judge.game.ranks + FIRST_CARD):
        judged.score += judge.lies[card][position.below[card]]
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
            judged.column[card] = <uint8_t>column
            height += 1
            based += 1
            if below == FLOOR and rank_of(card) < judge.game.ranks:
                based = 0
            elif below != FLOOR and not judge.takes[below] >> card & 1:
                based = 0
            card = below
        judged.based[column] = <uint8_t>based
        judged.above[column] = <uint8_t>(height - based)
        judged.score -= judge.based * based
    judged.score += judge.cells[judge.game.cells - judged.cells] - judge.columns[judged.columns]
    for suit in range(4):
        find_next_home(judge, judged, suit)
    judged.automatic = automatic(position, judge.policy)


cdef inline void make_judged(const Judge *judge, Judged *judged, Step step) noexcept nogil:
    # Make a legal move.
    cdef Position *position = &judged.position
    cdef int source = step.source, target = step.target, count = step.count
    cdef int card = nth_card(position, source, count) if source < CELL_PILE else open_card(position, source)
    cdef int under = position.below[card], onto = position.top[target] if target < CELL_PILE else HOME_PILE
    cdef int suit, moved, above, filled = judge.game.cells - judged.cells, score = judged.score
    make(position, step)
    score += judge.lies[card][position.below[card]] - judge.lies[card][under]
    for suit in range(4):
        if judged.where[suit] == source:
            if judged.depth[suit] >= count:
                judged.depth[suit] -= count
                score -= judge.wanted * count
            else:
                judged.where[suit] = <uint8_t>(target if target < CELL_PILE else NOWHERE)
        elif judged.where[suit] == target:
            judged.depth[suit] += count
            score += judge.wanted * count
    if source < CELL_PILE:
        above = min(count, judged.above[source])
        judged.above[source] -= above
        judged.based[source] -= count - above
        score += judge.based * (count - above)
        if under == FLOOR:
            judged.columns += 1
            score -= judge.columns[judged.columns] - judge.columns[judged.columns - 1]
    elif source < FOUNDATION_PILE:
        judged.cells += 1
        score -= judge.cells[filled] - judge.cells[filled - 1]
        filled -= 1
    if target < CELL_PILE:
        moved = position.top[target]
        judged.column[moved] = <uint8_t>target
        while moved != card:
            moved = position.below[moved]
            judged.column[moved] = <uint8_t>target
        if onto == FLOOR:
            score += judge.columns[judged.columns] - judge.columns[judged.columns - 1]
            judged.columns -= 1
        if judged.above[target] == 0 and (onto != FLOOR or rank_of(card) == judge.game.ranks):
            judged.based[target] += count
            score -= judge.based * count
        else:
            judged.above[target] += count
    elif target < FOUNDATION_PILE:
        judged.cells -= 1
        score += judge.cells[filled + 1] - judge.cells[filled]
    judged.score = score
    suit = suit_of(card)
    if target == HOME_PILE:
        find_next_home(judge, judged, suit)
        judged.automatic = automatic(position, judge.policy)
    elif source >= FOUNDATION_PILE:
        judged.score -= judge.wanted * judged.depth[suit]
        judged.where[suit] = NOWHERE
        judged.depth[suit] = 0
        judged.automatic = automatic(position, judge.policy)
    if target < CELL_PILE and source >= CELL_PILE and goes_home(position, card):
        judged.where[suit] = <uint8_t>target


cdef inline bint is_right(const Judge *judge, const Judged *judged) noexcept nogil:
    # Whether it is what looking through the whole position would find.
    cdef Judged anew
    cdef int card
    anew.position = judged.position
    judge_whole(judge, &anew)
    for card in range(FIRST_CARD, 4 * judge.game.ranks + FIRST_CARD):
        if judged.position.below[card] not in (CELL, HOME) and anew.column[card] != judged.column[card]:
            return False
    return (
        anew.automatic == judged.automatic and anew.score == judged.score
        and anew.cells == judged.cells and anew.columns == judged.columns
        and memcmp(anew.based, judged.based, MAX_COLUMNS) == 0 and memcmp(anew.above, judged.above, MAX_COLUMNS) == 0
        and memcmp(anew.where, judged.where, 4) == 0 and memcmp(anew.depth, judged.depth, 4) == 0)


cdef inline bint way_home(const Judge *judge, const Judged *judged, int card, Step *step) noexcept nogil:
    # Whether the card, one that goes home next, is open; give its move home.
    cdef int suit = suit_of(card), place
    step.target = HOME_PILE
    step.count = 1
    if judged.where[suit] != NOWHERE:
        step.source = judged.where[suit]
        return judged.depth[suit] == 0
    for place in range(judge.game.cells):
        if judged.position.cell[place] == card:
            step.source = <uint8_t>(CELL_PILE + place)
            return True
    return False


cdef inline bint send_home(const Judge *judge, Judged *judged) noexcept nogil:
    # Make one move home that goes by itself, if there is one.
    cdef uint64_t cards = judged.automatic
    cdef Step step
    while cards:
        if way_home(judge, judged, __builtin_ctzll(cards), &step):
            make_judged(judge, judged, step)
            return True
        cards &= cards - 1
    return False
