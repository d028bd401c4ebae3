"""The table of moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QSizePolicy, QTableView, QWidget

from puzzlegui.core.formatting import signed
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.notation import STANDARD, Notation
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.model.move_sequence import MoveRows, MoveSequence
from puzzlegui.gui.style.theme import theme

NUMBER, MOVE, SUM, WORDS = range(4)
_HEADERS = ("#", gettext_noop("Move"), gettext_noop("Sum"), gettext_noop("In words"))
_ALIGNED = {
    NUMBER: int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
    SUM: int(Qt.AlignmentFlag.AlignCenter),
}

_ROLES = {
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.BackgroundRole,
        Qt.ItemDataRole.ForegroundRole,
    )
}  # fmt: skip
"""Roles that have data; the view asks for many more."""

_MARGINS = 60
"""Width of cell margins and the scroll bar, in pixels."""

Index = QModelIndex | QPersistentModelIndex


class MoveModel(QAbstractTableModel):
    """Model with a row per term of the notation: move numbers, text, sum and description.

    Attributes:
        made_count: number of moves made.
        sums: sum after each number of moves; empty if the board has no sum.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: MoveRows | None = None
        self._loop_range: tuple[int, int] | None = None
        self.made_count = 0
        self.sums: Sequence[int] = ()

    def show_moves(self, line: MoveSequence | None, notation: Notation = STANDARD) -> None:
        """List moves; a single appended move inserts a row instead of resetting the model."""
        before = self._rows
        rows = None if line is None else line.rows(notation)
        sums = () if line is None else line.running_totals
        if rows is not None and before is not None and _is_single_append(rows, before):
            self.beginInsertRows(QModelIndex(), len(before), len(before))
            self._rows, self.sums = rows, sums
            self.endInsertRows()
            return
        self.beginResetModel()
        self._rows, self.sums = rows, sums
        self.endResetModel()

    def moves_of(self, row: int) -> tuple[int, int]:
        """Return the positions before and after the moves of a row."""
        assert self._rows is not None
        return self._rows.span(row)

    def row_at(self, position: int) -> int:
        """Return the row of the move that follows a position, or -1 at the end."""
        return -1 if self._rows is None else self._rows.row_at(position)

    def mark_loop_range(self, loop_range: tuple[int, int] | None) -> None:
        """Highlight the rows of the loop range; None for no loop range."""
        if loop_range != self._loop_range:
            self._loop_range = loop_range
            if count := self.rowCount():
                last = self.index(count - 1, WORDS)
                self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.BackgroundRole])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        if parent.isValid():
            return 0
        return 0 if self._rows is None else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's
        return 0 if parent.isValid() else len(_HEADERS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        rows = self._rows
        if rows is None or role not in _ROLES or not index.isValid():
            return None
        row, column = index.row(), index.column()
        match role:
            case Qt.ItemDataRole.ToolTipRole:
                return rows.description(row)
            case Qt.ItemDataRole.DisplayRole:
                return self._text(rows, row, column)
            case Qt.ItemDataRole.TextAlignmentRole if column in _ALIGNED:
                return _ALIGNED[column]
            case Qt.ItemDataRole.BackgroundRole if self._loop_range is not None:
                start, stop = rows.span(row)
                inside = self._loop_range[0] <= start and stop <= self._loop_range[1]
                return QColor(theme().colours.raised) if inside else None
            case Qt.ItemDataRole.ForegroundRole if rows.span(row)[1] <= self.made_count:
                return QColor(theme().colours.faint)
        return None

    def _text(self, rows: MoveRows, row: int, column: int) -> Any:
        start, stop = rows.span(row)
        match column:
            case 0:
                return stop if stop == start + 1 else f"{start + 1}–{stop}"
            case 1:
                return rows.text(row)
            case 2:
                return signed(self.sums[stop]) if self.sums else ""
            case _:
                return rows.description(row)

    def headerData(  # noqa: N802 - Qt's name
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in _ALIGNED:
            return _ALIGNED[section]
        return tr(_HEADERS[section]) if role == Qt.ItemDataRole.DisplayRole else None


def _is_single_append(rows: MoveRows, before: MoveRows) -> bool:
    """Return True if rows are the previous rows plus a single move."""
    same = (
        rows.board == before.board
        and rows.notation == before.notation
        and rows.notation.one_move_per_term
    )
    return same and len(before) > 0 and list(rows.moves[:-1]) == list(before.moves)


class MoveTable(QTableView):
    """Table of moves that follows playback and requests jumps when clicked.

    Signals:
        position_requested: the user clicked a move; number of moves to show as made.
        loop_range_requested: the user selected several moves; positions before and after them.
        hovered: row under the mouse, or -1.
        step_requested: number of moves to step.
        toggle_requested: play or pause.
    """

    position_requested = Signal(int)
    loop_range_requested = Signal(int, int)
    hovered = Signal(int)
    step_requested = Signal(int)
    toggle_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("moveTable")
        self.setAccessibleName(tr("Moves of the solution"))
        self.moves = MoveModel(self)
        self.setModel(self.moves)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setShowGrid(False)
        self.setMinimumHeight(110)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self._selecting = False
        self._select_last_made = False
        self._pointer = QPointF(QCursor.pos())
        self.verticalHeader().hide()
        height = self.fontMetrics().height() + 8
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(height)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def show_moves(
        self, line: MoveSequence | None, notation: Notation, *, select_last_made: bool
    ) -> None:
        """List moves and fit the columns.

        Args:
            line: the moves.
            notation: notation of the moves.
            select_last_made: select the last move made, as in the play mode, instead of the next.
        """
        self.moves.show_moves(line, notation)
        self._select_last_made = select_last_made
        count = 0 if line is None else len(line)
        advance = self.fontMetrics().horizontalAdvance
        numbers = (
            str(max(count, 1000)) if notation.one_move_per_term else f"{max(count, 100)}–{count}"
        )
        self.setColumnWidth(NUMBER, advance(numbers) + 14)
        longest = "(28,28,T)" if notation.name == "tuples" else "AA30'"
        self.setColumnWidth(MOVE, max(map(advance, (longest, tr(_HEADERS[MOVE])))) + 14)
        self.setColumnWidth(SUM, advance(tr(_HEADERS[SUM])) + 20)
        self.setColumnHidden(SUM, not self.moves.sums)
        self.setColumnHidden(MOVE, notation.is_in_words)
        has_words = line is None or line.board.move_templates  # else they are the names of moves
        self.setColumnHidden(WORDS, not (has_words or notation.is_in_words))

    def preferred_width(self) -> int:
        """Return the width that fits the moves of all families in the current language."""
        advance = self.fontMetrics().horizontalAdvance
        words = [form for family in FAMILIES.values() for form in family.board.move_templates]
        cells: Mapping[str, str] = defaultdict(lambda: "M10")
        longest = max(advance(tr(form).format_map(cells)) for form in words)
        return advance("1000") + advance("AA30'") + longest + _MARGINS

    def select_position(self, position: int) -> None:
        """Select the row of a position, unless the user is selecting rows."""
        self._update_made_count(0 if self._select_last_made else position)
        if self._selecting:
            return
        row = (
            self.moves.row_at(position - self._select_last_made)
            if position >= self._select_last_made
            else -1
        )
        if row < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            if position:
                self.scrollToBottom()
            else:
                self.scrollToTop()
        else:
            index = self.moves.index(row, NUMBER)
            flags = QItemSelectionModel.SelectionFlag
            if not self.viewport().rect().contains(self.visualRect(index)):
                # Scroll by half a page: each scroll repaints all rows.
                self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def _update_made_count(self, position: int) -> None:
        """Grey out the moves made, repainting only the rows that changed."""
        moves = self.moves
        before, moves.made_count = moves.made_count, position
        if before != position and moves.rowCount():
            last = moves.rowCount() - 1
            ends = [row if row >= 0 else last for row in map(moves.row_at, (before, position))]
            top, bottom = (self.rowViewportPosition(row) for row in sorted(ends))
            height = bottom - top + self.rowHeight(last)
            self.viewport().update(0, top, self.viewport().width(), height)

    def _selected_rows(self) -> tuple[int, int]:
        rows = [index.row() for index in self.selectionModel().selectedRows()]
        return (min(rows), max(rows)) if rows else (-1, -1)

    def _request_selection(self) -> None:
        """Request the position of the selected row, or a loop over several."""
        first, last = self._selected_rows()
        if first < last:
            self.loop_range_requested.emit(
                self.moves.moves_of(first)[0], self.moves.moves_of(last)[1]
            )
        elif first >= 0:
            self.position_requested.emit(self.moves.moves_of(first)[self._select_last_made])

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        self._selecting = event.button() == Qt.MouseButton.LeftButton
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        super().mouseReleaseEvent(event)
        if self._selecting:
            self._selecting = False
            self._request_selection()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        last = self.moves.rowCount() - 1
        match event.key():
            case Qt.Key.Key_Left:
                self.step_requested.emit(-1)
            case Qt.Key.Key_Right:
                self.step_requested.emit(1)
            case Qt.Key.Key_Space:
                self.toggle_requested.emit()
            case Qt.Key.Key_Down if not self._select_last_made and self._selected_rows() == (
                last,
                last,
            ):
                self.step_requested.emit(1)
            case Qt.Key.Key_Up if (
                not self._select_last_made and last >= 0 > self._selected_rows()[0]
            ):
                self.step_requested.emit(-1)
            case _:
                before = self._selected_rows()
                super().keyPressEvent(event)
                if self._selected_rows() != before:
                    self._request_selection()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        super().mouseMoveEvent(event)
        # Without this check, rows that scroll under a resting mouse would count as hovered.
        if event.globalPosition() != self._pointer:
            self._pointer = event.globalPosition()
            self.hovered.emit(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().leaveEvent(event)
        self.hovered.emit(-1)
