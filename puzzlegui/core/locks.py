"""Locks that say whether somebody is at work with a file.

They are the system's own, which end with the process that holds them, however it ends. No date and
no number of a process is asked: clocks are set, and numbers are given again. The number that a lock
holds is for messages only.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_log = logging.getLogger(__name__)
_POLL = 0.01
_FLAGS = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)

if sys.platform == "win32":
    import msvcrt

    def lock_open_file(handle: int) -> bool:
        """Lock an open file as long as it is open; whether nobody else has locked it."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock_open_file(handle: int) -> bool:
        """Lock an open file as long as it is open; whether nobody else has locked it.

        Raises:
            OSError: files cannot be locked there, as on some network drives.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def is_open_at(handle: int, path: Path) -> bool:
    """Whether a path still leads to an open file, and not to another one or to none."""
    try:
        there = path.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(handle), there)


class Lock:
    """A file that says, by being locked, that somebody is at work.

    Args:
        path: the file; it is there as long as it is locked, and after a crash.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Lock it; whether nobody else has. Where files cannot be locked, nobody else has.

        Raises:
            OSError: the file cannot be made.
        """
        if self._handle is not None:
            return True
        while True:
            handle = os.open(self._path, _FLAGS | os.O_CREAT, 0o600)
            ours = self._is_ours(handle)
            if ours and is_open_at(handle, self._path):
                self._handle = handle
                self._sign(handle)
                return True
            os.close(handle)
            if not ours:
                return False  # else whoever had it has removed it in between

    def is_free(self) -> bool:
        """Whether nobody has locked it now, as where there is no such file.

        Raises:
            OSError: that cannot be found out.
        """
        try:
            handle = os.open(self._path, _FLAGS)
        except FileNotFoundError:
            return True
        try:
            return self._is_ours(handle)
        finally:
            os.close(handle)

    def holder(self) -> int | None:
        """Return the id of the process that took it last; None if that is not known."""
        try:
            return int(self._path.read_bytes()[1:])
        except (OSError, ValueError):
            return None

    def _sign(self, handle: int) -> None:
        """Write down who has it, after the byte that is locked on some systems."""
        with contextlib.suppress(OSError):  # a full disk, say; nobody depends on it
            os.ftruncate(handle, 0)
            os.write(handle, b"\n%d" % os.getpid())

    def _is_ours(self, handle: int) -> bool:
        try:
            return lock_open_file(handle)
        except OSError as error:
            _log.info("%s cannot be locked: %s", self._path, error.strerror or error)
            return True

    def release(self) -> None:
        """Remove the file, if it is locked here."""
        if self._handle is None:
            return
        handle, self._handle = self._handle, None
        if os.name == "posix":  # elsewhere an open file cannot be removed
            remove(self._path)
            os.close(handle)
        else:
            os.close(handle)
            remove(self._path)


@contextlib.contextmanager
def locked(path: Path, patience: float = 1.0) -> Iterator[None]:
    """Wait until nobody else is at work with what a lock stands for, and work with it.

    Args:
        path: of the lock.
        patience: seconds after which one goes on all the same.

    Raises:
        OSError: the lock cannot be made.
    """
    lock = Lock(path)
    until = time.monotonic() + patience
    while not lock.take():
        if time.monotonic() > until:
            _log.warning("%s is locked for long", path)
            break
        time.sleep(_POLL)
    try:
        yield
    finally:
        lock.release()


def remove(path: Path) -> None:
    """Remove a file if it is there; where it cannot be, that is logged."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("%s could not be removed: %s", path, error.strerror or error)
