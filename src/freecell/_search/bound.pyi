"""A lower bound on the length of every win."""

from freecell._core import State
from freecell.deals import Deal
from freecell.measure import Measure

__all__ = ["lower_bound"]

def lower_bound(state: Deal | State, measure: Measure) -> int: ...
