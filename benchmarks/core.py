"""Measure the core, and check every answer before its figure is printed.

``python benchmarks/core.py`` prints a table in Markdown; ``--quick`` takes some seconds instead of a minute or two. It
needs nothing but the library. Two others are measured in the same run where they are installed, which is done
by ``python -m pip install pysol-cards==0.24.0 chess``.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any, NamedTuple
from zlib import crc32

from freecell import AutoPlay, Deal, Rules, Solver, State, Supermoves, Verdict, deal_layouts, replay

PEERS = "python -m pip install pysol-cards==0.24.0 chess"
WINS = Path(__file__).resolve().parents[1] / "tests" / "data" / "solutions_explicit.tsv"

# The right answers. Each was found a second time with tests/reference.py, the slow twin of the rules.
PERFT = (1, 32, 792, 13_996, 155_184, 939_944, 6_111_328)
"""Deal 1, single-card moves only: the sequences of so many legal moves, by depth."""
PERFT_SUPERMOVES = (1, 32, 792, 14_004, 155_940, 972_552, 6_694_656)
"""The same where runs move at once."""
POSITIONS, LEGAL, DISTINCT, SUPERMOVES, SINGLES = 2_371, 65_992, 38_273, 20_420, 118_746
"""Over all positions of the twenty wins: the moves, those of more than one card, and the single moves for these."""
LAYOUTS_CRC = 0
"""Of the layouts of deals 1 to 100,000."""

CHESS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (20, 400),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2_039),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1_486),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2_079),
}
"""The positions that chess programs count: the legal moves, and the sequences of two."""


class Task(NamedTuple):
    """Something to measure: what it does, the work, whether its answer is right, and how many operations it is."""

    name: str
    work: Callable[[], Any]
    is_right: Callable[[Any], bool]
    operations: int


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the core of freecell; print a table in Markdown.")
    parser.add_argument("--quick", action="store_true", help="take some seconds: fewer and shorter runs")
    quick: bool = parser.parse_args().quick
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    repeats = 3 if quick else 9
    solving, notes = solver_tasks(100 if quick else 1000)
    tasks = position_tasks(5 if quick else 6) + solving + deal_tasks()
    for peer in (pysol_tasks, chess_tasks):
        try:
            tasks += peer()
        except ModuleNotFoundError as error:
            notes.append(f"Not measured, for want of `{error.name}`: `{PEERS}` installs it.")
    times = measure(tasks, repeats, 0.02 if quick else 0.2)
    print(f"{machine()}; medians of {repeats} runs on one core, in processor time.\n")
    print("| operation | takes | per second |\n|---|---:|---:|")
    for name, seconds in times.items():
        print(f"| {name} | {time_text(seconds)} | {rate_text(1 / seconds)} |")
    for name, seconds in times.items():
        if name.startswith("pysol-cards"):
            bulk, single = seconds / times["`deal_layouts(first, last)`, a deal"], seconds / times["`Deal(number)`"]
            notes.append(
                f"`deal_layouts` deals {bulk:.0f} times as many deals in a second as pysol-cards {version('pysol-cards')}"
                f" by its fastest way, `Deal(number)` {single:.1f} times."
            )
    print("", *(f"- {note}" for note in notes), sep="\n")


def measure(tasks: list[Task], repeats: int, least: float) -> dict[str, float]:
    """Run all tasks in turn, again and again, each for at least so many seconds; give the median of an operation."""
    rounds = [1 + int(least / max(run(task, 1), 1e-6)) for task in tasks]
    runs = [[run(task, times) for task, times in zip(tasks, rounds, strict=True)] for _ in range(repeats)]
    return {task.name: median(taken) / task.operations for task, taken in zip(tasks, zip(*runs, strict=True), strict=True)}


def run(task: Task, rounds: int) -> float:
    """Give the seconds that a round of a task takes, if it answers right."""
    answer = None
    start = process_time()
    for _ in range(rounds):
        answer = task.work()
    taken = process_time() - start
    if not task.is_right(answer):
        raise AssertionError(f"{task.name}: a wrong answer")
    return taken / rounds


def position_tasks(depth: int) -> list[Task]:
    """Legal moves, playing and identity, over every position of twenty wins."""
    wins = [line.split("\t") for line in WINS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    starts, texts = [Deal(int(number)).state() for number, _ in wins], [moves for _, moves in wins]
    replays = [replay(start, text, AutoPlay.NONE) for start, text in zip(starts, texts, strict=True)]
    moves = [found.moves for found in replays]
    states = list(chain.from_iterable(found.states[:-1] for found in replays))
    played = list(chain.from_iterable(moves))
    after = list(chain.from_iterable(found.states[1:] for found in replays))
    boards, keys = [str(state) for state in states], [state.key() for state in states]
    runs = [(state, move) for state in states for move in state.legal_moves() if move.count > 1]
    run_states, run_moves = [state for state, _ in runs], [move for _, move in runs]
    single = Deal(1).state(Rules.FREECELL.replace(supermoves=Supermoves.OFF))
    standard = Deal(1).state()
    assert all(found.won for found in replays)
    assert (len(states), len(runs)) == (POSITIONS, SUPERMOVES)
    assert [State.parse(board).key() for board in boards] == keys

    def count_legal() -> int:
        return sum(map(len, map(State.legal_moves, states)))

    def count_distinct() -> int:
        return sum(map(len, map(State.distinct_moves, states)))

    def all_won(ends: list[State]) -> bool:
        return len(ends) == len(wins) and all(end.is_won() for end in ends)

    return [
        Task(
            f"`perft({depth})` of deal 1, single-card moves: a position",
            lambda: single.perft(depth),
            lambda lines: bool(lines == PERFT[depth]),
            PERFT[depth],
        ),
        Task(
            f"`perft({depth})` of deal 1, with supermoves: a position",
            lambda: standard.perft(depth),
            lambda lines: bool(lines == PERFT_SUPERMOVES[depth]),
            PERFT_SUPERMOVES[depth],
        ),
        Task("`legal_moves()`", count_legal, LEGAL.__eq__, POSITIONS),
        Task("`legal_moves()`, a move", count_legal, LEGAL.__eq__, LEGAL),
        Task("`distinct_moves()`", count_distinct, DISTINCT.__eq__, POSITIONS),
        Task("`play(move)`", lambda: list(map(State.play, states, played)), after.__eq__, POSITIONS),
        Task(
            "`play_all(moves)`, a move",
            lambda: list(map(State.play_all, starts, moves)),
            all_won,
            POSITIONS,
        ),
        Task(
            "`play_all(text)`, a move",
            lambda: list(map(State.play_all, starts, texts)),
            all_won,
            POSITIONS,
        ),
        Task(
            "`expand(move)` of a supermove",
            lambda: sum(map(len, map(State.expand, run_states, run_moves))),
            SINGLES.__eq__,
            SUPERMOVES,
        ),
        Task("`hash(state)`", lambda: list(map(hash, states)), lambda hashes: len(set(hashes)) == len(set(states)), POSITIONS),
        Task("`key()`", lambda: list(map(State.key, states)), keys.__eq__, POSITIONS),
        Task("`State.parse(text)`", lambda: list(map(State.parse, boards)), states.__eq__, POSITIONS),
        Task("`str(state)`", lambda: list(map(str, states)), boards.__eq__, POSITIONS),
    ]
