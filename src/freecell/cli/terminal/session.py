"""The current game, saved after every move, and the statistics, in which each game counts once."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from threading import Event

from freecell import Deal, Rules
from freecell.cli.terminal.messages import clock
from freecell.cli.terminal.settings import Settings
from freecell.cli.terminal.store import Store
from freecell.draw import html
from freecell.play import Game, Statistics

__all__ = ["Session"]

_GAME, _AGAIN, _SETTINGS, _STATISTICS = "game.json", "again.json", "settings.json", "statistics"


class Session:
    """A session of the terminal game: one game after another.

    A game of a deal counts when it is won, or when it is left for another one after at least one move. A game from a
    position never counts. A game that is won is no longer saved. If it is started again, it is saved under another
    name, so that no game counts twice.

    Args:
        store: The store of games, settings and statistics.

    Attributes:
        settings: The settings of the player.
        saved: The game saved last time, paused; None if there is none.
        counted: Whether the current game has been counted before.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.settings = store.read(_SETTINGS, Settings.load) or Settings()
        self.saved = store.read(_GAME, Game.load)
        self.counted = False
        if self.saved is None:
            self.saved = store.read(_AGAIN, Game.load)
            self.counted = self.saved is not None
        self._game: Game | None = None
        self._known: Statistics | None = None  # the statistics of the current game's rules, as last read

    @property
    def game(self) -> Game:
        """The current game."""
        assert self._game is not None, "call begin or resume first"
        return self._game

    def deal(self, which: int | Deal | None = None) -> Game:
        """Return a new game by the settings, as :meth:`Settings.deal` does; the current game does not change."""
        return self.settings.deal(which)

    def resume(self) -> None:
        """Continue the saved game."""
        self._game, self.saved = self.saved, None
        self._known = self.statistics()

    def begin(self, game: Game, *, counted: bool = False) -> None:
        """Start a new game. The current one is left, and counts if a move was made.

        Args:
            game: The game.
            counted: Whether it has been counted before.
        """
        if self._game is not None and self.is_left_by_another():
            self._count(won=False)
        self._game = game
        self._known = self.statistics()
        self.counted = counted
        self.store.remove(_GAME if counted else _AGAIN)
        self.keep()

    def is_left_by_another(self) -> bool:
        """Whether the current game has begun and is not won, so that another one would end it."""
        return self.game.player_moves() + len(self.game.undone) > 0 and not self.game.is_won()

    def count_lost(self, cancel: Event) -> int | None:
        """Count the moves since the last position of the game that is not proven lost.

        Args:
            cancel: An event that ends the search.

        Returns:
            The number of moves; None if undo reaches no position that is not proven lost.
        """
        game = copy(self.game)  # a shallow copy, which shares the set of positions proven lost
        while game.is_lost(cancel=cancel):
            if not game.can_undo():
                return None
            game.undo()
        return len(self.game.turns) - len(game.turns)

    def begin_again(self) -> None:
        """Start a won game again. It was counted."""
        game = Game.load(self.game.save())
        game.restart()
        self.begin(game, counted=True)

    def won(self, *, by_player: bool) -> None:
        """Count the game as won, or only as played if the solver made the last move."""
        self._count(won=by_player)
        self.keep()

    def keep(self) -> None:
        """Save the game; if it is won, remove what was saved."""
        name = _AGAIN if self.counted else _GAME
        if self.game.is_won():
            self.store.remove(name)
        else:
            self.store.write(name, self.game.save())

    def choose(self, settings: Settings) -> None:
        """Use and save other settings."""
        self.settings = settings
        self.store.write(_SETTINGS, settings.save())

    def why_uncounted(self) -> str | None:
        """Return why the current game does not count, as a sentence; None if it counts."""
        if self.game.deal is None:
            return "It starts from a position, and does not count."
        return "It was counted before, and does not count again." if self.counted else None

    def statistics(self) -> Statistics | None:
        """Return the statistics of games with the rules of the current deal; None for a game from a position."""
        if self.game.deal is None:
            return None
        return self.store.read(_statistics_file(self.game.deal.rules), Statistics.load) or Statistics()

    def best_text(self) -> str | None:
        """Return the best time of the current deal, or else of all games with its rules, in words; None if none."""
        deal, known = self.game.deal, self._known
        if deal is None or known is None:
            return None
        best = None if deal.number is None else known.best_time(deal.number)
        if best is not None:
            return f"deal's best {clock(best)}"
        return None if known.best_seconds is None else f"best {clock(known.best_seconds)}"

    def all_statistics(self) -> dict[str, Statistics]:
        """Return the statistics of all games played and of the current deal's game, by the text of their rules."""
        found = {} if self.game.deal is None else {str(self.game.deal.rules): Statistics()}
        for name in self.store.names(_STATISTICS):
            statistics = self.store.read(name, Statistics.load)
            if statistics is not None:
                found[Path(name).stem] = statistics
        return found

    def _count(self, *, won: bool) -> None:
        deal, statistics = self.game.deal, self.statistics()
        if self.counted or deal is None or statistics is None:
            return
        seconds = self.game.seconds() if won else None
        self._known = statistics = statistics.after(won=won, seconds=seconds, deal=deal.number)
        self.store.write(_statistics_file(deal.rules), statistics.save())

    def export(self, into: Path) -> Path:
        """Write a page that replays the game so far.

        Args:
            into: The folder. No file in it is overwritten.

        Returns:
            The file.

        Raises:
            OSError: If it cannot be written.
        """
        game = self.game
        page = html(
            game.start,
            [turn.move for turn in game.turns],
            game.autoplay,
            game.options.on_deal,
            title=game.title(),
        )
        stem = "freecell" if game.deal is None or game.deal.number is None else f"freecell-{game.deal.number}"
        number = 1
        while True:
            file = into / (f"{stem}.html" if number == 1 else f"{stem}-{number}.html")
            try:
                with file.open("x", encoding="utf-8") as stream:
                    stream.write(page)
            except FileExistsError:
                number += 1
            else:
                return file


def _statistics_file(rules: Rules) -> str:
    return f"{_STATISTICS}/{rules}.json"
