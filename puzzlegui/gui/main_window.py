"""The window: gallery, boards, timeline, solver, and how they work together."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QScrollArea,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from puzzlegui import __version__
from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.boardfile import MAX_BOARD_BYTES, SUFFIX, parse_file, read_text
from puzzlegui.core.cells import Cell
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.files import write_file
from puzzlegui.core.presets import PRESETS, load_preset
from puzzlegui.core.solution import Solution, Walk, replay
from puzzlegui.export.formats import FORMATS
from puzzlegui.gui import dialogs, theme
from puzzlegui.gui.actions import Actions, shortcuts_html
from puzzlegui.gui.board_view import BoardView
from puzzlegui.gui.designer import DesignPanel, Editor, heading
from puzzlegui.gui.document import Document
from puzzlegui.gui.gallery import Gallery
from puzzlegui.gui.moves import MoveTable
from puzzlegui.gui.settings import Settings
from puzzlegui.gui.solver_panel import SolverPanel
from puzzlegui.gui.timeline import Timeline, TimelineBar
from puzzlegui.gui.worker import Worker
from puzzlegui.render.painter import Frame, Marks
from puzzlegui.render.style import frame_colours
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.kernels import KERNELS
from puzzlegui.solvers.run import Run, decided, deciding_run

DESIGN, SOLUTION = "design", "solution"
_DECIDING_SECONDS = 3.0


class BoardArea(QWidget):
    """The board, and the goal beside it or below, each under its heading."""

    def __init__(self, board: BoardView, goal: BoardView) -> None:
        super().__init__()
        self.board_heading = heading("Start")
        self.goal_heading = heading("Goal")
        self._mode = DESIGN
        self._boxes: list[QWidget] = []
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(10)
        for label, view in ((self.board_heading, board), (self.goal_heading, goal)):
            box = QWidget()
            column = QVBoxLayout(box)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(4)
            column.addWidget(label)
            column.addWidget(view, 1)
            label.setBuddy(view)
            self._boxes.append(box)
            self._row.addWidget(box)

    def arrange(self, mode: str, *, has_goal: bool) -> None:
        """Equal sizes for design; for a solution the goal small; no goal where there is none."""
        self._mode = mode
        self._boxes[1].setVisible(has_goal)
        self._stretch()

    def _stretch(self) -> None:
        wide = self.width() >= self.height()
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.LeftToRight if wide else direction.TopToBottom)
        self._row.setStretch(0, 1 if self._mode == DESIGN else 3)
        self._row.setStretch(1, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._stretch()


class VerdictLine(QWidget):
    """Whether the board is sound and can be solved, in words, with an icon that says it too."""

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setObjectName("verdictLabel")
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._picture = QLabel()
        self._state: bool | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.label, 1)
        self.setMinimumHeight(2 * self.fontMetrics().height() + 4)

    def show_verdict(self, state: bool | None, text: str) -> None:
        """Good (True), bad (False) or open (None), and why."""
        self._state = state
        self.label.setText(text)
        self.restyle()

    def restyle(self) -> None:
        """Draw the icon in the colours of the theme."""
        colours = theme.theme().colours
        name, tint = {
            True: ("yes", colours.good),
            False: ("no", colours.bad),
            None: ("unknown", colours.doubt),
        }[self._state]
        self._picture.setPixmap(theme.icon(name, tint).pixmap(QSize(20, 20)))


class MainWindow(QMainWindow):
    """One board: designed, solved, followed, exported.

    Args:
        board: the board to begin with; by default the first preset.
    """

    solution_changed = Signal()
    kernels_ready = Signal()

    def __init__(self, board: Board | None = None) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self.settings = Settings()
        theme.theme().apply(self.settings["theme"])
        self._document = Document(board or load_preset(PRESETS[0]), self)
        self._solution: Solution | None = None
        self._walk: Walk | None = None
        self._known: dict[Board, Solution] = {}
        self._run: Run | None = None
        self._deciding: Run | None = None
        self._verdict = Verdict(None, "")
        self._mode = DESIGN
        self._kernels = list(KERNELS)
        self._shown = False
        self._worker = Worker(self)
        self._timeline = Timeline(self)
        self._editor = Editor(self._document, self)
        self._make_widgets()
        self._actions = Actions(self)
        self._lay_out()
        self._connect()
        self._timeline.animated = self.settings["animation"]
        self._bar.set_speed(self.settings["speed"])
        self._check_actions()
        self.resize(1280, 800)
        self._restore_layout()
        self._begin()
        if board is None:
            self._gallery.select(PRESETS[0])

    # --- construction ---

    def _make_widgets(self) -> None:
        self._board_view = BoardView("boardView")
        self._goal_view = BoardView("goalView")
        self._area = BoardArea(self._board_view, self._goal_view)
        self._bar = TimelineBar(self._timeline)
        self._verdict_line = VerdictLine()
        self._gallery = Gallery()
        self._panel = SolverPanel()
        self._moves = MoveTable()
        self._design = DesignPanel(self._document, self._editor)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._design)
        self._pages.addWidget(self._moves_page())
        self._kernel_label = QLabel()
        self._kernel_label.setObjectName("kernelLabel")

    def _moves_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._moves_heading = heading("Moves")
        self._moves_hint = QLabel("No solution yet. Press Solve, and its moves are listed here.")
        self._moves_hint.setWordWrap(True)
        self._moves_hint.setProperty("role", "faint")
        column.addWidget(self._moves_heading)
        column.addWidget(self._moves_hint)
        column.addWidget(self._moves, 1)
        return page

    def _lay_out(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(6, 2, 6, 2)
        column.setSpacing(6)
        column.addWidget(self._area, 1)
        column.addWidget(self._verdict_line)
        column.addWidget(self._bar)
        self.setCentralWidget(centre)

        right = QWidget()
        side = QVBoxLayout(right)
        side.setContentsMargins(4, 4, 10, 8)
        side.setSpacing(12)
        side.addWidget(self._panel)
        side.addWidget(self._pages, 1)
        left = QWidget()
        side = QVBoxLayout(left)
        side.setContentsMargins(10, 4, 4, 8)
        side.addWidget(self._gallery)
        scroll = QScrollArea()  # on a small screen
        scroll.setWidget(right)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        gallery_dock = self._dock("galleryDock", "Gallery", left, 166)
        solver_dock = self._dock(
            "solverDock", "Solve", scroll, right.minimumSizeHint().width() + 14
        )
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, gallery_dock)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, solver_dock)
        self.resizeDocks([gallery_dock, solver_dock], [236, 316], Qt.Orientation.Horizontal)

        menus = self._actions.fill_menus(self)
        menus["view"].addSeparator()
        for dock in (gallery_dock, solver_dock):
            menus["view"].addAction(dock.toggleViewAction())
        toolbar = QToolBar("Toolbar")
        toolbar.setObjectName("toolbar")
        toolbar.setIconSize(QSize(20, 20))
        toolbar.setMovable(False)
        self._actions.fill_toolbar(toolbar)
        self.addToolBar(toolbar)
        self.statusBar().addPermanentWidget(self._kernel_label)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def _dock(self, name: str, title: str, content: QWidget, least: int) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable
            | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        content.setMinimumWidth(least)
        dock.setWidget(content)
        return dock

    def _connect(self) -> None:
        document = self._document
        document.board_changed.connect(self._board_changed)
        document.replaced.connect(self._begin)
        document.title_changed.connect(self._show_title)
        document.undo_stack.indexChanged.connect(self._enable_actions)
        self._editor.attach(self._board_view, self._board_field)
        self._editor.attach(self._goal_view, self._goal_field)
        self._board_view.key_typed.connect(self._playback_key)
        for view in (self._board_view, self._goal_view):
            view.cursor_moved.connect(self._describe_views)
        self._design.cell_wanted.connect(self._show_cell)
        self._gallery.chosen.connect(self.open_preset)
        self._panel.solve_wanted.connect(self.solve)
        self._panel.stop_wanted.connect(self.stop)
        self._panel.solver_chosen.connect(self._remember_solver)
        self._bar.speed_chosen.connect(self._remember_speed)
        self._timeline.changed.connect(self._show_position)
        self._moves.position_wanted.connect(self._timeline.go_to)
        self._worker.solved.connect(self._solved)
        self._worker.warmed.connect(self._warmed)
        theme.theme().changed.connect(self._restyle)

    # --- what others may ask ---

    def board(self) -> Board:
        """The board being worked on."""
        return self._document.board

    def solution(self) -> Solution | None:
        """The solution being shown, None if there is none."""
        return self._solution

    def solving(self) -> bool:
        """Whether a solver is at work on the board."""
        return self._run is not None

    def document(self) -> Document:
        """The board with its history and file."""
        return self._document

    def timeline(self) -> Timeline:
        """Playback of the solution."""
        return self._timeline

    def panel(self) -> SolverPanel:
        """The panel that chooses and watches solvers."""
        return self._panel

    def board_view(self) -> BoardView:
        """The view of the board."""
        return self._board_view

    def open_path(self, path: str | Path) -> bool:
        """Open a board or solution file; whether it could be. What is open stays if not."""
        path = Path(path)
        try:
            found = parse_file(read_text(path, MAX_BOARD_BYTES), str(path))
        except PuzzleError as error:
            dialogs.show_problem(self, "This file cannot be opened", str(error))
            return False
        if not self._may_leave():
            return False
        self.settings["folder"] = str(path.parent)
        self.open_document(found, path)
        return True

    def open_document(self, found: Board | Solution, path: Path | None = None) -> None:
        """Begin with a board, or with a solution and its board."""
        if isinstance(found, Board):
            self._document.open(found, path)
            return
        self._document.open(found.board)
        if found.solved:
            played = replay(found.board, found.moves)
            if not played.right:
                dialogs.show_problem(self, "This solution is wrong", played.message)
                return
        self._show_result(found)

    # --- actions: files ---

    def new_board(self) -> None:
        board = dialogs.ask_new_board(self)
        if board is not None and self._may_leave():
            self._document.open(board)

    def open_file(self) -> None:
        path = dialogs.ask_open_path(self, self.settings["folder"])
        if path is not None:
            self.open_path(path)

    def open_preset(self, name: str) -> None:
        """Open a preset, unless it is open and unchanged."""
        board = load_preset(name)
        if board == self.board() or not self._may_leave():
            return
        self._document.open(board)
        self._gallery.select(name)

    def save(self) -> bool:
        """Save the board where it came from, or ask where."""
        path = self._document.path
        return self.save_as() if path is None else self._save_to(path)

    def save_as(self) -> bool:
        suggested = self._document.path or Path(
            self.settings["folder"], _file_name(self._document.name) + SUFFIX
        )
        path = dialogs.ask_save_path(self, "Save board", suggested, {SUFFIX: "Board"})
        return path is not None and self._save_to(path)

    def _save_to(self, path: Path) -> bool:
        try:
            self._document.save(path)
        except OSError as error:
            text = f"{path}: {error.strerror or error}"
            dialogs.show_problem(self, "The board could not be saved", text)
            return False
        self.settings["folder"] = str(path.parent)
        self.statusBar().showMessage(f"Saved {path.name}", 5000)
        return True

    def _may_leave(self) -> bool:
        """Whether the board may be left; asks if it has changes that are not saved."""
        if not self._document.modified:
            return True
        answer = dialogs.ask_unsaved(self, self._document.name)
        if answer == dialogs.SAVE:
            return self.save()
        return answer == dialogs.DISCARD

    def export(self) -> None:
        """Write the moves in one of the formats."""
        solution = self._solution
        if solution is None:
            return
        name = _file_name(solution.board.title or solution.board.family) + "-moves.txt"
        kinds = {format_.suffix: format_.title for format_ in FORMATS.values()}
        path = dialogs.ask_save_path(
            self, "Export moves", Path(self.settings["folder"], name), kinds
        )
        if path is None:
            return
        format_ = next(f for f in FORMATS.values() if f.suffix == path.suffix.lower())
        try:
            write_file(path, format_.write(solution).encode())
        except OSError as error:
            text = f"{path}: {error.strerror or error}"
            dialogs.show_problem(self, "The moves could not be written", text)
            return
        self.statusBar().showMessage(f"Wrote {path.name}", 5000)

    def copy_moves(self) -> None:
        if self._solution is not None:
            texts = self._solution.board.moves_text(self._solution.moves)
            QGuiApplication.clipboard().setText(" ".join(texts))
            self.statusBar().showMessage("Moves copied", 5000)

    # --- actions: editing and view ---

    def undo(self) -> None:
        self._document.undo_stack.undo()

    def redo(self) -> None:
        self._document.undo_stack.redo()

    def show_design(self) -> None:
        self._set_mode(DESIGN)
        self._board_view.setFocus()

    def show_solution(self) -> None:
        self._set_mode(SOLUTION)
        self._board_view.setFocus()

    def theme_system(self) -> None:
        self._choose_theme(theme.SYSTEM)

    def theme_light(self) -> None:
        self._choose_theme(theme.LIGHT_MODE)

    def theme_dark(self) -> None:
        self._choose_theme(theme.DARK_MODE)

    def _choose_theme(self, mode: str) -> None:
        self.settings["theme"] = mode
        theme.theme().apply(mode)

    def toggle_animation(self, on: bool) -> None:
        self.settings["animation"] = on
        self._timeline.animated = on

    def show_shortcuts(self) -> None:
        dialogs.show_text(self, "Keyboard shortcuts", shortcuts_html())

    def show_about(self) -> None:
        text = (
            f"<h3>PuzzleGUI {__version__}</h3><p>Design rotation grids, sliding puzzles and number "
            "mazes, and see them solved.</p><p>Licence: MIT. The font Inter is under the SIL Open "
            "Font License.</p>"
        )
        dialogs.show_text(self, "About PuzzleGUI", text)

    # --- actions: solving and playback ---

    def solve(self) -> None:
        """Solve the board with the chosen solver, in the worker."""
        if self._run is not None or self._document.problems:
            return
        self._stop_deciding()
        request = Request(self._panel.limits)
        try:
            run = Run(self.board(), self._panel.solver, request)
        except PuzzleError as error:
            self._panel.show_error(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            return
        self._run = run
        waiting = "solvers are being prepared, once on this machine" if self._kernels else ""
        self._panel.show_running(run, waiting)
        self._worker.solve(run)
        self._enable_actions()

    def stop(self) -> None:
        """Stop the solver; what it has found is kept."""
        if self._run is not None:
            self._run.cancel()

    def _abandon_run(self) -> None:
        """Cancel the run and take no notice of its result."""
        if self._run is not None:
            self._run.cancel()
            self._run = None
            self._panel.show_idle("Cancelled, because the board was changed.")

    def _solved(self, run: Run, result: object) -> None:
        if run is self._deciding:
            self._deciding = None
            if isinstance(result, Solution):
                self._show_verdict(decided(self._verdict, result))
            return
        if run is not self._run:
            return
        self._run = None
        if isinstance(result, Solution):
            self._show_result(result)
        else:
            self._panel.show_error(f"The solver failed: {result}")
        self._enable_actions()

    def _show_result(self, solution: Solution) -> None:
        self._panel.show_result(solution)
        if solution.solved:
            self._known[solution.board] = solution
            while len(self._known) > 32:
                del self._known[next(iter(self._known))]
            self.use_solution(solution)
            self.show_solution()
        self._announce(solution.outcome())

    def first(self) -> None:
        self._set_mode(SOLUTION)
        self._timeline.go_to(0)

    def step_back(self) -> None:
        self._set_mode(SOLUTION)
        self._timeline.step(-1)

    def play(self) -> None:
        self._set_mode(SOLUTION)
        self._timeline.toggle()

    def step_on(self) -> None:
        self._set_mode(SOLUTION)
        self._timeline.step(1)

    def last(self) -> None:
        self._set_mode(SOLUTION)
        self._timeline.go_to(self._timeline.length)

    def _playback_key(self, event: QKeyEvent) -> None:
        if self._mode != SOLUTION or self._solution is None:
            return
        action = {
            Qt.Key.Key_Space: self._timeline.toggle,
            Qt.Key.Key_Right: self.step_on,
            Qt.Key.Key_Left: self.step_back,
            Qt.Key.Key_Home: self.first,
            Qt.Key.Key_End: self.last,
        }.get(Qt.Key(event.key()))
        if action is not None:
            action()
            event.accept()

    # --- when something has changed ---

    def _begin(self) -> None:
        """Another document is open."""
        self._set_mode(DESIGN)
        self._panel.show_idle("Press Solve to see the board solved.")
        family = self.board().family
        self._panel.list_solvers(family, self.settings[f"solver/{family}"])
        if self.board() not in map(load_preset, PRESETS):
            self._gallery.select("")
        self._board_changed()
        self._show_title()

    def _board_changed(self) -> None:
        self._abandon_run()
        board = self.board()
        if self._solution is None or self._solution.board != board:
            self.use_solution(self._known.get(board))
        self._show_verdict(self._quick_verdict())
        self._design.refresh()
        self._show_boards()
        self._enable_actions()

    def _quick_verdict(self) -> Verdict:
        problems = self._document.problems
        self._stop_deciding()
        if problems:
            first = problems[0].message
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            return Verdict(False, f"{first[:1].upper()}{first[1:]}{more}.")
        verdict = self.board().verdict()
        if verdict.solvable is None:
            self._deciding = deciding_run(self.board(), Limits(seconds=_DECIDING_SECONDS))
            self._worker.solve(self._deciding)
        return verdict

    def _stop_deciding(self) -> None:
        if self._deciding is not None:
            self._deciding.cancel()
            self._deciding = None

    def _show_verdict(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self._verdict_line.show_verdict(verdict.solvable, verdict.reason)

    def use_solution(self, solution: Solution | None) -> None:
        """Follow a solution of the board; it has been replayed."""
        self._solution = solution
        self._walk = None if solution is None else Walk(solution.board, solution.moves)
        self._bar.set_segments(() if solution is None else solution.segments)
        self._moves.moves.show(solution)
        self._moves_hint.setVisible(solution is None)
        self._moves.setVisible(solution is not None)
        self._timeline.set_length(0 if solution is None else len(solution.moves))
        self.solution_changed.emit()

    def _set_mode(self, mode: str) -> None:
        self._mode = mode
        self._actions["actionDesign"].setChecked(mode == DESIGN)
        self._actions["actionSolution"].setChecked(mode == SOLUTION)
        self._pages.setCurrentIndex(0 if mode == DESIGN else 1)
        self._bar.setEnabled(mode == SOLUTION)
        for view in (self._board_view, self._goal_view):
            view.editable = mode == DESIGN
        if mode == DESIGN:
            self._timeline.pause()
        self._show_boards()

    def _show_boards(self) -> None:
        board = self.board()
        goal = board.goal_picture()
        self._area.arrange(self._mode, has_goal=goal is not None)
        if goal is not None:
            marks = Marks(problems=self._problem_cells("goal"))
            self._goal_view.show_frame(Frame(goal, frame_colours(board), marks=marks))
        self._show_position()

    def _problem_cells(self, field: str) -> frozenset[Cell]:
        return frozenset(
            cell
            for problem in self._document.problems
            if problem.field == field
            for cell in problem.cells
        )

    def _show_position(self) -> None:
        """Draw the start, or the board where playback is."""
        board, walk = self.board(), self._walk
        colours = frame_colours(board)
        if self._mode == DESIGN or walk is None:
            marks = Marks(problems=self._problem_cells(board.grid_fields[0]))
            self._board_view.show_frame(Frame(board.picture(), colours, marks=marks))
            self._area.board_heading.setText("Start" if board.goal_picture() else "Board")
        else:
            done, part = self._timeline.frame
            position = walk[done]
            moving = part > 0 and done < len(walk)
            motion = board.motion(position, walk.moves[done]) if moving else None
            coming = None
            if motion is None and done < len(walk) and not self._timeline.playing:
                coming = board.motion(position, walk.moves[done])
            frame = Frame(board.picture(position), colours, motion, part, Marks(coming=coming))
            self._board_view.show_frame(frame)
            self._show_place()
        self._describe_views()

    def _show_place(self) -> None:
        """Say which move has just been made."""
        position, solution = self._timeline.position, self._solution
        if solution is None:
            return
        if position == 0:
            text = "Start"
        else:
            text = f"Move {position}: {solution.board.describe_move(solution.moves[position - 1])}"
            if position == len(solution.moves):
                text += " · solved"
        self._area.board_heading.setText(text)
        self._moves_heading.setText(f"Moves: {len(solution.moves)}")
        self._moves.follow(position)

    def _describe_views(self) -> None:
        for view, name in ((self._board_view, "Board"), (self._goal_view, "Goal")):
            if view.frame is not None:
                view.describe(name, view.frame.picture)

    def _enable_actions(self) -> None:
        running = self._run is not None
        stack = self._document.undo_stack
        sound = not self._document.problems
        self._actions.enable(
            {
                "savable": self._document.modified or self._document.path is None,
                "solved": self._solution is not None,
                "undoable": stack.canUndo(),
                "redoable": stack.canRedo(),
                "solvable": sound and not running,
                "running": running,
            }
        )
        self._actions["actionUndo"].setText(f"&Undo {stack.undoText()}".strip())
        self._actions["actionRedo"].setText(f"&Redo {stack.redoText()}".strip())
        self._panel.solve.setEnabled(sound and not running)
        self._panel.stop.setEnabled(running)

    def _check_actions(self) -> None:
        """Show which of the choices are chosen."""
        mode = self.settings["theme"]
        self._actions[f"actionTheme{mode.capitalize()}"].setChecked(True)
        self._actions["actionAnimate"].setChecked(self.settings["animation"])

    def _show_title(self) -> None:
        self.setWindowTitle(f"{self._document.name}[*] — PuzzleGUI")
        self.setWindowModified(self._document.modified)
        self._enable_actions()

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
            QTimer.singleShot(0, self._after_show)

    def _after_show(self) -> None:
        self._gallery.draw_pictures()
        self._warm_next()

    def _warm_next(self) -> None:
        if self._kernels:
            self._kernel_label.setText("Preparing solvers …")
            self._worker.warm_up(self._kernels[0])
        else:
            self._kernel_label.setText("Solvers ready")
            self.kernels_ready.emit()

    def _warmed(self, kernel: str) -> None:
        self._kernels.remove(kernel)
        self._warm_next()

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
        if not self._may_leave():
            event.ignore()
            return
        self.settings.keep_window("geometry", self.saveGeometry())
        self.settings.keep_window("state", self.saveState())
        self._timeline.go_to(self._timeline.position)
        self.hide()
        self._worker.close()
        event.accept()


def _file_name(title: str) -> str:
    """A title as a file's name."""
    return "".join(c if c.isalnum() or c in " -_×" else "-" for c in title).strip(" -") or "board"
