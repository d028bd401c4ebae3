"""The button that repairs a board, and shows the repair before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QHideEvent
from PySide6.QtWidgets import QMenu, QToolButton

from puzzlegui.core.language import tr
from puzzlegui.core.repair import Repair
from puzzlegui.gui.style import theme
from puzzlegui.gui.widgets.basic import plain_tooltip


class RepairButton(QToolButton):
    """Button that makes the only repair, or opens a menu of several.

    Args:
        name: object name.

    Signals:
        requested: emitted with the Repair to make.
        previewed: emitted with the Repair under the mouse or the focus; None if there is none.
    """

    requested = Signal(object)
    previewed = Signal(object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._repairs: Sequence[Repair] = ()
        self._previewed: Repair | None = None
        self.setObjectName(name)
        self.setText(tr("Fix"))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setProperty("framed", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.choices = QMenu(self)
        self.choices.aboutToHide.connect(self._preview_only_repair)
        self.clicked.connect(self._repair_or_ask)
        self.restyle()
        theme.theme().changed.connect(self.restyle)
        self.hide()

    def set_repairs(self, repairs: Sequence[Repair]) -> None:
        """Set the repairs; without any, the button hides."""
        if list(repairs) == list(self._repairs):
            return
        self._repairs = repairs
        self.choices.clear()
        for repair in repairs:
            action = self.choices.addAction(repair.sentence.replace("&", "&&"))
            action.triggered.connect(partial(self.requested.emit, repair))
            action.hovered.connect(partial(self._preview, repair))
        self.setText(tr("Fix…") if len(repairs) > 1 else tr("Fix"))
        text = "\n".join(repair.sentence for repair in repairs)
        self.setToolTip(plain_tooltip(text))
        self.setAccessibleDescription(text)
        self.setVisible(bool(repairs))
        self._preview_only_repair()

    def restyle(self) -> None:
        """Draw the icon in the colours of the theme."""
        self.setIcon(theme.icon("repair"))

    def _repair_or_ask(self) -> None:
        if len(self._repairs) == 1:
            self.requested.emit(self._repairs[0])
        elif self._repairs:
            self.choices.popup(self.mapToGlobal(self.rect().bottomLeft()))
            self.choices.setActiveAction(self.choices.actions()[0])

    def _preview_only_repair(self) -> None:
        """Preview the only repair while the mouse or the focus is on the button."""
        chosen = self.isVisible() and (self.underMouse() or self.hasFocus())
        self._preview(self._repairs[0] if chosen and len(self._repairs) == 1 else None)

    def _preview(self, repair: Repair | None) -> None:
        if repair is not self._previewed:
            self._previewed = repair
            self.previewed.emit(repair)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._preview_only_repair()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._preview_only_repair()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._preview_only_repair()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._preview_only_repair()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._preview(None)
