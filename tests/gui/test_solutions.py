"""The table of solutions listed together: sorted, filtered, followed, by mouse and by keys."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from puzzlegui.core.solution import Solution, Status, common_prefix_length
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.puzzle import SolutionEntry
from puzzlegui.gui.model.solution_list import (
    AFTER,
    BATCH,
    DIVERGENCE,
    LENGTH,
    NUMBER,
    SolutionListOptions,
    filter_and_sort,
)
from puzzlegui.gui.playback import solution_model
from puzzlegui.gui.playback.solution_combo import SolutionCombo
from puzzlegui.gui.playback.solutions import SolutionListPanel, SolutionTable
from tests.gui.conftest import WAIT
from tests.gui.robot import click_row, find, text_of
from tests.gui.robot import solve as solve_there
from tests.gui.window_snapshot import diff
from tools.screens import settle

Key = Qt.Key
MYSTERY = load_preset("mystery-box")
TURNS = MYSTERY.parse_moves("A1 A2 B1 B2")


def shown(table: SolutionTable, column: int) -> list[str]:
    model = table.solutions
    return [model.index(row, column).data().replace(",", "") for row in range(model.rowCount())]


def chosen_rows(table: SolutionTable) -> list[int]:
    return [index.row() for index in table.selectionModel().selectedRows()]


@pytest.fixture
def listed(window: MainWindow) -> MainWindow:
    """A window that follows the first of a dozen solutions of two to four moves."""
    moves = [
        line for n in (3, 2, 4) for line in itertools.islice(itertools.product(TURNS, repeat=n), 4)
    ]
    solution = Solution(
        MYSTERY, "x", Status.SOLVED, moves[0], solutions=tuple(moves), count=len(moves)
    )  # fmt: skip
    window.use_solution(solution)
    window.show_solution()
    return window


def test_every_solution_found_is_listed_and_can_be_followed(
    qtbot: QtBot, window: MainWindow
) -> None:
    table = find(window, SolutionTable, "solutionTable")
    assert not table.isVisible()
    find(window, QCheckBox, "everyBox").setChecked(True)
    solve_there(qtbot, window)
    found = window.solution()
    assert found is not None
    assert found.solutions is not None
    assert table.isVisible()
    assert text_of(window, "solutionCountLabel") == "5 solutions"
    assert shown(table, NUMBER) == ["1", "2", "3", "4", "5"]
    assert shown(table, LENGTH) == ["10"] * 5
    parts = [common_prefix_length(found.moves, moves) + 1 for moves in found.solutions]
    assert shown(table, DIVERGENCE) == ["current", *map(str, parts[1:])]
    assert shown(table, AFTER)[0] == " ".join(MYSTERY.format_moves(found.moves)[:4]) + " …"
    click_row(qtbot, table, 3)
    chosen = window.solution()
    assert chosen is not None
    assert chosen.moves == found.solutions[3]
    assert shown(table, DIVERGENCE)[3] == "current"
    assert chosen_rows(table) == [3]
    window.open_preset("eight-cpp")
    assert not table.isVisible()


def test_solutions_are_sorted_by_their_columns(qtbot: QtBot, listed: MainWindow) -> None:
    table = find(listed, SolutionTable, "solutionTable")
    header = table.horizontalHeader()

    def press(column: int) -> None:
        place = header.sectionViewportPosition(column) + 8
        point = QPoint(place, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=point)

    press(LENGTH)
    assert shown(table, LENGTH) == ["2"] * 4 + ["3"] * 4 + ["4"] * 4
    assert shown(table, NUMBER)[:5] == ["5", "6", "7", "8", "1"]
    press(LENGTH)
    assert shown(table, LENGTH) == ["4"] * 4 + ["3"] * 4 + ["2"] * 4
    press(DIVERGENCE)
    found = listed.session.state.followed_entry
    assert found is not None
    lines = found.solution.solutions
    assert lines is not None
    order = [int(number) - 1 for number in shown(table, NUMBER)]
    places = [common_prefix_length(lines[0], lines[number]) for number in order]
    assert places == sorted(places)
    assert diff(listed) == []
    press(AFTER)  # by this it cannot be sorted
    assert header.sortIndicatorSection() == DIVERGENCE
    press(NUMBER)
    assert shown(table, NUMBER) == [str(number) for number in range(1, 13)]


def test_solutions_are_filtered_by_length_and_first_moves(qtbot: QtBot, listed: MainWindow) -> None:
    table = find(listed, SolutionTable, "solutionTable")
    lengths = find(listed, QComboBox, "lengthCombo")
    texts = [lengths.itemText(row) for row in range(lengths.count())]
    assert texts == ["Any length", "2 moves (4)", "3 moves (4)", "4 moves (4)"]
    lengths.setCurrentIndex(1)
    lengths.activated.emit(1)
    assert shown(table, LENGTH) == ["2"] * 4
    assert text_of(listed, "solutionCountLabel") == "4 of 12 solutions"
    field = find(listed, QLineEdit, "solutionFilter")
    qtbot.keyClicks(field, "A1 B")
    assert shown(table, NUMBER) == ["5", "6", "7", "8"]  # up to A1 it can be read
    assert "B" in field.toolTip()
    qtbot.keyClicks(field, "1")
    assert shown(table, NUMBER) == ["7"]
    assert diff(listed) == []
    click_row(qtbot, table, 0)
    assert listed.solution().moves == (TURNS[0], TURNS[2])  # type: ignore[union-attr]
    lengths.setCurrentIndex(0)
    lengths.activated.emit(0)
    field.clear()
    field.textEdited.emit("")
    assert table.solutions.rowCount() == 12
    assert text_of(listed, "solutionCountLabel") == "12 solutions"


def test_no_solution_may_begin_with_what_is_typed(listed: MainWindow) -> None:
    """Letter after letter: Qt would complain of rows that change where there are none."""
    table = find(listed, SolutionTable, "solutionTable")
    solution = listed.solution()
    for _ in range(2):
        table.solutions.show_solutions(solution, 0, ())
        settle()
        assert shown(table, NUMBER) == []


def test_the_model_of_the_table(listed: MainWindow, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(find(listed, SolutionTable, "solutionTable").solutions)


def test_solutions_by_keys(qtbot: QtBot, listed: MainWindow) -> None:
    table, timeline = find(listed, SolutionTable, "solutionTable"), listed.timeline()
    timeline.animated = False
    table.setFocus()
    for _ in range(2):
        qtbot.keyClick(table, Key.Key_Down)
    assert chosen_rows(table) == [2]
    assert listed.session.state.followed_entry.variant == 1  # type: ignore[union-attr]
    qtbot.keyClick(table, Key.Key_Return)
    assert listed.session.state.followed_entry.variant == 3  # type: ignore[union-attr]
    qtbot.keyClick(table, Key.Key_Right)
    assert timeline.position == 1
    qtbot.keyClick(table, Key.Key_Left)
    assert timeline.position == 0
    qtbot.keyClick(table, Key.Key_Space)
    assert timeline.playing
    assert listed.session.state.followed_entry.variant == 3  # type: ignore[union-attr]
    qtbot.keyClick(table, Key.Key_Space)
    assert not timeline.playing
    qtbot.keyClick(table, Key.Key_M)
    assert shown(table, LENGTH) == ["2"] * 4 + ["3"] * 4 + ["4"] * 4
    for key in (Key.Key_P, Key.Key_P, Key.Key_N):
        qtbot.keyClick(table, key)
    for digit in "12":
        qtbot.keyClick(table, digit)
    assert chosen_rows(table) == [11]
    qtbot.keyClick(table, Key.Key_Enter)
    assert listed.session.state.followed_entry.variant == 12


def test_space_plays_while_the_list_of_those_found_has_the_focus(
    qtbot: QtBot, window: MainWindow
) -> None:
    for solver in ("exchange", "optimal"):
        window.use_solution(solve(window.board(), solver))
    window.show_solution()
    combo = find(window, SolutionCombo, "foundCombo")
    assert combo.isVisible()
    combo.setFocus()
    qtbot.keyClick(combo, Key.Key_Space)
    assert window.timeline().playing
    assert not combo.view().isVisible()
    qtbot.keyClick(combo, Key.Key_Space)
    assert not window.timeline().playing


def test_a_hundred_thousand_solutions_are_looked_at_when_seen_and_a_stretch_at_a_time(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Any] = []

    def noted(followed: Any, moves: Any) -> int:
        looked.append(moves)
        return common_prefix_length(followed, moves)

    monkeypatch.setattr(solution_model, "common_prefix_length", noted)
    many = tuple(itertools.islice(itertools.product(TURNS, repeat=9), 100_000))
    solution = Solution(MYSTERY, "x", Status.SOLVED, many[0], solutions=many, count=123_456)
    choice = SolutionListPanel()
    qtbot.addWidget(choice)
    choice.resize(320, 300)
    found = SolutionEntry(solution)
    choice.show_solutions(found)
    choice.listing_requested.connect(
        lambda listing: choice.show_solutions(SolutionEntry(solution, list_options=listing))
    )
    choice.show()
    table = choice.table
    qtbot.waitUntil(lambda: table.solutions.rowCount() == 100_000, timeout=WAIT)
    qtbot.waitUntil(lambda: choice.count.text() != "", timeout=WAIT)
    text = choice.count.text().replace(",", "")
    assert text == "100000 solutions listed of 123456"
    assert table.grab().width() > 100
    for key in "54321":
        qtbot.keyClick(table, key)
    assert table.currentIndex().row() == 54_320
    assert len(looked) < 500
    steps = list(filter_and_sort(many, many[0], SolutionListOptions(DIVERGENCE), ()))
    assert len(steps) >= len(many) // BATCH
    qtbot.keyClick(table, Key.Key_M)
    choice.first_moves.setText("B2")
    choice.first_moves.textEdited.emit("B2")  # before the first arrangement is done
    qtbot.waitUntil(lambda: table.solutions.rowCount() < 100_000, timeout=WAIT)
    assert table.solutions.rowCount() == sum(moves[0] == TURNS[3] for moves in many)
