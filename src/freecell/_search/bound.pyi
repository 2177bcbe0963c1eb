"""A lower bound on the moves of a win."""

from freecell._core import State

__all__ = ["lower_bound"]

def lower_bound(start: State, measure: str, autoplay: int, on_deal: bool) -> int: ...
