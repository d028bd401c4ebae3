"""Editing a board: what typing and painting do to it, and the panel of tools for that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap, QValidator
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board, Option
from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.gui import dialogs
from puzzlegui.gui.board_view import BoardView
from puzzlegui.gui.document import Document
from puzzlegui.gui.theme import icon, theme
from puzzlegui.render.painter import colour, label_font
from puzzlegui.render.style import text_on, value_colours

TYPE, PAINT = "type", "paint"
_DIGITS = 9
_SWATCH = 34


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
        self._use_tool(cell, merge=False)

    def _dragged(self, cell: Cell) -> None:
        self._use_tool(cell, merge=True)

    def _use_tool(self, cell: Cell, *, merge: bool) -> None:
        target = self._target()
        if target is None or self.tool == TYPE:
            return
        board = self._document.board
        if self.tool in board.cell_fields:
            text = f"put the {self.tool} on {cell_name(cell)}"
            self._document.edit(board.changed(**{self.tool: cell}), text, merge=merge)
        elif self.tool == PAINT:
            self._set(target[1], cell, self.brush, "paint", merge=merge)

    def _set(self, field: str, cell: Cell, value: int, verb: str, *, merge: bool) -> None:
        board = self._document.board.with_cell(field, cell, value)
        self._document.edit(board, f"{verb} {value} in {cell_name(cell)}", merge=merge)

    def _end_typing(self) -> None:
        self._typed = ""

    def _key(self, event: QKeyEvent) -> None:
        target = self._target()
        if target is None:
            return
        view, field = target
        cell = view.cursor_cell
        key, text = event.key(), event.text()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            view.advance_cursor(1)
        elif key == Qt.Key.Key_Space and self.tool != TYPE:
            self._use_tool_at(field, cell)
        elif key == Qt.Key.Key_Delete:
            self._typed = ""
            self._set(field, cell, 0, "type", merge=False)
        elif key == Qt.Key.Key_Backspace:
            self._type(field, cell, self._digits(field, cell)[:-1])
        elif text.isdecimal() and text.isascii():
            self._type(field, cell, self._typed + text)
        elif text == "-" and field == "numbers":
            self._change_sign(field, cell)
        else:
            return
        event.accept()

    def _use_tool_at(self, field: str, cell: Cell) -> None:
        board = self._document.board
        if self.tool in board.cell_fields:
            text = f"put the {self.tool} on {cell_name(cell)}"
            self._document.edit(board.changed(**{self.tool: cell}), text)
        else:
            self._set(field, cell, self.brush, "paint", merge=False)

    def _change_sign(self, field: str, cell: Cell) -> None:
        """Of what is being typed; or of what stands there, and of what is typed next."""
        if self._typed:
            negative = self._typed.startswith("-")
            self._type(field, cell, self._typed[1:] if negative else f"-{self._typed}")
            return
        row, column = cell
        value = -self._document.board.grid(field)[row][column]
        self._set(field, cell, value, "type", merge=False)
        self._typed = "-" if value <= 0 else ""

    def _digits(self, field: str, cell: Cell) -> str:
        return self._typed or str(self._document.board.grid(field)[cell[0]][cell[1]])

    def _type(self, field: str, cell: Cell, typed: str) -> None:
        if len(typed.lstrip("-")) > _DIGITS:
            return
        going_on = bool(self._typed)
        self._typed = typed
        value = int(typed) if typed.lstrip("-") else 0
        self._set(field, cell, value, "type", merge=going_on)


class DesignPanel(QWidget):
    """Tools, colours, the board's options, and what is wrong with it.

    Signals:
        cell_wanted: a problem was clicked; its grid's field and its first cell.
    """

    cell_wanted = Signal(str, tuple)

    def __init__(self, document: Document, editor: Editor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._editor = editor
        self._family = ""
        self._tools = QButtonGroup(self)
        self._tool_row = QHBoxLayout()
        self._tool_row.setSpacing(2)
        self.palette_list = _swatches()
        self.colour_button = QPushButton("Colour …")
        self.colour_button.setObjectName("colourButton")
        self.colour_button.setToolTip("Pick another colour for the chosen value")
        self.add_button = QPushButton("Add value")
        self.add_button.setObjectName("addValueButton")
        self.add_button.setToolTip("Paint with a value that is not yet on the board")
        self._options = QFormLayout()
        self._option_widgets: dict[str, QComboBox | QLineEdit] = {}
        self.problem_list = QListWidget()
        self.problem_list.setObjectName("problemList")
        self.problem_list.setAccessibleName("Problems of the board")
        self.problem_list.setWordWrap(True)
        self.problem_list.setResizeMode(QListView.ResizeMode.Adjust)
        self.problem_list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.problem_list.setMinimumHeight(90)
        self._lay_out()
        self.palette_list.currentItemChanged.connect(self._choose_value)
        self.palette_list.itemClicked.connect(self._choose_value)
        self.palette_list.itemDoubleClicked.connect(self.pick_colour)
        self.colour_button.clicked.connect(self.pick_colour)
        self.add_button.clicked.connect(self._add_value)
        self.problem_list.itemClicked.connect(self._go_to_problem)
        self.problem_list.itemActivated.connect(self._go_to_problem)
        self._tools.buttonClicked.connect(self._choose_tool)
        editor.tool_changed.connect(self._show_tool)
        theme().changed.connect(self.refresh)

    def _lay_out(self) -> None:
        colours = QHBoxLayout()
        colours.addWidget(self.colour_button)
        colours.addWidget(self.add_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(heading("Tool"))
        column.addLayout(self._tool_row)
        column.addLayout(self._options)
        column.addWidget(heading("Values and colours"))
        column.addWidget(self.palette_list, 2)
        column.addLayout(colours)
        self._problem_heading = heading("Problems")
        column.addWidget(self._problem_heading)
        column.addWidget(self.problem_list, 1)

    # --- showing the board ---

    def refresh(self) -> None:
        """Show the document's board."""
        board = self._document.board
        if board.family != self._family:
            self._family = board.family
            self._make_tools(board)
            self._make_options(board)
        for option in board.options:
            self._show_option(option, getattr(board, option.name))
        self._show_palette(board)
        self._show_problems()
        for button in self._tools.buttons():
            button.setIcon(icon(str(button.property("iconName"))))

    def _make_tools(self, board: Board) -> None:
        for button in self._tools.buttons():
            self._tools.removeButton(button)
            button.deleteLater()
        while self._tool_row.count():
            self._tool_row.takeAt(0)
        tools = [
            (TYPE, "numbers", "Type", "Type numbers into the chosen cell"),
            (PAINT, "brush", "Paint", "Paint cells with the chosen value"),
            *(
                (field, field, field.capitalize(), f"Click the cell that is to be the {field}")
                for field in board.cell_fields
            ),
        ]
        for tool, icon_name, text, tip in tools:
            button = QToolButton()
            button.setObjectName(f"{tool}Tool")
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setText(text)
            button.setToolTip(tip)
            button.setProperty("tool", tool)
            button.setProperty("iconName", icon_name)
            button.setChecked(tool == TYPE)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self._tools.addButton(button)
            self._tool_row.addWidget(button)
        self._tool_row.addStretch(1)
        self._editor.choose_tool(TYPE)

    def _make_options(self, board: Board) -> None:
        while self._options.rowCount():
            self._options.removeRow(0)
        self._option_widgets.clear()
        for option in board.options:
            widget: QComboBox | QLineEdit
            if option.choices:
                widget = QComboBox()
                for value, label in option.choices:
                    widget.addItem(label, value)
                widget.activated.connect(self._option_chosen)
            else:
                widget = QLineEdit()
                widget.setPlaceholderText("none")
                widget.setValidator(_WholeNumber(widget))
                widget.editingFinished.connect(self._option_typed)
            widget.setObjectName(f"{option.name}Option")
            widget.setAccessibleName(option.label)
            widget.setProperty("option", option.name)
            self._options.addRow(option.label, widget)
            self._option_widgets[option.name] = widget

    def _show_option(self, option: Option, value: Any) -> None:
        widget = self._option_widgets[option.name]
        if isinstance(widget, QComboBox):
            widget.setCurrentIndex(widget.findData(value))
        elif not widget.hasFocus() or widget.text() in ("", "-"):
            widget.setText("" if value is None else str(value))

    def _option_chosen(self, index: int) -> None:
        widget = self.sender()
        assert isinstance(widget, QComboBox)
        self._set_option(str(widget.property("option")), widget.itemData(index))

    def _option_typed(self) -> None:
        widget = self.sender()
        assert isinstance(widget, QLineEdit)
        text = widget.text().strip()
        value = int(text) if text.lstrip("-").isdecimal() else None
        self._set_option(str(widget.property("option")), value)

    def _set_option(self, name: str, value: Any) -> None:
        board = self._document.board
        self._document.edit(board.changed(**{name: value}), f"set {name}")

    def _show_palette(self, board: Board) -> None:
        colours = value_colours(board)
        values = [value for value in board.values if value != board.picture().gap]
        if self._editor.brush not in values:
            values.append(self._editor.brush)
        ground = board.picture().ground
        chosen = dict(board.palette)
        with QSignalBlocker(self.palette_list):
            self.palette_list.clear()
            for value in sorted(values):
                face = colours.get(value, "#CCCCCC")
                if ground and value not in chosen:
                    face = theme().board_style.floor
                item = QListWidgetItem(_swatch(face, str(value)), "")
                item.setData(Qt.ItemDataRole.UserRole, value)
                item.setToolTip(f"{value}: {face}")
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"Value {value}, colour {face}")
                self.palette_list.addItem(item)
                if value == self._editor.brush:
                    self.palette_list.setCurrentItem(item)

    def _show_problems(self) -> None:
        problems = self._document.problems
        self.problem_list.clear()
        for problem in problems:
            item = QListWidgetItem(icon("warning", theme().colours.bad), problem.message)
            item.setData(Qt.ItemDataRole.UserRole, problem)
            self.problem_list.addItem(item)
        count = len(problems)
        self._problem_heading.setText(f"Problems: {count}" if count else "No problems")
        self.problem_list.setVisible(count > 0)

    def _show_tool(self, tool: str) -> None:
        for button in self._tools.buttons():
            button.setChecked(button.property("tool") == tool)

    # --- what the user does ---

    def _choose_tool(self, button: QToolButton) -> None:
        self._editor.choose_tool(str(button.property("tool")))

    def _choose_value(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._editor.choose_brush(item.data(Qt.ItemDataRole.UserRole))
            self._editor.choose_tool(PAINT)

    def _add_value(self) -> None:
        self._editor.choose_brush(max(*self._document.board.values, 0) + 1)
        self._editor.choose_tool(PAINT)
        self.refresh()

    def pick_colour(self) -> None:
        """Ask for another colour for the chosen value."""
        board, value = self._document.board, self._editor.brush
        now = value_colours(board).get(value, "#CCCCCC")
        chosen = dialogs.ask_colour(self, now, f"Colour of {value}")
        if chosen:
            self._document.edit(board.with_colour(value, chosen), f"colour {value}")

    def _go_to_problem(self, item: QListWidgetItem) -> None:
        problem = item.data(Qt.ItemDataRole.UserRole)
        if problem.cells:
            self.cell_wanted.emit(problem.field, problem.cells[0])


class _WholeNumber(QValidator):
    """A whole number of up to nine digits with its sign, or nothing."""

    def validate(self, text: str, position: int) -> object:
        digits = text.strip().lstrip("-")
        if (digits and not digits.isdecimal()) or len(digits) > _DIGITS or text.count("-") > 1:
            return QValidator.State.Invalid, text, position
        return QValidator.State.Acceptable, text, position


def heading(text: str) -> QLabel:
    """A small heading over a group of widgets."""
    label = QLabel(text)
    label.setProperty("role", "heading")
    return label


def _swatches() -> QListWidget:
    found = QListWidget()
    found.setObjectName("paletteList")
    found.setAccessibleName("Values and their colours")
    found.setViewMode(QListView.ViewMode.IconMode)
    found.setResizeMode(QListView.ResizeMode.Adjust)
    found.setMovement(QListView.Movement.Static)
    found.setIconSize(QSize(_SWATCH, _SWATCH))
    found.setUniformItemSizes(True)
    found.setGridSize(QSize(_SWATCH + 10, _SWATCH + 10))
    found.setMinimumHeight(_SWATCH + 22)
    return found


def _swatch(face: str, text: str) -> QIcon:
    pixmap = QPixmap(_SWATCH * 2, _SWATCH * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(colour(theme().colours.border))
    painter.setBrush(colour(face))
    painter.drawRoundedRect(1, 1, _SWATCH - 2, _SWATCH - 2, 6, 6)
    painter.setPen(colour(text_on(face)))
    painter.setFont(label_font(min(15, 44 / max(1, len(text)))))
    painter.drawText(pixmap.rect().adjusted(0, 0, -_SWATCH, -_SWATCH), 0x84, text)
    painter.end()
    swatch = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # not tinted when selected
        swatch.addPixmap(pixmap, mode)
    return swatch
