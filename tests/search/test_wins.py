"""Deals and positions that the solver wins, or proves to be unsolvable."""

from __future__ import annotations

from itertools import product

import pytest
from helpers.solving import FREECELL, at_a_limit, cells, midgame_boards, solved, unsolvable

from freecell import Deal, Move, Rules, Solver, State, Supermoves, Verdict, replay

# Deals


SPREAD = [1, 2, 5, 24, 164, 617, 1941, 10_913, 31_465, 98_714, 2**31 - 1, 2**31, 2**32, 2**33 - 1]


@pytest.mark.parametrize("number", SPREAD)
def test_a_deal_is_won(number: int) -> None:
    solution = solved(Deal(number))
    # A win has each card go home once, by a written move.
    assert sum(move.target.is_home for move in solution.moves) == 52


def test_the_first_deals_are_won() -> None:
    for number in range(1, 101):
        solution = Solver().solve(Deal(number))
        assert solution.verdict is Verdict.SOLVED
        assert replay(Deal(number), solution.notation()).won


@pytest.mark.slow
def test_deals_1_to_1000_are_won() -> None:
    for number in range(1, 1001):
        solved(Deal(number))


@pytest.mark.slow
def test_deals_1_to_32000_are_decided() -> None:
    starts = (Deal(number) for number in range(1, 32_001))
    lost = []
    for number, solution in enumerate(Solver().solve_many(starts, 1), 1):
        if solution.verdict is Verdict.UNSOLVABLE:
            lost.append(number)
        else:
            assert solution.verdict is Verdict.SOLVED
            assert solution.start.play_all(solution.moves).is_won()
    assert lost == [11_982]


def test_11982_cannot_be_won() -> None:
    unsolvable(Deal(11_982))


@pytest.mark.slow
@pytest.mark.parametrize("number", [146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948])
def test_the_other_deals_of_the_first_million_that_cannot_be_won(number: int) -> None:
    unsolvable(Deal(number))


def test_a_deal_and_its_state_are_solved_alike() -> None:
    assert Solver().solve(Deal(24)).moves == Solver().solve(Deal(24).state()).moves


# Which deals can be won with other rules was found by exhausting them with two other programs.
WON = [
    *((number, cells(0)) for number in (164, 892, 1012, 1081)),
    *((number, cells(1)) for number in (2, 5, 7, 8, 11, 26)),
    *((number, cells(3)) for number in (1, 2, 3, 4, 5, 6)),
    *((number, cells(count)) for number in (1, 11_982) for count in (5, 6, 7, 8)),
    *((number, Rules.BAKERS_GAME) for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13)),
    *((number, Rules.RELAXED_FREECELL) for number in (1, 2, 3, 617)),
    *((number, FREECELL.replace(foundation_takeback=True)) for number in (1, 2, 3, 24)),
    *(
        (number, FREECELL.replace(supermoves=rule))
        for number in (1, 24)
        for rule in (Supermoves.OFF, Supermoves.CELLS_ONLY)
    ),
]
LOST = [
    *((number, cells(0)) for number in (1, 2, 3, 4, 163, 165)),
    *((number, cells(1)) for number in (1, 3, 4, 6, 9, 10)),
    *((number, cells(3)) for number in (169, 178)),
    *((number, Rules.BAKERS_GAME) for number in (10, 14)),
    (11_982, FREECELL.replace(foundation_takeback=True)),
    (11_982, FREECELL.replace(supermoves=Supermoves.OFF)),
]


@pytest.mark.parametrize(("number", "rules"), WON, ids=str)
def test_a_deal_is_won_under_other_rules(number: int, rules: Rules) -> None:
    solved(Deal(number, rules))
    assert Solver().solve(Deal(number).state(rules)).verdict is Verdict.SOLVED


@pytest.mark.parametrize(("number", "rules"), LOST, ids=str)
def test_a_deal_cannot_be_won_under_other_rules(number: int, rules: Rules) -> None:
    unsolvable(Deal(number, rules))


@pytest.mark.parametrize("takeback", [False, True], ids=["", "takeback"])
@pytest.mark.parametrize("base", [FREECELL, Rules.RELAXED_FREECELL, Rules.BAKERS_GAME], ids=str)
def test_wins_with_any_number_of_cells_replay(base: Rules, takeback: bool) -> None:
    won = 0
    for count in range(9):
        rules = base.replace(cells=count, foundation_takeback=takeback)
        for number in (1, 164, 617):
            solution = Solver(max_nodes=30_000).solve(Deal(number, rules))
            if solution.verdict is Verdict.SOLVED:
                solved(Deal(number, rules))
                won += 1
            elif solution.verdict is Verdict.UNKNOWN:
                at_a_limit(solution)
    assert won >= 12


def test_wins_of_every_search_replay() -> None:
    """One to three cells: their wins come from the first search of the portfolio to the last."""
    nodes = []
    for count, number in product((1, 2, 3), range(1, 151)):
        solution = Solver(max_nodes=40_000).solve(Deal(number, cells(count)))
        if solution.verdict is Verdict.SOLVED:
            assert solution.start.play_all(solution.moves).is_won()
            assert replay(solution.start, solution.notation()).won
            nodes.append(solution.nodes)
        elif solution.verdict is Verdict.UNKNOWN:
            at_a_limit(solution)
    for low, high in ((0, 325), (325, 1_000), (1_000, 5_000), (5_000, 40_000)):
        assert any(low < count <= high for count in nodes)


# Other starts


@pytest.mark.parametrize("board", midgame_boards(), ids=range(20))
def test_a_position_in_the_middle_is_won(board: str) -> None:
    solved(State.parse(board))


def test_every_position_on_the_way_is_won() -> None:
    solution = Solver().solve(Deal(24))
    for state in solution.states():
        solved(state)


def test_a_position_that_is_won() -> None:
    won = solved(Deal(24)).states()[-1]
    for state in (won, State([[]] * 8, (), (13, 13, 13, 13)), State([[]], (), (1, 1, 1, 1), Rules(columns=1, ranks=1))):
        for solver in (Solver(), Solver(max_nodes=0), Solver(max_seconds=0)):
            solution = solver.solve(state)
            assert (solution.verdict, solution.moves, solution.nodes) == (Verdict.SOLVED, (), 0)
            assert solution.notation() == ""
            assert solution.states() == (state,)


def test_one_move_from_won() -> None:
    state = State([["KS"], *[[]] * 7], (), (13, 13, 13, 12))
    solution = solved(state)
    assert solution.moves == (Move("1", "h"),)


def test_a_stuck_position() -> None:
    state = State([["AC", "2C"], ["AD", "AH", "AS", "2D", "2H", "2S"]], rules=Rules(cells=0, columns=2, ranks=2))
    assert state.is_stuck()
    unsolvable(state)
    # A whole deck: without cells, no card of deal 1 can go anywhere.
    start = Deal(1, cells(0)).state()
    assert start.is_stuck()
    assert unsolvable(start).nodes <= 2


def test_full_cells_and_nothing_fits() -> None:
    rules = Rules(cells=1, columns=2, ranks=2)
    state = State([["AC", "2C"], ["AD", "AH", "AS", "2D", "2H"]], ["2S"], rules=rules)
    assert state.is_stuck()
    assert unsolvable(state).nodes <= 2
