"""The table of what came of the solvers of a study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from puzzlegui.core.language import tr
from puzzlegui.engine.studies.summary import Column, Summary, columns_of
from puzzlegui.gui.widgets.row_table import RowTable

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_FIGURE = Qt.ItemDataRole.UserRole
"""What a row is sorted by."""


class _Model(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Summary] = []
        self._columns = _columns([])

    def show_summaries(self, found: Sequence[Summary]) -> None:
        columns, before = _columns(found), self.found
        same = [_key(s) for s in found] == [_key(s) for s in before] and columns == self._columns
        if not same:
            self.beginResetModel()
        self.found, self._columns = list(found), columns
        if not same:
            self.endResetModel()
        elif found:
            self.dataChanged.emit(
                self.index(0, 0), self.index(len(found) - 1, len(self._columns) - 1)
            )

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.found)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self._columns)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return tr(column.title)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        summary, column = self.found[index.row()], self._columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(summary)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
        return column.figure(summary) if role == _FIGURE else None


def _columns(found: Sequence[Summary]) -> list[Column]:
    return [column for column in columns_of(found) if not column.detail]


def _key(summary: Summary) -> tuple[str, str, str]:
    return summary.family, summary.size, summary.solver


def _alignment(column: Column) -> int:
    side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


class SummaryTable(RowTable):
    """A line for each solver, family and size, sorted by any column."""

    def __init__(self) -> None:
        self._lines = _Model()
        self._sorted = QSortFilterProxyModel()
        self._sorted.setSourceModel(self._lines)
        self._sorted.setSortRole(_FIGURE)
        super().__init__("studyTable", tr("Solvers"), self._sorted)
        self.sort_by_any_column()

    @property
    def found(self) -> list[Summary]:
        """What is shown."""
        return self._lines.found

    def show_summaries(self, found: Sequence[Summary]) -> None:
        """Show these, each column as wide as it needs to be."""
        self._lines.show_summaries(found)
        self.resizeColumnsToContents()
