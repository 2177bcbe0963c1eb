# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""The shortest win, and the proof that there is no shorter one.

All positions are met, level by level, a level for each move that counts, but for those from which a win within a bound
is too far (by ``_bound``). If no win is found, the least length of those left out is the next bound; so a
win found is a shortest one, and a bound that failed is one that every win exceeds. Each position is kept exactly.

A bound costs about twice the one before. Where the length to beat is near, the last bound is taken at once.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from freecell._bound cimport Blocked, cards_left, first_to_move, least_to_unblock, see_blocked
from freecell._key cimport CODE_HOME, KEY_BYTES, Key, Keyed, make_key, make_keyed, read_position, set_code
from freecell._memo cimport Known, memo_find, memo_free, memo_grow, memo_memory
from freecell._position cimport (
    CELL, FLOOR, HOME, MAX_MOVES, POLICY_NONE, SUPERMOVES_OFF, SUPERMOVES_UNLIMITED, Game, Position, Step,
    changes_nothing, is_won, legal_steps, make, next_automove, sure_policy,
)
from freecell._quick cimport EXHAUSTED, FULL, RUNNING, WON, Outcome
from freecell._store cimport IS_NEW, NO_ROOM, NOTHING, Store, Trail, store_add, store_free, store_has, store_memory


cdef enum:
    FAR = 1 << 20  # beyond every length
    LEAP = 2  # so many bounds are left out at the most
    FIRST_SLOTS = 1 << 10  # of the memo
    LAST_SLOTS = 1 << 20


cdef uint64_t ALL = <uint64_t>-1


cdef void count_begin(Count *count, const Game *game, int measure, int policy) noexcept nogil:
    # What the measures count; see Measure. What is sure to go home may as well do so at once where it counts the same
    # whenever it goes; not so where it may come back.
    count.game = game[0]
    count.free = policy if measure == MEASURE_PLAYER else POLICY_NONE
    count.pays_home = measure != MEASURE_PLAYER or policy == POLICY_NONE
    count.forced = sure_policy(game) if count.pays_home and not game.takeback else POLICY_NONE
    count.runs = measure != MEASURE_CARDS or game.supermoves == SUPERMOVES_UNLIMITED
    if not count.runs:
        count.game.supermoves = SUPERMOVES_OFF


cdef inline int sure_moves(const Count *count, const Position *position, const Blocked *blocked) noexcept nogil:
    # How many moves a win takes without those that unblock what is blocked.
    return blocked.piles.count + (cards_left(&count.game, position) if count.pays_home else 0)


cdef int least_moves(const Count *count, const Position *position, int most) noexcept nogil:
    # How many moves a win takes at the least; more than most if it is more than that.
    cdef Blocked blocked
    cdef bint is_blocked = see_blocked(&count.game, position, count.runs, &blocked)
    cdef int sure = sure_moves(count, position, &blocked)
    if not is_blocked or sure > most:
        return sure
    return sure + least_to_unblock(count.game.ranks, &blocked, most - sure)


cdef Known *look_up(const Optimal *optimal, const Keyed *keyed, Blocked *blocked) noexcept nogil:
    # See what is blocked in the position, and what is known of that; NULL where nothing is.
    cdef const Game *game = &optimal.count.game
    cdef const Position *position = &keyed.position
    cdef Key key = keyed.key
    cdef int pile, card
    if not see_blocked(game, position, optimal.count.runs, blocked):
        return NULL
    # What blocks nothing is the same wherever it is; under a card that is blocked, it has to wait for that.
    for pile in range(game.columns):
        card = position.top[pile]
        while card != FLOOR and blocked.away >> card & 1:
            set_code(&key, card, CODE_HOME)
            card = position.below[card]
    for pile in range(game.cells):
        if position.cell[pile]:
            set_code(&key, position.cell[pile], CODE_HOME)
    return memo_find(&optimal.memo, &key)


cdef int least_known(const Optimal *optimal, const Keyed *keyed, int most) noexcept nogil:
    # The same as least_moves, by what was found out before.
    cdef Blocked blocked
    cdef Known *known = look_up(optimal, keyed, &blocked)
    cdef int sure = sure_moves(&optimal.count, &keyed.position, &blocked)
    if known == NULL or sure > most:
        return sure
    if not known.is_exact and sure + known.least <= most:
        known.least = <uint8_t>least_to_unblock(optimal.count.game.ranks, &blocked, most - sure)
        known.is_exact = sure + known.least <= most
    return sure + known.least


cdef uint64_t useful(const Optimal *optimal, const Keyed *keyed, int least) noexcept nogil:
    # The cards which a move has to take if it is to come nearer to a win, where that takes so many moves at the least:
    # those that are in one of the smallest sets of cards that must move more than once.
    cdef Blocked blocked
    cdef Known *known = look_up(optimal, keyed, &blocked)
    if known == NULL:
        return blocked.piles.moved
    if not known.useful:
        least -= sure_moves(&optimal.count, &keyed.position, &blocked)
        known.useful = first_to_move(&optimal.count.game, &keyed.position, &blocked, least)
    return blocked.piles.moved | known.useful


cdef bint optimal_begin(Optimal *optimal, const Count *count, const Position *start, bint on_start) noexcept nogil:
    # Set up a search; False when there is no memory. optimal_end frees what it took.
    cdef Step step
    memset(optimal, 0, sizeof(Optimal))
    optimal.count = count[0]
    optimal.start = start[0]
    while on_start and next_automove(&count.game, &optimal.start, count.free, &step):
        make(&optimal.start, step)
    optimal.last.parent = NOTHING
    optimal.won = is_won(&count.game, &optimal.start)
    optimal.next_bound = least_moves(count, &optimal.start, FAR)
    return memo_grow(&optimal.memo, FIRST_SLOTS) and begin_again(optimal, FAR)


cdef void optimal_end(Optimal *optimal) noexcept nogil:
    store_free(&optimal.store)
    memo_free(&optimal.memo)


cdef uint64_t optimal_memory(const Optimal *optimal) noexcept nogil:
    # The bytes it takes.
    return sizeof(Optimal) + store_memory(&optimal.store) + memo_memory(&optimal.memo)


cdef bint begin_again(Optimal *optimal, int shorter) noexcept nogil:
    # Take the next bound, or the last one if it is near; False when there is no memory.
    cdef Keyed keyed
    cdef Trail trail
    store_free(&optimal.store)
    memset(&optimal.store, 0, sizeof(Store))
    optimal.proven = optimal.next_bound
    optimal.bound = shorter - 1 if shorter - 1 <= optimal.next_bound + LEAP else optimal.next_bound
    optimal.next_bound = FAR
    optimal.made = 0
    optimal.done = 0
    optimal.level_end = 1
    keyed.position = optimal.start
    make_key(&optimal.count.game, &keyed)
    trail.parent = NOTHING
    trail.card = 0
    trail.level = 0
    return store_add(&optimal.store, &keyed.key, trail, <uint64_t>-1) == IS_NEW


cdef Outcome optimal_run(Optimal *optimal, uint64_t until, int shorter, uint64_t limit) noexcept nogil:
    # Go on until that many positions are expanded in all. WON: a shortest win was found; EXHAUSTED: there is none that
    # is shorter than that.
    cdef Step steps[MAX_MOVES]
    cdef const Count *count = &optimal.count
    cdef const Game *game = &count.game
    cdef Store *store = &optimal.store
    cdef Keyed keyed, after
    cdef Trail trail
    cdef Step automove
    cdef int found, place, card, least, least_then, left, last
    cdef uint64_t used, worth
    if optimal.won:
        return WON
    if shorter <= optimal.proven:
        return EXHAUSTED
    optimal.bound = min(optimal.bound, shorter - 1)
    while optimal.expanded < until:
        if optimal.done == optimal.level_end:
            if optimal.done < store.count:
                optimal.made += 1
                optimal.level_end = store.count
                continue
            if optimal.next_bound >= min(shorter, <int>FAR):
                optimal.proven = min(shorter, optimal.next_bound)
                return EXHAUSTED
            if not begin_again(optimal, shorter):
                return FULL
            continue
        left = optimal.bound - optimal.made
        last = store.trail[optimal.done].card
        least = store.trail[optimal.done].level
        if least > left:  # the bound was larger
            optimal.next_bound = min(optimal.next_bound, optimal.made + least)
            optimal.done += 1
            continue
        if store.count > optimal.memo.slots and optimal.memo.slots < LAST_SLOTS:
            if optimal_memory(optimal) + 2 * memo_memory(&optimal.memo) <= limit:
                memo_grow(&optimal.memo, 2 * optimal.memo.slots)  # or do without
        read_position(game, &optimal.start, store.keys + <uint64_t>optimal.done * KEY_BYTES, &keyed)
        trail.parent = optimal.done
        if count.forced != POLICY_NONE and next_automove(game, &keyed.position, count.forced, steps):
            found = 1
            worth = ALL
        else:
            found = legal_steps(game, &keyed.position, True, steps)
            if least == 0:
                least = least_known(optimal, &keyed, left)
            worth = useful(optimal, &keyed, least) if least == left else ALL
        for place in range(found):
            if changes_nothing(&keyed.position, steps[place]):
                continue
            after = keyed
            card = make_keyed(game, &after, steps[place])
            trail.card = <uint8_t>card
            trail.onto = after.position.below[card]
            if not count.runs and card == last:
                continue  # it could have gone there at once
            if trail.onto != HOME and not worth >> card & 1:
                optimal.next_bound = min(optimal.next_bound, optimal.bound + 1)
                continue
            while next_automove(game, &after.position, count.free, &automove):
                make_keyed(game, &after, automove)
            if is_won(game, &after.position):
                if left == 0:  # the bound does not count what a player sends home by hand
                    optimal.next_bound = min(optimal.next_bound, optimal.made + 1)
                    continue
                optimal.won = True
                optimal.last = trail
                optimal.made += 1
                optimal.proven = optimal.made
                return WON
            if store_has(store, &after.key):
                continue
            if trail.onto == HOME and count.pays_home:
                trail.level = <uint8_t>max(0, least - 1)  # where it is known
            elif worth != ALL and not count.runs and (trail.onto == CELL or trail.onto == FLOOR):
                trail.level = <uint8_t>(left - 1)
            else:
                least_then = least_known(optimal, &after, left - 1)
                if least_then > left - 1:
                    optimal.next_bound = min(optimal.next_bound, optimal.made + 1 + least_then)
                    continue
                trail.level = <uint8_t>least_then
            used = optimal_memory(optimal)
            if store_add(store, &after.key, trail, limit - used if limit > used else 0) == NO_ROOM:
                return FULL
        optimal.done += 1
        optimal.expanded += 1
    return RUNNING
