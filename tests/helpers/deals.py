"""Deals of one deck, and their cards in dealing order."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from freecell import Card

LAST = 2**33 - 1
BORDERS = (1, 2, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**32 + 1, LAST - 1, LAST)

numbers = st.integers(1, LAST) | st.sampled_from(BORDERS) | st.integers(1, 32_000)


def dealt(number: int, ranks: int = 13) -> list[int]:
    """The dealing rule, plainly: the index of each card in dealing order."""
    state = number % 2**32
    deck = list(range(4 * ranks))
    cards = []
    while deck:
        state = (214013 * state + 2531011) % 2**32
        if number < 2**31:
            draw = (state >> 16) & 0x7FFF
        elif number < 2**32:
            draw = (state >> 16) & 0x7FFF | 0x8000
        else:
            draw = (state >> 16) + 1
        place = draw % len(deck)
        cards.append(deck[place])
        deck[place] = deck[-1]
        deck.pop()
    return cards


def in_dealing_order(columns: Sequence[Sequence[Card]]) -> list[int]:
    depth = max(map(len, columns))
    return [column[row].index for row in range(depth) for column in columns if row < len(column)]
