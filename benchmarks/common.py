"""Names that the benchmarks share."""

from __future__ import annotations

import platform
from pathlib import Path

from freecell import FreeCellError, Solution, Verdict, __version__

GB = 2**30
WORDS = {Verdict.SOLVED: "won", Verdict.UNSOLVABLE: "lost", Verdict.UNKNOWN: "open"}
TABLES = Path(__file__).resolve().parents[2] / "shared" / "data"
"""The folder for copies of published tables; it need not exist."""


def heading() -> str:
    """Return the versions and the processor, for the first line of the output."""
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text().splitlines() if cpu.is_file() else []
    model = next((line.split(":")[1].strip() for line in lines if "model name" in line), platform.processor())
    return f"freecell {__version__}, CPython {platform.python_version()}, {model}."


def fault(solution: Solution) -> str:
    """Replay a win by the public rules; return what is wrong with it, or an empty string."""
    if solution.verdict is not Verdict.SOLVED:
        return ""
    try:
        return "" if solution.start.play_all(solution.moves).is_won() else "the solution does not win"
    except FreeCellError as error:
        return f"the solution does not replay: {error}"
