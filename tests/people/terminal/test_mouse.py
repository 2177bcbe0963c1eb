"""The terminal game played by mouse: clicks, double clicks, dragging."""

from __future__ import annotations

from pathlib import Path

from helpers.terminal_game import RUN, drive, playing, set_up
from textual.widgets import OptionList

from freecell.cli.terminal.board import Board
from freecell.cli.terminal.command_line import CommandLine


class TestMouse:
    @drive
    async def test_click_and_click(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.click("8")
            assert player.marked("[]") == "Q♥"
            assert player.marked("<>") == "- - - - K♠ K♣"
            await player.click("3", 2)
            assert str(player.game.turns[-1].move) == "83v1", "anywhere in the column"
            await player.click("2")
            await player.click("c")
            assert str(player.game.turns[-1].move) == "2c"
            await player.click("1")
            player.clicks_are_apart()
            await player.click("1")
            assert player.marked("[]") == ""
            await player.click("1")
            await player.pilot.click(Board, offset=(40, 19))
            assert len(player.game.turns) in (2, 3)

    @drive
    async def test_a_card_inside_a_run_says_how_many_go(self, tmp_path: Path) -> None:
        async with playing(tmp_path, set_up(RUN)) as player:
            await player.click("1", 1)
            assert player.marked("[]") == "J♠ T♥"
            await player.click("5")
            assert str(player.game.turns[-1].move) == "15v2"
            await player.click("5")
            assert player.marked("[]") == "T♥"
            await player.click("1")
            assert str(player.game.turns[-1].move) == "51v2", "one does not fit, two do"

    @drive
    async def test_refused_clicks_are_explained(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.click("1", 1)
            assert player.message == "The last 2 cards of column 1 are not a run."
            assert player.marked("[]") == ""
            await player.click("a")
            assert player.message == "Cell a is empty."
            await player.click("hc")
            assert player.message == "Foundation hc is empty."
            await player.click("1")
            await player.click("4")
            assert player.message == "J♦ does not go on 4♥: it goes on Q♣ or Q♠."

    @drive
    async def test_two_clicks(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.click("1", times=2)
            assert [str(turn.move) for turn in player.game.turns] == ["1a"]
            await player.click("2")
            player.clicks_are_apart()
            await player.click("2")
            assert [str(turn.move) for turn in player.game.turns] == ["1a", "2b"], "however slowly"
            await player.click("8")
            await player.click("3")
            await player.click("3")
            assert len(player.game.turns) == 3, "what is played onto is not touched twice"
            assert player.marked("[]")
            await player.press("escape")
            await player.click("a", times=2)
            assert len(player.game.turns) == 3
            assert player.message.startswith("J♦ fits onto the last card of no column")

    @drive
    async def test_another_card_of_the_same_column(self, tmp_path: Path) -> None:
        async with playing(tmp_path, set_up(RUN)) as player:
            await player.click("1", 1)
            await player.click("1", 2)
            assert player.marked("[]") == "Q♥ J♠ T♥"
            await player.pilot.click(Board, offset=(40, 19))
            assert player.marked("[]") == ""
            assert player.game.turns == ()

    @drive
    async def test_dragging(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.pilot.mouse_down(Board, offset=player.place("8"))
            await player.pilot.mouse_up(Board, offset=player.place("3", 3))
            assert [str(turn.move) for turn in player.game.turns] == ["83v1"]
            await player.pilot.mouse_down(Board, offset=player.place("1"))
            await player.pilot.mouse_up(Board, offset=player.place("4"))
            assert player.message == "J♦ does not go on 4♥: it goes on Q♣ or Q♠."
            await player.pilot.mouse_down(Board, offset=player.place("1"))
            await player.pilot.mouse_up(Board, offset=(0, 0))
            assert len(player.game.turns) == 1

    @drive
    async def test_the_right_button_and_a_tap_play_the_best_move(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.click("8", button=3)
            assert [str(turn.move) for turn in player.game.turns] == ["82v1"]
        async with playing(tmp_path) as player:
            await player.press("O", "down", "down", "down", "right", "escape")
            await player.click("1")
            assert [str(turn.move) for turn in player.game.turns] == ["82v1", "12v1"] or len(player.game.turns) == 2

    @drive
    async def test_commands_can_be_clicked(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            line = player.screen().split("\n")[23]
            await player.pilot.click(CommandLine, offset=(line.index("Undo"), 0))
            assert player.game.turns == ()
            await player.pilot.click(CommandLine, offset=(line.index("Help"), 0))
            assert player.window == "Keys"
            await player.pilot.click(OptionList, offset=(2, 0))
            assert player.window == ""
