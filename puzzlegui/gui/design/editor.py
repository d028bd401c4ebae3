"""What clicks and keys on the board views do to the board."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from puzzlegui.core import edits
from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import keep_colouring
from puzzlegui.core.region import Region
from puzzlegui.gui.board.board_view import STEPS, BoardView
from puzzlegui.gui.design.stroke import Stroke
from puzzlegui.gui.design.tools import FILL, PAINT, PICK, SELECT, SWAP, TYPE, tools_of
from puzzlegui.gui.model.document import Document

_DIGITS = 9
_SELECTING = (TYPE, SELECT, SWAP)
"""Tools with which dragging selects."""


class Editor(QObject):
    """Turns clicks and keys on the board views into edits of the document.

    Signals:
        tool_changed: another tool is chosen.
        brush_changed: another value is painted with.
        selection_changed: other cells are selected, or none.
        stroke_changed: more is drawn, or nothing any more.
    """

    tool_changed = Signal(str)
    brush_changed = Signal(object)  # a value may have more digits than Qt's numbers
    selection_changed = Signal()
    stroke_changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._views: dict[BoardView, int] = {}
        self._typed = ""
        self._anchor: Cell | None = None
        self._extending = False
        self._stroke: Stroke | None = None
        self.tool = TYPE
        self.brush = 1
        self.added: frozenset[int] = frozenset()
        self._field = ""
        self.cell: Cell = (0, 0)
        self.region: Region | None = None
        document.board_changed.connect(self._board_changed)

    def attach(self, view: BoardView, grid: int) -> None:
        """Edit a grid of the board through a view: its first, the start, or its second, the goal.

        Args:
            view: takes the input while it is editable.
            grid: index among ``Board.grid_fields``.
        """
        self._views[view] = grid
        view.cell_pressed.connect(self._pressed)
        view.cells_dragged.connect(self._dragged)
        view.released.connect(self._released)
        view.cursor_moved.connect(self._cursor_moved)
        view.key_typed.connect(self._key)
        view.focused.connect(self._target)

    def begin(self) -> None:
        """Another document: begin with a value that is on its board, and with typing."""
        board = self._document.board
        gap = board.gap
        self.brush = next((value for value in board.values if value != gap), 1)
        self._field, self.cell = board.grid_fields[0], (0, 0)
        self._typed = ""
        self._stroke = None
        self.added = frozenset()
        self.select(None)
        self.choose_tool(TYPE)

    @property
    def field(self) -> str:
        """Name of the grid that is worked on: the one that had the focus last, or the first."""
        fields = self._document.board.grid_fields
        return self._field if self._field in fields else fields[0]

    @property
    def drawn(self) -> Board:
        """The board with the stroke that the mouse is drawing."""
        board = self._document.board
        return board if self._stroke is None else keep_colouring(self._stroke.on(board), board)

    def drop_stroke(self) -> bool:
        """Take back what the mouse is drawing, or exchanging; whether it was."""
        if self.tool == SWAP and self._anchor is not None:
            self.select(None)
            return True
        stroke, self._stroke = self._stroke, None
        if stroke is not None:
            self.stroke_changed.emit()
        return stroke is not None

    def choose_tool(self, tool: str) -> None:
        """One of the tools of ``tools_of`` the board, by name."""
        if tool != self.tool:
            self.drop_stroke()
            self.tool = tool
            self._anchor = None
            self.tool_changed.emit(tool)

    def choose_brush(self, value: int) -> None:
        """Paint with a value from now on."""
        self.brush = value
        self.brush_changed.emit(value)

    def add_value(self) -> None:
        """Paint with a value that is not on the board yet; the palette keeps it."""
        value = max(0, *self._document.board.values, *self.added) + 1
        self.added |= {value}
        self.choose_brush(value)

    def select(self, region: Region | None) -> None:
        """Select cells of the grid last worked on; None for none."""
        if region is None:
            self._anchor = None
        if region != self.region:
            self.region = region
            self.selection_changed.emit()

    def select_all(self) -> None:
        """Select every cell of the grid last worked on."""
        self.select(Region.whole(self._document.board.grid(self.field)))

    def _target(self) -> BoardView | None:
        """The view that a signal comes from, if it can be edited; its grid is worked on now."""
        view = self.sender()
        return view if isinstance(view, BoardView) and self._work_on(view) else None

    def _work_on(self, view: BoardView) -> bool:
        """Work on the grid of a view from now on; whether it can be edited."""
        fields = self._document.board.grid_fields
        if not view.editable or self._views[view] >= len(fields):
            return False
        field = fields[self._views[view]]
        if field != self.field:
            self._field, self.cell = field, view.cursor_cell
            self.select(None)
        return True

    def _board_changed(self) -> None:
        """It may be smaller now than what was selected."""
        if self.region and not self.region.fits(self._document.board.grid(self.field)):
            self.select(None)

    # --- the mouse ---

    def point_at(self, view: BoardView, cell: Cell) -> bool:
        """Work on a cell that is pointed at, or on what is selected around it; whether one may."""
        if not self._work_on(view):
            return False
        view.setFocus()
        if self.region is None or cell not in self.region:
            view.move_cursor(cell)
            self.select(None)
        return True

    def _pressed(self, cell: Cell) -> None:
        if self._target() is None:
            return
        self._document.end_stroke()
        if self.tool in _SELECTING:
            self._anchor = cell
        if self.tool == SELECT:
            self.select(Region.between(cell, cell))
        elif self.tool not in _SELECTING:
            self._use_tool(self.tool, cell)

    def _dragged(self, cells: list[Cell]) -> None:
        if self._target() is None:
            return
        if self._stroke is not None:
            self._stroke.add(cells)
            self.stroke_changed.emit()
        elif self.tool in _SELECTING and self._anchor is not None:
            self.select(Region.between(self._anchor, cells[-1]))

    def _released(self) -> None:
        stroke, self._stroke = self._stroke, None
        if stroke is not None:
            board = self._document.board
            self._document.edit(stroke.on(board), stroke.text)
            if self._document.board is board:  # nothing is other than before
                self.stroke_changed.emit()
            return
        view = self._target()
        if view is not None and self.tool == SWAP and self._anchor is not None:
            self._swap_with(view.cursor_cell)
        elif self.tool == TYPE:
            self._anchor = None

    def _cursor_moved(self, cell: Cell) -> None:
        self._typed = ""
        if self._target() is not None:
            self.cell = cell
            dragging = self._anchor is not None and self.tool in _SELECTING
            if not dragging and not self._extending:
                self.select(None)

    def use_once(self, tool: str, cell: Cell) -> None:
        """Do what a tool does to a cell of the grid last worked on."""
        self._document.end_stroke()
        self._use_tool(tool, cell)
        self._released()

    def _use_tool(self, tool: str, cell: Cell) -> None:
        """Do at once what a tool does, or begin a stroke with it."""
        board, field = self._document.board, self.field
        if tool == FILL:
            filled = edits.flood(board, field, cell, self.brush)
            self._document.edit(
                filled,
                tr("fill with {brush} from {cell}").format(
                    brush=group_digits(self.brush), cell=cell_name(cell)
                ),
            )
        elif tool == PICK:
            self.choose_brush(board.grid(field)[cell[0]][cell[1]])
            self.choose_tool(PAINT)
        else:
            self._stroke = Stroke(tool, field, self.brush)
            self._stroke.add([cell])
            self.stroke_changed.emit()

    def _swap_with(self, cell: Cell) -> None:
        """Exchange the cell chosen first with another."""
        anchor = self._anchor
        self.select(None)
        if anchor is not None and anchor != cell:
            self.exchange(anchor, cell)

    def exchange(self, one: Cell, other: Cell) -> None:
        """Exchange two cells of the grid worked on."""
        swapped = edits.swap(self._document.board, self.field, one, other)
        self._document.edit(
            swapped,
            tr("swap {cell} and {cell2}").format(cell=cell_name(one), cell2=cell_name(other)),
        )

    def opposite(self, cell: Cell) -> tuple[str, int] | None:
        """The other grid of the board, and what stands there, if that is something else."""
        board = self._document.board
        for field in board.grid_fields:
            value = board.grid(field)[cell[0]][cell[1]]
            if field != self.field and value != board.grid(self.field)[cell[0]][cell[1]]:
                return field, value
        return None

    def put(self, cell: Cell, value: int) -> None:
        """Put a value into a cell, or into all that are selected with it."""
        self._document.end_stroke()
        self._set(cell, value)
        self._document.end_stroke()

    def _set(self, cell: Cell, value: int) -> None:
        """Put a value that is typed into a cell, or into all that are selected with it."""
        region = Region.between(cell, cell)
        if self.region is not None and cell in self.region:
            region = self.region
        board = edits.fill(self._document.board, self.field, region, value)
        self._document.edit(
            board,
            tr("type {value} in {region}").format(value=str(value), region=str(region)),
            stroke=TYPE,
        )

    # --- keys ---

    def _key(self, event: QKeyEvent) -> None:
        view = self._target()
        if view is None:
            return
        cell = view.cursor_cell
        key, text = event.key(), event.text()
        value = self._document.board.grid(self.field)[cell[0]][cell[1]]
        if self._typed.lstrip("-") and _number(self._typed) != value:  # undone meanwhile
            self._typed = ""
        if key in STEPS and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._extend(view, STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            view.advance_cursor(1)
        elif key == Qt.Key.Key_Escape and (self.drop_stroke() or self.region is not None):
            self.select(None)
        elif key == Qt.Key.Key_Space and self.tool != TYPE:
            self._use_tool_by_key(cell)
        elif key == Qt.Key.Key_Delete:
            self._delete(cell)
        elif key == Qt.Key.Key_Backspace:
            self._type(cell, (self._typed or str(value))[:-1])
        elif text.isdecimal() and text.isascii():
            self._type(cell, self._typed + text)
        elif text == "-" and self.field == "numbers":
            self._change_sign(cell, value)
        elif text.isalpha() and (tool := self._tool_of(text)):
            self.choose_tool(tool)
        else:
            return
        event.accept()

    def _tool_of(self, key: str) -> str:
        """The tool that a letter stands for, empty if there is none."""
        tools = tools_of(self._document.board)
        return next((tool.name for tool in tools if tool.key == key.upper()), "")

    def _extend(self, view: BoardView, step: tuple[int, int]) -> None:
        """Move the cursor and select what lies between it and where that began."""
        if self._anchor is None or self.region is None:
            self._anchor = view.cursor_cell
        self._extending = True
        view.step_cursor(step)
        self._extending = False
        self.select(Region.between(self._anchor, view.cursor_cell))

    def _use_tool_by_key(self, cell: Cell) -> None:
        self._document.end_stroke()
        if self.tool == SWAP and self._anchor is not None:
            self._swap_with(cell)
        elif self.tool in (SWAP, SELECT):
            self._anchor = cell
            self.select(Region.between(cell, cell))
        else:
            self.use_once(self.tool, cell)

    def _delete(self, cell: Cell) -> None:
        self._typed = ""
        if self.region is None:
            self._type(cell, "")
        else:
            board = edits.EDITS["clear"].apply(self._document.board, self.field, self.region)
            self._document.edit(board, "clear")

    def _change_sign(self, cell: Cell, value: int) -> None:
        """Of what is being typed; or of what stands there, and of what is typed next."""
        if self._typed:
            negative = self._typed.startswith("-")
            self._type(cell, self._typed[1:] if negative else f"-{self._typed}")
            return
        self._document.end_stroke()
        self._set(cell, -value)
        self._typed = "-" if value >= 0 else ""

    def _type(self, cell: Cell, typed: str) -> None:
        if len(typed.lstrip("-")) > _DIGITS:
            return
        if not self._typed:
            self._document.end_stroke()
        self._typed = typed
        self._set(cell, _number(typed))


def _number(typed: str) -> int:
    return int(typed) if typed.lstrip("-") else 0
