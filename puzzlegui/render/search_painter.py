"""Drawing of recorded searches at a step: boards, search trees and explanations."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter

from puzzlegui.engine.watching import explanations
from puzzlegui.engine.watching.step_view import RecordingViewer, StepView
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.overlay import create_overlay, paint_overlay
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour, label_font
from puzzlegui.render.style import Style, frame_colours
from puzzlegui.render.tree_layout import TreeLayout
from puzzlegui.render.tree_painter import paint_tree

_BOARD_SHARE, _TEXT_SHARE = 0.4, 0.2
"""For a single search: share of the width for the board, and of the height for the text."""
_FONT_SHARE, _MIN_FONT = 0.145, 9.0
"""Font size as a share of the height of the text, and its minimum in pixels."""
_UPPER_SHARE, _LEFT_SHARE, _FONT_SHARE_BESIDE = 0.44, 0.5, 0.022
"""For several searches: shares of the height and the width for the board, and for the font size."""
_MARGIN = 12.0


def paint_searches(
    painter: QPainter,
    views: Sequence[tuple[RecordingViewer, StepView]],
    width: int,
    height: int,
    style: Style,
) -> None:
    """Draw a search at a step, or several side by side; enables antialiasing."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, width, height), colour(style.page))
    if len(views) == 1:
        _paint_single(painter, *views[0], width, height, style)
        return
    column_width = width // len(views)
    for number, (viewer, view) in enumerate(views):
        painter.save()
        painter.translate(column_width * number, 0)
        _paint_beside(painter, viewer, view, column_width, height, style)
        painter.restore()
        if number:
            painter.setPen(colour(style.tray))
            painter.drawLine(QLineF(column_width * number, 0, column_width * number, height))


def _paint_single(
    painter: QPainter,
    viewer: RecordingViewer,
    view: StepView,
    width: int,
    height: int,
    style: Style,
) -> None:
    """Draw the board beside the tree, and the text below both."""
    upper, left = height * (1 - _TEXT_SHARE), width * _BOARD_SHARE
    _paint_board(painter, viewer, view, left, upper, style)
    painter.save()
    painter.translate(left, 0)
    layout = TreeLayout(view.tree, width - left, upper)
    paint_tree(painter, viewer.recording, layout, style)
    painter.restore()
    room = QRectF(_MARGIN, upper, width - 2 * _MARGIN, height - upper)
    _paint_text(painter, viewer, view, room, room.height() * _FONT_SHARE, style)


def _paint_beside(
    painter: QPainter,
    viewer: RecordingViewer,
    view: StepView,
    width: int,
    height: int,
    style: Style,
) -> None:
    """Draw the board beside the text, and the tree below both."""
    upper, left = height * _UPPER_SHARE, width * _LEFT_SHARE
    _paint_board(painter, viewer, view, left, upper, style)
    room = QRectF(left + _MARGIN, _MARGIN, width - left - 2 * _MARGIN, upper - _MARGIN)
    _paint_text(painter, viewer, view, room, height * _FONT_SHARE_BESIDE, style)
    painter.save()
    painter.translate(0, upper)
    layout = TreeLayout(view.tree, width, height - upper)
    paint_tree(painter, viewer.recording, layout, style)
    painter.restore()


def _paint_board(
    painter: QPainter,
    viewer: RecordingViewer,
    view: StepView,
    width: float,
    height: float,
    style: Style,
) -> None:
    recording, board = viewer.recording, viewer.board
    layout = Layout.fit(board.rows, board.columns, width, height, axes=style.axes)
    frame = Frame(board.picture(view.position), frame_colours(board))
    paint_board(painter, frame, layout, style)
    numbers = None if view.breakdown is None else view.breakdown.cells
    paint_overlay(painter, create_overlay(recording, view.tree, numbers), layout, style)


def _paint_text(
    painter: QPainter,
    viewer: RecordingViewer,
    view: StepView,
    room: QRectF,
    size: float,
    style: Style,
) -> None:
    size = max(_MIN_FONT, size)
    lines = (
        (explanations.heading_text(viewer.recording, view.step), style.ink, True),
        (f"{view.sentence} {view.answer}", style.ink, False),
    )
    top = room.top()
    for text, tone, bold in lines:
        painter.setFont(label_font(size, bold=bold))
        painter.setPen(colour(tone))
        flags = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignTop)
        rest = QRectF(room.left(), top, room.width(), room.bottom() - top)
        used = painter.boundingRect(rest, flags, text)
        painter.drawText(rest, flags, text)
        top += used.height() + size * 0.3
