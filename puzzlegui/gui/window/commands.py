"""What the actions do that concern the board, its solution and its modes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.language import tr
from puzzlegui.core.move_input import ParsedMoves
from puzzlegui.core.repair import Repair
from puzzlegui.core.solution import Solution
from puzzlegui.documents.lessons import find_lesson
from puzzlegui.documents.presets import load_preset
from puzzlegui.gui.files.file_commands import FileCommands
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.solver_controller import Finding
from puzzlegui.gui.play.mode import PlayMode
from puzzlegui.gui.play.win import fewest_known_moves
from puzzlegui.gui.playback.controller import PlaybackController
from puzzlegui.gui.window.parts import Parts

if TYPE_CHECKING:
    from puzzlegui.gui.benchmark.window import BenchmarkWindow
    from puzzlegui.gui.graph.window import StateGraphWindow


class Commands(QObject):
    """The methods that the table of actions names, as far as no other part of the window has them.

    Args:
        window: dialogs belong to it.
        session: what they change.
        parts: get the focus.
        files: writes and prints.
        play: the mode in which moves are made by hand.
        data: the program's folder for what the user has made.
    """

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        parts: Parts,
        files: FileCommands,
        play: PlayMode,
        data: Path,
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._parts = window, session, parts
        self._files, self._play, self._data = files, play, data
        self.finding = Finding(session)
        self.playback = PlaybackController(session, parts.bar, parts.moves, parts.board_view)
        self.hint, self.check = play.hint, play.check
        self.solve, self.stop, self.rate = (
            self.finding.solve, self.finding.stop, self.finding.rate,
        )  # fmt: skip
        self.improve, self.solve_from_here = self.finding.improve, self.finding.solve_from_here
        self.next_pane, self.show_tour = parts.next_pane, parts.tour.begin

    # --- playing ---

    def another(self) -> None:
        """Begin with another board like this one, to be played if this one was."""
        session = self._session
        name, known = session.mode.name, fewest_known_moves(session.state)[0]
        moves = known or len(session.state.played.moves) or session.board.lower_bound()

        def begin() -> None:
            if self._files.make_another(moves) and name == PLAY:
                self._show(PLAY)

        self._files.saving.leave_then(begin)

    def restart(self) -> None:
        """Play from the start again."""
        self._play.restart()
        self._parts.board_view.setFocus()

    def see_way(self) -> None:
        """Follow the best solution that is known from its start, or look for one."""
        session = self._session
        best = session.state.best
        if best is None:
            self.solve()
            return
        self.see(best)

    def see(self, solution: Solution) -> None:
        """Follow a solution of the board from its start."""
        with self._session.changing():
            self.finding.take(solution)
            self._session.timeline.go_to(0)
        self._parts.board_view.setFocus()

    # --- files ---

    def open_preset(self, name: str) -> None:
        """Open a preset, unless it is open and unchanged."""
        board = load_preset(name)
        if board != self._session.board:
            self._files.saving.leave_then(lambda: self._session.document.open(board))

    def export(self) -> None:
        """Write the moves shown to a file."""
        solution = self._session.mode.exported()
        if solution is not None:
            self._files.exports.export(solution)

    def print_moves(self) -> None:
        """Print the moves shown, as a booklet."""
        solution = self._session.mode.exported()
        if solution is not None:
            self._files.exports.print_moves(solution)

    def enter_moves(self) -> None:
        """Have moves typed or pasted."""
        from puzzlegui.gui.playback.enter_dialog import open_enter_moves  # noqa: PLC0415 - not at the start

        dialog = open_enter_moves(self._window, self._session.board, self._session.worker)
        dialog.accepted.connect(lambda: self._take_entered(dialog.parsed))

    def _take_entered(self, entered: ParsedMoves | None) -> None:
        """Follow moves that were typed in; play those that do not solve the board by hand."""
        assert entered is not None
        if entered.solved:
            self.finding.take(entered.as_solution(self._session.board))
        else:
            with self._session.changing():
                self._session.play_line(entered.moves)
                self._session.choose_mode(PLAY)
        self._parts.board_view.setFocus()

    def watch(
        self, solver: str = "", beside: str = "", first: int = 0, most: int | None = None
    ) -> None:
        """Watch a search of the board step by step: this one, or the chosen one if it can be.

        Args:
            solver: of the search.
            beside: of another one beside it, if any.
            first: the step to begin with, from 0.
            most: so many steps are recorded; None: as many as the program ever does.
        """
        from puzzlegui.gui.watch.window import WatchWindow  # noqa: PLC0415 - not at the start

        session = self._session
        solver = solver or session.wishes.solver
        WatchWindow(
            session.board, session.settings, solver, beside, self._window, first=first, most=most
        ).show()

    def lesson(self, name: str) -> None:
        """Open a lesson beside the searches, or the benchmark, that its steps show."""
        from puzzlegui.gui.watch.lessons import add_lesson  # noqa: PLC0415 - not at the start
        from puzzlegui.gui.watch.window import WatchWindow  # noqa: PLC0415 - as above

        lesson = find_lesson(name)
        board, settings = load_preset(lesson.preset), self._session.settings
        window: WatchWindow | BenchmarkWindow
        if lesson.compared:
            window = self._new_benchmark(board)
        else:
            first, *beside = lesson.steps()[0].show
            window = WatchWindow(board, settings, first, "".join(beside), self._window)
        panel = add_lesson(window, lesson)
        panel.step_shown.connect(window.show_lesson_step)
        panel.lesson_wanted.connect(self.lesson)
        panel.lesson_wanted.connect(window.close)
        panel.show_step()
        window.show()

    def benchmark(self) -> None:
        """Run solvers on the board, and on others."""
        from puzzlegui.gui.benchmark.window import BenchmarkWindow  # noqa: PLC0415 - not at the start

        board = self._session.board
        window = self._window.findChild(BenchmarkWindow)
        if window is None:
            window = self._new_benchmark(board)
        else:
            window.show_board(board)
        window.show()
        window.raise_()
        window.activateWindow()

    def _new_benchmark(self, board: Board) -> BenchmarkWindow:
        from puzzlegui.gui.benchmark.window import BenchmarkWindow  # noqa: PLC0415 - not at the start

        window = BenchmarkWindow(board, self._session.settings, self._data, self._window)
        window.play_wanted.connect(self._play_found)
        window.board_wanted.connect(self._open_found)
        return window

    def _play_found(self, solution: Solution) -> None:
        """Play a solution of a benchmark, whose board is opened if it is another."""
        session = self._session

        def begin() -> None:
            if solution.board.puzzle != session.board.puzzle:
                session.document.open(solution.board)
            self.see(solution)
            self._window.raise_()
            self._window.activateWindow()
            session.timeline.play()

        if solution.board.puzzle == session.board.puzzle:
            begin()
        else:
            self._files.saving.leave_then(begin)

    def state_graph(self) -> None:
        """Count all arrangements of the board by their distance."""
        self._graph().show_counts()

    def neighbours(self) -> None:
        """Show what is around the position that is shown, in the state graph."""
        session = self._session
        position = session.board.initial()
        if session.line is not None and session.mode.name != DESIGN:
            position = session.line[session.timeline.position]
        self._graph().show_neighbours_of(position)

    def _graph(self) -> StateGraphWindow:
        """Return the window of the state graph of the board, which follows the board."""
        from puzzlegui.gui.graph.window import StateGraphWindow  # noqa: PLC0415 - not at the start

        session = self._session
        window = self._window.findChild(StateGraphWindow)
        if window is not None and window.board.puzzle != session.board.puzzle:
            if window.counts.has_results:
                window = None
            else:
                window.show_board_of_session()
        if window is None:
            window = StateGraphWindow(session.board, session.settings, self._window)
            window.follow(session)
            window.board_wanted.connect(self._open_found)
        window.show()
        window.raise_()
        window.activateWindow()
        return window

    def _open_found(self, board: Board) -> None:
        """Open a board of the state graph or of a benchmark, unless it is open."""

        def begin() -> None:
            if board != self._session.board:
                self._session.document.open(board)
            self._window.raise_()
            self._window.activateWindow()

        if board == self._session.board:
            begin()
        else:
            self._files.saving.leave_then(begin)

    def copy_moves(self) -> None:
        """Put the moves shown on the clipboard."""
        self.playback.copy_moves()
        self._files.said.emit(tr("Moves copied"))

    # --- editing and view ---

    def undo(self) -> None:
        """Undo an edit, or while playing a move."""
        self._session.mode.undo()

    def redo(self) -> None:
        """Redo an edit, or while playing a move."""
        self._session.mode.redo()

    def mend(self, repair: Repair) -> None:
        """Make a board sound, or solvable."""
        text = f"{repair.sentence[:1].lower()}{repair.sentence[1:]}"
        self._session.document.edit(repair.board, text)
        self._parts.board_view.setFocus()

    def show_cell(self, field: str, cell: Cell) -> None:
        """Put the keyboard cursor on a cell of start or goal."""
        view = self._parts.goal_view if field == "goal" else self._parts.board_view
        view.setFocus()
        view.move_cursor(cell)

    # --- modes ---

    def show_design(self) -> None:
        """Edit start and goal."""
        self._show(DESIGN)

    def show_play(self) -> None:
        """Play by hand: on from where one was, or if nowhere, from where the solution is."""
        session = self._session
        solution, at = session.solution, session.timeline.position
        with session.changing():
            taken_over = session.mode.name == SOLUTION and at and not session.state.played.moves
            if taken_over and solution is not None:
                session.play_line(solution.moves[:at])
            self._show(PLAY)

    def show_solution(self) -> None:
        """Follow the solution."""
        self._show(SOLUTION)

    def _show(self, mode: str) -> None:
        self._session.choose_mode(mode)
        self._parts.board_view.setFocus()
