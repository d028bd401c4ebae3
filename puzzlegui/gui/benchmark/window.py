"""The window in which benchmarks are put together, run, stopped and gone on with."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Sequence
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
from puzzlegui.engine.benchmark.benchmark import Progress
from puzzlegui.engine.benchmark.comparison import subjects_in
from puzzlegui.engine.benchmark.reading import PREFIX, dump_document
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import Row, judged
from puzzlegui.engine.benchmark.spec import Spec
from puzzlegui.engine.benchmark.summary import summaries
from puzzlegui.exporters.benchmarks import REPORT_FORMATS, RESULT_FORMATS, Findings
from puzzlegui.exporters.pictures import PLOT_FORMATS
from puzzlegui.exporters.settings import CancelledError
from puzzlegui.gui.benchmark.actions import ADDING, TABLE
from puzzlegui.gui.benchmark.add_boards import GalleryDialog, RandomDialog
from puzzlegui.gui.benchmark.pair import PairWindow
from puzzlegui.gui.benchmark.results_view import ResultsView
from puzzlegui.gui.benchmark.session import (
    Pace,
    Prospect,
    ResultsFiles,
    Session,
    copy_results,
    look_at,
)
from puzzlegui.gui.benchmark.setup import CUSTOM, BenchmarkSetup
from puzzlegui.gui.desktop.reduced_motion import animations_enabled
from puzzlegui.gui.desktop.paths import safe_filename, default_directory
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import SideScrollArea, text_label
from puzzlegui.gui.widgets.export_dialog import ExportRequest
from puzzlegui.gui.widgets.side_window import LONG, SideWindow
from puzzlegui.gui.widgets.progress_dialog import Waiting

_LOOK_MS = 100
_SETTLE_MS = 150
"""After which what is typed is taken to be what is meant."""
_READ = 0.5
"""Seconds between two readings of the results at least."""
_REST = 4
"""So many times as long as a reading took does the next one wait."""
_SIZE = QSize(1280, 660)
_LEFT, _RIGHT = 310, 970
_LOWEST = 300
"""Pixels below which the panel on the left is not pressed; it scrolls instead."""
_MESSAGE_LINES = 5


class BenchmarkWindow(SideWindow):
    """Runs solvers on boards, in processes of its own or on a cluster, and shows what comes of it.

    Args:
        board: the one to begin with.
        settings: of the program.
        data: the program's folder for what the user has made; need not exist.
        parent: the window that it belongs to.

    Signals:
        play_wanted: a solution is to be followed in the main window.
        board_wanted: a board is to be opened in the main window.
    """

    play_wanted = Signal(Solution)
    board_wanted = Signal(Board)

    def __init__(
        self, board: Board, settings: Settings, data: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__("benchmark", settings, parent)
        self.setWindowTitle(tr("Benchmark"))
        self._open_board = board
        self._runner = Worker(self)  # the other one reads and writes meanwhile
        self._session: Session | None = None
        self._prospect: Prospect | None = None
        self._looking: TaskHandle | None = None
        self._reading: TaskHandle | None = None
        self._pace = Pace()
        self._read_next = 0.0
        self._seen = -1
        self._scratch: Path | None = None
        """The file of results that are not kept."""
        self._exportable = False
        """True after a long run, until its results are exported."""
        self._written: Path | None = None
        """The file of the results that are shown."""
        self._shown: Spec | None = None
        """What they are the results of."""
        self._files = ResultsFiles(settings, data)
        self.setup = BenchmarkSetup()
        self._make_widgets()
        self._lay_out()
        self._look = QTimer(self)
        self._look.setInterval(_LOOK_MS)
        self._look.timeout.connect(self._show)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._inspect)
        self.setup.benchmarks.currentIndexChanged.connect(self._show_results_path)
        self.setup.changed.connect(self._changed)
        self.setup.results_wanted.connect(self.choose_results)
        self.runs.row_opened.connect(self._open_row)
        self.view.changed.connect(self._enable)
        self.exporter.finished.connect(self._exported)
        self.resize(_SIZE)
        self.setup.show_board(board)
        self._show_results_path()
        self._changed()

    def _make_widgets(self) -> None:
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

    def _lay_out(self) -> None:
        self.offer(TABLE)
        adding = [self.actions_[name] for name in ADDING]
        self.setup.offer(adding, self.actions_["benchmarkRemove"])
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(4, 8, 10, 4)
        for widget in (self.bar, self.figures, self.message):
            column.addWidget(widget)
        column.addWidget(self.view, 1)
        self._left = SideScrollArea(self.setup, _LOWEST)
        self.set_side_by_side(self._left, right, (_LEFT, _RIGHT))

    # --- what others may ask ---

    @property
    def running(self) -> bool:
        """Whether a benchmark runs."""
        return self._session is not None

    @property
    def ready(self) -> bool:
        """Whether a benchmark can be started."""
        return not self.running and self._prospect is not None and self.setup.complete

    def at_work(self) -> str:
        session = self._session
        if session is None:
            unsaved = self._exportable and self._written == self._scratch and self.view.has_results
            return tr("The results of the benchmark are not exported.") if unsaved else ""
        if session.progress is None or session.progress.seconds < LONG:
            return ""
        if self.setup.source == CUSTOM:
            return tr("A benchmark is still running. Its results would be lost.")
        return tr("A benchmark is still running. Its results so far are kept.")

    def show_board(self, board: Board) -> None:
        """Put together a benchmark of this board, unless that would end or lose another one."""
        self._open_board = board
        if not (self.running or self.view.has_results):
            self.setup.show_board(board)

    def show_lesson_step(self, step: LessonStep) -> None:
        """Tick the solvers that a step of a lesson compares."""
        self.setup.tick(step.show)

    # --- what is chosen ---

    def _changed(self) -> None:
        """Something else is chosen; see what it is once it is no longer being typed."""
        if not self.running:
            self._prospect = None
            self._settle.start()
            self._enable()

    def _show_results_path(self, *_: object) -> None:
        source = self.setup.source
        self.setup.show_results_path(None if source == CUSTOM else self._files.of(source))

    def _inspect(self) -> None:
        """Read the benchmark, and how many results there are."""
        if self._looking is not None:
            self._looking.withdraw()
            self._looking = None
        setup = self.setup
        source, document, results = setup.source, setup.document, setup.results_path
        if document is not None and not (document["boards"] and document["solvers"]):
            self.status.setText(tr("Choose boards and solvers, and press Run."))
            return
        job = Job(lambda _: look_at(source, document, results, self._files.folder), "")
        self._looking = self.worker.do(job, self._inspected)

    def _inspected(self, result: object) -> None:
        self._looking = None
        if self.running:
            return
        if not isinstance(result, Prospect):
            self.setup.note.setText("")
            self._tell(str(result))
            self._clear()
            return
        self._prospect = result
        self.setup.show_prospect(result)
        self.setup.note.setText(result.words)
        self._tell("")
        kept = self.setup.source != CUSTOM
        if kept or self._written is None or self._written != self._scratch:
            self._written = self.setup.results_path if result.there else None
            self._shown = result.spec
            self._pace = Pace()
            self.view.show_summary([])
            self._show_progress(Progress(result.there, result.spec.runs, 0, 0.0, 0))
            self._show_rows(list(result.rows))
            if result.there:
                self._read()
        self.status.setText(tr("Choose boards and solvers, and press Run.") if self.ready else "")
        self._enable()

    def _clear(self) -> None:
        self._written = self._shown = None
        self.bar.setValue(0)
        self.figures.setText("")
        self.status.setText("")
        self.view.show_summary([])
        self._show_rows([])
        self._enable()

    def _tell(self, text: str) -> None:
        """Say what is wrong, if anything."""
        self.message.setPlainText(text)
        self.message.setVisible(bool(text))

    # --- what the actions do ---

    def start(self) -> None:
        """Run what has no result yet; of a benchmark that is not kept, everything."""
        if not self.ready:
            return
        assert self._prospect is not None
        results = self.setup.results_path
        if results is None:
            results = self._new_scratch()
        else:
            self._files.choose(self.setup.source, results)
        self._tell("")
        self._pace, self._seen = Pace(), -1
        self._written, self._shown = results, self._prospect.spec
        address = self.setup.scheduler
        self._session = Session(self._prospect.spec, results, self.setup.jobs.value(), address)
        self.setup.hold(held=True)
        said = tr("Waiting for the scheduler at {address}…").format(address=address)
        self.status.setText(said if address else tr("Starting the benchmark…"))
        self._runner.do(self._session, partial(self._ended, self._session))
        self._look.start()
        self._enable()

    def _new_scratch(self) -> Path:
        if self._scratch is None:
            folder = tempfile.mkdtemp(prefix="puzzlegui-")
            self.destroyed.connect(lambda: shutil.rmtree(folder, ignore_errors=True))
            self._scratch = Path(folder) / "results.sqlite"
        self._scratch.unlink(missing_ok=True)
        return self._scratch

    def stop(self) -> None:
        """End all runs; every result so far is kept."""
        if self._session is not None:
            self._session.cancel()
            self.status.setText(tr("Stopping…"))
            self._show_rows(self._session.rows or self.runs.rows)
            self._enable()

    def stop_chosen(self) -> None:
        """End the chosen runs alone."""
        if self._session is not None:
            self._session.stop_runs(self.runs.chosen())
            self._show_rows(self._session.rows or self.runs.rows)

    def open_spec(self) -> None:
        """Choose a benchmark from a file."""
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
        """Put together a benchmark like the chosen one."""
        if self._prospect is not None:
            self.setup.edit_copy(self._prospect)

    def save_spec(self) -> None:
        """Write the custom benchmark to a file, and keep its results beside it."""
        document = self.setup.document
        if document is None or self._prospect is None:
            return
        same = self._shown is not None and self._prospect.spec.digest == self._shown.digest
        results = self._written if same else None

        def write(path: Path) -> None:
            text = dump_document({**document, "title": path.stem})

            def work(_job: Job) -> None:
                write_file(path, text.encode())
                target = path.with_suffix(".sqlite")
                if results is not None and results.exists() and not target.exists():
                    copy_results(results, target)

            self.exporter.write(path, work, lambda path: self.setup.choose(str(path)))

        name = f"{safe_filename(self._open_board.title or 'benchmark')}.toml"
        suggested, kinds = default_directory(self.settings) / name, {".toml": tr("Benchmark")}
        dialogs.choose_save_path(self, tr("Save benchmark"), suggested, kinds, write)

    def choose_results(self) -> None:
        """Choose the file for the results."""
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
        self.setup.add_boards([self._open_board])

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

        def read(_job: Job) -> object:
            return list(subjects_in([str(path)]))

        Waiting(self, self.worker, Job(read, tr("Reading the board…")), self._add)

    def _add(self, found: object) -> None:
        assert isinstance(found, list)
        wrong = [subject for subject in found if subject.board is None]
        if wrong:
            dialogs.show_problem(self, tr("The board could not be opened"), wrong[0].error)
        else:
            boards = [subject.board for subject in found]
            self.setup.add_boards(
                [b if b.title else b.with_fields(title=Path(s.name).stem)
                 for b, s in zip(boards, found, strict=True)]
            )  # fmt: skip

    def remove_boards(self) -> None:
        """Remove the selected boards."""
        self.setup.remove_boards()

    # --- results ---

    def play(self) -> None:
        """Play the solution of the chosen run in the main window."""
        for row in self.runs.chosen()[:1]:
            self._open_row(row)

    def open_board(self) -> None:
        """Open the board of the chosen run in the main window."""
        for row in self.runs.chosen()[:1]:
            self.board_wanted.emit(row.board())

    def _open_row(self, row: Row) -> None:
        """Play the solution of a run, or else open its board."""
        solutions = self._solutions([row])
        if solutions:
            self.play_wanted.emit(solutions[0])
        elif row.case.board:
            self.board_wanted.emit(row.board())

    def _solutions(self, rows: list[Row]) -> list[Solution]:
        """The solutions of runs, as far as they have any."""
        try:
            found = [row.solution() for row in rows]
        except PuzzleError as error:
            title = tr("The solution could not be opened")
            dialogs.show_problem(self, title, as_sentence(error))
            return []
        return [solution for solution in found if solution is not None]

    def play_beside(self) -> None:
        """Play the solutions of two chosen runs side by side."""
        solutions = self._solutions(self.runs.chosen())
        if len(solutions) == 2:
            PairWindow(*solutions, animated=animations_enabled(self.settings), parent=self).show()

    def export(self) -> None:
        """Write the results so far to a file."""
        source, rows = self._written, self.runs.rows
        assert source is not None
        assert self._shown is not None
        few = len(rows) == self._shown.runs
        formats = RESULT_FORMATS if few else REPORT_FORMATS
        findings = Findings(rows if few else None, source)
        stem = Path(self.setup.source.removeprefix(PREFIX)).stem or "benchmark"
        request = ExportRequest(
            tr("Export results"), safe_filename(stem), formats, findings, first="html"
        )  # fmt: skip
        self.exporter.export(request)

    def export_plots(self) -> None:
        """Write the plots to a file."""
        plots = self.view.plots_shown.drawing()
        self.exporter.export(ExportRequest(tr("Export plots"), "benchmark", PLOT_FORMATS, plots))

    # --- what is shown ---

    def _show(self) -> None:
        """Show how far the benchmark has come, and have its results read now and then."""
        session = self._session
        if session is None or (progress := session.progress) is None:
            return
        self._pace.note(progress)
        self._show_progress(progress)
        if (rows := session.rows) is not None:
            self._show_rows(rows)
        if not session.cancelled:
            waits = progress.workers == 0
            said = tr("No worker has connected to the scheduler yet.")
            self.status.setText(said if waits else tr("The benchmark is running."))
        if progress.done != self._seen and time.monotonic() >= self._read_next:
            self._seen = progress.done
            self._read()

    def _show_rows(self, rows: list[Row]) -> None:
        if self.view.show_rows(rows):
            wrong = [row.disproved for row in rows if row.disproved]
            if wrong:
                self._tell(tr("Disproved: {what}").format(what=wrong[0]))

    def _show_progress(self, progress: Progress) -> None:
        self.bar.setValue(round(1000 * progress.done / max(1, progress.total)))
        failed = sum(summary.errors for summary in self.summary.rows)
        self.figures.setText(self._pace.words(progress, failed, running=self.running))

    def _read(self) -> None:
        """Have the summary worked out from the results."""
        path = self._written
        if path is None or (self._reading is not None and self._reading.waiting):
            return
        begun = time.monotonic()

        def read(job: Job) -> object:
            with Results(path) as results:
                results.heed(job.is_wanted)
                return summaries(results)

        def ended(result: object) -> None:
            now = time.monotonic()
            self._read_next = now + max(_READ, _REST * (now - begun))
            if isinstance(result, list):
                self.view.show_summary(result)
                self._say_how_many(sum(summary.runs for summary in result))
            elif not (job.cancelled or self.running):
                self._tell(str(result))
            self._enable()

        job = Job(read, "")
        self._reading = self.worker.do(job, ended, background=True)

    def _ended(self, session: Session, result: object) -> None:
        """A session has come to its end, however that was."""
        self._look.stop()
        self._session = None
        self._exportable = session.progress is not None and session.progress.seconds >= LONG
        self.setup.hold(held=False)
        self._settle.stop()  # nothing else has been chosen
        if (rows := session.rows) is not None:
            self._show_rows(judged(rows))
        if isinstance(result, Progress):
            self._show_progress(result)
            words = tr("Benchmark complete. New results: {count}, in {seconds} s.")
            if session.cancelled:
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
            begun = session.progress is not None
            said = tr("The benchmark ended early.")
            self.status.setText(said if begun else tr("The benchmark was not started."))
            self._tell(str(result))
        self._read_next = 0.0
        if self._reading is not None:
            self._reading.withdraw()
        self._reading = None
        if session.progress is not None:
            self._read()
        self._enable()

    def _exported(self, _path: object) -> None:
        self._exportable = False

    def _say_how_many(self, count: int) -> None:
        """Say how many results there are, once they do not change any more."""
        if self._prospect is not None and not self.running and self.setup.source != CUSTOM:
            self._prospect = self._prospect._replace(there=count)
            self.setup.note.setText(self._prospect.words)

    def _enable(self) -> None:
        session, chosen = self._session, self.runs.chosen()
        idle, custom = session is None, self.setup.source == CUSTOM
        playable = [row for row in chosen if row.moves is not None]
        document = None if self._prospect is None else self._prospect.document
        self.actions_.enable({
            "ready": self.ready,
            "running": session is not None and not session.cancelled,
            "chosen running": session is not None and any(not row.ended for row in chosen),
            "idle": idle,
            "copyable": idle and not custom and document is not None,
            "savable": idle and custom and self._prospect is not None,
            "kept": idle and not custom,
            "editable": idle and custom,
            "removable": idle and custom and bool(self.setup.boards.selectedIndexes()),
            "playable": bool(playable),
            "board": bool(chosen) and bool(chosen[0].case.board),
            "two": len(playable) == len(chosen) == 2 and chosen[0].group == chosen[1].group,
            "rows": self._written is not None and self.view.has_results,
            "plots": self.view.plots_shown.drawn,
        })  # fmt: skip

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        bar = self._left.verticalScrollBar().sizeHint().width()
        self._left.setMinimumWidth(self.setup.minimumSizeHint().width() + bar)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        if self.stays_open(event):
            return
        self._look.stop()
        self._settle.stop()
        self._runner.close()
        self.worker.close()
        super().closeEvent(event)
