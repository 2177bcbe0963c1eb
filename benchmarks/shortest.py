"""Lengths of short wins, and the time to find them: ``python benchmarks/shortest.py [short|peer|optimal] [--help]``.

``short``, the default, searches for short wins by each measure, with a fixed number of positions to expand per deal,
and prints the mean length and processor time. If there is a copy of the published lengths, it counts the deals with a
shorter, an equal and a longer win. ``peer`` measures fc-solve's preset for short solutions. ``optimal`` proves shortest
wins, deal by deal. Every solution is replayed by the public rules, and its length is counted from its moves.
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass

from common import GB, TABLES, fault, heading

from freecell import AutoPlay, Deal, Measure, Move, Solution, Solver, State, Verdict, replay

PROVEN = TABLES / "optimal_single_card_1-50.csv"
PUBLISHED = TABLES / "published" / "peer_short_lengths_1-1000.csv"


@dataclass(frozen=True)
class Question:
    """A measure, and what is asked of it.

    Attributes:
        name: Its name in the table.
        measure: What counts as a move.
        nodes: The number of positions to expand, for each row of the table.
        column: The column of the published lengths to compare with, if any.
    """

    name: str
    measure: Measure
    nodes: tuple[int, ...]
    column: str | None = None

    def solver(self, goal: str, max_nodes: int | None = None, **limits: float) -> Solver:
        """Return a solver with this goal."""
        return Solver(
            goal=goal,  # type: ignore[arg-type]
            measure=self.measure,
            max_nodes=max_nodes,
            **limits,  # type: ignore[arg-type]
        )


QUESTIONS = {
    "all": Question(
        "player, ALL, on the deal",
        Measure.player(AutoPlay.ALL, on_deal=True),
        (5_200, 22_000, 200_000, 1_800_000),
        "free_autoplay",
    ),
    "horne": Question("player, HORNE", Measure.player(AutoPlay.HORNE), (16_000, 100_000)),
    "runs": Question("RUNS", Measure.RUNS, (40_000, 100_000)),
    "cards": Question("CARDS", Measure.CARDS, (48_000, 200_000)),
}


def published(column: str | None) -> dict[int, int]:
    """Read the lengths that others found, by deal; none if there is no copy of them."""
    if column is None or not PUBLISHED.is_file():
        return {}
    with PUBLISHED.open(encoding="utf-8") as table:
        return {int(row["deal"]): int(row[column]) for row in csv.DictReader(table)}


def proven() -> dict[int, int]:
    """Read the fewest single-card moves, as proven, by deal; none if there is no copy of them."""
    if not PROVEN.is_file():
        return {}
    with PROVEN.open(encoding="utf-8") as table:
        return {int(row["deal"]): int(row["optimal"]) for row in csv.DictReader(table)}


def checked(solution: Solution) -> int:
    """Return the length of a win, after replaying it."""
    assert not fault(solution), fault(solution)
    length = solution.length()
    assert length >= solution.lower_bound
    return length


def compared(lengths: dict[int, int], others: dict[int, int], words: tuple[str, str, str]) -> str:
    """Count the deals with a shorter, an equal and a longer win than the others' win."""
    both = lengths.keys() & others.keys()
    counts = [
        sum(lengths[deal] < others[deal] for deal in both),
        sum(lengths[deal] == others[deal] for deal in both),
        sum(lengths[deal] > others[deal] for deal in both),
    ]
    return ", ".join(f"{count} {word}" for count, word in zip(counts, words, strict=True)) if both else ""


def search(question: Question, deals: Iterable[int], nodes: int) -> str:
    """Search for short wins of the deals; return a row of the table."""
    solver = question.solver("short", nodes)
    lengths: dict[int, int] = {}
    times, again = [], 0
    for deal in deals:
        began = time.process_time()
        with solver.start(Deal(deal)) as search:
            search.run()
            again += search.wins == 0
            search.max_nodes = None
            while search.wins == 0 and search.run(nodes=nodes) == "paused":
                pass
            solution = search.solution
        times.append(time.process_time() - began)
        if solution.verdict is Verdict.SOLVED:
            lengths[deal] = checked(solution)
    beside = compared(lengths, published(question.column), ("shorter", "equal", "longer"))
    if question.measure == Measure.CARDS and (optima := proven()) and (both := lengths.keys() & optima.keys()):
        gap = statistics.mean(lengths[deal] - optima[deal] for deal in both)
        beside = f"{gap:.2f} above the fewest"
    return (
        f"| {question.name} | {min(deals)}–{max(deals)} | {nodes:,} | {statistics.mean(lengths.values()):.2f} "
        f"| {statistics.mean(times) * 1e3:.1f} ms | {again} | {beside} |"
    )


def short(names: Iterable[str], first: int, last: int, most: int | None) -> None:
    """Print the table of short wins."""
    print("| measure | deals | positions | mean length | time per deal | resumed | compared with published lengths |")
    print("|---|---|--:|--:|--:|--:|---|")
    for name in names:
        for nodes in QUESTIONS[name].nodes:
            if most is None or nodes <= most:
                print(search(QUESTIONS[name], range(first, last + 1), nodes), flush=True)


def peer(first: int, last: int) -> None:
    """Print the lengths and times of fc-solve's preset for short solutions."""
    program = shutil.which("fc-solve")
    if program is None:
        sys.exit("fc-solve is not installed (Debian's package freecell-solver-bin)")
    lengths = []
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    for deal in range(first, last + 1):
        done = subprocess.run(
            [program, "-l", "ve", "-m", "-snx", "-sel", "-p", "-t"],
            input=str(Deal(deal)),
            capture_output=True,
            text=True,
            check=False,
        )
        tokens = [token for line in done.stdout.splitlines() if _is_moves(line.split()) for token in line.split()]
        moves = _read(Deal(deal).state(), tokens)
        assert moves is not None, f"deal {deal}: the moves do not replay"
        solution = Solution(Deal(deal).state(), Verdict.SOLVED, moves, 0, 0.0, Measure.player(AutoPlay.HORNE))
        lengths.append(solution.length())
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    count = last - first + 1
    mean, each = statistics.mean(lengths), seconds / count * 1e3
    print(f"fc-solve -l ve, deals {first}–{last}: {mean:.2f} moves of the player under HORNE, {each:.1f} ms per deal")


def _is_moves(tokens: list[str]) -> bool:
    return bool(tokens) and all(len(token) in (2, 4) and token[0] in "12345678abcd" for token in tokens)


def _read(start: State, tokens: list[str]) -> tuple[Move, ...] | None:
    """Read fc-solve's moves, in which a count left out of a move to an empty column means the whole run or one card."""
    result = replay(start, tokens, AutoPlay.NONE)
    for place in range(len(result.moves) - 1, -1, -1):
        if not result.won and result.moves[place].count > 1 and "v" not in tokens[place]:
            moves = _read(start, [*tokens[:place], f"{tokens[place]}v1", *tokens[place + 1 :]])
            if moves is not None:
                return moves
    return result.moves if result.won else None


def prove(name: str, first: int, last: int, seconds: float, gigabytes: float) -> None:
    """Print, deal by deal, the shortest win or what is proven about it."""
    question = QUESTIONS[name]
    others, optima = published(question.column), proven() if question.measure == Measure.CARDS else {}
    solver = question.solver("optimal", max_seconds=seconds, max_memory=int(gigabytes * GB))
    times, lengths, done = [], {}, 0
    print("| deal | length | lower bound | positions | time |" + (" published |" if others else ""))
    print("|--:|--:|--:|--:|--:|" + ("--:|" if others else ""))
    for deal in range(first, last + 1):
        began = time.process_time()
        solution = solver.solve(Deal(deal))
        times.append(time.process_time() - began)
        length = checked(solution) if solution.verdict is Verdict.SOLVED else None
        if solution.optimal and length is not None:
            done += 1
            lengths[deal] = length
            assert deal not in optima or length == optima[deal], (
                f"deal {deal}: {length}, but known to be {optima[deal]}"
            )
        row = f"| {deal} | {length} | {solution.lower_bound} | {solution.nodes:,} | {times[-1]:.2f} s |"
        print(row + (f" {others.get(deal)} |" if others else ""), flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(
        f"\n{question.name}, deals {first}–{last}: {done} proven; median {statistics.median(times):.2f} s, mean "
        f"{statistics.mean(times):.2f} s, longest {max(times):.1f} s; peak memory {memory:,.0f} MB."
    )
    if others:
        print(
            f"The published lengths, compared with these: {compared(others, lengths, ('shorter', 'equal', 'longer'))}."
        )


def main() -> None:
    """Run the part that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("short", "peer", "optimal"), default="short")
    parser.add_argument("--measure", choices=tuple(QUESTIONS), help="(all; for proofs, cards)")
    parser.add_argument("--first", type=int, default=501)
    parser.add_argument("--last", type=int, default=1000)
    parser.add_argument("--most", type=int, help="leave out rows with more positions than this")
    parser.add_argument("--max-seconds", type=float, default=60, help="time limit per proof (60)")
    parser.add_argument("--max-memory", type=float, default=8, metavar="GB", help="memory limit per proof (8)")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"{heading()} One core.\n")
    if options.what == "peer":
        peer(options.first, options.last)
    elif options.what == "optimal":
        prove(options.measure or "cards", options.first, options.last, options.max_seconds, options.max_memory)
    else:
        short([options.measure] if options.measure else QUESTIONS, options.first, options.last, options.most)


if __name__ == "__main__":
    main()
