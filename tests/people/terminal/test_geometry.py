"""Where the terminal game draws each card, and which card lies at a point."""

from __future__ import annotations

import random

import pytest
from helpers.terminal_game import LONGEST, RUN

from freecell import Deal, Pile, Rules, State
from freecell.cli.terminal.geometry import Geometry, piles_in_reading_order


def some_states(rules: Rules, count: int = 3) -> list[State]:
    """Positions on the way of random play."""
    rng = random.Random(5)
    states = []
    for number in range(1, count + 1):
        state = Deal(number, rules).state()
        states.append(state)
        for _ in range(60):
            moves = state.legal_moves()
            if not moves:
                break
            state = state.play(rng.choice(moves))
        states.append(state)
    return states


class TestGeometry:
    @pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40), (200, 60)], ids=str)
    @pytest.mark.parametrize("rules", Rules.named())
    def test_every_card_is_seen_once_and_found_again(self, rules: str, size: tuple[int, int]) -> None:
        width, height = size[0], size[1] - 3
        for state in some_states(Rules.named()[rules]):
            geometry = Geometry.of(state, width, height)
            seen = [(spot.pile, spot.depth, spot.card) for spot in geometry.spots]
            there = [
                (pile, depth, card)
                for pile in piles_in_reading_order(state)
                for cards in [state.piles()[pile][-1:] if pile.is_home else state.piles()[pile]]
                for depth, card in reversed(list(enumerate(reversed(cards or (None,)))))
            ]
            assert seen == there
            taken = set()
            for spot in geometry.spots:
                for x in range(spot.x, spot.x + spot.width):
                    for y in range(spot.y, spot.y + spot.height):
                        assert 0 <= x < width
                        assert 0 < y < height
                        assert (x, y) not in taken
                        taken.add((x, y))
                        assert geometry.at(x, y) == spot

    @pytest.mark.parametrize("size", [(80, 21), (80, 17), (60, 17), (60, 13), (48, 13)])
    def test_the_deepest_cards_of_the_longest_column_share_lines(self, size: tuple[int, int]) -> None:
        geometry = Geometry.of(LONGEST, *size)
        assert len(geometry.spots) == 8 + 52
        assert max(spot.y for spot in geometry.spots) < size[1]
        in_lines = [sum(spot.pile == Pile("1") and spot.y == y for spot in geometry.spots) for y in range(size[1])]
        cards = [count for count in in_lines if count]
        assert sum(cards) == 19
        assert cards == sorted(cards, reverse=True)
        assert (max(cards) > 1) == (size[1] < 3 + 19)

    @pytest.mark.parametrize("rules", ["freecell", "fan", "eight_off", "freecell,cells=10,columns=1"])
    def test_too_small_says_what_is_needed(self, rules: str) -> None:
        state = Deal(1, Rules.parse(rules)).state()
        for size in ((1, 1), (10, 50), (200, 3), (20, 8)):
            geometry = Geometry.of(state, *size)
            if geometry.spots:
                continue
            width, height = map(max, size, geometry.least)
            assert Geometry.of(state, width, height).spots
            assert (width, height) != size

    def test_below_a_column_is_its_last_card(self) -> None:
        geometry = Geometry.of(Deal(1).state(), 80, 21)
        last = geometry.at(2, 10)
        assert last is not None
        assert (last.pile, last.depth) == (Pile("1"), 0)
        assert geometry.at(2, 20) == last
        assert geometry.at(2, 3) is None
        assert geometry.at(9, 10) is None

    def test_an_empty_column_is_a_place(self) -> None:
        spot = Geometry.of(RUN, 80, 21).at(79 - 8, 15)
        assert spot is not None
        assert (spot.pile, spot.card) == (Pile("8"), None)
