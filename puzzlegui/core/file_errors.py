"""Texts about failures of the file system: what happened, what was kept, and what to do."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path

from puzzlegui.core.language import Translatable, gettext_noop, tr, translated_fields


@translated_fields
@dataclass(frozen=True)
class _Row:
    """Texts about an error number.

    Attributes:
        reason: what happened, without a full stop.
        advice: what to do about a file that the user has chosen.
        own_advice: what to do about a file of the program's own.
    """

    reason: Translatable
    advice: Translatable = ""
    own_advice: Translatable = ""


_ROOM = gettext_noop("Free some space and try again.")
_OWN_ROOM = gettext_noop("Free some space; PuzzleGUI will try again.")
_ELSEWHERE = gettext_noop("Choose another folder, or allow writing to this one.")
_OWN_ALLOW = gettext_noop("Allow PuzzleGUI to write there; it will try again.")
_LATER = gettext_noop("Try again in a moment.")
_DENIED = _Row("Permission denied", _ELSEWHERE, _OWN_ALLOW)
_ROWS = {
    errno.ENOSPC: _Row("No space left on device", _ROOM, _OWN_ROOM),
    errno.EDQUOT: _Row("Disk quota exceeded", _ROOM, _OWN_ROOM),
    errno.EFBIG: _Row("File too large", _ROOM, _OWN_ROOM),
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: _Row("Read-only file system", _ELSEWHERE, _OWN_ALLOW),
    errno.EIO: _Row("Input/output error", "Check the disk, or choose another.", "Check the disk."),
    errno.ENOENT: _Row("No such file or directory", "Check the name and its folder."),
    errno.EISDIR: _Row("Is a directory", "Choose another name."),
    errno.ENAMETOOLONG: _Row("File name too long", "Choose a shorter name."),
    errno.ELOOP: _Row("Too many levels of symbolic links", "Choose another name."),
    errno.ETIMEDOUT: _Row("Another program is writing it", _LATER, _LATER),
}  # fmt: skip
"""Texts by error number; other errors have the words of the operating system, and no advice."""


def reason_of(error: BaseException) -> str:
    """Return the reason of a failure in a few words, without a full stop."""
    row = _row(error)
    if row is not None:
        return row.reason
    return str(getattr(error, "strerror", None) or error)


def own_advice(error: BaseException) -> str:
    """Return a sentence on what to do about a file of the program's own; may be empty."""
    row = _row(error)
    return "" if row is None else row.own_advice


def write_problem(error: BaseException, path: Path | str | None = None) -> str:
    """Return the message that a file chosen by the user could not be written.

    Args:
        error: the failure; a message for users is returned unchanged.
        path: the file; None if the error names it, or if there is none.
    """
    if not isinstance(error, OSError):
        return str(error)
    row = _row(error)
    path = path or error.filename or ""
    text = reason_of(error)
    if path and row is not None:
        template = tr("{path}: {reason}, so the file stays as it was.")
        text = template.format(path=str(path), reason=text)
    elif path:
        text = f"{path}: {text}"
    elif row is not None:
        text = f"{text}."
    return f"{text} {row.advice}".rstrip() if row is not None else text


def _row(error: BaseException) -> _Row | None:
    return _ROWS.get(error.errno or 0) if isinstance(error, OSError) else None
