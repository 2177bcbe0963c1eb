"""Statistics of the games that were played."""

from __future__ import annotations

import contextlib
import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freecell import FreeCellError, ParseError
from freecell.play import Statistics


def test_statistics() -> None:
    statistics = Statistics()
    for won, seconds in ((True, 200), (True, 150.5), (False, 10), (True, None), (True, 180), (True, 190)):
        statistics = statistics.after(won=won, seconds=seconds)
    assert statistics == Statistics(played=6, won=5, best_seconds=150.5, streak=3, longest_streak=3)
    lost = statistics.after(won=False)
    assert (lost.played, lost.won, lost.streak, lost.longest_streak) == (7, 5, 0, 3)
    assert Statistics().after(won=True) == Statistics(1, 1, None, 1, 1)
    assert Statistics(1, 1, None, 1, 1).after(won=True, seconds=5).best_seconds == 5


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1000)), max_size=30))
def test_statistics_count_what_was_played(results: list[tuple[bool, float]]) -> None:
    statistics = Statistics()
    for won, seconds in results:
        statistics = statistics.after(won=won, seconds=seconds)
    letters = "".join("w" if won else "l" for won, _ in results)
    assert statistics == Statistics(
        played=len(results),
        won=letters.count("w"),
        best_seconds=min((seconds for won, seconds in results if won), default=None),
        streak=len(letters) - len(letters.rstrip("w")),
        longest_streak=max(map(len, letters.split("l"))),
    )


def test_best_times_by_deal() -> None:
    statistics = Statistics()
    for won, seconds, deal in [
        *((True, 200, 617), (True, 150, 5), (True, 180, 617), (False, 10, 5), (True, 170, 5)),
        *((True, None, 5), (True, 90, None), (True, None, 8)),
    ]:
        statistics = statistics.after(won=won, seconds=seconds, deal=deal)
    assert statistics.best_times == ((617, 180.0), (5, 150.0)), "the deal won last comes last"
    assert [statistics.best_time(deal) for deal in (617, 5, 8)] == [180, 150, None]
    assert statistics.best_seconds == 90


def test_the_best_times_are_those_of_the_thousand_deals_won_last() -> None:
    statistics = Statistics()
    for deal in range(1, 1001):
        statistics = statistics.after(won=True, seconds=deal, deal=deal)
    statistics = statistics.after(won=True, seconds=50, deal=1).after(won=True, seconds=50, deal=1001)
    assert len(statistics.best_times) == 1000
    assert [statistics.best_time(deal) for deal in (1, 2, 3, 1001)] == [1, None, 3, 50]
    assert statistics.best_times[-2:] == ((1, 1), (1001, 50))
    assert Statistics.load(statistics.save()) == statistics


@pytest.mark.parametrize("deal", [0, 2**33, 1.5, "1"])
def test_what_is_not_a_deal_number_is_refused(deal: Any) -> None:
    for won in (True, False):
        with pytest.raises(FreeCellError, match="deal number"):
            Statistics().after(won=won, seconds=5, deal=deal)


ONE_WIN = {"played": 2, "won": 2, "streak": 2, "longest_streak": 2}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"played": -1}, "played"),
        ({"played": 1.5}, "played"),
        ({"played": 1, "won": 2}, "won cannot be 2, more than the 1 games played"),
        ({"played": 2, "won": 2, "longest_streak": 3}, "longest_streak cannot be 3"),
        ({"played": 2, "won": 2, "longest_streak": 1, "streak": 2}, "streak cannot be 2"),
        ({"played": 2, "won": 2}, "longest_streak cannot be 0"),
        ({"best_seconds": 5}, "no game was won"),
        ({"played": 1, "won": 1, "streak": 1, "longest_streak": 1, "best_seconds": -5}, "best_seconds"),
        ({"played": 1, "won": 1, "streak": 1, "longest_streak": 1, "best_seconds": float("nan")}, "best_seconds"),
        ({"played": 3, "won": 3, "streak": 2, "longest_streak": 2}, "streak 2 when 3 of 3 games were won"),
        ({"best_times": [(1, 5)]}, "best_times cannot have 1 deals, more than 0"),
        ({**ONE_WIN, "best_times": [(1, 5)]}, "below best_seconds, which is None"),
        ({**ONE_WIN, "best_seconds": 6, "best_times": [(1, 5)]}, "below best_seconds, which is 6.0"),
        ({**ONE_WIN, "best_seconds": 5, "best_times": [(1, 5), (1, 6)]}, "each deal only once"),
        ({**ONE_WIN, "best_seconds": 5, "best_times": [(0, 5)]}, "deal number in best_times must be from 1"),
        ({**ONE_WIN, "best_seconds": 5, "best_times": [(1, -5)]}, "a time in best_times"),
        ({**ONE_WIN, "best_seconds": 5, "best_times": [1]}, "pairs of a deal number and seconds, not 1"),
        ({**ONE_WIN, "best_seconds": 5, "best_times": "1"}, "best_times must be pairs"),
    ],
)
def test_impossible_statistics_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(FreeCellError, match=message):
        Statistics(**fields)
    full = {"played": 0, "won": 0, "best_seconds": None, "streak": 0, "longest_streak": 0, "best_times": [], **fields}
    if isinstance(full["best_times"], list) and fields.get("best_times") != [1]:
        full["best_times"] = [{"deal": deal, "seconds": seconds} for deal, seconds in full["best_times"]]
    text = json.dumps({"format": "freecell statistics", "version": 1, "statistics": full})
    with pytest.raises(ParseError, match=r"statistics|NaN"):
        Statistics.load(text)


def test_statistics_must_be_those_of_some_games() -> None:
    reached = {Statistics()}
    for _ in range(6):
        reached |= {statistics.after(won=won) for statistics in reached for won in (False, True)}
    possible = set()
    for played, won, streak, longest in product(range(7), repeat=4):
        with contextlib.suppress(FreeCellError):
            possible.add(Statistics(played, won, None, streak, longest))
    assert possible == reached


@pytest.mark.parametrize("won", [1, 0, "no", None])
def test_a_game_without_a_result_is_refused(won: Any) -> None:
    with pytest.raises(FreeCellError, match="won must be True or False"):
        Statistics().after(won=won)


def test_what_is_not_a_time_is_refused() -> None:
    for bad in (-1, float("nan"), "5", True):
        with pytest.raises(FreeCellError, match="seconds"):
            Statistics().after(won=True, seconds=bad)  # type: ignore[arg-type]
