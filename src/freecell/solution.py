"""What a solver found out, written down and read back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from html import escape
from itertools import accumulate
from threading import Event
from typing import Literal

from freecell._arguments import shortened, whole_number
from freecell._core import Move, Pile, State, moves_from
from freecell._pictures.style import Theme
from freecell._rules.supermoves import single_steps
from freecell.cards import Card
from freecell.deals import Deal
from freecell.errors import FreeCellError, IllegalMoveError, in_sequence
from freecell.rules import AutoPlay, Supermoves
from freecell.storyboard import of_moves, replay_page

__all__ = ["Measure", "Replay", "Solution", "Verdict", "replay", "state_from"]


class _Spoken(Enum):
    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return str(self.value)


class Verdict(_Spoken):
    """What a solver found out."""

    SOLVED = "solved"
    """There is a win, and it is given."""
    UNSOLVABLE = "unsolvable"
    """There is none: every position that matters was looked at."""
    UNKNOWN = "unknown"
    """A limit was reached before the one or the other."""


class Measure(_Spoken):
    """How the length of a line of moves is counted."""

    PLAYER = "player"
    """What a player does: a run is one move, and what goes home by itself is none."""
    RUNS = "runs"
    """A run is one move, and so is every card that goes home."""
    CARDS = "cards"
    """Every move of a single card is one; a win has at least one for each card that is not home, 52 from a deal of
    FreeCell. Where the rules let a run go at once whatever space there is, as in Relaxed FreeCell, it counts as one."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What a :class:`Solver` found out about a position.

    Attributes:
        start: the position.
        verdict: whether it can be won.
        moves: the win, with every move home written out, so that it replays without autoplay. When the verdict is
            UNKNOWN, the line to the position with the most cards home that was met; when UNSOLVABLE, none.
        nodes: how many positions were expanded.
        seconds: how long it took; not looked at when solutions are compared.
        limit: what ended the search before it was done: ``"nodes"``, ``"seconds"``, ``"memory"`` or ``"cancel"``. None
            where nothing is left to be found out, or while the search goes on: so ``on_solution`` gets it.
        measure: what counts as a move, where the win was to be short; else None.
        autoplay: what goes home by itself after every move, where that measure is :attr:`Measure.PLAYER`; else None.
        on_deal: whether it also does before the first.
        lower_bound: where the win was to be short, the length that no win is shorter than, as far as it is proven, if
            there is one; else 0.

    While a solution has a limit and came from :meth:`Solver.solve`, it keeps the memory of its search, so that it can
    go on; that is given back with the solution.
    """

    start: State
    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int
    seconds: float = field(compare=False)
    limit: Literal["nodes", "seconds", "memory", "cancel"] | None = None
    measure: Measure | None = None
    autoplay: AutoPlay | None = None
    on_deal: bool = False
    lower_bound: int = 0
    _resume: Callable[[int | None, float | None, int | None, Event | None], Solution] | None = field(
        default=None, repr=False, compare=False
    )

    def states(self) -> tuple[State, ...]:
        """Give the start and the position after each move."""
        return tuple(accumulate(self.moves, State.play, initial=self.start))

    @property
    def optimal(self) -> bool:
        """Whether the win is proven to be a shortest one, by its measure."""
        return self.measure is not None and self.verdict is Verdict.SOLVED and self.length() == self.lower_bound

    def length(
        self, measure: Measure | None = None, autoplay: AutoPlay | None = None, on_deal: bool | None = None
    ) -> int:
        """Count the moves: those of the win, or else of the line that is given, which is empty when there is no win.

        Args:
            measure: what counts as a move; None for that by which the win was to be short, or else
                :attr:`Measure.PLAYER`.
            autoplay: for :attr:`Measure.PLAYER`, what goes home by itself after every move; None for what the solver
                was told, or else :attr:`Rules.usual_autoplay`.
            on_deal: for :attr:`Measure.PLAYER`, whether it also does before the first; None for what the solver was
                told, or else False.

        Raises:
            FreeCellError: the measure is no Measure, or this autoplay spoils this line, as ALL may.
        """
        if measure is None:
            measure = self.measure or Measure.PLAYER
        if measure is Measure.PLAYER:
            return sum(1 for _ in _written(*self._first(autoplay, on_deal), self.moves, False))
        if measure is Measure.RUNS or (
            measure is Measure.CARDS and self.start.rules.supermoves is Supermoves.UNLIMITED
        ):
            return len(self.moves)
        if measure is Measure.CARDS:
            return sum(len(state.expand(move)) for state, move in zip(self.states(), self.moves, strict=False))
        raise FreeCellError(f"the measure must be a Measure, such as Measure.CARDS, not {shortened(measure)}")

    def notation(
        self,
        style: Literal["standard", "extended"] = "standard",
        autoplay: AutoPlay | None = None,
        on_deal: bool | None = None,
    ) -> str:
        """Write the moves so that they replay from the start with autoplay after every move.

        Moves that autoplay makes are left out. What autoplay sends home earlier than the solution does
        is not moved any more; a move of which nothing is left is left out too.

        Args:
            style: ``"extended"`` adds the count to a move where the reader would imply another: part of a run that goes
                into an empty column. ``"standard"``, which has no counts, takes such cards there one by one, by way
                of an empty cell; only where that does not do the same does it write the count too.
            autoplay: what goes home by itself when it is read; None for what the solver was told, or else
                :attr:`Rules.usual_autoplay`.
            on_deal: whether it also does before the first move; None for what the solver was told, or else False.

        Raises:
            FreeCellError: there is no such style, or this autoplay spoils this line, as ALL may.
        """
        if style not in ("standard", "extended"):
            raise FreeCellError(f"the style must be 'standard' or 'extended', not {shortened(style)}")
        return " ".join(_written(*self._first(autoplay, on_deal), self.moves, style == "standard"))

    def _first(self, autoplay: AutoPlay | None, on_deal: bool | None) -> tuple[State, State, AutoPlay]:
        """Give the position of the solution, that of a reader with autoplay, and that autoplay."""
        if autoplay is None:
            autoplay = self.start.rules.usual_autoplay if self.autoplay is None else self.autoplay
        after = self.start.autoplay(autoplay)  # refuses what is no AutoPlay
        return self.start, after if (self.on_deal if on_deal is None else on_deal) else self.start, autoplay

    def resume(
        self,
        more_nodes: int | None = None,
        *,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        cancel: Event | None = None,
    ) -> Solution:
        """Go on from where the search stopped; it takes up all it had learned.

        There is one search behind a solution and what came of going on from it: each goes on from where it is now,
        with the ``on_progress`` and ``on_solution`` that it was begun with.

        Args:
            more_nodes: how many more positions to expand at the most; None for no limit.
            max_seconds: how long to go on at the most; None for no limit.
            max_memory: how many bytes it may take from now on; None for as many as before. Where a search had less
                for a while, it may come to another win, or by another way, than with as many from the beginning.
            cancel: an event that ends the search when it is set.

        Returns:
            What is known then, nodes and seconds counted from the beginning; this solution itself if nothing is
            unknown any more.

        Raises:
            FreeCellError: a limit is negative or no number, the search is running in another thread, or it is gone:
                copies have none, nor have those that ``on_solution`` got or :meth:`Solver.solve_many` gave.
        """
        if self.limit is None and (self.measure is None or self.optimal or self.verdict is Verdict.UNSOLVABLE):
            return self
        if self._resume is None:
            raise FreeCellError("the search of this solution is gone: only the solution that solve gave can go on")
        if more_nodes is not None:
            whole_number(more_nodes, "more_nodes", 0, 2**63)
        return self._resume(more_nodes, max_seconds, max_memory, cancel)

    def __str__(self) -> str:
        bound = "the fewest" if self.optimal else f"{self.lower_bound} or more are needed"
        said = ""
        if self.verdict is Verdict.SOLVED and self.measure is None:
            said = f" in {_counted(len(self.moves), 'move')}"
        elif self.verdict is Verdict.SOLVED:
            said = f" in {_counted(self.length(), 'move')}, {bound}"
        elif self.verdict is Verdict.UNKNOWN and self.measure is not None:
            said = f", {bound}"
        elif self.autoplay is not None and not self.start.rules.never_spoiled_by(self.autoplay):
            said = f" with autoplay {self.autoplay}"
        limit = "" if self.limit is None else f", stopped by {self.limit}"
        return f"{self.verdict}{said} ({_counted(self.nodes, 'position')}, {self.seconds:.2f} s{limit})"

    def _repr_html_(self) -> str:
        frame = 'sandbox="allow-scripts" style="width:100%;height:620px;border:0" title="A replay"'
        return f'<iframe {frame} srcdoc="{escape(solution_page(self))}"></iframe>'

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Solution, tuple(getattr(self, each.name) for each in fields(self) if each.name != "_resume")


_ABOUT = {
    Verdict.SOLVED: "Solved",
    Verdict.UNSOLVABLE: "Proven: it cannot be won",
    Verdict.UNKNOWN: "Not decided: the best line found",
}
"""What a replay page says below its heading."""


def solution_page(
    solution: Solution, autoplay: AutoPlay | None = None, *, title: str | None = None, theme: Theme = "auto"
) -> str:
    """Return the page that replays a solution; :func:`freecell.draw.html` describes the arguments."""
    rules = solution.start.rules
    shots = of_moves(solution.start, solution.moves, rules.usual_autoplay if autoplay is None else autoplay)
    heading = rules.title() if title is None else title
    return replay_page(solution.start, shots, heading=heading, about=_ABOUT[solution.verdict], theme=theme)


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _written(ours: State, theirs: State, autoplay: AutoPlay, moves: Iterable[Move], standard: bool) -> Iterator[str]:
    # The position in the solution is ours; more may be home in that of the reader.
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
        for written in _standard_moves(theirs, move, autoplay) if standard else (move,):
            yield theirs.format_move(written)
            theirs = theirs.play(written).autoplay(autoplay)


def _is_home(card: Card, state: State) -> bool:
    base, ranks, top = state.rules.base, state.rules.ranks, state.foundations[card.suit]
    return top > 0 and (card.rank - base) % ranks <= (top - base) % ranks


def _standard_moves(state: State, move: Move, autoplay: AutoPlay) -> Sequence[Move]:
    """Give moves that do the same and, if that can be, have the count that standard notation implies."""
    moves = tuple(_by_way_of_a_cell(state, move)) if "v" in state.format_move(move) else ()
    try:
        # On the way cards are open that were not before, and may be gone when their turn comes.
        same = moves and state.play_all(moves, autoplay) == state.play(move).autoplay(autoplay)
    except IllegalMoveError:
        same = False
    return moves if same else (move,)


def _by_way_of_a_cell(state: State, move: Move) -> Iterator[Move]:
    """Give moves of single cards that take a run into an empty column, none where there is no cell for them."""
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
    """How far a written solution goes.

    Attributes:
        states: the start (after what goes home on the deal, where that was asked for), and the position after each move
            and what went home by itself after it.
        moves: the moves that could be made, as they were read.
        error: what is wrong with the first move that cannot be made; None when all can.
        failed_at: the number of that move, from 1; None when all can.
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
    """Check a written solution, move by move.

    >>> from freecell import Deal, replay
    >>> replay(Deal(10913), "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b").won
    True
    >>> print(replay(Deal(10913), "26 76 77").error)
    move 3, 77: a card does not move from column 7 onto itself

    Args:
        start: the deal or position it is for.
        moves: the moves, or text with white space between them.
        autoplay: what goes home by itself after each move; published solutions need HORNE, explicit ones NONE. None
            for :attr:`Rules.usual_autoplay`.
        on_deal: whether it also does before the first move.

    Returns:
        All the positions up to the end, or to the first move that cannot be made, and why that cannot.

    Raises:
        FreeCellError: the start is neither a deal nor a state, or autoplay is no AutoPlay.
    """
    state = state_from(start)
    autoplay = state.rules.usual_autoplay if autoplay is None else autoplay
    first = state.autoplay(autoplay)
    states = [first if on_deal else state]
    made: list[Move] = []
    for number, text in enumerate(moves_from(moves), 1):
        state = states[-1]
        try:
            move = state.parse_move(text) if isinstance(text, str) else text
            states.append(state.play(move).autoplay(autoplay))
            made.append(move)
        except FreeCellError as error:
            return Replay(tuple(states), tuple(made), in_sequence(error, number, moves), number)
    return Replay(tuple(states), tuple(made), None, None)


def state_from(start: Deal | State) -> State:
    """Give the position that is meant by a deal, or the position itself.

    Raises:
        FreeCellError: it is neither.
    """
    if isinstance(start, Deal):
        return start.state()
    if isinstance(start, State):
        return start
    raise FreeCellError(f"a start is a Deal or a State, not {shortened(start)}")
