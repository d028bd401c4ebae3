"""Light and dark: the palette of the widgets, the style of the boards, the icons."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from puzzlegui import assets
from puzzlegui.render.pen import FONT_FAMILY, show_as_written
from puzzlegui.render.style import DARK, LIGHT, NUMBERS, Style
from puzzlegui.render.surface import load_fonts

SYSTEM, LIGHT_MODE, DARK_MODE = "system", "light", "dark"

_DRESSED = "dressed"
"""Property of the windows that have a style sheet of the theme."""
_ICON_SIZES = (20, 40)


@dataclass(frozen=True)
class Colours:
    """Colours of the widgets; those of the boards are in ``render.style``."""

    window: str
    panel: str
    field: str
    raised: str
    border: str
    text: str
    faint: str
    disabled: str
    accent: str
    on_accent: str
    good: str
    bad: str
    doubt: str


# fmt: off
_LIGHT = Colours(
    window="#F0F2F6", panel="#F7F8FA", field="#FFFFFF", raised="#E3E7EE", border="#CDD4DE",
    text="#1D2530", faint="#5B6675", disabled="#98A1AE", accent="#1F6FD6", on_accent="#FFFFFF",
    good="#187644", bad="#B3261E", doubt="#7D5200",
)
_DARK = Colours(
    window="#14181E", panel="#1B1F26", field="#232932", raised="#303843", border="#3A434F",
    text="#EEF1F5", faint="#A4AEBB", disabled="#6C7683", accent="#6CB0FF", on_accent="#0B1522",
    good="#6FD39B", bad="#FF8A80", doubt="#FFC766",
)
# fmt: on


class Theme(QObject):
    """What the program looks like now; ``changed`` tells when that is something else."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.mode = SYSTEM
        self.dark = False
        self.labels = NUMBERS
        self._styled = self._applied = False
        self._later: list[QWidget] = []
        """Windows that look as they did before, and are drawn again when they do not."""
        self._next = QTimer(self)
        self._next.timeout.connect(self._dress_next)

    @property
    def colours(self) -> Colours:
        return _DARK if self.dark else _LIGHT

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
        self._end_waiting()
        dressed = [window for window in application.topLevelWidgets() if window.property(_DRESSED)]
        active = _dressed_above(application.activeWindow())
        self._later = [each for each in dressed if each.isVisible() and each is not active]
        if self._later and active not in dressed:
            self._later.pop(0)
        for window in self._later:
            _let_update(window, on=False)
        application.setPalette(_palette(self.colours))
        for window in dressed:
            if window not in self._later:
                self.dress(window)
        self.changed.emit()
        if self._later:
            self._next.start()

    def _dress_next(self) -> None:
        """Let the next window look as the theme says; all at once would take too long."""
        window = self._later.pop(0)
        if not self._later:
            self._next.stop()
        if isValid(window):
            self.dress(window)
            _let_update(window, on=True)

    def _end_waiting(self) -> None:
        """Let windows be drawn that wait for another look, as there is to be yet another."""
        self._next.stop()
        for window in filter(isValid, self._later):
            _let_update(window, on=True)
        self._later = []

    def dress(self, window: QWidget) -> None:
        """Let a window, and all that belongs to it, look as the theme says, now and later.

        The application could have the style sheet; but to change that takes three times as long.
        """
        window.setProperty(_DRESSED, True)
        window.setStyleSheet(_style_sheet(self.colours, self.name))

    def show_labels(self, labels: str) -> None:
        """What stands on tiles from now on; one of ``style.LABELS``."""
        if labels != self.labels:
            self.labels = labels
            self.changed.emit()

    def follow_system(self) -> None:
        """Change with the system's setting while the mode says so."""
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    def _system_changed(self) -> None:
        if self.mode == SYSTEM:
            self.apply(SYSTEM)


def _dressed_above(widget: QWidget | None) -> QWidget | None:
    """The window with a style sheet of the theme that one belongs to."""
    while widget is not None and not widget.property(_DRESSED):
        widget = widget.parentWidget()
    return widget


def _let_update(window: QWidget, *, on: bool) -> None:
    """Let a window be drawn, and those beside it, or not."""
    for each in (window, *window.findChildren(QWidget)):
        if each.isWindow():
            each.setUpdatesEnabled(on)


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


def _palette(colours: Colours) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, colours.window),
        (role.WindowText, colours.text),
        (role.Base, colours.field),
        (role.AlternateBase, colours.panel),
        (role.Text, colours.text),
        (role.PlaceholderText, colours.faint),
        (role.Button, colours.raised),
        (role.ButtonText, colours.text),
        (role.BrightText, colours.on_accent),
        (role.ToolTipBase, colours.field),
        (role.ToolTipText, colours.text),
        (role.Highlight, colours.accent),
        (role.HighlightedText, colours.on_accent),
        (role.Link, colours.accent),
        (role.Mid, colours.border),
        (role.Dark, colours.border),
        (role.Light, colours.field),
    ):
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(colours.disabled))
    return palette


def _style_sheet(colours: Colours, name: str) -> str:
    arrow, arrow_up, check = (
        assets.path("icons", f"{kind}-{name}.svg") for kind in ("arrow", "arrow-up", "check")
    )
    return f"""
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QMainWindow, QDialog {{ background: {colours.window}; }}
QToolBar {{ background: {colours.window}; border: none; padding: 5px 8px; spacing: 2px; }}
QToolBar::separator {{ background: {colours.border}; width: 1px; margin: 6px 7px; }}
QToolButton {{ border: 1px solid transparent; border-radius: 7px; padding: 5px 7px; }}
QToolButton[framed="true"] {{ background: {colours.raised}; border-color: {colours.border}; }}
QStatusBar QToolButton {{ padding: 0 7px; }}
QToolButton:hover {{ background: {colours.raised}; }}
QToolButton:pressed {{ background: {colours.border}; }}
QToolButton:checked {{ background: {colours.raised}; border-color: {colours.accent}; }}
QToolButton:focus {{ border-color: {colours.accent}; }}
QToolButton[popupMode="1"] {{ padding-right: 19px; }}
QToolButton::menu-button {{ border: none; width: 17px; background: transparent; }}
QToolButton::menu-arrow {{ image: url({arrow}); width: 10px; height: 10px; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton:disabled {{ color: {colours.disabled}; }}
QPushButton {{
    background: {colours.raised}; border: 1px solid {colours.border}; border-radius: 7px;
    padding: 6px 14px; min-height: 1.1em;
}}
QPushButton:hover {{ border-color: {colours.accent}; }}
QPushButton:focus {{ border: 2px solid {colours.accent}; padding: 5px 13px; }}
QPushButton:disabled {{ color: {colours.disabled}; background: {colours.window}; }}
QPushButton[primary="true"] {{
    background: {colours.accent}; color: {colours.on_accent}; border-color: {colours.accent};
    font-weight: 600;
}}
QPushButton[primary="true"]:focus {{ border: 2px solid {colours.text}; }}
QPushButton[primary="true"]:disabled {{
    background: {colours.raised}; color: {colours.disabled}; border-color: {colours.border};
}}
QComboBox, QLineEdit, QAbstractSpinBox {{
    background: {colours.field}; border: 1px solid {colours.border}; border-radius: 7px;
    padding: 4px 8px; min-height: 1.2em; selection-background-color: {colours.accent};
    selection-color: {colours.on_accent};
}}
QComboBox:focus, QLineEdit:focus, QAbstractSpinBox:focus {{
    border-color: {colours.accent};
}}
QComboBox {{ padding-right: 22px; }}
QComboBox::drop-down {{ border: none; width: 24px; }}
QComboBox::down-arrow {{ image: url({arrow}); width: 12px; height: 12px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    width: 18px; border: none; subcontrol-origin: border; margin: 3px;
}}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; }}
QAbstractSpinBox[typed="true"]::up-button, QAbstractSpinBox[typed="true"]::down-button {{
    width: 0; margin: 0;
}}
QAbstractSpinBox[typed="true"]::up-arrow, QAbstractSpinBox[typed="true"]::down-arrow {{
    image: none; width: 0; height: 0;
}}
QAbstractSpinBox::up-arrow {{ image: url({arrow_up}); width: 9px; height: 9px; }}
QAbstractSpinBox::down-arrow {{ image: url({arrow}); width: 9px; height: 9px; }}
QAbstractSpinBox QLineEdit {{
    border: none; padding: 0 0 0 5px; min-height: 0; background: transparent;
}}
QComboBox:disabled, QLineEdit:disabled {{ color: {colours.disabled}; }}
QCheckBox::indicator, QAbstractItemView::indicator {{
    width: 14px; height: 14px; border: 1px solid {colours.faint}; border-radius: 4px;
    background: {colours.field};
}}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{
    background: {colours.accent}; border-color: {colours.accent}; image: url({check});
}}
QCheckBox::indicator:focus {{ border: 2px solid {colours.accent}; }}
QCheckBox::indicator:disabled {{ border-color: {colours.border}; background: {colours.window}; }}
QPlainTextEdit {{
    background: {colours.field}; border: 1px solid {colours.border}; border-radius: 7px;
    padding: 3px; selection-background-color: {colours.accent};
    selection-color: {colours.on_accent};
}}
QPlainTextEdit:focus {{ border-color: {colours.accent}; }}
QTableView, QListView {{
    background: {colours.panel}; border: 1px solid {colours.border}; border-radius: 9px;
    outline: 0;
}}
QListView:focus, QTableView:focus {{ border-color: {colours.accent}; }}
QListView::item {{ border-radius: 8px; padding: 3px; color: {colours.text}; }}
QListView::item:hover {{ background: {colours.raised}; }}
QListView::item:selected {{ background: {colours.raised}; color: {colours.text};
    border: 1px solid {colours.accent}; }}
QTableView::item:selected {{ background: {colours.accent}; color: {colours.on_accent}; }}
QHeaderView::section {{
    background: {colours.panel}; color: {colours.faint}; border: none; padding: 5px 6px;
    border-bottom: 1px solid {colours.border};
}}
QHeaderView::up-arrow, QHeaderView::down-arrow {{
    subcontrol-origin: border; subcontrol-position: top center; width: 10px; height: 10px;
}}
QHeaderView::up-arrow {{ image: url({arrow_up}); }}
QHeaderView::down-arrow {{ image: url({arrow}); }}
QGraphicsView {{ background: {colours.panel}; border: 2px solid transparent; border-radius: 12px; }}
QGraphicsView:focus {{ border-color: {colours.accent}; }}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QStatusBar {{ background: {colours.window}; color: {colours.faint}; }}
QStatusBar::item {{ border: none; }}
QLabel[role="heading"] {{ color: {colours.faint}; font-weight: 600; }}
QLabel[role="faint"] {{ color: {colours.faint}; }}
QLabel[role="figure"] {{ color: {colours.text}; }}
QFrame[role="card"] {{
    background: {colours.panel}; border: 1px solid {colours.border}; border-radius: 10px;
}}
QSlider::groove:horizontal {{ height: 6px; border-radius: 3px; background: {colours.raised}; }}
QSlider::sub-page:horizontal {{ border-radius: 3px; background: {colours.accent}; }}
QSlider::handle:horizontal {{
    width: 16px; height: 16px; margin: -6px 0; border-radius: 8px;
    background: {colours.field}; border: 2px solid {colours.accent};
}}
QSlider::sub-page:horizontal:disabled {{ background: {colours.raised}; }}
QSlider::handle:horizontal:disabled {{ border-color: {colours.disabled}; }}
QSlider:focus {{ border: 1px solid {colours.accent}; border-radius: 6px; }}
QProgressBar {{
    background: {colours.raised}; border: none; border-radius: 3px; max-height: 6px;
}}
QProgressBar::chunk {{ background: {colours.accent}; border-radius: 3px; }}
QMenu {{ background: {colours.field}; border: 1px solid {colours.border}; padding: 5px; }}
QMenu::item {{ padding: 5px 26px 5px 10px; border-radius: 5px; }}
QMenu::item:selected {{ background: {colours.accent}; color: {colours.on_accent}; }}
QMenu::item:disabled {{ color: {colours.disabled}; }}
QMenu::separator {{ height: 1px; background: {colours.border}; margin: 5px 8px; }}
QMenuBar {{ background: {colours.window}; }}
QMenuBar::item {{ padding: 5px 9px; border-radius: 5px; background: transparent; }}
QMenuBar::item:selected {{ background: {colours.raised}; }}
QToolTip {{
    background: {colours.field}; color: {colours.text}; border: 1px solid {colours.border};
    padding: 4px;
}}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 2px; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 2px; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollBar::handle {{ background: {colours.border}; border-radius: 3px; min-height: 28px;
    min-width: 28px; }}
QScrollBar::handle:hover {{ background: {colours.faint}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""
