"""The line of commands at the bottom of the screen, which can be clicked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

__all__ = ["CommandLine", "fitting"]

_FIRST: Final = "?QHUNSOYGR"
"""The keys in order of importance, for a screen without room for all. The help has the others."""


class CommandLine(Static):
    """As many commands as fit, none of them cut. Help and quit come first.

    Args:
        bindings: The commands of the app. Those to show have a name for their key.
    """

    ALLOW_SELECT = False

    def __init__(self, bindings: Iterable[object]) -> None:
        super().__init__(markup=False)
        self._offered = [binding for binding in bindings if isinstance(binding, Binding) and binding.show]

    def on_resize(self) -> None:
        """Show as many commands as fit into the new width."""
        names = [(binding.key_display or binding.key, binding.description) for binding in self._offered]
        shown = fitting(names, self.content_size.width)
        self.update(
            Content(" ").join(
                Content.from_markup(f"[@click=app.{binding.action}()][b]$key[/b] $name[/]", key=key, name=name)
                for binding, (key, name) in zip(self._offered, names, strict=True)
                if (key, name) in shown
            )
        )


def fitting(names: Sequence[tuple[str, str]], width: int) -> list[tuple[str, str]]:
    """Return the commands that fit into a line, in their order.

    Args:
        names: The key and the name of each command.
        width: The width of the line in characters.
    """
    shown: set[tuple[str, str]] = set()
    left = width + 1
    for name in sorted(names, key=lambda name: _FIRST.index(name[0])):
        left -= len(f"{name[0]} {name[1]} ")
        if left < 0:
            break
        shown.add(name)
    return [name for name in names if name in shown]
