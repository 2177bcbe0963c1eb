"""The documentation says what is so: examples run, and everything public is described."""

import doctest
import importlib
import importlib.metadata
import inspect
import pkgutil
import re

import pytest
from helpers.paths import ROOT

import freecell
import freecell._core
import freecell.draw

API = "\n".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "api").glob("*.rst")))
PUBLIC = [*freecell.__all__, "__version__"]
NAMED = re.findall(r"^ *\.\. (?:auto\w+|py:\w+):: ([\w.]+)", API, re.MULTILINE)
MODULES = sorted(module.name for module in pkgutil.iter_modules(freecell.__path__) if not module.ispkg)
CLASSES = [name for name in freecell.__all__ if inspect.isclass(getattr(freecell, name))]


def documented_members(cls: type) -> dict[str, object]:
    """What a class itself offers under a public name, data of its instances aside."""
    kinds = (property, staticmethod, classmethod)
    return {
        name: member
        for name, member in vars(cls).items()
        if not name.startswith("_")
        and (isinstance(member, kinds) or inspect.isroutine(member) or inspect.isgetsetdescriptor(member))
    }


@pytest.mark.parametrize("name", [name for name in MODULES if name != "__main__"])
def test_examples_of_modules(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(f"freecell.{name}"))
    assert outcome.failed == 0


def test_examples_of_the_compiled_core_are_found() -> None:
    assert doctest.testmod(freecell._core).attempted > 0


@pytest.mark.parametrize("name", [name for name in freecell.__all__ if callable(getattr(freecell, name))])
def test_public_names_have_docstrings(name: str) -> None:
    doc = vars(getattr(freecell, name)).get("__doc__") if name in CLASSES else getattr(freecell, name).__doc__
    assert (doc or "").strip()
    assert not doc.startswith(f"{name}("), "a signature where a description should be"


@pytest.mark.parametrize("name", CLASSES)
def test_public_members_have_docstrings(name: str) -> None:
    members = documented_members(getattr(freecell, name))
    assert [member for member, value in members.items() if not (value.__doc__ or "").strip()] == []


@pytest.mark.parametrize("name", PUBLIC)
def test_reference_names_everything_public(name: str) -> None:
    assert f"freecell.{name}" in NAMED


def test_reference_names_nothing_else() -> None:
    members = [name for name in NAMED if name.count(".") == 2]
    assert sorted(set(NAMED) - set(members)) == sorted(f"freecell.{name}" for name in PUBLIC)
    assert len(set(NAMED)) == len(NAMED)
    for name in members:
        _, cls, member = name.split(".")
        assert hasattr(getattr(freecell, cls), member)


@pytest.mark.parametrize("name", CLASSES)
def test_reference_names_all_members(name: str) -> None:
    if not re.search(rf":: freecell\.{name}\n +:members:", API):
        for member in documented_members(getattr(freecell, name)):
            assert f"freecell.{name}.{member}" in NAMED


@pytest.mark.parametrize("name", [name for name in CLASSES if name != "FreeCellError"])
def test_constructors_show_their_signature(name: str) -> None:
    assert inspect.signature(getattr(freecell, name))


def test_version_is_that_of_the_installed_package() -> None:
    assert freecell.__version__ == importlib.metadata.version("freecell")


def test_changelog_names_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(freecell.__version__)}\]", changelog, re.MULTILINE)
