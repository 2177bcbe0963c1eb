"""How many moves a win needs at the least: as many as with all the cells one could wish for.

Every card that is not home goes there once. Take the cards that make any other move before, E. A card c that is not in
E stays where it lies until it goes home, and so do those below it; so c is home before any card below it is. And of a
suit the lower is home before the higher. Nothing can satisfy all this at once where it goes round in a circle: the
simplest is a card above a lower one of its suit, which has to be in E; others go through many columns (the deadlocks
of Paul and Helmert, Bfida Solitaire Ruleset Solutions Using A* Search and Deadlock Analysis, 2016). So E breaks all
circles, and the cards not home and the size of the smallest such E are a bound on the moves of single cards. It is
what the game takes with unlimited cells, as each card of E can go to one: hence a move changes it by one at the most,
which a search that never looks back relies on.

Where a run moves at once, those cards of E count once that lie on each other in order: the first time that one of them
moves, at most the others of its run move with it. And where cards go home by themselves for nothing, only E counts.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from freecell._rules.position cimport END_CARD, FIRST_CARD, FLOOR, Position, Ruleset, cards_home, fits, suit_of


cdef extern from *:
    int __builtin_ctzll(unsigned long long) nogil


cdef enum:
    TRIED = 32  # how many sets are remembered at the most


cdef struct Piles:
    # What of a position the bound asks for.
    uint64_t above[END_CARD]  # by card: those that lie above it in its column
    uint64_t together[END_CARD]  # and those that can move with it, itself too
    uint64_t moved  # the cards that have to be in E, with those that can move with them
    int count  # how many moves these take


cdef inline uint64_t cards_of(int suit) noexcept nogil:
    return <uint64_t>0x1111111111111111 << suit


cdef inline uint64_t higher_of_suit(int card) noexcept nogil:
    return cards_of(suit_of(card)) & ~((<uint64_t>2 << card) - 1)


cdef inline void look_at(const Ruleset *ruleset, const Position *position, bint runs, Piles *piles) noexcept nogil:
    # Find out what lies above what; `runs` is whether runs move at once.
    cdef int column, card, below, first
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
            if not runs or below == FLOOR or not fits(ruleset, card, below):
                while first != below:
                    piles.together[first] = run
                    first = position.below[first]
                run = 0
            card = below
    for column in range(ruleset.cells):
        piles.above[position.cell[column]] = 0
        piles.together[position.cell[column]] = <uint64_t>1 << position.cell[column]
    piles.moved = 0
    piles.count = 0
    while burying:
        card = __builtin_ctzll(burying)
        burying &= ~piles.together[card]
        piles.moved |= piles.together[card]
        piles.count += 1


cdef inline int cards_left(const Ruleset *ruleset, const Position *position) noexcept nogil:
    return 4 * ruleset.ranks - cards_home(position)


cdef struct Choice:
    # What is chosen to be in E on the way, beside what has to be, and what was tried before.
    uint64_t chosen
    uint64_t all  # the cards of every smallest E that was gathered
    uint64_t[TRIED] tried  # sets of cards: with all of one in E, nothing better is to be found
    int count


cdef inline bint is_tried(const Choice *choice) noexcept nogil:
    cdef int number
    for number in range(choice.count):
        if not choice.tried[number] & ~choice.chosen:
            return True
    return False


cdef inline void remember(Choice *choice, uint64_t cards) noexcept nogil:
    if choice.count < TRIED:
        choice.tried[choice.count] = cards
        choice.count += 1


cdef inline bint send_all_home(
    int ranks, const Piles *piles, uint8_t *now, uint64_t *away, uint64_t *above
) noexcept nogil:
    # Send home what can go; give whether something is left. By suit: the cards above the one that goes next.
    cdef int suit, stuck = 0
    cdef bint went = True
    while went:
        went = False
        for suit in range(4):
            while now[suit] < ranks and not piles.above[4 * now[suit] + FIRST_CARD + suit] & ~away[0]:
                away[0] |= <uint64_t>1 << (4 * now[suit] + FIRST_CARD + suit)
                now[suit] += 1
                went = True
    for suit in range(4):
        above[suit] = 0
        if now[suit] < ranks:
            above[suit] = piles.above[4 * now[suit] + FIRST_CARD + suit] & ~away[0]
            stuck += 1
    return stuck > 0


cdef struct Blocked:
    # A position when all went home that can, the cards that have to move being out of the way.
    Piles piles
    uint8_t home[4]
    uint64_t away  # what went home, or has to move


cdef inline bint see_blocked(const Ruleset *ruleset, const Position *position, bint runs, Blocked *blocked) noexcept nogil:
    # Find out what is still blocked then; False when nothing is. `runs` is whether runs move at once.
    cdef uint64_t[4] above
    look_at(ruleset, position, runs, &blocked.piles)
    memcpy(blocked.home, position.home, 4)
    blocked.away = blocked.piles.moved
    return send_all_home(ruleset.ranks, &blocked.piles, blocked.home, &blocked.away, above)


cdef inline int moves_of(const Piles *piles, uint64_t cards, int most, uint64_t *moved) noexcept nogil:
    # How many moves it takes to move these cards once, and what can move with them; more than most if it is more.
    cdef int card, number = 0
    moved[0] = 0
    while cards and number <= most:
        card = __builtin_ctzll(cards)
        moved[0] |= piles.together[card]
        cards &= ~piles.together[card]
        number += 1
    return number


cdef inline uint64_t circle_of(const Piles *piles, const uint64_t *above) noexcept nogil:
    # The cards of a circle, with those that can move with them, where by suit the cards are given above the one that
    # goes home next; none for a suit that is done.
    cdef int suit = 0, other, start
    cdef uint64_t cards, circle = 0
    for suit in range(4):
        for other in range(suit):
            cards = above[suit] & cards_of(other)
            if cards and above[other] & cards_of(suit):
                return (
                    piles.together[__builtin_ctzll(cards)]
                    | piles.together[__builtin_ctzll(above[other] & cards_of(suit))])
    suit = 0
    while not above[suit]:
        suit += 1
    for _ in range(4):  # after so many steps it goes round
        suit = suit_of(__builtin_ctzll(above[suit]))
    start = suit
    while True:
        other = __builtin_ctzll(above[suit])
        circle |= piles.together[other]
        suit = suit_of(other)
        if suit == start:
            return circle


cdef inline bint takes_more(int ranks, const Piles *piles, const uint8_t *home, uint64_t away, int most) noexcept nogil:
    # Whether there are more circles than that which have no card in common.
    cdef uint8_t now[4]
    cdef uint64_t[4] above
    memcpy(now, home, 4)
    while send_all_home(ranks, piles, now, &away, above):
        if most == 0:
            return True
        most -= 1
        away |= circle_of(piles, above)
    return False


cdef inline int least_more(
    int ranks, const Piles *piles, const uint8_t *home, uint64_t away, Choice *choice, int most
) noexcept nogil:
    # How many more moves it takes at the least before all can go home, where `away` are the cards that are home or have
    # moved; one more than most if it is more than that. All goes home that can; where nothing can, the cards above one
    # of the four that go home next have to move first.
    cdef uint8_t now[4]
    cdef uint64_t[4] above
    cdef int suit, number, least = most + 1, tried = choice.count
    cdef uint64_t moved, chosen = choice.chosen
    if is_tried(choice):
        return most + 1
    memcpy(now, home, 4)
    if not send_all_home(ranks, piles, now, &away, above):
        return 0
    if takes_more(ranks, piles, now, away, most):
        return most + 1
    for suit in range(4):
        number = moves_of(piles, above[suit], least - 1, &moved)
        if number == 0 or number >= least:
            continue
        choice.chosen = chosen | moved
        least = min(least, number + least_more(ranks, piles, now, away | moved, choice, least - number - 1))
        remember(choice, above[suit])
    choice.chosen = chosen
    choice.count = tried
    return least


cdef inline void gather(
    int ranks, const Piles *piles, const uint8_t *home, uint64_t away, Choice *choice, int most, uint64_t wanted
) noexcept nogil:
    # Add to `choice.all` the cards of every E of no more than so many moves more, until all that are wanted are there.
    cdef uint8_t now[4]
    cdef uint64_t[4] above
    cdef int suit, number, tried = choice.count
    cdef uint64_t moved, chosen = choice.chosen
    if not wanted & ~choice.all or is_tried(choice):
        return
    memcpy(now, home, 4)
    if not send_all_home(ranks, piles, now, &away, above):
        choice.all |= chosen
        return
    if takes_more(ranks, piles, now, away, most):
        return
    for suit in range(4):
        number = moves_of(piles, above[suit], most, &moved)
        if number == 0 or number > most:
            continue
        choice.chosen = chosen | moved
        gather(ranks, piles, now, away | moved, choice, most - number, wanted)
        remember(choice, above[suit])
    choice.chosen = chosen
    choice.count = tried


cdef inline int least_to_unblock(int ranks, const Blocked *blocked, int most) noexcept nogil:
    # How many moves it takes at the least before all can go home; one more than most if it is more than that.
    cdef Choice choice
    choice.chosen = 0
    choice.count = 0
    return least_more(ranks, &blocked.piles, blocked.home, blocked.away, &choice, most)


cdef inline uint64_t first_to_move(
    const Ruleset *ruleset, const Position *position, const Blocked *blocked, int least
) noexcept nogil:
    # Those cards of an E of no more than so many moves that can move before all others which block or are blocked.
    cdef Choice choice
    cdef int column, card
    cdef uint64_t tops = 0
    for column in range(ruleset.columns):
        card = position.top[column]
        while card != FLOOR and blocked.away >> card & 1:
            card = position.below[card]
        if card != FLOOR:
            tops |= blocked.piles.together[card] & ~blocked.away
    choice.chosen = 0
    choice.count = 0
    choice.all = 0
    gather(ruleset.ranks, &blocked.piles, blocked.home, blocked.away, &choice, least, tops)
    return choice.all & ~blocked.away
