"""Printable booklet: start, goal, a picture of every step, and the list of moves.

Works without a display, in any thread. Boards are drawn by ``render.painter``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter, QPen

from puzzlegui.core.language import tr, translate_formatted
from puzzlegui.core.picture import Picture
from puzzlegui.core.result_text import SEGMENT_NAMES
from puzzlegui.core.solution import Solution
from puzzlegui.exporters.panel_painter import paint_panel
from puzzlegui.exporters.panels import Panel, Panels
from puzzlegui.exporters.paper_pages import (
    GAP,
    HEADING_SIZE,
    LEFT,
    PAGES,
    RIGHT,
    SMALL_SIZE,
    TEXT_SIZE,
    content_area,
    paint_footer,
    size_in_units,
    write_pages,
)
from puzzlegui.exporters.settings import (
    PER_PAGE,
    Chapter,
    ExportSettings,
    Preview,
    ProgressReporter,
    frames_note,
    ignore_progress,
)
from puzzlegui.exporters.solution_texts import format_segments, single_line
from puzzlegui.exporters.storyboard import render_scaled
from puzzlegui.families.notation import notation_for
from puzzlegui.families.registry import family_of
from puzzlegui.render.primitives import colour, draw_fitting, label_font
from puzzlegui.render.qt_setup import ensure_application
from puzzlegui.render.style import PAPER, paper_colours

_LINE_HEIGHT = 25.0
_TERMS_PER_LINE = 10
_MAX_PICTURES = 1000
_MAX_TILES = 100_000
"""Greatest number of tiles on all pictures; with more, each picture shows several moves."""


@dataclass(frozen=True)
class _Page:
    """Page of a chapter.

    Attributes:
        title: title in the footer.
        paint: draws the content into a rectangle, and reports the number of pictures drawn.
        first: number of pictures on earlier pages.
    """

    title: str
    paint: Callable[[QPainter, QRectF, Callable[[int], None]], None]
    first: int


class Booklet:
    """Pages of a booklet, which can be drawn independently.

    Args:
        chapters: results to print.
        settings: ``notation``, ``paper`` and ``per_page`` are used.

    Attributes:
        step_count: number of pictures of moves in the last chapter.
    """

    def __init__(self, chapters: Iterable[Chapter], settings: ExportSettings) -> None:
        self.page_size = QPageSize(PAGES[settings.paper])
        self.size = size_in_units(self.page_size)
        self._room = content_area(self.page_size)
        self._pictures = 0
        self.step_count = 1
        self._pages: list[_Page] = []
        for chapter in chapters:
            self._add(chapter, settings)

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def title(self) -> str:
        """Title of the first chapter."""
        return self._pages[0].title

    def paint(
        self, painter: QPainter, number: int, report: ProgressReporter = ignore_progress
    ) -> None:
        """Draw a page at 144 units per inch.

        Args:
            painter: painter whose origin is the top-left corner of the page.
            number: number of the page, from 0.
            report: called with the number of pictures of the booklet drawn so far.
        """
        page = self._pages[number]
        page.paint(painter, self._room, lambda done: report(page.first + done, self._pictures))
        paint_footer(painter, self._room, page.title, number, len(self))

    def _add(self, chapter: Chapter, settings: ExportSettings) -> None:
        """Add the pages of a chapter."""
        if chapter.solution is None:
            words = _TextPage([single_line(chapter.heading), chapter.error])
            self._pages.append(_Page(single_line(chapter.heading), words.paint, self._pictures))
            return
        solution = chapter.solution
        title = single_line(solution.board.title) or solution.board.describe()
        lines = _move_lines(solution, settings)
        board = solution.board
        most = max(13, min(_MAX_PICTURES, _MAX_TILES // (board.rows * board.columns)))
        panels = Panels(solution, settings.notation, most)
        single = len(panels) > len(solution.moves)
        front = _FrontPage(
            solution, title, single_line(chapter.heading), _legend(solution, single=single)
        )
        listed = len(lines) <= front.lines_available(self._room)
        if listed:
            front.lines = lines
        self._pages.append(_Page(title, front.paint, self._pictures))
        self._pictures += front.pictures
        if solution.moves:
            for first in range(0, len(panels), settings.per_page):
                steps = _StepsPage(panels, solution, first, settings.per_page)
                self._pages.append(_Page(title, steps.paint, self._pictures + first))
            self._pictures += len(panels)
            self.step_count = len(panels)
        if not listed:
            columns = _split_columns(lines, int(self._room.height() // _LINE_HEIGHT))
            for first in range(0, len(columns), _LIST_COLUMNS):
                listing = _MoveListPage(columns[first : first + _LIST_COLUMNS])
                self._pages.append(_Page(title, listing.paint, self._pictures))


Line = tuple[str, str]
"""Text in the margin of a line, empty for a heading, and text of the line."""


def _move_lines(solution: Solution, settings: ExportSettings) -> list[Line]:
    notation = notation_for(solution.board, settings.notation)
    lines: list[Line] = []
    for name, terms in format_segments(solution, solution.moves, notation):
        if name and len(solution.segments) > 1:
            lines.append(("", single_line(translate_formatted(name, SEGMENT_NAMES))))
        most = 1 if notation.separator == "\n" else _TERMS_PER_LINE
        for at in range(0, len(terms), most):
            some = terms[at : at + most]
            text = notation.separator.join(term.text for term in some)
            lines.append((str(some[0].start + 1), text))
    return lines if solution.solved else []


@dataclass
class _TextPage:
    """Page with a heading and lines of text."""

    lines: list[str]

    def paint(self, painter: QPainter, room: QRectF, _report: Callable[[int], None]) -> None:
        painter.setPen(colour(PAPER.ink))
        row = QRectF(room.left(), room.top(), room.width(), 1.4 * HEADING_SIZE)
        draw_fitting(painter, row, LEFT, self.lines[0], HEADING_SIZE)
        painter.setFont(label_font(TEXT_SIZE, bold=False))
        rest = room.adjusted(0, 2 * HEADING_SIZE, 0, 0)
        flags = int(_LEFT_TOP | Qt.TextFlag.TextWordWrap)
        painter.drawText(rest, flags, "\n".join(self.lines[1:]))


_LEFT_TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class _FrontPage:
    """First page: title, result, start, goal, and the moves if there is room for them."""

    def __init__(self, solution: Solution, title: str, heading: str, legend: list[str]) -> None:
        board = solution.board
        self._title = f"{heading}: {title}" if heading else title
        self._colours = paper_colours(board)
        goal = board.goal_picture()
        self._boards: list[tuple[str, Picture]] = [(tr("Start") if goal else "", board.picture())]
        if goal is not None:
            self._boards.append((tr("Goal"), goal))
        self._facts = [board.describe()] if board.title else []
        self._facts += [
            single_line(
                tr("{outcome} Solver: {solver}.").format(
                    outcome=solution.outcome(), solver=solution.solver
                )
            )
        ]
        self._legend_lines = legend
        self.lines: list[Line] = []
        self.pictures = len(self._boards)

    def _boards_top(self) -> float:
        return 1.6 * HEADING_SIZE + (len(self._facts) + 0.8) * _LINE_HEIGHT

    def _boards_height(self, room: QRectF) -> float:
        return min((room.width() - GAP) / 2 + 40, room.height() * 0.5)

    def lines_available(self, room: QRectF) -> int:
        """Return the number of lines of moves that fit on the page."""
        used = (
            self._boards_top()
            + self._boards_height(room)
            + (len(self._legend_lines) + 3) * _LINE_HEIGHT
        )
        return int((room.height() - used) // _LINE_HEIGHT)

    def paint(self, painter: QPainter, room: QRectF, report: Callable[[int], None]) -> None:
        painter.setPen(colour(PAPER.ink))
        row = QRectF(room.left(), room.top(), room.width(), 1.4 * HEADING_SIZE)
        draw_fitting(painter, row, LEFT, self._title, HEADING_SIZE)
        row = QRectF(room.left(), row.bottom() + 0.2 * HEADING_SIZE, room.width(), _LINE_HEIGHT)
        for fact in self._facts:
            draw_fitting(painter, row, LEFT, fact, TEXT_SIZE, bold=False)
            row.translate(0, _LINE_HEIGHT)
        width = (room.width() - GAP) / 2
        high = self._boards_height(room)
        for index, (name, picture) in enumerate(self._boards):
            report(index)
            left = room.left() + index * (width + GAP)
            if len(self._boards) == 1:
                left += (width + GAP) / 2
            box = QRectF(left, room.top() + self._boards_top(), width, high)
            paint_panel(painter, box, Panel(name, "", picture), self._colours)
        row.moveTop(room.top() + self._boards_top() + high + _LINE_HEIGHT)
        painter.setPen(colour(PAPER.ink))
        for text in self._legend_lines:
            draw_fitting(painter, row, LEFT, text, TEXT_SIZE, bold=False)
            row.translate(0, _LINE_HEIGHT)
        row.translate(0, _LINE_HEIGHT)
        if self.lines:
            draw_fitting(painter, row, LEFT, tr("All moves"), TEXT_SIZE)
            row.translate(0, _LINE_HEIGHT)
            _paint_lines(painter, row, self.lines)


def _legend(solution: Solution, *, single: bool) -> list[str]:
    """Return an explanation of the pictures, each of a single move or of several."""
    if not solution.moves:
        return []
    if not single:
        if solution.board.has_tiles:
            return [
                tr(
                    "Each picture shows the board before the moves it names and highlights what "
                    "they change. The moves are listed at the end."
                )
            ]
        return [
            tr(
                "Each picture shows the board before the moves it names. The moves are listed at "
                "the end."
            )
        ]
    todo, written = family_of(solution.board).reading_captions
    return [tr("Each picture shows the board before a move: {todo}").format(todo=todo), written]


class _StepsPage:
    """Page of pictures of steps."""

    def __init__(self, panels: Panels, solution: Solution, first: int, per_page: int) -> None:
        self._panels = panels
        self._colours = paper_colours(solution.board)
        self._first = first
        self._grid = PER_PAGE[per_page]
        # Several moves together have no description.
        has_second_line = 2 * len(panels) > len(solution.moves) or panels[0].total_text
        self._lines = 2 if has_second_line else 1

    def paint(self, painter: QPainter, room: QRectF, report: Callable[[int], None]) -> None:
        across, down = self._grid
        width = (room.width() - (across - 1) * GAP) / across
        high = (room.height() - (down - 1) * GAP) / down
        last = min(len(self._panels), self._first + across * down)
        for index in range(self._first, last):
            report(index - self._first)
            row, column = divmod(index - self._first, across)
            left, top = room.left() + column * (width + GAP), room.top() + row * (high + GAP)
            box = QRectF(left, top, width, high)
            paint_panel(painter, box, self._panels[index], self._colours, lines=self._lines)


_LIST_COLUMNS = 2
"""Number of columns in the list of moves."""


def _split_columns(lines: list[Line], most: int) -> list[list[Line]]:
    """Split lines into columns that do not end with a heading."""
    columns: list[list[Line]] = [[]]
    for number, text in lines:
        if len(columns[-1]) >= (most if number else most - 1):
            columns.append([])
        columns[-1].append((number, text))
    return columns


@dataclass
class _MoveListPage:
    """Page of the list of moves."""

    columns: list[list[Line]]

    def paint(self, painter: QPainter, room: QRectF, _report: Callable[[int], None]) -> None:
        width = (room.width() - (_LIST_COLUMNS - 1) * GAP) / _LIST_COLUMNS
        for index, lines in enumerate(self.columns):
            left = room.left() + index * (width + GAP)
            _paint_lines(painter, QRectF(left, room.top(), width, _LINE_HEIGHT), lines)


def _paint_lines(painter: QPainter, row: QRectF, lines: list[Line]) -> None:
    """Draw lines of moves from ``row`` down, each with the number of its first move."""
    row = QRectF(row)
    indent = 62.0
    painter.setPen(QPen(colour(PAPER.ink)))
    for number, text in lines:
        if number:
            left = QRectF(row.left(), row.top(), indent - 12, row.height())
            draw_fitting(painter, left, RIGHT, number, SMALL_SIZE, bold=False)
        rest = QRectF(row)
        rest.setLeft(row.left() + (indent if number else 12))
        draw_fitting(painter, rest, LEFT, text, SMALL_SIZE, bold=not number)
        row.translate(0, row.height())


def create_preview(chapters: Iterable[Chapter], settings: ExportSettings) -> Preview:
    """Return a preview of the pages for a single chapter."""
    (chapter,) = chapters
    assert chapter.solution is not None
    moves = len(chapter.solution.moves)
    booklet = Booklet([chapter], settings)

    def image(page: int, width: int, height: int) -> QImage:
        size = booklet.size.toSize()
        return render_scaled(size, width, height, lambda painter: booklet.paint(painter, page))

    return Preview(len(booklet), image, note=frames_note(booklet.step_count, moves))


# --- the file -----------------------------------------------------------------------------------


def write_pdf(
    chapters: Iterable[Chapter], settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield a PDF booklet; each chapter begins on a new page."""
    ensure_application()
    yield from write_pages(Booklet(chapters, settings), report)
