"""What the window shows fits screens from 1366×768, and 1920×1080 at 150 %, without scrolling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QDialogButtonBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QWidget,
)

from puzzlegui.core import language
from puzzlegui.core.cells import with_cell
from puzzlegui.core.edits import EDITS
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.gui import app
from puzzlegui.gui.files.new_dialog import NewBoardDialog
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE
from puzzlegui.gui.solve.improvement_curve import ImprovementCurve
from puzzlegui.gui.widgets.repair_button import RepairButton
from tests.gui.robot import find
from tools import screens
from tools.clipping import faults

_FEW = {name: screens.SIZES[name] for name in ("1920x1080-at-150", "1024x600")}
_ROOM = {"de": ("1366x768", "1024x600"), screens.PSEUDO: ("1366x768",)}
"""The smallest screens on which all can be read in a language."""


@pytest.fixture
def speak(qapp: QApplication) -> Iterator[Callable[[str], None]]:
    """Makes the program use a language; afterwards it is English again."""

    def change(code: str) -> None:
        screens.speak(code)
        app.translate_qt(qapp)

    yield change
    change(language.SOURCE)


@pytest.mark.examples(2)
@pytest.mark.parametrize("state", screens.STATES, ids=lambda state: state.name)
def test_nothing_is_clipped_or_must_be_scrolled_to(
    make_window: Callable[..., MainWindow], state: screens.State
) -> None:
    window = make_window()
    assert screens.look_at_all(window, None, (state,), (LIGHT_MODE,), _FEW) == []


@pytest.mark.thorough
def test_nothing_is_clipped_in_the_dialogs(window: MainWindow) -> None:
    assert screens.look_at_dialogs(window, None, (LIGHT_MODE,)) == []


@pytest.mark.thorough
def test_keys_go_to_the_first_field_of_a_dialog(window: MainWindow) -> None:
    solution = solve(load_preset("mystery-box"))
    dialogs = dict(screens.dialogs_of(window, solution))
    for name in ("new", "colour", "settings", "export-gif", "export-sheet-film", "enter"):
        dialogs[name].show()
        focused = dialogs[name].focusWidget()
        assert focused is not None
        assert not isinstance(focused.parent(), QDialogButtonBox), name
        dialogs[name].close()


@pytest.mark.thorough
@pytest.mark.parametrize("code", _ROOM)
def test_there_is_room_for_longer_languages(
    speak: Callable[[str], None], make_window: Callable[..., MainWindow], code: str
) -> None:
    speak(code)
    sizes = {name: screens.SIZES[name] for name in _ROOM[code]}
    assert screens.look_at_all(make_window(), None, modes=(LIGHT_MODE,), sizes=sizes) == []


@pytest.mark.thorough
@pytest.mark.parametrize(("code", "mode"), [("de", DARK_MODE), (screens.PSEUDO, LIGHT_MODE)])
def test_there_is_room_in_the_dialogs_for_longer_languages(
    speak: Callable[[str], None], make_window: Callable[..., MainWindow], code: str, mode: str
) -> None:
    speak(code)
    assert screens.look_at_dialogs(make_window(), None, (mode,)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("code", language.LANGUAGES)
def test_no_letter_is_pressed_for_two_things(
    speak: Callable[[str], None], make_window: Callable[..., MainWindow], code: str
) -> None:
    speak(code)
    window = make_window()
    state = next(state for state in screens.STATES if state.name == "short")
    state.bring(window)
    solution = window.solution()
    assert solution is not None
    shared = _shared(window)
    for name, dialog in screens.dialogs_of(window, solution):
        dialog.show()
        shared += [f"{name}: {fault}" for fault in _shared(dialog)]
        dialog.close()
        dialog.deleteLater()
    assert "\n".join(shared) == ""


@pytest.mark.thorough
def test_buttons_of_dialogs_have_mnemonics(make_window: Callable[..., MainWindow]) -> None:
    window = make_window()
    state = next(state for state in screens.STATES if state.name == "short")
    state.bring(window)
    solution = window.solution()
    assert solution is not None
    found = []
    for name, dialog in screens.dialogs_of(window, solution):
        dialog.show()
        for button in dialog.findChildren(QPushButton):
            by_key = {"OK", "Cancel", "Close"}  # Enter or Escape
            if (
                isinstance(dialog, QDialog)
                and button.isVisible()
                and button.window() is dialog
                and button.text() not in by_key
                and QKeySequence.mnemonic(button.text()).isEmpty()
            ):
                found.append((name, button.text()))
        dialog.close()
        dialog.deleteLater()
    assert found == []


@pytest.mark.thorough
def test_no_button_of_a_dialog_has_an_icon_of_the_style(
    make_window: Callable[..., MainWindow],
) -> None:
    window = make_window()
    state = next(state for state in screens.STATES if state.name == "short")
    state.bring(window)
    solution = window.solution()
    assert solution is not None
    for name, dialog in screens.dialogs_of(window, solution):
        for box in dialog.findChildren(QDialogButtonBox):
            assert [b.text() for b in box.buttons() if not b.icon().isNull()] == [], name
        dialog.close()
        dialog.deleteLater()


def _shared(top: QWidget) -> list[str]:
    """The letters that stand for two controls of a window, or for two entries of one menu."""
    bar = top.menuBar().actions() if hasattr(top, "menuBar") else []
    controls = [
        control.text()
        for control in top.findChildren(QWidget)
        if isinstance(control, QAbstractButton)
        or (isinstance(control, QLabel) and control.buddy() is not None)
        if control.window() is top and not control.isHidden()
    ]
    groups = [[*(action.text() for action in bar), *controls]]
    groups += [
        [action.text() for action in menu.actions()]
        for menu in top.findChildren(QMenu)
        if menu.window() is menu
    ]
    found = []
    for texts in groups:
        letters = [(QKeySequence.mnemonic(text).toString(), text) for text in texts]
        count = Counter(letter for letter, _ in letters if letter)
        found += [
            f"{letter}: {[text for other, text in letters if other == letter]}"
            for letter in count
            if count[letter] > 1
        ]
    return found


def test_a_text_without_room_is_a_fault(window: MainWindow) -> None:
    window.show_play()
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
    assert find(window, ImprovementCurve, "improvementCurve").isVisible()
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
        start = with_cell(start, (0, column), 90 + column)
    window.document().edit(board.with_fields(start=start), "spoil it")
    screens.settle()
    assert find(window, QListView, "problemList").isVisible()
    assert palette.visibleRegion().boundingRect() == palette.rect()


def test_a_long_title_shows_its_beginning(window: MainWindow) -> None:
    title = find(window, QLineEdit, "titleEdit")
    long = "The beginning of a title that is much longer than the room there is for it"
    window.document().edit(window.board().with_fields(title=long), "change the title")
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
    mend = find(window, RepairButton, "repairButton")
    mend.set_repairs(window.session.repairs[:1])
    screens.settle()
    arrow = mend.grab(QRect(mend.width() - 12, mend.height() - 14, 10, 12)).toImage()
    assert len({arrow.pixel(x, y) for x in range(8) for y in range(8)}) == 1


def test_edits_of_cells_and_of_the_board_have_one_wording() -> None:
    titles = {edit.title for edit in EDITS.values()}
    assert {"Turn the cells right", "Turn the board right"} <= titles
    assert not any("otate" in title for title in titles)
