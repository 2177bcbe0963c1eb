"""What the terminal game saves, and what happens when a file is damaged or cannot be written."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from helpers.terminal_game import counted, drive, kept, playing

from freecell import Deal
from freecell.play import Game, Statistics


class TestKept:
    @pytest.mark.parametrize("key", ["Q", "ctrl+q"])
    @drive
    async def test_a_game_goes_on_with_its_history_and_time(self, tmp_path: Path, key: str) -> None:
        async with playing(tmp_path) as player:
            await player.type("832a1bz")
            await player.pilot.pause(0.1)
            before = player.game
            await player.press(key)
        seconds = before.seconds()
        assert seconds >= 0.1
        async with playing(tmp_path, None) as player:
            assert player.game == before
            assert player.game.seconds() == pytest.approx(seconds)
            assert player.message == "Welcome back."
            await player.press("y")
            assert len(player.game.turns) == 3
            await player.press("z", "z", "z")
            assert player.game.state == Deal(617).state()

    @drive
    async def test_quitting_from_a_window(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            await player.press("question_mark", "ctrl+q")
        assert len((kept(tmp_path) or Game(Deal(1))).turns) == 1

    @drive
    async def test_each_move_is_kept_at_once(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            assert kept(tmp_path) == player.game
            await player.type("z")
            assert kept(tmp_path) == player.game

    @drive
    async def test_another_deal_is_asked_about_before_the_saved_one_is_left(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            await player.press("Q")
        async with playing(tmp_path, 5) as player:
            assert player.window == "Leave the game?"
            await player.press("n")
            assert player.game.deal == Deal(617)
            await player.press("Q")
        async with playing(tmp_path, 5) as player:
            await player.press("y")
            assert player.game.deal == Deal(5)
        assert counted(tmp_path) == Statistics(played=1)

    @pytest.mark.parametrize("name", ["game.json", "settings.json", "statistics/freecell.json"])
    @drive
    async def test_a_damaged_file_is_reported_and_the_game_begins(self, tmp_path: Path, name: str) -> None:
        file = tmp_path / "kept" / name
        file.parent.mkdir(parents=True)
        file.write_text('{"format": ')
        async with playing(tmp_path) as player:
            await player.press("T")
            await player.press("escape")
            assert player.game.deal == Deal(617)
            assert file.with_name(f"{file.name}.damaged-1").read_text() == '{"format": '

    @drive
    async def test_damaged_files_are_reported_at_the_start(self, tmp_path: Path) -> None:
        (tmp_path / "kept").mkdir()
        (tmp_path / "kept" / "game.json").write_text("x")
        async with playing(tmp_path, None) as player:
            assert player.window == "Trouble with files"
            assert "The file game.json is damaged and was set aside as" in " ".join(player.screen().split())
            await player.press("b")
            assert player.message == "? shows the keys. Have a good game."

    @drive
    async def test_all_damaged_files_are_reported_in_full(self, tmp_path: Path) -> None:
        (tmp_path / "kept").mkdir()
        for name in ("game.json", "settings.json"):
            (tmp_path / "kept" / name).write_text("x" * 100)
        async with playing(tmp_path, None) as player:
            assert player.window == "Trouble with files"
            told = re.sub(r"[^\w.-]", "", player.screen())
            for name in ("game.json", "settings.json"):
                assert f"set aside as {tmp_path / 'kept' / name}.damaged-1".replace(" ", "").replace("/", "") in told

    @drive
    async def test_a_read_only_folder_is_reported_and_the_game_goes_on(self, tmp_path: Path) -> None:
        (tmp_path / "kept").write_text("a file")
        async with playing(tmp_path) as player:
            assert player.window == "Trouble with files"
            assert "Cannot write" in player.screen()
            assert "You can play on, but the game is not saved." in player.screen()
            await player.press("b")
            await player.type("83")
            assert player.window == "", "it is told once"
            assert player.message == "83: Q♥ to column 3."
            assert "not saved" in player.screen().split("\n")[0]


def test_files_are_json(tmp_path: Path) -> None:
    @drive
    async def scenario() -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            await player.press("O", "escape", "N", "y")

    scenario()
    files = sorted((tmp_path / "kept").rglob("*"))
    assert [file.name for file in files if file.is_file()] == ["game.json", "settings.json", "freecell.json"]
    for file in files:
        if file.is_file():
            json.loads(file.read_text("utf-8"))
