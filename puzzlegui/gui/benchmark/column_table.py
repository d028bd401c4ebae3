"""A table of figures, a line a row, sorted by any of its columns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QColor

from puzzlegui.core.language import tr
from puzzlegui.engine.benchmark.rows import Column
from puzzlegui.gui.widgets.basic import plain_tooltip
from puzzlegui.gui.widgets.row_table import RowTable

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class ColumnModel(QAbstractTableModel, Generic[T]):
    """Rows with columns; those of a new state take the places of the old ones.

    Args:
        columns: returns the columns that are shown of some rows.
        identity: tells rows apart, whatever their figures.
        tip: what is said of a row besides its figures.
        colour: of a figure; None for the usual one.
    """

    def __init__(
        self,
        columns: Callable[[Sequence[T]], list[Column[T]]],
        identity: Callable[[T], Hashable],
        tip: Callable[[T], str] = lambda _: "",
        colour: Callable[[T, Column[T]], QColor | None] = lambda *_: None,
    ) -> None:
        super().__init__()
        self._columns_of, self._identity, self._tip, self._colour = columns, identity, tip, colour
        self.rows: list[T] = []
        self.columns = columns([])

    def show_rows(self, rows: Sequence[T]) -> None:
        """Show these rows."""
        columns = self._columns_of(rows)
        same = list(map(self._identity, rows)) == list(map(self._identity, self.rows))
        if not same or columns != self.columns:
            self.beginResetModel()
            self.rows, self.columns = list(rows), columns
            self.endResetModel()
            return
        before, self.rows = self.rows, list(rows)
        for line, (row, old) in enumerate(zip(self.rows, before, strict=True)):
            if row != old:
                self.dataChanged.emit(self.index(line, 0), self.index(line, len(columns) - 1))

    # --- what Qt asks ---

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self.columns)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return tr(column.title)
            case Qt.ItemDataRole.ToolTipRole:
                return tr(column.tip) if column.tip else None
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self.rows[index.row()], self.columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(row)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tooltip(tip) if (tip := self._tip(row)) else None
            case Qt.ItemDataRole.ForegroundRole:
                return self._colour(row, column)
        return None


def _alignment(column: Column[Any]) -> int:
    side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


class _Sorted(QSortFilterProxyModel, Generic[T]):
    """Sorts by figures; what has none comes last either way."""

    def __init__(self, model: ColumnModel[T]) -> None:
        super().__init__()
        self._model = model
        self.setSourceModel(model)

    def lessThan(self, left: Index, right: Index) -> bool:  # noqa: N802 - Qt's name
        column, rows = self._model.columns[left.column()], self._model.rows
        (without, one), (others, other) = (
            column.key(rows[left.row()]), column.key(rows[right.row()])
        )  # fmt: skip
        if without != others:
            descending = self.sortOrder() == Qt.SortOrder.DescendingOrder
            return bool(without > others if descending else without < others)
        return bool(one < other)


class ColumnTable(RowTable, Generic[T]):
    """A table of rows that is sorted by any of its columns.

    Args:
        name: the object name.
        title: the accessible name.
        model: the rows and columns.
        several: rows can be chosen together.
    """

    def __init__(
        self, name: str, title: str, model: ColumnModel[T], *, several: bool = False
    ) -> None:
        self._rows, self._sorted = model, _Sorted(model)
        super().__init__(name, title, self._sorted, several=several)
        self.sort_by_any_column()

    def show_rows(self, rows: Sequence[T]) -> None:
        """Show these rows, each column as wide as it needs to be."""
        before = self._rows.columns
        sorted_by = self._sorted.sortColumn()
        self._rows.show_rows(rows)
        if self._rows.columns != before and sorted_by >= 0:  # the figures keep their order
            same = before[sorted_by] in self._rows.columns
            column = self._rows.columns.index(before[sorted_by]) if same else -1
            self.sortByColumn(column, self._sorted.sortOrder())
        self.resizeColumnsToContents()

    @property
    def rows(self) -> list[T]:
        """What is shown, in the order in which it was given."""
        return self._rows.rows

    @property
    def ordered(self) -> list[T]:
        """What is shown, from top to bottom."""
        return [self.row_at(line) for line in range(self._sorted.rowCount())]

    def row_at(self, line: int) -> T:
        """Return what stands in a line."""
        return self.rows[self._sorted.mapToSource(self._sorted.index(line, 0)).row()]

    def chosen(self) -> list[T]:
        """Return what is chosen, the highest line first."""
        lines = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.row_at(line) for line in lines]

    def choose(self, row: int) -> None:
        """Go to a row, by its place among those that were given."""
        self.selectRow(self._sorted.mapFromSource(self._rows.index(row, 0)).row())
        self.setFocus()
