"""What is written down when the program fails, to be read at its next start; it is sent nowhere.

Each program with a window has a file of its own, begins it when it starts, and holds a lock on it
as long as it lives: whose lock is free has ended, whatever the clock says. A program that ends as
it should removes its file.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import platform
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from puzzlegui.core.locks import is_open_at, lock_open_file
from puzzlegui.logs import FILE as LOG
from puzzlegui.system import without_home
from puzzlegui.version import __version__

_PREFIX, _SUFFIX = "crash-", ".txt"
_MARK = "\nWhat went wrong:\n"
"""After this line, a file has what makes it a report."""
_MOST = 1 << 20
"""Bytes of a report; what goes wrong again and again is not written without end."""
_LOG_LINES = 40
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Report:
    """What a program has left that did not end as it should.

    Attributes:
        path: its file.
        text: what is in it, without the name of the user's folder.
    """

    path: Path
    text: str

    def remove(self) -> None:
        """It has been told."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("%s could not be removed: %s", self.path, error.strerror or error)


class Recorder:
    """Writes down what goes wrong in this process.

    Args:
        folder: where the files are; it is made if it is not there. Where nothing can be written,
            nothing is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._file = _begin(folder)
        self._head = 0 if self._file is None else self._file.tell()
        if self._file is not None:
            # It writes where it dies of a signal: what each thread was doing.
            faulthandler.enable(self._file)

    def note(self, text: str) -> None:
        """Write down something that went wrong."""
        if self._file is None or self._file.tell() > _MOST:
            return
        moment = time.strftime("%Y-%m-%d %H:%M:%S")
        content = f"{moment}: {text.rstrip()}\n\n".encode(errors="backslashreplace")
        try:
            self._file.write(content)
        except OSError as error:
            _log.warning("no crash report can be written: %s", error.strerror or error)

    def was_told(self) -> None:
        """The user has seen what was noted so far: it need not be kept any more."""
        if self._file is not None:
            self._file.truncate(self._head)
            self._file.seek(self._head)

    def end(self) -> None:
        """The program ends as it should; what was not told yet is kept."""
        if self._file is None:
            return
        faulthandler.disable()
        if self._file.tell() == self._head:
            Report(Path(self._file.name), "").remove()
        self._file.close()
        self._file = None


def left(folder: Path) -> list[Report]:
    """What programs that are no longer there have left in a folder, the oldest first.

    Files of programs that were ended by others, such as the system at its own end, are removed.
    """
    found = []
    try:
        paths = sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}"), key=lambda path: path.stat().st_mtime)
    except OSError as error:
        _log.warning("%s cannot be read: %s", folder, error.strerror or error)
        return []
    for path in paths:
        if not path.is_file():  # a pipe would be waited for
            continue
        try:
            with path.open("r+b") as file:
                if not lock_open_file(file.fileno()):
                    continue
                content = file.read(2 * _MOST).decode(errors="replace")
        except OSError as error:
            _log.warning("%s cannot be read: %s", path, error.strerror or error)
            continue
        report = Report(path, without_home(content))
        if content.partition(_MARK)[2].strip():
            found.append(report)
        else:
            report.remove()
    return found


def log_lines(folder: Path) -> str:
    """The last lines of the log, without the name of the user's folder."""
    try:
        with (folder / LOG).open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _MOST // 16))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    return without_home("\n".join(lines[-_LOG_LINES:]))


def _begin(folder: Path) -> BinaryIO | None:
    """A new file with its lock, which says who writes it."""
    head = (
        f"PuzzleGUI {__version__}, Python {platform.python_version()}, {sys.platform}, "
        f"process {os.getpid()}, begun {time.strftime('%Y-%m-%d %H:%M:%S')}\n{_MARK}"
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        while True:
            path = folder / f"{_PREFIX}{os.urandom(8).hex()}{_SUFFIX}"
            file = path.open("x+b", buffering=0)
            try:
                # Before it is locked, another program may take it for one that was left.
                if lock_open_file(file.fileno()) and is_open_at(file.fileno(), path):
                    file.write(head.encode())
                    return file
            except OSError:  # no room, or no locks there
                file.close()
                path.unlink(missing_ok=True)
                raise
            file.close()
    except OSError as error:
        _log.warning("no crash report can be written in %s: %s", folder, error.strerror or error)
        return None
