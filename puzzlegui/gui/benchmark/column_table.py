"""A table of rows that can be sorted by any column."""

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
_NO_PARENT = QModelIndex()


class ColumnModel(QAbstractTableModel, Generic[T]):
    """Model of rows with columns, updated in place when only figures change.

    Args:
        columns: returns the columns to show for some rows.
        identity: returns a key that identifies a row regardless of its figures.
        tip: returns the tooltip of a row.
        colour: returns the colour of a figure; None for the default.
        tall: break headings of several words in two lines, to save width.
    """

    def __init__(
        self,
        columns: Callable[[Sequence[T]], list[Column[T]]],
        identity: Callable[[T], Hashable],
        tip: Callable[[T], str] = lambda _: "",
        colour: Callable[[T, Column[T]], QColor | None] = lambda *_: None,
        *,
        tall: bool = False,
    ) -> None:
        super().__init__()
        self._tall = tall
        self._columns_of, self._identity, self._tip, self._colour = columns, identity, tip, colour
        self.rows: list[T] = []
        self.columns = columns([])

    def show_rows(self, rows: Sequence[T]) -> None:
        """Show rows."""
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

    # --- QAbstractTableModel ---

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                title: str = tr(column.title)
                return "\n".join(title.rsplit(maxsplit=1)) if self._tall else title
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
    side = Qt.AlignmentFlag.AlignRight if column.is_numeric else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


class _SortProxy(QSortFilterProxyModel, Generic[T]):
    """Proxy that sorts by figures; rows without a figure come last in either order."""

    def __init__(self, model: ColumnModel[T]) -> None:
        super().__init__()
        self._model = model
        self.setSourceModel(model)

    def lessThan(self, left: Index, right: Index) -> bool:
        column, rows = self._model.columns[left.column()], self._model.rows
        (without, one), (others, other) = (
            column.key(rows[left.row()]), column.key(rows[right.row()])
        )  # fmt: skip
        if without != others:
            descending = self.sortOrder() == Qt.SortOrder.DescendingOrder
            return bool(without > others if descending else without < others)
        return bool(one < other)


class ColumnTable(RowTable, Generic[T]):
    """Table view that can be sorted by any column.

    Args:
        name: object name.
        title: accessible name.
        model: rows and columns.
        several: allow the selection of several rows.
    """

    def __init__(
        self, name: str, title: str, model: ColumnModel[T], *, several: bool = False
    ) -> None:
        self._rows, self._proxy = model, _SortProxy(model)
        super().__init__(name, title, self._proxy, multi_select=several)
        self.sort_by_any_column()

    def show_rows(self, rows: Sequence[T]) -> None:
        """Show rows and fit the columns."""
        before = self._rows.columns
        sorted_by = self._proxy.sortColumn()
        self._rows.show_rows(rows)
        if self._rows.columns != before and sorted_by >= 0:  # keep the sort column
            same = before[sorted_by] in self._rows.columns
            column = self._rows.columns.index(before[sorted_by]) if same else -1
            self.sortByColumn(column, self._proxy.sortOrder())
        self.resizeColumnsToContents()

    @property
    def rows(self) -> list[T]:
        """Rows in the order of the model."""
        return self._rows.rows

    @property
    def ordered(self) -> list[T]:
        """Rows in the displayed order."""
        return [self.row_at(line) for line in range(self._proxy.rowCount())]

    def row_at(self, line: int) -> T:
        """Return the row displayed in a line."""
        return self.rows[self._proxy.mapToSource(self._proxy.index(line, 0)).row()]

    def chosen(self) -> list[T]:
        """Return the selected rows in the displayed order."""
        lines = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.row_at(line) for line in lines]

    def choose(self, row: int) -> None:
        """Select a row by its index in the model."""
        self.selectRow(self._proxy.mapFromSource(self._rows.index(row, 0)).row())
        self.setFocus()
