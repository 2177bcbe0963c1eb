"""What deal_numbers offers to Python."""

from collections.abc import Sequence
from typing import Final

from freecell.cards import Card

__all__ = ["LAST_DEAL", "deal_cards", "deal_layouts", "find_deal_number"]

LAST_DEAL: Final[int]

def deal_cards(number: int, ranks: int = 13) -> tuple[Card, ...]: ...
def deal_layouts(first: int, last: int) -> memoryview: ...
def find_deal_number(cards: Sequence[Card]) -> int | None: ...
