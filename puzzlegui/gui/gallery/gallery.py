"""Gallery view: recent files, the user's boards and presets, with thumbnails."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QIcon,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPixmap,
    QShowEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from puzzlegui.core.language import tr
from puzzlegui.documents.presets import PRESETS, local_preset
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.board.thumbnails import DESCRIPTION, FileThumbnails, thumbnail
from puzzlegui.gui.gallery.entry_delegate import PICTURE, EntryDelegate
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.gui.widgets.basic import plain_tooltip

PRESET_ROLE = Qt.ItemDataRole.UserRole
"""Item role of a preset's name."""
PATH_ROLE = Qt.ItemDataRole.UserRole + 1
"""Item role of a file's path."""
USER_BOARD_ROLE = Qt.ItemDataRole.UserRole + 2
"""Item role that is True for the user's own boards."""
_MOST_RECENT = 5


class Gallery(QListView):
    """List of boards to open; thumbnails are drawn after the window is shown.

    Args:
        worker: worker that reads files and draws their thumbnails.

    Signals:
        preset_chosen: emitted with the name of a preset to open.
        file_chosen: emitted with the path of a file to open.
        rename_requested: emitted with the path of a user's board to rename.
        remove_requested: emitted with the path of a user's board to remove.
    """

    preset_chosen = Signal(str)
    file_chosen = Signal(str)
    rename_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(self, worker: Worker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("gallery")
        self.setAccessibleName(tr("Gallery of boards"))
        self.setIconSize(QSize(PICTURE, PICTURE))
        self.setItemDelegate(EntryDelegate(self))
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._model = QStandardItemModel(self)
        self.setModel(self._model)
        self._pictures = FileThumbnails(worker, self._show_picture)
        self._wanted = self._choosing = self._opened = False
        self._selected: str | Path = ""
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        self._undrawn: list[QStandardItem] = []
        self._drawing = QTimer(self)
        self._drawing.setInterval(0)
        self._drawing.timeout.connect(self._draw_next)
        theme().changed.connect(self._restyle)
        for name in PRESETS:
            self._model.appendRow(_preset(name))

    # --- what is listed ---

    def list_boards(self, recent: Sequence[Path], own: Sequence[Path]) -> None:
        """List recent files and the user's own boards before the presets."""
        anchor, height = self._anchor() if self._opened else ("", 0)
        rows = []
        if recent:
            rows.append(_heading(tr("Recent")))
            rows += [_file(path, own=False) for path in recent[:_MOST_RECENT]]
        if own:
            rows.append(_heading(tr("My boards")))
            rows += [_file(path, own=True) for path in own]
        if rows:
            rows.append(_heading(tr("Presets")))
        self._model.removeRows(0, self._model.rowCount() - len(PRESETS))
        for row, item in enumerate(rows):
            self._model.insertRow(row, item)
        self.doItemsLayout()
        self.select(self._selected)
        self._scroll_back(anchor, height)
        if self._wanted:
            self._draw_files()

    def _anchor(self) -> tuple[str, int]:
        """Return key and height of the item that should not move: the open or the topmost item."""
        seen = self.viewport().rect()
        shown = [item for item in self._items() if self.visualRect(item.index()).intersects(seen)]
        shown.sort(key=lambda item: _key(item) != str(self._selected))
        item = next(filter(_key, shown), None)
        return ("", 0) if item is None else (_key(item), self.visualRect(item.index()).top())

    def _scroll_back(self, key: str, height: int) -> None:
        """Scroll the item with a key back to a height."""
        bar = self.verticalScrollBar()
        for item in self._items():
            if key and _key(item) == key:
                bar.setValue(bar.value() + self.visualRect(item.index()).top() - height)
                return

    # --- pictures ---

    def draw_pictures(self) -> None:
        """Draw all thumbnails: a preset per turn of the event loop, files in the worker."""
        self._wanted = True
        self._undrawn = [item for item in self._items() if item.data(PRESET_ROLE)]
        self._drawing.start()
        self._draw_files()

    def _draw_files(self) -> None:
        paths = [Path(item.data(PATH_ROLE)) for item in self._items() if item.data(PATH_ROLE)]
        self._pictures.request(paths, PICTURE, self.devicePixelRatioF())

    def _items(self) -> list[QStandardItem]:
        return [self._model.item(row) for row in range(self._model.rowCount())]

    def _restyle(self) -> None:
        if self._wanted:
            self.draw_pictures()

    def _draw_next(self) -> None:
        if not self._undrawn:
            self._drawing.stop()
            return
        item = self._undrawn.pop(0)
        picture = thumbnail(local_preset(item.data(PRESET_ROLE)), PICTURE, self.devicePixelRatioF())
        item.setIcon(_icon(picture))

    def _show_picture(self, path: Path, picture: QImage | None) -> None:
        """Show the thumbnail of a file; disable the item if the file is missing."""
        for item in self._items():
            if item.data(PATH_ROLE) == str(path):
                item.setEnabled(picture is not None or path.is_file())
                item.setIcon(_blank() if picture is None else _icon(picture))
                if picture is not None and item.data(USER_BOARD_ROLE):
                    about = picture.text(DESCRIPTION)
                    item.setText(f"{path.stem}\n{about}")
                    item.setData(f"{path.stem}, {about}", Qt.ItemDataRole.AccessibleTextRole)

    # --- choosing ---

    def _choose(self, index: QModelIndex) -> None:
        if not index.flags() & Qt.ItemFlag.ItemIsEnabled:
            return
        self._choosing = True
        if name := index.data(PRESET_ROLE):
            self.preset_chosen.emit(name)
        elif path := index.data(PATH_ROLE):
            self.file_chosen.emit(path)
        self._choosing = False

    def select(self, which: str | Path) -> None:
        """Select the open preset or file; clear the selection if it is not listed."""
        self._selected = which
        role = PATH_ROLE if isinstance(which, Path) else PRESET_ROLE
        for item in self._items():
            if item.data(role) == str(which):
                self._go_to(item.index())
                return
        self.clearSelection()

    def _go_to(self, index: QModelIndex) -> None:
        """Select a row; scroll to it if it is not wholly in view and was not clicked."""
        self.setAutoScroll(False)
        self.setCurrentIndex(index)
        self.setAutoScroll(True)
        seen = self.viewport().rect().contains(self.visualRect(index))
        if not seen and not self._choosing and self._opened:
            self.scrollTo(index)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._opened:  # recent files and own boards come before an open preset
            self._opened = True
            self.scrollToTop()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setAutoScroll(False)  # keeps items from moving under the pointer
        super().mousePressEvent(event)
        self.setAutoScroll(True)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        place = self.viewport().mapToGlobal(self.visualRect(index).center())
        if index.data(PRESET_ROLE) is None and index.data(PATH_ROLE) is None:
            return
        menu = self.menu_for(index)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place if by_key else event.globalPos())

    def menu_for(self, index: QModelIndex) -> QMenu:
        """Return the context menu of a board."""
        menu, path = QMenu(self), index.data(PATH_ROLE)
        menu.addAction(tr("&Open"), lambda: self._choose(index))
        if index.data(USER_BOARD_ROLE):
            menu.addAction(tr("&Rename…"), lambda: self.rename_requested.emit(path))
            remove = tr("Re&move from the gallery…")
            menu.addAction(remove, lambda: self.remove_requested.emit(path))
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() == Qt.Key.Key_Delete and index.data(USER_BOARD_ROLE):
            self.remove_requested.emit(index.data(PATH_ROLE))
            return
        super().keyPressEvent(event)


def _heading(text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item


def _file(path: Path, *, own: bool) -> QStandardItem:
    folder = path.parent.name or str(path.parent)
    where = tr("my board") if own else tr("in {folder}").format(folder=folder)
    item = QStandardItem(_blank(), f"{path.stem}\n{where}")
    item.setData(str(path), PATH_ROLE)
    item.setData(own, USER_BOARD_ROLE)
    item.setToolTip(plain_tooltip(str(path)))
    item.setData(f"{path.stem}, {where}", Qt.ItemDataRole.AccessibleTextRole)
    return item


def _preset(name: str) -> QStandardItem:
    board = local_preset(name)
    about = board.describe()
    item = QStandardItem(_blank(), f"{board.title}\n{FAMILIES[board.family].title} {board.size}")
    item.setData(name, PRESET_ROLE)
    item.setToolTip(f"{board.title}\n{about}")
    item.setData(f"{board.title}, {about}", Qt.ItemDataRole.AccessibleTextRole)
    return item


def _blank() -> QIcon:
    picture = QPixmap(PICTURE, PICTURE)
    picture.fill(Qt.GlobalColor.transparent)
    return QIcon(picture)


def _icon(picture: QImage) -> QIcon:
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # not tinted when selected
        icon.addPixmap(QPixmap.fromImage(picture), mode)
    return icon


def _key(item: QStandardItem) -> str:
    """Return the preset name or path of an item; empty for a heading."""
    return item.data(PRESET_ROLE) or item.data(PATH_ROLE) or ""
