"""The page of the state graph that shows neighbours and shortest paths, driven by its user."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.graph.neighbourhood import NEARER
from puzzlegui.engine.run import solve
from puzzlegui.gui.graph.diagram_view import DiagramView
from puzzlegui.gui.graph.loader import GraphLoader
from puzzlegui.gui.graph.neighbours_page import NeighboursPage
from puzzlegui.gui.graph.window import StateGraphWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.render.diagram_painter import node_rect
from tests.gui.conftest import WAIT
from tests.gui.robot import answer_export

Walking = Callable[..., NeighboursPage]


@pytest.fixture
def walking(qtbot: QtBot, settings: Settings) -> Iterator[Walking]:
    """Opens a window that has found what there is to be known."""
    windows: list[StateGraphWindow] = []

    def open_window(board: Board | str, *, wait: bool = True) -> NeighboursPage:
        board = load_preset(board) if isinstance(board, str) else board
        window = StateGraphWindow(board, settings)
        windows.append(window)
        window.show_neighbours()
        window.show()
        qtbot.waitExposed(window)
        if wait:
            settle(window.neighbours, qtbot)
        return window.neighbours

    yield open_window
    for window in windows:
        window.close()


def graph_of(page: QWidget) -> StateGraphWindow:
    window = page.window()
    assert isinstance(window, StateGraphWindow)
    return window


def settle(window: NeighboursPage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.loader.busy, timeout=WAIT)


def trigger(window: QWidget, name: str) -> None:
    action = window.window().findChild(QAction, name)
    assert action is not None
    assert action.isEnabled()
    action.trigger()


def click(view: DiagramView, number: int, qtbot: QtBot) -> None:
    assert view.diagram is not None
    room = node_rect(view.diagram.nodes[number], view.scale_).translated(view.origin)
    place = view.mapFromScene(room.center())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))


def test_the_action_opens_it_where_the_main_window_is(window: MainWindow, qtbot: QtBot) -> None:
    window.open_preset("eight-cpp")
    solution = solve(window.board())
    window.use_solution(solution)
    window.show_solution()
    window.timeline().go_to(3)
    action = window.findChild(QAction, "actionWalk")
    assert action is not None
    action.trigger()
    graph = window.findChild(StateGraphWindow)
    assert graph is not None
    walk = graph.neighbours
    settle(walk, qtbot)
    line = window.session.sequence
    assert line is not None
    assert walk.current == line[3]
    trigger(walk, "graphNearer")
    settle(walk, qtbot)
    trigger(walk, "graphOpen")
    assert window.board().initial() == walk.current
    assert window.board().grid("goal") == solution.board.grid("goal")
    graph.close()


def test_it_begins_at_one_of_the_hardest_arrangements(window: MainWindow, qtbot: QtBot) -> None:
    window.open_preset("graphs-3x3-colours")
    window.commands.state_graph()
    graph = window.findChild(StateGraphWindow)
    assert graph is not None
    counts = graph.counts
    qtbot.waitUntil(lambda: counts.boards.model().rowCount() > 0, timeout=WAIT)
    counts.boards.setCurrentIndex(counts.boards.model().index(0, 0))
    trigger(counts, "graphShowNeighbours")
    settle(graph.neighbours, qtbot)
    assert graph.neighbours.panel.distance.text() == "7 moves to the goal."
    assert graph.neighbours.current == counts.board_of(0).initial()
    graph.close()


def test_a_wanted_sum_is_left_out_and_kept(walking: Walking, qtbot: QtBot) -> None:
    board = load_preset("schonbrunn-hard")
    window = walking(board)
    assert graph_of(window).status.text().startswith("The target sum is ignored")
    opened: list[Board] = []
    window.board_requested.connect(opened.append)
    trigger(window, "graphNearer")
    settle(window, qtbot)
    trigger(window, "graphOpen")
    assert opened == [board.with_fields(start=window.current[-1])]


def test_a_click_goes_there_and_back(walking: Walking, qtbot: QtBot) -> None:
    window = walking("mystery-box")
    begin = window.current
    around = window.loader.neighbourhood
    assert around is not None
    assert window.panel.distance.text() == "10 moves to the goal."
    assert window.panel.neighbours.text() == "4 neighbours: 3 nearer and 1 farther."
    assert window.heading.text().startswith("85 arrangements shown. 250 more are 4 moves away")
    click(window.neighbours_view, 7, qtbot)
    settle(window, qtbot)
    there = around.members[7].vertex
    assert window.current == there
    assert window.loader.neighbourhood is not None
    assert window.loader.neighbourhood.centre == there
    trigger(window, "graphBack")
    assert window.current == begin
    trigger(window, "graphForward")
    assert window.current == there
    settle(window, qtbot)
    trigger(window, "graphStart")
    assert window.current == begin


@pytest.mark.parametrize("name", ["mystery-box", "maze-8x8"])
@pytest.mark.examples(1)
def test_steps_nearer_lead_to_the_goal(walking: Walking, qtbot: QtBot, name: str) -> None:
    board = load_preset(name)
    window = walking(board)
    steps = 0
    while window.current != window.loader.transitions.goal:
        trigger(window, "graphNearer")
        settle(window, qtbot)
        steps += 1
    assert steps == len(solve(board, "optimal" if board.has_tiles else "bfs").moves)
    assert window.panel.distance.text() == "This is the goal."
    assert window._nearest() is None


@pytest.mark.thorough
def test_without_an_exploration_ways_prove_what_is_nearer(walking: Walking, qtbot: QtBot) -> None:
    window = walking("fifteen-book")
    assert not window.loader.exact
    assert window.panel.distance.text() == "18 moves to the goal."
    assert window.panel.neighbours.text() == "3 neighbours: 1 nearer and 2 not nearer."
    trigger(window, "graphNearer")
    settle(window, qtbot)
    assert window.panel.distance.text() == "17 moves to the goal."


def test_nearer_ones_are_marked(walking: Walking) -> None:
    window = walking("graphs-3x3-colours")
    diagram = window.neighbours_view.diagram
    assert diagram is not None
    known = window.loader.distances
    here = known[window.current].exact
    assert here == 7
    for spot in diagram.nodes[1:]:
        moves = known[spot.vertex].exact
        assert moves is not None
        assert spot.caption == str(moves)
        assert (spot.relation == NEARER) == (moves < here)


def test_keys_go_from_board_to_board(walking: Walking, qtbot: QtBot) -> None:
    window = walking("mystery-box")
    view = window.neighbours_view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    first = view.cursor_number
    assert first > 0
    assert view.diagram is not None
    assert view.diagram.nodes[first].x > view.diagram.nodes[0].x
    assert "to the goal" in window.panel.hovered.text()
    assert view.accessibleDescription() == window.panel.hovered.text()
    there = view.diagram.nodes[first].vertex
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert window.current == there


def test_shortest_ways_are_drawn(walking: Walking, qtbot: QtBot) -> None:
    window = walking("graphs-3x3-colours")
    trigger(window, "graphPaths")
    settle(window, qtbot)
    assert window.heading.text() == "8 shortest paths from A to B, each 7 moves long."
    diagram = window.paths_view.diagram
    assert diagram is not None
    assert len(diagram.nodes) == 50
    assert len(diagram.edges) == 8 * 7
    click(window.paths_view, 9, qtbot)
    settle(window, qtbot)
    assert window.current == diagram.nodes[9].vertex
    assert window.heading.text() == "1 shortest path from A to B, 5 moves long."
    trigger(window, "graphB")
    trigger(window, "graphStart")
    settle(window, qtbot)
    assert window.heading.text() == "1 shortest path from A to B, 2 moves long."
    trigger(window, "graphClearEnds")
    settle(window, qtbot)
    assert window.heading.text().startswith("8 shortest paths")


@pytest.mark.thorough
def test_nothing_is_said_that_is_not_proved(walking: Walking) -> None:
    window = walking("grid-30x30")
    assert window.panel.distance.text().startswith("Distance to the goal: unknown, at least")
    assert window.panel.neighbours.text() == "64 of 1,682 neighbours shown."
    assert window.neighbours_view.diagram is not None
    assert {spot.relation for spot in window.neighbours_view.diagram.nodes} == {""}
    assert window.panel.paths.text().startswith("Every path from A to B needs at least")
    window = walking("fifteen-loyd")
    assert window.panel.distance.text() == "The goal cannot be reached from here."
    assert window.panel.paths.text().startswith("There is no path from A to B. Not solvable")
    diagram = window.neighbours_view.diagram
    assert {spot.relation for spot in diagram.nodes} == {""} if diagram else 0


def test_looking_can_be_stopped(walking: Walking, qtbot: QtBot) -> None:
    window = walking("shift-4x4", wait=False)
    qtbot.waitUntil(lambda: "ways" in window.loader._pending, timeout=WAIT)
    trigger(window, "graphStop")
    assert not window.loader.busy
    assert window.panel.distance.text().startswith("Distance to the goal: unknown")
    button = window.findChild(QPushButton, "graphNearerButton")
    assert button is not None
    assert not button.isEnabled()


@pytest.mark.parametrize(("page", "suffix"), [("graphNeighbours", ".png"), ("graphPaths", ".svg")])
@pytest.mark.examples(1)
def test_pictures_are_written(
    walking: Walking,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
    suffix: str,
) -> None:
    window = walking("mystery-box")
    trigger(window, page)
    settle(window, qtbot)
    path = tmp_path / f"walk{suffix}"
    answer_export(monkeypatch, path)
    trigger(window, "graphExport")
    qtbot.waitUntil(path.exists, timeout=WAIT)
    qtbot.waitUntil(lambda: not graph_of(window).worker.busy, timeout=WAIT)
    if suffix == ".png":
        assert not QImage(str(path)).isNull()
    else:
        assert path.read_text(encoding="utf-8").count("<text") > 3


def test_closing_while_it_computes_frees_it(qtbot: QtBot, settings: Settings) -> None:
    def gone() -> weakref.ref[GraphLoader]:
        window = StateGraphWindow(load_preset("shift-4x4"), settings)
        window.show_neighbours()
        window.show()
        looking = window.neighbours.loader
        qtbot.waitUntil(lambda: "ways" in looking._pending, timeout=WAIT)
        window.close()
        return weakref.ref(looking)

    held = gone()

    def is_free() -> bool:
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        return held() is None

    qtbot.waitUntil(is_free, timeout=WAIT)
