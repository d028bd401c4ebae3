"""Pages of tiles to cut out, and of boards to lay them on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from puzzlegui.core.board import Board
from puzzlegui.core.cells import flatten
from puzzlegui.core.formatting import group_digits, join_and, short_decimal
from puzzlegui.core.language import tr
from puzzlegui.documents.book import BookPuzzle
from puzzlegui.exporters.page_flow import Block, FlowPage, flow, space, text_block
from puzzlegui.exporters.paper_pages import UNITS_PER_MM, draw_wrapped, line_height
from puzzlegui.exporters.puzzle_sheet import SheetSizes
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.painter import paint_axes, paint_board
from puzzlegui.render.primitives import colour
from puzzlegui.render.style import PAPER, paper_colours

_WHITE = replace(PAPER, tray="#FFFFFF")
_SCALE_MM = 50
"""Length of the line by which the scale of the print is checked, in millimetres."""
_SCALE_TEXT = 16.0
_SCALE_HEIGHT = 60.0
_AXIS = 26.0


@dataclass(frozen=True)
class PiecesPage:
    """Page of tiles and boards, with a line to check the scale of the print."""

    page: FlowPage

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Draw the page."""
        self.page.paint(painter, area)
        _paint_scale(painter, area)


def piece_pages(
    puzzles: Sequence[BookPuzzle],
    side_mm: float,
    area: QRectF,
    sizes: SheetSizes,
    *,
    numbered: bool,
) -> Iterator[PiecesPage]:
    """Yield the pages of tiles, and of boards that fit on a page.

    Args:
        puzzles: puzzles of a book; those with the same tiles share a set.
        side_mm: side of a tile in millimetres.
        area: content area of the pages.
        sizes: sizes of text.
        numbered: True if the puzzles have numbers.
    """
    side = side_mm * UNITS_PER_MM
    sets: dict[object, list[int]] = {}
    for index, puzzle in enumerate(puzzles):
        sets.setdefault(_tile_set(puzzle.board), []).append(index)
    height = area.height() - _SCALE_HEIGHT
    blocks: list[Block] = []
    for indices in sets.values():
        board = puzzles[indices[0]].board
        numbers = join_and([group_digits(index + 1) for index in indices]) if numbered else ""
        if board.has_tiles:
            blocks += _tile_blocks(board, numbers, side, area.width(), sizes)
        boards = {(puzzles[at].board.rows, puzzles[at].board.columns): at for at in indices}
        for at in boards.values():
            mat = _Mat(puzzles[at].board, side)
            if mat.width <= area.width() and mat.height <= height - 4 * line_height(sizes.heading):
                blocks += _mat_blocks(mat, numbers, area.width(), sizes)
    yield from (PiecesPage(page) for page in flow(blocks, height))


def _tile_set(board: Board) -> object:
    """Return a key that is the same for boards that are played with the same tiles."""
    if not board.has_tiles:
        return board.puzzle
    picture = board.picture()
    colours = tuple(sorted(paper_colours(board).items()))
    names = tuple(sorted(picture.names.items()))
    return tuple(sorted(flatten(picture.values))), picture.gap, names, picture.mosaic, colours


def _heading_blocks(
    heading: str, instruction: str, width: float, sizes: SheetSizes
) -> Iterator[Block]:
    yield text_block(heading, width, sizes.heading, bold=True, keep=True, most=2)
    yield text_block(instruction, width, sizes.text, keep=True)
    yield replace(space(12), keep=True)


def _tile_blocks(
    board: Board, numbers: str, side: float, width: float, sizes: SheetSizes
) -> Iterator[Block]:
    """Yield rows of tiles between cut lines."""
    heading = tr("Tiles for puzzle {numbers}").format(numbers=numbers) if numbers else tr("Tiles")
    yield from _heading_blocks(heading, tr("Cut along the dashed lines."), width, sizes)
    picture = board.picture()
    values = sorted(value for value in flatten(picture.values) if value != picture.gap)
    across = max(1, int((width - 2) // side))
    for at in range(0, len(values), across):
        yield Block(side, _TileRow(board, tuple(values[at : at + across]), side).paint)
    yield space(sizes.heading)


@dataclass(frozen=True)
class _TileRow:
    """Row of tiles between cut lines."""

    board: Board
    values: tuple[int, ...]
    side: float

    def paint(self, painter: QPainter, area: QRectF) -> None:
        count, side = len(self.values), self.side
        layout = Layout(1, count, side, area.left(), area.top(), side * 0.08, 0.0)
        picture = replace(self.board.picture(), values=(self.values,), gap=None)
        paint_board(painter, Frame(picture, paper_colours(self.board)), layout, _WHITE)
        painter.setPen(QPen(colour(PAPER.faint), 1.2, Qt.PenStyle.DashLine))
        for y in (area.top(), area.top() + side):
            painter.drawLine(QPointF(area.left(), y), QPointF(area.left() + count * side, y))
        for column in range(count + 1):
            x = area.left() + column * side
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.top() + side))


def _mat_blocks(mat: _Mat, numbers: str, width: float, sizes: SheetSizes) -> Iterator[Block]:
    heading = tr("Board for puzzle {numbers}").format(numbers=numbers) if numbers else tr("Board")
    instruction = tr("Walk on the board with a counter, such as a coin.")
    if mat.board.has_tiles:
        instruction = tr("Lay the tiles on the board as the start shows.")
    yield from _heading_blocks(heading, instruction, width, sizes)
    yield Block(mat.height, mat.paint)
    yield space(sizes.heading)


@dataclass(frozen=True)
class _Mat:
    """A board to lay tiles on, or a maze to walk on."""

    board: Board
    side: float

    @property
    def width(self) -> float:
        return self.board.columns * self.side + _AXIS

    @property
    def height(self) -> float:
        return self.board.rows * self.side + _AXIS + 4

    def paint(self, painter: QPainter, area: QRectF) -> None:
        board, side = self.board, self.side
        left, top = area.left() + _AXIS, area.top() + _AXIS
        layout = Layout(board.rows, board.columns, side, left, top, 4.0, _AXIS)
        if board.has_tiles:
            paint_axes(painter, layout, PAPER)
        else:
            paint_board(painter, Frame(board.picture(), paper_colours(board)), layout, PAPER)
        painter.setPen(QPen(colour(PAPER.ink), 1.5))
        for row in range(board.rows + 1):
            y = top + row * side
            painter.drawLine(QPointF(left, y), QPointF(left + board.columns * side, y))
        for column in range(board.columns + 1):
            x = left + column * side
            painter.drawLine(QPointF(x, top), QPointF(x, top + board.rows * side))


def _paint_scale(painter: QPainter, area: QRectF) -> None:
    """Draw a line of a known length at the bottom of a page."""
    length = _SCALE_MM * UNITS_PER_MM
    y = area.bottom() - 10
    painter.setPen(QPen(colour(PAPER.ink), 1.5))
    painter.drawLine(QPointF(area.left(), y), QPointF(area.left() + length, y))
    for x in (area.left(), area.left() + length):
        painter.drawLine(QPointF(x, y - 6), QPointF(x, y + 6))
    text = tr("This line is {length} mm long if the page is printed at its actual size (100%).")
    row = QRectF(area.left(), y - 34, area.width(), line_height(_SCALE_TEXT))
    painter.setPen(colour(PAPER.faint))
    draw_wrapped(painter, row, text.format(length=short_decimal(_SCALE_MM)), _SCALE_TEXT, most=1)
