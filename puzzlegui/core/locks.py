"""Lock files, which show that a file or folder is in use.

The operating system holds the locks and releases them when the process ends, however it ends.
Neither dates nor process ids decide: clocks are changed, and ids are reused. The process id in a
lock file is for messages only.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_log = logging.getLogger(__name__)
_POLL = 0.01
"""Mean time in seconds between two attempts to acquire a lock."""
TIMEOUT = 30.0
"""Default time in seconds to wait for a lock."""
_UNUSABLE = (errno.EISDIR, errno.ELOOP, errno.EACCES, errno.EPERM, errno.ENXIO)
"""Errors of a path that cannot be a lock file, because something else has its name."""
_FLAGS = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)

if sys.platform == "win32":
    import msvcrt

    def lock_open_file(handle: int) -> bool:
        """Lock an open file until it is closed; return False if another process holds the lock."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def lock_open_file(handle: int) -> bool:
        """Lock an open file until it is closed; return False if another process holds the lock.

        Raises:
            OSError: the file system does not support locks, as some network drives.
        """
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def is_open_at(handle: int, path: Path) -> bool:
    """Return True if a path still names an open file, not another file or none."""
    try:
        there = path.lstat()
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(handle), there)


class Lock:
    """Lock file that shows that something is in use.

    Args:
        path: the file; it exists while it is locked, and after a crash.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def acquire(self) -> bool:
        """Acquire the lock; True if no other process holds it, or if files cannot be locked there.

        Raises:
            OSError: the file cannot be created.
        """
        if self._handle is not None:
            return True
        while True:
            handle = self._open()
            ours = self._is_ours(handle)
            if ours and is_open_at(handle, self._path):
                self._handle = handle
                self._sign(handle)
                return True
            os.close(handle)
            if not ours:
                return False  # otherwise its holder has removed it in between: try again

    def _open(self) -> int:
        """Open the file; set aside what has its name and can be no lock, such as a folder."""
        try:
            return os.open(self._path, _FLAGS | os.O_CREAT, 0o600)
        except OSError as error:
            if error.errno not in _UNUSABLE or not os.path.lexists(self._path):
                raise
            with contextlib.suppress(OSError):  # the first error is the one to report
                set_aside(self._path)
            return os.open(self._path, _FLAGS | os.O_CREAT, 0o600)

    def is_free(self) -> bool:
        """Return True if no process holds the lock, or if there is no lock file.

        Raises:
            OSError: the file cannot be opened.
        """
        try:
            handle = os.open(self._path, _FLAGS)
        except FileNotFoundError:
            return True
        except OSError as error:
            if error.errno in _UNUSABLE:
                return True
            raise
        try:
            return self._is_ours(handle)
        finally:
            os.close(handle)

    def holder(self) -> int | None:
        """Return the id of the process that acquired the lock last; None if unknown."""
        try:
            return int(self._path.read_bytes()[1:])
        except (OSError, ValueError):
            return None

    def _sign(self, handle: int) -> None:
        """Write the process id, after the byte that is locked on some systems."""
        with contextlib.suppress(OSError):  # for example a full disk; the id is optional
            os.ftruncate(handle, 0)
            os.write(handle, b"\n%d" % os.getpid())

    def _is_ours(self, handle: int) -> bool:
        try:
            return lock_open_file(handle)
        except OSError as error:
            _log.info("%s cannot be locked: %s", self._path, error.strerror or error)
            return True

    def release(self) -> None:
        """Release the lock and remove the file, if this object holds it."""
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
def locked(path: Path, timeout: float = TIMEOUT) -> Iterator[None]:
    """Wait for a lock, and hold it in the body of the ``with`` statement.

    The body never runs while another process holds the lock.

    Args:
        path: the lock file.
        timeout: seconds to wait.

    Raises:
        TimeoutError: another process has held the lock for all that time.
        OSError: the lock file cannot be created.
    """
    lock = Lock(path)
    until = time.monotonic() + timeout
    while not lock.acquire():
        if time.monotonic() > until:
            raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT), str(path))
        # At random, so that no process always comes too late.
        time.sleep(random.uniform(0, 2 * _POLL))
    try:
        yield
    finally:
        lock.release()


def aside_path(path: Path) -> Path:
    """Return an unused path for what is to be set aside."""
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    return aside


def set_aside(path: Path) -> Path:
    """Rename what has the name of a file, whatever it is, and return its new path.

    Raises:
        OSError: it cannot be renamed.
    """
    return path.rename(aside_path(path))


def remove(path: Path) -> None:
    """Remove a file if it exists; log a failure."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        _log.warning("%s could not be removed: %s", path, error.strerror or error)
