"""The terminal game, ``freecell play``. It needs the extra ``play``."""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import dataclass

from freecell import Deal, FreeCellError, State
from freecell.cli.terminal.app import PlayApp
from freecell.cli.terminal.session import Session
from freecell.cli.terminal.settings import Settings
from freecell.cli.terminal.store import Store, folder
from freecell.play import Game

__all__ = ["run"]


def run(
    which: int | Deal | State | None = None,
    rules: str | None = None,
    style: str | None = None,
    *,
    plain: bool = False,
    letters: bool = False,
) -> bool:
    """Play in this terminal until the player quits.

    Args:
        which: A deal number, or a deal or a position with its rules; None to continue the saved game, or to draw a
            deal if there is none.
        rules: The rules of the game, as text; None for those of the settings.
        style: The name of the style; None for that of the settings.
        plain: Whether to use no colours.
        letters: Whether to write only ASCII.

    Returns:
        Whether everything could be saved.

    Raises:
        FreeCellError: If there is no such deal, the style does not have it, or another window has the saved game.
    """
    store = Store(folder())
    with store.held() as free:
        if not free:
            raise FreeCellError(
                "another window is playing the saved game: continue there, or quit it first "
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
    """The game to begin with.

    Attributes:
        game: The game; None to continue the saved one.
        settings: The settings to save once it has begun.
    """

    game: Game | None
    settings: Settings


def choose_opening(session: Session, which: int | Deal | State | None, rules: str | None, style: str | None) -> Opening:
    """Return the game to begin with: the saved one, if it is the one that is asked for.

    If the arguments do not fit the saved settings, the saved style or rules give way.

    Args:
        session: The session with the saved game and the settings.
        which: A deal number, or a deal or a position with its rules; None to draw a deal.
        rules: The rules of the game, as text; None for those of the settings.
        style: The name of the style; None for that of the settings.

    Raises:
        FreeCellError: If there is no such deal, or the style does not have it.
    """
    asked = rules is not None or style is not None or isinstance(which, Deal)
    game, settings = _first_that_fits(session.settings, which, rules, style)
    saved = session.saved
    if saved is not None and _begins_with(saved, which) and (not asked or _is_played_as(saved, game)):
        return Opening(None, settings if asked else session.settings)
    return Opening(game, settings)


def _begins_with(saved: Game, which: int | Deal | State | None) -> bool:
    """Whether the saved game begins with a deal or a position; None for any."""
    if isinstance(which, State):
        try:
            return saved.deal is None and saved.start == saved.options.start(which)
        except FreeCellError:  # the saved style does not have such positions
            return False
    number = which.number if isinstance(which, Deal) else which
    return number is None or (saved.deal is not None and saved.deal.number == number)


def _is_played_as(saved: Game, game: Game) -> bool:
    """Whether two games have the same rules and options."""
    # A title leaves out the base of the foundations, which differs from one deal of Penguin to the next.
    return (saved.rules.title(), saved.options) == (game.rules.title(), game.options)


def _first_that_fits(
    remembered: Settings, which: int | Deal | State | None, rules: str | None, style: str | None
) -> tuple[Game, Settings]:
    """Return a game, and the settings that deal it."""
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
