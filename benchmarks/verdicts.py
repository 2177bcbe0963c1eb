"""Verdicts with fewer cells, compared with others': ``python benchmarks/verdicts.py [FIRST LAST] [--help]``.

Solves every deal of the range, by default 1 to 1,000, with 3, 2, 1 and 0 cells, and replays every solution. Compares
the verdicts with those of fc-solve on one deal in ``--peer-every``, if it is installed (Debian's package
``freecell-solver-bin``). For deals 1 to 1,000, also compares the numbers of deals won, lost and left open with the
numbers known for fc-solve. Compares with the published tables if there is a copy of them. Prints every contradiction;
the exit code is then 1.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from common import GB, TABLES, WORDS, fault, heading

from freecell import Deal, Rules, Solver

PEER = "fc-solve"
PEER_FLAGS = ("--method", "soft-dfs", "-to", "01ABCDE")
"""Options for a complete search: these are all types of single-card moves."""
PEER_COUNTS = {3: (989, 11, 0), 2: (785, 210, 5), 1: (205, 787, 8), 0: (2, 998, 0)}
"""Numbers of the deals 1 to 1,000 that fc-solve won, lost and left open, by the number of cells."""
PEER_OPEN = {2: (197, 209, 266, 891, 982), 1: (109, 134, 179, 276, 289, 553, 695, 991)}


@dataclass(frozen=True)
class Limits:
    """Limits of the searches.

    Attributes:
        memory: Bytes per deal.
        seconds: Seconds per deal.
        peer_positions: Positions per deal for fc-solve.
        peer_every: The distance between deals that fc-solve is asked about.
    """

    memory: int
    seconds: float
    peer_positions: int
    peer_every: int


def known_verdicts(folder: Path) -> dict[tuple[int, int], str]:
    """Read the tables of deals that can be won; return the verdicts by number of cells and deal."""
    known = {}
    for name in ("solvability_1-16000.csv", "solvability_1_cell_1-2000.csv"):
        if not (folder / name).is_file():
            print(f"{name} is not in {folder}, so no verdict is compared with it.\n")
            continue
        with (folder / name).open(encoding="utf-8") as table:
            for row in csv.DictReader(table):
                for column, value in row.items():
                    if column.startswith("cells") and value in ("0", "1"):
                        known[int(column[5:]), int(row["deal"])] = ("lost", "won")[int(value)]
    return known


def peer_verdict(deal: Deal, cells: int, positions: int) -> str:
    """Return fc-solve's verdict."""
    command = [PEER, "--freecells-num", str(cells), *PEER_FLAGS, "-mi", str(positions), "-"]
    answer = subprocess.run(command, input=str(deal), capture_output=True, text=True).stdout
    if "This game is solveable" in answer:
        return "won"
    checked = answer.partition("states checked is ")[2].partition(".")[0]
    assert checked.isdecimal(), f"{PEER} gave an answer of unknown form: {answer}"
    return "lost" if int(checked) < positions else "open"


def with_cells(cells: int, numbers: range, limits: Limits, known: dict[tuple[int, int], str]) -> tuple[str, list[str]]:
    """Solve the deals with `cells` cells; return a row of the table and the contradictions."""
    rules = Rules.FREECELL.replace(cells=cells)
    solver = Solver(max_memory=limits.memory, max_seconds=limits.seconds)
    found: dict[int, str] = {}
    wrong: list[str] = []
    nodes, seconds = [], []
    for number in numbers:
        solution = solver.solve(Deal(number, rules))
        found[number] = WORDS[solution.verdict]
        nodes.append(solution.nodes)
        seconds.append(solution.seconds)
        if text := fault(solution):
            wrong.append(f"deal {number}, {cells} cells: {text}")
    tabled = {number: known[cells, number] for number in numbers if (cells, number) in known}
    peer = {}
    if shutil.which(PEER):
        peer = {n: peer_verdict(Deal(n), cells, limits.peer_positions) for n in numbers[:: limits.peer_every]}
    for source, verdicts in (("the table", tabled), (PEER, peer)):
        for number, verdict in verdicts.items():
            if verdict != found[number] and "open" not in (verdict, found[number]):
                wrong.append(f"deal {number}, {cells} cells: {found[number]}, {source} says {verdict}")
    published = "–"
    if numbers == range(1, 1_001):
        won, lost, _ = PEER_COUNTS[cells]
        published = "/".join(map(str, PEER_COUNTS[cells]))
        if counted(found, "won") < won or counted(found, "lost") < lost:
            wrong.append(f"{cells} cells: {summed(found)}, {PEER} decides {published}")
    left = [number for number in numbers if found[number] == "open"]
    fell = [f"{number} {found[number]}" for number in PEER_OPEN.get(cells, ()) if number in found]
    print(f"{cells} cells: left open: {left or 'none'}; deals that {PEER} left open: {', '.join(fell) or 'none'}")
    same = sum(verdict == found[number] for number, verdict in tabled.items())
    return (
        f"| {cells} | {summed(found)} | {published} | {summed(peer)} | {same:,} of {len(tabled):,} "
        f"| {sum(seconds):.2f} s | {max(seconds):.2f} s | {max(nodes):,} |"
    ), wrong


def counted(verdicts: dict[int, str], verdict: str) -> int:
    """Count the deals with a verdict."""
    return sum(found == verdict for found in verdicts.values())


def summed(verdicts: dict[int, str]) -> str:
    """Format the numbers of deals won, lost and left open."""
    return "/".join(str(counted(verdicts, verdict)) for verdict in WORDS.values()) if verdicts else "–"


def main() -> int:
    """Print the table; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", nargs="?", type=int, default=1, help="the first deal (1)")
    parser.add_argument("last", nargs="?", type=int, default=1_000, help="the last deal (1000)")
    parser.add_argument(
        "--cells", type=int, nargs="+", choices=(3, 2, 1, 0), default=(3, 2, 1, 0), help="numbers of cells (3 2 1 0)"
    )
    parser.add_argument(
        "--max-memory", type=float, default=1, metavar="GB", help="memory limit per deal, of 2^30 bytes (1)"
    )
    parser.add_argument("--max-seconds", type=float, default=60, metavar="S", help="time limit per deal (60)")
    parser.add_argument(
        "--peer-every", type=int, default=10, metavar="N", help="ask fc-solve about every Nth deal (10)"
    )
    parser.add_argument(
        "--peer-positions", type=int, default=500_000, metavar="N", help="position limit of fc-solve per deal (500000)"
    )
    parser.add_argument("--tables", type=Path, default=TABLES, metavar="FOLDER", help="the folder of solvability_….csv")
    options = parser.parse_args()
    limits = Limits(
        int(options.max_memory * GB), options.max_seconds, options.peer_positions, max(1, options.peer_every)
    )
    print(f"{heading()} At most {options.max_memory:g} GB and {options.max_seconds:g} s per deal.\n")
    if not shutil.which(PEER):
        print(f"{PEER} is not installed: to compare with it, install Debian's package freecell-solver-bin.\n")
    known = known_verdicts(options.tables)
    numbers = range(options.first, options.last + 1)
    results = [with_cells(cells, numbers, limits, known) for cells in options.cells]
    print(
        f"\n| cells | won/lost/open | {PEER}, published | {PEER}, one deal in {limits.peer_every} | as in the tables "
        "| time | longest | most positions |\n|--:|--:|--:|--:|--:|--:|--:|--:|"
    )
    print("\n".join(row for row, _ in results))
    wrong = [text for _, texts in results for text in texts]
    print("\nNo contradiction." if not wrong else "\nCONTRADICTIONS\n" + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
