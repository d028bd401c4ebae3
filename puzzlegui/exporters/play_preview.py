"""Preview of a web page to play: a board as a browser shows it, or the boards of a book."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.exporters.paper_pages import draw_wrapped
from puzzlegui.exporters.puzzle_sheet import puzzle_title
from puzzlegui.exporters.settings import ExportSettings, Preview
from puzzlegui.exporters.storyboard import create_boards_preview, render_scaled
from puzzlegui.families.registry import family_of
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour, label_font
from puzzlegui.render.style import LIGHT, frame_colours

_SIZE = QSize(780, 570)
_EDGE, _BOARD, _GOAL = 20.0, 416.0, 170.0
_TITLE_SIZE, _TEXT_SIZE, _SMALL_SIZE = 24.0, 16.0, 14.0
_MOST_BOARDS = 12
"""Greatest number of boards in the preview of a book."""


def create_preview(boards: Sequence[Board], settings: ExportSettings) -> Preview:
    """Return a preview of a web page: of its only board, or of the first of several."""
    note = tr("A web page to play in any browser, on a phone too, even offline.")
    if len(boards) > 1:
        return create_boards_preview(boards[:_MOST_BOARDS], settings, note)
    board = boards[0]

    def image(_page: int, width: int, height: int) -> QImage:
        return render_scaled(_SIZE, width, height, lambda painter: _paint(painter, board))

    return Preview(1, image, note=note)


def _paint(painter: QPainter, board: Board) -> None:
    """Draw title, board and buttons at the left; rule, goal and instructions at the right."""
    painter.fillRect(QRectF(0, 0, _SIZE.width(), _SIZE.height()), colour(LIGHT.page))
    family, ink, faint = family_of(board), colour(LIGHT.ink), colour(LIGHT.faint)
    row = QRectF(_EDGE, _EDGE / 2, _SIZE.width() - 2 * _EDGE, 0)
    painter.setPen(ink)
    row.translate(
        0, draw_wrapped(painter, row, puzzle_title(board), _TITLE_SIZE, bold=True, most=1)
    )
    painter.setPen(faint)
    row.translate(0, draw_wrapped(painter, row, board.describe(), _TEXT_SIZE, most=1) + 12)
    column = QRectF(row.left(), row.top(), _BOARD, 0)
    column.translate(0, _paint_position(painter, column, board, goal=False) + 8)
    painter.setPen(ink)
    column.translate(
        0, draw_wrapped(painter, column, quantity(0, "move"), _TEXT_SIZE, bold=True) + 6
    )
    _paint_buttons(painter, column)
    left = row.left() + _BOARD + _EDGE
    column = QRectF(left, row.top(), _SIZE.width() - _EDGE - left, 0)
    painter.setPen(ink)
    column.translate(
        0, draw_wrapped(painter, column, family.rule_of(board), _TEXT_SIZE, most=8) + 12
    )
    if board.goal_picture() is not None:
        painter.setPen(faint)
        column.translate(0, draw_wrapped(painter, column, tr("Goal"), _TEXT_SIZE))
        goal = QRectF(column.left(), column.top(), _GOAL, 0)
        column.translate(0, _paint_position(painter, goal, board, goal=True) + 12)
    painter.setPen(faint)
    column.translate(0, draw_wrapped(painter, column, tr("How to play"), _TEXT_SIZE) + 4)
    painter.setPen(ink)
    draw_wrapped(painter, column, family.instructions(board), _SMALL_SIZE, most=8)


def _paint_position(painter: QPainter, area: QRectF, board: Board, *, goal: bool) -> float:
    """Draw the start or the goal in the width of an area, and return the height."""
    picture = board.goal_picture() if goal else board.picture()
    assert picture is not None
    side = area.width()
    layout = Layout.fit(board.rows, board.columns, side, side, axes=not goal)
    painter.save()
    painter.translate(area.topLeft())
    paint_board(painter, Frame(picture, frame_colours(board)), layout, LIGHT)
    painter.restore()
    return layout.outer_height


def _paint_buttons(painter: QPainter, area: QRectF) -> None:
    """Draw the buttons below the board, which have nothing to undo yet."""
    left = area.left()
    painter.setFont(label_font(_SMALL_SIZE, bold=False))
    painter.setPen(QPen(colour(LIGHT.faint), 1))
    for text in (tr("Undo"), tr("Redo"), tr("Restart")):
        width = painter.fontMetrics().horizontalAdvance(text) + 24
        button = QRectF(left, area.top(), width, 32)
        painter.drawRoundedRect(button, 8, 8)
        painter.drawText(button, Qt.AlignmentFlag.AlignCenter, text)
        left += width + 8
