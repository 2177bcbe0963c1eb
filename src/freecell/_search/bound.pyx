# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""A lower bound on the moves of a win: the minimum hitting set of the position's deadlocks.

The bound is that of Paul and Helmert, "Optimal Solitaire Game Solutions Using A* Search and Deadlock Analysis" (2016).
Every card that is not home goes there once. Let E be the set of cards that make an extra move before that. A card
outside E stays where it lies until it goes home, so it goes home before every card below it. The cards of a suit go
home in the order of their ranks. A deadlock is a cycle of such constraints, and E must contain a card of each cycle.
The simplest cycle is a card above a lower card of its suit; other cycles pass through several columns. So the number
of cards not home, plus the size of a minimum set E that hits every cycle, is a lower bound on the moves of single
cards.

With unlimited cells, each card of E could go to its own cell, so the bound is the exact length of a win in that game.
A move changes this length by at most one, so the bound is consistent, which a breadth-first search without re-opening
needs.

If moving a run counts as one move, the cards of E that belong to one run count once, because one move can take them
all. If moves home do not count, the bound is the size of E alone.

E is found by branch and bound. First, all cards that can go home are sent home. If none can, the four cards that are
next for their foundations are covered, and all cards above one of them have to move: there is a branch for each of the
four. A greedy choice of disjoint cycles bounds a branch from below. Many positions have the same blocked cards, so the
results are cached.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from freecell._core cimport State, policy_of
from freecell._rules.autoplay cimport POLICY_NONE, next_automove, sure_policy
from freecell._rules.bits cimport lowest_bit
from freecell._rules.position cimport (
    END_CARD, FIRST_CARD, FLOOR, SUPERMOVES_OFF, SUPERMOVES_UNLIMITED, Position, Ruleset, Step, cards_home, fits, make,
    suit_of,
)
from freecell._search.packed cimport (
    CODE_HOME, PACKED_BYTES, Packed, PackedPosition, packed_hash, read_packed, set_code, write_packed,
)

from freecell._arguments import instance_of
from freecell.deals import Deal, state_from
from freecell.measure import Measure
from freecell.rules import AutoPlay

__all__ = ["lower_bound"]


cdef enum:
    MOST_TRIED = 32  # capacity of Branch.tried
    FIRST_SLOTS = 1 << 10  # slots of a new cache
    LAST_SLOTS = 1 << 20  # slots of the largest cache


cdef struct Piles:
    # What lies above what, and which cards are sure to be in E.
    uint64_t above[END_CARD]  # by card: the cards above it in its column, one bit per card
    uint64_t together[END_CARD]  # by card: the cards that may move along with it, itself included
    uint64_t forced  # the cards above a lower card of their suit, and those that may move along with them
    int forced_moves  # number of moves, of single cards or of runs, that move these


cdef struct Blocked:
    # A position after its forced cards have moved away and all cards that can go home have gone.
    Piles piles
    uint8_t home[4]  # by suit: the top rank of its foundation
    uint64_t away  # the cards that are home or forced, one bit per card


cdef struct Branch:
    # State of the branch and bound.
    uint64_t chosen  # the cards in E on this branch, one bit per card
    uint64_t gathered  # the cards of every minimum E found so far
    uint64_t[MOST_TRIED] tried  # sets of cards whose branches are done; an E that contains one of them is skipped
    int tried_count  # number of sets in `tried`


# What counts as a move

cdef int costs_init(Costs *costs, State start, measure) except -1:
    # Find what counts as a move under a measure. Unless cards may leave the foundations, every win has exactly one move
    # home for each card that is not home. If these moves count, they are left out of all lengths, and the automatic
    # moves that never spoil a win are made.
    cdef bint by_player = measure.kind == "player"
    cdef int policy = policy_of(&start.ruleset, measure.under(start.rules).autoplay or AutoPlay.NONE)
    cdef const Ruleset *ruleset = &start.ruleset
    costs.ruleset = ruleset[0]
    costs.home_costs = not by_player or policy == POLICY_NONE
    costs.home_apart = costs.home_costs and not ruleset.takeback
    costs.policy = sure_policy(ruleset) if costs.home_apart else policy if by_player else POLICY_NONE
    costs.run_is_one = measure.kind != "cards" or ruleset.supermoves == SUPERMOVES_UNLIMITED
    if not costs.run_is_one:
        costs.ruleset.supermoves = SUPERMOVES_OFF
    return 0


cdef inline int cards_left(const Ruleset *ruleset, const Position *position) noexcept nogil:
    return 4 * ruleset.ranks - cards_home(position)


cdef int moves_home(const Costs *costs, const Position *position) noexcept nogil:
    return cards_left(&costs.ruleset, position) if costs.home_apart else 0


cdef inline int certain_moves(const Costs *costs, const Position *position, const Blocked *blocked) noexcept nogil:
    # The number of moves that every win needs, not counting those that unblock the blocked cards.
    return blocked.piles.forced_moves + (
        cards_left(&costs.ruleset, position) if costs.home_costs and not costs.home_apart else 0)


# What is blocked

cdef inline uint64_t cards_of(int suit) noexcept nogil:
    return <uint64_t>0x1111111111111111 << suit


cdef inline uint64_t higher_of_suit(int card) noexcept nogil:
    return cards_of(suit_of(card)) & ~((<uint64_t>2 << card) - 1)


cdef inline void read_piles(
    const Ruleset *ruleset, const Position *position, bint run_is_one, Piles *piles
) noexcept nogil:
    # Fill in `piles` for a position.
    cdef int column, cell, card, below, first
    cdef uint64_t above, run, burying = 0
    for column in range(ruleset.columns):
        above = run = 0
        card = first = position.top[column]
        while card != FLOOR:
            piles.above[card] = above
            burying |= above & higher_of_suit(card)
            above |= <uint64_t>1 << card
            run |= <uint64_t>1 << card
            below = position.below[card]
            if not run_is_one or below == FLOOR or not fits(ruleset, card, below):
                while first != below:
                    piles.together[first] = run
                    first = position.below[first]
                run = 0
            card = below
    for cell in range(ruleset.cells):
        piles.above[position.cell[cell]] = 0
        piles.together[position.cell[cell]] = <uint64_t>1 << position.cell[cell]
    piles.forced = 0
    piles.forced_moves = 0
    while burying:
        card = lowest_bit(burying)
        burying &= ~piles.together[card]
        piles.forced |= piles.together[card]
        piles.forced_moves += 1


cdef inline bint send_all_home(
    int ranks, const Piles *piles, uint8_t *home, uint64_t *away, uint64_t *above
) noexcept nogil:
    # Send home all cards that can go. Return whether any card is left. Write to `above`, by suit, the cards above the
    # one that is next for its foundation; none for a complete suit.
    cdef int suit, next_card
    cdef bint went = True, is_left = False
    while went:
        went = False
        for suit in range(4):
            while home[suit] < ranks and not piles.above[4 * home[suit] + FIRST_CARD + suit] & ~away[0]:
                away[0] |= <uint64_t>1 << (4 * home[suit] + FIRST_CARD + suit)
                home[suit] += 1
                went = True
    for suit in range(4):
        above[suit] = 0
        if home[suit] < ranks:
            next_card = 4 * home[suit] + FIRST_CARD + suit
            above[suit] = piles.above[next_card] & ~away[0]
            is_left = True
    return is_left


cdef inline bint find_blocked(
    const Costs *costs, const Position *position, Blocked *blocked
) noexcept nogil:
    # Move the forced cards away and send home all cards that can go. Return whether any card is left.
    cdef uint64_t[4] above
    read_piles(&costs.ruleset, position, costs.run_is_one, &blocked.piles)
    memcpy(blocked.home, position.home, 4)
    blocked.away = blocked.piles.forced
    return send_all_home(costs.ruleset.ranks, &blocked.piles, blocked.home, &blocked.away, above)


# Branch and bound

cdef inline bint is_tried(const Branch *branch) noexcept nogil:
    cdef int number
    for number in range(branch.tried_count):
        if not branch.tried[number] & ~branch.chosen:
            return True
    return False


cdef inline void remember(Branch *branch, uint64_t cards) noexcept nogil:
    if branch.tried_count < MOST_TRIED:
        branch.tried[branch.tried_count] = cards
        branch.tried_count += 1


cdef inline int moves_of(const Piles *piles, uint64_t cards, int most, uint64_t *moved) noexcept nogil:
    # Count the moves that are needed to move each of `cards` once. Write to `moved` all cards that these moves take.
    # Counting stops at `most` + 1.
    cdef int card, count = 0
    moved[0] = 0
    while cards and count <= most:
        card = lowest_bit(cards)
        moved[0] |= piles.together[card]
        cards &= ~piles.together[card]
        count += 1
    return count


cdef inline uint64_t cycle_of(const Piles *piles, const uint64_t *above) noexcept nogil:
    # Return the cards of a cycle, and the cards that may move along with them. `above` is as in send_all_home.
    cdef int suit = 0, other, start
    cdef uint64_t cards, cycle = 0
    for suit in range(4):
        for other in range(suit):
            cards = above[suit] & cards_of(other)
            if cards and above[other] & cards_of(suit):
                return (
                    piles.together[lowest_bit(cards)]
                    | piles.together[lowest_bit(above[other] & cards_of(suit))])
    suit = 0
    while not above[suit]:
        suit += 1
    # Go from a suit to the suit of a card above its next card. After four steps, the path is on a cycle.
    for _ in range(4):
        suit = suit_of(lowest_bit(above[suit]))
    start = suit
    while True:
        other = lowest_bit(above[suit])
        cycle |= piles.together[other]
        suit = suit_of(other)
        if suit == start:
            return cycle


cdef inline bint has_more_cycles(
    int ranks, const Piles *piles, const uint8_t *home, uint64_t away, int most
) noexcept nogil:
    # Whether a greedy choice finds more than `most` disjoint cycles.
    cdef uint8_t now[4]
    cdef uint64_t[4] above
    memcpy(now, home, 4)
    while send_all_home(ranks, piles, now, &away, above):
        if most == 0:
            return True
        most -= 1
        away |= cycle_of(piles, above)
    return False


cdef inline int fewest_extra(
    int ranks, const Piles *piles, const uint8_t *home, uint64_t away, Branch *branch, int most
) noexcept nogil:
    # Return the minimum number of moves that unblock all cards; `most` + 1 if it is above `most`. `away` holds the
    # cards that are home or have moved.
    cdef uint8_t now[4]
    cdef uint64_t[4] above
    cdef int suit, count, least = most + 1, tried_count = branch.tried_count
    cdef uint64_t moved, chosen = branch.chosen
    if is_tried(branch):
        return most + 1
    memcpy(now, home, 4)
    if not send_all_home(ranks, piles, now, &away, above):
        return 0
    if has_more_cycles(ranks, piles, now, away, most):
        return most + 1
    for suit in range(4):
        count = moves_of(piles, above[suit], least - 1, &moved)
        if count == 0 or count >= least:
            continue
        branch.chosen = chosen | moved
        least = min(least, count + fewest_extra(ranks, piles, now, away | moved, branch, least - count - 1))
        remember(branch, above[suit])
    branch.chosen = chosen
    branch.tried_count = tried_count
    return least


cdef inline void gather(
    int ranks, const Piles *piles, const uint8_t *home, uint64_t away, Branch *branch, int most, uint64_t wanted
) noexcept nogil:
    # Add to `branch.gathered` the cards of every E of at most `most` moves. Stop once it contains all of `wanted`.
    cdef uint8_t now[4]
    cdef uint64_t[4] above
    cdef int suit, count, tried_count = branch.tried_count
    cdef uint64_t moved, chosen = branch.chosen
    if not wanted & ~branch.gathered or is_tried(branch):
        return
    memcpy(now, home, 4)
    if not send_all_home(ranks, piles, now, &away, above):
        branch.gathered |= chosen
        return
    if has_more_cycles(ranks, piles, now, away, most):
        return
    for suit in range(4):
        count = moves_of(piles, above[suit], most, &moved)
        if count == 0 or count > most:
            continue
        branch.chosen = chosen | moved
        gather(ranks, piles, now, away | moved, branch, most - count, wanted)
        remember(branch, above[suit])
    branch.chosen = chosen
    branch.tried_count = tried_count


cdef inline int fewest_to_unblock(int ranks, const Blocked *blocked, int most) noexcept nogil:
    # Return the minimum number of moves that unblock all cards; `most` + 1 if it is above `most`.
    cdef Branch branch
    branch.chosen = 0
    branch.tried_count = 0
    return fewest_extra(ranks, &blocked.piles, blocked.home, blocked.away, &branch, most)


cdef inline uint64_t first_to_move(
    const Ruleset *ruleset, const Position *position, const Blocked *blocked, int least
) noexcept nogil:
    # Return cards of sets E of at most `least` moves: at least those that can move before every other card that blocks
    # or is blocked.
    cdef Branch branch
    cdef int column, card
    cdef uint64_t tops = 0
    for column in range(ruleset.columns):
        card = position.top[column]
        while card != FLOOR and blocked.away >> card & 1:
            card = position.below[card]
        if card != FLOOR:
            tops |= blocked.piles.together[card] & ~blocked.away
    branch.chosen = 0
    branch.tried_count = 0
    branch.gathered = 0
    gather(ruleset.ranks, &blocked.piles, blocked.home, blocked.away, &branch, least, tops)
    return branch.gathered & ~blocked.away


cdef int least_moves(const Costs *costs, const Position *position, int most) noexcept nogil:
    # Return a lower bound on the moves of a win; some number above `most` if more than `most` moves are needed.
    cdef Blocked blocked
    cdef bint is_blocked = find_blocked(costs, position, &blocked)
    cdef int certain = certain_moves(costs, position, &blocked)
    if not is_blocked or certain > most:
        return certain
    return certain + fewest_to_unblock(costs.ruleset.ranks, &blocked, most - certain)


# The bound with a cache

cdef bint bound_begin(Bound *bound, const Costs *costs) noexcept nogil:
    bound.costs = costs[0]
    bound.cache = NULL
    bound.slots = 0
    return grow_cache(bound, FIRST_SLOTS)


cdef void bound_free(Bound *bound) noexcept nogil:
    free(bound.cache)


cdef uint64_t bound_memory(const Bound *bound) noexcept nogil:
    return bound.slots * sizeof(Known)


cdef void bound_make_room(Bound *bound, uint64_t positions, uint64_t left) noexcept nogil:
    # Double the cache if the search has visited more positions than the cache has slots, and `left` bytes allow it.
    if positions > bound.slots and bound.slots < LAST_SLOTS and 2 * bound_memory(bound) <= left:
        grow_cache(bound, 2 * bound.slots)  # if the allocation fails, the cache is unchanged


cdef inline Known *slot_of(const Bound *bound, const Packed *packed) noexcept nogil:
    return bound.cache + (packed_hash(packed) & (bound.slots - 1))


cdef bint grow_cache(Bound *bound, uint64_t slots) noexcept nogil:
    cdef Known *old = bound.cache
    cdef uint64_t number, old_slots = bound.slots
    cdef Known *cache = <Known *>calloc(slots, sizeof(Known))
    cdef Packed packed
    if cache == NULL:
        return False
    bound.cache = cache
    bound.slots = slots
    for number in range(old_slots):
        read_packed(old[number].bytes, &packed)
        slot_of(bound, &packed)[0] = old[number]
    free(old)
    return True


cdef inline Known *look_up(const Bound *bound, const PackedPosition *at, Blocked *blocked) noexcept nogil:
    # Find the blocked cards of the position and their cache entry; NULL if no card is blocked.
    cdef const Ruleset *ruleset = &bound.costs.ruleset
    cdef const Position *position = &at.position
    cdef Packed packed = at.packed
    cdef Known *known
    cdef uint8_t bytes[PACKED_BYTES]
    cdef int column, cell, card
    if not find_blocked(&bound.costs, position, blocked):
        return NULL
    # A card that blocks nothing does not affect the bound, so count it as home. A card under a blocked card stays in
    # the key, because it has to wait.
    for column in range(ruleset.columns):
        card = position.top[column]
        while card != FLOOR and blocked.away >> card & 1:
            set_code(&packed, card, CODE_HOME)
            card = position.below[card]
    for cell in range(ruleset.cells):
        if position.cell[cell]:
            set_code(&packed, position.cell[cell], CODE_HOME)
    write_packed(&packed, bytes)
    known = slot_of(bound, &packed)
    if memcmp(known.bytes, bytes, PACKED_BYTES) != 0:
        memset(known, 0, sizeof(Known))
        memcpy(known.bytes, bytes, PACKED_BYTES)
    return known


cdef int bound_least(const Bound *bound, const PackedPosition *at, int most) noexcept nogil:
    # The same as least_moves, with the cache.
    cdef Blocked blocked
    cdef Known *known = look_up(bound, at, &blocked)
    cdef int certain = certain_moves(&bound.costs, &at.position, &blocked)
    if known == NULL or certain > most:
        return certain
    if not known.is_exact and certain + known.least <= most:
        known.least = <uint8_t>fewest_to_unblock(bound.costs.ruleset.ranks, &blocked, most - certain)
        known.is_exact = certain + known.least <= most
    return certain + known.least


cdef uint64_t bound_useful(const Bound *bound, const PackedPosition *at, int least) noexcept nogil:
    # Return the cards that a move must take to come nearer to a win, if the bound is exactly `least`: those in some
    # minimum E.
    cdef Blocked blocked
    cdef Known *known = look_up(bound, at, &blocked)
    if known == NULL:
        return blocked.piles.forced
    if not known.useful:
        least -= certain_moves(&bound.costs, &at.position, &blocked)
        known.useful = first_to_move(&bound.costs.ruleset, &at.position, &blocked, least)
    return blocked.piles.forced | known.useful


def lower_bound(state: Deal | State, measure: Measure) -> int:
    """Return a lower bound on the length of every win from a position; it takes a few microseconds.

    The bound is the length of a shortest win with an unlimited number of cells. It is found exactly, as a minimum
    hitting set of the position's deadlocks (Paul and Helmert 2016).

    >>> from freecell import Deal, Measure, Solver, lower_bound
    >>> state = Deal(3).state()
    >>> lower_bound(state, Measure.CARDS), Solver(goal="optimal", measure=Measure.CARDS).solve(state).length()
    (70, 73)

    Args:
        state: The position, or a deal for its start.
        measure: What counts as a move.

    Returns:
        The bound, 0 or more. A position that cannot be won has one as well.

    Raises:
        WrongTypeError: If an argument is of another type.
    """
    cdef Costs costs
    cdef Step step
    cdef State start = state_from(state)
    cdef Position position = start.position
    instance_of(Measure, measure, "the measure", "a Measure, such as Measure.CARDS")
    costs_init(&costs, start, measure)
    while measure.on_deal and next_automove(&costs.ruleset, &position, costs.policy, 0, &step):
        make(&position, step)
    return moves_home(&costs, &start.position) + least_moves(&costs, &position, FAR)
