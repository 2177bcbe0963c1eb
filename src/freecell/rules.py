"""Which game is played: the rules as data, and the games that have a name."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, final

from freecell._arguments import piece, shortened, whole_number
from freecell._enums import NamedEnum
from freecell.cards import small
from freecell.errors import FreeCellError, ParseError

__all__ = ["AutoPlay", "Build", "EmptyColumns", "Layout", "Rules", "Supermoves"]


class Build(NamedEnum):
    """On which cards of the next higher rank a card may lie in a column."""

    ALTERNATE_COLOURS = 0
    """A red card on a black one, a black one on a red one."""
    SAME_SUIT = 1
    """Only on the next higher card of its own suit."""
    ANY_SUIT = 2
    """On a card of any suit."""


class EmptyColumns(NamedEnum):
    """What may be put into an empty column."""

    ANY_CARD = 0
    """Every card."""
    KINGS_ONLY = 1
    """Only the rank that foundations end with: kings, where they begin with aces."""
    NOTHING = 2
    """No card: a column that is empty stays so."""


class Supermoves(NamedEnum):
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


class Layout(NamedEnum):
    """How the cards of a deal are laid, as players of the numbered deals know each game.

    The cards come in dealing order, that of :attr:`Deal.cards <freecell.Deal.cards>`, and go row by row, from the left,
    into all columns; each layout says what it does before or besides that. The layouts are PySol's (``pysol-cards``
    deals them; PENGUIN and GOOD_MEASURE are PySolFC's own), so that a number means there and here the same. *Aces* and
    *kings* are the ranks that foundations begin and end with.
    """

    ROWS = 0
    """Nothing else."""
    FORECELL = 1
    """The last four cards go into the first four cells."""
    EIGHT_OFF = 2
    """The last four cards go into the first, third, fifth and seventh cell."""
    SEAHAVEN_TOWERS = 3
    """The last two cards go into the second and third cell."""
    BELEAGUERED_CASTLE = 4
    """The aces are laid home before."""
    CITADEL = 5
    """The aces are laid home before, and a card that fits there when its turn comes goes home too; its place stays
    empty."""
    FAN = 6
    """The last card goes alone into the last column, the others into all columns but that."""
    BAKERS_DOZEN = 7
    """The cards come in the opposite order, and before that each king changes places with the deepest card of its
    column that is no king, if that lies deeper."""
    GOOD_MEASURE = 8
    """As BAKERS_DOZEN, but of the aces the last two to come are laid home, after the kings have changed places; the
    others move up."""
    PENGUIN = 9
    """Of the four aces, the first three to come are laid home, and the last is dealt first: the *beak*. Where the rules
    leave open which rank that is (``base=0``), it is that of the first card."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the last cards go into, from 0."""
        return _CELLS_DEALT.get(self, ())


_CELLS_DEALT = {Layout.FORECELL: (0, 1, 2, 3), Layout.EIGHT_OFF: (0, 2, 4, 6), Layout.SEAHAVEN_TOWERS: (1, 2)}


class AutoPlay(NamedEnum):
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
    ``SURE``     whatever never spoils a win under the rules
    ============ =============================================

    ``HORNE`` is what Microsoft's FreeCell does; ``SAFE`` is another name for it. ``CAUTIOUS``, ``HORNE`` and
    ``RAYMOND`` never spoil a game built in alternate colours, unless cards come back from home: then only
    ``CAUTIOUS`` does not. Ranks are counted from the one that foundations begin with.

    What is ``SURE`` depends on the game. A card need not stay for the sake of cards that are home, or that can go
    home themselves as soon as they are open instead of lying on it:

    - built in alternate colours, it is ``RAYMOND``;
    - built in suit, ``ALL``: the only card that may lie on one that goes home is home;
    - built in any suit, a card of rank r ≥ 3 goes when the three other foundations stand at r-2 or above: then
      each card of rank r-1 is home or can go there, and none of rank r-2 is left that would want to lie on it.

    Where cards come back from home, the first becomes ``CAUTIOUS``, and the last asks for r-1. Where ranks go round, a
    card of the first rank may be wanted for one of the last: it stays, if building is in suit, and otherwise, or where
    cards come back, nothing goes.
    """

    NONE = 0
    CAUTIOUS = 1
    HORNE = 2
    RAYMOND = 3
    ALL = 4
    SURE = 5
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
        supermoves: how long a run may be that moves at once; never longer than there are ranks.
        foundation_takeback: whether the top card of a foundation may be moved like the last card of a column.
        ranks: how many ranks each suit has, 1 to 13; fewer than 13 make a small game that can be exhausted.
        base: the rank that foundations begin with, 1 for aces; they go on round from the highest to the lowest. 0
            leaves it to the deal; the rules of a :class:`State` always say it.
        wrap: whether ranks go round in columns too: then the rank that foundations end with may lie on the one they
            begin with.
        layout: how the cards of a deal are laid.

    Raises:
        FreeCellError: a field is out of its range, or contradicts another; by its name.
    """

    FREECELL: ClassVar[Rules]
    """FreeCell as Microsoft's program and most others have it (Paul Alfille, 1978): 4 cells, 8 columns."""
    RELAXED_FREECELL: ClassVar[Rules]
    """FreeCell in which a run of any length moves at once (PySol)."""
    FORECELL: ClassVar[Rules]
    """FreeCell that starts with all four cells full, and where only kings go into empty columns (PySol)."""
    BAKERS_GAME: ClassVar[Rules]
    """FreeCell built down in suit: the game FreeCell was made from (Martin Gardner, Scientific American, June 1968)."""
    KINGS_ONLY_BAKERS_GAME: ClassVar[Rules]
    """Baker's Game where only kings go into empty columns (fc-solve, PySol)."""
    EIGHT_OFF: ClassVar[Rules]
    """Eight cells, four of them full at the start; built in suit, kings only (Morehead and Mott-Smith, 1949)."""
    SEAHAVEN_TOWERS: ClassVar[Rules]
    """Ten columns of five, two cards in the four cells; built in suit, kings only (Art Cabral, 1988)."""
    RELAXED_SEAHAVEN_TOWERS: ClassVar[Rules]
    """Seahaven Towers in which a run of any length moves at once (PySol)."""
    PENGUIN: ClassVar[Rules]
    """Seven columns and seven cells; built in suit and round; foundations begin at the rank of the first card dealt,
    and only the rank below that goes into empty columns (David Parlett; the numbered deals are PySol's)."""
    BAKERS_DOZEN: ClassVar[Rules]
    """Thirteen columns of four, kings at the bottom, no cells; built in any suit, empty columns stay empty (Morehead
    and Mott-Smith, 1949; the numbered deals are PySol's)."""
    BELEAGUERED_CASTLE: ClassVar[Rules]
    """The aces home, the others in eight columns of six, no cells; built in any suit (Dick's Games of Patience,
    1883)."""
    STREETS_AND_ALLEYS: ClassVar[Rules]
    """Beleaguered Castle with the aces among the cards (a variant in David Parlett's Penguin Book of Patience)."""
    CITADEL: ClassVar[Rules]
    """Beleaguered Castle in which cards that fit go home while they are dealt (a variant in David Parlett's Penguin
    Book of Patience; dealt as PySol does)."""
    FAN: ClassVar[Rules]
    """Seventeen columns of three and one of one, no cells; built in suit, kings only: La Belle Lucie without its
    redeals (PySol, fc-solve)."""
    GOOD_MEASURE: ClassVar[Rules]
    """Baker's Dozen in ten columns of five, two aces home (PySol, fc-solve)."""
    CRUEL: ClassVar[Rules]
    """The aces home, twelve columns of four, no cells; built in suit, empty columns stay empty (Microsoft's
    Entertainment Pack, 1990). There is no redeal, as ``fc-solve --game cruel`` plays it, which is
    hardly ever won: of deals 1 to 100,000 there are 64 wins."""

    cells: int = 4
    columns: int = 8
    build: Build = Build.ALTERNATE_COLOURS
    empty_columns: EmptyColumns = EmptyColumns.ANY_CARD
    supermoves: Supermoves = Supermoves.STANDARD
    foundation_takeback: bool = False
    ranks: int = 13
    base: int = 1
    wrap: bool = False
    layout: Layout = Layout.ROWS

    def __post_init__(self) -> None:
        for name, kind in _FIELDS.items():
            value = getattr(self, name)
            if isinstance(kind, tuple):
                object.__setattr__(self, name, whole_number(value, name, *kind))
            elif not isinstance(value, kind):
                raise FreeCellError(f"{name} must be a {kind.__name__}, not {shortened(value)}")
        if self.base > self.ranks:
            raise FreeCellError(f"base must be one of the {self.ranks} ranks there are, not {self.base}")
        if self.base == 0 and self.layout is not Layout.PENGUIN:
            raise FreeCellError(f"base must be said, as layout {self.layout} lays no card home that tells it")
        if self.layout.cells and self.layout.cells[-1] >= self.cells:
            needed = self.layout.cells[-1] + 1
            raise FreeCellError(f"layout {self.layout} needs {needed} cells, and cells is {self.cells}")
        if self.layout is Layout.FAN and self.columns == 1:
            raise FreeCellError(f"layout {self.layout} needs 2 columns, and columns is {self.columns}")

    def replace(self, **changes: Any) -> Rules:
        """Give these rules with some fields changed.

        Raises:
            FreeCellError: there is no such field, or it cannot be so.
        """
        unknown = changes.keys() - _FIELDS.keys()
        if unknown:
            raise FreeCellError(f"rules have no {', '.join(sorted(unknown))}: they have {', '.join(_FIELDS)}")
        return dataclasses.replace(self, **changes)

    @property
    def usual_autoplay(self) -> AutoPlay:
        """What solutions are written for: HORNE, as the field does, where it never spoils a win; SURE elsewhere."""
        return AutoPlay.HORNE if self.never_spoiled_by(AutoPlay.HORNE) else AutoPlay.SURE

    def never_spoiled_by(self, autoplay: AutoPlay) -> bool:
        """Give whether it is certain that no game is spoiled by what goes home by itself; :class:`AutoPlay` tells why.

        Args:
            autoplay: what goes home by itself.
        """
        if autoplay in (AutoPlay.NONE, AutoPlay.SURE):
            return True
        if self.wrap or self.build is Build.ANY_SUIT:
            return False
        if self.build is Build.SAME_SUIT:
            return True
        return autoplay is AutoPlay.CAUTIOUS if self.foundation_takeback else autoplay is not AutoPlay.ALL

    def title(self, number: int | None = None) -> str:
        """Give what the game is called, as a heading.

        >>> Rules.EIGHT_OFF.title(), Rules.FREECELL.replace(cells=3).title(617)
        ('Eight Off', 'FreeCell deal 617, 3 cells')

        Args:
            number: the number of a deal, to stand with the name; None for none.
        """
        # Which rank a deal begins with is told by the deal, and no part of what the game is called.
        rules = self.replace(base=0) if self.layout is Layout.PENGUIN else self
        name, *fields = str(rules).split(",")
        told = [" ".join(_SPELLED.get(word, word.capitalize()) for word in name.split("_"))]
        if number is not None:
            told[0] += f" deal {number}"
        for field, value in (field.split("=") for field in fields):
            what = field.replace("_", " ")
            if field in ("cells", "columns"):
                told.append(f"{value} {what.removesuffix('s') if value == '1' else what}")
            else:
                told.append(what if value == "true" else f"{what} {value.replace('_', ' ')}")
        return ", ".join(told)

    @classmethod
    def named(cls) -> dict[str, Rules]:
        """Give the rules that have a name, by it: ``freecell``, ``bakers_game``, ``penguin`` and so on."""
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
        changes: dict[str, object] = {}
        column = 1
        for number, part in enumerate(text.split(",")):
            name, equals, value = (word.strip() for word in small(part).partition("="))
            name = name.replace("-", "_")
            if equals and name in changes:
                raise ParseError(f"{name} is said twice", piece(part), 1, column)
            try:
                if equals and name in _FIELDS:
                    changes[name] = _read_field(name, value)
                elif not equals and number == 0:
                    rules = _NAMED[name]
                else:
                    raise KeyError(name)
            except (KeyError, ParseError):
                known = f"the names are {', '.join(_NAMED)}; the fields are {', '.join(_FIELDS)}"
                if name in _FIELDS:
                    known = f"{name} is {_described(_FIELDS[name])}"
                raise ParseError(f"{shortened(part.strip())} is no rule: {known}", piece(part), 1, column) from None
            column += len(part) + 1
        return rules.replace(**changes)

    def __str__(self) -> str:
        def differing(name: str) -> list[str]:
            return [field for field in _FIELDS if getattr(self, field) != getattr(_NAMED[name], field)]

        nearest = min(_NAMED, key=lambda name: len(differing(name)))
        return ",".join([nearest, *(f"{field}={getattr(self, field)!s}".lower() for field in differing(nearest))])

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        # Pretty printers look through all that a dataclass names, and the named games have each other.
        printer.text(repr(self))

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
    "base": (0, 13),
    "wrap": bool,
    "layout": Layout,
}
"""What each field may be: a range of whole numbers, or a type."""


_SPELLED = {"freecell": "FreeCell", "forecell": "ForeCell", "bakers": "Baker's", "and": "and"}
"""Words of names that are written otherwise than with a capital."""


def _described(kind: tuple[int, int] | type) -> str:
    if isinstance(kind, tuple):
        return f"a whole number from {kind[0]} to {kind[1]}"
    return ", ".join(map(str, kind)) if issubclass(kind, NamedEnum) else "true or false"


def _read_field(name: str, value: str) -> object:
    kind = _FIELDS[name]
    if isinstance(kind, tuple):
        if not (value.isascii() and value.isdigit() and len(value) < 5):
            raise ParseError(f"{shortened(value)} is no number in {kind}", piece(value))
        return int(value)
    if issubclass(kind, NamedEnum):
        return kind.parse(value)
    try:
        return {"true": True, "false": False}[value]
    except KeyError:
        raise ParseError(f"{shortened(value)} is neither true nor false", piece(value)) from None


def _games() -> Iterator[tuple[str, Rules]]:
    freecell = Rules()
    bakers = Rules(build=Build.SAME_SUIT)
    kings = bakers.replace(empty_columns=EmptyColumns.KINGS_ONLY)
    towers = kings.replace(columns=10, layout=Layout.SEAHAVEN_TOWERS)
    castle = Rules(cells=0, build=Build.ANY_SUIT, layout=Layout.BELEAGUERED_CASTLE)
    dozen = castle.replace(columns=13, empty_columns=EmptyColumns.NOTHING, layout=Layout.BAKERS_DOZEN)
    yield "freecell", freecell
    yield "relaxed_freecell", freecell.replace(supermoves=Supermoves.UNLIMITED)
    yield "forecell", freecell.replace(empty_columns=EmptyColumns.KINGS_ONLY, layout=Layout.FORECELL)
    yield "bakers_game", bakers
    yield "kings_only_bakers_game", kings
    yield "eight_off", kings.replace(cells=8, layout=Layout.EIGHT_OFF)
    yield "seahaven_towers", towers
    yield "relaxed_seahaven_towers", towers.replace(supermoves=Supermoves.UNLIMITED)
    yield (
        "penguin",
        kings.replace(cells=7, columns=7, supermoves=Supermoves.UNLIMITED, base=0, wrap=True, layout=Layout.PENGUIN),
    )
    yield "bakers_dozen", dozen
    yield "beleaguered_castle", castle
    yield "streets_and_alleys", castle.replace(layout=Layout.ROWS)
    yield "citadel", castle.replace(layout=Layout.CITADEL)
    yield "fan", kings.replace(cells=0, columns=18, layout=Layout.FAN)
    yield "good_measure", dozen.replace(columns=10, layout=Layout.GOOD_MEASURE)
    yield "cruel", dozen.replace(columns=12, build=Build.SAME_SUIT, layout=Layout.BELEAGUERED_CASTLE)


Rules.FREECELL = Rules()
_NAMED = dict(_games())
for _name, _rules in _NAMED.items():
    setattr(Rules, _name.upper(), _rules)
