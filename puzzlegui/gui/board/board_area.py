"""Central area of the window: the board, its goal and the verdict below them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.language import tr
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.style import theme
from puzzlegui.gui.widgets.basic import ElidedLabel, heading_label, text_label
from puzzlegui.gui.widgets.repair_button import RepairButton

_BETWEEN = 10
"""Pixels between board and goal."""


class BoardArea(QWidget):
    """The board with its goal beside or below it, each with a heading."""

    def __init__(self, board: BoardView, goal: BoardView) -> None:
        super().__init__()
        self.setObjectName("boardArea")
        self.board_heading = ElidedLabel("boardHeading", "heading")
        self.goal_heading = heading_label(tr("Goal"))
        self._share = 1
        self._size = 1, 1
        self._boxes: list[QWidget] = []
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setSpacing(_BETWEEN)
        for label, view in ((self.board_heading, board), (self.goal_heading, goal)):
            box = QWidget()
            column = QVBoxLayout(box)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            column.addWidget(label)
            column.addWidget(view, 1)
            label.setBuddy(view)
            self._boxes.append(box)
            self._row.addWidget(box)

    def arrange(self, board: Board, *, equal: bool, goal: bool = True) -> None:
        """Set the sizes of board and goal, and hide a goal that does not exist.

        Args:
            board: board to show.
            equal: if true, the goal is as large as the board; otherwise it is small.
            goal: if false, hide the goal.
        """
        self._share = 1 if equal else 3
        self._size = board.rows, board.columns
        self._boxes[1].setVisible(goal and board.goal_picture() is not None)
        self._stretch()

    def _stretch(self) -> None:
        """Lay out side by side or stacked, whichever makes the cells of the board larger."""
        direction = QBoxLayout.Direction
        rows, columns = self._size
        share = self._share / (self._share + 1) if not self._boxes[1].isHidden() else 1.0
        width, height = self.width() - _BETWEEN, self.height() - _BETWEEN
        beside = min(width * share / columns, height / rows)
        below = min(width / columns, height * share / rows)
        wide = beside >= below
        self._row.setDirection(direction.LeftToRight if wide else direction.TopToBottom)
        self._row.setStretch(0, self._share)
        self._row.setStretch(1, 1)
        # An odd pixel becomes a margin, so that both have the same size.
        self._row.setContentsMargins(0, 0, width % 2 if wide else 0, 0 if wide else height % 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of a single view; the layout direction follows the available size."""
        return self._boxes[0].minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._stretch()


class VerdictLine(QWidget):
    """Verdict on the board as text and icon, with a button for repairs.

    Signals:
        retry_requested: emitted if a measurement is to be repeated whose solver has died.
    """

    retry_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.repair = RepairButton("repairButton")
        self.retry = QToolButton()
        self.retry.setObjectName("retryRatingButton")
        self.retry.setText(tr("Try again"))
        self.retry.setProperty("framed", True)
        self.retry.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.retry.clicked.connect(self.retry_requested)
        self.retry.hide()
        self.label = text_label("verdictLabel", 2)
        self._picture = QLabel()
        self._icon = "unknown"
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.label, 1)
        row.addWidget(self.repair, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.retry, 0, Qt.AlignmentFlag.AlignTop)

    def show_verdict(self, verdict: Verdict, difficulty: str, *, can_retry: bool) -> None:
        """Show if the board is solvable (True), unsolvable (False) or undecided (None), and why.

        Args:
            verdict: verdict on the board.
            difficulty: difficulty in a sentence; may be empty.
            can_retry: offer to measure the difficulty again.
        """
        icons = {True: "yes", False: "no", None: "unknown"}
        self._show(f"{verdict.reason} {difficulty}".strip(), icons[verdict.solvable])
        self.retry.setVisible(can_retry)

    def show_instructions(self, text: str) -> None:
        """Show how moves are made by hand."""
        self._show(text, "hand")
        self.retry.hide()

    def _show(self, text: str, icon: str) -> None:
        self.label.setText(text)
        if icon != self._icon or self._picture.pixmap().isNull():
            self._icon = icon
            self.restyle()

    def restyle(self) -> None:
        """Draw the icon in the colours of the theme."""
        colours, name = theme.theme().colours, self._icon
        tint = {"yes": colours.good, "no": colours.bad, "unknown": colours.doubt}.get(
            name, colours.faint
        )
        self._picture.setPixmap(theme.icon(name, tint).pixmap(QSize(20, 20)))
        self.repair.restyle()
