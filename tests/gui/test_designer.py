from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QSlider,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from puzzlegui.core.palettes import value_names, with_names
from puzzlegui.core.tilepicture import PICTURE
from puzzlegui.core.win_message import message_of, with_message
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.rotation.board import CLOCKWISE, RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard
from puzzlegui.gui.board.board_item import _changed_cells
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.design import colour_dialog, picture_dialog
from puzzlegui.gui.design.colour_dialog import ColourDialog
from puzzlegui.gui.design.palette import PaletteView
from puzzlegui.gui.design.picture_crop import PictureCrop, jpeg_bytes
from puzzlegui.gui.design.picture_dialog import PictureDialog
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.repair_button import RepairButton
from puzzlegui.render.marks import Marks
from tests.boards import grid
from tests.gui.conftest import WAIT
from tests.gui.robot import (
    action,
    click,
    click_cell,
    click_row,
    drag_cells,
    find,
    press_fix,
    text_of,
)

Key = Qt.Key


@pytest.fixture
def views(window: MainWindow) -> tuple[BoardView, BoardView]:
    return find(window, BoardView, "boardView"), find(window, BoardView, "goalView")


def undo_text(window: MainWindow) -> str:
    return window.document().undo_stack.undoText()


def test_typing(qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]) -> None:
    view, _ = views
    click_cell(qtbot, view, (0, 0))
    qtbot.keyClicks(view, "12")
    assert window.board().grid("start") == grid("12 6 5/8 4 9/3 2 1")
    assert undo_text(window) == "type 12 in A1"
    qtbot.keyClick(view, Key.Key_Return)
    qtbot.keyClicks(view, "7")
    qtbot.keyClick(view, Key.Key_Tab)
    qtbot.keyClicks(view, "8")
    qtbot.keyClick(view, Key.Key_Down)
    qtbot.keyClicks(view, "04")
    qtbot.keyClick(view, Key.Key_Backspace)
    qtbot.keyClick(view, Key.Key_Left)
    qtbot.keyClick(view, Key.Key_Delete)
    assert window.board().grid("start") == grid("12 7 8/8 0 0/3 2 1")
    stack = window.document().undo_stack
    count = 0
    while stack.canUndo():
        window.undo()
        count += 1
    assert window.board() == load_preset("mystery-box")
    assert count == 5
    while stack.canRedo():
        window.redo()
    assert window.board().grid("start") == grid("12 7 8/8 0 0/3 2 1")


def test_typing_in_the_goal(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    click_cell(qtbot, views[1], (2, 2))
    qtbot.keyClicks(views[1], "5")
    assert window.board().grid("goal") == grid("1 2 3/4 5 6/7 8 5")


def test_a_number_has_at_most_nine_digits(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    click_cell(qtbot, views[0], (0, 0))
    qtbot.keyClicks(views[0], "1234567890")
    assert window.board().grid("start")[0][0] == 123_456_789


def test_problems_and_verdict_as_you_type(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    view, goal = views
    problems = find(window, QListWidget, "problemList")
    assert not problems.isVisible()
    click_cell(qtbot, view, (0, 0))
    qtbot.keyClicks(view, "5")
    assert view.frame is not None
    assert view.frame.marks.problems == set()
    find(window, QLineEdit, "titleEdit").setFocus()
    assert problems.count() == 2
    assert text_of(window, "verdictLabel").startswith("Value 5 appears twice in the start")
    assert view.frame is not None
    assert view.frame.marks.problems == {(0, 0)}
    assert goal.frame is not None
    assert goal.frame.marks.problems == {(2, 0)}
    click_row(qtbot, problems, 1)
    assert goal.cursor_cell == (2, 0)
    qtbot.keyClicks(goal, "5")
    assert not problems.isVisible()
    assert text_of(window, "verdictLabel").startswith("Solvable.")
    assert find(window, QPushButton, "solveButton").isEnabled()


def test_painting_a_stroke_is_one_step(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    window.open_preset("graphs-4x4-two-colours")
    palette = find(window, PaletteView, "paletteList")
    click_row(qtbot, palette, 1)
    assert find(window, QToolButton, "paintTool").isChecked()
    drag_cells(qtbot, views[0], [(0, 0), (0, 1), (0, 2), (0, 3)])
    assert window.board().grid("start")[0] == (1, 1, 1, 1)
    assert undo_text(window) == "paint 1 in D1"
    window.undo()
    assert window.board() == load_preset("graphs-4x4-two-colours")
    views[0].setFocus()
    views[0].move_cursor((3, 3))
    click_row(qtbot, palette, 0)
    views[0].setFocus()
    qtbot.keyClick(views[0], Key.Key_Space)
    assert window.board().grid("start")[3] == (0, 1, 0, 0)


def test_picking_a_colour(
    qtbot: QtBot,
    window: MainWindow,
    views: tuple[BoardView, BoardView],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(colour_dialog, "ask_colour", lambda *_: "#123456")
    click_row(qtbot, find(window, PaletteView, "paletteList"), 2)
    click(qtbot, find(window, QToolButton, "colourButton"))
    assert window.board().palette == ((3, "#123456"),)
    assert undo_text(window) == "colour 3"
    assert views[0].frame is not None
    assert views[0].frame.colours[3] == "#123456"
    monkeypatch.setattr(colour_dialog, "ask_colour", lambda *_: None)
    click(qtbot, find(window, QToolButton, "colourButton"))
    assert window.board().palette == ((3, "#123456"),)


def test_which_way_blocks_turn(window: MainWindow) -> None:
    window.open_preset("twiddle-4x4")
    combo = find(window, QComboBox, "turnsOption")
    combo.setCurrentIndex(combo.findData(CLOCKWISE))
    combo.activated.emit(combo.currentIndex())
    assert window.board().turns == CLOCKWISE  # type: ignore[attr-defined]
    window.undo()
    assert combo.currentData() == "both"


def test_a_maze(qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]) -> None:
    window.open_preset("schonbrunn")
    view = views[0]
    click_cell(qtbot, view, (0, 0))
    qtbot.keyClicks(view, "-3")
    assert window.board().grid("numbers")[0][0] == -3
    qtbot.keyClicks(view, "-")
    assert window.board().grid("numbers")[0][0] == 3
    click(qtbot, find(window, QToolButton, "targetTool"))
    click_cell(qtbot, view, (1, 1))
    click(qtbot, find(window, QToolButton, "startTool"))
    click_cell(qtbot, view, (4, 4))
    board = window.board()
    assert (board.start, board.target) == ((4, 4), (1, 1))  # type: ignore[attr-defined]
    assert undo_text(window) == "put the start on E5"
    wanted = find(window, QLineEdit, "sumOption")
    wanted.setFocus()
    qtbot.keyClicks(wanted, "-12")
    qtbot.keyClick(wanted, Key.Key_Return)
    assert window.board().sum == -12  # type: ignore[attr-defined]
    assert undo_text(window) == "set sum"
    window.undo()
    assert wanted.text() == ""
    window.redo()
    assert wanted.text() == "-12"
    wanted.selectAll()
    qtbot.keyClick(wanted, Key.Key_Delete)
    assert window.board().sum is None  # type: ignore[attr-defined]
    qtbot.keyClicks(wanted, "1x2")
    assert wanted.text() == "12"
    assert window.board().sum == 12  # type: ignore[attr-defined]


def test_directions_of_a_maze_are_an_option(window: MainWindow) -> None:
    window.open_preset("schonbrunn")
    window.show_design()
    combo = find(window, QComboBox, "directionsOption")
    assert (combo.currentText(), combo.accessibleName()) == ("in four directions", "Jumps")
    combo.setCurrentIndex(combo.findText("in eight directions"))
    combo.activated.emit(combo.currentIndex())
    assert window.board().directions == "all"  # type: ignore[attr-defined]
    assert window.board().family == "maze"
    window.undo()
    assert combo.currentText() == "in four directions"


def test_strokes_of_different_kinds_are_undone_one_by_one(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    click_cell(qtbot, views[0], (0, 0))
    qtbot.keyClicks(views[0], "12")
    title = find(window, QLineEdit, "titleEdit")
    title.setFocus()
    title.selectAll()
    qtbot.keyClicks(title, "Mine")
    assert window.board().title == "Mine"
    assert "Mine" in window.windowTitle()
    qtbot.keyClicks(views[0], "3")
    window.undo()
    assert window.board().title == "Mine"
    assert window.board().grid("start")[0][0] == 12
    window.undo()
    assert window.board().title == "Mystery Box"
    assert title.text() == "Mystery Box"
    window.undo()
    assert window.board() == load_preset("mystery-box")


def test_the_message_is_edited_beside_the_title(qtbot: QtBot, window: MainWindow) -> None:
    field, before = find(window, QLineEdit, "messageEdit"), window.board()
    assert (field.text(), field.maxLength()) == ("", 500)
    field.setFocus()
    qtbot.keyClicks(field, "Bravo")
    assert message_of(window.board()) == "Bravo"
    assert field.toolTip() == "Bravo"
    window.undo()
    assert window.board() == before
    window.document().edit(with_message(before, "two\n<b>lines</b>"), "change the message")
    assert field.text() == "two\n<b>lines</b>"


def test_digits_after_an_undo_begin_anew(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    click_cell(qtbot, views[0], (0, 0))
    qtbot.keyClicks(views[0], "12")
    window.undo()
    qtbot.keyClicks(views[0], "3")
    assert window.board().grid("start")[0][0] == 3


def test_no_tool_moves_when_problems_come_and_go(window: MainWindow) -> None:
    window.show()
    parts = [
        find(window, PaletteView, "paletteList"),
        find(window, QToolButton, "colourButton"),
        find(window, QLineEdit, "titleEdit"),
    ]
    QApplication.processEvents()
    before = [part.pos() for part in parts]
    window.document().edit(window.board().with_cell("start", (0, 0), 8), "type 8")
    QApplication.processEvents()
    problems = find(window, QListWidget, "problemList")
    assert problems.isVisible()
    assert problems.item(0).text().startswith("Value 7 appears")
    assert [part.pos() for part in parts] == before


def test_a_gap_and_large_numbers_in_the_palette(window: MainWindow) -> None:
    window.open_preset("eight-cpp")
    model = find(window, PaletteView, "paletteList").model()
    tips = [
        model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(model.rowCount())
    ]
    assert tips[0].startswith("the gap")
    assert len(set(tips[:-1])) == 9
    assert tips[-1] == "Add a value"
    assert not model.index(9, 0).data()


def test_a_value_of_many_digits_is_painted_with(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    large = 10**20
    window.document().edit(RotationBoard(grid(f"{large} 2/3 4"), grid(f"2 {large}/3 4")), "set")
    palette = find(window, PaletteView, "paletteList")
    click_row(qtbot, palette, palette.palette_model.row_of(large))
    assert palette.currentIndex().row() == palette.palette_model.row_of(large)
    click_cell(qtbot, views[0], (1, 1))
    assert window.board().grid("start") == ((large, 2), (3, large))


def test_nothing_is_edited_while_a_solution_is_shown(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    window.show_solution()
    click_cell(qtbot, views[0], (0, 0))
    qtbot.keyClicks(views[0], "5")
    assert window.board() == load_preset("mystery-box")
    window.show_design()
    qtbot.keyClicks(views[0], "5")
    assert window.board() != load_preset("mystery-box")


def test_tab_leaves_the_board_after_its_last_cell(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    view = views[0]
    view.setFocus()
    view.move_cursor((2, 1))
    qtbot.keyClick(view, Key.Key_Tab)
    assert view.cursor_cell == (2, 2)
    qtbot.keyClick(view, Key.Key_Tab)
    assert not view.hasFocus()


def test_a_picture_on_the_tiles(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill("#112233")
    path = tmp_path / "picture.png"
    image.save(str(path))
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _parent, title, text: said.append(text))
    paths = iter([path, tmp_path / "none.png", None])
    monkeypatch.setattr(dialogs, "ask_picture", lambda *_: next(paths))
    data = jpeg_bytes(PictureCrop().rendered(image, 1))
    monkeypatch.setattr(picture_dialog, "ask_crop", lambda *_: data)
    menu = find(window, QToolButton, "pictureButton").menu()
    actions = {action.text(): action for action in menu.actions()}
    actions["Picture on the tiles…"].trigger()
    assert PICTURE in dict(window.board().extra)
    shown = window.board().picture().mosaic
    assert shown is not None
    assert QImage.fromData(shown.data).width() == 600
    assert window.board_view().grab().toImage().pixelColor(5, 5).isValid()
    saved = parse_board(dump_board(window.board()))
    assert saved == window.board()
    actions["Picture on the tiles…"].trigger()
    actions["Picture on the tiles…"].trigger()
    assert "cannot be read" in said[0]
    actions["No picture on the tiles"].trigger()
    assert window.board() == load_preset("mystery-box")
    window.document().undo_stack.setClean()
    window.open_preset("schonbrunn")
    assert not find(window, QToolButton, "pictureButton").isEnabled()


def test_pasted_picture_goes_on_the_tiles(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    image.fill("#112233")
    data = jpeg_bytes(PictureCrop().rendered(image, 1))
    monkeypatch.setattr(picture_dialog, "ask_crop", lambda *_: data)
    QGuiApplication.clipboard().setImage(image)
    action(window, "actionPaste").trigger()
    assert undo_text(window) == "picture on the tiles"
    assert window.board().picture().mosaic is not None


def test_fix_makes_the_only_repair(qtbot: QtBot, window: MainWindow) -> None:
    button = find(window, RepairButton, "repairButton")
    assert not button.isVisible()
    window.open_preset("fifteen-loyd")
    assert button.text() == "Fix"
    assert "14" in button.toolTip()
    view = find(window, BoardView, "boardView")
    click_cell(qtbot, view, (0, 0))
    qtbot.keyClick(view, Key.Key_1)  # the value that is there
    assert button.isVisible()
    click(qtbot, button)
    assert text_of(window, "verdictLabel").startswith("Already solved")
    assert not button.isVisible()
    window.undo()
    assert button.isVisible()


def test_fix_shows_its_repair_on_the_board_first(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    view, _ = views
    window.open_preset("fifteen-loyd")
    before = window.board()
    button = find(window, RepairButton, "repairButton")
    button.setFocus()
    assert view.frame is not None
    assert view.frame.marks.highlighted == frozenset({(3, 1), (3, 2)})
    assert view.frame.marks.preview is not None
    assert window.board() == before
    view.setFocus()
    assert view.frame.marks.highlighted is None
    button.setFocus()
    qtbot.keyClick(button, Key.Key_Space)
    assert window.board() != before
    assert view.frame.marks.preview is None


def test_fix_asks_if_the_start_or_the_goal_is_to_change(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("fifteen-book")
    document = window.document()
    cleared = tuple((0,) * 4 for _ in range(4))
    document.edit(document.board.with_fields(goal=cleared), "clear")
    before = window.board()
    button = find(window, RepairButton, "repairButton")
    assert button.text() == "Fix…"
    click(qtbot, button)
    assert button.choices.isVisible()
    assert window.board() == before
    sentences = [action.text() for action in button.choices.actions()]
    assert any("goal" in sentence for sentence in sentences)
    document.edit(before.with_cell("start", (0, 0), 77), "type")
    for _ in range(5):
        if button.isVisible():
            press_fix(qtbot, window)
    assert window.board().problems() == []
    assert text_of(window, "verdictLabel").startswith("Solvable")


def test_palettes_and_the_order_of_colours(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("graphs-3x3-colours")
    menu = find(window, QPushButton, "paletteButton").menu()
    actions = {action.text(): action for action in menu.actions()}
    actions["Greyscale"].trigger()
    colours = [colour for _, colour in window.board().palette]
    assert colours == ["#F2F2F2", "#8C8C8C", "#262626"]
    click_row(qtbot, find(window, PaletteView, "paletteList"), 0)
    actions["Move down"].trigger()
    assert [c for _, c in window.board().palette] == ["#8C8C8C", "#F2F2F2", "#262626"]
    actions["Default colour"].trigger()
    assert len(window.board().palette) == 2
    for _ in range(3):
        window.undo()
    assert window.board() == load_preset("graphs-3x3-colours")


def test_names_are_typed_one_after_the_other(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("graphs-3x3-colours")
    palette = find(window, PaletteView, "paletteList")
    name = find(window, QLineEdit, "valueNameEdit")
    click_row(qtbot, palette, 1)
    qtbot.keyClick(palette, Key.Key_F2)
    assert name.hasFocus()
    for text in ("red", "blue sky", "C"):
        qtbot.keyClicks(name, text)
        qtbot.keyClick(name, Key.Key_Return)
    assert value_names(window.board()) == {1: "C", 2: "red", 3: "blue sky"}
    for _ in range(3):
        window.undo()
    assert window.board() == load_preset("graphs-3x3-colours")


def test_pasted_column_names_the_values_from_the_chosen_one(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.open_preset("fifteen-loyd")
    palette = find(window, PaletteView, "paletteList")
    name = find(window, QLineEdit, "valueNameEdit")
    click_row(qtbot, palette, 3)  # the gap comes first
    QGuiApplication.clipboard().setText("A\nB\nC\n")
    name.setFocus()
    qtbot.keySequence(name, QKeySequence(QKeySequence.StandardKey.Paste))
    assert value_names(window.board()) == {3: "A", 4: "B", 5: "C"}
    assert name.text() == "A"
    window.undo()
    assert value_names(window.board()) == {}


def test_full_board_is_checked_a_while_after_the_last_key(qtbot: QtBot, window: MainWindow) -> None:
    window._editor._typing_pause.setInterval(50)
    view = find(window, BoardView, "boardView")
    click_cell(qtbot, view, (0, 0))
    qtbot.keyClick(view, Key.Key_9)
    problems = find(window, QListWidget, "problemList")
    assert not problems.isVisible()
    qtbot.waitUntil(problems.isVisible, timeout=WAIT)
    window.undo()


def test_added_value_can_be_undone(qtbot: QtBot, window: MainWindow) -> None:
    palette = find(window, PaletteView, "paletteList")
    model, before = palette.palette_model, window.board()
    click_row(qtbot, palette, model.rowCount() - 1)
    assert model.value_at(9) == 10
    assert find(window, QLineEdit, "valueNameEdit").hasFocus()
    assert text_of(window, "valueCountLabel") == "0 in the start, 0 in the goal"
    window.undo()
    assert window.board() == before
    assert model.rowCount() == 10
    assert model.value_at(9) is None
    window.undo()


def test_default_colour_keeps_an_added_value(qtbot: QtBot, window: MainWindow) -> None:
    palette = find(window, PaletteView, "paletteList")
    click_row(qtbot, palette, palette.palette_model.rowCount() - 1)
    menu = find(window, QPushButton, "paletteButton").menu()
    next(a for a in menu.actions() if a.text() == "Default colour").trigger()
    assert palette.palette_model.value_at(9) == 10
    assert text_of(window, "valueCountLabel") == "0 in the start, 0 in the goal"


def test_only_value_beside_a_gap_is_not_deleted(qtbot: QtBot, window: MainWindow) -> None:
    window.document().open(SlidingBoard(grid("0 1/1 1"), grid("1 1/1 0")))
    click_row(qtbot, find(window, PaletteView, "paletteList"), 1)
    assert not find(window, QToolButton, "deleteValueButton").isEnabled()


def test_deleted_value_is_replaced_by_another(qtbot: QtBot, window: MainWindow) -> None:
    window.open_preset("graphs-3x3-colours")
    click_row(qtbot, find(window, PaletteView, "paletteList"), 0)
    click(qtbot, find(window, QToolButton, "deleteValueButton"))
    menu = next(m for m in window.findChildren(QMenu) if m.objectName() == "replacementMenu")
    assert [action.text() for action in menu.actions()][1:] == ["2", "3"]
    menu.actions()[2].trigger()
    menu.close()
    assert window.board().values == (2, 3)
    window.undo()
    assert window.board() == load_preset("graphs-3x3-colours")


def test_unused_value_is_deleted_at_once(qtbot: QtBot, window: MainWindow) -> None:
    palette, before = find(window, PaletteView, "paletteList"), window.board()
    click_row(qtbot, palette, palette.palette_model.rowCount() - 1)
    click_row(qtbot, palette, 9)
    qtbot.keyClick(palette, Key.Key_Delete)
    assert window.board() == before


def test_equal_names_can_be_treated_as_equal(qtbot: QtBot, window: MainWindow) -> None:
    document = window.document()
    document.edit(with_names(document.board, {2: "E", 5: "E"}), "name")
    assert text_of(window, "namedAlikeLabel") == "2 values are named E"
    click(qtbot, find(window, RepairButton, "namedAlikeButton"))
    start = window.board().grid("start")
    assert [value for row in start for value in row].count(2) == 2
    assert not find(window, QLabel, "namedAlikeLabel").isVisible()
    assert window.board().problems() == []


def test_a_colour_is_chosen_by_swatch_slider_or_code(qtbot: QtBot) -> None:
    dialog = ColourDialog(None, "#0072b2", "Colour")
    qtbot.addWidget(dialog)
    dialog.show()
    assert (dialog.colour, dialog.code.text()) == ("#0072B2", "#0072B2")
    swatch = next(b for b in dialog.findChildren(QToolButton) if b.toolTip() == "#E69F00")
    click(qtbot, swatch)
    assert (dialog.colour, dialog.code.text()) == ("#E69F00", "#E69F00")
    dialog.code.selectAll()
    qtbot.keyClicks(dialog.code, "#80")
    assert dialog.colour == "#E69F00"  # not yet a whole code
    qtbot.keyClicks(dialog.code, "8080")
    assert (dialog.colour, dialog.saturation.value()) == ("#808080", 0)
    dialog.saturation.setValue(255)
    assert QColor(dialog.colour).saturation() == 255
    assert dialog.code.text() == dialog.colour


def test_a_picture_is_cut_as_the_preview_shows(qtbot: QtBot) -> None:
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill("red")
    painter = QPainter(image)
    painter.fillRect(200, 0, 200, 200, QColor("blue"))
    painter.end()
    dialog = PictureDialog(None, image, 4, 4)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    preview = find(dialog, QWidget, "picturePreview")
    fit, zoom = find(dialog, QComboBox, "pictureFit"), find(dialog, QSlider, "pictureZoom")

    def shown_colours() -> list[str]:
        """What lies at the left, at the right and at the top of the tiles."""
        laid = QImage.fromData(dialog.data())
        assert (laid.width(), laid.height()) == (600, 600)
        colours = (laid.pixelColor(*at) for at in ((20, 300), (580, 300), (300, 20)))
        names = {"red": QColor("red"), "blue": QColor("blue"), "white": QColor("white")}

        def apart(name: str, colour: QColor) -> int:
            of = names[name]
            pairs = zip(of.getRgb()[:3], colour.getRgb()[:3], strict=True)  # type: ignore[index]
            return sum(abs(one - other) for one, other in pairs)

        return [min(names, key=lambda name: apart(name, colour)) for colour in colours]

    assert shown_colours()[:2] == ["red", "blue"]  # the middle is cut out
    middle = preview.rect().center()
    qtbot.mousePress(preview, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(preview, pos=middle + QPoint(1000, 0))
    qtbot.mouseRelease(preview, Qt.MouseButton.LeftButton, pos=middle + QPoint(1000, 0))
    assert shown_colours() == ["red", "red", "red"]
    for _ in range(60):
        qtbot.keyClick(preview, Key.Key_Right)
    assert shown_colours() == ["blue", "blue", "blue"]
    fit.setCurrentIndex(fit.findData("whole"))
    assert shown_colours() == ["red", "blue", "white"]
    assert not zoom.isEnabled()
    fit.setCurrentIndex(fit.findData("stretched"))
    assert shown_colours()[:2] == ["red", "blue"]
    assert shown_colours()[2] != "white"


def test_no_tool_moves_under_the_mouse(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    views[0].setFocus()
    button = find(window, QToolButton, "swapTool")
    place = button.mapToGlobal(QPoint(0, 0))
    qtbot.keyClicks(views[0], "5")  # a mistake
    assert window.document().problems
    qtbot.wait(50)
    assert button.mapToGlobal(QPoint(0, 0)) == place
    window.undo()
    window.solve()
    window.show_design()
    qtbot.waitUntil(lambda: not window.solving(), timeout=20_000)
    assert button.mapToGlobal(QPoint(0, 0)) == place


def _shown(view: BoardView) -> str:
    """Return what the tiles of a view say, row by row."""
    assert view.frame is not None
    picture = view.frame.picture
    rows = ("".join(picture.names.get(v, str(v)) for v in row) for row in picture.values)
    return "/".join(rows)


def test_letters_fill_the_cells_in_turn(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    goal = views[1]
    click_cell(qtbot, goal, (0, 0))
    qtbot.keyClicks(goal, "NOCTURNES")
    assert _shown(goal) == "NOC/TUR/NES"
    assert window.board().grid("goal") == grid("1 2 3/4 5 6/1 8 9")
    assert _shown(views[0]).startswith("7RU")
    assert undo_text(window) == "type S in C3"
    window.undo()
    assert _shown(goal) == "NOC/TUR/NE9"


def test_a_letter_over_a_letter_is_another_tile(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    goal = views[1]
    click_cell(qtbot, goal, (0, 0))
    qtbot.keyClicks(goal, "ab")
    click_cell(qtbot, goal, (0, 0))
    qtbot.keyClicks(goal, "cB")
    assert window.board().grid("goal") == grid("10 2 3/4 5 6/7 8 9")
    assert value_names(window.board()) == {1: "a", 2: "b", 10: "c"}


def test_escape_gives_letters_back_to_the_tools(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    view, before = views[0], window.board()
    click_cell(qtbot, view, (0, 0))
    qtbot.keyClick(view, Key.Key_Escape)
    qtbot.keyClicks(view, "p")
    assert window.board() == before
    assert find(window, QToolButton, "paintTool").isChecked()
    qtbot.keyClicks(view, "tq")
    assert value_names(window.board()) == {7: "q"}


@pytest.mark.parametrize("by_key", [True, False])
def test_a_word_is_typed_in_the_cell(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView], *, by_key: bool
) -> None:
    view = views[0]

    def begin() -> QLineEdit:
        click_cell(qtbot, view, (1, 1))
        if by_key:
            qtbot.keyClick(view, Key.Key_F2)
        else:
            place = view.cell_rect((1, 1)).center().toPoint()
            qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        fields = view.findChildren(QLineEdit, "cellText")
        return next(field for field in fields if field.isVisible())

    def enter(text: str) -> None:
        field = begin()
        qtbot.keyClicks(field, text)
        qtbot.keyPress(field, Key.Key_Return)  # and no release, since the field is gone

    enter("tea pot")
    assert value_names(window.board()) == {4: "tea pot"}
    assert view.hasFocus()
    enter("12")
    assert window.board().grid("start")[1][1] == 12
    field = begin()
    qtbot.keyClicks(field, "x")
    qtbot.keyPress(field, Key.Key_Escape)
    assert window.board().grid("start")[1][1] == 12
    field = begin()
    qtbot.keyClicks(field, "tea pot")
    click_cell(qtbot, view, (2, 2))
    assert window.board().grid("start")[1][1] == 4


def test_problems_stay_quiet_until_the_board_is_full(
    qtbot: QtBot, window: MainWindow, views: tuple[BoardView, BoardView]
) -> None:
    view, _ = views
    note = find(window, QLabel, "checkCardNote")
    problems = find(window, QListWidget, "problemList")
    document = window.document()
    start = ((7, 7, 7), (0, 0, 0), (0, 0, 0))
    document.edit(document.board.with_fields(start=start), "clear")
    assert view.frame is not None
    assert view.frame.marks.problems == set()
    assert (note.text(), problems.count()) == ("Unfinished", 0)
    assert text_of(window, "verdictLabel") == "Unfinished: some cells are still empty."
    document.edit(document.board.with_fields(start=((7, 7, 7), (1, 2, 3), (4, 5, 6))), "fill")
    assert view.frame.marks.problems
    assert problems.count()
    window.undo()
    window.undo()
    click_cell(qtbot, view, (0, 0))
    qtbot.keyClicks(view, "5")
    assert (note.text(), problems.count()) == ("Unfinished", 0)
    assert text_of(window, "verdictLabel").startswith("Unfinished: the board is checked when")
    qtbot.keyClick(view, Key.Key_Escape)
    assert note.text() == "Problems: 2"
    assert view.frame.marks.problems == {(0, 0)}


def test_check_card_measures_the_difficulty(qtbot: QtBot, window: MainWindow) -> None:
    measure = find(window, QToolButton, "measureButton")
    assert measure.isVisible()
    assert measure.text() == "Measure difficulty"
    click(qtbot, measure)
    qtbot.waitUntil(lambda: window.session.state.measures is not None, timeout=WAIT)
    assert text_of(window, "shortestLabel") == "10 moves, 5 ways"
    assert text_of(window, "firstMovesLabel") == "3 of 4"
    assert not measure.isVisible()
    document = window.document()
    document.edit(document.board.with_cell("start", (0, 0), 5), "spoil")
    assert not measure.isVisible()
    assert not find(window, QLabel, "shortestLabel").isVisible()


def test_highlighting_repaints_all_tiles(window: MainWindow) -> None:
    frame = window.board_view().frame
    assert frame is not None
    assert _changed_cells(frame, frame) is not None
    lit = replace(frame, marks=Marks(highlighted=frozenset({(0, 0)})))
    assert _changed_cells(frame, lit) is None
    assert _changed_cells(lit, frame) is None
