"""The table of moves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.core.notation import Notation
from puzzlegui.core.palettes import mix
from puzzlegui.core.solution import Segment
from puzzlegui.gui.model.move_sequence import MoveSequence
from puzzlegui.gui.playback.move_model import MoveModel
from puzzlegui.gui.style.theme import theme
from puzzlegui.render.primitives import colour

Index = QModelIndex | QPersistentModelIndex

_SAMPLES = 50
"""Terms whose widths decide on the width of the columns."""
_BESIDE, _ABOVE = 7, 4
"""Margins of a text in its chip, in pixels."""
_GAP = 2
"""Distance of a chip from the edges of its cell, in pixels."""
_RADIUS = 6
_LINES = 3
"""Least number of lines that are seen."""
_LOOP_TINT = 0.75
"""Share of the card's colour in that of the moves of a loop."""


class _ChipDelegate(QStyledItemDelegate):
    """Delegate that draws moves as rounded chips, and titles of stretches as faint texts."""

    def __init__(self, table: MoveTable) -> None:
        super().__init__(table)
        self._table = table

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(self._table.chip_width, self._table.verticalHeader().defaultSectionSize())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        moves, colours = self._table.moves, theme().colours
        term, text = moves.term_of(index), index.data()
        if not text:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(option.font)
        if term < 0:
            painter.setPen(colour(colours.faint))
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
            self._draw_text(painter, option.rect.adjusted(_GAP, 0, 0, -_GAP), flags, text)
            painter.restore()
            return
        now = term == moves.current
        tone, ink = colours.window, colours.text
        if now:
            tone, ink = colours.accent, colours.on_accent
        elif moves.is_in_loop(term) or term in self._table.dragged:
            tone = mix(colours.accent, colours.card, _LOOP_TINT)
        elif moves.moves_of(term)[1] <= moves.made_count:
            ink = colours.faint
        chip = QRectF(option.rect).adjusted(_GAP, _GAP, -_GAP, -_GAP)
        painter.setPen(Qt.PenStyle.NoPen)
        if now and self._table.hasFocus():
            painter.setPen(QPen(colour(colours.text), 2))
        painter.setBrush(colour(tone))
        painter.drawRoundedRect(chip, _RADIUS, _RADIUS)
        painter.setPen(colour(ink))
        self._draw_text(painter, option.rect, Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()

    @staticmethod
    def _draw_text(painter: QPainter, room: QRect, flags: Qt.AlignmentFlag, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, flags, shown)


class MoveTable(QTableView):
    """Table of moves that follows playback and requests jumps when clicked.

    Attributes:
        moves: model.
        chip_width: width of a column.
        dragged: terms over which the mouse or the cursor selects.

    Signals:
        position_requested: the user clicked a move; number of moves to show as made.
        loop_range_requested: the user selected several moves; positions before and after them.
        hovered: number of the term under the mouse, or -1.
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
        self.chip_width = 1
        self._widest = 0
        self.dragged = range(0)
        self._anchor = -1
        self._pressed = False
        self._select_last_made = False
        self._pointer = QPointF(QCursor.pos())
        self.setModel(self.moves)
        self.setItemDelegate(_ChipDelegate(self))
        self.setProperty("role", "chips")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setMinimumHeight(_LINES * self._line_height)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.moves.modelReset.connect(self._span_titles)

    def show_moves(
        self,
        line: MoveSequence | None,
        notation: Notation,
        segments: Sequence[Segment] = (),
        *,
        select_last_made: bool,
    ) -> None:
        """List moves and fit the columns.

        Args:
            line: the moves.
            notation: notation of the moves.
            segments: segments of the solution, whose names become titles.
            select_last_made: select the last move made, as in the play mode, instead of the next.
        """
        self.moves.show_moves(line, notation, segments)
        self._select_last_made = select_last_made
        self._anchor = -1
        self._measure()

    def sizeHint(self) -> QSize:
        """Return the least size: the table takes the height that is left."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    @property
    def _line_height(self) -> int:
        return self.fontMetrics().height() + 2 * (_ABOVE + _GAP)

    def _measure(self) -> None:
        """Fit the columns to a sample of the texts."""
        metrics, count = self.fontMetrics(), len(self.moves)
        sample = range(0, count, max(1, count // _SAMPLES))
        self._widest = max(
            (metrics.horizontalAdvance(self.moves.text(term)) for term in sample), default=0
        )
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Show as many columns as the width allows."""
        height = self._line_height
        # Always without the scroll bar, whose appearance would otherwise change the lines.
        room = self.width() - self.verticalScrollBar().sizeHint().width() - 2 * self.frameWidth()
        self.chip_width = min(max(self._widest + 2 * (_BESIDE + _GAP), height), max(room, 1))
        self.horizontalHeader().setDefaultSectionSize(self.chip_width)
        self.verticalHeader().setDefaultSectionSize(height)
        self.moves.set_columns(max(1, room // self.chip_width))

    def _span_titles(self) -> None:
        self.clearSpans()
        columns = self.moves.columnCount()
        for row in self.moves.title_rows() if columns > 1 else ():
            self.setSpan(row, 0, 1, columns)
        self._show_current()

    def mark_loop_range(self, loop_range: tuple[int, int] | None) -> None:
        """Highlight the moves of the loop range; None for no loop range."""
        if loop_range != self.moves.loop_range:
            self.moves.loop_range = loop_range
            self.viewport().update()

    def select_position(self, position: int) -> None:
        """Highlight the move of a position, unless the user is selecting moves."""
        moves = self.moves
        before = moves.current, moves.term_at(moves.made_count)
        moves.made_count = 0 if self._select_last_made else position
        if not self._pressed:
            current = position - self._select_last_made
            moves.current = moves.term_at(current) if current >= 0 else -1
        self._repaint_lines([*before, moves.current, moves.term_at(moves.made_count)])
        if self._pressed:
            return
        self._show_current()
        if moves.current < 0:
            if position:
                self.scrollToBottom()
            else:
                self.scrollToTop()

    def _repaint_lines(self, terms: Sequence[int]) -> None:
        """Repaint the lines between terms; -1 stands for the end."""
        last = len(self.moves) - 1
        if last < 0 or len(set(terms)) == 1:
            return
        ends = [self.moves.index_of(term if 0 <= term <= last else last) for term in terms]
        top = min(map(self.visualRect, ends), key=QRect.top)
        bottom = max(map(self.visualRect, ends), key=QRect.bottom)
        self.viewport().update(
            0, top.top(), self.viewport().width(), bottom.bottom() - top.top() + 1
        )

    def _show_current(self) -> None:
        """Give the cursor to the highlighted move, and scroll to it."""
        term = self.moves.current
        index = self.moves.index_of(term) if 0 <= term < len(self.moves) else QModelIndex()
        if index.isValid() and not self.viewport().rect().contains(self.visualRect(index)):
            # Scroll by half a page: each scroll repaints all rows.
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._measure()

    # --- user actions ---

    def _term_at(self, point: QPoint) -> int:
        return self.moves.term_of(self.indexAt(point))

    def _select(self, first: int, last: int) -> None:
        """Mark the moves between two terms while the user is selecting."""
        self.dragged = range(min(first, last), max(first, last) + 1)
        self.viewport().update()

    def _request_selection(self) -> None:
        """Request the position of the selected move, or a loop over several."""
        terms, self.dragged = self.dragged, range(0)
        self.viewport().update()
        if len(terms) > 1:
            first, last = self.moves.moves_of(terms[0]), self.moves.moves_of(terms[-1])
            self.loop_range_requested.emit(first[0], last[1])
        elif terms:
            self._anchor = terms[0]
            self._go_to(terms[0])

    def _go_to(self, term: int) -> None:
        self.position_requested.emit(self.moves.moves_of(term)[self._select_last_made])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        term = self._term_at(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or term < 0:
            return
        self._pressed = True
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier or self._anchor < 0:
            self._anchor = term
        self._select(self._anchor, term)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = False
            self._request_selection()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        term = self._term_at(event.position().toPoint())
        if self._pressed and term >= 0:
            self._select(self._anchor, term)
        # Without this check, moves that scroll under a resting mouse would count as hovered.
        if event.globalPosition() != self._pointer:
            self._pointer = event.globalPosition()
            self.hovered.emit(term)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page = max(
            1, self.viewport().height() // max(1, self.verticalHeader().defaultSectionSize())
        )
        lines = {
            Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page, Qt.Key.Key_PageDown: page,
        }  # fmt: skip
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        key = Qt.Key(event.key())
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Space:
            self.toggle_requested.emit()
        elif key in steps and not shift:
            self.step_requested.emit(steps[key])
        elif key in steps or key in lines:
            by = steps.get(key) or lines[key] * self.moves.columnCount()
            self._move_cursor(by, extend=shift)
        else:
            event.ignore()

    def _move_cursor(self, by: int, *, extend: bool) -> None:
        """Go to another move, or extend the loop to it."""
        last, now = len(self.moves) - 1, self.moves.current
        if last < 0:
            return
        if now < 0:  # before the first move made, or after the last
            now = -1 if self._select_last_made else last + 1
        if not extend:
            self._anchor = -1
            self._go_to(min(max(now + by, 0), last))
            return
        if self._anchor < 0 or self.moves.loop_range is None:
            self._anchor = min(max(now, 0), last)
            end = self._anchor
        else:
            start, stop = self.moves.loop_range
            first, end = self.moves.term_at(start), self.moves.term_at(stop - 1)
            if end == self._anchor:
                end = first
        self._select(self._anchor, min(max(end + by, 0), last))
        self._request_selection()
