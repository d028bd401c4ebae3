"""Following a solution with real events: wheel, keys, loops, moves pointed at, the goal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QPaintEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QSlider, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.solution import Segment, Solution, Status
from puzzlegui.documents.movelists import move_lists
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.notation import notations_for
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.model.timeline import Timeline
from puzzlegui.gui.playback.move_table import MoveTable
from puzzlegui.gui.playback.timeline_bar import Scrubber
from puzzlegui.gui.solve.improvement_curve import ImprovementCurve
from puzzlegui.solvers.control import Limits
from tests.gui.conftest import WAIT
from tests.gui.robot import action, click_move, find, place_of, text_of
from tests.gui.robot import solve as solve_there

Key, Modifier = Qt.Key, Qt.KeyboardModifier
LONG = [Segment("row 1: a", 0, 4), Segment("row 1: b", 4, 6), Segment("row 2: c", 6, 10)]


def turn_wheel(widget: QWidget, notches: float) -> None:
    point = QPointF(widget.rect().center())
    event = QWheelEvent(
        point, widget.mapToGlobal(point), QPoint(), QPoint(0, round(-120 * notches)),
        Qt.MouseButton.NoButton, Modifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)


@pytest.fixture
def followed(window: MainWindow) -> MainWindow:
    """The ten moves of the first preset, in three segments of two parts."""
    solution = solve(window.board())
    window.use_solution(Solution(window.board(), "x", Status.SOLVED, solution.moves, segments=LONG))  # type: ignore[arg-type]
    window.show_solution()
    window.timeline().animated = False
    return window


def table_of(window: MainWindow) -> MoveTable:
    return find(window, MoveTable, "moveTable")


@pytest.mark.parametrize("name", ["boardView", "positionSlider", "timelineBar"])
def test_the_wheel_steps(followed: MainWindow, name: str) -> None:
    widget = find(followed, QWidget, name)
    target = widget.viewport() if isinstance(widget, BoardView) else widget
    followed.setFocus()
    for notches, position in ((1, 1), (0.5, 1), (0.5, 2), (3, 5), (-1, 4)):
        turn_wheel(target, notches)
        assert followed.timeline().position == position
    if name == "boardView":
        followed.show_design()
        turn_wheel(target, 1)
        assert followed.mode() == DESIGN


@pytest.mark.parametrize("name", ["boardView", "positionSlider"])
def test_keys(qtbot: QtBot, followed: MainWindow, name: str) -> None:
    widget = find(followed, QWidget, name)
    for key, position in (
        (Key.Key_PageDown, 6), (Key.Key_PageDown, 10), (Key.Key_PageUp, 6), (Key.Key_Left, 5),
        (Key.Key_PageUp, 0), (Key.Key_Right, 1), (Key.Key_End, 10), (Key.Key_Home, 0),
    ):  # fmt: skip
        qtbot.keyClick(widget, key)
        assert followed.timeline().position == position
    qtbot.keyClick(widget, Key.Key_Space)
    assert followed.timeline().playing
    qtbot.keyClick(widget, Key.Key_Space)
    assert not followed.timeline().playing


def test_keys_of_the_slider_are_movements(qtbot: QtBot, followed: MainWindow) -> None:
    followed.timeline().animated = True
    qtbot.keyClick(find(followed, QSlider, "positionSlider"), Key.Key_Right)
    assert followed.timeline().playhead < 1
    qtbot.waitUntil(lambda: followed.timeline().playhead == 1, timeout=WAIT)


def test_what_the_slider_says_where_the_mouse_is(followed: MainWindow) -> None:
    slider = find(followed, Scrubber, "positionSlider")
    assert slider.text_at(0) == "After 0 of 10 moves\nrow 1: a"
    assert slider.text_at(slider.width()) == "After 10 of 10 moves\nrow 2: c"
    positions = [slider.position_at(x) for x in range(slider.width())]
    assert positions == sorted(positions)
    assert set(positions) == set(range(11))
    assert not slider.grab().isNull()


@pytest.mark.parametrize("animated", [True, False])
@pytest.mark.examples(1)
def test_a_loop(qtbot: QtBot, animated: bool) -> None:
    timeline = Timeline()
    timeline.set_length(20)
    timeline.speed, timeline.animated = 16, animated
    timeline.set_play_range((3, 6))
    timeline.set_looping(True)
    seen: list[float] = []
    timeline.changed.connect(lambda: seen.append(timeline.playhead))
    timeline.play()
    assert timeline.playhead == 3
    qtbot.waitUntil(lambda: 6 in seen and seen[-1] < 6 and timeline.playing, timeout=WAIT)
    assert min(seen) == 3
    assert max(seen) == 6
    timeline.set_looping(False)
    qtbot.waitUntil(lambda: not timeline.playing, timeout=WAIT)
    assert timeline.playhead == 6
    timeline.play()
    assert timeline.playhead == 3  # from the beginning of the stretch
    timeline.step(1)
    assert not timeline.playing
    timeline.go_to(0)


def test_a_loop_can_be_left_while_its_end_is_shown(qtbot: QtBot) -> None:
    timeline = Timeline()
    timeline.set_length(2)
    timeline.speed = 16
    timeline.set_looping(True)
    timeline.play()
    qtbot.waitUntil(lambda: timeline.playhead == 2, timeout=WAIT)
    assert timeline.playing
    assert timeline.position == 2
    timeline.pause()
    assert (timeline.playhead, timeline.playing) == (2, False)


def test_choosing_moves_to_loop(qtbot: QtBot, followed: MainWindow) -> None:
    table, timeline = table_of(followed), followed.timeline()
    click_move(qtbot, table, 3)
    assert (timeline.position, timeline.play_range) == (3, None)
    point = place_of(table, 6)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Modifier.ShiftModifier, pos=point)
    assert timeline.play_range == (3, 7)
    assert timeline.looping
    assert find(followed, QToolButton, "loopButton").isChecked()
    assert action(followed, "actionLoop").isChecked()
    assert [term for term in range(10) if table.moves.is_in_loop(term)] == [3, 4, 5, 6]
    assert "moves 4 to 7 only" in text_of(followed, "factsLabel")
    followed.playback.clear_loop()
    assert find(followed, QSlider, "positionSlider").loop_range is None  # type: ignore[attr-defined]
    assert not find(followed, QToolButton, "loopButton").isChecked()
    qtbot.keyClick(table, Key.Key_Right, Modifier.ShiftModifier)
    assert timeline.play_range == (3, 5)
    qtbot.keyClick(table, Key.Key_Right, Modifier.ShiftModifier)
    assert timeline.play_range == (3, 6)
    qtbot.keyClick(table, Key.Key_Left, Modifier.ShiftModifier)
    assert timeline.play_range == (3, 5)


def test_dragging_over_moves_loops_them(qtbot: QtBot, followed: MainWindow) -> None:
    table, timeline = table_of(followed), followed.timeline()
    timeline.go_to(1)
    area = table.viewport()
    places = [place_of(table, term) for term in range(10)]
    qtbot.mousePress(area, Qt.MouseButton.LeftButton, pos=places[4])
    for row in (5, 6, 7):
        qtbot.mouseMove(area, places[row])
        timeline.changed.emit()  # as while it plays
    qtbot.mouseRelease(area, Qt.MouseButton.LeftButton, pos=places[7])
    assert timeline.play_range == (4, 8)
    assert timeline.position == 4
    assert table.moves.current == 4


def test_clicking_and_dragging_the_slider(qtbot: QtBot, followed: MainWindow) -> None:
    slider, timeline = find(followed, Scrubber, "positionSlider"), followed.timeline()
    places = {slider.position_at(x): QPoint(x, 15) for x in range(slider.width())}
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=places[7])
    assert timeline.position == 7
    qtbot.mouseMove(slider, places[3])
    assert timeline.position == 3
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=places[3])
    qtbot.mouseMove(slider, places[9])
    assert timeline.position == 3


def test_steps_are_told(qtbot: QtBot, followed: MainWindow) -> None:
    told: list[str] = []
    followed.session.announced.connect(told.append)
    followed.playback.step_forward()
    followed.playback.step_back()
    followed.playback.last()
    first, second = (followed.board().format_moves(followed.solution().moves)[n] for n in (0, 1))  # type: ignore[union-attr]
    assert [text.split(" · ")[0] for text in told] == [
        f"Move 2 of 10: {second}", f"Move 1 of 10: {first}", "After 10 moves",
    ]  # fmt: skip
    assert told[-1].endswith("solved")


def test_heading_row_ring_and_moves_past_speak_of_the_next_move(followed: MainWindow) -> None:
    board, moves = followed.board(), followed.solution().moves  # type: ignore[union-attr]
    table, texts = table_of(followed), followed.board().format_moves(moves)
    for at in (0, 3, 3.5, 9, 10):  # 3.5: the fourth is being made
        followed.timeline().playhead = at
        followed.timeline().changed.emit()
        coming = int(at)
        frame = followed.board_view().frame
        assert frame is not None
        assert table.moves.made_count == coming
        chosen = table.moves.current
        if coming == 10:
            assert text_of(followed, "boardHeading") == "After 10 moves · solved"
            assert (chosen, frame.marks.next_move) == (-1, None)
            continue
        head = f"Move {coming + 1} of 10: {texts[coming]} · {board.move_template(moves[coming])}"
        assert text_of(followed, "boardHeading") == head
        assert chosen == coming
        assert table.currentIndex() == table.moves.index_of(coming)
        assert (frame.marks.next_move or frame.motion) == board.motion(None, moves[coming])
    table.setFocus()
    QTest.keyClick(table, Key.Key_Left)  # from the end to the last move, and back
    assert followed.timeline().position == 9
    QTest.keyClick(table, Key.Key_Right)
    assert followed.timeline().position == 10
    followed.timeline().go_to(0)
    QTest.keyClick(table, Key.Key_Down)
    assert followed.timeline().position == min(9, table.moves.columnCount())


def test_a_step_paints_two_rows_of_the_list_and_scrolls_by_half_a_page(
    qtbot: QtBot, window: MainWindow
) -> None:
    moves = window.board().parse_moves("A1 " * 400)
    window.use_solution(Solution(window.board(), "x", Status.SOLVED, moves))
    window.show_solution()
    table, timeline = table_of(window), window.timeline()
    painted: list[int] = []

    class Painted(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if isinstance(event, QPaintEvent):
                painted.append(event.region().boundingRect().height())
            return False

    timeline.go_to(100)
    qtbot.wait(50)
    watch = Painted()
    table.viewport().installEventFilter(watch)
    heights, tops = [], []
    for at in range(101, 141):
        painted.clear()
        timeline.go_to(at)
        qtbot.waitUntil(lambda: bool(painted), timeout=WAIT)
        heights.append(painted[0])
        tops.append(table.rowAt(0))
        assert table.viewport().rect().contains(table.visualRect(table.currentIndex()))
    table.viewport().removeEventFilter(watch)
    two_rows = 2 * table.rowHeight(0)
    rows = table.viewport().height() // table.rowHeight(0)
    assert sorted(heights)[len(heights) // 2] <= two_rows
    assert len(set(tops)) <= 2 + 40 // (rows // 2)


def test_the_tile_that_slides_is_named(window: MainWindow) -> None:
    window.open_preset("eight-cpp")
    board = window.board()
    solution = solve(board)
    window.use_solution(solution)
    window.show_solution()
    table, position = table_of(window), board.initial()
    for number, move in enumerate(solution.moves):
        row, column = board.motion(position, move).cells[0]
        way = {"U": "up", "D": "down", "L": "left", "R": "right"}[move]
        words = f"slide tile {position[row][column]} {way}"
        window.timeline().go_to(number)
        assert text_of(window, "boardHeading").endswith(f" · {words}")
        assert table.moves.index_of(number).data(Qt.ItemDataRole.ToolTipRole) == words
        position = board.play(position, move)
    window.settings["notation"] = "words"
    window.commands.copy_moves()
    copied = QGuiApplication.clipboard().text()
    assert board.parse_moves(copied) == solution.moves
    assert copied.splitlines() == board.describe_moves(solution.moves)
    window.settings["notation"] = "standard"


def test_loops_by_their_actions(followed: MainWindow) -> None:
    timeline, playback = followed.timeline(), followed.playback
    timeline.go_to(7)
    playback.loop_from()
    assert timeline.play_range == (7, 10)
    timeline.go_to(9)
    playback.loop_to()
    assert timeline.play_range == (7, 9)
    playback.clear_loop()
    timeline.go_to(4)
    playback.loop_to()
    assert timeline.play_range == (0, 4)
    for position, part in ((0, (0, 6)), (5, (0, 6)), (6, (6, 10)), (7, (6, 10)), (10, (6, 10))):
        playback.clear_loop()
        timeline.go_to(position)
        playback.loop_part()
        assert timeline.play_range == part
    followed.use_solution(None)
    for name in ("loop_from", "loop_to", "loop_part", "clear_loop"):
        getattr(playback, name)()
    assert timeline.play_range is None


def test_titles_of_stretches_stand_above_their_moves(followed: MainWindow) -> None:
    moves = table_of(followed).moves
    titles = [moves.index(row, 0).data() for row in moves.title_rows()]
    assert titles == ["row 1 · 6", "row 2: c · 4"]
    for row, first in zip(moves.title_rows(), (0, 6), strict=True):
        assert moves.term_of(moves.index(row, 0)) == -1
        assert moves.term_of(moves.index(row + 1, 0)) == first
    followed.session.start_game(followed.solution().moves)  # type: ignore[union-attr]
    followed.show_play()
    assert moves.title_rows() == []


def test_pointing_at_a_move_goes_nowhere(qtbot: QtBot, followed: MainWindow) -> None:
    table, view = table_of(followed), followed.board_view()
    board, moves = followed.board(), followed.solution().moves  # type: ignore[union-attr]
    followed.timeline().go_to(2)
    for row in (5, 8):
        qtbot.mouseMove(table.viewport(), place_of(table, row))
        assert view.frame is not None
        assert view.frame.marks.preview == board.motion(None, moves[row])
        assert view.frame.marks.next_move is None
        assert text_of(followed, "boardHeading").startswith(f"Pointed at: {row + 1}. ")
        assert followed.timeline().position == 2
    table.hovered.emit(-1)
    assert view.frame is not None
    assert view.frame.marks.preview is None
    assert view.frame.marks.next_move == board.motion(None, moves[2])


@pytest.mark.parametrize("name", ["mystery-box", "eight-cpp", "schonbrunn-hard"])
@pytest.mark.examples(1)
def test_the_next_move_is_pointed_out(window: MainWindow, name: str) -> None:
    window.open_preset(name)
    solution = solve(window.board())
    window.use_solution(solution)
    window.show_solution()
    position = window.board().initial()
    for number, move in enumerate(solution.moves):
        window.timeline().go_to(number)
        frame = window.board_view().frame
        assert frame is not None
        assert frame.marks.next_move == window.board().motion(position, move)
        position = window.board().play(position, move)


def test_how_far_the_goal_is(followed: MainWindow) -> None:
    board, timeline, view = followed.board(), followed.timeline(), followed.board_view()
    position = board.initial()
    followed.playback.set_goal_marks(True)
    assert action(followed, "actionGoalMarks").isChecked()
    moves = followed.solution().moves  # type: ignore[union-attr]
    for number in range(11):
        if number:
            position = board.play(position, moves[number - 1])
        timeline.go_to(number)
        off = board.misplaced_cells(position)
        assert view.frame is not None
        assert view.frame.marks.misplaced == off
        facts = text_of(followed, "factsLabel")
        assert (f"{10 - number} left" in facts) == (number < 10)
        assert (f"{len(off)} cell" in facts) == bool(off)
    followed.playback.set_goal_marks(False)
    timeline.go_to(0)
    assert view.frame is not None
    assert not view.frame.marks.misplaced


def test_the_sum_runs_along_a_maze(window: MainWindow) -> None:
    window.open_preset("schonbrunn-hard")
    solution = solve(window.board())
    window.use_solution(solution)
    window.show_solution()
    table = table_of(window)
    sums = window.board().running_totals(solution.moves)
    window.timeline().go_to(3)
    shown = text_of(window, "factsLabel").replace("−", "-")
    assert f"sum {sums[3]} (wanted: {window.board().required_total})" in shown
    assert table.moves.text(2).replace("−", "-").endswith(f" · {sums[3]}")
    window.open_preset("eight-cpp")
    window.use_solution(solve(window.board()))
    assert " · " not in table.moves.text(2)


@pytest.mark.parametrize("name", ["graphs-3x3-colours", "eight-cpp", "schonbrunn", "mystery-box"])
@pytest.mark.examples(2)
def test_every_notation_in_table_and_clipboard(qtbot: QtBot, window: MainWindow, name: str) -> None:
    window.open_preset(name)
    board = window.board()
    solution = solve(board)
    window.use_solution(solution)
    window.show_solution()
    combo, table = find(window, QComboBox, "notationCombo"), table_of(window)
    notations = notations_for(board)
    assert combo.count() == len(notations)
    for row, notation in enumerate(notations):
        combo.setFocus()
        combo.setCurrentIndex(row)
        combo.activated.emit(row)
        assert window.settings["notation"] == notation.name
        model = table.moves
        texts = [model.text(term).split(" · ")[0] for term in range(len(model))]
        written = notation.terms(board, solution.moves)
        assert texts == [term.text for term in written if term.stop]
        window.commands.copy_moves()
        copied = QGuiApplication.clipboard().text()
        assert parse_and_play(board, move_lists(copied)[0].in_place).solved
        for term in range(len(model)):
            start, stop = model.moves_of(term)
            assert start < stop
            assert model.term_at(start) == term
            click_move(qtbot, table, term)
            assert window.timeline().position == start


def test_a_notation_that_a_board_has_not(window: MainWindow) -> None:
    window.settings["notation"] = "quarters"
    window.open_preset("eight-cpp")
    window.use_solution(solve(window.board()))
    window.commands.copy_moves()
    assert set(QGuiApplication.clipboard().text()) <= set("UDLR ")
    assert find(window, QComboBox, "notationCombo").currentData() == "standard"
    window.settings["notation"] = "standard"


def test_only_what_lists_offers_to_list(window: MainWindow) -> None:
    box, combo = find(window, QCheckBox, "everyBox"), find(window, QComboBox, "solverCombo")
    for name, able in (("auto", True), ("macro", False), ("iddfs", True), ("peel", False)):
        combo.setCurrentIndex(combo.findText(name))
        assert box.isEnabled() == able
    box.setChecked(True)
    request = window.session.request
    assert not request.all_solutions  # peel is chosen
    assert replace(request.limits, threads=None) == Limits()


def test_one_key_to_take_over_and_one_back(qtbot: QtBot, followed: MainWindow) -> None:
    followed.activateWindow()
    followed.timeline().go_to(4)
    qtbot.keyClick(followed, Key.Key_F4)
    assert followed.mode() == PLAY
    assert followed.timeline().position == 4
    qtbot.keyClick(followed.board_view(), Key.Key_Return)
    assert followed.timeline().length == 5
    qtbot.keyClick(followed, Key.Key_F3)
    assert followed.mode() == SOLUTION
    assert (followed.timeline().position, followed.timeline().length) == (4, 10)


def test_speed_by_keys(followed: MainWindow) -> None:
    followed.settings["speed"] = 1.0
    followed.playback.faster()
    assert followed.timeline().speed == 2
    for _ in range(9):
        followed.playback.slower()
    assert followed.timeline().speed == 0.25
    assert find(followed, QComboBox, "speedCombo").currentText() == "0.25×"


def test_the_curve_of_improvements(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    window = make_window(load_preset("stripes-6x6"))
    window.show_solution()
    curve = find(window, ImprovementCurve, "improvementCurve")
    assert not curve.isVisible()
    curve.show_points([(0.1, 900)], 1.0, 5)
    assert not curve.isVisible()
    curve.show_points([(0.1, 900), (0.5, 700), (2.0, 650)], 3.0, 40)
    assert curve.isVisible()
    shown = "900 moves after 0.1 s, 650 after 2.0 s, in 2 steps; at least 40 needed"
    assert curve.description == shown
    assert curve.accessibleDescription() == curve.description
    assert curve.scale() == (588, 900)
    assert not curve.grab().isNull()
    curve.show_points([(0.1, 900), (0.5, 700), (2.0, 650)], 3.0, 600)
    assert curve.scale() == (600, 900)
    assert not curve.grab().isNull()
    window.panel().seconds.setValue(1)
    solve_there(qtbot, window)
    if curve.isVisible():
        best = curve.description.split(", ")[1].split(" after")[0]
        assert best == str(window.solution().length)  # type: ignore[union-attr]
    window.open_preset("mystery-box")
    assert not curve.isVisible()
