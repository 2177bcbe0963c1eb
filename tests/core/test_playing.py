"""Playing one move and many."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.states import BACK, BOARD, small, states
from hypothesis import given

from freecell import AutoPlay, Build, Card, Move, State, replay
from freecell.errors import AmbiguousMoveError, FreeCellError, IllegalMoveError, ParseError


def test_playing_moves_the_cards_and_nothing_else() -> None:
    after = {
        "12": "Foundations: H-A C-0 D-0 S-0\nFreecells: 2H -\n4C 3H\n4S 2D 3D 2S\n:\n4H 3S AD\n4D 3C AC AS 2C",
        "13": "Foundations: H-A C-0 D-0 S-0\nFreecells: 2H -\n4C\n4S 2D 3D\n3H 2S\n4H 3S AD\n4D 3C AC AS 2C",
        "13v1": "Foundations: H-A C-0 D-0 S-0\nFreecells: 2H -\n4C 3H\n4S 2D 3D\n2S\n4H 3S AD\n4D 3C AC AS 2C",
        "1b": "Foundations: H-A C-0 D-0 S-0\nFreecells: 2H 2S\n4C 3H\n4S 2D 3D\n:\n4H 3S AD\n4D 3C AC AS 2C",
        "4h": "Foundations: H-A C-0 D-A S-0\nFreecells: 2H -\n4C 3H 2S\n4S 2D 3D\n:\n4H 3S\n4D 3C AC AS 2C",
        "ah": "Foundations: H-2 C-0 D-0 S-0\n4C 3H 2S\n4S 2D 3D\n:\n4H 3S AD\n4D 3C AC AS 2C",
        "a3": "Foundations: H-A C-0 D-0 S-0\n4C 3H 2S\n4S 2D 3D\n2H\n4H 3S AD\n4D 3C AC AS 2C",
    }
    for move, text in after.items():
        assert str(small().play(move)) == text
        assert small().play(small().parse_move(move)) == small(text)


@given(states())
def test_a_played_state_is_the_state_of_its_cards(state: State) -> None:
    for move in state.legal_moves():
        after = state.play(move)
        twin = State(after.columns, after.cells, after.foundations, state.rules)
        assert after == twin
        assert (hash(after), after.key(), after.to_bytes()) == (hash(twin), twin.key(), twin.to_bytes())
        assert after != state


@given(states())
def test_the_moved_cards_leave_the_source_and_end_on_the_target(state: State) -> None:
    for move in state.legal_moves():
        cards = state.moved_cards(move)
        after = state.play(move)
        assert len(cards) == move.count
        if move.source.is_column:
            assert state.columns[move.source.index] == after.columns[move.source.index] + cards
        elif move.source.is_cell:
            assert (state.cells[move.source.index], after.cells[move.source.index]) == (cards[0], None)
        else:
            assert (state.foundations[cards[0].suit], move.source.suit) == (cards[0].rank, cards[0].suit)
            top = (cards[0].rank - 2) % state.rules.ranks + 1
            assert after.foundations[cards[0].suit] == (0 if cards[0].rank == state.rules.base else top)
        if move.target.is_column:
            assert after.columns[move.target.index] == state.columns[move.target.index] + cards
        elif move.target.is_cell:
            assert (state.cells[move.target.index], after.cells[move.target.index]) == (None, cards[0])
        else:
            assert after.foundations[cards[0].suit] == cards[0].rank


def test_the_moved_cards_are_deepest_first() -> None:
    assert small().moved_cards("13") == (Card.parse("3H"), Card.parse("2S"))
    assert small().moved_cards(Move("a", "h")) == (Card.parse("2H"),)
    assert small(rules=BACK).moved_cards("hb") == (Card.parse("AH"),)


def test_moves_are_played_one_after_the_other() -> None:
    expected = small().play("4h").play("13v2").play("ah")
    sequences: list[Any] = ["4h 13 ah", " 4H\n13v2\tAH ", ["4h", Move("1", "3", 2), "ah"], iter(["4h", "13", "ah"])]
    for moves in sequences:
        assert small().play_all(moves) == expected
    nothing: list[Any] = ["", " \n", [], ()]
    for moves in nothing:
        assert small().play_all(moves) == small()


def test_autoplay_runs_after_each_move_and_not_before_the_first() -> None:
    assert small().play_all("", AutoPlay.ALL) == small()
    once = small().play_all("1b", AutoPlay.HORNE)
    assert str(once) == "Foundations: H-2 C-0 D-A S-0\nFreecells: - 2S\n4C 3H\n4S 2D 3D\n:\n4H 3S\n4D 3C AC AS 2C"
    assert small().play_all(["1b", "23"], AutoPlay.HORNE) == once.play_all("23", autoplay=AutoPlay.HORNE)
    assert small().play_all("1b", AutoPlay.NONE) == small().play_all("1b") == small().play("1b")


def test_a_sequence_stops_at_the_first_illegal_move() -> None:
    before = small().play_all("1b 23", AutoPlay.HORNE)
    assert str(before) == "Foundations: H-2 C-0 D-2 S-0\nFreecells: - 2S\n4C 3H\n4S\n3D\n4H 3S\n4D 3C AC AS 2C"
    sequences: list[Any] = ["1b 23 14 4h", ["1b", Move("2", "3"), Move("1", "4"), "no move"]]
    for moves in sequences:
        with pytest.raises(IllegalMoveError) as caught:
            small().play_all(moves, AutoPlay.HORNE)
        error = caught.value
        assert (error.number, error.move, error.state) == (3, Move("1", "4"), before)
        assert str(error) == "move 3, 14v1: 3H does not go on 3S: it goes on 4C or 4S"


def test_a_sequence_names_the_number_of_what_cannot_be_read() -> None:
    with pytest.raises(ParseError, match="move 2: 'x9' is not a move") as caught:
        small().play_all("1b x9")
    assert caught.value.text == "x9"
    assert (caught.value.number, caught.value.line, caught.value.column) == (2, 1, 4)
    with pytest.raises(AmbiguousMoveError) as ambiguous:
        small(BOARD.replace("S-0", "S-A").replace("AS ", ""), BACK).play_all("4h h1")
    assert ambiguous.value.text == "h1"
    assert ambiguous.value.moves == (Move("hd", "1"), Move("hh", "1"))


@pytest.mark.parametrize(
    ("text", "number", "line", "column"),
    [
        ("x9", 1, 1, 1),
        ("  x9 1b", 1, 1, 3),
        ("1b x9", 2, 1, 4),
        ("1b\n x9", 2, 2, 2),
        ("\r\n1b\t4h\r\n\r\nx9\r\n", 3, 4, 1),
        ("4h  1b\n13\u3000x9", 4, 2, 4),
        ("1b\u2028x9\n4h", 2, 2, 1),
        ("1b 4h\nx9 x9", 3, 2, 1),
    ],
)
def test_what_cannot_be_read_in_a_text_of_moves_is_named_with_its_place_in_it(
    text: str, number: int, line: int, column: int
) -> None:
    with pytest.raises(ParseError) as caught:
        small().play_all(text)
    replayed = replay(small(), text, AutoPlay.NONE).error
    assert isinstance(replayed, ParseError)
    for error in (caught.value, replayed):
        assert (error.number, error.line, error.column, error.text) == (number, line, column, "x9")
        assert error.reason.startswith(f"move {number}: 'x9' is not a move: ")
        assert str(error) == f"line {line}, column {column}: {error.reason}"


@pytest.mark.parametrize("moves", [None, 5, 3.7, b"1b", object()])
def test_a_sequence_must_consist_of_moves(moves: Any) -> None:
    with pytest.raises((FreeCellError, TypeError)):
        small().play_all(moves)


@pytest.mark.parametrize("policy", [None, 2, "horne", Build.SAME_SUIT])
def test_a_policy_must_be_an_autoplay(policy: Any) -> None:
    for ask in (small().automoves, small().autoplay, lambda policy: small().play_all("1b", policy)):
        with pytest.raises(FreeCellError, match="autoplay must be an AutoPlay"):
            ask(policy)
