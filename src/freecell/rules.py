"""Which game is played: the rules as data."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Self, final

from freecell.cards import small
from freecell.errors import FreeCellError, ParseError, piece, shortened, whole_number

__all__ = ["AutoPlay", "Build", "EmptyColumns", "Rules", "Supermoves"]


class _Named(IntEnum):
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


class Build(_Named):
    """On which cards of the next higher rank a card may lie in a column."""

    ALTERNATE_COLOURS = 0
    """A red card on a black one, a black one on a red one."""
    SAME_SUIT = 1
    """Only on the next higher card of its own suit."""
    ANY_SUIT = 2
    """On a card of any suit."""


class EmptyColumns(_Named):
    """What may be put into an empty column."""

    ANY_CARD = 0
    """Every card."""
    KINGS_ONLY = 1
    """Only the highest rank of the deck."""
    NOTHING = 2
    """No card: a column that is empty stays so."""


class Supermoves(_Named):
    """How long a run may be that moves from column to column at once.

    With f empty cells and e empty columns, not counting the one the run may come from:
    ``STANDARD`` allows (f+1)·2^e cards onto a card and (f+1)·2^(e-1) onto an empty column, what one can
    do card by card (where an empty column takes any card; else f+1); ``CELLS_ONLY`` allows f+1;
    ``UNLIMITED`` any run; ``OFF`` one card.
    """

    STANDARD = 0
    """As many as can go card by card: (f+1)·2^e."""
    CELLS_ONLY = 1
    """As many as the empty cells allow: f+1."""
    UNLIMITED = 2
    """A run of any length."""
    OFF = 3
    """One card."""


class AutoPlay(_Named):
    """Which cards go home by themselves.

    A card may only if its suit stands one below it at home. Aces and twos then always go (except under
    ``NONE``); a card of rank r ≥ 3 goes when, *opp* being the lower of the two foundations of the other
    colour and *same* the other foundation of its own colour,

    ============ =============================================
    ``NONE``     never
    ``CAUTIOUS`` opp ≥ r-1 and same ≥ r-2
    ``HORNE``    opp ≥ r-1
    ``RAYMOND``  opp ≥ r-1, or opp ≥ r-2 and same ≥ r-3
    ``ALL``      always
    ============ =============================================

    ``HORNE`` is what Microsoft's FreeCell does; ``SAFE`` is another name for it. ``CAUTIOUS``, ``HORNE`` and
    ``RAYMOND`` never spoil a game built in alternate colours, unless cards come back from home: then only
    ``CAUTIOUS`` does not.
    """

    NONE = 0
    CAUTIOUS = 1
    HORNE = 2
    RAYMOND = 3
    ALL = 4
    SAFE = 2


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a game of FreeCell's family; immutable.

    >>> Rules.FREECELL.replace(cells=3)
    Rules(cells=3)
    >>> str(Rules.FREECELL.replace(cells=3)), str(Rules.BAKERS_GAME)
    ('freecell,cells=3', 'bakers_game')

    Attributes:
        cells: how many cells there are, 0 to 10.
        columns: how many columns there are, 1 to 18.
        build: on which cards a card may lie in a column.
        empty_columns: what may be put into an empty column.
        supermoves: how long a run may be that moves at once.
        foundation_takeback: whether the top card of a foundation may be moved like the last card of a column.
        ranks: how many ranks each suit has, 1 to 13; fewer than 13 make a small game that can be exhausted.

    Raises:
        FreeCellError: a field is out of its range, by its name.
    """

    FREECELL: ClassVar[Rules]
    """FreeCell as Microsoft's program and most others have it: 4 cells, 8 columns."""
    RELAXED_FREECELL: ClassVar[Rules]
    """FreeCell in which a run of any length moves at once."""
    BAKERS_GAME: ClassVar[Rules]
    """FreeCell built down in suit: the game FreeCell was made from."""

    cells: int = 4
    columns: int = 8
    build: Build = Build.ALTERNATE_COLOURS
    empty_columns: EmptyColumns = EmptyColumns.ANY_CARD
    supermoves: Supermoves = Supermoves.STANDARD
    foundation_takeback: bool = False
    ranks: int = 13

    def __post_init__(self) -> None:
        for name, kind in _FIELDS.items():
            value = getattr(self, name)
            if isinstance(kind, tuple):
                object.__setattr__(self, name, whole_number(value, name, *kind))
            elif not isinstance(value, kind):
                raise FreeCellError(f"{name} must be a {kind.__name__}, not {shortened(value)}")

    def replace(self, **changes: Any) -> Rules:
        """Give these rules with some fields changed.

        Raises:
            FreeCellError: there is no such field, or it cannot be so.
        """
        unknown = changes.keys() - _FIELDS.keys()
        if unknown:
            raise FreeCellError(f"rules have no {', '.join(sorted(unknown))}: they have {', '.join(_FIELDS)}")
        return dataclasses.replace(self, **changes)

    @classmethod
    def named(cls) -> dict[str, Rules]:
        """Give the rules that have a name, by it: ``freecell``, ``relaxed_freecell``, ``bakers_game``."""
        return dict(_NAMED)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read rules: a name, fields that differ from FreeCell's or from it, or both, with commas between.

        >>> Rules.parse("bakers_game,cells=3") == Rules.BAKERS_GAME.replace(cells=3)
        True

        Raises:
            ParseError: a piece is neither a name nor a field with a value of its kind.
            FreeCellError: a field is out of its range.
        """
        if not isinstance(text, str):
            raise ParseError(f"rules are read from text, not from {shortened(text)}", piece(text))
        rules = cls.FREECELL
        said: set[str] = set()
        column = 1
        for number, part in enumerate(text.split(",")):
            name, equals, value = (word.strip() for word in small(part).partition("="))
            name = name.replace("-", "_")
            if equals and name in said:
                raise ParseError(f"{name} is said twice", piece(part), 1, column)
            try:
                if equals and name in _FIELDS:
                    rules = rules.replace(**{name: _read_field(name, value)})
                elif not equals and number == 0:
                    rules = _NAMED[name]
                else:
                    raise KeyError(name)
            except (KeyError, ParseError):
                known = f"the names are {', '.join(_NAMED)}; the fields are {', '.join(_FIELDS)}"
                if name in _FIELDS:
                    known = f"{name} is {_described(_FIELDS[name])}"
                raise ParseError(f"{shortened(part.strip())} is no rule: {known}", piece(part), 1, column) from None
            said.add(name)
            column += len(part) + 1
        return rules

    def __str__(self) -> str:
        def differing(name: str) -> list[str]:
            return [field for field in _FIELDS if getattr(self, field) != getattr(_NAMED[name], field)]

        nearest = min(_NAMED, key=lambda name: len(differing(name)))
        return ",".join([nearest, *(f"{field}={getattr(self, field)!s}".lower() for field in differing(nearest))])

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        fields = (field for field in _FIELDS if getattr(self, field) != getattr(self.FREECELL, field))
        return f"Rules({', '.join(f'{field}={getattr(self, field)!r}' for field in fields)})"


_FIELDS: dict[str, tuple[int, int] | type] = {
    "cells": (0, 10),
    "columns": (1, 18),
    "build": Build,
    "empty_columns": EmptyColumns,
    "supermoves": Supermoves,
    "foundation_takeback": bool,
    "ranks": (1, 13),
}
"""What each field may be: a range of whole numbers, or a type."""


def _described(kind: tuple[int, int] | type) -> str:
    if isinstance(kind, tuple):
        return f"a whole number from {kind[0]} to {kind[1]}"
    return ", ".join(map(str, kind)) if issubclass(kind, _Named) else "true or false"


def _read_field(name: str, value: str) -> object:
    kind = _FIELDS[name]
    if isinstance(kind, tuple):
        if not (value.isascii() and value.isdigit() and len(value) < 5):
            raise ParseError(f"{shortened(value)} is no number in {kind}", piece(value))
        return int(value)
    if issubclass(kind, _Named):
        return kind.parse(value)
    try:
        return {"true": True, "false": False}[value]
    except KeyError:
        raise ParseError(f"{shortened(value)} is neither true nor false", piece(value)) from None


Rules.FREECELL = Rules()
Rules.RELAXED_FREECELL = Rules(supermoves=Supermoves.UNLIMITED)
Rules.BAKERS_GAME = Rules(build=Build.SAME_SUIT)

_NAMED = {
    "freecell": Rules.FREECELL,
    "relaxed_freecell": Rules.RELAXED_FREECELL,
    "bakers_game": Rules.BAKERS_GAME,
}
