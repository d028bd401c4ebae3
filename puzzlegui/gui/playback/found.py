"""The solutions that were found one after the other, from which one is chosen to be followed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox

from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.gui.widgets.basic import ignore_wheel


class FoundChoice(QComboBox):
    """A combo of the solutions that were found one after the other, shown if there are several.

    Signals:
        chosen: the user chose one, counted from 0.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("foundCombo")
        self.setAccessibleName(tr("Solution to follow"))
        self.setToolTip(tr("The solutions found for this board"))
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
    moves = quantity(len(solution.moves), "move")
    listed = len(solution.solutions or ())
    if listed < 2:
        return f"{solution.solver}: {moves}"
    text = tr("{solver}: {moves}, {count} listed")
    return text.format(solver=solution.solver, moves=moves, count=group_digits(listed))
