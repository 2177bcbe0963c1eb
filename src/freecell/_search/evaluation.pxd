"""A position with what quick searches evaluator it by, kept up to date by every move.

The score is a sum over columns, cells and foundations, the higher the further from won. A move changes it by what it
changes there, so no move looks through cards that it leaves alone.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from freecell._rules.autoplay cimport automatic_cards
from freecell._rules.position cimport (
    CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, FOUNDATION_PILE, HOME, HOME_PILE, MAX_COLUMNS, Position, Ruleset,
    Step, fits, goes_home, make, nth_card, open_card, rank_of, suit_of,
)

from freecell._search.weights cimport Weights


cdef extern from *:
    int __builtin_ctzll(unsigned long long) nogil


cdef enum:
    NOWHERE = 0xFF  # not a column


cdef struct Evaluator:
    # What makes a position look far from won, and what of the rules is needed for it.
    Ruleset ruleset
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


cdef struct Evaluated:
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


cdef inline void evaluator_init(
    Evaluator *evaluator, const Ruleset *ruleset, int policy, const Weights *weights
) noexcept nogil:
    cdef int number, card, below, rank, under, ranks = ruleset.ranks
    cdef int16_t *lies
    memset(evaluator, 0, sizeof(Evaluator))
    evaluator.ruleset = ruleset[0]
    evaluator.policy = policy
    evaluator.wanted = weights.blocking
    evaluator.moves = weights.moves
    evaluator.based = weights.king_run
    evaluator.burying = weights.burying
    evaluator.rest = weights.rest
    evaluator.cells[1] = weights.first_cell
    evaluator.cells[2] = evaluator.cells[1] + weights.second_cell
    evaluator.cells[3] = evaluator.cells[2] + weights.third_cell
    for number in range(4, 11):
        evaluator.cells[number] = evaluator.cells[number - 1] + weights.further_cell
    evaluator.columns[1] = weights.first_column
    evaluator.columns[2] = evaluator.columns[1] + weights.second_column
    for number in range(3, 19):
        evaluator.columns[number] = evaluator.columns[number - 1] + weights.further_column
    for card in range(FIRST_CARD, 4 * ranks + FIRST_CARD):
        rank = rank_of(card)
        if rank >= ruleset.to_floor:
            evaluator.takes[FLOOR] |= <uint64_t>1 << card
        lies = evaluator.lies[card]
        lies[CELL] = <int16_t>(weights.card + weights.cell_rank * rank // 8)
        lies[FLOOR] = <int16_t>(weights.card + weights.bottom_rank * (ranks - rank) // 8)
        for below in range(FIRST_CARD, 4 * ranks + FIRST_CARD):
            under = rank_of(below)
            if fits(ruleset, card, below):
                evaluator.takes[below] |= <uint64_t>1 << card
                evaluator.onto[card] |= <uint64_t>1 << below
                lies[below] = <int16_t>(weights.card + weights.run_rank * (ranks - rank) // 8)
                continue
            lies[below] = <int16_t>(
                weights.card + weights.misfit
                + weights.misfit_rank * rank // 8 + weights.misfit_under * (ranks - under) // 8)
            if rank > under:
                lies[below] += weights.misfit_higher
                if suit_of(card) == suit_of(below):
                    lies[below] += weights.misfit_same_suit
            if rank == under + 1:
                lies[below] += weights.misfit_next


cdef inline void find_next_home(const Evaluator *evaluator, Evaluated *evaluated, int suit) noexcept nogil:
    # Where it lies, and what lies on it counts.
    cdef const Position *position = &evaluated.position
    cdef int wanted = 4 * position.home[suit] + FIRST_CARD + suit, column, card, depth = 0
    evaluated.where[suit] = NOWHERE
    evaluated.depth[suit] = 0
    if position.home[suit] == evaluator.ruleset.ranks or position.below[wanted] == CELL:
        return
    column = evaluated.column[wanted]
    card = position.top[column]
    while card != wanted:
        card = position.below[card]
        depth += 1
    evaluated.where[suit] = <uint8_t>column
    evaluated.depth[suit] = <uint8_t>depth
    evaluated.score += evaluator.wanted * depth


cdef inline void evaluate(const Evaluator *evaluator, Evaluated *evaluated) noexcept nogil:
    # Find everything anew.
    cdef const Position *position = &evaluated.position
    cdef int suit, column, card, below, based, height, place
    evaluated.score = 0
    for card in range(FIRST_CARD, 4 * evaluator.ruleset.ranks + FIRST_CARD):
        evaluated.score += evaluator.lies[card][position.below[card]]
    evaluated.cells = evaluated.columns = 0
    for place in range(evaluator.ruleset.cells):
        evaluated.cells += position.cell[place] == 0
    memset(evaluated.based, 0, sizeof(evaluated.based))
    memset(evaluated.above, 0, sizeof(evaluated.above))
    for column in range(evaluator.ruleset.columns):
        card = position.top[column]
        evaluated.columns += card == FLOOR
        based = height = 0
        while card != FLOOR:
            below = position.below[card]
            evaluated.column[card] = <uint8_t>column
            height += 1
            based += 1
            if below == FLOOR and rank_of(card) < evaluator.ruleset.ranks:
                based = 0
            elif below != FLOOR and not evaluator.takes[below] >> card & 1:
                based = 0
            card = below
        evaluated.based[column] = <uint8_t>based
        evaluated.above[column] = <uint8_t>(height - based)
        evaluated.score -= evaluator.based * based
    evaluated.score += evaluator.cells[evaluator.ruleset.cells - evaluated.cells] - evaluator.columns[evaluated.columns]
    for suit in range(4):
        find_next_home(evaluator, evaluated, suit)
    evaluated.automatic = automatic_cards(position, evaluator.policy)


cdef inline void make_evaluated(const Evaluator *evaluator, Evaluated *evaluated, Step step) noexcept nogil:
    # Make a legal move.
    cdef Position *position = &evaluated.position
    cdef int source = step.source, target = step.target, count = step.count
    cdef int card = nth_card(position, source, count) if source < CELL_PILE else open_card(position, source)
    cdef int under = position.below[card], onto = position.top[target] if target < CELL_PILE else HOME_PILE
    cdef int suit, moved, above, filled = evaluator.ruleset.cells - evaluated.cells, score = evaluated.score
    make(position, step)
    score += evaluator.lies[card][position.below[card]] - evaluator.lies[card][under]
    for suit in range(4):
        if evaluated.where[suit] == source:
            if evaluated.depth[suit] >= count:
                evaluated.depth[suit] -= count
                score -= evaluator.wanted * count
            else:
                evaluated.where[suit] = <uint8_t>(target if target < CELL_PILE else NOWHERE)
        elif evaluated.where[suit] == target:
            evaluated.depth[suit] += count
            score += evaluator.wanted * count
    if source < CELL_PILE:
        above = min(count, evaluated.above[source])
        evaluated.above[source] -= above
        evaluated.based[source] -= count - above
        score += evaluator.based * (count - above)
        if under == FLOOR:
            evaluated.columns += 1
            score -= evaluator.columns[evaluated.columns] - evaluator.columns[evaluated.columns - 1]
    elif source < FOUNDATION_PILE:
        evaluated.cells += 1
        score -= evaluator.cells[filled] - evaluator.cells[filled - 1]
        filled -= 1
    if target < CELL_PILE:
        moved = position.top[target]
        evaluated.column[moved] = <uint8_t>target
        while moved != card:
            moved = position.below[moved]
            evaluated.column[moved] = <uint8_t>target
        if onto == FLOOR:
            score += evaluator.columns[evaluated.columns] - evaluator.columns[evaluated.columns - 1]
            evaluated.columns -= 1
        if evaluated.above[target] == 0 and (onto != FLOOR or rank_of(card) == evaluator.ruleset.ranks):
            evaluated.based[target] += count
            score -= evaluator.based * count
        else:
            evaluated.above[target] += count
    elif target < FOUNDATION_PILE:
        evaluated.cells -= 1
        score += evaluator.cells[filled + 1] - evaluator.cells[filled]
    evaluated.score = score
    suit = suit_of(card)
    if target == HOME_PILE:
        find_next_home(evaluator, evaluated, suit)
        evaluated.automatic = automatic_cards(position, evaluator.policy)
    elif source >= FOUNDATION_PILE:
        evaluated.score -= evaluator.wanted * evaluated.depth[suit]
        evaluated.where[suit] = NOWHERE
        evaluated.depth[suit] = 0
        evaluated.automatic = automatic_cards(position, evaluator.policy)
    if target < CELL_PILE and source >= CELL_PILE and goes_home(position, card):
        evaluated.where[suit] = <uint8_t>target


cdef inline bint is_right(const Evaluator *evaluator, const Evaluated *evaluated) noexcept nogil:
    # Whether it is what looking through the whole position would find.
    cdef Evaluated anew
    cdef int card
    anew.position = evaluated.position
    evaluate(evaluator, &anew)
    for card in range(FIRST_CARD, 4 * evaluator.ruleset.ranks + FIRST_CARD):
        if evaluated.position.below[card] not in (CELL, HOME) and anew.column[card] != evaluated.column[card]:
            return False
    return (
        anew.automatic == evaluated.automatic and anew.score == evaluated.score
        and anew.cells == evaluated.cells and anew.columns == evaluated.columns
        and memcmp(anew.based, evaluated.based, MAX_COLUMNS) == 0 and memcmp(anew.above, evaluated.above, MAX_COLUMNS) == 0
        and memcmp(anew.where, evaluated.where, 4) == 0 and memcmp(anew.depth, evaluated.depth, 4) == 0)


cdef inline bint way_home(const Evaluator *evaluator, const Evaluated *evaluated, int card, Step *step) noexcept nogil:
    # Whether the card, one that goes home next, is open; give its move home.
    cdef int suit = suit_of(card), place
    step.target = HOME_PILE
    step.count = 1
    if evaluated.where[suit] != NOWHERE:
        step.source = evaluated.where[suit]
        return evaluated.depth[suit] == 0
    for place in range(evaluator.ruleset.cells):
        if evaluated.position.cell[place] == card:
            step.source = <uint8_t>(CELL_PILE + place)
            return True
    return False


cdef inline bint send_home(const Evaluator *evaluator, Evaluated *evaluated) noexcept nogil:
    # Make one move home that goes by itself, if there is one.
    cdef uint64_t cards = evaluated.automatic
    cdef Step step
    while cards:
        if way_home(evaluator, evaluated, __builtin_ctzll(cards), &step):
            make_evaluated(evaluator, evaluated, step)
            return True
        cards &= cards - 1
    return False
