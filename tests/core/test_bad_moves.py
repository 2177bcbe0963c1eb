"""Moves that are illegal, unreadable, or of another position are refused and change nothing."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.bad_values import EMPTY_AND_FULL, HUGE, MIDDLE, attempt, refused
from helpers.settings import untimed
from hypothesis import given
from hypothesis import strategies as st

from freecell import AmbiguousMoveError, Build, Deal, FreeCellError, IllegalMoveError, Move, ParseError, Rules, State

BAD_MOVES: dict[str, tuple[State, str, type[FreeCellError], tuple[str, ...]]] = {
    "from an empty column": (EMPTY_AND_FULL, "12", IllegalMoveError, ("column 1",)),
    "from an empty column home": (EMPTY_AND_FULL, "1h", IllegalMoveError, ("column 1",)),
    "from an empty column to a cell": (EMPTY_AND_FULL, "1a", IllegalMoveError, ("column 1",)),
    "from an empty cell": (MIDDLE, "c1", IllegalMoveError, ("cell c",)),
    "from an empty cell home": (MIDDLE, "dh", IllegalMoveError, ("cell d",)),
    "to a full cell": (EMPTY_AND_FULL, "2a", IllegalMoveError, ("cell a", "QC")),
    "to another full cell": (MIDDLE, "1b", IllegalMoveError, ("cell b", "QD")),
    "from a ninth column": (MIDDLE, "91", IllegalMoveError, ("column 9", "8")),
    "to a ninth column": (MIDDLE, "19", IllegalMoveError, ("column 9", "8")),
    "to a tenth column": (MIDDLE, "10", IllegalMoveError, ("column 0", "8")),
    "to an eighteenth column": (MIDDLE, "1u", IllegalMoveError, ("column u", "8")),
    "from a fifth cell": (MIDDLE, "e1", IllegalMoveError, ("cell e", "4")),
    "to a fifth cell": (MIDDLE, "1e", IllegalMoveError, ("cell e", "4")),
    "to a tenth cell": (MIDDLE, "1m", IllegalMoveError, ("cell m", "4")),
    "a column onto itself": (MIDDLE, "11", FreeCellError, ("column 1",)),
    "a cell onto itself": (MIDDLE, "aa", FreeCellError, ("a",)),
    "a cell to a cell": (MIDDLE, "ac", FreeCellError, ("cell",)),
    "home onto itself": (MIDDLE, "hh", FreeCellError, ("hh",)),
    "of no card": (MIDDLE, "12v0", FreeCellError, ("v0",)),
    "of fourteen cards": (MIDDLE, "12ve", FreeCellError, ("ve",)),
    "of fourteen cards in decimal": (MIDDLE, "12v14", FreeCellError, ("v14",)),
    "of more cards than lie in order": (MIDDLE, "12v5", IllegalMoveError, ("12v5",)),
    "of more cards than lie there": (EMPTY_AND_FULL, "41vd", IllegalMoveError, ("41vd",)),
    "of two cards to a cell": (MIDDLE, "1cv2", FreeCellError, ("cell c",)),
    "of two cards from a cell": (MIDDLE, "a1v2", FreeCellError, ("cell a",)),
    "of two cards home": (MIDDLE, "1hv2", FreeCellError, ("home",)),
    "onto a card it does not fit": (MIDDLE, "13", IllegalMoveError, ("4S", "3D")),
    "from a cell onto a card it does not fit": (MIDDLE, "a3", IllegalMoveError, ("2H", "3D")),
    "home too early": (MIDDLE, "1h", IllegalMoveError, ("4S", "AS")),
    "home too early from a cell": (MIDDLE, "ah", IllegalMoveError, ("2H", "AH")),
    "back from home": (MIDDLE, "h1", IllegalMoveError, ("stay on the foundations",)),
    "back from the foundation of spades": (MIDDLE, "hs1", IllegalMoveError, ("hs1", "stay on the foundations")),
    "one character": (MIDDLE, "1", ParseError, ("'1'",)),
    "three characters": (MIDDLE, "12a", ParseError, ("12a",)),
    "no character": (MIDDLE, "", ParseError, ("''",)),
    "white space": (MIDDLE, " \n", ParseError, ("not a move",)),
    "cut in its count": (MIDDLE, "12v", ParseError, ("12v",)),
    "a space within": (MIDDLE, "1 2", ParseError, ("1 2",)),
    "a name left out": (MIDDLE, "1h2", ParseError, ("1h2",)),
    "i": (MIDDLE, "1i", ParseError, ("1i",)),
    "a NUL": (MIDDLE, "1\0", ParseError, ("not a move",)),
    "a NUL behind": (MIDDLE, "1c\0", ParseError, ("not a move",)),
    "a superscript": (MIDDLE, "\u00b92", ParseError, ("not a move",)),
    "digits of another script": (MIDDLE, "\u0661c", ParseError, ("not a move",)),
    "full-width characters": (MIDDLE, "\uff11\uff43", ParseError, ("not a move",)),
    "a count in another script": (MIDDLE, "12v\u0661", ParseError, ("not a move",)),
    "a Kelvin sign for cell k": (MIDDLE, "1\u212a", ParseError, ("not a move",)),
    "a long s for spades": (MIDDLE, "h\u017f1", ParseError, ("not a move",)),
    "null move": (MIDDLE, "0000", ParseError, ("0000",)),
}


@pytest.mark.parametrize("name", BAD_MOVES)
def test_bad_move(name: str) -> None:
    state, text, kind, names = BAD_MOVES[name]
    before = bytes(state.to_bytes())
    copied = State.from_bytes(before)
    for call in (state.play, state.parse_move, state.moved_cards, state.expand, state.format_move):
        error = refused(lambda call=call: call(text), kind, *names)  # type: ignore[misc]
        if isinstance(error, IllegalMoveError):
            assert error.state == copied
            assert error.number is None
            assert error.reason
    # The same in a sequence, where the error names the number of the move.
    error = refused(lambda: state.play_all([text]), kind, *names)
    if isinstance(error, IllegalMoveError):
        assert error.number == 1
        assert error.state == copied
        assert str(error).startswith("move 1, ")
    assert state.to_bytes() == before
    assert state == copied
    assert hash(state) == hash(copied)


@pytest.mark.parametrize("name", [name for name, bad in BAD_MOVES.items() if bad[2] is IllegalMoveError])
def test_illegal_moves_and_unreadable_text_are_different_errors(name: str) -> None:
    state, text, _, _ = BAD_MOVES[name]
    reason = state.why_illegal(text)
    assert reason
    assert not state.is_legal(text)
    with pytest.raises(IllegalMoveError) as caught:
        state.play(text)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("1", "1"), ("column 1",)),
        (("a", "b"), ("cell",)),
        (("h", "h"), ("home",)),
        (("hs", "h"), ("home",)),
        (("h", "1"), ("foundation",)),
        (("1", "hs"), ("foundation",)),
        (("1", "2", 0), ("1 to 13", "0")),
        (("1", "2", 14), ("1 to 13", "14")),
        (("1", "2", -1), ("1 to 13", "-1")),
        (("1", "2", 256 + 1), ("257",)),
        (("1", "2", 2**64 + 1), ("1 to 13",)),
        (("1", "2", HUGE), ("1 to 13",)),
        (("1", "2", 3.7), ("3.7",)),
        (("1", "2", "3"), ("'3'",)),
        (("1", "2", None), ("None",)),
        (("1", "a", 2), ("cell a", "2")),
        (("a", "1", 2), ("cell a", "2")),
        (("1", "h", 2), ("home", "2")),
        (("hs", "1", 2), ("home", "2")),
        (("1", "i"), ("'i'",)),
        (("", "1"), ("''",)),
        (("1", "11"), ("'11'",)),
        (("1", "2\0"), ("not a pile",)),
        ((1, 2), ("not 1",)),
        ((None, "2"), ("None",)),
        ((Move("1", "2"), "2"), ("Move",)),
    ],
)
def test_a_move_that_exists_in_no_game_is_refused(arguments: tuple[Any, ...], names: tuple[str, ...]) -> None:
    refused(lambda: Move(*arguments), FreeCellError, *names)


@pytest.mark.parametrize("text", ["26", "h3", "22v1", "26v0", "26vv", "2av2", "", "2", "26v1 ", "26v1x"])
def test_move_text_without_a_position(text: str) -> None:
    if text.strip() == "26v1":
        assert Move.parse(text) == Move("2", "6")
    else:
        refused(lambda: Move.parse(text))


@pytest.mark.parametrize(
    ("move", "names"),
    [
        (Move("9", "1"), ("column 9", "8")),
        (Move("1", "u", 13), ("column u", "8")),
        (Move("e", "1"), ("cell e", "4")),
        (Move("1", "m"), ("cell m", "4")),
        (Move("1", "2", 2), ("12v2",)),
        (Move("1", "2", 13), ("12vd",)),
        (Move("hs", "1"), ("hs1",)),
        (Move("d", "h"), ("cell d",)),
    ],
    ids=str,
)
def test_a_move_of_another_position(move: Move, names: tuple[str, ...]) -> None:
    before = MIDDLE.to_bytes()
    for call in (MIDDLE.play, MIDDLE.moved_cards, MIDDLE.expand, MIDDLE.format_move):
        error = refused(lambda call=call: call(move), IllegalMoveError, *names)  # type: ignore[misc]
        assert isinstance(error, IllegalMoveError)
        assert error.move == move
        assert error.state == MIDDLE
    assert MIDDLE.why_illegal(move)
    assert MIDDLE.to_bytes() == before


def test_every_possible_move_is_legal_or_refused() -> None:
    """Every pair of piles with every count, on positions with empty places and without."""
    for state in (MIDDLE, EMPTY_AND_FULL, Deal(24).state(Rules.FREECELL.replace(cells=0))):
        before = state.to_bytes()
        legal = set(state.legal_moves())
        names = "1234567890nopqrstuabcdefgklm"
        sources = [*names, "hc", "hd", "hh", "hs"]
        moves = [
            Move(source, target, count)
            for source in sources
            for target in [*names, "h"]
            for count in (range(1, 14) if source in names[:18] and target in names[:18] else (1,))
            if source != target
            and not (source in names[18:] and target in names[18:])
            and not (source[0] == "h" and target == "h")
        ]
        assert legal <= set(moves)
        for move in moves:
            assert state.is_legal(move) == (move in legal)
            if move in legal:
                state.play(move)
            else:
                with pytest.raises(IllegalMoveError) as caught:
                    state.play(move)
                assert caught.value.reason == state.why_illegal(move)
        assert state.to_bytes() == before


def test_ambiguous_take_back_is_refused() -> None:
    rules = Rules.FREECELL.replace(foundation_takeback=True, build=Build.ANY_SUIT, ranks=3)
    state = State([["2C", "2D", "3C", "3D", "3S", "3H", "2H"], [], [], [], [], [], [], []], [], (1, 1, 1, 2), rules)
    for text, moves in (("h1", ["hc1", "hd1", "hh1"]), ("h2", ["hc2", "hd2", "hh2", "hs2"])):
        for call in (state.parse_move, state.play, state.expand, state.why_illegal):
            error = refused(lambda call=call, text=text: call(text), AmbiguousMoveError, *moves)  # type: ignore[misc]
            assert isinstance(error, AmbiguousMoveError)
            assert error.text == text
            assert [str(move) for move in error.moves] == moves
            assert all(state.is_legal(move) for move in error.moves)
    assert state.play("hs2").foundations == (1, 1, 1, 1)


@given(st.text(max_size=8) | st.text(alphabet="123456789abcdefgh0vd \t\n", max_size=6))
@untimed
def test_any_text_of_a_move(text: str) -> None:
    before = MIDDLE.to_bytes()
    move = attempt(lambda: MIDDLE.parse_move(text))
    if move is not None:
        assert move in MIDDLE.legal_moves()
        assert text.strip()[:2].lower() == str(move)[:2]
    assert MIDDLE.to_bytes() == before
