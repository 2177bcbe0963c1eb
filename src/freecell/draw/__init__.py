"""Pictures: text as at a table, SVG, and a page that replays a game. Nothing is needed for them but the library.

>>> import freecell.draw
>>> from freecell import Deal
>>> freecell.draw.svg(Deal(617), move="83")[:4]
'<svg'
"""

from freecell.draw.page import html
from freecell.draw.picture import svg
from freecell.draw.plain import text

__all__ = ["html", "svg", "text"]
