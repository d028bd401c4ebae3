"""The card of the design panel for the board as a whole: title, size, rules and message."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction, QValidator
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.resizing import resized
from puzzlegui.core.win_message import MAX_LENGTH, message_of, with_message
from puzzlegui.families.registry import family_of
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import (
    explain_rejected_input,
    framed_button,
    ignore_wheel,
    plain_tooltip,
    size_spin_box,
)
from puzzlegui.gui.widgets.card import Card

_DIGITS = 9
_LEAST_LETTERS = 8
"""Letters of a choice that a narrow panel shows."""


class BoardCard(Card):
    """Card with the title, size, rules and message of a board."""

    def __init__(self, document: Document) -> None:
        super().__init__("boardCard", tr("Board"))
        self._document = document
        self._family = ""
        self._options: dict[str, QComboBox | QLineEdit] = {}
        self.title = _text_field("titleEdit", tr("Title of the board"))
        self.rows = _size_field("rowsEdit", tr("Rows"))
        self.columns = _size_field("columnsEdit", tr("Columns"))
        self.message = _text_field("messageEdit", tr("Message when the board is solved"))
        self.message.setMaxLength(MAX_LENGTH)
        self.lock = framed_button("lockButton")
        size = QHBoxLayout()
        size.setSpacing(spacing.NEAR)
        for widget in (self.rows, QLabel("×"), self.columns):
            size.addWidget(widget)
        size.addStretch(1)
        size.addWidget(self.lock)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(spacing.NEAR)
        self._form.setVerticalSpacing(spacing.TIGHT)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.addRow(tr("Title"), self.title)
        self._form.addRow(tr("Size"), size)
        self._form.addRow(tr("When solved"), self.message)
        self.body.addLayout(self._form)
        self.title.textEdited.connect(self._retitle)
        self.message.textEdited.connect(self._change_message)
        for field in (self.title, self.message):
            field.editingFinished.connect(document.end_stroke)
        for box in (self.rows, self.columns):
            box.valueChanged.connect(self._resize)

    def set_lock_action(self, action: QAction) -> None:
        """Set the action that locks hints and solutions."""
        action.setIconText(tr("Lock…"))
        self.lock.setDefaultAction(action)

    @property
    def tab_order(self) -> list[QWidget]:
        """The widgets from top to bottom."""
        return [
            self.title, self.rows, self.columns, self.lock, *self._options.values(), self.message,
        ]  # fmt: skip

    def refresh(self) -> bool:
        """Show the board of the document; return True if the fields of its rules are new."""
        board = self._document.board
        changed = board.family != self._family
        if changed:
            self._family = board.family
            self.set_note(str(family_of(board).title))
            self._make_options(board)
        for field, text in ((self.title, board.title), (self.message, message_of(board))):
            if field.text() != text:
                field.setText(text)
                field.setCursorPosition(0)  # otherwise the start of a long text is hidden
        self.title.setToolTip(plain_tooltip(board.title))
        shown = tr("Shown when the board is solved by hand")
        self.message.setToolTip(plain_tooltip(message_of(board)) or shown)
        for box, count in ((self.rows, board.rows), (self.columns, board.columns)):
            with QSignalBlocker(box):
                box.setValue(count)
        for name, widget in self._options.items():
            _show_option(widget, getattr(board, name))
        return changed

    def edit_size(self) -> None:
        """Let the user type another size."""
        self.rows.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.rows.selectAll()

    def _make_options(self, board: Board) -> None:
        for widget in self._options.values():
            self._form.removeRow(widget)
        self._options.clear()
        for number, option in enumerate(board.options):
            widget = _option_widget(option.choices)
            if isinstance(widget, QComboBox):
                widget.activated.connect(self._option_chosen)
            else:
                widget.textEdited.connect(self._option_typed)
                widget.editingFinished.connect(self._document.end_stroke)
            widget.setObjectName(f"{option.name}Option")
            widget.setAccessibleName(option.label)
            widget.setProperty("option", option.name)
            self._form.insertRow(2 + number, option.label, widget)
            self._options[option.name] = widget

    # --- user actions ---

    def _retitle(self, text: str) -> None:
        self._document.edit(
            self._document.board.with_fields(title=text), tr("change the title"), stroke="title"
        )

    def _change_message(self, text: str) -> None:
        board = with_message(self._document.board, text)
        self._document.edit(board, tr("change the message"), stroke="message")

    def _resize(self) -> None:
        rows, columns = self.rows.value(), self.columns.value()
        text = tr("make it {size}×{size2}").format(
            size=group_digits(rows), size2=group_digits(columns)
        )
        self._document.edit(resized(self._document.board, rows, columns), text)
        self._document.end_stroke()

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


def _size_field(name: str, accessible_name: str) -> QSpinBox:
    """Return a field for a number of rows or columns, which takes effect when it is finished."""
    box = size_spin_box()
    box.setObjectName(name)
    box.setAccessibleName(accessible_name)
    text = tr("{name}; cells are kept from the top-left corner")
    box.setToolTip(text.format(name=accessible_name))
    box.setKeyboardTracking(False)
    box.setProperty("typed", True)  # hides the buttons
    box.setFixedWidth(box.fontMetrics().horizontalAdvance("300") + 30)
    ignore_wheel(box)
    return box


def _option_widget(choices: tuple[tuple[str, str], ...]) -> QComboBox | QLineEdit:
    if choices:
        combo = QComboBox()
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(_LEAST_LETTERS)
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
