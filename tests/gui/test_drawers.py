"""The bar of the main window, and the drawers beside the board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDockWidget, QToolBar, QToolButton
from pytestqt.qtbot import QtBot

from puzzlegui.gui.main_window import MainWindow
from tests.gui.robot import find
from tools.screens import settle

_CTRL = Qt.KeyboardModifier.ControlModifier


def _open_drawers(window: MainWindow) -> list[bool]:
    return [find(window, QDockWidget, name).isVisible() for name in ("galleryDock", "solverDock")]


def _resize(window: MainWindow, width: int, height: int = 700) -> None:
    window.resize(width, height)
    settle()


@pytest.mark.parametrize("width", [900, 1366])
def test_modes_are_in_the_middle_of_the_bar(window: MainWindow, width: int) -> None:
    _resize(window, width)
    bar = find(window, QToolBar, "toolbar")
    names = ("actionDesignButton", "actionSolutionButton")
    first, last = (find(window, QToolButton, name) for name in names)
    left = first.mapTo(bar, QPoint(0, 0)).x()
    right = last.mapTo(bar, QPoint(last.width(), 0)).x()
    assert abs((left + right) - bar.width()) <= 2


def test_bar_stays_in_place_between_modes(window: MainWindow) -> None:
    bar = find(window, QToolBar, "toolbar")
    places = set()
    for show in (window.show_design, window.show_play, window.show_solution):
        show()
        settle()
        buttons = bar.findChildren(QToolButton)
        places.add(tuple(button.mapTo(window, QPoint(0, 0)).toTuple() for button in buttons))
    assert len(places) == 1


def test_gallery_gives_way_before_the_panel(window: MainWindow) -> None:
    shown = []
    for width in (1366, 1024, 700):
        _resize(window, width)
        shown.append(_open_drawers(window))
    assert shown == [[True, True], [False, True], [False, False]]


def test_gallery_has_its_width_again_after_a_narrow_window(window: MainWindow) -> None:
    _resize(window, 1366)
    gallery = find(window, QDockWidget, "galleryDock")
    before = gallery.width()
    _resize(window, 700)
    _resize(window, 1366)
    assert gallery.width() == before


def test_key_opens_the_gallery_in_a_narrow_window(qtbot: QtBot, window: MainWindow) -> None:
    _resize(window, 1024)
    window.activateWindow()
    qtbot.keyClick(window.board_view(), Qt.Key.Key_1, _CTRL)
    assert _open_drawers(window) == [True, True]
    assert find(window, QToolButton, "actionGalleryButton").isChecked()
    qtbot.keyClick(window.board_view(), Qt.Key.Key_1, _CTRL)
    assert _open_drawers(window) == [False, True]


def test_closed_panel_is_closed_in_the_next_window(
    window: MainWindow, make_window: Callable[..., MainWindow]
) -> None:
    _resize(window, 1366)
    find(window, QToolButton, "actionPanelButton").click()
    window.close()
    again = make_window()
    _resize(again, 1366)
    assert _open_drawers(again) == [True, False]
