"""Light and dark: which widgets, boards and icons show, and changing from one to the other."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from puzzlegui import assets
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE, SYSTEM
from puzzlegui.gui.style.style_sheet import (
    DARK_COLOURS,
    LIGHT_COLOURS,
    Colours,
    palette,
    style_sheet,
)
from puzzlegui.render.primitives import FONT_FAMILY, show_as_written
from puzzlegui.render.style import DARK, LIGHT, NAMES, Style
from puzzlegui.render.qt_setup import load_fonts

_STYLED = "dressed"
"""Property of the windows that have a style sheet of the theme."""
_WINDOW_INTERVAL_MS = 15
"""From one window that is changed to the next, so that input is heeded between them."""
_ICON_SIZES = (20, 40)


class Theme(QObject):
    """What the program looks like now.

    Signals:
        changed: it looks different now.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.mode = SYSTEM
        self.dark = False
        self.labels = NAMES
        self._styled = self._applied = False
        self._next = QTimer(self)
        self._next.setInterval(_WINDOW_INTERVAL_MS)
        self._next.timeout.connect(self._style_next)

    @property
    def colours(self) -> Colours:
        return DARK_COLOURS if self.dark else LIGHT_COLOURS

    @property
    def board_style(self) -> Style:
        return replace(DARK if self.dark else LIGHT, labels=self.labels)

    @property
    def name(self) -> str:
        return DARK_MODE if self.dark else LIGHT_MODE

    def apply(self, mode: str) -> None:
        """Use ``SYSTEM``, ``LIGHT_MODE`` or ``DARK_MODE`` from now on, for every widget."""
        self.mode = mode
        hints = QGuiApplication.styleHints()
        system_dark = hints.colorScheme() == Qt.ColorScheme.Dark
        dark = mode == DARK_MODE or (mode == SYSTEM and system_dark)
        if self._applied and dark == self.dark:
            return
        self.dark, self._applied = dark, True
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        if sys.platform != "darwin" and not self._styled:
            self._styled = True  # a style sheet hides which style is under it
            application.setStyle("Fusion")
        self._resume_updates()
        shown = [
            window for window in application.topLevelWidgets()
            if window.isVisible() and _styled_ancestor(window) is not None
        ]  # fmt: skip
        active = application.activeWindow()
        first = active if active in shown else next(iter(shown), None)
        for window in shown:
            window.setUpdatesEnabled(window is first)
        application.setPalette(palette(self.colours))
        for window in application.topLevelWidgets():
            hidden = window.property(_STYLED) and not window.isVisible()
            if hidden or (first is not None and window is _styled_ancestor(first)):
                self.dress(window)
        self.changed.emit()
        if _suspended_windows():
            self._next.start()

    def _style_next(self) -> None:
        """Let the next window look as the theme says; all at once would take too long.

        None is remembered from one time to the next: some are Qt's own, and it may take them away.
        """
        waiting = _suspended_windows()
        stale = (
            window for window in waiting
            if window.property(_STYLED) and window.styleSheet() != self._sheet
        )  # fmt: skip
        if (root := next(stale, None)) is not None:
            self.dress(root)  # and is drawn another time
        elif waiting:
            waiting[0].setUpdatesEnabled(True)
        if not _suspended_windows():
            self._next.stop()

    def _resume_updates(self) -> None:
        """Let windows be drawn that wait for another look, as there is to be yet another."""
        self._next.stop()
        for window in _suspended_windows():
            window.setUpdatesEnabled(True)

    def dress(self, window: QWidget) -> None:
        """Let a window, and all that belongs to it, look as the theme says, now and later.

        The application could have the style sheet; but to change that takes three times as long.
        """
        window.setProperty(_STYLED, True)
        window.setStyleSheet(self._sheet)

    @property
    def _sheet(self) -> str:
        return style_sheet(self.colours, self.name)

    def set_tile_labels(self, labels: str) -> None:
        """What stands on tiles from now on; see ``style.NAMES``."""
        if labels != self.labels:
            self.labels = labels
            self.changed.emit()

    def follow_system(self) -> None:
        """Change with the system's setting while the mode says so."""
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    def _system_changed(self) -> None:
        if self.mode == SYSTEM:
            self.apply(SYSTEM)


def _suspended_windows() -> list[QWidget]:
    """The windows that are to be drawn again once they look as the theme says."""
    return [window for window in QApplication.topLevelWidgets() if not window.updatesEnabled()]


def _styled_ancestor(widget: QWidget | None) -> QWidget | None:
    """The window with a style sheet of the theme that one belongs to."""
    while widget is not None and not widget.property(_STYLED):
        widget = widget.parentWidget()
    return widget


@cache
def theme() -> Theme:
    """The one theme of the program."""
    return Theme()


def prepare_application(application: QApplication) -> None:
    """Fonts, icon and names, before the first window."""
    load_fonts()
    font = application.font()
    if sys.platform.startswith("linux") and font.family() in {"", "Sans Serif", "DejaVu Sans"}:
        font.setFamilies([FONT_FAMILY, *QFontDatabase.families()[:1]])
        font.setPointSizeF(max(font.pointSizeF(), 10))
    show_as_written(font)
    application.setFont(font)
    application.setWindowIcon(program_icon())


def program_icon() -> QIcon:
    """The program's own icon, in colour."""
    icon = QIcon()
    for size in (16, 32, 48, 128, 256):
        icon.addPixmap(_rendered(assets.read_bytes("icons", "puzzlegui.svg"), size))
    return icon


def icon(name: str, tint: str = "") -> QIcon:
    """An icon of the set in the colours of the theme, or in one of your own."""
    colours = theme().colours
    return _icon(name, tint or colours.text, colours.disabled)


@cache
def _icon(name: str, tint: str, disabled: str) -> QIcon:
    source = assets.read_bytes("icons", f"{name}.svg")
    found = QIcon()
    for mode, colour in ((QIcon.Mode.Normal, tint), (QIcon.Mode.Disabled, disabled)):
        tinted = source.replace(b"#000", colour.encode())
        for size in _ICON_SIZES:
            found.addPixmap(_rendered(tinted, size), mode)
    return found


def _rendered(svg: bytes, size: int) -> QPixmap:
    pixmap = QPixmap(QSize(size, size))
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
