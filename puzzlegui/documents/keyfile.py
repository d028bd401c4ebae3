"""Key files, which open the lock of a board's hints and solutions."""

from __future__ import annotations

import json
from pathlib import Path

from puzzlegui.core import strict_json
from puzzlegui.core.errors import BoardFileError
from puzzlegui.core.file_errors import reason_of
from puzzlegui.core.files import open_file, printable, write_file
from puzzlegui.core.json_reader import JsonObjectReader
from puzzlegui.core.language import tr
from puzzlegui.core.solution_lock import is_key
from puzzlegui.documents.boardfile import problem

SUFFIX = ".puzzlekey"
_FORMAT = "puzzlegui/key"
_MAX_BYTES = 10_000


def write_key(path: Path, key: str) -> None:
    """Write a key file.

    Raises:
        OSError: the file cannot be written.
    """
    fields = {"format": _FORMAT, "version": 1, "key": key}
    write_file(path, f"{json.dumps(fields)}\n".encode())


def read_key(path: Path) -> str:
    """Return the key in a key file.

    Raises:
        BoardFileError: it cannot be read, or is not a key file.
    """
    name = printable(str(path))
    try:
        with open_file(path) as file:
            text = file.read(_MAX_BYTES + 1).decode()
    except OSError as error:
        message = tr("cannot be read: {value}").format(value=reason_of(error))
        raise BoardFileError(name, problem(message)) from None
    except ValueError:  # not UTF-8
        text = ""
    try:
        value = strict_json.parse(text) if len(text) <= _MAX_BYTES else None
    except strict_json.JsonError:
        value = None
    fields = JsonObjectReader(value if isinstance(value, dict) else {})
    key = fields.get("key")
    if fields.get("format") == _FORMAT and fields.get("version") == 1 and isinstance(key, str):
        if is_key(key):
            return key
        raise BoardFileError(name, problem(tr("the key in this file is damaged")))
    raise BoardFileError(name, problem(tr("this is not a key file of PuzzleGUI")))
