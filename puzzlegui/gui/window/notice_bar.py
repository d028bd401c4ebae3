"""The bar with notices about the program's own files."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow

from puzzlegui.core import notices
from puzzlegui.core.language import tr
from puzzlegui.gui.window.warning_bar import WarningBar


class _Changes(QObject):
    """Brings changes of the notices from any thread to the windows."""

    changed = Signal()


@cache
def _changes() -> _Changes:
    changes = _Changes()
    notices.subscribe(changes.changed.emit)
    return changes


class NoticeBar(QObject):
    """Shows the notices that the user has not closed, in a bar that is made when needed.

    Args:
        window: main window.
        announce: announces a text to assistive technology.
    """

    def __init__(self, window: QMainWindow, announce: Callable[[str], None]) -> None:
        super().__init__(window)
        self._window, self._announce = window, announce
        self._bar: WarningBar | None = None
        self._shown: list[str] = []
        _changes().changed.connect(self._update)
        self._update()

    def _update(self) -> None:
        pending = notices.pending()
        if pending == self._shown:
            return
        new = [text for text in pending if text not in self._shown]
        self._shown = pending
        if self._bar is None:
            hint = tr("Close this bar (Esc)")
            self._bar = WarningBar("notice", tr("Notices"), notices.dismiss, hint)
            self._bar.add_to(self._window)
        self._bar.setVisible(bool(pending))
        if pending:
            self._bar.show_text("\n".join(pending))
        for text in new:
            self._announce(text)
