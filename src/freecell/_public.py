"""The names that public classes and functions show."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

__all__ = ["show_public_home"]


def show_public_home(package: str, values: Iterable[object]) -> None:
    """Make classes and functions show the package that users import them from, not the module that defines them.

    Tracebacks and pickles then say ``freecell.ParseError``. Annotations of classes are evaluated first, since their
    names belong to the defining module. Other values are left alone.
    """
    for value in values:
        if not callable(value) or value.__module__ == package:
            continue
        if "__annotations__" in vars(value):
            value.__annotations__ = inspect.get_annotations(value, eval_str=True)
        value.__module__ = package
