"""Windows lie within the room that their screen leaves, at first and when they are restored."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.program import Program
from puzzlegui.gui.widgets.basic import SideScrollArea
from puzzlegui.gui.widgets.side_window import SideWindow
from tools.screens import settle

_SMALL = QRect(0, 0, 1366, 728)
_SMALLEST = QRect(0, 0, 1024, 560)
_AT_THE_TOP = QRect(70, 30, 1210, 690)
"""With a bar at the top and another at the left."""


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Callable[[QRect], None]:
    """Makes the room on every screen another."""

    def make(rect: QRect) -> None:
        monkeypatch.setattr(QScreen, "availableGeometry", lambda _: QRect(rect))

    return make


@pytest.mark.parametrize("rect", [_SMALL, _SMALLEST, _AT_THE_TOP])
def test_the_first_window_is_inside_the_room_of_the_screen(
    make_window: Callable[..., MainWindow], room: Callable[[QRect], None], rect: QRect
) -> None:
    room(rect)
    window = make_window()
    settle()
    assert rect.contains(window.frameGeometry())
    assert window.width() > rect.width() * 0.8
    assert window.height() > rect.height() * 0.8


def test_a_large_screen_is_not_filled(make_window: Callable[..., MainWindow]) -> None:
    screen = QApplication.primaryScreen().availableGeometry()
    window = make_window()
    assert window.width() < screen.width() * 0.8
    middle = window.frameGeometry().center() - screen.center()
    assert middle.manhattanLength() < 40


def test_windows_beside_stand_over_theirs_and_not_over_each_other(
    make_window: Callable[..., MainWindow], room: Callable[[QRect], None]
) -> None:
    room(QRect(0, 0, 1920, 1040))
    window = make_window()
    window.setGeometry(QRect(600, 200, 1000, 700))
    window.commands.benchmark()
    window.commands.state_graph()
    settle()
    beside = [each for each in window.findChildren(SideWindow) if each.isVisible()]
    assert len(beside) == 2
    for each in beside:
        apart = each.frameGeometry().center() - window.frameGeometry().center()
        assert apart.manhattanLength() < 100
    assert beside[0].pos() != beside[1].pos()
    room(_SMALLEST)
    window.setGeometry(QRect(0, 0, 900, 500))
    window.commands.watch()
    settle()
    last = window.findChildren(SideWindow)[-1]
    assert _SMALLEST.contains(last.frameGeometry())
    for each in window.findChildren(SideWindow):
        each.close()


@pytest.mark.parametrize("rect", [_SMALLEST, _AT_THE_TOP])
def test_a_window_of_a_larger_screen_is_restored_inside_the_smaller(
    make_window: Callable[..., MainWindow], room: Callable[[QRect], None], rect: QRect
) -> None:
    large = make_window()
    large.setGeometry(500, 300, 1400, 760)
    settle()
    large.close()
    room(rect)
    window = make_window()
    settle()
    assert rect.contains(window.frameGeometry())


def test_a_window_is_restored_where_it_was_if_there_is_room(
    make_window: Callable[..., MainWindow],
) -> None:
    first = make_window()
    first.setGeometry(300, 200, 1100, 700)
    settle()
    first.close()
    assert make_window().geometry() == QRect(300, 200, 1100, 700)


def test_further_windows_are_inside_too_and_none_covers_another(
    program: Program, room: Callable[[QRect], None]
) -> None:
    room(_SMALL)
    for _ in range(4):
        program.open_window()
        settle()
    places = [window.frameGeometry() for window in program.windows]
    assert all(_SMALL.contains(place) for place in places)
    assert all(one != other for one, other in pairwise(places))


def test_large_letters_leave_the_least_window_small(
    make_window: Callable[..., MainWindow], room: Callable[[QRect], None]
) -> None:
    room(_SMALLEST)
    font = QApplication.font()
    large = QApplication.font()
    large.setPointSizeF(font.pointSizeF() * 1.75)
    QApplication.setFont(large)
    try:
        window = make_window()
        for show in (window.show_design, window.show_play, window.show_solution):
            show()
            settle()
            assert _SMALLEST.contains(window.frameGeometry())
            least = window.minimumSizeHint()
            assert least.width() <= 1020
            assert least.height() <= 530
    finally:
        QApplication.setFont(font)


def test_the_least_window_fits_the_smallest_screen_at_168_dpi(window: MainWindow) -> None:
    """Where every length is 1.75 times as long, as Qt does it."""
    room, frame = QSize(1024, 600) / 1.75, QSize(4, 26)
    window.resize(room - frame)  # closes the drawers
    settle()
    for show in (window.show_design, window.show_play, window.show_solution):
        show()
        settle()
        least = window.minimumSizeHint() + frame
        assert least.boundedTo(room) == least


_START = """
import json, sys, tempfile
from pathlib import Path
from puzzlegui.folders import Folders
from puzzlegui.gui import app
application = app.make_application()
from puzzlegui.gui.main_window import MainWindow
window = MainWindow(folders=Folders.below(Path(tempfile.mkdtemp())))
window.show()
for _ in range(5):
    application.processEvents()
room = window.screen().availableGeometry()
print(json.dumps([room.getRect(), window.frameGeometry().getRect(), window.devicePixelRatioF()]))
window.close()
"""


def test_a_window_fits_a_screen_of_two_pixels_to_a_pixel(tmp_path: Path) -> None:
    screen = {"name": "s", "x": 0, "y": 0, "width": 1920, "height": 1080, "dpr": 1,
              "logicalDpi": 96, "logicalBaseDpi": 96}  # fmt: skip
    config = tmp_path / "screen.json"
    config.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    environment = os.environ | {
        "QT_QPA_PLATFORM": f"offscreen:configfile={config}", "QT_SCALE_FACTOR": "2",
    }  # fmt: skip
    command = [sys.executable, "-c", _START]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    room, frame, ratio = json.loads(done.stdout)
    assert ratio == 2
    assert room[2:] == [960, 540]
    assert QRect(*room).contains(QRect(*frame))


def test_what_scrolls_wants_the_same_height_with_and_without_its_scroll_bar(qtbot: QtBot) -> None:
    """Else the bar would come and go for ever, and the window be laid out again and again."""
    content = QWidget()
    text = QLabel("some words " * 20)
    text.setWordWrap(True)
    QVBoxLayout(content).addWidget(text)
    scroll = SideScrollArea(content, 50)
    qtbot.addWidget(scroll)
    scroll.resize(150, 80)
    scroll.show()
    heights = []
    for policy in (Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff):
        scroll.setVerticalScrollBarPolicy(policy)
        QApplication.processEvents()
        heights.append(scroll.sizeHint().height())
    assert heights[0] == heights[1]
