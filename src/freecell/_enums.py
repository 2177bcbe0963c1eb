"""The library's one kind of enumeration: members are written, and parsed, by their names in lower case."""

from __future__ import annotations

from enum import Enum
from typing import Self

from freecell._arguments import piece, shortened, text_from
from freecell._text import small
from freecell.errors import ParseError

__all__ = ["NamedEnum"]


class NamedEnum(Enum):
    """An enumeration whose members have numbers for the compiled rooms and names for people."""

    def __hash__(self) -> int:
        return hash(self.value)  # the same in every process, unlike that of a name

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the name of a member, in any case.

        Raises:
            ParseError: If no member has that name.
            WrongTypeError: If it is not text.
        """
        members = {name.lower(): member for name, member in cls.__members__.items()}
        member = members.get(small(text_from(text, f"the name of a member of {cls.__name__}")))
        if member is None:
            raise ParseError(f"{shortened(text)} is none of {', '.join(members)}", piece(text))
        return member
