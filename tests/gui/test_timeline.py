from __future__ import annotations

import pytest
from PySide6.QtWidgets import QSlider
from pytestqt.qtbot import QtBot

from puzzlegui.core.solution import Segment
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.timeline import Timeline
from puzzlegui.gui.playback.timeline_bar import TimelineBar
from tests.gui.conftest import WAIT
from tests.gui.robot import find, text_of


def test_steps_go_one_move_and_stop(qtbot: QtBot) -> None:
    timeline = Timeline()
    timeline.set_length(5)
    timeline.speed = 16
    timeline.step(1)
    assert timeline.position == 1
    assert timeline.playhead < 1
    timeline.step(1)  # finishes the first
    assert timeline.playhead >= 1
    assert timeline.position == 2
    qtbot.waitUntil(lambda: timeline.playhead == 2, timeout=WAIT)
    timeline.step(-1)
    assert timeline.position == 1
    assert timeline.playhead > 1
    qtbot.waitUntil(lambda: timeline.playhead == 1, timeout=WAIT)
    for _ in range(9):
        timeline.step(1)
    assert timeline.position == 5
    timeline.go_to(0)
    timeline.step(-1)
    assert timeline.position == 0


@pytest.mark.parametrize(("speed", "animated"), [(16.0, True), (16.0, False), (0.0, True)])
def test_play_to_the_end_and_again(qtbot: QtBot, speed: float, animated: bool) -> None:
    timeline = Timeline()
    timeline.set_length(4)
    timeline.speed, timeline.animated = speed, animated
    seen: list[float] = []
    timeline.changed.connect(lambda: seen.append(timeline.playhead))
    timeline.play()
    assert timeline.playing
    qtbot.waitUntil(lambda: not timeline.playing, timeout=WAIT)
    assert timeline.playhead == 4
    assert seen == sorted(seen)
    if speed == 0 or not animated:
        assert all(at == int(at) for at in seen)
    timeline.play()
    assert timeline.position <= 1
    timeline.go_to(0)


def test_pause_finishes_the_move(qtbot: QtBot) -> None:
    timeline = Timeline()
    timeline.set_length(50)
    timeline.speed = 4
    timeline.play()
    qtbot.waitUntil(lambda: timeline.playhead > 1.2, timeout=WAIT)
    timeline.toggle()
    qtbot.waitUntil(lambda: timeline.playhead == int(timeline.playhead), timeout=WAIT)
    assert timeline.playhead == timeline.position < 50
    assert not timeline.playing


def test_nothing_to_play() -> None:
    timeline = Timeline()
    timeline.play()
    timeline.step(1)
    assert (timeline.position, timeline.playing) == (0, False)


def test_a_frame_is_a_position_and_a_part() -> None:
    timeline = Timeline()
    timeline.set_length(3)
    timeline.playhead = 1.5
    assert timeline.eased_position == (1, 0.5)
    timeline.playhead = 3.0
    assert timeline.eased_position == (3, 0.0)


@pytest.mark.parametrize(("speed", "rests"), [(0.25, True), (1, True), (2, True), (4, False)])
def test_playback_rests_before_each_move_within_its_time(speed: float, rests: bool) -> None:
    timeline = Timeline()
    timeline.set_length(3)
    timeline.speed = speed
    timeline.play()
    parts = []
    for hundredth in range(100):
        timeline.playhead = 1 + hundredth / 100
        parts.append(timeline.eased_position[1])
        assert timeline.eased_position[0] == 1
        assert timeline.shows_next_move == (rests and not parts[-1])
        assert timeline.position == (1 if timeline.shows_next_move else 2)
    assert parts == sorted(parts)
    assert 1 - parts[-1] < 0.01  # no jump to where the next one begins
    assert (parts.count(0.0) > 20) == rests
    assert parts.count(0.0) < 40
    timeline.playhead = 1.1
    timeline.pause()
    assert not timeline.playing
    if rests:  # the move that was pointed out is not made
        assert (timeline.playhead, timeline.eased_position) == (1, (1, 0))
    timeline.go_to(1)
    timeline.step(1)
    assert timeline.position == 2
    timeline.playhead = 1.1
    assert timeline.eased_position[1] > 0  # a single step begins at once
    timeline.go_to(0)


@pytest.mark.parametrize("animated", [True, False])
def test_the_next_move_is_pointed_out_while_playback_rests(
    window: MainWindow, animated: bool
) -> None:
    window.use_solution(solve(window.board()))
    window.show_solution()
    timeline, view = window.timeline(), window.board_view()
    timeline.animated = animated
    move = window.board().motion(None, window.solution().moves[0])  # type: ignore[union-attr]
    for speed, rests in ((1.0, True), (16.0, False)):
        timeline.speed = speed
        timeline.go_to(0)
        timeline.play()
        assert view.frame is not None
        assert view.frame.marks.next_move == (move if rests else None)
        assert view.frame.motion is None
    timeline.speed = 1.0
    timeline.go_to(0)


def test_segments(qtbot: QtBot) -> None:
    timeline = Timeline()
    bar = TimelineBar(timeline)
    qtbot.addWidget(bar)
    bar.set_segments(
        [Segment("row 1: a", 0, 2), Segment("row 1: b", 2, 5), Segment("row 2: c", 5, 6)]
    )
    timeline.set_length(6)
    assert find(bar, QSlider, "positionSlider").marks == [0, 5]  # type: ignore[attr-defined]
    for position, name in (
        (0, "row 1: a"),
        (1, "row 1: a"),
        (2, "row 1: b"),
        (4, "row 1: b"),
        (6, "row 2: c"),
    ):
        timeline.go_to(position)
        assert text_of(bar.details, "segmentLabel") == f"part: {name}"
    assert text_of(bar, "positionLabel") == "6 of 6"


def test_playback_shows_every_position(window: MainWindow) -> None:
    for name in ("mystery-box", "eight-cpp", "schonbrunn"):
        window.open_preset(name)
        solution = solve(window.board())
        window.use_solution(solution)
        window.show_solution()
        position = window.board().initial()
        for number, move in enumerate([None, *solution.moves]):
            if move is not None:
                position = window.board().play(position, move)
            window.timeline().go_to(number)
            frame = window.board_view().frame
            assert frame is not None
            assert frame.picture == window.board().picture(position)
            assert frame.motion is None
        window.timeline().playhead = 1.25
        window.timeline().changed.emit()
        frame = window.board_view().frame
        assert frame is not None
        assert frame.motion is not None
        assert 0 < frame.progress < 0.5


def test_a_long_solution(window: MainWindow) -> None:
    window.open_preset("grid-30x30")
    board = window.board()
    solution = solve(board, "peel")
    window.use_solution(solution)
    window.show_solution()
    for position in (len(solution.moves), 1, 5000, 4999, 0):
        window.timeline().go_to(position)
        assert window.timeline().position == position
    window.timeline().go_to(len(solution.moves))
    frame = window.board_view().frame
    assert frame is not None
    assert frame.picture == load_preset("grid-30x30").goal_picture()
