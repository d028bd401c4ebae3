"""A window for the tests, its settings and dialogs out of the user's way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.engine.runner import pool
from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.common import dialogs
from puzzlegui.gui.common.settings import Settings
from puzzlegui.gui.common.theme import LIGHT_MODE, theme
from puzzlegui.gui.files import printing
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.program import Program
from tests.inprocess import InProcess

WAIT = 20_000


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    app.make_application()
    return qapp


@pytest.fixture(autouse=True)
def no_dialogs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dialog that a test does not expect fails it instead of waiting for ever."""
    for name in (
        "ask_colour", "ask_open_path", "ask_save_path", "ask_unsaved", "ask_new_board",
        "ask_to_mend", "ask_with_solution", "ask_size", "ask_recover", "ask_seed",
        "ask_names", "ask_value", "ask_remove", "ask_board_name", "ask_paste",
        "ask_export", "ask_picture", "choose_save_path", "ask_cut", "show_problem",
    ):  # fmt: skip

        def refuse(*arguments: object, name: str = name) -> None:
            raise AssertionError(f"unexpected {name}{arguments[1:]}")

        monkeypatch.setattr(dialogs, name, refuse)
    for name in ("ask_booklet", "ask_printer"):
        monkeypatch.setattr(printing, name, lambda *_: pytest.fail("unexpected printing"))


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solvers run in this process, so that they can be patched."""
    monkeypatch.setattr(pool, "Client", InProcess)
    monkeypatch.setattr(pool.POOL, "_idle", [])


@pytest.fixture(scope="session", autouse=True)
def _no_process_is_left() -> Iterator[None]:
    """The solver process that is kept for the next test ends with the last."""
    yield
    pool.POOL.close()


@pytest.fixture
def settings(folders: Folders) -> Settings:
    """The settings of the windows of this test."""
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
    """The program without a window yet."""
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
    """A window that shows the first preset."""
    return make_window()
