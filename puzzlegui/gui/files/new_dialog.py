"""Dialog for the properties of a new board."""

from __future__ import annotations

import json
import random

from PySide6.QtCore import QSignalBlocker, Qt, Signal
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

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board
from puzzlegui.core.creation import BoardSpec, CreationMethod
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.goals import WORD
from puzzlegui.core.language import tr
from puzzlegui.families.creation import (
    generated_title,
    parameters_by_name,
    size_for,
    with_goal,
)
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.files.board_preview import BoardPreview
from puzzlegui.gui.files.board_search import PendingBoardRequest
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.style.spacing import WIDE
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import (
    explain_rejected_input,
    indent_text,
    size_spin_box,
)
from puzzlegui.gui.widgets.goal_choice import (
    OPEN_BOARD,
    PICTURE,
    GoalPictureButton,
    enable_goals,
    given_parameters,
    offer_goals,
    show_usual_colours,
    shown_parameters,
)
from puzzlegui.gui.widgets.parameters import (
    add_choice,
    family_box,
    parameter_value,
    parameter_widget,
    set_parameter_value,
)
from puzzlegui.making.makers import BoardRequest
from puzzlegui.making.rating import HARDEST, Difficulty
from puzzlegui.making.remote import MadeBoard

_EXACT, _HARDEST = "exact", "hardest"
"""Choices of a difficulty instead of a creation method, as remembered."""
_MOST_MOVES = 999


class LengthRange(QWidget):
    """Fields for the least and the greatest number of moves of a shortest solution.

    Signals:
        changed: emitted when a number has changed.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.shortest, self.longest = QSpinBox(), QSpinBox()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for box, name in ((self.shortest, tr("from")), (self.longest, tr("to"))):
            box.setRange(1, _MOST_MOVES)
            box.setValue(8)
            box.setAccessibleName(name)
            indent_text(box)
            explain_rejected_input(box.lineEdit(), 1, _MOST_MOVES)
            row.addWidget(QLabel(name))
            row.addWidget(box, 1)
        row.addWidget(QLabel(tr("moves")))
        self.setFocusProxy(self.shortest)
        self.shortest.valueChanged.connect(self._keep_in_order)
        self.longest.valueChanged.connect(self._keep_in_order)

    def values(self) -> tuple[int, int]:
        """Return the least and the greatest number of moves."""
        return self.shortest.value(), self.longest.value()

    def set_values(self, shortest: int, longest: int) -> None:
        """Set both numbers."""
        self.shortest.setValue(shortest)
        self.longest.setValue(longest)

    def _keep_in_order(self, value: int) -> None:
        """Let the other number follow the one that was changed."""
        if self.shortest.value() > self.longest.value():
            other = self.longest if self.sender() is self.shortest else self.shortest
            other.setValue(value)
        self.changed.emit()


class NewBoardDialog(QDialog):
    """Dialog for family, size, parameters, start and seed of a new board.

    A board that has to be searched for is found before the dialog closes; if there is none, the
    dialog stays open and shows the reason.

    Args:
        parent: parent window.
        remembered: settings that store the choices.
        open_board: board whose goal may be used; None for none.

    Attributes:
        board: board or request made from the input; None if the input is invalid.
        made: the new board, once the dialog is accepted.
        widgets: widgets of parameters by name.
    """

    def __init__(
        self, parent: QWidget | None, remembered: Settings, open_board: Board | None = None
    ) -> None:
        super().__init__(parent)
        # Without further fields, such as a lock: they belong to that board alone.
        self._open_board = open_board and open_board.with_fields(extra=())
        self._fitted: tuple[object, ...] = ()
        self.made: MadeBoard | None = None
        self.setWindowTitle(tr("New board"))
        self._remembered = remembered
        self.family = family_box()
        self.rows = size_spin_box()
        self.columns = size_spin_box()
        self.start = QComboBox()
        self.start.setToolTip(tr("How the start is chosen"))
        self.seed = QLineEdit(str(random.randrange(1_000_000)))
        self.seed.setToolTip(tr("The same seed makes the same board"))
        self.message = QLabel()
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.message.setObjectName("newMessage")
        self.board: Board | PendingBoardRequest | None = None
        self.lengths = LengthRange()
        self.lengths.setToolTip(tr("Number of moves of the shortest solution, proved"))
        self.unique = QCheckBox(tr("&Only one shortest solution"))
        self.unique.setToolTip(tr("No other solution is as short"))
        self.preview = BoardPreview()
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.picture = GoalPictureButton(self.rows, self.columns)
        self.picture.chosen.connect(self._update)
        self._lay_out()
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.accepted.connect(self._remember)
        self.family.currentIndexChanged.connect(self._choose_family)
        self.start.currentIndexChanged.connect(self._update)
        for spin in (self.rows, self.columns):
            spin.valueChanged.connect(self._update)
        word = self.widgets[WORD.name]
        assert isinstance(word, QLineEdit)
        word.textEdited.connect(self._fit_word)
        self.seed.textChanged.connect(self._update)
        self.lengths.changed.connect(self._update)
        self.unique.toggled.connect(self._update)
        self.family.setCurrentIndex(max(0, self.family.findData(remembered["new"])))
        self._choose_family()
        self.family.setFocus()

    def _lay_out(self) -> None:
        self._form = QFormLayout()
        self._form.addRow(tr("&Family"), self.family)
        self._form.addRow(tr("&Rows"), self.rows)
        self._form.addRow(tr("&Columns"), self.columns)
        self._parameters = {n: p for n, p in parameters_by_name().items() if not p.flag}
        common = {p.name for family in FAMILIES.values() for p in family.parameters}
        self.widgets = {
            name: parameter_widget(p, self._update) for name, p in self._parameters.items()
        }
        self._add_rows(common)
        self._form.addRow(tr("&Start"), self.start)
        self._add_rows(self.widgets.keys() - common)
        self._form.addRow(tr("S&hortest solution"), self.lengths)
        self._form.addRow("", self.unique)
        self._form.addRow(tr("See&d"), self.seed)
        fields = QVBoxLayout()
        fields.addLayout(self._form)
        fields.addWidget(self.message)
        fields.addStretch()  # takes the room of rows that a family does not have
        row = QHBoxLayout()
        row.setSpacing(WIDE)
        row.addLayout(fields, 1)
        row.addWidget(self.preview)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self._buttons)

    def _add_rows(self, names: set[str]) -> None:
        for name, widget in self.widgets.items():
            if name in names:
                self._form.addRow(self._parameters[name].label, widget)
                if widget is self._goals:
                    self._form.addRow(tr("&Picture"), self.picture)

    @property
    def _method(self) -> CreationMethod | None:
        """The creation method; None for a difficulty."""
        chosen = self.start.currentData()
        return chosen if isinstance(chosen, CreationMethod) else None

    @property
    def _goals(self) -> QComboBox:
        box = self.widgets["goal"]
        assert isinstance(box, QComboBox)
        return box

    @property
    def _goal(self) -> str:
        """The chosen goal; empty for the default or where boards have no goal."""
        family = FAMILIES[self.family.currentData()]
        has_goal = any(parameter.name == "goal" for parameter in family.parameters)
        return str(self._goals.currentData()) if has_goal else ""

    def accept(self) -> None:
        """Close the dialog with the board, once it is found."""
        if isinstance(self.board, Board):
            self.made = MadeBoard(self.board)
        elif self.board is not None:
            try:
                self.made = self.board.search(self)
            except PuzzleError as error:
                self.message.setText(as_sentence(error))
                self._fit(self._fitted)
        if self.made is not None:
            super().accept()

    # --- as the last time ---

    def _remember(self) -> None:
        """Store the choices for the next board of the family."""
        family = FAMILIES[self.family.currentData()]
        said = {name: parameter_value(self.widgets[name]) for name in self._parameter_names()}
        chosen = {
            "rows": self.rows.value(), "columns": self.columns.value(),
            "start": self.start.currentData() if self._method is None else self._method.name,
            "given": {name: value for name, value in said.items() if value is not None},
            "exact": [*self.lengths.values(), self.unique.isChecked()],
        }  # fmt: skip
        self._remembered["new"] = family.name
        self._remembered[f"new/{family.name}"] = json.dumps(chosen)

    def _choose_family(self) -> None:
        """Restore the choices of the last board of the family, as far as they are readable."""
        try:
            chosen = json.loads(self._remembered[f"new/{self.family.currentData()}"] or "{}")
        except (ValueError, RecursionError):
            chosen = {}
        self._offer_goals()
        self._offer_starts()
        match chosen:
            case {"exact": [int(shortest), int(longest), bool(unique)]}:
                self.lengths.set_values(shortest, longest)
                self.unique.setChecked(unique)
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
                names = [*(method.name for method in starts), _EXACT, _HARDEST]
                self.start.setCurrentIndex(names.index(start) if start in names else 0)
                if given.get("goal") in (OPEN_BOARD, PICTURE):  # those are others now
                    del given["goal"]
                set_parameter_value(
                    self._goals, given.get("goal")
                )  # decides which others there are
                for name in self._parameter_names():
                    set_parameter_value(self.widgets[name], given.get(name))

    def _offer_goals(self) -> None:
        """List the goals, that of the open board only if it is of the family."""
        board = self._open_board
        has_goal = board is not None and board.has_tiles
        of_family = board is not None and board.family == self.family.currentData()
        offer_goals(self._goals, open_board=has_goal and of_family)
        enable_goals(self._goals, FAMILIES[self.family.currentData()])

    def _offer_starts(self) -> None:
        """List the creation methods of the family, keeping the choice if possible."""
        chosen = self.start.currentText()
        blocked = self.start.blockSignals(True)
        self.start.clear()
        for start in FAMILIES[self.family.currentData()].starts:
            add_choice(self.start, start.title, start, start.tip)
        tip = tr("A board whose shortest solution has as many moves as you choose")
        add_choice(self.start, tr("exact difficulty"), _EXACT, tip)
        tip = tr("A board as far from its goal as possible, or the farthest that is found")
        add_choice(self.start, tr("the hardest"), _HARDEST, tip)
        self.start.setCurrentIndex(max(0, self.start.findText(chosen)))
        self.start.blockSignals(blocked)
        self._update()

    def _fit_word(self) -> None:
        """Give the board the size of the word while it is typed."""
        given = given_parameters(self.widgets, self._parameter_names())
        try:
            size = size_for(self.family.currentData(), None, None, given)
        except PuzzleError:
            return  # the message says so
        for field, count in zip((self.rows, self.columns), size, strict=True):
            with QSignalBlocker(field):  # the changed text shows the board
                field.setValue(count)

    def _parameter_names(self) -> list[str]:
        """Return the names of the parameters that the family, the method and the goal have."""
        family, method = FAMILIES[self.family.currentData()], self._method
        further = () if method is None else method.parameters
        names = [p.name for p in (*family.parameters, *further) if not p.flag]
        return shown_parameters(names, self._goal)

    def _update(self) -> None:
        method = self._method
        asked = self._parameter_names()
        for name, widget in self.widgets.items():
            self._form.setRowVisible(widget, name in asked)
        family = FAMILIES[self.family.currentData()]
        exact = self.start.currentData() == _EXACT
        for widget in (self.rows, self.columns):
            self._form.setRowVisible(widget, self._goal != OPEN_BOARD)
        self._form.setRowVisible(self.picture, self._goal == PICTURE)
        show_usual_colours(self.widgets, self._goal == PICTURE)
        self._form.setRowVisible(self.lengths, exact)
        self._form.setRowVisible(self.unique, exact and family.make_exact is None)
        self._form.setRowVisible(self.seed, method is None or method.seeded)
        solved = None
        try:
            self.board = self._make(family, method, asked)
            solved, text = self._solved(), self._describe()
        except PuzzleError as error:
            self.board, text = None, str(error)
        self.message.setText(as_sentence(text))
        self.preview.show_board(self.board if isinstance(self.board, Board) else None, solved)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(self.board is not None)
        if self.isVisible():
            self._fit((family.name, method, self._goal))

    def _solved(self) -> Board | None:
        """Return the solved board, which is known without a search; None without a goal."""
        if not isinstance(self.board, Board):
            return None if self.board is None else self.board.solved()
        board = self.board
        return board.with_fields(start=board.grid("goal")) if board.has_tiles else None

    def _fit(self, choices: tuple[object, ...]) -> None:
        """Make room for the rows, and leave none over after another choice of rows."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        needed = layout.totalHeightForWidth(self.width())
        if choices != self._fitted or needed > self.height():
            self._fitted = choices
            self.resize(self.width(), needed)

    def _describe(self) -> str:
        """Return the description of the board or of the search for it."""
        if isinstance(self.board, Board):
            return self.board.describe()
        if self.start.currentData() == _HARDEST:
            return tr(
                "finds the board that takes the most moves, or the hardest found if there are too "
                "many"
            )
        if self._method is None:
            return tr("finds a board whose shortest solution is proved to have that many moves")
        return str(self._method.search_description)

    def _make(
        self, family: Family, method: CreationMethod | None, asked: list[str]
    ) -> Board | PendingBoardRequest:
        seeded = method is None or method.seeded
        text = self.seed.text().strip() if seeded else "0"
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise PuzzleError(tr("the seed is a whole number of up to nine digits"))
        given = given_parameters(self.widgets, asked)
        goal = self._open_board if self._goal == OPEN_BOARD else None
        rows, columns = self.rows.value(), self.columns.value()
        if goal is not None:
            rows, columns = goal.rows, goal.columns
        spec = BoardSpec(rows, columns, int(text), given)
        if self._goal == PICTURE:
            goal = self.picture.goal(family.name, spec)
        if method is None:
            return self._rated_request(family, spec, goal)
        if goal is not None:
            method = with_goal(method, goal)
        request = PendingBoardRequest(family, method, spec, goal)
        if method.max_steps(spec):
            return request
        created = method.make(spec, None)
        assert created is not None  # None only if cancelled
        board = created.board
        if seeded:
            board = board.with_fields(title=generated_title(board, spec.seed))
        return board

    def _rated_request(
        self, family: Family, spec: BoardSpec, goal: Board | None
    ) -> PendingBoardRequest:
        wish = HARDEST
        if self.start.currentData() == _EXACT:
            unique = self.unique.isChecked() and family.make_exact is None
            wish = Difficulty(*self.lengths.values(), unique)
        rated = BoardRequest(family.name, spec, wish, goal)
        return PendingBoardRequest(family, None, spec, goal, rated)


def ask_new_board(
    parent: QWidget, remembered: Settings, open_board: Board | None = None
) -> MadeBoard | None:
    """Ask for a new board and make it; return None on cancel.

    Args:
        parent: parent window.
        remembered: settings that store the choices.
        open_board: board whose goal may be used.
    """
    dialog = NewBoardDialog(parent, remembered, open_board)
    return dialog.made if dialogs.exec_and_delete(dialog) else None
