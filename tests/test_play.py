"""The terminal game, by Textual's pilot: keys, mouse, what is seen, what is kept, and whatever else a player may do."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual import events
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static
from typer.testing import CliRunner

import freecell.cli.play
from freecell import (
    CARDS,
    AutoPlay,
    Deal,
    FreeCellError,
    Game,
    Options,
    Pile,
    Rules,
    Solver,
    State,
    Statistics,
)
from freecell.cli import ExitCode
from freecell.cli.app import app as command
from freecell.cli.play import Opening, choose_opening
from freecell.cli.play import app as app_module
from freecell.cli.play.app import PlayApp
from freecell.cli.play.commands import Commands, fitting
from freecell.cli.play.layout import Layout, piles_of
from freecell.cli.play.session import Session
from freecell.cli.play.settings import STYLES, Settings
from freecell.cli.play.store import Store, folder
from freecell.cli.play.table import Table

ROOT = Path(__file__).resolve().parent.parent
SNAPSHOTS = ROOT / "tests" / "data" / "play"

STUCK = Rules(cells=0, columns=4, ranks=3)
"""A small game, whose deals soon leave no move."""

NO_WIN = Deal(11982)
"""A deal that is proven to have no win."""

HARD = Deal(219837216)
"""A deal whose search takes far longer than a test."""

ENDLESS = Options(hint_nodes=2**40, solve_nodes=2**40)
"""Searches that only the player ends."""


def nearly_won(clock: Callable[[], float] = time.monotonic) -> Game:
    """A game that two cards are missing from being won, which are last in columns 1 and 2."""
    game = Game(Deal(1), options=Options(autoplay=AutoPlay.NONE), clock=clock)
    for move in Solver().solve(Deal(1)).moves[:-2]:
        game.play(move)
    return game


def last_keys(game: Game) -> str:
    """The keys that send home what is left."""
    return "".join(f"{move.source}h" for move in game.finish())


def set_up(state: State, options: Options = Options(autoplay=AutoPlay.NONE)) -> Game:  # noqa: B008
    """A game that begins with any position, as no deal does."""
    game = Game(Deal(1, state.rules), options=options)
    game._start = state
    game.restart()
    return game


RUN = State([["KS", "QH", "JS", "TH"], ["KC"], ["KD"], ["KH", "QS", "JH"], [], [], [], []], foundations=(12, 12, 9, 10))
"""A run, and four empty columns."""


def longest() -> State:
    """The longest column there can be: a king, and all below it, on the six that were dealt before."""
    column = ["3S", "3C", "3D", "4C", "4D", "5C", "KH", "QS", "JH", "TS", "9H", "8S", "7H", "6S", "5H", "4S", "3H"]
    column += ["2S", "AH"]
    others = [str(card) for card in CARDS if str(card) not in column]
    return State([column, *(others[place::7] for place in range(7))])


LONGEST = longest()


class Player:
    """A player at a screen."""

    def __init__(self, app: PlayApp, pilot: Pilot[None], store: Store) -> None:
        self.app = app
        self.pilot = pilot
        self.store = store

    @property
    def game(self) -> Game:
        return self.app._session.game

    @property
    def table(self) -> Table:
        return self.app.table

    @property
    def message(self) -> str:
        return str(self.app.screen_stack[0].query_one("#message", Static).content)

    @property
    def window(self) -> str:
        """The title of the window on top, if there is one."""
        windows = list(self.app.screen.query(".window"))
        return str(windows[0].border_title) if windows else ""

    def screen(self) -> str:
        """All that is seen, as text."""
        strips = self.app.screen._compositor.render_strips(self.app.size)
        lines = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
        return "\n".join(lines) + "\n"

    async def type(self, keys: str) -> None:
        """Press keys without waiting between them."""
        for key in keys:
            self.app.post_message(events.Key(key, key))
        await self.settle()

    async def press(self, *keys: str) -> None:
        """Press keys, each when all that the one before did is done; it is quicker than the pilot's own way."""
        for key in keys:
            self.app.post_message(events.Key(key, key if len(key) == 1 else None))
            await self.settle()

    async def paste(self, text: str) -> None:
        """Paste a text, as terminals report it."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing is left to do: until the processor rests, or, while a search keeps it busy, a little."""
        await self.pilot.pause(0.1 if self.app._cancel is not None else None)

    async def until(self, true: Callable[[], object], what: str) -> None:
        """Wait until something is so."""
        for _ in range(400):
            if true():
                await self.settle()
                return
            await self.pilot.pause(0.02)
        pytest.fail(f"waited in vain: {what}\n{self.screen()}")

    def place(self, pile: str, depth: int = 0) -> tuple[int, int]:
        spot = next(s for s in self.table._laid().spots if s.pile == Pile(pile) and s.depth == depth)
        return spot.x + 1, spot.y

    async def click(self, pile: str, depth: int = 0, **options: Any) -> None:
        await self.pilot.click(Table, offset=self.place(pile, depth), **options)

    def clicks_are_apart(self) -> None:
        """Let no two clicks be taken for a double click."""
        self.app._click_chain_last_time = None

    def marked(self, marks: str) -> str:
        """The cards and places that stand between two marks, in the order of lines."""
        left, right = map(re.escape, marks)
        return " ".join(re.findall(f"{left}(\\S+){right}", self.screen()))


@asynccontextmanager
async def playing(
    home: Path,
    game: Game | int | None = 617,
    size: tuple[int, int] = (80, 24),
    rules: str | None = None,
    style: str | None = None,
    **options: Any,
) -> AsyncIterator[Player]:
    store = Store(home / "kept")
    session = Session(store)
    if isinstance(game, Game):
        opening = Opening(game, session.settings)
        session.saved = None
    else:
        opening = choose_opening(session, game, rules, style)
    app = PlayApp(session, opening.game, settings=opening.settings, into=home, **options)
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot, store)
        await player.until(lambda: player.message or player.window, "what is said first")
        yield player


def drive(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test that waits."""

    @functools.wraps(test)
    def run(*args: Any, **named: Any) -> None:
        asyncio.run(test(*args, **named))  # type: ignore[arg-type]

    return run


def kept(home: Path) -> Game | None:
    """The game that is saved in the folder."""
    return Store(home / "kept").read("game.json", Game.load)


def counted(home: Path, rules: str = "freecell") -> Statistics:
    return Store(home / "kept").read(f"statistics/{rules}.json", Statistics.load) or Statistics()


def some_states(rules: Rules, count: int = 3) -> list[State]:
    """Positions on the way of random play."""
    rng = random.Random(5)
    states = []
    for number in range(1, count + 1):
        state = Deal(number, rules).state()
        states.append(state)
        for _ in range(60):
            moves = state.legal_moves()
            if not moves:
                break
            state = state.play(rng.choice(moves))
        states.append(state)
    return states


class TestLayout:
    @pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40), (200, 60)], ids=str)
    @pytest.mark.parametrize("rules", Rules.named())
    def test_every_card_is_seen_once_and_found_again(self, rules: str, size: tuple[int, int]) -> None:
        width, height = size[0], size[1] - 3
        for state in some_states(Rules.named()[rules]):
            layout = Layout.of(state, width, height)
            seen = [(spot.pile, spot.depth, spot.card) for spot in layout.spots]
            there = [
                (pile, depth, card)
                for pile, cards in piles_of(state)
                for depth, card in reversed(list(enumerate(reversed(cards or (None,)))))
            ]
            assert seen == there
            taken = set()
            for spot in layout.spots:
                for x in range(spot.x, spot.x + spot.width):
                    for y in range(spot.y, spot.y + spot.height):
                        assert 0 <= x < width
                        assert 0 < y < height
                        assert (x, y) not in taken
                        taken.add((x, y))
                        assert layout.at(x, y) == spot

    @pytest.mark.parametrize("size", [(80, 21), (80, 17), (60, 17), (60, 13), (48, 13)])
    def test_the_deepest_cards_of_the_longest_column_share_lines(self, size: tuple[int, int]) -> None:
        layout = Layout.of(LONGEST, *size)
        assert len(layout.spots) == 8 + 52
        assert max(spot.y for spot in layout.spots) < size[1]
        in_lines = [sum(spot.pile == Pile("1") and spot.y == y for spot in layout.spots) for y in range(size[1])]
        cards = [count for count in in_lines if count]
        assert sum(cards) == 19
        assert cards == sorted(cards, reverse=True)
        assert (max(cards) > 1) == (size[1] < 3 + 19)

    @pytest.mark.parametrize("rules", ["freecell", "fan", "eight_off", "freecell,cells=10,columns=1"])
    def test_too_small_says_what_is_needed(self, rules: str) -> None:
        state = Deal(1, Rules.parse(rules)).state()
        for size in ((1, 1), (10, 50), (200, 3), (20, 8)):
            layout = Layout.of(state, *size)
            if layout.spots:
                continue
            width, height = map(max, size, layout.least)
            assert Layout.of(state, width, height).spots
            assert (width, height) != size

    def test_below_a_column_is_its_last_card(self) -> None:
        layout = Layout.of(Deal(1).state(), 80, 21)
        last = layout.at(2, 10)
        assert last is not None
        assert (last.pile, last.depth) == (Pile("1"), 0)
        assert layout.at(2, 20) == last
        assert layout.at(2, 3) is None
        assert layout.at(9, 10) is None

    def test_an_empty_column_is_a_place(self) -> None:
        spot = Layout.of(RUN, 80, 21).at(79 - 8, 15)
        assert spot is not None
        assert (spot.pile, spot.card) == (Pile("8"), None)


class TestStore:
    def test_the_folder_of_each_platform(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        home = tmp_path / "me"
        monkeypatch.setattr(Path, "home", lambda: home)
        state = tmp_path / "state"
        assert folder({"FREECELL_HOME": "/somewhere"}, "linux") == Path("/somewhere")
        assert folder({"FREECELL_HOME": "/somewhere"}, "win32") == Path("/somewhere")
        assert folder({"XDG_STATE_HOME": str(state)}, "linux") == state / "freecell"
        for environ in ({}, {"XDG_STATE_HOME": ""}, {"XDG_STATE_HOME": "not/absolute"}):
            assert folder(environ, "linux") == home / ".local" / "state" / "freecell"
        assert folder({}, "darwin") == home / "Library" / "Application Support" / "freecell"
        assert folder({"LOCALAPPDATA": str(state)}, "win32") == state / "freecell"
        assert folder({}, "win32") == home / "AppData" / "Local" / "freecell"

    def test_what_is_written_is_read(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "a" / "b")
        assert store.read("x.json", str) is None
        store.write("x.json", "♠\n")
        store.write("under/y.json", "1")
        assert store.read("x.json", str) == "♠\n"
        assert store.names("under") == ["under/y.json"]
        assert store.names("nothing") == []
        store.remove("x.json")
        store.remove("x.json")
        assert store.read("x.json", str) is None
        assert [file.name for file in (tmp_path / "a" / "b").iterdir()] == ["under"]
        assert store.troubles() == []

    def test_a_write_that_fails_leaves_the_old_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store = Store(tmp_path)
        store.write("x.json", "old")

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "replace", full)
        reason = f"cannot write {tmp_path / 'x.json'}: No space left on device"
        for told in ([reason], []):
            store.write("x.json", "new")
            assert store.troubles() == told, "once, however often it is tried"
            assert store.unkept == {"x.json": reason}
        assert [file.name for file in tmp_path.iterdir()] == ["x.json"]
        assert store.read("x.json", str) == "old"
        monkeypatch.undo()
        store.write("x.json", "new")
        assert store.unkept == {}

    @pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"null", b'{"format": "freecell game"}'])
    def test_a_damaged_file_is_set_aside_and_never_lost(self, tmp_path: Path, content: bytes) -> None:
        store = Store(tmp_path)
        for number in (1, 2):
            (tmp_path / "game.json").write_bytes(content)
            assert store.read("game.json", Game.load) is None
            aside = tmp_path / f"game.json.damaged-{number}"
            assert aside.read_bytes() == content
            assert f"game.json is damaged and was set aside as {aside}: " in store.troubles()[0]
            assert not (tmp_path / "game.json").exists()

    def test_a_folder_that_is_none(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        store = Store(tmp_path / "file")
        assert store.read("x.json", str) is None
        store.remove("x.json")
        assert store.names("under") == []
        store.write("x.json", "1")
        assert "cannot write" in store.troubles()[0]

    def test_one_window_holds_the_folder(self, tmp_path: Path) -> None:
        home = tmp_path / "new"
        with Store(home).held() as free, Store(home).held() as free_for_another:
            assert (free, free_for_another) == (True, False)
        assert (home / "lock").exists()
        with Store(home).held() as free:
            assert free, "the file that is left does no harm"
        (tmp_path / "file").write_text("")
        with Store(tmp_path / "file").held() as free:
            assert free, "what is wrong with the folder is told elsewhere"


class TestSettings:
    @pytest.mark.parametrize(
        "settings",
        [
            Settings(),
            Settings(rules="penguin", autoplay="none", tap=True, colour=False, letters=True),
            Settings(rules="freecell,cells=2", style="open"),
        ],
    )
    def test_round_trip(self, settings: Settings) -> None:
        assert Settings.load(settings.save()) == settings

    @pytest.mark.parametrize(
        "text",
        [
            *("", "[]", "1", "[" * 100_000, '{"x": 1}', '{"style": "none"}', '{"style": []}', '{"rules": "x"}'),
            *('{"rules": 5}', '{"tap": 1}', '{"autoplay": "x"}', '{"autoplay": 1}'),
        ],
    )
    def test_what_is_wrong_is_refused(self, text: str) -> None:
        with pytest.raises(FreeCellError):
            Settings.load(text)

    def test_what_is_not_said_is_as_at_first(self) -> None:
        assert Settings.load("{}") == Settings()

    def test_styles(self) -> None:
        assert [Settings(style=style).options() for style in STYLES] == [
            Options(),
            Options.CLASSIC,
            Options.OYNA,
            Options.OPEN,
        ]
        assert Settings(style="oyna", autoplay="none").options() == Options.OYNA.replace(autoplay=AutoPlay.NONE)


class TestSession:
    def test_without_a_number_a_deal_is_drawn(self, tmp_path: Path) -> None:
        game = choose_opening(Session(Store(tmp_path)), None, None, "classic").game
        assert game is not None
        assert 1 <= (game.deal.number or 0) <= 32_000
        assert game.options == Options.CLASSIC

    @pytest.mark.parametrize(
        ("number", "rules", "style", "goes_on"),
        [
            (None, None, None, True),
            (617, None, None, True),
            (617, "freecell", "usual", True),
            (None, "freecell", None, True),
            (618, None, None, False),
            (617, "bakers_game", None, False),
            (None, "bakers_game", None, False),
            (None, None, "open", False),
        ],
    )
    def test_the_saved_game_goes_on_unless_another_is_asked_for(
        self, tmp_path: Path, number: int | None, rules: str | None, style: str | None, goes_on: bool
    ) -> None:
        game = Game(Deal(617))
        game.play("83")
        Store(tmp_path).write("game.json", game.save())
        opening = choose_opening(Session(Store(tmp_path)), number, rules, style).game
        assert (opening is None) == goes_on
        if opening is not None:
            assert opening.deal.rules == Rules.parse(rules or "freecell")
            assert number in (None, opening.deal.number)

    def test_a_share_code_is_of_its_own_rules_and_none_to_remember(self, tmp_path: Path) -> None:
        session = Session(Store(tmp_path))
        session.choose(Settings(rules="penguin", style="classic"))
        opening = choose_opening(session, Deal.from_code("FC1-C4-AAAAATJ"), None, None)
        assert opening == Opening(Game(Deal(617), options=Options.CLASSIC), session.settings)
        Store(tmp_path).write("game.json", Game(Deal(617), options=Options.CLASSIC).save())
        assert choose_opening(Session(Store(tmp_path)), Deal(617), None, None).game is None
        assert choose_opening(Session(Store(tmp_path)), Deal(617, Rules(cells=3)), None, None).game is not None

    @pytest.mark.parametrize(
        ("number", "rules", "style", "wanted"),
        [
            (1, None, "oyna", Settings(style="oyna")),
            (1, "penguin", None, Settings(rules="penguin")),
            (None, None, "open", Settings(style="open")),
            (2_000_000, None, None, Settings(rules="eight_off")),
        ],
    )
    def test_what_is_remembered_gives_way_to_what_is_asked_for(
        self, tmp_path: Path, number: int | None, rules: str | None, style: str | None, wanted: Settings
    ) -> None:
        session = Session(Store(tmp_path))
        session.settings = Settings(rules="eight_off", style="classic")
        opening = choose_opening(session, number, rules, style)
        assert opening.settings == wanted
        assert opening.game is not None
        assert opening.game.deal.rules == wanted.game_rules()
        assert opening.game.options == wanted.options()

    def test_what_cannot_be_dealt_says_which_style_is_why(self, tmp_path: Path) -> None:
        with pytest.raises(FreeCellError, match="style oyna: under these options a game has 4 cells"):
            choose_opening(Session(Store(tmp_path)), 1, "penguin", "oyna")
        with pytest.raises(FreeCellError, match="style classic: deal number must be from 1 to 1000000, not 2000000"):
            choose_opening(Session(Store(tmp_path)), 2_000_000, None, "classic")
        with pytest.raises(FreeCellError, match=r"^deal number must be from 1 to 8589934591"):
            choose_opening(Session(Store(tmp_path)), 2**33, None, None)
        assert Session(Store(tmp_path)).settings == Settings()

    @drive
    async def test_only_what_is_begun_is_remembered(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            assert not (tmp_path / "kept" / "settings.json").exists()
        for answer, settings in (("n", Settings()), ("y", Settings(rules="bakers_game", style="open"))):
            async with playing(tmp_path, None, rules="bakers_game", style="open") as player:
                assert player.window == "Leave the game?"
                await player.press(answer)
                assert player.app._session.settings == settings
                assert Session(player.store).settings == settings


class TestKeys:
    @drive
    async def test_two_keys_are_a_move(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("8")
            assert player.marked("[]") == "Q♥"
            assert player.marked("<>") == "- - - - K♠ K♣"
            await player.type("3")
            assert [str(turn.move) for turn in player.game.moves] == ["83v1"]
            assert player.message == "83: Q♥ to column 3."
            assert player.marked("<>") == ""

    @drive
    async def test_keys_without_a_pause_are_taken_in_their_order(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            moves = "83 53 6a 6b 6c 56 c5 a5 b6 4a 45 54"
            await player.type(moves.replace(" ", "") + "zzyUY")
            assert [str(turn.move) for turn in player.game.moves] == [
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
            assert str(player.game.moves[-1].move) == "15v3"
            await player.type("52")
            assert str(player.game.moves[-1].move) == "52v3"
            await player.type("26")
            assert str(player.game.moves[-1].move) == "26v4", "the longest, where no count is said"

    @drive
    async def test_what_cannot_be_done_is_said(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            for keys, reason, reason_of_both in (
                ("1", "? shows the keys. Have a good game.", "J♦ does not lie on 4♥: it lies on Q♣ or Q♠."),
                ("a", "Cell a is empty.", "Cell a is empty."),
                ("h", "No card is home yet.", "In this game no card comes back from home."),
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
            assert player.game.moves == ()

    @drive
    async def test_the_same_key_twice_goes_home_or_into_a_cell(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("11")
            assert str(player.game.moves[-1].move) == "1a"
            await player.type("22334411")
            assert len(player.game.moves) == 4
            assert "cell" in player.message

    @drive
    async def test_arrows_and_enter(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("left")
            await player.press("left", "enter")
            assert player.marked("[]") == "Q♥"
            await player.press("enter")
            assert str(player.game.moves[-1].move) == "82v1", "the best target comes first"
            await player.press("enter")
            assert player.marked("[]") == "Q♥"
            await player.press("right", "enter")
            assert len(player.game.moves) == 2
            await player.press("up", "left", "down", "right", "space")
            assert player.game.state.cards_home() == 0

    @drive
    async def test_a_card_comes_back_from_home(self, tmp_path: Path) -> None:
        rules = Rules.FREECELL.replace(foundation_takeback=True)
        columns = [["KS"], ["QS"], ["KH"], [], [], [], [], []]
        state = State(columns, foundations=(13, 13, 12, 11), rules=rules)
        async with playing(tmp_path, set_up(state)) as player:
            await player.type("h")
            assert player.message.startswith("Cards of several suits can come back")
            await player.click("hh")
            assert player.marked("[]") == "Q♥"
            await player.type("1")
            assert [str(turn.move) for turn in player.game.moves] == ["hh1"]
        async with playing(tmp_path / "another", nearly_won()) as player:
            await player.type("h")
            assert player.message == "In this game no card comes back from home."

    @drive
    async def test_undo_redo_restart(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("U")
            assert player.message == "There is no move to take back."
            await player.press("R")
            assert player.message == "This is the start."
            await player.type("832a")
            for key, count, message in (
                ("U", 1, "Taken back: 2a: K♠ to cell a."),
                ("Y", 2, "Made again: 2a: K♠ to cell a."),
                ("z", 1, "Taken back: 2a: K♠ to cell a."),
                ("ctrl+z", 0, "Taken back: 83: Q♥ to column 3."),
                ("y", 1, "Made again: 83: Q♥ to column 3."),
                ("ctrl+y", 2, "Made again: 2a: K♠ to cell a."),
                ("Y", 2, "There is no move to make again."),
            ):
                await player.press(key)
                assert (len(player.game.moves), player.message) == (count, message)
            await player.press("R")
            assert player.window == "Restart"
            await player.press("n")
            assert len(player.game.moves) == 2
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
            assert [str(turn.move) for turn in player.game.moves] == ["15v3"]
            assert player.message == "15v3: Q♥ and 2 more to column 5."
            await player.type("52v3")
            assert [str(turn.move) for turn in player.game.moves] == ["15v3", "52v3"]
            await player.type("26v9")
            assert player.message.startswith("Column 2 has no 9 cards")
            assert len(player.game.moves) == 2, "a move that is not as it was typed is not made"
            await player.type("26vz")
            assert [str(turn.move) for turn in player.game.moves] == ["15v3", "52v3"], "z takes back what was made"
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
            assert player.message == "The game is won. N begins another."

    @pytest.mark.parametrize(
        ("text", "count", "message"),
        [
            ("83 2a", 2, "2 moves played."),
            ("83 12 2a", 1, "1 move played. Then 12: J♦ does not lie on K♠: it lies on Q♣ or Q♠."),
            ("14", 0, "0 moves played. Then 14: J♦ does not lie on 4♥: it lies on Q♣ or Q♠."),
            ("83 win", 1, "1 move played. Then 'win' is no move: write its source and its target"),
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
            assert len(player.game.moves) == count
            assert kept(tmp_path) == player.game
            await player.type("5")
            assert player.marked("[]") == "J♣", "what was chosen before is no longer"

    @drive
    async def test_two_keys_never_get_out_of_step(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("1aa1b")
            assert [str(turn.move) for turn in player.game.moves] == ["1a"]
            assert player.marked("[]") == "-", "b is the first key of the next move"
            await player.type("2")
            assert player.message == "Cell b is empty."
            await player.press("escape")
            await player.type("a1")
            assert player.message == "J♦ does not lie on 4♠: it lies on Q♣ or Q♠."
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
            assert [str(turn.move) for turn in player.game.moves] == ["82v1"]
            await player.press("left", "space")
            assert len(player.game.moves) == 1, "space does nothing"
            await player.press("B")
            assert len(player.game.moves) == 2
        async with playing(tmp_path / "open", style="open") as player:
            await player.press("1", "B")
            assert player.message == "J♦ cannot go home before A♦."

    @drive
    async def test_capital_letters_name_no_pile(self, tmp_path: Path) -> None:
        game = Game(Deal(1, Rules.FAN))
        async with playing(tmp_path, game) as player:
            free = next(iter(game.state.legal_moves()))
            await player.type(str(free)[:2])
            assert len(player.game.moves) == 1
            await player.press("U")
            assert len(player.game.moves) == 0
            await player.press("u")
            assert player.marked("[]") or player.message


class TestMouse:
    @drive
    async def test_click_and_click(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.click("8")
            assert player.marked("[]") == "Q♥"
            assert player.marked("<>") == "- - - - K♠ K♣"
            await player.click("3", 2)
            assert str(player.game.moves[-1].move) == "83v1", "anywhere in the column"
            await player.click("2")
            await player.click("c")
            assert str(player.game.moves[-1].move) == "2c"
            await player.click("1")
            player.clicks_are_apart()
            await player.click("1")
            assert player.marked("[]") == ""
            await player.click("1")
            await player.pilot.click(Table, offset=(40, 19))
            assert len(player.game.moves) in (2, 3)

    @drive
    async def test_a_card_inside_a_run_says_how_many_go(self, tmp_path: Path) -> None:
        async with playing(tmp_path, set_up(RUN)) as player:
            await player.click("1", 1)
            assert player.marked("[]") == "J♠ T♥"
            await player.click("5")
            assert str(player.game.moves[-1].move) == "15v2"
            await player.click("5")
            assert player.marked("[]") == "T♥"
            await player.click("1")
            assert str(player.game.moves[-1].move) == "51v2", "one does not fit, two do"

    @drive
    async def test_what_cannot_be_clicked_is_said(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.click("1", 1)
            assert player.message == "The last 2 cards of column 1 do not lie in order."
            assert player.marked("[]") == ""
            await player.click("a")
            assert player.message == "Cell a is empty."
            await player.click("hc")
            assert player.message == "Foundation hc is empty."
            await player.click("1")
            await player.click("4")
            assert player.message == "J♦ does not lie on 4♥: it lies on Q♣ or Q♠."

    @drive
    async def test_two_clicks(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.click("1", times=2)
            assert [str(turn.move) for turn in player.game.moves] == ["1a"]
            await player.click("2")
            player.clicks_are_apart()
            await player.click("2")
            assert [str(turn.move) for turn in player.game.moves] == ["1a", "2b"], "however slowly"
            await player.click("8")
            await player.click("3")
            await player.click("3")
            assert len(player.game.moves) == 3, "what is played onto is not touched twice"
            assert player.marked("[]")
            await player.press("escape")
            await player.click("a", times=2)
            assert len(player.game.moves) == 3
            assert player.message.startswith("J♦ fits onto the last card of no column")

    @drive
    async def test_another_card_of_the_same_column(self, tmp_path: Path) -> None:
        async with playing(tmp_path, set_up(RUN)) as player:
            await player.click("1", 1)
            await player.click("1", 2)
            assert player.marked("[]") == "Q♥ J♠ T♥"
            await player.pilot.click(Table, offset=(40, 19))
            assert player.marked("[]") == ""
            assert player.game.moves == ()

    @drive
    async def test_dragging(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.pilot.mouse_down(Table, offset=player.place("8"))
            await player.pilot.mouse_up(Table, offset=player.place("3", 3))
            assert [str(turn.move) for turn in player.game.moves] == ["83v1"]
            await player.pilot.mouse_down(Table, offset=player.place("1"))
            await player.pilot.mouse_up(Table, offset=player.place("4"))
            assert player.message == "J♦ does not lie on 4♥: it lies on Q♣ or Q♠."
            await player.pilot.mouse_down(Table, offset=player.place("1"))
            await player.pilot.mouse_up(Table, offset=(0, 0))
            assert len(player.game.moves) == 1

    @drive
    async def test_the_right_button_and_a_tap_play_the_best_move(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.click("8", button=3)
            assert [str(turn.move) for turn in player.game.moves] == ["82v1"]
        async with playing(tmp_path) as player:
            await player.press("O", "down", "down", "down", "right", "escape")
            await player.click("1")
            assert [str(turn.move) for turn in player.game.moves] == ["82v1", "12v1"] or len(player.game.moves) == 2

    @drive
    async def test_commands_can_be_clicked(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            line = player.screen().split("\n")[23]
            await player.pilot.click(Commands, offset=(line.index("Undo"), 0))
            assert player.game.moves == ()
            await player.pilot.click(Commands, offset=(line.index("Help"), 0))
            assert player.window == "Keys"
            await player.pilot.click(OptionList, offset=(2, 0))
            assert player.window == ""


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
        async with playing(tmp_path, Game(Deal(617, Rules.named()[rules]))) as player:
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
    async def test_what_is_told_of_the_game_fits(self, tmp_path: Path, width: int, status: str) -> None:
        async with playing(tmp_path, Game(Deal(617), options=Options.OPEN, clock=lambda: 0.0), (width, 24)) as player:
            await player.type("83")
            assert player.screen().split("\n")[0] == f" {status}"

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
            assert len(player.game.moves) == 1

    @pytest.mark.parametrize("size", [(1, 1), (40, 12)])
    @drive
    async def test_small_terminals_do_no_harm(self, tmp_path: Path, size: tuple[int, int]) -> None:
        async with playing(tmp_path, size=size) as player:
            await player.type("83")
            for key in ("question_mark", "O", "G", "T"):
                await player.press(key, "escape")
            assert len(player.game.moves) == 1

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


class TestThinking:
    @drive
    async def test_a_hint_is_shown_and_played(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.press("H")
            await player.until(lambda: "Enter plays it" in player.message, "a hint")
            advice = Game(Deal(617)).hint()
            assert advice is not None
            assert f"it wins, in {advice.left} moves" in player.message
            assert player.marked("{}")
            await player.press("enter")
            assert player.game.moves[-1].move == advice.move
            await player.press("i")
            await player.until(lambda: player.marked("{}"), "another")
            await player.type("1")
            assert player.marked("{}") == "", "any pile drops it"

    @drive
    async def test_solve_plays_a_win_step_by_step(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("freecell.cli.play.app._PACE", 0.002)
        async with playing(tmp_path) as player:
            await player.press("S")
            await player.until(lambda: player.window, "the end of the solution")
            assert player.window == "Solved"
            assert "played, not as won" in player.screen()
            assert counted(tmp_path) == Statistics(played=1)
            assert kept(tmp_path) is None

    @drive
    async def test_escape_and_any_move_stop_the_solution(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("freecell.cli.play.app._PACE", 0.1)
        async with playing(tmp_path) as player:
            await player.press("S")
            await player.until(lambda: player.game.moves, "the first move of the solution")
            await player.press("escape")
            count = len(player.game.moves)
            assert player.message == "Stopped."
            await player.pilot.pause(0.2)
            assert len(player.game.moves) == count
            await player.press("S")
            await player.until(lambda: len(player.game.moves) > count, "the next move of the solution")
            await player.press("U")
            count = len(player.game.moves)
            await player.pilot.pause(0.2)
            assert len(player.game.moves) == count

    @drive
    async def test_a_search_tells_how_far_it_is_and_is_cancelled(self, tmp_path: Path) -> None:
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
    async def test_the_table_is_free_while_something_is_thought_out(self, tmp_path: Path) -> None:
        async with playing(tmp_path, Game(HARD, options=ENDLESS)) as player:
            await player.press("S")
            await player.until(lambda: " positions, " in player.message, "progress")
            move = player.game.state.legal_moves()[0]
            await player.type(str(move)[:2])
            assert len(player.game.moves) == 1
            assert player.app._cancel is None, "what was asked before the move is of no use"

    def test_quitting_while_something_is_thought_out_is_done_at_once(self, tmp_path: Path) -> None:
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
    async def test_a_lost_game_is_called_so(self, tmp_path: Path) -> None:
        async with playing(tmp_path, Game(NO_WIN)) as player:
            await player.press("S")
            await player.until(lambda: player.window, "the verdict")
            assert player.window == "Lost"
            assert "It is proven that none of them wins." in player.screen()
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
        monkeypatch.setattr("freecell.cli.play.app._PACE", 0.002)
        async with playing(tmp_path, nearly_won()) as player:
            await player.press("F")
            await player.until(lambda: player.window, "the end")
            assert player.window == "You have won!"
            assert counted(tmp_path).won == 1
        async with playing(tmp_path) as player:
            await player.press("F")
            assert player.message == "Some cards are buried still. S solves the game."


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
            assert player.message == "The game is won. N begins another."
            await player.press("Y", "H", "S", "1", "h")
            await player.press("T")
            assert player.window == "Statistics"
            await player.press("b")
            assert player.message == "The game is won. N begins another."
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
            for move in nearly_won().moves:
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
            assert player.message == "The replay cannot be written: No such file or directory."

    @drive
    async def test_no_moves_left(self, tmp_path: Path) -> None:
        game, moves = stuck_deal()
        async with playing(tmp_path, game) as player:
            await player.type("".join(moves))
            await player.until(lambda: player.window, "the window")
            assert player.window == "No moves left"
            assert "No card can go anywhere." in player.screen()
            await player.press("escape", "H")
            assert player.window == "No moves left"
            await player.press("u")
            assert len(player.game.moves) == len(moves) - 1
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
            await player.until(lambda: "taken back" in player.message, "the way back")
            count = len(moves) - lost_from
            assert player.message == f"{count} move{'s' * (count > 1)} taken back. Y makes them again."
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
            await player.until(lambda: "it was lost before" in player.message, "the answer")

    @drive
    async def test_the_same_deal_again_is_not_counted_again(self, tmp_path: Path) -> None:
        async with playing(tmp_path, nearly_won()) as player:
            await player.type(last_keys(nearly_won()))
            await player.until(lambda: player.window, "the window")
            statistics = counted(tmp_path)
            await player.press("R")
            assert player.message.startswith("The same deal again")
            await player.type("1a")
        async with playing(tmp_path, None) as player:
            assert len(player.game.moves) == 1, "it goes on later, and still does not count"
            await player.press("N")
            assert "It was counted before." in player.screen()
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
            await player.until(lambda: "it was lost before" in player.message, "the answer")
            assert len(player.game.moves) == 1

    @drive
    async def test_only_reversible_moves_left_is_told_once(self, tmp_path: Path) -> None:
        # One card can go to and fro between two others; the aces are buried.
        rules = Rules(cells=0, columns=3, ranks=3)
        game = set_up(
            State([["AH", "3C", "2H"], ["AC", "AD", "AS", "2C", "2D", "3H", "2S", "3D"], ["3S"]], rules=rules)
        )
        assert game.only_reversible_moves_left()
        async with playing(tmp_path, game) as player:
            await player.until(lambda: player.window, "the window")
            assert player.window == "No moves left"
            assert "can only be taken back by the next" in player.screen()
            assert "It is proven that none of them wins." in player.screen()
            await player.press("escape")
            await player.type("13")
            await player.type("31")
            await player.pilot.pause(0.2)
            assert player.window == ""
            assert len(player.game.moves) == 2

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
            assert "'x' is no share code such as FC1-C4-AAAAAKH" in player.screen()
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
            assert player.message == "Q quits. The game is kept."


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
            assert len(player.game.moves) == 3
            await player.press("z", "z", "z")
            assert player.game.state == Deal(617).state()

    @drive
    async def test_quitting_from_a_window(self, tmp_path: Path) -> None:
        async with playing(tmp_path) as player:
            await player.type("83")
            await player.press("question_mark", "ctrl+q")
        assert len((kept(tmp_path) or Game(Deal(1))).moves) == 1

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
    async def test_a_damaged_file_is_told_of_and_the_game_begins(self, tmp_path: Path, name: str) -> None:
        file = tmp_path / "kept" / name
        file.parent.mkdir(parents=True)
        file.write_text('{"format": ')
        async with playing(tmp_path) as player:
            await player.press("T")
            await player.press("escape")
            assert player.game.deal == Deal(617)
            assert file.with_name(f"{file.name}.damaged-1").read_text() == '{"format": '

    @drive
    async def test_what_is_damaged_is_told_at_the_start(self, tmp_path: Path) -> None:
        (tmp_path / "kept").mkdir()
        (tmp_path / "kept" / "game.json").write_text("x")
        async with playing(tmp_path, None) as player:
            assert player.window == "Trouble with files"
            assert "The file game.json is damaged and was set aside as" in " ".join(player.screen().split())
            await player.press("b")
            assert player.message == "? shows the keys. Have a good game."

    @drive
    async def test_all_that_is_damaged_is_told_whole(self, tmp_path: Path) -> None:
        (tmp_path / "kept").mkdir()
        for name in ("game.json", "settings.json"):
            (tmp_path / "kept" / name).write_text("x" * 100)
        async with playing(tmp_path, None) as player:
            assert player.window == "Trouble with files"
            told = re.sub(r"[^\w.-]", "", player.screen())
            for name in ("game.json", "settings.json"):
                assert f"set aside as {tmp_path / 'kept' / name}.damaged-1".replace(" ", "").replace("/", "") in told

    @drive
    async def test_a_folder_that_cannot_be_written_is_told_of_and_the_game_goes_on(self, tmp_path: Path) -> None:
        (tmp_path / "kept").write_text("a file")
        async with playing(tmp_path) as player:
            assert player.window == "Trouble with files"
            assert "Cannot write" in player.screen()
            assert "You can play on, but that is not kept." in player.screen()
            await player.press("b")
            await player.type("83")
            assert player.window == "", "it is told once"
            assert player.message == "83: Q♥ to column 3."
            assert "not kept" in player.screen().split("\n")[0]


class TestCommand:
    def test_without_textual_it_says_what_to_install(self) -> None:
        result = python("import sys; sys.modules['textual'] = None; import freecell.cli; freecell.cli.main()", "play")
        assert result.returncode == ExitCode.NOT_INSTALLED
        assert (result.stdout, result.stderr) == (
            "",
            "freecell: the game needs Textual: pip install 'freecell[play]'\n",
        )

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (
                ["x"],
                "'x' is no deal: write a whole number from 1 to 8589934591, or a share code such as FC1-C4-AAAAATJ\n",
            ),
            (["fc2-c4-aaaaatj"], "share codes of version 2 are not known, only FC1\n"),
            (["FC1-C4-AAAAATJ", "--cells", "4"], "a share code says which game it is: leave out --rules and --cells\n"),
            (
                ["--style", "foo"],
                "Invalid value for '--style': 'foo' is not one of 'usual', 'classic', 'oyna', 'open'.\n",
            ),
            (["1"], "the game is played in a terminal, and this is none"),
            (["--rules", "x"], "--rules: "),
        ],
    )
    def test_what_it_refuses(self, arguments: list[str], message: str) -> None:
        result = CliRunner().invoke(command, ["play", *arguments])
        assert result.exit_code == ExitCode.BAD_INPUT
        assert result.stderr.startswith(f"freecell: {message}")
        assert result.stderr.count("\n") == 1

    def test_a_dumb_terminal_is_refused(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr("freecell.cli.app.sys", terminal())
        monkeypatch.setenv("TERM", "dumb")
        result = CliRunner().invoke(command, ["play"])
        assert result.exit_code == ExitCode.BAD_INPUT
        assert capsys.readouterr().err.startswith("freecell: the game needs a terminal that can be drawn in anywhere")

    def test_a_second_window_is_refused_and_says_why(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("FREECELL_HOME", str(tmp_path))
        with Store(tmp_path).held(), pytest.raises(FreeCellError, match="another window plays already"):
            freecell.cli.play.run()

    def test_what_could_not_be_kept_is_told_at_the_end(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(PlayApp, "run", lambda _: None)
        monkeypatch.setenv("FREECELL_HOME", str(tmp_path / "kept"))
        assert freecell.cli.play.run(617)
        assert capsys.readouterr().err == ""
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("FREECELL_HOME", str(tmp_path / "file"))
        assert not freecell.cli.play.run(617)
        assert re.fullmatch(r"freecell: cannot write .*game\.json: .*\n", capsys.readouterr().err)

    def test_what_it_passes_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls = []
        monkeypatch.setattr(freecell.cli.play, "run", lambda *args, **options: not calls.append((args, options)))

        monkeypatch.setattr("freecell.cli.app.sys", terminal())
        monkeypatch.setenv("TERM", "xterm")
        for arguments, wanted in (
            ([], (None, None, None, False, False)),
            (["617"], (617, None, None, False, False)),
            (["fc1-c4-AAAAATJ"], (Deal(617), None, None, False, False)),
            (["--rules", "bakers_game", "--cells", "5"], (None, "bakers_game,cells=5", None, False, False)),
            (["--cells", "3", "--style", "OPEN"], (None, "freecell,cells=3", "open", False, False)),
            (["1", "--plain", "--ascii"], (1, None, None, True, True)),
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
                assert re.search(rf"(^|\s){re.escape(name)}\s", app_module._HELP, re.MULTILINE)

    def test_only_the_public_interface_is_used(self) -> None:
        room = Path(freecell.cli.play.__file__).parent
        for file in room.glob("*.py"):
            imports = re.findall(r"^\s*(?:from|import) (freecell[\w.]*)", file.read_text("utf-8"), re.MULTILINE)
            own = [name for name in imports if name.startswith("freecell.cli.play")]
            assert set(imports) - set(own) <= {"freecell", "freecell.draw"}, file.name


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


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        input="",
    )


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
