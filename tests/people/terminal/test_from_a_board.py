"""A game in the terminal from a board in a file: played, saved, left and won like a deal, but never counted."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.terminal_game import counted, drive, kept, playing

from freecell import Deal, Rules, State
from freecell.cli.terminal import Opening, choose_opening
from freecell.cli.terminal.session import Session
from freecell.cli.terminal.settings import Settings
from freecell.cli.terminal.store import Store
from freecell.play import Game, Options, Statistics

MIDDLE = Deal(617).state().play("83")

LAST = State([["KS", "QS"], *[[]] * 7], ["KC"], (12, 13, 13, 11))
"""Three cards are left."""

THREE_CELLS = Deal(617, Rules(cells=3)).state()


class TestOpening:
    @pytest.mark.parametrize(
        ("which", "rules", "style", "goes_on"),
        [
            (MIDDLE, None, None, True),
            (MIDDLE, None, "usual", True),
            (None, None, None, True),
            (None, "freecell", "usual", True),
            (MIDDLE, None, "open", False),
            (MIDDLE.play("2a"), None, None, False),
            (MIDDLE.canonical(), None, None, False),
            (State(MIDDLE.columns, rules=Rules.BAKERS_GAME), None, None, False),
            (None, "bakers_game", None, False),
            (None, None, "oyna", False),
            (617, None, None, False),
            (Deal(617), None, None, False),
        ],
    )
    def test_the_saved_game_goes_on_if_it_began_with_that_position(
        self, tmp_path: Path, which: State | Deal | int | None, rules: str | None, style: str | None, goes_on: bool
    ) -> None:
        game = Game(MIDDLE)
        game.play("2a")
        Store(tmp_path).write("game.json", game.save())
        opening = choose_opening(Session(Store(tmp_path)), which, rules, style).game
        assert (opening is None) == goes_on
        if isinstance(which, State) and opening is not None:
            assert opening.deal is None
            assert opening.start.columns == which.columns

    def test_a_game_of_a_deal_is_another_even_if_it_starts_like_that(self, tmp_path: Path) -> None:
        Store(tmp_path).write("game.json", Game(Deal(617)).save())
        assert choose_opening(Session(Store(tmp_path)), Deal(617).state(), None, None).game == Game(Deal(617).state())

    def test_the_style_of_the_saved_game_may_not_have_such_positions(self, tmp_path: Path) -> None:
        Store(tmp_path).write("game.json", Game(MIDDLE, options=Options.CLASSIC).save())
        assert choose_opening(Session(Store(tmp_path)), THREE_CELLS, None, None).game == Game(THREE_CELLS)

    def test_a_saved_game_goes_on_in_its_style_if_none_is_asked_for(self, tmp_path: Path) -> None:
        Store(tmp_path).write("game.json", Game(MIDDLE, options=Options.OPEN).save())
        assert choose_opening(Session(Store(tmp_path)), MIDDLE, None, None).game is None

    def test_the_rules_of_a_board_are_not_remembered(self, tmp_path: Path) -> None:
        session = Session(Store(tmp_path))
        session.settings = Settings(rules="penguin", style="open")
        assert choose_opening(session, MIDDLE, None, None) == Opening(
            Game(MIDDLE, options=Options.OPEN), session.settings
        )

    def test_a_remembered_style_that_does_not_have_the_position_gives_way(self, tmp_path: Path) -> None:
        session = Session(Store(tmp_path))
        session.settings = Settings(rules="penguin", style="oyna")
        opening = choose_opening(session, THREE_CELLS, None, None)
        assert opening == Opening(Game(THREE_CELLS), Settings(rules="penguin"))


class TestPlaying:
    @drive
    async def test_it_is_played_saved_and_taken_up_again(self, tmp_path: Path) -> None:
        async with playing(tmp_path, MIDDLE) as player:
            assert player.screen().startswith(" FreeCell   0 moves   ")
            await player.type("2a1bz")
            before = player.game
            assert kept(tmp_path) == before
            await player.press("Q")
        async with playing(tmp_path, MIDDLE) as player:
            assert player.message == "Welcome back."
            assert player.game == before
            await player.press("y", "z", "z", "z")
            assert player.message == "There is no move to undo."
            assert player.game.state == MIDDLE
            await player.press("H")
            await player.until(lambda: "it wins" in player.message, "the hint")
            await player.press("R", "y")
            assert player.message == "The same game again."
            assert player.game == Game(MIDDLE)
            await player.press("E")
            assert player.message == f"Written: {tmp_path / 'freecell.html'}"
            assert "<title>FreeCell</title>" in (tmp_path / "freecell.html").read_text("utf-8")

    @drive
    async def test_a_win_is_not_counted(self, tmp_path: Path) -> None:
        async with playing(tmp_path, LAST) as player:
            await player.type("1h")
            await player.until(lambda: player.window, "the window")
            assert player.window == "You have won!"
            text = " ".join(player.screen().split())
            assert "It starts from a position, and does not count." in text
            assert "Played" not in text
            assert kept(tmp_path) is None
            await player.press("t")
            assert "No game has been counted yet." in player.screen()
            await player.press("b")
            await player.press("R")
            assert player.message == "The same game again. It starts from a position, and does not count."
            assert player.game == Game(LAST)
            await player.type("12")
            await player.until(lambda: player.window, "the window")
            await player.press("n")
            assert player.game.deal is not None, "the next game is a deal"
            await player.type("11")
            await player.press("N", "y")
            assert counted(tmp_path) == Statistics(played=1), "and counts"

    @drive
    async def test_leaving_it_is_asked_about_and_not_counted(self, tmp_path: Path) -> None:
        async with playing(tmp_path, MIDDLE) as player:
            await player.type("2a")
            await player.press("N")
            assert player.window == "Leave the game?"
            text = " ".join(player.screen().replace("│", " ").split())
            assert "FreeCell is not won. It starts from a position, and does not count." in text
            await player.press("y")
            assert player.game.deal is not None
        assert counted(tmp_path) == Statistics()
        assert not (tmp_path / "kept" / "statistics").exists()

    @drive
    async def test_a_board_asks_before_a_saved_deal_is_left(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
        async with playing(tmp_path, MIDDLE) as player:
            assert player.window == "Leave the game?"
            await player.press("y")
            assert player.game == Game(MIDDLE)
        assert counted(tmp_path) == Statistics(played=1), "the deal counts"

    @drive
    async def test_a_board_that_is_won_says_so(self, tmp_path: Path) -> None:
        won = LAST.play_all("1h 1h ah")
        async with playing(tmp_path) as player:
            await player.type("83")
        async with playing(tmp_path, won) as player:
            await player.press("y")
            assert player.game == Game(won)
            assert player.message == "The game is won. N starts another."
            assert kept(tmp_path) is None, "the deal that was left does not come back"
            await player.press("U")
            assert player.message == "The game is won. N starts another."
            await player.press("N")
            assert player.window == ""
            assert player.game.deal is not None
        assert counted(tmp_path) == Statistics(played=1)

    @drive
    async def test_a_board_that_is_stuck_says_so(self, tmp_path: Path) -> None:
        rules = Rules(cells=0, columns=2, ranks=2)
        stuck = State([["AD", "2D"], ["AH", "AS", "2C", "2S", "2H"]], (), (1, 0, 0, 0), rules)
        async with playing(tmp_path, stuck) as player:
            await player.until(lambda: player.window, "the window")
            assert player.window == "No moves left"
            assert "U  undo" not in player.screen()
            await player.press("r")
            assert player.message == "This is the start."
