"""The page that counts all arrangements of a board by distance and lists them."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.engine.graph.level_counts import GOAL, LevelCounts
from puzzlegui.engine.graph.remote_exploration import ExploredBoard, RemoteExploration
from puzzlegui.engine.runner.client import ProcessDiedError, failure_text
from puzzlegui.engine.runner.pool import RemoteTask
from puzzlegui.exporters.drawings import PLOT_FORMATS
from puzzlegui.exporters.explorations import (
    EXPLORATION_FORMATS,
    FinishedExploration,
    format_position,
)
from puzzlegui.gui.desktop.paths import safe_filename
from puzzlegui.gui.graph import text
from puzzlegui.gui.graph.board_list import BoardList
from puzzlegui.gui.graph.count_table import CountTable
from puzzlegui.gui.graph.counts_panel import CountsPanel
from puzzlegui.gui.graph.histogram import Histogram
from puzzlegui.gui.style import spacing
from puzzlegui.gui.threads.worker import Callback, Job, Task, TaskHandle
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import ElidedLabel, SideScrollArea
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.plots import Plots
from puzzlegui.gui.widgets.side_window import CONFIRM_AFTER, SideWindow, side_by_side

_POLL_MS = 100
_LEFT, _RIGHT = 270, 910
_PLOT, _TABLE = 520, 390
_ABOVE, _BELOW = 420, 190
_MIN_HEIGHT = 300
"""Minimum height of the side panel, in pixels."""
_MAX_AUTOMATIC = 1_000_000
"""Maximum number of arrangements that are explored automatically."""
_SUFFIXES = {"text": ".txt"}


class CountsPage(QWidget):
    """Page with a histogram and a table of level counts, and a list of boards of a depth.

    Args:
        window: window with status bar and exporter.
        origin: origin of the distances, of ``ORIGINS``.

    Attributes:
        exploration: the exploration; None until it is prepared, or if it is impossible.
        running: True while the exploration runs.

    Signals:
        board_requested: a board is to be opened in the main window.
        changed: other actions may be possible.
    """

    board_requested = Signal(object)
    changed = Signal()

    def __init__(self, window: SideWindow, origin: str) -> None:
        super().__init__()
        self._window, self._worker = window, window.worker
        self._board: Board
        self._held: RemoteExploration | None = None
        self.exploration: RemoteExploration | None = None
        self.running = self._stopping = self._failed = False
        self._explored: LevelCounts | None = None
        self._before = 0
        self._depth = 0
        self._boards: list[ExploredBoard] = []
        self._tasks: list[TaskHandle] = []
        self._choosing: TaskHandle | None = None
        self.panel = CountsPanel(origin)
        self.table = CountTable()
        nothing = tr("The number of arrangements at each depth appears here.")
        self.plots = Plots("countsPlots", [Histogram()], nothing)
        self.title = ElidedLabel("boardsTitle", "heading")
        self.boards = BoardList(self._worker)
        self._create_layout()
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._show)
        self.panel.origin_chosen.connect(self._prepare)
        self.panel.explore.clicked.connect(self.start)
        self.plots.chosen.connect(self.table.choose)
        self.table.selectionModel().currentRowChanged.connect(self._choose_depth)
        self.boards.open_requested.connect(self._open)
        self.boards.chosen_changed.connect(self._show_selected)

    def _create_layout(self) -> None:
        counts = side_by_side(self.plots, self.table, (_PLOT, _TABLE))
        counts.setStretchFactor(0, 1)
        counts.setStretchFactor(1, 0)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(spacing.TIGHT)
        column.addWidget(self.title)
        column.addWidget(self.boards, 1)
        results = QSplitter(Qt.Orientation.Vertical)
        results.setChildrenCollapsible(False)
        results.addWidget(counts)
        results.addWidget(below)
        results.setSizes([_ABOVE, _BELOW])
        results.setContentsMargins(spacing.TIGHT, spacing.TIGHT, spacing.APART, spacing.TIGHT)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(
            side_by_side(SideScrollArea(self.panel, _MIN_HEIGHT), results, (_LEFT, _RIGHT))
        )

    def show_board(self, board: Board) -> None:
        """Show another board."""
        self._board, self._name = board, board.title or board.describe()
        self._prepare(self.panel.origin.currentData())

    # --- preparation ---

    def _prepare(self, origin: str, *, started: bool = False) -> None:
        """Prepare an exploration: count the arrangements and the memory needed.

        Args:
            origin: origin of the distances, of ``ORIGINS``.
            started: start it at once, however large it is.
        """
        self._discard()
        self.panel.expected.setText(tr("Counting arrangements…"))
        board = self._board

        exploration = self._held = RemoteExploration(board, origin)

        def work(_job: Job) -> object:
            exploration.prepare()
            return exploration

        prepared = partial(self._prepared, started=started)
        self._start_task(Job(work, tr("Counting arrangements…")), prepared)

    def _prepared(self, result: Any, *, started: bool) -> None:
        if isinstance(result, ProcessDiedError):
            self._fail(result)
            return
        if isinstance(result, Exception):
            self.panel.expected.setText(text.error_text(result))
            self._window.status.setText(tr("This board cannot be explored."))
            return
        self.exploration = result
        self._expected = result.facts.expected_size
        self.panel.expected.setText(text.expected_text(result.facts))
        self._window.status.setText(tr("Press Explore to count all arrangements."))
        self._enable()
        if started or result.facts.expected_size <= _MAX_AUTOMATIC:
            self.start()

    def _fail(self, error: ProcessDiedError) -> None:
        """Give up the exploration, whose process has died, until it is started again."""
        self._discard()
        self._failed = True
        self.panel.expected.setText(failure_text(error))
        self._window.status.setText(tr("Press Explore to try again."))
        self._enable()
        title = tr("The board could not be explored")
        dialogs.show_failure(self._window, title, error, partial(self._retry, self._board))

    def _retry(self, board: Board) -> None:
        """Explore again, from the levels that are stored, unless another board is shown by now."""
        if board is self._board and self._failed:
            self._prepare(self.panel.origin.currentData(), started=True)

    def _start_task(self, task: Task, answer: Callback) -> None:
        """Start a task that is cancelled with the exploration."""
        self._tasks = [pending for pending in self._tasks if pending.pending]
        self._tasks.append(self._worker.submit(task, answer))

    def _discard(self) -> None:
        """Discard the exploration and free its memory."""
        for pending in self._tasks:
            pending.cancel()
        self._tasks = []
        self._poll.stop()
        if self._held is not None:
            self._held.close()
        self.exploration, self._explored, self.running = None, None, False
        self._failed = False
        nothing = LevelCounts(GOAL, (), (), False, 0, 0.0)
        self.panel.show_counts(nothing)
        self.table.show_counts(nothing)
        self.plots.show_figures(self._name, None)
        self.panel.show_progress(0.0, "")
        self.panel.this_board.setText("")
        self._show_boards([])
        self._enable()

    @property
    def has_results(self) -> bool:
        """True if what was counted took long enough to be missed."""
        exploration, explored = self.exploration, self._explored
        if exploration is None:
            return False
        spent = (
            exploration.seconds if self.running else 0.0 if explored is None else explored.seconds
        )
        return spent >= CONFIRM_AFTER

    def running_work(self) -> str:
        """Return what closing would end, where it has run for long, and what becomes of it."""
        if not self.running or not self.has_results:
            return ""
        return tr("An exploration is still running. The levels it has counted are kept.")

    # --- actions ---

    def start(self) -> None:
        """Count all arrangements, or continue after a stop."""
        if self.exploration is None:
            self._retry(self._board)
            return
        self.running, self._stopping = True, False
        self.exploration.reset()
        self._before = 0 if self._explored is None else self._explored.total
        self._show_boards([])
        self.table.setCurrentIndex(QModelIndex())
        self._start_task(_ExplorationTask(self.exploration), self._ended)
        self._poll.start()
        self._show()

    def stop(self) -> None:
        """Stop counting and keep the results."""
        if self.exploration is not None:
            self.exploration.cancel()
            self._stopping = True
            self._window.status.setText(tr("Stopping; results are kept…"))

    def open_board(self) -> None:
        """Open the selected arrangement."""
        if self.boards.chosen is not None:
            self._open(self.boards.chosen)

    @property
    def chosen(self) -> Board | None:
        """The selected arrangement, as the start of the board."""
        number = self.boards.chosen
        return None if number is None else self._boards[number].board

    def export(self) -> None:
        """Export the counts."""
        exploration, explored = self.exploration, self._explored
        if exploration is None or explored is None:
            return
        name, found = (
            safe_filename(self._name),
            FinishedExploration(self._name, exploration, explored),
        )
        request = ExportRequest(
            tr("Export counts"), name, EXPLORATION_FORMATS, found, initial_format="csv"
        )
        self._window.exporter.export(request)

    def export_plot(self) -> None:
        """Export the plot."""
        plot, name = self.plots.drawing(), safe_filename(self._name)
        request = ExportRequest(tr("Export plot"), name, PLOT_FORMATS, plot)
        self._window.exporter.export(request)

    def board_of(self, number: int) -> Board:
        """Return the board of a listed arrangement, which needs as many moves as its depth."""
        return self._boards[number].puzzle

    def _open(self, number: int) -> None:
        title = text.board_title(self._name, self._depth)
        self.board_requested.emit(self.board_of(number).with_fields(title=title))

    # --- progress ---

    def _show(self) -> None:
        exploration = self.exploration
        if exploration is None:
            return
        explored = exploration.state
        if self._explored is None or len(explored.counts) != len(self._explored.counts):
            self._show_counts(explored)
        if self.running:
            self._show_progress(exploration, explored)
        self._enable()

    def _show_progress(self, exploration: RemoteExploration, explored: LevelCounts) -> None:
        if exploration.loaded_depth is not None and not self._before:
            self._before = sum(explored.counts[: exploration.loaded_depth + 1])
        found = max(explored.total, self._before + exploration.states)
        each = exploration.states / max(exploration.seconds, 0.001)
        self.panel.show_progress(found / self._expected, text.progress_text(explored, found, each))
        if not self._stopping:
            self._window.status.setText(text.status_text(exploration))

    def _show_counts(self, explored: LevelCounts) -> None:
        """Show the counts of the completed levels."""
        self._explored = explored
        self.panel.show_counts(explored)
        self.table.show_counts(explored)
        board_depth = None
        if explored.counts and self.exploration is not None:
            board_depth = self.exploration.board_distance
            self.panel.this_board.setText(text.board_distance_text(board_depth, explored))
        self.plots.show_figures(self._name, (explored, board_depth) if explored.counts else None)

    def _ended(self, result: Any) -> None:
        self.running = False
        self._poll.stop()
        if isinstance(result, ProcessDiedError):
            self._fail(result)
            return
        if isinstance(result, Exception):
            self._prepare(self.panel.origin.currentData())
            title = tr("The board could not be explored")
            dialogs.show_problem(self._window, title, text.error_text(result))
            return
        self._explored = None
        self._show()
        assert isinstance(result, LevelCounts)
        share = 1.0 if result.complete else result.total / self._expected
        self.panel.show_progress(share, text.result_text(result))
        self._window.status.setText(text.result_text(result))
        if result.counts:
            self._load_details()

    # --- details after exploring ---

    def _load_details(self) -> None:
        exploration = self.exploration
        assert exploration is not None
        self.table.selectRow(exploration.state.depth)
        moves = exploration.board_distance
        if moves is not None:
            paths = exploration.count_shortest_paths(None)
            self._tasks.append(self._count_solutions(self.panel.this_board, moves, paths))

    def _count_solutions(self, label: QLabel, moves: int, paths: RemoteTask) -> TaskHandle:
        """Show a board's number of moves and, once counted, of shortest solutions."""
        description = text.moves_text(moves)
        label.setText(text.counting_text(description))

        def counted(result: Any) -> None:
            if isinstance(result, ProcessDiedError):
                self._fail(result)
                return
            more = "" if isinstance(result, Exception) else text.solution_count_text(result)
            label.setText(f"{description} {more}".strip())

        doing = tr("Counting shortest solutions…")
        job = Job(lambda _: paths.execute(), doing, lambda: paths.stop(None))
        return self._worker.submit(job, counted)

    def _choose_depth(self, index: QModelIndex) -> None:
        """List boards of the depth selected in the table or the plot."""
        exploration, depth = self.exploration, index.row()
        if exploration is None or self.running or depth < 0:
            return
        self._depth = depth

        def found(result: Any) -> None:
            if isinstance(result, ProcessDiedError):
                self._fail(result)
            elif isinstance(result, list) and depth == self._depth:
                self._show_boards(result)
                self._enable()

        job = Job(lambda _: exploration.boards_at(depth), tr("Finding arrangements…"))
        self._start_task(job, found)

    def _show_boards(self, found: list[ExploredBoard]) -> None:
        """List arrangements of the chosen depth."""
        explored = self._explored
        self._boards = found
        if explored is None or not found:
            self.title.setText(tr("Arrangements of a depth"))
            self.boards.clear()
            return
        self.title.setText(text.depth_title(explored, self._depth, len(found)))
        written = [format_position(each.position_json) for each in found]
        self.boards.show_boards([each.board for each in found], written)

    def _show_selected(self) -> None:
        """Show the number of shortest solutions of the selected arrangement."""
        if self._choosing is not None:
            self._choosing.cancel()
        self._choosing = None
        number, exploration = self.boards.chosen, self.exploration
        self._enable()
        if number is None or exploration is None or self._explored is None:
            self.panel.chosen.setText(tr("Choose an arrangement below; click to open it."))
            return
        paths = exploration.count_shortest_paths(self._boards[number].number)
        self._choosing = self._count_solutions(self.panel.chosen, self._depth, paths)

    def _enable(self) -> None:
        self.panel.origin.setEnabled(not self.running)
        self.panel.explore.setEnabled(self.conditions()["ready"])
        self.changed.emit()

    def conditions(self) -> dict[str, bool]:
        """Return which of the page's actions are possible."""
        explored = self._explored
        known = explored is not None and bool(explored.counts)
        complete = explored is not None and explored.complete
        return {
            "ready": (self.exploration is not None or self._failed)
            and not self.running
            and not complete,
            "running": self.running,
            "exportable": known and not self.running,
            "plotted": self.plots.drawn,
            "openable": self.boards.chosen is not None and not self.running,
        }

    def close_down(self) -> None:
        """Stop the exploration and free its memory."""
        self._discard()


class _ExplorationTask:
    """Exploration as a task of the worker."""

    def __init__(self, exploration: RemoteExploration) -> None:
        self._exploration = exploration

    def execute(self) -> object:
        """Explore."""
        return self._exploration.execute()

    def cancel(self) -> None:
        """Stop the exploration soon."""
        self._exploration.cancel()

    def release(self) -> None:
        """Do nothing: the exploration is used afterwards."""
