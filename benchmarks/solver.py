"""The speed of winning deals, compared with fc-solve: ``python benchmarks/solver.py [--runs N] [--quick]``.

The two programs take turns, each in a process of its own on one core. The time is the user time of the process,
including its start. freecell converts every solution to moves; fc-solve (``freecell-solver-range-parallel-solve``, from
Debian's package ``freecell-solver-bin``) only counts positions. Before anything is timed, every deal is solved once and
every solution is replayed. A second table compares single calls from Python with those of the binding to fc-solve
(``freecell_solver`` on the Python Package Index, with Debian's package ``libfreecell-solver0``).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from common import heading

from freecell import Deal, Solver, Verdict

PEER = "freecell-solver-range-parallel-solve"
RANGES = ((1, 32_000), (1_000_001, 1_032_000), (500_000_001, 500_032_000))
LOST = {11_982}
"""The deals of these ranges that cannot be won, by the published list of impossible deals."""


@dataclass(frozen=True)
class Run:
    """One process: its user time in seconds, its peak memory in MB, and the positions that it counted."""

    seconds: float
    memory: float
    positions: int


def solve(first: int, last: int) -> int:
    """Solve the deals of a range; return the number of positions expanded."""
    positions = 0
    for solution in Solver().solve_many(map(Deal, range(first, last + 1)), jobs=1):
        assert solution.verdict is not Verdict.UNKNOWN, "every deal is decided"
        positions += solution.nodes
    return positions


def check(first: int, last: int) -> None:
    """Solve the deals of a range and replay every solution by the public rules."""
    solver = Solver()
    for number in range(first, last + 1):
        solution = solver.solve(Deal(number))
        if number in LOST:
            assert solution.verdict is Verdict.UNSOLVABLE, number
        else:
            assert solution.verdict is Verdict.SOLVED, number
            assert Deal(number).state().play_all(solution.moves).is_won(), number


def call_ours(last: int) -> tuple[float, int]:
    """Solve deals from 1 on, one call each; return the total seconds and the number of moves returned."""
    solver = Solver()
    moves = 0
    began = time.process_time()
    for number in range(1, last + 1):
        moves += len(solver.solve(Deal(number)).moves)
    return time.process_time() - began, moves


def call_binding(last: int) -> tuple[float, int]:
    """Do the same with the binding, with boards written before the clock starts."""
    solver = import_module("freecell_solver").FreecellSolver()
    solver.input_cmd_line(["--load-config", "lg"])
    boards = [str(Deal(number)) for number in range(1, last + 1)]
    moves = 0
    began = time.process_time()
    for board in boards:
        outcome = solver.solve_board(board)
        while solver.ret_code_is_suspend(outcome):
            outcome = solver.resume_solution()
        assert outcome == 0
        while solver.get_next_move() is not None:
            moves += 1
        solver.recycle()
    return time.process_time() - began, moves


def print_calls(runs: int, last: int) -> None:
    """Print the table of calls from Python."""
    ours: list[tuple[float, int]] = []
    theirs: list[tuple[float, int]] = []
    for _ in range(runs):
        ours.append(call_ours(last))
        with contextlib.suppress(ImportError):
            theirs.append(call_binding(last))
    print(f"\n| deals 1–{last:,}, one call each | a call | moves returned |\n|---|--:|--:|")
    for name, taken in (("`freecell.Solver().solve(Deal(number))`", ours), ("the binding to fc-solve", theirs)):
        if taken:
            middle = statistics.median(seconds for seconds, _ in taken)
            print(f"| {name} | {middle / last * 1e6:.1f} µs | {taken[0][1] / last:.1f} |")
    if theirs:
        ratio = statistics.median(one for one, _ in ours) / statistics.median(one for one, _ in theirs)
        print(f"| ratio | **{ratio:.2f}** | |")


def timed(command: Sequence[str]) -> Run:
    """Run a command on the core that this process is pinned to; return its cost."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime >= before
    found = re.findall(r"(?:positions|total_num_iters)=(\d+)", output)
    return Run(usage.ru_utime, usage.ru_maxrss / 1024, int(found[-1]))


def row(name: str, runs: list[Run], deals: int) -> str:
    """Return the medians of some runs as a row of the table."""
    seconds = statistics.median(run.seconds for run in runs)
    memory = max(run.memory for run in runs)
    each = f"{seconds / deals * 1e6:.1f} µs | {runs[0].positions / deals:.0f}"
    return f"| {name} | {seconds:.2f} s | {each} | {memory:.0f} MB |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="number of runs of each (5)")
    parser.add_argument("--quick", action="store_true", help="the first 2,000 deals of each range, one run")
    parser.add_argument(
        "--beside", metavar="PYTHON", help="an interpreter with another version of freecell, to compare with"
    )
    parser.add_argument("--check", type=int, nargs=2, metavar=("FIRST", "LAST"), help="only solve and replay these")
    parser.add_argument("--solve", type=int, nargs=2, metavar=("FIRST", "LAST"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.check:
        check(*options.check)
        return
    if options.solve:
        print(f"positions={solve(*options.solve)}")
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    runs = 1 if options.quick else options.runs
    peer = shutil.which(PEER)
    print(f"{heading()} Medians of {runs} runs on one core.\n")
    if peer is None:
        print(f"{PEER} is not installed: to compare with it, install Debian's package freecell-solver-bin.\n")
    print("| deals | user time | time per deal | positions per deal | peak memory |\n|---|--:|--:|--:|--:|")
    for first, end in RANGES:
        last = first + 1_999 if options.quick else end
        subprocess.run([sys.executable, __file__, "--check", str(first), str(last)], check=True)
        ours: list[Run] = []
        theirs: list[Run] = []
        others: list[Run] = []
        for _ in range(runs):
            ours.append(timed([sys.executable, __file__, "--solve", str(first), str(last)]))
            if options.beside:
                others.append(timed([options.beside, __file__, "--solve", str(first), str(last)]))
            if peer is not None:
                theirs.append(timed([peer, str(first), str(last), str(last), "-l", "lg"]))
        deals = last - first + 1
        print(row(f"{first:,}–{last:,}: freecell", ours, deals))
        for name, runs_of_it in (("the other version", others), ("fc-solve", theirs)):
            if runs_of_it:
                print(row(name, runs_of_it, deals))
                ratio = statistics.median(a.seconds for a in ours) / statistics.median(b.seconds for b in runs_of_it)
                print(f"| ratio | **{ratio:.2f}** | | | |")
    print_calls(runs, 500 if options.quick else 5_000)


if __name__ == "__main__":
    main()
