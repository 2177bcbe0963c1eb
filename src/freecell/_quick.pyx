# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Winning fast: best first, by weights, with children that are made only when it is their turn.

Whether a position was met before is asked when its turn comes, and of half of its hash alone: a collision may make the
search miss a position, never invent a win, and it proves nothing.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

from freecell._judged cimport (
    NOWHERE, Judge, Judged, is_right, judge_whole, make_judged, send_home,
)
from freecell._position cimport (
    CELL, CELL_PILE, END_CARD, FLOOR, FOUNDATION_PILE, HOME_PILE, MAX_COLUMNS, MAX_MOVES, Game, Position, Step,
    capacity_of, cards_home, is_won, next_home, open_card, rank_of,
)


cdef extern from *:
    int __builtin_ctzll(unsigned long long) nogil


cdef enum:
    MIDDLE = 1024  # of the buckets: the score of nothing
    # What a search has room for before it grows.
    ROOM_FOR_NODES = 512
    ROOM_FOR_CHILDREN = 4 * MAX_MOVES
    SLOTS = 4 * ROOM_FOR_NODES


cdef struct Facts:
    # What is known of a position while its moves are weighed.
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


cdef struct Lifted:
    # A card, or a run on it, taken up from where it lies, on its way to a place that suits it.
    int card
    int count
    int pile
    int score  # of the position without it
    bint sends  # whether cards go home by themselves when it has left


cdef inline void examine(const Game *game, const Judged *judged, Facts *facts) noexcept nogil:
    cdef const Position *position = &judged.position
    cdef int suit, place, column, card
    facts.wanted = next_home(position)
    facts.tops = 0
    facts.cell = facts.column = 0
    memset(facts.holds, 0, sizeof(facts.holds))
    for suit in range(4):
        if judged.where[suit] != NOWHERE:
            facts.holds[judged.where[suit]] += 1
    for place in range(game.cells - 1, -1, -1):
        facts.cell = place if position.cell[place] == 0 else facts.cell
    for column in range(game.columns - 1, -1, -1):
        card = position.top[column]
        facts.tops |= <uint64_t>1 << card
        facts.column_of[card] = <uint8_t>column
    # An empty column has its floor for a top.
    # No run is longer than there are ranks, even where they go round.
    facts.to_card = min(game.ranks, capacity_of(game, judged.cells, judged.columns))
    facts.to_empty = 0
    if judged.columns:
        facts.to_empty = min(game.ranks, capacity_of(game, judged.cells, judged.columns - 1))
        facts.column = facts.column_of[FLOOR]
        facts.tops ^= 1


cdef inline bint is_new(Quick *quick, uint64_t hash) noexcept nogil:
    # Whether the position was not met before; it is from now on.
    cdef uint32_t mark = <uint32_t>(hash >> 32) | 1  # 0 is an empty slot
    cdef uint32_t slot = mark >> 1 & quick.seen_mask
    while quick.seen[slot]:
        if quick.seen[slot] == mark:
            return False
        slot = (slot + 1) & quick.seen_mask
    quick.seen[slot] = mark
    quick.seen_count += 1
    return True


cdef inline void push(Quick *quick, uint32_t parent, Step step, int score) noexcept nogil:
    cdef Child *child = quick.children + quick.child_count
    score = max(0, min(score, QUICK_BUCKETS - 1))
    child.parent = parent
    child.step = step
    child.next = quick.bucket[score]
    quick.bucket[score] = quick.child_count
    quick.child_count += 1
    quick.best = min(quick.best, score)


cdef void push_sending(Quick *quick, uint32_t parent, Step step, int paid) noexcept nogil:
    # Weigh a move after which cards are at home that were not before: by making it.
    cdef Judged after = quick.nodes[parent].judged
    make_judged(quick.judge, &after, step)
    while send_home(quick.judge, &after):
        pass
    push(quick, parent, step, 0 if is_won(&quick.judge.game, &after.position) else paid + after.score)


cdef inline void put(
    Quick *quick, uint32_t parent, const Facts *facts, const Lifted *lifted, int target, int change
) noexcept nogil:
    # Weigh a move to a column or cell.
    cdef Step step = Step(<uint8_t>lifted.pile, <uint8_t>target, <uint8_t>lifted.count)
    if lifted.sends:
        push_sending(quick, parent, step, facts.paid)
    else:
        push(quick, parent, step, lifted.score + change)


cdef inline void put_everywhere(
    Quick *quick, uint32_t parent, const Facts *facts, const Lifted *lifted, bint to_cell, bint to_empty, uint64_t tops
) noexcept nogil:
    # Weigh the moves of what was taken up: to the first empty cell and column if they are open to it, and onto tops.
    cdef const Judge *judge = quick.judge
    cdef const Judged *judged = &quick.nodes[parent].judged
    cdef const int16_t *lies = judge.lies[lifted.card]
    cdef int filled = judge.game.cells - judged.cells, based = judge.based * lifted.count, column, top, change
    if to_cell:
        change = judge.cells[filled + 1] - judge.cells[filled] + lies[CELL]
        put(quick, parent, facts, lifted, CELL_PILE + facts.cell, change)
    if to_empty:
        change = judge.columns[judged.columns] - judge.columns[judged.columns - 1] + lies[FLOOR]
        if rank_of(lifted.card) == judge.game.ranks:
            change -= based
        put(quick, parent, facts, lifted, facts.column, change)
    while tops:
        top = __builtin_ctzll(tops)
        tops &= tops - 1
        column = facts.column_of[top]
        change = lies[top] + judge.wanted * lifted.count * facts.holds[column] - (based & -(judged.above[column] == 0))
        put(quick, parent, facts, lifted, column, change)


cdef inline int lift(
    Quick *quick, uint32_t number, const Facts *facts, int pile, int card, int count, int holds
) noexcept nogil:
    # Weigh the moves of so many cards of a column, above some wanted ones; give the next card of the run, or FLOOR.
    cdef const Judge *judge = quick.judge
    cdef const Judged *judged = &quick.nodes[number].judged
    cdef int under = judged.position.below[card], lies = under != FLOOR
    cdef int goes_on = lies & judge.takes[under] >> card
    # Where ranks go round, the first card of a run may fit on its own last.
    cdef uint64_t tops = judge.onto[card] & facts.tops & ~(<uint64_t>1 << judged.position.top[pile])
    # A whole column on an empty one would change nothing.
    cdef bint may_start = (count <= facts.to_empty) & lies & judge.takes[FLOOR] >> card
    cdef bint to_cell = (count == 1) & (judged.cells > 0)
    cdef Lifted lifted
    if tops or may_start or to_cell:
        lifted.card = card
        lifted.count = count
        lifted.pile = pile
        lifted.sends = judged.automatic >> under & 1
        lifted.score = facts.score - judge.lies[card][under] - judge.wanted * count * holds
        if lies:
            lifted.score += judge.based * count & -(judged.above[pile] == 0)
        else:
            lifted.score += judge.based * judged.based[pile]
            lifted.score += judge.columns[judged.columns] - judge.columns[judged.columns + 1]
        put_everywhere(quick, number, facts, &lifted, to_cell, may_start, tops)
    return under & -goes_on


cdef void expand(Quick *quick, uint32_t number) noexcept nogil:
    # Weigh every move that leads elsewhere; into cells and empty columns only to the first.
    cdef const Judge *judge = quick.judge
    cdef const Game *game = &judge.game
    cdef const Judged *judged = &quick.nodes[number].judged
    cdef const Position *position = &judged.position
    cdef Facts facts
    cdef Lifted lifted
    cdef int pile, place, card, count, holds, filled = game.cells - judged.cells
    cdef uint64_t tops
    cdef bint may_start
    cdef uint8_t rest[MAX_COLUMNS]  # the columns whose runs have a second card
    cdef int rests = 0
    examine(game, judged, &facts)
    facts.paid = MIDDLE + judge.moves * <int>min(quick.nodes[number].made + 1, QUICK_BUCKETS) // 8
    facts.score = facts.paid + judged.score
    for pile in range(game.columns):
        card = position.top[pile]
        if card == FLOOR:
            continue
        if facts.wanted >> card & 1:
            push_sending(quick, number, Step(<uint8_t>pile, HOME_PILE, 1), facts.paid)
        card = lift(quick, number, &facts, pile, card, 1, facts.holds[pile] - (facts.wanted >> card & 1))
        rest[rests] = <uint8_t>pile
        rests += card != FLOOR
    if facts.to_card > 1:
        for place in range(rests):
            pile = rest[place]
            card = position.top[pile]
            holds = facts.holds[pile] - (facts.wanted >> card & 1)
            card = position.below[card]
            count = 2
            while card != FLOOR and count <= facts.to_card:
                holds -= facts.wanted >> card & 1
                card = lift(quick, number, &facts, pile, card, count, holds)
                count += 1
    for pile in range(CELL_PILE, CELL_PILE + game.cells):
        card = position.cell[pile - CELL_PILE]
        if facts.wanted >> card & 1:
            push_sending(quick, number, Step(<uint8_t>pile, HOME_PILE, 1), facts.paid)
        tops = judge.onto[card] & facts.tops
        may_start = (facts.to_empty > 0) & judge.takes[FLOOR] >> card
        if tops or may_start:
            lifted.card = card
            lifted.count = 1
            lifted.pile = pile
            lifted.sends = False
            lifted.score = facts.score + judge.cells[filled - 1] - judge.cells[filled] - judge.lies[card][CELL]
            put_everywhere(quick, number, &facts, &lifted, False, may_start, tops)
    if game.takeback:
        for pile in range(FOUNDATION_PILE, FOUNDATION_PILE + 4):
            card = open_card(position, pile)
            if card:
                lifted.card = card
                lifted.count = 1
                lifted.pile = pile
                lifted.score = 0  # not asked for: a foundation is lower after it, so it is weighed by making it
                lifted.sends = True
                put_everywhere(
                    quick, number, &facts, &lifted, judged.cells > 0,
                    (facts.to_empty > 0) & judge.takes[FLOOR] >> card, judge.onto[card] & facts.tops)


cdef bint quick_has_grown(const Quick *quick) noexcept nogil:
    return (
        quick.node_room != ROOM_FOR_NODES or quick.child_room != ROOM_FOR_CHILDREN or quick.seen_mask != SLOTS - 1)


cdef uint64_t quick_memory(const Quick *quick) noexcept nogil:
    # The bytes it takes.
    return (
        sizeof(Quick) + quick.node_room * sizeof(Node) + quick.child_room * sizeof(Child)
        + (<uint64_t>quick.seen_mask + 1) * sizeof(uint32_t))


cdef bint grow_seen(Quick *quick) noexcept nogil:
    cdef uint32_t *old = quick.seen
    cdef uint32_t number, slot, mask = 2 * quick.seen_mask + 1
    cdef uint32_t *larger = <uint32_t *>malloc((<uint64_t>mask + 1) * sizeof(uint32_t))
    if larger == NULL:
        return False
    memset(larger, 0, (<uint64_t>mask + 1) * sizeof(uint32_t))
    for number in range(quick.seen_mask + 1):
        if old[number]:
            slot = old[number] >> 1 & mask
            while larger[slot]:
                slot = (slot + 1) & mask
            larger[slot] = old[number]
    quick.seen = larger
    quick.seen_mask = mask
    free(old)
    return True


cdef bint make_room(Quick *quick, uint64_t limit) noexcept nogil:
    # Have room for what one expansion may add; False when the limit or the machine does not allow it.
    cdef void *larger
    if 2 * quick_memory(quick) > limit and (
            quick.node_count == quick.node_room or quick.child_count + quick.most > quick.child_room
            or quick.seen_count >= quick.seen_mask >> 1):
        return False
    if quick.node_count == quick.node_room:
        larger = realloc(quick.nodes, 2 * <uint64_t>quick.node_room * sizeof(Node))
        if larger == NULL:
            return False
        quick.nodes = <Node *>larger
        quick.node_room *= 2
    if quick.child_count + quick.most > quick.child_room:
        larger = realloc(quick.children, 2 * <uint64_t>quick.child_room * sizeof(Child))
        if larger == NULL:
            return False
        quick.children = <Child *>larger
        quick.child_room *= 2
    return quick.seen_count < quick.seen_mask >> 1 or grow_seen(quick)


cdef Quick *quick_new() noexcept nogil:
    # Make room for a search; NULL when there is no memory. quick_free gives it back.
    cdef Quick *quick = <Quick *>malloc(sizeof(Quick))
    if quick == NULL:
        return NULL
    quick.node_room = ROOM_FOR_NODES
    quick.child_room = ROOM_FOR_CHILDREN
    quick.seen_mask = SLOTS - 1
    quick.nodes = <Node *>malloc(quick.node_room * sizeof(Node))
    quick.children = <Child *>malloc(quick.child_room * sizeof(Child))
    quick.seen = <uint32_t *>malloc((quick.seen_mask + 1) * sizeof(uint32_t))
    if quick.nodes == NULL or quick.children == NULL or quick.seen == NULL:
        quick_free(quick)
        return NULL
    return quick


cdef void quick_free(Quick *quick) noexcept nogil:
    free(quick.nodes)
    free(quick.children)
    free(quick.seen)
    free(quick)


cdef void quick_begin(Quick *quick, const Judge *judge, const Position *start) noexcept nogil:
    # Begin a search in the room of a new one or of one that is over. The judge has to outlive it.
    cdef const Game *game = &judge.game
    memset(quick.seen, 0, (<uint64_t>quick.seen_mask + 1) * sizeof(uint32_t))
    memset(quick.bucket, 0xFF, sizeof(quick.bucket))
    quick.judge = judge
    # Every pile goes to each column, a cell and home at the most, and runs of all the cards into an empty column.
    quick.most = (game.columns + game.cells + 4) * (game.columns + 2) + 52
    quick.child_count = quick.seen_count = 0
    quick.best = QUICK_BUCKETS
    quick.furthest = 0
    quick.node_count = 1
    quick.nodes[0].judged.position = start[0]
    quick.nodes[0].parent = NO_NODE
    quick.nodes[0].made = 0
    judge_whole(quick.judge, &quick.nodes[0].judged)
    while send_home(quick.judge, &quick.nodes[0].judged):
        pass
    quick.best_home = cards_home(&quick.nodes[0].judged.position)
    is_new(quick, quick.nodes[0].judged.position.hash)
    if not is_won(game, &quick.nodes[0].judged.position):
        expand(quick, 0)


cdef Outcome quick_run(Quick *quick, uint64_t until, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all.
    cdef const Game *game = &quick.judge.game
    cdef const Child *child
    cdef const Node *parent
    cdef Node *node
    if is_won(game, &quick.nodes[quick.node_count - 1].judged.position):
        return WON
    while quick.node_count < until:
        while quick.best < QUICK_BUCKETS and quick.bucket[quick.best] == NO_NODE:
            quick.best += 1
        if quick.best == QUICK_BUCKETS:
            return EXHAUSTED
        if not make_room(quick, limit):
            return FULL
        child = quick.children + quick.bucket[quick.best]
        quick.bucket[quick.best] = child.next
        parent = quick.nodes + child.parent
        node = quick.nodes + quick.node_count
        node.judged = parent.judged
        node.parent = child.parent
        node.made = parent.made + 1
        node.step = child.step
        make_judged(quick.judge, &node.judged, child.step)
        while send_home(quick.judge, &node.judged):
            pass
        if not is_new(quick, node.judged.position.hash):
            continue
        assert is_right(quick.judge, &node.judged)
        if cards_home(&node.judged.position) > quick.best_home:
            quick.best_home = cards_home(&node.judged.position)
            quick.furthest = quick.node_count
        quick.node_count += 1
        if is_won(game, &node.judged.position):
            return WON
        expand(quick, quick.node_count - 1)
    return RUNNING
