"""Colours of widgets, and the palette and style sheet made from them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette

from puzzlegui import assets


@dataclass(frozen=True)
class Colours:
    """Colours of widgets; those of boards are in ``render.style``."""

    window: str
    panel: str
    card: str
    field: str
    raised: str
    chosen: str
    lifted: str
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
LIGHT_COLOURS = Colours(
    window="#F0F2F6", panel="#F7F8FA", card="#FFFFFF", field="#FFFFFF", raised="#E3E7EE",
    chosen="#DCE8FA", lifted="#FFFFFF", border="#CDD4DE",
    text="#1D2530", faint="#5B6675", disabled="#98A1AE", accent="#1F6FD6", on_accent="#FFFFFF",
    good="#187644", bad="#B3261E", doubt="#7D5200",
)
DARK_COLOURS = Colours(
    window="#14181E", panel="#1B1F26", card="#1E232B", field="#232932", raised="#303843",
    chosen="#26384F", lifted="#475262", border="#3A434F",
    text="#EEF1F5", faint="#A4AEBB", disabled="#6C7683", accent="#6CB0FF", on_accent="#0B1522",
    good="#6FD39B", bad="#FF8A80", doubt="#FFC766",
)
# fmt: on


def palette(colours: Colours) -> QPalette:
    """Return the colours as a palette."""
    found = QPalette()
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
        found.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        found.setColor(QPalette.ColorGroup.Disabled, which, QColor(colours.disabled))
    return found


def style_sheet(colours: Colours, name: str) -> str:
    """Return the style sheet of a window; ``name`` selects the light or dark icons."""
    arrow, arrow_up, check = (
        assets.path("icons", f"{kind}-{name}.svg") for kind in ("arrow", "arrow-up", "check")
    )
    return f"""
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QMainWindow, QDialog {{ background: {colours.window}; }}
QToolBar {{ background: {colours.window}; border: none; padding: 5px 8px; spacing: 2px; }}
QToolBar[role="warning"] {{ background: {colours.doubt}; }}
QToolBar[role="warning"] QLabel {{ color: {colours.on_accent}; font-weight: 600; }}
QToolBar[role="warning"] QToolButton {{
    background: {colours.doubt}; color: {colours.on_accent}; border-color: {colours.on_accent};
}}
QToolBar[role="warning"] QToolButton:hover, QToolBar[role="warning"] QToolButton:focus {{
    background: {colours.on_accent}; color: {colours.doubt};
}}
QToolBar::separator {{ background: {colours.border}; width: 1px; margin: 6px 7px; }}
QToolButton {{ border: 1px solid transparent; border-radius: 7px; padding: 5px 7px; }}
QToolButton[framed="true"] {{ background: {colours.raised}; border-color: {colours.border}; }}
QWidget[role="status"] QToolButton {{ padding: 2px 7px; }}
QStatusBar QToolButton {{ padding: 0 7px; }}
QToolButton:hover {{ background: {colours.raised}; }}
QToolButton:pressed {{ background: {colours.border}; }}
QToolButton:checked {{ background: {colours.raised}; border-color: {colours.accent}; }}
QToolBar QToolButton:checked {{ border-color: transparent; }}
QToolButton:focus, QToolBar QToolButton:focus {{ border-color: {colours.accent}; }}
QToolButton[small="true"] {{ padding: 1px 0; }}
QToolButton[choice="true"] {{ background: {colours.raised}; border-color: {colours.border}; }}
QToolButton[choice="true"]:checked {{
    background: {colours.field}; border: 2px solid {colours.accent}; padding: 4px 6px;
}}
QToolButton[choice="true"]:focus {{ border: 2px solid {colours.text}; padding: 4px 6px; }}
QToolButton[popupMode="1"] {{ padding-right: 19px; }}
QToolButton::menu-button {{ border: none; width: 17px; background: transparent; }}
QToolButton::menu-arrow {{ image: url({arrow}); width: 10px; height: 10px; }}
QToolButton::menu-indicator {{ image: none; }}
QToolButton:disabled {{ color: {colours.disabled}; }}
QFrame[role="segments"] {{ background: {colours.raised}; border-radius: 9px; padding: 3px; }}
QFrame[role="segments"] QToolButton {{
    border-radius: 7px; padding: 5px 12px; color: {colours.faint}; font-weight: 600;
}}
QFrame[role="segments"] QToolButton:hover {{ color: {colours.text}; }}
QFrame[role="segments"] QToolButton:checked {{
    background: {colours.lifted}; color: {colours.text}; border-color: {colours.border};
}}
QFrame[role="segments"] QToolButton:disabled {{ color: {colours.disabled}; }}
QFrame[role="segments"] QToolButton:focus {{ border-color: {colours.accent}; }}
QFrame[role="tools"] {{ background: {colours.raised}; border-radius: 9px; }}
QFrame[role="tools"] QToolButton:checked {{
    background: {colours.field}; color: {colours.accent}; border-color: {colours.border};
}}
QFrame[role="tools"] QToolButton:checked:focus {{ border-color: {colours.accent}; }}
QFrame[role="line"] {{ color: {colours.border}; margin: 4px; max-width: 9px; }}
QPushButton {{
    background: {colours.raised}; border: 1px solid {colours.border}; border-radius: 7px;
    padding: 6px 14px; min-height: 1.1em;
}}
QPushButton:hover {{ border-color: {colours.accent}; }}
QPushButton:focus {{ border: 2px solid {colours.accent}; padding: 5px 13px; }}
QPushButton:disabled {{ color: {colours.disabled}; background: {colours.window}; }}
QPushButton[large="true"] {{ min-height: 2em; padding: 8px 18px; }}
QPushButton[large="true"]:focus {{ padding: 7px 17px; }}
QPushButton:checked {{ border: 2px solid {colours.accent}; }}
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
QLineEdit[wrong="true"] {{ border: 2px solid {colours.bad}; padding: 3px 7px; }}
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
Gallery {{ background: transparent; border-color: transparent; }}
Gallery::item {{ padding: 0; }}
Gallery::item:selected {{ background: {colours.chosen}; border: none; }}
QTableView[role="chips"] {{ background: transparent; border: none; }}
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
BoardView {{ background: transparent; }}
BoardView[cellCursor="true"]:focus, BoardView[presented="true"]:focus {{
    border-color: transparent;
}}
QScrollArea, QScrollArea > QWidget > QWidget {{ background: transparent; border: none; }}
QStatusBar {{ background: {colours.window}; color: {colours.faint}; }}
QStatusBar::item {{ border: none; }}
QLabel[role="heading"] {{ color: {colours.faint}; font-weight: 600; }}
QLabel[role="faint"] {{ color: {colours.faint}; }}
QLabel[role="bad"] {{ color: {colours.bad}; }}
QLabel[role="figure"] {{ color: {colours.text}; font-weight: 600; }}
QFrame[role="card"] {{
    background: {colours.card}; border: 1px solid {colours.border}; border-radius: 12px;
}}
QLabel[role="title"] {{ font-weight: 600; }}
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
