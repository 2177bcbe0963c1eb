"""The names that public classes and functions show."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable

__all__ = ["show_public_home"]


def show_public_home(package: str, values: Iterable[object]) -> None:
    """Make classes and functions show the package that users import them from, not the module that defines them.

    Tracebacks and pickles then say ``freecell.ParseError``. Annotations of classes, their constructors, and functions
    are evaluated first. They may use the names of the defining module, and those of the package: a room may name a
    class of a wing above it, which it cannot import. Other values are left alone.
    """
    names = vars(sys.modules[package])
    for value in values:
        if not callable(value) or value.__module__ == package:
            continue
        for annotated in filter(callable, (value, vars(value).get("__init__"))):
            annotations = inspect.get_annotations(annotated, locals=names, eval_str=True)
            if annotations:
                annotated.__annotations__ = annotations
        value.__module__ = package
