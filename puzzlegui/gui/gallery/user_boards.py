"""The user's own boards, stored as files in a folder of the program."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.board import Board
from puzzlegui.core.files import write_file
from puzzlegui.core.locks import locked
from puzzlegui.documents.boardfile import SUFFIX, dump_board
from puzzlegui.gui.desktop.paths import safe_filename

_FOLDER = "boards"
_TIMEOUT = 2.0
"""Seconds to wait for another process that adds a board."""


class _ChangeNotifier(QObject):
    """Notifies all windows of changed boards."""

    changed = Signal()


@cache
def _notifier() -> _ChangeNotifier:
    return _ChangeNotifier()


class UserBoards:
    """The user's own boards.

    Args:
        data: folder for the user's data; need not exist.

    Attributes:
        changed: signal that is emitted when boards were changed in any window.
    """

    def __init__(self, data: Path) -> None:
        self.folder = boards_folder(data)
        self.changed = _notifier().changed

    def paths(self) -> list[Path]:
        """Return the files sorted by name."""
        try:
            found = [path for path in self.folder.iterdir() if path.suffix == SUFFIX]
        except OSError:  # it need not exist
            return []
        return sorted(found, key=lambda path: path.stem.casefold())

    def contains(self, path: Path | None) -> bool:
        """Return True if a file is a user's board."""
        return path is not None and path.parent == self.folder

    def add(self, board: Board, name: str) -> Path:
        """Write a board to a new file and return its path.

        Raises:
            OSError: the file cannot be written.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._locked():
            path = self._unused_path(name)
            write_file(path, dump_board(board).encode())
        self.changed.emit()
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Rename a board's file and return its path.

        Raises:
            OSError: the file cannot be renamed.
        """
        if safe_filename(name) == path.stem:
            return path
        with self._locked():
            renamed = path.rename(self._unused_path(name))
        self.changed.emit()
        return renamed

    def remove(self, path: Path) -> None:
        """Remove a board's file.

        Raises:
            OSError: the file cannot be removed.
        """
        path.unlink(missing_ok=True)
        self.changed.emit()

    def _locked(self) -> AbstractContextManager[None]:
        """Keep other processes from using the same name; raises OSError."""
        return locked(self.folder / ".puzzlegui-lock", _TIMEOUT)

    def _unused_path(self, name: str) -> Path:
        """Return the path of a file that does not exist yet."""
        stem, number = safe_filename(name), 1
        path = self.folder / f"{stem}{SUFFIX}"
        while os.path.lexists(path):
            number += 1
            path = self.folder / f"{stem} {number}{SUFFIX}"
        return path


def boards_folder(data: Path) -> Path:
    """Return the folder of the boards within the folder for the user's data."""
    return data / _FOLDER
