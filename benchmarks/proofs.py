"""What it takes to prove deals impossible: ``python benchmarks/proofs.py [--deals N …] [--sample 200] [--help]``.

First the eight impossible deals of the first million, then as many as ``--sample`` says of all 102,075 that have been
published for the numbers below 2^33, drawn with a fixed seed from the list where there is a copy of it, and given as
cards without their number; with ``--deals`` only the deals named. What cannot be finished within the limits is
left open and listed; a win would contradict the list, and then the exit code is 1.

It drives the search that a ``Solver`` drives, in slices of the same length, to read what only the search tells: how
many positions the exhausting part has met, and the memory in between. With ``--exhaust-only`` that part runs alone
and meets all positions, wins or no wins: to see how far it gets.
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
"""How many seconds each of the eight may take."""
SLICE = 5_000
ANSWERS = {
    "won": "WON",
    "exhausted": "impossible",
    "counted": "all met",
    "full": "open: memory",
    "running": "open: time",
}
HEADER = "| deal | verdict | positions met | expanded by all | largest memory | time |\n|--:|---|--:|--:|--:|--:|"


@dataclass(frozen=True)
class Proof:
    """How far the search came: what it said last, its counts, the most memory seen in bytes, and its seconds."""

    number: int
    outcome: str
    positions: int
    nodes: int
    memory: int
    seconds: float

    def __str__(self) -> str:
        """Write it as a row of the table."""
        time = f"{self.seconds:.1f} s" if self.seconds >= 1 else f"{self.seconds * 1e3:.1f} ms"
        memory = f"{self.memory / 2**20:,.1f} MB"
        return f"| {self.number} | {ANSWERS[self.outcome]} | {self.positions:,} | {self.nodes:,} | {memory} | {time} |"


@dataclass(frozen=True)
class Limits:
    """How far to search a deal: bytes and seconds; and whether to leave out the quick searches for a win."""

    memory: int
    seconds: float
    exhaust_only: bool = False


def prove(number: int, limits: Limits) -> Proof:
    """Search a deal, given as cards alone, to the end or to a limit."""
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
        outcome = "counted"  # wins were not looked for
    return Proof(number, outcome, search.positions, search.nodes, memory, seconds)


def prove_all(numbers: Iterable[int], limits: Limits) -> list[Proof]:
    """Search deals one after the other, and say on the error stream how it goes."""
    proofs = []
    for number in numbers:
        proofs.append(prove(number, limits))
        print(len(proofs), proofs[-1], file=sys.stderr, flush=True)
    return proofs


def eight(limits: Limits) -> list[Proof]:
    """Give for each of the eight the run of median time."""
    runs = [[prove(number, limits) for _ in range(5)] for number in FIRST_EIGHT]
    return [sorted(proofs, key=lambda proof: proof.seconds)[len(proofs) // 2] for proofs in runs]


def summary(proofs: list[Proof]) -> str:
    """Say how many were proven, what that took, and which were not."""
    proven = [proof for proof in proofs if proof.outcome == "exhausted"]
    lines = [f"{len(proven)} of {len(proofs)} proven impossible, {len(proofs) - len(proven)} left.\n"]
    if proven:
        lines.append("| of those proven | median | nine tenths up to | most |\n|---|--:|--:|--:|")
        for name, values in (
            ("positions met", [proof.positions for proof in proven]),
            ("largest memory, MB", [proof.memory / 2**20 for proof in proven]),
            ("seconds", [proof.seconds for proof in proven]),
        ):
            tenth = sorted(values)[min(len(values) - 1, len(values) * 9 // 10)]
            figures = (statistics.median(values), tenth, max(values))
            lines.append(f"| {name} | " + " | ".join(f"{x:,.0f}" if x >= 100 else f"{x:.2f}" for x in figures) + " |")
    rest = [str(proof) for proof in proofs if proof.outcome != "exhausted"]
    return "\n".join([*lines, "", HEADER, *rest] if rest else lines)


def main() -> int:
    """Print the tables; give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, nargs="+", metavar="N", help="only these deals, and each in a row")
    parser.add_argument("--sample", type=int, default=200, metavar="N", help="how many to draw (200)")
    parser.add_argument("--seed", type=int, default=1, help="for drawing them (1)")
    parser.add_argument("--max-memory", type=float, default=1, metavar="GB", help="of 2^30 bytes, for each deal (1)")
    parser.add_argument("--max-seconds", type=float, default=60, metavar="S", help="for each deal (60)")
    parser.add_argument("--exhaust-only", action="store_true", help="with --deals: leave out the quick searches")
    parser.add_argument("--list", type=Path, default=PUBLISHED, metavar="FILE", help="a deal number in each line")
    options = parser.parse_args()
    limits = Limits(int(options.max_memory * GB), options.max_seconds, bool(options.deals) and options.exhaust_only)
    print(f"{heading()} At most {options.max_memory:g} GB and {options.max_seconds:g} s for a deal.\n")
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
            print(f"There is no file {options.list}: no sample was drawn.")
    wins = [proof.number for proof in proofs if proof.outcome == "won"]
    if wins:
        print(f"CONTRADICTION: won, though listed as impossible: {wins}")
    return 1 if wins else 0


if __name__ == "__main__":
    sys.exit(main())
