"""The limits of a search: how many nodes it may expand, and how many bytes it may take."""

from __future__ import annotations

from typing import Final

from freecell._arguments import whole_number

__all__ = ["NO_LIMIT", "limit_from"]

NO_LIMIT: Final = 2**63
"""Stands for no limit: more nodes, or bytes, than any search reaches."""


def limit_from(value: int | None, name: str) -> int:
    """Return a limit as a number, with :data:`NO_LIMIT` for None.

    Args:
        value: The limit as it was given.
        name: Its name for the error message.

    Raises:
        FreeCellError: If it is neither None nor a whole number from 0 to 2**63.
    """
    return NO_LIMIT if value is None else whole_number(value, name, 0, NO_LIMIT)
