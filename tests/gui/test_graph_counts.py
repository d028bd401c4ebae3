"""The page of the state graph that counts arrangements by their distance."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from puzzlegui.core.board import Board
from puzzlegui.engine.graph import exploration as explorations
from puzzlegui.engine.graph.level_counts import GOAL, ORIGINS, START
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.gui.graph import counts_page
from puzzlegui.gui.graph.counts_page import CountsPage
from puzzlegui.gui.graph.histogram import Histogram
from puzzlegui.gui.graph.window import StateGraphWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE
from puzzlegui.gui.program import Program
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs
from puzzlegui.solvers import table_store
from tests.boards import grid
from tests.gui.conftest import WAIT
from tests.gui.robot import LEFT, action, answer_export, find, text_of

SIX = RotationBoard(grid("4 2 3/1 5 6"), grid("1 2 3/4 5 6"), "clockwise", title="Six")
FIVE = SlidingBoard(grid("4 1 3/2 5 0"), grid("1 2 3/4 5 0"), title="Five")
COLOURS = RotationBoard(grid("1 2 1/2 1 2/3 3 3"), grid("1 1 1/2 2 2/3 3 3"))
MAZE = MazeBoard(grid("1 2 1/2 1 1/1 1 2"), (1, 1), (2, 2))
LARGE = new_board("rotation", 4, 4, 1, colours=4)
NINE = RotationBoard(grid("2 1 3/4 5 6/7 8 9"), grid("1 2 3/4 5 6/7 8 9"), title="Nine")
COUNTS = [1, 8, 52, 328, 1996, 11336, 51582, 130042, 125929, 39706, 1880, 20]
MakeCounts = Callable[..., CountsPage]


@pytest.fixture(autouse=True)
def _own_tables(tmp_path: Path) -> Iterator[None]:
    table_store.set_cache_folder(tmp_path / "cache")
    yield
    table_store.set_cache_folder(None)


@pytest.fixture
def open_counts(
    qtbot: QtBot, make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> Iterator[MakeCounts]:
    """Opens it from the menu of a window; nothing is explored before that is asked for."""
    monkeypatch.setattr(counts_page, "_MAX_AUTOMATIC", 0)
    opened: list[StateGraphWindow] = []

    def make(board: Board, origin: str = GOAL) -> CountsPage:
        main = make_window(board)
        action(main, "actionExplore").trigger()
        window = main.findChildren(StateGraphWindow)[-1]
        qtbot.waitExposed(window)
        opened.append(window)
        explore = window.counts
        if origin != GOAL:
            box = find(explore, QComboBox, "countsOrigin")
            box.setCurrentIndex(box.findData(origin))
        qtbot.waitUntil(lambda: not window.worker.busy, timeout=WAIT)
        return explore

    yield make
    for window in filter(isValid, opened):
        window.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def run(qtbot: QtBot, explore: CountsPage) -> None:
    action(window_of(explore), "graphExplore").trigger()
    assert explore.running
    end(qtbot, explore)


def end(qtbot: QtBot, explore: CountsPage) -> None:
    idle(qtbot, explore)
    assert not explore.running


def window_of(explore: CountsPage) -> StateGraphWindow:
    window = explore.window()
    assert isinstance(window, StateGraphWindow)
    return window


def idle(qtbot: QtBot, explore: CountsPage) -> None:
    worker = window_of(explore).worker
    qtbot.waitUntil(lambda: not explore.running and not worker.busy, timeout=2 * WAIT)
    QApplication.processEvents()


def choose(qtbot: QtBot, explore: CountsPage, number: int) -> None:
    """By the keyboard, which opens nothing."""
    explore.boards.setCurrentIndex(explore.boards.model().index(number, 0))
    idle(qtbot, explore)


def cells(explore: CountsPage) -> list[list[str]]:
    """What stands in the table."""
    model = explore.table.model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def main_of(explore: CountsPage) -> MainWindow:
    parent = window_of(explore).parentWidget()
    assert isinstance(parent, MainWindow)
    return parent


def test_before_it_begins_it_says_what_it_takes(open_counts: MakeCounts) -> None:
    explore = open_counts(FIVE)
    assert "360 arrangements to explore, using 1 MiB" in text_of(explore, "countsBefore")
    assert action(window_of(explore), "graphExplore").isEnabled()
    assert not action(window_of(explore), "graphStop").isEnabled()
    assert not action(window_of(explore), "graphExport").isEnabled()


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (new_board("sliding", 2, 8, 1), "This board has 10,461,394,944,000 reachable arrangements"),
        (new_board("rotation", 30, 30, 1), "at most 500,000,000 can be explored."),
    ],
)
@pytest.mark.examples(1)
def test_too_many_are_refused_with_their_number(
    open_counts: MakeCounts, board: Board, said: str
) -> None:
    explore = open_counts(board)
    assert said in text_of(explore, "countsBefore")
    assert not action(window_of(explore), "graphExplore").isEnabled()


@pytest.mark.usefixtures("in_process")
def test_memory_that_is_not_there_is_told(
    open_counts: MakeCounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorations, "_available_memory", lambda _: 20.0)
    explore = open_counts(LARGE)
    assert "needs 60 MiB of memory, but only 20 MiB is available" in text_of(
        explore, "countsBefore"
    )
    assert not action(window_of(explore), "graphExplore").isEnabled()


def test_counts_figures_and_histogram_are_those_published(
    qtbot: QtBot, open_counts: MakeCounts
) -> None:
    explore = open_counts(NINE)
    run(qtbot, explore)
    rows = cells(explore)
    assert [int(row[1].replace(",", "")) for row in rows] == COUNTS
    assert rows[3][0] == "3"
    assert rows[3][2:] == ["0.09%", "0", "328"]
    assert text_of(explore, "countsDepth") == "11"
    assert text_of(explore, "countsMean") == "7.356"
    assert text_of(explore, "countsTotal") == "362,880"
    assert text_of(explore, "countsEven") == text_of(explore, "countsOdd") == "181,440"
    assert text_of(explore, "countsAtHand") == "Needs 5 moves. 4 shortest solutions."
    assert "Hardest arrangements: 11 moves" in text_of(explore, "boardsTitle")
    assert explore.boards.model().rowCount() == 20
    (chart,) = explore.plots.charts
    assert isinstance(chart, Histogram)
    assert [row.count for row in chart.rows] == COUNTS
    assert chart.scale.logarithmic
    assert chart.board_depth == 5
    assert not action(window_of(explore), "graphExplore").isEnabled()


def test_a_column_tells_its_figures_and_leads_to_its_row(
    qtbot: QtBot, open_counts: MakeCounts
) -> None:
    explore = open_counts(FIVE)
    run(qtbot, explore)
    (chart,) = explore.plots.charts
    assert isinstance(chart, Histogram)
    found = chart.item_at(QPointF(3.2, 1.0))
    assert found == (3, chart.rows[3].description)
    assert found[1].startswith("Depth 3: ")
    assert chart.item_at(QPointF(-2, 1)) is None
    place = chart.pixel(QPointF(4, chart.scale.low + 0.1))
    qtbot.mouseMove(chart, place)
    qtbot.mouseClick(chart, LEFT, pos=place)
    assert explore.table.currentIndex().row() == 4


@pytest.mark.thorough
@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("board", [SIX, FIVE, COLOURS, MAZE])
def test_a_hardest_board_takes_as_many_moves_as_said(
    qtbot: QtBot, open_counts: MakeCounts, board: Board, origin: str
) -> None:
    explore = open_counts(board, origin)
    run(qtbot, explore)
    main = main_of(explore)
    moves = text_of(explore, "countsDepth")
    explore.boards.scrollToTop()
    place = explore.boards.visualRect(explore.boards.model().index(0, 0)).center()
    qtbot.mouseClick(explore.boards.viewport(), LEFT, pos=place)
    opened = main.board()
    assert opened != board
    assert opened.title.endswith(f", {moves} moves")
    assert (opened.initial() == board.initial()) is (origin == START)
    solution = solve(opened, "bfs")
    assert solution.optimal
    assert str(solution.length) == moves
    idle(qtbot, explore)
    said = text_of(explore, "countsChosen")
    assert said.startswith(f"Needs {moves} moves.")
    assert "shortest solution" in said


def test_values_that_are_equal_have_no_parity(qtbot: QtBot, open_counts: MakeCounts) -> None:
    explore = open_counts(COLOURS)
    run(qtbot, explore)
    assert explore.table.model().columnCount() == 3
    assert text_of(explore, "countsEven") == "–"
    assert text_of(explore, "countsTotal") == "1,680"


def test_pictures_of_the_hardest_are_drawn(qtbot: QtBot, open_counts: MakeCounts) -> None:
    explore = open_counts(NINE)
    run(qtbot, explore)
    pictures = []
    for mode in (LIGHT_MODE, DARK_MODE):
        theme().apply(mode)
        idle(qtbot, explore)
        icon = explore.boards.model().index(19, 0).data(Qt.ItemDataRole.DecorationRole)
        pictures.append(icon.pixmap(64, 64).toImage())
    assert pictures[0] != pictures[1]
    assert pictures[0].pixelColor(32, 32).alpha() > 0


@pytest.mark.thorough
def test_stopped_it_goes_on_where_it_was(qtbot: QtBot, open_counts: MakeCounts) -> None:
    explore = open_counts(LARGE)
    action(window_of(explore), "graphExplore").trigger()
    exploration = explore.exploration
    assert exploration is not None
    qtbot.waitUntil(lambda: exploration.states > 30_000, timeout=WAIT)
    action(window_of(explore), "graphStop").trigger()
    end(qtbot, explore)
    rows = cells(explore)
    assert text_of(explore, "countsDepth") == f"at least {len(rows) - 1}"
    assert "found, to depth" in window_of(explore).status.text()
    assert "so far" in text_of(explore, "boardsTitle")
    action(window_of(explore), "graphExplore").trigger()
    qtbot.waitUntil(lambda: explore.table.model().rowCount() > len(rows), timeout=WAIT)
    assert [row[1] for row in cells(explore)][: len(rows)] == [row[1] for row in rows]
    assert exploration is explore.exploration


def test_what_is_kept_on_disk_is_gone_on_from(
    qtbot: QtBot, open_counts: MakeCounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explorations, "_WORTH_KEEPING", 0.0)
    first = explorations.Exploration(NINE, GOAL)
    first.execute(lambda state: first.cancel() if len(state.counts) == 9 else None)
    explore = open_counts(NINE)
    assert "continues from earlier results on disk" in text_of(explore, "countsBefore")
    run(qtbot, explore)
    assert explore.exploration is not None
    assert explore.exploration.loaded_depth == 8
    assert explore.exploration.states == sum(COUNTS[9:])
    assert text_of(explore, "countsTotal") == "362,880"


@pytest.mark.parametrize("closed", ["graph", "main"])
@pytest.mark.examples(1)
def test_closing_ends_it(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch, closed: str
) -> None:
    main = program.open_window()
    main.document().open(LARGE)
    action(main, "actionExplore").trigger()
    window = find(main, StateGraphWindow, "graphWindow")
    explore = window.counts
    qtbot.waitUntil(lambda: not window.worker.busy, timeout=WAIT)
    action(window_of(explore), "graphExplore").trigger()
    exploration = explore.exploration
    assert exploration is not None
    qtbot.waitUntil(lambda: exploration.states > 10_000, timeout=WAIT)
    monkeypatch.setattr(counts_page, "CONFIRM_AFTER", 0.0)
    assert "An exploration is still running." in explore.running_work()
    assert main.is_unsaved()  # it asks before it is closed
    main._leaving = True
    (main if closed == "main" else window).close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.waitUntil(lambda: bool(exploration.state.reason), timeout=WAIT)


@pytest.mark.parametrize("suffix", [".txt", ".csv", ".json"])
@pytest.mark.examples(1)
def test_counts_are_written(
    qtbot: QtBot, open_counts: MakeCounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    suffix: str,
) -> None:  # fmt: skip
    explore = open_counts(FIVE)
    run(qtbot, explore)
    path = tmp_path / f"counts{suffix}"
    answer_export(monkeypatch, path)
    action(window_of(explore), "graphExport").trigger()
    qtbot.waitUntil(path.is_file, timeout=WAIT)
    text = path.read_text(encoding="utf-8")
    if suffix == ".json":
        assert json.loads(text)["depth"] == 21
    assert {".txt": "21", ".csv": "21,1,", ".json": "Five"}[suffix] in text


def test_the_plot_is_written_as_it_looks(
    qtbot: QtBot, open_counts: MakeCounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    explore = open_counts(FIVE)
    run(qtbot, explore)
    for suffix in (".png", ".svg"):
        path = tmp_path / f"plot{suffix}"
        answer_export(monkeypatch, path)
        action(window_of(explore), "graphExportPlot").trigger()
        qtbot.waitUntil(path.is_file, timeout=WAIT)
    image = QImage(str(tmp_path / "plot.png"))
    assert image.pixelColor(2, 2).name().upper() == theme().colours.panel.upper()
    drawing = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    assert "Five" in "".join(ET.fromstring(drawing).itertext())


def test_counts_that_cannot_be_written_are_told(
    qtbot: QtBot, open_counts: MakeCounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    explore = open_counts(FIVE)
    run(qtbot, explore)
    told: list[str] = []
    answer_export(monkeypatch, tmp_path / "no" / "x.csv")
    monkeypatch.setattr(dialogs, "show_problem", lambda *given: told.append(given[2]))
    action(window_of(explore), "graphExport").trigger()
    qtbot.waitUntil(lambda: bool(told), timeout=WAIT)
    assert "x.csv" in told[0]


@pytest.mark.thorough
def test_any_depth_opens_its_boards(qtbot: QtBot, open_counts: MakeCounts) -> None:
    explore = open_counts(NINE)
    run(qtbot, explore)
    main = main_of(explore)
    for depth in (3, 8):
        explore.table.selectRow(depth)
        idle(qtbot, explore)
        assert text_of(explore, "boardsTitle").startswith(f"Arrangements at distance {depth} (show")
        place = explore.boards.visualRect(explore.boards.model().index(5, 0)).center()
        qtbot.mouseClick(explore.boards.viewport(), LEFT, pos=place)
        opened = main.board()
        assert opened.title == f"Nine, {depth} moves"
        assert solve(opened, "bfs").length == depth
        idle(qtbot, explore)
        assert text_of(explore, "countsChosen").startswith(f"Needs {depth} moves.")
        main.undo()


def test_few_arrangements_are_counted_at_once(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    main = make_window(FIVE)
    action(main, "actionExplore").trigger()
    window = find(main, StateGraphWindow, "graphWindow")
    idle(qtbot, window.counts)
    assert text_of(window, "countsTotal") == "360"
    window.close()


def test_it_follows_the_board_of_the_main_window(
    qtbot: QtBot, make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_window(FIVE)
    main.commands.state_graph()
    window = find(main, StateGraphWindow, "graphWindow")
    idle(qtbot, window.counts)
    main.document().open(SIX)
    assert window.windowTitle() == "State graph: Six"
    idle(qtbot, window.counts)
    assert text_of(window, "countsTotal") == "120"
    window.show_neighbours()
    assert window.neighbours.current == window.neighbours.loader.transitions.vertex(SIX.initial())
    main.document().open(FIVE)
    assert window.neighbours.current == window.neighbours.loader.transitions.vertex(FIVE.initial())
    main.commands.state_graph()
    assert main.findChildren(StateGraphWindow) == [window]
    idle(qtbot, window.counts)
    assert text_of(window, "countsTotal") == "360"
    monkeypatch.setattr(
        counts_page, "CONFIRM_AFTER", 0.0
    )  # what took long is not thrown away unasked
    main.document().open(SIX)
    assert text_of(window, "countsTotal") == "360"
    assert window.other.isVisible()
    assert text_of(window, "graphOtherBoard") == (
        "This is the graph of “Five”, not of the board in the main window."
    )
    find(window, QPushButton, "graphFollowButton").click()
    assert not window.other.isVisible()
    idle(qtbot, window.counts)
    assert text_of(window, "countsTotal") == "120"
    window.close()


def test_a_board_with_problems_does_not_take_the_place_of_another(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    main = make_window(FIVE)
    main.commands.state_graph()
    window = find(main, StateGraphWindow, "graphWindow")
    idle(qtbot, window.counts)
    main.document().edit(FIVE.with_cell("start", (0, 0), 5), "type")
    assert text_of(window, "graphOtherBoard").endswith("The board in the main window has problems.")
    assert window.other.isVisible()
    main.undo()
    assert not window.other.isVisible()
    assert text_of(window, "countsTotal") == "360"
    window.close()
