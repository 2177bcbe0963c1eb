"""A line of moves: its length, its notation, and the check of a written line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from freecell._arguments import instance_of
from freecell._core import Move, Pile, State, Turn, moves_from
from freecell._reading import count_single_cards, count_turns, read_turns, write_turns
from freecell._rules.supermoves import single_steps
from freecell._text import counted
from freecell.deals import Deal, state_from
from freecell.errors import FreeCellError, IllegalMoveError
from freecell.measure import Measure
from freecell.notation import Style, checked_style
from freecell.rules import AutoPlay, Supermoves

__all__ = ["Replay", "line_length", "replay", "write_line"]


def line_length(start: State, moves: Sequence[Move], measure: Measure) -> int:
    """Return the length of a line.

    Args:
        start: The position before it.
        moves: Its moves, with every move home.
        measure: What counts as a move.

    Raises:
        FreeCellError: If the autoplay of the measure spoils the line.
    """
    autoplay = measure.under(start.rules).autoplay
    if autoplay is not None:
        return count_turns(start, moves, autoplay, measure.on_deal)
    if measure.kind == "runs" or start.rules.supermoves is Supermoves.UNLIMITED:
        return len(moves)
    return count_single_cards(start, moves)


def write_line(start: State, moves: Iterable[Move], autoplay: AutoPlay, on_deal: bool, style: Style) -> str:
    """Return the notation of a line for a reader with autoplay.

    Args:
        start: The position before the line.
        moves: Its moves, with every move home.
        autoplay: The reader's policy of automatic moves.
        on_deal: Whether the reader's autoplay also runs before the first move.
        style: The style of notation.

    Raises:
        FreeCellError: If the autoplay spoils the line.
    """

    def without_count(state: State, turn: Turn) -> list[str]:
        """Return words for moves that do the same and need no count; one word with the count if there are none."""
        words = []
        here = state
        try:
            for move in _by_way_of_a_cell(state, turn.move):  # open cards may go home before their turn comes
                words.append(here.format_move(move, "standard"))
                here = here.turn(move, autoplay).state
        except IllegalMoveError:
            words.clear()
        return words if words and here == turn.state else [state.format_move(turn.move)]

    return write_turns(start, moves, autoplay, on_deal, style, without_count)


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
        if state.parse_move(state.format_move(step, "standard")) != step:
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
    style: Style = "extended",
) -> Replay:
    """Play a written line, move by move, up to its end or to the first move that cannot be made.

    >>> from freecell import Deal, replay
    >>> replay(Deal(10913), "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b").won
    True
    >>> print(replay(Deal(10913), "26 76 77").error)
    move 3, 77: a card does not move from column 7 onto itself

    Args:
        start: The deal or position that the line starts from.
        moves: The moves, or text with white space between them. A line with every move home in it, such as
            :attr:`Solution.moves`, may be given as it is: what autoplay has sent home already counts as made.
        autoplay: The policy of automatic moves after each move: HORNE for published solutions, NONE to make no other
            moves than those given; None for :attr:`Rules.usual_autoplay`.
        on_deal: Whether autoplay also runs before the first move.
        style: How the text is to be read, as for :meth:`State.parse_move`: ``"fc-solve"`` for what that program prints
            with ``-snx``, which has every move home in it and is played under NONE.

    Returns:
        The turns made, and the error of the move that cannot be made.

    Raises:
        FreeCellError: If the start is neither a deal nor a state, `autoplay` is not an AutoPlay, or there is no such
            style.
    """
    state = state_from(start)
    checked_style(style)
    if autoplay is None:
        autoplay = state.rules.usual_autoplay
    instance_of(AutoPlay, autoplay, "autoplay", "an AutoPlay, such as AutoPlay.HORNE")
    dealt = state.automoves(autoplay) if on_deal else ()
    given = moves if isinstance(moves, str) else tuple(moves_from(moves))
    played = _played(state, dealt, given, autoplay, style)
    line = [move for move in given if isinstance(move, Move)]
    if len(line) < len(given):
        return played
    explicit = _explicit(state, dealt, line, autoplay)
    if explicit is None or (played.error is None and not _contains_automatic_moves(explicit, line)):
        return played
    return explicit


def _contains_automatic_moves(explicit: Replay, line: Sequence[Move]) -> bool:
    """Whether a line has the automatic moves in it, and not only those of a player who leaves them to autoplay.

    It has if the first move after automatic moves is one of them, and as many moves of it are left to autoplay as
    autoplay makes before the last turn.
    """
    made = [explicit.dealt, *(turn.automatic for turn in explicit.turns)]
    first = next((number for number, automatic in enumerate(made) if automatic), None)
    if first is None or first == len(line):
        return False
    return line[first] in made[first] and len(line) - len(explicit.turns) >= sum(map(len, made[:-1]))


def _played(
    start: State, dealt: tuple[Move, ...], moves: Iterable[Move | str] | str, autoplay: AutoPlay, style: Style
) -> Replay:
    """Play the moves of a player, with automatic moves after each."""
    state = start.play_all(dealt)
    turns: list[Turn] = []
    for number, given in enumerate(moves_from(moves), 1):
        try:
            turn = state.turn(state.parse_move(given, style) if isinstance(given, str) else given, autoplay)
        except FreeCellError as error:
            return Replay(start, dealt, tuple(turns), error._numbered(number, moves), number)
        turns.append(turn)
        state = turn.state
    return Replay(start, dealt, tuple(turns), None, None)


def _explicit(start: State, dealt: tuple[Move, ...], moves: Sequence[Move], autoplay: AutoPlay) -> Replay | None:
    """Play a line that has every move home in it, as a player with autoplay does; None if it is not such a line."""
    try:
        return Replay(start, dealt, read_turns(start, moves, autoplay, bool(dealt)), None, None)
    except IllegalMoveError:
        return None
    except FreeCellError as error:
        number = error.number or 1
        return Replay(start, dealt, read_turns(start, moves[: number - 1], autoplay, bool(dealt)), error, number)
