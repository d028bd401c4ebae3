"""Gallery, solve, play, export: the whole path by real events, offscreen and on a display."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QSlider, QToolButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.solution import Solution, replay
from puzzlegui.documents.loading import load_document
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.gallery.gallery import PRESET_ROLE, Gallery
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.playback.move_table import MoveTable
from tests.gui.conftest import WAIT
from tests.gui.robot import click, click_move, click_row, export_to, find, text_of


@pytest.mark.examples(1)
@pytest.mark.parametrize(
    ("preset", "solver", "length"),
    [
        ("mystery-box", "iddfs", 10),
        ("fifteen-book", "auto", 18),
        ("schonbrunn-hard", "bfs", 17),
        ("graphs-20x20-reversed", "peel", None),
    ],
)
def test_the_whole_path(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    preset: str,
    solver: str,
    length: int | None,
) -> None:
    gallery = find(window, Gallery, "gallery")
    names = [
        gallery.model().index(r, 0).data(PRESET_ROLE) for r in range(gallery.model().rowCount())
    ]
    click_row(qtbot, gallery, names.index(preset))
    assert window.board().title == gallery.currentIndex().data().split("\n")[0]
    assert text_of(window, "verdictLabel")

    combo = find(window, QComboBox, "solverCombo")
    combo.setFocus()
    while combo.currentData() != solver:
        qtbot.keyClick(combo, Qt.Key.Key_Down)
    assert find(window, QLabel, "sentenceLabel").text()
    solve, stop = find(window, QPushButton, "solveButton"), find(window, QPushButton, "stopButton")
    assert not stop.isEnabled()
    click(qtbot, solve)
    assert stop.isEnabled()
    qtbot.waitUntil(lambda: window.solution() is not None, timeout=WAIT)
    qtbot.waitUntil(lambda: not stop.isEnabled(), timeout=WAIT)  # shown before the search ends
    solution = window.solution()
    assert solution is not None
    assert length is None or solution.length == length
    assert " moves" in text_of(window, "headlineLabel")
    assert " states" in text_of(window, "statsLabel")

    slider = find(window, QSlider, "positionSlider")
    table = find(window, MoveTable, "moveTable")
    board = find(window, BoardView, "boardView")
    moves = len(solution.moves)
    assert (slider.maximum(), len(table.moves)) == (moves, moves)

    def goes_to(position: int) -> None:
        qtbot.waitUntil(lambda: slider.value() == position, timeout=WAIT)  # it moves there
        assert table.moves.current == position  # the next move

    for expected in (1, 2, 3):
        click(qtbot, find(window, QToolButton, "stepForwardButton"))
        goes_to(expected)
    click(qtbot, find(window, QToolButton, "stepBackButton"))
    goes_to(2)
    click_move(qtbot, table, 4)
    goes_to(4)
    slider.setValue(1)
    assert window.timeline().position == 1

    speeds = find(window, QComboBox, "speedCombo")
    speeds.setCurrentIndex(speeds.findText("instant"))
    speeds.activated.emit(speeds.currentIndex())
    click(qtbot, find(window, QToolButton, "playButton"))
    qtbot.waitUntil(lambda: window.timeline().playhead == moves, timeout=WAIT)
    assert slider.value() == moves
    goal = window.board().goal_picture()
    assert board.frame is not None
    if goal is not None:
        assert board.frame.picture == goal

    for suffix in (".txt", ".csv", ".json"):
        path = tmp_path / f"moves{suffix}"
        export_to(qtbot, window, monkeypatch, path)
        assert path.stat().st_size
    found = load_document(tmp_path / "moves.json")
    assert isinstance(found, Solution)
    assert replay(found.board, found.moves).correct
