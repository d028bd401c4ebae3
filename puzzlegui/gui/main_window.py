"""Main window: creates and connects its parts, and provides an interface to them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import SIGNAL, QEvent, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QAbstractButton, QComboBox, QMainWindow

from puzzlegui.core.board import Board
from puzzlegui.core.solution import LazyReplay, Solution
from puzzlegui.documents.presets import PRESETS, local_preset
from puzzlegui.folders import Folders
from puzzlegui.gui.actions.main_window import TABLE
from puzzlegui.gui.actions.table import Actions
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.design.edit_commands import EditCommands
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.design.mode import DesignMode
from puzzlegui.gui.desktop import geometry
from puzzlegui.gui.files.autosave import Autosave, RecoverableWork
from puzzlegui.gui.files.file_commands import FileCommands
from puzzlegui.gui.files.last_board import LastBoard
from puzzlegui.gui.files.lock_commands import LockCommands
from puzzlegui.gui.files.saving import WindowProgress
from puzzlegui.gui.gallery.controller import GalleryController
from puzzlegui.gui.gallery.user_boards import UserBoards
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.mode import PLAY
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.model.timeline import Timeline
from puzzlegui.gui.play.hints import HintProvider
from puzzlegui.gui.play.input import PlayInput
from puzzlegui.gui.play.mode import PlayMode
from puzzlegui.gui.play.options import PlayOptions
from puzzlegui.gui.play.records import Records
from puzzlegui.gui.play.solves import Solves
from puzzlegui.gui.play.win import RecordKeeper
from puzzlegui.gui.playback.mode import SolutionMode
from puzzlegui.gui.playback.shortcuts import PlaybackShortcuts
from puzzlegui.gui.solve.solver_panel import SolverPanel
from puzzlegui.gui.style import theme
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.gui.widgets.basic import FirstPaintCallback
from puzzlegui.gui.widgets.repair_button import RepairButton
from puzzlegui.gui.widgets.side_window import (
    SideWindow,
    end_work_then,
    leave_side_windows_then,
    running_work,
)
from puzzlegui.gui.window import slow_solvers_bar
from puzzlegui.gui.window.cell_menu import CellMenu
from puzzlegui.gui.window.commands import Commands
from puzzlegui.gui.window.drops import DropHandler
from puzzlegui.gui.window.game_terms import GameTerms
from puzzlegui.gui.window.notice_bar import NoticeBar
from puzzlegui.gui.window.options import Options
from puzzlegui.gui.window.presenter import WindowPresenter
from puzzlegui.gui.window.view_controller import ViewController
from puzzlegui.gui.window.widgets import WindowWidgets


class MainWindow(QMainWindow):
    """Main window for a board.

    Args:
        board: initial board; by default the first preset.
        folders: folders of settings and unsaved work; by default the user's.

    Attributes:
        folders: folders of settings and unsaved work.
        session: state, of which all content of the window is a function.
        files: commands of the file menu.
        edits: commands of the edit and board menus.
        options: commands that do not concern the board.
        gallery: controller of the gallery.
        commands: other commands.
        playback: commands of bar, table and wheel.
        locking: commands that lock hints and solutions.
        viewing: zoom, full screen and window geometry.

    Signals:
        closed: emitted when the window is closed.
        window_requested: emitted to request another window.
        quit_requested: emitted to request closing all windows.
    """

    closed = Signal()
    window_requested = Signal()
    quit_requested = Signal()

    def __init__(self, board: Board | None = None, folders: Folders | None = None) -> None:
        super().__init__()
        self.folders = folders = folders or Folders.of_user()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.settings = Settings(folders.settings, self)
        theme.theme().apply(self.settings["theme"])
        theme.theme().set_text_size(self.settings["text size"])
        theme.theme().set_tile_labels(self.settings["labels"])
        theme.theme().apply_to(self)
        self._document = Document(board or local_preset(PRESETS[0]), self)
        self._editor = Editor(self._document, self)
        self.session = Session(self._document, self.settings, self)
        self._records, self._solves = Records(folders.data), Solves(folders.data)
        self._record_keeper = RecordKeeper(self.session, self._records, self._solves)
        self._parts = parts = WindowWidgets(self, self.session, self._editor, self._record_keeper)
        self.files = FileCommands(self, self.session, self._progress)
        self.options = Options(self, self.settings, lambda: self.session.mode.name)
        self.edits = EditCommands(self, self.session, self._editor, self.files)
        self._drops = DropHandler(self.files, self.edits, parts.design.tiles.pictures)
        self._play_input = PlayInput(parts.board_view, self.session)
        self._play = play = PlayMode(self.session, self._play_input)
        own = UserBoards(folders.data)
        self.gallery = GalleryController(
            self, self.session, self.files, own, parts.gallery, parts.recent
        )
        hints = HintProvider(self.session)
        self.commands = Commands(self, self.session, parts, self.files, play, hints, folders)
        self.playback = self.commands.playback
        self.locking = LockCommands(self, self.session, self.files)
        self._autosave = Autosave(
            self._document, folders.recovery, self.files.saving.unsaved_work, self
        )
        self._last = LastBoard(folders.data, self.settings)
        self._leaving = False
        # Deferred, so that the window appears at once.
        FirstPaintCallback(parts.board_view.viewport(), self._after_paint)
        self.viewing = ViewController(self, self.session, parts, self.settings)
        self._actions = Actions(self, TABLE)
        parts.lay_out(self, self._actions)
        self.viewing.restore_geometry()
        self._screen = WindowPresenter(self, self.session, parts, self._actions)
        self._connect()
        for name in ("animation", "speed"):
            self._screen.apply_setting(name)
        self.viewing.restore_state()
        design = DesignMode(self.session, self._editor)
        self.session.start([design, play, SolutionMode(self.session, self.playback)])

    def _connect(self) -> None:
        parts, commands = self._parts, self.commands
        self._editor.attach(parts.board_view, 0)
        self._editor.attach(parts.goal_view, 1)
        CellMenu(self._editor, self._actions, (parts.board_view, parts.goal_view))
        parts.board_view.key_typed.connect(self.session.handle_key)
        PlaybackShortcuts(self, self.session, self.playback)
        self.session.announced.connect(self._announce)
        self.session.run_changed.connect(self._autosave.schedule)
        self.destroyed.connect(self.session.stop_signalling)
        self._connect_importer()
        self._connect_play()
        self.files.message.connect(self._show_message)
        self.files.exports.kiosk_requested.connect(self._actions["actionKiosk"].trigger)
        self.files.exports.finished.connect(parts.export_notification.show_file)
        parts.export_notification.message.connect(self._show_message)
        self.session.replaced.connect(parts.export_notification.hide)
        self.edits.message.connect(self._show_message)
        self.edits.size_requested.connect(parts.edit_size)
        self.edits.picture_pasted.connect(parts.design.tiles.pictures.place)
        self.files.board_created.connect(commands.finding.rate)
        self.files.solved_created.connect(commands.show_design)
        self.files.board_rated.connect(commands.finding.use_rating)
        self.options.lesson_requested.connect(commands.lesson)
        self.edits.shuffled.connect(commands.finding.rate)
        self.gallery.message.connect(self._show_message)
        parts.design.check.cell_requested.connect(commands.show_cell)
        for button in self._repair_buttons:
            button.previewed.connect(self.session.preview_repair)
            button.requested.connect(commands.apply_repair)
        parts.gallery.preset_chosen.connect(self.open_preset)
        parts.panel.solve_requested.connect(self.solve)
        parts.panel.stop_requested.connect(self.stop)
        parts.panel.result.improve.clicked.connect(commands.improve)
        parts.panel.result.choice_row.use_other_requested.connect(commands.finding.solve_instead)
        parts.panel.result.choice_row.start_anyway_requested.connect(commands.finding.solve_anyway)
        parts.panel.result.choice_row.retry_requested.connect(commands.finding.retry)
        parts.verdict_line.retry_requested.connect(commands.rate)
        parts.panel.result.live.show_requested.connect(commands.finding.accept_offer)
        parts.panel.result.live.follow_toggled.connect(self.options.toggle_follow_best)
        parts.run_status.clicked.connect(commands.show_solution)
        parts.panel.solver_chosen.connect(self._remember_solver)
        parts.panel.seconds.valueChanged.connect(self._remember_seconds)
        parts.tour.ended.connect(self._end_tour)
        self.session.timeline.looping_changed.connect(self._actions["actionLoop"].setChecked)

    @property
    def _repair_buttons(self) -> tuple[RepairButton, ...]:
        """The buttons that repair the board."""
        check = self._parts.design.check
        return self._parts.verdict_line.repair, check.repair, check.alike_repair

    def _connect_play(self) -> None:
        parts, commands = self._parts, self.commands
        parts.game.scramble_requested.connect(self._actions["actionEdit-shuffle"].trigger)
        parts.game.restart_requested.connect(commands.restart)
        parts.game.hint_requested.connect(commands.hint)
        parts.game.check_requested.connect(commands.check)
        parts.game.solve_requested.connect(commands.solve_from_here)
        parts.moves.copy_requested.connect(commands.copy_moves)
        parts.win.restart_requested.connect(commands.restart)
        parts.win.another_requested.connect(commands.another)
        parts.win.solution_requested.connect(commands.see_best_solution)
        self._record_keeper.rating_requested.connect(commands.finding.rate)
        self.edits.scrambled.connect(parts.board_view.setFocus)
        self.session.replaced.connect(self._focus_board_in_play)

    def _connect_importer(self) -> None:
        parts, commands, importer = self._parts, self.commands, self.files.importer
        importer.solution_opened.connect(self._show_opened)
        importer.moves_opened.connect(commands.use_parsed)
        importer.book_opened.connect(commands.books.show_loaded)
        importer.reading_told.connect(self._show_reading)
        parts.reading_line.change.clicked.connect(importer.change_reading)
        # The way in which a board was read is not in doubt once it is played or edited.
        for signal in (
            self.session.replaced, self._document.board_changed, self._play_input.moves_requested
        ):  # fmt: skip
            signal.connect(parts.reading_line.hide)

    # --- queries ---

    def board(self) -> Board:
        """Return the current board."""
        return self._document.board

    def solution(self) -> Solution | None:
        """Return the solution being followed; None if there is none."""
        return self.session.solution

    def solving(self) -> bool:
        """Return True while a solver is running."""
        return self.session.run is not None

    def document(self) -> Document:
        """Return the document: the board with its history and file."""
        return self._document

    def timeline(self) -> Timeline:
        """Return the playback position of the solution or the manual game."""
        return self.session.timeline

    def panel(self) -> SolverPanel:
        """Return the panel of the solvers."""
        return self._parts.panel

    def board_view(self) -> BoardView:
        """Return the view of the board."""
        return self._parts.board_view

    def worker(self) -> Worker:
        """Return the worker for slow tasks other than solving."""
        return self.session.worker

    def mode(self) -> str:
        """Return DESIGN, PLAY or SOLUTION."""
        return self.session.mode.name

    def is_unsaved(self) -> bool:
        """Return True if closing the window would ask about unsaved work."""
        beside = any(each.is_unsaved() for each in self.findChildren(SideWindow))
        would_ask = self.files.saving.is_unsaved() or bool(running_work(self)) or beside
        return would_ask and not self._leaving

    def is_in_use(self, begun: Solution | None = None) -> bool:
        """Return True if the user has changed the initial board or solution."""
        work, moves = self._progress(), None if begun is None else begun.moves
        done = bool(work.moves) or (work.solution is not None and work.solution.moves != moves)
        return done or self.solving() or not self._document.is_untouched

    def _progress(self) -> WindowProgress:
        line = self.session.game_sequence
        moves = tuple(line.moves)
        played = self._play.solution_to_export() if moves else None
        shown, others = self.session.mode.solution_to_export(), self.session.other_solutions()
        best = self.session.state.better_solution or self.solution()
        return WindowProgress(self.solution(), best, moves, played, shown, others)

    # --- commands ---

    def open_path(self, path: str | Path) -> bool:
        """Open a board or solution file; return False and keep the document if it is neither."""
        return self.files.open_path(path)

    def open_preset(self, name: str) -> None:
        """Open a preset, unless it is open and unchanged."""
        self.gallery.mark_open()  # until another board is open
        self.commands.open_preset(name)

    def new_window(self) -> None:
        """Request another window."""
        self.window_requested.emit()

    def quit(self) -> None:
        """Request closing all windows."""
        # PySide's QMetaMethod.fromSignal would leak the window.
        if self.receivers(SIGNAL("quit_requested()")):
            self.quit_requested.emit()
        else:  # this is the only window
            self.close()

    def close_then(self, action: Callable[[], object]) -> None:
        """Close the window after asking about unsaved work, then call ``action``."""

        def leave() -> None:
            leave_side_windows_then(self, lambda: self._leave(action))

        end_work_then(self, lambda: self.files.saving.close_then(leave))

    def recover(self, left: RecoverableWork) -> None:
        """Open work recovered after a crash."""
        self.files.recover(left)
        if left.progress.moves:
            with self.session.changing():
                self.session.start_game(left.progress.moves)
                self.session.choose_mode(PLAY)
        self._autosave.take_over(left)

    def solve(self) -> None:
        """Solve the board with the chosen solver."""
        self.commands.solve()

    def stop(self) -> None:
        """Stop the solver and keep its best solution."""
        self.commands.stop()

    def use_solution(self, solution: Solution | None) -> None:
        """Follow a correct solution of the board."""
        self.session.follow(solution)

    def export(self) -> None:
        """Export the moves being shown."""
        self.commands.export()

    def show_design(self) -> None:
        """Switch to Design."""
        self.commands.show_design()

    def show_play(self) -> None:
        """Switch to Play."""
        self.commands.show_play()

    def show_solution(self) -> None:
        """Switch to Solution."""
        self.commands.show_solution()

    def play(self, options: PlayOptions) -> None:
        """Switch to Play, with a message, a time limit and a command for the board."""
        self.show_play()
        GameTerms(self, self._parts.status, self.session, options)

    def undo(self) -> None:
        """Undo an edit, or a move while playing."""
        self.commands.undo()

    def redo(self) -> None:
        """Redo an edit, or a move while playing."""
        self.commands.redo()

    # --- small services ---

    def _show_opened(self, solution: Solution, walk: LazyReplay | None) -> None:
        self.commands.finding.show_result(solution, walk=walk)

    def _remember_solver(self, name: str) -> None:
        self.settings[f"solver/{self.board().family}"] = name

    def _remember_seconds(self, seconds: int) -> None:
        self.settings["seconds"] = seconds

    def _focus_board_in_play(self) -> None:
        """Let keys make moves on a board that was opened in Play."""
        if self.mode() == PLAY:
            self._parts.board_view.setFocus()

    def _end_tour(self) -> None:
        self.settings["tour"] = False

    def _show_message(self, text: str) -> None:
        self.statusBar().showMessage(text, 5000)

    def _show_reading(self, text: str, can_change: bool) -> None:
        self._parts.reading_line.show_text(text, can_change=can_change)
        self._announce(text)

    def _announce(self, text: str) -> None:
        """Announce a text to assistive technology."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # --- the window itself ---

    def _after_paint(self) -> None:
        geometry.keep_inside(self)  # its frame size is known now
        self._parts.gallery.draw_pictures()
        if self.settings["tour"]:
            self._parts.tour.start()
        if (bar := slow_solvers_bar.show(self)) is not None:
            self._announce(bar.accessibleDescription())
        NoticeBar(self, self._announce)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self._drops.accepts(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if self._drops.accepts(event.mimeData()):
            event.acceptProposedAction()
            self._drops.handle(event.mimeData())

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.WindowBlocked, QEvent.Type.WindowUnblocked):
            self.session.pause_clock(event.type() == QEvent.Type.WindowBlocked)
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.viewing.window_state_changed()
            if self.isMinimized():
                self.timeline().pause()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus = self.focusWidget()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        # Like Space elsewhere; in this window, Space may start playback.
        if enter and isinstance(focus, QAbstractButton):
            focus.animateClick()
        elif enter and isinstance(focus, QComboBox):
            focus.showPopup()
        elif not self.viewing.key(event):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.is_unsaved():
            event.ignore()
            self.close_then(lambda: None)
            return
        self.viewing.save_state()
        self._last.remember(self._document)
        self.settings.write()
        self._records.write()
        self._solves.write()
        self.timeline().go_to(self.timeline().position)
        self.hide()
        for beside in self.findChildren(SideWindow):
            beside.close()  # otherwise they would be deleted without releasing their resources
        self.session.close()
        self._autosave.close()
        event.accept()
        self.closed.emit()

    def _leave(self, action: Callable[[], object]) -> None:
        self._leaving = True
        self.close()
        action()
