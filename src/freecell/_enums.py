"""The one kind of enumeration that the library has: members with names that can be read and written."""

from __future__ import annotations

from enum import IntEnum
from typing import Self

from freecell._arguments import piece, shortened
from freecell.cards import small
from freecell.errors import ParseError

__all__ = ["NamedEnum"]


class NamedEnum(IntEnum):
    """Members are written by their names in small letters."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a member by its name, in any case.

        Raises:
            ParseError: there is none of that name.
        """
        try:
            return {name.lower(): member for name, member in cls.__members__.items()}[small(text)]
        except (KeyError, AttributeError, TypeError):
            names = ", ".join(name.lower() for name in cls.__members__)
            raise ParseError(f"{shortened(text)} is none of {names}", piece(text)) from None
