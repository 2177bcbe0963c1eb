"""Check the notation of fc-solve against the program itself, both ways.

    python benchmarks/notation.py [--deals N]

The program's solutions of deals 1 to N are read, replayed, and written again: the text must be the same. It needs
fc-solve, of Debian's package freecell-solver-bin.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys

from common import heading

from freecell import AutoPlay, Deal, Solution, Verdict, replay


def printed(program: str, deal: Deal) -> str:
    """Return the moves that fc-solve prints for a deal with ``-snx``."""
    command = [program, "-m", "-snx", "-l", "lg", "-sel"]
    output = subprocess.run(command, input=str(deal), capture_output=True, text=True, check=False).stdout
    lines = (line.split() for line in output.splitlines())
    return " ".join(word for words in lines if all(map(_is_move, words)) for word in words)


def _is_move(word: str) -> bool:
    return 2 <= len(word) <= 4 and word[0] in "12345678abcd" and word[1] in "12345678abcdh"


def main() -> None:
    """Read and write the solutions, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1000, help="number of deals, from 1 on")
    deals = parser.parse_args().deals
    program = shutil.which("fc-solve")
    if program is None:
        sys.exit("fc-solve is not installed (Debian's package freecell-solver-bin)")
    moves = counts = 0
    for number in range(1, deals + 1):
        text = printed(program, Deal(number))
        played = replay(Deal(number), text, AutoPlay.NONE, style="fc-solve")
        assert played.won, f"deal {number}: {played.error}"
        solution = Solution(played.start, Verdict.SOLVED, played.moves, 0, 0.0)
        assert solution.notation("fc-solve", AutoPlay.NONE) == text, f"deal {number} is written differently"
        moves += len(played.moves)
        counts += text.count("v")
    print(heading())
    print(f"{deals:,} solutions of fc-solve were read, won, and written as they stood.")
    print(f"They have {moves:,} moves, {counts:,} of them with a count.")


if __name__ == "__main__":
    main()
