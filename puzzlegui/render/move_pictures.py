"""Pictures of the moves that a board defines: its cells with arrows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.families.move_editing import Cycle
from puzzlegui.families.registry import family_of
from puzzlegui.render.frame import Frame
from puzzlegui.render.layout import Layout
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import paint_board
from puzzlegui.render.primitives import colour, draw_fitting
from puzzlegui.render.style import NO_LABELS, Style

MOST_PICTURES = 6
_GAP = 18.0


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


def move_shapes(board: Board) -> list[MoveShape]:
    """Return the moves that a board defines, by shape; a few moves, each by itself.

    Empty if the family has the same moves on every board.
    """
    editing = family_of(board).move_editing
    if editing is None:
        return []
    moves = [(name, cycles) for name, cycles in editing.definitions(board) if cycles]
    if len(moves) <= MOST_PICTURES:
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
class MovePictures:
    """Pictures of moves in rows, each below the name of its move.

    Attributes:
        board: the board.
        shapes: the moves; one picture for each shape.
        width: width of the rows.
        cell: side of a cell.
        line: height of the names.
    """

    board: Board
    shapes: Sequence[MoveShape]
    width: float
    cell: float
    line: float

    @property
    def height(self) -> float:
        """Height of all rows."""
        return math.ceil(len(self.shapes) / self._across) * self._step - _GAP / 2

    @property
    def _across(self) -> int:
        return int((self.width + _GAP) // (self.cell * self.board.columns + _GAP))

    @property
    def _step(self) -> float:
        return self.cell * self.board.rows + self.line + _GAP / 2

    def paint(self, painter: QPainter, style: Style) -> None:
        """Draw the pictures from the origin of a painter."""
        editing, board = family_of(self.board).move_editing, self.board
        assert editing is not None
        style = replace(style, labels=NO_LABELS, axes=False)
        wide, cell = self.cell * board.columns, self.cell
        layout = Layout(board.rows, board.columns, cell, 0.0, 0.0, max(1.0, cell * 0.06), 0.0)
        blank = dict.fromkeys(board.values, style.page)
        for index, shape in enumerate(self.shapes):
            down, right = divmod(index, self._across)
            painter.save()
            painter.translate(right * (wide + _GAP), down * self._step)
            painter.setPen(colour(style.ink))
            room = QRectF(0, 0, wide, self.line)
            name = f"{shape.name}, …" if len(shape.places) > 1 else shape.name
            draw_fitting(painter, room, Qt.AlignmentFlag.AlignCenter, name, self.line * 0.7)
            painter.translate(0, self.line)
            marks = Marks(next_move=editing.motion(shape.cycles, (), ""))
            paint_board(painter, Frame(board.picture(), blank, marks=marks), layout, style)
            painter.restore()


def fit_pictures(
    board: Board, width: float, height: float, cells: Iterable[float], line: float
) -> MovePictures | None:
    """Return pictures of the moves that a board defines, in the first size that fits.

    Args:
        board: the board.
        width: width of the area.
        height: its height.
        cells: sides of cells to try, from the largest.
        line: height of the names of the moves.

    Returns:
        The pictures; None if there are no moves or too many for pictures, or if none fits.
    """
    shapes = move_shapes(board)
    if not 0 < len(shapes) <= MOST_PICTURES:
        return None
    sizes = (
        MovePictures(board, shapes, width, cell, line)
        for cell in cells
        if cell * board.columns <= width
    )
    return next((pictures for pictures in sizes if pictures.height <= height), None)
