"""Cards taken back from the foundations."""

from __future__ import annotations

from helpers.states import BACK, FOUNDATIONS, WON, small

from freecell import Card, EmptyColumns, Move

TAKEN = "Founds: C-2 D-A H-0 S-2\nFC: - 4D\n3D\n4S 3H\n:\n4H 3S AH 2H\n4C 3C 2D"


def test_cards_come_back_only_where_the_rules_say_so() -> None:
    state = small(TAKEN)
    assert not any(move.source.is_home for move in state.legal_moves())
    for name in FOUNDATIONS:
        for target in "12345a":
            assert state.why_illegal(Move(name, target)) == "in this game no card comes back from home"


def test_cards_come_back_onto_columns_where_they_fit_and_into_cells() -> None:
    state = small(TAKEN, BACK)
    back = [str(move) for move in state.legal_moves() if move.source.is_home]
    assert " ".join(back) == "hc1 hc2 hc3 hca hd3 hda hs1 hs2 hs3 hsa"
    assert [str(move) for move in state.legal_moves()][-len(back) :] == back
    assert state.play("hc2").columns[1] == (Card.parse("4S"), Card.parse("3H"), Card.parse("2C"))
    assert state.play("hsa").cells == (Card.parse("2S"), Card.parse("4D"))
    assert state.play("hd3").foundations == (2, 0, 0, 2)


def test_a_card_taken_back_may_go_home_again() -> None:
    state = small(TAKEN, BACK)
    for move in state.legal_moves():
        if move.source.is_home:
            taken = state.play(move)
            assert taken != state
            assert taken.play(Move(move.target, "h")) == state


def test_taking_back_keeps_to_the_rule_of_empty_columns() -> None:
    for empty_columns in (EmptyColumns.NOTHING, EmptyColumns.KINGS_ONLY):
        state = small(TAKEN, BACK.replace(empty_columns=empty_columns))
        back = [str(move) for move in state.legal_moves() if move.source.is_home]
        assert " ".join(back) == "hc1 hc2 hca hda hs1 hs2 hsa"
    king = small("Founds: C-4 D-4 H-4 S-4" + "\n:" * 5, BACK.replace(empty_columns=EmptyColumns.KINGS_ONLY))
    assert king.is_legal("hs3")


def test_a_won_game_may_go_on_where_cards_come_back() -> None:
    won = small(WON, BACK)
    assert len(won.legal_moves()) == 4 * (5 + 2)
    assert len(won.distinct_moves()) == 4 * 2
    assert not won.play("hs1").is_won()
