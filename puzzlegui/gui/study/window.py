"""The window in which a study is started, watched, stopped and gone on with."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.counting import clock, counted, decimal, group_digits
from puzzlegui.core.files import write_pieces
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.studies.results import Results
from puzzlegui.engine.studies.study import Progress
from puzzlegui.engine.studies.summary import summaries
from puzzlegui.export.settings import CancelledError
from puzzlegui.export.studies import REPORTS
from puzzlegui.gui.desktop.places import file_name, opened, usual_folder
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.study import asking
from puzzlegui.gui.study.actions import TABLE
from puzzlegui.gui.study.choice import StudyChoice
from puzzlegui.gui.study.places import ResultsFiles
from puzzlegui.gui.study.table import SummaryTable
from puzzlegui.gui.study.task import Pace, Prospect, Session, look_at
from puzzlegui.gui.threads.worker import Job, Pending, Worker
from puzzlegui.gui.widgets.basic import text_label
from puzzlegui.gui.widgets.side_window import LONG, SideWindow, Writing

_LOOK_MS = 100
_SETTLE_MS = 150
"""After which what is typed is taken to be what is meant."""
_READ = 0.5
"""Seconds between two readings of the rows at least."""
_REST = 4
"""So many times as long as a reading took does the next one wait."""
_SIZE = QSize(1280, 640)
_LEFT, _RIGHT = 300, 980
_MESSAGE_LINES = 5
_LONG, _VERY_LONG = 90 * 60, 48 * 3600


class StudyWindow(SideWindow):
    """Runs a study in processes of its own or on a cluster, and shows what comes of it.

    Args:
        settings: of the program.
        data: the program's folder for what the user has made; need not exist.
        parent: the window that it belongs to.
    """

    def __init__(self, settings: Settings, data: Path, parent: QWidget | None = None) -> None:
        super().__init__("study", settings, parent)
        self.setWindowTitle(tr("Studies"))
        self._runner = Worker(self)  # the other one reads and writes meanwhile
        self._session: Session | None = None
        self._prospect: Prospect | None = None
        self._looking: Pending | None = None
        self._reading: Pending | None = None
        self._pace = Pace()
        self._read_next = 0.0
        self._seen = -1
        self._there = 0
        """Rows that the table tells of, or that there are to be read."""
        self._report = Path()
        self._files = ResultsFiles(settings, data)
        self.choice = StudyChoice(self._files.of)
        self._make_widgets()
        self._lay_out()
        self._look = QTimer(self)
        self._look.setInterval(_LOOK_MS)
        self._look.timeout.connect(self._show)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self._inspect)
        self.choice.changed.connect(self._changed)
        self.choice.rows_wanted.connect(self.choose_rows)
        self.resize(_SIZE)
        self.choice.studies.setFocus()
        self._changed()

    def _make_widgets(self) -> None:
        self.bar = QProgressBar()
        self.bar.setObjectName("studyBar")
        self.bar.setAccessibleName(tr("Progress of the study"))
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 1000)
        self.figures = text_label("studyFigures", 1)
        self.message = QPlainTextEdit()
        self.message.setObjectName("studyMessage")
        self.message.setAccessibleName(tr("Problem"))
        self.message.setReadOnly(True)
        self.message.setTabChangesFocus(True)
        self.message.setFixedHeight(_MESSAGE_LINES * self.message.fontMetrics().lineSpacing() + 12)
        self.message.hide()
        self.table = SummaryTable()

    def _lay_out(self) -> None:
        self.offer(TABLE)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(4, 8, 10, 4)
        for widget in (self.bar, self.figures, self.message):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        self.lay_beside(self.choice, right, (_LEFT, _RIGHT))

    # --- what others may ask ---

    @property
    def running(self) -> bool:
        """Whether a study runs."""
        return self._session is not None

    @property
    def ready(self) -> bool:
        """Whether a study can be started."""
        return not self.running and self._prospect is not None and self.choice.complete

    def at_work(self) -> str:
        progress = None if self._session is None else self._session.progress
        if progress is None or progress.seconds < LONG:
            return ""
        return tr("A study is still running. Its results so far are kept.")

    # --- what is chosen ---

    def _changed(self) -> None:
        """Something else is chosen; see what it is once it is no longer being typed."""
        if not self.running:
            self._prospect = None
            self._settle.start()
            self._enable()

    def _inspect(self) -> None:
        """Read the study, and how many rows there are."""
        if self._looking is not None:
            self._looking.withdraw()
        choice = self.choice.choice
        job = Job(lambda _: look_at(choice, self._files.folder), "")
        self._looking = self.worker.do(job, self._inspected)

    def _inspected(self, result: object) -> None:
        self._looking = None
        if self.running:
            return
        self._there = 0
        if isinstance(result, Prospect):
            self._prospect, self._there = result, result.there
            self.choice.note.setText(_words_of(result))
            self._tell("")
            self.bar.setValue(round(1000 * result.there / max(1, result.spec.runs)))
        else:
            self.choice.note.setText("")
            self._tell(str(result))
            self.bar.setValue(0)
        self.figures.setText("")
        self.table.show_summaries([])
        self.status.setText(tr("Choose a study and press Run.") if self.ready else "")
        if self._there:
            self._read()
        self._enable()

    def _tell(self, text: str) -> None:
        """Say what is wrong, if anything."""
        self.message.setPlainText(text)
        self.message.setVisible(bool(text))

    # --- what the actions do ---

    def start(self) -> None:
        """Run what has no row yet."""
        if not self.ready:
            return
        assert self._prospect is not None
        self._files.choose(self.choice.source, self.choice.choice.rows)
        self._tell("")
        self._pace, self._seen = Pace(), -1
        self._session = Session(self._prospect.spec, self.choice.choice)
        self.choice.hold(held=True)
        where = self.choice.choice.address
        said = tr("Waiting for the scheduler at {address}…").format(address=where)
        self.status.setText(said if where else tr("Starting the study…"))
        self._runner.do(self._session, partial(self._ended, self._session))
        self._look.start()
        self._enable()

    def stop(self) -> None:
        """End all runs; every row so far is kept."""
        if self._session is not None:
            self._session.cancel()
            self.status.setText(tr("Stopping…"))
            self._enable()

    def open_spec(self) -> None:
        """Choose a study from a file."""
        path = asking.ask_spec_path(self, str(usual_folder(self.settings)))
        if path is not None:
            self.settings["folder"] = str(path.parent)
            self.choice.add_file(path)

    def choose_rows(self) -> None:
        """Choose the file for the rows."""
        path = asking.ask_rows_path(self, self.choice.choice.rows)
        if path is not None:
            self._files.choose(self.choice.source, path)
            self.choice.keep_rows_in(path)

    def write_report(self) -> None:
        """Write what there is so far as a report."""
        source = self.choice.choice.rows
        kinds = {".html": tr("Web page"), ".csv": tr("CSV table")}

        def prepared(path: Path) -> Writing:
            return partial(_write_report, source, path)

        name = f"{file_name(self.choice.stem)}.html"
        self.write(tr("Save report"), name, kinds, prepared, self._written)

    def _written(self, path: Path) -> None:
        self._report = path
        self._enable()

    def open_report(self) -> None:
        """Open the report that was written last."""
        if not self._report.exists():
            said = tr("{name} is no longer there")
        elif opened(self._report):
            return
        else:
            said = tr("No program was found that opens {name}")
        self.status.setText(said.format(name=self._report.name))

    # --- what is shown ---

    def _show(self) -> None:
        """Show how far the study has come, and have its rows read now and then."""
        session = self._session
        if session is None or (progress := session.progress) is None:
            return
        self._pace.note(progress)
        self._show_progress(progress)
        if not session.cancelled:
            waits = progress.workers == 0
            said = tr("No worker has connected to the scheduler yet.")
            self.status.setText(said if waits else tr("The study is running."))
        if progress.done != self._seen and time.monotonic() >= self._read_next:
            self._seen = progress.done
            self._read()

    def _show_progress(self, progress: Progress) -> None:
        share = progress.done / max(1, progress.total)
        self.bar.setValue(round(1000 * share))
        rate, failed = self._pace.rate, sum(s.errors for s in self.table.found)
        parts = [
            tr("{done} of {total} runs").format(
                done=group_digits(progress.done), total=group_digits(progress.total)
            )
        ]
        if self.running:
            parts.append(tr("{rate} results/s").format(rate=decimal(rate, 1)))
            if rate > 0:
                parts.append(tr("{time} left").format(time=_duration(_left(progress, rate))))
            parts.append(counted(progress.workers, "worker"))
        parts.append(
            ngettext("{count} failure", "{count} failures", failed).format(
                count=group_digits(failed)
            )
        )
        self.figures.setText("  ·  ".join(parts))

    def _read(self) -> None:
        """Have the table worked out from the rows."""
        if self._reading is not None and self._reading.waiting:
            return
        path = self.choice.choice.rows
        begun = time.monotonic()

        def read(job: Job) -> object:
            with Results(path) as results:
                results.heed(job.is_wanted)
                return summaries(results)

        def ended(result: object) -> None:
            now = time.monotonic()
            self._read_next = now + max(_READ, _REST * (now - begun))
            if isinstance(result, list):
                self._there = sum(summary.runs for summary in result)
                self.table.show_summaries(result)
                self._say_how_many()
            elif not (job.cancelled or self.running):
                self._tell(str(result))
            self._enable()

        job = Job(read, "")
        self._reading = self.worker.do(job, ended, background=True)

    def _ended(self, session: Session, result: object) -> None:
        """A session has come to its end, however that was."""
        self._look.stop()
        self._session = None
        self.choice.hold(held=False)
        self._settle.stop()  # nothing else has been chosen
        if isinstance(result, Progress):
            self._show_progress(result)
            words = tr("Study complete. New results: {count}, in {seconds} s.")
            if session.cancelled:
                words = tr(
                    "Stopped after {seconds} s. New results: {count}. Press Run to continue."
                )
            added, seconds = group_digits(result.added), decimal(result.seconds, 1)
            self.status.setText(words.format(count=added, seconds=seconds))
        elif isinstance(result, CancelledError):
            self.status.setText(tr("Stopped."))
        else:
            begun = session.progress is not None
            said = tr("The study ended early.") if begun else tr("The study was not started.")
            self.status.setText(said)
            self._tell(str(result))
        self._read_next = 0.0
        if self._reading is not None:
            self._reading.withdraw()
        self._reading = None
        if session.progress is not None:
            self._read()
        self._enable()

    def _say_how_many(self) -> None:
        """Say how many rows there are, once they do not change any more."""
        if self._prospect is not None and not self.running:
            self._prospect = self._prospect._replace(there=self._there)
            self.choice.note.setText(_words_of(self._prospect))

    def _enable(self) -> None:
        session = self._session
        self.actions_.enable({
            "ready": self.ready,
            "running": session is not None and not session.cancelled,
            "idle": session is None,
            "rows": self._there > 0,
            "written": self._report != Path(),
        })  # fmt: skip

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        self._look.stop()
        self._settle.stop()
        self._runner.close()
        self.worker.close()
        super().closeEvent(event)


def _write_report(source: Path, path: Path, job: Job) -> None:
    """Write the report of a file of rows."""
    with Results(source) as results:
        results.heed(job.is_wanted)
        write_pieces(path, REPORTS[path.suffix.lower()](results), job.is_wanted)


def _words_of(prospect: Prospect) -> str:
    """What a study is going to be."""
    spec = prospect.spec
    text = tr("{runs} on {boards} with {solvers}.").format(
        runs=counted(spec.runs, "run"), boards=counted(spec.boards, "board"),
        solvers=", ".join(spec.solvers),
    )  # fmt: skip
    if prospect.there:
        said = ngettext(
            "{count} result is already saved; the study continues from there.",
            "{count} results are already saved; the study continues from there.",
            prospect.there,
        )
        text += "\n" + said.format(count=group_digits(prospect.there))
    return text


def _left(progress: Progress, rate: float) -> float:
    return max(0, progress.total - progress.done) / rate


def _duration(seconds: float) -> str:
    """How long something takes, more or less: ``1:05``, ``about 3 h``."""
    if seconds < _LONG:
        return clock(seconds)
    if seconds < _VERY_LONG:
        return tr("about {number} h").format(number=group_digits(round(seconds / 3600)))
    return tr("about {number} days").format(number=group_digits(round(seconds / 86400)))
