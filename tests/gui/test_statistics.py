"""The player's solves: kept by kind of puzzle, averaged, and shown on their card."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from puzzlegui.core.formatting import quantity
from puzzlegui.documents.presets import load_preset
from puzzlegui.folders import Folders
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.play.solves import Solve, Solves, average
from puzzlegui.gui.play.statistics_card import StatisticsCard
from tests.gui.robot import find, text_of

EIGHT = load_preset("eight-cpp")


@pytest.mark.parametrize(("times", "count", "expected"), [
    ([1.0, 2.0], 3, None),
    ([9.0, 1.0, 2.0, 6.0], 3, 3.0),
    ([50.0, 1.0, 9.0, 2.0, 4.0, 6.0], 5, 4.0),
    ([float(i) for i in range(12)], 12, 5.5),
])  # fmt: skip
def test_average_leaves_out_best_and_worst(
    times: list[float], count: int, expected: float | None
) -> None:
    assert average(times, count) == expected


@given(st.lists(st.floats(0, 1000), min_size=5, max_size=30))
def test_average_is_between_best_and_worst(times: list[float]) -> None:
    for count in (3, 5):
        found = average(times, count)
        assert found is not None
        last = times[-count:]
        assert min(last) - 1e-9 <= found <= max(last) + 1e-9


def test_solves_are_kept_by_kind(tmp_path: Path) -> None:
    solves = Solves(tmp_path)
    for number in range(3):
        solves.add(EIGHT, Solve(1.0 + number, 20))
    other_start = EIGHT.with_fields(start=EIGHT.grid("goal"), title="other")
    again = Solves(tmp_path)
    assert again.of(other_start) == [Solve(1.0, 20), Solve(2.0, 20), Solve(3.0, 20)]
    assert again.of(load_preset("fifteen-book")) == []
    assert again.of(load_preset("schonbrunn")) == []


def test_what_a_newer_version_knows_of_a_solve_is_kept(tmp_path: Path) -> None:
    solves = Solves(tmp_path)
    solves.add(EIGHT, Solve(1.0, 20))
    path = tmp_path / "solves.json"
    ((key, _),) = json.loads(path.read_text()).items()
    path.write_text(json.dumps({key: [[1.0, 20, "more"]]}))
    solves.add(EIGHT, Solve(2.0, 22))
    assert json.loads(path.read_text()) == {key: [[1.0, 20, "more"], [2.0, 22]]}


def test_card_shows_averages(make_window: Callable[..., MainWindow], folders: Folders) -> None:
    solves = Solves(folders.data)
    for seconds in (50.0, 1.0, 9.0, 2.0, 4.0):
        solves.add(EIGHT, Solve(seconds, 30))
    window = make_window(EIGHT)
    card = find(window, StatisticsCard, "statisticsCard")
    assert not card.isVisible()  # in Design
    window.show_play()
    assert card.isVisible()
    texts = {label.text() for label in card.findChildren(QLabel)}
    assert {"5 solves", "0:01.00", "30", "0:05.00", "–"} <= texts


def test_win_is_added_to_the_card(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    goal = EIGHT.grid("goal")
    window = make_window(EIGHT.with_fields(start=EIGHT.play_all("DR", goal)[0]))
    window.show_play()
    card = find(window, StatisticsCard, "statisticsCard")
    for number in (1, 2):
        assert card.isVisible() == (number > 1)
        window.board_view().setFocus()
        qtbot.keyClick(window.board_view(), Qt.Key.Key_A)
        qtbot.keyClick(window.board_view(), Qt.Key.Key_W)
        assert text_of(window, "statisticsCardNote") == quantity(number, "solve")
        window.commands.restart()
    fresh = Solves(window.folders.data).of(EIGHT)
    assert [solve.moves for solve in fresh] == [2, 2]
