"""The terminal game played by keys: moves, undo, pasted solutions, refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.terminal_game import RUN, counted, drive, kept, nearly_won, playing, set_up

import freecell.cli.terminal
from freecell import Deal, Rules, Solver, State
from freecell.play import Game, Options, Statistics


class TestKeys:
    @drive
    async def test_two_keys_are_a_move(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("8")
            assert player.marked("[]") == "Q♥"
            assert player.marked("<>") == "- - - - K♠ K♣"
            await player.type("3")
            assert [str(turn.move) for turn in player.game.turns] == ["83v1"]
            assert player.message == "83: Q♥ to column 3."
            assert player.marked("<>") == ""

    @drive
    async def test_keys_without_a_pause_are_taken_in_their_order(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            moves = "83 53 6a 6b 6c 56 c5 a5 b6 4a 45 54"
            await player.type(moves.replace(" ", "") + "zzyUY")
            assert [str(turn.move) for turn in player.game.turns] == [
                str(move) for move in freecell.replay(Deal(617), moves).moves[:11]
            ]
            assert len(player.game.undone) == 1

    @drive
    async def test_a_deal_is_won_by_its_notation(self, tmp_path: Path) -> None:
        solution = Solver().solve(Deal(10913))
        async with playing(tmp_path, 10913) as player:
            await player.type(solution.notation().replace(" ", ""))
            await player.until(lambda: player.window, "the window of a win")
            assert player.window == "You have won!"
            assert "FreeCell deal 10913, in " in player.screen()
            assert counted(tmp_path).won == 1

    @drive
    async def test_a_run_moves_and_the_arrows_say_how_much_of_it(self, tmp_path: Path) -> None:
        async with playing(tmp_path, set_up(RUN)) as player:
            await player.type("1")
            assert player.marked("[]") == "K♠ Q♥ J♠ T♥"
            await player.press("down", "down", "up")
            assert player.marked("[]") == "Q♥ J♠ T♥"
            await player.type("5")
            assert str(player.game.turns[-1].move) == "15v3"
            await player.type("52")
            assert str(player.game.turns[-1].move) == "52v3"
            await player.type("26")
            assert str(player.game.turns[-1].move) == "26v4", "the longest, where no count is said"

    @drive
    async def test_refused_moves_are_explained(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            for keys, reason, reason_of_both in (
                ("1", "? shows the keys. Have a good game.", "J♦ does not go on 4♥: it goes on Q♣ or Q♠."),
                ("a", "Cell a is empty.", "Cell a is empty."),
                ("h", "No card is home yet.", "In this game cards stay on the foundations."),
                ("9", *["There is no column 9: the game has 8 columns and 4 cells."] * 2),
                ("e", *["There is no cell e: the game has 8 columns and 4 cells."] * 2),
            ):
                await player.type(keys)
                assert player.message == reason
                await player.type("4")
                assert player.message.startswith(reason_of_both[:20])
                assert player.marked("[]") == ""
            await player.type("2h")
            assert player.message == "K♠ cannot go home before A♠."
            await player.type("29")
            assert player.message == "There is no column 9: the game has 8 columns."
            assert player.game.turns == ()

    @drive
    async def test_the_same_key_twice_goes_home_or_into_a_cell(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("11")
            assert str(player.game.turns[-1].move) == "1a"
            await player.type("223344")
            assert player.window == "Dead end", "all cells are full"
            await player.press("escape")
            await player.type("11")
            assert len(player.game.turns) == 4
            assert "cell" in player.message

    @drive
    async def test_the_same_key_twice_goes_only_home_in_style_open(self, tmp_path: Path) -> None:
        async with playing(tmp_path, style="open") as player:
            await player.type("11")
            assert player.message == "J♦ cannot go home before A♦."
            await player.click("1", times=2)
            assert player.game.turns == ()
            assert player.message == "J♦ cannot go home before A♦."
            await player.type("7a5544")
            assert [str(turn.move) for turn in player.game.turns] == ["7a"]

    @drive
    async def test_arrows_and_enter(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("left")
            await player.press("left", "enter")
            assert player.marked("[]") == "Q♥"
            await player.press("enter")
            assert str(player.game.turns[-1].move) == "82v1", "the best target comes first"
            await player.press("enter")
            assert player.marked("[]") == "Q♥"
            await player.press("right", "enter")
            assert len(player.game.turns) == 2
            await player.press("up", "left", "down", "right", "space")
            assert player.game.state.cards_home() == 0

    @drive
    async def test_a_card_comes_back_from_home(self, tmp_path: Path) -> None:
        rules = Rules.FREECELL.replace(foundation_takeback=True)
        columns = [["KS"], ["QS"], ["KH"], [], [], [], [], []]
        state = State(columns, foundations=(13, 13, 12, 11), rules=rules)
        async with playing(tmp_path, set_up(state)) as player:
            await player.type("h")
            assert player.message.startswith("Cards of several suits can be taken back")
            await player.click("hh")
            assert player.marked("[]") == "Q♥"
            await player.type("1")
            assert [str(turn.move) for turn in player.game.turns] == ["hh1"]
        async with playing(tmp_path / "another", nearly_won()) as player:
            await player.type("h")
            assert player.message == "In this game cards stay on the foundations."

    @drive
    async def test_a_foundation_is_named_by_two_keys(self, tmp_path: Path) -> None:
        rules = Rules.FREECELL.replace(foundation_takeback=True)
        columns = [["KS"], ["QS"], ["KH"], [], [], [], [], []]
        state = State(columns, foundations=(13, 13, 12, 11), rules=rules)
        async with playing(tmp_path, set_up(state)) as player:
            assert "hc        hd        hh        hs" in player.screen().split("\n")[1]
            await player.type("h4")
            assert player.message == "Type the suit too: h4 may mean hc4 or hd4 or hh4 or hs4."
            await player.type("hh")
            assert player.marked("[]") == "Q♥"
            await player.type("1hcchd4hsa")
            assert [str(turn.move) for turn in player.game.turns] == ["hh1", "hcc", "hd4", "hsa"]
            await player.type("hd5hc1")
            assert [str(turn.move) for turn in player.game.turns[4:]] == ["hd5"]
            assert player.message == "Q♣ does not go on Q♥: it goes on K♦ or K♥."
            await player.type("hch")
            assert (player.message, player.marked("[]")) == ("", ""), "back where it was"
            await player.click("hc")
            await player.type("d")
            assert str(player.game.turns[-1].move) == "hcd", "after a click, d is the cell"

    @drive
    async def test_typed_or_pasted_a_move_from_a_foundation_is_the_same(self, tmp_path: Path) -> None:
        game = Game(Deal(1), options=Options.OPEN)
        game.play_all("6a 6b 6h 6h bh")  # the ace and the two of clubs and the ace of spades
        for text, moves in {
            "hcc": ["hcc"],
            "hccch": ["hcc", "ch"],
            "hcchc3": ["hcc", "hc3"],
            "hsd1bhc2": ["hsd", "1b"],
            "hs3": ["hs3"],
        }.items():
            for way in ("typed", "pasted"):
                async with playing(tmp_path / f"{text}-{way}", set_up(game.state)) as player:
                    await (player.type(text) if way == "typed" else player.paste(text))
                    assert [str(turn.move) for turn in player.game.turns] == moves, (text, way)
                    assert player.marked("[]") == ""

    @drive
    async def test_the_only_foundation_needs_no_name(self, tmp_path: Path) -> None:
        game = Game(Deal(1), options=Options.OPEN)
        game.play_all("6a 6b 6h")
        async with playing(tmp_path, set_up(game.state)) as player:
            await player.type("h")
            assert player.marked("[]") == "A♣"
            await player.type("3")
            assert [str(turn.move) for turn in player.game.turns] == ["hc3"]
            await player.type("zhc3")
            assert [str(turn.move) for turn in player.game.turns] == ["hc3"], "and not into cell c"
            await player.type("zhcczhd")
            assert player.message == "Foundation hd is empty."
            await player.type("4")
            assert player.message == "The foundation of diamonds is empty."
            assert player.game.turns == ()
            await player.type("hchb")
            assert player.marked("[]") == "2♣", "cell b is chosen next"

    @drive
    async def test_undo_redo_restart(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("U")
            assert player.message == "There is no move to undo."
            await player.press("R")
            assert player.message == "This is the start."
            await player.type("832a")
            for key, count, message in (
                ("U", 1, "Undone: 2a: K♠ to cell a."),
                ("Y", 2, "Redone: 2a: K♠ to cell a."),
                ("z", 1, "Undone: 2a: K♠ to cell a."),
                ("ctrl+z", 0, "Undone: 83: Q♥ to column 3."),
                ("y", 1, "Redone: 83: Q♥ to column 3."),
                ("ctrl+y", 2, "Redone: 2a: K♠ to cell a."),
                ("Y", 2, "There is no move to redo."),
            ):
                await player.press(key)
                assert (len(player.game.turns), player.message) == (count, message)
            await player.press("R")
            assert player.window == "Restart"
            await player.press("n")
            assert len(player.game.turns) == 2
            await player.press("R", "y")
            assert player.game == Game(Deal(617))
            assert counted(tmp_path) == Statistics(), "a restart is still the same game"

    @drive
    async def test_a_solution_is_typed_as_it_is_printed(self, tmp_path: Path) -> None:
        solution = Solver().solve(Deal(10913))
        words = solution.notation().split()
        lines = [" ".join(words[start : start + 8]) for start in range(0, len(words), 8)]
        async with playing(tmp_path, 10913) as player:
            for line in lines[:-1]:
                await player.type(line)
                await player.press("space", "enter")
            await player.type(lines[-1])
            await player.until(lambda: player.window, "the window of a win")
            assert player.window == "You have won!"

    @drive
    async def test_a_count_behind_a_move_says_how_many_cards_go(self, tmp_path: Path) -> None:
        async with playing(tmp_path, set_up(RUN)) as player:
            await player.type("15v3 ")
            assert [str(turn.move) for turn in player.game.turns] == ["15v3"]
            assert player.message == "15v3: Q♥ and 2 more to column 5."
            await player.type("52v3")
            assert [str(turn.move) for turn in player.game.turns] == ["15v3", "52v3"]
            await player.type("26v9")
            assert player.message.startswith("Column 2 does not have 9 cards")
            assert len(player.game.turns) == 2, "a move that is not as it was typed is not made"
            await player.type("26vz")
            assert [str(turn.move) for turn in player.game.turns] == ["15v3", "52v3"], "z takes back what was made"
            await player.type("34v2")
            assert player.message.startswith("K♦ ") or "column" in player.message
            await player.type("v1")
            assert player.marked("[]") == "", "a count alone is none"

    @pytest.mark.parametrize("glue", [" ", "\n", ""])
    @drive
    async def test_a_solution_is_pasted(self, tmp_path: Path, glue: str) -> None:
        solution = Solver().solve(Deal(10913))
        async with playing(tmp_path, 10913) as player:
            await player.paste(glue.join(solution.notation("extended").split()))
            await player.until(lambda: player.window, "the window of a win")
            assert player.window == "You have won!"
            assert counted(tmp_path).won == 1
            await player.press("escape")
            await player.paste("26")
            assert player.message == "The game is won. N starts another."

    @pytest.mark.parametrize(
        ("text", "count", "message"),
        [
            ("83 2a", 2, "2 moves played."),
            ("83 12 2a", 1, "1 move played. Then 12: J♦ does not go on K♠: it goes on Q♣ or Q♠."),
            ("14", 0, "0 moves played. Then 14: J♦ does not go on 4♥: it goes on Q♣ or Q♠."),
            ("83 win", 1, "1 move played. Then 'win' is not a move: write its source and its target"),
            (" ", 0, "0 moves played."),
        ],
    )
    @drive
    async def test_a_paste_stops_at_what_cannot_be_done(
        self, tmp_path: Path, text: str, count: int, message: str
    ) -> None:
        async with playing(tmp_path) as player:
            await player.type("1")
            await player.paste(text)
            assert player.message.startswith(message)
            assert len(player.game.turns) == count
            assert kept(tmp_path) == player.game
            await player.type("5")
            assert player.marked("[]") == "J♣", "what was chosen before is no longer"

    @drive
    async def test_two_keys_never_get_out_of_step(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("1aa1b")
            assert [str(turn.move) for turn in player.game.turns] == ["1a"]
            assert player.marked("[]") == "-", "b is the first key of the next move"
            await player.type("2")
            assert player.message == "Cell b is empty."
            await player.press("escape")
            await player.type("a1")
            assert player.message == "J♦ does not go on 4♠: it goes on Q♣ or Q♠."
            for keys in ("9", "b", "h"):
                await player.type(keys)
                await player.press("left", "up", "down", "B")
                assert player.message
                await player.press("escape")
            await player.type("b")
            await player.click("8")
            assert player.marked("[]") == "Q♥", "a click is no second key of what can go nowhere"

    @drive
    async def test_a_refusal_goes_when_something_is_chosen(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("148")
            assert player.message == ""
            await player.type("32")
            assert player.message == "83: Q♥ to column 3.", "what was done stays"

    @drive
    async def test_the_best_move(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("B")
            assert player.message == "Choose a pile first."
            await player.press("8", "B")
            assert [str(turn.move) for turn in player.game.turns] == ["82v1"]
            await player.press("left", "space")
            assert len(player.game.turns) == 1, "space does nothing"
            await player.press("B")
            assert len(player.game.turns) == 2
        async with playing(tmp_path / "open", style="open") as player:
            await player.press("1", "B")
            assert player.message == "J♦ cannot go home before A♦."

    @drive
    async def test_capital_letters_do_not_name_piles(self, tmp_path: Path) -> None:
        game = Game(Deal(1, Rules.FAN))
        async with playing(tmp_path, game) as player:
            free = next(iter(game.state.legal_moves()))
            await player.type(str(free)[:2])
            assert len(player.game.turns) == 1
            await player.press("U")
            assert len(player.game.turns) == 0
            await player.press("u")
            assert player.marked("[]") or player.message
