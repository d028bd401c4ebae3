"""What program this is, and under which licences."""

import platform
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import qVersion
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

import puzzlegui
from puzzlegui import licences, system
from puzzlegui.gui.help.about import AboutDialog, LicencesDialog
from puzzlegui.gui.main_window import MainWindow


@pytest.fixture
def about(window: MainWindow, qtbot: QtBot) -> AboutDialog:
    window.options.show_about()
    qtbot.waitUntil(lambda: window.findChild(AboutDialog) is not None)
    dialog = window.findChild(AboutDialog)
    assert isinstance(dialog, AboutDialog)
    return dialog


def listed(dialog: LicencesDialog) -> dict[str, str]:
    """Every licence shown, by name."""
    found = {}
    for row in range(dialog.names.count()):
        dialog.names.setCurrentRow(row)
        found[dialog.names.item(row).text()] = dialog.text.toPlainText()
    return found


def test_it_shows_what_the_program_runs_on(about: AboutDialog) -> None:
    shown = " ".join(label.text() for label in about.findChildren(QLabel))
    assert f"PuzzleGUI {puzzlegui.__version__}" in shown
    for version in (platform.python_version(), qVersion(), dict(system.facts())["numpy"]):
        assert version in shown


def test_no_letter_is_shown_as_another_sign(about: AboutDialog) -> None:
    system_label = about.findChild(QLabel, "aboutSystem")
    assert system_label is not None
    font = QFont(system_label.font())
    wide = QFontMetricsF(font).horizontalAdvance("6 x86_64")
    font.setFeature(QFont.Tag("calt"), 1)
    replaced = QFontMetricsF(font).horizontalAdvance("6 x86_64")
    assert system_label.font().featureValue(QFont.Tag("calt")) == 0
    assert replaced != wide or "Inter" not in font.family()


def test_all_of_it_is_copied(about: AboutDialog) -> None:
    about.copy.click()
    assert QApplication.clipboard().text() == system.summary()


def test_the_licences_of_what_pip_has_installed_are_shown(about: AboutDialog, qtbot: QtBot) -> None:
    about.licences.click()
    qtbot.waitUntil(lambda: about.findChild(LicencesDialog) is not None)
    dialog = about.findChild(LicencesDialog)
    assert isinstance(dialog, LicencesDialog)
    texts = listed(dialog)
    assert "MIT License" in texts["puzzlegui"]
    assert "SIL OPEN FONT LICENSE" in texts["puzzlegui"].upper()
    assert "NumPy Developers" in texts["numpy"]
    assert "LGPL-3.0" in texts["PySide6-Essentials"]
    assert all(texts.values())


@pytest.mark.parametrize("place", ["licences", "../Resources/licences"])
def test_a_bundle_shows_the_texts_that_are_in_it(
    place: str, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "MacOS" / "puzzlegui"
    program.parent.mkdir()
    program.touch()
    folder = program.parent / place
    folder.mkdir(parents=True)
    for name in ("LGPL-3.0", "notice", "numpy"):
        (folder / f"{name}.txt").write_text(f"text of {name}\n")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    dialog = LicencesDialog()
    qtbot.addWidget(dialog)
    texts = listed(dialog)
    assert list(texts) == ["What is inside", "LGPL-3.0", "numpy"]
    assert texts["What is inside"] == "text of notice\n"


def test_a_text_that_is_gone_is_said_to_be(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "numpy.txt").write_text("text")
    monkeypatch.setattr(licences, "folder", lambda: tmp_path)
    dialog = LicencesDialog()
    qtbot.addWidget(dialog)
    (tmp_path / "numpy.txt").unlink()
    dialog.names.setCurrentRow(-1)
    dialog.names.setCurrentRow(0)
    assert "numpy.txt" in dialog.text.toPlainText()
