"""The terminal game, ``freecell play``; what it needs comes with the extra ``play``."""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import dataclass

from freecell import Deal, FreeCellError
from freecell.cli.terminal.app import PlayApp
from freecell.cli.terminal.session import Session
from freecell.cli.terminal.settings import Settings
from freecell.cli.terminal.store import Store, folder
from freecell.play import Game

__all__ = ["run"]


def run(
    which: int | Deal | None = None,
    rules: str | None = None,
    style: str | None = None,
    *,
    plain: bool = False,
    letters: bool = False,
) -> bool:
    """Play in this terminal until the player quits.

    Args:
        which: the number of the deal to play, or a deal that has its rules with it; None goes on with the saved game,
            or draws one where there is none.
        rules: the game to deal, as text; None for that of the settings.
        style: how to play it, by name; None for that of the settings.
        plain: whether there are no colours.
        letters: whether only ASCII is written.

    Returns:
        Whether all could be kept that is to be kept.

    Raises:
        FreeCellError: there is no such deal, or not in this style; or another window has the saved game.
    """
    store = Store(folder())
    with store.held() as free:
        if not free:
            raise FreeCellError(
                "another window plays already, and the saved game is there: go on in that, or quit it first "
                f"(or set FREECELL_HOME to another folder than {store.path})"
            )
        session = Session(store)
        opening = choose_opening(session, which, rules, style)
        encoding = getattr(sys.__stderr__, "encoding", None) or "ascii"  # Textual draws on standard error
        letters = letters or not encoding.lower().replace("-", "").startswith("utf")
        PlayApp(session, opening.game, settings=opening.settings, plain=plain, letters=letters).run()
    troubles = dict.fromkeys([*store.troubles(), *store.unkept.values()])
    for trouble in troubles:
        print("freecell:", trouble, file=sys.stderr)
    return not store.unkept


@dataclass(frozen=True, slots=True)
class Opening:
    """What the game begins with.

    Attributes:
        game: the game; None to go on with the saved one.
        settings: what is remembered once that is begun.
    """

    game: Game | None
    settings: Settings


def choose_opening(session: Session, which: int | Deal | None, rules: str | None, style: str | None) -> Opening:
    """Give the game to begin with: the saved one goes on too where it is the one that is asked for.

    What is asked for goes before what is remembered: where the two do not fit, the remembered style or rules give way.

    Args:
        session: has the saved game and the settings.
        which: the number of the deal, or a deal that has its rules with it; None to draw one.
        rules: the game as text; None for that of the settings.
        style: how it is played; None for that of the settings.

    Raises:
        FreeCellError: there is no such deal, or not in this style.
    """
    asked = rules is not None or style is not None or isinstance(which, Deal)
    game, settings = _first_that_fits(session.settings, which, rules, style)
    saved = session.saved
    if saved is not None:
        same_play = not asked or (saved.deal.rules, saved.options) == (game.deal.rules, game.options)
        number = which.number if isinstance(which, Deal) else which
        if same_play and number in (None, saved.deal.number):
            return Opening(None, settings if asked else session.settings)
    return Opening(game, settings)


def _first_that_fits(
    remembered: Settings, which: int | Deal | None, rules: str | None, style: str | None
) -> tuple[Game, Settings]:
    """Give a game, and the settings by which it is dealt."""
    usual = Settings()
    wanted = [
        (rules or remembered.rules, style or remembered.style),
        (rules or remembered.rules, style or usual.style),
        (rules or usual.rules, style or usual.style),
    ]
    errors = []
    for game_rules, game_style in wanted:
        settings = dataclasses.replace(remembered, rules=game_rules, style=game_style)
        try:
            return settings.deal(which), settings
        except FreeCellError as error:
            errors.append(error)
    raise errors[-1]
