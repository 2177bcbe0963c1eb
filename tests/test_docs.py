"""The documentation says what is so: examples run, and everything public is described."""

import ast
import doctest
import importlib
import importlib.metadata
import inspect
import pkgutil
import re
import sys
import textwrap
from itertools import chain

import pytest
from helpers.paths import ROOT

import freecell
import freecell.draw
import freecell.play

API = "\n".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "api").glob("*.rst")))
NAMED = re.findall(r"^ *\.\. (?:auto(?!module)\w+|py:\w+):: ([\w.]+)", API, re.MULTILINE)
MODULES = sorted(module.name for module in pkgutil.walk_packages(freecell.__path__, "freecell."))
PUBLIC = {
    f"{module.__name__}.{name}": getattr(module, name)
    for module in (freecell, freecell.play, freecell.draw)
    for name in module.__all__
}
"""What users import, by the name that they import it by."""

CLASSES = {name: thing for name, thing in PUBLIC.items() if inspect.isclass(thing)}


def documented_members(cls: type) -> dict[str, object]:
    """Return what a class itself offers under public names, the data of its instances aside."""
    kinds = (property, staticmethod, classmethod)
    return {
        name: member
        for name, member in vars(cls).items()
        if not name.startswith("_")
        and (isinstance(member, kinds) or inspect.isroutine(member) or inspect.isgetsetdescriptor(member))
    }


@pytest.mark.parametrize("name", [name for name in MODULES if name != "freecell.__main__"])
def test_examples_of_modules(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", CLASSES)
def test_examples_of_public_classes(name: str) -> None:
    """A class shows its public home, so its examples are not found in the module that defines it."""
    home, _, short_name = name.rpartition(".")
    names = dict(vars(sys.modules[home]))
    for test in doctest.DocTestFinder().find(CLASSES[name], short_name, module=False, globs=names):  # type: ignore[arg-type]
        assert doctest.DocTestRunner().run(test).failed == 0


def test_examples_of_public_functions() -> None:
    """A compiled function is not found by its module's examples either."""
    found = 0
    for name, thing in PUBLIC.items():
        if callable(thing) and name not in CLASSES:
            home, _, short_name = name.rpartition(".")
            examples = doctest.DocTestParser().get_examples(thing.__doc__ or "")
            test = doctest.DocTest(examples, dict(vars(sys.modules[home])), short_name, None, None, None)
            assert doctest.DocTestRunner().run(test).failed == 0
            found += len(examples)
    assert found > 20


def test_examples_of_the_compiled_core_are_found() -> None:
    examples = doctest.DocTestFinder().find(freecell.State, "State", module=False)  # type: ignore[arg-type]
    assert len([test for test in examples if test.examples]) > 5


@pytest.mark.parametrize("name", [name for name, thing in PUBLIC.items() if callable(thing)])
def test_public_names_have_docstrings(name: str) -> None:
    doc = vars(PUBLIC[name]).get("__doc__") if name in CLASSES else PUBLIC[name].__doc__
    assert (doc or "").strip()
    assert not doc.startswith(f"{name.rpartition('.')[2]}("), "a signature where a description should be"


@pytest.mark.parametrize("name", CLASSES)
def test_public_members_have_docstrings(name: str) -> None:
    members = documented_members(CLASSES[name])
    assert [member for member, value in members.items() if not (value.__doc__ or "").strip()] == []


@pytest.mark.parametrize("name", PUBLIC)
def test_reference_names_everything_public(name: str) -> None:
    assert name in NAMED


def test_reference_names_nothing_else() -> None:
    assert len(set(NAMED)) == len(NAMED)
    for name in set(NAMED) - set(PUBLIC) - {"freecell.__version__"}:
        cls, _, member = name.rpartition(".")
        assert hasattr(CLASSES[cls], member), name


@pytest.mark.parametrize("name", CLASSES)
def test_reference_names_all_members(name: str) -> None:
    if not re.search(rf":: {re.escape(name)}(?:\(\))?\n +:members:", API):
        for member in documented_members(CLASSES[name]):
            assert f"{name}.{member}" in NAMED


@pytest.mark.parametrize(
    "name", [name for name in CLASSES if name not in ("freecell.FreeCellError", "freecell.WrongTypeError")]
)
def test_constructors_show_their_signature(name: str) -> None:
    assert inspect.signature(CLASSES[name])


def test_defaults_are_shown_by_public_names() -> None:
    """The reference shows a default as the source writes it: ``options: Options = Options.USUAL``."""
    conf = ast.parse((ROOT / "docs" / "conf.py").read_text(encoding="utf-8"))
    assert "autodoc_preserve_defaults = True" in map(ast.unparse, conf.body)
    methods = [vars(cls).values() for cls in CLASSES.values()]
    functions = [getattr(thing, "__func__", thing) for thing in chain(PUBLIC.values(), *methods)]
    shown = {}
    for function in functions:
        if inspect.isfunction(function) and function.__code__.co_filename.startswith(freecell.__path__[0]):
            node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
            assert isinstance(node, ast.FunctionDef)
            defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            shown[function.__qualname__] = [ast.unparse(default) for default in defaults]
    assert shown["Game.__init__"] == ["None", "Options.USUAL", "time.monotonic"]
    private = re.compile(r"(^|\.)_|^[A-Z_]{2,}$")
    assert not [name for name, texts in shown.items() if any(map(private.search, texts))]


def test_version_is_that_of_the_installed_package() -> None:
    assert freecell.__version__ == importlib.metadata.version("freecell")


def test_changelog_names_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[{re.escape(freecell.__version__)}\]", changelog, re.MULTILINE)
