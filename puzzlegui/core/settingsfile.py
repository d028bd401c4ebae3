"""Settings file: a JSON object of plain values by name."""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote

from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.locks import TIMEOUT
from puzzlegui.core.own_files import OwnFile, OwnFileTexts, read_bounded

FILE = "settings.json"
OLD_FILE = "puzzlegui.ini"
"""File that version 0.1 wrote, in the format of QSettings."""
_MAX_BYTES = 4 << 20
_TEXTS = OwnFileTexts(
    gettext_noop("The settings cannot be read, so the defaults are in use."),
    gettext_noop("Changed settings cannot be saved in {path}: {reason}."),
)
_log = logging.getLogger(__name__)

Value: TypeAlias = str | int | float | bool
Change: TypeAlias = Callable[[Value | None], Value]
"""Change of a setting: returns the new value for an old one, None if it was never set."""


class SettingsFile:
    """Settings in a folder, read once. A single thread changes them; any thread may write.

    Args:
        folder: folder of the file; need not exist.

    Attributes:
        path: the file.
    """

    def __init__(self, folder: Path) -> None:
        self._file = _own_file(folder)
        self.path = self._file.path
        stored: dict[str, Any] | None = self._file.read()
        self._stored = _read_old(folder / OLD_FILE) if stored is None else stored
        """Content of the file as last read or written."""
        self._values = dict(self._stored)
        self._changes: list[tuple[str, Change]] = []
        """Changes that the file lacks, in order."""
        self._lock, self._writing = threading.Lock(), threading.Lock()

    def get(self, name: str) -> Value | None:
        """Return a setting; None if it was never set."""
        value = self._values.get(name)
        return value if isinstance(value, Value) else None

    def put(self, name: str, value: Value) -> None:
        """Change a setting in memory, until ``write``."""
        self.change(name, lambda _: value)

    def change(self, name: str, change: Change) -> None:
        """Change a setting in memory, and again in the file when it is written.

        Args:
            name: the setting.
            change: called with the value in memory, and with that in the file, which another
                process may have changed.
        """
        with self._lock:
            self._values[name] = change(self.get(name))
            self._changes.append((name, change))

    def write(self, timeout: float = TIMEOUT) -> None:
        """Write the changed settings, keeping changes that other processes have written.

        Args:
            timeout: seconds to wait for other processes.

        Raises:
            OSError: the file cannot be written, which was reported; the changes are kept.
        """
        if not self._writing.acquire(timeout=timeout):
            raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT), str(self.path))
        try:
            with self._lock:
                changes = list(self._changes)
            if not changes:
                return
            written: dict[str, Any] = {}

            def changed(stored: dict[str, Any] | None) -> list[bytes]:
                # Without a readable file, what was read before is all there is.
                base = self._stored if stored is None else stored
                written.update(_applied(base, changes))
                return [json.dumps(written, indent=1).encode()]

            self._file.update(changed, timeout)
            with self._lock:
                del self._changes[: len(changes)]
                self._stored = written
                self._values = _applied(written, self._changes)
        finally:
            self._writing.release()


def _applied(values: dict[str, Any], changes: Sequence[tuple[str, Change]]) -> dict[str, Any]:
    """Return changed settings; what a newer version may have stored remains."""
    values = dict(values)
    for name, change in changes:
        old = values.get(name)
        values[name] = change(old if isinstance(old, Value) else None)
    return values


def read_settings(folder: Path) -> dict[str, Value]:
    """Return the settings in a folder; log unreadable settings and treat them as not set."""
    stored: dict[str, Any] | None = _own_file(folder).peek()
    if stored is None:
        stored = _read_old(folder / OLD_FILE)
    return {name: value for name, value in stored.items() if isinstance(value, Value)}


def _own_file(folder: Path) -> OwnFile[dict[str, Any]]:
    return OwnFile(folder / FILE, _parse, _TEXTS, _MAX_BYTES)


def _parse(content: bytes) -> dict[str, Any]:
    found = json.loads(content.decode("utf-8-sig"))
    if not isinstance(found, dict):
        raise ValueError(tr("no settings"))  # noqa: TRY004 - of damaged content
    return found


def _read_old(path: Path) -> dict[str, Value]:
    """Read the plain values of an INI file written by QSettings, as text."""
    try:
        text = read_bounded(path, _MAX_BYTES).decode("utf-8", "replace")
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
