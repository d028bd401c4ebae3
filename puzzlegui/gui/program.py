"""The windows of the program, which share its folders."""

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
from puzzlegui.solvers import stored

_APART = QPoint(32, 32)
"""From one new window to the next, so that none hides another."""
_log = logging.getLogger(__name__)


class Program(QObject):
    """Opens windows and closes them all.

    Args:
        folders: where they keep what they keep.

    Attributes:
        windows: those that are open, the oldest first.
    """

    def __init__(self, folders: Folders) -> None:
        super().__init__()
        self.windows: list[MainWindow] = []
        self._folders = folders
        self._settings = Settings(folders.settings, self)
        self._settings.changed.connect(self._limit_tables)
        self._limit_tables(stored.LIMIT_SETTING)
        self._initial_contents: dict[MainWindow, tuple[Board, Solution | None]] = {}
        """Windows that were opened with nothing in particular, and what they showed."""

    def open_window(self, loaded: Loaded | None = None) -> MainWindow:
        """Show another window, with a sound document if one is given."""
        given = loaded is not None
        if not given and not self.windows:
            loaded = LastBoard(self._folders.data, self._settings).load()
        solution = loaded if loaded is not None and isinstance(loaded.content, Solution) else None
        board = None if loaded is None else loaded.valid_board()
        window = MainWindow(board, self._folders)
        if self.windows:
            self._move_beside(window, self.windows[-1])
        self.windows.append(window)
        window.closed.connect(lambda: self._forget(window))
        window.window_wanted.connect(self.open_window)
        window.quit_wanted.connect(lambda: self.quit(window))
        if loaded is not None and solution is None:
            window.files.start_with(loaded)
        window.show()
        if solution is not None:  # with the window behind it, since replaying may take long
            window.files.start_with(solution)
        if not given:
            self._initial_contents[window] = window.board(), window.solution()
        return window

    def open_file(self, name: str) -> None:
        """Open what the desktop asks for: in the window that has it, or else in one of its own."""
        path = Path(name)
        window = next((each for each in self.windows if each.document().path == path), None)
        if window is not None:
            _bring_forward(window)
            return
        window = self._untouched_window() or self.open_window()
        self._initial_contents.pop(window, None)
        # Not while the event is dealt with: a file that takes long is waited for in the window.
        QTimer.singleShot(0, window, lambda: window.open_path(path))

    def _limit_tables(self, setting: str) -> None:
        if setting == stored.LIMIT_SETTING:
            stored.set_disk_limit(self._settings[stored.LIMIT_SETTING])

    def _forget(self, window: MainWindow) -> None:
        self.windows.remove(window)
        self._initial_contents.pop(window, None)
        window.deleteLater()

    @staticmethod
    def _move_beside(window: MainWindow, other: MainWindow) -> None:
        """Do not let a new window lie exactly over another, whose place it remembers."""
        geometry.move_to(window, other.pos() + _APART)

    def _untouched_window(self) -> MainWindow | None:
        """A window in which nothing was done yet."""
        for window, (board, solution) in self._initial_contents.items():
            if window.board() is board and not window.is_in_use(solution):
                return window
        return None

    # --- what a crash has left ---

    def offer_recovery(self) -> None:
        """Ask about work that a crash has left unsaved, if there is any."""
        left = [work for work in autosave.unsaved(self._folders.recovery) if work.claim()]
        if not left:
            return

        def answered(restore: bool) -> None:
            if restore:
                self._restore(left)
                return
            for work in left:
                work.forget()

        _log.info("unsaved work is offered: %s", "; ".join(work.describe() for work in left))
        dialogs.ask_recover(self.windows[0], [work.describe() for work in left], answered)

    def _restore(self, left: list[autosave.RecoverableWork]) -> None:
        """Show the first piece of work in a window, and the others one after another."""
        work, *others = left
        window = self._untouched_window() or self.open_window()
        self._initial_contents.pop(window, None)
        window.recover(work)
        if others:
            QTimer.singleShot(0, self, lambda: self._restore(others))

    # --- what a kill has left ---

    def tidy(self) -> threading.Thread:
        """Remove what a killed program was writing; in a thread, since a disk may be slow."""
        folders = self._folders
        known = [Path(line).parent for line in self._settings["recent"].splitlines() if line]
        known += [folders.settings, folders.data, user_boards.boards_folder(folders.data)]
        known += [folders.recovery, stored.folder()]
        known += [Path(name) for name in (self._settings["folder"],) if name]

        def work() -> None:
            with suppress(OSError):  # on a full disk none can be found
                known.append(Path(tempfile.gettempdir()))
            for folder in dict.fromkeys(known):
                remove_leftovers(folder)
            stored.evict_old_tables()

        thread = threading.Thread(target=work, name="leftovers", daemon=True)
        thread.start()
        return thread

    # --- quitting ---

    def quit(self, first: MainWindow | None = None) -> None:
        """Close all windows, after each with unsaved work has asked about it.

        As long as one is asking, those with nothing to lose stay open, in case it is cancelled.

        Args:
            first: is asked before the others.
        """
        unsaved = [window for window in self.windows if window.is_unsaved()]
        if not unsaved:
            for window in list(self.windows):
                window.close()
            return
        window = first if first in unsaved and first is not None else unsaved[0]
        _bring_forward(window)
        window.close_then(self.quit)


def _bring_forward(window: MainWindow) -> None:
    if window.isMinimized():
        window.showNormal()
    window.raise_()
    window.activateWindow()
