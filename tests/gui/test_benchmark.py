"""The window for benchmarks."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import psutil
import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QToolButton,
    QToolTip,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from puzzlegui.core.solution import Status
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.benchmark import cluster
from puzzlegui.engine.benchmark.benchmark import BenchmarkProgress
from puzzlegui.engine.benchmark.reference_results import TABLES
from puzzlegui.engine.benchmark.results import Results
from puzzlegui.engine.benchmark.rows import COLUMNS, Column, Stage
from puzzlegui.engine.benchmark.summary import SolverSummary
from puzzlegui.engine.runner import client, pool
from puzzlegui.exporters.benchmarks import RESULT_FORMATS, BenchmarkReport
from puzzlegui.exporters.drawings import PLOT_FORMATS
from puzzlegui.exporters.settings import ExportSettings, ignore_progress
from puzzlegui.folders import Folders
from puzzlegui.gui.benchmark import window as benchmark_window
from puzzlegui.gui.benchmark.add_boards import GalleryDialog, RandomDialog
from puzzlegui.gui.benchmark.charts import BarChart, CurveChart
from puzzlegui.gui.benchmark.column_table import ColumnModel, ColumnTable
from puzzlegui.gui.benchmark.pair_window import PairWindow
from puzzlegui.gui.benchmark.setup import CUSTOM
from puzzlegui.gui.benchmark.task import RateEstimator, ResultsFiles
from puzzlegui.gui.benchmark.window import BenchmarkWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE, Settings
from puzzlegui.gui.program import Program
from puzzlegui.gui.style.scale import Scale
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs
from tests.engine.test_benchmark import PAIRS, rows_in
from tests.gui.conftest import WAIT
from tests.gui.robot import LEFT, action, answer_export, find, text_of
from tools.clipping import faults

BIG = "graphs-20x20-reversed"
FEW = PAIRS.replace('"bfs", ', "").replace("0 0/0 0/1 1", "0 0/1 1")
MANY = PAIRS.replace("0 0/0 0/1 1", "0 0 0/0 0 1/1 1 1")
FEW_ROWS, MANY_ROWS = 36, 2 * 126 * 126
Make = Callable[..., BenchmarkWindow]


@pytest.fixture
def open_benchmark(
    qtbot: QtBot, make_window: Callable[..., MainWindow], tmp_path: Path, settings: Settings
) -> Iterator[Make]:
    """Opens it from the menu of a window, with some solvers ticked."""
    opened: list[BenchmarkWindow] = []
    settings["folder"] = str(tmp_path)
    settings.write()

    def make(preset: str = "eight-cpp", *solvers: str) -> BenchmarkWindow:
        main = make_window(load_preset(preset))
        main.settings["folder"] = str(tmp_path)
        action(main, "actionBenchmark").trigger()
        window = main.findChild(BenchmarkWindow)
        assert window is not None
        qtbot.waitExposed(window)
        opened.append(window)
        if solvers:
            window.setup.tick_only(solvers)
        settle(qtbot, window)
        return window

    yield make
    for window in filter(isValid, opened):
        window._asked = True
        window.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def open_file(qtbot: QtBot, open_benchmark: Make, tmp_path: Path) -> Make:
    """Opens it with the benchmark in a file."""

    def make(text: str = FEW, *, jobs: int = 1) -> BenchmarkWindow:
        (tmp_path / "own.toml").write_text(text)
        window = open_benchmark()
        choose_file(qtbot, window, tmp_path / "own.toml")
        find(window, QSpinBox, "benchmarkJobs").setValue(jobs)
        settle(qtbot, window)
        return window

    return make


def choose_file(qtbot: QtBot, window: BenchmarkWindow, path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
        action(window, "benchmarkOpen").trigger()
    settle(qtbot, window)


def settle(qtbot: QtBot, window: BenchmarkWindow) -> None:
    """Until it is known what the benchmark is, or what is wrong with it."""
    qtbot.waitUntil(lambda: window.ready or bool(wrong(window)), timeout=WAIT)


def wrong(window: BenchmarkWindow) -> str:
    text = find(window, QPlainTextEdit, "benchmarkMessage").toPlainText()
    assert bool(text) == find(window, QPlainTextEdit, "benchmarkMessage").isVisible()
    return text


def main_of(window: BenchmarkWindow) -> MainWindow:
    parent = window.parentWidget()
    assert isinstance(parent, MainWindow)
    return parent


def run_all(qtbot: QtBot, window: BenchmarkWindow) -> None:
    settle(qtbot, window)
    action(window, "benchmarkStart").trigger()
    wait_end(qtbot, window)
    assert all(row.ended for row in window.runs.rows)


def wait_end(qtbot: QtBot, window: BenchmarkWindow) -> None:
    qtbot.waitUntil(lambda: not window.running, timeout=2 * WAIT)


def choose(window: BenchmarkWindow, *solvers: str) -> None:
    """Choose the rows of some solvers."""
    model = window.runs.selectionModel()
    model.clearSelection()
    flags = QItemSelectionModel.SelectionFlag
    for line, row in enumerate(window.runs.ordered):
        if row.solver in solvers:
            index = window.runs.model().index(line, 0)
            model.select(index, flags.Select | flags.Rows)


def titles_of(window: BenchmarkWindow) -> list[str]:
    model = window.runs.model()
    across = Qt.Orientation.Horizontal
    return [model.headerData(column, across) for column in range(model.columnCount())]


def cell(window: BenchmarkWindow, solver: str, name: str) -> str:
    """What stands in a row under a title."""
    title = next(column.title for column in COLUMNS if column.name == name)
    line = [row.solver for row in window.runs.ordered].index(solver)
    text = window.runs.model().index(line, titles_of(window).index(title)).data()
    assert isinstance(text, str)
    return text


def solvers_shown(window: BenchmarkWindow) -> list[str]:
    return [row.solver for row in window.runs.ordered]


def shown_rows(window: BenchmarkWindow) -> int:
    return sum(summary.runs for summary in window.summary.rows)


@pytest.mark.thorough
def test_the_table_is_that_of_the_runs(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark("eight-cpp", "best-first", "astar", "bfs")
    run_all(qtbot, window)
    assert solvers_shown(window) == ["best-first", "bfs", "astar"]
    assert cell(window, "best-first", "length") == "50"
    assert cell(window, "best-first", "states") == "470"
    assert cell(window, "best-first", "ratio") == "3.12 (÷16)"
    assert cell(window, "best-first", "optimal") == ""
    assert cell(window, "astar", "optimal") == "shortest"
    assert cell(window, "astar", "status") == "solved"
    assert "3 of 3" in text_of(window, "benchmarkFigures")


@pytest.mark.thorough
def test_a_click_on_a_title_sorts(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark("eight-cpp", "best-first", "astar", "bfs")
    run_all(qtbot, window)
    header = window.runs.horizontalHeader()
    window.runs.choose(0)
    place = header.sectionViewportPosition(titles_of(window).index("States")) + 10
    qtbot.mouseClick(header.viewport(), LEFT, pos=QPoint(place, 8))
    assert solvers_shown(window) == ["astar", "best-first", "bfs"]
    assert [row.solver for row in window.runs.chosen()] == ["best-first"]  # it keeps its row
    qtbot.mouseClick(header.viewport(), LEFT, pos=QPoint(place, 8))
    assert solvers_shown(window) == ["bfs", "best-first", "astar"]
    columns = len(titles_of(window))
    window.setup.add_boards([load_preset("mystery-box")])
    run_all(qtbot, window)
    assert len(titles_of(window)) == columns + 1
    assert titles_of(window)[header.sortIndicatorSection()] == "States"  # the arrow goes with it


def test_what_has_no_figure_comes_last_either_way(qtbot: QtBot) -> None:
    column: Column[int | None] = Column("x", "X", lambda number: number, str)
    model: ColumnModel[int | None] = ColumnModel(lambda _: [column], lambda number: number)
    table = ColumnTable("t", "T", model)
    qtbot.addWidget(table)
    table.show_rows([3, None, 1, 2])
    table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert table.ordered == [1, 2, 3, None]
    table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert table.ordered == [3, 2, 1, None]


def test_a_double_click_plays_the_solution(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark("eight-cpp", "best-first")
    run_all(qtbot, window)
    table = window.runs
    place = table.visualRect(table.model().index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(table.viewport(), LEFT, pos=place)
    qtbot.mouseRelease(table.viewport(), LEFT, pos=place)  # which the new window has not seen
    main = main_of(window)
    solution = main.solution()
    assert solution is not None
    assert solution.solver == "best-first"
    assert main.timeline().length == 50
    assert main.timeline().playing


def test_a_solution_of_another_board_opens_it(
    qtbot: QtBot, open_benchmark: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_benchmark("mystery-box")
    path = tmp_path / "other.puzzle"
    path.write_text(dump_board(load_preset("eight-cpp")))
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: path)
    action(window, "benchmarkAddFiles").trigger()
    boards = find(window, QListWidget, "benchmarkBoards")
    qtbot.waitUntil(lambda: boards.count() == 2, timeout=WAIT)
    window.setup.tick_only(["optimal"])
    run_all(qtbot, window)
    assert [row.title for row in window.runs.rows] == ["Mystery Box", "Eight puzzle"]
    window.runs.choose(1)
    action(window, "benchmarkPlay").trigger()
    main = main_of(window)
    assert main.board().title == "Eight puzzle"
    assert main.timeline().length == 16
    boards.setCurrentRow(0)
    qtbot.mouseClick(find(window, QPushButton, "benchmarkRemoveButton"), LEFT)
    assert boards.count() == 1


def test_an_unreadable_board_is_told(
    qtbot: QtBot, open_benchmark: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_benchmark()
    told: list[str] = []
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: tmp_path / "none")
    monkeypatch.setattr(dialogs, "show_problem", lambda *given: told.append(given[2]))
    window.add_files()
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT)
    assert "cannot be read" in told[0]
    assert window.setup.boards.count() == 1


def test_one_run_is_ended_alone(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark(BIG, "bfs", "exchange")
    find(window, QSpinBox, "benchmarkSeconds").setValue(120)
    settle(qtbot, window)
    action(window, "benchmarkStart").trigger()
    qtbot.waitUntil(
        lambda: any(r.solver == "bfs" and (r.states or 0) > 0 for r in window.runs.rows),
        timeout=WAIT,
    )
    choose(window, "bfs")
    assert action(window, "benchmarkEnd").isEnabled()
    action(window, "benchmarkEnd").trigger()
    assert cell(window, "bfs", "status") == "cancelled"
    wait_end(qtbot, window)
    assert cell(window, "exchange", "status") == "solved"


def test_all_end_at_once(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark(BIG, "bfs", "dijkstra", "iddfs")
    action(window, "benchmarkStart").trigger()
    assert not action(window, "benchmarkStart").isEnabled()
    qtbot.waitUntil(lambda: window.runs.rows[0].stage is Stage.RUNNING, timeout=WAIT)
    action(window, "benchmarkStop").trigger()
    assert {row.status for row in window.runs.rows} == {Status.CANCELLED}
    wait_end(qtbot, window)
    assert action(window, "benchmarkStart").isEnabled()


@pytest.mark.parametrize("closed", ["benchmark", "main"])
@pytest.mark.examples(1)
def test_no_process_outlives_the_window(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch, closed: str
) -> None:
    earlier = psutil.Process().children()  # of other tests
    main = program.open_window()
    main.document().open(load_preset(BIG))
    action(main, "actionBenchmark").trigger()
    window = find(main, BenchmarkWindow, "benchmarkWindow")
    window.setup.tick_only(["bfs"])
    settle(qtbot, window)
    action(window, "benchmarkStart").trigger()
    qtbot.waitUntil(lambda: (window.runs.rows[0].states or 0) > 0, timeout=WAIT)
    children = psutil.Process().children()
    assert children
    monkeypatch.setattr(benchmark_window, "CONFIRM_AFTER", 0.0)
    assert "A benchmark is still running." in window.running_work()
    assert main.is_unsaved()  # it asks before it is closed
    main._leaving = window._asked = True
    (main if closed == "main" else window).close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    kept = {client.pid for client in pool.POOL._idle}  # for the next board of any window
    ended = [child for child in children if child.pid not in kept and child not in earlier]
    _, left = psutil.wait_procs(ended, timeout=60)
    assert not left


@pytest.mark.thorough
def test_plots_tell_and_lead_to_their_rows(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark("eight-cpp", "dfs", "astar")
    run_all(qtbot, window)
    moves, seconds, curves = window.view.plots.charts
    assert isinstance(moves, BarChart)
    assert isinstance(seconds, BarChart)
    assert isinstance(curves, CurveChart)
    assert moves.scale.logarithmic
    assert [bar.text for bar in moves.bars] == ["96,096", "16"]
    assert [bar.good for bar in moves.bars] == [False, True]
    assert "astar: 16" in moves.accessibleDescription()
    assert not curves.isVisible()
    place = moves.pixel(QPointF(moves.scale.low + 0.1, -1))
    qtbot.mouseMove(moves, place)
    QToolTip.hideText()
    tooltip_event = QHelpEvent(QEvent.Type.ToolTip, place, moves.mapToGlobal(place))
    QApplication.sendEvent(moves, tooltip_event)  # as when the mouse rests
    assert "astar" in QToolTip.text()
    qtbot.mouseClick(moves, LEFT, pos=place)
    assert [row.solver for row in window.runs.chosen()] == ["astar"]
    found = moves.item_at(QPointF(0, -0.2))
    assert found is not None
    assert window.runs.rows[found[0]].solver == "dfs"
    assert moves.item_at(QPointF(0, -2)) is None


@pytest.mark.thorough
def test_curves_are_those_of_solvers_that_improve(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark("twiddle-4x4", "macro")
    window.setup.seconds.setValue(3)
    run_all(qtbot, window)
    curves = window.view.plots.charts[2]
    assert isinstance(curves, CurveChart)
    (row,) = window.runs.rows
    assert row.improvements[-1][1] == row.length
    if len(row.improvements) > 1:
        assert curves.isVisible()
        at, length = row.improvements[-1]
        found = curves.item_at(QPointF(at, curves._moves.position(length)))
        assert found is not None
        assert found[0] == row.number
    assert str(row.length) in curves.accessibleDescription() or len(row.improvements) < 2


@pytest.mark.thorough
def test_plots_are_written_as_they_look(
    qtbot: QtBot, open_benchmark: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_benchmark("eight-cpp", "stack", "astar")
    run_all(qtbot, window)
    for mode in (LIGHT_MODE, DARK_MODE):
        theme().apply(mode)
        for suffix in (".png", ".svg"):
            path = tmp_path / f"plots-{mode}{suffix}"
            answer_export(monkeypatch, path)
            action(window, "benchmarkPlots").trigger()
            qtbot.waitUntil(path.is_file, timeout=WAIT)
        image = QImage(str(tmp_path / f"plots-{mode}.png"))
        assert image.width() > 600
        assert image.pixelColor(2, 2).name().upper() == theme().colours.panel.upper()
        drawing = (tmp_path / f"plots-{mode}.svg").read_text(encoding="utf-8")
        assert ET.fromstring(drawing).tag.endswith("svg")
        assert "63" in drawing
        assert "<image" not in drawing
        drawn = QImage(image.size(), QImage.Format.Format_RGB32)
        painter = QPainter(drawn)
        QSvgRenderer(drawing.encode()).render(painter)
        painter.end()
        size = QSize(64, 32)  # so small that only what lies elsewhere differs
        both = [
            one.scaled(size, mode=Qt.TransformationMode.SmoothTransformation)
            for one in (image, drawn)
        ]
        differs = [
            abs(both[0].pixelColor(x, y).lightness() - both[1].pixelColor(x, y).lightness())
            for x in range(64)
            for y in range(32)
        ]
        assert sum(differs) / len(differs) < 0.6


@pytest.mark.examples(2)
@pytest.mark.parametrize("name", RESULT_FORMATS)
def test_the_table_is_written_in_every_format(
    qtbot: QtBot, open_benchmark: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:  # fmt: skip
    window = open_benchmark("eight-cpp", "astar")
    run_all(qtbot, window)
    assert window._results_path is not None
    path = tmp_path / f"table{RESULT_FORMATS[name].suffix}"
    answer_export(monkeypatch, path)
    action(window, "benchmarkExport").trigger()
    qtbot.waitUntil(path.is_file, timeout=WAIT)
    findings = BenchmarkReport(window.runs.rows, window._results_path)
    expected = b"".join(
        RESULT_FORMATS[name].write(findings, ExportSettings(), ignore_progress)
    ).decode()
    assert path.read_text(encoding="utf-8") == expected
    assert "astar" in expected


def test_a_title_is_no_markup_in_a_drawing(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark("eight-cpp", "astar")
    title = "<b>&amp;</b>"
    board = load_preset("eight-cpp").with_fields(title=title)
    window.setup.show_board(board)
    window.setup.tick_only(["astar"])
    run_all(qtbot, window)
    plots = PLOT_FORMATS["svg"].write(
        window.view.plots.drawing(), ExportSettings(), ignore_progress
    )
    assert title in "".join(ET.fromstring(b"".join(plots)).itertext())


def test_a_table_that_cannot_be_written_is_told(
    qtbot: QtBot, open_benchmark: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_benchmark("eight-cpp", "astar")
    run_all(qtbot, window)
    told: list[str] = []
    answer_export(monkeypatch, tmp_path / "no" / "x.csv")
    monkeypatch.setattr(dialogs, "show_problem", lambda *given: told.append(given[2]))
    action(window, "benchmarkExport").trigger()
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT)
    assert "x.csv" in told[0]


@pytest.mark.thorough
def test_two_are_played_side_by_side_to_where_they_part(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark("eight-cpp", "best-first", "astar", "bfs")
    run_all(qtbot, window)
    choose(window, "best-first")
    assert not action(window, "benchmarkBeside").isEnabled()
    choose(window, "best-first", "astar")
    action(window, "benchmarkBeside").trigger()
    pair = window.findChild(PairWindow)
    assert pair is not None
    qtbot.waitExposed(pair)
    one, other = (side.solution.moves for side in pair._sides)
    assert one[: pair.common_length] == other[: pair.common_length]
    assert one[pair.common_length] != other[pair.common_length]
    assert re.search(r"best-first: slide tile \d \w+; astar: slide", pair.difference_label.text())
    assert pair.timeline.length == 50
    qtbot.mouseClick(find(pair, QPushButton, "pairPart"), LEFT)
    assert pair.timeline.position == pair.common_length
    qtbot.mouseClick(find(pair, QToolButton, "pairOn"), LEFT)
    qtbot.waitUntil(lambda: pair.timeline.playhead == pair.common_length + 1, timeout=WAIT)
    qtbot.mouseClick(find(pair, QToolButton, "pairLast"), LEFT)
    for side in pair._sides:
        assert side.line.text().endswith("solved")
    assert faults(pair) == []
    pair.close()


@pytest.mark.thorough
def test_a_source_is_reproduced_by_one_click(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark()
    window.setup.choose("study:s2")
    run_all(qtbot, window)
    for row in window.runs.rows:
        published = row.case.reference
        assert published is not None
        assert published.differences(row.length, row.states, row.count) == []
    assert cell(window, "bfs", "source") == "12 cells: 11 jumps, checked"
    place = window.runs.columnViewportPosition(titles_of(window).index("In the source"))
    assert place < window.runs.viewport().width()  # ours and theirs are seen together
    listed = [window.setup.benchmarks.itemText(n) for n in range(window.setup.benchmarks.count())]
    assert [name[:2] for name in listed[-len(TABLES) :]] == [table.key for table in TABLES]


def test_a_solver_that_is_not_wanted_stays_so(open_benchmark: Make) -> None:
    window = open_benchmark("eight-cpp")
    solvers = find(window, QListWidget, "benchmarkSolvers")
    solvers.item(0).setCheckState(Qt.CheckState.Unchecked)
    name = solvers.item(0).text()
    window.setup.add_boards([load_preset("fifteen-book")])
    assert name not in window.setup.solver_names
    window.setup.tick_only([])
    assert not action(window, "benchmarkStart").isEnabled()


def test_a_program_that_cannot_be_started_is_told(
    qtbot: QtBot, open_benchmark: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "program_command", lambda: ["/nowhere/at/all"])
    window = open_benchmark("eight-cpp", "astar")
    action(window, "benchmarkStart").trigger()
    wait_end(qtbot, window)
    qtbot.waitUntil(lambda: cell(window, "astar", "status") == "error", timeout=WAIT)


@pytest.mark.examples(1)
@pytest.mark.parametrize("size", [QSize(1366, 698), QSize(1024, 530)], ids=str)
def test_nothing_is_clipped(qtbot: QtBot, open_benchmark: Make, size: QSize) -> None:
    window = open_benchmark("eight-cpp", "dfs", "macro")
    window.resize(size)
    assert faults(window, scrolls=True) == []
    run_all(qtbot, window)
    for mode in (LIGHT_MODE, DARK_MODE):
        theme().apply(mode)
        assert faults(window, scrolls=True) == []
    assert window.size() == size


def test_the_summary_fits_a_small_screen(open_benchmark: Make) -> None:
    window = open_benchmark("eight-cpp")
    window.resize(1366, 698)
    window.view.setCurrentIndex(1)
    counts = Counter({"solved": 1200, "limit": 800, "unsolvable": 200, "error": 200})
    lengths = Counter({120: 600, 3000: 600})
    row = SolverSummary(
        "rotation", "30×30", "exchange-short", counts, lengths, 1000, 1.2e10, 2e5, 60.0
    )
    window.view.show_summary([row, replace(row, solver="optimal")])
    QApplication.processEvents()
    assert window.summary.model().columnCount() == 11  # without family and size
    assert window.summary.horizontalScrollBar().maximum() == 0
    window.view.show_summary([row, replace(row, family="shift")])
    assert window.summary.model().columnCount() == 12


def test_scales() -> None:
    def text(value: float) -> str:
        return f"{value:g}"

    assert Scale.for_values([1, 10]) == Scale(False, 0.0, 10)
    wide = Scale.for_values([16, 96_096])
    assert wide.logarithmic
    assert wide.low < wide.position(16) < wide.position(96_096) == wide.high
    assert [name for _, name in wide.ticks(text)] == ["10", "1000"] or len(wide.ticks(text)) > 2
    assert Scale.for_values([]).ticks(text)[0] == (0.0, "0")
    for scale in (
        Scale.for_values([3]),
        Scale.for_values([7, 9], from_zero=False),
        Scale.for_values([5], from_zero=False),
    ):
        ticks = scale.ticks(text)
        assert 1 <= len(ticks) <= 6
        assert all(scale.low <= place <= scale.high for place, _ in ticks)
    assert Scale.for_values([0, 0.5]).position(0) == 0


# --- from files ---


def test_a_study_runs_to_its_end(qtbot: QtBot, open_file: Make, tmp_path: Path) -> None:
    window = open_file()
    assert find(window, QLineEdit, "benchmarkResultsEdit").text() == "own.sqlite"
    assert text_of(window, "benchmarkResultsFolder") == str(tmp_path)
    assert text_of(window, "benchmarkNote") == "36 runs on 36 boards."
    assert not action(window, "benchmarkExport").isEnabled()
    action(window, "benchmarkStart").trigger()
    assert not action(window, "benchmarkStart").isEnabled()
    assert not find(window, QComboBox, "benchmarkCombo").isEnabled()
    wait_end(qtbot, window)
    qtbot.waitUntil(lambda: shown_rows(window) == FEW_ROWS, timeout=WAIT)
    assert window.bar.value() == 1000
    assert text_of(window, "benchmarkFigures") == "36 of 36 runs"
    assert "New results: 36" in text_of(window, "benchmarkStatus")
    rows = rows_in(tmp_path / "own.sqlite")
    model = window.summary.model()
    cells = {
        model.headerData(column, Qt.Orientation.Horizontal).replace("\n", " "): model.index(
            0, column
        ).data()
        for column in range(model.columnCount())
    }
    assert cells["Solved"] == str(sum(row["status"] == "solved" for row in rows))
    assert cells["Max moves"] == str(max(row["length"] or 0 for row in rows))
    qtbot.waitUntil(
        lambda: "36 results are already saved" in text_of(window, "benchmarkNote"), timeout=WAIT
    )


def test_a_study_is_stopped_and_gone_on_with(qtbot: QtBot, open_file: Make, tmp_path: Path) -> None:
    window = open_file(MANY)
    children = set(psutil.Process().children())
    action(window, "benchmarkStart").trigger()
    qtbot.waitUntil(lambda: shown_rows(window) > 0, timeout=WAIT)
    assert set(psutil.Process().children()) - children
    assert "results/s" in text_of(window, "benchmarkFigures")
    action(window, "benchmarkStop").trigger()
    assert not action(window, "benchmarkStop").isEnabled()
    wait_end(qtbot, window)
    assert set(psutil.Process().children()) <= children
    first = len(rows_in(tmp_path / "own.sqlite"))
    assert 0 < first < MANY_ROWS
    qtbot.waitUntil(lambda: shown_rows(window) == first, timeout=WAIT)
    assert "Press Run to continue" in text_of(window, "benchmarkStatus")
    qtbot.waitUntil(lambda: "already saved" in text_of(window, "benchmarkNote"), timeout=WAIT)
    action(window, "benchmarkStart").trigger()
    qtbot.waitUntil(lambda: shown_rows(window) > first, timeout=WAIT)
    action(window, "benchmarkStop").trigger()
    wait_end(qtbot, window)
    keys = [row["key"] for row in rows_in(tmp_path / "own.sqlite")]
    assert len(set(keys)) == len(keys) > first


@pytest.mark.thorough
@pytest.mark.parametrize("closed", ["benchmark", "main"])
def test_closing_while_it_runs_leaves_rows_and_no_process(
    qtbot: QtBot, program: Program, tmp_path: Path, closed: str
) -> None:
    (tmp_path / "own.toml").write_text(MANY)
    main = program.open_window()
    main.settings["folder"] = str(tmp_path)
    action(main, "actionBenchmark").trigger()
    window = find(main, BenchmarkWindow, "benchmarkWindow")
    choose_file(qtbot, window, tmp_path / "own.toml")
    before = set(psutil.Process().children())
    action(window, "benchmarkStart").trigger()
    qtbot.waitUntil(lambda: shown_rows(window) > 0, timeout=WAIT)
    children = list(set(psutil.Process().children()) - before)
    assert children
    main._leaving = window._asked = True
    (main if closed == "main" else window).close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    _, left = psutil.wait_procs(children, timeout=60)
    assert not left
    assert rows_in(tmp_path / "own.sqlite")


def test_results_stay_where_they_are_whatever_else_is_opened(
    qtbot: QtBot,
    open_file: Make,
    tmp_path: Path,
    folders: Folders,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = open_file()
    setup, own = window.setup, str(tmp_path / "own.toml")
    default = folders.data / "studies" / "graphs-3x3-pairs.sqlite"
    window.settings["folder"] = str(tmp_path / "elsewhere")  # where a board was opened
    setup.choose("study:graphs-3x3-pairs")
    assert setup.results_path == default
    settle(qtbot, window)
    assert window.ready
    setup.choose(own)
    assert setup.results_path == tmp_path / "own.sqlite"
    chosen = tmp_path / "chosen.sqlite"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(chosen), ""))
    qtbot.mouseClick(find(window, QPushButton, "benchmarkResultsButton"), LEFT)
    assert setup.results_path == chosen
    setup.choose("study:graphs-3x3-pairs")
    assert setup.results_path == default
    window.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    again = open_file()
    assert again.setup.results_path == chosen
    for damaged in ("[", "[1]", '{"study:graphs-3x3-pairs": 5}'):
        again.settings["study files"] = damaged
        files = ResultsFiles(again.settings, folders.data)
        assert files.path_of("study:graphs-3x3-pairs") == default


@pytest.mark.thorough
def test_closing_the_main_window_asks_before_it_ends_a_study(
    qtbot: QtBot, open_file: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_file(MANY)
    main = window.parent()
    assert isinstance(main, MainWindow)
    monkeypatch.setattr(benchmark_window, "CONFIRM_AFTER", 0.0)
    action(window, "benchmarkStart").trigger()
    qtbot.waitUntil(lambda: bool(window.running_work()), timeout=WAIT)
    for button, stays in (("Cancel", True), ("Close anyway", False)):
        main.close()
        assert main.isVisible()
        box = find(main, QMessageBox, "")
        assert box.text() == "A benchmark is still running. Its results so far are kept."
        clicked = next(b for b in box.buttons() if b.text().replace("&", "") == button)
        qtbot.mouseClick(clicked, LEFT)
        qtbot.waitUntil(lambda: not box.isVisible(), timeout=WAIT)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        qtbot.waitUntil(lambda: main.isVisible() == stays, timeout=WAIT)


@pytest.mark.thorough
def test_reports_are_written_while_it_runs(
    qtbot: QtBot, open_file: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_file(MANY)
    action(window, "benchmarkStart").trigger()
    qtbot.waitUntil(lambda: action(window, "benchmarkExport").isEnabled(), timeout=WAIT)
    for name in ("report.html", "report.csv"):
        path = tmp_path / name
        answer_export(monkeypatch, path)
        action(window, "benchmarkExport").trigger()
        qtbot.waitUntil(path.exists, timeout=WAIT)
    assert window.running
    action(window, "benchmarkStop").trigger()
    wait_end(qtbot, window)
    with (tmp_path / "report.csv").open(newline="") as file:
        keys = [row["key"] for row in csv.DictReader(file)]
    assert set(keys) <= {row["key"] for row in rows_in(tmp_path / "own.sqlite")}


def test_what_is_wrong_is_said_in_the_window(
    qtbot: QtBot, open_file: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_file(FEW.replace('"optimal"', '"optimum"').replace("family", "familie"))
    assert not action(window, "benchmarkStart").isEnabled()
    assert "line 4, column 1: there is no solver 'optimum'" in wrong(window)
    assert "unknown key 'familie'" in wrong(window)
    (tmp_path / "own.toml").write_text(FEW)  # mended, and opened again
    choose_file(qtbot, window, tmp_path / "own.toml")
    qtbot.waitUntil(lambda: window.ready, timeout=WAIT)
    action(window, "benchmarkStart").trigger()
    wait_end(qtbot, window)
    text = tmp_path / "text.sqlite"
    text.write_text("no database, but long enough to be looked at" * 30)
    window.setup.choose("study:korf-100")
    for path, said in (
        (tmp_path / "own.sqlite", "contains results of another benchmark"),
        (text, "cannot be used as a results file"),
        (tmp_path / "none" / "rows.sqlite", "there is no folder"),
        (tmp_path / "a.folder", "is a folder"),
    ):
        (tmp_path / "a.folder").mkdir(exist_ok=True)
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, p=path, **__: (str(p), ""))
        qtbot.mouseClick(find(window, QPushButton, "benchmarkResultsButton"), LEFT)
        qtbot.waitUntil(partial(_is_told, window, said), timeout=WAIT)
        assert not action(window, "benchmarkStart").isEnabled()


def _is_told(window: BenchmarkWindow, said: str) -> bool:
    return said in wrong(window)


@pytest.mark.thorough
def test_the_rest_is_lost_with_nothing_where_the_disk_is_full(
    qtbot: QtBot, open_file: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Results._prepare

    def small(self: Results, *given: object) -> None:
        real(self, *given)  # type: ignore[arg-type]
        self._file.execute("PRAGMA max_page_count = 8")  # SQLite takes the disk to be full then

    window = open_file(MANY)
    monkeypatch.setattr(Results, "_prepare", small)
    action(window, "benchmarkStart").trigger()
    wait_end(qtbot, window)
    assert "could not save results: database or disk is full" in wrong(window)
    before = len(rows_in(tmp_path / "own.sqlite"))
    monkeypatch.undo()
    action(window, "benchmarkStart").trigger()
    qtbot.waitUntil(lambda: shown_rows(window) > before, timeout=WAIT)
    assert not wrong(window)


@pytest.mark.thorough
def test_a_scheduler_that_does_not_answer(
    qtbot: QtBot, open_file: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_CONNECT", 0.5)
    window = open_file()
    qtbot.mouseClick(find(window, QRadioButton, "benchmarkCluster"), LEFT)
    assert not window.ready
    assert not find(window, QSpinBox, "benchmarkJobs").isEnabled()
    find(window, QLineEdit, "benchmarkAddress").setText("tcp://127.0.0.1:9")
    settle(qtbot, window)
    action(window, "benchmarkStart").trigger()
    assert "Waiting for the scheduler" in text_of(window, "benchmarkStatus")
    wait_end(qtbot, window)
    assert wrong(window).startswith("no scheduler answers at tcp://127.0.0.1:9")
    monkeypatch.setattr(cluster, "_CONNECT", 1.0)
    action(window, "benchmarkStart").trigger()
    action(window, "benchmarkStop").trigger()  # which does not wait for it
    wait_end(qtbot, window)
    assert text_of(window, "benchmarkStatus") == "Stopped."


def test_the_pace_is_that_of_late() -> None:
    pace = RateEstimator()
    assert pace.rate == 0
    for second in range(60):
        added = 100 * second if second < 30 else 3000 + second - 30
        pace.add(BenchmarkProgress(added, 9999, added, float(second), 1))
    assert 0.9 < pace.rate < 1.1


# --- put together in the window ---


@pytest.mark.thorough
def test_boards_come_from_gallery_window_and_seeds(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark("eight-cpp", "optimal")
    action(window, "benchmarkAddGallery").trigger()
    gallery = find(window, GalleryDialog, "")
    assert not gallery.ok.isEnabled()
    gallery.boards.item(0).setSelected(True)
    qtbot.mouseClick(gallery.ok, LEFT)
    action(window, "benchmarkAddRandom").trigger()
    made = find(window, RandomDialog, "")
    made.family.setCurrentIndex(made.family.findData("maze"))
    made.count.setValue(3)
    qtbot.mouseClick(made.ok, LEFT)
    action(window, "benchmarkAddOpen").trigger()
    boards = [window.setup.boards.item(n).text() for n in range(window.setup.boards.count())]
    assert boards == [
        "Eight puzzle", "Mystery Box", "Number maze 4×4: 3 boards each", "Eight puzzle",
    ]  # fmt: skip
    window.setup.tick_only(["optimal", "longest"])
    run_all(qtbot, window)
    assert [row.case.family for row in window.runs.rows] == [
        "sliding", "rotation", "maze", "maze", "maze", "maze", "maze", "maze", "sliding",
    ]  # fmt: skip
    assert {row.outcome for row in window.runs.rows} <= {"solved", "unsolvable"}


def test_saving_keeps_the_results(
    qtbot: QtBot, open_benchmark: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_benchmark("eight-cpp", "astar", "bfs")
    run_all(qtbot, window)
    before = window.runs.rows
    path = tmp_path / "mine.toml"
    answer_export(monkeypatch, path)
    action(window, "benchmarkSave").trigger()
    qtbot.waitUntil(lambda: window.setup.source == str(path), timeout=WAIT)
    settle(qtbot, window)
    assert len(rows_in(tmp_path / "mine.sqlite")) == 2
    assert str(tmp_path) not in path.read_text()
    assert [row.length for row in window.runs.rows] == [row.length for row in before]
    assert [row.moves for row in window.runs.rows] == [row.moves for row in before]
    action(window, "benchmarkStart").trigger()  # there is nothing left to be done
    wait_end(qtbot, window)
    assert "New results: 0" in text_of(window, "benchmarkStatus")


def test_a_copy_is_edited(qtbot: QtBot, open_file: Make) -> None:
    window = open_file()
    assert not find(window, QListWidget, "benchmarkSolvers").isEnabled()
    action(window, "benchmarkCopy").trigger()
    settle(qtbot, window)
    assert window.setup.source == CUSTOM
    assert window.setup.solver_names == ["optimal"]
    assert window.setup.boards.count() == 1
    window.setup.tick_only(["bfs"])
    run_all(qtbot, window)
    assert {row.solver for row in window.runs.rows} == {"bfs"}
    assert len(window.runs.rows) == FEW_ROWS


def test_results_are_kept_on_the_screen_while_the_next_run_is_put_together(
    qtbot: QtBot, open_benchmark: Make
) -> None:
    window = open_benchmark("eight-cpp", "astar")
    run_all(qtbot, window)
    window.setup.tick_only(["astar", "bfs"])
    settle(qtbot, window)
    assert [row.outcome for row in window.runs.rows] == ["solved"]
    assert "2 runs" in text_of(window, "benchmarkNote")
    action(main_of(window), "actionBenchmark").trigger()  # neither does the main window take them
    assert [row.outcome for row in window.runs.rows] == ["solved"]


def test_closing_asks_before_results_are_lost(
    qtbot: QtBot, open_benchmark: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark_window, "CONFIRM_AFTER", 0.0)
    window = open_benchmark("eight-cpp", "astar")
    run_all(qtbot, window)
    window.close()
    box = find(window, QMessageBox, "")
    assert box.text() == "The results of the benchmark are not exported."
    qtbot.mouseClick(box.button(QMessageBox.StandardButton.Cancel), LEFT)
    assert window.isVisible()
    answer_export(monkeypatch, tmp_path / "report.csv")
    action(window, "benchmarkExport").trigger()
    qtbot.waitUntil(lambda: not window.running_work(), timeout=WAIT)
    window.close()
    assert not window.isVisible()


def test_a_run_without_moves_opens_its_board(qtbot: QtBot, open_benchmark: Make) -> None:
    window = open_benchmark("mystery-box", "optimal")
    window.setup.show_board(load_preset("eight-cpp"))
    window.setup.tick_only(["bfs"])
    settle(qtbot, window)
    table = window.runs
    place = table.visualRect(table.model().index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(table.viewport(), LEFT, pos=place)
    qtbot.mouseRelease(table.viewport(), LEFT, pos=place)  # which the new window has not seen
    assert main_of(window).board().title == "Eight puzzle"


def test_the_summary_has_plots(qtbot: QtBot, open_file: Make) -> None:
    window = open_file()
    run_all(qtbot, window)
    qtbot.waitUntil(lambda: shown_rows(window) == FEW_ROWS, timeout=WAIT)
    window.view.setCurrentIndex(1)
    qtbot.waitUntil(lambda: window.view.summary_plots.drawn, timeout=WAIT)
    moves, _, distribution = window.view.summary_plots.charts
    assert isinstance(moves, BarChart)
    (summary,) = window.summary.rows
    assert f"optimal: {min(summary.length_counts)} to {max(summary.length_counts)} moves" in (
        distribution.accessibleDescription()
    )
    assert len(moves.bars) == 1
    assert action(window, "benchmarkPlots").isEnabled()
