"""Refusal of outputs that would replace a file that the user wants to keep."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.language import tr


def check_not_input(output: Path, inputs: Iterable[Path | int]) -> None:
    """Raise PuzzleError if an output is one of the inputs, under whatever name.

    Symbolic and hard links are followed. Devices and pipes can be both.

    Args:
        output: path of the file to be written; it need not exist.
        inputs: paths of files, which need not exist, or open descriptors.
    """
    identity = _identity(output)
    if identity is not None and any(_identity(each) == identity for each in inputs):
        text = tr("{path}: is a source of the result, so it was not replaced. Choose another name.")
        raise PuzzleError(text.format(path=str(output)))


def check_distinct(outputs: Iterable[Path]) -> None:
    """Raise PuzzleError if two outputs are the same file, so that only the last would remain."""
    found: set[object] = set()
    for output in outputs:
        identity = _identity(output) or os.path.realpath(output)
        if identity in found and (output.is_file() or not output.exists()):
            text = tr("{path}: is the name of two outputs. Choose another name for one of them.")
            raise PuzzleError(text.format(path=str(output)))
        found.add(identity)


def check_derived(outputs: Iterable[Path], *, force: bool) -> None:
    """Raise PuzzleError if a file exists whose name the user has not written.

    Args:
        outputs: files to be written whose names are derived from another name.
        force: True if the user allows replacing them.
    """
    for output in outputs:
        if not force and os.path.lexists(output):
            text = tr(
                "{path}: exists and was not replaced. Use --force to replace it, or choose "
                "another name."
            )
            raise PuzzleError(text.format(path=str(output)))


class ReadFiles:
    """Files that a program has read, found in constant time by any of their names."""

    def __init__(self) -> None:
        self._files: dict[object, tuple[Path, object]] = {}

    def add(self, path: Path, kind: object = None) -> None:
        """Add a file; ``kind`` describes its content."""
        if (identity := _identity(path)) is not None:
            entry = (path.absolute(), kind)
            self._files[os.path.realpath(path)] = self._files[identity] = entry

    def paths_of(self, output: Path, besides: object = None) -> list[Path]:
        """Return the paths by which a file was read, unless its content is of a certain kind."""
        entries = [self._files.get(key) for key in (os.path.realpath(output), _identity(output))]
        return [path for path, kind in filter(None, entries) if kind is None or kind != besides]


def _identity(file: Path | int) -> tuple[int, int] | None:
    """Return what identifies a regular file; None if there is no such file."""
    try:
        found = os.stat(file)  # noqa: PTH116 - may be a descriptor
    except (OSError, ValueError):  # no such file; ValueError for a NUL in the name
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
