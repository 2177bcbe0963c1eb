"""FreeCell and its family: deals, positions, moves, and a solver, on a compiled core.

>>> from freecell import Deal, Solver
>>> Solver().solve(Deal(617)).verdict
Verdict.SOLVED
"""

from importlib.metadata import version

from freecell._core import Move, Pile, State
from freecell._numbers import deal_layouts
from freecell.advice import Advice, Basis, Plan
from freecell.cards import CARDS, Card, Suit
from freecell.deals import Deal
from freecell.errors import AmbiguousMoveError, FreeCellError, IllegalMoveError, InvalidStateError, ParseError
from freecell.game import Game
from freecell.options import Options, Place, Scoring
from freecell.rules import AutoPlay, Build, EmptyColumns, Layout, Rules, Supermoves
from freecell.solution import Measure, Replay, Solution, Verdict, replay
from freecell.solver import Hint, Solver
from freecell.statistics import Statistics
from freecell.turns import Turn

__all__ = [
    "CARDS",
    "Advice",
    "AmbiguousMoveError",
    "AutoPlay",
    "Basis",
    "Build",
    "Card",
    "Deal",
    "EmptyColumns",
    "FreeCellError",
    "Game",
    "Hint",
    "IllegalMoveError",
    "InvalidStateError",
    "Layout",
    "Measure",
    "Move",
    "Options",
    "ParseError",
    "Pile",
    "Place",
    "Plan",
    "Replay",
    "Rules",
    "Scoring",
    "Solution",
    "Solver",
    "State",
    "Statistics",
    "Suit",
    "Supermoves",
    "Turn",
    "Verdict",
    "deal_layouts",
    "replay",
]

__version__ = version("freecell")
