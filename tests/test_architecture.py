"""The plan of the house: imports and cimports run one way, and every room stands in a wing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"

WINGS = {
    "words": "errors _arguments _text _enums _public cards rules games layouts notation _pictures",
    "core": "_core _rules",
    "lines": "deals line storyboard",
    "search": "_search solver solution",
    "many": "survey gym",
    "people": "play draw cli __main__",
}
"""The wings from the ground up, with their rooms; a wing uses those before it, as docs/architecture.md tells."""

WING_OF = {room: wing for wing, rooms in WINGS.items() for room in rooms.split()}
ORDER = list(WINGS)

COMPILED_IMPORT = re.compile(
    r"^\s*(?:from\s+(freecell[\w.]*)\s+c?import\s+(\(?[^#\n]*)|c?import\s+(freecell[\w.]*))", re.MULTILINE
)

MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): None
    for path in SOURCE.rglob("*")
    if path.suffix in {".py", ".pyx", ".pxd"}
}


def imported_by_python(text: str) -> Iterator[str]:
    """Yield the modules that a Python file imports, those for type checkers alone left out."""

    def walk(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from named(node.module, [alias.name for alias in node.names])
        for child in ast.iter_child_nodes(node):
            yield from walk(child)

    yield from walk(ast.parse(text))


def imported_by_cython(text: str) -> Iterator[str]:
    """Yield the modules that a Cython file imports or cimports."""
    for package, names, module in COMPILED_IMPORT.findall(text):
        yield from named(package, re.findall(r"\w+", names)) if package else (module,)


def named(package: str, names: list[str]) -> Iterator[str]:
    """Yield what ``from package import names`` imports: modules of a package, or else the package."""
    modules = [f"{package}.{name}" for name in names if f"{package}.{name}" in MODULES]
    yield from modules or (package,)


def arrows() -> set[tuple[str, str]]:
    """Return which module imports which, a header counting as the module that it belongs to."""
    found = set()
    for path in SOURCE.rglob("*"):
        if path.suffix not in {".py", ".pyx", ".pxd"}:
            continue
        user = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        read = imported_by_python if path.suffix == ".py" else imported_by_cython
        for used in read(path.read_text(encoding="utf-8")):
            if used.split(".")[0] == "freecell" and used != user:
                found.add((user, used))
    return found


def room(module: str) -> str:
    return module.split(".")[1]


def turned(arrows: set[tuple[str, str]]) -> list[str]:
    """Return the arrows that lead from a wing to one below it."""
    return sorted(
        f"{user} ({WING_OF[room(user)]}) uses {used} ({WING_OF[room(used)]})"
        for user, used in arrows
        if "freecell" not in (user, used)
        if ORDER.index(WING_OF[room(user)]) < ORDER.index(WING_OF[room(used)])
    )


def circle(arrows: set[tuple[str, str]]) -> list[str]:
    """Return the modules of one circle of imports, none if there is no circle."""
    graph: dict[str, set[str]] = {}
    for user, used in arrows:
        graph.setdefault(user, set()).add(used)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_room_stands_in_a_wing() -> None:
    assert {room(module) for module in MODULES if "." in module} <= WING_OF.keys()


def test_no_wing_uses_one_below_it() -> None:
    assert not turned(arrows())


def test_no_circle_of_imports() -> None:
    assert not circle(arrows())


@pytest.mark.parametrize(
    ("user", "used"),
    [
        ("freecell._core", "freecell._pictures.page"),
        ("freecell._core", "freecell.solver"),
        ("freecell._rules.position", "freecell._search.best_first"),
        ("freecell.deals", "freecell._search.portfolio"),
        ("freecell.solver", "freecell.play.game"),
    ],
)
def test_a_turned_arrow_is_found(user: str, used: str) -> None:
    lines = {f"from {used} import something", f"from {used} cimport something"}
    assert any(used in imported_by_cython(line) for line in lines)
    assert bool(turned({(user, used)})) == (WING_OF[room(used)] != "words")
    assert circle(arrows() | {(used, user), (user, used)})


def test_imports_are_absolute_and_by_name() -> None:
    hidden = re.compile(r"^\s*(?:from\s+\.|c?import\s+\.)|\b(?:import_module|__import__)\s*\(", re.MULTILINE)
    for path in SOURCE.rglob("*"):
        if path.suffix in {".py", ".pyx", ".pxd"}:
            assert not hidden.search(path.read_text(encoding="utf-8")), (
                f"{path.name}: an import that this test cannot read"
            )


def test_no_room_of_the_package_outgrows_its_plan() -> None:
    lengths = {
        path.relative_to(SOURCE).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in SOURCE.rglob("*")
        if path.suffix in {".py", ".pyx", ".pxd", ".pyi"}
    }
    most = {"freecell/_core.pyx": 700}
    assert {name: length for name, length in lengths.items() if length > most.get(name, 600)} == {}


def test_headers_with_code_say_so_in_their_first_line() -> None:
    for path in SOURCE.rglob("*.pxd"):
        text = path.read_text(encoding="utf-8")
        has_code = re.search(r"^(cdef inline| +static) ", text, re.MULTILINE) is not None
        assert text.splitlines()[0].startswith('"""Header with code: ') == has_code, path.name
