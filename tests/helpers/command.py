"""The freecell command, run in this process, and boards for it."""

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from freecell import Solver, State
from freecell.cli import ExitCode
from freecell.cli import app as app_module
from freecell.cli.app import app
from helpers.paths import ROOT

PAGE = ROOT / "docs" / "cli.md"

DEAL_617 = """\
7D TD TH KD 4C 4S JD
AD 7S QC 5H QS TS KS
5C QD 3H 9S 9C 2H KC
3S AC 9D 3C 9H 5D 4H
5S 6D 6S 8S 7C JC
8C 8H 8D 7H 6H 6C
2D AS 3D 4D 2C JH
AH KH TC JS 2S QH
"""

ROWS_617 = """\
7D AD 5C 3S 5S 8C 2D AH
TD 7S QD AC 6D 8H AS KH
TH QC 3H 9D 6S 8D 3D TC
KD 5H 9S 3C 8S 7H 4D JS
4C QS 9C 9H 7C 6H 2C 2S
4S TS 2H 5D JC 6C JH QH
JD KS KC 4H
"""

MIDGAME = """\
Foundations: H-6 C-3 D-A S-A
Freecells: 8D - QS JS
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C 8H 7S
9H 9S 9D TS 4S 3D
JC 5S QD QH TH
8C 7D 6C 5D
7H QC JH TC
7C KH
4D
"""

NEARLY_WON = """\
Foundations: H-K C-K D-K S-J
KS
QS
:
:
:
:
:
:
"""


# Deal 1 from tests/data/solutions_standard.tsv: it wins under HORNE, also when that runs on the deal.
WIN_1 = (
    "5a 5b 5c 5d b2 8b a8 7a b7 58 a5 85 6b 6a 8a 8h a2 8a 81 76 78 ah ch 1h 4h 3a b3 4c 4b d4 c7 b4 6d 6c 6b 6h c6 d6 "
    "2d 2h a2 d2 1c 1a 1d 1h dh a2 b1 3d 3h 3a 3b 34 3h b6 13 a1 67 57 26 2b 2a 25 5h 13 25 21 6h 7h 42 4d 6h 2h 3h 2h "
    "a4 d1 64 78"
)

PLAIN = {
    **dict.fromkeys(["FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLORTERM"]),
    "TERM": "xterm",
    "COLUMNS": "80",
}


def run(*args: str, stdin: str | bytes = "", env: dict[str, str | None] = PLAIN) -> Result:
    result = CliRunner().invoke(app, args, input=stdin, env=env)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def run_json(*args: str, stdin: str = "", code: ExitCode = ExitCode.YES) -> dict[str, Any]:
    result = run(*args, "--json", stdin=stdin)
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (code, "", 1)
    fields = json.loads(result.stdout)
    assert isinstance(fields, dict)
    return fields


def refused(*args: str, stdin: str | bytes = "") -> str:
    """Run what must fail with nothing printed but one line on standard error; give that line."""
    result = run(*args, stdin=stdin)
    assert (result.exit_code, result.stdout) == (ExitCode.BAD_INPUT, "")
    assert re.fullmatch(r"freecell: [^\n]+\n", result.stderr), result.stderr
    return result.stderr.removeprefix("freecell: ").rstrip()


def solvers_asked_for(monkeypatch: pytest.MonkeyPatch) -> list[Solver]:
    """Let every command solve with the solver that it would take anyway, and give a list where they are kept."""
    given: list[Solver] = []

    def solver(**options: Any) -> Solver:
        given.append(Solver(**options))
        return given[-1]

    monkeypatch.setattr(app_module, "Solver", solver)
    return given


def state_json(state: State) -> dict[str, Any]:
    return {
        "rules": str(state.rules),
        "columns": [[str(card) for card in column] for column in state.columns],
        "cells": [card and str(card) for card in state.cells],
        "foundations": dict(zip("CDHS", state.foundations, strict=True)),
        "board": str(state),
    }


def environment(**changes: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if name not in {*PLAIN, "PYTHONUNBUFFERED"}}
    return clean | {"PYTHONIOENCODING": "utf-8"} | changes


def python(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    options = {"env": environment(), "input": ""} | options
    return subprocess.run(
        [sys.executable, *args],
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=False,
        **options,
    )
