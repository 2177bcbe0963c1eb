"""The settings of a player: rules, style, and looks."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Final

from freecell import AutoPlay, Deal, FreeCellError, ParseError, Rules, State
from freecell.play import Game, Options

__all__ = ["STYLES", "Settings"]

STYLES: Final = {
    "usual": Options.USUAL,
    "classic": Options.CLASSIC,
    "oyna": Options.OYNA,
    "open": Options.OPEN,
}
"""The styles of play, by name. ``usual`` leaves everything to the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings that the options window changes; immutable.

    Attributes:
        rules: The rules of the next game, as text for :meth:`freecell.Rules.parse`.
        style: Its style, one of :data:`STYLES`.
        autoplay: The name of its autoplay policy; None leaves it to the style.
        tap: Whether one click plays a card's best move rather than choosing the card.
        colour: Whether to use colours.
        letters: Whether to write suits as letters, and only ASCII.
    """

    rules: str = "freecell"
    style: str = "usual"
    autoplay: str | None = None
    tap: bool = False
    colour: bool = True
    letters: bool = False

    def __post_init__(self) -> None:
        if self.style not in STYLES:
            raise FreeCellError(f"style must be one of {', '.join(STYLES)}, not {self.style!r}")
        for name in ("tap", "colour", "letters"):
            if not isinstance(getattr(self, name), bool):
                raise FreeCellError(f"{name} must be true or false, not {getattr(self, name)!r}")
        self.game_rules()
        self.options()

    def game_rules(self) -> Rules:
        """Return the rules of the next game."""
        return Rules.parse(self.rules)

    def options(self) -> Options:
        """Return the options of the next game."""
        style = STYLES[self.style]
        return style if self.autoplay is None else style.replace(autoplay=AutoPlay.parse(self.autoplay))

    def deal(self, which: int | Deal | State | None = None) -> Game:
        """Return a new game.

        Args:
            which: A deal number, or a deal or a position with its rules; None to draw a deal.

        Raises:
            FreeCellError: If the style does not have the deal, or such rules.
        """
        rules, options = self.game_rules(), self.options()
        try:
            if which is None:
                which = options.draw(rules=rules)
            return Game(which if isinstance(which, Deal | State) else options.deal(which, rules), options=options)
        except FreeCellError as error:
            where = "" if self.style == "usual" else f"style {self.style}: "
            raise FreeCellError(f"{where}{error}") from error

    def save(self) -> str:
        """Return the settings as JSON."""
        return json.dumps(dataclasses.asdict(self), indent=1) + "\n"

    @classmethod
    def load(cls, text: str) -> Settings:
        """Parse saved settings. Missing fields have their defaults.

        Raises:
            FreeCellError: If it is not a JSON object, or a field is unknown or wrong.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"these are not settings: {error}", "") from None
        known = [field.name for field in dataclasses.fields(cls)]
        if not isinstance(data, dict) or not data.keys() <= set(known):
            raise FreeCellError(f"settings must be an object that has only {', '.join(known)}")
        try:
            return cls(**data)
        except TypeError as error:  # a list in place of a name
            raise FreeCellError(f"these are not settings: {error}") from None
