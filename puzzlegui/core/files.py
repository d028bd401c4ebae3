"""Writing files so that a failure never leaves half of one."""

from __future__ import annotations

import logging
import os
import tempfile
from pathlib import Path
from typing import TypeAlias

Buffer: TypeAlias = bytes | memoryview

_log = logging.getLogger(__name__)


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
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
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
