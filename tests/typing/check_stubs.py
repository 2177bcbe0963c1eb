"""Check that each compiled module is as its stub says, by mypy's stubtest.

Run it with the library and mypy installed: ``python tests/typing/check_stubs.py``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src"


def main() -> int:
    """Run stubtest on every module that has a stub, and return its exit code."""
    stubs = sorted(SOURCE.rglob("*.pyi"))
    modules = [".".join(stub.relative_to(SOURCE).with_suffix("").parts) for stub in stubs]
    return subprocess.run([sys.executable, "-m", "mypy.stubtest", *modules], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
