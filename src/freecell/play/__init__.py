"""What an interface needs: a game with undo and hints, what clicks mean, options, scores, statistics and saved games.

>>> from freecell import Deal
>>> from freecell.play import Game
>>> game = Game(Deal(617))
>>> turn = game.play("83")
>>> game.can_undo(), game.player_moves()
(True, 1)
"""

from freecell._public import show_public_home as _show_public_home
from freecell.play.game import Game
from freecell.play.options import Options, Place
from freecell.play.scoring import Scoring
from freecell.play.statistics import Statistics
from freecell.play.touch import double_click, tap, targets, why_no_tap, why_not

__all__ = [
    "Game",
    "Options",
    "Place",
    "Scoring",
    "Statistics",
    "double_click",
    "tap",
    "targets",
    "why_no_tap",
    "why_not",
]

_show_public_home("freecell.play", map(globals().get, __all__))
