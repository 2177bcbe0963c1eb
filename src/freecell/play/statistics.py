"""How well a player does over many games."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from freecell._arguments import shortened, whole_number
from freecell.errors import FreeCellError
from freecell.play.saves import Reader, read, write

__all__ = ["Statistics"]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Games played and won; immutable.

    >>> Statistics().after(won=True, seconds=201.5).after(won=False)
    Statistics(played=2, won=1, best_seconds=201.5, streak=0, longest_streak=1)

    Args:
        played: how many games were played.
        won: how many of them were won.
        best_seconds: the shortest time of a win; None before the first that had one.
        streak: how many games were won in a row, up to now.
        longest_streak: the most that ever were.

    Raises:
        FreeCellError: a number is negative or of the wrong kind, or they contradict each other.
    """

    played: int = 0
    won: int = 0
    best_seconds: float | None = None
    streak: int = 0
    longest_streak: int = 0

    def __post_init__(self) -> None:
        for name, most, what in (
            ("played", 2**63, ""),
            ("won", self.played, " games played"),
            ("longest_streak", self.won, " games won"),
            ("streak", self.longest_streak, " of the longest streak"),
        ):
            value = whole_number(getattr(self, name), name, 0, 2**63)
            if value > most:
                raise FreeCellError(f"{name} cannot be {value}, more than the {most}{what}")
            object.__setattr__(self, name, value)
        self._check_streaks()
        if self.best_seconds is not None:
            if not self.won:
                raise FreeCellError("best_seconds must be None when no game was won")
            object.__setattr__(self, "best_seconds", _seconds(self.best_seconds, "best_seconds"))

    def _check_streaks(self) -> None:
        """Refuse streaks that no order of so many games won and lost has."""
        before = self.won - self.streak  # won before the last game that was lost
        most = (self.played - self.won) * self.longest_streak
        least = 0 if self.streak == self.longest_streak else self.longest_streak
        if not least <= before <= most:
            raise FreeCellError(
                f"longest_streak cannot be {self.longest_streak} and streak {self.streak} "
                f"when {self.won} of {self.played} games were won"
            )

    def after(self, *, won: bool, seconds: float | None = None) -> Statistics:
        """Count one game more.

        Args:
            won: whether it was won.
            seconds: how long it took, as :meth:`Game.seconds` says; None where that is not known.

        Returns:
            The new statistics; these stay as they are.

        Raises:
            FreeCellError: the time is negative or no number, or ``won`` is neither True nor False.
        """
        if not isinstance(won, bool):
            raise FreeCellError(f"won must be True or False, not {shortened(won)}")
        time = None if seconds is None else _seconds(seconds, "seconds")
        if not won:
            return dataclasses.replace(self, played=self.played + 1, streak=0)
        times = [known for known in (self.best_seconds, time) if known is not None]
        return Statistics(
            played=self.played + 1,
            won=self.won + 1,
            best_seconds=min(times, default=None),
            streak=self.streak + 1,
            longest_streak=max(self.longest_streak, self.streak + 1),
        )

    def save(self) -> str:
        """Write the statistics as JSON.

        Returns:
            A text that :meth:`load` reads.
        """
        return write("statistics", dataclasses.asdict(self))

    @classmethod
    def load(cls, text: str) -> Statistics:
        """Read statistics that were saved: ``Statistics.load(statistics.save()) == statistics``.

        Args:
            text: what :meth:`save` gave.

        Returns:
            The statistics.

        Raises:
            ParseError: it is no JSON, of another kind or version, or something in it is missing, unknown or wrong.
        """
        saved = read("statistics", text)
        saved.has_only(field.name for field in dataclasses.fields(cls))
        with saved.place():
            return cls(
                played=saved["played"].whole(),
                won=saved["won"].whole(),
                best_seconds=saved["best_seconds"].optional(Reader.seconds),
                streak=saved["streak"].whole(),
                longest_streak=saved["longest_streak"].whole(),
            )


def _seconds(value: object, name: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 2**63:
        raise FreeCellError(f"{name} must be a number of seconds, 0 or more, not {shortened(value)}")
    return float(value)
