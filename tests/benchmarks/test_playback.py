"""Following a long solution of a 30×30: what a frame, a jump, and a look at another move take."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture

from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.playback.move_table import MoveTable

_STEP = 997


@pytest.fixture(params=["peel", "exchange"])
def window(
    qapp: QApplication, folders: Folders, request: pytest.FixtureRequest
) -> Iterator[MainWindow]:
    app.make_application()
    settings = Settings(folders.settings)
    settings["tour"] = False
    found = MainWindow(load_preset("grid-30x30"), folders)
    found.resize(1920, 1080)
    found.show()
    found.use_solution(solve(found.board(), request.param))
    found.show_solution()
    found.timeline().go_to(found.timeline().length)
    yield found
    found.close()


def test_a_frame(window: MainWindow, benchmark: BenchmarkFixture) -> None:
    timeline = window.timeline()
    timeline.go_to(100)
    positions = itertools.count(100, 0.25)  # four frames a move

    def frame() -> None:
        timeline.playhead = next(positions)
        timeline.changed.emit()
        QApplication.processEvents()

    benchmark.pedantic(frame, rounds=200, warmup_rounds=4)


def test_a_jump(window: MainWindow, benchmark: BenchmarkFixture) -> None:
    timeline = window.timeline()
    positions = itertools.count(0, _STEP)

    def jump() -> None:
        timeline.go_to(next(positions) % timeline.length)
        QApplication.processEvents()

    benchmark.pedantic(jump, rounds=50, warmup_rounds=2)


def test_pointing_at_a_move(window: MainWindow, benchmark: BenchmarkFixture) -> None:
    rows = itertools.count(0, _STEP)
    length = window.timeline().length
    table = window.findChild(MoveTable, "moveTable")
    assert table is not None

    def point() -> None:
        table.hovered.emit(next(rows) % length)
        QApplication.processEvents()

    benchmark.pedantic(point, rounds=50, warmup_rounds=2)
