"""The terminal game in a real terminal: won by keys alone, ended by signals, taken up again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from freecell import Deal, Solver
from freecell.play import Game

pytestmark = pytest.mark.skipif(os.name == "nt", reason="tmux is not for Windows")

REQUIRED = os.environ.get("FREECELL_TMUX") == "required"
WAIT = 30.0
"""Seconds for the terminal to show what it should."""


class Terminal:
    """A terminal of 80 by 24 in which a shell runs one command after the other."""

    def __init__(self, tmux: str, folder: Path, **environ: str) -> None:
        self.folder = folder
        clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TMUX", "TMUX_TMPDIR")}
        self.environ = clean | {"FREECELL_HOME": str(folder / "kept"), "PYTHONUTF8": "1"} | environ
        # A server of its own, which knows nothing of the user's.
        self.tmux = [tmux, "-u", "-S", str(folder / "tmux"), "-f", os.devnull]
        self.run("new-session", "-d", "-x", "80", "-y", "24", "PS1='$ ' exec sh")
        self.run("set-option", "-g", "remain-on-exit", "on")

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [*self.tmux, *arguments],
            env=self.environ,
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            timeout=20,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def type(self, text: str) -> None:
        self.run("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def play(self, arguments: str = "") -> None:
        """Start the game; its process writes its number to a file, for signals."""
        self.type(f"sh -c 'echo $$ > pid; exec {sys.executable} -m freecell play {arguments}'; echo ended $?")
        self.press("Enter")

    def signal(self, number: signal.Signals) -> None:
        os.kill(int((self.folder / "pid").read_text()), number)

    def screen(self, *options: str) -> str:
        return self.run("capture-pane", "-p", *options)

    def until(self, *texts: str) -> str:
        """Wait until all of these stand on the screen, and give what stands there."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            screen = self.screen()
            if all(text in screen for text in texts):
                return screen
            time.sleep(0.05)
        pytest.fail(f"waited in vain for {texts}:\n{self.screen()}")

    def kept(self) -> Game:
        return Game.load((self.folder / "kept" / "game.json").read_text("utf-8"))


@pytest.fixture
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    tmux = shutil.which("tmux")
    if tmux is None:
        (pytest.fail if REQUIRED else pytest.skip)("missing: tmux: apt-get install tmux")
    terminal = Terminal(tmux, tmp_path_factory.mktemp("t"))
    yield terminal
    terminal.run("kill-server")


def test_a_deal_is_won_by_keys_alone(terminal: Terminal) -> None:
    terminal.play("617")
    assert "? shows the keys" in terminal.until("FreeCell deal 617   0 moves", "Q Quit")
    assert "\x1b[" in terminal.screen("-e"), "in colour"
    terminal.type(Solver().solve(Deal(617)).notation())
    screen = terminal.until("You have won!", "52 of 52 home")
    assert "Played 1, won 1, 1 in a row." in screen
    terminal.press("q")
    terminal.until("ended 0")
    assert not (terminal.folder / "kept" / "game.json").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_game_and_it_goes_on_later(terminal: Terminal, number: signal.Signals) -> None:
    terminal.play("617 --plain")
    terminal.until("FreeCell deal 617   0 moves")
    terminal.type("832a1bz")
    terminal.until("Undone: 1b")
    terminal.signal(number)
    terminal.until("ended 0")
    game = terminal.kept()
    assert (len(game.turns), len(game.undone)) == (2, 1)
    assert game.seconds() > 0
    terminal.type("clear")
    terminal.press("Enter")
    terminal.play()
    terminal.until("Welcome back.", "FreeCell deal 617   2 moves")
    terminal.type("y")
    terminal.until("Redone: 1b")
    terminal.press("C-q")
    terminal.until("ended 0")
    assert len(terminal.kept().turns) == 3


def test_nothing_is_lost_when_the_game_is_killed(terminal: Terminal) -> None:
    terminal.play("617")
    terminal.until("FreeCell deal 617   0 moves")
    terminal.type("832a")
    terminal.until("FreeCell deal 617   2 moves")
    terminal.signal(signal.SIGKILL)
    terminal.until("ended 137")
    assert len(terminal.kept().turns) == 2


def test_a_board_from_a_pipe_leaves_the_keys_to_the_game(terminal: Terminal) -> None:
    (terminal.folder / "board.txt").write_text(str(Deal(617).state().play("83")))
    terminal.play("- < board.txt")
    terminal.until("FreeCell   0 moves", "Q Quit")
    terminal.type("2a")
    terminal.until("FreeCell   1 move ", "2a: K♠ to cell a.")
    terminal.press("Q")
    terminal.until("ended 0")
    assert terminal.kept().start == Deal(617).state().play("83")
    terminal.type("clear")
    terminal.press("Enter")
    terminal.play("board.txt")
    terminal.until("Welcome back.", "FreeCell   1 move ")
    terminal.press("Q")
    terminal.until("ended 0")


def test_without_utf_8_only_ascii_is_written(terminal: Terminal) -> None:
    terminal.type("export PYTHONUTF8=0 PYTHONIOENCODING=latin-1")
    terminal.press("Enter")
    terminal.play("617")
    screen = terminal.until("FreeCell deal 617   0 moves", "QH")
    assert screen.isascii()
    terminal.press("Q")
    terminal.until("ended 0")


def test_the_mouse(terminal: Terminal) -> None:
    def mouse(*places: tuple[int, int]) -> None:
        """Press at the first place, and release at the last, as terminals report it."""
        (x, y), (to_x, to_y) = places[0], places[-1]
        terminal.type(f"\x1b[<0;{x};{y}M\x1b[<0;{to_x};{to_y}m")

    terminal.play("617")
    terminal.until("FreeCell deal 617   0 moves", "Q Quit")
    mouse((73, 11))
    terminal.until("[Q♥]", "<K♣>")
    mouse((23, 9))
    terminal.until("83: Q♥ to column 3.")
    mouse((13, 12), (3, 3))
    terminal.until("2a: K♠ to cell a.")
    mouse((10, 24))
    terminal.until("Undone: 2a")
    terminal.press("Q")
    terminal.until("ended 0")


def test_a_clock_goes_on_and_a_terminal_that_changes_is_filled(terminal: Terminal) -> None:
    terminal.play("617")
    terminal.until("FreeCell deal 617   0 moves")
    terminal.type("83")
    terminal.run("resize-window", "-x", "40", "-y", "15")
    terminal.until("83: Q♥ to column 3.", "0:01")
    terminal.press("Q")
    terminal.until("ended 0")
