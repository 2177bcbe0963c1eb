"""Pictures of plain parts: cards, piles and rules, without positions or games. The front door is ``freecell.draw``."""
