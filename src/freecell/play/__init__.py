"""What an interface needs: a game with undo, hints and clicks, its options, scores, statistics and saved games.

>>> from freecell import Deal
>>> from freecell.play import Game
>>> game = Game(Deal(617))
>>> turn = game.play("83")
>>> game.can_undo(), game.player_moves()
(True, 1)
"""

from freecell._public import show_public_home as _show_public_home
from freecell.play.game import Game
from freecell.play.options import Options, Place, Scoring
from freecell.play.statistics import Statistics

__all__ = ["Game", "Options", "Place", "Scoring", "Statistics"]

_show_public_home("freecell.play", map(globals().get, __all__))
