"""The themes: what is drawn in which colour, as attributes of SVG elements and as a style sheet."""

from __future__ import annotations

from functools import cache
from typing import Literal

from freecell._arguments import shortened
from freecell.errors import FreeCellError

__all__ = ["FONT", "Theme", "attributes", "checked_theme", "style_sheet"]

Theme = Literal["auto", "light", "dark"]

FONT = "'Segoe UI','Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif"

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

_ROUND = {"stroke-linecap": "round", "stroke-linejoin": "round"}

_KINDS = {
    "table": {"fill": "$table"},
    "slot": {"fill": "$slot", "stroke": "$rim", "stroke-width": "1.5"},
    "sign": {"fill": "$rim", "opacity": ".55"},
    "name": {"fill": "$name", "font-weight": "600"},
    "name-lines": {"fill": "none", "stroke": "$name", "stroke-width": "18", **_ROUND},
    "face": {"fill": "$face", "stroke": "$edge", "stroke-width": "1.2"},
    "red": {"fill": "$red"},
    "black": {"fill": "$black"},
    "red-lines": {"fill": "none", "stroke": "$red", "stroke-width": "21", "stroke-linejoin": "round"},
    "black-lines": {"fill": "none", "stroke": "$black", "stroke-width": "21", "stroke-linejoin": "round"},
    "court": {"font-family": "Georgia,'Times New Roman','DejaVu Serif',serif"},
    "red-court": {"fill": "$red-tint", "stroke": "$red", "stroke-width": "1.5"},
    "black-court": {"fill": "$black-tint", "stroke": "$black", "stroke-width": "1.5"},
    "ring": {"fill": "none", "stroke": "$mark", "stroke-width": "6"},
    "landing": {"fill": "none", "stroke": "$mark", "stroke-width": "4", "stroke-dasharray": "9 7"},
    "arrow-edge": {"fill": "none", "stroke": "$mark-edge", "stroke-width": "15", **_ROUND},
    "arrow": {"fill": "none", "stroke": "$mark", "stroke-width": "9", **_ROUND},
}
"""By kind of shape, which is its class in the picture, its attributes. ``$`` stands for a colour of the theme."""


def checked_theme(theme: object) -> None:
    """Raise an error unless `theme` is a theme.

    Raises:
        FreeCellError: If it is not ``"auto"``, ``"light"`` or ``"dark"``.
    """
    if not isinstance(theme, str) or theme not in ("auto", "light", "dark"):
        raise FreeCellError(f"the theme must be 'auto', 'light' or 'dark', not {shortened(theme)}")


@cache
def attributes(kind: str, theme: Theme) -> str:
    """Return the attributes of a kind of shape, its class included.

    Colours are attributes, as few renderers other than browsers read style sheets.

    Args:
        kind: The kind of shape.
        theme: The theme. ``"auto"`` has the colours of the light theme, which :func:`style_sheet` overrides.
    """
    colours = _COLOURS["light" if theme == "auto" else theme]
    said = "".join(f' {name}="{_coloured(value, colours)}"' for name, value in _KINDS[kind].items())
    return f'class="{kind}"{said}'


def style_sheet(scope: str, theme: Theme) -> str:
    """Return the style sheet of tables and cards: empty, except for ``"auto"``, if the reader's system is dark.

    Args:
        scope: The text before each selector.
        theme: The theme.
    """
    if theme != "auto":
        return ""
    rules = ""
    for kind, values in _KINDS.items():
        changed = [
            f"{name}:{_coloured(value, _COLOURS['dark'])}" for name, value in values.items() if value.startswith("$")
        ]
        if changed:
            rules += f"{scope}.{kind}{{{';'.join(changed)}}}"
    return f"@media (prefers-color-scheme:dark){{{rules}}}"


def _coloured(value: str, colours: dict[str, str]) -> str:
    return colours[value[1:]] if value.startswith("$") else value
