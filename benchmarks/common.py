"""What the commands beside this file share."""

from __future__ import annotations

import platform
from pathlib import Path

from freecell import FreeCellError, Solution, Verdict, __version__

GB = 2**30
WORDS = {Verdict.SOLVED: "won", Verdict.UNSOLVABLE: "lost", Verdict.UNKNOWN: "open"}
TABLES = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Where copies of published tables are, if anywhere."""


def heading() -> str:
    """Say what is measured on what."""
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text().splitlines() if cpu.is_file() else []
    model = next((line.split(":")[1].strip() for line in lines if "model name" in line), platform.processor())
    return f"freecell {__version__}, CPython {platform.python_version()}, {model}."


def fault(solution: Solution) -> str:
    """Replay a win by the public rules; say what is wrong with it, or nothing."""
    if solution.verdict is not Verdict.SOLVED:
        return ""
    try:
        return "" if solution.start.play_all(solution.moves).is_won() else "the solution does not win"
    except FreeCellError as error:
        return f"the solution does not replay: {error}"
