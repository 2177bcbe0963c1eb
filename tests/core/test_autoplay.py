"""Which cards go to the foundations under each autoplay policy."""

from __future__ import annotations

import pytest
from helpers.states import small, states
from hypothesis import given
from hypothesis import strategies as st

from freecell import CARDS, AutoPlay, Card, Move, Pile, State


def _one_open_five(clubs: int, diamonds: int, spades: int) -> State:
    """The 5H lies open, hearts stand at 4; all the rest lies under a king that cannot go."""
    home = (clubs, diamonds, 4, spades)
    rest = sorted(card for card in CARDS if card.rank > home[card.suit] and card != Card.parse("5H"))
    return State([["5H"], rest, *[[]] * 6], (), home)


@pytest.mark.parametrize(
    ("clubs", "diamonds", "spades", "policies"),
    [
        (4, 3, 4, {"CAUTIOUS", "HORNE", "RAYMOND", "SURE", "ALL"}),
        (4, 2, 4, {"HORNE", "RAYMOND", "SURE", "ALL"}),
        (4, 0, 5, {"HORNE", "RAYMOND", "SURE", "ALL"}),
        (3, 2, 4, {"RAYMOND", "SURE", "ALL"}),
        (4, 2, 3, {"RAYMOND", "SURE", "ALL"}),
        (3, 1, 3, {"ALL"}),
        (2, 9, 9, {"ALL"}),
        (9, 9, 2, {"ALL"}),
        (3, 9, 3, {"RAYMOND", "SURE", "ALL"}),
    ],
)
def test_when_autoplay_moves_a_five(clubs: int, diamonds: int, spades: int, policies: set[str]) -> None:
    state = _one_open_five(clubs, diamonds, spades)
    assert {policy.name for policy in AutoPlay if state.automoves(policy)} == policies
    for policy in AutoPlay:
        goes = policy.name in policies
        assert state.automoves(policy) == ((Move("1", "h"),) if goes else ())
        assert state.autoplay(policy) == (state.play("1h") if goes else state)


def test_aces_and_twos_always_go_except_under_none() -> None:
    for policy in AutoPlay:
        chain = small().automoves(policy)
        assert " ".join(map(str, chain)) == ("" if policy is AutoPlay.NONE else "4h ah")


def test_the_first_open_card_goes_first_again_and_again() -> None:
    state = small("Founds: C-2 D-2 H-2 S-2\nFC: 3S 4S\n4D\n4H 3D\n:\n4C 3C\n3H")
    assert " ".join(map(str, state.automoves(AutoPlay.ALL))) == "2h 1h 4h 4h 5h 2h ah bh"
    assert " ".join(map(str, state.automoves(AutoPlay.HORNE))) == "2h 4h 5h 4h ah 1h 2h bh"
    assert state.autoplay(AutoPlay.ALL).is_won()


@given(states(), st.sampled_from(AutoPlay))
def test_autoplay_plays_all_automoves_and_leaves_none(state: State, policy: AutoPlay) -> None:
    moves = state.automoves(policy)
    after = state.play_all(moves)
    assert all(move.target == Pile("h") for move in moves)
    assert state.autoplay(policy) == after
    assert after.automoves(policy) == ()
    assert type(moves) is tuple
