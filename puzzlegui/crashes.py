"""Crash reports, written when the program fails and read at its next start; never sent anywhere.

Each process with a window creates a report file at its start and holds a lock on it: if the lock
is free, the process has ended, whatever the clock shows. A process that ends normally removes
its file.
"""

from __future__ import annotations

import errno
import faulthandler
import logging
import os
import platform
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from puzzlegui.core.files import open_file
from puzzlegui.core.language import tr
from puzzlegui.core.locks import is_open_at, lock_open_file
from puzzlegui.core.own_files import move_aside
from puzzlegui.logs import FILE as LOG
from puzzlegui.system import without_home
from puzzlegui.version import __version__

_PREFIX, _SUFFIX = "crash-", ".txt"
_SEPARATOR = "\nWhat went wrong:\n"
"""Line after which the content of a file makes it a report."""
_MAX_BYTES = 1 << 20
"""Maximum size of a report in bytes, for errors that repeat without end."""
_BEGINNING = "PuzzleGUI "
"""First word of every report."""
_LOG_LINES = 40
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class CrashReport:
    """Report of a process that did not end normally.

    Attributes:
        path: its file.
        text: its content, without the name of the user's home folder.
    """

    path: Path
    text: str

    def remove(self) -> None:
        """Remove the file, once the user has seen the report."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("%s could not be removed: %s", self.path, error.strerror or error)


class CrashRecorder:
    """Records errors of this process.

    Args:
        folder: folder of the files; created if missing. If it is not writable, nothing is recorded.
    """

    def __init__(self, folder: Path) -> None:
        self._file = _create_report_file(folder)
        self._head = 0 if self._file is None else self._file.tell()
        if self._file is not None:
            # On a fatal signal it writes the stack of each thread.
            faulthandler.enable(self._file)

    def record(self, text: str) -> None:
        """Record an error."""
        if self._file is None or self._file.tell() > _MAX_BYTES:
            return
        moment = time.strftime("%Y-%m-%d %H:%M:%S")
        content = f"{moment}: {text.rstrip()}\n\n".encode(errors="backslashreplace")
        try:
            self._file.write(content)
        except OSError as error:
            _log.warning("no crash report can be written: %s", error.strerror or error)

    def discard(self) -> None:
        """Discard the errors recorded so far, since the user has seen them."""
        if self._file is not None:
            self._file.truncate(self._head)
            self._file.seek(self._head)

    def close(self) -> None:
        """Record a normal end of the program; errors that the user has not seen are kept."""
        if self._file is None:
            return
        faulthandler.disable()
        if self._file.tell() == self._head:
            CrashReport(Path(self._file.name), "").remove()
        self._file.close()
        self._file = None


def pending_reports(folder: Path) -> list[CrashReport]:
    """Return the reports of processes that have ended, the oldest first.

    Files of processes that were ended from outside, such as by a shutdown, are removed.
    """
    found: list[tuple[float, CrashReport]] = []
    try:
        paths = list(folder.glob(f"{_PREFIX}*{_SUFFIX}"))
    except OSError as error:
        _log.warning("%s cannot be read: %s", folder, error.strerror or error)
        return []
    for path in paths:
        try:
            if not path.is_file():  # opening a pipe would block
                raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))  # noqa: TRY301
            with path.open("r+b") as file:
                if not lock_open_file(file.fileno()):
                    continue
                content = file.read(2 * _MAX_BYTES)
                changed = os.fstat(file.fileno()).st_mtime
        except OSError as error:
            if os.path.lexists(path):  # another window may have removed it
                _log.info("%s cannot be read: %s", path, error.strerror or error)
                move_aside(path, tr("A crash report cannot be read."))
            continue
        report = CrashReport(path, without_home(content.decode(errors="replace")))
        if report.text.partition(_SEPARATOR)[2].strip():
            found.append((changed, report))
        elif not content or content.startswith(_BEGINNING.encode()):
            report.remove()
        else:
            move_aside(path, tr("A crash report cannot be read."))
    return [report for _, report in sorted(found, key=lambda each: each[0])]


def log_lines(folder: Path) -> str:
    """Return the last lines of the log, without the name of the user's home folder."""
    try:
        with open_file(folder / LOG) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _MAX_BYTES // 16))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return ""
    return without_home("\n".join(lines[-_LOG_LINES:]))


def _create_report_file(folder: Path) -> BinaryIO | None:
    """Create and lock a report file that begins with the version and the process id."""
    head = (
        f"PuzzleGUI {__version__}, Python {platform.python_version()}, {sys.platform}, "
        f"process {os.getpid()}, begun {time.strftime('%Y-%m-%d %H:%M:%S')}\n{_SEPARATOR}"
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        while True:
            path = folder / f"{_PREFIX}{os.urandom(8).hex()}{_SUFFIX}"
            file = path.open("x+b", buffering=0)
            try:
                # Before it is locked, another process may remove it as a leftover.
                if lock_open_file(file.fileno()) and is_open_at(file.fileno(), path):
                    file.write(head.encode())
                    return file
            except OSError:  # the disk is full, or does not support locks
                file.close()
                path.unlink(missing_ok=True)
                raise
            file.close()
    except OSError as error:
        _log.warning("no crash report can be written in %s: %s", folder, error.strerror or error)
        return None
