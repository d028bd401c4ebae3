"""The benchmark window, in which benchmarks are set up, run, stopped and resumed."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QPlainTextEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.files import write_file
from puzzlegui.core.formatting import decimal, group_digits
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.documents.lessons import LessonStep
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.benchmark.benchmark import BenchmarkProgress
from puzzlegui.engine.benchmark.parser import BUILTIN_PREFIX, dump_document
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import Row, cross_checked
from puzzlegui.engine.benchmark.spec import BenchmarkSpec
from puzzlegui.engine.benchmark.summary import summarise_results
from puzzlegui.exporters.benchmarks import REPORT_FORMATS, RESULT_FORMATS, BenchmarkReport
from puzzlegui.exporters.drawings import PLOT_FORMATS
from puzzlegui.exporters.settings import CancelledError
from puzzlegui.gui.benchmark.actions import ADD_ACTIONS, TABLE
from puzzlegui.gui.benchmark.add_boards import GalleryDialog, RandomDialog, boards_in_file
from puzzlegui.gui.benchmark.pair_window import PairWindow
from puzzlegui.gui.benchmark.results_view import ResultsView
from puzzlegui.gui.benchmark.setup import CUSTOM, BenchmarkSetup
from puzzlegui.gui.benchmark.task import (
    BenchmarkPreview,
    BenchmarkTask,
    RateEstimator,
    ResultsFiles,
    copy_results,
    load_preview,
)
from puzzlegui.gui.desktop.paths import default_directory, safe_filename
from puzzlegui.gui.desktop.reduced_motion import animations_enabled
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.style import spacing
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import SideScrollArea, text_label
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.progress_dialog import ProgressDialogTask
from puzzlegui.gui.widgets.side_window import CONFIRM_AFTER, SideWindow

_POLL_MS = 100
_SETTLE_MS = 150
"""Delay from the last change to reading the benchmark, in milliseconds."""
_MIN_READ_SECONDS = 0.5
"""Minimum time between two readings of the results, in seconds."""
_READ_PAUSE_FACTOR = 4
"""Pause before the next reading, as a multiple of the duration of the last."""
_SIZE = QSize(1280, 660)
_LEFT, _RIGHT = 310, 970
_MIN_HEIGHT = 300
"""Minimum height of the setup panel, which scrolls below it, in pixels."""
_MESSAGE_LINES = 5


class BenchmarkWindow(SideWindow):
    """Window that runs solvers on boards, locally or on a cluster, and shows the results.

    Args:
        board: board of the initial benchmark.
        settings: settings of the program.
        data: folder of the user's data; may not exist yet.
        open_board: returns the board of the main window; None if it has problems.
        parent: parent window.

    Signals:
        play_requested: solution to play in the main window.
        board_requested: board to open in the main window.
    """

    play_requested = Signal(Solution)
    board_requested = Signal(Board)

    def __init__(
        self,
        board: Board,
        settings: Settings,
        data: Path,
        open_board: Callable[[], Board | None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("benchmark", settings, parent)
        self.setWindowTitle(tr("Benchmark"))
        self._board, self._open_board = board, open_board
        self._runner = Worker(self)  # self.worker reads and writes files meanwhile
        self._task: BenchmarkTask | None = None
        self._preview: BenchmarkPreview | None = None
        self._pending_preview: TaskHandle | None = None
        self._pending_summary: TaskHandle | None = None
        self._rate = RateEstimator()
        self._read_next = 0.0
        self._seen = -1
        self._scratch: Path | None = None  # temporary results file of a custom benchmark
        self._exportable = False  # True after a long run, until its results are exported
        self._results_path: Path | None = None
        self._shown_spec: BenchmarkSpec | None = None
        self._files = ResultsFiles(settings, data)
        self.setup = BenchmarkSetup()
        self._create_widgets()
        self._create_layout()
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._show)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._load_preview)
        self.setup.benchmarks.currentIndexChanged.connect(self._show_results_path)
        self.setup.changed.connect(self._changed)
        self.setup.results_path_requested.connect(self.choose_results)
        self.runs.row_opened.connect(self._open_row)
        self.view.changed.connect(self._enable)
        self.exporter.finished.connect(self._exported)
        self.resize(_SIZE)
        self.setup.show_board(board)
        self._show_results_path()
        self._changed()

    def _create_widgets(self) -> None:
        self.bar = QProgressBar()
        self.bar.setObjectName("benchmarkBar")
        self.bar.setAccessibleName(tr("Progress of the benchmark"))
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.figures = text_label("benchmarkFigures", 1)
        self.message = QPlainTextEdit()
        self.message.setObjectName("benchmarkMessage")
        self.message.setAccessibleName(tr("Problem"))
        self.message.setReadOnly(True)
        self.message.setTabChangesFocus(True)
        self.message.setFixedHeight(_MESSAGE_LINES * self.message.fontMetrics().lineSpacing() + 12)
        self.message.hide()
        self.view = ResultsView()
        self.runs, self.summary = self.view.runs, self.view.summary

    def _create_layout(self) -> None:
        self.set_actions(TABLE)
        adding = [self.actions_[name] for name in ADD_ACTIONS]
        self.setup.set_actions(adding, self.actions_["benchmarkRemove"])
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(spacing.TIGHT, spacing.NEAR, spacing.APART, spacing.TIGHT)
        for widget in (self.bar, self.figures, self.message):
            column.addWidget(widget)
        column.addWidget(self.view, 1)
        self._left = SideScrollArea(self.setup, _MIN_HEIGHT)
        self.set_side_by_side(self._left, right, (_LEFT, _RIGHT))

    # --- state ---

    @property
    def running(self) -> bool:
        """True while a benchmark runs."""
        return self._task is not None

    @property
    def ready(self) -> bool:
        """True if a benchmark can be started."""
        return not self.running and self._preview is not None and self.setup.is_complete

    def running_work(self) -> str:
        task = self._task
        if task is None:
            unsaved = (
                self._exportable and self._results_path == self._scratch and self.view.has_results
            )
            return tr("The results of the benchmark are not exported.") if unsaved else ""
        if task.progress is None or task.progress.seconds < CONFIRM_AFTER:
            return ""
        if self.setup.source == CUSTOM:
            return tr("A benchmark is still running. Its results would be lost.")
        return tr("A benchmark is still running. Its results so far are kept.")

    def show_board(self, board: Board) -> None:
        """Set up a benchmark of a board, unless another benchmark runs or has results."""
        self._board = board
        if not (self.running or self.view.has_results):
            self.setup.show_board(board)

    def show_lesson_step(self, step: LessonStep) -> None:
        """Tick the solvers that a step of a lesson compares."""
        self.setup.tick_only(step.show)

    # --- preview ---

    def _changed(self) -> None:
        """Schedule a preview of the changed benchmark."""
        if not self.running:
            self._preview = None
            self._settle.start()
            self._enable()

    def _show_results_path(self, *_: object) -> None:
        source = self.setup.source
        self.setup.show_results_path(None if source == CUSTOM else self._files.path_of(source))

    def _load_preview(self) -> None:
        """Load the preview of the benchmark."""
        if self._pending_preview is not None:
            self._pending_preview.cancel()
            self._pending_preview = None
        setup = self.setup
        source, document, results = setup.source, setup.document, setup.results_path
        if document is not None and not (document["boards"] and document["solvers"]):
            self.status.setText(tr("Choose boards and solvers, and press Run."))
            return
        job = Job(lambda _: load_preview(source, document, results, self._files.folder), "")
        self._pending_preview = self.worker.submit(job, self._show_preview)

    def _show_preview(self, result: object) -> None:
        self._pending_preview = None
        if self.running:
            return
        if not isinstance(result, BenchmarkPreview):
            self.setup.note.setText("")
            self._show_problem(str(result))
            self._clear()
            return
        self._preview = result
        self.setup.show_preview(result)
        self.setup.note.setText(result.text)
        self._show_problem("")
        kept = self.setup.source != CUSTOM
        if kept or self._results_path is None or self._results_path != self._scratch:
            self._results_path = self.setup.results_path if result.saved else None
            self._shown_spec = result.spec
            self._rate = RateEstimator()
            self.view.show_summary([])
            self._show_progress(BenchmarkProgress(result.saved, result.spec.runs, 0, 0.0, 0))
            self._show_rows(list(result.rows))
            if result.saved:
                self._update_summary()
        self.status.setText(tr("Choose boards and solvers, and press Run.") if self.ready else "")
        self._enable()

    def _clear(self) -> None:
        self._results_path = self._shown_spec = None
        self.bar.setValue(0)
        self.figures.setText("")
        self.status.setText("")
        self.view.show_summary([])
        self._show_rows([])
        self._enable()

    def _show_problem(self, text: str) -> None:
        """Show a problem; an empty text hides it."""
        self.message.setPlainText(text)
        self.message.setVisible(bool(text))

    # --- actions ---

    def start(self) -> None:
        """Run everything without a saved result."""
        if not self.ready:
            return
        assert self._preview is not None
        results = self.setup.results_path
        if results is None:
            results = self._new_scratch()
        else:
            self._files.choose(self.setup.source, results)
        self._show_problem("")
        self._rate, self._seen = RateEstimator(), -1
        self._results_path, self._shown_spec = results, self._preview.spec
        address = self.setup.scheduler
        self._task = BenchmarkTask(self._preview.spec, results, self.setup.jobs.value(), address)
        self.setup.set_running(running=True)
        template = tr("Waiting for the scheduler at {address}…").format(address=address)
        self.status.setText(template if address else tr("Starting the benchmark…"))
        self._runner.submit(self._task, partial(self._ended, self._task))
        self._poll.start()
        self._enable()

    def _new_scratch(self) -> Path:
        if self._scratch is None:
            folder = tempfile.mkdtemp(prefix="puzzlegui-")
            self.destroyed.connect(lambda: shutil.rmtree(folder, ignore_errors=True))
            self._scratch = Path(folder) / "results.sqlite"
        self._scratch.unlink(missing_ok=True)
        return self._scratch

    def stop(self) -> None:
        """Stop all runs; results so far are kept."""
        if self._task is not None:
            self._task.cancel()
            self.status.setText(tr("Stopping…"))
            self._show_rows(self._task.rows or self.runs.rows)
            self._enable()

    def stop_chosen(self) -> None:
        """Stop only the selected runs."""
        if self._task is not None:
            self._task.stop_runs(self.runs.chosen())
            self._show_rows(self._task.rows or self.runs.rows)

    def open_spec(self) -> None:
        """Ask for a benchmark file and choose it."""
        path = self._ask_file(tr("Open benchmark"), tr("Benchmarks (*.toml);;All files (*)"))
        if path is not None:
            self.settings["folder"] = str(path.parent)
            self.setup.choose(str(path))

    def _ask_file(self, title: str, patterns: str) -> Path | None:
        name, _ = QFileDialog.getOpenFileName(
            self, title, str(default_directory(self.settings)), patterns
        )
        return Path(name) if name else None

    def edit_copy(self) -> None:
        """Set up a custom benchmark as a copy of the chosen benchmark."""
        if self._preview is not None:
            self.setup.edit_copy(self._preview)

    def save_spec(self) -> None:
        """Save the custom benchmark to a file, with its results beside it."""
        document = self.setup.document
        if document is None or self._preview is None:
            return
        same = self._shown_spec is not None and self._preview.spec.digest == self._shown_spec.digest
        results = self._results_path if same else None

        def write(path: Path) -> None:
            text = dump_document({**document, "title": path.stem})

            def work(_job: Job) -> None:
                write_file(path, text.encode())
                target = path.with_suffix(".sqlite")
                if results is not None and results.exists() and not target.exists():
                    copy_results(results, target)

            self.exporter.write(path, work, lambda path: self.setup.choose(str(path)))

        name = f"{safe_filename(self._board.title or 'benchmark')}.toml"
        suggested, kinds = default_directory(self.settings) / name, {".toml": tr("Benchmark")}
        dialogs.choose_save_path(self, tr("Save benchmark"), suggested, kinds, write)

    def choose_results(self) -> None:
        """Ask for the results file."""
        before = self.setup.results_path
        name, _ = QFileDialog.getSaveFileName(
            self, tr("Results file"), str(before or ""),
            tr("Results (*.sqlite);;All files (*)"),
            options=QFileDialog.Option.DontConfirmOverwrite,
        )  # fmt: skip
        if name:
            path = Path(name)
            path = path if path.suffix else path.with_suffix(".sqlite")
            self._files.choose(self.setup.source, path)
            self.setup.show_results_path(path)

    # --- boards ---

    def add_open_board(self) -> None:
        """Add the board of the main window."""
        board = self.board_to_add(self._open_board())
        if board is not None:
            self.setup.add_boards([board])

    def add_from_gallery(self) -> None:
        """Add boards of the gallery."""

        def add(names: Sequence[str]) -> None:
            families = [load_preset(name).family for name in names]
            self.setup.add_tables([{"presets": [name]} for name in names], families)

        GalleryDialog(self, add).open()

    def add_random(self) -> None:
        """Add new boards of a family and size."""
        RandomDialog(self, lambda table, family: self.setup.add_tables([table], [family])).open()

    def add_files(self) -> None:
        """Add the boards in files."""
        path = dialogs.ask_open_path(self, str(default_directory(self.settings)))
        if path is None:
            return

        def add(found: object) -> None:
            if isinstance(found, list):
                self.setup.add_boards(found)
            else:
                dialogs.show_problem(self, tr("The board could not be opened"), str(found))

        job = Job(lambda _: boards_in_file(path), tr("Reading the board…"))
        ProgressDialogTask(self, self.worker, job, add)

    def remove_boards(self) -> None:
        """Remove the selected boards."""
        self.setup.remove_boards()

    # --- results ---

    def play(self) -> None:
        """Play the solution of the selected run in the main window."""
        for row in self.runs.chosen()[:1]:
            self._open_row(row)

    def open_board(self) -> None:
        """Open the board of the selected run in the main window."""
        for row in self.runs.chosen()[:1]:
            self.board_requested.emit(row.board())

    def _open_row(self, row: Row) -> None:
        """Play the solution of a run; without a solution, open its board."""
        solutions = self._solutions([row])
        if solutions:
            self.play_requested.emit(solutions[0])
        elif row.case.board:
            self.board_requested.emit(row.board())

    def _solutions(self, rows: list[Row]) -> list[Solution]:
        """Return the solutions of the runs that have any."""
        try:
            solutions = [row.solution() for row in rows]
        except PuzzleError as error:
            title = tr("The solution could not be opened")
            dialogs.show_problem(self, title, as_sentence(error))
            return []
        return [solution for solution in solutions if solution is not None]

    def play_beside(self) -> None:
        """Play the solutions of two selected runs side by side."""
        solutions = self._solutions(self.runs.chosen())
        if len(solutions) == 2:
            PairWindow(*solutions, animated=animations_enabled(self.settings), parent=self).show()

    def export(self) -> None:
        """Export the results so far."""
        source, rows = self._results_path, self.runs.rows
        assert source is not None
        assert self._shown_spec is not None
        few = len(rows) == self._shown_spec.runs
        formats = RESULT_FORMATS if few else REPORT_FORMATS
        findings = BenchmarkReport(rows if few else None, source)
        stem = Path(self.setup.source.removeprefix(BUILTIN_PREFIX)).stem or "benchmark"
        request = ExportRequest(
            tr("Export results"), safe_filename(stem), formats, findings, initial_format="html"
        )  # fmt: skip
        self.exporter.export(request)

    def export_plots(self) -> None:
        """Export the plots."""
        plots = self.view.plots_shown.drawing()
        self.exporter.export(ExportRequest(tr("Export plots"), "benchmark", PLOT_FORMATS, plots))

    # --- showing ---

    def _show(self) -> None:
        """Show the progress, and update the summary from time to time."""
        task = self._task
        if task is None or (progress := task.progress) is None:
            return
        self._rate.add(progress)
        self._show_progress(progress)
        if (rows := task.rows) is not None:
            self._show_rows(rows)
        if not task.cancelled:
            waits = progress.workers == 0
            template = tr("No worker has connected to the scheduler yet.")
            self.status.setText(template if waits else tr("The benchmark is running."))
        if progress.done != self._seen and time.monotonic() >= self._read_next:
            self._seen = progress.done
            self._update_summary()

    def _show_rows(self, rows: list[Row]) -> None:
        if self.view.show_rows(rows):
            wrong = [row.contradiction for row in rows if row.contradiction]
            if wrong:
                self._show_problem(tr("Disproved: {what}").format(what=wrong[0]))

    def _show_progress(self, progress: BenchmarkProgress) -> None:
        self.bar.setValue(round(1000 * progress.done / max(1, progress.total)))
        failed = sum(summary.errors for summary in self.summary.rows)
        self.figures.setText(self._rate.progress_text(progress, failed, running=self.running))

    def _update_summary(self) -> None:
        """Start computing the summary from the results file."""
        path = self._results_path
        if path is None or (self._pending_summary is not None and self._pending_summary.pending):
            return
        begun = time.monotonic()

        def read(job: Job) -> object:
            with Results(path) as results:
                results.set_cancel_check(job.is_wanted)
                return summarise_results(results)

        def ended(result: object) -> None:
            now = time.monotonic()
            self._read_next = now + max(_MIN_READ_SECONDS, _READ_PAUSE_FACTOR * (now - begun))
            if isinstance(result, list):
                self.view.show_summary(result)
                self._show_saved_count(sum(summary.runs for summary in result))
            elif not (job.cancelled or self.running):
                self._show_problem(str(result))
            self._enable()

        job = Job(read, "")
        self._pending_summary = self.worker.submit(job, ended, background=True)

    def _ended(self, task: BenchmarkTask, result: object) -> None:
        """Show the results of a task that has ended, failed or been stopped."""
        self._poll.stop()
        self._task = None
        self._exportable = task.progress is not None and task.progress.seconds >= CONFIRM_AFTER
        self.setup.set_running(running=False)
        self._settle.stop()  # the benchmark has not changed
        if (rows := task.rows) is not None:
            self._show_rows(cross_checked(rows))
        if isinstance(result, BenchmarkProgress):
            self._show_progress(result)
            words = tr("Benchmark complete. New results: {count}, in {seconds} s.")
            if task.cancelled:
                words = tr(
                    "Stopped after {seconds} s. New results: {count}. Press Run to continue."
                )
                if self.setup.source == CUSTOM:
                    words = tr("Stopped after {seconds} s. New results: {count}.")
            added, seconds = group_digits(result.added), decimal(result.seconds, 1)
            self.status.setText(words.format(count=added, seconds=seconds))
        elif isinstance(result, CancelledError):
            self.status.setText(tr("Stopped."))
        else:
            begun = task.progress is not None
            template = tr("The benchmark ended early.")
            self.status.setText(template if begun else tr("The benchmark was not started."))
            self._show_problem(str(result))
        self._read_next = 0.0
        if self._pending_summary is not None:
            self._pending_summary.cancel()
        self._pending_summary = None
        if task.progress is not None:
            self._update_summary()
        self._enable()

    def _exported(self, _path: object) -> None:
        self._exportable = False

    def _show_saved_count(self, count: int) -> None:
        """Show the final number of saved results."""
        if self._preview is not None and not self.running and self.setup.source != CUSTOM:
            self._preview = self._preview._replace(saved=count)
            self.setup.note.setText(self._preview.text)

    def _enable(self) -> None:
        task, chosen = self._task, self.runs.chosen()
        idle, custom = task is None, self.setup.source == CUSTOM
        playable = [row for row in chosen if row.moves is not None]
        document = None if self._preview is None else self._preview.document
        self.actions_.enable({
            "ready": self.ready,
            "running": task is not None and not task.cancelled,
            "chosen running": task is not None and any(not row.ended for row in chosen),
            "idle": idle,
            "copyable": idle and not custom and document is not None,
            "savable": idle and custom and self._preview is not None,
            "kept": idle and not custom,
            "editable": idle and custom,
            "removable": idle and custom and bool(self.setup.boards.selectedIndexes()),
            "playable": bool(playable),
            "board": bool(chosen) and bool(chosen[0].case.board),
            "two": len(playable) == len(chosen) == 2 and chosen[0].group == chosen[1].group,
            "rows": self._results_path is not None and self.view.has_results,
            "plots": self.view.plots_shown.drawn,
        })  # fmt: skip

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        bar = self._left.verticalScrollBar().sizeHint().width()
        self._left.setMinimumWidth(self.setup.minimumSizeHint().width() + bar)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.stays_open(event):
            return
        self._poll.stop()
        self._settle.stop()
        self._runner.close()
        self.worker.close()
        super().closeEvent(event)
