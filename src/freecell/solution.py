"""The result of a search: a verdict, with the moves that support it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import accumulate
from typing import Literal

from freecell._arguments import instance_of
from freecell._core import Move, State, Turn
from freecell._enums import NamedEnum
from freecell._pictures.style import Theme
from freecell._reading import read_turns
from freecell._text import counted
from freecell.cards import Suit
from freecell.errors import FreeCellError
from freecell.line import line_length, write_line
from freecell.measure import USUAL, Measure
from freecell.notation import Style, checked_style
from freecell.rules import AutoPlay
from freecell.storyboard import of_turns, replay_page

__all__ = ["Limit", "Solution", "Verdict", "solution_page"]


class Verdict(NamedEnum):
    """What a search found out."""

    SOLVED = 1
    """There is a win: the moves of the solution."""
    UNSOLVABLE = 2
    """There is no win: every position that matters was searched."""
    UNKNOWN = 3
    """The search reached a limit first."""


Limit = Literal["nodes", "seconds", "memory", "cancel"]
"""The limit that ended a search."""


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """What is known about a position after a search.

    Attributes:
        start: The position.
        verdict: Whether it can be won.
        moves: The win, with every move home, so that it replays without autoplay. If the verdict is UNKNOWN, the line
            to the position with the most cards home that the search met; if it is UNSOLVABLE, empty.
        nodes: Number of nodes expanded.
        seconds: Time of the search. Solutions that differ only in it are equal.
        measure: What counts as a move: the measure of the solver, or else the player's moves under
            :attr:`Rules.usual_autoplay`.
        limit: The limit that ended the search: ``"nodes"``, ``"seconds"``, ``"memory"`` or ``"cancel"``. None if it is
            done, or still under way.
        lower_bound: A proven lower bound on the length of every win, if the solver was asked for a short win; else 0.
    """

    start: State
    verdict: Verdict
    moves: tuple[Move, ...]
    nodes: int
    seconds: float = field(compare=False)
    measure: Measure = USUAL
    limit: Limit | None = None
    lower_bound: int = 0

    def states(self) -> tuple[State, ...]:
        """Return the start and the position after each move."""
        return tuple(accumulate(self.moves, State.play, initial=self.start))

    @property
    def optimal(self) -> bool:
        """Whether the win is proven to be a shortest one by its measure."""
        return self.verdict is Verdict.SOLVED and self.length() == self.lower_bound

    def length(self, measure: Measure | None = None) -> int:
        """Return the length of the win, or else of the line in :attr:`moves`.

        Args:
            measure: What counts as a move; None for :attr:`measure`.

        Raises:
            FreeCellError: If the measure is not a Measure, or its autoplay spoils the line, as ALL may.
        """
        if measure is None:
            return line_length(self.start, self.moves, self.measure)
        instance_of(Measure, measure, "the measure", "a Measure, such as Measure.CARDS")
        return line_length(self.start, self.moves, measure)

    def turns(self, autoplay: AutoPlay | None = None) -> tuple[Turn, ...]:
        """Return the line as a player with autoplay plays it.

        Args:
            autoplay: The player's policy of automatic moves; None for that of :attr:`measure`, or else
                :attr:`Rules.usual_autoplay`. The measure says whether autoplay also runs before the first move.

        Raises:
            FreeCellError: If this autoplay spoils the line, as ALL may.
        """
        return read_turns(self.start, self.moves, self._autoplay(autoplay), self.measure.on_deal)

    def notation(self, style: Style = "standard", autoplay: AutoPlay | None = None) -> str:
        """Return the moves as text that replays from the start with autoplay after every move.

        Moves that autoplay makes are left out, and so are moves whose cards autoplay has sent home earlier.

        Args:
            style: How to write a move into an empty column if more than one card may go there. ``"extended"`` adds the
                count. ``"fc-solve"`` adds it if it is not one, as that program does with ``-snx``; its solutions are
                written for NONE. ``"standard"`` has no counts: all cards that may go are meant. Where fewer go, it
                moves them one by one, through an empty cell, and adds the count only if that does not lead to the same
                position.
            autoplay: The reader's policy of automatic moves; None for that of :attr:`measure`, or else
                :attr:`Rules.usual_autoplay`. The measure says whether autoplay also runs before the first move.

        Raises:
            FreeCellError: If there is no such style, or this autoplay spoils the line, as ALL may.
        """
        checked_style(style)
        return write_line(self.start, self.moves, self._autoplay(autoplay), self.measure.on_deal, style)

    def _autoplay(self, given: AutoPlay | None) -> AutoPlay:
        if given is not None:
            return given
        return self.measure.autoplay or self.start.rules.usual_autoplay

    def __str__(self) -> str:
        said = f" in {counted(self.length(), 'move')}" if self.verdict is Verdict.SOLVED else ""
        if self.verdict is Verdict.UNSOLVABLE:
            autoplay = self._autoplay(None)
            if not self.start.rules.never_spoiled_by(autoplay):
                said = f" with autoplay {autoplay}"
        elif self.lower_bound:
            said += ", the fewest" if self.optimal else f", {self.lower_bound} or more are needed"
        limit = "" if self.limit is None else f", stopped by {self.limit}"
        return f"{self.verdict}{said} ({counted(self.nodes, 'position')}, {self.seconds:.2f} s{limit})"

    def __repr__(self) -> str:
        try:
            return f"<Solution: {self}>"
        except FreeCellError as error:  # made by hand, of moves that are not a line
            return f"<Solution: {self.verdict}, but {error}>"

    def _repr_html_(self) -> str:
        frame = 'sandbox="allow-scripts" style="width:100%;height:620px;border:0" title="A replay"'
        return f'<iframe {frame} srcdoc="{escape(solution_page(self))}"></iframe>'


def solution_page(
    solution: Solution,
    autoplay: AutoPlay | None = None,
    *,
    title: str | None = None,
    theme: Theme = "auto",
    order: Sequence[Suit] = tuple(Suit),
) -> str:
    """Return the page that replays a solution; :func:`freecell.draw.html` describes the arguments."""
    start, measure = solution.start, solution.measure
    if autoplay is not None:
        measure = Measure.player(autoplay, measure.on_deal)
    length = solution.length(measure)
    policy = measure.autoplay or start.rules.usual_autoplay
    dealt = start.automoves(policy) if measure.on_deal else ()
    by = {"player": "", "runs": ", each run counted as one", "cards": ", each card counted"}[measure.kind]
    about = {
        Verdict.SOLVED: f"Solved in {counted(length, 'move')}{by}",
        Verdict.UNSOLVABLE: "Proven: it cannot be won",
        Verdict.UNKNOWN: "Not decided: the best line found",
    }[solution.verdict]
    return replay_page(
        start,
        of_turns(start, dealt, solution.turns(policy)),
        length,
        by,
        heading=start.rules.title() if title is None else title,
        about=about,
        theme=theme,
        order=order,
    )
