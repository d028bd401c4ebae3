"""The card of the design panel for the tools, and for the values with their names and colours."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core import palettes
from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import MAX_NAME, PALETTES, PredefinedPalette
from puzzlegui.gui.design import colour_dialog
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.design.palette import PaletteView, swatch_icon
from puzzlegui.gui.design.pictures import TilePictureCommands
from puzzlegui.gui.design.tools import PAINT, tools_of
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import ElidedLabel, framed_button, plain_tooltip
from puzzlegui.gui.widgets.card import Card
from puzzlegui.render.style import value_colours

_TOOLS_PER_ROW = 6
_BETWEEN = 2
"""Pixels between tools."""
_LEAST_NAME = 60
_ICON = 17
_SMALL = 0.88
"""Font size of the words of the tools, relative to that of the window."""


class _NameField(QLineEdit):
    """Field for the name of the chosen value.

    Signals:
        finished: Enter was pressed.
        lines_pasted: emitted with the lines of a pasted text of several.
    """

    finished = Signal()
    lines_pasted = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("valueNameEdit")
        self.setAccessibleName(tr("Name of the value"))
        self.setPlaceholderText(tr("Name"))
        self.setMaxLength(MAX_NAME)
        self.setMinimumWidth(_LEAST_NAME)
        self.setToolTip(
            tr("A letter, word or emoji in place of the number; Enter goes to the next value")
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        pastes = event.matches(QKeySequence.StandardKey.Paste)
        lines = QGuiApplication.clipboard().text().splitlines() if pastes else []
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.finished.emit()
        elif len(lines) > 1:
            self.lines_pasted.emit(lines)
        else:
            super().keyPressEvent(event)


class TilesCard(Card):
    """Card with the tools, the swatches of the values, and fields for the chosen value."""

    def __init__(self, document: Document, editor: Editor) -> None:
        super().__init__("tilesCard", tr("Tiles"))
        self._document, self._editor = document, editor
        self._family = ""
        self.pictures = TilePictureCommands(self, document)
        self._tools = QButtonGroup(self)
        self._tool_grid = QGridLayout()
        self._tool_grid.setSpacing(_BETWEEN)
        self.palette_view = PaletteView()
        self.palette_button = QPushButton(tr("Palette"))
        self.palette_button.setObjectName("paletteButton")
        self.palette_button.setToolTip(tr("Palettes, and the colour of the chosen value"))
        self.palette_button.setMenu(self._palette_menu())
        self.palette_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.add_to_heading(self.palette_button)
        self.name = _NameField()
        self.colour_button = _button(
            "colourButton", tr("Colour"), tr("Pick another colour for the chosen value")
        )
        self.picture_button = _button(
            "pictureButton", tr("Picture"), tr("Put a picture on the tiles, or remove it")
        )
        self.picture_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.picture_button)
        menu.addAction(tr("Picture on the tiles…"), self.pictures.choose)
        menu.addAction(tr("No picture on the tiles"), self.pictures.remove)
        self.picture_button.setMenu(menu)
        self.delete_button = _button("deleteValueButton", "", "")
        self.count = ElidedLabel("valueCountLabel")
        self._lay_out()
        self.palette_view.selectionModel().currentChanged.connect(self._choose_value)
        self.palette_view.clicked.connect(self._value_clicked)
        self.palette_view.doubleClicked.connect(self._value_double_clicked)
        self.palette_view.name_requested.connect(self.edit_name)
        self.palette_view.deletion_requested.connect(self._delete_or_ask)
        self.name.textEdited.connect(self._rename)
        self.name.editingFinished.connect(document.end_stroke)
        self.name.finished.connect(self._name_next)
        self.name.lines_pasted.connect(self._name_from)
        self.colour_button.clicked.connect(self.pick_colour)
        self.delete_button.clicked.connect(self._delete_or_ask)
        self._tools.buttonClicked.connect(self._choose_tool)
        editor.tool_changed.connect(self._show_tool)
        editor.brush_changed.connect(self._show_values)

    def _lay_out(self) -> None:
        chosen = QHBoxLayout()
        chosen.setSpacing(spacing.TIGHT)
        chosen.addWidget(self.name, 1)
        for button in (self.colour_button, self.picture_button, self.delete_button):
            chosen.addWidget(button)
        tools = QFrame()
        tools.setProperty("role", "tools")
        tools.setLayout(self._tool_grid)
        self._tool_grid.setContentsMargins(_BETWEEN, _BETWEEN, _BETWEEN, _BETWEEN)
        self.body.addWidget(tools)
        self.body.addWidget(self.palette_view)
        below = QVBoxLayout()
        below.setSpacing(spacing.TIGHT)
        below.addLayout(chosen)
        below.addWidget(self.count)
        self.body.addLayout(below)

    @property
    def tab_order(self) -> list[QWidget]:
        """The widgets from top to bottom."""
        return [
            self.palette_button, *self._tools.buttons(), self.palette_view, self.name,
            self.colour_button, self.picture_button, self.delete_button,
        ]  # fmt: skip

    # --- showing the board ---

    def refresh(self) -> bool:
        """Show the board of the document; return True if the tools are new."""
        board = self._document.board
        changed = board.family != self._family
        if changed:
            self._family = board.family
            self._make_tools(board)
            self.picture_button.setEnabled(board.has_tiles)
        self._show_values()
        self._show_tool(self._editor.tool)
        self.picture_button.setIcon(icon("picture"))
        self.delete_button.setIcon(icon("delete", theme().colours.bad))
        return changed

    def _make_tools(self, board: Board) -> None:
        for button in self._tools.buttons():
            self._tools.removeButton(button)
            self._tool_grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * _SMALL)
        for tool in tools_of(board):
            button = QToolButton()
            button.setObjectName(f"{tool.name}Tool")
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setIconSize(QSize(_ICON, _ICON))
            button.setText(tool.title)
            button.setFont(font)
            button.setToolTip(f"{tool.tip} ({tool.key})")
            button.setProperty("tool", tool.name)
            button.setProperty("iconName", tool.icon)
            button.setProperty("small", True)
            button.setChecked(tool.name == self._editor.tool)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._tools.addButton(button)
        self._arrange_tools()

    def _arrange_tools(self) -> None:
        """Lay out the tools in rows of equal length, as many in a row as there is room for."""
        buttons = self._tools.buttons()
        if not buttons:
            return
        room = self.width() - 2 * spacing.APART - _BETWEEN
        widest = max(button.sizeHint().width() for button in buttons) + _BETWEEN
        most = min(_TOOLS_PER_ROW, max(1, room // widest))
        per_row = math.ceil(len(buttons) / math.ceil(len(buttons) / most))
        for number, button in enumerate(buttons):
            self._tool_grid.addWidget(button, number // per_row, number % per_row)
        for column in range(_TOOLS_PER_ROW):
            self._tool_grid.setColumnStretch(column, int(column < per_row))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._arrange_tools()

    def _show_tool(self, tool: str) -> None:
        for button in self._tools.buttons():
            chosen = button.property("tool") == tool
            button.setChecked(chosen)
            tint = theme().colours.accent if chosen else ""
            button.setIcon(icon(str(button.property("iconName")), tint))

    def _show_values(self) -> None:
        """Show the swatches and the chosen value."""
        board, value = self._document.board, self._editor.brush
        with QSignalBlocker(self.palette_view.selectionModel()):
            self.palette_view.show_board(board, value, quiet=self._editor.hides_problems)
        model, is_gap = self.palette_view.palette_model, value == board.gap
        name = palettes.value_names(board).get(value, "")
        if " ".join(self.name.text().split()) != name:
            self.name.setText(name)
        self.name.setPlaceholderText(tr("Gap") if is_gap else str(value))
        self.name.setEnabled(not is_gap)
        self.colour_button.setEnabled(not is_gap)
        self.colour_button.setIcon(swatch_icon(model.face(value)))
        self.count.setText(model.counts(value))
        self._show_deletion(board, value)

    def _show_deletion(self, board: Board, value: int) -> None:
        """Enable the button that deletes the chosen value, and say what it does."""
        text: str = tr("Delete {value}")
        if value in board.values:
            text = tr("Delete {value}, and put another value in its cells")
        text = text.format(value=palettes.format_value(value, palettes.value_names(board)))
        self.delete_button.setEnabled(value != board.gap and len(self._named_values()) > 1)
        self.delete_button.setToolTip(plain_tooltip(text))
        self.delete_button.setAccessibleName(text)

    # --- tools and values ---

    def _choose_tool(self, button: QAbstractButton) -> None:
        self._editor.choose_tool(str(button.property("tool")))

    def _choose_value(self, index: QModelIndex) -> None:
        value = self.palette_view.palette_model.value_at(index.row()) if index.isValid() else None
        if value is not None:
            self._editor.choose_brush(value)
            self._editor.choose_tool(PAINT)

    def _value_clicked(self, index: QModelIndex) -> None:
        if index.isValid() and self.palette_view.palette_model.value_at(index.row()) is None:
            self.add_value()
        else:
            self._choose_value(index)

    def _value_double_clicked(self, index: QModelIndex) -> None:
        if self.palette_view.palette_model.value_at(index.row()) is not None:
            self.pick_colour()

    def add_value(self) -> None:
        """Add a value that is not on the board, and let the user name it."""
        board = self._document.board
        value = palettes.unused_value(board)
        colour = value_colours(board, [value])[value]
        self._document.edit(
            board.with_colour(value, colour), tr("add value {value}").format(value=str(value))
        )
        self._editor.choose_brush(value)
        self._editor.choose_tool(PAINT)
        self.edit_name()

    def _delete_or_ask(self) -> None:
        """Delete the chosen value; ask which value is to take its place on the board."""
        board, value = self._document.board, self._editor.brush
        if not self.delete_button.isEnabled():
            return
        if value not in board.values:
            self._delete(value, palettes.without_value(board, value))
            return
        names = palettes.value_names(board)
        menu = QMenu(self)
        menu.setObjectName("replacementMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addSection(tr("Put in its place"))
        for other in self._named_values():
            if other != value:
                text = palettes.format_value(other, names).replace("&", "&&")
                merged = partial(self._replace, value, other)
                face = self.palette_view.palette_model.face(other)
                menu.addAction(swatch_icon(face), text, merged)
        menu.popup(self.delete_button.mapToGlobal(self.delete_button.rect().bottomLeft()))

    def _replace(self, value: int, other: int) -> None:
        self._delete(value, palettes.merged(self._document.board, value, other))
        self._editor.choose_brush(other)

    def _delete(self, value: int, board: Board) -> None:
        self._document.edit(board, tr("delete value {value}").format(value=str(value)))

    # --- names ---

    def edit_name(self) -> None:
        """Let the user type the name of the chosen value."""
        self.name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.name.selectAll()

    def _rename(self, text: str) -> None:
        value = self._editor.brush
        self._set_names({value: text}, stroke=f"name {value}")

    def _set_names(self, texts: dict[int, str], stroke: str = "") -> None:
        board = self._document.board
        named = palettes.with_names(board, {**palettes.value_names(board), **texts})
        self._document.edit(named, tr("name values"), stroke=stroke)

    def _named_values(self) -> list[int]:
        """Return the values that may have a name: all but the gap."""
        board = self._document.board
        return [value for value in palettes.known_values(board) if value != board.gap]

    def _name_next(self) -> None:
        """Go on to the name of the next value, the first after the last."""
        self._document.end_stroke()
        values = self._named_values()
        if values:
            later = [value for value in values if value > self._editor.brush]
            self._editor.choose_brush((later or values)[0])
            self.edit_name()

    def _name_from(self, lines: list[str]) -> None:
        """Name the chosen value and those after it by the lines of a column."""
        self._document.end_stroke()
        values = [value for value in self._named_values() if value >= self._editor.brush]
        self._set_names(dict(zip(values, lines, strict=False)))

    # --- colours ---

    def pick_colour(self) -> None:
        """Ask for a new colour of the chosen value."""
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
        menu.addAction(tr("Default colour"), self._use_default_colour)
        menu.addAction(tr("Move up"), partial(self._move_colour, -1))
        menu.addAction(tr("Move down"), partial(self._move_colour, 1))
        return menu

    def _use_palette(self, palette: PredefinedPalette) -> None:
        board = palettes.apply_palette(self._document.board, palette)
        self._document.edit(board, tr("palette: {lower}").format(lower=palette.title.lower()))

    def _use_default_colour(self) -> None:
        value = self._editor.brush
        board = palettes.without_colour(self._document.board, value)
        if value not in palettes.known_values(board):  # an added value: its colour keeps it
            board = board.with_colour(value, value_colours(board, [value])[value])
        self._document.edit(board, tr("default colour for {value}").format(value=str(value)))

    def _move_colour(self, by: int) -> None:
        """Move the colour of the chosen value by some places in the order of colours."""
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


def _button(name: str, text: str, tip: str) -> QToolButton:
    button = framed_button(name)
    button.setText(text)
    button.setToolTip(tip)
    button.setToolButtonStyle(
        Qt.ToolButtonStyle.ToolButtonTextBesideIcon if text
        else Qt.ToolButtonStyle.ToolButtonIconOnly
    )  # fmt: skip
    return button
