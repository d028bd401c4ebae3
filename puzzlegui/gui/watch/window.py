"""A window in which a search is watched step by step, or two of them side by side."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits, short_decimal
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.documents.lessons import LessonStep
from puzzlegui.engine.watching.methods import searches
from puzzlegui.engine.watching.recording import MOST_STEPS
from puzzlegui.engine.watching.remote import RemoteRecording
from puzzlegui.engine.watching.sight import Watch
from puzzlegui.exporters.searches import SEARCH_FORMATS, Searches
from puzzlegui.exporters.settings import Settings as ExportSettings
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.playback.timeline_bar import Scrubber
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.threads.worker import TaskHandle
from puzzlegui.gui.watch.actions import TABLE
from puzzlegui.gui.watch.pane import SearchPane
from puzzlegui.gui.watch.walk import SPEEDS, Walk
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import ignore_wheel
from puzzlegui.gui.widgets.export_dialog import ExportRequest
from puzzlegui.gui.widgets.side_window import SideWindow

_POLL_MS = 100
_SLIDER = 30
"""Pixels that the slider is high."""


class WatchWindow(SideWindow):
    """Records searches of a board, and shows them step by step.

    Args:
        board: a sound board.
        settings: of the program.
        solver: the search to begin with; the first one of the board if it cannot be watched.
        beside: another search to be shown beside it, if any.
        parent: the window that it belongs to.
        first: the step to begin with, from 0.
        most: so many steps are recorded; None: as many as ever.

    Attributes:
        panes: what shows the searches, the first one on the left.
        walk: the step that is shown.
    """

    def __init__(
        self,
        board: Board,
        settings: Settings,
        solver: str = "",
        beside: str = "",
        parent: QWidget | None = None,
        *,
        first: int = 0,
        most: int | None = None,
    ) -> None:
        super().__init__("watch", settings, parent)
        title = board.title or board.describe()
        self.setWindowTitle(tr("Watch a search: {board}").format(board=title))
        self._board = board
        self._most = MOST_STEPS if most is None else most
        self._wanted: int | str = first  # once it has been recorded
        self._names = [one.name for one in searches(board)]
        self._pending: dict[SearchPane, tuple[RemoteRecording, TaskHandle]] = {}
        self.panes: list[SearchPane] = []
        self.walk = Walk(self)
        self._split = QSplitter()
        self._split.setChildrenCollapsible(False)
        self._lay_out()
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._look)
        self.walk.moved.connect(self._show)
        self.walk.playing_changed.connect(self._show_playing)
        self._add(solver if solver in self._names else self._names[0])
        if beside in self._names:
            self._add(beside)
        self._show()

    def _lay_out(self) -> None:
        self.offer(TABLE)
        self.slider = Scrubber()
        self.slider.setObjectName("stepSlider")
        self.slider.setFixedHeight(_SLIDER)
        self.slider.setAccessibleName(tr("Step"))
        self.slider.text_at = self._words_at  # type: ignore[method-assign]
        self.slider.valueChanged.connect(self.walk.go_to)
        self.slider.step_requested.connect(lambda by: self.walk.go_to(self.walk.step + by))
        self.slider.toggle_requested.connect(self.toggle)
        self.count = QLabel()
        self.count.setObjectName("stepLabel")
        self.speed = QComboBox()
        self.speed.setAccessibleName(tr("Steps per second"))
        self.speed.setToolTip(tr("Steps per second"))
        for speed in SPEEDS:
            text = tr("{number} / s").format(number=short_decimal(speed))
            self.speed.addItem(text, speed)
        self.speed.currentIndexChanged.connect(self._choose_speed)
        ignore_wheel(self.speed)
        row = QHBoxLayout()
        row.addWidget(self.slider, 1)
        row.addWidget(self.count)
        row.addWidget(self.speed)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(6, 2, 6, 2)
        column.addWidget(self._split, 1)
        column.addLayout(row)
        self.setCentralWidget(centre)
        self.resize(1180, 720)

    # --- searches ---

    def _add(self, solver: str) -> None:
        pane = SearchPane(self._board, solver)
        pane.solver_chosen.connect(partial(self._record, pane))
        self.panes.append(pane)
        self._split.addWidget(pane)
        for one in self.panes:
            one.lie_beside(beside=len(self.panes) > 1)
        self._record(pane, solver)

    def _record(self, pane: SearchPane, solver: str) -> None:
        """Run a search from its start, and show it in a pane."""
        self._withdraw(pane)
        pane.show_nothing(tr("Starting the search…"))
        recording = RemoteRecording(self._board, solver, self._most)
        pending = self.worker.do(recording, partial(self._recorded, pane, recording))
        self._pending[pane] = recording, pending
        self._poll.start()
        self._look()

    def _withdraw(self, pane: SearchPane) -> None:
        if pane in self._pending:
            self._pending.pop(pane)[1].withdraw()

    def _look(self) -> None:
        """Show how far the searches are, and the steps that there are by now."""
        for pane, (recording, _) in self._pending.items():
            if recording.count and pane.watch is None:
                pane.begin(recording)
                pane.show_step(self.walk.step)
        if not self._pending:
            self._poll.stop()
        self.walk.growing = self.recording
        counts = [pane.watch.recording.count for pane in self.panes if pane.watch is not None]
        self.walk.extend(max(counts, default=1) - 1)
        known = not self._pending and len(counts) == len(self.panes)
        if self._wanted:
            step = self._step_wanted()
            if known or (step is not None and self.walk.last >= step):
                self._go_to(self.walk.step if step is None else step)
        self._show()

    def _step_wanted(self) -> int | None:
        """Return the step that is wanted; None if no search has come to the goal that is."""
        if isinstance(self._wanted, int):
            return self._wanted
        pane = self.panes[int(self._wanted.removeprefix("goal ")) - 1]
        return None if pane.watch is None else pane.watch.goal_step()

    def show_lesson_step(self, step: LessonStep) -> None:
        """Show the searches and the moment of a step of a lesson."""
        if step.show:
            if len(step.show) != len(self.panes):
                self.toggle_beside()
            for pane, name in zip(self.panes, step.show, strict=True):
                pane.combo.setCurrentIndex(pane.combo.findData(name))
        if isinstance(step.at, int):
            self._go_to(0)
            self._wanted = max(0, step.at - 1)
        else:
            self._wanted = step.at
        self._look()

    def _recorded(self, pane: SearchPane, recording: RemoteRecording, result: object) -> None:
        if self._pending.get(pane, (None, None))[0] is recording:
            del self._pending[pane]
        self._look()
        if isinstance(result, Solution):
            if not recording.count:
                pane.show_nothing(result.outcome())
            elif pane.watch is None:
                pane.begin(recording)
                pane.show_step(self.walk.step)
        else:
            pane.show_nothing(tr("The search could not be recorded."))
            dialogs.show_problem(self, tr("The search could not be recorded"), str(result))
        self._look()

    @property
    def recording(self) -> bool:
        """Whether a search goes on."""
        return bool(self._pending)

    # --- showing ---

    def _show(self) -> None:
        for pane in self.panes:
            if pane.watch is not None:
                pane.show_step(self.walk.step)
        with QSignalBlocker(self.slider):
            self.slider.setMaximum(self.walk.last)
            self.slider.setValue(self.walk.step)
        self.slider.update()
        self.count.setText(
            tr("Step {step} of {count}").format(
                step=group_digits(self.walk.step + 1), count=group_digits(self.walk.last + 1)
            )
        )
        with QSignalBlocker(self.speed):
            self.speed.setCurrentIndex(SPEEDS.index(self.walk.speed))
        going_on = [recording.solver.name for recording, _ in self._pending.values()]
        text = tr("Searching: {solvers}…").format(solvers=", ".join(going_on))
        self.status.setText(text if going_on else "")
        self.actions_["watchBeside"].setChecked(len(self.panes) > 1)
        self.actions_.enable({
            "recorded": any(pane.watch is not None for pane in self.panes),
            "searching": bool(going_on),
            "several": len(self._names) > 1,
        })  # fmt: skip

    def _show_playing(self, playing: bool) -> None:
        self.actions_["watchPlay"].setIcon(icon("pause" if playing else "play"))

    def restyle(self) -> None:
        super().restyle()
        self._show_playing(self.walk.playing)

    def _words_at(self, x: float) -> str:
        step = group_digits(self.slider.position_at(x) + 1)
        return tr("Step {number}").format(number=step)

    def _choose_speed(self, index: int) -> None:
        self.walk.speed = SPEEDS[index]

    # --- what the actions do ---

    def stop(self) -> None:
        """End the searches that go on; what has been recorded stays."""
        for recording, _ in self._pending.values():
            recording.cancel()

    def toggle_beside(self) -> None:
        """Watch another search beside the first one, or no longer."""
        if len(self.panes) == 1:
            taken = self.panes[0].combo.currentData()
            self._add(next(name for name in self._names if name != taken))
        else:
            pane = self.panes.pop()
            self._withdraw(pane)
            pane.show_nothing("")  # frees what was recorded
            pane.hide()
            pane.deleteLater()
            self.panes[0].lie_beside(beside=False)
        self._look()

    def first(self) -> None:
        """To the first step."""
        self._go_to(0)

    def back(self) -> None:
        """One step back."""
        self._go_to(self.walk.step - 1)

    def on(self) -> None:
        """One step on."""
        self._go_to(self.walk.step + 1)

    def level(self) -> None:
        """To where the first search gets one move deeper."""
        watch = self.panes[0].watch
        if watch is not None:
            step = min(self.walk.step, watch.recording.count - 1)
            self._go_to(watch.next_level(step))

    def goal(self) -> None:
        """Go to the first step at which a search expands the goal, if one has."""
        watches = [pane.watch for pane in self.panes if pane.watch is not None]
        steps = [step for watch in watches if (step := watch.goal_step()) is not None]
        if steps:
            self._go_to(min(steps))

    def last(self) -> None:
        """Go to the last step; of two searches, to that of the longer one."""
        self._go_to(self.walk.last)

    def _go_to(self, step: int) -> None:
        self._wanted = 0
        self.walk.pause()
        for pane in self.panes:
            pane.look_at(None)
        self.walk.go_to(step)

    def toggle(self) -> None:
        """Play or pause."""
        if self.walk.playing:
            self.walk.pause()
        else:
            self.walk.play()

    def quicker(self) -> None:
        """More steps in a second."""
        self.walk.change_speed(1)

    def slower(self) -> None:
        """Fewer steps in a second."""
        self.walk.change_speed(-1)

    def export(self) -> None:
        """Export what is shown as a film or a page, from the step shown on."""
        recordings = [pane.watch.recording for pane in self.panes if pane.watch is not None]
        if not recordings:
            return
        self.walk.pause()
        solvers = "-".join(recording.solver.name for recording in recordings)
        name = safe_filename(f"{self._board.title or self._board.family}-{solvers}")
        settings = ExportSettings(theme=theme().name, speed=self.walk.speed)
        last = max(recording.count for recording in recordings) - 1
        watches = [Watch(recording) for recording in recordings]
        shown = Searches(watches, min(self.walk.step, last), last)
        request = ExportRequest(tr("Export search"), name, SEARCH_FORMATS, shown, settings)
        self.exporter.export(request)

    # --- the window itself ---

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        self.walk.pause()
        self._poll.stop()
        for pane in self.panes:
            self._withdraw(pane)
            pane.show_nothing("")  # frees what was recorded, however busy other windows are
        self.worker.close()
        super().closeEvent(event)
