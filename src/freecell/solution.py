"""The result of a search: a verdict, with the moves that support it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from html import escape
from itertools import accumulate
from threading import Event
from typing import Literal

from freecell._arguments import NO_LIMIT, instance_of, shortened, whole_number
from freecell._core import Move, State, Turn
from freecell._enums import NamedEnum
from freecell._pictures.style import Theme
from freecell._text import counted
from freecell.errors import FreeCellError
from freecell.line import Measure, line_length, read_by, write_line
from freecell.rules import AutoPlay
from freecell.storyboard import of_moves, replay_page

__all__ = ["Solution", "Verdict", "solution_page"]


class Verdict(NamedEnum):
    """What a search found out."""

    SOLVED = 1
    """There is a win, and the moves are it."""
    UNSOLVABLE = 2
    """There is no win: every position that matters was searched."""
    UNKNOWN = 3
    """The search reached a limit first."""


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """What a :class:`Solver` found out about a position.

    Attributes:
        start: The position.
        verdict: Whether it can be won.
        moves: The win, with every move home, so that it replays without autoplay. If the verdict is UNKNOWN, the line
            to the position with the most cards home that the search met; if it is UNSOLVABLE, empty.
        nodes: Number of nodes expanded.
        seconds: Time of the search. Solutions that differ only in it are equal.
        limit: The limit that ended the search: ``"nodes"``, ``"seconds"``, ``"memory"`` or ``"cancel"``. None if the
            search finished, and in the interim solutions given to `on_solution`.
        measure: What counts as a move, if the solver was asked for a short win; else None.
        autoplay: The policy of automatic moves, if that measure is :attr:`Measure.PLAYER`; else None.
        on_deal: Whether autoplay also runs before the first move.
        lower_bound: A proven lower bound on the length of every win, if the solver was asked for a short win; else 0.

    A solution with a limit keeps the memory of its search, so that :meth:`resume` can go on. The memory is freed
    with the solution.
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
        default=None, compare=False
    )

    def states(self) -> tuple[State, ...]:
        """Return the start and the position after each move."""
        return tuple(accumulate(self.moves, State.play, initial=self.start))

    def turns(self, autoplay: AutoPlay | None = None, on_deal: bool | None = None) -> tuple[Turn, ...]:
        """Return the line as a player with autoplay plays it.

        Args:
            autoplay: The policy of automatic moves; None for :attr:`autoplay`, or else :attr:`Rules.usual_autoplay`.
            on_deal: Whether autoplay also runs before the first move; None for :attr:`on_deal`.

        Raises:
            FreeCellError: If this autoplay spoils the line, as ALL may.
        """
        return tuple(turn for _, turn in read_by(self.start, self.moves, *self._reader(autoplay, on_deal)))

    @property
    def optimal(self) -> bool:
        """Whether the win is proven to be a shortest one by its measure."""
        return self.measure is not None and self.verdict is Verdict.SOLVED and self.length() == self.lower_bound

    def length(
        self, measure: Measure | None = None, autoplay: AutoPlay | None = None, on_deal: bool | None = None
    ) -> int:
        """Return the length of the win, or else of the line in :attr:`moves`.

        Args:
            measure: What counts as a move; None for :attr:`measure`, or else :attr:`Measure.PLAYER`.
            autoplay: For :attr:`Measure.PLAYER`, the policy of automatic moves; None for :attr:`autoplay`, or else
                :attr:`Rules.usual_autoplay`.
            on_deal: For :attr:`Measure.PLAYER`, whether autoplay also runs before the first move; None for
                :attr:`on_deal`.

        Raises:
            FreeCellError: If the measure is not a Measure, or this autoplay spoils the line, as ALL may.
        """
        if measure is None:
            measure = self.measure or Measure.PLAYER
        instance_of(Measure, measure, "the measure", "a Measure, such as Measure.CARDS")
        return line_length(self.start, self.moves, measure, *self._reader(autoplay, on_deal))

    def notation(
        self,
        style: Literal["standard", "extended"] = "standard",
        autoplay: AutoPlay | None = None,
        on_deal: bool | None = None,
    ) -> str:
        """Return the moves as text that replays from the start with autoplay after every move.

        Moves that autoplay makes are left out, and so are moves whose cards autoplay has sent home earlier.

        Args:
            style: ``"extended"`` adds the count to a move if the reader would imply another one: for part of a run that
                goes into an empty column. ``"standard"`` has no counts. It moves such cards one by one by way of an
                empty cell, and writes the count only if that would not do the same.
            autoplay: The reader's policy of automatic moves; None for :attr:`autoplay`, or else
                :attr:`Rules.usual_autoplay`.
            on_deal: Whether the reader's autoplay also runs before the first move; None for :attr:`on_deal`.

        Raises:
            FreeCellError: If there is no such style, or this autoplay spoils the line, as ALL may.
        """
        if style not in ("standard", "extended"):
            raise FreeCellError(f"the style must be 'standard' or 'extended', not {shortened(style)}")
        reader = self._reader(autoplay, on_deal)
        return write_line(self.start, self.moves, *reader, standard=style == "standard")

    def _reader(self, autoplay: AutoPlay | None, on_deal: bool | None) -> tuple[AutoPlay, bool]:
        """Return the autoplay of a reader, and whether it runs on the deal."""
        if autoplay is None:
            autoplay = self.start.rules.usual_autoplay if self.autoplay is None else self.autoplay
        return autoplay, self.on_deal if on_deal is None else on_deal

    def resume(
        self,
        more_nodes: int | None = None,
        *,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        cancel: Event | None = None,
    ) -> Solution:
        """Continue the search from where it stopped, with all that it had learned.

        A solution and its continuations share one search: each continues from where the search is now, with the
        `on_progress` and `on_solution` that it was started with.

        Args:
            more_nodes: Most nodes to expand from now on; None for no limit.
            max_seconds: Most seconds from now on; None for no limit.
            max_memory: Most bytes from now on; None for the limit before. A search that had less memory for a while may
                find another win than one that had all of it from the start.
            cancel: An event that ends the search when it is set.

        Returns:
            The result so far, with nodes and seconds counted from the start; this solution if the search has
            finished.

        Raises:
            FreeCellError: If a limit is negative or not a number, the search is running in another thread, or there is
                no search: copies do not have one, nor have interim solutions and those of :meth:`Solver.solve_many`.
        """
        if self.limit is None and (self.measure is None or self.optimal or self.verdict is Verdict.UNSOLVABLE):
            return self
        if self._resume is None:
            raise FreeCellError("the search of this solution is gone: only the solution that solve gave can go on")
        if more_nodes is not None:
            whole_number(more_nodes, "more_nodes", 0, NO_LIMIT)
        return self._resume(more_nodes, max_seconds, max_memory, cancel)

    def __str__(self) -> str:
        bound = "the fewest" if self.optimal else f"{self.lower_bound} or more are needed"
        said = ""
        if self.verdict is Verdict.SOLVED and self.measure is None:
            said = f" in {counted(len(self.moves), 'move')}"
        elif self.verdict is Verdict.SOLVED:
            said = f" in {counted(self.length(), 'move')}, {bound}"
        elif self.verdict is Verdict.UNKNOWN and self.measure is not None:
            said = f", {bound}"
        elif self.autoplay is not None and not self.start.rules.never_spoiled_by(self.autoplay):
            said = f" with autoplay {self.autoplay}"
        limit = "" if self.limit is None else f", stopped by {self.limit}"
        return f"{self.verdict}{said} ({counted(self.nodes, 'position')}, {self.seconds:.2f} s{limit})"

    def __repr__(self) -> str:
        return f"<Solution: {self}>"

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
"""The text below the heading of a replay page."""


def solution_page(
    solution: Solution, autoplay: AutoPlay | None = None, *, title: str | None = None, theme: Theme = "auto"
) -> str:
    """Return the page that replays a solution; :func:`freecell.draw.html` describes the arguments."""
    rules = solution.start.rules
    shots = of_moves(solution.start, solution.moves, rules.usual_autoplay if autoplay is None else autoplay)
    heading = rules.title() if title is None else title
    return replay_page(solution.start, shots, heading=heading, about=_ABOUT[solution.verdict], theme=theme)
