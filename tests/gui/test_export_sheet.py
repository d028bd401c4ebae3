"""The export sheet: its cards, their settings and previews, and what they write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from puzzlegui import assets
from puzzlegui.core.board import Board
from puzzlegui.core.language import LANGUAGES, set_language
from puzzlegui.core.solution_lock import lock_for, with_lock
from puzzlegui.documents.board_id import LINK_SETTING
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.definitions import DEFINITION_FORMATS
from puzzlegui.exporters.kinds import EXPORT_KINDS, kind_of
from puzzlegui.exporters.paper_pages import Pages
from puzzlegui.exporters.puzzles import Puzzle, formats_of
from puzzlegui.gui.files import export_sheet, printing
from puzzlegui.gui.files.export_sheet import ExportSheet
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.widgets import dialogs, export_dialog
from puzzlegui.gui.widgets.export_panel import ExportRequest
from tests.gui.conftest import WAIT
from tests.gui.robot import action, click, find, text_of

Key = Qt.Key
SHOW_SHEET = export_sheet.show_export_sheet
"""Before the tests refuse it."""
BASE = "https://example.org/play"
CARDS = list(EXPORT_KINDS)
WITH_FORMATS = [name for name, kind in EXPORT_KINDS.items() if kind.formats]
SAVED = {"page": ".html", "moves": ".txt", "film": ".gif", "card": ".png"}
"""Suffixes of what the cards save at first."""


@pytest.fixture
def open_sheet(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, no_dialogs: None
) -> Callable[..., ExportSheet]:
    """Function that opens the sheet by its action, for a solved board unless told otherwise."""
    monkeypatch.setattr(export_sheet, "show_export_sheet", SHOW_SHEET)

    def open_it(*, solved: bool = True) -> ExportSheet:
        if solved:
            window.use_solution(solve(window.board()))
        action(window, "actionExport").trigger()
        sheet = window.findChild(ExportSheet)
        assert sheet is not None
        sheet.activateWindow()
        QApplication.processEvents()
        return sheet

    return open_it


def choose_by_keys(qtbot: QtBot, sheet: ExportSheet, name: str) -> None:
    """Choose a card by the arrow keys alone."""
    column, row = (CARDS.index(name) % 2, CARDS.index(name) // 2)
    sheet.activateWindow()
    sheet.cards[sheet.kind.name].setFocus()
    QApplication.processEvents()
    for key in (*(Key.Key_Up,) * 2, Key.Key_Left, *(Key.Key_Down,) * row):
        qtbot.keyClick(sheet.focusWidget(), key)
    if column:
        qtbot.keyClick(sheet.focusWidget(), Key.Key_Right)
    assert sheet.kind.name == name


def wait_for_preview(qtbot: QtBot, sheet: ExportSheet) -> None:
    panel = sheet.panel
    qtbot.waitUntil(
        lambda: bool(panel.text.toPlainText()) or not panel.picture.pixmap().isNull(), timeout=WAIT
    )


@pytest.mark.parametrize("name", WITH_FORMATS)
def test_card_chosen_by_keys_shows_its_preview(
    qtbot: QtBot, open_sheet: Callable[..., ExportSheet], name: str
) -> None:
    sheet = open_sheet()
    choose_by_keys(qtbot, sheet, name)
    assert sheet.act_button.text() == EXPORT_KINDS[name].verb
    assert sheet.act_button.isEnabled()
    wait_for_preview(qtbot, sheet)
    offered = {sheet.panel.formats.itemData(row) for row in range(sheet.panel.formats.count())}
    assert offered == set(EXPORT_KINDS[name].formats)
    assert sheet.link.isVisible() == EXPORT_KINDS[name].has_link
    sheet.reject()


def test_cards_are_a_single_stop_of_the_tab_key(
    qtbot: QtBot, open_sheet: Callable[..., ExportSheet]
) -> None:
    sheet = open_sheet()
    choose_by_keys(qtbot, sheet, "moves")
    qtbot.keyClick(sheet.focusWidget(), Key.Key_Tab)
    assert sheet.focusWidget() is sheet.panel.formats
    qtbot.keyClick(sheet.focusWidget(), Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert sheet.focusWidget() is sheet.cards["moves"]
    sheet.reject()


def test_card_is_chosen_by_the_mouse(qtbot: QtBot, open_sheet: Callable[..., ExportSheet]) -> None:
    sheet = open_sheet()
    click(qtbot, sheet.cards["card"])
    assert sheet.kind.name == "card"
    sheet.reject()


def test_settings_change_the_preview(qtbot: QtBot, open_sheet: Callable[..., ExportSheet]) -> None:
    sheet = open_sheet()
    click(qtbot, sheet.cards["moves"])
    qtbot.waitUntil(lambda: "B1 B2" in sheet.panel.text.toPlainText(), timeout=WAIT)
    notation = find(sheet.panel, QComboBox, "notationChoice")
    notation.setCurrentIndex(notation.findData("tuples"))
    qtbot.waitUntil(lambda: "(1,0,T)" in sheet.panel.text.toPlainText(), timeout=WAIT)
    click(qtbot, sheet.cards["print"])
    wait_for_preview(qtbot, sheet)
    pieces = find(sheet.panel, QSpinBox, "piecesChoice")
    assert not sheet.panel.page.isVisible()
    pieces.setValue(25)
    qtbot.waitUntil(lambda: sheet.panel.page.maximum() > 1, timeout=WAIT)
    sheet.reject()


def test_clue_is_drawn_on_the_card(qtbot: QtBot, open_sheet: Callable[..., ExportSheet]) -> None:
    sheet = open_sheet()
    click(qtbot, sheet.cards["card"])
    wait_for_preview(qtbot, sheet)
    before = sheet.panel.picture.pixmap().toImage()
    note = find(sheet.panel, QLineEdit, "noteChoice")
    note.setFocus()
    qtbot.keyClicks(note, "Look under the rug.")
    assert sheet.panel.settings.note == "Look under the rug."
    qtbot.waitUntil(lambda: sheet.panel.picture.pixmap().toImage() != before, timeout=WAIT)
    sheet.reject()


@pytest.mark.parametrize("name", SAVED)
def test_enter_on_a_card_saves_its_file(
    qtbot: QtBot,
    window: MainWindow,
    open_sheet: Callable[..., ExportSheet],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
) -> None:
    suggested: list[Path] = []

    def answer(_parent: object, _title: str, path: Path, _kinds: object, then: Any) -> None:
        suggested.append(path)
        then(tmp_path / path.name)

    monkeypatch.setattr(dialogs, "choose_save_path", answer)
    sheet = open_sheet()
    choose_by_keys(qtbot, sheet, name)
    qtbot.keyClick(sheet.focusWidget(), Key.Key_Return)
    qtbot.waitUntil(lambda: window.findChild(ExportSheet) is None, timeout=WAIT)
    (path,) = suggested
    assert path.suffix == SAVED[name]
    qtbot.waitUntil((tmp_path / path.name).is_file, timeout=WAIT)
    qtbot.waitUntil(lambda: text_of(window, "writtenLabel") == f"Exported {path.name}")
    assert kind_of(window.settings["export format"]) == name
    assert open_sheet().kind.name == name


def test_cancelled_file_dialog_leads_back_to_the_sheet(
    qtbot: QtBot, open_sheet: Callable[..., ExportSheet], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogs, "choose_save_path", lambda *_: None)
    sheet = open_sheet()
    click(qtbot, sheet.act_button)
    assert sheet.isVisible()
    sheet.reject()


@pytest.mark.parametrize("cancelled", [False, True])
def test_print_card_prints(
    qtbot: QtBot,
    window: MainWindow,
    open_sheet: Callable[..., ExportSheet],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    cancelled: bool,
) -> None:
    path = tmp_path / "printed.pdf"

    def printer(_parent: object, pages: Pages) -> QPrinter | None:
        found = QPrinter(QPrinter.PrinterMode.HighResolution)
        found.setOutputFileName(str(path))
        printing.set_up_printer(found, pages)
        return None if cancelled else found

    monkeypatch.setattr(printing, "ask_printer", printer)
    sheet = open_sheet()
    choose_by_keys(qtbot, sheet, "print")
    click(qtbot, sheet.act_button)
    if cancelled:
        assert sheet.isVisible()
        sheet.reject()
        return
    qtbot.waitUntil(lambda: path.is_file() and path.stat().st_size > 0, timeout=WAIT)
    qtbot.waitUntil(lambda: window.findChild(ExportSheet) is None, timeout=WAIT)


def test_kiosk_card_asks_for_the_settings_of_a_kiosk(
    qtbot: QtBot, window: MainWindow, open_sheet: Callable[..., ExportSheet]
) -> None:
    asked: list[bool] = []
    action(window, "actionKiosk").triggered.disconnect()
    action(window, "actionKiosk").triggered.connect(lambda: asked.append(True))
    sheet = open_sheet()
    choose_by_keys(qtbot, sheet, "kiosk")
    assert sheet.act_button.text() == "&Start kiosk…"
    click(qtbot, sheet.act_button)
    assert asked == [True]
    assert not sheet.isVisible()


@pytest.mark.parametrize("name", ["moves", "film"])
def test_unsolved_board_says_that_it_has_no_solution(
    qtbot: QtBot, open_sheet: Callable[..., ExportSheet], name: str
) -> None:
    sheet = open_sheet(solved=False)
    choose_by_keys(qtbot, sheet, name)
    reason = "There is no solution yet. Solve the board first."
    assert text_of(sheet, "exportReasonLabel") == reason
    assert sheet.cards[name].accessibleDescription() == reason
    assert not sheet.act_button.isEnabled()
    qtbot.keyClick(sheet.focusWidget(), Key.Key_Return)
    assert sheet.isVisible()
    choose_by_keys(qtbot, sheet, "page")
    assert sheet.act_button.isEnabled()
    sheet.reject()


def test_locked_board_offers_no_answer(
    qtbot: QtBot,
    window: MainWindow,
    open_sheet: Callable[..., ExportSheet],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = window.board()
    moves = solve(board).moves
    window.document().open(with_lock(board, lock_for("1234")))
    window.show_play()
    window.timeline().animated = False
    window.session.make_moves(moves, already_shown=True)
    assert window.session.mode.solution_to_export() is not None
    listed: list[ExportRequest[Any]] = []
    monkeypatch.setattr(export_dialog, "ask_export", lambda *asked: listed.append(asked[2]))
    sheet = open_sheet(solved=False)
    for name in ("moves", "film"):
        click(qtbot, sheet.cards[name])
        reason = "The board is locked, so it gives no answer."
        assert text_of(sheet, "exportReasonLabel") == reason
        assert not sheet.act_button.isEnabled()
    click(qtbot, sheet.cards["print"])
    assert sheet.panel.formats.count() == 1
    assert sheet.puzzle.solution is None
    click(qtbot, sheet.list_button)
    (request,) = listed
    assert set(request.formats) == set(formats_of(Puzzle(board)))
    printed: list[Puzzle] = []
    monkeypatch.setattr(printing, "ask_print_settings", lambda *asked: printed.append(asked[1]))
    action(window, "actionPrint").trigger()
    assert printed[0].solution is None


def test_board_with_problems_is_printed_but_not_played(
    qtbot: QtBot, window: MainWindow, open_sheet: Callable[..., ExportSheet]
) -> None:
    window.document().edit(window.board().with_cell("start", (0, 0), 99), "99")
    sheet = open_sheet(solved=False)
    assert sheet.kind.name == "print"
    wait_for_preview(qtbot, sheet)
    for name in ("page", "card", "kiosk"):
        click(qtbot, sheet.cards[name])
        assert "Mend them in Design" in text_of(sheet, "exportReasonLabel")
        assert not sheet.link.isVisible()
    sheet.reject()


def test_link_is_copied_from_the_sheet(
    qtbot: QtBot,
    window: MainWindow,
    open_sheet: Callable[..., ExportSheet],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []

    def ask(parent: object) -> str:
        asked.append(parent)
        return BASE

    monkeypatch.setattr(dialogs, "ask_link_base", ask)
    sheet = open_sheet()
    choose_by_keys(qtbot, sheet, "card")
    wait_for_preview(qtbot, sheet)
    assert sheet.puzzle.card().code.startswith("pg1:")
    plain = sheet.panel.picture.pixmap().toImage()
    find(sheet.panel, QLineEdit, "noteChoice").setText("Under the rug")
    qtbot.waitUntil(lambda: sheet.panel.picture.pixmap().toImage() != plain, timeout=WAIT)
    before = sheet.panel.picture.pixmap().toImage()
    click(qtbot, sheet.copy_button)
    assert sheet.panel.settings.note == "Under the rug"
    link = QGuiApplication.clipboard().text()
    assert link.startswith(f"{BASE}#pg1:")
    assert find(sheet, QLineEdit, "linkField").text() == link
    assert sheet.copy_button.text() == "&Copied"
    assert sheet.puzzle.card().code == link  # so a phone opens it
    qtbot.waitUntil(lambda: sheet.panel.picture.pixmap().toImage() != before, timeout=WAIT)
    choose_by_keys(qtbot, sheet, "page")
    QGuiApplication.clipboard().clear()
    click(qtbot, sheet.copy_button)
    assert QGuiApplication.clipboard().text() == link
    assert asked == [sheet]
    assert window.settings[LINK_SETTING] == BASE
    sheet.reject()


def test_list_of_all_formats_opens_from_the_sheet(
    qtbot: QtBot, open_sheet: Callable[..., ExportSheet], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[ExportRequest[Any]] = []
    monkeypatch.setattr(export_dialog, "ask_export", lambda *asked: listed.append(asked[2]))
    sheet = open_sheet()
    puzzle = sheet.puzzle
    click(qtbot, sheet.list_button)
    assert not sheet.isVisible()
    assert set(listed[0].formats) == set(formats_of(puzzle))


@pytest.mark.parametrize("code", LANGUAGES)
def test_help_explains_every_card(code: str) -> None:
    set_language(code)
    page = assets.read_help("export")
    for kind in EXPORT_KINDS.values():
        assert f"- **{kind.title}**: " in page


@pytest.mark.parametrize("preset", ["mystery-box", "schonbrunn"])
def test_kinds_have_every_format_of_a_puzzle_once(preset: str) -> None:
    board: Board = load_preset(preset)
    puzzle = Puzzle(board, solve(board))
    held = [name for kind in EXPORT_KINDS.values() for name in kind.formats]
    assert len(held) == len(set(held))
    assert set(held) == set(formats_of(puzzle)) - set(DEFINITION_FORMATS)
    for kind in EXPORT_KINDS.values():
        assert assets.read_bytes("icons", f"{kind.name}.svg")
        if not kind.formats:
            continue
        shows_answer = not kind.formats_of(replace(puzzle, solution=None))
        assert shows_answer == kind.needs_solution
