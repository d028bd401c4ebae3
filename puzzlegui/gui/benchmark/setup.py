"""The setup panel of a benchmark: boards, solvers, limits, results file and workers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.language import tr
from puzzlegui.documents.boardfile import dump_board_line
from puzzlegui.engine import registry
from puzzlegui.engine.benchmark.parser import BUILTIN, BUILTIN_PREFIX, SOURCES
from puzzlegui.engine.sources import source_title
from puzzlegui.gui.benchmark.task import BenchmarkPreview, boards_text
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import (
    ElidedLabel,
    OptionalSpinBox,
    heading_label,
    ignore_wheel,
    indent_text,
    plain_tooltip,
    text_label,
)

CUSTOM = ""
"""Source of the custom benchmark."""
_SECONDS, _MOST_SECONDS = 10, 24 * 3600
_BOARD_LINES, _SOLVER_LINES = 3, 4
_SOURCE = Qt.ItemDataRole.UserRole


class BenchmarkSetup(QWidget):
    """Panel that chooses or composes a benchmark and the workers that run it.

    Signals:
        changed: the benchmark, its results file or the workers changed.
        results_path_requested: the user asked to choose the results file.
    """

    changed = Signal()
    results_path_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("benchmarkSetup")
        self._tables: list[Mapping[str, Any]] = []
        """``[[boards]]`` tables of the custom benchmark."""
        self._families: list[str] = []
        self._unticked: set[str] = set()
        """Names of the unticked solvers."""
        self._create_lists()
        self._create_limits()
        self._create_destinations()
        self._list_benchmarks()
        self._lay_out()
        self._connect_signals()
        self._benchmark_chosen()

    def _create_lists(self) -> None:
        self.benchmarks = QComboBox()
        self.benchmarks.setObjectName("benchmarkCombo")
        self.benchmarks.setAccessibleName(tr("Benchmark"))
        self.benchmarks.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.sentence = text_label("benchmarkSentence", 2)
        self.boards = QListWidget()
        self.boards.setObjectName("benchmarkBoards")
        self.boards.setAccessibleName(tr("Boards"))
        self.boards.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.boards.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.solvers = QListWidget()
        self.solvers.setObjectName("benchmarkSolvers")
        self.solvers.setAccessibleName(tr("Solvers"))
        line = self.boards.fontMetrics().height() + 10
        for listed in (self.boards, self.solvers):  # they take the remaining height
            listed.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.boards.setMinimumHeight(_BOARD_LINES * line)
        self.boards.setMaximumHeight(2 * _BOARD_LINES * line)
        self.solvers.setMinimumHeight(_SOLVER_LINES * line)
        self.add = QPushButton(tr("Add"))
        self.add.setObjectName("benchmarkAddButton")
        self.remove = QPushButton(tr("Remove"))
        self.remove.setObjectName("benchmarkRemoveButton")
        self.tick_all = QPushButton(tr("All"))
        self.untick_all = QPushButton(tr("None"))

    def _create_limits(self) -> None:
        self.seconds = OptionalSpinBox(tr("Time per run"), _MOST_SECONDS, tr("no limit"), tr(" s"))
        self.seconds.setObjectName("benchmarkSeconds")
        self.seconds.setValue(_SECONDS)
        self.isolated = QCheckBox(tr("Measure memory"))
        self.isolated.setObjectName("benchmarkIsolated")
        self.isolated.setToolTip(tr("Start a new process for each run"))
        self.isolated.setChecked(True)

    def _create_destinations(self) -> None:
        self.results = QLineEdit()
        self.results.setObjectName("benchmarkResultsEdit")
        self.results.setAccessibleName(tr("Results file"))
        self.folder = ElidedLabel("benchmarkResultsFolder")
        self.choose_results = QPushButton(tr("Choose…"))
        self.choose_results.setObjectName("benchmarkResultsButton")
        self.choose_results.setAccessibleName(tr("Choose the results file"))
        self.this_machine = QRadioButton(tr("This machine, parallel runs:"))
        self.this_machine.setObjectName("benchmarkHere")
        self.this_machine.setChecked(True)
        self.jobs = QSpinBox()
        self.jobs.setObjectName("benchmarkJobs")
        self.jobs.setAccessibleName(tr("Parallel runs"))
        self.jobs.setRange(1, max(1, os.cpu_count() or 1))
        self.cluster = QRadioButton(tr("Dask cluster:"))
        self.cluster.setObjectName("benchmarkCluster")
        self.address = QLineEdit()
        self.address.setObjectName("benchmarkAddress")
        self.address.setAccessibleName(tr("Scheduler address"))
        self.address.setPlaceholderText("tcp://host:8786")
        self.note = text_label("benchmarkNote", 2)
        indent_text(self.jobs)
        ignore_wheel(self.jobs)

    def _list_benchmarks(self) -> None:
        self._list(CUSTOM, tr("Custom"))
        self.benchmarks.insertSeparator(1)
        for name, shipped in BUILTIN.items():
            self._list(f"{BUILTIN_PREFIX}{name}", tr(shipped.title))
        self.benchmarks.insertSeparator(self.benchmarks.count())
        for name, table in SOURCES.items():
            self._list(f"{BUILTIN_PREFIX}{name}", f"{table.key} {source_title(table.key)}")

    def _list(self, source: str, name: str) -> None:
        self.benchmarks.addItem(name, source)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(spacing.APART, spacing.TIGHT, spacing.TIGHT, spacing.TIGHT)
        column.addWidget(self.benchmarks)
        column.addWidget(self.sentence)
        column.addLayout(_row(heading_label(tr("Boards")), None, self.add, self.remove))
        column.addWidget(self.boards, 1)
        column.addLayout(_row(heading_label(tr("Solvers")), None, self.tick_all, self.untick_all))
        column.addWidget(self.solvers, 2)
        limits = QGridLayout()
        limits.addWidget(QLabel(tr("Time per run")), 0, 0)
        limits.addWidget(self.seconds, 0, 1)
        limits.addWidget(self.isolated, 0, 2)
        limits.setColumnStretch(2, 1)
        column.addLayout(limits)
        column.addLayout(_row(heading_label(tr("Results file")), self.results, self.choose_results))
        column.addWidget(self.folder)
        column.addLayout(_row(self.this_machine, self.jobs, None))
        column.addLayout(_row(self.cluster, self.address))
        column.addWidget(self.note)

    def _connect_signals(self) -> None:
        self.benchmarks.currentIndexChanged.connect(self._benchmark_chosen)
        self.choose_results.clicked.connect(self.results_path_requested)
        self.results.textChanged.connect(self.changed)
        self.address.textChanged.connect(self.changed)
        self.jobs.valueChanged.connect(self.changed)
        self.seconds.valueChanged.connect(self._limits_edited)
        self.isolated.toggled.connect(self._limits_edited)
        self.solvers.itemChanged.connect(self._solver_ticked)
        self.boards.itemSelectionChanged.connect(self.changed)
        self.tick_all.clicked.connect(lambda: self._set_all_ticks(Qt.CheckState.Checked))
        self.untick_all.clicked.connect(lambda: self._set_all_ticks(Qt.CheckState.Unchecked))
        self.this_machine.toggled.connect(self._workers_chosen)

    def set_actions(self, adding: Iterable[QAction], remove: QAction) -> None:
        """Set the actions of the buttons below the boards."""
        menu = QMenu(self.add)
        menu.addActions(list(adding))
        self.add.setMenu(menu)
        self.remove.clicked.connect(remove.trigger)
        remove.changed.connect(lambda: self.remove.setEnabled(remove.isEnabled()))

    # --- the benchmark ---

    @property
    def source(self) -> str:
        """File of the benchmark, or ``study:NAME``; empty for the custom benchmark."""
        return str(self.benchmarks.currentData())

    @property
    def document(self) -> dict[str, Any] | None:
        """Tables of the custom benchmark; None if another benchmark is chosen."""
        if self.source != CUSTOM:
            return None
        document: dict[str, Any] = {
            "title": tr("Solver comparison"), "solvers": self.solver_names,
            "isolated": self.isolated.isChecked(),
        }  # fmt: skip
        if self.seconds.value():
            document["limits"] = {"seconds": self.seconds.value()}
        return document | {"boards": list(self._tables)}

    @property
    def solver_names(self) -> list[str]:
        """Names of the ticked solvers."""
        items = (self.solvers.item(line) for line in range(self.solvers.count()))
        return [item.text() for item in items if item.checkState() == Qt.CheckState.Checked]

    @property
    def results_path(self) -> Path | None:
        """Results file; None if results are not saved."""
        if self.source == CUSTOM:
            return None
        return Path(self.folder.text()) / self.results.text().strip()

    @property
    def scheduler(self) -> str:
        """Address of the Dask scheduler; empty to run on this machine."""
        return self.address.text().strip() if self.cluster.isChecked() else ""

    @property
    def is_complete(self) -> bool:
        """True if nothing is missing."""
        if self.source == CUSTOM:
            named = bool(self._tables and self.solver_names)
        else:
            named = bool(self.results.text().strip())
        return named and (self.this_machine.isChecked() or bool(self.scheduler))

    # --- changes ---

    def choose(self, source: str) -> None:
        """Choose a benchmark, adding it to the list if necessary."""
        if (place := self.benchmarks.findData(source)) < 0:
            self._list(source, Path(source).name)
            place = self.benchmarks.count() - 1
        if place == self.benchmarks.currentIndex():  # its file may have changed
            self._benchmark_chosen()
        self.benchmarks.setCurrentIndex(place)

    def show_board(self, board: Board) -> None:
        """Set up a custom benchmark of a single board."""
        self._tables, self._families, self._unticked = [], [], set()
        self.choose(CUSTOM)
        self.add_boards([board])

    def add_boards(self, boards: Sequence[Board]) -> None:
        """Add boards to the custom benchmark."""
        self.add_tables(
            [{"board": dump_board_line(board)} for board in boards],
            [board.family for board in boards],
        )

    def add_tables(self, tables: Sequence[Mapping[str, Any]], families: Sequence[str]) -> None:
        """Add boards to the custom benchmark.

        Args:
            tables: ``[[boards]]`` tables.
            families: families of the boards.
        """
        self._tables += tables
        self._families = list(dict.fromkeys([*self._families, *families]))
        self._show_custom()
        self.changed.emit()

    def remove_boards(self) -> None:
        """Remove the selected boards from the custom benchmark."""
        chosen = {index.row() for index in self.boards.selectedIndexes()}
        self._tables = [table for at, table in enumerate(self._tables) if at not in chosen]
        self._show_custom()
        self.changed.emit()

    def tick_only(self, names: Sequence[str]) -> None:
        """Tick exactly these solvers."""
        for line in range(self.solvers.count()):
            item = self.solvers.item(line)
            ticked = Qt.CheckState.Checked if item.text() in names else Qt.CheckState.Unchecked
            item.setCheckState(ticked)

    def edit_copy(self, preview: BenchmarkPreview) -> None:
        """Set up a custom benchmark as a copy of another."""
        assert preview.document is not None
        self._tables = list(preview.document["boards"])
        self._families = list(preview.spec.families)
        known = {s.name for family in self._families for s in registry.solvers_of(family)}
        self._unticked = known - set(preview.spec.solvers)
        self.seconds.setValue(int(preview.spec.limits.seconds or 0))
        self.isolated.setChecked(preview.spec.isolated)
        self.choose(CUSTOM)

    def show_preview(self, preview: BenchmarkPreview) -> None:
        """Show boards, solvers and limits, unless the custom benchmark is chosen."""
        if self.source == CUSTOM:
            return
        spec = preview.spec
        self._show_boards(preview.boards)
        self._show_solvers(spec.solvers, ())
        self.seconds.blockSignals(True)
        self.seconds.setValue(int(spec.limits.seconds or 0))
        self.seconds.blockSignals(False)
        self.isolated.blockSignals(True)
        self.isolated.setChecked(spec.isolated)
        self.isolated.blockSignals(False)

    def show_results_path(self, path: Path | None) -> None:
        """Show the path of the results file; None if results are not saved."""
        before = self.results_path
        self.results.blockSignals(True)
        self.results.setText("" if path is None else path.name)
        self.results.blockSignals(False)
        self.results.setCursorPosition(0)
        self.results.setToolTip("" if path is None else path.name)
        self.results.setPlaceholderText(tr("Not saved"))
        self.folder.setText("" if path is None else str(path.parent))
        if path != before:
            self.changed.emit()

    def set_running(self, *, running: bool) -> None:
        """Disable all fields while a benchmark runs."""
        for widget in (self.benchmarks, self.this_machine, self.jobs, self.cluster, self.address):
            widget.setEnabled(not running)
        self._enable_fields(not running)

    def _enable_fields(self, idle: bool = True) -> None:
        """Enable the fields that apply to the chosen benchmark and workers."""
        custom = self.source == CUSTOM
        for button in (self.tick_all, self.untick_all, self.isolated, self.add):
            button.setEnabled(idle and custom)
        self.solvers.setEnabled(idle and custom)
        self.seconds.setEnabled(idle and custom)
        self.results.setEnabled(idle and not custom)
        self.choose_results.setEnabled(idle and not custom)
        self.jobs.setEnabled(idle and self.this_machine.isChecked())
        self.address.setEnabled(idle and self.cluster.isChecked())

    def _benchmark_chosen(self) -> None:
        source = self.source
        name = source.removeprefix(BUILTIN_PREFIX)
        text: str
        if source == CUSTOM:
            text = tr("Any boards, solvers and limits. Times can be compared if runs are not "
                      "parallel.")  # fmt: skip
        elif name in SOURCES:
            text = tr(SOURCES[name].sentence)
        else:
            text = tr(BUILTIN[name].sentence) if source.startswith(BUILTIN_PREFIX) else source
        self.sentence.setText(text)
        self.sentence.setToolTip(plain_tooltip(text))
        alone = source == CUSTOM or name in SOURCES
        self.jobs.setValue(1 if alone else self.jobs.maximum())
        if source == CUSTOM:
            self._show_custom()
        else:
            self._show_boards(())
            self._show_solvers((), ())
        self._enable_fields()
        self.changed.emit()

    def _show_custom(self) -> None:
        self._show_boards([boards_text(table) for table in self._tables])
        known = list(dict.fromkeys(
            solver.name for family in self._families for solver in registry.solvers_of(family)
        ))  # fmt: skip
        self._show_solvers(known, self._unticked)

    def _show_boards(self, lines: Sequence[str]) -> None:
        self.boards.clear()
        for line in lines:
            item = QListWidgetItem(line)
            item.setToolTip(plain_tooltip(line))
            self.boards.addItem(item)

    def _show_solvers(self, names: Sequence[str], unticked: Iterable[str]) -> None:
        sentences = {solver.name: solver.description for solver in registry.SOLVERS}
        self.solvers.blockSignals(True)
        self.solvers.clear()
        for name in names:
            item = QListWidgetItem(name)
            item.setToolTip(plain_tooltip(tr(sentences.get(name, ""))))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            ticked = name not in unticked
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
            self.solvers.addItem(item)
        self.solvers.blockSignals(False)

    def _solver_ticked(self, item: QListWidgetItem) -> None:
        if item.checkState() == Qt.CheckState.Checked:
            self._unticked.discard(item.text())
        else:
            self._unticked.add(item.text())
        self.changed.emit()

    def _set_all_ticks(self, state: Qt.CheckState) -> None:
        for line in range(self.solvers.count()):
            self.solvers.item(line).setCheckState(state)

    def _limits_edited(self) -> None:
        if self.source == CUSTOM:
            self.changed.emit()

    def _workers_chosen(self) -> None:
        self._enable_fields()
        self.changed.emit()


def _row(*widgets: QWidget | None) -> QHBoxLayout:
    """Return a row of widgets; None adds a stretch."""
    row = QHBoxLayout()
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget)
    return row
