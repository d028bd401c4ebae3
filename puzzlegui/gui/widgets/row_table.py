"""Read-only table with row selection."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

_FITTED_ROWS = 60
"""Number of rows, the visible ones first, to whose contents the columns are fitted."""


class RowTable(QTableView):
    """Read-only table with row selection.

    Args:
        name: object name.
        title: accessible name.
        model: data model.
        multi_select: if true, several rows can be selected.
    """

    def __init__(
        self, name: str, title: str, model: QAbstractItemModel, *, multi_select: bool = False
    ) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setModel(model)
        modes = QAbstractItemView.SelectionMode
        self.setSelectionMode(modes.ExtendedSelection if multi_select else modes.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setHighlightSections(False)
        header.setResizeContentsPrecision(_FITTED_ROWS)

    def sort_by_any_column(self) -> None:
        """Let clicks on a heading cycle through ascending, descending and unsorted."""
        header = self.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(True)
        self.setSortingEnabled(True)
