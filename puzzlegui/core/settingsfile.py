"""Settings file: a JSON object of plain values by name."""

from __future__ import annotations

import json
import logging
import re
import threading
from pathlib import Path
from typing import TypeAlias
from urllib.parse import unquote

from puzzlegui.core.files import open_file, write_file
from puzzlegui.core.locks import locked

FILE = "settings.json"
OLD_FILE = "puzzlegui.ini"
"""File that version 0.1 wrote, in the format of QSettings."""
_MAX_BYTES = 1 << 20
_log = logging.getLogger(__name__)

Value: TypeAlias = str | int | float | bool


class SettingsFile:
    """Settings in a folder, read once. A single thread changes them; any thread may write.

    Args:
        folder: folder of the file; need not exist.

    Attributes:
        path: the file.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._values = read_settings(folder)
        self._changed: set[str] = set()
        self._lock, self._writing = threading.Lock(), threading.Lock()

    def get(self, name: str) -> Value | None:
        """Return a setting; None if it was never set."""
        return self._values.get(name)

    def put(self, name: str, value: Value) -> None:
        """Change a setting in memory, until ``write``."""
        with self._lock:
            self._values[name] = value
            self._changed.add(name)

    def write(self) -> None:
        """Write the changed settings, keeping changes that other processes have written.

        Raises:
            OSError: the file cannot be written.
        """
        with self._writing:
            with self._lock:
                changed = {name: self._values[name] for name in self._changed}
            if not changed:
                return
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # With this name, remove_leftovers() removes the lock after a crash.
            with locked(self.path.with_name(f".{FILE}.puzzlegui-lock")):
                values = read_settings(self.path.parent) | changed
                write_file(self.path, json.dumps(values, indent=1).encode())
            with self._lock:
                self._changed -= {name for name in changed if self._values[name] == changed[name]}
                self._values = values | {name: self._values[name] for name in self._changed}


def read_settings(folder: Path) -> dict[str, Value]:
    """Return the settings in a folder; log unreadable settings and treat them as not set."""
    try:
        found = json.loads(_read(folder / FILE))
    except FileNotFoundError:
        return _read_old(folder / OLD_FILE)
    except (OSError, ValueError, RecursionError) as error:
        _log.warning("%s cannot be read: %s", folder / FILE, error)
        return {}
    if not isinstance(found, dict):
        _log.warning("%s is damaged; its settings count as not set", folder / FILE)
        return {}
    return {name: value for name, value in found.items() if isinstance(value, Value)}


def _read(path: Path) -> str:
    with open_file(path) as file:
        return file.read(_MAX_BYTES).decode("utf-8", "replace")


def _read_old(path: Path) -> dict[str, Value]:
    """Read the plain values of an INI file written by QSettings, as text."""
    try:
        text = _read(path)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        _log.warning("%s cannot be read: %s", path, error)
        return {}
    found: dict[str, Value] = {}
    group = ""
    for line in text.splitlines():
        if header := re.fullmatch(r"\[(.*)\]", line):
            group = "" if header[1] == "General" else f"{unquote(header[1])}/"
            continue
        name, equals, value = line.partition("=")
        if equals and not value.startswith("@"):  # @ marks bytes, such as a window's geometry
            bare = value[1:-1] if value.startswith('"') else value
            found[group + unquote(name)] = re.sub(r"\\(.)", _unescape, bare)
    return found


def _unescape(escape: re.Match[str]) -> str:
    return "\n" if escape[1] == "n" else escape[1]
