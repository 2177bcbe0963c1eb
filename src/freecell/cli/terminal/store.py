"""The folder of JSON files in which game, settings and statistics are saved."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, TypeVar

from freecell import FreeCellError

__all__ = ["Store", "folder"]

T = TypeVar("T")


def folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return the folder in which a user's games are saved.

    It is the folder that ``FREECELL_HOME`` names. Without that, it is the folder ``freecell`` in ``LOCALAPPDATA`` on
    Windows, in ``~/Library/Application Support`` on macOS, and in ``XDG_STATE_HOME`` or ``~/.local/state`` elsewhere.
    """
    if chosen := environ.get("FREECELL_HOME"):
        return Path(chosen)
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "freecell"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "freecell"
    state = Path(environ.get("XDG_STATE_HOME") or "")
    # The XDG specification says to ignore a relative path.
    return (state if state.is_absolute() else Path.home() / ".local" / "state") / "freecell"


class Store:
    """Files in a folder. Errors with them are reported and never end the game.

    Args:
        path: The folder, created when the first file is written.

    Attributes:
        unkept: The files that could not be written, by name, each with the reason.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unkept: dict[str, str] = {}
        self._troubles: list[str] = []

    def troubles(self) -> list[str]:
        """Return the errors since the last call, as text to show."""
        told, self._troubles = self._troubles, []
        return told

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Lock the folder, so that no other window plays the same game; yield whether it was free.

        The system releases the lock when the process ends, however it ends, so the lock file that is left does no
        harm. If files cannot be locked, the folder counts as free.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            stream = (self.path / "lock").open("a")
        except OSError:  # the error is reported when the game cannot be saved
            yield True
            return
        with stream:
            yield _lock(stream)

    def read(self, name: str, parse: Callable[[str], T]) -> T | None:
        """Read a file.

        A damaged file is set aside under another name, so that nothing is lost when a new one is written.

        Args:
            name: The name of the file.
            parse: A function that parses its text, or raises :exc:`FreeCellError`.

        Returns:
            The result of `parse`; None if there is no file that can be read.
        """
        file = self.path / name
        try:
            return parse(file.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self._failed("read", file, error)
        except (FreeCellError, UnicodeDecodeError) as error:
            self._set_aside(file, str(error))
        return None

    def write(self, name: str, text: str) -> None:
        """Replace a file atomically: whatever happens, there is the old one or the new one."""
        file = self.path / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, new = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
            try:
                with open(handle, "w", encoding="utf-8") as stream:  # noqa: PTH123
                    stream.write(text)
                    stream.flush()
                    os.fsync(stream.fileno())
                Path(new).replace(file)
            except BaseException:
                with contextlib.suppress(OSError):
                    Path(new).unlink()
                raise
        except OSError as error:
            reason = f"cannot write {file}: {error.strerror or error}"
            if self.unkept.get(name) != reason:  # reported once, not again with every move
                self._troubles.append(reason)
            self.unkept[name] = reason
        else:
            self.unkept.pop(name, None)

    def remove(self, name: str) -> None:
        """Remove a file, if it exists."""
        file = self.path / name
        try:
            file.unlink(missing_ok=True)
        except NotADirectoryError:
            pass
        except OSError as error:
            self._failed("remove", file, error)

    def names(self, under: str) -> list[str]:
        """Return the names of the JSON files in a subfolder, sorted."""
        try:
            return sorted(f"{under}/{file.name}" for file in (self.path / under).glob("*.json"))
        except OSError:
            return []

    def _set_aside(self, file: Path, reason: str) -> None:
        number = 1
        while (aside := file.with_name(f"{file.name}.damaged-{number}")).exists():
            number += 1
        try:
            file.rename(aside)
        except OSError as error:
            self._failed("set aside", file, error)
        else:
            self._troubles.append(f"the file {file.name} is damaged and was set aside as {aside}: {reason}")

    def _failed(self, what: str, file: Path, error: OSError) -> None:
        self._troubles.append(f"cannot {what} {file}: {error.strerror or error}")


def _lock(stream: TextIO) -> bool:
    """Lock a file until it is closed; return False if another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
    return True
