"""Other Python processes that tests start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

HASH_SEEDS = ("0", "12345")


def python(code: str, **environment: str) -> subprocess.Popen[str]:
    """Start a process that runs `code`, with these changes of its environment."""
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def prints_everywhere(code: str, expected: str, given: str = "") -> None:
    """Check what `code` prints in other processes, whatever the seed of Python's hashes.

    Args:
        code: A program.
        expected: What it must print, without the last line break.
        given: What it reads.
    """
    for seed in HASH_SEEDS:
        with python(code, PYTHONHASHSEED=seed, PYTHONUTF8="1") as process:
            output, errors = process.communicate(given, timeout=60)
        assert (output.removesuffix("\n"), errors) == (expected, "")


def is_interrupted(statement: str) -> None:
    """Check that Ctrl-C ends a statement that would take long, with a KeyboardInterrupt."""
    with python(f"from freecell import *\nprint('ready', flush=True)\n{statement}\nprint('done')") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        try:
            output, errors = process.communicate(timeout=10)
        finally:
            process.kill()
    assert "KeyboardInterrupt" in errors
    assert output == "", "it was interrupted, not finished"
    assert process.returncode != 0
