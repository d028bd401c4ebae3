"""What comes from a file is shown as it is, and never rendered as HTML."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt
from PySide6.QtGui import Qt as Text
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLabel,
    QMessageBox,
    QProgressDialog,
    QWidget,
)
from pytestqt.qtbot import QtBot

from puzzlegui.core.files import printable
from puzzlegui.core.palettes import with_names
from puzzlegui.core.solution import Segment, Status
from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.gui.board.thumbnails import _stamp
from puzzlegui.gui.files.new_dialog import NewBoardDialog
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets import progress_dialog as jobs
from puzzlegui.gui.widgets.basic import plain_tooltip
from puzzlegui.gui.widgets.export_notification import ExportNotification

EVIL = '<img src="file:///etc/hostname"><b>evil</b>'


def rendered(widget: QWidget) -> Iterator[str]:
    """Texts and tips below a widget that Qt would take for HTML, and that quote a file."""
    for child in [widget, *widget.findChildren(QWidget)]:
        if "<b>evil" in child.toolTip():
            yield f"tip of {child.objectName()}: {child.toolTip()}"
        if isinstance(child, QAbstractItemView) and (model := child.model()) is not None:
            table = isinstance(model, QAbstractTableModel)
            for row in range(min(model.rowCount(QModelIndex()), 100)):
                for column in range(model.columnCount(QModelIndex()) if table else 1):
                    tip = model.index(row, column).data(Qt.ItemDataRole.ToolTipRole)
                    if "<b>evil" in str(tip):
                        yield f"tip of an item of {child.objectName()}: {tip}"
        if not isinstance(child, QLabel) or "evil" not in child.text():
            continue
        how = child.textFormat()
        if how == Qt.TextFormat.AutoText and Text.mightBeRichText(child.text()):
            yield f"{child.objectName()}: {child.text()}"
        if how == Qt.TextFormat.RichText and "<b>evil" in child.text():
            yield f"{child.objectName()}: {child.text()}"


@pytest.fixture
def parent(qtbot: QtBot) -> Iterator[QWidget]:
    widget = QWidget()
    qtbot.addWidget(widget)
    yield widget
    for box in widget.findChildren(QMessageBox):
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        box.close()


Ask = Callable[[QWidget], object]
BOXES: dict[str, Ask] = {
    "problem": lambda parent: dialogs.show_problem(parent, "x", EVIL),
    "unsaved": lambda parent: dialogs.ask_unsaved(parent, EVIL, lambda _: None),
    "recover": lambda parent: dialogs.ask_recover(parent, [EVIL], lambda _: None),
    "remove": lambda parent: dialogs.ask_remove(parent, EVIL, lambda: None),
}
REAL = {name: getattr(dialogs, name) for name in dir(dialogs) if name.startswith(("ask", "show"))}


@pytest.mark.parametrize("name", BOXES)
def test_boxes_show_it_as_it_is(
    name: str, parent: QWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each, function in REAL.items():
        monkeypatch.setattr(dialogs, each, function)
    BOXES[name](parent)
    (box,) = parent.findChildren(QMessageBox)
    assert any("evil" in label.text() for label in box.findChildren(QLabel))
    assert list(rendered(box)) == []


def test_boxes_that_wait_show_it_as_it_is(parent: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    def look(box: QMessageBox) -> int:
        found.extend(rendered(box))
        found.append("looked at")
        return 0

    monkeypatch.setattr(QMessageBox, "exec", look)
    dialogs._ask_replace(parent, EVIL)
    solution = solve(load_preset("eight-cpp"))
    REAL["ask_with_solution"](parent, EVIL, solution)
    assert found == ["looked at"] * 2


def test_the_window_shows_it_as_it_is(
    make_window: Callable[..., MainWindow], tmp_path: Path, qtbot: QtBot
) -> None:
    board = load_preset("mystery-box").with_fields(title=EVIL)
    board = with_names(board, {1: "<b>evil</b>"})
    solved = solve(board, "optimal")
    half = len(solved.moves) // 2
    parts = (Segment(EVIL, 0, half), Segment(f"{EVIL} 2", half, len(solved.moves)))
    named = replace(solved, solver=EVIL, note=EVIL, chosen=EVIL, segments=parts)
    stopped = replace(named, status=Status.UNSOLVABLE, moves=(), segments=())
    texts = [dump_board(board), dump_solution(named), dump_solution(stopped)]
    shown = False
    for number, text in enumerate(texts):
        path = tmp_path / f"b evil {number}.puzzle"
        path.write_text(text, encoding="utf-8")
        window = make_window()
        window.open_path(path)
        if number == 1:
            qtbot.waitUntil(lambda window=window: window.solution() is not None)  # type: ignore[misc]
        for widget in QApplication.topLevelWidgets():
            assert list(rendered(widget)) == []
        labels = window.findChildren(QLabel)
        shown |= any("evil" in label.text() for label in labels)
    assert shown
    assert json.loads(texts[1])["solver"] == EVIL


def test_the_name_of_a_file_is_shown_as_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    line = ExportNotification()
    qtbot.addWidget(line)
    line.show_file(tmp_path / "a <b>evil<b>")
    assert list(rendered(line)) == []
    dialog = NewBoardDialog(None, Settings(tmp_path))
    qtbot.addWidget(dialog)
    dialog.message.setText(EVIL)
    assert list(rendered(dialog)) == []


def test_settings_may_name_any_files(window: MainWindow, tmp_path: Path) -> None:
    names = ["a\0b", "", *(str(tmp_path / str(number)) for number in range(5000))]
    window.settings["recent"] = "\n".join(names)
    assert len(window.files.recent()) < 20
    assert _stamp(Path("a\0b")) is None


def test_tips_are_made_plain() -> None:
    assert plain_tooltip("a < b & c") == "a < b & c"
    assert "<b>" not in plain_tooltip(EVIL)


def test_a_long_job_is_named_as_it_is(parent: QWidget) -> None:
    job = Job(lambda _job: None, EVIL)
    dialog = jobs._Dialog(parent, job)
    assert isinstance(dialog, QProgressDialog)
    assert list(rendered(dialog)) == []
    assert dialog.labelText() == EVIL
    dialog.end()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names need not be UTF-8 there")
@pytest.mark.parametrize("name", [b"bad\xff.puzzle", b"line\nbreak.puzzle"])
def test_odd_names_of_files_are_shown_on_one_line(
    window: MainWindow, tmp_path: Path, name: bytes
) -> None:
    path = tmp_path / os.fsdecode(name)
    path.write_text(dump_board(load_preset("eight-cpp")), encoding="utf-8")
    window.open_path(path)
    assert window.document().path == path
    assert window.document().name == printable(path.name)
    assert "\n" not in window.windowTitle()
    window.windowTitle().encode()
    assert window.files.recent() == []
