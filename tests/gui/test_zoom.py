"""Enlarging the board, moving what is enlarged, and the full screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QToolBar, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.watch.window import WatchWindow
from puzzlegui.gui.window.presentation import Presentation
from tests.gui.robot import click_cell, find, solve
from tools.clipping import faults
from tools.screens import settle

_CTRL, _NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_LARGE = "grid-30x30"


def _turn(
    view: BoardView, notches: float, at: QPointF, modifiers: Qt.KeyboardModifier = _NONE
) -> None:
    """Turn the wheel away from the user."""
    viewport = view.viewport()
    event = QWheelEvent(
        at, QPointF(viewport.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, round(120 * notches)),
        Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(viewport, event)
    settle()


def _large(window: MainWindow) -> BoardView:
    window.document().open(load_preset(_LARGE))
    settle()
    return window.board_view()


@pytest.mark.parametrize("name", ["boardView", "goalView"])
def test_ctrl_and_the_wheel_enlarge_about_the_pointer(window: MainWindow, name: str) -> None:
    _large(window)
    view = find(window, BoardView, name)
    cell = 21, 6
    at, before = view.cell_rect(cell).center(), view.cell_rect(cell).width()
    _turn(view, 6, at, _CTRL)
    after = view.cell_rect(cell)
    assert after.width() > 3.5 * before
    assert (after.center() - at).manhattanLength() < 3
    _turn(view, -9, at, _CTRL)
    assert view.zoom == 1
    assert view.cell_rect(cell).width() == before


def test_cells_are_hit_where_they_are_seen(window: MainWindow, qtbot: QtBot) -> None:
    view = _large(window)
    _turn(view, 6, view.cell_rect((20, 20)).center(), _CTRL)
    click_cell(qtbot, view, (20, 20))
    assert view.cursor_cell == (20, 20)


def test_keys_enlarge_and_show_the_whole_board_again(window: MainWindow, qtbot: QtBot) -> None:
    view = _large(window)
    fits = view.cell_rect((0, 0))
    window.activateWindow()
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Plus, _CTRL)
    qtbot.keyClick(view, Qt.Key.Key_Equal, _CTRL)
    large = view.cell_rect((0, 0)).width()
    assert large > 1.4 * fits.width()
    qtbot.keyClick(view, Qt.Key.Key_Minus, _CTRL)
    assert fits.width() < view.cell_rect((0, 0)).width() < large
    qtbot.keyClick(view, Qt.Key.Key_0, _CTRL)
    assert view.cell_rect((0, 0)) == fits


def test_start_and_goal_show_the_same_part(window: MainWindow, qtbot: QtBot) -> None:
    window.show_design()
    view, goal = _large(window), find(window, BoardView, "goalView")
    window.activateWindow()
    goal.setFocus()
    qtbot.keyClick(goal, Qt.Key.Key_Plus, _CTRL)
    assert view.zoom == goal.zoom > 1

    def middle(shown: BoardView) -> tuple[float, float]:
        return shown.place_at(QPointF(shown.viewport().rect().center() + shown.offset()))

    for moved, other in ((view, goal), (goal, view)):
        moved.zoom_by(3)
        moved.verticalScrollBar().setValue(moved.verticalScrollBar().maximum() // 3)
        assert other.zoom == moved.zoom
        assert middle(other) == pytest.approx(middle(moved), abs=0.1)
        moved.zoom_to_fit()
        assert other.zoom == 1


def test_rows_and_columns_are_named_wherever_the_board_is_scrolled_to(window: MainWindow) -> None:
    view = _large(window)
    rulers = [find(view, QWidget, name) for name in ("columnRuler", "rowRuler")]
    assert not any(ruler.isVisible() for ruler in rulers)
    view.zoom_by(4)
    settle()
    across, down = rulers
    for bar, ruler in ((view.verticalScrollBar(), across), (view.horizontalScrollBar(), down)):
        bar.setValue(bar.maximum())
        assert ruler.isVisible()
        bar.setValue(0)
        assert not ruler.isVisible()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    before = across.grab().toImage()
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().value() + 90)
    assert across.grab().toImage() != before  # other columns
    view.zoom_to_fit()
    assert not any(ruler.isVisible() for ruler in rulers)


def test_a_pinch_enlarges(window: MainWindow) -> None:
    view = _large(window)
    at = QPointF(100, 120)
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
        at, at, QPointF(view.viewport().mapToGlobal(at.toPoint())), 0.5, QPointF(),
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)
    assert view.zoom == 1.5


def test_a_board_that_fits_still_fits_when_the_window_is_resized(window: MainWindow) -> None:
    view = _large(window)
    before = view.cell_rect((0, 0)).width()
    window.resize(600, 400)
    settle()
    assert view.zoom == 1
    assert view.cell_rect((0, 0)).width() < before
    for cell in ((0, 0), (29, 29)):
        assert view.viewport().rect().contains(view.cell_rect(cell).toRect())
    assert not view.horizontalScrollBar().isVisible()


def test_another_board_is_seen_as_a_whole(window: MainWindow) -> None:
    view = _large(window)
    view.zoom_by(4)
    window.document().open(load_preset(_LARGE).with_fields(title="another of the same size"))
    settle()
    assert view.zoom == 1


def test_an_edit_leaves_the_board_enlarged(window: MainWindow) -> None:
    view = _large(window)
    view.zoom_by(4)
    window.document().edit(window.board().with_fields(title="the same board"), "change the title")
    settle()
    assert view.zoom == 4


def test_the_middle_button_and_the_wheel_move_what_is_enlarged(
    window: MainWindow, qtbot: QtBot
) -> None:
    view = _large(window)
    view.zoom_by(4)
    settle()
    before = view.cell_rect((15, 15)).topLeft()
    middle = Qt.MouseButton.MiddleButton
    qtbot.mousePress(view.viewport(), middle, pos=QPoint(100, 100))
    qtbot.mouseMove(view.viewport(), pos=QPoint(70, 60))
    qtbot.mouseRelease(view.viewport(), middle, pos=QPoint(70, 60))
    moved = view.cell_rect((15, 15)).topLeft()
    assert moved - before == QPointF(-30, -40)
    _turn(view, -1, QPointF(100, 100))
    down = view.cell_rect((15, 15)).topLeft()
    assert down.y() < moved.y()
    _turn(view, -1, QPointF(100, 100), _SHIFT)
    assert view.cell_rect((15, 15)).x() < down.x()


def test_the_cursor_stays_in_view(window: MainWindow, qtbot: QtBot) -> None:
    view = _large(window)
    click_cell(qtbot, view, (0, 0))
    view.zoom_by(6)
    for _ in range(12):
        qtbot.keyClick(view, Qt.Key.Key_Down)
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.cursor_cell == (12, 12)
    assert view.viewport().rect().contains(view.cell_rect((12, 12)).toRect())


def test_the_next_move_stays_in_view(window: MainWindow, qtbot: QtBot) -> None:
    window.document().open(load_preset("fifteen-book"))
    solution = solve(qtbot, window)
    view = window.board_view()
    view.zoom_by(2)
    for position in range(1, len(solution.moves)):
        window.timeline().go_to(position)
        assert view.frame is not None
        coming = view.frame.marks.next_move
        assert coming is not None
        for cell in coming.cells:
            assert view.viewport().rect().contains(view.cell_rect(cell).toRect())


def test_what_is_enlarged_is_painted_where_it_is(window: MainWindow) -> None:
    view = _large(window)
    view.zoom_by(5)
    settle()
    for x, y in ((0, 0), (300, 200), (10_000, 10_000)):
        view.horizontalScrollBar().setValue(x)
        view.verticalScrollBar().setValue(y)
        settle()
        seen = view.viewport().grab().toImage()
        view.viewport().repaint()
        assert view.viewport().grab().toImage() == seen
        colours = {seen.pixel(x, y) for x in range(40, 300, 9) for y in range(40, 300, 9)}
        assert len(colours) > 10


def _chrome(window: MainWindow) -> list[QWidget]:
    named = [find(window, QWidget, "verdictLabel")]
    bars = [*window.findChildren(QToolBar), *window.findChildren(QDockWidget)]
    return [window.menuBar(), *bars, *named]


def test_full_screen_shows_board_goal_and_timeline(window: MainWindow, qtbot: QtBot) -> None:
    solution = solve(qtbot, window)
    view = window.board_view()
    window.activateWindow()
    view.setFocus()
    settle()
    before, size = view.cell_rect((0, 0)).width(), window.size()
    qtbot.keyClick(view, Qt.Key.Key_F11)
    settle()
    assert window.isFullScreen()
    assert not any(widget.isVisible() for widget in _chrome(window))
    assert find(window, BoardView, "goalView").isVisible()
    assert find(window, QWidget, "timelineBar").isVisible()
    assert view.cell_rect((0, 0)).width() > 1.2 * before
    assert faults(window) == []
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert window.timeline().position == 1
    qtbot.keyClick(view, Qt.Key.Key_End, _CTRL)  # an action of the hidden menus
    assert window.timeline().position == len(solution.moves)
    qtbot.keyClick(view, Qt.Key.Key_F4)
    assert window.mode() == "play"
    assert not any(widget.isVisible() for widget in _chrome(window))
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    settle()
    assert not window.isFullScreen()
    assert all(w.isVisible() for w in _chrome(window) if w.objectName() != "verdictLabel")
    assert window.size() == size
    assert view.cell_rect((0, 0)).width() == before


def test_full_screen_leaves_the_tools_of_side_windows(window: MainWindow) -> None:
    window.commands.watch("astar")
    watch = window.findChild(WatchWindow)
    assert watch is not None
    tools = watch.findChildren(QToolBar)
    settle()
    assert tools
    window.viewing.toggle_full_screen(True)
    settle()
    assert all(bar.isVisible() for bar in tools)
    watch.close()
    settle()
    window.viewing.toggle_full_screen(False)
    assert all(w.isVisible() for w in _chrome(window) if w.objectName() != "verdictLabel")


def test_a_window_closed_in_full_screen_comes_back_as_it_was_before(
    window: MainWindow, make_window: type, qtbot: QtBot
) -> None:
    geometry = window.geometry()
    window.viewing.toggle_full_screen(True)
    settle()
    window.close()
    again = make_window()
    settle()
    assert again.geometry() == geometry
    assert again.menuBar().isVisible()
    assert all(dock.isVisible() for dock in again.findChildren(QDockWidget))


def test_tools_appear_at_the_edges_of_the_full_screen(window: MainWindow) -> None:
    window.viewing.toggle_full_screen(True)
    settle()
    bar, panel, gallery = (
        find(window, QWidget, name) for name in ("toolbar", "solverDock", "galleryDock")
    )
    (presentation,) = window.findChildren(Presentation)
    room, middle = window.rect(), window.rect().center()
    for tool, place in (
        (bar, QPoint(middle.x(), 0)),
        (panel, QPoint(room.right(), middle.y())),
        (gallery, QPoint(0, middle.y())),
    ):
        assert not tool.isVisible()
        presentation.move_mouse(place)
        settle()
        assert tool.isVisible()
        presentation.move_mouse(middle)
        settle()
        assert not tool.isVisible()


def test_key_opens_the_panel_in_full_screen(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    window.viewing.toggle_full_screen(True)
    settle()
    panel = find(window, QWidget, "solverDock")
    for shown in (True, False):
        qtbot.keyClick(window.board_view(), Qt.Key.Key_2, _CTRL)
        settle()
        assert panel.isVisible() == shown


def test_captions_are_large_in_full_screen(window: MainWindow) -> None:
    heading = find(window, QWidget, "boardHeading")
    before = heading.height()
    window.viewing.toggle_full_screen(True)
    settle()
    assert heading.height() > 1.4 * before
    window.viewing.toggle_full_screen(False)
    settle()
    assert heading.height() == before


def test_key_shows_the_menus_in_full_screen(window: MainWindow, qtbot: QtBot) -> None:
    window.viewing.toggle_full_screen(True)
    settle()
    for shown in (True, False):
        qtbot.keyClick(window, Qt.Key.Key_F10)
        settle()
        assert window.menuBar().isVisible() == shown
