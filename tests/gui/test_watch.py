"""The window in which searches are watched, driven as its user does."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QHelpEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QFileDialog,
    QTextBrowser,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from puzzlegui import cli
from puzzlegui.core.board import Board
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.documents.lessons import LESSONS, Lesson, find_lesson
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.engine.watching.methods import watchable_searches
from puzzlegui.engine.watching.step_view import RecordingViewer
from puzzlegui.exporters.formats import find_format
from puzzlegui.exporters.searches import SEARCH_FORMATS, Searches
from puzzlegui.exporters.settings import ExportSettings, ignore_progress
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.folders import Folders
from puzzlegui.gui.benchmark.window import BenchmarkWindow
from puzzlegui.gui.help.help_window import HelpWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.watch.lessons import LessonPanel, add_lesson
from puzzlegui.gui.watch.window import WatchWindow
from puzzlegui.gui.widgets import dialogs, export_dialog
from puzzlegui.gui.widgets.export_dialog import ExportDialog
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.side_window import SideWindow
from tests.boards import grid
from tests.gui.conftest import WAIT
from tests.gui.robot import click, text_of
from tools.clipping import faults

Watching = Callable[..., WatchWindow]


@pytest.fixture
def watching(qtbot: QtBot, settings: Settings) -> Iterator[Watching]:
    """Opens a window that has recorded a search."""
    windows: list[WatchWindow] = []

    def open_window(board: Board | str, solver: str = "", beside: str = "") -> WatchWindow:
        board = load_preset(board) if isinstance(board, str) else board
        window = WatchWindow(board, settings, solver, beside)
        windows.append(window)
        window.show()
        qtbot.waitExposed(window)
        qtbot.waitUntil(lambda: not window.is_recording, timeout=WAIT)
        return window

    yield open_window
    for window in windows:
        window.close()


def trigger(window: WatchWindow, name: str) -> None:
    action = window.findChild(QAction, name)
    assert action is not None
    action.trigger()


def test_the_action_opens_it(window: MainWindow, qtbot: QtBot) -> None:
    window.open_preset("eight-cpp")
    window.session.set_solver_options(solver="astar")
    action = window.findChild(QAction, "actionWatch")
    assert action is not None
    action.trigger()
    opened = window.findChild(WatchWindow)
    assert opened is not None
    qtbot.waitUntil(lambda: not opened.is_recording, timeout=WAIT)
    assert opened.panes[0].combo.currentData() == "astar"
    opened.close()


@pytest.mark.parametrize(
    ("told", "step", "last"),
    [
        (["--from", "11", "--steps", "10"], 11, 20),
        (["--steps", "20", "--beside", "dfs"], 1, 20),
        (["--from", "5000000"], 25, 25),
    ],
)
def test_the_command_line_says_where_it_begins(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, tmp_path: Path,
    told: list[str], step: int, last: int,
) -> None:  # fmt: skip
    def show(_loaded: Loaded, _folders: Folders, begin: Callable[[MainWindow], None]) -> int:
        begin(window)
        return 0

    monkeypatch.setattr("puzzlegui.cli.watch.open_window", show)
    window.open_preset("schonbrunn")
    search = ["watch", "preset:schonbrunn", "--solver", "bfs", "--folders", str(tmp_path)]
    assert cli.run([*search, *told], time.perf_counter()) == 0
    opened = window.findChild(WatchWindow)
    assert opened is not None
    qtbot.waitUntil(lambda: not opened.is_recording, timeout=WAIT)
    assert (opened.player.step + 1, opened.player.last + 1) == (step, last)
    opened.close()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["eight-cpp", "schonbrunn", "graphs-3x3-colours"])
def test_every_search_goes_to_the_goal_with_the_solvers_figures(
    watching: Watching, name: str, qtbot: QtBot
) -> None:
    board = load_preset(name)
    window = watching(board)
    pane = window.panes[0]
    for one in watchable_searches(board):
        pane.combo.setCurrentIndex(pane.combo.findData(one.name))
        qtbot.waitUntil(lambda: not window.is_recording, timeout=3 * WAIT)
        trigger(window, "watchGoal")
        solution = solve(board, one.name)
        assert pane.step_view is not None
        assert pane.step_view.step + 1 == solution.states
        assert pane.step_view.moves == len(solution.moves)
        shown = replace(solution, lower_bound=0)  # not one that this search has found
        assert shown.outcome() in pane.figures.text()
        assert "Solution: " in pane.answer.text()


def test_the_end_is_that_of_the_longer_search(watching: Watching) -> None:
    window = watching("eight-cpp", "bfs", "best-first")
    left, right = (pane.viewer for pane in window.panes)
    assert left is not None
    assert right is not None
    assert right.recording.count < left.recording.count
    trigger(window, "watchGoal")  # greedy search comes to it first
    assert window.player.step == right.goal_step()
    trigger(window, "watchLast")
    assert window.player.step == left.recording.count - 1


def test_what_the_tree_shows_is_explained(watching: Watching) -> None:
    window = watching("eight-cpp", "bfs")
    assert "hollow: generated" in text_of(window, "treeLegend")
    trigger(window, "watchLast")
    assert "Positions by depth" in text_of(window, "treeLegend")


def test_positions_in_the_queue_can_be_told_apart(watching: Watching) -> None:
    window = watching("eight-cpp", "best-first")
    for _ in range(12):
        trigger(window, "watchOn")
    listed = window.panes[0].next.model()
    texts = [listed.index(row, 0).data() for row in range(listed.rowCount())]
    assert len(set(texts)) == len(texts) > 5


def test_steps_go_on_and_back(watching: Watching) -> None:
    window = watching("eight-cpp", "bfs")
    pane = window.panes[0]
    assert pane.sentence.text() == "The start is expanded. Its neighbours join the queue."
    for _ in range(3):
        trigger(window, "watchOn")
    assert window.player.step == 3
    assert pane.step_view is not None
    seen = pane.step_view
    trigger(window, "watchLevel")
    assert window.player.step == 7
    for _ in range(4):
        trigger(window, "watchBack")
    assert pane.step_view == seen
    trigger(window, "watchFirst")
    assert window.player.step == 0
    assert window.count.text() == "Step 1 of 10,189"


def test_it_plays_to_the_end(watching: Watching, qtbot: QtBot) -> None:
    window = watching("schonbrunn", "dfs")
    while window.player.speed < 1000:
        trigger(window, "watchQuicker")
    trigger(window, "watchPlay")
    assert window.player.playing
    qtbot.waitUntil(lambda: not window.player.playing, timeout=WAIT)
    assert window.player.step == window.player.last == 21
    trigger(window, "watchPlay")  # again from the start
    assert window.player.step == 0
    trigger(window, "watchPlay")
    assert not window.player.playing


def test_a_node_that_is_clicked_shows_its_board_and_the_way(
    watching: Watching, qtbot: QtBot
) -> None:
    window = watching("eight-cpp", "bfs")
    window.player.go_to(40)
    pane = window.panes[0]
    shown = pane.tree.tree_layout
    assert shown is not None
    node = 20
    x, y = shown.node_points[node]
    qtbot.mouseClick(pane.tree, Qt.MouseButton.LeftButton, pos=QPoint(round(x), round(y)))
    assert pane.chosen_node == node
    assert pane.viewer is not None
    frame = pane.board_view.frame
    assert frame is not None
    assert frame.picture.values == pane.viewer.recording.position(node)
    assert pane.parts.text().startswith("4 moves from the start:")
    trigger(window, "watchOn")
    assert pane.chosen_node is None


def test_the_keys_go_through_the_tree(watching: Watching, qtbot: QtBot) -> None:
    window = watching("eight-cpp", "bfs")
    window.player.go_to(40)
    pane = window.panes[0]
    tree, watch = pane.tree, pane.viewer
    assert watch is not None
    recording = watch.recording
    assert tree.accessibleName() == "Search tree"
    window.activateWindow()
    tree.setFocus()
    qtbot.waitUntil(tree.hasFocus)
    here = recording.steps[40]
    assert tree.cursor_node == here
    assert "expanded at step 41" in tree.accessibleName()
    qtbot.keyClick(tree, Qt.Key.Key_Up)
    above = recording.before[here]
    assert tree.cursor_node == above
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    below = [node for node in range(recording.generated(40)) if recording.before[node] == above]
    assert tree.cursor_node == below[0]
    for after in below[1:]:
        qtbot.keyClick(tree, Qt.Key.Key_Right)
        assert tree.cursor_node == after
    assert window.player.step == 40  # the arrows are not those of the steps here
    assert pane.chosen_node is None
    before = tree.grab().toImage()
    qtbot.keyClick(tree, Qt.Key.Key_Left)
    assert tree.grab().toImage() != before
    for _ in range(8):
        qtbot.keyClick(tree, Qt.Key.Key_Up)
    assert tree.cursor_node == 0
    assert "the start" in tree.accessibleName()
    qtbot.keyClick(tree, Qt.Key.Key_Down)
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert pane.chosen_node == tree.cursor_node == 1
    assert pane.parts.text().startswith("1 move from the start:")
    qtbot.keyClick(tree, Qt.Key.Key_Escape)
    assert pane.chosen_node is None
    assert tree.cursor_node == here
    pane.next.setFocus()
    assert tree.accessibleName() == "Search tree"


def test_a_row_of_what_is_next_shows_its_board(watching: Watching) -> None:
    window = watching("eight-cpp", "astar")
    pane = window.panes[0]
    window.player.go_to(10)
    pane.next.clicked.emit(pane.next.model().index(0, 0))
    assert pane.viewer is not None
    assert pane.chosen_node == pane.viewer.recording.steps[11]


def test_all_that_waits_is_listed_at_the_first_step(watching: Watching) -> None:
    window = watching("eight-cpp", "best-first", "stack")
    for pane, where in zip(window.panes, ("in the queue", "on the stack"), strict=True):
        assert pane.figures.text() == f"1 expanded, 2 {where}."
        assert pane.next.model().rowCount() == 2


def test_two_searches_go_side_by_side(watching: Watching, qtbot: QtBot) -> None:
    window = watching("eight-cpp", "best-first", "bfs")
    assert [pane.combo.currentData() for pane in window.panes] == ["best-first", "bfs"]
    window.player.go_to(300)
    assert [pane.step_view and pane.step_view.step for pane in window.panes] == [300, 300]
    window.player.go_to(5000)  # the first has ended
    assert [pane.step_view and pane.step_view.step for pane in window.panes] == [469, 5000]
    assert "Solved in 50 moves" in window.panes[0].figures.text()
    trigger(window, "watchBeside")
    assert len(window.panes) == 1
    trigger(window, "watchBeside")
    qtbot.waitUntil(lambda: not window.is_recording, timeout=WAIT)
    assert len(window.panes) == 2


def test_the_numbers_that_guide_a_search_stand_on_the_board(watching: Watching) -> None:
    window = watching("eight-cpp", "astar")
    pane = window.panes[0]
    assert "0 made + 12 estimated = 12." in pane.parts.text()
    assert pane.viewer is not None
    parts = pane.viewer.breakdown(0)
    assert parts is not None
    assert sum(parts.cells.values()) == 12


@pytest.mark.parametrize("suffix", [".gif", ".webp", ".html"])
@pytest.mark.parametrize("beside", ["", "bfs"])
@pytest.mark.examples(2)
def test_what_is_shown_is_exported_from_the_step_on(
    watching: Watching, beside: str, suffix: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot,
) -> None:  # fmt: skip
    window = watching("schonbrunn", "dfs", beside)
    window.player.go_to(15)
    path, asked = tmp_path / f"search{suffix}", []

    def ask(
        _parent: object, _worker: object, request: ExportRequest[Any], then: Callable[..., None]
    ) -> None:
        asked.append(request)
        format_ = find_format(path, request.formats)
        then(format_, replace(request.settings, size=100))

    monkeypatch.setattr(export_dialog, "ask_export", ask)
    monkeypatch.setattr(dialogs, "choose_save_path", lambda *asked: asked[-1](path))
    trigger(window, "watchExport")
    qtbot.waitUntil(window.exported.isVisible, timeout=WAIT)
    assert text_of(window, "writtenLabel") == f"Exported {path.name}"
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    window.exported.open.click()
    assert opened == [str(path)]
    [request] = asked
    assert request.name.endswith("-dfs-bfs" if beside else "-dfs")
    recorded = [pane.viewer.recording for pane in window.panes if pane.viewer is not None]
    watches = [RecordingViewer(recording) for recording in recorded]
    assert len(watches) == (2 if beside else 1)
    shown = Searches(watches, 15, request.content.last)
    format_ = find_format(path, SEARCH_FORMATS)
    assert format_ is not None
    settings = ExportSettings(theme=theme().name, speed=2, size=100)
    again = b"".join(format_.write(shown, settings, ignore_progress))
    assert again == path.read_bytes()


def test_what_cannot_be_solved_says_why(watching: Watching) -> None:
    window = watching(RotationBoard(grid("2 1/3 4"), grid("1 2/3 4")))
    assert window.panes[0].sentence.text().startswith("Not solvable")
    trigger(window, "watchOn")
    trigger(window, "watchGoal")
    trigger(window, "watchPlay")


@pytest.mark.examples(1)
@pytest.mark.parametrize("lesson", [one for one in LESSONS.values() if not one.compared])
def test_a_lesson_leads_from_moment_to_moment(
    window: MainWindow, lesson: Lesson, qtbot: QtBot
) -> None:
    action = window.findChild(QAction, f"actionLesson-{lesson.name}")
    assert action is not None
    action.trigger()
    opened = window.findChild(WatchWindow)
    assert opened is not None
    panel = opened.findChild(LessonPanel)
    assert panel is not None
    steps = lesson.steps()
    shown: tuple[str, ...] = ()
    for number, step in enumerate(steps, 1):
        assert text_of(opened, "lessonCount") == f"Step {number} of {len(steps)}"
        assert panel.text.toPlainText().startswith(lesson.title)
        assert panel.step.question in panel.text.toPlainText()
        shown = step.show or shown
        assert tuple(pane.combo.currentData() for pane in opened.panes) == shown
        qtbot.waitUntil(
            lambda: not opened.is_recording and not opened._target_step, timeout=3 * WAIT
        )
        if isinstance(step.at, int):
            assert opened.player.step == step.at - 1
        else:
            watch = opened.panes[int(step.at[-1]) - 1].viewer
            assert watch is not None
            assert opened.player.step == watch.goal_step()
        for at, choice in enumerate(step.choices):
            panel.text.anchorClicked.emit(QUrl(f"choice:{at}"))
            assert panel.text.toPlainText().endswith(choice.why)
        if number < len(steps):
            panel.next.click()
    panel.back.click()
    assert text_of(opened, "lessonCount") == f"Step {len(steps) - 1} of {len(steps)}"
    panel.next.click()
    names = list(LESSONS)
    panel.next.click()
    following = names[names.index(lesson.name) + 1]
    others = [w for w in window.findChildren(SideWindow) if w is not opened and w.isVisible()]
    assert len(others) == 1
    assert LESSONS[following].title in text_browser(others[0]).toPlainText()
    others[0].close()


def text_browser(window: QWidget) -> QTextBrowser:
    found = window.findChild(QTextBrowser, "lessonText")
    assert found is not None
    return found


def test_the_help_opens_a_lesson(window: MainWindow) -> None:
    window.options.show_help()
    shown = window.findChild(HelpWindow)
    assert shown is not None
    shown.open_page("Iterative deepening")
    assert "Open the lesson" in shown.text.toPlainText()
    shown.text.anchorClicked.emit(QUrl("lesson:deepening"))
    opened = window.findChild(WatchWindow)
    assert opened is not None
    assert opened.panes[0].combo.currentData() == "iddfs"
    opened.close()
    shown.close()


def test_the_lesson_of_macro_moves_opens_a_comparison(window: MainWindow) -> None:
    action = window.findChild(QAction, "actionLesson-macro-moves")
    assert action is not None
    action.trigger()
    opened = window.findChild(BenchmarkWindow)
    assert opened is not None
    panel = opened.findChild(LessonPanel)
    assert panel is not None
    for step in find_lesson("macro-moves").steps():
        assert set(opened.setup.solver_names) == set(step.show)
        panel.next.click()
    assert not panel.next.isEnabled()  # it is the last lesson
    title = load_preset("graphs-4x4-two-colours").title
    assert [opened.setup.boards.item(n).text() for n in range(opened.setup.boards.count())] == [
        title
    ]
    opened.close()


@pytest.mark.parametrize("size", [(1366, 698), (1280, 650), (1024, 530)])
@pytest.mark.parametrize("beside", ["", "best-first"])
def test_nothing_is_clipped(watching: Watching, size: tuple[int, int], beside: str) -> None:
    window = watching("eight-cpp", "astar", beside)
    window.resize(*size)
    for step in (0, 40, 73):
        window.player.go_to(step)
        QApplication.processEvents()
        assert faults(window, scrolls=size[0] < 1200) == []
    assert window.size().toTuple() == size


@pytest.mark.thorough
def test_a_lesson_fits(watching: Watching) -> None:
    window = watching("eight-cpp", "stack", "bfs")
    add_lesson(window, find_lesson("depth-first")).show_step()
    window.resize(1366, 698)
    window.player.go_to(2000)
    QApplication.processEvents()
    assert faults(window) == []
    assert window.width() == 1366


def test_it_ends_with_the_main_window(make_window: Callable[..., MainWindow], qtbot: QtBot) -> None:
    main = make_window(load_preset("mystery-box"))
    action = main.findChild(QAction, "actionWatch")
    assert action is not None
    action.trigger()
    opened = main.findChild(WatchWindow)
    assert opened is not None
    qtbot.waitUntil(lambda: opened.player.last > 100, timeout=WAIT)  # and the fixture closes main


def test_it_can_be_stopped_and_closed_at_work(qtbot: QtBot, settings: Settings) -> None:
    window = WatchWindow(load_preset("mystery-box"), settings, "iddfs", "bfs")
    window.show()
    qtbot.waitUntil(lambda: window.player.last > 1000, timeout=WAIT)
    trigger(window, "watchStop")
    qtbot.waitUntil(lambda: not window.is_recording, timeout=WAIT)
    assert "are kept" in window.panes[0].figures.text() or window.player.last > 1000
    window.panes[0].combo.setCurrentIndex(1)
    window.close()


@pytest.mark.parametrize("at_work", [True, False])
def test_closing_it_frees_what_was_recorded_at_once(
    qtbot: QtBot, settings: Settings, monkeypatch: pytest.MonkeyPatch, *, at_work: bool
) -> None:
    monkeypatch.setattr(gc, "collect", lambda *_: 0)  # as while another window is at work
    board = load_preset("mystery-box" if at_work else "eight-cpp")
    window = WatchWindow(board, settings, "iddfs" if at_work else "astar", "bfs")
    window.show()
    held = []
    begun = window.panes[: 1 if at_work else 2]
    qtbot.waitUntil(lambda: all(pane.viewer is not None for pane in begun), timeout=WAIT)
    for pane in begun:
        assert pane.viewer is not None
        held.append(weakref.ref(pane.viewer.recording))
    qtbot.waitUntil(lambda: at_work or not window.is_recording, timeout=WAIT)
    trigger(window, "watchBeside")
    window.close()
    qtbot.waitUntil(lambda: not any(each() for each in held), timeout=WAIT)


@pytest.mark.thorough
def test_a_search_can_be_taken_away_whatever_happens_to_it(
    qtbot: QtBot, settings: Settings
) -> None:
    windows = [
        WatchWindow(load_preset(name), settings, "iddfs", "bfs")
        for name in ("mystery-box", "graphs-3x3-colours")
    ]
    for window in windows:
        window.show()
    qtbot.waitUntil(lambda: all(window.player.last > 100 for window in windows), timeout=WAIT)
    for turn in range(20):
        window = windows[turn % 2]
        action = window.findChild(QAction, "watchBeside")
        button = next(b for b in window.findChildren(QToolButton) if b.defaultAction() is action)
        tree = window.panes[-1].tree
        point = QPoint(turn % max(1, tree.width()), 20)
        for kind in (QEvent.Type.ToolTip, QEvent.Type.WhatsThis):
            told = QHelpEvent(kind, point, tree.mapToGlobal(point))
            QApplication.postEvent(tree, told)
        QApplication.postEvent(tree, QEvent(QEvent.Type.StyleChange))
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        if turn % 3 == 0:
            del tree
            gc.collect()
        if turn % 4:
            QApplication.processEvents()
        window.panes[0].combo.setCurrentIndex(turn % 2 if turn % 8 == 0 else 0)
    assert all(window.is_recording for window in windows[:1])
    for window in windows:
        window.close()
        gc.collect()
        QApplication.processEvents()


CHOOSE_SAVE_PATH, ASK_EXPORT = dialogs.choose_save_path, export_dialog.ask_export
"""Before the tests refuse it."""


@pytest.mark.parametrize("ending", ["accept", "reject"])
def test_the_dialogs_of_an_export_wait_beside_a_search_at_work(
    watching: Watching, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    """The worker reports while it is open."""
    monkeypatch.setattr(dialogs, "choose_save_path", CHOOSE_SAVE_PATH)
    window = watching("schonbrunn", "bfs")
    window.settings["folder"] = str(tmp_path)
    monkeypatch.setattr(export_dialog, "ask_export", ASK_EXPORT)
    trigger(window, "watchExport")
    asked = window.findChild(ExportDialog)
    assert asked is not None
    formats = asked.panel.formats
    formats.setCurrentIndex(formats.findData("html"))
    trigger(window, "watchBeside")  # another search begins
    click(qtbot, asked.buttons.button(QDialogButtonBox.StandardButton.Save))
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.selectFile(str(tmp_path / "search.html"))
    getattr(dialog, ending)()
    qtbot.waitUntil(lambda: not window.is_recording, timeout=WAIT)
    if ending == "accept":
        qtbot.waitUntil(lambda: any(tmp_path.glob("search.*")), timeout=WAIT)
        qtbot.waitUntil(window.exported.isVisible, timeout=WAIT)
    else:
        assert not list(tmp_path.glob("search.*"))
        assert asked.isVisible()
        asked.reject()
