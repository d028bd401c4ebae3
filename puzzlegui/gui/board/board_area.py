"""Central area of the window: the board, its goal and the verdict below them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QWidget,
)

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.language import tr
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.style import spacing, theme
from puzzlegui.gui.widgets.basic import ElidedLabel, TwoLineLabel, framed_button, heading_label
from puzzlegui.gui.widgets.repair_button import RepairButton

_SMALL_GOAL = 0.25
"""Size of a goal that is not edited, as a share of the area."""
_EQUAL = 324
"""Size in pixels from which board and goal are edited in the same size."""
_LEAST_BOARD, _LEAST_GOAL = 356, 168
"""Sizes in pixels of a board that is larger than its goal, and of the goal, if there is room."""
_GOAL_TILES = 0.33
"""Size of the goal's tiles, in those of the board, from which the board may be larger."""


class BoardArea(QWidget):
    """The board with its goal beside or below it, each as large as fits, with a heading."""

    def __init__(self, board: BoardView, goal: BoardView) -> None:
        super().__init__()
        self.setObjectName("boardArea")
        self.board_heading = ElidedLabel("boardHeading", "heading")
        self.goal_heading = heading_label(tr("Goal"))
        self._board, self._goal = board, goal
        self._equal = True
        self._size = 1, 1
        for heading, view in ((self.board_heading, board), (self.goal_heading, goal)):
            heading.setParent(self)
            view.setParent(self)
            heading.setBuddy(view)

    def arrange(self, board: Board, *, equal: bool) -> None:
        """Set the sizes of board and goal, and hide a goal that does not exist.

        Args:
            board: board to show.
            equal: if true, the goal is as large as the board if there is room.
        """
        self._equal = equal
        self._size = board.rows, board.columns
        for widget in (self.goal_heading, self._goal):
            widget.setVisible(board.goal_picture() is not None)
        self._place()

    def _place(self) -> None:
        """Place board and goal side by side or stacked, whichever makes the tiles larger."""
        above = self.board_heading.sizeHint().height() + spacing.TIGHT
        whole = QSize(self.width(), self.height() - above)
        if self._goal.isHidden():
            size = self._board.size_for(self._size, whole)
            self._place_pane(self._board, self.board_heading, self._centred(size, above))
            return
        beside = self._split(whole.width() - spacing.WIDE)
        below = self._split(whole.height() - above - spacing.WIDE)
        rooms_beside = [QSize(width, whole.height()) for width in beside]
        rooms_below = [QSize(whole.width(), height) for height in below]
        across = self._tile_size(rooms_beside) >= self._tile_size(rooms_below)
        rooms = rooms_beside if across else rooms_below
        sizes = [
            view.size_for(self._size, room)
            for view, room in zip((self._board, self._goal), rooms, strict=True)
        ]
        board, goal = (self._centred(size, above) for size in sizes)
        if across:
            total = board.width() + spacing.WIDE + goal.width()
            board.moveLeft((self.width() - total) // 2)
            goal.moveLeft(board.left() + board.width() + spacing.WIDE)
        else:
            total = board.height() + spacing.WIDE + goal.height()
            board.moveTop((self.height() - total) // 2)
            goal.moveTop(board.top() + board.height() + spacing.WIDE)
        end = goal.left() - spacing.NEAR if across else self.width()
        self._place_pane(self._board, self.board_heading, board, end)
        self._place_pane(self._goal, self.goal_heading, goal)

    def _split(self, room: int) -> tuple[int, int]:
        """Divide a width or height among board and goal."""
        if self._equal:
            equal = room // 2
            board = equal if equal >= _EQUAL else max(equal, min(_LEAST_BOARD, room - _LEAST_GOAL))
        else:
            board = room - max(round(_SMALL_GOAL * room), min(_LEAST_GOAL, room // 2))
        return board, room - board

    def _tile_size(self, rooms: Sequence[QSize]) -> float:
        """Return the size of the board's tiles, less if those of the goal are too small."""
        rows, columns = self._size
        board, goal = (min(room.width() / columns, room.height() / rows) for room in rooms)
        return min(board, goal if self._equal else goal / _GOAL_TILES)

    def _centred(self, view: QSize, above: int) -> QRect:
        """Return the place of a view and its heading in the middle."""
        place = QRect(0, 0, view.width(), view.height() + above)
        place.moveTopLeft(
            QPoint((self.width() - place.width()) // 2, (self.height() - place.height()) // 2)
        )
        return place

    def _place_pane(
        self, view: BoardView, heading: QLabel, place: QRect, end: int | None = None
    ) -> None:
        """Place a view and above its board the heading, which may extend to ``end``."""
        above = heading.sizeHint().height()
        view.setGeometry(place.adjusted(0, above + spacing.TIGHT, 0, 0))
        left = view.x() + round(view.board_left(self._size))
        width = (view.x() + view.width() if end is None else end) - left
        heading.setGeometry(left, place.top(), width, above)

    def minimumSizeHint(self) -> QSize:
        """Return the size of a single view with its heading."""
        least = self._board.minimumSize()
        return least + QSize(0, self.board_heading.sizeHint().height() + spacing.TIGHT)

    def event(self, event: QEvent) -> bool:
        heading = self.board_heading
        if (
            event.type() == QEvent.Type.LayoutRequest
            and heading.height() != heading.sizeHint().height()  # another font
        ):
            self._place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()


class VerdictLine(QWidget):
    """Verdict on the board as text and icon, with a button for repairs.

    Signals:
        retry_requested: emitted if a measurement is to be repeated whose solver has died.
    """

    retry_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.repair = RepairButton("repairButton")
        self.retry = framed_button("retryRatingButton")
        self.retry.setText(tr("Try again"))
        self.retry.clicked.connect(self.retry_requested)
        self.retry.hide()
        self.label = TwoLineLabel("verdictLabel")
        self._picture = QLabel()
        self._icon = "unknown"
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(spacing.NEAR)
        row.addWidget(self._picture)
        row.addWidget(self.label, 1)
        row.addWidget(self.repair)
        row.addWidget(self.retry)

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
