"""Where a window stands: within the room that its screen leaves, whatever was remembered."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication, QMainWindow, QStyle, QWidget

_SHARE = 0.92
"""Of the room on a screen, that a window takes at first."""
_MAX_SIZE = QSize(1440, 920)
"""What it takes at most, so that little of it is empty."""
_CASCADE_OFFSET = QPoint(32, 32)
"""From a window to the next that is opened from the same one."""
_BORDER = 4
"""Pixels of a frame that is not known yet; its title is as high as the style says."""


def set_initial_geometry(window: QMainWindow) -> None:
    """Give a window its first size, in the middle of the screen that it opens on."""
    room = window.screen().availableGeometry()
    size = (QSize(room.width(), room.height()) * _SHARE).boundedTo(_MAX_SIZE)
    frame = QRect(QPoint(0, 0), size)
    frame.moveCenter(room.center())
    _put(window, frame, room)


def center_over(window: QMainWindow, parent: QWidget) -> None:
    """Give a window that is opened from another a place: centred over it, beside those before it.

    Args:
        window: has the size that it wants; it gets less if the screen has no room for that.
        parent: the window that it is opened from.
    """
    room = parent.screen().availableGeometry()
    frame = QRect(QPoint(0, 0), window.size().boundedTo(room.size() * _SHARE))
    frame.moveCenter(parent.frameGeometry().center())
    others = [other.pos() for other in QApplication.topLevelWidgets() if other.isVisible()]
    while frame.topLeft() in others:
        frame.translate(_CASCADE_OFFSET)
    _put(window, frame, room)


def restore(window: QMainWindow, geometry: QByteArray) -> None:
    """Put a window where it was, as far as that is on a screen that there still is."""
    if not window.restoreGeometry(geometry):
        set_initial_geometry(window)
        return
    if window.isFullScreen():  # which is left with the window
        before = window.normalGeometry()
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)
        window.setGeometry(before)
    keep_inside(window)


def keep_inside(window: QMainWindow) -> None:
    """Move and shrink a window until all of it, with its frame, is on its screen."""
    if window.isMaximized() or window.isFullScreen():
        return  # the system's affair
    frame = window.geometry() + _margins(window)
    room = _screen_of(window, frame).availableGeometry()
    if not room.contains(frame):
        _put(window, frame, room)


def move_to(window: QMainWindow, corner: QPoint) -> None:
    """Put the corner of a window there; what does not find room there is cut from its size."""
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
    """The screen that has most of a frame, the one that it opens on if none has any of it."""

    def common(screen: QScreen) -> int:
        shared = screen.geometry() & frame
        return shared.width() * shared.height()

    screen = max(QGuiApplication.screens(), key=common)
    return screen if common(screen) else window.screen()


def _margins(window: QMainWindow) -> QMargins:
    """The frame around a window; as good as can be told before it is shown."""
    outer, inner = window.frameGeometry(), window.geometry()
    if outer == inner:
        title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        return QMargins(_BORDER, title + _BORDER, _BORDER, _BORDER)
    return QMargins(
        inner.left() - outer.left(), inner.top() - outer.top(),
        outer.right() - inner.right(), outer.bottom() - inner.bottom(),
    )  # fmt: skip
