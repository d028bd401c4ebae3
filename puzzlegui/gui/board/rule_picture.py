"""Picture of a board's rule: its own moves, or a board before, during and after a move."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QPolygonF

from puzzlegui.core.board import Board
from puzzlegui.gui.style.theme import theme
from puzzlegui.render.layout import Layout
from puzzlegui.render.move_pictures import fit_pictures
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour
from puzzlegui.render.rule_example import own_frames

_BETWEEN = 20
"""Pixels between two boards, for an arrow."""
_MOVE_CELLS = 26, 22, 19, 16, 13, 11
"""Sides of the cells in pictures of moves, in pixels."""
_NAME_HEIGHT = 20


def rule_picture(like: Board, width: int, ratio: float) -> QPixmap:
    """Return pictures of the moves that a board defines, or else three frames of a move.

    Args:
        like: board whose rule is shown.
        width: width in pixels.
        ratio: device pixel ratio.
    """
    if moves := fit_pictures(like, width, width, _MOVE_CELLS, _NAME_HEIGHT):
        pixmap = _pixmap(width, math.ceil(moves.height), ratio)
        with QPainter(pixmap) as painter:
            moves.paint(painter, theme().board_style)
        return pixmap
    board, frames = own_frames(like)
    side = (width - (len(frames) - 1) * _BETWEEN) // len(frames)
    height = math.ceil(side * min(1.0, board.rows / board.columns))
    pixmap = _pixmap(width, height, ratio)
    with QPainter(pixmap) as painter:
        for number, frame in enumerate(frames):
            painter.save()
            painter.translate(number * (side + _BETWEEN), 0)
            layout = Layout.fit(board.rows, board.columns, side, height, axes=False, ratio=ratio)
            paint_board(painter, frame, layout, theme().board_style)
            painter.restore()
            if number:
                _paint_arrow(
                    painter, QRectF(number * (side + _BETWEEN) - _BETWEEN, 0, _BETWEEN, height)
                )
    return pixmap


def _pixmap(width: int, height: int, ratio: float) -> QPixmap:
    pixmap = QPixmap(round(width * ratio), round(height * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    return pixmap


def _paint_arrow(painter: QPainter, rect: QRectF) -> None:
    """Draw an arrow between two boards."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink = colour(theme().colours.faint)
    painter.setPen(QPen(ink, 2))
    left, right, y = rect.left() + 4, rect.right() - 4, rect.center().y()
    painter.drawLine(QPointF(left, y), QPointF(right - 3, y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    tip = [QPointF(right, y), QPointF(right - 6, y - 4), QPointF(right - 6, y + 4)]
    painter.drawPolygon(QPolygonF(tip))
    painter.restore()
