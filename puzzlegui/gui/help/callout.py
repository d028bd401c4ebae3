"""The tour's callout: a card that points at a widget, and a ring around the widget."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from puzzlegui.core.language import pgettext, tr
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import theme
from puzzlegui.render.primitives import colour

WIDTH = 300
"""Width of the card's text and picture, in pixels."""
_TIP = 12
"""Length of the arrow outside the card, in pixels."""
_PADDING = 12
_RING, _RING_RADIUS, _RING_DISTANCE = 3, 8, 5
"""Width, corner radius and outer distance of the ring, in pixels."""


class _CardSide(Enum):
    """Side of the target that the card is on."""

    RIGHT = "right"
    LEFT = "left"
    BELOW = "below"
    ABOVE = "above"
    WITHIN = "within"


class Ring(QWidget):
    """Ring drawn around a widget, transparent to the mouse."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colour(theme().colours.accent), _RING))
            half = _RING / 2
            rect = QRectF(self.rect()).adjusted(half, half, -half, -half)
            painter.drawRoundedRect(rect, _RING_RADIUS, _RING_RADIUS)


class Callout(QWidget):
    """Card over a window; the rest of the window stays usable.

    Args:
        window: window that the card covers.

    Signals:
        next_requested: the user asked for the next step.
        back_requested: the user asked for the previous step.
        end_requested: the user asked to end the tour.
    """

    next_requested = Signal()
    back_requested = Signal()
    end_requested = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour")
        self.ring = Ring(window)
        self._window = window
        self._target: QWidget | None = None
        self._part: QRect | None = None
        self._watched: list[QWidget] = []
        self._side, self._tip = _CardSide.WITHIN, QPoint()
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
        inside = _TIP + _PADDING
        column.setContentsMargins(inside, inside, inside, inside)
        column.setSpacing(spacing.NEAR)
        for widget in (self._count, self.text, self._picture):
            column.addWidget(widget)
        column.addLayout(buttons)
        self.next.clicked.connect(self.next_requested)
        self._skip.clicked.connect(self.end_requested)
        for button in (self.next, self._skip):
            button.installEventFilter(self)
        self.hide()

    # --- content ---

    def set_content(self, count: str, text: str, picture: QPixmap | None, *, last: bool) -> None:
        """Set the content of the card.

        Args:
            count: number of the step and of all steps, as text.
            text: text of the step.
            picture: picture below the text, if any.
            last: True for the last step.
        """
        self._count.setText(count)
        self.text.setText(text)
        self.setAccessibleName(tr("Tour, {count}").format(count=count))
        self.setAccessibleDescription(text)
        self._picture.setVisible(picture is not None)
        self._picture.setPixmap(QPixmap() if picture is None else picture)
        self.next.setText(tr("Done") if last else pgettext("button", "Next"))
        self._skip.setHidden(last)

    # --- position ---

    def point_at(self, target: QWidget | None, part: QRect | None = None) -> None:
        """Show the card beside a widget, or in the centre if the widget is not visible.

        Args:
            target: widget to point at.
            part: part of the widget; the whole widget by default.
        """
        self._watch_geometry(target or self._window)
        self._target, self._part = target, part
        while target is not None and target is not self._window:
            if isinstance(target, QScrollArea) and self._target is not None:
                target.ensureWidgetVisible(self._target)
            target = target.parentWidget()
        self._place()
        self.show()
        self.raise_()

    def _watch_geometry(self, target: QWidget | None) -> None:
        """Watch a widget and its parents for changes of geometry."""
        for widget in self._watched:
            widget.removeEventFilter(self)
        self._watched = []
        while target is not None:
            self._watched.append(target)
            target.installEventFilter(self)
            target = None if target is self._window else target.parentWidget()

    def dismiss(self) -> None:
        """Hide card and ring and release the target."""
        self._watch_geometry(None)
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
            self._side = _CardSide.WITHIN
            self.move(window.center() - self.rect().center())
            self.update()
            return
        around = QRect(self._part or target.rect())
        around.moveTopLeft(target.mapTo(self._window, around.topLeft()))
        around = around.intersected(window)
        self.ring.setGeometry(
            around.adjusted(
                -_RING_DISTANCE, -_RING_DISTANCE, _RING_DISTANCE, _RING_DISTANCE
            ).intersected(window)
        )
        self.ring.show()
        self.ring.raise_()
        self.raise_()
        self._side, place = _beside(around, size, window)
        self.move(place)
        self._tip = self.mapFromParent(around.center())
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            colours = theme().colours
            card = QRectF(self.rect()).adjusted(_TIP, _TIP, -_TIP, -_TIP)
            painter.setPen(QPen(colour(colours.accent), 2))
            painter.setBrush(colour(colours.field))
            painter.drawRoundedRect(card, 10, 10)
            if self._side is not _CardSide.WITHIN:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour(colours.accent))
                painter.drawPolygon(self._arrow(card))

    def _arrow(self, card: QRectF) -> QPolygonF:
        """Return the arrow from the card's edge to the target."""
        y = min(max(float(self._tip.y()), card.top() + 22), card.bottom() - 22)
        x = min(max(float(self._tip.x()), card.left() + 22), card.right() - 22)
        to, from_ = {
            _CardSide.RIGHT: (
                QPointF(0, y),
                (QPointF(card.left(), y - 10), QPointF(card.left(), y + 10)),
            ),
            _CardSide.LEFT: (
                QPointF(self.width(), y),
                (QPointF(card.right(), y - 10), QPointF(card.right(), y + 10)),
            ),
            _CardSide.BELOW: (
                QPointF(x, 0),
                (QPointF(x - 10, card.top()), QPointF(x + 10, card.top())),
            ),
            _CardSide.ABOVE: (
                QPointF(x, self.height()),
                (QPointF(x - 10, card.bottom()), QPointF(x + 10, card.bottom())),
            ),
        }[self._side]
        return QPolygonF([to, *from_])

    # --- events ---

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._key(event):
            return watched in (self.next, self._skip)
        if kind in _MOVED and self.isVisible() and watched is not self:
            self._place()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._key(event):
            super().keyPressEvent(event)

    def _key(self, event: QKeyEvent) -> bool:
        """Handle a key; return True if it was used."""
        inside = self.isAncestorOf(self._window.focusWidget() or self._window)
        if self.isHidden() or not (inside or event.key() == Qt.Key.Key_Escape):
            return False
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape or (enter and self._skip.hasFocus()):
            self.end_requested.emit()
        elif enter or event.key() == Qt.Key.Key_Right:
            self.next_requested.emit()
        elif event.key() == Qt.Key.Key_Left:
            self.back_requested.emit()
        else:
            return False
        return True


_MOVED = {QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide}


def _beside(target: QRect, size: QSize, window: QRect) -> tuple[_CardSide, QPoint]:
    """Return the side and position at which a card covers least of its target."""
    x = min(max(target.center().x() - size.width() // 2, 0), window.width() - size.width())
    y = min(max(target.center().y() - size.height() // 2, 0), window.height() - size.height())
    places = {
        _CardSide.RIGHT: QPoint(target.right() + 2, y),
        _CardSide.LEFT: QPoint(target.left() - size.width() - 2, y),
        _CardSide.BELOW: QPoint(x, target.bottom() + 2),
        _CardSide.ABOVE: QPoint(x, target.top() - size.height() - 2),
    }
    for side, place in places.items():
        if window.contains(QRect(place, size)):
            return side, place

    def covered(place: QPoint) -> int:
        common = QRect(place, size).intersected(target)
        return common.width() * common.height()

    limit = QPoint(window.width() - size.width(), window.height() - size.height())
    inside = [
        QPoint(min(max(place.x(), 0), limit.x()), min(max(place.y(), 0), limit.y()))
        for place in places.values()
    ]
    return _CardSide.WITHIN, min(inside, key=covered)
