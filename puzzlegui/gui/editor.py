"""What clicks and keys on the board views do to the board."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent

from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.gui.board_view import BoardView
from puzzlegui.gui.document import Document

TYPE, PAINT = "type", "paint"
_DIGITS = 9


class Editor(QObject):
    """Turns clicks and keys on the board views into edits of the document.

    Signals:
        tool_changed: another tool is chosen.
        brush_changed: another value is painted with.
    """

    tool_changed = Signal(str)
    brush_changed = Signal(int)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._views: dict[BoardView, Callable[[], str | None]] = {}
        self._typed = ""
        self.tool = TYPE
        self.brush = 1

    def attach(self, view: BoardView, field: Callable[[], str | None]) -> None:
        """Edit the grid that ``field`` names, through ``view``."""
        self._views[view] = field
        view.cell_pressed.connect(self._pressed)
        view.cell_dragged.connect(self._dragged)
        view.cursor_moved.connect(self._end_typing)
        view.key_typed.connect(self._key)

    def begin(self) -> None:
        """Another document: begin with a value that is on its board, and with typing."""
        board = self._document.board
        gap = board.picture().gap
        self.brush = next((value for value in board.values if value != gap), 1)
        self._typed = ""
        self.choose_tool(TYPE)

    def choose_tool(self, tool: str) -> None:
        """``type``, ``paint``, or the name of a cell field to be set by clicking."""
        if tool != self.tool:
            self.tool = tool
            self.tool_changed.emit(tool)

    def choose_brush(self, value: int) -> None:
        """Paint with a value from now on."""
        self.brush = value
        self.brush_changed.emit(value)

    def _target(self) -> tuple[BoardView, str] | None:
        view = self.sender()
        if not isinstance(view, BoardView) or not view.editable:
            return None
        field = self._views[view]()
        return None if field is None else (view, field)

    def _pressed(self, cell: Cell) -> None:
        self._document.end_stroke()
        self._dragged(cell)

    def _dragged(self, cell: Cell) -> None:
        if target := self._target():
            self._use_tool(target[1], cell)

    def _use_tool(self, field: str, cell: Cell) -> None:
        board = self._document.board
        if self.tool in board.cell_fields:
            text = f"put the {self.tool} on {cell_name(cell)}"
            self._document.edit(board.changed(**{self.tool: cell}), text, stroke=self.tool)
        elif self.tool == PAINT:
            self._set(field, cell, self.brush, PAINT)

    def _set(self, field: str, cell: Cell, value: int, verb: str) -> None:
        board = self._document.board.with_cell(field, cell, value)
        self._document.edit(board, f"{verb} {value} in {cell_name(cell)}", stroke=verb)

    def _end_typing(self) -> None:
        self._typed = ""

    def _key(self, event: QKeyEvent) -> None:
        target = self._target()
        if target is None:
            return
        view, field = target
        cell = view.cursor_cell
        key, text = event.key(), event.text()
        value = self._document.board.grid(field)[cell[0]][cell[1]]
        if self._typed.lstrip("-") and _number(self._typed) != value:  # undone meanwhile
            self._typed = ""
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            view.advance_cursor(1)
        elif key == Qt.Key.Key_Space and self.tool != TYPE:
            self._document.end_stroke()
            self._use_tool(field, cell)
        elif key == Qt.Key.Key_Delete:
            self._typed = ""
            self._type(field, cell, "")
        elif key == Qt.Key.Key_Backspace:
            self._type(field, cell, (self._typed or str(value))[:-1])
        elif text.isdecimal() and text.isascii():
            self._type(field, cell, self._typed + text)
        elif text == "-" and field == "numbers":
            self._change_sign(field, cell, value)
        else:
            return
        event.accept()

    def _change_sign(self, field: str, cell: Cell, value: int) -> None:
        """Of what is being typed; or of what stands there, and of what is typed next."""
        if self._typed:
            negative = self._typed.startswith("-")
            self._type(field, cell, self._typed[1:] if negative else f"-{self._typed}")
            return
        self._document.end_stroke()
        self._set(field, cell, -value, TYPE)
        self._typed = "-" if value >= 0 else ""

    def _type(self, field: str, cell: Cell, typed: str) -> None:
        if len(typed.lstrip("-")) > _DIGITS:
            return
        if not self._typed:
            self._document.end_stroke()
        self._typed = typed
        self._set(field, cell, _number(typed), TYPE)


def _number(typed: str) -> int:
    return int(typed) if typed.lstrip("-") else 0
