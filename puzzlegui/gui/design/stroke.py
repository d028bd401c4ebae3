"""What is drawn between the press and the release of the mouse, before it is an edit."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlegui.core import edits
from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.language import tr
from puzzlegui.core.region import Region
from puzzlegui.gui.design.tools import GAP, PAINT


class Stroke:
    """The cells that a tool has been drawn over, and the board as it is with that.

    Args:
        tool: PAINT, GAP, or the field of a board that holds a cell.
        field: the grid that is drawn on.
        value: the value that is painted.
    """

    def __init__(self, tool: str, field: str, value: int) -> None:
        self._tool = tool
        self._field = field
        self._value = value
        self._cells: list[Cell] = []
        self._done = 0
        self._before: Board | None = None
        self._drawn: Board | None = None

    def add(self, cells: Iterable[Cell]) -> None:
        """Draw on over some more cells."""
        self._cells += cells

    def on(self, board: Board) -> Board:
        """A board with all that is drawn; asked again and again, it adds only what is new."""
        if board is not self._before or self._drawn is None:
            self._before = self._drawn = board
            self._done = 0
        whole = Region.whole(board.grid(self._field))
        cells = [cell for cell in self._cells[self._done :] if cell in whole]
        self._done = len(self._cells)
        if not cells:
            return self._drawn
        if self._tool == PAINT:
            grid = edits.mapped(self._drawn.grid(self._field), dict.fromkeys(cells, self._value))
            self._drawn = self._drawn.with_fields(**{self._field: grid})
        elif self._tool == GAP:
            self._drawn = edits.move_gap(board, self._field, cells[-1])
        else:
            self._drawn = board.with_fields(**{self._tool: cells[-1]})
        return self._drawn

    @property
    def text(self) -> str:
        """What it does, for the undo menu."""
        name = cell_name(self._cells[-1])
        if self._tool == PAINT:
            return tr("paint {value} in {name}").format(value=str(self._value), name=name)
        return tr("put the {tool} {value} {name}").format(
            tool=self._tool, value="in" if self._tool == GAP else "on", name=name
        )
