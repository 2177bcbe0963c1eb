"""Solutions that are cut, wrong in the middle, or not solutions at all."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.bad_values import WIN_10913, refused

from freecell import AutoPlay, Deal, FreeCellError, IllegalMoveError, ParseError, Pile, replay


def test_notation_cut_in_the_middle() -> None:
    """Wherever a win is cut, it is a win not reached, and half a move is named with its number."""
    start = Deal(10913).state()
    assert replay(start, WIN_10913).won
    for length in range(len(WIN_10913)):
        text = WIN_10913[:length]
        words = text.split()
        found = replay(start, text)
        assert not found.won
        if words and len(words[-1]) == 1:
            assert found.failed_at == len(words)
            assert isinstance(found.error, ParseError)
            assert repr(words[-1]) in str(found.error)
            assert len(found.states) == len(words)
            refused(lambda text=text: start.play_all(text, AutoPlay.HORNE), ParseError, repr(words[-1]))  # type: ignore[misc]
        else:
            assert found.error is None
            assert found.failed_at is None
            assert len(found.states) == len(words) + 1


@pytest.mark.parametrize("bad", ["2", "zz", "11", "12v0", "91", "e1", "h1", "\0", "12v", "2\u00b9"])
@pytest.mark.parametrize("place", [0, 1, 7, 18, 19])
def test_a_bad_move_among_good_ones(bad: str, place: int) -> None:
    start = Deal(10913).state()
    words = WIN_10913.split()
    words.insert(place, bad)
    text = " ".join(words)
    found = replay(start, text)
    assert not found.won
    assert found.failed_at == place + 1
    assert isinstance(found.error, FreeCellError)
    assert len(found.states) == place + 1
    assert found.states == replay(start, " ".join(words[:place])).states
    error = refused(lambda: start.play_all(text, AutoPlay.HORNE), type(found.error), f"move {place + 1}")
    assert str(error) == str(found.error)
    assert error.number == place + 1
    if isinstance(error, IllegalMoveError):
        assert error.state == found.states[-1]
    if isinstance(error, ParseError):
        assert (error.line, error.column) == (1, len(" ".join(["", *words[:place]])) + 1)
        # A sequence that is not text has no lines and columns.
        alone = refused(lambda: start.play_all(words, AutoPlay.HORNE), ParseError)
        assert isinstance(alone, ParseError)
        assert (alone.reason, alone.line, alone.column) == (error.reason, 1, 1)


@pytest.mark.parametrize("moves", [[None], ["26", 3], ["26", b"76"], [[]], ["26", "76", Pile("a")]], ids=range(5))
def test_replay_stops_at_text_that_is_not_a_move(moves: Any) -> None:
    found = replay(Deal(10913), moves)
    assert found.failed_at == len(moves)
    assert isinstance(found.error, FreeCellError)
    assert not found.won


@pytest.mark.parametrize("moves", [None, 3, 3.7, object()], ids=range(4))
def test_replay_of_no_moves(moves: Any) -> None:
    refused(lambda: replay(Deal(10913), moves))
