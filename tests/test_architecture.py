"""The plan of the house: imports and cimports run one way, and every room stands in a wing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"

WINGS = {
    "words": "errors _arguments _text _enums _public faults cards rules measure games layouts notation _pictures",
    "core": "_core _rules",
    "lines": "starts deals _reading line storyboard",
    "search": "_search solution search hint solver",
    "many": "survey gym",
    "people": "play draw cli __main__",
}
"""The wings from the ground up, with their rooms; a wing uses those before it, as docs/architecture.md tells."""

WING_OF = {room: wing for wing, rooms in WINGS.items() for room in rooms.split()}
ORDER = list(WINGS)

FILES = {
    path: ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(SOURCE.rglob("*"))
    if path.suffix in {".py", ".pyi", ".pyx", ".pxd", ".pxi"}
}
"""The source files and the module that each belongs to."""

MODULES = set(FILES.values())

NOT_CODE = re.compile(r'"""(?s:.*?)"""|#[^\n]*|\\\n')
"""What stands between the words of a Cython file: docstrings, comments and line continuations."""

COMPILED_IMPORT = re.compile(
    r"(?:^|[;:])[ \t]*(?:from\s+([\w.]+)\s+c?import\s*(\([^)]*\)|[^;\n]*)|c?import\s+([^;\n]*))", re.MULTILINE
)


def imported_by_python(text: str) -> Iterator[str]:
    """Yield the modules that a Python file imports, those for type checkers alone left out."""

    def walk(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for child in node.orelse:
                yield from walk(child)
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
    for package, names, modules in COMPILED_IMPORT.findall(NOT_CODE.sub(" ", text)):
        if package:
            yield from named(package, re.findall(r"\w+", names))
        else:
            yield from (module.split()[0] for module in modules.split(","))


def named(package: str, names: list[str]) -> Iterator[str]:
    """Yield what ``from package import names`` imports: modules of a package, or else the package."""
    modules = [f"{package}.{name}" for name in names if f"{package}.{name}" in MODULES]
    yield from modules or (package,)


def arrows() -> set[tuple[str, str]]:
    """Return which module imports which, a header counting as the module that it belongs to."""
    found = set()
    for path, user in FILES.items():
        read = imported_by_python if path.suffix in {".py", ".pyi"} else imported_by_cython
        for used in read(path.read_text(encoding="utf-8")):
            if used.split(".")[0] == "freecell" and used != user:
                found.add((user, used))
    return found


def room(module: str) -> str:
    return module.split(".")[1]


def turned(arrows: set[tuple[str, str]]) -> list[str]:
    """Return the arrows that lead from a wing to one above it."""
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


def test_no_wing_uses_one_above_it() -> None:
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
    hidden = re.compile(r"^\s*(?:from\s+\.|c?import\s+\.|include\s)|\b(?:import_module|__import__)\s*\(", re.MULTILINE)
    for path in FILES:
        assert not hidden.search(path.read_text(encoding="utf-8")), f"{path.name}: an import that this test cannot read"


def test_no_room_of_the_package_outgrows_its_plan() -> None:
    lengths = {
        path.relative_to(SOURCE).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES
    }
    most = {"freecell/_core.pyx": 700}
    assert {name: length for name, length in lengths.items() if length > most.get(name, 600)} == {}


def test_headers_with_code_say_so_in_their_first_line() -> None:
    for path in FILES:
        if path.suffix == ".pxd":
            text = path.read_text(encoding="utf-8")
            assert text.startswith('"""Header with code: ') == has_code(text), path.name


def has_code(header: str) -> bool:
    """Return whether a Cython header defines functions, in Cython or in C."""
    return re.search(r"^\s*((cdef|cpdef)?\s*inline|static|#\s*define)\s", header, re.MULTILINE) is not None


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("cdef inline int half(int whole) noexcept nogil:", True),
        ("cpdef inline int half(int whole):", True),
        ("    inline int half(int whole):", True),
        ("static int half(int whole) {", True),
        ("    #define half(whole) ((whole) / 2)", True),
        ("cdef int half(int whole) noexcept nogil", False),
        ("    int inline_count", False),
    ],
)
def test_a_header_has_code_if_it_defines_a_function(line: str, code: bool) -> None:
    assert has_code(f"import cython\n\n{line}\n") is code


@pytest.mark.parametrize(
    "text",
    [
        "def f(): from freecell.solver import Solver",
        "import os, freecell.solver",
        "if x: import freecell.solver as s; y = 1",
        "from freecell.solver import (\n    Solver,\n)",
        "from freecell \\\n    import solver",
        "if TYPE_CHECKING:\n    pass\nelse:\n    import freecell.solver",
    ],
)
def test_an_import_is_seen_however_it_is_written(text: str) -> None:
    for read in (imported_by_python, imported_by_cython):
        assert "freecell.solver" in set(read(text))
    assert "freecell.solver" in set(imported_by_cython(text.replace("import ", "cimport ")))


def test_import_freecell_loads_nothing_for_people() -> None:
    run = subprocess.run(
        [sys.executable, "-c", "import sys, freecell; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    loaded = set(run.stdout.split())
    assert "freecell.solver" in loaded
    assert loaded.isdisjoint(
        ["freecell.play", "freecell.draw", "freecell.cli", "typer", "rich", "textual", "importlib.metadata"]
    )
