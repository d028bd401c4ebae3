"""The dialog for exports: every format with its settings and its preview."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QLabel,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from puzzlegui.core.solution import Solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.export.formats import FORMATS
from puzzlegui.export.settings import SETTINGS, Chapter, unheard
from puzzlegui.families.notation import notations_for
from puzzlegui.gui.files import export_dialog
from puzzlegui.gui.files.export_dialog import ExportDialog
from puzzlegui.gui.main_window import MainWindow
from tests.gui.conftest import WAIT
from tests.gui.driving import export_to, find

USABLE = [name for name, format_ in FORMATS.items() if not format_.missing]


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(load_preset("mystery-box"))


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow, solution: Solution) -> ExportDialog:
    found = ExportDialog(window, solution, window.worker(), "text")
    found.show()
    return found


def choose(dialog: ExportDialog, name: str) -> None:
    dialog.formats.setCurrentIndex(dialog.formats.findData(name))


@pytest.mark.examples(4)
@pytest.mark.parametrize("name", USABLE)
def test_every_format_has_a_preview(qtbot: QtBot, dialog: ExportDialog, name: str) -> None:
    choose(dialog, name)
    text, picture = (
        find(dialog, QPlainTextEdit, "textPreview"),
        find(dialog, QLabel, "picturePreview"),
    )
    if FORMATS[name].preview is None:
        qtbot.waitUntil(lambda: bool(text.toPlainText()), timeout=WAIT)
    else:
        qtbot.waitUntil(lambda: not picture.pixmap().isNull(), timeout=WAIT)
        assert picture.isVisible()
    for setting in SETTINGS:
        shown = find(dialog, QWidget, f"{setting}Choice").isVisible()
        assert shown == (setting in FORMATS[name].settings)
    dialog.reject()


def test_settings_show_in_the_preview(
    qtbot: QtBot, dialog: ExportDialog, solution: Solution
) -> None:
    text = find(dialog, QPlainTextEdit, "textPreview")
    notation = find(dialog, QComboBox, "notationChoice")
    assert notation.count() == len(notations_for(solution.board))
    qtbot.waitUntil(lambda: "B1 B2" in text.toPlainText(), timeout=WAIT)
    notation.setCurrentIndex(notation.findData("tuples"))
    qtbot.waitUntil(lambda: "(1,0,T)" in text.toPlainText(), timeout=WAIT)
    assert dialog.settings.notation == "tuples"
    choose(dialog, "pdf")
    page = find(dialog, QSpinBox, "pageChoice")
    qtbot.waitUntil(page.isVisible, timeout=WAIT)
    assert page.maximum() > 1
    dialog.reject()


def test_what_a_film_will_be_is_said_before(
    qtbot: QtBot, dialog: ExportDialog, solution: Solution
) -> None:
    choose(dialog, "gif")
    note = find(dialog, QLabel, "forecastLabel")
    words = "10 moves at 2 per second: 8.3 s, 51 frames, about "
    qtbot.waitUntil(lambda: note.text().startswith(words), timeout=WAIT)
    page = find(dialog, QSpinBox, "pageChoice")
    assert page.prefix() == "Position "  # a film has no pages
    data = b"".join(dialog.format.write([Chapter(solution)], dialog.settings, unheard))
    told = re.search("about ([0-9]+) kB", note.text())
    assert told is not None
    assert int(told[1]) == pytest.approx(len(data) / 1000, rel=0.2)
    find(dialog, QDoubleSpinBox, "speedChoice").setValue(100)
    words = "10 moves at 100 per second: 3.4 s, 6 frames, about "
    qtbot.waitUntil(lambda: note.text().startswith(words), timeout=WAIT)
    assert note.text().endswith("Shows 6 of 11 positions: more than 50 per second cannot be seen.")
    choose(dialog, "csv")
    qtbot.waitUntil(lambda: note.text() == "", timeout=WAIT)
    dialog.reject()


def test_a_page_is_previewed_as_a_picture(qtbot: QtBot, dialog: ExportDialog) -> None:
    choose(dialog, "html")
    picture = find(dialog, QLabel, "picturePreview")
    qtbot.waitUntil(lambda: not picture.pixmap().isNull(), timeout=WAIT)
    assert "plays the moves in any browser" in find(dialog, QLabel, "forecastLabel").text()
    dialog.reject()


def test_the_chosen_format_is_remembered(
    qtbot: QtBot, window: MainWindow, solution: Solution, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window.use_solution(solution)
    export_to(qtbot, window, monkeypatch, tmp_path / "moves.svg")
    begun: list[str] = []

    def ask(_window: object, _solution: object, _worker: object, name: str, _notation: str) -> None:
        begun.append(name)

    monkeypatch.setattr(export_dialog, "ask_export", ask)
    window.export()
    assert begun == ["storyboard-svg"]


def test_asking(
    qtbot: QtBot, window: MainWindow, solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(ExportDialog, "exec", lambda _: QDialog.DialogCode.Accepted)
    found = export_dialog.ask_export(window, solution, window.worker(), "gif", "standard")
    assert found is not None
    assert found[0].name == "gif"
    monkeypatch.setattr(ExportDialog, "exec", lambda _: QDialog.DialogCode.Rejected)
    assert export_dialog.ask_export(window, solution, window.worker(), "gif", "standard") is None


def test_a_dialog_that_was_closed_asks_for_no_preview_any_more(
    qtbot: QtBot, window: MainWindow, dialog: ExportDialog
) -> None:
    choose(dialog, "gif")
    dialog.reject()
    dialog.deleteLater()
    qtbot.wait(300)
    assert not window.worker().busy


def test_a_dialog_is_gone_when_it_is_closed(
    qtbot: QtBot, window: MainWindow, solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the real one

    def close() -> None:
        shown = QApplication.activeModalWidget()
        assert isinstance(shown, ExportDialog)
        shown.close()

    QTimer.singleShot(50, close)
    assert export_dialog.ask_export(window, solution, window.worker(), "text", "standard") is None
    qtbot.waitUntil(lambda: window.findChild(ExportDialog) is None, timeout=WAIT)
