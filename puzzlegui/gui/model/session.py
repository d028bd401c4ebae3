"""State of a window: board, mode, manual game, solutions and solver options."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeyEvent

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.errors import as_sentence
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import ngettext, tr
from puzzlegui.core.repair import Repair
from puzzlegui.core.solution import LazyReplay, Solution
from puzzlegui.core.solution_lock import lock_of
from puzzlegui.core.win_message import message_of
from puzzlegui.engine import registry
from puzzlegui.engine.registry import AUTO
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.families.registry import repairs_of
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION, Mode
from puzzlegui.gui.model.move_sequence import MoveSequence
from puzzlegui.gui.model.prefetch import PositionPrefetcher
from puzzlegui.gui.model.puzzle import (
    Hint,
    ManualGame,
    PuzzleState,
    PuzzleStateCache,
    SolverOptions,
)
from puzzlegui.gui.model.run_manager import RunManager
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.model.timeline import MOVES_PER_SECOND, Timeline
from puzzlegui.gui.threads.worker import Worker
from puzzlegui.solvers.control import Limits, Request

_PLAY_PACE = 6.0
"""Moves per second while playing by hand."""


class Session(QObject):
    """State of a window. All content of the window is a function of it and of the settings.

    A change is signalled once it is complete: by ``board_changed``, ``run_changed`` or both if the
    parts of the state named below differ, and then always by ``position_changed``.

    Attributes:
        worker: reads and writes files and replays moves; solvers have workers of their own.
        hint_worker: finds hints, so that they need not wait for the end of a run.
        runs: solver runs.
        timeline: playback position.
        state: state of the puzzle.
        solver_options: options chosen by the user.
        hint: hint shown for the position.
        preview_row: table row under the pointer; -1 for none.
        previewed_repair: repair that is shown on the board before it is made, if any.
        modes: modes by name.

    Signals:
        board_changed: the board, its title, verdict or difficulty, mode or selection has changed.
        run_changed: the solver options, run, result, solutions or manual game have changed.
        position_changed: the playback position has changed.
        announced: emitted with a text for assistive technology.
        replaced: emitted when another document was opened.
        undecided: emitted when solvability has to be determined by search.
        solved: emitted when a move made by hand has solved the board.
    """

    board_changed = Signal()
    run_changed = Signal()
    position_changed = Signal()
    announced = Signal(str)
    replaced = Signal()
    undecided = Signal()
    solved = Signal()

    mode: Mode

    def __init__(
        self, document: Document, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.settings = settings
        self.worker, self.hint_worker = Worker(self), Worker(self)
        self.runs = RunManager(self)
        self.timeline = Timeline(self)
        self._paused_game: ManualGame | None = None
        self.state = PuzzleState()
        self.solver_options = SolverOptions()
        self.hint: Hint | None = None
        self.preview_row = -1
        self.previewed_repair: Repair | None = None
        self._repairs: tuple[Board, list[Repair]] | None = None
        self.modes: Mapping[str, Mode] = {}
        self._challenge: tuple[Board, str] | None = None
        self._puzzle: Board | None = None
        self._states = PuzzleStateCache()
        self._game_sequence: MoveSequence | None = None
        self._game_moves: Sequence[Any] = ()
        self._followed_sequence: MoveSequence | None = None
        self._prefetcher = PositionPrefetcher(self.worker, self)
        self._prefetcher.ready.connect(self._prepared)
        self._depth = 0
        self._due: set[str] = set()
        self._signalled_state = self.state
        self._signals_stopped = False
        self._position = 0
        self.timeline.changed.connect(self._timeline_changed)
        document.board_changed.connect(self._board_changed)
        document.replaced.connect(self._replaced)
        document.title_changed.connect(self.notify_board_changed)

    def start(self, modes: Sequence[Mode]) -> None:
        """Set the modes and enter the first."""
        self.modes = {mode.name: mode for mode in modes}
        self.mode = modes[0]
        self._replaced()

    @property
    def busy(self) -> bool:
        """True if a task is running or queued."""
        return self.worker.busy or self.hint_worker.busy or self.runs.worker.busy

    def close(self) -> None:
        """Cancel all tasks."""
        for worker in (self.worker, self.hint_worker, self.runs.worker):
            worker.close()

    # --- signalling changes ---

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Batch all changes made in the context into a single notification at its end."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self._emit()

    def notify_changed(self) -> None:
        """Signal that any part of the state may have changed."""
        self._mark("board", "run")

    def notify_board_changed(self) -> None:
        """Signal a change of the board, its verdict or the selection."""
        self._mark("board")

    def notify_position_changed(self) -> None:
        """Signal a change of the playback position."""
        self._mark()

    def update_state(self, **changes: Any) -> None:
        """Change fields of the puzzle's state."""
        self.state = replace(self.state, **changes)
        self.notify_changed()

    def set_solver_options(self, **changes: Any) -> None:
        """Change fields of the solver options."""
        self.solver_options = replace(self.solver_options, **changes)
        self._mark("run")

    def show_hint(self, advice: Hint | None) -> None:
        """Show a hint for the position; None hides it."""
        self.hint = advice
        self._mark("run")

    def stop_signalling(self) -> None:
        """Emit no more signals because the window is being deleted."""
        self._signals_stopped = True

    def _mark(self, *parts: str) -> None:
        self._due.update(parts)
        if not self._depth:
            self._emit()

    def _emit(self) -> None:
        if self._signals_stopped:
            return
        due, self._due = self._due, set()
        if "run" in due:
            self._signalled_state = self.state
        if "board" in due:
            self.board_changed.emit()
        if "run" in due:
            self.run_changed.emit()
        self.position_changed.emit()

    def _timeline_changed(self) -> None:
        if self.timeline.position != self._position:
            self._position = self.timeline.position
            self._clear_hint()
        self.notify_position_changed()

    def _clear_hint(self) -> None:
        """Clear the hint and the preview, which belong to the previous position."""
        self.preview_row = -1
        self.hint = None

    # --- what it is ---

    @property
    def state(self) -> PuzzleState:
        """State of the puzzle; without solutions while the board is locked."""
        return self._state

    @state.setter
    def state(self, state: PuzzleState) -> None:
        self._state = state.without_solutions() if self.lock_reason else state

    @property
    def board(self) -> Board:
        """Current board."""
        return self.document.board

    @property
    def run(self) -> RemoteRun | None:
        """Solver run started by the user."""
        return self.runs.run

    @property
    def solution(self) -> Solution | None:
        """Solution being followed, with the board's current title and colours."""
        following = self.state.followed_entry
        return None if following is None else replace(following.followed_solution, board=self.board)

    @property
    def sequence(self) -> MoveSequence | None:
        """Moves that the timeline goes along: the manual game or the solution."""
        return self.game_sequence if self.mode.by_hand else self._followed_sequence

    @property
    def game_sequence(self) -> MoveSequence:
        """Moves of the manual game."""
        moves = self.state.game.moves
        if self._game_sequence is None or self._game_moves is not moves:
            self._game_sequence = MoveSequence(LazyReplay(self.board, list(moves)))
            self._game_moves = moves
        return self._game_sequence

    @property
    def verdict(self) -> Verdict:
        """Solvability of the board, with the reason."""
        if self.document.problems:
            return Verdict(False, self.problem_text)
        return self.state.verdict or Verdict(None, "")

    @property
    def problem_text(self) -> str:
        """The first problem of the board, and the number of the others; empty if there is none."""
        problems = self.document.shown_problems
        if not problems:
            return ""
        reason, rest = as_sentence(problems[0].message), len(problems) - 1
        if rest:
            more = ngettext("{count} more problem.", "{count} more problems.", rest)
            reason = f"{reason} {more.format(count=group_digits(rest))}"
        return reason

    @property
    def repairs(self) -> list[Repair]:
        """Repairs that make the board valid or solvable; none for other boards."""
        if self.verdict.solvable is not False:
            return []
        if self._repairs is None or self._repairs[0] != self.board:
            self._repairs = self.board, repairs_of(self.board)
        return self._repairs[1]

    def preview_repair(self, repair: Repair | None) -> None:
        """Show a repair on the board before it is made; None shows the board again."""
        self.previewed_repair = repair
        self.notify_position_changed()

    @property
    def lock_reason(self) -> str:
        """Reason why the window gives no hints and solutions; empty if it gives them."""
        return tr("Hints and solutions of this board are locked.") if lock_of(self.board) else ""

    @property
    def win_message(self) -> str:
        """Message for the player who has solved the board; empty if there is none."""
        if self._challenge is not None and self._challenge[0] == self.board.puzzle:
            return self._challenge[1] or message_of(self.board)
        return message_of(self.board)

    def set_win_message(self, message: str) -> None:
        """Set a message to show instead of that of the board, as long as its puzzle is played."""
        self._challenge = self.board.puzzle, message

    @property
    def request(self) -> Request:
        """Request for the solver made from options and settings."""
        seconds, memory = self.settings["seconds"] or None, self.settings["memory"] or None
        processors = os.cpu_count() or 1
        limits = Limits(
            moves=self.solver_options.max_moves or None,
            seconds=seconds,
            memory_mib=memory,
            threads=self.settings["threads"] or min(processors, max(2, processors - 1)),
        )
        return Request(limits, all_solutions=self.solver_options.all_solutions and bool(self.lists))

    @property
    def lists(self) -> str:
        """Kind of solutions that the chosen solver can list; empty if it cannot list any."""
        name = self.solver_options.solver
        return "shortest" if name == AUTO else registry.find_solver(self.board.family, name).lists

    @property
    def moves_shown(self) -> tuple[Any, ...]:
        """Moves up to the position shown, which moves entered as text continue.

        Empty while designing, and at the end of a solution: nothing is left to solve there.
        """
        line, at = self.sequence, self.timeline.position
        if line is None or self.mode.name == DESIGN:
            return ()
        return () if not self.mode.by_hand and line.solved_after(at) else tuple(line.moves[:at])

    @property
    def board_shown(self) -> Board:
        """Board that is left after ``moves_shown``."""
        made, line = self.moves_shown, self.sequence
        return self.board if line is None or not made else self.board.from_position(line[len(made)])

    def current_state(self) -> PuzzleState:
        """Return the puzzle's state with the current position."""
        at = self.timeline.position
        if self.mode.by_hand:
            return replace(self.state, game=replace(self.state.game, position=at))
        return self.state.with_followed_entry(position=at)

    # --- which board ---

    def _replaced(self) -> None:
        """Enter the puzzle of another document; the mode stays if the board allows it."""
        with self.changing():
            self.previewed_repair = None
            self.replaced.emit()
            self._leave_puzzle()
            if not self._mode_is_allowed():
                self._switch(next(iter(self.modes.values())))
            remembered = str(self.settings[f"solver/{self.board.family}"])
            self.solver_options = SolverOptions.for_family(self.board.family, remembered)
            self._enter_puzzle(restarted=True)
            self.notify_changed()

    def _mode_is_allowed(self) -> bool:
        """Return True unless the board is to be played with problems or solved while locked."""
        forbidden = {PLAY: bool(self.document.problems), SOLUTION: bool(self.lock_reason)}
        return not forbidden.get(self.mode.name)

    def _board_changed(self) -> None:
        """Enter the puzzle of the edited board if it is another."""
        with self.changing():
            self.previewed_repair = None
            if self.board.puzzle != self._puzzle:
                self._leave_puzzle()
                self._enter_puzzle(restarted=False)
            elif self.lock_reason and self._state != self._state.without_solutions():
                self.runs.discard()
                self.show_hint(None)
                self.restore_state(self.state)
            self.notify_board_changed()

    def _leave_puzzle(self) -> None:
        if self._puzzle is not None:
            state = self.current_state()
            self._states.put(self._puzzle, replace(state, game=state.game.paused()))
        self._puzzle = None
        cancelled = self.run is not None
        if cancelled:
            self.runs.discard()
        self.state = replace(self.state, cancelled=cancelled)

    def other_solutions(self) -> list[Solution]:
        """Return the solutions of boards shown before the current board."""
        return self._states.solutions(self._puzzle)

    def _enter_puzzle(self, *, restarted: bool) -> None:
        """Restore the cached state of the board's puzzle."""
        cancelled = self.state.cancelled
        self._puzzle = self.board.puzzle
        state = self._states.get(self._puzzle)
        if restarted:
            state = state.restarted()
        self.restore_state(replace(state, cancelled=cancelled and state.report is None))
        if self.runs.background is not None:
            self.runs.cancel_background()
        self._decide()

    def restore_state(self, state: PuzzleState) -> None:
        """Show a state of the board's puzzle."""
        with self.changing():
            self.state = state
            self._game_sequence = None
            self._update_followed_sequence()
            self._attach_timeline()
            if self.mode.name != DESIGN or not state.has_same_solutions(self._signalled_state):
                self._mark("run")
            self.notify_board_changed()

    def _decide(self) -> None:
        """Update the verdict of a valid board; request a search if it is undecided."""
        if self.document.problems:
            self.state = replace(self.state, verdict=None)
            return
        verdict = self.state.verdict or self.board.verdict_or_solved()
        self.state = replace(self.state, verdict=verdict)
        if verdict.solvable is None:
            self.undecided.emit()

    # --- which line ---

    def _update_followed_sequence(self, known: LazyReplay | None = None) -> None:
        """Update the move sequence of the followed solution, with its replay if known."""
        following = self.state.followed_entry
        moves = None if following is None else following.followed_solution.moves
        before = self._followed_sequence
        self.document.set_followed_solution(self.solution)
        if moves is None:
            if before is not None:
                self._prefetcher.cancel()
            self._followed_sequence = None
        elif before is None or before.board.puzzle != self._puzzle or before.moves != moves:
            if known is not None and known.moves == moves:
                self._followed_sequence = MoveSequence(known)
                return
            walk = LazyReplay(self.board, moves)
            self._followed_sequence = MoveSequence(walk)
            self._prefetcher.prefetch(walk)

    def _prepared(self, walk: LazyReplay) -> None:
        """Use the prefetched replay of the followed solution."""
        line = self._followed_sequence
        if line is not None and line.moves is walk.moves:
            line.replay = walk

    def _attach_timeline(self, at: int | None = None) -> None:
        """Set the timeline to the mode's move sequence, at its last position or at ``at``."""
        following = self.state.followed_entry
        if at is None:
            at = 0 if following is None else following.position
            at = self.state.game.position if self.mode.by_hand else at
        line = self.sequence
        self.timeline.moves_per_second = _PLAY_PACE if self.mode.by_hand else MOVES_PER_SECOND
        self._clear_hint()
        self.timeline.set_length(0 if line is None else len(line), at)
        self._position = self.timeline.position

    def follow(self, solution: Solution | None, walk: LazyReplay | None = None) -> None:
        """Follow a correct solution; None discards all solutions.

        Args:
            solution: solution to follow; it becomes an entry.
            walk: replay of its moves, if known.
        """
        state = self.current_state()
        if solution is None:
            state = replace(state, entries=(), followed_index=0)
        else:
            state = state.with_solution(solution, by_user=True)
        self.set_state(state, walk)

    def choose_solution(self, number: int) -> None:
        """Follow the solution with an index among the entries."""
        self.set_state(replace(self.current_state(), followed_index=number, offered_solution=None))

    def choose_variant(self, number: int) -> None:
        """Follow another of the solutions listed together, counted from 1."""
        self.set_state(
            self.current_state().with_followed_entry(variant=number, position=0, start_position=0)
        )

    def set_state(self, state: PuzzleState, known: LazyReplay | None = None) -> None:
        """Show a state of the puzzle, with the replay of its followed solution if known."""
        with self.changing():
            line, self.state = self._followed_sequence, state
            self._update_followed_sequence(known)
            if self._followed_sequence is not line and not self.mode.by_hand:
                self._attach_timeline()
            self.notify_changed()

    # --- modes ---

    def choose_mode(self, name: str) -> None:
        """Switch to another mode; each move sequence keeps its position."""
        with self.changing():
            self._switch(self.modes[name])
            self.notify_changed()

    def _switch(self, mode: Mode) -> None:
        if mode is self.mode:
            return
        self.state = self.current_state()
        self.previewed_repair = None
        self.mode.leave()
        self.mode = mode
        mode.enter()
        self._attach_timeline()

    def handle_key(self, event: QKeyEvent) -> None:
        """Let the mode handle a key that the board view has ignored."""
        if self.mode.handle_key(event):
            event.accept()

    # --- moves by hand ---

    def start_game(self, moves: Sequence[Any]) -> None:
        """Start a manual game with imported moves; no undo brings the games before back."""
        game = ManualGame.of_imported(moves)
        self._show_game(self.current_state().with_new_game(game))

    def play_another(self, board: Board, text: str) -> None:
        """Replace the board as an undoable edit, and start a manual game on it.

        Args:
            board: new board.
            text: name of the edit in the undo menu.
        """
        with self.changing():
            self.document.replace(board, text)
            self.start_game(())

    def restart_game(self, moves: Sequence[Any] = ()) -> None:
        """Play from the start again, after imported moves; ``undo_restart`` undoes it."""
        game = ManualGame.of_imported(moves)
        self._show_game(self.current_state().with_restarted_game(game))

    def undo_restart(self) -> None:
        """Bring back the game that was restarted last, with its position and its time."""
        self._show_game(self.current_state().with_earlier_game())

    def redo_restart(self) -> None:
        """Return to the game that ``undo_restart`` has left."""
        self._show_game(self.current_state().with_later_game())

    def _show_game(self, state: PuzzleState) -> None:
        """Show a state with another manual game."""
        with self.changing():
            self.state = state
            self.notify_changed()
            if self.mode.by_hand:
                self._attach_timeline()

    def pause_clock(self, paused: bool) -> None:
        """Stop the clock of the game, or restart it in Play if nothing was played meanwhile."""
        played = self.state.game
        if paused and played.started_at is not None:
            self._paused_game = played.paused()
            self.update_state(game=self._paused_game)
        elif not paused and self.mode.by_hand and played is self._paused_game:
            self.update_state(game=replace(played, started_at=time.monotonic()))

    def make_moves(
        self, moves: Sequence[Any], *, already_shown: bool, imported: bool = False
    ) -> None:
        """Make moves by hand at the current position, discarding the moves after it.

        Args:
            moves: legal moves.
            already_shown: True if dragging has already shown the moves, so that none is animated.
            imported: True for moves from a text, which do not start the clock.
        """
        index, line, played = self.timeline.position, self.game_sequence, self.state.game
        since = played.started_at
        if since is None and not imported:
            since = time.monotonic()
        for number, move in enumerate(moves):
            line.replay.branch(index + number, move)
        made = self._game_moves = tuple(line.moves)
        given = min(played.imported_moves, index)
        helped = played.helped or (imported and given < index)
        if imported and given == index:
            given = len(made)
        played = replace(
            played,
            moves=made,
            position=index,
            started_at=since,
            imported_moves=given,
            helped=helped,
        )
        if line.solves:
            played = played.paused()
        with self.changing():
            self._clear_hint()
            self.update_state(game=played, later_games=())
            self.timeline.set_length(len(made), len(made) if already_shown else index)
            self.timeline.move_to(len(made))
