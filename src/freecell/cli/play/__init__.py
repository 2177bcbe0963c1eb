"""The terminal game, ``freecell play``; what it needs comes with the extra ``play``."""

from __future__ import annotations

import dataclasses
import sys

from freecell import Game
from freecell.cli.play.app import PlayApp
from freecell.cli.play.session import Session
from freecell.cli.play.store import Store, folder

__all__ = ["run"]


def run(
    number: int | None = None,
    rules: str | None = None,
    style: str | None = None,
    *,
    plain: bool = False,
    letters: bool = False,
) -> None:
    """Play in this terminal until the player quits.

    Args:
        number: the deal to play; None goes on with the saved game, or draws one where there is none.
        rules: the game to deal, as text; None for that of the settings.
        style: how to play it, by name; None for that of the settings.
        plain: whether there are no colours.
        letters: whether only ASCII is written.

    Raises:
        FreeCellError: there is no such deal, or not in this style.
    """
    session = Session(Store(folder()))
    opening = choose_opening(session, number, rules, style)
    encoding = getattr(sys.__stderr__, "encoding", None) or "ascii"  # Textual draws on standard error
    letters = letters or not encoding.lower().replace("-", "").startswith("utf")
    PlayApp(session, opening, plain=plain, letters=letters).run()
    if trouble := session.store.trouble():
        print("freecell:", trouble, file=sys.stderr)


def choose_opening(session: Session, number: int | None, rules: str | None, style: str | None) -> Game | None:
    """Give the game to begin with; None to go on with the saved one, which is so too where it is the same.

    What is asked for becomes the setting for the games after it.

    Args:
        session: has the saved game and the settings.
        number: the deal; None to draw one.
        rules: the game as text; None for that of the settings.
        style: how it is played; None for that of the settings.

    Raises:
        FreeCellError: there is no such deal, or not in this style.
    """
    asked = rules is not None or style is not None
    session.settings = dataclasses.replace(
        session.settings,
        rules=session.settings.rules if rules is None else rules,
        style=session.settings.style if style is None else style,
    )
    game = session.deal(number)
    saved = session.saved
    if saved is not None:
        same_play = not asked or (saved.deal.rules, saved.options) == (game.deal.rules, game.options)
        if same_play and number in (None, saved.deal.number):
            return None
    if asked:
        session.choose(session.settings)
    return game
