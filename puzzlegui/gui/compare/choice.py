"""What is compared: boards, solvers, and limits."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFormLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.engine import registry
from puzzlegui.engine.comparing.subjects import Subject
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.widgets.basic import heading, ignore_wheel, inset, plain_tip, text_label
from puzzlegui.solvers.control import Limits, Request

_SECONDS, _MOST_SECONDS = 10, 24 * 3600
_BOARD_LINES = 3


class Choice(QWidget):
    """Boards, solvers, and limits to be chosen.

    Signals:
        changed: something else is chosen.
        add_wanted: another board is to be chosen from a file.
    """

    changed = Signal()
    add_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("compareChoice")
        self._subjects: list[Subject] = []
        self._unwanted: set[str] = set()
        self.boards = QListWidget()
        self.boards.setObjectName("compareBoards")
        self.boards.setAccessibleName(tr("Boards"))
        self.boards.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.boards.setTextElideMode(Qt.TextElideMode.ElideRight)
        line = self.boards.fontMetrics().height() + 12
        self.boards.setFixedHeight(_BOARD_LINES * line)
        self.add = QPushButton(tr("Add…"))
        self.add.setObjectName("compareAddButton")
        self.remove = QPushButton(tr("Remove"))
        self.remove.setObjectName("compareRemoveButton")
        self.solvers = QListWidget()
        self.solvers.setObjectName("compareSolvers")
        self.solvers.setAccessibleName(tr("Solvers"))
        self.solvers.setMinimumHeight(3 * line)
        self.every = QPushButton(tr("All"))
        self.none = QPushButton(tr("None"))
        self.seconds = QSpinBox()
        self.seconds.setObjectName("compareSeconds")
        self.seconds.setRange(1, _MOST_SECONDS)
        self.seconds.setValue(_SECONDS)
        self.seconds.setSuffix(tr(" s"))
        self.jobs = QSpinBox()
        self.jobs.setObjectName("compareJobs")
        self.jobs.setRange(1, max(1, os.cpu_count() or 1))
        self.note = text_label("compareNote", 2)
        for box in (self.seconds, self.jobs):
            inset(box)
            ignore_wheel(box)
            box.valueChanged.connect(self.changed)
        self._lay_out()
        self.add.clicked.connect(self.add_wanted)
        self.remove.clicked.connect(self._remove)
        self.boards.currentRowChanged.connect(self._tell_board)
        self.solvers.itemChanged.connect(self._ticked)
        self.every.clicked.connect(lambda: self._tick_all(Qt.CheckState.Checked))
        self.none.clicked.connect(lambda: self._tick_all(Qt.CheckState.Unchecked))
        self.jobs.valueChanged.connect(self._say_how_many)
        self._say_how_many()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 4, 4, 4)
        column.addWidget(heading(tr("Boards")))
        column.addWidget(self.boards)
        column.addLayout(_side_by_side(self.add, self.remove))
        column.addWidget(heading(tr("Solvers")))
        column.addWidget(self.solvers, 1)
        column.addLayout(_side_by_side(self.every, self.none))
        limits = QFormLayout()
        limits.addRow(tr("Time per run"), self.seconds)
        limits.addRow(tr("Parallel runs"), self.jobs)
        column.addLayout(limits)
        column.addWidget(self.note)

    # --- what is chosen ---

    @property
    def subjects(self) -> list[Subject]:
        """The boards, in order."""
        return list(self._subjects)

    @property
    def names(self) -> list[str]:
        """The solvers that are ticked."""
        items = (self.solvers.item(line) for line in range(self.solvers.count()))
        return [item.text() for item in items if item.checkState() == Qt.CheckState.Checked]

    @property
    def request(self) -> Request:
        """The limits."""
        return Request(Limits(seconds=float(self.seconds.value())))

    # --- what changes it ---

    def show_subjects(self, subjects: Sequence[Subject]) -> None:
        """Compare on these boards."""
        self._subjects = list(subjects)
        self.boards.clear()
        for subject in self._subjects:
            board = subject.board
            title = subject.name if board is None else board.title or board.describe()
            item = QListWidgetItem(title)
            item.setToolTip(plain_tip(title))
            self.boards.addItem(item)
        self.boards.setCurrentRow(len(self._subjects) - 1)
        self._list_solvers()
        self._tell_board()
        self.changed.emit()

    def add_subjects(self, subjects: Sequence[Subject]) -> None:
        """Compare on these boards, too."""
        self.show_subjects([*self._subjects, *subjects])

    def show_names(self, names: Sequence[str]) -> None:
        """Compare these solvers alone."""
        for line in range(self.solvers.count()):
            item = self.solvers.item(line)
            ticked = Qt.CheckState.Checked if item.text() in names else Qt.CheckState.Unchecked
            item.setCheckState(ticked)

    def _remove(self) -> None:
        line = self.boards.currentRow()
        self.show_subjects([s for at, s in enumerate(self._subjects) if at != line])

    def _tell_board(self) -> None:
        self.remove.setEnabled(self.boards.currentRow() >= 0 and len(self._subjects) > 1)

    def _list_solvers(self) -> None:
        """The solvers of the families that there are boards of."""
        families = {s.board.family for s in self._subjects if s.board is not None}
        known = {
            solver.name: solver.sentence
            for family in FAMILIES
            if family in families
            for solver in registry.solvers_of(family)
        }
        self.solvers.blockSignals(True)
        self.solvers.clear()
        for name, sentence in known.items():
            item = QListWidgetItem(name)
            item.setToolTip(plain_tip(tr(sentence)))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            ticked = name not in self._unwanted
            item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
            self.solvers.addItem(item)
        self.solvers.blockSignals(False)

    def _ticked(self, item: QListWidgetItem) -> None:
        if item.checkState() == Qt.CheckState.Checked:
            self._unwanted.discard(item.text())
        else:
            self._unwanted.add(item.text())
        self.changed.emit()

    def _tick_all(self, state: Qt.CheckState) -> None:
        for line in range(self.solvers.count()):
            self.solvers.item(line).setCheckState(state)

    def _say_how_many(self) -> None:
        if self.jobs.value() == 1:
            self.note.setText(tr("One run at a time, so that times can be compared."))
        else:
            self.note.setText(tr("Parallel runs slow each other down."))


def _side_by_side(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row
