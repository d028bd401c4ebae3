"""Which study is run, where its rows go, and who runs it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.engine.studies.shipped import PREFIX, STUDIES
from puzzlegui.gui.study.task import Choice
from puzzlegui.gui.widgets.basic import (
    OneLine,
    heading,
    ignore_wheel,
    inset,
    plain_tip,
    text_label,
)

_LINES = 5
_NUMBER = 64
"""Pixels that a number of processes needs."""
_SOURCE = Qt.ItemDataRole.UserRole


class StudyChoice(QWidget):
    """A study, a file, and processes or a scheduler to be chosen.

    Args:
        rows_of: returns the file in which the rows of a study are kept where no other is chosen.

    Signals:
        changed: something else is chosen.
        rows_wanted: another file for the rows is to be chosen.
    """

    changed = Signal()
    rows_wanted = Signal()

    def __init__(self, rows_of: Callable[[str], Path]) -> None:
        super().__init__()
        self.setObjectName("studyChoice")
        self._rows_of = rows_of
        self.studies = QListWidget()
        self.studies.setObjectName("studyList")
        self.studies.setAccessibleName(tr("Studies"))
        self.studies.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        line = self.studies.fontMetrics().height() + 12
        self.studies.setMinimumHeight(3 * line)
        self.studies.setMaximumHeight(_LINES * line)
        self.sentence = text_label("studySentence", 3)
        self.rows = QLineEdit()
        self.rows.setObjectName("studyRowsEdit")
        self.rows.setAccessibleName(tr("Results file"))
        self.rows_folder = OneLine("studyRowsFolder")
        self.elsewhere = QPushButton(tr("Choose…"))
        self.elsewhere.setObjectName("studyRowsButton")
        self.elsewhere.setAccessibleName(tr("Choose the results file"))
        self.here = QRadioButton(tr("Processes on this machine"))
        self.here.setObjectName("studyHere")
        self.here.setChecked(True)
        self.jobs = QSpinBox()
        self.jobs.setObjectName("studyJobs")
        self.jobs.setAccessibleName(tr("Processes on this machine"))
        self.jobs.setRange(1, max(1, os.cpu_count() or 1))
        self.jobs.setValue(self.jobs.maximum())
        self.cluster = QRadioButton(tr("Workers of a Dask cluster"))
        self.cluster.setObjectName("studyCluster")
        self.address = QLineEdit()
        self.address.setObjectName("studyAddress")
        self.address.setAccessibleName(tr("Scheduler address"))
        self.address.setPlaceholderText("tcp://host:8786")
        self.note = text_label("studyNote", 2)
        inset(self.jobs)
        self.jobs.setMinimumWidth(_NUMBER)
        ignore_wheel(self.jobs)
        for name in STUDIES:
            self._list(f"{PREFIX}{name}", name)
        self.studies.setCurrentRow(0)
        self._lay_out()
        self._listen()
        self._allow_one()
        self._chosen()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 4, 4, 4)
        column.addWidget(heading(tr("Study")))
        column.addWidget(self.studies)
        column.addWidget(self.sentence)
        column.addWidget(heading(tr("Results file")))
        column.addWidget(self.rows)
        column.addLayout(_row(self.rows_folder, self.elsewhere))
        column.addWidget(heading(tr("Run on")))
        column.addLayout(_row(self.here, self.jobs))
        column.addWidget(self.cluster)
        column.addWidget(self.address)
        column.addWidget(self.note)
        column.addStretch(1)

    def _listen(self) -> None:
        self.studies.currentRowChanged.connect(self._chosen)
        self.elsewhere.clicked.connect(self.rows_wanted)
        self.rows.textChanged.connect(self.changed)
        self.jobs.valueChanged.connect(self.changed)
        self.address.textChanged.connect(self.changed)
        self.here.toggled.connect(self._show_who)

    def _list(self, source: str, name: str) -> None:
        item = QListWidgetItem(name)
        item.setData(_SOURCE, source)
        self.studies.addItem(item)

    # --- what is chosen ---

    @property
    def source(self) -> str:
        """The study: its file, or ``study:NAME``."""
        return str(self.studies.currentItem().data(_SOURCE))

    @property
    def stem(self) -> str:
        """What files of the study are called."""
        return Path(self.source.removeprefix(PREFIX)).stem

    @property
    def choice(self) -> Choice:
        """All of it."""
        address = self.address.text().strip() if self.cluster.isChecked() else ""
        rows = Path(self.rows_folder.text()) / self.rows.text().strip()
        return Choice(self.source, rows, self.jobs.value(), address)

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        named = bool(self.rows.text().strip())
        return named and (self.here.isChecked() or bool(self.address.text().strip()))

    # --- what changes it ---

    def add_file(self, path: Path) -> None:
        """Choose the study in a file."""
        sources = [
            self.studies.item(row).data(_SOURCE) for row in range(self.studies.count())
        ]  # fmt: skip
        if str(path) not in sources:
            sources.append(str(path))
            self._list(str(path), path.name)
        row = sources.index(str(path))
        if row == self.studies.currentRow():  # it may be another one by now
            self._chosen()
        self.studies.setCurrentRow(row)

    def keep_rows_in(self, path: Path) -> None:
        """Choose the file for the rows."""
        same = path == self.choice.rows
        self.rows_folder.setText(str(path.parent))
        self.rows.setText(path.name)
        self.rows.setCursorPosition(0)
        self.rows.setToolTip(path.name)
        if not same:
            self.changed.emit()

    def hold(self, *, held: bool) -> None:
        """Let nothing else be chosen as long as a study runs."""
        for widget in self._chosen_in():
            widget.setEnabled(not held)
        if not held:
            self._allow_one()

    def _chosen_in(self) -> tuple[QWidget, ...]:
        return (
            self.studies, self.rows, self.elsewhere, self.here, self.jobs, self.cluster,
            self.address,
        )  # fmt: skip

    def _chosen(self) -> None:
        source = self.source
        name = source.removeprefix(PREFIX)
        text = tr(STUDIES[name]) if source.startswith(PREFIX) else source
        self.sentence.setText(text)
        self.sentence.setToolTip(plain_tip(text))
        self.keep_rows_in(self._rows_of(source))
        self.changed.emit()

    def _show_who(self) -> None:
        self._allow_one()
        self.changed.emit()

    def _allow_one(self) -> None:
        """Let what belongs to the chosen workers alone be filled in."""
        self.jobs.setEnabled(self.here.isChecked())
        self.address.setEnabled(self.cluster.isChecked())


def _row(wide: QWidget, narrow: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(wide, 1)
    row.addWidget(narrow)
    return row
