"""Whether any further card can come home."""

from freecell._core import State
from freecell.deals import Deal

__all__ = ["is_dead_end"]

def is_dead_end(state: Deal | State, max_positions: int = 1000) -> bool: ...
