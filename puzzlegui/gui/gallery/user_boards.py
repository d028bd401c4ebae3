"""The user's own gallery: boards kept in a folder of the program, a file each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from puzzlegui.core.board import Board
from puzzlegui.core.files import write_file
from puzzlegui.documents.boardfile import SUFFIX, dump_board
from puzzlegui.gui.desktop.paths import safe_filename

_FOLDER = "boards"


class _ChangeNotifier(QObject):
    """Tells all windows of a change."""

    changed = Signal()


@cache
def _notifier() -> _ChangeNotifier:
    return _ChangeNotifier()


class UserBoards:
    """The boards in the folder.

    Args:
        data: the program's folder for what the user has made; need not exist.

    Attributes:
        changed: a signal: they are others, here or in another window.
    """

    def __init__(self, data: Path) -> None:
        self.folder = boards_folder(data)
        self.changed = _notifier().changed

    def paths(self) -> list[Path]:
        """Their files, by name."""
        try:
            found = [path for path in self.folder.iterdir() if path.suffix == SUFFIX]
        except OSError:  # it need not exist
            return []
        return sorted(found, key=lambda path: path.stem.casefold())

    def has(self, path: Path | None) -> bool:
        """Whether a file is one of them."""
        return path is not None and path.parent == self.folder

    def keep(self, board: Board, name: str) -> Path:
        """Write a board beside the others; gives its file.

        Raises:
            OSError: it cannot be written.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._unused_path(name)
        write_file(path, dump_board(board).encode())
        self.changed.emit()
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Call one of them otherwise; gives its file.

        Raises:
            OSError: it cannot be renamed.
        """
        if safe_filename(name) == path.stem:
            return path
        renamed = path.rename(self._unused_path(name))
        self.changed.emit()
        return renamed

    def remove(self, path: Path) -> None:
        """Take one of them away.

        Raises:
            OSError: it cannot be removed.
        """
        path.unlink(missing_ok=True)
        self.changed.emit()

    def _unused_path(self, name: str) -> Path:
        """A file of that name which is not there yet."""
        stem, number = safe_filename(name), 1
        path = self.folder / f"{stem}{SUFFIX}"
        while path.exists():
            number += 1
            path = self.folder / f"{stem} {number}{SUFFIX}"
        return path


def boards_folder(data: Path) -> Path:
    """Where the boards are, in the program's folder for what the user has made."""
    return data / _FOLDER
