"""What an interface needs: a game with undo, hints and clicks, its options, scores, statistics and saved games.

>>> from freecell import Deal
>>> from freecell.play import Game
>>> game = Game(Deal(617))
>>> turn = game.play("83")
>>> game.can_undo(), game.player_moves()
(True, 1)
"""

from freecell.play.advice import Advice, Basis, Plan
from freecell.play.game import Game
from freecell.play.options import Options, Place, Scoring
from freecell.play.statistics import Statistics

__all__ = ["Advice", "Basis", "Game", "Options", "Place", "Plan", "Scoring", "Statistics"]
