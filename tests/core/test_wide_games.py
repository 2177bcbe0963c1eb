"""Games of more than nine columns."""

from __future__ import annotations

import random

import pytest

import freecell
from freecell import Deal, InvalidStateError, Layout, Move, Rules


@pytest.mark.parametrize("game", [game for game, played in Rules.named().items() if played.columns > 9])
def test_moves_between_columns_beyond_the_ninth_are_written_and_read(game: str) -> None:
    rng = random.Random(game)
    names = set()
    for number in range(1, 31):
        state = Deal(number, Rules.named()[game]).state()
        for _ in range(15):
            for move in state.legal_moves():
                text = state.format_move(move)
                assert text[:2] == str(move)[:2] == move.source.name + move.target.name
                assert state.parse_move(text) == state.parse_move(str(move)) == Move.parse(str(move)) == move
                names |= {move.source.name, move.target.name}
            if not state.legal_moves():
                break
            state = state.play(rng.choice(state.legal_moves()))
    assert names >= set("1234567890nopqrstu"[: Rules.named()[game].columns])


def test_moves_of_a_game_with_eighteen_columns() -> None:
    state = Deal(1, Rules.FAN).state()
    assert [state.format_move(move) for move in state.legal_moves()] == ["25", "69", "76", "ps", "sq"]
    assert state.moved_cards("PS") == (freecell.Card.parse("8C"),)
    assert state.play("sq").columns[13] == tuple(map(freecell.Card.parse, ["QC", "4D", "TC", "9C"]))
    assert state.why_illegal("u0") == "6H does not go on QS: it goes on 7H"


def test_a_layout_needs_as_many_cells_as_it_fills() -> None:
    two = Rules.FREECELL.replace(cells=2)
    assert Deal.from_cards(Deal(5).cards or ()).state(two) == Deal(5).state(two)
    seven = Rules.EIGHT_OFF.replace(cells=7)
    assert Deal(5, Rules.EIGHT_OFF).state(seven) == Deal(5, seven).state()
    with pytest.raises(InvalidStateError, match="the board has 7 cells, but the game has 6"):
        Deal(5, Rules.EIGHT_OFF).state(seven.replace(layout=Layout.ROWS, cells=6))
