"""Messages of the window if a solver process dies, in every task, and *Try again*."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import psutil
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QMessageBox, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.core.creation import BoardSpec
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.engine.runner import client
from puzzlegui.engine.runner.client import ProcessDiedError
from puzzlegui.engine.runner.pool import POOL
from puzzlegui.families.creation import new_board
from puzzlegui.gui.books.making import SetRequest
from puzzlegui.gui.books.window import BookWindow
from puzzlegui.gui.graph.window import StateGraphWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.threads.worker import wait_for_threads
from puzzlegui.gui.watch.window import WatchWindow
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.side_window import SideWindow
from puzzlegui.making.rating import Difficulty
from tests.gui.conftest import WAIT
from tests.gui.robot import find, text_of

SMALL = "graphs-3x3-colours"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


class Mute:
    """Solver processes that answer nothing, until they are killed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        command = [sys.executable, "-c", "import time; time.sleep(600)", "mute"]
        monkeypatch.setattr(client, "program_command", lambda: command)

    @staticmethod
    def children() -> list[psutil.Process]:
        return [child for child in children() if "mute" in child.cmdline()]

    def kill(self) -> None:
        """Kill them; those that are started from now on answer."""
        self._patch.undo()
        for child in self.children():
            child.kill()


def children() -> list[psutil.Process]:
    found = []
    for child in psutil.Process().children(recursive=True):
        try:
            if child.status() != psutil.STATUS_ZOMBIE:
                found.append(child)
        except psutil.NoSuchProcess:
            pass
    return found


@pytest.fixture
def mute() -> Iterator[Mute]:
    for idle in POOL._idle:
        idle.kill()  # else it would be used
    with pytest.MonkeyPatch.context() as patch:
        yield Mute(patch)


@pytest.fixture(autouse=True)
def _unsaved_books_are_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "ask_unsaved", lambda *asked: asked[-1](dialogs.DISCARD))


def box_of(window: QWidget) -> QMessageBox | None:
    return next((box for box in window.findChildren(QMessageBox) if box.isVisible()), None)


def side(window: MainWindow) -> SideWindow:
    (found,) = window.findChildren(SideWindow)
    return found


def in_box(window: MainWindow) -> str:
    box = box_of(window)
    return "" if box is None else box.text()


def again_in_box(window: MainWindow) -> None:
    box = box_of(window)
    assert box is not None
    (button,) = (each for each in box.buttons() if each.text().replace("&", "") == "Try again")
    button.click()


def pages(window: MainWindow) -> StateGraphWindow:
    found = window.findChild(StateGraphWindow)
    assert found is not None
    return found


def has_neighbours(window: MainWindow) -> bool:
    page = pages(window).neighbours
    return page.loader.neighbourhood is not None and not page.loader.busy


def improve(window: MainWindow) -> None:
    window.use_solution(solve(window.board()))
    window.commands.improve()


def hint(window: MainWindow) -> None:
    window.commands.show_play()
    window.commands.hint()


def shown_hint(window: MainWindow) -> str:
    return "" if window.session.hint is None else window.session.hint.text


def recorded(window: MainWindow) -> bool:
    found = window.findChild(WatchWindow)
    return found is not None and found.panes[0].viewer is not None


def make_set(window: MainWindow) -> None:
    wish = Difficulty(2, 4)
    window.commands.books.make(SetRequest("sliding", BoardSpec(2, 3, 1), wish, 2, "Set"))


def book(window: MainWindow) -> BookWindow:
    found = side(window)
    assert isinstance(found, BookWindow)
    return found


def prove(window: MainWindow) -> None:
    board = load_preset(SMALL)
    made = window.commands.books._show(Book("Proved", puzzles=(BookPuzzle(board),)))
    made.sheet.select([0])
    made.prove()


def replace_puzzle(window: MainWindow) -> None:
    puzzle = BookPuzzle(load_preset("eight-cpp"), length=3)
    made = window.commands.books._show(Book("Replaced", puzzles=(puzzle,)))
    made.sheet.select([0])
    made.replace()


@dataclass(frozen=True)
class Case:
    """Task of a solver process, as the user sees it.

    Attributes:
        begin: starts it.
        said: returns the text where its result would be shown.
        again: presses what offers to try again.
        worked: returns True once the second try has worked.
        preset: board of the main window.
    """

    begin: Callable[[MainWindow], object]
    said: Callable[[MainWindow], str]
    again: Callable[[MainWindow], object]
    worked: Callable[[MainWindow], bool]
    preset: str = SMALL


def _click(kind: type[QPushButton | QToolButton], name: str) -> Callable[[MainWindow], None]:
    def click(window: MainWindow) -> None:
        button = find(window, kind, name)
        assert button.isVisible()
        button.click()

    return click


def _label(name: str) -> Callable[[MainWindow], str]:
    return lambda window: text_of(window, name)


CASES = {
    "solve": Case(
        lambda window: window.solve(), _label("outcomeLabel"), _click(QPushButton, "retryButton"),
        lambda window: window.solution() is not None,
    ),
    "improve": Case(
        improve, _label("outcomeLabel"), _click(QPushButton, "retryButton"),
        lambda window: "No shorter one" in text_of(window, "outcomeLabel"),
    ),
    "rate": Case(
        lambda window: window.commands.rate(), _label("verdictLabel"),
        _click(QToolButton, "retryRatingButton"),
        lambda window: window.session.state.rating_result is not None,
    ),
    "hint": Case(
        hint, shown_hint, lambda window: window.commands.hint(),
        lambda window: bool(window.session.state.hint_path),
        "eight-cpp",
    ),
    "counts": Case(
        lambda window: window.commands.state_graph(), in_box, again_in_box,
        lambda window: pages(window).counts.boards.model().rowCount() > 0,
    ),
    "neighbours": Case(
        lambda window: window.commands.neighbours(), in_box, again_in_box, has_neighbours,
    ),
    "watch": Case(lambda window: window.commands.watch(), in_box, again_in_box, recorded),
    "set": Case(
        make_set, in_box, again_in_box,
        lambda window: len(book(window).document.book.puzzles) == 2,
    ),
    "prove": Case(
        prove, in_box, again_in_box,
        lambda window: book(window).document.book.puzzles[0].optimal,
    ),
    "replace": Case(
        replace_puzzle, in_box, again_in_box,
        lambda window: book(window).document.book.puzzles[0].board != load_preset("eight-cpp"),
    ),
}  # fmt: skip


@pytest.mark.examples(2)
@pytest.mark.parametrize("name", CASES)
def test_death_of_the_solver_is_said_and_can_be_repeated(
    name: str, mute: Mute, window: MainWindow, qtbot: QtBot
) -> None:
    case = CASES[name]
    window.open_preset(case.preset)
    qtbot.waitUntil(lambda: not window.session.busy and not mute.children(), timeout=WAIT)
    case.begin(window)
    qtbot.waitUntil(lambda: bool(mute.children()), timeout=WAIT)
    mute.kill()
    text = str(ProcessDiedError(-signal.SIGKILL))
    qtbot.waitUntil(lambda: text in case.said(window), timeout=WAIT)
    case.again(window)
    qtbot.waitUntil(lambda: case.worked(window), timeout=WAIT)
    assert text not in case.said(window)
    for beside in window.findChildren(SideWindow):
        beside._asked = True
        beside.close()


def test_graph_says_if_its_idle_process_has_died(window: MainWindow, qtbot: QtBot) -> None:
    window.open_preset(SMALL)
    window.commands.state_graph()
    counts = pages(window).counts
    qtbot.waitUntil(lambda: counts.boards.model().rowCount() > 0, timeout=WAIT)
    qtbot.waitUntil(lambda: not pages(window).worker.busy, timeout=WAIT)
    assert counts.exploration is not None
    held = counts.exploration._client._client
    assert held is not None
    psutil.Process(held.pid).kill()
    counts.table.selectRow(1)
    qtbot.waitUntil(lambda: bool(in_box(window)), timeout=WAIT)
    again_in_box(window)
    qtbot.waitUntil(lambda: counts.boards.model().rowCount() > 0, timeout=WAIT)
    pages(window).close()


def test_neighbours_are_found_when_asked_for_again(
    mute: Mute, window: MainWindow, qtbot: QtBot
) -> None:
    window.open_preset(SMALL)
    qtbot.waitUntil(lambda: not window.session.busy and not mute.children(), timeout=WAIT)
    window.commands.neighbours()
    qtbot.waitUntil(lambda: bool(mute.children()), timeout=WAIT)
    mute.kill()
    qtbot.waitUntil(lambda: box_of(window) is not None, timeout=WAIT)
    box = box_of(window)
    assert box is not None
    text = box.text()
    box.reject()
    assert pages(window).neighbours.heading.text() == text
    assert not pages(window).neighbours.loader.busy
    window.commands.neighbours()
    qtbot.waitUntil(lambda: has_neighbours(window), timeout=WAIT)
    pages(window).close()


def test_board_like_another_can_be_tried_again(
    mute: Mute, window: MainWindow, qtbot: QtBot
) -> None:
    window.open_preset("eight-cpp")
    QTimer.singleShot(500, mute.kill)
    window.commands.another()  # waits for the process
    assert "system stopped the solver" in in_box(window)
    before = window.board()
    again_in_box(window)
    qtbot.waitUntil(lambda: window.board() != before, timeout=WAIT)


SUSPENDED: dict[str, Callable[[MainWindow], object]] = {
    "solve": lambda window: window.solve(),
    "rate": lambda window: window.commands.rate(),
    "hint": hint,
    "neighbours": lambda window: window.commands.neighbours(),
    "counts": lambda window: window.commands.state_graph(),
    "watch": lambda window: window.commands.watch(),
    "prove": prove,
}


@pytest.mark.examples(1)
@pytest.mark.parametrize("name", SUSPENDED)
def test_closing_ends_a_suspended_solver(
    name: str, make_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    before = {child.pid for child in children()} - {idle.pid for idle in POOL._idle}
    window = make_window(large_board())
    SUSPENDED[name](window)

    def mine() -> list[psutil.Process]:
        return [child for child in children() if child.pid not in before]

    qtbot.waitUntil(lambda: bool(mine()), timeout=WAIT)
    qtbot.wait(300)
    for child in mine():
        child.suspend()
    for beside in window.findChildren(SideWindow):
        beside._asked = True
        beside.close()
    window._leaving = True
    window.close()
    wait_for_threads()
    for idle in list(POOL._idle):
        POOL._idle.remove(idle)
        POOL._end(idle)
    qtbot.waitUntil(lambda: not mine(), timeout=WAIT)


def large_board() -> Board:
    return new_board("sliding", 4, 4, 3)


def test_killed_program_leaves_no_suspended_solver() -> None:
    code = (
        "import os, signal, sys, time\n"
        "from puzzlegui.engine.runner.client import Client\n"
        "client = Client()\n"
        "client.execute('load', {})\n"
        "os.kill(client.pid, signal.SIGSTOP)\n"
        "print(client.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        child = psutil.Process(int(program.stdout.readline()))
        program.kill()
    child.wait(timeout=20)
