"""The dialog for exports: every format with its settings and its preview."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QDialog, QLabel, QPlainTextEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.core.solution import Solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.export.formats import FORMATS
from puzzlegui.families.notation import notations_for
from puzzlegui.gui.common import dialogs
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
    for setting in ("notation", "paper", "per_page", "theme", "size", "speed"):
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


def test_the_chosen_format_is_remembered(
    qtbot: QtBot, window: MainWindow, solution: Solution, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    window.use_solution(solution)
    export_to(qtbot, window, monkeypatch, tmp_path / "moves.svg")
    begun: list[str] = []

    def ask(_window: object, _solution: object, _worker: object, name: str, _notation: str) -> None:
        begun.append(name)

    monkeypatch.setattr(dialogs, "ask_export", ask)
    window.export()
    assert begun == ["storyboard-svg"]


def test_asking(
    qtbot: QtBot, window: MainWindow, solution: Solution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(ExportDialog, "exec", lambda _: QDialog.DialogCode.Accepted)
    found = dialogs.ask_export(window, solution, window.worker(), "gif", "standard")
    assert found is not None
    assert found[0].name == "gif"
    monkeypatch.setattr(ExportDialog, "exec", lambda _: QDialog.DialogCode.Rejected)
    assert dialogs.ask_export(window, solution, window.worker(), "gif", "standard") is None
