"""Helpers that operate widgets by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.core.cells import Cell
from puzzlegui.core.solution import Solution
from puzzlegui.exporters.formats import find_format
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.files.export_commands import ExportCommands
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.playback.move_table import MoveTable
from puzzlegui.gui.widgets import dialogs, export_dialog
from puzzlegui.gui.widgets.export_panel import ExportRequest
from puzzlegui.gui.widgets.repair_button import RepairButton
from tests.gui.conftest import WAIT

W = TypeVar("W", bound=QWidget)
LEFT = Qt.MouseButton.LeftButton


def find(window: QWidget, kind: type[W], name: str) -> W:
    found = window.findChild(kind, name)
    assert found is not None, name
    return found


def action(window: QWidget, name: str) -> QAction:
    found = window.findChild(QAction, name)
    assert found is not None, name
    return found


def text_of(window: QWidget, name: str) -> str:
    return find(window, QLabel, name).text()


def click(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.mouseClick(widget, LEFT)


def press_fix(qtbot: QtBot, window: QWidget) -> None:
    """Make the repair that the button beside the verdict offers, the first of several."""
    button = find(window, RepairButton, "repairButton")
    click(qtbot, button)
    if button.choices.isVisible():
        qtbot.keyClick(button.choices, Qt.Key.Key_Return)


def click_cell(qtbot: QtBot, view: BoardView, cell: Cell) -> None:
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.cell_rect(cell).center().toPoint())


def drag_cells(qtbot: QtBot, view: BoardView, cells: list[Cell]) -> None:
    points = [view.cell_rect(cell).center().toPoint() for cell in cells]
    qtbot.mousePress(view.viewport(), LEFT, pos=points[0])
    for point in points[1:]:
        qtbot.mouseMove(view.viewport(), pos=point)
    qtbot.mouseRelease(view.viewport(), LEFT, pos=points[-1])


def click_row(qtbot: QtBot, view: QAbstractItemView, row: int) -> None:
    index = view.model().index(row, 0)
    view.scrollTo(index)
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center() + QPoint(1, 1))


def place_of(table: MoveTable, term: int) -> QPoint:
    """Return the point of a move in the table of moves, after scrolling to it."""
    index = table.moves.index_of(term)
    table.scrollTo(index)
    return table.visualRect(index).center() + QPoint(1, 1)


def click_move(qtbot: QtBot, table: MoveTable, term: int) -> None:
    qtbot.mouseClick(table.viewport(), LEFT, pos=place_of(table, term))


def answer_export(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Answer the dialogs of an export with a path and the format of its suffix."""

    def ask(
        _parent: object, _worker: object, request: ExportRequest[Any], then: Callable[..., object]
    ) -> None:
        format_ = find_format(path, request.formats)
        assert format_ is not None
        then(format_, request.settings)

    monkeypatch.setattr(
        ExportCommands, "export", lambda self, puzzle, **_: self.list_formats(puzzle)
    )
    monkeypatch.setattr(export_dialog, "ask_export", ask)
    monkeypatch.setattr(dialogs, "choose_save_path", lambda *asked: asked[-1](path))


def export_to(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    """Export the shown moves to a file, bypassing the dialogs."""
    answer_export(monkeypatch, path)
    window.export()
    qtbot.waitUntil(path.is_file, timeout=WAIT)


def choose_solver(window: MainWindow, name: str) -> None:
    combo = find(window, QComboBox, "solverCombo")
    row = combo.findText(name)
    assert row >= 0, name
    combo.setCurrentIndex(row)


def solve(qtbot: QtBot, window: MainWindow) -> Solution:
    window.solve()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    solution = window.solution()
    assert solution is not None, window.session.state.report
    return solution
