"""Small widgets and helper functions shared by several windows."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextLayout,
    QValidator,
    QWheelEvent,
)
from PySide6.QtGui import Qt as Text
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QToolButton,
    QToolTip,
    QWidget,
)

from puzzlegui.core.board import MAX_SIZE, MIN_SIZE
from puzzlegui.core.formatting import group_digits, signed
from puzzlegui.core.language import tr

_LINE_SEPARATOR = "\u2028"
"""Character for a line break within a text layout."""


def plain_tooltip(text: str) -> str:
    """Return a text escaped so that a tooltip shows it literally, even if it resembles HTML."""
    return escape(text) if Text.mightBeRichText(text) else text


def set_style_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet selects by, and restyle the widget."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def framed_button(name: str) -> QToolButton:
    """Return a tool button with a frame, which the keyboard reaches."""
    button = QToolButton()
    button.setObjectName(name)
    button.setProperty("framed", True)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def heading_label(text: str) -> QLabel:
    """Return a small heading for a group of widgets."""
    label = QLabel(text)
    label.setProperty("role", "heading")
    return label


def text_label(name: str, lines: int) -> QLabel:
    """Return a word-wrapped label with space for a number of lines, so that little moves."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)  # it may quote a file
    label.setObjectName(name)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setMinimumHeight(lines * label.fontMetrics().lineSpacing())
    return label


class _WheelFilter(QObject):
    """Passes wheel events of an unfocused widget on to the scroll area around it."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.Wheel
            and isinstance(watched, QWidget)
            and not watched.hasFocus()
        ):
            event.ignore()
            return True
        return False


def ignore_wheel(widget: QWidget) -> None:
    """Keep the wheel from changing a combo or spin box that the user only scrolls past."""
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    widget.installEventFilter(_WheelFilter(widget))


def indent_text(box: QAbstractSpinBox) -> None:
    """Align the text of a spin box with that of other fields."""
    box.lineEdit().setTextMargins(9, 0, 0, 0)


def explain_rejected_input(line: QLineEdit, least: int, most: int) -> None:
    """Show the allowed range in a tooltip when a field rejects input."""
    text = tr("Enter a whole number from {least} to {most}.").format(
        least=signed(least), most=group_digits(most)
    )

    def explain() -> None:
        QToolTip.showText(line.mapToGlobal(line.rect().bottomLeft()), text, line)

    line.inputRejected.connect(explain)


class WheelStepAccumulator:
    """Accumulates wheel events to whole steps; a touchpad sends many small events."""

    _NOTCH = 120

    def __init__(self) -> None:
        self._rest = 0

    def steps(self, event: QWheelEvent) -> int:
        """Return the number of completed steps, positive towards the user."""
        self._rest -= event.angleDelta().y()
        notches = int(self._rest / self._NOTCH)
        self._rest -= notches * self._NOTCH
        return notches


def two_lines(text: str, font: QFont, width: int) -> list[str]:
    """Return a text in at most two lines of a width, the second elided if necessary."""
    layout = QTextLayout(text.replace("\n", _LINE_SEPARATOR), font)
    layout.beginLayout()
    first = layout.createLine()
    first.setLineWidth(width)
    layout.endLayout()
    end = first.textLength()
    rest = text[end:].lstrip().replace("\n", " ")
    rest = QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)
    return [text[:end].rstrip(), rest] if rest else [text[:end].rstrip()]


class ElidedLabel(QLabel):
    """Single-line label that elides its text at the right."""

    def __init__(self, name: str, role: str = "faint") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName(name)
        self.setProperty("role", role)
        self.setMinimumWidth(20)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), super().minimumSizeHint().height())

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(plain_tooltip(text))

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            text = self.fontMetrics().elidedText(
                self.text(), Qt.TextElideMode.ElideRight, self.width()
            )
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(self.rect(), int(self.alignment()), text)


class TwoLineLabel(ElidedLabel):
    """Label of at most two lines, the second elided; the whole text is in the tooltip."""

    def __init__(self, name: str, role: str = "") -> None:
        super().__init__(name, role)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), 2 * self.fontMetrics().lineSpacing())

    def paintEvent(self, _event: QPaintEvent) -> None:
        height, room = self.fontMetrics().lineSpacing(), self.contentsRect()
        lines = two_lines(self.text(), self.font(), room.width())
        top = room.top() + (room.height() - len(lines) * height) // 2
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            for number, line in enumerate(lines):
                place = QRect(room.left(), top + number * height, room.width(), height)
                painter.drawText(place, int(self.alignment()), line)


class OptionalSpinBox(QSpinBox):
    """Spin box for an optional whole number; 0 means none and shows a placeholder.

    Args:
        name: accessible name and tooltip.
        most: maximum value.
        without: placeholder that states the meaning of no value.
        unit: suffix of the number.
    """

    def __init__(self, name: str, most: int, without: str, unit: str = "") -> None:
        super().__init__()
        self._unit = unit
        self.setRange(0, most)
        self.setAccessibleName(name)
        self.set_without(without)
        indent_text(self)
        self.lineEdit().clear()
        explain_rejected_input(self.lineEdit(), 0, most)
        self.setProperty("typed", True)  # hides the buttons
        text = max((without, self.textFromValue(9999)), key=len)
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance(text) + 30)
        ignore_wheel(self)

    def set_without(self, without: str) -> None:
        """Set the placeholder that states the meaning of no value."""
        text = tr("{name}; leave it empty for {without}")
        self.setToolTip(text.format(name=self.accessibleName(), without=without))
        self.lineEdit().setPlaceholderText(without)

    def textFromValue(self, value: int) -> str:
        return f"{value}{self._unit}" if value else ""

    def valueFromText(self, text: str) -> int:
        digits = text.removesuffix(self._unit).strip()
        return int(digits) if digits.isdecimal() else 0

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        digits = text.removesuffix(self._unit).strip()
        sound = not digits or (digits.isdecimal() and int(digits[:12]) <= self.maximum())
        state = QValidator.State.Acceptable if sound else QValidator.State.Invalid
        return state, text, position


class SideScrollArea(QScrollArea):
    """Scroll area whose preferred height is that of its content.

    Its width does not depend on the content, so that changes of the content move no neighbours.

    Args:
        content: widget to show.
        least: minimum height.
    """

    _NARROWEST = 90

    def __init__(self, content: QWidget, least: int) -> None:
        super().__init__()
        self._content = content
        self._least = least
        self._wide = 0
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._NARROWEST, min(self._least, self._content.minimumSizeHint().height()))

    def sizeHint(self) -> QSize:
        # Always subtract the width of a scroll bar: a height that depended on its visibility would
        # toggle the bar forever, and a height computed without it would keep it visible.
        bar = self.verticalScrollBar().sizeHint().width()
        layout, width = self._content.layout(), self.contentsRect().width() - bar
        least = self._content.minimumSizeHint().height()
        if layout is None or not layout.hasHeightForWidth():
            return QSize(self._NARROWEST, max(least, self._content.sizeHint().height()))
        return QSize(self._NARROWEST, max(least, layout.totalHeightForWidth(width)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.updateGeometry()  # changes while hidden have not requested a layout

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.width() != self._wide:
            self._wide = self.width()
            self.updateGeometry()


class FirstPaintCallback(QObject):
    """Calls a function once after a widget was painted for the first time.

    Args:
        widget: widget to observe.
        then: function to call, unless the widget was deleted.
    """

    def __init__(self, widget: QWidget, then: Callable[[], object]) -> None:
        super().__init__(widget)
        self._then = then
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._then)
        return False


def size_spin_box(value: int = 4) -> QSpinBox:
    """Return a spin box for a number of rows or columns."""
    box = QSpinBox()
    box.setRange(MIN_SIZE, MAX_SIZE)
    box.setValue(value)
    indent_text(box)
    explain_rejected_input(box.lineEdit(), MIN_SIZE, MAX_SIZE)
    return box
