"""The moves of a board in Design: drawn, typed, tried; cells cut out and put back; played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.cells import HOLE, Cell, parse_cell
from puzzlegui.core.edits import with_hole, without_hole
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.main_window import MainWindow
from tests.boards import grid
from tests.gui.conftest import WAIT
from tests.gui.robot import click, click_cell, click_row, drag_cells, find

Key = Qt.Key
BOARD = PermutationBoard(
    grid("2 3 1/4 5 6"), grid("1 2 3/4 5 6"), (("L", (((0, 0), (0, 1), (1, 0)),)),)
)


def cells(text: str) -> tuple[Cell, ...]:
    return tuple(map(parse_cell, text.split()))


@pytest.fixture
def window(make_window: Callable[..., MainWindow]) -> MainWindow:
    window = make_window(BOARD)
    window.session.timeline.animated = True
    return window


@pytest.fixture
def view(window: MainWindow) -> BoardView:
    return find(window, BoardView, "boardView")


def board_of(window: MainWindow) -> PermutationBoard:
    board = window.board()
    assert isinstance(board, PermutationBoard)
    return board


def undo_text(window: MainWindow) -> str:
    return window.document().undo_stack.undoText()


def type_into(qtbot: QtBot, window: MainWindow, name: str, text: str) -> None:
    field = find(window, QLineEdit, name)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)


def test_only_boards_with_moves_of_their_own_show_the_section(
    make_window: Callable[..., MainWindow], window: MainWindow
) -> None:
    assert find(window, QListWidget, "moveList").isVisible()
    other = make_window(load_preset("mystery-box"))
    assert not find(other, QListWidget, "moveList").isVisible()
    assert other.findChild(QToolButton, "holeTool") is None
    assert other.findChild(QToolButton, "cycleTool") is None


def test_add_a_move_and_draw_it(qtbot: QtBot, window: MainWindow, view: BoardView) -> None:
    click(qtbot, find(window, QPushButton, "addMoveButton"))
    assert board_of(window).moves[1] == ("A", ())
    assert window.document().problems[0].message == "move A has no cycles"
    assert undo_text(window) == "add move A"
    for cell in cells("B1 C1 C2"):
        click_cell(qtbot, view, cell)
    assert view.frame is not None
    assert view.frame.marks.next_move is not None
    assert isinstance(view.frame.marks.next_move.arrow, tuple)
    assert len(view.frame.marks.next_move.arrow) == 2
    click_cell(qtbot, view, parse_cell("B1"))
    assert board_of(window).moves[1] == ("A", (cells("B1 C1 C2"),))
    assert undo_text(window) == "draw a cycle of A"
    assert not window.document().problems
    assert find(window, QLineEdit, "moveCyclesEdit").text() == "B1 C1 C2"
    assert find(window, QListWidget, "moveList").item(1).text() == "A: B1 C1 C2"
    window.undo()
    window.undo()
    assert board_of(window) == BOARD


def test_draw_by_dragging_and_keys(qtbot: QtBot, window: MainWindow, view: BoardView) -> None:
    click(qtbot, find(window, QToolButton, "cycleTool"))
    drag_cells(qtbot, view, list(cells("C1 C2")))
    qtbot.keyClick(view, Key.Key_Return)
    assert board_of(window).moves == (("L", (cells("A1 B1 A2"), cells("C1 C2"))),)
    drag_cells(qtbot, view, list(cells("A1 A2")))
    drag_cells(qtbot, view, list(cells("A2 B2")))
    qtbot.keyClick(view, Key.Key_Backspace)
    qtbot.keyClick(view, Key.Key_Up)
    qtbot.keyClick(view, Key.Key_Space)
    qtbot.keyClick(view, Key.Key_Enter)
    # A cycle takes the place of those that it shares cells with.
    assert board_of(window).moves == (("L", (cells("C1 C2"), cells("A1 A2 B1"))),)
    click_cell(qtbot, view, (0, 0))
    qtbot.keyClick(view, Key.Key_Escape)
    assert find(window, QToolButton, "cycleTool").isChecked()
    qtbot.keyClick(view, Key.Key_Escape)
    assert find(window, QToolButton, "typeTool").isChecked()
    assert view.frame is not None
    assert view.frame.marks.next_move is None


def test_cycles_as_text(qtbot: QtBot, window: MainWindow) -> None:
    message = find(window, QLabel, "moveMessage")
    type_into(qtbot, window, "moveCyclesEdit", "a1 b1, c1->c2")
    field = find(window, QLineEdit, "moveCyclesEdit")
    assert board_of(window) == BOARD
    qtbot.keyClick(field, Key.Key_Return)
    assert board_of(window).moves == (("L", (cells("A1 B1"), cells("C1 C2"))),)
    assert field.text() == "a1 b1, c1->c2"
    assert undo_text(window) == "change the cycles of L"
    window.undo()
    assert board_of(window) == BOARD
    for text, problem in {
        "A1 B1 D1": "Character 7: D1 is not on the board.",
        "A1 B1, B1 C1": "Character 8: B1 appears twice.",
        "A1 B1, C1": "Character 8: A cycle must have at least two cells.",
        "A1 x": "Character 4: 'x' is not a cell: write column letters, then the row, as in B3.",
    }.items():
        type_into(qtbot, window, "moveCyclesEdit", text)
        assert message.text() == field.accessibleDescription() == problem
        assert field.property("wrong")
        qtbot.keyClick(field, Key.Key_Return)
        find(window, QToolButton, "paintTool").click()  # shows the panel anew
        find(window, BoardView, "boardView").setFocus()
        assert field.text() == text
        assert message.text() == problem
        assert board_of(window) == BOARD
    field.setFocus()
    qtbot.keyClick(field, Key.Key_Escape)
    assert field.text() == "A1 B1 A2"
    assert not field.property("wrong")
    type_into(qtbot, window, "moveCyclesEdit", "A1 B1 A")
    click(qtbot, find(window, QPushButton, "addMoveButton"))
    assert message.text() == ""
    assert not field.property("wrong")


def test_cycles_take_effect_before_a_shortcut(qtbot: QtBot, window: MainWindow) -> None:
    type_into(qtbot, window, "moveCyclesEdit", "A1 B1")
    field = find(window, QLineEdit, "moveCyclesEdit")
    qtbot.keyClick(field, Key.Key_Control)
    assert board_of(window) == BOARD
    qtbot.keyClick(field, Key.Key_F3)
    assert board_of(window).moves == (("L", (cells("A1 B1"),)),)


def test_rename_and_remove(qtbot: QtBot, window: MainWindow) -> None:
    moves, message = find(window, QListWidget, "moveList"), find(window, QLabel, "moveMessage")
    click(qtbot, find(window, QPushButton, "addMoveButton"))
    click_row(qtbot, moves, 0)
    qtbot.keyClick(moves, Key.Key_Return)
    assert window.focusWidget() is find(window, QLineEdit, "moveNameEdit")
    type_into(qtbot, window, "moveNameEdit", "Left_2")
    assert [name for name, _ in board_of(window).moves] == ["Left_2", "A"]
    type_into(qtbot, window, "moveNameEdit", "a")
    assert message.text() == "There is already a move a."
    type_into(qtbot, window, "moveNameEdit", "2")
    assert "a name is a letter" in message.text()
    assert [name for name, _ in board_of(window).moves] == ["Left_2", "A"]
    click_row(qtbot, moves, 1)
    qtbot.keyClick(moves, Key.Key_Delete)
    assert [name for name, _ in board_of(window).moves] == ["Left_2"]
    assert undo_text(window) == "remove move A"
    click(qtbot, find(window, QPushButton, "removeMoveButton"))
    assert board_of(window).moves == ()
    assert not find(window, QPushButton, "removeMoveButton").isEnabled()
    while window.document().undo_stack.canUndo():
        window.undo()
    assert board_of(window) == BOARD


def test_try_a_move(qtbot: QtBot, window: MainWindow, view: BoardView) -> None:
    click(qtbot, find(window, QPushButton, "tryMoveButton"))

    def progress() -> float:
        assert view.frame is not None
        return view.frame.progress if view.frame.motion else -1.0

    qtbot.waitUntil(lambda: 0 < progress() < 1, timeout=WAIT)
    qtbot.waitUntil(lambda: progress() == 1, timeout=WAIT)
    qtbot.waitUntil(lambda: progress() < 0, timeout=WAIT)
    assert board_of(window) == BOARD
    click(qtbot, find(window, QPushButton, "tryMoveButton"))
    window.session.choose_mode("play")
    assert view.frame is not None
    assert view.frame.motion is None


def test_holes(qtbot: QtBot, window: MainWindow, view: BoardView) -> None:
    click(qtbot, find(window, QToolButton, "holeTool"))
    drag_cells(qtbot, view, list(cells("C1 C2")))
    assert board_of(window).holes == {(0, 2), (1, 2)}
    assert not window.document().problems
    assert undo_text(window) == "cut out or put back C2"
    click_cell(qtbot, view, (0, 0))
    assert window.document().problems[0].message == "move L: there is no cell at A1"
    assert not find(window, QPushButton, "tryMoveButton").isEnabled()
    click_cell(qtbot, view, (0, 0))
    assert not window.document().problems
    assert parse_board(dump_board(window.board())) == window.board()
    qtbot.keyClick(view, Key.Key_T)
    click_cell(qtbot, view, (0, 2))
    qtbot.keyClicks(view, "7")
    assert board_of(window).start[0][2] == HOLE


def test_cutting_out_keeps_start_and_goal_equal() -> None:
    board = with_hole(BOARD, (0, 0))
    assert board.grid("start") == ((HOLE, 3, 2), (4, 5, 6))
    assert board.grid("goal") == ((HOLE, 2, 3), (4, 5, 6))
    back = without_hole(board, (0, 0))
    assert back.grid("start")[0][0] == back.grid("goal")[0][0] == 7
    small = PermutationBoard(grid("1 2"), grid("2 1"), (("S", (cells("A1 B1"),)),))
    assert with_hole(small, (0, 0)) == small


def test_play_by_letters_and_dragging(qtbot: QtBot, window: MainWindow, view: BoardView) -> None:
    window.session.timeline.animated = False
    window.session.choose_mode("play")
    line = window.session.game_sequence
    view.setFocus()
    qtbot.keyClick(view, Key.Key_L)
    qtbot.keyClick(view, Key.Key_L, Qt.KeyboardModifier.ShiftModifier)
    drag_cells(qtbot, view, list(cells("B1 A2")))
    assert list(map(str, window.session.game_sequence.moves)) == ["L", "L'", "L"]
    assert line.board == BOARD


def test_a_drag_takes_the_move_that_carries_the_tile_to_the_drop() -> None:
    moves = (
        ("Far", (cells("A1 C1"),)),
        ("Long", (cells("A1 B1 B2 A2"),)),
        ("Near", (cells("A1 B1"),)),
    )
    board = PermutationBoard(grid("1 2 3/4 5 6"), grid("1 2 3/4 5 6"), moves)
    found = [board.drag_moves(board.start, (0.5, 0.5), (0.0, right)) for right in (0.2, 1.0, 2.0)]
    assert [str(moves[0]) for moves in found] == ["Near", "Near", "Far"]


@pytest.mark.parametrize("layout", ["rings", "flip", "swap"])
def test_layouts_of_new_boards(layout: str) -> None:
    board = new_board("permutation", 4, 5, 3, layout=layout, colours=2)
    assert not board.problems()
    assert board.verdict().solvable is True
    assert isinstance(board, PermutationBoard)
    assert board.values == (1, 2)
    moved = {cell for _, cycles in board.moves for cycle in cycles for cell in cycle}
    assert (len(moved) + len(board.holes) == 20) == (layout != "swap")


def test_layouts_that_do_not_fit() -> None:
    for rows, columns, layout, given in (
        (2, 4, "rings", {}), (4, 3, "flip", {}), (4, 4, "swap", {"block": 3}),
    ):  # fmt: skip
        with pytest.raises(PuzzleError):
            new_board("permutation", rows, columns, layout=layout, **given)


def test_a_message_moves_nothing_in_the_panel(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1366, 768)
    moves, cycles = find(window, QListWidget, "moveList"), find(window, QLineEdit, "moveCyclesEdit")
    qtbot.wait(20)
    before = moves.size(), cycles.pos()
    for text in ("A1 B1 Z9", "A1 B1"):
        type_into(qtbot, window, "moveCyclesEdit", text)
        qtbot.wait(20)
        assert (moves.size(), cycles.pos()) == before


def test_typing_skips_holes(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    moves = (("L", (((0, 0), (0, 2), (1, 0)),)),)
    start = grid("1 -1 2/3 -1 4")
    window = make_window(PermutationBoard(start, start, moves))
    view = find(window, BoardView, "boardView")
    click_cell(qtbot, view, (0, 0))
    for key in (Key.Key_Return, Key.Key_Return, Key.Key_Right):
        qtbot.keyClick(view, key)
    assert view.cursor_cell == (1, 2)
    qtbot.keyClick(view, Key.Key_Left)
    assert view.cursor_cell == (1, 0)
    for key, cell in (
        (Key.Key_End, (1, 2)), (Key.Key_PageUp, (0, 2)), (Key.Key_Home, (0, 0)),
        (Key.Key_PageDown, (1, 0)),
    ):  # fmt: skip
        qtbot.keyClick(view, key)
        assert view.cursor_cell == cell
    click_cell(qtbot, view, (0, 1))
    assert view.cursor_cell == (1, 0)
    click(qtbot, find(window, QToolButton, "holeTool"))
    view.setFocus()
    qtbot.keyClick(view, Key.Key_Right)
    assert view.cursor_cell == (1, 1)
