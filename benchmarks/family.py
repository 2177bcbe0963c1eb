"""Verdicts for every named game, compared with fc-solve's: ``python benchmarks/family.py [GAME …] [--help]``.

Solves deals 1 to 200 of each game, by PySol's numbers, and replays every solution. Compares the verdicts with those of
fc-solve in ``tests/data/family_peer.tsv``, which also has the positions that it checked and its time. Where fc-solve
says that a deal is lost, the verdict comes from a complete search. Prints every contradiction; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from pathlib import Path

from common import GB, WORDS, fault, heading

from freecell import Deal, Rules, Solver

PEER = Path(__file__).resolve().parents[1] / "tests" / "data" / "family_peer.tsv"


def peer_verdicts() -> dict[tuple[str, int], tuple[str, int, float]]:
    """Read fc-solve's verdicts (won, lost or open), with the positions that it checked and its time in seconds."""
    with PEER.open(encoding="utf-8") as table:
        return {
            (row["game"], int(row["deal"])): (row["verdict"], int(row["states"]), float(row["seconds"]))
            for row in csv.DictReader(table, delimiter="\t")
        }


def summed(verdicts: list[str]) -> str:
    """Format the numbers of deals won, lost and left open."""
    counts = Counter(verdicts)
    return "/".join(str(counts[word]) for word in WORDS.values())


def play(game: str, last: int, solver: Solver) -> tuple[str, list[str], list[str]]:
    """Solve the deals of a game; return a table row, the contradictions, and the deals that only one side decided."""
    peer = peer_verdicts()
    ours: list[str] = []
    theirs: list[str] = []
    wrong: list[str] = []
    open_here: list[str] = []
    open_there: list[str] = []
    nodes, seconds, states, peer_seconds = 0, 0.0, 0, 0.0
    for number in range(1, last + 1):
        solution = solver.solve(Deal(number, Rules.named()[game]))
        verdict, checked, took = peer[game, number]
        found = WORDS[solution.verdict]
        ours.append(found)
        theirs.append(verdict)
        nodes += solution.nodes
        seconds += solution.seconds
        states += checked
        peer_seconds += took
        if text := fault(solution):
            wrong.append(f"{game} {number}: {text}")
        if found != verdict:
            if "open" not in (found, verdict):
                wrong.append(f"{game} {number}: {found}, fc-solve says {verdict}")
            (open_here if found == "open" else open_there).append(f"{number} {verdict if found == 'open' else found}")
    rates = f"{nodes / max(seconds, 1e-9) / 1e3:,.0f} | {states / max(peer_seconds, 1e-9) / 1e3:,.0f}"
    row = f"| `{game}` | {summed(ours)} | {summed(theirs)} | {seconds:.2f} s | {peer_seconds:.2f} s | {rates} |"
    left = []
    if open_here:
        left.append(f"{game}: open here, decided by fc-solve: {', '.join(open_here)}")
    if open_there:
        left.append(f"{game}: decided here, left open by fc-solve: {', '.join(open_there)}")
    return row, wrong, left


def main() -> int:
    """Print the table; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="(all)")
    parser.add_argument("--last", type=int, default=200, help="the last deal, at most 200 (200)")
    parser.add_argument(
        "--max-memory", type=float, default=1, metavar="GB", help="memory limit per deal, of 2^30 bytes (1)"
    )
    parser.add_argument("--max-seconds", type=float, default=20, metavar="S", help="time limit per deal (20)")
    options = parser.parse_args()
    print(f"{heading()} At most {options.max_memory:g} GB and {options.max_seconds:g} s per deal.\n")
    print("| game | won/lost/open | fc-solve | time | fc-solve | thousand positions a second | fc-solve |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    solver = Solver(max_memory=int(options.max_memory * GB), max_seconds=options.max_seconds)
    wrong, left = [], []
    for game in options.games or Rules.named():
        row, contradictions, undecided = play(game, options.last, solver)
        print(row, flush=True)
        wrong += contradictions
        left += undecided
    print("\n" + "\n".join(f"- {text}" for text in left))
    print("\nNo contradiction." if not wrong else "\nCONTRADICTIONS\n" + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
