"""The side panel of the neighbours page: current arrangement, navigation and path ends."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.engine.graph.neighbourhood import AS_FAR, FARTHER, NEARER
from puzzlegui.gui.actions.table import plain_text
from puzzlegui.gui.graph.diagram_view import SmallBoard
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import SideScrollArea, heading_label, text_label
from puzzlegui.render.diagram_painter import paint_relation

_WIDTH = 290
_BOARD_SIZE = 56
"""Size of the boards A and B, in pixels."""


class NeighboursPanel(QWidget):
    """Side panel of the neighbours page; its buttons trigger actions of the window.

    Args:
        action: returns an action by its name.
    """

    def __init__(self, action: Callable[[str], QAction]) -> None:
        super().__init__()
        self.distance = text_label("graphDistance", 2)
        self.neighbours = text_label("graphNeighbours", 2)
        self.hovered = text_label("graphPointed", 3)
        self.hovered.setProperty("role", "faint")
        self.paths = text_label("graphPathsText", 3)
        self.from_board, self.to_board = (
            SmallBoard(name, _BOARD_SIZE) for name in ("graphFrom", "graphTo")
        )
        self.from_board.setAccessibleName(tr("A, start of the paths"))
        self.to_board.setAccessibleName(tr("B, end of the paths"))
        self.from_text, self.to_text = QLabel(), QLabel()
        for label in (self.from_text, self.to_text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(spacing.NEAR, spacing.TIGHT, spacing.NEAR, spacing.TIGHT)
        column.addWidget(heading_label(tr("Current arrangement")))
        column.addWidget(self.distance)
        column.addWidget(self.neighbours)
        nearer = _button(action("graphNearer"))
        nearer.setProperty("primary", "true")
        column.addWidget(nearer)
        column.addLayout(_row(_button(action("graphStart")), _button(action("graphGoal"))))
        column.addWidget(_button(action("graphOpen")))
        column.addWidget(heading_label(tr("Under the pointer")))
        column.addWidget(self.hovered)
        column.addWidget(Legend())
        column.addWidget(heading_label(tr("Shortest paths")))
        ends = QGridLayout()
        for row, (board, text, name) in enumerate((
            (self.from_board, self.from_text, "graphA"), (self.to_board, self.to_text, "graphB"),
        )):  # fmt: skip
            ends.addWidget(board, 2 * row, 0, 2, 1)
            ends.addWidget(text, 2 * row, 1)
            ends.addWidget(_button(action(name)), 2 * row + 1, 1)
        ends.setColumnStretch(1, 1)
        column.addLayout(ends)
        column.addWidget(self.paths)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(SideScrollArea(content, 200))
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        self.setFixedWidth(max(_WIDTH, content.minimumSizeHint().width() + bar))
        self.show_hovered("")

    def show_hovered(self, description: str) -> None:
        """Show the description of the hovered board; empty for none."""
        self.hovered.setText(
            description or tr("Point at a board, or move to one with the arrow keys.")
        )


class Legend(QWidget):
    """Legend of the shapes below the small boards."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("graphLegend")
        self._rows = (
            (NEARER, False, tr("nearer to the goal")), (AS_FAR, False, tr("same distance")),
            (FARTHER, False, tr("farther away")), ("", True, tr("the goal")),
        )  # fmt: skip
        self.setAccessibleName(tr("Meaning of the shapes below the boards"))
        self.setMinimumHeight(self._line_height * ((len(self._rows) + 1) // 2))
        theme().changed.connect(self._restyle)

    @property
    def _line_height(self) -> int:
        return self.fontMetrics().lineSpacing() + 2

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH - 20, self.minimumHeight())

    def _restyle(self) -> None:
        self.update()

    def paintEvent(self, _event: object) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            line, wide = self._line_height, self.width() / 2
            for number, (lie, goal, text) in enumerate(self._rows):
                left, top = number % 2 * wide, number // 2 * line
                shape = QRectF(left, top, line, line)
                paint_relation(
                    painter, shape.center(), line * 0.3, lie, theme().board_style, goal=goal
                )
                painter.setPen(self.palette().color(self.foregroundRole()))
                room = QRectF(left + line + 2, top, wide - line - 2, line)
                shown = self.fontMetrics().elidedText(
                    text, Qt.TextElideMode.ElideRight, int(room.width())
                )
                painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)


def _button(action: QAction) -> QPushButton:
    """Return a button that triggers an action and follows its enabled state."""
    button = QPushButton(plain_text(action.text()))
    button.setObjectName(f"{action.objectName()}Button")
    button.setToolTip(action.toolTip())
    button.setEnabled(action.isEnabled())
    button.clicked.connect(action.trigger)
    action.enabledChanged.connect(button.setEnabled)
    return button


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row
