"""State machine test: side windows follow the board, whatever is done to it and to them."""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from puzzlegui.core.edits import EDITS
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.runner.pool import POOL
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.folders import Folders
from puzzlegui.gui.actions.table import ActionTable
from puzzlegui.gui.benchmark import actions as benchmark_actions
from puzzlegui.gui.benchmark.window import BenchmarkWindow
from puzzlegui.gui.books import actions as book_actions
from puzzlegui.gui.books.window import BookWindow
from puzzlegui.gui.graph import actions as graph_actions
from puzzlegui.gui.graph.diagram_view import DiagramView, SmallBoard
from puzzlegui.gui.graph.window import StateGraphWindow
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import DESIGN
from puzzlegui.gui.model.settings import ANIMATE_NEVER, SETTINGS, Settings
from puzzlegui.gui.watch import actions as watch_actions
from puzzlegui.gui.watch.window import WatchWindow
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.side_window import SideWindow
from tests.effort import scaled
from tests.gui.conftest import WAIT
from tests.gui.robot import action
from tests.gui.window_snapshot import State, differences, visible_state

PRESETS = (
    "graphs-3x3-colours", "mystery-box", "two-by-three", "eight-cpp", "schonbrunn",
    "schonbrunn-hard", "colours-4x4-sliding", "shift-20x20",
)  # fmt: skip
OPENERS = ("actionWalk", "actionWalk", "actionExplore", "actionWatch", "actionBenchmark")
TABLES: dict[type[SideWindow], ActionTable] = {
    StateGraphWindow: graph_actions.TABLE, WatchWindow: watch_actions.TABLE,
    BenchmarkWindow: benchmark_actions.TABLE, BookWindow: book_actions.TABLE,
}  # fmt: skip
KEYS = (
    Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down,
    Qt.Key.Key_Space,
)  # fmt: skip
SHARES = st.floats(0, 0.999)
_VOLATILE = ("graphStatus", "QLabel of", "countsTable", "plots")
"""Texts that tell what was done last, or how long it took."""


class SideWindowMachine(RuleBasedStateMachine):
    """Random user of a window and of the windows beside it."""

    @initialize(preset=st.sampled_from(PRESETS))
    def begin(self, preset: str) -> None:
        self.place = tempfile.TemporaryDirectory()
        folders = Folders.below(Path(self.place.name))
        remembered = Settings(folders.settings)
        for name, setting in SETTINGS.items():
            remembered[name] = setting.default
        remembered["tour"] = False
        remembered["animation"] = ANIMATE_NEVER
        remembered["seconds"] = 1
        self.window = MainWindow(load_preset(preset), folders)
        self.window.show()

    def teardown(self) -> None:
        if not hasattr(self, "window"):
            return
        for window in self.side_windows():
            window._asked = True
            window.close()
        self.window.stop()
        self.window._leaving = True
        self.window.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
        gc.collect()
        self.place.cleanup()

    def side_windows(self) -> list[SideWindow]:
        return [each for each in self.window.findChildren(SideWindow) if each.isVisible()]

    def side_window(self, share: float) -> SideWindow | None:
        windows = self.side_windows()
        return windows[int(share * len(windows))] if windows else None

    def trigger(self, name: str) -> None:
        found = self.window.findChild(QAction, name)
        assert found is not None
        if found.isEnabled():
            found.trigger()

    # --- the main window ---

    @rule(preset=st.sampled_from(PRESETS))
    def open_preset(self, preset: str) -> None:
        self.window.open_preset(preset)

    @rule(family=st.sampled_from(sorted(FAMILIES)), seed=st.integers(0, 5))
    def new(self, family: str, seed: int) -> None:
        self.window.document().open(new_board(family, 2 + seed % 2, 2 + seed // 3, seed))

    @rule(name=st.sampled_from([*sorted(EDITS), "undo", "undo", "redo"]))
    def edit(self, name: str) -> None:
        self.trigger("actionDesign")
        if self.window.mode() == DESIGN:
            undo = name in {"undo", "redo"}
            self.trigger(f"action{name.capitalize()}" if undo else f"actionEdit-{name}")

    @rule(name=st.sampled_from(["actionSolve", "actionStop", "actionPlay", "actionSolution"]))
    def use_the_main_window(self, name: str) -> None:
        self.trigger(name)

    # --- the side windows ---

    @rule(name=st.sampled_from(OPENERS))
    def open_side_window(self, name: str) -> None:
        self.trigger(name)

    @rule()
    def open_book(self) -> None:
        if not self.window.findChildren(BookWindow):
            self.window.commands.books._show(book_of(self.window))

    @rule(share=SHARES)
    def close_side_window(self, share: float) -> None:
        if (window := self.side_window(share)) is not None:
            window._asked = True
            window.close()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    @rule(window=SHARES, share=SHARES)
    def use_side_window(self, window: float, share: float) -> None:
        """Trigger an action that asks for nothing."""
        if (chosen := self.side_window(window)) is None:
            return
        specs = [
            spec for spec in TABLES[type(chosen)].actions
            if "…" not in spec.text and spec.name not in {"bookSave", "bookSaveAs"}
        ]  # fmt: skip
        found = action(chosen, specs[int(share * len(specs))].name)
        if found.isEnabled() and found.isVisible():
            found.trigger()

    @rule(keys=st.lists(st.sampled_from(KEYS), min_size=1, max_size=4))
    def press_keys_in_diagram(self, keys: list[Qt.Key]) -> None:
        for view in self.diagrams():
            for key in keys:
                QTest.keyClick(view, key)

    @rule(down=SHARES, across=SHARES, click=st.booleans())
    def point_at_diagram(self, down: float, across: float, click: bool) -> None:
        for view in self.diagrams():
            area = view.viewport()
            point = QPoint(int(across * area.width()), int(down * area.height()))
            QTest.mouseMove(area, point)
            if click:
                left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
                QTest.mouseClick(area, left, plain, point)

    def diagrams(self) -> list[DiagramView]:
        return [
            view for window in self.side_windows()
            for view in window.findChildren(DiagramView) if view.isVisible()
        ]  # fmt: skip

    @rule(milliseconds=st.sampled_from([0, 20, 200, 1000]))
    def wait(self, milliseconds: int) -> None:
        QTest.qWait(milliseconds)

    # --- what must hold ---

    @invariant()
    def side_windows_show_a_single_board(self) -> None:
        for window in self.side_windows() if hasattr(self, "window") else []:
            if not isinstance(window, StateGraphWindow):
                continue
            session, same = self.window.session, self.window.board().puzzle
            if not window._bar.isVisible() and not session.document.problems:
                assert same in (window.board.puzzle, window._opened)
            if window.neighbours in window._begun:
                assert window.neighbours.board is window.board
            for view in window.findChildren(DiagramView):
                assert view.diagram is None or view.diagram.board is window.board
            for small in window.findChildren(SmallBoard):
                if small.isVisible() and small._diagram is not None:
                    assert small._diagram.board is window.board

    @invariant()
    def windows_can_be_painted(self) -> None:
        for window in self.side_windows() if hasattr(self, "window") else []:
            window.grab()
        QApplication.processEvents()

    @rule()
    def compare_with_a_fresh_window(self) -> None:
        for window in self.side_windows():
            if isinstance(window, StateGraphWindow) and settle(window):
                assert not (found := unlike_fresh(window)), "\n".join(found)


def book_of(window: MainWindow) -> Book:
    board = window.session.document.valid_board
    return Book("A book", puzzles=() if board is None else (BookPuzzle(board),))


def settle(window: StateGraphWindow, most: int = 3000) -> bool:
    """Wait until a window has found all; return False if that takes long."""
    for _ in range(most // 5):
        if not is_busy(window):
            return True
        QTest.qWait(5)
    return False


def is_busy(window: StateGraphWindow) -> bool:
    if window._page is window.counts:
        counts = window.counts
        return counts.running or window.worker.busy or counts._poll.isActive()
    return window.worker.busy or not window.neighbours.is_drawn


def unlike_fresh(window: StateGraphWindow) -> list[str]:
    """Return how a settled window differs from a fresh window in the same state."""
    twin = StateGraphWindow(
        window.board, window.settings, origin=window.counts.panel.origin.currentData()
    )
    twin.resize(window.size())
    if window._page is window.counts:
        twin.show_counts()
    else:
        old, new = window.neighbours, twin.neighbours
        twin.show_paths() if old._shows_paths else twin.show_neighbours()
        new.history._visited, new.history._at = [*old.history._visited], old.history._at
        new._a, new._b = old._a, old._b
        new._go()
    twin.show()
    try:
        return differences(*map(state_of, (window, twin))) if settle(twin, 10_000) else []
    finally:
        twin.close()


def state_of(window: StateGraphWindow) -> State:
    for view in window.findChildren(DiagramView):
        view.cursor_number = 0
        view._hover(-1)
        view._describe()
    return {
        name: state for name, state in visible_state(window, "graph").items()
        if not any(volatile in name for volatile in _VOLATILE)
    }  # fmt: skip


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "ask_unsaved", lambda _window, _name, then: then(dialogs.DISCARD))
    monkeypatch.setattr(dialogs, "show_problem", lambda *_: None)


@pytest.mark.scaled
@pytest.mark.timeout(0)
@pytest.mark.usefixtures("answered")
def test_side_windows_follow_the_board(qapp: QApplication, pytestconfig: pytest.Config) -> None:
    run_state_machine_as_test(
        SideWindowMachine,
        settings=settings(
            max_examples=pytestconfig.getoption("--oracle-examples") or scaled(10),
            stateful_step_count=30,
            database=None,
            print_blob=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
    POOL.wait()


@pytest.mark.usefixtures("answered")
def test_diagram_of_another_board_is_cleared_at_once(window: MainWindow, qtbot: QtBot) -> None:
    window.open_preset("graphs-3x3-colours")
    window.commands.neighbours()
    graph = window.findChild(StateGraphWindow)
    assert graph is not None
    view = graph.neighbours.neighbours_view
    qtbot.waitUntil(lambda: view.diagram is not None, timeout=WAIT)
    old = view.diagram
    assert old is not None
    window.open_preset("shift-20x20")
    assert view.diagram is None
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(view, key)
    view.chosen.emit(old.board, old.nodes[1].vertex)  # as if it had been under way
    graph.grab()
    assert graph.neighbours.current == graph.neighbours._start
    graph.close()
