"""The command as a program: help, exit codes, pipes, closed streams, missing extras."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.command import DEAL_617, environment, python, run
from typer.testing import CliRunner

import freecell
from freecell import Deal, Solver, Verdict
from freecell.cli import ExitCode, main
from freecell.cli import app as app_module
from freecell.cli.app import app


class TestProgram:
    """The command as a program of its own."""

    def test_version(self) -> None:
        result = run("--version")
        assert (result.exit_code, result.stdout) == (ExitCode.YES, f"freecell {freecell.__version__}\n")

    @pytest.mark.parametrize("args", [[], ["--help"], ["-h"]])
    def test_help(self, args: list[str]) -> None:
        result = run(*args)
        assert result.exit_code == ExitCode.YES
        words = " ".join(result.stdout.split())
        assert [name for name in ("deal", "show", "solve", "replay", "find") if f"{name} " not in words] == []
        assert [code for code in ExitCode if not re.search(rf"Exit codes:.*\b{code}\b", words)] == []

    @pytest.mark.parametrize(
        ("command", "options"),
        [
            ("deal", "--cells --rules --json"),
            ("show", "--cells --rules --json"),
            ("solve", "--cells --rules --json --notation --autoplay --max-nodes --max-seconds --max-memory"),
            ("solve", "--short --optimal --measure --on-deal"),
            ("replay", "--cells --rules --json --autoplay --on-deal --moves"),
            ("find", "--cells --rules --json"),
        ],
    )
    def test_help_of_a_command(self, command: str, options: str) -> None:
        result = run(command, "--help")
        assert result.exit_code == ExitCode.YES
        assert "Exit codes: 0 " in result.stdout
        assert [option for option in options.split() if f"{option} " not in result.stdout] == []

    def test_as_a_module(self) -> None:
        done = python("-m", "freecell", "deal", "617")
        assert (done.returncode, done.stdout, done.stderr) == (ExitCode.YES, DEAL_617, "")

    def test_exit_code_of_the_process(self) -> None:
        done = python("-m", "freecell", "show", input="nonsense")
        assert (done.returncode, done.stdout) == (ExitCode.BAD_INPUT, "")
        assert done.stderr.startswith("freecell: standard input: line 1, column 1: ")
        assert done.stderr.count("\n") == 1

    def test_pipe(self) -> None:
        dealt = python("-m", "freecell", "deal", "24", "--cells", "2")
        found = python("-m", "freecell", "find", input=dealt.stdout)
        solved = python("-m", "freecell", "solve", "-", "--json", input=dealt.stdout)
        assert found.stdout == "24\n"
        moves = json.loads(solved.stdout)["notation"]
        assert python("-m", "freecell", "replay", "24", "--moves", "-", input=moves).returncode == ExitCode.YES

    def test_without_the_extra(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        monkeypatch.delitem(sys.modules, "freecell.cli.app")
        monkeypatch.setitem(sys.modules, "typer", None)
        with pytest.raises(SystemExit) as exit_now:
            main()
        assert exit_now.value.code == ExitCode.NOT_INSTALLED
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err == "freecell: the command needs Typer and Rich: pip install '.[cli]' in a checkout\n"

    @pytest.mark.parametrize("missing", ["typer", "rich"])
    def test_without_the_extra_as_a_program(self, missing: str) -> None:
        done = python("-c", f"import sys; sys.modules['{missing}'] = None; from freecell.cli import main; main()")
        assert done.returncode == ExitCode.NOT_INSTALLED
        assert done.stderr.endswith(" pip install '.[cli]' in a checkout\n")
        assert done.stderr.count("\n") == 1

    def test_a_fault_of_the_program_is_not_hidden(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def solve(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(Solver, "solve", solve)
        assert isinstance(CliRunner().invoke(app, ["solve", "617"]).exception, ZeroDivisionError)

    def test_a_broken_installation_is_not_called_a_missing_extra(self) -> None:
        fault = "import sys; sys.modules['freecell.cli.output'] = None; from freecell.cli import main; main()"
        done = python("-c", fault)
        assert done.returncode == 1
        assert "ModuleNotFoundError: import of freecell.cli.output" in done.stderr

    @pytest.mark.skipif(os.name == "nt", reason="Windows has other pipes")
    @pytest.mark.parametrize("colour", [{}, {"FORCE_COLOR": "1"}])
    @pytest.mark.parametrize("args", ["deal 617", "deal 617 --json", "solve 617"])
    def test_broken_pipe(self, args: str, colour: dict[str, str]) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        try:
            done = python("-m", "freecell", *args.split(), stdout=writer, env=environment(TERM="xterm", **colour))
        finally:
            os.close(writer)
        assert (done.returncode, done.stderr) == (ExitCode.BROKEN_PIPE, "")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    def test_full_disk(self) -> None:
        with Path("/dev/full").open("w") as full:
            done = python("-m", "freecell", "deal", "617", stdout=full)
        assert (done.returncode, done.stderr) == (
            ExitCode.BAD_INPUT,
            "freecell: standard output: No space left on device\n",
        )

    @pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
    @pytest.mark.parametrize(
        ("redirection", "code", "told"),
        [("<&-", ExitCode.BAD_INPUT, "freecell: standard input: it is closed\n"), (">&-", ExitCode.YES, "")],
    )
    def test_closed_streams(self, redirection: str, code: ExitCode, told: str) -> None:
        command = f"{shlex.quote(sys.executable)} -m freecell show {redirection}"
        done = subprocess.run(
            ["/bin/sh", "-c", command], input=DEAL_617, capture_output=True, text=True, check=False, env=environment()
        )
        assert (done.returncode, done.stdout, done.stderr) == (code, "", told)

    @pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
    def test_ctrl_c(self) -> None:
        # No solution, and the proof took others a billion positions: the search does not end in a test's time.
        with subprocess.Popen(
            [sys.executable, "-m", "freecell", "solve", "219837216"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=environment(),
        ) as process:
            assert process.stdout is not None
            shown = [process.stdout.readline() for _ in range(8)]
            process.send_signal(signal.SIGINT)
            rest, told = process.communicate(timeout=20)
        assert "".join(shown) == f"{Deal(219837216)}\n"
        assert (process.returncode, rest, told) == (ExitCode.INTERRUPTED, "", "freecell: interrupted\n")

    def test_verdicts_have_their_codes(self) -> None:
        assert app_module._VERDICT_CODES.keys() == set(Verdict)
