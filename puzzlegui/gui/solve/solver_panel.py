"""The panel of Solve: chooses, starts and stops a solver and shows its result."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.engine import registry
from puzzlegui.gui.actions.main_window import tooltip_of
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import SETTINGS
from puzzlegui.gui.solve import report
from puzzlegui.gui.solve.result_card import ResultCard
from puzzlegui.gui.solve.solver_list import SolverCombo
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import OptionalSpinBox, plain_tooltip, text_label
from puzzlegui.gui.widgets.card import Card

POLL_MS = 100
_MAX = 999_999
_LISTING_TIPS = {
    "shortest": gettext_noop("List all shortest solutions"),
    "within": gettext_noop("List all solutions up to the maximum length, or all shortest ones"),
    "paths": gettext_noop("List all paths to the target"),
}
"""Tooltips of the All solutions box, by the solver's kind of listing."""
_SINGLE_TIP = gettext_noop("This solver finds only one solution")


class SolverPanel(QWidget):
    """Panel of two cards: the solver with its limits, and the result.

    Attributes:
        result: card with the result.

    Signals:
        solve_requested: the user asked to solve the board.
        stop_requested: the user asked to stop the solver.
        solver_chosen: name of the solver that the user chose.
    """

    solve_requested = Signal()
    stop_requested = Signal()
    solver_chosen = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._family = ""
        self._sound: bool | None = None
        self.result = ResultCard(session)
        self.combo = SolverCombo()
        self.sentence = text_label("sentenceLabel", 2)
        self.sentence.setProperty("role", "faint")
        self.sentence.setMinimumWidth(1)  # long texts must not widen the panel
        self.solve = _button(tr("Solve"), "solveButton", "actionSolve")
        self.stop = _button(tr("Stop"), "stopButton", "actionStop")
        self.seconds = OptionalSpinBox(tr("Time limit in seconds"), _MAX, tr("no limit"), tr(" s"))
        self.moves = OptionalSpinBox(
            tr("Maximum number of moves"), _MAX, tr("no limit"), tr(" moves")
        )
        self.memory = OptionalSpinBox(
            tr("Memory limit in MiB"), _MAX, tr("half of RAM"), tr(" MiB")
        )
        self.limits = QToolButton()
        self.limits.setObjectName("limitsButton")
        self.limits.setCheckable(True)
        self.limits.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.limits.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.limits.setToolTip(SETTINGS["limits shown"].help)
        self.limit_rows = QWidget()
        self.all_solutions = QCheckBox(tr("&All solutions"))
        self.all_solutions.setObjectName("everyBox")
        self._lay_out()
        self._poll = QTimer(self)
        self._poll.setInterval(POLL_MS)
        self._poll.timeout.connect(self._show_run)
        self.combo.currentIndexChanged.connect(self._set_solver)
        self.combo.activated.connect(self._choose)
        self.moves.valueChanged.connect(self._set_moves)
        self.all_solutions.toggled.connect(self._set_all_solutions)
        self.memory.valueChanged.connect(self._set_memory)
        self.limits.toggled.connect(self._show_limits)
        self.solve.clicked.connect(self.solve_requested)
        self.stop.clicked.connect(self.stop_requested)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(spacing.NEAR)
        head.addWidget(self.combo, 1)
        head.addWidget(self.solve)
        head.addWidget(self.stop)
        more = QHBoxLayout()
        more.addWidget(self.all_solutions)
        more.addStretch()
        more.addWidget(self.limits)
        form = QFormLayout(self.limit_rows)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(spacing.NEAR)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for text, box in (
            (tr("Time"), self.seconds), (tr("Moves"), self.moves), (tr("Memory"), self.memory),
        ):  # fmt: skip
            form.addRow(text, box)
        solver = Card("solverCard", tr("Solver"), headed=False)
        solver.body.addLayout(head)
        solver.body.addWidget(self.sentence)
        solver.body.addLayout(more)
        solver.body.addWidget(self.limit_rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(spacing.APART)
        column.addWidget(solver)
        column.addWidget(self.result)

    # --- solver options ---

    def _set_solver(self) -> None:
        self._session.set_solver_options(solver=str(self.combo.currentData() or registry.AUTO))

    def _choose(self) -> None:
        self.solver_chosen.emit(self._session.solver_options.solver)

    def _set_moves(self, moves: int) -> None:
        self._session.set_solver_options(max_moves=moves)

    def _set_all_solutions(self, every: bool) -> None:
        self._session.set_solver_options(all_solutions=every)

    def _set_memory(self, mib: int) -> None:
        self._session.settings["memory"] = mib

    def _show_limits(self, shown: bool) -> None:
        self._session.settings["limits shown"] = shown

    # --- showing ---

    def show_board(self) -> None:
        """Show the solvers for the board and enable the buttons."""
        session = self._session
        if session.board.family != self._family:
            self._family = session.board.family
            with QSignalBlocker(self.combo):
                self.combo.list_solvers(self._family)
        running, sound = session.run is not None, not session.document.problems
        if sound or sound != self._sound:
            self._sound = sound
            reason = session.lock_reason
            self._enable(can_solve=not running and not reason, can_stop=running)
            # Hide the description to make room for a run, its result or a warning.
            text = reason or (report.solver_sentence(session) if sound else "")
            self.sentence.setText(text)
            self.sentence.setVisible(bool(text) and not running and session.state.report is None)
            self.combo.setToolTip(plain_tooltip(text))
            self.result.show_content(report.panel_content(session), session.run)

    def refresh(self) -> None:
        """Show the solver options and the current or last run."""
        self._sound = None
        self.show_board()
        self._show_options()
        self.result.live.refresh()
        warning = report.current_warning(self._session)
        self.result.choice_row.show_choice(warning, can_retry=report.can_retry(self._session))
        if self._session.run is not None:
            self._poll.start()
        else:
            self._poll.stop()

    def _enable(self, *, can_solve: bool, can_stop: bool) -> None:
        """Show Solve or Stop; the focus moves with the visible button."""
        had_focus = self.solve.hasFocus() or self.stop.hasFocus()
        self.solve.setEnabled(can_solve)
        self.stop.setEnabled(can_stop)
        now, other = (self.stop, self.solve) if can_stop else (self.solve, self.stop)
        now.show()
        if had_focus:
            now.setFocus()
        other.hide()

    def _show_options(self) -> None:
        session, wishes = self._session, self._session.solver_options
        with (
            QSignalBlocker(self.combo),
            QSignalBlocker(self.moves),
            QSignalBlocker(self.all_solutions),
        ):
            self.combo.setCurrentIndex(max(0, self.combo.findData(wishes.solver)))
            _set_value(self.moves, wishes.max_moves)
            self.all_solutions.setChecked(wishes.all_solutions)
        _set_value(self.seconds, session.settings["seconds"])
        _set_value(self.memory, session.settings["memory"])
        shown = session.settings["limits shown"]
        with QSignalBlocker(self.limits):
            self.limits.setChecked(shown)
        self.limits.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)
        set_limits = [
            box.text()
            for box in (self.seconds, self.moves, self.memory)
            if box.value() and not shown
        ]
        self.limits.setText(", ".join(set_limits) or tr("Limits"))
        self.limit_rows.setVisible(shown)
        self.all_solutions.setEnabled(bool(session.lists))
        self.all_solutions.setToolTip(tr(_LISTING_TIPS.get(session.lists, _SINGLE_TIP)))

    def _show_run(self) -> None:
        self.result.show_content(report.panel_content(self._session), self._session.run)

    def _restyle(self) -> None:
        colours = theme().colours
        self.solve.setIcon(icon("solve", colours.on_accent))
        self.stop.setIcon(icon("stop", colours.on_accent))


def _button(text: str, name: str, action: str) -> QPushButton:
    """Return an accented button with the tooltip of an action."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("primary", True)
    button.setToolTip(tooltip_of(action))
    return button


def _set_value(box: OptionalSpinBox, value: int) -> None:
    """Set the value of a box, unless it is already shown: the user may be typing it."""
    if box.value() != value:
        box.setValue(value)
