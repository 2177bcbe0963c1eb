"""The ``freecell`` command. It needs the extra ``cli``."""

from __future__ import annotations

import sys
from enum import IntEnum

__all__ = ["ExitCode", "main"]


class ExitCode(IntEnum):
    """The exit codes of the command."""

    YES = 0
    """Solved, won, found or shown."""
    NO = 1
    """Proven unsolvable, not won, or no deal number."""
    BAD_INPUT = 2
    """Wrong usage, or something could not be read or written."""
    UNKNOWN = 3
    """A limit was reached before an answer was found."""
    NOT_INSTALLED = 4
    """An extra is not installed: ``cli``, or ``play`` for the game."""
    INTERRUPTED = 130
    """Ctrl-C."""
    BROKEN_PIPE = 141
    """The reader of the output stopped reading."""


def main() -> None:
    """Run the ``freecell`` command with the arguments of the program, and exit."""
    try:
        from freecell.cli.app import app
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        print(
            "freecell: the command needs Typer and Rich: pip install '.[cli]' in a checkout",
            file=sys.stderr,
        )
        sys.exit(ExitCode.NOT_INSTALLED)
    app()
