"""The dialog for a colour: those of the ready palettes, or any by sliders or as #RRGGBB."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRegularExpression, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QRegularExpressionValidator
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QLineEdit,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.core.palettes import PALETTES
from puzzlegui.gui.design.palette import value_icon
from puzzlegui.gui.widgets import dialogs

_A_ROW = 8
"""Colours of each palette."""
_SWATCH, _PREVIEW = 22, 34
_HUES, _LEVELS = 359, 255


class ColourDialog(QDialog):
    """A colour to be chosen.

    Args:
        parent: the window.
        now: the colour to begin with, ``#RRGGBB``.
        title: of the dialog.

    Attributes:
        colour: the one chosen, ``#RRGGBB``.
    """

    def __init__(self, parent: QWidget | None, now: str, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.colour = now.upper()
        swatches = QGridLayout()
        swatches.setSpacing(2)
        for row, palette in enumerate(PALETTES.values()):
            swatches.addWidget(QLabel(palette.title), row, 0)
            for column, face in enumerate(palette.colours(_A_ROW), 1):
                button = QToolButton()
                button.setIcon(value_icon(face))
                button.setIconSize(QSize(_SWATCH, _SWATCH))
                button.setToolTip(face)
                button.setAccessibleName(f"{palette.title}, {face}")
                button.clicked.connect(partial(self._choose, face))
                swatches.addWidget(button, row, column)
        self.hue, self.saturation, self.brightness = map(_slider, (_HUES, _LEVELS, _LEVELS))
        self.code = QLineEdit()
        self.code.setObjectName("colourEdit")
        pattern = QRegularExpression("#[0-9A-Fa-f]{6}")
        self.code.setValidator(QRegularExpressionValidator(pattern, self.code))
        self._preview = QLabel()
        form = QFormLayout()
        form.addRow(tr("&Hue"), self.hue)
        form.addRow(tr("&Saturation"), self.saturation)
        form.addRow(tr("&Brightness"), self.brightness)
        form.addRow(tr("&Code"), self.code)
        form.addRow(tr("Chosen"), self._preview)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        whole = QVBoxLayout(self)
        whole.addLayout(swatches)
        whole.addLayout(form)
        whole.addWidget(buttons)
        for slider in (self.hue, self.saturation, self.brightness):
            slider.valueChanged.connect(self._slid)
        self.code.textEdited.connect(self._typed)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._choose(self.colour)
        self.code.selectAll()
        self.code.setFocus()

    def _choose(self, colour: str) -> None:
        """Take a colour, and show it everywhere."""
        self._show_sliders(QColor(colour))
        self._take(colour)
        self.code.setText(self.colour)

    def _slid(self) -> None:
        levels = self.hue.value(), self.saturation.value(), self.brightness.value()
        self._take(QColor.fromHsv(*levels).name())
        self.code.setText(self.colour)

    def _typed(self, text: str) -> None:
        if self.code.hasAcceptableInput():
            self._show_sliders(QColor(text))
            self._take(text)

    def _take(self, colour: str) -> None:
        self.colour = colour.upper()
        self._preview.setPixmap(value_icon(self.colour).pixmap(_PREVIEW, _PREVIEW))

    def _show_sliders(self, colour: QColor) -> None:
        hue = colour.hue()  # -1 for greys, which leave the slider where it is
        levels = self.hue.value() if hue < 0 else hue, colour.saturation(), colour.value()
        sliders = self.hue, self.saturation, self.brightness
        for slider, level in zip(sliders, levels, strict=True):
            with QSignalBlocker(slider):
                slider.setValue(level)


def _slider(most: int) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(0, most)
    slider.setMinimumSize(220, 22)
    return slider


def ask_colour(parent: QWidget, now: str, title: str) -> str | None:
    """A colour as ``#RRGGBB``."""
    dialog = ColourDialog(parent, now, title)
    return dialog.colour if dialogs.accepts(dialog) else None
