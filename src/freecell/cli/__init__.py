"""The ``freecell`` command; what it needs comes with the extra ``cli``."""

from __future__ import annotations

import sys
from enum import IntEnum

__all__ = ["ExitCode", "main"]


class ExitCode(IntEnum):
    """What the command tells the shell when it ends."""

    YES = 0
    """Solved, won, found or shown."""
    NO = 1
    """Proven unsolvable, not won, or no deal's layout."""
    BAD_INPUT = 2
    """The command was called wrongly, or something could not be read or written."""
    UNKNOWN = 3
    """A limit was reached before there was an answer."""
    NOT_INSTALLED = 4
    """What the command needs is missing: the extra ``cli``, or ``play`` for the game."""
    INTERRUPTED = 130
    """Ctrl-C."""
    BROKEN_PIPE = 141
    """Whoever read the output stopped reading."""


def main() -> None:
    """Run the ``freecell`` command on the arguments of the program, and exit."""
    try:
        from freecell.cli.app import app
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        print("freecell: the command needs Typer and Rich: pip install 'freecell[cli]'", file=sys.stderr)
        sys.exit(ExitCode.NOT_INSTALLED)
    app()
