"""A stroke: cells drawn from mouse press to release, not yet an edit of the document."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlegui.core import edits
from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.language import tr
from puzzlegui.core.region import Region
from puzzlegui.gui.design.tools import GAP, HOLE, PAINT


class Stroke:
    """Cells that a tool was dragged over, and the board with the stroke applied.

    Args:
        tool: PAINT, GAP, HOLE, or the name of a board field that holds a cell.
        field: name of the grid that is drawn on.
        value: painted value.
    """

    def __init__(self, tool: str, field: str, value: int) -> None:
        self._tool = tool
        self._field = field
        self._value = value
        self._cells: list[Cell] = []
        self._applied = 0
        self._base: Board | None = None
        self._drawn: Board | None = None

    def extend(self, cells: Iterable[Cell]) -> None:
        """Add cells to the stroke."""
        self._cells += cells

    def apply_to(self, board: Board) -> Board:
        """Return a board with the stroke applied; repeated calls apply only the new cells."""
        if board is not self._base or self._drawn is None:
            self._base = self._drawn = board
            self._applied = 0
        whole = Region.whole(board.grid(self._field))
        cells = [cell for cell in self._cells[self._applied :] if cell in whole]
        self._applied = len(self._cells)
        if not cells:
            return self._drawn
        if self._tool == PAINT:
            grid = self._drawn.grid(self._field)
            painted = dict.fromkeys((c for c in cells if c not in self._drawn.holes), self._value)
            self._drawn = self._drawn.with_fields(**{self._field: edits.with_cells(grid, painted)})
        elif self._tool == HOLE:
            change = edits.without_hole if self._fills_holes(board) else edits.with_hole
            for cell in cells:
                self._drawn = change(self._drawn, cell)
        elif self._tool == GAP:
            self._drawn = edits.move_gap(board, self._field, cells[-1])
        else:
            self._drawn = board.with_fields(**{self._tool: cells[-1]})
        return self._drawn

    def _fills_holes(self, board: Board) -> bool:
        """Return whether the first cell is a hole, which the stroke then puts cells into."""
        return self._cells[0] in board.holes

    @property
    def text(self) -> str:
        """Description for the undo menu."""
        name = cell_name(self._cells[-1])
        if self._tool == PAINT:
            return tr("paint {value} in {name}").format(value=str(self._value), name=name)
        if self._tool == HOLE:
            return tr("cut out or put back {name}").format(name=name)
        return tr("put the {tool} {value} {name}").format(
            tool=self._tool, value="in" if self._tool == GAP else "on", name=name
        )
