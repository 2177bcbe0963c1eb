"""A search of every position."""

from freecell._core import State
from freecell.rules import AutoPlay

__all__ = ["count_positions"]

def count_positions(start: State, autoplay: AutoPlay = ..., max_memory: int | None = 2**30) -> int: ...
