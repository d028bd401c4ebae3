"""What the windows beside the main one have in common: actions, a toolbar, files they write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QToolBar, QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.actions.table import Actions, ActionTable
from puzzlegui.gui.desktop import geometry
from puzzlegui.gui.desktop.places import usual_folder
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Job, Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import OneLine
from puzzlegui.gui.widgets.export_notification import ExportNotification
from puzzlegui.gui.widgets.waiting import Waiting

_SAID_MS = 5000
LONG = 3.0
"""Seconds after which work that runs is not ended without a question."""

Writing = Callable[[Job], None]
"""Writes a file in the worker; reports to the job, and raises OSError or PuzzleError."""


class SideWindow(QMainWindow):
    """A window beside the main one, with menus and a toolbar made from a table of actions.

    Args:
        name: of the window, before ``Window``, ``Toolbar`` and ``Status`` in the object names.
        settings: of the program.
        parent: the window that it belongs to.

    Attributes:
        settings: of the program.
        worker: does what takes long.
        status: what is said at the bottom.
        exported: names the file that was written last, and opens it.
    """

    def __init__(self, name: str, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName(f"{name}Window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.settings = settings
        self.worker = Worker(self)
        self.status = OneLine(f"{name}Status")
        self.status.setContentsMargins(4, 0, 0, 0)
        self.statusBar().addWidget(self.status, 1)
        self.exported = ExportNotification()
        self.exported.said.connect(lambda text: self.statusBar().showMessage(text, _SAID_MS))
        self.statusBar().addPermanentWidget(self.exported)
        self.exported.hide()  # which the bar has shown
        self._toolbar = QToolBar(tr("Toolbar"))
        self._toolbar.setObjectName(f"{name}Toolbar")
        self._toolbar.setIconSize(QSize(20, 20))
        self._toolbar.setMovable(False)
        self.addToolBar(self._toolbar)
        theme().changed.connect(self.restyle)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        parent = self.parentWidget()
        if parent is not None and not self.testAttribute(Qt.WidgetAttribute.WA_Moved):
            geometry.place_over(self, parent)
        super().showEvent(event)

    def at_work(self) -> str:
        """Return what closing would end, where it has run for long, and what becomes of it."""
        return ""

    def offer(self, table: ActionTable) -> None:
        """Make the actions, the menus and the toolbar."""
        self.actions_ = Actions(self, table)
        self.actions_.fill_toolbar(self._toolbar)
        for menu in self.actions_.fill_menus(self).values():
            menu.setToolTipsVisible(True)

    def lay_beside(self, choice: QWidget, results: QWidget, sizes: tuple[int, int]) -> None:
        """Fill the window with what is chosen on the left, and what comes of it, which grows."""
        self.setCentralWidget(side_by_side(choice, results, sizes))

    def restyle(self) -> None:
        """Use icons in the colours of the theme."""
        self.actions_.restyle()

    def write(
        self,
        title: str,
        name: str,
        kinds: Mapping[str, str],
        prepared: Callable[[Path], Writing | None],
        then: Callable[[Path], object] = lambda _: None,
    ) -> None:
        """Ask for a file, and write it in the worker.

        Args:
            title: of the dialog.
            name: that is suggested.
            kinds: what a file can be, by its suffix.
            prepared: makes, in this thread, what writes the file; None if it cannot be written.
            then: called with the file once it is written.
        """
        suggested = usual_folder(self.settings) / name

        def chosen(path: Path) -> None:
            if path.suffix.lower() in kinds:
                self._write_to(path, prepared, then)
                return
            text = tr("Files of this kind cannot be written: {name}. Use one of {suffixes}.")
            said = text.format(name=path.name, suffixes=", ".join(kinds))
            dialogs.show_problem(self, tr("Could not write the file"), said)

        dialogs.choose_save_path(self, title, suggested, kinds, chosen)

    def _write_to(
        self,
        path: Path,
        prepared: Callable[[Path], Writing | None],
        then: Callable[[Path], object],
    ) -> None:
        """Write a file that was chosen."""
        writing = prepared(path)
        if writing is None:
            return

        def work(job: Job) -> object:
            writing(job)
            return None

        def written(result: object) -> None:
            if result is None:
                self.settings["folder"] = str(path.parent)
                self.exported.show_file(path)
                then(path)
                return
            text = str(result)
            if isinstance(result, OSError):
                text = f"{path}: {result.strerror or result}"
            dialogs.show_problem(self, tr("Could not write the file"), text)

        text = tr("Writing {file}…").format(file=path.name)
        Waiting(self, self.worker, Job(work, text), written)


def side_by_side(left: QWidget, right: QWidget, sizes: tuple[int, int]) -> QSplitter:
    """Return two widgets side by side, of which the right one grows.

    Args:
        left: keeps its width when the window is resized.
        right: takes the rest.
        sizes: their first widths in pixels.
    """
    whole = QSplitter()
    whole.setChildrenCollapsible(False)
    whole.addWidget(left)
    whole.addWidget(right)
    whole.setStretchFactor(1, 1)
    whole.setSizes(sizes)
    return whole
