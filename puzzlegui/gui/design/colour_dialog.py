"""A colour dialog: swatches of the predefined palettes, sliders and #RRGGBB."""

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
from puzzlegui.gui.design.palette import swatch_icon
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets import dialogs

_SWATCHES_PER_ROW = 8
"""Number of swatches shown of each palette."""
_SWATCH, _PREVIEW = 22, 34
_HUES, _LEVELS = 359, 255


class ColourDialog(QDialog):
    """Dialog that picks a colour.

    Args:
        parent: parent window.
        initial: colour selected at first, ``#RRGGBB``.
        title: window title.

    Attributes:
        colour: selected colour, ``#RRGGBB``.
    """

    def __init__(self, parent: QWidget | None, initial: str, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.colour = initial.upper()
        swatches = QGridLayout()
        swatches.setSpacing(spacing.TIGHT)
        for row, palette in enumerate(PALETTES.values()):
            swatches.addWidget(QLabel(palette.title), row, 0)
            for column, face in enumerate(palette.colours(_SWATCHES_PER_ROW), 1):
                button = QToolButton()
                button.setIcon(swatch_icon(face))
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
            slider.valueChanged.connect(self._slider_moved)
        self.code.textEdited.connect(self._code_typed)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._choose(self.colour)
        self.code.selectAll()
        self.code.setFocus()

    def _choose(self, colour: str) -> None:
        """Set the colour and update the sliders and the code field."""
        self._show_sliders(QColor(colour))
        self._set_colour(colour)
        self.code.setText(self.colour)

    def _slider_moved(self) -> None:
        levels = self.hue.value(), self.saturation.value(), self.brightness.value()
        self._set_colour(QColor.fromHsv(*levels).name())
        self.code.setText(self.colour)

    def _code_typed(self, text: str) -> None:
        if self.code.hasAcceptableInput():
            self._show_sliders(QColor(text))
            self._set_colour(text)

    def _set_colour(self, colour: str) -> None:
        self.colour = colour.upper()
        self._preview.setPixmap(swatch_icon(self.colour).pixmap(_PREVIEW, _PREVIEW))

    def _show_sliders(self, colour: QColor) -> None:
        hue = colour.hue()  # -1 for greys: the slider keeps its hue
        levels = self.hue.value() if hue < 0 else hue, colour.saturation(), colour.value()
        sliders = self.hue, self.saturation, self.brightness
        for slider, level in zip(sliders, levels, strict=True):
            with QSignalBlocker(slider):
                slider.setValue(level)


def _slider(maximum: int) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(0, maximum)
    slider.setMinimumSize(220, 22)
    return slider


def ask_colour(parent: QWidget, initial: str, title: str) -> str | None:
    """Ask for a colour; return it as ``#RRGGBB``, or None if cancelled."""
    dialog = ColourDialog(parent, initial, title)
    return dialog.colour if dialogs.exec_and_delete(dialog) else None
