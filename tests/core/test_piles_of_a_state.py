"""State.piles: the cards of every pile, whatever its kind."""

from __future__ import annotations

from helpers.states import small, states
from hypothesis import given

from freecell import Card, Pile, Rules, State, Suit


def test_piles_of_a_small_game() -> None:
    shown = {str(pile): " ".join(map(str, cards)) for pile, cards in small().piles().items()}
    assert shown == {
        **dict(zip("12345", ("4C 3H 2S", "4S 2D 3D", "", "4H 3S AD", "4D 3C AC AS 2C"), strict=True)),
        **dict(zip("ab", ("2H", ""), strict=True)),
        **dict(zip(("hc", "hd", "hh", "hs"), ("", "", "AH", ""), strict=True)),
    }


def test_foundations_begin_with_the_base() -> None:
    rules = Rules(ranks=4, columns=1, cells=0, base=3)
    state = State.parse("Founds: C-1 D-2 H-2 S-2\n2C", rules)
    assert state.piles()[Pile("hc")] == tuple(Card(rank, Suit.CLUBS) for rank in (3, 4, 1))


@given(states())
def test_piles_hold_every_card_once_in_a_fixed_order(state: State) -> None:
    piles = state.piles()
    assert list(piles) == sorted(piles)
    assert tuple(cards for pile, cards in piles.items() if pile.is_column) == state.columns
    assert tuple(cards[0] if cards else None for pile, cards in piles.items() if pile.is_cell) == state.cells
    tops = tuple(piles[Pile.foundation(suit)][-1:] for suit in Suit)
    assert tuple(top[0].rank if top else 0 for top in tops) == state.foundations
    assert sorted(card.index for cards in piles.values() for card in cards) == list(range(4 * state.rules.ranks))


def test_every_call_returns_a_new_dictionary() -> None:
    state = small()
    state.piles().clear()
    assert len(state.piles()) == 11
