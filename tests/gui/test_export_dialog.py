"""The dialog for exports: every format with its settings and its preview."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QDoubleSpinBox,
    QLabel,
    QScrollArea,
    QSpinBox,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot

from puzzlegui.core.solution import Solution
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.benchmark.rows import Row, figures_of, with_figures
from puzzlegui.engine.benchmark.spec import BoardCases
from puzzlegui.engine.run import solve
from puzzlegui.engine.watching.recorder import Recorder
from puzzlegui.engine.watching.step_view import RecordingViewer
from puzzlegui.exporters.benchmarks import RESULT_FORMATS, BenchmarkReport
from puzzlegui.exporters.books import BOOK_FORMATS, BookEdition
from puzzlegui.exporters.drawings import DIAGRAM_FORMATS
from puzzlegui.exporters.puzzles import Puzzle, formats_of
from puzzlegui.exporters.searches import SEARCH_FORMATS, Searches
from puzzlegui.exporters.settings import SETTINGS, Chapter, ExportSettings, ignore_progress
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.notation import notations_for
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.widgets import export_dialog
from puzzlegui.gui.widgets.export_dialog import ExportDialog
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.render.diagram import Diagram
from tests.gui.conftest import WAIT
from tests.gui.robot import click, export_to, find
from tests.render.test_diagram import ring_diagram_of

USABLE = [name for name, format_ in SOLUTION_FORMATS.items() if not format_.unavailable_reason]


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(load_preset("mystery-box"))


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow, solution: Solution) -> ExportDialog:
    found = ExportDialog(window, window.worker(), request(solution))
    found.show()
    return found


def request(solution: Solution, first: str = "text") -> ExportRequest[Any]:
    return ExportRequest(
        "Export moves", "moves", SOLUTION_FORMATS, [Chapter(solution)], initial_format=first,
        board=solution.board,
    )  # fmt: skip


def choose(dialog: ExportDialog, name: str) -> None:
    dialog.panel.formats.setCurrentIndex(dialog.panel.formats.findData(name))


@pytest.mark.examples(4)
@pytest.mark.parametrize("name", USABLE)
def test_every_format_has_a_preview(qtbot: QtBot, dialog: ExportDialog, name: str) -> None:
    choose(dialog, name)
    text, picture = (
        find(dialog, QTextBrowser, "textPreview"),
        find(dialog, QLabel, "picturePreview"),
    )
    if SOLUTION_FORMATS[name].preview is None:
        qtbot.waitUntil(lambda: bool(text.toPlainText()), timeout=WAIT)
    else:
        qtbot.waitUntil(lambda: not picture.pixmap().isNull(), timeout=WAIT)
        assert picture.isVisible()
    used = {name for each in SOLUTION_FORMATS.values() for name in each.settings}
    for setting in (name for name in SETTINGS if name in used):
        shown = find(dialog, QWidget, f"{setting}Choice").isVisible()
        assert shown == (setting in SOLUTION_FORMATS[name].settings)
    dialog.reject()


def test_settings_show_in_the_preview(
    qtbot: QtBot, dialog: ExportDialog, solution: Solution
) -> None:
    text = find(dialog, QTextBrowser, "textPreview")
    notation = find(dialog, QComboBox, "notationChoice")
    assert notation.count() == len(notations_for(solution.board))
    qtbot.waitUntil(lambda: "B1 B2" in text.toPlainText(), timeout=WAIT)
    notation.setCurrentIndex(notation.findData("tuples"))
    qtbot.waitUntil(lambda: "(1,0,T)" in text.toPlainText(), timeout=WAIT)
    assert dialog.panel.settings.notation == "tuples"
    choose(dialog, "pdf")
    page = find(dialog, QSpinBox, "pageChoice")
    qtbot.waitUntil(page.isVisible, timeout=WAIT)
    assert page.maximum() > 1
    dialog.reject()


def test_what_a_film_will_be_is_said_before(
    qtbot: QtBot, dialog: ExportDialog, solution: Solution
) -> None:
    choose(dialog, "gif")
    note = find(dialog, QLabel, "forecastLabel")
    words = "10 moves at 2 per second: 8.3 s, 51 frames, about "
    qtbot.waitUntil(lambda: note.text().startswith(words), timeout=WAIT)
    page = find(dialog, QSpinBox, "pageChoice")
    assert page.prefix() == "Position "  # a film has no pages
    data = b"".join(
        dialog.panel.format.write([Chapter(solution)], dialog.panel.settings, ignore_progress)
    )
    told = re.search("about ([0-9]+) kB", note.text())
    assert told is not None
    assert int(told[1]) == pytest.approx(len(data) / 1000, rel=0.2)
    find(dialog, QDoubleSpinBox, "speedChoice").setValue(100)
    words = "10 moves at 100 per second: 3.4 s, 6 frames, about "
    qtbot.waitUntil(lambda: note.text().startswith(words), timeout=WAIT)
    assert note.text().endswith("Shows 6 of 11 positions: more than 50 per second cannot be seen.")
    choose(dialog, "csv")
    qtbot.waitUntil(lambda: note.text() == "", timeout=WAIT)
    dialog.reject()


def test_a_picture_is_enlarged_to_be_read(qtbot: QtBot, dialog: ExportDialog) -> None:
    enlarge = find(dialog, QCheckBox, "enlargeCheck")
    assert not enlarge.isVisible()
    choose(dialog, "pdf")
    picture = find(dialog, QLabel, "picturePreview")
    qtbot.waitUntil(lambda: not picture.pixmap().isNull(), timeout=WAIT)
    bars = find(dialog, QScrollArea, "pictureArea")
    height = picture.pixmap().height()
    assert not bars.verticalScrollBar().isVisible()
    enlarge.click()
    qtbot.waitUntil(lambda: picture.pixmap().height() > 2 * height, timeout=WAIT)
    qtbot.waitUntil(bars.verticalScrollBar().isVisible, timeout=WAIT)
    enlarge.click()
    qtbot.waitUntil(lambda: picture.pixmap().height() == height, timeout=WAIT)
    dialog.reject()


def test_a_page_is_previewed_as_a_picture(qtbot: QtBot, dialog: ExportDialog) -> None:
    choose(dialog, "html")
    picture = find(dialog, QLabel, "picturePreview")
    qtbot.waitUntil(lambda: not picture.pixmap().isNull(), timeout=WAIT)
    assert "plays the moves in any browser" in find(dialog, QLabel, "forecastLabel").text()
    dialog.reject()


def test_the_chosen_format_is_remembered(
    qtbot: QtBot, window: MainWindow, solution: Solution, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window.use_solution(solution)
    export_to(qtbot, window, monkeypatch, tmp_path / "moves.svg")
    begun: list[str] = []

    def ask(_window: object, _worker: object, request: ExportRequest[Any], _then: object) -> None:
        begun.append(request.initial_format)

    monkeypatch.setattr(export_dialog, "ask_export", ask)
    window.export()
    assert begun == ["storyboard-svg"]


def test_an_unsolved_board_is_exported(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window.solution() is None
    for suffix in ("pdf", "png", "svg"):
        path = tmp_path / f"board.{suffix}"
        export_to(qtbot, window, monkeypatch, path)
        qtbot.waitUntil(lambda path=path: path.stat().st_size > 1000, timeout=WAIT)  # type: ignore[misc]


@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.examples(1)
def test_every_format_of_a_puzzle(solution: Solution, tmp_path: Path, solved: bool) -> None:
    puzzle = Puzzle(solution.board, solution if solved else None)
    for name, format_ in formats_of(puzzle).items():
        if format_.unavailable_reason:
            continue
        content = b"".join(format_.write(puzzle, ExportSettings(), ignore_progress))
        assert len(content) > 40, name  # the start of a small board is a line of numbers
        if format_.preview is not None:
            image = format_.preview(puzzle, ExportSettings()).image(0, 200, 200)
            assert max(image.width(), image.height()) == 200, name


def test_dialog_of_an_export_stays_open_until_it_is_accepted(
    qtbot: QtBot, window: MainWindow, solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the real one
    chosen: list[str] = []

    def ask() -> ExportDialog:
        export_dialog.ask_export(
            window, window.worker(), request(solution, "gif"),
            lambda format_, *_: chosen.append(format_.name),
        )  # fmt: skip
        found = window.findChild(ExportDialog)
        assert found is not None
        return found

    ask().reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert chosen == []
    dialog = ask()
    click(qtbot, dialog.buttons.button(QDialogButtonBox.StandardButton.Save))
    assert chosen == ["gif"]
    assert dialog.isVisible()
    dialog.accept()


def test_a_dialog_that_was_closed_asks_for_no_preview_any_more(
    qtbot: QtBot, window: MainWindow, dialog: ExportDialog
) -> None:
    choose(dialog, "gif")
    dialog.reject()
    dialog.deleteLater()
    qtbot.wait(300)
    assert not window.worker().busy


def test_a_dialog_is_gone_when_it_is_closed(
    qtbot: QtBot, window: MainWindow, solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the real one
    export_dialog.ask_export(window, window.worker(), request(solution), lambda *_: None)
    shown = QApplication.activeModalWidget()
    assert isinstance(shown, ExportDialog)
    shown.close()
    del shown
    qtbot.waitUntil(lambda: window.findChild(ExportDialog) is None, timeout=WAIT)


FOUND: dict[str, Callable[[], ExportRequest[Any]]] = {
    "search": lambda: ExportRequest(
        "Export search", "search", SEARCH_FORMATS, Searches([recorded(), recorded("bfs")], 0, 20)
    ),
    "benchmark": lambda: ExportRequest(
        "Export results", "results", RESULT_FORMATS, BenchmarkReport(benchmark_rows())
    ),
    "book": lambda: ExportRequest(
        "Export book", "book", BOOK_FORMATS, BookEdition(book()), board=load_preset("mystery-box")
    ),
    "diagram": lambda: ExportRequest("Export picture", "ways", DIAGRAM_FORMATS, diagram()),
}
"""What other windows export."""


def book() -> Book:
    return Book(
        "Two", puzzles=tuple(map(BookPuzzle, map(load_preset, ("mystery-box", "eight-cpp"))))
    )


def recorded(solver: str = "dfs") -> RecordingViewer:
    recording = Recorder(load_preset("schonbrunn"), solver, 30)
    recording.execute()
    recording.release()
    return RecordingViewer(recording)


def benchmark_rows() -> list[Row]:
    board = load_preset("mystery-box")
    (case,) = BoardCases().cases_of(board, [{"solver": "optimal"}], "preset:mystery-box")
    return [with_figures(Row(case), figures_of(solve(board)))]


def diagram() -> Diagram:
    return ring_diagram_of(load_preset("mystery-box"))


@pytest.mark.parametrize("what", FOUND)
@pytest.mark.examples(1)
def test_what_other_windows_export_is_previewed_too(
    qtbot: QtBot, window: MainWindow, what: str
) -> None:
    asked = FOUND[what]()
    dialog = ExportDialog(window, window.worker(), asked)
    dialog.show()
    text, picture = dialog.panel.text, dialog.panel.picture
    for name, format_ in asked.formats.items():
        if format_.unavailable_reason:
            continue
        choose(dialog, name)
        if format_.preview is None:
            qtbot.waitUntil(lambda: bool(text.toPlainText()) and text.isVisible(), timeout=WAIT)
            assert "<" not in text.toPlainText()
            text.clear()
        else:
            qtbot.waitUntil(lambda: not picture.pixmap().isNull(), timeout=WAIT)
            assert picture.isVisible()
        if format_.estimate is not None:
            said = "21 steps at 2 per second"
            qtbot.waitUntil(lambda: dialog.panel.note.text().startswith(said), timeout=WAIT)
        picture.clear()
    dialog.reject()
