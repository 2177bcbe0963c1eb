# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Check a single move: why it is illegal, how many cards it takes, and which single-card moves it stands for.

The searches do not use this room. They generate legal moves and need no reasons.
"""

from freecell._rules.building cimport card_of, column_cards, top_rank
from freecell._rules.move cimport pile_phrase
from freecell._rules.moves cimport capacity, run_length
from freecell._rules.position cimport (
    CELL_PILE, FIRST_CARD, FLOOR, FOUNDATION_PILE, HOME_PILE, Position, Ruleset, Step, empty_cells, empty_columns, fits,
    fits_top, goes_home, holder, nth_card, open_card, rank_of, suit_of,
)

from freecell._rules.supermoves import count_steps, single_steps
from freecell.cards import RANKS, Suit
from freecell.rules import EmptyColumns


# --- why a move is illegal ----------------------------------------------------------------------------------------

cdef str refusal(const Ruleset *ruleset, const Position *position, Step step):
    cdef int card
    cdef str reason = why_no_such_pile(ruleset, step.source) or why_no_such_pile(ruleset, step.target)
    if reason is None:
        reason = why_not_taken(ruleset, position, step)
    if reason is not None:
        return reason
    card = nth_card(position, step.source, step.count) if step.count > 1 else open_card(position, step.source)
    if step.target == HOME_PILE:
        return why_not_home(ruleset, position, card)
    if step.target >= CELL_PILE:
        return why_not_in_cell(ruleset, position, step.target)
    return why_not_on_column(ruleset, position, card, step)


cdef str why_no_such_pile(const Ruleset *ruleset, int pile):
    if pile < CELL_PILE and pile >= ruleset.columns:
        return f"there is no {pile_phrase(pile)}: the game has {ruleset.columns} columns"
    if CELL_PILE <= pile < FOUNDATION_PILE and pile - CELL_PILE >= ruleset.cells:
        return f"there is no {pile_phrase(pile)}: the game has {ruleset.cells or 'no'} cells"
    return None


cdef str why_not_taken(const Ruleset *ruleset, const Position *position, Step step):
    # Why the cards may not leave their source.
    cdef int length
    if step.source >= FOUNDATION_PILE and not ruleset.takeback:
        return "in this game cards stay on the foundations"
    if open_card(position, step.source) == 0:
        if step.source >= FOUNDATION_PILE:
            return f"the foundation of {Suit(step.source - FOUNDATION_PILE).name.lower()} is empty"
        return f"{pile_phrase(step.source)} is empty"
    if step.count > 1 and step.count > run_length(ruleset, position, step.source):
        length = len(column_cards(ruleset, position, step.source))
        if step.count > length:
            return f"{pile_phrase(step.source)} does not have {step.count} cards: it has {length}"
        return f"the last {step.count} cards of {pile_phrase(step.source)} are not a run"
    return None


cdef str why_not_home(const Ruleset *ruleset, const Position *position, int card):
    if goes_home(position, card):
        return None
    before = card_of(ruleset, 4 * position.home[suit_of(card)] + FIRST_CARD + suit_of(card))
    return f"{card_of(ruleset, card)} cannot go home before {before}"


cdef str why_not_in_cell(const Ruleset *ruleset, const Position *position, int cell):
    cdef int holds = position.cell[cell - CELL_PILE]
    return None if holds == 0 else f"{pile_phrase(cell)} holds {card_of(ruleset, holds)}"


cdef str why_not_on_column(const Ruleset *ruleset, const Position *position, int card, Step step):
    # Why a run whose deepest card is `card` may not move onto a column.
    cdef int top = position.top[step.target], longest
    if not fits_top(ruleset, card, top):
        return why_not_in_empty_column(ruleset) if top == FLOOR else why_not_on_card(ruleset, card, top)
    longest = capacity(ruleset, position, top == FLOOR)
    if step.count > longest:
        return f"{step.count} cards cannot move at once: there is space for {longest}"
    return None


cdef str why_not_in_empty_column(const Ruleset *ruleset):
    # Why a card may not be put into an empty column, under rules that restrict which cards may.
    if ruleset.empty_columns == <int>EmptyColumns.NOTHING.value:
        return "nothing may be put into an empty column"
    highest = RANKS[top_rank(ruleset, ruleset.ranks) - 1]
    return f"only a {'king' if highest == 'K' else highest} may be put into an empty column"


cdef str why_not_on_card(const Ruleset *ruleset, int card, int top):
    # Why a card does not fit on another.
    cdef int suit, club = holder(ruleset, card)
    cdef list takers = []
    if rank_of(club) <= ruleset.ranks:
        takers = [
            str(card_of(ruleset, club + suit)) for suit in range(4) if ruleset.lies_on[suit_of(card)] >> suit & 1]
    on = " or ".join(takers) or "no card"
    return f"{card_of(ruleset, card)} does not go on {card_of(ruleset, top)}: it goes on {on}"


# --- the count of a move ------------------------------------------------------------------------------------------

cdef int implied_count(const Ruleset *ruleset, const Position *position, int source, int target) noexcept:
    cdef int run
    if source >= ruleset.columns or target >= ruleset.columns or position.top[source] == FLOOR:
        return 0
    run = run_length(ruleset, position, source)
    if position.top[target] == FLOOR:
        return longest_into_empty(ruleset, position, source, run)
    return count_that_fits(ruleset, position, source, run, position.top[target])


cdef bint writes_count(const Ruleset *ruleset, const Position *position, Step step, str style) except -1:
    cdef int implied
    if step.source >= CELL_PILE or step.target >= CELL_PILE or style == "standard":
        return False
    implied = implied_count(ruleset, position, step.source, step.target)
    if position.top[step.target] != FLOOR:
        return step.count != implied
    return (step.count if style == "fc-solve" else implied) > 1


cdef int read_count(
    const Ruleset *ruleset, const Position *position, int source, int target, str style
) except -1:
    if style == "fc-solve" and target < ruleset.columns and position.top[target] == FLOOR:
        return 1
    return implied_count(ruleset, position, source, target)


cdef int count_that_fits(
    const Ruleset *ruleset, const Position *position, int source, int run, int top
) noexcept:
    # How many cards of the run at the end of a column fit on the card `top`; 0 if none do.
    cdef int count = rank_of(top) - rank_of(position.top[source])
    if count < 1 and ruleset.wraps:
        count += ruleset.ranks
    return count if 1 <= count <= run and fits(ruleset, nth_card(position, source, count), top) else 0


cdef int longest_into_empty(const Ruleset *ruleset, const Position *position, int source, int run) noexcept:
    # The largest number of cards of a run that may move into an empty column; 0 if none may.
    cdef int count
    for count in range(min(run, capacity(ruleset, position, True)), 0, -1):
        if rank_of(nth_card(position, source, count)) >= ruleset.to_floor:
            return count
    return 0


# --- supermoves ---------------------------------------------------------------------------------------------------

cdef list single_card_moves(const Ruleset *ruleset, const Position *position, Step step):
    # Cards do not wait in empty columns if the rules restrict which cards may fill these.
    cdef int place
    cdef bint takes_all = ruleset.to_floor == 1
    cells = [CELL_PILE + place for place in range(ruleset.cells) if position.cell[place] == 0]
    columns = [
        place for place in range(ruleset.columns)
        if takes_all and place != step.target and position.top[place] == FLOOR]
    fills = takes_all and position.top[step.target] == FLOOR
    return single_steps(
        step.count, step.source, step.target, cells, columns, source_takes(ruleset, position, step), fills)


cdef int single_card_count(const Ruleset *ruleset, const Position *position, Step step) except -1:
    # Every card but the deepest has to make way for it and to follow it: two moves each, if each finds a cell.
    cdef int cells = empty_cells(ruleset, position), columns = 0
    cdef bint fills = False
    if step.count - 1 <= cells:
        return 2 * step.count - 1
    if ruleset.to_floor == 1:
        fills = position.top[step.target] == FLOOR
        columns = empty_columns(ruleset, position) - fills
    count = count_steps(step.count, cells, columns, source_takes(ruleset, position, step), fills)
    return 1 if count is None else count


cdef list source_takes(const Ruleset *ruleset, const Position *position, Step step):
    # The cards of a run that may be put where it lay, as indices from its deepest card.
    cdef int place, under = position.below[nth_card(position, step.source, step.count)]
    return [
        place for place in range(step.count)
        if fits_top(ruleset, nth_card(position, step.source, step.count - place), under)]
