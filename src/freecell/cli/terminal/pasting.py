"""Moves that a player pastes: words of a text, played as far as they go."""

from __future__ import annotations

import re
from typing import Final

from freecell import FreeCellError, IllegalMoveError, ParseError
from freecell.play import Game

__all__ = ["play_pasted"]

_GLUED: Final = re.compile(r"(?:h[cdhs]|[^v])[^v](?:v[1-9a-d])?")
"""A move in a text without white space. As when typed, the letter of a suit after ``h`` names a foundation."""
_LONGEST_MOVE: Final = len("26v3")


def play_pasted(game: Game, text: str) -> str:
    """Play the moves of a text up to a win, or to the first move that cannot be made.

    Returns:
        Why that move cannot be made, as a sentence after a space; empty if there is no such move.
    """
    for move in (move for word in text.split() for move in _moves_in(word)):
        try:
            game.play(move)
        except ParseError as error:
            return f" Then {error.reason}."
        except FreeCellError as error:
            return f" Then {move}: {error.reason if isinstance(error, IllegalMoveError) else error}."
        if game.is_won():
            break
    return ""


def _moves_in(word: str) -> list[str]:
    """Return the moves in a word: one, or many that are written without white space."""
    cut = _GLUED.findall(word)
    return cut if len(word) > _LONGEST_MOVE and "".join(cut) == word else [word]
