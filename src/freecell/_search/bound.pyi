"""A lower bound on the moves of a win."""

from freecell._core import State
from freecell.line import Measure
from freecell.rules import AutoPlay

__all__ = ["lower_bound"]

def lower_bound(start: State, measure: Measure, autoplay: AutoPlay, on_deal: bool) -> int: ...
