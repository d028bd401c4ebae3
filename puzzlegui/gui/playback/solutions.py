"""The table of the solutions listed by a run, which chooses the solution to follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QWidget,
)

from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.solution import Solution
from puzzlegui.gui.model.puzzle import SolutionEntry
from puzzlegui.gui.model.solution_list import (
    AFTER,
    DIVERGENCE,
    LENGTH,
    NUMBER,
    SolutionListOptions,
    filter_and_sort,
)
from puzzlegui.gui.playback.solution_model import HEADERS, SolutionModel
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import ElidedLabel, ignore_wheel, plain_tooltip
from puzzlegui.gui.widgets.row_table import RowTable

_MIN_ROWS, _MAX_ROWS = 2, 5
"""Minimum and maximum number of visible rows."""
_SORT_KEYS = {Qt.Key.Key_N: NUMBER, Qt.Key.Key_M: LENGTH, Qt.Key.Key_P: DIVERGENCE}
"""Keys that sort by a column; a second press reverses the order."""
_MAX_FILTER = 400


class SolutionTable(RowTable):
    """Table of solutions; a click or Enter chooses the solution to follow.

    Signals:
        chosen: number of the solution to follow, from 1.
        sort_requested: column to sort by.
    """

    chosen = Signal(int)
    sort_requested = Signal(int)

    def __init__(self) -> None:
        self.solutions = SolutionModel()
        super().__init__("solutionTable", tr("Solutions to follow"), self.solutions)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        height = self.fontMetrics().height() + 8
        self.verticalHeader().setDefaultSectionSize(height)
        header = self.horizontalHeader()
        header.setStretchLastSection(True)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        self._heights = [header.sizeHint().height() + n * height + 4 for n in range(_MAX_ROWS + 1)]
        self.setMinimumHeight(self._heights[_MIN_ROWS])
        self.setMaximumHeight(self._heights[_MAX_ROWS])
        self.clicked.connect(self._choose)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._heights[_MIN_ROWS])

    def fit_columns(self) -> None:
        """Fit the columns to their longest texts."""
        advance = self.fontMetrics().horizontalAdvance
        count = max(len(self.solutions.solutions), 1000)
        for column, text in (
            (NUMBER, group_digits(count)),
            (LENGTH, tr("Moves")),
            (DIVERGENCE, tr("current")),
        ):
            header = advance(tr(HEADERS[column])) + 28  # with room for the sort indicator
            self.setColumnWidth(column, max(advance(text) + 14, header))

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.solutions.number_at(index.row()) + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._choose(self.currentIndex())
            case key if key in _SORT_KEYS:
                self.sort_requested.emit(_SORT_KEYS[Qt.Key(key)])
            case _:
                super().keyPressEvent(event)


class SolutionListPanel(QWidget):
    """The table with its filters; hidden unless there are several solutions.

    Attributes:
        count: label with the number of solutions, placed by the parent page.

    Signals:
        listing_requested: the user changed the filter or the order; a ``Listing``.
    """

    listing_requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._listing = SolutionListOptions()
        self._entry: SolutionEntry | None = None
        self._arrangement: Generator[None, None, Sequence[int]] | None = None
        self.table = SolutionTable()
        self.first_moves = QLineEdit()
        self.first_moves.setObjectName("solutionFilter")
        self.first_moves.setAccessibleName(tr("Only solutions that begin with these moves"))
        self.first_moves.setToolTip(tr("Only solutions that begin with these moves"))
        self.first_moves.setPlaceholderText(tr("First moves…"))
        self.first_moves.setMaxLength(_MAX_FILTER)
        self.lengths = QComboBox()
        self.lengths.setObjectName("lengthCombo")
        self.lengths.setAccessibleName(tr("Only solutions with this many moves"))
        self.lengths.setToolTip(tr("Only solutions with this many moves"))
        self.lengths.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.lengths.setMinimumContentsLength(max(9, len(tr("Any length"))))
        ignore_wheel(self.lengths)
        self.count = ElidedLabel("solutionCountLabel")
        self.count.setMinimumWidth(1)  # takes the remaining width
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(spacing.TIGHT)
        grid.addWidget(self.first_moves, 0, 0)
        grid.addWidget(self.lengths, 0, 1)
        grid.addWidget(self.table, 1, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        self._pause = QTimer(self)  # yields to the event loop between chunks of the list
        self._pause.setInterval(0)
        self._pause.timeout.connect(self._continue)
        self.first_moves.textEdited.connect(self._filter)
        self.lengths.activated.connect(self._choose_length)
        self.table.horizontalHeader().sectionClicked.connect(self._sort_by)
        self.table.sort_requested.connect(self._sort_by)
        self.hide()
        self.count.hide()

    def show_solutions(self, entry: SolutionEntry | None) -> None:
        """List the solutions of a run, if there are several."""
        solution = None if entry is None else entry.solution
        listed = () if solution is None else solution.solutions or ()
        self.setVisible(len(listed) > 1)
        self.count.setVisible(len(listed) > 1)
        if entry is None or solution is None or len(listed) < 2:
            self._entry = None
            self._stop()
            self.table.solutions.show_solutions(None, 0, ())
            return
        if self._entry is None or self._entry.solution is not solution:
            self._offer_lengths(listed)
            self.table.solutions.show_solutions(
                solution, entry.variant - 1, list(range(len(listed)))
            )
            self.table.fit_columns()
        self._entry, self._listing = entry, entry.list_options
        self._show_listing()
        self._arrange(solution, entry)

    def _offer_lengths(self, listed: Sequence[Sequence[Any]]) -> None:
        self.lengths.clear()
        counts = sorted(Counter(map(len, listed)).items())
        self.lengths.addItem(tr("Any length"), 0)
        for length, count in counts if len(counts) > 1 else ():
            moves = quantity(length, "move")
            self.lengths.addItem(f"{moves} ({group_digits(count)})", length)

    def _show_listing(self) -> None:
        listing = self._listing
        self.lengths.setCurrentIndex(max(0, self.lengths.findData(listing.length)))
        self.lengths.setEnabled(self.lengths.count() > 1)
        if self.first_moves.text() != listing.prefix:
            with QSignalBlocker(self.first_moves):
                self.first_moves.setText(listing.prefix)
        order = Qt.SortOrder.DescendingOrder if listing.descending else Qt.SortOrder.AscendingOrder
        self.table.horizontalHeader().setSortIndicator(listing.column, order)

    def _arrange(self, solution: Solution, entry: SolutionEntry) -> None:
        """Start sorting and filtering, in chunks."""
        listed, listing = solution.solutions or (), entry.list_options
        entered = parse_and_play(solution.board, listing.prefix) if listing.prefix.strip() else None
        problem = entered is not None and entered.problem is not None
        self.first_moves.setToolTip(
            plain_tooltip(entered.message)
            if entered is not None and problem
            else self.first_moves.accessibleName()
        )
        beginning = () if entered is None else entered.moves
        followed = listed[entry.variant - 1]
        self._arrangement = filter_and_sort(listed, followed, listing, beginning)
        self._continue()

    def _continue(self) -> None:
        assert self._arrangement is not None
        try:
            next(self._arrangement)
        except StopIteration as end:
            self._stop()
            self._show_order(end.value)
        else:
            self._pause.start()

    def _stop(self) -> None:
        self._arrangement = None
        self._pause.stop()

    def _show_order(self, order: Sequence[int]) -> None:
        entry, table = self._entry, self.table
        assert entry is not None
        solution, followed = entry.solution, entry.variant - 1
        table.solutions.show_solutions(solution, followed, order)
        row = table.solutions.row_of(followed)
        if row >= 0:
            table.setCurrentIndex(table.solutions.index(row, NUMBER))
        total = len(solution.solutions or ())
        more = solution.count not in (None, total)
        if len(order) < total:
            text = tr("{shown} of {listed} solutions")
            if more:
                text = tr("{shown} of {listed} solutions listed of {all}")
        elif more:
            text = tr("{listed} solutions listed of {all}")
        else:
            text = tr("{listed} solutions")
        shown, listed = group_digits(len(order)), group_digits(total)
        total_count = group_digits(solution.count or 0)
        self.count.setText(text.format(shown=shown, listed=listed, all=total_count))

    # --- user actions ---

    def _request(self, **changes: Any) -> None:
        self.listing_requested.emit(replace(self._listing, **changes))

    def _filter(self, text: str) -> None:
        self._request(prefix=text)

    def _choose_length(self, row: int) -> None:
        self._request(length=self.lengths.itemData(row))

    def _sort_by(self, column: int) -> None:
        listing = self._listing
        if column == AFTER:
            self._show_listing()
        else:
            again = column == listing.column
            self._request(column=column, descending=again and not listing.descending)
