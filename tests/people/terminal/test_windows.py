"""The windows of the terminal game: a new deal, options, statistics, help."""

from __future__ import annotations

import re
from pathlib import Path

from helpers.terminal_game import counted, drive, last_keys, nearly_won, playing
from textual.widgets import Input

from freecell import AutoPlay, Deal, Rules
from freecell.cli.terminal.session import Session
from freecell.cli.terminal.settings import Settings
from freecell.cli.terminal.store import Store
from freecell.play import Game, Options, Statistics


class TestWindows:
    @drive
    async def test_a_deal_by_its_number(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("G", *"99999999999", "enter")
            assert player.window == "Deal number"
            assert "must be from 1 to 8589934591" in player.screen()
            await player.press(*["backspace"] * 12, "enter")
            assert player.window == "Deal number"
            await player.press("full_stop", "1")
            assert "From 1 to 8,589,934,591" in " ".join(player.screen().split()), "what was wrong before is gone"
            await player.press("2", "enter")
            assert player.game.deal == Deal(12)
            await player.press("G", "x", "enter")
            assert "'x' is not a share code such as FC1-C4-AAAAAKH" in player.screen()
            await player.press("backspace")
            await player.type("fc1-C3-aaaaatj")
            await player.press("enter")
            assert player.game == Game(Deal(617, Rules(cells=3)))
            await player.press("G")
            assert isinstance(player.app.focused, Input)
            await player.press("escape")
            assert player.game.deal == Deal(617, Rules(cells=3))

    @drive
    async def test_options_hold_from_the_next_game_on(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("O", "right", "down", "left", "down", "left", "escape")
            assert player.game == Game(Deal(617))
            names = list(Rules.named())
            assert player.app._session.settings == Settings(rules=names[1], style="open", autoplay="sure")
            assert Session(player.store).settings == player.app._session.settings
            await player.press("N")
            assert player.game.deal.rules == Rules.named()[names[1]]
            assert player.game.options == Options.OPEN.replace(autoplay=AutoPlay.SURE)

    @drive
    async def test_options_say_what_cannot_be_dealt(self, tmp_path: Path) -> None:
        async with playing(tmp_path, Game(Deal(1))) as player:
            await player.press("O", "down", "enter", "enter", "up", *["left"] * 8)
            assert "This cannot be dealt: style oyna: under these options a game has 4 cells" in " ".join(
                player.screen().split()
            )
            await player.press("escape", "N")
            assert "under these options a game has 4 cells" in player.message
            assert player.game.deal == Deal(1)
            await player.press("O", *["right"] * 8)
            assert "cannot be dealt" not in player.screen()

    @drive
    async def test_statistics_of_every_game(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "kept")
        store.write("statistics/penguin.json", Statistics(4, 3, 3661.5, 1, 2).save())
        async with playing(tmp_path) as player:
            await player.press("T")
            lines = player.screen().split("\n")
            assert any(re.search(r"Penguin +4 +3 +75 +1 +2 +1:01:01", line) for line in lines)
            assert any(re.search(r"FreeCell +0 +0 +- +0 +0 +-", line) for line in lines)

    @drive
    async def test_best_times_by_deal(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "kept")
        statistics = Statistics()
        for deal in range(1, 15):
            statistics = statistics.after(won=True, seconds=300 - deal, deal=deal * 1000)
        store.write("statistics/freecell.json", statistics.save())
        async with playing(tmp_path) as player:
            assert "   best 4:46" in player.screen().split("\n")[0], "of the game, as the deal was not won yet"
            await player.press("T")
            screen = player.screen()
            assert "FreeCell: best times by deal, the 12 fastest of 14" in screen
            assert re.search(r"14000 +4:46 +13000 +4:47 +12000 +4:48 .*\n.* 11000 +4:49", screen)
            assert "3000     4:57" in screen
            assert "2000     4:58" not in screen.replace("12000", "")
            await player.press("escape", "G", "2", "0", "0", "0", "enter")
            assert "   deal's best 4:58" in player.screen().split("\n")[0]
        async with playing(tmp_path, Game(Deal(2, Rules.PENGUIN))) as player:
            assert "best" not in player.screen().split("\n")[0], "nothing is known of this game"

    @drive
    async def test_a_win_is_the_best_time_of_its_deal(self, tmp_path: Path) -> None:
        now = [0.0]
        game = nearly_won(lambda: now[0])
        now[0] = 321.0
        async with playing(tmp_path, game) as player:
            await player.type(last_keys(nearly_won()))
            await player.until(lambda: player.window, "the window")
            assert player.screen().split("\n")[0].endswith("deal's best 5:21")
            assert counted(tmp_path).best_times == ((1, 321.0),)

    @drive
    async def test_the_time_stands_still_behind_a_window(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            assert not player.game.is_paused()
            await player.press("question_mark")
            assert player.game.is_paused()
            await player.press("escape")
            assert not player.game.is_paused()

    @drive
    async def test_ctrl_c_says_how_to_quit(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("ctrl+c")
            assert player.message == "Q quits. The game is saved."
