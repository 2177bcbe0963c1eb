# cython: auto_pickle=False, autotestdict=False, annotation_typing=False
"""State, the public value for a position of a game. With Pile and Move, it is Python's way into the compiled rules."""

from collections.abc import Iterable
from typing import Literal

cimport cython
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp

from freecell._rules.autoplay cimport POLICY_ALL, next_automove, sure_policy, taken_back
from freecell._rules.building cimport (
    build, build_deal, build_from_text, card_of, column_cards, foundation_cards, read_bytes, top_rank, write_bytes,
)
from freecell._rules.legality cimport read_count, refusal, single_card_moves, writes_count
from freecell._rules.move cimport Move, Pile, move_of, moves_of, pile_name, pile_of
from freecell._rules.moves cimport MAX_MOVES, capacity, changes_nothing, legal_steps
from freecell._rules.perft cimport perft
from freecell._rules.position cimport (
    CELL_PILE, END_CARD, FOUNDATION_PILE, HOME_PILE, KEY_BYTES, Position, Ruleset, Step, cards_home, empty_columns,
    is_won, make, mixed, open_card, pack,
)
from freecell._rules.public_home cimport show_public_home

from freecell._arguments import instance_of, shortened, whole_number
from freecell._pictures.svg import svg
from freecell.cards import Card
from freecell.errors import AmbiguousMoveError, FreeCellError, IllegalMoveError, WrongTypeError
from freecell.layouts import Board
from freecell.notation import checked_style, read_move, write_board
from freecell.rules import AutoPlay, Rules

__all__ = ["Move", "Pile", "State", "Turn"]

globals().update(Move=Move, Pile=Pile)  # names that are only cimported are not visible to Python


cpdef object moves_from(object moves):
    """Return moves given by a caller as an iterable. Text is split at white space."""
    if isinstance(moves, str):
        return moves.split()
    if not isinstance(moves, Iterable):
        raise WrongTypeError(f"moves must be a sequence of moves or text, not {shortened(moves)}")
    return moves


# --- states -------------------------------------------------------------------------------------------------------

cdef object _BLANK = object()  # in place of columns: leave the new State blank, for its maker to fill


cdef State state_of(const Position *position, State like):
    # The state of `position` in the game of `like`.
    cdef State state = State.__new__(State, _BLANK)
    state.position = position[0]
    state.ruleset = like.ruleset
    state.rules = like.rules
    return state


def dealt_state(number: int, rules: Rules) -> State:
    """Return the first position of a numbered deal whose cards are all dealt to the columns, row by row.

    Args:
        number: A deal number, whose range the caller has checked.
        rules: The game, with the layout ROWS.

    Raises:
        FreeCellError: If the rules are not Rules.
    """
    cdef State state = State.__new__(State, _BLANK)
    build_deal(number, rules, &state.ruleset, &state.position)
    state.rules = rules
    return state


cdef Move legal_move(State state, object move):
    # The move that a caller gave as a Move or as text, checked to be legal.
    if isinstance(move, str):
        return state.parse_move(move)
    if not isinstance(move, Move):
        raise WrongTypeError(f"a move must be a Move or text, not {shortened(move)}")
    reason = refusal(&state.ruleset, &state.position, (<Move>move).step)
    if reason is not None:
        raise IllegalMoveError(move, state, reason)
    return move


cdef Move takeback_move(State state, str text, list moves):
    # The only legal one of `moves`, which take a card from each foundation. `text` is the move as the caller wrote it.
    if not state.ruleset.takeback:
        raise IllegalMoveError(text, state, refusal(&state.ruleset, &state.position, (<Move>moves[0]).step))
    fitting = [move for move in moves if state.is_legal(move)]
    if not fitting:
        raise IllegalMoveError(text, state, "no card on a foundation may move there")
    if len(fitting) > 1:
        raise AmbiguousMoveError(text, fitting)
    return fitting[0]


cdef int policy_of(const Ruleset *ruleset, object autoplay) except -1:
    # The number of a policy given by a caller. SURE becomes the policy that it stands for under the rules.
    instance_of(AutoPlay, autoplay, "autoplay", "an AutoPlay, such as AutoPlay.HORNE")
    return sure_policy(ruleset) if autoplay is AutoPlay.SURE else autoplay.value


cdef list make_automoves(const Ruleset *ruleset, int policy, int left_alone, Position *position):
    # Make the automatic moves in `position`, except those of the card `left_alone`, and return them.
    cdef Step step
    cdef list made = []
    while next_automove(ruleset, position, policy, left_alone, &step):
        make(position, step)
        made.append(move_of(step))
    return made


def _empty_last(card):
    """Sort key of a card: 0, which stands for no card, comes last."""
    return card or END_CARD


@cython.final
@cython.no_gc
cdef class State:
    """State(columns, cells=(), foundations=(0, 0, 0, 0), rules=...)\n--\n
    A position of a game: where each card lies, and the rules that apply.

    States are immutable: :meth:`play` returns a new state and leaves this one unchanged. A method that takes a move
    accepts a :class:`Move`, or text in the notation of players.

    Two states are equal if every card lies in the same place and the rules are the same. Equal states have equal
    hashes, in every process. To compare positions regardless of the order of their columns and cells, use
    :meth:`key`.

    >>> from freecell import Deal
    >>> state = Deal(1).state().play("6a").play("6b")
    >>> print(state)
    Freecells: 3D 2C - -
    JD KD 2S 4C 3S 6D 6S
    2D KC KS 5C TD 8S 9C
    9H 9S 9D TS 4S 8D 2H
    JC 5S QD QH TH QS 6H
    5D AD JS 4H 8H 6C
    7H QC AS AC
    7C KH AH 4D JH 8C
    5H 3H 3C 7S 7D TC
    >>> state.cells
    (Card(3, Suit.DIAMONDS), Card(2, Suit.CLUBS), None, None)

    Args:
        columns: The cards of each column, deepest first. Each is a :class:`Card` or text.
        cells: The card in each cell, None for an empty cell. Cells at the end may be left out if they are empty.
        foundations: The top rank of each foundation, 0 to 13, clubs first; 0 for an empty one.
        rules: The game.

    Raises:
        InvalidStateError: If a text is not a card, or a card is missing, duplicated or not in the deck, or if the
            number of columns or cells is not that of the game. The faults have the pile and the index of each card.
        WrongTypeError: If an argument has the wrong type. None is an empty cell, in `cells` only.
        FreeCellError: If the rules do not fix the base and no card is on a foundation to determine it.
    """

    def __cinit__(self, columns, cells=(), foundations=(0, 0, 0, 0), rules=Rules.FREECELL):
        if columns is not _BLANK:
            self.rules = build(columns, cells, foundations, rules, &self.ruleset, &self.position)

    @staticmethod
    def parse(text: str, rules: Rules = Rules.FREECELL, *, by: Literal["columns", "rows"] = "columns") -> State:
        """Parse board text: optional lines for foundations and cells, then a line per column, deepest card first.

        A lone ``:`` is an empty column. ``State.parse(str(state), state.rules) == state``.

        Args:
            text: The board text.
            rules: The rules of the game.
            by: What a line of cards is: a column, or a row with the next card of each column.

        Raises:
            ParseError: If the text is not a board. The error has the line and column of what is wrong.
            InvalidStateError: If the cards are not a position of the game.
            FreeCellError: If the rules do not fix the base and no card is on a foundation to determine it.
            WrongTypeError: If an argument has the wrong type.
        """
        cdef State state = State.__new__(State, _BLANK)
        state.rules = build_from_text(text, rules, by, &state.ruleset, &state.position)
        return state

    @staticmethod
    def from_bytes(data: bytes) -> State:
        """Return the state that `data`, written by :meth:`to_bytes`, stands for.

        Raises:
            FreeCellError: If `data` does not come from ``to_bytes``.
        """
        cdef State state = State.__new__(State, _BLANK)
        state.rules = read_bytes(data, &state.ruleset, &state.position)
        return state

    @property
    def columns(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each column, deepest first."""
        cdef int place
        return tuple([column_cards(&self.ruleset, &self.position, place) for place in range(self.ruleset.columns)])

    @property
    def cells(self) -> tuple[Card | None, ...]:
        """The card in each cell, None for an empty cell."""
        cdef int place
        return tuple([card_of(&self.ruleset, self.position.cell[place]) for place in range(self.ruleset.cells)])

    @property
    def foundations(self) -> tuple[int, int, int, int]:
        """The top rank of each foundation, clubs first; 0 for an empty one."""
        cdef int suit
        return tuple([top_rank(&self.ruleset, self.position.home[suit]) for suit in range(4)])

    def piles(self) -> dict[Pile, tuple[Card, ...]]:
        """Return the cards of every pile, deepest first.

        The piles are those that the game has: its columns, then its cells, then the four foundations.

        >>> from freecell import Deal
        >>> piles = Deal(1).state().play("6a").piles()
        >>> [str(card) for card in piles[Pile("6")]]
        ['7H', 'QC', 'AS', 'AC', '2C']
        >>> piles[Pile("a")], piles[Pile("hs")]
        ((Card(3, Suit.DIAMONDS),), ())
        """
        cdef int place
        cdef dict piles = {}
        for place in range(self.ruleset.columns):
            piles[pile_of(place)] = column_cards(&self.ruleset, &self.position, place)
        for place in range(self.ruleset.cells):
            card = card_of(&self.ruleset, self.position.cell[place])
            piles[pile_of(CELL_PILE + place)] = () if card is None else (card,)
        for place in range(4):
            piles[pile_of(FOUNDATION_PILE + place)] = foundation_cards(&self.ruleset, &self.position, place)
        return piles

    # What may be done

    def legal_moves(self) -> tuple[Move, ...]:
        """Return all legal moves, in a fixed order.

        Every empty cell and every empty column is a separate target. For an empty column there is a separate move for
        each number of cards, even for the whole source column. Moves are ordered by source: columns, cells,
        foundations, each from the left; then by target: home, columns, cells; then by the number of cards.

        >>> from freecell import Deal
        >>> [str(move) for move in Deal(1).state().legal_moves()][:6]
        ['1a', '1b', '1c', '1d', '2a', '2b']
        """
        cdef Step steps[MAX_MOVES]
        return moves_of(steps, legal_steps(&self.ruleset, &self.position, False, steps))

    def distinct_moves(self) -> tuple[Move, ...]:
        """Return the legal moves whose target is not a second empty cell or a second empty column.

        A legal move that is left out differs from a returned one only in the empty cell or column that it fills.
        """
        cdef Step steps[MAX_MOVES]
        return moves_of(steps, legal_steps(&self.ruleset, &self.position, True, steps))

    def children(self, policy: AutoPlay) -> tuple[tuple[Move, State], ...]:
        """Return the moves that lead on, each with the state after it and the automatic moves of a policy.

        The moves are those of :meth:`distinct_moves`, without moves of a whole column into an empty one, which change
        nothing but places.

        >>> from freecell import AutoPlay, Deal
        >>> move, state = Deal(1).state().children(AutoPlay.HORNE)[0]
        >>> str(move), state == Deal(1).state().play(move)
        ('1a', True)

        Raises:
            FreeCellError: If the policy is not an AutoPlay.
        """
        cdef Step steps[MAX_MOVES]
        cdef int place, found = legal_steps(&self.ruleset, &self.position, True, steps)
        cdef int number = policy_of(&self.ruleset, policy)
        cdef State state
        cdef list children = []
        for place in range(found):
            if changes_nothing(&self.position, steps[place]):
                continue
            state = state_of(&self.position, self)
            make(&state.position, steps[place])
            make_automoves(&state.ruleset, number, taken_back(&state.position, steps[place]), &state.position)
            children.append((move_of(steps[place]), state))
        return tuple(children)

    def is_legal(self, move: Move | str) -> bool:
        """Whether a move is legal here.

        Raises:
            ParseError: If the text is not a move.
            AmbiguousMoveError: If the text may mean two moves.
        """
        return self.why_illegal(move) is None

    def why_illegal(self, move: Move | str) -> str | None:
        """Return the reason why a move is illegal, as a sentence; None if it is legal.

        >>> from freecell import Deal
        >>> Deal(1).state().why_illegal("12")
        '6S does not go on 9C: it goes on 7D or 7H'

        Raises:
            ParseError: If the text is not a move.
            AmbiguousMoveError: If the text may mean two moves.
        """
        if isinstance(move, Move):
            return refusal(&self.ruleset, &self.position, (<Move>move).step)
        try:
            legal_move(self, move)
        except IllegalMoveError as error:
            return error.reason
        return None

    def play(self, move: Move | str) -> State:
        """Return the state after a move, without automatic moves.

        Raises:
            IllegalMoveError: If the move is not legal here.
            ParseError: If the text is not a move.
            AmbiguousMoveError: If the text may mean two moves.
        """
        cdef Step step = legal_move(self, move).step
        cdef State state = state_of(&self.position, self)
        make(&state.position, step)
        return state

    def turn(self, move: Move | str, policy: AutoPlay) -> Turn:
        """Return the turn that a move makes: the move, the automatic moves after it, and the state then.

        >>> from freecell import AutoPlay, Deal
        >>> turn = Deal(1).state().play("6a").turn("6b", AutoPlay.HORNE)
        >>> str(turn.move), str(turn), turn.state.cards_home()
        ('6b', '6b 6h 6h bh', 3)

        Args:
            move: The move, or its text.
            policy: The policy of the automatic moves.

        Raises:
            IllegalMoveError: If the move is not legal.
            ParseError: If the text is not a move.
            AmbiguousMoveError: If the text may mean two moves.
        """
        cdef int number = policy_of(&self.ruleset, policy)
        cdef Move made = legal_move(self, move)
        cdef State state = state_of(&self.position, self)
        make(&state.position, made.step)
        automatic = tuple(make_automoves(
            &state.ruleset, number, taken_back(&state.position, made.step), &state.position))
        return Turn(made, automatic, state)

    def play_all(self, moves: Iterable[Move | str] | str, autoplay: AutoPlay = AutoPlay.NONE) -> State:
        """Return the state after several moves, with automatic moves after each of them but not before the first.

        A line with every move home in it, such as :attr:`Solution.moves`, is played without autoplay;
        :func:`replay` plays it with autoplay.

        >>> from freecell import AutoPlay, Deal
        >>> moves = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b"
        >>> Deal(10913).state().play_all(moves, AutoPlay.HORNE).is_won()
        True

        Args:
            moves: The moves, or text with white space between them.
            autoplay: The policy of the automatic moves.

        Raises:
            IllegalMoveError: If a move is not legal. Its ``number`` counts from 1; its ``state`` is the position there.
            ParseError: If a text is not a move.
            AmbiguousMoveError: If a text may mean two moves.
        """
        cdef State state = self
        instance_of(AutoPlay, autoplay, "autoplay", "an AutoPlay, such as AutoPlay.HORNE")
        for number, move in enumerate(moves_from(moves), 1):
            try:
                state = state.turn(move, autoplay).state
            except FreeCellError as error:
                raise error._numbered(number, moves) from None
        return state

    def parse_move(self, text: str, style: Literal["standard", "extended", "fc-solve"] = "extended") -> Move:
        """Parse a legal move in the notation of players.

        If the text has no count, a move onto a card takes the number of cards that fits there, and a move into an
        empty column takes as many cards as the rules allow; in the style of fc-solve, it takes one. ``h`` as the source
        means the foundation whose top card may move to the target.

        >>> from freecell import Deal
        >>> Deal(1).state().parse_move("6A")
        Move('6', 'a')

        Args:
            text: The move.
            style: ``"standard"`` and ``"extended"``, which are read alike, or ``"fc-solve"``.

        Raises:
            ParseError: If the text is not a move.
            IllegalMoveError: If the move is not legal here.
            AmbiguousMoveError: If the source is ``h`` and more than one foundation's top card may move to the target.
            WrongTypeError: If it is not text.
            FreeCellError: If there is no such style.
        """
        checked_style(style)
        parts = read_move(text)
        cdef Pile source = Pile(parts.source), target = Pile(parts.target)
        count = parts.count
        if count is None and source.is_column and target.is_column:
            count = read_count(&self.ruleset, &self.position, source.number, target.number, style)
        sources = map(Pile.foundation, range(4)) if source.number == HOME_PILE else [source]
        try:
            moves = [Move(pile, target, count or 1) for pile in sources]
        except FreeCellError as error:
            raise IllegalMoveError(text, self, str(error)) from None
        return legal_move(self, moves[0]) if len(moves) == 1 else takeback_move(self, text, moves)

    def format_move(
        self, move: Move | str, style: Literal["standard", "extended", "fc-solve"] = "extended"
    ) -> str:
        """Return a legal move in the notation of players.

        Args:
            move: The move.
            style: ``"standard"`` for source and target alone. ``"extended"`` to add the number of cards to a move into
                an empty column if more than one card may go there, so that every program reads the same.
                ``"fc-solve"`` to add it if more than one card goes there, as that program does with ``-snx``.

        Raises:
            IllegalMoveError: If the move is not legal here.
            FreeCellError: If there is no such style.
        """
        checked_style(style)
        cdef Step step = legal_move(self, move).step
        source, target = pile_name(step.source), pile_name(step.target)
        if style == "standard":
            return source[0] + target
        if writes_count(&self.ruleset, &self.position, step, style):
            return f"{source}{target}v{step.count:x}"
        return source + target

    def moved_cards(self, move: Move | str) -> tuple[Card, ...]:
        """Return the cards that a legal move takes, deepest first.

        Raises:
            IllegalMoveError: If the move is not legal here.
        """
        cdef Step step = legal_move(self, move).step
        if step.source < CELL_PILE:
            return column_cards(&self.ruleset, &self.position, step.source)[-step.count:]
        return (card_of(&self.ruleset, open_card(&self.position, step.source)),)

    # Supermoves and autoplay

    def expand(self, move: Move | str) -> tuple[Move, ...]:
        """Return the shortest sequence of single-card moves that has the effect of a legal move.

        Each of them is legal in its turn, and they lead to the same state. A move of one card expands to itself. So
        does the move of a run that cannot be moved card by card, which ``Supermoves.UNLIMITED`` allows. Cards do not
        wait in empty columns if the rules restrict which cards may fill these.

        Raises:
            IllegalMoveError: If the move is not legal here.
        """
        cdef Move given = legal_move(self, move)
        singles = None
        if given.step.count > 1:
            singles = single_card_moves(&self.ruleset, &self.position, given.step)
        if singles is None:
            return (given,)
        return tuple([move_of(Step(<uint8_t>source, <uint8_t>target, 1)) for source, target in singles])

    def capacity(self, to_empty: bool = False) -> int:
        """Return the length of the longest run that may move at once.

        Args:
            to_empty: Whether the run moves into an empty column instead of onto a card.

        Returns:
            The number of cards that the game's :class:`Supermoves` allow; 0 if `to_empty` is true and there is no
            empty column that may be filled.
        """
        may_fill = self.ruleset.to_floor <= self.ruleset.ranks
        if to_empty and not (may_fill and empty_columns(&self.ruleset, &self.position)):
            return 0
        return capacity(&self.ruleset, &self.position, bool(to_empty))

    def automoves(self, policy: AutoPlay) -> tuple[Move, ...]:
        """Return all automatic moves that a policy makes here, in order.

        When several cards may move, the leftmost column comes first, and cells come after the columns.

        Raises:
            FreeCellError: If the policy is not an AutoPlay.
        """
        cdef Position position = self.position
        return tuple(make_automoves(&self.ruleset, policy_of(&self.ruleset, policy), 0, &position))

    def autoplay(self, policy: AutoPlay) -> State:
        """Return the state after the automatic moves of a policy; see :meth:`automoves`.

        Raises:
            FreeCellError: If the policy is not an AutoPlay.
        """
        cdef State state = state_of(&self.position, self)
        make_automoves(&self.ruleset, policy_of(&self.ruleset, policy), 0, &state.position)
        return state

    def cards_home(self) -> int:
        """Return the number of cards on the foundations."""
        return cards_home(&self.position)

    def is_won(self) -> bool:
        """Whether every card is on its foundation."""
        return is_won(&self.ruleset, &self.position)

    def is_stuck(self) -> bool:
        """Whether the game is not won and there is no legal move."""
        cdef Step steps[MAX_MOVES]
        return not is_won(&self.ruleset, &self.position) and legal_steps(
            &self.ruleset, &self.position, False, steps) == 0

    def is_sorted(self) -> bool:
        """Whether the game can be won by moves to the foundations alone."""
        cdef Position position = self.position
        cdef Step step
        while next_automove(&self.ruleset, &position, POLICY_ALL, 0, &step):
            make(&position, step)
        return is_won(&self.ruleset, &position)

    # Identity

    def canonical(self) -> State:
        """Return the state that represents all orders of the same columns and cells.

        Two states of a game have equal canonical states if and only if their :meth:`key` is the same.
        """
        cdef State state = state_of(&self.position, self)
        # Columns and cells are sorted by their last card, empty ones last.
        for place, card in enumerate(sorted(self.position.top[:self.ruleset.columns], key=_empty_last)):
            state.position.top[place] = card
        for place, card in enumerate(sorted(self.position.cell[:self.ruleset.cells], key=_empty_last)):
            state.position.cell[place] = card
        return state

    def key(self) -> bytes:
        """Return 39 bytes that identify the position, regardless of the order of its columns and cells.

        For each card, six bits say what it lies on: a card, the floor of a column, a cell, or its foundation. Two
        positions of a game have the same key if and only if they differ at most in the order of columns and of cells.
        The key does not contain the rules: if you mix games, pair it with :attr:`rules`. It is the same in every
        process and every version of the library.
        """
        cdef uint8_t packed[KEY_BYTES]
        pack(&self.position, packed)
        return packed[:KEY_BYTES]

    def to_bytes(self) -> bytes:
        """Return bytes from which :meth:`from_bytes` restores this state exactly, rules included.

        They are the version of the format (1), the ten fields of the rules, the top ranks of the four foundations, the
        card in each cell (0 for none), and the cards of each column followed by 0. A card is its ``index`` plus 4.
        """
        return write_bytes(self.rules, &self.ruleset, &self.position)

    def perft(self, depth: int) -> int:
        """Count the sequences of `depth` legal moves, to check a move generator or measure its speed.

        >>> from freecell import Deal
        >>> [Deal(1).state().perft(depth) for depth in range(4)]
        [1, 32, 792, 14004]

        Args:
            depth: The number of moves, 0 to 64.

        Raises:
            FreeCellError: If the depth is out of range.
        """
        return perft(&self.ruleset, &self.position, whole_number(depth, "depth", 0, 64))

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        cdef State state = <State>other
        return (
            memcmp(&self.position, &state.position, sizeof(Position)) == 0
            and memcmp(&self.ruleset, &state.ruleset, sizeof(Ruleset)) == 0)

    def __hash__(self):
        cdef uint64_t value = self.position.hash
        cdef const uint8_t *rules = <const uint8_t *>&self.ruleset
        cdef int place
        for place in range(self.ruleset.columns):
            value = mixed(value + self.position.top[place])
        for place in range(self.ruleset.cells):
            value = mixed(value + self.position.cell[place])
        for place in range(<int>sizeof(Ruleset)):
            value = mixed(value + rules[place])
        return <Py_hash_t>value

    def __str__(self):
        return write_board(self.columns, self.cells, self.foundations)

    def __format__(self, spec):
        return format(str(self), spec)

    def __repr__(self):
        rules = "" if self.rules == Rules.FREECELL else f", {self.rules!r}"
        return f"State.parse({str(self)!r}{rules})"

    def _repr_svg_(self) -> str:
        return svg(Board(self.columns, self.cells, self.foundations), self.rules)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return State.from_bytes, (self.to_bytes(),)


@cython.final
cdef class Turn:
    """Turn(move, automatic, state)\n--\n
    A step of play under an autoplay policy: a move and the automatic moves after it. :meth:`State.turn` makes it.

    Turns are immutable. They are equal if their moves are equal and lead to equal states.

    Args:
        move: The player's move.
        automatic: The automatic moves after it, in order.
        state: The position after them.
    """

    __match_args__ = ("move", "automatic", "state")

    def __cinit__(self, Move move not None, tuple automatic not None, State state not None):
        self.move = move
        self.automatic = automatic
        self.state = state

    def all_moves(self) -> tuple[Move, ...]:
        """Return the player's move and the automatic moves, in order."""
        return (self.move, *self.automatic)

    def __eq__(self, other):
        if not isinstance(other, Turn):
            return NotImplemented
        cdef Turn turn = <Turn>other
        return self.move == turn.move and self.automatic == turn.automatic and self.state == turn.state

    def __hash__(self):
        return hash((self.move, self.automatic, self.state))

    def __repr__(self):
        return f"Turn({self.move!r}, {self.automatic!r}, {self.state!r})"

    def __str__(self):
        return " ".join(map(str, self.all_moves()))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return Turn, (self.move, self.automatic, self.state)


show_public_home(State, "freecell.State")
show_public_home(Turn, "freecell.Turn")
State.from_bytes.__module__ = "freecell"  # pickles refer to it by this name
