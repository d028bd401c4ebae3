"""Light and dark theme of widgets, boards and icons."""

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
from puzzlegui.render.primitives import FONT_FAMILY, disable_ligatures
from puzzlegui.render.qt_setup import load_fonts
from puzzlegui.render.style import DARK, LIGHT, NAMES, Style

_STYLED = "dressed"
"""Property of windows that have the theme's style sheet."""
_WINDOW_INTERVAL_MS = 15
"""Interval between restyling two windows, so that input is processed in between."""
_ICON_SIZES = (20, 40)


class Theme(QObject):
    """Theme of the program.

    Signals:
        changed: emitted when colours or tile labels have changed.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.mode = SYSTEM
        self.dark = False
        self.labels = NAMES
        self.text_size = 100
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

    @property
    def restyling(self) -> bool:
        """Return True while windows wait for the new look."""
        return bool(_suspended_windows())

    def apply(self, mode: str) -> None:
        """Apply ``SYSTEM``, ``LIGHT_MODE`` or ``DARK_MODE`` to all widgets."""
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
            self._styled = True  # the style sheet proxies the style, so its name cannot be compared
            application.setStyle("Fusion")
        application.setPalette(palette(self.colours))
        self._restyle()

    def set_text_size(self, percent: int) -> None:
        """Set the size of text in all windows, in percent of the desktop's."""
        if percent == self.text_size:
            return
        font = QApplication.font()
        font.setPointSizeF(font.pointSizeF() * percent / self.text_size)
        self.text_size = percent
        QApplication.setFont(font)
        self._restyle()

    def _restyle(self) -> None:
        """Restyle all windows: hidden ones now, the others one after the other.

        Restyling and drawing all at once would block input.
        """
        for window in QApplication.topLevelWidgets():
            if window.isVisible() and _styled_ancestor(window) is not None:
                window.setUpdatesEnabled(False)
            elif window.property(_STYLED):
                self.apply_to(window)
        self.changed.emit()
        if self.restyling:
            self._next.start()

    def _style_next(self) -> None:
        """Restyle the next window, or draw it.

        No window is remembered between calls: some belong to Qt, which may delete them.
        """
        waiting = sorted(_suspended_windows(), key=QWidget.isActiveWindow, reverse=True)
        stale = (
            window for window in waiting
            if window.property(_STYLED) and window.styleSheet() != self._sheet
        )  # fmt: skip
        if (root := next(stale, None)) is not None:
            self.apply_to(root)  # the next call draws it
        elif waiting:
            waiting[0].setUpdatesEnabled(True)
            waiting[0].repaint()  # Qt requests no update where it gave one up meanwhile
        if not self.restyling:
            self._next.stop()

    def apply_to(self, window: QWidget) -> None:
        """Apply the theme to a window and its children, now and when the theme changes.

        A style sheet of the application would do, but changing it takes three times as long.
        """
        window.setProperty(_STYLED, True)
        window.setStyleSheet(self._sheet)

    @property
    def _sheet(self) -> str:
        # The comment makes a sheet for another size of text stale, too.
        return f"/* {self.text_size} % */{style_sheet(self.colours, self.name)}"

    def set_tile_labels(self, labels: str) -> None:
        """Set the labels of tiles; see ``style.NAMES``."""
        if labels != self.labels:
            self.labels = labels
            self.changed.emit()

    def follow_system(self) -> None:
        """Change with the system's setting if the mode is ``SYSTEM``."""
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    def _system_changed(self) -> None:
        if self.mode == SYSTEM:
            self.apply(SYSTEM)


def _suspended_windows() -> list[QWidget]:
    """Return the windows whose updates are disabled until they are restyled."""
    return [window for window in QApplication.topLevelWidgets() if not window.updatesEnabled()]


def _styled_ancestor(widget: QWidget | None) -> QWidget | None:
    """Return the window with the theme's style sheet that a widget belongs to."""
    while widget is not None and not widget.property(_STYLED):
        widget = widget.parentWidget()
    return widget


@cache
def theme() -> Theme:
    """Return the theme of the program."""
    return Theme()


def prepare_application(application: QApplication) -> None:
    """Set fonts and icon before the first window is created."""
    load_fonts()
    font = application.font()
    if sys.platform.startswith("linux") and font.family() in {"", "Sans Serif", "DejaVu Sans"}:
        font.setFamilies([FONT_FAMILY, *QFontDatabase.families()[:1]])
        font.setPointSizeF(max(font.pointSizeF(), 10))
    disable_ligatures(font)
    application.setFont(font)
    application.setWindowIcon(program_icon())


def program_icon() -> QIcon:
    """Return the icon of the program."""
    icon = QIcon()
    for size in (16, 32, 48, 128, 256):
        icon.addPixmap(_rendered(assets.read_bytes("icons", "puzzlegui.svg"), size))
    return icon


def icon(name: str, tint: str = "") -> QIcon:
    """Return an icon of the set in the theme's text colour or in ``tint``."""
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
    with QPainter(pixmap) as painter:
        QSvgRenderer(QByteArray(svg)).render(painter, QRectF(0, 0, size, size))
    return pixmap
