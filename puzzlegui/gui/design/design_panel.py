"""The side panel of the design mode: tools, title, options, colours and problems."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QValidator
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core import palettes
from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.errors import as_sentence
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import PALETTES, PredefinedPalette
from puzzlegui.core.win_message import MAX_LENGTH, message_of, with_message
from puzzlegui.gui.design import colour_dialog, names_dialog
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.design.moves_section import MovesSection
from puzzlegui.gui.design.palette import PaletteView
from puzzlegui.gui.design.pictures import TilePictureCommands
from puzzlegui.gui.design.tools import PAINT, tools_of
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import (
    explain_rejected_input,
    heading_label,
    ignore_wheel,
    plain_tooltip,
)
from puzzlegui.render.style import value_colours

_DIGITS = 9
_TOOLS_PER_ROW = 3
_PROBLEM = Qt.ItemDataRole.UserRole
_MAX_LISTED = 50
"""Maximum number of problems listed."""


class DesignPanel(QWidget):
    """Side panel with tools, the board's title, options, moves, values, colours and problems.

    Signals:
        cell_requested: a problem was clicked: field name of its grid, and its first cell.
    """

    cell_requested = Signal(str, tuple)

    def __init__(self, document: Document, editor: Editor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._editor = editor
        self._family = ""
        self._verdict = Verdict(None, "")
        self._shown: tuple[object, ...] | None = None
        self._tile_actions: list[QAction] = []
        self.pictures = TilePictureCommands(self, document)
        self._tools = QButtonGroup(self)
        self._tool_grid = QGridLayout()
        self._tool_grid.setSpacing(2)
        self.title = _text_field("titleEdit", tr("Title of the board"))
        self._form = QFormLayout()
        self._form.addRow(tr("Title"), self.title)
        self.message = _text_field("messageEdit", tr("Message when the board is solved"))
        self.message.setMaxLength(MAX_LENGTH)
        self._form.addRow(tr("Message"), self.message)
        self.moves = MovesSection(document, editor)
        self._options: dict[str, QComboBox | QLineEdit] = {}
        self.problem_list = _problem_list()
        self.problem_heading = heading_label("Problems")
        self.palette_view = PaletteView()
        self.colour_button = QPushButton(tr("Colour…"))
        self.colour_button.setObjectName("colourButton")
        self.colour_button.setToolTip(tr("Pick another colour for the chosen value"))
        self.palette_button = QPushButton(tr("Palette"))
        self.palette_button.setObjectName("paletteButton")
        self.palette_button.setToolTip(tr("Palettes, and options for the chosen value"))
        self.palette_button.setMenu(self._palette_menu())
        self.add_button = QPushButton(tr("Add value"))
        self.add_button.setObjectName("addValueButton")
        self.add_button.setToolTip(tr("Add a value that is not on the board"))
        self._create_layout()
        self.title.textEdited.connect(self._retitle)
        self.message.textEdited.connect(self._change_message)
        for field in (self.title, self.message):
            field.editingFinished.connect(document.end_stroke)
        self.palette_view.selectionModel().currentChanged.connect(self._choose_value)
        self.palette_view.clicked.connect(self._choose_value)
        self.palette_view.doubleClicked.connect(self.pick_colour)
        self.colour_button.clicked.connect(self.pick_colour)
        self.add_button.clicked.connect(self._add_value)
        self.problem_list.itemClicked.connect(self._go_to_problem)
        self.problem_list.itemActivated.connect(self._go_to_problem)
        self._tools.buttonClicked.connect(self._choose_tool)
        editor.tool_changed.connect(self._show_tool)
        editor.brush_changed.connect(self._show_brush)
        theme().changed.connect(self._show)

    def _create_layout(self) -> None:
        colours = QHBoxLayout()
        colours.addWidget(self.colour_button)
        colours.addWidget(self.palette_button)
        colours.addWidget(self.add_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(self._tool_grid)
        column.addLayout(self._form)
        column.addWidget(self.moves, 3)
        column.addWidget(heading_label(tr("Values and colours")))
        column.addLayout(colours)
        column.addWidget(self.palette_view, 4)
        # Below all tools, so that no tool moves when problems appear or disappear.
        column.addWidget(self.problem_heading)
        column.addWidget(self.problem_list, 3)

    # --- showing the board ---

    def refresh(self, verdict: Verdict) -> None:
        """Show the document's board and its verdict."""
        shown = self._document.board, verdict, self._editor.brush, self._editor.added_values
        if self._shown is None or shown[0] is not self._shown[0] or shown[1:] != self._shown[1:]:
            self._shown, self._verdict = shown, verdict
            self._show()

    def _show(self) -> None:
        board = self._document.board
        if board.family != self._family:
            self._family = board.family
            self._make_tools(board)
            self._make_options(board)
            self._order_tabs()
            for action in self._tile_actions:
                action.setEnabled(board.has_tiles)
        for field, text in ((self.title, board.title), (self.message, message_of(board))):
            if field.text() != text:
                field.setText(text)
                field.setCursorPosition(0)  # otherwise the start of a long text is hidden
        self.title.setToolTip(plain_tooltip(board.title))
        shown = tr("Shown when the board is solved by hand")
        self.message.setToolTip(plain_tooltip(message_of(board)) or shown)
        for name, widget in self._options.items():
            _show_option(widget, getattr(board, name))
        self.moves.refresh()
        with QSignalBlocker(self.palette_view.selectionModel()):
            self.palette_view.show_board(board, self._editor.brush, self._editor.added_values)
        self._show_problems()
        for button in self._tools.buttons():
            button.setIcon(icon(str(button.property("iconName"))))

    def _make_tools(self, board: Board) -> None:
        for button in self._tools.buttons():
            self._tools.removeButton(button)
            self._tool_grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        for number, tool in enumerate(tools_of(board)):
            button = QToolButton()
            button.setObjectName(f"{tool.name}Tool")
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setText(tool.title)
            button.setToolTip(f"{tool.tip} ({tool.key})")
            button.setProperty("tool", tool.name)
            button.setProperty("iconName", tool.icon)
            button.setChecked(tool.name == self._editor.tool)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            self._tools.addButton(button)
            self._tool_grid.addWidget(button, number // _TOOLS_PER_ROW, number % _TOOLS_PER_ROW)

    def _make_options(self, board: Board) -> None:
        for widget in self._options.values():
            self._form.removeRow(widget)
        self._options.clear()
        for option in board.options:
            widget = _option_widget(option.choices)
            if isinstance(widget, QComboBox):
                widget.activated.connect(self._option_chosen)
            else:
                widget.textEdited.connect(self._option_typed)
                widget.editingFinished.connect(self._document.end_stroke)
            widget.setObjectName(f"{option.name}Option")
            widget.setAccessibleName(option.label)
            widget.setProperty("option", option.name)
            self._form.addRow(option.label, widget)
            self._options[option.name] = widget

    def _order_tabs(self) -> None:
        """Set the tab order from top to bottom: tools and options are recreated per family."""
        widgets: list[QWidget] = [*self._tools.buttons(), self.title, self.message]
        widgets += self._options.values()
        widgets += self.moves.tab_order
        widgets += [self.colour_button, self.palette_button, self.add_button]
        widgets += [self.palette_view, self.problem_list]
        for before, after in pairwise(widgets):
            QWidget.setTabOrder(before, after)

    def _show_problems(self) -> None:
        problems = self._document.shown_problems
        self.problem_list.clear()
        for problem in problems[:_MAX_LISTED]:
            item = QListWidgetItem(
                icon("warning", theme().colours.bad), as_sentence(problem.message)
            )
            item.setData(_PROBLEM, problem)
            self.problem_list.addItem(item)
        count = len(problems)
        if count > _MAX_LISTED:
            self.problem_list.addItem(
                tr("… and {number} more").format(number=group_digits(count - _MAX_LISTED))
            )
        impossible = self._verdict.solvable is False
        sound = tr("No errors, but unsolvable") if impossible else tr("No problems")
        self.problem_heading.setText(
            tr("Problems: {count}").format(count=group_digits(count)) if count else sound
        )
        self.problem_list.setVisible(count > 0)

    def _show_tool(self, tool: str) -> None:
        for button in self._tools.buttons():
            button.setChecked(button.property("tool") == tool)

    def _show_brush(self, _value: int) -> None:
        with QSignalBlocker(self.palette_view.selectionModel()):
            self.palette_view.show_board(
                self._document.board, self._editor.brush, self._editor.added_values
            )

    # --- user actions ---

    def _retitle(self, text: str) -> None:
        self._document.edit(
            self._document.board.with_fields(title=text), tr("change the title"), stroke="title"
        )

    def _change_message(self, text: str) -> None:
        board = with_message(self._document.board, text)
        self._document.edit(board, tr("change the message"), stroke="message")

    def _choose_tool(self, button: QAbstractButton) -> None:
        self._editor.choose_tool(str(button.property("tool")))

    def _option_chosen(self, index: int) -> None:
        widget = self.sender()
        assert isinstance(widget, QComboBox)
        self._document.end_stroke()
        self._set_option(widget, widget.itemData(index))

    def _option_typed(self, text: str) -> None:
        widget = self.sender()
        assert isinstance(widget, QLineEdit)
        self._set_option(widget, int(text) if text.lstrip("-").isdecimal() else None)

    def _set_option(self, widget: QWidget, value: Any) -> None:
        name = str(widget.property("option"))
        board = self._document.board
        self._document.edit(
            board.with_fields(**{name: value}), tr("set {name}").format(name=name), stroke=name
        )

    def _choose_value(self, index: QModelIndex) -> None:
        if index.isValid():
            self._editor.choose_brush(self.palette_view.palette_model.value_at(index.row()))
            self._editor.choose_tool(PAINT)

    def _add_value(self) -> None:
        self._editor.add_value()
        self._editor.choose_tool(PAINT)
        self._show()

    def pick_colour(self) -> None:
        """Ask for a new colour of the selected value."""
        board, value = self._document.board, self._editor.brush
        now = value_colours(board, [value])[value]
        name = palettes.format_value(value, palettes.value_names(board))
        chosen = colour_dialog.ask_colour(self, now, tr("Colour of {value}").format(value=name))
        if chosen:
            self._document.edit(
                board.with_colour(value, chosen), tr("colour {value}").format(value=str(value))
            )

    def _palette_menu(self) -> QMenu:
        menu = QMenu(self)
        for palette in PALETTES.values():
            action = menu.addAction(palette.title, partial(self._use_palette, palette))
            action.setObjectName(f"palette-{palette.name}")
            action.setToolTip(palette.tip)
        menu.setToolTipsVisible(True)
        menu.addSeparator()
        for text, slot in (
            (tr("Names of values…"), self._name_values),
            (tr("Default colour"), self._use_default_colour),
            (tr("Move up"), partial(self._move_colour, -1)),
            (tr("Move down"), partial(self._move_colour, 1)),
            (tr("Merge into another value…"), self._merge_value),
        ):
            menu.addAction(text, slot)
        menu.addSeparator()
        self._tile_actions = [
            menu.addAction(tr("Picture on the tiles…"), self.pictures.choose),
            menu.addAction(tr("No picture on the tiles"), self.pictures.remove),
        ]
        return menu

    def _use_palette(self, palette: PredefinedPalette) -> None:
        board = palettes.apply_palette(self._document.board, palette)
        self._document.edit(board, tr("palette: {lower}").format(lower=palette.title.lower()))

    def _name_values(self) -> None:
        board, value = self._document.board, self._editor.brush
        names = names_dialog.ask_names(self, board, value)
        if names is not None:
            self._document.edit(palettes.with_names(board, names), tr("name values"))

    def _use_default_colour(self) -> None:
        value = self._editor.brush
        board = palettes.without_colour(self._document.board, value)
        self._document.edit(board, tr("default colour for {value}").format(value=str(value)))

    def _move_colour(self, by: int) -> None:
        """Move the colour of the selected value by some places in the order of colours."""
        board, value = self._document.board, self._editor.brush
        gap = board.gap
        colours = {v: c for v, c in value_colours(board).items() if v != gap}
        place = sorted(colours).index(value) + by if value in colours else -1
        if 0 <= place < len(colours):
            moved = palettes.reordered(colours, value, place)
            self._document.edit(
                palettes.with_colours(board, moved),
                tr("move the colour of {value}").format(value=str(value)),
            )

    def _merge_value(self) -> None:
        board, value = self._document.board, self._editor.brush
        into = dialogs.ask_value(self, value, board.values)
        if into is not None:
            self._document.edit(
                palettes.merged(board, value, into),
                tr("merge {value} into {into}").format(value=str(value), into=group_digits(into)),
            )
            self._editor.choose_brush(into)

    def _go_to_problem(self, item: QListWidgetItem) -> None:
        problem = item.data(_PROBLEM)
        if problem is not None and problem.cells:
            self.cell_requested.emit(problem.field, problem.cells[0])


class _IntegerValidator(QValidator):
    """Validator for an integer of up to nine digits, or empty text."""

    def validate(self, text: str, position: int) -> object:
        digits = text.removeprefix("-")
        sound = not digits or (digits.isdecimal() and digits.isascii() and len(digits) <= _DIGITS)
        state = QValidator.State.Acceptable if sound else QValidator.State.Invalid
        return state, text, position


def _text_field(name: str, accessible_name: str) -> QLineEdit:
    field = QLineEdit()
    field.setObjectName(name)
    field.setPlaceholderText(tr("none"))
    field.setAccessibleName(accessible_name)
    return field


def _problem_list() -> QListWidget:
    view = QListWidget()
    view.setObjectName("problemList")
    view.setAccessibleName(tr("Problems of the board"))
    view.setWordWrap(True)
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setTextElideMode(Qt.TextElideMode.ElideNone)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setMinimumHeight(5 * view.fontMetrics().lineSpacing())
    return view


def _option_widget(choices: tuple[tuple[str, str], ...]) -> QComboBox | QLineEdit:
    if choices:
        combo = QComboBox()
        for value, label in choices:
            combo.addItem(label, value)
        ignore_wheel(combo)
        return combo
    edit = QLineEdit()
    edit.setPlaceholderText(tr("none"))
    edit.setValidator(_IntegerValidator(edit))
    explain_rejected_input(edit, 1 - 10**_DIGITS, 10**_DIGITS - 1)
    return edit


def _show_option(widget: QComboBox | QLineEdit, value: Any) -> None:
    if isinstance(widget, QComboBox):
        widget.setCurrentIndex(widget.findData(value))
        return
    text = "" if value is None else str(value)
    typed = widget.text()
    if text != typed and not (widget.hasFocus() and typed in ("-", "", "-0", "0" + text)):
        widget.setText(text)
