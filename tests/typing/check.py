"""Check that mypy refuses every wrong use and allows every right one; each line where it does not is named.

Run it with the library and mypy installed: ``python tests/typing/check.py``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
NAMES = ("right_uses.py", "wrong_uses.py")
MYPY = ("mypy", "--strict", "--config-file=", "--cache-dir", os.devnull, "--no-error-summary", "--no-pretty")
ERROR = re.compile(r"(?P<file>[\w.]+):(?P<line>\d+): error: (?P<text>.*)  \[(?P<code>[\w-]+)\]")
EXPECTED = re.compile(r"# error: (?P<codes>[\w-]+(, [\w-]+)*)$")

Lines = dict[tuple[str, int], list[str]]
"""The codes of the errors by file and line."""


def expected() -> Lines:
    """Return the errors that the comments ask for."""
    lines: Lines = {}
    for name in NAMES:
        for number, line in enumerate((HERE / name).read_text(encoding="utf-8").splitlines(), 1):
            found = EXPECTED.search(line)
            if found:
                lines[name, number] = sorted(found["codes"].split(", "))
    return lines


def reported() -> tuple[Lines, list[str]]:
    """Return the errors that mypy finds, and its other output."""
    command = [sys.executable, "-m", *MYPY, *NAMES]
    run = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    lines: Lines = defaultdict(list)
    others = []
    for line in (run.stdout + run.stderr).splitlines():
        found = ERROR.fullmatch(line)
        if found:
            lines[found["file"], int(found["line"])].append(found["code"])
        elif ": note: " not in line:
            others.append(line)
    return {place: sorted(codes) for place, codes in lines.items()}, others


def main() -> int:
    """Compare, and give the exit code: 1 when something differs."""
    wanted = expected()
    got, differences = reported()
    for name, number in sorted(wanted.keys() | got.keys()):
        want, have = wanted.get((name, number), []), got.get((name, number), [])
        if want != have:
            differences.append(
                f"tests/typing/{name}:{number}: expected {', '.join(want) or 'no error'},"
                f" mypy says {', '.join(have) or 'no error'}"
            )
    print(*differences, sep="\n") if differences else print(f"{len(wanted)} wrong uses refused, all right uses allowed")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
