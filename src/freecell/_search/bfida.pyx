# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""The shortest win, and the proof that there is no shorter one.

All positions are met, level by level, a level for each move that counts, but for those from which a win within a bound
is too far (by ``_bound``). If no win is found, the least length of those left out is the next bound; so a
win found is a shortest one, and a bound that failed is one that every win exceeds. Each position is kept exactly.

A bound costs about twice the one before. Where the length to beat is near, the last bound is taken at once.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from freecell._search.bound cimport Blocked, cards_left, first_to_move, least_to_unblock, see_blocked
from freecell._search.packed cimport CODE_HOME, PACKED_BYTES, Packed, PackedPosition, pack_position, make_packed, unpack_position, set_code
from freecell._search.memo cimport Known, memo_find, memo_free, memo_grow, memo_memory
from freecell._rules.autoplay cimport POLICY_NONE, next_automove, sure_policy
from freecell._rules.moves cimport MAX_MOVES, changes_nothing, legal_steps
from freecell._rules.position cimport (
    CELL, CELL_PILE, FLOOR, HOME, HOME_PILE, SUPERMOVES_OFF, SUPERMOVES_UNLIMITED, Position, Ruleset, Step, is_won,
    make, next_home, open_card,
)
from freecell._search.best_first cimport EXHAUSTED, FULL, RUNNING, WON, Outcome
from freecell._search.exact_set cimport IS_NEW, NO_ROOM, NOTHING, ExactSet, Predecessor, exact_set_add, exact_set_free, exact_set_has, exact_set_memory


cdef enum:
    FAR = 1 << 20  # beyond every length
    LEAP = 2  # so many bounds are left out at the most
    FIRST_SLOTS = 1 << 10  # of the memo
    LAST_SLOTS = 1 << 20


cdef enum:
    # What Trail says of home.
    HAS_GONE = 1  # something went there by itself after the move
    CAN_GO = 2  # something else can, and is to be looked at


cdef uint64_t ALL = <uint64_t>-1


cdef void count_begin(Count *count, const Ruleset *ruleset, int measure, int policy) noexcept nogil:
    # What the measures count; see Measure. Where every card that goes home counts, every win has as many of these moves
    # unless cards come back: then they are left out of the count, and what is sure to go home does so at once.
    count.ruleset = ruleset[0]
    count.pays_home = measure != MEASURE_PLAYER or policy == POLICY_NONE
    count.free_home = count.pays_home and not ruleset.takeback
    count.free = sure_policy(ruleset) if count.free_home else policy if measure == MEASURE_PLAYER else POLICY_NONE
    count.runs = measure != MEASURE_CARDS or ruleset.supermoves == SUPERMOVES_UNLIMITED
    if not count.runs:
        count.ruleset.supermoves = SUPERMOVES_OFF


cdef int moves_home(const Count *count, const Position *position) noexcept nogil:
    # How many moves home are left out of the count.
    return cards_left(&count.ruleset, position) if count.free_home else 0


cdef inline int sure_moves(const Count *count, const Position *position, const Blocked *blocked) noexcept nogil:
    # How many moves a win takes without those that unblock what is blocked.
    return blocked.piles.count + (
        cards_left(&count.ruleset, position) if count.pays_home and not count.free_home else 0)


cdef int least_moves(const Count *count, const Position *position, int most) noexcept nogil:
    # How many moves a win takes at the least; more than most if it is more than that.
    cdef Blocked blocked
    cdef bint is_blocked = see_blocked(&count.ruleset, position, count.runs, &blocked)
    cdef int sure = sure_moves(count, position, &blocked)
    if not is_blocked or sure > most:
        return sure
    return sure + least_to_unblock(count.ruleset.ranks, &blocked, most - sure)


cdef Known *look_up(const Bfida *optimal, const PackedPosition *keyed, Blocked *blocked) noexcept nogil:
    # See what is blocked in the position, and what is known of that; NULL where nothing is.
    cdef const Ruleset *ruleset = &optimal.count.ruleset
    cdef const Position *position = &keyed.position
    cdef Packed key = keyed.key
    cdef int pile, card
    if not see_blocked(ruleset, position, optimal.count.runs, blocked):
        return NULL
    # What blocks nothing is the same wherever it is; under a card that is blocked, it has to wait for that.
    for pile in range(ruleset.columns):
        card = position.top[pile]
        while card != FLOOR and blocked.away >> card & 1:
            set_code(&key, card, CODE_HOME)
            card = position.below[card]
    for pile in range(ruleset.cells):
        if position.cell[pile]:
            set_code(&key, position.cell[pile], CODE_HOME)
    return memo_find(&optimal.memo, &key)


cdef int least_known(const Bfida *optimal, const PackedPosition *keyed, int most) noexcept nogil:
    # The same as least_moves, by what was found out before.
    cdef Blocked blocked
    cdef Known *known = look_up(optimal, keyed, &blocked)
    cdef int sure = sure_moves(&optimal.count, &keyed.position, &blocked)
    if known == NULL or sure > most:
        return sure
    if not known.is_exact and sure + known.least <= most:
        known.least = <uint8_t>least_to_unblock(optimal.count.ruleset.ranks, &blocked, most - sure)
        known.is_exact = sure + known.least <= most
    return sure + known.least


cdef uint64_t useful(const Bfida *optimal, const PackedPosition *keyed, int least) noexcept nogil:
    # The cards which a move has to take if it is to come nearer to a win, where that takes so many moves at the least:
    # those that are in one of the smallest sets of cards that must move more than once.
    cdef Blocked blocked
    cdef Known *known = look_up(optimal, keyed, &blocked)
    if known == NULL:
        return blocked.piles.moved
    if not known.useful:
        least -= sure_moves(&optimal.count, &keyed.position, &blocked)
        known.useful = first_to_move(&optimal.count.ruleset, &keyed.position, &blocked, least)
    return blocked.piles.moved | known.useful


cdef bint bfida_begin(Bfida *optimal, const Count *count, const Position *start, bint on_start) noexcept nogil:
    # Set up a search; False when there is no memory. optimal_end frees what it took.
    cdef Step step
    memset(optimal, 0, sizeof(Bfida))
    optimal.count = count[0]
    optimal.start = start[0]
    optimal.home = moves_home(count, start)
    while (on_start or count.free_home) and next_automove(&count.ruleset, &optimal.start, count.free, &step):
        make(&optimal.start, step)
    optimal.last.parent = NOTHING
    optimal.won = is_won(&count.ruleset, &optimal.start)
    optimal.next_bound = least_moves(count, &optimal.start, FAR)
    return memo_grow(&optimal.memo, FIRST_SLOTS) and begin_again(optimal, FAR)


cdef void bfida_end(Bfida *optimal) noexcept nogil:
    exact_set_free(&optimal.store)
    memo_free(&optimal.memo)


cdef uint64_t bfida_memory(const Bfida *optimal) noexcept nogil:
    # The bytes it takes.
    return sizeof(Bfida) + exact_set_memory(&optimal.store) + memo_memory(&optimal.memo)


cdef bint more_go_home(const Ruleset *ruleset, const Position *position) noexcept nogil:
    # Whether a card is open that goes home next.
    cdef uint64_t cards = next_home(position)
    cdef int pile
    for pile in range(CELL_PILE + ruleset.cells):
        if cards >> open_card(position, pile) & 1:
            return True
    return False


cdef bint begin_again(Bfida *optimal, int shorter) noexcept nogil:
    # Take the next bound, or the last one if it is near; False when there is no memory.
    cdef PackedPosition keyed
    cdef Predecessor predecessor = Predecessor(NOTHING, 0, 0, 0, 0)
    cdef ExactSet store
    memset(&store, 0, sizeof(ExactSet))
    keyed.position = optimal.start
    pack_position(&optimal.count.ruleset, &keyed)
    if optimal.count.free_home and more_go_home(&optimal.count.ruleset, &optimal.start):
        predecessor.home = CAN_GO
    if exact_set_add(&store, &keyed.key, predecessor, <uint64_t>-1) != IS_NEW:
        return False
    exact_set_free(&optimal.store)
    optimal.store = store
    optimal.proven = optimal.next_bound
    optimal.bound = shorter - 1 if shorter - 1 <= optimal.next_bound + LEAP else optimal.next_bound
    optimal.next_bound = FAR
    optimal.made = 0
    optimal.done = optimal.closed = 0
    optimal.level_end = 1
    return True


cdef Outcome meet(Bfida *optimal, PackedPosition *keyed, Predecessor predecessor, int made, int least, uint64_t limit) noexcept nogil:
    # Keep a position to which so many moves led, and from which so many lead to a win at the least, 0 when that is not
    # known; but not if it was met, or is too far from a win.
    cdef const Count *count = &optimal.count
    cdef int left = optimal.bound - made
    cdef bint won
    cdef uint64_t used
    cdef Step step
    predecessor.home = 0
    while next_automove(&count.ruleset, &keyed.position, count.free, &step):
        make_packed(&count.ruleset, keyed, step)
        predecessor.home = HAS_GONE
    if exact_set_has(&optimal.store, &keyed.key):
        return RUNNING
    won = is_won(&count.ruleset, &keyed.position)
    if won:
        least = 0
    elif least == 0:
        least = least_known(optimal, keyed, left)
    if least > left:
        optimal.next_bound = min(optimal.next_bound, made + least)
        return RUNNING
    if count.free_home and more_go_home(&count.ruleset, &keyed.position):
        predecessor.home |= CAN_GO
    predecessor.level = <uint8_t>least
    used = bfida_memory(optimal)
    if exact_set_add(&optimal.store, &keyed.key, predecessor, limit - used if limit > used else 0) == NO_ROOM:
        return FULL
    if won:
        optimal.won = True
        optimal.last = predecessor
        optimal.made = optimal.proven = made
        return WON
    return RUNNING


cdef Outcome close_level(Bfida *optimal, uint64_t limit) noexcept nogil:
    # Have the positions join this level to which moves home lead from there, where these do not count.
    cdef const Ruleset *ruleset = &optimal.count.ruleset
    cdef PackedPosition keyed, after
    cdef Predecessor predecessor
    cdef Outcome outcome
    cdef uint64_t cards
    cdef int pile
    while optimal.closed < optimal.level_end:
        predecessor = optimal.store.predecessor[optimal.closed]
        if predecessor.home & CAN_GO:
            unpack_position(
                ruleset, &optimal.start, optimal.store.keys + <uint64_t>optimal.closed * PACKED_BYTES, &keyed)
            cards = next_home(&keyed.position)
            predecessor.parent = optimal.closed
            predecessor.onto = HOME
            for pile in range(CELL_PILE + ruleset.cells):
                if cards >> open_card(&keyed.position, pile) & 1:
                    after = keyed
                    predecessor.card = <uint8_t>make_packed(ruleset, &after, Step(<uint8_t>pile, HOME_PILE, 1))
                    outcome = meet(optimal, &after, predecessor, optimal.made, predecessor.level, limit)
                    if outcome != RUNNING:
                        return outcome
        optimal.closed += 1
        optimal.level_end = optimal.store.count
    return RUNNING


cdef Outcome bfida_run(Bfida *optimal, uint64_t until, int shorter, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all. WON: a shortest win was found; EXHAUSTED: there is none that
    # is shorter than that.
    cdef Step steps[MAX_MOVES]
    cdef const Count *count = &optimal.count
    cdef const Ruleset *ruleset = &count.ruleset
    cdef ExactSet *store = &optimal.store
    cdef PackedPosition keyed, after
    cdef Predecessor predecessor
    cdef Outcome outcome
    cdef int found, place, card, least, left, tired
    cdef bint frees
    cdef uint64_t worth
    shorter -= optimal.home
    if optimal.won and optimal.made < shorter:
        return WON
    if shorter <= optimal.proven:
        return EXHAUSTED
    optimal.bound = min(optimal.bound, shorter - 1)
    while optimal.expanded < until:
        if optimal.done == optimal.level_end and optimal.done < store.count:
            optimal.made += 1
            optimal.level_end = store.count
        outcome = close_level(optimal, limit)
        if outcome != RUNNING:
            return outcome
        if optimal.done == optimal.level_end:
            if optimal.next_bound >= min(shorter, <int>FAR):
                optimal.proven = min(shorter, optimal.next_bound)
                return EXHAUSTED
            if not begin_again(optimal, shorter):
                return FULL
            continue
        left = optimal.bound - optimal.made
        predecessor = store.predecessor[optimal.done]
        least = predecessor.level
        if least > left:  # the bound was larger
            optimal.next_bound = min(optimal.next_bound, optimal.made + least)
            optimal.done += 1
            continue
        if store.count > optimal.memo.slots and optimal.memo.slots < LAST_SLOTS:
            if bfida_memory(optimal) + 2 * memo_memory(&optimal.memo) <= limit:
                memo_grow(&optimal.memo, 2 * optimal.memo.slots)  # or do without
        # Where single cards count, what has moved could have gone on at once, unless something went home between.
        tired = predecessor.card if not count.runs and not predecessor.home & HAS_GONE else 0
        unpack_position(ruleset, &optimal.start, store.keys + <uint64_t>optimal.done * PACKED_BYTES, &keyed)
        found = legal_steps(ruleset, &keyed.position, True, steps)
        if least == 0:
            least = least_known(optimal, &keyed, left)
        worth = useful(optimal, &keyed, least) if least == left else ALL
        predecessor.parent = optimal.done
        for place in range(found):
            if changes_nothing(&keyed.position, steps[place]):
                continue
            if count.free_home and steps[place].target == HOME_PILE:
                continue
            after = keyed
            card = make_packed(ruleset, &after, steps[place])
            predecessor.card = <uint8_t>card
            predecessor.onto = after.position.below[card]
            if card == tired:
                continue
            if predecessor.onto != HOME and not worth >> card & 1:
                optimal.next_bound = min(optimal.next_bound, optimal.bound + 1)
                continue
            # A card that has to move blocks nothing any more in a cell, or in an empty column.
            frees = worth != ALL and not count.runs and (predecessor.onto == CELL or predecessor.onto == FLOOR)
            outcome = meet(optimal, &after, predecessor, optimal.made + 1, left - 1 if frees else 0, limit)
            if outcome != RUNNING:
                return outcome
        optimal.done += 1
        optimal.expanded += 1
    return RUNNING
