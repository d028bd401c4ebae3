"""Choosing a solver, starting and stopping it, and seeing how it gets on."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.engine import registry
from puzzlegui.gui.actions.main_window import tip_of
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import SETTINGS
from puzzlegui.gui.solve import report
from puzzlegui.gui.solve.curve import Curve
from puzzlegui.gui.solve.doubt_row import DoubtRow
from puzzlegui.gui.solve.live_row import LiveRow
from puzzlegui.gui.solve.run_bar import RunBar
from puzzlegui.gui.solve.solver_list import SolverCombo
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import OptionalNumber, text_label

POLL_MS = 100
_MOST = 999_999
_LISTED = {
    "shortest": gettext_noop("List all shortest solutions"),
    "within": gettext_noop("List all solutions up to the maximum length, or all shortest ones"),
    "paths": gettext_noop("List all paths to the target"),
}
"""What is listed, by what the table of solvers says."""
_ONE = gettext_noop("This solver finds only one solution")


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

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._family = ""
        self._sound: bool | None = None
        self.combo = SolverCombo()
        self.sentence = text_label("sentenceLabel", 2)
        self.sentence.setProperty("role", "faint")
        self.solve = _button(tr("Solve"), "solveButton", "actionSolve")
        self.solve.setProperty("primary", True)
        self.stop = _button(tr("Stop"), "stopButton", "actionStop")
        self.improve = _button(tr("Improve"), "improveButton", "actionImprove")
        self.progress = RunBar()
        self.live = LiveRow(session)
        self.doubt = DoubtRow()
        self.stats = text_label("statsLabel", 0)
        self.stats.setTextFormat(Qt.TextFormat.RichText)
        self.stats.setAccessibleName(tr("Solver statistics"))
        self.outcome = text_label("outcomeLabel", 2)
        self.seconds = OptionalNumber(tr("Time limit in seconds"), _MOST, tr("no limit"), tr(" s"))
        self.moves = OptionalNumber(
            tr("Maximum number of moves"), _MOST, tr("no limit"), tr(" moves")
        )
        self.memory = OptionalNumber(
            tr("Memory limit in MiB"), _MOST, tr("half of RAM"), tr(" MiB")
        )
        self.limits = QToolButton()
        self.limits.setObjectName("limitsButton")
        self.limits.setCheckable(True)
        self.limits.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.limits.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.limits.setToolTip(SETTINGS["limits shown"].help)
        self.limit_row = QWidget()
        self.every = QCheckBox(tr("&All solutions"))
        self.every.setObjectName("everyBox")
        self.curve = Curve()
        self._lay_out()
        self._poll = QTimer(self)
        self._poll.setInterval(POLL_MS)
        self._poll.timeout.connect(self.refresh_run)
        self.combo.currentIndexChanged.connect(self._wish_solver)
        self.combo.activated.connect(self._choose)
        self.moves.valueChanged.connect(self._wish_moves)
        self.every.toggled.connect(self._wish_every)
        self.memory.valueChanged.connect(self._limit_memory)
        self.limits.toggled.connect(self._show_limits)
        self.solve.clicked.connect(self.solve_wanted)
        self.stop.clicked.connect(self.stop_wanted)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.combo, 1)
        head.addWidget(self.solve)
        head.addWidget(self.stop)
        more = QHBoxLayout()
        more.addWidget(self.every)
        more.addStretch()
        more.addWidget(self.improve)
        more.addWidget(self.limits)
        at_most = QHBoxLayout(self.limit_row)
        at_most.setContentsMargins(0, 0, 0, 0)
        at_most.addWidget(QLabel(tr("Max moves")))
        at_most.addWidget(self.seconds, 1)
        at_most.addWidget(self.moves, 1)
        at_most.addWidget(self.memory, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.sentence)
        column.addLayout(more)
        column.addWidget(self.limit_row)
        column.addWidget(self.progress)
        column.addWidget(self.outcome)
        column.addWidget(self.doubt)
        column.addWidget(self.live)
        column.addWidget(self.curve)
        column.addWidget(self.stats)
        for label in (self.sentence, self.outcome, self.stats):
            label.setMinimumWidth(1)  # as wide as the panel, which figures must not widen

    # --- what is wished ---

    def _wish_solver(self) -> None:
        self._session.wish(solver=str(self.combo.currentData() or registry.AUTO))

    def _choose(self) -> None:
        self.solver_chosen.emit(self._session.wishes.solver)

    def _wish_moves(self, moves: int) -> None:
        self._session.wish(moves=moves)

    def _wish_every(self, every: bool) -> None:
        self._session.wish(every=every)

    def _limit_memory(self, mib: int) -> None:
        self._session.settings["memory"] = mib

    def _show_limits(self, shown: bool) -> None:
        self._session.settings["limits shown"] = shown

    # --- what it shows ---

    def show_board(self) -> None:
        """Show the solvers for the board, and whether it can be solved now."""
        session = self._session
        if session.board.family != self._family:
            self._family = session.board.family
            with QSignalBlocker(self.combo):
                self.combo.offer(self._family)
        running, sound = session.run is not None, not session.document.problems
        if sound or sound != self._sound:
            self._sound = sound
            self._enable(can_solve=sound and not running, can_stop=running)
            # If there is more to say, this has to make room for it.
            idle = sound and not running and report.doubt_of(session) is None
            self.sentence.setText(report.sentence(session) if sound else "")
            self.sentence.setVisible(idle)
            self._show_outcome(report.shown(session))

    def refresh(self) -> None:
        """Show the solver options, and the run, or how the last one ended."""
        self._sound = None
        self.show_board()
        self._show_wishes()
        self.live.refresh()
        self.doubt.show_doubt(report.doubt_of(self._session))
        if self._session.run is not None:
            self._poll.start()
        self.refresh_run()

    def _enable(self, *, can_solve: bool, can_stop: bool) -> None:
        """What can be done now; the focus goes from the one button to the other."""
        had_focus = self.solve.hasFocus() or self.stop.hasFocus()
        self.solve.setEnabled(can_solve)
        self.stop.setEnabled(can_stop)
        now, other = (self.stop, self.solve) if can_stop else (self.solve, self.stop)
        now.show()
        if had_focus:
            now.setFocus()
        other.hide()

    def _show_wishes(self) -> None:
        session, wishes = self._session, self._session.wishes
        with QSignalBlocker(self.combo), QSignalBlocker(self.moves), QSignalBlocker(self.every):
            self.combo.setCurrentIndex(max(0, self.combo.findData(wishes.solver)))
            _put(self.moves, wishes.max_moves)
            self.every.setChecked(wishes.all_solutions)
        _put(self.seconds, session.settings["seconds"])
        _put(self.memory, session.settings["memory"])
        shown = session.settings["limits shown"]
        with QSignalBlocker(self.limits):
            self.limits.setChecked(shown)
        self.limits.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)
        set_ = [
            box.text()
            for box in (self.seconds, self.moves, self.memory)
            if box.value() and not shown
        ]
        self.limits.setText(", ".join(set_) or tr("Limits"))
        self.limit_row.setVisible(shown)
        self.every.setEnabled(bool(session.lists))
        self.every.setToolTip(tr(_LISTED.get(session.lists, _ONE)))

    def refresh_run(self) -> None:
        """Show the figures of the run, or of the last one."""
        if self._session.run is None:
            self._poll.stop()
        self.progress.show_run(self._session.run)
        shown = report.shown(self._session)
        self._show_outcome(shown)
        self.stats.setText(_table(shown.figures))
        self.stats.setVisible(bool(shown.figures))
        self.curve.show_points(shown.points, shown.seconds, shown.bound)

    def _show_outcome(self, shown: report.Shown) -> None:
        self.outcome.setText(shown.outcome)
        tint = shown.tint(theme().colours)
        sheet = f"font-weight: 600; color: {tint};" if tint else ""
        if self.outcome.styleSheet() != sheet:
            self.outcome.setStyleSheet(sheet)

    def _restyle(self) -> None:
        colours = theme().colours
        self.solve.setIcon(icon("solve", colours.on_accent))
        self.stop.setIcon(icon("stop"))


def _button(text: str, name: str, action: str) -> QPushButton:
    """A button that does what an action does."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setToolTip(tip_of(action))
    return button


def _put(box: OptionalNumber, value: int) -> None:
    """Show a number, unless it is the one that is being typed."""
    if box.value() != value:
        box.setValue(value)


def _table(rows: Sequence[tuple[str, str]]) -> str:
    """Names and figures, two pairs a line."""
    if not rows:
        return ""
    faint = theme().colours.faint
    cells = [
        f"<td style='color:{faint}; padding-right:8px'>{escape(tr(name))}</td>"
        f"<td align='right' style='padding-right:14px'>{escape(value)}</td>"
        for name, value in rows
    ]
    lines = "".join(f"<tr>{''.join(cells[i : i + 2])}</tr>" for i in range(0, len(cells), 2))
    return f"<table cellspacing='1'>{lines}</table>"
