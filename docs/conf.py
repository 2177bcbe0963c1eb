"""How the documentation is built: ``sphinx-build -W --keep-going -n docs docs/_build``."""

import sys
from importlib.metadata import version as installed_version
from typing import Any

from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import freecell
import freecell.draw
import freecell.play

project = "freecell"
author = "The freecell authors"
project_copyright = "2026, The freecell authors"
release = version = installed_version("freecell")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"freecell {release}"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

add_module_names = False
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100

# Names of the standard library that signatures mention and Sphinx does not resolve.
nitpick_ignore_regex = [
    ("py:.*", r"(collections\.abc|random|threading|typing)\..*"),
    ("py:class", "Random|Iterable|Iterator|Sequence|Event"),
]


HOMES = {name: module.__name__ for module in (freecell, freecell.play, freecell.draw) for name in module.__all__}
"""The module that each public name is imported from and documented in."""


def show_defining_modules() -> None:
    """Undo what the packages do to the names of their classes.

    Sphinx reads the docstrings of attributes and the order of members in the module that a class shows as its own.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("freecell.") and str(module.__file__).endswith(".py"):
            for value in (getattr(module, public) for public in getattr(module, "__all__", ())):
                if isinstance(value, type) and name not in HOMES.values():
                    value.__module__ = name


def find_public(app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: Any) -> Any:
    """Resolve a name to where it is documented: as ``freecell.NAME`` or ``freecell.play.NAME``, wherever it is made."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"].removeprefix("~")
    parts = target.split(".")
    start = next((place for place, part in enumerate(parts) if part in HOMES), None)
    if start is None:
        return None
    public = ".".join([HOMES[parts[start]], *parts[start:]])
    if public == target:
        return None
    domain = env.domains.python_domain
    for kind in (node["reftype"], "obj"):
        found = domain.resolve_xref(env, node.get("refdoc", ""), app.builder, kind, public, node, shown)
        if found is not None:
            return found
    return None


def tidy(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Adjust docstrings before napoleon reads them.

    The signature line of a compiled class is removed. An empty comment is put before the docstring of an attribute, or
    napoleon would take the text before its first colon for a type.
    """
    if "--" in lines[:2]:
        del lines[: lines.index("--") + 1]
    if what in ("attribute", "property"):
        lines[:0] = ["..", ""]


def setup(app: Sphinx) -> None:
    """Prepare the classes for autodoc, and connect both hooks."""
    show_defining_modules()
    app.connect("missing-reference", find_public)
    app.connect("autodoc-process-docstring", tidy, priority=400)  # before napoleon, which has 500
