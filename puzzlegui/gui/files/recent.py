"""The menu of the files opened or saved last."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from puzzlegui.gui.widgets.basic import plain_tip


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
            action.setToolTip(plain_tip(str(path)))
            action.setData(str(path))
        self.setEnabled(not self.isEmpty())

    def _choose(self, action: QAction) -> None:
        self.chosen.emit(action.data())
