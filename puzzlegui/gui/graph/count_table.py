"""The table of level counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from puzzlegui.core.formatting import decimal, group_digits
from puzzlegui.core.language import Translatable, ngettext, tr, translated_fields
from puzzlegui.engine.graph.level_counts import LevelCounts
from puzzlegui.gui.widgets.row_table import RowTable

Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()
_MIN_SHARE = 0.0001


@dataclass(frozen=True)
class LevelRow:
    """Arrangements at a depth.

    Attributes:
        depth: number of moves from or to the origin.
        count: number of arrangements.
        share: share of all arrangements found, 0 to 1.
        odd: number of odd permutations; None if the board has equal values.
    """

    depth: int
    count: int
    share: float
    odd: int | None

    @property
    def percent(self) -> str:
        """Share as a percentage."""
        if self.share < _MIN_SHARE:
            return tr("<{number}%").format(number=decimal(100 * _MIN_SHARE, 2))
        return tr("{number}%").format(number=decimal(100 * self.share, 2))

    @property
    def description(self) -> str:
        """Description in a sentence."""
        said = ngettext(
            "Depth {depth}: {count} arrangement ({percent})",
            "Depth {depth}: {count} arrangements ({percent})",
            self.count,
        )
        return said.format(
            depth=group_digits(self.depth), count=group_digits(self.count), percent=self.percent
        )


def level_rows(explored: LevelCounts) -> list[LevelRow]:
    """Return a row per known depth."""
    odd: tuple[int | None, ...] = explored.odd_counts or (None,) * len(explored.counts)
    return [
        LevelRow(depth, count, count / explored.total, odd[depth])
        for depth, count in enumerate(explored.counts)
    ]


@translated_fields
@dataclass(frozen=True)
class _Column:
    title: Translatable
    tip: Translatable
    text: Callable[[LevelRow], str]


_COLUMNS = (
    _Column("Depth", "Distance in moves from the start, or to the goal",
            lambda row: group_digits(row.depth)),
    _Column("Count", "Number of arrangements at this distance",
            lambda row: group_digits(row.count)),
    _Column("Share", "Share of all arrangements found so far", lambda row: row.percent),
    _Column("Even", "Arrangements reached by an even number of swaps",
            lambda row: group_digits(row.count - (row.odd or 0))),
    _Column("Odd", "Arrangements reached by an odd number of swaps",
            lambda row: group_digits(row.odd or 0)),
)  # fmt: skip
_WITHOUT_PARITY = 3


class CountModel(QAbstractTableModel):
    """Model with a row per depth, with parities if they are known."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[LevelRow] = []
        self._columns = _WITHOUT_PARITY

    def show_counts(self, explored: LevelCounts) -> None:
        """Show the counts known so far."""
        columns = len(_COLUMNS) if explored.odd_counts else _WITHOUT_PARITY
        rows = level_rows(explored)
        if columns != self._columns or len(rows) < len(self.rows):
            self.beginResetModel()
            self.rows, self._columns = rows, columns
            self.endResetModel()
            return
        if len(rows) > len(self.rows):
            self.beginInsertRows(_NO_PARENT, len(self.rows), len(rows) - 1)
            self.rows = rows
            self.endInsertRows()
        if rows:  # all shares changed
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, columns - 1))

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else self._columns

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _COLUMNS[section].title
            case Qt.ItemDataRole.ToolTipRole:
                return _COLUMNS[section].tip
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _COLUMNS[index.column()].text(self.rows[index.row()])
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT
            case Qt.ItemDataRole.ToolTipRole:
                return self.rows[index.row()].description
        return None


_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class CountTable(RowTable):
    """Table of level counts."""

    def __init__(self) -> None:
        self.counts = CountModel()
        super().__init__("countsTable", tr("Arrangements by depth"), self.counts)

    def show_counts(self, explored: LevelCounts) -> None:
        """Show the counts known so far and scroll to the last depth."""
        before = len(self.counts.rows)
        self.counts.show_counts(explored)
        self.resizeColumnsToContents()
        if len(self.counts.rows) > before:
            self.scrollToBottom()

    def choose(self, depth: int) -> None:
        """Select a depth."""
        self.selectRow(depth)
        self.setFocus()
