"""The search for short wins: which of its parts runs when."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Final, Literal, Never

from freecell._core import Move, State
from freecell._search.beam import BeamSearch
from freecell._search.bfida import OptimalSearch
from freecell._search.bound import lower_bound
from freecell._search.portfolio import Portfolio
from freecell.errors import FreeCellError
from freecell.rules import AutoPlay
from freecell.solution import Measure, Solution, Verdict

__all__ = ["Aim", "ShortSearch"]

Outcome = Literal["running", "won", "exhausted", "full"]

_FIRST_BEAM: Final = 2048
"""How many positions the first beam expands, where nothing tells how long the search will go on."""

_FIRST_SHARE: Final = 16
"""The part of all positions to be expanded that the first beam expands, where something does."""

_GROWTH: Final = 4
"""How many times as large the next one is while none has won; after that, if nothing is planned, twice as large."""

_LAST_BEAM: Final = 1 << 22
"""Larger beams are not tried: what they would find is left to the search that proves."""

_ANY_SHARE: Final = 16
"""How many positions the search for any win, which is faster and misses none, expands for each of the beams'."""

_SLACK: Final = 20
"""How much longer than the lower bound the first win of a beam is likely to be."""

_BEAMS_FIRST: Final = 2
"""How many beams are tried before the search that proves begins."""

_EXACT_SHARE: Final = 2
"""How many positions that search, which is some five times slower, expands for each of the beams'."""

_FAR: Final = 1 << 20
"""Longer than any win."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is to be short: the measure, and what it depends on.

    Attributes:
        proven: whether the win is to be proven a shortest one.
        measure: what counts as a move.
        autoplay: what goes home by itself after every move, for the measure of players.
        on_deal: whether it also does before the first.
    """

    proven: bool
    measure: Measure
    autoplay: AutoPlay
    on_deal: bool


class ShortSearch:
    """A search for ever shorter wins, until one is proven a shortest, which can be run a piece at a time.

    Beams that grow wider find shorter and shorter wins. Until there is one, the search for any win takes turns with
    them, and may prove that there is none. The search that proves exhausts what could be shorter.

    Args:
        start: the position to win from.
        aim: what is to be short.
        max_memory: how many bytes it may take; None for as many as the machine gives.
        nodes: how many positions are going to be expanded, where that is known, for beams as wide as it allows.
    """

    def __init__(self, start: State, aim: Aim, max_memory: int | None, nodes: int | None) -> None:
        self.start = start
        self.aim = aim
        self._max_memory = max_memory
        self.length: int | None = None
        count = aim.measure.value, aim.autoplay, aim.on_deal
        self._planned = nodes
        self._count = count
        self._beams = BeamSearch(start, *count)
        self._exact: OptimalSearch | None = None
        self._any: Portfolio | None = None
        # The search for any win has cards go home on the start, too: that may spoil a win that makes a move before.
        self._any_proves = (
            aim.on_deal
            or aim.measure is not Measure.PLAYER
            or start.rules.never_spoiled_by(aim.autoplay)
            or not start.automoves(aim.autoplay)
        )
        self._lower_bound = lower_bound(start, *count)
        self._win: tuple[Move, ...] = ()
        self._left = 0
        self._size = _FIRST_BEAM if nodes is None else max(1, nodes // _FIRST_SHARE)
        self._begun = 0
        self._beam_won = False
        self._beams_done = False  # whether larger ones are of no use
        self._beams_full = False  # or there is no memory for them
        self._turn = Lock()
        self._work = self._go_on()

    @property
    def max_memory(self) -> int | None:
        """How many bytes it may take; None for as many as the machine gives."""
        return self._max_memory

    @max_memory.setter
    def max_memory(self, most: int | None) -> None:
        with self._its_turn():
            more = most is None or (self._max_memory is not None and most > self._max_memory)
            self._max_memory = most
            if more and self._beams_full:
                self._beams_full = False
                self._work = self._go_on()

    @property
    def nodes(self) -> int:
        """How many positions were expanded."""
        return self._beams.nodes + sum(part.nodes for part in (self._exact, self._any) if part is not None)

    @property
    def memory(self) -> int:
        """The bytes it takes now."""
        return self._beams.memory + sum(part.memory for part in (self._exact, self._any) if part is not None)

    @property
    def best_home(self) -> int:
        """The most cards home in a position met by a beam, or by the search for any win."""
        return max(self._beams.best_home, 0 if self._any is None else self._any.best_home)

    @property
    def lower_bound(self) -> int:
        """The length that no win is shorter than, as far as it is proven."""
        proven = self._lower_bound if self._exact is None else max(self._lower_bound, self._exact.lower_bound)
        return proven if self.length is None else min(proven, self.length)

    def run(self, nodes: int) -> Outcome:
        """Expand up to that many more positions.

        Returns:
            ``"won"`` when a win is proven a shortest, ``"exhausted"`` when there is none, ``"full"`` when the memory
            is, or ``"running"``.

        Raises:
            FreeCellError: it is running already, in another thread.
        """
        with self._its_turn():
            self._left = nodes
            try:
                return next(self._work)
            except BaseException:  # such as Ctrl-C: it ends a generator
                self._work = self._go_on()
                raise

    def moves(self) -> tuple[Move, ...]:
        """Give the moves of the shortest win so far, with every move home; none while there is no win."""
        return self._win

    def best_line(self) -> tuple[Move, ...]:
        """Give the moves of the shortest win so far, or else of the line that brings the most cards home."""
        return self._win if self.length is not None or self._any is None else self._any.best_line()

    @contextmanager
    def _its_turn(self) -> Iterator[None]:
        if not self._turn.acquire(blocking=False):
            raise FreeCellError("this search is running in another thread")
        try:
            yield
        finally:
            self._turn.release()

    def _room(self, taken: int) -> int:
        """Give how many bytes a part may take that takes so many now."""
        limit = 2**63 if self._max_memory is None else self._max_memory
        return max(0, limit - self.memory + taken)

    def _keep(self, length: int, moves: tuple[Move, ...]) -> None:
        if self.length is None or length < self.length:
            self.length, self._win = length, moves

    def _go_on(self) -> Generator[Outcome, None, Never]:
        """Yield whenever as many positions are expanded as were asked for, or it is over."""
        while True:
            if not (self._beams_done or self._beams_full):
                outcome = yield from self._run_beam(self._size)
                self._begun += 1
                self._beams_full = outcome == "full"
                if outcome != "full":
                    self._beams_done = self._beams.is_complete or self._size >= _LAST_BEAM
                    self._size = self._next_size(self._size)
            if self.length is None:
                outcome = yield from self._run_any(_ANY_SHARE * self._beams.nodes)
                while outcome == "exhausted" and self._any_proves:
                    yield outcome
            while self.length is not None and self.length == self.lower_bound:
                yield "won"
            alone = self._beams_done or self._beams_full
            if alone or ((self.aim.proven or self.length is None) and self._begun >= _BEAMS_FIRST):
                outcome = yield from self._run_exact(None if alone else _EXACT_SHARE * self._beams.nodes)
                while outcome in ("won", "exhausted"):
                    yield "exhausted" if self.length is None else "won"

    def _next_size(self, size: int) -> int:
        """Give how many positions the next beam is to expand."""
        left = 0 if self._planned is None else self._planned - self.nodes
        size = max(left, 2 * size) if self._beam_won else _GROWTH * size
        return min(_LAST_BEAM, size if left <= 0 else min(left, size))

    def _run_beam(self, size: int) -> Generator[Outcome, None, Outcome]:
        longest = _FAR if self.length is None else self.length - 1
        likely = self._lower_bound + _SLACK
        if self._beam_won:
            likely = (self._lower_bound + 3 * longest) // 4
        # What the weights of the measure miss, others may find: until a beam has won, these take turns with them.
        weights = 0 if self._beam_won or self._begun % 2 == 0 else self._begun // 2 + 1
        self._beams.begin(size, likely, longest, weights)
        while True:
            before = self._beams.nodes
            outcome = self._beams.run(self._left, self._room(self._beams.memory) // 2)
            self._left -= self._beams.nodes - before
            if outcome == "won":
                self._keep(self._beams.length(), self._beams.moves())
                self._beam_won = True
            if outcome != "running":
                return outcome
            yield outcome

    def _run_any(self, nodes: int) -> Generator[Outcome, None, Outcome]:
        if self._any is None:
            free = self.aim.measure is Measure.PLAYER and self.aim.autoplay is not AutoPlay.NONE
            self._any = Portfolio(self.start, None, self.aim.autoplay if free else None)
        while True:
            self._any.max_memory = self._room(self._any.memory)
            before = self._any.nodes
            outcome = self._any.run(max(0, min(self._left, nodes - before)))
            self._left -= self._any.nodes - before
            if outcome == "won":
                solution = Solution(self.start, Verdict.SOLVED, self._any.moves(), 0, 0.0)
                self._keep(solution.length(self.aim.measure, self.aim.autoplay, self.aim.on_deal), solution.moves)
            if outcome != "running" or self._any.nodes >= nodes:
                return outcome
            yield outcome

    def _run_exact(self, nodes: int | None) -> Generator[Outcome, None, Outcome]:
        if self._exact is None:
            self._exact = OptimalSearch(self.start, *self._count)
        while True:
            shorter = _FAR if self.length is None else self.length
            before = self._exact.nodes
            left = self._left if nodes is None else max(0, min(self._left, nodes - before))
            outcome = self._exact.run(left, shorter, self._room(self._exact.memory))
            self._left -= self._exact.nodes - before
            if outcome == "won":
                self._keep(self._exact.length(), self._exact.moves())
            if outcome in ("won", "exhausted") or (nodes is not None and self._exact.nodes >= nodes):
                return outcome
            yield outcome
