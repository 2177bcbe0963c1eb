"""Pictures: a position as text, as at a table, and as SVG. Nothing is needed for them but the library.

>>> import freecell.draw
>>> from freecell import Deal
>>> freecell.draw.svg(Deal(617), move="83")[:4]
'<svg'
"""

from freecell.draw.picture import svg
from freecell.draw.plain import text

__all__ = ["svg", "text"]
