"""Tables that take seconds to build, kept in the user's cache folder.

A file holds named arrays behind a line of JSON that says what they are, with a checksum. One that
is damaged, or from another version, counts as missing and is built again.
"""

from __future__ import annotations

import json
import logging
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from puzzlegui.core.files import write_file
from puzzlegui.folders import Folders
from puzzlegui.solvers.control import Request, Stopped, Work

Arrays = Mapping[str, Any]
"""Numpy arrays by name."""

MISSING, READY, DAMAGED = "missing", "ready", "damaged"

_cache: Path | None = None
"""The folder to be used instead of the user's."""
_MOST_IN_MEMORY = 4
_in_memory: dict[str, Arrays] = {}
"""The tables last used, the latest last."""
_wanted: list[_Build] = []
"""What is to be made while others go on, the latest first; that one is being made."""
_builder: threading.Thread | None = None
"""Who makes it."""
_lock = threading.Lock()

_log = logging.getLogger(__name__)

_MAGIC = "puzzlegui/table"
_SUFFIX = ".table"


def use_folder(cache: Path | None) -> None:
    """Keep tables in a cache folder that is not the user's; None for the user's."""
    global _cache  # noqa: PLW0603 - the program has one
    _cache = cache


def folder() -> Path:
    """Where the tables are."""
    return (_cache or Folders.of_user().cache) / "tables"


@dataclass(frozen=True)
class Stored:
    """What is known of one file without reading its arrays."""

    name: str
    size: int
    state: str


def listing() -> Iterator[Stored]:
    """Every table in the folder, checked."""
    for path in sorted(folder().glob(f"*{_SUFFIX}")):
        name = path.name.removesuffix(_SUFFIX)
        yield Stored(name, path.stat().st_size, READY if load(name) is not None else DAMAGED)


def exists(name: str) -> bool:
    """Whether there is a file for that table, sound or not."""
    return _path(name).exists()


def load(name: str) -> Arrays | None:
    """The arrays of a table, None if it is missing, damaged or of another version."""
    import numpy as np  # noqa: PLC0415 - only where tables are used

    try:
        with _path(name).open("rb") as file:
            header = json.loads(file.readline(1 << 16))
            if header["format"] != _MAGIC or header["version"] != VERSION or header["name"] != name:
                return None
            arrays = {}
            for entry in header["arrays"]:
                array = np.empty(entry["shape"], entry["type"])
                view = memoryview(array.data).cast("B")
                if file.readinto(view) != array.nbytes or zlib.crc32(view) != entry["sum"]:
                    _log.info("the table %s is damaged; it will be built again", name)
                    return None
                arrays[entry["name"]] = array
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        _log.warning("the table %s cannot be read: %s", name, error.strerror or error)
        return None
    except (ValueError, KeyError, TypeError) as error:
        _log.info("the table %s is damaged; it will be built again: %r", name, error)
        return None
    _log.debug("the table %s was read", name)
    return arrays


def save(name: str, arrays: Arrays) -> None:
    """Keep a table; where the folder cannot be written to, it is built anew next time."""
    entries = [
        {"name": key, "type": str(a.dtype), "shape": a.shape, "sum": zlib.crc32(a)}
        for key, a in arrays.items()
    ]
    header = {"format": _MAGIC, "version": VERSION, "name": name, "arrays": entries}
    pieces = (memoryview(array).cast("B") for array in arrays.values())
    try:
        folder().mkdir(parents=True, exist_ok=True)
        write_file(_path(name), json.dumps(header).encode() + b"\n", *pieces)
    except OSError as error:
        reason = error.strerror or error
        _log.warning("the table %s could not be kept in %s: %s", name, folder(), reason)


def recall(name: str) -> Arrays | None:
    """What is in memory under that name."""
    with _lock:
        found = _in_memory.pop(name, None)
        if found is not None:
            _in_memory[name] = found
        return found


def remember(name: str, arrays: Arrays) -> None:
    """Keep arrays in memory for further boards, and forget those not used for longest."""
    with _lock:
        _in_memory.pop(name, None)
        _in_memory[name] = arrays
        while len(_in_memory) > _MOST_IN_MEMORY:
            del _in_memory[next(iter(_in_memory))]


class _Build:
    """A table that is wanted."""

    def __init__(self, name: str, work: Callable[[Work], object]) -> None:
        self.name = name
        self.work = work
        self.control = Work(Request())


def build_in_background(name: str, work: Callable[[Work], object]) -> None:
    """Have a table made by a thread that nobody need wait for, before all that were wanted earlier.

    One is made at a time. What is interrupted for it is begun anew afterwards.

    Args:
        name: of the table.
        work: makes it; stops when its control says so.
    """
    global _builder  # noqa: PLW0603 - there is one
    with _lock:
        if _wanted and _wanted[0].name == name:
            return
        if _wanted:
            _wanted[0].control.stop("cancelled")
        _wanted[:] = [_Build(name, work), *(build for build in _wanted if build.name != name)]
        if _builder is None or not _builder.is_alive():  # it ends with what it did not expect
            _builder = threading.Thread(target=_make_all, name="tables", daemon=True)
            _builder.start()


def is_being_built(name: str) -> bool:
    """Whether a table is being made, or wanted."""
    with _lock:
        return any(build.name == name for build in _wanted)


def phase(name: str) -> str:
    """How far the making of a table has come, in words; empty if it is not being made."""
    with _lock:
        return next((build.control.phase for build in _wanted if build.name == name), "")


def _make_all() -> None:
    """Make what is wanted, the latest first, until there is nothing left."""
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
            with suppress(Stopped, MemoryError):  # it will be tried again when it is needed again
                build.work(build.control)
                made = True
        finally:
            with _lock:
                # What was interrupted for another stays wanted.
                if build in _wanted and (made or build is _wanted[0]):
                    _wanted.remove(build)


def forget() -> None:
    """Free the tables kept in memory for further boards, and stop making more."""
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
    """Remove every table; how many there were."""
    count = 0
    for path in folder().glob(f"*{_SUFFIX}"):
        path.unlink(missing_ok=True)
        count += 1
    return count


VERSION = 1
"""To be raised whenever the content of any table changes its meaning."""


def _path(name: str) -> Path:
    return folder() / f"{name}{_SUFFIX}"
