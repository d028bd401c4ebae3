"""Writing files so that a failure never leaves half of one, and nothing beside it for long."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TypeAlias

Buffer: TypeAlias = bytes | memoryview

_log = logging.getLogger(__name__)

_OURS = re.compile(r"(?:\..*)?\.puzzlegui-(?P<process>[0-9]+)-[^.]*", re.DOTALL)
"""The names of files that are being written, and of folders with parts of one."""
_UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_WRITING, _LEFT = 5, 24 * 3600
"""Seconds: one so young may be another machine's that is at work; one so old is nobody's."""
_DESCRIPTORS = re.compile(r"/dev/(?:stdin|fd/[0-9]+)|/proc/self/fd/[0-9]+")
"""Files that whoever started the program has opened for it, be they what they may."""


def open_file(path: Path) -> BinaryIO:
    """Open a file to be read.

    Raises:
        OSError: it cannot be read; or it is a pipe or a device, which would be waited for.
    """
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or _DESCRIPTORS.fullmatch(str(path))):
        raise OSError(errno.EINVAL, "this is a pipe or a device, and no file", str(path))
    return path.open("rb")


def printable(name: str) -> str:
    """The name of a file on one line, with escapes for what cannot be shown."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), name)


def write_file(path: Path, *content: Buffer) -> None:
    """Write a file in one step: either all of it is there afterwards, or what was there before.

    Args:
        path: the file; a link is followed.
        content: what it is to hold, one piece after the other.

    Raises:
        OSError: it cannot be written.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():  # a device, a pipe
        with path.open("wb") as file:
            file.writelines(content)
        return
    remove_leftovers(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}{_mark()}")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(_mode(path))
        temporary.replace(path)
    except BaseException:
        try:
            temporary.unlink()
        except OSError as error:
            _log.warning("%s could not be removed: %s", temporary, error.strerror or error)
        raise


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder for parts of a file, which is gone afterwards."""
    remove_leftovers(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=_mark()) as folder:
        yield Path(folder)


def remove_leftovers(folder: Path) -> None:
    """Remove what a process that was killed has left in a folder while it was writing there."""
    try:
        with os.scandir(folder) as entries:
            found = [entry for entry in entries if _is_left(entry)]
    except OSError:  # whoever writes there will say so
        return
    for entry in found:
        try:
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                Path(entry.path).unlink(missing_ok=True)
        except OSError as error:
            _log.warning("%s could not be removed: %s", entry.path, error.strerror or error)


def _mark() -> str:
    """What the name of a temporary file has, which says whose it is."""
    return f".puzzlegui-{os.getpid()}-"


def _is_left(entry: os.DirEntry[str]) -> bool:
    ours = _OURS.fullmatch(entry.name)
    if ours is None:
        return False
    try:
        known = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    if hasattr(os, "getuid") and known.st_uid != os.getuid():
        return False
    age = abs(time.time() - known.st_mtime)
    return age > _LEFT or (age > _WRITING and not _is_running(int(ours["process"])))


def _is_running(process: int) -> bool:
    """Whether there is such a process; where that cannot be asked, there may be."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those of a new file."""
    try:
        return path.stat().st_mode & 0o777
    except OSError as error:
        if not isinstance(error, FileNotFoundError):
            _log.warning("the permissions of %s are not known: %s", path, error.strerror or error)
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
