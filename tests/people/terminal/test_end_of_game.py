"""How a game ends in the terminal: won, stuck, lost or left, and what is counted."""

from __future__ import annotations

import re
from pathlib import Path

from helpers.terminal_game import NO_WIN, counted, drive, kept, last_keys, nearly_won, playing, set_up

from freecell import AutoPlay, Deal, Rules, Solver, State
from freecell.play import Game, Options, Statistics

STUCK = Rules(cells=0, columns=4, ranks=3)
"""A small game, whose deals soon leave no move."""


class TestEnds:
    @drive
    async def test_a_win_counts_once_and_is_no_longer_kept(self, tmp_path: Path) -> None:
        keys = last_keys(nearly_won())
        async with playing(tmp_path, nearly_won()) as player:
            await player.type(keys[:2])
            assert kept(tmp_path) == player.game
            await player.type(keys[2:])
            await player.until(lambda: player.window, "the window")
            assert counted(tmp_path).won == 1
            assert kept(tmp_path) is None
            await player.press("escape", "U")
            assert player.message == "The game is won. N starts another."
            await player.press("Y", "H", "S", "1", "h")
            await player.press("T")
            assert player.window == "Statistics"
            await player.press("b")
            assert player.message == "The game is won. N starts another."
            await player.press("R")
            assert player.game == Game(Deal(1), options=Options(autoplay=AutoPlay.NONE))
            await player.type("1a")
            await player.press("N", "y")
            assert player.game.deal != Deal(1)
            statistics = counted(tmp_path)
            assert (statistics.played, statistics.won, statistics.streak) == (1, 1, 1), (
                "the same game again is no other"
            )

    @drive
    async def test_a_score_and_a_best_time(self, tmp_path: Path) -> None:
        for seconds in (9.0, 5.0):
            now = iter([0.0])
            game = Game(Deal(1), options=Options.OPEN, clock=lambda now=now, end=seconds: next(now, end))  # type: ignore[misc]
            for move in nearly_won().turns:
                game.play(move.move)
            async with playing(tmp_path, game) as player:
                await player.type(last_keys(game))
                await player.until(lambda: player.window, "the window")
                assert re.search(r"Score: [5-9]\d\d\.", player.screen())
                assert re.search(rf"in \d+ moves and 0:0{seconds:.0f}\.", player.screen())
                assert ("Your best time." in player.screen()) == (seconds == 5)

    @drive
    async def test_a_replay_is_written_and_none_overwritten(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("832a")
            await player.press("E")
            assert player.message == f"Written: {tmp_path / 'freecell-617.html'}"
            await player.press("E")
            pages = [(tmp_path / name).read_text("utf-8") for name in ("freecell-617.html", "freecell-617-2.html")]
            assert pages[0] == pages[1]
            assert "<title>FreeCell deal 617</title>" in pages[0]
            player.app._into = tmp_path / "nowhere"
            await player.press("E")
            assert player.message == "The replay page cannot be written: No such file or directory."

    @drive
    async def test_no_moves_left(self, tmp_path: Path) -> None:
        game, moves = stuck_deal()
        async with playing(tmp_path, game) as player:
            await player.type("".join(moves))
            await player.until(lambda: player.window, "the window")
            assert player.window == "No moves left"
            assert "No card can move." in player.screen()
            await player.press("escape", "H")
            assert player.window == "No moves left"
            await player.press("u")
            assert len(player.game.turns) == len(moves) - 1
            assert player.window == ""
            assert counted(tmp_path, str(STUCK)) == Statistics()

    @drive
    async def test_back_to_where_it_may_be_won(self, tmp_path: Path) -> None:
        game, moves = stuck_deal()
        lost_from = next(count for count in range(len(moves)) if played(game, moves[: count + 1]).is_lost())
        async with playing(tmp_path, game) as player:
            await player.type("".join(moves))
            await player.until(lambda: player.window, "the window")
            await player.press("b")
            await player.until(lambda: "undone" in player.message, "the way back")
            count = len(moves) - lost_from
            assert player.message == f"{count} move{'s' * (count > 1)} undone. Y redoes them."
            assert not player.game.is_lost()
            assert kept(tmp_path) == player.game
            await player.press("y")
            assert player.game.is_lost()

    @drive
    async def test_there_is_no_way_back_in_a_deal_that_is_proven_lost(self, tmp_path: Path) -> None:
        async with playing(tmp_path, Game(NO_WIN, options=Options(hint_nodes=1000))) as player:
            await player.press("S")
            await player.until(lambda: player.window, "the verdict")
            await player.press("escape")
            await player.type("1a")
            await player.press("H")
            await player.until(lambda: player.window, "the verdict of the hint")
            await player.press("b")
            await player.until(lambda: "was lost before" in player.message, "the answer")

    @drive
    async def test_the_same_deal_again_is_not_counted_again(self, tmp_path: Path) -> None:
        async with playing(tmp_path, nearly_won()) as player:
            await player.type(last_keys(nearly_won()))
            await player.until(lambda: player.window, "the window")
            statistics = counted(tmp_path)
            await player.press("R")
            assert player.message == "The same game again. It was counted before, and does not count again."
            await player.type("1a")
        async with playing(tmp_path, None) as player:
            assert len(player.game.turns) == 1, "it goes on later, and still does not count"
            await player.press("N")
            assert "It was counted before, and" in player.screen()
            await player.press("n", "U")
            await player.paste(Solver().solve(Deal(1)).notation("extended", AutoPlay.NONE))
            await player.until(lambda: player.window, "the window")
            assert "It was counted before, and does not count again." in player.screen()
            assert counted(tmp_path) == statistics
            await player.press("n")
            await player.type("11")
            await player.press("N", "y")
            assert counted(tmp_path).played == 2, "the next game counts"

    @drive
    async def test_there_may_be_no_way_back(self, tmp_path: Path) -> None:
        async with playing(tmp_path, Game(NO_WIN, options=Options(hint_nodes=400_000))) as player:
            await player.type("1a")
            await player.press("H")
            await player.until(lambda: player.window, "the verdict")
            await player.press("b")
            await player.until(lambda: "was lost before" in player.message, "the answer")
            assert len(player.game.turns) == 1

    @drive
    async def test_a_dead_end_is_said_once(self, tmp_path: Path) -> None:
        # One card can go to and fro between two others; the aces are buried.
        rules = Rules(cells=0, columns=3, ranks=3)
        game = set_up(
            State([["AH", "3C", "2H"], ["AC", "AD", "AS", "2C", "2D", "3H", "2S", "3D"], ["3S"]], rules=rules)
        )
        assert game.is_dead_end()
        async with playing(tmp_path, game) as player:
            await player.until(lambda: player.window, "the window")
            assert player.window == "Dead end"
            assert "No card can come home any more, whatever you move." in player.screen()
            await player.press("escape")
            await player.type("13")
            await player.type("31")
            await player.pilot.pause(0.2)
            assert player.window == ""
            assert len(player.game.turns) == 2

    @drive
    async def test_a_game_left_counts_as_played(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("N")
            first = player.game.deal
            assert first != Deal(617)
            assert counted(tmp_path) == Statistics(), "no move was made"
            await player.type("11")
            await player.press("N")
            assert player.window == "Leave the game?"
            await player.press("n")
            assert player.game.deal == first
            await player.press("N", "down", "enter")
            assert player.game.deal == first
            await player.press("N", "y")
            assert player.game.deal != first
            assert counted(tmp_path) == Statistics(played=1)

    @drive
    async def test_a_game_whose_moves_are_all_taken_back_counts(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83z")
            await player.press("N", "y")
            assert counted(tmp_path) == Statistics(played=1)


def stuck_deal() -> tuple[Game, list[str]]:
    """A deal of a small game, and keys that bring it to an end without a win."""
    for number in range(1, 1000):
        game = Game(Deal(number, STUCK))
        keys = []
        while moves := [move for move in game.state.legal_moves() if move.count == 1][:1]:
            if len(keys) == 8:
                break
            game.play(moves[0])
            keys.append(f"{moves[0].source}{moves[0].target}")
        if keys and game.is_stuck() and not Game(game.deal).is_lost():
            return Game(game.deal), keys
    raise AssertionError("there is no such deal")


def played(game: Game, keys: list[str]) -> Game:
    """The deal of a game after some moves."""
    game = Game(game.deal)
    for move in keys:
        game.play(move)
    return game
