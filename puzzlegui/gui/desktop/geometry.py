"""Position and size of windows within the available area of their screen."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication, QMainWindow, QStyle, QWidget

_SHARE = 0.92
"""Initial size of a window as a share of the available area."""
_FULL = QSize(1100, 660)
"""Size below which a window at first fills the available area."""
_MAX_SIZE = QSize(1440, 920)
"""Maximum initial size, so that a window has little empty space."""
_CASCADE_OFFSET = QPoint(32, 32)
"""Offset between windows opened from the same window."""
_BORDER = 4
"""Assumed frame width in pixels before the window is shown; the style gives the title height."""


def set_initial_geometry(window: QMainWindow) -> None:
    """Set the initial size of a window and centre it on its screen."""
    room = window.screen().availableGeometry()
    size = (room.size() * _SHARE).boundedTo(_MAX_SIZE).expandedTo(_FULL).boundedTo(room.size())
    frame = QRect(QPoint(0, 0), size)
    frame.moveCenter(room.center())
    _put(window, frame, room)


def center_over(window: QMainWindow, parent: QWidget) -> None:
    """Centre a window over another, offset from windows already there.

    Args:
        window: window with its preferred size, which is reduced if the screen is too small.
        parent: window that it is opened from.
    """
    room = parent.screen().availableGeometry()
    frame = QRect(QPoint(0, 0), window.size().boundedTo(room.size() * _SHARE))
    frame.moveCenter(parent.frameGeometry().center())
    others = [other.pos() for other in QApplication.topLevelWidgets() if other.isVisible()]
    while frame.topLeft() in others:
        frame.translate(_CASCADE_OFFSET)
    _put(window, frame, room)


def restore(window: QMainWindow, geometry: QByteArray) -> None:
    """Restore the remembered geometry of a window as far as its screen still exists."""
    if not window.restoreGeometry(geometry):
        set_initial_geometry(window)
        return
    if window.isFullScreen():  # full screen mode is not restored
        before = window.normalGeometry()
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
        window.setGeometry(before)
    keep_inside(window)


def keep_inside(window: QMainWindow) -> None:
    """Move and shrink a window until it fits on its screen, including its frame."""
    if window.isMaximized() or window.isFullScreen():
        return  # managed by the system
    frame = window.geometry() + _margins(window)
    room = _screen_of(window, frame).availableGeometry()
    if not room.contains(frame):
        _put(window, frame, room)


def move_to(window: QMainWindow, corner: QPoint) -> None:
    """Move the top left corner of a window, cutting its size to the available area."""
    frame = window.geometry() + _margins(window)
    frame.moveTopLeft(corner)
    room = _screen_of(window, frame).availableGeometry()
    least = window.minimumSizeHint()
    cut = frame & room
    if cut.width() < least.width() or cut.height() < least.height():
        cut = QRect(room.topLeft(), frame.size())
    _put(window, cut, room)


def _put(window: QMainWindow, frame: QRect, room: QRect) -> None:
    size = frame.size().boundedTo(room.size())
    x = min(max(frame.x(), room.x()), room.x() + room.width() - size.width())
    y = min(max(frame.y(), room.y()), room.y() + room.height() - size.height())
    window.setGeometry(QRect(QPoint(x, y), size) - _margins(window))


def _screen_of(window: QMainWindow, frame: QRect) -> QScreen:
    """Return the screen with the largest part of a frame; the window's screen if none has any."""

    def common(screen: QScreen) -> int:
        shared = screen.geometry() & frame
        return shared.width() * shared.height()

    screen = max(QGuiApplication.screens(), key=common)
    return screen if common(screen) else window.screen()


def _margins(window: QMainWindow) -> QMargins:
    """Return the widths of the window's frame; an estimate before it is shown."""
    outer, inner = window.frameGeometry(), window.geometry()
    if outer == inner:
        title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        return QMargins(_BORDER, title + _BORDER, _BORDER, _BORDER)
    return QMargins(
        inner.left() - outer.left(), inner.top() - outer.top(),
        outer.right() - inner.right(), outer.bottom() - inner.bottom(),
    )  # fmt: skip
