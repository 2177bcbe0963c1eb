"""How long something has gone on, pauses left out."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Stopwatch"]


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """A time that goes on or stands still; immutable, so that copies of a game do not stop each other's.

    It has no clock: each call is told what time it is, in seconds.

    Attributes:
        counted: the seconds up to when it last stood still.
        since: when it went on; None while it stands still.
    """

    counted: float = 0.0
    since: float | None = None

    def going(self, now: float) -> Stopwatch:
        """Give what goes on from now, if it did not before."""
        return Stopwatch(self.counted, now) if self.since is None else self

    def stopped(self, now: float) -> Stopwatch:
        """Give what stands still from now on."""
        return Stopwatch(self.seconds(now))

    def seconds(self, now: float) -> float:
        """Give the time up to now; a clock that went back takes nothing away of what was before the last pause."""
        return self.counted + (0.0 if self.since is None else max(0.0, now - self.since))
