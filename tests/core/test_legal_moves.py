"""Legal moves in their order, and why a move is illegal."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.states import BACK, FOUNDATIONS, GAMES, LONG, SMALL, small, states
from hypothesis import given, settings

from freecell import Build, EmptyColumns, Move, Pile, Rules, State, Supermoves
from freecell.errors import FreeCellError, IllegalMoveError, WrongTypeError

BOARD_MOVES = "12v1 13v1 13v2 1b 23v1 2b 4h 41v1 43v1 45v1 4b 52v1 53v1 5b ah a3"
"""Its legal moves in their order."""

COLUMNS = "1234567890nopqrstu"
CELLS = "abcdefgklm"
EVERY_MOVE = [Move(source, "h") for source in COLUMNS + CELLS]
EVERY_MOVE += [Move(source, target) for source in (*COLUMNS, *FOUNDATIONS) for target in CELLS]
EVERY_MOVE += [Move(source, target) for source in (*CELLS, *FOUNDATIONS) for target in COLUMNS]
EVERY_MOVE += [Move(a, b, count) for a in COLUMNS for b in COLUMNS if a != b for count in range(1, 14)]


# Legal moves


def test_the_legal_moves_of_a_small_board_in_their_order() -> None:
    assert " ".join(map(str, small().legal_moves())) == BOARD_MOVES
    assert " ".join(map(str, small(rules=BACK).legal_moves())) == BOARD_MOVES + " hh1 hh3 hh5 hhb"
    assert type(small().legal_moves()) is tuple


@given(states())
def test_legal_moves_are_in_the_documented_order(state: State) -> None:
    def rank(pile: Pile) -> tuple[int, int]:
        return (pile.is_cell + 2 * pile.is_home, pile.index)

    def place(move: Move) -> tuple[Any, ...]:
        return (*rank(move.source), not move.target.is_home, *rank(move.target), move.count)

    moves = state.legal_moves()
    assert list(moves) == sorted(moves, key=place)
    assert len(set(moves)) == len(moves)


@given(states())
def test_distinct_moves_fill_the_first_empty_place_only(state: State) -> None:
    empty_columns = [Pile.column(place) for place, column in enumerate(state.columns) if not column]
    empty_cells = [Pile.cell(place) for place, card in enumerate(state.cells) if card is None]
    later = {*empty_columns[1:], *empty_cells[1:]}
    assert state.distinct_moves() == tuple(move for move in state.legal_moves() if move.target not in later)


def test_distinct_moves_of_a_board_with_many_empty_places() -> None:
    state = small("Founds: C-4 D-4 H-4 S-A\nFC: - -\n:\n4S 3S\n:\n2S\n:")
    assert " ".join(map(str, state.legal_moves())) == "21v1 23v1 25v1 2a 2b 4h 41v1 43v1 45v1 4a 4b"
    assert " ".join(map(str, state.distinct_moves())) == "21v1 2a 4h 41v1 4a"


@settings(max_examples=10)
@given(states(games=[SMALL, BACK, GAMES[5], GAMES[6]]))
def test_every_move_is_legal_or_refused_with_the_same_reason_everywhere(state: State) -> None:
    legal = set(state.legal_moves())
    for move in EVERY_MOVE:
        reason = state.why_illegal(move)
        assert state.is_legal(move) is (move in legal) is (reason is None)
        assert state.is_legal(str(move)) is (move in legal)
        if reason is None:
            continue
        assert state.why_illegal(str(move)) == reason
        with pytest.raises(IllegalMoveError) as caught:
            state.play(move)
        assert (caught.value.move, caught.value.reason, caught.value.number) == (move, reason, None)
        assert caught.value.state == state


def test_the_other_methods_refuse_an_illegal_move_too() -> None:
    for method in (small().format_move, small().moved_cards, small().expand, small().parse_move):
        with pytest.raises(IllegalMoveError) as caught:
            method("21v1")
        assert (str(caught.value.move), caught.value.state) == ("21v1", small())
        assert caught.value.reason == small().why_illegal("21v1")


@pytest.mark.parametrize("move", [None, 5, 3.7, b"1b", ("1", "b"), Pile("1"), pytest.param(LONG, id="long")])
def test_what_is_neither_a_move_nor_text_is_refused(move: Any) -> None:
    state = small()
    for method in (state.play, state.is_legal, state.why_illegal, state.format_move, state.moved_cards, state.expand):
        with pytest.raises(FreeCellError):
            method(move)
    with pytest.raises(FreeCellError):
        state.parse_move(move)
    with pytest.raises(FreeCellError):
        state.play_all([move])


@pytest.mark.parametrize("move", [None, 5, 3.7, b"1b", ("1", "b"), Pile("1"), pytest.param(LONG, id="long")])
def test_asking_about_what_is_not_a_move_fails_as_playing_it_does(move: Any) -> None:
    state = small()
    with pytest.raises(FreeCellError, match="a move must be a Move or text, not ") as played:
        state.play(move)
    for ask in (state.is_legal, state.why_illegal):
        with pytest.raises(FreeCellError) as caught:
            ask(move)
        assert (type(caught.value), str(caught.value)) == (WrongTypeError, str(played.value))


# Why a move is illegal


@pytest.mark.parametrize(
    ("move", "changes", "sentence"),
    [
        ("61v1", {}, "there is no column 6: the game has 5 columns"),
        ("16v1", {}, "there is no column 6: the game has 5 columns"),
        ("uh", {}, "there is no column u: the game has 5 columns"),
        ("1c", {}, "there is no cell c: the game has 2 cells"),
        ("mh", {}, "there is no cell m: the game has 2 cells"),
        ("31v1", {}, "column 3 is empty"),
        ("3h", {}, "column 3 is empty"),
        ("b1", {}, "cell b is empty"),
        ("bh", {}, "cell b is empty"),
        ("1a", {}, "cell a holds 2H"),
        ("1h", {}, "2S cannot go home before AS"),
        ("2h", {}, "3D cannot go home before AD"),
        ("14v2", {}, "3H does not go on AD: it goes on 4C or 4S"),
        ("21v1", {}, "3D does not go on 2S: it goes on 4C or 4S"),
        ("21v1", {"build": Build.SAME_SUIT}, "3D does not go on 2S: it goes on 4D"),
        ("21v1", {"build": Build.ANY_SUIT}, "3D does not go on 2S: it goes on 4C or 4D or 4H or 4S"),
        ("a1", {}, "2H does not go on 2S: it goes on 3C or 3S"),
        ("23v2", {}, "the last 2 cards of column 2 are not a run"),
        ("13v3", {"build": Build.SAME_SUIT}, "the last 3 cards of column 1 are not a run"),
        ("23v4", {}, "column 2 does not have 4 cards: it has 3"),
        ("13vd", {}, "column 1 does not have 13 cards: it has 3"),
        ("13v3", {}, "3 cards cannot move at once: there is space for 2"),
        ("13v2", {"supermoves": Supermoves.OFF}, "2 cards cannot move at once: there is space for 1"),
        ("23v1", {"empty_columns": EmptyColumns.NOTHING}, "nothing may be put into an empty column"),
        ("hh2", {}, "in this game cards stay on the foundations"),
        ("hsb", {}, "in this game cards stay on the foundations"),
        ("hh2", {"foundation_takeback": True}, "AH does not go on 3D: it goes on 2C or 2S"),
        ("hha", {"foundation_takeback": True}, "cell a holds 2H"),
        ("hs1", {"foundation_takeback": True}, "the foundation of spades is empty"),
    ],
)
def test_a_refusal_names_the_cards_and_places(move: str, changes: dict[str, Any], sentence: str) -> None:
    state = small(rules=SMALL.replace(**changes))
    assert state.why_illegal(move) == state.why_illegal(Move.parse(move)) == sentence
    with pytest.raises(IllegalMoveError) as caught:
        state.play(move)
    assert str(caught.value) == f"{move}: {sentence}"


@pytest.mark.parametrize("text", ["h2", "H2", "hb"])
def test_a_refused_take_back_is_named_as_it_was_written(text: str) -> None:
    """Which foundation is meant the text does not say, so that the error must not either."""
    for ask in (small().play, small().parse_move, small().expand):
        with pytest.raises(IllegalMoveError) as caught:
            ask(text)
        assert (caught.value.move, caught.value.state) == (text, small())
        assert str(caught.value) == f"{text}: in this game cards stay on the foundations"
    assert small().why_illegal(text) == "in this game cards stay on the foundations"
    with pytest.raises(IllegalMoveError) as caught:
        small().play_all(["4h", text])
    assert (caught.value.move, str(caught.value)) == (text, f"move 2, {text}: {caught.value.reason}")


def test_a_refusal_in_other_games() -> None:
    text = "Founds: H-2\n4C 3H 2S\n4S 2D 3D\n:\n4H 3S AD\n4D 3C AC AS 2C"
    no_cells = small(text, SMALL.replace(cells=0))
    assert no_cells.why_illegal("1a") == "there is no cell a: the game has no cells"
    assert no_cells.why_illegal("ah") == "there is no cell a: the game has no cells"
    kings = State.parse("Founds: C-K D-K H-K S-J\nKS QS" + "\n:" * 7, Rules(empty_columns=EmptyColumns.KINGS_ONLY))
    assert kings.why_illegal("12") == "only a king may be put into an empty column"
    top = State.parse("Founds: C-Q D-K H-K S-J\nKS QS\nKC" + "\n:" * 6)
    assert top.why_illegal("21") == "KC does not go on QS: it goes on no card"


@pytest.mark.parametrize(
    ("move", "place"), [("22", "column 2"), ("ab", "cell"), ("aa", "cell a"), ("1bv2", "cell b"), ("1hv2", "home")]
)
def test_text_of_a_move_that_no_game_allows_is_illegal_with_a_reason(move: str, place: str) -> None:
    reason = small().why_illegal(move)
    assert reason is not None
    assert place in reason
    assert not small().is_legal(move)
    with pytest.raises(IllegalMoveError) as caught:
        small().play_all(["1b", move])
    assert (caught.value.number, caught.value.move) == (2, move)
    assert caught.value.state == small().play("1b")
