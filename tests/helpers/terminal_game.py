"""A player of the terminal game, driven by Textual's pilot."""

from __future__ import annotations

import asyncio
import functools
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from freecell import CARDS, AutoPlay, Deal, Pile, Solver, State
from freecell.cli.terminal import Opening, choose_opening
from freecell.cli.terminal.app import PlayApp
from freecell.cli.terminal.board import Board
from freecell.cli.terminal.session import Session
from freecell.cli.terminal.store import Store
from freecell.play import Game, Options, Statistics
from helpers.paths import DATA

SNAPSHOTS = DATA / "play"

NO_WIN = Deal(11982)
"""A deal that is proven to have no win."""


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
    """A game that begins with any position."""
    return Game(state, options=options)


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
    def board(self) -> Board:
        return self.app.board

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
        spot = next(s for s in self.board._laid().spots if s.pile == Pile(pile) and s.depth == depth)
        return spot.x + 1, spot.y

    async def click(self, pile: str, depth: int = 0, **options: Any) -> None:
        await self.pilot.click(Board, offset=self.place(pile, depth), **options)

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
    game: Game | int | State | None = 617,
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
