"""What is printed: boards as text or as they lie on a table, results in words, and all of it as JSON."""

from __future__ import annotations

import json
from contextlib import contextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console
from rich.live import Live
from rich.text import Text

from freecell import Card, Measure, ParseError, Suit, Verdict
from freecell.notation import CELL_NAMES, COLUMN_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from freecell import AutoPlay, FreeCellError, Replay, Solution, State

_MOVES_A_LINE = 20
_WIDTH = 4
"""How wide a card's place is in a picture."""


class _Console(Console):
    """Standard output: a terminal with colours, or anything else without."""

    @property
    def is_plain(self) -> bool:
        """Whether only text should be written: to a file or a pipe, or where colours are not wanted."""
        return not self.is_terminal or self.is_dumb_terminal or self.no_color

    def on_broken_pipe(self) -> NoReturn:
        """Leave it to the command, which has an exit code for it."""
        raise BrokenPipeError


def show(state: State) -> None:
    """Print a board: as text that can be read again, or on a terminal as a picture."""
    console = _Console(soft_wrap=True, highlight=False)
    if console.is_plain:
        print(state, flush=True)
    else:
        console.print(picture(state, symbols=not console.options.ascii_only))


def picture(state: State, *, symbols: bool = True) -> Text:
    """Draw a board as it lies on a table, with the names of the places over them.

    Args:
        state: the board.
        symbols: whether suits are drawn as signs, or else as letters.
    """

    def places(names: str) -> Text:
        return Text("".join(name.ljust(_WIDTH) for name in names), "cyan")

    def cards(row: Sequence[Card | None]) -> Text:
        return Text.assemble(*(_card(card, symbols) for card in row))

    homes = [
        _card(Card(rank, suit), symbols) if rank else (f"-{suit.symbol if symbols else suit}".ljust(_WIDTH), "dim")
        for suit, rank in zip(Suit, state.foundations, strict=True)
    ]
    gap = Text(" " * _WIDTH if state.cells else "")
    lines = [
        Text.assemble(places(CELL_NAMES[: len(state.cells)]), gap, places("h")),
        Text.assemble(cards(state.cells), gap, *homes),
        Text(),
        places(COLUMN_NAMES[: len(state.columns)]),
        *(
            Text.assemble(*(_card(card, symbols) if card else " " * _WIDTH for card in row))
            for row in zip_longest(*state.columns)
        ),
    ]
    return Text("\n").join(lines)


@contextmanager
def live_line() -> Iterator[Callable[[Solution], None]]:
    """Give a function that tells in a line on standard error how far a search is, if that is a terminal.

    The line is gone in the end.
    """
    console = Console(stderr=True, highlight=False)
    if not console.file.isatty() or console.is_dumb_terminal:
        yield lambda solution: None
        return
    with Live(
        console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
    ) as live:
        yield lambda solution: live.update(_how_far(solution), refresh=True)


def _how_far(solution: Solution) -> Text:
    """Tell how far a search for a short win is."""
    won = "no win yet"
    if solution.verdict is Verdict.SOLVED:
        won = f"{_count(solution.length(), 'move')} so far"
    told = f"{won}, {solution.lower_bound} or more are needed"
    return Text(
        f"{told} ({_count(solution.nodes, 'position')}, {solution.seconds:.1f} s)",
        style="green" if solution.verdict is Verdict.SOLVED else "yellow",
        no_wrap=True,
        overflow="ellipsis",
    )


def tell_solution(solution: Solution, moves: str) -> None:
    """Print the verdict, and the moves of a win so that they can be pasted into ``replay``.

    Where the win was to be short, how short it is comes last.
    """
    words = moves.split()
    home = solution.states()[-1].cards_home()
    is_short = solution.measure is not None
    autoplay = solution.autoplay
    spoils = autoplay is not None and not solution.start.rules.never_spoiled_by(autoplay)
    under = f" with autoplay {autoplay}" if spoils else ""
    answer, style = {
        Verdict.SOLVED: ("solved" if is_short else f"solved in {_count(len(words), 'move')}", "green"),
        Verdict.UNSOLVABLE: (f"unsolvable{under}: every position that could matter was tried", "red"),
        Verdict.UNKNOWN: (f"unknown: stopped by {solution.limit} with {_count(home, 'card')} home at best", "yellow"),
    }[solution.verdict]
    has_limit = solution.verdict is Verdict.SOLVED and solution.limit is not None
    stopped = f", stopped by {solution.limit}" if has_limit else ""
    print()
    _tell(f"{answer} ({_count(solution.nodes, 'position')}, {solution.seconds:.2f} s{stopped})", style)
    if words:
        print()
    for first in range(0, len(words), _MOVES_A_LINE):
        print(*words[first : first + _MOVES_A_LINE])
    if is_short and solution.verdict is Verdict.SOLVED:
        print()
        _tell(_length(solution), "green")


def _length(solution: Solution) -> str:
    """Say how many moves a win that was to be short has, by what they are counted, and what is proven of it."""
    by = [str(solution.measure)]
    if solution.measure is Measure.PLAYER:
        by.append(f"autoplay {solution.autoplay}")
    if solution.on_deal:
        by.append("on the deal")
    proven = "proven the fewest" if solution.optimal else f"{solution.lower_bound} or more are needed"
    return f"{_count(solution.length(), 'move')} ({', '.join(by)}), {proven}"


def tell_replay(result: Replay, of_text: bool) -> None:
    """Print that the moves win, or where and why they stop and the board there."""
    end = result.states[-1]
    if result.won:
        _tell(f"won in {_count(len(result.moves), 'move')}", "green")
        return
    show(end)
    print()
    if result.error is None:
        left = 4 * end.rules.ranks - end.cards_home()
        _tell(f"not won: {_count(left, 'card')} left after {_count(len(result.moves), 'move')}", "yellow")
    else:
        _tell(f"fails at {_reason(result.error, of_text)}", "red")


def write_json(**fields: object) -> None:
    """Print one JSON object, in one line."""
    print(json.dumps(fields))


def state_fields(state: State) -> dict[str, Any]:
    """Give a board for JSON: place by place, and as the text that can be read again."""
    return {
        "rules": str(state.rules),
        "columns": [[str(card) for card in column] for column in state.columns],
        "cells": [None if card is None else str(card) for card in state.cells],
        "foundations": {suit.letter: rank for suit, rank in zip(Suit, state.foundations, strict=True)},
        "board": str(state),
    }


def solution_fields(solution: Solution, moves: str, policy: AutoPlay | None) -> dict[str, Any]:
    """Give a solution for JSON, with its moves in full, and as they were asked for: written for that policy."""
    line = [str(move) for move in solution.moves]
    solved = solution.verdict is Verdict.SOLVED
    is_short = solution.measure is not None
    if policy is None:
        policy = solution.start.rules.usual_autoplay if solution.autoplay is None else solution.autoplay
    return {
        "start": state_fields(solution.start),
        "verdict": str(solution.verdict),
        "moves": line if solved else [],
        "notation": moves,
        "autoplay": str(policy),
        "on_deal": solution.on_deal,
        "best_line": [] if solved else line,
        "measure": str(solution.measure) if is_short else None,
        "length": solution.length() if is_short and solved else None,
        "lower_bound": solution.lower_bound if is_short else None,
        "optimal": solution.optimal,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
        "limit": solution.limit,
    }


def replay_fields(result: Replay, of_text: bool) -> dict[str, Any]:
    """Give the check of a written solution for JSON."""
    return {
        "start": state_fields(result.states[0]),
        "moves": [str(move) for move in result.moves],
        "won": result.won,
        "failed_at": result.failed_at,
        "error": None if result.error is None else _reason(result.error, of_text),
        "end": state_fields(result.states[-1]),
    }


def _tell(answer: str, style: str) -> None:
    """Print the answer, in colour on a terminal."""
    _Console(soft_wrap=True, highlight=False).out(answer, style=style)


def _card(card: Card | None, symbols: bool) -> tuple[str, str]:
    """Give a card, or the mark of an empty place, and its style."""
    if card is None:
        return "--".ljust(_WIDTH), "dim"
    return (card.symbol if symbols else str(card)).ljust(_WIDTH), "red" if card.is_red else "bold"


def _reason(error: FreeCellError, of_text: bool) -> str:
    """Say which move fails, and why; and where in the text of a file it stands, if it cannot be read."""
    return error.reason if isinstance(error, ParseError) and not of_text else str(error)


def _count(number: int, thing: str) -> str:
    """Write a number of things."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
