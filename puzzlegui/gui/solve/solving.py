"""Running solvers for a window: one run for the user, one in the background for the window."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QObject, QTimer, Signal

from puzzlegui.core.solution import Solution, Walk
from puzzlegui.engine.run import Run
from puzzlegui.gui.common.worker import Answer, Pending, Worker

_LOOK_MS = 50
"""How often it is looked whether a run that was told to stop has, and what it has found."""
_BEST_SECONDS = 0.4
"""The least time between two better solutions that are shown while a solver works."""

Ending = Callable[[Run, object], None]
"""Takes a run and what came of it, a Solution or the exception it ended with."""
Telling = Callable[[Solution], Solution]
"""Tells what came of a run as a solution of the board that is meant."""
Best = tuple[Solution, Walk]


class _Telling:
    """A run, as a task of the worker, whose result is told of the board that is meant."""

    def __init__(self, run: Run, tell: Telling) -> None:
        self._run, self._tell = run, tell
        self.cancel, self.release = run.cancel, run.release

    def execute(self) -> Solution:
        return self._tell(self._run.execute())


class Solving(QObject):
    """One run at a time for the user, and one for the window's own questions.

    Signals:
        bettered: the run has a better solution: it, replayed, and the positions along it.
    """

    bettered = Signal(object, object)
    _given_up = Signal(object, object)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run: Run | None = None
        self._worker = worker
        self._pending: Pending | None = None
        self._background: Pending | None = None
        self._then: Ending | None = None
        self._tell: Telling = _as_it_is
        self._best: Future[Best | None] | None = None
        self._best_length: int | None = None
        self._best_at = 0.0
        self._watch = QTimer(self)
        self._watch.setInterval(_LOOK_MS)
        self._watch.timeout.connect(self._look_at_run)
        self._given_up.connect(self._deliver)

    # --- the user's run ---

    def begin(self, run: Run, then: Ending, tell: Telling | None = None) -> None:
        """Begin a run.

        Args:
            run: has not begun yet.
            then: is told how it ended.
            tell: makes its results those of another board; not in the window's thread.
        """
        self.withdraw_background()
        self.run, self._then, self._tell = run, then, tell or _as_it_is
        self._best, self._best_length, self._best_at = None, None, 0.0
        self._pending = self._worker.do(_Telling(run, self._tell), self._ended)
        self._watch.start()

    def stop(self) -> None:
        """Stop the run; what it has found is kept."""
        if self.run is not None:
            self.run.cancel()

    def abandon(self) -> bool:
        """Cancel the run and take no notice of its result; whether there was one."""
        pending, self._pending = self._pending, None
        was, self.run = self.run, None
        if pending is not None:
            pending.withdraw()
        self._watch.stop()
        return was is not None

    def _look_at_run(self) -> None:
        """Give the result of a run that cannot stop when told to (it is being loaded)."""
        run = self.run
        if run is not None and self._pending is not None and run.overdue:
            self._watch.stop()
            # Not here: what it has found is replayed.
            arguments = run, self._pending, self._tell
            threading.Thread(target=self._give_up, args=arguments, daemon=True).start()
        elif run is not None:
            self._look_at_best(run)

    def _give_up(self, run: Run, pending: Pending, tell: Telling) -> None:
        result: object
        try:
            result = tell(run.give_up())
        except Exception as error:  # noqa: BLE001 - shown to the user, who can report it
            result = error
        self._given_up.emit(pending, result)

    def _deliver(self, pending: Pending, result: object) -> None:
        pending.deliver(result)

    def _ended(self, result: object) -> None:
        run, then = self.run, self._then
        self.run = self._pending = self._then = self._best = None
        self._watch.stop()
        assert run is not None
        assert then is not None
        then(run, result)

    # --- the best solution while it goes on ---

    def _look_at_best(self, run: Run) -> None:
        """Have a better solution replayed, and tell of the one that was."""
        best, now = self._best, time.monotonic()
        if best is None:
            if run.best_length != self._best_length and now - self._best_at > _BEST_SECONDS:
                self._best_length, self._best_at = run.best_length, now
                self._best = Future()
                arguments = run, self._tell, self._best
                threading.Thread(target=_replay_best, args=arguments, daemon=True).start()
        elif best.done():
            self._best = None
            # One that is wrong is not shown; the run will end with that.
            found = None if best.exception() else best.result()
            if found is not None:
                self.bettered.emit(*found)

    # --- the window's own questions ---

    def ask(self, run: Run, then: Answer) -> None:
        """Solve for the window's own sake; any other task cancels it."""
        self.withdraw_background()
        self._background = self._worker.do(run, then, background=True)

    def withdraw_background(self) -> None:
        """What was asked for the window's own sake is not wanted any more."""
        pending, self._background = self._background, None
        if pending is not None:
            pending.withdraw()


def _as_it_is(solution: Solution) -> Solution:
    return solution


def _replay_best(run: Run, tell: Telling, answer: Future[Best | None]) -> None:
    """Answer with the best solution so far; in a thread of its own."""
    try:
        answer.set_result(_best_of(run, tell))
    except Exception as error:  # noqa: BLE001 - looked at by whoever asked
        answer.set_exception(error)


def _best_of(run: Run, tell: Telling) -> Best | None:
    """The best solution of a run so far, told of the board that is meant, and its positions."""
    found = run.best()
    if found is None:
        return None
    solution, walk = found
    told = tell(solution)
    if told is not solution:
        walk = Walk(told.board, told.moves)
        walk.replay()
    return told, walk
