"""Row of buttons of which one is chosen."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QToolButton, QWidget

from puzzlegui.gui.actions.table import with_mnemonic
from puzzlegui.gui.style import spacing


class ChoiceRow(QWidget):
    """Row of buttons of which one is chosen, with the arrow keys, too.

    Args:
        title: accessible name.
        most: maximum number of buttons side by side; more continue below.

    Signals:
        chosen: emitted with the name of a choice that the user has made.
    """

    chosen = Signal(str)

    def __init__(self, title: str, most: int) -> None:
        super().__init__()
        self._title, self._most = title, most
        self.setAccessibleName(title)
        self._group = QButtonGroup(self)
        self._group.buttonClicked.connect(lambda each: self.chosen.emit(each.objectName()))
        self._row = QGridLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(spacing.TIGHT)
        self._row.setColumnStretch(most, 1)
        self.buttons: dict[str, QToolButton] = {}

    def list_choices(self, choices: Mapping[str, str], taken: set[str]) -> None:
        """Show a button for each choice.

        Args:
            choices: titles by name.
            taken: letters of mnemonics that are taken; those of the buttons are added.
        """
        for old in self.buttons.values():
            self._group.removeButton(old)
            self._row.removeWidget(old)
            old.deleteLater()
        self.buttons = {}
        for number, (name, title) in enumerate(choices.items()):
            button = QToolButton()
            button.setObjectName(name)
            button.setText(with_mnemonic(title, taken))
            button.setAccessibleDescription(self._title)
            button.setCheckable(True)
            button.setProperty("choice", True)
            self._row.addWidget(button, *divmod(number, self._most))
            self._group.addButton(button)
            self.buttons[name] = button

    def choose(self, name: str) -> None:
        """Check a button, which Tab reaches then; none if there is no such choice."""
        self._group.setExclusive(False)
        reached = name if name in self.buttons else next(iter(self.buttons), "")
        for each, button in self.buttons.items():
            button.setChecked(each == name)
            tab = each == reached
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if tab else Qt.FocusPolicy.ClickFocus)
        self._group.setExclusive(True)
