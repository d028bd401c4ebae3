"""The file of the settings is looked through before Qt reads it."""

from __future__ import annotations

import logging
import re
import sys
from pathlib import Path

from puzzlegui.core.files import open_file, write_file
from puzzlegui.core.settingsfile import FILE

_log = logging.getLogger(__name__)
_MOST_READ = 1 << 20
"""Bytes; there are far fewer in any file that is sound."""
_FOREIGN = re.compile(r"@(?:Variant|DateTime)\(")
"""Values that the program never writes; for four bytes in one, Qt asks for gigabytes and aborts."""
_CODE = re.compile(r"\\x([0-9a-fA-F]{1,6})|\\([0-7]{1,3})")
_DROPPED = re.compile(r'\\[^"\\abfnrtvx0-7]|["\\\s]')


def make_safe(folder: Path) -> bool:
    """Remove from the file what no program of this name has written, before Qt reads it.

    Args:
        folder: that of the settings; need not exist.

    Returns:
        Whether the file may be read.
    """
    path = folder / FILE
    try:
        with open_file(path) as file:
            data = file.read(_MOST_READ + 1)
    except FileNotFoundError:
        return True
    except (OSError, ValueError) as error:
        _log.warning("%s cannot be read: %s", path, error)
        return False
    whole = len(data) <= _MOST_READ
    lines = re.sub(rb"\\\r?\n", b"", data).splitlines(keepends=True) if whole else []
    sound = [line for line in lines if not _is_foreign(line.decode("latin-1"))]
    if whole and len(sound) == len(lines):
        return True
    _log.warning("%s held what the program has not written; that is removed", path)
    try:
        write_file(path, *sound)
    except OSError as error:
        _log.warning("%s cannot be written: %s", path, error.strerror or error)
        return False
    return True


def _is_foreign(line: str) -> bool:
    """Whether a line holds such a value, however it is written."""
    if "@" not in line and "\\" not in line:
        return False
    text = _CODE.sub(_sign, line)
    kept = text.replace("\\", "").replace('"', "")
    return any(_FOREIGN.search(each) for each in (text, kept, _DROPPED.sub("", text)))


def _sign(code: re.Match[str]) -> str:
    """The sign that an escape stands for."""
    return chr(int(code[1], 16) % (sys.maxunicode + 1) if code[1] else int(code[2], 8))
