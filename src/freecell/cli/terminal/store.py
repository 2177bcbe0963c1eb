"""Where the game, the settings and the statistics lie between two evenings: a folder of JSON files."""

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
    """Give the folder that a user's games are kept in.

    It is what ``FREECELL_HOME`` names; else ``freecell`` where the system keeps such things: ``LOCALAPPDATA`` on
    Windows, ``~/Library/Application Support`` on macOS, and elsewhere ``XDG_STATE_HOME`` or ``~/.local/state``.
    """
    if chosen := environ.get("FREECELL_HOME"):
        return Path(chosen)
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "freecell"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "freecell"
    state = Path(environ.get("XDG_STATE_HOME") or "")
    # The specification has it that a relative path is to be ignored.
    return (state if state.is_absolute() else Path.home() / ".local" / "state") / "freecell"


class Store:
    """Files in a folder; what goes wrong with them is told and never ends the game.

    Args:
        path: the folder; it is made when something is first written.

    Attributes:
        unkept: what could not be written and still is not, by the name of the file: why.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unkept: dict[str, str] = {}
        self._troubles: list[str] = []

    def troubles(self) -> list[str]:
        """Give what went wrong since this was asked last, each in words to show."""
        told, self._troubles = self._troubles, []
        return told

    @contextmanager
    def held(self) -> Iterator[bool]:
        """Hold the folder, so that no other window plays on with the same game; tell whether it was free.

        The system lets go of it when the process ends, however it ends, so that the file that is left does no harm.
        Where files cannot be locked, the folder counts as free.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            stream = (self.path / "lock").open("a")
        except OSError:  # what is wrong with the folder is told when the game cannot be kept in it
            yield True
            return
        with stream:
            yield _lock(stream)

    def read(self, name: str, parse: Callable[[str], T]) -> T | None:
        """Read a file.

        A file that is damaged is set aside under another name, so that nothing is lost when a new one is written.

        Args:
            name: its name.
            parse: makes of its text what it means, or raises :exc:`FreeCellError`.

        Returns:
            What it means; None where there is none that can be read.
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
        """Write a file whole: whatever happens meanwhile, there is the old one or the new one."""
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
            if self.unkept.get(name) != reason:  # told once, and not again with every move
                self._troubles.append(reason)
            self.unkept[name] = reason
        else:
            self.unkept.pop(name, None)

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        file = self.path / name
        try:
            file.unlink(missing_ok=True)
        except NotADirectoryError:
            pass
        except OSError as error:
            self._failed("remove", file, error)

    def names(self, under: str) -> list[str]:
        """Give the names of the JSON files in a folder of this one, sorted."""
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
    """Lock a file until it is closed; tell whether no one else has it locked."""
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
