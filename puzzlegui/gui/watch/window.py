"""The search window: shows a recorded search step by step, or two side by side."""

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
from puzzlegui.engine.runner.client import failure_text
from puzzlegui.engine.watching.methods import watchable_searches
from puzzlegui.engine.watching.recording import MAX_STEPS
from puzzlegui.engine.watching.remote_recording import RemoteRecording
from puzzlegui.engine.watching.step_view import RecordingViewer
from puzzlegui.exporters.searches import SEARCH_FORMATS, Searches
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.playback.timeline_bar import Scrubber
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.threads.worker import TaskHandle
from puzzlegui.gui.watch.actions import TABLE
from puzzlegui.gui.watch.pane import SearchPane
from puzzlegui.gui.watch.player import SPEEDS, StepPlayer
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import ignore_wheel
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.side_window import SideWindow

_POLL_MS = 100
_SLIDER = 30
"""Height of the slider, in pixels."""


class WatchWindow(SideWindow):
    """Window that records searches of a board and shows them step by step.

    Args:
        board: board without problems.
        settings: settings of the program.
        solver: name of the search; if it cannot be recorded, the board's first search is shown.
        beside: name of a second search, if any.
        parent: parent window.
        first: first step to show, from 0.
        most: maximum number of steps to record; None for the default.

    Attributes:
        panes: panes of the searches, from left to right.
        player: player of the steps.
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
        self._most = MAX_STEPS if most is None else most
        self._target_step: int | str = first  # shown once it is recorded
        self._names = [one.name for one in watchable_searches(board)]
        self._pending: dict[SearchPane, tuple[RemoteRecording, TaskHandle]] = {}
        self.panes: list[SearchPane] = []
        self.player = StepPlayer(self)
        self._split = QSplitter()
        self._split.setChildrenCollapsible(False)
        self._create_layout()
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._update_recordings)
        self.player.moved.connect(self._show)
        self.player.playing_changed.connect(self._show_playing)
        self._add(solver if solver in self._names else self._names[0])
        if beside in self._names:
            self._add(beside)
        self._show()

    def _create_layout(self) -> None:
        self.set_actions(TABLE)
        self.slider = Scrubber()
        self.slider.setObjectName("stepSlider")
        self.slider.setFixedHeight(_SLIDER)
        self.slider.setAccessibleName(tr("Step"))
        self.slider.text_at = self._tooltip_at  # type: ignore[method-assign]
        self.slider.valueChanged.connect(self.player.go_to)
        self.slider.step_requested.connect(lambda by: self.player.go_to(self.player.step + by))
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
        column.setContentsMargins(spacing.NEAR, spacing.TIGHT, spacing.NEAR, spacing.TIGHT)
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
            one.set_side_by_side(side_by_side=len(self.panes) > 1)
        self._record(pane, solver)

    def _record(self, pane: SearchPane, solver: str) -> None:
        """Record a search and show it in a pane."""
        self._withdraw(pane)
        pane.show_message(tr("Starting the search…"))
        recording = RemoteRecording(self._board, solver, self._most)
        pending = self.worker.submit(recording, partial(self._recorded, pane, recording))
        self._pending[pane] = recording, pending
        self._poll.start()
        self._update_recordings()

    def _withdraw(self, pane: SearchPane) -> None:
        if pane in self._pending:
            self._pending.pop(pane)[1].cancel()

    def _update_recordings(self) -> None:
        """Show the steps recorded so far."""
        for pane, (recording, _) in self._pending.items():
            if recording.count and pane.viewer is None:
                pane.show_recording(recording)
                pane.show_step(self.player.step)
        if not self._pending:
            self._poll.stop()
        self.player.growing = self.is_recording
        counts = [pane.viewer.recording.count for pane in self.panes if pane.viewer is not None]
        self.player.set_last(max(counts, default=1) - 1)
        known = not self._pending and len(counts) == len(self.panes)
        if self._target_step:
            step = self._resolve_target()
            if known or (step is not None and self.player.last >= step):
                self._go_to(self.player.step if step is None else step)
        self._show()

    def _resolve_target(self) -> int | None:
        """Return the step to go to; None if it is a goal that has not been expanded yet."""
        if isinstance(self._target_step, int):
            return self._target_step
        pane = self.panes[int(self._target_step.removeprefix("goal ")) - 1]
        return None if pane.viewer is None else pane.viewer.goal_step()

    def show_lesson_step(self, step: LessonStep) -> None:
        """Show the searches and the search step of a lesson step."""
        if step.show:
            if len(step.show) != len(self.panes):
                self.toggle_second_search()
            for pane, name in zip(self.panes, step.show, strict=True):
                pane.combo.setCurrentIndex(pane.combo.findData(name))
        if isinstance(step.at, int):
            self._go_to(0)
            self._target_step = max(0, step.at - 1)
        else:
            self._target_step = step.at
        self._update_recordings()

    def _recorded(self, pane: SearchPane, recording: RemoteRecording, result: object) -> None:
        if self._pending.get(pane, (None, None))[0] is recording:
            del self._pending[pane]
        self._update_recordings()
        if isinstance(result, Solution):
            if not recording.count:
                pane.show_message(result.outcome())
            elif pane.viewer is None:
                pane.show_recording(recording)
                pane.show_step(self.player.step)
        else:
            title = tr("The search could not be recorded")
            pane.show_message(failure_text(result))
            solver = recording.solver.name
            dialogs.show_failure(self, title, result, partial(self._retry, pane, solver))
        self._update_recordings()

    def _retry(self, pane: SearchPane, solver: str) -> None:
        """Record a search again, unless its pane shows another by now, or is gone."""
        if pane in self.panes and pane.combo.currentData() == solver:
            self._record(pane, solver)

    @property
    def is_recording(self) -> bool:
        """True while a search is being recorded."""
        return bool(self._pending)

    # --- showing ---

    def _show(self) -> None:
        for pane in self.panes:
            if pane.viewer is not None:
                pane.show_step(self.player.step)
        with QSignalBlocker(self.slider):
            self.slider.setMaximum(self.player.last)
            self.slider.setValue(self.player.step)
        self.slider.update()
        self.count.setText(
            tr("Step {step} of {count}").format(
                step=group_digits(self.player.step + 1), count=group_digits(self.player.last + 1)
            )
        )
        with QSignalBlocker(self.speed):
            self.speed.setCurrentIndex(SPEEDS.index(self.player.speed))
        going_on = [recording.solver.name for recording, _ in self._pending.values()]
        text = tr("Searching: {solvers}…").format(solvers=", ".join(going_on))
        self.status.setText(text if going_on else "")
        self.actions_["watchBeside"].setChecked(len(self.panes) > 1)
        self.actions_.enable({
            "recorded": any(pane.viewer is not None for pane in self.panes),
            "searching": bool(going_on),
            "several": len(self._names) > 1,
        })  # fmt: skip

    def _show_playing(self, playing: bool) -> None:
        self.actions_["watchPlay"].setIcon(icon("pause" if playing else "play"))

    def restyle(self) -> None:
        super().restyle()
        self._show_playing(self.player.playing)

    def _tooltip_at(self, x: float) -> str:
        step = group_digits(self.slider.position_at(x) + 1)
        return tr("Step {number}").format(number=step)

    def _choose_speed(self, index: int) -> None:
        self.player.speed = SPEEDS[index]

    # --- what the actions do ---

    def stop(self) -> None:
        """Stop recording; recorded steps are kept."""
        for recording, _ in self._pending.values():
            recording.cancel()

    def toggle_second_search(self) -> None:
        """Add or remove the second search."""
        if len(self.panes) == 1:
            taken = self.panes[0].combo.currentData()
            self._add(next(name for name in self._names if name != taken))
        else:
            pane = self.panes.pop()
            self._withdraw(pane)
            pane.show_message("")  # frees the recording
            pane.hide()
            pane.deleteLater()
            self.panes[0].set_side_by_side(side_by_side=False)
        self._update_recordings()

    def first(self) -> None:
        """Go to the first step."""
        self._go_to(0)

    def previous_step(self) -> None:
        """Go back a step."""
        self._go_to(self.player.step - 1)

    def next_step(self) -> None:
        """Go forward a step."""
        self._go_to(self.player.step + 1)

    def go_to_next_level(self) -> None:
        """Go to the step at which the first search gets a move deeper."""
        viewer = self.panes[0].viewer
        if viewer is not None:
            step = min(self.player.step, viewer.recording.count - 1)
            self._go_to(viewer.next_level_step(step))

    def go_to_goal(self) -> None:
        """Go to the first step at which a search expands the goal, if any."""
        viewers = [pane.viewer for pane in self.panes if pane.viewer is not None]
        steps = [step for viewer in viewers if (step := viewer.goal_step()) is not None]
        if steps:
            self._go_to(min(steps))

    def last(self) -> None:
        """Go to the last step of the longer search."""
        self._go_to(self.player.last)

    def _go_to(self, step: int) -> None:
        self._target_step = 0
        self.player.pause()
        for pane in self.panes:
            pane.choose_node(None)
        self.player.go_to(step)

    def toggle(self) -> None:
        """Play or pause."""
        if self.player.playing:
            self.player.pause()
        else:
            self.player.play()

    def faster(self) -> None:
        """Increase the speed."""
        self.player.change_speed(1)

    def slower(self) -> None:
        """Decrease the speed."""
        self.player.change_speed(-1)

    def export(self) -> None:
        """Export the searches as a film or web page, from the current step."""
        recordings = [pane.viewer.recording for pane in self.panes if pane.viewer is not None]
        if not recordings:
            return
        self.player.pause()
        solvers = "-".join(recording.solver.name for recording in recordings)
        name = safe_filename(f"{self._board.title or self._board.family}-{solvers}")
        settings = ExportSettings(theme=theme().name, speed=self.player.speed)
        last = max(recording.count for recording in recordings) - 1
        viewers = [RecordingViewer(recording) for recording in recordings]
        shown = Searches(viewers, min(self.player.step, last), last)
        request = ExportRequest(tr("Export search"), name, SEARCH_FORMATS, shown, settings)
        self.exporter.export(request)

    # --- the window itself ---

    def closeEvent(self, event: QCloseEvent) -> None:
        self.player.pause()
        self._poll.stop()
        for pane in self.panes:
            self._withdraw(pane)
            pane.show_message("")  # frees the recording even while other windows are busy
        self.worker.close()
        super().closeEvent(event)
