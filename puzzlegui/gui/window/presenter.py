"""The presenter of the main window: updates all widgets from the session's state."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QTextEdit,
)

from puzzlegui.core.edits import EDITS
from puzzlegui.core.language import tr
from puzzlegui.documents.text_formats import WRITTEN_FORMATS
from puzzlegui.engine.registry import can_improve
from puzzlegui.families.registry import family_of
from puzzlegui.gui.actions.table import Actions
from puzzlegui.gui.desktop.reduced_motion import animations_enabled, system_reduced_motion
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import LEFT_CLOCKWISE
from puzzlegui.gui.play.win import WinSummary, current_win
from puzzlegui.gui.solve.report import status_text
from puzzlegui.gui.style import theme
from puzzlegui.gui.window.widgets import WindowWidgets

_LOCKABLE = "improvable", "startable", "searchable", "unlocked", "from here", "helpful"
"""Conditions that do not hold for a locked board."""


class WindowPresenter(QObject):
    """Updates the widgets and actions of a window from its session.

    Args:
        window: main window, for its title.
        session: session that is shown.
        parts: widgets of the window.
        actions: actions that are enabled and renamed.
    """

    def __init__(
        self, window: QMainWindow, session: Session, parts: WindowWidgets, actions: Actions
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._parts, self._actions = window, session, parts, actions
        self._shown_position: tuple[object, ...] = ()
        self._shown_win: WinSummary | None = None
        self._run: object = None
        self._solution: object = None
        self._shown_moves: object = None
        self._mode = ""
        session.board_changed.connect(self._show_board)
        session.run_changed.connect(self._show_run)
        session.position_changed.connect(self._show_position)
        session.settings.changed.connect(self._setting_changed)
        theme.theme().changed.connect(self._restyle)
        system_reduced_motion().changed.connect(self._system_changed)
        for view in (parts.board_view, parts.goal_view):
            view.cursor_moved.connect(self._describe_views)

    def _show_board(self) -> None:
        """Show the board's title, verdict and tools, and the mode."""
        session, parts = self._session, self._parts
        mode, board = session.mode, session.board
        verdict = session.verdict
        designing, playing = mode.name == DESIGN, mode.name == PLAY
        if mode.name != self._mode:
            self._mode = mode.name
            parts.show_mode(mode.name)
        parts.area.arrange(board, equal=designing)
        parts.board_view.allow(editing=designing, playing=playing, cursor=mode.shows_cursor())
        parts.goal_view.allow(editing=designing, playing=False, cursor=designing)
        # In the play mode, keys do nothing in the goal.
        keys = Qt.FocusPolicy.NoFocus if playing else Qt.FocusPolicy.StrongFocus
        parts.goal_view.setFocusPolicy(keys)
        if playing and parts.goal_view.hasFocus():
            parts.board_view.setFocus()
        state = session.state
        if playing and verdict.solvable is not False:
            parts.verdict_line.show_instructions(family_of(board).instructions(board))
        else:
            can_retry = bool(state.background_error) and not session.lock_reason
            shown = parts.design.verdict(verdict) if designing else verdict
            parts.verdict_line.show_verdict(shown, state.difficulty, can_retry=can_retry)
        offered = not playing and not (designing and parts.design.is_typing)
        repairs = session.repairs if offered else ()
        parts.verdict_line.repair.set_repairs(repairs)
        if designing:
            parts.design.refresh(verdict, state, repairs)
        parts.panel.show_board()
        parts.bar.setVisible(not designing)
        # In Play, the place is needed for what a player reads on having solved the board.
        parts.status.setVisible(not parts.full_screen or playing)
        self._actions["actionFullScreen"].setChecked(parts.full_screen)
        self._window.setWindowTitle(f"{session.document.name}[*] — PuzzleGUI")
        self._window.setWindowModified(session.document.modified)
        for name in (DESIGN, PLAY, SOLUTION):
            self._actions[f"action{name.capitalize()}"].setChecked(mode.name == name)
        self._shown_position = ()

    def _show_run(self) -> None:
        """Show the solver panel and the list of moves."""
        session, parts = self._session, self._parts
        parts.game.refresh()
        parts.statistics.refresh()
        parts.moves.refresh()
        parts.panel.refresh()
        parts.run_status.show_text(status_text(session))
        self._shown_position = ()
        self._move_focus()

    def _move_focus(self) -> None:
        """Give the board the focus when a search begins and when another solution is shown.

        While a solver improves the solution, or the user is typing, the focus stays.
        """
        session, parts = self._session, self._parts
        begun = session.run is not None and session.run is not self._run
        solution = session.solution if session.mode.name == SOLUTION else None
        appeared = solution is not None and solution is not self._solution
        improved = self._solution is not None and session.run is not None
        self._run, self._solution = session.run, solution
        focus = self._window.focusWidget()
        typing = isinstance(focus, QLineEdit | QAbstractSpinBox | QTextEdit | QPlainTextEdit)
        busy = typing or (focus is not None and parts.moves.solutions.isAncestorOf(focus))
        if begun or (appeared and not improved and not busy):
            parts.board_view.setFocus()

    def _show_position(self) -> None:
        """Show the current position and enable the actions that it allows."""
        session, parts = self._session, self._parts
        stepped = bool(self._shown_position)  # False if the board or its moves changed
        parts.board_view.show_frame(session.mode.frame())
        if not stepped or session.mode.name == DESIGN:  # the goal may be edited
            self._show_goal()
        won = None if session.mode.name == DESIGN else current_win(session)
        parts.verdict_line.setVisible(won is None and not parts.full_screen)
        parts.bar.details.setVisible(won is None and session.mode.name != DESIGN)
        if won != self._shown_win:
            self._shown_win = won
            moving = stepped and session.timeline.animated
            parts.board_view.celebration.show("" if won is None else won.badge, animated=moving)
            parts.win.show_win(won)
        timeline = session.timeline
        where = timeline.position, timeline.completed_moves, timeline.play_range
        place = *where, timeline.playing, session.preview_row
        if place != self._shown_position:
            # Without the last item: the hovered move alone may have changed.
            elsewhere = place[:-1] != self._shown_position[:-1]
            self._shown_position = place
            self._show_heading()
            if elsewhere:
                self._show_moves()
                self._enable_actions()
                self._describe_views()

    def _show_goal(self) -> None:
        frame = self._session.mode.goal_frame()
        if frame is not None:
            self._parts.goal_view.show_frame(frame)

    def _show_heading(self) -> None:
        """Show the position, or the move under the mouse, above the board."""
        session, mode, label = self._session, self._session.mode, self._parts.area.board_heading
        heading = mode.heading()
        if heading != label.text():
            label.setText(heading)
            if (
                mode.name == SOLUTION
                and session.sequence is not None
                and not session.timeline.playing
            ):
                session.announced.emit(heading)

    def _show_moves(self) -> None:
        """Show the position in the playback bar and in the list of moves."""
        session, parts, mode = self._session, self._parts, self._session.mode
        solution = None if mode.by_hand else session.solution
        segments = () if solution is None else solution.segments
        line = segments, mode.progress_text(), session.sequence is not None
        if line != self._shown_moves:
            self._shown_moves = line
            parts.bar.show_moves(
                segments, mode.progress_text(), enabled=session.sequence is not None
            )
        parts.game.refresh_position()
        if session.sequence is not None:
            parts.moves.refresh_position()

    def _describe_views(self) -> None:
        for view, name in (
            (self._parts.board_view, tr("Board")),
            (self._parts.goal_view, tr("Goal")),
        ):
            if view.frame is not None:
                view.describe(name, view.frame.picture)

    def _enable_actions(self) -> None:
        session, mode, document = self._session, self._session.mode, self._session.document
        parts = self._parts
        running, sound = session.run is not None, not document.problems
        open_ = not session.lock_reason
        undo_text, redo_text = mode.undo_text(), mode.redo_text()
        exported = mode.solution_to_export()
        conditions = {
            "savable": document.is_savable(exported),
            "revertible": document.modified and document.path is not None,
            "improvable": exported is not None and not running and open_ and can_improve(exported),
            "movable": session.timeline.length > 0,
            "undoable": undo_text is not None,
            "redoable": redo_text is not None,
            "sound": sound,
            "startable": not running and open_,
            "searchable": sound and open_,
            "enterable": sound and not running,
            "unlocked": open_,
            "locked": not open_,
            "from here": sound
            and not running
            and mode.name != DESIGN
            and session.sequence is not None
            and open_,
            "running": running,
        }
        of_mode = ["designing", "playing", *(f"edit {name}" for name in EDITS)]
        conditions |= {name: mode.allows(name) for name in of_mode}
        for form in WRITTEN_FORMATS.values():
            conditions[f"form {form.name}"] = session.board.family in form.families
        conditions["helpful"] = conditions["playing"] and open_
        self._actions.enable(conditions)
        self._actions.explain(_LOCKABLE, session.lock_reason)
        parts.panel.result.improve.setVisible(conditions["improvable"])
        parts.game.solve_from_here.setEnabled(conditions["from here"])
        undo: str = tr("&Undo")
        redo: str = tr("&Redo")
        if undo_text:
            undo = tr("&Undo {edit}").format(edit=undo_text)
        if redo_text:
            redo = tr("&Redo {edit}").format(edit=redo_text)
        save: str = tr("&Save")
        if session.document.saved_solution is not None:
            save = tr("&Save board and solution")
        elif session.document.board_only:
            save = tr("&Save board only")
        self._actions["actionSave"].setText(save)
        self._actions["actionUndo"].setText(undo)
        self._actions["actionRedo"].setText(redo)

    def _setting_changed(self, name: str) -> None:
        """Apply a setting changed in any window."""
        self.apply_setting(name)
        self._session.notify_changed()

    def _system_changed(self) -> None:
        self.apply_setting("animation")

    def apply_setting(self, name: str) -> None:
        """Apply a setting to the widgets."""
        value, timeline = self._session.settings[name], self._session.timeline
        match name:
            case "theme":
                theme.theme().apply(value)
            case "text size":
                theme.theme().set_text_size(value)
            case "labels":
                theme.theme().set_tile_labels(value)
            case "animation":
                timeline.animated = animations_enabled(self._session.settings)
            case "speed":
                self._parts.bar.set_speed(value)
        self.update_checked_actions()

    def update_checked_actions(self) -> None:
        """Check the actions that correspond to the settings."""
        actions, settings = self._actions, self._session.settings
        actions[f"actionTheme{settings['theme'].capitalize()}"].setChecked(True)
        actions["actionAnimate"].setChecked(animations_enabled(settings))
        actions["actionFollowBest"].setChecked(settings["follow best"])
        actions["actionGoalMarks"].setChecked(settings["goal marks"])
        actions["actionLeftTurns"].setChecked(settings["left button"] == LEFT_CLOCKWISE)

    def _restyle(self) -> None:
        self._actions.restyle()
        self._parts.verdict_line.restyle()
        self._session.notify_changed()
