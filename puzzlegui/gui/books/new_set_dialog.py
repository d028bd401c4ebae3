"""The dialog for a new set of puzzles."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE
from puzzlegui.core.creation import BoardSpec
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.families.creation import parameters_by_name, solved_board
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.books.making import SetRequest
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.widgets.basic import (
    explain_rejected_input,
    indent_text,
    size_spin_box,
    text_label,
)
from puzzlegui.gui.widgets.goal_choice import (
    PICTURE,
    GoalPictureButton,
    enable_goals,
    given_parameters,
    offer_goals,
    show_usual_colours,
    shown_parameters,
)
from puzzlegui.gui.widgets.parameters import family_box, parameter_widget
from puzzlegui.making.makers import parts_of_set
from puzzlegui.making.rating import Difficulty
from puzzlegui.making.sets import MOST_BOARDS

_MOST_MOVES = 200


class NewSetDialog(QDialog):
    """Dialog for family, size, lengths and number of new puzzles.

    Args:
        parent: parent window.
        remembered: settings that store the choices.
        on_accept: called with the request.

    Attributes:
        request: request made from the input; None if the input is invalid.
    """

    def __init__(
        self, parent: QWidget, remembered: Settings, on_accept: Callable[[SetRequest], object]
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New set of puzzles"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.request: SetRequest | None = None
        self._remembered = remembered
        self.family = family_box()
        self.family.setObjectName("setFamily")
        self.rows, self.columns = size_spin_box(3), size_spin_box(3)
        self.shortest = _count_box("setShortest", tr("Fewest moves"), 4, _MOST_MOVES)
        self.longest = _count_box("setLongest", tr("Most moves"), 10, _MOST_MOVES)
        self.count = _count_box("setCount", tr("Number of puzzles"), 12, MOST_BOARDS)
        self.unique = QCheckBox(tr("Only one shortest &solution"))
        self.unique.setObjectName("setUnique")
        self.title = QLineEdit()
        self.title.setObjectName("setTitle")
        self.title.setPlaceholderText(tr("family and size"))
        self.seed = QLineEdit(str(random.randrange(1_000_000)))
        self.seed.setObjectName("setSeed")
        self.seed.setToolTip(tr("The same seed makes the same set"))
        self.seed.setValidator(QIntValidator(0, 999_999_999, self.seed))
        self.message = text_label("setMessage", 2)
        exact = {name for family in FAMILIES.values() for name in _parameter_names(family)}
        self._parameters = {n: p for n, p in parameters_by_name().items() if n in exact}
        self.widgets = {
            name: parameter_widget(p, self._update) for name, p in self._parameters.items()
        }
        offer_goals(self._goals)
        self.picture = GoalPictureButton(self.rows, self.columns)
        self.picture.chosen.connect(self._update)
        self._lay_out()
        self._restore()
        self.family.currentIndexChanged.connect(self._update)
        for spin in (self.rows, self.columns, self.shortest, self.longest, self.count):
            spin.valueChanged.connect(self._update)
        self.unique.toggled.connect(self._update)
        for line in (self.title, self.seed):
            line.textChanged.connect(self._update)
        self.accepted.connect(lambda: self._accept(on_accept))
        self._update()
        self.family.setFocus()

    def _lay_out(self) -> None:
        button = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(button.Ok | button.Cancel, self)
        self.ok = buttons.button(button.Ok)
        self.ok.setText(tr("&Make"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._form = QFormLayout()
        self._form.addRow(tr("&Family"), self.family)
        self._form.addRow(tr("&Rows"), self.rows)
        self._form.addRow(tr("&Columns"), self.columns)
        for name, widget in self.widgets.items():
            # Without letters: there are too many rows for each to have its own.
            self._form.addRow(self._parameters[name].label.replace("&", ""), widget)
            if widget is self._goals:
                self._form.addRow(tr("&Picture").replace("&", ""), self.picture)
        self._form.addRow(tr("&Number of puzzles"), self.count)
        lengths = QWidget()
        row = QHBoxLayout(lengths)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.shortest)
        row.addWidget(QLabel(tr("to")))
        row.addWidget(self.longest)
        row.addWidget(QLabel(tr("moves")))
        row.addStretch()
        label = QLabel(tr("&Length"))
        label.setBuddy(self.shortest)
        self._form.addRow(label, lengths)
        self._form.addRow("", self.unique)
        self._form.addRow(tr("&Title"), self.title)
        self._form.addRow(tr("See&d"), self.seed)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addWidget(self.message)
        column.addStretch()
        column.addWidget(buttons)

    # --- as the last time ---

    def _restore(self) -> None:
        """Restore the choices of the last set, as far as they are readable."""
        try:
            chosen = json.loads(self._remembered["new/set"] or "{}")
        except (ValueError, RecursionError):
            chosen = {}
        match chosen:
            case {
                "family": str(family),
                "rows": int(rows),
                "columns": int(columns),
                "length": [int(shortest), int(longest)],
                "count": int(count),
            }:
                self.family.setCurrentIndex(max(0, self.family.findData(family)))
                self.rows.setValue(min(max(rows, MIN_SIZE), MAX_SIZE))
                self.columns.setValue(min(max(columns, MIN_SIZE), MAX_SIZE))
                self.shortest.setValue(min(max(shortest, 1), _MOST_MOVES))
                self.longest.setValue(min(max(longest, 1), _MOST_MOVES))
                self.count.setValue(min(max(count, 1), MOST_BOARDS))

    def _accept(self, on_accept: Callable[[SetRequest], object]) -> None:
        request = self.request
        if request is None:
            return
        chosen = {
            "family": request.family, "rows": request.spec.rows, "columns": request.spec.columns,
            "length": [request.wish.shortest, request.wish.longest], "count": request.count,
        }  # fmt: skip
        self._remembered["new/set"] = json.dumps(chosen)
        on_accept(request)

    # --- the request ---

    @property
    def _goals(self) -> QComboBox:
        box = self.widgets["goal"]
        assert isinstance(box, QComboBox)
        return box

    def _update(self) -> None:
        family = FAMILIES[self.family.currentData()]
        enable_goals(self._goals, family)
        asked = _parameter_names(family)
        goal = str(self._goals.currentData()) if "goal" in asked else ""
        asked = shown_parameters(asked, goal)
        shows_picture = goal == PICTURE
        self._form.setRowVisible(self.picture, shows_picture)
        show_usual_colours(self.widgets, shows_picture)
        for name, widget in self.widgets.items():
            self._form.setRowVisible(widget, name in asked)
        self._form.setRowVisible(self.unique, family.make_exact is None)
        try:
            self.request = self._make(family, asked)
            said = tr("{puzzles}, no two alike, each proved to take exactly its number of moves.")
            self.message.setText(said.format(puzzles=quantity(self.request.count, "puzzle")))
        except PuzzleError as error:
            self.request = None
            self.message.setText(as_sentence(error))
        self.ok.setEnabled(self.request is not None)

    def _make(self, family: Family, asked: list[str]) -> SetRequest:
        text = self.seed.text().strip()
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise PuzzleError(tr("the seed is a whole number of up to nine digits"))
        given = given_parameters(self.widgets, asked)
        spec = BoardSpec(self.rows.value(), self.columns.value(), int(text), given)
        goal = None
        if "goal" in asked and self._goals.currentData() == PICTURE:
            board = goal = self.picture.goal(family.name, spec)
        else:
            for part in parts_of_set(spec):  # may raise
                own = {p.name: part.parameters.get(p.name) for p in family.parameters}
                board = solved_board(family.name, spec.rows, spec.columns, spec.seed, **own)
        unique = self.unique.isChecked() and family.make_exact is None
        wish = Difficulty(self.shortest.value(), self.longest.value(), unique)
        title = self.title.text().strip() or f"{family.title} {board.size}"
        return SetRequest(family.name, spec, wish, self.count.value(), title, goal)


def _parameter_names(family: Family) -> list[str]:
    """Return the names of the parameters of a family's boards of an exact length."""
    return [p.name for p in family.parameters if not p.flag]


def _count_box(name: str, label: str, value: int, most: int) -> QSpinBox:
    """Return a spin box for a number from 1 on."""
    box = QSpinBox()
    box.setObjectName(name)
    box.setAccessibleName(label)
    box.setRange(1, most)
    box.setValue(value)
    indent_text(box)
    explain_rejected_input(box.lineEdit(), 1, most)
    return box
