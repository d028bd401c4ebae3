"""Hints for the player: the next move, or the number of moves left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from puzzlegui.core.errors import as_sentence
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import BY_HAND, LONGEST, TYPED_IN, Solution
from puzzlegui.engine.runner.client import failure_text
from puzzlegui.engine.runner.remote_run import RemoteRun
from puzzlegui.gui.model.puzzle import Hint, HintPath
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.threads.worker import TaskHandle
from puzzlegui.solvers.control import Limits, Request

_SECONDS = 10.0
_ENOUGH_SECONDS = 2.0
"""Time after which the first move of any solution is a good enough hint."""


class HintProvider(QObject):
    """Gives hints from the shortest solution that a solver found for the player's position.

    Without such a solution, or if it is not proved shortest and a solver can prove one, it runs a
    solver from the current position.
    """

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._pending: TaskHandle | None = None

    def request(self, *, next_move: bool) -> None:
        """Show a hint for the current position.

        Args:
            next_move: show the next move instead of the number of moves left.
        """
        self._cancel()
        session, index = self._session, self._session.timeline.position
        if session.lock_reason:
            self._show(Hint(session.lock_reason))
            return
        line = session.game_sequence
        if line.solved_after(index):
            self._show(Hint(tr("The board is solved.")))
            return
        run = RemoteRun(
            session.board.from_position(line[index]), request=Request(Limits(seconds=_SECONDS))
        )
        known = self._known_continuation(index)
        if known is not None and (known.optimal or not run.choice.solver.optimal):
            self._show_hint(known, index, next_move=next_move)
            return
        if next_move and not run.choice.solver.optimal:
            run.on_stats = lambda: _stop_when_enough(run)
        made = tuple(line.moves[:index])
        self._pending = session.hint_worker.submit(
            run, lambda result: self._handle_result(result, made, next_move=next_move)
        )
        session.position_changed.connect(self._cancel_if_moved)
        self._show(Hint(tr("Finding a hint…")))

    def _known_continuation(self, index: int) -> HintPath | None:
        """Return the shortest known path that continues the moves made."""
        made = tuple(self._session.game_sequence.moves[:index])
        known = [path for path in self._known_paths() if path.continues(made)]
        return min(known, key=lambda path: (len(path.moves), not path.optimal), default=None)

    def _known_paths(self) -> Iterator[HintPath]:
        state = self._session.state
        if state.hint_path is not None:
            yield state.hint_path
        for found in state.entries:
            followed = found.followed_solution
            by_people = followed.solver in (BY_HAND, TYPED_IN) and not followed.optimal
            if not by_people and followed.solver != LONGEST:  # these may lead away from the goal
                yield HintPath.of_solution(followed)

    def _handle_result(self, result: object, made: tuple[Any, ...], *, next_move: bool) -> None:
        self._pending = None
        self._session.position_changed.disconnect(self._cancel_if_moved)
        known = self._known_continuation(len(made))
        if isinstance(result, Solution) and result.solved:
            path = HintPath((*made, *result.moves), len(made), result.optimal)
            self._session.update_state(hint_path=path)
            known = self._known_continuation(len(made)) or path
        if known is not None:
            self._show_hint(known, len(made), next_move=next_move)
        elif isinstance(result, Solution):
            self._show(Hint(tr("From here: {outcome}").format(outcome=result.outcome())))
        else:
            self._show(Hint(failure_text(result)))

    def _show_hint(self, path: HintPath, index: int, *, next_move: bool) -> None:
        session, left = self._session, len(path.moves) - index
        if next_move:
            board, move = session.board, path.moves[index]
            session.update_state(game=replace(session.state.game, helped=True))
            (words,) = board.describe_moves((move,), session.game_sequence[index])
            motion = board.motion(session.game_sequence[index], move)
            # A move that the board defines has only its name.
            self._show(Hint(as_sentence(words) if board.move_templates else words, motion))
            return
        moves = quantity(left, "move")
        text = tr("{moves} to go.") if path.optimal else tr("{moves} to go, possibly fewer.")
        self._show(Hint(text.format(moves=moves)))

    def _show(self, advice: Hint) -> None:
        self._session.show_hint(advice)
        self._session.announced.emit(advice.text)

    def _cancel_if_moved(self) -> None:
        """Stop the search once the position has changed: the hint would be useless."""
        if self._session.hint is None:
            self._cancel()

    def _cancel(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            self._session.position_changed.disconnect(self._cancel_if_moved)
            pending.cancel()


def _stop_when_enough(run: RemoteRun) -> None:
    """Stop a run that only shortens a solution; solvers of large boards do so until the limit."""
    if run.seconds > _ENOUGH_SECONDS and run.last_stats.best_length is not None:
        run.cancel()
