"""The editor: turns clicks and keys on the board views into edits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from puzzlegui.core import edits
from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.motion import Motion
from puzzlegui.core.palettes import keep_colouring, known_values, value_names
from puzzlegui.core.problems import is_unfinished
from puzzlegui.core.region import Region
from puzzlegui.families.move_editing import Cycle, Definition, MoveEditing
from puzzlegui.families.registry import family_of
from puzzlegui.gui.board.board_view import CURSOR_STEPS, BoardView
from puzzlegui.gui.design.cell_text import edit_cell_text
from puzzlegui.gui.design.cycles import CycleDrawing, with_cycle
from puzzlegui.gui.design.stroke import Stroke
from puzzlegui.gui.design.tools import CYCLE, FILL, PAINT, PICK, SELECT, SWAP, TYPE, tools_of
from puzzlegui.gui.model.document import Document

_DIGITS = 9
_TYPING_PAUSE_MS = 3_000
"""Time after the last value typed after which a full board is checked."""
_SELECTING = (TYPE, SELECT, SWAP)
"""Tools that select cells by dragging."""


class Editor(QObject):
    """Turns clicks and keys on the board views into edits of the document.

    Attributes:
        tool: name of the tool.
        brush: value to paint with.
        typing: True while values are typed, and problems are not shown yet.
        cell: cell with the cursor in the active grid.
        region: selected cells.

    Signals:
        tool_changed: the tool changed.
        brush_changed: the value to paint with changed.
        selection_changed: the selected region changed.
        typing_ended: the user stopped typing values.
        stroke_changed: the stroke or cycle in progress grew, or was cancelled.
        move_changed: the chosen move changed.
        trial_requested: emitted to try the chosen move.
    """

    tool_changed = Signal(str)
    brush_changed = Signal(object)  # a value may have more digits than Qt's numbers
    selection_changed = Signal()
    typing_ended = Signal()
    stroke_changed = Signal()
    move_changed = Signal()
    trial_requested = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._views: dict[BoardView, int] = {}
        self._typed = ""
        self.typing = False
        self._typing_pause = QTimer(self)
        self._typing_pause.setSingleShot(True)
        self._typing_pause.setInterval(_TYPING_PAUSE_MS)
        self._typing_pause.timeout.connect(self._end_typing_of_full_board)
        self._anchor: Cell | None = None
        self._extending = False
        self._swap_begun = False
        self._stroke: Stroke | None = None
        self._drawing = CycleDrawing()
        self._move = 0
        self.tool = TYPE
        self._letters_choose_tools = False
        self.brush = 1
        self._field = ""
        self.cell: Cell = (0, 0)
        self.region: Region | None = None
        document.board_changed.connect(self._board_changed)

    def attach(self, view: BoardView, grid: int) -> None:
        """Edit a grid of the board through a view.

        Args:
            view: receives the input; edits only while it is editable.
            grid: index in ``Board.grid_fields``: 0 for the start, 1 for the goal.
        """
        self._views[view] = grid
        view.cell_pressed.connect(self._cell_pressed)
        view.cells_dragged.connect(self._cells_dragged)
        view.released.connect(self._released)
        view.cursor_moved.connect(self._cursor_moved)
        view.key_typed.connect(self._handle_key)
        view.cell_double_clicked.connect(self._ask_text)
        view.focused.connect(self._active_sender)
        view.left.connect(self._view_left)
        self._update_skipped_cells()

    def reset(self) -> None:
        """Reset tool, brush and selection for a new document."""
        board = self._document.board
        gap = board.gap
        self.brush = next((value for value in board.values if value != gap), 1)
        self._field, self.cell = board.grid_fields[0], (0, 0)
        self._typed = ""
        self.typing = False
        self._stroke = None
        self._drawing.path.clear()
        self._move = 0
        self.select(None)
        self.choose_tool(TYPE)

    @property
    def field(self) -> str:
        """Field name of the active grid: the last grid with the focus, or the first."""
        fields = self._document.board.grid_fields
        return self._field if self._field in fields else fields[0]

    @property
    def preview_board(self) -> Board:
        """Board including the stroke in progress."""
        board = self._document.board
        return (
            board if self._stroke is None else keep_colouring(self._stroke.apply_to(board), board)
        )

    def cancel_stroke(self) -> bool:
        """Cancel the stroke, swap or cycle in progress; return True if there was any."""
        if self._drawing.path:
            self._drawing.path.clear()
            self.stroke_changed.emit()
            return True
        if self.tool == SWAP and self._anchor is not None:
            self.select(None)
            return True
        stroke, self._stroke = self._stroke, None
        if stroke is not None:
            self.stroke_changed.emit()
        return stroke is not None

    @property
    def hides_problems(self) -> bool:
        """True if there are problems, and values are typed or start or goal has empty cells."""
        document = self._document
        return bool(document.problems) and (self.typing or is_unfinished(document.board))

    @property
    def takes_letters(self) -> bool:
        """True if letters are written on tiles; otherwise they choose tools."""
        has_tiles = self._document.board.has_tiles
        return self.tool == TYPE and has_tiles and not self._letters_choose_tools

    def choose_tool(self, tool: str) -> None:
        """Choose a tool of ``tools_of`` the board by name."""
        self._letters_choose_tools = False
        if tool != self.tool:
            self.cancel_stroke()
            self.tool = tool
            self._anchor = None
            self._update_skipped_cells()
            self._end_typing()
            self.tool_changed.emit(tool)

    def choose_brush(self, value: int) -> None:
        """Choose the value to paint with."""
        self.brush = value
        self.brush_changed.emit(value)

    def _begin_typing(self) -> None:
        self.typing = True
        self._typing_pause.start()

    def _end_typing_of_full_board(self) -> None:
        if not is_unfinished(self._document.board):
            self._end_typing()

    def _end_typing(self) -> None:
        """Show the problems that were not shown while values were typed."""
        if self.typing:
            self.typing = False
            self.typing_ended.emit()

    def _view_left(self) -> None:
        """End typing if the focus has gone to another widget than the boards."""
        focus = QApplication.focusWidget()
        if focus is not None and focus not in self._views:
            self._end_typing()

    def _update_skipped_cells(self) -> None:
        """Keep the cursors off the holes while values are typed, which these cannot hold."""
        for view in self._views:
            view.skipped = self._document.board.holes if self.tool == TYPE else frozenset()

    # --- moves of the board ---

    @property
    def move_editing(self) -> MoveEditing | None:
        """Edits of the moves of the board; None if it defines none."""
        return family_of(self._document.board).move_editing

    @property
    def moves(self) -> tuple[Definition, ...]:
        """The moves that the board defines."""
        editing = self.move_editing
        return () if editing is None else editing.definitions(self._document.board)

    @property
    def move(self) -> int:
        """Index of the chosen move; -1 if the board defines none."""
        return min(self._move, len(self.moves) - 1)

    def choose_move(self, number: int) -> None:
        """Choose the move to edit."""
        if number != self.move:
            self._drawing.path.clear()
            self._move = max(0, number)
            self.move_changed.emit()

    def change_moves(self, moves: Sequence[Definition], text: str, stroke: str = "") -> None:
        """Give the board other moves; for ``text`` and ``stroke`` see ``Document.edit``."""
        assert self.move_editing is not None
        board = self.move_editing.with_definitions(self._document.board, moves)
        self._document.edit(board, text, stroke=stroke)

    def move_motion(self, *, drawn: bool) -> Motion | None:
        """Return the motion of the chosen move, with the path being drawn if wanted."""
        editing, moves = self.move_editing, self.moves
        if editing is None or not moves:
            return None
        name, cycles = moves[self.move]
        return editing.motion(cycles, self._drawing.path if drawn else (), name)

    def _draw_cycle(self, cell: Cell) -> None:
        """Add a cell to the cycle being drawn."""
        board = self._document.board
        if self.moves and cell not in board.holes:
            self._keep_cycle(self._drawing.add(cell))

    def _keep_cycle(self, cycle: Cycle) -> None:
        """Add a closed cycle to the chosen move; redraw a path that is still open."""
        self.stroke_changed.emit()
        if cycle:
            moves = list(self.moves)
            name, cycles = moves[self.move]
            moves[self.move] = name, with_cycle(cycles, cycle)
            self._document.end_stroke()
            self.change_moves(moves, tr("draw a cycle of {name}").format(name=name))

    # --- selection ---

    def select(self, region: Region | None) -> None:
        """Select a region of the active grid; None clears the selection."""
        if region is None:
            self._anchor = None
        if region != self.region:
            self.region = region
            self.selection_changed.emit()

    def select_all(self) -> None:
        """Select all cells of the active grid."""
        self.select(Region.whole(self._document.board.grid(self.field)))

    def _active_sender(self) -> BoardView | None:
        """Activate the grid of the signal's sender; return the view, or None if read-only."""
        view = self.sender()
        return view if isinstance(view, BoardView) and self._activate(view) else None

    def _activate(self, view: BoardView) -> bool:
        """Activate the grid of a view; return False if the view is read-only."""
        fields = self._document.board.grid_fields
        if not view.editable or self._views[view] >= len(fields):
            return False
        field = fields[self._views[view]]
        if field != self.field:
            self._field, self.cell = field, view.cursor_cell
            self.select(None)
        return True

    def _board_changed(self) -> None:
        """Clear a selection that no longer fits the board."""
        self._update_skipped_cells()
        board = self._document.board
        if self.brush not in (known := known_values(board)):
            self.brush = next((value for value in known if value != board.gap), 1)
        if not self._document.problems:
            self.typing = False
        rows, columns = board.rows, board.columns
        if any(row >= rows or column >= columns for row, column in self._drawing.path):
            self._drawing.path.clear()
        if self.region and not self.region.fits(board.grid(self.field)):
            self.select(None)

    # --- the mouse ---

    def focus_cell(self, view: BoardView, cell: Cell) -> bool:
        """Focus a cell, keeping a selection around it; return False if the view is read-only."""
        if not self._activate(view):
            return False
        view.setFocus()
        if self.region is None or cell not in self.region:
            view.move_cursor(cell)
            self.select(None)
        return True

    def _cell_pressed(self, cell: Cell) -> None:
        if self._active_sender() is None:
            return
        self._document.end_stroke()
        if self.tool == SWAP:
            self._swap_pressed(cell)
        elif self.tool in _SELECTING:
            self._anchor = cell
        if self.tool == SELECT:
            self.select(Region.between(cell, cell))
        elif self.tool not in _SELECTING:
            self._use_tool(self.tool, cell)

    def _cells_dragged(self, cells: list[Cell]) -> None:
        if self._active_sender() is None:
            return
        if self._stroke is not None:
            self._stroke.extend(cells)
            self.stroke_changed.emit()
        elif self.tool in _SELECTING and self._anchor is not None:
            self.select(Region.between(self._anchor, cells[-1]))

    def _released(self) -> None:
        stroke, self._stroke = self._stroke, None
        if stroke is not None:
            board = self._document.board
            self._document.edit(stroke.apply_to(board), stroke.text)
            if self._document.board is board:  # the stroke changed nothing
                self.stroke_changed.emit()
            return
        view = self._active_sender()
        if view is not None and self.tool == SWAP:
            self._swap_released(view.cursor_cell)
        elif self.tool == TYPE:
            self._anchor = None
        elif view is not None and self._drawing.path and view.cursor_cell != self._drawing.path[-1]:
            self._draw_cycle(view.cursor_cell)  # dragged there

    def _cursor_moved(self, cell: Cell) -> None:
        self._typed = ""
        if self._active_sender() is not None:
            self.cell = cell
            dragging = self._anchor is not None and self.tool in _SELECTING
            if not dragging and not self._extending:
                self.select(None)

    def apply_tool(self, tool: str, cell: Cell) -> None:
        """Apply a tool to a single cell of the active grid."""
        self._document.end_stroke()
        self._use_tool(tool, cell)
        self._released()

    def _use_tool(self, tool: str, cell: Cell) -> None:
        """Apply a tool that acts at once, or begin a stroke."""
        board, field = self._document.board, self.field
        if tool == FILL:
            filled = edits.flood(board, field, cell, self.brush)
            self._document.edit(
                filled,
                tr("fill with {brush} from {cell}").format(
                    brush=group_digits(self.brush), cell=cell_name(cell)
                ),
            )
        elif tool == CYCLE:
            self._draw_cycle(cell)
        elif tool == PICK:
            if cell in board.holes:
                return
            self.choose_brush(board.grid(field)[cell[0]][cell[1]])
            self.choose_tool(PAINT)
        else:
            self._stroke = Stroke(tool, field, self.brush)
            self._stroke.extend([cell])
            self.stroke_changed.emit()

    def _swap_pressed(self, cell: Cell) -> None:
        """Begin a swap, unless a cell was clicked before, with which it will be."""
        self._swap_begun = self._anchor is not None
        if self._anchor is None:
            self._anchor = cell
            self.select(Region.between(cell, cell))

    def _swap_released(self, cell: Cell) -> None:
        """Swap with the cell dragged to or clicked second; wait for it after the first click."""
        if self._anchor is not None and (self._swap_begun or cell != self._anchor):
            self._swap_with(cell)

    def _swap_with(self, cell: Cell) -> None:
        """Swap a cell with the first cell of the swap in progress."""
        anchor = self._anchor
        self.select(None)
        if anchor is not None and anchor != cell:
            self.swap_cells(anchor, cell)

    def swap_cells(self, first: Cell, second: Cell) -> None:
        """Swap two cells of the active grid."""
        swapped = edits.swap(self._document.board, self.field, first, second)
        self._document.edit(
            swapped,
            tr("swap {cell} and {cell2}").format(cell=cell_name(first), cell2=cell_name(second)),
        )

    def value_in_other_grid(self, cell: Cell) -> tuple[str, int] | None:
        """Return the field and value of this cell in the other grid, if it differs there."""
        board = self._document.board
        if cell in board.holes:
            return None
        own = board.grid(self.field)[cell[0]][cell[1]]
        for field in board.grid_fields:
            value = board.grid(field)[cell[0]][cell[1]]
            if field != self.field and value != own:
                return field, value
        return None

    def set_value(self, cell: Cell, value: int) -> None:
        """Set a cell, or the selection that contains it, to a value as a separate edit."""
        self._document.end_stroke()
        self._set(cell, value)
        self._document.end_stroke()

    def _set(self, cell: Cell, value: int) -> None:
        """Set a cell, or the selection that contains it, to a value being typed."""
        region = self._region_of(cell)
        board = edits.fill(self._document.board, self.field, region, value)
        self._document.edit(
            board,
            tr("type {value} in {region}").format(value=str(value), region=str(region)),
            stroke=TYPE,
        )

    def _region_of(self, cell: Cell) -> Region:
        """Return the selection that contains a cell, or else the cell alone."""
        if self.region is not None and cell in self.region:
            return self.region
        return Region.between(cell, cell)

    # --- letters and words ---

    def _write(self, cell: Cell, text: str) -> None:
        """Put the tile with a letter or a word in a cell, or in the selection that contains it."""
        self._typed = ""
        self._document.end_stroke()
        region = self._region_of(cell)
        board = edits.write(self._document.board, self.field, region, text)
        shown = tr("type {value} in {region}").format(value=text, region=str(region))
        self._document.edit(board, shown)

    def _ask_text(self, cell: Cell) -> None:
        """Let the user type a letter, a word or a number in the cell itself."""
        view = self._active_sender()
        board = self._document.board
        if view is None or self.tool != TYPE or not board.has_tiles or cell in board.holes:
            return
        value = board.grid(self.field)[cell[0]][cell[1]]

        def take(text: str) -> None:
            text = text.strip()
            if text.isdecimal() and text.isascii() and len(text) <= _DIGITS:
                self.set_value(cell, int(text))
            elif text:
                self._write(cell, text)

        edit_cell_text(view, cell, value_names(board).get(value, str(value)), take)

    # --- keys ---

    def _handle_key(self, event: QKeyEvent) -> None:
        view = self._active_sender()
        if view is None:
            return
        cell = view.cursor_cell
        key, text = event.key(), event.text()
        value = self._document.board.grid(self.field)[cell[0]][cell[1]]
        if self._typed.lstrip("-") and _number(self._typed) != value:  # undone in the meantime
            self._typed = ""
        if key == Qt.Key.Key_Escape:
            self._end_typing()
        if self._handle_cycle_key(key):
            pass
        elif key in CURSOR_STEPS and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._extend(view, CURSOR_STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            view.advance_cursor(1)
        elif key == Qt.Key.Key_Escape and (self.cancel_stroke() or self.region is not None):
            self.select(None)
        elif key == Qt.Key.Key_Escape and self.takes_letters:
            self._letters_choose_tools = True
        elif key == Qt.Key.Key_F2:
            self._ask_text(cell)
        elif key == Qt.Key.Key_Space and self.tool != TYPE:
            self._use_tool_by_key(cell)
        elif key == Qt.Key.Key_Delete:
            self._delete(cell)
        elif key == Qt.Key.Key_Backspace:
            self._type(cell, (self._typed or str(value))[:-1])
        elif not self._handle_text(view, text, value):
            return
        event.accept()

    def _handle_text(self, view: BoardView, text: str, value: int) -> bool:
        """Handle a digit, sign or letter typed in a cell with a value; return False if useless."""
        cell = view.cursor_cell
        if text.isdecimal() and text.isascii():
            self._type(cell, self._typed + text)
        elif text == "-" and self.field == "numbers":
            self._change_sign(cell, value)
        elif len(text) == 1 and text.isalpha() and self.takes_letters:
            self._begin_typing()
            self._write(cell, text)
            if self.region is None and not view.advance_cursor(1):
                self._end_typing()  # the board is full
        elif text.isalpha() and (tool := self._tool_for_key(text)):
            self.choose_tool(tool)
        else:
            return False
        return True

    def _handle_cycle_key(self, key: int) -> bool:
        """Handle a key that closes, shortens or ends the drawing of cycles."""
        path = self._drawing.path
        if path and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._keep_cycle(self._drawing.close())
        elif path and key == Qt.Key.Key_Backspace:
            path.pop()
            self.stroke_changed.emit()
        elif self.tool == CYCLE and not path and key == Qt.Key.Key_Escape:
            self.choose_tool(TYPE)
        else:
            return False
        return True

    def _tool_for_key(self, key: str) -> str:
        """Return the name of the tool with this key letter, or an empty string."""
        tools = tools_of(self._document.board)
        return next((tool.name for tool in tools if tool.key == key.upper()), "")

    def _extend(self, view: BoardView, step: tuple[int, int]) -> None:
        """Move the cursor and extend the selection from its anchor to the cursor."""
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
            self.apply_tool(self.tool, cell)

    def _delete(self, cell: Cell) -> None:
        self._typed = ""
        if self.region is None:
            self._type(cell, "")
        else:
            board = edits.EDITS["clear"].apply(self._document.board, self.field, self.region)
            self._document.edit(board, "clear")

    def _change_sign(self, cell: Cell, value: int) -> None:
        """Change the sign of the number being typed, or else of the cell and the next number."""
        if self._typed:
            negative = self._typed.startswith("-")
            self._type(cell, self._typed[1:] if negative else f"-{self._typed}")
            return
        self._document.end_stroke()
        self._begin_typing()
        self._set(cell, -value)
        self._typed = "-" if value >= 0 else ""

    def _type(self, cell: Cell, typed: str) -> None:
        if len(typed.lstrip("-")) > _DIGITS:
            return
        if not self._typed:
            self._document.end_stroke()
        self._typed = typed
        self._begin_typing()
        self._set(cell, _number(typed))


def _number(typed: str) -> int:
    return int(typed) if typed.lstrip("-") else 0
