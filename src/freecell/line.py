"""A line of moves: its length, its notation, and the check of a written line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from freecell._arguments import instance_of
from freecell._core import Move, Pile, State, Turn, moves_from
from freecell._enums import NamedEnum
from freecell._rules.supermoves import single_steps
from freecell._text import counted
from freecell.cards import Card
from freecell.deals import Deal, state_from
from freecell.errors import FreeCellError, IllegalMoveError
from freecell.rules import AutoPlay, Supermoves

__all__ = ["Measure", "Replay", "line_length", "read_by", "replay", "write_line"]


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
        return sum(1 for _ in read_by(start, moves, autoplay, on_deal))
    if measure is Measure.RUNS or start.rules.supermoves is Supermoves.UNLIMITED:
        return len(moves)
    length = 0
    for move in moves:
        length += len(start.expand(move))
        start = start.play(move)
    return length


def read_by(
    start: State, moves: Iterable[Move], autoplay: AutoPlay, on_deal: bool, *, standard: bool = False
) -> Iterator[tuple[State, Turn]]:
    """Yield the turns that a reader with autoplay makes of a line, each with the position before it.

    The moves that autoplay makes are left out. A move of which autoplay has made a part already is made without that
    part.

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
            turn = theirs.turn(Move(move.source, move.target, left), autoplay)
        except IllegalMoveError as error:
            raise FreeCellError(f"autoplay {autoplay} spoils this win: {error}") from None
        for written in _without_count(theirs, turn, autoplay) if standard else (turn,):
            yield theirs, written
            theirs = written.state


def write_line(start: State, moves: Iterable[Move], autoplay: AutoPlay, on_deal: bool, *, standard: bool) -> str:
    """Return the notation of a line for a reader with autoplay; the arguments are those of :func:`read_by`."""
    return " ".join(
        state.format_move(turn.move) for state, turn in read_by(start, moves, autoplay, on_deal, standard=standard)
    )


def _is_home(card: Card, state: State) -> bool:
    return state.rules.cards_home(card.rank) <= state.rules.cards_home(state.foundations[card.suit])


def _without_count(state: State, turn: Turn, autoplay: AutoPlay) -> Sequence[Turn]:
    """Return turns that do the same and whose counts standard notation implies; the turn itself if there are none."""
    moves = tuple(_by_way_of_a_cell(state, turn.move)) if "v" in state.format_move(turn.move) else ()
    turns: list[Turn] = []
    try:
        for move in moves:  # cards that are open on the way may go home before their turn comes
            turns.append((turns[-1].state if turns else state).turn(move, autoplay))
    except IllegalMoveError:
        return (turn,)
    return turns if turns and turns[-1].state == turn.state else (turn,)


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
        start: The position before the line.
        dealt: The automatic moves on the deal; empty if they were not asked for.
        turns: The turns that could be made.
        error: The error of the first move that cannot be made; None if all can.
        failed_at: The number of that move, from 1; None if all can be made.
    """

    start: State
    dealt: tuple[Move, ...]
    turns: tuple[Turn, ...]
    error: FreeCellError | None = field(compare=False)
    failed_at: int | None

    @property
    def states(self) -> tuple[State, ...]:
        """The position after the automatic moves on the deal, and the position after each turn."""
        return (self.start.play_all(self.dealt), *(turn.state for turn in self.turns))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the player that could be made."""
        return tuple(turn.move for turn in self.turns)

    @property
    def won(self) -> bool:
        """Whether all moves can be made and the last position is won."""
        return self.error is None and self.states[-1].is_won()

    def __repr__(self) -> str:
        end = "won" if self.won else "not won" if self.error is None else f"move {self.failed_at} fails"
        return f"<Replay: {counted(len(self.turns), 'move')}, {end}>"


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
        The turns made, and the error of the move that cannot be made.

    Raises:
        FreeCellError: If the start is neither a deal nor a state, or `autoplay` is not an AutoPlay.
    """
    state = state_from(start)
    if autoplay is None:
        autoplay = state.rules.usual_autoplay
    instance_of(AutoPlay, autoplay, "autoplay", "an AutoPlay, such as AutoPlay.HORNE")
    dealt = state.automoves(autoplay) if on_deal else ()
    start, state = state, state.play_all(dealt)
    turns: list[Turn] = []
    for number, given in enumerate(moves_from(moves), 1):
        try:
            turn = state.turn(given, autoplay)
        except FreeCellError as error:
            return Replay(start, dealt, tuple(turns), error._numbered(number, moves), number)
        turns.append(turn)
        state = turn.state
    return Replay(start, dealt, tuple(turns), None, None)
