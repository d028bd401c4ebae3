"""The table of actions, the models, the dialogs, the settings, the theme."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QStringListModel, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QMenu,
    QSpinBox,
    QWidget,
)
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from puzzlegui import assets
from puzzlegui.core.board import Board
from puzzlegui.core.settingsfile import FILE, read_settings
from puzzlegui.core.solution import LazyReplay
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.registry import SOLVERS
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.folders import Folders
from puzzlegui.gui.actions import main_window as main
from puzzlegui.gui.actions.table import ActionTable
from puzzlegui.gui.app import display_problem
from puzzlegui.gui.desktop.reduced_motion import system_reduced_motion
from puzzlegui.gui.files import new_dialog
from puzzlegui.gui.files.board_search import PendingBoardRequest
from puzzlegui.gui.files.new_dialog import NewBoardDialog
from puzzlegui.gui.gallery.gallery import Gallery
from puzzlegui.gui.help.help_window import HelpWindow, help_pages
from puzzlegui.gui.help.shortcuts import TABLES, shortcuts_html
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.move_sequence import MoveSequence
from puzzlegui.gui.model.settings import (
    ANIMATE_NEVER,
    DARK_MODE,
    LIGHT_MODE,
    SETTINGS,
    SYSTEM,
    Settings,
)
from puzzlegui.gui.playback.move_model import MoveModel
from puzzlegui.gui.style.theme import icon, program_icon, theme
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.row_table import RowTable
from puzzlegui.gui.widgets.side_window import SideWindow
from puzzlegui.gui.window.settings_dialog import SettingsDialog
from puzzlegui.making.remote import MadeBoard
from puzzlegui.render.style import NAMES, SYMBOLS
from tests.gui.conftest import WAIT
from tests.gui.robot import action, text_of
from tests.gui.robot import solve as solve_in


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.title)
def test_the_table_of_actions(table: ActionTable) -> None:
    names = [spec.name for spec in table.actions]
    assert len(set(names)) == len(names)
    keys = Counter(keys.toString() for spec in table.actions for keys in spec.keys)
    assert max(keys.values()) == 1
    assert "" not in keys
    assert {spec.menu.split("/")[0] for spec in table.actions} == set(table.menus)
    assert {name for name, _ in table.toolbar if name} <= set(names)
    mnemonics: dict[str, list[str]] = {}
    for spec in table.actions:
        menu, *submenu = spec.menu.split("/")[::2]
        letters = mnemonics.setdefault("/".join([menu, *submenu]), [])
        if "&" in spec.text:
            letters.append(spec.text[spec.text.index("&") + 1].lower())
    for letters in mnemonics.values():
        assert len(set(letters)) == len(letters), letters
    for spec in table.actions:
        if spec.shortcut:
            assert spec.text.replace("&", "").removesuffix("…") in shortcuts_html()
    assert "In the tree: show the board" in shortcuts_html()


def test_the_main_window_has_all_of_its_table(window: MainWindow) -> None:
    names = [spec.name for spec in main.ACTIONS]
    in_menus = [
        action.objectName()
        for menu in window.menuBar().findChildren(QMenu)
        for action in menu.actions()
    ]
    menus = {menu.title(): menu for menu in window.menuBar().findChildren(QMenu)}
    forms = [action.objectName() for action in menus["C&opy as"].actions()]
    assert forms == [name for name in names if name.startswith("actionCopyAs-")]
    assert not set(forms) & {action.objectName() for action in menus["&Edit"].actions()}
    assert set(names) <= set(in_menus)
    for spec in main.ACTIONS:
        assert callable(attrgetter(spec.slot)(window))
        assert "&" in spec.text


def test_every_icon_is_used_and_drawn() -> None:
    used = {spec.icon for table in TABLES for spec in table.actions if spec.icon}
    assert used <= set(assets.names("icons", ".svg"))
    for name in assets.names("icons", ".svg"):
        assert not icon(name).pixmap(20).isNull()
    assert not program_icon().pixmap(64).isNull()


def test_move_model(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = MoveModel()
    qtmodeltester.check(model)
    solution = solve(load_preset("schonbrunn"))
    model.show_moves(MoveSequence(LazyReplay(solution.board, solution.moves[:-1])))
    qtmodeltester.check(model)
    with qtbot.waitSignal(model.rowsInserted):
        model.show_moves(MoveSequence(LazyReplay(solution.board, solution.moves)))
    qtmodeltester.check(model)
    assert model.index(0, 0).data() == "D5 · −2"
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "jump to D5"
    model.set_columns(3)
    qtmodeltester.check(model)
    terms = [
        model.term_of(model.index(row, c)) for row in range(model.rowCount()) for c in range(3)
    ]
    assert [term for term in terms if term >= 0] == list(range(len(model)))
    assert [model.term_of(model.index_of(term)) for term in range(len(model))] == terms[
        : len(model)
    ]
    model.show_moves(None)
    assert model.rowCount() == 0


def test_gallery_model(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    worker = Worker()
    gallery = Gallery(worker)
    qtbot.addWidget(gallery)
    qtmodeltester.check(gallery.model())
    gallery.select("schonbrunn")
    assert gallery.currentIndex().data().startswith("Schönbrunn maze\n")
    worker.close()


@pytest.mark.parametrize("family", FAMILIES)
def test_new_board_dialog(qtbot: QtBot, settings: Settings, family: str) -> None:
    dialog = NewBoardDialog(None, settings)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.family.setCurrentIndex(dialog.family.findData(family))
    dialog.rows.setValue(3)
    dialog.columns.setValue(6)
    dialog.seed.setText("5")
    board = dialog.board
    assert isinstance(board, Board)
    assert (board.family, board.rows, board.columns) == (family, 3, 6)
    assert board.title.endswith("3×6, seed 5")
    parameters = {parameter.name for parameter in FAMILIES[family].parameters}
    for name in ("turns", "colours"):
        assert dialog.widgets[name].isVisible() == (name in parameters)
    dialog.seed.setText("x")
    assert dialog.board is None
    assert "The seed is a whole number" in dialog.message.text()
    plain = "all ones, ready to edit" if family == "maze" else "solved, ready to edit"
    dialog.start.setCurrentIndex(dialog.start.findText(plain))
    assert isinstance(dialog.board, Board)
    assert not dialog.seed.isVisible()
    dialog.seed.setText("5")
    single = dialog.start.findText("a single solution")
    assert (single >= 0) == (family == "maze")
    if single >= 0:
        dialog.start.setCurrentIndex(single)
        assert isinstance(dialog.board, PendingBoardRequest)
    else:
        dialog.start.setCurrentIndex(1)
        assert dialog.widgets["moves"].isVisible()
        assert isinstance(dialog.board, Board)
    if family != "maze":
        colours = dialog.widgets["colours"]
        assert isinstance(colours, QSpinBox)
        colours.setValue(900)
        assert dialog.board is None
        assert "number of colours" in dialog.message.text()


def test_save_path_gets_a_suffix(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the real function, with the system's dialog answering
    kinds = {".txt": "Text", ".csv": "CSV table"}
    for chosen, pattern, expected in (
        ("/x/a.csv", "Text (*.txt)", "/x/a.csv"),
        ("/x/a", "CSV table (*.csv)", "/x/a.csv"),
        ("/x/a.b", "Text (*.txt)", "/x/a.b.txt"),
    ):
        monkeypatch.setattr(
            QFileDialog, "getSaveFileName", lambda *_, answer=(chosen, pattern): answer
        )
        assert dialogs.ask_save_path(None, "t", Path("x"), kinds) == Path(expected)  # type: ignore[arg-type]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    assert dialogs.ask_save_path(None, "t", Path("x"), kinds) is None  # type: ignore[arg-type]


def test_settings_are_kept_and_bad_ones_ignored(
    settings: Settings, folders: Folders, tmp_path: Path
) -> None:
    settings["tour"] = True
    for name, setting in SETTINGS.items():
        assert settings[name] == setting.default
        assert setting.help.endswith(".")
    settings["speed"] = 4.0
    settings["animation"] = ANIMATE_NEVER
    settings["theme"] = DARK_MODE
    again = Settings(folders.settings)
    assert (again["speed"], again["animation"], again["theme"]) == (4.0, ANIMATE_NEVER, DARK_MODE)
    again.write()
    kept = read_settings(folders.settings)
    assert (kept["speed"], kept["animation"], kept["theme"]) == (4.0, ANIMATE_NEVER, DARK_MODE)
    nonsense = {"speed": "quick", "theme": "pink", "animation": "perhaps", "seconds": 10**14}
    other = tmp_path / "other"
    other.mkdir()
    (other / FILE).write_text(json.dumps(nonsense))
    last = Settings(other)
    assert (last["speed"], last["theme"], last["seconds"]) == (1.0, SYSTEM, 0)


def test_settings_that_cannot_be_kept_are_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    settings = Settings(tmp_path / "file")
    settings["speed"] = 4.0
    settings.write()
    assert "Changed settings cannot be saved" in caplog.text


def test_theme_changes_palette_and_icons() -> None:
    theme().apply(LIGHT_MODE)
    light = theme().colours
    assert not theme().dark
    theme().apply(DARK_MODE)
    assert theme().dark
    assert theme().colours != light
    theme().apply(LIGHT_MODE)


def test_windows_change_their_look_one_after_the_other(
    make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    theme().apply(LIGHT_MODE)
    windows = [make_window() for _ in range(3)]
    light = windows[0].styleSheet()
    theme().apply(DARK_MODE)
    theme().apply(LIGHT_MODE)
    theme().apply(DARK_MODE)
    dark = [0]
    while dark[-1] < len(windows):
        QApplication.processEvents()
        dark.append(sum(window.styleSheet() != light for window in windows))
    assert len(set(dark)) > 2
    qtbot.waitUntil(lambda: all(window.updatesEnabled() for window in windows), timeout=WAIT)
    theme().apply(LIGHT_MODE)
    qtbot.waitUntil(lambda: all(window.updatesEnabled() for window in windows), timeout=WAIT)


def test_a_window_may_go_while_others_change_their_look(window: MainWindow, qtbot: QtBot) -> None:
    for name in ("actionExplore", "actionBenchmark"):
        window.findChild(QAction, name).trigger()  # type: ignore[union-attr]
    beside = window.findChildren(SideWindow)
    assert len(beside) == 2
    theme().apply(DARK_MODE)
    assert not all(each.updatesEnabled() for each in (window, *beside))
    beside[0].close()
    delete(beside[0])
    qtbot.waitUntil(lambda: beside[1].updatesEnabled() and window.updatesEnabled(), timeout=WAIT)
    theme().apply(LIGHT_MODE)
    qtbot.waitUntil(lambda: beside[1].updatesEnabled() and window.updatesEnabled(), timeout=WAIT)


def test_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    assert display_problem() == ""
    for variable in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    assert "there is no display" in display_problem()
    monkeypatch.setenv("DISPLAY", ":4321")
    assert "cannot be reached" in display_problem()


def test_the_settings_dialog(qtbot: QtBot, window: MainWindow) -> None:
    window.options.show_settings()
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    for setting in SETTINGS.values():
        widget = dialog.findChild(QWidget, f"{setting.name} setting")
        assert (widget is not None) == bool(setting.title)
    dialog.findChild(QComboBox, "theme setting").setCurrentIndex(2)  # type: ignore[union-attr]
    assert theme().mode == DARK_MODE
    dialog.findChild(QComboBox, "labels setting").setCurrentIndex(3)  # type: ignore[union-attr]
    assert theme().board_style.labels == SYMBOLS
    dialog.findChild(QComboBox, "animation setting").setCurrentIndex(2)  # type: ignore[union-attr]
    assert not window.timeline().animated
    dialog.findChild(QSpinBox, "seconds setting").setValue(7)  # type: ignore[union-attr]
    assert window.session.request.limits.seconds == 7
    dialog.findChild(QComboBox, "speed setting").setCurrentIndex(0)  # type: ignore[union-attr]
    assert window.timeline().speed == 0.25
    window.settings["labels"] = NAMES
    window.settings["theme"] = LIGHT_MODE
    dialog.reject()


def test_a_setting_counts_in_all_windows(make_window: Callable[..., MainWindow]) -> None:
    one, other = make_window(), make_window()
    one.options.toggle_animation(False)
    assert not other.timeline().animated
    assert not other.findChild(QAction, "actionAnimate").isChecked()  # type: ignore[union-attr]


def test_movements_are_as_the_system_wants_them(window: MainWindow) -> None:
    action, system = window.findChild(QAction, "actionAnimate"), system_reduced_motion()
    assert action is not None
    assert window.timeline().animated
    system.set_answer("one", reduced=True)
    system.set_answer("other", reduced=False)
    try:
        assert not window.timeline().animated
        assert not action.isChecked()
        action.trigger()  # in spite of the system
        assert window.timeline().animated
    finally:
        system.set_answer("one", reduced=False)
    action.trigger()
    assert not window.timeline().animated
    window.settings["animation"] = SYSTEM
    assert window.timeline().animated


@pytest.mark.parametrize(("written", "moving"), [("true", True), ("false", False), ("x", True)])
def test_movements_as_older_versions_wrote_them(
    settings: Settings, make_window: Callable[..., MainWindow], written: str, moving: bool
) -> None:  # fmt: skip
    settings["animation"] = written
    assert make_window().timeline().animated == moving


def test_every_page_of_the_help(qtbot: QtBot, window: MainWindow) -> None:
    window.options.show_help()
    shown = window.findChild(HelpWindow)
    assert shown is not None
    for page in help_pages():
        shown.open_page(page.title)
        assert len(shown.text.toPlainText()) > 200
    everything = " ".join(page.html + page.markdown for page in help_pages())
    for solver in SOLVERS:
        assert f"<b>{solver.name}</b>" in everything
    shown.close()


def test_the_help_is_searched(qtbot: QtBot, window: MainWindow) -> None:
    window.options.show_help()
    shown = window.findChild(HelpWindow)
    assert shown is not None

    def listed() -> list[str]:
        rows = range(shown.titles.count())
        return [shown.titles.item(row).text() for row in rows if not shown.titles.isRowHidden(row)]

    everything = listed()
    qtbot.keyClicks(shown.search, "TARGET sum")
    assert "Number maze" in listed()
    assert len(listed()) < len(everything)
    shown.titles.setCurrentRow(everything.index("Number maze"))
    assert "target sum" in shown.text.toPlainText()
    first = shown.text.textCursor().position()
    assert shown.text.toPlainText()[:first].casefold().endswith(("target", "sum"))
    qtbot.keyClick(shown.search, Qt.Key.Key_Return)
    assert shown.text.textCursor().position() != first
    qtbot.keyClicks(shown.search, " nowhere-to-be-found")
    assert listed() == []
    assert shown.no_match.isVisible()
    shown.search.clear()
    assert listed() == everything
    assert not shown.no_match.isVisible()
    shown.close()


@pytest.mark.parametrize(
    ("word", "title"),
    [
        ("scramble", "Design a board"),
        ("Loopover", "Shift grid"),
        ("twiddle", "Rotation grid"),
        ("Sixteen", "Shift grid"),
        ("algorithm", "Solve and follow"),
        ("parity", "Sliding puzzle"),
        ("shuffle", "Permutation puzzle"),
        ("video", "Export and print"),
    ],
)
def test_help_search_knows_synonyms(window: MainWindow, word: str, title: str) -> None:
    window.options.show_help()
    shown = window.findChild(HelpWindow)
    assert shown is not None
    shown.search.setText(word)
    titles = [shown.titles.item(row).text() for row in range(shown.titles.count())]
    assert not shown.titles.isRowHidden(titles.index(title))
    shown.titles.setCurrentRow(titles.index(title))
    assert shown.text.extraSelections()
    shown.close()


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("actionDesign", "Design a board"),
        ("actionPlay", "Play by hand"),
        ("actionSolution", "Solve and follow"),
    ],
)
def test_help_opens_at_the_mode_of_the_window(window: MainWindow, name: str, title: str) -> None:
    action(window, name).trigger()
    action(window, "actionHelp").trigger()
    shown = window.findChild(HelpWindow)
    assert shown is not None
    assert shown.titles.currentItem().text() == title
    shown.close()


def test_the_difficulty_of_a_new_board_is_said(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = new_board("rotation", 3, 3, 4)
    monkeypatch.setattr(new_dialog, "ask_new_board", lambda *_: MadeBoard(board))
    window.files.new_board()
    best = solve(board, "optimal")
    said = f"Difficulty: a shortest solution has {len(best.moves)} moves."
    qtbot.waitUntil(lambda: said in text_of(window, "verdictLabel"), timeout=WAIT)
    window.edits.apply("shuffle")
    assert "Measuring difficulty" in text_of(window, "verdictLabel")
    qtbot.waitUntil(lambda: "Difficulty" in text_of(window, "verdictLabel"), timeout=WAIT)


def test_finding_out_the_difficulty_makes_room_for_what_the_user_wants(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.open_preset("grid-30x30")
    window.commands.rate()
    window.show_play()
    window.commands.hint()
    qtbot.waitUntil(lambda: "Finding" not in text_of(window, "verdictLabel"), timeout=WAIT)
    assert "Difficulty" not in text_of(window, "verdictLabel")
    window.open_preset("mystery-box")
    window.commands.rate()
    solve_in(qtbot, window)
    assert "Difficulty" not in text_of(window, "verdictLabel")


def test_table_fits_its_columns_to_few_rows(qtbot: QtBot) -> None:
    asked: set[int] = set()

    class Model(QStringListModel):
        def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # type: ignore[override]
            asked.add(index.row())
            return super().data(index, role)

    model = Model([str(number) for number in range(5000)])
    table = RowTable("rows", "Rows", model)
    qtbot.addWidget(table)
    table.show()
    table.resizeColumnsToContents()
    assert 0 < len(asked) < 200
