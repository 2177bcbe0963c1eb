"""The rank that foundations begin with, and ranks that go round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from reference import Position
from strategies import core_state, deal_numbers, rules

import freecell
from freecell import Build, Deal, EmptyColumns, FreeCellError, Rules, Solver, State, Supermoves, Verdict

# The rank that foundations begin with


def test_the_base_of_a_state_is_always_known() -> None:
    for number in range(1, 200):
        deal = Deal(number, Rules.PENGUIN)
        state = deal.state()
        assert deal.cards is not None
        base = deal.cards[0].rank
        assert deal.rules.base == 0
        assert state.rules == Rules.PENGUIN.replace(base=base)
        assert sorted(state.foundations) == [0, base, base, base]
        assert state.columns[0][0].rank == base
        assert state == Deal(number, Rules.PENGUIN.replace(base=base)).state()


def test_the_base_may_be_unknown_only_while_the_foundations_are_empty() -> None:
    solution = Solver().solve(Deal(1, Rules.PENGUIN))
    for state in solution.states():
        assert State.parse(str(state), Rules.PENGUIN) == state
        assert State(state.columns, state.cells, state.foundations, Rules.PENGUIN) == state
    assert solution.states()[-1].is_won()
    nothing_home = State.parse(str(Deal(1)), Rules.FREECELL)
    seven = [nothing_home.columns[place] for place in range(7)]
    with pytest.raises(FreeCellError, match=r"^the rules do not fix the base"):
        State(seven, nothing_home.columns[7], rules=Rules.PENGUIN)


@settings(max_examples=200)
@given(deal_numbers(), rules())
def test_a_game_does_not_depend_on_what_its_ranks_are_called(number: int, game: Rules) -> None:
    """Turned so that foundations begin with aces, a position has the same moves and the same key."""
    position = Position.deal(number, game)
    game = position.rules

    def turned(rank: int) -> int:
        return (rank - game.base) % game.ranks + 1

    other = Position(
        tuple(tuple((turned(rank), suit) for rank, suit in column) for column in position.columns),
        tuple(card and (turned(card[0]), card[1]) for card in position.cells),
        tuple(top and turned(top) for top in position.home),
        game.replace(base=1),
    )
    state, other_state = core_state(position), core_state(other)
    assert state.legal_moves() == other_state.legal_moves()
    assert state.key() == other_state.key()
    assert (state == other_state) is (game.base == 1)


# Ranks that go round


WRAP = "Foundations: H-T C-K D-K S-0\n4S 2S\nKH AS JH\nQH QS JS TS 9S 8S 7S 6S 5S 3S KS"
TOWERS = Rules(
    cells=0,
    columns=3,
    build=Build.SAME_SUIT,
    empty_columns=EmptyColumns.KINGS_ONLY,
    supermoves=Supermoves.UNLIMITED,
    wrap=True,
)


def test_king_on_ace_wins_a_position_that_is_lost_without_it() -> None:
    start = State.parse(WRAP, TOWERS)
    solution = Solver().solve(start)
    assert solution.verdict is Verdict.SOLVED
    assert start.play_all(solution.moves).is_won()
    on_ace = [
        state.moved_cards(move)[0].rank == 13 and state.columns[move.target.index][-1:] == (freecell.Card.parse("AS"),)
        for state, move in zip(solution.states(), solution.moves, strict=False)
        if move.target.is_column
    ]
    assert any(on_ace)
    assert Solver().solve(State.parse(WRAP, TOWERS.replace(wrap=False))).verdict is Verdict.UNSOLVABLE


def test_only_the_last_rank_goes_on_the_first() -> None:
    board = "Foundations: H-0 C-0 D-0 S-0\n3S\n2S\n4S AS\n4C 3C 2C AC\n4D 3D 2D AD\n4H 3H 2H AH"
    game = Rules(cells=0, columns=6, build=Build.SAME_SUIT, ranks=4, base=4, wrap=True)
    state = State.parse(board, game)  # 3 is last, 4 first
    assert state.why_illegal("12") == "3S does not go on 2S: it goes on 4S"
    after = state.play("32").play("13")  # the ace on the 2, the 3 on the 4
    assert str(after).splitlines()[1:3] == ["2S AS", "4S 3S"]
    assert after.play("32").columns[1] == tuple(map(freecell.Card.parse, ["2S", "AS", "4S", "3S"]))
    without = State.parse(board, game.replace(wrap=False)).play("32")
    assert without.why_illegal("13") == "3S does not go on 4S: it goes on no card"


def test_only_the_last_rank_goes_into_an_empty_column() -> None:
    board = "Foundations: H-0 C-0 D-0 S-0\n:\n4S AS 2S 3S\n4C 3C 2C AC\n4D 3D 2D AD\n4H 3H 2H AH"
    game = Rules(cells=0, columns=5, empty_columns=EmptyColumns.KINGS_ONLY, ranks=4, base=4)
    state = State.parse(board, game)
    assert state.is_legal("21")
    assert not state.is_legal("31")
    assert state.why_illegal("31") == "only a 3 may be put into an empty column"
