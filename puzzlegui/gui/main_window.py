"""The window: gallery, boards, timeline, solver, and how they work together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QMetaMethod, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.cells import Cell
from puzzlegui.core.edits import EDITS
from puzzlegui.core.entered import Entered
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.solution import Solution, Status, Walk
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.documents.texts import TEXT_FORMS
from puzzlegui.families.repairs import Repair, repairs
from puzzlegui.folders import Folders
from puzzlegui.gui.board.board_area import BoardArea, VerdictLine
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.common import theme
from puzzlegui.gui.common.settings import LEFT_CLOCKWISE, Settings
from puzzlegui.gui.common.widgets import SideScroll, heading
from puzzlegui.gui.common.worker import Worker
from puzzlegui.gui.design.designer import DesignPanel
from puzzlegui.gui.design.edit_commands import EditCommands
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.files.autosave import Autosave, Unsaved
from puzzlegui.gui.files.document import Document
from puzzlegui.gui.files.file_commands import FileCommands, WorkDone
from puzzlegui.gui.play.hand import Hand
from puzzlegui.gui.play.play import Play
from puzzlegui.gui.playback.enter_dialog import as_solution, open_entry
from puzzlegui.gui.playback.following import Following
from puzzlegui.gui.playback.moves_page import MovesPage
from puzzlegui.gui.playback.timeline import Timeline
from puzzlegui.gui.solve.solver_panel import SolverPanel
from puzzlegui.gui.solve.solving import Solving
from puzzlegui.gui.window.actions import LOOP_ACTIONS, Actions
from puzzlegui.gui.window.gallery import Gallery
from puzzlegui.gui.window.options import Options
from puzzlegui.gui.window.tour import Tour
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import Frame
from puzzlegui.render.style import frame_colours

DESIGN, PLAY, SOLUTION = "design", "play", "solution"
_READY = "Press Solve to see the board solved."
_LEAST_PANEL, _LEAST_PAGE, _LEAST_GALLERY = 150, 240, 166
"""Pixels that parts of the window need: in height, in height, in width."""


class MainWindow(QMainWindow):
    """One board: designed, played, solved, followed, exported.

    Args:
        board: the board to begin with; by default the first preset.
        folders: where settings and unsaved work are kept; by default the user's.

    Signals:
        closed: the window is closed for good.
        window_wanted: another window is to be opened.
        quit_wanted: all windows are to be closed.
    """

    closed = Signal()
    window_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, board: Board | None = None, folders: Folders | None = None) -> None:
        super().__init__()
        folders = folders or Folders.of_user()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self.settings = Settings(folders.settings, self)
        theme.theme().apply(self.settings["theme"])
        theme.theme().show_labels(self.settings["labels"])
        self._document = Document(board or load_preset(PRESETS[0]), self)
        self._solving = Solving(self)
        self.files = FileCommands(
            self, self._document, self.settings, self._solving.worker, self._work_done
        )
        self._play = Play(self._solving.worker, self._document.board, self)
        self._editor = Editor(self._document, self)
        self._autosave = Autosave(self._document, folders.recovery, self.files.unsaved_work, self)
        self.options = Options(self, self.settings)
        self.edits = EditCommands(self, self._document, self._editor, self.files)
        self._puzzle: Board | None = None
        self._mode = DESIGN
        self._preset = ""
        self._leaving = False
        self._shown = False
        self._make_widgets()
        self._actions = Actions(self)
        self._lay_out()
        self._connect()
        for name in ("animation", "speed", "seconds", "tour"):
            self._setting_changed(name)
        self._list_recent()
        self.resize(1280, 800)
        self._restore_layout()
        self._begin()

    # --- construction ---

    def _make_widgets(self) -> None:
        self._board_view = BoardView("boardView")
        self._goal_view = BoardView("goalView")
        self._area = BoardArea(self._board_view, self._goal_view)
        self._verdict_line = VerdictLine()
        self._tour = Tour()
        self._gallery = Gallery()
        self._panel = SolverPanel()
        self._moves = MovesPage(self._play)
        self.following = Following(
            self,
            self._board_view,
            self._area.board_heading,
            self._moves,
            self.settings,
            self._solving.worker,
        )
        self._timeline = self.following.timeline
        self._hand = Hand(self._board_view, self._play, self._timeline, self.settings)
        self._design = DesignPanel(self._document, self._editor)
        self._pages = QStackedWidget()
        self._pages.addWidget(SideScroll(self._design, _LEAST_PAGE))
        self._pages.addWidget(self._moves)

    def _lay_out(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(6, 2, 6, 2)
        column.setSpacing(6)
        column.addWidget(self._tour)
        column.addWidget(self._area, 1)
        column.addWidget(self._verdict_line)
        column.addWidget(self.following.bar)
        self.setCentralWidget(centre)

        right = QWidget()
        side = QVBoxLayout(right)
        side.setContentsMargins(4, 4, 10, 8)
        side.setSpacing(12)
        side.addWidget(SideScroll(self._panel, _LEAST_PANEL))
        side.addWidget(self._pages, 1)
        left = QWidget()
        side = QVBoxLayout(left)
        side.setContentsMargins(10, 4, 4, 8)
        side.addWidget(self._gallery)
        left.setMinimumWidth(_LEAST_GALLERY)
        gallery_dock = self._dock("galleryDock", "Gallery", left, 12)
        solver_dock = self._dock("solverDock", "Solve", right, 6)
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, gallery_dock)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, solver_dock)
        self.resizeDocks([gallery_dock, solver_dock], [236, 316], Qt.Orientation.Horizontal)

        menus = self._actions.fill_menus(self)
        self.following.bar.offer(self._actions, LOOP_ACTIONS)
        menus["view"].addSeparator()
        for dock in (gallery_dock, solver_dock):
            menus["view"].addAction(dock.toggleViewAction())
        self._recent_menu = QMenu("Open &recent", self)
        self._recent_menu.triggered.connect(self._open_recent)
        menus["file"].insertMenu(self._actions["actionSave"], self._recent_menu)
        toolbar = QToolBar("Toolbar")
        toolbar.setObjectName("toolbar")
        toolbar.setIconSize(QSize(20, 20))
        toolbar.setMovable(False)
        self._actions.fill_toolbar(toolbar)
        self.addToolBar(toolbar)
        self.statusBar()  # there from the start, so that a message moves nothing
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def _dock(self, name: str, title: str, content: QWidget, left: int) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable
            | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        bar = heading(title)
        bar.setContentsMargins(left, 6, 0, 0)
        dock.setTitleBarWidget(bar)
        dock.setWidget(content)
        return dock

    def _connect(self) -> None:
        document = self._document
        document.board_changed.connect(self._board_changed)
        document.replaced.connect(self._begin)
        document.title_changed.connect(self._show_title)
        document.undo_stack.indexChanged.connect(self._enable_actions)
        self.files.solution_opened.connect(self._show_result)
        self.files.said.connect(self._say)
        self.following.solution_changed.connect(self._autosave.look)
        self.edits.said.connect(self._say)
        self.files.made.connect(self.rate)
        self.edits.shuffled.connect(self.rate)
        self._editor.selection_changed.connect(self._selection_changed)
        self.files.recent_changed.connect(self._list_recent)
        self._solving.changed.connect(self._enable_actions)
        self._solving.verdict_changed.connect(self._show_verdict)
        self._solving.solved.connect(self._solved)
        self._solving.failed.connect(self._panel.show_error)
        self._solving.rated.connect(self._show_difficulty)
        self._editor.attach(self._board_view, self._board_field)
        self._editor.attach(self._goal_view, self._goal_field)
        self._board_view.key_typed.connect(self._line_key)
        self._hand.meant.connect(self._make)
        self._hand.meant.connect(self._autosave.look)  # once the moves have been made
        self._hand.changed.connect(self._show_position)
        for view in (self._board_view, self._goal_view):
            view.cursor_moved.connect(self._describe_views)
        self._design.cell_wanted.connect(self._show_cell)
        self._verdict_line.repair_wanted.connect(self._mend)
        self._gallery.chosen.connect(self.open_preset)
        self._panel.solve_wanted.connect(self.solve)
        self._panel.stop_wanted.connect(self.stop)
        self._panel.solver_chosen.connect(self._remember_solver)
        self.following.bar.speed_chosen.connect(self._remember_speed)
        self.following.used.connect(self._follow)
        self.following.moved.connect(self._show_position)
        self.following.stepped.connect(self._announce)
        self.following.solution_changed.connect(self._enable_actions)
        self._timeline.looping_changed.connect(self._actions["actionLoop"].setChecked)
        self._moves.hint_wanted.connect(self.hint)
        self._moves.check_wanted.connect(self.check)
        self._moves.restart_wanted.connect(self.restart)
        self._play.advised.connect(self._advised)
        self._tour.ended.connect(self._end_tour)
        self._panel.seconds.valueChanged.connect(self._remember_seconds)
        self.settings.changed.connect(self._setting_changed)
        theme.theme().changed.connect(self._restyle)

    # --- what others may ask ---

    def board(self) -> Board:
        """The board being worked on."""
        return self._document.board

    def solution(self) -> Solution | None:
        """The solution being shown, None if there is none."""
        return self.following.solution

    def solving(self) -> bool:
        """Whether a solver is at work on the board."""
        return self._solving.run is not None

    def document(self) -> Document:
        """The board with its history and file."""
        return self._document

    def timeline(self) -> Timeline:
        """Playback of the solution, or of the moves made by hand."""
        return self._timeline

    def panel(self) -> SolverPanel:
        """The panel that chooses and watches solvers."""
        return self._panel

    def board_view(self) -> BoardView:
        """The view of the board."""
        return self._board_view

    def worker(self) -> Worker:
        """What does all that takes time."""
        return self._solving.worker

    def mode(self) -> str:
        """DESIGN, PLAY or SOLUTION."""
        return self._mode

    def open_path(self, path: str | Path) -> bool:
        """Open a board or solution file; whether it is one. What is open stays if not."""
        return self.files.open_path(path)

    # --- actions: files ---

    def open_preset(self, name: str) -> None:
        """Open a preset, unless it is open and unchanged."""
        self._gallery.select(self._preset)  # until it is another
        board = load_preset(name)
        if board != self.board():
            self.files.leave_then(lambda: self._document.open(board))

    def new_window(self) -> None:
        """Open another window."""
        self.window_wanted.emit()

    def quit(self) -> None:
        """Close all windows."""
        if self.isSignalConnected(QMetaMethod.fromSignal(self.quit_wanted)):
            self.quit_wanted.emit()
        else:  # there is only this one
            self.close()

    def is_unsaved(self) -> bool:
        """Whether closing the window would lose work, and will ask about it."""
        return self.files.is_unsaved() and not self._leaving

    def is_in_use(self) -> bool:
        """Whether anything was done with the board that it began with."""
        work = self._work_done()
        done = work.solution is not None or bool(work.moves)
        return done or self.solving() or not self._document.is_untouched

    def close_then(self, action: Callable[[], object]) -> None:
        """Close the window once its unsaved work has been asked about, and do ``action``."""
        self.files.close_then(lambda: self._leave(action))

    def recover(self, left: Unsaved) -> None:
        """Go on with work that a crash has left unsaved."""
        self.files.recover(left)
        if left.work.moves:
            self._play.begin(self.board(), left.work.moves, self.solution())
            self._set_mode(PLAY, len(left.work.moves))

    def _work_done(self) -> WorkDone:
        moves = tuple(self._play.walk.moves)
        return WorkDone(self.solution(), moves, self._played() if moves else None)

    def save_solution(self) -> None:
        """Save the solution shown in a file, with its board."""
        solution = self._shown_solution()
        if solution is not None:
            self.files.save_solution(solution)

    def export(self) -> None:
        """Write the moves shown to a file."""
        solution = self._shown_solution()
        if solution is not None:
            self.files.exports.export(solution)

    def print_moves(self) -> None:
        """Print the moves shown, as a booklet."""
        solution = self._shown_solution()
        if solution is not None:
            self.files.exports.print_moves(solution)

    def enter_moves(self) -> None:
        """Have moves typed or pasted."""
        dialog = open_entry(self, self.board(), self._solving.worker)
        dialog.accepted.connect(lambda: self._take_entered(dialog.entered))

    def _take_entered(self, entered: Entered | None) -> None:
        """Follow moves that were typed in; play those that do not solve the board by hand."""
        assert entered is not None
        if entered.solved:
            self._show_result(as_solution(self.board(), entered))
        else:
            self._play.begin(self.board(), entered.moves, self.solution())
            self._set_mode(PLAY, len(entered.moves))
            self._board_view.setFocus()

    def copy_moves(self) -> None:
        """Put the moves shown on the clipboard."""
        self.following.copy_moves()
        self._say("Moves copied")

    def _shown_solution(self) -> Solution | None:
        """What can be exported: the solution, or while playing the player's own."""
        return self._played() if self._mode == PLAY else self.solution()

    def _played(self) -> Solution | None:
        """The moves made by hand, if they solve the board."""
        walk = self._play.walk
        if not self._play.solved_after(len(walk)):
            return None
        bound = walk.board.lower_bound()
        return Solution(
            walk.board, "by hand", Status.SOLVED, tuple(walk.moves),
            lower_bound=bound, optimal=len(walk) <= bound, seconds=self._play.seconds,
        )  # fmt: skip

    # --- actions: editing and view ---

    def undo(self) -> None:
        """Undo an edit, or while playing a move."""
        if self._mode == PLAY:
            self._timeline.step(-1)
        else:
            self._document.undo_stack.undo()

    def redo(self) -> None:
        """Redo an edit, or while playing a move."""
        if self._mode == PLAY:
            self._timeline.step(1)
        else:
            self._document.undo_stack.redo()

    def show_design(self) -> None:
        self._set_mode(DESIGN)
        self._board_view.setFocus()

    def show_play(self) -> None:
        """Play by hand; from a position of the solution if one is being followed."""
        solution, at = self.solution(), None
        if self._mode == SOLUTION and solution is not None and self._timeline.position:
            at = self._timeline.position
            self._play.begin(self.board(), solution.moves[:at], solution)
        elif self._mode != PLAY and not self._play.walk.moves:
            self._play.begin(self.board(), advice=solution)
        self._set_mode(PLAY, at)
        self._board_view.setFocus()

    def show_solution(self) -> None:
        self._set_mode(SOLUTION)
        self._board_view.setFocus()

    def next_pane(self) -> None:
        """Put the focus on the next part of the window."""
        page = self._design.palette_view if self._mode == DESIGN else self._moves.table
        order = (self._gallery, self._board_view, self._goal_view, self._panel.combo, page)
        panes = [pane for pane in order if pane.isVisible() and pane.isEnabled()]
        now = next((i for i, pane in enumerate(panes) if pane.hasFocus()), -1)
        panes[(now + 1) % len(panes)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _setting_changed(self, name: str) -> None:
        """A setting was changed, here or in another window."""
        value = self.settings[name]
        match name:
            case "theme":
                theme.theme().apply(value)
            case "labels":
                theme.theme().show_labels(value)
            case "animation":
                self._timeline.animated = value
            case "speed":
                self.following.bar.set_speed(value)
            case "seconds":
                self._panel.seconds.setValue(value)
            case "tour":
                self._tour.setVisible(value)
        self._check_actions()

    # --- actions: solving ---

    def solve(self) -> None:
        """Solve the board with the chosen solver, in the worker."""
        if self.solving() or self._document.problems:
            return
        try:
            run = self._solving.begin(self.board(), self._panel.solver, self._panel.request)
        except PuzzleError as error:
            self._panel.show_error(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return
        self._panel.show_running(run)

    def stop(self) -> None:
        """Stop the solver; what it has found is kept."""
        self._solving.stop()

    def rate(self) -> None:
        """Find out how hard the board is, and say so beside the verdict."""
        if not self._document.problems and not self.solving():
            self._verdict_line.show_difficulty("Finding out how hard it is …")
            self._solving.rate(self.board())

    def _solved(self, solution: Solution) -> None:
        # Its title and its colours may be others by now.
        self._show_result(replace(solution, board=self.board()))

    def _show_result(self, solution: Solution, walk: Walk | None = None) -> None:
        self._solving.remember(solution)
        self._panel.show_result(solution)
        if solution.solved:
            self.use_solution(solution, walk)
            self.show_solution()
        self._announce(solution.outcome())

    def use_solution(self, solution: Solution | None, walk: Walk | None = None) -> None:
        """Follow a solution of the board; it has been replayed."""
        self.following.use(solution, walk)

    def _follow(self) -> None:
        """Playback was used: show what it plays."""
        if self._mode == DESIGN:
            self._set_mode(SOLUTION)

    def _line_key(self, event: QKeyEvent) -> None:
        """A key on the board while a solution is followed or the board is played."""
        key = Qt.Key(event.key())
        if self._mode == PLAY and self._hand.key(key, event.modifiers()):
            event.accept()
            return
        if self._mode == PLAY and key == Qt.Key.Key_Backspace:
            self.undo()
            event.accept()
        if self._mode == SOLUTION and self.following.key(key):
            event.accept()

    # --- actions: playing by hand ---

    def hint(self) -> None:
        """Show the next move."""
        self._play.ask(self._timeline.position, hint=True)

    def check(self) -> None:
        """Say how far it still is."""
        self._play.ask(self._timeline.position, hint=False)

    def restart(self) -> None:
        """Play from the start again."""
        self._play.begin(self.board(), advice=self.solution())
        self._moves.advice.clear()
        self.following.go_along(self._play.walk, 0)

    def _make(self, moves: Sequence[Any], seen: bool) -> None:
        """Make moves by hand, as movements unless they have been seen."""
        self._hand.let_go()
        index = self._timeline.position
        self._play.make(index, moves)
        self._moves.advice.clear()
        made = len(self._play.walk)
        self.following.extend(index, seen=seen)
        words = self.board().describe_move(moves[-1])
        if self._play.solved_after(made):
            words += f"; solved in {made} moves"
            self._moves.advice.setText(f"Solved in {made} moves.")
        self._announce(words)
        self._enable_actions()

    def _advised(self, text: str) -> None:
        self._show_position()
        self._announce(text)

    # --- when something has changed ---

    def _begin(self) -> None:
        """Another document is open."""
        board = self.board()
        self._puzzle = None
        self._preset = next((name for name in PRESETS if load_preset(name) == board), "")
        self._gallery.select(self._preset)
        self._mode = DESIGN  # what was followed is of another board
        self._editor.begin()
        self._set_mode(DESIGN)
        self._panel.list_solvers(board.family, self.settings[f"solver/{board.family}"])
        self._board_changed()

    def _board_changed(self) -> None:
        board = self.board()
        if board.puzzle != self._puzzle:
            self._puzzle = board.puzzle
            self._puzzle_changed()
        else:
            self._show_repairs()
            self.following.recolour(board)
        self._design.refresh()
        self._show_boards()
        self._show_title()

    def _puzzle_changed(self) -> None:
        """What is solved, and shown of it, is no longer this board."""
        board = self.board()
        cancelled = self._solving.abandon()
        known = self._solving.known(board)
        self._play.begin(board)
        if self._mode == PLAY:
            self.following.go_along(self._play.walk, 0)
        self.use_solution(known)
        problems = self._document.problems
        self._panel.show_board(board)
        if problems:
            first = problems[0].message
            rest = len(problems) - 1
            more = f" There {'is' if rest == 1 else 'are'} {rest} more." if rest else ""
            self._solving.deny(f"{first[:1].upper()}{first[1:]}.{more}")
        else:
            self._solving.decide(board)
        if known is not None:
            self._panel.show_result(known)
        elif problems:
            self._panel.show_idle("Mend the problems first, then the board can be solved.")
        elif cancelled:
            self._panel.show_idle("Cancelled, because the board was changed.")
        else:
            self._panel.show_idle(_READY)

    def _show_verdict(self, verdict: Verdict) -> None:
        self._verdict_line.show_verdict(verdict)
        self._show_repairs()

    def _show_difficulty(self, text: str) -> None:
        self._verdict_line.show_difficulty(text)
        self._announce(text)

    def _show_repairs(self) -> None:
        """Offer what would make the board sound, or solvable."""
        needed = self._document.problems or self._solving.verdict.solvable is False
        offered = repairs(self.board()) if needed and self._mode == DESIGN else []
        self._verdict_line.offer(offered)

    def _mend(self, repair: Repair) -> None:
        self._document.edit(repair.board, f"{repair.sentence[:1].lower()}{repair.sentence[1:]}")

    def _set_mode(self, mode: str, at: int | None = None) -> None:
        """Change the mode; ``at``: so many moves of the line are done then."""
        self._mode = mode
        self._hand.set_active(mode == PLAY)
        for name in (DESIGN, PLAY, SOLUTION):
            self._actions[f"action{name.capitalize()}"].setChecked(mode == name)
        self._pages.setCurrentIndex(0 if mode == DESIGN else 1)
        designing, playing = mode == DESIGN, mode == PLAY
        cursor = designing or (playing and not self.board().steers)
        self._board_view.allow(editing=designing, playing=playing, cursor=cursor)
        self._goal_view.allow(editing=designing, playing=False, cursor=designing)
        self.following.go_along(self._play.walk if playing else None, at)
        self._enable_actions()
        self._show_boards()
        self._show_repairs()

    def _show_boards(self) -> None:
        board = self.board()
        goal = board.goal_picture()
        self._area.arrange(board, equal=self._mode == DESIGN)
        if goal is not None:
            marks = self._design_marks("goal")
            self._goal_view.show_frame(Frame(goal, frame_colours(board), marks=marks))
        self._show_position()

    def _design_marks(self, field: str) -> Marks:
        """The problems of a grid, and what is selected of it."""
        problems = [problem for problem in self._document.problems if problem.field == field]
        selected: frozenset[Cell] = frozenset()
        if self._mode == DESIGN and self._editor.region and self._editor.field == field:
            selected = frozenset(self._editor.region.cells)
        cells = frozenset(cell for problem in problems for cell in problem.cells)
        return Marks(problems=cells, selected=selected)

    def _selection_changed(self) -> None:
        self._show_boards()
        self._enable_actions()

    def _show_position(self) -> None:
        """Draw the start, or the board where playback is."""
        board = self.board()
        if self._mode == DESIGN or self.following.line is None:
            marks = self._design_marks(board.grid_fields[0])
            frame = Frame(board.picture(), frame_colours(board), marks=marks)
            self._board_view.show_frame(frame)
            self._area.board_heading.setText("Start" if board.goal_picture() else "Board")
        else:
            by_hand = self._marks_by_hand() if self._mode == PLAY else None
            self.following.draw(board, by_hand, self._hand.held)
        self._describe_views()

    def _marks_by_hand(self) -> Marks:
        """What can be done in the position, and what is advised."""
        board = self._play.board
        position = self._play.walk[self._timeline.position]
        legal = board.legal_moves(position) if board.picture().ground else ()
        choices = frozenset(board.motion(position, move).cells[1] for move in legal)
        return Marks(coming=self._play.hint or self._hand.aim, choices=choices)

    def _describe_views(self) -> None:
        for view, name in ((self._board_view, "Board"), (self._goal_view, "Goal")):
            if view.frame is not None:
                view.describe(name, view.frame.picture)

    def _enable_actions(self) -> None:
        running, playing = self.solving(), self._mode == PLAY
        stack = self._document.undo_stack
        sound = not self._document.problems
        position = self._timeline.position
        undo_text, redo_text = ("move", "move") if playing else (stack.undoText(), stack.redoText())
        self._actions.enable(
            {
                "savable": self._document.modified or self._document.path is None,
                "revertible": self._document.modified and self._document.path is not None,
                "solved": self._shown_solution() is not None,
                "movable": self._timeline.length > 0,
                "undoable": position > 0 if playing else stack.canUndo(),
                "redoable": position < self._timeline.length if playing else stack.canRedo(),
                "sound": sound,
                "designing": self._mode == DESIGN,
                **{
                    f"edit {name}": self._mode == DESIGN and self.edits.applies(name)
                    for name in EDITS
                },
                **{
                    f"form {form.name}": self.board().family in form.families
                    for form in TEXT_FORMS.values()
                },
                "playing": playing,
                "solvable": sound and not running,
                "running": running,
            }
        )
        self._actions["actionUndo"].setText(f"&Undo {undo_text}".strip())
        self._actions["actionRedo"].setText(f"&Redo {redo_text}".strip())
        self._panel.enable(can_solve=sound and not running, can_stop=running)

    def _check_actions(self) -> None:
        """Show which of the choices are chosen."""
        mode = self.settings["theme"]
        self._actions[f"actionTheme{mode.capitalize()}"].setChecked(True)
        self._actions["actionAnimate"].setChecked(self.settings["animation"])
        self._actions["actionGoalMarks"].setChecked(self.settings["goal marks"])
        clockwise = self.settings["left button"] == LEFT_CLOCKWISE
        self._actions["actionLeftTurns"].setChecked(clockwise)

    def _show_title(self) -> None:
        self.setWindowTitle(f"{self._document.name}[*] — PuzzleGUI")
        self.setWindowModified(self._document.modified)
        self._enable_actions()

    def _list_recent(self) -> None:
        self._recent_menu.clear()
        for path in self.files.recent():
            action = self._recent_menu.addAction(path.name.replace("&", "&&"))
            action.setToolTip(str(path))
            action.setData(str(path))
        self._recent_menu.setToolTipsVisible(True)
        self._recent_menu.setEnabled(not self._recent_menu.isEmpty())

    def _open_recent(self, action: Any) -> None:
        self.open_path(action.data())

    def _restyle(self) -> None:
        self._actions.restyle()
        self._verdict_line.restyle()

    # --- small services ---

    def _board_field(self) -> str | None:
        return self.board().grid_fields[0] if self._mode == DESIGN else None

    def _goal_field(self) -> str | None:
        return "goal" if "goal" in self.board().grid_fields and self._mode == DESIGN else None

    def _show_cell(self, field: str, cell: Cell) -> None:
        view = self._goal_view if field == "goal" else self._board_view
        view.setFocus()
        view.move_cursor(cell)

    def _remember_solver(self, name: str) -> None:
        self.settings[f"solver/{self.board().family}"] = name

    def _remember_speed(self, speed: float) -> None:
        self.settings["speed"] = speed

    def _remember_seconds(self, seconds: int) -> None:
        self.settings["seconds"] = seconds

    def _end_tour(self) -> None:
        self.settings["tour"] = False

    def _say(self, text: str) -> None:
        self.statusBar().showMessage(text, 5000)

    def _announce(self, text: str) -> None:
        """Tell assistive tools."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # --- the window itself ---

    def _restore_layout(self) -> None:
        if geometry := self.settings.window("geometry"):
            self.restoreGeometry(geometry)
        if state := self.settings.window("state"):
            self.restoreState(state)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        super().showEvent(event)
        if not self._shown:
            self._shown = True
            # After the first paint, so that the window is there at once.
            QTimer.singleShot(0, self, self._after_show)

    def _after_show(self) -> None:
        from puzzlegui import kernels  # noqa: PLC0415 - reads files

        self._gallery.draw_pictures()
        if note := kernels.note():
            label = QLabel("⚠ Slow solvers: not compiled")
            label.setObjectName("kernelLabel")
            label.setToolTip(note)
            label.setAccessibleDescription(note)
            self.statusBar().addPermanentWidget(label)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        for url in event.mimeData().urls():
            if url.isLocalFile():
                self.open_path(url.toLocalFile())
                return

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange and self.isMinimized():
            self._timeline.pause()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        if self.is_unsaved():
            event.ignore()
            self.close_then(lambda: None)
            return
        self.settings.keep_window("geometry", self.saveGeometry())
        self.settings.keep_window("state", self.saveState())
        self.settings.write()
        self._timeline.go_to(self._timeline.position)
        self.hide()
        self._solving.worker.close()
        self._autosave.close()
        event.accept()
        self.closed.emit()

    def _leave(self, action: Callable[[], object]) -> None:
        self._leaving = True
        self.close()
        action()
