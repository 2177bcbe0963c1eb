"""The themes: what is drawn in which colour, and the style sheet of a picture."""

from __future__ import annotations

from typing import Literal

from freecell._arguments import shortened
from freecell.errors import FreeCellError

__all__ = ["Theme", "checked_theme", "style_sheet"]

Theme = Literal["auto", "light", "dark"]

_FONT = "'Segoe UI','Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif"

_COLOURS = {
    "light": {
        "table": "#2e7355",
        "slot": "#25614a",
        "rim": "#8fbfa8",
        "name": "#d4e8dd",
        "face": "#ffffff",
        "edge": "#8a9690",
        "red": "#c8102e",
        "black": "#16181d",
        "red-tint": "#fdeeee",
        "black-tint": "#eef1f6",
        "mark": "#ffb000",
        "mark-edge": "#3a2600",
    },
    "dark": {
        "table": "#12201b",
        "slot": "#0c1713",
        "rim": "#4b6d5f",
        "name": "#a9c6b9",
        "face": "#2a2f37",
        "edge": "#59626f",
        "red": "#ff8078",
        "black": "#eef1f5",
        "red-tint": "#3a2d33",
        "black-tint": "#343b46",
        "mark": "#ffc53d",
        "mark-edge": "#1d1300",
    },
}

_STYLE = """
@.table{fill:$table}
@.slot{fill:$slot;stroke:$rim;stroke-width:1.5}
@.sign{fill:$rim;opacity:.55}
@.name{fill:$name;font:600 17px $font;text-anchor:middle}
@.face{fill:$face;stroke:$edge;stroke-width:1.2}
@.red{fill:$red}
@.black{fill:$black}
@.red text,@.black text{font-family:$font;font-weight:700;text-anchor:middle}
@.red text.court,@.black text.court{font-family:Georgia,'Times New Roman','DejaVu Serif',serif}
@.red-court{fill:$red-tint;stroke:$red;stroke-width:1.5}
@.black-court{fill:$black-tint;stroke:$black;stroke-width:1.5}
@.ring{fill:none;stroke:$mark;stroke-width:6}
@.landing{fill:none;stroke:$mark;stroke-width:4;stroke-dasharray:9 7}
@.arrow-edge{fill:none;stroke:$mark-edge;stroke-width:15;stroke-linecap:round;stroke-linejoin:round}
@.arrow{fill:none;stroke:$mark;stroke-width:9;stroke-linecap:round;stroke-linejoin:round}
"""
"""``@`` stands for the scope, ``$`` for a colour or the font."""


def checked_theme(theme: object) -> None:
    """Raise an error unless `theme` is a theme.

    Raises:
        FreeCellError: If it is not ``"auto"``, ``"light"`` or ``"dark"``.
    """
    if not isinstance(theme, str) or theme not in ("auto", "light", "dark"):
        raise FreeCellError(f"the theme must be 'auto', 'light' or 'dark', not {shortened(theme)}")


def style_sheet(scope: str, theme: Theme) -> str:
    """Return the style sheet of tables and cards.

    Args:
        scope: The text before each selector.
        theme: The theme. ``"auto"`` has both themes, and the reader's system chooses.
    """

    def coloured(name: str, rules: str) -> str:
        rules = rules.replace("@", scope).replace("$font", _FONT)
        for what, colour in sorted(_COLOURS[name].items(), reverse=True):  # red-tint before red
            rules = rules.replace(f"${what}", colour)
        return "".join(rules.split("\n"))

    if theme != "auto":
        return coloured(theme, _STYLE)
    changing = "\n".join(line for line in _STYLE.split("\n") if "$" in line.replace("$font", ""))
    return f"{coloured('light', _STYLE)}@media (prefers-color-scheme:dark){{{coloured('dark', changing)}}}"
