"""Header with code: score all children of a position without making the moves.

A child's score is the parent's score plus the change that the move makes. The change follows from the position before
the move, so the frontier stores only the move. The exceptions are moves to and from the foundations, and moves followed
by automatic moves. They change more than one link, and are scored by making them in a copy.

Of moves that differ only in which empty cell or empty column they use, only one is scored.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from freecell._rules.autoplay cimport is_pointless, taken_back
from freecell._rules.bits cimport lowest_bit
from freecell._rules.moves cimport capacity_of
from freecell._rules.position cimport (
    CELL, CELL_PILE, END_CARD, FLOOR, FOUNDATION_PILE, HOME_PILE, MAX_COLUMNS, Position, Ruleset, Step, is_won,
    next_home, open_card, rank_of, suit_of,
)
from freecell._search.evaluation cimport NOWHERE, Evaluated, Evaluator, make_automatic, make_evaluated
from freecell._search.frontier cimport Frontier, frontier_push


cdef enum:
    SCORE_OFFSET = 1024  # score in the frontier of a position whose evaluation is 0


cdef struct Scan:
    # What a scan of all columns finds, for the weights `burying` and `rest`.
    uint64_t burying  # the cards that lie above a lower card of their suit, one bit per card
    uint8_t lowest[MAX_COLUMNS][4]  # by column and suit: the lowest rank, 0xFF if there is none
    uint8_t run[MAX_COLUMNS]  # by column: length of the run at its end
    uint8_t rest[MAX_COLUMNS]  # by column: number of cards under that run
    uint8_t next_rest[MAX_COLUMNS]  # by column: number of cards under the next run, below that one
    int score  # sum of the penalties


cdef struct Expansion:
    # A position whose children are being scored.
    const Evaluator *evaluator
    const Evaluated *evaluated  # the position
    Frontier *frontier  # where the children go
    uint32_t node  # number of the position
    int base  # score of a child that evaluates to 0: the offset, and the penalty for the moves made
    int score  # score of a child that evaluates like the position
    uint64_t next_cards  # the cards that are next for their foundations, one bit per card
    uint64_t tops  # the last cards of the columns, one bit per card
    uint8_t column_of[END_CARD]  # by last card: its column
    uint8_t next_in[MAX_COLUMNS]  # by column: number of cards in it that are next for their foundations
    int cell  # the first empty cell, from 0
    int column  # the first empty column
    int to_card  # length of the longest run that may move onto a card
    int to_empty  # length of the longest run that may move to an empty column, 0 if no column is empty
    Scan scan  # only if the evaluator has weights for it


cdef struct Run:
    # A run at the end of a column, which extend_run extends by the card under it.
    int column
    int card  # its deepest card
    int count  # number of cards
    int burying  # number of its cards that lie above a lower card of their suit
    int blocked  # number of cards under the run that are next for their foundations


cdef struct Lifted:
    # A run, or a single card, taken off its pile.
    int card  # its deepest card
    int count  # number of cards
    int pile  # number of the pile
    int score  # score of the position without it
    bint frees  # whether automatic moves follow, to any target


# --- what the children have in common -----------------------------------------------------------------------------

cdef inline void scan_column(
    const Evaluator *evaluator, const Position *position, int column, Scan *scan
) noexcept nogil:
    # Scan a column from its bottom, and add its penalties to the score.
    cdef int card = position.top[column], below = FLOOR, suit, rank, height = 0, place, run = 0, rest = 0
    cdef uint8_t cards[END_CARD]
    cdef uint8_t *lowest = scan.lowest[column]
    while card != FLOOR:
        cards[height] = <uint8_t>card
        height += 1
        card = position.below[card]
    scan.next_rest[column] = 0
    for place in range(height - 1, -1, -1):
        card = cards[place]
        suit = suit_of(card)
        rank = rank_of(card)
        if lowest[suit] < rank:
            scan.burying |= <uint64_t>1 << card
            scan.score += evaluator.weights.burying
        else:
            lowest[suit] = <uint8_t>rank
        if below != FLOOR and not evaluator.followers[below] >> card & 1:
            scan.next_rest[column] = <uint8_t>rest
            rest += run
            run = 0
        run += 1
        below = card
    scan.run[column] = <uint8_t>run
    scan.rest[column] = <uint8_t>rest
    scan.score += evaluator.weights.rest * rest


cdef inline void scan_columns(const Evaluator *evaluator, const Position *position, Scan *scan) noexcept nogil:
    cdef int column
    scan.burying = 0
    scan.score = 0
    memset(scan.lowest, 0xFF, sizeof(scan.lowest))
    for column in range(evaluator.ruleset.columns):
        scan_column(evaluator, position, column, scan)


cdef inline void find_targets(Expansion *expansion) noexcept nogil:
    # Find the last cards of the columns, the first empty cell and column, and how long a run may move there.
    cdef const Evaluated *evaluated = expansion.evaluated
    cdef const Ruleset *ruleset = &expansion.evaluator.ruleset
    cdef int place, column, card
    expansion.tops = 0
    expansion.cell = expansion.column = 0
    for place in range(ruleset.cells - 1, -1, -1):
        expansion.cell = place if evaluated.position.cell[place] == 0 else expansion.cell
    for column in range(ruleset.columns - 1, -1, -1):
        card = evaluated.position.top[column]
        expansion.tops |= <uint64_t>1 << card
        expansion.column_of[card] = <uint8_t>column
    # A run has at most one card of each rank, even if ranks wrap.
    expansion.to_card = min(
        ruleset.ranks, capacity_of(ruleset, evaluated.empty_cells, evaluated.empty_columns))
    expansion.to_empty = 0
    if evaluated.empty_columns:
        expansion.to_empty = min(
            ruleset.ranks, capacity_of(ruleset, evaluated.empty_cells, evaluated.empty_columns - 1))
        expansion.column = expansion.column_of[FLOOR]
        expansion.tops ^= <uint64_t>1 << FLOOR


cdef inline void examine(Expansion *expansion, bint scanning) noexcept nogil:
    # Compute what the children have in common.
    cdef const Evaluated *evaluated = expansion.evaluated
    cdef int suit
    expansion.next_cards = next_home(&evaluated.position)
    memset(expansion.next_in, 0, sizeof(expansion.next_in))
    for suit in range(4):
        if evaluated.next_column[suit] != NOWHERE:
            expansion.next_in[evaluated.next_column[suit]] += 1
    find_targets(expansion)
    expansion.score = expansion.base + evaluated.score
    if scanning:
        scan_columns(expansion.evaluator, &evaluated.position, &expansion.scan)
        expansion.score += expansion.scan.score


# --- scoring the moves of one run ---------------------------------------------------------------------------------

cdef inline void push_made(const Expansion *expansion, Step step, bint scanning) noexcept nogil:
    # Score a move by making it, with the automatic moves that follow.
    cdef const Evaluator *evaluator = expansion.evaluator
    cdef Evaluated after = expansion.evaluated[0]
    cdef Scan scan
    cdef int score = 0
    make_evaluated(evaluator, &after, step)
    make_automatic(evaluator, &after, taken_back(&after.position, step))
    if not is_won(&evaluator.ruleset, &after.position):
        score = expansion.base + after.score
        if scanning:
            scan_columns(evaluator, &after.position, &scan)
            score += scan.score
    frontier_push(expansion.frontier, expansion.node, step, score)


cdef inline void push_lifted(
    const Expansion *expansion, const Lifted *lifted, int target, int change, bint scanning
) noexcept nogil:
    # Score a move to a column or a cell. It adds `change` to `lifted.score`, unless automatic moves follow.
    cdef Step step = Step(<uint8_t>lifted.pile, <uint8_t>target, <uint8_t>lifted.count)
    if lifted.frees:
        push_made(expansion, step, scanning)
    else:
        frontier_push(expansion.frontier, expansion.node, step, lifted.score + change)


cdef inline int buried_by(const Expansion *expansion, const Lifted *lifted, int column) noexcept nogil:
    # The number of cards of the run that would lie above a lower card of their suit in `column`.
    cdef const uint8_t *lowest = expansion.scan.lowest[column]
    cdef const Position *position = &expansion.evaluated.position
    cdef int card = position.top[lifted.pile] if lifted.pile < CELL_PILE else lifted.card
    cdef int number = lowest[suit_of(card)] < rank_of(card)
    while card != lifted.card:
        card = position.below[card]
        number += lowest[suit_of(card)] < rank_of(card)
    return number


cdef inline void push_all(
    const Expansion *expansion, const Lifted *lifted, bint to_cell, bint to_empty, uint64_t tops, bint scanning
) noexcept nogil:
    # Score the moves of a run: to the first empty cell if `to_cell`, to the first empty column if `to_empty`, and onto
    # the cards in `tops`.
    cdef const Evaluator *evaluator = expansion.evaluator
    cdef const Evaluated *evaluated = expansion.evaluated
    cdef const int16_t *link_score = evaluator.link_score[lifted.card]
    cdef const int *spaces
    cdef int king_run = evaluator.weights.king_run * lifted.count, column, top, change
    if to_cell:
        spaces = evaluator.cell_score + evaluated.empty_cells
        push_lifted(
            expansion, lifted, CELL_PILE + expansion.cell, link_score[CELL] + spaces[-1] - spaces[0], scanning)
    if to_empty:
        spaces = evaluator.column_score + evaluated.empty_columns
        change = link_score[FLOOR] + spaces[-1] - spaces[0]
        if rank_of(lifted.card) == evaluator.ruleset.ranks:
            change -= king_run
        push_lifted(expansion, lifted, expansion.column, change, scanning)
    while tops:
        top = lowest_bit(tops)
        tops &= tops - 1
        column = expansion.column_of[top]
        change = link_score[top] + evaluator.weights.blocking * lifted.count * expansion.next_in[column]
        change -= king_run & -(evaluated.above_run[column] == 0)
        if scanning:
            change += evaluator.weights.burying * buried_by(expansion, lifted, column)
        push_lifted(expansion, lifted, column, change, scanning)


# --- the moves from each kind of pile -----------------------------------------------------------------------------

cdef inline void begin_run(const Expansion *expansion, Run *run, int column, bint scanning) noexcept nogil:
    run.column = column
    run.card = expansion.evaluated.position.top[column]
    run.count = 1
    run.blocked = expansion.next_in[column] - (expansion.next_cards >> run.card & 1)
    if scanning:
        run.burying = expansion.scan.burying >> run.card & 1


cdef inline bint extend_run(const Expansion *expansion, Run *run, bint scanning) noexcept nogil:
    # Add the card under the run to it. False if the run does not continue there.
    cdef int under = expansion.evaluated.position.below[run.card]
    if not (under != FLOOR) & expansion.evaluator.followers[under] >> run.card & 1:
        return False
    run.card = under
    run.count += 1
    run.blocked -= expansion.next_cards >> under & 1
    if scanning:
        run.burying += expansion.scan.burying >> under & 1
    return True


cdef inline int score_without(const Expansion *expansion, const Run *run, int under, bint scanning) noexcept nogil:
    # The score of the position without a run that lies on the card `under`, or on the floor.
    cdef const Evaluator *evaluator = expansion.evaluator
    cdef const Evaluated *evaluated = expansion.evaluated
    cdef const int *spaces
    cdef int score = expansion.score - evaluator.link_score[run.card][under]
    score -= evaluator.weights.blocking * run.count * run.blocked
    if under != FLOOR:
        score += evaluator.weights.king_run * run.count & -(evaluated.above_run[run.column] == 0)
    else:
        spaces = evaluator.column_score + evaluated.empty_columns
        score += evaluator.weights.king_run * evaluated.king_run[run.column] + spaces[1] - spaces[0]
    if scanning:
        score -= evaluator.weights.burying * run.burying
        if run.count == expansion.scan.run[run.column]:
            score -= evaluator.weights.rest * (expansion.scan.rest[run.column] - expansion.scan.next_rest[run.column])
    return score


cdef inline void push_run(const Expansion *expansion, const Run *run, bint scanning) noexcept nogil:
    # Score the moves of a run from its column to other columns and, if it is a single card, to a cell.
    cdef const Evaluator *evaluator = expansion.evaluator
    cdef const Position *position = &expansion.evaluated.position
    cdef int under = position.below[run.card]
    # If ranks wrap, the deepest card of a run may fit on the run's own last card.
    cdef uint64_t tops = evaluator.holders[run.card] & expansion.tops & ~(<uint64_t>1 << position.top[run.column])
    # A move of a whole column to an empty column is left out, because it changes nothing.
    cdef bint to_empty = (
        (run.count <= expansion.to_empty) & (under != FLOOR) & evaluator.followers[FLOOR] >> run.card & 1)
    cdef bint to_cell = (run.count == 1) & (expansion.evaluated.empty_cells > 0)
    cdef Lifted lifted
    if tops or to_empty or to_cell:
        lifted.card = run.card
        lifted.count = run.count
        lifted.pile = run.column
        lifted.frees = expansion.evaluated.automatic >> under & 1
        lifted.score = score_without(expansion, run, under, scanning)
        push_all(expansion, &lifted, to_cell, to_empty, tops, scanning)


cdef inline void expand_columns(const Expansion *expansion, bint home, bint scanning) noexcept nogil:
    # Score the moves of single cards first, then those of longer runs.
    cdef const Position *position = &expansion.evaluated.position
    cdef int column, card, number, longer = 0
    cdef Run runs[MAX_COLUMNS]
    cdef Run *run
    for column in range(expansion.evaluator.ruleset.columns):
        card = position.top[column]
        if card == FLOOR:
            continue
        if home & expansion.next_cards >> card & 1:
            push_made(expansion, Step(<uint8_t>column, HOME_PILE, 1), scanning)
        run = &runs[longer]
        begin_run(expansion, run, column, scanning)
        push_run(expansion, run, scanning)
        longer += extend_run(expansion, run, scanning)
    if expansion.to_card == 1:
        return
    for number in range(longer):
        run = &runs[number]
        push_run(expansion, run, scanning)
        while run.count < expansion.to_card and extend_run(expansion, run, scanning):
            push_run(expansion, run, scanning)


cdef inline void expand_cells(const Expansion *expansion, bint home, bint scanning) noexcept nogil:
    cdef const Evaluator *evaluator = expansion.evaluator
    cdef const Evaluated *evaluated = expansion.evaluated
    cdef const int *spaces = evaluator.cell_score + evaluated.empty_cells
    cdef int pile, card
    cdef uint64_t tops
    cdef bint to_empty
    cdef Lifted lifted
    for pile in range(CELL_PILE, CELL_PILE + evaluator.ruleset.cells):
        card = open_card(&evaluated.position, pile)
        if home & expansion.next_cards >> card & 1:
            push_made(expansion, Step(<uint8_t>pile, HOME_PILE, 1), scanning)
        tops = evaluator.holders[card] & expansion.tops
        to_empty = (expansion.to_empty > 0) & evaluator.followers[FLOOR] >> card & 1
        if tops or to_empty:
            lifted.card = card
            lifted.count = 1
            lifted.pile = pile
            lifted.frees = False
            lifted.score = expansion.score + spaces[1] - spaces[0] - evaluator.link_score[card][CELL]
            push_all(expansion, &lifted, False, to_empty, tops, scanning)


cdef inline void expand_foundations(const Expansion *expansion, bint scanning) noexcept nogil:
    # Score the moves back from the foundations. All are made, because each changes the next card for a foundation.
    cdef const Evaluator *evaluator = expansion.evaluator
    cdef const Evaluated *evaluated = expansion.evaluated
    cdef int pile
    cdef Lifted lifted
    lifted.count = 1
    lifted.frees = True
    lifted.score = 0  # not used
    for pile in range(FOUNDATION_PILE, FOUNDATION_PILE + 4):
        lifted.card = open_card(&evaluated.position, pile)
        lifted.pile = pile
        if lifted.card and not is_pointless(
                &evaluator.ruleset, &evaluated.position, Step(<uint8_t>pile, 0, 1), evaluator.policy):
            push_all(
                expansion, &lifted, evaluated.empty_cells > 0,
                (expansion.to_empty > 0) & evaluator.followers[FLOOR] >> lifted.card & 1,
                evaluator.holders[lifted.card] & expansion.tops, scanning)


cdef inline void expand(
    const Evaluator *evaluator, const Evaluated *evaluated, uint32_t node, int moves_score, Frontier *frontier,
    bint home, bint scanning
) noexcept nogil:
    # Push every child of a position to the frontier, which must have room for most_children. `moves_score` is the
    # penalty for the moves made, `home` whether moves to the foundations count as children. `scanning`, a
    # compile-time constant, is whether the evaluator has weights that need a scan of the columns.
    cdef Expansion expansion
    expansion.evaluator = evaluator
    expansion.evaluated = evaluated
    expansion.frontier = frontier
    expansion.node = node
    expansion.base = SCORE_OFFSET + moves_score
    examine(&expansion, scanning)
    expand_columns(&expansion, home, scanning)
    expand_cells(&expansion, home, scanning)
    if evaluator.ruleset.takeback:
        expand_foundations(&expansion, scanning)


cdef inline uint32_t most_children(const Ruleset *ruleset) noexcept nogil:
    # Upper bound on the children of a position: from each pile to each column, a cell and a foundation; and for each of
    # 52 cards, its run to an empty column.
    return (ruleset.columns + ruleset.cells + 4) * (ruleset.columns + 2) + 52
