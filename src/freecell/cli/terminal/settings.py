"""What a player has chosen: which game is dealt, in which style, and how it looks."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Final

from freecell import AutoPlay, Deal, FreeCellError, ParseError, Rules
from freecell.play import Game, Options

__all__ = ["STYLES", "Settings"]

STYLES: Final = {
    "usual": Options(),
    "classic": Options.CLASSIC,
    "oyna": Options.OYNA,
    "open": Options.OPEN,
}
"""The styles that a game can be played in, by name; ``usual`` leaves all to the rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the options window changes; immutable.

    Attributes:
        rules: the game that is dealt next, as text for :meth:`freecell.Rules.parse`.
        style: how it is played, one of :data:`STYLES`.
        autoplay: what goes home by itself then, by name; None leaves it to the style.
        tap: whether one click plays a card's best move, rather than to choose the card.
        colour: whether there are colours.
        letters: whether suits are written as letters, and nothing but ASCII is.
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
        """Give the rules of the next game."""
        return Rules.parse(self.rules)

    def options(self) -> Options:
        """Give the options of the next game."""
        style = STYLES[self.style]
        return style if self.autoplay is None else style.replace(autoplay=AutoPlay.parse(self.autoplay))

    def deal(self, which: int | Deal | None = None) -> Game:
        """Give a new game.

        Args:
            which: the number of a deal, or a deal that has its rules with it; None to draw one.

        Raises:
            FreeCellError: the style does not have the deal, or such rules.
        """
        rules, options = self.game_rules(), self.options()
        try:
            if which is None:
                which = options.draw(rules=rules)
            return Game(which if isinstance(which, Deal) else options.deal(which, rules), options=options)
        except FreeCellError as error:
            where = "" if self.style == "usual" else f"style {self.style}: "
            raise FreeCellError(f"{where}{error}") from error

    def save(self) -> str:
        """Write the settings as JSON."""
        return json.dumps(dataclasses.asdict(self), indent=1) + "\n"

    @classmethod
    def load(cls, text: str) -> Settings:
        """Read settings that were saved; what is not said in them is as at first.

        Raises:
            FreeCellError: it is no JSON object, or something in it is unknown or wrong.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"these are no settings: {error}", "") from None
        known = [field.name for field in dataclasses.fields(cls)]
        if not isinstance(data, dict) or not data.keys() <= set(known):
            raise FreeCellError(f"settings must be an object that has only {', '.join(known)}")
        try:
            return cls(**data)
        except TypeError as error:  # a list where a name should be
            raise FreeCellError(f"these are no settings: {error}") from None
