"""The combo box of the solutions solutions so far, which chooses the solution to follow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox

from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.gui.widgets.basic import ignore_wheel


class SolutionCombo(QComboBox):
    """Combo box of the solutions found so far; hidden unless there are several.

    Signals:
        chosen: index of the solution that the user chose.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("foundCombo")
        self.setAccessibleName(tr("Solution to follow"))
        self.setToolTip(tr("The solutions found for this board"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        ignore_wheel(self)
        self.activated.connect(self.chosen)
        self.hide()

    def show_solutions(self, solutions: Sequence[Solution], chosen: int) -> None:
        """List solutions; ``chosen`` is the index of the followed solution."""
        texts = [_solution_text(solution) for solution in solutions]
        if texts != [self.itemText(row) for row in range(self.count())]:
            self.clear()
            self.addItems(texts)
        self.setCurrentIndex(chosen if solutions else -1)
        self.setVisible(len(solutions) > 1)


def _solution_text(solution: Solution) -> str:
    moves = quantity(len(solution.moves), "move")
    listed = len(solution.solutions or ())
    if listed < 2:
        return f"{solution.solver}: {moves}"
    text = tr("{solver}: {moves}, {count} listed")
    return text.format(solver=solution.solver, moves=moves, count=group_digits(listed))
