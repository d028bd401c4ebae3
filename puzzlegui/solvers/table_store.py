"""Tables that take seconds to build, stored in the user's cache folder.

A file holds a JSON header line, a line with the digest of header and content, and the named arrays.
A file that is damaged or has another version counts as missing and is built again.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from puzzlegui.core.files import open_file, remove_leftovers, write_file
from puzzlegui.core.locks import remove
from puzzlegui.folders import Folders
from puzzlegui.solvers.control import Request, SearchContext, SearchStopped

Arrays = Mapping[str, Any]
"""Numpy arrays by name."""

MISSING, READY, DAMAGED = "missing", "ready", "damaged"

_cache: Path | None = None
"""Folder used instead of the user's cache folder."""
DEFAULT_LIMIT_MIB = 2048
"""Default limit of the disk space of all tables."""
LIMIT_SETTING = "stored tables"
"""Key of the setting that holds the limit in MiB."""
MAX_LIMIT_MIB = 999_999
_most_bytes = DEFAULT_LIMIT_MIB << 20
_MOST_HEAD = 1 << 16
_PIECE = 1 << 22
"""Number of bytes read at once."""
_MOST_IN_MEMORY = 4
_MOST_BYTES_IN_MEMORY = 80 << 20
_in_memory: dict[str, Arrays] = {}
"""Recently used tables, the most recent last."""
_wanted: list[_Build] = []
"""Tables to be built in the background, the latest request first; that one is being built."""
_builder: threading.Thread | None = None
"""Thread that builds them."""
_lock = threading.Lock()

_log = logging.getLogger(__name__)

_MAGIC = "puzzlegui/table"
_NUMBERS = ("bool", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
            "float32", "float64")  # fmt: skip
"""Numpy types that a table may hold."""
_SUFFIX = ".table"


def set_cache_folder(cache: Path | None) -> None:
    """Store tables in another cache folder; None for the user's."""
    global _cache  # the program has one
    _cache = cache


def folder() -> Path:
    """Return the folder of the tables."""
    return (_cache or Folders.of_user().cache) / "tables"


@dataclass(frozen=True)
class StoredTable:
    """Description of a table file without its arrays."""

    name: str
    size: int
    state: str


def list_tables() -> Iterator[StoredTable]:
    """Yield the description of every table in the folder, after checking it."""
    for path, stat in _files():
        name = path.name.removesuffix(_SUFFIX)
        yield StoredTable(name, stat.st_size, READY if _checked(name) is not None else DAMAGED)


def _files() -> list[tuple[Path, os.stat_result]]:
    """Return the files of all tables, ignoring those that another process is removing."""
    found = []
    for path in sorted(folder().glob(f"*{_SUFFIX}")):
        with suppress(OSError):
            found.append((path, path.stat()))
    return found


def exists(name: str) -> bool:
    """Return True if the table has a file, damaged or not."""
    return _path(name).exists()


def load(name: str, check: Callable[[], None] = lambda: None) -> Arrays | None:
    """Return the arrays of a table, None if it is missing, damaged or of another version.

    Args:
        name: name of the table.
        check: called from time to time; raises SearchStopped if the table is no longer needed.
    """
    arrays = _checked(name, check)
    if arrays is not None:
        with suppress(OSError):
            os.utime(_path(name))  # marks the table as recently used
    return arrays


def _checked(name: str, check: Callable[[], None] = lambda: None) -> Arrays | None:
    try:
        with open_file(_path(name)) as file:
            arrays = _read(file, name, check)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        _log.warning("the table %s cannot be read: %s", name, error.strerror or error)
        return None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        _log.info("the table %s is damaged; it will be built again: %r", name, error)
        return None
    if arrays is not None:
        _log.debug("the table %s was read", name)
    return arrays


def _read(file: BinaryIO, name: str, check: Callable[[], None]) -> Arrays | None:
    """Return the arrays in a file, None if it is of another version.

    If the file is damaged, many kinds of exceptions are raised.
    """
    import numpy as np  # only where tables are used

    head, digest = file.readline(_MOST_HEAD), file.readline(_MOST_HEAD)
    header = json.loads(head)
    if header["format"] != _MAGIC or header["version"] != VERSION:
        return None
    actual = hashlib.sha256(head)
    if header["name"] != name:
        raise ValueError(f"the header names another table, {header['name']}")
    left = os.fstat(file.fileno()).st_size - file.tell()
    arrays = {}
    for entry in header["arrays"]:
        if entry["type"] not in _NUMBERS:
            raise ValueError("an array holds something else than numbers")
        kind = np.dtype(entry["type"])
        size = math.prod(entry["shape"]) * kind.itemsize
        if not 0 <= size <= left:
            raise ValueError("an array is larger than the file")
        left -= size
        array = np.empty(entry["shape"], kind)
        view = memoryview(array.data).cast("B") if size else memoryview(bytearray())
        for at in range(0, size, _PIECE):
            check()
            piece = view[at : at + _PIECE]
            if file.readinto(piece) != len(piece):  # type: ignore[attr-defined]
                raise ValueError("the file ends too early")
            actual.update(piece)
        arrays[entry["name"]] = array
    if left:
        raise ValueError("the file goes on after the last array")
    if digest != _line(actual):
        raise ValueError("the digest does not match")
    return arrays


def _line(digest: hashlib._Hash) -> bytes:
    return digest.hexdigest().encode() + b"\n"


def save(name: str, arrays: Arrays) -> None:
    """Store a table; if the folder is not writable, the table is built again next time."""
    entries = [
        {"name": key, "type": str(array.dtype), "shape": array.shape}
        for key, array in arrays.items()
    ]
    header = {"format": _MAGIC, "version": VERSION, "name": name, "arrays": entries}
    head = json.dumps(header).encode() + b"\n"
    pieces = [memoryview(array).cast("B") for array in arrays.values()]
    digest = hashlib.sha256(head)
    for piece in pieces:
        digest.update(piece)
    path = _path(name)
    try:
        folder().mkdir(parents=True, exist_ok=True)
        write_file(path, head, _line(digest), *pieces)
        evict_old_tables(path)
    except OSError as error:
        reason = error.strerror or error
        _log.warning("the table %s could not be kept in %s: %s", name, folder(), reason)


def disk_limit() -> int:
    """Return the limit of the disk space of all tables, in MiB; 0 for none."""
    return _most_bytes >> 20


def set_disk_limit(mib: int) -> None:
    """Limit the disk space of all tables, in MiB; 0 for no limit."""
    global _most_bytes  # as the folder
    _most_bytes = mib << 20


def evict_old_tables(latest: Path | None = None) -> None:
    """Remove the least recently used tables beyond the limit, but never ``latest``."""
    known = _files()
    size = sum(stat.st_size for _, stat in known)
    for path, stat in sorted(known, key=lambda each: each[1].st_mtime_ns):
        if not _most_bytes or size <= _most_bytes:
            return
        if path != latest:
            _log.info("removing %s to make room for other tables", path)
            remove(path)
            size -= stat.st_size


def get_cached(name: str) -> Arrays | None:
    """Return the table of that name if it is in memory."""
    with _lock:
        found = _in_memory.pop(name, None)
        if found is not None:
            _in_memory[name] = found
        return found


def put_cached(name: str, arrays: Arrays) -> None:
    """Keep a table in memory for further boards, and drop the least recently used tables.

    Together they take little memory, unless a single table takes more.
    """
    with _lock:
        _in_memory.pop(name, None)
        _in_memory[name] = arrays
        while len(_in_memory) > 1 and (
            len(_in_memory) > _MOST_IN_MEMORY or _bytes_in_memory() > _MOST_BYTES_IN_MEMORY
        ):
            del _in_memory[next(iter(_in_memory))]


def _bytes_in_memory() -> int:
    return sum(array.nbytes for arrays in _in_memory.values() for array in arrays.values())


class _Build:
    """A table to be built in the background."""

    def __init__(self, name: str, work: Callable[[SearchContext], object]) -> None:
        self.name = name
        self.work = work
        self.control = SearchContext(Request())


def build_in_background(name: str, work: Callable[[SearchContext], object]) -> None:
    """Build a table in a background thread, before all tables requested earlier.

    Tables are built in turn. A build interrupted by a later request is restarted afterwards.

    Args:
        name: name of the table.
        work: builds the table; stops if its context is stopped.
    """
    global _builder  # there is one
    with _lock:
        if _wanted and _wanted[0].name == name:
            return
        if _wanted:
            _wanted[0].control.stop("cancelled")
        _wanted[:] = [_Build(name, work), *(build for build in _wanted if build.name != name)]
        if _builder is None or not _builder.is_alive():  # an unexpected error ends it
            _builder = threading.Thread(target=_make_all, name="tables", daemon=True)
            _builder.start()


def is_being_built(name: str) -> bool:
    """Return True if a table is being built or is about to be."""
    with _lock:
        return any(build.name == name for build in _wanted)


def build_phase(name: str) -> str:
    """Return the progress of a build in words; empty if the table is not being built."""
    with _lock:
        return next((build.control.phase for build in _wanted if build.name == name), "")


def _make_all() -> None:
    """Build the requested tables, the latest first, until none is left."""
    global _builder  # there is one
    while True:
        with _lock:
            if not _wanted:
                _builder = None
                return
            build = _wanted[0]
            build.control = SearchContext(Request())
        made = False
        try:
            with suppress(
                SearchStopped, MemoryError
            ):  # the next board that needs the table tries again
                build.work(build.control)
                made = True
        finally:
            with _lock:
                # A build interrupted by a later request stays in the list.
                if build in _wanted and (made or build is _wanted[0]):
                    _wanted.remove(build)


def stop_and_clear() -> None:
    """Stop building tables, and free those kept in memory."""
    with _lock:
        builder = _builder
        for build in _wanted:
            build.control.stop("cancelled")
        _wanted.clear()
    if builder is not None:
        builder.join()
    with _lock:
        _in_memory.clear()


def remove_all() -> int:
    """Remove every table file; return their number."""
    remove_leftovers(folder())
    count = 0
    for path in folder().glob(f"*{_SUFFIX}"):
        remove(path)
        count += not os.path.lexists(path)
    return count


VERSION = 4
"""Format version; raise it whenever the content of any table changes its meaning."""


def _path(name: str) -> Path:
    return folder() / f"{name}{_SUFFIX}"
