"""The model of the table of moves: moves in lines, below the names of their stretches."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from puzzlegui.core.formatting import group_digits, signed
from puzzlegui.core.notation import STANDARD, Notation
from puzzlegui.core.solution import Segment
from puzzlegui.gui.model.move_sequence import MoveRows, MoveSequence

Index = QModelIndex | QPersistentModelIndex

_ROLES = {
    int(role)
    for role in (
        Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleDescriptionRole,
    )
}  # fmt: skip
"""Roles that have data; the view asks for many more."""


class Stretch(NamedTuple):
    """Consecutive terms of a notation with a common title.

    Attributes:
        first: number of its first term.
        title: title with the number of moves; empty for none.
    """

    first: int
    title: str = ""


def stretches(rows: MoveRows, segments: Sequence[Segment]) -> list[Stretch]:
    """Return the stretches of terms that belong to groups of segments.

    Segments whose names agree up to a colon are a group; a single group has no title.
    """
    groups = [list(group) for _, group in groupby(segments, lambda s: s.name.split(":")[0])]
    if len(groups) < 2:
        return [Stretch(0)]
    found: list[Stretch] = []
    for group in groups:
        title = group[0].title if len(group) == 1 else group[0].title.split(":")[0]
        moves = group_digits(group[-1].stop - group[0].start)
        start = group[0].start
        first = rows.row_at(start)
        if first >= 0 and rows.span(first)[0] < start:
            first += 1
        if first >= 0:
            found.append(Stretch(first, f"{title} · {moves}"))
    ends = pairwise([*found, Stretch(len(rows))])
    return [stretch for stretch, after in ends if stretch.first < after.first]


class MoveModel(QAbstractTableModel):
    """Model with a cell for each term of the notation, in lines of a number of columns.

    Each stretch begins with a row for its title, if it has any, and on a new line.

    Attributes:
        made_count: number of moves made.
        current: number of the term to highlight, or -1.
        loop_range: positions before and after the moves of the loop; None without a loop.
        sums: sum after each number of moves; empty if the board has no sum.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: MoveRows | None = None
        self._stretches = [Stretch(0)]
        self._tops = [0]
        self._height = 0
        self._columns = 1
        self.made_count = 0
        self.current = -1
        self.loop_range: tuple[int, int] | None = None
        self.sums: Sequence[int] = ()

    def show_moves(
        self,
        line: MoveSequence | None,
        notation: Notation = STANDARD,
        segments: Sequence[Segment] = (),
    ) -> None:
        """List moves; a single appended move does not reset the model."""
        before = self._rows
        rows = None if line is None else line.rows(notation)
        sums = () if line is None else line.running_totals
        if rows is not None and before is not None and _is_single_append(rows, before):
            self._append(rows, sums)
            return
        self.beginResetModel()
        self._rows, self.sums = rows, sums
        self._stretches = [Stretch(0)] if rows is None else stretches(rows, segments)
        self._arrange()
        self.endResetModel()

    def _append(self, rows: MoveRows, sums: Sequence[int]) -> None:
        height, last = self._height, self.index_of(len(rows) - 1)
        if last.isValid():
            self._rows, self.sums = rows, sums
            self.dataChanged.emit(last, last)
            return
        self.beginInsertRows(QModelIndex(), height, height)
        self._rows, self.sums = rows, sums
        self._arrange()
        self.endInsertRows()

    def set_columns(self, columns: int) -> None:
        """Arrange the terms in lines of a number of columns."""
        if columns != self._columns:
            self.beginResetModel()
            self._columns = columns
            self._arrange()
            self.endResetModel()

    def _arrange(self) -> None:
        """Find the first row of each stretch, and the number of all rows."""
        ends = [stretch.first for stretch in self._stretches[1:]] + [len(self)]
        self._tops, self._height = [], 0
        for stretch, end in zip(self._stretches, ends, strict=True):
            self._tops.append(self._height)
            lines = -(-(end - stretch.first) // self._columns)
            self._height += lines + bool(stretch.title)

    # --- terms ---

    def __len__(self) -> int:
        """Return the number of terms."""
        return 0 if self._rows is None else len(self._rows)

    def moves_of(self, term: int) -> tuple[int, int]:
        """Return the positions before and after the moves of a term."""
        assert self._rows is not None
        return self._rows.span(term)

    def term_at(self, position: int) -> int:
        """Return the number of the term that follows a position, or -1 at the end."""
        return -1 if self._rows is None else self._rows.row_at(position)

    def text(self, term: int) -> str:
        """Return the moves of a term in the notation, with the sum after them if there is any."""
        assert self._rows is not None
        text = self._rows.text(term)
        return f"{text} · {signed(self.sums[self.moves_of(term)[1]])}" if self.sums else text

    def description(self, term: int) -> str:
        """Return the moves of a term in words."""
        assert self._rows is not None
        return self._rows.description(term)

    def term_of(self, index: Index) -> int:
        """Return the number of the term in a cell, or -1."""
        if not index.isValid():
            return -1
        number = bisect_right(self._tops, index.row()) - 1
        stretch, after = self._stretches[number], self._stretches[number + 1 : number + 2]
        line = index.row() - self._tops[number] - bool(stretch.title)
        term = stretch.first + line * self._columns + index.column()
        return term if line >= 0 and term < (after[0].first if after else len(self)) else -1

    def index_of(self, term: int) -> QModelIndex:
        """Return the cell of a term; an invalid index if there is none."""
        number = bisect_right(self._stretches, term, key=lambda stretch: stretch.first) - 1
        if number < 0:
            return QModelIndex()
        stretch = self._stretches[number]
        line, column = divmod(term - stretch.first, self._columns)
        return self.index(self._tops[number] + bool(stretch.title) + line, column)

    def title_rows(self) -> list[int]:
        """Return the rows of the titles."""
        pairs = zip(self._stretches, self._tops, strict=True)
        return [top for stretch, top in pairs if stretch.title]

    def is_in_loop(self, term: int) -> bool:
        """Return True if all moves of a term are in the loop."""
        if self.loop_range is None:
            return False
        start, stop = self.moves_of(term)
        return self.loop_range[0] <= start and stop <= self.loop_range[1]

    # --- Qt ---

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else self._height

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else self._columns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in _ROLES or not index.isValid():
            return None
        term = self.term_of(index)
        if term >= 0:
            shown = role == Qt.ItemDataRole.DisplayRole
            return self.text(term) if shown else self.description(term)
        if role == Qt.ItemDataRole.DisplayRole and not index.column():
            return self._stretches[bisect_right(self._tops, index.row()) - 1].title or None
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.term_of(index) >= 0:
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.NoItemFlags


def _is_single_append(rows: MoveRows, before: MoveRows) -> bool:
    """Return True if rows are the previous rows plus a single move."""
    same = (
        rows.board == before.board
        and rows.notation == before.notation
        and rows.notation.one_move_per_term
    )
    return same and len(before) > 0 and list(rows.moves[:-1]) == list(before.moves)
