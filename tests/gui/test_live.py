"""The best line is followed while the solver goes on; solving from here; improving further."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QProgressBar, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution, Status, replay
from puzzlegui.documents.boardfile import dump_solution
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve as solve_now
from puzzlegui.engine.solve_from import prepend_moves
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.solvers.control import Control, Limits, Outcome, Request
from tests.gui.conftest import WAIT
from tests.gui.robot import action, choose_solver, click, find, solve, text_of
from tests.gui.window_snapshot import diff

BOARD = load_preset("mystery-box")
BEST = solve_now(BOARD).moves
LINES = [(BEST[0],) * 4 * extra + BEST for extra in (3, 2, 1, 0)]
"""Solutions, each shorter than the one before."""


class Steps:
    """A solver that gives a better line each time it is told to."""

    def __init__(self) -> None:
        self.lines = LINES
        self.wanted = 0
        self.end = False

    def __call__(self, _board: Board, control: Control) -> Outcome:
        given = 0
        while not self.end:
            control.check()
            if given < self.wanted:
                moves = self.lines[given]
                outcome = Outcome(Status.SOLVED, moves)
                control.report_solution(len(moves), lambda _, outcome=outcome: outcome)  # type: ignore[misc]
                given += 1
            time.sleep(0.005)
        return Outcome(Status.SOLVED, self.lines[max(0, given - 1)])


@pytest.fixture
def steps(in_process: None, monkeypatch: pytest.MonkeyPatch) -> Steps:
    """Takes the place of peel, and lines are shown at once."""
    steps = Steps()
    monkeypatch.setattr("puzzlegui.families.rotation.solving.peel.solve", steps)
    monkeypatch.setattr("puzzlegui.engine.runner.solve_task._BETTER_EVERY", 0.0)
    return steps


def give(qtbot: QtBot, window: MainWindow, steps: Steps, number: int) -> None:
    """Have a better line, and wait until the window has taken notice."""
    steps.wanted = number
    length = len(LINES[number - 1])
    state = window.session

    def known() -> bool:
        lines = [found.solution for found in state.state.entries]
        if state.state.offered_solution is not None:
            lines.append(state.state.offered_solution)
        return length in [len(line.moves) for line in lines]

    qtbot.waitUntil(known, timeout=WAIT)


def begin(window: MainWindow) -> None:
    choose_solver(window, "peel")
    window.solve()


def shown(window: MainWindow) -> int:
    solution = window.solution()
    assert solution is not None
    return len(solution.moves)


def visible(window: MainWindow, kind: type[QWidget], name: str) -> bool:
    return find(window, kind, name).isVisible()


def test_the_first_line_is_shown_while_the_solver_goes_on(
    qtbot: QtBot, window: MainWindow, steps: Steps
) -> None:
    begin(window)
    assert window.solution() is None
    give(qtbot, window, steps, 1)
    assert window.solving()
    assert window.mode() == "solution"
    assert shown(window) == window.timeline().length == len(LINES[0])
    assert text_of(window, "outcomeLabel").startswith("Solving with peel")
    assert action(window, "actionForward").isEnabled()
    assert action(window, "actionStop").isEnabled()
    assert diff(window) == []
    window.playback.step_forward()
    assert window.timeline().position == 1
    assert window.solving()


def test_at_the_start_the_best_is_followed(qtbot: QtBot, window: MainWindow, steps: Steps) -> None:
    begin(window)
    for number in (1, 2, 3):
        give(qtbot, window, steps, number)
        assert shown(window) == len(LINES[number - 1])
        assert len(window.session.state.entries) == 1
        assert window.timeline().position == 0
        assert not visible(window, QPushButton, "showItButton")
    assert visible(window, QCheckBox, "followBox")
    steps.end = True
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert shown(window) == len(LINES[2])
    assert not any(found.live for found in window.session.state.entries)
    assert not visible(window, QCheckBox, "followBox")
    assert diff(window) == []


def test_in_the_midst_the_place_is_kept_and_the_better_one_offered(
    qtbot: QtBot, window: MainWindow, steps: Steps
) -> None:
    begin(window)
    give(qtbot, window, steps, 1)
    window.timeline().go_to(7)
    for number in (2, 3):
        give(qtbot, window, steps, number)
        assert (shown(window), window.timeline().position) == (len(LINES[0]), 7)
        news = text_of(window, "newsLabel")
        assert news == f"{len(LINES[number - 1])} moves now"
        assert visible(window, QPushButton, "showItButton")
    assert diff(window) == []
    click(qtbot, find(window, QPushButton, "showItButton"))
    assert (shown(window), window.timeline().position) == (len(LINES[2]), 0)  # it is another way
    assert window.solving()
    assert not visible(window, QPushButton, "showItButton")
    give(qtbot, window, steps, 4)
    assert shown(window) == len(LINES[3])


def test_the_better_one_keeps_the_place_where_it_begins_alike(
    qtbot: QtBot, window: MainWindow, steps: Steps
) -> None:
    begin(window)
    give(qtbot, window, steps, 1)
    window.timeline().go_to(3)
    give(qtbot, window, steps, 2)
    click(qtbot, find(window, QPushButton, "showItButton"))
    assert (shown(window), window.timeline().position) == (len(LINES[1]), 3)


def test_playing_goes_on_when_a_better_one_comes(
    qtbot: QtBot, window: MainWindow, steps: Steps
) -> None:
    begin(window)
    give(qtbot, window, steps, 1)
    window.timeline().play()
    give(qtbot, window, steps, 2)
    assert window.timeline().playing
    assert shown(window) == len(LINES[0])


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.examples(1)
def test_an_end_takes_no_place_away(
    qtbot: QtBot, window: MainWindow, steps: Steps, stopped: bool
) -> None:
    begin(window)
    give(qtbot, window, steps, 1)
    window.timeline().go_to(5)
    give(qtbot, window, steps, 2)
    if stopped:
        window.stop()
    steps.end = True
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert (shown(window), window.timeline().position) == (len(LINES[0]), 5)
    lengths = [len(found.solution.moves) for found in window.session.state.entries]
    assert lengths == [len(LINES[0]), len(LINES[1])]
    assert visible(window, QPushButton, "showItButton")
    assert diff(window) == []
    click(qtbot, find(window, QPushButton, "showItButton"))
    assert shown(window) == len(LINES[1])
    assert not visible(window, QPushButton, "showItButton")
    assert diff(window) == []


def test_without_following_the_best_it_is_only_offered(
    qtbot: QtBot, window: MainWindow, steps: Steps, settings: Settings
) -> None:
    begin(window)
    give(qtbot, window, steps, 1)
    click(qtbot, find(window, QCheckBox, "followBox"))
    assert settings["follow best"] is False
    assert not action(window, "actionFollowBest").isChecked()
    give(qtbot, window, steps, 2)
    assert shown(window) == len(LINES[0])
    assert text_of(window, "newsLabel") == f"{len(LINES[1])} moves now"


def test_who_has_gone_elsewhere_is_left_there(
    qtbot: QtBot, window: MainWindow, steps: Steps
) -> None:
    begin(window)
    window.show_play()
    give(qtbot, window, steps, 1)
    assert window.mode() == "play"
    steps.end = True
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert window.mode() == "play"


def test_a_better_one_that_is_known_stays(qtbot: QtBot, window: MainWindow, steps: Steps) -> None:
    window.use_solution(Solution(BOARD, "by hand", Status.SOLVED, LINES[3]))
    begin(window)
    steps.wanted = 2
    qtbot.waitUntil(lambda: "Lower bound" in text_of(window, "statsLabel"), timeout=WAIT)
    steps.end = True
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert shown(window) == len(LINES[3])
    assert not visible(window, QPushButton, "showItButton")


def test_who_comes_back_to_the_start_gets_the_best(
    qtbot: QtBot, window: MainWindow, steps: Steps
) -> None:
    window.use_solution(Solution(BOARD, "by hand", Status.SOLVED, LINES[0]))
    window.show_solution()
    window.timeline().go_to(7)
    begin(window)
    give(qtbot, window, steps, 2)
    assert (shown(window), window.timeline().position) == (len(LINES[0]), 7)
    assert visible(window, QPushButton, "showItButton")
    window.timeline().go_to(0)
    give(qtbot, window, steps, 3)
    assert shown(window) == len(LINES[2])
    assert not visible(window, QPushButton, "showItButton")
    steps.end = True
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    lengths = [len(found.solution.moves) for found in window.session.state.entries]
    assert lengths == [len(LINES[0]), len(LINES[2])]
    assert diff(window) == []


def test_an_edit_keeps_what_was_shown(qtbot: QtBot, window: MainWindow, steps: Steps) -> None:
    begin(window)
    give(qtbot, window, steps, 1)
    window.timeline().go_to(5)
    give(qtbot, window, steps, 2)
    window.show_design()
    window.edits.apply("exchange")
    assert window.solution() is None
    window.undo()
    found = window.session.state.entries
    assert [len(other.solution.moves) for other in found] == [len(LINES[0]), len(LINES[1])]
    assert not any(other.live for other in found)
    assert diff(window) == []


def test_macro_is_followed_live(qtbot: QtBot, make_window: Callable[..., MainWindow]) -> None:
    window = make_window(new_board("rotation", 12, 12, 1))
    window.solve()
    qtbot.waitUntil(lambda: window.solution() is not None, timeout=WAIT)
    assert window.solving()
    first = window.solution()
    assert first is not None
    assert first.solver == "macro"
    assert replay(window.board(), first.moves).correct
    assert first.segments[-1].stop == len(first.moves)
    qtbot.waitUntil(lambda: shown(window) < len(first.moves), timeout=WAIT)
    window.stop()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert shown(window) < len(first.moves)


# --- improving further ---


def test_improving_goes_on_from_the_line_shown(
    qtbot: QtBot, make_window: Callable[..., MainWindow], settings: Settings
) -> None:
    settings["seconds"] = 1
    board = new_board("sliding", 6, 6, 1)
    window = make_window(board)
    button = find(window, QPushButton, "improveButton")
    assert not button.isVisible()
    first = solve_now(board, "macro", Request(Limits(states=30_000)))
    window.use_solution(first)
    window.show_solution()
    assert action(window, "actionImprove").isEnabled()
    click(qtbot, button)
    assert window.solving()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    better = window.solution()
    assert better is not None
    assert better.solver == "macro"
    assert len(better.moves) < len(first.moves)
    assert f"{len(first.moves) - len(better.moves)} moves fewer than before." in better.note
    assert f"{len(better.moves)} moves" in text_of(window, "headlineLabel")


def test_what_is_proved_shortest_cannot_be_improved(
    qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    window = make_window(BOARD)
    assert solve(qtbot, window).optimal
    assert not action(window, "actionImprove").isEnabled()
    maze = make_window(load_preset("schonbrunn"))
    maze.use_solution(solve_now(maze.board(), "dfs"))
    assert not action(maze, "actionImprove").isEnabled()


# --- solving from here ---

SIZES = {"maze": (6, 6)}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.examples(2)
def test_the_rest_is_solved_from_the_position_shown(
    family: str, qtbot: QtBot, make_window: Callable[..., MainWindow]
) -> None:
    board = new_board(family, *SIZES.get(family, (3, 3)), 4)
    window = make_window(board)
    window.show_play()
    line, position = [], board.initial()
    for _ in range(2):
        move = next(m for m in board.legal_moves(position) if m not in line)
        line.append(move)
        position = board.play(position, move)
    window.session.start_game(line)
    from_here = find(window, QPushButton, "fromHereButton")
    assert action(window, "actionSolveFromHere").isEnabled()
    assert from_here.isVisible()
    rest = solve_now(board.from_position(position))
    click(qtbot, from_here)
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    text = text_of(window, "outcomeLabel")
    if not rest.solved:  # a jump that leads nowhere
        assert text.startswith("Solving from here: ")
        assert window.solution() is None
        assert window.session.verdict.solvable
        return
    found = window.solution()
    assert found is not None
    assert found.moves == (*line, *rest.moves)
    assert replay(board, found.moves).correct
    assert (window.mode(), window.timeline().position) == ("solution", 2)
    assert f"{len(rest.moves)} more move" in text
    assert "after move 2, proved shortest from there." in text
    best = solve_now(board)
    assert found.lower_bound <= len(best.moves)
    assert not found.optimal or len(found.moves) == len(best.moves)
    assert window.session.game_sequence.moves == line
    assert diff(window) == []


def test_from_a_place_in_a_solution(qtbot: QtBot, window: MainWindow) -> None:
    window.use_solution(Solution(BOARD, "by hand", Status.SOLVED, LINES[0]))
    window.show_solution()
    window.timeline().go_to(13)
    action(window, "actionSolveFromHere").trigger()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    solution = window.solution()
    assert solution is not None
    assert solution.moves[:13] == LINES[0][:13]
    assert window.timeline().position == 13
    assert not solution.optimal
    parts = solution.segments
    assert (parts[0].name, parts[0].start, parts[0].stop) == ("moves made before", 0, 13)
    assert parts[-1].stop == len(solution.moves)


def test_the_rest_is_followed_while_the_solver_goes_on(
    qtbot: QtBot, window: MainWindow, steps: Steps
) -> None:
    window.use_solution(Solution(BOARD, "by hand", Status.SOLVED, LINES[3]))
    made = BEST[:2]
    steps.lines = [(BEST[0],) * 4 * extra + BEST[2:] for extra in (2, 1, 0)]
    window.show_play()
    window.session.start_game(made)
    choose_solver(window, "peel")
    action(window, "actionSolveFromHere").trigger()
    steps.wanted = 1  # it is longer than what is known, but asked for
    qtbot.waitUntil(lambda: shown(window) == 2 + len(steps.lines[0]), timeout=WAIT)
    assert window.solving()
    assert (window.mode(), window.timeline().position) == ("solution", 2)
    assert diff(window) == []
    steps.wanted = 2
    qtbot.waitUntil(lambda: shown(window) == 2 + len(steps.lines[1]), timeout=WAIT)
    assert window.timeline().position == 2
    window.timeline().go_to(4)
    steps.wanted = 3
    qtbot.waitUntil(lambda: window.session.state.offered_solution is not None, timeout=WAIT)
    steps.end = True
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert (shown(window), window.timeline().position) == (2 + len(steps.lines[1]), 4)
    click(qtbot, find(window, QPushButton, "showItButton"))
    solution = window.solution()
    assert solution is not None
    assert solution.moves == BEST
    assert diff(window) == []


def test_a_limit_from_here_says_nothing_of_the_board(
    qtbot: QtBot, make_window: Callable[..., MainWindow], settings: Settings
) -> None:
    window = make_window(new_board("rotation", 5, 5, 1))
    choose_solver(window, "bfs")
    settings["seconds"] = 1
    window.show_play()
    board = window.board()
    window.session.start_game(board.legal_moves(board.initial())[:1])
    action(window, "actionSolveFromHere").trigger()
    assert text_of(window, "outcomeLabel").startswith("Solving from here with bfs")
    window.stop()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert text_of(window, "outcomeLabel").startswith("Solving from here: Cancelled.")
    assert window.session.state.lower_bound == 0


def test_where_it_is_solved_nothing_is_begun(qtbot: QtBot, window: MainWindow) -> None:
    solve(qtbot, window)
    window.timeline().go_to(window.timeline().length)
    action(window, "actionSolveFromHere").trigger()
    assert not window.solving()
    assert text_of(window, "outcomeLabel") == "The board is already solved."


def test_the_whole_is_proved_only_by_the_board(window: MainWindow) -> None:
    board = window.board()
    solution = solve_now(board)
    rest = solve_now(board.from_position(board.play(board.initial(), solution.moves[0])))
    assert rest.optimal
    told = prepend_moves(board, solution.moves[:1], rest)
    assert told.moves[:1] == solution.moves[:1]
    assert told.lower_bound == board.lower_bound()
    assert told.optimal == (len(told.moves) <= board.lower_bound())
    assert prepend_moves(board, solution.moves[:1], rest, len(told.moves)).optimal
    listed = solve_now(rest.board, "optimal", Request(all_solutions=True))
    told = prepend_moves(board, solution.moves[:1], listed)
    assert all(replay(board, moves).correct for moves in told.solutions or ())


# --- limits ---


def test_a_time_limit_fills_a_bar(
    qtbot: QtBot, window: MainWindow, steps: Steps, settings: Settings
) -> None:
    bar = find(window, QProgressBar, "runBar")
    begin(window)
    assert (bar.isVisible(), bar.maximum()) == (True, 0)
    window.stop()
    qtbot.waitUntil(lambda: not window.solving(), timeout=WAIT)
    assert not bar.isVisible()
    settings["seconds"] = 600
    window.solve()
    assert bar.maximum() > 0
    assert bar.accessibleDescription() == "0 of 600 s"
    run = window.session.run
    assert run is not None
    qtbot.waitUntil(lambda: run._is_running, timeout=WAIT)
    assert run._begun is not None
    run._begun -= 300
    qtbot.waitUntil(lambda: bar.value() >= bar.maximum() // 2, timeout=WAIT)
    assert bar.accessibleDescription() == "300 of 600 s"
    assert "of&nbsp;600&nbsp;s" in text_of(window, "statsLabel")


def test_the_memory_limit_is_kept_and_given_to_the_solver(
    window: MainWindow, steps: Steps, settings: Settings
) -> None:
    window.panel().limits.setChecked(True)
    window.panel().memory.setValue(700)
    assert settings["memory"] == 700
    begin(window)
    run = window.session.run
    assert run is not None
    assert run.request.limits.memory_mib == 700


# --- the list of solvers ---


def test_each_solver_in_the_list_says_what_it_does(window: MainWindow) -> None:
    combo = window.panel().combo
    view, model = combo.view(), combo.model()
    role: Any = Qt.ItemDataRole.AccessibleDescriptionRole
    sentences = [model.index(row, 0).data(role) for row in range(combo.count())]
    assert all(sentences)
    combo.showPopup()
    try:
        line = view.fontMetrics().height()
        heights = [view.visualRect(model.index(row, 0)).height() for row in range(combo.count())]
        assert all(height > 2 * line - 4 for height in heights)
        assert view.width() > combo.width() or combo.width() > 400
    finally:
        combo.hidePopup()


def test_a_solution_opened_while_another_board_is_solved_is_all_that_is_told_of(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    solution = solve_now(load_preset("eight-cpp"))
    path = tmp_path / "eight.json"
    path.write_text(dump_solution(solution))
    window.open_preset("grid-30x30")
    window.solve()
    assert window.solving()
    window.open_path(path)
    qtbot.waitUntil(lambda: window.solution() is not None, timeout=WAIT)
    state = window.session.state
    assert window.board().title == solution.board.title
    assert state.report is not None
    assert not state.cancelled
