"""The compiled modules. Everything else about the package is in pyproject.toml."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# FREECELL_DEBUG=1 builds with assertions, and with traps for array bounds, overflow and shifts.
debug = os.environ.get("FREECELL_DEBUG", "0") not in ("", "0")
build_dir = "build/debug" if debug else "build/release"  # apart, as a build takes all objects that it finds
traps = ["-fsanitize=bounds,signed-integer-overflow,shift", "-fsanitize-undefined-trap-on-error"]

extensions = [
    Extension(
        ".".join(source.relative_to("src").with_suffix("").parts),
        [source.as_posix()],
        define_macros=[] if debug else [("CYTHON_WITHOUT_ASSERTIONS", "1")],
        extra_compile_args=[] if os.name == "nt" else ["-O1", "-g", "-UNDEBUG", *traps] if debug else ["-O3", "-g0"],
    )
    for source in sorted(Path("src").rglob("*.pyx"))
]

setup(
    options={"build": {"build_base": build_dir}, "build_ext": {"parallel": os.cpu_count()}},
    ext_modules=cythonize(
        extensions,
        build_dir=build_dir,
        compiler_directives={"cdivision": True},
    ),
)
