"""Statistics of a player over many games."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final

from freecell._arguments import boolean, instance_of, shortened, whole_number
from freecell._rules.deal_numbers import LAST_DEAL
from freecell.errors import FreeCellError
from freecell.play.saves import Reader, read, write

__all__ = ["Statistics"]

_MOST_DEALS: Final = 1000
"""Most deals with a best time."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Games played and won; immutable.

    >>> Statistics().after(won=True, seconds=201.5).after(won=False)
    Statistics(played=2, won=1, best_seconds=201.5, streak=0, longest_streak=1, best_times=())
    >>> Statistics().after(won=True, seconds=201.5, deal=617).best_time(617)
    201.5

    Args:
        played: Number of games played.
        won: Number of games won.
        best_seconds: Time of the fastest win in seconds; None if no win was timed.
        streak: Current number of games won in a row.
        longest_streak: Greatest number of games ever won in a row.
        best_times: The number of each deal with a timed win and the time of its fastest win in seconds, at most 1,000
            deals; the deal won last comes last.

    Raises:
        FreeCellError: If a number is negative or of the wrong type, or the numbers contradict each other.
    """

    played: int = 0
    won: int = 0
    best_seconds: float | None = None
    streak: int = 0
    longest_streak: int = 0
    best_times: tuple[tuple[int, float], ...] = ()

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
        self._check_times()

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

    def _check_times(self) -> None:
        """Check the best times, and raise an error if they contradict the other fields."""
        instance_of((tuple, list), self.best_times, "best_times", "pairs, such as ((617, 201.5),)")
        times = []
        for pair in self.best_times:
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise FreeCellError(f"best_times must have pairs of a deal number and seconds, not {shortened(pair)}")
            deal = whole_number(pair[0], "a deal number in best_times", 1, LAST_DEAL)
            times.append((deal, _seconds(pair[1], "a time in best_times")))
        object.__setattr__(self, "best_times", tuple(times))
        if len(dict(times)) < len(times):
            raise FreeCellError("best_times must have each deal only once")
        most = min(self.won, _MOST_DEALS)
        if len(times) > most:
            raise FreeCellError(f"best_times cannot have {len(times)} deals, more than {most}")
        if times and (self.best_seconds is None or min(seconds for _, seconds in times) < self.best_seconds):
            raise FreeCellError(f"best_times cannot have a time below best_seconds, which is {self.best_seconds}")

    def best_time(self, deal: int) -> float | None:
        """Return the time of the fastest win of a deal in seconds; None if ``best_times`` does not have the deal.

        Args:
            deal: The deal number.
        """
        return dict(self.best_times).get(deal)

    def after(self, *, won: bool, seconds: float | None = None, deal: int | None = None) -> Statistics:
        """Return the statistics after one more game.

        If a 1,001st deal comes into ``best_times``, the deal whose last win is the longest ago is dropped.

        Args:
            won: Whether it was won.
            seconds: Its time in seconds, as :meth:`Game.seconds` returns it; None if it is not known.
            deal: The number of its deal; None if it has none.

        Returns:
            New statistics; this object does not change.

        Raises:
            FreeCellError: If the time is negative or not a number, ``won`` is not True or False, or ``deal`` is not a
                deal number.
        """
        boolean(won, "won")
        time = None if seconds is None else _seconds(seconds, "seconds")
        if deal is not None:
            deal = whole_number(deal, "deal number", 1, LAST_DEAL)
        if not won:
            return dataclasses.replace(self, played=self.played + 1, streak=0)
        times = [known for known in (self.best_seconds, time) if known is not None]
        return Statistics(
            played=self.played + 1,
            won=self.won + 1,
            best_seconds=min(times, default=None),
            streak=self.streak + 1,
            longest_streak=max(self.longest_streak, self.streak + 1),
            best_times=self.best_times if time is None or deal is None else self._times_after(deal, time),
        )

    def _times_after(self, deal: int, seconds: float) -> tuple[tuple[int, float], ...]:
        """Return the best times after a win."""
        times = dict(self.best_times)
        times[deal] = min(seconds, times.pop(deal, seconds))  # now the last
        return tuple(times.items())[-_MOST_DEALS:]

    def save(self) -> str:
        """Return the statistics as JSON that :meth:`load` reads."""
        times = [{"deal": deal, "seconds": seconds} for deal, seconds in self.best_times]
        return write("statistics", {**dataclasses.asdict(self), "best_times": times})

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
                best_times=tuple(map(_read_time, saved["best_times"].items())),
            )


def _read_time(saved: Reader) -> tuple[int, float]:
    saved.has_only(["deal", "seconds"])
    return saved["deal"].whole(1, LAST_DEAL), saved["seconds"].seconds()


def _seconds(value: object, name: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < 2**63:
        raise FreeCellError(f"{name} must be a number of seconds, 0 or more, not {shortened(value)}")
    return float(value)
