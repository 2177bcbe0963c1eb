"""Beam search and the optimal search by themselves, without the solver."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from helpers.short_wins import MEASURES, answer, checked, published, solver

from freecell import AutoPlay, Deal, EmptyColumns, FreeCellError, Measure, Rules, Solution, Solver, State, Supermoves
from freecell._search.beam import BeamSearch
from freecell._search.bfida import OptimalSearch
from freecell._search.shortest import ShortSearch


@pytest.mark.parametrize("nodes", [1, 2, 30, 3_000, 2**22, 2**62])
def test_a_beam_of_any_size(nodes: int) -> None:
    for number, measure in ((1, MEASURES[5]), (2, Measure.CARDS)):
        search = BeamSearch(Deal(number).state(), measure)
        search.begin(nodes, 80, 2**30, 0)
        outcome = search.run(20_000, 2**28)
        assert search.nodes <= 20_000
        assert search.nodes < 1.1 * nodes + 100
        assert search.memory <= 2**28
        if outcome == "won":
            assert Deal(number).state().play_all(search.moves()).is_won()
        assert not (outcome == "exhausted" and search.is_complete)
        search.begin(nodes, 0, 0, 0)
        assert search.run(10, 2**28) == "exhausted"


def test_a_beam_of_fewer_moves_than_there_are_cards_left_finds_nothing() -> None:
    start = State.parse("Foundations: H-2 C-2 D-0 S-2\nFreecells: AD 2D 3H 3D\n3S\n:\n3C", Rules(columns=3, ranks=3))
    beam = BeamSearch(start, Measure.CARDS)
    for longest, outcome in ((0, "exhausted"), (5, "exhausted"), (6, "won")):
        beam.begin(1, 6, longest, 0)
        assert beam.run(10, 2**40) == outcome


def test_a_beam_that_is_full_is_not_complete() -> None:
    beam = BeamSearch(Deal(1).state(), Measure.CARDS)
    beam.begin(2**20, 90, 2**20, 0)
    assert beam.run(10**6, 10**6) == "full"
    assert not beam.is_complete


@pytest.mark.parametrize("memory", [300_000, 1_000_000, 3_000_000])
@pytest.mark.parametrize("planned", [8_000, None])
def test_slices_equal_one_search_when_memory_is_short(memory: int, planned: int | None) -> None:
    hard = State.parse(
        """
        QH 6S JH 5H QS KH 5D
        5C 3S QC 4D TC QD 2H
        3D TD 6H AS 4H KS 3C
        6C JC 2C KD 4S 7H AH
        JS 8S 3H 8D 7S 9C
        6D 7D KC JD 7C TH
        AC 2D 8H 9H 9S AD
        9D TS 8C 2S 5S 4C
        """,
        Rules.BAKERS_GAME.replace(
            cells=7, supermoves=Supermoves.OFF, empty_columns=EmptyColumns.KINGS_ONLY, foundation_takeback=True
        ),
    )
    raymond = Measure.player(AutoPlay.RAYMOND)
    for start, measure, proven in product((hard, Deal(11_982).state()), (raymond, Measure.CARDS), (False, True)):
        whole, parts = (ShortSearch(start, measure, proven, memory, planned) for _ in range(2))
        while whole.nodes < 8_000 and whole.run(8_000 - whole.nodes) == "running":
            pass
        while parts.nodes < whole.nodes and parts.run(min(30, whole.nodes - parts.nodes)) == "running":
            pass
        assert (parts.nodes, parts.line(), parts.lower_bound) == (whole.nodes, whole.line(), whole.lower_bound)


@pytest.mark.parametrize("number", [3, 11_982])
def test_setting_the_same_memory_limit_changes_nothing(number: int) -> None:
    def in_pieces(memory: int | None = None) -> Solution:
        with solver("optimal", Measure.CARDS).start(Deal(number)) as search:
            while search.run(nodes=1_000) == "paused":
                assert search.nodes < 300_000
                if memory is not None:
                    search.max_memory = memory
            return search.solution

    assert answer(in_pieces(2**30)) == answer(in_pieces())
    assert in_pieces(2**31).verdict is in_pieces().verdict


def test_a_beam_finds_nothing_above_its_length_limit() -> None:
    start = Deal(1).state()
    search = BeamSearch(start, Measure.CARDS)
    search.begin(20_000, 95, 2**20, 0)
    assert search.run(10**6, 2**30) == "won"
    length = search.length()
    for most in (length, length - 1, length - 5):
        search.begin(20_000, 95, most, 0)
        outcome = search.run(10**6, 2**30)
        assert (outcome == "exhausted") or search.length() <= most
    search.begin(20_000, 95, length, 0)
    assert search.run(10**6, 2**30) == "won"


def test_weights_that_differ_lead_to_other_wins() -> None:
    search = BeamSearch(Deal(1).state(), Measure.CARDS)
    wins = []
    for weights in range(5):
        search.begin(20_000, 95, 2**20, weights)
        assert search.run(10**6, 2**30) == "won"
        assert search.length() == len(search.moves())
        wins.append(search.moves())
    assert len(set(wins)) == 4
    assert wins[4] == wins[0], "there are four"


@pytest.mark.parametrize("number", [617, 657, 1_000_322])
def test_a_deal_that_the_beams_miss_is_still_won(number: int) -> None:
    checked(solver("short", Measure.player(AutoPlay.ALL, on_deal=True), max_nodes=5_200).solve(Deal(number)))


@pytest.mark.parametrize("number", [518, 585, 598])
def test_failed_beams_leave_enough_nodes_for_one_that_wins(number: int) -> None:
    short = checked(solver("short", Measure.CARDS, max_nodes=48_000).solve(Deal(number)))
    assert short.length() < 0.8 * Solver().solve(Deal(number)).length(Measure.CARDS)


@pytest.mark.parametrize("call", ["size", "likely", "longest", "weights", "nodes", "max_memory", "shorter"])
def test_bad_numbers_for_the_parts(call: str) -> None:
    beam, exact = (kind(Deal(1).state(), Measure.CARDS) for kind in (BeamSearch, OptimalSearch))
    for value in (-1, 2**70, "1", None, 1.5):
        numbers = ("size", "likely", "longest", "weights", "nodes", "max_memory", "shorter")
        good: dict[str, Any] = {**dict.fromkeys(numbers, 1), call: value}

        def use(number: dict[str, Any] = good) -> None:
            beam.begin(number["size"], number["likely"], number["longest"], number["weights"])
            beam.run(number["nodes"], number["max_memory"])
            exact.run(number["nodes"], number["shorter"], number["max_memory"])

        with pytest.raises(FreeCellError, match=call):
            use()


def test_only_shorter_wins_are_searched_for() -> None:
    length = published()[3]
    exact = OptimalSearch(Deal(3).state(), Measure.CARDS)
    assert exact.run(10**6, length, 2**30) == "exhausted"
    exact = OptimalSearch(Deal(3).state(), Measure.CARDS)
    assert exact.run(10**6, length + 1, 2**30) == "won"
    assert exact.length() == length == len(exact.moves())
    assert exact.run(10**6, length + 1, 2**30) == "won"
