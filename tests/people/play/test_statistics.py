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
    ],
)
def test_impossible_statistics_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(FreeCellError, match=message):
        Statistics(**fields)
    full = {"played": 0, "won": 0, "best_seconds": None, "streak": 0, "longest_streak": 0, **fields}
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
