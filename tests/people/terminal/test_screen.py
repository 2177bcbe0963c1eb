"""What the terminal game shows, in terminals of every size and with or without colours."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from helpers.terminal_game import LONGEST, RUN, SNAPSHOTS, Player, drive, last_keys, nearly_won, playing, set_up

from freecell import Deal, Rules
from freecell.cli.terminal.command_line import fitting
from freecell.cli.terminal.messages import status_text
from freecell.cli.terminal.session import Session
from freecell.play import Game, Options


class TestScreen:
    def see(self, player: Player, name: str) -> None:
        """Compare what is seen with a file; FREECELL_SNAPSHOTS=write makes the files anew."""
        file = SNAPSHOTS / f"{name}.txt"
        if os.environ.get("FREECELL_SNAPSHOTS") == "write":
            file.write_text(player.screen(), encoding="utf-8")
        assert player.screen() == file.read_text(encoding="utf-8")

    @pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)], ids=lambda size: f"{size[0]}x{size[1]}")
    @drive
    async def test_the_table(self, tmp_path: Path, size: tuple[int, int]) -> None:
        async with playing(tmp_path, Game(Deal(617), clock=lambda: 0.0), size) as player:
            await player.type("83536a6b6c56c5a5b64a455")
            self.see(player, f"table-{size[0]}x{size[1]}")

    @pytest.mark.parametrize("rules", ["fan", "eight_off", "penguin", "bakers_dozen"])
    @drive
    async def test_other_games(self, tmp_path: Path, rules: str) -> None:
        async with playing(tmp_path, Game(Deal(618, Rules.named()[rules]))) as player:
            self.see(player, rules)

    @drive
    async def test_a_long_column(self, tmp_path: Path) -> None:
        async with playing(tmp_path, set_up(LONGEST), (60, 20)) as player:
            self.see(player, "long-60x20")

    @pytest.mark.parametrize(("name", "keys"), [("help", "?"), ("options", "O"), ("number", "G"), ("statistics", "T")])
    @drive
    async def test_windows(self, tmp_path: Path, name: str, keys: str) -> None:
        async with playing(tmp_path) as player:
            await player.press("question_mark" if keys == "?" else keys)
            self.see(player, name)

    @pytest.mark.parametrize("width", [25, 31, 32, 39, 40, 80])
    @drive
    async def test_marks_stand_on_both_sides_however_narrow_it_is(self, tmp_path: Path, width: int) -> None:
        game = set_up(RUN)
        async with playing(tmp_path, game, (width, 24)) as player:
            await player.click("1", 2)
            marked = player.screen()
            for sign in ("[Q♥", "[J♠", "[T♥", "T♥]"):
                assert sign in marked
            assert re.search(r"<-[<>]", marked)
        async with playing(tmp_path / "other", Game(Deal(617)), (width, 30)) as player:
            await player.type("1")
            assert "[J♦]" in player.screen()
            await player.press("escape")
            await player.type("8")
            assert "[Q♥]" in player.screen()
            assert "<K♠" in player.screen()
            assert "K♣>" in player.screen()

    @pytest.mark.parametrize("width", [76, 75, 60, 40, 24, 13, 12, 1])
    @drive
    async def test_no_command_is_cut(self, tmp_path: Path, width: int) -> None:
        async with playing(tmp_path, size=(width, 24)) as player:
            line = player.screen().split("\n")[23]
            names = [
                "H Hint",
                "U Undo",
                "Y Redo",
                "S Solve",
                "N New",
                "G Deal",
                "R Restart",
                "O Options",
                "? Help",
                "Q Quit",
            ]
            shown = [name for name in names if name in line]
            assert line == " ".join(shown)
            assert ("? Help" in shown, "Q Quit" in shown) == (width >= 6, width >= 13)
            assert (shown == names) == (width >= 75)

    def test_commands_that_fit(self) -> None:
        names = [("H", "Hint"), ("?", "Help"), ("Q", "Quit")]
        assert fitting(names, 20) == names
        assert fitting(names, 19) == names[1:]
        assert fitting(names, 5) == []

    @pytest.mark.parametrize(
        ("width", "status"),
        [
            (80, "FreeCell deal 617   1 move   0:00   0 of 52 home   score 0"),
            (58, "FreeCell deal 617  1 move  0:00  0 of 52 home  score 0"),
            (40, "FreeCell deal 617  1  0:00  0/52"),
            (30, "FreeCell deal 617  1  0:00"),
            (19, "FreeCell deal 617"),
        ],
    )
    @drive
    async def test_the_status_of_the_game_fits(self, tmp_path: Path, width: int, status: str) -> None:
        async with playing(tmp_path, Game(Deal(617), options=Options.OPEN, clock=lambda: 0.0), (width, 24)) as player:
            await player.type("83")
            assert player.screen().split("\n")[0] == f" {status}"

    @pytest.mark.parametrize(
        ("width", "status"),
        [
            (80, "FreeCell deal 617   1 move   0:00   0 of 52 home   score 0   best 1:01:01"),
            (73, "FreeCell deal 617  1 move  0:00  0 of 52 home  score 0  best 1:01:01"),
            (66, "FreeCell deal 617   1 move   0:00   0 of 52 home   score 0"),
            (40, "FreeCell deal 617  1  0:00  0/52"),
        ],
    )
    def test_the_best_time_is_left_out_where_there_is_no_room(self, width: int, status: str) -> None:
        game = Game(Deal(617), options=Options.OPEN, clock=lambda: 0.0)
        game.play("83")
        assert status_text(game, "best 1:01:01", unsaved=False, width=width - 2) == status
        unsaved = status_text(game, "best 1:01:01", unsaved=True, width=100)
        assert unsaved.endswith("best 1:01:01   not saved")

    @drive
    async def test_options_show_their_values_in_a_narrow_terminal(self, tmp_path: Path) -> None:
        async with playing(tmp_path, size=(26, 30)) as player:
            await player.press("O")
            for value in ("< FreeCell >", "< usual >", "< chooses a card >", "< signs >"):
                assert value in player.screen()

    @drive
    async def test_the_size_that_is_needed_is_enough(self, tmp_path: Path) -> None:
        async with playing(tmp_path, set_up(LONGEST), (60, 8)) as player:
            for width, height in ((60, 8), (20, 8), (33, 6)):
                await player.pilot.resize_terminal(width, height)
                await player.pilot.pause()
                found = re.search(r"Too small:\s+(\d+) by (\d+)\s+are needed", player.screen())
                assert found
                wide, high = int(found[1]), int(found[2])
                assert wide == max(width, 25)
                await player.pilot.resize_terminal(wide, high - 1)
                await player.pilot.pause()
                assert "Too small" in player.screen()
                await player.pilot.resize_terminal(wide, high)
                await player.pilot.pause()
                assert "Too small" not in player.screen()

    @drive
    async def test_a_win(self, tmp_path: Path) -> None:
        now = [0.0]
        game = nearly_won(lambda: now[0])
        now[0] = 321.0
        async with playing(tmp_path, game) as player:
            await player.type(last_keys(nearly_won()))
            await player.until(lambda: player.window, "the window")
            self.see(player, "won")

    @drive
    async def test_letters_are_ascii(self, tmp_path: Path) -> None:
        async with playing(tmp_path, letters=True) as player:
            for keys in (["8"], ["escape"], ["3"], ["H"], ["question_mark"], ["escape"], ["O"], ["escape"], ["T"]):
                await player.press(*keys)
                assert player.screen().isascii(), player.screen()
            await player.press("escape", "G")
            assert player.screen().isascii()
        async with playing(tmp_path, letters=True) as player:
            self.see(player, "letters")

    @drive
    async def test_plain_has_no_colour_and_shows_the_same(self, tmp_path: Path) -> None:
        async with playing(tmp_path, plain=True) as player:
            await player.type("8")
            assert self.colours(player) == set()
            await player.press("escape")
            plain = player.screen()
            for key in ("O", "question_mark", "G"):
                await player.press(key)
                assert self.colours(player) == set()
                await player.press("escape")
        (tmp_path / "kept" / "game.json").unlink()
        async with playing(tmp_path) as player:
            assert len(self.colours(player)) > 3
            await player.press("escape")
            assert player.screen() == plain

    @drive
    async def test_no_color_is_honoured(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NO_COLOR", "1")
        async with playing(tmp_path) as player:
            await player.type("8")
            assert self.colours(player) == set()

    @drive
    async def test_colours_can_be_switched_off_while_playing(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            assert self.colours(player)
            await player.press("O", "down", "down", "down", "down", "right", "escape")
            assert self.colours(player) == set()
            assert not Session(player.store).settings.colour
            await player.press("O", "down", "down", "down", "down", "left", "escape")
            assert self.colours(player)

    def colours(self, player: Player) -> set[str]:
        """All colours of the screen that are not the terminal's own."""
        strips = player.app.screen._compositor.render_strips(player.app.size)
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        found = [colour for style in styles for colour in (style.color, style.bgcolor) if colour]
        return {colour.name for colour in found if not colour.is_default}

    @drive
    async def test_the_terminal_changes_its_size(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            for size in ((60, 20), (20, 8), (1, 1), (5, 3), (200, 60), (80, 24)):
                await player.pilot.resize_terminal(*size)
                await player.type("8")
                if size == (20, 8):
                    assert "Too small:" in player.screen()
                await player.press("escape")
            assert "Q♥" in player.screen()
            await player.type("83")
            assert len(player.game.turns) == 1

    @pytest.mark.parametrize("size", [(1, 1), (40, 12)])
    @drive
    async def test_small_terminals_do_no_harm(self, tmp_path: Path, size: tuple[int, int]) -> None:
        async with playing(tmp_path, size=size) as player:
            await player.type("83")
            for key in ("question_mark", "O", "G", "T"):
                await player.press(key, "escape")
            assert len(player.game.turns) == 1

    @drive
    async def test_help_is_read_to_its_end_in_a_small_terminal(self, tmp_path: Path) -> None:
        async with playing(tmp_path, size=(60, 20)) as player:
            await player.press("question_mark")
            assert "{ } hint" not in player.screen()
            await player.press("end")
            await player.pilot.wait_for_animation()
            assert "{ } hint" in player.screen()
            await player.press("enter")
            assert player.window == ""
