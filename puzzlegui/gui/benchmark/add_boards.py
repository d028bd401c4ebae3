"""Dialogs in which boards are chosen for a benchmark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.language import tr
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.widgets.basic import inset, size_spin_box, text_label

_NAME = Qt.ItemDataRole.UserRole
_MOST = 1000
"""Random boards of one size."""


class _AddDialog(QDialog):
    """A dialog that adds boards.

    Args:
        parent: the window.
        title: of the dialog.
    """

    def __init__(self, parent: QWidget, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        buttons = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel, self)
        self.ok = self._buttons.button(buttons.Ok)
        self.ok.setText(tr("Add"))
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.column = QVBoxLayout(self)

    def finish(self) -> None:
        """Lay out the buttons, below everything else."""
        self.column.addWidget(self._buttons)


class GalleryDialog(_AddDialog):
    """Boards of the gallery to be added.

    Args:
        parent: the window.
        then: called with the names of the presets that are chosen.
    """

    def __init__(self, parent: QWidget, then: Callable[[Sequence[str]], object]) -> None:
        super().__init__(parent, tr("Add boards from the gallery"))
        self.boards = QListWidget()
        self.boards.setObjectName("galleryBoards")
        self.boards.setAccessibleName(tr("Boards"))
        self.boards.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        for name in PRESETS:
            board = load_preset(name)
            item = QListWidgetItem(f"{board.title} ({board.describe()})")
            item.setData(_NAME, name)
            self.boards.addItem(item)
        self.boards.itemSelectionChanged.connect(self._allow)
        self.boards.itemDoubleClicked.connect(self.accept)
        self.accepted.connect(lambda: then(self.chosen))
        self.column.addWidget(self.boards)
        self.finish()
        self.boards.setFocus()
        self._allow()
        self.resize(460, 420)

    @property
    def chosen(self) -> list[str]:
        """The names of the presets that are chosen."""
        return [str(item.data(_NAME)) for item in self.boards.selectedItems()]

    def _allow(self) -> None:
        self.ok.setEnabled(bool(self.chosen))


class RandomDialog(_AddDialog):
    """New boards of a family and size to be added.

    Args:
        parent: the window.
        then: called with the table that describes them, and their family.
    """

    def __init__(self, parent: QWidget, then: Callable[[dict[str, Any], str], object]) -> None:
        super().__init__(parent, tr("Add random boards"))
        self.family = QComboBox()
        self.family.setObjectName("randomFamily")
        for family in FAMILIES.values():
            self.family.addItem(family.title, family.name)
        self.rows, self.columns = size_spin_box(), size_spin_box()
        self.count = QSpinBox()
        self.count.setObjectName("randomCount")
        self.count.setRange(1, _MOST)
        self.count.setValue(10)
        inset(self.count)
        self.message = text_label("randomMessage", 2)
        form = QFormLayout()
        form.addRow(tr("&Family"), self.family)
        form.addRow(tr("&Rows"), self.rows)
        form.addRow(tr("&Columns"), self.columns)
        form.addRow(tr("&Number of boards"), self.count)
        self.column.addLayout(form)
        self.column.addWidget(self.message)
        self.finish()
        self.family.setFocus()
        self.family.currentIndexChanged.connect(self._check)
        for box in (self.rows, self.columns):
            box.valueChanged.connect(self._check)
        self.accepted.connect(lambda: then(self.table, str(self.family.currentData())))
        self._check()

    @property
    def table(self) -> dict[str, Any]:
        """What describes the boards in the file of a benchmark."""
        size = f"{self.rows.value()}x{self.columns.value()}"
        seeds = f"1..{self.count.value()}"
        return {"new": str(self.family.currentData()), "sizes": [size], "seeds": seeds}

    def _check(self) -> None:
        text = ""
        try:
            new_board(str(self.family.currentData()), self.rows.value(), self.columns.value())
        except PuzzleError as error:
            text = as_sentence(error)
        self.message.setText(text)
        self.ok.setEnabled(not text)
