"""The line of commands at the foot of the screen, which can be clicked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

__all__ = ["Commands", "fitting"]

_FIRST: Final = "?QHUNSOYGR"
"""The keys by how much they are missed where there is no room for all; help tells the others."""


class Commands(Static):
    """The commands, as many as there is room for: none is cut, and the way to the others and out is always there.

    Args:
        bindings: the commands of the app; those that are to be shown have a name for their key.
    """

    ALLOW_SELECT = False

    def __init__(self, bindings: Iterable[object]) -> None:
        super().__init__(markup=False)
        self._offered = [binding for binding in bindings if isinstance(binding, Binding) and binding.show]

    def on_resize(self) -> None:
        """Fill the new width."""
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
    """Give the commands that a line has room for, in their order.

    Args:
        names: the key of each, and what it is called.
        width: the characters of the line.
    """
    shown: set[tuple[str, str]] = set()
    left = width + 1
    for name in sorted(names, key=lambda name: _FIRST.index(name[0])):
        left -= len(f"{name[0]} {name[1]} ")
        if left < 0:
            break
        shown.add(name)
    return [name for name in names if name in shown]
