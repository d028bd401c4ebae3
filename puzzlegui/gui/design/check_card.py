"""The card of the design panel that tells if the board is sound, and how difficult it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QWidget,
)

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.errors import Problem, as_sentence
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import merged, value_names, values_named_alike
from puzzlegui.core.repair import Repair
from puzzlegui.gui.model.puzzle import PuzzleState
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import ElidedLabel, framed_button, set_style_property
from puzzlegui.gui.widgets.card import Card
from puzzlegui.gui.widgets.repair_button import RepairButton

_PROBLEM = Qt.ItemDataRole.UserRole
_MAX_LISTED = 50
"""Most problems listed."""
_LEAST_LINES, _MOST_LINES = 2, 6
"""Lines of the list of problems: in a low window, and with many problems."""
_FRAME = 6


class CheckCard(Card):
    """Card with the problems of a board and their repairs, or with the board's difficulty.

    Signals:
        cell_requested: a problem was chosen: field name of its grid, and its first cell.
    """

    cell_requested = Signal(str, tuple)

    def __init__(self) -> None:
        super().__init__("checkCard", tr("Check"))
        self.repair = RepairButton("checkRepairButton")
        self.add_to_heading(self.repair)
        self.problem_list = _problem_list()
        self.alike_label = ElidedLabel("namedAlikeLabel")
        self.alike_repair = RepairButton("namedAlikeButton")
        self._shortest = _Fact("shortestLabel", tr("Shortest solution"))
        self._first_moves = _Fact("firstMovesLabel", tr("First moves that are right"))
        self.measure = framed_button("measureButton")
        alike = QHBoxLayout()
        alike.setSpacing(spacing.NEAR)
        alike.addWidget(self.alike_label, 1)
        alike.addWidget(self.alike_repair)
        for fact in (self._shortest, self._first_moves):
            self.body.addWidget(fact)
        self.body.addWidget(self.measure)
        self.body.addWidget(self.problem_list)
        self.body.addLayout(alike)
        self.problem_list.itemClicked.connect(self._go_to_problem)
        self.problem_list.itemActivated.connect(self._go_to_problem)

    @property
    def tab_order(self) -> list[QWidget]:
        """The widgets from top to bottom."""
        return [self.repair, self.measure, self.problem_list, self.alike_repair]

    def set_measure_action(self, action: QAction) -> None:
        """Set the action that measures the difficulty."""
        action.setIconText(tr("Measure difficulty"))
        self.measure.setDefaultAction(action)

    def refresh(
        self,
        board: Board,
        problems: Sequence[Problem],
        verdict: Verdict,
        state: PuzzleState,
        repairs: Sequence[Repair],
        *,
        quiet: bool,
    ) -> None:
        """Show what is wrong with a board, or how difficult it is.

        Args:
            board: the board.
            problems: its problems.
            verdict: verdict on it.
            state: difficulty, as far as it is known.
            repairs: repairs that make it valid or solvable.
            quiet: if true, hide the problems, since the board is being filled.
        """
        self._set_heading(len(problems), verdict, quiet=quiet)
        self.problem_list.clear()
        for problem in problems[:_MAX_LISTED] if not quiet else ():
            item = QListWidgetItem(
                icon("warning", theme().colours.bad), as_sentence(problem.message)
            )
            item.setData(_PROBLEM, problem)
            self.problem_list.addItem(item)
        more = len(problems) - _MAX_LISTED
        if more > 0 and not quiet:
            self.problem_list.addItem(tr("… and {number} more").format(number=group_digits(more)))
        self.problem_list.setVisible(self.problem_list.count() > 0)
        self.repair.set_repairs(repairs)
        self._show_difficulty(verdict, state)
        self._show_values_named_alike(board)

    def _set_heading(self, count: int, verdict: Verdict, *, quiet: bool) -> None:
        text: str = tr("No problems")
        role = "faint"
        if quiet:
            text = tr("Unfinished")
        elif count:
            text, role = tr("Problems: {count}").format(count=group_digits(count)), "bad"
        elif verdict.solvable is False:
            text, role = tr("Valid, but not solvable"), "bad"
        self.set_note(text)
        set_style_property(self.note, "role", role)

    def _show_difficulty(self, verdict: Verdict, state: PuzzleState) -> None:
        measures, rating = state.measures, state.rating_result
        shortest = first_moves = ""
        if measures is not None:
            moves = quantity(measures.length, "move")
            ways = group_digits(measures.solutions)
            shortest = moves
            if measures.solutions > 1:
                shortest = tr("{moves}, {count} ways").format(moves=moves, count=ways)
            right = measures.first_moves - measures.wrong_first_moves
            first_moves = tr("{right} of {count}").format(
                right=group_digits(right), count=group_digits(measures.first_moves)
            )
        elif rating is not None and rating.solved and rating.optimal and rating.moves:
            shortest = quantity(len(rating.moves), "move")
        self._shortest.show_text(shortest)
        self._first_moves.show_text(first_moves)
        unknown = verdict.solvable is True and rating is None and not state.is_rating
        self.measure.setVisible(unknown)

    def _show_values_named_alike(self, board: Board) -> None:
        """Offer to treat values with equal names as equal."""
        groups = values_named_alike(board)
        self.alike_label.setVisible(bool(groups))
        if not groups:
            self.alike_repair.set_repairs(())
            return
        name = value_names(board)[groups[0][0]]
        text = tr("{count} values are named {name}")
        self.alike_label.setText(text.format(count=group_digits(len(groups[0])), name=name))
        equal = board
        for first, *others in groups:
            equal = reduce(lambda changed, other: merged(changed, other, first), others, equal)
        self.alike_repair.set_repairs([Repair(tr("Treat equal names as equal tiles"), equal)])

    def _go_to_problem(self, item: QListWidgetItem) -> None:
        problem = item.data(_PROBLEM)
        if problem is not None and problem.cells:
            self.cell_requested.emit(problem.field, problem.cells[0])


class _Fact(QWidget):
    """Row with a name at the left and a figure at the right."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        label = QLabel(title)
        label.setObjectName(f"{name}Caption")
        label.setProperty("role", "faint")
        self._figure = QLabel()
        self._figure.setObjectName(name)
        self._figure.setAccessibleName(title)
        self._figure.setProperty("role", "figure")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label, 1)
        row.addWidget(self._figure)

    def show_text(self, text: str) -> None:
        """Show a figure; an empty text hides the row."""
        self._figure.setText(text)
        self.setVisible(bool(text))


def _problem_list() -> QListWidget:
    view = QListWidget()
    view.setObjectName("problemList")
    view.setAccessibleName(tr("Problems of the board"))
    view.setWordWrap(True)
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setTextElideMode(Qt.TextElideMode.ElideNone)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setSizeAdjustPolicy(QListView.SizeAdjustPolicy.AdjustToContents)
    view.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
    line = view.fontMetrics().lineSpacing()
    view.setMinimumHeight(_LEAST_LINES * line + _FRAME)
    view.setMaximumHeight(_MOST_LINES * line + _FRAME)
    return view
