"""Widgets for the parameters of new boards."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from puzzlegui.core.creation import Parameter
from puzzlegui.core.language import tr
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.widgets.basic import (
    OptionalSpinBox,
    explain_rejected_input,
    indent_text,
    plain_tooltip,
)


def family_box() -> QComboBox:
    """Return a list of the families, with the names that people know."""
    box = QComboBox()
    for family in FAMILIES.values():
        add_choice(box, family.choice, family.name, family.rule)
    box.setToolTip(plain_tooltip(tr("Kind of the moves")))
    return box


def add_choice(box: QComboBox, text: str, data: object, tip: str) -> None:
    """Add a choice with a tool tip to a list."""
    box.addItem(text, data)
    box.setItemData(box.count() - 1, plain_tooltip(tip), Qt.ItemDataRole.ToolTipRole)


class _TextField(QLineEdit):
    """Field for a text rather than a number."""


def parameter_widget(parameter: Parameter, on_change: Callable[[], object]) -> QWidget:
    """Return a widget for a parameter.

    Args:
        parameter: parameter that is not a flag.
        on_change: called when its value has changed.
    """
    widget = _widget(parameter, on_change)
    widget.setToolTip(plain_tooltip(parameter.tip))
    return widget


def _widget(parameter: Parameter, on_change: Callable[[], object]) -> QWidget:
    label = parameter.label.replace("&", "")
    if parameter.choices:
        box, tips = QComboBox(), dict(parameter.choice_tips)
        for value, text in parameter.choices:
            add_choice(box, text, value, tips.get(value, ""))
        box.currentIndexChanged.connect(lambda _index: on_change())
        return box
    if parameter.default is not None:
        spin = QSpinBox()
        spin.setRange(parameter.minimum, parameter.maximum)
        spin.setValue(parameter.default)
        spin.setAccessibleName(label)
        indent_text(spin)
        explain_rejected_input(spin.lineEdit(), parameter.minimum, parameter.maximum)
        spin.valueChanged.connect(lambda _value: on_change())
        return spin
    if parameter.minimum >= 0 and not parameter.is_text:
        optional = OptionalSpinBox(label, parameter.maximum, parameter.placeholder)
        optional.valueChanged.connect(lambda _value: on_change())
        return optional
    line = _TextField() if parameter.is_text else QLineEdit()
    line.setPlaceholderText(parameter.placeholder)
    if not parameter.is_text:
        line.setValidator(QIntValidator(parameter.minimum, parameter.maximum, line))
        explain_rejected_input(line, parameter.minimum, parameter.maximum)
    line.textChanged.connect(lambda _text: on_change())
    return line


def parameter_value(widget: QWidget) -> object:
    """Return the value in the widget of a parameter; None if it is empty."""
    match widget:
        case QComboBox() as box:
            return box.currentData() or None
        case OptionalSpinBox() as optional:
            return optional.value() or None
        case QSpinBox() as spin:
            return spin.value()
        case _TextField() as field:
            return field.text().strip() or None
        case QLineEdit() as line:
            return int(line.text()) if line.text().lstrip("-") else None
        case _:
            raise TypeError(type(widget))


def set_parameter_value(widget: QWidget, value: object) -> None:
    """Set the value in the widget of a parameter; None leaves it empty, others are ignored."""
    match widget, value:
        case QComboBox() as box, str() | None:
            box.setCurrentIndex(max(0, box.findData(value or "")))
        case OptionalSpinBox() as number, None:
            number.setValue(0)
        case QSpinBox() as number, int():
            number.setValue(max(min(value, number.maximum()), number.minimum()))
        case _TextField() as field, str() | None:
            field.setText(value or "")
        case QLineEdit() as line, int() | None:
            line.setText("" if value is None else str(value))
