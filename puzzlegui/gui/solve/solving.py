"""Running solvers for a window: one run for the user, one in the background for the window."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from puzzlegui.engine.run import Run
from puzzlegui.gui.common.worker import Answer, Pending, Worker

_LOOK_MS = 50
"""How often it is looked whether a run that was told to stop has."""

Ending = Callable[[Run, object], None]
"""Takes a run and what came of it, a Solution or the exception it ended with."""


class Solving(QObject):
    """One run at a time for the user, and one for the window's own questions."""

    _given_up = Signal(object, object)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.run: Run | None = None
        self._worker = worker
        self._pending: Pending | None = None
        self._background: Pending | None = None
        self._then: Ending | None = None
        self._watch = QTimer(self)
        self._watch.setInterval(_LOOK_MS)
        self._watch.timeout.connect(self._look_at_run)
        self._given_up.connect(self._deliver)

    # --- the user's run ---

    def begin(self, run: Run, then: Ending) -> None:
        """Begin a run; ``then`` is told how it ended."""
        self.withdraw_background()
        self.run, self._then = run, then
        self._pending = self._worker.do(run, self._ended)
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
        if self.run is not None and self._pending is not None and self.run.overdue:
            self._watch.stop()
            # Not here: what it has found is replayed.
            arguments = self.run, self._pending
            threading.Thread(target=self._give_up, args=arguments, daemon=True).start()

    def _give_up(self, run: Run, pending: Pending) -> None:
        result: object
        try:
            result = run.give_up()
        except Exception as error:  # noqa: BLE001 - shown to the user, who can report it
            result = error
        self._given_up.emit(pending, result)

    def _deliver(self, pending: Pending, result: object) -> None:
        pending.deliver(result)

    def _ended(self, result: object) -> None:
        run, then = self.run, self._then
        self.run = self._pending = self._then = None
        self._watch.stop()
        assert run is not None
        assert then is not None
        then(run, result)

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
