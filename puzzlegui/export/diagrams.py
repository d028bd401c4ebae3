"""Diagrams of small boards as pictures and drawings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from puzzlegui.core.language import Shown, with_texts
from puzzlegui.export.outlines import outlined
from puzzlegui.export.settings import Report
from puzzlegui.export.storyboard import png_bytes
from puzzlegui.render.diagram import Diagram
from puzzlegui.render.diagrampaint import paint_diagram
from puzzlegui.render.pen import colour
from puzzlegui.render.style import Style
from puzzlegui.render.surface import ensure_application

_SCALE, _LARGEST = 64.0, 8000.0
"""Pixels of a small board, and of the longer side at most."""


@with_texts
@dataclass(frozen=True)
class DiagramFormat:
    """A kind of file.

    Attributes:
        title: what people call it.
        write: the content of a file.
    """

    title: Shown
    write: Callable[[Diagram, Style, Report], bytes]


def _scale(diagram: Diagram) -> tuple[float, QSize]:
    scale = min(_SCALE, _LARGEST / max(diagram.width, diagram.height))
    return scale, QSize(round(diagram.width * scale), round(diagram.height * scale))


def diagram_png(diagram: Diagram, style: Style, report: Report) -> bytes:
    """A diagram as a picture."""
    ensure_application()
    scale, size = _scale(diagram)
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(colour(style.page))
    _paint(QPainter(image), diagram, scale, style, report)
    return png_bytes(image)


def diagram_svg(diagram: Diagram, style: Style, report: Report) -> bytes:
    """A diagram as a drawing."""
    ensure_application()
    scale, size = _scale(diagram)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle(diagram.board.title or "PuzzleGUI")
    _paint(QPainter(generator), diagram, scale, style, report)
    return outlined(bytes(buffer.data().data()).decode()).encode()


def _paint(painter: QPainter, diagram: Diagram, scale: float, style: Style, report: Report) -> None:
    try:
        report(0, 1)
        whole = QRectF(0, 0, diagram.width * scale + 1, diagram.height * scale + 1)
        painter.fillRect(whole, colour(style.page))
        paint_diagram(painter, diagram, scale, style, report=report)
    finally:
        painter.end()


DIAGRAMS = {
    ".png": DiagramFormat("PNG picture", diagram_png),
    ".svg": DiagramFormat("SVG drawing", diagram_svg),
}
"""The kinds of files by suffix."""
