"""Design by menu and keys: the menu of a cell, letters for tools, cells selected while typing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.cells import Cell
from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.design.tools import tools_of
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY
from tests.boards import grid
from tests.gui.robot import action, click_cell, drag_cells, find, press_fix

Key = Qt.Key


def entries(view: BoardView, cell: Cell, *, by_key: bool = False) -> dict[str, QAction]:
    """What the menu of a cell offers."""
    reason = QContextMenuEvent.Reason.Keyboard if by_key else QContextMenuEvent.Reason.Mouse
    point = QPoint(3, 3) if by_key else view.cell_rect(cell).center().toPoint()
    event = QContextMenuEvent(reason, point, view.viewport().mapToGlobal(point))
    QApplication.sendEvent(view.viewport(), event)
    menus = [menu for menu in view.findChildren(QMenu, "cellMenu") if menu.isVisible()]
    if not menus:
        return {}
    (menu,) = menus
    found = {}
    for entry in menu.actions():
        within = entry.menu()
        for one in within.actions() if isinstance(within, QMenu) else [entry]:
            found[one.text().replace("&", "")] = one
    menu.close()
    return found


def marked(view: BoardView) -> set[Cell]:
    assert view.frame is not None
    return set(view.frame.marks.selected)


def test_the_menu_of_a_cell(qtbot: QtBot, window: MainWindow) -> None:
    view, goal = window.board_view(), find(window, BoardView, "goalView")
    click_cell(qtbot, view, (0, 0))
    window._editor.choose_brush(5)
    offered = entries(view, (1, 2))
    assert view.cursor_cell == (1, 2)
    for text in ("Copy", "Paste", "Cut", "Flip left to right", "Copy start to goal"):
        assert text in offered
    offered["Paint C2 with 5"].trigger()
    assert window.board().grid("start") == grid("7 6 5/8 4 5/3 2 1")
    window.undo()
    click_cell(qtbot, view, (0, 0))
    entries(view, (1, 2))["Swap A1 and C2"].trigger()
    assert window.board().grid("start") == grid("9 6 5/8 4 7/3 2 1")
    entries(view, (0, 0))["Set A1 to its goal value: 1"].trigger()
    assert window.board().grid("start") == grid("1 6 5/8 4 7/3 2 1")
    entries(goal, (0, 1))["Set B1 to its start value: 6"].trigger()
    assert window.board().grid("goal") == grid("1 6 3/4 5 6/7 8 9")


def test_the_menu_offers_what_the_family_has(window: MainWindow) -> None:
    for preset in ("mystery-box", "eight-cpp", "schonbrunn"):
        window.open_preset(preset)
        board = window.board()
        offered = entries(window.board_view(), (1, 1), by_key=True)
        assert ("Put the gap in A1" in offered) == (board.gap is not None)
        for field in board.cell_fields:
            offered[f"Put the {field} on A1"].trigger()
            assert getattr(window.board(), field) == (0, 0)
            window.undo()


def test_a_selection_that_is_clicked_stays_for_the_menu(qtbot: QtBot, window: MainWindow) -> None:
    view = window.board_view()
    drag_cells(qtbot, view, [(0, 0), (1, 1)])
    entries(view, (1, 0))["Flip top to bottom"].trigger()
    assert window.board().grid("start") == grid("8 4 5/7 6 9/3 2 1")
    assert marked(view) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    entries(view, (2, 2))
    assert marked(view) == set()


def test_there_is_no_menu_where_the_right_button_is_a_move(window: MainWindow) -> None:
    window.show_play()
    assert window.mode() == PLAY
    assert entries(window.board_view(), (1, 1)) == {}


@pytest.mark.parametrize("preset", ["mystery-box", "eight-cpp", "schonbrunn"])
def test_a_letter_chooses_a_tool(qtbot: QtBot, window: MainWindow, preset: str) -> None:
    window.open_preset(preset)
    qtbot.wait(1)  # the buttons of the board before are gone
    tools = tools_of(window.board())
    assert len({tool.key for tool in tools}) == len(tools)
    qtbot.keyClick(window.board_view(), Qt.Key.Key_Escape)  # no more letters on tiles
    for tool in reversed(tools):
        window.board_view().setFocus()
        qtbot.keyClicks(window.board_view(), tool.key.lower())
        button = find(window, QToolButton, f"{tool.name}Tool")
        assert button.isChecked()
        assert button.toolTip().endswith(f"({tool.key})")


def test_cells_selected_while_typing(qtbot: QtBot, window: MainWindow) -> None:
    view = window.board_view()
    drag_cells(qtbot, view, [(0, 0), (1, 1)])
    assert marked(view) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    qtbot.keyClicks(view, "12")
    assert window.board().grid("start") == grid("12 12 5/12 12 9/3 2 1")
    assert window.document().undo_stack.count() == 1
    assert window.document().undo_stack.undoText() == "type 12 in A1:B2"
    action(window, "actionCopy").trigger()
    assert QGuiApplication.clipboard().text() == "12\t12\n12\t12\n"
    qtbot.keyClick(view, Key.Key_Delete)
    assert window.board().grid("start") == grid("0 0 5/0 0 9/3 2 1")
    qtbot.keyClick(view, Key.Key_Right)
    assert marked(view) == set()
    window.undo()
    window.undo()
    assert window.board() == load_preset("mystery-box")


def test_mending_leaves_the_focus_with_the_board(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("fifteen-loyd")
    press_fix(qtbot, window)
    assert window.board_view().hasFocus()
