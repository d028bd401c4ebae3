"""The dialogs that add boards to a benchmark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.language import tr
from puzzlegui.documents.presets import PRESETS, local_preset
from puzzlegui.engine.benchmark.comparison import read_boards
from puzzlegui.families.creation import new_board
from puzzlegui.gui.widgets.basic import indent_text, size_spin_box, text_label
from puzzlegui.gui.widgets.parameters import family_box

_NAME = Qt.ItemDataRole.UserRole
_MAX_COUNT = 1000
"""Maximum number of random boards of a size."""


class _AddDialog(QDialog):
    """Base of the dialogs that add boards.

    Args:
        parent: parent window.
        title: window title.
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

    def add_buttons(self) -> None:
        """Add the buttons below the content."""
        self.column.addWidget(self._buttons)


class GalleryDialog(_AddDialog):
    """Dialog that adds boards of the gallery.

    Args:
        parent: parent window.
        on_accept: called with the names of the selected presets.
    """

    def __init__(self, parent: QWidget, on_accept: Callable[[Sequence[str]], object]) -> None:
        super().__init__(parent, tr("Add boards from the gallery"))
        self.boards = QListWidget()
        self.boards.setObjectName("galleryBoards")
        self.boards.setAccessibleName(tr("Boards"))
        self.boards.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        for name in PRESETS:
            board = local_preset(name)
            item = QListWidgetItem(f"{board.title} ({board.describe()})")
            item.setData(_NAME, name)
            self.boards.addItem(item)
        self.boards.itemSelectionChanged.connect(self._enable)
        self.boards.itemDoubleClicked.connect(self.accept)
        self.accepted.connect(lambda: on_accept(self.chosen))
        self.column.addWidget(self.boards)
        self.add_buttons()
        self.boards.setFocus()
        self._enable()
        self.resize(460, 420)

    @property
    def chosen(self) -> list[str]:
        """Names of the selected presets."""
        return [str(item.data(_NAME)) for item in self.boards.selectedItems()]

    def _enable(self) -> None:
        self.ok.setEnabled(bool(self.chosen))


class RandomDialog(_AddDialog):
    """Dialog that adds new boards of a family and size.

    Args:
        parent: parent window.
        on_accept: called with the ``[[boards]]`` table of the boards, and their family.
    """

    def __init__(self, parent: QWidget, on_accept: Callable[[dict[str, Any], str], object]) -> None:
        super().__init__(parent, tr("Add random boards"))
        self.family = family_box()
        self.family.setObjectName("randomFamily")
        self.rows, self.columns = size_spin_box(), size_spin_box()
        self.count = QSpinBox()
        self.count.setObjectName("randomCount")
        self.count.setRange(1, _MAX_COUNT)
        self.count.setValue(10)
        indent_text(self.count)
        self.message = text_label("randomMessage", 2)
        form = QFormLayout()
        form.addRow(tr("&Family"), self.family)
        form.addRow(tr("&Rows"), self.rows)
        form.addRow(tr("&Columns"), self.columns)
        form.addRow(tr("&Number of boards"), self.count)
        self.column.addLayout(form)
        self.column.addWidget(self.message)
        self.add_buttons()
        self.family.setFocus()
        self.family.currentIndexChanged.connect(self._check)
        for box in (self.rows, self.columns):
            box.valueChanged.connect(self._check)
        self.accepted.connect(lambda: on_accept(self.table, str(self.family.currentData())))
        self._check()

    @property
    def table(self) -> dict[str, Any]:
        """The ``[[boards]]`` table of the boards in a benchmark file."""
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


def boards_in_file(path: Path) -> list[Board]:
    """Return the boards in a file, titled by its name if they have no title.

    Raises:
        PuzzleError: one of them cannot be read.
    """
    boards = []
    for subject in read_boards([str(path)]):
        if (board := subject.board) is None:
            raise PuzzleError(subject.error)
        name = Path(subject.name).stem
        boards.append(board if board.title else board.with_fields(title=name))
    return boards
