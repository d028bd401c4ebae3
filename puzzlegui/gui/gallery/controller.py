"""What the gallery does: it lists what was opened last and what one keeps, and opens it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from puzzlegui.core.files import file_digest
from puzzlegui.core.language import tr
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.gui.files.file_commands import FileCommands
from puzzlegui.gui.gallery.gallery import Gallery
from puzzlegui.gui.gallery.user_boards import UserBoards
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import plain_tooltip


class RecentMenu(QMenu):
    """A menu with an entry for each.

    Signals:
        chosen: the path of the file that the user wants to open.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Open &recent", parent)
        self.setToolTipsVisible(True)
        self.triggered.connect(self._choose)

    def show_paths(self, paths: Sequence[Path]) -> None:
        """List files, the latest first."""
        self.clear()
        for path in paths:
            action = self.addAction(path.name.replace("&", "&&"))
            action.setToolTip(plain_tooltip(str(path)))
            action.setData(str(path))
        self.setEnabled(not self.isEmpty())

    def _choose(self, action: QAction) -> None:
        self.chosen.emit(action.data())


class GalleryController(QObject):
    """Boards that are there to be opened.

    Args:
        window: dialogs belong to it.
        session: whose document is opened and kept.
        files: open and save.
        own: the user's own boards.
        gallery: lists all.
        recent: lists files opened last.

    Signals:
        said: something for the status bar.
    """

    said = Signal(str)

    def __init__(
        self,
        window: QWidget,
        session: Session,
        files: FileCommands,
        own: UserBoards,
        gallery: Gallery,
        recent: RecentMenu,
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._files = window, session, files
        self._user_boards, self._gallery, self._recent = own, gallery, recent
        own.changed.connect(self.list_all)
        session.settings.changed.connect(self._setting_changed)
        session.replaced.connect(self.mark_open)
        session.document.path_changed.connect(self._path_changed)
        recent.chosen.connect(self._open)
        gallery.file_chosen.connect(self._open)
        gallery.rename_wanted.connect(self.rename)
        gallery.remove_wanted.connect(self.remove)
        self._path: Path | None = None
        self._choosing = False
        self.list_all()

    def list_all(self) -> None:
        """List what there is now."""
        recent = [path for path in self._files.recent() if not self._user_boards.has(path)]
        self._recent.show_paths(recent)
        self._gallery.list_boards(recent, self._user_boards.paths())

    def _setting_changed(self, name: str) -> None:
        if name == "recent" and not self._choosing:
            self.list_all()

    def _path_changed(self) -> None:
        if self._session.document.path != self._path:
            self.mark_open()

    def mark_open(self) -> None:
        """Mark in the gallery what was opened, or where it was saved since."""
        document = self._session.document
        self._path = document.path
        if document.path is not None:
            self._gallery.select(document.path)
            return
        board = document.board
        self._gallery.select(next((name for name in PRESETS if load_preset(name) == board), ""))

    def _open(self, name: str) -> None:
        """Open a file that is listed; it stays where it is, under the mouse."""
        self._choosing = True
        if Path(name) != self._session.document.path:
            self._files.open_path(name)
        self._choosing = False
        self.mark_open()

    def keep(self) -> None:
        """Keep the board in the user's own gallery."""
        document = self._session.document
        if self._user_boards.has(document.path):
            self._files.saving.save()
            return
        name = document.name if document.path is None else document.path.stem

        def keep() -> None:
            path = self._user_boards.keep(document.board, name)
            if document.path is None:  # that is where it is saved from now on
                document.mark_saved(path, digest=file_digest(path))

        self._do(keep, tr("Kept “{name}” in the gallery").format(name=name))

    def rename(self, name: str) -> None:
        """Call one of the user's own boards otherwise."""
        path, document = Path(name), self._session.document
        wanted = dialogs.ask_board_name(self._window, path.stem)
        if not wanted:
            return

        def rename() -> None:
            was_open = document.path == path
            renamed = self._user_boards.rename(path, wanted)
            if was_open:
                document.set_path(renamed)

        self._do(rename, tr("Renamed to “{name}”").format(name=wanted))

    def remove(self, name: str) -> None:
        """Take one of the user's own boards away, once that was confirmed."""
        path = Path(name)
        dialogs.ask_remove(
            self._window,
            path.stem,
            lambda: self._do(
                lambda: self._user_boards.remove(path), tr("Removed “{name}”").format(name=path.stem)
            ),
        )

    def _do(self, action: Callable[[], None], said: str) -> None:
        try:
            action()
        except OSError as error:
            text = f"{self._user_boards.folder}: {error.strerror or error}"
            dialogs.show_problem(self._window, tr("Could not change the gallery"), text)
            return
        self.said.emit(said)
