"""Pictures: text as at a table, SVG, and a page that replays a game. Nothing is needed for them but the library.

>>> import freecell.draw
>>> from freecell import Deal
>>> freecell.draw.svg(Deal(617), move="83")[:4]
'<svg'
"""

from freecell._pictures.page import html
from freecell._pictures.svg import svg
from freecell._pictures.text import text

__all__ = ["html", "svg", "text"]
