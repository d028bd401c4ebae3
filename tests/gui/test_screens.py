"""What the window shows fits screens from 1366×768, and 1920×1080 at 150 %, without scrolling."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QDockWidget, QLabel, QLineEdit, QListView, QToolButton

from puzzlegui.core.cells import replaced
from puzzlegui.core.edits import EDITS
from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.board.board_area import VerdictLine
from puzzlegui.gui.common.theme import LIGHT_MODE
from puzzlegui.gui.files.new_dialog import NewBoardDialog
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.solve.curve import Curve
from tests.gui import screens
from tests.gui.clipping import faults
from tests.gui.driving import find

_FEW = {name: screens.SIZES[name] for name in ("1920x1080-at-150", "1024x600")}


@pytest.mark.parametrize("state", screens.STATES, ids=lambda state: state.name)
def test_nothing_is_clipped_or_must_be_scrolled_to(
    make_window: Callable[..., MainWindow], state: screens.State
) -> None:
    window = make_window()
    assert screens.look_at_all(window, None, (state,), (LIGHT_MODE,), _FEW) == []


def test_nothing_is_clipped_in_the_dialogs(window: MainWindow) -> None:
    assert screens.look_at_dialogs(window, None, (LIGHT_MODE,)) == []


def test_a_text_without_room_is_a_fault(window: MainWindow) -> None:
    find(window, QLabel, "positionLabel").setText("a text for which there is no room here" * 9)
    find(window, QLabel, "positionLabel").setMaximumWidth(80)
    screens.settle()
    assert any("positionLabel" in fault for fault in faults(window))


def test_one_widget_over_another_is_a_fault(window: MainWindow) -> None:
    label = QLabel("over the board", find(window, QLabel, "verdictLabel").parentWidget())
    label.show()
    assert any("overlap" in fault for fault in faults(window))


def test_solving_does_not_widen_the_panel(window: MainWindow) -> None:
    window.resize(screens.SIZES["1366x768"])
    dock = find(window, QDockWidget, "solverDock")
    screens.settle()
    before = dock.width()
    solving = next(state for state in screens.STATES if state.name == "solving")
    solving.bring(window)
    screens.settle()
    assert find(window, Curve, "improvementCurve").isVisible()
    assert dock.width() == before
    window.stop()
    screens.wait(lambda: not window.solving())
    screens.settle()
    assert dock.width() == before


def test_problems_leave_the_palette_in_view(window: MainWindow) -> None:
    window.resize(screens.SIZES["1920x1080-at-150"])
    palette = find(window, QListView, "paletteList")
    board = window.board()
    start = board.start  # type: ignore[attr-defined]
    for column in range(3):
        start = replaced(start, (0, column), 90 + column)
    window.document().edit(board.changed(start=start), "spoil it")
    screens.settle()
    assert find(window, QListView, "problemList").isVisible()
    assert palette.visibleRegion().boundingRect() == palette.rect()


def test_a_long_title_shows_its_beginning(window: MainWindow) -> None:
    title = find(window, QLineEdit, "titleEdit")
    long = "The beginning of a title that is much longer than the room there is for it"
    window.document().edit(window.board().changed(title=long), "change the title")
    screens.settle()
    assert title.cursorPosition() == 0
    assert title.toolTip() == title.text() == long


def test_fields_of_the_dialogs_begin_alike(window: MainWindow) -> None:
    dialog = NewBoardDialog(window, window.settings)
    dialog.show()
    screens.settle()
    edges = set()
    for field in (dialog.rows.lineEdit(), dialog.columns.lineEdit(), dialog.seed):
        field.setCursorPosition(0)
        edges.add(field.mapTo(dialog, field.cursorRect().topLeft()).x())
    dialog.close()
    assert len(edges) == 1


def test_a_single_repair_has_no_arrow(window: MainWindow) -> None:
    window.document().open(load_preset("fifteen-loyd"))
    mend = find(window, QToolButton, "repairButton")
    row = find(window, QLabel, "verdictLabel").parentWidget()
    assert isinstance(row, VerdictLine)
    row.offer(window.session.mode.repairs()[:1])
    screens.settle()
    arrow = mend.grab(QRect(mend.width() - 12, mend.height() - 14, 10, 12)).toImage()
    assert len({arrow.pixel(x, y) for x in range(8) for y in range(8)}) == 1


def test_edits_of_cells_and_of_the_board_have_one_wording() -> None:
    titles = {edit.title for edit in EDITS.values()}
    assert {"Turn the cells right", "Turn the board right"} <= titles
    assert not any("otate" in title for title in titles)
