"""The lists of several solutions, from which one is chosen to be followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QListView, QWidget

from puzzlegui.core.counting import group_digits
from puzzlegui.core.solution import Solution, variant
from puzzlegui.gui.common.widgets import ignore_wheel

Index = QModelIndex | QPersistentModelIndex


class VariantModel(QAbstractListModel):
    """One row for each solution: its number, its length, and where it differs from the first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._solutions: Sequence[Sequence[Any]] = ()

    def show(self, solutions: Sequence[Sequence[Any]]) -> None:
        self.beginResetModel()
        self._solutions = solutions
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        return 0 if parent.isValid() else len(self._solutions)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        shown = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
        if not index.isValid() or role not in shown:
            return None
        number = index.row() + 1
        return f"{group_digits(number)}: {variant(self._solutions, number).describe()}"

    def match(
        self,
        start: Index,
        role: int,
        value: Any,
        hits: int = 1,
        flags: Qt.MatchFlag = Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchWrap,
    ) -> list[QModelIndex]:
        """The solution whose number is typed, without describing all those before it."""
        if role != Qt.ItemDataRole.DisplayRole or not flags & Qt.MatchFlag.MatchStartsWith:
            return super().match(start, role, value, hits, flags)
        digits = str(value)
        row = int(digits) - 1 if digits.isdecimal() and len(digits) < 10 else -1
        return [self.index(row)] if 0 <= row < len(self._solutions) else []


class VariantChoice(QWidget):
    """A combo of solutions, with how many there are.

    Signals:
        chosen: the user chose a solution, counted from 1.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._model = VariantModel(self)
        self.combo = QComboBox()
        self.combo.setObjectName("variantCombo")
        self.combo.setAccessibleName("Solution to follow")
        self.combo.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.combo.setMinimumContentsLength(10)
        # A list with a bar to scroll; the other kind measures every row before it is shown.
        self.combo.setStyleSheet("QComboBox { combobox-popup: 0; }")
        view = QListView()
        view.setUniformItemSizes(True)  # there may be a hundred thousand
        self.combo.setView(view)
        self.combo.setModel(self._model)
        ignore_wheel(self.combo)
        self.count = QLabel()
        self.count.setObjectName("variantCountLabel")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.combo, 1)
        row.addWidget(self.count)
        self.combo.activated.connect(self._choose)
        self.hide()

    def show_solutions(self, solution: Solution | None, number: int = 1) -> None:
        """Offer the solutions that were listed, if there are several; ``number`` is followed."""
        listed = () if solution is None else solution.solutions or ()
        self.setVisible(len(listed) > 1)
        self._model.show(listed if len(listed) > 1 else ())
        if solution is None or len(listed) < 2:
            return
        self.combo.setCurrentIndex(number - 1)
        count = solution.count
        text = f"of {group_digits(len(listed))}"
        self.count.setText(text if count in (None, len(listed)) else f"{text} listed")
        self.count.setToolTip(solution.outcome())

    def _choose(self, row: int) -> None:
        self.chosen.emit(row + 1)


class FoundChoice(QComboBox):
    """A combo of the solutions that were found one after the other, shown if there are several.

    Signals:
        chosen: the user chose one, counted from 0.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("foundCombo")
        self.setAccessibleName("Solution found, to follow")
        self.setToolTip("The solutions found for this board")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)
        ignore_wheel(self)
        self.activated.connect(self.chosen)
        self.hide()

    def show_found(self, found: Sequence[Solution], chosen: int) -> None:
        """Offer solutions; ``chosen`` is followed."""
        texts = [_found_text(solution) for solution in found]
        if texts != [self.itemText(row) for row in range(self.count())]:
            self.clear()
            self.addItems(texts)
        self.setCurrentIndex(chosen if found else -1)
        self.setVisible(len(found) > 1)


def _found_text(solution: Solution) -> str:
    moves = len(solution.moves)
    text = f"{solution.solver}: {group_digits(moves)} move{'' if moves == 1 else 's'}"
    listed = len(solution.solutions or ())
    return f"{text}, {group_digits(listed)} listed" if listed > 1 else text
