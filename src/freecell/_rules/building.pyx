# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Build positions from cards, from board text, from a deal number, and from bytes.

In a Position, ranks count from the base, the rank that foundations begin with; a Card counts them from the ace.
"""

from collections.abc import Iterable
from functools import partial
from itertools import islice

from libc.stdint cimport uint8_t
from libc.string cimport memset

from freecell._rules.autoplay cimport (
    POLICY_ALL, POLICY_CAUTIOUS, POLICY_HORNE, POLICY_NONE, POLICY_RAYMOND, POLICY_SURE,
)
from freecell._rules.deal_numbers cimport deal
from freecell._rules.move cimport Pile, pile_of, pile_phrase
from freecell._rules.position cimport (
    ABSENT, CELL, CELL_PILE, END_CARD, FIRST_CARD, FLOOR, FOUNDATION_PILE, HOME, MAX_CELLS, MAX_COLUMNS,
    SUPERMOVES_CELLS_ONLY, SUPERMOVES_OFF, SUPERMOVES_STANDARD, SUPERMOVES_UNLIMITED, Position, Ruleset, cards_home,
    link_hash, rank_of, suit_of,
)

from freecell._arguments import shortened, whole_number
from freecell._text import counted
from freecell.cards import CARDS, RANKS, Suit, cards_from
from freecell.errors import FreeCellError, WrongTypeError
from freecell.faults import Fault, FaultKind, InvalidStateError, Spot
from freecell.notation import read_board
from freecell.rules import Build, EmptyColumns, Layout, Rules, Supermoves

cdef tuple _CARDS = (None,) * FIRST_CARD + CARDS  # by card number, if the base is 1


# --- rules --------------------------------------------------------------------------------------------------------

cdef object _last_rules = None
cdef Ruleset _last_ruleset


cdef object checked(object rules):
    if type(rules) is not Rules:
        raise WrongTypeError(f"rules must be Rules, such as Rules.FREECELL, not {shortened(rules)}")
    return rules


cdef int read_rules(object rules, Ruleset *ruleset) except -1:
    global _last_rules, _last_ruleset
    cdef int suit
    if rules is _last_rules:
        ruleset[0] = _last_ruleset
        return 0
    checked(rules)
    # Rules check these ranges too, but the C arrays rely on them.
    ruleset.cells = whole_number(rules.cells, "cells", 0, MAX_CELLS)
    ruleset.columns = whole_number(rules.columns, "columns", 1, MAX_COLUMNS)
    ruleset.ranks = whole_number(rules.ranks, "ranks", 1, len(RANKS))
    ruleset.supermoves = rules.supermoves.value
    ruleset.takeback = rules.foundation_takeback
    ruleset.base = whole_number(rules.base, "base", 1, rules.ranks)
    ruleset.wraps = rules.wrap
    ruleset.layout = rules.layout.value
    ruleset.empty_columns = rules.empty_columns.value
    ruleset.to_floor = {EmptyColumns.ANY_CARD: 1, EmptyColumns.KINGS_ONLY: rules.ranks, EmptyColumns.NOTHING: 14}[
        rules.empty_columns]
    for suit in range(4):
        ruleset.lies_on[suit] = suits_below(rules.build, suit)
    _last_rules, _last_ruleset = rules, ruleset[0]
    return 0


cdef int suits_below(object build, int suit) except -1:
    # The suits that a card of `suit` may lie on, one bit per suit. Clubs and spades are suits 0 and 3.
    if build == Build.ALTERNATE_COLOURS:
        return 0b0110 if suit == 0 or suit == 3 else 0b1001
    return 1 << suit if build == Build.SAME_SUIT else 0b1111


cdef object with_base(object rules, tuple columns, tuple cells, tuple foundations):
    # The rules, with a base. If they do not fix one, it follows from the top card of a foundation and the number of
    # cards of its suit that lie elsewhere.
    if checked(rules).base:
        return rules
    for suit, top in enumerate(foundations):
        if top:
            lying = sum(card.suit == suit for cards in (*columns, cells) for card in cards if card is not None)
            return rules.replace(base=(top - rules.ranks + lying) % rules.ranks + 1)
    raise FreeCellError("the rules do not fix the base, and no card is home to tell it: set it with replace(base=...)")


def enum_numbers():
    """Return the numbers of AutoPlay and Supermoves in C code, by name; a test compares them with the enums."""
    return {
        "AutoPlay": {
            "NONE": POLICY_NONE, "CAUTIOUS": POLICY_CAUTIOUS, "HORNE": POLICY_HORNE, "RAYMOND": POLICY_RAYMOND,
            "ALL": POLICY_ALL, "SURE": POLICY_SURE,
        },
        "Supermoves": {
            "STANDARD": SUPERMOVES_STANDARD, "CELLS_ONLY": SUPERMOVES_CELLS_ONLY, "UNLIMITED": SUPERMOVES_UNLIMITED,
            "OFF": SUPERMOVES_OFF,
        },
    }


# --- cards by number ----------------------------------------------------------------------------------------------

cdef object card_of(const Ruleset *ruleset, int card):
    if card and ruleset.base > 1:
        card += 4 * (ruleset.base - 1)
        if rank_of(card) > ruleset.ranks:
            card -= 4 * ruleset.ranks
    return _CARDS[card]


cdef inline int number_of(const Ruleset *ruleset, int index) noexcept:
    # The number in a Position of the card whose Card.index is `index`.
    cdef int number = index + FIRST_CARD - 4 * (ruleset.base - 1)
    return number if number >= FIRST_CARD else number + 4 * ruleset.ranks


cdef int top_rank(const Ruleset *ruleset, int count) noexcept:
    if count == 0:
        return 0
    count += ruleset.base - 1
    return count if count <= ruleset.ranks else count - ruleset.ranks


cdef inline int cards_up_to(const Ruleset *ruleset, int top) noexcept:
    # The number of cards on a foundation whose top rank is `top`; the inverse of top_rank.
    if top == 0:
        return 0
    return top - ruleset.base + 1 if top >= ruleset.base else top - ruleset.base + 1 + ruleset.ranks


cdef tuple column_cards(const Ruleset *ruleset, const Position *position, int column):
    cdef list cards = []
    cdef int card = position.top[column]
    while card != FLOOR:
        cards.append(card_of(ruleset, card))
        card = position.below[card]
    cards.reverse()
    return tuple(cards)


cdef tuple foundation_cards(const Ruleset *ruleset, const Position *position, int suit):
    cdef int rank
    return tuple([card_of(ruleset, 4 * rank + suit) for rank in range(1, position.home[suit] + 1)])


# --- positions from cards -----------------------------------------------------------------------------------------

cdef object build(
    object columns, object cells, object foundations, object rules, Ruleset *ruleset, Position *position
):
    cdef list faults = []
    laid = columns_from(columns, faults)
    in_cells = cards_from(cells, "the cells", place_in_cells, faults, True)
    if faults:
        raise InvalidStateError(faults)
    return set_up(
        laid, in_cells, foundations_from(foundations, checked(rules).ranks), rules, None, ruleset, position)


cdef object build_from_text(object text, object rules, object by, Ruleset *ruleset, Position *position):
    checked(rules)
    try:
        return build_from_lines(text, rules, by, ruleset, position)
    except InvalidStateError:
        if by == "columns" and can_be_rows(text, rules):
            reason = 'the lines are not the columns of a position, but its rows: read them with by="rows"'
            raise InvalidStateError([Fault(FaultKind.ROWS, reason)]) from None
        raise


cdef bint can_be_rows(object text, object rules) except -1:
    # Whether board text whose lines are rows is a position.
    cdef Ruleset ruleset
    cdef Position position
    try:
        build_from_lines(text, rules, "rows", &ruleset, &position)
    except FreeCellError:
        return False
    return True


cdef object build_from_lines(object text, object rules, object by, Ruleset *ruleset, Position *position):
    board = read_board(text, by)
    return set_up(
        board.columns, board.cells, foundations_from(board.foundations, rules.ranks), rules, board, ruleset, position)


def place_in_column(int column, int index):
    """Return how an error names a card given in a column, and its spot."""
    return f"{pile_phrase(column)}, card {index + 1}", (Spot(pile_of(column), index),)


def place_in_cells(int index):
    """Return how an error names a card given in a cell, and its spot. A cell that no game has is not a spot."""
    if index >= MAX_CELLS:
        return f"cell number {index + 1}", ()
    return pile_phrase(CELL_PILE + index), (Spot(pile_of(CELL_PILE + index), 0),)


cdef tuple columns_from(object columns, list faults):
    # Columns given by a caller, as tuples of cards. Texts that are not cards go to `faults`.
    if isinstance(columns, str | bytes):
        raise WrongTypeError("columns must be a sequence of columns; State.parse reads text")
    if not isinstance(columns, Iterable):
        raise WrongTypeError(f"columns must be a sequence of columns, not {shortened(columns)}")
    found = []
    for column in columns:
        if len(found) == MAX_COLUMNS:
            raise InvalidStateError([Fault(FaultKind.TOO_MANY_COLUMNS, f"there are more than {MAX_COLUMNS} columns")])
        try:
            place = len(found)
            found.append(cards_from(column, pile_phrase(place), partial(place_in_column, place), faults))
        except InvalidStateError as error:
            raise InvalidStateError(
                [Fault(each.kind, each.reason, None, (Spot(pile_of(len(found))),)) for each in error.faults]) from None
    return tuple(found)


cdef tuple foundations_from(object foundations, int ranks):
    # Top ranks of the foundations, given by a caller or read from text, as integers.
    cdef list found = []
    cdef list faults = []
    given = tuple(islice(foundations, 5)) if isinstance(foundations, Iterable) else ()
    if len(given) != 4:
        raise FreeCellError(f"foundations must be four ranks, clubs first, not {shortened(foundations)}")
    for suit, rank in zip(Suit, given):
        try:
            found.append(whole_number(rank, f"the foundation of {suit.name.lower()}", 0, ranks))
        except WrongTypeError:
            raise
        except FreeCellError as error:
            spot = Spot(pile_of(FOUNDATION_PILE + suit))
            faults.append(Fault(FaultKind.FOUNDATION_RANK, str(error), None, (spot,)))
    if faults:
        raise InvalidStateError(faults)
    return tuple(found)


cdef object set_up(
    tuple columns, tuple cells, tuple foundations, object rules, object board, Ruleset *ruleset, Position *position
):
    # Set up a position, and return its rules. `board` is the board text that the cards were read from, or None.
    rules = with_base(rules, columns, cells, foundations)
    read_rules(rules, ruleset)
    if not lay(ruleset, position, columns, cells, foundations):
        raise InvalidStateError(faults_of(ruleset, columns, cells, foundations, rules, board))
    return rules


cdef bint lay(
    const Ruleset *ruleset, Position *position, tuple columns, tuple cells, tuple foundations
) except -1:
    # Lay out the cards. False unless they are the whole deck, each card once, in columns and cells that exist.
    cdef int place, card, below, laid, suit
    if len(columns) != ruleset.columns or len(cells) > ruleset.cells:
        return False
    clear(ruleset, position)
    for suit in range(4):
        position.home[suit] = <uint8_t>cards_up_to(ruleset, foundations[suit])
        if position.home[suit] > ruleset.ranks:
            return False
    laid = cards_home(position)
    for place, cards in enumerate(columns):
        below = FLOOR
        for lying in <tuple>cards:
            card = lay_card(ruleset, position, lying.index, below)
            if card == 0:
                return False
            below = card
            laid += 1
        position.top[place] = <uint8_t>below
    for place, lying in enumerate(cells):
        if lying is not None:
            card = lay_card(ruleset, position, lying.index, CELL)
            if card == 0:
                return False
            position.cell[place] = <uint8_t>card
            laid += 1
    hash_links(position)
    return laid == 4 * ruleset.ranks


cdef void clear(const Ruleset *ruleset, Position *position) noexcept:
    # Empty all piles, and put the cards nowhere: their link is HOME, but the foundations are empty.
    cdef int card
    memset(position, 0, sizeof(Position))
    for card in range(FIRST_CARD, END_CARD):
        position.below[card] = <uint8_t>(HOME if rank_of(card) <= ruleset.ranks else ABSENT)


cdef int lay_card(const Ruleset *ruleset, Position *position, int index, int below) noexcept:
    # Lay the card whose Card.index is `index` on `below`. Return its number; 0 if it is not in the deck, or was laid
    # already.
    cdef int card
    if not 0 <= index < 4 * ruleset.ranks:
        return 0
    card = number_of(ruleset, index)
    if position.below[card] != HOME or rank_of(card) <= position.home[suit_of(card)]:
        return 0
    position.below[card] = <uint8_t>below
    return card


cdef void hash_links(Position *position) noexcept nogil:
    # Compute the hash of a new position.
    cdef int card
    for card in range(FIRST_CARD, END_CARD):
        position.hash ^= link_hash(card, position.below[card])


# --- what is wrong with cards -------------------------------------------------------------------------------------

cdef list faults_of(
    const Ruleset *ruleset, tuple columns, tuple cells, tuple foundations, object rules, object board
):
    # Why the cards are not a position, with places in the text if there is a `board`. Cards are not looked at if they
    # are in piles that no game has, for which there are no names.
    cdef list faults = number_faults(columns, cells, rules, board)
    if len(columns) <= MAX_COLUMNS and len(cells) <= MAX_CELLS:
        faults += card_faults(rules.ranks, foundations, spots_of_cards(ruleset, columns, cells, foundations, board))
    return faults


cdef list number_faults(tuple columns, tuple cells, object rules, object board):
    # What is wrong with the number of columns and of cells.
    cdef list faults = []
    cdef str where = ""
    cdef int place, most_columns = rules.columns, most_cells = rules.cells
    if len(columns) != most_columns:
        kind = FaultKind.TOO_MANY_COLUMNS if len(columns) > most_columns else FaultKind.TOO_FEW_COLUMNS
        if board is not None and board.by == "rows":
            where = f": {counted(len(columns), 'card')} in the first row" if columns else ": there are no rows"
        elif board is not None and len(columns) > most_columns:
            where = f": column {most_columns + 1} is in line {board.column_lines[most_columns]}"
        elif board is not None:
            where = ": each line is a column, and a lone colon an empty one"
        reason = f"the board has {counted(len(columns), 'column')}, but the game has {most_columns}{where}"
        lines = (None,) * MAX_COLUMNS if board is None else board.column_lines
        spots = [
            Spot(pile_of(place), None, lines[place]) for place in range(most_columns, min(len(columns), MAX_COLUMNS))]
        faults.append(Fault(kind, reason, None, tuple(spots)))
    if len(cells) > most_cells:
        where = f" (line {board.cells_line})" if board is not None else ""
        reason = f"the board has {counted(len(cells), 'cell')}, but the game has {most_cells}{where}"
        line = None if board is None else board.cells_line
        spots = [
            Spot(pile_of(CELL_PILE + place), None, line) for place in range(most_cells, min(len(cells), MAX_CELLS))]
        faults.append(Fault(FaultKind.TOO_MANY_CELLS, reason, None, tuple(spots)))
    return faults


cdef list spots_of_cards(const Ruleset *ruleset, tuple columns, tuple cells, tuple foundations, object board):
    # By card index: where the card is, one Spot for each time it occurs, that on a foundation first.
    cdef list spots = [[] for _ in CARDS]
    cdef int suit, top, height
    for suit, top in enumerate(foundations):
        for height in range(cards_up_to(ruleset, top)):
            spots[card_of(ruleset, 4 * (height + 1) + suit).index].append(Spot(pile_of(FOUNDATION_PILE + suit), height))
    # Cells stand before columns in board text, so these are in the order that the cards were read.
    lying = [(card, cell, 0) for cell, card in enumerate(cells, CELL_PILE) if card is not None]
    lying += [(card, column, height) for column, cards in enumerate(columns) for height, card in enumerate(cards)]
    read = iter(board.places if board is not None else ())
    for card, pile, height in lying:
        line, column = (None, None) if board is None else next(read)[1:]
        spots[card.index].append(Spot(pile_of(pile), height, line, column))
    return spots


cdef list card_faults(int ranks, tuple foundations, list spots_by_card):
    # Which cards are not in the deck, are in two places, or are missing.
    cdef list faults = []
    cdef list missing = []
    for card, spots in zip(CARDS, spots_by_card):
        places = [spot_phrase(card, spot, foundations) for spot in spots[:3]]
        if card.rank > ranks and spots:
            reason = f"{card} is {places[0]}, but a deck of {ranks} ranks has no such card"
            faults.append(Fault(FaultKind.NOT_IN_DECK, reason, card, tuple(spots)))
        elif len(spots) > 1:
            kind = FaultKind.HOME_AND_ELSEWHERE if spots[0].pile.is_home else FaultKind.DUPLICATE
            more = f" and {counted(len(spots) - 3, 'more time')}" if len(spots) > 3 else ""
            faults.append(Fault(kind, f"{card} is {' and '.join(places)}{more}", card, tuple(spots)))
        elif not spots and card.rank <= ranks:
            missing.append(Fault(FaultKind.MISSING, f"{card} is missing", card))
    return faults + missing


cdef str spot_phrase(object card, object spot, tuple foundations):
    # Where a card is, such as "home under the 3" or "in column 1 (line 2, column 4)".
    cdef Pile pile = spot.pile
    if pile.is_home:
        top = foundations[card.suit]
        return "home" if card.rank == top else f"home under the {RANKS[top - 1]}"
    where = "" if spot.line is None else f" (line {spot.line}, column {spot.column})"
    return f"in {pile_phrase(pile.number)}{where}"


# --- positions from deal numbers ----------------------------------------------------------------------------------

cdef int build_deal(object number, object rules, Ruleset *ruleset, Position *position) except -1:
    cdef uint8_t cards[52]
    cdef int place, card, column
    read_rules(rules, ruleset)
    clear(ruleset, position)
    deal(number, 4 * ruleset.ranks, cards)
    for place in range(4 * ruleset.ranks):
        card = number_of(ruleset, cards[place])
        column = place % ruleset.columns
        position.below[card] = position.top[column]
        position.top[column] = <uint8_t>card
    hash_links(position)
    return 0


# --- bytes --------------------------------------------------------------------------------------------------------

cdef enum:
    VERSION = 1  # of the format; the first byte
    HEAD = 11  # bytes of the version and the fields of the rules
    MOST_RULES = 64  # kept for further bytes


cdef dict _RULES = {}  # by the first HEAD bytes of a valid state


cdef bytes write_bytes(object rules, const Ruleset *ruleset, const Position *position):
    cdef int place
    content = bytearray((
        VERSION, rules.cells, rules.columns, rules.build.value, rules.empty_columns.value, rules.supermoves.value,
        rules.foundation_takeback, rules.ranks, rules.base, rules.wrap, rules.layout.value))
    content.extend([top_rank(ruleset, position.home[place]) for place in range(4)])
    content.extend([byte_of(card_of(ruleset, position.cell[place])) for place in range(ruleset.cells)])
    for place in range(ruleset.columns):
        content.extend([byte_of(card) for card in column_cards(ruleset, position, place)])
        content.append(0)
    return bytes(content)


cdef int byte_of(object card) except -1:
    return 0 if card is None else card.index + FIRST_CARD


cdef object read_bytes(object data, Ruleset *ruleset, Position *position):
    cdef bytes given = bytes_from(data)
    if not given or given[0] != VERSION:
        raise FreeCellError(f"these bytes are not a state of version {VERSION}: {shortened(given)}")
    rules = _RULES.get(given[:HEAD])
    if rules is not None:
        read_rules(rules, ruleset)
        if lay_bytes(ruleset, position, <const uint8_t *>given + HEAD, len(given) - HEAD):
            return rules
    try:
        rules = rules_from(given[1:HEAD])
        in_cells, in_columns = given[HEAD + 4:][:rules.cells], given[HEAD + 4 + rules.cells:]
        rules = build(
            [[CARDS[card - FIRST_CARD] for card in column] for column in in_columns.split(b"\0")[:-1]],
            [_CARDS[card] for card in in_cells], given[HEAD:HEAD + 4], rules, ruleset, position)
    except (IndexError, ValueError) as error:
        raise FreeCellError(f"these bytes are not a state: {error}") from None
    if write_bytes(rules, ruleset, position) != given:
        raise FreeCellError("these bytes are not what State.to_bytes returns")
    if len(_RULES) >= MOST_RULES:
        _RULES.clear()
    _RULES[given[:HEAD]] = rules
    return rules


cdef object rules_from(bytes fields):
    cells, columns, build_, empty, supermoves, takeback, ranks, base, wrap, layout = fields
    return Rules(
        cells=cells, columns=columns, build=Build(build_), empty_columns=EmptyColumns(empty),
        supermoves=Supermoves(supermoves), foundation_takeback=bool(takeback), ranks=ranks, base=base,
        wrap=bool(wrap), layout=Layout(layout))


cdef bint lay_bytes(const Ruleset *ruleset, Position *position, const uint8_t *data, Py_ssize_t size) noexcept:
    # Lay out the cards of bytes that follow the fields of the rules. Return whether they are just as write_bytes
    # writes them.
    cdef int place, laid, card, below
    cdef const uint8_t *end = data + size
    if size < 4 + ruleset.cells:
        return False
    clear(ruleset, position)
    for place in range(4):
        if data[place] > ruleset.ranks:
            return False
        position.home[place] = <uint8_t>cards_up_to(ruleset, data[place])
    data += 4
    laid = cards_home(position)
    for place in range(ruleset.cells):
        if data[place]:
            card = lay_card(ruleset, position, data[place] - FIRST_CARD, CELL)
            if card == 0:
                return False
            position.cell[place] = <uint8_t>card
            laid += 1
    data += ruleset.cells
    for place in range(ruleset.columns):
        below = FLOOR
        while data < end and data[0]:
            below = lay_card(ruleset, position, data[0] - FIRST_CARD, below)
            if below == 0:
                return False
            laid += 1
            data += 1
        if data == end:
            return False
        position.top[place] = <uint8_t>below
        data += 1
    hash_links(position)
    return data == end and laid == 4 * ruleset.ranks


cdef bytes bytes_from(object data):
    # Bytes given by a caller.
    if not isinstance(data, bytes | bytearray | memoryview):
        raise WrongTypeError(f"a state is read from bytes, not from {shortened(data)}")
    try:
        return bytes(data)
    except ValueError as error:  # a memoryview that was released
        raise FreeCellError(f"a state is read from bytes: {error}") from None
