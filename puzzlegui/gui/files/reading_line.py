"""Line below the board on how a text was read, with a button to change that."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import TwoLineLabel


class ReadingLine(QWidget):
    """Line that stays until the user closes it or opens something else.

    Attributes:
        change: button that opens the import sheet.
    """

    def __init__(self) -> None:
        super().__init__()
        self.label = TwoLineLabel("readingLine", "faint")
        self.change = QToolButton()
        self.change.setObjectName("changeReadingButton")
        self.change.setText(tr("Change…"))
        self.change.setToolTip(tr("Read the text as a board of another kind or with another goal"))
        self.change.setProperty("framed", True)
        self.dismiss = QToolButton()
        self.dismiss.setObjectName("dismissReadingButton")
        self.dismiss.setText("×")
        self.dismiss.setAccessibleName(tr("Close"))
        self.dismiss.setToolTip(tr("Close (Esc)"))
        self.dismiss.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(spacing.NEAR, 0, 0, 0)
        row.addWidget(self.label, 1)
        for button in (self.change, self.dismiss):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            row.addWidget(button)
        self.hide()

    def show_text(self, text: str, *, can_change: bool) -> None:
        """Show how a text was read.

        Args:
            text: the line.
            can_change: offer to read it in another way.
        """
        self.label.setText(text)
        self.change.setVisible(can_change)
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)
