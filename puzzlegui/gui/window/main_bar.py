"""The bar of the main window: files and history, the modes in the middle, export."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolBar, QToolButton, QWidget

from puzzlegui.gui.actions.table import Actions, plain_text
from puzzlegui.gui.style import spacing

_ICON = QSize(20, 20)
_WITH_WORD = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
_FILE = "actionNew", "actionOpen", "actionSave"
_HISTORY = "actionUndo", "actionRedo"
_MODES = "actionDesign", "actionPlay", "actionSolution"


class MainBar(QToolBar):
    """Bar whose modes stay in the middle of the window, whatever is beside them.

    Args:
        actions: actions of the window; the button of each has its name with ``Button``.
    """

    def __init__(self, actions: Actions) -> None:
        super().__init__("Toolbar")
        self.setObjectName("toolbar")
        self.setMovable(False)
        self._actions = actions
        self._content = content = QWidget()
        content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(content)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(spacing.NEAR)
        self._left, self._right = self._side(), self._side(shrinks=True)
        self._row.insertWidget(1, self._segments())
        self._add(self._left, ("actionGallery",))
        self._add_line()
        self._add(self._left, _FILE)
        self._add_line()
        self._add(self._left, _HISTORY)
        self._left.addStretch()
        self._right.addStretch()
        (self._export,) = self._add(self._right, ("actionExport",))
        self._export.setToolButtonStyle(_WITH_WORD)
        self._export.setProperty("framed", True)
        self._add(self._right, ("actionPanel",))
        self.addWidget(content)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self._content.sizeHint().width()
        if self._export.toolButtonStyle() != _WITH_WORD:
            word = f"{self._export.text()}  "
            needed += 4 + self._export.fontMetrics().horizontalAdvance(word)  # as Qt's sizeHint()
        fits = needed <= self._content.width()
        alone = Qt.ToolButtonStyle.ToolButtonIconOnly
        self._export.setToolButtonStyle(_WITH_WORD if fits else alone)

    def _side(self, *, shrinks: bool = False) -> QHBoxLayout:
        """Add a side of the bar; both have the same width if there is room."""
        side = QWidget()
        if shrinks:
            side.setMinimumWidth(1)
        row = QHBoxLayout(side)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(spacing.TIGHT)
        self._row.addWidget(side, 1)
        return row

    def _segments(self) -> QFrame:
        segments = QFrame()
        segments.setProperty("role", "segments")
        row = QHBoxLayout(segments)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for button in self._add(row, _MODES):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        return segments

    def _add(self, row: QHBoxLayout, names: Sequence[str]) -> list[QToolButton]:
        """Add buttons for actions to a row."""
        buttons = []
        for name in names:
            button = QToolButton()
            button.setObjectName(f"{name}Button")
            button.setIconSize(_ICON)
            button.setDefaultAction(self._actions[name])
            button.setAccessibleName(plain_text(self._actions[name].text()))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            row.addWidget(button)
            buttons.append(button)
        return buttons

    def _add_line(self) -> None:
        line = QFrame()
        line.setFrameShape(QFrame.Shape.VLine)
        line.setProperty("role", "line")
        self._left.addWidget(line)
