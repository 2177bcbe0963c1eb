"""How a reader with autoplay plays an explicit line."""

from collections.abc import Callable, Iterable

from freecell._core import Move, State, Turn
from freecell.notation import Style
from freecell.rules import AutoPlay

__all__ = ["count_single_cards", "count_turns", "read_turns", "write_turns"]

def read_turns(start: State, moves: Iterable[Move], autoplay: AutoPlay, on_deal: bool) -> tuple[Turn, ...]: ...
def count_turns(start: State, moves: Iterable[Move], autoplay: AutoPlay, on_deal: bool) -> int: ...
def write_turns(
    start: State,
    moves: Iterable[Move],
    autoplay: AutoPlay,
    on_deal: bool,
    style: Style,
    spell: Callable[[State, Turn], Iterable[str]],
) -> str: ...
def count_single_cards(start: State, moves: Iterable[Move]) -> int: ...
