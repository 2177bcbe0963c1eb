# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""Read an explicit line as a player with autoplay does: its turns, their number, and their notation.

An explicit line contains every move home. A reader with autoplay may have cards home before the line sends them there.
So two positions are played side by side, that of the line and that of the reader. The reader leaves out the moves whose
cards are home already, and moves runs without the cards that are.
"""

cimport cython
from libc.stdint cimport uint8_t

from freecell._core cimport State, Turn, make_automoves, policy_of, state_of
from freecell._rules.autoplay cimport next_automove, taken_back
from freecell._rules.legality cimport implied_count, refusal, single_card_count, writes_count
from freecell._rules.move cimport Move, move_of, pile_name
from freecell._rules.position cimport (
    CELL_PILE, FOUNDATION_PILE, HOME, Position, Ruleset, Step, make, nth_card, open_card,
)

from freecell._arguments import shortened
from freecell.errors import FreeCellError, IllegalMoveError, WrongTypeError

__all__ = ["count_single_cards", "count_turns", "read_turns", "write_turns"]


@cython.final
cdef class Reader:
    # A line and its reader.
    cdef State start
    cdef object autoplay
    cdef Ruleset ruleset
    cdef int policy  # the number of `autoplay`
    cdef Position line  # the position of the line
    cdef Position reader  # the position of the reader
    cdef int number  # number of the line's last move, from 1

    def __cinit__(self, State start not None, autoplay, bint on_deal):
        self.start = start
        self.autoplay = autoplay
        self.ruleset = start.ruleset
        self.policy = policy_of(&start.ruleset, autoplay)
        self.line = start.position
        self.reader = start.position
        if on_deal:
            self.play_automatic(0)

    cdef int play(self, Step step) except -1:
        # Play a move as the reader, with the automatic moves after it.
        make(&self.reader, step)
        return self.play_automatic(taken_back(&self.reader, step))

    cdef int play_automatic(self, int left_alone) except -1:
        cdef Step step
        while next_automove(&self.ruleset, &self.reader, self.policy, left_alone, &step):
            make(&self.reader, step)
        return 0

    cdef bint advance(self, object move, Step *step) except -1:
        # Play a move of the line. Return whether the reader has to play something for it, and fill that in.
        cdef int left
        self.number += 1
        step[0] = legal_step(self.start, &self.line, move, self.number)
        left = self.cards_left(step[0])
        make(&self.line, step[0])
        if not left:
            return False
        step.count = <uint8_t>left
        reason = refusal(&self.ruleset, &self.reader, step[0])
        if reason is not None:
            error = IllegalMoveError(move_of(step[0]), state_of(&self.reader, self.start), reason)
            raise FreeCellError(f"autoplay {self.autoplay} spoils this line: {error}")._numbered(self.number, None)
        return True

    cdef int cards_left(self, Step step) except -1:
        # The number of cards that a move of the line takes and that the reader does not have home.
        cdef int number, card, left = 0
        if step.source >= FOUNDATION_PILE:  # a card that is taken back, if the reader has it home as well
            return refusal(&self.ruleset, &self.reader, step) is None
        if step.source >= CELL_PILE:
            return self.reader.below[open_card(&self.line, step.source)] != HOME
        for number in range(step.count):
            card = nth_card(&self.line, step.source, number + 1)
            left += self.reader.below[card] != HOME
        return left

    cdef Turn turn(self, Step step):
        # Play a move as the reader; return the turn.
        make(&self.reader, step)
        automatic = tuple(make_automoves(&self.ruleset, self.policy, taken_back(&self.reader, step), &self.reader))
        return Turn(move_of(step), automatic, state_of(&self.reader, self.start))


cdef Step legal_step(State start, const Position *position, object move, int number) except *:
    # The move with a number in a line, checked to be legal.
    if not isinstance(move, Move):
        raise WrongTypeError(f"move {number}: it must be a Move, not {shortened(move)}")
    cdef Step step = (<Move>move).step
    reason = refusal(&start.ruleset, position, step)
    if reason is not None:
        raise IllegalMoveError(move, state_of(position, start), reason, number)
    return step


def read_turns(start, moves, autoplay, on_deal) -> tuple:
    """Return the turns that a reader makes of a line.

    Args:
        start: The position before the line.
        moves: Its moves, with every move home.
        autoplay: The reader's policy of automatic moves.
        on_deal: Whether the reader's autoplay also runs before the first move.

    Raises:
        IllegalMoveError: If a move is not legal in the line. This error and the next have the number of the move.
        FreeCellError: If the autoplay spoils the line.
    """
    cdef Reader reader = Reader(start, autoplay, on_deal)
    cdef Step step
    cdef list turns = []
    for move in moves:
        if reader.advance(move, &step):
            turns.append(reader.turn(step))
    return tuple(turns)


def count_turns(start, moves, autoplay, on_deal) -> int:
    """Return the number of turns; arguments and errors are those of :func:`read_turns`."""
    cdef Reader reader = Reader(start, autoplay, on_deal)
    cdef Step step
    cdef int turns = 0
    for move in moves:
        if reader.advance(move, &step):
            reader.play(step)
            turns += 1
    return turns


def write_turns(start, moves, autoplay, on_deal, str style, spell) -> str:
    """Return the notation of the turns; the other arguments and errors are those of :func:`read_turns`.

    Args:
        style: The style of notation.
        spell: For the standard style, a function that returns the words for a turn whose count this style cannot tell,
            given the state before it and the turn.
    """
    cdef Reader reader = Reader(start, autoplay, on_deal)
    cdef Step step
    cdef list words = []
    for move in moves:
        if not reader.advance(move, &step):
            continue
        if style == "standard" and step.source < CELL_PILE and step.target < CELL_PILE and step.count != implied_count(
                &reader.ruleset, &reader.reader, step.source, step.target):
            state = state_of(&reader.reader, reader.start)
            words.extend(spell(state, reader.turn(step)))
            continue
        word = pile_name(step.source) + pile_name(step.target)
        if writes_count(&reader.ruleset, &reader.reader, step, style):
            word = f"{word}v{step.count:x}"
        words.append(word)
        reader.play(step)
    return " ".join(words)


def count_single_cards(State start not None, moves) -> int:
    """Return the number of single-card moves that a line stands for.

    Args:
        start: The position before the line.
        moves: Its moves, with every move home.

    Raises:
        IllegalMoveError: If a move is not legal in the line.
    """
    cdef Position position = start.position
    cdef Step step
    cdef int number, cards = 0
    for number, move in enumerate(moves, 1):
        step = legal_step(start, &position, move, number)
        cards += single_card_count(&start.ruleset, &position, step)
        make(&position, step)
    return cards
