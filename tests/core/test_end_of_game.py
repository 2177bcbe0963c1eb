"""Won, stuck and sorted positions."""

from __future__ import annotations

from helpers.states import BACK, SMALL, WON, small, states
from hypothesis import given

from freecell import AutoPlay, State


def test_won_means_every_card_on_the_foundations() -> None:
    assert small(WON).is_won()
    assert not small().is_won()
    almost = small("Founds: C-4 D-4 H-4 S-3\nFC: - 4S\n:\n:\n:\n:\n:")
    assert not almost.is_won()
    assert almost.play("bh").is_won()
    assert State.parse("Founds: C-K D-K H-K S-K" + "\n:" * 8).is_won()


def test_stuck_means_no_legal_move() -> None:
    text = "AC 3C 4C 2C\nAD 3D 4D 2D\nAH 3H 2H\nAS 3S 2S\n4S 4H"
    stuck = small(text, SMALL.replace(cells=0))
    assert stuck.is_stuck()
    assert stuck.legal_moves() == stuck.distinct_moves() == ()
    assert not small(text).is_stuck()
    assert small(WON).is_stuck()
    assert not small(WON, BACK).is_stuck()


def test_sorted_means_nothing_buried() -> None:
    assert small(WON).is_sorted()
    for rules in (SMALL, SMALL.replace(cells=0)):
        assert small("4C 3C 2C AC\n4D 3H 2S AS\n4H 3D 2D AD\n4S 3S 2H AH\n:", rules).is_sorted()
    assert not small("4C 3C 2C AC\n4D 3H 2S AS\n4H 3D 2D AD\n4S 3S AH 2H\n:").is_sorted()
    crossed = small("4C 3C 2C AC\n4D 2H 3S AS\n4H 3D 2D AD\n4S 2S 3H AH\n:")
    assert not crossed.is_sorted()  # the 2H lies under the 3S, the 2S under the 3H
    assert crossed.play("2h").play("2a").is_sorted()


@given(states())
def test_sorted_means_foundation_moves_alone_win(state: State) -> None:
    assert state.is_sorted() is state.autoplay(AutoPlay.ALL).is_won()
    assert state.is_stuck() is (state.legal_moves() == ())
    assert state.is_won() is (state.foundations == (state.rules.ranks,) * 4)
