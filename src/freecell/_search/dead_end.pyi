"""Whether any further card can come home."""

from freecell._core import State

__all__ = ["is_dead_end"]

def is_dead_end(state: State, max_positions: int = 1000) -> bool: ...
