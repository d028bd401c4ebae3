"""The dialog for another number of rows and columns."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QSpinBox, QWidget

from puzzlegui.core.board import LARGEST, SMALLEST
from puzzlegui.core.language import tr
from puzzlegui.gui.common.widgets import explain_refusals, inset


class SizeDialog(QDialog):
    """Rows and columns of a board that is there already."""

    def __init__(self, parent: QWidget | None, rows: int, columns: int) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Size of the board"))
        self.rows, self.columns = size_box(rows), size_box(columns)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        form = QFormLayout(self)
        form.addRow(tr("&Rows"), self.rows)
        form.addRow(tr("&Columns"), self.columns)
        note = QLabel(tr("Cells are kept from the top-left corner."))
        note.setWordWrap(True)
        form.addRow(note)
        form.addRow(buttons)
        self.rows.selectAll()
        self.rows.setFocus()
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)


def size_box(value: int = 4) -> QSpinBox:
    """A field for a number of rows or columns."""
    box = QSpinBox()
    box.setRange(SMALLEST, LARGEST)
    box.setValue(value)
    inset(box)
    explain_refusals(box.lineEdit(), SMALLEST, LARGEST)
    return box
