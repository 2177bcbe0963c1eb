# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""The evaluation function: tables of its rules and weights, and evaluation from scratch. See ``evaluation.pxd``."""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from freecell._rules.autoplay cimport automatic_cards
from freecell._rules.position cimport (
    CELL, FIRST_CARD, FLOOR, HOME, Position, Ruleset, empty_cells, empty_columns, fits, rank_of, suit_of,
)
from freecell._search.weights cimport Weights


cdef int link_score(const Weights *weights, const Ruleset *ruleset, int card, int below) noexcept nogil:
    # The score of `card` on `below`: another card, FLOOR or CELL.
    cdef int ranks = ruleset.ranks, rank = rank_of(card), under = rank_of(below), score = weights.card
    if below == CELL:
        return score + weights.cell_rank * rank // 8
    if below == FLOOR:
        return score + weights.bottom_rank * (ranks - rank) // 8
    if fits(ruleset, card, below):
        return score + weights.run_rank * (ranks - rank) // 8
    score += weights.misfit + weights.misfit_rank * rank // 8 + weights.misfit_under * (ranks - under) // 8
    if rank > under:
        score += weights.misfit_higher
        if suit_of(card) == suit_of(below):
            score += weights.misfit_same_suit
    if rank == under + 1:
        score += weights.misfit_next
    return score


cdef void tabulate_links(Evaluator *evaluator) noexcept nogil:
    cdef const Ruleset *ruleset = &evaluator.ruleset
    cdef const Weights *weights = &evaluator.weights
    cdef int card, below, end = 4 * ruleset.ranks + FIRST_CARD
    cdef int16_t *scores
    for card in range(FIRST_CARD, end):
        if rank_of(card) >= ruleset.to_floor:
            evaluator.followers[FLOOR] |= <uint64_t>1 << card
        scores = evaluator.link_score[card]
        scores[CELL] = <int16_t>link_score(weights, ruleset, card, CELL)
        scores[FLOOR] = <int16_t>link_score(weights, ruleset, card, FLOOR)
        for below in range(FIRST_CARD, end):
            scores[below] = <int16_t>link_score(weights, ruleset, card, below)
            if fits(ruleset, card, below):
                evaluator.followers[below] |= <uint64_t>1 << card
                evaluator.holders[card] |= <uint64_t>1 << below


cdef void tabulate_spaces(Evaluator *evaluator) noexcept nogil:
    cdef const Weights *weights = &evaluator.weights
    cdef int[4] cell_weight = [weights.first_cell, weights.second_cell, weights.third_cell, weights.further_cell]
    cdef int[3] column_weight = [weights.first_column, weights.second_column, weights.further_column]
    cdef int free, empty, cells = evaluator.ruleset.cells
    for free in range(cells, 0, -1):  # fill one more cell
        evaluator.cell_score[free - 1] = evaluator.cell_score[free] + cell_weight[min(cells - free, 3)]
    for empty in range(evaluator.ruleset.columns):  # empty one more column
        evaluator.column_score[empty + 1] = evaluator.column_score[empty] - column_weight[min(empty, 2)]


cdef void evaluator_init(
    Evaluator *evaluator, const Ruleset *ruleset, int policy, const Weights *weights
) noexcept nogil:
    memset(evaluator, 0, sizeof(Evaluator))
    evaluator.ruleset = ruleset[0]
    evaluator.weights = weights[0]
    evaluator.policy = policy
    tabulate_links(evaluator)
    tabulate_spaces(evaluator)


cdef void evaluate_column(const Evaluator *evaluator, Evaluated *evaluated, int column) noexcept nogil:
    cdef const Position *position = &evaluated.position
    cdef int card = position.top[column], below, run = 0, height = 0
    while card != FLOOR:
        below = position.below[card]
        evaluated.column_of[card] = <uint8_t>column
        height += 1
        run += 1
        if below == FLOOR:
            if rank_of(card) < evaluator.ruleset.ranks:
                run = 0
        elif not evaluator.followers[below] >> card & 1:
            run = 0
        card = below
    evaluated.king_run[column] = <uint8_t>run
    evaluated.above_run[column] = <uint8_t>(height - run)
    evaluated.score -= evaluator.weights.king_run * run


cdef void evaluate(const Evaluator *evaluator, Evaluated *evaluated) noexcept nogil:
    cdef const Ruleset *ruleset = &evaluator.ruleset
    cdef const Position *position = &evaluated.position
    cdef int suit, column, card
    evaluated.empty_cells = <uint8_t>empty_cells(ruleset, position)
    evaluated.empty_columns = <uint8_t>empty_columns(ruleset, position)
    evaluated.score = evaluator.cell_score[evaluated.empty_cells] + evaluator.column_score[evaluated.empty_columns]
    for card in range(FIRST_CARD, 4 * ruleset.ranks + FIRST_CARD):
        evaluated.score += evaluator.link_score[card][position.below[card]]
    memset(evaluated.king_run, 0, sizeof(evaluated.king_run))
    memset(evaluated.above_run, 0, sizeof(evaluated.above_run))
    for column in range(ruleset.columns):
        evaluate_column(evaluator, evaluated, column)
    for suit in range(4):
        evaluated.score += find_next(evaluator, evaluated, suit)
    evaluated.automatic = automatic_cards(position, evaluator.policy)


cdef bint is_up_to_date(const Evaluator *evaluator, const Evaluated *evaluated) noexcept nogil:
    # Whether the incremental updates agree with an evaluation from scratch.
    cdef Evaluated fresh
    cdef int card
    fresh.position = evaluated.position
    evaluate(evaluator, &fresh)
    for card in range(FIRST_CARD, 4 * evaluator.ruleset.ranks + FIRST_CARD):
        if evaluated.position.below[card] not in (CELL, HOME) and fresh.column_of[card] != evaluated.column_of[card]:
            return False
    return (
        fresh.automatic == evaluated.automatic and fresh.score == evaluated.score
        and fresh.empty_cells == evaluated.empty_cells and fresh.empty_columns == evaluated.empty_columns
        and memcmp(fresh.king_run, evaluated.king_run, sizeof(fresh.king_run)) == 0
        and memcmp(fresh.above_run, evaluated.above_run, sizeof(fresh.above_run)) == 0
        and memcmp(fresh.next_column, evaluated.next_column, sizeof(fresh.next_column)) == 0
        and memcmp(fresh.next_depth, evaluated.next_depth, sizeof(fresh.next_depth)) == 0)
