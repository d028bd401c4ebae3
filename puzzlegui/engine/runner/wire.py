"""The messages between a client and its server: one line of JSON each.

The client sends::

    {"version": 1, "order": 3, "task": "solve", ...}    do something; the number is of its choice
    {"stop": 3}                                         end that order soon

The server answers with any number of messages about the order, and a last one::

    {"order": 3, "figures": {...}}      anything a task tells while it works
    {"order": 3, "memory": 61.2, "result": ...}         the end: what came of it,
    {"order": 3, "memory": 61.2, "error": "..."}        why it cannot be done, for the user,
    {"order": 3, "memory": 61.2, "fault": "..."}        or a fault of the program: a traceback

``memory`` is what the process holds then, in MiB.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from puzzlegui.core import language
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.solvers import stored

VERSION = 1
LONGEST = 64 << 20
"""Bytes of a line; a task sends larger things in blocks."""
ENDS = frozenset({"result", "error", "fault"})
"""The kinds of message that end an order."""


class WireError(ValueError):
    """A line that is no message."""


def encode(message: dict[str, Any]) -> bytes:
    """Return a message as a line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def decode(line: bytes) -> dict[str, Any]:
    """Return the message in a line.

    Raises:
        WireError: the line is damaged, cut off, or too long.
    """
    if len(line) > LONGEST or not line.endswith(b"\n"):
        raise WireError(line[:100])
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise WireError(str(error)) from None
    if not isinstance(message, dict):
        raise WireError(line[:100])
    return message


def check_version(order: dict[str, Any]) -> None:
    """Refuse an order in another version of the messages.

    Raises:
        PuzzleError: it is.
    """
    if order.get("version") != VERSION:
        raise PuzzleError(tr("The program and its solver process differ in version."))


def settings() -> dict[str, Any]:
    """Return the settings of this process that an order hands on to a server."""
    return {
        "language": language.current_language(),
        "cache": str(stored.folder().parent.absolute()),
        "tables": stored.limit(),
    }


def use_settings(settings: dict[str, Any]) -> None:
    """Make the settings of a client those of this process."""
    language.set_language(settings["language"])
    stored.use_folder(Path(settings["cache"]))
    stored.use_limit(settings["tables"])
