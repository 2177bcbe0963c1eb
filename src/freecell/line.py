"""A line of moves as it is played: turns, lengths, notation, and the check of a written line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from freecell._arguments import instance_of
from freecell._core import Move, Pile, State, moves_from
from freecell._enums import NamedEnum
from freecell._rules.supermoves import single_steps
from freecell.cards import Card
from freecell.deals import Deal, state_from
from freecell.errors import FreeCellError, IllegalMoveError
from freecell.rules import AutoPlay, Supermoves

__all__ = ["Measure", "Replay", "Turn", "line_length", "play_turn", "replay", "write_line"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of the player and the automatic moves after it.

    Attributes:
        move: The player's move.
        automatic: The automatic moves, in order.
    """

    move: Move
    automatic: tuple[Move, ...] = ()

    def all_moves(self) -> tuple[Move, ...]:
        """Return the player's move and the automatic moves, in order."""
        return (self.move, *self.automatic)


def play_turn(state: State, move: Move | str, autoplay: AutoPlay) -> tuple[Turn, State]:
    """Return the turn that a move begins, and the position after it.

    Args:
        state: The position before the move.
        move: The move, or its notation.
        autoplay: The policy of the automatic moves.

    Raises:
        FreeCellError: If the text is not a move, or the move is not legal.
    """
    if isinstance(move, str):
        move = state.parse_move(move)
    state = state.play(move)
    automatic = state.automoves(autoplay)
    return Turn(move, automatic), state.play_all(automatic, AutoPlay.NONE)


class Measure(NamedEnum):
    """What counts as a move in the length of a line."""

    PLAYER = 0
    """The player's moves: a run is one move, and automatic moves do not count."""
    RUNS = 1
    """Every move: a run is one move, and every card that goes home is one."""
    CARDS = 2
    """Every move of a single card. A win has at least one for each card that is not home: 52 from a FreeCell deal.
    Where runs move at once whatever space there is, as in Relaxed FreeCell, a run is one move."""


def line_length(start: State, moves: Sequence[Move], measure: Measure, autoplay: AutoPlay, on_deal: bool) -> int:
    """Return the length of a line.

    Args:
        start: The position before it.
        moves: Its moves, with every move home.
        measure: What counts as a move.
        autoplay: For :attr:`Measure.PLAYER`, the policy of automatic moves.
        on_deal: For :attr:`Measure.PLAYER`, whether autoplay also runs before the first move.

    Raises:
        FreeCellError: If the autoplay spoils the line.
    """
    if measure is Measure.PLAYER:
        return sum(1 for _ in write_line(start, moves, autoplay, on_deal, standard=False))
    if measure is Measure.RUNS or start.rules.supermoves is Supermoves.UNLIMITED:
        return len(moves)
    length = 0
    for move in moves:
        length += len(start.expand(move))
        start = start.play(move)
    return length


def write_line(
    start: State, moves: Iterable[Move], autoplay: AutoPlay, on_deal: bool, *, standard: bool
) -> Iterator[str]:
    """Yield the notation of a line for a reader with autoplay.

    The moves that autoplay makes are left out. A move of which autoplay has made a part already is written without
    that part.

    Args:
        start: The position before the line.
        moves: Its moves, with every move home.
        autoplay: The reader's policy of automatic moves.
        on_deal: Whether the reader's autoplay also runs before the first move.
        standard: Whether to avoid counts, which standard notation does not have.

    Raises:
        FreeCellError: If the autoplay spoils the line.
    """
    ours = start
    after = start.autoplay(autoplay)  # raises the error if it is not a policy
    theirs = after if on_deal else start
    for move in moves:
        cards = ours.moved_cards(move)
        ours = ours.play(move)
        left = theirs.is_legal(move) if move.source.is_home else sum(not _is_home(card, theirs) for card in cards)
        if not left:
            continue
        try:
            move = theirs.parse_move(str(Move(move.source, move.target, left)))
        except IllegalMoveError as error:
            raise FreeCellError(f"autoplay {autoplay} spoils this win: {error}") from None
        for written in _without_count(theirs, move, autoplay) if standard else (move,):
            yield theirs.format_move(written)
            theirs = theirs.play(written).autoplay(autoplay)


def _is_home(card: Card, state: State) -> bool:
    return state.rules.cards_home(card.rank) <= state.rules.cards_home(state.foundations[card.suit])


def _without_count(state: State, move: Move, autoplay: AutoPlay) -> Sequence[Move]:
    """Return moves that do the same and whose counts standard notation implies; the move itself if there are none."""
    moves = tuple(_by_way_of_a_cell(state, move)) if "v" in state.format_move(move) else ()
    try:
        # Cards that are open on the way may go home before their turn comes.
        same = moves and state.play_all(moves, autoplay) == state.play(move).autoplay(autoplay)
    except IllegalMoveError:
        same = False
    return moves if same else (move,)


def _by_way_of_a_cell(state: State, move: Move) -> Iterator[Move]:
    """Yield single-card moves that take a run into an empty column; none if there is no empty cell for them."""
    cells = [Pile.cell(place) for place, card in enumerate(state.cells) if card is None]
    columns = [Pile.column(place) for place, cards in enumerate(state.columns) if not cards]
    if not cells:
        return
    *others, way = cells
    between = [column for column in columns if column != move.target]
    for source, target in single_steps(move.count, move.source, move.target, others, between, fills=True) or ():
        step = Move(source, target)
        if "v" in state.format_move(step):
            yield from (Move(source, way), Move(way, target))
        else:
            yield step
        state = state.play(step)


@dataclass(frozen=True, slots=True)
class Replay:
    """A written line, played as far as it goes.

    Attributes:
        states: The start (after the automatic moves on the deal, if they were asked for), and the position after each
            move with its automatic moves.
        moves: The moves that could be made.
        error: The error of the first move that cannot be made; None if all can.
        failed_at: The number of that move, from 1; None if all can be made.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    error: FreeCellError | None = field(compare=False)
    failed_at: int | None

    @property
    def won(self) -> bool:
        """Whether all moves can be made and the last position is won."""
        return self.error is None and self.states[-1].is_won()


def replay(
    start: Deal | State,
    moves: Iterable[Move | str] | str,
    autoplay: AutoPlay | None = None,
    on_deal: bool = False,
) -> Replay:
    """Play a written line, move by move, up to its end or to the first move that cannot be made.

    >>> from freecell import Deal, replay
    >>> replay(Deal(10913), "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b").won
    True
    >>> print(replay(Deal(10913), "26 76 77").error)
    move 3, 77: a card does not move from column 7 onto itself

    Args:
        start: The deal or position that the line starts from.
        moves: The moves, or text with white space between them.
        autoplay: The policy of automatic moves after each move: HORNE for published solutions, NONE for explicit
            moves; None for :attr:`Rules.usual_autoplay`.
        on_deal: Whether autoplay also runs before the first move.

    Returns:
        The positions, the moves made, and the error of the move that cannot be made.

    Raises:
        FreeCellError: If the start is neither a deal nor a state, or `autoplay` is not an AutoPlay.
    """
    state = state_from(start)
    if autoplay is None:
        autoplay = state.rules.usual_autoplay
    instance_of(AutoPlay, autoplay, "autoplay", "an AutoPlay, such as AutoPlay.HORNE")
    states = [state.autoplay(autoplay) if on_deal else state]
    made: list[Move] = []
    for number, given in enumerate(moves_from(moves), 1):
        state = states[-1]
        try:
            move = state.parse_move(given) if isinstance(given, str) else given
            states.append(state.play(move).autoplay(autoplay))
            made.append(move)
        except FreeCellError as error:
            return Replay(tuple(states), tuple(made), error._numbered(number, moves), number)
    return Replay(tuple(states), tuple(made), None, None)
