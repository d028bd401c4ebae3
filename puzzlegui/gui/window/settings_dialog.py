"""The settings dialog."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.language import tr
from puzzlegui.gui.model.settings import MAX_VALUE, SETTINGS, Setting, Settings
from puzzlegui.gui.widgets.basic import OptionalSpinBox, heading_label, ignore_wheel

_GROUPS_PER_COLUMN = 2


class SettingsDialog(QDialog):
    """Dialog with the settings that have a title; changes apply immediately."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self._settings = settings
        whole, forms = QVBoxLayout(self), QHBoxLayout()
        whole.addLayout(forms)
        groups, form = 0, QFormLayout()
        first: QWidget | None = None
        for setting in SETTINGS.values():
            if setting.group:
                if groups % _GROUPS_PER_COLUMN == 0:
                    form = QFormLayout()
                    form.setContentsMargins(8, 0, 8, 0)
                    forms.addLayout(form)
                groups += 1
                form.addRow(heading_label(setting.group))
            if setting.title:
                widget = self._widget(setting)
                widget.setObjectName(f"{setting.name} setting")
                widget.setToolTip(setting.help)
                widget.setAccessibleName(setting.title)
                form.addRow(setting.title, widget)
                first = first or widget
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        whole.addWidget(buttons)
        assert first is not None
        first.setFocus()

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
