"""The dialog in which a new board is described."""

from __future__ import annotations

import random
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QIntValidator, QStandardItemModel
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

from puzzlegui.core.board import LARGEST, Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.families.generate import new_board, ordered_board
from puzzlegui.families.maze.maker import LEVELS, Level
from puzzlegui.families.registry import TITLES
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.gui.common.widgets import OptionalNumber
from puzzlegui.gui.design.size_dialog import size_box

_SHUFFLED, _SCRAMBLED, _ORDERED = "shuffled", "scrambled", "ordered"


@dataclass(frozen=True)
class MazeWish:
    """A maze with a single solution, which takes a search; see ``mazemaker.make_maze``."""

    rows: int
    columns: int
    seed: int
    level: Level
    total: int | None


class NewBoardDialog(QDialog):
    """Family, size, colours, start and a seed.

    Attributes:
        board: what they make, or ask for; None if they make none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New board")
        self.family = QComboBox()
        for name, title in TITLES.items():
            self.family.addItem(title, name)
        self.rows = size_box()
        self.columns = size_box()
        self.colours = OptionalNumber("Colours", LARGEST * LARGEST, "all different")
        self.turns = QComboBox()
        for value, label in RotationBoard.options[0].choices:
            self.turns.addItem(label, value)
        self.start = QComboBox()
        self.start.addItem("any that can be solved, by the seed", _SHUFFLED)
        self.start.addItem("some moves from the goal", _SCRAMBLED)
        self.start.addItem("plain, to be edited", _ORDERED)
        for level in LEVELS.values():
            self.start.addItem(f"a single solution: {level.title.lower()}", level)
        self.moves = QSpinBox()
        self.moves.setRange(1, 1000)
        self.moves.setValue(10)
        self.moves.setAccessibleName("Moves from the goal")
        self.total = QLineEdit()
        self.total.setPlaceholderText("none")
        self.total.setValidator(QIntValidator(-9999, 9999, self.total))
        self.seed = QLineEdit(str(random.randrange(1_000_000)))
        self.message = QLabel()
        self.message.setWordWrap(True)
        self.board: Board | MazeWish | None = None
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self._form = QFormLayout()
        for label, widget in (
            ("&Family", self.family),
            ("&Rows", self.rows),
            ("&Columns", self.columns),
            ("Co&lours", self.colours),
            ("&Turns", self.turns),
            ("&Start", self.start),
            ("&Moves", self.moves),
            ("Wanted s&um", self.total),
            ("See&d", self.seed),
        ):
            self._form.addRow(label, widget)
        column = QVBoxLayout(self)
        column.addLayout(self._form)
        column.addWidget(self.message)
        column.addWidget(self._buttons)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        for box in (self.family, self.turns, self.start):
            box.currentIndexChanged.connect(self._update)
        for spin in (self.rows, self.columns, self.colours, self.moves):
            spin.valueChanged.connect(self._update)
        self.total.textChanged.connect(self._update)
        self.seed.textChanged.connect(self._update)
        self._update()

    def _update(self) -> None:
        family = self.family.currentData()
        self._form.setRowVisible(self.turns, family == "rotation")
        self._form.setRowVisible(self.colours, family != "maze")
        start = self._allowed_start(family)
        self._form.setRowVisible(self.moves, start == _SCRAMBLED)
        self._form.setRowVisible(self.total, isinstance(start, Level))
        self._form.setRowVisible(self.seed, start != _ORDERED)
        try:
            self.board = self._make(family, start)
            if isinstance(self.board, MazeWish):
                text = "a maze is looked for that has no other solution as short, or with that sum"
            else:
                text = self.board.describe()
            self.message.setText(f"{text[:1].upper()}{text[1:]}.")
        except PuzzleError as error:
            self.board = None
            text = str(error)
            self.message.setText(f"{text[:1].upper()}{text[1:]}.")
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(self.board is not None)

    def _allowed_start(self, family: str) -> object:
        """The start chosen; those that the family does not have cannot be."""
        model = self.start.model()
        assert isinstance(model, QStandardItemModel)
        for row in range(self.start.count()):
            data = self.start.itemData(row)
            wrong = isinstance(data, Level) if family != "maze" else data == _SCRAMBLED
            model.item(row).setEnabled(not wrong)
            if wrong and row == self.start.currentIndex():
                with QSignalBlocker(self.start):
                    self.start.setCurrentIndex(0)
        return self.start.currentData()

    def _make(self, family: str, start: object) -> Board | MazeWish:
        rows, columns = self.rows.value(), self.columns.value()
        colours = 0 if family == "maze" else self.colours.value()
        turns = self.turns.currentData()
        if start == _ORDERED:
            return ordered_board(family, rows, columns, colours, turns)
        text = self.seed.text().strip()
        if not (text.isascii() and text.isdecimal() and len(text) <= 9):
            raise PuzzleError("the seed is a whole number of up to nine digits")
        if isinstance(start, Level):
            total = self.total.text()
            wanted = int(total) if total.lstrip("-") else None
            return MazeWish(rows, columns, int(text), start, wanted)
        scramble = self.moves.value() if start == _SCRAMBLED else None
        board = new_board(
            family, rows, columns, int(text), colours=colours, turns=turns, scramble=scramble
        )
        return board.changed(title=f"{TITLES[family]} {board.size}, seed {int(text)}")
