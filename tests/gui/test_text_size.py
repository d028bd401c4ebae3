"""Size of text in all windows: the setting, and the keys of the side windows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.gui.benchmark.pair_window import PairWindow
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.graph.diagram_view import DiagramView
from puzzlegui.gui.graph.window import StateGraphWindow
from puzzlegui.gui.help.help_window import HelpWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import TEXT_SIZES
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.watch.window import WatchWindow
from puzzlegui.gui.window.settings_dialog import SettingsDialog
from tests.gui.conftest import WAIT
from tests.gui.robot import find
from tools.clipping import faults
from tools.screens import SIZES, settle

_CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def usual_size() -> Iterator[None]:
    yield
    theme().set_text_size(100)


def test_text_size_applies_at_once(window: MainWindow) -> None:
    window.resize(SIZES["1920x1080"])
    settle()
    label = find(window, QLabel, "verdictLabel")
    before, board = label.fontMetrics().height(), window.board_view().board_layout.width
    dialog = SettingsDialog(window.settings, window)
    sizes = find(dialog, QComboBox, "text size setting")
    sizes.setCurrentIndex(sizes.count() - 1)
    settle()
    assert window.settings["text size"] == TEXT_SIZES[-1] == 175
    assert label.fontMetrics().height() == pytest.approx(1.75 * before, abs=2)
    assert window.board_view().board_layout.width > 0.5 * board
    for show in (window.show_design, window.show_play, window.show_solution):
        show()
        settle()
        assert faults(window, scrolls=True) == []
    sizes.setCurrentIndex(0)
    window.show_design()
    settle()
    assert label.fontMetrics().height() == before
    assert window.board_view().board_layout.width == board


def test_text_size_applies_to_the_next_window(window: MainWindow, make_window: type) -> None:
    window.settings["text size"] = 150
    settle()
    window.close()
    again = make_window()
    assert again.font().pointSizeF() == pytest.approx(1.5 * window.font().pointSizeF() / 1.5)
    assert again.settings["text size"] == 150
    assert theme().text_size == 150


def test_keys_enlarge_text_in_the_search_window(window: MainWindow, qtbot: QtBot) -> None:
    watch = WatchWindow(load_preset("eight-cpp"), window.settings, "bfs", "", window)
    watch.show()
    watch.activateWindow()
    settle()
    before = watch.fontMetrics().height()
    for key, grown in ((Qt.Key.Key_Plus, True), (Qt.Key.Key_0, False)):
        qtbot.keyClick(watch, key, _CTRL)
        settle()
        assert (watch.fontMetrics().height() > before) == grown
    qtbot.keyClick(watch, Qt.Key.Key_F11)
    assert watch.isFullScreen()
    qtbot.keyClick(watch, Qt.Key.Key_F11)
    assert not watch.isFullScreen()
    qtbot.waitUntil(lambda: not watch.is_recording, timeout=WAIT)
    watch.close()


def test_keys_enlarge_the_picture_of_the_state_graph(window: MainWindow, qtbot: QtBot) -> None:
    graph = StateGraphWindow(window.board(), window.settings, parent=window)
    graph.show_neighbours()
    graph.show()
    graph.activateWindow()
    qtbot.waitUntil(lambda: graph.neighbours.is_drawn, timeout=WAIT)
    (view,) = [view for view in graph.findChildren(DiagramView) if view.isVisible()]
    qtbot.keyClick(graph, Qt.Key.Key_Plus, _CTRL)
    assert view.zoom > 1
    assert window.settings["text size"] == 100
    graph.close()


def test_rows_of_the_settings_have_common_baselines(window: MainWindow) -> None:
    dialog = SettingsDialog(window.settings, window)
    dialog.show()
    settle()
    rows: dict[int, list[QWidget]] = {}
    for label in dialog.findChildren(QLabel):
        if (field := label.buddy()) is not None:
            middle = label.mapTo(dialog, QPoint(0, label.height() // 2)).y()
            assert abs(middle - field.mapTo(dialog, QPoint(0, field.height() // 2)).y()) <= 1
            rows.setdefault(middle, []).append(label)
    assert any(len(labels) == 2 for labels in rows.values())
    steps = {later - earlier for earlier, later in pairwise(sorted(rows))}
    assert len(steps) == 2  # from setting to setting, and over a heading
    dialog.close()


def test_keys_enlarge_the_text_of_the_help(window: MainWindow, qtbot: QtBot) -> None:
    help_window = HelpWindow(window)
    help_window.show()
    help_window.activateWindow()
    settle()
    before = help_window.text.font().pointSizeF()
    for key, larger in ((Qt.Key.Key_Plus, True), (Qt.Key.Key_0, False)):
        qtbot.keyClick(help_window, key, _CTRL)
        assert (help_window.text.font().pointSizeF() > before) == larger
    for _ in range(9):
        qtbot.keyClick(help_window, Qt.Key.Key_Minus, _CTRL)
    assert help_window.text.font().pointSizeF() < before
    qtbot.keyClick(help_window, Qt.Key.Key_0, _CTRL)
    assert help_window.text.font().pointSizeF() == before
    help_window.close()


def test_keys_enlarge_both_boards_of_a_comparison(window: MainWindow, qtbot: QtBot) -> None:
    solution = solve(load_preset("mystery-box"))
    pair = PairWindow(solution, solution, animated=False, parent=window)
    pair.show()
    pair.activateWindow()
    settle()
    for key, larger in ((Qt.Key.Key_Plus, True), (Qt.Key.Key_0, False)):
        qtbot.keyClick(pair, key, _CTRL)
        assert all((view.zoom > 1) == larger for view in pair.findChildren(BoardView))
    pair.close()
