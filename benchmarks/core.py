"""Measure the core, after checking every answer.

``python benchmarks/core.py`` prints a Markdown table. It takes a minute or two, or a few seconds with ``--quick``. It
needs only the library. If pysol-cards and python-chess are installed, they are measured in the same run; to install
them, run ``python -m pip install pysol-cards==0.24.0 chess``.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import re
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any, NamedTuple
from zlib import crc32

from freecell import (
    CARDS,
    AutoPlay,
    Card,
    Deal,
    Measure,
    Rules,
    Solver,
    State,
    Supermoves,
    Verdict,
    deal_layouts,
    replay,
)

PEERS = "python -m pip install pysol-cards==0.24.0 chess"
WINS = Path(__file__).resolve().parents[1] / "tests" / "data" / "solutions_explicit.tsv"

# Expected answers, confirmed (all but SINGLE_MOVES) by tests/reference.py, a second, slow implementation of the rules.
PERFT = (1, 32, 792, 13_996, 155_184, 939_944, 6_111_328)
"""Number of sequences of single-card moves from deal 1, by their length."""
PERFT_SUPERMOVES = (1, 32, 792, 14_004, 155_940, 972_552, 6_694_656)
"""Number of sequences of moves from deal 1, by their length, if runs move at once."""
POSITIONS, LEGAL, DISTINCT = 2_371, 65_992, 38_273
"""Number of positions before the moves of the twenty wins, and of their legal and distinct moves."""
SUPERMOVES, SINGLE_MOVES = 20_420, 118_746
"""Number of legal moves of several cards in these positions, and of the single-card moves that they stand for."""
LAYOUTS, LAYOUTS_CRC = 100_000, 38_474_911
"""Number of deals, from 1 on, and the CRC-32 of their layouts."""

BULK, ONE, PYSOL = "`deal_layouts(first, last)`: a deal", "`Deal(number)`", "pysol-cards, its fastest way: a deal"

CHESS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (20, 400),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2_039),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1_486),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2_079),
}
"""Usual test positions of chess programs, with the number of sequences of one move and of two moves."""


class Task(NamedTuple):
    """Something to measure.

    Attributes:
        name: The operation.
        operations: How often `work` performs the operation.
        work: The function to time.
        answer: The value that `work` must return.
    """

    name: str
    operations: int
    work: Callable[[], object]
    answer: object


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(description="Measure the core of freecell and print a Markdown table.")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs, a few seconds in total")
    quick: bool = parser.parse_args().quick
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    depth, last, repeats, least = (5, 100, 3, 0.02) if quick else (6, 1000, 9, 0.2)
    tasks: list[Task] = []
    notes: list[str] = []
    missing: list[str] = []
    solving = partial(solver_tasks, last, notes)
    for tasks_of_a_kind in (partial(position_tasks, depth), deal_tasks, pysol_tasks, solving, chess_tasks):
        try:
            tasks += tasks_of_a_kind()
        except ModuleNotFoundError as error:
            missing.append(str(error.name))
    times = measure(tasks, repeats, least)
    if PYSOL in times:
        bulk, one = times[PYSOL] / times[BULK], times[PYSOL] / times[ONE]
        notes.append(
            f"In a second, `deal_layouts` makes {bulk:.0f} times as many deals as pysol-cards {version('pysol-cards')},"
            f" and `Deal(number)` {one:.1f} times as many (ratios of the medians)."
        )
    if missing:
        notes.append(f"Not installed, so not measured: {', '.join(missing)}. To install them: `{PEERS}`.")
    print(f"{machine()}. Medians of {repeats} runs on one core, in processor time.\n")
    print("| operation | takes | per second |\n|---|--:|--:|")
    for name, seconds in times.items():
        print(f"| {name} | {duration(seconds)} | {rate(seconds)} |")
    print("", *(f"- {note}" for note in notes), sep="\n")


def measure(tasks: Sequence[Task], repeats: int, least: float) -> dict[str, float]:
    """Run all tasks in turn `repeats` times, each for at least `least` seconds per run.

    Returns:
        The median seconds of one operation, by the name of the task.
    """
    gc.freeze()  # keeps the prepared data out of garbage collection
    rounds = [1 + int(least / max(run(task, 1), 1e-6)) for task in tasks]
    runs = [[run(task, number) for task, number in zip(tasks, rounds, strict=True)] for _ in range(repeats)]
    return {task.name: median(times) / task.operations for task, *times in zip(tasks, *runs, strict=True)}


def run(task: Task, rounds: int) -> float:
    """Do the work of a task `rounds` times and check its answer; return the mean seconds."""
    answer: object = None
    start = process_time()
    for _ in range(rounds):
        answer = task.work()
    seconds = process_time() - start
    assert answer == task.answer, f"{task.name}: wrong answer"
    return seconds / rounds


def position_tasks(depth: int) -> list[Task]:
    """Return tasks for moves, playing, identity and text, with the positions of twenty wins."""
    wins = [line.split("\t") for line in WINS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    starts, texts = [Deal(int(number)).state() for number, _ in wins], [text for _, text in wins]
    replays = [replay(start, text, AutoPlay.NONE) for start, text in zip(starts, texts, strict=True)]
    assert all(found.won for found in replays)
    ends, moves = [found.states[-1] for found in replays], [found.moves for found in replays]
    states = [state for found in replays for state in found.states[:-1]]
    after = [state for found in replays for state in found.states[1:]]
    made = [move for found in replays for move in found.moves]
    runs = [(state, move) for state in states for move in state.legal_moves() if move.count > 1]
    run_states, run_moves = zip(*runs, strict=True)
    assert (len(states), len(runs)) == (POSITIONS, SUPERMOVES)
    boards = [str(state) for state in states]
    again = [State.parse(board) for board in boards]
    with_runs, one_by_one = Deal(1).state(), Deal(1).state(Rules.FREECELL.replace(supermoves=Supermoves.OFF))

    def legal() -> int:
        return sum(map(len, map(State.legal_moves, states)))

    def distinct() -> int:
        return sum(map(len, map(State.distinct_moves, states)))

    def expanded() -> int:
        return sum(map(len, map(State.expand, run_states, run_moves)))

    def perft(start: State, kind: str, lines: int) -> Task:
        return Task(f"`perft({depth})` of deal 1, {kind}: a position", lines, lambda: start.perft(depth), lines)

    return [
        perft(one_by_one, "single cards", PERFT[depth]),
        perft(with_runs, "supermoves", PERFT_SUPERMOVES[depth]),
        Task("`legal_moves()`", POSITIONS, legal, LEGAL),
        Task("`legal_moves()`: a move", LEGAL, legal, LEGAL),
        Task("`distinct_moves()`", POSITIONS, distinct, DISTINCT),
        Task("`play(move)`", POSITIONS, lambda: list(map(State.play, states, made)), after),
        Task("`play_all(moves)`: a move", POSITIONS, lambda: list(map(State.play_all, starts, moves)), ends),
        Task("`play_all(text)`: a move", POSITIONS, lambda: list(map(State.play_all, starts, texts)), ends),
        Task("`expand(move)` of a supermove", SUPERMOVES, expanded, SINGLE_MOVES),
        Task("`hash(state)`", POSITIONS, lambda: list(map(hash, states)), [hash(state) for state in again]),
        Task("`key()`", POSITIONS, lambda: list(map(State.key, states)), [state.key() for state in again]),
        Task("`str(state)`", POSITIONS, lambda: list(map(str, states)), boards),
        Task("`State.parse(text)`", POSITIONS, lambda: list(map(State.parse, boards)), states),
    ]


def deal_tasks() -> list[Task]:
    """Return tasks that deal numbers and find the numbers of deals."""
    layouts = deal_layouts(1, LAYOUTS)
    assert crc32(layouts) == LAYOUTS_CRC
    rows = [layouts.tobytes()[place : place + 52] for place in range(0, 52_000, 52)]
    numbers = range(1, 1001)
    deals = [Deal.from_cards([CARDS[index] for index in row]) for row in rows]
    states = [State.parse(str(deal)) for deal in deals]
    tasks = [
        Task(BULK, LAYOUTS, lambda: deal_layouts(1, LAYOUTS), layouts),
        Task(ONE, 1000, lambda: [Deal(number) for number in numbers], deals),
        Task("`Deal.state()`", 1000, lambda: [deal.state() for deal in deals], states),
    ]
    for first in (1, 2**31, 2**32):
        dealt = [Deal(number) for number in range(first + 616, first + 626)]
        answers = [deal.number for deal in dealt]
        tasks.append(Task(f"`find_number()`, from {first:,} on", 10, partial(numbers_of, dealt), answers))
    # The last three cards change places. No number deals this, but low bits still fit for about half of the boards.
    never = [Deal.from_cards([CARDS[index] for index in (*row[:-3], *row[-2:], row[-3])]) for row in rows[:10]]
    tasks.append(Task("`find_number()`, found in none", 10, partial(numbers_of, never), [None] * 10))
    return tasks


def numbers_of(deals: list[Deal]) -> list[int | None]:
    """Find the number of each deal."""
    return [deal.find_number() for deal in deals]


def solver_tasks(last: int, notes: list[str]) -> list[Task]:
    """Return tasks that win the first deals and prove one unsolvable; append their node counts to `notes`."""
    solver = Solver()
    deals = [Deal(number) for number in range(1, last + 1)]
    solutions = [solver.solve(deal) for deal in deals]
    assert all(replay(solution.start, solution.moves, AutoPlay.NONE).won for solution in solutions)
    assert all(replay(solution.start, solution.notation()).won for solution in solutions)
    never = Deal(11982)
    proof = solver.solve(never)
    nodes = [solution.nodes for solution in solutions]
    notes.append(
        f"Deals 1 to {last} are all won, and every win was replayed. Positions expanded for a deal: {mean(nodes):,.0f}"
        f" on average, {median(nodes):,.0f} in the median, {max(nodes):,} at most."
        f" To prove 11982 unsolvable: {proof.nodes:,}."
    )
    answers = [solution.moves for solution in solutions]
    players = [len(solution.turns()) for solution in solutions]
    singles = [sum(map(len, map(State.expand, each.states(), each.moves))) for each in solutions]
    words = [solution.notation().split() for solution in solutions]
    name = f"`Solver().solve(deal)`: a deal of 1 to {last}"
    return [
        Task(name, last, lambda: [solver.solve(deal).moves for deal in deals], answers),
        Task("`Solution.length()`", last, lambda: [solution.length() for solution in solutions], players),
        Task(
            "`Solution.length(Measure.CARDS)`",
            last,
            lambda: [solution.length(Measure.CARDS) for solution in solutions],
            singles,
        ),
        Task(
            "`Solution.notation()`", last, lambda: [each.notation() for each in solutions], list(map(" ".join, words))
        ),
        Task("`Solver().solve(Deal(11982))`", 1, lambda: solver.solve(never).verdict, Verdict.UNSOLVABLE),
    ]


def pysol_tasks() -> list[Task]:
    """Return a task that deals with pysol-cards in its fastest public way: one generator and deck for all deals."""
    cards, random = import_module("pysol_cards.cards"), import_module("pysol_cards.random")
    deck, generator, renderer = cards.createCards(1), random.LCRandom31(), cards.CardRenderer(True)

    def shuffled(number: int) -> list[object]:
        generator.setSeed(number)
        dealt: list[object] = generator.shuffle(cards.ms_rearrange(deck))  # the first card to deal is the last
        return dealt

    borders = [border + step for border in (2**31, 2**32) for step in range(-10, 10)]
    for number in [*range(1, 101), *borders, *range(617, 2**33, 2**28), 2**33 - 1]:
        text = renderer.l_concat(reversed(shuffled(number)))
        assert Deal.from_cards(text) == Deal(number)
        assert [Card.parse(word).index for word in text.split()] == list(deal_layouts(number, number).tobytes())
    numbers = range(1, 1001)
    answer = [shuffled(number) for number in numbers]
    return [Task(PYSOL, 1000, lambda: [shuffled(number) for number in numbers], answer)]


def chess_tasks() -> list[Task]:
    """Return tasks for python-chess, with each position after the first move of the usual test positions."""
    chess = import_module("chess")
    boards: list[Any] = []
    for fen, (one, two) in CHESS.items():
        start, count = chess.Board(fen), len(boards)
        for move in start.legal_moves:
            boards.append(start.copy())
            boards[-1].push(move)
        assert len(boards) - count == one
        assert sum(board.legal_moves.count() for board in boards[count:]) == two
    moves = [list(board.legal_moves) for board in boards]
    total = sum(map(len, moves))

    def legal() -> int:
        return sum(len(list(board.legal_moves)) for board in boards)

    def pushed() -> object:
        for board, legal_moves in zip(boards, moves, strict=True):
            for move in legal_moves:
                board.push(move)
                board.pop()
        return boards

    name = f"python-chess {chess.__version__}"
    return [
        Task(f"{name}, `list(board.legal_moves)`", len(boards), legal, total),
        Task(f"{name}, the same: a move", total, legal, total),
        Task(f"{name}, `push(move)` and `pop()`", total, pushed, [board.copy() for board in boards]),
    ]


def machine() -> str:
    """Return the versions and the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*: (.*)", cpuinfo.read_text(), re.MULTILINE) if cpuinfo.exists() else None
    processor = found[1] if found else platform.processor() or platform.machine()
    python = f"{platform.python_implementation()} {platform.python_version()} ({platform.python_compiler()})"
    return f"freecell {version('freecell')}, {python}, {processor}"


def duration(seconds: float) -> str:
    """Format a time with three digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= 0.9995 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def rate(seconds: float) -> str:
    """Format how often an operation that takes `seconds` is done in a second, with three digits."""
    often = 1 / seconds
    return f"{float(f'{often:.3g}'):,.0f}" if often >= 100 else f"{often:.3g}"


if __name__ == "__main__":
    main()
