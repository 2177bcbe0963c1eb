"""The output of the command: boards as text or pictures, results in words, and both as JSON."""

from __future__ import annotations

import json
from contextlib import contextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console
from rich.live import Live
from rich.text import Text

from freecell import Card, ParseError, Suit, Verdict
from freecell._text import counted
from freecell.notation import CELL_NAMES, COLUMN_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from freecell import AutoPlay, FreeCellError, Replay, Solution, State

_MOVES_A_LINE = 20
_WIDTH = 4
"""Width of a card in a picture, in characters."""


class _Console(Console):
    """Standard output, with colours only in a terminal."""

    @property
    def is_plain(self) -> bool:
        """Whether to write plain text: to a file or a pipe, or if colours are turned off."""
        return not self.is_terminal or self.is_dumb_terminal or self.no_color

    def on_broken_pipe(self) -> NoReturn:
        """Raise the error, for which the command has an exit code."""
        raise BrokenPipeError


def show(state: State) -> None:
    """Print a board: as board text, or as a picture in a terminal."""
    console = _Console(soft_wrap=True, highlight=False)
    if console.is_plain:
        print(state, flush=True)
    else:
        console.print(picture(state, symbols=not console.options.ascii_only))


def picture(state: State, *, symbols: bool = True) -> Text:
    """Return a picture of a board, with the names of the piles above them.

    Args:
        state: The board.
        symbols: Whether to write suits as signs rather than letters.
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
    """Yield a function that shows the progress of a search in a line on standard error, if that is a terminal.

    The line disappears at the end.
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
    """Return the progress of a search for a short win."""
    won = "no win yet"
    if solution.verdict is Verdict.SOLVED:
        won = f"{counted(solution.length(), 'move')} so far"
    told = f"{won}, {solution.lower_bound} or more are needed"
    return Text(
        f"{told} ({counted(solution.nodes, 'position')}, {solution.seconds:.1f} s)",
        style="green" if solution.verdict is Verdict.SOLVED else "yellow",
        no_wrap=True,
        overflow="ellipsis",
    )


def tell_solution(solution: Solution, moves: str) -> None:
    """Print the verdict, the moves of a win in a form that ``replay`` reads, and the length of a short win."""
    words = moves.split()
    home = solution.states()[-1].cards_home()
    autoplay = solution.measure.autoplay
    spoils = autoplay is not None and not solution.start.rules.never_spoiled_by(autoplay)
    under = f" with autoplay {autoplay}" if spoils else ""
    is_short = solution.lower_bound > 0
    answer, style = {
        Verdict.SOLVED: ("solved" if is_short else f"solved in {counted(solution.length(), 'move')}", "green"),
        Verdict.UNSOLVABLE: (f"unsolvable{under}: every position that could matter was tried", "red"),
        Verdict.UNKNOWN: (f"unknown: stopped by {solution.limit} with {counted(home, 'card')} home at best", "yellow"),
    }[solution.verdict]
    has_limit = solution.verdict is Verdict.SOLVED and solution.limit is not None
    stopped = f", stopped by {solution.limit}" if has_limit else ""
    print()
    _tell(f"{answer} ({counted(solution.nodes, 'position')}, {solution.seconds:.2f} s{stopped})", style)
    if words:
        print()
    for first in range(0, len(words), _MOVES_A_LINE):
        print(*words[first : first + _MOVES_A_LINE])
    if is_short and solution.verdict is Verdict.SOLVED:
        print()
        _tell(_length(solution), "green")


def _length(solution: Solution) -> str:
    """Return the length of a short win, with its measure and what is proven about it."""
    measure = solution.measure
    by: list[str] = [measure.kind]
    if measure.autoplay is not None:
        by.append(f"autoplay {measure.autoplay}")
    if measure.on_deal:
        by.append("on the deal")
    proven = "proven the fewest" if solution.optimal else f"{solution.lower_bound} or more are needed"
    return f"{counted(solution.length(), 'move')} ({', '.join(by)}), {proven}"


def tell_replay(result: Replay, of_text: bool) -> None:
    """Print that the moves win; or else where and why they stop, with the board there."""
    end = result.states[-1]
    if result.won:
        _tell(f"won in {counted(len(result.moves), 'move')}", "green")
        return
    show(end)
    print()
    if result.error is None:
        left = 4 * end.rules.ranks - end.cards_home()
        _tell(f"not won: {counted(left, 'card')} left after {counted(len(result.moves), 'move')}", "yellow")
    else:
        _tell(f"fails at {_reason(result.error, of_text)}", "red")


def write_json(**fields: object) -> None:
    """Print one JSON object, in one line."""
    print(json.dumps(fields))


def state_fields(state: State) -> dict[str, Any]:
    """Return a board for JSON: place by place, and as board text."""
    return {
        "rules": str(state.rules),
        "columns": [[str(card) for card in column] for column in state.columns],
        "cells": [None if card is None else str(card) for card in state.cells],
        "foundations": {suit.letter: rank for suit, rank in zip(Suit, state.foundations, strict=True)},
        "board": str(state),
    }


def solution_fields(solution: Solution, moves: str, policy: AutoPlay | None) -> dict[str, Any]:
    """Return a solution for JSON, with all its moves, and with its notation for an autoplay policy."""
    line = [str(move) for move in solution.moves]
    solved = solution.verdict is Verdict.SOLVED
    measure = solution.measure
    return {
        "start": state_fields(solution.start),
        "verdict": str(solution.verdict),
        "moves": line if solved else [],
        "notation": moves,
        "autoplay": str(policy or measure.autoplay or solution.start.rules.usual_autoplay),
        "on_deal": measure.on_deal,
        "best_line": [] if solved else line,
        "measure": measure.kind,
        "length": solution.length() if solved else None,
        "lower_bound": solution.lower_bound,
        "optimal": solution.optimal,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
        "limit": solution.limit,
    }


def replay_fields(result: Replay, of_text: bool) -> dict[str, Any]:
    """Return the check of a written solution for JSON."""
    return {
        "start": state_fields(result.states[0]),
        "moves": [str(move) for move in result.moves],
        "won": result.won,
        "failed_at": result.failed_at,
        "error": None if result.error is None else _reason(result.error, of_text),
        "end": state_fields(result.states[-1]),
    }


def _tell(answer: str, style: str) -> None:
    """Print the answer, in colour in a terminal."""
    _Console(soft_wrap=True, highlight=False).out(answer, style=style)


def _card(card: Card | None, symbols: bool) -> tuple[str, str]:
    """Return the text and the style of a card or an empty place."""
    if card is None:
        return "--".ljust(_WIDTH), "dim"
    return (card.symbol if symbols else str(card)).ljust(_WIDTH), "red" if card.is_red else "bold"


def _reason(error: FreeCellError, of_text: bool) -> str:
    """Return which move fails and why, with its place in the text if it was read from a file."""
    return error.reason if isinstance(error, ParseError) and not of_text else str(error)
