"""The window that compares solvers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import psutil
import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QApplication,
    QListWidget,
    QPushButton,
    QSpinBox,
    QToolButton,
    QToolTip,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from puzzlegui.core.solution import Status
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.comparing.rows import COLUMNS, Stage
from puzzlegui.engine.comparing.sourced import TABLES
from puzzlegui.engine.comparing.subjects import Subject
from puzzlegui.engine.runner import client, pool
from puzzlegui.export.comparisons import TABLE_FORMATS
from puzzlegui.gui.compare import window as compare_window
from puzzlegui.gui.compare.actions import ACTIONS
from puzzlegui.gui.compare.charts import BarChart, CurveChart
from puzzlegui.gui.compare.pair import PairWindow
from puzzlegui.gui.compare.window import CompareWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE
from puzzlegui.gui.program import Program
from puzzlegui.gui.style.scale import Scale
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs
from tests.gui.clipping import faults
from tests.gui.conftest import WAIT
from tests.gui.driving import LEFT, action, find

BIG = "graphs-20x20-reversed"
MakeCompare = Callable[..., CompareWindow]


@pytest.fixture
def open_compare(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> Iterator[Callable[..., CompareWindow]]:
    """Opens it from the menu of a window, with some solvers ticked."""
    opened: list[CompareWindow] = []

    def make(preset: str = "eight-cpp", *solvers: str) -> CompareWindow:
        main = make_window(load_preset(preset))
        action(main, "actionCompare").trigger()
        compare = main.findChild(CompareWindow)
        assert compare is not None
        qtbot.waitExposed(compare)
        opened.append(compare)
        if solvers:
            compare.choice.show_names(solvers)
        return compare

    yield make
    for compare in filter(isValid, opened):
        compare.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def main_of(compare: CompareWindow) -> MainWindow:
    parent = compare.parentWidget()
    assert isinstance(parent, MainWindow)
    return parent


def run_all(qtbot: QtBot, compare: CompareWindow) -> None:
    action(compare, "compareStart").trigger()
    wait_end(qtbot, compare)


def wait_end(qtbot: QtBot, compare: CompareWindow) -> None:
    def over() -> bool:
        return not compare.running and all(row.ended for row in compare.rows)

    qtbot.waitUntil(over, timeout=2 * WAIT)
    qtbot.waitUntil(lambda: len(compare.plots.charts) == 3, timeout=WAIT)
    qtbot.waitUntil(lambda: not compare._look.isActive(), timeout=WAIT)


def choose(compare: CompareWindow, *solvers: str) -> None:
    """Choose the rows of some solvers."""
    model = compare.table.selectionModel()
    model.clearSelection()
    flags = QItemSelectionModel.SelectionFlag
    for row in compare.rows:
        if row.solver in solvers:
            index = compare.table.rows.index(compare.table.rows.line_of(row.number), 0)
            model.select(index, flags.Select | flags.Rows)


def cell(compare: CompareWindow, solver: str, name: str) -> str:
    """What stands in a row under a title."""
    model = compare.table.rows
    titles = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    title = next(column.title for column in COLUMNS if column.name == name)
    line = next(n for n in range(model.rowCount()) if model.row_at(n).solver == solver)
    text = model.index(line, titles.index(title)).data()
    assert isinstance(text, str)
    return text


def solvers_shown(compare: CompareWindow) -> list[str]:
    model = compare.table.rows
    return [model.row_at(line).solver for line in range(model.rowCount())]


def test_the_table_is_that_of_the_runs(qtbot: QtBot, open_compare: MakeCompare) -> None:
    compare = open_compare("eight-cpp", "best-first", "astar", "bfs")
    run_all(qtbot, compare)
    assert solvers_shown(compare) == ["best-first", "bfs", "astar"]
    assert cell(compare, "best-first", "length") == "50"
    assert cell(compare, "best-first", "states") == "470"
    assert cell(compare, "best-first", "ratio") == "3.12 (÷16)"
    assert cell(compare, "best-first", "optimal") == ""
    assert cell(compare, "astar", "optimal") == "shortest"
    assert cell(compare, "astar", "status") == "solved"
    assert "3 of 3" in compare.status.text()


def test_a_click_on_a_title_sorts(qtbot: QtBot, open_compare: MakeCompare) -> None:
    compare = open_compare("eight-cpp", "best-first", "astar", "bfs")
    run_all(qtbot, compare)
    header = compare.table.horizontalHeader()
    columns = compare.table.rows.columnCount()
    titles = [
        compare.table.rows.headerData(column, Qt.Orientation.Horizontal)
        for column in range(columns)
    ]
    compare.table.choose(0)
    place = header.sectionViewportPosition(titles.index("States")) + 10
    qtbot.mouseClick(header.viewport(), LEFT, pos=QPoint(place, 8))
    assert solvers_shown(compare) == ["astar", "best-first", "bfs"]
    assert [row.solver for row in compare.table.chosen()] == ["best-first"]  # it keeps its row
    qtbot.mouseClick(header.viewport(), LEFT, pos=QPoint(place, 8))
    assert solvers_shown(compare) == ["bfs", "best-first", "astar"]
    rows = compare.rows
    compare.table.show_rows([*rows[:2], replace(rows[2], board=load_preset("mystery-box"))])
    assert compare.table.rows.columnCount() == columns + 1
    title = compare.table.rows.headerData(header.sortIndicatorSection(), Qt.Orientation.Horizontal)
    assert title == "States"  # the arrow has gone with its column


def test_a_double_click_plays_the_solution(qtbot: QtBot, open_compare: MakeCompare) -> None:
    compare = open_compare("eight-cpp", "best-first")
    run_all(qtbot, compare)
    table = compare.table
    place = table.visualRect(table.rows.index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=place)
    qtbot.mouseDClick(table.viewport(), LEFT, pos=place)
    main = main_of(compare)
    solution = main.solution()
    assert solution is not None
    assert solution.solver == "best-first"
    assert main.timeline().length == 50
    assert main.timeline().playing


def test_a_solution_of_another_board_opens_it(
    qtbot: QtBot, open_compare: MakeCompare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = open_compare("mystery-box")
    path = tmp_path / "other.puzzle"
    path.write_text(dump_board(load_preset("eight-cpp")))
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: path)
    qtbot.mouseClick(find(compare, QPushButton, "compareAddButton"), LEFT)
    boards = find(compare, QListWidget, "compareBoards")
    qtbot.waitUntil(lambda: boards.count() == 2, timeout=WAIT)
    compare.choice.show_names(["optimal"])
    run_all(qtbot, compare)
    assert [row.title for row in compare.rows] == ["Mystery Box", "Eight puzzle"]
    compare.table.choose(1)
    action(compare, "comparePlay").trigger()
    main = main_of(compare)
    assert main.board().title == "Eight puzzle"
    assert main.timeline().length == 16
    qtbot.mouseClick(find(compare, QPushButton, "compareRemoveButton"), LEFT)
    assert boards.count() == 1


def test_an_unreadable_board_is_told(
    qtbot: QtBot, open_compare: MakeCompare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = open_compare()
    told: list[str] = []
    monkeypatch.setattr(dialogs, "ask_open_path", lambda *_: tmp_path / "none")
    monkeypatch.setattr(dialogs, "show_problem", lambda *given: told.append(given[2]))
    compare.add_file()
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT)
    assert "cannot be read" in told[0]
    assert len(compare.choice.subjects) == 1


def test_one_run_is_ended_alone(qtbot: QtBot, open_compare: MakeCompare) -> None:
    compare = open_compare(BIG, "bfs", "exchange")
    find(compare, QSpinBox, "compareSeconds").setValue(120)
    action(compare, "compareStart").trigger()
    qtbot.waitUntil(
        lambda: any(r.solver == "bfs" and (r.states or 0) > 0 for r in compare.rows), timeout=WAIT
    )
    choose(compare, "bfs")
    assert action(compare, "compareEnd").isEnabled()
    action(compare, "compareEnd").trigger()
    assert cell(compare, "bfs", "status") == "cancelled"
    wait_end(qtbot, compare)
    assert cell(compare, "exchange", "status") == "solved"


def test_all_end_at_once(qtbot: QtBot, open_compare: MakeCompare) -> None:
    compare = open_compare(BIG, "bfs", "dijkstra", "iddfs")
    action(compare, "compareStart").trigger()
    assert not action(compare, "compareStart").isEnabled()
    qtbot.waitUntil(lambda: compare.rows[0].stage is Stage.RUNNING, timeout=WAIT)
    action(compare, "compareStop").trigger()
    assert {row.status for row in compare.rows} == {Status.CANCELLED}
    wait_end(qtbot, compare)
    assert action(compare, "compareStart").isEnabled()


@pytest.mark.parametrize("closed", ["compare", "main"])
def test_no_process_outlives_the_window(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch, closed: str
) -> None:
    main = program.open_window()
    main.document().open(load_preset(BIG))
    action(main, "actionCompare").trigger()
    compare = find(main, CompareWindow, "compareWindow")
    compare.choice.show_names(["bfs"])
    action(compare, "compareStart").trigger()
    qtbot.waitUntil(lambda: (compare.rows[0].states or 0) > 0, timeout=WAIT)
    children = psutil.Process().children()
    assert children
    monkeypatch.setattr(compare_window, "LONG", 0.0)
    assert "A comparison is still running." in compare.at_work()
    assert main.is_unsaved()  # it asks before it is closed
    main._leaving = True
    (main if closed == "main" else compare).close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    kept = {client.pid for client in pool.POOL._idle}  # for the next board of any window
    ended = [child for child in children if child.pid not in kept]
    _, left = psutil.wait_procs(ended, timeout=60)
    assert not left


def test_plots_tell_and_lead_to_their_rows(qtbot: QtBot, open_compare: MakeCompare) -> None:
    compare = open_compare("eight-cpp", "dfs", "astar")
    run_all(qtbot, compare)
    moves, seconds, curves = compare.plots.charts
    assert isinstance(moves, BarChart)
    assert isinstance(seconds, BarChart)
    assert isinstance(curves, CurveChart)
    assert moves.scale.logarithmic
    assert [bar.text for bar in moves.bars] == ["96,096", "16"]
    assert [bar.good for bar in moves.bars] == [False, True]
    assert "astar: 16" in moves.accessibleDescription()
    assert not curves.isVisible()
    view = moves.plot.getPlotItem().vb
    place = moves.plot.mapFromScene(view.mapViewToScene(QPointF(moves.scale.low + 0.1, -1)))
    qtbot.mouseMove(moves.plot.viewport(), place)
    QToolTip.hideText()
    on_screen = moves.plot.viewport().mapToGlobal(place)
    help_wanted = QHelpEvent(QEvent.Type.ToolTip, place, on_screen)
    QApplication.sendEvent(moves.plot.viewport(), help_wanted)  # as when the mouse rests
    assert "astar" in QToolTip.text()
    qtbot.mouseClick(moves.plot.viewport(), LEFT, pos=place)
    assert [row.solver for row in compare.table.chosen()] == ["astar"]
    found = moves.found_at(QPointF(0, -0.2))
    assert found is not None
    assert compare.rows[found[0]].solver == "dfs"
    assert moves.found_at(QPointF(0, -2)) is None


@pytest.mark.thorough
def test_curves_are_those_of_solvers_that_improve(qtbot: QtBot, open_compare: MakeCompare) -> None:
    compare = open_compare("twiddle-4x4", "macro")
    compare.choice.seconds.setValue(3)
    run_all(qtbot, compare)
    curves = compare.plots.charts[2]
    (row,) = compare.rows
    assert row.improvements[-1][1] == row.length
    if len(row.improvements) > 1:
        assert curves.isVisible()
        at, length = row.improvements[-1]
        found = curves.found_at(QPointF(at, curves._moves.place(length)))
        assert found[0] == row.number
    assert str(row.length) in curves.accessibleDescription() or len(row.improvements) < 2


@pytest.mark.thorough
def test_plots_are_written_as_they_look(
    qtbot: QtBot, open_compare: MakeCompare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = open_compare("eight-cpp", "stack", "astar")
    run_all(qtbot, compare)
    for mode in (LIGHT_MODE, DARK_MODE):
        theme().apply(mode)
        for suffix in (".png", ".svg"):
            path = tmp_path / f"plots-{mode}{suffix}"
            monkeypatch.setattr(
                dialogs, "choose_save_path", lambda *asked, path=path: asked[-1](path)
            )
            action(compare, "comparePlots").trigger()
            qtbot.waitUntil(path.is_file, timeout=WAIT)
        image = QImage(str(tmp_path / f"plots-{mode}.png"))
        assert image.width() > 600
        assert image.pixelColor(2, 2).name().upper() == theme().colours.panel.upper()
        drawing = (tmp_path / f"plots-{mode}.svg").read_text(encoding="utf-8")
        assert ET.fromstring(drawing).tag.endswith("svg")  # noqa: S314 - our own
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
@pytest.mark.parametrize("name", TABLE_FORMATS)
def test_the_table_is_written_in_every_format(
    qtbot: QtBot, open_compare: MakeCompare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:  # fmt: skip
    compare = open_compare("eight-cpp", "astar")
    run_all(qtbot, compare)
    path = tmp_path / f"table{TABLE_FORMATS[name].suffix}"
    monkeypatch.setattr(dialogs, "choose_save_path", lambda *asked: asked[-1](path))
    action(compare, "compareExport").trigger()
    qtbot.waitUntil(path.is_file, timeout=WAIT)
    assert path.read_text(encoding="utf-8") == TABLE_FORMATS[name].write(compare.rows)


def test_a_title_is_no_markup_in_a_drawing(qtbot: QtBot, open_compare: MakeCompare) -> None:
    compare = open_compare("eight-cpp", "astar")
    title = "<b>&amp;</b>"
    board = load_preset("eight-cpp").changed(title=title)
    compare.choice.show_subjects([Subject("x", board)])
    run_all(qtbot, compare)
    assert title in "".join(ET.fromstring(compare.plots.picture(".svg")).itertext())  # noqa: S314


def test_a_table_that_cannot_be_written_is_told(
    qtbot: QtBot, open_compare: MakeCompare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = open_compare("eight-cpp", "astar")
    run_all(qtbot, compare)
    told: list[str] = []
    monkeypatch.setattr(
        dialogs, "choose_save_path", lambda *asked: asked[-1](tmp_path / "no" / "x.csv")
    )
    monkeypatch.setattr(dialogs, "show_problem", lambda *given: told.append(given[2]))
    action(compare, "compareExport").trigger()
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT)
    assert "x.csv" in told[0]


def test_two_are_played_side_by_side_to_where_they_part(
    qtbot: QtBot, open_compare: MakeCompare
) -> None:
    compare = open_compare("eight-cpp", "best-first", "astar", "bfs")
    run_all(qtbot, compare)
    choose(compare, "best-first")
    assert not action(compare, "compareBeside").isEnabled()
    choose(compare, "best-first", "astar")
    action(compare, "compareBeside").trigger()
    pair = compare.findChild(PairWindow)
    assert pair is not None
    qtbot.waitExposed(pair)
    one, other = (side.solution.moves for side in pair._sides)
    assert one[: pair.parts] == other[: pair.parts]
    assert one[pair.parts] != other[pair.parts]
    assert re.search(r"best-first: slide tile \d \w+; astar: slide", pair.said.text())
    assert pair.timeline.length == 50
    qtbot.mouseClick(find(pair, QPushButton, "pairPart"), LEFT)
    assert pair.timeline.position == pair.parts
    qtbot.mouseClick(find(pair, QToolButton, "pairOn"), LEFT)
    qtbot.waitUntil(lambda: pair.timeline.at == pair.parts + 1, timeout=WAIT)
    qtbot.mouseClick(find(pair, QToolButton, "pairLast"), LEFT)
    for side in pair._sides:
        assert side.line.text().endswith("solved")
    assert faults(pair) == []
    pair.close()


@pytest.mark.thorough
def test_a_source_is_reproduced_by_one_click(qtbot: QtBot, open_compare: MakeCompare) -> None:
    compare = open_compare()
    action(compare, "compareSourceS2").trigger()
    wait_end(qtbot, compare)
    for row in compare.rows:
        assert row.figures is not None
        assert row.figures.differences(row.length, row.states, row.count) == []
    assert cell(compare, "bfs", "source") == "12 cells: 11 jumps, checked"
    assert compare.windowTitle() == "Compare solvers: Schönbrunn maze"
    table = compare.table  # ours and theirs are seen together
    titles = [table.rows.headerData(c, Qt.Orientation.Horizontal) for c in range(6)]
    assert "In the source" in titles
    assert table.columnViewportPosition(titles.index("In the source")) < table.viewport().width()
    assert {spec.argument for spec in ACTIONS} >= {table.key for table in TABLES}


def test_a_solver_that_is_not_wanted_stays_so(open_compare: MakeCompare) -> None:
    compare = open_compare("eight-cpp")
    solvers = find(compare, QListWidget, "compareSolvers")
    solvers.item(0).setCheckState(Qt.CheckState.Unchecked)
    name = solvers.item(0).text()
    compare.choice.show_subjects(compare.choice.subjects)
    assert name not in compare.choice.names
    compare.choice.show_names([])
    assert not action(compare, "compareStart").isEnabled()


def test_that_times_can_be_compared_is_said(open_compare: MakeCompare) -> None:
    compare = open_compare()
    assert compare.choice.jobs.value() == 1
    assert "can be compared" in compare.choice.note.text()
    compare.choice.jobs.setMaximum(4)
    compare.choice.jobs.setValue(2)
    assert "can be compared" not in compare.choice.note.text()


def test_a_program_that_cannot_be_started_is_told(
    qtbot: QtBot, open_compare: MakeCompare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "command", lambda: ["/nowhere/at/all"])
    compare = open_compare("eight-cpp", "astar")
    action(compare, "compareStart").trigger()
    qtbot.waitUntil(lambda: not compare.running, timeout=WAIT)
    qtbot.waitUntil(lambda: cell(compare, "astar", "status") == "error", timeout=WAIT)


@pytest.mark.examples(1)
@pytest.mark.parametrize("size", [QSize(1366, 698), QSize(1024, 530)], ids=str)
def test_nothing_is_clipped(qtbot: QtBot, open_compare: MakeCompare, size: QSize) -> None:
    compare = open_compare("eight-cpp", "dfs", "macro")
    compare.resize(size)
    assert faults(compare, scrolls=True) == []
    run_all(qtbot, compare)
    for mode in (LIGHT_MODE, DARK_MODE):
        theme().apply(mode)
        assert faults(compare, scrolls=True) == []
    assert compare.size() == size


def test_scales() -> None:
    def text(value: float) -> str:
        return f"{value:g}"

    assert Scale.of([1, 10]) == Scale(False, 0.0, 10)
    wide = Scale.of([16, 96_096])
    assert wide.logarithmic
    assert wide.low < wide.place(16) < wide.place(96_096) == wide.high
    assert [name for _, name in wide.ticks(text)] == ["10", "1000"] or len(wide.ticks(text)) > 2
    assert Scale.of([]).ticks(text)[0] == (0.0, "0")
    for scale in (Scale.of([3]), Scale.of([7, 9], from_zero=False), Scale.of([5], from_zero=False)):
        ticks = scale.ticks(text)
        assert 1 <= len(ticks) <= 6
        assert all(scale.low <= place <= scale.high for place, _ in ticks)
    assert Scale.of([0, 0.5]).place(0) == 0
