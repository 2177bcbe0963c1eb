"""Header with code: autoplay policies, and the automatic moves that they make."""

from libc.stdint cimport uint8_t, uint64_t

from freecell._rules.position cimport (
    CELL_PILE, FIRST_CARD, FOUNDATION_PILE, HOME_PILE, Position, Ruleset, Step, goes_home, open_card, rank_of, suit_of,
)


cdef enum:
    # The numbers of freecell.AutoPlay, where each policy is explained.
    POLICY_NONE = 0
    POLICY_CAUTIOUS = 1
    POLICY_HORNE = 2
    POLICY_RAYMOND = 3
    POLICY_ALL = 4
    POLICY_SURE = 5  # stands for another policy, which sure_policy returns
    # The other policies have no member in AutoPlay: only POLICY_SURE selects them.
    POLICY_LEVEL = 6  # moves a card of rank 3 or above if all other foundations are at most two ranks below it
    POLICY_CLOSE = 7  # moves a card of rank 3 or above if all other foundations are at most one rank below it
    POLICY_ROUND = 8  # moves every card except those of the lowest rank


cdef inline bint is_automatic(const Position *position, int card, int policy) noexcept nogil:
    # Whether autoplay moves `card` to its foundation once it is open. `policy` is not POLICY_SURE.
    cdef int rank = rank_of(card), suit = suit_of(card), other, same
    if not goes_home(position, card) or policy == POLICY_NONE:
        return False
    if rank <= 2:
        return rank == 2 or policy != POLICY_ROUND
    # Clubs and spades are suits 0 and 3, diamonds and hearts 1 and 2. So 3 - suit is the other suit of the same colour.
    same = position.home[3 - suit]
    other = min(position.home[suit ^ 1], position.home[3 - (suit ^ 1)])
    if policy == POLICY_RAYMOND:
        return other >= rank - 1 or (other >= rank - 2 and same >= rank - 3)
    if policy == POLICY_HORNE:
        return other >= rank - 1
    if policy == POLICY_CAUTIOUS:
        return other >= rank - 1 and same >= rank - 2
    if policy == POLICY_LEVEL:
        return min(other, same) >= rank - 2
    return policy != POLICY_CLOSE or min(other, same) >= rank - 1


cdef inline int sure_policy(const Ruleset *ruleset) noexcept nogil:
    # The most generous policy that never spoils a win under the rules; freecell.AutoPlay gives the reasons. The suits
    # that a club may lie on tell how columns are built: on clubs (0b0001), on the other colour (0b0110) or on any suit.
    if ruleset.wraps:
        return POLICY_ROUND if ruleset.lies_on[0] == 0b0001 and not ruleset.takeback else POLICY_NONE
    if ruleset.lies_on[0] == 0b0110:
        return POLICY_CAUTIOUS if ruleset.takeback else POLICY_RAYMOND
    if ruleset.lies_on[0] == 0b1111:
        return POLICY_CLOSE if ruleset.takeback else POLICY_LEVEL
    return POLICY_ALL


cdef inline uint64_t automatic_cards(const Position *position, int policy) noexcept nogil:
    # The cards that autoplay moves to the foundations once they are open, one bit per card.
    cdef int suit, card
    cdef uint64_t cards = 0
    for suit in range(4):
        card = 4 * position.home[suit] + FIRST_CARD + suit
        cards |= <uint64_t>is_automatic(position, card, policy) << card
    return cards


cdef inline int taken_back(const Position *position, Step step) noexcept nogil:
    # The card that the move before `position` has taken back from its foundation; 0 if it has not taken one. Autoplay
    # leaves this card alone until another move is made.
    return open_card(position, step.target) if step.source >= FOUNDATION_PILE else 0


cdef inline bint is_pointless(
    const Ruleset *ruleset, const Position *position, Step step, int policy
) noexcept nogil:
    # Whether a legal move takes back a card that the policy would send home from there, and the policy never spoils a
    # win. A search for any win can leave out such moves.
    cdef Position before
    if step.source < FOUNDATION_PILE or policy != sure_policy(ruleset):
        return False
    before = position[0]
    before.home[step.source - FOUNDATION_PILE] -= 1
    return is_automatic(&before, open_card(position, step.source), policy)


cdef inline bint next_automove(
    const Ruleset *ruleset, const Position *position, int policy, int left_alone, Step *step
) noexcept nogil:
    # Whether there is an automatic move, other than one of the card `left_alone`; 0 stands for no card. `step` becomes
    # the first: from the leftmost column, or else the leftmost cell.
    cdef int pile
    cdef uint64_t ready = automatic_cards(position, policy) & ~(<uint64_t>1 << left_alone)
    step.target = HOME_PILE
    step.count = 1
    for pile in range(ruleset.columns):
        if ready >> position.top[pile] & 1:
            step.source = <uint8_t>pile
            return True
    for pile in range(ruleset.cells):
        if ready >> position.cell[pile] & 1:
            step.source = <uint8_t>(CELL_PILE + pile)
            return True
    return False
