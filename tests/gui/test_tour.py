"""The tour: it points at what it speaks of, and goes on when that was done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.board.rule_picture import rule_picture
from puzzlegui.gui.gallery.gallery import Gallery
from puzzlegui.gui.help.callout import Callout
from puzzlegui.gui.help.tour import STEPS, Tour
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import DARK_MODE, LIGHT_MODE, Settings
from puzzlegui.gui.playback.move_table import MoveTable
from puzzlegui.render.rule_example import example_frames, own_frames
from tests.gui.conftest import WAIT
from tests.gui.robot import action, click, click_cell, click_move, click_row, find, text_of
from tests.gui.window_snapshot import visible_state

Key = Qt.Key


@pytest.fixture
def guided(qtbot: QtBot, make_window: Callable[..., MainWindow], settings: Settings) -> MainWindow:
    """A window at the first start of the program, in which the tour has begun."""
    settings["tour"] = True
    window = make_window()
    qtbot.waitUntil(lambda: tour(window).step == 0, timeout=WAIT)
    return window


def tour(window: MainWindow) -> Tour:
    found = window.findChild(Tour)
    assert found is not None
    return found


def card(window: MainWindow) -> Callout:
    return find(window, Callout, "tour")


def is_pointed_at(window: MainWindow, widget: QWidget) -> bool:
    """Whether the ring is around a widget, and the card beside it."""
    ring = card(window).ring
    around = QRect(widget.mapTo(window, QPoint()), widget.size()).intersected(window.rect())
    return ring.isVisible() and ring.geometry().contains(around)


def button(window: MainWindow, name: str) -> QToolButton:
    wanted = action(window, name)
    found = next(b for b in window.findChildren(QToolButton) if b.defaultAction() is wanted)
    assert isinstance(found, QToolButton)
    return found


def test_it_goes_on_when_what_it_speaks_of_is_done(
    qtbot: QtBot, guided: MainWindow, settings: Settings
) -> None:
    window = guided
    window.timeline().animated = False
    gallery = find(window, Gallery, "gallery")
    assert is_pointed_at(window, gallery)
    click_row(qtbot, gallery, 0)  # which is open already
    assert tour(window).step == 1
    assert is_pointed_at(window, window.board_view())
    assert FAMILIES["rotation"].rule in text_of(window, "tourLabel")
    assert not find(window, QLabel, "tourPicture").pixmap().isNull()
    window.open_preset("eight-cpp")
    assert FAMILIES["sliding"].rule in text_of(window, "tourLabel")
    click(qtbot, button(window, "actionPlay"))
    assert tour(window).step == 1
    click_cell(qtbot, window.board_view(), (2, 1))
    assert tour(window).step == 2
    assert is_pointed_at(window, button(window, "actionSolution"))
    click(qtbot, button(window, "actionSolution"))
    assert tour(window).step == 2
    click(qtbot, find(window, QPushButton, "solveButton"))
    qtbot.waitUntil(lambda: tour(window).step == 3, timeout=WAIT)
    assert is_pointed_at(window, find(window, QWidget, "timelineBar"))
    click_move(qtbot, find(window, MoveTable, "moveTable"), 2)
    assert tour(window).step == 4
    assert is_pointed_at(window, button(window, "actionDesign"))
    click(qtbot, button(window, "actionDesign"))
    assert tour(window).step == 5
    assert find(window, QPushButton, "tourNextButton").text() == "Done"
    click(qtbot, find(window, QPushButton, "tourNextButton"))
    assert not card(window).isVisible()
    assert not card(window).ring.isVisible()
    assert not settings["tour"]


def test_by_keys(qtbot: QtBot, guided: MainWindow, settings: Settings) -> None:
    going = find(guided, QPushButton, "tourNextButton")
    assert guided.focusWidget() is going
    qtbot.keyClick(going, Key.Key_Return)
    qtbot.keyClick(going, Key.Key_Right)
    assert tour(guided).step == 2
    qtbot.keyClick(going, Key.Key_Left)
    assert tour(guided).step == 1
    guided.show_play()
    guided.board_view().setFocus()
    qtbot.keyClick(guided.board_view(), Key.Key_Escape)
    assert tour(guided).step is None
    assert not settings["tour"]
    action(guided, "actionTour").trigger()
    assert tour(guided).step == 0
    assert guided.focusWidget() is going
    qtbot.keyClick(going, Key.Key_Tab)
    for _ in STEPS:
        guided.commands.next_pane()
    assert card(guided).isVisible()
    click(qtbot, find(guided, QPushButton, "tourSkipButton"))
    assert not card(guided).isVisible()


def test_it_goes_back_where_there_is_nothing_to_follow(qtbot: QtBot, guided: MainWindow) -> None:
    window = guided
    window.solve()
    qtbot.waitUntil(lambda: window.solution() is not None, timeout=WAIT)
    for _ in range(3):
        click(qtbot, find(window, QPushButton, "tourNextButton"))
    assert tour(window).step == 3
    window.open_preset("eight-cpp")
    assert tour(window).step == 2


def test_it_leaves_nothing_behind(
    qtbot: QtBot, guided: MainWindow, make_window: Callable[..., MainWindow]
) -> None:
    qtbot.keyClick(find(guided, QPushButton, "tourNextButton"), Key.Key_Escape)
    assert visible_state(guided) == visible_state(make_window())


@pytest.mark.parametrize("size", [(1024, 600), (800, 560)])
@pytest.mark.parametrize("mode", [LIGHT_MODE, DARK_MODE])
def test_the_card_is_in_the_window_and_its_text_whole(
    qtbot: QtBot,
    make_window: Callable[..., MainWindow],
    mode: str,
    size: tuple[int, int],
) -> None:
    window = make_window(mode=mode)
    window.resize(*size)
    window.show_play()
    window.commands.show_tour()
    shown = card(window)
    for number in range(len(STEPS)):
        assert tour(window).step == number
        assert window.rect().contains(shown.geometry())
        label = find(window, QLabel, "tourLabel")
        assert label.height() >= label.heightForWidth(label.width())
        buttons = [b for b in shown.findChildren(QPushButton) if b.isVisible()]
        for one in buttons:
            assert one.width() >= one.minimumSizeHint().width()
            assert shown.rect().contains(one.geometry())
        qtbot.keyClick(find(window, QPushButton, "tourNextButton"), Key.Key_Return)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_rule_of_every_family_is_a_sentence_and_a_picture(
    family: str, window: MainWindow, qtbot: QtBot
) -> None:
    rule = FAMILIES[family].rule
    assert rule.startswith("Each move ")
    assert rule.endswith(".")
    board, (before, during, after) = example_frames(family)
    assert before.marks.next_move is not None
    assert during.motion == before.marks.next_move
    assert after.picture != before.picture
    if family == "rotation":
        other = board.with_fields(turns="counterclockwise")
        same, shown = (rule_picture(each, 250, 1.0).toImage() for each in (board, other))
        assert same != shown  # the move is one that the board has
    assert not rule_picture(board, 250, 2.0).isNull()
    names = {"rotation": 0, "sliding": 8, "shift": 12, "permutation": 16, "maze": 22}
    click_row(qtbot, find(window, Gallery, "gallery"), names[family])
    window.show_play()
    picture = find(window, QLabel, "rulePicture")
    assert picture.isVisible()
    texts = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
    assert FAMILIES[family].instructions(window.board()) in texts
    assert picture.accessibleName() == rule
    window.session.make_moves(
        window.board().legal_moves(window.board().initial())[:1], already_shown=True
    )
    assert not picture.isVisible()


@pytest.mark.parametrize("size", [(1366, 768), (1024, 600), (1920, 1080)])
def test_the_card_about_the_board_leaves_most_of_it_and_of_the_goal_seen(
    qtbot: QtBot, guided: MainWindow, size: tuple[int, int]
) -> None:
    guided.resize(*size)
    click(qtbot, find(guided, QPushButton, "tourNextButton"))
    area = find(guided, QWidget, "boardArea")
    assert is_pointed_at(guided, area)
    boards = QRect(area.mapTo(guided, QPoint()), area.size())
    hidden = boards.intersected(card(guided).geometry())
    assert hidden.width() * hidden.height() < 0.3 * boards.width() * boards.height()
    for name in ("boardView", "goalView"):
        view = find(guided, QWidget, name)
        middle = view.mapTo(guided, view.rect().center())
        assert not view.isVisible() or not card(guided).geometry().contains(middle)


@pytest.mark.parametrize(("rows", "columns"), [(4, 5), (12, 2), (13, 13)])
def test_rule_picture_shows_the_board_itself_unless_it_is_large(rows: int, columns: int) -> None:
    board = new_board("sliding", rows, columns, 1)
    shown, (before, _, _) = own_frames(board)
    assert (shown.rows, shown.columns) == ((rows, columns) if rows < 13 else (3, 3))
    assert before.picture == shown.picture()


@pytest.mark.usefixtures("qapp")
def test_the_picture_of_a_rule_shows_the_moves_of_the_board() -> None:
    board = load_preset("two-rings")
    fewer = board.with_fields(moves=board.moves[:1])  # type: ignore[attr-defined]
    one, other = (rule_picture(each, 250, 1.0) for each in (board, fewer))
    assert one.toImage() != other.toImage()
