"""The game on the table, kept in the store after every move; each game is counted once."""

from __future__ import annotations

from pathlib import Path

from freecell import Deal, Rules
from freecell.cli.terminal.settings import Settings
from freecell.cli.terminal.store import Store
from freecell.draw import html
from freecell.play import Game, Statistics

__all__ = ["Session"]

_GAME, _AGAIN, _SETTINGS, _STATISTICS = "game.json", "again.json", "settings.json", "statistics"


class Session:
    """One game after another.

    A game counts when it is won, or when it is left for another after a move at least. A game that is won is no longer
    kept, and one that begins its deal again is kept under another name, so that nothing counts twice.

    Args:
        store: where all is kept.

    Attributes:
        settings: what the player has chosen.
        saved: the game that was left the last time, paused; None where there was none.
        counted: whether the game has been counted before.
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

    @property
    def game(self) -> Game:
        """The game on the table."""
        assert self._game is not None, "begin or resume comes first"
        return self._game

    def deal(self, which: int | Deal | None = None) -> Game:
        """Give a new game by the settings, and leave the one on the table as it is.

        Args:
            which: the number of a deal, or a deal that has its rules with it; None to draw one.

        Raises:
            FreeCellError: the style does not have the deal, or such rules.
        """
        return self.settings.deal(which)

    def resume(self) -> None:
        """Put the saved game on the table."""
        self._game, self.saved = self.saved, None

    def begin(self, game: Game, *, counted: bool = False) -> None:
        """Put a new game on the table; the one that lies there is left, and counts if a move was made.

        Args:
            game: the game.
            counted: whether it has been counted before.
        """
        if self._game is not None and self.is_left_by_another():
            self._count(won=False)
        self._game = game
        self.counted = counted
        self.store.remove(_GAME if counted else _AGAIN)
        self.keep()

    def is_left_by_another(self) -> bool:
        """Tell whether the game on the table is begun, and would be lost if another began."""
        return self.game.player_moves() + len(self.game.undone) > 0 and not self.game.is_won()

    def begin_again(self) -> None:
        """Begin the deal of a game that is won once more; that was counted."""
        game = Game.load(self.game.save())
        game.restart()
        self.begin(game, counted=True)

    def won(self, *, by_player: bool) -> None:
        """Count the win; it is the solver's where the player did not make the last move."""
        self._count(won=by_player)
        self.store.remove(_AGAIN if self.counted else _GAME)

    def keep(self) -> None:
        """Save the game, unless it is won."""
        if not self.game.is_won():
            self.store.write(_AGAIN if self.counted else _GAME, self.game.save())

    def choose(self, settings: Settings) -> None:
        """Take other settings, and keep them."""
        self.settings = settings
        self.store.write(_SETTINGS, settings.save())

    def statistics(self, rules: Rules) -> Statistics:
        """Give the statistics of one game of the family."""
        return self.store.read(_statistics_file(rules), Statistics.load) or Statistics()

    def all_statistics(self) -> dict[str, Statistics]:
        """Give the statistics of every game that was played, by the text of its rules."""
        found = {}
        for name in self.store.names(_STATISTICS):
            statistics = self.store.read(name, Statistics.load)
            if statistics is not None:
                found[Path(name).stem] = statistics
        return found

    def _count(self, *, won: bool) -> None:
        if self.counted:
            return
        rules = self.game.deal.rules
        statistics = self.statistics(rules).after(won=won, seconds=self.game.seconds() if won else None)
        self.store.write(_statistics_file(rules), statistics.save())

    def export(self, into: Path) -> Path:
        """Write a page that replays the game so far.

        Args:
            into: the folder; no file in it is overwritten.

        Returns:
            The file.

        Raises:
            OSError: it cannot be written.
        """
        game = self.game
        page = html(
            game.start,
            [turn.move for turn in game.turns],
            game.autoplay,
            game.options.on_deal,
            title=game.title(),
        )
        stem = "freecell" if game.deal.number is None else f"freecell-{game.deal.number}"
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
