"""Books to print: title page, rules, puzzles without their answers, tiles, and an answer key.

Works without a display, in any thread. Boards are drawn by ``render.painter``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter, QPen, QPolygonF

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.documents.book import BookPuzzle
from puzzlegui.documents.difficulty import MOST_STARS
from puzzlegui.exporters.answer_key import answer_blocks
from puzzlegui.exporters.books import NO_ANSWERS, SHOWN, BookEdition
from puzzlegui.exporters.cut_outs import piece_pages
from puzzlegui.exporters.page_flow import Block, FlowPage, flow, space, text_block
from puzzlegui.exporters.paper_pages import (
    GAP,
    PAGES,
    content_area,
    draw_wrapped,
    line_height,
    paint_footer,
    size_in_units,
    write_pages,
)
from puzzlegui.exporters.puzzle_sheet import (
    LARGE,
    NORMAL,
    PuzzleSheet,
    SheetSizes,
    paint_name_line,
    paint_stars,
    puzzle_title,
    stars_width,
)
from puzzlegui.exporters.settings import (
    PUZZLES_PER_PAGE,
    ExportSettings,
    Preview,
    ProgressReporter,
    ignore_progress,
)
from puzzlegui.exporters.solution_texts import single_line
from puzzlegui.exporters.storyboard import render_scaled
from puzzlegui.families.registry import family_of
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour
from puzzlegui.render.qt_setup import ensure_application
from puzzlegui.render.rule_example import frames_like
from puzzlegui.render.style import PAPER

PagePainter = Callable[[QPainter, QRectF], None]
_EXAMPLE_SIDE = 160.0
"""Side of the boards that show a rule."""
_TITLE_SIZE = 64
_NOTES_SIZE = 22


class BookPages:
    """Pages of a book, which can be drawn independently.

    Args:
        edition: the book, and what its pages contain.
        settings: those of the format are used.
    """

    def __init__(self, edition: BookEdition, settings: ExportSettings) -> None:
        self.page_size = QPageSize(PAGES[settings.paper])
        self.size = size_in_units(self.page_size)
        self._area = content_area(self.page_size)
        self._edition = edition
        self._sizes = LARGE if settings.text_size == "large" else NORMAL
        title = book_title(edition)
        self.title = title if edition.puzzles else tr("Answers: {title}").format(title=title)
        self._pages = [*self._puzzle_part(settings), *self._answer_part(settings)]

    def __len__(self) -> int:
        return len(self._pages)

    def paint(
        self, painter: QPainter, number: int, report: ProgressReporter = ignore_progress
    ) -> None:
        """Draw a page, counted from 0, at 144 units per inch from the origin of a painter."""
        report(number, len(self))
        self._pages[number](painter, self._area)
        paint_footer(painter, self._area, self.title, number, len(self))

    def _puzzle_part(self, settings: ExportSettings) -> Iterator[PagePainter]:
        edition, area, sizes = self._edition, self._area, self._sizes
        puzzles = edition.book.puzzles
        if not edition.puzzles:
            return
        if edition.has_cover(settings):
            yield _TitlePage(edition, self.title, sizes, edition.star_lengths(settings)).paint
        if edition.has_rules(settings):
            rules = _rule_blocks(puzzles, area.width(), sizes)
            yield from (page.paint for page in flow(rules, area.height()))
        for page in _plan(edition, settings, sizes, area):
            yield page.paint
        if settings.pieces:
            numbered = edition.numbered
            for pieces in piece_pages(puzzles, settings.pieces, area, sizes, numbered=numbered):
                yield pieces.paint

    def _answer_part(self, settings: ExportSettings) -> Iterator[PagePainter]:
        if settings.answers == NO_ANSWERS:
            return
        title = tr("Answers") if self._edition.puzzles else self.title
        blocks = answer_blocks(self._edition, settings, title, self._area.width(), self._sizes)
        for page in flow(blocks, self._area.height()):
            yield page.paint


def book_title(edition: BookEdition) -> str:
    """Return the title of a book; of a single puzzle without one, that of the puzzle."""
    book = edition.book
    if book.title:
        return single_line(book.title)
    if len(book.puzzles) == 1:
        board = book.puzzles[0].board
        return puzzle_title(board)
    return tr("Puzzles")


# --- title page and rules ---


@dataclass(frozen=True)
class _TitlePage:
    """Title, notes, number of puzzles, and what the stars mean."""

    edition: BookEdition
    title: str
    sizes: SheetSizes
    star_lengths: Sequence[int]

    def paint(self, painter: QPainter, area: QRectF) -> None:
        centre = Qt.AlignmentFlag.AlignCenter
        painter.setPen(colour(PAPER.ink))
        row = area.adjusted(0, area.height() * 0.16, 0, 0)
        row.translate(
            0, draw_wrapped(painter, row, self.title, _TITLE_SIZE, bold=True, most=4, flags=centre)
        )
        count = quantity(len(self.edition.book.puzzles), "puzzle")
        size = self.sizes.text * 1.3
        row.translate(0, 10)
        row.translate(0, draw_wrapped(painter, row, count, size, flags=centre))
        notes = self.edition.book.notes.strip()
        if notes:
            room = row.adjusted(area.width() * 0.1, 50, -area.width() * 0.1, 0)
            size = max(_NOTES_SIZE, self.sizes.text)
            most = max(1, int(area.height() * 0.3 / line_height(size)))
            draw_wrapped(painter, room, notes, size, most=most)
        if any(puzzle.length is not None for puzzle in self.edition.book.puzzles):
            self._paint_legend(painter, area)
        foot = area.adjusted(0, area.height() - 60, 0, 0)
        paint_name_line(painter, foot, self.sizes.text)

    def _paint_legend(self, painter: QPainter, area: QRectF) -> None:
        """Draw the meaning of the stars."""
        size = self.sizes.text
        step = line_height(size) * 1.15
        lines = [_unproved_note(self.edition.book.puzzles)]
        top = area.bottom() - 100 - (MOST_STARS + 3) * step
        row = QRectF(area.left(), top, area.width(), step)
        painter.setPen(colour(PAPER.ink))
        text = tr("Difficulty: the number of moves of the shortest solution known")
        row.translate(0, draw_wrapped(painter, row, text, size, bold=True))
        for count in range(1, MOST_STARS + 1):
            if not (lengths := _length_range(count, self.star_lengths)):
                continue
            right = area.left() + stars_width(size)
            paint_stars(painter, right, row.top() + line_height(size) / 2, size, count)
            words = row.adjusted(stars_width(size) + GAP, 0, 0, 0)
            painter.setPen(colour(PAPER.ink))
            draw_wrapped(painter, words, lengths, size, most=1)
            row.translate(0, step)
        for line in filter(None, lines):
            draw_wrapped(painter, row, line, size, most=2)


def _length_range(count: int, star_lengths: Sequence[int]) -> str:
    """Return the numbers of moves of puzzles with this many stars; empty if there are none."""
    least = star_lengths[count - 2] + 1 if count > 1 else 0
    if count == MOST_STARS:
        return tr("{number} moves or more").format(number=group_digits(least))
    most = star_lengths[count - 1]
    if not least:
        return tr("up to {number} moves").format(number=group_digits(most))
    if least == most:
        return quantity(least, "move")
    if least > most:
        return ""
    return tr("{least} to {most} moves").format(least=group_digits(least), most=group_digits(most))


def _unproved_note(puzzles: Sequence[BookPuzzle]) -> str:
    """Return a sentence on the puzzles that may have shorter solutions; empty if none may."""
    numbers = [
        group_digits(number)
        for number, puzzle in enumerate(puzzles, 1)
        if puzzle.length is not None and not puzzle.optimal
    ]
    if not numbers:
        return ""
    return tr("Not proved to be the shortest: puzzles {numbers}.").format(
        numbers=", ".join(numbers)
    )


def _rule_blocks(puzzles: Sequence[BookPuzzle], width: float, sizes: SheetSizes) -> Iterator[Block]:
    """Yield each rule of the puzzles in the book, with a picture of a move."""
    yield text_block(tr("Rules"), width, sizes.title, bold=True, keep=True)
    names = tr("Cells are named by column and row, as in a spreadsheet: B3 is in column B, row 3.")
    yield text_block(names, width, sizes.text)
    size = sizes.text
    first: dict[str, Board] = {}
    for puzzle in puzzles:
        first.setdefault(family_of(puzzle.board).rule_of(puzzle.board), puzzle.board)
    for rule, board in first.items():
        family = family_of(board)
        todo, written = family.reading_captions
        before = tr("On the left, the board before a move: {todo}").format(todo=todo)
        yield space(sizes.heading * 0.6)
        yield text_block(family.title, width, sizes.heading, bold=True, keep=True)
        yield text_block(rule, width, size, keep=True)
        yield Block(_EXAMPLE_SIDE + 20, _ExamplePicture(board).paint, keep=True)
        yield text_block(f"{before} {written}", width, size)


@dataclass(frozen=True)
class _ExamplePicture:
    """A small board before and after a move."""

    board: Board

    def paint(self, painter: QPainter, area: QRectF) -> None:
        example, (before, _, after) = frames_like(self.board)
        top = area.top() + 10
        between = 90.0
        left = area.left() + (area.width() - 2 * _EXAMPLE_SIDE - between) / 2
        layout = Layout.fit(example.rows, example.columns, _EXAMPLE_SIDE, _EXAMPLE_SIDE)
        for frame, x in ((before, left), (after, left + _EXAMPLE_SIDE + between)):
            painter.save()
            painter.translate(x, top)
            paint_board(painter, frame, layout, PAPER)
            painter.restore()
        _paint_arrow(painter, QPointF(left + _EXAMPLE_SIDE + 15, top + _EXAMPLE_SIDE / 2), 60)


def _paint_arrow(painter: QPainter, start: QPointF, length: float) -> None:
    painter.setPen(QPen(colour(PAPER.ink), 3))
    tip = start + QPointF(length, 0)
    painter.drawLine(start, tip - QPointF(8, 0))
    painter.setBrush(colour(PAPER.ink))
    painter.drawPolygon(QPolygonF([tip, tip - QPointF(14, 8), tip - QPointF(14, -8)]))


# --- puzzles ---


@dataclass(frozen=True)
class _PuzzlePage:
    """Page of puzzles in a grid of equal areas."""

    sheets: Sequence[PuzzleSheet]
    grid: tuple[int, int]

    def paint(self, painter: QPainter, area: QRectF) -> None:
        top = paint_name_line(painter, area, self.sheets[0].sizes.text)
        for place, sheet in zip(_slots(self.grid, area, top), self.sheets, strict=False):
            sheet.paint(painter, place)


def _slots(grid: tuple[int, int], area: QRectF, top: float) -> Iterator[QRectF]:
    """Yield the areas of a page, row by row, below the line for the name."""
    across, down = grid
    width = (area.width() - (across - 1) * GAP) / across
    height = (area.height() - top - (down - 1) * GAP) / down
    for index in range(across * down):
        row, column = divmod(index, across)
        yield QRectF(
            area.left() + column * (width + GAP), area.top() + top + row * (height + GAP),
            width, height,
        )  # fmt: skip


def _plan(
    edition: BookEdition, settings: ExportSettings, sizes: SheetSizes, area: QRectF
) -> Iterator[_PuzzlePage | FlowPage]:
    """Yield the pages of the puzzles, and of moves that need pages of their own.

    Puzzles with small labels get pages of their own too.
    """
    per_page = settings.puzzles_per_page
    grid = PUZZLES_PER_PAGE[per_page]
    name_line = line_height(sizes.text) * 1.6
    slot = next(_slots(grid, area, name_line))
    whole = next(_slots((1, 1), area, name_line))
    waiting: list[PuzzleSheet] = []
    long_lists: list[PuzzleSheet] = []
    for number, puzzle in enumerate(edition.book.puzzles, 1):
        board = puzzle.board
        sheet = PuzzleSheet(
            puzzle, number if edition.numbered else 0, sizes,
            rule="" if edition.has_rules(settings) else family_of(board).rule_of(board),
            book_title=edition.book.title,
            star_lengths=edition.star_lengths(settings),
            shows_length=settings.lengths == SHOWN,
        )  # fmt: skip
        moves = sheet.move_list
        if not moves.fits(whole.width()):
            long_lists.append(sheet)
        shares = sheet.is_legible(slot.width(), slot.height()) and (
            moves.fits(slot.width()) or sheet in long_lists
        )
        if shares:
            waiting.append(sheet)
        if waiting and (not shares or len(waiting) == per_page):
            yield _PuzzlePage(waiting, grid)
            waiting = []
        if shares:
            continue
        single = sheet.is_legible(whole.width(), whole.height())
        for part in [sheet] if single else sheet.split():
            yield _PuzzlePage([part], (1, 1))
    if waiting:
        yield _PuzzlePage(waiting, grid)
    for sheet in long_lists:
        yield from flow(sheet.move_list.blocks(sheet.title, area.width()), area.height())


# --- the file ---


def write_pdf(
    edition: BookEdition, settings: ExportSettings, report: ProgressReporter
) -> Iterator[bytes]:
    """Yield a PDF file of a book."""
    ensure_application()
    yield from write_pages(BookPages(edition, settings), report)


def create_preview(edition: BookEdition, settings: ExportSettings) -> Preview:
    """Return a preview of the pages."""
    pages = BookPages(edition, settings)

    def image(page: int, width: int, height: int) -> QImage:
        size = pages.size.toSize()
        return render_scaled(size, width, height, lambda painter: pages.paint(painter, page))

    return Preview(len(pages), image)
