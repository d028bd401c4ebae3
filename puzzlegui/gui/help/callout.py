"""A card that points at a widget, and a ring around the widget."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from puzzlegui.core.language import pgettext, tr
from puzzlegui.gui.style.theme import theme
from puzzlegui.render.pen import colour

WIDTH = 300
"""Of the card's text and picture, in pixels."""
_TIP = 12
"""How far the arrow reaches out of the card."""
_INSIDE = 12
_RING, _ROUND, _AWAY = 3, 8, 5
"""The ring: how broad, how round, and how far its outer edge is away, in pixels."""


class _Side(Enum):
    """On which side of what it points at the card is."""

    RIGHT = "right"
    LEFT = "left"
    BELOW = "below"
    ABOVE = "above"
    WITHIN = "within"


class Ring(QWidget):
    """Drawn around a widget; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(theme().colours.accent), _RING))
        half = _RING / 2
        rect = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(rect, _ROUND, _ROUND)
        painter.end()


class Callout(QWidget):
    """A card over a window; it is no dialog, and everything beside it can be used.

    Args:
        window: it lies over this.

    Signals:
        next_wanted: the user wants to go on.
        back_wanted: the user wants to go back.
        end_wanted: the user wants no more of it.
    """

    next_wanted = Signal()
    back_wanted = Signal()
    end_wanted = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour")
        self.ring = Ring(window)
        self._window = window
        self._target: QWidget | None = None
        self._part: QRect | None = None
        self._watched: list[QWidget] = []
        self._side, self._tip = _Side.WITHIN, QPoint()
        self._count = QLabel()
        self._count.setProperty("role", "heading")
        self.text = QLabel()
        self.text.setObjectName("tourLabel")
        self.text.setWordWrap(True)
        self.text.setFixedWidth(WIDTH)
        self._picture = QLabel()
        self._picture.setObjectName("tourPicture")
        self.next = QPushButton(pgettext("button", "Next"))
        self.next.setObjectName("tourNextButton")
        self.next.setProperty("primary", True)
        self._skip = QPushButton(tr("End the tour"))
        self._skip.setObjectName("tourSkipButton")
        buttons = QHBoxLayout()
        buttons.addWidget(self._skip)
        buttons.addStretch()
        buttons.addWidget(self.next)
        self._column = column = QVBoxLayout(self)
        inside = _TIP + _INSIDE
        column.setContentsMargins(inside, inside, inside, inside)
        column.setSpacing(8)
        for widget in (self._count, self.text, self._picture):
            column.addWidget(widget)
        column.addLayout(buttons)
        self.next.clicked.connect(self.next_wanted)
        self._skip.clicked.connect(self.end_wanted)
        for button in (self.next, self._skip):
            button.installEventFilter(self)
        self.hide()

    # --- what it says ---

    def say(self, count: str, text: str, picture: QPixmap | None, *, last: bool) -> None:
        """Put words, and perhaps a picture, on the card.

        Args:
            count: which step of how many.
            text: the words.
            picture: under them.
            last: there is nothing after it.
        """
        self._count.setText(count)
        self.text.setText(text)
        self.setAccessibleName(tr("Tour, {count}").format(count=count))
        self.setAccessibleDescription(text)
        self._picture.setVisible(picture is not None)
        self._picture.setPixmap(QPixmap() if picture is None else picture)
        self.next.setText(tr("Done") if last else pgettext("button", "Next"))
        self._skip.setHidden(last)

    # --- where it is ---

    def point_at(self, target: QWidget | None, part: QRect | None = None) -> None:
        """Show the card beside a widget of the window; in the middle if that is not seen.

        Args:
            target: the widget.
            part: of it that is meant; by default, all.
        """
        self._look_at(target or self._window)
        self._target, self._part = target, part
        while target is not None and target is not self._window:
            if isinstance(target, QScrollArea) and self._target is not None:
                target.ensureWidgetVisible(self._target)
            target = target.parentWidget()
        self._place()
        self.show()
        self.raise_()

    def _look_at(self, target: QWidget | None) -> None:
        """Notice when a widget is moved, itself or with what it is in."""
        for widget in self._watched:
            widget.removeEventFilter(self)
        self._watched = []
        while target is not None:
            self._watched.append(target)
            target.installEventFilter(self)
            target = None if target is self._window else target.parentWidget()

    def put_away(self) -> None:
        """Leave nothing of it in the window."""
        self._look_at(None)
        self._target = None
        focused = self.isAncestorOf(self._window.focusWidget() or self._window)
        self.ring.hide()
        self.hide()
        if focused:
            self._window.setFocus()

    def _place(self) -> None:
        target, window = self._target, self._window.rect()
        size = self._column.sizeHint()
        size.setHeight(max(size.height(), self._column.heightForWidth(size.width())))
        self.resize(size)
        self._column.activate()  # A card of the same size is not laid out again by resize().
        if target is None or not target.isVisible():
            self.ring.hide()
            self._side = _Side.WITHIN
            self.move(window.center() - self.rect().center())
            self.update()
            return
        around = QRect(self._part or target.rect())
        around.moveTopLeft(target.mapTo(self._window, around.topLeft()))
        around = around.intersected(window)
        self.ring.setGeometry(around.adjusted(-_AWAY, -_AWAY, _AWAY, _AWAY).intersected(window))
        self.ring.show()
        self.ring.raise_()
        self.raise_()
        self._side, place = _beside(around, size, window)
        self.move(place)
        self._tip = self.mapFromParent(around.center())
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = theme().colours
        card = QRectF(self.rect()).adjusted(_TIP, _TIP, -_TIP, -_TIP)
        painter.setPen(QPen(colour(colours.accent), 2))
        painter.setBrush(colour(colours.field))
        painter.drawRoundedRect(card, 10, 10)
        if self._side is not _Side.WITHIN:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(colours.accent))
            painter.drawPolygon(self._arrow(card))
        painter.end()

    def _arrow(self, card: QRectF) -> QPolygonF:
        """From the edge of the card towards what it points at."""
        y = min(max(float(self._tip.y()), card.top() + 22), card.bottom() - 22)
        x = min(max(float(self._tip.x()), card.left() + 22), card.right() - 22)
        to, from_ = {
            _Side.RIGHT: (
                QPointF(0, y),
                (QPointF(card.left(), y - 10), QPointF(card.left(), y + 10)),
            ),
            _Side.LEFT: (
                QPointF(self.width(), y),
                (QPointF(card.right(), y - 10), QPointF(card.right(), y + 10)),
            ),
            _Side.BELOW: (
                QPointF(x, 0),
                (QPointF(x - 10, card.top()), QPointF(x + 10, card.top())),
            ),
            _Side.ABOVE: (
                QPointF(x, self.height()),
                (QPointF(x - 10, card.bottom()), QPointF(x + 10, card.bottom())),
            ),
        }[self._side]
        return QPolygonF([to, *from_])

    # --- what happens ---

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        kind = event.type()
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._key(event):
            return watched in (self.next, self._skip)
        if kind in _MOVED and self.isVisible() and watched is not self:
            self._place()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        if not self._key(event):
            super().keyPressEvent(event)

    def _key(self, event: QKeyEvent) -> bool:
        """A key that nothing else has use for; whether it means anything."""
        inside = self.isAncestorOf(self._window.focusWidget() or self._window)
        if self.isHidden() or not (inside or event.key() == Qt.Key.Key_Escape):
            return False
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape or (enter and self._skip.hasFocus()):
            self.end_wanted.emit()
        elif enter or event.key() == Qt.Key.Key_Right:
            self.next_wanted.emit()
        elif event.key() == Qt.Key.Key_Left:
            self.back_wanted.emit()
        else:
            return False
        return True


_MOVED = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide}


def _beside(target: QRect, size: QSize, window: QRect) -> tuple[_Side, QPoint]:
    """Where a card goes that points at a part of a window: where it covers least of it."""
    x = min(max(target.center().x() - size.width() // 2, 0), window.width() - size.width())
    y = min(max(target.center().y() - size.height() // 2, 0), window.height() - size.height())
    places = {
        _Side.RIGHT: QPoint(target.right() + 2, y),
        _Side.LEFT: QPoint(target.left() - size.width() - 2, y),
        _Side.BELOW: QPoint(x, target.bottom() + 2),
        _Side.ABOVE: QPoint(x, target.top() - size.height() - 2),
    }
    for side, place in places.items():
        if window.contains(QRect(place, size)):
            return side, place

    def covered(place: QPoint) -> int:
        common = QRect(place, size).intersected(target)
        return common.width() * common.height()

    most = QPoint(window.width() - size.width(), window.height() - size.height())
    inside = [
        QPoint(min(max(place.x(), 0), most.x()), min(max(place.y(), 0), most.y()))
        for place in places.values()
    ]
    return _Side.WITHIN, min(inside, key=covered)
