"""Every move from a position, weighed before it is made: what it does to the score is told by what it changes.

Only what sends cards home is weighed by making it. The children wait in buckets by their score, those met last first.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from freecell._search.evaluation cimport NOWHERE, Evaluator, Evaluated, make_evaluated, send_home
from freecell._rules.moves cimport capacity_of
from freecell._rules.position cimport (
    CELL, CELL_PILE, END_CARD, FLOOR, FOUNDATION_PILE, HOME_PILE, MAX_COLUMNS, Position, Ruleset, Step, is_won,
    next_home, open_card, rank_of, suit_of,
)


cdef extern from *:
    int __builtin_ctzll(unsigned long long) nogil


cdef enum:
    BUCKETS = 4096
    MIDDLE = 1024  # of the buckets: the score of nothing
    NO_NODE = 0xFFFFFFFF


cdef struct Child:
    # A position yet to be made: a move from a node.
    uint32_t parent
    uint32_t next  # in its bucket
    Step step


cdef struct Children:
    Child *child
    uint32_t bucket[BUCKETS]  # by score, the last met first
    uint32_t count
    uint32_t room
    int best  # no bucket before it holds a child


cdef struct Depths:
    # What lies how deep in the columns; only some judges ask.
    uint64_t burying  # the cards above a lower one of their suit
    uint8_t lowest[MAX_COLUMNS][4]  # by suit: the lowest rank
    uint8_t length[MAX_COLUMNS]  # of the run on top
    uint8_t rest[MAX_COLUMNS]  # how many cards it lies on
    uint8_t next_rest[MAX_COLUMNS]  # how many the run below lies on
    int score


cdef struct Facts:
    # What is known of a position while its moves are weighed.
    const Evaluator *evaluator
    const Evaluated *evaluated
    Children *children
    uint32_t number  # of its node
    uint64_t wanted  # the cards that go home next
    uint64_t tops  # the open cards of the columns
    uint8_t column_of[END_CARD]  # by top
    uint8_t holds[MAX_COLUMNS]  # how many wanted cards it holds
    int cell  # the first empty one
    int column
    int to_card  # how long a run may be that goes onto a card
    int to_empty  # and into an empty column
    int paid  # for the moves made
    int score
    Depths depths


cdef struct Lifted:
    # A card, or a run on it, taken up from where it lies, on its way to a place that suits it.
    int card
    int count
    int pile
    int score  # of the position without it
    bint sends  # whether cards go home by themselves when it has left


cdef inline void look_down(const Evaluator *evaluator, const Evaluated *evaluated, Depths *depths) noexcept nogil:
    # Look through the columns from their floors.
    cdef const Position *position = &evaluated.position
    cdef int column, card, suit, rank, height, place, below, run, rest, buries = 0, rests = 0
    cdef uint8_t cards[END_CARD]
    cdef uint8_t *lowest
    depths.burying = 0
    memset(depths.lowest, 0xFF, sizeof(depths.lowest))
    for column in range(evaluator.ruleset.columns):
        lowest = depths.lowest[column]
        height = 0
        card = position.top[column]
        while card != FLOOR:
            cards[height] = <uint8_t>card
            height += 1
            card = position.below[card]
        below = FLOOR
        run = rest = 0
        depths.next_rest[column] = 0
        for place in range(height - 1, -1, -1):
            card = cards[place]
            suit = suit_of(card)
            rank = rank_of(card)
            if lowest[suit] < rank:
                depths.burying |= <uint64_t>1 << card
                buries += 1
            else:
                lowest[suit] = <uint8_t>rank
            if below != FLOOR and not evaluator.takes[below] >> card & 1:
                depths.next_rest[column] = <uint8_t>rest
                rest += run
                run = 0
            run += 1
            below = card
        depths.length[column] = <uint8_t>run
        depths.rest[column] = <uint8_t>rest
        rests += rest
    depths.score = evaluator.burying * buries + evaluator.rest * rests


cdef inline void examine(Facts *facts, bint deep) noexcept nogil:
    cdef const Evaluated *evaluated = facts.evaluated
    cdef const Ruleset *ruleset = &facts.evaluator.ruleset
    cdef const Position *position = &evaluated.position
    cdef int suit, place, column, card
    facts.wanted = next_home(position)
    facts.tops = 0
    facts.cell = facts.column = 0
    memset(facts.holds, 0, sizeof(facts.holds))
    for suit in range(4):
        if evaluated.where[suit] != NOWHERE:
            facts.holds[evaluated.where[suit]] += 1
    for place in range(ruleset.cells - 1, -1, -1):
        facts.cell = place if position.cell[place] == 0 else facts.cell
    for column in range(ruleset.columns - 1, -1, -1):
        card = position.top[column]
        facts.tops |= <uint64_t>1 << card
        facts.column_of[card] = <uint8_t>column
    # An empty column has its floor for a top.
    # No run is longer than there are ranks, even where they go round.
    facts.to_card = min(ruleset.ranks, capacity_of(ruleset, evaluated.cells, evaluated.columns))
    facts.to_empty = 0
    if evaluated.columns:
        facts.to_empty = min(ruleset.ranks, capacity_of(ruleset, evaluated.cells, evaluated.columns - 1))
        facts.column = facts.column_of[FLOOR]
        facts.tops ^= 1
    facts.score = facts.paid + evaluated.score
    if deep:
        look_down(facts.evaluator, evaluated, &facts.depths)
        facts.score += facts.depths.score


cdef inline void push(Children *children, uint32_t parent, Step step, int score) noexcept nogil:
    cdef Child *child = children.child + children.count
    score = max(0, min(score, BUCKETS - 1))
    child.parent = parent
    child.step = step
    child.next = children.bucket[score]
    children.bucket[score] = children.count
    children.count += 1
    children.best = min(children.best, score)


cdef inline void push_sending(const Facts *facts, Step step, bint deep) noexcept nogil:
    # Weigh a move after which cards are at home that were not before: by making it.
    cdef Evaluated after = facts.evaluated[0]
    cdef Depths depths
    cdef int score = 0
    make_evaluated(facts.evaluator, &after, step)
    while send_home(facts.evaluator, &after):
        pass
    if not is_won(&facts.evaluator.ruleset, &after.position):
        score = facts.paid + after.score
        if deep:
            look_down(facts.evaluator, &after, &depths)
            score += depths.score
    push(facts.children, facts.number, step, score)


cdef inline void put(
    const Facts *facts, const Lifted *lifted, int target, int change, bint deep
) noexcept nogil:
    # Weigh a move to a column or cell.
    cdef Step step = Step(<uint8_t>lifted.pile, <uint8_t>target, <uint8_t>lifted.count)
    if lifted.sends:
        push_sending(facts, step, deep)
    else:
        push(facts.children, facts.number, step, lifted.score + change)


cdef inline int newly_burying(const Facts *facts, const Lifted *lifted, int column) noexcept nogil:
    # How many of the cards taken up would lie above a lower one of their suit in that column.
    cdef const uint8_t *lowest = facts.depths.lowest[column]
    cdef int card = facts.evaluated.position.top[lifted.pile] if lifted.pile < CELL_PILE else lifted.card
    cdef int number = lowest[suit_of(card)] < rank_of(card)
    while card != lifted.card:
        card = facts.evaluated.position.below[card]
        number += lowest[suit_of(card)] < rank_of(card)
    return number


cdef inline void put_everywhere(
    const Facts *facts, const Lifted *lifted, bint to_cell, bint to_empty, uint64_t tops, bint deep
) noexcept nogil:
    # Weigh the moves of what was taken up: to the first empty cell and column if they are open to it, and onto tops.
    cdef const Evaluator *evaluator = facts.evaluator
    cdef const Evaluated *evaluated = facts.evaluated
    cdef const int16_t *lies = evaluator.lies[lifted.card]
    cdef int filled = evaluator.ruleset.cells - evaluated.cells, based = evaluator.based * lifted.count, column, top, change
    if to_cell:
        change = evaluator.cells[filled + 1] - evaluator.cells[filled] + lies[CELL]
        put(facts, lifted, CELL_PILE + facts.cell, change, deep)
    if to_empty:
        change = evaluator.columns[evaluated.columns] - evaluator.columns[evaluated.columns - 1] + lies[FLOOR]
        if rank_of(lifted.card) == evaluator.ruleset.ranks:
            change -= based
        put(facts, lifted, facts.column, change, deep)
    while tops:
        top = __builtin_ctzll(tops)
        tops &= tops - 1
        column = facts.column_of[top]
        change = lies[top] + evaluator.wanted * lifted.count * facts.holds[column] - (based & -(evaluated.above[column] == 0))
        if deep:
            change += evaluator.burying * newly_burying(facts, lifted, column)
        put(facts, lifted, column, change, deep)


cdef inline int lift(
    const Facts *facts, int pile, int card, int count, int holds, int buries, bint deep
) noexcept nogil:
    # Weigh the moves of so many cards of a column, above some wanted ones; give the next card of the run, or FLOOR.
    cdef const Evaluator *evaluator = facts.evaluator
    cdef const Evaluated *evaluated = facts.evaluated
    cdef int under = evaluated.position.below[card], lies = under != FLOOR
    cdef int goes_on = lies & evaluator.takes[under] >> card
    # Where ranks go round, the first card of a run may fit on its own last.
    cdef uint64_t tops = evaluator.onto[card] & facts.tops & ~(<uint64_t>1 << evaluated.position.top[pile])
    # A whole column on an empty one would change nothing.
    cdef bint may_start = (count <= facts.to_empty) & lies & evaluator.takes[FLOOR] >> card
    cdef bint to_cell = (count == 1) & (evaluated.cells > 0)
    cdef Lifted lifted
    if tops or may_start or to_cell:
        lifted.card = card
        lifted.count = count
        lifted.pile = pile
        lifted.sends = evaluated.automatic >> under & 1
        lifted.score = facts.score - evaluator.lies[card][under] - evaluator.wanted * count * holds
        if lies:
            lifted.score += evaluator.based * count & -(evaluated.above[pile] == 0)
        else:
            lifted.score += evaluator.based * evaluated.based[pile]
            lifted.score += evaluator.columns[evaluated.columns] - evaluator.columns[evaluated.columns + 1]
        if deep:
            lifted.score -= evaluator.burying * buries
            if count == facts.depths.length[pile]:
                lifted.score -= evaluator.rest * (facts.depths.rest[pile] - facts.depths.next_rest[pile])
        put_everywhere(facts, &lifted, to_cell, may_start, tops, deep)
    return under & -goes_on


cdef inline void expand(
    const Evaluator *evaluator, const Evaluated *evaluated, uint32_t number, int paid, Children *children, bint home, bint deep
) noexcept nogil:
    # Weigh every move that leads elsewhere; into cells and empty columns only to the first. There has to be room for as
    # many as most_children says. `home` is whether moves home are among them; `deep`, a constant, whether the judge
    # looks into the columns.
    cdef const Ruleset *ruleset = &evaluator.ruleset
    cdef const Position *position = &evaluated.position
    cdef Facts facts
    cdef Lifted lifted
    cdef int pile, place, card, count, holds, buries = 0, filled = ruleset.cells - evaluated.cells
    cdef uint64_t tops
    cdef bint may_start
    cdef uint8_t rest[MAX_COLUMNS]  # the columns whose runs have a second card
    cdef int rests = 0
    facts.evaluator = evaluator
    facts.evaluated = evaluated
    facts.children = children
    facts.number = number
    facts.paid = MIDDLE + paid
    examine(&facts, deep)
    for pile in range(ruleset.columns):
        card = position.top[pile]
        if card == FLOOR:
            continue
        if home & facts.wanted >> card & 1:
            push_sending(&facts, Step(<uint8_t>pile, HOME_PILE, 1), deep)
        if deep:
            buries = facts.depths.burying >> card & 1
        card = lift(&facts, pile, card, 1, facts.holds[pile] - (facts.wanted >> card & 1), buries, deep)
        rest[rests] = <uint8_t>pile
        rests += card != FLOOR
    if facts.to_card > 1:
        for place in range(rests):
            pile = rest[place]
            card = position.top[pile]
            holds = facts.holds[pile] - (facts.wanted >> card & 1)
            if deep:
                buries = facts.depths.burying >> card & 1
            card = position.below[card]
            count = 2
            while card != FLOOR and count <= facts.to_card:
                holds -= facts.wanted >> card & 1
                if deep:
                    buries += facts.depths.burying >> card & 1
                card = lift(&facts, pile, card, count, holds, buries, deep)
                count += 1
    for pile in range(CELL_PILE, CELL_PILE + ruleset.cells):
        card = position.cell[pile - CELL_PILE]
        if home & facts.wanted >> card & 1:
            push_sending(&facts, Step(<uint8_t>pile, HOME_PILE, 1), deep)
        tops = evaluator.onto[card] & facts.tops
        may_start = (facts.to_empty > 0) & evaluator.takes[FLOOR] >> card
        if tops or may_start:
            lifted.card = card
            lifted.count = 1
            lifted.pile = pile
            lifted.sends = False
            lifted.score = facts.score + evaluator.cells[filled - 1] - evaluator.cells[filled] - evaluator.lies[card][CELL]
            put_everywhere(&facts, &lifted, False, may_start, tops, deep)
    if ruleset.takeback:
        for pile in range(FOUNDATION_PILE, FOUNDATION_PILE + 4):
            card = open_card(position, pile)
            if card:
                lifted.card = card
                lifted.count = 1
                lifted.pile = pile
                lifted.score = 0  # not asked for: a foundation is lower after it, so it is weighed by making it
                lifted.sends = True
                put_everywhere(
                    &facts, &lifted, evaluated.cells > 0,
                    (facts.to_empty > 0) & evaluator.takes[FLOOR] >> card, evaluator.onto[card] & facts.tops, deep)


cdef inline int bucket_of(const Evaluator *evaluator, const Evaluated *evaluated) noexcept nogil:
    # Where a judge that looks into the columns would have put it, as looking at it now finds.
    cdef Depths depths
    if is_won(&evaluator.ruleset, &evaluated.position):
        return 0
    look_down(evaluator, evaluated, &depths)
    return max(0, min(MIDDLE + evaluated.score + depths.score, BUCKETS - 1))


cdef inline uint32_t most_children(const Ruleset *ruleset) noexcept nogil:
    # Every pile goes to each column, a cell and home at the most, and runs of all the cards into an empty column.
    return (ruleset.columns + ruleset.cells + 4) * (ruleset.columns + 2) + 52


cdef inline bint children_new(Children *children, uint32_t room) noexcept nogil:
    # Make room for so many; False when there is no memory. Then they have to be cleared.
    children.child = <Child *>malloc(room * sizeof(Child))
    children.room = room
    return children.child != NULL


cdef inline void children_free(Children *children) noexcept nogil:
    free(children.child)


cdef inline void children_clear(Children *children) noexcept nogil:
    memset(children.bucket, 0xFF, sizeof(children.bucket))
    children.count = 0
    children.best = BUCKETS


cdef inline bint children_grow(Children *children) noexcept nogil:
    # Make twice the room; False when there is no memory.
    cdef void *larger = realloc(children.child, 2 * <uint64_t>children.room * sizeof(Child))
    if larger == NULL:
        return False
    children.child = <Child *>larger
    children.room *= 2
    return True


cdef inline bint children_left(Children *children) noexcept nogil:
    # Whether there is one to take.
    while children.best < BUCKETS and children.bucket[children.best] == NO_NODE:
        children.best += 1
    return children.best < BUCKETS


cdef inline const Child *children_take(Children *children) noexcept nogil:
    # Take out the best, of equal ones the last met, when there is one left.
    cdef const Child *child = children.child + children.bucket[children.best]
    children.bucket[children.best] = child.next
    return child
