"""Messages between a client and its server: one line of JSON each.

The client sends::

    {"version": 1, "order": 3, "task": "solve", ...}    execute a task; the client numbers it
    {"stop": 3}                                         stop that task soon

The server answers with any number of messages about the task, and a final one::

    {"order": 3, "figures": {...}}      anything a task reports while it runs
    {"order": 3, "memory": 61.2, "result": ...}         the end: the result of the task,
    {"order": 3, "memory": 61.2, "error": "..."}        the reason of a failure, for the user,
    {"order": 3, "memory": 61.2, "fault": "..."}        or a traceback of a bug

``memory`` is the memory of the process at the end, in MiB.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from puzzlegui.core import language
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.solvers import table_store

VERSION = 1
MAX_LINE_BYTES = 64 << 20
"""Greatest number of bytes of a line; a task sends larger data in blocks."""
FINAL_KINDS = frozenset({"result", "error", "fault"})
"""Kinds of messages that end a task."""


class WireError(ValueError):
    """A line that is not a valid message."""


def encode(message: dict[str, Any]) -> bytes:
    """Return a message as a line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> dict[str, Any]:
    """Return the message in a line.

    Raises:
        WireError: the line is damaged, cut off, or too long.
    """
    if len(line) > MAX_LINE_BYTES or not line.endswith(b"\n"):
        raise WireError(line[:100])
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WireError(str(error)) from None
    if not isinstance(message, dict):
        raise WireError(line[:100])
    return message


def check_version(order: dict[str, Any]) -> None:
    """Check the version of the message format.

    Raises:
        PuzzleError: the versions of client and server differ.
    """
    if order.get("version") != VERSION:
        raise PuzzleError(tr("The program and its solver process differ in version."))


def current_settings() -> dict[str, Any]:
    """Return the settings of this process that a task passes on to a server."""
    return {
        "language": language.current_language(),
        "cache": str(table_store.folder().parent.absolute()),
        "tables": table_store.disk_limit(),
    }


def apply_settings(settings: dict[str, Any]) -> None:
    """Apply a client's settings to this process."""
    language.set_language(settings["language"])
    table_store.set_cache_folder(Path(settings["cache"]))
    table_store.set_disk_limit(settings["tables"])
