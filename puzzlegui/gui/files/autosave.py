"""Keeping unsaved work on disk, so that a crash costs three seconds of it at most."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QStandardPaths, QTimer

from puzzlegui.core.board import Board
from puzzlegui.core.files import write_file
from puzzlegui.documents.boardfile import BOARD_FORMAT, MOST_BYTES, dump_board, parse
from puzzlegui.gui.files.document import Document

_DELAY_MS = 2500
"""From a change to its being kept, other changes in between with it."""
_SUFFIX, _LOCK = ".unsaved", ".lock"


def folder() -> Path:
    """Where unsaved work is kept."""
    data = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)
    return Path(data) / "recovery"


class Autosave(QObject):
    """Keeps the unsaved changes of one document; a lock file says that it is alive."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._path = folder() / f"{random.getrandbits(128):032x}{_SUFFIX}"
        self._lock: QLockFile | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY_MS)
        self._timer.timeout.connect(self._keep)
        document.board_changed.connect(self._changed)
        document.replaced.connect(self._changed)
        document.title_changed.connect(self._changed)

    def _changed(self) -> None:
        if not self._document.modified:
            self.forget()
        elif not self._timer.isActive():
            self._timer.start()

    def _keep(self) -> None:
        """Write the board, after a line that says where it belongs; silent if it cannot be."""
        path = self._document.path
        head = {"path": str(path) if path else "", "time": time.time()}
        try:
            if self._lock is None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = QLockFile(str(self._path.with_suffix(_LOCK)))
                self._lock.tryLock(0)
            text = f"{json.dumps(head)}\n{dump_board(self._document.board)}"
            write_file(self._path, text.encode())
        except OSError:
            pass  # no room, no rights: the user's own saving will say so

    def forget(self) -> None:
        """There is nothing unsaved: remove what was kept."""
        self._timer.stop()
        if self._lock is not None:
            self._path.unlink(missing_ok=True)
            self._lock.unlock()
            self._lock = None


@dataclass(frozen=True)
class Unsaved:
    """Work that a program which is no longer there has left.

    Attributes:
        kept: the file it is kept in.
        board: the board.
        path: the file it belongs to, None if it was never saved.
        time: when it was kept, in seconds since 1970.
    """

    kept: Path
    board: Board
    path: Path | None
    time: float

    def describe(self) -> str:
        """Its title and its date."""
        name = self.path.name if self.path else self.board.title or "A board without a title"
        return f"{name}, {time.strftime('%Y-%m-%d %H:%M', time.localtime(self.time))}"

    def forget(self) -> None:
        """Remove it."""
        self.kept.unlink(missing_ok=True)
        self.kept.with_suffix(_LOCK).unlink(missing_ok=True)


def unsaved() -> Iterator[Unsaved]:
    """What was left behind, the latest first."""
    found = []
    for kept in folder().glob(f"*{_SUFFIX}"):
        lock = QLockFile(str(kept.with_suffix(_LOCK)))
        lock.setStaleLockTime(0)  # stale only if its process is gone
        if not lock.tryLock(0):
            continue
        lock.unlock()
        if (left := _read(kept)) is not None:
            found.append(left)
    yield from sorted(found, key=lambda left: -left.time)


def _read(kept: Path) -> Unsaved | None:
    try:
        with kept.open("rb") as file:
            head, text = file.read(MOST_BYTES[BOARD_FORMAT]).decode().split("\n", 1)
        fields = json.loads(head)
        path, moment = str(fields["path"]), float(fields["time"])
        board = parse(text, "unsaved work").content  # which may be anything but sound
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not isinstance(board, Board):
        return None
    return Unsaved(kept, board, Path(path) if path else None, moment)
