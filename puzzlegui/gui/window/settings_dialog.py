"""The settings dialog."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import chosen_language, current_language, tr
from puzzlegui.gui.model.settings import MAX_VALUE, SETTINGS, Setting, Settings
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import OptionalSpinBox, heading_label, ignore_wheel

_GROUPS_PER_COLUMN = 2
_COLUMN = 3
"""Columns of the grid for a column of settings: label, field and distance to the next."""


class SettingsDialog(QDialog):
    """Dialog with the settings that have a title; changes apply immediately.

    Another language applies at the next start, which the dialog offers.

    Signals:
        restart_requested: emitted to restart the program.
    """

    restart_requested = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self._settings = settings
        whole = QVBoxLayout(self)
        whole.setSpacing(spacing.WIDE)
        # In a single grid, the rows of both columns have the same baselines.
        grid = QGridLayout()
        grid.setHorizontalSpacing(spacing.APART)
        grid.setVerticalSpacing(spacing.NEAR)
        grid.setColumnMinimumWidth(_COLUMN - 1, spacing.WIDE)
        whole.addLayout(grid)
        groups, row, column = 0, 0, 0
        fields: list[QWidget] = []
        for setting in SETTINGS.values():
            if setting.group:
                if groups == _GROUPS_PER_COLUMN:
                    groups, row, column = 0, 0, column + _COLUMN
                groups += 1
                grid.addWidget(heading_label(setting.group), row, column, 1, 2)
                row += 1
            if setting.title:
                widget = self._widget(setting)
                widget.setObjectName(f"{setting.name} setting")
                widget.setToolTip(setting.help)
                widget.setAccessibleName(setting.title)
                label = QLabel(setting.title)
                label.setBuddy(widget)
                grid.addWidget(label, row, column)
                grid.addWidget(widget, row, column + 1)
                row += 1
                fields.append(widget)
        height = max(field.sizeHint().height() for field in fields)
        for line in range(grid.rowCount()):
            grid.setRowMinimumHeight(line, height)
        whole.addWidget(self._restart_row())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        whole.addWidget(buttons)
        fields[0].setFocus()

    def _restart_row(self) -> QWidget:
        """Return the offer to restart, which is shown while another language is chosen."""
        self._restart = row = QWidget()
        line = QHBoxLayout(row)
        label = QLabel(tr("Restart to use this language."))
        button = QPushButton(tr("&Restart now"))
        button.setObjectName("restartButton")
        button.clicked.connect(self.accept)
        button.clicked.connect(self.restart_requested.emit)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(label, 1)
        line.addWidget(button)
        self._settings.changed.connect(self._offer_restart)
        self._offer_restart("language")
        return row

    def _offer_restart(self, setting: str) -> None:
        if setting == "language":
            chosen = chosen_language(self._settings["language"])
            self._restart.setVisible(chosen != current_language())

    def _widget(self, setting: Setting) -> QWidget:
        value = self._settings[setting.name]

        def put(new: Any) -> None:
            self._settings[setting.name] = new

        if setting.choices:
            combo = QComboBox()
            for choice, label in setting.choices:
                combo.addItem(label, choice)
            combo.setCurrentIndex(combo.findData(value))
            combo.currentIndexChanged.connect(lambda index: put(combo.itemData(index)))
            ignore_wheel(combo)
            return combo
        if isinstance(setting.default, bool):
            box = QCheckBox()
            box.setChecked(value)
            box.toggled.connect(put)
            return box
        number = OptionalSpinBox(setting.title, MAX_VALUE, setting.zero_label, setting.unit)
        number.setValue(value)
        number.valueChanged.connect(put)
        return number
