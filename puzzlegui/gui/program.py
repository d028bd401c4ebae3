"""Management of the program's open windows."""

from __future__ import annotations

import logging
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QTimer

from puzzlegui.core.board import Board
from puzzlegui.core.files import remove_leftovers
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.folders import Folders
from puzzlegui.gui.desktop import geometry
from puzzlegui.gui.files import autosave
from puzzlegui.gui.files.last_board import LastBoard
from puzzlegui.gui.gallery import user_boards
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.widgets import dialogs
from puzzlegui.solvers import table_store

_APART = QPoint(32, 32)
"""Offset between new windows, so that none hides another."""
_log = logging.getLogger(__name__)


class Program(QObject):
    """Opens and closes windows.

    Args:
        folders: folders of settings and data.

    Attributes:
        windows: open windows, the oldest first.
        restarting: True if the program is to start again once all windows are closed.
    """

    def __init__(self, folders: Folders) -> None:
        super().__init__()
        self.windows: list[MainWindow] = []
        self.restarting = False
        self._folders = folders
        self._settings = Settings(folders.settings, self)
        self._settings.changed.connect(self._limit_tables)
        self._limit_tables(table_store.LIMIT_SETTING)
        self._initial_contents: dict[MainWindow, tuple[Board, Solution | None]] = {}
        """Initial board and solution of windows that were opened without a document."""

    def open_window(self, loaded: Loaded | None = None) -> MainWindow:
        """Show another window, with a document without problems if given."""
        given = loaded is not None
        if not given and not self.windows:
            loaded = LastBoard(self._folders.data, self._settings).load()
        solution = loaded if loaded is not None and isinstance(loaded.content, Solution) else None
        book = loaded if loaded is not None and loaded.book is not None else None
        board = None if loaded is None or book is not None else loaded.valid_board()
        window = MainWindow(board, self._folders)
        if self.windows:
            self._move_beside(window, self.windows[-1])
        self.windows.append(window)
        window.closed.connect(lambda: self._forget(window))
        window.window_requested.connect(self.open_window)
        window.quit_requested.connect(lambda: self.quit(window))
        window.options.restart_requested.connect(lambda: self.quit(window, restart=True))
        if board is not None and loaded is not None and solution is None:
            window.files.importer.start_with(loaded)
        window.show()
        if book is not None:
            window.commands.books.show_loaded(book)
        if solution is not None:  # after the window is shown, because replaying may take long
            window.files.importer.start_with(solution)
        if not given:
            self._initial_contents[window] = window.board(), window.solution()
        return window

    def open_file(self, name: str) -> None:
        """Open a file for the desktop, in the window that has it or in an unused window."""
        path = Path(name)
        window = next((each for each in self.windows if each.document().path == path), None)
        if window is not None:
            _bring_forward(window)
            return
        window = self._untouched_window() or self.open_window()
        self._initial_contents.pop(window, None)
        # After the event: loading may take long and blocks in a nested event loop.
        QTimer.singleShot(0, window, lambda: window.open_path(path))

    def _limit_tables(self, setting: str) -> None:
        if setting == table_store.LIMIT_SETTING:
            table_store.set_disk_limit(self._settings[table_store.LIMIT_SETTING])

    def _forget(self, window: MainWindow) -> None:
        self.windows.remove(window)
        self._initial_contents.pop(window, None)
        window.deleteLater()

    @staticmethod
    def _move_beside(window: MainWindow, other: MainWindow) -> None:
        """Move a new window away from another with the same remembered position."""
        geometry.move_to(window, other.pos() + _APART)

    def _untouched_window(self) -> MainWindow | None:
        """Return a window in which nothing was done yet."""
        for window, (board, solution) in self._initial_contents.items():
            if window.board() is board and not window.is_in_use(solution):
                return window
        return None

    # --- recovery after a crash ---

    def offer_recovery(self) -> None:
        """Ask whether to open work left unsaved by a crash, if there is any."""
        left = [work for work in autosave.find_recoverable(self._folders.recovery) if work.claim()]
        if not left:
            return

        def answered(restore: bool) -> None:
            if restore:
                self._restore(left)
                return
            for work in left:
                work.discard()

        _log.info("unsaved work is offered: %s", "; ".join(work.describe() for work in left))
        dialogs.ask_recover(self.windows[0], [work.describe() for work in left], answered)

    def _restore(self, left: list[autosave.RecoverableWork | autosave.RecoverableBook]) -> None:
        """Open the first piece of work in a window, then the others."""
        work, *others = left
        if isinstance(work, autosave.RecoverableBook):
            self.windows[0].commands.books.recover(work)
        else:
            window = self._untouched_window() or self.open_window()
            self._initial_contents.pop(window, None)
            window.recover(work)
        if others:
            QTimer.singleShot(0, self, lambda: self._restore(others))

    # --- temporary files of killed processes ---

    def remove_leftovers(self) -> threading.Thread:
        """Remove temporary files of killed processes in a thread, because a disk may be slow."""
        folders = self._folders
        known = [Path(line).parent for line in self._settings["recent"].splitlines() if line]
        known += [folders.settings, folders.data, user_boards.boards_folder(folders.data)]
        known += [folders.recovery, table_store.folder()]
        known += [Path(name) for name in (self._settings["folder"],) if name]

        def work() -> None:
            with suppress(OSError):  # gettempdir fails on a full disk
                known.append(Path(tempfile.gettempdir()))
            for folder in dict.fromkeys(known):
                remove_leftovers(folder)
            table_store.evict_old_tables()

        thread = threading.Thread(target=work, name="leftovers", daemon=True)
        thread.start()
        return thread

    # --- quitting ---

    def quit(self, first: MainWindow | None = None, *, restart: bool = False) -> None:
        """Close all windows, asking each about its unsaved work first.

        While a window asks, those without unsaved work stay open, in case the user cancels.

        Args:
            first: window to ask first.
            restart: start the program again afterwards.
        """
        unsaved = [window for window in self.windows if window.is_unsaved()]
        if not unsaved:
            self.restarting = restart
            for window in list(self.windows):
                window.close()
            return
        window = first if first in unsaved and first is not None else unsaved[0]
        _bring_forward(window)
        window.close_then(lambda: self.quit(restart=restart))


def _bring_forward(window: MainWindow) -> None:
    if window.isMinimized():
        window.showNormal()
    window.raise_()
    window.activateWindow()
