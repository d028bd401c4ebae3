"""Controller of the gallery and the menu of recent files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from puzzlegui.core.file_errors import write_problem
from puzzlegui.core.files import file_digest
from puzzlegui.core.language import tr
from puzzlegui.documents.presets import PRESETS, local_preset
from puzzlegui.gui.files.file_commands import FileCommands
from puzzlegui.gui.gallery.gallery import Gallery
from puzzlegui.gui.gallery.user_boards import UserBoards
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import plain_tooltip


class RecentMenu(QMenu):
    """Menu of recent files.

    Signals:
        chosen: emitted with the path of a file to open.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Open &recent"), parent)
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
    """Lists boards in the gallery and opens, adds, renames and removes them.

    Args:
        window: parent of the dialogs.
        session: session whose document is opened and added.
        files: commands that open and save files.
        own: the user's own boards.
        gallery: gallery view.
        recent: menu of recent files.

    Signals:
        message: emitted with a text for the status bar.
    """

    message = Signal(str)

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
        gallery.rename_requested.connect(self.rename)
        gallery.remove_requested.connect(self.remove)
        self._path: Path | None = None
        self._choosing = False
        self.list_all()

    def list_all(self) -> None:
        """Update the gallery and the menu."""
        recent = [path for path in self._files.recent() if not self._user_boards.contains(path)]
        self._recent.show_paths(recent)
        self._gallery.list_boards(recent, self._user_boards.paths())

    def _setting_changed(self, name: str) -> None:
        if name == "recent" and not self._choosing:
            self.list_all()

    def _path_changed(self) -> None:
        path = self._session.document.path
        if path is None or path != self._path:
            self.mark_open()

    def mark_open(self) -> None:
        """Select the open board in the gallery."""
        document = self._session.document
        self._path = document.path
        if document.path is not None:
            self._gallery.select(document.path)
            return
        board = document.unedited_board
        self._gallery.select(next((name for name in PRESETS if local_preset(name) == board), ""))

    def _open(self, name: str) -> None:
        """Open a listed file without moving its item under the mouse."""
        self._choosing = True
        if Path(name) != self._session.document.path:
            self._files.open_path(name)
        self._choosing = False
        self.mark_open()

    def add_to_gallery(self) -> None:
        """Add the board to the user's own boards."""
        document = self._session.document
        if self._user_boards.contains(document.path):
            self._files.saving.save()
            return
        name = document.name if document.path is None else document.path.stem

        def keep() -> None:
            path = self._user_boards.add(document.board, name)
            if document.path is None:  # the gallery's file becomes that of the document
                document.mark_saved(path, digest=file_digest(path))

        self._do(keep, tr("Kept “{name}” in the gallery").format(name=name))

    def rename(self, name: str) -> None:
        """Ask for a new name of a user's board and rename it."""
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
        """Remove a user's board after confirmation."""
        path = Path(name)
        dialogs.ask_remove(
            self._window,
            path.stem,
            lambda: self._do(
                lambda: self._user_boards.remove(path),
                tr("Removed “{name}”").format(name=path.stem),
            ),
        )

    def _do(self, action: Callable[[], None], said: str) -> None:
        try:
            action()
        except OSError as error:
            text = write_problem(error, self._user_boards.folder)
            dialogs.show_problem(self._window, tr("Could not change the gallery"), text)
            return
        self.message.emit(said)
