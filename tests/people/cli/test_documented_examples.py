"""The examples of the command's page print what the page shows."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from helpers.command import PAGE, environment


def with_real_output(page: str, folder: Path) -> str:
    """Run the examples of a page in a folder, in order, and put what they print in the place of what is there."""
    python = shlex.quote(sys.executable)
    programs = {"freecell": f"{python} -m freecell", "python": python}

    def printed(example: re.Match[str]) -> str:
        line = re.sub(r"(^|[|] )(freecell|python)\b", lambda found: found[1] + programs[found[2]], example[1])
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            env=environment(),
        )
        return f"$ {example[1]}\n{done.stdout}"

    def block(found: re.Match[str]) -> str:
        return re.sub(r"^\$ (.*)\n(?:(?![$`]).*\n)*", printed, found[0], flags=re.MULTILINE)

    return re.sub(r"^```console\n(?:.*\n)*?```$", block, page, flags=re.MULTILINE)


def without_seconds(text: str) -> str:
    return re.sub(r'[0-9.]+ s\)|"seconds": [0-9.e-]+', "TIME", text)


@pytest.mark.skipif(os.name == "nt", reason="the examples are for a POSIX shell")
def test_documented_examples(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert without_seconds(with_real_output(page, tmp_path)) == without_seconds(page), (
        f"refresh it: PYTHONPATH=tests python {__file__}"
    )
    assert set(re.findall(r"^\$ .*\bfreecell (\w+)", page, re.MULTILINE)) == {"deal", "show", "solve", "replay", "find"}


if __name__ == "__main__":  # refresh the page, after the solver has learnt to solve otherwise
    with tempfile.TemporaryDirectory() as scratch:
        PAGE.write_text(with_real_output(PAGE.read_text(encoding="utf-8"), Path(scratch)), encoding="utf-8")
