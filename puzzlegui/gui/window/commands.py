"""Commands of the main window on the board, its solution and the modes."""

from __future__ import annotations

from dataclasses import replace
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
from puzzlegui.documents.presets import local_preset
from puzzlegui.families.creation import with_updated_title
from puzzlegui.folders import Folders
from puzzlegui.gui.books.commands import BookCommands
from puzzlegui.gui.files.file_commands import FileCommands
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.solver_controller import SolverController
from puzzlegui.gui.play.hints import HintProvider
from puzzlegui.gui.play.mode import PlayMode
from puzzlegui.gui.play.win import fewest_known_moves
from puzzlegui.gui.playback.controller import PlaybackController
from puzzlegui.gui.window.widgets import WindowWidgets

if TYPE_CHECKING:
    from puzzlegui.exporters.puzzles import Puzzle
    from puzzlegui.gui.benchmark.window import BenchmarkWindow
    from puzzlegui.gui.graph.window import StateGraphWindow


class Commands(QObject):
    """Methods that the action table names and that no other part of the window has.

    Args:
        window: main window, parent of the dialogs.
        session: session that is changed.
        parts: widgets of the window.
        files: file commands, for saving and printing.
        play: play mode, which makes moves.
        hints: provider of hints.
        folders: folders of the user's data and of unsaved work.

    Attributes:
        books: commands that open and make books.
    """

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        parts: WindowWidgets,
        files: FileCommands,
        play: PlayMode,
        hints: HintProvider,
        folders: Folders,
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._parts = window, session, parts
        self._files, self._play, self._hints = files, play, hints
        self._folders = folders
        self.books = BookCommands(window, session, folders.recovery, files, self._open_board)
        self.finding = SolverController(session)
        self.playback = PlaybackController(session, parts.bar, parts.moves, parts.board_view)
        self.stop = self.finding.stop
        self.improve, self.solve_from_here = self.finding.improve, self.finding.solve_from_here
        self.next_pane, self.show_tour = parts.next_pane, parts.tour.start

    # --- solving ---

    def solve(self) -> None:
        """Solve the board with the chosen options, or name its problem."""
        if not self._report_problem(tr("This board cannot be solved yet: {problem}")):
            self.finding.solve()

    def rate(self) -> None:
        """Measure the difficulty of the board, or name its problem."""
        if not self._report_problem(tr("This board cannot be solved yet: {problem}")):
            self.finding.rate()

    def _report_problem(self, text: str) -> bool:
        """Report the first problem of the board and show its repair; return False without any.

        Args:
            text: message with a field for the problem.
        """
        session, repair = self._session, self._parts.verdict_line.repair
        if not session.document.problems:
            return False
        text = text.format(problem=session.problem_text)
        self._files.message.emit(text)
        session.announced.emit(text)
        places = ((p.field, p.cells[0]) for p in session.document.shown_problems if p.cells)
        session.notify_board_changed()  # the button of the mode stays as it is
        if repair.isVisible():
            repair.setFocus()
        elif (place := next(places, None)) is not None:
            self.show_cell(*place)
        return True

    # --- playing ---

    def hint(self) -> None:
        """Show the next move."""
        self._hints.request(next_move=True)

    def check(self) -> None:
        """Show the number of moves left."""
        self._hints.request(next_move=False)

    def another(self) -> None:
        """Replace the board by a similar board: of the same length if that is known."""
        session = self._session
        fewest, proved = fewest_known_moves(session.state)
        moves = fewest or len(session.state.game.moves) or session.board.lower_bound()
        self._files.replace_with_similar(moves, exact=bool(fewest) and proved)
        self._parts.board_view.setFocus()

    def restart(self) -> None:
        """Play from the start again."""
        self._session.restart_game()
        self._parts.board_view.setFocus()

    def see_best_solution(self) -> None:
        """Follow the best known solution from its start, or solve the board."""
        session = self._session
        best = session.state.best_solution
        if best is None:
            self.solve()
            return
        self.follow_solution(best)

    def follow_solution(self, solution: Solution) -> None:
        """Follow a solution of the board from its start."""
        with self._session.changing():
            self.finding.show_result(solution)
            self._session.timeline.go_to(0)
        self._parts.board_view.setFocus()

    # --- files ---

    def open_preset(self, name: str) -> None:
        """Open a preset, unless it is open and unchanged."""
        board = local_preset(name)
        if board != self._session.board:
            self._files.saving.leave_then(lambda: self._session.document.open(board))

    def export(self) -> None:
        """Show the sheet for exports of the board and the moves shown."""
        session = self._session
        self._files.exports.export(
            self._puzzle(), locked=bool(session.lock_reason), valid=not session.document.problems
        )

    def kiosk(self) -> None:
        """Ask for the settings of a kiosk and start it."""
        from puzzlegui.gui.kiosk.starting import ask_for_kiosk  # not at the start

        def tell() -> None:
            self._files.message.emit(tr("The kiosk is starting."))

        ask_for_kiosk(self._window, self._session, self._folders, tell)

    def print_puzzle(self) -> None:
        """Print the board without its answer, or the moves shown."""
        self._files.exports.print_puzzle(self._puzzle())

    def _puzzle(self) -> Puzzle:
        """Return the board and the moves shown, if they solve it and are not locked."""
        from puzzlegui.exporters.puzzles import Puzzle  # not at the start

        session = self._session
        locked = bool(session.lock_reason)
        return Puzzle(session.board, None if locked else session.mode.solution_to_export())

    def use_parsed(self, parsed: ParsedMoves, board: Board) -> None:
        """Play parsed moves from the position shown, or follow them if they solve the board.

        In Play, moves from a solved position scramble the board. Nothing is done if the position
        has changed since the moves were read.

        Args:
            parsed: the moves.
            board: board of which they are, which is left at the position shown.
        """
        session = self._session
        if board.puzzle != session.board_shown.puzzle:
            return
        whole = replace(parsed, moves=(*session.moves_shown, *parsed.moves))
        if session.mode.name == PLAY:
            if board.has_tiles and board.is_solved(board.initial()):
                reached, _, _ = board.play_all(parsed.moves)
                scrambled = with_updated_title(board.from_position(reached), session.board)
                session.play_another(scrambled, tr("scramble"))
            else:
                self._play.make_imported_moves(parsed.moves)
        elif parsed.solved:
            self.finding.show_result(whole.as_solution(session.board))
        else:
            with session.changing():
                session.restart_game(whole.moves)
                session.choose_mode(PLAY)
        self._parts.board_view.setFocus()

    def watch(
        self, solver: str = "", beside: str = "", first: int = 0, most: int | None = None
    ) -> None:
        """Open a window that shows a search of the board step by step.

        Args:
            solver: name of the search; empty for the chosen solver.
            beside: name of a second search, if any.
            first: first step to show, from 0.
            most: maximum number of steps to record; None for the default.
        """
        from puzzlegui.gui.watch.window import WatchWindow  # not at the start

        session = self._session
        solver = solver or session.solver_options.solver
        WatchWindow(
            session.board, session.settings, solver, beside, self._window, first=first, most=most
        ).show()

    def lesson(self, name: str) -> None:
        """Open a lesson in the search or benchmark window that it uses."""
        from puzzlegui.gui.watch.lessons import add_lesson  # not at the start
        from puzzlegui.gui.watch.window import WatchWindow  # as above

        lesson = find_lesson(name)
        board, settings = local_preset(lesson.preset), self._session.settings
        window: WatchWindow | BenchmarkWindow
        if lesson.compared:
            window = self._new_benchmark(board)
        else:
            first, *beside = lesson.steps()[0].show
            window = WatchWindow(board, settings, first, "".join(beside), self._window)
        panel = add_lesson(window, lesson)
        panel.step_shown.connect(window.show_lesson_step)
        panel.lesson_requested.connect(self.lesson)
        panel.lesson_requested.connect(window.close)
        panel.show_step()
        window.show()

    def benchmark(self) -> None:
        """Open the benchmark window with the board."""
        from puzzlegui.gui.benchmark.window import BenchmarkWindow  # not at the start

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
        from puzzlegui.gui.benchmark.window import BenchmarkWindow  # not at the start

        session = self._session
        window = BenchmarkWindow(
            board, session.settings, self._folders.data,
            lambda: session.document.valid_board, self._window,
        )  # fmt: skip
        window.play_requested.connect(self._play_solution)
        window.board_requested.connect(self._open_board)
        return window

    def _play_solution(self, solution: Solution) -> None:
        """Play a solution of a benchmark, opening its board if necessary."""
        session = self._session

        def begin() -> None:
            if solution.board.puzzle != session.board.puzzle:
                session.document.open(solution.board)
            self.follow_solution(solution)
            self._window.raise_()
            self._window.activateWindow()
            session.timeline.play()

        if solution.board.puzzle == session.board.puzzle:
            begin()
        else:
            self._files.saving.leave_then(begin)

    def state_graph(self) -> None:
        """Show the number of arrangements per distance in the state graph window."""
        self._graph_window().show_counts()

    def neighbours(self) -> None:
        """Show the neighbours of the current position in the state graph window."""
        session = self._session
        position = session.board.initial()
        if session.sequence is not None and session.mode.name != DESIGN:
            position = session.sequence[session.timeline.position]
        self._graph_window().show_neighbours_of(position)

    def _graph_window(self) -> StateGraphWindow:
        """Return the state graph window, which follows the board of the session."""
        from puzzlegui.gui.graph.window import StateGraphWindow  # not at the start

        session, windows = self._session, self._window.findChildren(StateGraphWindow)
        puzzle = session.board.puzzle
        window = next((window for window in windows if window.board.puzzle == puzzle), None)
        if window is None:
            free = (window for window in windows if not window.counts.has_results)
            if (window := next(free, None)) is not None:
                window.show_board_of_session()
        if window is None:
            window = StateGraphWindow(session.board, session.settings, self._window)
            window.follow_session(session)
            window.board_requested.connect(self._open_board)
        window.show()
        window.raise_()
        window.activateWindow()
        return window

    def _open_board(self, board: Board) -> None:
        """Open a board of the state graph or of a benchmark, unless it is already open."""

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
        """Copy the moves shown."""
        self.playback.copy_moves()
        self._files.message.emit(tr("Moves copied"))

    # --- editing and view ---

    def undo(self) -> None:
        """Undo an edit or, in the play mode, a move."""
        self._session.mode.undo()

    def redo(self) -> None:
        """Redo an edit or, in the play mode, a move."""
        self._session.mode.redo()

    def apply_repair(self, repair: Repair) -> None:
        """Apply a repair that removes a problem or makes the board solvable."""
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
        """Enter the design mode."""
        self._choose_mode(DESIGN)

    def show_play(self) -> None:
        """Enter the play mode; without manual moves, continue from the solution's position.

        A board with problems cannot be played; its first problem is named.
        """
        if self._report_problem(tr("This board cannot be played yet: {problem}")):
            return
        session = self._session
        solution, at = session.solution, session.timeline.position
        with session.changing():
            continues_solution = (
                session.mode.name == SOLUTION and at and not session.state.game.moves
            )
            if continues_solution and solution is not None:
                session.restart_game(solution.moves[:at])
            self._choose_mode(PLAY)

    def show_solution(self) -> None:
        """Enter the solution mode."""
        self._choose_mode(SOLUTION)

    def _choose_mode(self, mode: str) -> None:
        self._session.choose_mode(mode)
        self._parts.board_view.setFocus()
