"""The live table: a line for each run, sorted by any column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor

from puzzlegui.core.language import tr
from puzzlegui.core.solution import Status
from puzzlegui.engine.comparing.rows import COLUMNS, Column, Row, Stage, columns_of, in_order
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import plain_tip
from puzzlegui.gui.widgets.row_table import RowTable

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class RowModel(QAbstractTableModel):
    """Rows of a comparison as a table; those of a new state take the places of the old ones."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Row] = []
        self._order: list[int] = []
        self._columns: list[Column] = _columns([])
        self._sorted: tuple[Column, bool] | None = None

    def row_at(self, line: int) -> Row:
        """The row that stands in a line."""
        return self._rows[self._order[line]]

    def line_of(self, number: int) -> int:
        """The line in which the row of that number stands."""
        return self._order.index(number)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows."""
        columns = _columns(rows)
        same = [row.number for row in rows] == [row.number for row in self._rows]
        if not same or columns != self._columns:
            self.beginResetModel()
            self._rows, self._columns = list(rows), columns
            self._order = self._wanted_order()
            self.endResetModel()
            return
        self._rows = list(rows)
        self._reorder()
        if rows:
            last = self.index(len(rows) - 1, len(columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @property
    def sorted_by(self) -> tuple[int, Qt.SortOrder]:
        """The column that lines are sorted by, -1 for none, and in which order."""
        if self._sorted is None or self._sorted[0] not in self._columns:
            return -1, Qt.SortOrder.AscendingOrder
        column, descending = self._sorted
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        return self._columns.index(column), order

    def _wanted_order(self) -> list[int]:
        if self._sorted is None or self._sorted[0] not in self._columns:
            return list(range(len(self._rows)))
        column, descending = self._sorted
        return [row.number for row in in_order(self._rows, column, descending=descending)]

    def _reorder(self) -> None:
        order = self._wanted_order()
        if order == self._order:
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        line = {number: place for place, number in enumerate(order)}
        after = [self.index(line[self._order[i.row()]], i.column()) for i in before]
        self._order = order
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    # --- what Qt asks ---

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 - Qt's name
        return 0 if parent.isValid() else len(self._columns)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; by none, in the order in which they are run."""
        descending = order == Qt.SortOrder.DescendingOrder
        self._sorted = None if column < 0 else (self._columns[column], descending)
        self._reorder()

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = self._columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return tr(column.title)
            case Qt.ItemDataRole.ToolTipRole:
                return tr(column.tip)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self.row_at(index.row()), self._columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(row)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(tip_of(row))
            case Qt.ItemDataRole.ForegroundRole:
                return _ink(row, column)
        return None


def _columns(rows: Sequence[Row]) -> list[Column]:
    """A board is told by its name; the names of files would take the room."""
    if not rows:
        rest = {"board", "file"}
        return [column for column in COLUMNS if column.always and column.name not in rest]
    return [column for column in columns_of(rows, every_file=False) if column.name != "file"]


def _alignment(column: Column) -> int:
    side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def _ink(row: Row, column: Column) -> QColor | None:
    colours = theme().colours
    if row.disproved or row.error:
        return QColor(colours.bad) if column.name in {"status", "optimal", "solver"} else None
    if column.name == "status":
        if row.stage is Stage.RUNNING:
            return QColor(colours.accent)
        if row.status is Status.SOLVED:
            return QColor(colours.good)
    return QColor(colours.faint) if row.stage is Stage.WAITING else None


def tip_of(row: Row) -> str:
    """What there is to say of a row besides its figures."""
    parts = [row.title, row.error, row.disproved, row.phase]
    if row.solution is not None:
        parts.append(row.solution.outcome())
    return "\n".join(part for part in parts if part)


class RunTable(RowTable):
    """The table.

    Signals:
        play_wanted: a row was double-clicked; its number.
    """

    play_wanted = Signal(int)

    def __init__(self) -> None:
        self.rows = RowModel()
        super().__init__("compareTable", tr("Runs"), self.rows, several=True)
        self.sort_by_any_column()
        self.doubleClicked.connect(self._double_clicked)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows, each column as wide as it needs to be."""
        self.rows.show_rows(rows)
        with QSignalBlocker(self.horizontalHeader()):  # other rows may have other columns
            self.horizontalHeader().setSortIndicator(*self.rows.sorted_by)
        self.resizeColumnsToContents()

    def chosen(self) -> list[Row]:
        """The rows that are chosen, the highest line first."""
        lines = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.rows.row_at(line) for line in lines]

    def choose(self, number: int) -> None:
        """Go to a row."""
        self.selectRow(self.rows.line_of(number))
        self.setFocus()

    def _double_clicked(self, index: QModelIndex) -> None:
        self.play_wanted.emit(self.rows.row_at(index.row()).number)
