"""Time that passes while a game is played, without pauses."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Stopwatch"]


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """A stopwatch, running or stopped; immutable, so that copies of a game do not stop each other's.

    It has no clock of its own: every call passes the current time in seconds.

    Attributes:
        counted: The seconds counted before it was last started.
        since: The time at which it was last started; None while it is stopped.
    """

    counted: float = 0.0
    since: float | None = None

    def started(self, now: float) -> Stopwatch:
        """Return a running stopwatch: this one if it runs already."""
        return Stopwatch(self.counted, now) if self.since is None else self

    def stopped(self, now: float) -> Stopwatch:
        """Return a stopwatch stopped at `now`."""
        return Stopwatch(self.seconds(now))

    def seconds(self, now: float) -> float:
        """Return the seconds up to `now`. A clock that runs backwards never makes them fewer than at the last pause."""
        return self.counted + (0.0 if self.since is None else max(0.0, now - self.since))
