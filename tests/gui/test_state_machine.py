"""State machine test: after random actions, a window equals a fresh window in the same state."""

from __future__ import annotations

import gc
import random
import tempfile
from collections.abc import Callable
from functools import cache, wraps
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
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QPushButton,
    QSlider,
    QToolButton,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.edits import EDITS
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.core.solution import Solution, replay
from puzzlegui.documents.boardfile import dump_board, dump_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.folders import Folders
from puzzlegui.gui.design.tools import tools_of
from puzzlegui.gui.files import import_sheet
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model import solver_controller as finding
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.model.settings import ANIMATE_NEVER, SETTINGS, Settings
from puzzlegui.gui.playback.solutions import SolutionTable
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.repair_button import RepairButton
from tests import comparisons
from tests.effort import scaled
from tests.gui.robot import find
from tests.gui.window_snapshot import diff

SMALL = (
    "mystery-box", "graphs-3x3-colours", "two-by-three", "eight-cpp", "fifteen-loyd",
    "schonbrunn", "schonbrunn-hard", "colours-4x4-sliding",
)  # fmt: skip
HARMLESS = (
    "actionRevert", "actionSelectAll", "actionCopy", "actionCopyMoves", "actionFirst",
    "actionBack", "actionForward", "actionLast", "actionPartBack", "actionPartOn", "actionLoop",
    "actionLoopFrom", "actionLoopTo", "actionLoopPart", "actionLoopAll", "actionGoalMarks",
    "actionLeftTurns", "actionQuicker", "actionSlower", "actionCut",
)  # fmt: skip
KEYS = (
    Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_7, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left,
    Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Backspace,
    Qt.Key.Key_Delete, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Escape, Qt.Key.Key_Minus,
)  # fmt: skip
SHARES = st.floats(0, 0.999)
_WAIT_MS = 6000


def shown(use: WindowMachine, kind: type[QWidget], name: str) -> bool:
    return find(use.window, kind, name).isVisible()


def able(use: WindowMachine, name: str) -> bool:
    action = use.window.findChild(QAction, name)
    return action is not None and action.isEnabled()


@cache
def solved_preset(name: str) -> Solution:
    return solve(load_preset(name))


Step = Callable[..., None]
compared = [0]
"""Number of comparisons with a fresh window."""


def if_possible(when: Callable[[WindowMachine], bool]) -> Callable[[Step], Step]:
    """Run a step if its condition holds; another step otherwise.

    Hypothesis must draw the same values however far a solver has come, so preconditions cannot be
    used.
    """

    def decorate(step: Step) -> Step:
        @wraps(step)
        def either(use: WindowMachine, **drawn: object) -> None:
            if when(use):
                step(use, **drawn)
            else:
                use.do_something_else()

        return either

    return decorate


class WindowMachine(RuleBasedStateMachine):
    """Random user of a window."""

    @initialize(preset=st.sampled_from(SMALL))
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
        self.session = self.window.session
        self.document = self.window.document()
        self.by_hand: tuple[object, ...] = ()
        self.played = False
        self.others = 0
        self.puzzle = self.window.board().puzzle

    def teardown(self) -> None:
        if not hasattr(self, "window"):
            return
        self.window.stop()
        self.document.undo_stack.setClean()
        self.window.close()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, 52)  # deferred deletions
        QApplication.processEvents()
        gc.collect()
        self.place.cleanup()

    def trigger(self, name: str) -> None:
        action = self.window.findChild(QAction, name)
        assert action is not None
        if action.isEnabled():
            action.trigger()

    def do_something_else(self) -> None:
        """Solve, follow or play, in turn."""
        session = self.session
        self.others += 1
        if self.document.problems or not session.verdict.solvable:
            self.window.open_preset(SMALL[self.others % len(SMALL)])
        elif self.window.mode() == PLAY and self.others % 3:
            position = session.game_sequence[session.timeline.position]
            if legal := self.window.board().legal_moves(position):
                session.make_moves(legal[self.others % len(legal) :][:1], already_shown=False)
                self.played = True
        elif session.solution is None:
            self.trigger("actionSolve")
            self.settle()
        elif self.window.mode() == SOLUTION and self.others % 2:
            self.window.timeline().step(1)
        else:
            self.choose_a_mode((DESIGN, PLAY, SOLUTION)[self.others % 3])

    def choose_a_mode(self, mode: str) -> None:
        was = self.window.mode(), self.session.timeline.position
        taken_over = mode == PLAY and was[0] == SOLUTION and was[1] and not self.by_hand
        self.trigger(f"action{mode.capitalize()}")
        self.played |= bool(taken_over)

    def settle(self) -> None:
        """Wait until the workers are idle."""
        waited = 0
        while self.window.session.busy and waited < _WAIT_MS:
            QTest.qWait(2)
            waited += 2

    # --- boards ---

    @rule(preset=st.sampled_from(SMALL))
    def open_preset(self, preset: str) -> None:
        self.window.open_preset(preset)

    @rule(family=st.sampled_from(sorted(FAMILIES)), seed=st.integers(0, 5), rate=st.booleans())
    def new(self, family: str, seed: int, rate: bool) -> None:
        board = new_board(family, 2 + seed % 2, 2 + seed // 3, seed)
        self.document.open(board)
        if rate:
            self.window.files.board_created.emit()

    @rule(preset=st.sampled_from(SMALL[:4]), solved=st.booleans())
    def open_file(self, preset: str, solved: bool) -> None:
        board = load_preset(preset)
        path = Path(self.place.name) / "opened.puzzle"
        path.write_text(dump_solution(solved_preset(preset)) if solved else dump_board(board))
        self.window.open_path(path)

    @rule(text=st.sampled_from(["1 2 3\n4 5 6", "7", "3x3n2:9,8,7,6,5,4,3,2,1", "nonsense", "0 1"]))
    @if_possible(lambda use: use.window.mode() == DESIGN)
    def paste(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.trigger("actionPaste")

    # --- designing ---

    @rule(down=SHARES, across=SHARES, right_button=st.booleans())
    def click_the_board(self, down: float, across: float, right_button: bool) -> None:
        view = self.window.board_view()
        board = self.window.board()
        cell = int(down * board.rows), int(across * board.columns)
        rect = view.cell_rect(cell)
        button = Qt.MouseButton.RightButton if right_button else Qt.MouseButton.LeftButton
        point = rect.center().toPoint() + QPoint(3, 3)
        before = self.session.state.game
        QTest.mouseClick(view.viewport(), button, Qt.KeyboardModifier.NoModifier, point)
        self.played |= before is not self.session.state.game

    @rule(key=st.sampled_from(KEYS))
    def press(self, key: Qt.Key) -> None:
        before = self.session.state.game
        QTest.keyClick(self.window.board_view(), key)
        self.played |= before is not self.session.state.game

    @rule(share=SHARES)
    @if_possible(lambda use: use.window.mode() == DESIGN)
    def choose_a_tool(self, share: float) -> None:
        tools = tools_of(self.window.board())
        name = tools[int(share * len(tools))].name
        button = find(self.window, QToolButton, f"{name}Tool")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    @rule(name=st.sampled_from(sorted(EDITS)))
    @if_possible(lambda use: use.window.mode() == DESIGN)
    def edit(self, name: str) -> None:
        random.seed(name)
        self.trigger(f"actionEdit-{name}")

    @rule(value=st.integers(0, 9), colour=st.sampled_from(["#112233", "#445566"]))
    def recolour(self, value: int, colour: str) -> None:
        board = self.window.board()
        if value in board.values:
            self.document.edit(board.with_colour(value, colour), f"colour {value}")

    @rule(title=st.sampled_from(["", "Mine", "Yours"]))
    def retitle(self, title: str) -> None:
        self.document.edit(self.window.board().with_fields(title=title), "title", stroke="title")

    @rule()
    @if_possible(lambda use: shown(use, QToolButton, "repairButton"))
    def apply_repair(self) -> None:
        button = find(self.window, RepairButton, "repairButton")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        if button.choices.isVisible():
            QTest.keyClick(button.choices, Qt.Key.Key_Return)

    @rule()
    @if_possible(lambda use: able(use, "actionUndo"))
    def undo(self) -> None:
        before = self.session.state.game
        self.trigger("actionUndo")
        self.played |= before is not self.session.state.game

    @rule()
    @if_possible(lambda use: able(use, "actionRedo"))
    def redo(self) -> None:
        before = self.session.state.game
        self.trigger("actionRedo")
        self.played |= before is not self.session.state.game

    # --- modes, moves ---

    @rule(mode=st.sampled_from([DESIGN, PLAY, SOLUTION]))
    def choose_mode(self, mode: str) -> None:
        self.choose_a_mode(mode)

    @rule(name=st.sampled_from(HARMLESS))
    def do(self, name: str) -> None:
        self.trigger(name)

    @rule(share=SHARES)
    @if_possible(lambda use: able(use, "actionFirst"))
    def slide(self, share: float) -> None:
        slider = find(self.window, QSlider, "positionSlider")
        slider.setValue(round(share * slider.maximum()))

    @rule(name=st.sampled_from(["actionHint", "actionCheck"]), wait=st.booleans())
    @if_possible(lambda use: use.window.mode() == PLAY)
    def ask(self, name: str, wait: bool) -> None:
        self.trigger(name)
        if wait:
            self.settle()

    @rule(made=st.integers(1, 4), undone=st.integers(0, 4))
    def play(self, made: int, undone: int) -> None:
        """Make moves by hand and undo some of them."""
        self.choose_a_mode(PLAY)
        if self.window.mode() != PLAY:
            return
        session, board = self.session, self.window.board()
        for number in range(made):
            legal = board.legal_moves(session.game_sequence[session.timeline.position])
            if legal:
                session.make_moves(legal[number % len(legal) :][:1], already_shown=False)
                self.played = True
        for _ in range(undone):
            self.trigger("actionUndo")

    @rule()
    @if_possible(lambda use: use.window.mode() == PLAY)
    def restart(self) -> None:
        self.trigger("actionRestart")
        self.played = True

    @rule(seed=st.integers(0, 9))
    @if_possible(lambda use: use.window.mode() == PLAY)
    def scramble(self, seed: int) -> None:
        random.seed(seed)
        self.trigger("actionEdit-shuffle")
        self.played = True

    @rule(undone=st.integers(0, 2))
    @if_possible(lambda use: bool(use.session.solution and use.session.solution.moves))
    @if_possible(lambda use: not use.document.problems)
    def win(self, undone: int) -> None:
        """Make the moves of the solution by hand and undo some of them."""
        solution = self.session.solution
        assert solution is not None
        self.choose_a_mode(PLAY)
        self.trigger("actionRestart")
        self.window._play_input.moves_requested.emit(list(solution.moves), True)
        self.played = True
        assert shown(self, QLabel, "winLabel")
        for _ in range(undone):
            self.trigger("actionUndo")

    @rule(count=st.integers(0, 3))
    def type_moves(self, count: int) -> None:
        board = self.window.board()
        if self.document.problems or self.window.solving():
            return
        moves, position = [], board.initial()
        for number in range(count):
            legal = board.legal_moves(position)
            if not legal:
                break
            moves.append(legal[number % len(legal)])
            position = board.play(position, moves[-1])
        entered = parse_and_play(board, " ".join(board.format_moves(moves)))
        if entered.moves:
            self.window.commands.use_parsed(entered, board)
            self.played = True

    # --- solving ---

    @rule(share=SHARES)
    def choose_a_solver(self, share: float) -> None:
        combo = find(self.window, QComboBox, "solverCombo")
        combo.setCurrentIndex(int(share * combo.count()))
        combo.activated.emit(combo.currentIndex())

    @rule()
    def tick_all_solutions(self) -> None:
        box = find(self.window, QCheckBox, "everyBox")
        if box.isEnabled():
            box.click()

    @rule(most=st.sampled_from([0, 0, 3, 12]))
    def limit_the_moves(self, most: int) -> None:
        self.window.panel().moves.setValue(most)

    @rule(wait=st.sampled_from([True, True, True, False]))
    def solve(self, wait: bool) -> None:
        self.trigger("actionSolve")
        if wait:
            self.settle()

    @rule(name=st.sampled_from(["actionSolveFromHere", "actionImprove"]), wait=st.booleans())
    def go_on(self, name: str, wait: bool) -> None:
        if able(self, name):
            self.trigger(name)
            if wait:
                self.settle()
        else:
            self.do_something_else()

    @rule()
    @if_possible(lambda use: shown(use, QPushButton, "showItButton"))
    def show_the_better_one(self) -> None:
        find(self.window, QPushButton, "showItButton").click()

    @rule()
    def follow_the_best_or_not(self) -> None:
        self.trigger("actionFollowBest")

    @rule()
    @if_possible(lambda use: use.window.solving())
    def stop(self) -> None:
        self.trigger("actionStop")
        self.settle()

    @rule()
    @if_possible(lambda use: use.window.session.busy)
    def wait(self) -> None:
        self.settle()

    @rule(wait=st.booleans())
    def rate(self, wait: bool) -> None:
        self.trigger("actionRate")
        if wait:
            self.settle()

    @rule(share=SHARES)
    @if_possible(lambda use: shown(use, QComboBox, "notationCombo"))
    def choose_a_notation(self, share: float) -> None:
        self.choose("notationCombo", share)

    @rule(share=SHARES)
    @if_possible(lambda use: shown(use, QComboBox, "foundCombo"))
    def choose_a_solution(self, share: float) -> None:
        self.choose("foundCombo", share)

    @rule(share=SHARES)
    @if_possible(lambda use: shown(use, SolutionTable, "solutionTable"))
    def choose_one_of_those_listed(self, share: float) -> None:
        table = find(self.window, SolutionTable, "solutionTable")
        if count := table.solutions.rowCount():
            table.clicked.emit(table.solutions.index(int(share * count), 0))

    @rule(share=SHARES, key=st.sampled_from([Qt.Key.Key_N, Qt.Key.Key_M, Qt.Key.Key_P]))
    @if_possible(lambda use: shown(use, SolutionTable, "solutionTable"))
    def arrange_those_listed(self, share: float, key: Qt.Key) -> None:
        self.choose("lengthCombo", share)
        QTest.keyClick(find(self.window, SolutionTable, "solutionTable"), key)

    def choose(self, name: str, share: float) -> None:
        combo = find(self.window, QComboBox, name)
        combo.setCurrentIndex(int(share * combo.count()))
        combo.activated.emit(combo.currentIndex())

    # --- what must hold ---

    @invariant()
    def a_fresh_window_says_the_same(self) -> None:
        if hasattr(self, "window"):
            QApplication.processEvents()
            timeline = self.window.timeline()
            if timeline.playing:  # what is in motion is another thing a moment later
                timeline.go_to(timeline.position)
            compared[0] += 1
            found = diff(self.window)
            assert not found, "\n".join(found)

    @invariant()
    def all_that_is_known_is_of_this_board(self) -> None:
        if not hasattr(self, "window"):
            return
        state, board = self.session.state, self.window.board()
        held = [found.solution for found in state.entries]
        held += [state.rating_result] if state.rating_result else []
        told = state.report.solution if state.report else None
        if told is not None and told.solved:  # otherwise it may belong to the rest of the board
            held.append(told)
        for solution in held:
            assert solution.board.puzzle == board.puzzle
            assert not solution.solved or replay(board, solution.moves).correct
        if state.game.moves:
            _, played, error = board.play_all(state.game.moves, board.initial())
            assert (played, error) == (len(state.game.moves), None)

    @invariant()
    def what_is_said_is_true_now(self) -> None:
        if not hasattr(self, "window"):
            return
        session, board = self.session, self.window.board()
        state, advice = session.state, session.hint
        if advice is not None:
            assert self.window.mode() == PLAY
            position = session.game_sequence[session.timeline.position]
            legal = [board.motion(position, move) for move in board.legal_moves(position)]
            assert advice.motion is None or advice.motion in legal
            solved = "is solved" in advice.text
            assert solved == board.is_solved(position)
        assert not state.is_rating or self.window.session.busy
        assert not (state.cancelled and state.report)
        if self.document.problems:
            assert session.run is None
            assert not session.verdict.solvable
        else:
            assert board.verdict().solvable in (None, session.verdict.solvable)
        facts = find(self.window, QLabel, "factsLabel").text()
        facts = facts.split(" only · ")[-1]  # a part of the moves may be chosen
        assert ("sum" in facts) <= (board.family == "maze")
        assert not facts or self.window.mode() != DESIGN
        slider = find(self.window, QSlider, "positionSlider")
        left = slider.maximum() - slider.value()
        if self.window.mode() != DESIGN and session.sequence is not None:
            words = "taken back" if self.window.mode() == PLAY else "left"
            assert facts.startswith(f"{group_digits(left)} {words}") == bool(left)

    @invariant()
    def moves_made_by_hand_are_kept(self) -> None:
        if not hasattr(self, "window"):
            return
        board, moves = self.window.board(), self.session.state.game.moves
        if board.puzzle == self.puzzle and not self.played and moves:
            assert moves == self.by_hand
        self.by_hand, self.puzzle, self.played = moves, board.puzzle, False

    @invariant()
    def undo_and_redo_go_along_what_is_shown(self) -> None:
        if not hasattr(self, "window"):
            return
        stack, slider = self.document.undo_stack, find(self.window, QSlider, "positionSlider")
        can_undo, can_redo = stack.canUndo(), stack.canRedo()
        if self.window.mode() == PLAY:
            state, document = self.session.state, self.document
            can_undo = slider.value() > 0 or bool(state.earlier_games) or document.is_replaced
            can_redo = slider.value() < slider.maximum() or bool(state.later_games)
            can_redo = can_redo or document.is_replaced_next
        for name, able in (("actionUndo", can_undo), ("actionRedo", can_redo)):
            assert self.window.findChild(QAction, name).isEnabled() == able  # type: ignore[union-attr]


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialogs, "ask_unsaved", lambda _window, _name, then: then(dialogs.DISCARD))
    monkeypatch.setattr(dialogs, "show_problem", lambda *_: None)
    monkeypatch.setattr(import_sheet, "show_import_sheet", lambda sheet: sheet.accept())
    monkeypatch.setattr(dialogs, "ask_seed", lambda *_: 3)
    monkeypatch.setattr(dialogs, "ask_paste", lambda *arguments, **_: arguments[-1](dialogs.AS_NEW))
    monkeypatch.setattr(finding, "_DECIDING_SECONDS", 0.3)
    monkeypatch.setattr(finding, "_RATING_SECONDS", 0.3)
    monkeypatch.setattr(Board, "__repr__", lambda board: f"<{board.family} {board.title}>")


@pytest.mark.scaled
@pytest.mark.timeout(0)
@pytest.mark.usefixtures("answered")
def test_a_fresh_window_in_the_same_state_says_the_same(
    qapp: QApplication, pytestconfig: pytest.Config
) -> None:
    pytestconfig.stash[comparisons.WINDOWS] = compared
    run_state_machine_as_test(
        WindowMachine,
        settings=settings(
            max_examples=pytestconfig.getoption("--oracle-examples") or scaled(6),
            stateful_step_count=30,
            database=None,
            print_blob=True,
            phases=[Phase.explicit, Phase.generate],  # a window is too slow to shrink with
            suppress_health_check=list(HealthCheck),
        ),
    )
