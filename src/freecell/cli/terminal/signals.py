"""Signals that end the program."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

__all__ = ["call_on_ending_signals"]


def call_on_ending_signals(function: Callable[[], object]) -> None:
    """Call a function when the system ends the program, or the terminal is closed."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            try:
                loop.add_signal_handler(signal.Signals[name], function)
            except (NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
                return
