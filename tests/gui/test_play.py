"""Playing by hand, with real mouse and key events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QAbstractButton, QLabel, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.core.cells import Cell
from puzzlegui.core.region import Region
from puzzlegui.core.solution import Solution
from puzzlegui.core.win_message import with_message
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.loading import load_document
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board, solved_board
from puzzlegui.families.maze.board import MazeBoard
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.gallery.gallery import Gallery
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import PLAY, SOLUTION
from puzzlegui.gui.playback.move_table import MoveTable
from puzzlegui.gui.program import Program
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets.card import Card
from puzzlegui.render.marks import Marks
from tests.boards import grid
from tests.gui.conftest import WAIT
from tests.gui.robot import (
    action,
    choose_solver,
    click,
    click_cell,
    click_row,
    export_to,
    find,
    solve,
    text_of,
)

Key, Button, Modifier = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier


@pytest.fixture
def play(window: MainWindow) -> Callable[[str], BoardView]:
    """Begin to play a preset; gives the view of the board."""

    def begin(name: str) -> BoardView:
        window.open_preset(name)
        window.show_play()
        window.timeline().animated = False
        return window.board_view()

    return begin


def corner(view: BoardView, cell: Cell) -> QPoint:
    """The middle of the block whose first cell this is."""
    return view.cell_rect(cell).bottomRight().toPoint()


def values(view: BoardView) -> object:
    assert view.frame is not None
    return view.frame.picture.values


def marks(view: BoardView) -> Marks:
    assert view.frame is not None
    return view.frame.marks


def text(window: MainWindow) -> list[str]:
    moves = find(window, MoveTable, "moveTable").moves
    return [moves.text(term).split(" · ")[0] for term in range(len(moves))]


def test_turning_by_mouse(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("graphs-3x3-colours")
    area = view.viewport()
    qtbot.mouseClick(area, Button.LeftButton, pos=corner(view, (0, 0)))
    qtbot.mouseClick(area, Button.RightButton, pos=corner(view, (1, 1)))
    qtbot.mouseClick(area, Button.LeftButton, Modifier.ShiftModifier, pos=corner(view, (0, 1)))
    assert text(window) == ["A1'", "B2", "B1"]
    window.options.toggle_left_turns(True)
    qtbot.mouseClick(area, Button.LeftButton, pos=corner(view, (1, 0)))
    qtbot.mouseClick(area, Button.RightButton, pos=corner(view, (1, 0)))
    assert text(window)[3:] == ["A2", "A2'"]
    window.undo()
    window.undo()
    assert window.timeline().position == 3
    window.redo()
    assert window.timeline().position == 4
    window.undo()
    qtbot.mouseClick(area, Button.LeftButton, pos=corner(view, (0, 0)))
    assert text(window) == ["A1'", "B2", "B1", "A1"]  # what had been taken back is gone


def test_a_board_that_turns_one_way_does_by_every_button(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("mystery-box")
    for button in (Button.LeftButton, Button.RightButton):
        qtbot.mouseClick(view.viewport(), button, pos=corner(view, (0, 0)))
    assert text(window) == ["A1", "A1"]


def test_turning_by_keys(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("graphs-4x4-two-colours")
    view.move_cursor((0, 0))
    for key in (Key.Key_Right, Key.Key_Down, Key.Key_Down):
        qtbot.keyClick(view, key)
    assert view.frame is not None
    assert view.frame.marks.next_move is not None
    assert view.frame.marks.next_move.cells[0] == (2, 1)
    qtbot.keyClick(view, Key.Key_Return)
    qtbot.keyClick(view, Key.Key_Return, Modifier.ShiftModifier)
    assert text(window) == ["B3'", "B3"]
    qtbot.keyClick(view, Key.Key_Backspace)
    assert window.timeline().position == 1


def test_what_a_click_would_do_is_shown(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("graphs-4x4-two-colours")
    qtbot.mouseMove(view.viewport(), pos=corner(view, (1, 1)))
    qtbot.waitUntil(lambda: view.frame is not None and view.frame.marks.next_move is not None)
    view.place_hovered.emit(-1.0, -1.0)
    assert view.frame is not None
    assert view.frame.marks.next_move is None
    assert window.board().problems() == []


def test_sliding(qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]) -> None:
    view = play("eight-cpp")
    assert values(view) == grid("4 1 2/5 8 7/0 6 3")
    click_cell(qtbot, view, (2, 2))
    assert text(window) == ["L", "L"]
    assert values(view) == grid("4 1 2/5 8 7/6 3 0")
    qtbot.keyClick(view, Key.Key_Down)
    qtbot.keyClick(view, Key.Key_Left)  # nothing there to go left
    assert text(window) == ["L", "L", "D"]
    click_cell(qtbot, view, (0, 0))  # neither in its row nor in its column
    assert len(text(window)) == 3


def test_several_tiles_are_shown_before_they_slide(
    qtbot: QtBot, play: Callable[[str], BoardView]
) -> None:
    view = play("eight-cpp")
    qtbot.wait(50)  # until all is in its place
    qtbot.mouseMove(view.viewport(), pos=view.cell_rect((2, 2)).center().toPoint())
    line = ((2, 2), (2, 1), (2, 0))
    qtbot.waitUntil(lambda: (coming := marks(view).next_move) is not None and coming.cells == line)
    qtbot.mouseClick(
        view.viewport(), Button.LeftButton, pos=view.cell_rect((2, 2)).center().toPoint()
    )
    assert marks(view).next_move is None  # it was about the position before


@pytest.mark.parametrize(("part", "made"), [(0.3, 0), (0.7, 2), (3.0, 2), (-1.0, 0)])
def test_dragging_tiles(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView], part: float, made: int
) -> None:
    view = play("eight-cpp")
    area, cell = view.viewport(), view.cell_rect((2, 2))
    middle = cell.center().toPoint()
    there = middle - QPoint(round(cell.width() * part), 4)
    qtbot.mousePress(area, Button.LeftButton, pos=middle)
    assert text(window) == []
    qtbot.mouseMove(area, pos=there)
    qtbot.waitUntil(lambda: view.frame is not None and view.frame.motion is not None)
    assert view.frame is not None
    assert view.frame.motion is not None
    assert view.frame.motion.cells == ((2, 2), (2, 1), (2, 0))
    assert view.frame.progress == pytest.approx(min(max(part, 0), 1), abs=0.03)
    qtbot.mouseRelease(area, Button.LeftButton, pos=there)
    assert text(window) == ["L"] * made
    assert view.frame.motion is None
    assert values(view) == grid("4 1 2/5 8 7/6 3 0" if made else "4 1 2/5 8 7/0 6 3")


def test_jumping(qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]) -> None:
    view = play("schonbrunn")
    assert view.frame is not None
    assert view.frame.marks.destinations == frozenset(window.board().legal_moves(((4, 2),)))
    first = min(view.frame.marks.destinations)
    click_cell(qtbot, view, first)
    click_cell(qtbot, view, first)  # it is there already
    assert len(text(window)) == 1
    for key in (Key.Key_Up, Key.Key_Left, Key.Key_Down, Key.Key_Right):
        qtbot.keyClick(view, key)
    assert len(text(window)) > 1


def test_solved_by_hand_can_be_exported(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    play: Callable[[str], BoardView],
) -> None:
    view = play("mystery-box")
    board = window.board()
    moves = board.parse_moves("B1 B2 A2 B2 A1 A2 A1 A2 B1 A2")
    for turn in moves:
        qtbot.mouseClick(
            view.viewport(), Button.LeftButton, pos=corner(view, (turn.row, turn.column))
        )
    assert "solved" in window.findChild(QLabel, "adviceLabel").text().lower()  # type: ignore[union-attr]
    export_to(qtbot, window, monkeypatch, tmp_path / "mine.json")
    found = load_document(tmp_path / "mine.json")
    assert isinstance(found, Solution)
    assert found.moves == moves
    assert not found.optimal


def test_hint_and_check(qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]) -> None:
    view = play("mystery-box")
    click(qtbot, find(window, QPushButton, "checkButton"))
    qtbot.waitUntil(lambda: "10 moves to go" in text_of(window, "adviceLabel"), timeout=WAIT)
    for left in range(10, 0, -1):
        click(qtbot, find(window, QPushButton, "hintButton"))
        assert view.frame is not None
        coming = view.frame.marks.next_move
        assert coming is not None  # known from the check before, so that it comes at once
        qtbot.mouseClick(view.viewport(), Button.LeftButton, pos=corner(view, coming.cells[0]))
        assert window.timeline().position == 11 - left
    click(qtbot, find(window, QPushButton, "hintButton"))
    assert text_of(window, "adviceLabel") == "The board is solved."


def test_advice_off_the_way_is_sought_anew(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("mystery-box")
    click(qtbot, find(window, QPushButton, "hintButton"))
    qtbot.waitUntil(lambda: "Turn block" in text_of(window, "adviceLabel"), timeout=WAIT)
    assert view.frame is not None
    coming = view.frame.marks.next_move
    assert coming is not None
    away = next(c for c in ((0, 0), (0, 1), (1, 0), (1, 1)) if c != coming.cells[0])
    qtbot.mouseClick(view.viewport(), Button.LeftButton, pos=corner(view, away))
    assert text_of(window, "adviceLabel") == ""
    click(qtbot, find(window, QPushButton, "checkButton"))
    qtbot.waitUntil(lambda: "to go" in text_of(window, "adviceLabel"), timeout=WAIT)
    board = window.board()
    assert isinstance(board, RotationBoard)


def test_advice_for_a_position_that_is_left_does_not_come(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("mystery-box")
    click(qtbot, find(window, QPushButton, "hintButton"))
    qtbot.mouseClick(view.viewport(), Button.LeftButton, pos=corner(view, (0, 0)))
    qtbot.wait(300)
    assert text_of(window, "adviceLabel") == ""
    assert view.frame is not None
    assert view.frame.marks.next_move is None


def test_neither_hints_nor_files_wait_for_a_run(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    window = make_window(new_board("sliding", 4, 4, 1))
    choose_solver(window, "iddfs")
    window.solve()
    click(qtbot, find(window, QPushButton, "anywayButton"))
    window.show_play()
    click(qtbot, find(window, QPushButton, "checkButton"))
    qtbot.waitUntil(lambda: "to go" in text_of(window, "adviceLabel"), timeout=WAIT)
    written: list[object] = []
    window.worker().submit(Job(lambda _job: "written", "Writing…"), written.append)
    qtbot.waitUntil(lambda: written == ["written"], timeout=WAIT)
    assert window.solving()
    window.stop()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)


def test_taking_over_from_the_solution_and_back(qtbot: QtBot, window: MainWindow) -> None:
    solve(qtbot, window)
    window.timeline().animated = False
    window.timeline().go_to(4)
    window.show_play()
    assert window.mode() == PLAY
    assert len(text(window)) == 4
    window.commands.hint()
    assert "block" in text_of(window, "adviceLabel")  # the solution is the advice
    view = window.board_view()
    qtbot.mouseClick(view.viewport(), Button.LeftButton, pos=corner(view, (0, 0)))
    assert len(text(window)) == 5
    window.show_solution()
    assert window.mode() == SOLUTION
    assert window.timeline().position == 4
    assert len(text(window)) == 10
    window.show_design()
    window.show_play()
    assert len(text(window)) == 5
    window.commands.restart()
    assert text(window) == []


def test_restart_is_undone_with_moves_position_and_time(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("eight-cpp")
    for key in (Key.Key_Left, Key.Key_Left, Key.Key_Down):
        qtbot.keyClick(view, key)
    window.undo()
    session = window.session
    before = values(view)
    click(qtbot, find(window, QPushButton, "restartButton"))
    seconds = session.state.earlier_games[0].seconds
    assert seconds > 0
    assert text(window) == []
    qtbot.keyClick(view, Key.Key_Left)
    action(window, "actionUndo").trigger()
    assert action(window, "actionUndo").text() == "&Undo restart"
    action(window, "actionUndo").trigger()
    assert text(window) == ["L", "L", "D"]
    assert values(view) == before
    assert session.state.game.elapsed == seconds
    for _ in range(3):  # the move taken back, the restart, and the move after it
        action(window, "actionRedo").trigger()
    assert text(window) == ["L"]
    assert window.timeline().position == 1
    assert not action(window, "actionRedo").isEnabled()


def test_move_after_an_undone_restart_ends_the_redo(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("eight-cpp")
    qtbot.keyClick(view, Key.Key_Left)
    action(window, "actionRestart").trigger()
    action(window, "actionUndo").trigger()
    assert action(window, "actionRedo").text() == "&Redo restart"
    qtbot.keyClick(view, Key.Key_Left)
    assert not action(window, "actionRedo").isEnabled()
    assert text(window) == ["L", "L"]


def test_shuffle_in_play_begins_a_game_that_undo_leaves(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("eight-cpp")
    qtbot.keyClick(view, Key.Key_Left)
    window.show_design()
    window._editor.region = Region(0, 0, 1, 2)  # the selection in Design has no effect in Play
    window.show_play()
    before, session = window.board(), window.session
    action(window, "actionEdit-shuffle").trigger()
    assert window.mode() == PLAY
    assert window.board().puzzle != before.puzzle
    assert window.board().grid("goal") == before.grid("goal")
    assert window.board().verdict().solvable
    assert (session.state.game.moves, session.state.game.elapsed) == ((), 0.0)
    assert values(view) == window.board().grid("start")
    assert not window.is_unsaved()
    assert action(window, "actionUndo").text() == "&Undo scramble"
    window.undo()
    assert window.board() == before
    assert text(window) == ["L"]


def test_shuffle_says_that_there_is_no_other_arrangement(
    make_window: Callable[..., MainWindow],
) -> None:
    alike = RotationBoard(grid("1 1/1 1"), grid("1 1/1 1"))
    window = make_window(alike)
    window.show_play()
    action(window, "actionEdit-shuffle").trigger()
    assert window.statusBar().currentMessage().startswith("No other arrangement was found")
    assert window.board() == alike
    assert not action(window, "actionUndo").isEnabled()


def test_an_edit_ends_the_game(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("eight-cpp")
    qtbot.keyClick(view, Key.Key_Left)
    document = window.document()
    document.edit(document.board.with_colour(1, "#112233"), "colour")
    assert text(window) == ["L"]
    window.show_design()
    document.edit(document.board.from_position(grid("1 4 2/5 8 7/6 0 3")), "start")
    window.show_play()
    assert text(window) == []


def test_another_window(qtbot: QtBot, program: Program) -> None:
    window = program.open_window()
    window.new_window()
    _, other = program.windows
    assert isinstance(other, MainWindow)
    qtbot.waitExposed(other)
    other.open_preset("eight-cpp")
    assert window.board() == load_preset("mystery-box")
    other.close()
    assert program.windows == [window]


def number(window: MainWindow, name: str) -> str:
    """Return the plain text of a label with large letters."""
    document = QTextDocument()
    document.setHtml(text_of(window, name))
    return document.toPlainText()


def test_game_card_counts_the_moves_that_are_not_taken_back(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("mystery-box")
    for _ in range(3):
        qtbot.mouseClick(view.viewport(), Button.LeftButton, pos=corner(view, (0, 0)))
    window.undo()
    assert number(window, "moveCountLabel") == "2 / 1"
    assert text_of(window, "positionLabel") == "2 of 3"
    click(qtbot, find(window, QPushButton, "restartButton"))
    assert number(window, "moveCountLabel") == "0 / 0"
    assert number(window, "clockLabel") == "0:00"


def test_panel_of_play_has_the_cards_of_game_and_moves_alone(
    window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    play("mystery-box")
    cards = [card.objectName() for card in window.findChildren(Card) if card.isVisible()]
    assert cards == ["gameCard", "movesCard"]
    window.show_solution()
    assert not find(window, Card, "gameCard").isVisible()


def test_status_in_play_tells_neither_the_verdict_on_the_start_nor_the_solution(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    window = make_window(solved_board("sliding", 3, 3))
    assert "Already solved" in text_of(window, "verdictLabel")
    window.show_play()
    qtbot.keyClick(window.board_view(), Key.Key_Right)
    assert text_of(window, "verdictLabel").startswith("Click or drag a tile")
    window.open_preset("mystery-box")
    solve(qtbot, window)
    window.show_play()
    texts = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    texts += [
        button.text() for button in window.findChildren(QAbstractButton) if button.isVisible()
    ]
    assert not [text for text in texts if "10 moves" in text]


def test_copy_button_copies_the_moves(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("eight-cpp")
    assert not find(window, QPushButton, "copyMovesButton").isVisible()
    for key in (Key.Key_Left, Key.Key_Down):
        qtbot.keyClick(view, key)
    click(qtbot, find(window, QPushButton, "copyMovesButton"))
    assert QGuiApplication.clipboard().text() == "L D"


def test_the_clock_stands_while_a_dialog_wants_the_player(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("mystery-box")
    qtbot.mouseClick(view.viewport(), Button.LeftButton, pos=corner(view, (0, 0)))
    session = window.session
    assert session.state.game.started_at is not None
    dialog = QMessageBox(QMessageBox.Icon.Warning, "x", "y", parent=window)
    dialog.open()
    qtbot.waitUntil(lambda: session.state.game.started_at is None, timeout=WAIT)
    stopped = session.state.game.elapsed
    qtbot.wait(50)
    assert session.state.game.elapsed == stopped
    dialog.close()
    qtbot.waitUntil(lambda: session.state.game.started_at is not None, timeout=WAIT)
    dialog.open()
    qtbot.waitUntil(lambda: session.state.game.started_at is None, timeout=WAIT)
    window.open_preset("schonbrunn")
    dialog.close()
    qtbot.wait(20)
    assert session.state.game.started_at is None  # another game has not begun


def test_message_of_the_author_stands_whole_in_the_card(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    board = solved_board("sliding", 3, 3)
    message = "Well done, class 7b! Now look under the third chair of the second row."
    window = make_window(with_message(board.with_fields(start=grid("1 2 3/4 5 6/7 0 8")), message))
    window.show_play()
    qtbot.keyClick(window.board_view(), Key.Key_Left)
    assert text_of(window, "adviceLabel").endswith(message)


def test_the_clock_stands_in_other_modes(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("mystery-box")
    qtbot.mouseClick(view.viewport(), Button.LeftButton, pos=corner(view, (0, 0)))
    game = window.session.state.game
    assert game.started_at is not None
    for show in (window.show_design, window.show_solution):
        show()
        stopped = window.session.state.game.elapsed
        dialog = QMessageBox(QMessageBox.Icon.Warning, "x", "y", parent=window)
        dialog.open()
        qtbot.wait(20)
        dialog.close()
        qtbot.wait(20)
        assert window.session.state.game.elapsed == stopped
        window.show_play()
        assert window.session.state.game.started_at is not None


def test_tiles_slide_by_letters(
    play: Callable[[str], BoardView], window: MainWindow, qtbot: QtBot
) -> None:
    view = play("eight-cpp")
    position = values(view)
    for key, letter in ((Key.Key_W, "U"), (Key.Key_A, "L"), (Key.Key_S, "D"), (Key.Key_D, "R")):
        qtbot.keyClick(view, key)
        if letter in window.board().legal_moves(position):
            position = window.board().play(position, letter)
        assert values(view) == position


def test_permutations_by_letters_and_by_dragging(
    play: Callable[[str], BoardView], window: MainWindow, qtbot: QtBot
) -> None:
    view = play("two-rings")
    start = values(view)
    qtbot.keyClick(view, Key.Key_L)
    made = window.board().play(start, window.board().parse_moves("L")[0])
    assert values(view) == made
    qtbot.keyClick(view, Key.Key_L, Modifier.ShiftModifier)
    assert values(view) == start
    qtbot.keyClick(view, Key.Key_X)  # of no move
    assert values(view) == start
    here, there = (view.cell_rect(cell).center().toPoint() for cell in ((0, 0), (0, 1)))
    qtbot.mousePress(view.viewport(), Button.LeftButton, pos=here)
    qtbot.mouseMove(view.viewport(), (here + there) / 2)
    qtbot.mouseMove(view.viewport(), there)
    qtbot.mouseRelease(view.viewport(), Button.LeftButton, pos=there)
    assert values(view) == made


def test_a_hint_does_not_wait_until_a_solution_is_short(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("stripes-6x6")  # whose solver goes on until its time limit
    click(qtbot, find(window, QPushButton, "hintButton"))
    qtbot.waitUntil(lambda: "Turn block" in text_of(window, "adviceLabel"), timeout=WAIT)
    assert view.frame is not None
    assert view.frame.marks.next_move is not None
    assert window.session.state.hint_path is not None
    assert not window.session.state.hint_path.optimal


def test_the_cursor_begins_at_a_cell(play: Callable[[str], BoardView]) -> None:
    view = play("pocket-cube")
    assert view.cursor_cell == (0, 2)
    view.move_cursor((0, 0))
    assert view.accessibleDescription() == "Cell A1: no cell"


DIAGONAL_KEYS = {
    Key.Key_Home: (-1, -1), Key.Key_PageUp: (-1, 1), Key.Key_End: (1, -1), Key.Key_PageDown: (1, 1),
}  # fmt: skip
DIGITS = {
    Key.Key_7: (-1, -1), Key.Key_8: (-1, 0), Key.Key_9: (-1, 1), Key.Key_4: (0, -1),
    Key.Key_6: (0, 1), Key.Key_1: (1, -1), Key.Key_2: (1, 0), Key.Key_3: (1, 1),
}  # fmt: skip


@pytest.mark.parametrize("directions", ["straight", "all"])
def test_diagonal_keys_jump_in_a_maze_with_eight_directions(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, directions: str
) -> None:
    board = MazeBoard(grid("1 1 1/1 1 1/1 1 1"), (1, 1), (0, 0), directions=directions)
    path = tmp_path / "maze.puzzle"
    path.write_text(dump_board(board), encoding="utf-8")
    assert window.open_path(path)
    window.show_play()
    window.timeline().animated = False
    view = window.board_view()
    presses = [(key, Modifier.NoModifier, step) for key, step in DIAGONAL_KEYS.items()]
    presses += [(key, Modifier.KeypadModifier, step) for key, step in DIAGONAL_KEYS.items()]
    presses += [(key, Modifier.KeypadModifier, step) for key, step in DIGITS.items()]
    for key, modifier, step in presses:
        qtbot.keyClick(view, key, modifier)
        cell = (1 + step[0], 1 + step[1])
        trail = window.session.game_sequence[window.timeline().position]
        assert trail == (((1, 1), cell) if directions == "all" or 0 in step else ((1, 1),))
        window.commands.restart()
    qtbot.keyClick(view, Key.Key_7)  # no key of the number pad
    assert text(window) == []
    if directions == "all":
        click_cell(qtbot, view, (2, 0))
        assert text(window)[-1] == "A3"


def test_diagonal_keys_slide_no_tile(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("eight-cpp")
    for key in DIAGONAL_KEYS:
        qtbot.keyClick(view, key)
    assert text(window) == []
    qtbot.keyClick(view, Key.Key_4, Modifier.KeypadModifier)
    assert text(window) == ["L"]


def test_board_opened_in_play_takes_keys_at_once(
    qtbot: QtBot, window: MainWindow, play: Callable[[str], BoardView]
) -> None:
    view = play("mystery-box")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    gallery = find(window, Gallery, "gallery")
    gallery.setFocus()
    click_row(qtbot, gallery, 8)
    assert window.board().family == "sliding"
    assert window.mode() == PLAY
    assert view.hasFocus()
