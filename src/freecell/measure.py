"""What counts as a move in the length of a line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar, Final, Literal

from freecell._arguments import boolean, instance_of, piece, shortened, text_from
from freecell._text import small
from freecell.errors import FreeCellError, ParseError
from freecell.rules import AutoPlay, Rules

__all__ = ["USUAL", "Measure"]


Kind = Literal["player", "runs", "cards"]


@dataclass(frozen=True, slots=True, repr=False)
class Measure:
    """What counts as a move in the length of a line.

    It is :attr:`CARDS`, :attr:`RUNS`, or one made by :meth:`player`.

    Measures are immutable. They are equal if they count the same moves by the same policy.

    >>> from freecell import AutoPlay, Measure
    >>> Measure.player(AutoPlay.ALL, on_deal=True)
    Measure.player(AutoPlay.ALL, on_deal=True)
    >>> str(Measure.CARDS), Measure.parse("player,autoplay=all")
    ('cards', Measure.player(AutoPlay.ALL))

    Attributes:
        kind: ``"cards"``, ``"runs"`` or ``"player"``.
        autoplay: For a measure of the player's moves, the policy of automatic moves; None for
            :attr:`Rules.usual_autoplay`, and for the other kinds.
        on_deal: For a measure of the player's moves, whether autoplay also runs before the first move.
    """

    CARDS: ClassVar[Measure]
    """Every move of a single card. A win has at least one for each card that is not home: 52 from a FreeCell deal.
    Where runs move at once whatever space there is, as in Relaxed FreeCell, a run is one move."""

    RUNS: ClassVar[Measure]
    """Every move. A run is one move, and every card that goes home is one."""

    kind: Kind
    autoplay: AutoPlay | None = None
    on_deal: bool = False

    def __post_init__(self) -> None:
        if self.kind not in ("player", "runs", "cards"):
            raise FreeCellError(f"the kind must be 'player', 'runs' or 'cards', not {shortened(self.kind)}")
        if self.autoplay is not None:
            instance_of(AutoPlay, self.autoplay, "autoplay", "an AutoPlay, such as AutoPlay.ALL")
        boolean(self.on_deal, "on_deal")
        if self.kind != "player" and (self.autoplay is not None or self.on_deal):
            raise FreeCellError(f"autoplay and on_deal apply only to Measure.player, not to {self.kind}")

    @classmethod
    def player(cls, autoplay: AutoPlay | None = None, on_deal: bool = False) -> Measure:
        """Return the measure that counts the player's moves: a run is one, and automatic moves do not count.

        Args:
            autoplay: The policy of automatic moves after every move; None for :attr:`Rules.usual_autoplay`.
            on_deal: Whether autoplay also runs before the first move.

        Raises:
            WrongTypeError: If `autoplay` is not an AutoPlay, or `on_deal` is not True or False.
        """
        return cls("player", autoplay, on_deal)

    @classmethod
    def parse(cls, text: str) -> Measure:
        """Parse a measure: ``Measure.parse(str(measure)) == measure``.

        Args:
            text: ``cards``, ``runs`` or ``player``, in any case; after ``player`` optionally ``,autoplay=`` with the
                name of a policy, and ``,on_deal=true``.

        Raises:
            ParseError: If the text is not a measure.
            WrongTypeError: If it is not text.
        """
        name, *fields = small(text_from(text, "a measure")).split(",")
        try:
            measure = cls(name.strip())  # type: ignore[arg-type]  # it is checked
            seen: set[str] = set()
            for field in fields:
                key, _, value = (part.strip() for part in field.partition("="))
                if key in seen:
                    raise FreeCellError(f"{key} is given twice")
                seen.add(key)
                if key == "autoplay":
                    measure = replace(measure, autoplay=AutoPlay.parse(value))
                elif key == "on_deal" and value in ("true", "false"):
                    measure = replace(measure, on_deal=value == "true")
                else:
                    raise FreeCellError("write cards, runs or player, and after player ,autoplay=all ,on_deal=true")
        except FreeCellError as error:
            reason = error.reason if isinstance(error, ParseError) else str(error)
            raise ParseError(f"{shortened(text)} is not a measure: {reason}", piece(text)) from None
        return measure

    def under(self, rules: Rules) -> Measure:
        """Return the measure with the game's usual autoplay filled in where none is named.

        Args:
            rules: The game.

        Raises:
            WrongTypeError: If it is not Rules.
        """
        instance_of(Rules, rules, "the game", "Rules, such as Rules.FREECELL")
        if self.kind != "player" or self.autoplay is not None:
            return self
        return _known(rules.usual_autoplay, self.on_deal)

    def __str__(self) -> str:
        autoplay = "" if self.autoplay is None else f",autoplay={self.autoplay}"
        return f"{self.kind}{autoplay}{',on_deal=true' if self.on_deal else ''}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        if self.kind != "player":
            return f"Measure.{self.kind.upper()}"
        given = [] if self.autoplay is None else [repr(self.autoplay)]
        return f"Measure.player({', '.join(given + ['on_deal=True'] * self.on_deal)})"


Measure.CARDS = Measure("cards")
Measure.RUNS = Measure("runs")

USUAL: Final = Measure.player()
"""The player's moves under the usual autoplay of the game."""


@cache
def _known(autoplay: AutoPlay, on_deal: bool) -> Measure:
    """Return a measure of the player's moves; it is made once, as every search asks for it."""
    return Measure.player(autoplay, on_deal)
