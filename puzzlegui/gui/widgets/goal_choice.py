"""Choice of the goal of new boards, with the button for a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QPushButton, QSpinBox, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.creation import COLOURS, BoardSpec
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.files import printable
from puzzlegui.core.goals import GAP_FIRST, GOAL, LETTERING, WORD
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.picture_goals import DEFAULT_COLOURS
from puzzlegui.families.family import Family
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import OptionalSpinBox
from puzzlegui.gui.widgets.parameters import add_choice, parameter_value
from puzzlegui.gui.widgets.progress_dialog import run_modal
from puzzlegui.render.goal_pictures import GoalPicture

PICTURE, OPEN_BOARD = "picture", "open"
"""Choices of the goal: a picture, and the goal of the open board."""
_FURTHER = {
    WORD.name: gettext_noop("a word"), LETTERING.name: gettext_noop("lettering"),
    PICTURE: gettext_noop("a picture"), OPEN_BOARD: gettext_noop("as on the open board"),
}  # fmt: skip
"""Choices of the goal besides those of its parameter; a text of a parameter selects the first two.
"""
_TIPS = {
    WORD.name: gettext_noop("The letters of a word, a letter on each tile"),
    LETTERING.name: gettext_noop("Letters drawn across the board in two colours"),
    PICTURE: gettext_noop("A picture from a file, in a few colours"),
    OPEN_BOARD: gettext_noop("The goal of the board in the window"),
}
_HIDDEN = {
    WORD.name: (COLOURS.name,), LETTERING.name: (COLOURS.name,),
    OPEN_BOARD: (COLOURS.name, "turns"),
}  # fmt: skip
"""Parameters that a goal leaves no choice of, besides the texts of other goals."""
_WIDTH = 200
"""Width in pixels to which the name of the file is shortened."""


def enable_goals(goals: QComboBox, family: Family) -> None:
    """Enable the goals of a list that boards of a family can have."""
    model, after_gap = goals.model(), goals.findData(GAP_FIRST)
    assert isinstance(model, QStandardItemModel)
    has_gap = family.board.gap is not None
    model.item(after_gap).setEnabled(has_gap)
    if not has_gap and goals.currentIndex() == after_gap:
        goals.setCurrentIndex(0)


def offer_goals(goals: QComboBox, *, open_board: bool = False) -> None:
    """Add the further choices to a list of goals.

    Args:
        goals: list with the choices of the parameter.
        open_board: add the goal of the open board.
    """
    blocked = goals.blockSignals(True)
    for name, title in _FURTHER.items():
        if (index := goals.findData(name)) >= 0:
            goals.removeItem(index)
        if name != OPEN_BOARD or open_board:
            add_choice(goals, tr(title), name, tr(_TIPS[name]))
    goals.blockSignals(blocked)


def shown_parameters(names: Iterable[str], goal: str) -> list[str]:
    """Return the names of the parameters that a goal leaves a choice of."""
    hidden = {WORD.name, LETTERING.name, *_HIDDEN.get(goal, ())} - {goal}
    return [name for name in names if name not in hidden]


def given_parameters(widgets: Mapping[str, QWidget], names: Iterable[str]) -> dict[str, Any]:
    """Return the values of parameters that have one.

    Args:
        widgets: widgets of parameters by name.
        names: names of the parameters that are shown.
    """
    values = {name: parameter_value(widgets[name]) for name in names}
    given = {name: value for name, value in values.items() if value is not None}
    if (goal := given.get(GOAL.name)) in _FURTHER:
        del given[GOAL.name]
        if goal in (WORD.name, LETTERING.name):
            given.setdefault(goal, "")
    return given


def show_usual_colours(widgets: Mapping[str, QWidget], is_picture: bool) -> None:
    """Show the number of colours of a goal for which none is given.

    Args:
        widgets: widgets of parameters by name.
        is_picture: True if the goal is a picture.
    """
    field = widgets[COLOURS.name]
    assert isinstance(field, OptionalSpinBox)
    field.set_without(str(DEFAULT_COLOURS) if is_picture else COLOURS.placeholder)


class GoalPictureButton(QPushButton):
    """Button that asks for a picture, and shows the name of its file.

    Args:
        rows: field for the rows of the board, which takes the shape of the picture.
        columns: field for its columns.

    Attributes:
        picture: the picture; None if none was chosen.

    Signals:
        chosen: emitted when another picture was chosen.
    """

    chosen = Signal()

    def __init__(self, rows: QSpinBox, columns: QSpinBox) -> None:
        super().__init__(tr("Choose…"))
        self.setObjectName("goalPicture")
        self.setAccessibleName(tr("Picture for the goal"))
        self.setAutoDefault(False)
        self._rows, self._columns = rows, columns
        self._suggested = rows.value(), columns.value()
        self.picture: GoalPicture | None = None
        self.clicked.connect(self._ask)

    def goal(self, family: str, spec: BoardSpec) -> Board:
        """Return a solved board that shows the picture; raises PuzzleError if there is none."""
        if self.picture is None:
            raise PuzzleError(tr("choose a picture for the goal"))
        return self.picture.goal(family, spec)

    def _suggest_size(self, picture: GoalPicture) -> None:
        """Give the board the shape of a picture, unless the user has chosen a size."""
        fields = self._rows, self._columns
        if tuple(field.value() for field in fields) == self._suggested:
            for field, count in zip(fields, picture.size(), strict=True):
                field.setValue(count)
            self._suggested = self._rows.value(), self._columns.value()

    def _ask(self) -> None:
        window = self.window()
        path = dialogs.ask_picture(window, tr("Picture for the goal"))
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        """Read a picture in a thread, since a large one takes a while."""
        job = Job(lambda _: GoalPicture.read(path), tr("Reading the picture…"))
        result = run_modal(self.window(), job)
        if isinstance(result, GoalPicture):
            self.picture = result
            name = printable(path.name)
            metrics, middle = self.fontMetrics(), Qt.TextElideMode.ElideMiddle
            self.setText(metrics.elidedText(name.replace("&", "&&"), middle, _WIDTH))
            self.setToolTip(name)
            self._suggest_size(result)
            self.chosen.emit()
        elif isinstance(result, PuzzleError):
            title = tr("The picture cannot be used")
            dialogs.show_problem(self.window(), title, as_sentence(result))
        elif isinstance(result, BaseException):
            raise result
