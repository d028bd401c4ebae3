"""Cards: titled, rounded panels that group the widgets of a side panel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets.basic import ElidedLabel


class Card(QFrame):
    """Rounded panel with its title at the left and a note or a widget at the right.

    Args:
        name: object name; that of the note is ``{name}Note``.
        title: title, also the accessible name.
        headed: if false, the title is only the accessible name.

    Attributes:
        body: column for the content.
        note: short text at the right of the title; hidden while empty.
    """

    def __init__(self, name: str, title: str, *, headed: bool = True) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("role", "card")
        self.setAccessibleName(title)
        self._title = label = QLabel(title)
        label.setProperty("role", "title")
        self.note = ElidedLabel(f"{name}Note")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.note.hide()
        self._heading = QHBoxLayout()
        self._heading.setSpacing(spacing.NEAR)
        self._heading.addWidget(label)
        self._heading.addWidget(self.note, 1)
        self.body = QVBoxLayout()
        self.body.setSpacing(spacing.NEAR)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(spacing.APART,) * 4)
        column.setSpacing(spacing.NEAR)
        column.addLayout(self._heading)
        label.setVisible(headed)
        column.addLayout(self.body, 1)

    def set_title(self, title: str) -> None:
        """Show another title."""
        self._title.setText(title)
        self.setAccessibleName(title)

    def set_note(self, text: str) -> None:
        """Show a short text at the right of the title; an empty text hides it."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def add_to_heading(self, widget: QWidget) -> None:
        """Add a widget at the right end of the title's row."""
        self._heading.addWidget(widget)


class CardColumn(QWidget):
    """Column of cards, the content of a side panel.

    Attributes:
        column: layout of the cards.
    """

    def __init__(self) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(spacing.APART)
