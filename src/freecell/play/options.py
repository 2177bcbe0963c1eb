"""Options of a game apart from its rules: autoplay, undo, taps, scoring, and the budgets of hints."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from freecell._arguments import NO_LIMIT, instance_of, shortened, whole_number
from freecell._core import State
from freecell._enums import NamedEnum
from freecell._rules.deal_numbers import LAST_DEAL
from freecell.deals import Deal, state_from
from freecell.errors import FreeCellError, WrongTypeError
from freecell.play.saves import Reader, read, write
from freecell.play.scoring import Scoring
from freecell.rules import AutoPlay, Rules

__all__ = ["Options", "Place", "checked_order"]


class Place(NamedEnum):
    """A kind of place that a tapped or double-clicked card may go to."""

    HOME = 1
    """Its foundation."""
    COLUMN = 2
    """A column with a card that the clicked card fits onto."""
    CELL = 3
    """An empty cell."""
    EMPTY_COLUMN = 4
    """An empty column."""


def checked_order(order: Sequence[Place], name: str) -> tuple[Place, ...]:
    """Return kinds of places from outside as a tuple.

    Args:
        order: The kinds of places, the best first.
        name: The name of the argument in the error.

    Raises:
        WrongTypeError: If it is not a tuple or a list of places.
        FreeCellError: If a place appears twice.
    """
    instance_of((tuple, list), order, name, "places, such as (Place.HOME, Place.CELL)")
    for place in order:
        if not isinstance(place, Place):
            raise WrongTypeError(f"{name} must have places, such as Place.HOME, not {shortened(place)}")
    if len(set(order)) < len(order):
        raise FreeCellError(f"{name} must have each place only once")
    return tuple(order)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a :class:`Game` apart from its rules; immutable.

    The usual options and three styles of published programs have names. ``replace`` changes single fields.

    >>> Options.CLASSIC.replace(undo_limit=10).undo_limit
    10

    Args:
        autoplay: The policy of automatic moves after each move; None for :attr:`Rules.usual_autoplay`.
        on_deal: Whether autoplay also runs before the first move.
        undo_limit: Number of moves that can be undone; None for all.
        takeback: Whether the top card of a foundation may be moved again; None leaves it to the rules.
        cells: The numbers of cells that a game may have, the usual one first; None for any number.
        tap_order: The kinds of places that a tapped card goes to, the best first. A tap never uses the others.
        double_click_order: The kinds of places that a double-clicked card goes to, the best first. A card in a cell or
            on a foundation goes only home.
        scoring: The points that moves earn; None for no score.
        automatic_counts: Whether automatic moves count as moves.
        last_accepted: Largest deal number accepted; the smallest is 1.
        last_drawn: Largest deal number that :meth:`draw` draws.
        hint_nodes: Most nodes expanded for a hint.
        solve_nodes: Most nodes expanded by :meth:`Game.auto_solve`.

    Raises:
        FreeCellError: If a field, which the error names, is out of range or of the wrong type.
    """

    USUAL: ClassVar[Options]
    """The defaults: the rules decide about autoplay, cells and take-back; every deal and every undo; no score."""
    OYNA: ClassVar[Options]
    """Cautious autoplay, also on the deal; automatic moves count as moves; 500 moves can be undone."""
    CLASSIC: ClassVar[Options]
    """As in Microsoft's program: autoplay HORNE after each move, deals up to 1,000,000, random ones up to 32,000."""
    OPEN: ClassVar[Options]
    """Four, two or one cells, no autoplay, clicks only send cards home, take-back from foundations, and a score."""

    autoplay: AutoPlay | None = None
    on_deal: bool = False
    undo_limit: int | None = None
    takeback: bool | None = None
    cells: tuple[int, ...] | None = None
    tap_order: tuple[Place, ...] = (Place.HOME, Place.COLUMN, Place.CELL, Place.EMPTY_COLUMN)
    double_click_order: tuple[Place, ...] = (Place.HOME, Place.CELL)
    scoring: Scoring | None = None
    automatic_counts: bool = False
    last_accepted: int = LAST_DEAL
    last_drawn: int = 1_000_000
    hint_nodes: int = 60_000
    solve_nodes: int = 400_000

    def __post_init__(self) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        def must(name: str, kinds: type | tuple[type, ...], what: str) -> None:
            instance_of(kinds, getattr(self, name), name, what)

        nothing = type(None)
        must("autoplay", (AutoPlay, nothing), "an AutoPlay, such as AutoPlay.HORNE, or None")
        must("on_deal", bool, "True or False")
        must("takeback", (bool, nothing), "True, False or None")
        must("scoring", (Scoring, nothing), "a Scoring or None")
        must("automatic_counts", bool, "True or False")
        if self.undo_limit is not None:
            put("undo_limit", whole_number(self.undo_limit, "undo_limit", 0, NO_LIMIT))
        if self.cells is not None:
            must("cells", (tuple, list), "numbers of cells, such as (4, 2, 1), or None")
            put("cells", tuple(whole_number(number, "cells", 0, 10) for number in self.cells))
            if not self.cells or len(set(self.cells)) < len(self.cells):
                raise FreeCellError(f"cells must have a number, and each only once, not {shortened(self.cells)}")
        for name in ("tap_order", "double_click_order"):
            put(name, checked_order(getattr(self, name), name))
        put("last_accepted", whole_number(self.last_accepted, "last_accepted", 1, LAST_DEAL))
        put("last_drawn", whole_number(self.last_drawn, "last_drawn", 1, self.last_accepted))
        put("hint_nodes", whole_number(self.hint_nodes, "hint_nodes", 0, NO_LIMIT))
        put("solve_nodes", whole_number(self.solve_nodes, "solve_nodes", 0, NO_LIMIT))

    def replace(self, **changes: Any) -> Options:
        """Return options with some fields changed.

        Args:
            changes: The fields, by name, and their new values.

        Returns:
            New options; these do not change.

        Raises:
            FreeCellError: If there is no such field, or its value is not allowed.
        """
        known = [field.name for field in dataclasses.fields(self)]
        unknown = sorted(changes.keys() - set(known))
        if unknown:
            raise FreeCellError(f"options have no {', '.join(unknown)}: they have {', '.join(known)}")
        return dataclasses.replace(self, **changes)

    def deal(self, number: int, rules: Rules | None = None) -> Deal:
        """Return the deal of a number that a player asks for.

        Args:
            number: The deal number, 1 to ``last_accepted``.
            rules: The rules; None for FreeCell with the usual number of cells.

        Raises:
            FreeCellError: If the number is out of range or not a whole number.
        """
        return Deal(whole_number(number, "deal number", 1, self.last_accepted), self._rules(rules))

    def draw(self, rng: random.Random | None = None, *, winnable: bool = False, rules: Rules | None = None) -> Deal:
        """Return a random deal from 1 to ``last_drawn``.

        Args:
            rng: The source of random numbers; None for the ``random`` module.
            winnable: Whether to draw again until the deal is known to be winnable.
            rules: The rules; None for FreeCell with the usual number of cells.

        Raises:
            FreeCellError: If none of a thousand deals was found to be winnable.
        """
        return Deal.random(rng, last=self.last_drawn, winnable=winnable, rules=self._rules(rules))

    def _rules(self, rules: Rules | None) -> Rules:
        if rules is not None:
            return rules
        return Rules.FREECELL if self.cells is None else Rules.FREECELL.replace(cells=self.cells[0])

    def start(self, start: Deal | State, rules: Rules | None = None) -> State:
        """Return the position that a game starts from, before any automatic move.

        Args:
            start: The deal or the position that the game begins with.
            rules: The rules to play by, if they differ from those of `start`. ``takeback`` overrides their
                ``foundation_takeback``.

        Raises:
            FreeCellError: If an argument has the wrong type, or the deal number or the number of cells is not
                accepted.
            InvalidStateError: If the cards do not fit the rules.
        """
        state = state_from(start, rules)
        if isinstance(start, Deal) and start.number is not None:
            whole_number(start.number, "deal number", 1, self.last_accepted)
        if self.cells is not None and state.rules.cells not in self.cells:
            known = " or ".join(map(str, self.cells))
            raise FreeCellError(f"under these options a game has {known} cells, not {state.rules.cells}")
        if self.takeback is None or state.rules.foundation_takeback is self.takeback:
            return state
        return state_from(state, state.rules.replace(foundation_takeback=self.takeback))

    def save(self) -> str:
        """Return the options as JSON that :meth:`load` reads."""
        return write("options", self._data())

    @classmethod
    def load(cls, text: str) -> Options:
        """Parse saved options: ``Options.load(options.save()) == options``.

        Args:
            text: The text that :meth:`save` returned.

        Raises:
            ParseError: If it is not JSON, is of another kind or version, or a field is missing, unknown or wrong.
            WrongTypeError: If it is not text.
        """
        return cls._from(read("options", text))

    def _data(self) -> dict[str, object]:
        """Return the fields in types that JSON has."""
        return {
            "autoplay": None if self.autoplay is None else str(self.autoplay),
            "on_deal": self.on_deal,
            "undo_limit": self.undo_limit,
            "takeback": self.takeback,
            "cells": None if self.cells is None else list(self.cells),
            "tap_order": [str(place) for place in self.tap_order],
            "double_click_order": [str(place) for place in self.double_click_order],
            "scoring": None if self.scoring is None else dataclasses.asdict(self.scoring),
            "automatic_counts": self.automatic_counts,
            "last_accepted": self.last_accepted,
            "last_drawn": self.last_drawn,
            "hint_nodes": self.hint_nodes,
            "solve_nodes": self.solve_nodes,
        }

    @classmethod
    def _from(cls, saved: Reader) -> Options:
        """Return the options that JSON holds."""
        saved.has_only(field.name for field in dataclasses.fields(cls))
        with saved.located():
            return cls(
                autoplay=saved["autoplay"].optional(lambda autoplay: autoplay.parsed(AutoPlay.parse)),
                on_deal=saved["on_deal"].truth(),
                undo_limit=saved["undo_limit"].optional(Reader.whole),
                takeback=saved["takeback"].optional(Reader.truth),
                cells=saved["cells"].optional(lambda cells: tuple(cell.whole(0, 10) for cell in cells.items())),
                tap_order=_read_order(saved["tap_order"]),
                double_click_order=_read_order(saved["double_click_order"]),
                scoring=saved["scoring"].optional(Scoring._from),
                automatic_counts=saved["automatic_counts"].truth(),
                last_accepted=saved["last_accepted"].whole(1, LAST_DEAL),
                last_drawn=saved["last_drawn"].whole(1, LAST_DEAL),
                hint_nodes=saved["hint_nodes"].whole(),
                solve_nodes=saved["solve_nodes"].whole(),
            )


def _read_order(saved: Reader) -> tuple[Place, ...]:
    return tuple(place.parsed(Place.parse) for place in saved.items())


Options.USUAL = Options()
Options.OYNA = Options(
    autoplay=AutoPlay.CAUTIOUS,
    on_deal=True,
    undo_limit=500,
    takeback=False,
    cells=(4,),
    automatic_counts=True,
    last_accepted=1_000_000_000,
    last_drawn=1_000_000,
)
Options.CLASSIC = Options(
    autoplay=AutoPlay.HORNE, takeback=False, cells=(4,), last_accepted=1_000_000, last_drawn=32_000
)
Options.OPEN = Options(
    autoplay=AutoPlay.NONE,
    undo_limit=100,
    takeback=True,
    cells=(4, 2, 1),
    tap_order=(Place.HOME,),
    double_click_order=(Place.HOME,),
    scoring=Scoring(),
)
