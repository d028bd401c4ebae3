"""A finger over a board that shows how a move is made by touch."""

from __future__ import annotations

import itertools
import math
from typing import Any, NamedTuple

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.motion import Motion
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.style.theme import icon, theme

_PERIOD_MS, _FRAME_MS = 3200, 33
"""Milliseconds of a gesture with the rest after it, and of a frame."""
_DOWN, _ARRIVED, _UP = 0.2, 0.55, 0.7
"""Shares of the period after which the finger touches, has moved and is lifted."""
_LEAST, _MOST = 36, 84
"""Sizes of the finger in pixels."""
_STEPS = (0.0, 0.5), (0.0, -0.5), (0.5, 0.0), (-0.5, 0.0)
"""Directions in which a drag is tried, in cells down and to the right."""


class Gesture(NamedTuple):
    """Gesture that makes a move: a drag or, from a point to itself, a tap.

    Attributes:
        begin: point in cells down and to the right of the board's corner.
        end: point at which the finger is lifted.
    """

    begin: tuple[float, float]
    end: tuple[float, float]


def find_gesture(board: Board) -> Gesture | None:
    """Return a gesture that makes a move at the start; None if there is none.

    It is the first legal move from the top left, where the keyboard's cursor is, too: it gives
    nothing of a solution away.
    """
    start, cells = board.initial(), itertools.product(range(board.rows), range(board.columns))
    found = (_gesture_at(board, start, cell) for cell in cells)
    return next((gesture for gesture in found if gesture is not None), None)


def _gesture_at(board: Board, position: Any, cell: tuple[int, int]) -> Gesture | None:
    centre = cell[0] + 0.5, cell[1] + 0.5
    if not board.drag_moves(position, centre, (0.0, 0.0)):
        clicks = board.click_moves(position, *centre)
        place = _middle(board.joint_motion(position, clicks[0])) or centre if clicks else None
        return None if place is None else Gesture(place, place)
    for step in _STEPS:
        if moves := board.drag_moves(position, centre, step):
            down, right = board.joint_motion(position, moves).displacement(cell)
            if down * step[0] + right * step[1] > 0:
                return Gesture(centre, (centre[0] + down, centre[1] + right))
    return None


def _middle(motion: Motion) -> tuple[float, float] | None:
    """Return the middle of what a motion carries; None if only the walker moves."""
    if not motion.carried:
        return None
    downs, rights = zip(*motion.cells, strict=True)
    return sum(downs) / len(downs) + 0.5, sum(rights) / len(rights) + 0.5


class Finger(QWidget):
    """Finger over a view that repeats a gesture until it is hidden.

    Args:
        view: view of the board.
    """

    def __init__(self, view: BoardView) -> None:
        super().__init__(view.viewport())
        self.setObjectName("kioskFinger")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._view = view
        view.viewport().installEventFilter(self)
        self._gesture: Gesture | None = None
        self._touching = False
        self._since = QElapsedTimer()
        self._moving = QTimer(self, interval=_FRAME_MS)
        self._moving.timeout.connect(self._place)

    def show_gesture(self, gesture: Gesture | None, *, animated: bool) -> None:
        """Show a gesture; None hides the finger.

        Args:
            gesture: the gesture.
            animated: if false, the finger rests where the gesture begins.
        """
        moving = gesture is not None and animated
        if gesture == self._gesture and moving == self._moving.isActive():
            return
        self._gesture = gesture
        self.setVisible(gesture is not None)
        self._since.start()
        if moving:
            self._moving.start()
        else:
            self._moving.stop()
        self._place()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            QTimer.singleShot(0, self, self._place)  # after the view
        return False

    @property
    def _share(self) -> float:
        """Share of the period that has passed."""
        passed = self._since.elapsed() % _PERIOD_MS / _PERIOD_MS
        return passed if self._moving.isActive() else _DOWN

    def _place(self) -> None:
        """Move to where the finger is now."""
        if self._gesture is None:
            return
        first = self._view.cell_rect((0, 0))
        way = min(1.0, max(0.0, (self._share - _DOWN) / (_ARRIVED - _DOWN)))
        way = (1 - math.cos(math.pi * way)) / 2
        (down, right), (to_down, to_right) = self._gesture
        x = first.x() + first.width() * (right + (to_right - right) * way)
        y = first.y() + first.height() * (down + (to_down - down) * way)
        side = round(min(_MOST, max(_LEAST, 0.6 * first.width())))
        place = QRect(round(x) - side, round(y) - side, 2 * side, 2 * side)
        touching = _DOWN <= self._share <= _UP
        if (place, touching) != (self.geometry(), self._touching):  # most of the time it rests
            self._touching = touching
            self.setGeometry(place)
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours, side = theme().colours, self.width() / 2
        tip, lifted = QPointF(side, side), 0.0 if self._touching else 0.12 * side
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._touching:
                painter.setPen(QPen(QColor(colours.accent), 4))
                painter.drawEllipse(tip, 0.3 * side, 0.3 * side)
            hand = QRectF(0, 0, 0.8 * side, 0.8 * side)
            hand.moveTopLeft(tip + QPointF(0.05 * side + lifted, 0.1 * side + lifted))
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.setBrush(QColor(colours.card))
            painter.drawEllipse(hand)
            inner = hand.adjusted(*(0.2 * side,) * 2, *(-0.2 * side,) * 2)
            picture = icon("hand").pixmap(inner.size().toSize(), self.devicePixelRatioF())
            painter.drawPixmap(inner.toRect(), picture)
