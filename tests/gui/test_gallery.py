"""The gallery stays where it is while it is clicked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt
from pytestqt.qtbot import QtBot

from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.gui.gallery.gallery import PRESET_ROLE, Gallery
from puzzlegui.gui.main_window import MainWindow
from tests.gui.conftest import WAIT
from tests.gui.robot import LEFT, find
from tools.screens import settle


def _at(gallery: Gallery, point: QPoint) -> str:
    return str(gallery.indexAt(point).data(PRESET_ROLE))


def test_a_click_on_what_is_half_seen_scrolls_nothing(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(QSize(1100, 620))
    gallery = find(window, Gallery, "gallery")
    settle()
    for scrolled in (0, 37, 151):
        gallery.verticalScrollBar().setValue(scrolled)
        settle()
        for y in (3, gallery.viewport().height() - 4):
            point = QPoint(90, y)
            name = _at(gallery, point)
            assert name in PRESETS
            qtbot.mouseClick(gallery.viewport(), LEFT, pos=point)
            settle()
            assert window.board() == load_preset(name)
            assert _at(gallery, point) == name
            assert gallery.verticalScrollBar().value() == scrolled


def test_files_that_join_the_list_move_nothing(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    gallery = find(window, Gallery, "gallery")
    gallery.verticalScrollBar().setValue(300)
    settle()
    point = QPoint(90, 120)
    name = _at(gallery, point)
    qtbot.mouseClick(gallery.viewport(), LEFT, pos=point)
    for count in (1, 2, 0):
        paths = [tmp_path / f"{number}.puzzle" for number in range(count)]
        gallery.list_boards(paths, paths[:1])
        settle()
        assert _at(gallery, point) == name
    assert gallery.verticalScrollBar().value() == 300


def test_keys_still_scroll_to_what_they_mark(window: MainWindow, qtbot: QtBot) -> None:
    gallery = find(window, Gallery, "gallery")
    gallery.setFocus()
    qtbot.keyClick(gallery, Qt.Key.Key_End)
    settle()
    seen = gallery.viewport().rect()
    assert seen.contains(gallery.visualRect(gallery.currentIndex()))
    assert gallery.currentIndex().data(PRESET_ROLE) == PRESETS[-1]


def test_boards_of_ones_own_say_their_kind_and_size(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    gallery = find(window, Gallery, "gallery")
    path = tmp_path / "mine.puzzle"
    path.write_text(dump_board(load_preset("eight-cpp")), encoding="utf-8")
    gallery.list_boards([], [path])
    gallery.draw_pictures()
    text = "mine\nSliding puzzle 3×3"
    qtbot.waitUntil(lambda: gallery.model().index(1, 0).data() == text, timeout=WAIT)


def test_opened_board_is_wholly_in_view(window: MainWindow) -> None:
    gallery = find(window, Gallery, "gallery")
    window.resize(QSize(1366, 620))
    settle()
    seen = gallery.viewport().rect()
    for name in PRESETS:
        window.open_preset(name)
        settle()
        assert gallery.currentIndex().data(PRESET_ROLE) == name
        assert seen.contains(gallery.visualRect(gallery.currentIndex()))
