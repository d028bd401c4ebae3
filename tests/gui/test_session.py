"""Nothing of another board, run or position is shown; moves, solutions and positions are kept."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import LONGEST, Segment, Solution, Status
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve as solve_board
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.families.creation import new_board
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.mode import SOLUTION
from puzzlegui.gui.model.puzzle import PuzzleState
from puzzlegui.gui.program import Program
from puzzlegui.gui.solve.improvement_curve import ImprovementCurve
from puzzlegui.gui.threads.worker import Job, wait_for_threads
from puzzlegui.gui.widgets.progress_dialog import run_modal
from puzzlegui.solvers.control import Request
from tests.gui.conftest import WAIT
from tests.gui.robot import choose_solver, find, solve, text_of


@pytest.fixture
def still(window: MainWindow) -> MainWindow:
    """A window in which moves are no movements."""
    window.timeline().animated = False
    return window


def enabled(window: MainWindow, name: str) -> bool:
    action = window.findChild(QAction, name)
    assert action is not None
    return action.isEnabled()


def play_moves(window: MainWindow, count: int) -> None:
    """Make so many moves by hand, the first legal ones."""
    board, session = window.board(), window.session
    for _ in range(count):
        position = session.game_sequence[session.timeline.position]
        session.make_moves([board.legal_moves(position)[0]], already_shown=False)


def worse(board: Board, moves: str = "A1 A1 A1 A1") -> Solution:
    """The ten moves of the first preset after some that lead nowhere."""
    best = solve_board(board).moves
    return Solution(
        board, "exchange", Status.SOLVED, (*board.parse_moves(moves), *best),
        segments=(Segment("all moves", 0, 14),),
    )  # fmt: skip


# --- who hears of what ---


def test_a_change_is_signalled_once_and_to_those_who_show_it(still: MainWindow) -> None:
    heard: list[str] = []
    session = still.session
    still.show_design()
    for name in ("board", "run", "position"):
        signal = getattr(session, f"{name}_changed")
        signal.connect(lambda name=name: heard.append(name))

    def signalled(action: Callable[[], object]) -> list[str]:
        heard.clear()
        action()
        return heard[:]

    edited = still.board().with_cell("start", (0, 0), 5)
    assert signalled(lambda: still.document().edit(edited, "type")) == ["board", "position"]
    assert signalled(still.undo) == ["board", "position"]
    assert signalled(lambda: session.set_solver_options(max_moves=3)) == ["run", "position"]
    assert signalled(lambda: session.choose_mode(SOLUTION)) == ["board", "run", "position"]
    still.use_solution(solve_board(still.board()))
    assert signalled(lambda: session.timeline.go_to(1)) == ["position"]
    assert signalled(lambda: session.timeline.go_to(1)) == ["position"]


# --- S1: undo and redo of moves ---


def test_redo_after_undo_in_play(still: MainWindow) -> None:
    still.show_play()
    assert not enabled(still, "actionUndo")
    play_moves(still, 2)
    assert (enabled(still, "actionUndo"), enabled(still, "actionRedo")) == (True, False)
    still.undo()
    assert (enabled(still, "actionUndo"), enabled(still, "actionRedo")) == (True, True)
    still.undo()
    assert (enabled(still, "actionUndo"), enabled(still, "actionRedo")) == (False, True)
    still.redo()
    still.redo()
    assert still.timeline().position == 2
    assert not enabled(still, "actionRedo")


# --- S2, S3: words of another puzzle, or of another position ---


def test_solved_is_not_said_of_the_next_board(still: MainWindow) -> None:
    board = still.board()
    still.session.start_game(board.parse_moves("B1 B2 A2 B2 A1 A2 A1 A2 B1 A2"))
    still.show_play()
    assert text_of(still, "adviceLabel") == "Solved in 10 moves."
    still.open_preset("schonbrunn")
    still.show_play()
    assert text_of(still, "adviceLabel") == ""


def test_advice_is_gone_with_its_position(qtbot: QtBot, still: MainWindow) -> None:
    solve(qtbot, still)
    still.timeline().go_to(3)
    still.show_play()
    for command in (still.commands.hint, still.commands.check):
        for leave in (still.undo, still.redo, still.show_solution):
            command()
            assert text_of(still, "adviceLabel")
            leave()
            assert text_of(still, "adviceLabel") == ""
        still.show_play()


def test_a_verdict_with_a_difficulty_is_of_its_board(qtbot: QtBot, still: MainWindow) -> None:
    still.commands.rate()
    qtbot.waitUntil(lambda: "10 moves" in text_of(still, "verdictLabel"), timeout=WAIT)
    QGuiApplication.clipboard().setText("3 1 2\n4 5 6\n7 8 9")
    still.edits.paste()
    assert "10 moves" not in text_of(still, "verdictLabel")
    still.undo()
    assert "10 moves" in text_of(still, "verdictLabel")  # it is still true


@pytest.mark.parametrize("name", ["eight-cpp", "schonbrunn-hard", "graphs-20x20-reversed"])
def test_nothing_is_left_over_under_the_bar(qtbot: QtBot, still: MainWindow, name: str) -> None:
    still.open_preset("schonbrunn-hard")
    solve(qtbot, still)
    still.timeline().go_to(3)
    assert "sum" in text_of(still, "factsLabel")
    still.open_preset("mystery-box")
    still.open_preset(name)
    kept = name == "schonbrunn-hard"  # whose solution is shown again, from its start
    assert text_of(still, "factsLabel") == ("17 left · sum 1 (wanted: 0)" if kept else "")
    still.show_play()
    facts = text_of(still, "factsLabel")
    assert "left" not in facts
    assert ("sum" in facts) == (name == "schonbrunn-hard")
    board = still.board()
    still.session.make_moves(board.legal_moves(board.initial())[:1], already_shown=False)
    still.undo()
    assert text_of(still, "factsLabel").startswith("1 taken back")  # a player has none left
    still.document().open(new_board("rotation", 2, 2, 3))
    assert "taken back" not in text_of(still, "factsLabel")


# --- S4: figures of another run ---


def test_figures_are_those_of_the_run_that_is_reported(qtbot: QtBot, still: MainWindow) -> None:
    still.open_preset("schonbrunn")
    solve(qtbot, still)
    figures = text_of(still, "statsLabel")
    still.open_preset("eight-cpp")
    choose_solver(still, "dfs")
    still.solve()
    qtbot.wait(30)
    still.stop()
    qtbot.waitUntil(lambda: not still.solving(), timeout=WAIT)
    still.open_preset("schonbrunn")
    assert text_of(still, "statsLabel") == figures
    still.use_solution(None)
    still.commands.finding.show_result(solve_board(still.board()))
    assert "depth" not in text_of(still, "statsLabel")  # there was no run


# --- S5: moves made by hand ---


def test_moves_made_by_hand_outlive_the_solution(qtbot: QtBot, still: MainWindow) -> None:
    still.show_play()
    play_moves(still, 5)
    made = still.session.state.game.moves
    still.undo()
    solve(qtbot, still)
    assert still.mode() == SOLUTION
    still.timeline().step(2)
    still.show_play()
    assert still.session.state.game.moves == made
    assert (still.timeline().position, still.timeline().length) == (4, 5)
    still.redo()
    assert still.timeline().position == 5
    still.show_solution()
    assert (still.timeline().position, still.timeline().length) == (2, 10)


def test_moves_made_by_hand_come_back_with_an_undone_edit(still: MainWindow) -> None:
    still.show_play()
    play_moves(still, 3)
    still.show_design()
    board = still.board()
    still.document().edit(board.with_cell("start", (0, 0), 8), "type 8")
    assert still.session.state.game.moves == ()
    still.undo()
    still.show_play()
    assert (still.timeline().position, still.timeline().length) == (3, 3)


# --- S6: all solutions ---


def test_all_solutions_are_wanted_of_one_document_only(still: MainWindow) -> None:
    box = find(still, QCheckBox, "everyBox")
    still.open_preset("fifteen-book")
    box.click()
    assert still.session.request.all_solutions
    still.open_preset("graphs-20x20-reversed")
    assert not box.isChecked()
    assert not still.session.request.all_solutions
    assert "(macro)" in text_of(still, "sentenceLabel")
    box.click()
    assert "(optimal)" in text_of(still, "sentenceLabel")  # which would do it, as is said
    still.solve()
    still.commands.finding.solve_anyway()  # than what is said before it starts
    assert "Solving with optimal, listing all solutions" in text_of(still, "outcomeLabel")


# --- S7: solving again ---


def test_a_worse_solution_does_not_replace_a_better(qtbot: QtBot, still: MainWindow) -> None:
    best = solve(qtbot, still)
    still.timeline().go_to(4)
    still.commands.finding.show_result(worse(still.board()), run_of(still))
    assert still.solution() == best
    assert still.timeline().position == 4
    assert "14 moves" in text_of(still, "headlineLabel")
    assert "The solution of 10 moves is still shown." in text_of(still, "outcomeLabel")
    combo = find(still, QComboBox, "foundCombo")
    assert combo.isVisible()
    assert [combo.itemText(row) for row in range(2)] == ["optimal: 10 moves", "exchange: 14 moves"]
    combo.setCurrentIndex(1)
    combo.activated.emit(1)
    assert len(still.solution().moves) == 14  # type: ignore[union-attr]
    still.timeline().go_to(7)
    combo.activated.emit(0)
    assert (still.timeline().position, still.timeline().length) == (4, 10)
    combo.activated.emit(1)
    assert (still.timeline().position, still.timeline().length) == (7, 14)


def run_of(window: MainWindow) -> RemoteRun:
    """A run of which a result may have come."""
    return RemoteRun(window.board(), "optimal")


def test_the_same_solution_keeps_its_place(qtbot: QtBot, still: MainWindow) -> None:
    first = solve(qtbot, still)
    still.timeline().go_to(6)
    second = solve(qtbot, still)
    assert second.moves == first.moves
    assert still.timeline().position == 6
    assert not find(still, QComboBox, "foundCombo").isVisible()


def test_what_is_better() -> None:
    board = load_preset("schonbrunn")
    best = solve_board(board)
    longer = replace(best, moves=best.moves * 2, optimal=False, solver="dfs")
    longest = replace(longer, solver=LONGEST)
    listing = solve_board(board, "optimal", Request(all_solutions=True))
    state = PuzzleState().with_solution(longer, by_user=False)
    for solution, followed in (
        (best, best), (longer, best), (longest, longest), (best, best), (listing, listing),
    ):  # fmt: skip
        state = state.with_solution(solution, by_user=False)
        assert state.followed_entry is not None
        assert state.followed_entry.solution.solver == followed.solver
        assert state.followed_entry.solution.moves == followed.moves
    assert state.best_solution is not None
    assert len(state.best_solution.moves) == len(best.moves)
    for number in range(22):
        state = state.with_solution(replace(longer, moves=longer.moves[:number]), by_user=True)
        assert state.followed_entry is not None
        assert len(state.followed_entry.solution.moves) == number
    assert len(state.entries) <= 12


# --- S12: what the side panel says of a board that cannot be solved ---


def test_the_panel_does_not_promise_what_cannot_be(still: MainWindow) -> None:
    still.open_preset("fifteen-loyd")
    assert text_of(still, "outcomeLabel") == "Not solvable."
    headings = [label.text() for label in still.findChildren(QLabel)]
    assert "No problems" not in headings
    still.open_preset("eight-cpp")
    assert text_of(still, "outcomeLabel") == "Press Solve to see the board solved."


# --- S13: figures that mean something ---


def test_lists_of_several_lengths_are_said_so(qtbot: QtBot, still: MainWindow) -> None:
    still.open_preset("schonbrunn")
    choose_solver(still, "dfs")
    find(still, QCheckBox, "everyBox").click()
    found = solve(qtbot, still)
    assert found.solutions is not None
    lengths = [len(moves) for moves in found.solutions]
    assert f"{len(lengths)} solutions" in text_of(still, "headlineLabel")
    assert f"{min(lengths)} to {max(lengths)} moves" in text_of(still, "outcomeLabel")
    assert not find(still, ImprovementCurve, "improvementCurve").isVisible()


def test_no_speed_is_said_of_what_took_no_time(qtbot: QtBot, still: MainWindow) -> None:
    for _ in range(3):
        found = solve(qtbot, still)
        figures = text_of(still, "statsLabel")
        assert ("states/s" in figures) == (found.seconds >= 0.05)


def test_the_difficulty_knows_the_best_solution(still: MainWindow) -> None:
    board = still.board()
    rated = replace(worse(board), lower_bound=6, solver="macro")
    still.session.update_state(rating_result=rated)
    assert "6 to 14 moves" in text_of(still, "verdictLabel")
    better = replace(worse(board, ""), optimal=False, lower_bound=7)
    still.use_solution(better)
    assert "7 to 10 moves" in text_of(still, "verdictLabel")
    still.use_solution(solve_board(board))
    assert "a shortest solution has 10 moves" in text_of(still, "verdictLabel")


# --- results go to the one who asked ---


def test_a_result_is_delivered_once(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    window = make_window()
    heard: list[object] = []
    worker = window.worker()
    worker.submit(Job(lambda _: 1, "one"), heard.append)
    withdrawn = worker.submit(Job(lambda _: 2, "two"), heard.append)
    worker.submit(Job(lambda _: 1 // 0, "three"), heard.append)
    withdrawn.cancel()
    qtbot.waitUntil(lambda: not worker.busy, timeout=WAIT)
    assert heard[0] == 1
    assert isinstance(heard[1], ZeroDivisionError)
    assert len(heard) == 2
    window.close()
    assert not worker.submit(Job(lambda _: 4, "four"), heard.append).pending


class Stubborn:
    """A task that does not end when it is told to."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.begun = threading.Event()
        self.cancelled = False

    def execute(self) -> object:
        self.begun.set()
        return self.may_end.wait(WAIT / 1000)

    def cancel(self) -> None:
        self.cancelled = True

    def release(self) -> None:
        pass


def test_closing_does_not_wait_for_a_task(make_window: Callable[..., MainWindow]) -> None:
    window, task, heard = make_window(), Stubborn(), list[object]()
    window.worker().submit(task, heard.append)
    assert task.begun.wait(WAIT / 1000)
    window.close()
    assert task.cancelled
    assert not task.may_end.is_set()  # or it would never have come here
    task.may_end.set()
    wait_for_threads()
    QApplication.processEvents()
    assert not heard


def test_a_closed_window_is_not_kept_by_what_it_still_wanted(
    qapp: QApplication, program: Program
) -> None:
    window, task = program.open_window(), Stubborn()
    window.worker().submit(task, window.use_solution)  # type: ignore[arg-type]
    window.worker().submit(Job(lambda _: 1, "later"), window.use_solution)  # type: ignore[arg-type]
    assert task.begun.wait(WAIT / 1000)
    window.close()
    task.may_end.set()
    wait_for_threads()
    kept = weakref.ref(window)
    del window
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    gc.collect()
    assert kept() is None


@pytest.mark.parametrize("close", [MainWindow.close, MainWindow.quit])
@pytest.mark.examples(1)
def test_what_a_window_has_held_is_free_soon_after_it_is_closed(
    qtbot: QtBot, program: Program, close: Callable[[MainWindow], object]
) -> None:
    program.open_window()
    kept = weakref.ref(program.open_window())
    close(program.windows[-1])
    qtbot.waitUntil(lambda: gc.collect() >= 0 and kept() is None, timeout=WAIT)


def test_a_window_in_which_slow_work_has_failed_is_freed(qtbot: QtBot, program: Program) -> None:
    def fail(_job: Job) -> None:
        time.sleep(0.2)
        raise PuzzleError("it cannot be done")

    window = program.open_window()
    assert str(run_modal(window, Job(fail, "test"))) == "it cannot be done"
    kept = weakref.ref(window)
    window.close()
    del window
    # Not in its own time: what stays small may wait long for the collector.
    qtbot.waitUntil(lambda: gc.collect() >= 0 and kept() is None, timeout=WAIT)


def test_a_program_that_ends_with_a_window_open_ends_its_thread(tmp_path: Path) -> None:
    text = f"""
from pathlib import Path
from puzzlegui.folders import Folders
from puzzlegui.gui import app
application = app.make_application()
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.solvers import table_store
folders = Folders.below(Path({str(tmp_path)!r}))
table_store.set_cache_folder(folders.cache)
window = MainWindow(folders=folders)

def work(job):
    while not job.cancelled:
        pass

window.worker().submit(Job(work, "endless"), print)
"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


def test_panel_speaks_of_the_solution_that_is_shown(window: MainWindow) -> None:
    window.use_solution(solve_board(window.board()))
    assert text_of(window, "outcomeLabel") == "Showing a solution: 10 moves."
    window.document().edit(window.board().with_fields(start=window.board().grid("goal")), "type")
    assert text_of(window, "verdictLabel") == "Already solved: no moves are needed."
