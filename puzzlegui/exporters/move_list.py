"""Moves that a board defines, on paper: pictures with arrows, or else text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.language import tr
from puzzlegui.exporters.page_flow import Block, line_blocks, text_block
from puzzlegui.exporters.paper_pages import draw_wrapped, line_height, wrap_text
from puzzlegui.exporters.storyboard import draw_fitting
from puzzlegui.families.move_editing import Cycle, MoveEditing
from puzzlegui.families.registry import family_of
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour
from puzzlegui.render.style import NO_LABELS, PAPER, Style

_MOST_PICTURES = 6
_MOST_LINES = 8
"""Lines of text on the page of a puzzle; more have pages of their own."""
_CELL_SIZES = 34.0, 28.0, 23.0, 19.0, 16.0
"""Sides of the cells of pictures; the largest that leaves room for the puzzle is used."""
_SHARE = 0.25
"""Greatest height of all pictures, as a share of the width of the page."""
_BETWEEN = 18.0
_FEW = 8
"""Number of alike moves that are listed even if a rectangle of cells says the same."""
_BLANK: Style = replace(PAPER, labels=NO_LABELS, axes=False)
_TILE = "#FFFFFF"


@dataclass(frozen=True)
class MoveShape:
    """Moves that are alike but for the place of their cells.

    Attributes:
        cycles: cycles of the first move.
        places: name of each move, and the cell that stands for the first cell of the first move.
    """

    cycles: Sequence[Cycle]
    places: Sequence[tuple[str, Cell]]

    @property
    def name(self) -> str:
        """Name of the first move."""
        return self.places[0][0]

    def describe(self) -> str:
        """Return the cycles of the first move, such as ``L: A1 → B1 → A2 → A1``."""
        return f"{self.name}: {', '.join(map(_cycle_text, self.cycles))}"

    def describe_others(self) -> str:
        """Return where the other moves are; empty if there are none."""
        others = self.places[1:]
        if not others:
            return ""
        cells = [cell for _, cell in self.places]
        first, last = cells[0], cells[-1]
        block = [(r, c) for r in range(first[0], last[0] + 1) for c in range(first[1], last[1] + 1)]
        if len(others) > _FEW and cells == block and all(n == cell_name(c) for n, c in self.places):
            text = tr("Moves like {name} begin at every cell from {first} to {last}.")
            return text.format(name=self.name, first=cell_name(first), last=cell_name(last))
        listed = ", ".join(
            name if name == cell_name(cell) else f"{name} ({cell_name(cell)})"
            for name, cell in others
        )
        return tr("Like {name}, from other cells: {moves}").format(name=self.name, moves=listed)


def _cycle_text(cycle: Cycle) -> str:
    names = [cell_name(cell) for cell in cycle]
    return " ↔ ".join(names) if len(names) == 2 else " → ".join([*names, names[0]])


def move_shapes(board: Board, editing: MoveEditing) -> list[MoveShape]:
    """Return the moves of a board by shape; a few moves, each by itself."""
    moves = [(name, cycles) for name, cycles in editing.definitions(board) if cycles]
    if len(moves) <= _MOST_PICTURES:
        return [MoveShape(cycles, [(name, cycles[0][0])]) for name, cycles in moves]
    found: dict[object, list[tuple[str, Sequence[Cycle]]]] = {}
    for name, cycles in moves:
        (top, left), *_ = cycles[0]
        shape = tuple(tuple((r - top, c - left) for r, c in cycle) for cycle in cycles)
        found.setdefault(shape, []).append((name, cycles))
    return [
        MoveShape(alike[0][1], [(name, cycles[0][0]) for name, cycles in alike])
        for alike in found.values()
    ]


@dataclass(frozen=True)
class MoveList:
    """List of the moves that a board defines, to be drawn below each other.

    Attributes:
        board: the board; nothing is drawn if its family has the same moves on every board.
        size: size of the text.
    """

    board: Board
    size: float

    @cached_property
    def _editing(self) -> MoveEditing | None:
        return family_of(self.board).move_editing

    @cached_property
    def _shapes(self) -> list[MoveShape]:
        return [] if self._editing is None else move_shapes(self.board, self._editing)

    @property
    def _heading(self) -> str:
        if self.board.inverse() == self.board:
            return tr("Moves, each also backwards:")
        return tr("Moves, forwards only:")

    def _texts(self, *, pictures: bool) -> list[str]:
        """Return the moves that are alike, after those that differ unless pictures show them."""
        alike = [text for shape in self._shapes if (text := shape.describe_others())]
        return alike if pictures else ["; ".join(s.describe() for s in self._shapes), *alike]

    # --- on the page of the puzzle ---

    def fits(self, width: float) -> bool:
        """Return True if the list is short enough for the page of the puzzle."""
        texts = self._texts(pictures=bool(self._cell_size(width)))
        return sum(len(wrap_text(text, width, self.size)) for text in texts) <= _MOST_LINES

    def height(self, width: float) -> float:
        """Return the height of the list; 0 if it is empty or needs pages of its own."""
        if not self._shapes or not self.fits(width):
            return 0.0
        cell = self._cell_size(width)
        texts = self._texts(pictures=bool(cell))
        lines = 1 + sum(len(wrap_text(text, width, self.size)) for text in texts)
        return lines * line_height(self.size) + self._pictures_height(width, cell) + self.size

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Draw the list from the top of an area."""
        if not self.height(area.width()):
            return
        cell = self._cell_size(area.width())
        painter.setPen(colour(PAPER.ink))
        row = QRectF(area)
        row.translate(0, draw_wrapped(painter, row, self._heading, self.size, bold=True, most=1))
        if cell:
            self._paint_pictures(painter, row, cell)
            row.translate(0, self._pictures_height(area.width(), cell))
        painter.setPen(colour(PAPER.ink))
        for text in self._texts(pictures=bool(cell)):
            row.translate(0, draw_wrapped(painter, row, text, self.size))

    def _cell_size(self, width: float) -> float:
        """Return the side of the cells of the pictures; 0 if text is better."""
        if not 0 < len(self._shapes) <= _MOST_PICTURES:
            return 0.0
        sizes = (
            cell
            for cell in _CELL_SIZES
            if cell * self.board.columns <= width
            and self._pictures_height(width, cell) <= max(_SHARE * width, _CELL_SIZES[0] * 2)
        )
        return next(sizes, 0.0)

    def _across(self, width: float, cell: float) -> int:
        return int((width + _BETWEEN) // (cell * self.board.columns + _BETWEEN))

    def _pictures_height(self, width: float, cell: float) -> float:
        if not cell:
            return 0.0
        down = math.ceil(len(self._shapes) / self._across(width, cell))
        return down * (cell * self.board.rows + line_height(self.size) + _BETWEEN / 2)

    def _paint_pictures(self, painter: QPainter, area: QRectF, cell: float) -> None:
        editing, board = self._editing, self.board
        assert editing is not None
        across = self._across(area.width(), cell)
        wide, high = cell * board.columns, cell * board.rows
        step = high + line_height(self.size) + _BETWEEN / 2
        layout = Layout(board.rows, board.columns, cell, 0.0, 0.0, 2.0, 0.0)
        blank = dict.fromkeys(board.values, _TILE)
        for index, shape in enumerate(self._shapes):
            down, right = divmod(index, across)
            painter.save()
            painter.translate(area.left() + right * (wide + _BETWEEN), area.top() + down * step)
            painter.setPen(colour(PAPER.ink))
            room = QRectF(0, 0, wide, line_height(self.size))
            draw_fitting(painter, room, Qt.AlignmentFlag.AlignCenter, shape.name, self.size)
            painter.translate(0, room.height())
            marks = Marks(next_move=editing.motion(shape.cycles, ()))
            paint_board(painter, Frame(board.picture(), blank, marks=marks), layout, _BLANK)
            painter.restore()

    # --- on pages of its own ---

    def blocks(self, title: str, width: float) -> Iterator[Block]:
        """Yield the blocks of the pages of a list that does not fit on the page of the puzzle."""
        yield text_block(title, width, self.size * 1.3, bold=True, keep=True, most=2)
        yield text_block(self._heading, width, self.size, keep=True)
        for shape in self._shapes:
            for text in filter(None, (shape.describe(), shape.describe_others())):
                yield from line_blocks(text, width, self.size)
