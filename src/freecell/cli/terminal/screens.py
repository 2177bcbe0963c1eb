"""The windows over the table: questions with their answers, the options, and the number of a deal."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from freecell import AutoPlay, Deal, FreeCellError, ParseError, Rules
from freecell.cli.terminal.settings import STYLES, Settings
from freecell.play import Game, Statistics

__all__ = ["NumberScreen", "OptionsScreen", "Question", "statistics_text"]


class Question(ModalScreen[str]):
    """A window with a text and answers, each with a key; it gives the key, or nothing for Escape.

    Args:
        title: what stands above.
        text: what is told.
        answers: what can be answered, by key.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter", "dismiss('')", "Back")]

    def __init__(self, title: str, text: str, answers: dict[str, str]) -> None:
        super().__init__()
        self._heading = title
        self._text = text
        self._answers = answers

    def compose(self) -> ComposeResult:
        """Put the window together."""
        with Vertical(classes="window") as window:
            window.border_title = self._heading
            # The arrows go through the answers, or through the text where there is but one.
            with VerticalScroll(classes="text", can_focus=len(self._answers) == 1):
                yield Static(self._text, markup=False)
            yield OptionList(
                *(Option(Text.assemble((key, "bold"), f"  {label}"), id=key) for key, label in self._answers.items()),
                compact=True,
            )

    def on_key(self, event: Key) -> None:
        """Take the answer whose key is pressed, in either case."""
        character = (event.character or "").upper()
        if character in self._answers:
            event.stop()
            self.dismiss(character)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the answer that is chosen with the arrows or the mouse."""
        self.dismiss(event.option_id or "")


class NumberScreen(ModalScreen[Game]):
    """The window that asks for a deal, by its number or a share code; it gives its game, or nothing for Escape.

    Args:
        deal: gives the game of a number, or of the deal of a code, or raises a :exc:`FreeCellError` that says what is
            wrong with it.
        range_text: which numbers there are.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, deal: Callable[[int | Deal], Game], range_text: str) -> None:
        super().__init__()
        self._deal = deal
        self._about = f"{range_text}. Enter plays it, Esc goes back."

    def compose(self) -> ComposeResult:
        """Put the window together."""
        with Vertical(classes="window") as window:
            window.border_title = "Deal number"
            yield Input(
                placeholder="617", max_length=20, compact=True, restrict="[0-9A-Za-z -]*", select_on_focus=False
            )
            yield Static(self._about, id="note", markup=False)

    def on_input_changed(self) -> None:
        """Take back what was wrong with the number before."""
        self.query_one("#note", Static).update(self._about)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the game, or say what is wrong with the number."""
        try:
            text = event.value.strip()
            game = self._deal(int(text or "0") if text.isdecimal() or not text else Deal.from_code(text))
        except ParseError as error:
            self.query_one("#note", Static).update(error.reason)
        except FreeCellError as error:
            self.query_one("#note", Static).update(str(error))
        else:
            self.dismiss(game)


_CHOICES: dict[str, tuple[str, Sequence[Any]]] = {
    "rules": ("Game *", tuple(Rules.named())),
    "style": ("Style *", tuple(STYLES)),
    "autoplay": ("Goes home by itself *", (None, *map(str, AutoPlay))),
    "tap": ("A click", (False, True)),
    "colour": ("Colours", (True, False)),
    "letters": ("Suits", (False, True)),
}
"""For each setting what it is called, and what it may be."""

_WORDS: dict[tuple[str, Any], str] = {
    ("autoplay", None): "as the style has it",
    ("tap", False): "chooses a card",
    ("tap", True): "plays its best move",
    ("colour", True): "on",
    ("colour", False): "off",
    ("letters", False): "signs",
    ("letters", True): "letters",
}


class OptionsScreen(ModalScreen[Settings]):
    """The window in which settings are changed; it gives the new ones.

    Args:
        settings: what holds now.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Q,O", "close", "Back"),
        Binding("left", "change(-1)", "The value before"),
        Binding("right,space", "change(1)", "The next value"),
    ]

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings

    def compose(self) -> ComposeResult:
        """Put the window together."""
        with Vertical(classes="window") as window:
            window.border_title = "Options"
            yield OptionList(*(Option(self._line(name), id=name) for name in _CHOICES), markup=False, compact=True)
            yield Static(_ABOUT_OPTIONS, id="note", markup=False)

    def _line(self, name: str) -> str:
        label, choices = _CHOICES[name]
        value = getattr(self._settings, name)
        words = Rules.parse(value).title() if name == "rules" else _WORDS.get((name, value), str(value))
        # Rules that have no name were given on the command line.
        words = f"< {words} >" if value in choices else words
        return f"{label}\n  {words}" if self.app.size.width < _WIDE_ENOUGH else f"{label:<22}{words}"

    def on_resize(self) -> None:
        """Write the lines anew, in the room that there is."""
        lines = self.query_one(OptionList)
        for index, name in enumerate(_CHOICES):
            lines.replace_option_prompt_at_index(index, self._line(name))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change a setting to its next value."""
        self.action_change(1)

    def action_change(self, step: int) -> None:
        """Change the setting of the highlighted line."""
        lines = self.query_one(OptionList)
        if lines.highlighted is None:
            return
        name = list(_CHOICES)[lines.highlighted]
        choices = _CHOICES[name][1]
        value = getattr(self._settings, name)
        place = choices.index(value) + step if value in choices else 0
        self._settings = dataclasses.replace(self._settings, **{name: choices[place % len(choices)]})
        lines.replace_option_prompt_at_index(lines.highlighted, self._line(name))
        try:
            self._settings.deal(1)
            note = _ABOUT_OPTIONS
        except FreeCellError as error:
            note = f"This cannot be dealt: {error}"
        self.query_one("#note", Static).update(note)

    def action_close(self) -> None:
        """Give the settings."""
        self.dismiss(self._settings)


_WIDE_ENOUGH = 56
"""Characters of a screen that has room for what a setting is called and what it is in one line."""

_ABOUT_OPTIONS = "Left and right change a line, Esc is done.\n* from the next game on"


def statistics_text(all_statistics: dict[str, Statistics], names: Iterable[str]) -> str:
    """Write a table of statistics, a line for each game.

    Args:
        all_statistics: the statistics by the rules that were played.
        names: which games to show even where none was played.
    """
    lines = [f"{'':<24}{'played':>7}{'won':>6}{'%':>5}{'streak':>8}{'longest':>8}{'best':>9}"]
    for name in sorted({*all_statistics, *names}):
        of = all_statistics.get(name, Statistics())
        percent = f"{100 * of.won / of.played:.0f}" if of.played else "-"
        best = "-" if of.best_seconds is None else clock(of.best_seconds)
        title = Rules.parse(name).title()
        title = title if len(title) <= 23 else f"{title[:20]}..."
        lines.append(f"{title:<24}{of.played:>7}{of.won:>6}{percent:>5}{of.streak:>8}{of.longest_streak:>8}{best:>9}")
    return "\n".join(lines)


def clock(seconds: float) -> str:
    """Write a time as clocks do: ``1:05``, ``1:02:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
