"""Export formats of single drawings: diagrams of small boards, and plots."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPicture
from PySide6.QtSvg import QSvgGenerator

from puzzlegui.exporters.formats import Content, Format
from puzzlegui.exporters.settings import ExportSettings, Preview, ProgressReporter, ignore_progress
from puzzlegui.exporters.storyboard import STYLES, png_bytes, render_scaled
from puzzlegui.exporters.svg_outlines import outline_texts
from puzzlegui.render.diagram import Diagram
from puzzlegui.render.diagram_painter import paint_diagram
from puzzlegui.render.primitives import colour
from puzzlegui.render.qt_setup import ensure_application

_BOARD_PIXELS, _MAX_SIDE = 64.0, 8000.0
"""Size of a small board, and greatest length of the longer side, in pixels."""
_SCREEN_PIXEL_RATIO = 2
"""Pixels of a PNG picture per pixel of the screen."""


@dataclass(frozen=True)
class Drawing:
    """Drawing that can be painted at any size, in any thread.

    Attributes:
        title: title in the metadata of the file.
        size: size in pixels.
        page: background colour.
        paint: draws it with its top-left corner at the origin, and reports progress.
        pixel_ratio: pixels of a PNG picture per unit of ``size``.
        resolution: dots per inch for which the text is laid out; SVG requires it.
    """

    title: str
    size: QSize
    page: QColor
    paint: Callable[[QPainter, ProgressReporter], None]
    pixel_ratio: int = 1
    resolution: int = 72


def drawing_from_picture(title: str, size: QSize, page: QColor, picture: QPicture) -> Drawing:
    """Return a drawing that replays a QPicture."""
    content = bytes(picture.data())  # type: ignore[call-overload]

    def paint(painter: QPainter, report: ProgressReporter) -> None:
        report(0, 1)
        copy = QPicture()  # playing changes a picture
        copy.setData(content)
        copy.play(painter)

    return Drawing(title, size, page, paint, _SCREEN_PIXEL_RATIO, picture.logicalDpiX())


def _diagram_drawing(diagram: Diagram, settings: ExportSettings) -> Drawing:
    style = STYLES[settings.theme]
    scale = min(_BOARD_PIXELS, _MAX_SIDE / max(diagram.width, diagram.height))

    def paint(painter: QPainter, report: ProgressReporter) -> None:
        report(0, 1)
        paint_diagram(painter, diagram, scale, style, report=report)

    size = QSize(round(diagram.width * scale), round(diagram.height * scale))
    return Drawing(diagram.board.title or "PuzzleGUI", size, colour(style.page), paint)


def drawing_png(drawing: Drawing, report: ProgressReporter) -> bytes:
    """Return a drawing as a PNG picture."""
    image = QImage(drawing.size * drawing.pixel_ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(drawing.pixel_ratio)
    image.fill(drawing.page)
    with QPainter(image) as painter:
        _paint(painter, drawing, report)
    return png_bytes(image)


def drawing_svg(drawing: Drawing, report: ProgressReporter) -> bytes:
    """Return a drawing as an SVG file, with texts as outlines."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(drawing.size)
    generator.setViewBox(QRectF(0, 0, drawing.size.width(), drawing.size.height()))
    generator.setResolution(drawing.resolution)
    generator.setTitle(drawing.title)
    with QPainter(generator) as painter:
        _paint(painter, drawing, report)
    return outline_texts(bytes(buffer.data().data()).decode()).encode()


def _paint(painter: QPainter, drawing: Drawing, report: ProgressReporter) -> None:
    size = drawing.size
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, size.width() + 1, size.height() + 1), drawing.page)
    drawing.paint(painter, report)


def _formats(
    make: Callable[[Content, ExportSettings], Drawing], settings: tuple[str, ...]
) -> dict[str, Format[Content]]:
    """Return the formats of content that ``make`` converts to a drawing."""

    def writer(
        write: Callable[[Drawing, ProgressReporter], bytes],
    ) -> Callable[[Content, ExportSettings, ProgressReporter], Iterator[bytes]]:
        def written(
            content: Content, settings: ExportSettings, report: ProgressReporter
        ) -> Iterator[bytes]:
            ensure_application()
            yield write(make(content, settings), report)

        return written

    def preview(content: Content, settings: ExportSettings) -> Preview:
        drawing = make(content, settings)

        def image(_page: int, width: int, height: int) -> QImage:
            def paint(painter: QPainter) -> None:
                whole = QRectF(0, 0, drawing.size.width() + 1, drawing.size.height() + 1)
                painter.fillRect(whole, drawing.page)
                drawing.paint(painter, ignore_progress)

            return render_scaled(drawing.size, width, height, paint)

        return Preview(1, image)

    png = Format(
        "png", "PNG picture", ".png", writer(drawing_png), settings, binary=True, preview=preview
    )
    svg = Format("svg", "SVG drawing", ".svg", writer(drawing_svg), settings, preview=preview)
    return {png.name: png, svg.name: svg}


DIAGRAM_FORMATS: dict[str, Format[Diagram]] = _formats(_diagram_drawing, ("theme",))
PLOT_FORMATS: dict[str, Format[Drawing]] = _formats(lambda plots, _: plots, ())
