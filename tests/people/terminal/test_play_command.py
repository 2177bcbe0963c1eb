"""The command `freecell play`: arguments, refusals, and its page in the documentation."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.command import DEAL_617, MIDGAME, ROWS_617, python
from helpers.paths import ROOT
from helpers.terminal_game import SNAPSHOTS
from textual.binding import Binding
from typer.testing import CliRunner

import freecell.cli.terminal
from freecell import Deal, FreeCellError, Rules, State
from freecell.cli import ExitCode
from freecell.cli.app import app as command
from freecell.cli.terminal import messages
from freecell.cli.terminal.app import PlayApp
from freecell.cli.terminal.store import Store


class TestCommand:
    def test_without_textual_it_says_what_to_install(self) -> None:
        result = python(
            "-c", "import sys; sys.modules['textual'] = None; import freecell.cli; freecell.cli.main()", "play"
        )
        assert result.returncode == ExitCode.NOT_INSTALLED
        assert (result.stdout, result.stderr) == (
            "",
            "freecell: the game needs Textual: pip install '.[play]' in a checkout\n",
        )

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["x"], "'x' is not a deal number, a share code such as FC1-C4-AAAAATJ, or a file with a board\n"),
            (["."], ".: Is a directory\n"),
            (["-"], "standard input: line 1, column 1: the text contains no board\n"),
            (["-", "--rules", "freecell,columns=99"], "--rules: columns must be from 1 to 18, not 99\n"),
            (["fc2-c4-aaaaatj"], "share codes of version 2 are not supported: only FC1 is\n"),
            (["FC1-C4-AAAAATJ", "--cells", "4"], "a share code includes the game: leave out --rules and --cells\n"),
            (
                ["--style", "foo"],
                "Invalid value for '--style': 'foo' is not one of 'usual', 'classic', 'oyna', 'open'.\n",
            ),
            (["1"], "the game needs a terminal, and this is not one"),
            (["--rules", "x"], "--rules: "),
        ],
    )
    def test_what_it_refuses(self, arguments: list[str], message: str) -> None:
        result = CliRunner().invoke(command, ["play", *arguments])
        assert result.exit_code == ExitCode.BAD_INPUT
        assert result.stderr.startswith(f"freecell: {message}")
        assert result.stderr.count("\n") == 1

    def test_boards_that_are_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "fc.txt"
        for board, more, message in (
            (DEAL_617.replace("3C", "3X"), [], "line 4, column 10: '3X' is not a card"),
            (DEAL_617, ["--rules", "freecell,columns=9"], "the board has 8 columns, but the game has 9"),
            (MIDGAME, ["--cells", "3"], "the board has 4 cells, but the game has 3 (line 2)"),
            (DEAL_617, [], "the game needs a terminal, and this is not one"),
            (ROWS_617, [], 'read them with by="rows" (use --by rows)'),
        ):
            file.write_text(board)
            for arguments, name in (([str(file)], f"{file}: "), (["-"], "standard input: ")):
                result = CliRunner().invoke(command, ["play", *arguments, *more], input=board)
                assert result.exit_code == ExitCode.BAD_INPUT
                assert message in result.stderr
                assert result.stderr.startswith(f"freecell: {name}") or "terminal" in message
                assert result.stderr.count("\n") == 1

    def test_a_dumb_terminal_is_refused(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("freecell.cli.app.sys", terminal())
        monkeypatch.setenv("TERM", "dumb")
        result = CliRunner().invoke(command, ["play"])
        assert result.exit_code == ExitCode.BAD_INPUT
        assert capsys.readouterr().err.startswith("freecell: the game needs a terminal with cursor control")

    def test_a_second_window_is_refused_and_says_why(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("FREECELL_HOME", str(tmp_path))
        with Store(tmp_path).held(), pytest.raises(FreeCellError, match="another window is playing the saved game"):
            freecell.cli.terminal.run()

    def test_what_could_not_be_saved_is_reported_at_the_end(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(PlayApp, "run", lambda _: None)
        monkeypatch.setenv("FREECELL_HOME", str(tmp_path / "kept"))
        assert freecell.cli.terminal.run(617)
        assert capsys.readouterr().err == ""
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("FREECELL_HOME", str(tmp_path / "file"))
        assert not freecell.cli.terminal.run(617)
        assert re.fullmatch(r"freecell: cannot write .*game\.json: .*\n", capsys.readouterr().err)

    def test_what_it_passes_on(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        calls = []
        file = tmp_path / "board.txt"
        file.write_text(MIDGAME)
        rows = tmp_path / "rows.txt"
        rows.write_text(ROWS_617)
        bakers = Rules.BAKERS_GAME.replace(cells=5)
        monkeypatch.setattr(freecell.cli.terminal, "run", lambda *args, **options: not calls.append((args, options)))

        monkeypatch.setattr("freecell.cli.app.sys", terminal())
        monkeypatch.setenv("TERM", "xterm")
        for arguments, wanted in (
            ([], (None, None, None, False, False)),
            (["617"], (617, None, None, False, False)),
            (["fc1-c4-AAAAATJ"], (Deal(617), None, None, False, False)),
            (["--rules", "bakers_game", "--cells", "5"], (None, "bakers_game,cells=5", None, False, False)),
            (["--cells", "3", "--style", "OPEN"], (None, "freecell,cells=3", "open", False, False)),
            (["1", "--plain", "--ascii"], (1, None, None, True, True)),
            ([str(file)], (State.parse(MIDGAME), None, None, False, False)),
            ([str(rows), "--by", "rows"], (Deal(617).state(), None, None, False, False)),
            ([str(file), "--style", "open"], (State.parse(MIDGAME), None, "open", False, False)),
            (
                [str(file), "--rules", "bakers_game", "--cells", "5"],
                (State.parse(MIDGAME, bakers), None, None, False, False),
            ),
        ):
            result = CliRunner().invoke(command, ["play", *arguments])
            assert result.exit_code == 0, result.stderr
            args, options = calls.pop()
            assert (*args, options["plain"], options["letters"]) == wanted

    def test_the_page_about_it_shows_what_is_seen_and_names_every_key(self) -> None:
        page = (ROOT / "docs" / "play.md").read_text("utf-8")
        assert (SNAPSHOTS / "table-80x24.txt").read_text("utf-8").split("\n", 15)[:15] == re.findall(
            r"```text\n(.*?)```", page, re.DOTALL
        )[0].split("\n")[:15]
        for binding in PlayApp.BINDINGS:
            assert isinstance(binding, Binding)
            for key in binding.key.split(","):
                name = {"question_mark": "?", "f1": "F1", "escape": "Esc"}.get(key, key)
                assert f"`{name}`" in page
                assert re.search(rf"(^|\s){re.escape(name)}\s", messages.HELP, re.MULTILINE)

    def test_only_the_public_interface_is_used(self) -> None:
        room = Path(freecell.cli.terminal.__file__).parent
        for file in room.glob("*.py"):
            imports = re.findall(r"^\s*(?:from|import) (freecell[\w.]*)", file.read_text("utf-8"), re.MULTILINE)
            own = [name for name in imports if name.startswith("freecell.cli.terminal")]
            allowed = {"freecell", "freecell._text", "freecell.draw", "freecell.play"}
            assert set(imports) - set(own) <= allowed, file.name


def terminal() -> SimpleNamespace:
    """The module sys, as it is where input and errors are a terminal."""

    class Terminal:
        def __init__(self, stream: Any) -> None:
            self.stream = stream

        def __getattr__(self, name: str) -> Any:
            return getattr(self.stream, name)

        def isatty(self) -> bool:
            return True

    return SimpleNamespace(**vars(sys) | {"stdin": Terminal(sys.stdin), "stderr": Terminal(sys.stderr)})
