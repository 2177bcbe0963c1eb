"""Statistics of a player over many games."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from freecell._arguments import boolean, shortened, whole_number
from freecell.errors import FreeCellError
from freecell.play.saves import Reader, read, write

__all__ = ["Statistics"]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Games played and won; immutable.

    >>> Statistics().after(won=True, seconds=201.5).after(won=False)
    Statistics(played=2, won=1, best_seconds=201.5, streak=0, longest_streak=1)

    Args:
        played: Number of games played.
        won: Number of games won.
        best_seconds: Time of the fastest win in seconds; None if no win was timed.
        streak: Current number of games won in a row.
        longest_streak: Greatest number of games ever won in a row.

    Raises:
        FreeCellError: If a number is negative or of the wrong type, or the numbers contradict each other.
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
        """Raise an error if no order of games won and lost has these streaks."""
        before = self.won - self.streak  # games won before the last loss
        most = (self.played - self.won) * self.longest_streak
        least = 0 if self.streak == self.longest_streak else self.longest_streak
        if not least <= before <= most:
            raise FreeCellError(
                f"longest_streak cannot be {self.longest_streak} and streak {self.streak} "
                f"when {self.won} of {self.played} games were won"
            )

    def after(self, *, won: bool, seconds: float | None = None) -> Statistics:
        """Return the statistics after one more game.

        Args:
            won: Whether it was won.
            seconds: Its time in seconds, as :meth:`Game.seconds` returns it; None if it is not known.

        Returns:
            New statistics; this object does not change.

        Raises:
            FreeCellError: If the time is negative or not a number, or ``won`` is not True or False.
        """
        boolean(won, "won")
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
        """Return the statistics as JSON that :meth:`load` reads."""
        return write("statistics", dataclasses.asdict(self))

    @classmethod
    def load(cls, text: str) -> Statistics:
        """Parse saved statistics: ``Statistics.load(statistics.save()) == statistics``.

        Args:
            text: The text that :meth:`save` returned.

        Raises:
            ParseError: If it is not JSON, is of another kind or version, or a field is missing, unknown or wrong.
            WrongTypeError: If it is not text.
        """
        saved = read("statistics", text)
        saved.has_only(field.name for field in dataclasses.fields(cls))
        with saved.located():
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
