"""The windows over the table: questions with their answers, the options, and the number of a deal."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
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
from freecell.play import Game

__all__ = ["NumberScreen", "OptionsScreen", "Question"]


class Question(ModalScreen[str]):
    """A window with a text and answers. It returns the key of the answer; an empty text for Escape.

    Args:
        title: The heading.
        text: The text.
        answers: The answers, by key.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter", "dismiss('')", "Back")]

    def __init__(self, title: str, text: str, answers: dict[str, str]) -> None:
        super().__init__()
        self._heading = title
        self._text = text
        self._answers = answers

    def compose(self) -> ComposeResult:
        """Compose the window."""
        with Vertical(classes="window") as window:
            window.border_title = self._heading
            # The arrow keys move through the answers, or scroll the text if there is only one answer.
            with VerticalScroll(classes="text", can_focus=len(self._answers) == 1):
                yield Static(self._text, markup=False)
            yield OptionList(
                *(Option(Text.assemble((key, "bold"), f"  {label}"), id=key) for key, label in self._answers.items()),
                compact=True,
            )

    def on_key(self, event: Key) -> None:
        """Return the answer whose key is pressed, in either case."""
        character = (event.character or "").upper()
        if character in self._answers:
            event.stop()
            self.dismiss(character)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the answer that is chosen with the arrow keys or the mouse."""
        self.dismiss(event.option_id or "")


class NumberScreen(ModalScreen[Game]):
    """The window that asks for a deal number or a share code. It returns the game; None for Escape.

    Args:
        deal: A function that returns the game of a number or deal, or raises a :exc:`FreeCellError`.
        range_text: The range of numbers, in words.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "Back")]

    def __init__(self, deal: Callable[[int | Deal], Game], range_text: str) -> None:
        super().__init__()
        self._deal = deal
        self._about = f"{range_text}. Enter plays it, Esc goes back."

    def compose(self) -> ComposeResult:
        """Compose the window."""
        with Vertical(classes="window") as window:
            window.border_title = "Deal number"
            yield Input(
                placeholder="617", max_length=20, compact=True, restrict="[0-9A-Za-z -]*", select_on_focus=False
            )
            yield Static(self._about, id="note", markup=False)

    def on_input_changed(self) -> None:
        """Remove the error about the last input."""
        self.query_one("#note", Static).update(self._about)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the game, or say what is wrong with the input."""
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
    "autoplay": ("Autoplay *", (None, *map(str, AutoPlay))),
    "tap": ("A click", (False, True)),
    "colour": ("Colours", (True, False)),
    "letters": ("Suits", (False, True)),
}
"""The label and the values of each setting."""

_WORDS: dict[tuple[str, Any], str] = {
    ("autoplay", None): "by the style",
    ("tap", False): "chooses a card",
    ("tap", True): "plays its best move",
    ("colour", True): "on",
    ("colour", False): "off",
    ("letters", False): "signs",
    ("letters", True): "letters",
}


class OptionsScreen(ModalScreen[Settings]):
    """The window in which settings are changed. It returns the new ones.

    Args:
        settings: The current settings.
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
        """Compose the window."""
        with Vertical(classes="window") as window:
            window.border_title = "Options"
            yield OptionList(*(Option(self._line(name), id=name) for name in _CHOICES), markup=False, compact=True)
            yield Static(_ABOUT_OPTIONS, id="note", markup=False)

    def _line(self, name: str) -> str:
        label, choices = _CHOICES[name]
        value = getattr(self._settings, name)
        words = Rules.parse(value).title() if name == "rules" else _WORDS.get((name, value), str(value))
        # Rules without a name come from the command line, and are not among the choices.
        words = f"< {words} >" if value in choices else words
        return f"{label}\n  {words}" if self.app.size.width < _WIDE_ENOUGH else f"{label:<22}{words}"

    def on_resize(self) -> None:
        """Fit the lines to the new width."""
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
        """Return the settings."""
        self.dismiss(self._settings)


_WIDE_ENOUGH = 56
"""Fewest characters of a screen that shows label and value of a setting in one line."""

_ABOUT_OPTIONS = "Left and right change a line, Esc closes.\n* from the next game on"
