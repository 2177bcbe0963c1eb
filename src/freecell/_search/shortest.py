"""Schedule the search for short wins: beams, an exact search and the portfolio take turns.

Wider and wider beams find shorter and shorter wins: an anytime search in the manner of Zhang's "Complete Anytime Beam
Search" (1998). The exact search, breadth-first iterative-deepening A*, raises the lower bound. Until there is a win,
the portfolio takes turns with them: it is complete, and may prove that there is none.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final, Literal, Never

from freecell._arguments import NO_LIMIT, whole_number
from freecell._core import Move, State
from freecell._search.beam import BeamSearch
from freecell._search.bfida import OptimalSearch
from freecell._search.bound import lower_bound
from freecell._search.portfolio import Portfolio
from freecell.errors import FreeCellError
from freecell.line import line_length
from freecell.measure import Measure
from freecell.rules import AutoPlay

__all__ = ["Outcome", "ShortSearch"]

Outcome = Literal["running", "won", "exhausted", "full"]

_FIRST_BEAM: Final = 2048
"""Nodes of the first beam, if the node limit of the whole search is not known."""

_FIRST_SHARE: Final = 16
"""Node limit of the whole search, if known, per node of the first beam."""

_GROWTH: Final = 4
"""Nodes of a beam per node of the previous beam, while no beam has won."""

_GROWTH_AFTER_WIN: Final = 2
"""Nodes of a beam per node of the previous beam, once a beam has won."""

_LAST_BEAM: Final = 1 << 22
"""Nodes of the largest beam. Shorter wins are left to the exact search."""

_PORTFOLIO_SHARE: Final = 16
"""Nodes given to the complete search per node given to the beams."""

_EXACT_SHARE: Final = 2
"""Nodes given to the exact search, some five times slower, per node given to the beams."""

_BEAMS_FIRST: Final = 2
"""Beams that run before the exact search begins."""

_SLACK: Final = 20
"""Moves by which the first win of a beam is likely to exceed the lower bound."""

_FAR: Final = 1 << 20
"""Longer than any win."""


class ShortSearch:
    """A search for shorter and shorter wins, until no shorter win is possible. It runs in slices.

    Args:
        start: The position to win from.
        measure: What counts as a move.
        proven: Whether most of the time is spent on the proof that no win is shorter.
        max_memory: The memory limit in bytes; None for no limit.
        nodes: The node limit of the whole search, which sets the width of the beams; None if it is not known.
    """

    def __init__(self, start: State, measure: Measure, proven: bool, max_memory: int | None, nodes: int | None) -> None:
        self.start = start
        self.measure = measure.under(start.rules)
        self.proven = proven
        self.wins = 0  # number of wins found, each shorter than the one before
        self._max_memory = max_memory
        self.length: int | None = None
        self._node_limit = nodes
        self._beams = BeamSearch(start, measure)
        self._exact: OptimalSearch | None = None
        self._portfolio: Portfolio | None = None
        # The portfolio always makes automatic moves on the start. They may spoil a win that begins with another move.
        autoplay = self.measure.autoplay
        self._portfolio_proves = (
            self.measure.on_deal
            or autoplay is None
            or start.rules.never_spoiled_by(autoplay)
            or not start.automoves(autoplay)
        )
        self._lower_bound = lower_bound(start, measure)
        self._win: tuple[Move, ...] = ()
        self._left = 0  # nodes left of the current run
        # Nodes of the next beam.
        self._size = _FIRST_BEAM if nodes is None else max(1, nodes // _FIRST_SHARE)
        self._beams_run = 0  # number of beams that have ended
        self._beam_won = False
        self._beams_done = False  # whether larger beams would find nothing more
        self._beams_full = False  # whether the memory limit rules out larger beams
        self._is_running = False
        self._work = self._take_turns()

    @property
    def max_memory(self) -> int | None:
        """The memory limit in bytes; None for no limit."""
        return self._max_memory

    @max_memory.setter
    def max_memory(self, limit: int | None) -> None:
        self._check_idle()
        if limit is not None:
            limit = whole_number(limit, "max_memory", 0, NO_LIMIT)
        more = limit is None or (self._max_memory is not None and limit > self._max_memory)
        self._max_memory = limit
        if more and self._beams_full:
            self._beams_full = False
            self._work = self._take_turns()

    @property
    def nodes(self) -> int:
        """The number of nodes expanded."""
        return self._beams.nodes + sum(part.nodes for part in (self._exact, self._portfolio) if part is not None)

    @property
    def memory(self) -> int:
        """The memory in use, in bytes."""
        return self._beams.memory + sum(part.memory for part in (self._exact, self._portfolio) if part is not None)

    @property
    def best_home(self) -> int:
        """The most cards home in any position that a beam or the portfolio has generated."""
        return max(self._beams.best_home, 0 if self._portfolio is None else self._portfolio.best_home)

    @property
    def lower_bound(self) -> int:
        """A proven lower bound on the length of every win."""
        proven = self._lower_bound if self._exact is None else max(self._lower_bound, self._exact.lower_bound)
        return proven if self.length is None else min(proven, self.length)

    def run(self, nodes: int) -> Outcome:
        """Expand at most `nodes` more nodes; pause early at each shorter win.

        Returns:
            ``"won"`` (no win is shorter than the one found), ``"exhausted"`` (there is no win), ``"full"`` (more memory
            is needed) or ``"running"``.

        Raises:
            FreeCellError: If the search is running in another thread.
        """
        self._check_idle()
        try:
            self._is_running = True
            self._left = nodes
            outcome = next(self._work)
        except BaseException:  # such as Ctrl-C, which ends the generator
            self._work = self._take_turns()
            raise
        finally:
            self._is_running = False
        return "won" if self.length == self.lower_bound else outcome

    def line(self) -> tuple[Move, ...]:
        """Return the moves of the shortest win so far, or of the line that brings the most cards home."""
        return self._win if self.wins or self._portfolio is None else self._portfolio.line()

    def _check_idle(self) -> None:
        if self._is_running:
            raise FreeCellError("this search is running in another thread")

    def _room(self, taken: int) -> int:
        """Return the memory limit, in bytes, of a part that uses `taken` bytes now."""
        limit = NO_LIMIT if self._max_memory is None else self._max_memory
        return max(0, limit - self.memory + taken)

    def _keep(self, length: int, moves: tuple[Move, ...]) -> Generator[Outcome, None, None]:
        """Keep a win if it is the shortest so far, and pause, so that nobody misses it."""
        if self.length is None or length < self.length:
            self.length, self._win = length, moves
            self.wins += 1
            yield "running"

    def _take_turns(self) -> Generator[Outcome, None, Never]:
        """Run the parts in turns. Yield whenever the nodes of the current run are used up, or the search is over."""
        while True:
            if not (self._beams_done or self._beams_full):
                outcome = yield from self._run_beam(self._size)
                self._beams_run += 1
                self._beams_full = outcome == "full"
                if outcome != "full":
                    self._beams_done = self._beams.is_complete or self._size >= _LAST_BEAM
                    self._size = self._next_size(self._size)
            if self.length is None:
                outcome = yield from self._run_portfolio(_PORTFOLIO_SHARE * self._beams.nodes)
                while outcome == "exhausted" and self._portfolio_proves:
                    yield outcome
            while self.length is not None and self.length == self.lower_bound:
                yield "won"
            alone = self._beams_done or self._beams_full
            if alone or ((self.proven or self.length is None) and self._beams_run >= _BEAMS_FIRST):
                outcome = yield from self._run_exact(None if alone else _EXACT_SHARE * self._beams.nodes)
                while outcome in ("won", "exhausted"):
                    yield "exhausted" if self.length is None else "won"

    def _next_size(self, size: int) -> int:
        """Return the nodes to give to the beam after one of `size` nodes."""
        left = 0 if self._node_limit is None else self._node_limit - self.nodes
        size = max(left, _GROWTH_AFTER_WIN * size) if self._beam_won else _GROWTH * size
        return min(_LAST_BEAM, size if left <= 0 else min(left, size))

    def _run_beam(self, size: int) -> Generator[Outcome, None, Outcome]:
        longest = _FAR if self.length is None else self.length - 1
        likely = self._lower_bound + _SLACK
        if self._beam_won:
            likely = (self._lower_bound + 3 * longest) // 4
        # Other weights may find a win that those tuned for the measure miss. The two alternate until a beam has won.
        weights = 0 if self._beam_won or self._beams_run % 2 == 0 else self._beams_run // 2 + 1
        self._beams.begin(size, likely, longest, weights)
        while True:
            before = self._beams.nodes
            outcome = self._beams.run(self._left, self._room(self._beams.memory) // 2)
            self._left -= self._beams.nodes - before
            if outcome == "won":
                self._beam_won = True
                yield from self._keep(self._beams.length(), self._beams.moves())
            if outcome != "running":
                return outcome
            yield outcome

    def _run_portfolio(self, nodes: int) -> Generator[Outcome, None, Outcome]:
        if self._portfolio is None:
            free = self.measure.autoplay is not AutoPlay.NONE
            self._portfolio = Portfolio(self.start, None, self.measure.autoplay if free else None)
        while True:
            self._portfolio.max_memory = self._room(self._portfolio.memory)
            before = self._portfolio.nodes
            outcome = self._portfolio.run(max(0, min(self._left, nodes - before)))
            self._left -= self._portfolio.nodes - before
            if outcome == "won":
                moves = self._portfolio.line()
                yield from self._keep(line_length(self.start, moves, self.measure), moves)
            if outcome != "running" or self._portfolio.nodes >= nodes:
                return outcome
            yield outcome

    def _run_exact(self, nodes: int | None) -> Generator[Outcome, None, Outcome]:
        if self._exact is None:
            self._exact = OptimalSearch(self.start, self.measure)
        while True:
            shorter = _FAR if self.length is None else self.length
            before = self._exact.nodes
            left = self._left if nodes is None else max(0, min(self._left, nodes - before))
            outcome = self._exact.run(left, shorter, self._room(self._exact.memory))
            self._left -= self._exact.nodes - before
            if outcome == "won":
                yield from self._keep(self._exact.length(), self._exact.moves())
            if outcome in ("won", "exhausted") or (nodes is not None and self._exact.nodes >= nodes):
                return outcome
            yield outcome
