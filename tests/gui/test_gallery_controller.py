"""Coming in: what the gallery lists before the presets, and the board of the last time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QImage
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.loading import load
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine.run import solve
from puzzlegui.folders import Folders
from puzzlegui.gui.gallery.gallery import PATH_ROLE, Gallery
from puzzlegui.gui.gallery.user_boards import UserBoards
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.program import Program
from puzzlegui.gui.widgets import dialogs
from tests.gui.conftest import WAIT
from tests.gui.robot import action, click_row, find


def gallery(window: MainWindow) -> Gallery:
    return find(window, Gallery, "gallery")


def listed(window: MainWindow) -> list[str]:
    """What stands before the presets, and the first of them."""
    model = gallery(window).model()
    names = [model.index(row, 0).data().split("\n")[0] for row in range(model.rowCount())]
    assert len(names) >= len(PRESETS)
    return names[: names.index("Mystery Box") + 1]


def open_file(window: MainWindow, path: Path, preset: str) -> None:
    path.write_text(dump_board(load_preset(preset)), encoding="utf-8")
    assert window.open_path(path)


def keep(window: MainWindow) -> None:
    action(window, "actionKeep").trigger()


def has_picture(window: MainWindow, row: int) -> bool:
    icon = gallery(window).model().index(row, 0).data(Qt.ItemDataRole.DecorationRole)
    image: QImage = icon.pixmap(56).toImage()
    return any(QColor(image.pixelColor(x, 28)).alpha() > 0 for x in range(image.width()))


def test_files_opened_last_stand_first_with_their_pictures(
    qtbot: QtBot, make_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    window = make_window()
    assert listed(window) == ["Mystery Box"]
    open_file(window, tmp_path / "one.puzzle", "eight-cpp")
    solved = tmp_path / "two.json"
    solved.write_text(dump_solution(solve(load_preset("mystery-box"))), encoding="utf-8")
    assert window.open_path(solved)
    assert listed(window) == ["Recent", "two", "one", "Presets", "Mystery Box"]
    qtbot.waitUntil(lambda: has_picture(window, 1) and has_picture(window, 2), timeout=WAIT)
    click_row(qtbot, gallery(window), 0)  # a heading
    click_row(qtbot, gallery(window), 2)
    assert window.document().path == tmp_path / "one.puzzle"
    assert gallery(window).currentIndex().data(PATH_ROLE) == str(tmp_path / "one.puzzle")
    assert listed(window)[1] == "two"  # it stays where it is while one chooses from it
    other = make_window()
    assert listed(other)[1] == "one"


def test_a_file_that_is_gone_cannot_be_chosen(
    qtbot: QtBot, make_window: Callable[..., MainWindow], tmp_path: Path
) -> None:
    window = make_window()
    open_file(window, tmp_path / "gone.puzzle", "eight-cpp")
    open_file(window, tmp_path / "there.puzzle", "eight-cpp")
    (tmp_path / "gone.puzzle").unlink()
    again = make_window()
    model = gallery(again).model()
    qtbot.waitUntil(lambda: has_picture(again, 1), timeout=WAIT)
    assert not model.flags(model.index(2, 0)) & Qt.ItemFlag.ItemIsEnabled
    assert model.flags(model.index(1, 0)) & Qt.ItemFlag.ItemIsEnabled
    click_row(qtbot, gallery(again), 2)
    assert again.board() == load_preset("mystery-box")


def test_boards_of_ones_own_are_kept_renamed_and_removed(
    qtbot: QtBot,
    make_window: Callable[..., MainWindow],
    folders: Folders,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window, other = make_window(), make_window()
    document = window.document()
    document.edit(document.board.with_fields(title="A: b"), "title")
    keep(window)
    assert listed(window) == listed(other) == ["My boards", "A- b", "Presets", "Mystery Box"]
    assert not document.modified  # it is saved there from now on
    assert gallery(window).currentIndex().row() == 1
    document.edit(document.board.with_fields(title="C"), "title")
    keep(window)
    assert len(list((folders.data / "boards").iterdir())) == 1
    click_row(qtbot, gallery(other), 1)
    assert other.board().title == "C"
    monkeypatch.setattr(dialogs, "ask_board_name", lambda *_: "Mine/own")
    index = gallery(window).model().index(1, 0)
    menu = gallery(window).menu_for(index)
    names = [action.text() for action in menu.actions()]
    assert names == ["&Open", "&Rename…", "Re&move from the gallery…"]
    menu.actions()[1].trigger()
    assert listed(window)[1] == "Mine-own"
    assert document.path == folders.data / "boards" / "Mine-own.puzzle"
    gallery(window).setCurrentIndex(gallery(window).model().index(1, 0))
    by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(gallery(window).viewport(), by_key)
    popped_up = QApplication.activePopupWidget()
    assert isinstance(popped_up, QMenu)
    assert len(popped_up.actions()) == 3
    popped_up.close()
    asked: list[str] = []

    def confirm(_window: object, name: str, then: Callable[[], object]) -> None:
        asked.append(name)
        then()

    monkeypatch.setattr(dialogs, "ask_remove", confirm)
    gallery(window).setCurrentIndex(gallery(window).model().index(1, 0))
    qtbot.keyClick(gallery(window), Qt.Key.Key_Delete)
    assert asked == ["Mine-own"]
    assert listed(window) == listed(other) == ["Mystery Box"]


def test_a_board_from_a_file_is_kept_as_a_copy(
    make_window: Callable[..., MainWindow], tmp_path: Path, folders: Folders
) -> None:
    window = make_window()
    for _ in range(2):
        open_file(window, tmp_path / "one.puzzle", "eight-cpp")
        keep(window)
    assert window.document().path == tmp_path / "one.puzzle"
    kept = sorted(path.name for path in (folders.data / "boards").iterdir())
    assert kept == ["one 2.puzzle", "one.puzzle"]


def test_a_gallery_that_cannot_be_written_is_said(
    window: MainWindow, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(dialogs, "show_problem", lambda _, title, text: said.append(title + text))
    folders.data.parent.mkdir(parents=True, exist_ok=True)
    folders.data.touch()
    keep(window)
    assert "Could not change" in said[0]


def test_it_opens_at_the_top(
    make_window: Callable[..., MainWindow], folders: Folders, tmp_path: Path
) -> None:
    own = folders.data / "boards"
    own.mkdir(parents=True)
    for number in range(12):
        (own / f"{number}.puzzle").write_text(dump_board(load_preset("eight-cpp")))
    window = make_window()
    view = gallery(window)
    assert listed(window)[0] == "My boards"
    assert view.verticalScrollBar().maximum() > 0
    assert view.verticalScrollBar().value() == 0
    window.open_preset(PRESETS[-1])  # later it shows which board is open
    assert view.verticalScrollBar().value() > 0


def restart(program: Program, folders: Folders) -> MainWindow:
    """Close all windows, and start the program again."""
    for window in list(program.windows):
        window._leaving = True
        window.close()
    return program.open_window()


def test_the_board_of_the_last_time_comes_back(
    program: Program, folders: Folders, settings: Settings, tmp_path: Path
) -> None:
    window = program.open_window()
    assert window.board() == load_preset(PRESETS[0])
    window.open_preset("schonbrunn")
    window = restart(program, folders)
    assert window.board() == load_preset("schonbrunn")
    assert not window.document().modified
    assert window.document().path is None
    open_file(window, tmp_path / "mine.puzzle", "eight-cpp")
    board = window.board()
    window.document().edit(board.with_fields(title="thrown away"), "title")
    window = restart(program, folders)
    assert (window.board(), window.document().path) == (board, tmp_path / "mine.puzzle")
    assert program.open_window().board() == load_preset(PRESETS[0])  # a second one
    (tmp_path / "mine.puzzle").write_text("{")
    window = restart(program, folders)
    assert window.board() == load_preset(PRESETS[0])
    window.open_preset("schonbrunn")
    settings["last board"] = False
    assert restart(program, folders).board() == load_preset(PRESETS[0])


def test_a_new_board_begins_as_the_last_time(
    make_window: Callable[..., MainWindow], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    from puzzlegui.gui.files.new_dialog import NewBoardDialog

    first = NewBoardDialog(None, settings)
    first.family.setCurrentIndex(first.family.findData("shift"))
    first.rows.setValue(5)
    first.columns.setValue(7)
    first.start.setCurrentIndex(1)
    first.widgets["moves"].setValue(23)  # type: ignore[attr-defined]
    first.accept()
    first.family.setCurrentIndex(first.family.findData("maze"))
    first.rows.setValue(9)
    first.start.setCurrentIndex(1)
    first.widgets["sum"].setText("-3")  # type: ignore[attr-defined]
    first.widgets["level"].setCurrentIndex(2)  # type: ignore[attr-defined]
    first.accept()
    again = NewBoardDialog(None, settings)
    assert again.family.currentData() == "maze"
    assert (again.rows.value(), again.start.currentIndex()) == (9, 1)
    assert again.widgets["sum"].text() == "-3"  # type: ignore[attr-defined]
    assert again.widgets["level"].currentIndex() == 2  # type: ignore[attr-defined]
    again.family.setCurrentIndex(again.family.findData("shift"))
    assert (again.rows.value(), again.columns.value()) == (5, 7)
    assert again.widgets["moves"].value() == 23  # type: ignore[attr-defined]
    for nonsense in (
        "{",
        '{"rows": []}',
        "[" * 5000,
        f'{{"rows":{10**30},"columns":-{10**30},"start":"","given":{{"moves":{10**30}}}}}',
        '{"rows":4,"columns":4,"start":"x","given":{"moves":"y"}}',
    ):
        settings["new/shift"] = nonsense
        other = NewBoardDialog(None, settings)
        other.family.setCurrentIndex(other.family.findData("shift"))
        assert other.board is not None
        other.deleteLater()
    for dialog in (first, again):
        dialog.deleteLater()


def test_user_boards_never_share_a_name(tmp_path: Path) -> None:
    board = load_preset("mystery-box")

    def add(number: int) -> Path:
        return UserBoards(tmp_path).add(board.with_fields(title=str(number)), "Same")

    with ThreadPoolExecutor(4) as threads:
        added = list(threads.map(add, range(12)))
    assert len(set(added)) == 12
    titles = [load(path).valid_board().title for path in added]
    assert titles == [str(number) for number in range(12)]
