"""Choosing a solver, starting and stopping it, and seeing how it gets on."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board, group_digits
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import Solution, Status
from puzzlegui.engine import registry
from puzzlegui.engine.run import Run, Stats
from puzzlegui.gui.common.theme import icon, theme
from puzzlegui.gui.common.widgets import OptionalNumber, ignore_wheel, text_label
from puzzlegui.gui.solve.curve import Curve
from puzzlegui.gui.window.actions import tip_of
from puzzlegui.solvers.control import Limits, Request

POLL_MS = 100
_MOST = 999_999
_LISTS = Qt.ItemDataRole.UserRole + 1
_LISTED = {
    "shortest": "List all of the shortest solutions, to choose from",
    "within": "List all solutions that have no more moves than wanted, or the shortest ones",
    "paths": "List all paths to the target",
}
"""What is listed, by what the table of solvers says."""


class SolverPanel(QWidget):
    """The combo of solvers with their sentences, the two buttons, live figures, the outcome.

    Signals:
        solve_wanted: the user wants the board solved.
        stop_wanted: the user wants the solver to stop.
        solver_chosen: the user chose a solver, by name.
    """

    solve_wanted = Signal()
    stop_wanted = Signal()
    solver_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: Run | None = None
        self._result: Solution | None = None
        self._last: Stats | None = None
        self._expected = ""
        self.combo = QComboBox()
        ignore_wheel(self.combo)
        self.combo.setObjectName("solverCombo")
        self.combo.setAccessibleName("Solver")
        self.sentence = text_label("sentenceLabel", 2)
        self.sentence.setProperty("role", "faint")
        self.solve = QPushButton("Solve")
        self.solve.setObjectName("solveButton")
        self.solve.setProperty("primary", True)
        self.solve.setToolTip(tip_of("actionSolve"))
        self.stop = QPushButton("Stop")
        self.stop.setObjectName("stopButton")
        self.stop.setToolTip(tip_of("actionStop"))
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("A solver is at work")
        kept = self.progress.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(kept)
        self.stats = text_label("statsLabel", 4)
        self.stats.setTextFormat(Qt.TextFormat.RichText)
        self.stats.setAccessibleName("Figures of the solver")
        self.outcome = text_label("outcomeLabel", 2)
        self.seconds = OptionalNumber("Time limit in seconds", _MOST, "any time", " s")
        self.moves = OptionalNumber("Most moves wanted", _MOST, "any length", " moves")
        self.every = QCheckBox("&All solutions")
        self.every.setObjectName("everyBox")
        self.curve = Curve()
        self._lay_out()
        self._poll = QTimer(self)
        self._poll.setInterval(POLL_MS)
        self._poll.timeout.connect(self._show_stats)
        self.combo.currentIndexChanged.connect(self._describe)
        self.combo.activated.connect(self._choose)
        self.solve.clicked.connect(self.solve_wanted)
        self.stop.clicked.connect(self.stop_wanted)
        theme().changed.connect(self._restyle)
        self._restyle()
        self.show_idle("Press Solve to see the board solved.")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        label = QLabel("&Solver")
        label.setBuddy(self.combo)
        head.addWidget(label)
        head.addWidget(self.combo, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.solve, 2)
        buttons.addWidget(self.stop, 1)
        limits = QFormLayout()
        limits.setContentsMargins(0, 0, 0, 0)
        limits.addRow("At most", _side_by_side(self.seconds, self.moves))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.sentence)
        column.addLayout(limits)
        column.addWidget(self.every)
        column.addLayout(buttons)
        column.addWidget(self.progress)
        column.addWidget(self.outcome)
        column.addWidget(self.curve)
        column.addWidget(self.stats)

    def enable(self, *, can_solve: bool, can_stop: bool) -> None:
        """What can be done now; the focus goes from the one button to the other."""
        had_focus = self.solve.hasFocus() or self.stop.hasFocus()
        self.solve.setEnabled(can_solve)
        self.stop.setEnabled(can_stop)
        if had_focus:
            (self.stop if can_stop else self.solve).setFocus()

    def list_solvers(self, family: str, chosen: str) -> None:
        """Offer the solvers of a family, ``chosen`` first."""
        self.combo.clear()
        self.combo.addItem(registry.AUTO, registry.AUTO)
        self.combo.setItemData(0, registry.AUTO_SENTENCE, Qt.ItemDataRole.ToolTipRole)
        self.combo.setItemData(0, "shortest", _LISTS)
        for solver in registry.solvers_of(family):
            self.combo.addItem(solver.name, solver.name)
            row = self.combo.count() - 1
            self.combo.setItemData(row, solver.sentence, Qt.ItemDataRole.ToolTipRole)
            self.combo.setItemData(row, solver.lists, _LISTS)
        self.combo.setCurrentIndex(max(0, self.combo.findData(chosen)))
        self._describe()

    @property
    def solver(self) -> str:
        return str(self.combo.currentData() or registry.AUTO)

    @property
    def request(self) -> Request:
        """What is set in the panel."""
        limits = Limits(moves=self.moves.value() or None, seconds=self.seconds.value() or None)
        every = self.every.isEnabled() and self.every.isChecked()
        return Request(limits, all_solutions=every)

    def show_board(self, board: Board) -> None:
        """Say which solver ``auto`` would choose for a board, and why."""
        try:
            self._expected = registry.choose(board, registry.AUTO, Request()).why
        except PuzzleError:
            self._expected = ""
        self._describe()

    def _describe(self) -> None:
        tip = self.combo.currentData(Qt.ItemDataRole.ToolTipRole)
        auto = self.solver == registry.AUTO and self._expected
        self.sentence.setText(self._expected if auto else str(tip or ""))
        row = self.combo.currentData(_LISTS)
        self.every.setEnabled(bool(row))
        self.every.setToolTip(_LISTED.get(row, "This solver finds only one solution"))

    def _choose(self) -> None:
        self.solver_chosen.emit(self.solver)

    # --- what it shows ---

    def show_running(self, run: Run) -> None:
        """Follow a run."""
        self._run = run
        self._result = self._last = None
        self.progress.setRange(0, 0)
        self.progress.show()
        self._show_stats()
        self._poll.start()

    def show_idle(self, text: str) -> None:
        """No run and no result: say what can be done."""
        self._result = self._last = None
        self._end_run()
        self.outcome.setText(text)
        self.stats.clear()
        self.curve.show_points((), 0, 0)

    def show_error(self, text: str) -> None:
        """A request that could not be fulfilled."""
        self.show_idle(text)
        self._tint(theme().colours.bad)

    def show_result(self, solution: Solution) -> None:
        """How a run ended, and its final figures."""
        if self._run is not None:
            self._last = self._run.stats
        self._result = solution
        self._end_run()
        colours = theme().colours
        self._tint(
            {
                Status.SOLVED: colours.good,
                Status.UNSOLVABLE: colours.bad,
                Status.LIMIT: colours.doubt,
                Status.CANCELLED: colours.faint,
            }[solution.status]
        )
        said = solution.chosen == self.sentence.text()
        self.outcome.setText(f"{solution.outcome()} {'' if said else solution.chosen}".strip())
        rate = solution.states / solution.seconds if solution.seconds > 0.001 else 0.0
        rows = [("Time", f"{solution.seconds:.2f} s")]
        rows += [("States", group_digits(solution.states))] if solution.states else []
        rows += [("States/s", group_digits(round(rate)))] if rate and solution.states else []
        if self._last is not None:
            rows.append(("Depth", group_digits(self._last.depth)))
        if solution.lower_bound:
            rows.append(("At least", group_digits(solution.lower_bound)))
        rows += _ratio(solution.length, solution.lower_bound)
        if self._last is not None:
            rows.append(("Memory", f"{self._last.memory_mib:.0f} MiB"))
        self.stats.setText(_table(rows))
        points = self._last.improvements if self._last is not None else ()
        self.curve.show_points(points, solution.seconds, solution.lower_bound)

    def _end_run(self) -> None:
        self._poll.stop()
        self._run = None
        self.progress.setRange(0, 1)
        self.progress.setValue(0)
        self.progress.hide()
        self._tint("")

    def _show_stats(self) -> None:
        if self._run is None:
            return
        stats = self._run.stats
        phase = f" ({stats.phase})" if stats.phase else ""
        self.outcome.setText(f"Solving with {stats.solver} …{phase}")
        self.stats.setText(_table(_figures(stats)))
        self.curve.show_points(stats.improvements, stats.seconds, stats.bound)

    def _tint(self, name: str) -> None:
        self.outcome.setStyleSheet(f"font-weight: 600; color: {name};" if name else "")

    def _restyle(self) -> None:
        colours = theme().colours
        self.solve.setIcon(icon("solve", colours.on_accent))
        self.stop.setIcon(icon("stop"))
        if self._result is not None:
            self.show_result(self._result)


def _side_by_side(*widgets: QWidget) -> QWidget:
    both = QWidget()
    row = QGridLayout(both)
    row.setContentsMargins(0, 0, 0, 0)
    for column, widget in enumerate(widgets):
        row.addWidget(widget, 0, column)
    return both


def _figures(stats: Stats) -> list[tuple[str, str]]:
    """The live figures of a run, those that mean something."""
    rows = [("Time", f"{stats.seconds:.1f} s"), ("States", group_digits(stats.states))]
    if stats.seconds > 0:
        rows.append(("States/s", group_digits(round(stats.states / stats.seconds))))
    rows.append(("Depth", group_digits(stats.depth)))
    rows.append(("At least", group_digits(stats.bound)))
    if stats.length is not None:
        rows.append(("Found", group_digits(stats.length)))
    rows += _ratio(stats.length, stats.bound)
    rows.append(("Memory", f"{stats.memory_mib:.0f} MiB"))
    return rows


def _ratio(length: int | None, bound: int) -> list[tuple[str, str]]:
    """How many times the proved bound a solution has, unless it is the shortest."""
    if length is None or not 0 < bound < length:
        return []
    return [("Ratio", f"{length / bound:.2f}")]


def _table(rows: list[tuple[str, str]]) -> str:
    """Names and figures, two pairs a line."""
    faint = theme().colours.faint
    cells = [
        f"<td style='color:{faint}; padding-right:8px'>{escape(name)}</td>"
        f"<td align='right' style='padding-right:18px'>{escape(value)}</td>"
        for name, value in rows
    ]
    lines = "".join(f"<tr>{''.join(cells[i : i + 2])}</tr>" for i in range(0, len(cells), 2))
    return f"<table cellspacing='1'>{lines}</table>"
