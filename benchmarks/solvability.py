"""Which deals can be won, compared with published tables: ``python benchmarks/solvability.py [--help]``.

Decides deals 1 to 32,000 with four, three and no cells and of Baker's Game. Compares the verdicts of the first 16,000
with the table one by one, and the number of wins for all of them. Then tries deals 1 to 2,000 with one cell within the
memory limit, 11982 with five cells, and the deals known to be lost with five. Replays every solution. Prints every
difference; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from pathlib import Path

from common import GB, TABLES, WORDS, fault, heading

from freecell import Deal, Rules, Solver

COUNTS = {"cells4": 31_999, "cells3": 31_801, "cells0": 69, "bakers4": 24_040}
"""Number of the deals 1 to 32,000 that can be won."""
GAMES = {
    "cells4": Rules.FREECELL,
    "cells3": Rules.FREECELL.replace(cells=3),
    "cells0": Rules.FREECELL.replace(cells=0),
    "bakers4": Rules.BAKERS_GAME,
    "cells1": Rules.FREECELL.replace(cells=1),
}
LOST_WITH_FIVE = "published/impossible_5_cells.txt"


def known_verdicts(folder: Path) -> dict[tuple[str, int], str]:
    """Read the tables; return the verdicts by column and deal."""
    known = {}
    for name in ("solvability_1-16000.csv", "solvability_1_cell_1-2000.csv"):
        if not (folder / name).is_file():
            print(f"{name} is not in {folder}, so no verdict is compared with it.\n")
            continue
        with (folder / name).open(encoding="utf-8") as table:
            for row in csv.DictReader(table):
                for column, value in row.items():
                    if column in GAMES and value in ("0", "1"):
                        known[column, int(row["deal"])] = ("lost", "won")[int(value)]
    return known


def decide(column: str, last: int, solver: Solver, jobs: int, known: dict[tuple[str, int], str]) -> list[str]:
    """Solve the deals from 1 on and print a row of the table; return the differences."""
    counts: Counter[str] = Counter()
    wrong, held, nodes = [], 0, 0
    began = time.perf_counter()
    deals = (Deal(number, GAMES[column]) for number in range(1, last + 1))
    for number, solution in enumerate(solver.solve_many(deals, jobs), 1):
        found = WORDS[solution.verdict]
        counts[found] += 1
        nodes += solution.nodes
        if text := fault(solution):
            wrong.append(f"{column} {number}: {text}")
        verdict = known.get((column, number), "open")
        held += verdict == found
        if "open" not in (verdict, found) and verdict != found:
            wrong.append(f"{column} {number}: {found}, the table says {verdict}")
    if last == 32_000 and counts["won"] != COUNTS[column] and not counts["open"]:
        wrong.append(f"{column}: {counts['won']} won, {COUNTS[column]} published")
    seconds = time.perf_counter() - began
    of = sum(1 for name, number in known if name == column and number <= last)
    print(
        f"| {column} | {last:,} | {counts['won']:,} | {counts['lost']:,} | {counts['open']} | {held:,} of {of:,} "
        f"| {nodes / last:,.0f} | {seconds:.1f} s |",
        flush=True,
    )
    return wrong


def with_five_cells(folder: Path, solver: Solver) -> list[str]:
    """Decide deals that are lost with four cells and whose verdict with five cells is known; return the differences."""
    wrong = []
    five = Rules.FREECELL.replace(cells=5)
    expected = {11982: "won"}
    if (folder / LOST_WITH_FIVE).is_file():
        lines = (folder / LOST_WITH_FIVE).read_text(encoding="utf-8").split()
        expected |= {int(word): "lost" for word in lines if word.isdecimal()}
    for number, verdict in expected.items():
        solution = solver.solve(Deal(number, five))
        found = WORDS[solution.verdict]
        print(f"{number} with five cells: {found} ({solution.nodes:,} positions, {solution.seconds:.2f} s)", flush=True)
        if found not in (verdict, "open") or fault(solution):
            wrong.append(f"{number} with five cells: {found}, known to be {verdict} {fault(solution)}")
    return wrong


def main() -> int:
    """Print the table; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--last", type=int, default=32_000, help="the last deal (32000); with one cell, a sixteenth of it"
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of threads (1)")
    parser.add_argument(
        "--max-memory", type=float, default=1, metavar="GB", help="memory limit per deal, of 2^30 bytes (1)"
    )
    parser.add_argument("--tables", type=Path, default=TABLES, metavar="FOLDER", help="the folder of the tables")
    options = parser.parse_args()
    print(f"{heading()} {options.jobs} threads, at most {options.max_memory:g} GB per deal.\n")
    known = known_verdicts(options.tables)
    solver = Solver(max_memory=int(options.max_memory * GB))
    print("| game | deals | won | lost | open | as in the table | positions per deal | time |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    wrong = []
    for column in COUNTS:
        wrong += decide(column, options.last, solver, options.jobs, known)
    wrong += decide("cells1", options.last // 16, solver, options.jobs, known)
    print(flush=True)
    wrong += with_five_cells(options.tables, solver)
    print("\nNo difference." if not wrong else "\nDIFFERENCES\n" + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
