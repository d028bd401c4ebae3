"""The tree of a search as a widget; a click on a node, or Enter, chooses it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.engine.watching.levels import Tree
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.engine.watching.telling import node_text
from puzzlegui.gui.style.theme import theme
from puzzlegui.render.pen import colour
from puzzlegui.render.tree import paint_pointer, paint_tree
from puzzlegui.render.treelayout import TreeLayout

_FRAME = 2.0
"""Pixels of the frame that says that keys go here."""
_KEYS = {
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right,
    Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape,
}  # fmt: skip


class TreeView(QWidget):
    """Shows a tree as large as it is itself.

    Signals:
        chosen: a node was clicked, or Enter was pressed on it; -1 for none.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("treeView")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 90)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._recording: Recording | None = None
        self._tree: Tree | None = None
        self._layout: TreeLayout | None = None
        self._chosen: int | None = None
        self._pointed: int | None = None
        self._name()
        theme().changed.connect(self._restyle)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        return QSize(520, 420)

    def show_tree(self, recording: Recording, tree: Tree, chosen: int | None) -> None:
        """Show a tree, and a node of it that is looked at."""
        if tree is not self._tree or chosen != self._chosen:
            self._pointed = None
        self._recording, self._tree, self._chosen = recording, tree, chosen
        self._layout = None
        levels, count = len(tree.counts), sum(tree.counts)
        text = ngettext("{count} position on {levels}", "{count} positions on {levels}", count)
        on = ngettext("{count} level", "{count} levels", levels)
        self.setAccessibleDescription(
            text.format(count=group_digits(count), levels=on.format(count=group_digits(levels)))
        )
        self._name()
        self.update()

    def clear(self) -> None:
        """Show nothing."""
        self._recording = self._tree = self._layout = self._pointed = None
        self._name()
        self.update()

    @property
    def pointed(self) -> int | None:
        """The node that keys go from; None where nodes are not shown one by one."""
        if self._tree is None or self.shown is None or not self.shown.single:
            return None
        if self._pointed is not None:
            return self._pointed
        return self._tree.node if self._chosen is None else self._chosen

    def _name(self) -> None:
        """Say which node keys go from, to those who do not see it."""
        name: str = tr("Search tree")
        node = self.pointed if self.hasFocus() else None
        if node is not None and self._recording is not None and self._tree is not None:
            step = self._recording.taken[self._tree.node]
            told = node_text(self._recording, node, step)
            name = tr("Search tree: {node}").format(node=told)
        self.setAccessibleName(name)

    @property
    def shown(self) -> TreeLayout | None:
        """Where its nodes are."""
        if self._layout is None and self._tree is not None:
            self._layout = TreeLayout(self._tree, self.width(), self.height())
        return self._layout

    def _restyle(self) -> None:
        self.update()

    def resizeEvent(self, _event: object) -> None:  # noqa: N802 - Qt's name
        self._layout = None

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        super().focusInEvent(event)
        self._name()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        super().focusOutEvent(event)
        self._name()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        painter = QPainter(self)
        style = theme().board_style
        painter.fillRect(self.rect(), colour(style.page))
        if self.shown is not None and self._recording is not None:
            paint_tree(painter, self._recording, self.shown, style, self._chosen)
            if self.hasFocus() and self.pointed is not None:
                paint_pointer(painter, self.shown, self.pointed, style)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(style.accent), _FRAME))
            half = _FRAME / 2
            painter.drawRect(QRectF(self.rect()).adjusted(half, half, -half, -half))
        painter.end()

    # --- choosing a node ---

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        node, key = self.pointed, event.key()
        if node is None or not self._hears(event):
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Escape:
            self.chosen.emit(-1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.chosen.emit(node)
        else:
            self._pointed = self._next(node, key)
            self._name()
            self.update()

    def _hears(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return plain and event.key() in _KEYS and self.pointed is not None

    def _next(self, node: int, key: int) -> int:
        """The node that an arrow leads to from one; itself if there is none."""
        tree, recording = self._tree, self._recording
        assert tree is not None
        assert recording is not None
        if key == Qt.Key.Key_Up:
            before = recording.before[node]
            return node if before == -1 else before
        if key == Qt.Key.Key_Down:
            return tree.below.get(node, [node])[0]
        level = tree.levels[recording.depths[node]]
        at = level.index(node) + (1 if key == Qt.Key.Key_Right else -1)
        return level[max(0, min(at, len(level) - 1))]

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        node = self._node_at(event.position().x(), event.position().y())
        self.chosen.emit(-1 if node is None else node)

    def event(self, event: QEvent) -> bool:
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and self._hears(event):
            event.accept()  # elsewhere the arrows are those of the steps
            return True
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            node = self._node_at(event.pos().x(), event.pos().y())
            text = ""
            if node is not None and self._recording is not None:
                depth = self._recording.depths[node]
                text = ngettext(
                    "{count} move from the start; click to show it",
                    "{count} moves from the start; click to show it", depth,
                ).format(count=group_digits(depth))  # fmt: skip
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def _node_at(self, x: float, y: float) -> int | None:
        return None if self.shown is None else self.shown.node_at(x, y)
