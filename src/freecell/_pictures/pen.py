"""How a picture is drawn: its theme, and whether ranks and suits are text and references or paths."""

from __future__ import annotations

from dataclasses import dataclass

from freecell._pictures.glyphs import GLYPHS, SUIT_PATHS
from freecell._pictures.style import FONT, Theme, attributes
from freecell.cards import Suit

__all__ = ["Pen", "number"]

_GLYPH_SCALE = 0.595
"""Height of a glyph's middle line in parts of the font size."""
_GLYPH_RISE = 0.0625
"""Height of that line's lower end above the baseline, half the width of the stroke, in parts of the font size."""


def number(value: float) -> str:
    """Return a coordinate as the shortest text, rounded to hundredths."""
    return f"{round(value, 2):g}"


@dataclass(frozen=True, slots=True)
class Pen:
    """What the shapes of one picture have in common.

    Attributes:
        prefix: The prefix of the ids of the suit symbols.
        theme: The theme.
        paths: Whether to draw with paths alone, for renderers that know neither text nor references.
    """

    prefix: str
    theme: Theme
    paths: bool = False

    def look(self, kind: str) -> str:
        """Return the attributes of a kind of shape."""
        return attributes(kind, self.theme)

    def font(self) -> str:
        """Return the attributes of the whole picture that its text inherits, with a space before them."""
        return "" if self.paths else f' font-family="{FONT}" font-weight="700" text-anchor="middle"'

    def definitions(self) -> str:
        """Return the definitions of the four suit symbols, if the picture refers to them."""
        if self.paths:
            return ""
        symbols = "".join(
            f'<path id="{self.prefix}{suit.letter.lower()}" d="{path}"/>' for suit, path in SUIT_PATHS.items()
        )
        return f"<defs>{symbols}</defs>"

    def sign(self, suit: Suit, x: float, y: float, scale: float, kind: str | None = None) -> str:
        """Return a suit symbol.

        Args:
            suit: The suit.
            x: The centre of the symbol.
            y: The centre of the symbol.
            scale: The factor of its size, below 0 to turn it upside down.
            kind: The kind of shape; None for the colour of the group around it.
        """
        look = f"{self.look(kind)} " if kind else ""
        place = f'transform="translate({number(x)} {number(y)}) scale({scale:.3g})"'
        if self.paths:
            return f'<path {look}d="{SUIT_PATHS[suit]}" {place}/>'
        return f'<use {look}href="#{self.prefix}{suit.letter.lower()}" {place}/>'

    def text(
        self, text: str, x: float, y: float, size: float, *, lines: str, kind: str | None = None, width: float = 0
    ) -> str:
        """Return a rank or the name of a pile.

        Args:
            text: The text, a key of ``GLYPHS``.
            x: The middle of the text.
            y: The baseline.
            size: The font size.
            lines: The kind of shape of its lines, if it is drawn as paths.
            kind: The kind of shape of text; None for the colour of the group around it.
            width: The width to fit the text into; 0 for its own width.
        """
        if self.paths:
            scale = _GLYPH_SCALE * size / 100
            top = y - (_GLYPH_SCALE + _GLYPH_RISE) * size
            place = f"translate({number(x)} {number(top)}) scale({scale:.3g})"
            return f'<path {self.look(lines)} d="{GLYPHS[text]}" transform="{place}"/>'
        look = f"{self.look(kind)} " if kind else ""
        fitted = f' textLength="{number(width)}" lengthAdjust="spacingAndGlyphs"' if width else ""
        return f'<text {look}x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{fitted}>{text}</text>'
