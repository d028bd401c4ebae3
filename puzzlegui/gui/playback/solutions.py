"""The table of the solutions that were listed together, from which one is chosen to be followed."""

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
from puzzlegui.gui.model.solution_list import AFTER, LENGTH, NUMBER, PARTS, Listing, arranged
from puzzlegui.gui.model.puzzle import SolutionEntry
from puzzlegui.gui.playback.solution_model import HEADERS, SolutionModel
from puzzlegui.gui.widgets.basic import OneLine, ignore_wheel, plain_tip
from puzzlegui.gui.widgets.row_table import RowTable

_LEAST_ROWS, _MOST_ROWS = 2, 5
"""Rows that are seen at once."""
_KEYS = {Qt.Key.Key_N: NUMBER, Qt.Key.Key_M: LENGTH, Qt.Key.Key_P: PARTS}
"""What sorts by a column; once more turns the order round."""
_LONGEST_TEXT = 400


class SolutionTable(RowTable):
    """Shows solutions; a click or Enter asks to follow one.

    Signals:
        chosen: to be followed, counted from 1.
        sort_wanted: by a column.
    """

    chosen = Signal(int)
    sort_wanted = Signal(int)

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
        self._heights = [header.sizeHint().height() + n * height + 4 for n in range(_MOST_ROWS + 1)]
        self.setMinimumHeight(self._heights[_LEAST_ROWS])
        self.setMaximumHeight(self._heights[_MOST_ROWS])
        self.clicked.connect(self._choose)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(super().sizeHint().width(), self._heights[_MOST_ROWS])

    def fit_columns(self) -> None:
        """Columns as wide as the longest of their texts."""
        advance = self.fontMetrics().horizontalAdvance
        count = max(len(self.solutions.solutions), 1000)
        for column, text in (
            (NUMBER, group_digits(count)),
            (LENGTH, tr("Moves")),
            (PARTS, tr("current")),
        ):
            header = advance(tr(HEADERS[column])) + 30  # beside it, the mark of what is sorted by
            self.setColumnWidth(column, max(advance(text) + 14, header))

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.solutions.number_at(index.row()) + 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._choose(self.currentIndex())
            case key if key in _KEYS:
                self.sort_wanted.emit(_KEYS[Qt.Key(key)])
            case _:
                super().keyPressEvent(event)


class SolutionChoice(QWidget):
    """The table with what filters it, shown if there are several solutions.

    Attributes:
        count: how many there are; it stands where there is room for it.

    Signals:
        listing_wanted: the user wants to see others of them, or in another order.
    """

    listing_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._listing = Listing()
        self._found: SolutionEntry | None = None
        self._arranging: Generator[None, None, Sequence[int]] | None = None
        self.table = SolutionTable()
        self.beginning = QLineEdit()
        self.beginning.setObjectName("solutionFilter")
        self.beginning.setAccessibleName(tr("Only solutions that begin with these moves"))
        self.beginning.setToolTip(tr("Only solutions that begin with these moves"))
        self.beginning.setPlaceholderText(tr("First moves…"))
        self.beginning.setMaxLength(_LONGEST_TEXT)
        self.lengths = QComboBox()
        self.lengths.setObjectName("lengthCombo")
        self.lengths.setAccessibleName(tr("Only solutions with this many moves"))
        self.lengths.setToolTip(tr("Only solutions with this many moves"))
        self.lengths.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.lengths.setMinimumContentsLength(max(9, len(tr("Any length"))))
        ignore_wheel(self.lengths)
        self.count = OneLine("solutionCountLabel")
        self.count.setMinimumWidth(1)  # it takes the room that others leave
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        grid.addWidget(self.beginning, 0, 0)
        grid.addWidget(self.lengths, 0, 1)
        grid.addWidget(self.table, 1, 0, 1, 2)
        grid.setColumnStretch(0, 1)
        self._pause = QTimer(self)  # between two stretches of the list, so that others have a turn
        self._pause.setInterval(0)
        self._pause.timeout.connect(self._go_on)
        self.beginning.textEdited.connect(self._type)
        self.lengths.activated.connect(self._choose_length)
        self.table.horizontalHeader().sectionClicked.connect(self._sort_by)
        self.table.sort_wanted.connect(self._sort_by)
        self.hide()
        self.count.hide()

    def show_found(self, found: SolutionEntry | None) -> None:
        """Offer the solutions that were listed together, if there are several."""
        solution = None if found is None else found.solution
        listed = () if solution is None else solution.solutions or ()
        self.setVisible(len(listed) > 1)
        self.count.setVisible(len(listed) > 1)
        if found is None or solution is None or len(listed) < 2:
            self._found = None
            self._end()
            self.table.solutions.show(None, 0, ())
            return
        if self._found is None or self._found.solution is not solution:
            self._offer_lengths(listed)
            self.table.solutions.show(solution, found.variant - 1, list(range(len(listed))))
            self.table.fit_columns()
        self._found, self._listing = found, found.listing
        self._show_listing()
        self._arrange(solution, found)

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
        if self.beginning.text() != listing.beginning:
            with QSignalBlocker(self.beginning):
                self.beginning.setText(listing.beginning)
        order = Qt.SortOrder.DescendingOrder if listing.descending else Qt.SortOrder.AscendingOrder
        self.table.horizontalHeader().setSortIndicator(listing.column, order)

    def _arrange(self, solution: Solution, found: SolutionEntry) -> None:
        """Sort and filter, a stretch of the list at a time."""
        listed, listing = solution.solutions or (), found.listing
        entered = parse_and_play(solution.board, listing.beginning) if listing.beginning.strip() else None
        problem = entered is not None and entered.problem is not None
        self.beginning.setToolTip(
            plain_tip(entered.message)
            if entered is not None and problem
            else self.beginning.accessibleName()
        )
        beginning = () if entered is None else entered.moves
        followed = listed[found.variant - 1]
        self._arranging = arranged(listed, followed, listing, beginning)
        self._go_on()

    def _go_on(self) -> None:
        assert self._arranging is not None
        try:
            next(self._arranging)
        except StopIteration as end:
            self._end()
            self._show_order(end.value)
        else:
            self._pause.start()

    def _end(self) -> None:
        self._arranging = None
        self._pause.stop()

    def _show_order(self, order: Sequence[int]) -> None:
        found, table = self._found, self.table
        assert found is not None
        solution, followed = found.solution, found.variant - 1
        table.solutions.show(solution, followed, order)
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
        every = group_digits(solution.count or 0)
        self.count.setText(text.format(shown=shown, listed=listed, all=every))

    # --- what the user wants ---

    def _want(self, **changes: Any) -> None:
        self.listing_wanted.emit(replace(self._listing, **changes))

    def _type(self, text: str) -> None:
        self._want(beginning=text)

    def _choose_length(self, row: int) -> None:
        self._want(length=self.lengths.itemData(row))

    def _sort_by(self, column: int) -> None:
        listing = self._listing
        if column == AFTER:
            self._show_listing()
        else:
            again = column == listing.column
            self._want(column=column, descending=again and not listing.descending)
