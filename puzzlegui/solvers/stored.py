"""Tables that take seconds to build, kept in the user's cache folder.

A file holds named arrays after a line of JSON that describes them, and a line with the digest of
all that. A file that is damaged, or from another version, counts as missing and is built again.
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
from puzzlegui.solvers.control import Request, Stopped, Work

Arrays = Mapping[str, Any]
"""Numpy arrays by name."""

MISSING, READY, DAMAGED = "missing", "ready", "damaged"

_cache: Path | None = None
"""The folder to be used instead of the user's."""
MOST_MIB = 2048
"""What all tables may take on disk, unless another limit is set."""
LIMIT = "stored tables"
"""The setting that says how much that is, in MiB."""
LARGEST_LIMIT = 999_999
_most_bytes = MOST_MIB << 20
_MOST_HEAD = 1 << 16
_PIECE = 1 << 22
"""Bytes that are read at once."""
_MOST_IN_MEMORY = 4
_MOST_BYTES_IN_MEMORY = 80 << 20
_in_memory: dict[str, Arrays] = {}
"""The tables last used, the most recent last."""
_wanted: list[_Build] = []
"""The tables to be built in the background, the latest first; that one is being built."""
_builder: threading.Thread | None = None
"""The thread that builds them."""
_lock = threading.Lock()

_log = logging.getLogger(__name__)

_MAGIC = "puzzlegui/table"
_NUMBERS = ("bool", *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
            "float32", "float64")  # fmt: skip
"""The types of numpy that a table may hold."""
_SUFFIX = ".table"


def use_folder(cache: Path | None) -> None:
    """Keep tables in a cache folder that is not the user's; None for the user's."""
    global _cache  # noqa: PLW0603 - the program has one
    _cache = cache


def folder() -> Path:
    """The folder of the tables."""
    return (_cache or Folders.of_user().cache) / "tables"


@dataclass(frozen=True)
class Stored:
    """One file, as far as it is known without its arrays."""

    name: str
    size: int
    state: str


def listing() -> Iterator[Stored]:
    """Every table in the folder, checked."""
    for path, stat in _files():
        name = path.name.removesuffix(_SUFFIX)
        yield Stored(name, stat.st_size, READY if _checked(name) is not None else DAMAGED)


def _files() -> list[tuple[Path, os.stat_result]]:
    """The files of all tables, which another process may be removing."""
    found = []
    for path in sorted(folder().glob(f"*{_SUFFIX}")):
        with suppress(OSError):
            found.append((path, path.stat()))
    return found


def exists(name: str) -> bool:
    """Whether there is a file for that table, damaged or not."""
    return _path(name).exists()


def load(name: str, check: Callable[[], None] = lambda: None) -> Arrays | None:
    """The arrays of a table, None if it is missing, damaged or of another version.

    Args:
        name: of the table.
        check: is called now and then; raises Stopped if the table is not wanted any more.
    """
    arrays = _checked(name, check)
    if arrays is not None:
        with suppress(OSError):
            os.utime(_path(name))  # those not used for the longest time make room for others
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
    """The arrays in a file, None if it is of another version; raises many things if damaged."""
    import numpy as np  # noqa: PLC0415 - only where tables are used

    head, digest = file.readline(_MOST_HEAD), file.readline(_MOST_HEAD)
    header = json.loads(head)
    if header["format"] != _MAGIC or header["version"] != VERSION:
        return None
    told = hashlib.sha256(head)
    if header["name"] != name:
        raise ValueError(f"this is {header['name']}")
    left = os.fstat(file.fileno()).st_size - file.tell()
    arrays = {}
    for entry in header["arrays"]:
        if entry["type"] not in _NUMBERS:
            raise ValueError("it holds something else than numbers")
        kind = np.dtype(entry["type"])
        size = math.prod(entry["shape"]) * kind.itemsize
        if not 0 <= size <= left:
            raise ValueError("it holds more than there is")
        left -= size
        array = np.empty(entry["shape"], kind)
        view = memoryview(array.data).cast("B") if size else memoryview(bytearray())
        for at in range(0, size, _PIECE):
            check()
            piece = view[at : at + _PIECE]
            if file.readinto(piece) != len(piece):  # type: ignore[attr-defined]
                raise ValueError("it ends too early")
            told.update(piece)
        arrays[entry["name"]] = array
    if left:
        raise ValueError("it goes on after its end")
    if digest != _line(told):
        raise ValueError("it is not as it was written")
    return arrays


def _line(digest: hashlib._Hash) -> bytes:
    return digest.hexdigest().encode() + b"\n"


def save(name: str, arrays: Arrays) -> None:
    """Store a table; if the folder cannot be written to, it is built again next time."""
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
        make_room(path)
    except OSError as error:
        reason = error.strerror or error
        _log.warning("the table %s could not be kept in %s: %s", name, folder(), reason)


def limit() -> int:
    """How many MiB all tables may take; 0 for no limit."""
    return _most_bytes >> 20


def use_limit(mib: int) -> None:
    """Keep tables of so many MiB at most; 0 for no limit."""
    global _most_bytes  # noqa: PLW0603 - as the folder
    _most_bytes = mib << 20


def make_room(latest: Path | None = None) -> None:
    """Remove the tables not used for the longest time, but never the latest, if there are many."""
    known = _files()
    size = sum(stat.st_size for _, stat in known)
    for path, stat in sorted(known, key=lambda each: each[1].st_mtime_ns):
        if not _most_bytes or size <= _most_bytes:
            return
        if path != latest:
            _log.info("%s makes room for other tables", path)
            remove(path)
            size -= stat.st_size


def recall(name: str) -> Arrays | None:
    """The table of that name, if it is in memory."""
    with _lock:
        found = _in_memory.pop(name, None)
        if found is not None:
            _in_memory[name] = found
        return found


def remember(name: str, arrays: Arrays) -> None:
    """Keep a table in memory for further boards, and drop those not used for the longest time.

    They take little together, unless one alone takes more.
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
    """A table that is to be built in the background."""

    def __init__(self, name: str, work: Callable[[Work], object]) -> None:
        self.name = name
        self.work = work
        self.control = Work(Request())


def build_in_background(name: str, work: Callable[[Work], object]) -> None:
    """Build a table in a background thread, before all that were asked for earlier.

    One is built at a time. A build that is interrupted for it is restarted afterwards.

    Args:
        name: of the table.
        work: builds it; stops when its control says so.
    """
    global _builder  # noqa: PLW0603 - there is one
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
    """Whether a table is being built, or is about to be."""
    with _lock:
        return any(build.name == name for build in _wanted)


def phase(name: str) -> str:
    """The progress of a table in words; empty if it is not being built."""
    with _lock:
        return next((build.control.phase for build in _wanted if build.name == name), "")


def _make_all() -> None:
    """Build the wanted tables, the latest first, until none is left."""
    global _builder  # noqa: PLW0603 - there is one
    while True:
        with _lock:
            if not _wanted:
                _builder = None
                return
            build = _wanted[0]
            build.control = Work(Request())
        made = False
        try:
            with suppress(Stopped, MemoryError):  # it is tried again when it is needed again
                build.work(build.control)
                made = True
        finally:
            with _lock:
                # A build interrupted for another one stays wanted.
                if build in _wanted and (made or build is _wanted[0]):
                    _wanted.remove(build)


def forget() -> None:
    """Free the tables kept in memory for further boards, and stop building more."""
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
    """Remove every table; their number."""
    remove_leftovers(folder())
    count = 0
    for path in folder().glob(f"*{_SUFFIX}"):
        path.unlink(missing_ok=True)
        count += 1
    return count


VERSION = 3
"""To be raised whenever the content of any table changes its meaning."""


def _path(name: str) -> Path:
    return folder() / f"{name}{_SUFFIX}"
