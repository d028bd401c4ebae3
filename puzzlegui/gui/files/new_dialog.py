"""Dialog for the properties of a new board."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board
from puzzlegui.core.creation import BoardSpec, CreationMethod, Parameter
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.language import tr
from puzzlegui.families.creation import generated_title, parameters_by_name
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import (
    OptionalSpinBox,
    explain_rejected_input,
    indent_text,
    size_spin_box,
)


@dataclass(frozen=True)
class PendingBoardRequest:
    """Properties of a board that has to be searched for.

    Attributes:
        family: family of the board.
        method: creation method.
        spec: wanted properties.
    """

    family: Family
    method: CreationMethod
    spec: BoardSpec

    def titled(self, board: Board) -> Board:
        """Return a created board with its title."""
        seed = self.spec.seed if self.method.seeded else None
        return board.with_fields(title=generated_title(board, seed))


class NewBoardDialog(QDialog):
    """Dialog for family, size, parameters, start and seed of a new board.

    Attributes:
        board: board or request made from the input; None if the input is invalid.
        widgets: widgets of parameters by name.
    """

    def __init__(self, parent: QWidget | None, remembered: Settings) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New board"))
        self._remembered = remembered
        self.family = QComboBox()
        for family in FAMILIES.values():
            self.family.addItem(family.title, family.name)
        self.rows = size_spin_box()
        self.columns = size_spin_box()
        self.start = QComboBox()
        self.seed = QLineEdit(str(random.randrange(1_000_000)))
        self.message = QLabel()
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.board: Board | PendingBoardRequest | None = None
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._form = QFormLayout()
        self._form.addRow(tr("&Family"), self.family)
        self._form.addRow(tr("&Rows"), self.rows)
        self._form.addRow(tr("&Columns"), self.columns)
        self._parameters = {n: p for n, p in parameters_by_name().items() if not p.flag}
        common = {p.name for family in FAMILIES.values() for p in family.parameters}
        self.widgets = {name: self._widget(p) for name, p in self._parameters.items()}
        self._add_rows(common)
        self._form.addRow(tr("&Start"), self.start)
        self._add_rows(self.widgets.keys() - common)
        self._form.addRow(tr("See&d"), self.seed)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addWidget(self.message)
        column.addStretch()  # takes the room of rows that a family does not have
        column.addWidget(self._buttons)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.accepted.connect(self._remember)
        self.family.currentIndexChanged.connect(self._choose_family)
        self.start.currentIndexChanged.connect(self._update)
        for spin in (self.rows, self.columns):
            spin.valueChanged.connect(self._update)
        self.seed.textChanged.connect(self._update)
        self.family.setCurrentIndex(max(0, self.family.findData(remembered["new"])))
        self._choose_family()
        self.family.setFocus()

    def _add_rows(self, names: set[str]) -> None:
        for name, widget in self.widgets.items():
            if name in names:
                self._form.addRow(self._parameters[name].label, widget)

    def _widget(self, parameter: Parameter) -> QWidget:
        """Return a widget for a parameter."""
        label = parameter.label.replace("&", "")
        if parameter.choices:
            box = QComboBox()
            for value, text in parameter.choices:
                box.addItem(text, value)
            box.currentIndexChanged.connect(self._update)
            return box
        if parameter.default is not None:
            spin = QSpinBox()
            spin.setRange(parameter.minimum, parameter.maximum)
            spin.setValue(parameter.default)
            spin.setAccessibleName(label)
            indent_text(spin)
            explain_rejected_input(spin.lineEdit(), parameter.minimum, parameter.maximum)
            spin.valueChanged.connect(self._update)
            return spin
        if parameter.minimum >= 0:
            optional = OptionalSpinBox(label, parameter.maximum, parameter.placeholder)
            optional.valueChanged.connect(self._update)
            return optional
        line = QLineEdit()
        line.setPlaceholderText(parameter.placeholder)
        line.setValidator(QIntValidator(parameter.minimum, parameter.maximum, line))
        explain_rejected_input(line, parameter.minimum, parameter.maximum)
        line.textChanged.connect(self._update)
        return line

    def _value(self, name: str) -> object:
        """Return the value of a parameter; None if it is empty."""
        match self.widgets[name]:
            case QComboBox() as box:
                return box.currentData() or None
            case OptionalSpinBox() as optional:
                return optional.value() or None
            case QSpinBox() as spin:
                return spin.value()
            case QLineEdit() as line:
                return int(line.text()) if line.text().lstrip("-") else None
            case widget:
                raise TypeError(type(widget))

    # --- as the last time ---

    def _remember(self) -> None:
        """Store the choices for the next board of the family."""
        family, start = FAMILIES[self.family.currentData()], self.start.currentData()
        said = {name: self._value(name) for name in _parameter_names(family, start)}
        chosen = {
            "rows": self.rows.value(), "columns": self.columns.value(), "start": start.name,
            "given": {name: value for name, value in said.items() if value is not None},
        }  # fmt: skip
        self._remembered["new"] = family.name
        self._remembered[f"new/{family.name}"] = json.dumps(chosen)

    def _choose_family(self) -> None:
        """Restore the choices of the last board of the family, as far as they are readable."""
        try:
            chosen = json.loads(self._remembered[f"new/{self.family.currentData()}"] or "{}")
        except (ValueError, RecursionError):
            chosen = {}
        self._offer_starts()
        match chosen:
            case {
                "rows": int(rows),
                "columns": int(columns),
                "start": str(start),
                "given": dict(given),
            }:
                self.rows.setValue(min(max(rows, MIN_SIZE), MAX_SIZE))
                self.columns.setValue(min(max(columns, MIN_SIZE), MAX_SIZE))
                starts = FAMILIES[self.family.currentData()].starts
                names = [method.name for method in starts]
                self.start.setCurrentIndex(names.index(start) if start in names else 0)
                for name in _parameter_names(
                    FAMILIES[self.family.currentData()], self.start.currentData()
                ):
                    self._set_value(name, given.get(name))

    def _set_value(self, name: str, value: object) -> None:
        """Set the value of a parameter; None leaves it empty."""
        match self.widgets[name], value:
            case QComboBox() as box, str() | None:
                box.setCurrentIndex(max(0, box.findData(value or "")))
            case QSpinBox() as number, int():
                number.setValue(max(min(value, number.maximum()), number.minimum()))
            case OptionalSpinBox() as number, None:
                number.setValue(0)
            case QLineEdit() as line, int() | None:
                line.setText("" if value is None else str(value))

    def _offer_starts(self) -> None:
        """List the creation methods of the family, keeping the choice if possible."""
        chosen = self.start.currentText()
        blocked = self.start.blockSignals(True)
        self.start.clear()
        for start in FAMILIES[self.family.currentData()].starts:
            self.start.addItem(start.title, start)
        self.start.setCurrentIndex(max(0, self.start.findText(chosen)))
        self.start.blockSignals(blocked)
        self._update()

    def _update(self) -> None:
        family = FAMILIES[self.family.currentData()]
        start: CreationMethod = self.start.currentData()
        asked = _parameter_names(family, start)
        for name, widget in self.widgets.items():
            self._form.setRowVisible(widget, name in asked)
        self._form.setRowVisible(self.seed, start.seeded)
        try:
            self.board = self._make(family, start, asked)
            text = (
                start.search_description
                if isinstance(self.board, PendingBoardRequest)
                else self.board.describe()
            )
        except PuzzleError as error:
            self.board, text = None, str(error)
        self.message.setText(as_sentence(text))
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(self.board is not None)

    def _make(
        self, family: Family, start: CreationMethod, asked: list[str]
    ) -> Board | PendingBoardRequest:
        text = self.seed.text().strip() if start.seeded else "0"
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise PuzzleError(tr("the seed is a whole number of up to nine digits"))
        given = {name: said for name in asked if (said := self._value(name)) is not None}
        wanted = BoardSpec(self.rows.value(), self.columns.value(), int(text), given)
        wish = PendingBoardRequest(family, start, wanted)
        if start.max_steps(wanted):
            return wish
        made = start.make(wanted, None)
        assert made is not None  # None only if cancelled
        return wish.titled(made.board) if start.seeded else made.board


def _parameter_names(family: Family, start: CreationMethod) -> list[str]:
    """Return the names of a family's and a creation method's parameters."""
    return [p.name for p in (*family.parameters, *start.parameters) if not p.flag]


def ask_new_board(parent: QWidget, remembered: Settings) -> Board | PendingBoardRequest | None:
    """Ask for a new board; return it, a request for a search, or None on cancel."""
    dialog = NewBoardDialog(parent, remembered)
    if not dialogs.exec_and_delete(dialog):
        return None
    return dialog.board
