"""The cost of proving deals impossible: ``python benchmarks/proofs.py [--deals N …] [--sample 200] [--help]``.

Proves the eight impossible deals of the first million. Then draws ``--sample`` deals with a fixed seed from the
published list of all 102,075 impossible deals below 2^33, if there is a copy of it. With ``--deals``, tries only the
given deals. Deals are given to the search as cards, without their numbers. Deals not proven within the limits are
listed as open. A win would contradict the list; the exit code is then 1.

The benchmark runs the search itself, in slices as a ``Solver`` does, to read the number of positions that the
exhaustive search has visited, and the memory between slices. With ``--exhaust-only``, it runs the exhaustive search
alone, which then visits all positions and ignores wins, to see how far it gets.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from common import GB, TABLES, heading

from freecell import AutoPlay, Deal, State
from freecell._search.exhaustive import ExhaustiveSearch
from freecell._search.portfolio import Portfolio

PUBLISHED = TABLES / "published" / "impossible_4_cells.txt"
FIRST_EIGHT = (11_982, 146_692, 186_216, 455_889, 495_505, 512_118, 517_776, 781_948)
TARGET = 0.1
"""Seconds that each of the eight may take."""
SLICE = 5_000
ANSWERS = {
    "won": "WON",
    "exhausted": "impossible",
    "counted": "all visited",
    "full": "open: memory",
    "running": "open: time",
}
HEADER = (
    "| deal | verdict | positions visited | expanded by all searches | largest memory | time |\n"
    "|--:|---|--:|--:|--:|--:|"
)


@dataclass(frozen=True)
class Proof:
    """The end of a search.

    Attributes:
        number: The number of the deal.
        outcome: The last outcome of the search, a key of `ANSWERS`.
        positions: Positions visited by the exhaustive search.
        nodes: Positions expanded by all searches.
        memory: The largest memory seen between slices, in bytes.
        seconds: The time taken.
    """

    number: int
    outcome: str
    positions: int
    nodes: int
    memory: int
    seconds: float

    def __str__(self) -> str:
        """Return a row of the table."""
        time = f"{self.seconds:.1f} s" if self.seconds >= 1 else f"{self.seconds * 1e3:.1f} ms"
        memory = f"{self.memory / 2**20:,.1f} MB"
        return f"| {self.number} | {ANSWERS[self.outcome]} | {self.positions:,} | {self.nodes:,} | {memory} | {time} |"


@dataclass(frozen=True)
class Limits:
    """Limits for each deal, in bytes and seconds, and whether to leave out the fast searches for a win."""

    memory: int
    seconds: float
    exhaust_only: bool = False


def prove(number: int, limits: Limits) -> Proof:
    """Search a deal, given as cards without its number, until the search ends or reaches a limit."""
    state = State(Deal(number).columns)
    began = perf_counter()
    search: ExhaustiveSearch | Portfolio
    search = ExhaustiveSearch(state, AutoPlay.RAYMOND) if limits.exhaust_only else Portfolio(state, limits.memory)
    memory, seconds, outcome = 0, 0.0, "running"
    while outcome == "running" and seconds < limits.seconds:
        outcome = search.run(SLICE, limits.memory) if isinstance(search, ExhaustiveSearch) else search.run(SLICE)
        memory = max(memory, search.memory)
        seconds = perf_counter() - began
    if limits.exhaust_only and outcome == "exhausted":
        outcome = "counted"  # the search ignored wins
    return Proof(number, outcome, search.positions, search.nodes, memory, seconds)


def prove_all(numbers: Iterable[int], limits: Limits) -> list[Proof]:
    """Search deals one after the other, and report progress on standard error."""
    proofs = []
    for number in numbers:
        proofs.append(prove(number, limits))
        print(len(proofs), proofs[-1], file=sys.stderr, flush=True)
    return proofs


def eight(limits: Limits) -> list[Proof]:
    """Return the run of median time for each of the eight."""
    runs = [[prove(number, limits) for _ in range(5)] for number in FIRST_EIGHT]
    return [sorted(proofs, key=lambda proof: proof.seconds)[len(proofs) // 2] for proofs in runs]


def summary(proofs: list[Proof]) -> str:
    """Return the number of proofs, their cost, and the deals that are not proven."""
    proven = [proof for proof in proofs if proof.outcome == "exhausted"]
    lines = [f"{len(proven)} of {len(proofs)} proven impossible, {len(proofs) - len(proven)} open.\n"]
    if proven:
        lines.append("| of those proven | median | 90th percentile | most |\n|---|--:|--:|--:|")
        for name, values in (
            ("positions visited", [proof.positions for proof in proven]),
            ("largest memory, MB", [proof.memory / 2**20 for proof in proven]),
            ("seconds", [proof.seconds for proof in proven]),
        ):
            tenth = sorted(values)[min(len(values) - 1, len(values) * 9 // 10)]
            figures = (statistics.median(values), tenth, max(values))
            lines.append(f"| {name} | " + " | ".join(f"{x:,.0f}" if x >= 100 else f"{x:.2f}" for x in figures) + " |")
    rest = [str(proof) for proof in proofs if proof.outcome != "exhausted"]
    return "\n".join([*lines, "", HEADER, *rest] if rest else lines)


def main() -> int:
    """Print the tables; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, nargs="+", metavar="N", help="try only these deals, one row each")
    parser.add_argument("--sample", type=int, default=200, metavar="N", help="number of deals to draw (200)")
    parser.add_argument("--seed", type=int, default=1, help="seed for drawing them (1)")
    parser.add_argument(
        "--max-memory", type=float, default=1, metavar="GB", help="memory limit per deal, of 2^30 bytes (1)"
    )
    parser.add_argument("--max-seconds", type=float, default=60, metavar="S", help="time limit per deal (60)")
    parser.add_argument("--exhaust-only", action="store_true", help="with --deals: leave out the fast searches")
    parser.add_argument(
        "--list", type=Path, default=PUBLISHED, metavar="FILE", help="list of deal numbers, one per line"
    )
    options = parser.parse_args()
    limits = Limits(int(options.max_memory * GB), options.max_seconds, bool(options.deals) and options.exhaust_only)
    print(f"{heading()} At most {options.max_memory:g} GB and {options.max_seconds:g} s per deal.\n")
    if options.deals:
        proofs = prove_all(options.deals, limits)
        print("\n".join([HEADER, *map(str, proofs)]))
    else:
        proofs = eight(limits)
        slow = [proof.number for proof in proofs if proof.outcome != "exhausted" or proof.seconds >= TARGET]
        print("\n".join([HEADER, *map(str, proofs)]))
        print(f"\nNot proven in {TARGET} s: {', '.join(map(str, slow)) or 'none'}.\n")
        if options.list.is_file():
            listed = [int(line) for line in options.list.read_text().splitlines() if not line.startswith("#")]
            sample = prove_all(random.Random(options.seed).sample(listed, options.sample), limits)
            print(summary(sample))
            proofs += sample
        else:
            print(f"{options.list} is not a file, so no sample was drawn.")
    wins = [proof.number for proof in proofs if proof.outcome == "won"]
    if wins:
        print(f"CONTRADICTION: won, though listed as impossible: {wins}")
    return 1 if wins else 0


if __name__ == "__main__":
    sys.exit(main())
