"""Pages on paper: sizes, footer, wrapped text, and PDF files of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol

from PySide6.QtCore import (
    QBuffer,
    QHashSeed,
    QIODevice,
    QMarginsF,
    QPointF,
    QRectF,
    QSizeF,
    Qt,
    QUuid,
)
from PySide6.QtGui import (
    QFontMetricsF,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
    QTextLayout,
    QTextOption,
)

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.exporters.pdf_determinism import with_fixed_dates, xmp_metadata
from puzzlegui.exporters.settings import ProgressReporter
from puzzlegui.render.primitives import colour, draw_fitting, label_font
from puzzlegui.render.style import PAPER

DPI = 144
"""Units of length per inch."""
UNITS_PER_MM = DPI / 25.4
MARGIN = 86.0
GAP = 30.0
FOOTER_HEIGHT = 40.0
TEXT_SIZE = 18  # 9 points on paper
SMALL_SIZE = 16
HEADING_SIZE = 34
_FOOTER_LINE = 25.0
_LINE_SPACING = 1.4
"""Height of a line of text, in sizes of its font."""

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

PAGES: dict[str, QPageSize.PageSizeId] = {
    "a4": QPageSize.PageSizeId.A4,
    "letter": QPageSize.PageSizeId.Letter,
}
"""Paper sizes by the values of the setting."""


class Pages(Protocol):
    """Pages that can be drawn independently.

    Attributes:
        page_size: size of the paper.
        title: title of the document.
    """

    page_size: QPageSize

    @property
    def title(self) -> str: ...

    def __len__(self) -> int: ...

    def paint(self, painter: QPainter, number: int, report: ProgressReporter = ...) -> None:
        """Draw a page, counted from 0, at 144 units per inch from the origin of a painter."""


def size_in_units(page_size: QPageSize) -> QSizeF:
    """Return the size of a page."""
    inches = page_size.size(QPageSize.Unit.Inch)
    return QSizeF(inches.width() * DPI, inches.height() * DPI)


def content_area(page_size: QPageSize) -> QRectF:
    """Return the area between the margins and above the footer."""
    size = size_in_units(page_size)
    return QRectF(
        MARGIN, MARGIN, size.width() - 2 * MARGIN, size.height() - 2 * MARGIN - FOOTER_HEIGHT
    )


def paint_footer(painter: QPainter, area: QRectF, title: str, number: int, count: int) -> None:
    """Draw the title and the number of a page, counted from 0, below its content area."""
    foot = QRectF(
        area.left(), area.bottom() + FOOTER_HEIGHT - _FOOTER_LINE, area.width(), _FOOTER_LINE
    )
    painter.setPen(colour(PAPER.faint))
    text = tr("Page {number} of {count}").format(
        number=group_digits(number + 1), count=group_digits(count)
    )
    draw_fitting(painter, foot, RIGHT, text, SMALL_SIZE, bold=False)
    foot.setWidth(foot.width() - 160)
    draw_fitting(painter, foot, LEFT, title, SMALL_SIZE, bold=False)


def write_pages(pages: Pages, report: ProgressReporter) -> Iterator[bytes]:
    """Yield a PDF file, whose bytes depend on the pages alone."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DPI)
    writer.setPageLayout(
        QPageLayout(pages.page_size, QPageLayout.Orientation.Portrait, QMarginsF())
    )
    writer.setTitle(pages.title)
    writer.setCreator("PuzzleGUI")
    writer.setDocumentXmpMetadata(xmp_metadata(pages.title))
    writer.setDocumentId(QUuid.createUuidV5(QUuid(), pages.title.encode()))
    QHashSeed.setDeterministicGlobalSeed()  # else the order of the fonts varies
    try:
        with QPainter(writer) as painter:
            for number in range(len(pages)):
                if number:
                    writer.newPage()
                pages.paint(painter, number, report)
    finally:
        QHashSeed.resetRandomGlobalSeed()
    yield with_fixed_dates(bytes(buffer.data().data()))


# --- text ---


@lru_cache(256)
def wrap_text(
    text: str, width: float, size: float, *, bold: bool = False, most: int = 0
) -> tuple[str, ...]:
    """Return the lines of a text as wide as fits; the last of ``most`` lines is elided."""
    font = label_font(size, bold=bold)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        layout = QTextLayout(paragraph, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            if most and len(lines) == most - 1:
                rest = paragraph[line.textStart() :]
                metrics = QFontMetricsF(font)
                lines.append(metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width))
                layout.endLayout()
                return tuple(lines)
            lines.append(paragraph[line.textStart() :][: line.textLength()].rstrip())
        layout.endLayout()
    return tuple(lines)


def line_height(size: float) -> float:
    """Return the distance between lines of text."""
    return size * _LINE_SPACING


def draw_wrapped(
    painter: QPainter,
    area: QRectF,
    text: str,
    size: float,
    *,
    bold: bool = False,
    most: int = 0,
    flags: Qt.AlignmentFlag = LEFT,
) -> float:
    """Draw a text from the top of an area, wrapped to its width, and return its height."""
    painter.setFont(label_font(size, bold=bold))
    height = line_height(size)
    lines = wrap_text(text, area.width(), size, bold=bold, most=most)
    for number, line in enumerate(lines):
        row = QRectF(area.left(), area.top() + number * height, area.width(), height)
        painter.drawText(row, flags, line)
    return len(lines) * height


def draw_rule(painter: QPainter, left: float, right: float, y: float) -> None:
    """Draw a thin line to write on."""
    painter.setPen(colour(PAPER.faint))
    painter.drawLine(QPointF(left, y), QPointF(right, y))
