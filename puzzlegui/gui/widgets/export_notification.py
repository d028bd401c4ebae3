"""Status bar notification after an export, with buttons to open the file or its folder."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QProcess, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.desktop import dbus as desktop_bus
from puzzlegui.gui.desktop.paths import open_externally
from puzzlegui.gui.style import spacing

_FILE_MANAGER = (
    "org.freedesktop.FileManager1",
    "/org/freedesktop/FileManager1",
    "org.freedesktop.FileManager1",
    "ShowItems",
)


class ExportNotification(QWidget):
    """Notification with the name of an exported file.

    Signals:
        message: emitted with an error message.
    """

    message = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._path = Path()
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setObjectName("writtenLabel")
        self.open = QToolButton()
        self.open.setText(tr("Open"))
        self.open.setObjectName("openWrittenButton")
        self.open.setToolTip(tr("Open the file in its default program"))
        self.folder = QToolButton()
        self.folder.setText(tr("Show in folder"))
        self.folder.setObjectName("showWrittenButton")
        self.folder.setToolTip(tr("Show the file in its folder"))
        self.dismiss = QToolButton()
        self.dismiss.setObjectName("dismissWrittenButton")
        self.dismiss.setText("×")
        self.dismiss.setAccessibleName(tr("Close"))
        self.dismiss.setToolTip(tr("Close (Esc)"))
        row = QHBoxLayout(self)
        row.setContentsMargins(spacing.NEAR, 0, 0, 0)
        for widget in (self._label, self.open, self.folder, self.dismiss):
            row.addWidget(widget)
        for button in (self.open, self.folder, self.dismiss):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for button in (self.open, self.folder):
            button.setProperty("framed", True)
        self.open.clicked.connect(self._open)
        self.folder.clicked.connect(self._show_in_folder)
        self.dismiss.clicked.connect(self.hide)
        self.hide()

    def show_file(self, path: Path) -> None:
        """Show the notification for an exported file."""
        self._path = path
        self._label.setText(tr("Exported {name}").format(name=path.name))
        self.show()

    def _open(self) -> None:
        if self._is_there() and not open_externally(self._path):
            self.message.emit(tr("No program found to open {name}").format(name=self._path.name))

    def _show_in_folder(self) -> None:
        if not self._is_there():
            return
        path = self._path
        if sys.platform == "win32":
            QProcess.startDetached("explorer", ["/select,", str(path)])
        elif sys.platform == "darwin":
            QProcess.startDetached("open", ["-R", str(path)])
        else:
            self._ask_file_manager()

    def _ask_file_manager(self) -> None:
        """Let the file manager select the file; open the folder if there is none."""
        items = [self._path.absolute().as_uri()]
        if not desktop_bus.call_method(self, _FILE_MANAGER, [items, ""], self._pointed_at):
            self._open_folder()

    def _pointed_at(self, answer: list[object] | None) -> None:
        if answer is None:
            self._open_folder()

    def _open_folder(self) -> None:
        if not open_externally(self._path.parent):
            self.message.emit(
                tr("Could not open the folder {parent}").format(parent=str(self._path.parent))
            )

    def _is_there(self) -> bool:
        if self._path.exists():
            return True
        self.message.emit(tr("{name} no longer exists").format(name=self._path.name))
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
