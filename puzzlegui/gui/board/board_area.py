"""The middle of the window: the board, its goal, and the verdict under them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.language import tr
from puzzlegui.core.repair import Repair
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.style import theme
from puzzlegui.gui.widgets.basic import ElidedLabel, heading, text_label

_BETWEEN = 10
"""Pixels between board and goal."""


class BoardArea(QWidget):
    """The board, and the goal beside it or below, each under its heading."""

    def __init__(self, board: BoardView, goal: BoardView) -> None:
        super().__init__()
        self.setObjectName("boardArea")
        self.board_heading = ElidedLabel("boardHeading", "heading")
        self.goal_heading = heading(tr("Goal"))
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
        """Board and goal equal in size, or the goal small; no goal where there is none.

        Args:
            board: what is shown.
            equal: the goal is as large as the board.
            goal: whether it is to be seen.
        """
        self._share = 1 if equal else 3
        self._size = board.rows, board.columns
        self._boxes[1].setVisible(goal and board.goal_picture() is not None)
        self._stretch()

    def _stretch(self) -> None:
        """Side by side or one below the other, whichever gives the board larger cells."""
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
        # Both of the same size to the pixel.
        self._row.setContentsMargins(0, 0, width % 2 if wide else 0, 0 if wide else height % 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """That of one of the two: where there is no room below each other, they are beside."""
        return self._boxes[0].minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._stretch()


class VerdictLine(QWidget):
    """Whether the board is sound and can be solved, in words, with an icon that says it too.

    Signals:
        repair_wanted: the user wants a Repair done.
    """

    repair_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._repairs: Sequence[Repair] = ()
        self.repair = QToolButton()
        self.repair.setObjectName("repairButton")
        self.repair.setText(tr("Fix"))
        self.repair.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.repair.setProperty("framed", True)
        self.repair.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.repair.setMenu(QMenu(self.repair))
        self.repair.clicked.connect(self._emit_best_repair)
        self.repair.hide()
        self.label = text_label("verdictLabel", 2)
        self._picture = QLabel()
        self._state: bool | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.label, 1)
        row.addWidget(self.repair, 0, Qt.AlignmentFlag.AlignTop)

    def offer(self, repairs: Sequence[Repair]) -> None:
        """Put repairs on the button: the best by pressing it, the others in its menu."""
        if repairs is self._repairs:
            return
        self._repairs = repairs
        self.repair.setVisible(bool(repairs))
        if not repairs:
            return
        self.repair.setToolTip(repairs[0].sentence)
        self.repair.setAccessibleDescription(repairs[0].sentence)
        several = QToolButton.ToolButtonPopupMode.MenuButtonPopup
        single = QToolButton.ToolButtonPopupMode.DelayedPopup
        self.repair.setPopupMode(several if len(repairs) > 1 else single)
        menu = self.repair.menu()
        menu.clear()
        for repair in repairs if len(repairs) > 1 else ():
            action = menu.addAction(repair.sentence.replace("&", "&&"))
            action.triggered.connect(partial(self.repair_wanted.emit, repair))

    def _emit_best_repair(self) -> None:
        self.repair_wanted.emit(self._repairs[0])

    def show_verdict(self, verdict: Verdict, difficulty: str) -> None:
        """Good (True), bad (False) or open (None), and why; and how hard it is."""
        self.label.setText(f"{verdict.reason} {difficulty}".strip())
        if verdict.solvable != self._state or self._picture.pixmap().isNull():
            self._state = verdict.solvable
            self.restyle()

    def restyle(self) -> None:
        """Draw the icon in the colours of the theme."""
        colours = theme.theme().colours
        name, tint = {
            True: ("yes", colours.good),
            False: ("no", colours.bad),
            None: ("unknown", colours.doubt),
        }[self._state]
        self._picture.setPixmap(theme.icon(name, tint).pixmap(QSize(20, 20)))
        self.repair.setIcon(theme.icon("repair"))
