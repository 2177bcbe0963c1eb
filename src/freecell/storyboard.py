"""A line of moves as the replay page shows it: turn by turn, in words and card by card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from freecell._core import Move, Pile, State, Turn
from freecell._pictures.faces import named
from freecell._pictures.page import page
from freecell._pictures.style import Theme
from freecell.cards import Suit
from freecell.layouts import Board

__all__ = ["Shot", "board_of", "of_turns", "replay_page"]

Shot = tuple[State, Move, bool]
"""A move with the position that it is made in, and whether it is automatic."""


def board_of(state: State) -> Board:
    """Return the cards of a position in their places."""
    return Board(state.columns, state.cells, state.foundations)


def of_turns(state: State, dealt: Iterable[Move], turns: Iterable[Turn]) -> Iterator[Shot]:
    """Yield the moves of turns.

    Args:
        state: The position before the automatic moves on the deal.
        dealt: The automatic moves on the deal.
        turns: The turns that follow.
    """
    moves = ((move, place > 0) for turn in turns for place, move in enumerate(turn.all_moves()))
    for move, automatic in chain(((home, True) for home in dealt), moves):
        yield state, move, automatic
        state = state.play(move)


def replay_page(
    start: State,
    shots: Iterable[Shot],
    length: int,
    counted: str = "",
    *,
    heading: str,
    about: str = "",
    theme: Theme = "auto",
    order: Sequence[Suit] = tuple(Suit),
) -> str:
    """Return a page that replays moves.

    Args:
        start: The position before the first move.
        shots: The moves.
        length: The number of moves that the page tells if they win.
        counted: What is counted, said after the number of moves; empty if it is the turns.
        heading: The text above the table.
        about: The text below the heading.
        theme: The theme.
        order: The suits of the foundations, from left to right or from top to bottom.
    """
    lengths = list(map(len, start.columns))
    turns = list(_turns(_with_lengths(shots, lengths)))
    return page(
        board_of(start),
        start.rules,
        turns,
        lengths,
        length,
        counted,
        heading=heading,
        about=about,
        theme=theme,
        order=order,
    )


def _with_lengths(shots: Iterable[Shot], lengths: list[int]) -> Iterator[Shot]:
    """Yield the shots, and raise `lengths` to the greatest length of each column on the way."""
    for state, move, automatic in shots:
        yield state, move, automatic
        for single in state.expand(move):
            state = state.play(single)
            lengths[:] = map(max, zip(lengths, map(len, state.columns), strict=True))


def _turns(shots: Iterable[Shot]) -> Iterator[dict[str, Any]]:
    """Yield what the page needs of each turn; automatic moves belong to the turn of the move before."""
    turn: dict[str, Any] | None = None
    for state, move, automatic in shots:
        steps = list(_steps(state, move))
        if automatic and turn is not None:
            turn["tail"] = f"{turn['tail']} {state.format_move(move)}".strip()
            turn["steps"] += steps
            continue
        if turn is not None:
            yield turn
        if automatic:
            turn = {"text": "", "says": "automatic moves", "tail": state.format_move(move), "steps": steps}
        else:
            turn = {"text": state.format_move(move), "says": _said(state, move), "tail": "", "steps": steps}
    if turn is not None:
        yield turn


def _steps(state: State, move: Move) -> Iterator[tuple[int, int, int]]:
    """Yield the single-card moves of a move: the numbers of both piles among the boxes of the table, and the count."""
    for single in state.expand(move):
        suit = state.moved_cards(single)[0].suit
        yield _box(state, single.source, suit), _box(state, single.target, suit), single.count
        state = state.play(single)


def _box(state: State, pile: Pile, suit: int) -> int:
    if pile.is_column:
        return pile.index
    rules = state.rules
    return rules.columns + (pile.index if pile.is_cell else rules.cells + suit)


def _said(state: State, move: Move) -> str:
    cards = state.moved_cards(move)
    moved = named(cards[0]) if len(cards) == 1 else f"{named(cards[0])}…{named(cards[-1])}"
    if move.target.is_home:
        where = "home"
    elif move.target.is_cell:
        where = f"cell {move.target}"
    else:
        column = state.columns[move.target.index]
        where = named(column[-1]) if column else f"column {move.target}"
    return f"{moved} → {where}"
