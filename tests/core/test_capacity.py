"""How many cards move at once, their expansion into single cards, and counts of sequences."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.states import BACK, DEAL_1, LONG, WON, small, states
from hypothesis import given

from freecell import CARDS, Move, Rules, State, Supermoves
from freecell.errors import FreeCellError


@pytest.mark.parametrize("cells", range(5))
@pytest.mark.parametrize("empty", range(4))
def test_capacity_by_rule(cells: int, empty: int) -> None:
    deck = [str(card) for card in CARDS]
    filled = 4 - cells
    in_cells = deck[:filled]
    columns = [deck[filled + place :: 8 - empty] for place in range(8 - empty)] + [[]] * empty
    expected = {
        Supermoves.STANDARD: ((cells + 1) * 2**empty, (cells + 1) * 2 ** (empty - 1) if empty else 0),
        Supermoves.CELLS_ONLY: (cells + 1, cells + 1 if empty else 0),
        Supermoves.UNLIMITED: (13, 13 if empty else 0),
        Supermoves.OFF: (1, 1 if empty else 0),
    }
    for supermoves, (onto_card, onto_empty) in expected.items():
        state = State(columns, in_cells, rules=Rules(supermoves=supermoves))
        assert (state.capacity(), state.capacity(False)) == (onto_card, onto_card)
        assert (state.capacity(True), state.capacity(to_empty=True)) == (onto_empty, onto_empty)


def test_a_run_is_expanded_into_single_cards() -> None:
    assert small().expand("13") == (Move("1", "b"), Move("1", "3"), Move("b", "3"))
    for move in ("12", "1b", "4h", "ah", "a3", "13v1"):
        assert small().expand(move) == (small().parse_move(move),)
    assert small(rules=BACK).expand("hb") == (Move("hh", "b"),)


@given(states())
def test_an_expansion_is_legal_card_by_card_and_ends_the_same(state: State) -> None:
    for move in state.legal_moves():
        steps = state.expand(move)
        assert state.play_all(steps) == state.play(move)
        if state.rules.supermoves is not Supermoves.UNLIMITED or len(steps) > 1:
            assert all(step.count == 1 for step in steps)
        assert len(steps) >= move.count or steps == (move,)


def test_perft_counts_sequences_of_moves() -> None:
    assert [State.parse(DEAL_1).perft(depth) for depth in range(4)] == [1, 32, 792, 14004]
    assert small().perft(1) == len(small().legal_moves())
    assert small().perft(3) == sum(small().play(move).perft(2) for move in small().legal_moves())
    assert small(WON).perft(1) == small(WON).perft(7) == 0


@pytest.mark.parametrize("depth", [-1, 65, 2**70, 1.0, 1.9, "1", None, pytest.param(LONG, id="long")])
def test_a_depth_must_be_a_whole_number(depth: Any) -> None:
    with pytest.raises(FreeCellError, match=r"depth must be .*from 0 to 64"):
        small().perft(depth)
