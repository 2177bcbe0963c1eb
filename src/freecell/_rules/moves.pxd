"""Header with code: the length limit of supermoves, and the legal moves of a position.

The searches that take every legal move generate them here, once per node.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from freecell._rules.position cimport (
    CELL_PILE, END_CARD, FLOOR, FOUNDATION_PILE, HOME_PILE, MAX_CELLS, MAX_COLUMNS, SUPERMOVES_CELLS_ONLY,
    SUPERMOVES_OFF, SUPERMOVES_UNLIMITED, Position, Ruleset, Step, empty_cells, empty_columns, fits, goes_home, holder,
    nth_card, open_card, rank_of, suit_of,
)


cdef enum:
    # Upper bound on the legal moves of a position: at most 52 * 17 into empty columns, and some 800 others.
    MAX_MOVES = 2048


# --- runs ---------------------------------------------------------------------------------------------------------

cdef inline int run_length(const Ruleset *ruleset, const Position *position, int column) noexcept nogil:
    # The length of the run at the end of a column: at most the number of ranks, 0 if the column is empty.
    cdef int card = position.top[column], length = 1
    if card == FLOOR:
        return 0
    while length < ruleset.ranks and position.below[card] != FLOOR and fits(ruleset, card, position.below[card]):
        card = position.below[card]
        length += 1
    return length


cdef inline int capacity_of(const Ruleset *ruleset, int cells, int columns) noexcept nogil:
    # The length of the longest run that may move at once, using `cells` empty cells and `columns` empty columns.
    if ruleset.supermoves == SUPERMOVES_OFF:
        return 1
    if ruleset.supermoves == SUPERMOVES_UNLIMITED:
        return ruleset.ranks
    # Cards may not wait in an empty column that accepts only some cards.
    if ruleset.supermoves == SUPERMOVES_CELLS_ONLY or ruleset.to_floor > 1:
        columns = 0
    return (cells + 1) << columns


cdef inline int capacity(const Ruleset *ruleset, const Position *position, bint to_empty) noexcept nogil:
    # The length of the longest run that may move at once: onto a card, or if `to_empty`, into an existing empty column.
    return capacity_of(ruleset, empty_cells(ruleset, position), empty_columns(ruleset, position) - to_empty)


cdef inline bint changes_nothing(const Position *position, Step step) noexcept nogil:
    # Whether the move takes a whole column into an empty one.
    return (
        step.source < CELL_PILE and step.target < CELL_PILE and position.top[step.target] == FLOOR
        and position.below[nth_card(position, step.source, step.count)] == FLOOR)


# --- legal moves --------------------------------------------------------------------------------------------------

cdef struct Targets:
    # Where the cards of a position may move to, regardless of their source.
    uint64_t tops  # last cards of the columns, one bit per card
    uint32_t empty  # empty columns, one bit per column
    int to_card  # length of the longest run that may move onto a card
    int to_empty  # length of the longest run that may move into an empty column, 0 if there is none
    int cells  # number of empty cells
    uint8_t cell[MAX_CELLS]  # pile numbers of the empty cells
    uint8_t column[END_CARD]  # by card in `tops`: its column


cdef inline void find_targets(
    const Ruleset *ruleset, const Position *position, bint distinct, Targets *targets
) noexcept nogil:
    # Find the targets; if `distinct`, only the first empty column and the first empty cell.
    cdef int place, top
    targets.tops = 0
    targets.empty = 0
    targets.cells = 0
    for place in range(ruleset.columns):
        top = position.top[place]
        if top != FLOOR:
            targets.tops |= <uint64_t>1 << top
            targets.column[top] = <uint8_t>place
        elif not (distinct and targets.empty):
            targets.empty |= <uint32_t>1 << place
    for place in range(ruleset.cells):
        if position.cell[place] == 0:
            targets.cell[targets.cells] = <uint8_t>(CELL_PILE + place)
            targets.cells += 1
            if distinct:
                break
    targets.to_card = capacity(ruleset, position, False)
    targets.to_empty = capacity(ruleset, position, True) if targets.empty else 0


cdef inline uint32_t columns_that_take(
    const Ruleset *ruleset, const Position *position, int source, const Targets *targets, uint8_t *counts, int *run
) noexcept nogil:
    # The columns whose last card accepts cards from `source`, one bit per column. Write to `counts`, by column, how
    # many cards it accepts, and to `run` the length of the run at the source.
    cdef int card = open_card(position, source), suit, top, count = 1
    cdef uint32_t columns = 0
    # If ranks wrap, the deepest card of a run may fit on the run's own last card, which is therefore left out.
    cdef uint64_t tops = targets.tops & ~(<uint64_t>(source < CELL_PILE) << card), hits
    while True:
        hits = tops & (<uint64_t>ruleset.lies_on[suit_of(card)] << holder(ruleset, card))
        if hits and count <= targets.to_card:
            for suit in range(4):
                top = holder(ruleset, card) + suit
                if hits >> top & 1:
                    columns |= <uint32_t>1 << targets.column[top]
                    counts[targets.column[top]] = <uint8_t>count
        if source >= CELL_PILE or count == ruleset.ranks or position.below[card] == FLOOR:
            break
        if not fits(ruleset, card, position.below[card]):
            break
        card = position.below[card]
        count += 1
    run[0] = count
    return columns


cdef inline int add_step(Step *steps, int found, int source, int target, int count) noexcept nogil:
    # Append a move to the `found` moves in `steps`. Return the new number of moves.
    steps[found] = Step(<uint8_t>source, <uint8_t>target, <uint8_t>count)
    return found + 1


cdef inline int steps_from(
    const Ruleset *ruleset, const Position *position, int source, const Targets *targets, Step *steps
) noexcept nogil:
    # Write the legal moves from one pile: home, to columns from the left, to cells. Return their number.
    cdef int card = open_card(position, source), deepest, target = 0, count, number, found = 0, run
    cdef uint32_t columns
    cdef uint8_t counts[MAX_COLUMNS]
    if card == 0:
        return 0
    if source < FOUNDATION_PILE and goes_home(position, card):
        found = add_step(steps, found, source, HOME_PILE, 1)
    columns = columns_that_take(ruleset, position, source, targets, counts, &run)
    if targets.to_empty:
        columns |= targets.empty
    while columns:
        if columns & 1 and position.top[target] != FLOOR:
            found = add_step(steps, found, source, target, counts[target])
        elif columns & 1:
            deepest = card
            for count in range(1, min(run, targets.to_empty) + 1):
                if rank_of(deepest) >= ruleset.to_floor:
                    found = add_step(steps, found, source, target, count)
                deepest = position.below[deepest]
        columns >>= 1
        target += 1
    if not CELL_PILE <= source < FOUNDATION_PILE:
        for number in range(targets.cells):
            found = add_step(steps, found, source, targets.cell[number], 1)
    return found


cdef inline int legal_steps(
    const Ruleset *ruleset, const Position *position, bint distinct, Step *steps
) noexcept nogil:
    # Write the legal moves, all of them or the distinct ones; return their number, at most MAX_MOVES.
    cdef int source, found = 0
    cdef Targets targets
    find_targets(ruleset, position, distinct, &targets)
    for source in range(ruleset.columns):
        found += steps_from(ruleset, position, source, &targets, steps + found)
    for source in range(CELL_PILE, FOUNDATION_PILE + 4 if ruleset.takeback else CELL_PILE + ruleset.cells):
        found += steps_from(ruleset, position, source, &targets, steps + found)
    assert found <= MAX_MOVES
    return found
