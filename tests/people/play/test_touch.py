"""What a click on a card means."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.bad_values import JUNK, refused
from hypothesis import given
from hypothesis import strategies as st
from strategies import core_state, positions

from freecell import Deal, FreeCellError, Move, ParseError, Pile, Rules, State, WrongTypeError
from freecell.play import Game, Options, Place, double_click, tap, targets, why_no_tap, why_not

ORDER = Options.CLASSIC.tap_order
RULES = Rules(cells=2, columns=5, ranks=4)
TABLE = State.parse(
    """
Foundations: H-0 C-A D-0 S-0
Freecells: 4H -
4D 2C
AS 2D 2H 3H
2S AD 3C 3S 4S
AH 4C 3D
:
""",
    RULES,
)


@pytest.mark.parametrize(
    ("pile", "depth", "move"),
    [
        ("1", 0, Move("1", "h")),
        ("2", 0, Move("2", "3")),
        ("3", 0, Move("3", "b")),
        ("4", 0, Move("4", "3")),
        ("4", 1, Move("4", "5", 2)),
        ("a", 0, Move("a", "5")),
        ("1", 1, None),
        ("2", 3, None),
        ("5", 0, None),
        ("b", 0, None),
        ("hc", 0, None),
        ("hd", 0, None),
    ],
)
def test_tap_goes_home_else_to_a_column_else_to_a_cell_else_to_an_empty_column(
    pile: str, depth: int, move: Move | None
) -> None:
    assert tap(TABLE, pile, depth, ORDER) == move
    assert tap(TABLE, Pile(pile), depth, ORDER) == move


def test_tap_by_another_order() -> None:
    empty_first = (Place.EMPTY_COLUMN, Place.HOME)
    assert tap(TABLE, "1", 0, empty_first) == Move("1", "5")
    assert tap(TABLE, "4", 0, empty_first) == Move("4", "5")
    assert tap(TABLE, "4", 0, (Place.CELL,)) == Move("4", "b")
    assert tap(TABLE, "4", 0, ()) is None
    home_only = Options.OPEN.tap_order
    assert tap(TABLE, "1", 0, home_only) == Move("1", "h")
    assert [tap(TABLE, pile, 0, home_only) for pile in "234a"] == [None] * 4


def test_a_run_takes_along_what_lies_on_it() -> None:
    position = TABLE.play("43").play("4b").play("4h")  # column 4 is empty then
    assert position.columns[2][-2:] == TABLE.columns[2][-1:] + TABLE.columns[3][-1:]
    assert tap(position, "3", 0, ORDER) == Move("3", "4")
    assert tap(position, "3", 1, ORDER) == Move("3", "4", 2)
    assert tap(position, "3", 2, ORDER) is None


def test_a_whole_column_does_not_go_into_an_empty_one() -> None:
    position = TABLE.play("1h")
    assert [str(card) for card in position.columns[0]] == ["4D"]
    assert tap(position, "1", 0, (Place.EMPTY_COLUMN,)) is None
    assert tap(position, "1", 0, (Place.EMPTY_COLUMN, Place.CELL)) == Move("1", "b")
    assert list(targets(position, "1", 0, (Place.EMPTY_COLUMN, Place.CELL))) == [Pile("b"), Pile("5")]


def test_a_card_comes_back_from_home_where_the_rules_allow_it() -> None:
    rules = RULES.replace(foundation_takeback=True)
    position = State(TABLE.columns, TABLE.cells, TABLE.foundations, rules).play("1h")
    assert tap(position, "hc", 0, ORDER) == Move("hc", "2")
    assert tap(position, "hc", 0, (Place.HOME,)) is None
    assert tap(position, "hs", 0, ORDER) is None
    assert why_not(position, "hs", 0, None) == "foundation hs is empty"
    assert why_not(position, "hc", 0, None) is None
    assert double_click(position, "hc", 0) is None


def test_targets_are_ranked() -> None:
    assert list(targets(TABLE, "1", 0, ORDER)) == [Pile("hc"), Pile("2"), Pile("4"), Pile("b"), Pile("5")]
    assert list(targets(TABLE, "1", 0, (Place.CELL,))) == [Pile("b"), Pile("hc"), Pile("2"), Pile("4"), Pile("5")]
    assert targets(TABLE, "4", 1, ORDER) == {Pile("5"): Move("4", "5", 2)}
    assert targets(TABLE, "5", 0, ORDER) == {}


def test_double_click_goes_home_else_into_the_leftmost_empty_cell() -> None:
    assert double_click(TABLE, "1", 0) == Move("1", "h")
    assert double_click(TABLE, "2", 0) == Move("2", "b")
    assert double_click(TABLE, "4", 1) is None
    assert double_click(TABLE, "5", 0) is None
    assert double_click(TABLE, "a", 0) is None, "from a cell only home"
    assert double_click(TABLE.play("1b"), "b", 0) == Move("b", "h")
    assert double_click(TABLE.play("a5"), "2", 0) == Move("2", "a")
    assert double_click(TABLE.play("2b"), "3", 0) is None, "no cell is empty"


def test_double_click_by_another_order() -> None:
    home_only = Options.OPEN.double_click_order
    assert double_click(TABLE, "1", 0, home_only) == Move("1", "h")
    assert [double_click(TABLE, pile, 0, home_only) for pile in "2345ab"] == [None] * 6
    assert double_click(TABLE, "1", 0, (Place.CELL, Place.HOME)) == Move("1", "b")
    assert double_click(TABLE, "4", 1, (Place.EMPTY_COLUMN,)) == Move("4", "5", 2), "a run moves as in a tap"
    back = TABLE.play("1b")
    assert double_click(back, "b", 0, (Place.EMPTY_COLUMN, Place.HOME)) == Move("b", "h")
    assert double_click(back, "b", 0, (Place.EMPTY_COLUMN,)) is None, "from a cell only home"
    opened = Game(Deal(1), options=Options.OPEN)
    assert (opened.double_click("6"), Game(Deal(1)).double_click("6")) == (None, Move("6", "a"))


def test_why_not() -> None:
    assert why_not(TABLE, "2", 0, "3") is None
    assert why_not(TABLE, "2", 0, "1") == "3H does not go on 2C: it goes on 4C or 4S"
    assert why_not(TABLE, "2", 0, "h") == why_not(TABLE, "2", 0, "hh") == "3H cannot go home before AH"
    assert why_not(TABLE, "2", 0, "hs") == "3H does not go on foundation hs: its foundation is hh"
    assert why_not(TABLE, "1", 0, "hd") == "2C does not go on foundation hd: its foundation is hc"
    assert why_not(TABLE, "1", 0, "hc") is why_not(TABLE, "1", 0, "h") is None
    assert why_not(TABLE, "4", 1, "hs") == why_not(TABLE, "4", 1, "h")
    assert why_not(TABLE, "2", 0, "a") == "cell a holds 4H"
    assert why_not(TABLE, "a", 0, "b") == "a card in a cell does not move to another cell"
    assert why_not(TABLE, "1", 1, "5") == "the last 2 cards of column 1 are not a run"
    assert why_not(TABLE, "1", 1, None) == "the last 2 cards of column 1 are not a run"
    assert why_not(TABLE, "4", 1, "b") == "only one card moves from column 4 to cell b, not 2"
    assert why_not(TABLE, "1", 0, "1") == "a card does not move from column 1 onto itself"
    assert why_not(TABLE, "b", 0, None) == "cell b is empty"
    assert why_not(TABLE, "5", 0, "1") == "column 5 is empty"
    assert why_not(TABLE, "hc", 0, None) == "in this game cards stay on the foundations"
    full = TABLE.play("3b").play("a5")
    assert (
        why_not(full.play("2a"), "4", 0, None) == "3D fits onto the last card of no column, and no empty place takes it"
    )
    assert why_not(TABLE.play("3b"), "4", 1, None) == "2 cards cannot move at once: there is space for 1"


def test_why_no_tap() -> None:
    assert why_no_tap(TABLE, "1", 0, (Place.HOME,)) is None
    assert why_no_tap(TABLE, "2", 0, (Place.HOME,)) == "3H cannot go home before AH"
    assert why_no_tap(TABLE, "2", 0, (Place.EMPTY_COLUMN,)) is None
    nowhere = "can go somewhere, but nowhere that a tap looks: choose where"
    assert why_no_tap(TABLE, "3", 0, (Place.HOME, Place.COLUMN)) == f"4S {nowhere}"
    assert why_no_tap(TABLE, "4", 1, (Place.HOME, Place.CELL)) == f"the run from 4C {nowhere}"
    assert why_no_tap(TABLE, "4", 1, (Place.HOME,)) == why_not(TABLE, "4", 1, "h")
    assert why_no_tap(TABLE, "b", 0, (Place.HOME,)) == "cell b is empty"


@pytest.mark.parametrize(
    ("pile", "depth", "message"),
    [
        ("6", 0, "there is no column 6: the game has 5 columns and 2 cells"),
        ("c", 0, "there is no cell c"),
        ("h", 0, "hc, hd, hh and hs"),
        ("1", 2, "depth in column 1 must be from 0 to 1, not 2"),
        ("a", 1, "depth in cell a must be from 0 to 0, not 1"),
        ("1", -1, "must be from 0 to 1"),
        ("1", 0.5, "must be a whole number"),
    ],
)
def test_what_is_not_on_the_table(pile: str, depth: int, message: str) -> None:
    for call in (
        lambda: tap(TABLE, pile, depth, ORDER),
        lambda: targets(TABLE, pile, depth, ORDER),
        lambda: double_click(TABLE, pile, depth),
        lambda: why_not(TABLE, pile, depth, None),
    ):
        with pytest.raises(FreeCellError, match=message):
            call()


@pytest.mark.parametrize("target", ["6", "q", "c"])
def test_a_target_that_is_not_on_the_table(target: str) -> None:
    with pytest.raises(FreeCellError, match=r"there is no (column|cell) .: the game has 5 columns and 2 cells"):
        why_not(TABLE, "1", 0, target)


def test_what_is_no_pile() -> None:
    for call in (lambda: tap(TABLE, "x", 0, ORDER), lambda: why_not(TABLE, "1", 0, "?")):
        with pytest.raises(ParseError):
            call()


def test_the_last_card_is_touched_in_the_usual_order() -> None:
    for pile in "12345ab":
        assert tap(TABLE, pile) == tap(TABLE, pile, 0, Options().tap_order)
        assert list(targets(TABLE, pile).items()) == list(targets(TABLE, pile, 0, Options().tap_order).items())
        assert why_no_tap(TABLE, pile) == why_no_tap(TABLE, pile, 0, Options().tap_order)
        assert double_click(TABLE, pile) == double_click(TABLE, pile, 0)
        assert why_not(TABLE, pile) == why_not(TABLE, pile, 0, None)
        assert tap(TABLE, pile, order=list(Place)) == tap(TABLE, pile, 0, tuple(Place))
        assert why_no_tap(TABLE, pile, order=[Place.HOME]) == why_no_tap(TABLE, pile, 0, (Place.HOME,))


@pytest.mark.parametrize("junk", JUNK)
def test_arguments_of_a_wrong_kind_are_refused(junk: str) -> None:
    value: Any = JUNK[junk]
    unread = ParseError if isinstance(value, str) else WrongTypeError
    for call in (tap, targets, double_click, why_not, why_no_tap):
        refused(lambda call=call: call(value, "1"), WrongTypeError, "state must be a State")  # type: ignore[misc]
        refused(lambda call=call: call(Game(Deal(1)), "1"), WrongTypeError)  # type: ignore[misc]
        refused(lambda call=call: call(TABLE, value), unread)  # type: ignore[misc]
        refused(lambda call=call: call(TABLE, "1", value))  # type: ignore[misc]
    if value is not None:
        refused(lambda: why_not(TABLE, "1", 0, value), unread)
    for call in (tap, targets, why_no_tap):
        if value != []:
            refused(lambda call=call: call(TABLE, "1", 0, value), WrongTypeError, "order must ")  # type: ignore[misc]
        wrong = "order must have places, such as Place.HOME"
        refused(lambda call=call: call(TABLE, "1", 0, (Place.HOME, value)), WrongTypeError, wrong)  # type: ignore[misc]
        refused(lambda call=call: call(TABLE, "5", 0, [value]), WrongTypeError, wrong)  # type: ignore[misc]
        refused(lambda call=call: call(TABLE, "5", 0, [Place.CELL] * 2), FreeCellError, "only once")  # type: ignore[misc]


@given(positions().map(core_state), st.permutations(list(Place)), st.integers(0, 4))
def test_every_legal_move_is_the_target_of_one_touch(state: State, order: list[Place], named: int) -> None:
    chosen = tuple(order[:named])
    piles = [(Pile.column(index), len(column)) for index, column in enumerate(state.columns)]
    piles += [(Pile.cell(index), 1) for index in range(state.rules.cells)]
    piles += [(Pile(name), 1) for name in ("hc", "hd", "hh", "hs")]
    found = []
    for pile, size in piles:
        for depth in range(max(size, 1)):
            here = targets(state, pile, depth, chosen)
            assert all(move.target == (Pile("h") if target.is_home else target) for target, move in here.items())
            found += here.values()
            best = tap(state, pile, depth, chosen)
            assert best is None or best in here.values()
            why = why_not(state, pile, depth, None)
            assert (why is None) == (here != {})
            assert (why_no_tap(state, pile, depth, chosen) is None) == (best is not None)
            assert double_click(state, pile, depth) in (None, *here.values())
            every = [*(there for there, _ in piles), Pile("h")]
            allowed = {target for target in every if why_not(state, pile, depth, target) is None}
            assert allowed - {Pile("h")} == set(here)
            assert (Pile("h") in allowed) == any(target.is_home for target in here)
    assert sorted(found) == sorted(state.legal_moves())


def test_a_game_is_touched_by_its_options() -> None:
    game = Game(Deal(1), options=Options.CLASSIC)
    assert game.tap("6") == game.double_click("6") == Move("6", "a")
    open_game = Game(Deal(1), options=Options.OPEN)
    assert open_game.tap("6") is open_game.why_not("6") is None
    assert open_game.why_no_tap("6") == open_game.why_not("6", target="h") == "3D cannot go home before AD"
    for move in ["6a", "6b", "6c", "56", "52"]:
        game.play(move)
    assert game.tap("6", 1) == Move("6", "7", 2)
    assert list(game.targets("6", 1)) == [Pile("7")]
    assert game.why_not("6", 1) is None
    assert game.why_not("1", 1) == "the last 2 cards of column 1 are not a run"
    assert game.why_not("6", 1, "1") == game.state.why_illegal("61v2")
