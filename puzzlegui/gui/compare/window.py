"""The window in which solvers are compared."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QSplitter, QWidget

from puzzlegui.core.counting import group_digits
from puzzlegui.core.files import without_folders, write_file
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Solution
from puzzlegui.documents.lessons import LessonStep
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.comparing.comparison import Comparison, rows_of, rows_of_source
from puzzlegui.engine.comparing.rows import Row, Stage
from puzzlegui.engine.comparing.sourced import table_of
from puzzlegui.engine.comparing.subjects import Subject, subjects_in
from puzzlegui.engine.sources import source_title
from puzzlegui.export.comparisons import TABLE_FORMATS, table_format_of
from puzzlegui.gui.compare.actions import TABLE
from puzzlegui.gui.compare.choice import Choice
from puzzlegui.gui.compare.pair import PairWindow
from puzzlegui.gui.compare.table import RunTable
from puzzlegui.gui.desktop.movements import are_wanted
from puzzlegui.gui.desktop.places import usual_folder
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.plots import PICTURES, Plots
from puzzlegui.gui.widgets.side_window import LONG, SideWindow, Writing
from puzzlegui.gui.widgets.waiting import Waiting

_LOOK_MS = 100
_SIZE = QSize(1180, 680)
_LEFT, _RIGHT = 260, 920
_ABOVE, _BELOW = 360, 240
_SOURCE_SECONDS = 120.0
"""The time limit of a run that reproduces a source's figures."""


class CompareWindow(SideWindow):
    """Runs solvers on boards, each in a process of its own, and shows what comes of it.

    Args:
        subjects: the boards to begin with.
        settings: of the program.
        parent: the window that it belongs to.

    Signals:
        play_wanted: a solution is to be followed in the main window.
    """

    play_wanted = Signal(object)

    def __init__(
        self, subjects: list[Subject], settings: Settings, parent: QWidget | None = None
    ) -> None:
        super().__init__("compare", settings, parent)
        self._name(None)
        self._comparison = Comparison([])
        self._seen, self._begun = -1, 0.0
        self._killer = _Killer()
        self.destroyed.connect(self._killer)
        self.choice = Choice()
        self.choice.show_subjects(subjects)
        self.table = RunTable()
        self.plots = Plots(
            "comparePlots", self.worker, "puzzlegui.gui.compare.charts",
            tr("Moves and times appear here when runs finish."),
        )  # fmt: skip
        self._lay_out()
        self._look = QTimer(self)
        self._look.setInterval(_LOOK_MS)
        self._look.timeout.connect(self._show)
        self.choice.changed.connect(self._enable)
        self.choice.add_wanted.connect(self.add_file)
        self.table.play_wanted.connect(self._play_row)
        self.table.selectionModel().selectionChanged.connect(self._chosen_changed)
        self.table.rows.modelReset.connect(self._chosen_changed)
        self.plots.chosen.connect(self.table.choose)
        self.plots.ready.connect(self._enable)
        self.resize(_SIZE)
        self._show()

    def _lay_out(self) -> None:
        self.offer(TABLE)
        results = QSplitter(Qt.Orientation.Vertical)
        results.setChildrenCollapsible(False)
        results.addWidget(self.table)
        results.addWidget(self.plots)
        results.setSizes([_ABOVE, _BELOW])
        results.setContentsMargins(4, 4, 10, 4)
        self.lay_beside(self.choice, results, (_LEFT, _RIGHT))

    # --- what others may ask ---

    @property
    def rows(self) -> list[Row]:
        """The rows as they are now."""
        return self._comparison.rows

    @property
    def running(self) -> bool:
        """Whether something runs, or waits."""
        return not self._comparison.done

    def at_work(self) -> str:
        if not self.running or time.monotonic() - self._begun < LONG:
            return ""
        return tr("A comparison is still running. Its results would be lost.")

    # --- what the actions do ---

    def start(self) -> None:
        """Run the chosen solvers on the boards."""
        rows = rows_of(self.choice.subjects, self.choice.names, self.choice.request)
        self._name(None)
        self.show_rows(rows, self.choice.jobs.value())

    def compare_source(self, key: str, *_: object) -> None:
        """Run what a source tells the figures of, and show these beside ours."""
        table = table_of(key)
        self._name(source_title(key))
        self.show_rows(rows_of_source(table, load_preset, _SOURCE_SECONDS))

    def _name(self, source: str | None) -> None:
        """Say in the title which source's figures are reproduced, if any."""
        if source is None:
            self.setWindowTitle(tr("Compare solvers"))
        else:
            self.setWindowTitle(tr("Compare solvers: {source}").format(source=source))

    def show_rows(self, rows: list[Row], jobs: int = 1) -> None:
        """Show these rows, and run those that have not ended, so many at a time."""
        self._comparison.close(wait=False)
        self._comparison = self._killer.comparison = Comparison(rows, jobs).start()
        self._seen, self._begun = -1, time.monotonic()
        self._look.start()
        self._show()
        if rows:
            self.table.choose(0)

    def stop(self) -> None:
        """End all runs."""
        self._comparison.end_all()
        self._show()

    def end_chosen(self) -> None:
        """End the chosen runs alone."""
        for row in self.table.chosen():
            self._comparison.end(row.number)
        self._show()

    def add_file(self) -> None:
        """Compare on the board in a file, too."""
        path = dialogs.ask_open_path(self, str(usual_folder(self.settings)))
        if path is None:
            return

        def read(_job: Job) -> object:
            found = subjects_in([str(path)])
            return [replace(subject, name=without_folders(subject.name)) for subject in found]

        Waiting(self, self.worker, Job(read, tr("Reading the board…")), self._add)

    def _add(self, found: object) -> None:
        assert isinstance(found, list)
        wrong = [subject for subject in found if subject.board is None]
        if wrong:
            dialogs.show_problem(self, tr("The board could not be opened"), wrong[0].error)
        else:
            self.choice.add_subjects(found)

    def play(self) -> None:
        """Follow the solution of the chosen row in the main window."""
        for row in self.table.chosen()[:1]:
            self._play_row(row.number)

    def _play_row(self, number: int) -> None:
        solution = self._comparison.rows[number].solution
        if solution is not None and solution.solved:
            self.play_wanted.emit(solution)

    def play_beside(self) -> None:
        """Play the solutions of two chosen rows side by side."""
        solutions = self._two()
        if solutions is not None:
            PairWindow(*solutions, animated=are_wanted(self.settings), parent=self).show()

    def export_table(self) -> None:
        """Write the table to a file."""
        kinds = {format_.suffix: tr(format_.title) for format_ in TABLE_FORMATS.values()}
        rows = self._comparison.rows

        def prepared(path: Path) -> Writing | None:
            if (format_ := table_format_of(path)) is None:
                return None
            return lambda _job: write_file(path, format_.write(rows).encode())

        self.write(tr("Export table"), "comparison.csv", kinds, prepared)

    def export_plots(self) -> None:
        """Write the plots to a file."""
        kinds = {suffix: tr(kind) for suffix, kind in PICTURES.items()}

        def prepared(path: Path) -> Writing:
            data = self.plots.picture(path.suffix.lower())
            return lambda _job: write_file(path, data)

        self.write(tr("Export plots"), "comparison.png", kinds, prepared)

    # --- what is shown ---

    def _show(self) -> None:
        """Show how far the comparison has come, if that is something else than before."""
        comparison = self._comparison
        done, version = comparison.done, comparison.version
        if version != self._seen or done:
            self._seen = version
            rows = comparison.rows
            self.table.show_rows(rows)
            self._show_plots(rows)
            self._say(rows)
        if done:
            self._look.stop()
        self._enable()

    def _show_plots(self, rows: list[Row]) -> None:
        """Draw the runs on the board of the chosen row, or of the first one."""
        chosen = self.table.chosen()
        group = chosen[0].group if chosen else rows[0].group if rows else 0
        shown = [
            row
            for row in rows
            if row.group == group and row.board is not None and not row.error
            and row.stage is not Stage.WAITING
        ]  # fmt: skip
        self.plots.show_figures(shown[0].title if shown else "", shown or None)

    def _say(self, rows: list[Row]) -> None:
        if not rows:
            self.status.setText(tr("Choose boards and solvers, then press Compare."))
            return
        ended = sum(row.ended for row in rows)
        wrong = [row.disproved for row in rows if row.disproved]
        text = tr("{ended} of {count} runs finished.").format(
            ended=group_digits(ended), count=group_digits(len(rows))
        )
        if wrong:
            text = tr("Disproved: {what}").format(what=wrong[0])
        self.status.setText(text)

    def _chosen_changed(self, *_: object) -> None:
        self._show_plots(self._comparison.rows)
        self._enable()

    def _two(self) -> tuple[Solution, Solution] | None:
        """The solutions of the two chosen rows, if they are of the same board."""
        chosen = [row for row in self.table.chosen() if row.solution and row.solution.solved]
        if len(chosen) != 2 or chosen[0].group != chosen[1].group:
            return None
        one, other = (row.solution for row in chosen)
        assert one is not None
        assert other is not None
        return one, other

    def _enable(self) -> None:
        chosen = self.table.chosen()
        playable = bool(chosen) and chosen[0].solution is not None and chosen[0].solution.solved
        running = self.running
        self.actions_.enable({
            "ready": not running and bool(self.choice.names) and bool(self.choice.subjects),
            "running": running,
            "idle": not running,
            "chosen running": any(not row.ended for row in chosen),
            "playable": playable,
            "two": self._two() is not None,
            "rows": self.table.rows.rowCount() > 0,
            "plots": self.plots.drawn,
        })  # fmt: skip

    def show_lesson_step(self, step: LessonStep) -> None:
        """Tick the solvers that a step of a lesson compares."""
        self.choice.show_names(step.show)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        self._look.stop()
        self._killer()
        super().closeEvent(event)


class _Killer:
    """Ends the comparison of a window that is gone, be it closed or not; waits for nothing."""

    def __init__(self) -> None:
        self.comparison: Comparison | None = None

    def __call__(self, *_: object) -> None:
        if self.comparison is not None:
            self.comparison.close(wait=False)
