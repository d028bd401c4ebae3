"""The context menu of a cell in the design mode: tools, clipboard and edits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QMenu

from puzzlegui.core.cells import Cell, cell_name
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.palettes import format_value, value_names
from puzzlegui.gui.actions.table import Actions
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.design.tools import tools_of
from puzzlegui.gui.style.theme import icon

_SUBMENUS = {gettext_noop("Cells"): "board/cells", gettext_noop("Board"): "board/whole"}
"""Titles of the submenus, and the menus of the action table that they show."""


class CellMenu(QObject):
    """Shows the context menu of a cell.

    Args:
        editor: editor that applies tools.
        actions: actions of the window.
        views: board views with the menu.
    """

    def __init__(self, editor: Editor, actions: Actions, views: Iterable[BoardView]) -> None:
        super().__init__(editor)
        self._editor, self._actions = editor, actions
        for view in views:
            view.menu_requested.connect(partial(self._pop_up, view))

    def _pop_up(self, view: BoardView, cell: Cell, place: QPoint) -> None:
        cursor = view.cursor_cell
        if self._editor.focus_cell(view, cell):
            menu = self._menu(view, cell, cursor)
            menu.popup(place)

    def _menu(self, view: BoardView, cell: Cell, cursor: Cell) -> QMenu:
        editor, name = self._editor, cell_name(cell)
        menu = QMenu(view)
        menu.setObjectName("cellMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for tool in tools_of(editor.preview_board):
            if tool.menu_text:
                text = tool.menu_text.format(cell=name, value=editor.brush)
                menu.addAction(icon(tool.icon), text, partial(editor.apply_tool, tool.name, cell))
        if other := editor.value_in_other_grid(cell):
            field, value = other
            if field == editor.preview_board.grid_fields[0]:
                text = tr("Set {cell} to its start value: {value}")
            else:
                text = tr("Set {cell} to its goal value: {value}")
            text = text.format(
                cell=name, value=format_value(value, value_names(editor.preview_board))
            )
            menu.addAction(text, partial(editor.set_value, cell, value))
        if cursor != cell:
            text = tr("Swap {cell} and {other}")
            text = text.format(cell=cell_name(cursor), other=name)
            menu.addAction(icon("swap"), text, partial(editor.swap_cells, cursor, cell))
        menu.addSeparator()
        menu.addActions(self._actions.actions_in("edit/clipboard"))
        menu.addSeparator()
        for title, section in _SUBMENUS.items():
            menu.addMenu(tr(title)).addActions(self._actions.actions_in(section))
        return menu
