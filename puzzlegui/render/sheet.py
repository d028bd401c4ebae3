"""Pictures in files: a board, or the steps of a solution, as PNG or SVG.

Works without a display. Everything goes through ``render.painter``.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from puzzlegui import assets
from puzzlegui.core.board import Board
from puzzlegui.core.picture import Motion, Picture
from puzzlegui.core.solution import Solution, Walk
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import FONT_FAMILY, Frame, Marks, colour, label_font, paint_board
from puzzlegui.render.style import LIGHT, Style, frame_colours

_CAPTION = 30
_MARGIN = 20
_MOST_STEPS = 60
"""Steps drawn one by one; of a longer solution, as many evenly spaced positions."""


@dataclass(frozen=True)
class _Panel:
    caption: str
    picture: Picture
    coming: Motion | None = None


@cache  # keeps it alive
def ensure_application() -> QGuiApplication:
    """A Qt application to draw with: the one that runs, or a new one without a display."""
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QGuiApplication(sys.argv[:1])
    load_fonts()
    return application


def load_fonts() -> None:
    """Make the program's fonts known to Qt."""
    for name in assets.names("fonts", ".otf"):
        QFontDatabase.addApplicationFontFromData(
            QByteArray(assets.read_bytes("fonts", f"{name}.otf"))
        )


def picture_file(subject: Board | Solution, path: Path) -> bytes:
    """The content of a picture file of ``subject``; the suffix of ``path`` says which kind.

    Raises:
        KeyError: there is no such kind; see ``PICTURES``.
    """
    draw = PICTURES[path.suffix.lower()]
    ensure_application()
    return draw(_sheet(subject))


class _Sheet:
    """Panels in rows, each a board with a caption."""

    def __init__(self, title: str, panels: Sequence[_Panel], board: Board, style: Style) -> None:
        self._title = title
        self._panels = panels
        self._style = style
        self._colours = frame_colours(board)
        most = max(board.rows, board.columns)
        pitch = max(22, min(64, 960 // most)) if len(panels) <= 2 else max(8, min(40, 280 // most))
        self._width = pitch * board.columns + 2 * _MARGIN
        self._height = pitch * board.rows + 2 * _MARGIN
        self._across = min(len(panels), max(1, min(6, 1500 // self._width)))
        down = math.ceil(len(panels) / self._across)
        head = 44 if title else 0
        self._head = head
        self.size = QSize(
            self._across * self._width + _MARGIN,
            head + down * (self._height + _CAPTION) + _MARGIN // 2,
        )

    def paint(self, painter: QPainter) -> None:
        style = self._style
        painter.fillRect(QRectF(0, 0, self.size.width(), self.size.height()), colour(style.page))
        painter.setPen(colour(style.ink))
        painter.setFont(label_font(20))
        painter.drawText(
            QRectF(_MARGIN, 10, self.size.width() - 2 * _MARGIN, self._head - 10),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            self._title,
        )
        caption_font = QFont(FONT_FAMILY)
        caption_font.setPixelSize(14)
        for index, panel in enumerate(self._panels):
            down, right = divmod(index, self._across)
            painter.save()
            painter.translate(
                _MARGIN / 2 + right * self._width, self._head + down * (self._height + _CAPTION)
            )
            painter.setPen(colour(style.faint))
            painter.setFont(caption_font)
            painter.drawText(
                QRectF(_MARGIN / 2, 0, self._width - _MARGIN, _CAPTION),
                Qt.AlignmentFlag.AlignCenter,
                panel.caption,
            )
            painter.translate(0, _CAPTION - 4)
            values = panel.picture.values
            layout = Layout.fit(len(values), len(values[0]), self._width, self._height)
            frame = Frame(panel.picture, self._colours, marks=Marks(coming=panel.coming))
            paint_board(painter, frame, layout, style)
            painter.restore()


def _sheet(subject: Board | Solution) -> _Sheet:
    if isinstance(subject, Solution):
        board = subject.board
        title = f"{board.title or board.describe()}: {subject.outcome()}"
        return _Sheet(title, _steps(subject), board, LIGHT)
    goal = subject.goal_picture()
    panels = [_Panel("start", subject.picture())]
    if goal is not None:
        panels.append(_Panel("goal", goal))
    else:
        panels = [_Panel(subject.describe(), subject.picture())]
    return _Sheet(subject.title, panels, subject, LIGHT)


def _steps(solution: Solution) -> list[_Panel]:
    """The start, and the board after each move or after evenly many."""
    board, length = solution.board, len(solution.moves)
    count = min(length, _MOST_STEPS)
    marks = sorted({round(i * length / count) for i in range(count + 1)}) if count else [0]
    texts = board.moves_text(solution.moves)[-length:] if length else []
    walk = Walk(board, solution.moves)
    panels = []
    for number in marks:
        position = walk[number]
        coming = None
        if number < length <= _MOST_STEPS:
            coming = board.motion(position, solution.moves[number])
        caption = f"{number}. {texts[number - 1]}" if number else "start"
        panels.append(_Panel(caption, board.picture(position), coming))
    return panels


def _png(sheet: _Sheet) -> bytes:
    scale = 2 if sheet.size.width() <= 1200 else 1
    image = QImage(sheet.size * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    sheet.paint(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"PNG")).write(image):
        raise OSError("the picture could not be made")
    return bytes(buffer.data().data())


def _svg(sheet: _Sheet) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(sheet.size)
    generator.setViewBox(QRectF(0, 0, sheet.size.width(), sheet.size.height()))
    generator.setTitle("PuzzleGUI")
    painter = QPainter(generator)
    sheet.paint(painter)
    painter.end()
    return bytes(buffer.data().data())


PICTURES: dict[str, Callable[[_Sheet], bytes]] = {".png": _png, ".svg": _svg}
"""The kinds of picture files, by suffix."""
