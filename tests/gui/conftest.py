"""Fixtures of GUI tests: windows with settings of their own, and dialogs that fail."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.engine.runner import pool
from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.design import colour_dialog, picture_dialog
from puzzlegui.gui.files import export_sheet, import_sheet, new_dialog, printing
from puzzlegui.gui.files.import_sheet import ImportSheet
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import LIGHT_MODE, Settings
from puzzlegui.gui.program import Program
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets import dialogs, export_dialog

WAIT = 20_000
show_import_sheet = import_sheet.show_import_sheet
# The monkey weighs the process and watches its threads by means of Linux.
collect_ignore = [] if sys.platform == "linux" else ["test_monkey.py"]


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    app.make_application()
    return qapp


@pytest.fixture(autouse=True)
def no_dialogs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail a test that opens an unexpected dialog instead of waiting forever."""
    questions = {
        dialogs: (
            "ask_open_path", "ask_save_path", "ask_unsaved",
            "ask_with_solution", "ask_recover", "ask_seed", "ask_remove",
            "ask_board_name", "ask_link_base", "ask_paste", "ask_picture", "choose_save_path",
            "show_problem",
            "show_time_up", "ask_lock", "ask_key_path",
        ),
        import_sheet: ("show_import_sheet",), export_sheet: ("show_export_sheet",),
        new_dialog: ("ask_new_board",), export_dialog: ("ask_export",),
        colour_dialog: ("ask_colour",), picture_dialog: ("ask_crop",),
        printing: ("ask_print_settings", "ask_printer"),
    }  # fmt: skip
    for module, names in questions.items():
        for name in names:

            def refuse(*arguments: object, name: str = name) -> None:
                raise AssertionError(f"unexpected {name}{arguments[1:]}")

            monkeypatch.setattr(module, name, refuse)


@pytest.fixture
def sheet(
    monkeypatch: pytest.MonkeyPatch, no_dialogs: None, window: MainWindow, qtbot: QtBot
) -> Callable[[], ImportSheet]:
    """Function that returns the import sheet of the window, which may open, once it has read."""
    monkeypatch.setattr(import_sheet, "show_import_sheet", show_import_sheet)

    def find_sheet() -> ImportSheet:
        (found,) = [each for each in window.findChildren(ImportSheet) if each.isVisible()]
        found.activateWindow()
        QApplication.processEvents()
        qtbot.waitUntil(lambda: found.preview is not None, timeout=WAIT)
        return found

    return find_sheet


@pytest.fixture(scope="session", autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """End the solver process that is reused between tests."""
    yield
    pool.POOL.close()


@pytest.fixture
def settings(folders: Folders) -> Settings:
    """Settings of the test's windows."""
    return Settings(folders.settings)


@pytest.fixture
def make_window(
    qtbot: QtBot, folders: Folders, settings: Settings
) -> Iterator[Callable[..., MainWindow]]:
    windows: list[MainWindow] = []
    settings["tour"] = False

    def make(board: Board | None = None, *, mode: str = LIGHT_MODE) -> MainWindow:
        window = MainWindow(board, folders)
        windows.append(window)
        theme().apply(mode)
        window.show()
        qtbot.waitExposed(window)
        return window

    yield make
    for window in windows:
        window._leaving = True  # whatever is unsaved
        window.close()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


@pytest.fixture
def program(folders: Folders, settings: Settings) -> Iterator[Program]:
    """Program without a window."""
    settings["tour"] = False
    program = Program(folders)
    yield program
    for window in list(program.windows):
        window._leaving = True  # whatever is unsaved
        window.close()
    program.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


@pytest.fixture
def window(make_window: Callable[..., MainWindow]) -> MainWindow:
    """Window with the first preset."""
    return make_window()
