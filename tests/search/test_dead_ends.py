"""Dead ends: no further card can come home, whatever the moves."""

from __future__ import annotations

import random
from collections import deque
from typing import Any

import pytest
from helpers.paths import DATA
from helpers.settings import untimed
from helpers.short_wins import small_positions
from hypothesis import given, settings
from reference import Position
from strategies import core_state

from freecell import AutoPlay, Deal, FreeCellError, Rules, Solver, State, Verdict, is_dead_end, replay


def key(position: Position) -> tuple[frozenset[Any], frozenset[Any], Any]:
    return frozenset(position.columns), frozenset(position.cells), position.home


def reachable(position: Position, most: int) -> list[Position]:
    """The positions that the twin can reach, one of each kind, up to `most` and one more."""
    met = {key(position): position}
    waiting = deque([position])
    while waiting and len(met) <= most:
        here = waiting.popleft()
        for move in here.legal_moves():
            after = here.play(move)
            if key(after) not in met:
                met[key(after)] = after
                waiting.append(after)
    return list(met.values())


@given(small_positions())
@settings(untimed, max_examples=200)
def test_a_dead_end_is_what_the_twin_says(position: Position) -> None:
    most = 150
    state = core_state(position)
    known = reachable(position, most)
    homes = [sum(map(one.at_home, range(4))) for one in known]
    progress = max(homes) > homes[0]
    said = is_dead_end(state, most)
    if len(known) <= most or progress:
        assert said == (not progress and not position.is_won())
    else:
        assert not said
    if said:
        assert Solver().solve(state).verdict is Verdict.UNSOLVABLE


def test_no_position_on_the_way_of_a_win_is_a_dead_end() -> None:
    lines = [line.split("\t") for line in (DATA / "solutions_standard.tsv").read_text(encoding="utf-8").splitlines()]
    wins = [(int(number), words) for number, words, *_ in (line for line in lines if line[0].isdigit())]
    assert len(wins) >= 40
    for number, words in wins:
        played = replay(Deal(number), words)
        assert played.won
        assert not any(map(is_dead_end, played.states))
    for number in range(1, 201):
        assert not any(map(is_dead_end, Solver().solve(Deal(number)).states()))


def test_the_middle_of_a_published_win_of_deal_5() -> None:
    """Eighteen legal moves and two free cells: "no moves left" was said here."""
    text = "53 6a 65 67 85 a8 68 27 67 1a 1b 13 15 a5 1a 1c 86 85 86 86 21 25 2b 27 42 45 c5 42 47 4h 48"
    end = replay(Deal(5), text).states[-1]
    assert len(end.legal_moves()) == 18
    assert not is_dead_end(end)
    assert Solver().solve(end).verdict is Verdict.SOLVED


def test_games_played_at_random_end_in_dead_ends_that_are_lost() -> None:
    rng = random.Random(5)
    dead = stuck = 0
    for number in range(1, 101):
        state = Deal(number).state()
        for _ in range(80):
            moves = [move for move, _ in state.children(AutoPlay.HORNE)]
            if not moves or is_dead_end(state):
                break
            state = state.turn(rng.choice(moves), AutoPlay.HORNE).state
        if is_dead_end(state):
            dead += 1
            stuck += state.is_stuck()
            assert Solver(max_nodes=200_000).solve(state).verdict is Verdict.UNSOLVABLE
    assert dead > 50
    assert 5 < stuck < dead


def test_the_least_of_positions() -> None:
    won = State([[]] * 8, (), (13,) * 4)
    assert not is_dead_end(won)
    assert not is_dead_end(State([["KS"], *[[]] * 7], (), (13, 13, 13, 12)))
    rules = Rules(cells=0, columns=2, ranks=2)
    stuck = State([["AC", "2C"], ["AD", "AH", "AS", "2D", "2H", "2S"]], rules=rules)
    assert stuck.is_stuck()
    assert is_dead_end(stuck, 1)
    assert is_dead_end(State(stuck.columns, rules=rules.replace(foundation_takeback=True)))


def test_cards_taken_back_are_no_progress() -> None:
    """An ace may come back and go home again for ever: that brings no further card home."""
    rules = Rules(cells=1, columns=2, ranks=2, foundation_takeback=True)
    state = State([["2C", "2D", "2H", "2S", "AD", "AH", "AS"], []], (), (1, 0, 0, 0), rules)
    assert not is_dead_end(state), "the ace of spades goes home"
    rules = Rules(cells=0, columns=2, ranks=3, foundation_takeback=True)
    state = State([["2C", "3C", "2D", "3D", "2H", "3H", "AD", "AH", "AS", "3S", "2S"], []], (), (1, 0, 0, 0), rules)
    assert any(move.source.is_home for move in state.legal_moves())
    assert is_dead_end(state) == (Solver().solve(state).verdict is Verdict.UNSOLVABLE)


def test_the_number_of_positions_is_a_limit() -> None:
    rules = Rules(cells=0, columns=3, ranks=3)
    state = State([["AH", "3C", "2H"], ["AC", "AD", "AS", "2C", "2D", "3H", "2S", "3D"], ["3S"]], rules=rules)
    known = next(most for most in range(1, 100) if is_dead_end(state, most))
    assert known > 1
    assert not is_dead_end(state, known - 1)
    assert is_dead_end(state, 10_000_000)
    for bad in (0, -1, 10_000_001, 1.5, "9", None):
        with pytest.raises(FreeCellError, match="max_positions"):
            is_dead_end(state, bad)  # type: ignore[arg-type]
    assert not is_dead_end(Deal(1))
    for bad in (None, "1a", 1):
        with pytest.raises(TypeError, match="Deal"):
            is_dead_end(bad)  # type: ignore[arg-type]
