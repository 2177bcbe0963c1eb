"""Move text read and written in a position."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.states import BACK, BOARD, LONG, SMALL, small, states
from hypothesis import given

from freecell import Deal, Move, Pile, State, replay
from freecell.errors import AmbiguousMoveError, FreeCellError, IllegalMoveError, ParseError


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("12", Move("1", "2", 1)),
        ("13", Move("1", "3", 2)),
        ("13v1", Move("1", "3", 1)),
        ("13V2", Move("1", "3", 2)),
        ("23", Move("2", "3")),
        ("1B", Move("1", "b")),
        (" 1b\n", Move("1", "b")),
        ("1bv1", Move("1", "b")),
        ("Ah", Move("a", "h")),
        ("a3", Move("a", "3")),
        ("h1", Move("hh", "1")),
        ("hb", Move("hh", "b")),
        ("hh5", Move("hh", "5")),
        ("h♥3", Move("hh", "3")),
    ],
)
def test_text_is_read_in_its_position(text: str, move: Move) -> None:
    state = small(rules=BACK)
    assert state.parse_move(text) == move
    assert state.is_legal(text)
    assert state.why_illegal(text) is None
    assert state.play(text) == state.play(move)


LONG_RUN = "Founds: H-A\nFC: 3C\n4C 3H 2S AD\n2H 4S\n4H\n4D 3S\nAS AC 2D 3D 2C"
"""A run of three that fits onto column 2."""


def test_move_onto_a_card_means_the_count_that_fits() -> None:
    state = small(LONG_RUN, SMALL.replace(cells=3))
    assert state.parse_move("12") == Move("1", "2", 3)
    assert state.parse_move("43") == Move("4", "3", 1)
    for text in ("12v2", "12v1", "12v4"):
        with pytest.raises(IllegalMoveError):
            state.parse_move(text)


def test_the_reason_is_about_the_count_that_is_meant() -> None:
    state = small(LONG_RUN)
    assert state.why_illegal("12") == "3 cards cannot move at once: there is space for 2"
    assert state.why_illegal("12v2") == "2S does not go on 4S: it goes on 3D or 3H"
    assert state.why_illegal("13") == "AD does not go on 4H: it goes on 2C or 2S"


def test_ambiguous_text_is_refused_with_both_moves() -> None:
    state = small(BOARD.replace("D-0", "D-A").replace(" AD", ""), BACK)
    for text, target in (("h1", "1"), ("hb", "b"), ("H3", "3")):
        for ask in (state.parse_move, state.play, state.is_legal, state.why_illegal):
            with pytest.raises(AmbiguousMoveError) as caught:
                ask(text)
            assert (caught.value.text, caught.value.moves) == (text, (Move("hd", target), Move("hh", target)))
    assert state.parse_move("hd1") == Move("hd", "1")
    with pytest.raises(IllegalMoveError) as illegal:
        state.parse_move("h4")
    assert (illegal.value.move, illegal.value.state) == ("h4", state)


@pytest.mark.parametrize("text", ["", "1", "1 3", "13v", "13v0", "13ve", "x1", "131", "hh", "１３", "1\u212a"])
def test_text_that_is_not_a_move_is_a_parse_error(text: str) -> None:
    for ask in (small().parse_move, small().play, small().is_legal, small().why_illegal, small().expand):
        with pytest.raises(ParseError, match="is not a move"):
            ask(text)


def is_empty(state: State, pile: Pile) -> bool:
    return pile.is_column and not state.columns[pile.index]


@given(states())
def test_every_legal_move_is_written_and_read_back(state: State) -> None:
    for move in state.legal_moves():
        extended, standard = state.format_move(move, "extended"), state.format_move(move, style="standard")
        assert state.parse_move(extended) == move
        assert state.format_move(move) == extended
        assert state.format_move(extended) == extended
        assert standard == move.source.name[0] + move.target.name
        if move.source.is_home:
            assert extended == str(move)
        elif not (move.source.is_column and move.target.is_column and is_empty(state, move.target)):
            assert extended == standard
            assert state.parse_move(standard) == move
        else:
            assert extended == (str(move) if state.parse_move(standard).count > 1 else standard)


@given(states())
def test_the_style_of_fc_solve(state: State) -> None:
    """No count into an empty column means one card there, and as many as may go elsewhere in the library."""
    for move in state.legal_moves():
        written = state.format_move(move, "fc-solve")
        assert state.parse_move(written, "fc-solve") == move
        if move.source.is_column and move.target.is_column and is_empty(state, move.target):
            assert written == f"{move.source}{move.target}" + (f"v{move.count:x}" if move.count > 1 else "")
        else:
            assert written == state.format_move(move)


def test_count_is_written_where_more_than_one_card_may_go() -> None:
    moves = small(rules=BACK).legal_moves()
    written = [small(rules=BACK).format_move(move) for move in moves]
    assert " ".join(written) == "12 13v1 13v2 1b 23 2b 4h 41 43 45 4b 52 53 5b ah a3 hh1 hh3 hh5 hhb"
    standard = [small(rules=BACK).format_move(move, "standard") for move in moves]
    assert " ".join(standard) == "12 13 13 1b 23 2b 4h 41 43 45 4b 52 53 5b ah a3 h1 h3 h5 hb"


@pytest.mark.parametrize("style", [None, "", "long", "Standard", 1, [], pytest.param(LONG, id="long")])
def test_there_are_three_styles(style: Any) -> None:
    with pytest.raises(FreeCellError, match="style must be 'standard', 'extended' or 'fc-solve'"):
        small().format_move("12", style)
    with pytest.raises(FreeCellError, match="style must be 'standard', 'extended' or 'fc-solve'"):
        small().parse_move("12", style)
    with pytest.raises(FreeCellError, match="style must be 'standard', 'extended' or 'fc-solve'"):
        replay(Deal(1), "1a", style=style)
