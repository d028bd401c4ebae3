"""Tools, selection, clipboard and the Board menu, with real mouse and key events."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSpinBox, QToolButton, QToolTip
from pytestqt.qtbot import QtBot

from puzzlegui.core.cells import Cell
from puzzlegui.core.edits import EDITS
from puzzlegui.core.palettes import value_names
from puzzlegui.documents.presets import load_preset
from puzzlegui.documents.text_formats import WRITTEN_FORMATS
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.files.import_sheet import ImportSheet
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.widgets import dialogs
from tests.boards import grid, pasted
from tests.gui.robot import action, click, click_cell, drag_cells, find, press_fix

Key, Shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def use(qtbot: QtBot, window: MainWindow) -> Callable[[str], BoardView]:
    """Choose a tool; gives the view of the board."""

    def choose(tool: str) -> BoardView:
        click(qtbot, find(window, QToolButton, f"{tool}Tool"))
        return window.board_view()

    return choose


def start(window: MainWindow) -> object:
    return window.board().grid(window.board().grid_fields[0])


def marked(view: BoardView) -> set[Cell]:
    assert view.frame is not None
    return set(view.frame.marks.selected)


def test_fill_and_pick(qtbot: QtBot, window: MainWindow, use: Callable[[str], BoardView]) -> None:
    window.open_preset("graphs-4x4-two-colours")
    before = window.board()
    view = use("pick")
    value = before.grid("start")[0][0]
    click_cell(qtbot, view, (0, 0))
    assert find(window, QToolButton, "paintTool").isChecked()
    use("fill")
    other = next((r, c) for r in range(4) for c in range(4) if before.grid("start")[r][c] != value)
    click_cell(qtbot, view, other)
    assert window.board().grid("start")[other[0]][other[1]] == value
    assert window.document().undo_stack.undoText().startswith(f"fill with {value} from ")
    window.undo()
    assert window.board() == before


def test_swap_by_dragging_and_by_keys(
    qtbot: QtBot, window: MainWindow, use: Callable[[str], BoardView]
) -> None:
    view = use("swap")
    assert start(window) == grid("7 6 5/8 4 9/3 2 1")
    drag_cells(qtbot, view, [(0, 0), (0, 1), (1, 1)])
    assert start(window) == grid("4 6 5/8 7 9/3 2 1")
    assert window.document().undo_stack.undoText() == "swap A1 and B2"
    view.setFocus()
    view.move_cursor((2, 0))
    for key in (Key.Key_Space, Key.Key_Right, Key.Key_Right, Key.Key_Space):
        qtbot.keyClick(view, key)
    assert start(window) == grid("4 6 5/8 7 9/1 2 3")


def test_swap_by_two_clicks(
    qtbot: QtBot, window: MainWindow, use: Callable[[str], BoardView]
) -> None:
    view = use("swap")
    click_cell(qtbot, view, (0, 0))
    assert marked(view) == {(0, 0)}
    click_cell(qtbot, view, (1, 1))
    assert start(window) == grid("4 6 5/8 7 9/3 2 1")
    assert marked(view) == set()
    click_cell(qtbot, view, (0, 0))
    click_cell(qtbot, view, (0, 0))
    assert marked(view) == set()
    assert start(window) == grid("4 6 5/8 7 9/3 2 1")


def test_an_exchange_that_was_begun_leaves_no_mark(
    qtbot: QtBot, window: MainWindow, use: Callable[[str], BoardView]
) -> None:
    view = use("swap")
    view.setFocus()
    for leave in (lambda: use("paint"), window.show_solution):
        qtbot.keyClick(view, Key.Key_Space)
        assert marked(view) == {view.cursor_cell}
        leave()
        window.show_design()
        assert marked(view) == set()
        use("swap").setFocus()
    first, last = (view.cell_rect(cell).center().toPoint() for cell in ((0, 0), (1, 1)))
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    qtbot.mouseMove(view.viewport(), pos=last)
    qtbot.keyClick(view, Key.Key_Escape)
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=last)
    assert marked(view) == set()
    assert window.board() == load_preset("mystery-box")


def test_the_gap(qtbot: QtBot, window: MainWindow, use: Callable[[str], BoardView]) -> None:
    window.open_preset("eight-cpp")
    view = use("gap")
    click_cell(qtbot, view, (0, 0))
    assert start(window) == grid("0 1 2/5 8 7/4 6 3")


def test_selecting_and_changing_a_region(
    qtbot: QtBot, window: MainWindow, use: Callable[[str], BoardView]
) -> None:
    view = use("select")
    drag_cells(qtbot, view, [(0, 0), (0, 1), (1, 1)])
    assert marked(view) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    action(window, "actionEdit-rotate-right").trigger()
    assert start(window) == grid("8 7 5/4 6 9/3 2 1")
    action(window, "actionEdit-sort").trigger()
    assert start(window) == grid("4 6 5/7 8 9/3 2 1")
    qtbot.keyClick(view, Key.Key_Escape)
    assert marked(view) == set()
    view.move_cursor((2, 0))
    qtbot.keyClick(view, Key.Key_Right, Shift)
    assert marked(view) == {(2, 0), (2, 1)}
    assert not action(window, "actionEdit-rotate-right").isEnabled()
    qtbot.keyClick(view, Key.Key_Delete)
    assert start(window) == grid("4 6 5/7 8 9/0 0 1")
    window.undo()
    use("type")
    view.setFocus()
    qtbot.keyClick(view, Key.Key_Up)
    assert marked(view) == set()


@pytest.mark.examples(5)
@pytest.mark.parametrize("name", EDITS)
def test_every_edit_is_in_the_menu_and_is_undone(window: MainWindow, name: str) -> None:
    for preset in ("mystery-box", "eight-cpp", "schonbrunn"):
        window.open_preset(preset)
        menu = action(window, f"actionEdit-{name}")
        assert menu.isEnabled() == EDITS[name].applies(window.board())
        menu.trigger()
        while window.document().undo_stack.canUndo():
            window.undo()
        assert window.board() == load_preset(preset)


def test_cut_copy_and_paste(
    qtbot: QtBot,
    window: MainWindow,
    use: Callable[[str], BoardView],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = use("select")
    drag_cells(qtbot, view, [(0, 0), (0, 1)])
    action(window, "actionCut").trigger()
    assert QGuiApplication.clipboard().text() == "7\t6\n"
    assert start(window) == grid("0 0 5/8 4 9/3 2 1")
    click_cell(qtbot, view, (2, 1))
    action(window, "actionPaste").trigger()
    assert start(window) == grid("0 0 5/8 4 9/3 7 6")
    click_cell(qtbot, view, (2, 2))
    answers = ["moved", "cut off"]
    monkeypatch.setattr(dialogs, "ask_paste", lambda *a, **_: a[4](answers.pop(0)))
    action(window, "actionPaste").trigger()
    assert start(window) == grid("0 0 5/8 4 9/3 7 6")
    action(window, "actionPaste").trigger()
    assert start(window) == grid("0 0 5/8 4 9/3 7 7")
    QGuiApplication.clipboard().setText("1 2 3 4 5 6 7 8 9")
    action(window, "actionPaste").trigger()
    assert start(window) == grid("1 2 3/4 5 6/7 8 9")
    action(window, "actionSelectAll").trigger()
    action(window, "actionCopy").trigger()
    assert QGuiApplication.clipboard().text() == "1\t2\t3\n4\t5\t6\n7\t8\t9\n"


@pytest.mark.parametrize("text", ["not a board", "puzzlegui1:???"])
def test_text_without_a_board_is_not_pasted(
    window: MainWindow, sheet: Callable[[], ImportSheet], text: str
) -> None:
    QGuiApplication.clipboard().setText(text)
    action(window, "actionPaste").trigger()
    assert sheet().problems.text()
    assert not sheet().open_button.isEnabled()
    assert window.board() == load_preset("mystery-box")


def test_letters_from_a_spreadsheet_are_pasted_as_names(
    qtbot: QtBot, window: MainWindow, use: Callable[[str], BoardView]
) -> None:
    view = use("select")
    click_cell(qtbot, view, (0, 1))
    QGuiApplication.clipboard().setText("N\tO\nN\tE\n")
    action(window, "actionPaste").trigger()
    assert start(window) == grid("7 6 5/8 6 9/3 2 1")
    assert value_names(window.board()) == {6: "N", 5: "O", 9: "E"}
    action(window, "actionUndo").trigger()
    assert window.board() == load_preset("mystery-box")


@pytest.mark.parametrize("name", WRITTEN_FORMATS)
@pytest.mark.examples(4)
def test_copying_as_text_and_pasting_again(window: MainWindow, name: str) -> None:
    form = WRITTEN_FORMATS[name]
    window.open_preset("fifteen-book" if "sliding" in form.families else "two-rings")
    board = window.board()
    window.document().edit(board.with_colour(3, "#123456"), "colour 3")
    board = window.board()
    assert action(window, f"actionCopyAs-{name}").isEnabled()
    action(window, f"actionCopyAs-{name}").trigger()
    text = QGuiApplication.clipboard().text()
    if form.write_board is None:
        assert pasted(text) == board.grid("start")
        return
    window.document().undo_stack.setClean()
    window.open_preset("mystery-box")
    action(window, "actionPaste").trigger()
    if name == "id":
        assert window.board() == board.puzzle
    elif name != "game-id" and not form.suffix:  # of another program, without colours
        assert window.board() == board
    assert window.board().grid("start") == board.grid("start")


def test_link_is_copied_and_its_page_is_asked_for_once(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def ask(_parent: object) -> str:
        asked.append(True)
        return "https://a.org/p"

    monkeypatch.setattr(dialogs, "ask_link_base", ask)
    for _ in range(2):
        action(window, "actionCopyLink").trigger()
        link = QGuiApplication.clipboard().text()
        assert link.startswith("https://a.org/p#pg1:")
    assert len(asked) == 1
    action(window, "actionPasteNew").trigger()
    assert window.board() == load_preset("mystery-box")


def test_a_picture_on_the_clipboard(window: MainWindow) -> None:
    action(window, "actionCopyPicture").trigger()
    assert QGuiApplication.clipboard().image().width() == 800


def test_size_is_typed_in_the_panel(qtbot: QtBot, window: MainWindow) -> None:
    rows, columns = (find(window, QSpinBox, name) for name in ("rowsEdit", "columnsEdit"))
    action(window, "actionSelectAll").trigger()
    action(window, "actionResize").trigger()
    assert rows.hasFocus()
    qtbot.keyClicks(rows, "4")
    assert window.board().rows == 3
    qtbot.keyClick(rows, Key.Key_Tab)
    qtbot.keyClicks(columns, "5")
    qtbot.keyClick(columns, Key.Key_Return)
    assert (window.board().rows, window.board().columns) == (4, 5)
    assert window.board().problems() == []
    rows.setValue(2)
    columns.setValue(2)
    assert (window.board().rows, window.board().columns) == (2, 2)
    assert marked(window.board_view()) == set()
    for _ in range(4):
        window.undo()
    assert window.board() == load_preset("mystery-box")
    assert (rows.value(), columns.value()) == (3, 3)


def test_resize_opens_the_panel(window: MainWindow) -> None:
    action(window, "actionPanel").trigger()
    rows = find(window, QSpinBox, "rowsEdit")
    assert not rows.isVisible()
    action(window, "actionResize").trigger()
    assert rows.isVisible()


@pytest.mark.parametrize("typed", ["x", "9999", "-"])
def test_a_number_field_says_what_it_takes(qtbot: QtBot, window: MainWindow, typed: str) -> None:
    rows = find(window, QSpinBox, "rowsEdit")
    rows.selectAll()
    qtbot.keyClicks(rows, typed)
    assert QToolTip.text() == "Enter a whole number from 2 to 30."
    QToolTip.hideText()


def test_shuffling_with_a_seed(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "ask_seed", lambda *_: 7)
    action(window, "actionShuffleSeed").trigger()
    once = window.board()
    assert once != load_preset("mystery-box")
    window.undo()
    action(window, "actionShuffleSeed").trigger()
    assert window.board() == once
    assert window.statusBar().currentMessage() == "Shuffle: seed 7"


def test_grid_with_the_focus_is_the_one_that_is_edited(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a fix, which gives the start the focus, too."""
    monkeypatch.setattr(dialogs, "ask_seed", lambda *_: 3)
    window.activateWindow()
    window.open_preset("two-by-three")
    window.show_design()
    goal = find(window, BoardView, "goalView")
    click_cell(qtbot, goal, (0, 1))
    assert goal.hasFocus()
    before = window.board()
    press_fix(qtbot, window)
    assert window.board_view().hasFocus()
    fixed = window.board()
    assert fixed != before
    action(window, "actionShuffleSeed").trigger()
    assert window.board().grid("goal") == fixed.grid("goal")
    assert window.board().grid("start") != fixed.grid("start")
    goal.setFocus()
    action(window, "actionShuffleSeed").trigger()
    assert window.board().grid("goal") != fixed.grid("goal")


def test_editor_never_names_a_grid_that_the_board_does_not_have(window: MainWindow) -> None:
    """Whatever hears first of another board."""
    window.open_preset("schonbrunn")
    window.show_design()
    editor = window._editor
    assert editor.field == "numbers"
    fields = []
    window.session.board_changed.connect(lambda: fields.append(editor.field))
    window.open_preset("shift-4x4")
    assert fields
    assert set(fields) == {"start"}
