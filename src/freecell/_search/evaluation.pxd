"""Header with code: an evaluation function, updated incrementally by every move.

The evaluation is linear, like that of Samuel's checkers player (1959): a weighted sum of features of the position. A
higher score means farther from a win. ``weights.pxd`` explains the weights. A feature belongs to a link
(a card and what it lies on), to a column, or to the number of empty cells or columns. A move changes one link and at
most two columns, so updating the evaluation costs little more than the move itself.

The code here runs for every node. The tables, and the evaluation from scratch, are in ``evaluation.pyx``.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t

from freecell._rules.autoplay cimport automatic_cards
from freecell._rules.bits cimport lowest_bit
from freecell._rules.position cimport (
    CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, FOUNDATION_PILE, HOME_PILE, MAX_CELLS, MAX_COLUMNS, Position, Ruleset,
    Step, goes_home, make, nth_card, open_card, rank_of, suit_of,
)
from freecell._search.weights cimport Weights


cdef enum:
    NOWHERE = 0xFF  # in place of a column index: in no column


cdef struct Evaluator:
    # Rules and weights, with tables derived from them.
    Ruleset ruleset
    Weights weights
    int policy  # autoplay policy, applied after every move
    uint64_t followers[END_CARD]  # by card, or FLOOR: the cards that may lie on it, one bit per card
    uint64_t holders[END_CARD]  # by card: the cards that it may lie on, one bit per card
    int16_t link_score[END_CARD][END_CARD]  # by card, and by the card, FLOOR or CELL that it lies on
    int cell_score[MAX_CELLS + 1]  # by number of empty cells
    int column_score[MAX_COLUMNS + 1]  # by number of empty columns


cdef struct Evaluated:
    # A position with its evaluation, and the features that incremental updates need.
    Position position
    uint64_t automatic  # cards that autoplay moves to the foundations once they are open, one bit per card
    int32_t score  # the evaluation, without the penalty for the moves made
    uint8_t empty_cells  # number of empty cells
    uint8_t empty_columns  # number of empty columns
    uint8_t king_run[MAX_COLUMNS]  # by column: length of the run built on a king at its bottom, or 0
    uint8_t above_run[MAX_COLUMNS]  # by column: number of cards above that run
    uint8_t column_of[END_CARD]  # by card in a column: its column
    uint8_t next_column[4]  # by suit: column of the card that is next for its foundation, or NOWHERE
    uint8_t next_depth[4]  # by suit: number of cards on that card, 0 if it is in no column


cdef void evaluator_init(
    Evaluator *evaluator, const Ruleset *ruleset, int policy, const Weights *weights
) noexcept nogil
cdef void evaluate(const Evaluator *evaluator, Evaluated *evaluated) noexcept nogil  # from scratch
cdef bint is_up_to_date(const Evaluator *evaluator, const Evaluated *evaluated) noexcept nogil  # for assertions


# --- making a move ------------------------------------------------------------------------------------------------

cdef inline int find_next(const Evaluator *evaluator, Evaluated *evaluated, int suit) noexcept nogil:
    # Find the card that is next for the foundation of the suit. Return the penalty for the cards that lie on it.
    cdef const Position *position = &evaluated.position
    cdef int next_card = 4 * position.home[suit] + FIRST_CARD + suit, column, card, depth = 0
    evaluated.next_column[suit] = NOWHERE
    evaluated.next_depth[suit] = 0
    if position.home[suit] == evaluator.ruleset.ranks or position.below[next_card] == CELL:
        return 0
    column = evaluated.column_of[next_card]
    card = position.top[column]
    while card != next_card:
        card = position.below[card]
        depth += 1
    evaluated.next_column[suit] = <uint8_t>column
    evaluated.next_depth[suit] = <uint8_t>depth
    return evaluator.weights.blocking * depth


cdef inline int update_next(const Evaluator *evaluator, Evaluated *evaluated, Step step) noexcept nogil:
    # Update the column and the depth of each suit's next card. Return the change in score.
    cdef int suit, change = 0
    for suit in range(4):
        if evaluated.next_column[suit] == step.source:
            if evaluated.next_depth[suit] >= step.count:
                evaluated.next_depth[suit] -= step.count
                change -= evaluator.weights.blocking * step.count
            else:  # the next card itself moves
                evaluated.next_column[suit] = step.target if step.target < CELL_PILE else <uint8_t>NOWHERE
        elif evaluated.next_column[suit] == step.target:
            evaluated.next_depth[suit] += step.count
            change += evaluator.weights.blocking * step.count
    return change


cdef inline int leave_column(
    const Evaluator *evaluator, Evaluated *evaluated, int column, int count
) noexcept nogil:
    # Update a column after `count` cards have left it. Return the change in score.
    cdef int above = min(count, evaluated.above_run[column]), change
    evaluated.above_run[column] -= above
    evaluated.king_run[column] -= count - above
    change = evaluator.weights.king_run * (count - above)
    if evaluated.position.top[column] == FLOOR:
        evaluated.empty_columns += 1
        change += evaluator.column_score[evaluated.empty_columns]
        change -= evaluator.column_score[evaluated.empty_columns - 1]
    return change


cdef inline int enter_column(
    const Evaluator *evaluator, Evaluated *evaluated, int column, int card, int count
) noexcept nogil:
    # Update a column after a move of `count` cards to it, of which `card` is the deepest. Return the change in score.
    cdef const Position *position = &evaluated.position
    cdef int moved = position.top[column], change = 0
    cdef bint was_empty = position.below[card] == FLOOR
    evaluated.column_of[moved] = <uint8_t>column
    while moved != card:
        moved = position.below[moved]
        evaluated.column_of[moved] = <uint8_t>column
    if was_empty:
        evaluated.empty_columns -= 1
        change += evaluator.column_score[evaluated.empty_columns]
        change -= evaluator.column_score[evaluated.empty_columns + 1]
    if evaluated.above_run[column] == 0 and (not was_empty or rank_of(card) == evaluator.ruleset.ranks):
        evaluated.king_run[column] += count
        change -= evaluator.weights.king_run * count
    else:
        evaluated.above_run[column] += count
    return change


cdef inline void make_evaluated(const Evaluator *evaluator, Evaluated *evaluated, Step step) noexcept nogil:
    # Make a legal move and update the evaluation.
    cdef Position *position = &evaluated.position
    cdef int source = step.source, target = step.target, count = step.count
    cdef int card = nth_card(position, source, count) if source < CELL_PILE else open_card(position, source)
    cdef int suit = suit_of(card), score = evaluated.score - evaluator.link_score[card][position.below[card]]
    make(position, step)
    score += evaluator.link_score[card][position.below[card]] + update_next(evaluator, evaluated, step)
    if source < CELL_PILE:
        score += leave_column(evaluator, evaluated, source, count)
    elif source < FOUNDATION_PILE:
        evaluated.empty_cells += 1
        score += evaluator.cell_score[evaluated.empty_cells] - evaluator.cell_score[evaluated.empty_cells - 1]
    if target < CELL_PILE:
        score += enter_column(evaluator, evaluated, target, card, count)
    elif target < FOUNDATION_PILE:
        evaluated.empty_cells -= 1
        score += evaluator.cell_score[evaluated.empty_cells] - evaluator.cell_score[evaluated.empty_cells + 1]
    if target == HOME_PILE or source >= FOUNDATION_PILE:
        score -= evaluator.weights.blocking * evaluated.next_depth[suit]
        score += find_next(evaluator, evaluated, suit)
        evaluated.automatic = automatic_cards(position, evaluator.policy)
    elif source >= CELL_PILE and goes_home(position, card):
        evaluated.next_column[suit] = <uint8_t>target
    evaluated.score = score


# --- automatic moves ----------------------------------------------------------------------------------------------

cdef inline bint find_step_home(
    const Evaluator *evaluator, const Evaluated *evaluated, int card, Step *step
) noexcept nogil:
    # Whether `card`, which is next for its foundation, is open. If so, `step` becomes its move home.
    cdef int suit = suit_of(card), cell
    step.target = HOME_PILE
    step.count = 1
    if evaluated.next_column[suit] != NOWHERE:
        step.source = evaluated.next_column[suit]
        return evaluated.next_depth[suit] == 0
    for cell in range(evaluator.ruleset.cells):
        if evaluated.position.cell[cell] == card:
            step.source = <uint8_t>(CELL_PILE + cell)
            return True
    return False


cdef inline void make_automatic(const Evaluator *evaluator, Evaluated *evaluated, int left_alone) noexcept nogil:
    # Make all automatic moves, except those of the card `left_alone`; 0 stands for no card.
    cdef uint64_t others = ~(<uint64_t>1 << left_alone), cards = evaluated.automatic & others
    cdef Step step
    while cards:
        if find_step_home(evaluator, evaluated, lowest_bit(cards), &step):
            make_evaluated(evaluator, evaluated, step)
            cards = evaluated.automatic & others  # a card moved home can make others automatic
        else:
            cards &= cards - 1
