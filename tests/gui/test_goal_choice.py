"""A picture as the goal of a new board and of a new set."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QStandardItemModel
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.engine.run import solve
from puzzlegui.gui.books.making import SetRequest
from puzzlegui.gui.books.new_set_dialog import NewSetDialog
from puzzlegui.gui.books.window import BookWindow
from puzzlegui.gui.files.new_dialog import NewBoardDialog
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import OptionalSpinBox
from puzzlegui.gui.widgets.goal_choice import PICTURE
from tests.gui.conftest import WAIT
from tests.gui.robot import click

Dialog = NewBoardDialog | NewSetDialog


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A white picture, twice as wide as high, with its left half red."""
    path = tmp_path / "half & half.png"
    image = QImage(80, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    for x in range(40):
        for y in range(40):
            image.setPixelColor(x, y, QColor("#C80000"))
    assert image.save(str(path))
    return path


def goals(dialog: Dialog) -> QComboBox:
    box = dialog.widgets["goal"]
    assert isinstance(box, QComboBox)
    return box


def choose_picture(
    dialog: Dialog, family: str, path: Path | None, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    dialog.show()
    dialog.family.setCurrentIndex(dialog.family.findData(family))
    goals(dialog).setCurrentIndex(goals(dialog).findData(PICTURE))
    assert dialog.picture.isVisible()
    assert not dialog.widgets["word"].isVisible()
    monkeypatch.setattr(dialogs, "ask_picture", lambda *_: path)
    click(qtbot, dialog.picture)


@pytest.mark.parametrize("family", ["rotation", "sliding", "shift"])
def test_a_new_board_shows_a_picture(
    family: str, picture: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    dialog = NewBoardDialog(None, settings)
    qtbot.addWidget(dialog)
    assert not dialog.picture.isVisible()
    choose_picture(dialog, family, None, monkeypatch, qtbot)
    assert dialog.board is None
    assert dialog.message.text() == "Choose a picture for the goal."
    colours = dialog.widgets["colours"]
    assert isinstance(colours, OptionalSpinBox)
    assert colours.lineEdit().placeholderText() == "4"
    goals(dialog).setCurrentIndex(0)
    assert colours.lineEdit().placeholderText() == "all different"
    choose_picture(dialog, family, picture, monkeypatch, qtbot)
    assert dialog.picture.text().startswith("half && ")
    assert isinstance(dialog.board, Board)
    assert dialog.board.size == "8×16"
    assert set(dict(dialog.board.palette).values()) == {"#FFFFFF", "#C80000"}
    dialog.rows.setValue(4)
    assert dialog.board.size == "4×16"
    dialog.rows.setValue(3)
    dialog.columns.setValue(3)
    dialog.lengths.set_values(2, 2)
    dialog.start.setCurrentIndex(dialog.start.findText("exact difficulty"))
    dialog.accept()
    assert dialog.made is not None
    assert dialog.made.solution is not None
    board = dialog.made.board
    assert len(dialog.made.solution.moves) == len(solve(board, "optimal").moves) == 2
    assert set(dict(board.palette).values()) == {"#FFFFFF", "#C80000"}
    again = NewBoardDialog(None, settings)  # the picture is not remembered
    qtbot.addWidget(again)
    assert goals(again).currentData() == ""
    assert again.board is not None


def test_a_file_that_is_no_picture_is_refused(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = tmp_path / "x.png"
    path.write_text("x", encoding="utf-8")
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _w, _title, text: said.append(text))
    dialog = NewBoardDialog(None, settings)
    qtbot.addWidget(dialog)
    choose_picture(dialog, "shift", path, monkeypatch, qtbot)
    assert "x.png: not a readable image" in said[0]
    assert dialog.picture.picture is None


def test_picture_keeps_a_chosen_size(
    picture: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    dialog = NewBoardDialog(None, settings)
    qtbot.addWidget(dialog)
    dialog.rows.setValue(12)
    dialog.columns.setValue(12)
    choose_picture(dialog, "shift", picture, monkeypatch, qtbot)
    assert (dialog.rows.value(), dialog.columns.value()) == (12, 12)


def test_a_set_shows_a_picture(
    picture: Path, window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    got: list[SetRequest] = []
    dialog = NewSetDialog(window, window.settings, got.append)
    choose_picture(dialog, "shift", picture, monkeypatch, qtbot)
    assert (dialog.rows.value(), dialog.columns.value()) == (8, 16)
    dialog.rows.setValue(3)
    dialog.columns.setValue(3)
    dialog.count.setValue(2)
    dialog.shortest.setValue(2)
    dialog.longest.setValue(3)
    dialog.accept()
    book: BookWindow = window.commands.books.make(got[0])
    qtbot.waitUntil(lambda: not book.making.running, timeout=WAIT)
    boards = [puzzle.board for puzzle in book.document.book.puzzles]
    assert len(boards) == 2
    for board in boards:
        assert set(dict(board.palette).values()) == {"#FFFFFF", "#C80000"}
        assert got[0].goal is not None
        assert board.grid("goal") == got[0].goal.grid("goal")
    book._discarded = book.document.book
    book.close()


def test_goal_after_the_gap_is_offered_to_boards_with_a_gap_alone(
    settings: Settings, qtbot: QtBot
) -> None:
    dialog = NewBoardDialog(None, settings)
    qtbot.addWidget(dialog)
    box = goals(dialog)
    for family, offered in (("sliding", True), ("rotation", False)):
        dialog.family.setCurrentIndex(dialog.family.findData(family))
        model = box.model()
        assert isinstance(model, QStandardItemModel)
        assert model.item(box.findData("gap-first")).isEnabled() == offered
        box.setCurrentIndex(box.findData("gap-first"))
    dialog.family.setCurrentIndex(dialog.family.findData("sliding"))
    dialog.family.setCurrentIndex(dialog.family.findData("rotation"))
    assert box.currentData() != "gap-first"
