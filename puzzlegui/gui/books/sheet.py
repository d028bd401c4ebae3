"""Contact sheet of a book: a small picture of each board with what is known of it."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.difficulty import MOST_STARS, stars
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.books.document import BookDocument
from puzzlegui.gui.style.theme import theme

_PICTURE, _PAD = 132, 12
_KEPT = 400
"""Pictures that are kept; a book may have a thousand puzzles."""
_PUZZLE = Qt.ItemDataRole.UserRole
_AnyIndex = QModelIndex | QPersistentModelIndex


def facts(puzzle: BookPuzzle) -> list[str]:
    """Return the facts on a puzzle's solution, in words."""
    if puzzle.length is None:
        return [tr("length not known")]
    words = [quantity(puzzle.length, "move")]
    if puzzle.optimal:
        words.append(tr("proved shortest"))
    if puzzle.unique is not None:
        words.append(
            tr("the only solution this short") if puzzle.unique else tr("not the only solution")
        )
    return words


def _marks(puzzle: BookPuzzle) -> str:
    """Return the marks on a puzzle's card."""
    marks = {tr("shortest"): puzzle.optimal, tr("only one"): puzzle.unique}
    return " · ".join(mark for mark, holds in marks.items() if holds)


class SheetModel(QAbstractListModel):
    """The puzzles of a book as a list.

    Args:
        document: the book.
    """

    def __init__(self, document: BookDocument) -> None:
        super().__init__(document)
        self._document = document
        self._puzzles: Sequence[BookPuzzle] = document.book.puzzles
        document.changed.connect(self._update)

    def _update(self) -> None:
        """Show the current puzzles; rows that stay keep the view where it is."""
        new, old = self._document.book.puzzles, len(self._puzzles)
        if len(new) > old:
            self.beginInsertRows(QModelIndex(), old, len(new) - 1)
            self._puzzles = new
            self.endInsertRows()
        elif len(new) < old:
            self.beginRemoveRows(QModelIndex(), len(new), old - 1)
            self._puzzles = new
            self.endRemoveRows()
        self._puzzles = new
        if new:
            self.dataChanged.emit(self.index(0), self.index(len(new) - 1))

    def rowCount(self, parent: _AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._puzzles)

    def data(self, index: _AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self._puzzles):
            return None
        puzzle = self._puzzles[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return puzzle
            case Qt.ItemDataRole.DisplayRole:
                return group_digits(index.row() + 1)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._describe(index.row(), puzzle)
        return None

    @staticmethod
    def _describe(row: int, puzzle: BookPuzzle) -> str:
        words = [puzzle.board.title, puzzle.board.describe(), *facts(puzzle)]
        if puzzle.length is not None:
            words.append(tr("{count} of {most} stars").format(
                count=str(stars(puzzle.length)), most=str(MOST_STARS)))  # fmt: skip
        words.append(puzzle.note)
        text = ", ".join(filter(None, words))
        return tr("Puzzle {number}: {text}").format(number=group_digits(row + 1), text=text)

    def flags(self, index: _AnyIndex) -> Qt.ItemFlag:
        flag = Qt.ItemFlag
        if not index.isValid():
            return flag.ItemIsDropEnabled
        return flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsDragEnabled

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction


class _Delegate(QStyledItemDelegate):
    """Draws a puzzle as a card; a picture that is not ready is drawn a little later.

    Args:
        view: the sheet.
        busy_row: returns the row of the puzzle that is being replaced; -1 for none.
    """

    def __init__(self, view: ContactSheet, busy_row: Callable[[], int]) -> None:
        super().__init__(view)
        self._view, self._busy_row = view, busy_row
        self._pictures: OrderedDict[object, QImage] = OrderedDict()
        self._wanted: dict[object, Callable[[], QImage]] = {}
        self._drawing = QTimer(self)
        self._drawing.setInterval(0)
        self._drawing.timeout.connect(self._draw_next)

    def sizeHint(self, option: QStyleOptionViewItem, _index: _AnyIndex) -> QSize:
        return QSize(_PICTURE + 2 * _PAD + 8, _PICTURE + 3 * _PAD + 3 * option.fontMetrics.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        puzzle = index.data(_PUZZLE)
        colours, palette = theme().colours, option.palette
        state = QStyle.StateFlag
        selected = bool(option.state & state.State_Selected)
        focused = bool(option.state & state.State_HasFocus)
        card = QRectF(option.rect).adjusted(4, 4, -4, -4)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = colours.accent if selected or focused else colours.border
        painter.setPen(QPen(QColor(edge), 2 if selected else 1))
        raised = selected or option.state & state.State_MouseOver
        painter.setBrush(QColor(colours.raised if raised else colours.panel))
        painter.drawRoundedRect(card, 8, 8)
        left = round(card.center().x() - _PICTURE / 2)
        place = QRect(left, round(card.top()) + _PAD, _PICTURE, _PICTURE)
        if (picture := self._picture(puzzle)) is not None:
            painter.setOpacity(0.35 if index.row() == self._busy_row() else 1)
            painter.drawImage(place, picture)
            painter.setOpacity(1)
        text = place.translated(0, _PICTURE + _PAD // 2)
        text.setHeight(option.fontMetrics.height())
        self._paint_text(painter, text, index.row(), puzzle, option.font, palette)
        painter.restore()

    @staticmethod
    def _paint_text(
        painter: QPainter,
        place: QRect,
        row: int,
        puzzle: BookPuzzle,
        font: QFont,
        palette: QPalette,
    ) -> None:
        """Draw number and stars, then the facts."""
        align = Qt.AlignmentFlag
        bold = QFont(font)
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        painter.drawText(place, align.AlignLeft | align.AlignVCenter, group_digits(row + 1))
        if puzzle.length is not None:
            _paint_stars(painter, place, stars(puzzle.length))
        painter.setFont(font)
        head, colours = facts(puzzle)[0], theme().colours
        for text, colour in ((head, colours.text), (_marks(puzzle), colours.faint)):
            place.translate(0, place.height() + 1)
            painter.setPen(QColor(colour))
            metrics = painter.fontMetrics()
            elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, align.AlignLeft | align.AlignVCenter, elided)

    # --- pictures ---

    def _picture(self, puzzle: BookPuzzle) -> QImage | None:
        """Return the picture of a board, or None and have it drawn soon."""
        ratio, style = self._view.devicePixelRatioF(), theme().board_style
        key = puzzle.board, ratio, style
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
            return picture
        self._wanted[key] = partial(thumbnail, puzzle.board, _PICTURE, ratio, style)
        self._drawing.start()
        return None

    def _draw_next(self) -> None:
        """Draw the picture that was asked for last, which is the likeliest to be in view."""
        if not self._wanted:
            self._drawing.stop()
            self._view.viewport().update()
            return
        key, draw = self._wanted.popitem()
        self._pictures[key] = draw()
        while len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        if len(self._wanted) % 8 == 0:
            self._view.viewport().update()


def _paint_stars(painter: QPainter, place: QRect, count: int) -> None:
    """Draw a row of stars at the right of a line, the first ``count`` of them filled."""
    size = place.height() * 0.72
    colour = QColor(theme().colours.doubt)
    painter.setPen(QPen(colour, 1))
    for number in range(MOST_STARS):
        centre = QPointF(
            place.right() - (MOST_STARS - number - 0.5) * (size + 1), place.center().y() + 0.5
        )
        painter.setBrush(colour if number < count else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(_star(centre, size / 2))


def _star(centre: QPointF, radius: float) -> QPolygonF:
    points = []
    for corner in range(10):
        angle = math.pi * (corner / 5 - 0.5)
        reach = radius if corner % 2 == 0 else radius * 0.42
        points.append(centre + QPointF(math.cos(angle), math.sin(angle)) * reach)
    return QPolygonF(points)


class ContactSheet(QListView):
    """Contact sheet of a book; puzzles are selected, opened and dragged to another place.

    Args:
        document: the book.
        busy_row: returns the row of the puzzle that is being replaced; -1 for none.

    Signals:
        open_requested: emitted with the row of the puzzle to open.
        move_requested: emitted with the row in front of which the selected puzzles are to go.
        selection_changed: emitted when other puzzles are selected.
    """

    open_requested = Signal(int)
    move_requested = Signal(int)
    selection_changed = Signal()

    def __init__(
        self, document: BookDocument, busy_row: Callable[[], int], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("bookSheet")
        self.setAccessibleName(tr("Puzzles of the book"))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)
        self.setMouseTracking(True)
        self._document = document
        self._drop_row = -1
        self.setModel(SheetModel(document))
        self.setItemDelegate(_Delegate(self, busy_row))
        self.doubleClicked.connect(self._request_open)
        self.selectionModel().selectionChanged.connect(lambda *_: self.selection_changed.emit())
        self.selectionModel().currentChanged.connect(lambda *_: self.selection_changed.emit())
        theme().changed.connect(self.viewport().update)

    @property
    def book(self) -> Book:
        """Book that is shown."""
        return self._document.book

    def rows(self) -> list[int]:
        """Return the selected rows in order."""
        return sorted(index.row() for index in self.selectionModel().selectedIndexes())

    def select(self, rows: Sequence[int]) -> None:
        """Select rows, and scroll to the first."""
        model, selection = self.model(), self.selectionModel()
        flag = selection.SelectionFlag
        selection.clearSelection()
        for row in reversed(rows):
            selection.setCurrentIndex(model.index(row, 0), flag.Select)
        if rows:
            self.scrollTo(model.index(rows[0], 0))

    def _request_open(self, index: QModelIndex) -> None:
        self.open_requested.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.currentIndex()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and current.isValid():
            self._request_open(current)
        else:
            super().keyPressEvent(event)

    # --- dragging ---

    def startDrag(self, actions: Qt.DropAction) -> None:
        rows = self.rows()
        if not rows or not self.dragEnabled():
            return
        drag = QDrag(self)
        drag.setMimeData(self.model().mimeData(self.selectedIndexes()))
        area = self.visualRect(self.model().index(rows[0], 0))
        picture = QPixmap(self.viewport().grab(area))
        drag.setPixmap(picture.scaledToWidth(picture.width() // 2))
        drag.exec(actions)
        self._show_drop_row(-1)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.source() is self:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.source() is not self:
            event.ignore()
            return
        super().dragMoveEvent(event)  # scrolls near the edges
        self._show_drop_row(self.drop_row(event.position().toPoint()))
        event.setDropAction(Qt.DropAction.MoveAction)
        event.accept()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._show_drop_row(-1)

    def dropEvent(self, event: QDropEvent) -> None:
        self._show_drop_row(-1)
        if event.source() is not self:
            event.ignore()
            return
        row = self.drop_row(event.position().toPoint())
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        event.setDropAction(Qt.DropAction.CopyAction)  # the view must not remove the rows
        event.accept()
        self.move_requested.emit(row)

    def drop_row(self, point: QPoint) -> int:
        """Return the row in front of which a point lies."""
        count = self.model().rowCount()
        for row in range(count):
            area = self.visualRect(self.model().index(row, 0))
            if point.y() < area.top() or (
                point.y() <= area.bottom() and point.x() < area.center().x()
            ):
                return row
        return count

    def _show_drop_row(self, row: int) -> None:
        if row != self._drop_row:
            self._drop_row = row
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        count = self.model().rowCount()
        if self._drop_row < 0 or not count:
            return
        last = self._drop_row >= count
        area = self.visualRect(self.model().index(min(self._drop_row, count - 1), 0))
        edge = area.right() if last else area.left()
        with QPainter(self.viewport()) as painter:
            painter.setPen(QPen(QColor(theme().colours.accent), 3))
            painter.drawLine(edge, area.top() + 6, edge, area.bottom() - 6)
