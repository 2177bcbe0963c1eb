"""A search of every position."""

from typing import Literal, Self, final

from freecell._core import State
from freecell.deals import Deal
from freecell.rules import AutoPlay

__all__ = ["ExhaustiveSearch", "count_positions"]

@final
class ExhaustiveSearch:
    def __new__(cls, start: State, autoplay: AutoPlay) -> Self: ...
    @property
    def nodes(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def memory(self) -> int: ...
    def run(self, nodes: int, max_memory: int) -> Literal["running", "exhausted", "full"]: ...

def count_positions(start: Deal | State, autoplay: AutoPlay = ..., max_memory: int | None = ...) -> int: ...
