"""The dialog that asks for a new board size."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QWidget

from puzzlegui.core.language import tr
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import size_spin_box


class SizeDialog(QDialog):
    """Dialog with the rows and columns of an existing board."""

    def __init__(self, parent: QWidget | None, rows: int, columns: int) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Size of the board"))
        self.rows, self.columns = size_spin_box(rows), size_spin_box(columns)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        form = QFormLayout(self)
        form.addRow(tr("&Rows"), self.rows)
        form.addRow(tr("&Columns"), self.columns)
        note = QLabel(tr("Cells are kept from the top-left corner."))
        note.setWordWrap(True)
        form.addRow(note)
        form.addRow(buttons)
        title = self.fontMetrics().horizontalAdvance(self.windowTitle())
        self.setMinimumWidth(title + 200)  # otherwise the window frame elides the title
        self.rows.selectAll()
        self.rows.setFocus()
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)


def ask_size(parent: QWidget, rows: int, columns: int) -> tuple[int, int] | None:
    """Ask for a new number of rows and columns; None if cancelled."""
    dialog = SizeDialog(parent, rows, columns)
    if not dialogs.exec_and_delete(dialog):
        return None
    return dialog.rows.value(), dialog.columns.value()
