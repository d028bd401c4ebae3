"""Storyboards in PNG and SVG: a board, or the steps of a solution, drawn by ``render.painter``.

Works without a display, in any thread.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.exporters.panels import Panel, Panels
from puzzlegui.exporters.settings import (
    Chapter,
    ExportSettings,
    Preview,
    ProgressReporter,
    frames_note,
    ignore_progress,
)
from puzzlegui.exporters.solution_texts import single_line
from puzzlegui.exporters.svg_outlines import outline_texts
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour, draw_fitting
from puzzlegui.render.qt_setup import ensure_application
from puzzlegui.render.style import DARK, LIGHT, Style, frame_colours

_CAPTION_HEIGHT = 30
_MARGIN = 20
_HEAD_HEIGHT = 44
_MAX_PANELS = 61
"""Greatest number of panels; longer solutions are sampled evenly."""
_MAX_TILES = 24_000
"""Greatest number of tiles on all panels of a sheet."""
_MAX_PIXELS = 16_000
"""Greatest length of a side of a PNG picture."""

STYLES: dict[str, Style] = {"light": LIGHT, "dark": DARK}


class Sheet:
    """Rows of panels, each a board with a caption.

    Args:
        title: heading of the sheet.
        panels: panels to draw.
        board: board of the panels; None without panels.
        style: colours.
    """

    def __init__(
        self, title: str, panels: Sequence[Panel] | Panels, board: Board | None, style: Style
    ) -> None:
        self._title = title
        self._panels = panels
        self.style = style
        self._colours = frame_colours(board) if board else {}
        rows, columns = (board.rows, board.columns) if board else (1, 1)
        most = max(rows, columns)
        pitch = max(22, min(64, 960 // most)) if len(panels) <= 2 else max(8, min(40, 280 // most))
        self._width = max(150, pitch * columns + 2 * _MARGIN)
        self._height = pitch * rows + 2 * _MARGIN
        self._across = max(1, min(len(panels), 6, 1500 // self._width))
        down = math.ceil(len(panels) / self._across)
        self._head = _HEAD_HEIGHT if title else 0
        self.size = QSize(
            max(self._across * self._width + _MARGIN, 420),
            self._head + down * (self._height + _CAPTION_HEIGHT) + _MARGIN // 2,
        )

    def __len__(self) -> int:
        return len(self._panels)

    def paint(self, painter: QPainter, report: ProgressReporter = ignore_progress) -> None:
        """Draw the sheet with its top-left corner at the origin."""
        style = self.style
        painter.fillRect(QRectF(0, 0, self.size.width(), self.size.height()), colour(style.page))
        room = QRectF(_MARGIN, 10, self.size.width() - 2 * _MARGIN, self._head - 10)
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        if self._title:
            painter.setPen(colour(style.ink))
            draw_fitting(painter, room, left, self._title, 20)
        for index in range(len(self._panels)):
            report(index, len(self._panels))
            down, right = divmod(index, self._across)
            painter.save()
            painter.translate(
                _MARGIN / 2 + right * self._width,
                self._head + down * (self._height + _CAPTION_HEIGHT),
            )
            self._paint_panel(painter, self._panels[index])
            painter.restore()

    def _paint_panel(self, painter: QPainter, panel: Panel) -> None:
        values = panel.picture.values
        layout = Layout.fit(len(values), len(values[0]), self._width, self._height)
        painter.setPen(colour(self.style.ink))
        room = QRectF(layout.axis / 2, 0, self._width - 6, _CAPTION_HEIGHT)  # above the tiles
        caption = " · ".join(filter(None, (panel.caption, panel.total_text)))
        draw_fitting(painter, room, Qt.AlignmentFlag.AlignCenter, caption, 14, bold=False)
        painter.translate(0, _CAPTION_HEIGHT - 4)
        frame = Frame(
            panel.picture,
            self._colours,
            marks=Marks(next_move=panel.next_move, highlighted=panel.highlighted),
        )
        paint_board(painter, frame, layout, self.style)


class SheetStack:
    """Sheets arranged in rows, usually of a single sheet each."""

    def __init__(self, sheets: Sequence[Sheet], columns: int = 1) -> None:
        self._sheets = sheets
        self._rows = [sheets[at : at + columns] for at in range(0, len(sheets), columns)]
        self._width = max(sheet.size.width() for sheet in sheets)
        self.size = QSize(columns * self._width, sum(map(_height, self._rows)))
        self.page = colour(sheets[0].style.page)

    def paint(self, painter: QPainter, report: ProgressReporter = ignore_progress) -> None:
        """Draw the sheets from the origin on."""
        total = sum(map(len, self._sheets))
        before = 0
        if len(self._sheets) > 1:  # some may be narrower than others
            painter.fillRect(QRectF(QPointF(), self.size.toSizeF()), self.page)
        top = 0
        for row in self._rows:
            for column, sheet in enumerate(row):
                origin = painter.transform()
                painter.translate(column * self._width, top)
                sheet.paint(painter, lambda done, _, before=before: report(before + done, total))  # type: ignore[misc]
                painter.setTransform(origin)
                before += len(sheet)
            top += _height(row)


def _height(row: Sequence[Sheet]) -> int:
    return max(sheet.size.height() for sheet in row)


def create_sheets(chapters: Iterable[Chapter], settings: ExportSettings) -> SheetStack:
    """Return the storyboard of some results."""
    return SheetStack([_sheet(chapter, settings) for chapter in chapters])


def _sheet(chapter: Chapter, settings: ExportSettings) -> Sheet:
    style = STYLES[settings.theme]
    head = f"{chapter.heading}: " if chapter.heading else ""
    if chapter.solution is None:
        return Sheet(single_line(head + chapter.error), [], None, style)
    solution = chapter.solution
    board = solution.board
    title = single_line(head + _title(solution))
    most = max(13, min(_MAX_PANELS, _MAX_TILES // (board.rows * board.columns)))
    if solution.moves:
        return Sheet(title, Panels(solution, settings.notation, most), board, style)
    return Sheet(title, _board_panels(board), board, style)


def _title(solution: Solution) -> str:
    """Return the title of the board and the result of solving it."""
    return f"{solution.board.title or solution.board.describe()}: {solution.outcome()}"


def _board_panels(board: Board) -> list[Panel]:
    goal = board.goal_picture()
    if goal is None:
        return [Panel(board.describe(), "", board.picture())]
    return [Panel(tr("start"), "", board.picture()), Panel(tr("goal"), "", goal)]


def _board_sheets(boards: Sequence[Board], settings: ExportSettings) -> SheetStack:
    style = STYLES[settings.theme]
    sheets = [Sheet(single_line(b.title), _board_panels(b), b, style) for b in boards]
    return SheetStack(sheets, columns=round(math.sqrt(len(sheets))))


def create_preview(chapters: Iterable[Chapter], settings: ExportSettings) -> Preview:
    """Return a preview of the file for a single chapter."""
    (chapter,) = chapters
    assert chapter.solution is not None
    sheet = _sheet(chapter, settings)
    return _sheet_preview(sheet, frames_note(len(sheet), len(chapter.solution.moves)))


def create_boards_preview(
    boards: Sequence[Board], settings: ExportSettings, note: str = ""
) -> Preview:
    """Return a preview of the picture of boards, each with its goal."""
    return _sheet_preview(_board_sheets(boards, settings), note)


def create_page_preview(chapters: Iterable[Chapter], settings: ExportSettings) -> Preview:
    """Return a preview of the first position on a web page with a player."""
    (solution,) = (chapter.solution for chapter in chapters)
    assert solution is not None
    panels = _board_panels(solution.board)
    sheet = Sheet(single_line(_title(solution)), panels, solution.board, STYLES[settings.theme])
    note = tr("A web page that plays the moves in any browser, even offline. It starts like this.")
    return _sheet_preview(sheet, note)


def _sheet_preview(sheet: Sheet | SheetStack, note: str) -> Preview:
    def image(_page: int, width: int, height: int) -> QImage:
        return render_scaled(sheet.size, width, height, sheet.paint)

    return Preview(1, image, note=note)


def render_scaled(
    size: QSize, width: int, height: int, paint: Callable[[QPainter], None]
) -> QImage:
    """Return an image of what ``paint`` draws on a surface, scaled to fit a width and a height."""
    ensure_application()
    fitting = size.scaled(width, height, Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(fitting.expandedTo(QSize(1, 1)), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(image.width() / size.width(), image.height() / size.height())
        paint(painter)
    return image


# --- files --------------------------------------------------------------------------------------


def write_png(
    chapters: Iterable[Chapter], settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield a PNG picture of all steps, or of a sample."""
    yield _png(create_sheets(chapters, settings), report)


def write_svg(
    chapters: Iterable[Chapter], settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield the same as an SVG drawing, with texts as outlines."""
    yield _svg(create_sheets(chapters, settings), report)


def draw_boards_png(boards: Sequence[Board], settings: ExportSettings) -> bytes:
    """Return a PNG picture of boards, each with its goal."""
    return _png(_board_sheets(boards, settings), ignore_progress)


def draw_boards_svg(boards: Sequence[Board], settings: ExportSettings) -> bytes:
    """Return an SVG drawing of boards, each with its goal."""
    return _svg(_board_sheets(boards, settings), ignore_progress)


def _png(sheets: SheetStack, report: ProgressReporter) -> bytes:
    ensure_application()
    longest = max(sheets.size.width(), sheets.size.height())
    scale = 2.0 if sheets.size.width() <= 1200 else 1.0
    scale = min(scale, _MAX_PIXELS / longest)
    image = QImage(sheets.size * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    image.fill(sheets.page)  # the sheets may cover the last row of pixels partly
    with QPainter(image) as painter:
        sheets.paint(painter, report)
    return png_bytes(image)


def png_bytes(image: QImage) -> bytes:
    """Return the content of a PNG file of an image."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"PNG")).write(image):
        raise OSError(tr("could not create the picture"))
    return bytes(buffer.data().data())


def _svg(sheets: SheetStack, report: ProgressReporter) -> bytes:
    ensure_application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(sheets.size)
    generator.setViewBox(QRectF(0, 0, sheets.size.width(), sheets.size.height()))
    generator.setTitle("PuzzleGUI")
    with QPainter(generator) as painter:
        sheets.paint(painter, report)
    return outline_texts(bytes(buffer.data().data()).decode()).encode()
