"""Hints, solutions and other long searches of the terminal game, and how they are cancelled."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.terminal_game import NO_WIN, counted, drive, kept, nearly_won, playing

from freecell import Deal
from freecell.play import Game, Options, Statistics

HARD = Deal(219837216)
"""A deal whose search takes far longer than a test."""

ENDLESS = Options(hint_nodes=2**40, solve_nodes=2**40)
"""Searches that only the player ends."""


class TestThinking:
    @drive
    async def test_a_hint_is_shown_and_played(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("H")
            await player.until(lambda: "Enter plays it" in player.message, "a hint")
            advice = Game(Deal(617)).hint()
            assert advice is not None
            assert f"it wins, in {advice.remaining} moves" in player.message
            assert player.marked("{}")
            await player.press("enter")
            assert player.game.turns[-1].move == advice.move
            await player.press("i")
            await player.until(lambda: player.marked("{}"), "another")
            await player.type("1")
            assert player.marked("{}") == "", "any pile drops it"

    @drive
    async def test_solve_plays_a_win_step_by_step(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("freecell.cli.terminal.app._PACE", 0.002)
        async with playing(tmp_path) as player:
            await player.press("S")
            await player.until(lambda: player.window, "the end of the solution")
            assert player.window == "Solved"
            assert "played, not as won" in player.screen()
            assert counted(tmp_path) == Statistics(played=1)
            assert kept(tmp_path) is None

    @drive
    async def test_escape_and_any_move_stop_the_solution(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("freecell.cli.terminal.app._PACE", 0.1)
        async with playing(tmp_path) as player:
            await player.press("S")
            await player.until(lambda: player.game.turns, "the first move of the solution")
            await player.press("escape")
            count = len(player.game.turns)
            assert player.message == "Stopped."
            await player.pilot.pause(0.2)
            assert len(player.game.turns) == count
            await player.press("S")
            await player.until(lambda: len(player.game.turns) > count, "the next move of the solution")
            await player.press("U")
            count = len(player.game.turns)
            await player.pilot.pause(0.2)
            assert len(player.game.turns) == count

    @drive
    async def test_a_search_shows_its_progress_and_is_cancelled(self, tmp_path: Path) -> None:
        async with playing(tmp_path, Game(HARD, options=ENDLESS)) as player:
            await player.press("S")
            await player.until(lambda: " positions, " in player.message, "progress")
            cancel = player.app._cancel
            assert cancel is not None
            await player.press("escape")
            assert cancel.is_set()
            assert player.message == "Stopped."
            await player.pilot.pause(0.3)
            assert player.message == "Stopped.", "nothing of it is told any more"
            await player.press("H")
            await player.pilot.pause(0.1)
            assert player.message == "Looking for a hint..."

    @drive
    async def test_the_table_is_usable_during_a_search(self, tmp_path: Path) -> None:
        async with playing(tmp_path, Game(HARD, options=ENDLESS)) as player:
            await player.press("S")
            await player.until(lambda: " positions, " in player.message, "progress")
            move = player.game.state.legal_moves()[0]
            await player.type(str(move)[:2])
            assert len(player.game.turns) == 1
            assert player.app._cancel is None, "what was asked before the move is of no use"

    def test_quitting_during_a_search_is_immediate(self, tmp_path: Path) -> None:
        import time

        @drive
        async def scenario() -> None:
            nonlocal since
            async with playing(tmp_path, Game(HARD, options=ENDLESS)) as player:
                await player.press("S")
                await player.until(lambda: " positions, " in player.message, "progress")
                since = time.monotonic()
                await player.press("Q")

        since = 0.0
        scenario()
        assert time.monotonic() - since < 2

    @drive
    async def test_a_lost_game_is_called_lost(self, tmp_path: Path) -> None:
        async with playing(tmp_path, Game(NO_WIN)) as player:
            await player.press("S")
            await player.until(lambda: player.window, "the verdict")
            assert player.window == "Lost"
            assert "It is proven that no move wins." in player.screen()
            await player.press("escape", "H")
            await player.until(lambda: player.window, "the verdict of the hint")
            assert player.window == "Lost"

    @drive
    async def test_a_search_may_give_up(self, tmp_path: Path) -> None:
        async with playing(tmp_path, Game(HARD, options=Options(solve_nodes=1000, hint_nodes=10))) as player:
            await player.press("S")
            await player.until(lambda: "No win was found within" in player.message, "it gives up")
            await player.press("H")
            await player.until(lambda: "no win was found, but" in player.message, "a hint without a win")

    @drive
    async def test_finish_brings_the_rest_home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("freecell.cli.terminal.app._PACE", 0.002)
        async with playing(tmp_path, nearly_won()) as player:
            await player.press("F")
            await player.until(lambda: player.window, "the end")
            assert player.window == "You have won!"
            assert counted(tmp_path).won == 1
        async with playing(tmp_path) as player:
            await player.press("F")
            assert player.message == "Some cards are still buried. S solves the game."
