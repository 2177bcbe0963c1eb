"""Winning a deal, proving that it cannot be won, and checking a written solution."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import accumulate
from numbers import Real
from time import perf_counter
from typing import Final, Literal

from freecell._core import Move, Pile, State, moves_from
from freecell._search import Search
from freecell.deals import Deal
from freecell.errors import FreeCellError, IllegalMoveError, in_sequence, shortened, whole_number
from freecell.rules import AutoPlay
from freecell.supermoves import single_steps

__all__ = ["Replay", "Solution", "Solver", "Verdict", "replay"]

_SLICE: Final = 1000
"""How many positions are expanded between looks at the clock and for Ctrl-C: a few milliseconds' worth."""

_UNLIMITED: Final = 2**63


class Verdict(Enum):
    """What a solver found out."""

    SOLVED = "solved"
    """There is a win, and it is given."""
    UNSOLVABLE = "unsolvable"
    """There is none: every position that matters was looked at."""
    UNKNOWN = "unknown"
    """A limit was reached before the one or the other."""

    def __repr__(self) -> str:
        return f"Verdict.{self.name}"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Solution:
    """What a :class:`Solver` found out about a position.

    Attributes:
        start: the position.
        verdict: whether it can be won.
        moves: the win, with every move home written out, so that it replays without autoplay; empty unless it is
            solved, and when it was won from the start.
        nodes: how many positions were expanded.
        seconds: how long it took.
    """

    start: State
    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int
    seconds: float

    def states(self) -> tuple[State, ...]:
        """Give the start and the position after each move."""
        return tuple(accumulate(self.moves, State.play, initial=self.start))

    def notation(self, style: Literal["standard", "extended"] = "standard", autoplay: AutoPlay = AutoPlay.HORNE) -> str:
        """Write the win so that it replays from the start with autoplay after every move, not before the first.

        Moves that autoplay makes are left out. What autoplay sends home earlier than the solution does
        is not moved any more; a move of which nothing is left is left out too.

        Args:
            style: ``"extended"`` adds the count to a move where the reader would imply another: part of a run that goes
                into an empty column. ``"standard"``, which has no counts, takes such cards there one by one, by way
                of an empty cell; only where there is none does it write the count too.
            autoplay: what goes home by itself when it is read.

        Raises:
            FreeCellError: there is no such style, or this autoplay spoils this win, as ALL may.
        """
        if style not in ("standard", "extended"):
            raise FreeCellError(f"the style must be 'standard' or 'extended', not {shortened(style)}")
        return " ".join(_written(self.start, self.moves, style == "standard", autoplay))

    def __str__(self) -> str:
        won = f" in {len(self.moves)} moves" if self.verdict is Verdict.SOLVED else ""
        return f"{self.verdict}{won} ({self.nodes:,} positions, {self.seconds:.2f} s)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Solver:
    """Finds out whether a deal or a position can be won, and how.

    The search is complete: it ends with a win, with the proof that there is none, or at a limit.

    >>> from freecell import Deal, Solver
    >>> solution = Solver().solve(Deal(617))
    >>> solution.verdict, solution.states()[-1].is_won()
    (Verdict.SOLVED, True)
    >>> Solver().solve(Deal(11982)).verdict
    Verdict.UNSOLVABLE

    Args:
        max_nodes: how many positions to expand at the most; None for no limit.
        max_seconds: how long to search at the most; None for no limit. Only this limit depends on the machine.
        max_memory: how many bytes the search may take at the most; None for no limit.

    Raises:
        FreeCellError: a limit is negative or no number.
    """

    max_nodes: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = 2**30

    def __post_init__(self) -> None:
        for name in ("max_nodes", "max_memory"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, whole_number(getattr(self, name), name, 0, _UNLIMITED))
        if self.max_seconds is not None:
            object.__setattr__(self, "max_seconds", _seconds(self.max_seconds))

    def solve(self, start: Deal | State) -> Solution:
        """Search for a win from a deal's start or from any position.

        The interpreter's lock is free meanwhile, so that other threads run; Ctrl-C is heeded at once.

        Raises:
            FreeCellError: the start is neither a deal nor a state.
        """
        state = start.state() if isinstance(start, Deal) else start
        if not isinstance(state, State):
            raise FreeCellError(f"a solver starts from a Deal or a State, not from {shortened(start)}")
        began = perf_counter()
        search = Search(state, self.max_memory)
        most = _UNLIMITED if self.max_nodes is None else self.max_nodes
        end = math.inf if self.max_seconds is None else began + self.max_seconds
        while (outcome := search.run(min(_SLICE, most - search.nodes))) == "running":
            if search.nodes >= most or perf_counter() >= end:
                break
        verdict = {"won": Verdict.SOLVED, "exhausted": Verdict.UNSOLVABLE}.get(outcome, Verdict.UNKNOWN)
        return Solution(state, verdict, search.moves(), search.nodes, perf_counter() - began)


def _written(start: State, moves: Iterable[Move], standard: bool, autoplay: AutoPlay) -> Iterator[str]:
    ours, theirs = start, start  # the position in the solution, and the reader's, where more may be home
    for move in moves:
        cards = ours.moved_cards(move)
        ours = ours.play(move)
        if move.source.is_home:
            left = int(theirs.is_legal(move))
        else:
            left = sum(card.rank > theirs.foundations[card.suit] for card in cards)
        if not left:
            continue
        try:
            move = theirs.parse_move(str(Move(move.source, move.target, left)))
        except IllegalMoveError as error:
            raise FreeCellError(f"autoplay {autoplay} spoils this win: {error}") from None
        for written in _standard_moves(theirs, move) if standard else (move,):
            yield theirs.format_move(written)
            theirs = theirs.play(written).autoplay(autoplay)


def _standard_moves(state: State, move: Move) -> Iterator[Move]:
    """Give moves that do the same and, if that can be, have the count that standard notation implies."""
    cells = [Pile.cell(place) for place, card in enumerate(state.cells) if card is None]
    columns = [Pile.column(place) for place, cards in enumerate(state.columns) if not cards]
    steps = None
    if "v" in state.format_move(move) and cells:
        *others, way = cells
        between = [column for column in columns if column != move.target]
        steps = single_steps(move.count, move.source, move.target, others, between, fills=True)
    if steps is None:
        yield move
        return
    for source, target in steps:
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
    autoplay: AutoPlay = AutoPlay.HORNE,
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
        autoplay: what goes home by itself after each move; published solutions need HORNE, explicit ones NONE.
        on_deal: whether it also does before the first move.

    Returns:
        All the positions up to the end, or to the first move that cannot be made, and why that cannot.

    Raises:
        FreeCellError: the start is neither a deal nor a state, or autoplay is no AutoPlay.
    """
    state = start.state() if isinstance(start, Deal) else start
    if not isinstance(state, State):
        raise FreeCellError(f"a replay starts from a Deal or a State, not from {shortened(start)}")
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


def _seconds(value: object) -> float:
    try:
        seconds = float(value) if isinstance(value, Real) else math.nan
    except OverflowError:
        seconds = math.nan
    if not seconds >= 0:
        raise FreeCellError(f"max_seconds must be a number of seconds, 0 or more, not {shortened(value)}")
    return seconds
