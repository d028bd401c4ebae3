"""The tree view of a search, in which a click or Enter chooses a node."""

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
from puzzlegui.engine.watching.explanations import node_text
from puzzlegui.engine.watching.levels import SearchTree
from puzzlegui.engine.watching.recording import Recording
from puzzlegui.gui.style.theme import theme
from puzzlegui.render.primitives import colour
from puzzlegui.render.tree_layout import TreeLayout
from puzzlegui.render.tree_painter import paint_cursor, paint_tree

_FRAME = 2.0
"""Width of the focus frame, in pixels."""
_KEYS = {
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right,
    Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape,
}  # fmt: skip


class TreeView(QWidget):
    """Widget that draws a search tree fitted to its size.

    Signals:
        chosen: node that was clicked, or on which Enter was pressed; -1 for none.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("treeView")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 90)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._recording: Recording | None = None
        self._tree: SearchTree | None = None
        self._layout: TreeLayout | None = None
        self._chosen: int | None = None
        self._cursor: int | None = None
        self._update_name()
        theme().changed.connect(self._restyle)

    def sizeHint(self) -> QSize:
        return QSize(520, 420)

    def show_tree(self, recording: Recording, tree: SearchTree, chosen: int | None) -> None:
        """Show a tree with a highlighted chosen node."""
        if tree is not self._tree or chosen != self._chosen:
            self._cursor = None
        self._recording, self._tree, self._chosen = recording, tree, chosen
        self._layout = None
        levels, count = len(tree.counts), sum(tree.counts)
        text = ngettext("{count} position on {levels}", "{count} positions on {levels}", count)
        on = ngettext("{count} level", "{count} levels", levels)
        self.setAccessibleDescription(
            text.format(count=group_digits(count), levels=on.format(count=group_digits(levels)))
        )
        self._update_name()
        self.update()

    def clear(self) -> None:
        """Clear the view."""
        self._recording = self._tree = self._layout = self._cursor = None
        self._update_name()
        self.update()

    @property
    def cursor_node(self) -> int | None:
        """Node at the keyboard cursor; None if nodes are drawn as bars."""
        if self._tree is None or self.tree_layout is None or not self.tree_layout.shows_nodes:
            return None
        if self._cursor is not None:
            return self._cursor
        return self._tree.node if self._chosen is None else self._chosen

    def _update_name(self) -> None:
        """Set the accessible name to describe the node at the keyboard cursor."""
        name: str = tr("Search tree")
        node = self.cursor_node if self.hasFocus() else None
        if node is not None and self._recording is not None and self._tree is not None:
            step = self._recording.expanded_at[self._tree.node]
            description = node_text(self._recording, node, step)
            name = tr("Search tree: {node}").format(node=description)
        self.setAccessibleName(name)

    @property
    def tree_layout(self) -> TreeLayout | None:
        """Layout of the tree in the current size; None without a tree."""
        if self._layout is None and self._tree is not None:
            self._layout = TreeLayout(self._tree, self.width(), self.height())
        return self._layout

    def _restyle(self) -> None:
        self.update()

    def resizeEvent(self, _event: object) -> None:
        self._layout = None

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._update_name()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._update_name()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            style = theme().board_style
            painter.fillRect(self.rect(), colour(style.page))
            if self.tree_layout is not None and self._recording is not None:
                paint_tree(painter, self._recording, self.tree_layout, style, self._chosen)
                if self.hasFocus() and self.cursor_node is not None:
                    paint_cursor(painter, self.tree_layout, self.cursor_node, style)
            if self.hasFocus():
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour(style.accent), _FRAME))
                half = _FRAME / 2
                painter.drawRect(QRectF(self.rect()).adjusted(half, half, -half, -half))

    # --- choosing a node ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        node, key = self.cursor_node, event.key()
        if node is None or not self._accepts_key(event):
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Escape:
            self.chosen.emit(-1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.chosen.emit(node)
        else:
            self._cursor = self._node_at_arrow(node, key)
            self._update_name()
            self.update()

    def _accepts_key(self, event: QKeyEvent) -> bool:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return plain and event.key() in _KEYS and self.cursor_node is not None

    def _node_at_arrow(self, node: int, key: int) -> int:
        """Return the node reached from a node by an arrow key, or the node itself."""
        tree, recording = self._tree, self._recording
        assert tree is not None
        assert recording is not None
        if key == Qt.Key.Key_Up:
            before = recording.before[node]
            return node if before == -1 else before
        if key == Qt.Key.Key_Down:
            return tree.children.get(node, [node])[0]
        level = tree.levels[recording.depths[node]]
        at = level.index(node) + (1 if key == Qt.Key.Key_Right else -1)
        return level[max(0, min(at, len(level) - 1))]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        node = self._node_at(event.position().x(), event.position().y())
        self.chosen.emit(-1 if node is None else node)

    def event(self, event: QEvent) -> bool:
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and self._accepts_key(event):
            event.accept()  # otherwise the arrow keys would step through the search
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
        return None if self.tree_layout is None else self.tree_layout.node_at(x, y)
