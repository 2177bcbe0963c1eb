"""FreeCell and its family: deals, positions, moves, and a solver, on a compiled core.

>>> from freecell import Deal, Solver
>>> Solver().solve(Deal(617)).verdict
Verdict.SOLVED
"""

from typing import TYPE_CHECKING

import freecell.games  # noqa: F401  # adds the named games to Rules
from freecell._core import Move, Pile, State, Turn
from freecell._public import show_public_home as _show_public_home
from freecell._rules.deal_numbers import deal_layouts
from freecell._search.bound import lower_bound
from freecell._search.dead_end import is_dead_end
from freecell._search.exhaustive import count_positions
from freecell.cards import CARDS, Card, Suit
from freecell.deals import Deal
from freecell.errors import (
    AmbiguousMoveError,
    FreeCellError,
    IllegalMoveError,
    ParseError,
    WrongTypeError,
)
from freecell.faults import Fault, FaultKind, InvalidStateError, Spot
from freecell.hint import Basis, Hint
from freecell.line import Replay, replay
from freecell.measure import Measure
from freecell.rules import AutoPlay, Build, EmptyColumns, Layout, Rules, Supermoves
from freecell.search import Search
from freecell.solution import Solution, Verdict
from freecell.solver import Solver

__all__ = [
    "CARDS",
    "AmbiguousMoveError",
    "AutoPlay",
    "Basis",
    "Build",
    "Card",
    "Deal",
    "EmptyColumns",
    "Fault",
    "FaultKind",
    "FreeCellError",
    "Hint",
    "IllegalMoveError",
    "InvalidStateError",
    "Layout",
    "Measure",
    "Move",
    "ParseError",
    "Pile",
    "Replay",
    "Rules",
    "Search",
    "Solution",
    "Solver",
    "Spot",
    "State",
    "Suit",
    "Supermoves",
    "Turn",
    "Verdict",
    "WrongTypeError",
    "count_positions",
    "deal_layouts",
    "is_dead_end",
    "lower_bound",
    "replay",
]

_show_public_home("freecell", map(globals().get, __all__))


if TYPE_CHECKING:
    from freecell import draw as draw
    from freecell import play as play

    __version__: str
else:

    def __getattr__(name: str) -> object:
        """Return what takes longer than the import and is loaded when it is first used.

        These are ``freecell.draw``, ``freecell.play``, and ``__version__``, which is read from the installed package.
        """
        if name == "__version__":
            from importlib.metadata import version

            return version("freecell")
        if name == "draw":
            import freecell.draw

            return freecell.draw
        if name == "play":
            import freecell.play

            return freecell.play
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
