"""Files that the program writes for itself: settings, best results, unsaved work and others.

Any program, disk or older version may have damaged them. What cannot be read is renamed, reported
once, and never overwritten; what a newer version has written stays as it is.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from puzzlegui.core import notices
from puzzlegui.core.file_errors import own_advice, reason_of
from puzzlegui.core.files import Buffer, lock_path, replace_file
from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.core.locks import TIMEOUT, aside_path, locked, set_aside

_VERSION = 1
"""Version of the program's own files; a file without a version has this one."""
_WRONG_KIND = (errno.EACCES, errno.EPERM, errno.EISDIR, errno.ELOOP, errno.ENXIO, errno.EINVAL)
"""Errors of reading that do not pass, unlike those of a slow or faulty disk."""
_log = logging.getLogger(__name__)
T = TypeVar("T")


@translated_fields
@dataclass(frozen=True)
class OwnFileTexts:
    """Statement about a file.

    Attributes:
        unreadable: sentence on a file that cannot be read, and its consequence.
        unwritable: sentence on a file that cannot be written, with ``{path}`` and ``{reason}``.
    """

    unreadable: Translatable
    unwritable: Translatable


class NewerVersionError(OSError):
    """Raised instead of overwriting a file that a newer version of the program has written."""


@dataclass(frozen=True)
class _Found(Generic[T]):
    """Content at the path of a file: its value, or the reason why it cannot be read."""

    value: T | None = None
    fault: Exception | None = None
    is_newer: bool = False


class OwnFile(Generic[T]):
    """File of the program's own.

    Args:
        path: the file; it and its folder need not exist.
        parse: returns the value of the content; raises any Exception if it is damaged.
        texts: what is said of the file.
        max_bytes: a larger file counts as damaged.

    Attributes:
        path: the file.
    """

    def __init__(
        self, path: Path, parse: Callable[[bytes], T], texts: OwnFileTexts, max_bytes: int
    ) -> None:
        self.path = path
        self._parse, self._texts, self._max_bytes = parse, texts, max_bytes

    def peek(self) -> T | None:
        """Return the value; None if there is none. Leave a damaged file where it is."""
        found = self._look()
        if found.fault is not None and not found.is_newer:
            _log.warning("%s cannot be read: %s", self.path, reason_of(found.fault))
        return found.value

    def read(self) -> T | None:
        """Return the value; None if there is none. Set a damaged file aside and report it."""
        found = self._look()
        if found.is_newer:
            self._report_newer()
        elif found.fault is not None:
            try:
                with locked(lock_path(self._real_path())):
                    return self._repaired(self._look()).value
            except OSError:
                pass  # reported, or the lock cannot be had: the file stays where it is
            report_unreadable(self._texts.unreadable, self.path, None)
        return found.value

    def update(
        self, change: Callable[[T | None], Iterable[Buffer]], timeout: float | None = None
    ) -> None:
        """Replace the content by new content, computed from the current value under a lock.

        Args:
            change: returns the new content; gets None if the file does not exist or was damaged.
            timeout: seconds to wait for other processes; None for the default.

        Raises:
            OSError: the file is not written, which was reported; it stays as it was.
        """
        key = "unwritten", self.path
        try:
            path = self._real_path()
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(lock_path(path), TIMEOUT if timeout is None else timeout):
                content = change(self._repaired(self._look()).value)
                replace_file(self._real_path(), content)
        except NewerVersionError:
            raise
        except OSError as error:
            report_unwritten(key, self._texts.unwritable, self.path, error)
            raise
        notices.clear(key)

    def keep_copy(self) -> None:
        """Keep a copy of the file that ``update`` is about to replace, and report it.

        Raises:
            OSError: no copy can be written.
        """
        aside = aside_path(self._real_path())
        replace_file(aside, [read_bounded(self.path, self._max_bytes)])
        report_unreadable(self._texts.unreadable, self.path, aside)

    def _real_path(self) -> Path:
        return Path(os.path.realpath(self.path))

    def _look(self) -> _Found[T]:
        try:
            content = read_bounded(self.path, self._max_bytes)
        except FileNotFoundError:
            return _Found()
        except OSError as error:
            return _Found(fault=error)
        is_newer = has_newer_version(content)
        try:
            return _Found(self._parse(content), is_newer=is_newer)
        except Exception as error:  # noqa: BLE001 - damaged content raises anything
            return _Found(fault=error, is_newer=is_newer)

    def _repaired(self, found: _Found[T]) -> _Found[T]:
        """Set a damaged file aside; raises OSError if that is impossible or unwise."""
        if found.is_newer:
            self._report_newer()
            raise NewerVersionError(errno.EPERM, os.strerror(errno.EPERM), str(self.path))
        if found.fault is None:
            return found
        if isinstance(found.fault, OSError) and found.fault.errno not in _WRONG_KIND:
            raise found.fault
        path = self._real_path()
        if path.is_symlink():  # links that lead nowhere
            path = self.path
        report_unreadable(self._texts.unreadable, self.path, set_aside(path))
        return _Found()

    def _report_newer(self) -> None:
        text = tr(
            "{path} is from a newer version of PuzzleGUI. It stays as it is, and changes are not "
            "saved."
        )
        notices.report(("newer", self.path), text.format(path=str(self.path)))


def read_bounded(path: Path, max_bytes: int) -> bytes:
    """Return the content of a regular file; never wait for a pipe or a device.

    Raises:
        OSError: it cannot be read, is no regular file, or is larger than ``max_bytes``.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags | getattr(os, "O_CLOEXEC", 0))
    try:
        status = os.fstat(handle)
        mode, size = status.st_mode, min(status.st_size, max_bytes)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            text = tr("this is a pipe or a device, not a file")
            raise OSError(errno.EINVAL, text, str(path))
        with os.fdopen(handle, "rb", closefd=False) as file:
            content = file.read(size + 1)  # which takes so much memory at once
            if len(content) > size:  # it is too large, or has grown
                content += file.read(max_bytes - size)
    finally:
        os.close(handle)
    if len(content) > max_bytes:
        raise OSError(errno.EINVAL, tr("the file is too large"), str(path))
    return content


def has_newer_version(content: bytes) -> bool:
    """Return True if the content is a JSON object with a version that is not known yet."""
    try:
        value = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    version = value.get("version") if isinstance(value, dict) else None
    return isinstance(version, int) and version > _VERSION


def move_aside(path: Path, sentence: str) -> None:
    """Set aside what cannot be read, and report it.

    Args:
        path: the file, or whatever has its name.
        sentence: sentence on what cannot be read, and the consequence.
    """
    aside = None
    try:
        aside = set_aside(path)
    except OSError as error:
        _log.warning("%s cannot be renamed: %s", path, reason_of(error))
    report_unreadable(sentence, path, aside)


def report_unreadable(sentence: str, path: Path, aside: Path | None) -> None:
    """Report that a file cannot be read.

    Args:
        sentence: sentence on the file and the consequence.
        path: the file.
        aside: where it was moved to; None if it is where it was.
    """
    kept = tr("The file is kept as {path}.") if aside is not None else tr("{path} stays as it is.")
    text = kept.format(path=str(aside or path))
    notices.report(("unreadable", path, aside), f"{sentence} {text}")


def report_unwritten(key: object, sentence: str, path: Path, error: OSError) -> None:
    """Report that a file of the program's own cannot be written.

    Args:
        key: identifies the fault, to be cleared when the file is written.
        sentence: sentence with ``{path}`` and ``{reason}``.
        path: the file or folder.
        error: the failure.
    """
    text = sentence.format(path=str(path), reason=reason_of(error))
    notices.report(key, f"{text} {own_advice(error)}".rstrip())
