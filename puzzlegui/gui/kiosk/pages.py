"""Pages that fill the screen of a kiosk: the message after a game, and the PIN to leave."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.core.solution_lock import opens
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import set_style_property, text_label

_SMALLEST, _LARGEST = 14, 240
"""Sizes of the letters of a message, in pixels."""
_WRAP = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
_WAITING_MS = 20_000
"""Milliseconds without input after which the PIN is no longer asked for."""
_MOST_WAIT = 60
"""Maximum number of seconds to wait after a wrong PIN."""
_DIGITS = "123456789"


class MessageLabel(QLabel):
    """Label that shows its text as large as fits."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setMinimumSize(1, 1)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Choose the largest letters with which the text fits."""
        font, room = QFont(self.font()), self.contentsRect()
        least, most = _SMALLEST, _LARGEST
        while least < most:
            size = (least + most + 1) // 2
            font.setPixelSize(size)
            if self._fits(QFontMetrics(font), room):
                least = size
            else:
                most = size - 1
        font.setPixelSize(least)
        self.setFont(font)

    def _fits(self, metrics: QFontMetrics, room: QRect) -> bool:
        needed = metrics.boundingRect(QRect(0, 0, room.width(), 1 << 20), _WRAP, self.text())
        return needed.width() <= room.width() and needed.height() <= room.height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        flags = _WRAP
        if not self._fits(self.fontMetrics(), self.contentsRect()):  # a word is too long
            flags |= int(Qt.TextFlag.TextWrapAnywhere)
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(self.contentsRect(), flags, self.text())


class MessagePage(QFrame):
    """Page with a message that fills the screen, and the result of the game.

    Args:
        font: font of result and buttons.

    Attributes:
        again: button that begins the board again.
        next: button that begins another board.
    """

    def __init__(self, font: QFont) -> None:
        super().__init__()
        self.setObjectName("messagePage")
        self.setProperty("role", "card")
        # Not a button: a key that made the last move must not skip the message.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._result = text_label("resultLabel", 1)
        self._result.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self._result.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._result.setFont(font)
        self._message = MessageLabel("messageLabel")
        self.again = large_button("againButton", tr("Start again"), font)
        self.next = large_button("nextButton", "", font)
        self.next.setProperty("primary", True)
        buttons = QHBoxLayout()
        buttons.addStretch()
        buttons.addWidget(self.again)
        buttons.addWidget(self.next)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(*(2 * spacing.WIDE,) * 4)
        column.setSpacing(spacing.WIDE)
        column.addWidget(self._message, 1)
        column.addWidget(self._result)
        column.addLayout(buttons)

    def show_texts(self, message: str, result: str, following: str) -> None:
        """Show a message that fills the page, and what is below it.

        Args:
            message: text for the visitor.
            result: result of the game; may be empty.
            following: text of the button that begins another board; empty for none.
        """
        self._message.setText(message)
        self._result.setText(result)
        self._result.setVisible(bool(result))
        self.next.setText(following)
        self.next.setVisible(bool(following))
        set_style_property(self.again, "primary", not following)
        self.setAccessibleName(f"{message} {result}".strip())


class PinPage(QWidget):
    """Page that asks for the PIN, with keys for fingers.

    Args:
        lock: lock that the PIN opens.
        font: font of labels and buttons.

    Signals:
        opened: emitted when the right PIN was given.
        cancelled: emitted when the visitor goes back or gives no input.
    """

    opened = Signal()
    cancelled = Signal()

    def __init__(self, lock: str, font: QFont) -> None:
        super().__init__()
        self.setObjectName("pinPage")
        self._lock, self._wrong = lock, 0
        self._label = QLabel()
        self._label.setObjectName("pinLabel")
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._label.setFont(font)
        self.pin = QLineEdit()
        self.pin.setObjectName("pinEdit")
        self.pin.setAccessibleName(tr("PIN"))
        self.pin.setEchoMode(QLineEdit.EchoMode.Password)
        self.pin.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.pin.setAcceptDrops(False)
        self.pin.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.pin.setFont(font)
        self._waiting = QTimer(self, singleShot=True, interval=_WAITING_MS)
        self._waiting.timeout.connect(self.cancelled)
        self._blocked = QTimer(self, singleShot=True)
        self._blocked.timeout.connect(self._unblock)
        self._lay_out(font)
        self.pin.textEdited.connect(lambda _: self._waiting.start())
        self.pin.returnPressed.connect(self._check)

    def _lay_out(self, font: QFont) -> None:
        keys = QGridLayout()
        keys.setSpacing(spacing.NEAR)
        for number, digit in enumerate(_DIGITS):
            keys.addWidget(self._digit(digit, font), *divmod(number, 3))
        erase = large_button("pinErase", "⌫", font)
        erase.setAccessibleName(tr("Erase"))
        erase.clicked.connect(self._erase)
        leave = large_button("pinLeave", tr("Leave"), font)
        leave.setProperty("primary", True)
        leave.clicked.connect(self._check)
        back = large_button("pinBack", tr("Back to the puzzle"), font)
        back.clicked.connect(self.cancelled)
        keys.addWidget(erase, 3, 0)
        keys.addWidget(self._digit("0", font), 3, 1)
        keys.addWidget(leave, 3, 2)
        for number in range(3):
            keys.setColumnMinimumWidth(number, leave.sizeHint().width())
        card = QFrame()
        card.setProperty("role", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(*(2 * spacing.WIDE,) * 4)
        column.setSpacing(spacing.APART)
        column.addWidget(self._label)
        column.addWidget(self.pin)
        column.addLayout(keys)
        column.addWidget(back)
        middle = QGridLayout(self)
        middle.addWidget(card, 0, 0, Qt.AlignmentFlag.AlignCenter)

    def _digit(self, digit: str, font: QFont) -> QPushButton:
        button = large_button(f"pin{digit}", digit, font)
        button.clicked.connect(lambda: self._type(digit))
        return button

    def ask(self) -> None:
        """Ask for the PIN, after a while if it was wrong just before."""
        self.pin.clear()
        if not self._blocked.isActive():
            self._unblock()
        self._waiting.start()

    def _type(self, digit: str) -> None:
        if not self.pin.isReadOnly():
            self.pin.insert(digit)
        self._waiting.start()

    def _erase(self) -> None:
        self.pin.backspace()
        self._waiting.start()

    def _check(self) -> None:
        if self.pin.isReadOnly() or not self.pin.text():
            return
        if opens(self._lock, self.pin.text()):
            self.opened.emit()
            return
        self._wrong += 1
        wait = min(_MOST_WAIT, 2**self._wrong)
        self._label.setText(tr("Wrong PIN. Wait a moment."))
        self.pin.clear()
        self.pin.setReadOnly(True)
        self._blocked.start(1000 * wait)
        self._waiting.start(1000 * wait + _WAITING_MS)

    def _unblock(self) -> None:
        self._label.setText(tr("PIN to leave"))
        self.pin.setReadOnly(False)
        self.pin.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


def large_button(name: str, text: str, font: QFont) -> QPushButton:
    """Return a button large enough for a finger."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("large", True)
    button.setFont(font)
    return button
