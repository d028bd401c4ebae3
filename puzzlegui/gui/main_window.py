"""The window: gallery, boards, timeline, solver, and how they work together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, QStandardPaths, Qt, QTimer, Signal
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
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from puzzlegui import __version__
from puzzlegui.core.board import Board, Verdict, group_digits
from puzzlegui.core.boardfile import MAX_BOARD_BYTES, SUFFIX, parse_file, read_text
from puzzlegui.core.cells import Cell
from puzzlegui.core.errors import BoardFileError, PuzzleError
from puzzlegui.core.presets import PRESETS, load_preset
from puzzlegui.core.solution import Solution, Walk, replay
from puzzlegui.export.formats import FORMATS, export
from puzzlegui.gui import dialogs, theme
from puzzlegui.gui.actions import Actions, shortcuts_html
from puzzlegui.gui.board_view import BoardView
from puzzlegui.gui.designer import DesignPanel
from puzzlegui.gui.document import Document
from puzzlegui.gui.editor import Editor
from puzzlegui.gui.gallery import Gallery
from puzzlegui.gui.moves import MoveTable
from puzzlegui.gui.settings import Settings
from puzzlegui.gui.solver_panel import SolverPanel
from puzzlegui.gui.timeline import Timeline, TimelineBar
from puzzlegui.gui.widgets import SideScroll, heading, text_label
from puzzlegui.gui.worker import Worker
from puzzlegui.render.painter import Frame, Marks
from puzzlegui.render.style import frame_colours
from puzzlegui.solvers.control import Limits, Request
from puzzlegui.solvers.kernels import KERNELS
from puzzlegui.solvers.run import Run, decided, deciding_run

DESIGN, SOLUTION = "design", "solution"
_DECIDING_SECONDS = 3.0
_KNOWN = 32
"""Solutions kept for boards that undo or the gallery may bring back."""
_LOOK_MS = 50
"""How often it is looked whether a run that was told to stop has."""
_READY = "Press Solve to see the board solved."
_LEAST_PANEL, _LEAST_PAGE, _LEAST_GALLERY = 150, 170, 166
"""Pixels that parts of the window need: in height, in height, in width."""
_BETWEEN = 10
"""Pixels between board and goal."""


class BoardArea(QWidget):
    """The board, and the goal beside it or below, each under its heading."""

    def __init__(self, board: BoardView, goal: BoardView) -> None:
        super().__init__()
        self.board_heading = heading("Start")
        self.goal_heading = heading("Goal")
        self._mode = DESIGN
        self._size = 1, 1
        self._boxes: list[QWidget] = []
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setSpacing(_BETWEEN)
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

    def arrange(self, mode: str, board: Board) -> None:
        """Equal sizes for design; for a solution the goal small; no goal where there is none."""
        self._mode = mode
        self._size = board.rows, board.columns
        self._boxes[1].setVisible(board.goal_picture() is not None)
        self._stretch()

    def _stretch(self) -> None:
        """Side by side or one below the other, whichever gives the board larger cells."""
        direction = QBoxLayout.Direction
        rows, columns = self._size
        share = 1 / 2 if self._mode == DESIGN else 3 / 4
        width, height = self.width() - _BETWEEN, self.height() - _BETWEEN
        beside = min(width * share / columns, height / rows)
        below = min(width / columns, height * share / rows)
        wide = beside >= below
        self._row.setDirection(direction.LeftToRight if wide else direction.TopToBottom)
        self._row.setStretch(0, 1 if self._mode == DESIGN else 3)
        self._row.setStretch(1, 1)
        # Both of the same size to the pixel.
        self._row.setContentsMargins(0, 0, width % 2 if wide else 0, 0 if wide else height % 2)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        super().resizeEvent(event)
        self._stretch()


class VerdictLine(QWidget):
    """Whether the board is sound and can be solved, in words, with an icon that says it too."""

    def __init__(self) -> None:
        super().__init__()
        self.label = text_label("verdictLabel", 2)
        self._picture = QLabel()
        self._state: bool | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.label, 1)

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
        self._puzzle: Board | None = None
        self._run: Run | None = None
        self._deciding: Run | None = None
        self._verdict = Verdict(None, "")
        self._mode = DESIGN
        self._preset = ""
        self._leaving = False
        self._kernels = list(KERNELS)
        self._shown = False
        self._worker = Worker(self)
        self._watch = QTimer(self)
        self._watch.setInterval(_LOOK_MS)
        self._watch.timeout.connect(self._look_at_run)
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
        self._pages.addWidget(SideScroll(self._design, _LEAST_PAGE))
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
        column.addStretch()
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
        side.addWidget(SideScroll(self._panel, _LEAST_PANEL))
        side.addWidget(self._pages, 1)
        left = QWidget()
        side = QVBoxLayout(left)
        side.setContentsMargins(10, 4, 4, 8)
        side.addWidget(self._gallery)
        left.setMinimumWidth(_LEAST_GALLERY)
        gallery_dock = self._dock("galleryDock", "Gallery", left)
        solver_dock = self._dock("solverDock", "Solve", right)
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

    def _dock(self, name: str, title: str, content: QWidget) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable
            | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        bar = heading(title)
        bar.setContentsMargins(content.contentsMargins().left() + 6, 6, 0, 0)
        dock.setTitleBarWidget(bar)
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
        self._bar.used.connect(self._follow)
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
        """Open a board or solution file; whether it is one. What is open stays if not."""
        path = Path(path)
        title = "This file cannot be opened"
        try:
            found = parse_file(read_text(path, MAX_BOARD_BYTES), str(path))
        except BoardFileError as error:
            if error.board is None:
                dialogs.show_problem(self, title, str(error))
                return False
            mended = error.board
            dialogs.ask_to_mend(
                self,
                "The board in this file has problems",
                str(error),
                lambda: self._leave_then(lambda: self.open_document(mended, path)),
            )
            return False
        if isinstance(found, Solution) and found.solved:
            played = replay(found.board, found.moves)
            if not played.right:
                dialogs.show_problem(self, "The solution in this file is wrong", played.message)
                return False
        self._leave_then(lambda: self.open_document(found, path))
        return True

    def open_document(self, found: Board | Solution, path: Path | None = None) -> None:
        """Begin with a board, or with a solution and its board.

        Of a solution only its moves are taken, if they are right: what else it claims was not
        proved here.
        """
        if path is not None:
            self.settings["folder"] = str(path.parent)
        if isinstance(found, Board):
            self._document.open(found, path)
            return
        self._document.open(found.board)
        if found.solved and replay(found.board, found.moves).right:
            self._show_result(_without_claims(found))

    # --- actions: files ---

    def new_board(self) -> None:
        board = dialogs.ask_new_board(self)
        if board is not None:
            self._leave_then(lambda: self._document.open(board))

    def open_file(self) -> None:
        path = dialogs.ask_open_path(self, str(self._folder()))
        if path is not None:
            self.open_path(path)

    def open_preset(self, name: str) -> None:
        """Open a preset, unless it is open and unchanged."""
        self._gallery.select(self._preset)  # until it is another
        board = load_preset(name)
        if board != self.board():
            self._leave_then(lambda: self._document.open(board))

    def save(self) -> bool:
        """Save the board where it came from, or ask where."""
        path = self._document.path
        return self.save_as() if path is None else self._save_to(path)

    def save_as(self) -> bool:
        suggested = self._document.path or self._folder() / (
            _file_name(self._document.name) + SUFFIX
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
        text = f"Saved {path.name}"
        if self._document.problems:
            text += ", with its problems: it can be opened here to be mended, but not solved"
        self.statusBar().showMessage(text, 5000)
        return True

    def _folder(self) -> Path:
        """Where files are looked for: where the last one was, or the user's documents."""
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        return Path(self.settings["folder"] or QStandardPaths.writableLocation(documents))

    def _leave_then(self, action: Callable[[], object]) -> None:
        """Do ``action`` once the board may be left; asks if it has changes that are not saved."""
        if not self._document.modified:
            action()
            return

        def answered(answer: str) -> None:
            if answer == dialogs.DISCARD or self.save():
                action()

        dialogs.ask_unsaved(self, self._document.name, answered)

    def export(self) -> None:
        """Write the moves in one of the formats."""
        solution = self._solution
        if solution is None:
            return
        name = _file_name(solution.board.title or solution.board.family) + "-moves.txt"
        kinds = {f.suffix: f.title for f in FORMATS.values() if not f.missing}
        path = dialogs.ask_save_path(self, "Export moves", self._folder() / name, kinds)
        if path is None:
            return
        format_ = next(f for f in FORMATS.values() if f.suffix == path.suffix.lower())
        try:
            export(solution, path, format_)
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
        self._watch.start()
        self._enable_actions()

    def stop(self) -> None:
        """Stop the solver; what it has found is kept."""
        if self._run is not None:
            self._run.cancel()

    def _look_at_run(self) -> None:
        """Give the result of a run that cannot stop when told to (it is being compiled)."""
        if self._run is None:
            self._watch.stop()
        elif self._run.overdue:
            self._solved(self._run, self._run.give_up())

    def _solved(self, run: Run, result: object) -> None:
        if run is self._deciding:
            self._deciding = None
            if isinstance(result, Solution):
                self._show_verdict(decided(self._verdict, result))
            return
        if run is not self._run:
            return
        self._run = None
        self._watch.stop()
        if isinstance(result, Solution):
            if self._verdict.solvable is None:
                self._show_verdict(decided(self._verdict, result))
            # Its title and its colours may be others by now.
            self._show_result(replace(result, board=self.board()))
        else:
            self._panel.show_error(f"The solver failed: {result}")
        self._enable_actions()

    def _show_result(self, solution: Solution) -> None:
        self._panel.show_result(solution)
        if solution.solved:
            self._known[solution.board.puzzle] = solution
            while len(self._known) > _KNOWN:
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

    def _follow(self) -> None:
        """Playback was used: show it."""
        self._set_mode(SOLUTION)

    def next_pane(self) -> None:
        """Put the focus on the next part of the window."""
        page = self._design.palette_view if self._mode == DESIGN else self._moves
        order = (self._gallery, self._board_view, self._goal_view, self._panel.combo, page)
        panes = [pane for pane in order if pane.isVisible() and pane.isEnabled()]
        now = next((i for i, pane in enumerate(panes) if pane.hasFocus()), -1)
        panes[(now + 1) % len(panes)].setFocus(Qt.FocusReason.ShortcutFocusReason)

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
        board = self.board()
        self._puzzle = None
        self._preset = next((name for name in PRESETS if load_preset(name) == board), "")
        self._gallery.select(self._preset)
        self._editor.begin()
        self._set_mode(DESIGN)
        self._panel.list_solvers(board.family, self.settings[f"solver/{board.family}"])
        self._board_changed()

    def _board_changed(self) -> None:
        board = self.board()
        puzzle = board.puzzle
        if puzzle != self._puzzle:
            self._puzzle = puzzle
            self._puzzle_changed()
        elif self._solution is not None:  # its colours or its title
            self.use_solution(replace(self._solution, board=board), self._timeline.position)
        self._design.refresh()
        self._show_boards()
        self._show_title()

    def _puzzle_changed(self) -> None:
        """What is solved, and shown of it, is no longer this board."""
        running, self._run = self._run, None
        if running is not None:
            running.cancel()
        known = self._known.get(self.board().puzzle)
        self.use_solution(known and replace(known, board=self.board()))
        self._show_verdict(self._quick_verdict())
        if known is not None:
            self._panel.show_result(known)
        elif self._document.problems:
            self._panel.show_idle("Mend the problems first, then the board can be solved.")
        elif running is not None:
            self._panel.show_idle("Cancelled, because the board was changed.")
        else:
            self._panel.show_idle(_READY)

    def _quick_verdict(self) -> Verdict:
        problems = self._document.problems
        self._stop_deciding()
        if problems:
            first = problems[0].message
            rest = len(problems) - 1
            more = f" There {'is' if rest == 1 else 'are'} {rest} more." if rest else ""
            return Verdict(False, f"{first[:1].upper()}{first[1:]}.{more}")
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

    def use_solution(self, solution: Solution | None, position: int = 0) -> None:
        """Follow a solution of the board; it has been replayed."""
        self._solution = solution
        self._walk = None if solution is None else Walk(solution.board, solution.moves)
        self._bar.set_segments(() if solution is None else solution.segments)
        self._bar.setEnabled(solution is not None)
        self._moves.moves.show(solution)
        self._moves_hint.setVisible(solution is None)
        self._moves.setVisible(solution is not None)
        count = "" if solution is None else f": {group_digits(len(solution.moves))}"
        self._moves_heading.setText(f"Moves{count}")
        self._timeline.set_length(0 if solution is None else len(solution.moves), position)
        self.solution_changed.emit()

    def _set_mode(self, mode: str) -> None:
        self._mode = mode
        self._actions["actionDesign"].setChecked(mode == DESIGN)
        self._actions["actionSolution"].setChecked(mode == SOLUTION)
        self._pages.setCurrentIndex(0 if mode == DESIGN else 1)
        for view in (self._board_view, self._goal_view):
            view.editable = mode == DESIGN
        if mode == DESIGN:
            self._timeline.pause()
        self._show_boards()

    def _show_boards(self) -> None:
        board = self.board()
        goal = board.goal_picture()
        self._area.arrange(self._mode, board)
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
        self._panel.enable(can_solve=sound and not running, can_stop=running)

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
        if self._document.modified and not self._leaving:
            event.ignore()
            self._leave_then(self._leave)
            return
        self.settings.keep_window("geometry", self.saveGeometry())
        self.settings.keep_window("state", self.saveState())
        self._timeline.go_to(self._timeline.position)
        self.hide()
        self._worker.close()
        event.accept()

    def _leave(self) -> None:
        self._leaving = True
        self.close()


def _file_name(title: str) -> str:
    """A title as a file's name, without what some system does not allow in one."""
    kept = "".join("-" if c in '<>:"/\\|?*' or not c.isprintable() else c for c in title)
    return kept.strip(" .") or "board"


def _without_claims(solution: Solution) -> Solution:
    """The moves of a solution that was read, with only what can be said of them here."""
    bound = solution.board.lower_bound()
    note = "The moves were read from a file and are right."
    if solution.optimal and len(solution.moves) > bound:
        note += " It calls them proved shortest; that was not checked."
    return replace(
        solution, optimal=len(solution.moves) <= bound, lower_bound=bound, note=note, chosen=""
    )
