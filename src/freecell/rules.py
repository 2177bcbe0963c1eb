"""The rules of a game as a value, and the enumerations that they are made of."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, ClassVar, final

from freecell._arguments import instance_of, piece, shortened, text_from, whole_number
from freecell._enums import NamedEnum
from freecell._text import small
from freecell.errors import FreeCellError, ParseError

__all__ = ["NAMED_GAMES", "AutoPlay", "Build", "EmptyColumns", "Layout", "Rules", "Supermoves"]


class Build(NamedEnum):
    """The cards of the next higher rank that a card may lie on in a column."""

    ALTERNATE_COLOURS = 0
    """Cards of the other colour."""
    SAME_SUIT = 1
    """The card of the same suit."""
    ANY_SUIT = 2
    """Cards of any suit."""


class EmptyColumns(NamedEnum):
    """The cards that may be put into an empty column."""

    ANY_CARD = 0
    """Every card."""
    KINGS_ONLY = 1
    """Only the rank that foundations end with: kings, if they begin with aces."""
    NOTHING = 2
    """No card: an empty column stays empty."""


class Supermoves(NamedEnum):
    """The greatest length of a run that moves from column to column at once.

    With f empty cells and e empty columns, the source column not counted: ``STANDARD`` allows (f+1)·2^e cards onto a
    card and (f+1)·2^(e-1) cards into an empty column, which is what single-card moves can do. If an empty column
    does not take every card, ``STANDARD`` allows f+1. ``CELLS_ONLY`` always allows f+1, ``UNLIMITED`` any run, and
    ``OFF`` one card.
    """

    STANDARD = 0
    """As many cards as single-card moves can carry: (f+1)·2^e."""
    CELLS_ONLY = 1
    """As many cards as the empty cells allow: f+1."""
    UNLIMITED = 2
    """A run of any length."""
    OFF = 3
    """One card."""


class Layout(NamedEnum):
    """The way the cards of a deal are laid.

    The cards come in dealing order, that of :attr:`Deal.cards <freecell.Deal.cards>`, and are laid in rows from the
    left over all columns. Each layout says what else it does. The layouts are PySol's, so that a deal number
    means the same in PySol and here. The package ``pysol-cards`` deals all of them except PENGUIN and GOOD_MEASURE,
    which are dealt as in PySolFC. *Aces* and *kings* are the ranks that foundations begin and end with.
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
    """The aces are laid home first."""
    CITADEL = 5
    """The aces are laid home first. A card that fits on its foundation when it is dealt goes home too, and its place in
    the row stays empty."""
    FAN = 6
    """The last card goes alone into the last column, the others into all columns but that one."""
    BAKERS_DOZEN = 7
    """The cards come in reverse order. Before they are laid, each king changes places with the deepest card of its
    column that is not a king, if that card lies deeper."""
    GOOD_MEASURE = 8
    """As BAKERS_DOZEN. After the kings have changed places, the last two aces of the reversed order are laid home, and
    the cards after them move up."""
    PENGUIN = 9
    """The first three aces in dealing order are laid home, and the fourth, the *beak*, is dealt first. If the rules
    leave the rank of aces open (``base=0``), it is the rank of the first card."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that the last cards go into, from 0."""
        return _CELLS_DEALT.get(self, ())


_CELLS_DEALT = {Layout.FORECELL: (0, 1, 2, 3), Layout.EIGHT_OFF: (0, 2, 4, 6), Layout.SEAHAVEN_TOWERS: (1, 2)}


class AutoPlay(NamedEnum):
    """A policy of automatic moves: the cards that go home without a move of the player.

    An automatic move always takes the card that is next on its foundation. A card that the player has just taken back
    from there is left alone until another move is made. Aces and twos then always go, except under
    ``NONE``, and under ``SURE`` if ranks wrap around. A card of rank r ≥ 3 goes under the condition below, where *opp*
    is the lower of the two foundations of the other colour and *same* is the other foundation of its own colour. Ranks
    are counted from the rank that foundations begin with.

    ============ =============================================
    ``NONE``     never
    ``CAUTIOUS`` opp ≥ r-1 and same ≥ r-2
    ``HORNE``    opp ≥ r-1
    ``RAYMOND``  opp ≥ r-1, or opp ≥ r-2 and same ≥ r-3
    ``ALL``      always
    ``SURE``     if no win is lost by it under the rules
    ============ =============================================

    ``HORNE`` is the policy of Microsoft's FreeCell; ``SAFE`` is another name for it. The file ``Parameters`` of
    patsolve, the solver in KPatience, states the conditions of Horne and Raymond.

    A policy spoils a game if it turns a position that can be won into one that cannot. A card can safely go home if no
    other card will need it in a column. No card needs an ace or, once the aces have gone, a two. In a game built in
    alternate colours, a red card of rank r can carry only the two black cards of rank r-1. The same holds with the
    colours exchanged:

    1. If both are home (opp ≥ r-1), no card needs the red card. This is ``HORNE``.
    2. If opp ≥ r-2, each of them is home, or can go home as soon as it is open. It need not lie on the red card
       then, unless it must itself stay in a column to carry a red card of rank r-2.
    3. One of the two red cards of rank r-2 has the suit of the card of rank r, so it is home. If same ≥ r-3, the other
       one is home too, or can go home as soon as it is open. It need not carry anything, since the black cards of rank
       r-3 are home. This is ``RAYMOND``.

    Therefore ``CAUTIOUS``, ``HORNE`` and ``RAYMOND`` never spoil a game built in alternate colours unless ranks wrap
    around; ``ALL`` may. If cards may be taken back from the foundations, only ``CAUTIOUS`` never does.

    ``SURE`` is the most generous policy that is known to be safe under the rules. In this table, *others* is the lowest
    of the three other foundations; the last column is for games with ``foundation_takeback``:

    ============================== ======================= ===================
    game                           ``SURE``                with taking back
    ============================== ======================= ===================
    alternate colours              ``RAYMOND``             ``CAUTIOUS``
    same suit                      ``ALL``                 ``ALL``
    any suit                       others ≥ r-2            others ≥ r-1
    same suit, ranks wrap around   ``ALL``, but no aces    ``NONE``
    other games with ``wrap``      ``NONE``                ``NONE``
    ============================== ======================= ===================

    - *Same suit*: only one card may lie on the card that goes home, and that one is home already.
    - *Any suit*: if others ≥ r-2, every card of rank r-1 is home or can go home as soon as it is open. It need not
      carry anything, since all cards of rank r-2 are home.
    - *Taking back*: the player may take a card back to carry another one, and an automatic move must not return it at
      once. So a card waits until all cards that it could carry are home, and all cards that those could carry.
    - *Wrap*: a king may lie on an ace (on the rank that foundations begin with), so an ace may be needed until the end.
    """

    NONE = 0
    """No card goes."""
    CAUTIOUS = 1
    """A card goes if all cards that it could carry are home, and all cards that those could carry."""
    HORNE = 2
    """A card goes if all cards of the other colour that it could carry are home."""
    RAYMOND = 3
    """A card goes if all cards that it could carry are home, or can safely go home as soon as they are open."""
    ALL = 4
    """Every card goes that can."""
    SURE = 5
    """A card goes if that never spoils a game under the rules."""
    SAFE = 2
    """Another name for HORNE."""


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a game of the FreeCell family; immutable.

    >>> Rules.FREECELL.replace(cells=3)
    Rules(cells=3)
    >>> str(Rules.FREECELL.replace(cells=3)), str(Rules.BAKERS_GAME)
    ('freecell,cells=3', 'bakers_game')

    Attributes:
        cells: Number of cells, 0 to 10.
        columns: Number of columns, 1 to 18.
        build: The cards that a card may lie on in a column.
        empty_columns: The cards that may be put into an empty column.
        supermoves: The greatest length of a run that moves at once; never more than `ranks`.
        foundation_takeback: Whether the top card of a foundation may be moved like the last card of a column.
        ranks: Number of ranks in each suit, 1 to 13. Fewer than 13 make a small game that can be searched completely.
        base: The rank that foundations begin with, 1 for aces. After the highest rank comes the lowest. 0 leaves it to
            the deal; the rules of a :class:`State` always have a base.
        wrap: Whether ranks wrap around in columns too: whether the rank that foundations end with may lie on the rank
            that they begin with.
        layout: The way the cards of a deal are laid.

    Raises:
        FreeCellError: If a field, which the error names, is out of range or contradicts another one.
    """

    FREECELL: ClassVar[Rules]
    """FreeCell as in Microsoft's program and most others (Paul Alfille, 1978): 4 cells, 8 columns."""
    RELAXED_FREECELL: ClassVar[Rules]
    """FreeCell in which a run of any length moves at once (PySol)."""
    FORECELL: ClassVar[Rules]
    """FreeCell that starts with four full cells; only kings go into empty columns (PySol)."""
    BAKERS_GAME: ClassVar[Rules]
    """FreeCell built in suit, the ancestor of FreeCell (Martin Gardner, Scientific American, June 1968)."""
    KINGS_ONLY_BAKERS_GAME: ClassVar[Rules]
    """Baker's Game in which only kings go into empty columns (fc-solve, PySol)."""
    EIGHT_OFF: ClassVar[Rules]
    """Eight cells, four of them full at the start; built in suit, kings only (Morehead and Mott-Smith, 1949)."""
    SEAHAVEN_TOWERS: ClassVar[Rules]
    """Ten columns of five, two cards in the four cells; built in suit, kings only (Art Cabral, 1988)."""
    RELAXED_SEAHAVEN_TOWERS: ClassVar[Rules]
    """Seahaven Towers in which a run of any length moves at once (PySol)."""
    PENGUIN: ClassVar[Rules]
    """Seven columns and seven cells; built in suit, and ranks wrap around. Foundations begin at the rank of the first
    card dealt, and only the rank below it goes into empty columns (David Parlett; the numbered deals are PySol's)."""
    BAKERS_DOZEN: ClassVar[Rules]
    """Thirteen columns of four, kings at the bottom, no cells; built in any suit, empty columns stay empty (Morehead
    and Mott-Smith, 1949; the numbered deals are PySol's)."""
    BELEAGUERED_CASTLE: ClassVar[Rules]
    """The aces home, the others in eight columns of six, no cells; built in any suit (Dick's Games of Patience,
    1883)."""
    STREETS_AND_ALLEYS: ClassVar[Rules]
    """Beleaguered Castle with the aces among the cards (a variant in David Parlett's Penguin Book of Patience)."""
    CITADEL: ClassVar[Rules]
    """Beleaguered Castle in which cards that fit go home during the deal (a variant in David Parlett's Penguin Book of
    Patience; dealt as by PySol)."""
    FAN: ClassVar[Rules]
    """Seventeen columns of three and one of one, no cells; built in suit, kings only: La Belle Lucie without its
    redeals (PySol, fc-solve)."""
    GOOD_MEASURE: ClassVar[Rules]
    """Baker's Dozen in ten columns of five, two aces home (PySol, fc-solve)."""
    CRUEL: ClassVar[Rules]
    """The aces home, twelve columns of four, no cells; built in suit, empty columns stay empty (Microsoft's
    Entertainment Pack, 1990). Without redeals, as ``fc-solve --game cruel`` plays it, a game is hardly ever won: 64 of
    deals 1 to 100,000."""

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
            else:
                instance_of(kind, value, name, f"a {kind.__name__}")
        if self.base > self.ranks:
            raise FreeCellError(f"base must be one of the {self.ranks} ranks, not {self.base}")
        if self.base == 0 and self.layout is not Layout.PENGUIN:
            raise FreeCellError(f"base must be given, as layout {self.layout} does not lay a card home that tells it")
        if self.layout.cells and self.layout.cells[-1] >= self.cells:
            needed = self.layout.cells[-1] + 1
            raise FreeCellError(f"layout {self.layout} needs {needed} cells, and cells is {self.cells}")
        if self.layout is Layout.FAN and self.columns == 1:
            raise FreeCellError(f"layout {self.layout} needs 2 columns, and columns is {self.columns}")

    def replace(self, **changes: Any) -> Rules:
        """Return rules with some fields changed.

        Args:
            changes: The fields, by name, and their new values.

        Raises:
            FreeCellError: If there is no such field, or its value is not allowed.
        """
        unknown = changes.keys() - _FIELDS.keys()
        if unknown:
            raise FreeCellError(f"rules have no {', '.join(sorted(unknown))}: they have {', '.join(_FIELDS)}")
        return dataclasses.replace(self, **changes)

    @property
    def usual_autoplay(self) -> AutoPlay:
        """The policy that solutions are written for: HORNE, as is customary, if it never spoils a win; else SURE."""
        return AutoPlay.HORNE if self.never_spoiled_by(AutoPlay.HORNE) else AutoPlay.SURE

    def never_spoiled_by(self, autoplay: AutoPlay) -> bool:
        """Whether a policy is known never to spoil a game under these rules; :class:`AutoPlay` explains why.

        Args:
            autoplay: The policy of automatic moves.
        """
        if autoplay in (AutoPlay.NONE, AutoPlay.SURE):
            return True
        if self.wrap or self.build is Build.ANY_SUIT:
            return False
        if self.build is Build.SAME_SUIT:
            return True
        return autoplay is AutoPlay.CAUTIOUS if self.foundation_takeback else autoplay is not AutoPlay.ALL

    def next_rank(self, rank: int) -> int:
        """Return the rank above `rank`; above the highest comes the lowest."""
        return rank % self.ranks + 1

    def previous_rank(self, rank: int) -> int:
        """Return the rank below `rank`; below the lowest comes the highest."""
        return (rank - 2) % self.ranks + 1

    def cards_home(self, top: int) -> int:
        """Return the number of cards on a foundation.

        Args:
            top: Its top rank; 0 if it is empty.
        """
        return (top - self.base) % self.ranks + 1 if top else 0

    def top_rank(self, count: int) -> int:
        """Return the top rank of a foundation; 0 if it is empty.

        Args:
            count: The number of its cards, 0 to `ranks`.
        """
        return (self.base + count - 2) % self.ranks + 1 if count else 0

    def title(self, number: int | None = None) -> str:
        """Return the name of the game as a heading.

        >>> Rules.EIGHT_OFF.title(), Rules.FREECELL.replace(cells=3).title(617)
        ('Eight Off', 'FreeCell deal 617, 3 cells')

        Args:
            number: A deal number to stand after the name; None for none.
        """
        # The base of a Penguin deal comes from the deal and is not part of the game's name.
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
        """Return the named games and their rules: ``freecell``, ``bakers_game``, ``penguin`` and so on."""
        return dict(NAMED_GAMES)

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Parse rules: the name of a game, fields that differ from it (or from FreeCell), or both, separated by commas.

        >>> Rules.parse("bakers_game,cells=3") == Rules.BAKERS_GAME.replace(cells=3)
        True

        Raises:
            ParseError: If a part is neither a name nor a field with a value of its type.
            FreeCellError: If a field is out of range.
            WrongTypeError: If it is not text.
        """
        rules = cls.FREECELL
        changes: dict[str, object] = {}
        column = 1
        for number, part in enumerate(text_from(text, "the rules").split(",")):
            name, equals, value = (word.strip() for word in small(part).partition("="))
            name = name.replace("-", "_")
            if equals and name in changes:
                raise ParseError(f"{name} is given twice", piece(part), 1, column)
            try:
                if equals and name in _FIELDS:
                    changes[name] = _read_field(name, value)
                elif not equals and number == 0:
                    rules = NAMED_GAMES[name]
                else:
                    raise KeyError(name)
            except (KeyError, ParseError):
                known = f"the names are {', '.join(NAMED_GAMES)}; the fields are {', '.join(_FIELDS)}"
                if name in _FIELDS:
                    known = f"{name} is {_described(_FIELDS[name])}"
                raise ParseError(f"{shortened(part.strip())} is not a rule: {known}", piece(part), 1, column) from None
            column += len(part) + 1
        return rules.replace(**changes)

    def __str__(self) -> str:
        def differing(name: str) -> list[str]:
            return [field for field in _FIELDS if getattr(self, field) != getattr(NAMED_GAMES[name], field)]

        nearest = min(NAMED_GAMES, key=lambda name: len(differing(name)))
        return ",".join([nearest, *(f"{field}={getattr(self, field)!s}".lower() for field in differing(nearest))])

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        # Pretty printers follow the class attributes of a dataclass, and the named games would lead in a circle.
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
"""The values allowed for each field: a range of whole numbers, or a type."""


_SPELLED = {"freecell": "FreeCell", "forecell": "ForeCell", "bakers": "Baker's", "and": "and"}
"""Words of titles that do not just begin with a capital."""


def _described(kind: tuple[int, int] | type) -> str:
    if isinstance(kind, tuple):
        return f"a whole number from {kind[0]} to {kind[1]}"
    return ", ".join(map(str, kind)) if issubclass(kind, NamedEnum) else "true or false"


def _read_field(name: str, value: str) -> object:
    kind = _FIELDS[name]
    if isinstance(kind, tuple):
        if not (value.isascii() and value.isdigit() and len(value) < 5):
            raise ParseError(f"{shortened(value)} is not a number in {kind}", piece(value))
        return int(value)
    if issubclass(kind, NamedEnum):
        return kind.parse(value)
    try:
        return {"true": True, "false": False}[value]
    except KeyError:
        raise ParseError(f"{shortened(value)} is neither true nor false", piece(value)) from None


Rules.FREECELL = Rules()

NAMED_GAMES: dict[str, Rules] = {"freecell": Rules.FREECELL}
"""The rules of the named games. The room ``games`` adds all but FreeCell, which other rooms need as a default."""
