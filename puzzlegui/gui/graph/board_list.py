"""The list of arrangements, drawn as small boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QItemSelection, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImage, QPixmap, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Job, TaskHandle, Worker

_PICTURE_SIZE = 64
_CHUNK = 20
"""Number of pictures drawn per job."""


class BoardList(QListView):
    """List of small boards, drawn in the worker; a click opens a board.

    Args:
        worker: worker that draws the boards.

    Signals:
        open_requested: index of the board to open.
        chosen_changed: the selection changed.
    """

    open_requested = Signal(int)
    chosen_changed = Signal()

    def __init__(self, worker: Worker) -> None:
        super().__init__()
        self.setObjectName("graphBoards")
        self.setAccessibleName(tr("Arrangements"))
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setIconSize(QSize(_PICTURE_SIZE, _PICTURE_SIZE))
        self.setSpacing(spacing.TIGHT)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMinimumHeight(_PICTURE_SIZE + 24)
        self._worker = worker
        self._boards: Sequence[Board] = ()
        self._pending: TaskHandle | None = None
        self._items = QStandardItemModel(self)
        self.setModel(self._items)
        self.clicked.connect(self._request_open)
        self.activated.connect(self._request_open)
        theme().changed.connect(self._draw)

    @property
    def chosen(self) -> int | None:
        """Index of the selected board, or None."""
        rows = self.selectionModel().selectedIndexes()
        return rows[0].row() if rows else None

    def show_boards(self, boards: Sequence[Board], texts: Sequence[str]) -> None:
        """Show boards, with their cells as text for tooltips."""
        self._boards = boards
        self._items.clear()
        for number, text in enumerate(texts):
            item = QStandardItem(_icon(_blank()), "")
            description = tr("Arrangement {number}: {cells}").format(
                number=group_digits(number + 1), cells=text
            )
            item.setToolTip(description)
            item.setData(description, Qt.ItemDataRole.AccessibleTextRole)
            self._items.appendRow(item)
        self._draw()
        self.chosen_changed.emit()

    def clear(self) -> None:
        """Remove all boards."""
        self.show_boards((), ())

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.chosen_changed.emit()

    def _request_open(self, index: QModelIndex) -> None:
        self.open_requested.emit(index.row())

    # --- pictures ---

    def _draw(self) -> None:
        """Start drawing the boards, in chunks."""
        if self._pending is not None:
            self._pending.cancel()
        self._pending = None
        self._draw_from(0)

    def _draw_from(self, first: int) -> None:
        boards = self._boards[first : first + _CHUNK]
        if not boards:
            return
        style, ratio = theme().board_style, self.devicePixelRatioF()

        def work(job: Job) -> object:
            found: list[QImage] = []
            for board in boards:
                job.report(len(found), len(boards))
                found.append(thumbnail(board, _PICTURE_SIZE, ratio, style))
            return found

        def drawn(result: Any) -> None:
            if isinstance(result, list):
                for number, picture in enumerate(result, first):
                    self._items.item(number).setIcon(_icon(QPixmap.fromImage(picture)))
                self._draw_from(first + len(result))

        self._pending = self._worker.submit(Job(work, "pictures"), drawn)


def _blank() -> QPixmap:
    picture = QPixmap(_PICTURE_SIZE, _PICTURE_SIZE)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


def _icon(picture: QPixmap) -> QIcon:
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # not tinted when selected
        icon.addPixmap(picture, mode)
    return icon
