# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Pile and Move, the public values that name piles and moves in any position.

The library returns the same object for the same pile or move every time.
"""

cimport cython
from libc.stdint cimport uint8_t

from freecell._rules.position cimport CELL_PILE, FOUNDATION_PILE, HOME_PILE, MAX_CELLS, MAX_COLUMNS, PILES, Step
from freecell._rules.public_home cimport show_public_home

from freecell._arguments import piece, shortened, text_from, whole_number
from freecell._text import small
from freecell.cards import Suit
from freecell.errors import FreeCellError, ParseError
from freecell.notation import CELL_NAMES, COLUMN_NAMES, read_move

__all__ = ["Move", "Pile"]

# --- piles --------------------------------------------------------------------------------------------------------

cdef tuple _NAMES = (*COLUMN_NAMES, *CELL_NAMES, *("h" + suit.letter.lower() for suit in Suit), "h")  # by pile number
cdef dict _NUMBERS = {name: number for number, name in enumerate(_NAMES)}


cdef str pile_name(int pile):
    return _NAMES[pile]


cdef str pile_phrase(int pile):
    if pile < CELL_PILE:
        return f"column {_NAMES[pile]}"
    if pile < FOUNDATION_PILE:
        return f"cell {_NAMES[pile]}"
    return "home"


@cython.final
@cython.no_gc
@cython.total_ordering
cdef class Pile:
    """Pile(name, /)\n--\n
    A place for cards: a column, a cell, or a foundation.

    Every pile has a name, the one that players write in moves. Columns are ``1`` to ``9``, then ``0`` for the tenth
    and ``n`` to ``u`` for the rest; cells are ``a`` to ``g``, then ``k``, ``l`` and ``m``. The foundations together are
    ``h``, for *home*: a move need not name one of them, because a card fits only one. A single foundation is ``hc``,
    ``hd``, ``hh`` or ``hs``.

    Piles are immutable. They are equal if their names are, and ordered: columns, cells, foundations, home.

    >>> Pile("3").is_column, Pile("3").index, Pile.cell(0)
    (True, 2, Pile('a'))

    Args:
        name: A name, in upper or lower case.

    Raises:
        ParseError: If no pile has that name.
        WrongTypeError: If it is not text.
    """

    def __cinit__(self, name, /):
        number = _NUMBERS.get(small(text_from(name, "the name of a pile, such as '3' or 'a',")))
        if number is None:
            known = f"columns are {COLUMN_NAMES}, cells {CELL_NAMES}, home is h"
            raise ParseError(f"{shortened(name)} is not a pile: {known}", piece(name))
        self.number = number

    HOME = Pile("h")

    @staticmethod
    def column(index: int) -> Pile:
        """Return the column with an index, 0 to 17.

        Raises:
            FreeCellError: If the index is out of range.
        """
        return _PILES[whole_number(index, "column", 0, MAX_COLUMNS - 1)]

    @staticmethod
    def cell(index: int) -> Pile:
        """Return the cell with an index, 0 to 9.

        Raises:
            FreeCellError: If the index is out of range.
        """
        return _PILES[CELL_PILE + <int>whole_number(index, "cell", 0, MAX_CELLS - 1)]

    @staticmethod
    def foundation(suit: Suit) -> Pile:
        """Return the foundation of a suit.

        Raises:
            FreeCellError: If the suit is out of range.
        """
        return _PILES[FOUNDATION_PILE + <int>whole_number(suit, "suit", 0, 3)]

    @property
    def name(self) -> str:
        """The name, in lower case: ``3``, ``a``, ``h``."""
        return _NAMES[self.number]

    @property
    def index(self) -> int:
        """The place among the piles of its kind, from 0; the number of a foundation's suit; 0 for ``h``."""
        if self.number < CELL_PILE:
            return self.number
        if self.number < FOUNDATION_PILE:
            return self.number - CELL_PILE
        return (self.number - FOUNDATION_PILE) % 4

    @property
    def suit(self) -> Suit | None:
        """The suit of a single foundation; None for every other pile."""
        return Suit(self.number - FOUNDATION_PILE) if FOUNDATION_PILE <= self.number < HOME_PILE else None

    @property
    def is_column(self) -> bool:
        """Whether the pile is a column."""
        return self.number < CELL_PILE

    @property
    def is_cell(self) -> bool:
        """Whether the pile is a cell."""
        return CELL_PILE <= self.number < FOUNDATION_PILE

    @property
    def is_home(self) -> bool:
        """Whether the pile is a foundation, or all of them: ``h``."""
        return self.number >= FOUNDATION_PILE

    def __eq__(self, other):
        return self.number == (<Pile>other).number if isinstance(other, Pile) else NotImplemented

    def __lt__(self, other):
        return self.number < (<Pile>other).number if isinstance(other, Pile) else NotImplemented

    def __hash__(self):
        return self.number

    def __str__(self):
        return self.name

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        return f"Pile({self.name!r})"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return Pile, (self.name,)


show_public_home(Pile, "freecell.Pile")

cdef list _PILES = [*(Pile(name) for name in _NAMES[:HOME_PILE]), Pile.HOME]  # by pile number


cdef Pile pile_of(int number):
    return <Pile>_PILES[number]


# --- moves --------------------------------------------------------------------------------------------------------

cdef inline int step_code(Step step):
    # A number that orders moves by source, then target, then count.
    return (step.source * PILES + step.target) * 14 + step.count


cdef list _MOVES = [None] * (PILES * PILES * 14)  # by step_code: each move is made once


cdef Move move_of(Step step):
    cdef int code = step_code(step)
    move = _MOVES[code]
    if move is None:
        move = _MOVES[code] = Move(_PILES[step.source], _PILES[step.target], step.count)
    return <Move>move


cdef tuple moves_of(const Step *steps, int count):
    cdef int place
    return tuple([move_of(steps[place]) for place in range(count)])


cdef object pile_from(object pile):
    # A pile that a caller gave as a Pile or as its name.
    return pile if isinstance(pile, Pile) else Pile(pile)


@cython.final
@cython.no_gc
@cython.total_ordering
cdef class Move:
    """Move(source, target, count=1)\n--\n
    A move of one or more cards from one pile to another.

    Whether a move is legal depends on the position: see :meth:`State.is_legal`. The text form is the same in every
    position: the names of source and target, and between columns also ``v`` and the number of cards in hexadecimal.
    :meth:`State.parse_move` reads the shorter forms that players write, which need the position.

    Moves are immutable. They are compared by source, then target, then count.

    >>> Move("2", "6", 3), str(Move("2", "6", 3)), str(Move("2", "a"))
    (Move('2', '6', 3), '26v3', '2a')
    >>> Move.parse("26v3") == Move("2", "6", 3)
    True

    Args:
        source: The pile that the cards leave, or its name: a column, a cell, or a single foundation such as ``hs``.
        target: The pile that the cards move to, or its name: a column, a cell, or ``h``.
        count: The number of cards, 1 to 13; 1 unless source and target are columns.

    Raises:
        ParseError: If a name is not that of a pile.
        FreeCellError: If no game has such a move.
        WrongTypeError: If an argument has the wrong type.
    """

    def __cinit__(self, source, target, count=1):
        cdef Pile start = pile_from(source), end = pile_from(target)
        self.source = start
        self.target = end
        self.step = Step(<uint8_t>start.number, <uint8_t>end.number, <uint8_t>whole_number(count, "count", 1, 13))
        self.code = step_code(self.step)
        if start.number == end.number:
            raise FreeCellError(f"a card does not move from {pile_phrase(start.number)} onto itself")
        if start.is_cell and end.is_cell:
            raise FreeCellError("a card in a cell does not move to another cell")
        if start.is_home and end.is_home:
            raise FreeCellError("a card on a foundation does not move home")
        if start.number == HOME_PILE:
            raise FreeCellError("a card is taken back from a single foundation: hc, hd, hh or hs")
        if end.is_home and end.number != HOME_PILE:
            raise FreeCellError("a card fits only one foundation: the target is always h")
        if count != 1 and not (start.is_column and end.is_column):
            raise FreeCellError(
                f"only one card moves from {pile_phrase(start.number)} to {pile_phrase(end.number)}, not {count}")

    @staticmethod
    def parse(text: str) -> Move:
        """Parse the text form of a move.

        Raises:
            ParseError: If the text is not a move, or its meaning depends on the position: it has no count between
                columns, or does not name the foundation that a card is taken back from.
            FreeCellError: If no game has such a move.
            WrongTypeError: If it is not text.
        """
        parts = read_move(text)
        cdef Pile source = Pile(parts.source), target = Pile(parts.target)
        written = text.strip()
        if parts.count is None and source.is_column and target.is_column:
            raise ParseError(
                f"{written} does not say how many cards: write {written}v1 for one,"
                " or read it in its position with State.parse_move", written)
        if source.number == HOME_PILE:
            raise ParseError(
                f"{written} does not say from which foundation: write hc, hd, hh or hs for h,"
                " or read it in its position with State.parse_move", written)
        return Move(source, target, parts.count or 1)

    @staticmethod
    def from_code(code: int) -> Move:
        """Return the move with a :attr:`code`.

        >>> Move.from_code(Move("2", "6", 3).code)
        Move('2', '6', 3)

        Raises:
            FreeCellError: If no move has that code.
        """
        cdef int number = whole_number(code, "code", 0, PILES * PILES * 14 - 1)
        try:
            return Move(_PILES[number // 14 // PILES], _PILES[number // 14 % PILES], number % 14)
        except FreeCellError as error:
            raise FreeCellError(f"no move has the code {number}: {error}") from None

    @property
    def count(self) -> int:
        """The number of cards, 1 to 13."""
        return self.step.count

    def __eq__(self, other):
        return self.code == (<Move>other).code if isinstance(other, Move) else NotImplemented

    def __lt__(self, other):
        return self.code < (<Move>other).code if isinstance(other, Move) else NotImplemented

    def __hash__(self):
        return self.code

    def __str__(self):
        if self.step.source < CELL_PILE and self.step.target < CELL_PILE:
            return f"{self.source.name}{self.target.name}v{self.step.count:x}"
        return self.source.name + self.target.name

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        count = f", {self.step.count}" if self.step.count != 1 else ""
        return f"Move({self.source.name!r}, {self.target.name!r}{count})"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return Move, (self.source, self.target, self.step.count)


show_public_home(Move, "freecell.Move")
