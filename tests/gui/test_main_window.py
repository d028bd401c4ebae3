from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QGraphicsView,
    QLineEdit,
    QProgressDialog,
    QPushButton,
    QSlider,
    QToolBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from puzzlegui.core.solution import LazyReplay, Replay, Replayer, Solution, Status
from puzzlegui.documents.boardfile import (
    BOARD_FORMAT,
    MAX_BYTES,
    Loaded,
    dump_board,
    dump_solution,
)
from puzzlegui.documents.loading import load_board
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine.run import solve as solve_board
from puzzlegui.families.creation import new_board
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.files import importing
from puzzlegui.gui.files.import_sheet import ImportSheet
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.puzzle import PuzzleState, PuzzleStateCache
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE
from puzzlegui.gui.playback.solutions import SolutionTable
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.progress_dialog import run_modal
from puzzlegui.gui.widgets.repair_button import RepairButton
from puzzlegui.render.style import contrast_ratio
from puzzlegui.solvers.control import Control, Outcome, SearchStopped
from puzzlegui.solvers.enumeration import MAX_LISTED
from puzzlegui.solvers.solver import Solver
from tests.gui.conftest import WAIT
from tests.gui.robot import action as action_named
from tests.gui.robot import answer_export, choose_solver, click, click_cell, find, solve, text_of


def test_names_that_others_rely_on(window: MainWindow) -> None:
    for name in (
        "boardView", "goalView", "solverCombo", "solveButton", "stopButton", "statsLabel",
        "verdictLabel", "moveTable", "positionSlider", "playButton", "stepForwardButton",
        "stepBackButton", "gallery",
    ):  # fmt: skip
        find(window, QWidget, name)
    for name in ("New", "Open", "Save", "Undo", "Redo", "Solve", "Stop", "Export"):
        assert window.findChild(QAction, f"action{name}") is not None


def test_a_board_can_be_given(make_window: Callable[..., MainWindow]) -> None:
    board = new_board("sliding", 3, 4, 1)
    window = make_window(board)
    assert window.board() == board
    assert window.solution() is None


@pytest.mark.examples(7)
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_shown(window: MainWindow, name: str) -> None:
    window.open_preset(name)
    assert window.board() == load_preset(name)
    view, goal = find(window, BoardView, "boardView"), find(window, BoardView, "goalView")
    assert view.frame is not None
    assert view.frame.picture == window.board().picture()
    assert goal.isVisible() == (window.board().goal_picture() is not None)
    assert text_of(window, "verdictLabel")
    assert name in PRESETS


def test_open_path(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "mine.puzzle"
    board = load_preset("eight-cpp").with_fields(title="Mine")
    path.write_text(dump_board(board), encoding="utf-8")
    assert window.open_path(path)
    assert window.board() == board
    assert window.windowTitle().startswith("mine.puzzle[*]")
    assert not window.isWindowModified()


def test_open_a_solution(window: MainWindow, tmp_path: Path) -> None:
    solution = solve_board(load_preset("mystery-box"))
    path = tmp_path / "solution.json"
    path.write_text(dump_solution(solution), encoding="utf-8")
    assert window.open_path(path)
    found = window.solution()
    assert found is not None
    assert found.moves == solution.moves
    assert find(window, QSlider, "positionSlider").maximum() == 10


def test_a_wrong_solution_is_not_shown(
    window: MainWindow, tmp_path: Path, sheet: Callable[[], ImportSheet]
) -> None:
    board = load_preset("mystery-box")
    wrong = Solution(board, "x", Status.SOLVED, board.parse_moves("A1 A1"))
    path = tmp_path / "wrong.json"
    path.write_text(dump_solution(wrong), encoding="utf-8")
    window.open_path(path)
    assert window.solution() is None
    assert "the goal is not reached" in sheet().problems.text()


def test_a_bad_file_leaves_what_is_open(
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sheet: Callable[[], ImportSheet],
) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, title, text: said.append(text))
    before = window.board()
    path = tmp_path / "bad.puzzle"
    path.write_text('{"format": "puzzlegui/board",\n "version": 9}')
    assert not window.open_path(path)
    assert not window.open_path(tmp_path / "none")
    assert window.board() == before
    assert "Line 2, column 13: the file has version 9" in sheet().problems.text()
    assert "cannot be read" in said[0]


def test_save_and_unsaved_changes(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "saved.puzzle"
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: path)
    document = window.document()
    document.edit(document.board.with_fields(title="Edited"), "retitle")
    assert window.isWindowModified()
    assert window.files.saving.save()
    assert not window.isWindowModified()
    assert load_board(path).title == "Edited"
    document.edit(document.board.with_fields(title="Again"), "retitle")

    answers = iter(["", dialogs.SAVE, dialogs.DISCARD])

    def answer(_window: object, _name: str, then: Callable[[str], None]) -> None:
        if chosen := next(answers):
            then(chosen)

    monkeypatch.setattr(dialogs, "ask_unsaved", answer)
    window.open_preset("eight-cpp")
    assert document.board.title == "Again"  # stayed
    window.open_preset("eight-cpp")
    assert load_board(path).title == "Again"  # saved first
    assert window.board() == load_preset("eight-cpp")
    document.edit(document.board.with_fields(title="Gone"), "retitle")
    window.open_preset("schonbrunn")
    assert window.board() == load_preset("schonbrunn")


def test_a_full_disk_is_said(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, title, text: said.append(title))
    monkeypatch.setattr(dialogs, "ask_save_path", lambda *_: tmp_path / "no" / "x.txt")
    assert not window.files.saving.save_as()
    window.open_preset("schonbrunn")
    window.use_solution(solve_board(window.board()))
    answer_export(monkeypatch, tmp_path / "no" / "x.gif")
    window.export()
    qtbot.waitUntil(lambda: len(said) == 2, timeout=WAIT)
    assert said == ["Could not save the board", "Could not write the file"]


def test_unsolvable_board_has_its_reason_and_fix_in_solve(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("fifteen-loyd")
    window.solve()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert window.solution() is None
    assert text_of(window, "outcomeLabel") == "Not solvable."
    assert text_of(window, "verdictLabel").startswith("Not solvable: ")
    fix = find(window, RepairButton, "repairButton")
    assert fix.isVisible()
    fix.setFocus()
    frame = window.board_view().frame
    assert frame is not None
    assert frame.marks.highlighted == frozenset({(3, 1), (3, 2)})
    qtbot.keyClick(fix, Qt.Key.Key_Space)
    assert window.mode() == "solution"
    assert text_of(window, "verdictLabel").startswith("Already solved")


@pytest.mark.parametrize("name", ["actionSolve", "actionPlay", "actionRate"])
def test_actions_name_the_problem_of_a_board(window: MainWindow, name: str) -> None:
    window.document().edit(load_preset("mystery-box").with_cell("start", (0, 0), 8), "type")
    action = action_named(window, name)
    assert action.isEnabled()
    action.trigger()
    message = window.statusBar().currentMessage()
    assert message.startswith("This board cannot be ")
    assert window.session.problem_text in message
    assert find(window, RepairButton, "repairButton").hasFocus()
    assert window.mode() == "design"
    assert action_named(window, "actionDesign").isChecked()


def test_a_mazes_sum_is_decided_in_the_worker(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("schonbrunn-hard")
    qtbot.waitUntil(
        lambda: text_of(window, "verdictLabel") == "Solvable. A path with the target sum exists.",
        timeout=WAIT,
    )


def test_cancel_and_live_figures(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("twiddle-4x4")
    window.settings["seconds"] = 600
    choose_solver(window, "bfs")
    click(qtbot, find(window, QPushButton, "solveButton"))
    qtbot.waitUntil(lambda: "Depth" in text_of(window, "statsLabel"), timeout=WAIT)
    stats = text_of(window, "statsLabel")
    for figure in ("Time", "States/s", "Depth", "Lower bound", "Memory"):
        assert figure in stats
    qtbot.waitUntil(lambda: text_of(window, "statsLabel") != stats, timeout=WAIT)
    click(qtbot, find(window, QPushButton, "stopButton"))
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert text_of(window, "outcomeLabel").startswith("Cancelled.")


def test_limits_of_the_panel(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("mystery-box")
    window.panel().moves.setValue(9)
    window.solve()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert "at least 10 moves needed" in text_of(window, "outcomeLabel")


def test_another_board_ends_the_run(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("twiddle-4x4")
    choose_solver(window, "bfs")
    window.solve()
    window.open_preset("eight-cpp")
    assert not window.solving()
    assert solve(qtbot, window).length == 16


def test_closing_while_solving(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("twiddle-4x4")
    choose_solver(window, "bfs")
    window.solve()
    qtbot.wait(50)
    window.close()
    assert not window.isVisible()


def test_a_solver_that_cannot_serve_says_so(window: MainWindow) -> None:
    window.open_preset("two-by-three")
    choose_solver(window, "peel")
    window.solve()
    assert "Peel needs a board of at least 3×3" in text_of(window, "outcomeLabel")


@pytest.mark.usefixtures("in_process")
def test_a_failing_solver_is_reported(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    from puzzlegui.solvers.solver import Solver

    def broken(_board: object, _control: object) -> None:
        raise RuntimeError("something broke")

    monkeypatch.setattr(Solver, "load", lambda _self: broken)
    window.solve()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert text_of(window, "outcomeLabel") == "The solver failed: RuntimeError: something broke"


def test_the_solution_comes_back_with_its_board(qtbot: QtBot, window: MainWindow) -> None:
    solution = solve(qtbot, window)
    window.open_preset("eight-cpp")
    assert window.solution() is None
    window.open_preset("mystery-box")
    assert window.solution() == solution
    document = window.document()
    document.edit(document.board.with_cell("start", (0, 0), 1), "type")
    assert window.solution() is None
    document.undo_stack.undo()
    assert window.solution() == solution


def test_copy_moves(qtbot: QtBot, window: MainWindow) -> None:
    solution = solve(qtbot, window)
    window.commands.copy_moves()
    text = QGuiApplication.clipboard().text()
    assert window.board().parse_moves(text) == solution.moves


def test_keys_on_the_board_follow_the_solution(qtbot: QtBot, window: MainWindow) -> None:
    solve(qtbot, window)
    view = find(window, BoardView, "boardView")
    timeline = window.timeline()
    for key, position in (
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Right, 2),
        (Qt.Key.Key_Left, 1),
        (Qt.Key.Key_End, 10),
        (Qt.Key.Key_Home, 0),
    ):
        qtbot.keyClick(view, key)
        assert timeline.position == position
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert timeline.playing
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert not timeline.playing


@pytest.mark.parametrize("mode", [LIGHT_MODE, DARK_MODE])
@pytest.mark.parametrize("preset", ["mystery-box", "grid-30x30", "schonbrunn"])
def test_fits_a_small_window(
    qtbot: QtBot, make_window: Callable[..., MainWindow], preset: str, mode: str
) -> None:
    window = make_window(load_preset(preset), mode=mode)
    minimum = window.minimumSizeHint()
    assert minimum.width() <= 900
    assert minimum.height() <= 600
    window.resize(QSize(900, 600))
    assert window.size() == QSize(900, 600)
    assert not window.grab().isNull()
    colours = theme().colours
    for ink in (colours.text, colours.faint, colours.good, colours.bad, colours.doubt):
        for ground in (
            colours.window, colours.panel, colours.card, colours.field, colours.raised,
            colours.chosen,
        ):  # fmt: skip
            assert contrast_ratio(ink, ground) >= 4.5
    assert contrast_ratio(colours.on_accent, colours.accent) >= 4.5
    assert contrast_ratio(colours.text, colours.lifted) >= 4.5


def test_everything_has_a_name_and_the_keys_reach_it(window: MainWindow) -> None:
    kinds = (
        QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit, QSlider, QAbstractItemView,
        QGraphicsView,
    )  # fmt: skip
    for kind in kinds:
        for widget in window.findChildren(kind):
            if not _is_our_own(widget):
                continue
            if any(bar.isAncestorOf(widget) for bar in window.findChildren(QToolBar)):
                assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            assert widget.accessibleName() or text, (widget, widget.objectName())


def _is_our_own(widget: QWidget) -> bool:
    """Whether a widget is none of the parts that Qt makes its widgets of."""
    name = widget.metaObject().className()
    if widget.objectName().startswith("qt_") or name in (
        "QTableCornerButton", "QHeaderView", "QDockWidgetTitleButton",
    ):  # fmt: skip
        return False
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QComboBox | QAbstractSpinBox | QAbstractItemView):
            return False
        parent = parent.parentWidget()
    return True


def test_the_event_loop_keeps_turning_while_a_solver_runs(qtbot: QtBot, window: MainWindow) -> None:
    window.settings["seconds"] = 600
    window.open_preset("twiddle-4x4")
    choose_solver(window, "bfs")
    ticks: list[int] = []
    timer = QTimer()
    timer.setInterval(10)
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start()
    window.solve()
    qtbot.waitUntil(lambda: len(ticks) > 10, timeout=WAIT)
    assert window.solving()
    timer.stop()
    window.stop()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)


def test_a_board_with_problems_can_be_opened_to_be_mended(
    window: MainWindow, tmp_path: Path, sheet: Callable[[], ImportSheet]
) -> None:
    board = load_preset("mystery-box").with_cell("start", (0, 0), 30)
    path = tmp_path / "unsound.puzzle"
    path.write_text(dump_board(board).replace('"draft": true', '"by": "hand"'), encoding="utf-8")
    assert not window.open_path(path)
    assert window.board() == load_preset("mystery-box")
    assert sheet().open_button.text() == "&Open to fix"
    sheet().accept()
    assert window.board() == board.with_fields(extra=(("by", '"hand"'),))
    assert "Fix the problems" in text_of(window, "outcomeLabel")


def test_what_a_solution_file_claims_is_not_repeated_as_proved(
    window: MainWindow, tmp_path: Path
) -> None:
    solution = solve_board(load_preset("mystery-box"), "bfs")
    path = tmp_path / "solution.json"
    path.write_text(dump_solution(solution), encoding="utf-8")
    assert window.open_path(path)
    found = window.solution()
    assert found is not None
    assert not found.optimal
    assert "press Solve to check" in text_of(window, "outcomeLabel")


def test_colours_and_title_keep_the_solution(window: MainWindow) -> None:
    window.use_solution(solve_board(window.board()))
    window.timeline().go_to(4)
    document = window.document()
    document.edit(document.board.with_fields(title="Mine").with_colour(1, "#123456"), "colour 1")
    found = window.solution()
    assert found is not None
    assert found.board == window.board()
    assert window.timeline().position == 4
    document.edit(document.board.with_cell("start", (0, 0), 8), "type 8")
    assert window.solution() is None


def test_undo_brings_a_result_back(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("eight-cpp")
    window.solve()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    said = text_of(window, "headlineLabel")
    assert "16 moves" in said
    document = window.document()
    document.edit(document.board.with_cell("start", (0, 0), 8), "type 8")
    assert "Fix" in text_of(window, "outcomeLabel")
    window.undo()
    assert text_of(window, "headlineLabel") == said


def test_panes_by_key(qtbot: QtBot, window: MainWindow) -> None:
    names = []
    for _ in range(6):
        qtbot.keyClick(window, Qt.Key.Key_F6)
        focus = window.focusWidget()
        names.append(focus.objectName() if focus else "")
    assert names[:4] == ["goalView", "paletteList", "gallery", "boardView"]
    assert names[4] == names[0]
    window.show_solution()
    window.board_view().setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.focusWidget().objectName() == "solverCombo"


def test_the_goal_takes_no_keys_while_the_board_is_played(qtbot: QtBot, window: MainWindow) -> None:
    goal = find(window, BoardView, "goalView")
    goal.setFocus()
    window.show_play()
    assert window.focusWidget() is window.board_view()
    click_cell(qtbot, goal, (0, 0))
    assert window.focusWidget() is window.board_view()
    seen = set()
    for _ in range(6):
        qtbot.keyClick(window, Qt.Key.Key_F6)
        focus = window.focusWidget()
        seen.add(focus.objectName() if focus else "")
    assert {"boardView", "gallery"} <= seen
    assert "goalView" not in seen
    window.show_design()
    click_cell(qtbot, goal, (0, 0))
    assert window.focusWidget() is goal


def test_the_bar_leads_from_the_design_to_the_solution(qtbot: QtBot, window: MainWindow) -> None:
    window.use_solution(solve_board(window.board()))
    window.show_design()
    click(qtbot, find(window, QToolButton, "lastButton"))
    assert window.findChild(QAction, "actionSolution").isChecked()  # type: ignore[union-attr]
    assert window.timeline().position == 10


@pytest.mark.usefixtures("in_process")
def test_a_solver_that_does_not_stop_is_left_behind(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = threading.Event()

    def deaf(_board: object, _control: object) -> None:
        free.wait(60)
        raise SearchStopped("cancelled")

    monkeypatch.setattr(Solver, "load", lambda _solver: deaf)
    window.solve()
    window.stop()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert not free.is_set()
    assert "Cancelled" in text_of(window, "outcomeLabel")
    free.set()


def test_what_auto_would_choose_is_said_before(window: MainWindow) -> None:
    assert "optimal" in text_of(window, "sentenceLabel")
    window.open_preset("graphs-20x20-reversed")
    assert text_of(window, "sentenceLabel").startswith("Short solution by macro moves")
    choose_solver(window, "peel")
    assert "row by row" in text_of(window, "sentenceLabel")


@pytest.fixture
def replaying(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads in which moves are replayed."""
    threads: list[threading.Thread] = []
    play = Replayer.replay

    along = LazyReplay.replay

    def noted(self: Replayer, moves: Sequence[Any]) -> Replay:
        threads.append(threading.current_thread())
        return play(self, moves)

    def noted_along(self: LazyReplay, wanted: Callable[[], bool]) -> Replay:
        threads.append(threading.current_thread())
        return along(self, wanted)

    monkeypatch.setattr(Replayer, "replay", noted)
    monkeypatch.setattr(LazyReplay, "replay", noted_along)
    return threads


def test_nothing_is_replayed_in_the_thread_of_the_window(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, replaying: list[threading.Thread]
) -> None:
    find(window, QCheckBox, "everyBox").setChecked(True)
    solution = solve(qtbot, window)
    assert len(replaying) == 5  # those that are listed; the first is the answer
    table = find(window, SolutionTable, "solutionTable")
    table.clicked.emit(table.solutions.index(3, 0))
    path = tmp_path / "solution.json"
    path.write_text(dump_solution(solution), encoding="utf-8")
    replaying_before = len(replaying)
    assert window.open_path(path)
    assert window.solution() is not None
    assert len(replaying) == replaying_before + 5  # once each; the first is the answer
    window.files.importer.start_with(Loaded("x", solution))
    assert len(replaying) == replaying_before + 10
    assert threading.main_thread() not in replaying


@pytest.mark.usefixtures("in_process")
def test_what_a_deaf_solver_has_found_is_replayed_elsewhere(
    qtbot: QtBot,
    window: MainWindow,
    monkeypatch: pytest.MonkeyPatch,
    replaying: list[threading.Thread],
) -> None:
    release = threading.Event()
    right = window.board().parse_moves("B1 B2 A2 B2 A1 A2 A1 A2 B1 A2")

    def deaf(_board: object, control: Control) -> object:
        control.report_solution(10, lambda _: Outcome(Status.SOLVED, right))
        release.wait(20)
        raise SearchStopped("cancelled")

    monkeypatch.setattr(Solver, "load", lambda _self: deaf)
    try:
        window.solve()
        qtbot.waitUntil(lambda: text_of(window, "outcomeLabel").startswith("Solving"), timeout=WAIT)
        time.sleep(0.05)
        window.stop()
        qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    finally:
        release.set()
    found = window.solution()
    assert found is not None
    assert found.moves == right
    assert threading.main_thread() not in replaying


def test_a_long_solution_is_opened(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command line reads such files, which are larger than any board."""
    played: list[int] = []
    real = SlidingBoard.play_all

    def noted(board: Any, moves: Sequence[Any], position: Any = None) -> Any:
        played.append(len(moves))
        return real(board, moves, position)

    monkeypatch.setattr(SlidingBoard, "play_all", noted)
    board = load_preset("eight-cpp")
    there = board.legal_moves(board.initial())[0]
    back = dict(zip("UDLR", "DURL", strict=True))[there]
    moves = (there, back) * 150_000 + solve_board(board).moves
    path = tmp_path / "long.json"
    path.write_text(dump_solution(Solution(board, "x", Status.SOLVED, moves)), encoding="utf-8")
    assert path.stat().st_size > MAX_BYTES[BOARD_FORMAT]
    played.clear()
    assert window.open_path(path)
    found = window.solution()
    assert found is not None
    assert found.moves == moves
    window.timeline().go_to(len(moves) // 2)
    assert sum(played) == len(moves)  # each once
    assert not window.session._prefetcher.running  # nor are they gone along once more


def test_a_file_whose_list_is_wrong_is_not_opened(
    window: MainWindow, tmp_path: Path, sheet: Callable[[], ImportSheet]
) -> None:
    solution = solve_board(load_preset("mystery-box"))
    wrong = replace(solution, solutions=(solution.moves, solution.moves[:-1]), count=2)
    path = tmp_path / "wrong.json"
    path.write_text(dump_solution(wrong), encoding="utf-8")
    assert not window.open_path(path)
    assert window.solution() is None
    assert sheet().problems.text().startswith("Solution 2: Wrong")


def test_reading_can_be_called_off(qtbot: QtBot, window: MainWindow) -> None:
    release = threading.Event()
    dialogs_seen: list[QProgressDialog] = []

    def cancel() -> None:
        dialog = window.findChild(QProgressDialog)
        if dialog is None:
            QTimer.singleShot(10, cancel)
            return
        dialogs_seen.append(dialog)
        dialog.canceled.emit()

    QTimer.singleShot(10, cancel)
    try:
        assert run_modal(window, Job(lambda _job: release.wait(20), "Reading…")) is None
    finally:
        release.set()
    assert dialogs_seen
    assert isinstance(run_modal(window, Job(lambda _job: 1 // 0, "Reading…")), ZeroDivisionError)
    slow = Job(lambda _job: time.sleep(0.2) or "done", "Reading…")  # type: ignore[func-returns-value]
    assert run_modal(window, slow) == "done"


def in_dialog(window: MainWindow, act: Callable[[], object]) -> list[QProgressDialog]:
    """Do something once a dialog of a job is shown; the list will hold that dialog."""
    seen: list[QProgressDialog] = []

    def look() -> None:
        dialog = window.findChild(QProgressDialog)
        if dialog is None or not dialog.isVisible():
            QTimer.singleShot(10, look)
            return
        seen.append(dialog)
        act()

    QTimer.singleShot(10, look)
    return seen


def test_the_window_can_be_closed_while_it_reads(qtbot: QtBot, window: MainWindow) -> None:
    release = threading.Event()
    job = Job(lambda _job: release.wait(20), "Reading…")
    seen = in_dialog(window, lambda: QApplication.sendEvent(window, QCloseEvent()))
    try:
        assert run_modal(window, job) is None
        assert job.cancelled
        assert seen
        qtbot.waitUntil(lambda: not window.isVisible())
    finally:
        release.set()


def test_a_window_that_reads_takes_no_input(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    button = find(window, QPushButton, "solveButton")
    assert button.isEnabled()

    def use() -> None:
        click(qtbot, button)
        qtbot.keyClick(window, Qt.Key.Key_F5)
        (dialog,) = seen
        assert not window.solving()
        cancel = dialog.findChild(QPushButton)
        assert cancel is not None
        click(qtbot, cancel)

    seen = in_dialog(window, use)

    def work(job: Job) -> None:
        while not job.cancelled:
            time.sleep(0.005)

    assert run_modal(window, Job(work, "Reading…")) is None
    assert not window.solving()
    click(qtbot, button)
    assert window.solving()
    window.stop()


def test_a_wrong_solution_opened_at_start_does_not_own_its_file(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saving would put a board in the solution's place."""
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, title, _text: said.append(title))
    solution = solve_board(load_preset("mystery-box"))
    wrong = replace(solution, moves=solution.moves[:-1])
    window.files.importer.start_with(Loaded("x", wrong, path=tmp_path / "wrong.json"))
    assert said == ["The solution in this file is wrong; only the board was opened"]
    assert (window.board(), window.solution()) == (solution.board, None)
    assert window._document.path is None
    monkeypatch.setattr(importing, "run_modal", lambda _window, _job: None)  # as if cancelled
    window.files.importer.start_with(Loaded("x", solution, path=tmp_path / "right.json"))
    assert (window.board(), window._document.path) == (solution.board, None)


@pytest.mark.thorough
def test_long_lists_are_not_kept_for_every_board() -> None:
    book = PuzzleStateCache()
    many = ((),) * (MAX_LISTED // 2 + 1)
    boards = [
        new_board("rotation", 2, 2, 0).with_fields(start=((0, i), (2, 3))) for i in range(4, 7)
    ]
    for board in boards:
        found = Solution(board, "x", Status.SOLVED, solutions=many)
        book.put(board, PuzzleState().with_solution(found, by_user=True))
    assert [bool(book.get(board).entries) for board in boards] == [False, False, True]
