"""The Enter key on buttons: it presses the focused button, as the space bar does."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EnterPressesButtons(QObject):
    """Presses the focused button by Enter, in all windows.

    Qt does so only for some buttons of dialogs. Only the focused button is watched, because a
    filter in Python for all events would slow the program down.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        if isinstance(before, QPushButton | QToolButton):
            before.removeEventFilter(self)
        if isinstance(now, QPushButton | QToolButton):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = QEvent.Type.KeyPress, QEvent.Type.KeyRelease
        if (
            event.type() not in kinds
            or not isinstance(event, QKeyEvent)
            or event.key() not in _ENTER
        ):
            return False
        if not event.isAutoRepeat():
            space = QKeyEvent(event.type(), Qt.Key.Key_Space, event.modifiers(), " ")
            QApplication.sendEvent(watched, space)
        return True
