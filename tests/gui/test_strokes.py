"""Strokes of the mouse in Design: what they go over, what they change, and what they mark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QListWidget, QToolButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell, Grid, cells_along
from puzzlegui.families.creation import new_board
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.design.palette import PaletteView
from puzzlegui.gui.main_window import MainWindow
from tests.boards import grid
from tests.gui.robot import LEFT, click, click_cell, click_row, drag_cells, find, text_of

Key = Qt.Key


@pytest.fixture
def stripes(make_window: Callable[..., MainWindow]) -> MainWindow:
    """A window with a large board in eight colours, start and goal alike."""
    plain = new_board("rotation", 30, 30, 1)
    rows = tuple((1 + r % 8,) * 30 for r in range(30))
    return make_window(plain.with_fields(start=rows, goal=rows))


def view_of(window: MainWindow, name: str) -> BoardView:
    return find(window, BoardView, name)


def marks(view: BoardView) -> set[Cell]:
    assert view.frame is not None
    return set(view.frame.marks.problems)


def count(values: Grid, value: int) -> int:
    return sum(row.count(value) for row in values)


@pytest.mark.parametrize(
    ("one", "other", "cells"),
    [
        ((0.5, 0.5), (0.5, 3.5), [(0, 0), (0, 1), (0, 2), (0, 3)]),
        ((2.5, 1.5), (0.5, 1.5), [(2, 1), (1, 1), (0, 1)]),
        ((0.5, 0.5), (1.5, 2.0), [(0, 0), (0, 1), (1, 1)]),
        ((0.5, 0.5), (0.5, 0.5), [(0, 0)]),
        ((0.5, -1.5), (0.5, 0.5), [(0, -2), (0, -1), (0, 0)]),
    ],
)
def test_the_cells_on_a_straight_line(
    one: tuple[float, float], other: tuple[float, float], cells: list[Cell]
) -> None:
    assert cells_along(one, other) == cells


@pytest.mark.parametrize("name", ["boardView", "goalView"])
def test_a_fast_stroke_paints_every_cell_it_crosses_in_one_step(
    qtbot: QtBot, stripes: MainWindow, name: str
) -> None:
    field = "goal" if name == "goalView" else "start"
    click_row(qtbot, find(stripes, PaletteView, "paletteList"), 0)
    before = stripes.board()
    drag_cells(qtbot, view_of(stripes, name), [(1, 2), (1, 27)])
    assert stripes.board().grid(field)[1] == (2, 2, *(1,) * 26, 2, 2)
    assert stripes.document().undo_stack.count() == 1
    stripes.undo()
    assert stripes.board() == before


def test_a_stroke_off_the_board_and_back_paints_what_lies_on_its_way(
    qtbot: QtBot, stripes: MainWindow
) -> None:
    view = view_of(stripes, "boardView")
    click_row(qtbot, find(stripes, PaletteView, "paletteList"), 0)
    first, last = (view.cell_rect((r, 1)).center().toPoint() for r in (1, 3))
    outside = QPoint(round(view.cell_rect((1, 0)).left()) - 5, first.y())
    qtbot.mousePress(view.viewport(), LEFT, pos=first)
    qtbot.mouseMove(view.viewport(), pos=outside)
    qtbot.mouseMove(view.viewport(), pos=QPoint(outside.x(), last.y()))
    qtbot.mouseMove(view.viewport(), pos=last)
    qtbot.mouseRelease(view.viewport(), LEFT, pos=last)
    start = stripes.board().grid("start")
    assert [row[:3] for row in start[1:4]] == [(1, 1, 2), (3, 3, 3), (1, 1, 4)]


def test_words_and_problems_wait_for_the_end_of_a_stroke(qtbot: QtBot, stripes: MainWindow) -> None:
    view, verdict = view_of(stripes, "boardView"), find(stripes, QLabel, "verdictLabel")
    click_row(qtbot, find(stripes, PaletteView, "paletteList"), 0)
    before, words = stripes.board(), verdict.text()
    one, other = (view.cell_rect(cell).center().toPoint() for cell in ((1, 1), (1, 4)))
    qtbot.mousePress(view.viewport(), LEFT, pos=one)
    qtbot.mouseMove(view.viewport(), pos=other)
    assert view.frame is not None
    assert view.frame.picture.values[1][:6] == (2, 1, 1, 1, 1, 2)
    assert (stripes.board(), verdict.text()) == (before, words)
    qtbot.mouseRelease(view.viewport(), LEFT, pos=other)
    assert stripes.board() != before
    assert verdict.text() != words


@pytest.mark.parametrize("how", ["escape", "undo", "mode"])
def test_a_stroke_can_be_taken_back_while_it_is_drawn(
    qtbot: QtBot, stripes: MainWindow, how: str
) -> None:
    view = view_of(stripes, "boardView")
    stripes.document().edit(stripes.board().with_fields(title="Stripes"), "change the title")
    click_row(qtbot, find(stripes, PaletteView, "paletteList"), 0)
    before = stripes.board()
    one, other = (view.cell_rect(cell).center().toPoint() for cell in ((1, 1), (1, 4)))
    qtbot.mousePress(view.viewport(), LEFT, pos=one)
    qtbot.mouseMove(view.viewport(), pos=other)
    if how == "escape":
        qtbot.keyClick(view, Key.Key_Escape)
    elif how == "undo":
        stripes.undo()
    else:
        stripes.show_play()
    qtbot.mouseRelease(view.viewport(), LEFT, pos=other)
    assert stripes.board() == before
    assert view.frame is not None
    assert view.frame.picture.values == before.grid("start")


def test_dragging_the_gap_moves_it_once(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("eight-cpp")
    view = window.board_view()
    click(qtbot, find(window, QToolButton, "gapTool"))
    drag_cells(qtbot, view, [(2, 2), (0, 0)])
    assert window.board().grid("start") == grid("0 1 2/5 8 7/4 6 3")
    assert window.document().undo_stack.count() == 1


def test_one_wrong_value_marks_one_cell(qtbot: QtBot, stripes: MainWindow) -> None:
    board, goal = view_of(stripes, "boardView"), view_of(stripes, "goalView")
    click_row(qtbot, find(stripes, PaletteView, "paletteList"), 0)
    click_cell(qtbot, board, (1, 5))
    assert (marks(board), marks(goal)) == ({(1, 5)}, set())
    click_cell(qtbot, board, (3, 7))
    assert marks(board) == {(1, 5), (3, 7)}
    stripes.undo()
    assert marks(board) == {(1, 5)}
    stripes.undo()
    assert marks(board) == set()
    click_cell(qtbot, goal, (1, 5))
    assert (marks(board), marks(goal)) == (set(), {(1, 5)})


def test_as_many_cells_are_marked_as_are_too_many(make_window: Callable[..., MainWindow]) -> None:
    board: Board = new_board("rotation", 3, 3, 1)
    wrong = board.with_fields(start=grid("1 2 3/4 4 6/7 4 9"), goal=grid("1 2 3/4 5 6/7 8 9"))
    window = make_window(wrong)
    assert marks(view_of(window, "boardView")) == {(1, 1), (2, 1)}
    assert marks(view_of(window, "goalView")) == {(1, 1), (2, 1)}


def test_the_palette_counts_each_value(qtbot: QtBot, stripes: MainWindow) -> None:
    palette = find(stripes, PaletteView, "paletteList")

    def said(row: int, role: Qt.ItemDataRole) -> str:
        return str(palette.model().index(row, 0).data(role))

    board = stripes.board()
    click_row(qtbot, palette, 0)
    assert text_of(stripes, "valueCountLabel") == "120 in the start, 120 in the goal"
    click_cell(qtbot, view_of(stripes, "boardView"), (1, 5))
    assert count(board.grid("start"), 1) == 120
    assert text_of(stripes, "valueCountLabel") == "121 in the start, 120 in the goal"
    tip = said(0, Qt.ItemDataRole.ToolTipRole)
    assert tip.endswith("; 121 times in the start and 120 times in the goal, which must be equal")
    assert said(2, Qt.ItemDataRole.ToolTipRole).endswith("in the goal")

    def picture(row: int) -> object:
        icon = palette.model().index(row, 0).data(Qt.ItemDataRole.DecorationRole)
        return icon.pixmap(34, 34).toImage()

    marked = picture(0)
    stripes.undo()
    assert marked != picture(0)  # a mark in its corner, beside the colour of the text


def test_a_long_list_of_problems_is_cut(make_window: Callable[..., MainWindow]) -> None:
    board = new_board("rotation", 10, 10, 1)
    window = make_window(board.with_fields(start=((1,) * 10,) * 10))
    problems = find(window, QListWidget, "problemList")
    assert problems.count() == 51
    assert problems.item(50).text() == "… and 50 more"
    problems.itemClicked.emit(problems.item(50))
    assert find(window, PaletteView, "paletteList").model().rowCount() == 101


def test_a_value_painted_over_marks_what_was_painted_alone(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    values = grid("1 1 1 1/2 2 2 2/3 3 3 3/4 4 4 4")
    window = make_window(new_board("rotation", 4, 4, 1).with_fields(start=values, goal=values))
    click_row(qtbot, find(window, PaletteView, "paletteList"), 1)
    board, goal = view_of(window, "boardView"), view_of(window, "goalView")
    row = [(0, column) for column in range(4)]
    drag_cells(qtbot, board, [row[0], row[-1]])
    assert window.board().grid("start")[0] == (2, 2, 2, 2)
    assert (marks(board), marks(goal)) == (set(row), set())


def test_the_list_names_what_is_marked(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    values = grid("1 1 1 1/2 2 2 2/3 3 3 3/4 4 4 4")
    window = make_window(new_board("rotation", 4, 4, 1).with_fields(start=values, goal=values))
    click_row(qtbot, find(window, PaletteView, "paletteList"), 1)
    goal = view_of(window, "goalView")
    drag_cells(qtbot, goal, [(0, 1), (0, 2)])
    assert marks(goal) == {(0, 1), (0, 2)}
    problems = find(window, QListWidget, "problemList")
    texts = [problems.item(row).text() for row in range(problems.count())]
    assert texts == [
        "Value 2 appears 6 times in the goal but only 4 in the start (see B1, C1).",
        "Value 1 appears 4 times in the start but only twice in the goal.",
    ]
    assert text_of(window, "verdictLabel") == f"{texts[0]} 1 more problem."
    click_row(qtbot, problems, 0)
    assert goal.cursor_cell == (0, 1)
