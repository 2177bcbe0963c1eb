"""Making a win shorter: by searching again from beside it."""

from __future__ import annotations

from itertools import accumulate
from threading import Event
from typing import Final

from freecell._core import Move, State
from freecell.solution import Verdict
from freecell.solver import Solver

__all__ = ["shorten"]

_SEARCH: Final = 1000
"""How many positions one search from beside the line may expand."""


def shorten(start: State, win: tuple[Move, ...], nodes: int, cancel: Event | None = None) -> tuple[Move, ...]:
    """Give a win that is no longer than this one, every move of a run and every card that goes home counted as one.

    From each position of the win every move is tried, and a win searched for behind it. The shortest that comes
    of it takes the place of the first, as long as there is a shorter one.

    Args:
        start: the position.
        win: the moves of the win, with every move home written out.
        nodes: how many positions may be expanded.
        cancel: an event that ends it when it is set.
    """
    known: dict[State, tuple[Move, ...] | None] = {}
    best = win
    while True:
        line = best
        for place, state in enumerate(accumulate(line[:-1], State.play, initial=start)):
            for move in state.distinct_moves():
                beside = state.play(move)
                if beside not in known:
                    if nodes <= 0 or (cancel is not None and cancel.is_set()):
                        return best
                    found = Solver(max_nodes=min(nodes, _SEARCH)).solve(beside, cancel=cancel)
                    nodes -= max(1, found.nodes)
                    known[beside] = found.moves if found.verdict is Verdict.SOLVED else None
                rest = known[beside]
                if rest is not None and place + 1 + len(rest) < len(best):
                    best = (*line[:place], move, *rest)
        if best == line:
            return best
