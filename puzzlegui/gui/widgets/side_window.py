"""Base class of windows beside the main window: actions, toolbar, exports."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMessageBox, QSplitter, QToolBar, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.gui.actions.table import Actions, ActionTable
from puzzlegui.gui.desktop import geometry
from puzzlegui.gui.model.settings import TEXT_SIZES, Settings
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import ElidedLabel
from puzzlegui.gui.widgets.export_notification import ExportNotification
from puzzlegui.gui.widgets.exporter import Exporter

_MESSAGE_MS = 5000
CONFIRM_AFTER = 3.0
"""Seconds after which work that runs is not ended without a question."""


class SideWindow(QMainWindow):
    """Window beside the main window, with menus and a toolbar from an action table.

    Args:
        name: prefix of the object names ending in ``Window``, ``Toolbar`` and ``Status``.
        settings: program settings.
        parent: window that it belongs to.

    Attributes:
        settings: program settings.
        worker: worker for slow tasks.
        status: text in the status bar.
        exporter: exports of this window.
        exported: notification of the last exported file.
    """

    def __init__(self, name: str, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName(f"{name}Window")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.settings = settings
        self._asked = False
        self.worker = Worker(self)
        self.status = ElidedLabel(f"{name}Status")
        self.status.setContentsMargins(spacing.TIGHT, 0, 0, 0)
        self.statusBar().addWidget(self.status, 1)
        self.exporter = Exporter(self, settings, self.worker)
        self.exported = ExportNotification()
        self.exporter.finished.connect(self.exported.show_file)
        self.exported.message.connect(lambda text: self.statusBar().showMessage(text, _MESSAGE_MS))
        self.statusBar().addPermanentWidget(self.exported)
        self.exported.hide()  # adding it to the bar has shown it
        self._toolbar = QToolBar(tr("Toolbar"))
        self._toolbar.setObjectName(f"{name}Toolbar")
        self._toolbar.setIconSize(QSize(20, 20))
        self._toolbar.setMovable(False)
        self.addToolBar(self._toolbar)
        theme().changed.connect(self.restyle)

    def showEvent(self, event: QShowEvent) -> None:
        parent = self.parentWidget()
        if parent is not None and not self.testAttribute(Qt.WidgetAttribute.WA_Moved):
            geometry.center_over(self, parent)
        super().showEvent(event)

    def running_work(self) -> str:
        """Return a text about long-running work that closing would end; empty if there is none."""
        return ""

    def is_unsaved(self) -> bool:
        """Return True if there are changes to ask about before the window is closed."""
        return False

    def leave_then(self, action: Callable[[], object]) -> None:
        """Call ``action`` once the window may be closed; ask about changes that are not saved."""
        action()

    def board_to_add(self, board: Board | None) -> Board | None:
        """Return the board of the main window; None, after saying so, if it has problems."""
        if board is None:
            text = tr("The board in the main window has problems. Fix them first.")
            dialogs.show_problem(self, tr("The board cannot be added"), text)
        return board

    def stays_open(self, event: QCloseEvent) -> bool:
        """Return True if closing has to wait for an answer, since it would end or lose work."""
        work = self.running_work()
        if self._asked or not work:
            return False
        event.ignore()

        def close() -> None:
            self._asked = True
            self.close()

        _ask_to_close(self, work, close)
        return True

    def set_actions(self, table: ActionTable) -> None:
        """Create the actions, menus and toolbar."""
        self.actions_ = Actions(self, table)
        self.actions_.fill_toolbar(self._toolbar)
        for menu in self.actions_.fill_menus(self).values():
            menu.setToolTipsVisible(True)

    def set_side_by_side(self, choice: QWidget, results: QWidget, sizes: tuple[int, int]) -> None:
        """Fill the window with settings on the left and results on the right."""
        self.setCentralWidget(side_by_side(choice, results, sizes))

    def zoom_in(self) -> None:
        """Enlarge the picture, or else the text."""
        self.zoom_by(1)

    def zoom_out(self) -> None:
        """Make the picture, or else the text, smaller."""
        self.zoom_by(-1)

    def zoom_by(self, steps: int) -> None:
        """Make the text of all windows larger by a number of sizes; negative numbers shrink it."""
        place = TEXT_SIZES.index(self.settings["text size"]) + steps
        self.settings["text size"] = TEXT_SIZES[min(max(place, 0), len(TEXT_SIZES) - 1)]

    def zoom_fit(self) -> None:
        """Show the text in the desktop's size."""
        self.settings["text size"] = TEXT_SIZES[0]

    def toggle_full_screen(self) -> None:
        """Enter or leave full screen."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def restyle(self) -> None:
        """Set the icons in the colours of the theme."""
        self.actions_.restyle()


def side_by_side(left: QWidget, right: QWidget, sizes: tuple[int, int]) -> QSplitter:
    """Return a splitter with two widgets, of which the right grows.

    Args:
        left: widget that keeps its width when the window is resized.
        right: widget that takes the remaining width.
        sizes: initial widths in pixels.
    """
    whole = QSplitter()
    whole.setChildrenCollapsible(False)
    whole.addWidget(left)
    whole.addWidget(right)
    whole.setStretchFactor(1, 1)
    whole.setSizes(sizes)
    return whole


def running_work(window: QWidget) -> list[str]:
    """Return texts about the work that closing a window would end."""
    found = (beside.running_work() for beside in window.findChildren(SideWindow))
    return [text for text in found if text]


def leave_side_windows_then(window: QWidget, action: Callable[[], object]) -> None:
    """Call ``action`` once each side window with unsaved changes may be closed."""
    for beside in window.findChildren(SideWindow):
        if beside.is_unsaved():
            beside.raise_()
            beside.activateWindow()
            beside.leave_then(lambda: leave_side_windows_then(window, action))
            return
    action()


def end_work_then(window: QWidget, action: Callable[[], object]) -> None:
    """Call ``action`` once running work may be ended; ask, without blocking, if there is any."""
    work = running_work(window)
    if not work:
        action()
        return
    _ask_to_close(window, "\n".join(work), action)


def _ask_to_close(window: QWidget, work: str, action: Callable[[], object]) -> None:
    """Ask, without waiting, whether work may be ended or lost, and do ``action`` if so."""
    box = QMessageBox(
        QMessageBox.Icon.Question, tr("Close the window?"), work,
        QMessageBox.StandardButton.Cancel, window,
    )  # fmt: skip
    end = box.addButton(tr("Close &anyway"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    end.clicked.connect(lambda: QTimer.singleShot(0, window, action))
    dialogs.show_box(box)
