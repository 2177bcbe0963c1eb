"""What a page replays: the positions, the moves between them, and what is said of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from freecell._core import Move, Pile, State
from freecell._pictures.faces import named
from freecell.deals import Deal
from freecell.errors import FreeCellError
from freecell.line import Turn
from freecell.play.game import Game
from freecell.rules import AutoPlay
from freecell.solution import Solution, Verdict, replay, state_from

__all__ = ["Story", "entries", "story"]

_Line = Iterator[tuple[State, Move, bool]]


@dataclass(frozen=True, slots=True)
class Story:
    """What is replayed.

    Attributes:
        start: the first position.
        line: every move with the position it is made in, and whether it is made by itself.
        name: what is played.
        about: how it ends, where that is to be said.
    """

    start: State
    line: tuple[tuple[State, Move, bool], ...]
    name: str
    about: str


def story(
    start: Solution | Game | Deal | State,
    moves: Iterable[Move | str] | str | None,
    autoplay: AutoPlay | None,
    on_deal: bool,
) -> Story:
    """Give what is to be told of a solution, a game, or moves from a start.

    Raises:
        FreeCellError: a move cannot be made (the error has its number), or moves are missing or given twice.
    """
    if isinstance(start, Solution):
        if moves is not None:
            raise FreeCellError("a solution has its moves with it: give none, or give solution.start and moves")
        first = start.start
        line = _solved(start, first.rules.usual_autoplay if autoplay is None else autoplay)
        return Story(first, tuple(line), first.rules.title(), _verdict(start))
    if isinstance(start, Game):
        if moves is not None or autoplay is not None or on_deal:
            raise FreeCellError("a game has its moves and autoplay with it: give none, or give game.start and moves")
        first, dealt, turns = start.start, start.dealt, start.moves
    else:
        if moves is None:
            raise FreeCellError("moves must be given with a deal or state: a Solution or a Game has them with it")
        played = replay(start, moves, autoplay, on_deal)
        if played.error is not None:
            raise played.error
        first = state_from(start)
        autoplay = first.rules.usual_autoplay if autoplay is None else autoplay
        dealt = first.automoves(autoplay) if on_deal else ()
        made = zip(played.states, played.moves, strict=False)
        turns = tuple(Turn(move, state.play(move).automoves(autoplay)) for state, move in made)
    name = first.rules.title() if isinstance(start, State) else start.title()
    return Story(first, tuple(_with_states(first, dealt, turns)), name, "")


def _verdict(solution: Solution) -> str:
    if solution.verdict is Verdict.SOLVED:
        return "Solved"
    if solution.verdict is Verdict.UNSOLVABLE:
        return "Proven: it cannot be won"
    return "Not decided: the best line found"


def _solved(solution: Solution, autoplay: AutoPlay) -> _Line:
    state = solution.start
    for place, move in enumerate(solution.moves):
        yield state, move, place > 0 and move in state.automoves(autoplay)
        state = state.play(move)


def _with_states(state: State, dealt: Iterable[Move], turns: Iterable[Turn]) -> _Line:
    moves = ((move, place > 0) for turn in turns for place, move in enumerate(turn.moves()))
    for move, automatic in chain(((home, True) for home in dealt), moves):
        yield state, move, automatic
        state = state.play(move)


def entries(line: Iterable[tuple[State, Move, bool]]) -> Iterator[dict[str, Any]]:
    """Give what the page has to know of each move; what goes home by itself belongs to the move before."""
    entry: dict[str, Any] | None = None
    for state, move, automatic in line:
        steps = list(_steps(state, move))
        if automatic and entry is not None:
            entry["tail"] = f"{entry['tail']} {state.format_move(move)}".strip()
            entry["steps"] += steps
            continue
        if entry is not None:
            yield entry
        if automatic:
            entry = {"text": "", "says": "home by themselves", "tail": state.format_move(move), "steps": steps}
        else:
            entry = {"text": state.format_move(move), "says": _said(state, move), "tail": "", "steps": steps}
    if entry is not None:
        yield entry


def _steps(state: State, move: Move) -> Iterator[tuple[int, int, int]]:
    for single in state.expand(move):
        suit = state.moved_cards(single)[0].suit
        yield _place(state, single.source, suit), _place(state, single.target, suit), single.count
        state = state.play(single)


def _place(state: State, pile: Pile, suit: int) -> int:
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
